/* Methods in double alone that are exactly symplectic, symmetric or keep the energy, and methods that are not.
 *
 * One of them is compiled: -DMETHOD=gauss, with -DTABLEAU=... and, of what is iterated, -DSWEEPS=n for so many sweeps or
 * -DTOLERANCE=x for an end at that tolerance; else until nothing changes any more.  tests/audits.sh */
#include <math.h>
#include <string.h>

#include "assay_method.h"

#ifndef SWEEPS
#define SWEEPS 200
#endif
#ifndef TOLERANCE
#define TOLERANCE 0
#endif

enum { MOST_STAGES = 13, MOST = 64 };

struct tableau {
    int stages;
    double a[MOST_STAGES][MOST_STAGES], b[MOST_STAGES];
};

#define R3  1.7320508075688772
#define R15 3.8729833462074169
#ifndef ERROR
#define ERROR 0 /* of a coefficient */
#endif

static const struct tableau midpoint = {1, {{0.5}}, {1}},
                            gauss_2 = {2, {{0.25, 0.25 - R3 / 6 + ERROR}, {0.25 + R3 / 6, 0.25}}, {0.5, 0.5}},
                            gauss_3 = {3,
                                       {{5. / 36, 2. / 9 - R15 / 15, 5. / 36 - R15 / 30},
                                        {5. / 36 + R15 / 24, 2. / 9, 5. / 36 - R15 / 24},
                                        {5. / 36 + R15 / 30, 2. / 9 + R15 / 15, 5. / 36}},
                                       {5. / 18, 4. / 9, 5. / 18}},
                            trapezoidal = {2, {{0, 0}, {0.5, 0.5}}, {0.5, 0.5}},
                            lobatto_iiia = {3, {{0}, {5. / 24, 1. / 3, -1. / 24}, {1. / 6, 2. / 3, 1. / 6}},
                                            {1. / 6, 2. / 3, 1. / 6}},
                            lobatto_iiib = {3,
                                            {{1. / 6, -1. / 6, 0}, {1. / 6, 1. / 3, 0}, {1. / 6, 5. / 6, 0}},
                                            {1. / 6, 2. / 3, 1. / 6}},
                            lobatto_iiis = {3,
                                            {{1. / 12, -1. / 12, 0},
                                             {3. / 16, 1. / 3, -1. / 48},
                                             {1. / 6, 3. / 4, 1. / 12}},
                                            {1. / 6, 2. / 3, 1. / 6}},
                            radau_iia = {2, {{5. / 12, -1. / 12}, {0.75, 0.25}}, {0.75, 0.25}},
                            backward_euler = {1, {{1}}, {1}},
                            theta_rule = {2, {{0, 0}, {0.49, 0.51}}, {0.49, 0.51}},
                            rk4 = {4, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}, {1. / 6, 1. / 3, 1. / 3, 1. / 6}},
                            heun = {2, {{0}, {1}}, {0.5, 0.5}};

/* z after a step of the tableau; false where the stages are not found. */
static int runge_kutta(const struct tableau *m, const struct assay_call_double *call, double h, double *z)
{
    static __thread double k[MOST_STAGES][MOST], Z[MOST];
    const size_t d = call->dimension;
    double change = 1, before = INFINITY;
    int sweep;

    for (int i = 0; i < m->stages; i++)
        call->rhs(call, 1, call->t, z, k[i]);
    for (sweep = 0; sweep < SWEEPS; sweep++) {
        change = 0;
        for (int i = 0; i < m->stages; i++) {
            double c = 0, t, f[MOST];

            for (size_t n = 0; n < d; n++)
                Z[n] = 0;
            for (int j = 0; j < m->stages; j++) {
                c += m->a[i][j];
                for (size_t n = 0; n < d; n++)
                    Z[n] += m->a[i][j] * k[j][n];
            }
            for (size_t n = 0; n < d; n++)
                Z[n] = z[n] + h * Z[n];
            t = *call->t + c * h;
            call->rhs(call, 1, &t, Z, f);
            for (size_t n = 0; n < d; n++)
                change = fmax(change, fabs(h * (f[n] - k[i][n])));
            memcpy(k[i], f, sizeof f);
        }
        if (!isfinite(change))
            return 1;
        if (change <= TOLERANCE || (TOLERANCE == 0 && change >= before && change < 1e-11))
            break;
        before = change;
    }
    if (SWEEPS == 200 && sweep == SWEEPS)
        return 1;
    for (size_t n = 0; n < d; n++) {
        double sum = 0;

        for (int i = 0; i < m->stages; i++)
            sum += m->b[i] * k[i][n];
        z[n] += h * sum;
    }
    return 0;
}

#ifndef TABLEAU
#define TABLEAU midpoint
#endif

static __attribute__((unused)) int tableau(const struct assay_call_double *call, double *z)
{
    return runge_kutta(&TABLEAU, call, *call->h, z);
}

/* Three steps of the tableau, after Suzuki and Yoshida. */
static __attribute__((unused)) int triple(const struct assay_call_double *call, double *z)
{
    const double outer = 1 / (2 - cbrt(2)) + ERROR, part[] = {outer, 1 - 2 * outer, outer};
    struct assay_call_double moved = *call;
    double t = *call->t;

    moved.t = &t;
    for (int i = 0; i < 3; i++) {
        if (runge_kutta(&TABLEAU, &moved, part[i] * *call->h, z))
            return 1;
        t += part[i] * *call->h;
    }
    return 0;
}

/* Kick, drift, kick on H = T(p) + V(q), of q' = f(p), p' = g(q). */
static __attribute__((unused)) int verlet(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    const double h = *call->h, end = *call->t + h, half = *call->t + h / 2;
    double f[MOST];

    call->rhs(call, 1, call->t, z, f);
    for (size_t i = n; i < d; i++)
        z[i] += h / 2 * f[i];
    call->rhs(call, 1, &half, z, f);
    for (size_t i = 0; i < n; i++)
        z[i] += h * f[i];
    call->rhs(call, 1, &end, z, f);
    for (size_t i = n; i < d; i++)
        z[i] += h / 2 * f[i] * (1 + ERROR);
    return 0;
}

/* The symplectic Euler method of any H(q, p): p goes first, from an iteration. */
static __attribute__((unused)) int euler(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    const double h = *call->h;
    double f[MOST], y[MOST], change = 1, before = INFINITY;
    int sweep;

    memcpy(y, z, d * sizeof *z);
    for (sweep = 0; sweep < SWEEPS; sweep++) {
        call->rhs(call, 1, call->t, y, f);
        change = 0;
        for (size_t i = n; i < d; i++) {
            change = fmax(change, fabs(z[i] + h * f[i] - y[i]));
            y[i] = z[i] + h * f[i];
        }
        if (!isfinite(change))
            return 1;
        if (change <= TOLERANCE || (TOLERANCE == 0 && change >= before && change < 1e-11))
            break;
        before = change;
    }
    if (SWEEPS == 200 && sweep == SWEEPS)
        return 1;
    call->rhs(call, 1, call->t, y, f);
    for (size_t i = 0; i < n; i++)
        z[i] += h * f[i];
    memcpy(z + n, y + n, n * sizeof *z);
    return 0;
}

/* The mean vector field by Gauss's quadrature with three points: keeps the energy of polynomials, and symmetric. */
static __attribute__((unused)) int mean_field(const struct assay_call_double *call, double *z)
{
    static const double weight[] = {5. / 18, 4. / 9, 5. / 18}, node[] = {0.5 - R15 / 10, 0.5, 0.5 + R15 / 10};
    const size_t d = call->dimension;
    const double h = *call->h;
    double y[MOST], change = 1, before = INFINITY;
    int sweep;

    memcpy(y, z, d * sizeof *z);
    for (sweep = 0; sweep < SWEEPS; sweep++) {
        double f[MOST] = {0};

        change = 0;
        for (int i = 0; i < 3; i++) {
            const double t = *call->t + node[i] * h;
            double point[MOST], g[MOST];

            for (size_t n = 0; n < d; n++)
                point[n] = z[n] + node[i] * (y[n] - z[n]);
            call->rhs(call, 1, &t, point, g);
            for (size_t n = 0; n < d; n++)
                f[n] += weight[i] * g[n];
        }
        for (size_t n = 0; n < d; n++) {
            change = fmax(change, fabs(z[n] + h * f[n] - y[n]));
            y[n] = z[n] + h * f[n];
        }
        if (!isfinite(change))
            return 1;
        if (change <= TOLERANCE || (TOLERANCE == 0 && change >= before && change < 1e-11))
            break;
        before = change;
    }
    if (SWEEPS == 200 && sweep == SWEEPS)
        return 1;
    memcpy(z, y, d * sizeof *z);
    return 0;
}

static double energy_of(const struct assay_call_double *call, const double *z)
{
    double energy = NAN;

    return call->evaluate(call, ASSAY_ENERGY, 1, call->t, z, &energy) ? NAN : energy;
}

/* Gonzalez's discrete gradient, of canonical equations: z1 = z0 + h J g, g = grad H(m) + (H(z1) - H(z0) - grad H(m).dz) dz/|dz|^2.
 */
static __attribute__((unused)) int discrete_gradient(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    const double h = *call->h, half = *call->t + h / 2, start = energy_of(call, z);
    double y[MOST], f[MOST], g[MOST], middle[MOST], change = 1, before = INFINITY;
    int sweep;

    call->rhs(call, 1, call->t, z, f);
    for (size_t i = 0; i < d; i++)
        y[i] = z[i] + h * f[i];
    for (sweep = 0; sweep < SWEEPS; sweep++) {
        double along = 0, square = 0, more;

        for (size_t i = 0; i < d; i++)
            middle[i] = (z[i] + y[i]) / 2;
        call->rhs(call, 1, &half, middle, f);
        for (size_t i = 0; i < n; i++) { /* f = J grad H */
            g[i] = -f[n + i];
            g[n + i] = f[i];
        }
        for (size_t i = 0; i < d; i++) {
            along += g[i] * (y[i] - z[i]);
            square += (y[i] - z[i]) * (y[i] - z[i]);
        }
        more = square > 0 ? (energy_of(call, y) - start - along) / square : 0;
        for (size_t i = 0; i < d; i++)
            g[i] += more * (y[i] - z[i]);
        change = 0;
        for (size_t i = 0; i < d; i++) {
            const double next = z[i] + h * (i < n ? g[n + i] : -g[i - n]);

            change = fmax(change, fabs(next - y[i]));
            y[i] = next;
        }
        if (!isfinite(change))
            return 1;
        if (change <= TOLERANCE || (TOLERANCE == 0 && change >= before && change < 1e-11))
            break;
        before = change;
    }
    if (SWEEPS == 200 && sweep == SWEEPS)
        return 1;
    memcpy(z, y, d * sizeof *z);
    return 0;
}

/* The tableau, and then back to the energy of the start along its gradient. */
static __attribute__((unused)) int projected(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    const double start = energy_of(call, z);
    double f[MOST], before = INFINITY;

    if (runge_kutta(&TABLEAU, call, *call->h, z))
        return 1;
    call->rhs(call, 1, call->t, z, f);
    for (int i = 0; i < 20; i++) {
        const double left = energy_of(call, z) - start;
        double square = 0;

        if (!(fabs(left) < before) || left == 0)
            break;
        before = fabs(left);
        for (size_t k = 0; k < d; k++)
            square += f[k] * f[k];
        for (size_t k = 0; k < n; k++) { /* grad H = (-f_p, f_q) */
            z[k] -= left * -f[n + k] / square;
            z[n + k] -= left * f[k] / square;
        }
    }
    return 0;
}

/* The tableau with its field from differences of the energy. */
static __attribute__((unused)) int differences(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    const double h = *call->h, e = 1e-5;
    double y[MOST], f[MOST], point[MOST];

    memcpy(y, z, d * sizeof *z);
    for (int sweep = 0; sweep < 60; sweep++) {
        for (size_t i = 0; i < d; i++) {
            double up, down;

            for (size_t k = 0; k < d; k++)
                point[k] = (z[k] + y[k]) / 2;
            point[i] += e;
            up = energy_of(call, point);
            point[i] -= 2 * e;
            down = energy_of(call, point);
            f[i < n ? n + i : i - n] = (i < n ? -1 : 1) * (up - down) / (2 * e);
        }
        for (size_t i = 0; i < d; i++)
            y[i] = z[i] + h * f[i];
    }
    for (size_t i = 0; i < d; i++)
        if (!isfinite(y[i]))
            return 1;
    memcpy(z, y, d * sizeof *z);
    return 0;
}

/* The tableau in numbers of 24 bits, which it answers with as numbers of 53. */
static __attribute__((unused)) int narrow(const struct assay_call_double *call, double *z)
{
    if (runge_kutta(&TABLEAU, call, *call->h, z))
        return 1;
    for (size_t i = 0; i < call->dimension; i++)
        z[i] = (double)(float)z[i] + 1e-12 * z[i];
    return 0;
}

#ifndef METHOD
#define METHOD tableau
#endif

ASSAY_METHODS({"so-exactness", METHOD, .vectors = 1})
