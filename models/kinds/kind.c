/* The table of kinds: see kind.h. */
#include "models/kinds/kind.h"

const struct kind *const kind_table[MODEL_KINDS] = {
    [MODEL_DEGENERATE] = &degenerate_kind,     [MODEL_ODE] = &ode_kind,
    [MODEL_HAMILTONIAN] = &hamiltonian_kind,   [MODEL_INDEX_ONE] = &index_one_kind,
    [MODEL_NONHOLONOMIC] = &nonholonomic_kind, [MODEL_BODY] = &body_kind,
};
