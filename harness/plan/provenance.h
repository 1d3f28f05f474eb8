/* Where results come from: version, sources, compiler, processor, command. */
#ifndef ASSAY_PROVENANCE_H
#define ASSAY_PROVENANCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct provenance {
    const char *version, *numerics_version, *commit, *compiler, *mpfr, *processor, *study_hash, *command;
    const char *store, *only; /* as they were asked for; NULL: the store where results are kept, everything */
    bool refine;              /* was asked for */
};

/* The libraries that compute, as this process has found them, with their versions. */
enum { PROVENANCE_LIBRARIES = 512, PROVENANCE_VERSION = 17 };
void provenance_libraries(char text[PROVENANCE_LIBRARIES]);
/* numerics_version: of what was built (sources, compiler, flags) and of the libraries. */
void provenance_numerics_version(char version[PROVENANCE_VERSION], const char *build, const char *libraries);

/* The provenance of this process; `command` and `study_hash` (NULL where there is no study) are borrowed. The
 * other strings live as long as the process. */
struct provenance provenance_of(const char *command, const char *study_hash);
/* The object "assay" that every JSON document opens with. */
json_t *provenance_json(const struct provenance *provenance);

/* One of its parts: its name in documents, what a person reads, and its value, "unknown" where there is none. */
struct provenance_part {
    const char *name, *label, *value;
};
enum { PROVENANCE_PARTS = 8 };
struct provenance_part provenance_part(const struct provenance *provenance, size_t part);

/* A hash of text, 16 hexadecimal digits (FNV-1a, 64 bits): `hash` has room for 17 characters. */
void provenance_hash(char hash[17], const char *text);

#endif
