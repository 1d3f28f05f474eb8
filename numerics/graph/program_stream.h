/* Programs as bytes, for another process of the same executable: nothing in them is checked. */
#ifndef ASSAY_PROGRAM_STREAM_H
#define ASSAY_PROGRAM_STREAM_H

#include <stdio.h>

#include "numerics/graph/program.h"

void program_stream_write(FILE *to, const struct program *program);
/* The program that was written, which computes the same bits.  The caller destroys it. */
struct program *program_stream_read(FILE *from);

#endif
