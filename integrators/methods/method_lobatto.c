/* Lobatto methods as variational partitioned Runge-Kutta methods: nodes at 0, 1 and the zeros between them.
 *
 * A: collocation.  B: the symplectic conjugate of A.  C: first column b_1 and C(s-1).  C*: the conjugate of
 * C.
 *
 *     IIIA-IIIB  a = A, abar = B          IIID  a = abar = (C + C*)/2
 *     IIIB-IIIA  a = B, abar = A          IIIE  a = abar = (A + B)/2
 *     IIIC       a = C, abar = C*
 *
 * The first two carry a null vector: A is singular, and sum_i n_i V_i = 0 takes the place of what is missing.
 */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

static const struct method_claim claims[] = {
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
            true, claims);
const struct method_family method_lobatto_iiib_iiia =
    LOBATTO("lobatto-iiib-iiia", "Lobatto IIIB for the positions, IIIA for the momenta, with null vector.",
            true, claims);
const struct method_family method_lobatto_iiic = LOBATTO(
    "lobatto-iiic",
    "Lobatto IIIC for the positions, IIIC* for the momenta; its R(infinity) = (-1)^(s-1) is a convention.",
    false, claims_iiic);
const struct method_family method_lobatto_iiid = LOBATTO(
    "lobatto-iiid", "Lobatto IIID, the mean of IIIC and IIIC*, for positions and momenta.", true, claims);
const struct method_family method_lobatto_iiie = LOBATTO(
    "lobatto-iiie", "Lobatto IIIE, the mean of IIIA and IIIB, for positions and momenta.", true, claims);
