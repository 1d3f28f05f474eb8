#define _DEFAULT_SOURCE /* mkdtemp, setenv */
/* The problems of a study: globs, initial data, parameters and witnesses multiplied out and counted by hand,
 * what is refused, and files that join a study by lying in a folder of $ASSAY_PATH. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/run_fixture.h"
#include "tests/fixtures/runs/study_fixture.h"

#include "models/reader/data_path.h"
#include "numerics/exact.h"
#include "harness/plan/grid.h"
#include "harness/plan/study_check.h"

static const char model_text[] =
    "return model { title = 'm', kind = 'degenerate', coordinates = { 'q', 'p' },\n"
    "  parameters = { rate = 1, shift = '1/2' },\n"
    "  theta = function (z, c) return { z.p, 0 } end,\n"
    "  hamiltonian = function (z, c) return c.rate*(z.q^2 + z.p^2)/2 + c.shift*z.q end,\n"
    "  initial = { default = { 1, 0 }, fast = { q = { 2, 0 }, parameters = { rate = 3 } } } }\n";

static const struct fixture *place; /* of this test: a folder of $ASSAY_PATH with the model */

static int folder_create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    place = *state;
    write_file(place, "m.lua", model_text);
    return setenv("ASSAY_PATH", place->folder, 1);
}

/* -- grids of small studies -- */

struct small {
    struct study *study;
    struct grid *grid;
};

static void release(struct small *small)
{
    grid_destroy(small->grid);
    study_destroy(small->study);
}

/* A study with the lines given; a line of the default stands where they have none. */
static struct small read_grid(const char *lines, struct error *error)
{
    static const char *const defaults[][2] = {
        {"methods", "\"gauss-1\""},       {"projections", "\"none\""}, {"precisions", "\"double\""},
        {"measures", "\"energy_error\""}, {"untiltime", "1"},          {"steps", "halving(\"0.5\", 2)"},
    };
    char text[2000], path[PATH_SIZE];
    struct small small = {NULL, NULL};

    snprintf(text, sizeof text, "return study { title = \"t\", %s", lines);
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        if (!strstr(lines, defaults[i][0]))
            snprintf(text + strlen(text), sizeof text - strlen(text), ", %s = %s", defaults[i][0],
                     defaults[i][1]);
    }
    strcat(text, " }\n");
    write_file(place, "small.lua", text);
    error->text[0] = '\0';
    small.study = study_create(path_in(path, place->folder, "small.lua"), false, error);
    unlink(path);
    small.grid = small.study ? grid_create(small.study, NULL, NULL, error) : NULL;
    if (small.grid && !study_check(small.grid, error)) {
        grid_destroy(small.grid);
        small.grid = NULL;
    }
    return small;
}

static struct small read_good(const char *lines)
{
    struct error error;
    struct small small = read_grid(lines, &error);

    if (!small.grid)
        fail_msg("%s: %s", lines, error.text);
    return small;
}

/* MODEL/DATA of all problems; a witness has a star. */
static void list_problems(const struct grid *grid, char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0; i < grid->problems; i++) {
        const struct grid_problem *p = grid->problem + i;

        snprintf(list + strlen(list), size - strlen(list), "%s%s/%s%s", i ? " " : "", p->problem->model->name,
                 p->problem->initial->name, p->witness ? "*" : "");
    }
}

static void expect(const char *lines, const char *expected)
{
    struct small small = read_good(lines);
    char list[1000];

    list_problems(small.grid, list, sizeof list);
    if (strcmp(list, expected) != 0)
        fail_msg("%s: %s instead of %s", lines, list, expected);
    release(&small);
}

static void refuse(const char *lines, const char *message)
{
    struct error error;
    struct small small = read_grid(lines, &error);

    if (small.grid)
        fail_msg("accepted: %s", lines);
    if (!strstr(error.text, message) || !strstr(error.text, place->folder) || strchr(error.text, '\n'))
        fail_msg("'%s' does not say '%s'", error.text, message);
    release(&small);
}

/* -- models -- */

TEST_WITH(test_globs, folder_create, fixture_destroy)
{
    struct fixture *folder = *state;

    write_file(folder, "z-model.lua", model_text);
    write_file(folder, "a-model.lua", model_text);
    write_file(folder, "a-study.lua", "return study { title = \"t\" }\n");
    expect("models = \"?-model\"", "a-model/default z-model/default");
    expect("models = { \"z-model\", \"*-model\", \"[a]*model\" }", "z-model/default a-model/default");
    expect("models = \"point-*\"", "point-vortices/default point-vortices-linear/default");
    expect("models = { \"point-*s\", \"a-*\" }", "point-vortices/default a-model/default");
    refuse("models = \"b-*\"", "no model matches 'b-*'; write a glob that matches one of a-model, ");
    refuse("models = \"a-study\"", "a study instead of a model");
    refuse("models = { \"a-model\", \"./no-model-*.lua\" }", "no-model-*.lua");
}

/* Every model that there is, found without naming it. */
TEST_WITH(test_everything, folder_create, fixture_destroy)
{
    struct fixture *folder = *state;
    struct small before, after;

    before = read_good("models = \"*\"");
    write_file(folder, "a-dropped-in.lua", model_text);
    after = read_good("models = \"*\"");
    assert_int_equal(after.grid->problems, before.grid->problems + 1);
    assert_true(before.grid->problems >= 5);
    assert_string_equal(after.grid->problem[0].problem->model->name, "a-dropped-in");
    release(&before);
    release(&after);
    write_file(folder, "broken.lua", "return model { title = 'm' }\n");
    refuse("models = \"*\"", "broken.lua");
}

TEST_WITH(test_same_name, folder_create, fixture_destroy)
{
    struct fixture *folder = *state;
    char lines[300];

    write_file(folder, "twin.lua", model_text);
    snprintf(lines, sizeof lines, "models = { \"twin\", \"%s/twin.lua\" }", folder->folder);
    refuse(lines, "the data default of twin are there twice; write every model");
}

/* -- data -- */

TEST_WITH(test_initials, folder_create, fixture_destroy)
{
    expect("models = \"m\"", "m/default");
    expect("models = \"m\", initial = { \"fast\", \"default\" }", "m/fast m/default");
    expect("models = { \"m\", \"lotka-volterra\" }, initial = \"all\"",
           "m/default m/fast lotka-volterra/default");
    expect("models = \"m\", witness = { m = \"fast\" }", "m/default m/fast*");
    expect("models = \"m\", initial = \"all\", witness = { m = \"fast\" }", "m/default m/fast");
    expect("models = \"m\", witness = { m = \"fast\" }, parameters = { rate = { 1, 2, 3 } }",
           "m/default m/default[rate=2] m/default[rate=3] m/fast[rate=1]* m/fast[rate=2]* m/fast*");
    refuse("models = { \"m\", \"lotka-volterra\" }, initial = \"fast\"", "no initial data 'fast'");
}

TEST_WITH(test_parameters, folder_create, fixture_destroy)
{
    expect("models = \"m\", parameters = { rate = { 1, 2 } }", "m/default m/default[rate=2]");
    expect("models = \"m\", parameters = { rate = \"1/3\" }", "m/default[rate=1:3]");
    expect("models = \"m\", parameters = { rate = { 1, 2 }, shift = { \"0.5\", \"1e-3\" } }",
           "m/default m/default[rate=2] m/default[shift=0.001] m/default[rate=2,shift=0.001]");
    expect("models = \"m\", initial = \"all\", parameters = { rate = { 1, 3 } }",
           "m/default m/default[rate=3] m/fast[rate=1] m/fast");
    expect("models = { \"m\", \"lotka-volterra\" }, parameters = { rate = { 2 } }",
           "m/default[rate=2] lotka-volterra/default");
    expect("models = \"m\", parameters = { rate = { \"2*pi\" } }", "m/default[rate=2*pi]");
}

/* As a command takes them: exact, each number in one way. */
TEST_WITH(test_parameters_are_kept, folder_create, fixture_destroy)
{
    static const char *const values[][2] = {{"rate", "1/3"}, {"shift", "-0.001"}};
    struct small small =
        read_good("models = \"m\", initial = \"fast\", parameters = { rate = \"2/6\", shift = \"-1e-3\" }");
    const struct problem *problem = small.grid->problem[0].problem;

    assert_string_equal(problem->initial->name, "fast[rate=1:3,shift=-0.001]");
    assert_string_equal(problem->data, "fast");
    assert_int_equal(problem->overrides, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(problem->override[i].name, values[i][0]);
        assert_string_equal(problem->override[i].value, values[i][1]);
    }
    release(&small);
}

TEST_WITH(test_parameter_refusals, folder_create, fixture_destroy)
{
    char lines[3000] = "models = \"m\", parameters = { rate = {";

    refuse("models = \"m\", parameters = { speed = { 1 } }",
           "no model of the study has the parameter 'speed'; the parameters are rate, shift");
    refuse("models = { \"m\", \"lotka-volterra\" }, parameters = { speed = { 1 } }",
           "the parameters are rate, shift, a1, a2, b1, b2");
    refuse("models = \"m\", parameters = { rate = { \"1/2\", \"0.5\" } }",
           "the data default[rate=0.5] of m are there twice");
    refuse("models = \"m\", parameters = { rate = { \"fast\" } }", "parameter rate");
    refuse("models = \"m\", parameters = { rate = { \"1e-400\" } }", "more than 120 characters");
    for (int i = 2; i < 40; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%d,", i);
    snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "}, shift = {");
    for (int i = 2; i < 40; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%d,", i);
    strcat(lines, "} }");
    refuse(lines, "more than 1000 combinations");
}

/* The parameters do change the model: what the keys of cells are made of, and the motion itself. */
TEST_WITH(test_parameters_arrive, folder_create, fixture_destroy)
{
    struct small small;
    const struct model *model;

    small = read_good("models = \"m\", parameters = { rate = { 1, 10 } }, steps = automatic(2), "
                      "untiltime = \"automatic\"");
    model = small.grid->problem[1].problem->model;
    assert_string_equal(model->parameter[0].name, "rate");
    assert_string_equal(model->parameter[0].text, "10");
    assert_string_equal(small.grid->problem[0].problem->model->parameter[0].text, "1");
    assert_string_equal(small.grid->problem[0].step_text[0], "0.25");
    assert_string_equal(small.grid->problem[1].step_text[0], "0.025");
    assert_string_equal(small.grid->problem[1].step_text[1], "0.0125");
    release(&small);
}

/* -- what is automatic -- */

TEST_WITH(test_automatic, folder_create, fixture_destroy)
{
    struct small small;
    const struct grid_problem *p;

    small = read_good("models = { \"m\", \"point-vortices\" }, steps = automatic(3), refine = 2, "
                      "untiltime = \"automatic\", methods = { \"gauss-1\", \"gauss-6\" }, "
                      "precisions = { \"automatic\", \"double\" }, measures = \"all\"");
    p = small.grid->problem;
    assert_int_equal(p->first_steps, 3);
    assert_int_equal(p->steps, 5);
    assert_string_equal(p->step_text[4], "0.015625"); /* 0.25/16 */
    for (size_t k = 0; k < 5; k++)
        assert_int_equal(p->count[k], p->count[0] << k);
    assert_true(p->count[0] >= 30 && p->count[0] <= 40);
    assert_true(mpq_cmp(p[0].until, p[1].until) != 0);
    assert_string_equal(small.grid->precision[0].text, "192"); /* 64 + 12 (2 + 2) + 42.3 */
    assert_int_equal(small.grid->precision[0].bits, 192);
    assert_int_equal(small.grid->precision[1].bits, CELL_DOUBLE);
    assert_int_equal(p[0].measures, 5);
    assert_int_equal(p[1].measures, 6); /* and the angular momentum */
    assert_null(measure_refusal(measure_find(p->problem, "symmetry_defect"), p->problem, NULL, NULL));
    release(&small);
}

TEST_WITH(test_automatic_precision, folder_create, fixture_destroy)
{
    struct small small;

    /* L = 1: h = 1/1024 is 256 times smaller than h0: 64 + 12 (2 + 8) + 42.3 */
    small = read_good("models = \"m\", steps = { \"1/1024\" }, untiltime = \"1\", "
                      "methods = \"gauss-6\", precisions = { 256, \"automatic\" }");
    assert_int_equal(small.grid->precisions, 1);
    assert_string_equal(small.grid->precision[0].text, "256");
    assert_true(mpq_cmp_ui(small.grid->problem[0].until, 1, 1) == 0);
    release(&small);
    refuse("models = \"m\", precisions = \"automatic\", tables = { { name = \"t\", title = \"T\", model = "
           "\"m\", "
           "measure = \"energy_error\", precision = \"double\" } }",
           "asks for the precision 'double', which the study does not have; write one of 128");
}

/* As many as there are bits in the number that says which of them are repeated. */
TEST_WITH(test_most_steps, folder_create, fixture_destroy)
{
    char lines[1500] = "models = \"lotka-volterra\", steps = each { \"1/64\"";
    struct small small;

    for (int i = 1; i < 64; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), ", \"1/%d\"", i);
    strcat(lines, " }");
    small = read_good(lines);
    assert_int_equal(small.grid->problem[0].steps, 64);
    release(&small);
    strcpy(strrchr(lines, '}'), ", \"1/65\" }");
    refuse(lines, "there are more than 64 steps for the model lotka-volterra");
}

/* -- measures and claims -- */

TEST_WITH(test_claims, folder_create, fixture_destroy)
{
    expect(
        "models = \"m\", measures = { \"symmetry_defect\", \"constraint_error:phi\" }, claims = { { id = "
        "\"K25\", method = \"gauss-1\", projection = \"none\", measure = \"symmetry_defect\", exact = true, "
        "source = \"s\" } }",
        "m/default");
    refuse("models = \"m\", claims = { { id = \"K25\", method = \"gauss-1\", projection = \"none\", "
           "measure = \"symmetry_defect\", exact = true, source = \"s\" } }",
           "claim K25 asks for the measure 'symmetry_defect', which the study does not have; write one of "
           "energy_error");
    refuse("models = \"m\", measures = { \"symmetry_error\" }",
           "write one of solution_error, energy_error, invariant_error, constraint_error:phi, "
           "symmetry_defect, ");
}

/* Methods are those that the program lists: what a new family adds is there without a word in a study. */
TEST_WITH(test_methods, folder_create, fixture_destroy)
{
    struct small small = read_good("models = \"lotka-volterra\", methods = \"*\"");
    struct method method;
    size_t listed = 0;

    while (method_listed(listed, &method)) {
        assert_string_equal(small.grid->methods.method[listed].name, method.name);
        listed++;
    }
    assert_int_equal(small.grid->methods.methods, listed);
    release(&small);
}

/* -- the shipped suite -- */

static bool has_problem(const struct grid *grid, const char *model)
{
    for (size_t i = 0; i < grid->problems; i++) {
        if (strcmp(grid->problem[i].problem->model->name, model) == 0)
            return true;
    }
    return false;
}

TEST_WITH(test_suite, folder_create, fixture_destroy)
{
    struct fixture *folder = *state;
    struct error error = {""};
    struct study *study = study_create("suite", false, &error);
    struct grid *grid;
    struct method method;
    size_t listed = 0, count;
    char **names = data_path_list("models", &count);

    if (!study)
        fail_msg("%s", error.text);
    write_file(folder, "a-dropped-in.lua", model_text);
    grid = grid_create(study, NULL, NULL, &error);
    if (!grid || !study_check(grid, &error))
        fail_msg("%s", error.text);
    assert_true(has_problem(grid, "a-dropped-in"));
    for (size_t i = 0; i < count; i++) {
        assert_true(has_problem(grid, names[i]));
        free(names[i]);
    }
    free(names);
    while (method_listed(listed, &method))
        listed++;
    assert_int_equal(grid->methods.methods, listed);
    for (const struct projection *row = projection_table; row->name; row++)
        assert_true(grid_projects(grid, row->name));
    grid_destroy(grid);
    study_destroy(study);
}

/* As many digits beyond those of the highest precision as a double leaves to 30: 30 - 53 log10(2) = 14. */
TEST_WITH(test_reference_digits, folder_create, fixture_destroy)
{
    static const struct {
        const char *precisions;
        double bits;
    } cases[] = {{"{ \"double\" }", 53}, {"{ 256 }", 256}, {"{ \"double\", 128, 600 }", 600}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[200];
        struct small small;

        snprintf(lines, sizeof lines, "models = { \"lotka-volterra\" }, precisions = %s",
                 cases[i].precisions);
        small = read_good(lines);
        assert_true((double)grid_reference_digits(small.grid) - cases[i].bits * log10(2) > 14);
        assert_true((double)grid_reference_digits(small.grid) - cases[i].bits * log10(2) < 16);
        release(&small);
    }
}

TEST_GROUP(NULL, release_mpfr)
