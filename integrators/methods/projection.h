/* Projections onto a constraint, as rows of a table: Kraus (2017), section 4.
 *
 * One step perturbs the initial data, applies the base method Psi_h, and projects:
 *
 *     qb  = q_n  + w_perturb e,    pb  = th(q_n) + w_perturb T(perturb_at)^T e
 *     (qb1, pb1) = Psi_h(qb, pb)
 *     q1  = qb1  + w_project e1,   th(q1) = pb1 + w_project T(project_at)^T e1
 *
 * e = h lambda.  The row says where T is taken, the weights (0, 1 or R(infinity)) and which multiplier the
 * perturbation uses: that of this step (e = e1, all solved together) or that of the step before.  T is taken at
 * q_n (start), at q_{n+1} (end) or at (qb + qb1)/2 (midpoint).
 *
 * That is p = theta(q) of degenerate Lagrangians.  What the rows mean on holonomic constraints is said in
 * integrators/constrained/projected_stages.c. */
#ifndef ASSAY_PROJECTION_H
#define ASSAY_PROJECTION_H

#include <stdbool.h>
#include <stddef.h>

/* The spaces on which steps are maps:
 *
 *     momentum     z = (q, p): a variational method without projection, on the whole of T*Q
 *     position     z = q: everything that starts from p = theta(q); the state x where there is no p
 *     canonical    z = (q, p) beside a state (q, v): of a discrete Lagrangian
 *     multiplier   z = (q, e), e = h lambda: a projection whose multiplier enters the next step */
enum step_space { STEP_MOMENTUM, STEP_POSITION, STEP_MULTIPLIER, STEP_CANONICAL };

struct step_family;

enum projection_point { PROJECTION_NOWHERE, PROJECTION_START, PROJECTION_END, PROJECTION_MIDPOINT };
enum projection_weight { PROJECTION_ONE, PROJECTION_R_INFINITY };
enum projection_multiplier { PROJECTION_SAME, PROJECTION_PREVIOUS };

struct projection {
    const char *name;
    const char *documentation;
    const char *source;
    unsigned kinds; /* of model: bits 1 << enum model_kind */
    enum projection_point perturb_at;
    enum projection_weight perturb_weight;
    enum projection_point project_at;
    enum projection_weight project_weight;
    enum projection_multiplier multiplier; /* of the perturbation, where there is one */
    bool symmetric;                        /* the map is symmetric where the base method is */
    /* Where it is said that on holonomic constraints it keeps the order of methods on equations of motion, and on degenerate
     * Lagrangians the form of its space where the method is symplectic; NULL: nowhere. */
    const char *keeps_order, *keeps_form;
    const struct step_family *steps; /* of a file with formulas; NULL: those that the row says */
    const char *text;                /* of the file that it is from; NULL: it is a row of the table */
    const char *path;                /* of that file, as it was written; NULL likewise */
};

/* The rows, ended by one without a name. */
extern const struct projection projection_table[];

const struct projection *projection_find(const char *name); /* NULL when there is none of that name */
enum { PROJECTION_NAMES = 400 };
/* The names of all rows, with commas between them; returns the buffer. */
const char *projection_names(char names[PROJECTION_NAMES]);
bool projection_projects(const struct projection *projection);
/* The multiplier of a step perturbs the next one. */
bool projection_continues(const struct projection *projection);
/* On which a projected step is a map. */
enum step_space projection_space(const struct projection *projection);
/* Perturbation and projection share their multiplier, so that one system contains all unknowns. */
bool projection_is_coupled(const struct projection *projection);
/* 1 or R(infinity). */
int projection_weight(enum projection_weight weight, int r_infinity);

#endif
