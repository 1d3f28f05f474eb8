/* One problem of a grid: see grid_problem.h.
 *
 * Steps: each is half of the one before, since orders are slopes between halvings (harness/judge/order_fit.h). */
#include "harness/plan/grid_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/default_steps.h"
#include "numerics/exact.h"
#include "harness/study/study.h"
#include "numerics/memory.h"

/* One more step, with its exact text; false with a message when it does not divide the time. */
static bool add_step(struct grid_problem *p, const char *text, mpq_srcptr step, struct error *error)
{
    size_t k = p->steps++;

    p->step_text[k] = memory_copy_string(text);
    mpq_init(p->step[k]);
    mpq_set(p->step[k], step);
    return cell_count_steps(p->until, p->step[k], p->count + k, error);
}

/* `count` steps: `first`, and its halvings. */
static bool add_halvings(struct grid_problem *p, mpq_srcptr first, size_t count, struct error *error)
{
    bool good = true;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, first);
    for (size_t k = 0; k < count && good; k++) {
        char *text = exact_text(step);

        good = add_step(p, text, step, error);
        free(text);
        mpq_div_2exp(step, step, 1);
    }
    mpq_clear(step);
    return good;
}

/* Those of the default step, which is doubled first where the study takes larger ones. */
static bool add_automatic(struct grid_problem *p, const struct study_steps *set, struct error *error)
{
    bool good;
    mpq_t first;

    mpq_init(first);
    mpq_mul_2exp(first, p->default_step, set->doublings);
    good = add_halvings(p, first, set->automatic, error);
    mpq_clear(first);
    return good;
}

/* `count` further halvings of the last step. */
static bool add_refinements(struct grid_problem *p, size_t count, struct error *error)
{
    bool good;
    mpq_t half;

    mpq_init(half);
    mpq_div_2exp(half, p->step[p->steps - 1], 1);
    good = add_halvings(p, half, count, error);
    mpq_clear(half);
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

static bool read_list(struct grid_problem *p, const struct study_strings *steps, struct error *error)
{
    bool good = true;
    mpq_t step;

    mpq_init(step);
    for (size_t k = 0; k < steps->count && good; k++)
        good = cell_parse_step(steps->text[k], step, error) &&
               (!p->halved || check_halving(p, steps, step, error)) &&
               add_step(p, steps->text[k], step, error);
    mpq_clear(step);
    return good;
}

static bool read_steps(struct grid_problem *p, const struct study *study, struct error *error)
{
    const struct study_steps *set = study_find_steps(study, p->problem->name, p->problem->initial->name);
    size_t most = (set ? set->step.count + set->automatic : 0) + study->refine;
    bool good;

    if (!set || set->step.count + set->automatic == 0)
        return error_set(
            error, "there are no steps for the model %s; write steps = { [\"%s\"] = halving(\"0.1\", 6) }",
            p->problem->name, p->problem->name);
    if (most > GRID_MOST_STEPS)
        return error_set(error,
                         "there are more than %d steps for the model %s, with what refine adds; write fewer",
                         GRID_MOST_STEPS, p->problem->name);
    if (set->each && study->refine)
        return error_set(error,
                         "steps of each { ... } give no order, and cannot be refined; leave out refine");
    p->halved = !set->each;
    p->step_text = memory_create(most, sizeof *p->step_text);
    p->step = memory_create(most, sizeof *p->step);
    p->count = memory_create(most, sizeof *p->count);
    p->coarser = set->doublings;
    good = set->automatic ? add_automatic(p, set, error) : read_list(p, &set->step, error);
    p->first_steps = p->steps;
    return good && add_refinements(p, study->refine, error);
}

/* So many of the first step, which is named. */
static bool count_time(struct grid_problem *p, const struct study *study, const struct study_steps *set,
                       struct error *error)
{
    bool good = true;
    mpq_t step;

    mpq_init(step);
    if (set && set->step.count)
        good = cell_parse_step(set->step.text[0], step, error);
    mpq_set_ui(p->until, study->until_steps, 1);
    mpq_mul(p->until, p->until, step);
    mpq_clear(step);
    return good;
}

/* The final time, and the default step where anything depends on it. */
static bool read_time(struct grid_problem *p, const struct study *study, mpq_srcptr until,
                      struct error *error)
{
    const struct study_steps *set = study_find_steps(study, p->problem->name, p->problem->initial->name);
    const bool counted = study->until_steps && !(set && set->automatic),
               automatic = !counted && (study->until_steps || strcmp(study->until, STUDY_AUTOMATIC) == 0);
    bool good = true;

    if (automatic || study_says(&study->precisions, STUDY_AUTOMATIC))
        good = default_steps_find(p->problem, &p->rate, set ? set->doublings : 0,
                                  automatic && study->until_steps ? study->until_steps : DEFAULT_STEPS_COUNT,
                                  p->default_step, p->until, error);
    if (good && counted)
        return count_time(p, study, set, error);
    if (!automatic)
        mpq_set(p->until, until);
    return good;
}

static void add_measure(struct grid_problem *p, struct measure_id id)
{
    for (size_t i = 0; i < p->measures; i++) {
        if (measure_same(p->measure[i], id))
            return;
    }
    p->measure = memory_resize(p->measure, p->measures + 1, sizeof *p->measure);
    p->measure[p->measures++] = id;
}

/* Of "all" what the model has. */
static void add_of_all(struct grid_problem *p, struct measure_id id)
{
    if (!measure_refusal(id, p->problem, NULL, NULL))
        add_measure(p, id);
}

/* Of all channels, which are those of invariants or constraints. */
static void add_channels(struct grid_problem *p, enum measure_row row)
{
    enum measure_channels channels = measure_table[row].channels;

    for (int k = channels == MEASURE_INVARIANTS; measure_channel(p->problem, channels, k); k++)
        add_of_all(p, measure_of(p->problem, row, k));
}

/* Those of the study, with "all", NAME:*, invariant_error and constraint_error as what they stand for. */
static void add_measures(struct grid_problem *p, const struct study_strings *measures)
{
    for (size_t i = 0; i < measures->count; i++) {
        const char *name = measures->text[i];
        const bool all = strcmp(name, STUDY_ALL) == 0;
        enum measure_row row;

        for (row = 0; all && row < MEASURE_ROWS; row++) {
            if (measure_table[row].in_all && measure_table[row].channels == MEASURE_WHOLE)
                add_of_all(p, measure_of(p->problem, row, 0));
            else if (measure_table[row].in_all && measure_table[row].channels == MEASURE_CONSTRAINTS)
                add_channels(p, row);
        }
        row = measure_row_of(name);
        if (all || strcmp(name, measure_table[MEASURE_INVARIANT_ERROR].name) == 0)
            add_channels(p, MEASURE_INVARIANT_ERROR);
        else if (strcmp(name, measure_table[MEASURE_CONSTRAINT_ERROR].name) == 0)
            add_channels(p, MEASURE_CONSTRAINT_ERROR);
        else if (row < MEASURE_ROWS)
            add_channels(p, row);
        else
            add_measure(p, measure_find(p->problem, name));
    }
}

static bool takes_from(const struct grid_problem *p, enum measure_source source)
{
    return measure_taken_from(p->problem, source, p->measures, p->measure);
}

/* Of the histories that its runs keep. */
static size_t count_intervals(const struct grid_problem *p)
{
    if (p->settings->history)
        return p->settings->history;
    return takes_from(p, MEASURE_OF_HISTORY) ||
                   takes_from(p, MEASURE_OF_ENSEMBLE) /* in mpfr from histories */
               ? STUDY_SETTINGS_INTERVALS
               : 0;
}

/* One step, h0, and so many of it. */
static bool fill_part(struct grid_problem *p, struct error *error)
{
    bool good =
        default_steps_find(p->problem, &p->rate, 0, DEFAULT_STEPS_COUNT, p->default_step, p->until, error);

    if (!good)
        return false;
    mpq_set_ui(p->until, p->part->steps, 1);
    mpq_mul(p->until, p->until, p->default_step);
    p->step_text = memory_create(1, sizeof *p->step_text);
    p->step = memory_create(1, sizeof *p->step);
    p->count = memory_create(1, sizeof *p->count);
    good = add_halvings(p, p->default_step, 1, error);
    p->first_steps = p->steps;
    return good;
}

bool grid_problem_takes(const struct grid_problem *p, long bits)
{
    return !p->part || bits == CELL_DOUBLE;
}

/* Whether the study claims something of the measure that an expansion may decide: an order, or `also` that it is exact. */
static bool claims(const struct study *study, struct measure_id measure, bool also)
{
    char text[MEASURE_TEXT];

    measure_write(measure, text);
    for (size_t i = 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;

        if (!term_is_number(claim->kind) && (also || !term_is_exact(claim->kind)) &&
            strcmp(claim->measure, text) == 0)
            return true;
    }
    return false;
}

/* The expansion of a run, and those of the defects of which the study claims something. */
static void add_expansions(struct grid_problem *p, const struct study *study, struct problem *problem)
{
    const int observables = (int)problem->system->observables;
    struct measure_id *expansion;

    p->measure = memory_resize(p->measure, p->measures + LOCAL_CHANNELS, sizeof *p->measure);
    expansion = p->measure + p->measures;
    expansion[p->expansions++] = measure_of(problem, MEASURE_LOCAL_ORDER, observables + LOCAL_SOLUTION);
    for (size_t i = 0; i < p->measures; i++) {
        const struct measure_id known = measure_expansion(p->measure[i], problem);

        if (known.channel >= observables + LOCAL_SYMMETRY && known.channel < observables + LOCAL_CHANNELS &&
            claims(study, p->measure[i], true))
            expansion[p->expansions++] = known;
    }
}

bool grid_problem_fill(struct grid_problem *p, const struct study *study, mpq_srcptr until,
                       struct problem *problem, struct error *error)
{
    p->problem = problem;
    mpq_inits(p->until, p->default_step, NULL);
    if (p->part ? !fill_part(p, error) : !read_time(p, study, until, error) || !read_steps(p, study, error))
        return false;
    add_measures(p, p->part ? &p->part->measures : &study->measures);
    add_expansions(p, study, problem);
    p->settings = &study->settings;
    p->intervals = count_intervals(p);
    p->scale = problem_scales(p->problem);
    return true;
}

void grid_problem_compare(struct grid_problem *p, struct measure_id measure)
{
    for (size_t k = 0; k < p->compared; k++) {
        if (measure_same(p->to_compare[k], measure))
            return;
    }
    p->to_compare = memory_resize(p->to_compare, p->compared + 1, sizeof *p->to_compare);
    p->to_compare[p->compared++] = measure;
}

/* Leaves out all other measures but the expansions. */
static void keep_orders(struct grid_problem *p, const struct study *study)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->measures + p->expansions; i++) {
        if (i >= p->measures || claims(study, p->measure[i], false))
            p->measure[kept++] = p->measure[i];
    }
    p->measures = kept - p->expansions;
}

static void clear_steps(struct grid_problem *p)
{
    for (size_t k = 0; k < p->steps; k++) {
        mpq_clear(p->step[k]);
        free(p->step_text[k]);
    }
}

void grid_problem_stretch(struct grid_problem *p, const struct study *study, const char *factor)
{
    struct error ignored; /* the study was read */
    mpq_t by;

    mpq_init(by);
    exact_parse(by, factor, &ignored);
    mpq_mul(p->until, p->until, by);
    mpq_mul(p->default_step, p->default_step, by);
    for (size_t k = 0; k < p->steps; k++) {
        mpq_mul(p->step[k], p->step[k], by);
        free(p->step_text[k]);
        p->step_text[k] = exact_text(p->step[k]);
    }
    mpq_clear(by);
    keep_orders(p, study);
}

void grid_problem_interleave(struct grid_problem *p, const struct study *study)
{
    const unsigned long first = p->count[0], near = (unsigned long)lround(sqrt(2) * (double)first),
                        count = near > first ? near : 3; /* between 2 and 4 */
    const size_t steps = p->first_steps;
    struct error ignored; /* a share of the time divides it */
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, count);
    mpq_mul(step, step, p->until);
    clear_steps(p);
    p->steps = 0;
    add_halvings(p, step, steps, &ignored);
    p->first_steps = p->steps;
    mpq_clear(step);
    keep_orders(p, study);
}

void grid_problem_clear(struct grid_problem *p)
{
    clear_steps(p);
    free(p->measure);
    free(p->to_compare);
    free(p->step_text);
    free(p->step);
    free(p->count);
    free(p->scale);
    mpq_clears(p->until, p->default_step, NULL);
    reference_destroy(p->reference);
    free(p->no_reference);
    if (!p->between)
        problem_destroy(p->problem);
}

bool grid_problem_needs_reference(const struct grid_problem *p)
{
    for (size_t i = 0; i < p->measures; i++) {
        if (p->measure[i].measure && p->measure[i].measure->reference)
            return true;
    }
    return false;
}

const char *grid_problem_settings(const struct grid_problem *p, char *buffer, size_t size)
{
    const struct result_settings *settings = p->settings;
    size_t used = 0;

    *buffer = '\0';
#define ADD(...) used += (size_t)snprintf(buffer + used, used < size ? size - used : 0, __VA_ARGS__)
    if (p->intervals)
        ADD("history %zu%s ", p->intervals, settings->history ? " kept" : "");
    if (takes_from(p, MEASURE_OF_ENSEMBLE))
        ADD("ensemble %zu ", settings->ensemble);
    if (takes_from(p, MEASURE_OF_LOOP))
        ADD("loop %s %zu ", settings->loop ? settings->loop : "", settings->points);
    if (takes_from(p, MEASURE_OF_SURFACE))
        ADD("surface %s %zu ", settings->surface ? settings->surface : "", settings->side);
#undef ADD
    return buffer;
}
