/* Charts of the manifold of holonomic constraints: see holonomic_charts.h. */
#include "models/kinds/holonomic_charts.h"

#include <lauxlib.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { POINTS = 64 };
static const double RADIUS = 2; /* of where they are taken, around the initial data */

/* -- the model file -- */

static const char EXAMPLE[] = "NAME = { map = function (d, c) ... end, inverse = function (q, c) ... end, "
                              "where = function (q, c) ... end }";

/* Raises unless the list of NAME.KEY has `wanted` entries, `of` which things. */
static void check_length(lua_State *lua, struct model_field field, size_t given, size_t wanted,
                         const char *of)
{
    if (given != wanted)
        model_field_raise(lua, field,
                          "%s of the chart '%s' returns %zu expression%s; write %zu, one for each %s",
                          field.key, field.parent, given, given == 1 ? "" : "s", wanted, of);
}

/* The function `key` of the chart on top of the stack, of (OF, c). */
static void push_function(lua_State *lua, const struct model_chart *chart, const char *key, const char *of)
{
    if (lua_getfield(lua, -1, key) == LUA_TNIL)
        model_field_raise(lua, (struct model_field){"charts", chart->name},
                          "the chart '%s' has no %s; write %s = function (%s, c) return ... end", chart->name,
                          key, key, of);
}

/* The chart on top of the stack. */
static void read_chart(lua_State *lua, struct model_chart *chart)
{
    static const char *const keys[] = {"map", "inverse", "where", NULL};
    struct model *model = model_field_model(lua);
    const size_t free_coordinates = model->positions - model->constraints;
    const struct model_field map = {chart->name, "map"}, inverse = {chart->name, "inverse"},
                             where = {chart->name, "where"};
    size_t given;

    if (!lua_istable(lua, -1))
        model_field_raise(lua, (struct model_field){"charts", chart->name},
                          "the chart '%s' is a %s; write %s", chart->name, luaL_typename(lua, -1), EXAMPLE);
    model_field_check_keys(lua, "a chart", keys);
    push_function(lua, chart, "map", "d");
    int line = model_field_check(lua, map, "(d, c)");
    model_field_push_inputs(lua, "coordinate of the chart", MODEL_BLOCK_COORDINATES, free_coordinates);
    lua_pushvalue(lua, MODEL_FIELD_PARAMETERS);
    lua_call(lua, 2, 1);
    model_field_read_expressions(lua, map, line, &given, &chart->map);
    check_length(lua, map, given, model->positions, "coordinate of the model");
    push_function(lua, chart, "inverse", "q");
    line = model_field_call(lua, inverse, MODEL_FIELD_OF_POSITIONS);
    model_field_read_expressions(lua, inverse, line, &given, &chart->inverse);
    check_length(lua, inverse, given, free_coordinates,
                 "coordinate of the chart: those of the model less the constraints");
    chart->where = graph_integer(model->graph, 0);
    if (model->charts == 1) /* it is taken wherever it is */
        return;
    push_function(lua, chart, "where", "q");
    chart->where =
        model_field_read_expression(lua, model_field_call(lua, where, MODEL_FIELD_OF_POSITIONS), "where");
}

void holonomic_charts_read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "charts"};

    lua_getfield(lua, MODEL_FIELD_TABLE, "charts");
    char **names = model_field_names(lua, field, false, EXAMPLE, &model->charts);
    if (model->charts && !model->constraints)
        model_field_raise(lua, field,
                          "charts describe the manifold of the constraints, and the model has no "
                          "constraints; write constraints, "
                          "or leave out charts");
    if (model->charts && model->time_dependent)
        model_field_raise(lua, field,
                          "charts are for a hamiltonian that does not depend on t; leave out charts");
    if (model->formulation == MODEL_CHARTS && !model->charts)
        sandbox_raise_at(
            lua, 0,
            "the model gives no charts, in which the formulation charts steps; write charts = { %s }, or "
            "take another formulation",
            EXAMPLE);
    model->chart = memory_keep(&model->kept, model->charts, sizeof *model->chart);
    for (size_t k = 0; k < model->charts; k++) {
        model->chart[k].name = names[k];
        lua_getfield(lua, -1, names[k]);
        read_chart(lua, model->chart + k);
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

/* -- what is derived -- */

/* What leads from one to the other. */
struct maps {
    expressions point; /* (phi(d), p(d, th)), 2n */
    expressions local; /* (d, th) of (q, p), 2 (n - m) */
};

/* phi'^T p = th, psi_p p = -psi(q, 0) at q = phi(d); and th = phi'(d)^T p at d(q). */
static struct maps find_maps(const struct model *model, const struct model_chart *chart, expressions psi,
                             expressions psi_p)
{
    struct graph *graph = model->graph;
    const size_t n = model->positions, k = n - model->constraints;
    const expressions d = graph_variables(graph, MODEL_BLOCK_COORDINATES, 0, k);
    const expressions th = graph_variables(graph, MODEL_BLOCK_COORDINATES, k, k);
    const expressions p = graph_variables(graph, MODEL_BLOCK_COORDINATES, n, n);
    const expressions phi = graph_matrix(graph, n, 1, chart->map), slope = graph_jacobian(phi, d);
    const expressions inverse = graph_matrix(graph, k, 1, chart->inverse);
    const expressions at_rest = graph_above(phi, graph_zeros(graph, n, 1));
    const expressions matrix =
        graph_above(graph_transposed(slope), graph_at(psi_p, MODEL_BLOCK_COORDINATES, at_rest));
    const expressions right =
        graph_above(th, graph_negative(graph_at(psi, MODEL_BLOCK_COORDINATES, at_rest)));
    const expressions slope_there = graph_at(slope, MODEL_BLOCK_COORDINATES, inverse);

    return (struct maps){graph_above(phi, graph_solution(matrix, right)),
                         graph_above(inverse, graph_product(graph_transposed(slope_there), p))};
}

/* The chart as a system without constraints */
static void derive_chart(struct system *system, struct system_chart *own, const struct model_chart *chart,
                         expressions psi, expressions psi_p)
{
    const struct model *model = system->model;
    const size_t k = model->positions - model->constraints;
    const struct maps maps = find_maps(model, chart, psi, psi_p);
    const expression *H = &model->hamiltonian;

    own->model = (struct model){
        .name = chart->name,
        .kind = MODEL_HAMILTONIAN,
        .graph = model->graph,
        .dimension = 2 * k,
        .moved = 2 * k,
        .positions = k,
        .hamiltonian =
            graph_at(graph_matrix(model->graph, 1, 1, H), MODEL_BLOCK_COORDINATES, maps.point).entry[0]};
    own->enter = system_map(system, 0, OUTPUTS(maps.local));
    own->system = own->model.hamiltonian ? system_create(&own->model) : NULL;
    if (own->system)
        own->leave = system_map(own->system, 0, OUTPUTS(maps.point));
    system->incomplete = system->incomplete || !own->leave;
}

void holonomic_charts_derive(struct system *system, expressions psi, expressions psi_p)
{
    const struct model *model = system->model;
    const expressions where = graph_zeros(model->graph, model->charts, 1);

    system->chart = memory_create(model->charts, sizeof *system->chart);
    system->charts = model->charts;
    for (size_t k = 0; k < model->charts; k++) {
        where.entry[k] = model->chart[k].where;
        derive_chart(system, system->chart + k, model->chart + k, psi, psi_p);
    }
    system->where = system_map(system, 0, OUTPUTS(where));
}

void holonomic_charts_destroy(struct system *system)
{
    for (size_t k = 0; k < system->charts; k++) {
        program_destroy(system->chart[k].enter);
        program_destroy(system->chart[k].leave);
        system_destroy(system->chart[k].system);
    }
    program_destroy(system->where);
    free(system->chart);
}

/* -- checks -- */

/* The chart that is taken at the point. */
static size_t choose(const struct model_trial *w)
{
    const struct model *model = w->model;
    mpfr_t *value = model_trial_create_numbers(2);
    size_t chosen = 0;

    for (size_t k = 0; k < model->charts; k++) {
        model_trial_evaluate(w, value + 1, 1, &model->chart[k].where);
        if (k == 0 || mpfr_cmp(value[1], value[0]) > 0) {
            chosen = k;
            mpfr_set(value[0], value[1], MPFR_RNDN);
        }
    }
    number_block_destroy(value);
    return chosen;
}

/* By which the chart moves the point, of its largest coordinate; NaN where that is not finite. */
static double find_departure(const struct model_trial *w, const struct maps *maps)
{
    const size_t d = 2 * w->model->positions, local = d - 2 * w->model->constraints;
    mpfr_t *inside = model_trial_create_numbers(local), *back = model_trial_create_numbers(d);
    struct model_trial there = *w;
    double largest = 0;

    model_trial_evaluate(w, inside, local, maps->local.entry);
    there.point = inside;
    model_trial_evaluate(&there, back, d, maps->point.entry);
    for (size_t i = 0; i < d; i++) {
        mpfr_sub(back[i], back[i], w->point[i], MPFR_RNDN);
        const double off = mpfr_get_d(back[i], MPFR_RNDA);

        largest = !(off * off <= largest * largest) ? off : largest;
    }
    number_block_destroy(inside);
    number_block_destroy(back);
    return largest < 0 ? -largest : largest;
}

static bool check_point(struct model_trial *w, const struct model_initial *initial, const struct maps *maps)
{
    const size_t k = choose(w);
    const double departure = find_departure(w, maps + k);
    const char *name = w->model->chart[k].name;

    return departure <= 0x1p-100 ||
           model_trial_fail(
               w, "charts", name,
               "the chart '%s' moves points that it is taken for: map after inverse differs by %.1e near "
               "the initial data '%s'; correct map, inverse, or where, which is largest in the chart that "
               "is taken",
               name, departure, initial->name);
}

static bool check_maps(struct model_trial *w, const struct model_initial *initial, const struct maps *maps)
{
    uint64_t state = UINT64_C(19940101);

    for (int i = 0; i < POINTS; i++) {
        model_trial_move_near(w, initial, RADIUS, &state);
        if (!check_point(w, initial, maps))
            return false;
    }
    model_trial_pass(w->model, "%s: the charts give back %d random points of the manifold", initial->name,
                     POINTS);
    return true;
}

bool holonomic_charts_check(struct model_trial *w, const struct model_initial *initial, expressions psi,
                            expressions psi_p)
{
    const struct model *model = w->model;
    const size_t n = model->positions, charts = model->charts;
    struct maps *maps = memory_create(charts, sizeof *maps);
    bool valid = !charts || graph_is_free(psi_p, graph_variables(psi.graph, MODEL_BLOCK_COORDINATES, n, n));

    if (!valid)
        model_trial_fail(
            w, NULL, "charts",
            "momenta are found from a hidden constraint g'(q) H_p that is linear in p, which this "
            "one is not; leave out charts");
    for (size_t k = 0; k < charts && valid; k++)
        maps[k] = find_maps(model, model->chart + k, psi, psi_p);
    valid = valid && (!charts || check_maps(w, initial, maps));
    free(maps);
    return valid;
}
