/* Knobs of programs: each combination of their values is a command and a name; what cannot stand in these is refused. */
#include "tests/fixtures/runs/study_fixture.h"

#include "numerics/memory.h"

static struct study *read_knobs(const char *command, const char *knobs)
{
    char text[1000];

    snprintf(
        text, sizeof text,
        "return study { title = 't', source = '', models = { 'lorenz' }, steps = { '0.1' }, untiltime = '1', "
        "projections = { 'none' }, precisions = { 'double' }, measures = { 'solution_error' }, "
        "methods = { exec { cmd = '%s', depends = { 'Makefile' }, knobs = %s } } }",
        command, knobs);
    return read_text(text, &said);
}

static void check_combination(const struct study_program *program, size_t k, const char *command,
                              const char *suffix)
{
    char *made, *behind;

    assert_true(study_knobs_combine(program, k, &made, &behind));
    assert_string_equal(kept_text(made), command);
    assert_string_equal(kept_text(behind), suffix);
}

static void check_past(const struct study_program *program, size_t k)
{
    char *made, *behind;

    assert_false(study_knobs_combine(program, k, &made, &behind));
}

TEST(test_combinations)
{
    const struct study *study =
        read_knobs("run {tol} {n} {tol}", "{ tol = { '1e-6', '1e-9', 0 }, n = { 2, 3 } }");
    const struct study_program *program;

    assert_done(study, said);
    program = study->program;
    check_combination(program, 0, "run 1e-6 2 1e-6", ":n=2:tol=1e-6");
    check_combination(program, 1, "run 1e-6 3 1e-6", ":n=3:tol=1e-6");
    check_combination(program, 5, "run 0 3 0", ":n=3:tol=0");
    check_past(program, 6);
}

TEST(test_no_knobs)
{
    const struct study_program program = {.command = "run {x}"};

    check_combination(&program, 0, "run {x}", "");
    check_past(&program, 1);
}

TEST(test_of_the_command_line)
{
    struct study_program program = {.command = "run {a} {b}"};
    struct memory_kept *kept_here = NULL;

    study_knobs_add(&program, &kept_here, "a", "1,2");
    study_knobs_add(&program, &kept_here, "b", "x");
    assert_true(study_knobs_check(&program, &said));
    check_combination(&program, 1, "run 2 x", ":a=2:b=x");
    check_past(&program, 2);
    memory_release(kept_here);
}

TEST(test_refusals)
{
    static const char *const cases[][3] = {
        {"run", "{ tol = { 1 } }",
         "the command has no place for the knob tol; write for example 'run {tol}'"},
        {"run {tol}", "{ tol = { 'a b' } }", "the knob tol has the value 'a b'"},
        {"run {tol}", "{ tol = { '1;rm' } }", "the knob tol has the value '1;rm'"},
        {"run {tol}", "{ tol = { } }", "the knob tol has no values"},
        {"run {tol}", "{ { 1 } }", "exec.knobs has an entry without a name"},
        {"run {tol}", "3", "exec.knobs is a number"},
        {"run {a/b}", "{ ['a/b'] = { 1 } }", "the knob 'a/b' is not a name"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_null(read_knobs(cases[i][0], cases[i][1]));
        assert_says(said.text, cases[i][2]);
    }
}
