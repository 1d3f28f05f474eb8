/* A survey of a paper: each of its claims beside what all studies of the paper say of it; as a page, as files, as a
 * document and as lines. */
#ifndef ASSAY_SURVEY_H
#define ASSAY_SURVEY_H

#include <jansson.h>
#include <stdio.h>

#include "harness/judge/results.h"
#include "harness/study/ledger.h"
#include "harness/study/study.h"
#include "numerics/error.h"
#include "numerics/memory.h"
#include "reports/tables/claims.h"

/* A study of the paper, and what it came to (NULL: nothing). */
struct survey_study {
    const struct study *study; /* its name is also that of its folder, in that of the paper */
    const struct results *results;
    bool complete;
};

/* A claim of one study: the claim of the paper, or a part of it. */
struct survey_part {
    size_t study;
    const struct claim_result *claim;
    struct words_statement row;
};

/* A figure or a table of a study. */
struct survey_output {
    size_t study;
    const char *name, *title, *model; /* model: NULL where it has several */
};

struct survey_outputs {
    size_t count;
    struct survey_output *output;
};

enum survey_kind { SURVEY_FIGURES, SURVEY_TABLES, SURVEY_KINDS };

/* Its verdict is the worst of its parts; without a command no study has it. */
struct survey_claim {
    struct words_statement row;
    size_t parts;
    struct survey_part *part;
    struct survey_outputs shown[SURVEY_KINDS];
};

/* A figure or a table of the paper, and which of the studies show it: none where nobody does. */
struct survey_number {
    unsigned number;
    struct survey_outputs shown;
};

struct survey_numbers {
    size_t count;
    struct survey_number *number; /* ascending */
    struct survey_outputs others; /* what the studies show beside */
};

struct survey {
    const char *paper, *title, *source; /* source: how it is cited */
    bool full;                          /* a study was run in its full version */
    struct provenance provenance;
    size_t claims, studies;
    struct survey_claim *claim;
    const struct survey_study *study;
    struct survey_numbers numbers[SURVEY_KINDS];
    const struct ledger *ledger; /* NULL: the paper has none */
    char hash[17];               /* of all studies */
    struct memory_kept *kept;
};

/* Every claim of the ledger in its order, then those that the studies make beside it; without a ledger (NULL)
 * those of the studies, a part K19-step below K19.  Everything given is borrowed and must outlive the result,
 * which the caller destroys.  `command` is the command line. */
struct survey *survey_create(const char *paper, const struct ledger *ledger, size_t studies,
                             const struct survey_study *study, const char *command);
void survey_destroy(struct survey *survey);

/* All of it as one document, from which every text is made: {"assay", "paper", "title", "source", "full", "claims", "studies",
 * ...}.  PLACE is the folder that has those of the studies, with their figures and tables: the document says which files are
 * there.  The caller owns it. */
json_t *survey_document(const struct survey *survey, const char *place);

/* Writes DIRECTORY/index.html, claims.md, claims.csv, claims.tex and claims.json; false with one line when one cannot be
 * written. */
bool survey_files_write(const json_t *document, const char *directory, struct error *error);

/* ---- What these share ---- */

/* "figures", "tables". */
const char *survey_outputs_folder(enum survey_kind kind);

/* "convergence/figures/fig20.svg": where a file of a study is, in the folder of the paper.  Returns the
 * buffer. */
const char *survey_outputs_path(const struct survey *survey, const struct survey_output *output,
                                enum survey_kind kind, const char *ending, char *buffer, size_t size);

/* The first of the worst parts; NULL where there is none but assay's own. */
const struct survey_part *survey_worst_part(const struct survey_claim *claim);

/* How many entries of a claim hold, which do not, and the claimed value beside the measured one.  Sets in the object of a part
 * "entries", "value", "fits", in that of a claim "entries", "value", "exceptions", "sentence". */
void survey_entries_set_part(json_t *object, const struct survey *survey, const struct survey_part *part);
void survey_entries_set_claim(json_t *object, const struct survey *survey, const struct survey_claim *claim);

/* The table of a study in the shape in which a paper has it: {"columns": projections, "rows": [{"label": a family, "cells":
 * [{"claimed": formulas, "hold", "of", "refuted", "exceptions": [{"text", "verdict"}]}]}]}; null where nothing is claimed. */
json_t *survey_table_shape(const struct results *results, const struct study_table *table);

/* Fills in the figures and tables of all claims: those that show a measure of the claim on its model, and those with
 * a number that the ledger gives it; and those of the paper: the numbers of the ledger, each with what shows it. */
void survey_outputs_find(struct survey *survey);

/* "32 claims: 5 hold, 3 are refuted, 24 are not examined".  Returns the buffer. */
const char *survey_sentence(const struct survey *survey, char *buffer, size_t size);

/* Smaller for worse verdicts. */
int survey_rank(enum verdict verdict);
/* What a claim of a study says of the paper's: its verdict, with exceptions where it holds but for some; VERDICT_NONE where
 * it is assay's own. */
enum verdict survey_part_verdict(const struct claim_result *claim);
/* The verdict on the paper's claim (NULL: it is in no ledger) whose worst part has this one. */
enum verdict survey_whole_verdict(const struct ledger_claim *listed, enum verdict worst);

/* Whether the study has the claim or a part of it. */
bool survey_examines(const struct survey *survey, const struct survey_claim *claim, size_t study);

#endif
