/* Compositions of steps: see composition.h. */
#include "integrators/methods/composition.h"

#include <stdlib.h>
#include <string.h>

#include "integrators/tableaux/flow_words.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64, HIGHEST_ORDER = 12, MOST_UNKNOWNS = 7, MOST_ITERATIONS = 30 };

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

/* -- the order conditions of symmetric compositions -- */

/* The words over 1, 3, 5, 7 whose coefficients vanish (flow_words.h): to order 6 the first three, to order 8 all.  They are
 * the Lyndon words of odd length but 1 alone, for which the middle step has what is left to 1; those of even length
 * vanish by symmetry. */
static const char *const conditions[MOST_UNKNOWNS] = {"3", "5", "113", "7", "115", "133", "11113"};

struct unfolded {
    size_t unknowns;
    struct flow_given given; /* x: the steps in their order */
    struct flow_words words;
    mpfr_t *series;              /* the coefficients of all words */
    size_t place[MOST_UNKNOWNS]; /* of the conditions among them */
};

static size_t find_word(const struct flow_words *words, const char *letters)
{
    size_t at = 0;

    for (; *letters; letters++) {
        size_t i = at + 1;

        while (words->word[i].prefix != at || words->word[i].letter != (unsigned)(*letters - '1') / 2)
            i++;
        at = i;
    }
    return at;
}

static void set_up(struct unfolded *u, size_t n, mpfr_prec_t precision)
{
    *u = (struct unfolded){.unknowns = n, .given = {.form = FLOW_COMPOSITION, .count = 2 * n + 1}};
    u->given.base_order = 2;
    u->given.base_symmetric = true;
    u->given.x = number_block_create(u->given.count, precision);
    u->given.second = memory_create(u->given.count, sizeof *u->given.second);
    flow_words_create(&u->words, &u->given, n > 3 ? 7 : 5);
    u->series = number_block_create(u->words.count, precision);
    for (size_t i = 0; i < n; i++)
        u->place[i] = find_word(&u->words, conditions[i]);
}

/* The middle step, and w on both sides of it */
static void place_steps(struct unfolded *u, mpfr_srcptr w)
{
    const size_t n = u->unknowns;
    mpfr_t *gamma = u->given.x;

    mpfr_set_ui(gamma[n], 1, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        mpfr_set(gamma[n + 1 + i], w + i, MPFR_RNDN);
        mpfr_set(gamma[n - 1 - i], w + i, MPFR_RNDN);
        mpfr_sub(gamma[n], gamma[n], w + i, MPFR_RNDN);
        mpfr_sub(gamma[n], gamma[n], w + i, MPFR_RNDN);
    }
}

static void find_residual(struct unfolded *u, mpfr_srcptr w, mpfr_ptr r)
{
    place_steps(u, w);
    flow_words_find(&u->words, &u->given, u->series);
    for (size_t i = 0; i < u->unknowns; i++)
        mpfr_set(r + i, u->series[u->place[i]], MPFR_RNDN);
}

/* D = dr/dw, by differences of half the digits; w is as before, `shifted` room for n + 1 numbers */
static void find_matrix(struct unfolded *u, mpfr_ptr w, mpfr_srcptr r, mpfr_ptr D, mpfr_ptr shifted)
{
    const size_t n = u->unknowns;
    const mpfr_prec_t half = mpfr_get_prec(w) / 2;
    mpfr_ptr before = shifted + n;

    for (size_t j = 0; j < n; j++) {
        mpfr_set_ui_2exp(shifted, 1, -half, MPFR_RNDN);
        mpfr_set(before, w + j, MPFR_RNDN);
        mpfr_add(w + j, w + j, shifted, MPFR_RNDN);
        find_residual(u, w, shifted);
        mpfr_set(w + j, before, MPFR_RNDN);
        for (size_t i = 0; i < n; i++) {
            mpfr_sub(D + i * n + j, shifted + i, r + i, MPFR_RNDN);
            mpfr_mul_2si(D + i * n + j, D + i * n + j, half, MPFR_RNDN);
        }
    }
}

/* Newton's method, from w on.  A correction of less than half the digits is the last one: what it leaves is as small as
 * its square, and as what the differences make of it. */
static bool solve(struct unfolded *u, mpfr_ptr w)
{
    const size_t n = u->unknowns;
    mpfr_ptr D = number_block_create(n * (n + 2) + 1, mpfr_get_prec(w)), r = D + n * n;
    size_t pivot[MOST_UNKNOWNS];
    bool solved = false;

    for (int k = 0; k < MOST_ITERATIONS && !solved; k++) {
        find_residual(u, w, r);
        find_matrix(u, w, r, D, r + n);
        if (!lu_factorise_mpfr(D, n, pivot))
            break;
        lu_solve_mpfr(D, n, pivot, r);
        solved = true;
        for (size_t i = 0; i < n; i++) {
            mpfr_sub(w + i, w + i, r + i, MPFR_RNDN);
            solved = solved && (mpfr_zero_p(r + i) || mpfr_get_exp(r + i) < -mpfr_get_prec(w) / 2);
        }
    }
    number_block_destroy(D);
    return solved;
}

/* gamma, NULL where the conditions are not solved. */
static mpfr_t *create_solution(const struct composition_scheme *scheme, mpfr_prec_t precision, size_t *count)
{
    const mpfr_prec_t before = mpfr_precision.bits;
    mpfr_ptr w = number_block_create(scheme->unknowns, precision);
    struct unfolded u;
    bool solved;

    set_up(&u, scheme->unknowns, precision);
    for (size_t i = 0; i < scheme->unknowns; i++)
        mpfr_set_d(w + i, scheme->start[i], MPFR_RNDN);
    mpfr_precision_set(precision);
    solved = solve(&u, w);
    if (before)
        mpfr_precision_set(before);
    place_steps(&u, w);
    number_block_destroy(w);
    flow_words_destroy(&u.words);
    number_block_destroy(u.series);
    free(u.given.second);
    *count = u.given.count;
    if (solved)
        return u.given.x;
    number_block_destroy(u.given.x);
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
        gamma = create_solution(scheme, precision + GUARD_BITS, count);
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
