/* The table of kinds: see kind.h. */
#include "models/kinds/kind.h"

const struct kind *const kind_table[MODEL_KINDS] = {
    [MODEL_DEGENERATE] = &degenerate_kind,     [MODEL_ODE] = &ode_kind,
    [MODEL_HAMILTONIAN] = &hamiltonian_kind,   [MODEL_INDEX_ONE] = &index_one_kind,
    [MODEL_NONHOLONOMIC] = &nonholonomic_kind, [MODEL_BODY] = &body_kind,
};

void kind_add_invariant(struct model *model, const char *name, expression value)
{
    struct model_named_expression *longer = memory_keep(&model->kept, model->invariants + 1, sizeof *longer);

    for (size_t i = 0; i < model->invariants; i++)
        longer[i] = model->invariant[i];
    longer[model->invariants++] =
        (struct model_named_expression){memory_keep_string(&model->kept, name), value};
    model->invariant = longer;
}
