/* assay show of a projection: its row of the table, as equations. */
#include <stdio.h>
#include <string.h>

#include "harness/commands/show.h"

/* As tableaux and projections of users write it: q0, q1, qm. */
static const char *point_name(enum projection_point point)
{
    return point == PROJECTION_START ? "q0" : point == PROJECTION_END ? "q1" : "qm";
}

static const char *weight_name(enum projection_weight weight)
{
    return weight == PROJECTION_ONE ? "1" : "R";
}

static json_t *part_json(enum projection_point point, enum projection_weight weight)
{
    if (point == PROJECTION_NOWHERE)
        return json_null();
    return json_pack("{s:s, s:s}", "at", point_name(point), "weight", weight_name(weight));
}

static const char *multiplier_name(const struct projection *row)
{
    if (row->perturb_at == PROJECTION_NOWHERE)
        return NULL;
    return row->multiplier == PROJECTION_SAME ? "same" : "previous";
}

static json_t *projection_json(const struct projection *row)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:s?, s:b}", "type", "projection", "name", row->name,
                     "documentation", row->documentation, "source", row->source, "perturb",
                     part_json(row->perturb_at, row->perturb_weight), "project",
                     part_json(row->project_at, row->project_weight), "multiplier", multiplier_name(row),
                     "symmetric", row->symmetric);
}

static void print_text(const struct projection *row)
{
    const char *first = row->perturb_weight == PROJECTION_ONE ? "" : "R ";
    const char *weight = row->project_weight == PROJECTION_ONE ? "" : "R ";
    const char *start = row->multiplier == PROJECTION_SAME ? "e" : "e0";
    const char *end =
        row->perturb_at != PROJECTION_NOWHERE && row->multiplier == PROJECTION_SAME ? "e" : "e1";

    printf("%s: a projection\n%s\n%s\n\n", row->name, row->documentation, row->source);
    if (row->perturb_at != PROJECTION_NOWHERE)
        printf("  perturb  qb = q0 + %s%s,  pb = theta(q0) + %sT(%s)^T %s\n", first, start, first,
               point_name(row->perturb_at), start);
    else if (projection_projects(row))
        printf("  start    qb = q0,  pb = theta(q0)\n");
    else
        printf("  start    qb = q0,  pb = p0\n");
    printf("  step     (qb1, pb1) = Psi_h(qb, pb)\n");
    if (projection_projects(row))
        printf("  project  q1 = qb1 + %s%s,  theta(q1) = pb1 + %sT(%s)^T %s\n", weight, end, weight,
               point_name(row->project_at), end);
    else
        printf("  end      q1 = qb1,  p1 = pb1\n");
    if (!projection_projects(row))
        return;
    printf("\n  T is the derivative of theta, %s the multiplier%s", strcmp(end, "e") == 0 ? "e" : "e1",
           row->multiplier == PROJECTION_PREVIOUS ? ", e0 that of the step before" : "");
    if (*weight || *first)
        printf(", R = R(infinity) of the tableau");
    if (row->project_at == PROJECTION_MIDPOINT)
        printf(", qm = (qb + qb1)/2");
    printf(".\n  %s where the base method is symmetric.\n",
           row->symmetric ? "Symmetric" : "Not symmetric, even");
}

void show_projection(const struct options *options, const struct projection *row)
{
    if (options->json)
        show_json(options, projection_json(row));
    else
        print_text(row);
}
