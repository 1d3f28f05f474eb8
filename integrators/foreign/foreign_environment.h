/* What a method called in our process could change without a sign, so that all that is computed after it would be wrong: how
 * numbers are rounded, and how they are read and written. */
#ifndef ASSAY_FOREIGN_ENVIRONMENT_H
#define ASSAY_FOREIGN_ENVIRONMENT_H

#include <fenv.h>
#include <stdbool.h>

struct foreign_environment {
    fenv_t floating_point;
    long smallest, largest; /* exponents of MPFR */
};

/* That of now. */
struct foreign_environment foreign_environment_keep(void);
/* Makes it that again where it has been changed; whether it was as it is to be. */
bool foreign_environment_restore(const struct foreign_environment *kept);

#endif
