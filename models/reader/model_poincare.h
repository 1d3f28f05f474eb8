/* The loops and surfaces of a model, on which Poincare's integral invariants are taken. */
#ifndef ASSAY_MODEL_POINCARE_H
#define ASSAY_MODEL_POINCARE_H

#include "models/reader/model_trial.h"

#include <lua.h>

/* Reads `loops` and `surfaces` of the model table at stack index 1 into the model and raises on what is
 * wrong; the parameters are at stack index `parameters`. */
void model_poincare_read(lua_State *lua, int parameters);
/* Loops are closed, and on loops and surfaces theta and H are finite and the tangents independent somewhere:
 * with a sentence for each; false with a message. */
bool model_poincare_check(struct model_trial *w);

#endif
