/* The expansion of a method on a model in powers of the step.
 *
 * The steps are made in the arithmetic of power series in h (series_number.h), so that each quantity Q after n = 1 ... N steps
 * from the initial data is
 *
 *     Q_n = sum_k c_k(n) h^k
 *
 * with each c_k(n) a ball that contains the exact coefficient.  A c_k is classified by its values at n = 1 ... N: a polynomial
 * in n of some degree, with or without parasitic parts, or neither (expansion_growth.c).  As many values as are left after the
 * degree, at least two, confirm it.  Of an error
 * (a solution, an invariant, a constraint) a run to a fixed time has the order min_k (k - degree of c_k) over all c_k that
 * are not zero; a part that alternates has degree 0, since it does not add up.  Defects of one step have N = 1, and
 * their order is the first power whose coefficient is not zero.
 *
 * Balls grow from power to power and from step to step: where one is wider than 2^(-EXPANSION_BITS / 2) in the units of the
 * model (the size of the coordinate or the observable at the data, and one over the fastest rate), or equations cannot be solved
 * with them, all is done again with twice the bits. */
#ifndef ASSAY_EXPANSION_H
#define ASSAY_EXPANSION_H

#include "measures/run/cell.h"

enum {
    EXPANSION_STEPS = 8,
    EXPANSION_LEAST_TERMS = 4,
    EXPANSION_MOST_STEPS = 32, /* of methods that remember */
    EXPANSION_BITS = 512,
    EXPANSION_MOST_BITS = 4096,
    EXPANSION_MOST_TERMS = 40,
    EXPANSION_BITS_KEPT = 256 /* of each coefficient */
};

enum expansion_of {
    /* After n steps: the state less the solution, and what trajectories measure. */
    EXPANSION_OF_SOLUTION,   /* coordinate `index` */
    EXPANSION_OF_OBSERVABLE, /* the change of the energy, 0 where there is one, or of an invariant */
    EXPANSION_OF_CONSTRAINT, /* of the system, or p - theta(q) by coordinates */
    EXPANSION_OF_MULTIPLIER, /* h lambda of projections by coordinates; else those that follow from the state */
    EXPANSION_OF_DIFFERENCE, /* the state less that of another method, coordinate `index` */
    EXPANSION_OF_BILINEAR,   /* the symplectic defect of n steps: index as of EXPANSION_OF_SYMPLECTIC */
    /* Of one step, of the state on which it is a map: q, then p where the step maps it, then h lambda likewise. */
    EXPANSION_OF_SYMMETRY,      /* Phi_{-h}(Phi_h(z)) - z: symmetry.c */
    EXPANSION_OF_REVERSIBILITY, /* rho Phi_h rho Phi_h(z) - z: reversibility.c; of models with a reversal */
    /* Of one step too, of maps that have a form: entry (i, j), i < j, counted from 0, of what is left of the form in k directions,
     * index = i + j (j - 1)/2 (expansion_jacobian.c); on the tangents of the constraints where there are some. */
    EXPANSION_OF_SYMPLECTIC,
    EXPANSION_OF_AMBIENT, /* the same on the whole space around the manifold of the constraints */
    EXPANSION_KINDS
};
#define EXPANSION_BIT(of) (1U << EXPANSION_OF_##of)
enum {
    EXPANSION_RUN = EXPANSION_BIT(SOLUTION) | EXPANSION_BIT(OBSERVABLE) | EXPANSION_BIT(CONSTRAINT) |
                    EXPANSION_BIT(MULTIPLIER),
    EXPANSION_STEP = EXPANSION_BIT(SYMMETRY) | EXPANSION_BIT(REVERSIBILITY) | EXPANSION_BIT(SYMPLECTIC)
};

/* What a coefficient is as a function of the number of steps. */
enum expansion_growth {
    EXPANSION_ZERO,       /* all its balls contain zero */
    EXPANSION_POLYNOMIAL, /* of `degree` in n */
    EXPANSION_ALTERNATES, /* the same, and parts that come and go, such as (-1)^n times a polynomial: of the larger degree */
    EXPANSION_DECAYS,      /* the same as polynomial, and parts that die out, such as 2^-n */
    EXPANSION_EXPONENTIAL, /* the same, and parts that grow such as 2^n: the method is not stable at h = 0 */
    EXPANSION_OTHER        /* none of these, up to the degree that so many steps tell */
};
/* In the place of an order. */
enum { EXPANSION_OPEN = -1, EXPANSION_UNSTABLE = -2 };

struct expansion_coefficient {
    enum expansion_growth growth;
    int degree;
    /* At n = 1 ... steps: the centre, 0 where it may be; log2 of the largest radius of all n. */
    double value[EXPANSION_MOST_STEPS];
    double radius;
    /* The derivative at n = 0 of its polynomial in n, without the parts beside it; NaN where it is not found.  Those of a
     * coordinate are the modified equation at the data: x' = f(x) + sum_k linear_k h^(k - 1) is what the steps solve,
     * but for those parts.  Of the energy it is the rate of its change there. */
    double linear;
};

struct expansion_quantity {
    enum expansion_of of;
    size_t index;   /* see enum expansion_of */
    int steps;      /* N */
    long known;     /* powers of h */
    mpfr_t *centre; /* known x steps: see expansion_centre */
    struct expansion_coefficient coefficient[EXPANSION_MOST_TERMS];
};

struct expansion {
    enum newton_status status; /* of the first step that is not made; else NEWTON_CONVERGED */
    bool sharp;                /* all balls are as narrow as they should be; else there is no expansion */
    size_t quantities;
    struct expansion_quantity quantity[];
};

struct expansion_request {
    /* The method and projection on their problem, from its initial data or the first of `starts`; its step, bits and steps
     * are not used. */
    const struct cell_request *cell;
    unsigned of; /* bits 1 << enum expansion_of; those that the method or the model has not are left out */
    /* Powers of h that are kept, from EXPANSION_LEAST_TERMS to EXPANSION_MOST_TERMS; 0: five beyond the order that is
     * expected of the method, more where the solution has no error up to there; of one step five beyond twice that.  With
     * fewer than NEWTON_SERIES_LEAST_TERMS some equations are not solved. */
    long terms;
    int steps; /* N; 0: EXPANSION_STEPS */
    /* In the place of the initial data: the state, known to its bits; balls are then as narrow as half of these allow. */
    mpfr_t *start;
    /* Of EXPANSION_OF_DIFFERENCE: with another method and projection on the same problem. */
    const struct cell_request *other;
};

/* The caller destroys the result.  NULL with a message where the method does not step on the model, or not in this
 * arithmetic. */
struct expansion *expansion_create(const struct expansion_request *request, struct error *error);
/* NULL is allowed. */
void expansion_destroy(struct expansion *expansion);

/* c_k(n) of a quantity to EXPANSION_BITS_KEPT bits: the centre of its ball, borrowed; n = 1 ... steps. */
mpfr_srcptr expansion_centre(const struct expansion *expansion, size_t quantity, long k, unsigned n);

/* Whether there is an expansion, and else why not: a clause. */
bool expansion_exists(const struct expansion *expansion);
const char *expansion_reason(const struct expansion *expansion);

/* The order of a run by one quantity: min_k (k - degree); INT_MAX where all known coefficients are zero, EXPANSION_OPEN where
 * one that matters is neither zero nor classified, EXPANSION_UNSTABLE where one grows like an exponential. */
int expansion_order(const struct expansion_quantity *quantity);
/* The least of those of a kind, unstable below open below 0; INT_MAX also where there is none.  *decides (may be NULL): which. */
int expansion_least_order(const struct expansion *expansion, enum expansion_of of,
                          const struct expansion_quantity **decides);
/* The coefficient at which the order of a quantity is found; NULL where there is none. */
const struct expansion_coefficient *expansion_leading(const struct expansion_quantity *quantity, long *power);

#endif
