/* The reversal of a model: see model_reversal.h.
 *
 *     reversal = function (q, c) return { ... } end
 *
 * An involution rho of the coordinates under which the flow runs backwards, rho phi_t rho = phi_-t; that is
 * rho(rho(q)) = q and rho'(q) v(q) = -v(rho(q)), q' = v(q).  Both are evaluated in MPFR at random points,
 * the same in every run, and the components compared with the sum of the absolute values of both sides.
 *
 * The same Lagrangian, seen through rho with time reversed, has -rho'^T theta(rho(q)) in the place of theta.
 * Where the two are equal a variational method sees no difference; else they differ by a gradient, which is
 * said. */
#include "models/reader/model_reversal.h"

#include <stdlib.h>

#include "numerics/memory.h"

enum { HALVINGS = 12 };

struct reversal_trial {
    struct model_trial *w;
    const struct model_initial *initial;
    expression *function;   /* rho, v, theta, then rho' (d x d) */
    mpfr_t *start, *there;  /* the values of the first three at q, with rho'; at rho(q) */
    mpfr_t *point;          /* q */
    mpfr_t difference, sum; /* the largest of an equation; the terms it is measured by */
    double largest;         /* quotient of the two so far, where they count */
    bool same_gauge;
};

/* The difference and the sum of one component, x - y or x + y. */
static void compare(struct reversal_trial *r, mpfr_srcptr x, mpfr_srcptr y, bool opposite)
{
    mpfr_t term;

    mpfr_init2(term, MODEL_TRIAL_PRECISION);
    (opposite ? mpfr_add : mpfr_sub)(term, x, y, MPFR_RNDN);
    if (mpfr_cmpabs(term, r->difference) > 0 || mpfr_nan_p(term))
        mpfr_set(r->difference, term, MPFR_RNDN);
    mpfr_abs(term, x, MPFR_RNDN);
    mpfr_add(r->sum, r->sum, term, MPFR_RNDN);
    mpfr_abs(term, y, MPFR_RNDN);
    mpfr_add(r->sum, r->sum, term, MPFR_RNDN);
    mpfr_clear(term);
}

/* product = sum_j rho'_ij x_j, or sum_j rho'_ji x_j */
static void apply(mpfr_t product, const struct reversal_trial *r, size_t i, mpfr_t *x, bool transposed)
{
    size_t d = r->w->d;
    mpfr_t term;

    mpfr_init2(term, MODEL_TRIAL_PRECISION);
    mpfr_set_zero(product, 1);
    for (size_t j = 0; j < d; j++) {
        mpfr_mul(term, r->start[3 * d + (transposed ? j * d + i : i * d + j)], x[j], MPFR_RNDN);
        mpfr_add(product, product, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

static void start_comparison(struct reversal_trial *r)
{
    mpfr_set_zero(r->difference, 1);
    mpfr_set_zero(r->sum, 1);
}

static bool is_zero(const struct reversal_trial *r)
{
    bool zero;
    mpfr_t bound;

    mpfr_init2(bound, MODEL_TRIAL_PRECISION);
    mpfr_div_2ui(bound, r->sum, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
    zero = mpfr_cmpabs(r->difference, bound) <= 0;
    mpfr_clear(bound);
    return zero;
}

static double count(struct reversal_trial *r)
{
    double here = model_trial_ratio(r->difference, r->sum);

    r->largest = here > r->largest ? here : r->largest;
    return here;
}

/* rho(rho(q)) against q */
static void compare_points(struct reversal_trial *r)
{
    start_comparison(r);
    for (size_t i = 0; i < r->w->d; i++)
        compare(r, r->there[i], r->point[i], false);
}

/* rho'(q) v(q) against -v(rho(q)) */
static void compare_velocities(struct reversal_trial *r)
{
    size_t d = r->w->d;
    mpfr_t pushed;

    mpfr_init2(pushed, MODEL_TRIAL_PRECISION);
    start_comparison(r);
    for (size_t i = 0; i < d; i++) {
        apply(pushed, r, i, r->start + d, false);
        compare(r, pushed, r->there[d + i], true);
    }
    mpfr_clear(pushed);
}

/* rho'(q)^T theta(rho(q)) against -theta(q) */
static void compare_gauges(struct reversal_trial *r)
{
    size_t d = r->w->d;
    mpfr_t pulled;

    mpfr_init2(pulled, MODEL_TRIAL_PRECISION);
    start_comparison(r);
    for (size_t i = 0; i < d; i++) {
        apply(pulled, r, i, r->there + 2 * d, true);
        compare(r, pulled, r->start[2 * d + i], true);
    }
    mpfr_clear(pulled);
}

/* All values at a random point q and at rho(q); false where they are not finite. */
static bool evaluate(struct reversal_trial *r, double radius, uint64_t *state)
{
    struct model_trial *w = r->w;
    size_t d = w->d;

    model_trial_move_near(w, r->initial, radius, state);
    model_trial_evaluate(w, r->start, 3 * d + d * d, r->function);
    for (size_t i = 0; i < d; i++) {
        mpfr_set(r->point[i], w->point[i], MPFR_RNDN);
        mpfr_set(w->point[i], r->start[i], MPFR_RNDN);
    }
    model_trial_evaluate(w, r->there, 3 * d, r->function);
    for (size_t i = 0; i < 3 * d + d * d; i++) {
        if (!mpfr_number_p(r->start[i]) || (i < 3 * d && !mpfr_number_p(r->there[i])))
            return false;
    }
    return true;
}

static bool check_point(struct reversal_trial *r)
{
    double here;

    compare_points(r);
    here = count(r);
    if (!is_zero(r))
        return model_trial_fail(
            r->w, NULL, "reversal",
            "the reversal is no involution: twice applied it misses its point by %.1e of its "
            "size near the initial data '%s'; correct it or leave it out",
            here, r->initial->name);
    compare_velocities(r);
    here = count(r);
    if (!is_zero(r))
        return model_trial_fail(r->w, NULL, "reversal",
                                "the reversal does not reverse the flow: rho' f + f(rho) is %.1e of "
                                "its terms near the initial data '%s'; correct it or leave it out",
                                here, r->initial->name);
    compare_gauges(r);
    r->same_gauge = r->same_gauge && is_zero(r);
    return true;
}

static bool check_sample(struct reversal_trial *r, uint64_t *state)
{
    double radius = 0.125;

    for (int i = 0; i < HALVINGS; i++, radius /= 2) {
        if (evaluate(r, radius, state))
            return check_point(r);
    }
    return model_trial_fail(r->w, NULL, "reversal",
                            "the reversal, or the equation of motion where it leads, is not finite near the "
                            "initial data '%s'",
                            r->initial->name);
}

static bool check_samples(struct reversal_trial *r)
{
    uint64_t state = UINT64_C(20170504);

    r->same_gauge = true;
    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        if (!check_sample(r, &state))
            return false;
    }
    model_trial_pass(r->w->model,
                     "%s: the reversal is an involution and reverses the equations of motion at %d random "
                     "points (relative residual %.0e)%s%s",
                     r->initial->name, MODEL_TRIAL_POINTS, r->largest,
                     r->w->model->theta ? "; theta is reversed with it" : "",
                     r->same_gauge ? "" : " up to a gradient");
    return true;
}

/* False where the derivatives exceed the bounds of the graph. */
static bool fill_functions(struct reversal_trial *r)
{
    const struct model *model = r->w->model;
    size_t d = r->w->d;

    for (size_t i = 0; i < d; i++) {
        r->function[i] = model->reversal[i];
        r->function[d + i] = r->w->system->field[i];
        r->function[2 * d + i] = model->theta ? model->theta[i] : graph_integer(model->graph, 0);
        for (size_t j = 0; j < d; j++) {
            r->function[3 * d + i * d + j] = model_trial_derivative(r->w, model->reversal[i], j);
            if (!r->function[3 * d + i * d + j])
                return error_set(r->w->error, "%s: the derivatives of the reversal: %s", model->path,
                                 graph_error(model->graph));
        }
    }
    return true;
}

bool model_reversal_check(struct model_trial *w, const struct model_initial *initial)
{
    size_t d = w->d, numbers = 3 * d + d * d;
    struct reversal_trial r = {.w = w, .initial = initial};
    bool valid;

    if (!w->model->reversal)
        return true;
    r.function = memory_create(numbers, sizeof *r.function);
    r.start = model_trial_create_numbers(numbers);
    r.there = model_trial_create_numbers(3 * d);
    r.point = model_trial_create_numbers(d);
    mpfr_inits2(MODEL_TRIAL_PRECISION, r.difference, r.sum, (mpfr_ptr)0);
    valid = fill_functions(&r) && check_samples(&r);
    mpfr_clears(r.difference, r.sum, (mpfr_ptr)0);
    model_trial_destroy_numbers(r.start, numbers);
    model_trial_destroy_numbers(r.there, 3 * d);
    model_trial_destroy_numbers(r.point, d);
    free(r.function);
    return valid;
}
