/* SHA-256 of a list of named fields: see digest.h.
 *
 * What is hashed is the text
 *
 *     name SPACE size COLON bytes NEWLINE      for every field, in order.
 *
 * Names contain no blanks and the size says where the bytes end, so that the text can be cut back into its
 * fields in one way only: no two lists of fields share a text, whatever the bytes are. */
#include "harness/plan/digest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void digest_begin(struct digest *digest)
{
    SHA256Init(&digest->context);
}

void digest_add(struct digest *digest, const char *name, const void *bytes, size_t size)
{
    char length[32];
    int written = snprintf(length, sizeof length, " %zu:", size);

    SHA256Update(&digest->context, (const uint8_t *)name, strlen(name));
    SHA256Update(&digest->context, (const uint8_t *)length, (size_t)written);
    SHA256Update(&digest->context, bytes, size);
    SHA256Update(&digest->context, (const uint8_t *)"\n", 1);
}

void digest_add_text(struct digest *digest, const char *name, const char *text)
{
    digest_add(digest, name, text ? text : "", text ? strlen(text) : 0);
}

void digest_end(struct digest *digest, char text[DIGEST_TEXT])
{
    SHA256End(&digest->context, text);
}
