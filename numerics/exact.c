/* Exact numbers from strings: see exact.h.
 *
 * number = [sign] digits [. digits] [e [sign] digits], and a quotient is number / number.  Lengths are
 * checked before anything is converted, so that a number of a million digits costs nothing. */
#include "numerics/exact.h"

#include <mpfr.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
