/* The claims of a survey as files, as a document and as lines: see survey.h.
 *
 * All tables have the same columns, one row for every claim; in the CSV file the parts of a claim follow it,
 * with its id in the column part_of. */
#include "reports/page/survey.h"

#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/output.h"

enum { COLUMNS = 11, NAMES = 1000 };

static const char *const columns[COLUMNS] = {"id",       "text",    "source",   "condition",
                                             "measured", "verdict", "evidence", "studies",
                                             "command",  "next",    "part_of"};

/* What stands in the columns; `studies` is its own. */
struct row {
    const char *text[COLUMNS];
    char studies[NAMES];
};

/* The studies that have a part of the claim, each once. */
static void join_studies(const struct survey *survey, const struct survey_claim *claim, char *text)
{
    text[0] = '\0';
    for (size_t i = 0; i < survey->studies; i++) {
        size_t used = strlen(text);

        if (survey_examines(survey, claim, i))
            snprintf(text + used, NAMES - used, "%s%s", used ? ", " : "", survey->study[i].study->name);
    }
}

static void fill_claim(struct row *row, const struct survey *survey, const struct survey_claim *claim)
{
    join_studies(survey, claim, row->studies);
    memcpy(row->text,
           (const char *const[COLUMNS]){claim->id, claim->text, claim->source, claim->condition,
                                        claim->measured, term_word(TERM_VERDICT, claim->verdict),
                                        claim->evidence, row->studies, claim->command, claim->next, NULL},
           sizeof row->text);
}

static void fill_part(struct row *row, const struct survey *survey, const struct survey_claim *claim,
                      const struct survey_part *part)
{
    const struct claim_result *c = part->claim;

    snprintf(row->studies, sizeof row->studies, "%s", survey->study[part->study].study->name);
    memcpy(row->text,
           (const char *const[COLUMNS]){c->id, c->text, c->source, c->condition, c->measured,
                                        term_word(TERM_VERDICT, c->verdict), c->evidence, row->studies, NULL,
                                        NULL, claim->id},
           sizeof row->text);
}

/* -- formats -- */

static void write_csv_row(FILE *file, const char *const *text)
{
    for (size_t i = 0; i < COLUMNS; i++) {
        fputs(i ? "," : "", file);
        output_csv(file, text[i]);
    }
    fputc('\n', file);
}

static void write_csv(FILE *file, const struct survey *survey)
{
    struct row row;

    output_provenance(file, "#", &survey->provenance);
    write_csv_row(file, columns);
    for (size_t i = 0; i < survey->claims; i++) {
        const struct survey_claim *claim = survey->claim + i;

        fill_claim(&row, survey, claim);
        write_csv_row(file, row.text);
        for (size_t k = 0; k < claim->parts; k++) {
            fill_part(&row, survey, claim, claim->part + k);
            write_csv_row(file, row.text);
        }
    }
}

/* Columns of the formats that are read on paper. */
static const size_t shown[] = {0, 1, 2, 3, 4, 5, 6};
enum { SHOWN = sizeof shown / sizeof *shown };

static void write_markdown(FILE *file, const struct survey *survey)
{
    char sentence[400];
    struct row row;

    fputs("# ", file);
    output_markdown(file, survey->title);
    fprintf(file, "\n\n%s.\n\n|", survey_sentence(survey, sentence, sizeof sentence));
    for (size_t i = 0; i < SHOWN; i++)
        fprintf(file, " %s |", columns[shown[i]]);
    fputs("\n|", file);
    for (size_t i = 0; i < SHOWN; i++)
        fputs(" --- |", file);
    for (size_t i = 0; i < survey->claims; i++) {
        fill_claim(&row, survey, survey->claim + i);
        fputs("\n|", file);
        for (size_t k = 0; k < SHOWN; k++) {
            fputc(' ', file);
            output_markdown(file, row.text[shown[k]]);
            fputs(" |", file);
        }
    }
    fputs("\n\n", file);
    output_provenance(file, "", &survey->provenance);
}

static void write_latex(FILE *file, const struct survey *survey)
{
    struct row row;

    output_provenance(file, "%", &survey->provenance);
    fputs("% needs \\usepackage{longtable,array}\n"
          "\\begin{longtable}{l>{\\raggedright}p{.27\\textwidth}>{\\raggedright}p{.14\\textwidth}"
          ">{\\raggedright}p{.1\\textwidth}>{\\raggedright}p{.13\\textwidth}l"
          ">{\\raggedright\\arraybackslash}p{.2\\textwidth}}\n\\hline\n",
          file);
    for (size_t i = 0; i < SHOWN; i++)
        fprintf(file, "%s%s", i ? " & " : "", columns[shown[i]]);
    fputs(" \\\\\n\\hline\n\\endhead\n", file);
    for (size_t i = 0; i < survey->claims; i++) {
        fill_claim(&row, survey, survey->claim + i);
        for (size_t k = 0; k < SHOWN; k++) {
            fputs(k ? " & " : "", file);
            output_latex(file, row.text[shown[k]]);
        }
        fputs(" \\\\\n", file);
    }
    fputs("\\hline\n\\end{longtable}\n", file);
}

/* -- the document; files are named as they lie in the folder of the paper's report -- */

static json_t *text(const char *value)
{
    json_t *string = value ? json_string(value) : json_null();

    return string ? string : json_string("?"); /* not UTF-8 */
}

static json_t *paths(const struct survey *survey, const struct survey_claim *claim, enum survey_kind kind,
                     const char *ending)
{
    json_t *list = json_array();
    char path[512];

    for (size_t i = 0; i < claim->shown[kind].count; i++)
        json_array_append_new(list, text(survey_outputs_path(survey, claim->shown[kind].output + i, kind,
                                                             ending, path, sizeof path)));
    return list;
}

static json_t *parts_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < claim->parts; i++) {
        const struct claim_result *c = claim->part[i].claim;

        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", text(c->id),
                                              "study", text(survey->study[claim->part[i].study].study->name),
                                              "text", text(c->text), "source", text(c->source), "condition",
                                              text(c->condition), "measured", text(c->measured), "verdict",
                                              text(term_word(TERM_VERDICT, c->verdict)), "evidence", text(c->evidence)));
    }
    return list;
}

static json_t *studies_of(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++) {
        if (survey_examines(survey, claim, i))
            json_array_append_new(list, text(survey->study[i].study->name));
    }
    return list;
}

static json_t *claim_object(const struct survey *survey, const struct survey_claim *claim)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                     text(claim->id), "text", text(claim->text), "source", text(claim->source), "condition",
                     text(claim->condition), "measured", text(claim->measured), "verdict",
                     text(term_word(TERM_VERDICT, claim->verdict)), "evidence", text(claim->evidence), "studies",
                     studies_of(survey, claim), "figures", paths(survey, claim, SURVEY_FIGURES, "svg"),
                     "tables", paths(survey, claim, SURVEY_TABLES, "txt"), "command", text(claim->command),
                     "next", text(claim->next), "parts", parts_of(survey, claim));
}

static json_t *study_names(const struct survey *survey)
{
    json_t *list = json_array();

    for (size_t i = 0; i < survey->studies; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:b}", "study", text(survey->study[i].study->name),
                                              "title", text(survey->study[i].study->title), "complete",
                                              survey->study[i].complete));
    return list;
}

json_t *survey_files_json(const struct survey *survey, const json_t *reports)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < survey->claims; i++)
        json_array_append_new(claims, claim_object(survey, survey->claim + i));
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "assay", provenance_json(&survey->provenance),
                     "paper", text(survey->paper), "title", text(survey->title), "source",
                     text(survey->source), "full", survey->full, "claims", claims, "studies",
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
