/* Loops and surfaces of a model file: see model_read.h.
 *
 *     loops    = { NAME = function (a, c) return { ... } end },      a in [0, 2 pi]
 *     surfaces = { NAME = function (s, t, c) return { ... } end },   (s, t) in [0, 1]^2
 *
 * A loop carries Poincare's relative integral invariant, the integral of theta . dq; a surface the absolute
 * one, that of Om_ij dq_i dq_j.  Both are checked in MPFR: a loop returns to where it began, theta and H are
 * finite at random places, and the tangents there are not all zero (of a surface: parallel). */
#include "models/reader/model_read.h"

#include <lua.h>
#include <stdlib.h>

#include "models/sandbox/lua_expression.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

static const struct shape {
    const char *key, *one, *arguments, *example;
    size_t places; /* numbers that say where */
} LOOP = {"loops", "loop", "(a, c)", "NAME = function (a, c) ... end", 1},
  SURFACE = {"surfaces", "surface", "(s, t, c)", "NAME = function (s, t, c) ... end", 2};

/* -- reading -- */

static struct model_submanifold *read_all(lua_State *lua, const struct shape *shape, size_t *count)
{
    struct model *model = model_field_model(lua);

    lua_getfield(lua, MODEL_FIELD_TABLE, shape->key);
    char **names =
        model_field_names(lua, (struct model_field){NULL, shape->key}, false, shape->example, count);
    struct model_submanifold *list = memory_keep(&model->kept, *count, sizeof *list);
    for (size_t k = 0; k < *count; k++) {
        lua_getfield(lua, -1, names[k]);
        int line = model_field_check(lua, (struct model_field){shape->key, names[k]}, shape->arguments);
        for (size_t i = 0; i < shape->places; i++) {
            expression place = graph_input(model->graph, MODEL_BLOCK_PLACE, i);

            if (!place)
                sandbox_raise_at(lua, 0, "%s", graph_error(model->graph));
            lua_expression_push(lua, place);
        }
        lua_pushvalue(lua, MODEL_FIELD_PARAMETERS);
        lua_call(lua, (int)shape->places + 1, 1);
        list[k] = (struct model_submanifold){names[k], model_field_read_vector(lua, line, names[k])};
    }
    lua_pop(lua, 1);
    return list;
}

void model_poincare_read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model->loop = read_all(lua, &LOOP, &model->loops);
    model->surface = read_all(lua, &SURFACE, &model->surfaces);
    if (model->time_dependent && (model->loops || model->surfaces))
        model_field_raise(lua, (struct model_field){NULL, model->loops ? "loops" : "surfaces"},
                          "loops and surfaces do not take the time; leave them out");
}

/* -- checks -- */

/* The angle at this part of the circle. */
static void turn_to(struct model_trial *w, double part)
{
    mpfr_const_pi(w->place[0], MPFR_RNDN);
    mpfr_mul_d(w->place[0], w->place[0], 2 * part, MPFR_RNDN);
}

/* To a random place. */
static void move_place(struct model_trial *w, const struct shape *shape, uint64_t *state)
{
    for (size_t i = 0; i < shape->places; i++)
        mpfr_set_d(w->place[i], (1 + model_trial_random(state)) / 2, MPFR_RNDN);
    if (shape == &LOOP)
        turn_to(w, mpfr_get_d(w->place[0], MPFR_RNDN));
}

/* |x(2 pi) - x(0)| against |x(0)| and 1 */
static bool is_closed(struct model_trial *w, const struct model_submanifold *loop)
{
    mpfr_t *begin = model_trial_create_numbers(2 * w->d), *end = begin + w->d;
    bool closed = true;

    turn_to(w, 0);
    model_trial_evaluate(w, begin, w->d, loop->point);
    turn_to(w, 1);
    model_trial_evaluate(w, end, w->d, loop->point);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_sub(end[i], end[i], begin[i], MPFR_RNDN);
        mpfr_abs(begin[i], begin[i], MPFR_RNDN);
        mpfr_add_ui(begin[i], begin[i], 1, MPFR_RNDN);
        mpfr_div_2ui(begin[i], begin[i], MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
        closed = closed && mpfr_cmpabs(end[i], begin[i]) <= 0 && !mpfr_nan_p(end[i]);
    }
    number_block_destroy(begin);
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
    model_trial_evaluate(w, values, w->d, w->system->one_form);
    model_trial_evaluate(w, values + w->d, 1, &model->hamiltonian);
    for (size_t i = 0; i <= w->d; i++)
        finite = finite && mpfr_number_p(values[i]);
    number_block_destroy(values);
    return finite;
}

/* A nonzero tangent; of a surface, a 2 x 2 minor x_s,i x_t,j - x_s,j x_t,i above 2^-100 of its terms. */
static bool has_area(const struct model_trial *w, const struct shape *shape, const expression *tangents)
{
    size_t d = w->d;
    mpfr_t *x = model_trial_create_numbers(2 * d + 2), *minor = x + 2 * d, *bound = minor + 1;
    bool area = false;

    model_trial_evaluate(w, x, shape->places * d, tangents);
    for (size_t i = 0; i < d; i++) {
        if (shape->places == 1)
            area = area || !mpfr_zero_p(x[i]);
        for (size_t j = 0; j < i && shape->places == 2; j++) {
            mpfr_fmms(*minor, x[i], x[d + j], x[j], x[d + i], MPFR_RNDN);
            mpfr_mul(*bound, x[i], x[d + j], MPFR_RNDN);
            mpfr_div_2ui(*bound, *bound, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
            area = area || mpfr_cmpabs(*minor, *bound) > 0;
        }
    }
    number_block_destroy(x);
    return area;
}

/* Writes x_a, or x_s and x_t; false on an exceeded bound of the graph. */
static bool derive_tangents(const struct model_trial *w, const struct shape *shape,
                            const struct model_submanifold *submanifold, expression *tangents)
{
    bool valid = true;

    for (size_t p = 0; p < shape->places; p++) {
        for (size_t i = 0; i < w->d; i++) {
            tangents[p * w->d + i] =
                graph_derivative(w->model->graph, submanifold->point[i], MODEL_BLOCK_PLACE, p);
            valid = valid && tangents[p * w->d + i];
        }
    }
    return valid;
}

static bool check_places(struct model_trial *w, const struct shape *shape,
                         const struct model_submanifold *submanifold, const expression *tangents)
{
    uint64_t state = UINT64_C(20170507);
    bool area = false;

    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        move_place(w, shape, &state);
        area = area || has_area(w, shape, tangents);
        if (!is_finite_at(w, submanifold))
            return model_trial_fail(w, shape->key, submanifold->name,
                                    "theta or H is not finite on the %s %s; write one where they are defined",
                                    shape->one, submanifold->name);
    }
    if (!area)
        return model_trial_fail(w, shape->key, submanifold->name,
                                "the %s %s has no extent; let it depend on %s", shape->one, submanifold->name,
                                shape == &LOOP ? "a" : "s and t");
    model_trial_pass(w->model, "%s %s: %stheta and H are finite on it at %d random places", shape->one,
                     submanifold->name, shape == &LOOP ? "closed, " : "", MODEL_TRIAL_POINTS);
    return true;
}

static bool check_one(struct model_trial *w, const struct shape *shape,
                      const struct model_submanifold *submanifold)
{
    expression *tangents = memory_create(2 * w->d, sizeof *tangents);
    bool valid;

    if (!derive_tangents(w, shape, submanifold, tangents))
        valid = model_trial_fail(w, shape->key, submanifold->name, "%s", graph_error(w->model->graph));
    else if (shape == &LOOP && !is_closed(w, submanifold))
        valid = model_trial_fail(w, shape->key, submanifold->name,
                                 "the loop %s is not closed: its points at a = 0 and a = 2*pi differ",
                                 submanifold->name);
    else
        valid = check_places(w, shape, submanifold, tangents);
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
