/* What a report was made from, and how to cite it: see citation.h.
 *
 * The paper is cited for the claims, the report for the measurements: by the version, the commit and the
 * sources that compute (numerics), the study by its hash, and the command that makes it again. */
#include "reports/tables/citation.h"

#include "reports/page/html.h"
#include "reports/output.h"

#include <stdbool.h>
#include <string.h>

static void write_value(FILE *file, const char *value)
{
    output_html(file, value && value[0] ? value : "unknown");
}

static void write_provenance(FILE *file, const struct results *results)
{
    const struct provenance *p = &results->provenance;
    const struct {
        const char *term, *value;
    } rows[] = {
        {"study", results->study},         {"assay", p->version},         {"commit", p->commit},
        {"numerics", p->numerics_version}, {"compiler", p->compiler},     {"MPFR", p->mpfr},
        {"processor", p->processor},       {"study hash", p->study_hash}, {"command", p->command},
    };

    html_heading(file, "provenance", "Provenance");
    fputs("<dl>\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(file, "<dt>%s</dt><dd>", rows[i].term);
        write_value(file, rows[i].value);
        fputs("</dd>\n", file);
    }
    fputs("</dl>\n<p>Numbers behind this page: data/cells.csv, fits.csv, evidence.csv, claims.csv, "
          "points.csv, report.json; "
          "tables and figures as files in the folders tables and figures.</p>\n",
          file);
}

/* From a clone: the commit, the program, the run.  A report of what a store has, or of several stores, is
 * made again by running the study. */
static void write_commands(FILE *file, const struct results *results)
{
    static const char *const running[] = {"assay run ", "assay reproduce ", "assay demo"};
    const char *command = results->provenance.command;
    bool runs = false;

    for (size_t i = 0; command && i < sizeof running / sizeof *running; i++)
        runs |= strncmp(command, running[i], strlen(running[i])) == 0;
    fputs("<p>To make this report again, in a clone of assay:</p>\n<pre>git checkout ", file);
    write_value(file, results->provenance.commit);
    fputs("\nmake\n./", file);
    if (runs) {
        write_value(file, command);
    } else {
        fputs("assay run ", file);
        write_value(file, results->study_path ? results->study_path : results->study);
        fputs(results->full ? " --full" : "", file);
    }
    fputs("</pre>\n", file);
}

static void write_citation(FILE *file, const struct results *results)
{
    const struct provenance *p = &results->provenance;
    const struct {
        const char *before, *value;
    } parts[] = {{"<p>Cite the measurements as:</p>\n<pre>assay ", p->version},
                 {", commit ", p->commit},
                 {", numerics ", p->numerics_version},
                 {". Study ", results->study},
                 {" (", results->title},
                 {"), study hash ", p->study_hash}};

    html_heading(file, "cite", "How to cite");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fputs(parts[i].before, file);
        write_value(file, parts[i].value);
    }
    fputs(".</pre>\n", file);
    if (results->source && results->source[0]) {
        fputs("<p>Cite the claims as:</p>\n<pre>", file);
        output_html(file, results->source);
        fputs("</pre>\n", file);
    }
    write_commands(file, results);
    fputs("<p>The same commit and study give the same numbers, and the same files but for timing.csv.</p>\n",
          file);
}

void citation_write(FILE *file, const struct results *results)
{
    write_provenance(file, results);
    write_citation(file, results);
}
