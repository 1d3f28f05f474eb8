/* What --help says: the text of each command, and lines of at most 80 columns. */
#ifndef ASSAY_HELP_H
#define ASSAY_HELP_H

#include <stdio.h>

enum { HELP_COLUMNS = 80, HELP_EXAMPLES = 3 };

/* Of one command. */
struct help {
    const char *name;
    const char *sentence;               /* what it does, in one sentence */
    const char *example[HELP_EXAMPLES]; /* command lines that can be pasted; NULL after the last */
};

/* NULL: there is no more to say than the words of the command itself. */
const struct help *help_find(const char *name);
/* Writes the text in lines of at most HELP_COLUMNS characters, broken between words.  The cursor stands in `column`; further
 * lines begin with `indent` blanks. */
void help_write(FILE *to, const char *text, int column, int indent);

#endif
