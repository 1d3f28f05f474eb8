/* Compositions of steps: see composition.h. */
#include "integrators/methods/composition.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/graph/graph_algebra.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64, HIGHEST_ORDER = 12, MOST_UNKNOWNS = 7, MOST_ITERATIONS = 30 };

struct composition_scheme {
    const char *name; /* ends in '-' where the order follows */
    int order;        /* of a single scheme; 0 of a family */
    unsigned base;    /* 2, 4: of z = 1/(base - base^(1/(k+1))), base/2 steps on each side; else 0 */
    /* gamma of the steps on one side, from the middle to the end, to four decimals; the middle step has what is left to 1 */
    size_t unknowns;
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

/* The middle step, and w on both sides of it */
static expressions place_steps(expressions w)
{
    const size_t n = w.rows;
    const expressions sides = graph_above(w, w);
    const expression middle = graph_subtract(w.graph, graph_integer(w.graph, 1), graph_total(sides));
    const expressions gamma = graph_filled(w.graph, 2 * n + 1, 1, 0);

    gamma.entry[n] = middle;
    for (size_t i = 0; i < n; i++)
        gamma.entry[n - 1 - i] = gamma.entry[n + 1 + i] = w.entry[i];
    return gamma;
}

/* The coefficient of the word in the product of all exp(sum_k gamma_i^k Y_k): c_k is that of its first k letters in the
 * steps so far, of which a step adds as many as it will, with 1/k! for k of them. */
static expression find_coefficient(expressions gamma, const char *letters)
{
    struct graph *graph = gamma.graph;
    const size_t length = strlen(letters);
    const expressions c = graph_above(graph_filled(graph, 1, 1, 1), graph_zeros(graph, length, 1));

    for (size_t i = 0; i < gamma.rows; i++) {
        for (size_t end = length; end > 0; end--) { /* those are needed as they were which are shorter */
            expression factor = graph_integer(graph, 1);

            for (size_t at = end; at-- > 0;) {
                for (char degree = '0'; degree < letters[at]; degree++)
                    factor = graph_multiply(graph, factor, gamma.entry[i]);
                factor = graph_divide(graph, factor, graph_integer(graph, (long)(end - at)));
                c.entry[end] = graph_add(graph, c.entry[end], graph_multiply(graph, factor, c.entry[at]));
            }
        }
    }
    return c.entry[length];
}

/* gamma by Newton's method for the conditions r(w) = 0, w <- w - (dr/dw)^-1 r; NULL where they are not solved.  A
 * correction of less than half the digits is the last one: what it leaves is as small as its square. */
static mpfr_t *create_solution(const struct composition_scheme *scheme, mpfr_prec_t precision, size_t *count)
{
    const size_t n = scheme->unknowns, steps = *count = 2 * n + 1;
    struct graph *graph = graph_create();
    const expressions of_w = graph_variables(graph, 0, 0, n), of_gamma = place_steps(of_w),
                      r = graph_zeros(graph, n, 1);
    mpfr_t *gamma = number_block_create(steps + 2 * n, precision), *w = gamma + steps, *dw = w + n;
    bool solved = false;

    for (size_t i = 0; i < n; i++) {
        r.entry[i] = find_coefficient(of_gamma, conditions[i]);
        mpfr_set_d(w[i], scheme->start[i], MPFR_RNDN);
    }
    const expressions correction = graph_solution(graph_jacobian(r, of_w), r);
    struct program *program = program_create(0, NULL, 1, &(struct program_output){n, correction.entry});
    for (int k = 0; k < MOST_ITERATIONS && !solved; k++) {
        solved = graph_value_of_program(dw, program, &w, precision);
        for (size_t i = 0; i < n; i++) {
            mpfr_sub(w[i], w[i], dw[i], MPFR_RNDN);
            solved = solved && (mpfr_zero_p(dw[i]) || mpfr_get_exp(dw[i]) < -precision / 2);
        }
    }
    graph_value_all(gamma, steps, of_gamma.entry, &w);
    program_destroy(program);
    graph_destroy(graph);
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
