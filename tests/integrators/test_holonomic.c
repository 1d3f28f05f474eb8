/* Steps on H(q, p) with holonomic constraints.
 *
 *   independent   one and ten steps at 200 bits against a computation in PARI/GP (independent/holonomic.gp), to 50
 *                 digits; without constraints one and two, of every kind of method (independent/free.gp)
 *   bits          double, every lane and MPFR at 53 bits, bit for bit
 *   matrix        that a phase knows against the one from dual
 *   orders        1, 2, 4, 6 at the end of a run, and of the direct midpoint rule none
 *   geometry      what is symplectic on the manifold, symmetric, keeps the constraints and the momentum map: each with
 *                 a method that does not
 *   identities    Lobatto IIIA-IIIB with two stages is RATTLE; the adjoint undoes Reich's step; no constraints: the
 *                 Stormer-Verlet step */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"
#include "tests/fixtures/measures/geometry_fixture.h"

#include "integrators/steps/step_families.h"
#include "integrators/formulas/step_formulas.h"
#include "measures/ensemble/ensemble.h"
#include "numerics/jacobian.h"

enum { BITS = 200, FAMILIES = 7 };

static const char BENT[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y', 'z' },\n"
    "  hamiltonian = function (q, p) return (1 + q.x^2/3)*(p.x^2 + p.y^2 + p.z^2)/2 + q.y*p.x/5 + q.z end,\n"
    "  constraints = function (q) return { q.x^2 + q.y^2 + 2*q.z^2 - 3 } end,\n"
    "  initial = { default = { q = { 1, 0, 1 }, p = { 1, '3/4', '-1/2' } } } }";

/* Separable, with a kinetic energy that is not quadratic. */
static const char QUARTIC[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y', 'z', 'w' },\n"
    "  hamiltonian = function (q, p) return (p.x^2 + p.y^2 + p.z^2 + p.w^2)/2 + p.x^4/4 + (p.y + "
    "2*p.w)^4/24\n"
    "    + q.z + q.x^2/3 + q.y*q.w end,\n"
    "  constraints = function (q) return { q.x^2 + 2*q.y^2 + q.z^2 - 2, q.w + q.x*q.y } end,\n"
    "  initial = { default = { q = { 1, 0, 1, 0 }, p = { '1/2', '-5/8', '-5/8', '9/16' } } } }";

static const char WIRE[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y' },\n"
    "  hamiltonian = function (q, p) return (p.x^2 + p.y^2)/2 + p.x^4/4 + q.y + q.x^2/3 end,\n"
    "  constraints = function (q) return { q.x^2 + 2*q.y^2 - 1 } end,\n"
    "  initial = { default = { q = { 1, 0 }, p = { 0, '3/4' } } } }";

/* Neither separable nor with one constraint. */
static const char TWISTED[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y', 'z', 'w' },\n"
    "  hamiltonian = function (q, p) return (1 + q.x^2/3)*(p.x^2 + p.y^2 + p.z^2 + p.w^2)/2 + q.y*p.w/5\n"
    "    + q.z + q.x*q.w end,\n"
    "  constraints = function (q) return { q.x^2 + 2*q.y^2 + q.z^2 - 2, q.w + q.x*q.y } end,\n"
    "  initial = { default = { q = { 1, 0, 1, 0 }, p = { '1/2', '-5/8', '-1/2', '5/8' } } } }";

/* Without constraints: separable with a quadratic kinetic energy, with another one, and not separable. */
#define FREE(energy)                                                                                         \
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y' }, hamiltonian = function (q, p) return " \
    "q.x^4/4 + q.x*q.y + q.y^2 + " energy " end,\n"                                                          \
    "  initial = { default = { q = { '1/3', '-2/7' }, p = { '1/2', '3/5' } } } }"

static const struct {
    const char *name, *text;
} texts[] = {{"bent", BENT},
             {"quartic", QUARTIC},
             {"wire", WIRE},
             {"twisted", TWISTED},
             {"free-quadratic", FREE("p.x^2/2 + p.y^2/4")},
             {"free-quartic", FREE("p.x^2/2 + p.y^2/2 + p.x^4/4 + p.x*p.y^2")},
             {"free-joined", FREE("(1 + q.x^2)*p.x^2/2 + p.y^2/2 + q.x*q.y*p.y/3")}};

/* Those of the pendulum whose momenta are counted from a place: the step moves with it. */
static const char SHIFTED[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y' }, hamiltonian = function (q, p) return\n"
    "  ((p.x - '%s')^2 + (p.y + '%s')^2)/2 + q.y end, constraints = function (q) return { q.x^2 + q.y^2 - 1 "
    "} end,\n"
    "  initial = { default = { q = { 1, 0 }, p = { '%s', '1/2' } } } }";

/* ---- independent ---- */

/* `name`: of a model, or of one here; behind weak-dirac: in that formulation */
static struct fixture_model read_named(const char *name)
{
    const char *bare = strchr(name, ':') ? strchr(name, ':') + 1 : name, *text = NULL;
    const struct model_override formulation = {
        "formulation", kept_memory(strndup(name, bare == name ? 0 : (size_t)(bare - name) - 1))};
    const struct model_choice choice = {.overrides = bare != name, .override = &formulation};
    struct model *model;
    char path[100];

    for (size_t i = 0; i < COUNT(texts); i++)
        text = strcmp(bare, texts[i].name) == 0 ? texts[i].text : text;
    snprintf(path, sizeof path, "models/%s.lua", bare);
    model = text ? model_create_from_text("m.lua", text, &choice, &said) : model_create(path, &choice, &said);
    assert_done(model, said);
    kept(model);
    return (struct fixture_model){model, kept(system_create(model))};
}

static double difference(mpfr_srcptr ours, const char *theirs)
{
    mpfr_ptr value = kept_number(2 * BITS);

    assert_int_equal(mpfr_set_str(value, theirs, 10, MPFR_RNDN), 0);
    mpfr_sub(value, value, ours, MPFR_RNDN);
    return fabs(mpfr_get_d(value, MPFR_RNDN));
}

/* The program's lines, each of which ours has to agree with; how many there were. */
static unsigned compare(const char *program)
{
    FILE *pipe = independent_open(program, "");
    char name[60], method[60], projection[60], value[100], before[300] = "";
    unsigned steps, component, lines = 0;
    struct trajectory *run = NULL;
    double control = 1;

    while (fscanf(pipe, "%59s %59s %59s %u %u %99s", name, method, projection, &steps, &component, value) ==
           6) {
        char now[300];

        snprintf(now, sizeof now, "%s %s %s %u", name, method, projection, steps);
        if (strcmp(now, before) != 0) {
            struct fixture_model model = read_named(name);

            run = fixture_run(&(struct fixture_cell){.model = &model,
                                                     .method = method,
                                                     .projection = projection,
                                                     .step = "1/10",
                                                     .steps = steps,
                                                     .bits = BITS});
            snprintf(before, sizeof before, "%s", now);
        }
        if (difference(run->q[component], value) > 1e-50)
            fail_msg("%s, component %u: gp finds %s by %g", now, component, value,
                     difference(run->q[component], value));
        value[50] ^= 1; /* the 48th or 49th digit */
        control = fmin(control, difference(run->q[component], value));
        lines++;
    }
    assert_int_equal(fclose(pipe), 0);
    assert_true(control > 1e-50);
    return lines;
}

TEST(test_independent)
{
    static const unsigned pendulum = 4, spherical = 12, bent = 6, quartic = 8, wire = 4, twisted = 8;
    const unsigned one_step = 7 * (pendulum + spherical + bent + quartic + wire + twisted),
                   stages_and_bdf = 3 * (bent + wire + twisted),
                   projected = 4 * (3 * pendulum + bent + 2 * wire + quartic + twisted + spherical),
                   formulations = spherical + quartic + 2 * (bent + quartic + twisted);

    assert_int_equal(compare("holonomic"), 2 * (one_step + stages_and_bdf + projected + formulations));
}

/* Every kind of method without constraints, on every form of H that it is for. */
TEST(test_independent_without_constraints)
{
    assert_int_equal(compare("free"), 2 * 4 * (3 * 12 + 2 + 1));
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const methods[] = {"rattle", "shake", "reich", "lobatto-jay-3",
                                          "compose:reich:suzuki-4"};
    struct fixture_model model = fixture_model_read("models/double-spherical-pendulum.lua");
    enum { D = 12, MEMBERS = 9, OWN = MEMBERS - 1, STEPS = 20 };

    for (size_t m = 0; m < COUNT(methods); m++) {
        struct fixture_cell cell = {
            .model = &model, .method = methods[m], .projection = "none", .step = "1/20", .steps = STEPS};
        struct fixture_setup *own = fixture_setup_create(&cell);
        double start[MEMBERS * D];
        struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
        struct ensemble *lanes;

        cell.bits = 53;
        in_mpfr = fixture_run(&cell);
        for (size_t i = 0; i < MEMBERS * D; i++) /* the last member is that of the model */
            start[i] = mpfr_get_d(own->initial[i % D], MPFR_RNDN) + (i < OWN * D ? (double)i / 1024 : 0);
        lanes =
            ensemble_run(&own->setup, own->method.family,
                         &(struct ensemble_request){.members = MEMBERS, .initial = start, .steps = STEPS});
        for (size_t i = 0; i < D; i++) {
            assert_true(mpfr_equal_p(in_double->q[i], in_mpfr->q[i]));
            assert_true(mpfr_get_d(in_double->q[i], MPFR_RNDN) == lanes->q[OWN * D + i]);
            assert_true(lanes->q[i + D] != lanes->q[OWN * D + i]); /* control: others differ */
        }
        ensemble_destroy(lanes);
    }
}

/* ---- matrix ---- */

/* The matrix that a phase knows which is affine in its multipliers is that of its residual; where H_q depends on p no phase
 * knows any. */
TEST(test_known_matrix)
{
    static const char *const methods[] = {"rattle", "reich", "reich-adjoint", "rattle-cotangent"};
    struct fixture_model model = fixture_model_read("models/double-spherical-pendulum.lua"),
                         bent = fixture_model_write(BENT);
    enum { M = 2, D = 12 };

    for (size_t k = 0; k < COUNT(methods); k++) {
        struct fixture_cell cell = {
            .model = &model, .method = methods[k], .projection = "none", .step = "1/10", .steps = 1};
        struct fixture_setup *own = fixture_setup_create(&cell);
        const struct step_family *family = own->method.family->steps;
        struct equations_double equations = step_formulas_equations_double(&own->setup, family).equations;
        struct jacobian_dual *jacobian =
            jacobian_create_dual(step_formulas_equations_dual(&own->setup, family).equations);
        double data[D + 1] = {[D] = 0.1}, L[M] = {0.01, -0.02}, r[M], known[M * M], found[M * M];

        for (size_t i = 0; i < D; i++)
            data[i] = mpfr_get_d(own->initial[i], MPFR_RNDN);
        equations.prepare(equations.context, data);
        equations.residual(equations.context, data, L, r);
        equations.matrix(equations.context, known);
        jacobian_evaluate_dual(jacobian, data, L, found);
        for (size_t i = 0; i < M * M; i++)
            assert_true(fabs(known[i] - found[i]) <= 0x1p-50);
        assert_true(fabs(known[1] - known[2]) > 0x1p-10);
        equations.destroy(equations.context);
        jacobian_destroy_dual(jacobian);

        cell.model = &bent;
        equations = step_formulas_equations_double(&fixture_setup_create(&cell)->setup, family).equations;
        assert_null(equations.matrix);
        equations.destroy(equations.context);
    }
}

/* ---- orders ---- */

static mpfr_t *run_to_one(const struct fixture_model *model, const char *method, unsigned long steps)
{
    char step[30];

    snprintf(step, sizeof step, "1/%lu", steps);
    return fixture_run(&(struct fixture_cell){.model = model,
                                              .method = method,
                                              .projection = "none",
                                              .step = step,
                                              .steps = steps,
                                              .bits = BITS})
        ->q;
}

TEST(test_orders)
{
    static const struct {
        const char *method;
        double order;
    } rows[] = {{"rattle", 2},
                {"shake", 1},
                {"reich", 1},
                {"reich-adjoint", 1},
                {"lobatto-jay-2", 2},
                {"lobatto-jay-3", 4},
                {"lobatto-jay-4", 6},
                {"compose:reich:triple-jump-4", 4},
                {"compose:rattle:yoshida-6a", 6}};
    struct fixture_model model = fixture_model_read("models/pendulum.lua"), bent = fixture_model_write(BENT);

    for (size_t k = 0; k < 2 * COUNT(rows); k++) {
        const struct fixture_model *on = k % 2 ? &bent : &model;
        const char *method = rows[k / 2].method;
        mpfr_t *exact = run_to_one(on, "runge-kutta:gauss-12", 64);
        const double coarse = fixture_distance(run_to_one(on, method, 128), exact, on->model->dimension),
                     fine = fixture_distance(run_to_one(on, method, 256), exact, on->model->dimension),
                     found = log2(coarse / fine);

        if (fabs(found - rows[k / 2].order) > 0.15)
            fail_msg("%s: order %.3f instead of %.0f", method, found, rows[k / 2].order);
    }
}

TEST(test_direct_midpoint_does_not_converge)
{
    struct fixture_model model = fixture_model_read("models/pendulum.lua");
    mpfr_t *exact = run_to_one(&model, "runge-kutta:gauss-12", 64);

    assert_true(fixture_distance(run_to_one(&model, "midpoint-direct", 128), exact, 4) > 0.1);
    assert_true(fixture_distance(run_to_one(&model, "midpoint-direct", 256), exact, 4) > 0.1);
}

/* H_p has a constant part: the canonical change p -> p + (a, -a) commutes with the steps. */
TEST(test_shifted_momenta)
{
    static const char *const methods[] = {"rattle", "reich", "reich-adjoint", "shake"};

    for (size_t k = 0; k < 4; k++) {
        struct trajectory *run[2];

        for (int shifted = 0; shifted < 2; shifted++) {
            char text[sizeof SHIFTED + 40];
            struct fixture_model model;

            snprintf(text, sizeof text, SHIFTED, shifted ? "1/4" : "0", shifted ? "1/4" : "0",
                     shifted ? "1/4" : "0");
            if (shifted)
                memcpy(strstr(text, "'1/2'"), "'1/4'", 5);
            model = fixture_model_write(text);
            run[shifted] = fixture_run(&(struct fixture_cell){.model = &model,
                                                              .method = methods[k],
                                                              .projection = "none",
                                                              .step = "1/10",
                                                              .steps = 10,
                                                              .bits = BITS});
        }
        for (size_t i = 0; i < 4; i++) {
            double moved;

            mpfr_sub(run[1]->q[i], run[1]->q[i], run[0]->q[i], MPFR_RNDN);
            moved = mpfr_get_d(run[1]->q[i], MPFR_RNDN);
            assert_true(fabs(moved - (i == 2 ? 0.25 : i == 3 ? -0.25 : 0)) < 1e-15);
        }
        assert_true(fabs(mpfr_get_d(run[0]->q[3], MPFR_RNDN)) > 0.1);
    }
}

/* ---- geometry ---- */

static double defect(const char *method, geometry_measure *measure)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create("double-spherical-pendulum", NULL, NULL, 0, NULL, &error));
    struct cell_request request =
        geometry_request(&(struct geometry_case){problem, method, "none", BITS, 10, 0});
    const double excursion[12] = {0};
    mpfr_ptr value = kept_number(BITS);

    request.excursion = excursion;
    assert_done(measure(&request, value, &error), error);
    return mpfr_get_d(value, MPFR_RNDN);
}

TEST(test_geometry)
{
    static const char *const exact[] = {"rattle", "lobatto-jay-3", "compose:reich:symmetrised"};
    static const char *const symplectic[] = {"reich", "reich-adjoint"};

    for (size_t k = 0; k < COUNT(exact); k++) {
        assert_true(defect(exact[k], step_measure_symplectic) < 1e-55);
        assert_true(defect(exact[k], step_measure_symmetry) < 1e-55);
        assert_true(defect(exact[k], step_measure_reversibility) < 1e-55);
    }
    for (size_t k = 0; k < COUNT(symplectic); k++) {
        assert_true(defect(symplectic[k], step_measure_symplectic) < 1e-55);
        assert_true(defect(symplectic[k], step_measure_symmetry) > 1e-6);
    }
    assert_true(defect("rattle", step_measure_symplectic_ambient) > 1e-6);
    assert_true(defect("rattle", step_measure_bilinear) < 1e-35);
    assert_true(defect("rk4", step_measure_bilinear) > 1e-12);
}

TEST(test_constraints_and_momentum)
{
    struct fixture_model model = fixture_model_read("models/double-spherical-pendulum.lua");
    struct fixture_cell cell = {
        .model = &model, .projection = "none", .step = "1/10", .steps = 50, .bits = BITS};
    static const char *const methods[] = {"rattle", "reich", "reich-adjoint", "lobatto-jay-3", "shake"};

    for (size_t k = 0; k < COUNT(methods); k++) {
        struct trajectory *run;

        cell.method = methods[k];
        run = fixture_run(&cell);
        assert_true(mpfr_cmp_d(run->observable_error[1], 1e-57) < 0); /* the momentum map */
        assert_true(mpfr_cmp_d(run->constraint_error[0], 1e-57) < 0);
        assert_true((mpfr_cmp_d(run->constraint_error[1], 1e-57) < 0) == (strcmp(methods[k], "shake") != 0));
    }
    cell.method = "rk4";
    assert_true(mpfr_cmp_d(fixture_run(&cell)->observable_error[1], 1e-8) > 0);
}

/* ---- identities ---- */

TEST(test_identities)
{
    struct fixture_model bent = fixture_model_write(BENT);
    struct fixture_cell cell = {
        .model = &bent, .method = "rattle", .projection = "none", .step = "1/10", .steps = 20, .bits = BITS};
    mpfr_t *rattle = fixture_run(&cell)->q, *back;

    cell.method = "lobatto-jay-2";
    assert_true(fixture_distance(fixture_run(&cell)->q, rattle, 6) < 1e-56);
    cell.method = "reich";
    assert_true(fixture_distance(fixture_run(&cell)->q, rattle, 6) > 1e-4);
    cell.steps = 1;
    cell.initial = fixture_run(&cell)->q;
    cell.method = "reich-adjoint";
    cell.step = "-1/10";
    back = fixture_run(&cell)->q;
    cell.steps = 0;
    cell.initial = NULL;
    assert_true(fixture_distance(back, fixture_run(&cell)->q, 6) < 1e-57);
}

/* On T*N the positions are those on CM, and the momenta their part along the surface: G p = 0, and the difference is a
 * multiple of G = (2 x, 2 y, 4 z). */
TEST(test_cotangent)
{
    static const char unequal[] = /* masses, so that the velocities are not as the momenta */
        "return model { kind = 'hamiltonian', coordinates = { 'x', 'y', 'z' },\n"
        "  hamiltonian = function (q, p) return (1 + q.x^2/3)*(p.x^2 + 2*p.y^2 + 3*p.z^2)/2 + q.y*p.x/5 + "
        "q.z end,\n"
        "  constraints = function (q) return { q.x^2 + q.y^2 + 2*q.z^2 - 3 } end,\n"
        "  initial = { default = { q = { 1, 0, 1 }, p = { 1, '3/4', '-1/6' } } } }";
    static const char *const methods[][2] = {{"rattle", "rattle-cotangent"}, {"reich", "reich-cotangent"}};
    struct fixture_model model = fixture_model_write(unequal);

    for (size_t k = 0; k < COUNT(methods); k++) {
        struct fixture_cell cell = {.model = &model,
                                    .method = methods[k][0],
                                    .projection = "none",
                                    .step = "1/10",
                                    .steps = 7,
                                    .bits = BITS};
        mpfr_t *on_cm = fixture_run(&cell)->q, *on_tn;
        double G[3], difference[3], sum = 0;

        cell.method = methods[k][1];
        on_tn = fixture_run(&cell)->q;
        assert_true(fixture_distance(on_cm, on_tn, 3) < 1e-57);
        for (size_t i = 0; i < 3; i++) {
            G[i] = (i == 2 ? 4 : 2) * mpfr_get_d(on_tn[i], MPFR_RNDN);
            sum += G[i] * mpfr_get_d(on_tn[3 + i], MPFR_RNDN);
            difference[i] = mpfr_get_d(on_cm[3 + i], MPFR_RNDN) - mpfr_get_d(on_tn[3 + i], MPFR_RNDN);
        }
        assert_true(fabs(sum) < 1e-14);
        assert_true(fabs(difference[2]) > 1e-3);
        for (size_t i = 0; i < 2; i++)
            assert_true(fabs(difference[i] * G[2] - difference[2] * G[i]) < 1e-14);
    }
}

/* q'' = -q^3 by hand */
TEST(test_no_constraints)
{
    struct fixture_model model =
        fixture_model_write("return model { kind = 'hamiltonian', coordinates = { 'q' },\n"
                            "  hamiltonian = function (q, p) return p.q^2/2 + q.q^4/4 end,\n"
                            "  initial = { default = { q = { 1 }, p = { '1/2' } } } }");
    struct trajectory *run = fixture_run(&(struct fixture_cell){
        .model = &model, .method = "rattle", .projection = "none", .step = "1/8", .steps = 4});
    double q = 1, p = 0.5;

    for (int k = 0; k < 4; k++) {
        p -= q * q * q / 16;
        q += p / 8;
        p -= q * q * q / 16;
    }
    assert_true(fabs(mpfr_get_d(run->q[0], MPFR_RNDN) - q) < 1e-15);
    assert_true(fabs(mpfr_get_d(run->q[1], MPFR_RNDN) - p) < 1e-15);
}

TEST(test_compositions_need_an_adjoint)
{
    struct error error = {""};
    struct method method;

    assert_true(method_find("compose:reich:suzuki-4", &method, &error));
    assert_false(method_find("compose:shake:suzuki-4", &method, &error));
    assert_non_null(strstr(error.text, "the adjoint of shake is not known"));
}
