/* One problem of a grid: see grid_problem.h.
 *
 * Steps: each is half of the one before, since orders are slopes between halvings (measures/order_fit.h). */
#include "harness/grid_problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/exact_text.h"
#include "measures/scale.h"
#include "numerics/memory.h"

static const char all_invariants[] = "invariant_error";

/* One more step, with its exact text; false with a message when it does not divide the time. */
static bool add_step(struct grid_problem *p, mpq_srcptr until, const char *text, mpq_srcptr step,
                     struct error *error)
{
    size_t k = p->steps++;

    p->step_text[k] = memory_copy_string(text);
    mpq_init(p->step[k]);
    mpq_set(p->step[k], step);
    return cell_count_steps(until, p->step[k], p->count + k, error);
}

/* `count` further halvings of the last step. */
static bool add_refinements(struct grid_problem *p, mpq_srcptr until, size_t count, struct error *error)
{
    bool good = true;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, p->step[p->steps - 1]);
    for (size_t k = 0; k < count && good; k++) {
        mpq_div_2exp(step, step, 1);
        char *text = exact_text(step);

        good = add_step(p, until, text, step, error);
        free(text);
    }
    mpq_clear(step);
    return good;
}

/* Whether the step after the last one is half of it. */
static bool check_halving(const struct grid_problem *p, const struct study_strings *steps, mpq_srcptr step,
                          struct error *error)
{
    size_t k = p->steps;
    bool half = true;
    mpq_t doubled;

    mpq_init(doubled);
    mpq_mul_2exp(doubled, step, 1);
    if (k > 0 && !mpq_equal(doubled, p->step[k - 1]))
        half = error_set(error,
                         "the step %s is not half of the one before, %s, and orders are measured between "
                         "halvings; write steps = halving(\"%s\", %zu)",
                         steps->text[k], steps->text[k - 1], steps->text[0], steps->count);
    mpq_clear(doubled);
    return half;
}

static bool read_steps(struct grid_problem *p, const struct study *study, mpq_srcptr until,
                       struct error *error)
{
    const struct study_strings *steps = study_find_steps(study, p->problem->name);
    size_t most = (steps ? steps->count : 0) + study->refine;
    bool good = true;
    mpq_t step;

    if (!steps || !steps->count)
        return error_set(
            error, "there are no steps for the model %s; write steps = { [\"%s\"] = halving(\"0.1\", 6) }",
            p->problem->name, p->problem->name);
    p->step_text = memory_create(most, sizeof *p->step_text);
    p->step = memory_create(most, sizeof *p->step);
    p->count = memory_create(most, sizeof *p->count);
    mpq_init(step);
    for (size_t k = 0; k < steps->count && good; k++)
        good = cell_parse_step(steps->text[k], step, error) && check_halving(p, steps, step, error) &&
               add_step(p, until, steps->text[k], step, error);
    mpq_clear(step);
    p->first_steps = p->steps;
    return good && add_refinements(p, until, study->refine, error);
}

static void add_measure(struct grid_problem *p, const char *name)
{
    for (size_t i = 0; i < p->measures; i++) {
        if (strcmp(p->measure[i], name) == 0)
            return;
    }
    p->measure = memory_resize(p->measure, p->measures + 1, sizeof *p->measure);
    p->measure[p->measures++] = memory_copy_string(name);
}

static void add_measures(struct grid_problem *p, const struct study_strings *measures)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (strcmp(measures->text[i], all_invariants) != 0) {
            add_measure(p, measures->text[i]);
            continue;
        }
        for (size_t k = 1; k < p->problem->form->invariants; k++) {
            char name[96];

            snprintf(name, sizeof name, "%s:%s", all_invariants, problem_observable_name(p->problem, k));
            add_measure(p, name);
        }
    }
}

bool grid_problem_fill(struct grid_problem *p, const struct study *study, mpq_srcptr until, const char *model,
                       const char *initial, struct error *error)
{
    mpfr_t *values;

    p->problem = problem_create(model, study->folder, initial, 0, NULL, error);
    if (!p->problem || !read_steps(p, study, until, error))
        return false;
    add_measures(p, &study->measures);
    values = problem_initial_values(p->problem, 128);
    p->scale = memory_create(p->problem->form->invariants, sizeof *p->scale);
    scale_observables(p->problem->form, values, p->scale);
    problem_clear(values, p->problem->model->dimension);
    return true;
}

void grid_problem_clear(struct grid_problem *p)
{
    for (size_t k = 0; k < p->steps; k++) {
        mpq_clear(p->step[k]);
        free(p->step_text[k]);
    }
    for (size_t i = 0; i < p->measures; i++)
        free(p->measure[i]);
    free(p->measure);
    free(p->step_text);
    free(p->step);
    free(p->count);
    free(p->scale);
    reference_destroy(p->reference);
    problem_destroy(p->problem);
}

bool grid_problem_knows(const struct grid_problem *p, const char *measure)
{
    static const char *const always[] = {"solution_error", "energy_error", "constraint_error:phi"};
    size_t prefix = sizeof all_invariants - 1;

    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (strcmp(measure, always[i]) == 0)
            return true;
    }
    if (strncmp(measure, all_invariants, prefix) != 0 || measure[prefix] != ':')
        return false;
    for (size_t k = 1; k < p->problem->form->invariants; k++) {
        if (strcmp(measure + prefix + 1, problem_observable_name(p->problem, k)) == 0)
            return true;
    }
    return false;
}
