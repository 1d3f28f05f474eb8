/* The claims of a survey as files, as a document and as lines: see survey.h.
 *
 * All tables have the same columns, one row for every claim; in the CSV file the parts of a claim follow it,
 * with its id in the column part_of. */
#include "reports/page/survey.h"

#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/output.h"
#include "reports/tables/columns.h"

static struct table *create_table(const struct survey *survey, size_t columns, bool parts)
{
    struct table *table = table_create("id", columns, claims_columns);

    for (size_t i = 0; i < survey->claims; i++) {
        const struct survey_claim *claim = survey->claim + i;

        claims_add(table, &claim->row);
        for (size_t k = 0; parts && k < claim->parts; k++)
            claims_add(table, &claim->part[k].row);
    }
    return table;
}

/* -- formats -- */

static void write_csv(FILE *file, const struct survey *survey, const struct table *table)
{
    output_provenance(file, "#", &survey->provenance);
    table_write_csv(file, table);
}

static void write_markdown(FILE *file, const struct survey *survey, const struct table *table)
{
    char sentence[400];

    output_print(file, output_markdown, "# %s\n\n", survey->title);
    fprintf(file, "%s.\n\n", survey_sentence(survey, sentence, sizeof sentence));
    table_write_markdown(file, table);
    fputc('\n', file);
    output_provenance(file, "", &survey->provenance);
}

static void write_latex(FILE *file, const struct survey *survey, const struct table *table)
{
    output_provenance(file, "%", &survey->provenance);
    fputs("% needs \\usepackage{longtable,array}\n", file);
    table_write_latex(file, table,
                      "l>{\\raggedright}p{.27\\textwidth}>{\\raggedright}p{.14\\textwidth}"
                      ">{\\raggedright}p{.1\\textwidth}>{\\raggedright}p{.13\\textwidth}l"
                      ">{\\raggedright\\arraybackslash}p{.2\\textwidth}");
}

/* -- the document; files are named as they lie in the folder of the paper's report -- */

static json_t *paths(const struct survey *survey, const struct survey_claim *claim, enum survey_kind kind,
                     const char *ending)
{
    json_t *list = json_array();
    char path[512];

    for (size_t i = 0; i < claim->shown[kind].count; i++)
        json_array_append_new(list, columns_text(survey_outputs_path(survey, claim->shown[kind].output + i,
                                                                     kind, ending, path, sizeof path)));
    return list;
}

static json_t *parts_of(const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->parts; i++) {
        const struct words_statement *row = &claim->part[i].row;
        json_t *part =
            json_pack("{s:o, s:o}", "id", columns_text(row->id), "study", columns_text(row->studies));

        claims_set_json(part, row);
        json_array_append_new(list, part);
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
    json_t *object = json_pack("{s:o}", "id", columns_text(claim->row.id));
    json_t *more =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "studies", studies_of(survey, claim), "figures",
                  paths(survey, claim, SURVEY_FIGURES, "svg"), "tables",
                  paths(survey, claim, SURVEY_TABLES, "txt"), "command", columns_text(claim->row.command),
                  "next", columns_text(claim->row.next), "parts", parts_of(claim));

    claims_set_json(object, &claim->row);
    json_object_update(object, more);
    json_decref(more);
    return object;
}

static json_t *study_names(const struct survey *survey)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:b}", "study",
                                              columns_text(survey->study[i].study->name), "title",
                                              columns_text(survey->study[i].study->title), "complete",
                                              survey->study[i].complete));
    return list;
}

json_t *survey_files_json(const struct survey *survey, const json_t *reports)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < survey->claims; i++)
        json_array_append_new(claims, claim_object(survey, survey->claim + i));
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "assay", provenance_json(&survey->provenance),
                     "paper", columns_text(survey->paper), "title", columns_text(survey->title), "source",
                     columns_text(survey->source), "full", survey->full, "claims", claims, "studies",
                     reports ? json_incref((json_t *)reports) : study_names(survey));
}

static void write_json(FILE *file, const struct survey *survey, const struct table *table)
{
    json_t *document = survey_files_json(survey, NULL);

    (void)table;
    json_dumpf(document, file, JSON_INDENT(1));
    fputc('\n', file);
    json_decref(document);
}

bool survey_files_write(const struct survey *survey, const char *directory, struct error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *file, const struct survey *survey, const struct table *table);
        size_t columns;
        bool parts; /* of the claims have rows */
    } files[] = {{"claims.md", write_markdown, CLAIMS_PRINTED, false},
                 {"claims.csv", write_csv, CLAIMS_COLUMNS, true},
                 {"claims.tex", write_latex, CLAIMS_PRINTED, false},
                 {"claims.json", write_json, 0, false}};
    struct output output;
    struct table *table;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!output_open(&output, error, directory, "%s", files[i].name))
            return false;
        table = create_table(survey, files[i].columns, files[i].parts);
        files[i].write(output.file, survey, table);
        table_destroy(table);
        if (!output_close(&output, error))
            return false;
    }
    return true;
}

/* -- for a person -- */

/* Cut to a line of a terminal. */
static void print_cut(FILE *to, const char *text, size_t room)
{
    char line[400];
    size_t length = strlen(text), end = length > room ? room - 4 : length;

    while (length > room && end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--; /* not within a character of several bytes */
    snprintf(line, sizeof line, "%.*s%s", (int)end, text, length > room ? " ..." : "");
    output_line(to, line);
}

void survey_files_print(const struct survey *survey, const char *directory, FILE *to)
{
    char sentence[400], said[1200];

    fprintf(to, "%s: %s\n", survey->paper, survey_sentence(survey, sentence, sizeof sentence));
    for (size_t i = 0; i < survey->claims; i++) {
        const struct words_statement *row = &survey->claim[i].row;

        fprintf(to, "%-5s %-14s", row->id, term_word(TERM_VERDICT, row->verdict));
        snprintf(said, sizeof said, "%s%s%s", row->measured, *row->measured && *row->evidence ? "; " : "",
                 row->evidence);
        print_cut(to, said, 150);
        fputc('\n', to);
        if (row->condition)
            fprintf(to, "%20sholds where: %s\n", "", row->condition);
        if (row->next)
            fprintf(to, "%20snext: %s\n", "", row->next);
    }
    fprintf(to, "page   %s/index.html\n", directory);
}
