/* One cell: see cell.h. */
#include "measures/run/cell.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

mpfr_prec_t cell_exact_precision(long bits)
{
    return 2 * (bits == CELL_DOUBLE ? 53 : bits) + 64;
}

static void perturb(mpfr_t *initial, size_t count, int bits)
{
    const double unit = ldexp(1, 1 - bits);

    for (size_t i = 0; i < count; i++)
        mpfr_mul_d(initial[i], initial[i], i % 2 ? 1 - unit : 1 + unit, MPFR_RNDN);
}

struct cell_setup *cell_setup_create(const struct cell_request *request, struct error *error)
{
    mpfr_prec_t precision = cell_exact_precision(request->bits);
    struct cell_setup *own = memory_create(1, sizeof *own);

    if (request->starts) {
        own->initial = number_block_create(request->problem->system->dimension, precision);
        number_block_set(*own->initial, *request->starts->start->state, request->problem->system->dimension);
    } else {
        own->initial = problem_initial_values(request->problem, precision);
    }
    if (request->perturbed && !request->starts)
        perturb(own->initial, request->problem->system->dimension, request->perturbed);
    own->setup = (struct setup){
        .method = &request->method,
        .system = request->problem->system,
        .projection = request->projection,
        .step = request->step,
        .initial = own->initial,
        .secular = request->problem->model->secular,
        .rounding = request->rounding,
    };
    if (!setup_prepare(&own->setup, precision, error)) {
        cell_setup_destroy(own);
        return NULL;
    }
    if (request->bits != CELL_DOUBLE)
        mpfr_precision_set(request->bits);
    return own;
}

void cell_setup_destroy(struct cell_setup *own)
{
    if (!own)
        return;
    number_block_destroy(own->initial);
    setup_release(&own->setup);
    free(own);
}

static struct trajectory *run_setup(const struct cell_request *request, const struct setup *setup,
                                    struct error *error)
{
    const struct method_family *family = request->method.family;
    struct trajectory_request wanted = {
        .steps = request->steps,
        .every = request->every,
        .observer = request->observer,
        .context = request->context,
        .recorder = request->recorder,
        .recorder_context = request->recorder_context,
        .recorded_numbers = request->recorded_numbers,
        .recorded = request->recorded,
        .checkpoint_every = request->checkpoint_every,
        .checkpoint = request->checkpoint,
        .checkpoint_context = request->checkpoint_context,
        .resume = request->resume,
        .error = error,
    };

    if (request->bits == CELL_DOUBLE)
        return trajectory_run_double(setup, family->create_double(setup), &wanted);
    return trajectory_run_mpfr(setup, family->create_mpfr(setup), &wanted);
}

struct trajectory *cell_run(const struct cell_request *request, struct error *error)
{
    struct cell_setup *own = cell_setup_create(request, error);
    struct trajectory *trajectory = own ? run_setup(request, &own->setup, error) : NULL;

    cell_setup_destroy(own);
    return trajectory;
}

/* The largest step below `step` that goes into `until` a whole number of times. */
static char *suggest_step(mpq_srcptr until, mpq_srcptr ratio)
{
    mpq_t step;
    char *text;

    mpq_init(step);
    mpz_cdiv_q(mpq_numref(step), mpq_numref(ratio), mpq_denref(ratio));
    mpq_div(step, until, step);
    text = exact_text(step);
    mpq_clear(step);
    return text;
}

static bool check_ratio(mpq_srcptr until, mpq_srcptr step, mpq_srcptr ratio, struct error *error)
{
    char *time = exact_text(until), *size = exact_text(step), *better = NULL;
    bool whole = false;

    if (mpq_sgn(until) <= 0)
        error_set(error, "the time must be positive, not %.100s; write for example --until 10", time);
    else if (mpq_cmp_ui(ratio, CELL_MOST_STEPS, 1) > 0)
        error_set(error,
                  "the time needs more than %lu steps of %.100s; write a larger step or an earlier time",
                  CELL_MOST_STEPS, size);
    else if (mpz_cmp_ui(mpq_denref(ratio), 1) != 0)
        error_set(error,
                  "the step %.100s does not go into the time %.100s a whole number of times; write for "
                  "example --step %.100s",
                  size, time, better = suggest_step(until, ratio));
    else
        whole = true;
    free(time);
    free(size);
    free(better);
    return whole;
}

bool cell_count_steps(mpq_srcptr until, mpq_srcptr step, unsigned long *steps, struct error *error)
{
    mpq_t ratio;
    bool whole;

    mpq_init(ratio);
    mpq_div(ratio, until, step);
    whole = check_ratio(until, step, ratio, error);
    if (whole)
        *steps = mpz_get_ui(mpq_numref(ratio));
    mpq_clear(ratio);
    return whole;
}

bool cell_parse_step(const char *text, mpq_ptr step, struct error *error)
{
    struct error reason;

    if (!exact_parse(step, text, &reason))
        return error_set(error, "the step %s", reason.text);
    if (mpq_sgn(step) > 0)
        return true;
    return error_set(error, "the step must be positive, not %s; write for example --step 0.1", text);
}
