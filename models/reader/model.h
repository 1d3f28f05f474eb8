/* Models: what a model file says, and nothing derived from it.
 *
 * A model file (Lua, see sandbox.h) returns model{...} with the mathematics and its data.  Expressions live
 * in the model's own graph: input block MODEL_BLOCK_COORDINATES holds the state, q or x; of an exact
 * solution, that at time 0, and MODEL_BLOCK_TIME the time; MODEL_BLOCK_PLACE, of a loop the angle and of a surface (s, t).  Parameters
 * are exact constants by the time the expressions are built. */
#ifndef ASSAY_MODEL_H
#define ASSAY_MODEL_H

#include "numerics/error.h"
#include "numerics/graph/graph.h"
#include "numerics/memory.h"

enum {
    MODEL_BLOCK_COORDINATES = 0,
    MODEL_BLOCK_VELOCITIES = 1,
    MODEL_BLOCK_MULTIPLIERS = 1, /* of a generalized Hamiltonian */
    MODEL_BLOCK_STEP = 2,
    MODEL_BLOCK_TIME = 3,
    MODEL_BLOCK_PLACE = 4
};

/* The equations that underlie holonomic constraints: models/kinds/hamiltonian.c. */
enum { MODEL_EVENTS = 4 }; /* crossings of a section that have a name */
enum model_formulation {
    MODEL_STANDARD,
    MODEL_WEAK_DIRAC,
    MODEL_DIRAC,
    MODEL_SIMPLIFIED_DIRAC,
    MODEL_CHARTS, /* models/kinds/holonomic_charts.h */
    MODEL_FORMULATIONS
};

/* One row each in the table of kinds (models/kinds/kind.h). */
enum model_kind {
    MODEL_DEGENERATE,   /* L(q, q') = theta(q) . q' - H(q) */
    MODEL_ODE,          /* x' = f(x) */
    MODEL_HAMILTONIAN,  /* H(q, p), and where there are constraints g(q) = 0 */
    MODEL_INDEX_ONE,    /* H(q, p, l) with 0 = H_l, and likewise */
    MODEL_NONHOLONOMIC, /* L(q, v) with constraints A(q) v + b(q) = 0 */
    MODEL_BODY,         /* m' = [m, Om(m)] - c (v chi^T - chi v^T), v' = -Om(m) v */
    MODEL_KINDS
};

/* The Lagrangians of a nonholonomic system: its own, and the forms of the Hamiltonized one. */
enum model_lagrangian {
    MODEL_LAGRANGIAN,
    MODEL_HAMILTONIZED_FIRST,
    MODEL_HAMILTONIZED_SECOND,
    MODEL_LAGRANGIANS
};

struct model_named_expression {
    char *name;
    expression value;
};

/* A loop or a surface: the coordinates as functions of the place on it. */
struct model_submanifold {
    char *name;
    expression *point; /* dimension */
};

struct model_parameter {
    char *name;
    char *text;       /* as given, exact */
    expression value; /* NULL: the text is a word */
};

struct model_initial {
    char *name;
    char **text;        /* as given, exact; one per coordinate */
    expression *values; /* constants; one per coordinate */
    size_t parameters;  /* that belong to these data and replace those of the model */
    struct model_parameter *parameter;
    char *step;        /* the step that goes with these data; NULL when it is that of the model */
    bool off_manifold; /* said to lie beside the constraints: what formulations make of residuals */
};

/* Of the state: a function that is zero on a section, and what is asked for where a run crosses it from below. */
struct model_section {
    char
        *name[MODEL_EVENTS]; /* of the section and its first crossing, NAME; of the second one, NAME-2; ... */
    size_t values;           /* one at least */
    expression *value;
};

/* A chart of the manifold of holonomic constraints: models/kinds/holonomic_charts.h. */
struct model_chart {
    char *name;
    expression *map;     /* q of d, as many inputs as there are coordinates less the constraints */
    expression *inverse; /* d of q */
    expression where;    /* of q: largest of the chart that is taken */
};

/* A rigid body: models/kinds/body.c. */
struct model_body {
    size_t n;
    expression *alpha;   /* n */
    expression *gravity; /* c chi, n; NULL where there is none */
    expression *torque;  /* M(t) above the diagonal; NULL where there is none */
    bool attitude;       /* whether the state has it */
};

struct model {
    struct memory_kept *kept; /* all that the model points at but its graph */
    char *name;               /* file name without folder and ending */
    char *path;
    char *text; /* the whole file */
    char *title, *source;
    enum model_kind kind;
    struct graph *graph;
    size_t dimension; /* of the state */
    size_t moved;     /* the coordinates of the file, all but the time */
    bool
        time_dependent; /* functions are of the time t, too, which is then the last coordinate of the state; else
                            there is none, and dimension = moved */
    size_t positions; /* n of a state (q, p) of 2n coordinates x, .., p_x, ..; 0 of others */
    char **coordinates;
    bool *secular;      /* coordinates that grow without bound: angles, drifting positions */
    bool periodic;      /* some coordinates are known up to multiples of a period alone: */
    expression *period; /* dimension, constants; NULL: of this coordinate there is none */
    size_t parameters;
    struct model_parameter *parameter;
    const char *small;                  /* the one that is small, of a perturbed system; NULL: none is */
    expression *theta;                  /* of a degenerate Lagrangian, dimension */
    enum model_formulation formulation; /* of a state (q, p) with constraints */
    size_t constraints; /* g, of a state (q, p): functions of q; of an ode, of x: zero along the flow */
    expression *constraint;
    size_t charts; /* of their manifold */
    struct model_chart *chart;
    size_t multipliers;     /* l, of a generalized Hamiltonian */
    expression generalized; /* H(q, p, l) */
    expression *multiplier; /* l(q, p), from which comes hamiltonian = H(q, p, l(q, p)), and */
    expression
        *multiplier_start; /* near l(q, p), where Newton's method finds it from there; NULL elsewhere */
    expression *gradient;  /* (H_q, H_p) at l(q, p): that of it; NULL where the graph takes it */
    expression *mass;      /* M, positions x positions; NULL where H is given as it is, and */
    expression *velocity_constraint; /* multipliers x positions, likewise */
    expression
        lagrangian[MODEL_LAGRANGIANS]; /* of a nonholonomic system, functions of (q, v); NULL: not given */
    expression *inertia, *coefficient, *constant; /* of the class of nonholonomic_class.h; else NULL */
    expression *field;      /* of an ode, dimension; and one of these or neither, dimension x dimension: */
    expression *symplectic; /* Om, Om f = grad H */
    expression *poisson;    /* Pi, f = Pi grad H */
    struct model_body body;
    expression hamiltonian; /* NULL when none is given */
    size_t invariants;      /* besides the energy */
    struct model_named_expression *invariant;
    size_t sections;
    struct model_section *section;
    expression *exact;    /* q(t) as functions of q(0) and t, dimension; NULL when none is given */
    expression *reversal; /* an involution that reverses the flow, dimension; NULL when none is given */
    size_t loops;         /* closed curves, of an angle in [0, 2 pi] */
    struct model_submanifold *loop;
    size_t surfaces; /* of (s, t) in [0, 1]^2 */
    struct model_submanifold *surface;
    size_t initials;
    struct model_initial *initial; /* the first is the default */
    size_t selected;               /* the initial data whose parameters are in the expressions */
    char *step; /* the step the source uses with them, exact string; NULL when none is given */
    size_t checks;
    char **check; /* one sentence for each check that the loader made */
};

struct model_override {
    const char *name;
    const char *value;
};

/* Which initial data (NULL: the default): the parameters that belong to them replace those of the model, and
 * `override` (exact strings) replace both. */
struct model_choice {
    const char *initial;
    size_t overrides;
    const struct model_override *override;
    bool *other_kind; /* NULL, or where it is said whether the file is of another kind, such as a study */
    bool unchecked;   /* the functions are read, and not whether they are what the file says: for lists */
    bool harmless;    /* this program wrote the text, or has read it before: no child tries it first */
};

/* Reads and checks the model in the file `path`; `choice` may be NULL.  The caller owns the result.  NULL with a
 * one-line message when the file is unusable. */
struct model *model_create(const char *path, const struct model_choice *choice, struct error *error);
/* The same from text in memory; `name` takes the place of the file name in messages. */
struct model *model_create_from_text(const char *name, const char *text, const struct model_choice *choice,
                                     struct error *error);
void model_destroy(struct model *model);
/* The largest function of the file, by the expressions that were read of it, and its line. */
const char *model_largest(const struct model *model, int *line);
/* Says that the graph of the model holds no more, with the file, the line and the name of its largest function, and what
 * needs so much: `with` the derivatives, the equations of a method.  Returns false. */
bool model_refuse_size(const struct model *model, const char *with, struct error *error);

/* The initial data called `name`, or the default when name is NULL or "default"; NULL when there is none of
 * that name. */
const struct model_initial *model_find_initial(const struct model *model, const char *name);
const char *model_kind_name(enum model_kind kind);
/* By enum model_formulation: what the parameter MODEL_FORMULATION says of a model whose kind has several, which is a
 * parameter with a word in the place of a number. */
extern const char *const model_formulation_names[MODEL_FORMULATIONS];
#define MODEL_FORMULATION "formulation"
/* The name of its formulation; NULL where it has none. */
const char *model_formulation_name(const struct model *model);

#endif
