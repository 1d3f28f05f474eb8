/* What is wrong with coefficients: see tableau_blame.h.
 *
 * Let r(x) be the residuals of all conditions that the claims make,
 *
 *     sum_i b_i Phi_i(t) - 1/gamma(t)         for the trees t up to the order (tableau_order.c), with the weights of their roots
 *     b_i abar_ij + bbar_j a_ji - b_i bbar_j, b_i - bbar_i                                   for symplecticity, of Nystroem methods
 *     bbar_i (1 - c_i) - b_i, bbar_i (b_j - a_ij) - bbar_j (b_i - a_ji)
 *     the coefficients less those of the adjoint (tableau_create_adjoint)                    for symmetry
 *
 * A coefficient x_k is to blame where a change of it alone makes them all zero (coefficient_mend.h). */
#include <math.h>
#include "integrators/tableaux/tableau_blame.h"

#include <stdlib.h>

#include "integrators/stages/stages.h"
#include "integrators/tableaux/coefficient_mend.h"
#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_order.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { LOST_BITS = 40 };

struct work {
    struct tableau_claims claims;
    struct rooted_trees *trees;
    size_t stages, roots, conditions;
    size_t *order;              /* of the adjoint's stages, for symmetry */
    struct tableau *tableau;    /* which is changed: */
    struct tableau_place place; /* there, where it was x */
    mpfr_srcptr x;
    struct coefficient_mend mend;
};

/* ---- residuals ---- */

static bool is_matrix(enum tableau_nearest_array array)
{
    return array == TABLEAU_NEAREST_A || array == TABLEAU_NEAREST_ABAR;
}

static mpfr_t *add_symplectic(const struct tableau *t, mpfr_t *r)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++, r++) {
            mpfr_fmma(*r, t->b[i], t->abar[i * s + j], t->bbar[j], t->a[j * s + i], MPFR_RNDN);
            mpfr_fms(*r, t->b[i], t->bbar[j], *r, MPFR_RNDN);
        }
    }
    for (size_t i = 0; i < s; i++, r++)
        mpfr_sub(*r, t->b[i], t->bbar[i], MPFR_RNDN);
    return r;
}

static mpfr_t *add_symplectic_nystroem(const struct tableau *t, mpfr_t *r)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++, r++) {
        mpfr_fms(*r, t->bbar[i], t->c[i], t->bbar[i], MPFR_RNDN);
        mpfr_add(*r, *r, t->b[i], MPFR_RNDN);
    }
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++, r++) {
            mpfr_fmms(*r, t->bbar[i], t->a[i * s + j], t->bbar[j], t->a[j * s + i], MPFR_RNDN);
            mpfr_fma(*r, t->bbar[j], t->b[i], *r, MPFR_RNDN);
            mpfr_fms(*r, t->bbar[i], t->b[j], *r, MPFR_RNDN);
        }
    }
    return r;
}

static mpfr_t *add_differences(mpfr_t *x, mpfr_t *y, size_t count, mpfr_t *r)
{
    for (size_t i = 0; i < count; i++)
        mpfr_sub(r[i], x[i], y[i], MPFR_RNDN);
    return r + count;
}

/* Only of a Nystroem method is c more than the sums of rows. */
static mpfr_t *add_symmetric(const struct tableau *t, const size_t *order, mpfr_t *r)
{
    struct tableau *adjoint = tableau_create_adjoint(t);
    const size_t s = t->stages;

    stages_permute(adjoint, order);
    r = add_differences(t->a, adjoint->a, s * s, r);
    r = add_differences(t->b, adjoint->b, s, r);
    r = add_differences(t->bbar, adjoint->bbar, s, r);
    r = t->form == TABLEAU_NYSTROEM ? add_differences(t->c, adjoint->c, s, r)
                                    : add_differences(t->abar, adjoint->abar, s * s, r);
    tableau_destroy(adjoint);
    return r;
}

/* All of r: zeros where there is no more. */
static void find_residuals(void *context, mpfr_t *r)
{
    const struct work *w = context;
    const struct tableau *t = w->tableau;
    mpfr_t *const end = r + w->mend.residuals;

    tableau_order_residuals(t, w->trees, r);
    r += w->conditions;
    if (w->claims.symplectic)
        r = t->form == TABLEAU_NYSTROEM ? add_symplectic_nystroem(t, r) : add_symplectic(t, r);
    if (w->claims.symmetric)
        r = add_symmetric(t, w->order, r);
    for (; r < end; r++)
        mpfr_set_zero(*r, 1);
}

/* ---- one coefficient ---- */

static mpfr_t *coefficient_at(struct tableau *t, struct tableau_place place)
{
    mpfr_t *const arrays[TABLEAU_NEAREST_ALL] = {t->a, t->abar, t->b, t->bbar, t->c};
    const size_t row = is_matrix(place.array) ? place.row - 1 : 0;

    return arrays[place.array] + row * t->stages + place.column - 1;
}

/* Sets the coefficient to x + d, of an unpartitioned tableau in both matrices, and of common weights in both. */
static void set_coefficient(void *context, mpfr_srcptr d)
{
    const struct work *w = context;
    const struct tableau *t = w->tableau;
    struct tableau_place place = w->place;
    mpfr_t *at = coefficient_at(w->tableau, place);

    mpfr_add(*at, w->x, d, MPFR_RNDN);
    if (t->form != TABLEAU_COMMON || place.array == TABLEAU_NEAREST_ABAR ||
        (place.array == TABLEAU_NEAREST_A && t->partitioned))
        return;
    place.array = place.array == TABLEAU_NEAREST_A ? TABLEAU_NEAREST_ABAR : TABLEAU_NEAREST_BBAR;
    mpfr_set(*coefficient_at(w->tableau, place), *at, MPFR_RNDN);
}

/* Coefficients that no method of the same form has are not to blame for being zero. */
static bool may_be_wrong(const struct work *w, struct tableau_place place, bool is_explicit)
{
    const struct tableau *t = w->tableau;
    const bool nystroem = t->form == TABLEAU_NYSTROEM;

    if ((place.array == TABLEAU_NEAREST_ABAR && (nystroem || !t->partitioned)) ||
        (place.array == TABLEAU_NEAREST_BBAR && t->form == TABLEAU_COMMON) ||
        (place.array == TABLEAU_NEAREST_C && !nystroem))
        return false;
    return !is_matrix(place.array) || !is_explicit || place.column < place.row;
}

static void try_coefficient(struct work *w, struct tableau_blame *blame, struct coefficient_mended *best)
{
    mpfr_t x;
    double left;

    mpfr_init2(x, w->tableau->precision);
    mpfr_set(x, *coefficient_at(w->tableau, w->place), MPFR_RNDN);
    w->x = x;
    left = coefficient_mend_run(&w->mend, x, blame->largest);
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
    bool lower = !t->partitioned || t->form == TABLEAU_NYSTROEM;

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

    for (enum tableau_nearest_array array = 0; array < TABLEAU_NEAREST_ALL; array++) {
        const size_t rows = is_matrix(array) ? w->stages : 1;

        for (size_t k = 0; k < rows * w->stages; k++) {
            w->place =
                (struct tableau_place){array, is_matrix(array) ? k / w->stages + 1 : 0, k % w->stages + 1};
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
        for (size_t i = 0; i < s / 2; i++) {
            mpfr_swap(t->b[i], t->b[s - 1 - i]);
            mpfr_swap(t->bbar[i], t->bbar[s - 1 - i]);
        }
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

/* Those about abar are none where there is no pair, with common weights. */
static void try_repairs(struct work *w, struct tableau_blame *blame)
{
    struct tableau *given = w->tableau;
    const unsigned count =
        given->partitioned && given->form == TABLEAU_COMMON ? TABLEAU_REPAIRS : TABLEAU_REPAIR_ABAR;

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
    const char *second = w->tableau->form == TABLEAU_PARTITIONED ? "hat" : "bar";

    for (size_t k = 0; k < w->conditions; k++) {
        const size_t tree = k / w->roots;
        const unsigned root = (unsigned)(k % w->roots);

        blame->residual = mpfr_get_d(w->mend.r[k], MPFR_RNDN);
        if (coefficient_mend_explains(&w->mend, k))
            continue;
        blame->order = (int)w->trees->tree[tree].order;
        rooted_trees_condition(w->trees, tree, root, second, blame->condition, sizeof blame->condition);
        rooted_trees_differential(w->trees, tree, root, blame->differential, sizeof blame->differential);
        return;
    }
    blame->residual = 0;
}

/* The order for symmetry.  Of a tableau that has stages more than its method, conditions other than those of order are
 * not necessary. */
static void prepare_stages(struct work *w)
{
    struct tableau *adjoint = tableau_create_adjoint(w->tableau), *reduced = stages_reduce(w->tableau);

    if (reduced->stages < w->stages)
        w->claims.symplectic = w->claims.symmetric = false;
    w->order = memory_create(w->stages, sizeof *w->order);
    stages_match(w->tableau, adjoint, w->order);
    tableau_destroy(adjoint);
    tableau_destroy(reduced);
}

static void create(struct work *w, const struct tableau *tableau, const struct tableau_claims *claims)
{
    const bool coloured = tableau->partitioned && tableau->form != TABLEAU_NYSTROEM;
    const int most = coloured ? TABLEAU_BLAME_PARTITIONED : TABLEAU_BLAME_ORDER;
    const size_t s = tableau->stages;

    *w = (struct work){.claims = *claims, .stages = s, .tableau = tableau_copy(tableau, tableau->precision)};
    prepare_stages(w);
    w->trees = tableau_order_trees(tableau, claims->order < 1      ? 1
                                            : claims->order > most ? most
                                                                   : claims->order);
    w->roots = tableau_order_roots(tableau);
    w->conditions = w->roots * w->trees->count;
    w->mend = (struct coefficient_mend){.residuals = w->conditions + (w->claims.symplectic ? s * s + s : 0) +
                                                     (w->claims.symmetric ? 2 * s * s + 2 * s : 0),
                                        .slack = claims->slack,
                                        .precision = tableau->precision,
                                        .context = w,
                                        .change = set_coefficient,
                                        .find = find_residuals};
    coefficient_mend_init(&w->mend);
}

static void destroy(struct work *w)
{
    coefficient_mend_clear(&w->mend);
    rooted_trees_destroy(w->trees);
    tableau_destroy(w->tableau);
    free(w->order);
}

mpfr_t *tableau_blame_residuals(const struct tableau *tableau, const struct tableau_claims *claims,
                                size_t *count)
{
    struct work w;
    mpfr_t *r;

    create(&w, tableau, claims);
    *count = w.mend.residuals;
    r = number_block_create(*count, tableau->precision);
    find_residuals(&w, r);
    destroy(&w);
    return r;
}

void tableau_blame_find(struct tableau_blame *blame, const struct tableau *tableau,
                        const struct tableau_claims *claims)
{
    struct work w;

    *blame = (struct tableau_blame){.fails = false};
    create(&w, tableau, claims);
    blame->largest = coefficient_mend_residual(&w.mend);
    blame->fails = !coefficient_mend_explains_all(&w.mend);
    if (blame->fails) {
        find_condition(&w, blame);
        try_coefficients(&w, blame);
        try_repairs(&w, blame);
    }
    destroy(&w);
}

bool tableau_blame_find_node(struct tableau_blame *blame, const struct tableau *t,
                             const struct coefficient_slack *slack)
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
        found = !(fabs(blame->mended.difference) <= ldexp(1, LOST_BITS - (int)t->precision)) &&
                !(i < slack->count && mpfr_cmpabs(difference, slack->bound[i]) <= 0);
        if (!found)
            continue;
        size = fabs(mpfr_get_d(sum, MPFR_RNDN));
        blame->place.row = i + 1;
        blame->mended.digit = size > 0 ? tableau_nearest_digit(blame->mended.difference, size) : 0;
        coefficient_mend_write(blame->mended.given, t->c[i], blame->mended.digit, slack->decimals);
        coefficient_mend_write(blame->mended.meant, sum, blame->mended.digit, slack->decimals);
    }
    mpfr_clears(sum, difference, (mpfr_ptr)0);
    return found;
}
