/* Steps of discrete Lagrangians: one and ten steps of every method, with five values of alpha, at 200 bits, against an
 * independent computation in another language (independent/nonholonomic.gp, PARI/GP), to 50 digits.
 *
 * Controls: another alpha, another form and another step must disagree. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"
#include "tests/fixtures/measures/geometry_fixture.h"

#include "integrators/methods/discretization.h"
#include "integrators/methods/method_file.h"
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

static struct problem *create_at(const char *model, const char *initial)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(model, NULL, initial, 0, NULL, &error));

    assert_non_null(problem);
    return problem;
}

static struct problem *create(const char *model)
{
    return create_at(model, NULL);
}

/* `alphas`: ", [0]", or "" for all of them. */
static FILE *start_independent(const char *model, const char *alphas)
{
    char call[100];

    snprintf(call, sizeof call, "run(\"%s\"%s)", model, alphas);
    return independent_open("nonholonomic", call);
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
    assert_int_equal(fclose(theirs), 0);
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
    fclose(theirs);
}

/* The heading of the disk passes pi/2 in step 13 of h = 0.1 with u = 1, where the printed Lagrangian is singular, and pi, 3 pi/2:
 * the discrete equations have solutions all the same, which an independent computation finds in momenta. */
TEST(test_singular_angle)
{
    static const struct {
        const char *steps;
        unsigned crossed; /* multiples of pi/2, with u = 1 */
    } cases[] = {{"20", 1}, {"60", 4}};
    char buffer[4096], call[40];
    struct line line;

    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned lines = 0;

        snprintf(call, sizeof call, "cross(%s)", cases[i].steps);
        FILE *theirs = independent_open("nonholonomic", call);
        for (; read_line(theirs, buffer, sizeof buffer, &line); lines++) {
            const struct problem *problem = create_at("vertical-disk", line.field[0]);
            const struct trajectory *ours =
                run(problem, line.field[1], "0.1", strtoul(line.field[2], NULL, 10));

            if (!(distance(ours, &line) <= TOLERANCE))
                fail_msg("%s %s, %s steps: distance %.2g", line.field[0], line.field[1], line.field[2],
                         distance(ours, &line));
            if (strcmp(line.field[0], "slow-roll") == 0)
                assert_true(mpfr_get_d(ours->q[0], MPFR_RNDN) > cases[i].crossed * 1.5707);
        }
        assert_int_equal(fclose(theirs), 0);
        assert_int_equal(lines, 6);
    }
}

/* To T = 100 in double.  Of the constrained integrator with the constraint inside its equations these have no solution
 * near u of the step before in the steps named: u is a root of
 *
 *     L(c, u) - (1 - alpha) h F(c, u) = P    L = u - v^2/u^2 (cos c + sin c)/2,  F = v^2/u (sin c - cos c)/2
 *
 * of which a scan over [u - 1/2, u + 1/2] finds none there (and one in every step before). */
TEST(test_long_runs_of_the_disk)
{
    static const struct {
        const char *method, *initial;
        unsigned long last; /* 0: it is completed */
    } cases[] = {{"variational:1/3:second", "default", 0},
                 {"variational:1/3:second", "fast-roll", 0},
                 {"variational:0:first", "fast-roll", 0},
                 {"variational-constrained:1:post:second", "slow-turn", 0},
                 {"variational-constrained:1:inside:second", "default", 0},
                 {"variational-constrained:1/3:inside:second", "default", 29},
                 {"variational-constrained:1/3:inside:second", "fast-roll", 108},
                 {"variational-constrained:1:inside:second", "fast-roll", 170}};

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct cell_request request = {.problem = create_at("vertical-disk", cases[i].initial),
                                       .steps = 1000,
                                       .step = kept_rational(1, 10)};
        struct error error = {""};

        assert_true(method_find(cases[i].method, &request.method, &error));
        request.projection = projection_find("none");
        const struct trajectory *trajectory = kept(cell_run(&request, &error));
        assert_int_equal(trajectory->status, cases[i].last ? TRAJECTORY_BROKE_DOWN : TRAJECTORY_COMPLETED);
        if (cases[i].last)
            assert_int_equal(trajectory->broke_down_at, cases[i].last);
    }
}

/* Chaplygin's sleigh with its coordinates in another order, for which the constraint does not determine the last one, and
 * turned by a right angle, where it determines x alone: the same steps. */
TEST(test_order_of_coordinates)
{
    static const char text[] =
        "return model { kind = 'nonholonomic', coordinates = { %s },\n"
        "  lagrangian = function (q, v) local x, y = v.x - sin(q.theta)*v.theta/2, v.y + "
        "cos(q.theta)*v.theta/2\n"
        "    return (x^2 + y^2 + v.theta^2)/2 end,\n"
        "  constraints = function (q, v) return { cos(q.theta)*v.y - sin(q.theta)*v.x } end,\n"
        "  initial = { default = { q = { %s }, v = { %s } } } }";
    static const struct {
        const char *coordinates, *q, *v;
        unsigned theta, x, y;
        int turn; /* right angles */
    } cases[] = {{"'theta', 'x', 'y'", "0, 0, 0", "1, 1, 0", 0, 1, 2, 0},
                 {"'x', 'y', 'theta'", "0, 0, 0", "1, 0, 1", 2, 0, 1, 0},
                 {"'y', 'theta', 'x'", "0, 0, 0", "0, 1, 1", 1, 2, 0, 0},
                 {"'x', 'y', 'theta'", "0, 0, 'pi/2'", "0, 1, 1", 2, 0, 1, 1}};
    mpfr_t *first = NULL;
    mpfr_ptr right = kept_number(BITS);

    mpfr_const_pi(right, MPFR_RNDN);
    mpfr_div_2ui(right, right, 1, MPFR_RNDN);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char model[900];

        snprintf(model, sizeof model, text, cases[i].coordinates, cases[i].q, cases[i].v);
        const struct trajectory *ours = run(geometry_problem_of_text(model), "dla:1/3", "0.1", 10);
        mpfr_t *turned = kept_numbers(3, BITS); /* theta, x, y in the frame of the first */
        const unsigned x = cases[i].x, y = cases[i].y;

        mpfr_set(turned[0], ours->q[cases[i].theta], MPFR_RNDN);
        mpfr_set(turned[1], ours->q[cases[i].turn ? y : x], MPFR_RNDN);
        mpfr_set(turned[2], ours->q[cases[i].turn ? x : y], MPFR_RNDN);
        if (cases[i].turn) {
            mpfr_sub(turned[0], turned[0], right, MPFR_RNDN);
            mpfr_neg(turned[2], turned[2], MPFR_RNDN);
        }
        if (!first) {
            first = turned;
            continue;
        }
        for (size_t k = 0; k < 3; k++) {
            mpfr_sub(turned[k], turned[k], first[k], MPFR_RNDN);
            assert_true(fabs(mpfr_get_d(turned[k], MPFR_RNDN)) < TOLERANCE);
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
    static const char *const refused[] = {
        "dla",
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
        "compose:dla:1/2:symmetrised",
        "index-one:lobatto-iiia-iiib-2", /* a pair, of which it takes a alone */
        "compose:index-one:lobatto-iiia-iiib-2:symmetrised"};
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
    assert_false(method_find("index-one:lobatto-iiic-2", &method, &error)); /* a = C, abar = C* */
    assert_true(method_find("index-one:radau-iia-2", &method, &error));
    assert_false(method_file_is_named("dla:1/3"));
    assert_false(method_file_is_named("variational-constrained:1/3:post:second"));
    assert_true(method_file_is_named("dla:1/x"));
    assert_true(method_file_is_named("./dla:1/3"));
}
