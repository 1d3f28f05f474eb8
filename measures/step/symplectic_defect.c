/* How far a linear map is from preserving a two-form: see symplectic_form.h.
 *
 * Entry (i, j) of M^T Om1 M is sum_kl M_ki Om1_kl M_lj.  Squares are summed, so that a NaN stays. */
#include "measures/step/symplectic_form.h"

/* entry = sum_kl M_ki Om1_kl M_lj, of M with that many columns */
static void pull_back(mpfr_ptr entry, size_t n, size_t columns, mpfr_t *M, mpfr_t *form, size_t i, size_t j)
{
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(entry));
    mpfr_set_zero(entry, 1);
    for (size_t k = 0; k < n; k++) {
        for (size_t l = 0; l < n; l++) {
            mpfr_mul(term, form[k * n + l], M[l * columns + j], MPFR_RNDN);
            mpfr_mul(term, term, M[k * columns + i], MPFR_RNDN);
            mpfr_add(entry, entry, term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

void symplectic_defect_restrict(mpfr_t *restricted, size_t n, size_t k, mpfr_t *B, mpfr_t *form)
{
    for (size_t i = 0; i < k * k; i++)
        pull_back(restricted[i], n, k, B, form, i / k, i % k);
}

/* sum += x^2; x is overwritten. */
static void add_square(mpfr_ptr sum, mpfr_ptr x)
{
    mpfr_sqr(x, x, MPFR_RNDN);
    mpfr_add(sum, sum, x, MPFR_RNDN);
}

void symplectic_defect(mpfr_t defect, size_t n, size_t k, mpfr_t *M, mpfr_t *start_form, mpfr_t *end_form)
{
    mpfr_t norm, entry;

    mpfr_inits2(mpfr_get_prec(defect), norm, entry, (mpfr_ptr)0);
    mpfr_set_zero(defect, 1);
    mpfr_set_zero(norm, 1);
    for (size_t i = 0; i < k * k; i++) {
        pull_back(entry, n, k, M, end_form, i / k, i % k);
        mpfr_sub(entry, entry, start_form[i], MPFR_RNDN);
        add_square(defect, entry);
        mpfr_set(entry, start_form[i], MPFR_RNDN);
        add_square(norm, entry);
    }
    mpfr_div(defect, defect, norm, MPFR_RNDN);
    mpfr_sqrt(defect, defect, MPFR_RNDN);
    mpfr_clears(norm, entry, (mpfr_ptr)0);
}
