/* Random models, small enough to be read: sums of few monomials and their sines and cosines with small integer
 * coefficients, as the text of a model file that anybody can run.
 *
 *     separable      H(q, p) = T(p) + V(q)
 *     hamiltonian    H(q, p)
 *     field          x' = f(x)
 *     forced         x' = f(x, t)
 *     degenerate     L = theta(q) . q' - H(q)
 *     perturbed      H(q, p) = A(p) + epsilon B(q), epsilon small
 *     newtonian      H(q, p) = |p|^2/2 + V(q), of which the terms are those of V
 *     second order   x'' = f(x, x'), of which the terms are those of f; the state is (x, x')
 *
 * From one model others are made that say less (random_model_simplify): what a search has found is brought down to
 * what it takes. */
#ifndef ASSAY_RANDOM_MODEL_H
#define ASSAY_RANDOM_MODEL_H

#include <stdint.h>

#include "models/reader/model.h"

enum random_model_family {
    RANDOM_MODEL_SEPARABLE,
    RANDOM_MODEL_HAMILTONIAN,
    RANDOM_MODEL_FIELD,
    RANDOM_MODEL_FORCED,
    RANDOM_MODEL_DEGENERATE,
    RANDOM_MODEL_PERTURBED,
    RANDOM_MODEL_NEWTONIAN,
    RANDOM_MODEL_SECOND_ORDER,
    RANDOM_MODEL_FAMILIES
};
enum random_model_shape { RANDOM_MODEL_PRODUCT, RANDOM_MODEL_SINE, RANDOM_MODEL_COSINE };
enum { RANDOM_MODEL_DIMENSION = 4, RANDOM_MODEL_TERMS = 8, RANDOM_MODEL_FORMULA = 600 };

/* coefficient shape(x_1^power_1 ... x_d^power_d), of row 0 the Hamiltonian or the field's first component; where time
 * is a variable, power_(d+1) is its */
struct random_model_term {
    enum random_model_shape shape;
    int coefficient;
    unsigned row; /* of a field its component; of theta its component + 1; of a perturbation 1 */
    unsigned power[RANDOM_MODEL_DIMENSION];
};

struct random_model {
    enum random_model_family family;
    size_t dimension; /* of the state: (q, p), x or q */
    size_t terms;
    struct random_model_term term[RANDOM_MODEL_TERMS];
    int initial[RANDOM_MODEL_DIMENSION]; /* in quarters */
};

/* What a family is a model of, and whether its state is (q, p) and its symplectic matrix constant. */
enum model_kind random_model_kind(enum random_model_family family);
bool random_model_is_canonical(enum random_model_family family);
/* Of its functions: the coordinates, and the time where that is one. */
size_t random_model_variables(const struct random_model *model);
/* Whether its functions do not depend on the time. */
bool random_model_is_autonomous(const struct random_model *model);
/* Whether p -> -p reverses it; false of what has no momenta. */
bool random_model_is_reversible(const struct random_model *model);

/* The next model of the family after *state, the same in every run, of dimension `dimension` (1 to 3 of a field or a forced one, else 2
 * or 4) and with up to `terms` terms beside those that it cannot do without. */
void random_model_draw(struct random_model *model, enum random_model_family family, size_t dimension,
                       size_t terms, uint64_t *state);
/* *simpler = the k-th of the models that say a little less: without a term or a degree of freedom, with a smaller
 * coefficient, power or initial value, a monomial in the place of a sine; without any terms where there is no such
 * model of that number.  False past the last. */
bool random_model_simplify(struct random_model *simpler, const struct random_model *model, size_t k);

/* "H = p1^2 + q1^3" */
void random_model_formula(const struct random_model *model, char formula[RANDOM_MODEL_FORMULA]);
/* The model file, with the step (exact), behind `comment`, lines of a Lua comment, or "".  A second set of initial
 * data, `other`, lies beside the first.  The caller frees it. */
char *random_model_text(const struct random_model *model, const char *step, const char *comment);

#endif
