/* Relations: what the steps of a method have to do with each other, whatever it claims and whatever the solution
 * is. After RELATION_STEPS steps z and z' of two ways to ask for the same,
 *
 *     time, permutation, scaling,      steps on the model and on the model in other variables (models/kinds/transformed.h):
 *     affine, exchange, gauge,         |S y' + a - x|
 *     backwards                        and steps of -h of the model that runs backwards
 *     scaling                          in units of 2^-40 and 2^40 of length, time and mass as well
 *     product                          steps on copies of the model side by side, from data beside each other, and on each:
 *                                      as many as have 40 coordinates, an odd number, and half of them
 *     nearby                           |sum_j (-1)^j (k over j) Phi(z + (j - k/2) e u)|, e^k below 2^-b: e^k Phi^(k) of
 *                                      a smooth step, and what is left of the digits of one that drops some; e = 2^-14 in
 *                                      double, wide beside single precision, and 2^-48 in MPFR, wide beside double; u_i of the
 *                                      size of coordinate i; the largest of four in a row
 *     repeated                         of one step that is asked for twice, with others in between
 *     precision                        at b bits and at 64 more; in double, and in MPFR at 53 and at 117 bits
 *
 * each coordinate divided by max(|x_i(0)|, |x_i - x_i(0)|), or 1 if that is 0.  All of it is round-off, 2^-b,
 * where the relation holds.  Which methods it must hold of: docs/relations.md. */
#ifndef ASSAY_RELATION_H
#define ASSAY_RELATION_H

#include "integrators/steps/stepper.h"
#include "measures/step/step_measure.h"
#include "models/kinds/transformed.h"

enum { RELATION_STEPS = 2, RELATION_MORE_BITS = 64, RELATION_WIDEST = 40, RELATION_FARTHEST = 40 };

/* NaN also where the method does not step on the model in the other variables. */
step_measure relation_time, relation_permutation, relation_scaling, relation_affine, relation_exchange,
    relation_gauge, relation_backwards, relation_product, relation_nearby, relation_repeated,
    relation_precision;

/* Whether there is `product` of the model. */
bool relation_multiplies(const struct system *system);

/* How far apart the steps in other units end: as above, and in the numbers that the method has there, beside the largest of
 * 1, of the step, and of these numbers.  NaN where steps are not made. */
struct relation_apart {
    double distance, absolute;
};
struct relation_apart relation_in_units(const struct cell_request *request, struct transformed_units units);

/* The state after the same step asked for twice, with other steps in between, as the dimension of the system has
 * coordinates; a method that is not ours is not tried before.  False where a step is not made, or the method does
 * not apply. */
bool relation_ask_twice(const struct cell_request *request, mpfr_t *first, mpfr_t *second);

enum {
    RELATION_FIRST_STEPS = 3,      /* of which a session starts with others than it goes on with */
    RELATION_LATER_CALLS = 300000, /* more than an audit makes in one process, of a shared object; */
    RELATION_LATER_LINES = 9000, /* of a program, which takes a line for each and one for each evaluation; */
    RELATION_LATER_WORK = 10000000 /* and no more evaluations of the model than this */
};
#define RELATION_LATER_APART 1e-11

/* The first steps from the initial data, asked for again and again of one process: how many steps that were, and by how
 * much their end has moved, at most; not finite: it was none any more.  How many follows from the method alone, whatever they
 * take: RELATION_LATER_CALLS or RELATION_LATER_LINES steps, and none after as many as RELATION_LATER_WORK evaluations,
 * or after an end that moved by more than RELATION_LATER_APART. */
struct relation_later {
    unsigned long calls;
    double apart;
    bool gone; /* and then there was no answer */
};

/* In double; first, second: the ends of the first steps and of the last ones, as the dimension of the system has
 * coordinates.  Nothing is asked where the method does not apply. */
void relation_ask_later(const struct cell_request *request, struct relation_later *later, mpfr_t *first,
                        mpfr_t *second);

#define DECLARE_REPEATED(A)                                                                                  \
    enum newton_status repeated_step_##A(const struct setup *setup, mpfr_t *first, mpfr_t *second);          \
    void repeated_step_later_##A(const struct setup *setup, struct relation_later *later, mpfr_t *first,     \
                                 mpfr_t *second);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_REPEATED)
#undef DECLARE_REPEATED

/* ---- controls ---- */

/* Methods that are wrong in one way on purpose: controls of relations, each of which one of them must break on a
 * model where the relation says anything (flawed_step.c).
 *
 *     z_i + d_i  of a right method becomes  z_i + (1 + g_i/2^10) d_i
 *
 *     ALIKE         g_i = 1, of the time as well where it is a coordinate
 *     BY_NUMBER     g_i = 1/(i + 1)
 *     BY_UNIT       g_i = 1 where the power of 2 of d_i is odd
 *     BY_SIZE       g_i = |z_i|/(|z_i| + |d_i|)
 *     FORWARDS      g_i = 1 where h > 0
 *     BY_CALLS      g_i = the number of the step that is asked for
 *     BY_BITS       g_i = b/64 at b bits
 *     NARROW        g_i = 0, and the state has 24 bits in double and 53 in MPFR */
enum flaw {
    FLAW_ALIKE,
    FLAW_BY_NUMBER,
    FLAW_BY_UNIT,
    FLAW_BY_SIZE,
    FLAW_FORWARDS,
    FLAW_BY_CALLS,
    FLAW_BY_BITS,
    FLAW_NARROW
};

struct flawed_family {
    struct method_family family; /* first: the family of a flawed method is a flawed_family */
    const struct method_family *right;
    enum flaw flaw;
};

#define DECLARE_FLAWED(A) struct stepper_##A *flawed_step_create_##A(const struct setup *setup);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_FLAWED)
#undef DECLARE_FLAWED

#endif
