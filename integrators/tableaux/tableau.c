/* Tableaux: creation by name, from given coefficients, rounding.
 *
 * Every coefficient is computed with guard bits and rounded once, to nearest.  The computation loses about
 * three bits per stage (the Lagrange polynomials in powers of x grow like (3 + 2 sqrt 2)^s); 16 bits per
 * stage and 64 more leave an error below 2^(-64 - precision), so that a coefficient rounds wrongly only if it
 * lies that close to the middle between two numbers, and a coefficient which is exactly zero is told from any
 * other. */
#include "integrators/tableaux/tableau.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { FEWEST_BITS = 2, MOST_BITS = 1 << 20, MOST_STAGES = 100 };

/* All numbers lie in one block: a, abar, b, bbar, c, the null vector. */
static size_t count_numbers(size_t stages)
{
    return (2 * stages + 4) * stages;
}

static struct tableau *create_zero(size_t stages, mpfr_prec_t precision)
{
    struct tableau *t = memory_create(1, sizeof *t);

    t->stages = stages;
    t->precision = precision;
    t->a = (mpfr_t *)number_block_create(count_numbers(stages), precision);
    t->abar = t->a + stages * stages;
    t->b = t->abar + stages * stages;
    t->bbar = t->b + stages;
    t->c = t->bbar + stages;
    t->null_vector = t->c + stages;
    return t;
}

void tableau_destroy(struct tableau *t)
{
    if (!t)
        return;
    number_block_destroy(*t->a);
    free(t);
}

struct tableau *tableau_copy(const struct tableau *t, mpfr_prec_t precision)
{
    struct tableau *copy = create_zero(t->stages, precision);

    number_block_set(*copy->a, *t->a, count_numbers(t->stages));
    copy->form = t->form;
    copy->partitioned = t->partitioned;
    copy->has_null_vector = t->has_null_vector;
    copy->r_infinity = t->r_infinity;
    copy->claimed_order = t->claimed_order;
    return copy;
}

/* Of a Nystroem method: b* = bbar - b, a*_ij = a_ij + (1 - c_i) bbar_j - b_j, reflected. */
static void reflect_nystroem(struct tableau *adjoint, const struct tableau *t)
{
    size_t s = t->stages;
    mpfr_t *last = t->a + s * s - 1;

    for (size_t j = 0; j < s; j++) {
        mpfr_sub(adjoint->b[j], t->bbar[s - 1 - j], t->b[s - 1 - j], MPFR_RNDN);
        for (size_t i = 0; i < s; i++) {
            mpfr_ptr a = adjoint->a[i * s + j];

            mpfr_mul(a, adjoint->c[i], t->bbar[s - 1 - j], MPFR_RNDN);
            mpfr_sub(a, a, t->b[s - 1 - j], MPFR_RNDN);
            mpfr_add(a, a, *(last - i * s - j), MPFR_RNDN);
            mpfr_set(adjoint->abar[i * s + j], a, MPFR_RNDN);
        }
    }
}

struct tableau *tableau_create_adjoint(const struct tableau *t)
{
    struct tableau *adjoint = tableau_copy(t, t->precision);
    size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        size_t mirrored = s - 1 - i;

        mpfr_set(adjoint->b[i], t->b[mirrored], MPFR_RNDN);
        mpfr_set(adjoint->bbar[i], t->bbar[mirrored], MPFR_RNDN);
        mpfr_ui_sub(adjoint->c[i], 1, t->c[mirrored], MPFR_RNDN);
        mpfr_set(adjoint->null_vector[i], t->null_vector[mirrored], MPFR_RNDN);
        for (size_t j = 0; j < s; j++) {
            mpfr_sub(adjoint->a[i * s + j], t->b[s - 1 - j], t->a[mirrored * s + s - 1 - j], MPFR_RNDN);
            mpfr_sub(adjoint->abar[i * s + j], t->bbar[s - 1 - j], t->abar[mirrored * s + s - 1 - j],
                     MPFR_RNDN);
        }
    }
    if (t->form == TABLEAU_NYSTROEM)
        reflect_nystroem(adjoint, t);
    return adjoint;
}

bool tableau_is_explicit(const struct tableau *t)
{
    const size_t s = t->stages;

    for (size_t k = 0; k < s * s; k++) {
        if (k % s >= k / s && !mpfr_zero_p(t->a[k]))
            return false;
    }
    return true;
}

static bool check_precision(mpfr_prec_t precision, struct error *error)
{
    if (precision < FEWEST_BITS || precision > MOST_BITS)
        return error_set(error, "a tableau has %d to %d bits, not %ld; write a number between them",
                         FEWEST_BITS, MOST_BITS, (long)precision);
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

/* The number that `digits` spells; 0 when it is not a number without sign and leading zero, or is too large.
 */
static size_t read_stages(const char *digits)
{
    size_t number = 0;

    if (digits[0] == '0')
        return 0;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9')
            return 0;
        number = 10 * number + (size_t)(*digits - '0');
        if (number > MOST_STAGES)
            return 0;
    }
    return number;
}

/* The family of `name` and the number of stages the name asks for; NULL with a message. */
static const struct tableau_family *find_family(const char *name, size_t *stages, struct error *error)
{
    for (const struct tableau_family *family = tableau_families; family->name; family++) {
        size_t length = strlen(family->name);

        if (family->name[length - 1] != '-') {
            *stages = family->fewest_stages;
            if (strcmp(name, family->name) == 0)
                return family;
        } else if (strncmp(name, family->name, length) == 0) {
            *stages = read_stages(name + length);
            if (*stages >= family->fewest_stages)
                return family;
            error_set(error, "tableau '%.80s': write %ss with a number of stages s from %zu to %d", name,
                      family->name, family->fewest_stages, MOST_STAGES);
            return NULL;
        }
    }
    error_set(error,
              "there is no tableau '%.80s'; write one of gauss-s, lobatto-iiia-iiib-s, lobatto-iiib-iiia-s, "
              "lobatto-iiic-s, lobatto-iiid-s, lobatto-iiie-s, radau-iia-s (s stages), srk-3, rk4 and euler",
              name);
    return NULL;
}

size_t tableau_stages(const char *name, struct error *error)
{
    size_t stages;

    return find_family(name, &stages, error) ? stages : 0;
}

struct tableau *tableau_create(const char *name, mpfr_prec_t precision, struct error *error)
{
    size_t stages;
    const struct tableau_family *family = find_family(name, &stages, error);
    struct tableau *guarded, *rounded;

    if (!family || !check_precision(precision, error))
        return NULL;
    guarded = create_zero(stages, precision + 64 + 16 * (mpfr_prec_t)stages);
    family->fill(guarded);
    number_block_set(*guarded->bbar, *guarded->b, stages);
    if (guarded->has_null_vector)
        scale_null_vector(guarded->null_vector, stages);
    clear_remnants(guarded->a, count_numbers(stages), precision);
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
            return error_set(error, "%s[%zu] is not a finite number; write one such as 1/2", what, i + 1);
        return error_set(error, "%s[%zu][%zu] is not a finite number; write one such as 1/2", what,
                         i / columns + 1, i % columns + 1);
    }
    return true;
}

static bool check_coefficients(const struct tableau *given, struct error *error)
{
    size_t s = given->stages;

    if (s == 0)
        return error_set(error, "a tableau needs at least one stage; write as many weights b as it has");
    return check_finite(given->a, s * s, s, "a", error) && check_finite(given->b, s, 1, "b", error) &&
           (!given->abar || check_finite(given->abar, s * s, s, "abar", error)) &&
           (!given->bbar || check_finite(given->bbar, s, 1, "bbar", error)) &&
           (!given->c || check_finite(given->c, s, 1, "c", error)) &&
           (!given->null_vector || check_finite(given->null_vector, s, 1, "null_vector", error));
}

/* c_i = sum_j a_ij, rounded once. */
static void set_row_sums(mpfr_t *c, mpfr_t *a, size_t stages)
{
    mpfr_ptr *term = memory_create(stages, sizeof *term);

    for (size_t i = 0; i < stages; i++) {
        for (size_t j = 0; j < stages; j++)
            term[j] = a[i * stages + j];
        mpfr_sum(c[i], term, (unsigned long)stages, MPFR_RNDN);
    }
    free(term);
}

struct tableau *tableau_create_from(const struct tableau *given, mpfr_prec_t precision, struct error *error)
{
    size_t s = given->stages;
    struct tableau *t;

    if (!check_precision(precision, error) || !check_coefficients(given, error))
        return NULL;
    t = create_zero(s, precision);
    number_block_set(*t->a, *given->a, s * s);
    number_block_set(*t->abar, given->abar ? *given->abar : *given->a, s * s);
    number_block_set(*t->b, *given->b, s);
    number_block_set(*t->bbar, given->bbar ? *given->bbar : *given->b, s);
    if (given->c)
        number_block_set(*t->c, *given->c, s);
    else
        set_row_sums(t->c, given->a, s);
    t->form = given->form;
    for (size_t i = 0; i < s * s; i++)
        t->partitioned = t->partitioned || !mpfr_equal_p(t->a[i], t->abar[i]);
    t->r_infinity = given->r_infinity;
    t->claimed_order = given->claimed_order;
    if (given->null_vector) {
        number_block_set(*t->null_vector, *given->null_vector, s);
        t->has_null_vector = true;
        if (!scale_null_vector(t->null_vector, s)) {
            error_set(error, "the null vector is zero; write one that is not, or none");
            tableau_destroy(t);
            return NULL;
        }
    }
    return t;
}
