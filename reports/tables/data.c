/* The rows behind a report as CSV: a line of provenance that starts with #, a line of column names, one row
 * each.
 *
 * A value that does not exist is an empty field.  Numbers computed in MPFR keep all their digits, numbers in
 * double read back exactly. */
#include "reports/tables/data.h"

#include "numerics/memory.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/output.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The names of all measures, in the order they first appear in the cells.  Returns their number. */
static size_t collect_measures(const struct results *results, const char **names)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++) {
        for (size_t m = 0; m < results->cell[i].measures; m++) {
            const char *name = results->cell[i].measure[m].name;
            size_t n = 0;

            while (n < count && strcmp(names[n], name) != 0)
                n++;
            if (n == count)
                names[count++] = name;
        }
    }
    return count;
}

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

static const char cell_names[] =
    "id,model,initial,method,projection,step,precision,status,steps,broke_down_at,residual_evaluations,"
    "newton_iterations,reason";

/* A column for every measure behind the others. */
static void write_cells(FILE *file, const struct results *results)
{
    size_t most = 1, count;
    const char **names;

    for (size_t i = 0; i < results->cells; i++)
        most += results->cell[i].measures;
    names = memory_create(most, sizeof *names);
    count = collect_measures(results, names);
    fputs(cell_names, file);
    for (size_t n = 0; n < count; n++) {
        fputc(',', file);
        output_csv(file, names[n]);
    }
    fputc('\n', file);
    for (size_t i = 0; i < results->cells; i++) {
        columns_write_csv(file, cell_names, &(struct columns_row){.cell = &results->cell[i]});
        for (size_t n = 0; n < count; n++) {
            fputc(',', file);
            write_measure(file, &results->cell[i], names[n]);
        }
        fputc('\n', file);
    }
    free(names);
}

static void write_row(FILE *file, const char *names, const struct columns_row *row)
{
    columns_write_csv(file, names, row);
    fputc('\n', file);
}

/* One row for each cell, fit, point of a fit, or claim. */
enum rows { CELLS, FITS, POINTS, CLAIMS };

static void write_rows(FILE *file, const struct results *results, enum rows rows, const char *names)
{
    fprintf(file, "%s\n", names);
    for (size_t i = 0; rows == CELLS && i < results->cells; i++)
        write_row(file, names, &(struct columns_row){.results = results, .cell = &results->cell[i]});
    for (size_t i = 0; (rows == FITS || rows == POINTS) && i < results->fits; i++) {
        struct columns_row row = {.results = results, .fit = &results->fit[i]};

        if (rows == FITS)
            write_row(file, names, &row);
        for (size_t n = 0; rows == POINTS && n < row.fit->points; n++) {
            row.point = &n;
            write_row(file, names, &row);
        }
    }
    for (size_t i = 0; rows == CLAIMS && i < results->claims; i++)
        write_row(file, names, &(struct columns_row){.results = results, .claim = &results->claim[i]});
}

/* evidence.csv: what an order or a property rests on beside its points. */
static const struct {
    const char *name;
    enum rows rows;
    const char *names;
} files[] = {
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
};

static bool write_document(const struct results *results, const char *directory, struct error *error)
{
    json_t *document = document_create(results);
    struct output output;

    if (!document)
        return error_set(error, "report.json: out of memory");
    if (!output_open(&output, error, directory, "report.json")) {
        json_decref(document);
        return false;
    }
    json_dumpf(document, output.file, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', output.file);
    json_decref(document);
    return output_close(&output, error);
}

/* cells.csv is the file before the first. */
static bool write_file(const struct results *results, const char *directory, size_t i, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "%s", i ? files[i - 1].name : "cells.csv"))
        return false;
    output_provenance(output.file, "#", &results->provenance);
    if (i == 0)
        write_cells(output.file, results);
    else
        write_rows(output.file, results, files[i - 1].rows, files[i - 1].names);
    return output_close(&output, error);
}

bool data_write(const struct results *results, const char *directory, struct error *error)
{
    for (size_t i = 0; i <= sizeof files / sizeof *files; i++) {
        if (!write_file(results, directory, i, error))
            return false;
    }
    return write_document(results, directory, error);
}
