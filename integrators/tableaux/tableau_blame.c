/* What is wrong with coefficients: see tableau_blame.h.
 *
 * Let r(x) be the residuals of all conditions that the claims make,
 *
 *     sum_i b_i Phi_i(t) - 1/gamma(t)         for the trees t up to the order (tableau_order.c)
 *     b_i abar_ij + b_j a_ji - b_i b_j        for symplecticity
 *     a_(s+1-i)(s+1-j) + a_ij - b_j           for symmetry, likewise abar; b_(s+1-i) - b_i
 *
 * A coefficient x_k is to blame where a change of it alone makes them all zero (coefficient_mend.h). */
#include <math.h>
#include "integrators/tableaux/tableau_blame.h"

#include <stdlib.h>

#include "integrators/tableaux/coefficient_mend.h"
#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_order.h"

enum { LOST_BITS = 40 };

struct work {
    const struct tableau_claims *claims;
    struct rooted_trees *trees;
    size_t stages, trees_used;
    struct tableau *tableau;    /* which is changed: */
    struct tableau_place place; /* there, where it was x */
    mpfr_srcptr x;
    struct coefficient_mend mend;
};

/* ---- residuals ---- */

static mpfr_t *add_symplectic(const struct tableau *t, mpfr_t *r)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++, r++) {
            mpfr_fmma(*r, t->b[i], t->abar[i * s + j], t->b[j], t->a[j * s + i], MPFR_RNDN);
            mpfr_fms(*r, t->b[i], t->b[j], *r, MPFR_RNDN);
        }
    }
    return r;
}

static mpfr_t *add_symmetric(const struct tableau *t, mpfr_t *const matrix, mpfr_t *r)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++, r++) {
            mpfr_add(*r, matrix[i * s + j], matrix[(s - 1 - i) * s + s - 1 - j], MPFR_RNDN);
            mpfr_sub(*r, *r, t->b[j], MPFR_RNDN);
        }
    }
    return r;
}

static void find_residuals(void *context, mpfr_t *r)
{
    const struct work *w = context;
    const struct tableau *t = w->tableau;
    const size_t s = w->stages;

    tableau_order_residuals(t, w->trees, r);
    r += w->trees_used;
    if (w->claims->symplectic)
        r = add_symplectic(t, r);
    if (!w->claims->symmetric)
        return;
    r = add_symmetric(t, t->a, r);
    r = add_symmetric(t, t->abar, r);
    for (size_t i = 0; i < s; i++)
        mpfr_sub(r[i], t->b[i], t->b[s - 1 - i], MPFR_RNDN);
}

/* ---- one coefficient ---- */

static mpfr_t *coefficient_at(struct tableau *t, struct tableau_place place)
{
    mpfr_t *const arrays[TABLEAU_NEAREST_ARRAYS] = {t->a, t->abar, t->b};
    const size_t row = place.array == TABLEAU_NEAREST_B ? 0 : place.row - 1;

    return arrays[place.array] + row * t->stages + place.column - 1;
}

/* Sets the coefficient to x + d, of an unpartitioned tableau in both matrices. */
static void set_coefficient(void *context, mpfr_srcptr d)
{
    const struct work *w = context;
    struct tableau_place place = w->place;
    mpfr_t *at = coefficient_at(w->tableau, place);

    mpfr_add(*at, w->x, d, MPFR_RNDN);
    if (place.array != TABLEAU_NEAREST_A || w->tableau->partitioned)
        return;
    place.array = TABLEAU_NEAREST_ABAR;
    mpfr_set(*coefficient_at(w->tableau, place), *at, MPFR_RNDN);
}

/* Coefficients that no method of the same form has are not to blame for being zero. */
static bool may_be_wrong(const struct work *w, struct tableau_place place, bool is_explicit)
{
    if (place.array == TABLEAU_NEAREST_ABAR && !w->tableau->partitioned)
        return false;
    return place.array == TABLEAU_NEAREST_B || !is_explicit || place.column < place.row;
}

static void try_coefficient(struct work *w, struct tableau_blame *blame, struct coefficient_mended *best)
{
    mpfr_t x;
    double left;

    mpfr_init2(x, w->tableau->precision);
    mpfr_set(x, *coefficient_at(w->tableau, w->place), MPFR_RNDN);
    w->x = x;
    left = coefficient_mend_run(&w->mend, blame->largest);
    if (coefficient_mend_restores(&w->mend, left, blame->largest)) {
        blame->singles++;
        if (coefficient_mend_improve(best, &w->mend, x, left))
            blame->place = w->place;
    }
    mpfr_set_zero(w->mend.d, 1);
    set_coefficient(w, w->mend.d);
    mpfr_clear(x);
}

static bool is_explicit(const struct tableau *t)
{
    bool lower = !t->partitioned;

    for (size_t i = 0; i < t->stages; i++) {
        for (size_t j = i; j < t->stages; j++)
            lower = lower && mpfr_zero_p(t->a[i * t->stages + j]);
    }
    return lower;
}

static void try_coefficients(struct work *w, struct tableau_blame *blame)
{
    struct coefficient_mended best = {.left = HUGE_VAL, .relative = HUGE_VAL};
    const bool lower = is_explicit(w->tableau);

    for (int array = 0; array < TABLEAU_NEAREST_ARRAYS; array++) {
        const size_t rows = array == TABLEAU_NEAREST_B ? 1 : w->stages;

        for (size_t k = 0; k < rows * w->stages; k++) {
            w->place =
                (struct tableau_place){(enum tableau_nearest_array)array,
                                       array == TABLEAU_NEAREST_B ? 0 : k / w->stages + 1, k % w->stages + 1};
            if (may_be_wrong(w, w->place, lower))
                try_coefficient(w, blame, &best);
        }
    }
    blame->mended = best;
}

/* ---- other mistakes ---- */

static void transpose(mpfr_t *matrix, size_t s)
{
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < i; j++)
            mpfr_swap(matrix[i * s + j], matrix[j * s + i]);
    }
}

/* target_ij = b_j (1 - source_ji / b_i) */
static void make_pair(const struct tableau *t, mpfr_t *target, mpfr_t *source)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_ptr x = target[i * s + j];

            mpfr_div(x, source[j * s + i], t->b[i], MPFR_RNDN);
            mpfr_ui_sub(x, 1, x, MPFR_RNDN);
            mpfr_mul(x, x, t->b[j], MPFR_RNDN);
        }
    }
}

static void change(struct tableau *t, enum tableau_repair repair)
{
    const size_t s = t->stages;

    switch (repair) {
    case TABLEAU_REPAIR_TRANSPOSED:
        transpose(t->a, s);
        transpose(t->abar, s);
        break;
    case TABLEAU_REPAIR_REVERSED:
        for (size_t i = 0; i < s / 2; i++)
            mpfr_swap(t->b[i], t->b[s - 1 - i]);
        break;
    case TABLEAU_REPAIR_ABAR:
        make_pair(t, t->abar, t->a);
        break;
    case TABLEAU_REPAIR_A:
        make_pair(t, t->a, t->abar);
        break;
    default:
        for (size_t i = 0; i < s * s; i++)
            mpfr_set(t->abar[i], t->a[i], MPFR_RNDN);
        break;
    }
}

/* Those about abar are none where there is no pair. */
static void try_repairs(struct work *w, struct tableau_blame *blame)
{
    struct tableau *given = w->tableau;
    const unsigned count = given->partitioned ? TABLEAU_REPAIRS : TABLEAU_REPAIR_ABAR;

    for (unsigned repair = 0; repair < count; repair++) {
        w->tableau = tableau_copy(given, given->precision);
        change(w->tableau, (enum tableau_repair)repair);
        if (coefficient_mend_restores(&w->mend, coefficient_mend_residual(&w->mend), blame->largest))
            blame->repairs |= 1U << repair;
        tableau_destroy(w->tableau);
    }
    w->tableau = given;
}

/* ---- all of it ---- */

static void find_condition(const struct work *w, struct tableau_blame *blame)
{
    for (size_t i = 0; i < w->trees_used; i++) {
        blame->residual = mpfr_get_d(w->mend.r[i], MPFR_RNDN);
        if (fabs(blame->residual) <= coefficient_mend_threshold(&w->mend))
            continue;
        blame->order = (int)w->trees->tree[i].order;
        rooted_trees_condition(w->trees, i, blame->condition, sizeof blame->condition);
        rooted_trees_differential(w->trees, i, blame->differential, sizeof blame->differential);
        return;
    }
    blame->residual = 0;
}

void tableau_blame_find(struct tableau_blame *blame, const struct tableau *tableau,
                        const struct tableau_claims *claims)
{
    const int most = tableau->partitioned ? TABLEAU_BLAME_PARTITIONED : TABLEAU_BLAME_ORDER;
    const size_t s = tableau->stages;
    struct work w = {.claims = claims, .stages = s, .tableau = tableau_copy(tableau, tableau->precision)};

    *blame = (struct tableau_blame){.fails = false};
    w.trees = rooted_trees_create(claims->order < 1      ? 1
                                  : claims->order > most ? (unsigned)most
                                                         : (unsigned)claims->order,
                                  tableau->partitioned ? 2 : 1, ROOTED_TREES_ALL);
    w.trees_used = w.trees->count;
    w.mend = (struct coefficient_mend){.residuals = w.trees_used + (claims->symplectic ? s * s : 0) +
                                                    (claims->symmetric ? 2 * s * s + s : 0),
                                       .precision = tableau->precision,
                                       .context = &w,
                                       .change = set_coefficient,
                                       .find = find_residuals};
    coefficient_mend_init(&w.mend);
    blame->largest = coefficient_mend_residual(&w.mend);
    blame->fails = !(blame->largest <= coefficient_mend_threshold(&w.mend));
    if (blame->fails) {
        find_condition(&w, blame);
        try_coefficients(&w, blame);
        try_repairs(&w, blame);
    }
    coefficient_mend_clear(&w.mend);
    rooted_trees_destroy(w.trees);
    tableau_destroy(w.tableau);
}

bool tableau_blame_find_node(struct tableau_blame *blame, const struct tableau *t)
{
    const size_t s = t->stages;
    mpfr_t sum, difference;
    bool found = false;

    *blame = (struct tableau_blame){.fails = false};
    mpfr_inits2(t->precision, sum, difference, (mpfr_ptr)0);
    for (size_t i = 0; i < s && !found; i++) {
        double size;

        mpfr_set_zero(sum, 1);
        for (size_t j = 0; j < s; j++)
            mpfr_add(sum, sum, t->a[i * s + j], MPFR_RNDN);
        mpfr_sub(difference, t->c[i], sum, MPFR_RNDN);
        blame->mended.difference = mpfr_get_d(difference, MPFR_RNDN);
        found = !(fabs(blame->mended.difference) <= ldexp(1, LOST_BITS - (int)t->precision));
        if (!found)
            continue;
        size = fabs(mpfr_get_d(sum, MPFR_RNDN));
        blame->place.row = i + 1;
        blame->mended.digit = size > 0 ? tableau_nearest_digit(blame->mended.difference, size) : 0;
        coefficient_mend_write(blame->mended.given, t->c[i], blame->mended.digit);
        coefficient_mend_write(blame->mended.meant, sum, blame->mended.digit);
    }
    mpfr_clears(sum, difference, (mpfr_ptr)0);
    return found;
}
