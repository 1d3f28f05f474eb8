/* Evaluation and messages for the checks of a model: see model_trial.h. */
#include "models/reader/model_trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/sandbox/lua_source.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { HALVINGS = 12, RANK_BITS = 128, TIMES = 64 /* longest time by radius */, PROJECTIONS = 10 };

bool model_trial_fail(const struct model_trial *w, const char *parent, const char *key, const char *format,
                      ...)
{
    char message[800];
    va_list arguments;
    int line = lua_source_line(w->model->text, parent, key);

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (graph_error(w->model->graph)[0])
        snprintf(message, sizeof message, "%s: %s", key, graph_error(w->model->graph));
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
    char **longer = memory_keep(&model->kept, model->checks + 1, sizeof *longer);
    for (size_t i = 0; i < model->checks; i++)
        longer[i] = model->check[i];
    longer[model->checks++] = memory_keep_string(&model->kept, sentence);
    model->check = longer;
}

mpfr_t *model_trial_create_numbers(size_t count)
{
    return number_block_create(count, MODEL_TRIAL_PRECISION);
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
        graph_value(w->point[i], initial->values[i], NULL);
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

void model_trial_project(struct model_trial *w)
{
    mpfr_t *nearer = model_trial_create_numbers(w->d);

    for (int k = 0; k < PROJECTIONS && w->system->projected.entry; k++) {
        model_trial_evaluate(w, nearer, w->d, w->system->projected.entry);
        for (size_t i = 0; i < w->d; i++)
            mpfr_set(w->point[i], nearer[i], MPFR_RNDN);
    }
    number_block_destroy(nearer);
}

static void scatter(struct model_trial *w, const struct model_initial *initial, double radius,
                    uint64_t *state)
{
    mpfr_t offset;

    mpfr_init2(offset, MODEL_TRIAL_PRECISION);
    model_trial_move_to(w, initial);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_set_d(offset, (i < w->model->moved ? 1 : TIMES) * radius * model_trial_random(state), MPFR_RNDN);
        if (mpfr_cmp_d(w->point[i], 1.0) > 0 || mpfr_cmp_d(w->point[i], -1.0) < 0)
            mpfr_mul(offset, offset, w->point[i], MPFR_RNDN);
        mpfr_add(w->point[i], w->point[i], offset, MPFR_RNDN);
    }
    mpfr_clear(offset);
}

void model_trial_move_near(struct model_trial *w, const struct model_initial *initial, double radius,
                           uint64_t *state)
{
    scatter(w, initial, radius, state);
    model_trial_project(w);
}

/* -- finite values -- */

/* At the point, f and its derivatives. */
static bool is_finite(const struct model_trial *w, expression f)
{
    expression *all = memory_create(1 + w->d, sizeof *all);
    mpfr_t *value = model_trial_create_numbers(1 + w->d);
    bool finite = true;

    all[0] = f;
    for (size_t i = 0; i < w->d; i++)
        all[1 + i] = model_trial_derivative(w, f, i);
    model_trial_evaluate(w, value, 1 + w->d, all);
    for (size_t i = 0; i <= w->d; i++)
        finite = finite && mpfr_number_p(value[i]);
    number_block_destroy(value);
    free(all);
    return finite;
}

bool model_trial_is_finite(struct model_trial *w, const struct model_initial *initial, const char *parent,
                           const char *key, size_t count, const expression *f)
{
    char part[40] = "the ";

    model_trial_move_to(w, initial);
    for (size_t i = 0; i < count; i++) {
        if (count > 1)
            snprintf(part, sizeof part, "component %zu of ", i + 1);
        if (!is_finite(w, f[i]))
            return model_trial_fail(w, parent, key,
                                    "%s%s%s or its derivative is not finite at the initial data '%s'; write "
                                    "data where it is defined",
                                    part, parent ? "invariant " : "", key, initial->name);
    }
    return true;
}

/* -- rank -- */

/* Gaussian elimination with complete pivoting; destroys the matrix.  A row that was a pivot is zero from then on.  Of a
 * positive definite matrix all pivots lie on the diagonal, where its largest entries are, and are positive. */
static size_t find_rank(mpfr_t *matrix, size_t d, bool *definite)
{
    mpfr_t *work = model_trial_create_numbers(3), *smallest = work, *factor = work + 1, *product = work + 2;
    size_t rank = 0;

    for (*definite = true; rank < d; rank++) {
        size_t pivot = 0;

        for (size_t k = 1; k < d * d; k++)
            pivot = mpfr_cmpabs(matrix[k], matrix[pivot]) > 0 ? k : pivot;
        if (rank == 0)
            mpfr_div_2ui(*smallest, matrix[pivot], RANK_BITS, MPFR_RNDN);
        if (mpfr_cmpabs(matrix[pivot], *smallest) <= 0)
            break;
        *definite = *definite && pivot % (d + 1) == 0 && mpfr_sgn(matrix[pivot]) > 0;
        mpfr_t *row = matrix + pivot / d * d;
        for (size_t i = 0; i < d; i++) {
            mpfr_div(*factor, matrix[i * d + pivot % d], matrix[pivot], MPFR_RNDN);
            for (size_t j = 0; j < d && matrix + i * d != row; j++) {
                mpfr_mul(*product, *factor, row[j], MPFR_RNDN);
                mpfr_sub(matrix[i * d + j], matrix[i * d + j], *product, MPFR_RNDN);
            }
        }
        for (size_t j = 0; j < d; j++)
            mpfr_set_zero(row[j], 1);
    }
    number_block_destroy(work);
    return rank;
}

static size_t evaluate_rank(const struct model_trial *w, size_t n, const expression *matrix, bool *definite)
{
    mpfr_t *values = model_trial_create_numbers(n * n);

    model_trial_evaluate(w, values, n * n, matrix);
    size_t rank = find_rank(values, n, definite);
    number_block_destroy(values);
    return rank;
}

size_t model_trial_rank(const struct model_trial *w, size_t n, const expression *matrix)
{
    bool definite;

    return evaluate_rank(w, n, matrix, &definite);
}

bool model_trial_is_definite(const struct model_trial *w, expressions matrix)
{
    bool definite;

    return evaluate_rank(w, matrix.rows, matrix.entry, &definite) == matrix.rows && definite;
}

bool model_trial_is_regular(struct model_trial *w, const struct model_initial *initial, const char *key,
                            expressions matrix, const char *fault, const char *remedy)
{
    model_trial_move_to(w, initial);
    const size_t n = matrix.rows, rank = model_trial_rank(w, n, matrix.entry);

    return rank == n || model_trial_fail(w, NULL, key, "%s (rank %zu of %zu) at the initial data '%s'%s",
                                         fault, rank, n, initial->name, remedy);
}

/* -- what should be zero -- */

size_t model_trial_find_worst(const struct model_trial *w, expressions A, double *value)
{
    const size_t count = A.rows * A.columns;
    mpfr_t *values = model_trial_create_numbers(count);
    size_t worst = 0;

    model_trial_evaluate(w, values, count, A.entry);
    for (size_t k = 1; k < count && !mpfr_nan_p(values[worst]); k++)
        worst = mpfr_nan_p(values[k]) || mpfr_cmpabs(values[k], values[worst]) > 0 ? k : worst;
    *value = mpfr_get_d(values[worst], MPFR_RNDN);
    number_block_destroy(values);
    return worst;
}

bool model_trial_is_zero(double value)
{
    return fabs(value) <= ldexp(1, -MODEL_TRIAL_ZERO_BITS);
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
    const size_t components = c->term.rows, terms = c->term.columns;
    size_t others = c->image ? c->others : 0, images = c->image ? w->d : 0;
    mpfr_t *term = create_values(w, components * terms, c->term.entry), *other;
    mpfr_t *weight = create_values(w, c->weight ? components * others : 0, c->weight);
    mpfr_t *image = create_values(w, images, c->image);
    mpfr_t *work = model_trial_create_numbers(4), *sum = work, *size = work + 1, *product = work + 2,
           *largest = work + 3;
    double ratio;

    for (size_t i = 0; i < images; i++)
        mpfr_set(w->point[i], image[i], MPFR_RNDN);
    other = create_values(w, others, c->other);
    for (size_t i = 0; i < components; i++) {
        mpfr_set_zero(*sum, 1);
        for (size_t k = 0; k < terms + others; k++) {
            size_t j = k - terms; /* of the others */

            if (k < terms)
                mpfr_set(*product, term[i * terms + k], MPFR_RNDN);
            else if (c->weight)
                mpfr_mul(*product, weight[i * others + j], other[j], MPFR_RNDN);
            else
                mpfr_mul_ui(*product, other[j], i == j, MPFR_RNDN);
            mpfr_add(*sum, *sum, *product, MPFR_RNDN);
            mpfr_abs(*product, *product, MPFR_RNDN);
            mpfr_add(*size, *size, *product, MPFR_RNDN);
        }
        if (mpfr_cmpabs(*sum, *largest) > 0) {
            mpfr_set(*largest, *sum, MPFR_RNDN);
            *worst = i;
        }
    }
    mpfr_div(*largest, *largest, *size, MPFR_RNDN);
    ratio = mpfr_zero_p(*size) ? 0 : mpfr_number_p(*size) ? fabs(mpfr_get_d(*largest, MPFR_RNDN)) : NAN;
    for (size_t i = 0; i < 5; i++)
        number_block_destroy((mpfr_t *const[]){term, weight, image, other, work}[i]);
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
            scatter(w, initial, radius, &state);
            for (size_t t = w->model->moved; t < w->d && (identity->of_time || identity->at_start); t++)
                mpfr_set_zero(w->point[t], 1);
            if (!identity->anywhere)
                model_trial_project(w);
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

    residual = model_trial_residual(w, initial, identity, &worst);
    if (isnan(residual))
        return model_trial_fail(w, identity->parent, identity->key,
                                "%s: %s is not finite near the initial data '%s'", identity->key,
                                identity->sum, initial->name);
    if (identity->term.rows > 1)
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

bool model_trial_is_symmetric(struct model_trial *w, const struct model_initial *initial, expressions A,
                              bool antisymmetric, struct model_identity identity)
{
    const expressions A_T = graph_vector(graph_transposed(A));

    identity.term = graph_beside(graph_vector(A), antisymmetric ? A_T : graph_negative(A_T));
    return model_trial_is_identity(w, initial, &identity);
}
