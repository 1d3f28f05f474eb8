/* How numbers are rounded in a step: what stands for the coefficients, and how increments are summed.
 *
 *     rounded        each coefficient is rounded to the working precision
 *     split          as a high and a low part: Hairer, McLachlan, Razakarivony (2008)
 *     symplectic     mu_ij = a_ij / b_j and muhat_ij = abar_ij / b_j with mu_ij + muhat_ji = 1 exactly, also
 *                    after rounding: Antonana, Makazaga, Murua (2017)
 *     uncompensated  q += increment as it rounds, without Kahan's compensation
 *     accepted       stages as Newton's method accepted them, without the correction by which it did: newton.h.
 *                    That is off by one sign where factors are kept, and makes a drift of what is else a random
 *                    walk
 *
 * As text the words are joined by ':'.  All zero is what happens where nothing is said: rounded, compensated,
 * stages with their last correction; `corrected` says the last of these. */
#ifndef ASSAY_ROUNDING_H
#define ASSAY_ROUNDING_H

#include <stdbool.h>

#include "numerics/error.h"

struct method;
struct tableau;

enum coefficients { COEFFICIENTS_ROUNDED, COEFFICIENTS_SPLIT, COEFFICIENTS_SYMPLECTIC };

struct rounding {
    enum coefficients coefficients;
    bool uncompensated;
    bool accepted;
};

enum { ROUNDING_TEXT = 40 };

/* "rounded", "split" or "symplectic" */
const char *rounding_coefficients_name(enum coefficients coefficients);
/* The coefficients by that name; false with a message. */
bool rounding_read_coefficients(const char *text, enum coefficients *coefficients, struct error *error);
/* "rounded", "split:uncompensated:accepted": the coefficients always, then what is switched. */
void rounding_write(struct rounding rounding, char text[ROUNDING_TEXT]);
/* Words joined by ':', in any order, none about the same twice; false with a message. */
bool rounding_read(const char *text, struct rounding *rounding, struct error *error);
bool rounding_equals(struct rounding a, struct rounding b);
/* Whether the method, whose tableau this is, can be rounded so: `symplectic` takes a symplectic tableau
 * without a weight of zero.  False with a message. */
bool rounding_accepts(struct rounding rounding, const struct method *method, const struct tableau *tableau,
                      struct error *error);
/* The same before there is a tableau: of the one that the method names. */
bool rounding_accepts_method(struct rounding rounding, const struct method *method, struct error *error);

#endif
