/* The documents that commands print: see show.h. */
#include "harness/commands/show/show.h"

#include <stdio.h>

#include "harness/plan/provenance.h"

void show_document(const json_t *document)
{
    json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    printf("\n");
}

void show_json(const struct options *options, json_t *json)
{
    struct provenance provenance = provenance_of(options->command_line, NULL);
    json_t *document = json_pack("{s:o}", "assay", provenance_json(&provenance));

    json_object_update(document, json);
    show_document(document);
    json_decref(document);
    json_decref(json);
}
