/* From rows to results: see fits.h. */
#include "harness/judge/fits.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/verdict_value.h"
#include "harness/plan/grid_claim.h"
#include "harness/judge/judge.h"
#include "measures/result.h"
#include "measures/expansion/proof.h"
#include "measures/expansion/run_orders.h"
#include "harness/judge/order_fit.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

struct fits {
    struct results results;   /* first: results are fits */
    struct memory_kept *kept; /* all that the results point to */
    const struct grid *grid;
    const struct result *rows;
    struct fit *fit;
    size_t names, of_cells; /* of measures, each once, those of the cells first */
    struct name {
        struct measure_id id;
        const char *text;
    } * name;
};

static void *take(struct fits *fits, size_t count, size_t size)
{
    return memory_keep(&fits->kept, count, size);
}

/* The measure as it is written. */
static const char *name_of(struct fits *fits, struct measure_id id)
{
    char text[MEASURE_TEXT];
    size_t i = 0;

    while (i < fits->names && !measure_same(fits->name[i].id, id))
        i++;
    if (i == fits->names) {
        fits->name = memory_resize(fits->name, ++fits->names, sizeof *fits->name);
        fits->name[i] = (struct name){id, memory_keep_print(&fits->kept, "%s", measure_write(id, text))};
    }
    return fits->name[i].text;
}

static enum cell_status status_of(const struct result *row)
{
    return row->crashed     ? CELL_CRASHED
           : !row->done     ? CELL_INCOMPLETE
           : row->completed ? CELL_COMPLETED
                            : CELL_BROKE_DOWN;
}

static const char *reason_of(const struct result *row)
{
    if (row->late)
        return "took longer than the time limit; run it again with a larger --time-limit";
    return row->crashed || !row->done ? "the cell was not run to its end; run it again"
           : row->completed           ? NULL
                                      : newton_status_text(row->newton);
}

/* Of a cell of the curve, which may have more bits. */
static const struct grid_precision *precision_of(struct fits *fits, const struct grid_curve *curve, long bits)
{
    const struct grid_precision *own = fits->grid->precision + curve->precision;
    struct grid_precision *raised;

    if (bits == own->bits)
        return own;
    raised = take(fits, 1, sizeof *raised);
    *raised = (struct grid_precision){.bits = bits, .rounding = own->rounding};
    precision_write(bits, own->rounding, raised->text);
    return raised;
}

/* A run may have a solution error that another study needed. */
static bool is_shown(const struct grid_problem *p, struct measure_id id)
{
    return !measure_is_of_solution(id.measure) ||
           measure_taken((enum measure_row)(id.measure - measure_table), p->measures, p->measure);
}

/* What it points to lives as long as the results, but for the names of columns and the numbers, which are those
 * of the problem and the run. */
static void fill_histories(struct fits *fits, struct cell *cell, const struct result *row,
                           const struct grid_problem *p)
{
    struct cell_history *history = take(fits, row->histories, sizeof *history);
    const bool asked = measure_taken(MEASURE_LOCAL_ORDER, p->measures, p->measure);

    for (size_t i = 0; i < row->histories; i++) {
        const struct result_history *from = row->history + i;
        const char **column = take(fits, from->columns, sizeof *column);
        char channel[MEASURE_TEXT];

        if (from->course == RESULT_LOCAL && !asked) /* by the study */
            continue;
        for (size_t k = 0; k < from->columns; k++)
            column[k] = result_column(from, p->problem, k);
        history[cell->histories++] = (struct cell_history){
            memory_keep_print(&fits->kept, "%s", result_channel(from, p->problem, channel)), from->columns,
            from->entries, column, from->number};
    }
    cell->history = history;
}

static void fill_cell(struct fits *fits, struct cell *cell, size_t index)
{
    struct grid_cell found = grid_cell_of(fits->grid, index);
    const struct grid_curve *curve = fits->grid->curve + found.curve;
    const struct grid_problem *p = fits->grid->problem + curve->problem;
    const struct result *row = fits->rows + index;
    struct measured *measured = take(fits, row->values, sizeof *measured);
    size_t measures = 0;
    char id[512];

    grid_cell_id(fits->grid, index, id, sizeof id);
    for (size_t i = 0; i < row->values; i++) {
        const struct result_value *value = row->value + i;

        if (is_shown(p, value->id))
            measured[measures++] = (struct measured){name_of(fits, value->id), value->value, value->text};
    }
    *cell = (struct cell){
        .id = memory_keep_print(&fits->kept, "%s", id),
        .problem = p->problem,
        .method = curve->method,
        .projection = curve->projection,
        .step = p->step_text[found.step],
        .step_value = exact_to_double(p->step[found.step]),
        .steps = p->count[found.step],
        .precision = precision_of(fits, curve, found.bits),
        .perturbed = found.perturbed,
        .status = status_of(row),
        .reason = reason_of(row),
        .broke_down_at = row->broke_down_at,
        .measures = measures,
        .measure = measured,
        .residual_evaluations = row->residual_evaluations,
        .newton_iterations = row->newton_iterations,
        .seconds = row->seconds,
    };
    fill_histories(fits, cell, row, p);
}

static void fill_cells(struct fits *fits)
{
    struct cell *cells = take(fits, fits->grid->cells, sizeof *cells);

    for (size_t i = 0; i < fits->grid->cells; i++) {
        if (grid_wants(fits->grid, i) && !fits->grid->curve[grid_cell_of(fits->grid, i).curve].compared)
            fill_cell(fits, cells + fits->results.cells++, i);
    }
    fits->results.cell = cells;
}

/* NaN where there is none: a run that broke down has no error, whatever stands in its row. */
static double error_of(const struct fits *fits, size_t curve, size_t step, bool repeat, struct measure_id id)
{
    const struct result *row = fits->rows + grid_cell_number(fits->grid, curve, step, repeat);
    const struct result_value *found = result_find(row, id);
    const bool lost = !row->completed && id.measure && id.measure->source == MEASURE_OF_RUN;

    return found && !lost ? found->value : NAN;
}

static bool find_claim(struct fits *fits, struct fit *fit, size_t curve, struct error *error)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct study_claim *claim = grid_claim_find(fits->grid, c, fit->measure_name);
    struct claim_on_fit *found;

    if (!claim)
        return true;
    found = take(fits, 1, sizeof *found);
    *found = (struct claim_on_fit){.id = claim->id,
                                   .whole = claim->whole,
                                   .kind = claim->kind,
                                   .growth = claim->growth,
                                   .low = claim->low,
                                   .high = claim->high,
                                   .formula = claim->formula,
                                   .source = claim->source,
                                   .of_model = claim->of_model};
    fit->claim = found;
    if (!term_is_number(claim->kind))
        return study_evaluate_claim(fits->grid->study, claim, c->method->stages, &found->value, error);
    verdict_value_find(fits->grid, fits->rows, curve, fit->measure, claim, found);
    return true;
}

/* What the run at step k measured beside the measure; NaN where there is none. */
static double aspect_of(const struct fits *fits, const struct fit *fit, size_t k, bool repeat,
                        enum measure_aspect aspect)
{
    const struct result *row = fits->rows + grid_cell_number(fits->grid, fit->curve.index, k, repeat);
    struct measure_id id = fit->measure;
    const struct result_value *found;

    id.aspect = aspect;
    found = row->done ? result_find(row, id) : NULL;
    return found ? found->value : NAN;
}

/* The measure at the largest usable step, and with more bits where that was run. */
static void compare_precisions(const struct fits *fits, struct fit *fit)
{
    static const enum measure_aspect told[] = {MEASURE_TOLD, MEASURE_TOLD_HALF, MEASURE_TOLD_QUARTER,
                                               MEASURE_TOLD_EIGHTH};
    const long bits = fits->grid->curve[fit->curve.index].bits;
    size_t k = fit_floor_coarsest(fit);

    fit->exact.elsewhere.left = fit->exact.error = fit->exact.repeated = fit->exact.own_floor =
        fit->exact.repeated_floor = fit->exact.coarse_excess = NAN;
    fit->exact.has_own_floor = verdict_has_own_floor(fit->measure);
    while (fit->exact.has_own_floor && k < fit->points.count &&
           !isfinite(fit->points.errors[k] + fit->floor.of_points[k]))
        k++;
    if (k == fit->points.count)
        return;
    fit->exact.elsewhere.left = aspect_of(fits, fit, k, false, MEASURE_ELSEWHERE);
    fit->exact.elsewhere.floor = fmax(
        fit->floor.of_points[k],
        fit_floor_of_difference(fit->exact.elsewhere.left, aspect_of(fits, fit, k, true, MEASURE_ELSEWHERE)));
    fit->exact.elsewhere.states = (size_t)fmax(0, aspect_of(fits, fit, k, false, MEASURE_ELSEWHERE_STATES));
    for (int i = 0; i < 4; i++)
        fit->exact.told[i] = aspect_of(fits, fit, k, false, told[i]);
    fit->exact.told_floor = fmax(fit->floor.of_points[k], aspect_of(fits, fit, k, false, MEASURE_TOLD_FLOOR));
    fit->exact.error = fmax(fit->points.errors[k], fit->exact.elsewhere.left);
    fit->exact.own_floor = fit->floor.of_points[k];
    if (fit->exact.has_own_floor) {
        fit->exact.repeated = aspect_of(fits, fit, k, false, MEASURE_REPEATED);
        fit->exact.repeated_floor = aspect_of(fits, fit, k, false, MEASURE_REPEATED_FLOOR);
        fit->exact.coarse_excess = aspect_of(fits, fit, k, false, MEASURE_COARSE) /
                                   aspect_of(fits, fit, k, false, MEASURE_COARSE_FLOOR);
        return;
    }
    if (fit->curve.alone || fits->grid->curve[fit->curve.index].perturbs ||
        !fits->rows[grid_cell_number(fits->grid, fit->curve.index, k, true)].done)
        return;
    fit->exact.repeated = fmax(error_of(fits, fit->curve.index, k, true, fit->measure),
                               aspect_of(fits, fit, k, true, MEASURE_ELSEWHERE));
    if (fit->exact.error == 0 && fit->exact.repeated > 0) /* a zero by chance: it was below the last bit */
        fit->exact.error = ldexp(1, bits == CELL_DOUBLE ? -CELL_LEAST_BITS : -(int)bits);
    fit->exact.bits = bits == CELL_DOUBLE ? GRID_REPEAT_DOUBLE - CELL_LEAST_BITS : GRID_REPEAT_BITS;
}

static void control_reference(const struct fits *fits, struct fit *fit)
{
    const struct grid_problem *p = fits->grid->problem + fits->grid->curve[fit->curve.index].problem;
    const struct measure_id id = fit->measure;
    const struct measure *measure = id.measure;
    const size_t observable = measure == measure_table + MEASURE_ENERGY_ERROR ? 0 : (size_t)id.channel;
    const struct measure_id flow = {.measure = id.measure, .channel = id.channel, .aspect = MEASURE_FLOW};

    if (measure == measure_table + MEASURE_SYMPLECTIC_DEFECT &&
        (p->problem->system->symplectic || p->problem->system->poisson)) {
        fit->context.positive = POSITIVE_DEFECT;
        fit->context.positive_value = error_of(fits, fit->curve.index, 0, false, flow);
    } else if (p->reference && measure_is_of_solution(measure)) {
        fit->context.positive = POSITIVE_DIGITS;
        fit->context.positive_value = (double)p->reference->agreed_digits;
    } else if (p->reference && observable < p->reference->observables &&
               (measure == measure_table + MEASURE_ENERGY_ERROR ||
                measure == measure_table + MEASURE_INVARIANT_ERROR)) {
        fit->context.positive = POSITIVE_INVARIANT;
        fit->context.positive_value = p->reference->drift[observable] / p->scale[observable];
    }
    if (!isfinite(fit->context.positive_value)) /* its run is missing, or broke down */
        fit->context.positive = POSITIVE_NONE;
}

/* The terms of a channel, at all states; NULL: none is kept. */
static const struct result_history *find_terms(const struct result *row, int channel)
{
    for (size_t i = 0; i < row->histories; i++) {
        if (row->history[i].course == RESULT_LOCAL && row->history[i].channel == channel)
            return row->history + i;
    }
    return NULL;
}

/* What runs from the data show.  Later terms may be small at the data by accident, and not on the way: each state at which the
 * order is the same has its step, and the least counts. */
static struct limit_at_data find_at_data(const struct result_history *history, double order, double time)
{
    struct limit_at_data found = {
        .order = order,
        .term = run_orders_find_term(history, order, RUN_STATE_INITIAL, RUN_STATE_LATER),
        .leads_below = INFINITY};

    for (int state = RUN_STATE_INITIAL; state < RUN_STATES; state++) {
        const struct run_term term = run_orders_find_term(history, order, state, state);

        if (term.state >= 0)
            found.leads_below = fmin(found.leads_below, run_orders_lead(history, &term, time));
    }
    if (!isfinite(found.leads_below))
        found.leads_below = 0;
    return found;
}

static double value_of(const struct result *row, struct measure_id id, enum measure_aspect aspect)
{
    const struct result_value *found;

    id.aspect = aspect;
    found = result_find(row, id);
    return found ? found->value : NAN;
}

/* Of parts of an error with powers of what is small, and of methods in double alone, slopes tell. */
static struct limit read_slopes(const struct result *row, struct measure_id id)
{
    const double order = value_of(row, id, MEASURE_RUN);
    struct measure_id run = id;

    run.aspect = MEASURE_RUN;
    if (!result_find(row, run))
        return (struct limit){.status = LIMIT_NONE};
    return isnan(order) ? (struct limit){.status = LIMIT_UNCERTAIN}
                        : (struct limit){.status = LIMIT_MEASURED, .order = order};
}

/* The least order, as aspects of expansions have it: NaN, which is larger than all, of zero. */
static double least_order(double a, double b)
{
    return isnan(a) || b < a ? b : a;
}

/* What errors in the component that the term is of are divided by. */
static double find_scale(const struct fits *fits, const struct fit *fit, const struct run_term *term,
                         int channel)
{
    const struct grid_problem *p = fits->grid->problem + fits->grid->curve[fit->curve.index].problem;
    const size_t observables = p->problem->system->observables, i = term->component;
    mpfr_t *initial;
    double size;

    if (fit->measure.measure == measure_table + MEASURE_SECULAR_RATE)
        return p->scale[0];
    if ((size_t)channel < observables)
        return p->scale[channel];
    if (fit->measure.measure != measure_table + MEASURE_SOLUTION_ERROR || term->state < 0)
        return 1;
    initial = problem_initial_values(p->problem, CELL_LEAST_BITS);
    size = fabs(mpfr_get_d(initial[i], MPFR_RNDN));
    number_block_destroy(initial);
    size = fmax(size, p->reference ? p->reference->excursion[i] : 0);
    return size > 0 ? size : 1;
}

/* What the coefficients prove that the term contradicts.  They are asked only where it is below what the method claims. */
static int find_proved(const struct fit *fit, const struct limit *limit)
{
    const enum measure_row row = (enum measure_row)(fit->measure.measure - measure_table);
    const bool order = row == MEASURE_SOLUTION_ERROR,
               zero = row == MEASURE_SYMPLECTIC_DEFECT || row == MEASURE_SYMMETRY_DEFECT;
    struct proof proof;

    if (limit->status != LIMIT_ORDER || strcmp(fit->curve.projection->name, "none") != 0 ||
        !(order || zero) || (order && limit->order >= method_expected_order(fit->curve.method)) ||
        (zero && !(fit->claim && term_is_exact(fit->claim->kind))))
        return 0;
    proof = proof_find(fit->curve.method, fit->curve.problem->model);
    if (!proof.general)
        return 0;
    return order                              ? (proof.order > limit->order ? proof.order : 0)
           : row == MEASURE_SYMPLECTIC_DEFECT ? (proof.symplectic ? INT_MAX : 0)
                                              : (proof.symmetric ? INT_MAX : 0);
}

/* A cell of a table is about its data; all else that is claimed of a method is so at every state. */
static struct limit read_limit(const struct fits *fits, const struct fit *fit)
{
    const struct measure_id asked = measure_expansion(fit->measure, fit->curve.problem);
    const struct result *row = fits->rows + grid_cell_number(fits->grid, fit->curve.index, 0, false);
    const struct grid_problem *p = fits->grid->problem + fits->grid->curve[fit->curve.index].problem;
    const bool everywhere = fit->claim && fit->claim->kind != CLAIM_EXACTLY;
    const bool of_step = fit->measure.measure->source == MEASURE_OF_STEP;
    const double time = exact_to_double(p->until);
    const struct result_history *terms;
    struct limit limit = {.status = LIMIT_NONE};
    double missing, known, states;

    if (measure_power(fit->measure.measure))
        return read_slopes(row, fit->measure);
    if (!asked.measure)
        return limit;
    if (fit->curve.alone)
        return read_slopes(row, asked);
    missing = value_of(row, asked, MEASURE_MISSING);
    known = value_of(row, asked, MEASURE_KNOWN);
    states = everywhere ? value_of(row, asked, MEASURE_ELSEWHERE_STATES) : 0;
    if (!isnan(missing))
        limit.missing = (enum run_order_missing)missing;
    if (isnan(known))
        return limit;
    limit.known = (long)known;
    limit.states = states > 0 ? 1 + (size_t)states : 2;
    terms = find_terms(row, asked.channel);
    limit.order = value_of(row, asked, MEASURE_RUN);
    if (everywhere)
        limit.order = least_order(limit.order, value_of(row, asked, MEASURE_ELSEWHERE));
    limit.status = !isnan(limit.order) ? LIMIT_ORDER : of_step && !everywhere ? LIMIT_NONE : LIMIT_ZERO;
    limit.term = run_orders_find_term(terms, limit.order, 0, everywhere ? RUN_STATES - 1 : RUN_STATE_LATER);
    limit.proved = find_proved(fit, &limit);
    limit.scale = find_scale(fits, fit, &limit.term, asked.channel);
    limit.at_data = find_at_data(terms, value_of(row, asked, MEASURE_RUN), time);
    limit.at_data.predicted = limit.at_data.term.state < 0
                                  ? NAN
                                  : run_orders_size(&limit.at_data.term, time) /
                                        find_scale(fits, fit, &limit.at_data.term, asked.channel);
    return limit;
}

/* Errors and steps of the curve, and the first of its runs that broke down. */
static void fill_points(struct fits *fits, struct fit *fit)
{
    const struct grid_curve *c = fits->grid->curve + fit->curve.index;
    const struct grid_problem *p = fits->grid->problem + c->problem;
    double *steps = take(fits, c->steps, sizeof *steps), *errors = take(fits, c->steps, sizeof *errors);
    double *evaluations = take(fits, c->steps, sizeof *evaluations),
           *shorter = take(fits, c->steps, sizeof *shorter);

    for (size_t k = 0; k < c->steps; k++) {
        const struct result *row = fits->rows + grid_cell_number(fits->grid, fit->curve.index, k, false);

        steps[k] = exact_to_double(p->step[k]);
        errors[k] = error_of(fits, fit->curve.index, k, false, fit->measure);
        evaluations[k] = row->evaluations;
        shorter[k] = aspect_of(fits, fit, k, false, MEASURE_SHORTER);
        if (row->done && !row->completed && !fit->points.broken_step) {
            fit->points.broken_step = p->step_text[k];
            fit->points.broken_at = row->broke_down_at;
            fit->points.broken_reason = reason_of(row);
        }
    }
    fit->points.evaluations = evaluations;
    fit->points.count = c->steps;
    fit->points.coarser = p->coarser;
    fit->points.step_sizes = (const char *const *)p->step_text;
    fit->points.step_values = steps;
    fit->points.errors = errors;
    fit->points.shorter = shorter;
}

/* Every run ended with the method saying that it does not take the model. */
static bool is_unsupported(const struct fits *fits, const struct fit *fit)
{
    bool all = fit->points.count > 0;

    for (size_t k = 0; k < fit->points.count && all; k++) {
        const struct result *row = fits->rows + grid_cell_number(fits->grid, fit->curve.index, k, false);

        all = row->done && !row->completed && row->newton == NEWTON_UNSUPPORTED;
    }
    return all;
}

static void measure_order(struct fits *fits, struct fit *fit)
{
    const struct grid_curve *c = fits->grid->curve + fit->curve.index;

    fill_points(fits, fit);
    fit->curve.bits = c->bits;
    fit->order.used = take(fits, fit->points.count, sizeof *fit->order.used);
    fit->order.slopes = take(fits, fit->points.count, sizeof *fit->order.slopes);
    fit->order.extrapolated = take(fits, fit->points.count, sizeof *fit->order.extrapolated);
    fit_floor_find(fits->grid, fits->rows, fit, take(fits, fit->points.count, sizeof *fit->floor.of_points));
    fit->order.status = FIT_TOO_FEW;
    if (!fit->points.unordered)
        order_fit_evaluate(fit, method_is_symmetric(c->method) && c->projection->symmetric);
    if (fit->order.status == FIT_TOO_FEW && fit->points.broken_step)
        fit->order.status = FIT_BROKE_DOWN;
    if (is_unsupported(fits, fit)) {
        fit->order.status = FIT_NOT_APPLICABLE;
        fit->unsupported = true;
        fit->refusal = "the method says that it does not take the model";
    }
    fit->order.limit = read_limit(fits, fit);
    control_reference(fits, fit);
    compare_precisions(fits, fit);
    fit->exact.zero = verdict_find_zero(fit);
    fit->order.limit.disagrees = verdict_disagrees(fit);
}

/* Why there is no order, where nothing is claimed of it. */
static enum verdict_reason reason_of_status(const struct fit *fit)
{
    static const enum verdict_reason reasons[] = {[FIT_NOT_ASYMPTOTIC] = VERDICT_REASON_PRE_ASYMPTOTIC,
                                                  [FIT_TOO_FEW] = VERDICT_REASON_TOO_FEW,
                                                  [FIT_BROKE_DOWN] = VERDICT_REASON_BROKE_DOWN,
                                                  [FIT_NOT_APPLICABLE] = VERDICT_REASON_NOT_APPLICABLE};

    return fit->points.unordered && fit->order.status != FIT_NOT_APPLICABLE ? VERDICT_REASON_NONE
                                                                            : reasons[fit->order.status];
}

static bool add_fit(struct fits *fits, size_t curve, struct measure_id measure, struct error *error)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct grid_problem *p = fits->grid->problem + c->problem;
    const char *refusal = grid_refusal(fits->grid, c, measure);
    struct fit *fit;
    char id[400], text[MEASURE_TEXT];

    if (refusal && fits->grid->methods.suite) /* nobody asked for this pair by its name */
        return true;
    fits->fit = memory_resize(fits->fit, fits->results.fits + 1, sizeof *fits->fit);
    fit = fits->fit + fits->results.fits++;
    grid_curve_id(fits->grid, c, id, sizeof id);
    *fit = (struct fit){
        .id = memory_keep_print(&fits->kept, "%s/%s", id, measure_write(measure, text)),
        .curve.index = curve,
        .curve.problem = p->problem,
        .curve.combination = p->combination,
        .context.on_witness = p->witness,
        .context.confirms = p->confirms,
        .curve.between = p->between,
        .curve.method = c->method,
        .curve.alone = !method_serves(c->method, GRID_REPEAT_DOUBLE),
        .curve.projection = c->projection,
        .curve.precision = fits->grid->precision + c->precision,
        .measure = measure,
        .measure_name = name_of(fits, measure),
        .order.status = FIT_NOT_APPLICABLE,
        .refusal = refusal,
        .points.unordered = !p->halved,
        .order.value = NAN,
        .order.low = NAN,
        .order.high = NAN,
    };
    if (!find_claim(fits, fit, curve, error))
        return false;
    if (!refusal)
        measure_order(fits, fit);
    fit->outcome.reason = reason_of_status(fit);
    return true;
}

/* One fit for every measure that is selected. */
static bool add_curve(struct fits *fits, size_t curve, struct error *error)
{
    const struct grid_curve *c = fits->grid->curve + curve;
    const struct grid_problem *p = fits->grid->problem + c->problem;
    const size_t measures = c->compared ? p->compared : p->measures;
    const struct measure_id *measure = c->compared ? p->to_compare : p->measure;

    for (size_t i = 0; i < measures; i++) {
        if (grid_selects(fits->grid, c, measure[i]) && !add_fit(fits, curve, measure[i], error))
            return false;
    }
    return true;
}

/* No report shows it. */
static bool is_behind(const struct fits *fits, const struct fit *fit)
{
    return fits->grid->curve[fit->curve.index].compared || fit->curve.between;
}

struct results *fits_create(const struct grid *grid, const struct result *rows, const struct panel *panel,
                            const bool *selected, const struct provenance *provenance, struct error *error)
{
    struct fits *fits = memory_create(1, sizeof *fits);

    fits->grid = grid;
    fits->rows = rows;
    fits->results.study = grid->study;
    fits->results.provenance = *provenance;
    fits->results.tables = grid->study->tables;
    fits->results.table = grid->study->table;
    fits->results.figures = grid->study->figures;
    fits->results.figure = grid->study->figure;
    fits->results.refusals = grid->refusals;
    fits->results.refused = grid->refused;
    if (!selected)
        fill_cells(fits);
    fits->of_cells = fits->names;
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;
        const struct grid_problem *p = grid->problem + curve->problem;

        if (selected && !selected[i])
            continue;

        const bool dormant = !curve->steps && (curve->compared || p->witness || p->between);

        if (!dormant && !add_curve(fits, i, error)) {
            fits_destroy(&fits->results);
            return NULL;
        }
    }
    while (fits->results.fits && is_behind(fits, fits->fit + fits->results.fits - 1)) {
        fits->results.fits--; /* they come last */
        fits->results.compared++;
    }
    fits->results.fit = fits->fit;
    judge_fits(&fits->results, fits->fit, grid, panel, !selected);
    return &fits->results;
}

void fits_destroy(struct results *results)
{
    struct fits *fits = (struct fits *)results;

    if (!fits)
        return;
    memory_release(fits->kept);
    free(fits->name);
    free(fits->fit);
    free(fits);
}

void fits_forget_rows(struct results *results)
{
    struct fits *fits = (struct fits *)results;
    struct cell *cell = (struct cell *)results->cell; /* it is of these results */
    const char **name = take(fits, fits->of_cells, sizeof *name);

    for (size_t i = 0; i < fits->of_cells; i++)
        name[i] = fits->name[i].text;
    results->forgotten = fits->of_cells;
    results->forgotten_measure = name;
    for (size_t i = 0; i < results->cells; i++)
        cell[i].measures = cell[i].histories = 0;
}

void *fits_take(struct results *results, size_t count, size_t size)
{
    return take((struct fits *)results, count, size);
}
