/* Values of JSON: see columns.h. */
#include "reports/tables/columns.h"

#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/words.h"

#include <stdlib.h>
#include <math.h>

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

json_t *columns_claims(const struct fit *fit, const json_t *said)
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
    json_object_set_new(object, "words", words_take(said, "claimed"));
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
