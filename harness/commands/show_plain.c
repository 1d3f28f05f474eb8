/* assay show of a method without a tableau: what it is and what is claimed of it; of a composition its
 * coefficients. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/commands/show.h"
#include "numerics/number.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64 };

/* gamma_1 .. gamma_s of a composition; null where nothing is composed.  NULL with a message. */
static json_t *create_coefficients(const struct method *method, long digits, struct error *error)
{
    mpfr_prec_t precision = (mpfr_prec_t)ceil((double)digits * log2(10)) + GUARD_BITS;
    const bool *adjoint;
    json_t *list;
    mpfr_t *gamma;
    size_t count;

    if (!method->family->composes)
        return json_null();
    gamma = method_create_lengths(method, precision, &count, &adjoint, error);
    if (!gamma)
        return NULL;
    list = json_array();
    for (size_t i = 0; i < count; i++) {
        char *text = number_text(gamma[i], 1, digits);

        json_array_append_new(list, json_string(text));
        free(text);
    }
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

static void print_text(const json_t *sheet)
{
    const json_t *value;
    size_t i;

    printf("%s: a method for", text_of(sheet, "name"));
    json_array_foreach(json_object_get(sheet, "kinds"), i, value)
        printf("%s %s", i ? " and" : "", json_string_value(value));
    printf(" models\n%s\n", text_of(sheet, "documentation"));
    json_array_foreach(json_object_get(sheet, "coefficients"), i, value)
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
