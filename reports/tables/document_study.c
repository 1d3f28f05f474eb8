/* What the document of a study has beside its runs, fits and claims: see document.h. */
#include "reports/tables/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"
#include "harness/judge/verdict_value.h"
#include "integrators/methods/projection.h"
#include "reports/audit_document.h"
#include "reports/figures/family.h"
#include "reports/figures/panels.h"
#include "reports/shell.h"
#include "reports/tables/columns.h"
#include "reports/words.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* ---- lists ---- */

static bool has_text(const json_t *list, const char *text)
{
    size_t i = 0;

    while (i < json_array_size(list) && strcmp(json_string_value(json_array_get(list, i)), text) != 0)
        i++;
    return i < json_array_size(list);
}

static void add_once(json_t *list, const char *text)
{
    json_t *value = columns_text(text);

    if (!has_text(list, json_string_value(value)))
        json_array_append(list, value);
    json_decref(value);
}

/* The measures of the runs, in the order in which they first appear. */
static json_t *measures_json(const struct results *results)
{
    json_t *names = json_array();

    for (size_t i = 0; i < results->cells; i++) {
        for (size_t m = 0; m < results->cell[i].measures; m++)
            add_once(names, results->cell[i].measure[m].name);
    }
    for (size_t i = 0; i < results->forgotten; i++)
        add_once(names, results->forgotten_measure[i]);
    return names;
}

/* What measures and precisions are called in a sentence. */
static json_t *words_json(const struct results *results)
{
    json_t *words = json_object();
    char text[128];

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!json_object_get(words, fit->measure_name))
            set(words, fit->measure_name, columns_text(words_measure(fit->measure_name, text, sizeof text)));
        if (!json_object_get(words, fit->curve.precision->text))
            set(words, fit->curve.precision->text,
                columns_text(words_precision(fit->curve.precision->text, text, sizeof text)));
    }
    for (size_t i = 0; i < results->figures; i++) {
        for (size_t k = 0; k < results->figure[i].measures.count; k++) {
            const char *measure = results->figure[i].measures.text[k];

            set(words, measure, columns_text(words_measure(measure, text, sizeof text)));
        }
    }
    for (size_t i = 0; i < results->cells; i++) {
        if (!json_object_get(words, results->cell[i].precision->text))
            set(words, results->cell[i].precision->text,
                columns_text(words_precision(results->cell[i].precision->text, text, sizeof text)));
    }
    return words;
}

/* All that there are, then those of files as they appear in the fits. */
static json_t *projections_json(const struct results *results)
{
    json_t *names = json_array();

    for (const struct projection *row = projection_table; row->name; row++)
        add_once(names, row->name);
    for (size_t i = 0; i < results->fits; i++)
        add_once(names, results->fit[i].curve.projection->name);
    return names;
}

/* What family a method belongs to by its name, and what tells it from the others of it. */
static void add_family(json_t *families, const struct fit *fit)
{
    const char *method = fit->curve.method->name;
    const struct family family = family_of(method);
    char title[256];

    if (json_object_get(families, method))
        return;
    set(families, method,
        json_pack("{s:o, s:o, s:o, s:b}", "prefix", json_stringn(family.prefix, family.length), "title",
                  columns_text(family_title(family, title, sizeof title)), "member",
                  columns_text(family_member(family, method)), "known", family.title != NULL));
}

static json_t *expectations_json(const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->expectations; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:s}", "id", columns_text(results->expectation[i].id),
                                        "verdict", term_word(TERM_VERDICT, results->expectation[i].verdict)));
    return list;
}

static json_t *sections_json(const struct study *study)
{
    json_t *list = json_array();

    for (size_t i = 0; i < study->sections; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "title", columns_text(study->section[i].title),
                                              "text", columns_text(study->section[i].text)));
    return list;
}

static json_t *models_json(const struct study *study)
{
    json_t *list = json_array();

    for (size_t i = 0; i < study->reasons; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "model", columns_text(study->reason[i].model),
                                              "reason", columns_text(study->reason[i].text)));
    return list;
}

static json_t *tables_json(const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->tables; i++) {
        const struct study_table *table = results->table + i;

        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", columns_text(table->name), "title",
                            columns_text(table->title), "source", columns_text(table->source), "model",
                            columns_text(table->model), "measure", columns_text(table->measure), "precision",
                            columns_text(table->precision)));
    }
    return list;
}

/* ---- commands and rules ---- */

/* explain, an id and `asked` explain the fit or the claim of that id. */
static json_t *commands_json(const struct results *results)
{
    char again[WORDS_SENTENCE * 2], asked[WORDS_SENTENCE * 4], store[4110], path[4099];
    struct words_text run = {again, sizeof again, 0}, options = {asked, sizeof asked, 0};

    asked[0] = '\0';
    words_append_again(&run, results);
    words_append_asked(&options, results);
    return json_pack("{s:o, s:o, s:o, s:o}", "run", columns_text(again), "explain",
                     json_sprintf("assay explain %s%s", shell_word(words_study(results), path, sizeof path),
                                  results->study->in_full ? " --full" : ""),
                     "asked", columns_text(asked), "store",
                     columns_text(shell_store(results->provenance.store, store, sizeof store)));
}

/* The numbers by which verdicts are found, which the page explains. */
static json_t *thresholds_json(void)
{
    static const struct {
        const char *name;
        double value;
    } numbers[] = {{"order_fit_floors", ORDER_FIT_FLOORS},
                   {"order_fit_largest", ORDER_FIT_LARGEST},
                   {"order_fit_points", ORDER_FIT_POINTS},
                   {"order_fit_widened", ORDER_FIT_WIDENED},
                   {"order_fit_widest", ORDER_FIT_WIDEST},
                   {"order_fit_largest_change", ORDER_FIT_LARGEST_CHANGE},
                   {"grid_repeat_bits", GRID_REPEAT_BITS},
                   {"verdict_fall", VERDICT_FALL},
                   {"verdict_tolerance", VERDICT_TOLERANCE},
                   {"verdict_distance", VERDICT_DISTANCE},
                   {"verdict_halvings", VERDICT_HALVINGS},
                   {"verdict_value_margin", VERDICT_VALUE_MARGIN},
                   {"verdict_own_floors", VERDICT_OWN_FLOORS},
                   {"growth_bounded_below", GROWTH_BOUNDED_BELOW},
                   {"growth_walk_least", GROWTH_WALK_LEAST},
                   {"growth_walk_most", GROWTH_WALK_MOST},
                   {"growth_secular_above", GROWTH_SECULAR_ABOVE},
                   {"growth_falls_below", GROWTH_FALLS_BELOW}};
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        set(object, numbers[i].name, json_real(numbers[i].value));
    return object;
}

/* ---- figures ---- */

static const char *const looks[] = {"errors",        "magnitude", "signed",          "means",
                                    "maxima",        "points",    "lines",           "loop",
                                    "loop-of-start", "surface",   "surface-of-start"};

/* x, y and, of a band or of a tenth of the run, the least and the largest value. */
static json_t *points_json(const struct panels_curve *curve)
{
    json_t *points = json_array();

    for (size_t i = 0; i < curve->points; i++) {
        const struct panels_point *point = curve->point + i;
        json_t *one = json_pack("[o, o]", columns_number(point->x), columns_number(point->y));

        if (curve->has_band) {
            json_array_append_new(one, columns_number(point->low));
            json_array_append_new(one, columns_number(point->high));
        }
        json_array_append_new(points, one);
    }
    return points;
}

/* Whether nothing but zeros was kept, which has no place on a logarithmic axis. */
static bool is_zero(const struct panels_curve *curve)
{
    size_t i = 0;

    while (i < curve->points && curve->point[i].low == 0 && curve->point[i].high == 0)
        i++;
    return i > 0 && i == curve->points;
}

static json_t *curve_json(const struct panels_curve *curve, enum panels_look look)
{
    const struct cell *cell = curve->cell;
    char end[128];

    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:s, s:o, s:o, s:b, s:b, s:b, s:o, s:o, s:o}", "run",
        columns_text(cell->id), "label", columns_text(curve->label), "model",
        columns_text(cell->problem->model->name), "initial", columns_text(cell->problem->initial->name),
        "step", columns_text(cell->step), "steps", (json_int_t)cell->steps, "duration",
        columns_number(panels_duration(curve)), "precision", columns_text(cell->precision->text), "status",
        term_word(TERM_CELL, cell->status), "end", columns_text(panels_end(curve, end, sizeof end)), "time",
        curve->history && panels_at_times(look) ? columns_number(curve->time) : json_null(), "kept",
        curve->history != NULL, "band", curve->has_band, "zero", is_zero(curve), "x",
        columns_text(curve->axis[0]), "y", columns_text(curve->axis[1]), "points", points_json(curve));
}

static json_t *history_json(const struct panels_panel *panel)
{
    const struct study_panel *asked = panel->asked;
    const struct panels_curve *first = panel->curve;
    json_t *curves = json_array(), *axes = json_array();
    char channel[128];

    for (size_t i = 0; i < panel->curves; i++)
        json_array_append_new(curves, curve_json(panel->curve + i, panel->look));
    for (size_t i = 0; i < asked->axes.count; i++)
        json_array_append_new(axes, columns_text(asked->axes.text[i]));
    return json_pack(
        "{s:I, s:o, s:s, s:o, s:o, s:o, s:b, s:o, s:o}", "letter", (json_int_t)panel->letter, "title",
        columns_text(panel->title), "look", looks[panel->look], "channel", columns_text(asked->channel),
        "words",
        columns_text(panel->curves > 0 ? panels_channel(asked->channel, first->cell->problem->system, channel,
                                                        sizeof channel)
                                       : NULL),
        "precision", columns_text(asked->precision), "free", asked->free, "axes", axes, "curves", curves);
}

/* The fits that it draws by their numbers, from 0, among those of the document and, behind these, those beside. */
static json_t *errors_json(const struct results *results, const struct panels_panel *panel, json_t *beside)
{
    json_t *fits = json_array();

    for (size_t i = 0; i < panel->curves; i++) {
        const struct fit *fit = panel->curve[i].fit;
        size_t number = (size_t)(fit - results->fit), k = 0;

        if (number >= results->fits) {
            while (k < json_array_size(beside) &&
                   json_integer_value(json_array_get(beside, k)) != (json_int_t)number)
                k++;
            if (k == json_array_size(beside))
                json_array_append_new(beside, json_integer((json_int_t)number));
            number = results->fits + k;
        }
        json_array_append_new(fits, json_integer((json_int_t)number));
    }
    return json_pack("{s:I, s:o, s:o, s:o}", "letter", (json_int_t)panel->letter, "projection",
                     columns_text(panel->projection), "measure", columns_text(panel->measure), "fits", fits);
}

static json_t *figure_json(const struct results *results, const struct study_figure *figure, json_t *beside)
{
    struct panels *panels = panels_create(results, figure);
    json_t *list = json_array(), *object;

    for (size_t p = 0; p < panels->panels; p++)
        json_array_append_new(list, figure->panels ? history_json(panels->panel + p)
                                                   : errors_json(results, panels->panel + p, beside));
    object = json_pack("{s:o, s:o, s:o, s:o, s:s, s:b, s:o, s:o}", "name", columns_text(figure->name),
                       "title", columns_text(figure->title), "source", columns_text(figure->source), "model",
                       columns_text(figure->model), "kind",
                       figure->panels         ? "histories"
                       : figure->against_work ? "work"
                                              : "errors",
                       "alone", panels->alone, "initial", columns_text(panels->initial), "panels", list);
    panels_destroy(panels);
    return object;
}

size_t document_letters(const json_t *figure)
{
    const json_t *panels = json_object_get(figure, "panels");
    const size_t count = json_array_size(panels);

    return count
               ? 1 + (size_t)json_integer_value(json_object_get(json_array_get(panels, count - 1), "letter"))
               : 0;
}

bool document_shows(const json_t *figure, int letter)
{
    const json_t *panels = json_object_get(figure, "panels");

    for (size_t i = 0; i < json_array_size(panels); i++) {
        const json_t *panel = json_array_get(panels, i), *curves = json_object_get(panel, "curves");

        if (letter >= 0 && json_integer_value(json_object_get(panel, "letter")) != letter)
            continue;
        for (size_t c = 0; c < json_array_size(curves); c++) {
            if (json_is_true(json_object_get(json_array_get(curves, c), "kept")))
                return true;
        }
        if (json_array_size(json_object_get(panel, "fits")) > 0)
            return true;
    }
    return false;
}

/* Sets "figures", "beside" and "families". */
static void set_figures(json_t *document, const struct results *results, const struct words *words)
{
    json_t *figures = json_array(), *numbers = json_array(), *beside = json_array(),
           *families = json_object();

    for (size_t i = 0; i < results->figures; i++)
        json_array_append_new(figures, figure_json(results, results->figure + i, numbers));
    for (size_t i = 0; i < results->fits; i++)
        add_family(families, results->fit + i);
    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const struct fit *fit = results->fit + json_integer_value(json_array_get(numbers, i));

        json_array_append_new(beside, document_fit(words, results, fit));
        add_family(families, fit);
    }
    json_decref(numbers);
    set(document, "figures", figures);
    set(document, "beside", beside);
    set(document, "families", families);
}

void document_set_study(json_t *document, const struct results *results, const struct words *words)
{
    json_t *audit = audit_document(results, words);

    set(document, "path", columns_text(results->study->path));
    set(document, "commands", commands_json(results));
    set(document, "measures", measures_json(results));
    set(document, "words", words_json(results));
    set(document, "projections", projections_json(results));
    set(document, "expectations", expectations_json(results));
    set(document, "sections", sections_json(results->study));
    set(document, "models", models_json(results->study));
    set(document, "tables", tables_json(results));
    set_figures(document, results, words);
    set(document, "audit", audit ? audit : json_null());
    set(document, "thresholds", thresholds_json());
}
