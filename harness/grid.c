/* The grid of a study: see grid.h. */
#include "harness/grid.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/scale.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { LEAST_REFERENCE_DIGITS = 30 };

static bool add_precision(struct grid *grid, const char *text, struct error *error)
{
    struct grid_precision precision = {.text = text};

    if (!cell_parse_precision(text, &precision.bits, error))
        return false;
    grid->precision = memory_resize(grid->precision, grid->precisions + 1, sizeof *grid->precision);
    grid->precision[grid->precisions++] = precision;
    return true;
}

/* Digits beyond the best that any precision of the grid resolves. */
static long reference_digits(const struct grid *grid)
{
    long bits = 53;

    for (size_t i = 0; i < grid->precisions; i++)
        bits = grid->precision[i].bits > bits ? grid->precision[i].bits : bits;
    return LEAST_REFERENCE_DIGITS + (bits > 53 ? (long)ceil((double)(bits - 53) * log10(2)) : 0);
}

/* One more step, with its exact text; false with a message when it does not divide the time. */
static bool add_step(struct grid *grid, struct grid_problem *p, const char *text, mpq_srcptr step,
                     struct error *error)
{
    size_t k = p->steps++;

    p->step_text[k] = memory_copy_string(text);
    mpq_init(p->step[k]);
    mpq_set(p->step[k], step);
    return cell_count_steps(grid->until, p->step[k], p->count + k, error);
}

/* `count` further halvings of the last step. */
static bool add_refinements(struct grid *grid, struct grid_problem *p, size_t count, struct error *error)
{
    bool good = true;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, p->step[p->steps - 1]);
    for (size_t k = 0; k < count && good; k++) {
        mpq_div_2exp(step, step, 1);
        char *text = mpq_get_str(NULL, 10, step);

        good = add_step(grid, p, text, step, error);
        free(text);
    }
    mpq_clear(step);
    return good;
}

static bool read_steps(struct grid *grid, struct grid_problem *p, struct error *error)
{
    const struct study *study = grid->study;
    const struct study_strings *steps = study_find_steps(study, p->problem->name);
    bool good = true;
    size_t most;
    mpq_t step;

    if (!steps || !steps->count)
        return error_set(
            error,
            "%s: there are no steps for the model %s; write steps = { [\"%s\"] = halving(\"0.1\", 6) }",
            study->path, p->problem->name, p->problem->name);
    most = steps->count + study->refine;
    p->step_text = memory_create(most, sizeof *p->step_text);
    p->step = memory_create(most, sizeof *p->step);
    p->count = memory_create(most, sizeof *p->count);
    mpq_init(step);
    for (size_t k = 0; k < steps->count && good; k++)
        good = cell_parse_step(steps->text[k], step, error) && add_step(grid, p, steps->text[k], step, error);
    mpq_clear(step);
    p->first_steps = p->steps;
    return good && add_refinements(grid, p, study->refine, error);
}

static bool add_problem(struct grid *grid, const char *model, const char *initial, struct error *error)
{
    struct problem *problem = problem_create(model, grid->study->folder, initial, 0, NULL, error);
    struct grid_problem *p;
    mpfr_t *values;

    if (!problem)
        return false;
    grid->problem = memory_resize(grid->problem, grid->problems + 1, sizeof *grid->problem);
    p = grid->problem + grid->problems++;
    *p = (struct grid_problem){.problem = problem};
    if (!read_steps(grid, p, error))
        return false;
    values = problem_initial_values(problem, 128);
    p->scale = memory_create(problem->form->invariants, sizeof *p->scale);
    scale_observables(problem->form, values, p->scale);
    problem_clear(values, problem->model->dimension);
    return true;
}

static bool add_problems(struct grid *grid, struct error *error)
{
    const struct study *study = grid->study;

    for (size_t i = 0; i < study->models.count; i++) {
        for (size_t k = 0; k < (study->initials.count ? study->initials.count : 1); k++) {
            if (!add_problem(grid, study->models.text[i],
                             study->initials.count ? study->initials.text[k] : NULL, error))
                return false;
        }
    }
    return true;
}

/* Whether `only` names the curve: the whole id, or its part method/projection, or the method alone. */
static bool is_selected(const struct grid *grid, const struct grid_curve *curve, const char *only)
{
    char id[400], part[200];

    if (!only)
        return true;
    grid_curve_id(grid, curve, id, sizeof id);
    snprintf(part, sizeof part, "%s/%s", curve->method.name, curve->projection->name);
    return fnmatch(only, id, 0) == 0 || fnmatch(only, part, 0) == 0 ||
           fnmatch(only, curve->method.name, 0) == 0;
}

static void add_curve(struct grid *grid, struct grid_curve curve, const char *only)
{
    struct error reason = {""};

    if (!is_selected(grid, &curve, only))
        return;
    curve.applies = method_accepts(&curve.method, curve.projection, &reason);
    if (!curve.applies)
        snprintf(curve.reason, sizeof curve.reason, "%s", curve.method.family->no_projections);
    grid->curve = memory_resize(grid->curve, grid->curves + 1, sizeof *grid->curve);
    grid->first_cell = memory_resize(grid->first_cell, grid->curves + 2, sizeof *grid->first_cell);
    curve.steps = grid->problem[curve.problem].first_steps;
    grid->first_cell[grid->curves] = grid->cells;
    grid->cells += curve.applies ? grid->problem[curve.problem].steps : 0;
    grid->curve[grid->curves++] = curve;
    grid->first_cell[grid->curves] = grid->cells;
}

/* All projections and precisions of one method on one problem. */
static void add_method(struct grid *grid, size_t problem, const struct method *method, const char *only)
{
    const struct study_strings *projections = &grid->study->projections;
    struct study_strings all = {1, (char *[]){"*"}};

    if (strcmp(projections->text[0], "all") == 0)
        projections = &all;
    for (const struct projection *row = projection_table; row->name; row++) {
        for (size_t i = 0; i < grid->precisions && study_matches(projections, row->name); i++)
            add_curve(
                grid,
                (struct grid_curve){.problem = problem, .precision = i, .method = *method, .projection = row},
                only);
    }
}

/* The methods of the study in the order in which it names them: listed ones that match a glob, or any name.
 */
static bool add_methods(struct grid *grid, const char *only, struct error *error)
{
    const struct study *study = grid->study;

    for (size_t problem = 0; problem < grid->problems; problem++) {
        for (size_t i = 0; i < study->methods.count; i++) {
            const char *glob = study->methods.text[i];
            struct method method;
            size_t found = 0;

            for (size_t k = 0; method_listed(k, &method); k++) {
                if (fnmatch(glob, method.name, 0) == 0) {
                    add_method(grid, problem, &method, only);
                    found++;
                }
            }
            if (found)
                continue;
            if (!method_find(glob, &method, error))
                return false;
            add_method(grid, problem, &method, only);
        }
    }
    return true;
}

static bool check_projections(const struct study *study, struct error *error)
{
    for (size_t i = 0; i < study->projections.count; i++) {
        const char *name = study->projections.text[i];

        if (strcmp(name, "all") != 0 && !projection_find(name))
            return error_set(
                error,
                "%s: there is no projection '%s'; write \"all\" or names out of none, standard, symmetric, "
                "symplectic, midpoint",
                study->path, name);
    }
    return true;
}

static bool add_references(struct grid *grid, struct error *error)
{
    for (size_t i = 0; i < grid->problems; i++) {
        struct grid_problem *p = grid->problem + i;

        p->reference = reference_create(p->problem->form, p->problem->initial->values, grid->until,
                                        reference_digits(grid), error);
        if (!p->reference)
            return false;
    }
    return true;
}

static bool fill(struct grid *grid, const char *only, struct error *error)
{
    const struct study *study = grid->study;

    for (size_t i = 0; i < study->precisions.count; i++) {
        if (!add_precision(grid, study->precisions.text[i], error))
            return false;
    }
    if (!exact_parse(grid->until, study->until, error) || !check_projections(study, error) ||
        !add_problems(grid, error) || !add_methods(grid, only, error))
        return false;
    if (!grid->curves)
        return error_set(error, "--only '%s' selects nothing; 'assay run %s' without it lists all there is",
                         only ? only : "", study->path);
    return add_references(grid, error);
}

struct grid *grid_create(const struct study *study, const char *only, struct error *error)
{
    struct grid *grid = memory_create(1, sizeof *grid);

    grid->study = study;
    mpq_init(grid->until);
    if (fill(grid, only, error))
        return grid;
    grid_destroy(grid);
    return NULL;
}

void grid_destroy(struct grid *grid)
{
    if (!grid)
        return;
    for (size_t i = 0; i < grid->problems; i++) {
        struct grid_problem *p = grid->problem + i;

        for (size_t k = 0; k < p->steps; k++) {
            mpq_clear(p->step[k]);
            free(p->step_text[k]);
        }
        free(p->step_text);
        free(p->step);
        free(p->count);
        free(p->scale);
        reference_destroy(p->reference);
        problem_destroy(p->problem);
    }
    mpq_clear(grid->until);
    free(grid->problem);
    free(grid->precision);
    free(grid->curve);
    free(grid->first_cell);
    free(grid);
}

bool grid_wants(const struct grid *grid, size_t cell)
{
    size_t step;
    const struct grid_curve *curve = grid_find(grid, cell, &step);

    return step < curve->steps;
}

const struct grid_curve *grid_find(const struct grid *grid, size_t cell, size_t *step)
{
    size_t low = 0, high = grid->curves;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (grid->first_cell[middle] <= cell)
            low = middle;
        else
            high = middle;
    }
    *step = cell - grid->first_cell[low];
    return grid->curve + low;
}

void grid_curve_id(const struct grid *grid, const struct grid_curve *curve, char *id, size_t size)
{
    const struct problem *problem = grid->problem[curve->problem].problem;

    snprintf(id, size, "%s/%s/%s/%s/%s", problem->model->name, problem->initial->name, curve->method.name,
             curve->projection->name, grid->precision[curve->precision].text);
}
