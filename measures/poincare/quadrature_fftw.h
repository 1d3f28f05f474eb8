/* Quadrature in double by fast transforms (FFTW). */
#ifndef ASSAY_QUADRATURE_FFTW_H
#define ASSAY_QUADRATURE_FFTW_H

#include "measures/poincare/quadrature.h"

/* n >= 2 points; the caller calls rule->destroy(rule). */
struct quadrature_double *quadrature_fftw_create(enum quadrature_kind kind, size_t n);

#endif
