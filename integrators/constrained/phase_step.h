/* Steps in phases: one system of equations after the other (step_equations.h), each of which moves the state x by
 * its increment.  Data of every phase: (x, h), or (x, p, h) of a family that moves p, a momentum that is no part of x; of
 * one that carries more, (x, h, carried) or (x, p, h, carried), and all of it moves.
 *
 * The unknowns of a phase by which corrections are judged are all about as large as x: increments, and multipliers that
 * are scaled to that.  The guess is extrapolated from the last steps, or what the equations say, or 0.  A step of which a
 * phase is not solved leaves the state as it was. */
#ifndef ASSAY_PHASE_STEP_H
#define ASSAY_PHASE_STEP_H

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"

/* A stepper of the setup's method at x_0, of the phases that its family says; the caller destroys it.  `setup` is
 * borrowed. */
#define DECLARE_PHASE_STEP(A) struct stepper_##A *phase_step_create_##A(const struct setup *setup);
EACH_SOLVING_ARITHMETIC(DECLARE_PHASE_STEP)
#define DECLARE_LANES(A) stepper_create_##A phase_step_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES

#endif
