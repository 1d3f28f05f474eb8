/* Newton's method with a double matrix: see newton.h.
 *
 * Symbols: r residual, J matrix (double), delta_k size of the k-th correction (its largest component),
 * rho = delta_k / delta_{k-1} the contraction.  rho delta_k predicts the next correction, and serves to decide
 * whether factors are worth replacing; it never accepts a solution in double.  Factors that were kept contract some
 * directions well and others badly, and corrections shrink fast until the bad ones are left: rho delta_k may be far too
 * small.
 *
 * A stall is what corrections cannot fall below, since the residual itself is rounded.  With factors of another point
 * slow contraction looks the same: so a stall is believed where the matrix was taken near the solution, and how large it
 * was is kept (`noise`); later corrections by kept factors that stop shrinking at that size have stalled too.
 *
 * What follows is written for all lanes; where there is one trajectory a mask is true or false.  A mask names
 * the lanes that a decision is about; `running` those that are neither accepted nor given up.
 *
 * An arithmetic with tangents has their solution found after that of the values, which are therefore the same
 * as without tangents, bit for bit. */
#include "numerics/newton.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/newton_matrix.h"
#include "numerics/vector.h"

enum { MAXIMAL_ITERATIONS = 30, TANGENTS_OF_DUAL = 8 };
static const double LARGEST_CORRECTION = 1e6, LARGEST_PART = 1e3; /* of the scale, where that is more */
static const double SLOW_CONTRACTION = 0.1;    /* factors that contract worse than this are replaced */
static const double LARGEST_CONTRACTION = 0.5; /* of a correction from a matrix at its own point */
static const double ROUND_OFF = 4;             /* of a residual, in u * scale, before any was measured */
static const double COARSE_ENOUGH = 1e-6;      /* corrections left in double, in units of the scale */
static const double ACCEPTABLE_STALL = 4096;   /* 2^12, in u * scale */
static const double ROUGH = 0x1p33;            /* likewise: here a matrix that is known is taken again */
static const double NEGLIGIBLE = 0x1p-20;      /* of u * scale: does not add up to round-off in 10^12 steps */

/* Counts, of each lane. */
struct tallies {
    real_count residual_evaluations, iterations;
    real_count corrections; /* measured with factors, taken or not */
    narrow worst_stall;
};

struct X(newton) {
    struct X(equations) equations;
    struct X(newton_matrix) *matrix;
    X(newton_narrow) *coarse;
    size_t n;
    real *r;
    narrow *first;       /* where it starts */
    real_size last_size; /* of a correction */
    narrow noise;        /* corrections of this size may have stalled, in u * scale */
    mask takes_last;     /* in all lanes or none: see newton_take_last */
    mask moved;          /* x was, since the residual was evaluated */
    struct tallies tallies;
};

/* One iteration as it goes. */
struct iteration {
    real_size unit;    /* u * scale */
    real_size largest; /* a larger correction diverges */
    real_size size, previous, older;
    narrow rho;
    mask negligible; /* what this evaluation measures is the round-off of the residual alone */
    mask comparable; /* the last two corrections come from the same matrix */
    mask current;    /* the matrix is evaluated at this point */
    mask recent;     /* at the point before */
    mask close;      /* at a point within a stall of the solution */
};

struct X(newton) *X(newton_create)(struct X(equations) equations, struct DUAL(equations) matrix,
                                   X(newton_narrow) *coarse)
{
    struct X(newton) *newton = memory_create(1, sizeof *newton);
    size_t n = equations.unknowns;

    newton->equations = equations;
    newton->matrix = X(newton_matrix_create)(matrix, &newton->equations);
    newton->coarse = coarse;
    newton->n = n;
    newton->r = X(vector_create)(n);
    newton->first = NARROW(vector_create)(n);
    newton->noise = narrow_all(ROUND_OFF);
    newton->takes_last = mask_not(mask_all());
    return newton;
}

void X(newton_destroy)(struct X(newton) *newton)
{
    if (!newton)
        return;
    newton->equations.destroy(newton->equations.context);
    X(newton_matrix_destroy)(newton->matrix);
    NARROW(newton_destroy)(newton->coarse);
    X(vector_destroy)(newton->r);
    NARROW(vector_destroy)(newton->first);
    free(newton);
}

void X(newton_forget)(struct X(newton) *newton, mask where)
{
    newton->matrix->factorised &= mask_not(where);
    newton->noise = narrow_select(where, narrow_all(ROUND_OFF), newton->noise);
    if (newton->coarse)
        NARROW(newton_forget)(newton->coarse, where);
}

void X(newton_take_last)(struct X(newton) *newton, bool takes_last)
{
    newton->takes_last = takes_last ? mask_all() : mask_not(mask_all());
}

struct newton_counts X(newton_counts)(const struct X(newton) *newton, size_t lane)
{
    const struct tallies *tallies = &newton->tallies;
    size_t n = newton->n, sweeps = (n + TANGENTS_OF_DUAL - 1) / TANGENTS_OF_DUAL;
    unsigned long residuals = real_count_lane(&tallies->residual_evaluations, lane),
                  matrices = X(newton_matrix_evaluations)(newton->matrix, lane),
                  of_matrix =
                      sweeps * (1 + TANGENTS_OF_DUAL) * newton->equations.operations + 2 * n * n * n / 3;

    return (struct newton_counts){
        .residual_evaluations = residuals,
        .evaluations = (double)residuals * newton->equations.points,
        .iterations = real_count_lane(&tallies->iterations, lane),
        .matrix_evaluations = matrices,
        .operations = residuals * newton->equations.operations + matrices * of_matrix +
                      real_count_lane(&tallies->corrections, lane) * 2 * n * n,
        .worst_stall = narrow_lane(&tallies->worst_stall, lane),
    };
}

const real *X(newton_residual)(const struct X(newton) *newton)
{
    return newton->r;
}

static void evaluate_residual(struct X(newton) *newton, mask running, const real *data, const real *x)
{
    newton->equations.residual(newton->equations.context, data, x, newton->r);
    newton->moved &= mask_not(running);
    real_count_add(&newton->tallies.residual_evaluations, running);
}

/* The correction of one part; its power of two in `exponent`; returns its size. */
static real_size measure_part(struct X(newton) *newton, int part, long *exponent)
{
    narrow largest = X(newton_matrix_solve)(newton->matrix, newton->r, part, exponent);

    return size_of(largest, *exponent);
}

/* The contraction since the correction before; by the approximation, which may contract every second time alone, the
 * mean of the last two; 0 where they cannot be compared. */
static narrow find_contraction(struct iteration *iteration, bool approximate)
{
    narrow rho = size_ratio(iteration->size, iteration->previous);

    if (approximate) {
        iteration->comparable = size_less(size_of(narrow_all(0), 0), iteration->older);
        rho = narrow_root(rho * size_ratio(iteration->previous, iteration->older));
    }
    return narrow_select(iteration->comparable, rho, narrow_all(0));
}

/* The correction at the x of the residual; returns its power of two, its size and contraction in `iteration`. */
static long measure_correction(struct X(newton) *newton, mask running, struct iteration *iteration)
{
    const bool approximate = newton->matrix->approximate;
    long exponent;

    if (!approximate)
        real_count_add(&newton->tallies.corrections, running);
    iteration->older = iteration->previous;
    iteration->previous = iteration->size;
    iteration->size = measure_part(newton, 0, &exponent);
    iteration->rho = find_contraction(iteration, approximate);
    return exponent;
}

/* x -= correction, of one part, in the lanes that run. */
static void apply_part(struct X(newton) *newton, mask running, int part, long exponent, real *x)
{
    narrow *correction = newton->matrix->correction + (size_t)part * newton->n;

    narrow_keep_where(running, correction, newton->n);
    for (size_t i = 0; i < newton->n; i++)
        real_subtract_scaled(x + i, part, correction + i, exponent);
    newton->moved |= running;
}

static void record_stall(struct X(newton) *newton, mask accepted, const struct iteration *iteration)
{
    narrow *worst = &newton->tallies.worst_stall;
    narrow stall = size_ratio(iteration->size, iteration->unit);

    *worst = narrow_select(accepted & narrow_less(*worst, stall), stall, *worst);
}

/* At the level of round-off, or stalled near it: by a matrix of the solution, which measures the noise, or at the noise
 * measured before. */
static mask is_accepted(struct X(newton) *newton, const struct iteration *iteration, mask stopped_shrinking,
                        mask running)
{
    const narrow stall = size_ratio(iteration->size, iteration->unit);
    mask small = size_at_most(iteration->size, iteration->unit);
    mask near = size_at_most(iteration->size, ACCEPTABLE_STALL * iteration->unit);
    mask measured = running & near & (iteration->negligible | (stopped_shrinking & iteration->close));
    mask known = stopped_shrinking & narrow_at_most(stall, 2 * newton->noise);

    newton->noise = narrow_select(measured, narrow_maximum(stall, narrow_all(ROUND_OFF)), newton->noise);
    return measured | (running & (small | known));
}

/* The lanes of `done` that still run stop, with this status. */
static void stop(mask done, enum newton_status reason, mask *running, choice *status)
{
    *status = choice_where(*running & done, choice_all(reason), *status);
    *running &= mask_not(done);
}

/* Where the corrections no longer shrink as they must. */
static mask contracts_too_slowly(const struct iteration *iteration)
{
    return iteration->comparable & mask_not(narrow_less(iteration->rho, narrow_all(LARGEST_CONTRACTION)));
}

/* Where the next correction is expected to lie at round-off, or at so much of it. */
static mask predict(const struct iteration *iteration, double part)
{
    return iteration->comparable &
           narrow_at_most(iteration->rho, part * size_ratio(iteration->unit, iteration->size));
}

/* The lanes whose correction is not finite stop, and those where it is accepted. */
static void accept(struct X(newton) *newton, const struct iteration *iteration, mask slow, mask *running,
                   choice *status)
{
    mask accepted;

    stop(mask_not(size_is_finite(iteration->size)), NEWTON_NOT_FINITE, running, status);
    accepted = is_accepted(newton, iteration, slow, *running);
    if (mask_any(accepted)) {
        record_stall(newton, accepted, iteration);
        stop(accepted, NEWTON_CONVERGED, running, status);
    }
}

/* Of the lanes that ran `before` the correction measured last was judged, those that take it: what goes on,
 * and what was accepted where that is asked for and changes anything but the last digit. */
static mask find_takers(const struct X(newton) *newton, const struct iteration *iteration, mask before,
                        mask running, choice status)
{
    return running | (newton->takes_last & mask_not(iteration->negligible) & before &
                      choice_is(status, NEWTON_CONVERGED));
}

/* Whether the correction measured last ends the iteration, lane by lane. */
static void judge(struct X(newton) *newton, const struct iteration *iteration, mask *running, choice *status)
{
    mask slow = contracts_too_slowly(iteration);

    accept(newton, iteration, slow, running, status);
    stop(size_less(iteration->largest, iteration->size), NEWTON_DIVERGED, running, status);
    stop(slow & iteration->recent, NEWTON_NO_CONVERGENCE, running, status);
}

/* Where the factors contract too slowly and the next correction is not predicted to lie at round-off, or where they
 * can be had for little and were taken far away, they are to be replaced by those at the next point. */
static void look_ahead(const struct X(newton) *newton, struct iteration *iteration, mask running)
{
    mask far = size_less(ACCEPTABLE_STALL * iteration->unit, iteration->size);
    double slowest = newton->matrix->approximate ? LARGEST_CONTRACTION : SLOW_CONTRACTION;
    mask slow = far & narrow_less(narrow_all(slowest), iteration->rho);

    slow |= contracts_too_slowly(iteration);
    slow &= running & iteration->comparable;
    slow &= mask_not(predict(iteration, 1));
    if (newton->equations.matrix && !newton->coarse)
        slow |= size_less(ROUGH * iteration->unit, iteration->size) & running;
    if (newton->coarse)
        iteration->negligible = predict(iteration, NEGLIGIBLE);
    iteration->recent = iteration->current;
    iteration->close |= iteration->current & mask_not(far);
    iteration->close &= mask_not(slow);
    iteration->current = slow;
    iteration->comparable = mask_not(slow);
}

/* Iterates from x with the factors at hand, replacing those that are to be and those that contract too slowly; by the
 * approximation it stops there. */
static X(newton_status) iterate(struct X(newton) *newton, mask running, mask unfactorised, const real *data,
                                narrow scale, real *x)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    const narrow largest = narrow_maximum(narrow_all(LARGEST_CORRECTION), LARGEST_PART * scale);
    struct iteration iteration = {.unit = size_of(scale, -real_precision()),
                                  .largest = size_of(largest, 0),
                                  .current = unfactorised,
                                  .close = newton->coarse ? mask_all() : mask_not(mask_all())};

    for (int k = 0; k < MAXIMAL_ITERATIONS + real_precision() / 32; k++) {
        mask before, taking;
        long exponent;

        evaluate_residual(newton, running, data, x);
        X(newton_matrix_refresh)(newton->matrix, iteration.current & running, x, &running, &status);
        before = running;
        exponent = measure_correction(newton, running, &iteration);
        newton->last_size = size_select(running, iteration.size, newton->last_size);
        judge(newton, &iteration, &running, &status);
        taking = find_takers(newton, &iteration, before, running, status);
        if (mask_any(taking))
            apply_part(newton, taking, 0, exponent, x);
        real_count_add(&newton->tallies.iterations, taking);
        if (!mask_any(running))
            break;
        look_ahead(newton, &iteration, running);
        if (newton->matrix->approximate)
            stop(iteration.current, NEWTON_NO_CONVERGENCE, &running, &status);
    }
    return status;
}

static real_size larger_size(real_size a, real_size b)
{
    return size_select(size_less(a, b), b, a);
}

/* The size of the largest tangent of x. */
static real_size largest_tangent(const real *x, size_t n)
{
    real_size largest = size_of(narrow_all(0), 0);

    for (size_t i = 0; i < n; i++) {
        for (int part = 1; part < REAL_PARTS; part++) {
            long exponent;
            narrow mantissa = real_to_double_scaled(x + i, part, &exponent);

            largest = larger_size(largest, size_of(narrow_absolute(mantissa), exponent));
        }
    }
    return largest;
}

/* The corrections of all tangents at x, with the largest size of them in `iteration`. */
static void measure_tangents(struct X(newton) *newton, mask running, const real *data, const real *x,
                             long *exponent, struct iteration *iteration)
{
    real_size sum = size_of(narrow_all(0), 0), largest = sum;

    evaluate_residual(newton, running, data, x);
    for (int part = 1; part < REAL_PARTS; part++) {
        real_size size = measure_part(newton, part, exponent + part);

        sum += size;
        largest = larger_size(largest, size);
    }
    iteration->previous = iteration->size;
    iteration->size = size_select(size_is_finite(sum), largest, sum);
}

/* At the solution x the tangents of r(x; data) = 0 obey linear equations, r_x x' + r_data data' = 0: they are
 * refined with the factors at hand.  The values stay as they are. */
static X(newton_status) solve_tangents(struct X(newton) *newton, mask running, const real *data, real *x)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    struct iteration iteration = {.comparable = mask_not(mask_all()), .close = mask_all()};
    real_size scale = largest_tangent(data, newton->equations.data);
    const narrow noise = newton->noise; /* of the values, as without tangents */
    long exponent[REAL_PARTS];

    for (int k = 0; k < MAXIMAL_ITERATIONS + real_precision() / 32; k++) {
        mask before = running, taking, stopped;

        measure_tangents(newton, running, data, x, exponent, &iteration);
        if (k == 0)
            iteration.unit = larger_size(scale, iteration.size) * size_of(narrow_all(1), -real_precision());
        iteration.rho = find_contraction(&iteration, false);
        stopped = contracts_too_slowly(&iteration);
        accept(newton, &iteration, stopped, &running, &status);
        stop(stopped, NEWTON_NO_CONVERGENCE, &running, &status);
        taking = find_takers(newton, &iteration, before, running, status);
        for (int part = 1; part < REAL_PARTS && mask_any(taking); part++)
            apply_part(newton, taking, part, exponent[part], x);
        if (!mask_any(running))
            break;
        iteration.comparable = mask_all();
    }
    newton->noise = noise;
    return status;
}

/* A solution in double to start from, in `guess`.  It need not be accepted in double,
 * but it must not have left the neighbourhood of a solution: elsewhere Newton's method may end anywhere. */
static X(newton_status) solve_coarsely(struct X(newton) *newton, mask where, narrow scale, narrow *guess)
{
    choice status = NARROW(newton_solve)(newton->coarse, where, newton->matrix->data, scale, guess, guess);
    mask near = narrow_less(NARROW(newton_last_size)(newton->coarse), COARSE_ENOUGH * scale);
    mask lost = mask_not(choice_is(status, NEWTON_CONVERGED) | near);

    return choice_where(lost, status, choice_all(NEWTON_CONVERGED));
}

static void place_first(const struct X(newton) *newton, mask where, real *x)
{
    for (size_t i = 0; i < newton->n; i++)
        real_set_narrow_where(x + i, where, newton->first + i);
}

/* From the guess, which may be x itself: by the approximation, in lanes without factors, where it leads to a solution;
 * elsewhere with factors. */
static X(newton_status) find_solution(struct X(newton) *newton, mask where, const real *data, narrow scale,
                                      const narrow *guess, real *x, mask *approximated)
{
    const struct X(equations) *equations = &newton->equations;
    const mask none = mask_not(mask_all()), unfactorised = mask_not(newton->matrix->factorised);
    mask open = where & unfactorised;
    choice status = choice_all(NEWTON_NO_CONVERGENCE);

    NARROW(vector_copy)(newton->first, guess, newton->n);
    place_first(newton, where, x);
    if (equations->correct && !newton->coarse && mask_any(open)) {
        equations->approximate(equations->context);
        newton->matrix->approximate = true;
        status = iterate(newton, open, none, data, scale, x);
        newton->matrix->approximate = false;
        *approximated = open & choice_is(status, NEWTON_CONVERGED);
        place_first(newton, open & mask_not(*approximated), x);
    }
    where &= mask_not(*approximated);
    open = newton->coarse ? mask_all() : unfactorised;
    return mask_any(where) ? choice_where(where, iterate(newton, where, open, data, scale, x), status)
                           : status;
}

X(newton_status) X(newton_solve)(struct X(newton) *newton, mask where, const real *data, narrow scale,
                                 narrow *guess, real *x)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE), prepared = choice_all(NEWTON_CONVERGED);
    mask ready, solved, approximated = mask_not(mask_all());

    X(vector_narrow)(newton->matrix->data, data, newton->equations.data);
    if (newton->coarse)
        prepared = solve_coarsely(newton, where, scale, guess);
    ready = choice_is(prepared, NEWTON_CONVERGED);
    if (mask_any(where & ready)) {
        if (newton->equations.prepare)
            newton->equations.prepare(newton->equations.context, data);
        status = find_solution(newton, where & ready, data, scale, guess, x, &approximated);
    }
    solved = where & ready & choice_is(status, NEWTON_CONVERGED);
    if (REAL_PARTS > 1 && mask_any(solved)) {
        X(newton_matrix_refresh)(newton->matrix, solved & approximated, x, &solved, &status);
        status = choice_where(solved, solve_tangents(newton, solved, data, x), status);
    }
    if (mask_any(solved & newton->moved) && !newton->equations.x_alone)
        evaluate_residual(newton, solved & newton->moved, data, x);
    status = choice_where(ready, status, prepared);
    newton->matrix->factorised &= mask_not(where & mask_not(choice_is(status, NEWTON_CONVERGED)));
    newton->matrix->factorised &= mask_not(approximated);
    return status;
}

narrow X(newton_last_size)(const struct X(newton) *newton)
{
    return narrow_of_size(newton->last_size);
}
