/* What the checks of a model share: a point, evaluation there, and what is said of the result. */
#ifndef ASSAY_MODEL_TRIAL_H
#define ASSAY_MODEL_TRIAL_H

#include <mpfr.h>
#include <stdint.h>

#include "models/kinds/system.h"

enum {
    MODEL_TRIAL_PRECISION = 256,
    MODEL_TRIAL_ZERO_BITS = 100, /* what is below 2^-100 of its terms counts as zero */
    MODEL_TRIAL_POINTS = 8       /* random points at which a claim is tested */
};

struct model_trial {
    struct model *model;
    const struct system *system;
    struct error *error;
    size_t d;
    mpfr_t *point; /* the state, d */
    mpfr_t *time;  /* 1; read by exact solutions alone */
    mpfr_t *place; /* 2; read by loops and surfaces alone */
};

/* `count` zeros; number_block_destroy is due. */
mpfr_t *model_trial_create_numbers(size_t count);
/* Puts the point at the initial data. */
void model_trial_move_to(struct model_trial *w, const struct model_initial *initial);
/* A dyadic number in [-1, 1): the next of a sequence that is the same in every run. */
double model_trial_random(uint64_t *state);
/* Brings the point to where the constraints of the system hold; where there are none it stays. */
void model_trial_project(struct model_trial *w);
/* Puts the point at random in the cube of half-width `radius` (relative to coordinates larger than one)
 * around the initial data, then to where the constraints hold. */
void model_trial_move_near(struct model_trial *w, const struct model_initial *initial, double radius,
                           uint64_t *state);
/* The values of the expressions at the point, the time and the place. */
void model_trial_evaluate(const struct model_trial *w, mpfr_t *values, size_t count, const expression *f);
/* df / dx_i */
expression model_trial_derivative(const struct model_trial *w, expression f, size_t i);
/* Fills the error with path, line of the key (see lua_source_line) and message; returns false.  What the graph has
 * refused has no value, and so fails whatever is asked of it: the message is then what the graph says. */
bool model_trial_fail(const struct model_trial *w, const char *parent, const char *key, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));
/* Adds a sentence on a check that was passed to the model. */
void model_trial_pass(struct model *model, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts the point at the initial data: whether the `count` functions of the field `key` (of `parent`, the invariants,
 * or NULL) and their derivatives are finite there; false with a message. */
bool model_trial_is_finite(struct model_trial *w, const struct model_initial *initial, const char *parent,
                           const char *key, size_t count, const expression *f);
/* Puts the point at the initial data: whether the square matrix has full rank there; false with the message
 * "FAULT (rank R of N) at the initial data 'NAME'REMEDY", whose last part opens with a comma or a semicolon. */
bool model_trial_is_regular(struct model_trial *w, const struct model_initial *initial, const char *key,
                            expressions matrix, const char *fault, const char *remedy);
/* The rank of the matrix (n x n) at the point; pivots below 2^-128 of the largest count as zero. */
size_t model_trial_rank(const struct model_trial *w, size_t n, const expression *matrix);
/* Whether the symmetric matrix is positive definite at the point. */
bool model_trial_is_definite(const struct model_trial *w, expressions matrix);
/* The number of the entry that is largest at the point, and its value there; one that is not finite is larger than
 * any other. */
size_t model_trial_find_worst(const struct model_trial *w, expressions A, double *value);
/* What counts as zero in place of such a value. */
bool model_trial_is_zero(double value);

/* Claims that each component of a function of the state x, and of the time t, is zero, i < term.rows:
 *
 *     sum_k term_ik(x, t) + sum_j weight_ij(x) other_j(y),    y = image(x, t) */
struct model_identity {
    const char *parent, *key;   /* the field of the model file */
    const char *sum;            /* the function, in words: "{spin, H}" */
    const char *fault, *remedy; /* "spin is no invariant", "correct it or leave it out" */
    expressions term;           /* a row for each component */
    const expression *image;    /* dimension; NULL: there are no other terms */
    size_t others;
    const expression *other;
    const expression *weight; /* of each component and other; NULL: 1, with as many others as components */
    bool of_time;             /* else t = 0 */
    bool at_start;            /* the time of the state is 0 as well, as it is where of_time */
    bool anywhere;            /* else where the constraints of the system hold */
};
/* The largest component, relative to all terms, at random points near the initial data and at random times, the
 * same in every run, in MPFR; NaN where none are found at which they are finite.  *worst is its number. */
double model_trial_residual(struct model_trial *w, const struct model_initial *initial,
                            const struct model_identity *identity, size_t *worst);
/* Whether the identity holds there: with a sentence; false with a message. */
bool model_trial_is_identity(struct model_trial *w, const struct model_initial *initial,
                             const struct model_identity *identity);
/* The same of A - A^T, entry by entry, or for antisymmetric matrices of A + A^T: an identity without its terms. */
bool model_trial_is_symmetric(struct model_trial *w, const struct model_initial *initial, expressions A,
                              bool antisymmetric, struct model_identity identity);

#endif
