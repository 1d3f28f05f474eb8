/* Mistakes that are easily made with coefficients of flows and of multistep methods: see flow_blame.h. */
#include "integrators/tableaux/flow_blame.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

/* Whether these kinds and coefficients do what is claimed. */
static bool accepts(const struct flow_given *given, size_t count, mpfr_t *x, bool *second)
{
    struct flow_given other = *given;

    other.count = count;
    other.second = second;
    return flow_blame_accepts(&other, x);
}

/* Of a composition and of a splitting: the same coefficients for the other kind of steps. */
static bool try_exchanged(const struct flow_given *given, mpfr_t *x, bool *second)
{
    bool any = given->form == FLOW_SPLITTING;

    for (size_t i = 0; i < given->count; i++) {
        any = any || given->second[i];
        second[i] = !given->second[i];
    }
    return any && given->form != FLOW_MULTISTEP && accepts(given, given->count, x, second);
}

static bool try_alternated(const struct flow_given *given, mpfr_t *x, bool *second)
{
    for (size_t first = 0; first < 2; first++) {
        for (size_t i = 0; i < given->count; i++)
            second[i] = i % 2 == first;
        if (given->form == FLOW_COMPOSITION && !given->base_symmetric &&
            accepts(given, given->count, x, second))
            return true;
    }
    return false;
}

/* The fewest that are to be appended in the opposite order, steps of the adjoint for those of the method; 0: none. */
static size_t try_mirrored(const struct flow_given *given, mpfr_t *x, bool *second)
{
    const size_t n = given->count;
    const bool turns = given->form == FLOW_COMPOSITION && !given->base_symmetric;

    memcpy(second, given->second, n * sizeof *second);
    for (size_t most = 1; most <= n && given->form != FLOW_MULTISTEP; most++) {
        for (size_t k = 0; k < most; k++) {
            mpfr_set(x[n + k], x[most - 1 - k], MPFR_RNDN);
            second[n + k] = given->second[most - 1 - k] ^ turns;
        }
        if (accepts(given, n + most, x, second))
            return most;
    }
    return 0;
}

/* Each kind adds up to 1; sum_j beta_j = sum_j j alpha_j. */
static bool try_scaled(const struct flow_given *given, mpfr_t *x, bool *second)
{
    const size_t n = given->count;
    bool good;
    mpfr_t sum[2];

    memcpy(second, given->second, n * sizeof *second);
    mpfr_init2(sum[0], mpfr_get_prec(x[0]));
    mpfr_init2(sum[1], mpfr_get_prec(x[0]));
    mpfr_set_zero(sum[0], 1);
    mpfr_set_zero(sum[1], 1);
    for (size_t i = 0; i < n; i++) {
        const bool kind = given->form != FLOW_COMPOSITION && second[i];

        for (size_t k = given->form == FLOW_MULTISTEP && !kind ? i : 1; k > 0; k--)
            mpfr_add(sum[kind], sum[kind], x[i], MPFR_RNDN);
    }
    good = !mpfr_zero_p(sum[0]) && (given->form == FLOW_COMPOSITION || !mpfr_zero_p(sum[1]));
    for (size_t i = 0; i < n && good; i++) {
        const bool kind = given->form != FLOW_COMPOSITION && second[i];

        if (given->form == FLOW_MULTISTEP && kind)
            mpfr_mul(x[i], x[i], sum[0], MPFR_RNDN);
        if (given->form != FLOW_MULTISTEP || kind)
            mpfr_div(x[i], x[i], sum[kind], MPFR_RNDN);
    }
    good = good && accepts(given, n, x, second);
    mpfr_clear(sum[0]);
    mpfr_clear(sum[1]);
    return good;
}

static bool try_reversed(const struct flow_given *given, mpfr_t *x, bool *second)
{
    const size_t n = given->count / 2;

    memcpy(second, given->second, given->count * sizeof *second);
    for (size_t j = 0; j < n; j++)
        mpfr_set(x[n + j], given->x[2 * n - 1 - j], MPFR_RNDN);
    return given->form == FLOW_MULTISTEP && accepts(given, given->count, x, second);
}

static bool try_first(const struct flow_given *given, mpfr_t *x, bool *second)
{
    for (size_t i = 0; i < given->count; i++) {
        second[i] = !given->second[i];
        if (given->count % 2 == 0)
            mpfr_set(x[i], given->x[i ^ 1], MPFR_RNDN);
    }
    return given->form == FLOW_SPLITTING && given->count % 2 == 0 && accepts(given, given->count, x, second);
}

unsigned flow_blame_repairs(const struct flow_given *given, size_t *mirrored)
{
    static bool (*const tried[FLOW_REPAIRS])(const struct flow_given *, mpfr_t *, bool *) = {
        [FLOW_REPAIR_EXCHANGED] = try_exchanged,   [FLOW_REPAIR_SCALED] = try_scaled,
        [FLOW_REPAIR_ALTERNATED] = try_alternated, [FLOW_REPAIR_REVERSED] = try_reversed,
        [FLOW_REPAIR_FIRST] = try_first,
    };
    const size_t n = given->count;
    mpfr_t *x = number_block_create(2 * n, mpfr_get_prec(given->x[0]));
    bool *second = memory_create(2 * n, sizeof *second);
    unsigned found = 0;

    for (unsigned k = 0; k < FLOW_REPAIRS; k++) {
        number_block_set(*x, *given->x, n);
        if (tried[k] && tried[k](given, x, second))
            found |= 1U << k;
    }
    number_block_set(*x, *given->x, n);
    *mirrored = try_mirrored(given, x, second);
    number_block_destroy(x);
    free(second);
    return *mirrored ? found | 1U << FLOW_REPAIR_MIRRORED : found;
}
