/* Relations of methods built in.  tests/relations_test.sh has methods
 * that break each of them. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/audit/relations.h"
#include "harness/audit/zero_stability.h"
#include "integrators/methods/method_file.h"
#include "tests/fixtures/audit/programs_fixture.h"

TEST_GROUP(compile_programs, remove_programs)

static void find(struct relations *found, const char *name, const char *on)
{
    struct method method;
    struct error error = {""};

    assert_done(method_find(name, &method, &error), error);
    relations_find(found, &method, projection_find("none"), on);
}

static const struct relation *at(const struct relations *found, enum measure_row row)
{
    return found->relation + (row - MEASURE_RELATION_TIME);
}

TEST(test_one_set_of_coefficients)
{
    struct relations found;

    find(&found, "runge-kutta:gauss-2", "forced-position");
    for (int k = 0; k < RELATIONS; k++)
        assert_int_equal(found.relation[k].differs, 0);
    assert_int_equal(at(&found, MEASURE_RELATION_TIME)->holds, 1);
    assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->holds, 1);
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->holds, 0);
    assert_non_null(at(&found, MEASURE_RELATION_GAUGE)->reason);
    assert_false(found.remembers);
}

/* Several at a time find what each finds alone, in the order of the methods. */
TEST(test_several_at_a_time)
{
    static const char *const names[] = {"lobatto-iiic-2", "runge-kutta:gauss-2", "rk4"};
    enum { METHODS = sizeof names / sizeof *names };
    struct method method[METHODS];
    struct relations found[METHODS], alone;
    struct error error = {""};

    for (size_t i = 0; i < METHODS; i++)
        assert_done(method_find(names[i], method + i, &error), error);
    for (size_t processes = 1; processes <= METHODS + 1; processes++) {
        memset(found, 0, sizeof found);
        assert_done(relations_find_all(found, method, METHODS, projection_find("none"), "lotka-volterra",
                                       processes, &error),
                    error);
        for (size_t i = 0; i < METHODS; i++) {
            find(&alone, names[i], "lotka-volterra");
            assert_string_equal(found[i].method, method[i].name);
            assert_memory_equal(found[i].relation, alone.relation, sizeof alone.relation);
        }
        assert_int_equal(at(found, MEASURE_RELATION_GAUGE)->differs, 1);
        assert_int_equal(at(found + 1, MEASURE_RELATION_GAUGE)->differs, 0);
    }
}

/* Steps that take q and p in turn. */
TEST(test_two_halves)
{
    struct relations found;

    find(&found, "compose:rattle:suzuki-4", "modulated-pendulum");
    assert_non_null(at(&found, MEASURE_RELATION_EXCHANGE)->reason);
    assert_int_equal(at(&found, MEASURE_RELATION_AFFINE)->holds, 1);
    assert_int_equal(at(&found, MEASURE_RELATION_BACKWARDS)->holds, 1);
    find(&found, "lobatto-iiic-2", "lotka-volterra");
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->differs, 1);
    assert_int_equal(at(&found, MEASURE_RELATION_SCALING)->holds, 1);
}

/* Constraints on q, multipliers of velocities, nonholonomic ones: in other variables the steps are the same. */
TEST(test_constraints)
{
    static const struct {
        const char *method, *model;
        size_t holds;
    } cases[] = {{"rattle", "double-spherical-pendulum", 6},
                 {"lobatto-jay-3", "pendulum", 6},
                 {"index-one:gauss-2", "isokinetic", 8},
                 {"index-one:gauss-2", "hopf-sphere-potential", 6},
                 {"rk4", "knife-edge", 6}};
    struct relations found;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t holds = 0;

        find(&found, cases[i].method, cases[i].model);
        for (int k = 0; k < RELATIONS; k++) {
            assert_int_equal(found.relation[k].differs, 0);
            holds += found.relation[k].holds;
        }
        assert_int_equal(holds, cases[i].holds);
    }
}

/* A drift for a kick, the tableau of the positions for that of the momenta, Reich's method for its adjoint: with its
 * roles exchanged a method that takes q and p in turn is another one, if there is one. */
TEST(test_exchange)
{
    static const char *const paths[] = {"examples/stoermer-verlet.lua", "examples/forest-ruth.lua",
                                        "examples/partitioned-verlet.lua", "tests/data/methods/ruth-3.lua"};
    static const char *const none[] = {"rattle", "shake", "lobatto-jay-3", "compose:reich:suzuki-4"};
    struct relations found;
    struct error error = {""};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct method_file *file = method_file_create(paths[i], NULL, &error);

        assert_done(file, error);
        const struct method method = method_file_method(file);
        relations_find(&found, &method, projection_find("none"), "exchanged-kepler");
        assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->differs, 0);
        assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->holds, 1);
        method_file_destroy(file);
    }
    find(&found, "reich", "exchanged-kepler");
    assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->holds, 1);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        find(&found, none[i], "exchanged-kepler");
        assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->holds, 0);
        assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->differs, 0);
        assert_non_null(at(&found, MEASURE_RELATION_EXCHANGE)->reason);
    }
}

/* The time of nonholonomic models and of bodies, and of one that stands at a wrong time; of a body in other variables,
 * which is no body. */
TEST(test_time)
{
    static const struct {
        const char *method, *model;
        size_t holds;
    } cases[] = {{"dla:1/2", "steered-skate", 1}, {"dla:1/4", "steered-skate", 1},
                 {"rk4", "steered-skate", 1},     {"runge-kutta:gauss-2", "driven-top", 1},
                 {"rk4", "spun-body", 1},         {"reich", "driven-top", 0}};
    static const char *const models[] = {"steered-skate", "driven-top", "spun-body"};
    struct relations found;
    struct error error = {""};
    struct method_file *late = method_file_create("tests/data/methods/late-midpoint.lua", NULL, &error);

    assert_done(late, error);
    const struct method method = method_file_method(late);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        find(&found, cases[i].method, cases[i].model);
        assert_int_equal(at(&found, MEASURE_RELATION_TIME)->holds, cases[i].holds);
        assert_int_equal(at(&found, MEASURE_RELATION_TIME)->differs, 0);
        assert_int_equal(at(&found, MEASURE_RELATION_TIME)->reason != NULL, !cases[i].holds);
    }
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        relations_find(&found, &method, projection_find("none"), models[i]);
        assert_int_equal(at(&found, MEASURE_RELATION_TIME)->differs, 1);
        assert_int_equal(at(&found, MEASURE_RELATION_BACKWARDS)->differs, 0);
    }
    method_file_destroy(late);
}

/* Of a linear theta the gauge drops out: also of the method that minds it elsewhere. */
TEST(test_vacuous)
{
    struct relations found;

    find(&found, "gauss-2", "point-vortices-linear");
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->holds, 0);
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->vacuous, 1);
    assert_non_null(at(&found, MEASURE_RELATION_GAUGE)->reason);
    find(&found, "gauss-2", "point-vortices");
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->holds, 1);
    assert_int_equal(at(&found, MEASURE_RELATION_GAUGE)->vacuous, 0);
    find(&found, "rk4", "exchanged-kepler");
    assert_int_equal(at(&found, MEASURE_RELATION_EXCHANGE)->holds, 1);
}

static bool claims(const char *property, const char *value)
{
    struct audit audit = {.title = ""};
    struct error error = {""};
    const bool added = audit_add_claim(&audit, property, value, "test", NULL, &error);

    audit_release(&audit);
    return added;
}

/* A relation can be claimed; where it applies nowhere, the reason is known. */
TEST(test_claims)
{
    struct relations found;

    assert_true(claims("relation:permutation", "true") && claims("relation:precision", "true"));
    assert_false(claims("relation:order", "true") || claims("relation:", "true") ||
                 claims("relation:time", "2"));
    assert_string_equal(audit_property_name(AUDIT_RELATION_REPEATED), "relation:repeated");
    find(&found, "rk4", "kepler");
    assert_non_null(relations_refusal(&found, AUDIT_RELATION));
    assert_null(relations_refusal(&found, AUDIT_ORDER));
    assert_null(relations_refusal(&found, AUDIT_RELATION_REPEATED));
    find(&found, "rk4", "forced-momentum");
    assert_null(relations_refusal(&found, AUDIT_RELATION));
}

/* A pendulum with coefficients of the time, in units T, L and P of the time, q and p. */
static void write_pendulum(const char *path, const char *T, const char *L, const char *P)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fprintf(
        file,
        "return model { title = 'Pendulum', source = 'test', kind = 'hamiltonian', coordinates = { 'q' },\n"
        "parameters = { T = '%s', L = '%s', P = '%s' }, hamiltonian = function (q, p, t, c)\n"
        "local x, y, s = q.q/c.L, p.q/c.P, t/c.T\n"
        "return c.L*c.P/c.T*(y^2*(1 + cos(7*s/5)/3)/2 - (1 + cos(s)/3)*cos(x)) end,\n"
        "initial = { default = { q = { '%s/2' }, p = { '%s/3' } } } }\n",
        T, L, P, L, P);
    fclose(file);
}

/* In years and metres, and in what atoms take: the relations are those in units of 1, of a right method and of one with a
 * stage at a wrong time. */
TEST(test_units)
{
    static const char *const units[][3] = {
        {"1", "1", "1"}, {"31500000", "150000000000", "9e33"}, {"1e-15", "1e-10", "1e-22"}};
    struct error error = {""};
    struct method_file *late = method_file_create("tests/data/methods/late-midpoint.lua", NULL, &error);
    struct method methods[2];
    const char *temporary = getenv("TMPDIR");
    struct relations found[3];
    char path[200];

    assert_done(late, error);
    assert_done(method_find("runge-kutta:gauss-2", methods, &error), error);
    methods[1] = method_file_method(late);
    snprintf(path, sizeof path, "%.150s/pendulum-%ld.lua", temporary ? temporary : "/tmp", (long)getpid());
    for (size_t m = 0; m < 2; m++) {
        for (size_t u = 0; u < 3; u++) {
            write_pendulum(path, units[u][0], units[u][1], units[u][2]);
            relations_find(found + u, methods + m, projection_find("none"), path);
            for (int k = 0; k < RELATIONS; k++) {
                assert_int_equal(found[u].relation[k].holds, found[0].relation[k].holds);
                assert_int_equal(found[u].relation[k].differs, found[0].relation[k].differs);
            }
        }
        assert_int_equal(at(found, MEASURE_RELATION_TIME)->differs, m);
        assert_int_equal(at(found, MEASURE_RELATION_AFFINE)->holds, 1);
    }
    unlink(path);
    method_file_destroy(late);
}

/* The session whose errors grow by the root -5 of its first polynomial, and one whose roots are 0 and 1. */
TEST(test_growth_of_sessions)
{
    static const char *const sources[] = {"-DUNSTABLE tests/data/audit/sessions.c",
                                          "examples/adams_bashforth.c"};

    char sentence[RELATIONS_SENTENCE];

    assert_non_null(
        strstr(zero_stability_sentence(5, "pendulum", "1/16", sentence, sizeof sentence), "grow 5 times"));
    for (size_t i = 0; i < 2; i++) {
        struct error error = {""};
        struct relations found;
        struct foreign_method **methods;
        struct method method;
        const char *temporary = getenv("TMPDIR");
        char command[400], path[200];
        size_t count;

        snprintf(path, sizeof path, "%.150s/session-%ld.so", temporary ? temporary : "/tmp", (long)getpid());
        snprintf(command, sizeof command, "${CC:-cc} -shared -fPIC -Iclients/c %s -o '%s'", sources[i], path);
        assert_int_equal(system(command), 0);
        methods = foreign_method_create_library(path, &count, &error);
        assert_done(methods, error);
        method = foreign_method_method(methods[0]);
        relations_find(&found, &method, projection_find("none"), "henon-heiles");
        assert_true(i ? found.growth == 0 : fabs(found.growth - 5) < 0.01);
        foreign_method_destroy(methods[0]);
        free(methods);
        unlink(path);
    }
}

static double growth_on(const char *model, struct method method)
{
    struct error error = {""};
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &error);
    double growth;
    mpq_t step;

    assert_done(problem, error);
    mpq_init(step);
    mpq_set_ui(step, 1, 16);
    growth = zero_stability_growth(&(struct cell_request){.method = method,
                                                          .projection = projection_find("none"),
                                                          .problem = problem,
                                                          .step = step,
                                                          .bits = CELL_DOUBLE});
    mpq_clear(step);
    problem_destroy(problem);
    return growth;
}

/* The root of seven steps of BDF, by Newton's method from z = 1 + x of sum_j (1 - 1/z)^j / j = 0, has the modulus 1.0222 on
 * every model; six steps, Adams' methods and those with further roots on the unit circle have no growth on any. */
TEST(test_growth_on_models)
{
    static const char *const sources[] = {"tests/data/audit/bdf.c", "tests/data/audit/sessions.c",
                                          "examples/adams_bashforth.c"},
                             *const models[] = {"kepler",          "henon-heiles",  "lorenz",
                                                "double-pendulum", "free-top",      "forced-momentum",
                                                "lotka-volterra",  "point-vortices"};
    const char *temporary = getenv("TMPDIR");

    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct error error = {""};
        struct foreign_method **methods;
        char command[400], path[200];
        size_t count;

        snprintf(path, sizeof path, "%.150s/growth-%ld-%zu.so", temporary ? temporary : "/tmp",
                 (long)getpid(), i);
        snprintf(command, sizeof command, "${CC:-cc} -O2 -shared -fPIC -Iclients/c %s -o '%s'", sources[i],
                 path);
        assert_int_equal(system(command), 0);
        methods = foreign_method_create_library(path, &count, &error);
        assert_done(methods, error);
        for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
            for (size_t k = 0; k < count; k++) {
                const double growth = growth_on(models[m], foreign_method_method(methods[k])),
                             expected = i == 0 && k == 0 ? 1.0222 : 0;

                if (!(fabs(growth - expected) < 0.001))
                    fail_msg("%s on %s: growth %g instead of %g", methods[k]->name, models[m], growth,
                             expected);
            }
        }
        for (size_t k = 0; k < count; k++)
            foreign_method_destroy(methods[k]);
        free(methods);
        unlink(path);
    }
}

/* Of programs: a step that remembers, one component in single precision and all of them, which is judged as such, one that
 * is another later, and what is right. */
TEST(test_programs)
{
    size_t count, seen = 0;
    struct foreign_method **methods = start_programs(&count);
    struct relations found;

    for (size_t i = 0; i < count; i++) {
        const struct method method = foreign_method_method(methods[i]);
        const bool remembers = strcmp(method.name, "remembers") == 0,
                   single = strcmp(method.name, "single-last") == 0,
                   throughout = strcmp(method.name, "single") == 0,
                   wears_out = strcmp(method.name, "wears-out") == 0;

        if (remembers || single || throughout || wears_out || strcmp(method.name, "heun") == 0) {
            relations_find(&found, &method, projection_find("none"), "henon-heiles");
            assert_int_equal(at(&found, MEASURE_RELATION_REPEATED)->differs, remembers);
            assert_int_equal(at(&found, MEASURE_RELATION_NEARBY)->differs, single);
            assert_int_equal(at(&found, MEASURE_RELATION_SCALING)->holds, !remembers);
            assert_int_equal(found.width.bits, throughout ? 24 : 0);
            assert_int_equal(found.width.coordinate, single ? 4 : 0);
            assert_int_equal(found.changes, wears_out);
            if (wears_out) /* behind the steps that the other relations took of this process */
                assert_in_range(found.later.calls, 100, 500);
            else if (!remembers) /* whatever the machine does meanwhile */
                assert_int_equal(found.later.calls, RELATION_LATER_LINES);
            seen++;
        }
        foreign_method_destroy(methods[i]);
    }
    free(methods);
    assert_int_equal(seen, 5);
}

/* The clock of a method in single precision, which shows at no time of few bits; and the same method with a right one. */
TEST(test_a_clock_of_few_bits)
{
    size_t count, seen = 0;
    struct foreign_method **methods = start_programs(&count);
    struct relations found;

    for (size_t i = 0; i < count; i++) {
        const struct method method = foreign_method_method(methods[i]);
        const bool single = strcmp(method.name, "single-time") == 0;

        if (single || strcmp(method.name, "classical") == 0) {
            relations_find(&found, &method, projection_find("none"), "forced-position");
            assert_int_equal(at(&found, MEASURE_RELATION_TIME)->differs, single);
            assert_int_equal(at(&found, MEASURE_RELATION_TIME)->holds, !single);
            assert_int_equal(at(&found, MEASURE_RELATION_PERMUTATION)->differs, 0);
            seen++;
        }
        foreign_method_destroy(methods[i]);
    }
    free(methods);
    assert_int_equal(seen, 2);
}
