#define _DEFAULT_SOURCE /* mkstemps */
/* Studies: a file read back field by field, steps and orders against exact arithmetic, what is refused; and
 * what a selection names. */
#include "tests/fixtures/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gmp.h>
#include <mpfr.h>

#include "harness/study/selection.h"
#include "harness/study/study.h"
#include "tests/fixtures/study_fixture.h"

static const char good_study[] =
    "return study {\n"
    "  title = \"A title\", source = \"A source\",\n"
    "  models = { \"lotka-volterra\", \"./mine.lua\" },\n"
    "  initial = { \"default\", \"half\" },\n"
    "  methods = { \"gauss-*\", \"rk4\" },\n"
    "  projections = \"all\",\n"
    "  steps = { [\"lotka-volterra\"] = halving(\"0.4\", 3), [\"./mine.lua\"] = { \"1/3\", \"1/6\" } },\n"
    "  refine = 2, budget = 5000000000, untiltime = \"10\",\n"
    "  parameters = { b2 = { 1, \"1/2\" }, a1 = \"3\" },\n"
    "  precisions = { \"double\", 200 },\n"
    "  measures = { \"energy_error\", \"invariant_error\" },\n"
    "  claims = {\n"
    "    { id = \"K1\", text = \"It converges\", source = \"eq. 1\", model = \"lotka-volterra\",\n"
    "      methods = { \"gauss-1\", \"gauss-2\" }, projection = \"symmetric\",\n"
    "      measure = \"energy_error\", order = exactly \"2*s\" },\n"
    "    { id = \"K2\", source = \"eq. 2\", method = \"rk4\", projection = \"none\",\n"
    "      measure = \"solution_error\", order = at_least(4) },\n"
    "    { id = \"K3\", source = \"eq. 3\", method = \"gauss-*\", projection = \"symmetric\",\n"
    "      measure = \"symmetry_defect\", exact = true },\n"
    "  },\n"
    "  tables = { { name = \"table-1\", title = \"T\", source = \"p. 3\", model = \"lotka-volterra\",\n"
    "               measure = \"energy_error\", precision = 200 } },\n"
    "  figures = { { name = \"fig1\", title = \"F\", model = \"mine\", precision = \"double\",\n"
    "                measures = { \"energy_error\", \"solution_error\" } } },\n"
    "}\n";

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
    struct study *study = read_text(good_study, &error);

    if (!study)
        fail_msg("%s", error.text);
    assert_string_equal(study->folder, "/tmp");
    assert_memory_equal(study->name, "assay-study-", 12);
    assert_null(strstr(study->name, ".lua"));
    assert_string_equal(study->text, good_study);
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

/* -- steps -- */

static struct study *read_with_steps(const char *steps, struct error *error)
{
    char text[1000];

    snprintf(text, sizeof text,
             "return study { title = \"t\", models = \"m\", methods = \"gauss-1\", projections = \"none\", "
             "untiltime = 1, precisions = \"double\", measures = \"energy_error\", steps = %s }",
             steps);
    return read_text(text, error);
}

TEST(test_halving)
{
    static const char *const cases[][2] = {
        {"halving(\"0.4\", 6)", "0.4 0.2 0.1 0.05 0.025 0.0125"},
        {"halving(\"1/3\", 3)", "1/3 1/6 1/12"},
        {"halving(\"1e-1\", 2)", "0.1 0.05"},
        {"halving(\"4\", 4)", "4 2 1 0.5"},
        {"halving(\"0.7\", 1)", "0.7"},
        {"{ \"0.2\", \"1/10\" }", "0.2 1/10"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct study *study = read_with_steps(cases[i][0], &error);

        if (!study)
            fail_msg("%s", error.text);
        check_strings(&study_find_steps(study, "anything", "default")->step, cases[i][1]);
        study_destroy(study);
    }
}

/* The same table with other steps and another time. */
static struct study *read_with_time(const char *steps, const char *until, struct error *error)
{
    char text[1000];

    snprintf(
        text, sizeof text,
        "return study { title = \"t\", models = \"m\", methods = \"gauss-1\", projections = \"none\", "
        "precisions = \"automatic\", measures = \"all\", initial = \"all\", untiltime = %s, steps = %s }",
        until, steps);
    return read_text(text, error);
}

TEST(test_automatic)
{
    struct error error;
    struct study *study = read_with_time("automatic(7)", "\"automatic\"", &error);

    if (!study)
        fail_msg("%s", error.text);
    assert_int_equal(study_find_steps(study, "m", "default")->automatic, 7);
    check_strings(&study_find_steps(study, "m", "default")->step, "");
    assert_string_equal(study->until, STUDY_AUTOMATIC);
    check_strings(&study->precisions, "automatic");
    check_strings(&study->measures, "all");
    assert_true(study_says(&study->initials, STUDY_ALL));
    assert_true(study->budget == 0 && study->axes == 0);
    study_destroy(study);
    study = read_with_time("{ m = automatic(3), n = automatic(5) }", "\"automatic\"", &error);
    if (!study)
        fail_msg("%s", error.text);
    assert_int_equal(study_find_steps(study, "m", "default")->automatic, 3);
    assert_int_equal(study_find_steps(study, "n", "default")->automatic, 5);
    assert_null(study_find_steps(study, "k", "default"));
    study_destroy(study);
    study = read_with_time("{ automatic = { \"0.1\" }, halving = { \"0.2\" } }", "1", &error); /* models */
    if (!study)
        fail_msg("%s", error.text);
    check_strings(&study_find_steps(study, "automatic", "default")->step, "0.1");
    check_strings(&study_find_steps(study, "halving", "default")->step, "0.2");
    study_destroy(study);
}

TEST(test_automatic_refusals)
{
    static const char *const cases[][3] = {
        {"automatic(0)", "\"automatic\"", "automatic(0): write a count from 1 to 40"},
        {"automatic(41)", "\"automatic\"", "automatic(41): write a count from 1 to 40"},
        {"automatic(\"7\")", "\"automatic\"", "automatic takes a count"},
        {"automatic()", "\"automatic\"", "automatic takes a count"},
        {"automatic(7)", "10", "write untiltime = \"automatic\""},
        {"halving(\"0.1\", 6)", "\"automatic\"", "write steps = automatic(7)"},
        {"{ m = automatic(3), n = halving(\"0.1\", 6) }", "\"automatic\"", "automatic steps for n; write"},
        {"\"automatic\"", "\"automatic\"", "study.steps is missing"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct study *study = read_with_time(cases[i][0], cases[i][1], &error);

        if (study)
            fail_msg("accepted: steps = %s, untiltime = %s", cases[i][0], cases[i][1]);
        if (!strstr(error.text, cases[i][2]))
            fail_msg("'%s' does not say '%s'", error.text, cases[i][2]);
    }
}

/* a * 2^k in decimals is digit for digit what GMP says of first / 2^k: forty steps from 1/10. */
TEST(test_halving_is_exact)
{
    struct error error;
    struct study *study = read_with_steps("halving(\"0.1\", 40)", &error);

    assert_non_null(study);
    assert_int_equal(study->steps[0].step.count, 40);
    for (unsigned long k = 0; k < 40; k++) {
        const char *text = study->steps[0].step.text[k];
        unsigned long decimals = k + 1; /* 1/(10 2^k) = 5^k/10^(k+1) */
        mpz_t digits, five;

        assert_memory_equal(text, "0.", 2);
        assert_int_equal(strlen(text), decimals + 2);
        mpz_init_set_str(digits, text + 2, 10);
        mpz_init(five);
        mpz_ui_pow_ui(five, 5, k);
        assert_int_equal(mpz_cmp(digits, five), 0);
        mpz_clears(digits, five, NULL);
    }
    study_destroy(study);
}

/* -- orders -- */

static const struct {
    const char *formula;
    long factor, offset, divisor; /* (factor s + offset)/divisor */
} formulas[] = {
    {"2*s", 2, 0, 1}, {"s + 1", 1, 1, 1},    {"s", 1, 0, 1},         {"s/2", 1, 0, 2},
    {"4", 0, 4, 1},   {"2*s - 2", 2, -2, 1}, {"(s + 1)/2", 1, 1, 2}, {"2*(s - 1)", 2, -2, 1},
    {"s+s", 2, 0, 1}, {"3/2", 0, 3, 2},
};

TEST(test_orders)
{
    struct study study = {.path = (char *)"study.lua"};

    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct study_claim claim = {.id = (char *)"K", .formula = (char *)formulas[i].formula};

        for (size_t s = 1; s <= 12; s++) {
            double expected =
                (double)(formulas[i].factor * (long)s + formulas[i].offset) / (double)formulas[i].divisor;
            double value = -1;
            struct error error;

            assert_true(study_evaluate_claim(&study, &claim, s, &value, &error));
            assert_true(value == expected);
        }
    }
}

TEST(test_orders_that_are_none)
{
    static const char *const wrong[] = {"2*z", "", "2s", "s/0", "1/(s - 3)", "s +", "ss", "log(0*s)", "2*S"};
    struct study study = {.path = (char *)"study.lua"};
    struct study_claim claim = {.id = (char *)"K7", .formula = NULL};
    char *sum = calloc(1, 4001);
    double value;
    struct error error;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        claim.formula = (char *)wrong[i];
        if (study_evaluate_claim(&study, &claim, 3, &value, &error))
            fail_msg("'%s' is %g", wrong[i], value);
        assert_non_null(strstr(error.text, "study.lua: the order"));
        assert_non_null(strstr(error.text, "claim K7"));
    }
    for (size_t i = 0; i < 2000; i++)
        memcpy(sum + 2 * i, i ? "+s" : " s", 2);
    claim.formula = sum;
    assert_false(study_evaluate_claim(&study, &claim, 3, &value, &error));
    free(sum);
    claim.formula = (char *)"2*s"; /* of a method without stages in its name */
    assert_false(study_evaluate_claim(&study, &claim, 0, &value, &error));
    claim.formula = (char *)"4";
    assert_true(study_evaluate_claim(&study, &claim, 0, &value, &error));
}

/* -- refusals -- */

static void refuse(const char *from, const char *to, const char *message)
{
    study_refuse(good_study, from, to, message);
}

TEST(test_refusals)
{
    refuse("title = \"A title\",", "", "study.title is missing");
    refuse("untiltime = \"10\"", "untiltime = 1.5", "1.5 is a floating-point number");
    refuse("untiltime = \"10\"", "untiltime = {}", "study.untiltime is a table");
    refuse("refine = 2", "refine = 9", "study.refine");
    refuse("refine = 2", "refined = 2", "a study has no 'refined'");
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
    refuse("5000000000", "0", "study.budget is not a positive number");
    refuse("5000000000", "-1", "study.budget is not a positive number");
    refuse("5000000000", "\"many\"", "study.budget is not a positive number");
    refuse("5000000000", "1e9", "floating-point");
    refuse("parameters = {", "parameters = \"a1\", witness = {", "study.parameters is a string; write");
    refuse("parameters = {", "parameters = { \"a1\",", "study.parameters is a list; write");
    refuse("a1 = \"3\"", "a1 = {}", "study.parameters.a1 has no values; write a1 = ");
    refuse("a1 = \"3\"", "a1 = 0.3", "floating-point");
    refuse("{ \"default\", \"half\" }", "{ \"default\", \"all\" }", "names beside \"all\"");
    refuse("{ \"default\", \"half\" }", "{ \"half\", \"half\" }", "study.initial has 'half' twice");
    refuse("\"table-1\"", "\"../table\"", "table name '../table'");
    refuse("\"fig1\"", "\"fig.1\"", "figure name 'fig.1'");
    refuse("measures = { \"energy_error\", \"solution_error\" }", "", "figure fig1 has no measures");
    refuse("tables = { {", "tables = { 5, {", "entry 1 of study.tables is a number");
    refuse("return study", "return model", "returns a model instead of a study");
}

/* -- claims on numbers -- */

/* The good study with K3 made to say something else; NULL with a message. */
static struct study *read_claim(const char *says, struct error *error)
{
    static const char from[] = "measure = \"symmetry_defect\", exact = true";
    const char *at = strstr(good_study, from);
    char text[4000];

    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good_study), good_study, says, at + strlen(from));
    return read_text(text, error);
}

static struct study *claim_of(const char *says)
{
    struct error error;
    struct study *study = read_claim(says, &error);

    if (!study)
        fail_msg("%s: %s", says, error.text);
    return study;
}

TEST(test_values)
{
    static const struct {
        const char *says;
        enum claim_kind kind;
        const char *formula;
        double low, high;
    } cases[] = {
        {"measure = \"m\", value = below \"1e-11\"", CLAIM_BELOW, "1e-11", -INFINITY, 1e-11},
        {"measure = \"m\", value = above(3)", CLAIM_ABOVE, "3", 3, INFINITY},
        {"measure = \"m\", value = above \"1/3\"", CLAIM_ABOVE, "1/3", 1.0 / 3, INFINITY},
        {"measure = \"m\", value = between(\"1e5\", 500000)", CLAIM_BETWEEN, "1e5 and 500000", 1e5, 5e5},
        {"measure = \"growth:energy\", grows = \"random-walk\"", CLAIM_GROWTH, "random-walk", 0, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct study *study = claim_of(cases[i].says);
        const struct study_claim *claim = study->claim + 2;

        assert_int_equal(claim->kind, cases[i].kind);
        assert_string_equal(claim->formula, cases[i].formula);
        assert_true(claim->low == cases[i].low && claim->high == cases[i].high);
        assert_null(claim->step);
        assert_null(claim->precision);
        assert_null(claim->condition);
        assert_true(!claim->relative.method && !claim->relative.projection && !claim->relative.precision);
        study_destroy(study);
    }
}

TEST(test_value_keys)
{
    struct study *study = claim_of("measure = \"m\", value = below \"1\", step = \"1/10\", precision = 200, "
                                   "condition = \"h is small\", relative = { method = \"rk4\", projection = "
                                   "\"none\", precision = 96 }");
    const struct study_claim *claim = study->claim + 2;

    assert_string_equal(claim->step, "1/10");
    assert_string_equal(claim->precision, "200");
    assert_string_equal(claim->condition, "h is small");
    assert_string_equal(claim->relative.method, "rk4");
    assert_string_equal(claim->relative.projection, "none");
    assert_string_equal(claim->relative.precision, "96");
    study_destroy(study);
    /* An order may name its precision, and a condition. */
    study = claim_of("measure = \"m\", order = exactly \"4\", precision = \"double*\", condition = \"c\"");
    assert_string_equal(study->claim[2].precision, "double*");
    assert_string_equal(study->claim[2].condition, "c");
    study_destroy(study);
}

TEST(test_value_refusals)
{
    static const char *const cases[][2] = {
        {"value = below \"1\", exact = true", "claim K3 says both; leave out one of exact and value"},
        {"value = below \"1\", grows = \"bounded\"", "leave out one of value and grows"},
        {"value = \"1\"", "claim K3: value has no bound; write value = below \"1e-11\""},
        {"value = at_least \"1\"", "claim K3: value has no bound; write"},
        {"value = below \"tiny\"", "; write for example value = below \"1e-11\""},
        {"value = below \"2*s\"", "; write for example value = below \"1e-11\""},
        {"value = below(0.5)", "floating-point"},
        {"value = below()", "below takes a number as a string; write below \"1e-11\""},
        {"value = between \"1\"", "between takes two numbers as strings; write between("},
        {"value = between(\"2\", \"1\")", "between(\"2\", \"1\") is empty; write the smaller bound first"},
        {"value = between(\"1\", \"1.0\")", "is empty"},
        {"order = below \"1\"", "claim K3 has no order; write order = "},
        {"grows = \"linear\"", "claim K3: grows is 'linear'; write grows = \"bounded\", \"random-walk\""},
        {"grows = \"secular\"",
         "claim K3: grows is about a measure of growth, not about m; write measure = "},
        {"order = exactly \"2\", step = \"0.1\"", "claim K3 is about all steps; leave out step"},
        {"value = below \"1\", step = \"-0.1\"",
         "the step '-0.1' is not a positive exact number; write step"},
        {"value = below \"1\", step = \"x\"", "the step 'x' is not a positive exact number"},
        {"value = below \"1\", relative = \"none\"",
         "relative is a string; write relative = { projection = "},
        {"value = below \"1\", relative = {}", "relative names nothing; write relative = { projection = "},
        {"value = below \"1\", relative = { step = 1 }",
         "a relative has no 'step'; it has method, projection"},
        {"exact = true, relative = { method = \"rk4\" }", "has no value that could be relative; leave out"},
        {"value = below \"1\", model = \"m\", about = \"model\"",
         "about a number with the data named; leave out"},
        {"condition = \"c\"", "claim K3 claims nothing; write order = "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char says[300];
        struct error error;
        struct study *study;

        snprintf(says, sizeof says, "measure = \"m\", %s", cases[i][0]);
        study = read_claim(says, &error);
        if (study)
            fail_msg("accepted: %s", says);
        if (!strstr(error.text, cases[i][1]))
            fail_msg("%s: '%s' does not say '%s'", says, error.text, cases[i][1]);
        assert_null(strchr(error.text, '\n'));
    }
}

/* -- selections -- */

enum { PARTS = 6 };
static const char *const id[PARTS] = {"vortices", "default", "gauss-3", "symmetric", "200", "energy_error"};

/* Joins the parts of the set `mask`, each as it is or (bit set in `globs`) as its first letter and a star. */
static void join(char *text, size_t size, unsigned mask, unsigned globs)
{
    text[0] = '\0';
    for (size_t i = 0; i < PARTS; i++) {
        size_t used = strlen(text);

        if (!(mask >> i & 1))
            continue;
        if (globs >> i & 1)
            snprintf(text + used, size - used, "%s%c*", used ? "/" : "", id[i][0]);
        else
            snprintf(text + used, size - used, "%s%s", used ? "/" : "", id[i]);
    }
}

/* Every choice of parts, as names and as globs: those without a gap are matched, the others are not. */
TEST(test_every_selection)
{
    size_t matched = 0;

    for (unsigned mask = 1; mask < 1U << PARTS; mask++) {
        unsigned run = mask / (mask & -mask);
        bool without_gap = (run & (run + 1)) == 0;

        for (unsigned globs = 0; globs < 1U << PARTS; globs++) {
            char only[200];

            join(only, sizeof only, mask, globs);
            if (selection_matches(only, PARTS, id) != without_gap)
                fail_msg("%s is %smatched", only, without_gap ? "not " : "");
        }
        matched += without_gap;
    }
    assert_int_equal(matched, PARTS * (PARTS + 1) / 2);
}

TEST(test_selections)
{
    static const char *const good[] = {"gauss-*/symmetric", "*",         "*/*/*/*/*/*",
                                       "gauss-?",           "[gs]*-3/*", "symmetric/*/*"};
    static const char *const bad[] = {
        "",           "/",   "gauss-*/200",        "gauss", "*/*/*/*/*/*/*", "symmetric/",
        "/symmetric", "v*c", "default//symmetric", "auss-3"};

    static const char *const varied[] = {"vortices", "default[g1=1:3]", "gauss-3"};

    assert_true(selection_matches(NULL, PARTS, id));
    assert_true(selection_matches("default[g1=1:3]/gauss-?", 3, varied));
    assert_true(selection_matches("default*/gauss-3", 3, varied));
    assert_false(selection_matches("default/gauss-3", 3, varied));
    assert_false(selection_matches("default[g1=1:4]", 3, varied));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(selection_matches(good[i], PARTS, id));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(selection_matches(bad[i], PARTS, id));
}

static int release_mpfr(void **state)
{
    (void)state;
    mpfr_free_cache();
    return 0;
}

TEST_GROUP(NULL, release_mpfr)
