/* The class of nonholonomic systems for which Hamiltonized Lagrangians are known: coordinates (r1, r2, s),
 *
 *     L = (I1 r1'^2 + I2 r2'^2 + sum_a I_a s_a'^2) / 2        s_a' = -A_a(r1) r2'
 *
 * of which a model file gives the inertias (I1, I2, I_a) and the coefficients A_a. */
#ifndef ASSAY_NONHOLONOMIC_CLASS_H
#define ASSAY_NONHOLONOMIC_CLASS_H

#include <lua.h>

#include "models/reader/model_trial.h"

/* Whether the model file describes a member of the class: then Lagrangian, constraints and Hamiltonized Lagrangians
 * are made of what it says.  Raises. */
bool nonholonomic_class_read(lua_State *lua);
/* The accelerations (n) of the associated system of type II, of a member of the class. */
expressions nonholonomic_class_accelerate(const struct model *model);
/* The terms of Lt_vv v' + Lt_vq v - Lt_q + Lt_vt with these accelerations, n rows of 2 n + 1, and one more of a model
 * of the time, for a Lagrangian that the model has, and Lt_vv. */
expressions nonholonomic_find_terms(const struct model *model, enum model_lagrangian form,
                                    expressions acceleration, expressions *hessian);
/* Whether the solutions with these accelerations solve the Euler-Lagrange equations of `form`, on the constraints or
 * anywhere, and its velocities have full rank: with a sentence; false with a message. */
bool nonholonomic_is_hamiltonized(struct model_trial *w, const struct model_initial *initial,
                                  enum model_lagrangian form, expressions acceleration, bool anywhere);

#endif
