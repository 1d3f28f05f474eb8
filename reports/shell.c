/* Words of a command: see shell.h.
 *
 * Between single quotes a shell reads everything as it stands but the quote itself, which is written '\'':
 * the quotes closed, an escaped quote, the quotes opened again (POSIX.1-2017, Shell Command Language, 2.2.2).
 */
#include "reports/shell.h"

#include <stdio.h>
#include <string.h>

const char *shell_quote(const char *word, char *buffer, size_t size)
{
    size_t used = (size_t)snprintf(buffer, size, "'");

    for (; *word; word++) {
        const size_t length = *word == '\'' ? 4 : 1;

        if (used + length >= size)
            break;
        memcpy(buffer + used, *word == '\'' ? "'\\''" : word, length);
        used += length;
    }
    if (used < size)
        snprintf(buffer + used, size - used, "'");
    return buffer;
}

const char *shell_word(const char *word, char *buffer, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/%@";

    if (!*word || word[strspn(word, plain)])
        return shell_quote(word, buffer, size);
    snprintf(buffer, size, "%s", word);
    return buffer;
}

const char *shell_store(const char *store, char *buffer, size_t size)
{
    const int length = snprintf(buffer, size, "%s", store ? " --store " : "");

    if (store && (size_t)length < size)
        shell_word(store, buffer + length, size - (size_t)length);
    return buffer;
}
