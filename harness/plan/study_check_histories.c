/* What a panel of histories asks for: see study_check.h.
 *
 * Channels are energy, the model's invariants by name, constraint, multiplier and its components, state, and
 * the two integral invariants of Poincaré with one of four forms.  A channel that the runs of the panel do
 * not have after all, such as the multiplier of a method without projection, leaves the curve out of the
 * picture. */
#include "harness/plan/study_check.h"

#include <string.h>
#include "integrators/methods/projection.h"
#include "measures/poincare/cell_poincare.h"

/* The next problem of the panel's model and initial data, from *i on; NULL at the end. */
static const struct grid_problem *next_problem(const struct grid *grid, const struct study_panel *panel,
                                               size_t *i)
{
    while (*i < grid->problems) {
        const struct grid_problem *p = grid->problem + (*i)++;

        if (strcmp(p->problem->model->name, panel->model) == 0 &&
            (!panel->initial || strcmp(p->problem->initial->name, panel->initial) == 0))
            return p;
    }
    return NULL;
}

static bool check_initial(const struct grid *grid, const char *who, const struct study_panel *panel,
                          struct error *error)
{
    const struct study_panel any = {.model = panel->model};
    const struct grid_problem *p;
    struct name_list words = {""};
    size_t i = 0;

    if (next_problem(grid, panel, &i))
        return true;
    for (i = 0; (p = next_problem(grid, &any, &i));)
        name_list_add(&words, p->problem->initial->name);
    return study_check_refuse(grid, who, "initial data", panel->initial, &words, error);
}

static bool check_step(const struct grid *grid, const char *who, const struct study_panel *panel,
                       struct error *error)
{
    const struct grid_problem *p;
    struct name_list words = {""};

    for (size_t i = 0; panel->step && (p = next_problem(grid, panel, &i));) {
        for (size_t k = 0; k < p->first_steps; k++) {
            if (strcmp(p->step_text[k], panel->step) == 0)
                return true;
            name_list_add(&words, p->step_text[k]);
        }
    }
    return !panel->step || study_check_refuse(grid, who, "step", panel->step, &words, error);
}

/* Whether the channel is that of an integral invariant. */
static bool is_poincare(const char *channel)
{
    struct measure_id id = measure_find(NULL, channel);

    return id.channel >= 0 && (id.measure == measure_table + MEASURE_POINCARE_1 ||
                               id.measure == measure_table + MEASURE_POINCARE_2);
}

static bool check_channel(const struct grid *grid, const char *who, const struct study_panel *panel,
                          struct error *error)
{
    static const char *const others[] = {"constraint", "multiplier", "state", "section", NULL};
    const struct problem *problem;
    struct name_list words = {""};
    size_t i = 0;

    problem = next_problem(grid, panel, &i)->problem;
    for (size_t k = 0; k < problem->system->observables; k++) {
        if (strcmp(panel->channel, problem_observable_name(problem, k)) == 0)
            return true;
        name_list_add(&words, problem_observable_name(problem, k));
    }
    for (size_t k = 0; others[k]; k++) {
        if (strcmp(panel->channel, others[k]) == 0)
            return true;
        name_list_add(&words, others[k]);
    }
    if (result_is_component(problem, panel->channel) || is_poincare(panel->channel))
        return true;
    name_list_add(&words, "multiplier:NAME, of a constraint or a coordinate, poincare_1:FORM, "
                          "poincare_2:FORM with FORM noncanonical, "
                          "canonical, corrected or printed");
    return error_set(error, "%s: %s has the channel '%.60s', which %s does not have; write one of %s",
                     grid->study->path, who, panel->channel, panel->model, words.text);
}

static bool check_axes(const struct grid *grid, const char *who, const struct study_panel *panel,
                       struct error *error)
{
    const struct model *model;
    struct name_list words = {""};
    size_t i = 0;

    model = next_problem(grid, panel, &i)->problem->model;
    for (size_t k = 0; k < model->dimension; k++)
        name_list_add(&words, model->coordinates[k]);
    for (size_t a = 0; a < panel->axes.count; a++) {
        size_t k = 0;

        while (k < model->dimension && strcmp(model->coordinates[k], panel->axes.text[a]) != 0)
            k++;
        if (k == model->dimension)
            return error_set(error,
                             "%s: %s has the axis '%.60s', which is not a coordinate of %s; write two of %s",
                             grid->study->path, who, panel->axes.text[a], panel->model, words.text);
    }
    return true;
}

/* Loops and surfaces are those of the integral invariants that the study takes. */
static bool check_submanifold(const struct grid *grid, const char *who, const struct study_panel *panel,
                              struct error *error)
{
    const bool loop = panel->kind == PANEL_LOOP;
    const struct grid_problem *p;
    size_t i = 0;

    while ((p = next_problem(grid, panel, &i))) {
        if (measure_taken_from(p->problem, loop ? MEASURE_OF_LOOP : MEASURE_OF_SURFACE, p->measures,
                               p->measure))
            return true;
    }
    return error_set(error,
                     "%s: %s shows a %s, but the study takes no integral over one; write measures = { "
                     "\"poincare_%d:noncanonical\" }",
                     grid->study->path, who, term_word(TERM_PANEL, panel->kind), loop ? 1 : 2);
}

static bool is_submanifold(const struct study_panel *panel)
{
    return panel->kind == PANEL_LOOP || panel->kind == PANEL_SURFACE;
}

bool study_check_panel(const struct grid *grid, const char *who, const struct study_panel *panel,
                       struct error *error)
{
    if (!grid->study->settings.history)
        return error_set(error,
                         "%s: %s shows a history, but the runs of the study keep none; write history = 200",
                         grid->study->path, who);
    return check_initial(grid, who, panel, error) && check_step(grid, who, panel, error) &&
           (is_submanifold(panel) ? check_submanifold : check_channel)(grid, who, panel, error) &&
           check_axes(grid, who, panel, error);
}

/* ---- loops and surfaces ---- */

static bool check(const struct grid *grid, const struct problem *problem, int order, const char *name,
                  struct error *error)
{
    struct error reason;

    return !name || cell_poincare_has(problem, order, name, &reason) ||
           error_set(error, "%s: %s", grid->study->path, reason.text);
}

bool study_check_loops(const struct grid *grid, struct error *error)
{
    const struct result_settings *settings = &grid->study->settings;

    for (size_t i = 0; i < grid->problems; i++) {
        const struct problem *problem = grid->problem[i].problem;

        if (!check(grid, problem, 1, settings->loop, error) ||
            !check(grid, problem, 2, settings->surface, error))
            return false;
    }
    return true;
}

/* -- files of figures -- */

bool study_check_files(const struct study *study, size_t figure, struct error *error)
{
    const char *name = study->figure[figure].name;
    const size_t length = strlen(name);
    size_t letters = study->figure[figure].panels;

    while (!study->figure[figure].panels && projection_table[letters].name)
        letters++;
    letters += study->figure[figure].panels ? 0 : study->projections.count; /* some may be files */
    for (size_t i = 0; i < study->figures; i++) {
        const char *other = study->figure[i].name;

        if (i < figure && strcmp(other, name) == 0)
            return error_set(error, "%s: there are two figures %s; write different names", study->path, name);
        if (strlen(other) == length + 1 && strncmp(other, name, length) == 0 && other[length] >= 'a' &&
            (size_t)(other[length] - 'a') < letters)
            return error_set(error,
                             "%s: the files of figure %s have the names of those of panel %c of figure %s; "
                             "write another name",
                             study->path, other, other[length], name);
    }
    return true;
}
