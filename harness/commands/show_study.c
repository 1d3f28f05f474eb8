/* What a study is run on, and what it measured: see show.h. */
#include <stdio.h>
#include <string.h>

#include "harness/commands/show.h"
#include "reports/words.h"

static bool is_measured_on(const struct results *results, const char *model)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (!results->fit[i].refusal && strcmp(results->fit[i].problem->model->name, model) == 0)
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

json_t *show_measures(const struct results *results)
{
    json_t *measures = json_object();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        char text[WORDS_SENTENCE];

        json_object_set_new(measures, fit->id, json_string(words_reason(fit, text, sizeof text)));
    }
    return measures;
}
