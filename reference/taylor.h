/* One integration of x' = f(x) by Taylor series of given order, precision and step factor. */
#ifndef ASSAY_TAYLOR_H
#define ASSAY_TAYLOR_H

#include <mpfr.h>
#include <stdbool.h>

#include "numerics/error.h"
#include "numerics/graph/program.h"
#include "reference/defect.h"

struct taylor_settings {
    size_t order;
    mpfr_prec_t precision;
    double step_factor;    /* step / radius of convergence, as measured from the last coefficients */
    struct defect *defect; /* NULL, or what every step is to be accepted by */
    double *excursion;     /* NULL, or where max_t |z_i(t) - z_i(0)| is written, sampled eight times a step */
    size_t most_steps;     /* that it may take; 0: TAYLOR_MAXIMAL_STEPS */
};

enum { TAYLOR_MAXIMAL_STEPS = 1000000, TAYLOR_MINIMAL_ORDER = 12 };

/* Settings for a truncation error of about 10^-digits per step, at the least cost. */
struct taylor_settings taylor_choose(long digits);

/* Carries `state` from time 0 to the exact time `until` (any sign).  The field is output block 0 of `field`
 * as a function of input block 0.  False with a message that names the time when the solution leaves the
 * domain of f, or a step is not accepted. */
bool taylor_integrate(mpfr_t *state, const struct program *field, const struct taylor_settings *settings,
                      mpq_srcptr until, struct error *error);

#endif
