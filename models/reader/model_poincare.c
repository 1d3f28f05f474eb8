/* Loops and surfaces of a model file: see model_read.h.
 *
 *     loops    = { NAME = function (a, c) return { ... } end },      a in [0, 2 pi]
 *     surfaces = { NAME = function (s, t, c) return { ... } end },   (s, t) in [0, 1]^2
 *
 * A loop carries Poincare's relative integral invariant, the integral of theta . dq; a surface the absolute
 * one, that of Om_ij dq_i dq_j.  Both are checked in MPFR: a loop returns to where it began, theta and H are
 * finite at random places, and the tangents there are not all zero (of a surface: parallel). */
#include "models/reader/model_read.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "models/sandbox/lua_expression.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

static const struct kind {
    const char *key, *one, *arguments;
    size_t places; /* numbers that say where */
} LOOP = {"loops", "loop", "(a, c)", 1}, SURFACE = {"surfaces", "surface", "(s, t, c)", 2};

/* -- reading -- */

static void push_place(lua_State *lua, size_t i)
{
    struct graph *graph = model_field_model(lua)->graph;
    expression place = graph_input(graph, MODEL_BLOCK_PLACE, i);

    if (!place)
        sandbox_raise_at(lua, 0, "%s", graph_error(graph));
    lua_expression_push(lua, place);
}

/* The function on top of the stack. */
static void read_one(lua_State *lua, const struct kind *kind, int parameters,
                     struct model_submanifold *submanifold)
{
    int line = model_field_check(lua, (struct model_field){kind->key, submanifold->name}, kind->arguments);

    for (size_t i = 0; i < kind->places; i++)
        push_place(lua, i);
    lua_pushvalue(lua, parameters);
    lua_call(lua, (int)kind->places + 1, 1);
    model_field_read_vector(lua, line, submanifold->name, &submanifold->point);
}

static void read_all(lua_State *lua, const struct kind *kind, int parameters, size_t *count,
                     struct model_submanifold **list)
{
    struct model_field field = {NULL, kind->key};
    int top = lua_gettop(lua), type = lua_getfield(lua, 1, kind->key), table = lua_gettop(lua);

    if (type != LUA_TNIL && type != LUA_TTABLE)
        model_field_raise(lua, field, "%s is a %s; write %s = { NAME = function %s ... end }", kind->key,
                          lua_typename(lua, type), kind->key, kind->arguments);
    size_t names = type == LUA_TTABLE ? model_field_push_names(lua, table, field) : 0;
    *list = memory_create(names, sizeof **list);
    for (size_t i = 0; i < names; i++) {
        lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
        const char *name = lua_tostring(lua, -1);
        model_field_check_name(lua, (struct model_field){kind->key, name}, name, false);
        (*list)[i].name = memory_copy_string(name);
        *count = i + 1;
        lua_getfield(lua, table, name);
        read_one(lua, kind, parameters, &(*list)[i]);
        lua_pop(lua, 1);
    }
    lua_settop(lua, top);
}

void model_poincare_read(lua_State *lua, int parameters)
{
    struct model *model = model_field_model(lua);

    read_all(lua, &LOOP, parameters, &model->loops, &model->loop);
    read_all(lua, &SURFACE, parameters, &model->surfaces, &model->surface);
}

/* -- checks -- */

/* To a random place. */
static void move_place(struct model_trial *w, const struct kind *kind, uint64_t *state)
{
    for (size_t i = 0; i < kind->places; i++)
        mpfr_set_d(w->place[i], (1 + model_trial_random(state)) / 2, MPFR_RNDN);
    if (kind == &LOOP) {
        mpfr_t turn;

        mpfr_init2(turn, MODEL_TRIAL_PRECISION);
        mpfr_const_pi(turn, MPFR_RNDN);
        mpfr_mul_2ui(turn, turn, 1, MPFR_RNDN);
        mpfr_mul(w->place[0], w->place[0], turn, MPFR_RNDN);
        mpfr_clear(turn);
    }
}

/* |x(2 pi) - x(0)| against |x(0)| and 1 */
static bool is_closed(struct model_trial *w, const struct model_submanifold *loop)
{
    mpfr_t *begin = model_trial_create_numbers(2 * w->d), *end = begin + w->d;
    bool closed = true;

    mpfr_set_zero(w->place[0], 1);
    model_trial_evaluate(w, begin, w->d, loop->point);
    mpfr_const_pi(w->place[0], MPFR_RNDN);
    mpfr_mul_2ui(w->place[0], w->place[0], 1, MPFR_RNDN);
    model_trial_evaluate(w, end, w->d, loop->point);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_sub(end[i], end[i], begin[i], MPFR_RNDN);
        mpfr_abs(begin[i], begin[i], MPFR_RNDN);
        mpfr_add_ui(begin[i], begin[i], 1, MPFR_RNDN);
        mpfr_div_2ui(begin[i], begin[i], MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
        closed = closed && mpfr_cmpabs(end[i], begin[i]) <= 0 && !mpfr_nan_p(end[i]);
    }
    model_trial_destroy_numbers(begin, 2 * w->d);
    return closed;
}

/* theta and H at the place */
static bool is_finite_at(struct model_trial *w, const struct model_submanifold *submanifold)
{
    const struct model *model = w->model;
    mpfr_t *values = model_trial_create_numbers(w->d + 1);
    bool finite = true;

    model_trial_evaluate(w, values, w->d, submanifold->point);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->point[i], values[i], MPFR_RNDN);
    model_trial_evaluate(w, values, w->d, model->theta);
    model_trial_evaluate(w, values + w->d, 1, &model->hamiltonian);
    for (size_t i = 0; i <= w->d; i++)
        finite = finite && mpfr_number_p(values[i]);
    model_trial_destroy_numbers(values, w->d + 1);
    return finite;
}

/* A nonzero tangent; of a surface, a 2 x 2 minor x_s,i x_t,j - x_s,j x_t,i above 2^-100 of its terms. */
static bool has_area(const struct model_trial *w, const struct kind *kind, const expression *tangents)
{
    size_t d = w->d;
    mpfr_t *x = model_trial_create_numbers(2 * d + 2), *minor = x + 2 * d, *bound = minor + 1;
    bool area = false;

    model_trial_evaluate(w, x, kind->places * d, tangents);
    for (size_t i = 0; i < d; i++) {
        if (kind->places == 1)
            area = area || !mpfr_zero_p(x[i]);
        for (size_t j = 0; j < i && kind->places == 2; j++) {
            mpfr_fmms(*minor, x[i], x[d + j], x[j], x[d + i], MPFR_RNDN);
            mpfr_mul(*bound, x[i], x[d + j], MPFR_RNDN);
            mpfr_div_2ui(*bound, *bound, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
            area = area || mpfr_cmpabs(*minor, *bound) > 0;
        }
    }
    model_trial_destroy_numbers(x, 2 * d + 2);
    return area;
}

/* Writes x_a, or x_s and x_t; false on an exceeded bound of the graph. */
static bool derive_tangents(const struct model_trial *w, const struct kind *kind,
                            const struct model_submanifold *submanifold, expression *tangents)
{
    bool valid = true;

    for (size_t p = 0; p < kind->places; p++) {
        for (size_t i = 0; i < w->d; i++) {
            tangents[p * w->d + i] =
                graph_derivative(w->model->graph, submanifold->point[i], MODEL_BLOCK_PLACE, p);
            valid = valid && tangents[p * w->d + i];
        }
    }
    return valid;
}

static bool check_places(struct model_trial *w, const struct kind *kind,
                         const struct model_submanifold *submanifold, const expression *tangents)
{
    uint64_t state = UINT64_C(20170507);
    bool area = false;

    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        move_place(w, kind, &state);
        area = area || has_area(w, kind, tangents);
        if (!is_finite_at(w, submanifold))
            return model_trial_fail(w, kind->key, submanifold->name,
                                    "theta or H is not finite on the %s %s; write one where they are defined",
                                    kind->one, submanifold->name);
    }
    if (!area)
        return model_trial_fail(w, kind->key, submanifold->name,
                                "the %s %s has no extent; let it depend on %s", kind->one, submanifold->name,
                                kind == &LOOP ? "a" : "s and t");
    model_trial_pass(w->model, "%s %s: %stheta and H are finite on it at %d random places", kind->one,
                     submanifold->name, kind == &LOOP ? "closed, " : "", MODEL_TRIAL_POINTS);
    return true;
}

static bool check_one(struct model_trial *w, const struct kind *kind,
                      const struct model_submanifold *submanifold)
{
    expression *tangents = memory_create(2 * w->d, sizeof *tangents);
    bool valid;

    if (!derive_tangents(w, kind, submanifold, tangents))
        valid = model_trial_fail(w, kind->key, submanifold->name, "%s", graph_error(w->model->graph));
    else if (kind == &LOOP && !is_closed(w, submanifold))
        valid = model_trial_fail(w, kind->key, submanifold->name,
                                 "the loop %s is not closed: its points at a = 0 and a = 2*pi differ",
                                 submanifold->name);
    else
        valid = check_places(w, kind, submanifold, tangents);
    free(tangents);
    return valid;
}

bool model_poincare_check(struct model_trial *w)
{
    const struct model *model = w->model;
    bool valid = true;

    for (size_t i = 0; i < model->loops && valid; i++)
        valid = check_one(w, &LOOP, &model->loop[i]);
    for (size_t i = 0; i < model->surfaces && valid; i++)
        valid = check_one(w, &SURFACE, &model->surface[i]);
    return valid;
}
