/* Checks of a degenerate Lagrangian in MPFR: see model_check.h.
 *
 * At each set of initial data: theta, H and their first derivatives are finite, and Om, Om_ij = d_i theta_j -
 * d_j theta_i, has full rank.  The invariants are checked in model_invariant.c, an exact
 * solution in model_exact.c, a reversal in model_reversal.c, loops and surfaces in model_poincare.c. */
#include "models/reader/model_check.h"

#include "models/kinds/system.h"
#include "models/reader/model_exact.h"
#include "models/reader/model_invariant.h"
#include "models/reader/model_poincare.h"
#include "models/reader/model_reversal.h"
#include "models/reader/model_trial.h"

enum { RANK_BITS = 128 }; /* pivots below 2^-128 of the largest count as zero */

/* -- finite values and rank -- */

static bool is_finite(const struct model_trial *w, expression f)
{
    mpfr_t value;

    mpfr_init2(value, MODEL_TRIAL_PRECISION);
    model_trial_evaluate(w, &value, 1, &f);
    bool finite = mpfr_number_p(value);
    mpfr_clear(value);
    return finite;
}

static bool is_finite_with_derivatives(const struct model_trial *w, expression f)
{
    bool finite = is_finite(w, f);

    for (size_t i = 0; i < w->d && finite; i++)
        finite = is_finite(w, model_trial_derivative(w, f, i));
    return finite;
}

static bool check_finite(const struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;

    for (size_t k = 0; k < w->d; k++) {
        if (!is_finite_with_derivatives(w, model->theta[k]))
            return model_trial_fail(
                w, NULL, "theta",
                "component %zu of theta or its derivative is not finite at the initial data '%s'; write "
                "data where it is defined",
                k + 1, initial->name);
    }
    if (!is_finite_with_derivatives(w, model->hamiltonian))
        return model_trial_fail(
            w, NULL, "hamiltonian",
            "the hamiltonian or its derivative is not finite at the initial data '%s'; write data where "
            "it is defined",
            initial->name);
    for (size_t i = 0; i < model->invariants; i++) {
        if (!is_finite_with_derivatives(w, model->invariant[i].value))
            return model_trial_fail(
                w, "invariants", model->invariant[i].name,
                "the invariant %s or its derivative is not finite at the initial data '%s'",
                model->invariant[i].name, initial->name);
    }
    return true;
}

static void load_symplectic(const struct model_trial *w, mpfr_t *matrix)
{
    mpfr_t transposed;

    mpfr_init2(transposed, MODEL_TRIAL_PRECISION);
    for (size_t i = 0; i < w->d; i++) {
        for (size_t j = 0; j < w->d; j++) {
            expression first = model_trial_derivative(w, w->model->theta[j], i);
            expression second = model_trial_derivative(w, w->model->theta[i], j);
            model_trial_evaluate(w, &matrix[i * w->d + j], 1, &first);
            model_trial_evaluate(w, &transposed, 1, &second);
            mpfr_sub(matrix[i * w->d + j], matrix[i * w->d + j], transposed, MPFR_RNDN);
        }
    }
    mpfr_clear(transposed);
}

/* Brings the largest entry of the lower right block to its corner. */
static void bring_pivot(mpfr_t *matrix, size_t d, size_t corner)
{
    size_t row = corner, column = corner;

    for (size_t i = corner; i < d; i++) {
        for (size_t j = corner; j < d; j++) {
            if (mpfr_cmpabs(matrix[i * d + j], matrix[row * d + column]) > 0) {
                row = i;
                column = j;
            }
        }
    }
    for (size_t j = 0; j < d && row != corner; j++)
        mpfr_swap(matrix[row * d + j], matrix[corner * d + j]);
    for (size_t i = 0; i < d && column != corner; i++)
        mpfr_swap(matrix[i * d + column], matrix[i * d + corner]);
}

static void eliminate_below(mpfr_t *matrix, size_t d, size_t corner, mpfr_t factor, mpfr_t product)
{
    for (size_t i = corner + 1; i < d; i++) {
        mpfr_div(factor, matrix[i * d + corner], matrix[corner * d + corner], MPFR_RNDN);
        for (size_t j = corner; j < d; j++) {
            mpfr_mul(product, factor, matrix[corner * d + j], MPFR_RNDN);
            mpfr_sub(matrix[i * d + j], matrix[i * d + j], product, MPFR_RNDN);
        }
    }
}

/* Gaussian elimination with complete pivoting; destroys the matrix. */
static size_t find_rank(mpfr_t *matrix, size_t d)
{
    mpfr_t smallest, factor, product;
    size_t rank = 0;

    mpfr_inits2(MODEL_TRIAL_PRECISION, smallest, factor, product, (mpfr_ptr)0);
    for (; rank < d; rank++) {
        bring_pivot(matrix, d, rank);
        if (rank == 0) {
            mpfr_abs(smallest, matrix[0], MPFR_RNDN);
            mpfr_div_2ui(smallest, smallest, RANK_BITS, MPFR_RNDN);
        }
        if (mpfr_cmpabs(matrix[rank * d + rank], smallest) <= 0)
            break;
        eliminate_below(matrix, d, rank, factor, product);
    }
    mpfr_clears(smallest, factor, product, (mpfr_ptr)0);
    return rank;
}

static bool check_rank(const struct model_trial *w, const struct model_initial *initial)
{
    mpfr_t *matrix = model_trial_create_numbers(w->d * w->d);

    load_symplectic(w, matrix);
    size_t rank = find_rank(matrix, w->d);
    model_trial_destroy_numbers(matrix, w->d * w->d);
    if (rank < w->d)
        return model_trial_fail(
            w, NULL, "theta",
            "the symplectic matrix d_i theta_j - d_j theta_i is singular (rank %zu of %zu) at the initial "
            "data '%s'; write a theta without degenerate directions",
            rank, w->d, initial->name);
    model_trial_pass(
        w->model, "%s: theta, H and their derivatives are finite and the symplectic matrix has full rank %zu",
        initial->name, rank);
    return true;
}

/* -- all -- */

/* That all derivatives exist within the bounds of the graph: everything below can then take them for granted.
 */
static bool check_derivatives(const struct model_trial *w)
{
    struct model *model = w->model;
    struct system *system = system_create(model);
    bool valid = system;

    system_destroy(system);
    for (size_t k = 0; k < model->invariants && valid; k++) {
        for (size_t i = 0; i < w->d && valid; i++)
            valid = model_trial_derivative(w, model->invariant[k].value, i);
    }
    for (size_t i = 0; model->exact && i < w->d && valid; i++)
        valid = graph_derivative(model->graph, model->exact[i], MODEL_BLOCK_TIME, 0);
    if (!valid)
        return error_set(w->error, "%s: the derivatives of the model: %s", model->path,
                         graph_error(model->graph));
    return true;
}

/* Data with parameters of their own can only be checked where their parameters are in the expressions. */
static bool belongs(const struct model *model, size_t i)
{
    return i == model->selected ||
           (model->initial[i].parameters == 0 && model->initial[model->selected].parameters == 0);
}

static bool check_data(struct model_trial *w)
{
    const struct model *model = w->model;

    for (size_t i = 0; i < model->initials; i++) {
        const struct model_initial *initial = &model->initial[i];
        if (!belongs(model, i))
            continue;
        model_trial_move_to(w, initial);
        if (!check_finite(w, initial) || !check_rank(w, initial) || !model_invariant_check_all(w, initial) ||
            !model_exact_check(w, initial) || !model_reversal_check(w, initial))
            return false;
    }
    return true;
}

bool model_check(struct model *model, struct error *error)
{
    struct model_trial w = {.model = model, .error = error, .d = model->dimension};

    if (!check_derivatives(&w))
        return false;
    w.point = model_trial_create_numbers(w.d);
    w.time = model_trial_create_numbers(1);
    w.place = model_trial_create_numbers(2);
    bool valid = check_data(&w) && model_poincare_check(&w);
    model_trial_destroy_numbers(w.point, w.d);
    model_trial_destroy_numbers(w.time, 1);
    model_trial_destroy_numbers(w.place, 2);
    return valid;
}
