/* Files of splittings:
 *
 *     return splitting {
 *       name   = "my-verlet",
 *       drift  = { "1/2", "1/2" },                -- of h, in order: q' = T_p
 *       kick   = { 1 },                           -- p' = -V_q
 *       first  = "drift",                         -- or "kick"; needed where there are as many of both
 *       claims = { order = 2, symplectic = true, symmetric = true },
 *     }
 *
 * Drifts and kicks alternate. */
#ifndef ASSAY_SPLITTING_FILE_H
#define ASSAY_SPLITTING_FILE_H

#include "integrators/methods/method_file.h"

/* Of struct file_reader_kind, for files of splittings. */
int splitting_file_read(lua_State *lua);
/* Its tableau (tableau_splitting.h) at `precision` bits; the caller destroys it.  NULL with a message. */
struct tableau *splitting_file_evaluate(const struct method_file *file, mpfr_prec_t precision,
                                        struct error *error);

#endif
