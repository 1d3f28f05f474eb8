/* A survey of a paper: each of its claims beside what all studies of the paper say of it.
 *
 * Filled by the harness (survey_fill.h), which owns the strings; read by the reports. */
#ifndef ASSAY_SURVEY_H
#define ASSAY_SURVEY_H

#include "harness/judge/results.h"

/* Of a claim that no study has, and of one whose study has no results; all other verdicts are those of fits.
 */

struct survey_study {
    const char *name;              /* also of its folder, in that of the paper */
    const char *path, *title;      /* what commands are given for it */
    const struct results *results; /* NULL: there are none */
    bool complete;
};

/* A claim of one study: the claim of the paper, or a part of it. */
struct survey_part {
    size_t study;
    const struct claim_result *claim;
};

/* A figure or a table of a study. */
struct survey_output {
    size_t study;
    const char *name, *title;
};

struct survey_outputs {
    size_t count;
    struct survey_output *output;
};

struct survey_claim {
    const char *id, *text, *source;
    const char *condition; /* under which it holds; NULL */
    const char *measured;  /* "" where nothing was */
    enum verdict verdict;  /* the worst of its parts */
    const char *evidence;  /* a line, or "" */
    const char *command;   /* makes it again; NULL: no study has it */
    const char *next;      /* a command that may decide what is open; NULL */
    size_t parts;
    struct survey_part *part;
    struct survey_outputs figures, tables;
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
    bool listed;                        /* the claims are those of a ledger, not of the studies alone */
    bool full;                          /* a study was run in its full version */
    struct provenance provenance;
    size_t claims, studies;
    struct survey_claim *claim;
    struct survey_study *study;
    struct survey_numbers figures, tables;
};

/* "convergence/figures/fig20.svg": where a file of a study is, in the folder of the paper.  Returns the
 * buffer. */
const char *survey_path(const struct survey *survey, const struct survey_output *output, const char *folder,
                        const char *ending, char *buffer, size_t size);

/* Whether that file is in DIRECTORY. */
bool survey_has_file(const struct survey *survey, const struct survey_output *output, const char *folder,
                     const char *ending, const char *directory);

/* "32 claims: 5 hold, 3 are refuted, 24 are not examined".  Returns the buffer. */
const char *survey_sentence(const struct survey *survey, char *buffer, size_t size);

/* Whether the study has the claim or a part of it. */
bool survey_examines(const struct survey *survey, const struct survey_claim *claim, size_t study);

/* Whether the fit decides the claim of the study: it is about it and has its verdict. */
bool survey_decides(const struct fit *fit, const struct claim_result *claim);

#endif
