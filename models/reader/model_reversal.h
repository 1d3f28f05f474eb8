/* The reversal of a model: reading it, and its check. */
#ifndef ASSAY_MODEL_REVERSAL_H
#define ASSAY_MODEL_REVERSAL_H

#include <lua.h>

#include "models/reader/model_trial.h"

/* Reads the optional field `reversal` of the table at index 1; the arguments (q, c) lie at the indices
 * `coordinates` and `parameters`. */
void model_reversal_read(lua_State *lua, int coordinates, int parameters);

/* Where the model gives a reversal rho: rho(rho(q)) = q and rho'(q) v(q) = -v(rho(q)) at random points near
 * the initial data, with a sentence that also says whether theta is reversed with it; false with a message.
 */
bool model_reversal_check(struct model_trial *w, const struct model_initial *initial);

#endif
