/* Random models: see random_model.h. */
#include "models/random/random_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/reader/model_trial.h"

enum { LARGEST_COEFFICIENT = 3, HIGHEST_POWER = 4, FARTHEST = 6 };

enum model_kind random_model_kind(enum random_model_family family)
{
    static const enum model_kind kinds[] = {
        [RANDOM_MODEL_SEPARABLE] = MODEL_HAMILTONIAN,
        [RANDOM_MODEL_HAMILTONIAN] = MODEL_HAMILTONIAN,
        [RANDOM_MODEL_FIELD] = MODEL_ODE,
        [RANDOM_MODEL_FORCED] = MODEL_ODE,
        [RANDOM_MODEL_DEGENERATE] = MODEL_DEGENERATE,
        [RANDOM_MODEL_PERTURBED] = MODEL_HAMILTONIAN,
        [RANDOM_MODEL_NEWTONIAN] = MODEL_HAMILTONIAN,
        [RANDOM_MODEL_SECOND_ORDER] = MODEL_ODE,
    };

    return kinds[family];
}

bool random_model_is_canonical(enum random_model_family family)
{
    return random_model_kind(family) == MODEL_HAMILTONIAN;
}

size_t random_model_variables(const struct random_model *model)
{
    return model->dimension + (model->family == RANDOM_MODEL_FORCED);
}

bool random_model_is_autonomous(const struct random_model *model)
{
    unsigned power = 0;

    for (size_t i = 0; i < model->terms && random_model_variables(model) > model->dimension; i++)
        power += model->term[i].power[model->dimension];
    return power == 0;
}

static unsigned power_of_momenta(const struct random_model *model, const struct random_model_term *term)
{
    unsigned power = 0;

    for (size_t i = model->dimension / 2; i < model->dimension; i++)
        power += term->power[i];
    return power;
}

static unsigned power_of(const struct random_model *model, const struct random_model_term *term)
{
    unsigned power = 0;

    for (size_t i = 0; i < random_model_variables(model); i++)
        power += term->power[i];
    return power;
}

bool random_model_is_reversible(const struct random_model *model)
{
    bool even = random_model_is_canonical(model->family);

    for (size_t i = 0; i < model->terms; i++)
        even = even && (model->term[i].shape == RANDOM_MODEL_COSINE ||
                        power_of_momenta(model, model->term + i) % 2 == 0);
    return even;
}

/* ---- drawing ---- */

/* 0 .. count - 1 */
static unsigned draw(uint64_t *state, size_t count)
{
    return (unsigned)((model_trial_random(state) + 1) / 2 * (double)count);
}

/* One that is not zero, -largest .. largest. */
static int draw_integer(uint64_t *state, int largest)
{
    const int size = 1 + (int)draw(state, (size_t)largest);

    return draw(state, 2) ? -size : size;
}

/* A product of powers of x_first .. x_(end - 1), of degree 1 or more. */
static struct random_model_term draw_term(uint64_t *state, size_t first, size_t end, unsigned row)
{
    struct random_model_term term = {.row = row};
    const unsigned kind = draw(state, 6);
    unsigned degree;

    term.shape = kind == 0 ? RANDOM_MODEL_SINE : kind == 1 ? RANDOM_MODEL_COSINE : RANDOM_MODEL_PRODUCT;
    degree = 1 + draw(state, term.shape == RANDOM_MODEL_PRODUCT ? HIGHEST_POWER : 2);
    term.coefficient = draw_integer(state, LARGEST_COEFFICIENT);
    for (unsigned k = 0; k < degree; k++)
        term.power[first + draw(state, end - first)]++;
    return term;
}

static void add(struct random_model *model, struct random_model_term term)
{
    if (model->terms < RANDOM_MODEL_TERMS)
        model->term[model->terms++] = term;
}

/* Of T(p) or A(p), or of V(q) or the perturbation B(q). */
static struct random_model_term draw_half(const struct random_model *model, uint64_t *state, bool momenta)
{
    const size_t half = model->dimension / 2, first = momenta ? half : 0;

    return draw_term(state, first, first + half, model->family == RANDOM_MODEL_PERTURBED && !momenta);
}

/* What a model of the family has at least: a term for each half of the state; a theta of full rank. */
static void draw_needed(struct random_model *model, uint64_t *state)
{
    const size_t d = model->dimension;

    if (model->family == RANDOM_MODEL_NEWTONIAN) {
        add(model, draw_half(model, state, false));
    } else if (model->family == RANDOM_MODEL_SECOND_ORDER) {
        add(model, draw_term(state, 0, d, (unsigned)(d / 2)));
    } else if (random_model_is_canonical(model->family)) {
        add(model, draw_half(model, state, false));
        add(model, draw_half(model, state, true));
    } else if (random_model_kind(model->family) == MODEL_ODE) {
        add(model, draw_term(state, 0, random_model_variables(model), 0));
    } else {
        for (size_t i = 0; i < d / 2; i++) {
            struct random_model_term term = {.coefficient = 1, .row = (unsigned)i + 1};

            term.power[d / 2 + i] = 1;
            add(model, term);
        }
        add(model, draw_term(state, 0, d, 0));
    }
}

static void draw_further(struct random_model *model, uint64_t *state)
{
    const size_t d = model->dimension;
    const bool momenta = draw(state, 2);

    if (model->family == RANDOM_MODEL_NEWTONIAN)
        add(model, draw_half(model, state, false));
    else if (model->family == RANDOM_MODEL_SECOND_ORDER)
        add(model, draw_term(state, 0, d, (unsigned)(d / 2) + draw(state, d / 2)));
    else if (model->family == RANDOM_MODEL_SEPARABLE || model->family == RANDOM_MODEL_PERTURBED)
        add(model, draw_half(model, state, momenta));
    else if (random_model_kind(model->family) == MODEL_ODE)
        add(model, draw_term(state, 0, random_model_variables(model), draw(state, d)));
    else if (model->family == RANDOM_MODEL_DEGENERATE && draw(state, 2))
        add(model, draw_term(state, 0, d, 1 + draw(state, d)));
    else
        add(model, draw_term(state, 0, d, 0));
}

void random_model_draw(struct random_model *model, enum random_model_family family, size_t dimension,
                       size_t terms, uint64_t *state)
{
    *model = (struct random_model){.family = family, .dimension = dimension};
    draw_needed(model, state);
    for (size_t further = draw(state, terms + 1); further; further--)
        draw_further(model, state);
    for (size_t i = 0; i < dimension; i++)
        model->initial[i] = draw_integer(state, FARTHEST);
}

/* ---- saying less ---- */

static void leave_out(struct random_model *model, size_t k)
{
    model->terms--;
    memmove(model->term + k, model->term + k + 1, (model->terms - k) * sizeof *model->term);
}

/* A field without its last component, the others without what has it; of pairs nothing is left out. */
static bool leave_out_component(struct random_model *model)
{
    const size_t last = model->dimension - 1;

    if (random_model_kind(model->family) != MODEL_ODE || model->family == RANDOM_MODEL_SECOND_ORDER ||
        last == 0)
        return false;
    for (size_t k = model->terms; k-- > 0;) {
        struct random_model_term *term = model->term + k;

        if (term->row == last || term->power[last]) {
            leave_out(model, k);
            continue;
        }
        for (size_t i = last; i + 1 < RANDOM_MODEL_DIMENSION; i++) /* the time */
            term->power[i] = term->power[i + 1];
        term->power[RANDOM_MODEL_DIMENSION - 1] = 0;
    }
    model->dimension = last;
    return model->terms > 0;
}

/* q_n and p_n, or the last two of a degenerate model's, and the terms that have them. */
static bool leave_out_pair(struct random_model *model)
{
    const size_t n = model->dimension / 2;

    if (random_model_kind(model->family) == MODEL_ODE || n < 2)
        return false;
    for (size_t k = model->terms; k-- > 0;) {
        struct random_model_term *term = model->term + k;

        if (term->power[n - 1] || term->power[2 * n - 1] || term->row == n || term->row == 2 * n) {
            leave_out(model, k);
            continue;
        }
        for (size_t i = n; i + 1 < 2 * n; i++)
            term->power[i - 1] = term->power[i];
        term->power[2 * n - 2] = 0;
        term->row -= term->row > n;
    }
    for (size_t i = n; i + 1 < 2 * n; i++)
        model->initial[i - 1] = model->initial[i];
    model->dimension -= 2;
    return model->terms > 0;
}

/* Initial values from the simplest on, in quarters. */
static const int simple_values[] = {0, 4, 2, 1, 8, -4};
enum { VALUES = sizeof simple_values / sizeof *simple_values };

static size_t simplicity(int value)
{
    size_t k = 0;

    while (k < VALUES && simple_values[k] != value)
        k++;
    return k;
}

static bool simplify_term(struct random_model *model, struct random_model_term *term, size_t how)
{
    const int coefficient = term->coefficient;

    switch (how) {
    case 0:
        term->coefficient = 1;
        return coefficient != 1;
    case 1:
        term->coefficient = abs(coefficient) > 2 ? 2 : coefficient;
        return term->coefficient != coefficient;
    case 2: /* of an argument the power may be the lowest */
        if (term->shape == RANDOM_MODEL_PRODUCT)
            return false;
        term->shape = RANDOM_MODEL_PRODUCT;
        return true;
    default:
        if (how - 3 >= random_model_variables(model) || term->power[how - 3] == 0 ||
            power_of(model, term) < 2)
            return false;
        term->power[how - 3]--;
        return true;
    }
}

/* What two terms of one kind are: written twice. */
static bool has_twins(const struct random_model *model)
{
    bool twins = false;

    for (size_t i = 0; i < model->terms; i++) {
        for (size_t k = 0; k < i; k++)
            twins |= model->term[i].row == model->term[k].row &&
                     model->term[i].shape == model->term[k].shape &&
                     memcmp(model->term[i].power, model->term[k].power, sizeof model->term->power) == 0;
    }
    return twins;
}

bool random_model_simplify(struct random_model *simpler, const struct random_model *model, size_t k)
{
    enum { WAYS = 3 + RANDOM_MODEL_DIMENSION };
    const size_t terms = model->terms, d = model->dimension;
    bool less;

    *simpler = *model;
    if (k < 2) {
        less = k ? leave_out_component(simpler) : leave_out_pair(simpler);
    } else if ((k -= 2) < terms) {
        leave_out(simpler, k);
        less = simpler->terms > 0;
    } else if ((k -= terms) < WAYS * terms) {
        less = simplify_term(simpler, simpler->term + k / WAYS, k % WAYS);
    } else if ((k -= WAYS * terms) < VALUES * d) {
        less = k % VALUES < simplicity(model->initial[k / VALUES]);
        simpler->initial[k / VALUES] = simple_values[k % VALUES];
    } else {
        return false;
    }
    if (!less || has_twins(simpler))
        simpler->terms = 0;
    return true;
}
