/* Expansions of methods whose order the slopes of runs cannot decide.
 *
 *   digits      a coefficient wrong in its 25th, 40th, 60th digit: with d in the place of one entry of a the error of n
 *               steps begins with n h^2 b d z''
 *   small       weights that are wrong by 1e-8: the error begins with n h^3 1e-8 z'''/4, and goes on with h^5 n (order 4)
 *   vanishing   the leading term is zero at the data, not beside them: it shows in the next power, of degree 2 in n
 *   alternating unprojected steps with R(infinity) = -1, whose leading term is there after odd numbers of steps alone
 *   one state   order 4 at one state and 3 at all others
 *
 * z = (q, p) of the model of Henon and Heiles, z'' and z''' by differentiating its equations by hand. */
#include "tests/fixtures/test.h"

#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/expansion/expansion.h"
#include "measures/run/problem.h"

static struct expansion *expand_on(const struct problem *problem, const struct method *method)
{
    struct cell_request request = {
        .problem = problem, .method = *method, .projection = projection_find("none")};
    struct expansion *expansion = expansion_create(
        &(struct expansion_request){.cell = &request, .of = EXPANSION_RUN, .terms = 12}, &said);

    assert_done(expansion, said);
    if (!expansion_exists(expansion))
        fail_msg("%s: %s", method->name, expansion_reason(expansion));
    return expansion;
}

static struct expansion *expand_file(const struct problem *problem, const char *path)
{
    struct method_file *file = method_file_create(path, NULL, &said);
    struct method method;
    struct expansion *expansion;

    assert_done(file, said);
    method = method_file_method(file);
    expansion = expand_on(problem, &method);
    method_file_destroy(file);
    return expansion;
}

static struct expansion *expand(const struct problem *problem, const char *name)
{
    struct method method;

    assert_done(method_find(name, &method, &said), said);
    return expand_on(problem, &method);
}

static struct problem *open_problem(const char *model)
{
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &said);

    assert_done(problem, said);
    return problem;
}

/* Whether c_k(n) of a quantity is the number, to 30 digits. */
static bool is_number(const struct expansion *expansion, size_t quantity, long k, unsigned n,
                      const char *number, double factor)
{
    mpfr_t expected, distance;
    bool same;

    mpfr_inits2(EXPANSION_BITS_KEPT, expected, distance, (mpfr_ptr)0);
    mpfr_set_str(expected, number, 10, MPFR_RNDN);
    mpfr_mul_d(expected, expected, factor, MPFR_RNDN);
    mpfr_sub(distance, expansion_centre(expansion, quantity, k, n), expected, MPFR_RNDN);
    mpfr_div(distance, distance, expected, MPFR_RNDN);
    same = fabs(mpfr_get_d(distance, MPFR_RNDN)) < 1e-30;
    mpfr_clears(expected, distance, (mpfr_ptr)0);
    return same;
}

enum { DIMENSION = 4, N = 3 };
static const char *const second[DIMENSION] = {"-0.14", "-0.17", "-0.46", "-0.18"}, *const third[DIMENSION] = {
                                                                                       "-0.46", "-0.18",
                                                                                       "-0.01", "0.03"};

TEST(test_digits)
{
    static const struct {
        const char *path, *wrong;
    } cases[] = {
        {"tests/data/methods/hidden/digit-25.lua", "1e-25"},
        {"tests/data/methods/hidden/digit-40.lua", "1e-40"},
        {"tests/data/methods/hidden/digit-60.lua", "1e-60"},
    };
    struct problem *problem = open_problem("models/henon-heiles.lua");

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expansion *expansion = expand_file(problem, cases[i].path);

        assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), 1);
        for (size_t k = 0; k < DIMENSION; k++) {
            char number[40];

            /* n b d z'', b = 1/2 */
            snprintf(number, sizeof number, "%s%s", second[k], cases[i].wrong + 1);
            assert_int_equal(expansion->quantity[k].coefficient[2].growth, EXPANSION_POLYNOMIAL);
            assert_int_equal(expansion->quantity[k].coefficient[1].growth, EXPANSION_ZERO);
            assert_true(is_number(expansion, k, 2, N, number, N / 2.));
        }
        expansion_destroy(expansion);
    }
    problem_destroy(problem);
}

TEST(test_small_term)
{
    struct problem *problem = open_problem("models/henon-heiles.lua");
    struct expansion *expansion = expand_file(problem, "tests/data/methods/hidden/small-term.lua"),
                     *right = expand(problem, "rk4");

    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), 2);
    assert_int_equal(expansion_least_order(right, EXPANSION_OF_SOLUTION, NULL), 4);
    for (size_t k = 0; k < DIMENSION; k++) {
        char number[40];

        snprintf(number, sizeof number, "%se-8", third[k]);
        assert_true(is_number(expansion, k, 3, N, number, N / 4.));
        assert_int_equal(right->quantity[k].coefficient[3].growth, EXPANSION_ZERO);
        assert_true(fabs(expansion->quantity[k].coefficient[5].value[0] -
                         right->quantity[k].coefficient[5].value[0]) < 1e-6);
    }
    expansion_destroy(expansion);
    expansion_destroy(right);
    problem_destroy(problem);
}

/* x'' and y'' vanish at (0, -1/2), and so does the h^2 of Euler's method; x''' = 2 and y''' = -1 do not. */
TEST(test_vanishing)
{
    static const char text[] =
        "return model { title = 'vanishing', source = 'test', kind = 'ode', coordinates = { 'x', 'y' },\n"
        "  field = function (x) return { 1 + x[1]^2, x[1] + x[1] * x[2] + x[2] } end,\n"
        "  initial = { default = { 0, '-1/2' } }, step = '0.1' }\n";
    struct problem *problem = problem_create_from_text("vanishing", text, NULL, &said);
    struct expansion *expansion;

    assert_done(problem, said);
    expansion = expand(problem, "runge-kutta:euler");
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(expansion->quantity[k].coefficient[2].growth, EXPANSION_ZERO);
        assert_int_equal(expansion->quantity[k].coefficient[3].growth, EXPANSION_POLYNOMIAL);
        assert_int_equal(expansion->quantity[k].coefficient[3].degree, 2);
        assert_int_equal(expansion_order(expansion->quantity + k), 1);
    }
    expansion_destroy(expansion);
    problem_destroy(problem);
}

TEST(test_alternating)
{
    static const struct {
        const char *method;
        int order;
    } cases[] = {{"gauss-1", 2}, {"gauss-3", 4}};
    struct problem *problem = open_problem("models/massless-charged-particle.lua");

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expansion *expansion = expand(problem, cases[i].method);

        assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), cases[i].order);
        for (size_t k = 0; k < 2; k++) {
            const struct expansion_coefficient *c = expansion->quantity[k].coefficient + cases[i].order;

            assert_int_equal(c->growth, EXPANSION_ALTERNATES);
            assert_int_equal(c->degree, 0);
            assert_true(fabs(c->value[0]) > 1e-5 && fabs(c->value[2] / c->value[0] - 1) < 1e-15);
            assert_true(fabs(c->value[1]) < 1e-60 && fabs(c->value[3]) < 1e-60);
        }
        expansion_destroy(expansion);
    }
    problem_destroy(problem);
}

/* x' = cos t + u x^2, u' = 0: a quadrature where u = 0, for which Kutta's method of order 3 has order 4. */
TEST(test_one_state)
{
    static const char text[] = "return model { title = 'one state', source = 'test', kind = 'ode', "
                               "coordinates = { 'u', 't', 'x' },\n"
                               "  field = function (x) return { 0, 1, cos(x.t) + x.u * x.x^2 } end,\n"
                               "  initial = { default = { 0, 0, '1/2' }, other = { '1/3', 0, '1/2' }, near = "
                               "{ '1e-30', 0, '1/2' } },\n"
                               "  step = '0.1' }\n";
    static const struct {
        const char *data;
        int order;
    } cases[] = {{"default", 4}, {"other", 3}, {"near", 3}};

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct problem *problem = problem_create_from_text("one-state", text, cases[i].data, &said);
        struct expansion *expansion;

        assert_done(problem, said);
        expansion = expand_file(problem, "tests/data/methods/hidden/kutta-3.lua");
        assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), cases[i].order);
        expansion_destroy(expansion);
        problem_destroy(problem);
    }
}
