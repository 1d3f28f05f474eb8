/* Methods as a program has them, right ones and wrong ones: test_wrong_methods.c says what is claimed of each. */
#include "assay_client.h"

#include <math.h>

#define METHOD(name) static int name(assay_field *f, double t, double h, size_t d, double *z)

/* x = z + h k */
static void add(size_t d, double *x, const double *z, double h, const double *k)
{
    for (size_t i = 0; i < d; i++)
        x[i] = z[i] + h * k[i];
}

static double k1[ASSAY_MOST], k2[ASSAY_MOST], k3[ASSAY_MOST], k4[ASSAY_MOST], x[ASSAY_MOST];

METHOD(euler)
{
    f(t, z, k1);
    add(d, z, z, h, k1);
    return 0;
}

/* z + h ((1 - b) k1 + b k2), k2 at z + a h k1 */
static int two_stages(assay_field *f, double t, double h, size_t d, double *z, double a, double b)
{
    f(t, z, k1);
    add(d, x, z, a * h, k1);
    f(t + a * h, x, k2);
    add(d, z, z, (1 - b) * h, k1);
    add(d, z, z, b * h, k2);
    return 0;
}

METHOD(heun)
{
    return two_stages(f, t, h, d, z, 1, 0.5);
}

METHOD(midpoint)
{
    return two_stages(f, t, h, d, z, 0.5, 1);
}

METHOD(ralston)
{
    return two_stages(f, t, h, d, z, 2.0 / 3, 0.75);
}

METHOD(heavy) /* the weights sum to 1, their moment is 0.505 */
{
    return two_stages(f, t, h, d, z, 0.505, 1);
}

METHOD(kutta)
{
    f(t, z, k1);
    add(d, x, z, h / 2, k1);
    f(t + h / 2, x, k2);
    add(d, x, z, -h, k1);
    add(d, x, x, 2 * h, k2);
    f(t + h, x, k3);
    add(d, z, z, h / 6, k1);
    add(d, z, z, 4 * h / 6, k2);
    add(d, z, z, h / 6, k3);
    return 0;
}

/* The middle stages at t + c h. */
static int classical(assay_field *f, double t, double h, size_t d, double *z, double c)
{
    f(t, z, k1);
    add(d, x, z, h / 2, k1);
    f(t + c * h, x, k2);
    add(d, x, z, h / 2, k2);
    f(t + c * h, x, k3);
    add(d, x, z, h, k3);
    f(t + h, x, k4);
    for (size_t i = 0; i < d; i++)
        z[i] += h * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]) / 6;
    return 0;
}

METHOD(rk4)
{
    return classical(f, t, h, d, z, 0.5);
}

METHOD(rk4_single_last)
{
    classical(f, t, h, d, z, 0.5);
    z[d - 1] = (float)z[d - 1];
    return 0;
}

METHOD(rk4_single_first)
{
    classical(f, t, h, d, z, 0.5);
    z[0] = (float)z[0];
    return 0;
}

METHOD(rk4_single) /* all of it, as a library in single precision answers */
{
    classical(f, t, h, d, z, 0.5);
    for (size_t i = 0; i < d; i++)
        z[i] = (float)z[i];
    return 0;
}

METHOD(rk4_single_time) /* its clock alone */
{
    return rk4(f, (float)t, h, d, z);
}

METHOD(rk4_single_force)
{
    f(t, z, k1);
    classical(f, t, h, d, z, 0.5);
    for (size_t i = 0; i < d; i++)
        z[i] += h * ((float)k1[i] - k1[i]);
    return 0;
}

/* y = z + h g(y), by iteration; g is a mean of f */
static int solve(assay_field *f, double t, double h, size_t d, double *z,
                 void mean(assay_field *f, double t, double h, size_t d, const double *z, const double *y,
                           double *k))
{
    static double y[ASSAY_MOST], next[ASSAY_MOST];
    double change = 1;

    memcpy(y, z, d * sizeof *z);
    for (int n = 0; n < 200 && change > 0; n++) {
        mean(f, t, h, d, z, y, k4);
        add(d, next, z, h, k4);
        change = 0;
        for (size_t i = 0; i < d; i++)
            change = fmax(change, fabs(next[i] - y[i]));
        memcpy(y, next, d * sizeof *z);
        if (!(change < 1e6))
            return 1;
    }
    memcpy(z, y, d * sizeof *z);
    return change > 1e-12;
}

static void at(assay_field *f, double t, double h, size_t d, const double *z, const double *y, double s,
               double *k)
{
    for (size_t i = 0; i < d; i++)
        x[i] = z[i] + s * (y[i] - z[i]);
    f(t + s * h, x, k);
}

static void mean_of_middle(assay_field *f, double t, double h, size_t d, const double *z, const double *y,
                           double *k)
{
    at(f, t, h, d, z, y, 0.5, k);
}

static void mean_of_ends(assay_field *f, double t, double h, size_t d, const double *z, const double *y,
                         double *k)
{
    at(f, t, h, d, z, y, 0, k1);
    at(f, t, h, d, z, y, 1, k2);
    for (size_t i = 0; i < d; i++)
        k[i] = (k1[i] + k2[i]) / 2;
}

/* The mean of the field along the line, which keeps the energy; by Gauss's rule with three points. */
static void mean_of_line(assay_field *f, double t, double h, size_t d, const double *z, const double *y,
                         double *k)
{
    const double s = sqrt(0.15);

    at(f, t, h, d, z, y, 0.5 - s, k1);
    at(f, t, h, d, z, y, 0.5, k2);
    at(f, t, h, d, z, y, 0.5 + s, k3);
    for (size_t i = 0; i < d; i++)
        k[i] = (5 * k1[i] + 8 * k2[i] + 5 * k3[i]) / 18;
}

METHOD(implicit_midpoint)
{
    return solve(f, t, h, d, z, mean_of_middle);
}

METHOD(trapezoid)
{
    return solve(f, t, h, d, z, mean_of_ends);
}

METHOD(average)
{
    return solve(f, t, h, d, z, mean_of_line);
}

/* ---- by halves: z = (q, p) ---- */

static void move(assay_field *f, double t, double h, size_t first, size_t end, double *z)
{
    f(t, z, k1);
    for (size_t i = first; i < end; i++)
        z[i] += h * k1[i];
}

METHOD(kick_drift)
{
    move(f, t, h, d / 2, d, z);
    move(f, t, h, 0, d / 2, z);
    return 0;
}

METHOD(same_twice) /* in the place of the adjoint after the method */
{
    kick_drift(f, t, h / 2, d, z);
    return kick_drift(f, t + h / 2, h / 2, d, z);
}

METHOD(exchanged) /* half a drift, a kick, half a drift, with drift and kick exchanged in the last two */
{
    move(f, t, h / 2, 0, d / 2, z);
    move(f, t + h / 2, h, 0, d / 2, z);
    move(f, t + h / 2, h / 2, d / 2, d, z);
    return 0;
}

METHOD(leapfrog) /* of second order where the force is one of positions and the velocity of momenta alone */
{
    move(f, t, h / 2, d / 2, d, z);
    move(f, t + h / 2, h, 0, d / 2, z);
    move(f, t + h, h / 2, d / 2, d, z);
    return 0;
}

METHOD(nystroem) /* of order 2 where q' = p, and none where it is something else */
{
    const size_t n = d / 2;

    f(t, z, k1);
    for (size_t i = 0; i < n; i++)
        z[i] += h * z[n + i] + h * h / 2 * k1[n + i];
    f(t + h, z, k2);
    for (size_t i = n; i < d; i++)
        z[i] += h / 2 * (k1[i] + k2[i]);
    return 0;
}

/* ---- with a memory ---- */

METHOD(remembers) /* the slope of the last call in the place of a new one */
{
    static double last[ASSAY_MOST];

    if (last[0] == 0)
        f(t, z, last);
    memcpy(k2, last, d * sizeof *z);
    f(t, z, k1);
    memcpy(last, k1, d * sizeof *z);
    add(d, z, z, 1.5 * h, k1);
    add(d, z, z, -0.5 * h, k2);
    return 0;
}

METHOD(low_starter) /* three steps of Adams and Bashforth, of which Euler's rule makes the first two */
{
    static double before[2][ASSAY_MOST];
    static int steps;

    f(t, z, k1);
    for (size_t i = 0; i < d; i++)
        z[i] += steps < 2 ? h * k1[i] : h * (23 * k1[i] - 16 * before[0][i] + 5 * before[1][i]) / 12;
    memcpy(before[1], before[0], d * sizeof *z);
    memcpy(before[0], k1, d * sizeof *z);
    steps++;
    return 0;
}

METHOD(wears_out) /* Heun's method for its first 500 steps, and Euler's rule later */
{
    static int steps;

    return steps++ < 500 ? heun(f, t, h, d, z) : euler(f, t, h, d, z);
}

/* All of them, or that of the name alone. */
int main(int count, char **word)
{
    static const struct assay_method methods[] = {{"euler", euler},
                                                  {"heun", heun},
                                                  {"midpoint", midpoint},
                                                  {"ralston", ralston},
                                                  {"heavy", heavy},
                                                  {"kutta", kutta},
                                                  {"classical", rk4},
                                                  {"single", rk4_single},
                                                  {"single-last", rk4_single_last},
                                                  {"single-first", rk4_single_first},
                                                  {"single-force", rk4_single_force},
                                                  {"single-time", rk4_single_time},
                                                  {"implicit-midpoint", implicit_midpoint},
                                                  {"trapezoid", trapezoid},
                                                  {"average", average},
                                                  {"kick-drift", kick_drift},
                                                  {"same-twice", same_twice},
                                                  {"exchanged", exchanged},
                                                  {"leapfrog", leapfrog},
                                                  {"nystroem", nystroem},
                                                  {"remembers", remembers},
                                                  {"low-starter", low_starter},
                                                  {"wears-out", wears_out},
                                                  {NULL, NULL}};

    for (const struct assay_method *one = methods; count > 1 && one->name; one++) {
        if (strcmp(one->name, word[1]) == 0)
            return assay_serve((const struct assay_method[]){*one, {NULL, NULL}});
    }
    return assay_serve(methods);
}
