/* Charts of the manifold of holonomic constraints g(q) = 0, which a model may give: the formulation `charts`.
 *
 * A chart is a map q = phi(d) with g(phi(d)) = 0 and its inverse.  The momenta that belong to d are th = phi'^T p,
 * and p is found again from
 *
 *     phi'(d)^T p = th      psi(q, p) = 0      psi = g'(q) H_p, linear in p
 *
 * so that (q, p) <-> (d, th) is canonical on the manifold and the equations are the canonical ones of
 *
 *     Hhat(d, th) = H(phi(d), p(d, th))
 *
 * Leimkuhler, Reich (1994), Proposition 2.1; phi is that of eq. 7-8 for charts that take some of the coordinates.
 * A step is made in the chart whose function `where` is largest before it. */
#ifndef ASSAY_HOLONOMIC_CHARTS_H
#define ASSAY_HOLONOMIC_CHARTS_H

#include <lua.h>

#include "models/kinds/system.h"
#include "models/reader/model_trial.h"

/* Reads the optional `charts` of a model file; raises, also where the formulation is that and there are none. */
void holonomic_charts_read(lua_State *lua);
/* Fills in the charts of the system, with psi (m) and psi_p (m x n). */
void holonomic_charts_derive(struct system *system, expressions psi, expressions psi_p);
/* Whether each chart gives back the points where it is taken, random ones of the manifold; false with a message. */
bool holonomic_charts_check(struct model_trial *w, const struct model_initial *initial, expressions psi,
                            expressions psi_p);
void holonomic_charts_destroy(struct system *system);

#endif
