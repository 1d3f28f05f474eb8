/* The kind `body`: rigid bodies with a fixed point, and tops, reduced by their symmetry to so(n) and vectors that
 * turn with the body.  With m antisymmetric and J = diag(alpha)
 *
 *     Om_ij = m_ij / (alpha_i + alpha_j)          H = 1/4 tr(Om m^T) + c v . chi
 *     m' = [m, Om] - c (v chi^T - chi v^T)        v' = -Om v
 *
 * the Lie-Poisson equations of so(n) and of its semidirect product with R^n: for x = (m above the diagonal, v^1 ..
 * v^K), xi = dH/dm, u^k = dH/dv^k
 *
 *     m' = [m, xi] - sum_k (v^k u^k^T - u^k v^k^T)      v^k' = -xi v^k.
 *
 * c may be of the time t, the last number of the state, and a torque M(t), antisymmetric and fixed in the body, may be
 * added to m': then the energy is not kept, and with M no more than the lengths of the vectors.
 *
 * Without chi there are no vectors; with it there is v, the direction of gravity seen from the body.  A model that
 * follows the attitude q has the n rows of q as vectors, q' = q Om, the last of which is v.
 * Source: McLachlan, Scovel (1994), sections 6.1, 6.2. */
#include <lauxlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/lua_source.h"

enum { LEAST_N = 2, MOST_N = 6 };

/* What the bodies' equations are written with. */
struct body {
    struct graph *graph;
    size_t n, pairs, vectors;
    expressions alpha, gravity; /* n: of J, c chi; the last is 0 where there is none */
    expressions p, m, v;        /* m above the diagonal; n x n; the vectors, one a row */
};

/* a_i + a_j, n x n */
static expressions sums(expressions a)
{
    const expressions rows = graph_product(a, graph_filled(a.graph, 1, a.rows, 1));

    return graph_sum(rows, graph_transposed(rows));
}

static struct body body_of(const struct model *model)
{
    struct graph *graph = model->graph;
    const size_t n = model->body.n, pairs = n * (n - 1) / 2, vectors = (model->moved - pairs) / n;
    struct body w = {.graph = graph, .n = n, .pairs = pairs, .vectors = vectors};

    w.alpha = graph_matrix(graph, n, 1, model->body.alpha);
    w.gravity =
        model->body.gravity ? graph_matrix(graph, n, 1, model->body.gravity) : graph_zeros(graph, n, 1);
    w.p = graph_variables(graph, MODEL_BLOCK_COORDINATES, 0, pairs);
    w.m = graph_antisymmetric(n, w.p);
    w.v = graph_matrix(graph, vectors, n,
                       graph_variables(graph, MODEL_BLOCK_COORDINATES, pairs, vectors * n).entry);
    return w;
}

/* The direction of gravity seen from the body */
static expressions down(const struct body *w)
{
    return graph_transposed(graph_rows(w->v, w->vectors - 1, 1));
}

/* -- the model file -- */

static const char *const keys[] = {"title",      "source",  "kind",     "alpha",      "c",
                                   "chi",        "torque",  "attitude", "parameters", "sections",
                                   "invariants", "initial", "step",     NULL};

static const struct kind_timed timed[] = {{"c", 1}, {"torque", 1}, {NULL, 0}};

/* The list `key` of `count` constants (0: any number, which it becomes); NULL where there is none. */
static expression *read_list(lua_State *lua, const char *key, size_t *count)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, key};
    expression *list = NULL;
    char *text;

    if (lua_getfield(lua, MODEL_FIELD_TABLE, key) == LUA_TTABLE) {
        size_t given = model_field_length(lua, lua_source_line(model->text, NULL, key), key);

        if (*count && given != *count)
            model_field_raise(lua, field, "%s has %zu component%s; write %zu, as many as alpha has", key,
                              given, given == 1 ? "" : "s", *count);
        *count = given;
        list = memory_keep(&model->kept, given, sizeof *list);
        for (size_t i = 0; i < given; i++) {
            lua_rawgeti(lua, -1, (lua_Integer)i + 1);
            model_field_read_constant(lua, field, true, &text, list + i);
        }
    } else if (!lua_isnil(lua, -1)) {
        model_field_raise(lua, field, "%s is a %s; write %s = { ... }, a list of numbers", key,
                          luaL_typename(lua, -1), key);
    }
    lua_pop(lua, 1);
    return list;
}

static void read_alpha(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "alpha"};

    model->body.alpha = read_list(lua, "alpha", &model->body.n);
    if (!model->body.alpha || model->body.n < LEAST_N || model->body.n > MOST_N)
        model_field_raise(
            lua, field,
            "alpha is not a list of %d to %d numbers; write alpha = { \"0.44\", \"0.5\", 1 }, the diagonal "
            "of J",
            LEAST_N, MOST_N);
    for (size_t i = 0; i < model->body.n; i++) {
        if (mpq_sgn(model->body.alpha[i]->value) <= 0)
            model_field_raise(lua, field, "alpha[%zu] is not positive; write the diagonal of a positive J",
                              i + 1);
    }
}

/* chi */
static void read_direction(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const bool given = lua_getfield(lua, MODEL_FIELD_TABLE, "c") != LUA_TNIL;

    model->body.gravity = read_list(lua, "chi", &model->body.n);
    if (given != (model->body.gravity != NULL))
        model_field_raise(lua, (struct model_field){NULL, given ? "c" : "chi"},
                          "a top has both c and chi, a free body neither; write the other one");
}

/* c chi, c a number or a function of the time */
static void read_strength(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "c"};
    const expressions chi = graph_matrix(model->graph, model->body.n, 1, model->body.gravity);
    expression c;
    char *text;

    if (lua_getfield(lua, MODEL_FIELD_TABLE, "c") == LUA_TFUNCTION)
        c = model_field_read_expression(lua, model_field_call(lua, field, MODEL_FIELD_OF_PARAMETERS), "c");
    else
        model_field_read_constant(lua, field, true, &text, &c);
    model->body.gravity = graph_product(chi, graph_matrix(model->graph, 1, 1, &c)).entry;
}

/* M above the diagonal */
static void read_torque(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "torque"};
    const size_t pairs = model->body.n * (model->body.n - 1) / 2;
    size_t given = pairs;

    model_field_read_functions(lua, "torque", MODEL_FIELD_OF_PARAMETERS, &given, &model->body.torque);
    if (given != pairs)
        model_field_raise(lua, field, "torque has %zu components; write %zu, those above the diagonal", given,
                          pairs);
    if (model->body.torque && !model->time_dependent)
        model_field_raise(
            lua, field,
            "torque is not a function of the time; write torque = function (t, c) return { ... } end");
}

/* Puts the list `coordinates` into the model file's table: m12 .. above the diagonal, then q11 .. or v1 .. */
static void name_coordinates(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    lua_Integer count = 0;

    read_alpha(lua);
    read_direction(lua);
    if (lua_getfield(lua, MODEL_FIELD_TABLE, "attitude") != LUA_TNIL && !lua_isboolean(lua, -1))
        model_field_raise(lua, (struct model_field){NULL, "attitude"},
                          "attitude is a %s; write attitude = true", luaL_typename(lua, -1));
    model->body.attitude = lua_toboolean(lua, -1);
    lua_pop(lua, 1);
    const int n = (int)model->body.n, rows = model->body.attitude ? n : model->body.gravity != NULL;
    lua_newtable(lua);
    for (int i = 1; i <= n; i++) {
        for (int j = i + 1; j <= n; j++) {
            lua_pushfstring(lua, "m%d%d", i, j);
            lua_rawseti(lua, -2, ++count);
        }
    }
    for (int k = 0; k < rows * n; k++) {
        if (model->body.attitude)
            lua_pushfstring(lua, "q%d%d", k / n + 1, k % n + 1);
        else
            lua_pushfstring(lua, "v%d", k + 1);
        lua_rawseti(lua, -2, ++count);
    }
    lua_setfield(lua, MODEL_FIELD_TABLE, "coordinates");
}

/* -- what is derived -- */

/* 1/4 tr(Om m^T) + c v . chi */
static expression find_energy(const struct body *w, const struct model *model)
{
    const expressions squares = graph_entrywise(OPERATION_MULTIPLY, w->p, w->p);
    const expressions sum = graph_above_diagonal(sums(w->alpha));
    const expression turning = graph_total(graph_entrywise(OPERATION_DIVIDE, squares, graph_sum(sum, sum)));

    return model->body.gravity ? graph_add(w->graph, turning, graph_dot(w->gravity, down(w))) : turning;
}

/* m12 f3 - m13 f2 + m23 f1 */
static expression alternate(const struct body *w, expressions f)
{
    const expression *m = w->m.entry, pair[] = {m[1], graph_negate(w->graph, m[2]), m[w->n + 2]};
    const expression other[] = {f.entry[2], f.entry[1], f.entry[0]};

    return graph_dot(graph_matrix(w->graph, 3, 1, pair), graph_matrix(w->graph, 3, 1, other));
}

/* v_i^T m v_j */
static expression contract(const struct body *w, size_t i, size_t j)
{
    const expressions v = graph_transposed(graph_rows(w->v, i, 1));

    return graph_total(graph_entrywise(OPERATION_MULTIPLY, graph_product(v, graph_rows(w->v, j, 1)), w->m));
}

/* tr m^2, tr m^2 J^2, and of so(4) the pfaffian m12 m34 - m13 m24 + m14 m23 */
static void add_free_invariants(struct model *model, const struct body *w)
{
    const expressions squares = graph_entrywise(OPERATION_MULTIPLY, w->p, w->p);
    const expressions weight = sums(graph_entrywise(OPERATION_MULTIPLY, w->alpha, w->alpha));

    kind_add_invariant(model, "tr-m2", graph_total(squares));
    kind_add_invariant(model, "tr-m2-J2", graph_dot(graph_above_diagonal(weight), squares));
    if (w->n == 4)
        kind_add_invariant(model, "pfaffian", alternate(w, graph_rows(graph_transposed(w->m), 3, 1)));
}

/* Casimirs of the bracket, of a free body momenta of its rotations and tr m^2 J^2, with a torque those of the vectors
 * alone.  The momentum of a top about the vertical is m-v. */
static void add_invariants_of(struct model *model, const struct body *w)
{
    const bool top = model->body.gravity, forced = model->body.torque;
    const size_t n = w->n, turning = forced || top ? 0 : n; /* axes that may be turned */

    if (!top && !forced)
        add_free_invariants(model, w);
    if (n == 3 && top && !forced)
        kind_add_invariant(model, "m-v", alternate(w, down(w)));
    for (size_t i = 0; i < w->vectors; i++) {
        for (size_t j = i; j < w->vectors; j++)
            kind_add_invariant(
                model, w->vectors == 1 ? "v-v" : memory_keep_print(&model->kept, "q-qT-%zu%zu", i + 1, j + 1),
                graph_dot(graph_rows(w->v, i, 1), graph_rows(w->v, j, 1)));
        for (size_t j = i + 1; j < turning && model->body.attitude; j++)
            kind_add_invariant(model, memory_keep_print(&model->kept, "momentum-%zu%zu", i + 1, j + 1),
                               contract(w, i, j));
    }
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    if (model->body.gravity)
        read_strength(lua);
    read_torque(lua);
    const struct body w = body_of(model);
    model->hamiltonian = find_energy(&w, model);
    add_invariants_of(model, &w);
    if (!model->time_dependent)
        model->reversal = graph_above(graph_negative(w.p), graph_vector(w.v)).entry; /* the vectors stay */
}

/* [m, Om]_ij = sum_k m_ik m_kj (1/(alpha_k + alpha_j) - 1/(alpha_i + alpha_k)), where equal alpha cancel */
static expressions find_turning(const struct body *w, expressions sum)
{
    const size_t n = w->n;
    const expressions m_T = graph_transposed(w->m), rate = graph_zeros(w->graph, n, n);
    const expressions inverse = graph_entrywise(OPERATION_DIVIDE, graph_filled(w->graph, n, n, 1), sum);

    for (size_t k = 0; k < n * n; k++) {
        const expressions from = graph_rows(inverse, k / n, 1), to = graph_rows(inverse, k % n, 1);

        rate.entry[k] = graph_dot(
            graph_difference(to, from),
            graph_entrywise(OPERATION_MULTIPLY, graph_rows(w->m, k / n, 1), graph_rows(m_T, k % n, 1)));
    }
    return graph_above_diagonal(rate);
}

/* The state of m' above the diagonal and of the rates of the vectors */
static expressions join(expressions m, expressions v)
{
    return graph_above(m, graph_vector(v));
}

/* c (v chi^T - chi v^T) - M above the diagonal */
static expressions find_torque(const struct body *w, const struct model_body *body)
{
    expressions torque = graph_zeros(w->graph, w->pairs, 1);

    if (body->gravity) {
        const expressions forwards = graph_product(down(w), graph_transposed(w->gravity));
        torque = graph_above_diagonal(graph_difference(forwards, graph_transposed(forwards)));
    }
    return body->torque ? graph_difference(torque, graph_matrix(w->graph, w->pairs, 1, body->torque))
                        : torque;
}

/* Pi(x), the derivative by (xi, u) of [m, xi] - sum_k (v^k u^k^T - u^k v^k^T); -xi v^k, of which the rows are v xi */
static expressions find_tensor(const struct body *w)
{
    const expressions y = graph_variables(w->graph, MODEL_BLOCK_VELOCITIES, 0, w->pairs + w->vectors * w->n);
    const expressions xi = graph_antisymmetric(w->n, y), v_T = graph_transposed(w->v);
    const expressions u = graph_matrix(w->graph, w->vectors, w->n, y.entry + w->pairs);
    const expressions bracket = graph_difference(graph_product(w->m, xi), graph_product(xi, w->m));
    const expressions torque =
        graph_difference(graph_product(v_T, u), graph_product(graph_transposed(u), w->v));

    return graph_jacobian(
        join(graph_above_diagonal(graph_difference(bracket, torque)), graph_product(w->v, xi)), y);
}

static void derive(struct system *system)
{
    const struct model_body *body = &system->model->body;
    const struct body w = body_of(system->model);
    const expressions sum = sums(w.alpha), Om = graph_entrywise(OPERATION_DIVIDE, w.m, sum);
    const expressions torque = find_torque(&w, body);

    if (body->gravity || body->torque)
        system->torque = torque;
    system->field = join(graph_difference(find_turning(&w, sum), torque), graph_product(w.v, Om));
    if (!body->torque)
        system->poisson = system_map(system, 0, OUTPUTS(graph_widened(find_tensor(&w), system->dimension)));
    system->body = w.n;
    system->inertia = graph_terms(graph_unit(w.graph, w.n), w.alpha);
}

/* -- checks -- */

/* The rows of the attitude are orthonormal, where the state has it. */
static bool check(struct model_trial *w, const struct model_initial *initial)
{
    const struct body body = body_of(w->model);
    const size_t n = body.n;
    double off;

    if (!w->model->body.attitude)
        return true;
    const expressions one = graph_product(body.v, graph_transposed(body.v));
    model_trial_move_to(w, initial);
    const size_t k = model_trial_find_worst(w, graph_difference(one, graph_unit(body.graph, n)), &off);
    if (!model_trial_is_zero(off))
        return model_trial_fail(w, "initial", initial->name,
                                "the attitude of the initial data '%s' is no rotation: entry (%zu, %zu) of "
                                "q q^T - 1 is %.3g; write a q with orthonormal rows, such as the unit matrix",
                                initial->name, k / n + 1, k % n + 1, off);
    model_trial_pass(w->model, "%s: the attitude is a rotation", initial->name);
    return true;
}

const struct kind body_kind = {.name = "body",
                               .state = 'x',
                               .bracket = "grad %s . f",
                               .keys = keys,
                               .timed = timed,
                               .name_coordinates = name_coordinates,
                               .read = read,
                               .derive = derive,
                               .check = check};
