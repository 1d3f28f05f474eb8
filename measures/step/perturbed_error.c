/* The error of a step on a perturbed system, by powers of what is small.
 *
 * With the error E(e) = Phi_h(z; e) - phi_h(z; e) of a step from the initial data, e the small parameter of the model,
 *
 *     E(e) = E_0 + e E_1 + e^2 E_2 + ..,      perturbed_error:k = max_i |E_k,i| / h
 *
 * falls as h^(s_k) for a method of generalized order (s_1, s_2, ..), whose error is O(e h^(s_1) + e^2 h^(s_2) + ..)
 * after a time that is fixed, and perturbed_error:0 is zero where a step follows the system without its perturbation.
 * E_k is the divided difference
 *
 *     E_k = sum_j (-1)^(k - j) (k over j) E(j u) / (k! u^k) + O(u E_(k+1)),      j = 0 .. k
 *
 * with u = 2^-b at b bits, far below all that is measured, and steps of (k + 1) b bits, so that b are left.  Its order as
 * the step goes to zero is the exponent with which it falls at h = 2^-12 u, 2^-16 u, ..., 2^-60 u (u the power of 16
 * above the step of the cell): the finest step comes first, then the coarsest, then the finer ones in turn, until three
 * exponents between neighbours are clear of round-off.
 *
 * Sources: McLachlan (1995), Composition methods in the presence of small parameters, BIT 35; Laskar, Robutel (2001),
 * High order symplectic integrators for perturbed Hamiltonian systems, section 3. */
#include "measures/step/perturbed_error.h"

#include <math.h>
#include <stdlib.h>

#include "measures/measure.h"
#include "measures/step/local_error.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum {
    GUARD_BITS = 32,
    STEPS = 13,
    FIRST = 12,
    SPACING = 4,
    LEAST_EXPONENTS = 3,
    HIDDEN_BELOW = 26 - PERTURBED_BITS /* log2 of what round-off may leave */
};

/* The errors at the parameter j 2^-bits; the caller's.  NULL where the step is not made. */
static mpfr_t *create_errors(const struct cell_request *request, unsigned long j, long bits)
{
    struct cell_request there = *request;
    struct error ignored;
    struct problem *problem;
    mpfr_t *errors = NULL;
    char *value;
    mpq_t small;

    mpq_init(small);
    mpq_set_ui(small, j, 1);
    mpq_div_2exp(small, small, (mp_bitcnt_t)bits);
    value = exact_text(small);
    mpq_clear(small);
    problem = problem_create_with(request->problem,
                                  (struct model_override){request->problem->model->small, value}, &ignored);
    if (problem) {
        there.problem = problem;
        there.steps = 1;
        errors = local_error_create(&there);
    }
    problem_destroy(problem);
    free(value);
    return errors;
}

/* sum += factor x */
static void add(mpfr_t *sum, long factor, mpfr_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpfr_mul_si(x[i], x[i], factor, MPFR_RNDN);
        mpfr_add(sum[i], sum[i], x[i], MPFR_RNDN);
    }
}

/* value = max |sum_i| / (k! u^k h) */
static void scale(mpfr_t value, mpfr_t *sum, size_t count, unsigned k, long bits, mpq_srcptr step)
{
    mpfr_set_zero(value, 1);
    for (size_t i = 0; i < count; i++) {
        for (unsigned j = 2; j <= k; j++)
            mpfr_div_ui(sum[i], sum[i], j, MPFR_RNDN);
        mpfr_mul_2si(sum[i], sum[i], (long)k * bits, MPFR_RNDN);
        mpfr_div_q(sum[i], sum[i], step, MPFR_RNDN);
        if (mpfr_cmpabs(sum[i], value) > 0)
            mpfr_abs(value, sum[i], MPFR_RNDN);
    }
}

static bool measure(const struct cell_request *request, mpfr_t value, unsigned k)
{
    const size_t d = request->problem->system->dimension;
    const long bits = request->bits == CELL_DOUBLE ? STEP_MEASURE_BITS_OF_DOUBLE : request->bits;
    struct cell_request finer = *request;
    long binomial = k % 2 ? -1 : 1; /* (-1)^(k - j) (k over j) */
    bool good = true;
    mpfr_t *sum;

    finer.bits = (long)(k + 1) * bits + GUARD_BITS;
    sum = number_block_create(d, finer.bits);
    for (unsigned j = 0; j <= k && good; j++) {
        mpfr_t *errors = create_errors(&finer, j, bits);

        good = errors;
        if (good)
            add(sum, binomial, errors, d);
        number_block_destroy(errors);
        binomial = -binomial * (long)(k - j) / (long)(j + 1);
    }
    mpfr_set_nan(value);
    if (good)
        scale(value, sum, d, k, bits, request->step);
    number_block_destroy(sum);
    return true;
}

double perturbed_error_size(const struct cell_request *request, int power, int exponent, long bits)
{
    struct cell_request cell = *request;
    long scale;
    double fraction;
    mpfr_t value;
    mpq_t step;

    mpq_init(step);
    mpfr_init2(value, CELL_LEAST_BITS);
    exact_set_power(step, exponent);
    cell.step = step;
    cell.bits = bits;
    measure(&cell, value, (unsigned)power);
    fraction = mpfr_get_d_2exp(&scale, value, MPFR_RNDN);
    mpfr_clear(value);
    mpq_clear(step);
    return log2(fabs(fraction)) + (double)(scale + exponent); /* not over h */
}

/* Which of the steps comes n-th. */
static int find_turn(int n)
{
    return n == 1 ? 0 : STEPS - (n ? n : 1);
}

/* log2 of the k-th step. */
static int find_exponent(const struct cell_request *request, int k)
{
    const int unit = (int)floor(log2(exact_to_double(request->step)) / SPACING) + 1;

    return SPACING * (unit - k) - FIRST;
}

/* Whether the last exponents are one whole number, and do not leave it as the step goes to zero. */
static bool is_whole(const double exponent[LEAST_EXPONENTS])
{
    const double *last = exponent + LEAST_EXPONENTS - 1, whole = round(*last);
    bool same = true;

    for (int k = 0; k < LEAST_EXPONENTS; k++)
        same = same && fabs(exponent[k] - whole) <= 0.02;
    return same && fabs(last[0] - whole) <= fmax(1e-5, fabs(last[-1] - whole));
}

/* The last exponents between neighbours that are clear, the finest last; false: there are fewer. */
static bool find_exponents(const double *size, double exponent[LEAST_EXPONENTS])
{
    int found = LEAST_EXPONENTS;

    for (int k = STEPS - 2; k >= 0 && found; k--) {
        const bool clear = isfinite(size[k]) && isfinite(size[k + 1]) && size[k + 1] > HIDDEN_BELOW;

        if (clear)
            exponent[--found] = (size[k] - size[k + 1]) / SPACING;
        else if (found < LEAST_EXPONENTS)
            return false;
    }
    return found == 0;
}

double perturbed_error_order(const struct cell_request *request, int power)
{
    double size[STEPS], exponent[LEAST_EXPONENTS], largest = -INFINITY;
    bool enough = false;

    for (int k = 0; k < STEPS; k++)
        size[k] = NAN; /* not asked for */
    for (int n = 0; n < STEPS && !enough; n++) {
        const int k = find_turn(n);

        size[k] = perturbed_error_size(request, power, find_exponent(request, k), PERTURBED_BITS);
        largest = fmax(largest, isnan(size[k]) ? INFINITY : size[k]);
        enough = n ? largest <= HIDDEN_BELOW || find_exponents(size, exponent) : false;
    }
    if (largest <= HIDDEN_BELOW)
        return INFINITY;
    return enough && is_whole(exponent) ? exponent[LEAST_EXPONENTS - 1] - 1 : NAN;
}

void perturbed_error_add_orders(struct result *result, const struct result_request *request)
{
    const struct cell_request *cell = &request->cell;

    for (int row = MEASURE_PERTURBED_ERROR; row <= MEASURE_PERTURBED_ERROR_LAST; row++) {
        struct measure_id id = measure_of(cell->problem, (enum measure_row)row, 0);
        const int power = measure_power(id.measure);
        double order;

        if (!power || !measure_taken((enum measure_row)row, request->measures, request->measure) ||
            measure_refusal(id, cell->problem, &cell->method, cell->projection))
            continue;
        order = perturbed_error_order(cell, power);
        id.aspect = MEASURE_RUN;
        if (!isinf(order))
            result_add_double(result, id, order);
    }
}

#define DEFINE(k)                                                                                            \
    bool perturbed_error_##k(const struct cell_request *request, mpfr_t value, struct error *error)          \
    {                                                                                                        \
        (void)error;                                                                                         \
        return measure(request, value, k);                                                                   \
    }
DEFINE(0)
DEFINE(1)
DEFINE(2)
DEFINE(3)
DEFINE(4)
