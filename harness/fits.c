/* From rows to results: see fits.h.
 *
 * All that the results point to lives in one arena that is freed with them.
 *
 * Round-off floor of a curve: in double, the largest difference from the errors in mpfr at the two finest
 * steps; in mpfr at b bits, the floor in double times 2^(53 - b), since round-off errors are proportional to
 * the unit round-off. */
#include "harness/fits.h"

#include <math.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge.h"
#include "measures/order_fit.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

struct block {
    struct block *next;
};

/* The results and their arena. */
struct fits {
    struct results results; /* first: results are fits */
    struct block *arena;
    const struct grid *grid;
    const struct row *rows;
    struct fit *fit;
    size_t *curve_of_fit;
};

static void *take(struct fits *fits, size_t count, size_t size)
{
    struct block *block = memory_create(1, sizeof *block + 16 + count * size);

    block->next = fits->arena;
    fits->arena = block;
    return (char *)block + 16;
}

static const char *print(struct fits *fits, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *print(struct fits *fits, const char *format, ...)
{
    char text[2048], *copy;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    copy = take(fits, strlen(text) + 1, 1);
    return strcpy(copy, text);
}

static const char *status_of(const struct row *row)
{
    return row->crashed ? "crashed" : !row->done ? "incomplete" : row->completed ? "completed" : "broke-down";
}

static void fill_cell(struct fits *fits, struct cell *cell, size_t index)
{
    size_t step;
    const struct grid_curve *curve = grid_find(fits->grid, index, &step);
    const struct grid_problem *p = fits->grid->problem + curve->problem;
    const struct row *row = fits->rows + index;
    struct measured *measured = take(fits, row->measures, sizeof *measured);
    char id[400];

    grid_curve_id(fits->grid, curve, id, sizeof id);
    for (size_t i = 0; i < row->measures; i++)
        measured[i] = (struct measured){row->measure[i].name, row->measure[i].value, row->measure[i].text};
    *cell = (struct cell){
        .id = print(fits, "%s/%s", id, p->step_text[step]),
        .model = p->problem->model->name,
        .initial = p->problem->initial->name,
        .method = curve->method.name,
        .projection = curve->projection->name,
        .step = p->step_text[step],
        .step_value = exact_to_double(p->step[step]),
        .steps = p->count[step],
        .precision = fits->grid->precision[curve->precision].text,
        .status = status_of(row),
        .reason = !row->done       ? "the cell was not run to its end"
                  : row->completed ? NULL
                                   : row->reason,
        .broke_down_at = row->broke_down_at,
        .measures = row->measures,
        .measure = measured,
        .residual_evaluations = row->residual_evaluations,
        .newton_iterations = row->newton_iterations,
        .seconds = row->seconds,
    };
}

static void fill_cells(struct fits *fits)
{
    struct cell *cells = take(fits, fits->grid->cells, sizeof *cells);

    for (size_t i = 0; i < fits->grid->cells; i++) {
        if (grid_wants(fits->grid, i))
            fill_cell(fits, cells + fits->results.cells++, i);
    }
    fits->results.cell = cells;
}

static double error_of(const struct fits *fits, size_t curve, size_t step, const char *measure)
{
    const struct row_measure *found = row_find(fits->rows + fits->grid->first_cell[curve] + step, measure);

    return found ? found->value : NAN;
}

/* Another curve that differs in its precision alone: that in double, or the finest in mpfr; the number of
 * curves when there is none. */
static size_t find_sibling(const struct fits *fits, size_t curve, bool in_double)
{
    const struct grid_curve *own = fits->grid->curve + curve;
    size_t best = fits->grid->curves;

    for (size_t i = 0; i < fits->grid->curves; i++) {
        const struct grid_curve *other = fits->grid->curve + i;
        long bits = fits->grid->precision[other->precision].bits;

        if (other->problem != own->problem || other->projection != own->projection ||
            strcmp(other->method.name, own->method.name) != 0 || (bits == CELL_DOUBLE) != in_double)
            continue;
        if (best == fits->grid->curves ||
            bits > fits->grid->precision[fits->grid->curve[best].precision].bits)
            best = i;
    }
    return best;
}

/* The floor of the measure on this curve; 0 where nothing tells. */
static double find_floor(const struct fits *fits, size_t curve, const char *measure)
{
    long bits = fits->grid->precision[fits->grid->curve[curve].precision].bits;
    size_t in_double = find_sibling(fits, curve, true), in_mpfr = find_sibling(fits, curve, false);
    size_t steps = fits->grid->problem[fits->grid->curve[curve].problem].first_steps;
    double floor = 0;

    if (in_double == fits->grid->curves || in_mpfr == fits->grid->curves)
        return 0;
    for (size_t k = steps >= 2 ? steps - 2 : 0; k < steps; k++) {
        double difference = fabs(error_of(fits, in_double, k, measure) - error_of(fits, in_mpfr, k, measure));

        floor = difference > floor ? difference : floor;
    }
    return bits == CELL_DOUBLE ? floor : ldexp(floor, 53 - (int)bits);
}

static bool claim_matches(const struct study_claim *claim, const struct fit *fit)
{
    return (!claim->model || strcmp(claim->model, fit->model) == 0) &&
           strcmp(claim->measure, fit->measure) == 0 && fnmatch(claim->projection, fit->projection, 0) == 0 &&
           study_matches(&claim->methods, fit->method);
}

static bool find_claim(struct fits *fits, struct fit *fit, size_t stages, struct error *error)
{
    const struct study *study = fits->grid->study;

    for (size_t i = 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;
        struct claim_on_fit *found;

        if (!claim_matches(claim, fit))
            continue;
        found = take(fits, 1, sizeof *found);
        *found = (struct claim_on_fit){
            .id = claim->id, .kind = claim->kind, .formula = claim->formula, .source = claim->source};
        fit->claim = found;
        return study_evaluate_claim(study, claim, stages, &found->value, error);
    }
    return true;
}

/* Claims are judged in mpfr; in double only where a study has nothing else. */
static bool is_judged(const struct fits *fits, const struct grid_curve *curve)
{
    for (size_t i = 0; i < fits->grid->precisions; i++) {
        if (fits->grid->precision[i].bits != CELL_DOUBLE)
            return fits->grid->precision[curve->precision].bits != CELL_DOUBLE;
    }
    return true;
}

/* Why there is no order, in a word of the closed list and a sentence. */
static void explain(struct fits *fits, struct fit *fit, const struct grid_curve *curve)
{
    switch (fit->status) {
    case FIT_MEASURED:
    case FIT_EXACT:
        break;
    case FIT_NOT_ASYMPTOTIC:
        fit->reason_code = "pre-asymptotic";
        fit->reason = "the slopes have not settled at the finest steps";
        break;
    case FIT_TOO_FEW:
        fit->reason_code = "too-few";
        fit->reason = "fewer than four errors lie above the round-off floor and below 0.1";
        break;
    case FIT_BROKE_DOWN:
        fit->reason_code = "broke-down";
        fit->reason = "runs that broke down leave fewer than four errors";
        break;
    case FIT_NOT_APPLICABLE:
        fit->reason_code = "not-applicable";
        fit->reason = print(fits, "%s", curve->reason[0] ? curve->reason : "the model has no such invariant");
        break;
    }
}

static void measure_order(struct fits *fits, struct fit *fit, size_t curve)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct grid_problem *p = fits->grid->problem + c->problem;
    size_t points = c->steps;
    double *steps = take(fits, points, sizeof *steps), *errors = take(fits, points, sizeof *errors);
    double *slopes = take(fits, points, sizeof *slopes),
           *extrapolated = take(fits, points, sizeof *extrapolated);
    bool *used = take(fits, points, sizeof *used);
    bool broke_down = false;
    struct order_fit order;

    for (size_t k = 0; k < points; k++) {
        const struct row *row = fits->rows + fits->grid->first_cell[curve] + k;

        steps[k] = exact_to_double(p->step[k]);
        errors[k] = error_of(fits, curve, k, fit->measure);
        broke_down |= row->done && !row->completed;
    }
    fit->floor = find_floor(fits, curve, fit->measure);
    order = order_fit_evaluate(points, steps, errors, fit->floor,
                               c->method.family->symmetric && c->projection->symmetric, used, slopes,
                               extrapolated);
    fit->status = order.status == FIT_TOO_FEW && broke_down ? FIT_BROKE_DOWN : order.status;
    fit->order = order.order;
    fit->low = order.low;
    fit->high = order.high;
    fit->points = points;
    fit->step_sizes = (const char *const *)p->step_text;
    fit->step_values = steps;
    fit->errors = errors;
    fit->used = used;
    fit->slopes = slopes;
    fit->extrapolated = extrapolated;
}

static bool add_fit(struct fits *fits, size_t curve, const char *measure, struct error *error)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct grid_problem *p = fits->grid->problem + c->problem;
    struct fit *fit;
    char id[400];

    fits->fit = memory_resize(fits->fit, fits->results.fits + 1, sizeof *fits->fit);
    fits->curve_of_fit =
        memory_resize(fits->curve_of_fit, fits->results.fits + 1, sizeof *fits->curve_of_fit);
    fits->curve_of_fit[fits->results.fits] = curve;
    fit = fits->fit + fits->results.fits++;
    grid_curve_id(fits->grid, c, id, sizeof id);
    *fit = (struct fit){
        .id = print(fits, "%s/%s", id, measure),
        .model = p->problem->model->name,
        .initial = p->problem->initial->name,
        .method = c->method.name,
        .projection = c->projection->name,
        .precision = fits->grid->precision[c->precision].text,
        .measure = print(fits, "%s", measure),
        .status = FIT_NOT_APPLICABLE,
        .order = NAN,
        .low = NAN,
        .high = NAN,
    };
    bool applies = c->applies && grid_problem_knows(p, measure);
    if (applies)
        measure_order(fits, fit, curve);
    explain(fits, fit, c);
    return !applies || !is_judged(fits, c) || find_claim(fits, fit, c->method.stages, error);
}

/* One fit for every measure that is selected. */
static bool add_curve(struct fits *fits, size_t curve, struct error *error)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct grid_problem *p = fits->grid->problem + c->problem;

    for (size_t i = 0; i < p->measures; i++) {
        if (grid_selects(fits->grid, c, p->measure[i]) && !add_fit(fits, curve, p->measure[i], error))
            return false;
    }
    return true;
}

static void fill_outputs(struct fits *fits)
{
    const struct study *study = fits->grid->study;
    struct results_table *tables = take(fits, study->tables, sizeof *tables);
    struct results_figure *figures = take(fits, study->figures, sizeof *figures);

    for (size_t i = 0; i < study->tables; i++) {
        const struct study_table *from = study->table + i;

        tables[i] = (struct results_table){from->name,  from->title,   from->source ? from->source : "",
                                           from->model, from->measure, from->precision};
    }
    for (size_t i = 0; i < study->figures; i++) {
        const struct study_figure *from = study->figure + i;

        figures[i] = (struct results_figure){.name = from->name,
                                             .title = from->title,
                                             .source = from->source ? from->source : "",
                                             .model = from->model,
                                             .measures = from->measures.count,
                                             .measure = (const char *const *)from->measures.text,
                                             .precision = from->precision};
    }
    fits->results.tables = study->tables;
    fits->results.table = tables;
    fits->results.figures = study->figures;
    fits->results.figure = figures;
}

struct results *fits_create(const struct grid *grid, const struct row *rows,
                            const struct provenance *provenance, struct error *error)
{
    struct fits *fits = memory_create(1, sizeof *fits);

    fits->grid = grid;
    fits->rows = rows;
    fits->results.study = grid->study->name;
    fits->results.study_path = grid->study->path;
    fits->results.title = grid->study->title;
    fits->results.source = grid->study->source ? grid->study->source : "";
    fits->results.provenance = *provenance;
    fill_cells(fits);
    for (size_t i = 0; i < grid->curves; i++) {
        bool dormant = grid->problem[grid->curve[i].problem].witness && !grid->curve[i].steps;

        if (!dormant && !add_curve(fits, i, error)) {
            fits_destroy(&fits->results);
            return NULL;
        }
    }
    fits->results.fit = fits->fit;
    judge_fits(&fits->results, fits->fit, fits->curve_of_fit, grid);
    fill_outputs(fits);
    return &fits->results;
}

void fits_destroy(struct results *results)
{
    struct fits *fits = (struct fits *)results;

    if (!fits)
        return;
    while (fits->arena) {
        struct block *next = fits->arena->next;

        free(fits->arena);
        fits->arena = next;
    }
    free(fits->fit);
    free(fits->curve_of_fit);
    free(fits);
}

size_t fits_curve(const struct results *results, size_t fit)
{
    return ((const struct fits *)results)->curve_of_fit[fit];
}

const char *fits_print(struct results *results, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return print((struct fits *)results, "%s", text);
}

void *fits_take(struct results *results, size_t count, size_t size)
{
    return take((struct fits *)results, count, size);
}
