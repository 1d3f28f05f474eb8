/* Steps of discrete Lagrangians: one and ten steps of every method, with five values of alpha, at 200 bits, against an
 * independent computation in another language (independent/nonholonomic.gp, PARI/GP), to 50 digits.
 *
 * Controls: another alpha, another form and another step must disagree. */
#include "tests/fixtures/test.h"

#include "integrators/methods/discretization.h"
#include "measures/run/cell.h"

enum { BITS = 200, MOST_FIELDS = 16 };
static const double TOLERANCE = 1e-50; /* relative to the largest component */

struct line {
    char *field[MOST_FIELDS]; /* model, method, steps, q..., v... */
    size_t fields;
};

static bool read_line(FILE *from, char *buffer, size_t size, struct line *line)
{
    line->fields = 0;
    if (!fgets(buffer, (int)size, from))
        return false;
    buffer[strcspn(buffer, "\n")] = '\0';
    for (char *field = strtok(buffer, "\t"); field && line->fields < MOST_FIELDS; field = strtok(NULL, "\t"))
        line->field[line->fields++] = field;
    return line->fields >= 9;
}

static struct trajectory *run(const struct problem *problem, const char *method, const char *step,
                              unsigned long steps)
{
    struct cell_request request = {.problem = problem, .steps = steps, .bits = BITS};
    struct error error = {""};
    mpq_ptr h = kept_rational(0, 1);

    assert_true(cell_parse_step(step, h, &error));
    request.step = h;
    assert_true(method_find(method, &request.method, &error));
    request.projection = projection_find("none");
    struct trajectory *trajectory = kept(cell_run(&request, &error));
    assert_non_null(trajectory);
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory;
}

/* max |ours - theirs| / max |theirs| over q and v */
static double distance(const struct trajectory *ours, const struct line *line)
{
    double largest = 0, difference = 0;
    mpfr_ptr theirs = kept_number(400), delta = kept_number(400);

    assert_int_equal(line->fields, 3 + ours->dimension);
    for (size_t i = 0; i < ours->dimension; i++) {
        assert_int_equal(mpfr_set_str(theirs, line->field[3 + i], 10, MPFR_RNDN), 0);
        mpfr_sub(delta, ours->q[i], theirs, MPFR_RNDN);
        double a = fabs(mpfr_get_d(theirs, MPFR_RNDN)), b = fabs(mpfr_get_d(delta, MPFR_RNDN));
        largest = a > largest ? a : largest;
        difference = b > difference || b != b ? b : difference;
    }
    return difference / largest;
}

static struct problem *create(const char *model)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &error));

    assert_non_null(problem);
    return problem;
}

/* `alphas`: ", [0]", or "" for all of them. */
static FILE *start_independent(const char *model, const char *alphas)
{
    char command[200];

    snprintf(command, sizeof command,
             "echo 'run(\"%s\"%s)' | gp -q -f -s 512M tests/independent/nonholonomic.gp", model, alphas);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    return pipe;
}

static void compare(const char *model, unsigned methods)
{
    const struct problem *problem = create(model);
    FILE *theirs = start_independent(model, "");
    char buffer[4096];
    struct line line;
    unsigned wrong = 0, lines = 0;

    for (; read_line(theirs, buffer, sizeof buffer, &line); lines++) {
        const double error =
            distance(run(problem, line.field[1], "0.1", strtoul(line.field[2], NULL, 10)), &line);

        if (!(error <= TOLERANCE)) {
            print_error("%s %s, %s steps: distance %.2g\n", line.field[0], line.field[1], line.field[2],
                        error);
            wrong++;
        }
    }
    assert_int_equal(pclose(theirs), 0);
    assert_int_equal(lines, 2 * 5 * methods); /* 1 and 10 steps, five alphas */
    assert_int_equal(wrong, 0);
}

TEST(test_models)
{
    compare("vertical-disk", 7);
    compare("nonholonomic-particle", 4);
    compare("knife-edge", 4);
    compare("chaplygin-sleigh", 1);
}

TEST(test_control)
{
    static const struct {
        const char *method, *step;
        bool equal;
    } cases[] = {
        {"dla:0", "0.1", true},
        {"dla:1/3", "0.1", false},
        {"dla:1/1000000000000000000000000000000", "0.1", false},
        {"variational:0:second", "0.1", false},
        {"dla:0", "1000000000000000000000000000000001/10000000000000000000000000000000000", false},
    };
    const struct problem *problem = create("vertical-disk");
    FILE *theirs = start_independent("vertical-disk", ", [0]");
    char buffer[4096];
    struct line line;

    assert_true(read_line(theirs, buffer, sizeof buffer, &line)); /* dla:0, one step */
    assert_true(read_line(theirs, buffer, sizeof buffer, &line)); /* and ten */
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(distance(run(problem, cases[i].method, cases[i].step, 10), &line) <= TOLERANCE,
                         cases[i].equal);
    while (read_line(theirs, buffer, sizeof buffer, &line))
        ;
    pclose(theirs);
}

/* The heading of the disk reaches pi/2 in step 13 of h = 0.1: the step after it is none, and that is the reason.  The
 * nonholonomic integrator goes on. */
TEST(test_singular_angle)
{
    static const struct {
        const char *method;
        unsigned long last;
    } cases[] = {{"variational:1/2:second", 14},
                 {"variational:0:first", 14},
                 {"variational-constrained:1/3:inside:second", 14},
                 {"dla:1/2", 0}};
    const struct problem *problem = create("vertical-disk");

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct cell_request request = {.problem = problem, .steps = 20, .step = kept_rational(1, 10)};
        struct error error = {""};

        assert_true(method_find(cases[i].method, &request.method, &error));
        request.projection = projection_find("none");
        const struct trajectory *trajectory = kept(cell_run(&request, &error));
        assert_int_equal(trajectory->status, cases[i].last ? TRAJECTORY_BROKE_DOWN : TRAJECTORY_COMPLETED);
        if (cases[i].last) {
            assert_int_equal(trajectory->newton, NEWTON_CROSSED);
            assert_int_equal(trajectory->broke_down_at, cases[i].last);
        }
    }
}

TEST(test_names)
{
    static const struct {
        const char *name;
        enum discretization_constraint constraint;
        enum model_lagrangian lagrangian;
        int order;
    } cases[] = {
        {"dla:1/2", DISCRETIZATION_REACTS, MODEL_LAGRANGIAN, 2},
        {"dla:0.50", DISCRETIZATION_REACTS, MODEL_LAGRANGIAN, 2},
        {"dla:-7/3", DISCRETIZATION_REACTS, MODEL_LAGRANGIAN, 1},
        {"variational:1:second", DISCRETIZATION_FREE, MODEL_HAMILTONIZED_SECOND, 1},
        {"variational-constrained:1/2:post", DISCRETIZATION_POST, MODEL_HAMILTONIZED_FIRST, 2},
        {"variational-constrained:0:inside:second", DISCRETIZATION_INSIDE, MODEL_HAMILTONIZED_SECOND, 1},
    };
    static const char *const refused[] = {"dla",
                                          "dla:",
                                          "dla:x",
                                          "dla:1/0",
                                          "dla:1/2:first",
                                          "dla:1/2:",
                                          "variational:1/2",
                                          "variational:1/2:third",
                                          "variational:first",
                                          "variational:1/2:first:second",
                                          "variational-constrained:1/2",
                                          "variational-constrained:1/2:first",
                                          "variational-constrained:1/2:post:inside",
                                          "compose:dla:1/2:symmetrised"};
    struct method method;
    struct error error;

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(method_find(cases[i].name, &method, &error));
        assert_string_equal(method.name, cases[i].name);
        assert_int_equal(method.discretization.constraint, cases[i].constraint);
        assert_int_equal(method.discretization.lagrangian, cases[i].lagrangian);
        assert_int_equal(discretization_order(&method.discretization), cases[i].order);
        assert_int_equal(method_claimed_order(&method), cases[i].order);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        assert_false(method_find(refused[i], &method, &error));
}
