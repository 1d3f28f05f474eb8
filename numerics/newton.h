/* Newton's method: residual in the working arithmetic, matrix and its factors in double.
 *
 * The residual is scaled by a power of two before it is narrowed to double, so that the corrections carry 53
 * good bits however small they are.  Above 53 bits the equations are first solved in double, and the matrix
 * is taken there: each iteration then gains the digits that a double matrix carries.  At 53 bits mpfr takes
 * the same path as double, bit for bit.  In double the factors are kept from solve to solve as long as they
 * contract well enough.
 *
 * A solution is accepted only when the correction measured at it lies at the level of round-off, u * scale,
 * or when the corrections have stopped shrinking within 2^12 u * scale (a stall, which is recorded).  A stall counts
 * where it was measured with a matrix taken near the solution, or where it is no larger than twice such a stall before:
 * factors kept from far away may contract a direction slowly, which is no stall.
 * Everything else is not a solution.
 *
 * Equations may know an approximation of (dr/dx)^-1 that is cheap.  Where there are no factors, and up to 53 bits, it
 * takes their place first; where corrections do not halve by it the solve starts again, with factors, which are kept.
 *
 * What was measured at acceptance can also be taken, as steps do: a solver that `takes_last` applies that
 * correction too, and evaluates the equations once more where what they keep of x is read, so that it belongs to it.  Solutions
 * that do not are off by what was measured: less than round-off, but where factors are kept it is not random,
 * and over many steps it adds up.  Above 53 bits the factors are those of the solution in double; where their
 * contraction says that the last correction is a millionth of round-off, what was measured is round-off of the residual
 * and is not taken.
 *
 * In `tangent` the same factors then solve for the tangents, and the same rule accepts them by the largest
 * correction of any: what is returned is the solution with its exact derivatives.
 *
 * In `series` the solution is a power series in h, found power by power: newton_series.c.
 *
 * In `lanes` every lane decides for itself when to replace its factors, to stop and to fail; a lane that has
 * stopped keeps its solution, factors and counts while others go on. */
#ifndef ASSAY_NEWTON_H
#define ASSAY_NEWTON_H

#include "numerics/equations.h"

enum newton_status {
    NEWTON_CONVERGED,
    NEWTON_NO_CONVERGENCE, /* 30 iterations, or corrections that do not shrink as they must */
    NEWTON_DIVERGED,       /* a correction beyond 1e6, or 1e3 scales where that is more */
    NEWTON_SINGULAR,       /* the matrix */
    NEWTON_NOT_FINITE,     /* NaN or infinity in the residual or the matrix */
    NEWTON_FOREIGN_FAILED, /* a foreign method says that its step failed */
    NEWTON_NO_ANSWER,      /* or gives no answer, or a wrong one; */
    NEWTON_REMEMBERS,      /* or two answers to the same step; */
    NEWTON_CALLS_DIFFER,   /* or others to several steps in one call; */
    NEWTON_OTHER_MODEL,    /* or steps on another model than it is asked to; */
    NEWTON_ENVIRONMENT,    /* or leaves the rounding or the decimal point of the process changed; */
    NEWTON_CRASHED,        /* or crashed before any step; */
    NEWTON_UNSUPPORTED     /* or says that it does not take the model */
};

struct newton_counts {
    unsigned long residual_evaluations; /* in the working arithmetic */
    double evaluations;                 /* of the model at a point, by those: equations.points for each */
    unsigned long iterations;           /* corrections applied in the working arithmetic */
    unsigned long matrix_evaluations;
    unsigned long
        operations;     /* arithmetic ones: of the residuals; of the matrices, nine for each of a residual
                                 with eight tangents; of the factors, 2 n^3/3; and of the corrections by them, 2 n^2 */
    double worst_stall; /* largest accepted correction / (u * scale) */
};

const char *newton_status_text(enum newton_status status);
/* sum += other; the worst stall is the larger one. */
void newton_counts_add(struct newton_counts *sum, const struct newton_counts *other);

/* The status of a solution, or that of every lane; the solver in double that mpfr starts from. */
typedef enum newton_status newton_status_double, newton_status_mpfr, newton_status_tangent,
    newton_status_series;
typedef struct newton_double newton_narrow_double, newton_narrow_mpfr, newton_narrow_tangent,
    newton_narrow_series;
#define LANES_TYPES(A)                                                                                       \
    typedef choice_##A newton_status_##A;                                                                    \
    typedef struct newton_##A newton_narrow_##A;
EACH_LANES_BUILD(LANES_TYPES)
#undef LANES_TYPES

#define DECLARE_NEWTON(A)                                                                                        \
    struct newton_##A;                                                                                           \
    /* A solver that owns all it is given: the equations, the same equations in dual (for the matrix), and a \
     * solver for the same equations in double, or NULL where the arithmetic has 53 bits. */   \
    struct newton_##A *newton_create_##A(struct equations_##A equations, struct DUAL(equations) matrix,          \
                                         newton_narrow_##A *coarse);                                             \
    void newton_destroy_##A(struct newton_##A *newton);                                                          \
    /* Solves r(x; data) = 0 in the lanes of `where`; the others keep x, and have NEWTON_NO_CONVERGENCE.       \
     * guess (double, overwritten) is where it starts; scale is the size against which round-off is judged.    \
     * When it converges the last residual evaluation was at the x returned, unless of that x alone is read. */ \
    newton_status_##A newton_solve_##A(struct newton_##A *newton, mask_##A where, const real_##A *data,          \
                                       narrow_##A scale, narrow_##A *guess, real_##A *x);                        \
    /* Whether solutions take the correction by which they are accepted; they do not from the start. */          \
    void newton_take_last_##A(struct newton_##A *newton, bool takes_last);                                       \
    /* Forgets the factors kept from earlier solves. */                                                          \
    void newton_forget_##A(struct newton_##A *newton, mask_##A where);                                           \
    struct newton_counts newton_counts_##A(const struct newton_##A *newton, size_t lane);                        \
    /* The size of the last correction measured, converged or not. */                                            \
    narrow_##A newton_last_size_##A(const struct newton_##A *newton);                                            \
    /* The residual at the solution returned last. */                                                            \
    const real_##A *newton_residual_##A(const struct newton_##A *newton);
EACH_SOLVING_ARITHMETIC(DECLARE_NEWTON)

/* The fewest powers of h with which equations are solved in `series` (newton_series.c). */
enum { NEWTON_SERIES_LEAST_TERMS = 10 };

#endif
