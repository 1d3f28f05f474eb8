/* All that is measured of a cell: see result.h.
 *
 * One run of the method gives what is read off its trajectory and its history; steps, ensembles, loops and
 * surfaces are runs of their own, made where a measure asks for them. */
#include <math.h>
#include <stdlib.h>

#include "integrators/foreign/foreign_method.h"
#include "measures/ensemble/cell_growth.h"
#include "measures/ensemble/growth.h"
#include "measures/result.h"
#include "measures/run/recorder.h"
#include "measures/run/scale.h"
#include "measures/run/secular_rate.h"
#include "measures/run/section.h"
#include "measures/expansion/run_orders.h"
#include "measures/step/perturbed_error.h"
#include "measures/step/step_measure.h"
#include "measures/run/step_starts.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

struct work {
    struct result *result;
    const struct result_request *request;
    const struct cell_request *cell;
    const struct problem *problem;
    double step;
};

static void add(const struct work *w, enum measure_row row, int channel, double value)
{
    result_add_double(w->result, measure_of(w->problem, row, channel), value);
}

static bool takes(const struct work *w, enum measure_row row)
{
    return (!measure_table[row].reference || w->request->reference) &&
           measure_taken(row, w->request->measures, w->request->measure);
}

static bool takes_from(const struct work *w, enum measure_source source)
{
    return measure_taken_from(w->problem, source, w->request->measures, w->request->measure);
}

/* ---- the trajectory ---- */

/* The error of the last state, in its first d coordinates, and of other outputs; nothing when the run did not arrive. */
static void add_solution_error(const struct work *w, const struct trajectory *trajectory,
                               enum measure_row row, size_t d, const struct result_outputs *outputs)
{
    const struct reference *reference = w->request->reference;
    long bits = w->cell->bits;
    mpfr_t *initial, error;

    if (!reference)
        return;
    initial = problem_initial_values(w->problem, 128);
    mpfr_init2(error, bits ? bits : 128);
    if (trajectory->status == TRAJECTORY_COMPLETED) {
        scale_distance(error, d, trajectory->q, reference->state, initial, reference->excursion);
        result_outputs_raise(error, outputs, w->cell, trajectory, reference, initial, d);
    }
    result_add(w->result, measure_of(w->problem, row, 0), error, bits);
    mpfr_clear(error);
    number_block_destroy(initial);
}

static void add_observable_errors(const struct work *w, struct trajectory *trajectory)
{
    for (size_t k = 0; k < trajectory->observables; k++) {
        mpfr_ptr error = trajectory->observable_error[k];

        mpfr_div_d(error, error, w->request->scale[k], MPFR_RNDN);
        if (trajectory->status != TRAJECTORY_COMPLETED)
            mpfr_set_nan(error);
        result_add(w->result,
                   measure_of(w->problem, k ? MEASURE_INVARIANT_ERROR : MEASURE_ENERGY_ERROR, (int)k), error,
                   w->cell->bits);
    }
}

static void add_constraint_errors(const struct work *w, struct trajectory *trajectory)
{
    for (size_t k = 0; k < trajectory->constraints; k++) {
        if (trajectory->status != TRAJECTORY_COMPLETED)
            mpfr_set_nan(trajectory->constraint_error[k]);
        result_add(w->result, measure_of(w->problem, MEASURE_CONSTRAINT_ERROR, (int)k),
                   trajectory->constraint_error[k], w->cell->bits);
    }
}

/* What a step costs; nothing when the run did not arrive. */
static void add_cost(const struct work *w, const struct trajectory *trajectory, enum measure_row row,
                     unsigned long count)
{
    mpfr_t cost;

    mpfr_init2(cost, w->cell->bits ? w->cell->bits : CELL_LEAST_BITS);
    if (trajectory->status == TRAJECTORY_COMPLETED && trajectory->steps > 0)
        mpfr_set_d(cost, (double)count / (double)trajectory->steps, MPFR_RNDN);
    result_add(w->result, measure_of(w->problem, row, 0), cost, w->cell->bits);
    mpfr_clear(cost);
}

/* ---- its history ---- */

/* Steps until the run broke down or lost its energy; all of them where neither happened. */
static void add_stability(const struct work *w, const struct history *history,
                          const struct trajectory *trajectory)
{
    unsigned long beyond = (unsigned long)*history->first_beyond,
                  broke = trajectory->status == TRAJECTORY_COMPLETED ? 0 : trajectory->broke_down_at,
                  stable = beyond  ? beyond - 1
                           : broke ? broke - 1
                                   : trajectory->steps;

    add(w, MEASURE_STABLE_STEPS, 0, (double)stable);
    add(w, MEASURE_FIRST_ENERGY_STEP, 0, beyond ? (double)beyond : NAN);
    add(w, MEASURE_BREAKDOWN_STEP, 0, broke ? (double)broke : NAN);
}

/* The exponent with which the largest |value| grows. */
static double find_growth(const struct history *history, size_t channel)
{
    const struct history_entry *entry = history_entries(history, channel);
    double *time = memory_create(2 * history->entries, sizeof *time), *largest = time + history->entries;
    double growth;

    for (size_t k = 0; k < history->entries; k++) {
        time[k] = entry[k].n;
        largest[k] = fmax(fabs(entry[k].low), fabs(entry[k].high));
    }
    growth = growth_of_maxima(time, largest, history->entries);
    free(time);
    return growth;
}

/* Whether the growth of observables is that of an ensemble, not of the run. */
static bool is_of_ensemble(const struct work *w)
{
    return w->cell->bits == CELL_DOUBLE && w->request->settings->ensemble > 1;
}

/* Of a run that did not complete only the largest value.  The growth of observables in double is that of an
 * ensemble. */
static void add_channel_measures(const struct work *w, const struct history *history, int channel,
                                 bool completed)
{
    const size_t c = (size_t)channel;
    const bool grows = !is_of_ensemble(w) || c >= w->problem->system->observables;

    add(w, MEASURE_DRIFT, channel, completed ? history_slope(history, c) / w->step : NAN);
    add(w, MEASURE_FINAL_PART, channel, completed ? history_final_part(history, c) : NAN);
    add(w, MEASURE_LARGEST, channel, history->largest[c]);
    if (grows)
        add(w, MEASURE_GROWTH, channel, completed ? find_growth(history, c) : NAN);
}

static void keep_channel(const struct work *w, const struct history *history, size_t channel, size_t measured)
{
    const struct history_entry *entry = history_entries(history, channel);
    double *number = channel < measured
                         ? result_add_history(w->result, RESULT_CHANNEL, (int)channel, history->entries, 4)
                         : result_add_history(w->result, RESULT_MULTIPLIER, (int)(channel - measured),
                                              history->entries, 4);

    for (size_t k = 0; k < history->entries; k++) {
        *number++ = entry[k].n * w->step;
        *number++ = entry[k].low;
        *number++ = entry[k].high;
        *number++ = entry[k].mean;
    }
}

static void keep_states(const struct work *w, const struct history *history)
{
    const struct history_entry *entry = history_entries(history, 0);
    size_t d = history->dimension;
    double *number = result_add_history(w->result, RESULT_STATE, 0, history->entries + 1, d + 1);

    for (size_t k = 0; k <= history->entries; k++) {
        *number++ = k ? entry[k - 1].n * w->step : 0;
        for (size_t i = 0; i < d; i++)
            *number++ = history->state[k * d + i];
    }
}

static void add_history(const struct work *w, struct recorder *recorder, const struct trajectory *trajectory)
{
    const struct history *history = recorder_finish(recorder);
    const bool kept = w->request->settings->history > 0;
    size_t measured = recorder_measured(recorder),
           channels = trajectory->multiplier ? history->channels : measured - 1;

    add_stability(w, history, trajectory);
    for (size_t c = 0; c < channels; c++) {
        if (c < measured)
            add_channel_measures(w, history, (int)c, trajectory->status == TRAJECTORY_COMPLETED);
        if (kept)
            keep_channel(w, history, c, measured);
    }
    if (kept)
        keep_states(w, history);
}

/* ---- the run ---- */

/* A state that cannot be read costs the time that it would have saved. */
static struct trajectory *run_trajectory(const struct cell_request *wanted, struct recorder *recorder)
{
    struct cell_request cell = recorder ? recorder_attach(recorder, wanted) : *wanted;
    struct error error;
    struct trajectory *trajectory = cell_run(&cell, &error);

    if (trajectory || !cell.resume)
        return trajectory;
    cell.resume = NULL;
    return cell_run(&cell, &error);
}

static void describe(struct result *result, const struct trajectory *trajectory)
{
    result->completed = trajectory->status == TRAJECTORY_COMPLETED;
    result->broke_down_at = trajectory->broke_down_at;
    result->newton = trajectory->newton;
    result->residual_evaluations = trajectory->counts.residual_evaluations;
    result->evaluations = trajectory->counts.evaluations;
    result->newton_iterations = trajectory->counts.iterations;
    result->worst_stall = trajectory->counts.worst_stall;
    result->width = trajectory->width.bits;
}

/* The trajectory and all that is read off it; false where there is none. */
static bool add_run(const struct work *w)
{
    const struct result_request *request = w->request;
    struct recorder *recorder =
        request->intervals ? recorder_create(w->cell, request->intervals, request->scale) : NULL;
    struct result_outputs *outputs = request->reference ? result_outputs_create(w->cell) : NULL;
    const struct cell_request cell = result_outputs_attach(outputs, w->cell);
    struct trajectory *trajectory = run_trajectory(&cell, recorder);
    const struct system *system = w->problem->system;
    const bool ran = trajectory != NULL;

    if (ran) {
        describe(w->result, trajectory);
        add_solution_error(w, trajectory, MEASURE_SOLUTION_ERROR, system->positions, outputs);
        if (takes(w, MEASURE_POSITION_ERROR))
            add_solution_error(
                w, trajectory, MEASURE_POSITION_ERROR,
                w->problem->model->positions ? w->problem->model->positions : system->positions, NULL);
        add_observable_errors(w, trajectory);
        add_constraint_errors(w, trajectory);
        add_cost(w, trajectory, MEASURE_COST, trajectory->counts.residual_evaluations);
        add_cost(w, trajectory, MEASURE_COST_OPERATIONS, trajectory->counts.operations);
    }
    if (ran && recorder)
        add_history(w, recorder, trajectory);
    recorder_destroy(recorder);
    result_outputs_destroy(outputs);
    trajectory_destroy(trajectory);
    return ran;
}

/* ---- steps ---- */

static void add_step(const struct work *w, struct measure_id id, step_measure *take)
{
    struct error ignored;
    mpfr_t value;

    mpfr_init2(value, w->cell->bits ? w->cell->bits : 53);
    if (!take(w->cell, value, &ignored))
        mpfr_set_nan(value);
    result_add(w->result, id, value, w->cell->bits);
    mpfr_clear(value);
}

/* Takes a measure that may be exact once more, for a step of 3h/4.  If the method's iteration does not converge at h, the
 * measure falls by more than a power of the step does.  At h/2 round-off would hide by how much. */
static void add_shorter(const struct work *w, struct measure_id id)
{
    struct work shorter = *w;
    struct cell_request cell = *w->cell;
    mpq_t step;

    if (cell.bits != CELL_DOUBLE || cell.perturbed || !id.measure->everywhere || id.measure->finer ||
        !foreign_method_of(&cell.method))
        return;
    mpq_init(step);
    mpq_set_ui(step, 3, 4);
    mpq_mul(step, step, w->cell->step);
    cell.step = step;
    shorter.cell = &cell;
    id.aspect = MEASURE_SHORTER;
    add_step(&shorter, id, id.measure->take);
    mpq_clear(step);
}

/* ---- at other states ---- */

/* Raises what the measures of a run are over a step from the start: largest[i] that of measure i, where it is wanted. */
static void raise_by_step(mpfr_ptr largest, const bool *wanted, const struct work *w,
                          const struct cell_start *start)
{
    const struct cell_starts starts = {.count = 1, .start = start};
    struct cell_request there = *w->cell;
    struct trajectory *step;
    struct error ignored;

    there.starts = &starts;
    there.steps = 1;
    there.resume = NULL;
    there.checkpoint = NULL;
    step = cell_run(&there, &ignored);
    for (size_t i = 0; i < w->request->measures && step && step->status == TRAJECTORY_COMPLETED; i++) {
        const struct measure_id id = w->request->measure[i];
        const bool of_constraint = id.measure == measure_table + MEASURE_CONSTRAINT_ERROR;
        mpfr_ptr error;

        if (!wanted[i] || id.measure->take)
            continue;
        error = of_constraint ? step->constraint_error[id.channel] : step->observable_error[id.channel];
        if (!of_constraint)
            mpfr_div_d(error, error, w->request->scale[id.channel], MPFR_RNDN);
        if (mpfr_nan_p(largest + i) || mpfr_cmp(error, largest + i) > 0)
            mpfr_set(largest + i, error, MPFR_RNDN);
    }
    trajectory_destroy(step);
}

static void add_told(const struct work *w, struct measure_id id, struct step_told told)
{
    const struct {
        enum measure_aspect aspect;
        double value;
    } all[] = {{MEASURE_ELSEWHERE_STATES, (double)told.states},
               {MEASURE_TOLD, told.value[0]},
               {MEASURE_TOLD_FLOOR, told.floor},
               {MEASURE_TOLD_HALF, told.value[1]},
               {MEASURE_TOLD_QUARTER, told.value[2]},
               {MEASURE_TOLD_EIGHTH, told.value[3]}};

    for (size_t k = 0; k < (told.value[0] > 0 ? sizeof all / sizeof *all : 1); k++) {
        id.aspect = all[k].aspect;
        result_add_double(w->result, id, all[k].value);
    }
}

static void find_elsewhere(mpfr_ptr largest, const bool *wanted, bool of_runs, const struct work *w)
{
    struct step_starts *starts = step_starts_create(w->cell), *random = step_starts_random(starts, w->cell);

    for (size_t i = 0; i < w->request->measures; i++) {
        const struct measure *measure = w->request->measure[i].measure;

        mpfr_set_nan(largest + i);
        if (wanted[i] && measure->take && !measure->finer && w->cell->bits == CELL_DOUBLE)
            add_told(w, w->request->measure[i],
                     step_starts_tell(largest + i, starts, w->cell, measure->take));
        else if (wanted[i] && measure->take)
            step_starts_take(largest + i, starts, w->cell, measure->take, measure->finer);
    }
    for (size_t k = 0; k < random->count && of_runs; k++) /* its own steps have been where the run was */
        raise_by_step(largest, wanted, w, random->start + k);
    for (size_t i = 0; i < w->request->measures; i++) {
        if (wanted[i] && !w->request->measure[i].measure->take && w->cell->bits == CELL_DOUBLE)
            add_told(w, w->request->measure[i], (struct step_told){.states = random->count});
    }
    step_starts_destroy(random);
    step_starts_destroy(starts);
}

/* Of each measure that may be exact of a step. */
static void add_elsewhere(const struct work *w)
{
    const size_t measures = w->request->measures;
    bool *wanted = memory_create(measures, sizeof *wanted), any = false, of_runs = false;
    mpfr_ptr largest = number_block_create(measures, w->cell->bits ? w->cell->bits : CELL_LEAST_BITS);

    for (size_t i = 0; i < measures; i++) {
        wanted[i] = result_lacks_elsewhere(w->result, w->request, i);
        any |= wanted[i];
        of_runs |= wanted[i] && !w->request->measure[i].measure->take;
    }
    if (any)
        find_elsewhere(largest, wanted, of_runs, w);
    for (size_t i = 0; i < measures; i++) {
        struct measure_id id = w->request->measure[i];

        id.aspect = MEASURE_ELSEWHERE;
        if (wanted[i])
            result_add(w->result, id, largest + i, w->cell->bits);
    }
    number_block_destroy(largest);
    free(wanted);
}

/* All of the multipliers, beside the largest. */
static void keep_spectrum(const struct work *w)
{
    size_t d = w->problem->model->dimension;
    double *re = memory_create(2 * d, sizeof *re), *im = re + d, *number;
    struct error ignored;

    if (step_measure_multipliers(w->cell, re, im, &ignored) && isfinite(re[0])) {
        number = result_add_history(w->result, RESULT_SPECTRUM, 0, d, 2);
        for (size_t k = 0; k < d; k++) {
            *number++ = re[k];
            *number++ = im[k];
        }
    }
    free(re);
}

static void add_steps(const struct work *w)
{
    for (int row = 0; row < MEASURE_ROWS; row++) {
        struct measure_id id = measure_of(w->problem, (enum measure_row)row, 0);

        if (!id.measure->take || !takes(w, (enum measure_row)row))
            continue;
        if (measure_refusal(id, w->problem, &w->cell->method, w->cell->projection)) {
            result_add_double(w->result, id, NAN); /* it was looked for: nothing was measured */
            continue;
        }
        add_step(w, id, id.measure->take);
        add_shorter(w, id);
        if (row == MEASURE_PARASITIC)
            keep_spectrum(w);
        if (id.measure->flow && (w->problem->system->symplectic || w->problem->system->poisson)) {
            id.aspect = MEASURE_FLOW;
            add_step(w, id, id.measure->flow);
        }
    }
}

/* ---- ensembles ---- */

/* The growth of energy and invariants, and their slope with its spread, in double. */
static void add_ensemble(const struct work *w)
{
    size_t observables = w->problem->system->observables, members = w->request->settings->ensemble;
    struct cell_growth *growth = memory_create(observables, sizeof *growth);
    struct cell_request alone = *w->cell;
    struct error ignored;
    bool good = cell_growth(w->cell, members, growth, &ignored);

    alone.processes = 1;
    if (!good && w->cell->processes > 1) /* one of them may have been lost */
        good = cell_growth(&alone, members, growth, &ignored);
    for (size_t k = 0; k < observables; k++) {
        struct measure_id slope = measure_of(w->problem, MEASURE_SLOPE, (int)k);

        add(w, MEASURE_GROWTH, (int)k, good ? growth[k].exponent : NAN);
        result_add_double(w->result, slope, good ? growth[k].slope : NAN);
        slope.aspect = MEASURE_SPREAD;
        result_add_double(w->result, slope, good ? growth[k].spread : NAN);
    }
    free(growth);
}

/* ---- longer runs ---- */

static void add_aspects(const struct work *w, size_t k, const struct secular_rate *rate,
                        const struct secular_rate *halved)
{
    struct measure_id id = measure_of(w->problem, MEASURE_SECULAR_RATE, (int)k);
    const double value[] = {
        [MEASURE_VALUE] = rate->value,      [MEASURE_FLOOR] = rate->floor,
        [MEASURE_COARSE] = rate->early,     [MEASURE_COARSE_FLOOR] = rate->floor,
        [MEASURE_REPEATED] = halved->value, [MEASURE_REPEATED_FLOOR] = halved->floor,
    };

    for (id.aspect = MEASURE_VALUE; id.aspect <= MEASURE_REPEATED_FLOOR; id.aspect++) {
        if (id.aspect != MEASURE_INITIAL && id.aspect != MEASURE_FLOW)
            result_add_double(w->result, id, value[id.aspect]);
    }
}

/* The rates of energy and invariants, in double. */
static void add_rates(const struct work *w)
{
    const size_t observables = w->problem->system->observables;
    struct secular_rate *rate = memory_create(2 * observables, sizeof *rate), *halved = rate + observables;
    struct error ignored;

    if (secular_rate_measure(rate, w->cell, w->request->scale, false, &ignored) &&
        secular_rate_measure(halved, w->cell, w->request->scale, true, &ignored)) {
        for (size_t k = 0; k < observables; k++)
            add_aspects(w, k, rate + k, halved + k);
    }
    free(rate);
}

/* ---- sections ---- */

static void add_section(const struct work *w, size_t k)
{
    const size_t d = w->problem->model->dimension;
    struct error ignored;
    struct section *section = section_create(w->cell, k, &ignored);

    if (!section)
        return;
    for (size_t i = 0; i < MODEL_EVENTS; i++) {
        add(w, MEASURE_EVENT_TIME, (int)(k * MODEL_EVENTS + i), section_time(section, i));
        add(w, MEASURE_EVENT_VALUE, (int)(k * MODEL_EVENTS + i), section_value(section, i));
    }
    add(w, MEASURE_SECTION_DIMENSION, (int)k, section_dimension(section));
    if (w->request->settings->history > 0 && section->points) {
        double *number = result_add_history(w->result, RESULT_SECTION, (int)k, section->points, 1 + d);

        for (size_t i = 0; i < section->points * (1 + d); i++)
            *number++ = section->point[i / (1 + d) * section->columns + i % (1 + d)];
    }
    section_destroy(section);
}

/* ---- all of it ---- */

/* What is wanted and this run does not have (a projection without a multiplier, a loop that broke down) was
 * looked for: nothing was measured.  A further run has not looked at the trajectory. */
static void add_absent(const struct work *w)
{
    for (size_t i = 0; i < w->request->measures; i++) {
        struct measure_id id = w->request->measure[i];

        if (!measure_refusal(id, w->problem, NULL, NULL) && !result_find(w->result, id) &&
            (!w->request->further || measure_source(id, w->problem) >= MEASURE_OF_ENSEMBLE))
            result_add_double(w->result, id, NAN);
    }
}

/* Again, perturbed in the last of the bits that the states were found to have. */
static bool measure_again(struct result *result, const struct result_request *request)
{
    struct result_request again = *request;

    again.cell.perturbed = result->width;
    again.cell.resume = NULL;
    result_clear(result);
    return result_measure(result, &again);
}

/* All that is not taken from the trajectory. */
static void add_others(const struct work *w)
{
    const bool in_double = w->cell->bits == CELL_DOUBLE;

    add_steps(w);
    add_elsewhere(w);
    if (is_of_ensemble(w) && takes_from(w, MEASURE_OF_ENSEMBLE))
        add_ensemble(w);
    if (in_double && takes_from(w, MEASURE_OF_LONGER_RUN))
        add_rates(w);
    for (size_t k = 0; in_double && takes_from(w, MEASURE_OF_SECTION) && k < w->problem->model->sections; k++)
        add_section(w, k);
    for (int order = 1; order <= 2; order++) {
        if (takes_from(w, order == 1 ? MEASURE_OF_LOOP : MEASURE_OF_SURFACE))
            result_add_integral(w->result, w->request, order);
    }
    if (!takes_from(w, MEASURE_OF_EXPANSION))
        return;
    run_orders_measure(w->result, w->cell, w->request->measures, w->request->measure);
    perturbed_error_add_orders(w->result, w->request);
}

bool result_measure(struct result *result, const struct result_request *request)
{
    const struct cell_request *cell = &request->cell;
    const struct work w = {result, request, cell, cell->problem, exact_to_double(cell->step)};

    if (!request->further && !add_run(&w))
        return false;
    if (result->width && result->width < cell->perturbed)
        return measure_again(result, request);
    result->done = true;
    if (request->further || result->newton != NEWTON_NO_ANSWER || result->broke_down_at > 1)
        add_others(&w); /* a program that gave no answer to the first step is not waited for again */
    add_absent(&w);
    return true;
}
