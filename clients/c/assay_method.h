/* Lets assay audit integrators that are written in C, by calling them.  A method is a shared object:
 *
 *     #include "assay_method.h"
 *
 *     static int euler(const struct X(assay_call) *call, real *z)
 *     {
 *         real *k = call->work;
 *
 *         call->rhs(call, 1, call->t, z, k);                k = f(t, z), the right-hand side of z' = f(t, z)
 *         for (size_t i = 0; i < call->dimension; i++)
 *             real_add_product(z + i, call->h, k + i);      z_i += h k_i
 *         return 0;                                         anything else: the step cannot be made
 *     }
 *
 *     ASSAY_METHODS({"my-euler", euler, .vectors = 1, .order = 1})
 *
 *     #ifdef ASSAY_ONCE_MORE
 *     #include "my_euler.c"                                 this file: the same text in MPFR
 *     #endif
 *
 * and then:  cc -shared -fPIC -I.../clients/c my_euler.c -lmpfr -o my_euler.so && assay audit ./my_euler.so
 *
 * This header may be included twice.  After the first time `real` is a double, after the second an MPFR number at the
 * bits of the run; X(name) is name_double, name_mpfr.  Without the last three lines a method steps in double alone, needs
 * no MPFR, and may write *x + *y for real_add: pointers to real are pointers to double.
 *
 * A step is a function of (t, h, z) alone, unless the method says ASSAY_SESSION.  With .flags = ASSAY_HAMILTONIAN it asks for
 * the gradient of H: call->evaluate(call, ASSAY_GRADIENT, 1, t, z, gradient), H_q before H_p. */
#ifndef ASSAY_METHOD_CLIENT_H
#define ASSAY_METHOD_CLIENT_H

/* In C++ what is declared here is C, wherever the header is included, and what it includes is not. */
#ifdef __cplusplus
#define ASSAY_C extern "C"
extern "C++" {
#include <math.h>
#include <stddef.h>
}
extern "C" {
#else
#define ASSAY_C extern
#include <math.h>
#include <stddef.h>
#endif

enum { ASSAY_METHOD_VERSION = 2 };

/* What a method is, beside a map of the state of any model: */
enum {
    ASSAY_SESSION = 1, /* it remembers: its work is kept from step to step, and is zero when a trajectory begins */
    /* Its form, where that is not z' = f(t, z): of H(t, q, p), z = (q, p); or of degenerate Lagrangians, z = (q, p), whose
     * momenta are the method's. */
    ASSAY_HAMILTONIAN = 2,
    ASSAY_DEGENERATE = 4,
    /* With ASSAY_HAMILTONIAN: it also takes models with constraints; call->constraints is their number. */
    ASSAY_CONSTRAINTS = 8,
    /* With ASSAY_DEGENERATE: its states lie on p = theta(q), where its step is a map. */
    ASSAY_MANIFOLD = 16
};

/* What a step returns that does not take the model, such as one without constraints. */
enum { ASSAY_UNSUPPORTED = 8192 };

/* The functions of a model, m constraints among them, and their points, n numbers each but for the force: */
enum assay_function {
    ASSAY_RHS,                /* f(t, z), n; of degenerate Lagrangians z is q alone, as it is in what follows */
    ASSAY_ENERGY,             /* H(t, z) */
    ASSAY_THETA,              /* p = theta(t, q), n: of degenerate Lagrangians, as is: */
    ASSAY_FORCE,              /* dL/dq, n, at points (q, v), 2 n numbers */
    ASSAY_GRADIENT,           /* (H_q, H_p), n: of H(t, q, p), as are: */
    ASSAY_CONSTRAINT,         /* g(q), then its derivative along the flow, m */
    ASSAY_CONSTRAINT_JACOBIAN /* its derivatives by z, row by row, m n */
};

/* call: what a step is given.
 *     model      its name
 *     dimension  of z: d
 *     t, h       one number each; h may be negative
 *     work       the vectors that the method asks for, d numbers each, its own for the call
 *     taken      steps since the trajectory began, where the method is a session; else 0
 *     bits       of a number: 53, or those of MPFR
 *     rhs        f_k = f(t_k, z_k) at k < points points: t has one number for a point, z and f have d, row by row, apart
 *     evaluate   the same of any function of the model; 0, or something else where the model has no such function
 *     constraints  m, of the model
 *     assay      not for methods
 * method: what a shared object has.
 *     name       of letters, digits and hyphens; NULL ends the list
 *     step       z = the state after the step, from z; 0, ASSAY_UNSUPPORTED, or something else where it cannot be made
 *     vectors    how many of d numbers it works with
 *     flags      0, or of the above, joined by |
 *     order      that is claimed; 0: none
 *     steps      z = the state after n steps in one call; NULL where the method has no such call */
#define ASSAY_DECLARE_METHOD(A, number)                                                                      \
    struct assay_call_##A {                                                                                  \
        const char *model;                                                                                   \
        size_t dimension, constraints;                                                                       \
        const number *t, *h;                                                                                 \
        number *work;                                                                                        \
        unsigned long taken;                                                                                 \
        long bits;                                                                                           \
        void (*rhs)(const struct assay_call_##A *call, size_t points, const number *t, const number *z,      \
                    number *f);                                                                              \
        int (*evaluate)(const struct assay_call_##A *call, enum assay_function which, size_t points,         \
                        const number *t, const number *z, number *values);                                   \
        void *assay;                                                                                         \
    };                                                                                                       \
    struct assay_method_##A {                                                                                \
        const char *name;                                                                                    \
        int (*step)(const struct assay_call_##A *call, number *z);                                           \
        size_t vectors;                                                                                      \
        unsigned flags, order;                                                                               \
        int (*steps)(const struct assay_call_##A *call, unsigned long n, number *z);                         \
    };
ASSAY_DECLARE_METHOD(double, double)

/* What assay looks for: assay_method_version, assay_methods_double, and assay_methods_mpfr where there is one. */
#define ASSAY_METHODS(...)                                                                                   \
    ASSAY_VERSION_OF_METHODS                                                                                 \
    ASSAY_C const struct X(assay_method) X(assay_methods)[];                                                 \
    const struct X(assay_method) X(assay_methods)[] = {__VA_ARGS__, {NULL, NULL, 0, 0, 0, NULL}};

/* x = a + b, x = a - b, x = a b, x = a / b, x += a b (rounded twice), x = a, x = n / d, x = sqrt a; |a| < |b| */
#define ASSAY_VERB static inline __attribute__((unused))

#define ASSAY_VERSION_OF_METHODS                                                                             \
    ASSAY_C const int assay_method_version;                                                                  \
    const int assay_method_version = ASSAY_METHOD_VERSION;
#ifndef ASSAY_DECLARATIONS_ALONE
typedef double assay_real_double;
#define X(name) name##_double
#define real    assay_real_double
ASSAY_VERB void real_add_double(double *x, const double *a, const double *b) { *x = *a + *b; }
ASSAY_VERB void real_subtract_double(double *x, const double *a, const double *b) { *x = *a - *b; }
ASSAY_VERB void real_multiply_double(double *x, const double *a, const double *b) { *x = *a * *b; }
ASSAY_VERB void real_divide_double(double *x, const double *a, const double *b) { *x = *a / *b; }
ASSAY_VERB void real_add_product_double(double *x, const double *a, const double *b) { *x += *a * *b; }
ASSAY_VERB void real_set_double(double *x, const double *a) { *x = *a; }
ASSAY_VERB void real_ratio_double(double *x, long n, long d) { *x = (double)n / (double)d; }
ASSAY_VERB void real_sqrt_double(double *x, const double *a) { *x = sqrt(*a); }
ASSAY_VERB int real_is_smaller_double(const double *a, const double *b) { return fabs(*a) < fabs(*b); }
#define real_add         X(real_add)
#define real_subtract    X(real_subtract)
#define real_multiply    X(real_multiply)
#define real_divide      X(real_divide)
#define real_add_product X(real_add_product)
#define real_set         X(real_set)
#define real_ratio       X(real_ratio)
#define real_sqrt        X(real_sqrt)
#define real_is_smaller  X(real_is_smaller)
#endif
#ifdef __cplusplus
}
#endif

#define ASSAY_ONCE_MORE
#elif defined ASSAY_ONCE_MORE /* the second time: MPFR */
#undef ASSAY_ONCE_MORE
#ifdef __cplusplus
extern "C++" {
#include <mpfr.h>
}
extern "C" {
#else
#include <mpfr.h>
#endif

ASSAY_DECLARE_METHOD(mpfr, __mpfr_struct)
#undef ASSAY_VERSION_OF_METHODS
#define ASSAY_VERSION_OF_METHODS
#ifndef ASSAY_DECLARATIONS_ALONE
#undef X
#undef real
#define X(name) name##_mpfr
#define real    __mpfr_struct
ASSAY_VERB void real_add_mpfr(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b) { mpfr_add(x, a, b, MPFR_RNDN); }
ASSAY_VERB void real_subtract_mpfr(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b) { mpfr_sub(x, a, b, MPFR_RNDN); }
ASSAY_VERB void real_multiply_mpfr(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b) { mpfr_mul(x, a, b, MPFR_RNDN); }
ASSAY_VERB void real_divide_mpfr(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b) { mpfr_div(x, a, b, MPFR_RNDN); }
ASSAY_VERB void real_add_product_mpfr(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b)
{
#ifdef __cplusplus /* which has no arrays of such a length */
    mpfr_t product;
    mpfr_init2(product, mpfr_get_prec(x));
#else
    MPFR_DECL_INIT(product, mpfr_get_prec(x));
#endif
    mpfr_mul(product, a, b, MPFR_RNDN);
    mpfr_add(x, x, product, MPFR_RNDN);
#ifdef __cplusplus
    mpfr_clear(product);
#endif
}
ASSAY_VERB void real_set_mpfr(mpfr_ptr x, mpfr_srcptr a) { mpfr_set(x, a, MPFR_RNDN); }
ASSAY_VERB void real_ratio_mpfr(mpfr_ptr x, long n, long d)
{
    mpfr_set_si(x, n, MPFR_RNDN);
    mpfr_div_si(x, x, d, MPFR_RNDN);
}
ASSAY_VERB void real_sqrt_mpfr(mpfr_ptr x, mpfr_srcptr a) { mpfr_sqrt(x, a, MPFR_RNDN); }
ASSAY_VERB int real_is_smaller_mpfr(mpfr_srcptr a, mpfr_srcptr b) { return mpfr_cmpabs(a, b) < 0; }
#endif
#ifdef __cplusplus
}
#endif
#endif
