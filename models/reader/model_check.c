/* What is checked of every model: see model_check.h.
 *
 * At each set of initial data: the invariants and what belongs to the kind are finite, and invariants,
 *
 *     dI/dt = grad I . f = 0        (of a degenerate Lagrangian {I, H}),
 *
 * are such at random points near them.  An exact solution is checked in model_exact.c, a reversal in
 * model_reversal.c, loops and surfaces in model_poincare.c. */
#include "models/reader/model_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_exact.h"
#include "models/reader/model_poincare.h"
#include "models/reader/model_reversal.h"
#include "numerics/memory.h"

static bool is_constant(const expression *gradient, size_t d)
{
    for (size_t i = 0; i < d; i++) {
        if (gradient[i]->operation != OPERATION_CONSTANT || mpq_sgn(gradient[i]->value) != 0)
            return false;
    }
    return true;
}

static bool check_invariant(struct model_trial *w, const struct model_initial *initial,
                            const struct model_named_expression *claim)
{
    expression *term = memory_create(w->d, sizeof *term);
    char what[100], sum[100], fault[100];
    struct model_identity identity = {
        .parent = "invariants",
        .key = claim->name,
        .sum = sum,
        .fault = fault,
        .remedy = "correct it or leave it out",
        .components = 1,
        .terms = w->d,
        .term = term,
    };
    bool valid;

    snprintf(what, sizeof what, "the invariant %s", claim->name);
    snprintf(sum, sizeof sum, w->model->theta ? "{%s, H}" : "grad %s . f", claim->name);
    snprintf(fault, sizeof fault, "%s is no invariant", claim->name);
    for (size_t i = 0; i < w->d; i++)
        term[i] = model_trial_derivative(w, claim->value, i);
    if (is_constant(term, w->d)) {
        valid = model_trial_fail(w, "invariants", claim->name, "%s does not depend on %c; leave it out",
                                 claim->name, kind_table[w->model->kind]->state);
    } else {
        for (size_t i = 0; i < w->d; i++)
            term[i] = graph_binary(w->model->graph, OPERATION_MULTIPLY, term[i], w->system->field[i]);
        valid = model_trial_is_finite(w, initial, "invariants", claim->name, what, claim->value) &&
                model_trial_is_identity(w, initial, &identity);
    }
    free(term);
    return valid;
}

static bool check_invariants(struct model_trial *w, const struct model_initial *initial)
{
    for (size_t i = 0; i < w->model->invariants; i++) {
        if (!check_invariant(w, initial, &w->model->invariant[i]))
            return false;
    }
    return true;
}

/* That all derivatives exist within the bounds of the graph: everything below can then take them for granted.
 */
static bool check_derivatives(const struct model_trial *w)
{
    struct model *model = w->model;
    bool valid = w->system;

    for (size_t k = 0; k < model->invariants && valid; k++) {
        for (size_t i = 0; i < w->d && valid; i++)
            valid = model_trial_derivative(w, model->invariant[k].value, i);
    }
    for (size_t i = 0; model->exact && i < w->d && valid; i++)
        valid = graph_derivative(model->graph, model->exact[i], MODEL_BLOCK_TIME, 0);
    if (!valid)
        return error_set(w->error, "%s: the derivatives of the model: %s", model->path,
                         graph_error(model->graph));
    return true;
}

/* Data with parameters of their own can only be checked where their parameters are in the expressions. */
static bool belongs(const struct model *model, size_t i)
{
    return i == model->selected ||
           (model->initial[i].parameters == 0 && model->initial[model->selected].parameters == 0);
}

static bool check_data(struct model_trial *w)
{
    const struct model *model = w->model;

    for (size_t i = 0; i < model->initials; i++) {
        const struct model_initial *initial = &model->initial[i];
        if (!belongs(model, i))
            continue;
        model_trial_move_to(w, initial);
        if (!kind_table[model->kind]->check(w, initial) || !check_invariants(w, initial) ||
            !model_exact_check(w, initial) || !model_reversal_check(w, initial))
            return false;
    }
    return true;
}

bool model_check(struct model *model, struct error *error)
{
    struct system *system = system_create(model);
    struct model_trial w = {.model = model, .system = system, .error = error, .d = model->dimension};

    w.point = model_trial_create_numbers(w.d);
    w.time = model_trial_create_numbers(1);
    w.place = model_trial_create_numbers(2);
    bool valid = check_derivatives(&w) && check_data(&w) && model_poincare_check(&w);
    model_trial_destroy_numbers(w.point, w.d);
    model_trial_destroy_numbers(w.time, 1);
    model_trial_destroy_numbers(w.place, 2);
    system_destroy(system);
    return valid;
}
