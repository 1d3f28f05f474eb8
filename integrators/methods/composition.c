/* Compositions of steps: see composition.h. */
#include "integrators/methods/composition.h"

#include <stdlib.h>
#include <string.h>

#include "integrators/methods/composition_conditions.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "numerics/newton.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

enum { GUARD_BITS = 64, HIGHEST_ORDER = 12, MOST_UNKNOWNS = 7 };

struct composition_scheme {
    const char *name; /* ends in '-' where the order follows */
    int order;        /* of a single scheme; 0 of a family */
    unsigned base;    /* 2, 4: of z = 1/(base - base^(1/(k+1))), base/2 steps on each side; else 0 */
    size_t
        unknowns; /* gamma of the steps on one side, from the middle to the end, to four decimals; the middle
                       * step has what is left to 1 */
    double start[MOST_UNKNOWNS];
};

static const struct composition_scheme schemes[] = {
    {"symmetrised", .order = 2}, /* Hairer, Lubich, Wanner (2006), section II.3, eq. (3.3) */
    {"triple-jump-", .base = 2}, /* Yoshida (1990); Hairer, Lubich, Wanner (2006), theorem II.4.1 */
    {"suzuki-", .base = 4},      /* Suzuki (1990); the same theorem */
    /* Yoshida (1990), table 1, solution A; table 2, solution D */
    {"yoshida-6a", 6, .unknowns = 3, .start = {-1.1777, 0.2356, 0.7845}},
    {"yoshida-8", 8, .unknowns = 7, .start = {0.1028, -1.9606, 1.9381, -0.1582, -1.4449, 0.2537, 0.9148}},
};

/* An even order that a family of schemes reaches; 0 for anything else. */
static int read_order(const char *digits)
{
    char *end;
    long order = strtol(digits, &end, 10);
    bool plain = digits[0] >= '1' && digits[0] <= '9' && !*end;

    return plain && order >= 4 && order <= HIGHEST_ORDER && order % 2 == 0 ? (int)order : 0;
}

bool composition_read(const char *name, struct composition *composition, struct error *error)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t length = strlen(schemes[i].name);
        int order = schemes[i].order;

        if (strncmp(name, schemes[i].name, length) != 0 || (order && name[length]))
            continue;
        *composition = (struct composition){schemes + i, order ? order : read_order(name + length)};
        if (composition->order)
            return true;
    }
    return error_set(
        error,
        "there is no composition '%.60s'; write symmetrised, triple-jump-P or suzuki-P with an even "
        "order P from 4 to %d, yoshida-6a or yoshida-8",
        name, HIGHEST_ORDER);
}

/* gamma = (z gamma, .., (1 - base z) gamma, .., z gamma): from a composition of order k to one of order k + 2. */
static mpfr_t *raise_order(mpfr_t *gamma, size_t *count, unsigned base, int k)
{
    size_t inner = *count, copies = base + 1;
    mpfr_prec_t precision = mpfr_get_prec(*gamma);
    mpfr_t *raised = number_block_create(inner * copies, precision), z, middle;

    mpfr_inits2(precision, z, middle, (mpfr_ptr)0);
    mpfr_rootn_ui(z, (mpfr_set_ui(z, base, MPFR_RNDN), z), (unsigned long)k + 1, MPFR_RNDN);
    mpfr_ui_sub(z, base, z, MPFR_RNDN);
    mpfr_ui_div(z, 1, z, MPFR_RNDN);
    mpfr_mul_ui(middle, z, base, MPFR_RNDN);
    mpfr_ui_sub(middle, 1, middle, MPFR_RNDN);
    for (size_t i = 0; i < inner * copies; i++)
        mpfr_mul(raised[i], i / inner == base / 2 ? middle : z, gamma[i % inner], MPFR_RNDN);
    mpfr_clears(z, middle, (mpfr_ptr)0);
    number_block_destroy(gamma);
    *count = inner * copies;
    return raised;
}

/* w = the solution of the order conditions near the start, at the precision of the arithmetic mpfr; whether there
 * is one. */
static bool solve_conditions(mpfr_ptr w, const struct composition_scheme *scheme)
{
    size_t n = scheme->unknowns;
    struct newton_double *coarse =
        newton_create_double(composition_conditions_double(n), composition_conditions_dual(n), NULL);
    struct newton_mpfr *newton =
        newton_create_mpfr(composition_conditions_mpfr(n), composition_conditions_dual(n), coarse);
    double start[MOST_UNKNOWNS];
    bool solved;

    memcpy(start, scheme->start, sizeof start);
    newton_take_last_mpfr(newton, true);
    solved = newton_solve_mpfr(newton, true, NULL, 1, start, w) == NEWTON_CONVERGED;
    newton_destroy_mpfr(newton);
    return solved;
}

/* gamma: the middle step, and the others on both sides of it.  NULL where the conditions are not solved. */
static mpfr_t *unfold(const struct composition_scheme *scheme, mpfr_prec_t precision, size_t *count)
{
    size_t n = scheme->unknowns;
    mpfr_prec_t before = mpfr_precision.bits;
    mpfr_t *gamma = number_block_create(*count = 2 * n + 1, precision);
    mpfr_ptr w = number_block_create(n, precision);
    bool solved;

    mpfr_precision_set(precision);
    solved = solve_conditions(w, scheme);
    mpfr_set_ui(gamma[n], 1, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        mpfr_set(gamma[n + 1 + i], w + i, MPFR_RNDN);
        mpfr_set(gamma[n - 1 - i], w + i, MPFR_RNDN);
        mpfr_sub(gamma[n], gamma[n], w + i, MPFR_RNDN);
        mpfr_sub(gamma[n], gamma[n], w + i, MPFR_RNDN);
    }
    number_block_destroy(w);
    if (before)
        mpfr_precision_set(before);
    if (solved)
        return gamma;
    number_block_destroy(gamma);
    return NULL;
}

mpfr_t *composition_create_coefficients(struct composition composition, mpfr_prec_t precision, size_t *count,
                                        struct error *error)
{
    const struct composition_scheme *scheme = composition.scheme;
    mpfr_t *gamma = number_block_create(*count = 1, precision + GUARD_BITS), *rounded;

    mpfr_set_ui(*gamma, 1, MPFR_RNDN);
    for (int k = 2; k < composition.order && scheme->base; k += 2)
        gamma = raise_order(gamma, count, scheme->base, k);
    if (scheme->unknowns) {
        number_block_destroy(gamma);
        gamma = unfold(scheme, precision + GUARD_BITS, count);
    }
    if (!gamma) {
        error_set(error, "the order conditions of %s are not solved at %ld bits; write fewer", scheme->name,
                  (long)precision);
        return NULL;
    }
    rounded = number_block_create(*count, precision);
    number_block_set(*rounded, *gamma, *count);
    number_block_destroy(gamma);
    return rounded;
}
