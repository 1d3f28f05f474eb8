/* Newton's method for a projection on its own: see projector_newton.h. */
#include "integrators/steps/projector_newton.h"

struct X(newton) *X(projector_newton_create)(const struct setup *setup, struct X(projector) *own)
{
    X(newton_narrow) *coarse = NULL;
    struct X(newton) *newton;

    if (real_precision() > 53)
        coarse = NARROW(newton_create)(NARROW(projector_equations)(NARROW(projector_create)(setup)),
                                       DUAL(projector_equations)(DUAL(projector_create)(setup)), NULL);
    newton = X(newton_create)(X(projector_equations)(own),
                              DUAL(projector_equations)(DUAL(projector_create)(setup)), coarse);
    X(newton_take_last)(newton, setup->rounding.corrected);
    return newton;
}
