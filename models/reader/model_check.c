/* What is checked of every model: see model_read.h.
 *
 * At each set of initial data what belongs to the kind, and near them, as identities of the state x, x' = f(x):
 *
 *     invariants    grad I . f = 0                   (of a degenerate Lagrangian {I, H})
 *     exact         x(x0, 0) = x0,  d/dt x(x0, t) = f(x(x0, t))
 *     reversal      rho(rho(x)) = x,  rho'(x) f(x) + f(rho(x)) = 0
 *
 * The Lagrangian of kind `degenerate`, seen through rho with time reversed, has -rho'^T theta(rho(q)) in the place of
 * theta.  Where the two are equal a variational method sees no difference; else they differ by a gradient, which is
 * said.  Loops and surfaces are checked in model_poincare.c. */
#include "models/reader/model_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

static const char REMEDY[] = "correct it or leave it out";

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
    const struct kind *kind = kind_table[w->model->kind];
    expression *term = memory_create(w->d, sizeof *term);
    char sum[100], fault[100];
    struct model_identity identity = {
        .parent = "invariants",
        .key = claim->name,
        .sum = sum,
        .fault = fault,
        .remedy = REMEDY,
        .components = 1,
        .terms = w->d,
        .term = term,
    };
    bool valid;

    snprintf(sum, sizeof sum, kind->bracket, claim->name);
    snprintf(fault, sizeof fault, "%s is no invariant", claim->name);
    for (size_t i = 0; i < w->d; i++)
        term[i] = model_trial_derivative(w, claim->value, i);
    if (is_constant(term, w->d)) {
        valid = model_trial_fail(w, "invariants", claim->name, "%s does not depend on %c; leave it out",
                                 claim->name, kind->state);
    } else {
        for (size_t i = 0; i < w->d; i++)
            term[i] = graph_binary(w->model->graph, OPERATION_MULTIPLY, term[i], w->system->field[i]);
        valid = model_trial_is_finite(w, initial, "invariants", claim->name, 1, &claim->value) &&
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

static bool check_exact(struct model_trial *w, const struct model_initial *initial)
{
    struct graph *graph = w->model->graph;
    expression *term = memory_create(3 * w->d, sizeof *term), *rate = term + 2 * w->d;
    struct model_identity identity = {.key = "exact",
                                      .remedy = REMEDY,
                                      .components = w->d,
                                      .terms = 2,
                                      .term = term,
                                      .sum = "x(x0, 0) - x0",
                                      .fault = "the exact solution does not start at its initial data"};
    bool valid;

    if (!w->model->exact) {
        free(term);
        return true;
    }
    for (size_t i = 0; i < w->d; i++) {
        term[2 * i] = w->model->exact[i];
        term[2 * i + 1] =
            graph_unary(graph, OPERATION_NEGATE, graph_input(graph, MODEL_BLOCK_COORDINATES, i));
        rate[i] = graph_unary(graph, OPERATION_NEGATE,
                              graph_derivative(graph, w->model->exact[i], MODEL_BLOCK_TIME, 0));
    }
    valid = model_trial_is_identity(w, initial, &identity);
    identity = (struct model_identity){.key = "exact",
                                       .remedy = REMEDY,
                                       .components = w->d,
                                       .terms = 1,
                                       .term = rate,
                                       .image = w->model->exact,
                                       .others = w->d,
                                       .other = w->system->field,
                                       .of_time = true,
                                       .sum = "f(x) - dx/dt",
                                       .fault = "the exact solution is none"};
    valid = valid && model_trial_is_identity(w, initial, &identity);
    free(term);
    return valid;
}

/* Whether the one-form is reversed with the coordinates, for the sentence. */
static void note_gauge(struct model_trial *w, const struct model_initial *initial,
                       const expression *transposed)
{
    struct model_identity identity = {.components = w->d,
                                      .terms = 1,
                                      .term = w->system->one_form,
                                      .image = w->model->reversal,
                                      .others = w->d,
                                      .other = w->system->one_form,
                                      .weight = transposed};
    size_t worst;

    model_trial_pass(w->model, "%s: the reversal of the coordinates: theta is reversed with it%s",
                     initial->name,
                     model_trial_residual(w, initial, &identity, &worst) <= ldexp(1, -MODEL_TRIAL_ZERO_BITS)
                         ? ""
                         : " up to a gradient");
}

static bool check_reversal(struct model_trial *w, const struct model_initial *initial)
{
    struct graph *graph = w->model->graph;
    const expression *rho = w->model->reversal;
    size_t d = w->d;
    expression *negative = memory_create(d + 2 * d * d, sizeof *negative), *pushed = negative + d,
               *transposed = pushed + d * d;
    struct model_identity involution = {.key = "reversal",
                                        .remedy = REMEDY,
                                        .components = d,
                                        .terms = 1,
                                        .term = negative,
                                        .image = rho,
                                        .others = d,
                                        .other = rho,
                                        .sum = "rho(rho) - 1",
                                        .fault = "the reversal is no involution"};
    struct model_identity flow = {.key = "reversal",
                                  .remedy = REMEDY,
                                  .components = d,
                                  .terms = d,
                                  .term = pushed,
                                  .image = rho,
                                  .others = d,
                                  .other = w->system->field,
                                  .sum = "rho' f + f(rho)",
                                  .fault = "the reversal does not reverse the flow"};
    bool valid = true;

    for (size_t i = 0; rho && i < d; i++) {
        negative[i] = graph_unary(graph, OPERATION_NEGATE, graph_input(graph, MODEL_BLOCK_COORDINATES, i));
        for (size_t j = 0; j < d; j++) {
            transposed[j * d + i] = model_trial_derivative(w, rho[i], j);
            pushed[i * d + j] =
                graph_binary(graph, OPERATION_MULTIPLY, transposed[j * d + i], w->system->field[j]);
        }
    }
    if (rho)
        valid =
            model_trial_is_identity(w, initial, &involution) && model_trial_is_identity(w, initial, &flow);
    if (rho && valid && w->system->one_form)
        note_gauge(w, initial, transposed);
    free(negative);
    return valid;
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
            !check_exact(w, initial) || !check_reversal(w, initial))
            return false;
    }
    return true;
}

bool model_check(struct model *model, struct error *error)
{
    struct system *system = system_create(model);
    struct model_trial w = {.model = model, .system = system, .error = error, .d = model->dimension};

    w.point = model_trial_create_numbers(w.d + 3);
    w.time = w.point + w.d;
    w.place = w.time + 1;
    bool valid = check_derivatives(&w) && check_data(&w) && model_poincare_check(&w);
    number_block_destroy(w.point);
    system_destroy(system);
    return valid;
}
