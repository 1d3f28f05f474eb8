/* Newton's method with a double matrix: see newton.h.
 *
 * Symbols: r residual, J matrix (double), delta_k size of the k-th correction (its largest component),
 * rho = delta_k / delta_{k-1} the contraction.  rho delta_k predicts the next
 * correction: when it lies below u * scale the next residual is evaluated to accept the solution, not to
 * correct it.
 *
 * An arithmetic with tangents has their solution found after that of the values, which are therefore the same
 * as without tangents, bit for bit. */
#include "numerics/newton.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/jacobian.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { MAXIMAL_ITERATIONS = 30 };
static const double LARGEST_CORRECTION = 1e6;
static const double SLOW_CONTRACTION = 0.1;    /* factors that contract worse than this are replaced */
static const double LARGEST_CONTRACTION = 0.5; /* of a correction from a matrix at its own point */
static const double COARSE_ENOUGH = 1e-6;      /* corrections left in double, in units of the scale */
static const double ACCEPTABLE_STALL = 4096;   /* 2^12, in u * scale */

struct X(newton) {
    struct X(equations) equations;
    struct jacobian *jacobian;
    struct newton_double *coarse;
    size_t n;
    real *r;
    double *data, *matrix;
    double *correction; /* REAL_PARTS x n: of the value, and of each tangent */
    size_t *pivot;
    bool factorised;       /* factors of an earlier solve are at hand */
    bool fresh;            /* the factors belong to this solve */
    long double last_size; /* of a correction */
    struct newton_counts counts;
};

/* One iteration as it goes: long double holds 2^-16000, so that no correction of any precision underflows. */
struct iteration {
    long double unit; /* u * scale */
    long double size, previous;
    bool predicted; /* this evaluation is to accept */
};

struct X(newton) *X(newton_create)(struct X(equations) equations, struct equations_dual matrix,
                                   struct newton_double *coarse)
{
    struct X(newton) *newton = memory_create(1, sizeof *newton);
    size_t n = equations.unknowns;

    newton->equations = equations;
    newton->jacobian = jacobian_create(matrix);
    newton->coarse = coarse;
    newton->n = n;
    newton->r = X(vector_create)(n);
    newton->data = memory_create(equations.data, sizeof(double));
    newton->matrix = memory_create(n * n, sizeof(double));
    newton->correction = memory_create(REAL_PARTS * n, sizeof(double));
    newton->pivot = memory_create(n, sizeof(size_t));
    return newton;
}

void X(newton_destroy)(struct X(newton) *newton)
{
    if (!newton)
        return;
    newton->equations.destroy(newton->equations.context);
    jacobian_destroy(newton->jacobian);
    newton_destroy_double(newton->coarse);
    X(vector_destroy)(newton->r);
    free(newton->data);
    free(newton->matrix);
    free(newton->correction);
    free(newton->pivot);
    free(newton);
}

void X(newton_forget)(struct X(newton) *newton)
{
    newton->factorised = false;
    if (newton->coarse)
        newton_forget_double(newton->coarse);
}

const struct newton_counts *X(newton_counts)(const struct X(newton) *newton)
{
    return &newton->counts;
}

const real *X(newton_residual)(const struct X(newton) *newton)
{
    return newton->r;
}

static enum newton_status refresh_matrix(struct X(newton) *newton, const double *x)
{
    size_t n = newton->n;

    jacobian_evaluate(newton->jacobian, newton->data, x, newton->matrix);
    newton->counts.matrix_evaluations++;
    newton->factorised = newton->fresh = lu_factorise_double(newton->matrix, n, newton->pivot);
    if (newton->factorised)
        return NEWTON_CONVERGED;
    return vector_is_finite_double(newton->matrix, n * n) ? NEWTON_SINGULAR : NEWTON_NOT_FINITE;
}

static double *correction_of(const struct X(newton) *newton, int part)
{
    return newton->correction + (size_t)part * newton->n;
}

/* correction = r 2^-exponent in double, with the largest component of order one (in mpfr). */
static long narrow_residual(struct X(newton) *newton, int part)
{
    double *correction = correction_of(newton, part);
    long largest = LONG_MIN, exponent;

    for (size_t i = 0; i < newton->n; i++) {
        correction[i] = real_to_double_scaled(newton->r + i, part, &exponent);
        if (correction[i] != 0 && exponent > largest)
            largest = exponent;
    }
    if (largest == LONG_MIN)
        return 0;
    for (size_t i = 0; i < newton->n; i++) {
        double mantissa = real_to_double_scaled(newton->r + i, part, &exponent);
        long shift = exponent - largest;

        if (shift != 0)
            correction[i] = shift < -2000 ? 0 : ldexp(mantissa, (int)shift);
    }
    return largest;
}

static void evaluate_residual(struct X(newton) *newton, const real *data, const real *x)
{
    newton->equations.residual(newton->equations.context, data, x, newton->r);
    newton->counts.residual_evaluations++;
}

/* The correction J^-1 r of one part; its power of two in `exponent`; returns its size. */
static long double measure_part(struct X(newton) *newton, int part, long *exponent)
{
    double *correction = correction_of(newton, part), sum = 0, largest = 0, size;

    *exponent = narrow_residual(newton, part);
    lu_solve_double(newton->matrix, newton->n, newton->pivot, correction);
    for (size_t i = 0; i < newton->n; i++) {
        sum += fabs(correction[i]);
        largest = fmax(largest, fabs(correction[i]));
    }
    size = isfinite(sum) ? largest : sum; /* a maximum alone would lose a NaN */
    return *exponent ? ldexpl(size, (int)*exponent) : size;
}

/* Evaluates the residual at x and the correction; returns its power of two, its size in `iteration`. */
static long measure_correction(struct X(newton) *newton, const real *data, const real *x,
                               struct iteration *iteration)
{
    long exponent;

    evaluate_residual(newton, data, x);
    iteration->previous = iteration->size;
    iteration->size = measure_part(newton, 0, &exponent);
    return exponent;
}

static void apply_part(struct X(newton) *newton, int part, long exponent, real *x)
{
    const double *correction = correction_of(newton, part);

    for (size_t i = 0; i < newton->n; i++)
        real_subtract_scaled(x + i, part, correction[i], exponent);
}

static void apply_correction(struct X(newton) *newton, long exponent, real *x)
{
    apply_part(newton, 0, exponent, x);
    newton->counts.iterations++;
}

static void record_stall(struct X(newton) *newton, const struct iteration *iteration)
{
    double stall = (double)(iteration->size / iteration->unit);

    if (stall > newton->counts.worst_stall)
        newton->counts.worst_stall = stall;
}

/* At the level of round-off, or stalled near it: what was predicted to lie below u * scale, or has stopped
 * shrinking. */
static bool is_accepted(const struct iteration *iteration, bool stopped_shrinking)
{
    if (iteration->size <= iteration->unit)
        return true;
    return (iteration->predicted || stopped_shrinking) &&
           iteration->size <= ACCEPTABLE_STALL * iteration->unit;
}

/* Replaces the matrix by that at x. */
static enum newton_status refresh_at(struct X(newton) *newton, const real *x, double *narrow)
{
    X(vector_narrow)(narrow, x, newton->n);
    return refresh_matrix(newton, narrow);
}

/* Iterates from x with the factors at hand, replacing them where they contract too slowly. */
static enum newton_status iterate(struct X(newton) *newton, const real *data, double scale, double *narrow,
                                  real *x)
{
    struct iteration iteration = {.unit = ldexpl(scale, -real_precision()), .size = INFINITY};
    int age =
        newton->fresh ? 0 : 1; /* corrections since the matrix was evaluated; at least 1 when it was kept */
    bool comparable = false;   /* the last two corrections come from the same matrix */

    for (int k = 0; k < MAXIMAL_ITERATIONS + real_precision() / 32; k++) {
        long exponent = measure_correction(newton, data, x, &iteration);
        long double rho = comparable ? iteration.size / iteration.previous : 0;

        newton->last_size = iteration.size;
        if (!isfinite(iteration.size))
            return NEWTON_NOT_FINITE;
        if (is_accepted(&iteration, comparable && !(rho < LARGEST_CONTRACTION))) {
            record_stall(newton, &iteration);
            return NEWTON_CONVERGED;
        }
        if (iteration.size > LARGEST_CORRECTION)
            return NEWTON_DIVERGED;
        if (comparable && age == 1 && newton->fresh && !(rho < LARGEST_CONTRACTION))
            return NEWTON_NO_CONVERGENCE;
        apply_correction(newton, exponent, x);
        age++;
        iteration.predicted = comparable && rho * iteration.size <= iteration.unit;
        if (comparable && rho > SLOW_CONTRACTION && !iteration.predicted &&
            iteration.size > ACCEPTABLE_STALL * iteration.unit) {
            enum newton_status status = refresh_at(newton, x, narrow);

            if (status != NEWTON_CONVERGED)
                return status;
            age = 0;
            comparable = false;
        } else {
            comparable = true;
        }
    }
    return NEWTON_NO_CONVERGENCE;
}

/* The size of the largest tangent of x. */
static long double largest_tangent(const real *x, size_t n)
{
    long double largest = 0;

    for (size_t i = 0; i < n; i++) {
        for (int part = 1; part < REAL_PARTS; part++) {
            long exponent;
            double mantissa = real_to_double_scaled(x + i, part, &exponent);

            largest = fmaxl(largest, ldexpl(fabs(mantissa), (int)exponent));
        }
    }
    return largest;
}

/* The corrections of all tangents at x, with the largest size of them in `iteration`. */
static void measure_tangents(struct X(newton) *newton, const real *data, const real *x, long *exponent,
                             struct iteration *iteration)
{
    long double sum = 0, largest = 0;

    evaluate_residual(newton, data, x);
    for (int part = 1; part < REAL_PARTS; part++) {
        long double size = measure_part(newton, part, exponent + part);

        sum += size;
        largest = fmaxl(largest, size);
    }
    iteration->previous = iteration->size;
    iteration->size = isfinite(sum) ? largest : sum;
}

/* At the solution x the tangents of r(x; data) = 0 obey linear equations, r_x x' + r_data data' = 0: they are
 * refined with the factors at hand.  The values stay as they are. */
static enum newton_status solve_tangents(struct X(newton) *newton, const real *data, real *x)
{
    struct iteration iteration = {.size = INFINITY};
    long double scale = largest_tangent(data, newton->equations.data);
    long exponent[REAL_PARTS];

    for (int k = 0; k < MAXIMAL_ITERATIONS + real_precision() / 32; k++) {
        measure_tangents(newton, data, x, exponent, &iteration);
        long double rho = k > 0 ? iteration.size / iteration.previous : 0;
        bool stopped = k > 0 && !(rho < LARGEST_CONTRACTION);

        if (!isfinite(iteration.size))
            return NEWTON_NOT_FINITE;
        if (k == 0)
            iteration.unit = ldexpl(fmaxl(scale, iteration.size), -real_precision());
        if (is_accepted(&iteration, stopped)) {
            if (iteration.size > 0)
                record_stall(newton, &iteration);
            return NEWTON_CONVERGED;
        }
        if (stopped)
            return NEWTON_NO_CONVERGENCE;
        for (int part = 1; part < REAL_PARTS; part++)
            apply_part(newton, part, exponent[part], x);
        iteration.predicted = k > 0 && rho * iteration.size <= iteration.unit;
    }
    return NEWTON_NO_CONVERGENCE;
}

/* A solution in double to start from, in `guess`, and the matrix there.  It need not be accepted in double,
 * but it must not have left the neighbourhood of a solution: elsewhere Newton's method may end anywhere. */
static enum newton_status solve_coarsely(struct X(newton) *newton, double scale, double *guess)
{
    enum newton_status status = newton_solve_double(newton->coarse, newton->data, scale, guess, guess);

    if (status != NEWTON_CONVERGED && !(newton_last_size_double(newton->coarse) < COARSE_ENOUGH * scale))
        return status;
    return refresh_matrix(newton, guess);
}

enum newton_status X(newton_solve)(struct X(newton) *newton, const real *data, double scale, double *guess,
                                   real *x)
{
    enum newton_status status = NEWTON_CONVERGED;

    X(vector_narrow)(newton->data, data, newton->equations.data);
    newton->fresh = false;
    if (newton->coarse)
        status = solve_coarsely(newton, scale, guess);
    else if (!newton->factorised)
        status = refresh_matrix(newton, guess);
    if (status != NEWTON_CONVERGED)
        return status;
    X(vector_import)(x, guess, newton->n);
    status = iterate(newton, data, scale, guess, x);
    if (REAL_PARTS > 1 && status == NEWTON_CONVERGED)
        status = solve_tangents(newton, data, x);
    if (status != NEWTON_CONVERGED)
        newton->factorised = false;
    return status;
}

double X(newton_last_size)(const struct X(newton) *newton)
{
    return (double)newton->last_size;
}
