/* The survey of a paper, from its ledger and the results of its studies. */
#ifndef ASSAY_SURVEY_FILL_H
#define ASSAY_SURVEY_FILL_H

#include "harness/study/ledger.h"
#include "harness/study/study.h"
#include "reports/page/survey.h"

/* A study of the paper, and what it came to (NULL: nothing). */
struct survey_source {
    const struct study *study;
    const struct results *results;
    bool complete;
};

/* Every claim of the ledger in its order, then those that the studies make beside it; without a ledger (NULL)
 * those of the studies, a part K19-step below K19.  Everything given is borrowed and must outlive the result,
 * which the caller destroys.  `command` is the command line. */
struct survey *survey_fill_create(const char *paper, const struct ledger *ledger, size_t studies,
                                  const struct survey_source *sources, const char *command);
void survey_fill_destroy(struct survey *survey);

#endif
