/* What a run that broke down leaves: no value of anything that is read off its end, but where it broke down. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include "measures/result.h"

static const char *const MEASURES[] = {"solution_error", "energy_error", "constraint_error:phi",
                                       "cost",           "drift:energy", "breakdown_step"};
enum { READ_OFF = 5 };

/* 100 steps of the size 1/inverse; how many of the measures have a value. */
static size_t count_values(unsigned long inverse, bool *completed)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct reference *reference = reference_allocate(2, 1, 128);
    const struct result_settings settings = {0};
    double *scale = kept_memory(problem_scales(problem));
    struct measure_id measure[COUNT(MEASURES)];
    struct result result = {0};
    size_t values = 0;
    struct result_request request = {
        .cell = checkpoint_request(problem, "lobatto-iiib-iiia-3", "none", CELL_DOUBLE,
                                   kept_rational(1, inverse)),
        .measures = COUNT(MEASURES),
        .measure = measure,
        .reference = reference,
        .scale = scale,
        .settings = &settings,
        .intervals = 20,
    };

    for (size_t i = 0; i < COUNT(MEASURES); i++)
        measure[i] = measure_find(problem, MEASURES[i]);
    request.cell.steps = 100;
    assert_true(result_measure(&result, &request));
    for (size_t i = 0; i < COUNT(MEASURES); i++) {
        const struct result_value *found = result_find(&result, measure[i]);

        assert_non_null(found);
        assert_true(isnan(found->value) == !found->text);
        values += i < READ_OFF && found->text;
    }
    *completed = result.completed;
    assert_true(*completed == !result_find(&result, measure[READ_OFF])->text);
    result_clear(&result);
    reference_destroy(reference);
    return values;
}

TEST(test_broken_run)
{
    bool completed;

    assert_int_equal(count_values(2, &completed), 0);
    assert_false(completed);
    assert_int_equal(count_values(50, &completed), READ_OFF); /* control */
    assert_true(completed);
}
