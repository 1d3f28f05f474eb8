/* The kind `ode`: x' = f(x), with a hamiltonian and what it belongs to where the model gives them,
 *
 *     Om(x) f = grad H        Om antisymmetric, regular and closed: d_i Om_jk + d_j Om_ki + d_k Om_ij = 0
 *     f = Pi(x) grad H        Pi antisymmetric, sum_l (Pi_il d_l Pi_jk + Pi_jl d_l Pi_ki + Pi_kl d_l Pi_ij) = 0
 *
 * the last being Jacobi's identity of the bracket {F, G} = (grad F)^T Pi grad G.
 *
 * Constraints c(x) = 0 are those of the manifold on which the data lie, such as |x| = 1 of a unit quaternion: where they
 * hold c'(x) f = 0.  A point beside it is brought there by Newton's method, x <- x - C^T (C C^T)^-1 c, C = c'(x); without
 * constraints, to the level of the data: where two or more sets have one value of an invariant, not zero, as the norm 1 of
 * quaternions, that is where the model is meant. */
#include "models/kinds/kind.h"

#include <math.h>
#include <stdlib.h>

#include "models/reader/model_field.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* SAME_BITS: to which two values of an invariant agree that are one; DEPENDENT: the sine of the angle between gradients. */
enum { LEVEL_BITS = 256, SAME_BITS = 200, POINTS = 3 };
static const double DEPENDENT = 1e-6;

static const char *const keys[] = {"title",      "source",     "kind",        "coordinates", "secular",
                                   "parameters", "field",      "hamiltonian", "symplectic",  "poisson",
                                   "sections",   "invariants", "exact",       "reversal",    "initial",
                                   "step",       "small",      "constraints", "periodic",    NULL};

static const struct kind_timed timed[] = {{"field", 0}, {"hamiltonian", 0}, {NULL, 0}};

/* -- angles -- */

/* The functions of the model whose period counts: f, H, and its matrix. */
static expressions find_functions(const struct model *model)
{
    const expression *matrix = model->symplectic ? model->symplectic : model->poisson;
    expressions all = graph_matrix(model->graph, model->moved, 1, model->field);

    if (model->hamiltonian)
        all = graph_above(all, graph_matrix(model->graph, 1, 1, &model->hamiltonian));
    return matrix
               ? graph_above(all, graph_matrix(model->graph, model->dimension * model->dimension, 1, matrix))
               : all;
}

/* Whether they are the same at x + 2 pi e_i, x the n-th of some points around the default data. */
static bool repeats_at(const struct model *model, expressions functions, size_t i, int n)
{
    const size_t d = model->dimension, count = functions.rows;
    mpfr_t *point = number_block_create(d + 2 * count, LEVEL_BITS), *here = point + d,
           *further = here + count;
    uint64_t random = (uint64_t)n;
    bool same = true;

    model_trial_random(&random);
    graph_value_all(point, d, model->initial->values, NULL);
    for (size_t k = 0; k < d; k++)
        mpfr_add_d(point[k], point[k], model_trial_random(&random) / 4, MPFR_RNDN);
    graph_value_all(here, count, functions.entry, (mpfr_t *const[]){point});
    mpfr_const_pi(*further, MPFR_RNDN);
    mpfr_mul_2ui(*further, *further, 1, MPFR_RNDN);
    mpfr_add(point[i], point[i], *further, MPFR_RNDN);
    graph_value_all(further, count, functions.entry, (mpfr_t *const[]){point});
    for (size_t k = 0; k < count && same; k++) {
        mpfr_sub(further[k], further[k], here[k], MPFR_RNDN);
        same =
            mpfr_zero_p(further[k]) || (mpfr_regular_p(further[k]) && mpfr_get_exp(further[k]) < -SAME_BITS);
    }
    number_block_destroy(point);
    return same;
}

/* A coordinate that grows without bound and on which the functions depend, with the period 2 pi, is an angle. */
static void find_angles(struct model *model)
{
    const expressions functions = find_functions(model);

    for (size_t i = 0; i < model->moved; i++) {
        const expressions slope =
            graph_jacobian(functions, graph_variables(model->graph, MODEL_BLOCK_COORDINATES, i, 1));
        bool angle = model->secular[i] && !model->period[i] && !graph_vanishes(slope);

        for (int n = 1; n <= POINTS && angle; n++)
            angle = repeats_at(model, functions, i, n);
        if (!angle)
            continue;
        model->period[i] = graph_binary(model->graph, OPERATION_MULTIPLY, graph_integer(model->graph, 2),
                                        graph_pi(model->graph));
        model->periodic = true;
    }
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_field(lua, "field", MODEL_FIELD_OF_STATE, false, &model->field);
    model_field_read_scalar(lua, "hamiltonian", MODEL_FIELD_OF_STATE, true, &model->hamiltonian);
    model_field_read_matrix(lua, "symplectic", MODEL_FIELD_OF_STATE, model->moved, &model->symplectic);
    model_field_read_matrix(lua, "poisson", MODEL_FIELD_OF_STATE, model->moved, &model->poisson);
    if (model->symplectic && model->poisson)
        model_field_raise(lua, (struct model_field){NULL, "poisson"},
                          "symplectic and poisson are both given; write one of them");
    model_field_read_functions(lua, "constraints", MODEL_FIELD_OF_STATE, &model->constraints,
                               &model->constraint);
    if (model->constraints >= model->moved)
        model_field_raise(lua, (struct model_field){NULL, "constraints"},
                          "%zu constraints on %zu coordinates leave nothing that moves; write fewer",
                          model->constraints, model->moved);
    find_angles(model);
    if ((model->symplectic || model->poisson) && !model->hamiltonian)
        model_field_raise(
            lua, (struct model_field){NULL, model->poisson ? "poisson" : "symplectic"},
            "there is no hamiltonian that the matrix belongs to; write hamiltonian = function (x, c) "
            "return ... end");
}

/* c, and C by the coordinates without the time */
static expressions find_constraint(const struct model *model)
{
    return graph_matrix(model->graph, model->constraints, 1, model->constraint);
}

static expressions find_slopes(const struct model *model, expressions c)
{
    return graph_jacobian(c, graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, model->moved));
}

/* Of a point the one nearer to c = 0. */
static expressions find_nearer(const struct model *model, expressions c)
{
    const expressions C = find_slopes(model, c), turned = graph_transposed(C),
                      x = graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, model->moved),
                      time = graph_variables(model->graph, MODEL_BLOCK_COORDINATES, model->moved,
                                             model->time_dependent),
                      shift = graph_product(turned, graph_solution(graph_product(C, turned), c));

    return graph_above(graph_difference(x, shift), time);
}

static void derive_constraints(struct system *system)
{
    const struct model *model = system->model;
    const struct system_constraint group = {"c", model->constraints};
    const expressions c = find_constraint(model);

    system_set_constraints(system, 1, &group, c, find_nearer(model, c));
}

/* -- the level of the data -- */

static expressions find_data(const struct model *model, size_t k)
{
    return graph_matrix(model->graph, model->dimension, 1, model->initial[k].values);
}

/* I - I(x_0) */
static expressions find_difference(const struct model *model, size_t i)
{
    const expressions I = graph_matrix(model->graph, 1, 1, &model->invariant[i].value);

    return graph_difference(I, graph_at(I, MODEL_BLOCK_COORDINATES, find_data(model, 0)));
}

/* The values of the expressions at the data. */
static mpfr_t *evaluate(const struct model *model, expressions f, size_t data)
{
    const expressions there = graph_at(f, MODEL_BLOCK_COORDINATES, find_data(model, data));
    mpfr_t *values = number_block_create(f.rows * f.columns, LEVEL_BITS);

    graph_value_all(values, f.rows * f.columns, there.entry, NULL);
    return values;
}

/* Whether its value there is zero, but for round-off. */
static bool is_zero_at(const struct model *model, expressions f, size_t data)
{
    mpfr_t *value = evaluate(model, f, data);
    const bool zero = mpfr_zero_p(*value) || (mpfr_regular_p(*value) && mpfr_get_exp(*value) < -SAME_BITS);

    number_block_destroy(value);
    return zero;
}

/* Whether all data have one value of the invariant.  Zero says nothing: it is that of data which lie on an axis. */
static bool is_shared(const struct model *model, size_t invariant, expressions difference)
{
    bool shared = model->initials > 1 &&
                  !is_zero_at(model, graph_matrix(model->graph, 1, 1, &model->invariant[invariant].value), 0);

    for (size_t k = 1; k < model->initials && shared; k++)
        shared = is_zero_at(model, difference, k);
    return shared;
}

/* Whether the last of the gradients is none and no sum of the others, by the method of Gram and Schmidt. */
static bool is_independent(double *gradient, size_t rows, size_t d)
{
    double *last = gradient + (rows - 1) * d, before = 0, left = 0;

    for (size_t i = 0; i < d; i++)
        before += last[i] * last[i];
    for (size_t k = 0; k + 1 < rows; k++) {
        const double *other = gradient + k * d;
        double product = 0;

        for (size_t i = 0; i < d; i++)
            product += other[i] * last[i];
        for (size_t i = 0; i < d; i++)
            last[i] -= product * other[i];
    }
    for (size_t i = 0; i < d; i++)
        left += last[i] * last[i];
    for (size_t i = 0; i < d; i++)
        last[i] /= sqrt(left);
    return isfinite(before) && before > 0 && left > DEPENDENT * DEPENDENT * before;
}

static bool are_independent(const struct model *model, expressions c)
{
    const size_t d = model->moved;
    const expressions C = graph_jacobian(c, graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, d));
    double *gradient = memory_create(c.rows * d, sizeof *gradient);
    bool independent = true;

    for (size_t k = 0; k < model->initials && independent; k++) {
        mpfr_t *value = evaluate(model, C, k);

        for (size_t i = 0; i < c.rows * d; i++)
            gradient[i] = mpfr_get_d(value[i], MPFR_RNDN);
        for (size_t rows = 1; rows <= c.rows && independent; rows++)
            independent = is_independent(gradient, rows, d);
        number_block_destroy(value);
    }
    free(gradient);
    return independent;
}

/* I(x) - I(x_0) of the invariants that two or more sets of data share; of those whose gradients depend on each other at one of
 * the data the first alone. */
static expressions find_level(const struct model *model)
{
    expressions level = graph_zeros(model->graph, 0, 1);

    for (size_t i = 0; i < model->invariants; i++) {
        const expressions difference = find_difference(model, i), more = graph_above(level, difference);

        if (is_shared(model, i, difference) && are_independent(model, more))
            level = more;
    }
    return level;
}

static void derive_level(struct system *system)
{
    const expressions c = find_level(system->model);

    if (c.rows)
        system->leveled = find_nearer(system->model, c);
}

static void derive(struct system *system)
{
    const struct model *model = system->model;
    const size_t d = model->dimension;

    if (model->constraints)
        derive_constraints(system);
    else
        derive_level(system);
    system->field = graph_matrix(model->graph, model->moved, 1, model->field);
    if (model->symplectic)
        system->symplectic =
            system_map(system, 0, OUTPUTS(graph_matrix(model->graph, d, d, model->symplectic)));
    if (model->poisson)
        system->poisson = system_map(system, 0, OUTPUTS(graph_matrix(model->graph, d, d, model->poisson)));
}

/* -- checks -- */

struct claims {
    struct model_trial *w;
    const struct model_initial *initial;
    const char *key;             /* of the matrix */
    bool symplectic;             /* which of the two it is */
    size_t d;                    /* coordinates without the time */
    expressions A;               /* d x d */
    expressions field, gradient; /* f, grad H: d */
};

static const char REMEDY[] = "correct it or leave it out";

static bool holds(const struct claims *c, const char *sum, const char *fault, expressions term)
{
    return model_trial_is_identity(
        c->w, c->initial,
        &(struct model_identity){.key = c->key, .sum = sum, .fault = fault, .remedy = REMEDY, .term = term});
}

/* grad H . f, the terms of which are what is said of an energy */
static bool check_energy(const struct claims *c)
{
    struct claims energy = *c;

    energy.key = "hamiltonian";
    return holds(&energy, "grad H . f", "the hamiltonian is no invariant",
                 graph_terms(graph_transposed(c->gradient), c->field));
}

static bool check_antisymmetry(const struct claims *c)
{
    return model_trial_is_symmetric(
        c->w, c->initial, c->A, true,
        (struct model_identity){
            .key = c->key, .sum = "A + A^T", .fault = "the matrix A is not antisymmetric", .remedy = REMEDY});
}

/* Om f - grad H, or Pi grad H - f */
static bool check_field(const struct claims *c)
{
    const expressions vector = c->symplectic ? c->field : c->gradient;
    const expressions right = c->symplectic ? c->gradient : c->field;

    return holds(c, c->symplectic ? "Om f - grad H" : "Pi grad H - f",
                 "field, hamiltonian and matrix contradict each other",
                 graph_beside(graph_terms(c->A, vector), graph_negative(right)));
}

/* The terms of the identity of three indices, a row */
static expressions find_cycle(const struct claims *c, const size_t index[3])
{
    const expressions x = graph_variables(c->A.graph, MODEL_BLOCK_COORDINATES, 0, c->d);
    expressions term = graph_zeros(c->A.graph, 1, 0);

    for (int turn = 0; turn < 3; turn++) {
        const size_t i = index[turn], j = index[(turn + 1) % 3], k = index[(turn + 2) % 3];
        const expressions slope = graph_gradient(c->A.entry[j * c->d + k], x);

        term = graph_beside(term, c->symplectic ? graph_rows(slope, i, 1)
                                                : graph_terms(graph_rows(c->A, i, 1), slope));
    }
    return term;
}

/* Closedness, or Jacobi's identity. */
static bool check_cycles(const struct claims *c)
{
    const size_t d = c->d, columns = c->symplectic ? 3 : 3 * d;
    const expressions terms = graph_zeros(c->A.graph, d * (d - 1) * (d - 2) / 6, columns);
    size_t rows = 0;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < i; j++) {
            for (size_t k = 0; k < j; k++) {
                const expressions term = find_cycle(c, (size_t[]){i, j, k});

                for (size_t l = 0; l < columns; l++)
                    terms.entry[rows * columns + l] = term.entry[l];
                rows += !graph_vanishes(term);
            }
        }
    }
    return rows == 0 || holds(c, c->symplectic ? "d Om" : "[Pi, Pi]",
                              c->symplectic ? "the two-form is not closed"
                                            : "the bracket does not satisfy Jacobi's identity",
                              graph_rows(terms, 0, rows));
}

static bool check_regular(const struct claims *c)
{
    return model_trial_is_regular(c->w, c->initial, c->key, c->A, "the symplectic matrix is singular",
                                  "; write poisson = ..., a matrix with field = poisson grad H");
}

static bool check_matrix(const struct claims *c)
{
    return check_antisymmetry(c) && (!c->symplectic || check_regular(c)) && check_field(c) && check_cycles(c);
}

static bool check_finite(struct model_trial *w, const struct model_initial *initial)
{
    if (!model_trial_is_finite(w, initial, NULL, "field", w->model->moved, w->model->field) ||
        !model_trial_is_finite(w, initial, NULL, "hamiltonian", w->model->hamiltonian != NULL,
                               &w->model->hamiltonian))
        return false;
    model_trial_pass(w->model, "%s: field%s and %s derivatives are finite", initial->name,
                     w->model->hamiltonian ? ", hamiltonian" : "", w->model->hamiltonian ? "their" : "its");
    return true;
}

/* The first d rows and columns */
static expressions corner(expressions A, size_t d)
{
    return graph_transposed(graph_rows(graph_transposed(graph_rows(A, 0, d)), 0, d));
}

/* The data lie on the manifold, and the flow stays there. */
static bool check_constraints(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    const expressions C = find_slopes(model, find_constraint(model));
    double residual;
    size_t worst;

    if (!model_trial_is_finite(w, initial, NULL, "constraints", model->constraints, model->constraint) ||
        !model_trial_is_regular(w, initial, "constraints", graph_product(C, graph_transposed(C)),
                                "the derivatives of the constraints are dependent",
                                "; leave out what follows from the others"))
        return false;
    worst = model_trial_find_worst(w, find_constraint(model), &residual);
    if (!model_trial_is_zero(residual))
        return model_trial_fail(w, "initial", initial->name,
                                "the initial data '%s' are off the manifold: constraint %zu is %.3g; write "
                                "data where it is zero",
                                initial->name, worst + 1, residual);
    model_trial_pass(w->model, "%s: the data satisfy the constraints (residual %.0e)", initial->name,
                     residual);
    return model_trial_is_identity(
        w, initial,
        &(struct model_identity){
            .key = "constraints",
            .sum = "c' f",
            .fault = "the field leaves the manifold of the constraints",
            .remedy = REMEDY,
            .term = graph_terms(C, graph_matrix(model->graph, model->moved, 1, model->field))});
}

/* The field is the same a period further. */
static bool check_periods(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    const expressions f = graph_matrix(model->graph, model->moved, 1, model->field);
    bool good = true;

    for (size_t i = 0; i < model->moved && good; i++) {
        const expressions x = system_state(w->system),
                          further = graph_zeros(model->graph, model->dimension, 1);

        if (!model->period[i])
            continue;
        for (size_t k = 0; k < model->dimension; k++)
            further.entry[k] = k == i ? graph_add(model->graph, x.entry[k], model->period[i]) : x.entry[k];
        good = model_trial_is_identity(
            w, initial,
            &(struct model_identity){
                .key = "periodic",
                .sum = "f(x + period) - f(x)",
                .fault = "the field does not have the period",
                .remedy = REMEDY,
                .term = graph_beside(graph_at(f, MODEL_BLOCK_COORDINATES, further), graph_negative(f))});
    }
    return good;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    const size_t d = model->moved;
    const expression *matrix = model->symplectic ? model->symplectic : model->poisson;

    if (!check_finite(w, initial) || (model->constraints && !check_constraints(w, initial)) ||
        !check_periods(w, initial))
        return false;
    if (!model->hamiltonian)
        return true;
    struct claims c = {.w = w,
                       .initial = initial,
                       .key = model->symplectic ? "symplectic" : "poisson",
                       .symplectic = model->symplectic,
                       .d = d,
                       .field = graph_matrix(model->graph, d, 1, model->field)};
    c.gradient =
        graph_gradient(model->hamiltonian, graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, d));
    if (matrix)
        c.A = corner(graph_matrix(model->graph, w->d, w->d, matrix), d);
    return (!w->system->has_energy || check_energy(&c)) && (!matrix || check_matrix(&c));
}

const struct kind ode_kind = {.name = "ode",
                              .state = 'x',
                              .bracket = "grad %s . f",
                              .keys = keys,
                              .timed = timed,
                              .read = read,
                              .derive = derive,
                              .check = check};
