/* The claims of a survey as files, as a document and as lines: see survey.h.
 *
 * All tables have the same columns, one row for every claim; in the CSV file the parts of a claim follow it,
 * with its id in the column part_of. */
#include "reports/page/survey.h"

#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/output.h"
#include "reports/tables/columns.h"
#include "reports/tables/table.h"

/* Those of the formats that are read on paper come first. */
static const char *const columns[] = {"text",     "source",  "condition", "measured", "verdict",
                                      "evidence", "studies", "command",   "next",     "part_of"};
enum { COLUMNS = sizeof columns / sizeof *columns, SHOWN = 6 };

static void add_row(struct table *table, const char *id, const char *const text[COLUMNS])
{
    table_add_row(table, false, id, NULL);
    for (size_t c = 0; c < table->columns; c++)
        table_set(table, c, (struct table_cell){.text = text[c]});
}

/* With the studies that have a part of the claim, each once. */
static void add_claim(struct table *table, const struct survey *survey, const struct survey_claim *claim)
{
    char studies[1000] = "";

    for (size_t i = 0; i < survey->studies; i++) {
        size_t used = strlen(studies);

        if (survey_examines(survey, claim, i))
            snprintf(studies + used, sizeof studies - used, "%s%s", used ? ", " : "",
                     survey->study[i].study->name);
    }
    add_row(table, claim->id,
            (const char *const[COLUMNS]){claim->text, claim->source, claim->condition, claim->measured,
                                         term_word(TERM_VERDICT, claim->verdict), claim->evidence, studies,
                                         claim->command, claim->next, NULL});
}

static void add_part(struct table *table, const struct survey *survey, const struct survey_claim *claim,
                     const struct survey_part *part)
{
    const struct claim_result *c = part->claim;
    const struct words_statement *words = &part->words;

    add_row(table, c->id,
            (const char *const[COLUMNS]){words->text, c->source, words->condition, words->measured,
                                         term_word(TERM_VERDICT, c->verdict), words->evidence,
                                         survey->study[part->study].study->name, NULL, NULL, claim->id});
}

static struct table *create_table(const struct survey *survey, size_t shown, bool parts)
{
    struct table *table = table_create("id", shown, columns);

    for (size_t i = 0; i < survey->claims; i++) {
        const struct survey_claim *claim = survey->claim + i;

        add_claim(table, survey, claim);
        for (size_t k = 0; parts && k < claim->parts; k++)
            add_part(table, survey, claim, claim->part + k);
    }
    return table;
}

/* -- formats -- */

static void write_csv(FILE *file, const struct survey *survey)
{
    struct table *table = create_table(survey, COLUMNS, true);

    output_provenance(file, "#", &survey->provenance);
    table_write_csv(file, table);
    table_destroy(table);
}

static void write_markdown(FILE *file, const struct survey *survey)
{
    struct table *table = create_table(survey, SHOWN, false);
    char sentence[400];

    output_print(file, output_markdown, "# %s\n\n", survey->title);
    fprintf(file, "%s.\n\n", survey_sentence(survey, sentence, sizeof sentence));
    table_write_markdown(file, table);
    fputc('\n', file);
    output_provenance(file, "", &survey->provenance);
    table_destroy(table);
}

static void write_latex(FILE *file, const struct survey *survey)
{
    struct table *table = create_table(survey, SHOWN, false);

    output_provenance(file, "%", &survey->provenance);
    fputs("% needs \\usepackage{longtable,array}\n", file);
    table_write_latex(file, table,
                      "l>{\\raggedright}p{.27\\textwidth}>{\\raggedright}p{.14\\textwidth}"
                      ">{\\raggedright}p{.1\\textwidth}>{\\raggedright}p{.13\\textwidth}l"
                      ">{\\raggedright\\arraybackslash}p{.2\\textwidth}");
    table_destroy(table);
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

static json_t *parts_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->parts; i++) {
        const struct claim_result *c = claim->part[i].claim;
        const struct words_statement *words = &claim->part[i].words;

        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", columns_text(c->id), "study",
                            columns_text(survey->study[claim->part[i].study].study->name), "text",
                            columns_text(words->text), "source", columns_text(c->source), "condition",
                            columns_text(words->condition), "measured", columns_text(words->measured),
                            "verdict", columns_text(term_word(TERM_VERDICT, c->verdict)), "evidence",
                            columns_text(words->evidence)));
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
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", columns_text(claim->id),
        "text", columns_text(claim->text), "source", columns_text(claim->source), "condition",
        columns_text(claim->condition), "measured", columns_text(claim->measured), "verdict",
        columns_text(term_word(TERM_VERDICT, claim->verdict)), "evidence", columns_text(claim->evidence),
        "studies", studies_of(survey, claim), "figures", paths(survey, claim, SURVEY_FIGURES, "svg"),
        "tables", paths(survey, claim, SURVEY_TABLES, "txt"), "command", columns_text(claim->command), "next",
        columns_text(claim->next), "parts", parts_of(survey, claim));
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

static void write_json(FILE *file, const struct survey *survey)
{
    json_t *document = survey_files_json(survey, NULL);

    json_dumpf(document, file, JSON_INDENT(1));
    fputc('\n', file);
    json_decref(document);
}

bool survey_files_write(const struct survey *survey, const char *directory, struct error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *file, const struct survey *survey);
    } files[] = {{"claims.md", write_markdown},
                 {"claims.csv", write_csv},
                 {"claims.tex", write_latex},
                 {"claims.json", write_json}};
    struct output output;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!output_open(&output, error, directory, "%s", files[i].name))
            return false;
        files[i].write(output.file, survey);
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
        const struct survey_claim *claim = survey->claim + i;

        fprintf(to, "%-5s %-14s", claim->id, term_word(TERM_VERDICT, claim->verdict));
        snprintf(said, sizeof said, "%s%s%s", claim->measured,
                 *claim->measured && *claim->evidence ? "; " : "", claim->evidence);
        print_cut(to, said, 150);
        fputc('\n', to);
        if (claim->condition)
            fprintf(to, "%20sholds where: %s\n", "", claim->condition);
        if (claim->next)
            fprintf(to, "%20snext: %s\n", "", claim->next);
    }
    fprintf(to, "page   %s/index.html\n", directory);
}
