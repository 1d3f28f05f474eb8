/* The kind `degenerate`: L(q, v) = theta(q) . v - H(q), with programs from symbolic derivatives of theta and H:
 *
 *     T_ki = d theta_k / d q_i      Om_ij = T_ji - T_ij      Om v = grad H + theta_t
 *     (T^T w)_i = sum_k T_ki w_k                                  Kraus (2017), section 2
 *
 * and the two-forms of Poincare's second integral invariant,
 *
 *     Om_ij = d_i theta_j - d_j theta_i            E_ij = sum_k e_k d_i d_j theta_k,   e = h lambda
 *
 * Om is the form on the constraint p = theta(q); E is what the form of the symplectic projection adds to it.
 * Kraus (2017), eq. 122, where h^2 lambda^k theta_k,ij d lambda^j is E_ij d e^j.
 *
 * theta and H may be of the time t, the last number of the state (q, t): theta, T^T w and Om have zeros there. */
#include "models/kinds/kind.h"
#include "models/reader/model_field.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t d, width;        /* coordinates, without the time and with it */
    expressions gradient;   /* grad H, d */
    expressions jacobian;   /* T, d x d */
    expressions symplectic; /* Om, d x d */
    expressions driven;     /* grad H + theta_t, d */
};

static struct derivation derivation_of(const struct model *model)
{
    const size_t d = model->moved;
    struct derivation w = {.model = model, .graph = model->graph, .d = d, .width = model->dimension};
    const expressions q = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 0, d);
    const expressions t = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, d, 1);
    const expressions theta = graph_matrix(w.graph, d, 1, model->theta);

    w.gradient = graph_gradient(model->hamiltonian, q);
    w.jacobian = graph_jacobian(theta, q);
    w.symplectic = graph_difference(graph_transposed(w.jacobian), w.jacobian);
    w.driven = model->time_dependent ? graph_sum(w.gradient, graph_jacobian(theta, t)) : w.gradient;
    return w;
}

static void derive(struct system *system)
{
    const struct derivation w = derivation_of(system->model);
    const size_t width = w.width;
    const struct program_block input[] = {{width, false}, {width, false}, {1, true}};
    const expressions theta = graph_matrix(w.graph, width, 1, w.model->theta);
    const expressions none = graph_zeros(w.graph, width - w.d, 1); /* where the time is */
    const expressions v = graph_variables(w.graph, MODEL_BLOCK_VELOCITIES, 0, w.d);
    const expressions h = graph_variables(w.graph, MODEL_BLOCK_STEP, 0, 1);
    const expressions pushed = graph_product(graph_transposed(w.jacobian), v);
    const expressions force = graph_difference(pushed, graph_product(w.gradient, h));
    const struct program_output output[] = {{width, theta.entry}, {width, graph_above(force, none).entry}};

    system->one_form = w.model->theta;
    system->field = graph_solution(w.symplectic, w.driven);
    system->momentum = system_map(system, 0, OUTPUTS(theta));
    system->push = system_map(system, width, OUTPUTS(graph_above(pushed, none)));
    system->momentum_push = system_map(system, width, OUTPUTS(theta, graph_above(pushed, none)));
    system->momentum_force = program_create(3, input, 2, output);
    system->symplectic = system_map(system, 0, OUTPUTS(graph_widened(w.symplectic, width)));
    system->incomplete = system->incomplete || !system->momentum_force;
}

static struct program *create_two_forms(const struct system *system)
{
    const struct derivation w = derivation_of(system->model);
    const size_t d = w.d;
    const expressions q = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 0, d);
    const expressions e = graph_variables(w.graph, MODEL_BLOCK_VELOCITIES, 0, d);
    expressions curvature = graph_zeros(w.graph, d * d, 1); /* E */

    for (size_t k = 0; k < d; k++) {
        const expressions second = graph_jacobian(graph_rows(w.jacobian, k, 1), q);

        curvature = graph_sum(curvature, graph_product(graph_vector(second), graph_rows(e, k, 1)));
    }
    return program_create(
        2, (const struct program_block[]){{w.width, false}, {d, false}}, 2,
        (const struct program_output[]){{d * d, w.symplectic.entry}, {d * d, curvature.entry}});
}

/* -- the model file -- */

static const char *const keys[] = {"title", "source",      "kind",     "coordinates", "secular", "parameters",
                                   "theta", "hamiltonian", "sections", "invariants",  "exact",   "reversal",
                                   "loops", "surfaces",    "initial",  "step",        NULL};

static const struct kind_timed timed[] = {{"theta", 0}, {"hamiltonian", 0}, {NULL, 0}};

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_field(lua, "theta", MODEL_FIELD_OF_STATE, false, &model->theta);
    if (model->time_dependent)
        model->theta[model->moved] = graph_integer(model->graph, 0);
    model_field_read_scalar(lua, "hamiltonian", MODEL_FIELD_OF_STATE, false, &model->hamiltonian);
}

static bool check_rank(struct model_trial *w, const struct model_initial *initial)
{
    const struct derivation derived = derivation_of(w->model);
    const size_t d = derived.d, rank = model_trial_rank(w, d, derived.symplectic.entry);

    if (rank < d)
        return model_trial_fail(
            w, NULL, "theta",
            "the symplectic matrix d_i theta_j - d_j theta_i is singular (rank %zu of %zu) at the initial "
            "data '%s'; write a theta without degenerate directions",
            rank, d, initial->name);
    model_trial_pass(
        w->model, "%s: theta, H and their derivatives are finite and the symplectic matrix has full rank %zu",
        initial->name, rank);
    return true;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    return model_trial_is_finite(w, initial, NULL, "theta", w->model->moved, w->model->theta) &&
           model_trial_is_finite(w, initial, NULL, "hamiltonian", 1, &w->model->hamiltonian) &&
           check_rank(w, initial);
}

const struct kind degenerate_kind = {.name = "degenerate",
                                     .state = 'q',
                                     .even = true,
                                     .bracket = "{%s, H}",
                                     .keys = keys,
                                     .timed = timed,
                                     .read = read,
                                     .derive = derive,
                                     .create_two_forms = create_two_forms,
                                     .check = check};
