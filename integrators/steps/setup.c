/* What a step object is made from: see setup.h. */
#include "integrators/steps/setup.h"

bool setup_prepare(struct setup *setup, mpfr_prec_t precision, struct error *error)
{
    const struct method *method = setup->method;
    struct error reason;

    setup->tableau = NULL;
    if (method_refuses(method, setup->projection, setup->system->model->kind, &reason))
        return error_set(error, "%s with the projection '%s' does not apply: %s", method->name,
                         setup->projection->name, reason.text);
    setup->tableau = tableau_create(method->tableau, precision, error);
    if (setup->tableau && method->family->no_null_vector)
        setup->tableau->has_null_vector = false;
    if (setup->tableau && rounding_accepts(setup->rounding, method, setup->tableau, error))
        return true;
    setup_release(setup);
    return false;
}

void setup_release(struct setup *setup)
{
    tableau_destroy(setup->tableau);
    setup->tableau = NULL;
}
