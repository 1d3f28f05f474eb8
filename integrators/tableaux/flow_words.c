/* Series of words: see flow_words.h. */
#include "integrators/tableaux/flow_words.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

static void set_letters(struct flow_words *w, const struct flow_given *given, unsigned order)
{
    w->degree[w->letters++] = 1;
    if (given->form == FLOW_SPLITTING)
        w->degree[w->letters++] = 1;
    for (unsigned k = (unsigned)given->base_order + 1; given->form == FLOW_COMPOSITION && k <= order; k++) {
        if (!given->base_symmetric || k % 2)
            w->degree[w->letters++] = k;
    }
}

/* All up to the degree, each behind its prefix. */
static void list_words(struct flow_words *w, unsigned order)
{
    w->word = memory_create(1, sizeof *w->word);
    w->count = 1;
    for (size_t i = 0; i < w->count; i++) {
        for (unsigned letter = 0; letter < w->letters; letter++) {
            const struct flow_word own = w->word[i];

            if (own.degree + w->degree[letter] > order)
                continue;
            w->word = memory_resize(w->word, w->count + 1, sizeof *w->word);
            w->word[w->count++] =
                (struct flow_word){i, letter, own.degree + w->degree[letter], own.length + 1};
        }
    }
}

/* rate = what a step has of each letter */
static void set_rates(struct flow_words *w, const struct flow_given *given, size_t step)
{
    mpfr_srcptr x = given->x[step];
    const bool second = given->second[step];

    for (unsigned letter = 0; letter < w->letters; letter++) {
        if (w->form == FLOW_SPLITTING) {
            mpfr_set_zero(w->rate[letter], 1);
            if (letter == second)
                mpfr_set(w->rate[letter], x, MPFR_RNDN);
            continue;
        }
        mpfr_pow_ui(w->rate[letter], x, w->degree[letter], MPFR_RNDN);
        if (second && w->degree[letter] % 2 == 0)
            mpfr_neg(w->rate[letter], w->rate[letter], MPFR_RNDN);
    }
}

/* r = r exp(rates): the longer words first, which need those that they begin with. */
static void multiply(struct flow_words *w, mpfr_t *r)
{
    for (size_t i = w->count; i-- > 1;) {
        size_t at = i;

        mpfr_set_ui(w->factor, 1, MPFR_RNDN);
        for (unsigned long k = 1; at; k++) {
            mpfr_mul(w->factor, w->factor, w->rate[w->word[at].letter], MPFR_RNDN);
            mpfr_div_ui(w->factor, w->factor, k, MPFR_RNDN);
            at = w->word[at].prefix;
            mpfr_fma(r[i], w->factor, r[at], r[i], MPFR_RNDN);
        }
    }
}

void flow_words_set_wanted(const struct flow_words *w, size_t i, mpfr_ptr wanted)
{
    mpfr_fac_ui(wanted, w->word[i].length, MPFR_RNDN);
    mpfr_ui_div(wanted, 1, wanted, MPFR_RNDN);
    if (w->form == FLOW_COMPOSITION && w->word[i].degree > w->word[i].length)
        mpfr_set_zero(wanted, 1);
}

void flow_words_create(struct flow_words *w, const struct flow_given *given, unsigned order)
{
    const mpfr_prec_t precision = mpfr_get_prec(given->x[0]);

    *w = (struct flow_words){.form = given->form};
    set_letters(w, given, order);
    list_words(w, order);
    w->rate = number_block_create(w->letters, precision);
    mpfr_init2(w->factor, precision);
}

void flow_words_destroy(struct flow_words *w)
{
    if (!w->word)
        return;
    number_block_destroy(w->rate);
    mpfr_clear(w->factor);
    free(w->word);
}

void flow_words_find(struct flow_words *w, const struct flow_given *given, mpfr_t *r)
{
    for (size_t i = 0; i < w->count; i++)
        mpfr_set_ui(r[i], i == 0, MPFR_RNDN);
    for (size_t step = 0; step < given->count; step++) {
        set_rates(w, given, step);
        multiply(w, r);
    }
}

/* ---- perturbed systems ---- */

struct perturbed {
    size_t kicks;
    mpfr_t *length, *time; /* of each kick */
    mpfr_t *value[FLOW_WORDS_POWERS +
                  1]; /* of the word so far, and of those that it begins with, behind each kick */
    unsigned exponent[FLOW_WORDS_POWERS]; /* k_1, k_2, .. */
    mpfr_t factor, wanted;
    mpfr_prec_t bits;
    int limit; /* conditions up to this degree hold, as far as they were looked at */
};

static bool is_rounding(mpfr_srcptr x, mpfr_prec_t bits)
{
    return mpfr_zero_p(x) || (mpfr_number_p(x) && mpfr_get_exp(x) < 24 - bits);
}

/* The words of n letters from those of fewer: a kick adds its own last r letters, divided by r!. */
static void append_letter(struct perturbed *w, size_t n)
{
    for (size_t i = 1; i <= w->kicks; i++) {
        mpfr_set(w->value[n][i], w->value[n][i - 1], MPFR_RNDN);
        mpfr_set_ui(w->factor, 1, MPFR_RNDN);
        for (size_t r = 1; r <= n; r++) {
            for (unsigned k = 0; k < w->exponent[n - r]; k++)
                mpfr_mul(w->factor, w->factor, w->time[i - 1], MPFR_RNDN);
            mpfr_mul(w->factor, w->factor, w->length[i - 1], MPFR_RNDN);
            mpfr_div_ui(w->factor, w->factor, (unsigned long)r, MPFR_RNDN);
            mpfr_fma(w->value[n][i], w->factor, w->value[n - r][i - 1], w->value[n][i], MPFR_RNDN);
        }
    }
}

static bool is_satisfied(struct perturbed *w, size_t n)
{
    unsigned long degree = 0;

    mpfr_set_ui(w->wanted, 1, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        degree += w->exponent[i] + 1;
        mpfr_div_ui(w->wanted, w->wanted, degree, MPFR_RNDN);
    }
    mpfr_sub(w->wanted, w->value[n][w->kicks], w->wanted, MPFR_RNDN);
    return is_rounding(w->wanted, w->bits);
}

/* Lowers the limit to what all words of `letters` letters satisfy that begin as the first n do, of that degree. */
static void examine(struct perturbed *w, size_t n, size_t letters, int degree)
{
    if (n == letters) {
        if (!is_satisfied(w, n))
            w->limit = degree - 1;
        return;
    }
    for (unsigned k = 0; degree + (int)(k + letters - n) <= w->limit; k++) {
        w->exponent[n] = k;
        append_letter(w, n + 1);
        examine(w, n + 1, letters, degree + (int)k + 1);
    }
}

/* The kicks and their times; false where a step of A does not last h. */
static bool set_kicks(struct perturbed *w, const struct flow_given *given)
{
    mpfr_set_zero(w->wanted, 1);
    for (size_t i = 0; i < given->count; i++) {
        if (given->second[i]) {
            mpfr_set(w->length[w->kicks], given->x[i], MPFR_RNDN);
            mpfr_set(w->time[w->kicks++], w->wanted, MPFR_RNDN);
        } else {
            mpfr_add(w->wanted, w->wanted, given->x[i], MPFR_RNDN);
        }
    }
    mpfr_sub_ui(w->wanted, w->wanted, 1, MPFR_RNDN);
    return is_rounding(w->wanted, w->bits);
}

size_t flow_words_perturbed_order(const struct flow_given *given, mpfr_prec_t bits,
                                  int order[FLOW_WORDS_POWERS])
{
    const mpfr_prec_t precision = mpfr_get_prec(given->x[0]);
    const size_t room = given->count + 1;
    struct perturbed w = {.bits = bits, .limit = FLOW_WORDS_PERTURBED};
    size_t powers = 0;

    mpfr_inits2(precision, w.factor, w.wanted, (mpfr_ptr)0);
    w.length = (mpfr_t *)number_block_create((FLOW_WORDS_POWERS + 3) * room, precision);
    w.time = w.length + room;
    for (size_t n = 0; n <= FLOW_WORDS_POWERS; n++)
        w.value[n] = w.time + (n + 1) * room;
    for (size_t i = 0; i < room; i++)
        mpfr_set_ui(w.value[0][i], 1, MPFR_RNDN);
    if (set_kicks(&w, given)) {
        while (powers < FLOW_WORDS_POWERS && (int)powers < w.limit) {
            examine(&w, 0, powers + 1, 0);
            order[powers++] = w.limit;
        }
    }
    while (powers > 1 && order[powers - 1] == order[powers - 2])
        powers--;
    number_block_destroy(w.length);
    mpfr_clears(w.factor, w.wanted, (mpfr_ptr)0);
    return powers;
}
