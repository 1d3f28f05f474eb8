/* What people paste: the commands that are printed are run as they stand, and the runs of fits are made from their entries in the
 * document; both come to the same.  Names have a blank, which a shell has to see.  Numbers on the page are those of the document. */
#include "tests/fixtures/test.h"

#include <ctype.h>

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
    "'*', projection = 'none', measure = 'solution_error', order = at_least(2) } }, tables = { { name = "
    "'orders', title = 'Orders', model = 'henon-heiles', measure = 'solution_error', precision = 'double' } "
    "} }";

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

/* ---- numbers ---- */

enum { MOST_NUMBERS = 20000 };

struct numbers {
    size_t count;
    double size[MOST_NUMBERS];
};

/* A number of the text that is none of a name: where it ends, else NULL. */
static const char *read_number(const char *text, const char *from, double *number)
{
    char *end;

    if (!isdigit((unsigned char)*from) ||
        (from > text && (isalnum((unsigned char)from[-1]) || strchr("._", from[-1]))))
        return NULL;
    *number = strtod(from, &end);
    return end;
}

/* Those of a value of the document, without what is a sentence in it. */
static void collect(struct numbers *numbers, const json_t *value, bool sentences)
{
    const char *name, *text = json_string_value(value), *end;
    const json_t *part;
    size_t index;
    double number;

    json_array_foreach(value, index, part) collect(numbers, part, sentences);
    json_object_foreach((json_t *)(uintptr_t)value, name,
                        part) if (sentences || !strstr("reason next evidence text", name))
        collect(numbers, part, sentences);
    assert_true(numbers->count + 100 < MOST_NUMBERS);
    if (json_is_number(value))
        numbers->size[numbers->count++] = fabs(json_number_value(value));
    for (const char *at = text; at && *at; at++) {
        if ((end = read_number(text, at, &number))) {
            numbers->size[numbers->count++] = number;
            at = end - 1;
        }
    }
}

/* Each decimal between tags of the page, up to `end`, is one of the numbers, rounded to what is printed of it; how many there are. */
static size_t trace(const struct numbers *numbers, const char *page, const char *end, const char *what)
{
    size_t traced = 0;
    double number;

    for (const char *at = page, *behind; at < end; at = behind) {
        const char *point;
        bool found = false;
        double half;

        behind = at + 1;
        if (*at == '<')
            behind = at + strcspn(at, ">");
        if (*at == '<' || !(behind = read_number(page, at, &number))) {
            behind = *at == '<' ? behind : at + 1;
            continue;
        }
        point = memchr(at, '.', (size_t)(behind - at));
        if (!point)
            continue;
        half = 0.5001 * pow(10, -(double)strspn(point + 1, "0123456789"));
        point += 1 + strspn(point + 1, "0123456789");
        if (*point == 'e' && point < behind)
            half *= pow(10, atoi(point + 1));
        for (size_t k = 0; k < numbers->count && !found; k++)
            found = fabs(numbers->size[k] - number) <= half;
        if (!found)
            fail_msg("%s: %.*s is no number of the document: %.60s", what, (int)(behind - at), at, at);
        traced++;
    }
    return traced;
}

/* Scripts of pictures have numbers of their own. */
static char *read_page(const char *name)
{
    static const char *const left_out[][2] = {
        {"<style", "</style>"}, {"<svg", "</svg>"}, {"<code", "</code>"}};
    char *page = read_file(name);

    for (size_t i = 0; i < COUNT(left_out); i++) {
        for (char *at = page, *end; (at = strstr(at, left_out[i][0]));) {
            end = strstr(at, left_out[i][1]);
            assert_non_null(end);
            memmove(at, end, strlen(end) + 1);
        }
    }
    return page;
}

/* Against the entry of the fit that the caption names. */
static size_t trace_fit(const json_t *report, const char *caption, const char *from, const char *end)
{
    static struct numbers own;
    char id[200];

    snprintf(id, sizeof id, "%.*s", (int)strcspn(caption, "<"), caption);
    own.count = 0;
    collect(&own, get_entry(report, "fits", id), false);
    return trace(&own, from, end, id);
}

/* On all of the page but the rules; below the picture of a fit they are those of that fit, and those of the fit to which the
 * cell of a table leads. */
static void check_numbers(const char *name, size_t fewest)
{
    static struct numbers all;
    char path[PATH_SIZE], *page, *rules;
    const json_t *report = load(path_in(path, name, "data/report.json"));
    size_t traced = 0;

    page = read_page(path_in(path, name, "index.html"));
    rules = strstr(page, "<h2 id=\"rules\">");
    assert_non_null(rules);
    all.count = 0;
    collect(&all, report, true);
    trace(&all, page, rules, name);
    trace(&all, strstr(rules + 1, "<h2 "), page + strlen(page), name);
    for (const char *at = page; (at = strstr(at, "<figcaption><b>"));) {
        at += strlen("<figcaption><b>");
        traced += trace_fit(report, at, strstr(at, "</b>"), strstr(at, "</figcaption>"));
    }
    for (const char *at = page; (at = strstr(at, "<a href='#fit-")); at++) {
        char figure[64];
        const char *caption;

        snprintf(figure, sizeof figure, "id=\"fit-%d\">", atoi(at + strlen("<a href='#fit-")));
        caption = strstr(page, figure);
        assert_non_null(caption);
        caption = strstr(caption, "<figcaption><b>") + strlen("<figcaption><b>");
        traced += trace_fit(report, caption, strchr(at, '>'), strstr(at, "</td>"));
    }
    assert_true(traced >= fewest && traced >= 2 * size_at(report, "fits"));
}

TEST(test_numbers_of_pages)
{
    check_numbers("one", 100);
    check_numbers("programs", 18);
}

TEST_GROUP(create, fixture_destroy)
