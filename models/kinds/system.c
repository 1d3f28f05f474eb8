/* What all kinds of systems share: see system.h.
 *
 *     x' = f(x)      U' = Df(x) U,   U_ij = d x_i(t) / d x_j(0)
 *
 *     (rho' e)_i = sum_j d_j rho_i e_j        (rho'^T w)_i = sum_j d_i rho_j w_j
 *
 * Derivatives are taken by the graph. */
#include "models/kinds/system.h"

#include <stdlib.h>

#include "models/kinds/holonomic_charts.h"
#include "models/kinds/kind.h"
#include "numerics/memory.h"

struct program *system_compile(size_t inputs, const struct program_block *input, size_t outputs,
                               const struct program_output *output)
{
    for (size_t k = 0; k < outputs; k++) {
        for (size_t i = 0; i < output[k].width; i++) {
            if (!output[k].expressions[i])
                return NULL;
        }
    }
    return program_create(inputs, input, outputs, output);
}

struct program *system_compile_one(size_t d, size_t width, const expression *function)
{
    return system_compile(1, &(struct program_block){d, false}, 1, &(struct program_output){width, function});
}

static struct program *compile_observables(const struct system *system)
{
    const struct model *model = system->model;
    size_t n = 1 + model->invariants;
    expression *observable = memory_create(n, sizeof *observable);

    observable[0] = system->has_energy ? model->hamiltonian : graph_integer(model->graph, 0);
    for (size_t i = 0; i < model->invariants; i++)
        observable[1 + i] = model->invariant[i].value;
    struct program *program = system_compile_one(model->dimension, n, observable);
    free(observable);
    return program;
}

void system_set_constraints(struct system *system, size_t groups, const struct system_constraint *group)
{
    system->constraint_groups = groups;
    for (size_t k = 0; k < groups; k++) {
        system->constraint_group[k] = group[k];
        system->constraints += group[k].count;
    }
    system->constraint = memory_create(system->constraints, sizeof *system->constraint);
    system->projected = memory_create(system->dimension, sizeof *system->projected);
}

void system_add_reactions(struct system *system, struct system_constraint group, const expression *reaction)
{
    const size_t before = system->reactions;
    expression *longer = memory_create(before + group.count, sizeof *longer);

    for (size_t k = 0; k < before + group.count; k++)
        longer[k] = k < before ? system->reaction[k] : reaction[k - before];
    free(system->reaction);
    system->reaction = longer;
    system->reactions += group.count;
    system->reaction_group[system->reaction_groups++] = group;
}

static bool compile_reactions(struct system *system)
{
    if (system->reactions)
        system->react = system_compile_one(system->dimension, system->reactions, system->reaction);
    return !system->reactions || system->react;
}

/* False where there are constraints that the graph refuses. */
static bool compile_constraints(struct system *system)
{
    const size_t d = system->dimension, m = system->constraints;
    expression *jacobian;

    if (!m)
        return true;
    jacobian = memory_create(m * d, sizeof *jacobian);
    for (size_t k = 0; k < m * d; k++)
        jacobian[k] =
            graph_derivative(system->model->graph, system->constraint[k / d], MODEL_BLOCK_COORDINATES, k % d);
    system->constrain = system_compile_one(d, m, system->constraint);
    system->constraint_jacobian = system_compile_one(d, m * d, jacobian);
    free(jacobian);
    return system->constrain && system->constraint_jacobian;
}

/* Whether H does not depend on the time. */
static bool is_conserved(const struct model *model)
{
    return !model->time_dependent ||
           graph_derivative(model->graph, model->hamiltonian, MODEL_BLOCK_COORDINATES, model->moved) ==
               graph_integer(model->graph, 0);
}

struct system *system_create(const struct model *model)
{
    struct system *system = memory_create(1, sizeof *system);

    system->model = model;
    system->dimension = model->dimension;
    system->positions = model->moved;
    system->has_energy = model->hamiltonian && is_conserved(model);
    system->observables = 1 + model->invariants;
    system->field = memory_create(system->dimension, sizeof *system->field);
    bool complete = kind_table[model->kind]->derive(system);
    if (model->time_dependent)
        system->field[model->moved] = graph_integer(model->graph, 1);
    system->velocity = system_compile_one(system->dimension, system->dimension, system->field);
    system->observe = compile_observables(system);
    if (complete && compile_constraints(system) && compile_reactions(system) && system->velocity &&
        system->observe)
        return system;
    system_destroy(system);
    return NULL;
}

void system_destroy(struct system *system)
{
    if (!system)
        return;
    program_destroy(system->velocity);
    program_destroy(system->observe);
    program_destroy(system->symplectic);
    program_destroy(system->poisson);
    program_destroy(system->multiplier);
    program_destroy(system->generalized);
    program_destroy(system->inertia);
    program_destroy(system->torque);
    program_destroy(system->momentum);
    program_destroy(system->push);
    program_destroy(system->momentum_push);
    program_destroy(system->momentum_force);
    program_destroy(system->holonomic.force);
    program_destroy(system->holonomic.pull);
    program_destroy(system->holonomic.velocity);
    program_destroy(system->holonomic.constraint);
    program_destroy(system->holonomic.hidden);
    program_destroy(system->holonomic.normals);
    program_destroy(system->holonomic.reaction);
    program_destroy(system->holonomic.covector);
    for (int form = 0; form < MODEL_LAGRANGIANS; form++)
        program_destroy(system->nonholonomic.lagrangian[form]);
    program_destroy(system->nonholonomic.slip);
    program_destroy(system->nonholonomic.reaction);
    program_destroy(system->nonholonomic.project);
    program_destroy(system->nonholonomic.exact);
    holonomic_charts_destroy(system);
    program_destroy(system->constrain);
    program_destroy(system->constraint_jacobian);
    program_destroy(system->react);
    free(system->reaction);
    free(system->constraint);
    free(system->projected);
    free(system->field);
    free(system);
}

expression system_product(struct graph *graph, size_t d, const expression *row, size_t step, size_t block,
                          size_t first, size_t stride)
{
    expression sum = graph_integer(graph, 0);

    for (size_t k = 0; k < d; k++)
        sum = graph_binary(graph, OPERATION_ADD, sum,
                           graph_binary(graph, OPERATION_MULTIPLY, row[k * step],
                                        graph_input(graph, block, first + k * stride)));
    return sum;
}

/* -- the variational equation -- */

struct program *system_create_variation(const struct system *system)
{
    struct graph *graph = system->model->graph;
    size_t d = system->dimension, width = d + d * d;
    expression *field = memory_create(width + d, sizeof *field), *row = field + width;
    struct program *program;

    for (size_t i = 0; i < d; i++) {
        field[i] = system->field[i];
        for (size_t k = 0; k < d; k++)
            row[k] = graph_derivative(graph, field[i], MODEL_BLOCK_COORDINATES, k);
        for (size_t j = 0; j < d; j++) /* (Df U)_ij, U_kj being component d + k d + j of the input */
            field[d + i * d + j] = system_product(graph, d, row, 1, MODEL_BLOCK_COORDINATES, d + j, d);
    }
    program = system_compile_one(width, width, field);
    free(field);
    return program;
}

struct program *system_create_two_forms(const struct system *system)
{
    return kind_table[system->model->kind]->create_two_forms(system);
}

/* -- reversal -- */

struct system_reversal *system_create_reversal(const struct system *system)
{
    const struct model *model = system->model;
    size_t d = system->dimension;
    const struct program_block input[] = {{d, false}, {d, false}};
    struct system_reversal *reversal = memory_create(1, sizeof *reversal);
    expression *pushed = memory_create(2 * d + d * d, sizeof *pushed), *pulled = pushed + d,
               *jacobian = pulled + d; /* rho' */

    for (size_t k = 0; k < d * d; k++)
        jacobian[k] = graph_derivative(model->graph, model->reversal[k / d], MODEL_BLOCK_COORDINATES, k % d);
    for (size_t i = 0; i < d; i++) {
        pushed[i] = system_product(model->graph, d, jacobian + i * d, 1, MODEL_BLOCK_VELOCITIES, 0, 1);
        pulled[i] = system_product(model->graph, d, jacobian + i, d, MODEL_BLOCK_VELOCITIES, 0, 1);
    }
    reversal->map = system_compile_one(d, d, model->reversal);
    reversal->push = system_compile(2, input, 1, &(struct program_output){d, pushed});
    reversal->pull = system_compile(2, input, 1, &(struct program_output){d, pulled});
    free(pushed);
    if (reversal->map && reversal->push && reversal->pull)
        return reversal;
    system_destroy_reversal(reversal);
    return NULL;
}

void system_destroy_reversal(struct system_reversal *reversal)
{
    if (!reversal)
        return;
    program_destroy(reversal->map);
    program_destroy(reversal->push);
    program_destroy(reversal->pull);
    free(reversal);
}
