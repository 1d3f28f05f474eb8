/* The tables of Lua from which sentences are made: a part of words.h. */
#ifndef ASSAY_WORDS_TABLES_H
#define ASSAY_WORDS_TABLES_H

#include <lua.h>

#include "harness/judge/results.h"

/* Pushes the table of a fit, or of a claim.  Without results no run is named; `in_full`: how the floor was found. */
void words_push_fit(lua_State *lua, const struct results *results, const struct fit *fit, bool in_full);
void words_push_claim(lua_State *lua, const struct results *results, const struct claim_result *claim);
/* The part of the first that is said of a fit beside others. */
void words_push_member(lua_State *lua, const struct fit *fit);

#endif
