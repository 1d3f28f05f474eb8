#define _DEFAULT_SOURCE /* mkstemps */
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
    struct error error;
    struct study *study = read_text(study_good(), &error);

    if (!study)
        fail_msg("%s", error.text);
    assert_string_equal(study->folder, "/tmp");
    assert_memory_equal(study->name, "assay-study-", 12);
    assert_null(strstr(study->name, ".lua"));
    assert_string_equal(study->text, study_good());
    assert_string_equal(study->title, "A title");
    assert_string_equal(study->source, "A source");
    assert_string_equal(study->until, "10");
    assert_int_equal(study->refine, 2);
    assert_true(study->budget == 5000000000ULL);
    check_axes(study);
    check_lists(study);
    check_claims(study);
    check_outputs(study);
    study_destroy(study);
}

/* -- refusals -- */

static void refuse(const char *from, const char *to, const char *message)
{
    study_refuse(study_good(), from, to, message);
}

TEST(test_refusals)
{
    refuse("title = \"A title\",", "", "study.title is missing");
    refuse("untiltime = \"10\"", "untiltime = 1.5", "1.5 is a floating-point number");
    refuse("untiltime = \"10\"", "untiltime = {}", "study.untiltime is a table");
    refuse("refine = 2", "refine = 9", "study.refine");
    refuse("refine = 2", "refined = 2", "a study has no 'refined'");
    refuse("refine = 2", "7, refine = 2",
           "a study has an entry without a name; write NAME = ... with one of title");
    refuse("{ \"gauss-*\", \"rk4\" }", "{ \"gauss-*\", \"\" }",
           "methods has an empty name; write it, or leave");
    refuse("{ \"default\", \"half\" }", "{ x = 1 }", "initial is not a list of names; write initial = { ");
    refuse("{ \"default\", \"half\" }", "{ \"half\", x = 1 }", "initial is not a list of names");
    refuse("{ \"default\", \"half\" }", "{ \"half\", nil, \"default\" }", "initial is not a list of names");
    refuse("parameters = {", "witness = { \"half\" }, parameters = {",
           "study.witness is a list; write witness = { [");
    refuse("parameters = {", "witness = { [5] = \"half\" }, parameters = {",
           "study.witness has an entry without");
    refuse("id = \"K1\",", "id = \"\",", "claim.id is empty; write id = ");
    refuse("id = \"K1\",", "\"K1\", id = \"K1\",", "a claim has an entry without a name");
    refuse("id = \"K1\",", "id = \"K1\", method = \"rk4\",", "claim K1 has both method and methods");
    refuse("parameters = {",
           "expect = { { id = \"K1\", verdict = \"holds\" }, { id = \"K1\", verdict = \"refuted\" } }, "
           "parameters = {",
           "expect has two lines for K1; leave out one");
    refuse("parameters = {",
           "expect = { { \"x\", expct = 1, id = \"K1\", verdict = \"holds\" } }, parameters = {",
           "a line of expect has an entry without a name");
    refuse("halving(\"0.4\", 3)", "halving(\"-0.4\", 3)", "halving(\"-0.4\", 3)");
    refuse("halving(\"0.4\", 3)", "halving(\"x\", 3)", "halving(\"x\", 3)");
    refuse("halving(\"0.4\", 3)", "halving(\"0.4\", 41)", "count from 1 to 40");
    refuse("halving(\"0.4\", 3)", "halving(0.4, 3)", "floating-point");
    refuse("methods = { \"gauss-*\", \"rk4\" },", "", "study.methods is missing");
    refuse("{ \"gauss-*\", \"rk4\" }", "{ \"rk4\", \"rk4\" }", "study.methods has 'rk4' twice");
    refuse("id = \"K1\",", "", "claim.id is missing");
    refuse("id = \"K1\",", "id = \"K1\", colour = 1,", "a claim has no 'colour'");
    refuse("methods = { \"gauss-1\", \"gauss-2\" },", "", "claim K1 names no method");
    refuse("order = exactly \"2*s\"", "order = \"2*s\"", "claim K1 has no order");
    refuse("exact = true", "exact = \"yes\"",
           "claim K3: exact is neither true nor false; write exact = true, or");
    refuse("exact = true", "exact = true, about = \"moon\"",
           "claim K3: about is neither \"method\" nor \"model\"");
    refuse("exact = true", "exact = true, order = at_least \"2\"", "leave out one of order and exact");
    refuse("exact = true", "", "claim K3 claims nothing; write order = ");
    refuse("5000000000", "0", "study.budget is not a whole number from 1");
    refuse("5000000000", "-1", "study.budget is not a whole number from 1");
    refuse("5000000000", "\"many\"", "study.budget is not a whole number from 1");
    refuse("5000000000", "1e9", "floating-point");
    refuse("parameters = {", "parameters = \"a1\", witness = {", "study.parameters is a string; write");
    refuse("parameters = {", "parameters = { \"a1\",", "study.parameters is a list; write");
    refuse("a1 = \"3\"", "a1 = {}", "study.parameters.a1 has no values; write a1 = ");
    refuse("a1 = \"3\"", "a1 = 0.3", "floating-point");
    refuse("{ \"default\", \"half\" }", "{ \"default\", \"all\" }", "names beside \"all\"");
    refuse("{ \"default\", \"half\" }", "{ \"half\", \"half\" }", "study.initial has 'half' twice");
    refuse("\"table-1\"", "\"../table\"", "table name '../table'");
    refuse("\"fig1\"", "\"fig.1\"", "figure name 'fig.1'");
    refuse("\"fig1\"", "\"-\"", "figure name '-'");
    refuse("\"fig1\"", "\"-fig1\"", "figure name '-fig1' is not a name of a file");
    refuse("id = \"K1\"", "id = \"--K1\"", "the id '--K1' of a claim begins with a hyphen");
    refuse("id = \"K1\"", "id = \"../K1\"", "the id '../K1' of a claim is a path");
    refuse("id = \"K1\"", "id = \"K\\n1\"", "of a claim has a control character");
    refuse("\"A title\"", "\"A\\27[31m title\"", "the escape \\2 in a string");
    refuse("\"A title\"", "\"A \xff title\"", "the byte 0xff, which is not UTF-8");
    refuse("refine = 2", "refine = 4294967296*4294967296 + 2", "integers whose product may wrap around");
    refuse("measures = { \"energy_error\", \"solution_error\" }", "", "figure fig1 has no measures");
    refuse("tables = { {", "tables = { 5, {", "entry 1 of study.tables is a number");
    refuse("return study", "return model", "returns a model instead of a study");
}

TEST_GROUP(NULL, release_mpfr)
