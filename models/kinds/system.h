/* A system: what a model is to methods and measures.  Its kind derives it from what the model file says. */
#ifndef ASSAY_SYSTEM_H
#define ASSAY_SYSTEM_H

#include "models/reader/model.h"
#include "numerics/graph/program.h"

/* A reversal rho: an involution under which the flow runs backwards, rho phi_t rho = phi_-t. */
struct system_reversal {
    struct program *map;  /* (x) -> rho(x) */
    struct program *push; /* (x, e) -> rho'(x) e */
    struct program *pull; /* (x, w) -> rho'(x)^T w */
};

struct system {
    const struct model *model; /* borrowed */
    size_t dimension;          /* of the state x that the flow moves */
    bool has_energy;
    size_t observables;       /* the energy, 0 where there is none, then the invariants of the model */
    expression *field;        /* f, dimension */
    struct program *velocity; /* (x) -> f(x): the explicit equation of motion x' = f(x) */
    struct program *observe;  /* (x) -> observables */
    /* What the flow preserves, row-major; NULL where the kind or the model gives none. */
    struct program *symplectic; /* (x) -> Om, Om f = grad H */
    struct program *poisson;    /* (x) -> Pi, f = Pi grad H */
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

/* A program with the first `inputs` blocks and `outputs` outputs; NULL where an expression is NULL.  The second
 * form has one block of d inputs and one output. */
struct program *system_compile(size_t inputs, const struct program_block *input, size_t outputs,
                               const struct program_output *output);
struct program *system_compile_one(size_t d, size_t width, const expression *function);
/* sum_k row[k step] input(block, first + k stride), k < d */
expression system_product(struct graph *graph, size_t d, const expression *row, size_t step, size_t block,
                          size_t first, size_t stride);

#endif
