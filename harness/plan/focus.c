/* A part of a study: see focus.h.
 *
 *     claim    the curves that its entries match, in every precision: claims are judged in mpfr and take
 *              their floors from double; and those of the other methods and projections, with which it is
 *              compared.  One on a number takes the precisions that it is judged in, and the curves that it
 *              is relative to
 *     table    its model and measure, for all methods and projections, in its precision
 *     figure   the same for each of its measures; or the runs whose histories its panels show
 *
 * A floor is the difference of the errors in two precisions: beside the precision of a table stands double,
 * beside double the study's precision of the most bits.  Initial data are not chosen among: those of a
 * witness cost nothing until a claim would be refuted. */
#include "harness/plan/focus.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/ledger.h"
#include "harness/study/name_list.h"
#include "measures/run/precision.h"
#include "numerics/memory.h"

struct focus {
    const struct study *study;
    const char *part;
    const char *finest; /* precision of the study; NULL: it has double alone */
};

static const char *find_finest(const struct study *study)
{
    const char *finest = NULL;

    for (size_t i = 0; i < study->precisions.count; i++) {
        const char *text = study->precisions.text[i];

        if (!precision_is_double(text) && (!finest || strtol(text, NULL, 10) > strtol(finest, NULL, 10)))
            finest = text;
    }
    return finest;
}

bool focus_exists(const struct study *study, const char *part)
{
    bool found = false;

    for (size_t i = 0; i < study->claims; i++)
        found |= ledger_is_part(study->claim[i].id, part);
    for (size_t i = 0; i < study->tables; i++)
        found |= strcmp(study->table[i].name, part) == 0;
    for (size_t i = 0; i < study->figures; i++)
        found |= strcmp(study->figure[i].name, part) == 0;
    return found;
}

/* -- what there is -- */

/* "; tables T1, T2" behind what is there. */
static void append(char *text, size_t size, const char *kind, const struct name_list *names)
{
    size_t used = strlen(text);

    if (*names->text)
        snprintf(text + used, size - used, "%s%s %s", used && text[used - 1] != ' ' ? "; " : "", kind,
                 names->text);
}

void focus_list(const struct study *study, char *text, size_t size)
{
    struct name_list claims = {""}, tables = {""}, figures = {""};

    for (size_t i = 0; i < study->claims; i++)
        name_list_add(&claims, study->claim[i].id);
    for (size_t i = 0; i < study->tables; i++)
        name_list_add(&tables, study->table[i].name);
    for (size_t i = 0; i < study->figures; i++)
        name_list_add(&figures, study->figure[i].name);
    append(text, size, "claims", &claims);
    append(text, size, "tables", &tables);
    append(text, size, "figures", &figures);
}

void focus_near(const struct study *study, struct text_near *near)
{
    for (size_t i = 0; i < study->claims; i++)
        text_near_add(near, study->claim[i].id);
    for (size_t i = 0; i < study->tables; i++)
        text_near_add(near, study->table[i].name);
    for (size_t i = 0; i < study->figures; i++)
        text_near_add(near, study->figure[i].name);
}

struct focus *focus_create(const struct study *study, const char *part, struct error *error)
{
    char there[700] = "";
    struct focus *focus;

    if (!focus_exists(study, part)) {
        focus_list(study, there, sizeof there);
        error_set(error, "%s: there is no claim, table or figure '%.60s'; %s%s", study->path, part,
                  *there ? "write one of " : "it has none", there);
        return NULL;
    }
    focus = memory_create(1, sizeof *focus);
    *focus = (struct focus){.study = study, .part = part, .finest = find_finest(study)};
    return focus;
}

void focus_destroy(struct focus *focus)
{
    free(focus);
}

/* -- what is wanted -- */

/* Whether a claim on a number takes the precision. */
static bool claim_takes(const struct study_claim *claim, const char *precision)
{
    return !claim->precision || fnmatch(claim->precision, precision, 0) == 0;
}

/* The curves that the claim is about, those that tell whether it says something (controls.h) and, for a quotient,
 * those beside them: what it names of these is as named, all else as in its own. */
static bool claim_wants(const struct study_claim *claim, const char *model, const char *method,
                        const char *projection, const char *precision, const char *measure)
{
    const struct study_relative *other = &claim->relative;
    const bool methods = study_matches(&claim->methods, method), precisions = claim_takes(claim, precision),
               projections = fnmatch(claim->projection, projection, 0) == 0;

    if ((claim->model && strcmp(claim->model, model) != 0) || strcmp(claim->measure, measure) != 0)
        return false;
    if (!term_is_number(claim->kind) || (methods && projections && precisions))
        return true;
    return (other->method || other->projection || other->precision) &&
           (other->method ? strcmp(other->method, method) == 0 : methods) &&
           (other->projection ? strcmp(other->projection, projection) == 0 : projections) &&
           (other->precision ? strcmp(other->precision, precision) == 0 : precisions);
}

/* Whether what is shown in the precision `asked` takes runs in `precision`. */
static bool takes_precision(const struct focus *focus, const char *asked, const char *precision)
{
    return strcmp(asked, precision) == 0 || precision_is_double(precision) ||
           (precision_is_double(asked) && focus->finest && strcmp(focus->finest, precision) == 0);
}

static bool has_measure(const struct study_figure *figure, const char *measure)
{
    for (size_t i = 0; i < figure->measures.count; i++) {
        if (strcmp(figure->measures.text[i], measure) == 0)
            return true;
    }
    return false;
}

bool focus_wants(const struct focus *focus, const char *model, const char *initial, const char *method,
                 const char *projection, const char *precision, const char *measure)
{
    const struct study *study = focus ? focus->study : NULL;
    bool wanted = !focus;

    for (size_t i = 0; study && i < study->claims; i++)
        wanted |= ledger_is_part(study->claim[i].id, focus->part) &&
                  claim_wants(study->claim + i, model, method, projection, precision, measure);
    for (size_t i = 0; study && i < study->tables; i++) {
        const struct study_table *table = study->table + i;

        wanted |= strcmp(table->name, focus->part) == 0 && strcmp(table->model, model) == 0 &&
                  strcmp(table->measure, measure) == 0 && takes_precision(focus, table->precision, precision);
    }
    for (size_t i = 0; study && i < study->figures; i++) {
        const struct study_figure *figure = study->figure + i;

        if (strcmp(figure->name, focus->part) != 0)
            continue;
        for (size_t k = 0; k < figure->panels; k++)
            wanted |= /* a picture of histories takes no order: what it shows, the runs keep whatever is asked of them */
                study_panel_shows(figure->panel + k, model, initial, method, projection, precision);
        wanted |= !figure->panels && strcmp(figure->model, model) == 0 && has_measure(figure, measure) &&
                  takes_precision(focus, figure->precision, precision);
    }
    return wanted;
}
