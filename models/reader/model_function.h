/* Functions of a model file: what they must be, and reading what they return. */
#ifndef ASSAY_MODEL_FUNCTION_H
#define ASSAY_MODEL_FUNCTION_H

#include "models/reader/model_field.h"

/* Raises unless a function of `arguments`, such as "(q, c)", is on top of the stack; returns the line where
 * it is defined. */
int model_function_check(lua_State *lua, struct model_field field, const char *arguments);
/* Pops the expression on top of the stack; raises at `line` when it is none. */
expression model_function_read_expression(lua_State *lua, int line, const char *label);
/* Pops the list on top of the stack that `name` returned, one expression for each coordinate, and puts it
 * into an array of the caller's; raises at `line` when it is none. */
void model_function_read_vector(lua_State *lua, int line, const char *name, expression **vector);

#endif
