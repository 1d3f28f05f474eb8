/* The globals of the sandbox that are not about expressions. */
#ifndef ASSAY_SANDBOX_LIBRARY_H
#define ASSAY_SANDBOX_LIBRARY_H

#include <lua.h>

/* Adds to the table on top of the stack: the constructors, ipairs, pairs and table.insert; for study files
 * halving(first, count), automatic(count, doublings), each(list), exactly(formula), at_least(formula), below(number),
 * above(number) and between(low, high). */
void sandbox_library_add(lua_State *lua);
/* The constructor that has marked the value at `index`; NULL when none has. */
const char *sandbox_library_mark(lua_State *lua, int index);
/* The line of the call that marked it; 0 when none has. */
int sandbox_library_line(lua_State *lua, int index);

/* Pushes the array of the keys of the table at `index` in order: integers, then names. */
void sandbox_library_push_sorted_keys(lua_State *lua, int index);

#endif
