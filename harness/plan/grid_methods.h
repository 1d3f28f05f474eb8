/* The methods and the projections of a study: by name, from files, and the methods of programs and of shared
 * objects. */
#ifndef ASSAY_GRID_METHODS_H
#define ASSAY_GRID_METHODS_H

#include <jansson.h>

#include "harness/plan/digest.h"
#include "harness/study/study.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection_file.h"

/* What a program or a shared object has said of its methods. */
struct grid_said {
    char key[DIGEST_TEXT]; /* of the command, or of the path, and the files */
    char *origin, *text;
};

struct grid_methods {
    size_t methods, files, programs;
    struct method *method; /* each once, in the order in which the study names them, */
    bool suite;            /* those that families give to a suite are among them */
    size_t all;            /* then those that are listed and that it does not name: so many in all */
    struct method_file **file;
    struct foreign_method **program;
    size_t origins;          /* programs and shared objects that provide methods, */
    struct depends *depends; /* and what they are made of */
    size_t asked;            /* of those that were asked now: */
    struct grid_said *said;
    size_t projections, projection_files;
    const struct projection **projection; /* each once: rows of the table in its order, then those of files */
    struct projection_file **projection_file;
};

/* What the study names.  The caller clears them, also where it is false with a message. */
bool grid_methods_read(struct grid_methods *methods, const struct study *study, struct error *error);
void grid_methods_clear(struct grid_methods *methods);
/* The commands and shared objects that a run of the study starts; *known: whether the study knows (study_said) what all of them
 * have.  NULL with a message. */
json_t *grid_methods_started(const struct study *study, bool *known, struct error *error);
/* Whether the files of its programs and shared objects are those that were there when they were read. */
bool grid_methods_are_unchanged(const struct grid_methods *methods);
/* In a process that was forked off: its programs, and what it notes of them, are its own. */
void grid_methods_part(struct grid_methods *methods);
/* What the numbers of a method depend on: its name, and the file, the program or the shared object that it comes from. */
void grid_methods_digest(struct digest *digest, const struct method *method);
/* The same of a projection. */
void grid_methods_digest_projection(struct digest *digest, const struct projection *projection);

#endif
