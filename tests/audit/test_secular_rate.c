/* Rates at which energies drift: of RK4 on an oscillator, whose energy falls by a known factor, and of methods whose
 * conjugate order the trees know (tests/audit/test_tableau_conjugate.c).
 * Control: without a window the trapezoidal rule, which is conjugate to the midpoint rule, would drift. */
#include "tests/fixtures/test.h"

#include <math.h>

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include "measures/run/scale.h"
#include "measures/run/secular_rate.h"

enum { MOST = 4, STEPS = 40 };

static const char skew[] = "models/panel/skew-pendulum.lua";

/* Of the energy, at the step 1/inverse or half of that. */
static struct secular_rate find(const char *model, const char *method, unsigned long inverse, bool halved)
{
    struct problem *problem = checkpoint_problem(model);
    mpfr_t *initial = problem_initial_values(problem, 128);
    struct secular_rate rate[MOST];
    double scale[MOST];
    struct cell_request request;

    request = checkpoint_request(problem, method, "none", CELL_DOUBLE, kept_rational(1, inverse));
    request.steps = STEPS;
    assert_true(problem->system->observables <= MOST);
    scale_observables(problem->system, initial, scale);
    number_block_destroy(initial);
    assert_done(secular_rate_measure(rate, &request, scale, halved, &said), said);
    print_message("%-32s %-32s 1/%-3lu rate %9.2e, early %9.2e, floor %8.1e\n", model, method, inverse,
                  rate->value, rate->early, rate->floor);
    return rate[0];
}

/* RK4 on x' = i x multiplies by R(i h), |R(i h)|^2 = 1 - h^6/72 + h^8/576: the energy falls by that in each step. */
TEST(test_known_drift)
{
    const double h = 0.1, fall = pow(h, 6) / 72 - pow(h, 8) / 576;
    const struct secular_rate rate = find("models/harmonic-oscillator.lua", "rk4", 10, false);

    assert_true(fabs(rate.value * h / fall - 1) < SECULAR_RATE_RUNS * STEPS * fall);
    assert_true(rate.floor < SECULAR_RATE_RUNS * STEPS * fall * rate.value);
    assert_true(fabs(rate.early / rate.value - 1) < SECULAR_RATE_RUNS * STEPS * fall);
}

TEST(test_conjugate_orders)
{
    static const struct {
        const char *method;
        int order;
    } methods[] = {{"runge-kutta:radau-iia-2", 3},
                   {"runge-kutta:lobatto-iiib-iiia-3", 4},
                   {"runge-kutta:lobatto-iiia-iiib-3", 6}};

    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        const struct secular_rate whole = find(skew, methods[k].method, 10, false),
                                  half = find(skew, methods[k].method, 10, true);

        assert_true(whole.value > 100 * whole.floor && half.value > 100 * half.floor);
        assert_true(fabs(log2(whole.value / half.value) - methods[k].order) < 0.15);
    }
}

/* How far the energy has come, in a unit of time, at the end. */
static double find_naive(const char *model, const char *method, unsigned long inverse)
{
    struct problem *problem = checkpoint_problem(model);
    struct cell_request request =
        checkpoint_request(problem, method, "none", CELL_DOUBLE, kept_rational(1, inverse));
    struct trajectory *trajectory;
    double error;

    request.steps = (unsigned long)STEPS * SECULAR_RATE_RUNS;
    trajectory = kept(cell_run(&request, &said));
    assert_done(trajectory, said);
    error = mpfr_get_d(trajectory->observable_error[0], MPFR_RNDN);
    trajectory_destroy(trajectory);
    return error * (double)inverse / (double)request.steps;
}

TEST(test_conjugate_to_symplectic)
{
    static const char *const methods[] = {"runge-kutta:lobatto-iiia-iiib-2", "runge-kutta:gauss-1",
                                          "runge-kutta:gauss-2"};

    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        for (int halved = 0; halved < 2; halved++) {
            const struct secular_rate rate = find(skew, methods[k], 10, halved);

            assert_true(rate.value <= 10 * rate.floor && rate.early <= 10 * rate.floor);
            assert_true(rate.floor < 1e-12 && rate.floor > 0);
        }
        assert_true(find_naive(skew, methods[k], 10) > 1e-9); /* control */
    }
}

/* A quadratic energy is kept by Gauss's methods: there is nothing to average. */
TEST(test_nothing_to_average)
{
    assert_true(isnan(find("models/harmonic-oscillator.lua", "runge-kutta:gauss-1", 10, false).early));
    assert_true(find(skew, "runge-kutta:gauss-1", 10, false).early >= 0);
}
