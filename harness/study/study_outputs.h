/* The tables and figures of a study file. */
#ifndef ASSAY_STUDY_OUTPUTS_H
#define ASSAY_STUDY_OUTPUTS_H

#include <lua.h>

#include "harness/study/study.h"

enum { STUDY_MOST_PANELS = 26 }; /* each is called after a letter */

/* Fill a table or a figure, which is all zero, from the one on top of the stack; they raise what is wrong. */
void study_outputs_read_table(lua_State *lua, struct study_table *table);
void study_outputs_read_figure(lua_State *lua, struct study_figure *figure);

/* Frees the tables and figures of the study, but for the arrays that hold them. */
void study_outputs_release(struct study *study);

#endif
