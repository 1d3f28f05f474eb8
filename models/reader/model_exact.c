/* The exact solution of a model: see model_exact.h.
 *
 * x(q0, t) is the flow when x(q0, 0) = q0 and d/dt x(q0, t) = v(x(q0, t)), q' = v(q).  The derivative by
 * the time is taken of the expressions; both sides are evaluated in MPFR at random points and times, the same
 * in every run, and the components are compared with the sum of the absolute values of both sides. */
#include "models/reader/model_exact.h"

#include <stdlib.h>

#include "models/kinds/kind.h"
#include "numerics/memory.h"

enum { HALVINGS = 12 };
static const double LONGEST_TIME = 8.0;

struct exact_trial {
    struct model_trial *w;
    const struct model_initial *initial;
    expression *rate;              /* dx/dt of (q0, t) */
    mpfr_t *start, *there, *other; /* q0; the left side of an equation, and the right side */
    mpfr_t sum, scale;             /* the largest difference of the sides; the terms it is measured by */
    double largest;                /* quotient of the two so far */
};

/* The position of the largest component of there - other, which goes to sum; scale = sum |there| + |other| */
static size_t compare(struct exact_trial *e)
{
    size_t worst = 0;
    mpfr_t term;

    mpfr_init2(term, MODEL_TRIAL_PRECISION);
    mpfr_set_zero(e->sum, 1);
    mpfr_set_zero(e->scale, 1);
    for (size_t i = 0; i < e->w->d; i++) {
        mpfr_abs(term, e->there[i], MPFR_RNDN);
        mpfr_add(e->scale, e->scale, term, MPFR_RNDN);
        mpfr_abs(term, e->other[i], MPFR_RNDN);
        mpfr_add(e->scale, e->scale, term, MPFR_RNDN);
        mpfr_sub(term, e->there[i], e->other[i], MPFR_RNDN);
        if (mpfr_cmpabs(term, e->sum) > 0) {
            mpfr_set(e->sum, term, MPFR_RNDN);
            worst = i;
        }
    }
    mpfr_clear(term);
    return worst;
}

/* Whether the sides agree; their difference counts for the sentence. */
static bool is_zero(struct exact_trial *e)
{
    double here = model_trial_ratio(e->sum, e->scale);
    mpfr_t bound;

    e->largest = here > e->largest ? here : e->largest;
    mpfr_init2(bound, MODEL_TRIAL_PRECISION);
    mpfr_div_2ui(bound, e->scale, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
    bool zero = mpfr_cmpabs(e->sum, bound) <= 0;
    mpfr_clear(bound);
    return zero;
}

/* other = q0, there = x(q0, 0) */
static void load_start(struct exact_trial *e)
{
    struct model_trial *w = e->w;

    mpfr_set_zero(*w->time, 1);
    model_trial_evaluate(w, e->there, w->d, w->model->exact);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_set(e->start[i], w->point[i], MPFR_RNDN);
        mpfr_set(e->other[i], w->point[i], MPFR_RNDN);
    }
}

/* there = dx/dt (q0, t), other = v(x(q0, t)); leaves the point at x(q0, t) */
static void load_rates(struct exact_trial *e, double time)
{
    struct model_trial *w = e->w;

    mpfr_set_d(*w->time, time, MPFR_RNDN);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->point[i], e->start[i], MPFR_RNDN);
    model_trial_evaluate(w, e->there, w->d, e->rate);
    model_trial_evaluate(w, e->other, w->d, w->model->exact);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->point[i], e->other[i], MPFR_RNDN);
    model_trial_evaluate(w, e->other, w->d, w->system->field);
}

static bool check_sample(struct exact_trial *e, uint64_t *state)
{
    struct model_trial *w = e->w;
    char state_letter = kind_table[w->model->kind]->state;
    double size = 1.0;

    for (int i = 0; i < HALVINGS; i++, size /= 2) {
        model_trial_move_near(w, e->initial, 0.125 * size, state);
        load_start(e);
        size_t worst = compare(e);
        if (mpfr_number_p(e->scale) && !is_zero(e))
            return model_trial_fail(
                w, NULL, "exact",
                "the exact solution does not start at %c0: at t = 0 its component %zu is not that of %c0; "
                "correct it or leave it out",
                state_letter, worst + 1, state_letter);
        load_rates(e, LONGEST_TIME * size * model_trial_random(state));
        worst = compare(e);
        if (mpfr_number_p(e->scale) && !is_zero(e))
            return model_trial_fail(
                w, NULL, "exact",
                "the exact solution is none: the derivative of its component %zu differs from the equation "
                "of motion by %.1e of its terms near the initial data '%s'; correct it or leave it out",
                worst + 1, model_trial_ratio(e->sum, e->scale), e->initial->name);
        if (mpfr_number_p(e->scale))
            return true;
    }
    return model_trial_fail(w, NULL, "exact",
                            "the exact solution or its derivative is not finite near the initial data '%s'",
                            e->initial->name);
}

static bool check_samples(struct exact_trial *e)
{
    uint64_t state = UINT64_C(20170506);
    bool valid = true;

    for (int i = 0; i < MODEL_TRIAL_POINTS && valid; i++)
        valid = check_sample(e, &state);
    if (valid)
        model_trial_pass(
            e->w->model,
            "%s: the exact solution starts at %c0 and satisfies the equations of motion at %d random "
            "points and times (relative residual %.0e)",
            e->initial->name, kind_table[e->w->model->kind]->state, MODEL_TRIAL_POINTS, e->largest);
    return valid;
}

bool model_exact_check(struct model_trial *w, const struct model_initial *initial)
{
    struct model *model = w->model;
    size_t d = w->d;

    if (!model->exact)
        return true;
    expression *rate = memory_create(d, sizeof *rate);
    mpfr_t *numbers = model_trial_create_numbers(3 * d);
    struct exact_trial e = {
        .w = w,
        .initial = initial,
        .rate = rate,
        .start = numbers,
        .there = numbers + d,
        .other = numbers + 2 * d,
    };
    for (size_t i = 0; i < d; i++)
        e.rate[i] = graph_derivative(model->graph, model->exact[i], MODEL_BLOCK_TIME, 0);
    mpfr_inits2(MODEL_TRIAL_PRECISION, e.sum, e.scale, (mpfr_ptr)0);
    bool valid = check_samples(&e);
    mpfr_clears(e.sum, e.scale, (mpfr_ptr)0);
    model_trial_destroy_numbers(numbers, 3 * d);
    free(rate);
    return valid;
}
