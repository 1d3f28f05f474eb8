/* Words of a command: see shell.h.
 *
 * Between single quotes a shell reads everything as it stands but the quote itself, which is written '\'':
 * the quotes closed, an escaped quote, the quotes opened again (POSIX.1-2017, Shell Command Language, 2.2.2).
 */
#include "reports/shell.h"

#include <stdio.h>
#include <string.h>

const char *shell_word(const char *word, char *buffer, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/%@";
    const char *const quote = !*word || word[strspn(word, plain)] ? "'" : "";
    size_t used = (size_t)snprintf(buffer, size, "%s", quote);

    for (; *word; word++) {
        const size_t length = *word == '\'' ? 4 : 1;

        if (used + length >= size)
            break;
        memcpy(buffer + used, *word == '\'' ? "'\\''" : word, length);
        used += length;
    }
    if (used < size)
        snprintf(buffer + used, size - used, "%s", quote);
    return buffer;
}
