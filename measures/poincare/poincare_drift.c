/* The drift of Poincare's integral invariants: see poincare_drift.h. */
#include "measures/poincare/poincare_drift.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"

static void fill_steps(struct poincare_drift *drift, unsigned long steps, unsigned long every)
{
    unsigned long stride = every ? every : steps;

    for (size_t k = 0; k < drift->times; k++)
        drift->step[k] = k + 1 < drift->times ? k * stride : steps;
}

struct poincare_drift *poincare_drift_create(unsigned long steps, unsigned long every, mpfr_prec_t precision)
{
    struct poincare_drift *drift = memory_create(1, sizeof *drift);
    unsigned long stride = every ? every : steps;

    drift->times = 1 + (steps ? (steps + stride - 1) / stride : 0);
    drift->step = memory_create(drift->times, sizeof *drift->step);
    fill_steps(drift, steps, every);
    for (int f = 0; f < POINCARE_FORMS; f++) {
        drift->form[f].drift = memory_create(drift->times, sizeof(double));
        for (size_t k = 0; k < drift->times; k++)
            drift->form[f].drift[k] = NAN;
        mpfr_inits2(precision, drift->form[f].initial, drift->form[f].coarse_initial, (mpfr_ptr)0); /* NaN */
    }
    return drift;
}

void poincare_drift_destroy(struct poincare_drift *drift)
{
    if (!drift)
        return;
    for (int f = 0; f < POINCARE_FORMS; f++) {
        mpfr_clears(drift->form[f].initial, drift->form[f].coarse_initial, (mpfr_ptr)0);
        free(drift->form[f].drift);
    }
    poincare_snapshots_destroy(drift->snapshots);
    free(drift->step);
    free(drift);
}

/* (x - y)/|scale|, or x - y where scale = 0 */
static double relative_difference(mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr scale)
{
    mpfr_t difference;
    double result;

    mpfr_init2(difference, mpfr_get_prec(scale));
    mpfr_sub(difference, x, y, MPFR_RNDN);
    if (!mpfr_zero_p(scale))
        mpfr_div(difference, difference, scale, MPFR_RNDN);
    result = mpfr_get_d(difference, MPFR_RNDN);
    mpfr_clear(difference);
    return result;
}

/* largest = max(largest, |x|), where NaN stays */
static void raise(double *largest, double x)
{
    if (isnan(x) || fabs(x) > *largest)
        *largest = fabs(x);
}

void poincare_drift_record(struct poincare_drift *drift, size_t k, mpfr_srcptr integral)
{
    for (int f = 0; f < POINCARE_FORMS; f++) {
        struct poincare_form_drift *form = &drift->form[f];
        mpfr_srcptr all = integral + f, half = all + POINCARE_FORMS, quarter = half + POINCARE_FORMS;

        if (k == 0) {
            mpfr_set(form->initial, all, MPFR_RNDN);
            mpfr_set(form->coarse_initial, half, MPFR_RNDN);
        }
        form->drift[k] = relative_difference(all, form->initial, form->initial);
        raise(&form->coarse_maximum, relative_difference(half, form->coarse_initial, form->coarse_initial));
        raise(form->gap, relative_difference(all, half, form->initial));
        raise(form->gap + 1, relative_difference(half, quarter, form->initial));
    }
}

void poincare_drift_finish(struct poincare_drift *drift)
{
    for (int f = 0; f < POINCARE_FORMS; f++) {
        struct poincare_form_drift *form = &drift->form[f];
        const double quotient = form->gap[0] / form->gap[1];

        for (size_t k = 0; k < drift->times; k++)
            raise(&form->maximum, form->drift[k]);
        if (isnan(form->maximum))
            form->coarse_maximum = NAN;
        form->coarse_floor = form->gap[0];
        form->points_floor = form->gap[0] * (quotient < 1 ? quotient : 1);
    }
}
