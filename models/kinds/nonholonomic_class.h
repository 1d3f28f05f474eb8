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
/* acceleration (n) = that of the associated system of type II, of a member of the class. */
void nonholonomic_class_accelerate(const struct model *model, expression *acceleration);
/* (q, v) -> the terms of Lt_vv v' + Lt_vq v - Lt_q with these accelerations, n rows of 2 n + 1; Lt_vv (n x n): of a
 * Lagrangian that a member of the class has.  The caller owns the result; NULL as of system_create_variation. */
struct program *nonholonomic_create_equations(const struct model *model, enum model_lagrangian form);

/* Whether the solutions with these accelerations (n) solve the Euler-Lagrange equations of `form`, and its velocities
 * have full rank: with a sentence; false with a message that opens with `fault`. */
bool nonholonomic_is_hamiltonized(struct model_trial *w, const struct model_initial *initial,
                                  enum model_lagrangian form, const expression *acceleration,
                                  const char *fault);

#endif
