/* A problem: a model with chosen initial data and parameters, and what integrators need of it. */
#ifndef ASSAY_PROBLEM_H
#define ASSAY_PROBLEM_H

#include <mpfr.h>

#include "models/kinds/system.h"
#include "models/reader/model.h"

struct problem {
    char *name; /* of the model, as given */
    struct model *model;
    struct system *system;
    const struct model_initial *initial;
    const char *data; /* the name that the model file gives them */
    size_t overrides;
    struct model_override *override; /* what other parameters they were given */
    struct problem_recall *recall;   /* numbers that were found of the problem: problem_recall */
    struct model_initial *own;       /* `initial`, if all else is that of another problem; else NULL */
};

/* The model `name` (a name or a file; names are also looked up in the folder `beside` unless NULL), with the
 * initial data called `initial` (NULL: the default).  The caller owns the result.  NULL with a message. */
struct problem *problem_create(const char *name, const char *beside, const char *initial, size_t overrides,
                               const struct model_override *override, struct error *error);
/* The same of a model's text that this program wrote; `name` takes the place of the file. */
struct problem *problem_create_from_text(const char *name, const char *text, const char *initial,
                                         struct error *error);
/* The file of the problem, as it was read, with other data (NULL: the default) and parameters: without a child that tries it
 * first, since values of parameters are bounded and the functions of a model do not see them.  Likewise. */
struct problem *problem_create_again(const struct problem *problem, const char *initial, size_t overrides,
                                     const struct model_override *override, struct error *error);
/* The same problem, as its file has it, with one parameter more that is overridden; likewise. */
struct problem *problem_create_with(const struct problem *problem, struct model_override override,
                                    struct error *error);
/* The same problem, whose data are called `name`: it shares the model with `problem`, which must outlive it. */
struct problem *problem_create_shared(const struct problem *problem, const char *name);
void problem_destroy(struct problem *problem);

/* Calls the data of the problem `name` in all that is printed: data with other parameters are other data. */
void problem_rename_data(struct problem *problem, const char *name);

/* q_0 at `precision` bits: a number block, which the caller destroys. */
mpfr_t *problem_initial_values(const struct problem *problem, mpfr_prec_t precision);

/* A number that depends on the problem, a step and the bits alone, so that each run need not find it again. */
struct problem_recalled {
    mpq_t step;
    long bits;
    bool known, good; /* it was found; what the function that finds it returns */
    mpfr_t value;     /* NaN until it is known */
};
/* That of the step and the bits, which the caller fills in if it is not known; the problem owns it, and the next call may
 * move it. */
struct problem_recalled *problem_recall(const struct problem *problem, mpq_srcptr step, long bits);

/* s_I of the energy and every invariant (scale.h), which errors are divided by; the caller frees the array. */
double *problem_scales(const struct problem *problem);

/* How many multipliers a run may leave behind: one for each constraint of a system where they follow from the state,
 * elsewhere one for each coordinate, which projections alone find. */
size_t problem_multipliers(const struct problem *problem);
/* That of a constraint: g, where there are several g-1, g-2, ...; or the coordinate.  Returns the buffer. */
enum { PROBLEM_MULTIPLIER = 100 };
const char *problem_multiplier_name(const struct problem *problem, size_t k, char name[PROBLEM_MULTIPLIER]);

/* The name of observable k: "energy", or that of invariant k - 1. */
const char *problem_observable_name(const struct problem *problem, size_t k);

#endif
