/* Studies: a file read back field by field, and what is refused. */
#include "tests/fixtures/test.h"

#include "harness/study/study.h"
#include "tests/fixtures/runs/study_fixture.h"

/* -- reading back -- */

static void check_lists(const struct study *study)
{
    check_strings(&study->models, "lotka-volterra ./mine.lua");
    check_strings(&study->initials, "default half");
    check_strings(&study->methods, "gauss-* rk4");
    check_strings(&study->projections, "all");
    check_strings(&study->precisions, "double 200");
    check_strings(&study->measures, "energy_error invariant_error");
    assert_int_equal(study->step_sets, 2);
    check_strings(&study_find_steps(study, "lotka-volterra", "default")->step, "0.4 0.2 0.1");
    check_strings(&study_find_steps(study, "./mine.lua", "default")->step, "1/3 1/6");
    assert_int_equal(study_find_steps(study, "./mine.lua", "default")->automatic, 0);
    assert_null(study_find_steps(study, "mine", "default"));
}

static void check_claims(const struct study *study)
{
    const struct study_claim *first = study->claim, *second = study->claim + 1, *third = study->claim + 2;

    assert_int_equal(study->claims, 3);
    assert_string_equal(first->id, "K1");
    assert_string_equal(first->text, "It converges");
    assert_string_equal(first->source, "eq. 1");
    assert_string_equal(first->model, "lotka-volterra");
    check_strings(&first->methods, "gauss-1 gauss-2");
    assert_string_equal(first->projection, "symmetric");
    assert_string_equal(first->measure, "energy_error");
    assert_int_equal(first->kind, CLAIM_EXACTLY);
    assert_string_equal(first->formula, "2*s");
    assert_null(second->text);
    assert_null(second->model);
    check_strings(&second->methods, "rk4");
    assert_int_equal(second->kind, CLAIM_AT_LEAST);
    assert_string_equal(second->formula, "4");
    assert_string_equal(third->measure, "symmetry_defect");
    assert_int_equal(third->kind, CLAIM_EXACT);
    assert_string_equal(third->formula, "0");
}

/* In the order of their names. */
static void check_axes(const struct study *study)
{
    assert_int_equal(study->axes, 2);
    assert_string_equal(study->axis[0].parameter, "a1");
    check_strings(&study->axis[0].values, "3");
    assert_string_equal(study->axis[1].parameter, "b2");
    check_strings(&study->axis[1].values, "1 1/2");
}

static void check_outputs(const struct study *study)
{
    const struct study_table *table = study->table;
    const struct study_figure *figure = study->figure;

    assert_int_equal(study->tables, 1);
    assert_string_equal(table->name, "table-1");
    assert_string_equal(table->title, "T");
    assert_string_equal(table->source, "p. 3");
    assert_string_equal(table->model, "lotka-volterra");
    assert_string_equal(table->measure, "energy_error");
    assert_string_equal(table->precision, "200");
    assert_int_equal(study->figures, 1);
    assert_string_equal(figure->name, "fig1");
    assert_string_equal(figure->title, "F");
    assert_string_equal(figure->source, "");
    assert_string_equal(figure->model, "mine");
    assert_string_equal(figure->precision, "double");
    check_strings(&figure->measures, "energy_error solution_error");
}

TEST(test_fields)
{
    struct study *study = read_text(study_data("good.lua"), &said);

    assert_done(study, said);
    assert_string_equal(study->folder, "/tmp");
    assert_memory_equal(study->name, "assay-study-", 12);
    assert_null(strstr(study->name, ".lua"));
    assert_string_equal(study->text, study_data("good.lua"));
    assert_string_equal(study->title, "A title");
    assert_string_equal(study->source, "A source");
    assert_string_equal(study->until, "10");
    assert_int_equal(study->refine, 2);
    assert_true(study->budget == 5000000000ULL);
    check_axes(study);
    check_lists(study);
    check_claims(study);
    check_outputs(study);
}

/* -- refusals -- */

TEST(test_refusals)
{
    study_refusals("good.lua", "study", 57);
    study_refuse(study_data("good.lua"), "'A title'", "\"A \xff title\"",
                 "the byte 0xff, which is not UTF-8");
}

TEST_GROUP(NULL, release_mpfr)
