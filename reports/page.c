/* The report as one page: no script, nothing loaded from elsewhere, printable on A4.
 *
 * Order of the page: what was run, what differs from the claims, the tables, the figures, how orders are
 * measured, provenance.  Words carry the result; weight and a bar at the side repeat it, colour does not. */
#include "reports/page.h"

#include "reports/figure.h"
#include "reports/layout.h"
#include "reports/output.h"
#include "reports/picture.h"
#include "reports/table.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
    "@page{size:A4;margin:14mm}"
    "html{font:15px/1.45 'DejaVu Sans',Verdana,Arial,sans-serif;color:#111;background:#fff}"
    "body{max-width:60rem;margin:0 auto;padding:1rem}"
    "h1{font-size:1.55rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.15rem;margin:2rem 0 .5rem;"
    "border-top:1px solid #999;padding-top:.6rem}h3{font-size:1rem;margin:1.2rem 0 .3rem}"
    "p{max-width:46rem;margin:.5rem 0}.source{color:#444}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;font-size:.78rem;line-height:1.3;font-variant-numeric:tabular-nums}"
    "th,td{text-align:left;vertical-align:top;padding:.22rem .5rem;border-bottom:1px solid #ddd}"
    "thead th{border-bottom:2px solid #111;white-space:nowrap}"
    "tr.family th,tr.family td{background:#f2f2f2;font-style:italic;font-weight:normal;padding-top:.35rem}"
    "tr.family th{font-weight:bold;font-style:normal}tbody th{font-weight:normal;white-space:nowrap}"
    "td small{display:block;color:#444;white-space:nowrap}td{white-space:nowrap}"
    "td.differs{font-weight:bold;border-left:4px solid #111}td.differs small{font-weight:normal}"
    "td.text{white-space:normal;min-width:9rem}"
    "figure{margin:1.2rem 0}figure svg{width:100%;min-width:42rem;height:auto;display:block}"
    "figcaption{font-size:.8rem;color:#222;padding-top:.2rem}"
    "dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1rem;font-size:.8rem}"
    "dt{color:#444}dd{margin:0;overflow-wrap:anywhere}"
    "@media print{html{font-size:10.5px}body{padding:0;max-width:none}.scroll{overflow:visible}"
    "figure svg{min-width:0}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}thead{display:"
    "table-header-group}table{font-size:9px}th,td{padding:.15rem .3rem}}";

static void heading(FILE *file, const char *id, const char *text)
{
    fprintf(file, "<h2 id=\"%s\">%s</h2>\n", id, text);
}

static void element(FILE *file, const char *tag, const char *text)
{
    fprintf(file, "<%s>", tag);
    output_html(file, text);
    fprintf(file, "</%s>\n", tag);
}

/* ---- What was run ---- */

/* Number of different strings at `offset` in `count` structures of `size` bytes. */
static size_t count_distinct(const void *base, size_t count, size_t size, size_t offset)
{
    const char *bytes = base;
    size_t distinct = 0;

    for (size_t i = 0; i < count; i++) {
        const char *text = *(const char *const *)(const void *)(bytes + i * size + offset);
        size_t k = 0;

        while (k < i && strcmp(text, *(const char *const *)(const void *)(bytes + k * size + offset)) != 0)
            k++;
        distinct += k == i;
    }
    return distinct;
}

static size_t count_status(const struct results *results, const char *status)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++)
        count += strcmp(results->cell[i].status, status) == 0;
    return count;
}

static void write_counted(FILE *file, size_t count, const char *noun, const char *after)
{
    fprintf(file, "%zu %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

static void write_runs(FILE *file, const struct results *results)
{
    static const struct {
        size_t offset;
        const char *noun, *after;
    } axes[] = {
        {offsetof(struct cell, method), "method", " with "},
        {offsetof(struct cell, projection), "projection", " on "},
        {offsetof(struct cell, model), "model", " at "},
        {offsetof(struct cell, step), "step size", ""},
    };
    static const struct {
        const char *status, *words;
    } others[] = {{"broke-down", "broke down"},
                  {"crashed", "crashed"},
                  {"incomplete", "are incomplete"},
                  {"not-applicable", "do not apply"}};

    fputs("<p>", file);
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        write_counted(file,
                      count_distinct(results->cell, results->cells, sizeof *results->cell, axes[i].offset),
                      axes[i].noun, axes[i].after);
    fputs(": ", file);
    write_counted(file, results->cells, "run", ", of which ");
    fprintf(file, "%zu completed", count_status(results, "completed"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t count = count_status(results, others[i].status);

        if (count > 0)
            fprintf(file, ", %zu %s", count, others[i].words);
    }
    fputs("; ", file);
    write_counted(file, results->fits, "convergence order", " examined.</p>\n");
}

/* ---- What differs ---- */

/* `s+2 = 6`, or the number alone where the claim is a number. */
static void write_claim(FILE *file, const struct fit *fit, const struct words_entry *entry)
{
    char formula[64];

    words_formula(fit->claim->formula, formula, sizeof formula);
    if (strcmp(formula, entry->claimed) != 0) {
        output_html(file, formula);
        fputs(" = ", file);
    }
    fputs(entry->claimed, file);
}

static void write_difference(FILE *file, const struct results *results, const struct results_table *table,
                             const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);
    bool compared = entry.mark != WORDS_NONE;

    fputs("<tr><th scope=\"row\">", file);
    output_html(file, fit->method);
    fputs("</th><td>", file);
    output_html(file, fit->projection);
    fputs("</td><td>", file);
    write_claim(file, fit, &entry);
    fprintf(file, "</td><td%s>", words_differ(entry.mark) ? " class=\"differs\"" : "");
    output_html(file, entry.measured);
    fprintf(file, "%s%s<small>", compared ? " " : "", compared ? words_mark_name(entry.mark) : "");
    output_html(file, entry.detail);
    fputs("</small></td><td class=\"text\">", file);
    output_html(file, table->title);
    fputs("</td></tr>\n", file);
}

/* One row for each claimed order that is (differ) above or below, or (not differ) was not measured. */
static void write_rows_of(FILE *file, const struct results *results, bool differ)
{
    size_t rows = 0;

    for (size_t t = 0; t < results->tables; t++) {
        struct layout *layout = layout_create(results, &results->table[t]);

        for (size_t i = 0; layout && i < layout->rows * layout->columns; i++) {
            const struct fit *fit = layout->fit[i];
            enum words_mark mark = words_mark_of(fit);

            if (!fit || !fit->claim || (differ ? !words_differ(mark) : mark != WORDS_NONE))
                continue;
            if (rows == 0)
                fputs("<div class=\"scroll\"><table><thead><tr><th>method</th><th>projection</th>"
                      "<th>claimed</th><th>measured</th><th>table</th></tr></thead><tbody>\n",
                      file);
            write_difference(file, results, &results->table[t], fit);
            rows++;
        }
        layout_destroy(layout);
    }
    if (rows > 0)
        fputs("</tbody></table></div>\n", file);
}

static void write_differences(FILE *file, const struct results *results)
{
    struct layout_counts total = {0};
    char text[256];

    for (size_t t = 0; t < results->tables; t++) {
        struct layout *layout = layout_create(results, &results->table[t]);
        struct layout_counts counts = layout ? layout_count(layout) : total;

        total.claimed += counts.claimed;
        total.agrees += counts.agrees;
        total.above += counts.above;
        total.below += counts.below;
        total.unmeasured += counts.unmeasured;
        layout_destroy(layout);
    }
    heading(file, "differs", "What differs");
    element(file, "p", layout_summary(total, text, sizeof text));
    write_rows_of(file, results, true);
    if (total.unmeasured > 0) {
        element(file, "h3", "Claimed, but without a measured order");
        write_rows_of(file, results, false);
    }
}

/* ---- Tables ---- */

static void write_entry(FILE *file, const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);

    fputs(words_differ(entry.mark) ? "<td class=\"differs\">" : "<td>", file);
    fprintf(file, "%s%s", entry.claimed, entry.claimed[0] ? " | " : "");
    output_html(file, entry.measured);
    if (entry.mark != WORDS_NONE)
        fprintf(file, " %s", words_mark_name(entry.mark));
    if (entry.detail[0]) {
        fputs("<small>", file);
        output_html(file, entry.detail);
        fputs("</small>", file);
    }
    fputs("</td>", file);
}

static void write_family_row(FILE *file, const struct layout *layout, size_t row)
{
    char text[256];

    fputs("<tr class=\"family\"><th scope=\"rowgroup\">", file);
    output_html(file, family_title(layout->row[row].family, text, sizeof text));
    fputs("</th>", file);
    for (size_t c = 0; c < layout->columns; c++) {
        fputs("<td>", file);
        output_html(file, layout_formulas(layout, row, c, text, sizeof text));
        fputs("</td>", file);
    }
    fputs("</tr>\n", file);
}

static void write_table(FILE *file, const struct results *results, const struct results_table *table)
{
    struct layout *layout = layout_create(results, table);
    char text[256];

    if (!layout)
        return;
    element(file, "h3", table->title);
    fputs("<p><span class=\"source\">", file);
    output_html(file, table->source);
    fprintf(file, "</span><br>%s</p>\n<div class=\"scroll\"><table><thead><tr><th>method</th>",
            layout_summary(layout_count(layout), text, sizeof text));
    for (size_t c = 0; c < layout->columns; c++)
        element(file, "th", layout->column[c]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t row = 0; row < layout->rows; row++) {
        if (layout->row[row].opens_family)
            write_family_row(file, layout, row);
        fputs("<tr><th scope=\"row\">", file);
        output_html(file, layout_label(layout, row, text, sizeof text));
        fputs("</th>", file);
        for (size_t c = 0; c < layout->columns; c++)
            write_entry(file, results, layout_fit(layout, row, c));
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    layout_destroy(layout);
}

/* ---- Figures ---- */

static void write_panel(FILE *file, const struct results_figure *figure, const char *directory, size_t panel)
{
    char name[128], path[OUTPUT_PATH];

    figure_panel_name(figure, panel, name, sizeof name);
    snprintf(path, sizeof path, "%s/figures/%s.svg", directory, name);
    fputs("<figure><div class=\"scroll\">\n", file);
    if (!picture_inline(file, path, name))
        fprintf(file,
                "<p>The picture was not drawn: run <code>gnuplot %s.gp</code> in the folder figures.</p>\n",
                name);
    fprintf(file,
            "</div><figcaption>Panel (%c), %s projection: error against step size. Script and data: "
            "figures/%s.gp, %s.dat.</figcaption></figure>\n",
            (char)('a' + panel), panel == 0 ? "no" : figure_projection(panel), name, name);
}

static void write_figure(FILE *file, const struct results *results, const struct results_figure *figure,
                         const char *directory)
{
    element(file, "h3", figure->title);
    fputs("<p class=\"source\">", file);
    output_html(file, figure->source);
    fputs("</p>\n", file);
    for (size_t panel = 0; panel < FIGURE_PANELS; panel++) {
        if (figure_has_panel(results, figure, panel))
            write_panel(file, figure, directory, panel);
    }
}

/* ---- The page ---- */

static void write_method(FILE *file)
{
    heading(file, "orders", "How orders are measured");
    fputs("<p>The step size is halved. A point enters the fit when its error is at least 100 times the "
          "round-off floor "
          "and at most 0.1; the fit takes the finest such point and the unbroken run of coarser ones before "
          "it, four "
          "at least. Local slopes s<sub>i</sub> = log(e<sub>i</sub>/e<sub>i+1</sub>) / "
          "log(h<sub>i</sub>/h<sub>i+1</sub>) are extrapolated once, x<sub>i</sub> = s<sub>i+1</sub> + "
          "(s<sub>i+1</sub> − s<sub>i</sub>)/(2<sup>k</sup> − 1), with k = 2 for symmetric maps and k = 1 "
          "otherwise. "
          "The order is the last x; its interval spans the last s and the last two x, widened by 0.05. Where "
          "it is "
          "wider than 0.3, or the last two slopes differ by more than 0.1, the errors are called not "
          "asymptotic. An "
          "error at the floor at every step is exact. No line of least squares is used.</p>\n",
          file);
    element(file, "p", table_legend());
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

    heading(file, "provenance", "Provenance");
    fputs("<dl>\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(file, "<dt>%s</dt><dd>", rows[i].term);
        output_html(file, rows[i].value ? rows[i].value : "unknown");
        fputs("</dd>\n", file);
    }
    fputs("</dl>\n<p>Numbers behind this page: data/cells.csv, fits.csv, points.csv, report.json; tables and "
          "figures "
          "as files in the folders tables and figures.</p>\n",
          file);
}

static void write_head(FILE *file, const struct results *results)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    element(file, "title", results->title);
    fprintf(file, "<style>%s</style></head><body>\n", style);
    element(file, "h1", results->title);
    fputs("<p class=\"source\">", file);
    output_html(file, results->source);
    fputs("</p>\n", file);
}

bool page_write(const struct results *results, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "index.html"))
        return false;
    write_head(output.file, results);
    write_runs(output.file, results);
    write_differences(output.file, results);
    if (results->tables > 0)
        heading(output.file, "tables", "Tables");
    for (size_t i = 0; i < results->tables; i++)
        write_table(output.file, results, &results->table[i]);
    if (results->figures > 0)
        heading(output.file, "figures", "Figures");
    for (size_t i = 0; i < results->figures; i++)
        write_figure(output.file, results, &results->figure[i], directory);
    write_method(output.file);
    write_provenance(output.file, results);
    fputs("</body></html>\n", output.file);
    return output_close(&output, error);
}
