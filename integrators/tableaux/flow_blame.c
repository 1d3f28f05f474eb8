/* What is wrong with coefficients of flows and of multistep methods: see flow_blame.h.
 *
 * The residuals of splittings and compositions are the coefficients of words (flow_words.h), for orders in a small
 * parameter those of its powers.  A multistep method has the residuals sum_j alpha_j j^q - q sum_j beta_j j^(q-1) for q <= p.  Where symmetry is claimed, x_i
 * - x_(s+1-i) is one, too.
 *
 * Sources: Murua, Sanz-Serna (1999); Hairer, Lubich, Wanner (2006), sections III.3 and III.5; Hairer, Norsett, Wanner
 * (1993), theorem III.2.4. */
#include "integrators/tableaux/flow_blame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/multistep/multistep_stability.h"
#include "integrators/tableaux/flow_words.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

struct work {
    struct flow_given given; /* x and second are copies, which are changed */
    size_t conditions;       /* residuals but those of symmetry */
    struct flow_words words; /* none of a multistep method */
    mpfr_t factor, term;     /* room */
    mpfr_t *from, *along;    /* the coefficients are from + d along */
    struct coefficient_mend mend;
};

/* ---- residuals ---- */

static void find_words(struct work *w, mpfr_t *r)
{
    flow_words_find(&w->words, &w->given, r);
    for (size_t i = 0; i < w->words.count; i++) {
        flow_words_set_wanted(&w->words, i, w->term);
        mpfr_sub(r[i], r[i], w->term, MPFR_RNDN);
    }
}

static void find_moments(struct work *w, mpfr_t *r)
{
    const size_t n = w->given.count / 2;

    for (unsigned long q = 0; q < w->conditions; q++) {
        mpfr_set_zero(r[q], 1);
        for (unsigned long j = 0; j < n; j++) {
            mpfr_ui_pow_ui(w->factor, j, q, MPFR_RNDN);
            mpfr_fma(r[q], w->factor, w->given.x[j], r[q], MPFR_RNDN);
            if (q == 0)
                continue;
            mpfr_ui_pow_ui(w->factor, j, q - 1, MPFR_RNDN);
            mpfr_mul_ui(w->factor, w->factor, q, MPFR_RNDN);
            mpfr_mul(w->factor, w->factor, w->given.x[n + j], MPFR_RNDN);
            mpfr_sub(r[q], r[q], w->factor, MPFR_RNDN);
        }
    }
}

/* That to which it corresponds when the method is read backwards. */
static size_t mirror_of(const struct flow_given *given, size_t i)
{
    const size_t n = given->count / 2;

    if (given->form == FLOW_MULTISTEP)
        return i < n ? n - 1 - i : 3 * n - 1 - i;
    return given->count - 1 - i;
}

/* Whether they correspond in kind: a step of a method that is not its own adjoint to one of the adjoint. */
static bool corresponds(const struct flow_given *given, size_t i)
{
    const bool same = given->second[i] == given->second[mirror_of(given, i)];

    return given->form == FLOW_COMPOSITION ? given->base_symmetric || !same : same;
}

/* x_i - x_mirror; of alpha the sum */
static void find_asymmetry(const struct work *w, mpfr_t *r)
{
    const struct flow_given *given = &w->given;

    for (size_t i = 0; i < given->count; i++) {
        const size_t mirror = mirror_of(given, i);

        if (!corresponds(given, i))
            mpfr_set_ui(r[i], 1, MPFR_RNDN);
        else if (given->form == FLOW_MULTISTEP && i < given->count / 2)
            mpfr_add(r[i], given->x[i], given->x[mirror], MPFR_RNDN);
        else
            mpfr_sub(r[i], given->x[i], given->x[mirror], MPFR_RNDN);
    }
}

static void find_residuals(void *context, mpfr_t *r)
{
    struct work *w = context;

    if (w->given.form == FLOW_MULTISTEP)
        find_moments(w, r);
    else
        find_words(w, r);
    if (w->given.symmetric)
        find_asymmetry(w, r + w->conditions);
}

/* Of a multistep method: the root condition, without which it has no order; of coefficients that may be off by `unit`. */
static bool is_stable(const struct work *w, double unit)
{
    const size_t n = w->given.count / 2;
    struct multistep_stability found = {.stable = false};
    mpfr_t *units;

    if (w->given.form != FLOW_MULTISTEP)
        return true;
    units = (mpfr_t *)number_block_create(n, w->mend.precision);
    for (size_t j = 0; j < n; j++)
        mpfr_set_d(units[j], unit, MPFR_RNDN);
    if (!mpfr_zero_p(w->given.x[n - 1]))
        multistep_stability_find(&found, w->given.x, units, n);
    number_block_destroy(units);
    return found.stable;
}

/* ---- changes ---- */

static void change(void *context, mpfr_srcptr d)
{
    struct work *w = context;

    for (size_t i = 0; i < w->given.count; i++) {
        mpfr_set(w->given.x[i], w->from[i], MPFR_RNDN);
        mpfr_fma(w->given.x[i], d, w->along[i], w->given.x[i], MPFR_RNDN);
    }
}

/* Those of the kind of place that lie in the middle get what the pair loses; false where it lies there itself. */
static bool keep_sum(struct work *w, size_t place)
{
    const struct flow_given *given = &w->given;
    size_t before = 0, all = 0, middle;

    for (size_t i = 0; i < given->count; i++) {
        all += given->second[i] == given->second[place];
        before += i < place && given->second[i] == given->second[place];
    }
    if (before >= (all - 1) / 2)
        return false;
    for (size_t i = 0, k = 0; i < given->count; i++) {
        if (given->second[i] != given->second[place])
            continue;
        middle = k++;
        if (middle == (all - 1) / 2)
            mpfr_sub_ui(w->along[i], w->along[i], 1, MPFR_RNDN);
        if (middle == all / 2)
            mpfr_sub_ui(w->along[i], w->along[i], 1, MPFR_RNDN);
    }
    return true;
}

/* The direction of such a change; false where there is none from there. */
static bool set_direction(struct work *w, enum flow_change kind, size_t place)
{
    const struct flow_given *given = &w->given;
    const size_t mirror = mirror_of(given, place);

    for (size_t i = 0; i < given->count; i++)
        mpfr_set_zero(w->along[i], 1);
    mpfr_set_ui(w->along[place], 1, MPFR_RNDN);
    if (kind == FLOW_CHANGE_ONE)
        return true;
    if (given->form == FLOW_MULTISTEP || place >= mirror || !corresponds(given, place) ||
        !mpfr_equal_p(w->from[place], w->from[mirror]))
        return false;
    mpfr_set_ui(w->along[mirror], 1, MPFR_RNDN);
    return kind == FLOW_CHANGE_PAIR || keep_sum(w, place);
}

/* What is left where one coefficient is what its mirror image says; HUGE_VAL: it is that, or need not be. */
static double try_mirror_image(struct work *w, size_t place)
{
    const struct flow_given *given = &w->given;
    const size_t mirror = mirror_of(given, place);

    if (!given->symmetric || !corresponds(given, place))
        return HUGE_VAL;
    mpfr_set(w->term, w->from[mirror], MPFR_RNDN);
    if (given->form == FLOW_MULTISTEP && place < given->count / 2)
        mpfr_neg(w->term, w->term, MPFR_RNDN);
    return mpfr_equal_p(w->term, w->from[place]) ? HUGE_VAL
                                                 : coefficient_mend_set(&w->mend, w->from[place], w->term);
}

/* What is left by the best change along the direction. */
static double find_change(struct work *w, enum flow_change kind, size_t place, double before)
{
    const double left = kind == FLOW_CHANGE_ONE ? try_mirror_image(w, place) : HUGE_VAL;

    return isfinite(left) && coefficient_mend_restores(&w->mend, left, before)
               ? left
               : coefficient_mend_run(&w->mend, w->from[place], before);
}

static void try_changes(struct work *w, struct flow_blame *blame)
{
    blame->mended = (struct coefficient_mended){.left = HUGE_VAL, .relative = HUGE_VAL};
    for (unsigned kind = 0; kind < FLOW_CHANGES && !blame->singles; kind++) {
        for (size_t place = 0; place < w->given.count; place++) {
            double left;

            if (!set_direction(w, (enum flow_change)kind, place))
                continue;
            left = find_change(w, (enum flow_change)kind, place, blame->largest);
            if (!coefficient_mend_restores(&w->mend, left, blame->largest) ||
                !is_stable(w, fmax(left, coefficient_mend_threshold(&w->mend))))
                continue;
            blame->singles++;
            if (!coefficient_mend_improve(&blame->mended, &w->mend, w->from[place], left))
                continue;
            blame->change = (enum flow_change)kind;
            blame->place = place;
            blame->mirror = mirror_of(&w->given, place);
        }
    }
    mpfr_set_zero(w->mend.d, 1);
    change(w, w->mend.d);
}

/* ---- all of it ---- */

static void name_word(const struct work *w, size_t i, char *text, size_t size)
{
    const struct flow_word word = w->words.word[i];
    size_t length;

    if (word.prefix)
        name_word(w, word.prefix, text, size);
    else
        *text = '\0';
    length = strlen(text);
    if (w->words.perturbed)
        snprintf(text + length, size - length, "%sB_%u", length ? " " : "", word.letter);
    else if (w->given.form == FLOW_SPLITTING)
        snprintf(text + length, size - length, "%s%s", length ? " " : "", word.letter ? "kick" : "drift");
    else
        snprintf(text + length, size - length, "%sY_%u", length ? " " : "", w->words.degree[word.letter]);
}

/* What the coefficient of a word of several letters is to be; of perturbed systems in terms of the brackets B_k. */
static void write_coefficient(const struct work *w, size_t i, char text[COEFFICIENT_TEXT])
{
    char name[120];
    mpfr_t wanted;

    name_word(w, i, name, sizeof name);
    mpfr_init2(wanted, w->mend.precision);
    flow_words_set_wanted(&w->words, i, wanted);
    snprintf(text, COEFFICIENT_TEXT, "the coefficient of %s in the product of the exponentials = %.4g%s",
             name, mpfr_get_d(wanted, MPFR_RNDN), w->words.perturbed ? " with B_k = [A, .. [A, B]]/k!" : "");
    mpfr_clear(wanted);
}

static void write_condition(const struct work *w, size_t i, char text[COEFFICIENT_TEXT])
{
    const struct flow_word word =
        w->words.word ? w->words.word[i] : (struct flow_word){.degree = (unsigned)i};

    if (w->given.form == FLOW_MULTISTEP) {
        snprintf(text, COEFFICIENT_TEXT, "sum_j alpha_j j^%zu = %zu sum_j beta_j j^%zu", i, i, i ? i - 1 : 0);
    } else if (w->words.perturbed && word.length == 1 && word.letter) {
        snprintf(text, COEFFICIENT_TEXT,
                 "sum b_i c_i^%u = 1/%u for kicks b_i behind drifts that add up to c_i", word.letter,
                 word.degree);
    } else if (word.length <= 1 && w->given.form == FLOW_SPLITTING) {
        snprintf(text, COEFFICIENT_TEXT, "sum of all %ss = 1",
                 word.letter || (w->words.perturbed && word.length) ? "kick" : "drift");
    } else if (word.length == 1) {
        snprintf(text, COEFFICIENT_TEXT, "sum gamma_i^%u = %d%s", word.degree, word.degree == 1,
                 w->given.base_symmetric || word.degree % 2 ? ""
                                                            : ", those of the adjoint with a minus sign");
    } else {
        write_coefficient(w, i, text);
    }
}

/* The first of the lowest degree, of the fewest letters; of perturbed systems of the fewest letters, which are powers. */
static void find_condition(const struct work *w, struct flow_blame *blame)
{
    unsigned best = ~0U;

    for (size_t i = 0; i < w->conditions; i++) {
        const double residual = mpfr_get_d(w->mend.r[i], MPFR_RNDN);
        const unsigned degree = w->words.word ? w->words.word[i].degree : (unsigned)i,
                       length = w->words.word ? w->words.word[i].length : 0,
                       rank = w->words.perturbed ? 32 * length + degree : 16 * degree + length;

        if (coefficient_mend_explains(&w->mend, i) || rank >= best)
            continue;
        best = rank;
        blame->order = degree ? (int)degree : 1;
        blame->power = w->words.perturbed ? length : 0;
        blame->residual = residual;
        write_condition(w, i, blame->condition);
    }
}

static unsigned order_of(const struct flow_given *given)
{
    return given->order > FLOW_BLAME_ORDER ? FLOW_BLAME_ORDER : given->order < 1 ? 1 : (unsigned)given->order;
}

static void create(struct work *w, const struct flow_given *given)
{
    const mpfr_prec_t precision = mpfr_get_prec(given->x[0]);
    const size_t n = given->count;

    *w = (struct work){.given = *given};
    w->given.x = number_block_create(3 * n, precision);
    w->from = w->given.x + n;
    w->along = w->from + n;
    number_block_set(*w->given.x, *given->x, n);
    number_block_set(*w->from, *given->x, n);
    w->given.second = memory_create(n, sizeof(bool));
    memcpy(w->given.second, given->second, n * sizeof(bool));
    mpfr_inits2(precision, w->factor, w->term, (mpfr_ptr)0);
    w->conditions = order_of(given) + 1;
    if (given->form != FLOW_MULTISTEP) {
        flow_words_create(&w->words, given, order_of(given));
        w->conditions = w->words.count;
    }
    w->mend = (struct coefficient_mend){.residuals = w->conditions + (given->symmetric ? n : 0),
                                        .slack = given->slack,
                                        .precision = precision,
                                        .context = w,
                                        .change = change,
                                        .find = find_residuals};
    coefficient_mend_init(&w->mend);
}

static void destroy(struct work *w)
{
    coefficient_mend_clear(&w->mend);
    mpfr_clears(w->factor, w->term, (mpfr_ptr)0);
    number_block_destroy(w->given.x);
    free(w->given.second);
    flow_words_destroy(&w->words);
}

bool flow_blame_accepts(const struct flow_given *given, mpfr_t *x)
{
    struct flow_given other = *given;
    struct work w;
    bool accepts;

    other.x = x;
    create(&w, &other);
    coefficient_mend_residual(&w.mend);
    accepts = coefficient_mend_explains_others(&w.mend) && is_stable(&w, coefficient_mend_threshold(&w.mend));
    destroy(&w);
    return accepts;
}

mpfr_t *flow_blame_residuals(const struct flow_given *given, size_t *count)
{
    struct work w;
    mpfr_t *r;

    create(&w, given);
    *count = w.mend.residuals;
    r = number_block_create(*count, w.mend.precision);
    find_residuals(&w, r);
    destroy(&w);
    return r;
}

void flow_blame_largest(const struct flow_given *given, int order, double largest[FLOW_BLAME_ORDER],
                        double *asymmetry)
{
    struct flow_given asked = *given;
    struct work w;
    mpfr_t *r;

    asked.order = order;
    asked.symmetric = true;
    asked.powers = 0;
    asked.slack = (struct coefficient_slack){.count = 0};
    create(&w, &asked);
    r = number_block_create(w.mend.residuals, w.mend.precision);
    find_residuals(&w, r);
    *asymmetry = 0;
    for (int k = 0; k < order; k++)
        largest[k] = 0;
    for (size_t i = 0; i < w.mend.residuals; i++) {
        const size_t degree = i < w.conditions && w.words.word ? w.words.word[i].degree : i;
        double *of = i < w.conditions ? largest + (degree ? degree - 1 : 0) : asymmetry;

        *of = fmax(*of, fabs(mpfr_get_d(r[i], MPFR_RNDN)));
    }
    number_block_destroy(r);
    destroy(&w);
}

void flow_blame_find(struct flow_blame *blame, const struct flow_given *given)
{
    struct work w;

    *blame = (struct flow_blame){.fails = false};
    create(&w, given);
    blame->largest = coefficient_mend_residual(&w.mend);
    blame->fails = !coefficient_mend_explains_all(&w.mend);
    if (blame->fails) {
        find_condition(&w, blame);
        try_changes(&w, blame);
        blame->repairs = flow_blame_repairs(given, &blame->mirrored);
    }
    destroy(&w);
}
