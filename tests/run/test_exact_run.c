/* Claims of exactness through the program, and results that do not depend on the way to them: how many
 * workers there are, what the store has already, in which order measures were asked for. */
#define _GNU_SOURCE
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#define EXACT(id, measure)                                                                                   \
    "{ id = \"" id "\", source = \"Kraus (2017), section 4\", method = \"gauss-*\", projection = \"*\","     \
    "  measure = \"" measure "\", exact = true },"
#define SYMMETRY   EXACT("symmetry", "symmetry_defect")
#define CONSTRAINT EXACT("constraint", "constraint_error:phi")
#define DEFAULT    "first/default/gauss-2/"
#define OTHER      "first/other/gauss-2/"

static void check_verdict(const json_t *report, const char *fit, const char *verdict)
{
    if (strcmp(word_of(report, fit, "verdict"), verdict) != 0)
        fail_msg("%s: %s and not %s", fit, word_of(report, fit, "verdict"), verdict);
}

/* -- exactness -- */

/* Kraus (2017), section 4: without a projection the momentum leaves the constraint, with any it does not;
 * all maps here but the symplectic projection are symmetric. */
TEST(test_exact)
{
    const struct fixture *fixture = *state;
    json_t *report;

    write_study(fixture,
                &(struct parts){"exact", "\"gauss-2\"", "\"none\", \"symmetric\", \"symplectic\"",
                                "\"0.1\", 5", "1", "128", "\"symmetry_defect\", \"constraint_error:phi\"",
                                "refine = 2," WITNESS "claims = { " SYMMETRY CONSTRAINT " },"});
    report = run_study(fixture, "exact", "");
    check_verdict(report, DEFAULT "none/128/symmetry_defect", "holds");
    check_verdict(report, DEFAULT "symmetric/128/symmetry_defect", "holds");
    check_verdict(report, DEFAULT "symplectic/128/symmetry_defect", "refuted");
    check_verdict(report, OTHER "symplectic/128/symmetry_defect", "refuted");
    check_verdict(report, DEFAULT "none/128/constraint_error:phi", "refuted");
    check_verdict(report, OTHER "none/128/constraint_error:phi", "refuted");
    check_verdict(report, DEFAULT "symmetric/128/constraint_error:phi", "holds");
    check_verdict(report, DEFAULT "symplectic/128/constraint_error:phi", "holds");
    /* Repeated at the coarsest step, of every curve; the witnesses are those of what is refuted. */
    assert_int_equal(count_cells(report, DEFAULT "none/192/0.1"), 1);
    assert_int_equal(count_cells(report, DEFAULT "none/192/"), 1);
    assert_int_equal(count_cells(report, DEFAULT "symmetric/192/0.1"), 1);
    assert_int_equal(count_cells(report, DEFAULT "symmetric/192/"), 1);
    assert_int_equal(count_cells(report, OTHER "symmetric/"), 0);
    assert_int_equal(count_cells(report, DEFAULT), 18);
    assert_int_equal(count_cells(report, OTHER), 12);
    check_says(fixture, "err.txt", "claimed: exact\n");
    json_decref(report);
}

/* Without other initial data nothing is refuted. */
TEST(test_one_witness)
{
    const struct fixture *fixture = *state;
    json_t *report;

    write_study(fixture, &(struct parts){"single", "\"gauss-2\"", "\"none\"", "\"0.1\", 5", "1", "128",
                                         "\"constraint_error:phi\"", "claims = { " CONSTRAINT " },"});
    report = run_study(fixture, "single", "");
    check_verdict(report, DEFAULT "none/128/constraint_error:phi", "inconclusive");
    json_decref(report);
}

/* On the linear vortices nothing leaves the constraint: they cannot tell the projection from none. */
TEST(test_vacuous)
{
    const struct fixture *fixture = *state;
    json_t *report;

    write_file(
        fixture, "vacuous.lua",
        "return study { title = \"Vacuous\", models = { \"point-vortices-linear\", \"point-vortices\" },"
        "  methods = { \"gauss-1\" }, projections = { \"none\", \"symmetric\" },"
        "  steps = halving(\"0.1\", 5), untiltime = \"1\", precisions = { 128 },"
        "  measures = { \"constraint_error:phi\" }, claims = { { id = \"constraint\", source = \"Kraus "
        "(2017)\", method = \"gauss-1\", projection = \"symmetric\", measure = "
        "\"constraint_error:phi\", exact = true } } }");
    report = run_study(fixture, "vacuous", "");
    check_verdict(report, "point-vortices-linear/default/gauss-1/symmetric/128/constraint_error:phi",
                  "vacuous");
    check_verdict(report, "point-vortices/default/gauss-1/symmetric/128/constraint_error:phi", "holds");
    /* Members of the class are asked too. */
    assert_int_equal(count_cells(report, "point-vortices/default/gauss-1/none/192/"), 1);
    check_says(fixture, "out.txt", "vacuous");
    json_decref(report);
}

/* -- a further measure -- */

static void write_measures(const struct fixture *fixture, const char *measures)
{
    write_study(fixture, &(struct parts){"further", "\"gauss-1\", \"gauss-2\"", "\"none\", \"symplectic\"",
                                         "\"0.1\", 5", "1", "\"double\", 128", measures, ""});
}

static void check_same_text(char *first, char *second, bool after_line)
{
    const char *a = after_line ? strchr(first, '\n') : first, *b = after_line ? strchr(second, '\n') : second;

    assert_string_equal(a, b);
    free(first);
    free(second);
}

/* Rows are added to the cells that are there; the time they took stays that of the run. */
TEST(test_further_measure)
{
    const char *measures = "SELECT count(*) FROM measure",
               *defects = "SELECT count(*) FROM measure WHERE name = 'symmetry_defect'";
    const struct fixture *fixture = *state;
    json_t *before, *after;
    char *timing, *report;
    long long rows;

    write_measures(fixture, "\"energy_error\"");
    before = run_study_in(fixture, "further", "grown.sqlite", "", 0);
    timing = read_output(fixture, "same/data/timing.csv");
    rows = ask(fixture, "grown.sqlite", measures);
    assert_int_equal(ask(fixture, "grown.sqlite", defects), 0);
    write_measures(fixture, "\"energy_error\", \"symmetry_defect\"");
    after = run_study_in(fixture, "further", "grown.sqlite", "", 0);
    check_same_text(timing, read_output(fixture, "same/data/timing.csv"), true);
    report = read_output(fixture, "same/data/report.json");
    assert_int_equal(count_evaluations(before, ""), count_evaluations(after, ""));
    assert_int_equal(json_array_size(json_object_get(after, "cells")), 40);
    assert_int_equal(ask(fixture, "grown.sqlite", "SELECT count(*) FROM cell"), 40);
    assert_int_equal(ask(fixture, "grown.sqlite", defects), 40);
    assert_int_equal(ask(fixture, "grown.sqlite", measures), rows + 40);
    /* Nothing was measured twice. */
    assert_int_equal(ask(fixture, "grown.sqlite",
                         "SELECT count(*) FROM cell WHERE line LIKE '%energy_error%energy_error%'"),
                     0);
    json_decref(before);
    json_decref(after);
    /* The same words, another store of the same name: filled from the start. */
    write_file(fixture, "grown.sqlite", "");
    json_decref(run_study_in(fixture, "further", "grown.sqlite", "", 0));
    check_same_text(report, read_output(fixture, "same/data/report.json"), false);
}

/* A study without solution errors needs no reference; one that takes them later runs its cells again. */
TEST(test_further_reference)
{
    const char *solutions = "SELECT count(*) FROM measure WHERE name = 'solution_error' AND value > 0",
               *references = "SELECT count(*) FROM reference";
    const struct fixture *fixture = *state;

    write_measures(fixture, "\"energy_error\"");
    json_decref(run_study_in(fixture, "further", "later.sqlite", "", 0));
    assert_int_equal(ask(fixture, "later.sqlite", references), 0);
    assert_int_equal(ask(fixture, "later.sqlite", solutions), 0);
    write_measures(fixture, "\"energy_error\", \"solution_error\"");
    json_decref(run_study_in(fixture, "further", "later.sqlite", "", 0));
    assert_int_equal(ask(fixture, "later.sqlite", references), 1);
    assert_int_equal(ask(fixture, "later.sqlite", "SELECT count(*) FROM cell"), 40);
    assert_int_equal(ask(fixture, "later.sqlite", solutions), 40);
}

/* -- the same results on every way -- */

#define MIXED_CLAIMS                                                                                         \
    "claims = { { id = \"true\", source = \"Kraus (2017)\", method = \"gauss-*\", projection = "             \
    "\"symmetric\", measure = \"energy_error\", order = exactly \"2*s\" },"                                  \
    "  { id = \"false\", source = \"nobody\", method = \"gauss-*\", projection = \"none\", measure = "       \
    "\"energy_error\", order = exactly \"7\" }, " CONSTRAINT " },"

/* Claims that ask for everything: halvings, bits, witnesses, repeats of both kinds. */
static void write_mixed(const struct fixture *fixture)
{
    write_study(fixture,
                &(struct parts){"mixed", "\"gauss-2\", \"gauss-4\"", "\"none\", \"symmetric\"", "\"0.5\", 4",
                                "8", "53", "\"energy_error\", \"constraint_error:phi\"",
                                "refine = 4," WITNESS MIXED_CLAIMS});
}

/* The report without the lines that name the command. */
static char *run_mixed(const struct fixture *fixture, const char *store, const char *options)
{
    char *text, *line;

    json_decref(run_study_in(fixture, "mixed", store, options, 0));
    text = read_output(fixture, "same/data/report.json");
    line = strstr(text, "\"command\":");
    assert_non_null(line);
    memset(line, ' ', strcspn(line, "\n"));
    assert_null(strstr(line, "\"command\":"));
    line += strcspn(line, "\n");
    memmove(text + 1, line, strlen(line) + 1);
    return text;
}

TEST(test_jobs)
{
    static const char *const budgets[] = {"", "--budget 5000", "--budget 2000"};
    const struct fixture *fixture = *state;
    char *first[3];

    write_mixed(fixture);
    for (int k = 0; k < 3; k++) {
        for (int jobs = 1; jobs <= 3; jobs++) {
            char store[64], options[64], *text;

            snprintf(store, sizeof store, "jobs-%d-%d.sqlite", k, jobs);
            snprintf(options, sizeof options, "--jobs %d %s", jobs, budgets[k]);
            text = run_mixed(fixture, store, options);
            if (jobs == 1)
                first[k] = text;
            else
                check_same_text(strdup(first[k]), text, false);
            /* Again, when all that comes is in the store. */
            if (jobs == 3)
                check_same_text(strdup(first[k]), run_mixed(fixture, store, options), false);
        }
    }
    assert_string_not_equal(first[0], first[1]); /* control: the budget makes a difference */
    for (int k = 0; k < 3; k++)
        free(first[k]);
}

/* Takes away about that share of the cells, those whose id is LIKE the pattern. */
static void forget_cells(const struct fixture *fixture, const char *store, int percent, const char *pattern)
{
    char command[PATH_SIZE];

    snprintf(command, sizeof command,
             "DELETE FROM record WHERE kind = 'cell' AND label LIKE '%s' AND"
             " abs(rowid * 2654435761 + %d) / 7 %% 100 < %d",
             pattern, rand(), percent);
    run_sql_in(fixture, store, command);
}

/* From a store that lost cells at random, or all of one kind: witnesses, repeats, bits, first steps. */
TEST(test_holes)
{
    static const char *const patterns[] = {"%",       "%",       "%",      "%/other/%",
                                           "%/117/%", "%/181/%", "%/53/%", "%/0.0625"};
    const struct fixture *fixture = *state;
    const char *given = getenv("SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    char *whole;

    print_message("SEED=%u\n", seed);
    srand(seed);
    write_mixed(fixture);
    whole = run_mixed(fixture, "holes.sqlite", "");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        long long cells = ask(fixture, "holes.sqlite", "SELECT count(*) FROM cell");

        forget_cells(fixture, "holes.sqlite", i < 3 ? 40 : 100, patterns[i]);
        assert_true(ask(fixture, "holes.sqlite", "SELECT count(*) FROM cell") < cells);
        check_same_text(strdup(whole), run_mixed(fixture, "holes.sqlite", ""), false);
        assert_int_equal(ask(fixture, "holes.sqlite", "SELECT count(*) FROM cell"), cells);
    }
    free(whole);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
