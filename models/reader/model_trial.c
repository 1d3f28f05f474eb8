/* Evaluation and messages for the checks of a model: see model_trial.h. */
#include "models/reader/model_trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/sandbox/lua_source.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"

enum { HALVINGS = 12, RANK_BITS = 128, TIMES = 64 /* longest time by radius */ };

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

/* The values at the point of `count` functions, of which there may be none. */
static mpfr_t *create_values(const struct model_trial *w, size_t count, const expression *f)
{
    mpfr_t *values = model_trial_create_numbers(count);

    model_trial_evaluate(w, values, count, f);
    return values;
}

/* |component| / sum of |terms| at the point, of the largest component, whose number is *worst; NaN where a term is
 * not finite.  Moves the point to its image. */
static double evaluate(struct model_trial *w, const struct model_identity *c, size_t *worst)
{
    size_t terms = c->components * c->terms, weights = c->weight ? c->components * c->others : 0;
    size_t others = c->image ? c->others : 0, images = c->image ? w->d : 0;
    mpfr_t *term = create_values(w, terms, c->term), *weight = create_values(w, weights, c->weight);
    mpfr_t *image = create_values(w, images, c->image), *other, sum, size, product, largest;
    double ratio;

    for (size_t i = 0; i < images; i++)
        mpfr_set(w->point[i], image[i], MPFR_RNDN);
    other = create_values(w, others, c->other);
    mpfr_inits2(MODEL_TRIAL_PRECISION, sum, size, product, largest, (mpfr_ptr)0);
    mpfr_set_zero(size, 1);
    mpfr_set_zero(largest, 1);
    for (size_t i = 0; i < c->components; i++) {
        mpfr_set_zero(sum, 1);
        for (size_t k = 0; k < c->terms + others; k++) {
            size_t j = k - c->terms; /* of the others */

            if (k < c->terms)
                mpfr_set(product, term[i * c->terms + k], MPFR_RNDN);
            else if (c->weight)
                mpfr_mul(product, weight[i * others + j], other[j], MPFR_RNDN);
            else
                mpfr_mul_ui(product, other[j], i == j, MPFR_RNDN);
            mpfr_add(sum, sum, product, MPFR_RNDN);
            mpfr_abs(product, product, MPFR_RNDN);
            mpfr_add(size, size, product, MPFR_RNDN);
        }
        if (mpfr_cmpabs(sum, largest) > 0) {
            mpfr_set(largest, sum, MPFR_RNDN);
            *worst = i;
        }
    }
    mpfr_div(largest, largest, size, MPFR_RNDN);
    ratio = mpfr_zero_p(size) ? 0 : mpfr_number_p(size) ? fabs(mpfr_get_d(largest, MPFR_RNDN)) : NAN;
    mpfr_clears(sum, size, product, largest, (mpfr_ptr)0);
    model_trial_destroy_numbers(term, terms);
    model_trial_destroy_numbers(weight, weights);
    model_trial_destroy_numbers(image, images);
    model_trial_destroy_numbers(other, others);
    return ratio;
}

double model_trial_residual(struct model_trial *w, const struct model_initial *initial,
                            const struct model_identity *identity, size_t *worst)
{
    uint64_t state = UINT64_C(20170501);
    double largest = 0;

    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        double radius = 0.125, here = NAN;
        size_t component = 0;

        for (int k = 0; k < HALVINGS && isnan(here); k++, radius /= 2) {
            model_trial_move_near(w, initial, radius, &state);
            mpfr_set_zero(*w->time, 1);
            if (identity->of_time)
                mpfr_set_d(*w->time, TIMES * radius * model_trial_random(&state), MPFR_RNDN);
            here = evaluate(w, identity, &component);
        }
        if (!(here <= largest)) {
            largest = here;
            *worst = component;
        }
        if (isnan(here))
            return NAN;
    }
    return largest;
}

bool model_trial_is_identity(struct model_trial *w, const struct model_initial *initial,
                             const struct model_identity *identity)
{
    char component[40] = "";
    size_t worst = 0;
    double residual;

    for (size_t i = 0; i < identity->components * identity->terms; i++) {
        if (!identity->term[i])
            return model_trial_fail(w, identity->parent, identity->key, "%s: %s", identity->sum,
                                    graph_error(w->model->graph));
    }
    residual = model_trial_residual(w, initial, identity, &worst);
    if (isnan(residual))
        return model_trial_fail(w, identity->parent, identity->key,
                                "%s: %s is not finite near the initial data '%s'", identity->key,
                                identity->sum, initial->name);
    if (identity->components > 1)
        snprintf(component, sizeof component, "component %zu of ", worst + 1);
    if (residual > ldexp(1, -MODEL_TRIAL_ZERO_BITS))
        return model_trial_fail(w, identity->parent, identity->key,
                                "%s: %s%s is %.1e of its terms near the initial data '%s'; %s",
                                identity->fault, component, identity->sum, residual, initial->name,
                                identity->remedy);
    model_trial_pass(w->model,
                     "%s: %s = 0 at %d random points near the initial data (relative residual %.0e)",
                     initial->name, identity->sum, MODEL_TRIAL_POINTS, residual);
    return true;
}
