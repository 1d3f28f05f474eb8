/* Methods: descriptors of families, and names resolved to members.
 *
 * A family is a row of method_families.c, with its documentation and what is claimed of it.  A method is a member
 * of a family: a name such as gauss-3 or runge-kutta:gauss-3. */
#ifndef ASSAY_METHOD_H
#define ASSAY_METHOD_H

#include <stdbool.h>
#include <stddef.h>

#include "integrators/methods/composition.h"
#include "integrators/methods/discretization.h"
#include "integrators/methods/partition.h"
#include "integrators/methods/projection.h"
#include "integrators/tableaux/tableau.h"
#include "models/reader/model.h"
#include "numerics/error.h"

struct setup;
struct method_file;
struct step_family;
struct stepper_double;
struct stepper_mpfr;
struct stepper_tangent;
struct stepper_series;

/* What a claim speaks of: the method as it is audited, with any projection, or with one at an end of the step. */
enum method_claim_about { CLAIM_OF_ALL, CLAIM_OF_PROJECTED, CLAIM_OF_PROJECTED_AT_ENDS };

struct method_claim {
    const char *property; /* order, symplectic, symmetric, constraint */
    const char *value;    /* a formula in s for the order, else "true" */
    const char *source;
    enum method_claim_about about; /* without a projection, or at the midpoint, the order may be lower */
};

struct method_family {
    const char *name;           /* lobatto-iiid */
    const char *documentation;  /* a sentence or two */
    unsigned kinds;             /* of model: bits 1 << enum model_kind */
    enum step_space space;      /* on which its step is a map; a projection makes another of it */
    bool has_stages;            /* its members are name-s */
    size_t fewest, most_listed; /* s of the members that lists name; any s from `fewest` on is accepted */
    size_t most_taken;          /* of these, s of the members that a suite takes; 0: of all that are listed */
    const char *const *taken;   /* members that a suite takes and no list names, ended by NULL; NULL: none */
    bool names_tableau;         /* its members are name:TABLEAU */
    bool composes;              /* its members are name:METHOD:SCHEME; what it says of kinds is METHOD's */
    enum discretization_constraint discretization; /* its members are name:ALPHA..., which have no tableau */
    bool no_tableau;                               /* it has no coefficients */
    /* On H(q, p) it takes q and p in turn: with their roles exchanged it is its adjoint where that is not its own, else
     * no method that there is. */
    bool in_turn;
    bool remembers;           /* its steps are no map of the state: they depend on those before */
    enum partition partition; /* what it asks of models with two halves */
    const char *tableau;      /* where it is not its own: before -s, that of its members */
    bool a_alone;             /* of the tableau it uses a and b alone */
    bool no_pairs;       /* and is no method of a tableau with abar other than a: such a name is refused */
    bool no_null_vector; /* it steps without that of its tableau */
    bool takes_time;     /* it steps on models that depend on the time */
    const char *no_projections;     /* why projections do not apply; NULL where they do */
    unsigned projected_kinds;       /* of models on which they apply all the same */
    int order_factor, order_offset; /* claimed order = factor s + offset; 0 when it depends on the tableau */
    bool symmetric;
    const char *
        adjoint; /* the family of its adjoint, where that is neither its own nor one of the adjoint tableau */
    /* Of a file of formulas: the family of its adjoint, unless the file claims that it is its own. */
    const struct method_family *adjoint_steps;
    bool claims_symmetry;
    bool own_momentum; /* and its p is a result beside q: where it maps p, it converges only if p does */
    struct method_claim claim[6];    /* ended by one without a property */
    const struct step_family *steps; /* what its steppers are made from */
    const struct step_family *body;  /* the same of rigid bodies in reduced variables */
    bool free_bodies;                /* bodies without gravity alone */
    /* What makes its steppers in each arithmetic; NULL where it does not serve the arithmetic. */
    struct stepper_double *(*create_double)(const struct setup *setup);
    struct stepper_mpfr *(*create_mpfr)(const struct setup *setup);
    struct stepper_tangent *(*create_tangent)(const struct setup *setup);
    struct stepper_series *(*create_series)(const struct setup *setup);
    const struct stepper_lanes_builds *lanes; /* eight trajectories at a time */
};

struct method {
    char name[76];
    char tableau
        [64];      /* name of its tableau, "" where it has none; of a composition, that of what is composed */
    size_t stages; /* 0 when the name does not say it */
    const struct method_family *family;
    const struct method_family *base; /* the family that is composed; else its own */
    struct composition composition;
    const struct method_file
        *file; /* where its coefficients are, borrowed (method_file.h); NULL: its name says them */
    struct discretization discretization; /* where its family has one */
};

/* All families, ended by one without a name. */
extern const struct method_family method_families[];
/* Of methods whose coefficients are in a file, without claims, by enum method_form (method_file.h). */
extern const struct method_family method_file_families[];

/* Resolves a name; false with a message that lists what exists. */
bool method_find(const char *name, struct method *method, struct error *error);
/* The k-th method of the list (each family's members in order); false past the end. */
bool method_listed(size_t k, struct method *method);
/* The k-th member that a study of everything takes: of each family those that it says; false past the end. */
bool method_taken(size_t k, struct method *method);

/* The kinds of model: bits 1 << enum model_kind. */
unsigned method_kinds(const struct method *method);
/* Whether it steps in double (bits 0), in MPFR with so many. */
bool method_serves(const struct method *method, long bits);
/* Whether more bits do not lower the floor of its errors: it steps in double alone, or a file has its coefficients to the
 * decimals that are printed. */
bool method_has_fixed_floor(const struct method *method);
/* Whether it is its own adjoint by what is claimed of its family, or by the coefficients of its file. */
bool method_is_symmetric(const struct method *method);
/* The family whose steps make the adjoint of what is composed; NULL where that is its own adjoint. */
const struct method_family *method_adjoint(const struct method *method);

/* Whether there are models on which projections apply to a member. */
bool method_projects(const struct method_family *family);

/* Whether the method with the projection steps on models of a kind, and what refuses. */
enum method_refusal {
    METHOD_APPLIES,
    METHOD_REFUSES_KIND,
    METHOD_REFUSES_PROJECTION,
    METHOD_FAILS /* the formulas of its file are wrong on the model: the reason begins with file and line */
};
/* Unless it applies `reason` has the words, which go on from the name of what refuses. */
enum method_refusal method_refuses(const struct method *method, const struct projection *projection,
                                   enum model_kind kind, struct error *reason);
/* The same of a model, which may lack what the method takes. */
enum method_refusal method_refuses_model(const struct method *method, const struct projection *projection,
                                         const struct model *model, struct error *reason);
/* The space on which a step of the method with the projection is a map. */
enum step_space method_space(const struct method *method, const struct projection *projection);

/* The claimed order on ordinary differential equations; 0 when none is claimed. */
int method_claimed_order(const struct method *method);
/* The claimed order, or the order of the coefficients, or the highest that its number of stages allows. */
int method_expected_order(const struct method *method);
/* R(infinity) as projections use it: +1 or -1, or 0 where they do not apply.  False with a message. */
bool method_r_infinity(const struct method *method, int *r_infinity, struct error *error);
/* The coefficients that its name or its file says, whatever the method uses of them; else like: */
struct tableau *method_create_coefficients(const struct method *method, mpfr_prec_t precision,
                                           struct error *error);
/* Of a composition the lengths of its steps over h; the caller destroys the array (number_block.h).  `adjoint`, which
 * is borrowed, says which are steps of the adjoint; NULL: each is one of a symmetric method, or of a pair.  NULL with a
 * message, also where nothing is composed. */
mpfr_t *method_create_lengths(const struct method *method, mpfr_prec_t precision, size_t *count,
                              const bool **adjoint, struct error *error);
/* The coefficients that the method uses, at `precision` bits; the caller destroys them.  NULL with a message, also
 * where it has none. */
struct tableau *method_create_tableau(const struct method *method, mpfr_prec_t precision,
                                      struct error *error);

#endif
