/* Small studies of Lotka–Volterra with a true and a false claim, and what the program says of them. */
#ifndef ASSAY_TESTS_STORE_RUN_FIXTURE_H
#define ASSAY_TESTS_STORE_RUN_FIXTURE_H

#include "tests/run_fixture.h"

/* Lotka–Volterra with a second set of initial data, the witness. */
#define MODEL(comment, a1)                                                                                   \
    "-- " comment "\n"                                                                                       \
    "return model { title = \"Lotka-Volterra\", kind = \"degenerate\", coordinates = { \"q1\", \"q2\" },\n"  \
    "  parameters = { a1 = " a1 ", a2 = 1, b1 = 1, b2 = 2 },\n"                                              \
    "  theta = function (q, c) return { log(q[2]) / q[1] + q[2], q[1] } end,\n"                              \
    "  hamiltonian = function (q, c) return c.a1*q[1] + c.a2*q[2] - c.b1*log(q[1]) - c.b2*log(q[2]) end,\n"  \
    "  initial = { default = { 1, 1 }, other = { \"1.2\", \"0.9\" } }, step = \"0.1\" }\n"

#define TRUE_CLAIM                                                                                           \
    "{ id = \"true\", source = \"Kraus (2017), table 2\", method = \"gauss-*\", projection = "               \
    "\"symmetric\","                                                                                         \
    "  measure = \"energy_error\", order = exactly \"2*s\" },"
/* 2 of gauss-2 without a projection, table 2 of Kraus (2017). */
#define FALSE_CLAIM                                                                                          \
    "{ id = \"false\", source = \"nobody\", method = \"gauss-2\", projection = \"none\","                    \
    "  measure = \"energy_error\", order = exactly \"5\" },"

#define STUDY(models, until, more, claims)                                                                   \
    "return study { title = \"Tiny\", models = { " models " }, methods = { \"gauss-1\", \"gauss-2\" },"      \
    "  projections = { \"none\", \"symmetric\" }, steps = halving(\"0.1\", 5), untiltime = \"" until "\","   \
    "  precisions = { \"double\", 128 }, measures = { \"solution_error\", \"energy_error\" }," more          \
    "  claims = { " claims " },"                                                                             \
    "  tables = { { name = \"orders\", title = \"Orders\", model = \"first\", measure = \"energy_error\","   \
    "               precision = 128 } },"                                                                    \
    "  figures = { { name = \"errors\", title = \"Errors\", model = \"first\","                              \
    "                measures = { \"energy_error\" }, precision = 128 } } }"
#define WITNESS "witness = { [\"./first.lua\"] = \"other\" },"
#define EXPECT  "expect = { { id = \"false\", verdict = \"refuted\" } },"

enum { CELLS = 2 * 2 * 5 * 2 };

static inline int fixture_create_studies(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_file(*state, "first.lua", MODEL("first", "1"));
    write_file(*state, "second.lua", MODEL("second", "2"));
    write_file(*state, "tiny.lua", STUDY("\"./first.lua\"", "2", WITNESS, TRUE_CLAIM FALSE_CLAIM));
    write_file(*state, "slow.lua", STUDY("\"./first.lua\"", "20", WITNESS, TRUE_CLAIM FALSE_CLAIM));
    write_file(*state, "two.lua", STUDY("\"./first.lua\", \"./second.lua\"", "2", "", TRUE_CLAIM));
    write_file(*state, "good.lua", STUDY("\"./first.lua\"", "2", "", TRUE_CLAIM));
    write_file(*state, "known.lua", STUDY("\"./first.lua\"", "2", WITNESS EXPECT, TRUE_CLAIM FALSE_CLAIM));
    return 0;
}

/* -- what the program says -- */

/* The status of the program, started through a shell: `arguments` may redirect. */
static inline int run_shell(const struct fixture *fixture, const char *arguments)
{
    char command[4 * PATH_SIZE];

    snprintf(command, sizeof command, "cd %s && %s %s", fixture->folder, fixture->program, arguments);
    return WEXITSTATUS(system(command));
}

static inline char *read_output(const struct fixture *fixture, const char *name)
{
    char path[PATH_SIZE];
    size_t length;

    return read_file(path_in(path, fixture->folder, name), &length);
}

static inline void check_says(const struct fixture *fixture, const char *name, const char *words)
{
    char *text = read_output(fixture, name);

    if (!strstr(text, words)) {
        fputs(text, stderr);
        fail_msg("%s does not say '%s'", name, words);
    }
    free(text);
}

/* The program refuses: that status and one line on standard error, with those words. */
static inline void check_refused(const struct fixture *fixture, const char *arguments, int status,
                                 const char *words)
{
    char line[2 * PATH_SIZE], *text;

    snprintf(line, sizeof line, "%s >refused.out 2>refused.err", arguments);
    assert_int_equal(run_shell(fixture, line), status);
    text = read_output(fixture, "refused.err");
    assert_memory_equal(text, "assay: ", 7);
    if (strchr(text, '\n') != text + strlen(text) - 1)
        fail_msg("not one line: %s", text);
    free(text);
    check_says(fixture, "refused.err", words);
}

#endif
