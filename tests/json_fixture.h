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

/* A folder in $ASSAY_PATH for the studies of a paper: shelf/PAPER. */
static inline void make_paper(const struct fixture *fixture, const char *paper)
{
    char shelf[PATH_SIZE], path[PATH_SIZE];

    mkdir(path_in(shelf, fixture->folder, "shelf"), 0777);
    mkdir(path_in(path, shelf, paper), 0777);
    setenv("ASSAY_PATH", shelf, 1);
}

#endif
