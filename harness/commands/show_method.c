/* assay show of a method: its coefficients, what is claimed of it, and what the coefficients prove.
 *
 * The coefficients are computed with guard bits beyond the digits printed.  The audit works on a tableau of
 * its own, so that what it proves does not depend on how many digits are shown.  A runge-kutta:TABLEAU uses a
 * and b alone: it is shown and audited with abar = a. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

#include "harness/commands/show.h"
#include "numerics/number.h"
#include "integrators/tableaux/tableau_audit.h"

enum { AUDIT_BITS = 512, GUARD_BITS = 64, LABEL_WIDTH = 16 };

/* ---- A tableau as people draw it, and as JSON ----
 *
 *     c | a          c | abar
 *     --+--          --+-----
 *       | b            | b */

enum { WIDEST_LINE = 120 };

static json_t *list_json(mpfr_t *values, size_t count, long digits)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char *text = number_text(values[i], 1, digits);

        json_array_append_new(list, json_string(text));
        free(text);
    }
    return list;
}

static json_t *matrix_json(mpfr_t *matrix, size_t s, long digits)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < s; i++)
        json_array_append_new(rows, list_json(matrix + i * s, s, digits));
    return rows;
}

static json_t *coefficients_json(const struct tableau *t, long digits)
{
    size_t s = t->stages;

    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "a", matrix_json(t->a, s, digits), "abar",
                     matrix_json(t->abar, s, digits), "b", list_json(t->b, s, digits), "c",
                     list_json(t->c, s, digits), "null_vector",
                     t->has_null_vector ? list_json(t->null_vector, s, digits) : json_null());
}

/* A column; numbers without a sign leave a blank for it. */
static void print_padded(const json_t *value, int width)
{
    const char *text = json_string_value(value);

    printf(" %s%-*s", *text == '-' ? "" : " ", *text == '-' ? width + 1 : width, text);
}

static void print_row(const json_t *row, int width)
{
    const size_t count = json_array_size(row);

    for (size_t j = 0; j < count; j++)
        print_padded(json_array_get(row, j), j + 1 < count ? width : 0);
    printf("\n");
}

/* The length of the longest coefficient, without its sign. */
static int widest(const json_t *values)
{
    const char *text = json_string_value(values);
    int width = text ? (int)strlen(text) - (*text == '-') : 1;
    size_t i;
    json_t *value;

    json_array_foreach(values, i, value)
    {
        const int other = widest(value);

        width = other > width ? other : width;
    }
    return width;
}

static void print_rule(int width, size_t stages)
{
    printf("  ");
    for (int k = 0; k < width + 2; k++)
        putchar('-');
    putchar('+');
    for (size_t k = 0; k < stages * (size_t)(width + 2); k++)
        putchar('-');
    putchar('\n');
}

static void print_square(const json_t *t, const char *name, const json_t *matrix, int width)
{
    size_t i;
    json_t *row;

    printf("\n  %-*s  |  %s\n", width, "c", name);
    print_rule(width, json_array_size(matrix));
    json_array_foreach(matrix, i, row)
    {
        print_padded(json_array_get(json_object_get(t, "c"), i), width);
        printf("  |");
        print_row(row, width);
    }
    print_rule(width, json_array_size(matrix));
    printf("  %-*s  |", width, "b");
    print_row(json_object_get(t, "b"), width);
}

/* NAME[1] = ..., of a matrix NAME[1][1] = ... */
static void print_list(const char *name, const json_t *values)
{
    size_t i;
    json_t *value;

    if (json_is_string(values))
        printf("  %s = %s\n", name, json_string_value(values));
    json_array_foreach(values, i, value)
    {
        char longer[80];

        snprintf(longer, sizeof longer, "%s[%zu]", name, i + 1);
        print_list(longer, value);
    }
}

/* c, a and b as a Butcher tableau, abar below where it differs from a, and the null vector; one coefficient
 * to a line where the digits would not fit into lines that can be read. */
static void print_tableau(const struct tableau *t, const json_t *json)
{
    static const char *const names[] = {"c", "a", "abar", "b"};
    const json_t *null_vector = json_object_get(json, "null_vector");
    int width = 1; /* of the whole tableau, so that all columns are alike */
    bool in_lines;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int other = widest(json_object_get(json, names[i]));

        width = other > width ? other : width;
    }
    in_lines = (t->stages + 1) * (size_t)(width + 2) > WIDEST_LINE;
    printf("%s", in_lines ? "\n" : "");
    for (size_t i = 0; i < sizeof names / sizeof *names && in_lines; i++) {
        if (t->partitioned || strcmp(names[i], "abar") != 0)
            print_list(names[i], json_object_get(json, names[i]));
    }
    if (!in_lines)
        print_square(json, t->partitioned ? "a, for the positions" : "a = abar", json_object_get(json, "a"),
                     width);
    if (!in_lines && t->partitioned)
        print_square(json, "abar, for the momenta", json_object_get(json, "abar"), width);
    printf("%s", t->has_null_vector ? "\n" : "");
    print_list("null_vector", null_vector);
}

struct sheet {
    const struct method *method;
    long digits;
    struct tableau *tableau;
    struct tableau_audit audit;
    bool is_near; /* coefficients of a file, to a tableau of the catalogue: */
    struct tableau_nearest nearest;
};

/* ---- What is known ---- */

static bool fill_sheet(struct sheet *sheet, struct error *error)
{
    mpfr_prec_t precision = (mpfr_prec_t)ceil((double)sheet->digits * log2(10)) + GUARD_BITS;
    struct tableau *audited = method_create_tableau(sheet->method, AUDIT_BITS, error);

    if (!audited)
        return false;
    tableau_audit(audited, &sheet->audit);
    sheet->is_near = sheet->method->file && tableau_nearest_find(audited, &sheet->nearest);
    tableau_destroy(audited);
    sheet->tableau = method_create_tableau(sheet->method, precision, error);
    return sheet->tableau != NULL;
}

/* R(infinity) weights the multiplier of a projection.  It is the limit of the stability function of a, or a
 * convention where that is neither +1 nor -1: then `remark` says so, otherwise it is empty. */
static const char *r_infinity_remark(const struct sheet *sheet, char *remark, size_t size)
{
    double limit = sheet->audit.r_infinity;

    remark[0] = '\0';
    if (fabs(sheet->audit.r_infinity_residual) <= sheet->audit.threshold)
        return remark;
    if (isfinite(limit))
        snprintf(remark, size, "a convention: the stability function of a tends to %.3g", limit);
    else
        snprintf(remark, size, "a convention: the stability function of a has no finite limit");
    return remark;
}

static const struct method_claim *find_claim(const struct sheet *sheet, const char *property)
{
    const struct method_family *family = sheet->method->family;

    for (const struct method_claim *claim = family->claim; claim->property; claim++) {
        if (strcmp(claim->property, property) == 0)
            return claim;
    }
    return NULL;
}

/* ---- Text ---- */

static void print_claim(const struct sheet *sheet, const char *property)
{
    const struct method_claim *claim = find_claim(sheet, property);

    if (!claim)
        printf("nothing is claimed\n");
    else if (strcmp(property, "order") != 0)
        printf("claimed: %s\n", claim->source);
    else if (sheet->method->stages && strpbrk(claim->value, "s"))
        printf("claimed %s = %d: %s\n", claim->value, method_claimed_order(sheet->method), claim->source);
    else
        printf("claimed %s: %s\n", claim->value, claim->source);
}

static void print_order(const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;
    int claimed = method_claimed_order(sheet->method);
    char label[32];

    snprintf(label, sizeof label, "order %s%d", audit->order_is_exact ? "" : ">= ", audit->order);
    printf("  %-*s ", LABEL_WIDTH, label);
    print_claim(sheet, "order");
    printf("  %-*s ", LABEL_WIDTH, "");
    if (claimed && (audit->order < claimed || (audit->order_is_exact && audit->order > claimed)))
        printf("the coefficients contradict the claim; ");
    printf("proved by rooted trees to order %d%s", TABLEAU_AUDIT_TREE_ORDER,
           audit->order_by_trees ? "" : ", beyond by the simplifying assumptions B, C, D");
    if (audit->order_is_exact)
        printf("; a condition of order %d fails", audit->order + 1);
    printf("\n");
}

static void print_property(const struct sheet *sheet, const char *property, bool holds, const char *condition,
                           double residual)
{
    bool claimed = find_claim(sheet, property) != NULL;
    char label[32];

    snprintf(label, sizeof label, "%s%s", holds ? "" : "not ", property);
    printf("  %-*s ", LABEL_WIDTH, label);
    print_claim(sheet, property);
    printf("  %-*s %s%s %s: residual %.2g\n", LABEL_WIDTH, "",
           claimed && !holds ? "the coefficients contradict the claim; " : "", condition,
           holds ? "holds" : "fails", residual);
}

/* Of Q_s = q_{n+1} and P_s = p_{n+1} together. */
static double find_stiff_residual(const struct tableau_audit *audit)
{
    return fmax(audit->stiff_residual, audit->stiff_residual_of_abar);
}

/* The last stage is the end of the step: no symplectic method has that. */
static void print_stiff_accuracy(const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;

    if (find_claim(sheet, "constraint") && !sheet->method->base->tableau) /* else by its own equations */
        print_property(sheet, "constraint", audit->stiffly_accurate, "a_sj = b_j (stiffly accurate)",
                       find_stiff_residual(audit));
    else
        printf("  %-*s %s the end of the step: max_j |a_sj - b_j| = %.2g, of abar %.2g\n", LABEL_WIDTH,
               "last stage", audit->stiffly_accurate ? "is" : "is not", audit->stiff_residual,
               audit->stiff_residual_of_abar);
}

static void print_audit(const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;

    printf("\nClaims, and what the coefficients prove (at %d bits):\n\n", AUDIT_BITS);
    print_order(sheet);
    print_property(sheet, "symplectic", audit->symplectic, "b_i abar_ij + b_j a_ji = b_i b_j",
                   audit->symplectic_residual);
    print_property(sheet, "symmetric", audit->symmetric, "a_ij + a_(s+1-i)(s+1-j) = b_j for a and abar",
                   audit->symmetric_residual);
    print_stiff_accuracy(sheet);
    printf("  %-*s C(%d) holds, C(%d) does not\n", LABEL_WIDTH, "stage order", audit->stage_order,
           audit->stage_order + 1);
    if (sheet->is_near)
        show_print_nearest(&sheet->nearest, LABEL_WIDTH);
}

static void print_r_infinity(const struct sheet *sheet)
{
    char remark[100];

    if (sheet->method->family->no_projections)
        printf("\n  projections %s: %s\n",
               method_projects(sheet->method->family) ? "apply where there are holonomic constraints alone"
                                                      : "do not apply",
               sheet->method->family->no_projections);
    else
        printf("\n  R(infinity) = %+d%s%s\n", sheet->tableau->r_infinity,
               *r_infinity_remark(sheet, remark, sizeof remark) ? ", " : "", remark);
}

static void print_text(const struct sheet *sheet)
{
    const struct method *method = sheet->method;
    json_t *kinds = show_kinds(method->family->kinds), *coefficients;

    printf("%s: a method for", method->name);
    for (size_t i = 0; i < json_array_size(kinds); i++)
        printf("%s %s", i ? " and" : "", json_string_value(json_array_get(kinds, i)));
    printf(" models\n%s\n", method->family->documentation);
    json_decref(kinds);
    coefficients = coefficients_json(sheet->tableau, sheet->digits);
    print_tableau(sheet->tableau, coefficients);
    json_decref(coefficients);
    print_r_infinity(sheet);
    print_audit(sheet);
}

/* ---- JSON ---- */

static json_t *claims_json(const struct sheet *sheet)
{
    const struct method_family *family = sheet->method->family;
    json_t *claims = json_array();

    for (const struct method_claim *claim = family->claim; claim->property; claim++) {
        json_t *json = json_pack("{s:s, s:s, s:s}", "claim", claim->property, "value", claim->value, "source",
                                 claim->source);

        if (strcmp(claim->property, "order") == 0)
            json_object_set_new(json, "order", json_integer(method_claimed_order(sheet->method)));
        json_array_append_new(claims, json);
    }
    return claims;
}

static void set_number(json_t *json, const char *key, double value, const char *reason)
{
    char reason_key[64];

    if (isfinite(value)) {
        json_object_set_new(json, key, json_real(value));
        return;
    }
    snprintf(reason_key, sizeof reason_key, "%s_reason", key);
    json_object_set_new(json, key, json_null());
    json_object_set_new(json, reason_key, json_string(reason));
}

static json_t *tableau_json(const struct sheet *sheet)
{
    json_t *json = coefficients_json(sheet->tableau, sheet->digits);
    char remark[100];

    if (!sheet->method->family->no_projections) {
        json_object_set_new(json, "r_infinity", json_integer(sheet->tableau->r_infinity));
        if (*r_infinity_remark(sheet, remark, sizeof remark))
            json_object_set_new(json, "r_infinity_remark", json_string(remark));
    } else {
        json_object_set_new(json, "r_infinity", json_null());
        json_object_set_new(
            json, "r_infinity_reason",
            json_sprintf("projections do not apply: %s", sheet->method->family->no_projections));
    }
    return json;
}

static json_t *algebra_json(const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;
    json_t *json =
        json_pack("{s:i, s:b, s:s, s:i}", "order", audit->order, "order_is_exact", audit->order_is_exact,
                  "order_by", audit->order_by_trees ? "rooted trees" : "simplifying assumptions",
                  "trees_to_order", TABLEAU_AUDIT_TREE_ORDER);

    json_object_set_new(json, "precision", json_sprintf("%d", AUDIT_BITS));
    json_object_set_new(json, "symplectic", json_boolean(audit->symplectic));
    json_object_set_new(json, "symplectic_residual", json_real(audit->symplectic_residual));
    json_object_set_new(json, "symmetric", json_boolean(audit->symmetric));
    json_object_set_new(json, "symmetric_residual", json_real(audit->symmetric_residual));
    json_object_set_new(json, "stiffly_accurate", json_boolean(audit->stiffly_accurate));
    json_object_set_new(json, "stiffly_accurate_residual", json_real(find_stiff_residual(audit)));
    json_object_set_new(json, "stage_order", json_integer(audit->stage_order));
    set_number(json, "stability_limit", audit->r_infinity, "the stability function has no finite limit");
    set_number(json, "null_vector_residual", audit->null_vector_residual, "there is no null vector");
    if (sheet->method->file)
        json_object_set_new(json, "nearest", sheet->is_near ? show_nearest(&sheet->nearest) : json_null());
    return json;
}

static json_t *sheet_json(const struct sheet *sheet)
{
    const struct method *method = sheet->method;

    return json_pack("{s:s, s:s, s:s, s:o, s:i, s:b, s:i, s:o, s:o, s:o}", "type", "method", "name",
                     method->name, "documentation", method->family->documentation, "kinds",
                     show_kinds(method->family->kinds), "stages", (int)sheet->tableau->stages, "projections",
                     method_projects(method->family), "digits", (int)sheet->digits, "claims",
                     claims_json(sheet), "tableau", tableau_json(sheet), "algebra", algebra_json(sheet));
}

json_t *show_algebra(const struct method *method, bool print)
{
    struct sheet sheet = {.method = method, .digits = SHOW_DEFAULT_DIGITS};
    struct error ignored;
    json_t *json;

    if (!*method->tableau || method->composition.scheme || !fill_sheet(&sheet, &ignored))
        return NULL;
    if (print)
        print_audit(&sheet);
    json = algebra_json(&sheet);
    tableau_destroy(sheet.tableau);
    return json;
}

bool show_method(const struct options *options, const struct method *method, long digits, struct error *error)
{
    struct sheet sheet = {.method = method, .digits = digits};

    if (!*method->tableau || method->composition.scheme)
        return show_plain(options, method, digits, error);
    if (!fill_sheet(&sheet, error))
        return false;
    if (options->json)
        show_json(options, sheet_json(&sheet));
    else
        print_text(&sheet);
    tableau_destroy(sheet.tableau);
    return true;
}
