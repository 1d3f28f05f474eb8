/* A row about a claim: see claims.h. */
#include "reports/tables/claims.h"

#include "reports/tables/columns.h"

void claims_set_json(json_t *object, const struct words_statement *row)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"text", row->text},
                 {"source", row->source},
                 {"condition", row->condition},
                 {"measured", row->measured},
                 {"verdict", term_word(TERM_VERDICT, row->verdict)},
                 {"evidence", row->evidence}};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        json_object_set_new(object, texts[i].key, columns_text(texts[i].text));
}
