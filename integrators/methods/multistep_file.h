/* Files of linear multistep methods:
 *
 *     return multistep {
 *       name    = "my-adams",
 *       alpha   = { 0, -1, 1 },                   -- oldest first: sum_j alpha_j y_j = h sum_j beta_j f(y_j)
 *       beta    = { "-1/2", "3/2", 0 },
 *       starter = "rk4",                          -- a name, or a file beside this one: makes the first k - 1 steps
 *       claims  = { order = 2 },
 *     }
 *
 * What is claimed is claimed of the method with its starter. */
#ifndef ASSAY_MULTISTEP_FILE_H
#define ASSAY_MULTISTEP_FILE_H

#include "integrators/methods/method_file.h"

enum { MULTISTEP_FILE_BITS = 256 };

/* Of struct file_reader_kind, for files of multistep methods. */
int multistep_file_read(lua_State *lua);
bool multistep_file_finish(struct file_reader *file, struct error *error);
/* alpha_0 .. alpha_k, beta_0 .. beta_k, rounded to `precision` bits; the caller destroys the array (number_block.h).
 * count: k + 1 */
mpfr_t *multistep_file_evaluate(const struct method_file *file, mpfr_prec_t precision, size_t *count);
/* By how much each of these may be off, rounded to MULTISTEP_FILE_BITS: one unit of its last decimal where its file prints so many that they are rounded
 * (file_reader.h); next to nothing where it is exact.  The caller destroys the array. */
mpfr_t *multistep_file_units(const struct method_file *file);
/* The highest p up to `most` with sum_j alpha_j j^q = q sum_j beta_j j^(q-1) for q = 0 .. p, but for what rounding
 * explains; -1 where not even constants are solutions. */
int multistep_file_order(const struct method_file *file, int most);

#endif
