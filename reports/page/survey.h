/* A survey of a paper: each of its claims beside what all studies of the paper say of it. */
#ifndef ASSAY_SURVEY_H
#define ASSAY_SURVEY_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/study/ledger.h"
#include "harness/study/study.h"
#include "numerics/error.h"

/* A study of the paper, and its document (NULL: it came to nothing). */
struct survey_study {
    const struct study *study; /* its name is also that of its folder, in that of the paper */
    const json_t *document;
    bool complete;
};

/* All of it as one document, from which every text is made: {"assay", "paper", "title", "source", "full", "claims", "studies",
 * ...}; templates/survey/survey.document.lua has the rest.  It has every claim of the ledger in its order, then those that the
 * studies make beside it; without a ledger (NULL) those of the studies, a part K19-step below K19.  `command` is the command line;
 * `place` the folder that has those of the studies, whose figures and tables the document names.  The caller owns it; NULL with a
 * message. */
json_t *survey_document(const char *paper, const struct ledger *ledger, size_t studies,
                        const struct survey_study *study, const char *command, const char *place,
                        struct error *error);

/* Writes DIRECTORY/index.html, claims.md, claims.csv, claims.tex and claims.json; false with one line when one cannot be
 * written. */
bool survey_write(const json_t *document, const char *directory, struct error *error);

#endif
