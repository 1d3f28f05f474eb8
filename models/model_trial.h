/* What the checks of a model share: a point, evaluation there, and what is said of the result. */
#ifndef ASSAY_MODEL_TRIAL_H
#define ASSAY_MODEL_TRIAL_H

#include <mpfr.h>

#include "models/model.h"

enum { MODEL_TRIAL_PRECISION = 256 };

struct model_trial {
    struct model *model;
    struct error *error;
    size_t d;
    mpfr_t *point; /* q, d */
};

/* `count` zeros. */
mpfr_t *model_trial_create_numbers(size_t count);
void model_trial_destroy_numbers(mpfr_t *number, size_t count);
/* Puts the point at the initial data. */
void model_trial_move_to(struct model_trial *w, const struct model_initial *initial);
/* The values of the expressions at the point. */
void model_trial_evaluate(const struct model_trial *w, mpfr_t *values, size_t count, const expression *f);
/* df / dq_i */
expression model_trial_derivative(const struct model_trial *w, expression f, size_t i);
/* Fills the error with path, line of the key (see lua_source_line) and message; returns false. */
bool model_trial_fail(const struct model_trial *w, const char *parent, const char *key, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));
/* Adds a sentence on a check that was passed to the model. */
void model_trial_pass(struct model *model, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
