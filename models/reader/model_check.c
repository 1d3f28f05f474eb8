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

#include "models/kinds/kind.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

static const char REMEDY[] = "correct it or leave it out";

static bool check_invariant(struct model_trial *w, const struct model_initial *initial,
                            const struct model_named_expression *claim)
{
    const struct kind *kind = kind_table[w->model->kind];
    const expressions x = system_state(w->system), slope = graph_gradient(claim->value, x);
    char sum[100], fault[100];
    const struct model_identity identity = {.parent = "invariants",
                                            .key = claim->name,
                                            .sum = sum,
                                            .fault = fault,
                                            .remedy = REMEDY,
                                            .term = graph_terms(graph_transposed(slope), w->system->field)};

    snprintf(sum, sizeof sum, kind->bracket, claim->name);
    snprintf(fault, sizeof fault, "%s is no invariant", claim->name);
    if (graph_is_free(graph_matrix(x.graph, 1, 1, &claim->value), x))
        return model_trial_fail(w, "invariants", claim->name, "%s does not depend on %c; leave it out",
                                claim->name, kind->state);
    return model_trial_is_finite(w, initial, "invariants", claim->name, 1, &claim->value) &&
           model_trial_is_identity(w, initial, &identity);
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

    if (!w->model->exact)
        return true;
    const expressions x = graph_matrix(graph, w->d, 1, w->model->exact);
    const expressions rate = graph_jacobian(x, graph_variables(graph, MODEL_BLOCK_TIME, 0, 1));
    return model_trial_is_identity(
               w, initial,
               &(struct model_identity){.key = "exact",
                                        .remedy = REMEDY,
                                        .at_start = true,
                                        .term = graph_beside(x, graph_negative(system_state(w->system))),
                                        .sum = "x(x0, 0) - x0",
                                        .fault = "the exact solution does not start at its initial data"}) &&
           model_trial_is_identity(
               w, initial,
               &(struct model_identity){.key = "exact",
                                        .remedy = REMEDY,
                                        .term = graph_negative(rate),
                                        .image = w->model->exact,
                                        .others = w->d,
                                        .other = w->system->field.entry,
                                        .of_time = true,
                                        .sum = "f(x) - dx/dt",
                                        .fault = "the exact solution does not solve the equations"});
}

/* Whether the one-form is reversed with the coordinates, for the sentence. */
static void note_gauge(struct model_trial *w, const struct model_initial *initial,
                       const expression *transposed)
{
    struct model_identity identity = {.term = graph_matrix(w->model->graph, w->d, 1, w->system->one_form),
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
    const expression *rho = w->model->reversal;

    if (!rho)
        return true;
    const expressions x = system_state(w->system);
    const expressions slope = graph_jacobian(graph_matrix(x.graph, w->d, 1, rho), x); /* rho' */
    const struct model_identity involution = {.key = "reversal",
                                              .remedy = REMEDY,
                                              .term = graph_negative(x),
                                              .image = rho,
                                              .others = w->d,
                                              .other = rho,
                                              .sum = "rho(rho) - 1",
                                              .fault = "the reversal is no involution"};
    const struct model_identity flow = {.key = "reversal",
                                        .remedy = REMEDY,
                                        .term = graph_terms(slope, w->system->field),
                                        .image = rho,
                                        .others = w->d,
                                        .other = w->system->field.entry,
                                        .sum = "rho' f + f(rho)",
                                        .fault = "the reversal does not reverse the flow"};
    const bool valid =
        model_trial_is_identity(w, initial, &involution) && model_trial_is_identity(w, initial, &flow);

    if (valid && w->system->one_form)
        note_gauge(w, initial, graph_transposed(slope).entry);
    return valid;
}

static bool refuse_derivatives(const struct model_trial *w)
{
    return model_refuse_size(w->model, "its derivatives", w->error);
}

/* That the derivatives exist within the bounds of the graph. */
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
    if (valid && model->reversal) {
        struct system_reversal *reversal = system_create_reversal(w->system);

        valid = reversal;
        system_destroy_reversal(reversal);
    }
    return valid || refuse_derivatives(w);
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
    if (valid && graph_error(model->graph)[0])
        valid = refuse_derivatives(&w);
    number_block_destroy(w.point);
    system_destroy(system);
    return valid;
}
