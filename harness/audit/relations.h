/* The relations of a method (measures/step/relation.h) on a few models, each of which can tell: in double, and
 * where the method has them in MPFR (measures/step/relation_control.h). */
#ifndef ASSAY_RELATIONS_H
#define ASSAY_RELATIONS_H

#include <jansson.h>

#include "harness/audit/audit.h"
#include "harness/audit/clock.h"
#include "harness/audit/sizes.h"
#include "integrators/methods/method.h"
#include "measures/measure.h"
#include "measures/step/relation.h"

enum {
    RELATIONS = MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME + 1,
    RELATIONS_NAME = 80,
    RELATIONS_TEXT = 32, /* of a step */
    RELATIONS_SENTENCE = 460
};

enum { RELATIONS_STEPS = 64 }; /* of which the numbers are looked at, for those of fewer bits */

/* One relation over the models. */
struct relation {
    size_t holds, differs; /* on so many models; 0 and 0: it does not apply, or no step was made, or: */
    size_t vacuous;        /* on so many more no method could be seen to break it */
    const char *reason;    /* why it does not apply, or is vacuous, of the last model */
    double largest;        /* where it differs, or else what round-off leaves in double */
    long bits;             /* of the arithmetic in which it is; 0: double */
    char model[RELATIONS_NAME];
};

struct relations {
    char method[RELATIONS_NAME];
    struct relation relation[RELATIONS]; /* from MEASURE_RELATION_TIME on */
    struct stepper_width width; /* of the states of a method that is not ours; a coordinate: on `model` */
    double growth; /* of errors in a step, of a session that is not zero-stable on `model`; else 0 */
    struct clock_error clock; /* of a method that is not ours */
    struct sizes sizes;       /* of that method, on the first model where it loses an order */
    int trees; /* the order of that method by rooted trees (tree_order_find); 0: nothing is known */
    /* The first steps asked for again and again, of programs and shared objects, on the model `lasting`: */
    struct relation_later later;
    char lasting[RELATIONS_NAME];
    /* A step that is no map: from the initial data of the model the same step, or the first steps `later`, end here
     * and there. */
    bool stopped; /* an answer was lost, or its process crashed: nothing more was asked of it */
    bool remembers, changes;
    char model[RELATIONS_NAME], step[RELATIONS_TEXT]; /* h there */
    size_t coordinate;
    double start, first, second;
};

/* On the model (a name or a file), or on those that tell the relations apart where it is NULL.  Steps of a shared
 * object, which may crash, are made by a process of their own; found is what it had when it ended. */
void relations_find(struct relations *found, const struct method *method, const struct projection *projection,
                    const char *on);
/* The same of so many methods, in `processes` at most; false with a message where one of these was lost. */
bool relations_find_all(struct relations *found, const struct method *method, size_t methods,
                        const struct projection *projection, const char *on, size_t processes,
                        struct error *error);
/* Whether steps that are no map, or lose their digits, refute the claim on the method. */
bool relations_refute(const struct relations *found, enum audit_property property);
/* Whether they are no map by no more than an iteration leaves that begins where the last one ended and stops early: then the
 * claim, which is about a map, does not hold, and is not refuted either. */
bool relations_doubt(const struct relations *found, enum audit_property property);
/* The relation that the property claims; NULL: it is another claim. */
const struct relation *relations_claimed(const struct relations *found, enum audit_property property);
/* Why a relation that is claimed does not apply to the method; NULL where it does, or it is another claim. */
const char *relations_refusal(const struct relations *found, enum audit_property property);
/* On how many models the two ways to step that a relation compares end apart, and by how much; returns the buffer. */
const char *relations_difference(const struct relation *relation, char sentence[RELATIONS_SENTENCE]);
/* The two calls that show that a step is no map; returns the buffer. */
const char *relations_sentence(const struct relations *found, char sentence[RELATIONS_SENTENCE]);
/* What `stopped` says. */
extern const char relations_stopped[];
/* A line each, and for how many steps of a process they speak. */
void relations_print(FILE *to, const struct relations *found, size_t methods);
/* An array of objects. */
json_t *relations_json(const struct relations *found, size_t methods);

#endif
