/* The published decimals of a file of a method: see file_reader.h.
 *
 * A decimal counts as its value, however it is spelled: 0.1230, 0.123 and 123e-3 are the same number, which is known to
 * three decimals. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/file_reader.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"

enum {
    MOST_DIGITS = 1300,
    MOST_DECIMALS = 5000, /* a number has 4096 bits at most */
    MOST_ZEROS = 2,
    SEVERAL = 3,
    FEWEST_DECIMALS =
        10 /* of a number that ends with zeros which may not be printed, or of a file without longer ones */
};

/* A number of the text. */
struct decimal {
    const char *last; /* its last digit that is not zero */
    mpq_t value;
    int decimals;   /* that are not zero behind the last one */
    size_t figures; /* from the first digit that is not zero to the last one */
};

/* Half a unit by rounding, all of it by leaving out what follows: less than one.  What a program prints with 17 digits or
 * fewer may be a number in double, which was rounded before. */
static double find_units(const struct decimal *decimal)
{
    enum { FIGURES_OF_DOUBLE = 17 };
    int exponent;

    if (decimal->figures > FIGURES_OF_DOUBLE)
        return 1;
    frexp(exact_to_double(decimal->value), &exponent);
    return fmax(1, 0.5 + ldexp(0.5, exponent - DBL_MANT_DIG) * pow(10, decimal->decimals));
}

/* A short number such as 1e-25 is exact, however small: at least half of its decimals are figures, or it has many. */
static bool is_rounded(const struct decimal *decimal)
{
    return decimal->figures >= FEWEST_DECIMALS || 2 * decimal->figures >= (size_t)decimal->decimals;
}

static bool is_published(const struct decimal *decimal)
{
    return is_rounded(decimal) &&
           (decimal->decimals >= FILE_READER_PUBLISHED ||
            (decimal->decimals >= FEWEST_DECIMALS && decimal->figures >= FILE_READER_PUBLISHED));
}

/* How often the factor divides the number, which becomes what is left. */
static int count_factors(mpz_ptr number, unsigned long factor)
{
    int count = 0;

    for (; mpz_sgn(number) && mpz_divisible_ui_p(number, factor); count++)
        mpz_divexact_ui(number, number, factor);
    return count;
}

/* What follows from the value, which is a decimal: n/d = m/10^decimals with an m that no 10 divides, or an integer. */
static void measure(struct decimal *decimal)
{
    char *digits;
    int fives;
    mpz_t left;

    mpz_init_set(left, mpq_denref(decimal->value));
    decimal->decimals = count_factors(left, 2);
    fives = count_factors(left, 5);
    decimal->decimals = decimal->decimals > fives ? decimal->decimals : fives;
    mpz_ui_pow_ui(left, 10, (unsigned long)decimal->decimals);
    mpz_mul(left, left, mpq_numref(decimal->value));
    mpz_divexact(left, left, mpq_denref(decimal->value));
    digits = mpz_get_str(NULL, 10, left);
    decimal->figures = strlen(digits);
    free(digits);
    mpz_clear(left);
}

/* Where the digits, the point and the exponent at `first` end. */
static const char *end_of_number(const char *first, const char **mantissa)
{
    static const char digits[] = "0123456789";
    const char *end = first + strspn(first, digits);

    if (*end == '.')
        end += 1 + strspn(end + 1, digits);
    *mantissa = end;
    if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1 + (end[1] == '+' || end[1] == '-')]))
        end += 2 + strspn(end + 2, digits);
    return end;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The number at *at, which moves behind what begins there; false where that is no number of the file: a part of a word,
 * in a comment or in a title. */
static bool read_decimal(const struct file_reader *file, const char **at, struct decimal *decimal)
{
    const char *first = *at, *mantissa, *end = end_of_number(first, &mantissa);
    char number[MOST_DIGITS + 1];
    struct error ignored;

    *at = end > first ? end : first + 1;
    if (end == first || is_of_word(*end) || end - first > MOST_DIGITS) {
        while (is_of_word(**at))
            ++*at;
        return false;
    }
    snprintf(number, sizeof number, "%.*s", (int)(end - first), first);
    if (!exact_parse(decimal->value, number, &ignored) || !graph_has_constant(file->graph, decimal->value))
        return false;
    for (decimal->last = mantissa - 1; decimal->last > first && strchr(".0", *decimal->last);)
        decimal->last--;
    measure(decimal);
    return true;
}

/* The next number from *at on that is `size`, NULL: any, published or at least so many decimals long. */
static bool next_decimal(const struct file_reader *file, const char **at, mpq_srcptr size, int decimals,
                         struct decimal *found)
{
    while (**at) {
        if (!isdigit((unsigned char)**at) && **at != '.') {
            do
                ++*at;
            while (**at && is_of_word((*at)[-1]) && is_of_word(**at));
            continue;
        }
        if (read_decimal(file, at, found) && (!size || mpq_equal(found->value, size)) &&
            (is_published(found) || (is_rounded(found) && found->decimals >= decimals)))
            return true;
    }
    return false;
}

/* The decimals from which on a number counts as published: fewer where no number of the file has so many, and SEVERAL have
 * these.  A single one beside exact numbers is what it says. */
static int find_least(const struct file_reader *file)
{
    const char *at = file->text;
    struct decimal decimal;
    size_t shorter = 0;
    bool longer;

    mpq_init(decimal.value);
    longer = next_decimal(file, &at, NULL, FILE_READER_PUBLISHED, &decimal);
    for (at = file->text; !longer && next_decimal(file, &at, NULL, FEWEST_DECIMALS, &decimal);)
        shorter++;
    mpq_clear(decimal.value);
    return shorter >= SEVERAL ? FEWEST_DECIMALS : FILE_READER_PUBLISHED;
}

/* The fewest decimals of the published numbers that are `size`, NULL: of all; 0: there are none.  Of all numbers some may end
 * with zeros that the others do not have: a quarter of them, if they are MOST_ZEROS shorter at most. */
static int find_decimals(const struct file_reader *file, mpq_srcptr size)
{
    const char *at = file->text;
    struct decimal decimal;
    size_t *with = memory_create(MOST_DECIMALS, sizeof *with), count = 0, passed = 0;
    const int least = find_least(file);
    int fewest = 0, usual = 0;

    mpq_init(decimal.value);
    while (next_decimal(file, &at, size, least, &decimal)) {
        with[decimal.decimals]++;
        count++;
        if (!fewest || decimal.decimals < fewest)
            fewest = decimal.decimals;
    }
    mpq_clear(decimal.value);
    while (count && passed <= count / 4)
        passed += with[usual++];
    free(with);
    return usual && usual - 1 - fewest <= MOST_ZEROS ? usual - 1 : fewest;
}

bool file_reader_next_decimal(const struct file_reader *file, size_t from, struct file_reader_decimal *found)
{
    const char *at = file->text + from;
    const int usual = find_decimals(file, NULL);
    struct decimal decimal;
    bool there;

    mpq_init(decimal.value);
    there = usual && next_decimal(file, &at, NULL, FEWEST_DECIMALS, &decimal);
    if (there) {
        *found = (struct file_reader_decimal){.last = (size_t)(decimal.last - file->text),
                                              .end = (size_t)(at - file->text),
                                              .decimals = decimal.decimals,
                                              .units = is_published(&decimal) || decimal.decimals >= usual
                                                           ? find_units(&decimal)
                                                           : pow(10, decimal.decimals - usual)};
    }
    mpq_clear(decimal.value);
    return there;
}

int file_reader_decimals(const struct file_reader *file)
{
    return find_decimals(file, NULL);
}

int file_reader_decimals_of(const struct file_reader *file, expression number)
{
    int decimals;
    mpq_t size;

    if (number->operation != OPERATION_CONSTANT)
        return 0;
    mpq_init(size);
    mpq_abs(size, number->value);
    decimals = find_decimals(file, size);
    mpq_clear(size);
    return decimals;
}
