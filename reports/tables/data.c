/* The rows behind a report as CSV: a line of provenance that starts with #, a line of column names, one row
 * each.
 *
 * A value that does not exist is an empty field.  Numbers computed in MPFR keep all their digits, numbers in
 * double read back exactly. */
#include "reports/tables/data.h"

#include "numerics/memory.h"
#include "reports/figures/panels.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/output.h"
#include "reports/words.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_measure(FILE *file, const struct cell *cell, const char *name)
{
    for (size_t m = 0; m < cell->measures; m++) {
        const struct measured *measured = &cell->measure[m];

        if (strcmp(measured->name, name) != 0 || !isfinite(measured->value))
            continue;
        if (measured->text)
            output_csv(file, measured->text);
        else
            output_number(file, measured->value);
        return;
    }
}

/* One row for each cell, fit, point of a fit, or claim. */
enum rows { RUNS, CELLS, FITS, POINTS, CLAIMS, WORK };

/* evidence.csv: what an order or a property rests on beside its points. */
static const struct {
    const char *name;
    enum rows rows;
    const char *names;
} files[] = {
    {"cells.csv", RUNS,
     "id,model,initial,method,projection,step,precision,status,steps,broke_down_at,residual_evaluations,"
     "newton_iterations,reason"},
    {"fits.csv", FITS,
     "id,model,initial,method,projection,precision,measure,status,order,low,high,floor,claimed,points,used,"
     "claim,kind,formula,source,mark,verdict,reason_code,reason,next"},
    {"evidence.csv", FITS,
     "fit,bits,reference_error,exact_error,exact_repeated,exact_bits,floor_origin,control,positive_control"},
    {"claims.csv", CLAIMS, "id,text,source,measured,verdict,evidence"},
    {"points.csv", POINTS,
     "fit,model,initial,method,projection,precision,measure,step,step_value,error,slope,extrapolated,floor,"
     "used"},
    {"timing.csv", CELLS, "id,seconds"},
    {"work_precision.csv", WORK,
     "model,initial,method,projection,precision,measure,step,evaluations,error,floor,used"},
};

/* All measures, in the order in which they first appear in the cells. */
struct measures {
    size_t count;
    const char **name;
};

static void add_measure(struct measures *measures, const char *name)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (strcmp(measures->name[i], name) == 0)
            return;
    }
    measures->name = memory_resize(measures->name, measures->count + 1, sizeof *measures->name);
    measures->name[measures->count++] = name;
}

/* What follows the columns of a row of `cell`, or of the names (NULL). */
static void end_row(FILE *file, const struct measures *measures, const struct cell *cell)
{
    for (size_t i = 0; i < measures->count; i++) {
        fputc(',', file);
        if (cell)
            write_measure(file, cell, measures->name[i]);
        else
            output_csv(file, measures->name[i]);
    }
    fputc('\n', file);
}

/* Whether a figure draws the fit against evaluations; of NULL, any fit. */
static bool is_work(const struct results *results, const struct fit *fit)
{
    for (size_t i = 0; i < results->figures; i++) {
        const struct study_figure *figure = results->figure + i;

        if (figure->against_work && (!fit || (!fit->context.on_witness && panels_draw(results, figure, fit))))
            return true;
    }
    return false;
}

static void write_rows(FILE *file, const struct results *results, enum rows rows, const char *names)
{
    struct measures measures = {0, NULL};
    struct columns_row row = {.results = results};
    struct words_statement words;

    for (size_t i = 0; rows == RUNS && i < results->cells; i++) {
        for (size_t m = 0; m < results->cell[i].measures; m++)
            add_measure(&measures, results->cell[i].measure[m].name);
    }
    fputs(names, file);
    end_row(file, &measures, NULL);
    for (size_t i = 0; rows <= CELLS && i < results->cells; i++) {
        row.cell = &results->cell[i];
        columns_write_csv(file, names, &row);
        end_row(file, &measures, row.cell);
    }
    for (size_t i = 0; (rows == FITS || rows == POINTS || rows == WORK) &&
                       i < results->fits + (rows == WORK ? results->compared : 0);
         i++) {
        row.fit = &results->fit[i];
        if (rows == WORK && !is_work(results, row.fit))
            continue;
        for (size_t n = 0; n < (rows == FITS ? 1 : row.fit->points.count); n++) {
            row.point = rows == FITS ? NULL : &n;
            columns_write_csv(file, names, &row);
            fputc('\n', file);
        }
    }
    for (size_t i = 0; rows == CLAIMS && i < results->claims; i++) {
        row.claim = words_state(results, &results->claim[i], &words);
        columns_write_csv(file, names, &row);
        fputc('\n', file);
    }
    free(measures.name);
}

static bool write_document(const struct results *results, const char *directory, struct error *error)
{
    struct output output;
    json_t *document;

    if (!output_open(&output, error, directory, "report.json"))
        return false;
    document = document_create(results);
    json_dumpf(document, output.file, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', output.file);
    json_decref(document);
    return output_close(&output, error);
}

bool data_write(const struct results *results, const char *directory, struct error *error)
{
    struct output output;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i].rows == WORK && !is_work(results, NULL))
            continue;
        if (!output_open(&output, error, directory, "%s", files[i].name))
            return false;
        output_provenance(output.file, "#", &results->provenance);
        write_rows(output.file, results, files[i].rows, files[i].names);
        if (!output_close(&output, error))
            return false;
    }
    return write_document(results, directory, error);
}
