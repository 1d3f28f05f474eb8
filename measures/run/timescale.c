/* The time scales of a motion: see timescale.h.
 *
 * f is the explicit equation of motion, Om(q) f = grad H (system->velocity); Df comes from the dual arithmetic.
 * The orbit is followed by the classical Runge-Kutta method in double, which is enough for one digit of L.
 *
 *     L = max over the orbit of rho(Df(q(t))), rho the spectral radius
 *
 * In other units of each coordinate and of the time L is the same motion's.  rho is; a norm of Df is not, and takes
 * the place of rho where Df is nearly nilpotent (a shear: round-off turns a multiple eigenvalue 0 into small ones that
 * mean nothing) in units of the velocities alone: with v_i = max |f_i| over the orbit, |Df_ij v_j / v_i| is how fast f_i
 * changes by the motion of coordinate j, and |.| over the coordinates that move takes the place of rho < |.|/100.
 *
 * Where L is nothing beside r = max_i v_i/s_i, s_i = max(|x_i(0)|, max_t |x_i(t) - x_i(0)|), the motion is a straight
 * line and has no scale of its own: then L = 1.  A coordinate moves where v_i is something beside r s_i.
 *
 * A period: the weighted distance from the start, each coordinate divided by its largest excursion, has been
 * beyond 1/2 and has a minimum below 1/20 again.  The minimum between samples is that of the parabola through
 * three squared distances. */
#include "measures/run/timescale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/eigenvalues.h"
#include "numerics/evaluator.h"
#include "numerics/jacobian.h"
#include "numerics/memory.h"

enum { SAMPLES = 600, STRIDE = 25, SQUARINGS = 4 };

struct orbit {
    size_t d, samples; /* finite ones, the start included */
    double spacing;
    double *state; /* samples x d */
};

/* -- the orbit -- */

/* One step of the classical Runge-Kutta method; `work` of 2 d. */
static void advance(struct evaluator_double *field, double *next, const double *state, size_t d, double step,
                    double *work)
{
    static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double *stage = work, *slope = work + d;

    memcpy(next, state, d * sizeof *next);
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < d; k++)
            stage[k] = state[k] + (i ? node[i] * step * slope[k] : 0);
        evaluator_run_double(field, 1, (const double *const[]){stage}, (double *const[]){slope});
        for (size_t k = 0; k < d; k++)
            next[k] += weight[i] * step * slope[k];
    }
}

static bool is_finite(const double *state, size_t d)
{
    double sum = 0;

    for (size_t k = 0; k < d; k++)
        sum += fabs(state[k]);
    return isfinite(sum);
}

static struct orbit follow(const struct system *system, const double *initial, double time)
{
    size_t d = system->dimension;
    struct evaluator_double *field = evaluator_create_double(system->velocity, 1);
    struct orbit orbit = {.d = d, .samples = 1, .spacing = TIMESCALE_FOLLOWED * time / SAMPLES};
    double *work = memory_create(2 * d, sizeof *work);

    orbit.state = memory_create((SAMPLES + 1) * d, sizeof *orbit.state);
    memcpy(orbit.state, initial, d * sizeof *initial);
    while (time > 0 && orbit.samples <= SAMPLES) {
        double *last = orbit.state + (orbit.samples - 1) * d;

        advance(field, last + d, last, d, orbit.spacing, work);
        if (!is_finite(last + d, d))
            break;
        orbit.samples++;
    }
    free(work);
    evaluator_destroy_double(field);
    return orbit;
}

/* -- the rate -- */

static const double NOTHING = 1e-9, STANDSTILL = 1e-12; /* of r, and of r s_i: what round-off makes of 0 */
static const double SHEAR = 100;

struct rates {
    struct jacobian_dual *jacobian;
    double *matrix;     /* Df: d x d */
    double *before;     /* Df at the state before: d x d */
    double *scaled;     /* S, Df in units of the velocities: d x d */
    double *power;      /* of S: 2 d x d */
    double *fastest;    /* v_i: d; 0 where it does not move */
    double coordinates; /* r */
};

static bool is_within(const struct orbit *orbit, size_t sample, double time)
{
    return sample < orbit->samples && (double)sample * orbit->spacing <= time;
}

static void find_fastest(struct rates *w, const struct system *system, const struct orbit *orbit, double time)
{
    const size_t d = orbit->d;
    struct evaluator_double *field = evaluator_create_double(system->velocity, 1);
    double *velocity = memory_create(2 * d, sizeof *velocity), *size = velocity + d;

    for (size_t i = 0; i < d; i++)
        size[i] = fabs(orbit->state[i]);
    for (size_t k = 0; is_within(orbit, k, time); k++) {
        const double *state = orbit->state + k * d;

        evaluator_run_double(field, 1, (const double *const[]){state}, (double *const[]){velocity});
        for (size_t i = 0; i < d; i++) {
            w->fastest[i] = fmax(w->fastest[i], fabs(velocity[i]));
            size[i] = fmax(size[i], fabs(state[i] - orbit->state[i]));
        }
    }
    for (size_t i = 0; i < d; i++)
        w->coordinates = size[i] > 0 ? fmax(w->coordinates, w->fastest[i] / size[i]) : w->coordinates;
    for (size_t i = 0; i < d; i++)
        w->fastest[i] = w->fastest[i] > STANDSTILL * w->coordinates * size[i] ? w->fastest[i] : 0;
    free(velocity);
    evaluator_destroy_double(field);
}

/* Df in units of the velocities, and its norm, without the rows of coordinates that do not move. */
static double measure_size(const struct rates *w, size_t d)
{
    double square = 0;

    for (size_t k = 0; k < d * d; k++) {
        const double row = w->fastest[k / d], column = w->fastest[k % d];

        w->scaled[k] = w->matrix[k] * (column > 0 ? column : 1) / (row > 0 ? row : 1);
        square += row > 0 && column > 0 ? w->scaled[k] * w->scaled[k] : 0;
    }
    return sqrt(square);
}

/* B = A^2; its Frobenius norm. */
static double square_matrix(double *B, const double *A, size_t d)
{
    double square = 0;

    for (size_t k = 0; k < d * d; k++) {
        double entry = 0;

        for (size_t l = 0; l < d; l++)
            entry += A[k / d * d + l] * A[l * d + k % d];
        B[k] = entry;
        square += entry * entry;
    }
    return sqrt(square);
}

/* Whether L there is below `largest` for sure: with S in units of it, rho(S) is at most the norm of S^16 to the power 1/16,
 * and at least |tr S^2 / d|^(1/2). */
static bool is_below(const struct rates *w, size_t d, double size, double largest)
{
    double *power = w->power, *next = power + d * d;
    double norm, trace = 0;

    if (largest == 0)
        return false;
    for (size_t k = 0; k < d * d; k++)
        w->scaled[k] /= largest;
    norm = square_matrix(power, w->scaled, d);
    for (size_t i = 0; i < d; i++)
        trace += power[i * d + i];
    for (int k = 0; k < SQUARINGS - 1; k++) {
        double *before = power;

        norm = square_matrix(next, power, d);
        power = next;
        next = before;
    }
    return norm < 1 - NOTHING &&
           (size < largest || largest * sqrt(fabs(trace) / (double)d) > size * (1 + NOTHING) / SHEAR);
}

/* L at one state, where it is larger than `largest`; else `largest`.  Eigenvalues are what costs here: they are not asked
 * for where a norm tells that they are smaller, or where Df is that of the state before. */
static double local_rate(struct rates *w, const double *state, size_t d, double largest)
{
    double size, radius;

    memcpy(w->before, w->matrix, d * d * sizeof *w->before);
    jacobian_evaluate_dual(w->jacobian, NULL, state, w->matrix);
    if (largest > 0 && memcmp(w->before, w->matrix, d * d * sizeof *w->before) == 0)
        return largest;
    size = measure_size(w, d);
    if (is_below(w, d, size, largest))
        return largest;
    radius = eigenvalues_radius(w->matrix, d);
    return fmax(largest, radius < size / SHEAR ? size : radius);
}

/* Samples far from each other come first: the largest L is soon nearly known, and few others can be larger. */
static double find_rate(const struct system *system, const struct orbit *orbit, double time)
{
    const size_t d = orbit->d;
    struct rates w = {.jacobian = jacobian_create_program_dual(system->velocity, d),
                      .matrix = memory_create(5 * d * d + d, sizeof *w.matrix)};
    double largest = 0;

    w.before = w.matrix + d * d;
    w.scaled = w.before + d * d;
    w.power = w.scaled + d * d;
    w.fastest = w.power + 2 * d * d;
    find_fastest(&w, system, orbit, time);
    for (size_t first = 0; first < STRIDE; first++) {
        for (size_t k = first; is_within(orbit, k, time); k += STRIDE)
            largest = local_rate(&w, orbit->state + k * d, d, largest);
    }
    free(w.matrix);
    jacobian_destroy_dual(w.jacobian);
    return largest <= NOTHING * w.coordinates || largest == 0 ? 1 : largest;
}

/* -- the period -- */

/* The squared distance of each sample from the start; its caller frees it. */
static double *find_distances(const struct orbit *orbit)
{
    double *square = memory_create(orbit->samples, sizeof *square);

    for (size_t k = 0; k < orbit->d; k++) {
        double excursion = 0;

        for (size_t i = 0; i < orbit->samples; i++)
            excursion = fmax(excursion, fabs(orbit->state[i * orbit->d + k] - orbit->state[k]));
        for (size_t i = 0; i < orbit->samples && excursion > 0; i++) {
            double distance = (orbit->state[i * orbit->d + k] - orbit->state[k]) / excursion;

            square[i] += distance * distance;
        }
    }
    return square;
}

static double find_period(const struct orbit *orbit)
{
    double *square = find_distances(orbit), period = 0;
    bool away = false;

    for (size_t i = 1; i + 1 < orbit->samples && period == 0; i++) {
        double before = square[i - 1], here = square[i], after = square[i + 1];
        double bend = before - 2 * here + after, tilt = (before - after) / 2;

        away |= here > 0.25;
        if (away && here <= before && here < after && here - tilt * tilt / (2 * bend) < 0.0025)
            period = ((double)i + tilt / bend) * orbit->spacing;
    }
    free(square);
    return period;
}

void timescale_excursion(const struct system *system, const double *initial, double time, double *excursion)
{
    struct orbit orbit = follow(system, initial, time);

    for (size_t k = 0; k < orbit.samples * orbit.d; k++) {
        const size_t i = k % orbit.d;

        excursion[i] = fmax(excursion[i], fabs(orbit.state[k] - initial[i]));
    }
    free(orbit.state);
}

struct timescale timescale_measure(const struct system *system, const double *initial, double time)
{
    struct orbit orbit = follow(system, initial, time);
    struct timescale scale = {
        .rate = find_rate(system, &orbit, time),
        .period = find_period(&orbit),
        .reach = (double)(orbit.samples - 1) * orbit.spacing,
    };

    free(orbit.state);
    return scale;
}
