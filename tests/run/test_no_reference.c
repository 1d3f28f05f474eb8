/* A model that is not smooth has no reference: what takes it is not applicable, for that reason, and the rest is
 * measured.  The second run takes that from the store.
 *
 * q' = p, p' = -sgn(q)/10 from (0.3, -0.15): q = 0 at t = (sqrt(0.0825) - 0.15) 10 = 1.3722813... */
#define _GNU_SOURCE
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#define ROUGH "kink/default/gauss-2/none/double/"

TEST(test_model_with_a_kink)
{
    const struct fixture *fixture = *state;
    json_t *report, *again;

    write_file(fixture, "kink.lua",
               "return model { kind = 'degenerate', coordinates = { 'q', 'p' }, step = '0.1',"
               "  theta = function (q) return { q.p, 0 } end, initial = { default = { '0.3', '-0.15' } },"
               "  hamiltonian = function (q) return q.p^2/2 + sqrt(q.q^2)/10 end }");
    write_file(
        fixture, "rough.lua",
        "return study { title = 'Rough', models = { './kink.lua', './first.lua' }, methods = { 'gauss-2' },"
        "  projections = { 'none' }, steps = halving('0.4', 4), untiltime = '4', precisions = { 'double', "
        "128 },"
        "  measures = { 'solution_error', 'symmetry_defect', 'energy_error' },"
        "  claims = { { id = 'four', source = 'here', methods = 'gauss-2', projection = 'none',"
        "               measure = 'solution_error', order = exactly '4' } } }");
    report = run_study(fixture, "rough", "");
    assert_string_equal(word_of(report, ROUGH "solution_error", "status"), "not-applicable");
    assert_non_null(strstr(word_of(report, ROUGH "solution_error", "reason"), "not smooth at t = 1.3722813"));
    assert_string_equal(word_of(report, ROUGH "symmetry_defect", "status"), "not-applicable");
    assert_string_not_equal(word_of(report, ROUGH "energy_error", "status"), "not-applicable");
    assert_string_not_equal(word_of(report, "first/default/gauss-2/none/double/solution_error", "status"),
                            "not-applicable");
    assert_int_equal(count_completed(report), 16);
    json_t *measures = json_object_get(get_entry(report, "cells", ROUGH "0.4"), "measures");
    assert_true(json_is_null(json_object_get(measures, "solution_error")));
    assert_true(json_is_null(json_object_get(measures, "symmetry_defect")));
    assert_true(json_is_real(json_object_get(measures, "energy_error")));
    again = run_study(fixture, "rough", "");
    assert_true(json_equal(json_object_get(report, "fits"), json_object_get(again, "fits")));
    assert_true(json_equal(json_object_get(report, "cells"), json_object_get(again, "cells")));
    check_says(fixture, "err.txt", "");
    /* What is claimed of it is not forgotten: the gate is not green. */
    assert_string_equal(word_of(report, "kink/default/gauss-2/none/128/solution_error", "verdict"),
                        "inconclusive");
    assert_string_equal(word_of(report, "kink/default/gauss-2/none/128/solution_error", "reason_code"),
                        "reference-limited");
    assert_int_equal(run_program(fixture, "gate ./rough.lua --only kink --store rough.sqlite", "gate.txt"),
                     1);
    json_decref(report);
    json_decref(again);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
