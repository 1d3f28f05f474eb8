/* Reading the axes of a study's grid that are tables: steps and parameters. */
#ifndef ASSAY_STUDY_AXES_H
#define ASSAY_STUDY_AXES_H

#include <lua.h>

#include "harness/study/study.h"

/* From the study table, which is value 1 of the stack and alone on it. */
void study_axes_read_steps(lua_State *lua, struct study *study);
void study_axes_read_parameters(lua_State *lua, struct study *study);

#endif
