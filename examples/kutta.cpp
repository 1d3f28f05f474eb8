// Two methods in C++: Kutta's of order 3, and the method of Adams and Bashforth of order 2, which remembers.
//
// c++ -Iclients/cpp examples/kutta.cpp -o kutta && assay audit --exec ./kutta
#include "assay_client.hpp"

using assay::state;

static state add(state z, double a, const state &k)
{
    for (std::size_t i = 0; i < z.size(); i++)
        z[i] += a * k[i];
    return z;
}

static state kutta(assay::field &f, double t, double h, state z)
{
    const state k1 = f(t, z), k2 = f(t + h / 2, add(z, h / 2, k1)),
                k3 = f(t + h, add(add(z, -h, k1), 2 * h, k2));

    return add(add(add(z, h / 6, k1), 2 * h / 3, k2), h / 6, k3);
}

static assay::step adams_bashforth()
{
    return [before = state()](assay::field &f, double t, double h, state z) mutable {
        const state k = f(t, z);
        const state end = before.empty() ? add(z, h, f(t + h / 2, add(z, h / 2, k)))
                                         : add(add(z, 1.5 * h, k), -h / 2, before);

        before = k;
        return end;
    };
}

int main()
{
    return assay::serve({{"cpp-kutta-3", kutta, {}, "order 3"}, {"cpp-adams-bashforth-2", {}, adams_bashforth, "order 2"}});
}
