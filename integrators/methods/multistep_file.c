/* Files of linear multistep methods: see multistep_file.h. */
#include "integrators/methods/multistep_file.h"

#include <string.h>

#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_COEFFICIENTS = 17, ROUNDED_BITS = 32, ORTHOGONAL_BITS = 2048, DERIVED = 2 };

int multistep_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name", "title", "source", "alpha", "beta", "starter", "claims", NULL};
    struct method_file *file = sandbox_context(lua);
    size_t count;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "multistep", keys);
    file_reader_name(lua, &file->file);
    count = file->stages =
        file_reader_count(lua, &file->file, "alpha", MOST_COEFFICIENTS, "alpha = { 0, -1, 1 }");
    if (count < 2)
        sandbox_raise(lua, "multistep.alpha has only one number; write alpha = { 0, -1, 1 }");
    file->a = file_reader_numbers(lua, &file->file, "alpha", 0, count);
    if (!(file->b = file_reader_numbers(lua, &file->file, "beta", 0, count)))
        sandbox_raise(lua, "multistep.beta is missing; write as many numbers as alpha has, the last one 0 if "
                           "the method is explicit");
    file->inner_name = file_reader_word(lua, &file->file, 1, "starter");
    if (!file->inner_name && count > 2)
        sandbox_raise(
            lua, "multistep.starter is missing; write starter = \"rk4\", the method of the first %zu steps",
            count - 2);
    if (!file->inner_name)
        file->inner_name =
            memory_keep_string(&file->file.kept, "rk4"); /* a method of one step never asks it */
    method_file_set_form(lua, file, METHOD_FORM_MULTISTEP);
    return 0;
}

mpfr_t *multistep_file_evaluate(const struct method_file *file, mpfr_prec_t precision, size_t *count)
{
    const size_t n = *count = file->stages;
    mpfr_t *both = (mpfr_t *)number_block_create(2 * n, precision);
    mpfr_t *alpha = file_reader_evaluate(file->a, n, precision),
           *beta = file_reader_evaluate(file->b, n, precision);

    number_block_set(both[0], *alpha, n);
    number_block_set(both[n], *beta, n);
    number_block_destroy(alpha);
    number_block_destroy(beta);
    return both;
}

/* ---- the order ---- */

/* A fraction of few digits is exact in a file whose other numbers have `decimals`. */
static bool is_short_fraction(expression number, int decimals)
{
    return number->operation == OPERATION_CONSTANT &&
           mpz_sizeinbase(mpq_denref(number->value), 10) <= (size_t)decimals / 2;
}

/* One unit of the last decimal that is printed.  What may have been computed of printed numbers is known to DERIVED digits
 * less; what is exact, to all bits but those that rounding may take. */
static void set_unit(mpfr_t unit, const struct file_reader *file, expression number, mpfr_srcptr value,
                     int decimals)
{
    const int own = decimals ? file_reader_decimals_of(file, number) : 0,
              known = own || !decimals || is_short_fraction(number, decimals) ? own : decimals - DERIVED;

    if (known) {
        mpfr_set_ui(unit, 10, MPFR_RNDN);
        mpfr_pow_si(unit, unit, -known, MPFR_RNDN);
    } else {
        mpfr_abs(unit, value, MPFR_RNDN);
        mpfr_add_ui(unit, unit, 1, MPFR_RNDN);
        mpfr_mul_2si(unit, unit, ROUNDED_BITS - MULTISTEP_FILE_BITS, MPFR_RNDN);
    }
}

static mpfr_t *create_units(const struct method_file *file, mpfr_t *x, int decimals)
{
    const size_t n = file->stages;
    mpfr_t *unit = (mpfr_t *)number_block_create(2 * n, MULTISTEP_FILE_BITS);

    for (size_t i = 0; i < 2 * n; i++)
        set_unit(unit[i], &file->file, i < n ? file->a[i] : file->b[i - n], x[i], decimals);
    return unit;
}

mpfr_t *multistep_file_units(const struct method_file *file)
{
    size_t n;
    mpfr_t *x = multistep_file_evaluate(file, MULTISTEP_FILE_BITS, &n),
           *unit = create_units(file, x, file_reader_decimals(&file->file));

    number_block_destroy(x);
    return unit;
}

/* Of the condition sum_j alpha_j j^q - q sum_j beta_j j^(q-1) = 0, with 0^0 = 1: what one unit of each of the 2 n numbers
 * does to it, and behind these by how much it fails. */
static void set_row(mpfr_t *row, mpfr_t *x, mpfr_t *unit, size_t n, unsigned long q)
{
    mpfr_set_zero(row[2 * n], 1);
    for (size_t i = 0; i < 2 * n; i++) {
        if (i < n) {
            mpfr_ui_pow_ui(row[i], i, q, MPFR_RNDN);
        } else {
            mpfr_ui_pow_ui(row[i], i - n, q ? q - 1 : 0, MPFR_RNDN);
            mpfr_mul_si(row[i], row[i], -(long)q, MPFR_RNDN);
        }
        mpfr_fma(row[2 * n], row[i], x[i], row[2 * n], MPFR_RNDN);
        mpfr_mul(row[i], row[i], unit[i], MPFR_RNDN);
    }
}

static void set_product(mpfr_t product, mpfr_t *a, mpfr_t *b, size_t count)
{
    mpfr_set_zero(product, 1);
    for (size_t i = 0; i < count; i++)
        mpfr_fma(product, a[i], b[i], product, MPFR_RNDN);
}

/* Makes row q orthogonal to those before, and its length 1. */
static void make_orthogonal(mpfr_t *rows, size_t n, size_t q, mpfr_t factor)
{
    const size_t width = 2 * n + 1;
    mpfr_t *row = rows + q * width;

    for (size_t s = 0; s < q; s++) {
        set_product(factor, row, rows + s * width, 2 * n);
        mpfr_neg(factor, factor, MPFR_RNDN);
        for (size_t i = 0; i < width; i++)
            mpfr_fma(row[i], factor, rows[s * width + i], row[i], MPFR_RNDN);
    }
    set_product(factor, row, row, 2 * n);
    mpfr_sqrt(factor, factor, MPFR_RNDN);
    for (size_t i = 0; i < width; i++)
        mpfr_div(row[i], row[i], factor, MPFR_RNDN);
}

/* The highest order up to `most` that numbers have which differ from x by no more than their units.  The smallest change
 * that makes all conditions hold, in units, has as its square the sum of those of what is left of their failures
 * where they are orthogonal; 2 n numbers that are off by one unit each have 2 n. */
static int find_order(mpfr_t *x, mpfr_t *unit, size_t n, int most)
{
    mpfr_t *rows = (mpfr_t *)number_block_create((2 * n + 1) * 2 * n, ORTHOGONAL_BITS), factor, square;
    size_t q = 0;

    mpfr_inits2(ORTHOGONAL_BITS, factor, square, (mpfr_ptr)0);
    mpfr_set_zero(square, 1);
    for (; (int)q <= most && q < 2 * n; q++) {
        mpfr_t *row = rows + q * (2 * n + 1);

        set_row(row, x, unit, n, q);
        make_orthogonal(rows, n, q, factor);
        mpfr_fma(square, row[2 * n], row[2 * n], square, MPFR_RNDN);
        if (mpfr_cmp_ui(square, 2 * n) > 0)
            break;
    }
    mpfr_clears(factor, square, (mpfr_ptr)0);
    number_block_destroy(rows);
    return (int)q - 1;
}

static int find_order_to(const struct method_file *file, int decimals, int most)
{
    size_t n;
    mpfr_t *x = multistep_file_evaluate(file, MULTISTEP_FILE_BITS, &n),
           *unit = create_units(file, x, decimals);
    const int order = find_order(x, unit, n, most);

    number_block_destroy(unit);
    number_block_destroy(x);
    return order;
}

int multistep_file_order(const struct method_file *file, int most)
{
    return find_order_to(file, file_reader_decimals(&file->file), most);
}

/* ---- files ---- */

static bool check_coefficients(const struct method_file *file, struct error *error)
{
    const char *path = file->file.path;
    mpfr_t *alpha =
        file_reader_finite(&file->file, "alpha", file->a, file->stages, MULTISTEP_FILE_BITS, error);
    mpfr_t *beta =
        alpha ? file_reader_finite(&file->file, "beta", file->b, file->stages, MULTISTEP_FILE_BITS, error)
              : NULL;
    bool good = beta;

    if (good && mpfr_zero_p(alpha[file->stages - 1]))
        good = error_set(error,
                         "%s: the last number of multistep.alpha, that of the new state, is 0; write the "
                         "oldest first",
                         path);
    if (good && find_order_to(file, 0, 0) < 0)
        good = error_set(error,
                         "%s: the numbers of multistep.alpha do not add up to 0, so that no constant is a "
                         "solution; correct them",
                         path);
    number_block_destroy(alpha);
    number_block_destroy(beta);
    return good;
}

/* Published decimals, to which the order that is claimed holds; 0 where it holds exactly, or not even to these. */
static int find_printed(const struct method_file *file)
{
    const int claimed = file->family.order_offset;

    return claimed > 0 && find_order_to(file, 0, claimed) < claimed &&
                   multistep_file_order(file, claimed) == claimed
               ? file_reader_decimals(&file->file)
               : 0;
}

bool multistep_file_finish(struct file_reader *reader, struct error *error)
{
    struct method_file *file = (struct method_file *)reader;

    if (!check_coefficients(file, error) || !method_file_find_inner(file, error))
        return false;
    if (!file->inner.family->remembers) {
        file->printed = find_printed(file);
        return true;
    }
    error_set(error, "%s: %.60s remembers the steps before, and starts nothing; write starter = \"rk4\"",
              reader->path, file->inner.name);
    method_file_clear_inner(file);
    return false;
}
