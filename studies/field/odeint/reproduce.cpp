// The orders of Adams' methods, extrapolation_stepper, rosenbrock4 and the Nystroem methods of McLachlan of Boost.Odeint, with
// the library alone:
//
//     g++ -std=c++17 -O1 reproduce.cpp -o reproduce && ./reproduce
//
// x' = x (1 - x), x(0) = 1/2, whose solution is 1/(1 + exp(-t)); errors at t = 2 for n = 16, 32, ..., 512 steps, and the
// orders between the last two that are well above round-off.  For rosenbrock4, whose Jacobian and derivative in time are
// exact here, x' = x cos(t), x(0) = 1 as well, whose solution is exp(sin(t)).  For the Nystroem methods q'' = 1/q^3, q(0) = 1,
// q'(0) = 0, whose solution is sqrt(1 + t^2).
#include <cmath>
#include <cstdio>
#include <vector>

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/stepper/adaptive_adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <boost/numeric/odeint/stepper/symplectic_rkn_sb3a_m4_mclachlan.hpp>

using namespace boost::numeric::odeint;
using state = std::vector<double>;

static void logistic(const state &x, state &dxdt, double)
{
    dxdt[0] = x[0] * (1 - x[0]);
}

enum form { in_place, out_of_place, n_steps };
static const char *const words[] = {"in place", "out of place", "n_steps"};

template <class Stepper> double error(int n, form how)
{
    Stepper stepper;
    state x{0.5}, next{0.5};
    double h = 2.0 / n;

    if (how == n_steps)
        integrate_n_steps(stepper, logistic, x, 0.0, h, static_cast<size_t>(n));
    for (int i = 0; i < n && how != n_steps; i++) {
        if (how == in_place) {
            stepper.do_step(logistic, x, i * h, h);
        } else {
            stepper.do_step(logistic, x, i * h, next, h);
            x = next;
        }
    }
    return std::fabs(x[0] - 1 / (1 + std::exp(-2.0)));
}

template <class Stepper> void show(const char *name, form how)
{
    double last = 0, order = 0;

    std::printf("%-28s order() = %d  %-12s errors", name, static_cast<int>(Stepper().order()), words[how]);
    for (int n = 16; n <= 512; n *= 2) {
        double now = error<Stepper>(n, how);

        if (last > 0 && now > 1e-13)
            order = std::log2(last / now);
        last = now;
        std::printf(" %.1e", now);
    }
    std::printf("  order %.2f\n", order);
}

template <size_t Steps> void compare()
{
    char name[40];

    std::snprintf(name, sizeof name, "adams_bashforth<%zu>", Steps);
    show<adams_bashforth<Steps, state>>(name, in_place);
    show<adams_bashforth<Steps, state>>(name, out_of_place);
    std::snprintf(name, sizeof name, "adams_bashforth_moulton<%zu>", Steps);
    show<adams_bashforth_moulton<Steps, state>>(name, in_place);
    show<adams_bashforth_moulton<Steps, state>>(name, out_of_place);
}

static void show_rosenbrock(bool forced)
{
    using block = boost::numeric::ublas::vector<double>;
    using square = boost::numeric::ublas::matrix<double>;
    double last = 0, order = 0;
    auto field = [=](const block &x, block &k, double t) { k[0] = x[0] * (forced ? std::cos(t) : 1 - x[0]); };
    auto jacobian = [=](const block &x, square &m, const double &t, block &of_time) {
        m(0, 0) = forced ? std::cos(t) : 1 - 2 * x[0];
        of_time[0] = forced ? -x[0] * std::sin(t) : 0;
    };

    std::printf("%-28s order() = 4  %-12s errors", "rosenbrock4", forced ? "x cos(t)" : "x (1 - x)");
    for (int n = 16; n <= 512; n *= 2) {
        rosenbrock4<double> stepper;
        block x(1, forced ? 1 : 0.5);
        double h = 2.0 / n, now;

        for (int i = 0; i < n; i++)
            stepper.do_step(std::make_pair(field, jacobian), x, i * h, h);
        now = std::fabs(x[0] - (forced ? std::exp(std::sin(2.0)) : 1 / (1 + std::exp(-2.0))));
        if (last > 0 && now > 1e-13)
            order = std::log2(last / now);
        last = now;
        std::printf(" %.1e", now);
    }
    std::printf("  order %.2f\n", order);
}

template <class Stepper> void show_nystroem(const char *name)
{
    double last = 0, order = 0;
    auto velocity = [](const state &p, state &k) { k = p; };
    auto force = [](const state &q, state &k) { k[0] = 1 / (q[0] * q[0] * q[0]); };

    std::printf("%-28s order() = %d  %-12s errors", name, static_cast<int>(Stepper().order()), "q'' = 1/q^3");
    for (int n = 16; n <= 512; n *= 2) {
        Stepper stepper;
        std::pair<state, state> x(state{1}, state{0});
        double h = 2.0 / n, now;

        for (int i = 0; i < n; i++)
            stepper.do_step(std::make_pair(velocity, force), x, i * h, h);
        now = std::fabs(x.first[0] - std::sqrt(5.0));
        if (last > 0 && now > 1e-13)
            order = std::log2(last / now);
        last = now;
        std::printf(" %.1e", now);
    }
    std::printf("  order %.2f\n", order);
}

int main()
{
    show_nystroem<symplectic_rkn_sb3a_m4_mclachlan<state>>("sb3a_m4_mclachlan");
    show_nystroem<symplectic_rkn_sb3a_mclachlan<state>>("sb3a_mclachlan");
    show_rosenbrock(false);
    show_rosenbrock(true);
    show<extrapolation_stepper<4, state>>("extrapolation_stepper<4>", in_place);
    show<extrapolation_stepper<4, state>>("extrapolation_stepper<4>", out_of_place);
    show<extrapolation_stepper<4, state>>("extrapolation_stepper<4>", n_steps);
    show<extrapolation_stepper<6, state>>("extrapolation_stepper<6>", in_place);
    show<extrapolation_stepper<6, state>>("extrapolation_stepper<6>", out_of_place);
    show<extrapolation_stepper<6, state>>("extrapolation_stepper<6>", n_steps);
    show<adaptive_adams_bashforth_moulton<4, state>>("adaptive_adams_b._m.<4>", in_place);
    show<adaptive_adams_bashforth_moulton<4, state>>("adaptive_adams_b._m.<4>", out_of_place);
    compare<2>();
    compare<3>();
    compare<4>();
    compare<5>();
    compare<6>();
    compare<8>();
}
