/* Which figures and tables of a paper a source speaks of. */
#ifndef ASSAY_LEDGER_MENTION_H
#define ASSAY_LEDGER_MENTION_H

#include <stdbool.h>

/* Whether "Kraus (2017), figures 8, 13 and 15-17" mentions the figure: `word` is "figure" or "table". */
bool ledger_mention_number(const char *source, const char *word, unsigned number);

#endif
