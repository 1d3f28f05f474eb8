/* Series of words: see flow_words.h. */
#include "integrators/tableaux/flow_words.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

static void set_letters(struct flow_words *w, const struct flow_given *given, unsigned order)
{
    for (int k = 0; w->perturbed && k < given->part[0]; k++)
        w->degree[w->letters++] = (unsigned)k + 1;
    if (w->perturbed)
        return;
    w->degree[w->letters++] = 1;
    if (given->form == FLOW_SPLITTING)
        w->degree[w->letters++] = 1;
    for (unsigned k = (unsigned)given->base_order + 1; given->form == FLOW_COMPOSITION && k <= order; k++) {
        if (!given->base_symmetric || k % 2)
            w->degree[w->letters++] = k;
    }
}

static bool is_wanted(const struct flow_given *given, unsigned order, unsigned length, unsigned degree)
{
    return given->powers ? length <= given->powers && degree <= (unsigned)given->part[length - 1]
                         : degree <= order;
}

/* Each behind its prefix. */
static void list_words(struct flow_words *w, const struct flow_given *given, unsigned order)
{
    w->word = memory_create(1, sizeof *w->word);
    w->count = 1;
    for (size_t i = 0; i < w->count; i++) {
        for (unsigned letter = 0; letter < w->letters; letter++) {
            const struct flow_word own = w->word[i];

            if (!is_wanted(given, order, own.length + 1, own.degree + w->degree[letter]))
                continue;
            w->word = memory_resize(w->word, w->count + 1, sizeof *w->word);
            w->word[w->count++] =
                (struct flow_word){i, letter, own.degree + w->degree[letter], own.length + 1};
        }
    }
}

/* rate = what a kick of x at the time has of each B_k */
static void set_rates_at(struct flow_words *w, mpfr_srcptr x, mpfr_srcptr time)
{
    mpfr_set(w->rate[0], x, MPFR_RNDN);
    for (unsigned k = 1; k < w->letters; k++)
        mpfr_mul(w->rate[k], w->rate[k - 1], time, MPFR_RNDN);
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

/* The kicks alone; then the time takes the place of the empty word, which is 1. */
static void multiply_kicks(struct flow_words *w, const struct flow_given *given, mpfr_t *r)
{
    mpfr_t time;

    mpfr_init2(time, mpfr_get_prec(r[0]));
    mpfr_set_zero(time, 1);
    for (size_t step = 0; step < given->count; step++) {
        if (given->second[step]) {
            set_rates_at(w, given->x[step], time);
            multiply(w, r);
        } else {
            mpfr_add(time, time, given->x[step], MPFR_RNDN);
        }
    }
    mpfr_set(r[0], time, MPFR_RNDN);
    mpfr_clear(time);
}

void flow_words_set_wanted(const struct flow_words *w, size_t i, mpfr_ptr wanted)
{
    if (w->perturbed) {
        mpfr_set_ui(wanted, 1, MPFR_RNDN);
        for (size_t at = i; at; at = w->word[at].prefix)
            mpfr_div_ui(wanted, wanted, w->word[at].degree, MPFR_RNDN);
        return;
    }
    mpfr_fac_ui(wanted, w->word[i].length, MPFR_RNDN);
    mpfr_ui_div(wanted, 1, wanted, MPFR_RNDN);
    if (w->form == FLOW_COMPOSITION && w->word[i].degree > w->word[i].length)
        mpfr_set_zero(wanted, 1);
}

void flow_words_create(struct flow_words *w, const struct flow_given *given, unsigned order)
{
    const mpfr_prec_t precision = mpfr_get_prec(given->x[0]);

    *w = (struct flow_words){.form = given->form, .perturbed = given->powers > 0};
    set_letters(w, given, order);
    list_words(w, given, order);
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
    for (size_t step = 0; step < given->count && !w->perturbed; step++) {
        set_rates(w, given, step);
        multiply(w, r);
    }
    if (w->perturbed)
        multiply_kicks(w, given, r);
}

/* ---- perturbed systems ---- */

static bool is_rounding(mpfr_srcptr x, mpfr_prec_t bits)
{
    return mpfr_zero_p(x) || (mpfr_number_p(x) && mpfr_get_exp(x) < 24 - bits);
}

/* The degree up to which all words of `powers` letters are those of the solution, at most the part given for them; -1 where
 * a step of A does not last h. */
static int find_part(const struct flow_given *given, mpfr_prec_t bits)
{
    struct flow_words w;
    mpfr_t *r, wanted;
    int limit = given->part[given->powers - 1];

    flow_words_create(&w, given, 0);
    r = number_block_create(w.count, mpfr_get_prec(given->x[0]));
    mpfr_init2(wanted, mpfr_get_prec(given->x[0]));
    flow_words_find(&w, given, r);
    for (size_t i = 0; i < w.count; i++) {
        flow_words_set_wanted(&w, i, wanted);
        mpfr_sub(wanted, r[i], wanted, MPFR_RNDN);
        if ((i == 0 || w.word[i].length == given->powers) && (int)w.word[i].degree <= limit &&
            !is_rounding(wanted, bits))
            limit = (int)w.word[i].degree - 1;
    }
    mpfr_clear(wanted);
    number_block_destroy(r);
    flow_words_destroy(&w);
    return limit;
}

size_t flow_words_perturbed_order(const struct flow_given *given, mpfr_prec_t bits,
                                  int order[COEFFICIENT_POWERS])
{
    struct flow_given asked = *given;
    int limit = FLOW_WORDS_PERTURBED;

    for (asked.powers = 0; asked.powers < COEFFICIENT_POWERS && (int)asked.powers < limit;) {
        asked.part[asked.powers++] = limit;
        limit = find_part(&asked, bits);
        if (limit < 0)
            return 0;
        asked.part[asked.powers - 1] = order[asked.powers - 1] = limit;
    }
    while (asked.powers > 1 && order[asked.powers - 1] == order[asked.powers - 2])
        asked.powers--;
    return asked.powers;
}
