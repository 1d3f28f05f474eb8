/* The projections of Kraus (2017): see projection.h. */
#include "integrators/methods/projection.h"

#include <stdio.h>
#include <string.h>

#include "models/reader/model.h"

/* Degenerate Lagrangians, and whatever may have holonomic constraints. */
#define PROJECTED_KINDS (1U << MODEL_DEGENERATE | 1U << MODEL_HAMILTONIAN | 1U << MODEL_INDEX_ONE)

const struct projection projection_table[] = {
    {
        .name = "none",
        .documentation = "The unprojected method: (q, p) is carried along from p_0 = theta(q_0).",
        .source = "Kraus (2017), section 3.5",
        .kinds = ~0U,
        .perturb_at = PROJECTION_NOWHERE,
        .project_at = PROJECTION_NOWHERE,
        .symmetric = true,
    },
    {
        .name = "standard",
        .documentation = "Projects the end point of each step; the start is left on the constraint.",
        .source = "Kraus (2017), section 4.2",
        .kinds = PROJECTED_KINDS,
        .perturb_at = PROJECTION_NOWHERE,
        .project_at = PROJECTION_END,
        .project_weight = PROJECTION_ONE,
        .keeps_order = "Hairer, Lubich, Wanner (2006), section IV.4",
        .symmetric = false,
    },
    {
        .name = "symmetric",
        .documentation = "Perturbs the start and projects the end with the same multiplier.",
        .source = "Kraus (2017), section 4.3, eq. 112",
        .kinds = PROJECTED_KINDS,
        .perturb_at = PROJECTION_START,
        .perturb_weight = PROJECTION_ONE,
        .project_at = PROJECTION_END,
        .project_weight = PROJECTION_R_INFINITY,
        .multiplier = PROJECTION_SAME,
        .keeps_order = "Hairer, Lubich, Wanner (2006), section V.4.1",
        .symmetric = true,
    },
    {
        .name = "symplectic",
        .documentation =
            "Perturbs the start with the multiplier of the step before; with R(infinity) = -1 the "
            "perturbation undoes the projection, which then serves the output alone.",
        .source = "Kraus (2017), section 4.4, eq. 120",
        .kinds = PROJECTED_KINDS,
        .perturb_at = PROJECTION_START,
        .perturb_weight = PROJECTION_ONE,
        .project_at = PROJECTION_END,
        .project_weight = PROJECTION_R_INFINITY,
        .multiplier = PROJECTION_PREVIOUS,
        .keeps_form = "Kraus (2017), section 4.4",
        .symmetric = false,
    },
    {
        .name = "midpoint",
        .documentation = "Perturbs and projects with the same multiplier, both at (qb_n + qb_{n+1})/2.",
        .source = "Kraus (2017), section 4.5, eq. 127 with R(infinity) in (127d)",
        .kinds = PROJECTED_KINDS,
        .perturb_at = PROJECTION_MIDPOINT,
        .perturb_weight = PROJECTION_ONE,
        .project_at = PROJECTION_MIDPOINT,
        .project_weight = PROJECTION_R_INFINITY,
        .multiplier = PROJECTION_SAME,
        .symmetric = true,
    },
    {.name = NULL},
};

const struct projection *projection_find(const char *name)
{
    for (const struct projection *row = projection_table; row->name; row++) {
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

const char *projection_names(char names[PROJECTION_NAMES])
{
    size_t used = 0;

    for (const struct projection *row = projection_table; row->name && used < PROJECTION_NAMES; row++)
        used += (size_t)snprintf(names + used, PROJECTION_NAMES - used, "%s%s", used ? ", " : "", row->name);
    return names;
}

bool projection_projects(const struct projection *projection)
{
    return projection->project_at != PROJECTION_NOWHERE;
}

bool projection_continues(const struct projection *projection)
{
    return projection->perturb_at != PROJECTION_NOWHERE && projection->multiplier == PROJECTION_PREVIOUS;
}

enum step_space projection_space(const struct projection *projection)
{
    return projection_continues(projection) ? STEP_MULTIPLIER : STEP_POSITION;
}

bool projection_is_coupled(const struct projection *projection)
{
    return projection->perturb_at != PROJECTION_NOWHERE && projection->multiplier == PROJECTION_SAME;
}

int projection_weight(enum projection_weight weight, int r_infinity)
{
    return weight == PROJECTION_ONE ? 1 : r_infinity;
}
