/* Values that were accepted: see baseline.h. */
#include "harness/judge/baseline.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct baseline {
    json_t *studies;
};

/* ---- values of a fit ---- */

static bool has_values(const struct fit *fit)
{
    return fit->order.status != FIT_NOT_APPLICABLE && (fit->curve.bits > 0 || fit->points.count > 0);
}

static double floor_of(const struct fit *fit, size_t point)
{
    return fit->floor.of_points ? fit->floor.of_points[point] : fit->floor.value;
}

static bool broke_down(const struct results *results, const struct fit *fit, size_t point)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (cell->status != CELL_COMPLETED && strcmp(cell->step, fit->points.step_sizes[point]) == 0 &&
            results_uses(fit, cell))
            return true;
    }
    return false;
}

/* NaN where the run broke down, or the arithmetic does not determine it. */
static double error_of(const struct results *results, const struct fit *fit, size_t point)
{
    const double error = fabs(fit->points.errors[point]);
    const bool known = !fit->curve.bits || error > BASELINE_MARGIN * floor_of(fit, point);

    return isfinite(error) && known && !broke_down(results, fit, point) ? fit->points.errors[point] : NAN;
}

/* A count needs no floor. */
bool baseline_cannot_have(const struct results *results, const struct fit *fit)
{
    bool can = true;

    for (size_t i = 0; i < fit->points.count && has_values(fit) && !fit->curve.bits; i++) {
        const double error = error_of(results, fit, i);

        can = can &&
              (isnan(error) || error == trunc(error) || (isfinite(floor_of(fit, i)) && floor_of(fit, i) > 0));
    }
    return !can;
}

static bool is_kept(const struct results *results, const struct fit *fit)
{
    return has_values(fit) && !baseline_cannot_have(results, fit);
}

/* NaN unless every error it follows from has a value. */
static double order_of(const struct results *results, const struct fit *fit)
{
    double order = fit->order.status == FIT_MEASURED && fit->curve.bits ? fit->order.value : NAN;

    for (size_t i = 0; i < fit->points.count; i++) {
        if (fit->order.used[i] && isnan(error_of(results, fit, i)))
            order = NAN;
    }
    return order;
}

/* ---- reading and comparing ---- */

struct baseline *baseline_create(const char *path, struct error *error)
{
    json_error_t reason;
    json_t *document = json_load_file(path, 0, &reason);
    struct baseline *baseline;
    char line[32] = "";

    if (!json_is_object(json_object_get(document, "assay_baseline"))) {
        if (document || reason.line > 0) /* else the file was not opened */
            snprintf(line, sizeof line, "line %d: ", document ? 1 : reason.line);
        error_set(error, "%.300s: %s%.200s; write it with assay gate STUDY --accept", path, line,
                  document ? "this is not a file of accepted values" : reason.text);
        json_decref(document);
        return NULL;
    }
    baseline = memory_create(1, sizeof *baseline);
    baseline->studies = json_incref(json_object_get(document, "assay_baseline"));
    json_decref(document);
    return baseline;
}

void baseline_destroy(struct baseline *baseline)
{
    if (baseline)
        json_decref(baseline->studies);
    free(baseline);
}

static double number_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool differ(double a, double b, double most)
{
    return isnan(a) != isnan(b) || fabs(a - b) > most;
}

/* Whether values in double were accepted of the study. */
static bool has_double(const json_t *study)
{
    const char *id;
    json_t *row;

    json_object_foreach((json_t *)study, id, row)
    {
        if (json_object_get(row, "floors"))
            return true;
    }
    return false;
}

/* By how much the error may differ from the accepted one. */
static double tolerance_of(const json_t *row, const struct fit *fit, size_t point, double accepted)
{
    const double floor = number_of(json_array_get(json_object_get(row, "floors"), point)),
                 own = fit->curve.bits ? 0 : BASELINE_FLOORS * fmax(floor, floor_of(fit, point));

    return fit->curve.bits ? 1e-6 * fabs(accepted) : fmax(own, 1e-12 * fabs(accepted));
}

struct baseline_difference baseline_compare(const struct baseline *baseline, const struct results *results,
                                            const struct fit *fit)
{
    const json_t *study = json_object_get(baseline->studies, results->study->name);
    const json_t *row = json_object_get(study, fit->id);
    const json_t *errors = json_object_get(row, "errors");
    struct baseline_difference found = {.kind = BASELINE_SAME, .accepted = NAN, .found = NAN};

    if (!is_kept(results, fit) || (!fit->curve.bits && !has_double(study)))
        return found;
    if (!row) {
        found.kind = BASELINE_NEW;
        return found;
    }
    if (json_array_size(errors) != fit->points.count)
        return (struct baseline_difference){BASELINE_POINTS, NULL, (double)json_array_size(errors),
                                            (double)fit->points.count};
    for (size_t i = 0; i < fit->points.count; i++) {
        const double accepted = number_of(json_array_get(errors, i)), error = error_of(results, fit, i);

        if (differ(accepted, error, tolerance_of(row, fit, i, accepted)))
            return (struct baseline_difference){BASELINE_ERROR, fit->points.step_sizes[i], accepted, error};
    }
    found.accepted = number_of(json_object_get(row, "order"));
    found.found = order_of(results, fit);
    if (differ(found.accepted, found.found, 1e-3))
        found.kind = BASELINE_ORDER;
    return found;
}

const char *baseline_missing(const struct baseline *baseline, const struct results *results, size_t k)
{
    const char *id;
    json_t *row;

    json_object_foreach(json_object_get(baseline->studies, results->study->name), id, row)
    {
        size_t i = 0;

        while (i < results->fits &&
               !(is_kept(results, results->fit + i) && strcmp(results->fit[i].id, id) == 0))
            i++;
        if (i == results->fits && k-- == 0)
            return id;
    }
    return NULL;
}

/* ---- writing ---- */

static json_t *value_json(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *row_of(const struct results *results, const struct fit *fit)
{
    json_t *errors = json_array(), *floors = fit->curve.bits ? NULL : json_array();

    for (size_t i = 0; i < fit->points.count; i++) {
        const double floor = floor_of(fit, i);

        json_array_append_new(errors, value_json(error_of(results, fit, i)));
        if (floors)
            json_array_append_new(floors, value_json(isfinite(floor) ? floor : NAN));
    }
    return json_pack("{s:o, s:o, s:o*}", "order", value_json(order_of(results, fit)), "errors", errors,
                     "floors", floors);
}

/* "KEY":, as JSON writes it */
static void write_key(FILE *file, const char *key)
{
    json_t *text = json_string(key);

    json_dumpf(text, file, JSON_ENCODE_ANY);
    json_decref(text);
    fputc(':', file);
}

bool baseline_write(FILE *file, size_t studies, const struct results *const *results)
{
    bool any = false;

    fputs(BASELINE_HEAD "{", file);
    for (size_t s = 0; s < studies; s++) {
        const char *between = "{\n";

        fputs(s ? ",\n" : "\n", file);
        write_key(file, results[s]->study->name);
        for (size_t i = 0; i < results[s]->fits; i++) {
            const struct fit *fit = results[s]->fit + i;
            json_t *row;

            if (!is_kept(results[s], fit))
                continue;
            row = row_of(results[s], fit);
            fputs(between, file);
            write_key(file, fit->id);
            json_dumpf(row, file, JSON_COMPACT | JSON_REAL_PRECISION(fit->curve.bits ? 8 : 17));
            json_decref(row);
            between = ",\n";
            any = true;
        }
        fputs(*between == '{' ? "{}" : "}", file);
    }
    fputs("}}\n", file);
    return any;
}
