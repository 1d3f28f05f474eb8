/* What a study asks for against what it runs: see study_check.h.
 *
 * Without these checks a slip of the pen would give an empty column, or a claim that nobody tests. */
#include "harness/plan/study_check.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "harness/plan/grid_claim.h"
#include "harness/plan/grid_cost.h"

static struct name_list list_strings(const struct study_strings *strings)
{
    struct name_list list = {""};

    for (size_t i = 0; i < strings->count; i++)
        name_list_add(&list, strings->text[i]);
    return list;
}

static bool refuse_of(const struct grid *grid, const char *who, const char *kind, const char *asked,
                      const struct study_strings *there, struct error *error)
{
    struct name_list list = list_strings(there);

    return study_check_refuse(grid, who, kind, asked, &list, error);
}

/* -- one name -- */

/* Whether `model` (NULL: any) is that of the problem. */
static bool is_model(const struct grid_problem *p, const char *model)
{
    return !model || strcmp(model, p->problem->model->name) == 0;
}

bool study_check_refuse(const struct grid *grid, const char *who, const char *kind, const char *asked,
                        const struct name_list *there, struct error *error)
{
    return error_set(error, "%s: %s asks for the %s '%.100s', which the study does not have; write one of %s",
                     grid->study->path, who, kind, asked, there->text);
}

static bool check_model(const struct grid *grid, const char *who, const char *model, struct error *error)
{
    struct name_list models = {""};

    for (size_t i = 0; i < grid->problems; i++) {
        if (is_model(grid->problem + i, model))
            return true;
        name_list_add(&models, grid->problem[i].problem->model->name);
    }
    return study_check_refuse(grid, who, "model", model, &models, error);
}

static bool is_measured(const struct grid_problem *p, struct measure_id id)
{
    return !measure_refusal(id, p->problem, NULL, NULL);
}

static bool has_measure(const struct grid_problem *p, const char *name)
{
    struct measure_id id = measure_find(p->problem, name);

    for (size_t i = 0; i < p->measures; i++) {
        if (measure_same(p->measure[i], id))
            return is_measured(p, id);
    }
    return false;
}

static bool check_measure(const struct grid *grid, const char *who, const char *model, const char *measure,
                          struct error *error)
{
    struct name_list measures = {""};

    for (size_t i = 0; i < grid->problems; i++) {
        const struct grid_problem *p = grid->problem + i;

        if (!is_model(p, model))
            continue;
        if (has_measure(p, measure))
            return true;
        for (size_t k = 0; k < p->measures; k++) {
            char text[MEASURE_TEXT];

            if (is_measured(p, p->measure[k]))
                name_list_add(&measures, measure_write(p->measure[k], text));
        }
    }
    return study_check_refuse(grid, who, "measure", measure, &measures, error);
}

static bool check_precision(const struct grid *grid, const char *who, const char *precision,
                            struct error *error)
{
    struct name_list precisions = {""};

    for (size_t i = 0; i < grid->precisions; i++) {
        if (strcmp(grid->precision[i].text, precision) == 0)
            return true;
        name_list_add(&precisions, grid->precision[i].text);
    }
    return study_check_refuse(grid, who, "precision", precision, &precisions, error);
}

/* -- the measures -- */

static bool is_known(const struct grid *grid, const char *name)
{
    for (size_t i = 0; i < grid->problems; i++) {
        if (is_measured(grid->problem + i, measure_find(grid->problem[i].problem, name)))
            return true;
    }
    return strcmp(name, measure_table[MEASURE_INVARIANT_ERROR].name) == 0 ||
           strcmp(name, measure_table[MEASURE_CONSTRAINT_ERROR].name) == 0 || strcmp(name, STUDY_ALL) == 0 ||
           measure_row_of(name) < MEASURE_ROWS;
}

/* Of measures with channels the first one, but all invariants. */
static bool refuse_measure(const struct grid *grid, const char *measure, struct error *error)
{
    struct name_list list = {""};
    char text[MEASURE_TEXT];

    for (int row = 0; row < MEASURE_ROWS; row++)
        name_list_add(&list, measure_write(measure_of(NULL, (enum measure_row)row, 0), text));
    name_list_add(&list, STUDY_ALL);
    for (size_t i = 0; i < grid->problems; i++) {
        const struct problem *problem = grid->problem[i].problem;

        for (int k = 1; measure_channel(problem, MEASURE_INVARIANTS, k); k++)
            name_list_add(&list, measure_write(measure_of(problem, MEASURE_INVARIANT_ERROR, k), text));
    }
    return error_set(error, "%s: no model of the study has the measure '%.100s'; write one of %s",
                     grid->study->path, measure, list.text);
}

static bool check_list(const struct grid *grid, const struct study_strings *measures, struct error *error)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (!is_known(grid, measures->text[i]))
            return refuse_measure(grid, measures->text[i], error);
    }
    return true;
}

static bool check_measures(const struct grid *grid, struct error *error)
{
    const struct study *study = grid->study;
    bool good = check_list(grid, &study->measures, error);

    for (size_t i = 0; i < study->parts && good; i++)
        good = check_list(grid, &study->part[i].measures, error);
    return good;
}

/* -- claims -- */

static bool check_methods(const struct grid *grid, const char *who, const struct study_strings *globs,
                          struct error *error)
{
    struct name_list asked = list_strings(globs);

    for (size_t i = 0; i < grid->methods.methods; i++) {
        if (study_matches(globs, grid->methods.method[i].name))
            return true;
    }
    return refuse_of(grid, who, "method", asked.text, &grid->study->methods, error);
}

static bool check_named_method(const struct grid *grid, const char *who, const char *method,
                               struct error *error)
{
    for (size_t i = 0; i < grid->methods.methods; i++) {
        if (strcmp(method, grid->methods.method[i].name) == 0)
            return true;
    }
    return refuse_of(grid, who, "method", method, &grid->study->methods, error);
}

static bool check_projection(const struct grid *grid, const char *who, const char *projection,
                             struct error *error)
{
    for (size_t i = 0; i < grid->methods.projections; i++) {
        if (fnmatch(projection, grid->methods.projection[i]->name, 0) == 0)
            return true;
    }
    return refuse_of(grid, who, "projection", projection, &grid->study->projections, error);
}

/* Whether the method with the projection steps on a model of the study. */
static bool applies_anywhere(const struct grid *grid, const struct method *method,
                             const struct projection *projection)
{
    struct error ignored;

    for (size_t i = 0; i < grid->problems; i++) {
        if (!method_refuses_model(method, projection, grid->problem[i].problem->model, &ignored))
            return true;
    }
    return false;
}

/* Whether a projection of the claim applies to the method. */
static bool projection_applies(const struct grid *grid, const struct study_claim *claim,
                               const struct method *method)
{
    for (size_t i = 0; i < grid->methods.projections; i++) {
        if (fnmatch(claim->projection, grid->methods.projection[i]->name, 0) == 0 &&
            applies_anywhere(grid, method, grid->methods.projection[i]))
            return true;
    }
    return false;
}

/* The claim is about methods that step on no model of the study, or with none of its projections. */
static bool refuse_steps(const struct grid *grid, const struct study_claim *claim, const char *asked,
                         struct error *error)
{
    struct error reason;

    for (size_t i = 0; i < grid->methods.methods && grid->problems; i++) {
        const struct method *method = grid->methods.method + i;
        const struct model *model = grid->problem->problem->model;

        if (study_matches(&claim->methods, method->name) &&
            !applies_anywhere(grid, method, projection_find("none")) &&
            method_refuses_model(method, projection_find("none"), model, &reason))
            return error_set(error, "%s: claim %s: %.100s steps on no model of the study; of %s: %s",
                             grid->study->path, claim->id, method->name, model->name, reason.text);
    }
    return error_set(
        error,
        "%s: claim %s asks for '%.100s' with the projection '%.100s', which does not apply; write "
        "projection = \"none\"",
        grid->study->path, claim->id, asked, claim->projection);
}

/* Whether the claim's model has data that it names. */
static bool check_data(const struct grid *grid, const char *who, const struct study_claim *claim,
                       struct error *error)
{
    const struct name_list asked = list_strings(&claim->initials);
    struct name_list data = {""};

    for (size_t i = 0; i < grid->problems && claim->initials.count; i++) {
        const struct grid_problem *p = grid->problem + i;

        if (!is_model(p, claim->model) || p->witness || p->confirms)
            continue;
        if (grid_claim_takes_data(claim, p))
            return true;
        name_list_add(&data, p->problem->initial->name);
    }
    return !claim->initials.count || study_check_refuse(grid, who, "initial data", asked.text, &data, error);
}

/* Whether a problem of the claim's model has the step that it names. */
static bool check_step(const struct grid *grid, const char *who, const struct study_claim *claim,
                       struct error *error)
{
    struct name_list steps = {""};
    size_t index;

    for (size_t i = 0; i < grid->problems && claim->step; i++) {
        const struct grid_problem *p = grid->problem + i;

        if (!is_model(p, claim->model) || p->witness)
            continue;
        if (grid_claim_has_step(p, claim->step, &index))
            return true;
        for (size_t k = 0; k < p->first_steps; k++)
            name_list_add(&steps, p->step_text[k]);
    }
    return !claim->step || study_check_refuse(grid, who, "step", claim->step, &steps, error);
}

/* Whether a precision matches the glob; NULL: any. */
static bool check_precisions(const struct grid *grid, const char *who, const char *glob, struct error *error)
{
    for (size_t i = 0; i < grid->precisions && glob; i++) {
        if (fnmatch(glob, grid->precision[i].text, 0) == 0)
            return true;
    }
    return !glob || check_precision(grid, who, glob, error);
}

/* Whether the claim is relative to the very curves that it is about. */
static bool is_its_own(const struct study_claim *claim)
{
    const struct study_relative *relative = &claim->relative;

    return grid_claim_is_relative(claim) &&
           (!relative->method ||
            (claim->methods.count == 1 && strcmp(claim->methods.text[0], relative->method) == 0)) &&
           (!relative->projection || strcmp(claim->projection, relative->projection) == 0) &&
           (!relative->precision || (claim->precision && strcmp(claim->precision, relative->precision) == 0));
}

/* What a value is relative to is run too. */
static bool check_relative(const struct grid *grid, const char *who, const struct study_claim *claim,
                           struct error *error)
{
    const struct study_relative *relative = &claim->relative;
    char other[160];

    snprintf(other, sizeof other, "%.110s, in what it is relative to,", who);
    if (is_its_own(claim))
        return error_set(error, "%s: %s is relative to itself; write another method, projection or precision",
                         grid->study->path, who);
    return (!relative->method || check_named_method(grid, other, relative->method, error)) &&
           (!relative->projection || check_projection(grid, other, relative->projection, error)) &&
           (!relative->precision || check_precision(grid, other, relative->precision, error));
}

/* An order is claimed of steps that give one. */
static bool check_halved(const struct grid *grid, const struct study_claim *claim, struct error *error)
{
    bool of_order = claim->kind == CLAIM_EXACTLY || claim->kind == CLAIM_AT_LEAST;

    for (size_t i = 0; of_order && i < grid->problems; i++) {
        const struct grid_problem *p = grid->problem + i;

        if (is_model(p, claim->model) && !p->halved)
            return error_set(error,
                             "%s: claim %s is about an order, and the steps for %s are not halvings; write "
                             "steps = halving(\"%s\", 6)",
                             grid->study->path, claim->id, p->problem->model->name, p->step_text[0]);
    }
    return true;
}

/* The claim's order can be read for all of its methods, and a projection applies to one of them. */
static bool check_orders(const struct grid *grid, const struct study_claim *claim, struct error *error)
{
    struct name_list asked = list_strings(&claim->methods);
    size_t found = 0;
    double value;

    for (size_t i = 0; i < grid->methods.methods; i++) {
        const struct method *method = grid->methods.method + i;

        if (!study_matches(&claim->methods, method->name) || !projection_applies(grid, claim, method))
            continue;
        if (!term_is_number(claim->kind) &&
            !study_evaluate_claim(grid->study, claim, method->stages, &value, error))
            return false;
        found++;
    }
    return found || refuse_steps(grid, claim, asked.text, error);
}

/* Whether another part of a claim that counts as a whole has a model with its measure: of lorenz nothing is symplectic. */
static bool is_measured_elsewhere(const struct grid *grid, const struct study_claim *claim)
{
    bool found = false;

    for (size_t i = 0; i < grid->study->claims && claim->whole && !found; i++) {
        const struct study_claim *other = grid->study->claim + i;

        for (size_t k = 0; k < grid->problems && strcmp(other->id, claim->id) == 0 && !found; k++)
            found =
                is_model(grid->problem + k, other->model) && has_measure(grid->problem + k, claim->measure);
    }
    return found;
}

static bool check_claim(const struct grid *grid, const struct study_claim *claim, struct error *error)
{
    char who[120];

    snprintf(who, sizeof who, "claim %.100s", claim->id);
    return check_model(grid, who, claim->model, error) && check_data(grid, who, claim, error) &&
           check_methods(grid, who, &claim->methods, error) &&
           check_projection(grid, who, claim->projection, error) &&
           (is_measured_elsewhere(grid, claim) ||
            check_measure(grid, who, claim->model, claim->measure, error)) &&
           check_precisions(grid, who, claim->precision, error) && check_step(grid, who, claim, error) &&
           check_relative(grid, who, claim, error) && check_halved(grid, claim, error) &&
           check_orders(grid, claim, error);
}

/* An order has one verdict: of two claims on it one would never be tested. */
static bool check_order(const struct grid *grid, const struct grid_curve *curve, struct measure_id id,
                        struct error *error)
{
    char text[MEASURE_TEXT];
    const char *measure = measure_write(id, text);
    const struct study_claim *first = grid_claim_find(grid, curve, measure);
    const struct study_claim *second = first ? grid_claim_next(grid, curve, measure, first) : NULL;
    char curve_id[400];

    if (!second)
        return true;
    grid_curve_id(grid, curve, curve_id, sizeof curve_id);
    return error_set(error,
                     "%s: claim %.100s and a later claim %.100s are both about %s/%.100s; write methods, a "
                     "projection, a precision or a model that keep them apart, or a study for each",
                     grid->study->path, first->id, second->id, curve_id, measure);
}

static bool check_overlaps(const struct grid *grid, struct error *error)
{
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;
        const struct grid_problem *p = grid->problem + curve->problem;

        for (size_t k = 0; k < p->measures; k++) {
            if (!check_order(grid, curve, p->measure[k], error))
                return false;
        }
    }
    return true;
}

/* -- tables and figures -- */

static bool check_table(const struct grid *grid, size_t index, struct error *error)
{
    const struct study_table *table = grid->study->table + index;
    char who[120];

    snprintf(who, sizeof who, "table %.100s", table->name);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(grid->study->table[i].name, table->name) == 0)
            return error_set(error, "%s: there are two tables %s; write different names", grid->study->path,
                             table->name);
    }
    return check_model(grid, who, table->model, error) &&
           check_measure(grid, who, table->model, table->measure, error) &&
           check_precision(grid, who, table->precision, error);
}

static bool check_panel(const struct grid *grid, const char *who, const struct study_panel *panel,
                        struct error *error)
{
    return check_model(grid, who, panel->model, error) && check_methods(grid, who, &panel->methods, error) &&
           check_projection(grid, who, panel->projection, error) &&
           check_precisions(grid, who, panel->precision, error) && study_check_panel(grid, who, panel, error);
}

static bool check_panels(const struct grid *grid, const struct study_figure *figure, struct error *error)
{
    char who[120];

    for (size_t i = 0; i < figure->panels; i++) {
        snprintf(who, sizeof who, "panel %zu of figure %.80s", i + 1, figure->name);
        if (!check_panel(grid, who, figure->panel + i, error))
            return false;
    }
    return true;
}

static bool check_figure(const struct grid *grid, size_t index, struct error *error)
{
    const struct study_figure *figure = grid->study->figure + index;
    struct error reason;
    char who[120];
    bool good;

    snprintf(who, sizeof who, "figure %.100s", figure->name);
    if (!study_check_files(grid->study, index, error))
        return false;
    if (figure->panels)
        return check_panels(grid, figure, error);
    good =
        check_model(grid, who, figure->model, error) && check_precision(grid, who, figure->precision, error);
    for (size_t i = 0; good && i < figure->measures.count; i++)
        good = check_measure(grid, who, figure->model, figure->measures.text[i], error);
    for (size_t i = 0; good && i < figure->beside.count; i++) {
        struct method method;

        good = method_find(figure->beside.text[i], &method, &reason) ||
               error_set(error, "%s: %s: %s", grid->study->path, who, reason.text);
    }
    return good;
}

/* -- what is expected -- */

static bool check_expectation(const struct grid *grid, const struct study_expectation *expectation,
                              struct error *error)
{
    return grid_claim_is_named(grid, expectation->id) ||
           error_set(error,
                     "%s: expect: '%.100s' names neither a claim nor an order of the study; write the id of "
                     "a claim, or parts of the id of an order",
                     grid->study->path, expectation->id);
}

bool study_check(const struct grid *grid, struct error *error)
{
    const struct study *study = grid->study;
    bool good = (grid->left_out || check_measures(grid, error)) && study_check_loops(grid, error) &&
                grid_cost_check(grid, error);

    if (good && grid->left_out) /* what the study says of the other models cannot be checked */
        return check_overlaps(grid, error);
    for (size_t i = 0; good && i < study->claims; i++)
        good = study->claim[i].of_family || check_claim(grid, study->claim + i, error);
    good = good && check_overlaps(grid, error);
    for (size_t i = 0; good && i < study->tables; i++)
        good = check_table(grid, i, error);
    for (size_t i = 0; good && i < study->figures; i++)
        good = check_figure(grid, i, error);
    for (size_t i = 0; good && i < study->expectations; i++)
        good = check_expectation(grid, study->expectation + i, error);
    return good;
}
