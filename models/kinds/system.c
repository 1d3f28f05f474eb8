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

struct program *system_compile_one(size_t d, size_t width, const expression *function)
{
    return program_create(1, &(struct program_block){d, false}, 1, &(struct program_output){width, function});
}

expressions system_state(const struct system *system)
{
    return graph_variables(system->model->graph, MODEL_BLOCK_COORDINATES, 0, system->dimension);
}

expressions system_with_time(const struct system *system, expressions rate)
{
    return system->model->time_dependent ? graph_above(rate, graph_unit(rate.graph, 1)) : rate;
}

static expressions find_observables(const struct system *system)
{
    const struct model *model = system->model;
    const expressions observable = graph_zeros(model->graph, system->observables, 1);

    if (system->has_energy)
        observable.entry[0] = model->hamiltonian;
    for (size_t i = 0; i < model->invariants; i++)
        observable.entry[1 + i] = model->invariant[i].value;
    return observable;
}

struct program *system_map(struct system *system, size_t width, size_t outputs, const expressions *output)
{
    const struct program_block input[] = {{system->dimension, false}, {width, false}};
    struct program_output *written = memory_create(outputs, sizeof *written);

    for (size_t k = 0; k < outputs; k++)
        written[k] = (struct program_output){output[k].rows * output[k].columns, output[k].entry};
    struct program *program = program_create(width ? 2 : 1, input, outputs, written);
    free(written);
    system->incomplete = system->incomplete || !program;
    return program;
}

void system_set_constraints(struct system *system, size_t groups, const struct system_constraint *group,
                            expressions constraint, expressions projected)
{
    system->constraint_groups = groups;
    for (size_t k = 0; k < groups; k++)
        system->constraint_group[k] = group[k];
    system->constraints = constraint.rows;
    system->constraint = constraint;
    system->projected = projected;
}

const expression *system_nearer(const struct system *system)
{
    return system->projected.entry ? system->projected.entry : system->leveled.entry;
}

void system_add_reactions(struct system *system, struct system_constraint group, expressions reaction)
{
    system->reaction = system->reactions ? graph_above(system->reaction, reaction) : reaction;
    system->reactions += group.count;
    system->reaction_group[system->reaction_groups++] = group;
}

/* Of the constraints and their multipliers, where there are some. */
static void compile_constraints(struct system *system)
{
    if (system->constraints) {
        system->constrain = system_map(system, 0, OUTPUTS(system->constraint));
        system->constraint_jacobian =
            system_map(system, 0, OUTPUTS(graph_jacobian(system->constraint, system_state(system))));
    }
    if (system->reactions)
        system->react = system_map(system, 0, OUTPUTS(system->reaction));
}

/* Whether H, and the one-form or the Lagrangian that it is the energy of, do not depend on the time, and no torque does
 * work. */
static bool is_conserved(const struct model *model)
{
    const expressions t = graph_variables(model->graph, MODEL_BLOCK_COORDINATES, model->moved, 1);
    const expressions H = graph_matrix(t.graph, 1, 1, &model->hamiltonian);
    const expressions theta = graph_matrix(t.graph, model->theta ? model->moved : 0, 1, model->theta);
    const expressions L = graph_matrix(t.graph, model->lagrangian[0] ? 1 : 0, 1, model->lagrangian);

    return !model->time_dependent ||
           (!model->body.torque && graph_is_free(H, t) && graph_is_free(theta, t) && graph_is_free(L, t));
}

struct system_made {
    const void *first, *second;
    void *made;
    void (*destroy)(void *made);
    struct system_made *next;
};

void **system_made(const struct system *system, const void *first, const void *second,
                   void (*destroy)(void *made))
{
    struct system_made *at = *system->made;

    while (at && !(at->first == first && at->second == second))
        at = at->next;
    if (!at) {
        at = memory_create(1, sizeof *at);
        *at = (struct system_made){first, second, NULL, destroy, *system->made};
        *system->made = at;
    }
    return &at->made;
}

static void destroy_made(struct system_made **made)
{
    for (struct system_made *at = *made, *next; at; at = next) {
        next = at->next;
        if (at->made)
            at->destroy(at->made);
        free(at);
    }
    free(made);
}

struct system *system_create(const struct model *model)
{
    struct system *system = memory_create(1, sizeof *system);

    system->model = model;
    system->made = memory_create(1, sizeof(struct system_made *));
    system->dimension = model->dimension;
    system->positions = model->moved;
    system->has_energy = model->hamiltonian && is_conserved(model);
    system->observables = 1 + model->invariants;
    system->field = graph_zeros(model->graph, model->moved, 1);
    kind_table[model->kind]->derive(system);
    system->field = system_with_time(system, graph_rows(system->field, 0, model->moved));
    system->velocity = system_map(system, 0, OUTPUTS(system->field));
    system->observe = system_map(system, 0, OUTPUTS(find_observables(system)));
    compile_constraints(system);
    if (!system->incomplete)
        return system;
    system_destroy(system);
    return NULL;
}

void system_destroy(struct system *system)
{
    if (!system)
        return;
    destroy_made(system->made);
    program_destroy(system->velocity);
    program_destroy(system->observe);
    program_destroy(system->symplectic);
    program_destroy(system->poisson);
    program_destroy(system->multiplier);
    program_destroy(system->generalized);
    program_destroy(system->generalized_slopes);
    program_destroy(system->momentum);
    program_destroy(system->push);
    program_destroy(system->momentum_push);
    program_destroy(system->momentum_force);
    program_destroy(system->holonomic.force);
    program_destroy(system->holonomic.velocity);
    program_destroy(system->holonomic.constraint);
    program_destroy(system->holonomic.hidden);
    for (int form = 0; form < MODEL_LAGRANGIANS; form++) {
        program_destroy(system->nonholonomic.lagrangian[form]);
        program_destroy(system->nonholonomic.velocities[form]);
    }
    program_destroy(system->nonholonomic.slip);
    program_destroy(system->nonholonomic.reaction);
    program_destroy(system->nonholonomic.project);
    program_destroy(system->nonholonomic.exact);
    holonomic_charts_destroy(system);
    program_destroy(system->constrain);
    program_destroy(system->constraint_jacobian);
    program_destroy(system->react);
    free(system);
}

/* -- the variational equation -- */

struct program *system_create_variation(const struct system *system)
{
    const size_t d = system->dimension, width = d + d * d;
    const expressions U = graph_variables(system->field.graph, MODEL_BLOCK_COORDINATES, d, d * d);
    const expressions Df = graph_jacobian(system->field, system_state(system));
    const expressions turned = graph_product(Df, graph_matrix(U.graph, d, d, U.entry));

    return system_compile_one(width, width, graph_above(system->field, graph_vector(turned)).entry);
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
    const expressions rho = graph_matrix(model->graph, d, 1, model->reversal);
    const expressions slope = graph_jacobian(rho, system_state(system)); /* rho' */
    const expressions e = graph_variables(model->graph, MODEL_BLOCK_VELOCITIES, 0, d);
    const struct program_output output[] = {{d, graph_product(slope, e).entry},
                                            {d, graph_product(graph_transposed(slope), e).entry}};

    reversal->map = system_compile_one(d, d, model->reversal);
    reversal->push = program_create(2, input, 1, output);
    reversal->pull = program_create(2, input, 1, output + 1);
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
