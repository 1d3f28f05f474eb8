/* The published decimals of a file of a method: see file_reader.h. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/file_reader.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"

enum { MOST_DIGITS = 1300 };
static const char digits[] = "0123456789";

/* Half a unit by rounding, all of it by leaving out what follows: less than one.  What a program prints with 17 digits or
 * fewer may be a number in double, which was rounded before. */
static double find_units(mpq_srcptr value, size_t figures, int decimals)
{
    enum { FIGURES_OF_DOUBLE = 17 };
    int exponent;

    if (figures > FIGURES_OF_DOUBLE)
        return 1;
    frexp(exact_to_double(value), &exponent);
    return fmax(1, 0.5 + ldexp(0.5, exponent - DBL_MANT_DIG) * pow(10, decimals));
}

/* Digits from the first that is not zero on. */
static size_t count_figures(const char *first, const char *point, size_t behind)
{
    const size_t whole = (size_t)(point - first), zeros = strspn(first, "0");

    return zeros < whole ? whole - zeros + behind : behind - strspn(point + 1, "0");
}

static bool is_short(const char *digit, size_t count)
{
    return strspn(digit + count / 2, "0") >= count - count / 2;
}

/* The number around a point of the text, which becomes `value`; false where it is none of the file: in a comment, a title,
 * or behind another point. */
static bool decimal_at(const struct file_reader *file, const char *point, struct file_reader_decimal *found,
                       mpq_ptr value)
{
    const size_t behind = strspn(point + 1, digits);
    const char *first = point, *end = point + 1 + behind;
    char number[MOST_DIGITS + 1];
    struct error ignored;
    long exponent = 0;
    bool there;

    while (first > file->text && isdigit((unsigned char)first[-1]))
        first--;
    if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1 + (end[1] == '+' || end[1] == '-')])) {
        exponent = strtol(end + 1, NULL, 10);
        end += 2 + strspn(end + 2, digits);
    }
    snprintf(number, sizeof number, "%.*s", (int)(end - first), first);
    *found = (struct file_reader_decimal){.last = (size_t)(point + behind - file->text),
                                          .decimals = (int)((long)behind - exponent)};
    there = exact_parse(value, number, &ignored) && graph_has_constant(file->graph, value);
    if (there)
        found->units = find_units(value, count_figures(first, point, behind), found->decimals);
    return there && found->decimals >= FILE_READER_PUBLISHED;
}

/* Of those with this absolute value, NULL: of all, the first from there on. */
static bool next_decimal(const struct file_reader *file, size_t from, mpq_srcptr size,
                         struct file_reader_decimal *found)
{
    bool there = false;
    mpq_t value;

    mpq_init(value);
    for (const char *point = strchr(file->text + from, '.'); point && !there;
         point = strchr(point + 1, '.')) {
        const size_t behind = strspn(point + 1, digits);

        there = behind >= FILE_READER_PUBLISHED && !is_short(point + 1, behind) &&
                decimal_at(file, point, found, value) && (!size || mpq_equal(value, size));
    }
    mpq_clear(value);
    return there;
}

bool file_reader_next_decimal(const struct file_reader *file, size_t from, struct file_reader_decimal *found)
{
    return next_decimal(file, from, NULL, found);
}

static int fewest_decimals(const struct file_reader *file, mpq_srcptr size)
{
    struct file_reader_decimal decimal;
    int fewest = 0;

    for (size_t from = 0; next_decimal(file, from, size, &decimal); from = decimal.last)
        if (!fewest || decimal.decimals < fewest)
            fewest = decimal.decimals;
    return fewest;
}

int file_reader_decimals(const struct file_reader *file)
{
    return fewest_decimals(file, NULL);
}

int file_reader_decimals_of(const struct file_reader *file, expression number)
{
    int decimals;
    mpq_t size;

    if (number->operation != OPERATION_CONSTANT)
        return 0;
    mpq_init(size);
    mpq_abs(size, number->value);
    decimals = fewest_decimals(file, size);
    mpq_clear(size);
    return decimals;
}
