/* Which methods and projections a claim on one of them is compared with.
 *
 * Its comparison class is, for a projection, the projections of the method itself and of gauss-1, gauss-2 and srk-3;
 * for a method without one, the methods of the same form; always also rk4.
 *
 * On linear equations x' = A x a method is its stability function R(hA), so that more than one sees there agrees with it:
 *
 *     runge-kutta:linear-12              order 12 there, and 2 elsewhere
 *     runge-kutta:lobatto-iiia-iiib-2    the trapezoidal rule (a alone): R(z) R(-z) = 1, symplectic there and nowhere else
 *     runge-kutta:gauss-1                keeps every quadratic energy, and no other
 *     runge-kutta:uneven-midpoint        R(z) R(-z) = 1, symmetric and reversible there and nowhere else
 *
 * These are in the class of each method that steps on a field. */
#ifndef ASSAY_COMPARISON_H
#define ASSAY_COMPARISON_H

#include "integrators/methods/method.h"

/* Whatever is claimed, these are in the class, too: rk4, and a method that is symmetric, collocation and no more
 * conjugate symplectic than to order 6: what a reflection of the model hides is not seen on it. */
extern const char *const comparison_always[];

/* Those four, ended by NULL; they are compared where the equations are linear alone. */
extern const char *const comparison_linear[];
bool comparison_is_linear(const struct method *method);

/* Whether the class of `method` with `projection` has `member` with `other`. */
bool comparison_has(const struct method *method, const struct projection *projection,
                    const struct method *member, const struct projection *other);

#endif
