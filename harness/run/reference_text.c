/* References in the store: see reference_text.h.  Numbers are written in base 16, exactly. */
#include "harness/run/reference_text.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

void reference_text_key(const struct problem *problem, mpq_srcptr until, long digits,
                        const char *numerics_version, char key[DIGEST_TEXT])
{
    const struct model *model = problem->model;
    struct digest digest;
    char number[32], *time = mpq_get_str(NULL, 10, until);
    void (*release)(void *, size_t);

    mp_get_memory_functions(NULL, NULL, &release);
    digest_begin(&digest);
    digest_add_text(&digest, "reference of", model->text);
    for (size_t i = 0; i < model->parameters; i++) {
        digest_add_text(&digest, "parameter", model->parameter[i].name);
        digest_add_text(&digest, "value", model->parameter[i].text);
    }
    for (size_t i = 0; i < model->dimension; i++)
        digest_add_text(&digest, "initial", problem->initial->text[i]);
    digest_add_text(&digest, "until", time);
    snprintf(number, sizeof number, "%ld", digits);
    digest_add_text(&digest, "digits", number);
    digest_add_text(&digest, "numerics_version", numerics_version);
    digest_end(&digest, key);
    release(time, strlen(time) + 1);
}

static json_t *numbers_json(mpfr_t *numbers, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char *text;

        mpfr_asprintf(&text, "%Ra", numbers[i]);
        json_array_append_new(list, json_string(text));
        mpfr_free_str(text);
    }
    return list;
}

static json_t *doubles_json(const double *numbers, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char text[64];

        snprintf(text, sizeof text, "%a", numbers[i]);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

char *reference_text_write(const struct reference *reference)
{
    json_t *json = json_pack("{s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "precision",
                             (json_int_t)reference->precision, "digits", (json_int_t)reference->digits,
                             "agreed_digits", (json_int_t)reference->agreed_digits, "state",
                             numbers_json(reference->state, reference->dimension), "observable",
                             numbers_json(reference->observable, reference->observables), "excursion",
                             doubles_json(reference->excursion, reference->dimension), "drift",
                             doubles_json(reference->drift, reference->observables));
    char *line = json_dumps(json, JSON_COMPACT);

    json_decref(json);
    return line;
}

static bool read_numbers(mpfr_t *numbers, size_t count, const json_t *list)
{
    bool good = json_array_size(list) == count;

    for (size_t i = 0; i < count && good; i++) {
        const char *text = json_string_value(json_array_get(list, i));

        good = text && mpfr_set_str(numbers[i], text, 0, MPFR_RNDN) == 0 && mpfr_number_p(numbers[i]);
    }
    return good;
}

static bool read_doubles(double *numbers, size_t count, const json_t *list)
{
    bool good = json_array_size(list) == count;

    for (size_t i = 0; i < count && good; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        char *end = NULL;

        numbers[i] = text ? strtod(text, &end) : NAN;
        good = isfinite(numbers[i]) && end && *end == '\0';
    }
    return good;
}

struct reference *reference_text_read(const char *line)
{
    json_t *json = json_loads(line, 0, NULL);
    const json_t *state = json_object_get(json, "state"), *observable = json_object_get(json, "observable");
    json_int_t precision = json_integer_value(json_object_get(json, "precision"));
    struct reference *reference = NULL;

    if (precision >= MPFR_PREC_MIN && precision <= 1000000)
        reference = reference_allocate(json_array_size(state), json_array_size(observable), precision);
    if (reference) {
        reference->digits = (long)json_integer_value(json_object_get(json, "digits"));
        reference->agreed_digits = (long)json_integer_value(json_object_get(json, "agreed_digits"));
    }
    if (reference &&
        !(read_numbers(reference->state, reference->dimension, state) &&
          read_numbers(reference->observable, reference->observables, observable) &&
          read_doubles(reference->excursion, reference->dimension, json_object_get(json, "excursion")) &&
          read_doubles(reference->drift, reference->observables, json_object_get(json, "drift")))) {
        reference_destroy(reference);
        reference = NULL;
    }
    json_decref(json);
    return reference;
}
