/* The tangent space of the constraint manifold: see tangent_space.h.
 *
 * Each row is made orthogonal to those before it twice, which leaves nothing but round-off.  After the rows of D come
 * unit vectors, of those left the one that is farthest from all that is spanned. */
#include "measures/step/tangent_space.h"

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/number_block.h"

/* sum = x . y */
static void dot(mpfr_ptr sum, size_t n, mpfr_t *x, mpfr_t *y)
{
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(sum));
    mpfr_set_zero(sum, 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_mul(term, x[i], y[i], MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

/* x -= (x . y) y */
static void remove_part(size_t n, mpfr_t *x, mpfr_t *y)
{
    mpfr_t part, term;

    mpfr_inits2(mpfr_get_prec(x[0]), part, term, (mpfr_ptr)0);
    dot(part, n, x, y);
    for (size_t i = 0; i < n; i++) {
        mpfr_mul(term, part, y[i], MPFR_RNDN);
        mpfr_sub(x[i], x[i], term, MPFR_RNDN);
    }
    mpfr_clears(part, term, (mpfr_ptr)0);
}

/* Row k becomes a unit vector orthogonal to those before it. */
static void add_row(size_t n, mpfr_t *rows, size_t k)
{
    mpfr_t *row = rows + k * n;
    mpfr_t length;

    mpfr_init2(length, mpfr_get_prec(row[0]));
    for (size_t i = 0; i < 2 * k; i++)
        remove_part(n, row, rows + i % k * n);
    dot(length, n, row, row);
    mpfr_sqrt(length, length, MPFR_RNDN);
    for (size_t i = 0; i < n; i++)
        mpfr_div(row[i], row[i], length, MPFR_RNDN);
    mpfr_clear(length);
}

/* The unit vector of which the first k rows contain least. */
static size_t find_farthest(size_t n, mpfr_t *rows, size_t k)
{
    size_t farthest = 0;
    double least = 2;

    for (size_t i = 0; i < n; i++) {
        double contained = 0;

        for (size_t row = 0; row < k; row++)
            contained += mpfr_get_d(rows[row * n + i], MPFR_RNDN) * mpfr_get_d(rows[row * n + i], MPFR_RNDN);
        if (contained < least) {
            least = contained;
            farthest = i;
        }
    }
    return farthest;
}

size_t tangent_space_codimension(const struct system *system)
{
    return system->constraints + system->dimension - system->model->moved;
}

mpfr_t *tangent_space_create(const struct system *system, mpfr_t *z)
{
    const size_t n = system->dimension, m = system->constraints, moved = system->model->moved;
    mpfr_t *at = number_block_create(n, mpfr_precision.bits),
           *rows = number_block_create(n * n, mpfr_precision.bits);
    struct evaluator_mpfr *jacobian = m ? evaluator_create_mpfr(system->constraint_jacobian, 1) : NULL;

    for (size_t i = 0; i < n; i++)
        mpfr_set(at[i], z[i], MPFR_RNDN);
    if (m)
        evaluator_run_mpfr(jacobian, 1, (const real_mpfr *const[]){*at}, (real_mpfr *const[]){*rows});
    evaluator_destroy_mpfr(jacobian);
    for (size_t k = 0; k < n; k++) {
        const size_t time = moved + k - m;

        if (k >= m)
            mpfr_set_ui(rows[k * n + (time < n ? time : find_farthest(n, rows, k))], 1, MPFR_RNDN);
        add_row(n, rows, k);
    }
    number_block_destroy(at);
    return rows;
}

void tangent_space_project(const struct system *system, mpfr_t *z, mpfr_t *u)
{
    mpfr_t *rows = tangent_space_create(system, z);

    for (size_t k = 0; k < tangent_space_codimension(system); k++)
        remove_part(system->dimension, u, rows + k * system->dimension);
    number_block_destroy(rows);
}
