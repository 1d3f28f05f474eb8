/* The order of a run from expansions at two states.
 *
 *   Lotka-Volterra    orders of each channel, and the leading coefficient of the energy, of another program (series.py of the
 *                     issue: q2 h^3 (0.0530833 n), energy h^3 (-0.028583 n))
 *   special data      x' = 1 + x^9 from 0, where Euler's error of order 1 vanishes in all powers that are kept
 *   small units       x' = ((1 + x)^2 - 1 - x^2)/2 = x from 1e-160: its terms of size 1 leave nothing of Euler's error -x h^2/2
 *                     in balls of 512 bits, and the error is not zero for that
 *   multistep         BDF-2, which remembers a step
 *   random states     x' = 1 + y^2, y' = y from y = 0, which no solution leaves: Euler's method is exact there, and
 *                     its error y^2 h^2/2 ... of order 1 elsewhere; a step and one back miss by -h^2 (2 y^2, y) */
#include "tests/fixtures/test.h"

#include <limits.h>
#include <math.h>

#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/expansion/run_orders.h"
#include "measures/run/problem.h"

static struct problem *problem_of(const char *name, const char *text)
{
    struct problem *problem = problem_create_from_text(name, text, NULL, &said);

    assert_done(problem, said);
    return problem;
}

/* The caller frees it. */
static struct run_order *find_orders_of(const struct problem *problem, struct method method, unsigned defects)
{
    struct cell_request request = {
        .problem = problem, .method = method, .projection = projection_find("none"), .steps = 1};
    struct run_order *orders;
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, 4);
    request.step = step;
    orders = run_orders_create(&request, defects);
    mpq_clear(step);
    return orders;
}

static struct run_order *find_orders_and(const struct problem *problem, const char *name, unsigned defects)
{
    struct method method;

    assert_done(method_find(name, &method, &said), said);
    return find_orders_of(problem, method, defects);
}

static struct run_order *find_orders(const struct problem *problem, const char *method)
{
    return find_orders_and(problem, method, 0);
}

static const struct run_order *solution_of(const struct problem *problem, const struct run_order *orders)
{
    return orders + problem->system->observables + LOCAL_SOLUTION;
}

TEST(test_channels)
{
    static const char text[] =
        "return model { title = 'Lotka-Volterra', source = 'Kraus (2017), eq. 135', kind = 'degenerate',\n"
        "  coordinates = { 'q1', 'q2' }, parameters = { a1 = 1, a2 = 1, b1 = 1, b2 = 2 },\n"
        "  theta = function (q, c) return { log(q[2]) / q[1] + q[2], q[1] } end,\n"
        "  hamiltonian = function (q, c) return c.a1*q[1] + c.a2*q[2] - c.b1*log(q[1]) - c.b2*log(q[2]) "
        "end,\n"
        "  initial = { default = { 1, '1.3' } }, step = '0.1' }\n";
    struct problem *problem = problem_of("lotka-volterra-13", text);
    struct run_order *orders = find_orders(problem, "gauss-2");
    const struct run_order *solution = solution_of(problem, orders);

    assert_int_equal(orders[0].missing, RUN_ORDER_FOUND);
    assert_int_equal(orders[0].order, 2);
    assert_int_equal(orders[0].term[0].state, 0);
    assert_int_equal(orders[0].term[0].power, 3);
    assert_int_equal(orders[0].term[0].degree, 1);
    assert_float_equal(orders[0].term[0].coefficient, -0.028583, 1e-6);
    assert_float_equal(orders[0].term[0].linear, 0.028583, 1e-6);
    assert_int_equal(solution->order, 2);
    assert_int_equal(solution->term[0].component, 1);
    assert_float_equal(solution->term[0].coefficient, 0.0530833, 1e-6);
    assert_true(solution->known >= 6);
    free(orders);
    problem_destroy(problem);
}

/* At the initial data nothing is left; at a later point the order is 1.  Control: rk4, of order 4. */
TEST(test_special_data)
{
    struct problem *problem = problem_of(
        "flat", "return model { title = 'flat', source = 'test', kind = 'ode', coordinates = { 'x' },\n"
                "  field = function (x, c) return { 1 + x[1]^9 } end,\n"
                "  initial = { default = { 0 } }, step = '0.25' }\n");
    struct run_order *euler = find_orders(problem, "runge-kutta:euler"), *other = find_orders(problem, "rk4");
    const struct run_order *solution = solution_of(problem, euler);

    assert_int_equal(solution->order, 1);
    assert_int_equal(solution->term[0].state, 1);
    assert_int_equal(solution_of(problem, other)->order, 4);
    free(euler);
    free(other);
    problem_destroy(problem);
}

TEST(test_random_states)
{
    struct problem *problem = problem_of(
        "plane",
        "return model { title = 'plane', source = 'test', kind = 'ode', coordinates = { 'x', 'y' },\n"
        "  field = function (x, c) return { 1 + x[2]^2, x[2] } end,\n"
        "  initial = { default = { 0, 0 } }, step = '0.25' }\n");
    struct run_order *euler = find_orders_and(problem, "runge-kutta:euler", EXPANSION_BIT(SYMMETRY)),
                     *other = find_orders_and(problem, "runge-kutta:gauss-1", EXPANSION_BIT(SYMMETRY));
    const struct run_order *solution = solution_of(problem, euler),
                           *symmetry = euler + problem->system->observables + LOCAL_SYMMETRY;

    assert_int_equal(solution->order, INT_MAX);
    assert_int_equal(solution->states, 2);
    assert_int_equal(solution->elsewhere, 1);
    assert_int_equal(symmetry->order, INT_MAX);
    assert_int_equal(symmetry->elsewhere, 2);
    assert_int_equal(symmetry->term[0].state, RUN_STATE_RANDOM);
    assert_int_equal(solution_of(problem, other)->elsewhere, 2);
    assert_int_equal(other[problem->system->observables + LOCAL_SYMMETRY].elsewhere, INT_MAX);
    assert_true(other[problem->system->observables + LOCAL_SYMMETRY].known >= 9);
    free(euler);
    free(other);
    problem_destroy(problem);
}

TEST(test_small_units)
{
    struct problem *problem = problem_of(
        "tiny", "return model { title = 'tiny', source = 'test', kind = 'ode', coordinates = { 'x' },\n"
                "  field = function (x, c) return { ((1 + x[1])^2 - 1 - x[1]^2)/2 } end,\n"
                "  initial = { default = { '1e-160' } }, step = '0.25' }\n");
    struct run_order *euler = find_orders(problem, "runge-kutta:euler");
    const struct run_order *solution = solution_of(problem, euler);

    assert_int_equal(solution->order, 1);
    assert_true(fabs(solution->term[0].coefficient + 5e-161) < 1e-170);
    free(euler);
    problem_destroy(problem);
}

TEST(test_multistep)
{
    struct problem *problem = problem_of(
        "growth", "return model { title = 'growth', source = 'test', kind = 'ode', coordinates = { 'x' },\n"
                  "  field = function (x, c) return { x[1]*(1 - x[1]/3) } end,\n"
                  "  initial = { default = { 1 } }, step = '0.25' }\n");
    bool other_kind;
    struct method_file *file = method_file_create("tests/data/methods/bdf-2.lua", &other_kind, &said);
    struct run_order *bdf;

    assert_done(file, said);
    bdf = find_orders_of(problem, method_file_method(file), 0);
    assert_int_equal(solution_of(problem, bdf)->missing, RUN_ORDER_FOUND);
    assert_int_equal(solution_of(problem, bdf)->order, 2);
    free(bdf);
    method_file_destroy(file);
    problem_destroy(problem);
}

/* From a vertex of the ellipse, where the errors of two coordinates of the splitting begin with h^4 n^2 and h^5 n^3: five steps do
 * not tell a degree of 3, and more do.  Without a small parameter SABA_3 has the order 2 (Laskar, Robutel 2001). */
TEST(test_high_degrees)
{
    struct problem *problem = problem_create("kepler", NULL, NULL, 0, NULL, &said);
    bool other_kind;
    struct method_file *file = method_file_create("examples/saba-3.lua", &other_kind, &said);
    struct run_order *orders;

    assert_done(problem, said);
    assert_done(file, said);
    orders = find_orders_of(problem, method_file_method(file), 0);
    assert_int_equal(solution_of(problem, orders)->missing, RUN_ORDER_FOUND);
    assert_int_equal(solution_of(problem, orders)->order, 2);
    free(orders);
    method_file_destroy(file);
    problem_destroy(problem);
}

/* The energy of the oscillator falls at the rate E h^5/72 with rk4; with Gauss nothing is left below h^(2p). Nobody else
 * asks. */
TEST(test_drift)
{
    struct problem *problem = problem_create("harmonic-oscillator", NULL, NULL, 0, NULL, &said);
    const size_t channel = problem->system->observables + LOCAL_DRIFT;
    struct run_order *rk4 = find_orders_and(problem, "rk4", RUN_DRIFT),
                     *gauss = find_orders_and(problem, "runge-kutta:gauss-2", RUN_DRIFT | EXPANSION_STEP);

    assert_int_equal(rk4[channel].missing, RUN_ORDER_FOUND);
    assert_int_equal(rk4[channel].order, 5);
    assert_int_equal(rk4[channel].terms, 1);
    assert_int_equal(rk4[channel].term[0].power - rk4[channel].term[0].degree, 5);
    assert_int_equal(gauss[channel].order, INT_MAX);
    assert_int_equal(gauss[channel].known, 8);
    assert_int_equal(gauss[problem->system->observables + LOCAL_SYMPLECTIC].power, INT_MAX);
    free(gauss);
    free(rk4);
    problem_destroy(problem);
}

/* Where a term leads, from terms by hand over the time 3: c t h^2 + d h^4 + e t h^5 + f t^2 h^6 leads where each of the later
 * ones is a tenth of it, by hand. At the random state the order is 4, and nothing else is known. */
TEST(test_where_a_term_leads)
{
    double number[][RUN_TERM_COLUMNS] = {
        {0, 3, 1, 0, 1e-6, 1e-6, -300, 0}, {0, 4, 0, 0, 2, 0, -300, 1}, {0, 6, 1, 0, 5, 5, -300, 0},
        {0, 8, 2, 0, 1e-9, 0, -300, 0},    {2, 5, 1, 0, 7, 7, -300, 0},
    };
    struct result_history history = {.columns = RUN_TERM_COLUMNS, .entries = 1, .number = number[0]};
    struct run_term term = run_orders_find_term(&history, 2, RUN_STATE_INITIAL, RUN_STATE_LATER);

    assert_int_equal(term.power, 3);
    assert_float_equal(run_orders_size(&term, 3), 3e-6, 1e-20);
    assert_true(isinf(run_orders_lead(&history, &term, 3)));
    history.entries = 2; /* 3e-6 h^2 = 20 h^4 */
    assert_float_equal(run_orders_lead(&history, &term, 3), sqrt(1.5e-7), 1e-15);
    history.entries = 3; /* 3e-6 h^2 = 150 h^5 */
    number[1][4] = 2e-9;
    assert_float_equal(run_orders_lead(&history, &term, 3), cbrt(2e-8), 1e-15);
    history.entries = 5; /* 3e-6 h^2 = 1e4 9 h^6, of which no part is linear in n */
    number[2][4] = number[2][5] = 1e-6;
    number[3][4] = 1e3;
    assert_float_equal(run_orders_lead(&history, &term, 3), pow(3e-6 / 9e4, 0.25), 1e-15);
    term = run_orders_find_term(&history, 4, RUN_STATE_INITIAL, RUN_STATES - 1);
    assert_int_equal(term.state, 0);
    term = run_orders_find_term(&history, 4, RUN_STATE_RANDOM, RUN_STATES - 1);
    assert_int_equal(term.state, 2);
    assert_true(isinf(run_orders_lead(&history, &term, 3)));
    assert_int_equal(run_orders_find_term(&history, 1, 0, RUN_STATES - 1).state, -1);
    assert_int_equal(run_orders_find_term(NULL, 2, 0, RUN_STATES - 1).state, -1);
}
