/* The grid of a study: see grid.h. */
#include "harness/plan/grid.h"

#include "harness/plan/grid_claim.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/selection.h"
#include "integrators/methods/rounding.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { LEAST_REFERENCE_DIGITS = 30 };

/* -- what the study names -- */

static bool read_until(struct grid *grid, struct error *error)
{
    struct error reason;

    if (!grid->study->until || strcmp(grid->study->until, STUDY_AUTOMATIC) == 0)
        return true;
    if (!exact_parse(grid->until, grid->study->until, &reason))
        return error_set(error, "untiltime: %s", reason.text);
    if (mpq_sgn(grid->until) <= 0)
        return error_set(error, "untiltime must be positive, not %.60s; write for example untiltime = \"10\"",
                         grid->study->until);
    return true;
}

/* "automatic:split": as many bits as the methods need, and how numbers are rounded. */
static bool is_automatic(const char *text)
{
    size_t length = strlen(STUDY_AUTOMATIC);

    return strncmp(text, STUDY_AUTOMATIC, length) == 0 && precision_rounding(text) == text + length;
}

/* A precision as the study writes it, and its name in ids. */
static bool read_precision(const struct grid *grid, const char *text, struct grid_precision *precision,
                           struct error *error)
{
    char written[300];

    snprintf(written, sizeof written, "%s", text);
    if (is_automatic(text))
        snprintf(
            written, sizeof written, "%ld%.200s",
            grid_problems_bits(grid->problem, grid->problems, grid->methods.method, grid->methods.methods),
            precision_rounding(text));
    if (!precision_read(written, &precision->bits, &precision->rounding, error))
        return false;
    precision_write(precision->bits, precision->rounding, precision->text);
    return true;
}

/* Each once: the automatic one may be one that is named. */
static bool add_precisions(struct grid *grid, struct error *error)
{
    const struct study_strings *precisions = &grid->study->precisions;

    grid->precision = memory_create(precisions->count, sizeof *grid->precision);
    for (size_t i = 0; i < precisions->count; i++) {
        struct grid_precision *precision = grid->precision + grid->precisions;
        size_t k = 0;

        if (!read_precision(grid, precisions->text[i], precision, error))
            return false;
        while (k < grid->precisions && strcmp(grid->precision[k].text, precision->text) != 0)
            k++;
        grid->precisions += k == grid->precisions;
    }
    return true;
}

/* -- what is selected of it -- */

bool grid_selects(const struct grid *grid, const struct grid_curve *curve, struct measure_id measure)
{
    char text[MEASURE_TEXT];
    const struct problem *problem = grid->problem[curve->problem].problem;
    const char *const parts[] = {problem->model->name,
                                 problem->initial->name,
                                 curve->method->name,
                                 curve->projection->name,
                                 grid->precision[curve->precision].text,
                                 measure_write(measure, text)};

    return selection_matches(grid->only, sizeof parts / sizeof *parts, parts) &&
           focus_wants(grid->focus, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
}

struct result_request grid_request(const struct grid *grid, size_t cell)
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;

    return (struct result_request){
        .cell = {.problem = p->problem,
                 .method = *curve->method,
                 .projection = curve->projection,
                 .step = p->step[found.step],
                 .steps = p->count[found.step],
                 .bits = found.bits,
                 .perturbed = found.perturbed ? CELL_LEAST_BITS : 0,
                 .rounding = grid->precision[curve->precision].rounding,
                 .excursion = p->reference ? p->reference->excursion : NULL},
        .measures =
            curve->compared
                ? p->compared
                : p->measures + (curve->expanded && found.step == 0 && !found.repeat ? p->expansions : 0),
        .measure = curve->compared ? p->to_compare : p->measure,
        .reference = p->reference,
        .scale = p->scale,
        .settings = p->settings,
        .intervals = p->intervals,
        .everywhere = found.step == p->coarser && !curve->compared ? curve->exact : 0,
    };
}

const char *grid_refusal(const struct grid *grid, const struct grid_curve *curve, struct measure_id measure)
{
    const struct grid_problem *p = grid->problem + curve->problem;

    if (curve->applies && p->no_reference && measure.measure && measure.measure->reference)
        return p->no_reference;
    return curve->applies ? measure_refusal(measure, p->problem, curve->method, curve->projection)
                          : curve->reason;
}

static bool selects_any(const struct grid *grid, const struct grid_curve *curve)
{
    const struct grid_problem *p = grid->problem + curve->problem;

    for (size_t i = 0; i < p->measures; i++) {
        if (grid_selects(grid, curve, p->measure[i]))
            return true;
    }
    return false;
}

static enum method_refusal refuses(const struct grid *grid, const struct grid_curve *curve,
                                   struct error *reason)
{
    return method_refuses_model(curve->method, curve->projection,
                                grid->problem[curve->problem].problem->model, reason);
}

static bool serves(const struct grid *grid, const struct grid_curve *curve, struct error *reason)
{
    return method_serves(curve->method, grid->precision[curve->precision].bits) ||
           error_set(reason,
                     "the program of the method steps in double alone; write precisions = { \"double\" }");
}

/* Of a suite, a pair that does not apply is no curve, and counts once for each model. */
static void refuse_pair(struct grid *grid, const struct grid_curve *curve, enum method_refusal by,
                        const char *reason)
{
    const struct grid_problem *p = grid->problem + curve->problem;
    struct grid_refused *refused = grid->refused;

    if (curve->precision || p->witness || p->confirms || p->between)
        return;
    while (refused < grid->refused + grid->refusals &&
           (refused->by != by || strcmp(refused->reason, reason) != 0))
        refused++;
    if (refused == grid->refused + grid->refusals) {
        grid->refused = memory_resize(grid->refused, grid->refusals + 1, sizeof *grid->refused);
        refused = grid->refused + grid->refusals++;
        *refused = (struct grid_refused){.by = by};
        snprintf(refused->reason, sizeof refused->reason, "%s", reason);
        snprintf(refused->example, sizeof refused->example, "%.80s/%.80s/%.80s", p->problem->model->name,
                 curve->method->name, curve->projection->name);
    }
    refused->pairs++;
}

void grid_add_curve(struct grid *grid, struct grid_curve curve)
{
    const struct grid_problem *p = grid->problem + curve.problem;
    struct error reason = {""};
    enum method_refusal refusal;

    if (!grid_problem_takes(p, grid->precision[curve.precision].bits) || !selects_any(grid, &curve) ||
        (p->between && (!p->halved || !method_has_fixed_floor(curve.method))))
        return;
    refusal = refuses(grid, &curve, &reason);
    if (refusal && grid->methods.suite) {
        refuse_pair(grid, &curve, refusal, reason.text);
        return;
    }
    curve.applies = !refusal && serves(grid, &curve, &reason) &&
                    rounding_accepts_method(grid->precision[curve.precision].rounding, curve.method, &reason);
    if (!curve.applies)
        snprintf(curve.reason, sizeof curve.reason, "%.255s", reason.text);
    grid->curve = memory_resize(grid->curve, grid->curves + 1, sizeof *grid->curve);
    grid->first_cell = memory_resize(grid->first_cell, grid->curves + 2, sizeof *grid->first_cell);
    curve.steps = p->witness || p->between || curve.compared ? 0 : p->first_steps;
    curve.bits = grid->precision[curve.precision].bits;
    grid->first_cell[grid->curves] = grid->cells;
    grid->cells += curve.applies ? 2 * p->steps : 0;
    grid->curve[grid->curves++] = curve;
    grid->first_cell[grid->curves] = grid->cells;
}

/* All projections and precisions of one method on one problem. */
static void add_curves(struct grid *grid, size_t problem, const struct method *method)
{
    for (size_t k = 0; k < grid->methods.projections; k++) {
        for (size_t i = 0; i < grid->precisions; i++)
            grid_add_curve(grid, (struct grid_curve){.problem = problem,
                                                     .precision = i,
                                                     .method = method,
                                                     .projection = grid->methods.projection[k]});
    }
}

static bool check_selection(const struct grid *grid, struct error *error)
{
    const struct grid_curve *first = grid->curve;
    struct error reason;

    if (!grid->curves && grid->only)
        return error_set(error,
                         "--only '%.60s' selects nothing; write globs for neighbours among "
                         "model/initial/method/projection/precision/measure, such as 'gauss-*/symmetric'",
                         grid->only);
    if (!grid->curves && grid->focus)
        return error_set(
            error, "no method of the study with one of its projections belongs to this part; 'assay run' "
                   "says what the study lacks");
    if (!grid->curves)
        return error_set(error,
                         "the models have none of the measures; write measures = { \"energy_error\" }");
    if (grid->cells)
        return true;
    switch (refuses(grid, first, &reason)) {
    case METHOD_APPLIES:
        return error_set(error, "selects nothing that applies: %s", first->reason);
    case METHOD_FAILS:
    case METHOD_REFUSES_KIND:
        return error_set(error, "selects nothing that applies: %s: %s", first->method->name, first->reason);
    case METHOD_REFUSES_PROJECTION:
        return error_set(error,
                         "selects nothing that applies: the projection %s does not apply to %s: %s; write "
                         "projections = { \"none\" }",
                         first->projection->name, first->method->name, first->reason);
    }
    return true;
}

/* Whether an order is claimed of one of its measures, or that it is exact; these are noted as to be compared. */
static bool claims_order(const struct grid *grid, const struct grid_curve *curve)
{
    struct grid_problem *p = grid->problem + curve->problem;
    char text[MEASURE_TEXT];
    bool found = false;

    for (size_t i = 0; i < p->measures && p->halved; i++) {
        const struct study_claim *claim = grid_claim_find(grid, curve, measure_write(p->measure[i], text));

        if (!claim || term_is_number(claim->kind))
            continue;
        found = true;
        grid_problem_compare(p, p->measure[i]);
    }
    return found;
}

/* Not beyond the digits that a file prints, which its author rounded. */
static bool is_expanded(const struct method *method, const struct model *model)
{
    return !(method->file && method_file_printed(method->file, model->time_dependent));
}

/* -- the grid -- */

static bool has_fixed_floor(const struct grid *grid)
{
    bool found = false;

    for (size_t i = 0; i < grid->methods.methods; i++)
        found |= method_has_fixed_floor(grid->methods.method + i);
    return found;
}

static void fill_expanded(const struct grid *grid, struct grid_curve *curve)
{
    const struct grid_problem *p = grid->problem + curve->problem;

    curve->expanded =
        !p->between && claims_order(grid, curve) && is_expanded(curve->method, p->problem->model);
}

static void fill_exact(const struct grid *grid, struct grid_curve *curve)
{
    const struct grid_problem *p = grid->problem + curve->problem;
    char text[MEASURE_TEXT];

    for (size_t i = 0; i < p->measures && i < 64; i++) {
        const struct study_claim *claim = grid_claim_find(grid, curve, measure_write(p->measure[i], text));

        if (claim && term_is_exact(claim->kind))
            curve->exact |= UINT64_C(1) << i;
    }
}

/* -- curves that differ in their precision alone -- */

struct place {
    const struct grid_curve *curve;
    size_t number;
};

static int order(uintptr_t a, uintptr_t b)
{
    return (a > b) - (a < b);
}

static int compare_pairs(const struct grid_curve *a, const struct grid_curve *b)
{
    const int problem = order(a->problem, b->problem),
              method = order((uintptr_t)a->method, (uintptr_t)b->method);

    return problem ? problem : method ? method : order((uintptr_t)a->projection, (uintptr_t)b->projection);
}

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    const int pair = compare_pairs(a->curve, b->curve);

    return pair ? pair : order(a->number, b->number);
}

static void find_groups(struct grid *grid)
{
    struct place *place = memory_create(grid->curves + 1, sizeof *place);

    grid->group = memory_create(grid->curves + 1, sizeof *grid->group);
    grid->next = memory_create(grid->curves + 1, sizeof *grid->next);
    for (size_t i = 0; i < grid->curves; i++)
        place[i] = (struct place){grid->curve + i, i};
    qsort(place, grid->curves, sizeof *place, compare_places);
    for (size_t i = 0, first = 0; i < grid->curves; i++) {
        const bool same = compare_pairs(place[first].curve, place[i].curve) == 0;

        if (same && i > 0)
            grid->next[place[i - 1].number] = place[i].number;
        first = same ? first : i;
        grid->group[place[i].number] = place[first].number;
        grid->next[place[i].number] = grid->curves;
    }
    free(place);
}

static bool fill(struct grid *grid, struct error *error)
{
    if (!read_until(grid, error) || !grid_methods_read(&grid->methods, grid->study, error) ||
        !grid_problems_create(grid->study, grid->until, has_fixed_floor(grid),
                              &(struct grid_scope){grid->only, grid->about, &grid->methods, &grid->left_out},
                              &grid->problem, &grid->problems, error) ||
        !add_precisions(grid, error))
        return false;
    for (size_t problem = 0; problem < grid->problems; problem++) {
        for (size_t i = 0; i < grid->methods.methods; i++)
            add_curves(grid, problem, grid->methods.method + i);
    }
    for (size_t i = 0; i < grid->curves; i++) {
        fill_expanded(grid, grid->curve + i);
        fill_exact(grid, grid->curve + i);
    }
    if (!grid->only)
        grid_compared_curves(grid);
    find_groups(grid);
    return check_selection(grid, error);
}

/* Takes what is selected. */
static struct grid *create(struct grid selected, struct error *error)
{
    struct grid *grid = memory_create(1, sizeof *grid);
    const struct study *study = selected.study;
    struct error reason = {""};

    *grid = selected;
    mpq_init(grid->until);
    if (fill(grid, &reason))
        return grid;
    error_set(error, "%s: %s", study->path, reason.text);
    grid_destroy(grid);
    return NULL;
}

struct grid *grid_create(const struct study *study, const char *only, const struct focus *focus,
                         struct error *error)
{
    return create((struct grid){.study = study, .only = only, .focus = focus}, error);
}

struct grid *grid_create_about(const struct study *study, const char *about, struct error *error)
{
    return create((struct grid){.study = study, .about = about}, error);
}

/* Digits beyond the best that any precision of the grid resolves. */
long grid_reference_digits(const struct grid *grid)
{
    long bits = 53;

    for (size_t i = 0; i < grid->precisions; i++)
        bits = grid->precision[i].bits > bits ? grid->precision[i].bits : bits;
    return LEAST_REFERENCE_DIGITS + (bits > 53 ? (long)ceil((double)(bits - 53) * log10(2)) : 0);
}

void grid_destroy(struct grid *grid)
{
    if (!grid)
        return;
    for (size_t i = 0; i < grid->problems; i++)
        grid_problem_clear(grid->problem + i);
    mpq_clear(grid->until);
    free(grid->problem);
    grid_methods_clear(&grid->methods);
    free(grid->precision);
    free(grid->refused);
    free(grid->curve);
    free(grid->group);
    free(grid->next);
    free(grid->first_cell);
    free(grid);
}

bool grid_perturbs(const struct grid_curve *curve)
{
    return curve->perturbs || !method_serves(curve->method, GRID_REPEAT_DOUBLE);
}

bool grid_is_between(const struct grid *grid, size_t curve, size_t other)
{
    const struct grid_curve *a = grid->curve + curve, *b = grid->curve + other;

    return grid->problem[a->problem].between && grid->problem[a->problem].like == b->problem &&
           a->method == b->method && a->projection == b->projection && a->precision == b->precision &&
           !b->compared;
}

struct grid_cell grid_cell_of(const struct grid *grid, size_t cell)
{
    size_t low = 0, high = grid->curves, steps;
    struct grid_cell found;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (grid->first_cell[middle] <= cell)
            low = middle;
        else
            high = middle;
    }
    steps = grid->problem[grid->curve[low].problem].steps;
    found = (struct grid_cell){.curve = low, .step = cell - grid->first_cell[low]};
    found.repeat = found.step >= steps;
    found.step -= found.repeat ? steps : 0;
    found.bits = grid->curve[low].bits;
    found.perturbed = found.repeat && grid_perturbs(grid->curve + low);
    if (found.repeat && !found.perturbed)
        found.bits = found.bits == CELL_DOUBLE ? GRID_REPEAT_DOUBLE : found.bits + GRID_REPEAT_BITS;
    return found;
}

size_t grid_cell_number(const struct grid *grid, size_t curve, size_t step, bool repeat)
{
    return grid->first_cell[curve] + step + (repeat ? grid->problem[grid->curve[curve].problem].steps : 0);
}

bool grid_wants(const struct grid *grid, size_t cell)
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;

    return found.repeat ? curve->repeats >> found.step & 1 : found.step < curve->steps;
}

void grid_curve_id(const struct grid *grid, const struct grid_curve *curve, char *id, size_t size)
{
    const struct problem *problem = grid->problem[curve->problem].problem;

    snprintf(id, size, "%s/%s/%s/%s/%s", problem->model->name, problem->initial->name, curve->method->name,
             curve->projection->name, grid->precision[curve->precision].text);
}

void grid_cell_id(const struct grid *grid, size_t cell, char *id, size_t size)
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;
    char precision[PRECISION_TEXT];

    precision_write(found.bits, grid->precision[curve->precision].rounding, precision);
    snprintf(id, size, "%s/%s/%s/%s/%s%s/%s", p->problem->model->name, p->problem->initial->name,
             curve->method->name, curve->projection->name, precision, found.perturbed ? ":perturbed" : "",
             p->step_text[found.step]);
}
