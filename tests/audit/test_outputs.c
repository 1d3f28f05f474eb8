/* What is measured of a shared object beside its last step: its outputs in the middle of a run, and a shorter step. */
#include "tests/fixtures/test.h"

#include "measures/result.h"
#include "measures/step/step_measure.h"
#include "tests/fixtures/audit/programs_fixture.h"
#include "measures/run/scale.h"
#include "numerics/exact.h"

enum { STEPS = 40, DIGITS = 30 };

struct asked {
    struct foreign_method **methods;
    size_t count;
    struct problem *problem;
    double *scale;
    mpq_t step;
};

static struct asked ask(const char *source, const char *model, const char *step)
{
    struct error error = {""};
    struct asked asked;

    asked.methods = compile_object(source, &asked.count);
    asked.problem = problem_create(model, NULL, NULL, 0, NULL, &error);
    assert_done(asked.problem, error);
    asked.scale = problem_scales(asked.problem);
    mpq_init(asked.step);
    assert_done(cell_parse_step(step, asked.step, &error), error);
    return asked;
}

static void release(struct asked *asked)
{
    for (size_t i = 0; i < asked->count; i++)
        foreign_method_destroy(asked->methods[i]);
    free(asked->methods);
    problem_destroy(asked->problem);
    free(asked->scale);
    mpq_clear(asked->step);
}

/* The measure, and what is found beside it; NaN: nothing. */
static double measure(const struct asked *asked, size_t method, const char *name, unsigned long steps,
                      enum measure_aspect aspect)
{
    const struct result_settings settings = {0};
    struct measure_id id = measure_find(asked->problem, name);
    struct error error = {""};
    struct result result = {.done = false};
    const struct result_value *found;
    struct result_request request = {
        .measures = 1, .measure = &id, .scale = asked->scale, .settings = &settings};
    struct reference *reference;
    double value;
    mpq_t until;

    mpq_init(until);
    mpq_set_ui(until, steps, 1);
    mpq_mul(until, until, asked->step);
    reference =
        reference_create(asked->problem->system, asked->problem->initial->values, until, DIGITS, &error);
    assert_done(reference, error);
    request.reference = reference;
    request.cell = (struct cell_request){.problem = asked->problem,
                                         .method = foreign_method_method(asked->methods[method]),
                                         .projection = projection_find("none"),
                                         .step = asked->step,
                                         .steps = steps,
                                         .bits = CELL_DOUBLE,
                                         .excursion = reference->excursion};
    assert_true(result_measure(&result, &request));
    id.aspect = aspect;
    found = result_find(&result, id);
    value = found ? found->value : NAN;
    result_clear(&result);
    reference_destroy(reference);
    mpq_clear(until);
    return value;
}

/* The twentieth of forty outputs is a step of Euler's method, the others are those of order 4. */
TEST(output_in_the_middle)
{
    struct asked asked = ask("chunk.c", "henon-heiles", "1/16");
    const double wrong = measure(&asked, 0, "solution_error", STEPS, MEASURE_VALUE),
                 right = measure(&asked, 1, "solution_error", STEPS, MEASURE_VALUE),
                 there = measure(&asked, 0, "solution_error", STEPS / 2, MEASURE_VALUE);

    assert_true(right < 1e-5 && wrong > 100 * right);
    /* The run that ends with it, whose sizes are those of half the time. */
    assert_true(wrong < 2 * there && there < 2 * wrong);
    release(&asked);
}

/* What is found beside a measure of a step is the same measure of three quarters of the step. */
TEST(shorter_step)
{
    struct asked asked = ask("sweeps.c", "forced-position", "2");
    const double left = measure(&asked, 1, "bilinear_defect:step", 1, MEASURE_VALUE),
                 shorter = measure(&asked, 1, "bilinear_defect:step", 1, MEASURE_SHORTER);

    mpq_set_ui(asked.step, 3, 2);
    assert_true(left > 1e-9 && shorter > 1e-12 && shorter < left / 20);
    assert_true(shorter == measure(&asked, 1, "bilinear_defect:step", 1, MEASURE_VALUE));
    release(&asked);
}
