/* The parameters in the name of initial data: A0 = 2 and b1 = 1/3 in "default[A0=2,b1=1:3]". */
#ifndef ASSAY_PARAMETERS_H
#define ASSAY_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>

struct parameters_value {
    char name[128], value[256]; /* exact, as a command takes it: 1/3 */
};

/* Length of the name without its parameters. */
size_t parameters_base(const char *initial);
/* The parameter of that number; false when there are fewer. */
bool parameters_get(const char *initial, size_t number, struct parameters_value *value);

#endif
