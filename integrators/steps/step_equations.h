/* A family of steps: its equations in every arithmetic, and how the state follows from their solution.
 *
 * A step reads (y, h): the numbers that it advances, or what a projection makes of them, and the step size.
 * It solves r(x; y, h) = 0, where x starts with the increments of the stages, W_i = h V_i (s x d), and adds
 * the increment that belongs to x to the state.  The rest, the same for all families, is implicit_step.h. */
#ifndef ASSAY_STEP_EQUATIONS_H
#define ASSAY_STEP_EQUATIONS_H

#include "integrators/steps/scheme.h"
#include "integrators/steps/setup.h"
#include "numerics/equations.h"

/* What is done where Newton's method does not find a solution from the extrapolated stages. */
enum step_search {
    STEP_SEARCH_ONCE,    /* nothing */
    STEP_SEARCH_TWICE,   /* it starts from the vector field */
    STEP_SEARCH_FOLLOWS, /* it starts from the vector field, then follows the solution from the trivial one */
    STEP_SEARCH_GUARDED  /* the same also where the solution lies far from its start.  What is unknown beside
                          * the stages are multipliers: small, and near those of the step before */
};

#define DECLARE_STEP_EQUATIONS(A)                                                                                                     \
    struct step_equations_##A {                                                                                                       \
        struct equations_##A equations; /* for Newton; the functions below take their context */                                      \
        const struct scheme_##A *scheme;                                                                                              \
        /* The increment of what the step advances, after the residual was evaluated at the solution x. */                            \
        void (*increment)(void *context, const real_##A *x, real_##A *increment);                                                     \
        /* x where nothing is to be solved; else NULL. */                                                                             \
        void (*evaluate)(void *context, const real_##A *data, real_##A *x);                                                           \
        /* Where the state that is output is not the one that is advanced: the former, after the increment. */                        \
        void (*project)(void *context, const real_##A *x, real_##A *output);                                                          \
        /* Of a phase (phase_step.h): where a first step looks for x; NULL: at 0. */                                                  \
        void (*guess)(void *context, const real_##A *data, real_##A *x);                                                              \
        /* What it keeps beside the state, where observables are taken first; 0: nothing. */                                          \
        size_t keeps;                                                                                                                 \
        /* Of a family with a `first` phase, which x solves: p, and what is kept, at the start of a run. */                           \
        void (*begin)(void *context, const real_##A *data, const real_##A *x, real_##A *p, real_##A *kept);                           \
        /* Numbers that a step leaves to the next one beside the state, as a part of what it advances: the data end with them,      \
         * behind h.  Where a run starts: these, of the data, and of the state a step earlier on the solution if `earlier`. */ \
        size_t carries;                                                                                                               \
        bool earlier;                                                                                                                 \
        void (*carry)(void *context, const real_##A *data, const real_##A *before, real_##A *carried);                                \
        /* After the increment: what else of the state, and of what is kept, follows from the solution; or NULL. */                   \
        void (*end)(void *context, real_##A *state, real_##A *kept);                                                                  \
    };
EACH_ARITHMETIC(DECLARE_STEP_EQUATIONS)

/* What makes them of a setup, one for each build. */
#define DECLARE_CREATE(A)                                                                                    \
    struct step_equations_##A;                                                                               \
    typedef struct step_equations_##A step_equations_create_##A(const struct setup *setup);
EACH_BUILD(DECLARE_CREATE)
#undef DECLARE_CREATE

/* What holds at the end of a step: the hidden constraint, nothing, or that p is a covector of the manifold. */
enum step_end { STEP_END_HIDDEN, STEP_END_FREE, STEP_END_COTANGENT };

/* Of a method with holonomic constraints: rattle.c. */
struct step_weights {
    double a, b0, b1, c;
    enum step_end end; /* of the momenta */
};

struct step_family;
struct formula_file;
struct step_formulas;
struct step_symbols;
typedef struct step_formulas step_formulate(const struct step_symbols *symbols);

struct step_family {
    step_formulate *formulate; /* its formulas (step_formulas.h); NULL: it writes its equations itself */
    const struct formula_file *file; /* where they are written; NULL: in C */
    bool moves_momentum;             /* it advances (q, p); else q alone, with p = theta(q) */
    enum step_search search;
    const struct step_weights *weights; /* NULL where there are none */
    bool remembers;                     /* its data are (x, x of the step before, h) */
    const struct step_family
        *onto_manifold;             /* the same with a projection onto holonomic constraints; NULL: none */
    const struct step_family *then; /* the phase after this one (phase_step.h); NULL after the last */
    const struct step_family
        *first;  /* solved where a run starts, the increment of the flow in the place of p */
    bool weighs; /* its equations are written for exactly symplectic coefficients, too: scheme.h */
#define CREATE_MEMBER(A) step_equations_create_##A *create_##A;
    EACH_BUILD(CREATE_MEMBER)
#undef CREATE_MEMBER
};

#endif
