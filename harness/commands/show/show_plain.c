/* assay show of a method without a tableau: what it is and what is claimed of it; of a composition its
 * coefficients. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/commands/show/show.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "numerics/number.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64, MOST_ORDER = 32 };

static json_t *list_of(mpfr_t *x, size_t count, long digits)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char *text = number_text(x[i], 1, digits);

        json_array_append_new(list, json_string(text));
        free(text);
    }
    return list;
}

/* alpha and beta, and the order that they prove */
static json_t *create_multistep(const struct method_file *file, mpfr_prec_t precision, long digits)
{
    size_t count;
    mpfr_t *alpha = multistep_file_evaluate(file, precision, &count);
    json_t *json = json_pack("{s:o, s:o, s:i, s:s}", "alpha", list_of(alpha, count, digits), "beta",
                             list_of(alpha + count, count, digits), "order",
                             multistep_file_order(file, MOST_ORDER), "starter", file->inner.name);
    const int starter = method_expected_order(&file->inner);
    struct multistep_stability found;
    char sentence[MULTISTEP_STABILITY_SENTENCE];
    mpfr_t *exact = multistep_file_evaluate(file, MULTISTEP_FILE_BITS, &count),
           *unit = multistep_file_units(file);

    multistep_stability_find(&found, exact, unit, count);
    number_block_destroy(alpha);
    number_block_destroy(exact);
    number_block_destroy(unit);
    if (file_reader_decimals(&file->file))
        json_object_set_new(json, "printed_decimals", json_integer(file_reader_decimals(&file->file)));
    json_object_set_new(json, "starter_order", starter > 0 ? json_integer(starter) : json_null());
    json_object_set_new(json, "zero_stable", json_boolean(found.stable));
    if (!found.stable)
        json_object_set_new(json, "unstable", json_string(multistep_stability_sentence(&found, sentence)));
    return json;
}

/* gamma_1 .. gamma_s of a composition, what a multistep method has; null of any other.  NULL with a message. */
static json_t *create_coefficients(const struct method *method, long digits, struct error *error)
{
    mpfr_prec_t precision = (mpfr_prec_t)ceil((double)digits * log2(10)) + GUARD_BITS;
    const bool *adjoint;
    json_t *list;
    mpfr_t *gamma;
    size_t count;

    if (method->file && method->file->form == METHOD_FORM_MULTISTEP)
        return create_multistep(method->file, precision, digits);
    if (!method->family->composes)
        return json_null();
    gamma = method_create_lengths(method, precision, &count, &adjoint, error);
    if (!gamma)
        return NULL;
    list = list_of(gamma, count, digits);
    number_block_destroy(gamma);
    return list;
}

static json_t *create_claims(const struct method *method)
{
    const int order = method_claimed_order(method);
    json_t *claims = json_array();

    for (const struct method_claim *claim = method->family->claim; claim->property; claim++) {
        json_t *json = json_pack("{s:s, s:s, s:s}", "claim", claim->property, "value", claim->value, "source",
                                 claim->source);

        if (claim == method->family->claim && order)
            json_object_set_new(json, "order", json_integer(order));
        json_array_append_new(claims, json);
    }
    return claims;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void print_multistep(const json_t *multistep)
{
    static const char *const names[] = {"alpha", "beta"};
    const char *unstable = text_of(multistep, "unstable");
    const long long order = json_integer_value(json_object_get(multistep, "order")),
                    decimals = json_integer_value(json_object_get(multistep, "printed_decimals")),
                    starter = json_integer_value(json_object_get(multistep, "starter_order"));

    printf("\n");
    for (size_t k = 0; k < 2; k++) {
        const json_t *value;
        size_t i;

        json_array_foreach(json_object_get(multistep, names[k]), i, value)
            printf("  %s[%zu] = %s\n", names[k], i, json_string_value(value));
    }
    printf("\n  starter %s, ", text_of(multistep, "starter"));
    printf(starter ? "of order %lld\n" : "whose order is not known\n", starter);
    printf("  order %lld, proved by sum_j alpha_j j^q = q sum_j beta_j j^(q-1)", order);
    if (decimals)
        printf(" to the %lld decimals that are printed", decimals);
    printf(starter < order - 1 ? ", with a starter of order %lld\n" : "\n", order - 1);
    if (unstable)
        printf("  but %s\n", unstable);
}

static void print_text(const json_t *sheet)
{
    const json_t *coefficients = json_object_get(sheet, "coefficients"), *value;
    size_t i;

    printf("%s: a method for", text_of(sheet, "name"));
    json_array_foreach(json_object_get(sheet, "kinds"), i, value)
        printf("%s %s", i ? " and" : "", json_string_value(value));
    printf(" models\n%s\n", text_of(sheet, "documentation"));
    if (json_is_object(coefficients))
        print_multistep(coefficients);
    json_array_foreach(coefficients, i, value)
        printf("%s  gamma[%zu] = %s\n", i ? "" : "\n", i + 1, json_string_value(value));
    printf("\nClaims:\n\n");
    json_array_foreach(json_object_get(sheet, "claims"), i, value)
    {
        const json_t *order = json_object_get(value, "order");

        if (order)
            printf("  order %lld: %s\n", (long long)json_integer_value(order), text_of(value, "source"));
        else
            printf("  %s: %s\n", text_of(value, "claim"), text_of(value, "source"));
    }
}

json_t *show_kinds(unsigned kinds)
{
    json_t *names = json_array();

    for (unsigned kind = 0; kinds >> kind; kind++) {
        if (kinds >> kind & 1)
            json_array_append_new(names, json_string(model_kind_name((enum model_kind)kind)));
    }
    return names;
}

bool show_plain(const struct options *options, const struct method *method, long digits, struct error *error)
{
    json_t *coefficients = create_coefficients(method, digits, error), *sheet;

    if (!coefficients)
        return false;
    sheet = json_pack("{s:s, s:s, s:s, s:o, s:b, s:i, s:o, s:o}", "type", "method", "name", method->name,
                      "documentation", method->family->documentation, "kinds",
                      show_kinds(method_kinds(method)), "projections", method_projects(method->base),
                      "digits", (int)digits, "coefficients", coefficients, "claims", create_claims(method));
    if (options->json) {
        show_json(options, sheet);
        return true;
    }
    print_text(sheet);
    json_decref(sheet);
    return true;
}
