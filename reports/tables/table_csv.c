/* A table as CSV: one row per method and projection, with all numbers in full precision. */
#include "reports/output.h"
#include "reports/tables/table_writing.h"

static void csv_texts(FILE *file, size_t count, const char *const *texts)
{
    for (size_t i = 0; i < count; i++) {
        output_csv(file, texts[i]);
        fputc(',', file);
    }
}

/* The measure of an exact property, twice, and what the controls say. */
static void csv_property(FILE *file, const struct fit *fit)
{
    fputc(',', file);
    if (fit->exact_bits > 0) {
        output_number(file, fit->exact_error);
        fputc(',', file);
        output_number(file, fit->exact_repeated);
        fprintf(file, ",%u,", fit->exact_bits);
    } else {
        fputs(",,,", file);
    }
    output_csv(file, fit->control);
    fputc(',', file);
    output_csv(file, fit->positive_control);
}

static void csv_row(const struct table_writing *w, size_t row, const struct fit *fit)
{
    const struct claim_on_fit none = {0}, *claim = fit->claim ? fit->claim : &none;
    char family[64];
    const char *names[] = {w->table->name, fit->model,
                           fit->initial,   fit->precision,
                           fit->measure,   family_title(w->grid->row[row].family, family, sizeof family),
                           fit->method,    fit->projection,
                           claim->id,      fit->claim ? term_word(TERM_CLAIM, claim->kind) : NULL,
                           claim->formula};
    const char *words[] = {words_mark_name(words_mark_of(fit)), words_status_name(fit->status)};
    char reason[WORDS_SENTENCE], next[WORDS_SENTENCE];
    const char *reasons[] = {term_word(TERM_VERDICT, fit->verdict), term_word(TERM_REASON, fit->reason),
                             words_reason(fit, reason, sizeof reason),
                             words_next(w->results, fit, next, sizeof next)};

    csv_texts(w->file, sizeof names / sizeof *names, names);
    if (fit->claim)
        output_number(w->file, claim->value);
    fputc(',', w->file);
    for (int i = 0; i < 3; i++) {
        if (fit->status == FIT_MEASURED)
            output_number(w->file, i == 0 ? fit->order : i == 1 ? fit->low : fit->high);
        fputc(',', w->file);
    }
    csv_texts(w->file, 2, words);
    fprintf(w->file, "%zu,%zu,", fit->points, words_used(fit));
    output_number(w->file, fit->floor);
    fputc(',', w->file);
    csv_texts(w->file, sizeof reasons / sizeof *reasons, reasons);
    output_csv(w->file, claim->source);
    csv_property(w->file, fit);
    fputc('\n', w->file);
}

void table_csv_write(const struct table_writing *w)
{
    output_provenance(w->file, "#", &w->results->provenance);
    fputs("table,model,initial,precision,measure,family,method,projection,claim,kind,formula,claimed,order,"
          "low,high,"
          "mark,status,points,used,floor,verdict,reason_code,reason,next,source,exact_error,"
          "exact_repeated,exact_bits,control,positive_control\n",
          w->file);
    for (size_t row = 0; row < w->grid->rows; row++) {
        for (size_t c = 0; c < w->grid->columns; c++) {
            if (table_grid_fit(w->grid, row, c))
                csv_row(w, row, table_grid_fit(w->grid, row, c));
        }
    }
}
