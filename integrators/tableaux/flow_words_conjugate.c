/* Conjugation of series of words: see flow_words.h.
 *
 * With psi the series of a step and X = D + K, or Y_1, the flow of c changes it to
 *
 *     e^-c psi e^c = psi + [psi, c] + [[psi, c], c]/2! + ..,      [psi, c] = psi c - c psi
 *
 * Where psi is e^X up to degree k - 1 and has R beside it in degree k, the terms c of degree k - 1 have to solve
 *
 *     0 = R + X c - c X
 *     0 = R(w) + c(w without its first letter) - c(w without its last one)      for each word w
 *
 * with a term of c where the letter that is left out is one of X, and else 0.  Each word is an edge between two
 * others: the values of c follow from one of them along the edges, and the edges that close a circle are conditions.
 * That one is the power of the first letter, of which a field has nothing in degrees above 1.  With it c is a field:
 * the part of any solution that is one solves, too, and all that commutes with X are its powers. */
#include "integrators/tableaux/flow_words.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { MOST = FLOW_BLAME_ORDER };

struct work {
    struct flow_words words;
    size_t *suffix; /* of each word without its first letter */
    unsigned *first;
    mpfr_t *psi, *c, *product, *term; /* series */
    mpfr_t value;
    bool *known; /* of c */
    mpfr_prec_t bits;
};

/* ---- words ---- */

static void find_suffixes(struct work *w)
{
    const struct flow_word *word = w->words.word;
    const size_t letters = w->words.letters;
    size_t *longer = memory_create(w->words.count * letters, sizeof *longer);

    for (size_t i = 1; i < w->words.count; i++) {
        longer[word[i].prefix * letters + word[i].letter] = i;
        w->first[i] = word[i].prefix ? w->first[word[i].prefix] : word[i].letter;
    }
    for (size_t i = 1; i < w->words.count; i++)
        w->suffix[i] = word[i].prefix ? longer[w->suffix[word[i].prefix] * letters + word[i].letter] : 0;
    free(longer);
}

/* Whether the letter is one of X. */
static bool is_of_field(const struct work *w, unsigned letter)
{
    return w->words.degree[letter] == 1;
}

/* result += or -= x y */
static void add_product(struct work *w, mpfr_t *result, mpfr_t *x, mpfr_t *y, bool subtract)
{
    for (size_t i = 0; i < w->words.count; i++) {
        size_t prefix[MOST + 1], behind = i;
        const unsigned length = w->words.word[i].length;

        prefix[length] = i;
        for (unsigned k = length; k-- > 0;)
            prefix[k] = w->words.word[prefix[k + 1]].prefix;
        for (unsigned k = 0; k <= length; k++) {
            mpfr_mul(w->value, x[prefix[k]], y[behind], MPFR_RNDN);
            (subtract ? mpfr_sub : mpfr_add)(result[i], result[i], w->value, MPFR_RNDN);
            behind = w->suffix[behind];
        }
    }
}

/* psi = e^-c psi e^c */
static void conjugate(struct work *w)
{
    const size_t count = w->words.count;

    number_block_set(*w->term, *w->psi, count);
    for (unsigned long n = 1; n <= MOST; n++) {
        for (size_t i = 0; i < count; i++)
            mpfr_set_zero(w->product[i], 1);
        add_product(w, w->product, w->term, w->c, false);
        add_product(w, w->product, w->c, w->term, true);
        for (size_t i = 0; i < count; i++) {
            mpfr_div_ui(w->term[i], w->product[i], n, MPFR_RNDN);
            mpfr_add(w->psi[i], w->psi[i], w->term[i], MPFR_RNDN);
        }
    }
}

/* ---- equations ---- */

/* R(w) */
static void find_residual(struct work *w, size_t i, mpfr_ptr residual)
{
    flow_words_set_wanted(&w->words, i, residual);
    mpfr_sub(residual, w->psi[i], residual, MPFR_RNDN);
}

static void set(struct work *w, size_t i, mpfr_srcptr value)
{
    mpfr_set(w->c[i], value, MPFR_RNDN);
    w->known[i] = true;
}

/* What the equation of the word says of c, where one of its terms is not known; false where it says nothing. */
static bool follow(struct work *w, size_t i)
{
    const struct flow_word *word = w->words.word + i;
    const bool begins = is_of_field(w, w->first[i]), ends = is_of_field(w, word->letter);
    const size_t prefix = word->prefix, suffix = w->suffix[i];

    find_residual(w, i, w->value);
    if (ends && !w->known[prefix] && (!begins || w->known[suffix])) {
        if (begins)
            mpfr_add(w->value, w->value, w->c[suffix], MPFR_RNDN);
        set(w, prefix, w->value);
        return true;
    }
    if (begins && !w->known[suffix] && (!ends || w->known[prefix])) {
        mpfr_neg(w->value, w->value, MPFR_RNDN);
        if (ends)
            mpfr_add(w->value, w->value, w->c[prefix], MPFR_RNDN);
        set(w, suffix, w->value);
        return true;
    }
    return false;
}

static bool is_solved(struct work *w, size_t i)
{
    find_residual(w, i, w->value);
    if (is_of_field(w, w->first[i]))
        mpfr_add(w->value, w->value, w->c[w->suffix[i]], MPFR_RNDN);
    if (is_of_field(w, w->words.word[i].letter))
        mpfr_sub(w->value, w->value, w->c[w->words.word[i].prefix], MPFR_RNDN);
    return mpfr_zero_p(w->value) || (mpfr_number_p(w->value) && mpfr_get_exp(w->value) < 24 - w->bits);
}

/* Whether all equations of the degree are solved by c of the degree before, which is set. */
static bool reach(struct work *w, unsigned degree)
{
    size_t power = 0;
    bool follows = true, solved = true;

    for (size_t i = 0; i < w->words.count; i++) {
        mpfr_set_zero(w->c[i], 1);
        w->known[i] = w->words.word[i].degree + 1 != degree;
        if (!w->known[i] && w->words.word[i].prefix == power && w->words.word[i].letter == 0)
            w->known[i] = true; /* the power of the first letter */
        if (w->words.word[i].prefix == power && w->words.word[i].letter == 0)
            power = i;
    }
    while (follows) {
        follows = false;
        for (size_t i = 1; i < w->words.count; i++)
            follows |= w->words.word[i].degree == degree && follow(w, i);
    }
    for (size_t i = 1; i < w->words.count; i++)
        solved = solved && (w->words.word[i].degree != degree || is_solved(w, i));
    return solved;
}

/* Steps of h last h. */
static bool is_consistent(struct work *w)
{
    for (size_t i = 0; i < w->words.count; i++)
        mpfr_set_zero(w->c[i], 1);
    for (size_t i = 1; i < w->words.count; i++) {
        if (w->words.word[i].degree == 1 && !is_solved(w, i))
            return false;
    }
    return true;
}

int flow_words_effective_order(const struct flow_given *given, mpfr_prec_t bits)
{
    struct work w = {.bits = bits};
    unsigned order = 0;
    size_t count;

    flow_words_create(&w.words, given, MOST);
    count = w.words.count;
    w.suffix = memory_create(count, sizeof *w.suffix);
    w.first = memory_create(count, sizeof *w.first);
    w.known = memory_create(count, sizeof *w.known);
    mpfr_init2(w.value, mpfr_get_prec(given->x[0]));
    w.psi = number_block_create(4 * count, mpfr_get_prec(given->x[0]));
    w.c = w.psi + count;
    w.product = w.c + count;
    w.term = w.product + count;
    find_suffixes(&w);
    flow_words_find(&w.words, given, w.psi);
    order = is_consistent(&w);
    while (order > 0 && order < MOST && reach(&w, order + 1)) {
        conjugate(&w);
        order++;
    }
    number_block_destroy(w.psi);
    mpfr_clear(w.value);
    free(w.suffix);
    free(w.first);
    free(w.known);
    flow_words_destroy(&w.words);
    return (int)order;
}
