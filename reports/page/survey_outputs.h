/* Which figures and tables of the studies show a claim, and which of the paper's they are. */
#ifndef ASSAY_SURVEY_OUTPUTS_H
#define ASSAY_SURVEY_OUTPUTS_H

#include "harness/study/ledger.h"
#include "reports/page/survey.h"

/* Fills in the figures and tables of the claim: those that show a measure of it on its model, and those with
 * a number that the ledger (NULL: none) gives it. */
void survey_outputs_find(const struct survey *survey, struct survey_claim *claim,
                         const struct ledger *ledger);
/* Fills in the figures and tables of the paper: the numbers of the ledger, each with what shows it. */
void survey_outputs_number(struct survey *survey, const struct ledger *ledger);
/* Frees both. */
void survey_outputs_clear(struct survey *survey);

#endif
