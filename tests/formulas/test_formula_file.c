/* Methods that files write as formulas: each takes the steps of the method that is built in, in MPFR, double and lanes; its derived
 * adjoint is that of the tableau; and what is wrong in a file is refused with its line.  Controls: methods that are others. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/plan/digest.h"
#include "harness/plan/grid_methods.h"
#include "integrators/formulas/step_formulas.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/expansion/run_orders.h"
#include "tests/fixtures/measures/cell_fixture.h"

enum { BITS = 320, STEPS = 6 };
static const double EQUAL = 1e-90, ROUND_OFF = 4e-15;

static void write_file(char path[], const char *text)
{
    FILE *file = fdopen(mkstemps(path, 4), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static double find_distance(const struct fixture_model *model, const char *first, const char *second,
                            long bits)
{
    const struct trajectory *a = fixture_run(
                                &CELL_OF(model, first, "none", .step = "1/20", .steps = STEPS, .bits = bits)),
                            *b = fixture_run(&CELL_OF(model, second, "none", .step = "1/20", .steps = STEPS,
                                                      .bits = bits));

    return fixture_distance(a->q, b->q, a->dimension);
}

TEST(test_built_in_methods)
{
    static const struct {
        const char *file, *method, *model;
    } pairs[] = {
        {"implicit-midpoint", "runge-kutta:gauss-1", "models/henon-heiles.lua"},
        {"implicit-midpoint", "runge-kutta:gauss-1", "models/panel/modulated-chain.lua"},
        {"implicit-midpoint", "runge-kutta:gauss-1", "models/pendulum.lua"},
        {"verlet", "rattle", "models/panel/double-pendulum.lua"},
        {"verlet", "rattle", "models/panel/modulated-chain.lua"},
        {"shake", "rattle", "models/double-spherical-pendulum.lua"},
        {"spark-2", "rattle", "models/double-spherical-pendulum.lua"},
        {"dvi-midpoint", "gauss-1", "models/point-vortices.lua"},
        {"euler", "runge-kutta:euler", "models/lotka-volterra.lua"},
        {"euler", "runge-kutta:euler", "models/heavy-top.lua"},
        {"euler", "runge-kutta:euler", "models/forced/driven-top.lua"},
        {"leapfrog", "rattle", "models/panel/modulated-chain.lua"},
        {"families/trapezoidal", "examples/trapezoidal.lua", "models/panel/modulated-chain.lua"},
        {"bdf-2", "bdf-2", "models/double-spherical-pendulum.lua"},
    };

    for (size_t i = 0; i < COUNT(pairs); i++) {
        const struct fixture_model model = fixture_model_read(pairs[i].model);
        char path[100];
        double exact, rounded;

        snprintf(path, sizeof path, "examples/formulas/%s.lua", pairs[i].file);
        exact = find_distance(&model, path, pairs[i].method, BITS);
        rounded = find_distance(&model, path, pairs[i].method, FIXTURE_DOUBLE);
        if (!(exact < EQUAL && rounded < ROUND_OFF))
            fail_msg("%s and %s on %s: %.2g, in double %.2g", path, pairs[i].method, pairs[i].model, exact,
                     rounded);
    }
}

TEST(test_control_other_methods)
{
    const struct fixture_model model = fixture_model_read("models/henon-heiles.lua");

    assert_true(find_distance(&model, "examples/formulas/implicit-midpoint.lua",
                              "runge-kutta:lobatto-iiia-iiib-2", BITS) > 1e-9);
    assert_true(find_distance(&model, "examples/formulas/rosenbrock-2.lua", "runge-kutta:gauss-1", BITS) >
                1e-9);
}

/* Half a step, and half a step of the adjoint, against the same of the tableau. */
static double compose(const char *adjoint, const char *tableau)
{
    const struct fixture_model model = fixture_model_read("models/panel/modulated-chain.lua");
    char path[] = "/tmp/assay-composition-XXXXXX.lua", text[400], folder[200];
    double distance;

    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(text, sizeof text,
             "return composition { name = \"both\", base = \"%s/examples/formulas/euler.lua\", "
             "coefficients = { \"1/2\", \"1/2\" }, adjoint = { %s } }",
             folder, adjoint);
    write_file(path, text);
    distance = find_distance(&model, path, tableau, BITS);
    unlink(path);
    return distance;
}

TEST(test_adjoint)
{
    assert_true(compose("true, false", "compose:runge-kutta:euler:symmetrised") < EQUAL);
    assert_true(compose("true, false", "runge-kutta:gauss-1") < EQUAL);
    assert_true(compose("false, true", "runge-kutta:gauss-1") > 1e-9);
}

/* -- projections -- */

static double find_projected(const struct fixture_model *model, const char *method, const char *first,
                             const char *second, long bits)
{
    const struct trajectory *a = fixture_run(
                                &CELL_OF(model, method, first, .step = "1/20", .steps = STEPS, .bits = bits)),
                            *b = fixture_run(&CELL_OF(model, method, second, .step = "1/20", .steps = STEPS,
                                                      .bits = bits));

    return fmax(fixture_distance(a->q, b->q, a->dimension), fixture_distance(a->p, b->p, a->dimension));
}

/* Stages, two of them and three, R(infinity) = 1 and -1, pairs of tableaus, a null vector; with the time. */
TEST(test_projections)
{
    static const char *const names[] = {"standard", "symmetric", "symplectic", "midpoint"},
                             *const methods[] = {"gauss-2", "gauss-3", "lobatto-iiia-iiib-3",
                                                 "lobatto-iiid-3"},
                             *const models[] = {"models/lotka-volterra.lua", "models/point-vortices.lua",
                                                "models/panel/modulated-particle.lua"};

    for (size_t m = 0; m < COUNT(models); m++) {
        const struct fixture_model model = fixture_model_read(models[m]);

        for (size_t k = 0; k < COUNT(methods); k++) {
            for (size_t i = 0; i < COUNT(names); i++) {
                char path[100];
                double exact, rounded;

                if ((i == 2 && m == 2) || (m == 0 && k != 1))
                    continue;
                snprintf(path, sizeof path, "examples/projections/%s.lua", names[i]);
                exact = find_projected(&model, methods[k], path, names[i], BITS);
                rounded = find_projected(&model, methods[k], path, names[i], FIXTURE_DOUBLE);
                if (!(exact < EQUAL && rounded < 4 * ROUND_OFF))
                    fail_msg("%s, %s on %s: %.2g, in double %.2g", path, methods[k], models[m], exact,
                             rounded);
            }
        }
    }
}

TEST(test_control_other_projections)
{
    const struct fixture_model model = fixture_model_read("models/point-vortices.lua");

    assert_true(find_projected(&model, "gauss-1", "examples/projections/standard.lua", "symmetric", BITS) >
                1e-10);
    assert_true(find_projected(&model, "gauss-1", "examples/projections/symplectic.lua", "standard", BITS) >
                1e-10);
    assert_true(find_projected(&model, "gauss-1", "examples/projections/midpoint.lua", "symmetric", BITS) >
                1e-10);
}

TEST(test_refused_projections)
{
    static const char *const refused[][2] = {
        {"step = function (s) return s.q end",
         "the step has no step of the base in it; write local q1, p1 = s.base("},
        {"step = function (s) local q, p = s.base(s.q, s.q) return s.base(q, p) end",
         "s.base is called twice"},
        {"step = function (s) return s.base(s.q, s.h) end", "s.base takes q and p, vectors of 2 numbers"},
        {"step = function (s) local q, p = s.base(s.q, s.theta(s.q)) return q, p end",
         "the step returns 4 numbers"},
        {"multiplier = \"previous\", step = function (s) local q, p = s.base(s.q, s.theta(s.q)) return q end",
         "the step carries 0 numbers, not 2"},
    };
    const struct fixture_model model = fixture_model_read("models/lotka-volterra.lua");

    for (size_t i = 0; i < COUNT(refused); i++) {
        char path[] = "/tmp/assay-projection-XXXXXX.lua", text[300];
        struct fixture_cell cell = CELL_OF(&model, "gauss-2", path, .step = "1/20", .steps = 1);

        snprintf(text, sizeof text, "return projection { name = \"own\", %s }", refused[i][0]);
        write_file(path, text);
        assert_false(setup_prepare(&fixture_setup_create(&cell)->setup, BITS, &said));
        unlink(path);
        assert_says(refused[i][1]);
    }
}

/* -- quantities that are carried -- */

/* leapfrog.lua, with the energy beside the velocity; what multiplies the difference is large, so that an energy of another step, or
 * in another place, shows. */
static const char two_carried[] =
    "return method { name = \"both\", kinds = { \"hamiltonian\" }, remembers = %s, step = function (s)\n"
    "local e = s.carry(\"e\", s.H(s.q, s.p))\n"
    "local v = s.carry(\"v\", s.p + s.h/2 * s.H_q(s.q, s.p))\n"
    "local v1 = v - s.h * s.H_q(s.q, s.p) + 7 * (e - s.H(s.q, s.p)) * s.q\n"
    "local q1 = s.q + s.h * s.H_p(s.q, v1)\n"
    "local p1 = v1 - s.h/2 * s.H_q(q1, v1)\n"
    "return q1, p1, { v = v1, e = s.H(q1, p1) } end }";

TEST(test_two_carried)
{
    const struct fixture_model model = fixture_model_read("models/panel/perturbed-rotors.lua");

    for (int remembers = 0; remembers < 2; remembers++) {
        char path[] = "/tmp/assay-carried-XXXXXX.lua", text[sizeof two_carried + 10];

        snprintf(text, sizeof text, two_carried, remembers ? "true" : "false");
        write_file(path, text);
        assert_true(find_distance(&model, path, "examples/formulas/leapfrog.lua", BITS) < EQUAL);
        unlink(path);
    }
    assert_true(find_distance(&model, "examples/formulas/leapfrog-wrong-start.lua",
                              "examples/formulas/leapfrog.lua", BITS) > 1e-6);
}

/* -- refusals -- */

/* Line 0: the message has none. */
static void check_refusal(const struct fixture_model *model, const char *text, int line, const char *message)
{
    char path[] = "/tmp/assay-method-XXXXXX.lua", beginning[60];
    struct fixture_cell cell = CELL_OF(model, path, "none", .step = "1/20", .steps = 1);
    struct method_file *file;
    bool good;

    write_file(path, text);
    snprintf(beginning, sizeof beginning, line ? "%s:%d: " : "%s: ", path, line);
    file = method_file_create(path, NULL, &said);
    good = file;
    method_file_destroy(file);
    if (good)
        good = setup_prepare(&fixture_setup_create(&cell)->setup, BITS, &said);
    unlink(path);
    if (good || strncmp(said.text, beginning, strlen(beginning)) != 0 || !strstr(said.text, message) ||
        strchr(said.text, '\n'))
        fail_msg("%s\ngot: %s\nexpected: %s ... %s", text, good ? "accepted" : said.text, beginning, message);
}

TEST(test_refused_steps)
{
    static const struct {
        const char *step;
        int line;
        const char *message;
    } steps[] = {
        {"local k = s.unknown(\"k\", #s.x)\nreturn s.x + k", 3,
         "the unknown 'k' is in no equation; write s.solve("},
        {"local k = s.unknown(\"k\", #s.x)\ns.solve(k - s.h*s.f(s.x), s.h*s.f(s.x))\nreturn s.x + k", 4,
         "equation 1 of s.solve depends on no unknown; leave it out"},
        {"local k = s.unknown(\"k\", 4)\nlocal l = s.unknown(\"l\", 2)\ns.solve(k - s.h*s.f(s.x) - stack(l, "
         "l))\nreturn s.x + k",
         5, "4 equations for 6 unknowns: k (4), l (2); give s.solve as many of both"},
        {"return s.x + s.h*s.theta(s.x)", 3,
         "s.theta: a step on henon-heiles (of the kind ode) has no such symbol; it has x, t, h"},
        {"return s.x[1]", 2, "the step returns 1 numbers; a state of henon-heiles has 4: write return x1"},
        {"return stack(s.x, s.x)", 2, "the step returns 8 numbers"},
        {"return s.x + x1", 3, "undefined name 'x1'"},
        {"local k = s.unknown(\"k\", 4)\nlocal k = s.unknown(\"k\", 4)", 4,
         "the unknown 'k' is there already (line 3)"},
        {"return s.x + s.h", 3, "a number and a vector have no sum"},
        {"return s.x * s.x", 3, "two vectors have no product (4 x 1 * 4 x 1); write dot(a, b)"},
        {"return s.x + s.f(s.x[1])", 3, "f takes a point of 4 numbers, not of 1"},
        {"return s.x + gradient(s.H(s.x + s.x), 2 * s.x)", 3, "takes derivatives by variables"},
        {"local v = s.carry(\"v\", s.x)\nreturn s.x, { v = s.x + s.h * s.f(s.x) }", 3,
         "'v' at the end of a step on henon-heiles is not what a run would start with there, so that the "
         "step is no map of the "
         "state; write remembers = true"},
        {"local v = s.carry(\"v\", s.x)\nreturn s.x", 2,
         "the step carries 'v' and does not say what becomes of it"},
        {"local v = s.carry(\"v\", s.x)\nreturn s.x, { w = s.x }", 2,
         "the step does not say what becomes of 'v' (line 3); write return x1, { v = ... }"},
        {"local v = s.carry(\"v\", s.x)\nreturn s.x, { v = s.x, w = s.x }", 2,
         "the step returns 'w', which is not carried"},
        {"local v = s.carry(\"v\", s.x)\nreturn s.x, { v = s.x[1] }", 3,
         "'v' starts as 4 numbers and ends as 1"},
        {"local v = s.carry(\"v\", s.x)\nlocal w = s.carry(\"v\", s.x)", 4,
         "'v' is carried already (line 3)"},
        {"local v = s.carry(\"v\", s.x)\nlocal w = s.carry(\"w\", 2 * v)", 4,
         "what s.carry starts with depends on unknowns or on what is carried"},
        {"local v = s.carry(s.x)", 3, "s.carry takes a name and what a run starts with"},
        {"return s.x + s.h * s.f(s.before)", 2, "s.before is in the formulas of the step"},
        {"return s.x + s.h / s.x", 3, "nothing is divided by a vector"},
        {"local l = s.multiplier \"l\"\nlocal k = s.unknown(\"k\", 4)", 4,
         "the unknown 'k' stands behind a multiplier"},
        {"local k = s.unknown(\"k\", 4)\nlocal l = s.unknown(\"l\", s.x + k)", 4,
         "the guess of s.unknown depends on unknowns"},
        {"return s.x + stack(zeros(2), s.p)", 3, "s.p: a step on henon-heiles"},
        {"s.x = 1", 3, "a symbol of the step cannot be assigned"},
        {"return s.x[5]", 3, "no entry '5'; the entries are 1 to 4"},
        {"local t = s.tableau \"gaus-2\"", 3, "s.tableau: "},
        {"return s.x * 0.5", 3, "0.5 is a floating-point number"},
        {"return", 2, "the step returns 0 numbers"},
        {"return nil", 2, "the step returns nil in place 1"},
    };
    const struct fixture_model model = fixture_model_read("models/henon-heiles.lua");

    for (size_t i = 0; i < COUNT(steps); i++) {
        char text[600];

        snprintf(text, sizeof text,
                 "return method { name = \"m\", kinds = { \"ode\" },\nstep = function (s)\n%s\nend }",
                 steps[i].step);
        check_refusal(&model, text, steps[i].line, steps[i].message);
    }
}

TEST(test_refused_constraints)
{
    static const char *const refused[][2] = {
        {"step = function (s) return s.q + s.h * s.p, s.p - s.h * s.H_q(s.q, s.p) end",
         "the step does not see the constraints of pendulum; write constraints = true and the equations with "
         "s.g, or "
         "constraints = false"},
        {"constraints = false, step = function (s) return s.x end",
         "its formulas are for models without constraints"},
    };
    const struct fixture_model model = fixture_model_read("models/pendulum.lua");

    for (size_t i = 0; i < COUNT(refused); i++) {
        char path[] = "/tmp/assay-method-XXXXXX.lua", text[300];
        struct fixture_cell cell = CELL_OF(&model, path, "none", .step = "1/20", .steps = 1);

        snprintf(text, sizeof text, "return method { name = \"m\", kinds = { \"hamiltonian\" }, %s }",
                 refused[i][0]);
        write_file(path, text);
        assert_false(setup_prepare(&fixture_setup_create(&cell)->setup, BITS, &said));
        unlink(path);
        assert_says(refused[i][1]);
    }
}

/* A plan says of a model on which formulas are wrong what is wrong; it is no run that does not come to its end. */
TEST(test_refused_models)
{
    static const struct {
        const char *file, *model, *reason;
        enum method_refusal refusal;
    } refused[] = {
        {"vay", "models/kepler.lua", "it is not x' = u/g", METHOD_REFUSES_KIND},
        {"takahashi-imada", "models/panel/double-pendulum.lua", "its kinetic energy is not p . M p/2",
         METHOD_REFUSES_KIND},
        {"takahashi-imada", "models/panel/relativistic-pendulum.lua", "its kinetic energy is not p . M p/2",
         METHOD_REFUSES_KIND},
        {"takahashi-imada", "models/panel/modulated-chain.lua", NULL, METHOD_APPLIES},
        {"discrete-gradient", "models/lorenz.lua", "examples/formulas/discrete-gradient.lua:", METHOD_FAILS},
    };

    for (size_t i = 0; i < COUNT(refused); i++) {
        const struct fixture_model model = fixture_model_read(refused[i].model);
        struct method_file *file;
        struct method method;
        char path[100];

        snprintf(path, sizeof path, "examples/formulas/%s.lua", refused[i].file);
        file = method_file_create(path, NULL, &said);
        assert_done(file, said);
        method = method_file_method(file);
        if (method_refuses_model(&method, projection_find("none"), model.model, &said) !=
                refused[i].refusal ||
            (refused[i].reason && strncmp(said.text, refused[i].reason, strlen(refused[i].reason)) != 0))
            fail_msg("%s on %s: %s", path, refused[i].model, said.text);
        method_file_destroy(file);
    }
}

TEST(test_refused_tables)
{
    static const struct {
        const char *table;
        const char *message;
    } tables[] = {
        {"name = \"m\", kinds = { \"ode\" }", "method.step is not a function; write step = function (s)"},
        {"name = \"m\", step = 1",
         "method.kinds is not a list of kinds of models; write kinds = { \"ode\" }"},
        {"name = \"m\", kinds = { \"odes\" }", "there is no kind 'odes'; the kinds are degenerate, ode"},
        {"kinds = { \"ode\" }", "method.name is missing"},
        {"name = \"m\", kinds = { \"ode\" }, stp = 1", "unknown key 'stp' in method"},
        {"name = \"m\", kinds = { \"ode\" }, state = { \"q\", \"p\" }, step = function (s) end",
         "method.state is { \"q\", \"p\" } on degenerate models alone"},
        {"name = \"m\", kinds = { \"ode\" }, constraints = 1, step = function (s) end",
         "method.constraints is neither true nor false; write constraints = true"},
        {"name = \"m\", kinds = { \"ode\" }, state = \"q\", step = function (s) end",
         "method.state is neither"},
    };
    const struct fixture_model model = fixture_model_read("models/henon-heiles.lua");

    for (size_t i = 0; i < COUNT(tables); i++) {
        char text[300];

        snprintf(text, sizeof text, "return method {\n%s }", tables[i].table);
        check_refusal(&model, text, 0, tables[i].message);
    }
}

/* A singular matrix is one of the equations at this line: `assay show`. */
TEST(test_line_of_equations)
{
    static const struct {
        const char *file;
        int line;
    } lines[] = {{"pglrk", 16}, {"implicit-midpoint", 8}, {"families/theta-1-3", 0}};
    const struct fixture_model model = fixture_model_read("models/lotka-volterra.lua"),
                               other = fixture_model_read("models/henon-heiles.lua");

    for (size_t i = 0; i < COUNT(lines); i++) {
        char path[100];
        const struct fixture_cell cell =
            CELL_OF(i ? &other : &model, path, "none", .step = "1/20", .steps = 1);
        struct setup *setup;

        snprintf(path, sizeof path, "examples/formulas/%s.lua", lines[i].file);
        setup = &fixture_setup_create(&cell)->setup;
        assert_done(setup_prepare(setup, BITS, &said), said);
        assert_int_equal(step_formulas_compile(setup, setup->method->base->steps)->line, lines[i].line);
        setup_release(setup);
    }
}

/* -- files that are included -- */

static void check_included(const char *text, const char *common, const char *message)
{
    char path[] = "/tmp/assay-including-XXXXXX.lua", other[] = "/tmp/assay-included-XXXXXX.lua", whole[300];
    struct method_file *file;

    write_file(other, common);
    snprintf(whole, sizeof whole, text, strrchr(other, '/') + 1);
    write_file(path, whole);
    file = method_file_create(path, NULL, &said);
    unlink(path);
    unlink(other);
    method_file_destroy(file);
    if (*message ? file || !strstr(said.text, message) : !file)
        fail_msg("%s\n%s\ngot: %s", whole, common, file ? "accepted" : said.text);
    if (*message == ':' && strncmp(said.text, other, strlen(other)) != 0)
        fail_msg("another file: %s", said.text);
}

TEST(test_included)
{
    const char both[] = "-- include \"of a comment\"\nreturn include \"%s\" { name = \"m\" }";

    check_included(
        both,
        "return function (own)\nreturn method { name = own.name, kinds = { \"ode\" }, step = own.step or "
        "function (s) end } end",
        "");
    check_included(both, "return function (own)\n\nreturn methd { name = own.name } end",
                   ":3: undefined name 'methd'");
    check_included(both, "return function (own)\nreturn 1/2. end", ":2: 2. is a floating-point number");
    check_included(both, "return function (own)\nreturn zeros(\"a\") end", ":2: ");
    check_included(both, "return function (own\nreturn own end", ":2: ");
    check_included("return include \"none-%s\"", "return 1", "cannot be opened");
    check_included("local n = \"%s\"\nreturn include(n)", "return 1",
                   "2: include takes the name of a file beside this one");
    check_included("return include \"../%s\"", "return 1",
                   "1: include takes the name of a file beside this one");
    check_included("return include \"%s\"", "return tableau { name = \"t\", a = { { 0 } }, b = { 1 } }",
                   "a tableau includes no other file");
}

/* The key of a result changes with what is included. */
TEST(test_key_of_included)
{
    char path[] = "/tmp/assay-including-XXXXXX.lua", other[] = "/tmp/assay-included-XXXXXX.lua", whole[100];
    char key[3][DIGEST_TEXT];

    close(mkstemps(other, 4));
    snprintf(whole, sizeof whole, "return include \"%s\"", strrchr(other, '/') + 1);
    write_file(path, whole);
    for (int k = 0; k < 3; k++) {
        FILE *common = fopen(other, "w");
        struct method_file *file;
        struct digest digest;
        struct method method;

        assert_non_null(common);
        fprintf(common,
                "return method { name = \"m\", kinds = { \"ode\" }, step = function (s) return s.x + %d * "
                "s.h * s.f(s.x) end }",
                k % 2 + 1);
        fclose(common);
        file = method_file_create(path, NULL, &said);
        assert_done(file, said);
        method = method_file_method(file);
        digest_begin(&digest);
        grid_methods_digest(&digest, &method);
        digest_end(&digest, key[k]);
        method_file_destroy(file);
    }
    unlink(path);
    unlink(other);
    assert_string_equal(key[0], key[2]);
    assert_string_not_equal(key[0], key[1]);
}

/* -- one step of each example, computed by others: tests/independent/method_steps.py -- */

TEST(test_examples)
{
    FILE *file = fopen("tests/data/method-steps.values", "r");
    char name[40], path[100], model_path[100], step[20];
    unsigned steps;
    size_t examples = 0;

    assert_non_null(file);
    while (fscanf(file, "%39s %99s %19s %u", name, model_path, step, &steps) == 4) {
        const struct fixture_model model = fixture_model_read(model_path);
        const struct trajectory *run;
        const size_t d = model.model->dimension;
        mpfr_t *expected = kept_numbers(2 * d, BITS);
        size_t count = 0;
        double distance;

        while (count < 2 * d && fscanf(file, "%*[ ]%1[-0-9]", path) == 1) {
            ungetc(*path, file);
            assert_true(mpfr_inp_str(expected[count++], file, 10, MPFR_RNDN) > 0);
        }
        snprintf(path, sizeof path, "examples/formulas/%s.lua", name);
        run = fixture_run(&CELL_OF(&model, path, "none", .step = step, .steps = steps, .bits = BITS));
        assert_true(count == d || (count == 2 * d && run->p));
        distance = fixture_distance(run->q, expected, d);
        if (count == 2 * d)
            distance = fmax(distance, fixture_distance(run->p, expected + d, d));
        if (!(distance < 1e-37))
            fail_msg("%s on %s: its steps differ by %.2g", name, model_path, distance);
        examples++;
    }
    fclose(file);
    assert_true(examples >= 15);
}

/* -- a p of its own has to converge, too -- */

static int find_run_order(const char *path)
{
    struct method_file *file = method_file_create(path, NULL, &said);
    struct problem *problem = kept(problem_create("lotka-volterra", NULL, NULL, 0, NULL, &said));
    struct cell_request request = {.problem = problem, .projection = projection_find("none"), .steps = 1};
    struct run_order *orders;
    int order;

    assert_done(file && problem, said);
    request.method = method_file_method(file);
    request.step = kept_rational(1, 8);
    orders = run_orders_create(&request, 0);
    order = orders[problem->system->observables + LOCAL_SOLUTION].order;
    free(orders);
    method_file_destroy(file);
    return order;
}

TEST(test_momenta_count)
{
    assert_int_equal(find_run_order("examples/formulas/flrk.lua"), 2);
    assert_int_equal(find_run_order("examples/formulas/flrk-wrong-force.lua"), 0);
    assert_int_equal(find_run_order("examples/formulas/dvi-midpoint.lua"), 2);
}
