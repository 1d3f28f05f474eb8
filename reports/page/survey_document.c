/* The survey of a paper as a JSON document: see survey_document.h.
 *
 * Files are named as they lie in the folder of the paper's report. */
#include "reports/page/survey_document.h"

#include <stdio.h>

#include "harness/plan/provenance.h"
#include "reports/output.h"

static json_t *text(const char *value)
{
    json_t *string = value ? json_string(value) : json_null();

    return string ? string : json_string("?"); /* not UTF-8 */
}

static json_t *paths(const struct survey *survey, const struct survey_outputs *outputs, const char *folder,
                     const char *ending)
{
    json_t *list = json_array();
    char path[512];

    for (size_t i = 0; i < outputs->count; i++)
        json_array_append_new(
            list, text(survey_path(survey, outputs->output + i, folder, ending, path, sizeof path)));
    return list;
}

static json_t *parts_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->parts; i++) {
        const struct claim_result *c = claim->part[i].claim;

        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", text(c->id),
                                              "study", text(survey->study[claim->part[i].study].name), "text",
                                              text(c->text), "source", text(c->source), "condition",
                                              text(c->condition), "measured", text(c->measured), "verdict",
                                              text(term_word(TERM_VERDICT, c->verdict)), "evidence",
                                              text(c->evidence)));
    }
    return list;
}

static json_t *studies_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++) {
        if (survey_examines(survey, claim, i))
            json_array_append_new(list, text(survey->study[i].name));
    }
    return list;
}

static json_t *claim_object(const struct survey *survey, const struct survey_claim *claim)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                     text(claim->id), "text", text(claim->text), "source", text(claim->source), "condition",
                     text(claim->condition), "measured", text(claim->measured), "verdict",
                     text(term_word(TERM_VERDICT, claim->verdict)), "evidence", text(claim->evidence),
                     "studies", studies_of(survey, claim), "figures",
                     paths(survey, &claim->figures, "figures", "svg"), "tables",
                     paths(survey, &claim->tables, "tables", "txt"), "command", text(claim->command), "next",
                     text(claim->next), "parts", parts_of(survey, claim));
}

static json_t *study_names(const struct survey *survey)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:b}", "study", text(survey->study[i].name), "title",
                                        text(survey->study[i].title), "complete", survey->study[i].complete));
    return list;
}

json_t *survey_document_create(const struct survey *survey, const json_t *reports)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < survey->claims; i++)
        json_array_append_new(claims, claim_object(survey, survey->claim + i));
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "assay", provenance_json(&survey->provenance),
                     "paper", text(survey->paper), "title", text(survey->title), "source",
                     text(survey->source), "full", survey->full, "claims", claims, "studies",
                     reports ? json_incref((json_t *)reports) : study_names(survey));
}

bool survey_document_write(const struct survey *survey, const char *directory, struct error *error)
{
    json_t *document = survey_document_create(survey, NULL);
    struct output output;
    bool opened = output_open(&output, error, directory, "claims.json");

    if (opened) {
        json_dumpf(document, output.file, JSON_INDENT(1));
        fputc('\n', output.file);
    }
    json_decref(document);
    return opened && output_close(&output, error);
}
