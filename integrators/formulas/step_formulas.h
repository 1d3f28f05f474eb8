/* Steps written as formulas: what a phase of a method solves, and by how much the state moves, as expressions in the
 * graph of the model.
 *
 * Data (x, h), or more before h (step_equations.h), are the inputs of MODEL_BLOCK_COORDINATES, as the state is for the
 * functions of a system; unknowns are those of MODEL_BLOCK_VELOCITIES.  From the formulas follow programs, which are
 * compiled once for a system and evaluated in any arithmetic: what depends on the data alone, once a step; the
 * residual; the increment; and dr/dx, where it is asked for. */
#ifndef ASSAY_STEP_FORMULAS_H
#define ASSAY_STEP_FORMULAS_H

#include "integrators/steps/step_equations.h"
#include "numerics/graph/graph_algebra.h"

/* What a method writes its formulas with. */
struct step_symbols {
    const struct setup *setup;
    const struct step_family *family;
    struct graph *graph;
    expressions state, more; /* the data: d numbers, and as many that stand between them and h */
    expression h;
};

struct step_formulas {
    expressions residual;  /* as many as unknowns; no rows: nothing is solved for */
    expressions increment; /* of what the step advances, where the residual vanishes */
    expressions guess;     /* of the unknowns, of the data; no rows: 0 */
    size_t multipliers;    /* the last so many unknowns, by which corrections are not judged */
    expressions matrix;    /* dr_i/dx_j; no rows: Newton's method takes it from dual numbers */
    /* At the start of a run, what its steps carry beside the state (step_formulas_carried), of the data and of
     * step_formulas_before; no rows: nothing.  Its increments are the last. */
    expressions start;
    int line; /* of a file: where its last equations are; 0: unknown */
};

/* Those of a family on the system of the setup, of which nothing else is read. */
struct step_symbols step_formulas_symbols(const struct setup *setup, const struct step_family *family);
/* `count` unknowns from the first on; a number of few digits, and h times it; f at another point than the state. */
expressions step_formulas_unknowns(const struct step_symbols *w, size_t first, size_t count);
/* What is carried beside the state; the state a step before the start of a run, on the solution. */
expressions step_formulas_carried(const struct step_symbols *w, size_t first, size_t count);
expressions step_formulas_before(const struct step_symbols *w);
expression step_formulas_number(const struct step_symbols *w, double value);
expression step_formulas_times_h(const struct step_symbols *w, double factor);
expressions step_formulas_at(expressions f, expressions point);

struct step_programs {
    size_t unknowns, judged, data;
    size_t known, shared;      /* numbers that `prepare` finds, and that the residual finds for the matrix */
    struct program *prepare;   /* (data) -> known; NULL where there are none */
    struct program *residual;  /* (data, x, known) -> r; shared */
    struct program *increment; /* (data, x, known) -> increment */
    struct program *guess;     /* (data) -> x; NULL: 0 */
    struct program *matrix;    /* (data, x, known, shared) -> dr_i/dx_j; NULL where it is not asked for */
    size_t carries;            /* of the data, the last; */
    int line;                  /* as of the formulas */
    bool earlier;              /* whether they start from the state before, too */
    struct program *start;     /* (data, -, state before) -> what is carried; NULL where nothing is */
};

/* The steps of a method's family on the model with the projection; NULL where it has none of this form. */
const struct step_family *step_formulas_family(const struct setup *setup, const struct method_family *family);
/* Those of a family that has formulas; the system owns them.  NULL where the graph refuses them, and graph_error then
 * says why. */
const struct step_programs *step_formulas_compile(const struct setup *setup,
                                                  const struct step_family *family);
/* Whether the graph takes the formulas of all phases; else a message. */
bool step_formulas_check(const struct setup *setup, struct error *error);

/* The equations of a phase: of its formulas, or of the family that writes them itself. */
#define DECLARE_FORMULAS(A)                                                                                  \
    struct step_equations_##A step_formulas_equations_##A(const struct setup *setup,                         \
                                                          const struct step_family *family);
EACH_ARITHMETIC(DECLARE_FORMULAS)

#endif
