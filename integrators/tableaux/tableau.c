/* Tableaux: creation by name, from given coefficients, rounding.
 *
 * Every coefficient is computed with guard bits and rounded once, to nearest.  The computation loses about
 * three bits per stage (the Lagrange polynomials in powers of x grow like (3 + 2 sqrt 2)^s); 16 bits per
 * stage and 64 more leave an error below 2^(-64 - precision), so that a coefficient rounds wrongly only if it
 * lies that close to the middle between two numbers, and a coefficient which is exactly zero is told from any
 * other. */
#include "integrators/tableaux/tableau.h"

#include <stdlib.h>

#include "integrators/tableaux/tableau_array.h"
#include "integrators/tableaux/tableau_families.h"

enum { FEWEST_BITS = 2, MOST_BITS = 1 << 20 };

static struct tableau *create_zero(size_t stages, mpfr_prec_t precision)
{
    struct tableau *t = calloc(1, sizeof *t);

    if (!t)
        abort();
    t->stages = stages;
    t->precision = precision;
    t->a = tableau_array_create(stages * stages, precision);
    t->abar = tableau_array_create(stages * stages, precision);
    t->b = tableau_array_create(stages, precision);
    t->c = tableau_array_create(stages, precision);
    t->null_vector = tableau_array_create(stages, precision);
    return t;
}

void tableau_destroy(struct tableau *t)
{
    if (!t)
        return;
    tableau_array_destroy(t->a, t->stages * t->stages);
    tableau_array_destroy(t->abar, t->stages * t->stages);
    tableau_array_destroy(t->b, t->stages);
    tableau_array_destroy(t->c, t->stages);
    tableau_array_destroy(t->null_vector, t->stages);
    free(t);
}

struct tableau *tableau_copy(const struct tableau *t, mpfr_prec_t precision)
{
    struct tableau *copy = create_zero(t->stages, precision);

    tableau_array_round(copy->a, t->a, t->stages * t->stages);
    tableau_array_round(copy->abar, t->abar, t->stages * t->stages);
    tableau_array_round(copy->b, t->b, t->stages);
    tableau_array_round(copy->c, t->c, t->stages);
    tableau_array_round(copy->null_vector, t->null_vector, t->stages);
    copy->partitioned = t->partitioned;
    copy->has_null_vector = t->has_null_vector;
    copy->r_infinity = t->r_infinity;
    copy->claimed_order = t->claimed_order;
    return copy;
}

static bool check_precision(mpfr_prec_t precision, struct error *error)
{
    if (precision < FEWEST_BITS || precision > MOST_BITS)
        return error_set(error, "a tableau has %d to %d bits, not %ld", FEWEST_BITS, MOST_BITS,
                         (long)precision);
    return true;
}

/* Scales to max |n_i| = 1 with a positive first entry that is not zero; false when all are zero. */
static bool scale_null_vector(mpfr_t *n, size_t stages)
{
    size_t largest = 0, first = 0;
    mpfr_t scale;

    for (size_t i = 1; i < stages; i++) {
        if (mpfr_cmpabs(n[i], n[largest]) > 0)
            largest = i;
    }
    if (mpfr_zero_p(n[largest]))
        return false;
    while (mpfr_zero_p(n[first]))
        first++;
    mpfr_init2(scale, mpfr_get_prec(n[0]));
    mpfr_setsign(scale, n[largest], mpfr_signbit(n[first]), MPFR_RNDN);
    for (size_t i = 0; i < stages; i++)
        mpfr_div(n[i], n[i], scale, MPFR_RNDN);
    mpfr_clear(scale);
    return true;
}

/* Replaces what is below the error of the computation by the zero that it stands for. */
static void clear_remnants(mpfr_t *array, size_t count, mpfr_prec_t precision)
{
    for (size_t i = 0; i < count; i++) {
        if (mpfr_regular_p(array[i]) && mpfr_get_exp(array[i]) < -(mpfr_exp_t)precision - 32)
            mpfr_set_zero(array[i], 1);
    }
}

struct tableau *tableau_create(const char *name, mpfr_prec_t precision, struct error *error)
{
    size_t stages;
    const struct tableau_family *family = tableau_families_find(name, &stages, error);
    struct tableau *guarded, *rounded;

    if (!family || !check_precision(precision, error))
        return NULL;
    guarded = create_zero(stages, precision + 64 + 16 * (mpfr_prec_t)stages);
    family->fill(guarded);
    if (guarded->has_null_vector)
        scale_null_vector(guarded->null_vector, stages);
    clear_remnants(guarded->a, stages * stages, precision);
    clear_remnants(guarded->abar, stages * stages, precision);
    clear_remnants(guarded->b, stages, precision);
    clear_remnants(guarded->c, stages, precision);
    clear_remnants(guarded->null_vector, stages, precision);
    rounded = tableau_copy(guarded, precision);
    tableau_destroy(guarded);
    return rounded;
}

/* Is every number of the array finite?  `columns` says how the message counts. */
static bool check_finite(mpfr_t *array, size_t count, size_t columns, const char *what, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (mpfr_number_p(array[i]))
            continue;
        if (columns == 1)
            return error_set(error, "%s[%zu] is not a finite number", what, i + 1);
        return error_set(error, "%s[%zu][%zu] is not a finite number", what, i / columns + 1,
                         i % columns + 1);
    }
    return true;
}

static bool check_coefficients(const struct tableau_coefficients *given, struct error *error)
{
    size_t s = given->stages;

    if (s == 0)
        return error_set(error, "a tableau needs at least one stage");
    return check_finite(given->a, s * s, s, "a", error) && check_finite(given->b, s, 1, "b", error) &&
           (!given->abar || check_finite(given->abar, s * s, s, "abar", error)) &&
           (!given->null_vector || check_finite(given->null_vector, s, 1, "null_vector", error));
}

/* c_i = sum_j a_ij, rounded once. */
static void set_row_sums(mpfr_t *c, mpfr_t *a, size_t stages)
{
    mpfr_ptr *term = calloc(stages, sizeof *term);

    if (!term)
        abort();
    for (size_t i = 0; i < stages; i++) {
        for (size_t j = 0; j < stages; j++)
            term[j] = a[i * stages + j];
        mpfr_sum(c[i], term, (unsigned long)stages, MPFR_RNDN);
    }
    free(term);
}

struct tableau *tableau_create_from(const struct tableau_coefficients *given, mpfr_prec_t precision,
                                    struct error *error)
{
    size_t s = given->stages;
    struct tableau *t;

    if (!check_precision(precision, error) || !check_coefficients(given, error))
        return NULL;
    t = create_zero(s, precision);
    tableau_array_round(t->a, given->a, s * s);
    tableau_array_round(t->abar, given->abar ? given->abar : given->a, s * s);
    tableau_array_round(t->b, given->b, s);
    set_row_sums(t->c, given->a, s);
    for (size_t i = 0; i < s * s; i++)
        t->partitioned = t->partitioned || !mpfr_equal_p(t->a[i], t->abar[i]);
    t->r_infinity = given->r_infinity;
    t->claimed_order = given->claimed_order;
    if (given->null_vector) {
        tableau_array_round(t->null_vector, given->null_vector, s);
        t->has_null_vector = true;
        if (!scale_null_vector(t->null_vector, s)) {
            error_set(error, "the null vector is zero");
            tableau_destroy(t);
            return NULL;
        }
    }
    return t;
}
