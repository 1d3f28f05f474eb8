/* Error messages for unusable input.
 *
 * A function that can be handed unusable input takes a `struct error *` last, fills it with one line
 * (file, line, what is wrong, what to write instead) and returns false or NULL. */
#ifndef ASSAY_ERROR_H
#define ASSAY_ERROR_H

#include <stdbool.h>
#include <stddef.h>

struct error {
    char text[1024]; /* one line without a newline; empty when nothing went wrong */
};

/* Writes the message (cut to the buffer, newlines become blanks, other control
 * characters are escaped); returns false so that callers can
 * `return error_set(...)`. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends the item to the list "a, b" that a message shows, as far as there is room. */
void error_list(char *list, size_t size, const char *item);

#endif
