/* A survey of a paper: see survey.h. */
#include "reports/page/survey.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/provenance.h"
#include "numerics/memory.h"
#include "reports/output.h"
#include "reports/paper_document.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/template.h"

/* ---- figures and tables ---- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* "convergence/figures/fig20.svg", of what is in the folders of a study. */
static void list_files(json_t *list, const char *place, const char *study)
{
    static const char *const folders[] = {"figures", "tables"};

    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char path[OUTPUT_PATH];
        struct dirent **entry;
        int count;

        snprintf(path, sizeof path, "%.3500s/%.250s/%s", place, study, folders[f]);
        count = scandir(path, &entry, is_visible, alphasort);
        for (int i = 0; i < count; i++) {
            snprintf(path, sizeof path, "%.250s/%s/%.255s", study, folders[f], entry[i]->d_name);
            json_array_append_new(list, columns_text(path));
            free(entry[i]);
        }
        if (count >= 0)
            free(entry);
    }
}

/* The numbers of the ledger that a source speaks of: word is "figure" or "table". */
static json_t *list_mentioned(const struct ledger *ledger, const char *source, bool figures)
{
    json_t *list = json_array();

    for (size_t i = 0; ledger && i < ledger->claims; i++) {
        const struct ledger_numbers *numbers = figures ? &ledger->claim[i].figures : &ledger->claim[i].tables;

        for (size_t k = 0; k < numbers->count; k++) {
            if (ledger_mentions(source, figures ? "figure" : "table", numbers->number[k]))
                json_array_append_new(list, json_integer(numbers->number[k]));
        }
    }
    return list;
}

/* Of each figure or table of a document its head, the measures that it shows, and its numbers in the paper. */
static json_t *list_shown(const struct ledger *ledger, const json_t *document, bool figures)
{
    json_t *list = json_array(), *of;
    size_t index, p;

    json_array_foreach(json_object_get(document, figures ? "figures" : "tables"), index, of)
    {
        json_t *measures = json_array(), *panel, *shown = json_object();

        json_array_foreach(json_object_get(of, "panels"), p, panel)
            json_array_append(measures, json_object_get(panel, "measure"));
        json_array_append(measures, json_object_get(of, "measure"));
        json_object_update(shown, of);
        json_object_del(shown, "panels");
        json_object_set_new(shown, "measures", measures);
        json_object_set_new(shown, "shows", json_boolean(figures && document_shows(of, -1)));
        json_object_set_new(
            shown, "numbers",
            list_mentioned(ledger, json_string_value(json_object_get(of, "source")), figures));
        json_array_append_new(list, shown);
    }
    return list;
}

/* ---- what the survey is made from ---- */

/* The parts of the document of a study that a survey reads; NULL where there is none. */
static json_t *select_parts(const json_t *document)
{
    static const char *const keys[] = {"fits", "claims", "commands", "words", "families", "projections"};
    json_t *parts = document ? json_object() : NULL;

    for (size_t i = 0; parts && i < sizeof keys / sizeof *keys; i++)
        json_object_set(parts, keys[i], json_object_get(document, keys[i]));
    return parts;
}

static json_t *study_json(const struct ledger *ledger, const struct survey_study *source)
{
    const struct study *study = source->study;
    json_t *claims = json_array();

    for (size_t i = 0; i < study->claims; i++)
        json_array_append_new(claims, json_pack("{s:o, s:o}", "id", columns_text(study->claim[i].id),
                                                "source", columns_text(study->claim[i].source)));
    return json_pack(
        "{s:o, s:o, s:o, s:b, s:b, s:b, s:I, s:o, s:o*, s:o, s:o}", "name", columns_text(study->name),
        "title", columns_text(study->title), "path", columns_text(study->path), "complete", source->complete,
        "full", study->in_full, "has_full", study->has_full, "runs",
        (json_int_t)json_array_size(json_object_get(source->document, "cells")), "claims", claims, "document",
        select_parts(source->document), "figures", list_shown(ledger, source->document, true), "tables",
        list_shown(ledger, source->document, false));
}

static json_t *provenance_list(const struct provenance *provenance)
{
    json_t *list = json_array();

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "name", part.name, "label", part.label,
                                              "value", columns_text(part.value)));
    }
    return list;
}

/* Of the hashes of the studies. */
static void hash_studies(char hash[17], size_t studies, const struct survey_study *study)
{
    struct memory_kept *kept = NULL;
    const char *all = "";

    for (size_t i = 0; i < studies; i++) {
        provenance_hash(hash, study[i].study->text);
        all = memory_keep_print(&kept, "%s%s", all, hash);
    }
    provenance_hash(hash, all);
    memory_release(kept);
}

json_t *survey_document(const char *paper, const struct ledger *ledger, size_t studies,
                        const struct survey_study *study, const char *command, const char *place,
                        struct error *error)
{
    json_t *list = json_array(), *files = json_array(), *from, *document, *derived;
    char hash[17];
    const struct provenance provenance = provenance_of(command, hash);
    bool full = false;

    hash_studies(hash, studies, study);
    for (size_t i = 0; i < studies; i++) {
        full |= study[i].study->in_full;
        list_files(files, place, study[i].study->name);
        json_array_append_new(list, study_json(ledger, study + i));
    }
    document = json_pack("{s:o, s:o, s:o, s:o, s:b}", "assay", provenance_json(&provenance), "paper",
                         columns_text(paper), "title", columns_text(ledger ? ledger->title : paper), "source",
                         columns_text(ledger ? ledger->source : ""), "full", full);
    from = json_pack("{s:s, s:O, s:o, s:o, s:o}", "paper", paper, "source",
                     json_object_get(document, "source"), "ledger",
                     ledger ? paper_document(paper, ledger) : json_null(), "studies", list, "files", files);
    derived = template_derive("survey.document", from, error);
    json_decref(from);
    if (!derived) {
        json_decref(document);
        return NULL;
    }
    json_object_update(document, derived);
    json_decref(derived);
    json_object_set_new(document, "provenance", provenance_list(&provenance));
    json_object_set_new(document, "errata", paper_document_errata(ledger));
    return document;
}

/* ---- files ---- */

static bool write_json(const json_t *document, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "claims.json"))
        return false;
    json_dumpf(document, output.file, JSON_INDENT(1));
    fputc('\n', output.file);
    return output_close(&output, error);
}

bool survey_write(const json_t *document, const char *directory, struct error *error)
{
    static const struct {
        const char *name, *template;
    } files[] = {{"index.html", "survey.html"},
                 {"claims.md", "survey.md"},
                 {"claims.csv", "survey.csv"},
                 {"claims.tex", "survey.tex"}};
    char path[OUTPUT_PATH];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", directory, files[i].name);
        if (!template_write_path(path, files[i].template, document, error))
            return false;
    }
    return write_json(document, directory, error);
}
