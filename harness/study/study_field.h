/* Fields of a study file, read with a message for what is missing, unknown or of the wrong type. */
#ifndef ASSAY_STUDY_FIELD_H
#define ASSAY_STUDY_FIELD_H

#include <lua.h>
#include <stdbool.h>

#include "harness/study/study.h"

/* Refuses keys that are not among `known` (ended by NULL) in the table on top of the stack: "a WHAT has no".
 */
void study_field_check_keys(lua_State *lua, const char *what, const char *const *known);
/* The string or integer on top of the stack, popped; NULL for nil.  The caller owns it. */
char *study_field_take_string(lua_State *lua, const char *what);
/* The same for the field `key` of the table on top of the stack, which stays; OWNER.KEY in messages. */
char *study_field_string(lua_State *lua, const char *owner, const char *key, bool needed);
/* A string or a list of strings on top of the stack, popped. */
void study_field_take_strings(lua_State *lua, const char *what, struct study_strings *strings);
/* The same for the field `key` of the table on top of the stack, which stays. */
void study_field_strings(lua_State *lua, const char *key, struct study_strings *strings);

#endif
