/* Functions of a model file: what they must be, and reading what they return. */
#ifndef ASSAY_MODEL_FUNCTION_H
#define ASSAY_MODEL_FUNCTION_H

#include "models/reader/model_field.h"

/* Stack positions while a model is read. */
enum { MODEL_FUNCTION_TABLE = 1, MODEL_FUNCTION_STATE = 2, MODEL_FUNCTION_PARAMETERS = 3 };

/* Raises unless a function of `arguments`, such as "(q, c)", is on top of the stack; returns the line where
 * it is defined. */
int model_function_check(lua_State *lua, struct model_field field, const char *arguments);
/* Calls the function on top of the stack with the state and the parameters, and the time where it is that of
 * an exact solution; what it returns takes its place.  Returns the line where it is defined. */
int model_function_call(lua_State *lua, struct model_field field, bool of_time);
/* Pops the expression on top of the stack; raises at `line` when it is none. */
expression model_function_read_expression(lua_State *lua, int line, const char *label);
/* Pops the list on top of the stack that `name` returned, one expression for each coordinate, and puts it
 * into an array of the caller's; raises at `line` when it is none. */
void model_function_read_vector(lua_State *lua, int line, const char *name, expression **vector);
/* Read the function `key` of the model: a vector of functions of the state, or a single one; NULL where the
 * file has none and it is optional. */
void model_function_read_field(lua_State *lua, const char *key, bool of_time, bool optional,
                               expression **vector);
void model_function_read_scalar(lua_State *lua, const char *key, bool optional, expression *scalar);
/* Reads the optional matrix `key`, a list of rows or a function that returns one. */
void model_function_read_matrix(lua_State *lua, const char *key, expression **matrix);

#endif
