/* Claims of exactness through the program, and results that do not depend on the way to them: how many
 * workers there are, what the store has already, in which order measures were asked for. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"
#include "tests/fixtures/runs/store_run_fixture.h"

#define EXACT(id, measure)                                                                                   \
    "{ id = '" id "', source = 'Kraus (2017), section 4', method = 'gauss-*', projection = '*',"             \
    "  measure = '" measure "', exact = true },"
#define SYMMETRY   EXACT("symmetry", "symmetry_defect")
#define CONSTRAINT EXACT("constraint", "constraint_error:phi")
#define DEFAULT    "first/default/gauss-2/"
#define OTHER      "first/other/gauss-2/"

/* -- exactness -- */

/* Kraus (2017), section 4: without a projection the momentum leaves the constraint, with any it does not;
 * all maps here but the symplectic projection are symmetric. */
TEST(test_exact)
{
    static const char *const verdicts[][2] = {
        {DEFAULT "none/128/symmetry_defect", "holds"},
        {DEFAULT "symmetric/128/symmetry_defect", "vacuous"},
        {DEFAULT "symplectic/128/symmetry_defect", "refuted"},
        {DEFAULT "none/128/constraint_error:phi", "refuted"},
        {DEFAULT "symmetric/128/constraint_error:phi", "holds"},
        {DEFAULT "symplectic/128/constraint_error:phi", "holds"},
    };
    const json_t *report;

    write_study(&(struct parts){"exact", "'gauss-2'", "'none', 'symmetric', 'symplectic'", "'0.1', 5", "1",
                                "128", "'symmetry_defect', 'constraint_error:phi'",
                                "refine = 2," WITNESS "claims = { " SYMMETRY CONSTRAINT " },"});
    report = run_study("exact", "-v");
    for (size_t i = 0; i < COUNT(verdicts); i++)
        check_verdict(report, verdicts[i][0], verdicts[i][1]);
    /* Repeated at the coarsest step, of every curve; what stays with more bits refutes without a witness. */
    assert_int_equal(count_cells(report, DEFAULT "none/192/0.1"), 1);
    assert_int_equal(count_cells(report, DEFAULT "none/192/"), 1);
    assert_int_equal(count_cells(report, DEFAULT "symmetric/192/0.1"), 1);
    assert_int_equal(count_cells(report, DEFAULT "symmetric/192/"), 1);
    assert_int_equal(count_cells(report, DEFAULT), 18);
    assert_int_equal(count_cells(report, OTHER), 0);
    check_says("err.txt", "claimed: exact\n");
}

/* One set of data refutes what stays with more bits. */
TEST(test_one_witness)
{
    write_study(&(struct parts){"single", "'gauss-2'", "'none'", "'0.1', 5", "1", "128",
                                "'constraint_error:phi'", "claims = { " CONSTRAINT " },"});
    check_verdict(run_study("single", ""), DEFAULT "none/128/constraint_error:phi", "refuted");
}

/* On the linear vortices nothing leaves the constraint: they cannot tell the projection from none. */
TEST(test_vacuous)
{
    json_t *report;

    write_variant("vacuous.lua", "vacuous.lua", NULL);
    report = run_study("vacuous", "");
    check_verdict(report, "point-vortices-linear/default/gauss-1/symmetric/128/constraint_error:phi",
                  "vacuous");
    check_verdict(report, "point-vortices/default/gauss-1/symmetric/128/constraint_error:phi", "holds");
    /* Members of the class are asked too. */
    assert_int_equal(count_cells(report, "point-vortices/default/gauss-1/none/192/"), 1);
    check_says("out.txt", "vacuous");
}

/* -- a further measure -- */

static void write_measures(const char *measures)
{
    write_study(&(struct parts){"further", "'gauss-1', 'gauss-2'", "'none', 'symplectic'", "'0.1', 5", "1",
                                "'double', 128", measures, ""});
}

/* Rows are added to the cells that are there; the time they took stays that of the run. */
TEST(test_further_measure)
{
    const char *measures = "SELECT count(*) FROM measure",
               *defects = "SELECT count(*) FROM measure WHERE name = 'symmetry_defect'";
    json_t *before, *after;
    char *timing, *report;
    long long rows;

    write_measures("'energy_error'");
    before = run_study_in("further", "grown.sqlite", "", 0);
    timing = read_file("same/data/timing.csv");
    rows = ask("grown.sqlite", measures);
    assert_int_equal(ask("grown.sqlite", defects), 0);
    write_measures("'energy_error', 'symmetry_defect'");
    after = run_study_in("further", "grown.sqlite", "", 0);
    assert_string_equal(strchr(timing, '\n'), strchr(read_file("same/data/timing.csv"), '\n'));
    report = read_file("same/data/report.json");
    assert_int_equal(count_evaluations(before, ""), count_evaluations(after, ""));
    assert_int_equal(size_at(after, "cells"), 40);
    assert_int_equal(ask("grown.sqlite", "SELECT count(*) FROM cell"), 40);
    assert_int_equal(ask("grown.sqlite", defects), 40);
    assert_int_equal(ask("grown.sqlite", measures), rows + 40);
    /* Nothing was measured twice. */
    assert_int_equal(
        ask("grown.sqlite", "SELECT count(*) FROM cell WHERE line LIKE '%energy_error%energy_error%'"), 0);
    /* The same words, another store of the same name: filled from the start. */
    write_file("grown.sqlite", "");
    run_study_in("further", "grown.sqlite", "", 0);
    assert_string_equal(report, read_file("same/data/report.json"));
}

/* A study without solution errors needs no reference; one that takes them later runs its cells again. */
TEST(test_further_reference)
{
    const char *solutions = "SELECT count(*) FROM measure WHERE name = 'solution_error' AND value > 0",
               *references = "SELECT count(*) FROM reference";
    write_measures("'energy_error'");
    run_study_in("further", "later.sqlite", "", 0);
    assert_int_equal(ask("later.sqlite", references), 0);
    assert_int_equal(ask("later.sqlite", solutions), 0);
    write_measures("'energy_error', 'solution_error'");
    run_study_in("further", "later.sqlite", "", 0);
    assert_int_equal(ask("later.sqlite", references), 1);
    assert_int_equal(ask("later.sqlite", "SELECT count(*) FROM cell"), 40);
    assert_int_equal(ask("later.sqlite", solutions), 40);
}

/* -- the same results on every way -- */

#define MIXED_CLAIMS                                                                                         \
    "claims = { { id = 'true', source = 'Kraus (2017)', method = 'gauss-*', projection = "                   \
    "'symmetric', measure = 'largest:energy', order = exactly '2*s' },"                                      \
    "  { id = 'false', source = 'nobody', method = 'gauss-*', projection = 'none', measure = "               \
    "'largest:energy', order = exactly '7' }, " CONSTRAINT " },"

/* Claims that ask for everything: halvings, bits, witnesses, repeats of both kinds; of a measure that no expansion decides. */
static void write_mixed(void)
{
    write_study(&(struct parts){"mixed", "'gauss-2', 'gauss-4'", "'none', 'symmetric'", "'0.5', 4", "8", "53",
                                "'largest:energy', 'constraint_error:phi'",
                                "refine = 4," WITNESS MIXED_CLAIMS});
}

/* The report without the lines that name commands, or the store that these name. */
static char *run_mixed(const char *store, const char *options)
{
    static const char *const keys[] = {
        "\"command\":", "\"run\":", "\"explain\":", "\"asked\":", "\"store\":"};
    char *text, *line;

    run_study_in("mixed", store, options, 0);
    text = read_file("same/data/report.json");
    assert_non_null(strstr(text, keys[0]));
    for (size_t k = 0; k < COUNT(keys); k++) {
        while ((line = strstr(text, keys[k])))
            memmove(line, line + strcspn(line, "\n"), strlen(line + strcspn(line, "\n")) + 1);
    }
    return text;
}

TEST(test_jobs)
{
    static const char *const budgets[] = {"", "--budget 5000", "--budget 2000"};
    char *first[3];

    write_mixed();
    for (int k = 0; k < 3; k++) {
        for (int jobs = 1; jobs <= 3; jobs++) {
            static const char store[] = "jobs.sqlite"; /* one name: printed commands have it */
            char options[64], *text;

            if (k > 0 || jobs > 1)
                forget(store);
            snprintf(options, sizeof options, "--jobs %d %s", jobs, budgets[k]);
            text = run_mixed(store, options);
            if (jobs == 1)
                first[k] = text;
            else
                assert_string_equal(first[k], text);
            /* Again, when all that comes is in the store. */
            if (jobs == 3)
                assert_string_equal(first[k], run_mixed(store, options));
        }
    }
    assert_string_not_equal(first[0], first[1]); /* control: the budget makes a difference */
}

/* Takes away about that share of the cells, those whose id is LIKE the pattern. */
static void forget_cells(const char *store, int percent, const char *pattern)
{
    char command[PATH_SIZE];

    snprintf(command, sizeof command,
             "DELETE FROM record WHERE kind = 'cell' AND label LIKE '%s' AND abs(rowid * 2654435761 + %d) / "
             "7 %% 100 < %d",
             pattern, rand(), percent);
    run_sql_in(store, command);
}

/* From a store that lost cells at random, or all of one kind: witnesses, repeats, bits, first steps. */
TEST(test_holes)
{
    static const char *const patterns[] = {"%",       "%",       "%",      "%/other/%",
                                           "%/117/%", "%/181/%", "%/53/%", "%/0.0625"};
    const char *given = getenv("SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    char *whole;

    print_message("SEED=%u\n", seed);
    srand(seed);
    write_mixed();
    whole = run_mixed("holes.sqlite", "");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        long long cells = ask("holes.sqlite", "SELECT count(*) FROM cell");

        forget_cells("holes.sqlite", i < 3 ? 40 : 100, patterns[i]);
        assert_true(ask("holes.sqlite", "SELECT count(*) FROM cell") < cells);
        assert_string_equal(whole, run_mixed("holes.sqlite", ""));
        assert_int_equal(ask("holes.sqlite", "SELECT count(*) FROM cell"), cells);
    }
}

TEST_GROUP(fixture_create_models, fixture_destroy)
