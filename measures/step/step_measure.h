/* What is measured of a step of a cell, or of a few steps, beside its run.
 *
 * A function writes its measure rounded to the precision of `value`, which the caller has initialised; NaN
 * where a step is not solved.  It is called where measure_refusal (measures/measure.h) has nothing against it.
 * Observers and checkpoints of the request are not used.  False with a message where the method and projection
 * do not go together. */
#ifndef ASSAY_STEP_MEASURE_H
#define ASSAY_STEP_MEASURE_H

#include "measures/run/cell.h"
#include "measures/step/step_jacobian.h"

typedef bool step_measure(const struct cell_request *request, mpfr_t value, struct error *error);

/* Of one step, at the start of the cell: symmetry.c, reversibility.c. */
step_measure step_measure_symmetry, step_measure_reversibility;
/* Of the cell's steps, at most 1000: bilinear.c, by central differences and as in the paper; of one step by the former. */
step_measure step_measure_bilinear, step_measure_bilinear_of_paper, step_measure_bilinear_of_step;
/* Of the cell's steps, at most ten: post_projection.c. */
step_measure step_measure_post_projection;
/* Residuals of the tableau at the bits of the cell (integrators/tableaux/tableau_audit.h): that of
 * symplecticity, and that of stiff accuracy of a and abar, Q_s = q_{n+1} and P_s = p_{n+1}. */
step_measure step_measure_symplecticity, step_measure_stiff_accuracy;

/* The symplectic defect of the step and, as its control, that of the exact flow over the time of the step on
 * the space of positions, which is zero but for round-off, whatever the model:
 *
 *     |M^T Om(z1) M - Om(z0)| / |Om(z0)|,    M the exact Jacobian of the step z0 -> z1
 *
 * Space and form: symplectic_form.h; where the system has constraints, on the tangent space of the manifold on which
 * they hold (tangent_space.h).  A cell in double is measured at 128 bits. */
step_measure step_measure_symplectic, step_measure_flow;
/* The same on the whole space around that manifold. */
step_measure step_measure_symplectic_ambient;

/* Of the rotation of a rigid body in one step: the mean factor by which the changes of the iteration shrink that takes
 * its equation (rigid_body.c) as a map, at 1024 bits; NaN elsewhere, and where it does not converge. */
step_measure step_measure_contraction;

/* Of the Lagrangian that the method discretizes, at the states of the cell's steps, at most ten: whether its equations
 * are the associated system of type II, and how far it is from singular; a cell in double at 128 bits:
 * euler_lagrange.c. */
step_measure euler_lagrange_defect, euler_lagrange_regularity;

/* Of a step on a model with a small parameter, the parts of its error with the powers 0 to 4 of it, over the step; in
 * mpfr, of a cell in double at 128 bits: perturbed_error.c. */
step_measure perturbed_error_0, perturbed_error_1, perturbed_error_2, perturbed_error_3, perturbed_error_4;

/* The largest modulus of the parasitic multipliers (parasitic.c), and their largest distance from R(infinity),
 * that of the tableau.  They are known to round-off in double at any precision. */
step_measure step_measure_parasitic, step_measure_departure;
/* The multipliers, one for each coordinate of the model; NaN where the step is not solved.  False with a
 * message where there are none. */
bool step_measure_multipliers(const struct cell_request *request, double *re, double *im,
                              struct error *error);

enum {
    STEP_MEASURE_BITS_OF_DOUBLE = 128,
    STEP_MEASURE_BITS_OF_PAPER = 26, /* differences that are 1e-8 apart */
    STEP_MEASURE_BITS_OF_ITERATION = 1024,
    STEP_MEASURE_STEPS_BEFORE = 10
};

/* The exact Jacobian of a step: a linear map between the states where it starts and ends. */
struct step_measure_map {
    bool solved; /* false: a step was not, and the numbers mean nothing */
    enum step_space space;
    size_t n;
    mpfr_t *z0, *z1, *M; /* n, n, n x n (row-major) */
};

/* Of one step of request->step, at the bits of the cell (of a cell in double at 128 bits): from the initial
 * data or, where the multiplier is part of the state, from the state after ten steps, since at the start it
 * is zero.  The caller destroys the result.  NULL with a message where the method and projection do not go
 * together. */
struct step_measure_map *step_measure_create_map(const struct cell_request *request, struct error *error);
/* NULL is allowed. */
void step_measure_destroy_map(struct step_measure_map *map);

#endif
