/* Evaluation and messages for the checks of a model: see model_trial.h. */
#include "models/reader/model_trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/sandbox/lua_source.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"

enum { HALVINGS = 12, RANK_BITS = 128 };

bool model_trial_fail(const struct model_trial *w, const char *parent, const char *key, const char *format,
                      ...)
{
    char message[800];
    va_list arguments;
    int line = lua_source_line(w->model->text, parent, key);

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (line == 0)
        return error_set(w->error, "%s: %s", w->model->path, message);
    return error_set(w->error, "%s:%d: %s", w->model->path, line, message);
}

void model_trial_pass(struct model *model, const char *format, ...)
{
    char sentence[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    model->check = memory_resize(model->check, model->checks + 1, sizeof *model->check);
    model->check[model->checks++] = memory_copy_string(sentence);
}

mpfr_t *model_trial_create_numbers(size_t count)
{
    mpfr_t *number = memory_create(count, sizeof *number);

    for (size_t i = 0; i < count; i++) {
        mpfr_init2(number[i], MODEL_TRIAL_PRECISION);
        mpfr_set_zero(number[i], 1);
    }
    return number;
}

void model_trial_destroy_numbers(mpfr_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpfr_clear(number[i]);
    free(number);
}

void model_trial_evaluate(const struct model_trial *w, mpfr_t *values, size_t count, const expression *f)
{
    mpfr_t *const inputs[] = {
        [MODEL_BLOCK_COORDINATES] = w->point,
        [MODEL_BLOCK_TIME] = w->time,
        [MODEL_BLOCK_PLACE] = w->place,
    };

    graph_value_all(values, count, f, inputs);
}

void model_trial_move_to(struct model_trial *w, const struct model_initial *initial)
{
    for (size_t i = 0; i < w->d; i++)
        mpfr_set_q(w->point[i], initial->values[i]->value, MPFR_RNDN);
}

expression model_trial_derivative(const struct model_trial *w, expression f, size_t i)
{
    return graph_derivative(w->model->graph, f, MODEL_BLOCK_COORDINATES, i);
}

/* A linear congruential generator (Knuth's MMIX). */
double model_trial_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int32_t)(uint32_t)(*state >> 32) / 2147483648.0;
}

void model_trial_move_near(struct model_trial *w, const struct model_initial *initial, double radius,
                           uint64_t *state)
{
    mpfr_t offset;

    mpfr_init2(offset, MODEL_TRIAL_PRECISION);
    model_trial_move_to(w, initial);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_set_d(offset, radius * model_trial_random(state), MPFR_RNDN);
        if (mpfr_cmp_d(w->point[i], 1.0) > 0 || mpfr_cmp_d(w->point[i], -1.0) < 0)
            mpfr_mul(offset, offset, w->point[i], MPFR_RNDN);
        mpfr_add(w->point[i], w->point[i], offset, MPFR_RNDN);
    }
    mpfr_clear(offset);
}

double model_trial_ratio(mpfr_srcptr sum, mpfr_srcptr scale)
{
    mpfr_t quotient;

    if (mpfr_zero_p(scale))
        return 0.0;
    mpfr_init2(quotient, MODEL_TRIAL_PRECISION);
    mpfr_div(quotient, sum, scale, MPFR_RNDN);
    mpfr_abs(quotient, quotient, MPFR_RNDN);
    double result = mpfr_get_d(quotient, MPFR_RNDN);
    mpfr_clear(quotient);
    return result;
}

/* -- finite values -- */

static bool is_finite(const struct model_trial *w, expression f)
{
    mpfr_t value;

    mpfr_init2(value, MODEL_TRIAL_PRECISION);
    model_trial_evaluate(w, &value, 1, &f);
    bool finite = mpfr_number_p(value);
    mpfr_clear(value);
    return finite;
}

static bool is_smooth(const struct model_trial *w, expression f)
{
    bool finite = is_finite(w, f);

    for (size_t i = 0; i < w->d && finite; i++)
        finite = is_finite(w, model_trial_derivative(w, f, i));
    return finite;
}

bool model_trial_is_finite(struct model_trial *w, const struct model_initial *initial, const char *parent,
                           const char *key, const char *what, expression f)
{
    model_trial_move_to(w, initial);
    return is_smooth(w, f) ||
           model_trial_fail(w, parent, key,
                            "%s or its derivative is not finite at the initial data '%s'; write "
                            "data where it is defined",
                            what, initial->name);
}

/* -- rank -- */

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

size_t model_trial_rank(const struct model_trial *w, const expression *matrix)
{
    mpfr_t *values = model_trial_create_numbers(w->d * w->d);

    model_trial_evaluate(w, values, w->d * w->d, matrix);
    size_t rank = find_rank(values, w->d);
    model_trial_destroy_numbers(values, w->d * w->d);
    return rank;
}

/* -- identities -- */

/* sum and scale of the terms at the point, of the component where their quotient is largest; false where they
 * are not finite. */
static bool add_terms(const struct model_trial *w, const struct model_identity *identity, mpfr_t sum,
                      mpfr_t scale)
{
    size_t n = identity->terms;
    mpfr_t *term = model_trial_create_numbers(n + 2), *here = term + n, *size = here + 1;
    bool finite = true;

    mpfr_set_zero(sum, 1);
    mpfr_set_zero(scale, 1);
    for (size_t k = 0; k < identity->components && finite; k++) {
        model_trial_evaluate(w, term, n, identity->term + k * n);
        mpfr_set_zero(*here, 1);
        mpfr_set_zero(*size, 1);
        for (size_t i = 0; i < n; i++) {
            mpfr_add(*here, *here, term[i], MPFR_RNDN);
            mpfr_abs(term[i], term[i], MPFR_RNDN);
            mpfr_add(*size, *size, term[i], MPFR_RNDN);
        }
        finite = mpfr_number_p(*size);
        if (model_trial_ratio(*here, *size) >= model_trial_ratio(sum, scale)) {
            mpfr_set(sum, *here, MPFR_RNDN);
            mpfr_set(scale, *size, MPFR_RNDN);
        }
    }
    model_trial_destroy_numbers(term, n + 2);
    return finite;
}

/* The same at a random point where they are finite; false when none is found. */
static bool sample_terms(struct model_trial *w, const struct model_initial *initial,
                         const struct model_identity *identity, uint64_t *state, mpfr_t sum, mpfr_t scale)
{
    double radius = 0.125;

    for (int i = 0; i < HALVINGS; i++, radius /= 2) {
        model_trial_move_near(w, initial, radius, state);
        if (add_terms(w, identity, sum, scale))
            return true;
    }
    return model_trial_fail(w, identity->parent, identity->key, "%s is not finite near the initial data '%s'",
                            identity->sum, initial->name);
}

static bool check_terms(struct model_trial *w, const struct model_initial *initial,
                        const struct model_identity *identity, mpfr_t sum, mpfr_t scale)
{
    uint64_t state = UINT64_C(20170501);
    double largest = 0.0;

    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        if (!sample_terms(w, initial, identity, &state, sum, scale))
            return false;
        double here = model_trial_ratio(sum, scale);
        largest = here > largest ? here : largest;
        mpfr_div_2ui(scale, scale, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
        if (mpfr_cmpabs(sum, scale) > 0)
            return model_trial_fail(w, identity->parent, identity->key,
                                    "%s: %s is %.1e of its terms near the initial data '%s'; %s",
                                    identity->fault, identity->sum, here, initial->name, identity->remedy);
    }
    model_trial_pass(w->model,
                     "%s: %s = 0 at %d random points near the initial data (relative residual %.0e)",
                     initial->name, identity->sum, MODEL_TRIAL_POINTS, largest);
    return true;
}

bool model_trial_is_identity(struct model_trial *w, const struct model_initial *initial,
                             const struct model_identity *identity)
{
    mpfr_t sum, scale;

    for (size_t i = 0; i < identity->components * identity->terms; i++) {
        if (!identity->term[i])
            return model_trial_fail(w, identity->parent, identity->key, "%s: %s", identity->sum,
                                    graph_error(w->model->graph));
    }
    mpfr_inits2(MODEL_TRIAL_PRECISION, sum, scale, (mpfr_ptr)0);
    bool valid = check_terms(w, initial, identity, sum, scale);
    mpfr_clears(sum, scale, (mpfr_ptr)0);
    return valid;
}
