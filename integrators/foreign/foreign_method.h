/* Methods that programs in any language provide: see foreign_program.h. */
#ifndef ASSAY_FOREIGN_METHOD_H
#define ASSAY_FOREIGN_METHOD_H

#include "integrators/foreign/foreign_program.h"
#include "integrators/methods/method.h"
#include "integrators/steps/scheme.h"

/* A family of one method, which is a program's. */
struct foreign_method {
    struct method_family family; /* first: the family of a foreign method is one */
    char *name, *command;
    char *version; /* of the files that it is made of, set by the caller and freed with it; NULL */
};

/* The methods that the program says it has: as many as *count, each of which foreign_method_destroy gives back.  NULL
 * with a message where it cannot be started, answers wrongly or has none. */
struct foreign_method **foreign_method_create_all(const char *command, size_t *count, struct error *error);
/* The method for a study; `foreign` must outlive it.  The other way round, NULL where it is no program's. */
struct method foreign_method_method(const struct foreign_method *foreign);
const struct foreign_method *foreign_method_of(const struct method *method);
void foreign_method_destroy(struct foreign_method *method);

/* A program that is about to step with the method of the setup on its system at `precision` bits; the caller owns
 * it.  It may have failed already. */
struct foreign_program *foreign_method_start(const struct setup *setup, int precision);

#define DECLARE_FOREIGN(A) struct stepper_##A *foreign_step_create_##A(const struct setup *setup);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_FOREIGN)

#endif
