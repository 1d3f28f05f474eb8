/* A model in other variables, whose solutions are those of the model itself: what a method must not notice.  With
 * x = S y + a the functions of y are
 *
 *     ode           f'(y) = S^-1 f(S y + a)
 *     hamiltonian   H'(y) = H(S y + a),  S canonical
 *     degenerate    theta'(y) = S^T theta(S y + a),  H'(y) = H(S y + a)
 *     index-one     H'(y, l) = H(S y + a, l),  l'(y) = l(S y + a),  S canonical
 *     nonholonomic  L'(y) = L(S y + a), of (q, v): velocities go as positions do
 *     body          as an ode, since it has no other coordinates than its own
 *
 * and constraints g(S y + a)
 *
 *     time          the time is a coordinate: (x, t) of an ode, (q, t; p, e) with H + e of a Hamiltonian,
 *                   (q, t, e) with theta . q' + e t' - (H + e) of a degenerate Lagrangian, and (q, t; v, t') with
 *                   the constraint t' = 1 as well of a nonholonomic one
 *     permutation   the coordinates from the last to the first
 *     scaling       x_i = 2^k_i y_i, so that only exponents change
 *     affine        x_i = y_i + s_i/s_(i-1) y_(i-1) + s_i/2, of positions; momenta go with them
 *     exchange      q = p', p = -q'
 *     gauge         theta + d phi, phi = c (q_1/s_1 + ... + q_d/s_d)^2 / 2
 *     backwards     -f, so that steps of -h go where those of h went; of a nonholonomic model L(q, -v)
 *     units         other units of length, time and mass: q = l q', t = tau t', p = (m l/tau) p', powers of 2
 *     product       copies of the model side by side, which do not touch each other: (q_1, q_2, ...; p_1, p_2, ...)
 *
 * with s_i the size of coordinate i and c the power of 2 below the largest s_i |theta_i| at the data: in other units
 * they are the same.
 *
 * The halves (q, p) of a state, or of an ode with an even number of coordinates, which methods may treat apart,
 * are not mixed but by `exchange`; the second one is permuted and mixed as the first.
 *
 * Derivatives, and with them S^-1 f of the last two kinds, are taken by the graph. */
#ifndef ASSAY_TRANSFORMED_H
#define ASSAY_TRANSFORMED_H

#include "models/kinds/system.h"

enum transformation {
    TRANSFORMED_TIME,
    TRANSFORMED_PERMUTATION,
    TRANSFORMED_SCALING,
    TRANSFORMED_AFFINE,
    TRANSFORMED_EXCHANGE,
    TRANSFORMED_GAUGE,
    TRANSFORMED_BACKWARDS,
    TRANSFORMED_UNITS,
    TRANSFORMED_PRODUCT
};

/* Units, as powers of 2. */
struct transformed_units {
    int length, time, mass;
};

struct transformed {
    struct model model;           /* borrows from the model itself: its graph, its names */
    struct model_initial initial; /* y_0 */
    struct system *system;
    size_t moved;  /* coordinates of the model itself, without the time */
    double *S, *a; /* moved x model.moved, row-major; moved; of a product NULL */
};

/* Whether there are such models of the model: it has no charts. */
bool transformed_serves(const struct model *model);
/* The kind that they are of */
enum model_kind transformed_kind(const struct model *model);
/* Whether `exchange` is one: of constraints it would make functions of p. */
bool transformed_exchanges(const struct model *model);
/* How many coordinates are mixed among each other: all, or half of them. */
size_t transformed_block(const struct model *model);
/* Of a model that is served, with its initial data, which both outlive the result; `time` of one that is of it,
 * `exchange` of one that has it, `gauge` of one with theta.  The caller owns the result.  NULL where the
 * graph of the model has no room for it.  size: s_i of what the model moves, powers of 2. */
struct transformed *transformed_create(const struct system *system, const struct model_initial *initial,
                                       enum transformation transformation, const double *size);
/* Whether the model, of which there are others, is one of an ode, of H(q, p) without constraints, or degenerate: those have
 * other units and products here. */
bool transformed_multiplies(const struct model *model);
/* The two of these; for the rest as above.  Steps of h of the model are steps of h/tau of that in other units; of a product
 * `initial` are so many data, one of each copy, and the time is that of the first. */
struct transformed *transformed_create_in_units(const struct system *system,
                                                const struct model_initial *initial,
                                                struct transformed_units units);
struct transformed *transformed_create_product(const struct system *system,
                                               const struct model_initial *initial, size_t copies);
/* Which number of the state of a product the coordinate of the copy is. */
size_t transformed_place(const struct transformed *product, size_t copy, size_t coordinate);
/* NULL is allowed. */
void transformed_destroy(struct transformed *transformed);

#endif
