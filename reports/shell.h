/* Words of a command as a shell reads them back. */
#ifndef ASSAY_SHELL_H
#define ASSAY_SHELL_H

#include <stddef.h>

/* The word in quotes; cut off where it does not fit, which 4 * strlen(word) + 3 bytes never do.  Returns the buffer. */
const char *shell_quote(const char *word, char *buffer, size_t size);

/* The same of a word that needs them; what has no meaning to a shell stays as it is.  Returns the buffer. */
const char *shell_word(const char *word, char *buffer, size_t size);

/* " --store FILE", as the end of a command that looks where this one looked; "" where no store was named.  Returns the
 * buffer. */
const char *shell_store(const char *store, char *buffer, size_t size);

#endif
