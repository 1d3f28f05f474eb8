/* gnuplot as a child process. */
#ifndef ASSAY_GNUPLOT_H
#define ASSAY_GNUPLOT_H

#include <stdbool.h>

#include "numerics/error.h"

/* Runs DIRECTORY/NAME.gp there, without any output but the files that it names; false with a message. */
bool gnuplot_run(const char *directory, const char *name, struct error *error);

#endif
