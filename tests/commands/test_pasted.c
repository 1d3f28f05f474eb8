/* What people paste: the commands that are printed are run as they stand, and the runs of fits are made from their entries in the
 * document; both come to the same.  Names have a blank, which a shell has to see. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

/* ---- fixture ---- */

#define STUDY    "./'a study.lua'"
#define PROGRAMS "./'the programs.lua'"

/* Of two parameters and three sets of data, one of them random; with a claim that is false, and a history. */
static const char study[] =
    "return study { title = 'Again', models = { './first.lua' }, methods = { 'gauss-1' }, projections = { "
    "'none', "
    "'symmetric' }, parameters = { a1 = { '1', '2' }, b2 = { '2', '3/2' } }, initial = { 'default', 'other', "
    "'random-1-1' }, steps = halving('0.1', 2), untiltime = '0.3', history = 50, precisions = { 'double', "
    "128 "
    "}, measures = { "
    "'energy_error' }, claims = { { id = 'right', source = 'a test', method = '*', projection = 'symmetric', "
    "measure = "
    "'energy_error', value = below '1' }, { id = 'wrong', source = 'a test', method = '*', projection = "
    "'none', measure "
    "= 'energy_error', value = below '1e-5' } }, figures = { { name = 'course', title = 'Course', kind = "
    "'history', "
    "channel = 'energy', model = 'first', precision = 'double', panels = { { title = 'P', projection = "
    "'none' } } } } }";
/* A program of two methods, one of which is wrong, and a shared object. */
static const char programs[] =
    "return study { title = 'Programs', models = { 'henon-heiles' }, methods = { exec { cmd = './midpoint', "
    "depends = { "
    "'./midpoint' } }, './ralston.so' }, projections = { 'none' }, steps = halving('0.1', 5), untiltime = "
    "'2', "
    "precisions = { 'double' }, measures = { 'solution_error' }, claims = { { id = 'order', source = 'a "
    "test', method = "
    "'*', projection = 'none', measure = 'solution_error', order = at_least(2) } } }";

static int create(void **state)
{
    char line[5 * PATH_SIZE];

    if (fixture_create_studies(state) != 0)
        return 1;
    write_file("a study.lua", study);
    write_file("the programs.lua", programs);
    snprintf(line, sizeof line,
             "c=\"${CC:-cc} -I%s/clients/c %s/examples\"; $c/midpoint.c -o midpoint -lm && "
             "$c/ralston.c -shared -fPIC -o ralston.so -lmpfr",
             fixture.home, fixture.home);
    if (system(line) != 0)
        return 1;
    return run_shell("run " STUDY " --store s.sqlite --out one >first.txt 2>&1") ||
           run_shell("run " PROGRAMS " --store s.sqlite --out programs >programs.txt 2>&1");
}

/* The command that begins at `command` and ends with the line, or at `end`, with more options. */
static void paste(const char *command, char end, const char *more, const char *output)
{
    const char stop[] = {'\n', end, '\0'};

    assert_memory_equal(command, "assay ", 6);
    check_shell(0, "%.*s %s >%s 2>pasted.err", (int)strcspn(command + 6, stop), command + 6, more, output);
}

/* ---- entries ---- */

/* The error of a run of the k-th step that is made of the entry alone: of its data, as the only ones of a model. */
static double repeat(const json_t *fit, size_t k)
{
    char data[200], parameters[200] = "";
    const char *name;
    json_t *value;

    snprintf(data, sizeof data, "default = { \"%s\", \"%s\" }", text_at(fit, "data/values/q1"),
             text_at(fit, "data/values/q2"));
    write_variant("copy.lua", "first.lua", "default = { 1, 1 }, other = { \"1.2\", \"0.9\" }", data, NULL);
    json_object_foreach(at(fit, "parameters"), name, value)
        snprintf(parameters + strlen(parameters), sizeof parameters - strlen(parameters), " --param %s=%s",
                 name, json_string_value(value));
    check_shell(
        0,
        "integrate ./copy.lua --method %s --projection %s --step %s --steps %d --precision %s%s --json "
        ">repeated.json",
        text_at(fit, "method"), text_at(fit, "projection"), text_at(fit, "step_sizes/%zu", k),
        (int)integer_at(fit, "steps/%zu", k), text_at(fit, "precision"), parameters);
    return number_at(load("repeated.json"), "measures/energy_error");
}

TEST(test_runs_of_entries)
{
    const json_t *report = load("one/data/report.json"), *fits = at(report, "fits");
    double largest = 0, least = 1;

    for (size_t i = 0; i < json_array_size(fits); i += 5) {
        const json_t *fit = json_array_get(fits, i);

        for (size_t k = 0; k < size_at(fit, "step_sizes"); k++) {
            const double error = number_at(fit, "errors/%zu", k), again = repeat(fit, k);

            if (fabs(again / error - 1) > 1e-14)
                fail_msg("%s, step %zu: %.17g in the document, %.17g again", text_at(fit, "id"), k, error,
                         again);
            largest = fmax(largest, error);
            least = fmin(least, error);
        }
    }
    assert_true(largest > 100 * least); /* they are different */
}

/* ---- lines ---- */

/* The line of explain that runs a fit once more, of a method that is built in: one of its points. */
TEST(test_the_run_of_a_fit)
{
    const char id[] = "first/other[a1=2,b2=1.5]/gauss-1/none/128/energy_error", *command;
    const json_t *fit;

    check_shell(0, "explain " STUDY " '%s' --store s.sqlite >explain.txt 2>&1", id);
    command = strstr(read_file("explain.txt"), "assay integrate ");
    assert_non_null(command);
    paste(command, '\n', "--json", "pasted.json");
    fit = get_entry(load("one/data/report.json"), "fits", id);
    for (size_t k = 0; k < size_at(fit, "step_sizes"); k++)
        if (!strcmp(text_at(fit, "step_sizes/%zu", k), text_at(load("pasted.json"), "step")))
            command = fabs(number_at(load("pasted.json"), "measures/energy_error") /
                               number_at(fit, "errors/%zu", k) -
                           1) < 1e-14
                          ? NULL
                          : command;
    assert_null(command);
}

/* Of programs and of shared objects the line runs that fit of the study, and comes to its verdict from the same store. */
TEST(test_the_runs_of_programs)
{
    const json_t *fits = at(load("programs/data/report.json"), "fits");
    size_t holding = 0;

    assert_int_equal(json_array_size(fits), 3);
    for (size_t i = 0; i < 3; i++) {
        const char *id = text_at(fits, "%zu/id", i), *verdict = text_at(fits, "%zu/verdict", i), *command;

        check_shell(0, "explain " PROGRAMS " '%s' --store s.sqlite >explain.txt 2>&1", id);
        command = strstr(read_file("explain.txt"), "assay run ");
        if (!command)
            fail_msg("%s: %s", id, read_file("explain.txt"));
        paste(command, '\n', "--dry-run", "pasted.txt");
        check_says("pasted.txt", "0 cells to compute");
        paste(command, '\n', "--out pasted", "pasted.txt");
        assert_string_equal(text_at(get_entry(load("pasted/data/report.json"), "fits", id), "verdict"),
                            verdict);
        assert_int_equal(size_at(load("pasted/data/report.json"), "fits"), 1);
        holding += !strcmp(verdict, "holds");
    }
    assert_int_equal(holding, 2);
}

/* The command below a figure of histories, as a browser shows it. */
TEST(test_the_command_of_a_figure)
{
    struct comparison comparison = {.files = 0};
    char *command = strstr(read_file("one/index.html"), "Again: <code>"), *quote;

    assert_non_null(command);
    command += strlen("Again: <code>");
    while ((quote = strstr(command, "&#39;")) && quote < strstr(command, "</code>"))
        memmove(quote + 1, quote + 5, strlen(quote + 5) + 1), *quote = '\'';
    paste(command, '<', "--out two", "pasted.txt");
    compare_folders(&comparison, "one/data", "two/data", "--out one", "--out two");
    assert_true(comparison.files > 3);
    if (comparison.different)
        fail_msg("%zu files differ, as does %s", comparison.different, comparison.example);
}

TEST_GROUP(create, fixture_destroy)
