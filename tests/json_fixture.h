/* Documents that the program wrote into the folder of a fixture. */
#ifndef ASSAY_TESTS_JSON_FIXTURE_H
#define ASSAY_TESTS_JSON_FIXTURE_H

#include "tests/run_fixture.h"

#include <jansson.h>

/* The document in that file; the caller owns it. */
static inline json_t *load(const struct fixture *fixture, const char *name)
{
    char path[PATH_SIZE];
    json_error_t error;
    json_t *json = json_load_file(path_in(path, fixture->folder, name), 0, &error);

    if (!json)
        fail_msg("%s: %s", name, error.text);
    return json;
}

/* The text of that key, which must be there. */
static inline const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    assert_non_null(text);
    return text;
}

#endif
