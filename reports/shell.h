/* Words of a command as a shell reads them back. */
#ifndef ASSAY_SHELL_H
#define ASSAY_SHELL_H

#include <stddef.h>

/* The word, in quotes where it contains more than names and numbers do; cut off where it does not fit, which
 * 4 * strlen(word) + 3 bytes never do.  Returns the buffer. */
const char *shell_word(const char *word, char *buffer, size_t size);

#endif
