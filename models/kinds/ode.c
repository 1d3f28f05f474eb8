/* The kind `ode`: x' = f(x), with a hamiltonian and what it belongs to where the model gives them,
 *
 *     Om(x) f = grad H        Om antisymmetric, regular and closed: d_i Om_jk + d_j Om_ki + d_k Om_ij = 0
 *     f = Pi(x) grad H        Pi antisymmetric, sum_l (Pi_il d_l Pi_jk + Pi_jl d_l Pi_ki + Pi_kl d_l Pi_ij) = 0
 *
 * the last being Jacobi's identity of the bracket {F, G} = (grad F)^T Pi grad G. */
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "numerics/memory.h"

static const char *const keys[] = {"title",      "source",     "kind",        "coordinates", "secular",
                                   "parameters", "field",      "hamiltonian", "symplectic",  "poisson",
                                   "sections",   "invariants", "exact",       "reversal",    "initial",
                                   "step",       NULL};

static const struct kind_timed timed[] = {{"field", 0}, {"hamiltonian", 0}, {NULL, 0}};

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_field(lua, "field", MODEL_FIELD_OF_STATE, false, &model->field);
    model_field_read_scalar(lua, "hamiltonian", true, &model->hamiltonian);
    model_field_read_matrix(lua, "symplectic", &model->symplectic);
    model_field_read_matrix(lua, "poisson", &model->poisson);
    if (model->symplectic && model->poisson)
        model_field_raise(lua, (struct model_field){NULL, "poisson"},
                          "symplectic and poisson are both given; write one of them");
    if ((model->symplectic || model->poisson) && !model->hamiltonian)
        model_field_raise(
            lua, (struct model_field){NULL, model->poisson ? "poisson" : "symplectic"},
            "there is no hamiltonian that the matrix belongs to; write hamiltonian = function (x, c) "
            "return ... end");
}

static bool derive(struct system *system)
{
    const struct model *model = system->model;
    size_t d = model->dimension;

    for (size_t i = 0; i < model->moved; i++)
        system->field.entry[i] = model->field[i];
    if (model->symplectic)
        system->symplectic = system_compile_one(d, d * d, model->symplectic);
    if (model->poisson)
        system->poisson = system_compile_one(d, d * d, model->poisson);
    return true;
}

/* -- checks -- */

struct claims {
    struct model_trial *w;
    const struct model_initial *initial;
    const char *key;      /* of the matrix */
    size_t d, width;      /* coordinates without the time; length of a row of the matrix */
    expression *matrix;   /* d rows */
    expression *gradient; /* grad H, d */
    expression *term;     /* of one identity */
};

static expression multiply(const struct claims *c, expression x, expression y)
{
    return graph_binary(c->w->model->graph, OPERATION_MULTIPLY, x, y);
}

static bool holds(const struct claims *c, const char *sum, const char *fault, size_t components, size_t terms)
{
    return model_trial_is_identity(
        c->w, c->initial,
        &(struct model_identity){.key = c->key,
                                 .sum = sum,
                                 .fault = fault,
                                 .remedy = "correct it or leave it out",
                                 .term = graph_matrix(c->w->model->graph, components, terms, c->term)});
}

/* grad H . f, the terms of which are what is said of an energy */
static bool check_energy(const struct claims *c)
{
    struct claims energy = *c;

    energy.key = "hamiltonian";
    for (size_t i = 0; i < c->d; i++)
        c->term[i] = multiply(c, c->gradient[i], c->w->model->field[i]);
    return holds(&energy, "grad H . f", "the hamiltonian is no invariant", 1, c->d);
}

static bool check_antisymmetry(const struct claims *c)
{
    size_t d = c->d;

    for (size_t i = 0; i < d * d; i++) {
        c->term[2 * i] = c->matrix[i / d * c->width + i % d];
        c->term[2 * i + 1] = c->matrix[i % d * c->width + i / d];
    }
    return holds(c, "A + A^T", "the matrix A is not antisymmetric", d * d, 2);
}

/* Om f - grad H, or Pi grad H - f */
static bool check_field(const struct claims *c, bool symplectic)
{
    size_t d = c->d;
    const expression *right = symplectic ? c->gradient : c->w->model->field;
    const expression *vector = symplectic ? c->w->model->field : c->gradient;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++)
            c->term[i * (d + 1) + j] = multiply(c, c->matrix[i * c->width + j], vector[j]);
        c->term[i * (d + 1) + d] = graph_unary(c->w->model->graph, OPERATION_NEGATE, right[i]);
    }
    return holds(c, symplectic ? "Om f - grad H" : "Pi grad H - f",
                 "field, hamiltonian and matrix contradict each other", d, d + 1);
}

/* The terms of the identity of three indices; false where all are zero. */
static bool fill_cycle(const struct claims *c, bool symplectic, expression *term, const size_t index[3])
{
    size_t d = c->d;
    expression zero = graph_integer(c->w->model->graph, 0);
    bool nonzero = false;

    for (int turn = 0; turn < 3; turn++) {
        size_t i = index[turn], j = index[(turn + 1) % 3], k = index[(turn + 2) % 3];
        expression entry = c->matrix[j * c->width + k];

        for (size_t l = symplectic ? i : 0; l < (symplectic ? i + 1 : d); l++, term++) {
            *term = model_trial_derivative(c->w, entry, l);
            if (!symplectic)
                *term = multiply(c, c->matrix[i * c->width + l], *term);
            nonzero = nonzero || *term != zero;
        }
    }
    return nonzero;
}

/* Closedness, or Jacobi's identity. */
static bool check_cycles(const struct claims *c, bool symplectic)
{
    size_t d = c->d, terms = symplectic ? 3 : 3 * d, components = 0;
    struct claims own = *c;
    bool valid;

    own.term = NULL;
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < i; j++) {
            for (size_t k = 0; k < j; k++) {
                own.term = memory_resize(own.term, (components + 1) * terms, sizeof *own.term);
                components += fill_cycle(c, symplectic, own.term + components * terms, (size_t[]){i, j, k});
            }
        }
    }
    valid = components == 0 || holds(&own, symplectic ? "d Om" : "[Pi, Pi]",
                                     symplectic ? "the two-form is not closed"
                                                : "the bracket does not satisfy Jacobi's identity",
                                     components, terms);
    free(own.term);
    return valid;
}

static bool check_regular(const struct claims *c)
{
    model_trial_move_to(c->w, c->initial);
    size_t rank = model_trial_rank(c->w, c->width, c->matrix);

    return rank == c->d ||
           model_trial_fail(
               c->w, NULL, c->key,
               "the symplectic matrix is singular (rank %zu of %zu) at the initial data '%s'; write "
               "poisson = ..., a matrix with field = poisson grad H",
               rank, c->d, c->initial->name);
}

static bool check_matrix(const struct claims *c)
{
    bool symplectic = c->w->model->symplectic;

    return check_antisymmetry(c) && (!symplectic || check_regular(c)) && check_field(c, symplectic) &&
           check_cycles(c, symplectic);
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

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    struct model *model = w->model;
    size_t d = model->moved;
    struct claims c = {.w = w,
                       .initial = initial,
                       .key = model->symplectic ? "symplectic" : "poisson",
                       .d = d,
                       .width = w->d};
    bool valid = check_finite(w, initial);

    if (!valid || !model->hamiltonian)
        return valid;
    c.matrix = model->symplectic ? model->symplectic : model->poisson;
    c.gradient = memory_create(d + 2 * d * d + d, sizeof *c.gradient);
    c.term = c.gradient + d;
    for (size_t i = 0; i < d; i++)
        c.gradient[i] = model_trial_derivative(w, model->hamiltonian, i);
    valid = (!w->system->has_energy || check_energy(&c)) && (!c.matrix || check_matrix(&c));
    free(c.gradient);
    return valid;
}

const struct kind ode_kind = {.name = "ode",
                              .state = 'x',
                              .bracket = "grad %s . f",
                              .keys = keys,
                              .timed = timed,
                              .read = read,
                              .derive = derive,
                              .check = check};
