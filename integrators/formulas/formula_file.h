/* Methods that a file writes as formulas: docs/methods-as-formulas.md.
 *
 *     return method { name = ..., kinds = { "ode" }, step = function (s) ... return x1 end }
 *
 * The step depends on the model: its function is called once for each, with the state and the functions of the model as
 * expressions of its graph, and what comes of it are formulas as any other (step_formulas.h).  It is evaluated in a child first, as
 * a file is read.  The adjoint follows from them. */
#ifndef ASSAY_FORMULA_FILE_H
#define ASSAY_FORMULA_FILE_H

#include <lua.h>

#include "integrators/formulas/step_formulas.h"
#include "integrators/methods/method.h"
#include "numerics/memory.h"

struct file_reader;
struct tableau;

/* Coefficients are exact numbers of so many bits, more than a run has. */
enum { FORMULA_FILE_BITS = 1024 };

/* What a file has beside its family, which it is the steps of: a method_file or a projection_file. */
struct formula_file {
    const struct file_reader *file;
    bool projects; /* it is of a projection, whose step has that of a base in it */
    struct step_family steps, adjoint;
    bool remembers;  /* its step is no map of the state: what it carries beside that matters */
    int constraints; /* whether it is for models with constraints alone (1), without (0), or for both (-1) */
    struct method_family adjoint_family; /* that of the method with the steps `adjoint` */
};

/* Of what reads a method_file: the table of the file is on the stack; raises. */
int formula_file_read(lua_State *lua);
/* Likewise of what reads a projection_file: its step, whose multiplier is carried or is not.  The file keeps it. */
const struct step_family *formula_file_read_projection(lua_State *lua, struct file_reader *file,
                                                       bool carries);
/* Whether its formulas are for models with, or without, constraints as the model is, do not refuse it (s.refuse), and are a step on
 * it; else the reason. */
enum method_refusal formula_file_refuses(const struct formula_file *file, const struct model *model,
                                         struct error *reason);
/* Whether the step of a family that a file has written is one on the model; else a message with the line. */
bool formula_file_check(const struct step_symbols *symbols, struct error *error);

/* ---- formula_symbols.c: what a step is written with, in Lua ---- */

/* What a step has called. */
struct formula_uses {
    bool constraints; /* g, or the field, which keeps them */
};

/* Pushes the table of what a step on the model is written with: x, q, p, t, h as far as there are such, and the functions
 * f, H, theta, ..., each a function of points and of the time.  `names` receives them, as a list; `uses`, which has to outlive the
 * calls, what is called. */
void formula_symbols_push(lua_State *lua, const struct step_symbols *symbols, struct formula_uses *uses,
                          char *names, size_t size);
/* Pushes a table of the coefficients of a named tableau: a, b, c and s; the name is at `index`.  Raises. */
int formula_symbols_push_tableau(lua_State *lua, int index);

/* The number as a constant. */
expression formula_symbols_number(struct graph *graph, mpfr_srcptr value);

/* ---- base_step.c: what is projected ---- */

/* The step of a variational partitioned Runge-Kutta method from (q, p), as vprk.h has it: its equations, and its end.  W are s
 * increments of d numbers, and mu, d numbers where the tableau has a null vector, else none, its multipliers. */
struct base_step {
    expressions residual, q, p;
};
struct base_step base_step_formulas(const struct step_symbols *w, const struct tableau *tableau,
                                    expressions W, expressions mu, expressions q, expressions p);

/* ---- formula_step.c: what comes of the function of a file on a model ---- */

enum { MOST_UNKNOWNS = 64, MOST_CARRIED = 16, NAMES = 300 };

struct unknown {
    const char *name;
    int line;
    size_t first, count;
    bool multiplier;
};

/* What a step carries beside the state. */
struct carried {
    const char *name;
    int line;
    expressions value, start, end; /* at the start of the step, of a run, and at the end of the step */
};

/* The context of the sandbox while a step is evaluated. */
struct evaluation {
    const struct step_symbols *symbols;
    const struct file_reader *file;
    struct memory_kept *kept; /* names of unknowns */
    char names[NAMES];
    struct unknown unknown[MOST_UNKNOWNS];
    size_t unknowns;
    int line;             /* of the last equations */
    struct tableau *base; /* of what is projected; NULL: nothing is, and after its step was taken: */
    size_t stages, null;  /* unknowns of it, which are the first: increments of its stages, and multipliers */
    bool based;
    struct formula_uses uses;
    char refused[200];  /* why the step refuses the model */
    size_t multipliers; /* the last so many unknowns */
    expressions x, guess, residual;
    struct carried carried[MOST_CARRIED];
    size_t carries;
    expressions start, left; /* of all that is carried: at the start of a run, at the end of the step */
    expressions end;         /* of the step: the state */
};

/* Evaluates the function of the file whose family the symbols have; false with a message that has file and line. */
bool formula_step_run(struct evaluation *w, const struct step_symbols *symbols, struct error *error);

#endif
