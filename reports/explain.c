/* Which fits, runs and claims an id names: see explain.h. */
#include "reports/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/study/ledger.h"
#include "integrators/foreign/foreign_method.h"
#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/template.h"
#include "reports/words.h"

/* ---- ids that come near one that names nothing ---- */

static size_t count_slashes(const char *text)
{
    size_t slashes = 0;

    for (; *text; text++)
        slashes += *text == '/';
    return slashes;
}

/* Compares `id` with every row of parts of the fit's id that has as many slashes. */
static void compare_parts(struct text_near *near, const char *full, const char *id)
{
    const size_t slashes = count_slashes(id);

    for (const char *begin = full; begin; begin = strchr(begin, '/'), begin = begin ? begin + 1 : NULL) {
        char part[TEXT_NEAR_LENGTH];
        const char *end = begin + strcspn(begin, "/");

        for (size_t i = 0; i < slashes && *end; i++)
            end += 1 + strcspn(end + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - begin), begin);
        text_near_add(near, part);
    }
}

/* Says that there is no such id, and which ids come near. */
static void fail_to_find(const struct results *results, const char *id, struct error *error)
{
    struct text_near near = {.wanted = id};
    char list[TEXT_NEAR * (TEXT_NEAR_LENGTH + 2)];

    for (size_t i = 0; i < results->fits; i++)
        compare_parts(&near, results->fit[i].id, id);
    if (*text_near_list(&near, false, list, sizeof list))
        error_set(error, "%.200s: no order of study %.100s has this in its id; near: %s", id,
                  results->study->name, list);
    else
        error_set(error, "%.200s: study %.100s has no orders to explain", id, results->study->name);
}

int explain_rank(enum verdict verdict)
{
    static const int ranks[] = {
        [VERDICT_REFUTED] = 0, [VERDICT_INCONCLUSIVE] = 1,   [VERDICT_VACUOUS] = 2,
        [VERDICT_NONE] = 3,    [VERDICT_NOT_APPLICABLE] = 4, [VERDICT_HOLDS_TO_ROUND_OFF] = 5,
        [VERDICT_HOLDS] = 6};

    return ranks[verdict];
}

static int compare_fits(const void *a, const void *b)
{
    const struct fit *x = *(const struct fit *const *)a, *y = *(const struct fit *const *)b;
    const int ranks = explain_rank(x->outcome.verdict) - explain_rank(y->outcome.verdict);

    return ranks ? ranks : (x > y) - (x < y);
}

const struct fit **explain_find(const struct results *results, const char *id, size_t *count,
                                struct error *error)
{
    const struct fit **found = memory_create(results->fits + 1, sizeof *found);

    *count = 0;
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (strcmp(fit->id, id) == 0) {
            found[0] = fit;
            *count = 1;
            return found;
        }
        if (fit->claim && ledger_is_part(fit->claim->id, id) ? !fit->context.aside : results_names(fit, id))
            found[(*count)++] = fit;
    }
    qsort(found, *count, sizeof *found, compare_fits);
    if (*count > 0)
        return found;
    free(found);
    fail_to_find(results, id, error);
    return NULL;
}

const struct cell *explain_find_cell(const struct results *results, const char *id)
{
    for (size_t i = 0; i < results->cells; i++) {
        if (strcmp(results->cell[i].id, id) == 0)
            return results->cell + i;
    }
    return NULL;
}

const char *explain_line(const struct fit *fit, char *buffer, size_t size)
{
    struct words *words = words_open();
    json_t *said = words_of_fit(words, NULL, fit, false);

    snprintf(buffer, size, "%-14s %s  %s",
             fit->outcome.verdict ? term_word(TERM_VERDICT, fit->outcome.verdict) : "measured", fit->id,
             words_text(said, "evidence"));
    json_decref(said);
    words_close(words);
    return buffer;
}

bool explain_print(const struct results *results, const char *id, FILE *to, struct error *error)
{
    json_t *document = explain_json(results, id, error);
    const bool printed = document && template_write(to, "explain.txt", document, error);

    json_decref(document);
    return printed;
}

/* ---- Points ---- */

static bool is_finer_used(const struct fit *fit, size_t i)
{
    while (++i < fit->points.count) {
        if (fit->order.used[i])
            return true;
    }
    return false;
}

/* Of several points those finer than the window with an error that is not too large
 * were not admitted, which the floor alone can do. */
enum explain_point explain_point_of(const struct fit *fit, size_t i)
{
    const double error = fit->points.errors[i];

    if (fit->order.used[i])
        return EXPLAIN_POINT_USED;
    if (!isfinite(error))
        return EXPLAIN_POINT_NO_VALUE;
    if (error < 0 || fit->outcome.subject == SUBJECT_NUMBER)
        return EXPLAIN_POINT_VALUE;
    if (error > ORDER_FIT_LARGEST)
        return EXPLAIN_POINT_TOO_LARGE;
    if (error == 0 || !(error >= ORDER_FIT_FLOORS * words_floor(fit, i)))
        return EXPLAIN_POINT_BELOW_FLOOR;
    if (fit->points.count == 1)
        return EXPLAIN_POINT_VALUE;
    if (!is_finer_used(fit, i))
        return EXPLAIN_POINT_BELOW_FLOOR;
    return EXPLAIN_POINT_OUTSIDE;
}

const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (strcmp(cell->step, fit->points.step_sizes[point]) == 0 && results_uses(fit, cell))
            return cell;
    }
    return NULL;
}

/* ---- command ---- */

/* The point whose run is worth a look: that of a number that is claimed, the first without a value, else the
 * finest used, else the finest. */
static size_t choose_point(const struct fit *fit)
{
    const char *step = fit->outcome.subject == SUBJECT_NUMBER ? fit->claim->number.step : NULL;
    size_t last = fit->points.count - 1;

    for (size_t i = 0; step && i < fit->points.count; i++) {
        if (strcmp(fit->points.step_sizes[i], step) == 0)
            return i;
    }
    for (size_t i = 0; i < fit->points.count; i++) {
        if (explain_point_of(fit, i) == EXPLAIN_POINT_NO_VALUE)
            return i;
    }
    while (last > 0 && !fit->order.used[last])
        last--;
    return fit->order.used[last] ? last : fit->points.count - 1;
}

const char *explain_command(const struct results *results, const struct fit *fit, char *buffer, size_t size)
{
    const struct cell *cell =
        fit->points.count > 0 ? explain_point_cell(results, fit, choose_point(fit)) : NULL;
    struct words_text text = {buffer, size, 0};

    buffer[0] = '\0';
    if (!cell)
        return buffer;
    if (foreign_method_of(fit->curve.method))
        words_append_part(&text, results, fit);
    else
        words_append_run(&text, fit, cell->step, cell->steps, cell->precision->text);
    return buffer;
}
