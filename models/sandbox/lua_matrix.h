/* Vectors and matrices of expressions in Lua, for formulas: a full userdata that holds a matrix of the graph.
 *
 * Operators: A + B, A - B, -A, a A, A/a, A B; A[i] is an entry of a vector and a row of a matrix, #A the number of rows, A.T the
 * transpose.  Where a function takes a vector or a matrix, a list of expressions or of lists stands for it. */
#ifndef ASSAY_LUA_MATRIX_H
#define ASSAY_LUA_MATRIX_H

#include <lua.h>

#include "numerics/graph/graph_algebra.h"

/* Adds to the table on top of the stack: vector, matrix, zeros, identity, stack, beside, rows, dot, cross, hat, solve, is_zero, gradient,
 * jacobian and hessian. */
void lua_matrix_add(lua_State *lua);
/* Whether the value at `index` is a vector or a matrix. */
bool lua_matrix_is(lua_State *lua, int index);
/* Pushes A; raises what the graph refused. */
int lua_matrix_push(lua_State *lua, expressions A);
/* The value at `index`: a vector, a matrix, or a list; an expression is a vector of one.  Raises; `what` opens the message. */
expressions lua_matrix_get(lua_State *lua, int index, const char *what);
/* Whether all entries are zero wherever they are defined: at points without a pattern. */
bool lua_matrix_vanishes(expressions A);
/* The result of + - * / or negation, one of whose operands at 1 and 2 is a matrix; raises. */
int lua_matrix_operate(lua_State *lua, enum operation operation);

#endif
