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
