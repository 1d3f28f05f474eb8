/* The words of the table of measures: what lists say of a row, and why it is not measured where it is not.
 * No number depends on this file. */
#include "measures/measure.h"

const char *const measure_sentence[MEASURE_ROWS] = {
    [MEASURE_SOLUTION_ERROR] =
        "distance of the last state from the reference, weighted by the scales of the coordinates",
    [MEASURE_POSITION_ERROR] = "distance of q alone from the reference, where the state is (q, p) or (q, v)",
    [MEASURE_ENERGY_ERROR] = "max over all steps of |H(q_n) - H(q_0)|, divided by the scale of H",
    [MEASURE_INVARIANT_ERROR] =
        "max over all steps of |I_n - I_0|, divided by the scale of the invariant I of the model",
    [MEASURE_CONSTRAINT_ERROR] = "max over all steps of |p - theta(q)|, called phi, or of the constraints "
                                 "that the system has: g and psi",
    [MEASURE_SYMMETRY_DEFECT] = "|Phi_-h(Phi_h(z)) - z| at the initial data, weighted as the solution error",
    [MEASURE_SYMPLECTIC_DEFECT] = "|M^T Om(z1) M - Om(z0)| / |Om(z0)|, M the exact Jacobian of a step; the "
                                  "space is the method's, or the tangent space of the constraint manifold",
    [MEASURE_SYMPLECTIC_DEFECT_AMBIENT] =
        "the symplectic defect on all of the space around the constraint manifold",
    [MEASURE_REVERSIBILITY_DEFECT] =
        "|rho Phi_h rho Phi_h(z) - z| at the initial data, weighted likewise, rho the reversal of the model",
    [MEASURE_BILINEAR_DEFECT] =
        "|u_n^T Om v_n / u_0^T Om v_0 - 1| at the end of the run or after 1000 steps, by central differences",
    [MEASURE_BILINEAR_DEFECT_STEP] = "the bilinear defect of one step, by differences of order 8",
    [MEASURE_BILINEAR_DEFECT_PAPER] = "the bilinear defect of the run by one-sided differences of 1e-8, as "
                                      "in McLachlan, Modin, Verdier, Wilkins (2013), figure 5",
    [MEASURE_PARASITIC] =
        "the largest multiplier of a step on (q, p) off the constraint manifold, of unprojected methods",
    [MEASURE_PARASITIC_DEPARTURE] = "the largest distance of the parasitic multipliers from R(infinity)",
    [MEASURE_POST_PROJECTION_DEFECT] =
        "|q of n steps with the symplectic projection - q of n steps without and one projection|, n <= 10",
    [MEASURE_STIFF_ACCURACY_RESIDUAL] = "max_j |a_sj - b_j| over a and abar of the tableau",
    [MEASURE_CONTRACTION] = "mean factor by which the changes of the iteration for the rotation of a step "
                            "shrink; of rigid bodies",
    [MEASURE_EULER_LAGRANGE_DEFECT] =
        "|Lt_vv v' + Lt_vq v - Lt_q| relative to its terms, v' of the associated system of type II, Lt the "
        "Lagrangian that the method discretizes: max over ten steps",
    [MEASURE_REGULARITY] =
        "|det Lt_vv| / product of the norms of its rows, 0 where Lt is singular: min over ten steps",
    [MEASURE_SYMPLECTICITY_RESIDUAL] = "max_ij |b_i abar_ij + b_j a_ji - b_i b_j| of the tableau",
    [MEASURE_PERTURBED_ERROR] = "largest error of a step over h, where the small parameter of the model is 0",
    [MEASURE_PERTURBED_ERROR + 1] =
        "the part of the error of a step, over h, with the first power of the small parameter",
    [MEASURE_PERTURBED_ERROR + 2] =
        "the part of the error of a step, over h, with the second power of the small parameter",
    [MEASURE_PERTURBED_ERROR + 3] =
        "the part of the error of a step, over h, with the third power of the small parameter",
    [MEASURE_PERTURBED_ERROR_LAST] =
        "the part of the error of a step, over h, with the fourth power of the small parameter",
    [MEASURE_RELATION_TIME] = "distance of two steps from those with the time as one more coordinate",
    [MEASURE_RELATION_PERMUTATION] =
        "distance of two steps from those with the coordinates in the opposite order",
    [MEASURE_RELATION_SCALING] = "distance of two steps from those with coordinates multiplied by powers of "
                                 "2, and in units from 1e-12 to 1e12 of length, time and mass",
    [MEASURE_RELATION_AFFINE] =
        "distance of two steps from those in other coordinates, x_i = y_i + b y_(i-1) + a",
    [MEASURE_RELATION_EXCHANGE] = "distance of two steps from those with q and p exchanged: q = p', p = -q'",
    [MEASURE_RELATION_GAUGE] =
        "distance of two steps from those with theta + d phi, phi = c (q_1/s_1 + ... + q_d/s_d)^2 / 2",
    [MEASURE_RELATION_BACKWARDS] = "distance of two steps from steps of -h of the model that runs backwards",
    [MEASURE_RELATION_PRODUCT] =
        "distance of two steps on copies of the model side by side, up to 40 coordinates, from those on each",
    [MEASURE_RELATION_NEARBY] = "a high difference of two steps from points in a row: what only a step has "
                                "that is not smooth, or drops digits",
    [MEASURE_RELATION_REPEATED] = "distance of a step from the same step, asked for again behind others",
    [MEASURE_RELATION_PRECISION] =
        "distance of two steps from those with 64 more bits; of double also from MPFR at 53",
    [MEASURE_COST] = "residual evaluations per step",
    [MEASURE_COST_OPERATIONS] =
        "arithmetic operations per step: the model's functions, products with coefficients, linear systems",
    [MEASURE_STABLE_STEPS] =
        "steps until the run breaks down or |energy error| exceeds 5 %; all of them where it never does",
    [MEASURE_BREAKDOWN_STEP] = "the step that could not be made",
    [MEASURE_FIRST_ENERGY_STEP] = "the first step with an energy error beyond 5 %",
    [MEASURE_DRIFT] = "slope in time of the means of the signed error; CHANNEL: energy, an invariant, "
                      "constraint, multiplier",
    [MEASURE_SLOPE] =
        "mean over an ensemble of the slope in time, beside its spread; CHANNEL: energy, an invariant",
    [MEASURE_GROWTH] = "exponent of growth: bounded < 0.25, random walk 0.35 to 0.65, secular > 0.8",
    [MEASURE_SECULAR_RATE] = "|drift| per unit of time over 100 times the run, oscillations averaged away, "
                             "in double: 0 of what is conjugate symplectic; CHANNEL: energy, an invariant",
    [MEASURE_LARGEST] = "largest |value|, also of a run that broke down",
    [MEASURE_FINAL_PART] = "largest |value| of the last tenth of the run over that of the first",
    [MEASURE_POINCARE_1] =
        "drift of the integral over a loop; FORM: noncanonical, canonical, corrected, printed",
    [MEASURE_POINCARE_2] =
        "drift of the integral over a surface; FORM: noncanonical, canonical, corrected, printed",
    [MEASURE_GROWTH_POINCARE_1] = "exponent of growth of the drift of the integral over a loop",
    [MEASURE_GROWTH_POINCARE_2] = "exponent of growth of the drift of the integral over a surface",
    [MEASURE_EVENT_TIME] = "when the run crosses a section of the model from below, in double; SECTION: its "
                           "name, NAME-2 to NAME-4 for later crossings",
    [MEASURE_EVENT_VALUE] = "what the section asks for there: its second entry",
    [MEASURE_SECTION_DIMENSION] =
        "correlation dimension of the points of a Poincare section: 1 of a curve, 2 where they fill an area",
    [MEASURE_LOCAL_ORDER] =
        "first power of h in the error of a few steps, from its expansion: p + 1 for order p, 0 where it is "
        "zero; beside it :run, the order of a run, and :elsewhere, that at random states; CHANNEL: solution, "
        "energy, an invariant, constraint or the name of one; of one step symmetry, reversibility, "
        "symplectic, "
        "symplectic-ambient; drift: the power of the energy's rate in the mean over a period",
};

static const char corrected[] =
    "the corrected invariants are those of a projection that carries its multiplier from step to step";
static const char parasitic[] =
    "parasitic multipliers are those of a variational method without projection, which steps on (q, p)";

const char *const measure_sentence_elsewhere[MEASURE_ROWS] = {
    [MEASURE_PARASITIC] = parasitic,
    [MEASURE_PARASITIC_DEPARTURE] = parasitic,
    [MEASURE_POST_PROJECTION_DEFECT] = "the symplectic projection alone is compared with post-projection",
    [MEASURE_POINCARE_1] = corrected,
    [MEASURE_POINCARE_2] = corrected,
    [MEASURE_GROWTH_POINCARE_1] = corrected,
    [MEASURE_GROWTH_POINCARE_2] = corrected,
};

const char *measure_sentence_lack(unsigned lack)
{
    static const char *const reason[] = {
        "the model has no hamiltonian",
        "the model has no constraint: no momenta belong to its state",
        "the model file gives no reversal",
        "the model file gives neither a symplectic nor a Poisson matrix",
        "the model file gives no symplectic matrix",
        "the model has no one-form theta to integrate",
        "the model has no constraints on its state, and so no space around them",
        "the method gives no exact Jacobian of its steps",
        "the method steps in double alone",
        "the method does not step eight trajectories at a time",
        "the energy is not conserved: functions of the model depend on the time, or its constraints do work",
        "it is about methods that discretize a Lagrangian, on models with inertias and coefficients",
        "the method remembers the steps before: a step is no map of the state",
        "it is about models whose functions do not depend on the time",
        "steps in charts do not leave the manifold, on which symplectic_defect is taken",
        "the functions of the model do not depend on the time",
        "the method does not step on what a body is in other variables, an ode, or the model is in charts",
        "the state of the model is not (q, p), or constraints tell q from p",
        "the model has one coordinate alone, or one position: there is nothing to permute",
        "the states lie on a manifold, and points on a straight line beside it",
        "a Hamiltonized Lagrangian of which the time is a coordinate is singular",
        "the model file names none of its parameters as small",
        "the method takes q and p in turn, and there is none that takes them in the other order",
        "coordinates of the model have periods, or constraints that are others in other coordinates",
        "the model has constraints or periods, or more than 20 coordinates: there is no product with itself "
        "here",
    };
    int k = 0;

    while (!(lack >> k & 1))
        k++;
    return reason[k];
}
