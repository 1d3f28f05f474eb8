/* What becomes of the order of a method in double where there is more of a model, or where its numbers are large or small.
 *
 * Copies of a model side by side, and the model in other units, have the solution of the model.  So the steps of a method
 * of order p there and on the model itself end apart by O(h^(p+1)), whatever it is, and round-off in most cases.  Where they
 * end apart by more, the order there is lower: as h^(q+1) it is q, by the same steps of h/2, h/4, h/8.
 *
 * In other units a solver may stop at a tolerance that does not know of them.  Its author means the tolerance, so that
 * nothing is said of a difference that is at most SIZES_TOLERANCE beside the largest of 1, of the step, and of the numbers that the
 * method has in those units. */
#ifndef ASSAY_SIZES_H
#define ASSAY_SIZES_H

#include "measures/step/relation.h"

#define SIZES_TOLERANCE 0x1p-26

enum { SIZES_NAME = 80, SIZES_SENTENCE = 460 };

struct sizes {
    double order; /* q; INFINITY: nothing lowers it */
    bool product; /* of copies; else in units */
    struct transformed_units units;
    double apart, step; /* the distance for steps of h, 0 of nothing; and h */
    char model[SIZES_NAME];
};

/* On the model of the request, with its step; `product`, `scaling`: which of the two relations differ there. */
struct sizes sizes_find(const struct cell_request *request, bool product, bool scaling);
/* How the order is lost; returns the buffer. */
const char *sizes_sentence(const struct sizes *sizes, char sentence[SIZES_SENTENCE]);

#endif
