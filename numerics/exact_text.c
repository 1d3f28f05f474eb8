/* Exact rationals as text: see exact_text.h.
 *
 * n/d with d = 2^a 5^b is the integer n 10^k/d, k = max(a, b), with the point k digits from its end. */
#include "numerics/exact_text.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/number.h"
#include "numerics/memory.h"

/* The digits after the point of a finite decimal; false when there is none. */
static bool count_decimals(mpz_srcptr denominator, unsigned long *decimals)
{
    mpz_t rest, five;

    mpz_init(rest);
    mpz_init_set_ui(five, 5);
    unsigned long twos = mpz_scan1(denominator, 0);
    mpz_tdiv_q_2exp(rest, denominator, twos);
    unsigned long fives = mpz_remove(rest, rest, five);
    bool finite = mpz_cmp_ui(rest, 1) == 0;
    mpz_clear(rest);
    mpz_clear(five);
    *decimals = twos > fives ? twos : fives;
    return finite;
}

static char *quotient_text(mpq_srcptr value)
{
    size_t size = mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3;

    return mpq_get_str(memory_create(size, 1), 10, value);
}

/* sign, whole digits, point, decimals: of the integer `scaled` with its point `decimals` from the end. */
static char *place_point(mpz_srcptr scaled, bool negative, size_t decimals)
{
    size_t size = mpz_sizeinbase(scaled, 10) + decimals + 4;
    char *digits = memory_create(size, 1), *text = memory_create(size, 1);

    mpz_get_str(digits, 10, scaled);
    size_t length = strlen(digits), zeros = length > decimals ? 0 : decimals + 1 - length;
    memmove(digits + zeros, digits, length + 1);
    memset(digits, '0', zeros);
    size_t whole = zeros + length - decimals;
    snprintf(text, size, "%s%.*s.%s", negative ? "-" : "", (int)whole, digits, digits + whole);
    free(digits);
    return text;
}

char *exact_text(mpq_srcptr value)
{
    unsigned long decimals;
    mpz_t scaled;
    char *text;

    if (mpz_cmp_ui(mpq_denref(value), 1) == 0 || !count_decimals(mpq_denref(value), &decimals))
        return quotient_text(value);
    mpz_init(scaled);
    mpz_ui_pow_ui(scaled, 10, decimals);
    mpz_divexact(scaled, scaled, mpq_denref(value));
    mpz_mul(scaled, scaled, mpq_numref(value));
    mpz_abs(scaled, scaled);
    text = place_point(scaled, mpq_sgn(value) < 0, decimals);
    mpz_clear(scaled);
    return text;
}

char *exact_text_decimal(mpq_srcptr value)
{
    char *text = exact_text(value);
    mpfr_t rounded;

    if (!strchr(text, '/') && strlen(text) <= 18)
        return text;
    free(text);
    mpfr_init2(rounded, 53);
    mpfr_set_q(rounded, value, MPFR_RNDN);
    text = number_text(rounded, 0, 17);
    mpfr_clear(rounded);
    return text;
}
