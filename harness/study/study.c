/* Studies: see study.h. */
#include "harness/study/study.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/reader/data_path.h"
#include "harness/study/study_field.h"
#include "harness/study/study_read.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/text.h"

/* What is left of the last '/' (NULL when there is none), and the name between it and ".lua". */
static void split_path(struct study *study)
{
    const char *slash = strrchr(study->path, '/'), *base = slash ? slash + 1 : study->path;

    study->folder = slash ? memory_copy_string(study->path) : NULL;
    if (slash)
        study->folder[slash - study->path] = '\0';
    study->name = memory_copy_string(base);
    if (text_is_lua_file(base))
        study->name[strlen(base) - strlen(".lua")] = '\0';
}

struct study *study_create(const char *name, bool full, struct error *error)
{
    char *path = data_path_find(name, "studies", NULL, error);
    struct study *study;

    if (!path)
        return NULL;
    study = memory_create(1, sizeof *study);
    study->path = path;
    study->in_full = full;
    split_path(study);
    const char *fault = text_name_fault(study->name);

    if (fault)
        error_set(error, "the name '%.60s' of a study %s", study->name, fault);
    else if (study_field_run(path, "study", study_read, study, &study->text, error))
        return study;
    study_destroy(study);
    return NULL;
}

void study_destroy(struct study *study)
{
    if (!study)
        return;
    memory_release(study->kept);
    free(study->name);
    free(study->path);
    free(study->folder);
    free(study->text);
    free(study);
}

/* How closely a set of steps is meant for these initial data; 0: not at all. */
static int rank_steps(const struct study_steps *set, const char *model, const char *initial)
{
    size_t length = strlen(model);

    if (!set->model)
        return 1;
    if (strncmp(set->model, model, length) != 0)
        return 0;
    if (set->model[length] == '\0')
        return 2;
    return set->model[length] == '/' && strcmp(set->model + length + 1, initial) == 0 ? 3 : 0;
}

const struct study_steps *study_find_steps(const struct study *study, const char *model, const char *initial)
{
    const struct study_steps *best = NULL;
    int rank = 0;

    for (size_t i = 0; i < study->step_sets; i++) {
        int found = rank_steps(study->steps + i, model, initial);

        if (found > rank) {
            best = study->steps + i;
            rank = found;
        }
    }
    return best;
}

bool study_matches(const struct study_strings *globs, const char *name)
{
    for (size_t i = 0; i < globs->count; i++) {
        if (fnmatch(globs->text[i], name, 0) == 0)
            return true;
    }
    return false;
}

bool study_panel_shows(const struct study_panel *panel, const char *model, const char *initial,
                       const char *method, const char *projection, const char *precision)
{
    return strcmp(panel->model, model) == 0 && (!panel->initial || strcmp(panel->initial, initial) == 0) &&
           study_matches(&panel->methods, method) && fnmatch(panel->projection, projection, 0) == 0 &&
           fnmatch(panel->precision, precision, 0) == 0;
}

bool study_says(const struct study_strings *list, const char *word)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->text[i], word) == 0)
            return true;
    }
    return false;
}

/* The formula with the word s replaced by its value; whether the word is there. */
static bool insert_stages(char *text, size_t size, const char *formula, size_t stages)
{
    size_t used = 0;
    bool found = false;

    for (const char *c = formula; *c && used + 24 < size; c++) {
        bool inside = c > formula && isalnum((unsigned char)c[-1]);

        if (*c == 's' && !inside && !isalnum((unsigned char)c[1])) {
            used += (size_t)snprintf(text + used, size - used, "(%zu)", stages);
            found = true;
        } else {
            text[used++] = *c;
        }
    }
    text[used] = '\0';
    return found;
}

/* The value of a formula without s; NaN when it is none. */
static double evaluate(const char *text)
{
    struct graph *graph = graph_create();
    struct error ignored;
    expression order = graph_parse(graph, text, &ignored);
    double value = NAN;

    if (order) {
        mpfr_t result;

        mpfr_init2(result, 53);
        graph_value(result, order, NULL);
        value = mpfr_get_d(result, MPFR_RNDN);
        mpfr_clear(result);
    }
    graph_destroy(graph);
    return value;
}

bool study_evaluate_claim(const struct study *study, const struct study_claim *claim, size_t stages,
                          double *value, struct error *error)
{
    enum { LONGEST = 60 };
    char text[1600]; /* every character may become a number of 20 digits in brackets */

    if (strlen(claim->formula) <= LONGEST) {
        if (insert_stages(text, sizeof text, claim->formula, stages) && stages == 0)
            return error_set(error,
                             "%s: the order \"%s\" of claim %s has an s, and a method of the claim has none; "
                             "write a number such as \"4\"",
                             study->path, claim->formula, claim->id);
        *value = evaluate(text);
        if (isfinite(*value))
            return true;
    }
    return error_set(
        error, "%s: the order \"%.80s\" of claim %s cannot be read; write a formula in s such as \"2*s\"",
        study->path, claim->formula, claim->id);
}

void study_allow_refinement(struct study *study, bool refine)
{
    if (refine && study->refine < STUDY_MOST_REFINEMENT)
        study->refine = STUDY_MOST_REFINEMENT;
}
