/* What a run begins with: see study_run.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/plan/claims/family_claims.h"
#include "harness/plan/focus.h"
#include "harness/plan/grid.h"
#include "harness/plan/study_check.h"
#include "harness/run/study_run.h"
#include "harness/store/store.h"

/* A plan is of all cells where there is no store. */
static bool open_store(struct study_start *start, const struct study_run_settings *settings,
                       struct error *error)
{
    if (settings->use == STUDY_RUN_PLANS && access(settings->store, F_OK) != 0 && errno == ENOENT)
        return true;
    start->store = settings->use == STUDY_RUN_COMPUTES ? store_open(settings->store, error)
                   : settings->store_checked           ? store_open_again(settings->store, error)
                                                       : store_open_other(settings->store, error);
    return start->store != NULL;
}

static bool read_file(struct study_start *start, const char *name, const struct study_run_settings *settings,
                      struct error *error)
{
    struct study *study = start->study = study_create(name, settings->full, error);

    if (!study)
        return false;
    if (study_programs_missing(study))
        return error_set(
            error,
            "%.300s needs the program %.80s, which is not installed; install it, or leave out the study",
            study->path, study_programs_missing(study));
    study_allow_refinement(study, settings->refine);
    if (settings->budget && !study->refine)
        return error_set(error,
                         "--budget is what --refine may cost; write --refine --budget %zu, or leave it out",
                         (size_t)settings->budget);
    start->focus = settings->focus ? focus_create(study, settings->focus, error) : NULL;
    return (!settings->focus || start->focus) && family_claims_add(study, error);
}

/* ---- what programs and shared objects have said of their methods ---- */

static char *find_said(void *context, const char *key)
{
    struct error ignored;
    char *text = NULL;

    return context && store_find(context, STORE_METHODS, key, &text, &ignored) ? text : NULL;
}

/* Keeps what was said now, where that is new. */
static bool keep_said(const struct study_start *start, struct error *error)
{
    const struct grid_methods *methods = &start->grid->methods;
    bool good = true;

    for (size_t i = 0; i < methods->asked && good; i++) {
        const struct grid_said *said = methods->said + i;
        char *text = find_said(start->store, said->key);

        if (!text || strcmp(text, said->text) != 0)
            good = store_put(start->store, STORE_METHODS, said->key, said->origin, said->text, error);
        free(text);
    }
    return good;
}

/* ---- the grid ---- */

/* A plan has no cells where the store does not know what methods there are. */
static bool multiply_out(struct study_start *start, const struct study_run_settings *settings,
                         struct error *error)
{
    bool known = true;

    if (settings->use == STUDY_RUN_PLANS)
        start->starts = grid_methods_started(start->study, &known, error);
    if (settings->use == STUDY_RUN_PLANS && (!start->starts || (!known && start->study->said)))
        return start->starts != NULL;
    start->grid = settings->about && !settings->only && !start->focus
                      ? grid_create_about(start->study, settings->about, error)
                      : grid_create(start->study, settings->only, start->focus, error);
    return start->grid && study_check(start->grid, error);
}

/* Only a run that computes starts what the study names; others take from the store what that has said. */
bool study_start_read(struct study_start *start, const char *name, const struct study_run_settings *settings,
                      struct error *error)
{
    struct study_said said;
    bool good;

    if (!read_file(start, name, settings, error))
        return false;
    if (settings->use == STUDY_RUN_COMPUTES)
        return multiply_out(start, settings, error) && open_store(start, settings, error) &&
               keep_said(start, error);
    if (!open_store(start, settings, error))
        return false;
    said = (struct study_said){find_said, start->store};
    start->study->said = settings->starts ? NULL : &said;
    good = multiply_out(start, settings, error);
    start->study->said = NULL;
    return good;
}
