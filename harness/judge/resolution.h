/* What an order that holds does not see, of a method in double alone. */
#ifndef ASSAY_RESOLUTION_H
#define ASSAY_RESOLUTION_H

#include "harness/judge/results.h"

struct resolution {
    double error,
        step;    /* the smallest error on which it rests; NaN: the claim is no such one, or does not hold */
    int order;   /* of a part of the error that a wrong coefficient leaves, */
    double part; /* this number times the power of h, below which it is not seen */
};

struct resolution resolution_find(const struct results *results, const struct claim_result *claim);

#endif
