/* Random models as text: see random_model.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/random/random_model.h"
#include "numerics/memory.h"

/* How coordinates are written: "q1" in a formula, "q[1]" in a file. */
enum form { FORMULA, LUA };

static void write_coordinate(FILE *to, const struct random_model *model, size_t i, enum form form)
{
    const bool pairs = random_model_is_canonical(model->family);
    const size_t half = pairs ? model->dimension / 2 : model->dimension;
    const char name = i >= half ? 'p' : random_model_kind(model->family) == MODEL_ODE ? 'x' : 'q';

    if (i >= model->dimension) {
        fputc('t', to);
        return;
    }
    fprintf(to, form == LUA ? "%c[%zu]" : "%c%zu", name, i % half + 1);
}

static void write_product(FILE *to, const struct random_model *model, const struct random_model_term *term,
                          enum form form)
{
    const char *between = "";

    for (size_t i = 0; i < random_model_variables(model); i++) {
        if (term->power[i] == 0)
            continue;
        fputs(between, to);
        write_coordinate(to, model, i, form);
        if (term->power[i] > 1)
            fprintf(to, "^%u", term->power[i]);
        between = "*";
    }
}

static void write_term(FILE *to, const struct random_model *model, const struct random_model_term *term,
                       bool first, enum form form)
{
    static const char *const shapes[] = {
        [RANDOM_MODEL_PRODUCT] = "", [RANDOM_MODEL_SINE] = "sin(", [RANDOM_MODEL_COSINE] = "cos("};
    const int size = abs(term->coefficient);

    fputs(first ? (term->coefficient < 0 ? "-" : "") : term->coefficient < 0 ? " - " : " + ", to);
    if (size != 1)
        fprintf(to, "%d*", size);
    fputs(shapes[term->shape], to);
    write_product(to, model, term, form);
    fputs(term->shape == RANDOM_MODEL_PRODUCT ? "" : ")", to);
}

static bool has_row(const struct random_model *model, unsigned row)
{
    bool has = false;

    for (size_t k = 0; k < model->terms; k++)
        has = has || model->term[k].row == row;
    return has;
}

/* The sum of the terms of the row, "0" where there are none. */
static void write_row(FILE *to, const struct random_model *model, unsigned row, enum form form)
{
    bool first = true;

    if (model->family == RANDOM_MODEL_SECOND_ORDER && row < model->dimension / 2) {
        write_coordinate(to, model, model->dimension / 2 + row, form);
        first = false;
    }
    for (size_t i = model->dimension / 2; i < model->dimension && model->family == RANDOM_MODEL_NEWTONIAN;
         i++) {
        fputs(first ? "" : " + ", to);
        write_coordinate(to, model, i, form);
        fputs("^2/2", to);
        first = false;
    }
    for (size_t k = 0; k < model->terms; k++) {
        if (model->term[k].row != row)
            continue;
        write_term(to, model, model->term + k, first, form);
        first = false;
    }
    if (first)
        fputs("0", to);
}

/* Rows first .. first + count - 1 of theta or of a field. */
static void write_rows(FILE *to, const struct random_model *model, unsigned first, enum form form)
{
    for (unsigned i = 0; i < model->dimension; i++) {
        if (i)
            fputs(", ", to);
        write_row(to, model, first + i, form);
    }
}

static void write_hamiltonian(FILE *to, const struct random_model *model, enum form form)
{
    write_row(to, model, 0, form);
    if (model->family != RANDOM_MODEL_PERTURBED || (form == FORMULA && !has_row(model, 1)))
        return;
    fprintf(to, " + %sepsilon*(", form == LUA ? "c." : "");
    write_row(to, model, 1, form);
    fputc(')', to);
}

/* ---- a formula ---- */

void random_model_formula(const struct random_model *model, char formula[RANDOM_MODEL_FORMULA])
{
    FILE *to = fmemopen(formula, RANDOM_MODEL_FORMULA, "w");
    const enum model_kind kind = random_model_kind(model->family);

    if (!to) {
        formula[0] = '\0';
        return;
    }
    if (kind == MODEL_ODE) {
        fputs(model->dimension > 1 ? "x' = (" : "x' = ", to);
        write_rows(to, model, 0, FORMULA);
        fputs(model->dimension > 1 ? ")" : "", to);
    } else {
        if (kind == MODEL_DEGENERATE) {
            fputs("theta = (", to);
            write_rows(to, model, 1, FORMULA);
            fputs("), ", to);
        }
        fputs("H = ", to);
        write_hamiltonian(to, model, FORMULA);
    }
    fclose(to);
    formula[RANDOM_MODEL_FORMULA - 1] = '\0';
}

/* ---- a file ---- */

/* numerator/denominator in lowest terms */
static void write_quotient(FILE *to, int numerator, int denominator)
{
    int a = abs(numerator), b = denominator;

    while (b) {
        const int rest = a % b;

        a = b;
        b = rest;
    }
    fprintf(to, denominator == a ? "%d" : "\"%d/%d\"", numerator / a, denominator / a);
}

/* A second set of data lies further by 1/7, 1/9, 1/11, ... */
static void write_values(FILE *to, const struct random_model *model, size_t first, size_t count, bool other)
{
    fputs("{ ", to);
    for (size_t i = first; i < first + count; i++) {
        const int further = other ? 7 + 2 * (int)i : 1;

        fputs(i > first ? ", " : "", to);
        write_quotient(to, model->initial[i] * further + (other ? 4 : 0), 4 * further);
    }
    fputs(" }", to);
}

static void write_data(FILE *to, const struct random_model *model, const char *name, bool other)
{
    const size_t d = model->dimension;

    fprintf(to, "    %s = ", name);
    if (random_model_is_canonical(model->family)) {
        fputs("{ q = ", to);
        write_values(to, model, 0, d / 2, other);
        fputs(", p = ", to);
        write_values(to, model, d / 2, d / 2, other);
        fputs(" }", to);
    } else {
        write_values(to, model, 0, d, other);
    }
    fputs(",\n", to);
}

static void write_names(FILE *to, const struct random_model *model)
{
    const bool pairs = random_model_is_canonical(model->family);
    const size_t count = pairs ? model->dimension / 2 : model->dimension;

    fputs("  coordinates = { ", to);
    for (size_t i = 0; i < count; i++)
        fprintf(to, "%s\"%s%zu\"", i ? ", " : "", random_model_kind(model->family) == MODEL_ODE ? "x" : "q",
                i + 1);
    fputs(" },\n", to);
}

static void write_functions(FILE *to, const struct random_model *model)
{
    const bool perturbed = model->family == RANDOM_MODEL_PERTURBED;
    const char *arguments = random_model_is_canonical(model->family) ? "q, p" : "q";
    const size_t n = model->dimension / 2;

    if (random_model_kind(model->family) == MODEL_ODE) {
        fprintf(to, "  field = function (x%s) return { ",
                model->family == RANDOM_MODEL_FORCED ? ", t, c" : "");
        write_rows(to, model, 0, LUA);
        fputs(" } end,\n", to);
        return;
    }
    if (random_model_kind(model->family) == MODEL_DEGENERATE) {
        fputs("  theta = function (q) return { ", to);
        write_rows(to, model, 1, LUA);
        fputs(" } end,\n", to);
    }
    if (perturbed)
        fputs("  parameters  = { epsilon = \"1/10\" },\n  small       = \"epsilon\",\n", to);
    fprintf(to, "  hamiltonian = function (%s%s) return ", arguments, perturbed ? ", c" : "");
    write_hamiltonian(to, model, LUA);
    fputs(" end,\n", to);
    if (!random_model_is_reversible(model))
        return;
    fputs("  reversal = function (q, p) return { ", to);
    for (size_t i = 0; i < 2 * n; i++)
        fprintf(to, "%s%s[%zu]", i ? ", " : "", i < n ? "q" : "-p", i % n + 1);
    fputs(" } end,\n", to);
}

char *random_model_text(const struct random_model *model, const char *step, const char *comment)
{
    char formula[RANDOM_MODEL_FORMULA], *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    if (!to)
        return memory_copy_string("");
    random_model_formula(model, formula);
    fprintf(to,
            "%sreturn model {\n  title  = \"%s\",\n  source = \"a random model, made small\",\n  kind   = "
            "\"%s\",\n",
            comment, formula, model_kind_name(random_model_kind(model->family)));
    write_names(to, model);
    write_functions(to, model);
    fputs("  initial = {\n", to);
    write_data(to, model, "default", false);
    write_data(to, model, "other", true);
    fprintf(to, "  },\n  step = \"%s\",\n}\n", step);
    fclose(to);
    return text;
}
