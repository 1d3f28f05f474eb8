/* One and ten steps of every method with every projection on every model, at 200 bits, against an independent
 * computation in another language (independent/steps.gp, PARI/GP), to 50 digits.
 *
 * Combinations that the other program calls failed must break down here as well.  Control: the same
 * comparison with a wrong step size, a wrong projection and a wrong method must disagree. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"

#include "measures/run/cell.h"

enum { BITS = 200, MOST_FIELDS = 32 };
static const double TOLERANCE = 1e-50; /* relative to the largest component */

struct line {
    char *field[MOST_FIELDS]; /* model, initial, method, projection, steps, q..., p... */
    size_t fields;
};

struct tally {
    unsigned compared, failed_there;
    double worst;
};

static bool read_line(FILE *from, char *buffer, size_t size, struct line *line)
{
    line->fields = 0;
    if (!fgets(buffer, (int)size, from))
        return false;
    buffer[strcspn(buffer, "\n")] = '\0';
    for (char *field = strtok(buffer, "\t"); field && line->fields < MOST_FIELDS; field = strtok(NULL, "\t"))
        line->field[line->fields++] = field;
    return line->fields >= 6;
}

static struct trajectory *run(const struct problem *problem, const char *method, const char *projection,
                              const char *step, unsigned long steps)
{
    struct cell_request request = {.problem = problem, .steps = steps, .bits = BITS};
    struct trajectory *trajectory;
    mpq_ptr h = kept_rational(0, 1);

    assert_true(cell_parse_step(step, h, &said));
    request.step = h;
    assert_true(method_find(method, &request.method, &said));
    request.projection = projection_find(projection);
    trajectory = kept(cell_run(&request, &said));
    assert_non_null(trajectory);
    return trajectory;
}

/* The one combination in which the other program ends on a solution that is not connected with h -> 0
 * (following it from there in small steps does not lead to it), where ours breaks down. */
static bool is_other_solution(const struct line *line)
{
    return strcmp(line->field[0], "point-vortices") == 0 && strcmp(line->field[1], "half") == 0 &&
           strcmp(line->field[2], "lobatto-iiic-2") == 0 && strcmp(line->field[3], "symmetric") == 0 &&
           strcmp(line->field[4], "10") == 0;
}

/* max |ours - theirs| / max |theirs| over q and p */
static double distance(const struct trajectory *ours, const struct line *line)
{
    size_t d = ours->dimension;
    double largest = 0, difference = 0;

    assert_int_equal(line->fields, 5 + 2 * d);
    mpfr_ptr theirs = kept_number(400), delta = kept_number(400);
    for (size_t i = 0; i < 2 * d; i++) {
        assert_int_equal(mpfr_set_str(theirs, line->field[5 + i], 10, MPFR_RNDN), 0);
        mpfr_sub(delta, i < d ? ours->q[i] : ours->p[i - d], theirs, MPFR_RNDN);
        double a = fabs(mpfr_get_d(theirs, MPFR_RNDN)), b = fabs(mpfr_get_d(delta, MPFR_RNDN));
        largest = a > largest ? a : largest;
        difference = b > difference || b != b ? b : difference;
    }
    return difference / largest;
}

static unsigned compare_line(const struct problem *problem, const struct line *line, struct tally *tally)
{
    struct trajectory *ours;
    unsigned wrong = 0;

    ours =
        run(problem, line->field[2], line->field[3], problem->model->step, strtoul(line->field[4], NULL, 10));
    if (strcmp(line->field[5], "failed") == 0 || is_other_solution(line)) {
        tally->failed_there++;
        wrong = ours->status == TRAJECTORY_COMPLETED;
    } else {
        double error = ours->status == TRAJECTORY_COMPLETED ? distance(ours, line) : 1;

        tally->compared++;
        tally->worst = error > tally->worst ? error : tally->worst;
        wrong = !(error <= TOLERANCE);
        if (wrong)
            print_error("  distance %.2g: ", error);
    }
    if (wrong)
        print_error("%s/%s %s %s, %s steps: %s here, %.12s there\n", line->field[0], line->field[1],
                    line->field[2], line->field[3], line->field[4],
                    ours->status == TRAJECTORY_COMPLETED ? "completed" : newton_status_text(ours->newton),
                    line->field[5]);
    return wrong;
}

/* `method` NULL: all of them. */
static FILE *start_independent(const char *model, const char *method)
{
    char call[200];

    snprintf(call, sizeof call, "run(\"%s\", \"%s\")", model, method ? method : "");
    return independent_open("steps", call);
}

static void compare(const char *file, const char *initial, const char *model, const char *method,
                    unsigned expected_lines)
{
    struct problem *problem = kept(problem_create(file, NULL, initial, 0, NULL, &said));
    FILE *theirs = start_independent(model, method);
    char buffer[8192];
    struct line line;
    struct tally tally = {0};
    unsigned wrong = 0, lines = 0;

    assert_non_null(problem);
    for (; read_line(theirs, buffer, sizeof buffer, &line); lines++)
        wrong += compare_line(problem, &line, &tally);
    assert_int_equal(fclose(theirs), 0);
    assert_int_equal(lines, expected_lines);
    assert_int_equal(wrong, 0);
}

TEST(test_models)
{
    static const struct {
        const char *file, *initial, *model;
    } cases[] = {
        {"lotka-volterra", NULL, "lotka-volterra"},
        {"lotka-volterra-singular", NULL, "lotka-volterra-singular"},
        {"point-vortices", NULL, "point-vortices"},
        {"point-vortices", "half", "point-vortices:half"},
        {"point-vortices-linear", NULL, "point-vortices-linear"},
        {"massless-charged-particle", NULL, "massless-charged-particle"},
        {"tests/data/rational.lua", NULL, "rational"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) /* 22 methods x 5 projections + 2 methods, 1 and 10 steps */
        compare(cases[i].file, cases[i].initial, cases[i].model, NULL, 224);
}

/* Large steps.  A few methods only: the other program takes its time in four dimensions. */
TEST(test_guiding_centre)
{
    static const char *const methods[] = {"gauss-2", "srk-3", "lobatto-iiia-iiib-2"};
    static const char *const orbits[] = {"deeply-trapped", "barely-passing"};

    for (size_t i = 0; i < 2; i++) {
        char name[80];

        snprintf(name, sizeof name, "guiding-centre-tokamak:%s", orbits[i]);
        for (size_t k = 0; k < 3; k++)
            compare("guiding-centre-tokamak", orbits[i], name, methods[k], 10);
    }
}

/* The comparison can fail: a step, a projection or a method that is a little different is seen at once. */
TEST(test_control)
{
    static const char *const wrong[][3] = {
        {"gauss-2", "symmetric", "1/10"},
        {"gauss-2", "midpoint", "1/10"},
        {"gauss-3", "symmetric", "1/10"},
        {"gauss-2", "symmetric",
         "1000000000000000000000000000000000000000001/10000000000000000000000000000000000000000000"},
    };
    struct problem *problem = kept(problem_create("tests/data/rational.lua", NULL, NULL, 0, NULL, &said));
    FILE *theirs = independent_open("steps", "run(\"rational\", \"gauss-2\", \"symmetric\")");
    char buffer[8192];
    struct line line;

    assert_non_null(problem);
    assert_true(read_line(theirs, buffer, sizeof buffer, &line));
    for (size_t i = 0; i < 4; i++) {
        struct trajectory *ours = run(problem, wrong[i][0], wrong[i][1], wrong[i][2], 1);

        assert_int_equal(distance(ours, &line) <= TOLERANCE, i == 0);
    }
    while (read_line(theirs, buffer, sizeof buffer, &line))
        ;
    fclose(theirs);
}
