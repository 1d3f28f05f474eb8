/* The families of methods, one row each: see method.h. */
#ifndef ASSAY_METHOD_FAMILIES_H
#define ASSAY_METHOD_FAMILIES_H

#include "integrators/methods/method.h"

extern const struct method_family method_gauss, method_srk_3, method_radau_iia, method_rk4,
    method_runge_kutta, method_augmented, method_hamilton_pontryagin;
extern const struct method_family method_lobatto_iiia_iiib, method_lobatto_iiib_iiia, method_lobatto_iiic,
    method_lobatto_iiid, method_lobatto_iiie;

#endif
