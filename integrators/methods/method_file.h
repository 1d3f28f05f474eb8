/* Methods that somebody else gives as a file of exact coefficients.
 *
 *     return tableau { name = "my-method", a = ..., b = ..., claims = { order = 4 } }      tableau_file.h
 *     return splitting { name = ..., drift = { "1/2", "1/2" }, kick = { 1 } }               splitting_file.h
 *     return multistep { name = ..., alpha = ..., beta = ..., starter = "rk4" }            multistep_file.h
 *     return method { name = ..., kinds = { "ode" }, step = function (s) ... end }         formula_file.h
 *     return composition { name = ..., base = "rk4", coefficients = ... }                  composition_file.h
 *
 * A file says its name and what it claims; the method is the member of a family of its own. */
#ifndef ASSAY_METHOD_FILE_H
#define ASSAY_METHOD_FILE_H

#include "integrators/methods/file_reader.h"
#include "integrators/methods/method.h"

/* What steps with the coefficients of a file; the rows of method_file_families. */
enum method_form {
    METHOD_FORM_RUNGE_KUTTA,
    METHOD_FORM_VARIATIONAL,
    METHOD_FORM_PARTITIONED,
    METHOD_FORM_NYSTROEM,
    METHOD_FORM_SPLITTING,
    METHOD_FORM_MULTISTEP,
    METHOD_FORM_COMPOSITION,
    METHOD_FORM_FORMULAS
};

/* Of a composition: the lengths of its steps over h. */
struct method_file_composition {
    size_t steps;
    expression *coefficient;
    bool *adjoint; /* which are steps of the adjoint */
};

struct method_file {
    struct file_reader file; /* first: a method_file is a file_reader */
    enum method_form form;
    struct method_family family; /* of this method alone, with what the file claims */
    size_t stages;     /* of a splitting its drifts, of a multistep method its alphas: so many has b */
    expression *a, *b; /* row-major, as in struct tableau; of a splitting b alone, the drifts; alpha, beta */
    expression *abar, *bbar; /* NULL: equal to a, b; of a splitting bbar, the kicks, of which there are: */
    size_t kicks;
    bool kick_first;         /* a splitting begins with a kick */
    expression *c;           /* NULL: the row sums of a */
    expression *null_vector; /* NULL: none */
    int r_infinity;          /* +1, -1; 0 where the file does not say it */
    bool symmetric;          /* its coefficients prove that the method is its own adjoint */
    int printed; /* decimals of its numbers, where rounding them explains that the claimed order is missed; else 0 */
    bool
        printed_nystroem; /* the order of a splitting that is claimed is one on q'' = g(q) alone, by these decimals */
    bool printed_nodes; /* it is missed on systems that depend on the time alone */
    struct method_file_composition composition;
    /* What is composed, or starts a multistep method: */
    char *inner_name;
    struct method inner;
    struct method_file *inner_file; /* NULL: it has none */
};

/* Reads the file.  The caller owns the result; NULL with a one-line message; *other_kind (NULL: not asked) is whether
 * the file returns something else than a method, such as a model. */
struct method_file *method_file_create(const char *path, bool *other_kind, struct error *error);
/* Whether the name is that of a file, and of no method: dla:1/3 has a '/'. */
bool method_file_is_named(const char *name);
/* The decimals to which the claimed order is reached on models that depend on the time, or do not; 0: exactly, or it is not. */
int method_file_printed(const struct method_file *file, bool time_dependent);
/* Whether a condition of the order fails by more than rounding the published decimals of the file explains; false of multistep
 * methods, and where there are none. */
bool method_file_misses(const struct method_file *file, int order);
/* NULL is allowed. */
void method_file_destroy(struct method_file *file);
/* The method of the file, which must outlive it. */
struct method method_file_method(const struct method_file *file);
/* The method of which the steps on H(p', -q'), q = p', p = -q', are those of a method on H(q, p), and its coefficients.  The
 * positions of a pair of tableaus have the coefficients that the momenta had, a splitting drifts where it kicked;
 * Euler's symplectic method, Reich's, is its adjoint; others are their own. */
struct method_file_exchanged {
    struct method method;
    struct method_file file; /* borrows from that of the method */
};
/* False where the method takes q and p in turn, and there is no such one.  The result stays where it is, and the method
 * outlives it. */
bool method_file_exchange(struct method_file_exchanged *exchanged, const struct method *method);
/* Of what reads a file: makes the family the row of its form, with the claims that the file has. */
void method_file_set_form(lua_State *lua, struct method_file *file, enum method_form form);
/* Likewise: finds the method `inner_name`, a file beside this one or a name; false with a message. */
bool method_file_find_inner(struct method_file *file, struct error *error);
void method_file_clear_inner(struct method_file *file);

#endif
