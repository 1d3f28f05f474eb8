/* The full version of a study: --full. */
#ifndef ASSAY_STUDY_FULL_H
#define ASSAY_STUDY_FULL_H

#include <lua.h>
#include <stddef.h>

#include "harness/study/study.h"

/* In study_read(), before anything is read, with the table of the study at the bottom of the stack: refuses a
 * `full` that is none; where the study was asked for in full puts its fields in the place of the ordinary
 * ones and says so in the study.  `known` are the keys of a study, ended by NULL. */
void study_full_apply(lua_State *lua, const char *const *known);

#endif
