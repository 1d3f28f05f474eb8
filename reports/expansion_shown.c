/* Expansions as documents: see expansion_shown.h. */
#include "reports/expansion_shown.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "reports/tables/columns.h"
#include "reports/words.h"

static const char *const growth_names[] = {[EXPANSION_ZERO] = "zero",
                                           [EXPANSION_POLYNOMIAL] = "polynomial",
                                           [EXPANSION_ALTERNATES] = "alternates",
                                           [EXPANSION_DECAYS] = "decays",
                                           [EXPANSION_EXPONENTIAL] = "exponential",
                                           [EXPANSION_OTHER] = "other"};

static const char *const kind_names[EXPANSION_KINDS] = {
    [EXPANSION_OF_SOLUTION] = "solution",     [EXPANSION_OF_OBSERVABLE] = "observable",
    [EXPANSION_OF_CONSTRAINT] = "constraint", [EXPANSION_OF_MULTIPLIER] = "multiplier",
    [EXPANSION_OF_DIFFERENCE] = "difference", [EXPANSION_OF_BILINEAR] = "bilinear",
    [EXPANSION_OF_SYMMETRY] = "symmetry",     [EXPANSION_OF_REVERSIBILITY] = "reversibility",
    [EXPANSION_OF_SYMPLECTIC] = "symplectic", [EXPANSION_OF_AMBIENT] = "symplectic ambient",
};

/* Of the state on which a step is a map: q1, then p, q1 or e, q1. */
static void write_component(const struct problem *problem, const struct expansion_quantity *quantity,
                            enum step_space space, char name[PROBLEM_MULTIPLIER])
{
    const struct system *system = problem->system;
    const bool moved = quantity->index >= system->positions;
    const size_t k = moved ? (quantity->index - system->positions) % system->dimension : quantity->index;

    snprintf(name, PROBLEM_MULTIPLIER, "%s, %s%s",
             quantity->of == EXPANSION_OF_CONSTRAINT ? "p - theta" : kind_names[quantity->of],
             !moved                     ? ""
             : space == STEP_MULTIPLIER ? "e of "
                                        : "p of ",
             problem->model->coordinates[k]);
}

static const char *constraint_name(const struct system *system, size_t k, char name[PROBLEM_MULTIPLIER])
{
    for (size_t group = 0; group < system->constraint_groups; group++) {
        const struct system_constraint *row = system->constraint_group + group;

        if (k < row->count) {
            snprintf(name, PROBLEM_MULTIPLIER, row->count > 1 ? "%s-%zu" : "%s", row->name, k + 1);
            return name;
        }
        k -= row->count;
    }
    return "constraint";
}

/* Of the two directions, i < j, counted from 1. */
static void write_entry(const struct expansion_quantity *quantity, char name[PROBLEM_MULTIPLIER])
{
    size_t i = quantity->index, j = 1;

    for (; i >= j; j++)
        i -= j;
    snprintf(name, PROBLEM_MULTIPLIER, "%s, entry %zu,%zu", kind_names[quantity->of], i + 1, j + 1);
}

static const char *quantity_name(const struct problem *problem, const struct expansion_quantity *quantity,
                                 enum step_space space, char name[PROBLEM_MULTIPLIER])
{
    const struct system *system = problem->system;
    const size_t k = quantity->index;

    if (quantity->of == EXPANSION_OF_SOLUTION)
        return problem->model->coordinates[k];
    if (quantity->of == EXPANSION_OF_OBSERVABLE)
        return problem_observable_name(problem, k);
    if (quantity->of == EXPANSION_OF_CONSTRAINT && !system->momentum)
        return constraint_name(system, k, name);
    if (quantity->of == EXPANSION_OF_MULTIPLIER && system->reactions) {
        char own[PROBLEM_MULTIPLIER];

        snprintf(name, PROBLEM_MULTIPLIER, "multiplier, %.80s", problem_multiplier_name(problem, k, own));
        return name;
    }
    if (quantity->of == EXPANSION_OF_BILINEAR || quantity->of >= EXPANSION_OF_SYMPLECTIC)
        write_entry(quantity, name);
    else
        write_component(problem, quantity, space, name);
    return name;
}

static bool is_term(const struct expansion_coefficient *coefficient)
{
    return coefficient->growth != EXPANSION_ZERO;
}

static json_t *coefficient_json(const struct expansion_coefficient *c, int steps, long power)
{
    json_t *values = json_array();

    for (int n = 0; n < steps; n++)
        json_array_append_new(values, json_real(c->value[n]));
    return json_pack("{s:I, s:f, s:o, s:s, s:o, s:o, s:o}", "power", (json_int_t)power, "coefficient",
                     c->value[0], "radius_log2", isfinite(c->radius) ? json_real(c->radius) : json_null(),
                     "depends_on_n", growth_names[c->growth], "degree",
                     c->growth == EXPANSION_OTHER ? json_null() : json_integer(c->degree), "linear",
                     isfinite(c->linear) ? json_real(c->linear) : json_null(), "values", values);
}

static json_t *quantity_json(const struct problem *problem, const struct expansion_quantity *quantity,
                             enum step_space space)
{
    const int order = expansion_order(quantity);
    char name[PROBLEM_MULTIPLIER];
    json_t *terms = json_array();

    for (long k = 0; k < quantity->known; k++) {
        if (is_term(quantity->coefficient + k))
            json_array_append_new(terms, coefficient_json(quantity->coefficient + k, quantity->steps, k));
    }
    return json_pack("{s:s, s:s, s:i, s:I, s:o, s:b, s:o}", "quantity",
                     quantity_name(problem, quantity, space, name), "kind", kind_names[quantity->of], "steps",
                     quantity->steps, "known", (json_int_t)quantity->known, "order",
                     order < 0 || order == INT_MAX ? json_null() : json_integer(order), "unstable",
                     order == EXPANSION_UNSTABLE, "expansion", terms);
}

/* Of the energy, over a period; null where that is not known. */
static json_t *drift_json(const struct energy_drift *drift)
{
    if (drift->status != ENERGY_DRIFT_FOUND || (drift->leading == INT_MAX && drift->known <= drift->order))
        return json_null();
    return json_pack("{s:f, s:I, s:i, s:o, s:o}", "period", drift->period, "points",
                     (json_int_t)drift->points, "zero_up_to", (int)drift->known - 1, "power",
                     drift->leading == INT_MAX ? json_null() : json_integer(drift->leading), "rate",
                     drift->leading == INT_MAX ? json_null() : json_real(drift->rate));
}

json_t *expansion_shown_json(const struct method *method, const struct projection *projection,
                             const struct problem *problem, const char *initial,
                             const struct expansion *expansion, const struct energy_drift *drift)
{
    json_t *quantities = json_array();

    for (size_t i = 0; i < expansion->quantities; i++)
        json_array_append_new(
            quantities, quantity_json(problem, expansion->quantity + i, method_space(method, projection)));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:o, s:o}", "method", method->name, "projection",
                     projection->name, "model", problem->model->name, "initial", initial, "steps",
                     EXPANSION_STEPS, "quantities", quantities, "drift", drift_json(drift));
}

/* ---- of a fit ---- */

static const char *state_name(int state)
{
    return state == RUN_STATE_INITIAL ? "the initial data"
           : state == RUN_STATE_LATER ? "a later point"
                                      : "a random state";
}

static void set_term(json_t *object, const struct limit *limit, const json_t *said)
{
    const struct run_term *term = &limit->term;
    const enum expansion_growth growth = term->alternates                     ? EXPANSION_ALTERNATES
                                         : term->degree == RUN_TERM_NO_DEGREE ? EXPANSION_OTHER
                                                                              : EXPANSION_POLYNOMIAL;
    json_object_update_new(
        object,
        json_pack("{s:i, s:f, s:f, s:o, s:s, s:s, s:s, s:o, s:o}", "power", term->power, "coefficient",
                  term->coefficient, "radius", exp2(term->radius), "degree",
                  term->degree < 0 ? json_null() : json_integer(term->degree), "depends_on_n",
                  growth_names[growth], "term", words_text(said, "term"), "at", state_name(term->state),
                  "leads_below",
                  limit->at_data.leads_below > 0 ? json_real(limit->at_data.leads_below) : json_null(),
                  "predicted", columns_number(limit->at_data.predicted)));
}

json_t *expansion_shown_fit(const struct fit *fit, const json_t *said)
{
    const struct limit *limit = &fit->order.limit;
    json_t *object;

    if (limit->status != LIMIT_ORDER && limit->status != LIMIT_ZERO)
        return json_null();
    object =
        json_pack("{s:o, s:o, s:I, s:I, s:o}", "order_at_data", columns_number(limit->at_data.order), "order",
                  limit->status == LIMIT_ORDER ? json_real(limit->order) : json_null(), "zero_up_to",
                  (json_int_t)(limit->status == LIMIT_ZERO ? limit->known - 1 : limit->term.power - 1),
                  "states", (json_int_t)limit->states, "disagreement", words_take(said, "disagreement"));
    if (limit->status == LIMIT_ORDER)
        set_term(object, limit, said);
    return object;
}
