/* Numbers as text and as JSON: see number.h. */
#include "numerics/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "numerics/memory.h"

char *number_text(mpfr_srcptr value, long bits, long digits)
{
    char *text = NULL, *copy;

    if (!mpfr_number_p(value))
        return memory_copy_string(mpfr_nan_p(value) ? "nan" : mpfr_sgn(value) > 0 ? "inf" : "-inf");
    if (digits <= 0)
        digits = bits ? (long)ceil((double)bits * log10(2)) + 1 : 17;
    if (mpfr_asprintf(&text, "%.*Rg", (int)digits, value) < 0)
        abort();
    copy = memory_copy_string(text);
    mpfr_free_str(text);
    return copy;
}

json_t *number_json(mpfr_srcptr value, long bits)
{
    char *text;
    json_t *json;

    if (!mpfr_number_p(value))
        return json_null();
    if (!bits)
        return json_real(mpfr_get_d(value, MPFR_RNDN));
    text = number_text(value, bits, 0);
    json = json_string(text);
    free(text);
    return json;
}
