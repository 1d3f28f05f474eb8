/* assay audit: a method of somebody else, or of ours, against what is claimed of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/audit/audit.h"
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"
#include "harness/commands/show.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "models/reader/data_path.h"
#include "reports/words.h"

enum { AUDIT_TITLE = 200 };

/* What is audited. */
struct audited {
    struct method_file *file;
    struct projection_file *projection_file;
    const struct projection *projection;
    struct method method; /* of a program that has several, any */
    char title[AUDIT_TITLE];
    char name[100]; /* of the study */
    bool imprecise; /* it steps in double alone */
};

/* The program is asked what it has; that it answers is a condition of the audit. */
static bool find_program(struct audited *audited, const char *command, struct error *error)
{
    size_t count;
    struct foreign_method **methods = foreign_method_create_all(command, &count, error);

    if (!methods)
        return false;
    audited->method = foreign_method_method(methods[0]);
    audited->imprecise = !methods[0]->family.create_mpfr;
    snprintf(audited->name, sizeof audited->name, "audit-%.80s", methods[0]->name);
    for (size_t i = 0; i < count; i++)
        foreign_method_destroy(methods[i]);
    free(methods);
    return true;
}

static bool find(struct audited *audited, const struct options *options, struct error *error)
{
    const char *name = options->words ? options->word[0] : NULL;

    audited->projection = projection_file_find(options->projection ? options->projection : "none",
                                               &audited->projection_file, error);
    if (!audited->projection)
        return false;
    if (options->words + (options->exec != NULL) != 1)
        return error_set(error,
                         "audit needs one method: a name of 'assay list methods', a file of coefficients, or "
                         "--exec COMMAND");
    snprintf(audited->title, sizeof audited->title, "Audit of %.150s", name ? name : options->exec);
    if (options->exec)
        return find_program(audited, options->exec, error);
    if (data_path_is_file(name) && !method_find(name, &audited->method, error)) {
        audited->file = method_file_create(name, NULL, error);
        if (!audited->file)
            return false;
        audited->method = method_file_method(audited->file);
    } else if (!method_find(name, &audited->method, error)) {
        return false;
    }
    snprintf(audited->name, sizeof audited->name, "audit-%.80s", audited->method.name);
    for (char *c = audited->name; *c; c++)
        *c = *c == ':' ? '-' : *c;
    return true;
}

/* Those of the command line; without any, those of the projection's file; without any, those of the method. */
static bool add_claims(struct audit *audit, const struct options *options, const struct audited *audited,
                       struct error *error)
{
    const struct method *method = &audited->method;
    const struct projection_file *projection = audited->projection_file;
    const struct method_claim *claim =
        projection && projection->claim->property ? projection->claim : method->family->claim;
    struct error ignored;

    for (size_t i = 0; i < options->claim.count; i++) {
        const struct model_override *given = options->claim.pair + i;

        if (!audit_add_claim(audit, given->name, given->value, "the command line", error))
            return false;
    }
    for (; !options->claim.count && claim->property; claim++) {
        char order[16];
        const bool formula =
            claim->value[strspn(claim->value, "0123456789")] && strcmp(claim->value, "true") != 0;

        snprintf(order, sizeof order, "%d", method_claimed_order(method));
        audit_add_claim(audit, claim->property, formula ? order : claim->value, claim->source, &ignored);
    }
    return true;
}

/* The study, beside the folder of its report. */
static bool place_study(const struct audited *audited, const struct options *options, char path[OUTPUT_PATH],
                        struct error *error)
{
    const char *folder = options->out ? options->out : "out";

    snprintf(path, OUTPUT_PATH, "%.3000s/%s.lua", folder, audited->name);
    return output_make_directory(folder, error);
}

static int judge(const struct results *results, bool complete)
{
    bool open = !complete, refuted = false;

    for (size_t i = 0; i < results->claims; i++) {
        refuted = refuted || results->claim[i].verdict == VERDICT_REFUTED;
        open = open || results->claim[i].verdict != VERDICT_HOLDS;
    }
    return refuted ? STATUS_DIFFERENT : open ? STATUS_INCOMPLETE : STATUS_COMPLETE;
}

/* ---- as JSON ---- */

static json_t *claims_json(const struct results *results, const struct audit *audit)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;
        struct words_statement words;
        const char *value = "true";

        for (size_t k = 0; k < audit->claims; k++) {
            if (strcmp(audit_property_names[audit->claim[k].property], claim->id) == 0)
                value = audit->claim[k].value;
        }
        words_state(results, claim, &words);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:n}", "claim", claim->id, "value",
                                        value, "source", claim->source, "measured", words.measured, "verdict",
                                        term_word(TERM_VERDICT, claim->verdict), "evidence", words.evidence,
                                        "counterexample"));
    }
    return list;
}

static json_t *measures_json(const struct results *results)
{
    json_t *measures = json_object();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        char text[WORDS_SENTENCE];

        json_object_set_new(measures, fit->id, json_string(words_reason(fit, text, sizeof text)));
    }
    return measures;
}

/* ---- the command ---- */

static int run(const struct options *options, const struct audit *audit, const struct audited *audited,
               const char *path, struct error *error)
{
    struct report_series series = {.options = options};
    json_t *algebra = NULL;
    int status = STATUS_UNUSABLE;

    if (report_series_add(&series, path, NULL, error) &&
        report_series_place(&series, options->out ? options->out : "out", true, error)) {
        algebra = show_algebra(&audited->method, !options->json);
        status = report_series_measure(&series, true, error);
    }
    if (status != STATUS_UNUSABLE && series.entry[0]->results) {
        const struct results *results = series.entry[0]->results;

        status = judge(results, series.entry[0]->complete);
        if (options->json)
            show_json(options, json_pack("{s:s, s:s, s:o, s:o?, s:o}", "method", audited->method.name,
                                         "study", path, "claims", claims_json(results, audit), "algebra",
                                         json_incref(algebra), "measures", measures_json(results)));
    }
    report_series_clear(&series);
    json_decref(algebra);
    return status;
}

int command_audit(const struct options *options, struct error *error)
{
    struct audited audited = {.file = NULL};
    struct audit audit;
    char path[OUTPUT_PATH];
    int status = STATUS_UNUSABLE;

    if (find(&audited, options, error)) {
        audit = (struct audit){.title = audited.title,
                               .method = options->words ? options->word[0] : NULL,
                               .command = options->exec,
                               .variational = audited.method.family && !options->exec &&
                                              audited.method.base->space == STEP_MOMENTUM,
                               .imprecise = audited.imprecise,
                               .projection = options->projection ? options->projection : "none",
                               .on = options->on};
        if (add_claims(&audit, options, &audited, error) && place_study(&audited, options, path, error) &&
            audit_write(&audit, path, error))
            status = run(options, &audit, &audited, path, error);
    }
    method_file_destroy(audited.file);
    projection_file_destroy(audited.projection_file);
    return status;
}
