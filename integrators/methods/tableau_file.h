/* Methods that somebody else gives as a file of exact coefficients:
 *
 *     return tableau {
 *       name   = "my-method",
 *       a      = { { "1/4", "1/4 - sqrt(3)/6" }, { "1/4 + sqrt(3)/6", "1/4" } },
 *       b      = { "1/2", "1/2" },
 *       claims = { order = 4, symplectic = true, symmetric = true },
 *     }
 *
 * A tableau with abar is a variational method, on degenerate Lagrangians; one without is a Runge-Kutta method on the
 * explicit equations of motion, on every kind of model.  form = "variational" or "runge-kutta" says otherwise. */
#ifndef ASSAY_TABLEAU_FILE_H
#define ASSAY_TABLEAU_FILE_H

#include "integrators/methods/method.h"
#include "numerics/graph/graph.h"
#include "numerics/memory.h"

struct tableau_file {
    struct memory_kept *kept;
    char *path, *text, *name;
    struct graph *graph;
    size_t stages;
    expression *a, *b;       /* row-major */
    expression *abar;        /* NULL: equal to a */
    expression *c;           /* NULL: the row sums of a */
    expression *null_vector; /* NULL: none */
    int r_infinity;          /* +1, -1; 0 where the file does not say it */
    bool variational;
    struct method_family family; /* of this method alone, with what the file claims */
};

/* Reads the file.  The caller owns the result; NULL with a one-line message; *other_kind (NULL: not asked) is whether
 * the file returns something else than a tableau, such as a model. */
struct tableau_file *tableau_file_create(const char *path, bool *other_kind, struct error *error);
/* NULL is allowed. */
void tableau_file_destroy(struct tableau_file *file);
/* The method of the file, which must outlive it. */
struct method tableau_file_method(const struct tableau_file *file);
/* The coefficients at `precision` bits; the caller destroys them.  NULL with a message where one is not a number. */
struct tableau *tableau_file_evaluate(const struct tableau_file *file, mpfr_prec_t precision,
                                      struct error *error);
/* max_i |c_i - sum_j a_ij| of the c that the file gives, at 128 bits; 0 where it gives none. */
double tableau_file_row_sums(const struct tableau_file *file);

#endif
