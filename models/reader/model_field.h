/* Fields of a table in a model file: reading them, and saying where one is wrong; functions, and what they
 * return. */
#ifndef ASSAY_MODEL_FIELD_H
#define ASSAY_MODEL_FIELD_H

#include <lua.h>

#include "models/reader/model_read.h"

/* A place in a model file: the key, and the key of the table around it or NULL. */
struct model_field {
    const char *parent, *key;
};

/* The model that is being read. */
struct model *model_field_model(lua_State *lua);
/* Raises an error at the line of the field. */
int model_field_raise(lua_State *lua, struct model_field field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Raises unless `name` is made of letters, digits and hyphens (with `identifier`: underscores as well), and
 * opens with a letter. */
void model_field_check_name(lua_State *lua, struct model_field field, const char *name, bool identifier);
/* Raises unless every key of the table on top of the stack is one of `known`, a list that ends with NULL. */
void model_field_check_keys(lua_State *lua, const char *owner, const char *const *known);
/* The names in the table on top of the stack, sorted and checked, kept with the model; none where it is nil.  Raises
 * on anything else, with KEY = { EXAMPLE }. */
char **model_field_names(lua_State *lua, struct model_field field, bool identifier, const char *example,
                         size_t *count);
/* The length of the list on top of the stack, KEY in messages; raises at `line` where it has names as well. */
size_t model_field_length(lua_State *lua, int line, const char *key);
/* The text of the field `key` of the model, kept with it; "" where there is none. */
char *model_field_read_string(lua_State *lua, const char *key);
/* Pops the constant on top of the stack; its text as given is kept with the model.  Raises when it is not exact
 * and, with `rational`, when it is not a rational number. */
void model_field_read_constant(lua_State *lua, struct model_field field, bool rational, char **text,
                               expression *value);

/* -- functions -- */

/* Stack positions while a model is read. */
enum {
    MODEL_FIELD_TABLE = 1,
    MODEL_FIELD_STATE = 2,  /* or its first half, */
    MODEL_FIELD_SECOND = 3, /* and the second; nil where there is none */
    MODEL_FIELD_PARAMETERS = 4
};

/* What functions are of: state and parameters, (q, p, c) or (x, c), of some kinds with the time, (q, p, t, c) or
 * (x, t, c), which messages alone tell apart; initial state and time, (q0, p0, c, t); the first half of the state,
 * (q, c); the state and the multipliers, (q, p, l, c); the parameters alone, (c) or (t, c). */
enum model_field_of {
    MODEL_FIELD_OF_STATE,
    MODEL_FIELD_OF_STATE_AND_TIME,
    MODEL_FIELD_OF_TIME,
    MODEL_FIELD_OF_POSITIONS,
    MODEL_FIELD_OF_MULTIPLIERS,
    MODEL_FIELD_OF_PARAMETERS
};
enum { MODEL_FIELD_ARGUMENTS = 40 };
/* As messages write it; returns the buffer. */
const char *model_field_arguments(const struct model *model, enum model_field_of of,
                                  char arguments[MODEL_FIELD_ARGUMENTS]);

/* Whether a function of the model is of the time: it has one argument more than it has without. */
bool model_field_is_timed(lua_State *lua);

/* Raises unless a function of `arguments`, such as "(q, c)", is on top of the stack; returns the line where
 * it is defined. */
int model_field_check(lua_State *lua, struct model_field field, const char *arguments);
/* Calls the function on top of the stack with what it is of; what it returns takes its place.  Returns the line
 * where it is defined. */
int model_field_call(lua_State *lua, struct model_field field, enum model_field_of of);
/* Pushes a list of the first `count` inputs of the block; `what` one of them is in messages. */
void model_field_push_inputs(lua_State *lua, const char *what, size_t block, size_t count);
/* Pops the expression on top of the stack; raises at `line` when it is none. */
expression model_field_read_expression(lua_State *lua, int line, const char *label);
/* Pops the list on top of the stack that `name` returned, one expression for each coordinate; raises at `line`
 * when it is none.  The result is kept with the model. */
expression *model_field_read_vector(lua_State *lua, int line, const char *name);
/* Read the function `key` of the model: a vector of functions of the state, or a single one; NULL where the
 * file has none and it is optional. */
void model_field_read_field(lua_State *lua, const char *key, enum model_field_of of, bool optional,
                            expression **vector);
void model_field_read_scalar(lua_State *lua, const char *key, enum model_field_of of, bool optional,
                             expression *scalar);
/* Reads the list of any length on top of the stack, which it takes; `line` is that of the field. */
void model_field_read_expressions(lua_State *lua, struct model_field field, int line, size_t *count,
                                  expression **functions);
/* Reads the optional function `key`, which returns a list of any length; *count = 0 where there is none. */
void model_field_read_functions(lua_State *lua, const char *key, enum model_field_of of, size_t *count,
                                expression **functions);
/* Reads the optional matrix `key`, a list of so many rows (0: of any number) or a function that returns one; a row has an
 * expression for each coordinate of what it is of, the state or its first half.  Returns the number of rows, 0 where the
 * file has none; of functions of the state there is one row and one column more, of zeros, where the time is. */
size_t model_field_read_matrix(lua_State *lua, const char *key, enum model_field_of of, size_t rows,
                               expression **matrix);

#endif
