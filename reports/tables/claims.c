/* A row about a claim: see claims.h. */
#include "reports/tables/claims.h"

#include "reports/tables/columns.h"

const char *const claims_columns[CLAIMS_COLUMNS] = {"text",    "source",   "condition", "measured",
                                                    "verdict", "evidence", "studies",   "command",
                                                    "next",    "part_of"};
const char *const claims_shown[CLAIMS_SHOWN] = {"claim, and where it is made", "measured", "verdict",
                                                "evidence"};

struct texts {
    const char *column[CLAIMS_COLUMNS];
};

static struct texts list(const struct words_statement *row)
{
    return (struct texts){{row->text, row->source, row->condition, row->measured,
                           term_word(TERM_VERDICT, row->verdict), row->evidence, row->studies, row->command,
                           row->next, row->part_of}};
}

void claims_add(struct table *table, const struct words_statement *row)
{
    const struct texts texts = list(row);

    table_add_row(table, false, row->id, NULL);
    for (size_t c = 0; c < table->columns; c++)
        table_set(table, c, (struct table_cell){.text = texts.column[c]});
}

/* The condition stands with the verdict, also where the claim holds: it says for which data and over which time. */
void claims_add_shown(struct table *table, const struct words_statement *row, const char *markup)
{
    const bool shown = row->condition && row->verdict != VERDICT_ERRATUM;
    char detail[700];

    snprintf(detail, sizeof detail, "%s%s%s%s%s", shown ? "holds where: " : "", shown ? row->condition : "",
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
    const struct texts texts = list(row);

    for (size_t i = 0; i < CLAIMS_PRINTED; i++)
        json_object_set_new(object, claims_columns[i], columns_text(texts.column[i]));
}
