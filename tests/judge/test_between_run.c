/* Steps between those of a study: halvings, too, where those of the study give no order to a method in double alone.
 *
 * The method misses x' = x by c h^p (e^h - 1) in a step of h, and so by c h^p of its way after any time, with p = 11.  Between a tenth and 100
 * floors such errors lie at a little more than three halvings, which hold four steps if the first of them lies well:
 * with c 4^-11 = 3 those of 1/4, 1/8, ... do not, and those of 1/6, 1/12, ... do. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#define METHOD "misses/none/double/solution_error"

/* NAME.so of the method in NAME.c; 0: made. */
static int compile(const char *name)
{
    char command[2 * PATH_SIZE];

    snprintf(command, sizeof command, "${CC:-cc} -shared -fPIC -I'%s/clients/c' %s.c -o %s.so", fixture.home,
             name, name);
    return system(command);
}

/* NAME.lua, a study of the method NAME in double with an order of the solution claimed, and its report; `grid` has its other keys. */
static json_t *run_method(const char *name, const char *model, const char *grid, const char *order)
{
    char path[64], store[64], text[1000];

    snprintf(path, sizeof path, "%s.lua", name);
    snprintf(store, sizeof store, "%s.sqlite", name);
    snprintf(text, sizeof text,
             "return study { title = 'Between', models = { './%s.lua' }, methods = { './%s.so' }, "
             "projections = { 'none' },\n"
             "  precisions = { 'double' }, %s,\n"
             "  claims = { { id = 'p', source = 'here', method = '%s', projection = 'none', precision = "
             "'double',\n"
             "    measure = 'solution_error', order = at_least('%s') } } }\n",
             model, name, grid, name, order);
    write_file(path, text);
    return run_study_in(name, store, "", 0);
}

static int create_method(void **state)
{
    if (fixture_create_models(state) != 0)
        return -1;
    write_file("misses.c", "#include \"assay_method.h\"\n"
                           "static int misses(const struct X(assay_call) *call, real *z)\n"
                           "{\n"
                           "    z[0] = exp(*call->h) * z[0] + expm1(*call->h) * 3 * pow(4 * *call->h, 11);\n"
                           "    return 0;\n"
                           "}\n"
                           "ASSAY_METHODS({\"misses\", misses, .vectors = 1, .order = 11})\n");
    write_file("growth.lua",
               "return model { title = 'Growth', source = 'here', kind = 'ode', coordinates = { 'x' },\n"
               "  field = function (x) return { x[1] } end, step = '1/4',\n"
               "  initial = { default = { 1 }, other = { '1/2' } } }\n");
    return compile("misses");
}

/* The report of the study with an order claimed, on steps that begin so. */
static json_t *run_claimed(const char *order, const char *first)
{
    char grid[200];

    snprintf(grid, sizeof grid,
             "steps = halving('%s', 8), untiltime = '1', measures = { 'solution_error' }, "
             "witness = { ['./growth.lua'] = 'other' }",
             first);
    return run_method("misses", "growth", grid, order);
}

/* The fit is that of the steps between, which are run to the same time and repeated as all are. */
TEST(test_between)
{
    json_t *report = run_claimed("11", "1/4");

    assert_true(fabs(number_of(report, "growth/default/" METHOD, "order") - 11) < 0.02);
    assert_string_equal(text_at(get_entry(report, "fits", "growth/default/" METHOD), "step_sizes/0"), "1/6");
    assert_int_equal(count_cells(report, "growth/default/misses/none/double/1/6"), 1);
    assert_int_equal(count_cells(report, "growth/default/misses/none/double/"), 16);
    assert_int_equal(count_cells(report, "growth/default/misses/none/double:perturbed/"), 16);
}

/* What is claimed does not matter: the same order refutes a higher one, from two sets of data. */
TEST(test_refuted)
{
    json_t *report = run_claimed("12", "1/4");

    check_verdict(report, "growth/default/" METHOD, "refuted");
    assert_true(fabs(number_of(report, "growth/default/" METHOD, "order") - 11) < 0.02);
    assert_true(fabs(number_of(report, "growth/other/" METHOD, "order") - 11) < 0.02);
}

/* Steps that give an order are enough, whether it is that claimed or not. */
TEST(test_measured)
{
    static const char *const orders[] = {"11", "12"};

    for (size_t i = 0; i < 2; i++) {
        json_t *report = run_claimed(orders[i], "1/6");

        assert_true(fabs(number_of(report, "growth/default/" METHOD, "order") - 11) < 0.02);
        assert_int_equal(count_cells(report, "growth/default/misses/none/double/"), 8);
    }
}

/* A method of order 1 whose error is c h e^h: on one set of data with c = 1, on the other with the factor given. */
static json_t *run_far(const char *factor)
{
    char text[600];

    snprintf(text, sizeof text,
             "#include \"assay_method.h\"\n"
             "static int far(const struct X(assay_call) *call, real *z)\n"
             "{\n"
             "    z[0] = exp(*call->h) * z[0] + expm1(*call->h) * (z[0] > 20 ? %s : 1) * *call->h * z[0];\n"
             "    return 0;\n"
             "}\n"
             "ASSAY_METHODS({\"far\", far, .vectors = 1, .order = 2})\n",
             factor);
    write_file("far.c", text);
    assert_int_equal(compile("far"), 0);
    write_file("two.lua",
               "return model { title = 'Growth', source = 'here', kind = 'ode', coordinates = { 'x' },\n"
               "  field = function (x) return { x[1] } end, step = '1/4',\n"
               "  initial = { default = { 1 }, far = { 40 } } }\n");
    return run_method("far", "two",
                      "steps = halving('1/4', 6), untiltime = '1', measures = { 'solution_error' }, "
                      "witness = { ['./two.lua'] = 'far' }, refine = 4",
                      "2");
}

#define FAR "far/none/double/solution_error"

/* Two usable errors of other data take two halvings more, and no four; one of them takes none, since it is not known what they
 * would give. */
TEST(test_errors_too_large)
{
    json_t *report = run_far("3");

    assert_int_equal(number_of(report, "two/default/" FAR, "points"), 6);
    assert_int_equal(number_of(report, "two/far/" FAR, "points"), 8);
    assert_true(fabs(number_of(report, "two/far/" FAR, "order") - 1) < 0.05);
    check_verdict(report, "two/default/" FAR, "refuted");
    report = run_far("40");
    assert_int_equal(number_of(report, "two/far/" FAR, "points"), 6);
    check_verdict(report, "two/default/" FAR, "inconclusive");
}

/* A session that turns an oscillator by h + h^5/10 in each step, which keeps the energy and has the order 4, and that gives out
 * four of every sixteen states lengthened by the factor given. No run has such an output among its last eight, and none of
 * them is alone. */
static json_t *run_outputs(const char *factor)
{
    char text[1400];

    snprintf(text, sizeof text,
             "#include \"assay_method.h\"\n"
             "static int outputs(const struct X(assay_call) *call, real *z)\n"
             "{\n"
             "    const double h = *call->h, c = cos(h + h*h*h*h*h/10), s = sin(h + h*h*h*h*h/10);\n"
             "    double *own = call->work;\n"
             "    if (call->taken == 0) { own[0] = z[0]; own[1] = z[1]; }\n"
             "    const double q = c*own[0] + s*own[1], p = c*own[1] - s*own[0];\n"
             "    own[0] = q; own[1] = p;\n"
             "    z[0] = q * (call->taken %% 16 / 4 == 1 ? %s : 1);\n"
             "    z[1] = p * (call->taken %% 16 / 4 == 1 ? %s : 1);\n"
             "    return 0;\n"
             "}\n"
             "ASSAY_METHODS({\"outputs\", outputs, .vectors = 1, .flags = ASSAY_SESSION, .order = 4})\n",
             factor, factor);
    write_file("outputs.c", text);
    assert_int_equal(compile("outputs"), 0);
    write_file(
        "turn.lua",
        "return model { title = 'Turn', source = 'here', kind = 'hamiltonian', coordinates = { 'x' },\n"
        "  hamiltonian = function (q, p, c) return p.x^2/2 + q.x^2/2 end, step = '1/4',\n"
        "  initial = { default = { q = { 1 }, p = { '1/3' } } } }\n");
    return run_method(
        "outputs", "turn",
        "steps = halving('1/4', 7), untiltime = '8', measures = { 'solution_error', 'energy_error' }", "4");
}

#define OUTPUTS "turn/default/outputs/none/double/"

TEST(test_outputs)
{
    json_t *report = run_outputs("(1 + h*h/10)");

    assert_true(fabs(number_of(report, OUTPUTS "solution_error", "order") - 4) < 0.05);
    assert_true(fabs(number_of(report, OUTPUTS "energy_error", "order") - 2) < 0.05);
    assert_string_equal(text_at(get_entry(report, "fits", OUTPUTS "solution_error"), "contradicted_by"),
                        OUTPUTS "energy_error");
    check_verdict(report, OUTPUTS "solution_error", "inconclusive");
    report = run_outputs("1");
    assert_true(json_is_null(
        json_object_get(get_entry(report, "fits", OUTPUTS "solution_error"), "contradicted_by")));
    assert_true(fabs(number_of(report, OUTPUTS "solution_error", "order") - 4) < 0.05);
}

TEST_GROUP(create_method, fixture_destroy)
