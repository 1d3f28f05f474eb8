/* Drifts of the energy from expansions of one step.
 *
 *   oscillator        rk4 has |R(i y)|^2 = 1 - y^6/72 + ..., so the energy E falls by E h^5/72 per unit of time
 *   Lotka-Volterra    not canonical in these coordinates, period 4.66: rk4 and Gauss with two stages drift by 0.0031 h^4 and
 *                     0.00077 h^4, as another program measured over forty periods: 0.00165 and 0.00238 h^4 at h = 0.0485 and
 *                     0.0243 of rk4, which tend to 0.0031, and 0.000740, 0.000764 at h = 0.194 and 0.097
 *   skew pendulum     no reflection reverses it. The trapezoidal rule is conjugate to the midpoint rule: no drift below 2p = 4,
 *                     though its steps are not symplectic. Lobatto IIIA with three stages is symmetric, of order 4, conjugate
 *                     symplectic to order 6 and no more (Hairer, Zbinden 2013): the first power that drifts is h^6
 *   not asked         motion that does not close, damped motion, and steps that leave the constraints */
#include "tests/fixtures/test.h"

#include <limits.h>
#include <math.h>

#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/expansion/energy_drift.h"

static struct energy_drift drift_of(const char *model, struct method method)
{
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &said);
    struct energy_drift found;

    assert_done(problem, said);
    found = energy_drift_find(&(struct cell_request){
        .problem = problem, .method = method, .projection = projection_find("none"), .steps = 1});
    problem_destroy(problem);
    return found;
}

static struct energy_drift drift(const char *model, const char *name)
{
    struct method method;

    assert_done(method_find(name, &method, &said), said);
    return drift_of(model, method);
}

TEST(test_oscillator)
{
    const struct energy_drift rk4 = drift("harmonic-oscillator", "rk4"),
                              gauss = drift("harmonic-oscillator", "runge-kutta:gauss-2");

    assert_int_equal(rk4.status, ENERGY_DRIFT_FOUND);
    assert_true(fabs(rk4.period - 2 * acos(-1)) < 1e-10);
    assert_int_equal(rk4.order, 4);
    assert_int_equal(rk4.leading, 5);
    assert_true(fabs(rk4.rate + 0.625 / 72) < 1e-12);
    assert_int_equal(gauss.leading, INT_MAX);
    assert_int_equal(gauss.known, 8);
}

TEST(test_other_coordinates)
{
    const struct energy_drift rk4 = drift("lotka-volterra", "rk4"),
                              gauss = drift("lotka-volterra", "runge-kutta:gauss-2");

    assert_int_equal(rk4.leading, 4);
    assert_true(fabs(rk4.rate - 0.0031) < 5e-5);
    assert_int_equal(gauss.leading, 4);
    assert_true(fabs(gauss.rate - 0.000772) < 2e-6);
}

TEST(test_conjugate_symplectic)
{
    bool other_kind;
    struct method_file *file = method_file_create("examples/trapezoidal.lua", &other_kind, &said);
    struct energy_drift found;

    assert_done(file, said);
    found = drift_of("skew-pendulum", method_file_method(file));
    assert_int_equal(found.order, 2);
    assert_int_equal(found.leading, INT_MAX);
    assert_int_equal(found.known, 4);
    found = drift("skew-pendulum", "runge-kutta:lobatto-iiia-iiib-3");
    assert_int_equal(found.order, 4);
    assert_int_equal(found.leading, 6);
    assert_int_equal(drift("skew-pendulum", "rk4").leading, 4);
    method_file_destroy(file);
}

TEST(test_not_asked)
{
    assert_int_equal(drift("henon-heiles", "rk4").status, ENERGY_DRIFT_NO_ORBIT);
    assert_int_equal(drift("lorenz", "rk4").status, ENERGY_DRIFT_NOT_ASKED);
    assert_int_equal(drift("pendulum", "runge-kutta:gauss-2").status, ENERGY_DRIFT_NO_EXPANSION);
}
