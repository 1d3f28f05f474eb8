/* Which stages a method has: see stages.h. */
#include "integrators/stages/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64, MOST_TRIES = 10000 };

static const double NEAR = 0x1p-4, NEARER_BY_FAR = 0x1p-4; /* of nodes; of coefficients, as a ratio */

static bool is_zero(const struct tableau *t, mpfr_srcptr x)
{
    return mpfr_zero_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) <= 16 - (mpfr_exp_t)t->precision);
}

static bool are_equal(const struct tableau *t, mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_t difference;
    bool equal;

    mpfr_init2(difference, t->precision);
    mpfr_sub(difference, x, y, MPFR_RNDN);
    equal = is_zero(t, difference);
    mpfr_clear(difference);
    return equal;
}

/* ---- stages that are taken ---- */

/* Whether a weight takes stage j, or a stage that is taken itself. */
static bool is_taken(const struct tableau *t, size_t j, const bool *taken)
{
    const size_t s = t->stages;

    if (!is_zero(t, t->b[j]) || !is_zero(t, t->bbar[j]))
        return true;
    for (size_t i = 0; i < s; i++) {
        if (taken[i] && !(is_zero(t, t->a[i * s + j]) && is_zero(t, t->abar[i * s + j])))
            return true;
    }
    return false;
}

static void find_taken(const struct tableau *t, bool *taken)
{
    for (size_t j = 0; j < t->stages;) {
        const bool further = !taken[j] && is_taken(t, j, taken);

        taken[j] = taken[j] || further;
        j = further ? 0 : j + 1;
    }
}

/* ---- equal stages ---- */

/* The classes of the stages that are taken: of stage i class[i], the first stage in it. */
struct classes {
    const struct tableau *tableau;
    bool *taken;
    size_t *class, *next;
    mpfr_t sum, other;
};

/* sum = the sum of the row over a class */
static void add_row(const struct classes *c, mpfr_ptr sum, mpfr_t *row, size_t class)
{
    mpfr_set_zero(sum, 1);
    for (size_t k = 0; k < c->tableau->stages; k++) {
        if (c->taken[k] && c->class[k] == class)
            mpfr_add(sum, sum, row[k], MPFR_RNDN);
    }
}

static bool have_equal_sums(struct classes *c, mpfr_t *matrix, size_t i, size_t j)
{
    const size_t s = c->tableau->stages;

    for (size_t k = 0; k < s; k++) {
        if (!c->taken[k] || c->class[k] != k)
            continue;
        add_row(c, c->sum, matrix + i * s, k);
        add_row(c, c->other, matrix + j * s, k);
        if (!are_equal(c->tableau, c->sum, c->other))
            return false;
    }
    return true;
}

/* The first stage that is in the class of stage i, and stays there. */
static size_t find_first(struct classes *c, size_t i)
{
    const struct tableau *t = c->tableau;
    size_t j = 0;

    while (j < i && !(c->taken[j] && c->next[j] == j && c->class[j] == c->class[i] &&
                      are_equal(t, t->c[i], t->c[j]) && have_equal_sums(c, t->a, i, j) &&
                      (t->form == TABLEAU_NYSTROEM || have_equal_sums(c, t->abar, i, j))))
        j++;
    return j;
}

/* From one class of all, divided until the sums over them divide no further. */
static void find_classes(struct classes *c)
{
    const size_t s = c->tableau->stages;
    bool divided = true;

    while (divided) {
        divided = false;
        for (size_t i = 0; i < s; i++)
            c->next[i] = c->taken[i] ? find_first(c, i) : i;
        for (size_t i = 0; i < s; i++) {
            divided = divided || (c->taken[i] && c->next[i] != c->class[i]);
            c->class[i] = c->next[i];
        }
    }
}

/* ---- the tableau of the classes ---- */

/* reduced_IJ = the sum of matrix_ij over class J, i the first of class I: its next row. */
static void reduce_row(struct classes *c, mpfr_t **reduced, mpfr_t *row)
{
    for (size_t k = 0; k < c->tableau->stages; k++) {
        if (c->taken[k] && c->class[k] == k)
            add_row(c, *(*reduced)++, row, k);
    }
}

static struct tableau *create_reduced(struct classes *c, size_t count)
{
    const struct tableau *t = c->tableau;
    struct tableau given = {.form = t->form, .stages = count, .r_infinity = t->r_infinity}, *reduced;
    struct error ignored;
    mpfr_t *next;

    given.a = (mpfr_t *)number_block_create((2 * count + 3) * count, t->precision + GUARD_BITS);
    given.abar = given.a + count * count;
    given.b = given.abar + count * count;
    given.bbar = given.b + count;
    given.c = given.bbar + count;
    given.claimed_order = t->claimed_order;
    next = given.b;
    reduce_row(c, &next, t->b);
    reduce_row(c, &next, t->bbar);
    for (size_t i = 0, k = 0; i < t->stages; i++) {
        mpfr_t *a = given.a + k * count, *abar = given.abar + k * count;

        if (!c->taken[i] || c->class[i] != i)
            continue;
        mpfr_set(given.c[k++], t->c[i], MPFR_RNDN);
        reduce_row(c, &a, t->a + i * t->stages);
        reduce_row(c, &abar, t->abar + i * t->stages);
    }
    reduced = tableau_create_from(&given, t->precision, &ignored);
    number_block_destroy(given.a);
    return reduced;
}

static size_t count_classes(const struct classes *c)
{
    size_t count = 0;

    for (size_t i = 0; i < c->tableau->stages; i++)
        count += c->taken[i] && c->class[i] == i;
    return count;
}

/* NULL where there is nothing to reduce. */
static struct tableau *reduce_once(const struct tableau *t)
{
    struct classes c = {.tableau = t,
                        .taken = memory_create(t->stages, sizeof *c.taken),
                        .class = memory_create(t->stages, sizeof *c.class),
                        .next = memory_create(t->stages, sizeof *c.next)};
    struct tableau *reduced = NULL;
    size_t count = t->stages;

    mpfr_inits2(t->precision + GUARD_BITS, c.sum, c.other, (mpfr_ptr)0);
    if (t->form != TABLEAU_SEPARABLE) {
        find_taken(t, c.taken);
        for (size_t i = 0, first = t->stages; i < t->stages; i++) {
            first = c.taken[i] && first > i ? i : first;
            c.class[i] = first;
        }
        find_classes(&c);
        count = count_classes(&c);
    }
    if (count > 0 && count < t->stages)
        reduced = create_reduced(&c, count);
    mpfr_clears(c.sum, c.other, (mpfr_ptr)0);
    free(c.taken);
    free(c.class);
    free(c.next);
    return reduced;
}

struct tableau *stages_reduce(const struct tableau *t)
{
    struct tableau *reduced = tableau_copy(t, t->precision), *further;

    while ((further = reduce_once(reduced))) {
        tableau_destroy(reduced);
        reduced = further;
    }
    return reduced;
}

/* ---- mirror images ---- */

struct search {
    const struct tableau *tableau, *adjoint;
    size_t *order, *nearest, tries;
    bool *used;
    double least; /* the largest difference of coefficients that there is in the nearest order */
};

static double distance(mpfr_srcptr x, mpfr_srcptr y)
{
    double size;
    mpfr_t difference;

    mpfr_init2(difference, mpfr_get_prec(x));
    mpfr_sub(difference, x, y, MPFR_RNDN);
    size = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return size;
}

static double distance_of_entries(const struct search *w, mpfr_t *matrix, mpfr_t *other, size_t i, size_t j)
{
    const size_t s = w->tableau->stages;

    return fmax(distance(matrix[i * s + j], other[w->order[i] * s + w->order[j]]),
                distance(matrix[j * s + i], other[w->order[j] * s + w->order[i]]));
}

/* The largest difference of the coefficients that stage i has with itself and those before it. */
static double find_distance(const struct search *w, size_t i)
{
    const struct tableau *t = w->tableau, *adjoint = w->adjoint;
    const size_t k = w->order[i];
    double largest = fmax(distance(t->c[i], adjoint->c[k]),
                          fmax(distance(t->b[i], adjoint->b[k]), distance(t->bbar[i], adjoint->bbar[k])));

    for (size_t j = 0; j <= i; j++) {
        largest = fmax(largest, distance_of_entries(w, t->a, adjoint->a, i, j));
        if (t->form != TABLEAU_NYSTROEM)
            largest = fmax(largest, distance_of_entries(w, t->abar, adjoint->abar, i, j));
    }
    return largest;
}

/* Tries all stages of the adjoint near the node of stage i that are not used; those behind it follow. */
static void place(struct search *w, size_t i, double largest)
{
    const size_t s = w->tableau->stages;

    if (i == s) {
        w->least = largest;
        memcpy(w->nearest, w->order, s * sizeof *w->order);
        return;
    }
    for (size_t k = 0; k < s; k++) {
        double with_it;

        if (w->used[k] || w->tries == MOST_TRIES || distance(w->tableau->c[i], w->adjoint->c[k]) > NEAR)
            continue;
        w->tries++;
        w->order[i] = k;
        with_it = fmax(largest, find_distance(w, i));
        w->used[k] = true;
        if (with_it < w->least)
            place(w, i + 1, with_it);
        w->used[k] = false;
    }
}

void stages_match(const struct tableau *t, const struct tableau *adjoint, size_t *order)
{
    const size_t s = t->stages;
    struct search w = {.tableau = t,
                       .adjoint = adjoint,
                       .order = memory_create(s, sizeof *w.order),
                       .nearest = order,
                       .used = memory_create(s, sizeof *w.used)};

    for (size_t i = 0; i < s; i++)
        w.order[i] = order[i] = i;
    for (size_t i = 0; i < s; i++)
        w.least = fmax(w.least, NEARER_BY_FAR * find_distance(&w, i));
    place(&w, 0, 0);
    free(w.order);
    free(w.used);
}

/* ---- another order ---- */

void stages_permute(struct tableau *t, const size_t *order)
{
    struct tableau *given = tableau_copy(t, t->precision);
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        mpfr_set(t->b[i], given->b[order[i]], MPFR_RNDN);
        mpfr_set(t->bbar[i], given->bbar[order[i]], MPFR_RNDN);
        mpfr_set(t->c[i], given->c[order[i]], MPFR_RNDN);
        mpfr_set(t->null_vector[i], given->null_vector[order[i]], MPFR_RNDN);
        for (size_t j = 0; j < s; j++) {
            mpfr_set(t->a[i * s + j], given->a[order[i] * s + order[j]], MPFR_RNDN);
            mpfr_set(t->abar[i * s + j], given->abar[order[i] * s + order[j]], MPFR_RNDN);
        }
    }
    tableau_destroy(given);
}

static bool needs_only(const struct tableau *t, size_t i, const bool *done)
{
    for (size_t j = 0; j < t->stages; j++) {
        if (!done[j] && !mpfr_zero_p(t->a[i * t->stages + j]))
            return false;
    }
    return true;
}

/* All stages, each behind those that it needs; false where there is no such order. */
static bool find_explicit_order(const struct tableau *t, size_t *order)
{
    bool *done = memory_create(t->stages, sizeof *done);
    size_t ordered = 0, i = 0;

    while (ordered < t->stages && i < t->stages) {
        const bool next = !done[i] && needs_only(t, i, done);

        if (next) {
            order[ordered++] = i;
            done[i] = true;
        }
        i = next ? 0 : i + 1;
    }
    free(done);
    return ordered == t->stages;
}

void stages_sort(struct tableau *t)
{
    size_t *order = memory_create(t->stages, sizeof *order);

    if (!t->partitioned && !tableau_is_explicit(t) && find_explicit_order(t, order))
        stages_permute(t, order);
    free(order);
}
