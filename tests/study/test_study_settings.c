/* What a study says of long runs, ensembles, loops and surfaces: read back, and what is wrong refused. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/study_fixture.h"

/* A study with these further fields; NULL with the message. */
static struct study *read_with(const char *fields, struct error *error)
{
    char text[1000];

    snprintf(text, sizeof text,
             "return study { title = 't', models = 'm', methods = 'gauss-1', projections = 'none', "
             "precisions = 'double', measures = 'energy_error', %s }",
             fields);
    return read_text(text, error);
}

static struct study *read_good(const char *fields)
{
    struct study *study = read_with(fields, &said);

    assert_done(study, said);
    return study;
}

TEST(test_fields)
{
    struct study *study =
        read_good("steps = each { '0.1', '0.01' }, untilsteps = 1000, history = 50, ensemble = 128, loop = "
                  "'small', points = 200, surface = 'large', side = 33");

    assert_null(study->until);
    assert_int_equal(study->until_steps, 1000);
    assert_int_equal(study->settings.history, 50);
    assert_int_equal(study->settings.ensemble, 128);
    assert_int_equal(study->settings.points, 200);
    assert_int_equal(study->settings.side, 33);
    assert_string_equal(study->settings.loop, "small");
    assert_string_equal(study->settings.surface, "large");
    assert_true(study->steps->each);
    study = read_good("steps = { '0.1' }, untiltime = '1'");
    assert_int_equal(study->until_steps, 0);
    assert_int_equal(study->settings.history, 0);
    assert_int_equal(study->settings.ensemble, STUDY_SETTINGS_ENSEMBLE);
    assert_int_equal(study->settings.points, STUDY_SETTINGS_POINTS);
    assert_null(study->settings.loop);
    assert_false(study->steps->each);
}

/* The closest set counts: of the data, of the model, of all. */
TEST(test_steps_of_data)
{
    struct study *study = read_good("steps = { m = { '3' }, ['m/half'] = each { '5' } }, untilsteps = 10");

    assert_string_equal(study_find_steps(study, "m", "half")->step.text[0], "5");
    assert_string_equal(study_find_steps(study, "m", "default")->step.text[0], "3");
    assert_null(study_find_steps(study, "mm", "half"));
}

/* A file of a program that lies beside the study, in /tmp, is found there, and in the command; others are left as
 * they are. */
TEST(test_programs)
{
    char path[] = "/tmp/assay-beside-XXXXXX", fields[300], command[100];
    const int descriptor = mkstemp(path);
    const char *name = strrchr(path, '/') + 1;
    const struct study *study;

    assert_true(descriptor >= 0);
    close(descriptor);
    snprintf(fields, sizeof fields,
             "steps = { '0.1' }, untiltime = '1', needs = { 'sh', 'no-such-program' }, "
             "methods = { exec { cmd = 'sh  %s x%s', depends = { '%s', 'Makefile', 'elsewhere' } } }",
             name, name, name);
    study = read_good(fields);
    unlink(path);
    snprintf(command, sizeof command, "sh  %s x%s", path, name);
    assert_string_equal(study->program->command, command);
    assert_string_equal(study->program->depends.text[0], path);
    assert_string_equal(study->program->depends.text[1], "Makefile");
    assert_string_equal(study->program->depends.text[2], "elsewhere");
    assert_string_equal(study_programs_missing(study), "no-such-program");
    assert_null(study_programs_missing(read_good("steps = { '0.1' }, untiltime = '1', needs = 'sh'")));
}

TEST(test_refusals)
{
    static const char *const cases[][2] = {
        {"steps = each { '0.1' }, untilsteps = 'many'", "write untilsteps = 1000000"},
        {"steps = each { '0.1' }, untilsteps = 0", "write untilsteps = 1000000"},
        {"steps = each { '0.1' }, untilsteps = 5, untiltime = '1'", "leave out one of them"},
        {"steps = each { '0.1' }", "study.untiltime is missing"},
        {"steps = each { '0.1' }, untilsteps = 5, history = 0", "study.history is not a whole number"},
        {"steps = each { '0.1' }, untilsteps = 5, ensemble = 10", "write ensemble = 64"},
        {"steps = each { '0.1' }, untilsteps = 5, points = '64'", "study.points is not a whole number"},
        {"steps = each { '0.1' }, untilsteps = 5, points = 17", "write points = 18"},
        {"steps = each { '0.1' }, untilsteps = 5, side = 16", "write side = 17"},
        {"steps = each '0.1', untilsteps = 5", "each takes a list of steps"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(read_with(cases[i][0], &said));
        if (!strstr(said.text, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], said.text);
    }
}
