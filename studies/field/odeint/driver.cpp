// The steppers of Boost.Odeint, for assay.  Each takes the step that a user takes: do_step in place and out of place, or
// several steps in one call.  A stepper that remembers earlier steps is kept as long as the next step begins where the
// last one ended, with the same step size; elsewhere a new one begins.
//
// z = (q, p) for the symplectic steppers.  They ask for q' as a function of p and for p' as a function of q, which are
// the parts of the right-hand side of a separable system; velocity_verlet asks for q'' = p'.
#include <cstdio>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/stepper/adaptive_adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <boost/numeric/odeint/stepper/symplectic_rkn_sb3a_m4_mclachlan.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

#include "../field.h"

namespace odeint = boost::numeric::odeint;
namespace ublas = boost::numeric::ublas;

using state = std::vector<double>;
using block = ublas::vector<double>;
using square = ublas::matrix<double>;

static void field(const state &z, state &k, double t)
{
    k.resize(z.size());
    field_evaluate(t, z.data(), k.data());
}

// ---- steppers that may remember ---------------------------------------------------------------------------------------

template <class Stepper> struct kept {
    std::optional<Stepper> stepper;
    state end;
    double h = 0;

    Stepper &at(const state &z, double step)
    {
        if (!stepper || h != step || z != end)
            stepper.emplace();
        h = step;
        return *stepper;
    }
    int leave(const state &z, double *to)
    {
        end = z;
        std::copy(z.begin(), z.end(), to);
        return 0;
    }
};

template <class Stepper> int in_place(field_call *call, double *z)
{
    FIELD_STEP(call);
    static kept<Stepper> memory;
    state x(z, z + d);

    memory.at(x, h).do_step(field, x, t, h);
    return memory.leave(x, z);
}

template <class Stepper> int out_of_place(field_call *call, double *z)
{
    FIELD_STEP(call);
    static kept<Stepper> memory;
    state x(z, z + d), to(d);

    memory.at(x, h).do_step(field, x, t, to, h);
    return memory.leave(to, z);
}

// Two steps in one call, from where a new stepper starts.
template <class Stepper> int together(field_call *call, double *z)
{
    FIELD_STEP(call);
    state x(z, z + d);

    odeint::integrate_n_steps(Stepper(), field, x, t, h / 2, 2);
    std::copy(x.begin(), x.end(), z);
    return 0;
}

// ---- steppers with a Jacobian, which is made of differences of sixth order ----------------------------------------------

static void block_field(const block &z, block &k, double t)
{
    k.resize(z.size());
    field_evaluate(t, &z[0], &k[0]);
}

static block derivative(const std::function<block(double)> &f)
{
    const double e = 1.0 / 128;

    return (45 * (f(e) - f(-e)) - 9 * (f(2 * e) - f(-2 * e)) + (f(3 * e) - f(-3 * e))) / (60 * e);
}

static void jacobian(const block &z, square &matrix, double t)
{
    for (size_t j = 0; j < z.size(); j++) {
        ublas::column(matrix, j) = derivative([&](double e) {
            block x = z, k(z.size());
            x[j] += e;
            block_field(x, k, t);
            return k;
        });
    }
}

static void jacobian_in_time(const block &z, square &matrix, const double &t, block &of_time)
{
    jacobian(z, matrix, t);
    of_time = derivative([&](double e) {
        block k(z.size());
        block_field(z, k, t + e);
        return k;
    });
}

template <class Stepper, class Jacobian>
int linearised(Stepper stepper, Jacobian matrix, double t, double h, size_t d, double *z)
{
    block x(d);

    std::copy(z, z + d, x.begin());
    stepper.do_step(std::make_pair(block_field, matrix), x, t, h);
    std::copy(x.begin(), x.end(), z);
    return 0;
}

static int rosenbrock4(field_call *call, double *z)
{
    FIELD_STEP(call);
    return linearised(odeint::rosenbrock4<double>(), jacobian_in_time, t, h, d, z);
}

// Newton's iteration of this stepper ends at `epsilon`, 1e-6 unless it is told otherwise.
static int implicit_euler(field_call *call, double *z)
{
    FIELD_STEP(call);
    return linearised(odeint::implicit_euler<double>(1e-14), jacobian, t, h, d, z);
}

// ---- separable systems --------------------------------------------------------------------------------------------------

struct parts {
    state q, p; // where the part that a function is not of is taken: it does not matter

    state at(const state &position, const state &momentum, double t) const
    {
        state z(position), k(2 * q.size());

        z.insert(z.end(), momentum.begin(), momentum.end());
        field_evaluate(t, z.data(), k.data());
        return k;
    }
    void velocity(const state &momentum, state &k) const
    {
        state all = at(q, momentum, 0);
        k.assign(all.begin(), all.begin() + static_cast<long>(q.size()));
    }
    void force(const state &position, state &k) const
    {
        state all = at(position, p, 0);
        k.assign(all.begin() + static_cast<long>(q.size()), all.end());
    }
};

static int leave_pair(const std::pair<state, state> &x, double *z)
{
    std::copy(x.second.begin(), x.second.end(), std::copy(x.first.begin(), x.first.end(), z));
    return 0;
}

template <class Stepper, bool in, bool both> int symplectic(field_call *call, double *z)
{
    FIELD_STEP(call);
    if (d % 2)
        return 1;
    parts system{state(z, z + d / 2), state(z + d / 2, z + d)};
    std::pair<state, state> x(system.q, system.p), to(x);
    auto velocity = [&](const state &p, state &k) { system.velocity(p, k); };
    auto force = [&](const state &q, state &k) { system.force(q, k); };
    Stepper stepper;

    if constexpr (!in)
        stepper.do_step(std::make_pair(velocity, force), x, t, to, h);
    else if constexpr (both)
        stepper.do_step(std::make_pair(velocity, force), to, t, h);
    else
        stepper.do_step(force, to, t, h);
    return leave_pair(to, z);
}

static int velocity_verlet(field_call *call, double *z)
{
    FIELD_STEP(call);
    if (d % 2)
        return 1;
    parts system{state(z, z + d / 2), state(z + d / 2, z + d)};
    std::pair<state, state> x(system.q, system.p);
    auto acceleration = [&](const state &q, const state &, state &a, double) { system.force(q, a); };
    odeint::velocity_verlet<state> stepper;

    stepper.do_step(acceleration, x, t, h);
    return leave_pair(x, z);
}

// ---- all of them --------------------------------------------------------------------------------------------------------

#define ONE_STEP(name, ...) \
    {#name, in_place<odeint::__VA_ARGS__>}, {#name "-out", out_of_place<odeint::__VA_ARGS__>}, {#name "-steps", together<odeint::__VA_ARGS__>}
#define REMEMBERING(name, ...) {#name, in_place<odeint::__VA_ARGS__>}, {#name "-out", out_of_place<odeint::__VA_ARGS__>}
#define SYMPLECTIC(name) \
    {#name, symplectic<odeint::name<state>, true, true>}, {#name "-force", symplectic<odeint::name<state>, true, false>}, \
        {#name "-out", symplectic<odeint::name<state>, false, true>}

FIELD_METHODS(
    ONE_STEP(euler, euler<state>),
    ONE_STEP(modified_midpoint, modified_midpoint<state>),
    ONE_STEP(runge_kutta4, runge_kutta4<state>),
    ONE_STEP(runge_kutta4_classic, runge_kutta4_classic<state>),
    ONE_STEP(runge_kutta_cash_karp54, runge_kutta_cash_karp54<state>),
    ONE_STEP(runge_kutta_cash_karp54_classic, runge_kutta_cash_karp54_classic<state>),
    ONE_STEP(runge_kutta_dopri5, runge_kutta_dopri5<state>),
    ONE_STEP(runge_kutta_fehlberg78, runge_kutta_fehlberg78<state>),
    ONE_STEP(extrapolation_stepper4, extrapolation_stepper<4, state>),
    ONE_STEP(extrapolation_stepper6, extrapolation_stepper<6, state>),
    REMEMBERING(adams_bashforth1, adams_bashforth<1, state>),
    REMEMBERING(adams_bashforth2, adams_bashforth<2, state>),
    REMEMBERING(adams_bashforth3, adams_bashforth<3, state>),
    REMEMBERING(adams_bashforth4, adams_bashforth<4, state>),
    REMEMBERING(adams_bashforth5, adams_bashforth<5, state>),
    REMEMBERING(adams_bashforth6, adams_bashforth<6, state>),
    REMEMBERING(adams_bashforth8, adams_bashforth<8, state>),
    REMEMBERING(adams_bashforth_moulton1, adams_bashforth_moulton<1, state>),
    REMEMBERING(adams_bashforth_moulton2, adams_bashforth_moulton<2, state>),
    REMEMBERING(adams_bashforth_moulton3, adams_bashforth_moulton<3, state>),
    REMEMBERING(adams_bashforth_moulton4, adams_bashforth_moulton<4, state>),
    REMEMBERING(adams_bashforth_moulton5, adams_bashforth_moulton<5, state>),
    REMEMBERING(adams_bashforth_moulton6, adams_bashforth_moulton<6, state>),
    REMEMBERING(adams_bashforth_moulton8, adams_bashforth_moulton<8, state>),
    REMEMBERING(adaptive_adams_bashforth_moulton3, adaptive_adams_bashforth_moulton<3, state>),
    REMEMBERING(adaptive_adams_bashforth_moulton4, adaptive_adams_bashforth_moulton<4, state>),
    {"rosenbrock4", rosenbrock4},
    {"implicit_euler", implicit_euler},
    SYMPLECTIC(symplectic_euler),
    SYMPLECTIC(symplectic_rkn_sb3a_m4_mclachlan),
    SYMPLECTIC(symplectic_rkn_sb3a_mclachlan),
    {"velocity_verlet", velocity_verlet})
