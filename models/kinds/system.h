/* A system: what a model is to methods and measures.  Its kind derives it from what the model file says. */
#ifndef ASSAY_SYSTEM_H
#define ASSAY_SYSTEM_H

#include "models/reader/model.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/graph/program.h"

/* A reversal rho: an involution under which the flow runs backwards, rho phi_t rho = phi_-t. */
struct system_reversal {
    struct program *map;  /* (x) -> rho(x) */
    struct program *push; /* (x, e) -> rho'(x) e */
    struct program *pull; /* (x, w) -> rho'(x)^T w */
};

/* Of the constraints of a system, those that go by one name. */
struct system_constraint {
    const char *name; /* g, psi */
    size_t count;
};
enum { SYSTEM_CONSTRAINT_GROUPS = 4, SYSTEM_REACTION_GROUPS = 2 };

/* A chart of the manifold of the constraints (holonomic_charts.h). */
struct system_chart {
    struct model model; /* Hhat(d, th) alone, in the graph of the model */
    struct system *system;
    struct program *enter; /* (q, p) -> (d, th) */
    struct program *leave; /* (d, th) -> (q, p) */
};

struct system {
    const struct model *model; /* borrowed */
    size_t dimension;          /* of the state x that the flow moves */
    bool incomplete;           /* the graph refused some of it: such a system is not handed out */
    /* The first coordinates, over which distances are taken: all, unless the time follows them (the last coordinate
     * of a model that is time_dependent: its f is 1, and a method evaluates the others at the times of its stages), or
     * velocities that steps have as difference quotients. */
    size_t positions;
    bool has_energy;          /* the flow keeps it */
    size_t observables;       /* the energy, 0 where there is none, then the invariants of the model */
    expressions field;        /* f, dimension */
    struct program *velocity; /* (x) -> f(x): the explicit equation of motion x' = f(x) */
    struct program *observe;  /* (x) -> observables */
    /* Constraints c(x) = 0 that the flow keeps, one group after the other; 0 and NULL where there are none. */
    size_t constraint_groups, constraints;
    struct system_constraint constraint_group[SYSTEM_CONSTRAINT_GROUPS];
    expressions constraint; /* c, constraints */
    expressions projected;  /* dimension: of a point beside c = 0 one nearer to it, by Newton's method */
    expressions leveled;    /* likewise of a point beside the level of the data, if they share one: ode.c */
    struct program *constrain;           /* (x) -> c(x) */
    struct program *constraint_jacobian; /* (x) -> dc_i / dx_j, constraints x dimension, row-major */
    /* The multipliers of constraints, which follow from x: groups likewise, with the names of the constraints. */
    size_t reaction_groups, reactions;
    struct system_constraint reaction_group[SYSTEM_REACTION_GROUPS];
    expressions reaction;  /* reactions */
    struct program *react; /* (x) -> reaction */
    /* Of H(q, p) with or without holonomic constraints g(q); else NULL. */
    struct system_holonomic {
        expressions H_q, H_p;       /* n, n */
        expressions g, G, psi;      /* m, g' (m x n), G H_p (m) */
        expressions psi_p;          /* m x n */
        bool linear;                /* psi = psi_p(q) p */
        struct program *force;      /* (x, l) -> H_q; g'(q)^T l */
        struct program *velocity;   /* (x) -> H_p */
        struct program *constraint; /* (x) -> g(q); NULL where there are no constraints */
        struct program *hidden;     /* (x) -> g'(q) H_p; likewise */
        bool explicit_force;        /* H_q is of q alone */
        bool constant_mass;         /* H_pp is constant */
    } holonomic;
    struct system_made **made; /* what others made of it: system_made */
    /* In the formulation charts, else 0 and NULL: what steps on the equations of motion are made in. */
    size_t charts;
    struct system_chart *chart;
    struct program *where; /* (x) -> a number for each chart: largest of the one that is taken */
    /* Of n positions and m constraints A v + b = 0; else NULL. */
    struct system_nonholonomic {
        struct program *lagrangian[MODEL_LAGRANGIANS]; /* (q, u) -> L_v; L_q */
        struct program
            *velocities[MODEL_LAGRANGIANS]; /* (q, u) -> v; dw/du (m): nonholonomic.c; NULL: u = v */
        struct program *slip;               /* (q, v; w, h) -> A w + h b */
        struct program *reaction;           /* (q, v; y) -> A^T y */
        struct program *project;            /* (q, v) -> projected */
        struct program *exact;              /* (q, v; t) -> the exact solution, if there is one */
    } nonholonomic;
    /* What the flow preserves, row-major; NULL where the kind or the model gives none. */
    struct program *symplectic; /* (x) -> Om, Om f = grad H */
    struct program *poisson;    /* (x) -> Pi, f = Pi grad H */
    /* Of multipliers l that are functions of x; 0 and NULL where there are none. */
    size_t multipliers;
    struct program *multiplier;  /* (x) -> l(x) */
    struct program *generalized; /* (x, l) -> f(x, l); what is zero at l(x) */
    struct program
        *generalized_slopes; /* (x, l) -> the same; their derivatives with respect to l, row-major */
    /* Of a rigid body in so(n); n = 0 and NULL elsewhere. */
    size_t body;
    expressions inertia; /* J, n x n and diagonal */
    expressions torque;  /* c (v chi^T - chi v^T) - M above the diagonal; no rows where it is free */
    /* Of the momenta p that belong to x on the constraint phi = p - p(x); NULL where there are none. */
    const expression *one_form;    /* p(x), dimension; the model's */
    struct program *momentum;      /* (x) -> p(x) */
    struct program *push;          /* (x, e) -> p'(x)^T e */
    struct program *momentum_push; /* (x, e) -> p(x); p'(x)^T e */
    struct program
        *momentum_force; /* (x, w, h (u: uniform)) -> p(x); p'(x)^T w - h grad H: h times the force at
                                       w = h v, of degenerate Lagrangians */
};

/* The caller owns the result; the model outlives it.  NULL only when the derivatives exceed the bounds of the
 * graph or divide by zero; graph_error(model->graph) then says so (model_create refuses such models). */
struct system *system_create(const struct model *model);
/* NULL is allowed. */
void system_destroy(struct system *system);

/* The equation of motion together with its variational equation, (x, U) -> f(x); Df(x) U: one input block and
 * one output block of width d + d^2, U row-major.  Along a solution that starts from (x_0, 1), U is the
 * Jacobian of the flow.  The caller owns the result.  NULL only when the derivatives exceed the bounds of the
 * graph; graph_error(model->graph) then says so. */
struct program *system_create_variation(const struct system *system);

/* The two-forms of Poincare's second integral invariant, (x, e) -> Om(x); E(x, e), both d x d and row-major; of a
 * system with momenta.  The caller owns the result.  NULL only when the derivatives exceed the bounds of the
 * graph; graph_error(model->graph) then says so. */
struct program *system_create_two_forms(const struct system *system);

/* Of a model that has a reversal; the caller owns the result.  NULL only when the derivatives exceed the
 * bounds of the graph; graph_error(model->graph) then says so (model_create refuses such models). */
struct system_reversal *system_create_reversal(const struct system *system);
/* NULL is allowed. */
void system_destroy_reversal(struct system_reversal *reversal);

/* A place, NULL at first, for what others make of the system's expressions under two addresses, such as a method's: it is
 * made once, and destroyed with the system. */
void **system_made(const struct system *system, const void *first, const void *second,
                   void (*destroy)(void *made));

/* x: the variables of all functions of the state */
expressions system_state(const struct system *system);
/* The rate (moved) with t' = 1 below it, where the state has the time. */
expressions system_with_time(const struct system *system, expressions rate);
/* The constraints, in groups, and the point nearer to them. */
void system_set_constraints(struct system *system, size_t groups, const struct system_constraint *group,
                            expressions constraint, expressions projected);
/* Of a point beside the constraints, or else the level of the data, one nearer to it, `dimension`; NULL: there is neither. */
const expression *system_nearer(const struct system *system);
/* Adds a group of multipliers. */
void system_add_reactions(struct system *system, struct system_constraint group, expressions reaction);
/* The program (x, y) -> outputs, y being `width` numbers of block MODEL_BLOCK_VELOCITIES: 0 for functions of the state
 * x alone.  NULL, and the system is incomplete, where an expression is NULL. */
struct program *system_map(struct system *system, size_t width, size_t outputs, const expressions *output);
#define OUTPUTS(...)                                                                                         \
    sizeof((const expressions[]){__VA_ARGS__}) / sizeof(expressions), ((const expressions[]){__VA_ARGS__})
/* A program with one block of d inputs and one output; NULL where an expression is NULL. */
struct program *system_compile_one(size_t d, size_t width, const expression *function);

#endif
