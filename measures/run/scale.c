/* The scales against which errors are judged: see scale.h.  Compiled for `dual`, which gives the gradients.
 */
#include "measures/run/scale.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

void scale_observables(const struct system *system, mpfr_t *initial, double *scale)
{
    size_t d = system->dimension, n = system->observables;
    struct evaluator_dual *evaluator = evaluator_create_dual(system->observe, 1);
    real *q = vector_create_dual(d), *value = vector_create_dual(n);
    double *sum = memory_create(n, sizeof *sum);

    for (size_t first = 0; first < d; first += DUAL_TANGENTS) {
        vector_set_mpfr_dual(q, initial, d);
        for (size_t k = 0; k < DUAL_TANGENTS && first + k < d; k++)
            q[first + k].tangent[k] = 1;
        evaluator_run_dual(evaluator, 1, (const real *const[]){q}, (real *const[]){value});
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < DUAL_TANGENTS && first + k < d; k++)
                sum[i] += fabs(value[i].tangent[k]) * fabs(q[first + k].value);
        }
    }
    for (size_t i = 0; i < n; i++) {
        scale[i] = fmax(fabs(value[i].value), 1e-3 * sum[i]);
        if (!(scale[i] > 0))
            scale[i] = 1;
    }
    free(sum);
    vector_destroy_dual(q);
    vector_destroy_dual(value);
    evaluator_destroy_dual(evaluator);
}

static double coordinate_scale(mpfr_srcptr initial, double excursion)
{
    double scale = fmax(fabs(mpfr_get_d(initial, MPFR_RNDN)), excursion);

    return scale > 0 ? scale : 1;
}

void scale_distance(mpfr_ptr result, size_t dimension, mpfr_t *x, mpfr_t *y, mpfr_t *initial,
                    const double *excursion)
{
    mpfr_t difference;

    mpfr_init2(difference, mpfr_get_prec(result));
    mpfr_set_zero(result, 1);
    for (size_t i = 0; i < dimension; i++) {
        mpfr_sub(difference, x[i], y[i], MPFR_RNDN);
        mpfr_div_d(difference, difference, coordinate_scale(initial[i], excursion[i]), MPFR_RNDN);
        mpfr_sqr(difference, difference, MPFR_RNDN);
        mpfr_add(result, result, difference, MPFR_RNDN);
    }
    mpfr_sqrt(result, result, MPFR_RNDN);
    mpfr_clear(difference);
}

/* Data are often powers of 2, and from 20/29 on they are one: what moves them by round-off has the same sizes. */
static const double BORDER = 1.45;

void scale_sizes(double *size, size_t n, size_t half, mpfr_t *x, mpfr_t *y)
{
    for (size_t first = 0; first < n; first += half) {
        const size_t end = first + half < n ? first + half : n;
        double largest = 0;

        for (size_t i = first; i < end; i++) {
            const double at = mpfr_get_d(x[i], MPFR_RNDN);

            size[i] = fmax(fabs(at), fabs(mpfr_get_d(y[i], MPFR_RNDN) - at));
            largest = fmax(largest, size[i]);
        }
        for (size_t i = first; i < end; i++)
            size[i] = size[i] > 0 ? size[i] : largest > 0 ? largest : 1;
        for (size_t i = first; i < end; i++)
            size[i] = isfinite(size[i]) ? ldexp(1, ilogb(BORDER * size[i])) : 1;
    }
}
