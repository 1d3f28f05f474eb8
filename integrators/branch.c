/* Following the solution of a step's equations from the trivial one: see branch.h.
 *
 * At fraction f of the way the unknowns, all increments, are nearly proportional to f: the solution at f,
 * scaled by g/f, is the start at g.  Fractions are dyadic, so that all arithmetics follow the same path. */
#include "integrators/branch.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

static const double FIRST_ADVANCE = 0.125, LEAST_ADVANCE = 0x1p-10;

struct X(branch) {
    struct X(newton) *newton;
    size_t n, m;
    real *between;  /* the data on the way (m) */
    real *fraction; /* 1 */
    double *last;   /* the solution at the last fraction reached */
    double *guess;
};

struct X(branch) *X(branch_create)(struct X(newton) *newton, size_t n, size_t m)
{
    struct X(branch) *branch = memory_create(1, sizeof *branch);

    branch->newton = newton;
    branch->n = n;
    branch->m = m;
    branch->between = X(vector_create)(m);
    branch->fraction = X(vector_create)(1);
    branch->last = memory_create(n, sizeof(double));
    branch->guess = memory_create(n, sizeof(double));
    return branch;
}

void X(branch_destroy)(struct X(branch) *branch)
{
    if (!branch)
        return;
    X(vector_destroy)(branch->between);
    X(vector_destroy)(branch->fraction);
    free(branch->last);
    free(branch->guess);
    free(branch);
}

/* between = origin + fraction (data - origin); at fraction 1 the data themselves */
static void place_data(struct X(branch) *branch, const real *origin, const real *data, double fraction)
{
    X(vector_copy)(branch->between, data, branch->m);
    if (fraction == 1)
        return;
    real_set_double(branch->fraction, fraction);
    X(vector_subtract)(branch->between, origin, branch->m);
    for (size_t i = 0; i < branch->m; i++) {
        real_multiply(branch->between + i, branch->between + i, branch->fraction);
        real_add(branch->between + i, branch->between + i, origin + i);
    }
}

/* From the solution at `fraction` (0: from `start`) to that at `target`. */
static enum newton_status advance(struct X(branch) *branch, double scale, const double *start,
                                  double fraction, double target, real *x)
{
    const double *from = fraction > 0 ? branch->last : start;
    double ratio = fraction > 0 ? target / fraction : target;

    for (size_t i = 0; i < branch->n; i++)
        branch->guess[i] = from[i] * ratio;
    X(newton_forget)(branch->newton);
    return X(newton_solve)(branch->newton, branch->between, scale, branch->guess, x);
}

enum newton_status X(branch_follow)(struct X(branch) *branch, const real *origin, const real *data,
                                    double scale, const double *start, real *x)
{
    double fraction = 0, length = FIRST_ADVANCE;
    enum newton_status status = NEWTON_CONVERGED;

    while (fraction < 1 && length >= LEAST_ADVANCE) {
        double target = fraction + length < 1 ? fraction + length : 1;

        place_data(branch, origin, data, target);
        status = advance(branch, scale, start, fraction, target, x);
        if (status == NEWTON_CONVERGED) {
            X(vector_narrow)(branch->last, x, branch->n);
            fraction = target;
            length *= 2;
        } else {
            length /= 2;
        }
    }
    return status;
}
