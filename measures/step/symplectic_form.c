/* The two-forms of the spaces on which steps are maps: see symplectic_form.h.  Compiled for `tangent`.
 *
 * Om comes from the symbolic derivatives of theta.  E = d/dq (T(q)^T e) is the derivative of what projections
 * add to p, taken from its tangents: no second derivative of theta is written down. */
#include "measures/step/symplectic_form.h"

#include "models/kinds/system.h"
#include "numerics/evaluator.h"
#include "numerics/vector.h"

/* The d x d block of omega (n x n) that starts at (row, column). */
struct block {
    mpfr_t *omega;
    size_t n, row, column;
};

static mpfr_ptr entry(const struct block *block, size_t i, size_t j)
{
    return block->omega[(block->row + i) * block->n + block->column + j];
}

static void set_zero(mpfr_t *omega, size_t n)
{
    for (size_t i = 0; i < n * n; i++)
        mpfr_set_zero(omega[i], 1);
}

static void set_canonical(mpfr_t *omega, size_t d)
{
    for (size_t i = 0; i < d; i++) {
        mpfr_set_si(omega[i * 2 * d + d + i], -1, MPFR_RNDN);
        mpfr_set_si(omega[(d + i) * 2 * d + i], 1, MPFR_RNDN);
    }
}

/* block = sign Om(q), or sign Pi(q) */
static void set_symplectic(const struct block *block, const struct system *system, mpfr_t *q, int sign)
{
    size_t d = system->dimension;
    struct X(evaluator) *evaluator =
        X(evaluator_create)(system->poisson ? system->poisson : system->symplectic, 1);
    real *at = X(vector_create)(d), *value = X(vector_create)(d * d);

    X(vector_set_mpfr)(at, q, d);
    X(evaluator_run)(evaluator, 1, (const real *const[]){at}, (real *const[]){value});
    for (size_t i = 0; i < d * d; i++) {
        real_get_mpfr(entry(block, i / d, i % d), value + i);
        mpfr_mul_si(entry(block, i / d, i % d), entry(block, i / d, i % d), sign, MPFR_RNDN);
    }
    X(vector_destroy)(at);
    X(vector_destroy)(value);
    X(evaluator_destroy)(evaluator);
}

/* block = sign E, E_ij = d (T(q)^T e)_i / d q_j; z = (q, e) */
static void set_curvature(const struct block *block, const struct system *system, mpfr_t *z, int sign)
{
    size_t d = system->dimension;
    struct X(evaluator) *evaluator = X(evaluator_create)(system->push, 1);
    real *q = X(vector_create)(d), *e = X(vector_create)(d), *pushed = X(vector_create)(d);

    X(vector_set_mpfr)(e, z + d, d);
    for (size_t first = 0; first < d; first += TANGENT_COUNT) {
        X(vector_set_mpfr)(q, z, d);
        for (size_t k = 0; k < TANGENT_COUNT && first + k < d; k++)
            real_set_tangent(q + first + k, (int)k, 1);
        X(evaluator_run)(evaluator, 1, (const real *const[]){q, e}, (real *const[]){pushed});
        for (size_t k = 0; k < TANGENT_COUNT && first + k < d; k++) {
            for (size_t i = 0; i < d; i++) {
                real_get_tangent(entry(block, i, first + k), pushed + i, (int)k);
                mpfr_mul_si(entry(block, i, first + k), entry(block, i, first + k), sign, MPFR_RNDN);
            }
        }
    }
    X(vector_destroy)(q);
    X(vector_destroy)(e);
    X(vector_destroy)(pushed);
    X(evaluator_destroy)(evaluator);
}

void symplectic_form_evaluate(const struct system *system, enum step_space space, mpfr_t *z, mpfr_t *omega)
{
    size_t d = system->dimension, n = step_jacobian_size(space, d);

    set_zero(omega, n);
    if (space == STEP_MOMENTUM || space == STEP_CANONICAL) {
        set_canonical(omega, n / 2);
        return;
    }
    set_symplectic(&(struct block){omega, n, 0, 0}, system, z, 1);
    if (space == STEP_MULTIPLIER) {
        set_symplectic(&(struct block){omega, n, d, d}, system, z, -1);
        set_curvature(&(struct block){omega, n, 0, d}, system, z, 1);
        set_curvature(&(struct block){omega, n, d, 0}, system, z, -1);
    }
}
