/* The defect of solutions by Taylor series: see defect.h. */
#include "reference/defect.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/steps/stepper.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { PLACES = 5, MORE_BITS = 32, BISECTIONS = 48, SUBSTEPS = 4, TABLEAU_BITS = 192 };
static const double DISTANCE = 1e-9; /* of the Gauss method, relative: its own errors are far smaller */

struct defect {
    const struct system *system;
    size_t d, kept;       /* kept: observables; each is followed by its d derivatives */
    expression *function; /* of all observables */
    double bound, sum;
    struct method gauss;
    struct setup setup;
    mpq_t step;
    mpfr_t *numbers, *s, *term, *size, *x, *slope, *f, *start, *value, *most;
};

/* The energy and the invariants with their derivatives; those whose derivatives exceed the bounds of the graph are
 * left out. */
static void find_kept(struct defect *w)
{
    const struct model *model = w->system->model;

    w->function = memory_create(w->system->observables * (1 + w->d), sizeof *w->function);
    for (size_t k = 0; k < w->system->observables; k++) {
        expression *own = w->function + w->kept * (1 + w->d);
        bool complete;

        own[0] = k ? model->invariant[k - 1].value : model->hamiltonian;
        complete = k ? own[0] != NULL : w->system->has_energy;

        for (size_t i = 0; complete && i < w->d; i++) {
            own[1 + i] = graph_derivative(model->graph, own[0], MODEL_BLOCK_COORDINATES, i);
            complete = own[1 + i];
        }
        w->kept += complete;
    }
}

static void evaluate(mpfr_t *values, size_t count, const expression *function, mpfr_t *x)
{
    if (count)
        graph_value_all(values, count, function, (mpfr_t *const[]){[MODEL_BLOCK_COORDINATES] = x});
}

struct defect *defect_create(const struct system *system, mpfr_t *initial, mpfr_prec_t precision,
                             double bound)
{
    struct defect *w = memory_create(1, sizeof *w);
    size_t d = system->dimension, values;
    struct error ignored;

    *w = (struct defect){.system = system, .d = d, .bound = bound};
    find_kept(w);
    values = w->kept * (1 + d);
    w->numbers = number_block_create(3 + 3 * d + 2 * values + w->kept, precision + MORE_BITS);
    w->s = w->numbers;
    w->term = w->s + 1;
    w->size = w->term + 1;
    w->x = w->size + 1;
    w->slope = w->x + d;
    w->f = w->slope + d;
    w->start = w->f + d;
    w->value = w->start + values;
    w->most = w->value + values;
    evaluate(w->start, values, w->function, initial);
    mpq_init(w->step);
    method_find("runge-kutta:gauss-6", &w->gauss, &ignored);
    w->setup = (struct setup){.system = system,
                              .method = &w->gauss,
                              .projection = projection_find("none"),
                              .step = w->step,
                              .initial = w->f,
                              .secular = system->model->secular};
    setup_prepare(&w->setup, TABLEAU_BITS, &ignored);
    return w;
}

void defect_destroy(struct defect *w)
{
    if (!w)
        return;
    setup_release(&w->setup);
    mpq_clear(w->step);
    number_block_destroy(w->numbers);
    free(w->function);
    free(w);
}

double defect_sum(const struct defect *w)
{
    return w->sum;
}

/* |term / size|; infinity for what is not a number. */
static double ratio(struct defect *w)
{
    mpfr_div(*w->term, *w->term, *w->size, MPFR_RNDN);
    return mpfr_number_p(*w->term) ? fabs(mpfr_get_d(*w->term, MPFR_RNDN)) : INFINITY;
}

/* x(s) and x'(s) */
static void sum_series(struct defect *w, struct jet *series, size_t order)
{
    for (size_t i = 0; i < w->d; i++) {
        mpfr_set(w->x[i], jet_input(series, 0, i, order), MPFR_RNDN);
        mpfr_set_zero(w->slope[i], 1);
        for (size_t k = order; k-- > 0;) {
            mpfr_fma(w->slope[i], w->slope[i], *w->s, w->x[i], MPFR_RNDN);
            mpfr_fma(w->x[i], w->x[i], *w->s, jet_input(series, 0, i, k), MPFR_RNDN);
        }
    }
}

/* delta at this part of the step */
static double measure(struct defect *w, struct jet *series, size_t order, mpfr_srcptr h, double part)
{
    double largest = 0;

    mpfr_mul_d(*w->s, h, part, MPFR_RNDN);
    sum_series(w, series, order);
    evaluate(w->f, w->d, w->system->field.entry, w->x);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_srcptr begin = jet_input(series, 0, i, 0);

        mpfr_abs(*w->term, mpfr_cmpabs(w->x[i], begin) > 0 ? w->x[i] : begin, MPFR_RNDN);
        if (i == 0 || mpfr_cmp(*w->term, *w->size) > 0)
            mpfr_set(*w->size, *w->term, MPFR_RNDN);
    }
    for (size_t i = 0; i < w->d; i++) {
        mpfr_sub(*w->term, w->slope[i], w->f[i], MPFR_RNDN);
        mpfr_mul(*w->term, *w->term, h, MPFR_RNDN);
        largest = fmax(largest, mpfr_zero_p(*w->term) ? 0 : ratio(w));
    }
    return largest;
}

bool defect_keeps(struct defect *w, mpfr_t *state)
{
    double largest = 0;

    evaluate(w->value, w->kept * (1 + w->d), w->function, state);
    for (size_t k = 0; k < w->kept; k++) {
        mpfr_t *own = w->value + k * (1 + w->d);

        mpfr_abs(*w->size, own[0], MPFR_RNDN);
        for (size_t i = 0; i < w->d; i++) {
            mpfr_mul(*w->term, own[1 + i], state[i], MPFR_RNDN);
            mpfr_abs(*w->term, *w->term, MPFR_RNDN);
            mpfr_add(*w->size, *w->size, *w->term, MPFR_RNDN);
        }
        mpfr_max(w->most[k], w->most[k], *w->size, MPFR_RNDN);
        mpfr_set(*w->size, w->most[k], MPFR_RNDN);
        mpfr_sub(*w->term, own[0], w->start[k * (1 + w->d)], MPFR_RNDN);
        largest = fmax(largest, mpfr_zero_p(*w->term) ? 0 : ratio(w));
    }
    return largest <= w->bound;
}

/* Whether the Gauss method takes the beginning of the series to x, its end, or cannot tell. */
static bool gauss_agrees(struct defect *w, struct jet *series, mpfr_srcptr h)
{
    const size_t n = w->system->model->positions;
    double distance[2] = {0, 0},
           size[2] = {0, 0}; /* of positions, or all; of momenta, which have other units */
    int steps = 0;

    if (!w->setup.tableau)
        return true;
    mpfr_get_q(w->step, h);
    mpq_div_2exp(w->step, w->step, 2);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->f[i], jet_input(series, 0, i, 0), MPFR_RNDN);
    struct stepper_double *stepper = w->gauss.family->create_double(&w->setup);
    while (steps < SUBSTEPS && stepper->step(stepper) == NEWTON_CONVERGED)
        steps++;
    for (size_t i = 0; i < (n ? 2 * n : w->d); i++) {
        const bool momentum = n && i >= n;
        double end = mpfr_get_d(w->x[i], MPFR_RNDN);

        size[momentum] = fmax(size[momentum], fmax(fabs(end), fabs(mpfr_get_d(w->f[i], MPFR_RNDN))));
        distance[momentum] = fmax(distance[momentum], fabs(stepper->q[i] - end));
    }
    stepper->destroy(stepper);
    return steps < SUBSTEPS || !(distance[0] > DISTANCE * size[0] || distance[1] > DISTANCE * size[1]);
}

bool defect_accepts(struct defect *w, struct jet *series, size_t order, mpfr_srcptr h, double *part)
{
    double largest = 0, good = 0;

    for (int j = 1; j <= PLACES; j++) {
        double bad = (double)j / PLACES, here = measure(w, series, order, h, bad);

        if (here <= w->bound) {
            good = bad;
            largest = fmax(largest, here);
            continue;
        }
        for (int k = 0; k < BISECTIONS; k++) {
            double middle = (good + bad) / 2;

            if (measure(w, series, order, h, middle) <= w->bound)
                good = middle;
            else
                bad = middle;
        }
        *part = bad;
        return false;
    }
    w->sum += largest;
    *part = 1;
    return gauss_agrees(w, series, h);
}
