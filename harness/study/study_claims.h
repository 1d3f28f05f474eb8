/* The claims of a study file. */
#ifndef ASSAY_STUDY_CLAIMS_H
#define ASSAY_STUDY_CLAIMS_H

#include <lua.h>

#include "harness/study/study.h"

/* Reads the table on top of the stack into `claim`, which is all zero; raises an error of the sandbox that
 * says what is wrong and what to write. */
void study_claims_read(lua_State *lua, struct study_claim *claim);
/* Frees what the claim owns. */
void study_claims_clear(struct study_claim *claim);

#endif
