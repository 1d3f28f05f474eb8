/* assay show of a method: its coefficients, what is claimed of it, and what the coefficients prove.
 *
 * The coefficients are computed with guard bits beyond the digits printed.  The audit works on a tableau of
 * its own, so that what it proves does not depend on how many digits are shown.  A runge-kutta:TABLEAU uses a
 * and b alone: it is shown and audited with abar = a. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

#include "harness/commands/show/show.h"
#include "numerics/number.h"

enum { AUDIT_BITS = 512, GUARD_BITS = 64, LABEL_WIDTH = 16 };

struct sheet {
    const struct method *method;
    long digits;
    struct tableau *tableau;
    struct tableau_audit audit;
    struct show_conditions conditions;
    bool is_near; /* coefficients of a file, to a tableau of the catalogue: */
    struct tableau_nearest nearest;
};

/* ---- What is known ---- */

static bool fill_sheet(struct sheet *sheet, struct error *error)
{
    mpfr_prec_t precision = (mpfr_prec_t)ceil((double)sheet->digits * log2(10)) + GUARD_BITS;
    struct tableau *audited = method_create_tableau(sheet->method, AUDIT_BITS, error);
    const int claimed = method_claimed_order(sheet->method);

    if (!audited)
        return false;
    tableau_audit(audited, &sheet->audit);
    show_conditions_find(&sheet->conditions, audited,
                         claimed > sheet->audit.order ? claimed : sheet->audit.order,
                         sheet->method->file ? sheet->method->file->printed : 0);
    sheet->is_near = sheet->method->file && audited->form == TABLEAU_COMMON &&
                     tableau_nearest_find(audited, &sheet->nearest);
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

static const struct method_claim *find_claim(const struct method *method, const char *property)
{
    for (const struct method_claim *claim = method->family->claim; claim->property; claim++) {
        if (strcmp(claim->property, property) == 0)
            return claim;
    }
    return NULL;
}

/* ---- Text ---- */

static void print_claim(FILE *to, const struct method *method, const char *property)
{
    const struct method_claim *claim = find_claim(method, property);

    if (!claim)
        fprintf(to, "nothing is claimed\n");
    else if (strcmp(property, "order") != 0)
        fprintf(to, "claimed: %s\n", claim->source);
    else if (method->stages && strpbrk(claim->value, "s"))
        fprintf(to, "claimed %s = %d: %s\n", claim->value, method_claimed_order(method), claim->source);
    else
        fprintf(to, "claimed %s: %s\n", claim->value, claim->source);
}

/* The trees that the order of its form is about. */
static const char *trees_of(const struct tableau *t)
{
    static const char *const names[] = {[TABLEAU_COMMON] = "rooted trees",
                                        [TABLEAU_PARTITIONED] = "bicoloured trees",
                                        [TABLEAU_SEPARABLE] = "bicoloured trees of separable systems",
                                        [TABLEAU_NYSTROEM] = "Nystroem trees"};

    return names[t->form];
}

void show_print_order(FILE *to, const struct method *method, int order, bool exact, const char *proof)
{
    const struct method_file *file = method->file;
    int claimed = method_claimed_order(method);
    char label[32];

    snprintf(label, sizeof label, "order %s%d", exact ? "" : ">= ", order);
    fprintf(to, "  %-*s ", LABEL_WIDTH, label);
    print_claim(to, method, "order");
    fprintf(to, "  %-*s ", LABEL_WIDTH, "");
    if (file && file->printed)
        fprintf(to, "of order %d to the %d decimals that are printed%s; ", claimed, file->printed,
                file->printed_nystroem ? ", on q'' = g(q) alone"
                : file->printed_nodes  ? ", on forced systems"
                                       : "");
    else if (claimed && order < claimed)
        fprintf(to, "the coefficients contradict the claim; ");
    else if (claimed && order > claimed)
        fprintf(to, "higher than is claimed; ");
    fprintf(to, "proved by %s", proof);
    if (exact)
        fprintf(to, "; a condition of order %d fails", order + 1);
    fprintf(to, "\n");
}

static void print_order(FILE *to, const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;
    char proof[160];

    snprintf(proof, sizeof proof, "%s (those to order %d are examined)%s", trees_of(sheet->tableau),
             TABLEAU_AUDIT_TREE_ORDER,
             audit->order_by_trees ? "" : ", beyond by the simplifying assumptions B, C, D");
    show_print_order(to, sheet->method, audit->order, audit->order_is_exact, proof);
}

void show_print_property(FILE *to, const struct method *method, const char *property, bool holds,
                         const char *condition, double residual)
{
    const int decimals = method->file ? method->file->printed : 0;
    const bool claimed = find_claim(method, property) != NULL,
               printed = !holds && decimals && residual <= pow(10, 1 - decimals);
    char label[32];

    snprintf(label, sizeof label, "%s%s", holds || printed ? "" : "not ", property);
    fprintf(to, "  %-*s ", LABEL_WIDTH, label);
    print_claim(to, method, property);
    fprintf(to, "  %-*s ", LABEL_WIDTH, "");
    if (printed)
        fprintf(to, "to the %d decimals that are printed; ", decimals);
    else if (claimed && !holds)
        fprintf(to, "the coefficients contradict the claim; ");
    fprintf(to, "%s %s", condition, holds ? "holds" : "fails");
    if (isfinite(residual))
        fprintf(to, ": residual %.2g", residual);
    fprintf(to, "\n");
}

/* Of Q_s = q_{n+1} and P_s = p_{n+1} together. */
static double find_stiff_residual(const struct tableau_audit *audit)
{
    return fmax(audit->stiff_residual, audit->stiff_residual_of_abar);
}

/* The last stage is the end of the step: no symplectic method has that. */
static void print_stiff_accuracy(FILE *to, const struct sheet *sheet)
{
    const struct tableau_audit *audit = &sheet->audit;

    if (find_claim(sheet->method, "constraint") &&
        !sheet->method->base->tableau) /* else by its own equations */
        show_print_property(to, sheet->method, "constraint", audit->stiffly_accurate,
                            "a_sj = b_j (stiffly accurate)", find_stiff_residual(audit));
    else
        fprintf(to, "  %-*s %s the end of the step: max_j |a_sj - b_j| = %.2g, of abar %.2g\n", LABEL_WIDTH,
                "last stage", audit->stiffly_accurate ? "is" : "is not", audit->stiff_residual,
                audit->stiff_residual_of_abar);
}

void show_print_heading(FILE *to)
{
    fprintf(to, "\nClaims, and what the coefficients prove (at %d bits):\n\n", AUDIT_BITS);
}

static void print_audit(FILE *to, const struct sheet *sheet)
{
    static const struct {
        const char *symplectic, *symmetric;
    } conditions[] = {
        [TABLEAU_COMMON] = {"b_i abar_ij + b_j a_ji = b_i b_j",
                            "a_ij + a_i'j' = b_j for a and abar, i' the mirror image of stage i"},
        [TABLEAU_PARTITIONED] = {"b_i ahat_ij + bhat_j a_ji = b_i bhat_j, b_i = bhat_i",
                                 "being the tableau of its adjoint"},
        [TABLEAU_SEPARABLE] = {"b_i abar_ij + bbar_j a_ji = b_i bbar_j as a tableau",
                               "being the same read backwards"},
        [TABLEAU_NYSTROEM] = {"bbar_i = b_i (1 - c_i), b_i (bbar_j - abar_ij) = b_j (bbar_i - abar_ji)",
                              "being the tableau of its adjoint"},
    };
    const struct tableau_audit *audit = &sheet->audit;
    const enum tableau_form form = sheet->tableau->form;

    show_print_heading(to);
    print_order(to, sheet);
    show_print_property(to, sheet->method, "symplectic", audit->symplectic, conditions[form].symplectic,
                        audit->symplectic_residual);
    show_print_property(to, sheet->method, "symmetric", audit->symmetric, conditions[form].symmetric,
                        audit->symmetric_residual);
    if (form == TABLEAU_COMMON) {
        print_stiff_accuracy(to, sheet);
        fprintf(to, "  stage order %-*d B(%d), C(%d) and D(%d) hold, no further ones\n", LABEL_WIDTH - 12,
                audit->stage_order, audit->quadrature_order, audit->stage_order, audit->column_order);
    }
    show_print_conditions(to, &sheet->conditions, audit, LABEL_WIDTH);
    json_decref(show_effective_order(sheet->method, to));
    if (sheet->is_near)
        show_print_nearest(to, &sheet->nearest, LABEL_WIDTH);
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
    coefficients = show_coefficients(sheet->tableau, sheet->digits);
    show_print_tableau(sheet->tableau, coefficients);
    json_decref(coefficients);
    print_r_infinity(sheet);
    print_audit(stdout, sheet);
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
    json_t *json = show_coefficients(sheet->tableau, sheet->digits);
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
    json_t *effective = show_effective_order(sheet->method, NULL);
    json_t *json =
        json_pack("{s:i, s:b, s:s, s:i}", "order", audit->order, "order_is_exact", audit->order_is_exact,
                  "order_by", audit->order_by_trees ? trees_of(sheet->tableau) : "simplifying assumptions",
                  "trees_to_order", TABLEAU_AUDIT_TREE_ORDER);

    if (sheet->method->file && sheet->method->file->printed)
        json_object_set_new(json, "printed_decimals", json_integer(sheet->method->file->printed));
    json_object_set_new(json, "precision", json_sprintf("%d", AUDIT_BITS));
    json_object_set_new(json, "symplectic", json_boolean(audit->symplectic));
    json_object_set_new(json, "symplectic_residual", json_real(audit->symplectic_residual));
    json_object_set_new(json, "symmetric", json_boolean(audit->symmetric));
    set_number(json, "symmetric_residual", audit->symmetric_residual,
               "read backwards it has flows of another kind, or another number of them");
    json_object_set_new(json, "stiffly_accurate", json_boolean(audit->stiffly_accurate));
    json_object_set_new(json, "stiffly_accurate_residual", json_real(find_stiff_residual(audit)));
    json_object_set_new(json, "stage_order", json_integer(audit->stage_order));
    if (sheet->tableau->form == TABLEAU_COMMON)
        json_object_set_new(json, "assumptions",
                            json_pack("{s:i, s:i, s:i}", "b", audit->quadrature_order, "c",
                                      audit->stage_order, "d", audit->column_order));
    show_set_conditions(json, &sheet->conditions);
    set_number(json, "stability_limit", audit->r_infinity, "the stability function has no finite limit");
    set_number(json, "null_vector_residual", audit->null_vector_residual, "there is no null vector");
    if (sheet->method->file)
        json_object_set_new(json, "nearest", sheet->is_near ? show_nearest(&sheet->nearest) : json_null());
    if (effective)
        json_object_update(json, effective);
    json_decref(effective);
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

json_t *show_algebra(const struct method *method, FILE *to)
{
    struct sheet sheet = {.method = method, .digits = SHOW_DEFAULT_DIGITS};
    struct error ignored;
    json_t *json;

    if (!*method->tableau || method->family->composes || !fill_sheet(&sheet, &ignored))
        return show_is_flow(method) ? show_flow_algebra(method, to) : NULL;
    if (to)
        print_audit(to, &sheet);
    json = algebra_json(&sheet);
    tableau_destroy(sheet.tableau);
    return json;
}

bool show_method(const struct options *options, const struct method *method, long digits, struct error *error)
{
    struct sheet sheet = {.method = method, .digits = digits};

    if (!*method->tableau || method->family->composes)
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
