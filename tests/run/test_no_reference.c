/* A model that is not smooth has no reference: what takes it is not applicable, for that reason, and the rest is
 * measured.  The second run takes that from the store.
 *
 * q' = p, p' = -sgn(q)/10 from (0.3, -0.15): q = 0 at t = (sqrt(0.0825) - 0.15) 10 = 1.3722813... */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#define ROUGH "kink/default/gauss-2/none/double/"

TEST(test_model_with_a_kink)
{
    const json_t *report, *again, *cell;

    write_variant("kink.lua", "kink.lua", NULL);
    write_variant("rough.lua", "rough.lua", NULL);
    report = run_study("rough", "");
    assert_string_equal(word_of(report, ROUGH "solution_error", "status"), "not-applicable");
    assert_says(word_of(report, ROUGH "solution_error", "reason"), "not smooth at t = 1.3722813");
    assert_string_equal(word_of(report, ROUGH "symmetry_defect", "status"), "not-applicable");
    assert_string_not_equal(word_of(report, ROUGH "energy_error", "status"), "not-applicable");
    assert_string_not_equal(word_of(report, "first/default/gauss-2/none/double/solution_error", "status"),
                            "not-applicable");
    assert_int_equal(count_completed(report), 16);
    cell = get_entry(report, "cells", ROUGH "0.4");
    assert_true(null_at(cell, "measures/solution_error"));
    assert_true(null_at(cell, "measures/symmetry_defect"));
    assert_true(json_is_real(at(cell, "measures/energy_error")));
    again = run_study("rough", "");
    assert_true(json_equal(at(report, "fits"), at(again, "fits")));
    assert_true(json_equal(at(report, "cells"), at(again, "cells")));
    check_says("err.txt");
    /* What is claimed of it is not forgotten: the gate is not green. */
    check_reason(report, "kink/default/gauss-2/none/128/solution_error", "inconclusive", "reference-limited");
    check_run(1, "gate.txt", "gate ./rough.lua --only kink --store rough.sqlite");
}

TEST_GROUP(fixture_create_models, fixture_destroy)
