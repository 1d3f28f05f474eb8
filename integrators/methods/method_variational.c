/* Variational (partitioned) Runge-Kutta methods on the whole of T*Q: Kraus (2017), section 4.1.
 *
 * Gauss: nodes at the zeros of the shifted Legendre polynomial, a from collocation, abar = a;
 * R(infinity) = (-1)^s.
 *
 * srk-3: three stages, the central one at the midpoint of the step: Kraus (2017), table 1, after Zhao and Wei;
 * R(infinity) = -1.
 *
 * Radau IIA with abar = a: stiffly accurate, so that the last stage is the end of the step, where
 * p_{n+1} = theta(q_{n+1}) holds by itself and projections have nothing to do.  Not symplectic.
 *
 * Lobatto: nodes at 0, 1 and the zeros between them.  A: collocation.  B: the symplectic conjugate of A.  C: first
 * column b_1 and C(s-1).  C*: the conjugate of C.
 *
 *     IIIA-IIIB  a = A, abar = B          IIID  a = abar = (C + C*)/2
 *     IIIB-IIIA  a = B, abar = A          IIIE  a = abar = (A + B)/2
 *     IIIC       a = C, abar = C*
 *
 * The first two carry a null vector: A is singular, and sum_i n_i V_i = 0 takes the place of what is missing. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const struct method_claim claims_gauss[] = {
    {"order", "2*s", "Hairer, Lubich, Wanner (2006), theorem II.1.5; Kraus (2017), table 2 with projection"},
    {"symplectic", "true", "Hairer, Lubich, Wanner (2006), theorem VI.4.2; on T*Q, without projection"},
    {"symmetric", "true", "Hairer, Lubich, Wanner (2006), theorem V.2.1"},
};

const struct method_family method_gauss = {
    .name = "gauss",
    .documentation = "Gauss-Legendre collocation with s stages, as a variational integrator (abar = a).",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .has_stages = true,
    .fewest = 1,
    .most_listed = 6,
    .order_factor = 2,
    .symmetric = true,
    .claims = LENGTH(claims_gauss),
    .claim = claims_gauss,
    STEP_FAMILIES_STEPPERS(vprk),
};

static const struct method_claim claims_srk[] = {
    {"order", "4", "Kraus (2017), section 4.5 and table 2"},
    {"symplectic", "true", "Kraus (2017), section 4.5; on T*Q, without projection"},
    {"symmetric", "true", "Kraus (2017), section 4.5"},
};

const struct method_family method_srk_3 = {
    .name = "srk-3",
    .documentation =
        "Symplectic Runge-Kutta method with three stages, the second at the midpoint of the step.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .order_offset = 4,
    .symmetric = true,
    .claims = LENGTH(claims_srk),
    .claim = claims_srk,
    STEP_FAMILIES_STEPPERS(vprk),
};

static const struct method_claim claims_radau[] = {
    {"order", "2*s - 1", "Hairer, Wanner (1996), section IV.5"},
    {"constraint", "true", "Q_s = q_{n+1}, P_s = p_{n+1}: Kraus (2017), section 3.5"},
};

const struct method_family method_radau_iia = {
    .name = "radau-iia",
    .documentation = "Radau IIA collocation for positions and momenta: keeps the Dirac constraint by itself.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_POSITION,
    .has_stages = true,
    .fewest = 2,
    .most_listed = 3,
    .no_projections = "it keeps the constraint by itself (stiffly accurate)",
    .order_factor = 2,
    .order_offset = -1,
    .claims = LENGTH(claims_radau),
    .claim = claims_radau,
    STEP_FAMILIES_STEPPERS(vprk),
};

static const struct method_claim claims_lobatto[] = {
    {"order", "2*s - 2", "Jay (2015), Lobatto methods; Kraus (2017), table 2 with projection"},
    {"symplectic", "true",
     "b_i abar_ij + b_j a_ji = b_i b_j: Kraus (2017), eq. 76; on T*Q, without projection"},
    {"symmetric", "true", "Jay (2015), Lobatto methods"},
};

/* IIIC's adjoint is IIIC*: the pair (C, C*) goes over into itself only with the roles of q and p exchanged.
 */
static const struct method_claim claims_iiic[] = {
    {"order", "2*s - 2", "Jay (2015), Lobatto methods"},
    {"symplectic", "true",
     "b_i abar_ij + b_j a_ji = b_i b_j: Kraus (2017), eq. 76; on T*Q, without projection"},
};

#define LOBATTO(member, text, is_symmetric, claims_of_it)                                                    \
    {                                                                                                        \
        .name = member, .documentation = text, .kinds = 1U << MODEL_DEGENERATE, .space = STEP_MOMENTUM,      \
        .has_stages = true, .fewest = 2, .most_listed = 4, .order_factor = 2, .order_offset = -2,            \
        .symmetric = is_symmetric, .claims = sizeof claims_of_it / sizeof *claims_of_it,                     \
        .claim = claims_of_it, STEP_FAMILIES_STEPPERS(vprk),                                                 \
    }

const struct method_family method_lobatto_iiia_iiib =
    LOBATTO("lobatto-iiia-iiib", "Lobatto IIIA for the positions, IIIB for the momenta, with null vector.",
            true, claims_lobatto);
const struct method_family method_lobatto_iiib_iiia =
    LOBATTO("lobatto-iiib-iiia", "Lobatto IIIB for the positions, IIIA for the momenta, with null vector.",
            true, claims_lobatto);
const struct method_family method_lobatto_iiic = LOBATTO(
    "lobatto-iiic",
    "Lobatto IIIC for the positions, IIIC* for the momenta; its R(infinity) = (-1)^(s-1) is a convention.",
    false, claims_iiic);
const struct method_family method_lobatto_iiid =
    LOBATTO("lobatto-iiid", "Lobatto IIID, the mean of IIIC and IIIC*, for positions and momenta.", true,
            claims_lobatto);
const struct method_family method_lobatto_iiie =
    LOBATTO("lobatto-iiie", "Lobatto IIIE, the mean of IIIA and IIIB, for positions and momenta.", true,
            claims_lobatto);
