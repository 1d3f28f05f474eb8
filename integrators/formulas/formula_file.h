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

struct method_file;

/* What a method_file has beside its family, which it is the steps of. */
struct formula_file {
    const struct method_file *file;
    struct step_family steps, adjoint;
    bool remembers;  /* its step is no map of the state: what it carries beside that matters */
    int constraints; /* whether it is for models with constraints alone (1), without (0), or for both (-1) */
    struct method_family adjoint_family; /* that of the method with the steps `adjoint` */
};

/* Of what reads a method_file: the table of the file is on the stack; raises. */
int formula_file_read(lua_State *lua);
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

#endif
