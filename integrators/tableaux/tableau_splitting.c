/* Splittings as tableaux: see tableau_splitting.h. */
#include "integrators/tableaux/tableau_splitting.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64 };

struct tableau *tableau_splitting_create(mpfr_t *drift, size_t drifts, mpfr_t *kick, size_t kicks,
                                         bool kick_first, mpfr_prec_t precision, struct error *error)
{
    size_t first = kick_first, s = drifts + first > kicks ? drifts + first : kicks;
    mpfr_prec_t exact = mpfr_get_prec(drift[0]);
    struct tableau given = {.form = TABLEAU_SEPARABLE, .stages = s}, *tableau;

    given.a = (mpfr_t *)number_block_create(2 * (s + 1) * s, exact);
    given.abar = given.a + s * s;
    given.b = given.abar + s * s;
    given.bbar = given.b + s;
    number_block_set(given.b[first], *drift, drifts);
    number_block_set(*given.bbar, *kick, kicks);
    for (size_t i = 0; i < s; i++) {
        number_block_set(given.a[i * s], *given.b, i + 1);
        number_block_set(given.abar[i * s], *given.bbar, i);
    }
    tableau = tableau_create_from(&given, precision, error);
    number_block_destroy(given.a);
    return tableau;
}

/* product = x^T M, M with s rows and columns */
static void multiply(mpfr_t *product, mpfr_t *x, mpfr_t *M, size_t s)
{
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(product[0]));
    for (size_t k = 0; k < s; k++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_mul(term, x[k], M[k * s + j], MPFR_RNDN);
            mpfr_add(product[j], product[j], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

struct tableau *tableau_splitting_nystroem(const struct tableau *splitting)
{
    const size_t s = splitting->stages;
    struct tableau given = {.form = TABLEAU_NYSTROEM,
                            .stages = s,
                            .claimed_order = splitting->claimed_order,
                            .bbar = splitting->bbar,
                            .c = splitting->c},
                   *tableau;
    struct error ignored;

    given.a = (mpfr_t *)number_block_create((s + 1) * s, splitting->precision + GUARD_BITS);
    given.b = given.a + s * s;
    for (size_t i = 0; i < s; i++)
        multiply(given.a + i * s, splitting->a + i * s, splitting->abar, s);
    multiply(given.b, splitting->b, splitting->abar, s);
    tableau = tableau_create_from(&given, splitting->precision, &ignored);
    number_block_destroy(given.a);
    return tableau;
}

/* The flows in their order: `kind` 0 a drift, 1 a kick; how many. */
static size_t list_flows(const struct tableau *t, mpfr_t *length, unsigned *kind)
{
    const size_t s = t->stages;
    bool kick_first = true;
    size_t flows = 0;

    for (size_t i = 0; i < s; i++)
        kick_first = kick_first && mpfr_zero_p(t->a[i * s + i]);
    for (size_t k = 0; k < 2 * s; k++) {
        const unsigned of = (unsigned)(k % 2 ^ kick_first);
        mpfr_t *next = of ? t->bbar : t->b;

        if (mpfr_zero_p(next[k / 2]))
            continue;
        if (flows == 0 || kind[flows - 1] != of) {
            kind[flows] = of;
            mpfr_set_zero(length[flows++], 1);
        }
        mpfr_add(length[flows - 1], length[flows - 1], next[k / 2], MPFR_RNDN);
    }
    return flows;
}

void tableau_splitting_asymmetry(mpfr_t difference, const struct tableau *t)
{
    const size_t most = 2 * t->stages;
    mpfr_t *length = (mpfr_t *)number_block_create(most, t->precision), term;
    unsigned *kind = memory_create(most, sizeof *kind);
    const size_t flows = list_flows(t, length, kind);

    mpfr_init2(term, t->precision);
    mpfr_set_zero(difference, 1);
    for (size_t i = 0; i < flows; i++) {
        mpfr_sub(term, length[i], length[flows - 1 - i], MPFR_RNDN);
        if (kind[i] != kind[flows - 1 - i])
            mpfr_set_inf(term, 1);
        if (mpfr_cmpabs(term, difference) > 0)
            mpfr_abs(difference, term, MPFR_RNDN);
    }
    mpfr_clear(term);
    free(kind);
    number_block_destroy(length);
}
