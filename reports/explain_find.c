/* Which fits an id names, and which come near one that names none: see explain.h. */
#include "reports/explain.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

/* ---- ids that come near ---- */

enum { NEAR_IDS = 3, NEAR_LENGTH = 200 };

struct near {
    size_t count, distance[NEAR_IDS];
    char text[NEAR_IDS][NEAR_LENGTH];
};

/* Edits (a character added, dropped or replaced) from one text to the other: Levenshtein's distance. */
static size_t count_edits(const char *from, const char *to)
{
    size_t row[NEAR_LENGTH + 1], length = strlen(to);

    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; from[i - 1]; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t replaced = diagonal + (from[i - 1] != to[j - 1]);
            size_t shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];

            diagonal = row[j];
            row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[length];
}

/* Keeps the nearest texts, nearest first, each once. */
static void keep_nearest(struct near *near, const char *text, size_t distance)
{
    size_t at = near->count;

    for (size_t i = 0; i < near->count; i++) {
        if (strcmp(near->text[i], text) == 0)
            return;
    }
    while (at > 0 && near->distance[at - 1] > distance)
        at--;
    if (at == NEAR_IDS)
        return;
    near->count += near->count < NEAR_IDS;
    for (size_t i = near->count - 1; i > at; i--) {
        near->distance[i] = near->distance[i - 1];
        memcpy(near->text[i], near->text[i - 1], NEAR_LENGTH);
    }
    near->distance[at] = distance;
    snprintf(near->text[at], NEAR_LENGTH, "%s", text);
}

static size_t count_slashes(const char *text)
{
    size_t slashes = 0;

    for (; *text; text++)
        slashes += *text == '/';
    return slashes;
}

/* Compares `id` with every row of parts of the fit's id that has as many slashes. */
static void compare_parts(struct near *near, const char *full, const char *id)
{
    const size_t slashes = count_slashes(id);

    for (const char *begin = full; begin; begin = strchr(begin, '/'), begin = begin ? begin + 1 : NULL) {
        char text[NEAR_LENGTH];
        const char *end = begin + strcspn(begin, "/");

        for (size_t i = 0; i < slashes && *end; i++)
            end += 1 + strcspn(end + 1, "/");
        snprintf(text, sizeof text, "%.*s", (int)(end - begin), begin);
        keep_nearest(near, text, count_edits(id, text));
    }
}

/* Says that there is no such id, and which ids come near. */
static void fail_to_find(const struct results *results, const char *id, struct error *error)
{
    struct near near = {.count = 0};
    char list[NEAR_IDS * (NEAR_LENGTH + 2) + 1] = "";
    size_t length = 0;

    for (size_t i = 0; i < results->fits; i++)
        compare_parts(&near, results->fit[i].id, id);
    for (size_t i = 0; i < near.count; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", near.text[i]);
    if (near.count == 0)
        error_set(error, "%.200s: study %.100s has no orders to explain", id, results->study->name);
    else
        error_set(error, "%.200s: no order of study %.100s has this in its id; near: %s", id,
                  results->study->name, list);
}

const struct fit **explain_find(const struct results *results, const char *id, size_t *count,
                                struct error *error)
{
    const struct fit **found = memory_create(results->fits + 1, sizeof *found);

    *count = 0;
    for (size_t i = 0; i < results->fits; i++) {
        if (strcmp(results->fit[i].id, id) == 0) {
            found[0] = results->fit + i;
            *count = 1;
            return found;
        }
        if (results_names(results->fit + i, id))
            found[(*count)++] = results->fit + i;
    }
    if (*count > 0)
        return found;
    free(found);
    fail_to_find(results, id, error);
    return NULL;
}
