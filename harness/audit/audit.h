/* An audit as a study: what is audited and what is claimed of it, before the panel that all audits share
 * (studies/audit.panel).  The study is a file like any other: it can be run, explained and gated again. */
#ifndef ASSAY_AUDIT_H
#define ASSAY_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/study/study.h"
#include "integrators/foreign/foreign_method.h"
#include "measures/measure.h"
#include "numerics/error.h"

enum audit_property {
    AUDIT_ORDER,
    AUDIT_SYMPLECTIC,
    AUDIT_SYMMETRIC,
    AUDIT_REVERSIBLE,
    AUDIT_ENERGY,
    AUDIT_CONSTRAINT,
    AUDIT_CONJUGATE,       /* to a symplectic method, */
    AUDIT_CONJUGATE_ORDER, /* up to an order */
    AUDIT_RELATION,        /* the first of the relations, in the order of measures/measure.h; */
    AUDIT_RELATION_REPEATED = AUDIT_RELATION + MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME,
    /* The parts of the error with the powers 0, 1, .. of a small parameter; that without it is zero: */
    AUDIT_POWER = AUDIT_RELATION + MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME + 1,
    AUDIT_PROPERTIES = AUDIT_POWER + MEASURE_PERTURBED_ERROR_LAST - MEASURE_PERTURBED_ERROR + 1
};

/* Also what a claim on it is called; of a relation, and of a power, that of its measure. */
const char *audit_property_name(enum audit_property property);
/* The measure that is zero where the property is there (of an order: that falls with it), as it is taken of the method. */
enum measure_row audit_property_row(enum audit_property property, const struct method *method);
/* Whether a claim on it says an order; whether a few steps of some model can refute it. */
bool audit_property_has_order(enum audit_property property);
bool audit_property_is_of_steps(enum audit_property property);

struct audit_claim {
    enum audit_property property;
    char value[16];     /* of an order; else "true" */
    const char *id;     /* in the study: the name of the property, of one of several methods NAME:METHOD */
    const char *method; /* of which it is made, of several; NULL: there is one */
    unsigned kinds;     /* of models that this one steps on, as those of the audit */
    const char *source;
    const char
        *refusal; /* why it is about something else, and no part of the study; NULL: it is about the map */
    /* A model beside the panel on which it fails, with the initial data `default` and `other`, by its file and its
     * name; NULL: there is none. */
    const char *file, *model;
};

/* What is known of a claim beside the runs of the study, and what it rests on. */
enum audit_known {
    AUDIT_NO_MAP,         /* steps remember, lose their digits or let errors grow: relations.h */
    AUDIT_SIZES,          /* on more coordinates, or in other units, the order is lower (sizes.h) */
    AUDIT_UNSTABLE,       /* a multistep method that does not converge */
    AUDIT_MOMENTS,        /* the order that the coefficients of a multistep method have */
    AUDIT_TREES,          /* to which order trees make it conjugate to a symplectic method */
    AUDIT_DECIMALS,       /* no more than the digits that its file does not print speaks against the claim */
    AUDIT_DRIFTS,         /* the drifts of a splitting do not add up to a step, */
    AUDIT_KICKS,          /* or kicks that perturb them have a lower order */
    AUDIT_CLOCK,          /* steps are too long */
    AUDIT_GONE,           /* a process gave no answer any more */
    AUDIT_DIFFERS,        /* a relation that is claimed */
    AUDIT_ARITHMETIC,     /* steps in double are others than those in MPFR, on which runs rest */
    AUDIT_PROVED,         /* the coefficients prove what is claimed (proof.h) */
    AUDIT_ORDER_BY_TREES, /* the order of a method in double alone by rooted trees */
    AUDIT_EXAMPLE,        /* a counterexample */
    AUDIT_SPACE,          /* a step on degenerate Lagrangians that does not say to be one of p = theta(q) */
    AUDIT_KNOWN
};

struct audit_finding {
    enum audit_known known;
    const struct audit_claim *claim;
    unsigned of; /* these three as in struct study_finding */
    enum verdict verdict;
    const char *evidence;
    const char *method; /* of which it is */
    double missed;      /* by the condition of the order behind `order`, by a clock; NaN: nothing is */
    int order;          /* that there is; of decimals how many are printed; -1: none */
    bool momentum;      /* the clock is that of p, not of q */
};

/* A program with the knobs of the command line. */
struct audit_knobs {
    struct study_program program;
    struct memory_kept *kept; /* what it has */
};

struct audit {
    const char *title, *method;      /* a name or a file; NULL: */
    const char *command;             /* that of a program, */
    const struct audit_knobs *knobs; /* and its knobs */
    bool foreign;                    /* it gives no exact Jacobian of its steps */
    bool variational;                /* its state is (q, p), also on degenerate Lagrangians */
    bool constrained;                /* a program or a shared object that takes models with constraints */
    bool imprecise;                  /* it steps in double alone */
    bool printed;                    /* its order is that claimed to the decimals of its file alone */
    unsigned kinds;                  /* of models that it steps on: bits 1 << enum model_kind */
    const char *projection, *on;     /* a model; NULL: the panel */
    const char *store;               /* as it was named; NULL: it was not */
    /* What `on` calls itself, its kind, and its further initial data; NULL: it has none. */
    const char *on_name, *on_kind, *other;
    unsigned families; /* of systems like it: counterexample_families */
    unsigned long states,
        seed;      /* so many random initial data of each model beside its own, drawn from that seed */
    bool formless; /* `on` has no symplectic form, of which a program could have a defect */
    size_t claims, findings;
    struct audit_claim *claim;
    struct audit_finding *finding;
    const char *coefficients, *relations; /* sections of the page; empty ones are left out */
    const char *known;        /* a JSON object: what is known before the runs; NULL: it is not said */
    struct memory_kept *kept; /* what claims are called, sections */
};

/* Adds the claim that the property has the value ("true" but for an order); of the order "8,2" of a splitting for perturbed
 * systems those on the powers 0, 1 and 2.  `method` is the one of several of which it is made; else NULL.  False with a
 * message, and nothing is added, where there is no such property, its value is none, or it is claimed already. */
bool audit_add_claim(struct audit *audit, const char *property, const char *value, const char *source,
                     const char *method, struct error *error);
/* The methods of the program with each of the values of its knobs, NAME and VALUE,VALUE...: as foreign_method_create_all
 * gives them.  NULL with a message, also where a knob has no place in the command. */
struct foreign_method **audit_knobs_create(struct audit_knobs *knobs, const char *command,
                                           const struct model_override *pair, size_t pairs, size_t *count,
                                           struct error *error);
/* knobs = { ... } of exec { ... }, where there are any. */
void audit_knobs_write(FILE *to, const struct audit_knobs *knobs);
/* Writes the study to the file `path`, which is created or replaced; false with a message. */
bool audit_write(const struct audit *audit, const char *path, struct error *error);
/* Gives back claims and findings, but not the structure itself. */
void audit_release(struct audit *audit);

#endif
