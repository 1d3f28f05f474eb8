/* Files of tableaux:
 *
 *     return tableau {
 *       name   = "my-method",
 *       a      = { { "1/4", "1/4 - sqrt(3)/6" }, { "1/4 + sqrt(3)/6", "1/4" } },
 *       b      = { "1/2", "1/2" },
 *       claims = { order = 4, symplectic = true, symmetric = true },
 *     }
 *
 * A tableau with abar is a variational method, on degenerate Lagrangians; one without is a Runge-Kutta method on the
 * explicit equations of motion, on every kind of model.  One with ahat, and bhat where it is not b, is a partitioned
 * Runge-Kutta method: a, b for the positions, ahat, bhat for the momenta.  One with abar, bbar, b and c is a Nystroem
 * method, abar and bbar for the positions.  form = "runge-kutta", "variational", "partitioned" or "nystroem" says
 * otherwise. */
#ifndef ASSAY_TABLEAU_FILE_H
#define ASSAY_TABLEAU_FILE_H

#include "integrators/methods/published.h"

/* Of struct file_reader_kind, for files of tableaux. */
int tableau_file_read(lua_State *lua);
bool tableau_file_finish(struct file_reader *file, struct error *error);
/* Whether the conditions of the order hold for what its published decimals stand for; of a splitting *nystroem is whether those
 * on q'' = g(q) alone do. */
enum published tableau_file_judge(const struct method_file *file, int order, bool *nystroem);
/* Whether drifts and kicks are exchanged in a splitting that is of the order on q'' = g(q) then, to its decimals. */
bool tableau_file_is_exchanged(const struct method_file *file, int order);
/* `file` with the coefficients of positions and momenta exchanged, from which the result borrows; of splittings and of files
 * that are partitioned. */
void tableau_file_exchange(struct method_file *exchanged, const struct method_file *file);
/* The coefficients at `precision` bits; the caller destroys them.  NULL with a message where one is not a number. */
struct tableau *tableau_file_evaluate(const struct method_file *file, mpfr_prec_t precision,
                                      struct error *error);

#endif
