/* SHA-256 of a list of named fields. */
#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H

#include <stddef.h>
#include <sys/types.h>

#include <sha256.h>

enum { DIGEST_TEXT = 65 }; /* 64 hexadecimal digits and the final zero */

struct digest {
    SHA2_CTX context;
};

void digest_begin(struct digest *digest);
/* Adds a field; two lists have the same text only if names, sizes and bytes of all fields are the same. */
void digest_add(struct digest *digest, const char *name, const void *bytes, size_t size);
/* The same for a string; NULL is the empty one. */
void digest_add_text(struct digest *digest, const char *name, const char *text);
void digest_end(struct digest *digest, char text[DIGEST_TEXT]);

#endif
