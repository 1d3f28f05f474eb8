// The orders of Adams' methods of Boost.Odeint, with the library alone:
//
//     g++ -std=c++17 -O1 reproduce.cpp -o reproduce && ./reproduce
//
// x' = x (1 - x), x(0) = 1/2, whose solution is 1/(1 + exp(-t)); errors at t = 2 for n = 16, 32, ..., 512 steps, and the
// orders between the last two that are well above round-off.
#include <cmath>
#include <cstdio>
#include <vector>

#include <boost/numeric/odeint.hpp>

using namespace boost::numeric::odeint;
using state = std::vector<double>;

static void logistic(const state &x, state &dxdt, double)
{
    dxdt[0] = x[0] * (1 - x[0]);
}

enum form { in_place, out_of_place };

template <class Stepper> double error(int n, form how)
{
    Stepper stepper;
    state x{0.5}, next{0.5};
    double h = 2.0 / n;

    for (int i = 0; i < n; i++) {
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

    std::printf("%-28s order() = %d  %-12s errors", name, static_cast<int>(Stepper().order()), how == in_place ? "in place" : "out of place");
    for (int n = 16; n <= 512; n *= 2) {
        double now = error<Stepper>(n, how);

        if (last > 0 && now > 1e-14)
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

int main()
{
    compare<2>();
    compare<3>();
    compare<4>();
    compare<5>();
    compare<6>();
    compare<8>();
}
