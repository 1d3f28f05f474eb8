/* The problems of a study: globs, initial data, parameters and witnesses multiplied out and counted by hand,
 * what is refused, and files that join a study by lying in a folder of $ASSAY_PATH. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/run_fixture.h"
#include "tests/fixtures/runs/study_fixture.h"

#include "models/reader/data_path.h"
#include "harness/plan/grid.h"
#include "harness/plan/grid_claim.h"
#include "harness/plan/study_check.h"

static const char model_text[] =
    "return model { title = 'm', kind = 'degenerate', coordinates = { 'q', 'p' },\n"
    "  parameters = { rate = 1, shift = '1/2' },\n"
    "  theta = function (z, c) return { z.p, 0 } end,\n"
    "  hamiltonian = function (z, c) return c.rate*(z.q^2 + z.p^2)/2 + c.shift*z.q end,\n"
    "  initial = { default = { 1, 0 }, fast = { q = { 2, 0 }, parameters = { rate = 3 } } } }\n";

/* A folder of $ASSAY_PATH with the model. */
static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_file("m.lua", model_text);
    return setenv("ASSAY_PATH", fixture.folder, 1);
}

/* -- grids of small studies -- */

/* That of a study with the lines given; a line of the default stands where they have none. */
static struct grid *read_grid(const char *lines, struct error *error)
{
    static const char *const defaults[][2] = {
        {"methods", "'gauss-1'"},       {"projections", "'none'"}, {"precisions", "'double'"},
        {"measures", "'energy_error'"}, {"untiltime", "1"},        {"steps", "halving('0.5', 2)"},
    };
    char text[2000], path[PATH_SIZE];
    struct study *study;
    struct grid *grid;

    snprintf(text, sizeof text, "return study { title = 't', %s", lines);
    for (size_t i = 0; i < COUNT(defaults); i++) {
        if (!strstr(lines, defaults[i][0]))
            snprintf(text + strlen(text), sizeof text - strlen(text), ", %s = %s", defaults[i][0],
                     defaults[i][1]);
    }
    strcat(text, " }\n");
    write_file("small.lua", text);
    error->text[0] = '\0';
    study = kept(study_create(path_in(path, fixture.folder, "small.lua"), false, error));
    unlink("small.lua");
    grid = study ? kept(grid_create(study, NULL, NULL, error)) : NULL;
    return grid && study_check(grid, error) ? grid : NULL;
}

static struct grid *read_good(const char *lines)
{
    struct grid *grid = read_grid(lines, &said);

    if (!grid)
        fail_msg("%s: %s", lines, said.text);
    return grid;
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
    char list[1000];

    list_problems(read_good(lines), list, sizeof list);
    if (strcmp(list, expected) != 0)
        fail_msg("%s: %s instead of %s", lines, list, expected);
}

static void refuse(const char *lines, const char *message)
{
    assert_null(read_grid(lines, &said));
    assert_says(said.text, message, fixture.folder);
    assert_null(strchr(said.text, '\n'));
}

/* -- models -- */

TEST_WITH(test_globs, create, fixture_destroy)
{
    write_file("z-model.lua", model_text);
    write_file("a-model.lua", model_text);
    write_file("a-study.lua", "return study { title = 't' }\n");
    expect("models = '?-model'", "a-model/default z-model/default");
    expect("models = { 'z-model', '*-model', '[a]*model' }", "z-model/default a-model/default");
    expect("models = 'point-*'", "point-vortices/default point-vortices-linear/default");
    expect("models = { 'point-*s', 'a-*' }", "point-vortices/default a-model/default");
    refuse("models = 'b-*'", "no model matches 'b-*'; write a glob that matches one of a-model, ");
    refuse("models = 'a-study'", "a study instead of a model");
    refuse("models = { 'a-model', './no-model-*.lua' }", "no-model-*.lua");
}

/* Every model that there is, found without naming it. */
TEST_WITH(test_everything, create, fixture_destroy)
{
    const struct grid *before, *after;

    before = read_good("models = '*'");
    write_file("a-dropped-in.lua", model_text);
    after = read_good("models = '*'");
    assert_int_equal(after->problems, before->problems + 1);
    assert_true(before->problems >= 5);
    assert_string_equal(after->problem[0].problem->model->name, "a-dropped-in");
    write_file("broken.lua", "return model { title = 'm' }\n");
    refuse("models = '*'", "broken.lua");
}

TEST_WITH(test_same_name, create, fixture_destroy)
{
    char lines[300];

    write_file("twin.lua", model_text);
    snprintf(lines, sizeof lines, "models = { 'twin', '%s/twin.lua' }", fixture.folder);
    refuse(lines, "the data default of twin are there twice; write every model");
}

/* -- data -- */

TEST_WITH(test_initials, create, fixture_destroy)
{
    expect("models = 'm'", "m/default");
    expect("models = 'm', initial = { 'fast', 'default' }", "m/fast m/default");
    expect("models = { 'm', 'lotka-volterra' }, initial = 'all'", "m/default m/fast lotka-volterra/default");
    expect("models = 'm', witness = { m = 'fast' }", "m/default m/fast*");
    expect("models = 'm', initial = 'all', witness = { m = 'fast' }", "m/default m/fast");
    expect("models = 'm', witness = { m = 'fast' }, parameters = { rate = { 1, 2, 3 } }",
           "m/default m/default[rate=2] m/default[rate=3] m/fast[rate=1]* m/fast[rate=2]* m/fast*");
    refuse("models = { 'm', 'lotka-volterra' }, initial = 'fast'", "no initial data 'fast'");
}

TEST_WITH(test_parameters, create, fixture_destroy)
{
    expect("models = 'm', parameters = { rate = { 1, 2 } }", "m/default m/default[rate=2]");
    expect("models = 'm', parameters = { rate = '1/3' }", "m/default[rate=1:3]");
    expect("models = 'm', parameters = { rate = { 1, 2 }, shift = { '0.5', '1e-3' } }",
           "m/default m/default[rate=2] m/default[shift=0.001] m/default[rate=2,shift=0.001]");
    expect("models = 'm', initial = 'all', parameters = { rate = { 1, 3 } }",
           "m/default m/default[rate=3] m/fast[rate=1] m/fast");
    expect("models = { 'm', 'lotka-volterra' }, parameters = { rate = { 2 } }",
           "m/default[rate=2] lotka-volterra/default");
    expect("models = 'm', parameters = { rate = { '2*pi' } }", "m/default[rate=2*pi]");
}

/* As a command takes them: exact, each number in one way. */
TEST_WITH(test_parameters_are_kept, create, fixture_destroy)
{
    static const char *const values[][2] = {{"rate", "1/3"}, {"shift", "-0.001"}};
    const struct grid *grid =
        read_good("models = 'm', initial = 'fast', parameters = { rate = '2/6', shift = '-1e-3' }");
    const struct problem *problem = grid->problem[0].problem;

    assert_string_equal(problem->initial->name, "fast[rate=1:3,shift=-0.001]");
    assert_string_equal(problem->data, "fast");
    assert_int_equal(problem->overrides, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(problem->override[i].name, values[i][0]);
        assert_string_equal(problem->override[i].value, values[i][1]);
    }
}

TEST_WITH(test_parameter_refusals, create, fixture_destroy)
{
    char lines[3000] = "models = 'm', parameters = { rate = {";

    refuse("models = 'm', parameters = { speed = { 1 } }",
           "no model of the study has the parameter 'speed'; write one of rate, shift");
    refuse("models = { 'm', 'lotka-volterra' }, parameters = { speed = { 1 } }",
           "write one of rate, shift, a1, a2, b1, b2");
    refuse("models = 'm', parameters = { rate = { '1/2', '0.5' } }",
           "the data default[rate=0.5] of m are there twice");
    refuse("models = 'm', parameters = { rate = { 'fast' } }", "parameter rate");
    refuse("models = 'm', parameters = { rate = { '1e-400' } }", "more than 120 characters");
    for (int i = 2; i < 40; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%d,", i);
    snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "}, shift = {");
    for (int i = 2; i < 40; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%d,", i);
    strcat(lines, "} }");
    refuse(lines, "more than 1000 combinations");
}

/* The parameters do change the model: what the keys of cells are made of, and the motion itself. */
TEST_WITH(test_parameters_arrive, create, fixture_destroy)
{
    const struct grid *grid;
    const struct model *model;

    grid = read_good(
        "models = 'm', parameters = { rate = { 1, 10 } }, steps = automatic(2), untiltime = 'automatic'");
    model = grid->problem[1].problem->model;
    assert_string_equal(model->parameter[0].name, "rate");
    assert_string_equal(model->parameter[0].text, "10");
    assert_string_equal(grid->problem[0].problem->model->parameter[0].text, "1");
    assert_string_equal(grid->problem[0].step_text[0], "0.25");
    assert_string_equal(grid->problem[1].step_text[0], "0.025");
    assert_string_equal(grid->problem[1].step_text[1], "0.0125");
}

/* -- what is automatic -- */

TEST_WITH(test_automatic, create, fixture_destroy)
{
    const struct grid *grid;
    const struct grid_problem *p;

    grid = read_good(
        "models = { 'm', 'point-vortices' }, steps = automatic(3), refine = 2, untiltime = 'automatic', "
        "methods = { 'gauss-1', 'gauss-6' }, precisions = { 'automatic', 'double' }, measures = 'all'");
    p = grid->problem;
    assert_int_equal(p->first_steps, 3);
    assert_int_equal(p->steps, 5);
    assert_string_equal(p->step_text[4], "0.015625"); /* 0.25/16 */
    for (size_t k = 0; k < 5; k++)
        assert_int_equal(p->count[k], p->count[0] << k);
    assert_true(p->count[0] >= 30 && p->count[0] <= 40);
    assert_true(mpq_cmp(p[0].until, p[1].until) != 0);
    assert_string_equal(grid->precision[0].text, "192"); /* 64 + 12 (2 + 2) + 42.3 */
    assert_int_equal(grid->precision[0].bits, 192);
    assert_int_equal(grid->precision[1].bits, CELL_DOUBLE);
    assert_int_equal(p[0].measures, 5);
    assert_int_equal(p[1].measures, 6); /* and the angular momentum */
    assert_null(measure_refusal(measure_find(p->problem, "symmetry_defect"), p->problem, NULL, NULL));
}

TEST_WITH(test_automatic_precision, create, fixture_destroy)
{
    const struct grid *grid;

    /* L = 1: h = 1/1024 is 256 times smaller than h0: 64 + 12 (2 + 8) + 42.3 */
    grid = read_good("models = 'm', steps = { '1/1024' }, untiltime = '1', methods = 'gauss-6', precisions "
                     "= { 256, 'automatic' }");
    assert_int_equal(grid->precisions, 1);
    assert_string_equal(grid->precision[0].text, "256");
    assert_true(mpq_cmp_ui(grid->problem[0].until, 1, 1) == 0);
    refuse("models = 'm', precisions = 'automatic', tables = { { name = 't', title = 'T', model = 'm', "
           "measure = 'energy_error', precision = 'double' } }",
           "asks for the precision 'double', which the study does not have; write one of 128");
}

/* As many as there are bits in the number that says which of them are repeated. */
TEST_WITH(test_most_steps, create, fixture_destroy)
{
    char lines[1500] = "models = 'lotka-volterra', steps = each { '1/64'";
    const struct grid *grid;

    for (int i = 1; i < 64; i++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), ", '1/%d'", i);
    strcat(lines, " }");
    grid = read_good(lines);
    assert_int_equal(grid->problem[0].steps, 64);
    strcpy(strrchr(lines, '}'), ", '1/65' }");
    refuse(lines, "there are more than 64 steps for the model lotka-volterra");
}

/* -- measures and claims -- */

TEST_WITH(test_claims, create, fixture_destroy)
{
    expect("models = 'm', measures = { 'symmetry_defect', 'constraint_error:phi' }, claims = { { id = 'K25', "
           "method = 'gauss-1', projection = 'none', measure = 'symmetry_defect', exact = true, source = 's' "
           "} }",
           "m/default");
    refuse("models = 'm', claims = { { id = 'K25', method = 'gauss-1', projection = 'none', measure = "
           "'symmetry_defect', exact = true, source = 's' } }",
           "claim K25 asks for the measure 'symmetry_defect', which the study does not have; write one of "
           "energy_error");
    refuse(
        "models = 'm', measures = { 'symmetry_error' }",
        "write one of solution_error, position_error, energy_error, invariant_error, constraint_error:phi, "
        "symmetry_defect, ");
}

/* Which data a claim that names some is about: the witness is never left out. */
static void expect_claimed(const char *initial, const char *expected)
{
    char lines[700], found[200] = "";
    const struct grid *grid;

    snprintf(
        lines, sizeof lines,
        "models = 'm', initial = 'default', parameters = { rate = { 1, 2, 3 } }, witness = { m = 'fast' }, "
        "measures = { 'symmetry_defect' }, claims = { { id = 'K', method = 'gauss-1', projection = 'none', "
        "initial = %s, measure = 'symmetry_defect', exact = true, source = 's' } }",
        initial);
    grid = read_good(lines);
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_problem *p = grid->problem + grid->curve[i].problem;

        if (!grid->curve[i].compared && !p->between &&
            grid_claim_find(grid, grid->curve + i, "symmetry_defect"))
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s ", p->problem->initial->name);
    }
    assert_string_equal(found, expected);
}

#define WITNESSES "fast[rate=1] fast[rate=2] fast "

TEST_WITH(test_claims_on_data, create, fixture_destroy)
{
    expect_claimed("{}", "default default[rate=2] default[rate=3] " WITNESSES);
    expect_claimed("'default'", "default " WITNESSES);
    expect_claimed("'default[rate=2]'", "default[rate=2] " WITNESSES);
    expect_claimed("{ 'default', '*=3]' }", "default default[rate=3] " WITNESSES);
    refuse(
        "models = 'm', claims = { { id = 'K', method = 'gauss-1', projection = 'none', initial = { 'fast', "
        "'quick*' }, measure = 'energy_error', order = exactly '2', source = 's' } }",
        "claim K asks for the initial data 'fast, quick*', which the study does not have; write one of "
        "default");
}

/* Methods are those that the program lists: what a new family adds is there without a word in a study. */
TEST_WITH(test_methods, create, fixture_destroy)
{
    const struct grid *grid = read_good("models = 'lotka-volterra', methods = '*'");
    struct method method;
    size_t listed = 0;

    while (method_listed(listed, &method)) {
        assert_string_equal(grid->methods.method[listed].name, method.name);
        listed++;
    }
    assert_int_equal(grid->methods.methods, listed);
}

/* -- further runs of every pair -- */

/* also: one run in double of so many steps of h0, by a name of its own, with its own measures. */
TEST_WITH(test_also, create, fixture_destroy)
{
    const struct grid *grid = read_good(
        "models = { 'm' }, methods = { 'gauss-1', 'gauss-2' }, precisions = { 'double', 128 },"
        "steps = automatic(3), untiltime = 'automatic', ensemble = 1, measures = { 'energy_error' },"
        "also = { { name = 'long', steps = 300, measures = { 'growth:*' } },"
        "  { name = 'round', steps = 7, measures = { 'poincare_1:canonical', 'drift:energy' } } }");
    const struct grid_problem *p = grid->problem;
    size_t curves[3] = {0};

    assert_int_equal(grid->problems, 3);
    assert_string_equal(p[0].problem->initial->name, "default");
    assert_string_equal(p[1].problem->initial->name, "default[long]");
    assert_string_equal(p[2].problem->initial->name, "default[round]");
    assert_int_equal(p[0].steps, 3);
    for (size_t i = 1; i < 3; i++) {
        assert_int_equal(p[i].steps, 1);
        assert_true(mpq_equal(p[i].step[0], p[0].default_step));
        assert_false(p[i].halved);
    }
    assert_int_equal(p[1].count[0], 300);
    assert_int_equal(p[2].count[0], 7);
    assert_int_equal(p[1].measures, 3); /* of the energy, the constraint and the multiplier */
    assert_int_equal(p[2].measures, 2);
    for (size_t i = 0; i < grid->curves; i++) {
        curves[grid->curve[i].problem] += !grid->curve[i].compared;
        assert_true(grid->curve[i].problem == 0 ||
                    grid->precision[grid->curve[i].precision].bits == CELL_DOUBLE);
    }
    assert_int_equal(curves[0], 4);
    assert_int_equal(curves[1], 2);
    assert_int_equal(curves[2], 2);
}

TEST_WITH(test_also_refused, create, fixture_destroy)
{
    refuse("models = { 'm' }, steps = halving('0.5', 2), measures = { 'energy_error' }, also = { { name = "
           "'long', steps = 0, measures = "
           "{ 'growth:*' } } }",
           "no whole number");
    refuse("models = { 'm' }, steps = halving('0.5', 2), measures = { 'energy_error' }, also = { { name = "
           "'long', steps = 3, measures = "
           "{ 'grwth:*' } } }",
           "grwth");
    refuse("models = { 'm' }, ensemble = 2", "neither 1");
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

enum { LEAST_PAIRS = 8 }; /* of a method and a projection, on every model */

static size_t count_pairs(const struct grid *grid, size_t problem)
{
    size_t pairs = 0;

    for (size_t i = 0; i < grid->curves; i++)
        pairs += grid->curve[i].problem == problem && grid->curve[i].precision == 0;
    return pairs;
}

/* Whether pairs were refused so, for a reason with these words. */
static bool has_refusal(const struct grid *grid, enum method_refusal by, const char *words)
{
    bool found = false;

    for (size_t i = 0; i < grid->refusals; i++)
        found |=
            grid->refused[i].by == by && grid->refused[i].pairs && strstr(grid->refused[i].reason, words);
    return found;
}

/* The ids of all curves of the grid of the study with that selection. */
static void list_curves(const struct study *study, const char *only, const char *about, char *list,
                        size_t size)
{
    const struct grid *grid =
        kept(about ? grid_create_about(study, about, &said) : grid_create(study, only, NULL, &said));

    assert_done(grid, said);
    list[0] = '\0';
    for (size_t i = 0; i < grid->curves; i++) {
        char id[400];

        grid_curve_id(grid, grid->curve + i, id, sizeof id);
        snprintf(list + strlen(list), size - strlen(list), "%s\n", id);
    }
}

/* A selection reads no model but those of which it may select something, and selects the same. */
TEST_WITH(test_models_left_out, create, fixture_destroy)
{
    static const char lines[] =
        "models = { 'lotka-*', 'm' }, methods = { 'gauss-1', 'srk-3' }, initial = 'all', "
        "precisions = { 'double', 128 }, measures = 'energy_error', steps = halving('0.5', 2), also = { { "
        "name = 'long', steps = 10, measures = { 'drift:*' } } }";
    static const struct {
        const char *only;
        size_t problems; /* that are left */
    } selection[] = {
        {"lotka-volterra/default/gauss-1", 1},       {"m/*/srk-3/none", 4}, {"fast*/gauss-?", 3},    {"m", 4},
        {"lotka-volterra-singular/*/*/*/double", 2}, {"srk-3/none", 8},     {"*long?/srk-3/none", 8}};
    const struct study *study = read_good(lines)->study;
    char whole[4000], part[4000];

    for (size_t i = 0; i < COUNT(selection); i++) {
        const struct grid *grid = kept(grid_create(study, selection[i].only, NULL, &said));

        assert_done(grid, said);
        assert_int_equal(grid->problems, selection[i].problems);
        assert_int_equal(grid->left_out, selection[i].problems < 8);
    }
    list_curves(study, NULL, NULL, whole, sizeof whole);
    list_curves(study, "m/*/srk-3", NULL, part, sizeof part);
    for (char *line = strtok(part, "\n"); line; line = strtok(NULL, "\n"))
        assert_non_null(strstr(whole, line));
    list_curves(study, NULL, "lotka-volterra-singular/default/gauss-1/none/double/energy_error", part,
                sizeof part);
    assert_non_null(strstr(part, "lotka-volterra-singular/default/srk-3/none/128\n"));
    assert_null(strstr(part, "lotka-volterra/"));
    list_curves(study, NULL, "K26", part, sizeof part);
    assert_string_equal(part, whole);
}

/* Families say what a suite takes of them, and each name once; what they name is there. */
TEST(test_taken)
{
    struct method method, other;
    size_t k = 0;

    for (; method_taken(k, &method); k++) {
        for (size_t i = 0; i < k && method_taken(i, &other); i++)
            assert_string_not_equal(other.name, method.name);
        assert_true(method.family->most_taken == 0 || method.stages <= method.family->most_taken);
    }
    for (const struct method_family *family = method_families; family->name; family++) {
        bool found = !family->taken;

        for (size_t i = 0; method_taken(i, &method) && !found; i++)
            found = method.family == family && !strcmp(method.name, family->taken[0]);
        assert_true(found);
    }
    assert_false(method_taken(k, &method));
}

TEST_WITH(test_suite, create, fixture_destroy)
{
    const struct grid *grid;
    struct method method;
    size_t listed = 0, count;
    char **names = data_path_list("models", &count);

    write_file("a-dropped-in.lua", model_text);
    grid = grid_of("suite");
    assert_done(study_check(grid, &said), said);
    assert_true(has_problem(grid, "a-dropped-in"));
    for (size_t i = 0; i < count; i++)
        assert_true(has_problem(grid, kept(names[i])));
    free(names);
    while (method_taken(listed, &method)) {
        assert_string_equal(grid->methods.method[listed].name, method.name);
        listed++;
    }
    assert_true(grid->methods.methods > listed); /* and files */
    assert_string_equal(grid->methods.method[listed].name, "adams-bashforth-4");
    for (size_t i = 0; i < grid->problems; i++)
        assert_true(grid->problem[i].between || grid->problem[i].part || count_pairs(grid, i) >= LEAST_PAIRS);
    for (size_t i = 0; i < grid->curves; i++)
        assert_true(grid->curve[i].applies);
    assert_true(has_refusal(grid, METHOD_REFUSES_PROJECTION, "those of the kind degenerate"));
    for (const struct projection *row = projection_table; row->name; row++)
        assert_ptr_equal(grid->methods.projection[row - projection_table], row);
}

/* As many digits beyond those of the highest precision as a double leaves to 30: 30 - 53 log10(2) = 14. */
TEST_WITH(test_reference_digits, create, fixture_destroy)
{
    static const struct {
        const char *precisions;
        double bits;
    } cases[] = {{"{ 'double' }", 53}, {"{ 256 }", 256}, {"{ 'double', 128, 600 }", 600}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[200];
        const struct grid *grid;

        snprintf(lines, sizeof lines, "models = { 'lotka-volterra' }, precisions = %s", cases[i].precisions);
        grid = read_good(lines);
        assert_true((double)grid_reference_digits(grid) - cases[i].bits * log10(2) > 14);
        assert_true((double)grid_reference_digits(grid) - cases[i].bits * log10(2) < 16);
    }
}

TEST_GROUP(NULL, release_mpfr)
