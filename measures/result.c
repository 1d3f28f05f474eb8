/* The result of a cell: see result.h. */
#include "measures/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/run/precision.h"
#include "numerics/memory.h"
#include "numerics/number.h"

void result_clear(struct result *result)
{
    for (size_t i = 0; i < result->values; i++)
        free(result->value[i].text);
    for (size_t i = 0; i < result->histories; i++)
        free(result->history[i].number);
    free(result->value);
    free(result->history);
    *result = (struct result){.done = false};
}

void result_add_text(struct result *result, struct measure_id id, double value, const char *text)
{
    result->value = memory_resize(result->value, result->values + 1, sizeof *result->value);
    result->value[result->values++] = (struct result_value){id, text ? value : NAN, memory_copy_string(text)};
}

void result_add(struct result *result, struct measure_id id, mpfr_srcptr value, long bits)
{
    char *text = mpfr_number_p(value) ? number_text(value, bits, 0) : NULL;

    result_add_text(result, id, mpfr_get_d(value, MPFR_RNDN), text);
    free(text);
}

void result_add_double(struct result *result, struct measure_id id, double value)
{
    mpfr_t number;

    mpfr_init2(number, 53);
    mpfr_set_d(number, value, MPFR_RNDN);
    result_add(result, id, number, PRECISION_DOUBLE);
    mpfr_clear(number);
}

double *result_add_history(struct result *result, enum result_course course, int channel, size_t entries,
                           size_t columns)
{
    double *number = memory_create(entries * columns, sizeof *number);

    result->history = memory_resize(result->history, result->histories + 1, sizeof *result->history);
    result->history[result->histories++] = (struct result_history){course, channel, columns, entries, number};
    return number;
}

const struct result_value *result_find(const struct result *result, struct measure_id id)
{
    for (size_t i = 0; i < result->values; i++) {
        if (measure_same(result->value[i].id, id))
            return result->value + i;
    }
    return NULL;
}

bool result_lacks_elsewhere(const struct result *result, const struct result_request *request, size_t i)
{
    const struct cell_request *cell = &request->cell;
    struct measure_id id = request->measure[i];

    if (i >= 64 || !(request->everywhere >> i & 1) || !id.measure || !id.measure->everywhere ||
        id.aspect != MEASURE_VALUE || cell->method.family->remembers ||
        (id.measure->reference && !request->reference) ||
        measure_refusal(id, cell->problem, &cell->method, cell->projection))
        return false;
    id.aspect = MEASURE_ELSEWHERE;
    return !result_find(result, id);
}

/* ---- what histories are called ---- */

static const char component[] = "multiplier:";

const char *result_channel(const struct result_history *history, const struct problem *problem,
                           char text[MEASURE_TEXT])
{
    const enum measure_row integral =
        history->course == RESULT_INTEGRAL_1 ? MEASURE_POINCARE_1 : MEASURE_POINCARE_2;
    static const char *const words[RESULT_COURSES] = {
        [RESULT_STATE] = "state",     [RESULT_SPECTRUM] = "parasitic", [RESULT_LOOP] = "loop",
        [RESULT_SURFACE] = "surface", [RESULT_SECTION] = "section",
    };

    char name[PROBLEM_MULTIPLIER];

    if (words[history->course])
        snprintf(text, MEASURE_TEXT, "%s", words[history->course]);
    else if (history->course == RESULT_LOCAL)
        measure_write(measure_of(problem, MEASURE_LOCAL_ORDER, history->channel), text);
    else if (history->course == RESULT_CHANNEL)
        snprintf(text, MEASURE_TEXT, "%s", measure_channel(problem, MEASURE_CHANNELS, history->channel));
    else if (history->course == RESULT_MULTIPLIER)
        snprintf(text, MEASURE_TEXT, "%s%s", component,
                 problem_multiplier_name(problem, (size_t)history->channel, name));
    else
        measure_write(measure_of(problem, integral, history->channel), text);
    return text;
}

const char *result_column(const struct result_history *history, const struct problem *problem, size_t k)
{
    static const char *const range[] = {"time", "low", "high", "mean"}, *const value[] = {"time", "value"},
                             *const multiplier[] = {"re", "im"},
                             *const local[] = {"state",       "power",  "degree", "alternates",
                                               "coefficient", "linear", "radius", "component"};

    switch (history->course) {
    case RESULT_CHANNEL:
    case RESULT_MULTIPLIER:
        return range[k];
    case RESULT_SPECTRUM:
        return multiplier[k];
    case RESULT_INTEGRAL_1:
    case RESULT_INTEGRAL_2:
        return value[k];
    case RESULT_LOCAL:
        return local[k];
    default:
        return k ? problem->model->coordinates[k - 1] : range[0];
    }
}

bool result_is_component(const struct problem *problem, const char *channel)
{
    const size_t length = sizeof component - 1, count = problem_multipliers(problem);
    char name[PROBLEM_MULTIPLIER];
    size_t i = 0;

    if (strncmp(channel, component, length) != 0)
        return false;
    while (i < count && strcmp(channel + length, problem_multiplier_name(problem, i, name)) != 0)
        i++;
    return i < count;
}
