/* Following the solution of a step's equations from the trivial one: see branch.h.
 *
 * At fraction f of the way the unknowns, all increments, are nearly proportional to f: the solution at f,
 * scaled by g/f, is the start at g.  Fractions are dyadic, so that all arithmetics follow the same path.  In
 * `lanes` each lane goes its own way; a lane that has arrived, or does not take part, has its own data, so
 * that the last residual is at its solution. */
#include "integrators/steps/branch.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

static const double FIRST_ADVANCE = 0.125, LEAST_ADVANCE = 0x1p-10;

struct X(branch) {
    struct X(newton) *newton;
    size_t n, m;
    real *between;  /* the data on the way (m) */
    real *fraction; /* 1 */
    narrow *last;   /* the solution at the last fraction reached */
    narrow *guess;
};

struct X(branch) *X(branch_create)(struct X(newton) *newton, size_t n, size_t m)
{
    struct X(branch) *branch = memory_create(1, sizeof *branch);

    branch->newton = newton;
    branch->n = n;
    branch->m = m;
    branch->between = X(vector_create)(m);
    branch->fraction = X(vector_create)(1);
    branch->last = NARROW(vector_create)(n);
    branch->guess = NARROW(vector_create)(n);
    return branch;
}

void X(branch_destroy)(struct X(branch) *branch)
{
    if (!branch)
        return;
    X(vector_destroy)(branch->between);
    X(vector_destroy)(branch->fraction);
    NARROW(vector_destroy)(branch->last);
    NARROW(vector_destroy)(branch->guess);
    free(branch);
}

/* between = origin + fraction (data - origin); at fraction 1 the data themselves */
static void place_data(struct X(branch) *branch, const real *origin, const real *data, narrow fraction)
{
    mask arrived = narrow_is(fraction, 1);

    X(vector_copy)(branch->between, data, branch->m);
    if (!mask_any(mask_not(arrived)))
        return;
    real_set_narrow(branch->fraction, &fraction);
    X(vector_subtract)(branch->between, origin, branch->m);
    for (size_t i = 0; i < branch->m; i++) {
        real_multiply(branch->between + i, branch->between + i, branch->fraction);
        real_add(branch->between + i, branch->between + i, origin + i);
        real_set_where(branch->between + i, arrived, data + i);
    }
}

/* From the solution at `fraction` (0: from `start`) to that at `target`. */
static X(newton_status) advance(struct X(branch) *branch, mask where, narrow scale, const narrow *start,
                                narrow fraction, narrow target, real *x)
{
    mask on_the_way = narrow_less(narrow_all(0), fraction);
    narrow ratio = narrow_select(on_the_way, target / fraction, target);

    for (size_t i = 0; i < branch->n; i++)
        branch->guess[i] = narrow_select(on_the_way, branch->last[i], start[i]) * ratio;
    X(newton_forget_where)(branch->newton, where);
    return X(newton_solve_where)(branch->newton, where, branch->between, scale, branch->guess, x);
}

X(newton_status) X(branch_follow)(struct X(branch) *branch, mask where, const real *origin, const real *data,
                                  narrow scale, const narrow *start, real *x)
{
    narrow fraction = narrow_select(where, narrow_all(0), narrow_all(1)), length = narrow_all(FIRST_ADVANCE);
    choice status = choice_all(NEWTON_CONVERGED);
    mask walking = where;

    while (mask_any(walking)) {
        narrow target = narrow_select(walking & narrow_less(fraction + length, narrow_all(1)),
                                      fraction + length, narrow_all(1));
        mask reached;

        place_data(branch, origin, data, target);
        status = choice_where(walking, advance(branch, walking, scale, start, fraction, target, x), status);
        reached = walking & choice_is(status, NEWTON_CONVERGED);
        for (size_t i = 0; i < branch->n; i++)
            branch->last[i] = narrow_select(reached, real_to_narrow(x + i), branch->last[i]);
        fraction = narrow_select(reached, target, fraction);
        length = length * narrow_select(reached, narrow_all(2), narrow_all(0.5));
        walking &= narrow_less(fraction, narrow_all(1));
        walking &= narrow_at_most(narrow_all(LEAST_ADVANCE), length);
    }
    return status;
}
