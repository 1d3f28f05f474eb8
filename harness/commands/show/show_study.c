/* What a study is run on, and what it measured: see show.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/show/show.h"
#include "reports/tables/document.h"
#include "reports/words.h"

static bool is_measured_on(const struct results *results, const char *model)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (!results->fit[i].refusal && strcmp(results->fit[i].curve.problem->model->name, model) == 0)
            return true;
    }
    return false;
}

json_t *show_panel(const struct results *results, bool print)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->study->reasons; i++) {
        const struct study_note *reason = results->study->reason + i;
        const bool measured = is_measured_on(results, reason->model);

        if (print)
            printf("  %-16s %-25s %s%s\n", i ? "" : "panel", reason->model,
                   measured ? "" : "(the method does not apply) ", reason->text);
        json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "model", reason->model, "reason",
                                              reason->text, "applies", measured));
    }
    return list;
}

/* ---- what was measured ---- */

/* Over the models: in so many fits an order from least to most, nothing but round-off, or neither. */
struct orders {
    size_t ordered, exact, open;
    double least, most;
};

static bool is_measured(const struct fit *fit)
{
    return !fit->refusal && fit->order.status != FIT_NOT_APPLICABLE && !fit->context.confirms &&
           !fit->curve.between;
}

/* Whether both are measured, of the same method, in the same way. */
static bool is_of(const struct fit *fit, const struct fit *other)
{
    return is_measured(fit) && is_measured(other) && fit->curve.method == other->curve.method &&
           fit->curve.precision == other->curve.precision && measure_same(fit->measure, other->measure);
}

static void add(struct orders *measured, const struct fit *fit)
{
    if (fit->order.status == FIT_MEASURED) {
        measured->least = measured->ordered ? fmin(measured->least, fit->order.value) : fit->order.value;
        measured->most = measured->ordered ? fmax(measured->most, fit->order.value) : fit->order.value;
        measured->ordered++;
    } else if (fit->order.status == FIT_EXACT) {
        measured->exact++;
    } else {
        measured->open++;
    }
}

/* 0 is not printed as -0.00. */
static double in_hundredths(double order)
{
    return fabs(order) < 0.005 ? 0 : order;
}

static void print_measured(const struct fit *fit, struct orders measured, const char *label)
{
    char of[160], order[60] = "";

    snprintf(of, sizeof of, "%.70s, %.60s, %.20s", fit->curve.method->name, fit->measure_name,
             fit->curve.precision->text);
    if (measured.ordered)
        snprintf(order, sizeof order, "order %.2f to %.2f on %zu", in_hundredths(measured.least),
                 in_hundredths(measured.most), measured.ordered);
    printf("  %-16s %-50s %s", label, of, order);
    if (measured.exact)
        printf("%sround-off alone on %zu", measured.ordered ? "; " : "", measured.exact);
    if (measured.open)
        printf("%sno order on %zu", measured.ordered + measured.exact ? "; " : "", measured.open);
    printf("\n");
}

/* The fits like the first, unless one stands before it. */
static bool collect(const struct results *results, size_t first, struct orders *measured)
{
    *measured = (struct orders){.ordered = 0};
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!is_of(results->fit + first, fit))
            continue;
        if (i < first)
            return false;
        add(measured, fit);
    }
    return measured->ordered + measured->exact + measured->open > 0;
}

json_t *show_measures(const struct results *results, bool print)
{
    struct words *words = words_open();
    json_t *measures = json_object();
    const char *label = "measured";
    struct orders measured;

    for (size_t i = 0; i < results->fits; i++) {
        json_object_set_new(measures, results->fit[i].id, document_fit(words, results, results->fit + i));
        if (!print || !collect(results, i, &measured))
            continue;
        print_measured(results->fit + i, measured, label);
        label = "";
    }
    words_close(words);
    return measures;
}
