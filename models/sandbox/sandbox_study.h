/* The words of study files. */
#ifndef ASSAY_SANDBOX_STUDY_H
#define ASSAY_SANDBOX_STUDY_H

#include <lua.h>

/* Adds halving(first, count), automatic(count), each(list), exactly(formula), at_least(formula),
 * below(number), above(number) and between(low, high) to the table on top of the stack. */
void sandbox_study_add(lua_State *lua);

#endif
