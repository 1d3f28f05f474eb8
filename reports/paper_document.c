/* A ledger as a document: see paper_document.h. */
#include "reports/paper_document.h"

#include "reports/tables/columns.h"

json_t *paper_document_errata(const struct ledger *ledger)
{
    json_t *list = json_array();

    for (size_t i = 0; ledger && i < ledger->errata; i++) {
        const struct ledger_erratum *erratum = ledger->erratum + i;

        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o}", "where", columns_text(erratum->where),
                                              "printed", columns_text(erratum->printed), "corrected",
                                              columns_text(erratum->corrected), "claim",
                                              columns_text(erratum->claim)));
    }
    return list;
}

static json_t *numbers_json(const struct ledger_numbers *numbers)
{
    json_t *list = json_array();

    for (size_t i = 0; i < numbers->count; i++)
        json_array_append_new(list, json_integer(numbers->number[i]));
    return list;
}

static json_t *claims_json(const struct ledger *ledger)
{
    json_t *list = json_array();

    for (size_t i = 0; i < ledger->claims; i++) {
        const struct ledger_claim *claim = ledger->claim + i;

        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", columns_text(claim->id), "name",
                            columns_text(claim->name), "where", columns_text(claim->where), "text",
                            columns_text(claim->text), "erratum", columns_text(claim->erratum), "rule",
                            columns_text(claim->rule), "figures", numbers_json(&claim->figures), "tables",
                            numbers_json(&claim->tables)));
    }
    return list;
}

json_t *paper_document(const char *name, const struct ledger *ledger)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "type", "paper", "name", columns_text(name), "title",
                     columns_text(ledger->title), "source", columns_text(ledger->source), "claims",
                     claims_json(ledger), "errata", paper_document_errata(ledger));
}
