/* Evaluation and messages for the checks of a model: see model_trial.h. */
#include "models/reader/model_trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/sandbox/lua_source.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"

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

void model_trial_velocity(const struct model_trial *w, expression *velocity)
{
    struct model *model = w->model;
    size_t d = w->d;
    expression *matrix = memory_create(d * d + d, sizeof *matrix), *gradient = matrix + d * d;

    for (size_t i = 0; i < d; i++) {
        gradient[i] = model_trial_derivative(w, model->hamiltonian, i);
        for (size_t j = 0; j < d; j++)
            matrix[i * d + j] =
                graph_binary(model->graph, OPERATION_SUBTRACT, model_trial_derivative(w, model->theta[j], i),
                             model_trial_derivative(w, model->theta[i], j));
    }
    graph_solve(model->graph, d, matrix, gradient, velocity);
    free(matrix);
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
