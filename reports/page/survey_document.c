/* A survey as one document: see survey.h. */
#include "reports/page/survey.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/figures/panels.h"
#include "reports/output.h"
#include "reports/paper_document.h"
#include "reports/tables/claims.h"
#include "reports/tables/columns.h"

/* -- figures and tables; files are named as they lie in the folder of the paper's report -- */

static const char *const endings[SURVEY_KINDS][5] = {{"svg", "png", "pdf", "gp", "dat"},
                                                     {"txt", "md", "csv", "tex", NULL}};

static json_t *path_of(const struct survey *survey, const struct survey_output *output, enum survey_kind kind,
                       const char *ending)
{
    char path[512];

    return columns_text(survey_outputs_path(survey, output, kind, ending, path, sizeof path));
}

static json_t *paths(const struct survey *survey, const struct survey_claim *claim, enum survey_kind kind)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->shown[kind].count; i++)
        json_array_append_new(list, path_of(survey, claim->shown[kind].output + i, kind, endings[kind][0]));
    return list;
}

/* The paths of its files that are in the folder, by their endings. */
static json_t *files_of(const struct survey *survey, const struct survey_output *output,
                        enum survey_kind kind, const char *place)
{
    json_t *files = json_object();
    char name[512], path[OUTPUT_PATH];

    for (size_t i = 0; i < sizeof endings[kind] / sizeof *endings[kind] && endings[kind][i]; i++) {
        survey_outputs_path(survey, output, kind, endings[kind][i], name, sizeof name);
        snprintf(path, sizeof path, "%.3500s/%.500s", place, name);
        if (access(path, R_OK) == 0)
            json_object_set_new(files, endings[kind][i], columns_text(name));
    }
    return files;
}

/* Whether the runs of its study have what the figure shows; else files of it are those of an earlier run. */
static bool is_shown(const struct survey *survey, const struct survey_output *output, enum survey_kind kind)
{
    const struct results *results = survey->study[output->study].results;

    for (size_t i = 0; kind == SURVEY_FIGURES && i < results->figures; i++) {
        if (strcmp(results->figure[i].name, output->name) == 0)
            return panels_of_figure_show(results, results->figure + i);
    }
    return true;
}

/* Of a table its shape in the paper. */
static json_t *shape_of(const struct survey *survey, const struct survey_output *output,
                        enum survey_kind kind)
{
    const struct results *results = survey->study[output->study].results;

    for (size_t i = 0; kind == SURVEY_TABLES && i < results->tables; i++) {
        if (strcmp(results->table[i].name, output->name) == 0)
            return survey_table_shape(results, results->table + i);
    }
    return json_null();
}

static json_t *outputs_json(const struct survey *survey, const struct survey_outputs *outputs,
                            enum survey_kind kind, const char *place)
{
    json_t *list = json_array();

    for (size_t i = 0; i < outputs->count; i++) {
        const struct survey_output *output = outputs->output + i;

        json_array_append_new(
            list,
            json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "study",
                      columns_text(survey->study[output->study].study->name), "name",
                      columns_text(output->name), "title", columns_text(output->title), "model",
                      columns_text(output->model), "path", path_of(survey, output, kind, endings[kind][0]),
                      "shown", is_shown(survey, output, kind), "files", files_of(survey, output, kind, place),
                      "shape", shape_of(survey, output, kind)));
    }
    return list;
}

/* {"numbers": [{"number", "shown"}], "others"} */
static json_t *numbers_json(const struct survey *survey, enum survey_kind kind, const char *place)
{
    const struct survey_numbers *all = &survey->numbers[kind];
    json_t *list = json_array();

    for (size_t i = 0; i < all->count; i++)
        json_array_append_new(list, json_pack("{s:i, s:o}", "number", (int)all->number[i].number, "shown",
                                              outputs_json(survey, &all->number[i].shown, kind, place)));
    return json_pack("{s:o, s:o}", "numbers", list, "others",
                     outputs_json(survey, &all->others, kind, place));
}

/* -- claims -- */

static json_t *parts_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->parts; i++) {
        const struct survey_part *part = claim->part + i;
        const struct words_statement *row = &part->row;
        json_t *object =
            json_pack("{s:o, s:o}", "id", columns_text(row->id), "study", columns_text(row->studies));

        claims_set_json(object, row);
        json_object_set_new(object, "own", json_boolean(!survey_part_verdict(part->claim)));
        survey_entries_set_part(object, survey, part);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *studies_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++) {
        if (survey_examines(survey, claim, i))
            json_array_append_new(list, columns_text(survey->study[i].study->name));
    }
    return list;
}

static json_t *claim_object(const struct survey *survey, const struct survey_claim *claim)
{
    const struct words_statement *row = &claim->row;
    const struct ledger_claim *listed = ledger_find(survey->ledger, row->id);
    json_t *object = json_pack("{s:o}", "id", columns_text(row->id));
    json_t *more = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "studies",
                             studies_of(survey, claim), "figures", paths(survey, claim, SURVEY_FIGURES),
                             "tables", paths(survey, claim, SURVEY_TABLES), "command",
                             columns_text(row->command), "next", columns_text(row->next), "parts",
                             parts_of(survey, claim), "name", columns_text(listed ? listed->name : NULL),
                             "where", columns_text(listed ? listed->where : NULL), "says",
                             columns_text(listed       ? listed->text
                                          : *row->text ? row->text
                                                       : NULL),
                             "erratum", columns_text(listed ? listed->erratum : NULL), "rule",
                             columns_text(listed ? listed->rule : NULL));

    claims_set_json(object, row);
    json_object_update(object, more);
    json_decref(more);
    survey_entries_set_claim(object, survey, claim);
    return object;
}

static json_t *claims_json(const struct survey *survey)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < survey->claims; i++)
        json_array_append_new(claims, claim_object(survey, survey->claim + i));
    return claims;
}

/* -- the rest -- */

/* How many claims have which verdict, of those that some have. */
static json_t *counts_json(const struct survey *survey)
{
    json_t *list = json_array();

    for (enum verdict verdict = VERDICT_NONE + 1; verdict <= VERDICT_ERRATUM; verdict++) {
        json_int_t count = 0;

        for (size_t i = 0; i < survey->claims; i++)
            count += survey->claim[i].row.verdict == verdict;
        if (count)
            json_array_append_new(
                list, json_pack("{s:s, s:I}", "verdict", term_word(TERM_VERDICT, verdict), "count", count));
    }
    return list;
}

static json_t *studies_json(const struct survey *survey)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++) {
        const struct study *study = survey->study[i].study;
        const struct results *results = survey->study[i].results;
        json_t *object = json_pack("{s:o, s:o, s:b, s:o, s:b, s:b}", "study", columns_text(study->name),
                                   "title", columns_text(study->title), "complete", survey->study[i].complete,
                                   "path", columns_text(study->path), "measured", results != NULL, "full",
                                   results && results->study->in_full);

        json_object_set_new(object, "runs", json_integer((json_int_t)(results ? results->cells : 0)));
        json_object_set_new(object, "curves", json_integer((json_int_t)(results ? results->fits : 0)));
        json_object_set_new(object, "claims", json_integer((json_int_t)(results ? results->claims : 0)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *provenance_list(const struct provenance *provenance)
{
    json_t *list = json_array();

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "name", part.name, "label", part.label,
                                              "value", columns_text(part.value)));
    }
    return list;
}

json_t *survey_document(const struct survey *survey, const char *place)
{
    char sentence[400];

    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "assay",
                     provenance_json(&survey->provenance), "paper", columns_text(survey->paper), "title",
                     columns_text(survey->title), "source", columns_text(survey->source), "full",
                     survey->full, "claims", claims_json(survey), "studies", studies_json(survey), "sentence",
                     columns_text(survey_sentence(survey, sentence, sizeof sentence)), "counts",
                     counts_json(survey), "figures", numbers_json(survey, SURVEY_FIGURES, place), "tables",
                     numbers_json(survey, SURVEY_TABLES, place), "provenance",
                     provenance_list(&survey->provenance), "errata", paper_document_errata(survey->ledger));
}
