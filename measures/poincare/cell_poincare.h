/* Poincare's integral invariants of a cell: the drift of the integrals over a loop or a surface of initial
 * data that the cell's method carries along (measures/poincare/poincare_integral.h), and how well it can be seen.
 *
 * Floor: the largest of what the points leave out (poincare_drift.h); of the drift of the canonical invariant under
 * the same method without projection over the same points, which for a variational method is zero but for
 * quadrature and round-off; and of 4 u n sqrt(1 + N), u = 2^-bits, n points along a side and N steps, since both of
 * these can be small by chance.  That control is not measured against itself: its floor is what halving the number of
 * points changes.  A drift below its floor says nothing, and one is seen from ten times its floor on.
 *
 * That a drift is zero takes more than one that is not seen: the same over every second point, with a floor of its
 * own, and the first steps (2 to 10) with 64 bits more, in double at 128 bits. */
#ifndef ASSAY_CELL_POINCARE_H
#define ASSAY_CELL_POINCARE_H

#include "measures/run/cell.h"
#include "measures/poincare/poincare_drift.h"

enum { CELL_POINCARE_MARGIN = 10 };

struct cell_poincare {
    struct poincare_drift *drift;
    bool multiplier;      /* the projection carries one: `corrected` and `printed` are not NaN */
    double control_floor; /* NaN where the method is not variational, or breaks down without projection */
    double floor[POINCARE_FORMS];
    double coarse_floor[POINCARE_FORMS]; /* of the drift over every second point, which `drift` has */
    double repeated[POINCARE_FORMS], repeated_floor[POINCARE_FORMS]; /* of the first steps with more bits */
};

/* The points on which the trajectories start: a loop or surface of the model file; for a model without one, about
 * the initial data z0,
 *
 *     z0 + 5e-3 (x, y, y, x^2 - y^2, 0, ...)
 *
 * as a loop over the circle x = cos a, y = sin a, a = 2 pi tau, so that x^2 - y^2 = cos 2a, and as a surface
 * over the square x = 2 s - 1, y = 2 t - 1 around it.
 *
 * order 1: a loop at tau = k/n; order 2: a surface at n x n Chebyshev points (quadrature.h), t the faster.
 * `name` of a loop or surface of the model; NULL: the one called default, else the first, else the one above.
 * n or n^2 rows of coordinates at `precision` bits; the caller frees them with number_block_destroy.  NULL
 * with a message. */
mpfr_ptr cell_poincare_points(const struct problem *problem, int order, const char *name, size_t n,
                              mpfr_prec_t precision, struct error *error);
/* Whether the model of the problem has that loop (order 1) or surface (order 2); false with a message that
 * names those it has. */
bool cell_poincare_has(const struct problem *problem, int order, const char *name, struct error *error);

/* The first invariant (order 1) over `points` (even, at least 8) equidistant points of a loop, or the second
 * over points x points (odd, at least 5) Chebyshev points of a surface; `name` as above.  Observed
 * after every request->every steps (0: at the end alone); its observer and checkpoints are not used.  In
 * double eight trajectories step at a time, in request->processes processes, with the same bits however many.
 * The caller destroys the result.  NULL with a message where the method and projection do not go together,
 * the name is unknown, the number of points will not do, or a process was lost. */
struct cell_poincare *cell_poincare_create(const struct cell_request *request, int order, const char *name,
                                           size_t points, struct error *error);
/* NULL is allowed. */
void cell_poincare_destroy(struct cell_poincare *result);

/* Whether the largest drift of the form is above CELL_POINCARE_MARGIN floors; false for NaN. */
bool cell_poincare_is_seen(const struct cell_poincare *result, enum poincare_form form);

#endif
