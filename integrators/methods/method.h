/* Methods: descriptors of families, and names resolved to members.
 *
 * A family is one `const struct method_family` in a file of its own (method_gauss.c, ...), with its
 * documentation and what is claimed of it.  A method is a member of a family: a name such as gauss-3 or
 * runge-kutta:gauss-3. */
#ifndef ASSAY_METHOD_H
#define ASSAY_METHOD_H

#include <stdbool.h>
#include <stddef.h>

#include "integrators/steps/stepper.h"
#include "numerics/error.h"

struct step_family;

struct method_claim {
    const char *property; /* order, symplectic, symmetric, constraint */
    const char *value;    /* a formula in s for the order, else "true" */
    const char *source;
};

struct method_family {
    const char *name;               /* lobatto-iiid */
    const char *documentation;      /* a sentence or two */
    const char *kind;               /* the kind of model it applies to */
    bool has_stages;                /* its members are name-s */
    size_t fewest, most_listed;     /* s of the members that lists name; any s from `fewest` on is accepted */
    bool names_tableau;             /* its members are name:TABLEAU */
    bool a_alone;                   /* of the tableau it uses a and b alone */
    bool projections;               /* projections apply */
    const char *no_projections;     /* why not */
    bool carries_momentum;          /* projections do not apply, and yet p is not theta(q) */
    int order_factor, order_offset; /* claimed order = factor s + offset; 0 when it depends on the tableau */
    bool symmetric;
    size_t claims;
    const struct method_claim *claim;
    const struct step_family *steps;
    struct stepper_double *(*create_double)(const struct setup *setup);
    struct stepper_mpfr *(*create_mpfr)(const struct setup *setup);
    struct stepper_tangent *(*create_tangent)(const struct setup *setup);
    const struct stepper_lanes_builds *lanes; /* eight trajectories at a time */
};

struct method {
    char name[64];
    char tableau[64]; /* name of its tableau */
    size_t stages;    /* 0 when the name does not say it */
    const struct method_family *family;
};

/* All families, ended by NULL. */
extern const struct method_family *const method_families[];

/* Resolves a name; false with a message that lists what exists. */
bool method_find(const char *name, struct method *method, struct error *error);
/* The coefficients that the method uses, at `precision` bits; the caller destroys them.  NULL with a message.
 */
struct tableau *method_create_tableau(const struct method *method, mpfr_prec_t precision,
                                      struct error *error);
/* The k-th method of the list (each family's members in order); false past the end. */
bool method_listed(size_t k, struct method *method);
/* Whether `projection` applies to `method`; false with the reason. */
bool method_accepts(const struct method *method, const struct projection *projection, struct error *error);
/* Whether the method steps on models of that kind; false with the reason, which names the model. */
bool method_serves(const struct method *method, const struct model *model, struct error *error);
/* The claimed order on ordinary differential equations; 0 when none is claimed. */
int method_claimed_order(const struct method *method);

#endif
