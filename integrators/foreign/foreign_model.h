/* What a foreign method gets to know of a model: its name, its sizes and its functions, which can be sent to the process that
 * takes the steps. */
#ifndef ASSAY_FOREIGN_MODEL_H
#define ASSAY_FOREIGN_MODEL_H

#include <stdio.h>

#include "models/kinds/system.h"

enum foreign_function {
    FOREIGN_RHS,
    FOREIGN_HAMILTONIAN,
    FOREIGN_THETA,
    FOREIGN_FORCE,
    FOREIGN_GRADIENT,
    FOREIGN_CONSTRAINT,
    FOREIGN_CONSTRAINT_JACOBIAN,
    FOREIGN_FUNCTIONS
};

struct foreign_model {
    char *name;
    size_t d,
        reads; /* coordinates; what the programs read: these, and the time of a model that depends on it */
    size_t constraints;
    const struct program *program[FOREIGN_FUNCTIONS]; /* NULL: it has none */
    const struct program *velocity;                   /* H_p, the second half of the gradient */
    struct program *own[FOREIGN_FUNCTIONS + 1];       /* those of them that are destroyed with it */
};

/* Of the system, whose programs it borrows. */
struct foreign_model foreign_model_create(const struct system *system);
void foreign_model_destroy(struct foreign_model *model);
/* To another process of the same executable. */
void foreign_model_write(FILE *to, const struct foreign_model *model);
struct foreign_model foreign_model_read(FILE *from);

#endif
