/* A row about a claim: see claims.h. */
#include "reports/tables/claims.h"

#include "reports/tables/columns.h"

const char *const claims_shown[CLAIMS_SHOWN] = {"claim, and where it is made", "measured", "verdict",
                                                "evidence"};

/* The condition stands with the verdict, also where the claim holds: it says for which data and over which time. */
void claims_add_shown(struct table *table, const struct words_statement *row, const char *markup)
{
    const bool shown = row->condition && row->verdict != VERDICT_ERRATUM;
    char detail[700];

    snprintf(detail, sizeof detail, "%s%s%s%s%s", shown ? "condition: " : "", shown ? row->condition : "",
             shown && row->expected ? "; " : "", row->expected ? "expected: " : "",
             row->expected ? row->expected : "");
    table_add_row(table, false, row->id, row->part_of ? row->studies : NULL);
    table_set(table, 0, (struct table_cell){.text = row->text, .detail = row->source});
    table_set(table, 1, (struct table_cell){.text = row->measured});
    table_set(table, 2,
              (struct table_cell){.word = term_word(TERM_VERDICT, row->verdict),
                                  .mark = words_verdict(row->verdict),
                                  .detail = detail});
    table_set(table, 3, (struct table_cell){.text = row->evidence, .markup = markup});
}

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
