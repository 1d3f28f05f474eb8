/* What a step object is made from: see setup.h. */
#include "integrators/steps/setup.h"

#include "integrators/methods/multistep_file.h"
#include "integrators/stages/stages.h"
#include "integrators/formulas/step_formulas.h"
#include "numerics/number_block.h"

static bool prepare_tableau(struct setup *setup, mpfr_prec_t precision, struct error *error)
{
    const struct method *method = setup->method;

    if (!*method->tableau)
        return true;
    setup->tableau = method_create_coefficients(method, precision, error);
    if (!setup->tableau)
        return false;
    if (method->base->no_null_vector)
        setup->tableau->has_null_vector = false;
    stages_sort(setup->tableau);
    return rounding_accepts(setup->rounding, method, setup->tableau, error);
}

static bool prepare_composition(struct setup *setup, mpfr_prec_t precision, struct error *error)
{
    const struct method *method = setup->method;

    if (method->file && method->file->form == METHOD_FORM_MULTISTEP) {
        setup->coefficient = multistep_file_evaluate(method->file, precision, &setup->coefficients);
        return true;
    }
    if (!method->family->composes)
        return true;
    setup->coefficient =
        method_create_lengths(method, precision, &setup->coefficients, &setup->of_adjoint, error);
    setup->adjoint = method_adjoint(method);
    if (setup->adjoint && setup->tableau)
        setup->adjoint_tableau = tableau_create_adjoint(setup->tableau);
    return setup->coefficient;
}

bool setup_prepare(struct setup *setup, mpfr_prec_t precision, struct error *error)
{
    const struct method *method = setup->method;
    struct error reason;
    enum method_refusal refusal;

    setup->tableau = setup->adjoint_tableau = NULL;
    setup->coefficient = NULL;
    refusal = method_refuses_model(method, setup->projection, setup->system->model, &reason);
    if (refusal == METHOD_FAILS)
        return error_set(error, "%s", reason.text);
    if (refusal)
        return error_set(error, "%s with the projection '%s' does not apply: %s", method->name,
                         setup->projection->name, reason.text);
    if (prepare_tableau(setup, precision, error) && prepare_composition(setup, precision, error) &&
        step_formulas_check(setup, error))
        return true;
    setup_release(setup);
    return false;
}

void setup_release(struct setup *setup)
{
    tableau_destroy(setup->tableau);
    tableau_destroy(setup->adjoint_tableau);
    number_block_destroy(setup->coefficient);
    setup->tableau = setup->adjoint_tableau = NULL;
    setup->coefficient = NULL;
}
