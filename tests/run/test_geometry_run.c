/* Measures of one step through the program: what a study asks for by name is in its cells, what does not
 * apply to a curve says why, and a claim of exactness about them is judged as any other. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#define VORTICES "point-vortices/default/"
#define PREY     "lotka-volterra/default/"

/* The measure of the cell; NaN where it has none. */
static double measured(const json_t *report, const char *id, const char *measure)
{
    const json_t *cell = get_entry(report, "cells", id);

    return null_at(cell, "measures/%s", measure) ? NAN : number_at(cell, "measures/%s", measure);
}

static void check_does_not_apply(const json_t *report, const char *fit, const char *words)
{
    assert_string_equal(word_of(report, fit, "status"), "not-applicable");
    assert_says(word_of(report, fit, "reason"), words);
}

/* All four multipliers near R(infinity) = -1, the largest of them the measure. */
static void check_spectrum(const json_t *report, const char *cell)
{
    const json_t *spectrum = at(get_entry(report, "cells", cell), "parasitic_spectrum"), *pair;
    double largest = 0;
    size_t index;

    assert_int_equal(json_array_size(spectrum), 4);
    json_array_foreach(spectrum, index, pair)
    {
        double re = number_at(pair, "0"), im = number_at(pair, "1");

        assert_true(hypot(re + 1, im) < 0.1);
        largest = fmax(largest, hypot(re, im));
    }
    assert_true(fabs(largest - measured(report, cell, "parasitic")) < 1e-14);
}

static void check_values(const json_t *report)
{
    static const char FIRST[] = VORTICES "gauss-1/none/128/0.1", LAST[] = VORTICES "gauss-1/none/128/0.00625";
    json_int_t evaluations = integer_at(get_entry(report, "cells", LAST), "cost/residual_evaluations");

    assert_true(measured(report, FIRST, "reversibility_defect") < 1e-35);
    assert_true(measured(report, VORTICES "radau-iia-2/none/128/0.1", "reversibility_defect") > 1e-9);
    assert_true(fabs(measured(report, FIRST, "parasitic") - 1) < 0.1);
    check_spectrum(report, FIRST);
    assert_true(measured(report, FIRST, "bilinear_defect") < 1e-20);
    assert_true(measured(report, FIRST, "bilinear_defect:paper") > 1e-10);
    assert_true(measured(report, VORTICES "gauss-1/symplectic/128/0.1", "post_projection_defect") < 1e-35);
    assert_true(measured(report, VORTICES "gauss-2/symplectic/128/0.1", "post_projection_defect") > 1e-10);
    assert_true(measured(report, FIRST, "stiff_accuracy_residual") == 0.5);
    assert_true(measured(report, FIRST, "symplecticity_residual") == 0);
    assert_true(measured(report, VORTICES "radau-iia-2/none/128/0.1", "stiff_accuracy_residual") == 0);
    assert_true(measured(report, VORTICES "radau-iia-2/none/128/0.1", "symplecticity_residual") > 0.01);
    assert_true(evaluations > 0);
    assert_true(measured(report, LAST, "cost") == (double)evaluations / 160);
}

static void check_verdicts(const json_t *report)
{
    static const char *const hold[] = {VORTICES "gauss-1/none/128/reversibility_defect",
                                       VORTICES "gauss-2/none/128/reversibility_defect",
                                       VORTICES "gauss-1/symplectic/128/post_projection_defect",
                                       VORTICES "gauss-1/none/128/parasitic:departure"};

    for (size_t i = 0; i < COUNT(hold); i++)
        check_verdict(report, hold[i], "holds");
    /* Not refuted but inconclusive: there are no other initial data. */
    assert_string_not_equal(word_of(report, VORTICES "radau-iia-2/none/128/reversibility_defect", "verdict"),
                            "holds");
    assert_string_not_equal(
        word_of(report, VORTICES "gauss-2/symplectic/128/post_projection_defect", "verdict"), "holds");
}

TEST_WITH(test_study, fixture_create_models, fixture_destroy)
{
    json_t *report;

    write_variant("geometry.lua", "geometry.lua", NULL);
    report = run_study_in("geometry", "geometry.sqlite", "", 0);
    check_values(report);
    check_verdicts(report);
    check_does_not_apply(report, PREY "gauss-1/none/128/reversibility_defect",
                         "the model file gives no reversal");
    check_does_not_apply(report, VORTICES "gauss-1/symplectic/128/parasitic", "without projection");
    check_does_not_apply(report, VORTICES "radau-iia-2/none/128/parasitic:departure", "without projection");
    check_does_not_apply(report, VORTICES "gauss-1/none/128/post_projection_defect",
                         "the symplectic projection alone");
    check_does_not_apply(report, PREY "radau-iia-2/symplectic/128/reversibility_defect",
                         "it keeps the constraint by itself");
}

/* Each alone, so that nothing is there for the sake of another: weights come from the reference. */
TEST_WITH(test_alone, fixture_create_models, fixture_destroy)
{
    static const char *const measures[] = {"reversibility_defect",
                                           "parasitic",
                                           "parasitic:departure",
                                           "bilinear_defect",
                                           "bilinear_defect:paper",
                                           "post_projection_defect",
                                           "cost",
                                           "stiff_accuracy_residual",
                                           "symplecticity_residual"};
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        const char *id = strcmp(measures[i], "post_projection_defect") == 0
                             ? VORTICES "gauss-1/symplectic/double/0.1"
                             : VORTICES "gauss-1/none/double/0.1";
        char name[32], file[40];
        json_t *report;

        snprintf(name, sizeof name, "alone%zu", i);
        snprintf(file, sizeof file, "%s.lua", name);
        write_variant(file, "alone.lua", "energy_error", measures[i], NULL);
        report = run_study_in(name, "alone.sqlite", "", 0);
        if (isnan(measured(report, id, measures[i])))
            fail_msg("%s is not measured", measures[i]);
    }
}

/* A study without a model that is measured so is refused, by name. */
TEST_WITH(test_no_reversal, fixture_create_models, fixture_destroy)
{
    write_variant("none.lua", "alone.lua", "point-vortices", "lotka-volterra", "energy_error",
                  "reversibility_defect", NULL);
    check_shell(2, "run ./none.lua > out.txt 2> err.txt");
    check_says("err.txt", "no model of the study has the measure 'reversibility_defect'");
}
