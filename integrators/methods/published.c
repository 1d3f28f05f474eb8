/* What rounding published decimals explains: see published.h. */
#include "integrators/methods/published.h"

#include <math.h>

#include "numerics/number_block.h"

enum {
    CHECK_BITS = 192,
    LOST_BITS = 64,
    RESERVE_BITS = 20 /* of a unit that a number may be off by, not quite */
};

struct work {
    const struct method_file *file;
    published_residuals *find;
    struct tableau_claims claims;
    mpfr_prec_t precision;
    size_t count;
    mpfr_t *r, *bound; /* residuals, and what they may be */
    mpfr_t term;
};

/* Bits at which the longest number has many more digits than are printed. */
static mpfr_prec_t find_precision(const struct method_file *file)
{
    struct file_reader_decimal decimal;
    int most = 0;

    for (size_t from = 0; file_reader_next_decimal(&file->file, from, &decimal); from = decimal.end)
        most = decimal.decimals > most ? decimal.decimals : most;
    return CHECK_BITS + (mpfr_prec_t)ceil(most * log2(10));
}

static bool is_within(const struct work *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (mpfr_nan_p(w->r[i]) || mpfr_nan_p(w->bound[i]) || mpfr_cmpabs(w->r[i], w->bound[i]) > 0)
            return false;
    return true;
}

/* What the residuals may be off by for one number; false where the file does not read with another. */
static bool add_number(struct work *w, const struct file_reader_decimal *decimal)
{
    struct method_file *changed =
        (struct method_file *)file_reader_create_changed(&w->file->file, decimal->last);
    size_t count = 0;
    mpfr_t *r = NULL;

    if (changed) {
        changed->inner = w->file->inner;
        r = w->find(changed, &w->claims, w->precision, &count);
    }
    for (size_t i = 0; r && count == w->count && i < count; i++) {
        mpfr_sub(w->term, r[i], w->r[i], MPFR_RNDN);
        mpfr_abs(w->term, w->term, MPFR_RNDN);
        mpfr_mul_d(w->term, w->term, decimal->units * (1 - ldexp(1, -RESERVE_BITS)), MPFR_RNDN);
        mpfr_add(w->bound[i], w->bound[i], w->term, MPFR_RNDN);
    }
    number_block_destroy(r);
    file_reader_destroy((struct file_reader *)changed);
    return r && count == w->count;
}

/* The residuals, and what rounding in `precision` leaves of them; false where there are none. */
static bool create(struct work *w, const struct method_file *file, published_residuals *find,
                   const struct tableau_claims *claims)
{
    *w = (struct work){.file = file, .find = find, .claims = *claims, .precision = find_precision(file)};
    w->r = find(file, claims, w->precision, &w->count);
    if (!w->r)
        return false;
    w->bound = number_block_create(w->count, w->precision);
    mpfr_init2(w->term, w->precision);
    for (size_t i = 0; i < w->count; i++)
        mpfr_set_ui_2exp(w->bound[i], 1, LOST_BITS - (mpfr_exp_t)w->precision, MPFR_RNDN);
    return true;
}

static void destroy(struct work *w)
{
    mpfr_clear(w->term);
    number_block_destroy(w->bound);
    number_block_destroy(w->r);
}

static enum published judge(struct work *w)
{
    struct file_reader_decimal decimal;
    bool within = false;

    if (is_within(w))
        return PUBLISHED_EXACT;
    for (size_t from = 0; !within && file_reader_next_decimal(&w->file->file, from, &decimal);
         from = decimal.end)
        within = add_number(w, &decimal) && is_within(w);
    return within ? PUBLISHED_ROUNDED : PUBLISHED_WRONG;
}

enum published published_judge(const struct method_file *file, published_residuals *find, int order)
{
    const struct tableau_claims claims = {.order = order};
    enum published found;
    struct work w;

    if (order > 1 && published_judge(file, find, order / 2) == PUBLISHED_WRONG)
        return PUBLISHED_WRONG; /* few conditions often tell */
    if (!create(&w, file, find, &claims))
        return PUBLISHED_EXACT;
    found = judge(&w);
    destroy(&w);
    return found;
}

mpfr_t *published_bounds(const struct method_file *file, published_residuals *find,
                         const struct tableau_claims *claims, size_t *count)
{
    struct file_reader_decimal decimal;
    mpfr_t *bound;
    struct work w;

    if (!file_reader_decimals(&file->file) || !create(&w, file, find, claims))
        return NULL;
    for (size_t from = 0; file_reader_next_decimal(&file->file, from, &decimal); from = decimal.end)
        add_number(&w, &decimal);
    *count = w.count;
    bound = w.bound;
    w.bound = NULL;
    destroy(&w);
    return bound;
}
