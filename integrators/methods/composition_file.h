/* Files of compositions: steps of any method and of its adjoint, one after the other.
 *
 *     return composition {
 *       name         = "my-composition",
 *       base         = "rk4",                     -- a name, or a file beside this one: "./my-method.lua"
 *       coefficients = { "1/2", "1/2" },          -- of h, in the order of the steps
 *       adjoint      = { false, true },           -- which of them are steps of the adjoint; left out: none
 *       claims       = { order = 4 },
 *     } */
#ifndef ASSAY_COMPOSITION_FILE_H
#define ASSAY_COMPOSITION_FILE_H

#include "integrators/methods/published.h"

/* Of struct file_reader_kind, for files of compositions. */
int composition_file_read(lua_State *lua);
bool composition_file_finish(struct file_reader *file, struct error *error);
/* Whether the conditions of the order hold for what its published decimals stand for. */
enum published composition_file_judge(const struct method_file *file, int order);
/* The coefficients, rounded to `precision` bits; the caller destroys the array (number_block.h). */
mpfr_t *composition_file_evaluate(const struct method_file *file, mpfr_prec_t precision, size_t *count);

#endif
