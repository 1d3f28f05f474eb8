/* What a study is run on, and what it measured: see show.h. */
#include <stdio.h>

#include "harness/commands/show.h"
#include "reports/words.h"

json_t *show_panel(const struct study *study, bool print)
{
    json_t *list = json_array();

    for (size_t i = 0; i < study->reasons; i++) {
        const struct study_note *reason = study->reason + i;

        if (print)
            printf("  %-16s %-25s %s\n", i ? "" : "panel", reason->model, reason->text);
        json_array_append_new(list, json_pack("{s:s, s:s}", "model", reason->model, "reason", reason->text));
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
