/* Proofs by coefficients: see proof.h. */
#include "measures/expansion/proof.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/steps/step_families.h"
#include "integrators/tableaux/tableau_audit.h"
#include "numerics/graph/graph_algebra.h"

enum { PROOF_BITS = 512 };

/* c_i = sum_j a_ij, to what rounding explains */
static bool has_own_nodes(const struct tableau *t, double threshold)
{
    bool own = true;
    mpfr_t sum;

    mpfr_init2(sum, t->precision + 64);
    for (size_t i = 0; i < t->stages; i++) {
        mpfr_neg(sum, t->c[i], MPFR_RNDN);
        for (size_t j = 0; j < t->stages; j++)
            mpfr_add(sum, sum, t->a[i * t->stages + j], MPFR_RNDN);
        own = own && fabs(mpfr_get_d(sum, MPFR_RNDN)) <= threshold;
    }
    mpfr_clear(sum);
    return own;
}

/* Whether the two-form is the same at every point: that of H(q, p), or one that equations of motion come with. */
static bool is_constant(const struct model *model)
{
    const size_t d = model->moved;
    expression *form = model->symplectic ? model->symplectic : model->poisson;

    if (model->kind != MODEL_ODE || !form)
        return model->kind == MODEL_HAMILTONIAN && !model->constraints;
    return graph_is_free(graph_matrix(model->graph, d, d, form),
                         graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, d));
}

struct proof proof_find(const struct method *method, const struct model *on)
{
    const struct step_family *steps = method->family->steps;
    const bool explicit = steps == &step_families_runge_kutta || steps == &step_families_partitioned ||
                          steps == &step_families_nystroem,
               variational = steps == &step_families_vprk && !method->base->no_null_vector;
    struct proof proof = {.order = 0};
    struct tableau_audit audit;
    struct error ignored;
    struct tableau *t = explicit || variational ? method_create_tableau(method, PROOF_BITS, &ignored) : NULL;

    if (!t)
        return proof;
    tableau_audit(t, &audit);
    if (explicit &&
        (t->form != TABLEAU_COMMON || has_own_nodes(t, audit.threshold) || (on && !on->time_dependent)))
        proof.order = audit.order;
    proof.symplectic = audit.symplectic &&
                       (variational || !on ||
                        (is_constant(on) && (on->kind == MODEL_HAMILTONIAN || t->form == TABLEAU_COMMON)));
    proof.symmetric = audit.symmetric;
    proof.general = explicit && t->form == TABLEAU_COMMON;
    tableau_destroy(t);
    return proof;
}
