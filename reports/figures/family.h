/* Families of methods: what methods whose names differ only in the number of stages have in common. */
#ifndef ASSAY_FAMILY_H
#define ASSAY_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

struct family {
    const char *prefix; /* begins the name of each member; not terminated at `length` */
    size_t length;
    const char *title; /* NULL: the prefix is its own title */
};

/* The family of a method; `prefix` points into the known families or into `method`. */
struct family family_of(const char *method);

bool family_equal(struct family a, struct family b);

/* The title, written to a buffer, which is also returned. */
const char *family_title(struct family family, char *buffer, size_t size);

/* What tells a member from the others: "3" of gauss-3; empty where the name is the prefix. */
const char *family_member(struct family family, const char *method);

#endif
