/* The columns of what a study has measured: see columns.h.
 *
 * A column is a row of a table: its name, the structure that has it, what kind of value it is, and where. */
#include "reports/tables/columns.h"

#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/words.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

enum kind {
    TEXT,
    WORD, /* of an enum: `term` */
    NUMBER,
    ORDER, /* a number of a fit that has an order */
    LONG,
    BROKEN, /* a step at which a run broke down */
    AT,     /* a number of an array by points; `shift` of them have none */
    TEXT_AT,
    USED_AT,
    COMPUTED
};

enum computed {
    MODEL, /* of a cell or a fit */
    INITIAL,
    METHOD,
    FORMULATION,
    PROJECTION,
    PRECISION,
    FLOOR_AT, /* of a fit */
    MARK,
    NEXT,
    CONTROL,
    POSITIVE,
    CONTRADICTED
};

struct column {
    const char *name;
    enum kind kind;
    size_t offset;
    unsigned more; /* a term, a shift, what is computed */
};

#define FIT(field)    offsetof(struct fit, field)
#define CELL(field)   offsetof(struct cell, field)
#define RESULT(field) offsetof(struct words_statement, field)

static const struct column cell_columns[] = {
    {"id", TEXT, CELL(id), 0},
    {"model", COMPUTED, 0, MODEL},
    {"initial", COMPUTED, 0, INITIAL},
    {"method", COMPUTED, 0, METHOD},
    {"formulation", COMPUTED, 0, FORMULATION},
    {"projection", COMPUTED, 0, PROJECTION},
    {"step", TEXT, CELL(step), 0},
    {"precision", COMPUTED, 0, PRECISION},
    {"status", WORD, CELL(status), TERM_CELL},
    {"steps", LONG, CELL(steps), 0},
    {"broke_down_at", BROKEN, CELL(broke_down_at), 0},
    {"residual_evaluations", LONG, CELL(residual_evaluations), 0},
    {"newton_iterations", LONG, CELL(newton_iterations), 0},
    {"reason", TEXT, CELL(reason), 0},
    {NULL, TEXT, 0, 0},
};

/* Slopes belong to the finer of their points: slope from the point before to this one. */
static const struct column point_columns[] = {
    {"step", TEXT_AT, FIT(points.step_sizes), 0},
    {"step_value", AT, FIT(points.step_values), 0},
    {"error", AT, FIT(points.errors), 0},
    {"evaluations", AT, FIT(points.evaluations), 0},
    {"slope", AT, FIT(order.slopes), 1},
    {"extrapolated", AT, FIT(order.extrapolated), 2},
    {"floor", COMPUTED, 0, FLOOR_AT},
    {"used", USED_AT, FIT(order.used), 0},
    {NULL, TEXT, 0, 0},
};

static const struct column fit_columns[] = {
    {"id", TEXT, FIT(id), 0},
    {"model", COMPUTED, 0, MODEL},
    {"initial", COMPUTED, 0, INITIAL},
    {"method", COMPUTED, 0, METHOD},
    {"formulation", COMPUTED, 0, FORMULATION},
    {"projection", COMPUTED, 0, PROJECTION},
    {"precision", COMPUTED, 0, PRECISION},
    {"measure", TEXT, FIT(measure_name), 0},
    {"status", WORD, FIT(order.status), TERM_FIT},
    {"order", ORDER, FIT(order.value), 0},
    {"low", ORDER, FIT(order.low), 0},
    {"high", ORDER, FIT(order.high), 0},
    {"floor", NUMBER, FIT(floor.value), 0},
    {"reference_error", NUMBER, FIT(floor.reference_error), 0},
    {"floor_origin", WORD, FIT(floor.origin), TERM_FLOOR},
    {"bits", LONG, FIT(curve.bits), 0},
    {"points", LONG, FIT(points.count), 0},
    {"mark", COMPUTED, 0, MARK},
    {"verdict", WORD, FIT(outcome.verdict), TERM_VERDICT},
    {"reason_code", WORD, FIT(outcome.reason), TERM_REASON},
    {"next", COMPUTED, 0, NEXT},
    {"control", COMPUTED, 0, CONTROL},
    {"positive_control", COMPUTED, 0, POSITIVE},
    {"contradicted_by", COMPUTED, 0, CONTRADICTED},
    {NULL, TEXT, 0, 0},
};

static const struct column result_columns[] = {
    {"id", TEXT, RESULT(id), 0},
    {"text", TEXT, RESULT(text), 0},
    {"source", TEXT, RESULT(source), 0},
    {"measured", TEXT, RESULT(measured), 0},
    {"verdict", WORD, RESULT(verdict), TERM_VERDICT},
    {"evidence", TEXT, RESULT(evidence), 0},
    {"expected", TEXT, RESULT(expected), 0},
    {"condition", TEXT, RESULT(condition), 0},
    {NULL, TEXT, 0, 0},
};

/* ---- Values ---- */

json_t *columns_text(const char *value)
{
    json_t *string = value ? json_string(value) : json_null();
    char *copy;

    if (string)
        return string;
    copy = memory_copy_string(value);
    for (char *c = copy; *c;) {
        uint32_t number;
        const size_t length = text_character(c, &number);

        *c = length ? *c : '?';
        c += length ? length : 1;
    }
    string = json_string(copy);
    free(copy);
    return string;
}

json_t *columns_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *compute(const struct columns_row *row, enum computed what)
{
    const struct cell *cell = row->cell;
    const struct fit *fit = row->fit;
    char buffer[WORDS_SENTENCE];

    switch (what) {
    case MODEL:
        return columns_text((cell ? cell->problem : fit->curve.problem)->model->name);
    case INITIAL:
        return columns_text((cell ? cell->problem : fit->curve.problem)->initial->name);
    case METHOD:
        return columns_text((cell ? cell->method : fit->curve.method)->name);
    case FORMULATION:
        return columns_text(model_formulation_name((cell ? cell->problem : fit->curve.problem)->model));
    case PROJECTION:
        return columns_text((cell ? cell->projection : fit->curve.projection)->name);
    case PRECISION:
        return columns_text((cell ? cell->precision : fit->curve.precision)->text);
    case FLOOR_AT:
        return columns_number(words_floor(fit, *row->point));
    case MARK:
        return columns_text(words_mark_name(words_mark_of(fit)));
    case NEXT:
        return columns_text(words_next(row->results, fit, buffer, sizeof buffer));
    case CONTROL:
        return columns_text(words_control(fit, buffer, sizeof buffer));
    case POSITIVE:
        return columns_text(words_positive(fit, buffer, sizeof buffer));
    case CONTRADICTED:
        return columns_text(fit->order.lower ? fit->order.lower->id : NULL);
    }
    return json_null();
}

/* The field of the structure that `base` points to. */
static json_t *get(const struct columns_row *row, const struct column *column, const void *base)
{
    const void *field = (const char *)base + column->offset;
    const size_t point = row->point ? *row->point : 0;

    switch (column->kind) {
    case TEXT:
        return columns_text(*(const char *const *)field);
    case WORD:
        return columns_text(term_word(column->more, *(const unsigned *)field));
    case NUMBER:
        return columns_number(*(const double *)field);
    case ORDER:
        return columns_number(row->fit->order.status == FIT_MEASURED ? *(const double *)field : NAN);
    case LONG:
        return json_integer(*(const long *)field);
    case BROKEN:
        return row->cell->status == CELL_BROKE_DOWN ? json_integer((json_int_t)row->cell->broke_down_at)
                                                    : json_null();
    case AT:
        return columns_number(point < column->more ? NAN
                                                   : (*(const double *const *)field)[point - column->more]);
    case TEXT_AT:
        return columns_text((*(const char *const *const *)field)[point]);
    case USED_AT:
        return json_boolean(row->fit->order.used[point]);
    case COMPUTED:
        return compute(row, column->more);
    }
    return json_null();
}

static const struct column *find(const struct column *columns, const char *name, size_t length)
{
    for (; columns->name; columns++) {
        if (strlen(columns->name) == length && strncmp(columns->name, name, length) == 0)
            return columns;
    }
    return NULL;
}

/* The value of that name in the first structure of the row that has it; the caller owns it. */
static json_t *find_value(const struct columns_row *row, const char *name, size_t length)
{
    const struct {
        const struct column *columns;
        bool there;
        const void *base;
    } parts[] = {
        {cell_columns, row->cell != NULL, row->cell},
        {point_columns, row->point != NULL, row->fit},
        {fit_columns, row->fit != NULL, row->fit},
        {result_columns, row->claim != NULL, row->claim},
    };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct column *column = parts[i].there ? find(parts[i].columns, name, length) : NULL;

        if (column)
            return get(row, column, parts[i].base);
    }
    return json_null();
}

void columns_set_json(json_t *object, const char *names, const struct columns_row *row)
{
    while (*names) {
        const size_t length = strcspn(names, ",");
        char name[64];

        snprintf(name, sizeof name, "%.*s", (int)length, names);
        json_object_set_new(object, name, find_value(row, names, length));
        names += length + (names[length] != '\0');
    }
}

json_t *columns_claims(const struct fit *fit)
{
    const struct claim_on_fit *claim = fit->claim;
    json_t *object;
    char text[512];

    if (!claim)
        return json_array();
    snprintf(text, sizeof text, "%s%s%s", term_word(TERM_CLAIM, claim->kind),
             term_is_exact(claim->kind) ? "" : " ", term_is_exact(claim->kind) ? "" : claim->formula);
    object = json_pack("{s:o, s:o, s:s, s:o, s:o, s:o}", "id", columns_text(claim->id), "claim",
                       columns_text(text), "kind", term_word(TERM_CLAIM, claim->kind), "formula",
                       columns_text(claim->formula), "value", columns_number(claim->value), "source",
                       columns_text(claim->source));
    json_object_set_new(object, "words", columns_text(words_claim(claim, text, sizeof text)));
    if (term_is_number(claim->kind)) {
        const struct claim_number *n = &claim->number;
        const bool known = n->status == NUMBER_MEASURED && n->least == n->most;

        json_object_set_new(object, "step", columns_text(n->step));
        json_object_set_new(object, "measured", columns_number(known ? n->least : NAN));
        json_object_set_new(object, "at_least", columns_number(known ? NAN : n->least));
        json_object_set_new(object, "at_most", columns_number(known ? NAN : n->most));
        json_object_set_new(object, "relative", columns_text(words_relative(fit, text, sizeof text)));
    }
    return json_pack("[o]", object);
}
