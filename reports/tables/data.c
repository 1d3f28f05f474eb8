/* The rows behind a report as CSV: a line of provenance that starts with #, a line of column names, one row
 * each.
 *
 * A value that does not exist is an empty field.  Numbers computed in MPFR keep all their digits, numbers in
 * double read back exactly. */
#include "reports/tables/data.h"

#include "reports/tables/document.h"
#include "reports/output.h"
#include "reports/words.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_texts(FILE *file, size_t count, const char *const *texts)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', file);
        output_csv(file, texts[i]);
    }
}

static void write_numbers(FILE *file, size_t count, const double *values)
{
    for (size_t i = 0; i < count; i++) {
        fputc(',', file);
        output_number(file, values[i]);
    }
}

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

static void write_cell(FILE *file, const struct cell *cell, size_t count, const char *const *names)
{
    const char *texts[] = {
        cell->id,         cell->model, cell->initial,   cell->method,
        cell->projection, cell->step,  cell->precision, term_word(TERM_CELL, cell->status)};

    write_texts(file, sizeof texts / sizeof *texts, texts);
    fprintf(file, ",%lu,", cell->steps);
    if (cell->status == CELL_BROKE_DOWN)
        fprintf(file, "%lu", cell->broke_down_at);
    fprintf(file, ",%lu,%lu,", cell->residual_evaluations, cell->newton_iterations);
    output_csv(file, cell->reason);
    for (size_t n = 0; n < count; n++) {
        fputc(',', file);
        write_measure(file, cell, names[n]);
    }
    fputc('\n', file);
}

static void write_cells(FILE *file, const struct results *results)
{
    size_t most = 1, count;
    const char **names;

    for (size_t i = 0; i < results->cells; i++)
        most += results->cell[i].measures;
    names = calloc(most, sizeof *names);
    if (!names)
        return;
    count = collect_measures(results, names);
    fputs("id,model,initial,method,projection,step,precision,status,steps,broke_down_at,residual_evaluations,"
          "newton_iterations,reason",
          file);
    for (size_t n = 0; n < count; n++) {
        fputc(',', file);
        output_csv(file, names[n]);
    }
    fputc('\n', file);
    for (size_t i = 0; i < results->cells; i++)
        write_cell(file, &results->cell[i], count, names);
    free(names);
}

static void write_fit(FILE *file, const struct results *results, const struct fit *fit)
{
    const struct claim_on_fit none = {.value = NAN}, *claim = fit->claim ? fit->claim : &none;
    const bool measured = fit->status == FIT_MEASURED;
    const char *names[] = {fit->id,         fit->model,     fit->initial, fit->method,
                           fit->projection, fit->precision, fit->measure, words_status_name(fit->status)};
    const double numbers[] = {measured ? fit->order : NAN, measured ? fit->low : NAN,
                              measured ? fit->high : NAN, fit->floor, claim->value};
    char reason[WORDS_SENTENCE], next[WORDS_SENTENCE];
    const char *claims[] = {claim->id,
                            fit->claim ? term_word(TERM_CLAIM, claim->kind) : NULL,
                            claim->formula,
                            claim->source,
                            words_mark_name(words_mark_of(fit)),
                            term_word(TERM_VERDICT, fit->verdict),
                            term_word(TERM_REASON, fit->reason),
                            words_reason(fit, reason, sizeof reason),
                            words_next(results, fit, next, sizeof next)};

    write_texts(file, sizeof names / sizeof *names, names);
    write_numbers(file, sizeof numbers / sizeof *numbers, numbers);
    fprintf(file, ",%zu,%zu,", fit->points, words_used(fit));
    write_texts(file, sizeof claims / sizeof *claims, claims);
    fputc('\n', file);
}

static void write_fits(FILE *file, const struct results *results)
{
    fputs("id,model,initial,method,projection,precision,measure,status,order,low,high,floor,claimed,points,"
          "used,claim,"
          "kind,formula,source,mark,verdict,reason_code,reason,next\n",
          file);
    for (size_t i = 0; i < results->fits; i++)
        write_fit(file, results, &results->fit[i]);
}

/* What an order or a property rests on beside its points: one row for every row of fits.csv. */
static void write_evidence(FILE *file, const struct results *results)
{
    fputs("fit,bits,reference_error,exact_error,exact_repeated,exact_bits,floor_origin,control,"
          "positive_control\n",
          file);
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];
        const bool repeated = fit->exact_bits > 0;
        const double numbers[] = {fit->reference_error, repeated ? fit->exact_error : NAN,
                                  repeated ? fit->exact_repeated : NAN};
        const char *texts[] = {fit->floor_origin, fit->control, fit->positive_control};

        output_csv(file, fit->id);
        fprintf(file, ",%ld", fit->bits);
        write_numbers(file, sizeof numbers / sizeof *numbers, numbers);
        fputc(',', file);
        if (repeated)
            fprintf(file, "%u", fit->exact_bits);
        fputc(',', file);
        write_texts(file, sizeof texts / sizeof *texts, texts);
        fputc('\n', file);
    }
}

static void write_claims(FILE *file, const struct results *results)
{
    fputs("id,text,source,measured,verdict,evidence\n", file);
    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = &results->claim[i];
        const char *texts[] = {claim->id,
                               claim->text,
                               claim->source,
                               claim->measured,
                               term_word(TERM_VERDICT, claim->verdict),
                               claim->evidence};

        write_texts(file, sizeof texts / sizeof *texts, texts);
        fputc('\n', file);
    }
}

/* Slopes belong to the finer of their points: slope from the point before to this one. */
static void write_points_of(FILE *file, const struct fit *fit)
{
    for (size_t i = 0; i < fit->points; i++) {
        const double numbers[] = {fit->step_values[i], fit->errors[i], i > 0 ? fit->slopes[i - 1] : NAN,
                                  i > 1 ? fit->extrapolated[i - 2] : NAN, words_floor(fit, i)};
        const char *texts[] = {fit->id,         fit->model,     fit->initial, fit->method,
                               fit->projection, fit->precision, fit->measure, fit->step_sizes[i]};

        write_texts(file, sizeof texts / sizeof *texts, texts);
        write_numbers(file, sizeof numbers / sizeof *numbers, numbers);
        fprintf(file, ",%d\n", fit->used[i]);
    }
}

static void write_points(FILE *file, const struct results *results)
{
    fputs("fit,model,initial,method,projection,precision,measure,step,step_value,error,slope,extrapolated,"
          "floor,used\n",
          file);
    for (size_t i = 0; i < results->fits; i++)
        write_points_of(file, &results->fit[i]);
}

static void write_timing(FILE *file, const struct results *results)
{
    fputs("id,seconds\n", file);
    for (size_t i = 0; i < results->cells; i++) {
        output_csv(file, results->cell[i].id);
        write_numbers(file, 1, &results->cell[i].seconds);
        fputc('\n', file);
    }
}

static const struct {
    const char *name;
    void (*write)(FILE *file, const struct results *results);
} files[] = {{"cells.csv", write_cells},   {"fits.csv", write_fits},     {"evidence.csv", write_evidence},
             {"claims.csv", write_claims}, {"points.csv", write_points}, {"timing.csv", write_timing}};

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

bool data_write(const struct results *results, const char *directory, struct error *error)
{
    struct output output;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!output_open(&output, error, directory, "%s", files[i].name))
            return false;
        output_provenance(output.file, "#", &results->provenance);
        files[i].write(output.file, results);
        if (!output_close(&output, error))
            return false;
    }
    return write_document(results, directory, error);
}
