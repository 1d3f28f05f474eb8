/* The result of a cell as a line of text: see result_text.h.  The line is JSON:
 *
 *     measures     [name, value, text], or [name] where nothing was measured
 *     histories    [course, channel, columns, numbers]: entries separated by ';', their columns by blanks */
#include "harness/plan/result_text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static json_t *write_values(const struct result *result)
{
    json_t *measures = json_array();

    for (size_t i = 0; i < result->values; i++) {
        const struct result_value *value = result->value + i;
        char name[MEASURE_TEXT];

        measure_write(value->id, name);
        json_array_append_new(measures, value->text ? json_pack("[s, f, s]", name, value->value, value->text)
                                                    : json_pack("[s]", name));
    }
    return measures;
}

/* Digits enough for any figure: of the first column, and of the others. */
static const int digits[RESULT_COURSES][2] = {
    [RESULT_CHANNEL] = {9, 9},    [RESULT_MULTIPLIER] = {9, 9}, [RESULT_STATE] = {9, 9},
    [RESULT_SPECTRUM] = {17, 17}, [RESULT_INTEGRAL_1] = {9, 9}, [RESULT_INTEGRAL_2] = {9, 9},
    [RESULT_LOOP] = {9, 7},       [RESULT_SURFACE] = {9, 7},    [RESULT_LOCAL] = {9, 9},
    [RESULT_SECTION] = {9, 9},
};

static void write_history(json_t *histories, const struct result_history *history)
{
    const double *number = history->number;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k < history->entries; k++) {
        for (size_t i = 0; i < history->columns; i++)
            fprintf(file, "%s%.*g", i ? " " : k ? ";" : "", digits[history->course][i > 0], *number++);
    }
    if (file && fclose(file) == 0)
        json_array_append_new(histories,
                              json_pack("[i, i, I, I, s]", history->course, history->channel,
                                        (json_int_t)history->entries, (json_int_t)history->columns, text));
    free(text);
}

char *result_text_write(const struct result *result)
{
    json_t *histories = json_array(), *json;
    char *line;

    for (size_t i = 0; i < result->histories; i++)
        write_history(histories, result->history + i);
    json = json_pack(
        "{s:b, s:b, s:I, s:i, s:I, s:f, s:I, s:f, s:f, s:o, s:o}", "done", result->done, "completed",
        result->completed, "broke_down_at", (json_int_t)result->broke_down_at, "newton", result->newton,
        "residual_evaluations", (json_int_t)result->residual_evaluations, "evaluations", result->evaluations,
        "newton_iterations", (json_int_t)result->newton_iterations, "worst_stall", result->worst_stall,
        "seconds", result->seconds, "measures", write_values(result), "histories", histories);
    if (result->width)
        json_object_set_new(json, "width", json_integer(result->width));
    line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    return line;
}

/* ---- reading ---- */

static void read_value(struct result *result, const struct problem *problem, const json_t *json)
{
    const char *name = json_string_value(json_array_get(json, 0));
    struct measure_id id = name ? measure_find(problem, name) : (struct measure_id){.channel = -1};

    if (id.measure && id.channel >= 0)
        result_add_text(result, id, json_real_value(json_array_get(json, 1)),
                        json_string_value(json_array_get(json, 2)));
}

static void read_numbers(const char *text, double *number, size_t count)
{
    for (size_t i = 0; text && i < count; i++) {
        char *end;

        number[i] = strtod(text, &end);
        text = *end == ';' ? end + 1 : end;
    }
}

static void read_history(struct result *result, const json_t *json)
{
    json_int_t course = json_integer_value(json_array_get(json, 0)),
               channel = json_integer_value(json_array_get(json, 1)),
               entries = json_integer_value(json_array_get(json, 2)),
               columns = json_integer_value(json_array_get(json, 3));

    read_numbers(json_string_value(json_array_get(json, 4)),
                 result_add_history(result, (enum result_course)course, (int)channel, (size_t)entries,
                                    (size_t)columns),
                 (size_t)(entries * columns));
}

static void read_run(struct result *result, const json_t *json)
{
    result->done = true;
    result->completed = json_boolean_value(json_object_get(json, "completed"));
    result->broke_down_at = (unsigned long)json_integer_value(json_object_get(json, "broke_down_at"));
    result->newton = (enum newton_status)json_integer_value(json_object_get(json, "newton"));
    result->residual_evaluations =
        (unsigned long)json_integer_value(json_object_get(json, "residual_evaluations"));
    result->evaluations = json_real_value(json_object_get(json, "evaluations"));
    result->newton_iterations = (unsigned long)json_integer_value(json_object_get(json, "newton_iterations"));
    result->worst_stall = json_real_value(json_object_get(json, "worst_stall"));
    result->seconds = json_real_value(json_object_get(json, "seconds"));
    result->width = (int)json_integer_value(json_object_get(json, "width"));
}

bool result_text_read(struct result *result, const struct problem *problem, const char *line)
{
    json_t *json = json_loads(line, 0, NULL), *entry;
    bool done = json_is_true(json_object_get(json, "done"));
    size_t index;

    if (done && !result->done)
        read_run(result, json);
    json_array_foreach(json_object_get(json, "measures"), index, entry) if (done)
        read_value(result, problem, entry);
    json_array_foreach(json_object_get(json, "histories"), index, entry) if (done)
        read_history(result, entry);
    json_decref(json);
    return done;
}

char *result_text_join(const char *line, const char *further)
{
    json_t *json = json_loads(line, 0, NULL), *more = json_loads(further, 0, NULL);
    char *joined = NULL;

    if (json_array_extend(json_object_get(json, "measures"), json_object_get(more, "measures")) == 0 &&
        json_array_extend(json_object_get(json, "histories"), json_object_get(more, "histories")) == 0)
        joined = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    json_decref(more);
    return joined;
}
