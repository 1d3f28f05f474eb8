/* A paper, what it claims and its misprints: see show.h. */
#include "harness/commands/show/show.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/study/ledger.h"
#include "models/reader/data_path.h"
#include "reports/paper_document.h"
#include "reports/template.h"

bool show_is_paper(const char *name)
{
    char path[512], *found;

    snprintf(path, sizeof path, "%.400s/claims.ledger", name);
    found = data_path_in_studies(path);
    free(found);
    return found != NULL;
}

bool show_paper(const struct options *options, struct error *error)
{
    const char *name = options->word[0];
    const struct template_look look = {template_width(stdout), false};
    struct ledger *ledger = ledger_create(name, error);
    json_t *document;
    bool shown = true;

    if (!ledger)
        return false;
    if (options->digits) {
        ledger_destroy(ledger);
        return error_set(
            error, "--digits is for the coefficients of a method; %.60s is a paper, leave it out", name);
    }
    document = paper_document(name, ledger);
    ledger_destroy(ledger);
    if (options->json) {
        show_json(options, document);
    } else {
        shown = template_print(stdout, "paper.txt", document, &look, error);
        json_decref(document);
    }
    return shown;
}
