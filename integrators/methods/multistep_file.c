/* Files of linear multistep methods: see multistep_file.h. */
#include "integrators/methods/multistep_file.h"

#include <string.h>

#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_COEFFICIENTS = 17, CHECK_BITS = 256, ROUNDED_BITS = 32 };

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
        sandbox_raise(lua, "multistep.alpha has one number alone; write alpha = { 0, -1, 1 }");
    file->a = file_reader_numbers(lua, &file->file, "alpha", 0, count);
    if (!(file->b = file_reader_numbers(lua, &file->file, "beta", 0, count)))
        sandbox_raise(lua,
                      "multistep.beta is missing; write as many numbers as alpha has, the last 0 where the "
                      "method is explicit");
    file->inner_name = file_reader_word(lua, &file->file, 1, "starter");
    if (!file->inner_name && count > 2)
        sandbox_raise(lua,
                      "multistep.starter is missing; write starter = \"rk4\", what makes the first %zu steps",
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

/* sum_j alpha_j j^q - q sum_j beta_j j^(q-1) is explained by rounding, with 0^0 = 1. */
static bool condition_holds(mpfr_t *alpha, mpfr_t *beta, size_t count, unsigned long q)
{
    mpfr_t sum, term, size;
    bool holds;

    mpfr_inits2(CHECK_BITS, sum, term, size, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    mpfr_set_ui(size, 1, MPFR_RNDN);
    for (unsigned long j = 0; j < count; j++) {
        mpfr_ui_pow_ui(term, j, q, MPFR_RNDN);
        mpfr_mul(term, term, alpha[j], MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        mpfr_abs(term, term, MPFR_RNDN);
        mpfr_add(size, size, term, MPFR_RNDN);
        if (q == 0)
            continue;
        mpfr_ui_pow_ui(term, j, q - 1, MPFR_RNDN);
        mpfr_mul_ui(term, term, q, MPFR_RNDN);
        mpfr_mul(term, term, beta[j], MPFR_RNDN);
        mpfr_sub(sum, sum, term, MPFR_RNDN);
    }
    mpfr_mul_2si(size, size, ROUNDED_BITS - CHECK_BITS, MPFR_RNDN);
    holds = mpfr_cmpabs(sum, size) <= 0;
    mpfr_clears(sum, term, size, (mpfr_ptr)0);
    return holds;
}

int multistep_file_order(const struct method_file *file, int most)
{
    size_t count;
    mpfr_t *alpha = multistep_file_evaluate(file, CHECK_BITS, &count);
    int order = -1;

    while (order < most && condition_holds(alpha, alpha + count, count, (unsigned long)order + 1))
        order++;
    number_block_destroy(alpha);
    return order;
}

static bool check_coefficients(const struct method_file *file, struct error *error)
{
    const char *path = file->file.path;
    mpfr_t *alpha = file_reader_finite(&file->file, "alpha", file->a, file->stages, CHECK_BITS, error);
    mpfr_t *beta =
        alpha ? file_reader_finite(&file->file, "beta", file->b, file->stages, CHECK_BITS, error) : NULL;
    bool good = beta;

    if (good && mpfr_zero_p(alpha[file->stages - 1]))
        good = error_set(error,
                         "%s: the last number of multistep.alpha, that of the new state, is 0; write the "
                         "oldest first",
                         path);
    if (good && !condition_holds(alpha, beta, file->stages, 0))
        good = error_set(error,
                         "%s: the numbers of multistep.alpha do not add up to 0, so that no constant is a "
                         "solution; correct them",
                         path);
    number_block_destroy(alpha);
    number_block_destroy(beta);
    return good;
}

bool multistep_file_finish(struct file_reader *reader, struct error *error)
{
    struct method_file *file = (struct method_file *)reader;

    if (!check_coefficients(file, error) || !method_file_find_inner(file, error))
        return false;
    if (!file->inner.family->remembers)
        return true;
    error_set(error, "%s: %.60s remembers the steps before, and starts nothing; write starter = \"rk4\"",
              reader->path, file->inner.name);
    method_file_clear_inner(file);
    return false;
}
