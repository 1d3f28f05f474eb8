/* Exact numbers from strings, and as text: see exact.h.
 *
 * number = [sign] digits [. digits] [e [sign] digits], and a quotient is number / number.  Lengths are
 * checked before anything is converted, so that a number of a million digits costs nothing. */
#include "numerics/exact.h"

#include <mpfr.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/number.h"

enum {
    MAXIMAL_BITS = 4096,
    MAXIMAL_DIGITS = 1240, /* about 4096 bits times log10(2), rounded up */
    MAXIMAL_EXPONENT = 1000
};

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at))
        at++;
    return at;
}

/* Reads [e [sign] digits]; true also when there is none. */
static bool read_exponent(long *exponent, const char **at)
{
    const char *start = *at + 1;
    char *end;

    *exponent = 0;
    if (**at != 'e' && **at != 'E')
        return true;
    if (!isdigit((unsigned char)start[*start == '+' || *start == '-']))
        return false;
    *exponent = strtol(start, &end, 10);
    *at = end;
    return *exponent >= -MAXIMAL_EXPONENT && *exponent <= MAXIMAL_EXPONENT;
}

static void scale_by_power_of_ten(mpq_ptr value, long exponent)
{
    mpz_ptr part = exponent < 0 ? mpq_denref(value) : mpq_numref(value);
    mpz_t power;

    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(exponent));
    mpz_mul(part, part, power);
    mpz_clear(power);
    mpq_canonicalize(value);
}

/* Reads [sign] digits [. digits] [exponent] at *at. */
static bool read_number(mpq_ptr value, const char **at)
{
    char digits[MAXIMAL_DIGITS + 1];
    bool negative = **at == '-';
    const char *whole = *at + (**at == '-' || **at == '+');
    const char *point = skip_digits(whole);
    const char *fraction = *point == '.' ? point + 1 : point;
    const char *end = skip_digits(fraction);
    size_t before = (size_t)(point - whole);
    size_t after = (size_t)(end - fraction);
    long exponent;

    if (before + after == 0 || before + after > MAXIMAL_DIGITS)
        return false;
    memcpy(digits, whole, before);
    memcpy(digits + before, fraction, after);
    digits[before + after] = '\0';
    *at = end;
    if (!read_exponent(&exponent, at))
        return false;
    mpq_set_ui(value, 0, 1);
    mpz_set_str(mpq_numref(value), digits, 10);
    if (negative)
        mpq_neg(value, value);
    scale_by_power_of_ten(value, exponent - (long)after);
    return true;
}

static bool read_quotient(mpq_ptr value, const char **at, bool *zero_denominator)
{
    mpq_t divisor;

    mpq_init(divisor);
    *at = skip_blanks(*at + 1);
    bool valid = read_number(divisor, at);
    *zero_denominator = valid && mpq_sgn(divisor) == 0;
    valid = valid && !*zero_denominator;
    if (valid)
        mpq_div(value, value, divisor);
    mpq_clear(divisor);
    return valid;
}

static bool is_too_large(mpq_srcptr value)
{
    return mpz_sizeinbase(mpq_numref(value), 2) > MAXIMAL_BITS ||
           mpz_sizeinbase(mpq_denref(value), 2) > MAXIMAL_BITS;
}

bool exact_parse(mpq_ptr value, const char *text, struct error *error)
{
    const char *at = skip_blanks(text);
    bool zero_denominator = false;

    if (strlen(text) > 4 * MAXIMAL_DIGITS)
        return error_set(error,
                         "\"%.20s...\" is too long for a number (more than %d bits); write fewer digits",
                         text, MAXIMAL_BITS);
    bool valid = read_number(value, &at);
    at = skip_blanks(at);
    if (valid && *at == '/')
        valid = read_quotient(value, &at, &zero_denominator);
    if (zero_denominator)
        return error_set(error, "\"%.40s\" divides by zero; write a denominator that is not zero", text);
    if (!valid || *skip_blanks(at))
        return error_set(
            error,
            "\"%.40s\" is not an exact number; write an integer, a decimal or a quotient, such as "
            "\"2\", \"0.1\", \"1e-3\" or \"1/3\" (at most %d digits, exponents up to +-%d)",
            text, MAXIMAL_DIGITS, MAXIMAL_EXPONENT);
    if (is_too_large(value))
        return error_set(error, "\"%.40s\" has more than %d bits; write fewer digits", text, MAXIMAL_BITS);
    return true;
}

void exact_set_power(mpq_ptr value, long power)
{
    mpq_set_ui(value, 1, 1);
    if (power < 0)
        mpq_div_2exp(value, value, (mp_bitcnt_t)-power);
    else
        mpq_mul_2exp(value, value, (mp_bitcnt_t)power);
}

double exact_to_double(mpq_srcptr value)
{
    mpfr_t rounded;
    double result;

    mpfr_init2(rounded, 53);
    mpfr_set_q(rounded, value, MPFR_RNDN);
    result = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_clear(rounded);
    return result;
}

/* -- as text --
 *
 * n/d with d = 2^a 5^b is the integer n 10^k/d, k = max(a, b), with the point k digits from its end. */

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
