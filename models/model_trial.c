/* Evaluation and messages for the checks of a model: see model_trial.h. */
#include "models/model_trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/lua_source.h"
#include "numerics/graph_value.h"
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
    mpfr_t *const inputs[] = {w->point};

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
