/* Programs in double alone that are not consistent: the error of a step is a share of its way, and stays one.  Heun's
 * method misses a step of x' = x by h^3/6 + ... of its way e^h - 1. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "measures/measure.h"
#include "measures/step/local_error.h"
#include "measures/expansion/run_orders.h"
#include "tests/fixtures/audit/programs_fixture.h"

TEST_GROUP(compile_programs, remove_programs)

struct asked {
    struct foreign_method **program;
    size_t programs;
    struct problem *problem;
    struct cell_request request;
    mpq_t step;
};

static struct method find(const struct asked *asked, const char *name)
{
    for (size_t i = 0; i < asked->programs; i++) {
        if (strcmp(asked->program[i]->name, name) == 0)
            return foreign_method_method(asked->program[i]);
    }
    fail_msg("no program is called %s", name);
    abort();
}

static void ask(struct asked *asked, const char *model, const char *step)
{
    struct error error = {""};

    asked->problem = problem_create(model, NULL, NULL, 0, NULL, &error);
    assert_done(asked->problem, error);
    mpq_init(asked->step);
    assert_done(cell_parse_step(step, asked->step, &error), error);
    asked->request = (struct cell_request){.problem = asked->problem,
                                           .projection = projection_find("none"),
                                           .step = asked->step,
                                           .steps = 1,
                                           .bits = CELL_DOUBLE};
}

static void forget(struct asked *asked)
{
    problem_destroy(asked->problem);
    mpq_clear(asked->step);
}

static void release(struct asked *asked)
{
    for (size_t i = 0; i < asked->programs; i++)
        foreign_method_destroy(asked->program[i]);
    free(asked->program);
    forget(asked);
}

/* The order that its first steps show; NaN: none. */
static double probe(struct asked *asked, const char *method)
{
    struct result result = {.done = false};
    struct measure_id id = measure_of(asked->problem, MEASURE_LOCAL_ORDER,
                                      (int)asked->problem->system->observables + LOCAL_SOLUTION);
    const struct result_value *found;
    double order;

    asked->request.method = find(asked, method);
    run_orders_measure(&result, &asked->request, 0, NULL);
    id.aspect = MEASURE_RUN;
    found = result_find(&result, id);
    order = found ? found->value : NAN;
    result_clear(&result);
    return order;
}

/* What is right where q' = p alone has an order there, and none where it is something else. */
TEST(test_not_consistent)
{
    struct asked asked;

    asked.program = start_programs(&asked.programs);
    ask(&asked, "kepler", "1/40");
    assert_true(probe(&asked, "exchanged") == 0);
    assert_true(isnan(probe(&asked, "nystroem")));
    forget(&asked);
    ask(&asked, "quartic-momentum", "1/40");
    assert_true(probe(&asked, "nystroem") == 0);
    release(&asked);
}

/* Nothing is said of methods that have an order, nor of one that drops digits. */
TEST(test_consistent)
{
    static const char *const methods[] = {"euler", "heun", "kutta", "single", "single-last", "single-force"};
    struct asked asked;

    asked.program = start_programs(&asked.programs);
    ask(&asked, "double-pendulum", "1/40");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        assert_true(isnan(probe(&asked, methods[i])));
    release(&asked);
}

/* The session of examples/adams_bashforth.c as it is, and with a sign that makes 2 of the sum of its weights: its starter
 * is right all the same. */
TEST(test_sessions)
{
    static const char *const edits[] = {"s/- before/+ before/", "s/a/a/"};
    const char *temporary = getenv("TMPDIR");
    char folder[300], command[1200], path[340];
    struct error error = {""};
    struct asked asked;

    snprintf(folder, sizeof folder, "%.200s/assay-session-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        snprintf(path, sizeof path, "%s/%zu.so", folder, i);
        snprintf(command, sizeof command,
                 "sed '%s' examples/adams_bashforth.c | ${CC:-cc} -shared -fPIC -Iclients/c -x c - -o %s",
                 edits[i], path);
        assert_int_equal(system(command), 0);
        asked.program = foreign_method_create_library(path, &asked.programs, &error);
        assert_done(asked.program, error);
        ask(&asked, "henon-heiles", "1/4");
        assert_true(i ? isnan(probe(&asked, "so-adams-bashforth-2"))
                      : probe(&asked, "so-adams-bashforth-2") == 0);
        release(&asked);
        unlink(path);
    }
    rmdir(folder);
}

/* On a degenerate Lagrangian a step is one of (q, p), and p has to go where theta(q) does. */
TEST(test_momenta)
{
    static const char *const models[] = {"lotka-volterra", "massless-charged-particle", "point-vortices"};
    struct asked asked;

    asked.program = compile_object("momenta.c", &asked.programs);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        ask(&asked, models[i], "1/40");
        assert_true(isnan(probe(&asked, "so-moved")));
        assert_true(probe(&asked, "so-still") == 0);
        assert_true(probe(&asked, "so-without-hamiltonian") == 0);
        forget(&asked);
    }
    ask(&asked, models[0], "1/40");
    release(&asked);
}
