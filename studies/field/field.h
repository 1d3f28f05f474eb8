/* What the drivers in C and C++ share.  They are shared objects (docs/shared-objects.md), whose steps are
 *
 *     static int euler(const struct assay_call_double *call, double *z)
 *     {
 *         FIELD_STEP(call);                    t, h and d; and field_evaluate(t, z, k), z' = f(t, z), works
 *         ...
 *     }
 *     FIELD_METHODS({"my-euler", euler}, ...)
 *
 * Of their integrators they offer those that are named in the variable FIELD_INTEGRATORS of the environment, all where
 * there is none. */
#ifndef FIELD_H
#define FIELD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assay_method.h"

enum { FIELD_MOST = 64 }; /* coordinates */

typedef const struct assay_call_double field_call;

static field_call *field_caller;

static inline void field_evaluate(double t, const double *z, double *k)
{
    field_caller->rhs(field_caller, 1, &t, z, k);
}

static inline size_t field_dimension(void)
{
    return field_caller->dimension;
}

#define FIELD_STEP(call)                                                                                               \
    const double t = *(call)->t, h = *(call)->h;                                                                       \
    const size_t d = (call)->dimension;                                                                                \
    field_caller = (call);                                                                                             \
    (void)t, (void)h, (void)d

/* Takes out of the list whatever is not among the words. */
static inline void field_choose(struct assay_method_double *methods, const char *words)
{
    struct assay_method_double *kept = methods;

    for (struct assay_method_double *each = methods; words && each->name; each++) {
        size_t length = strlen(each->name);

        for (const char *at = words; (at = strstr(at, each->name)); at += length) {
            if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
                *kept++ = *each;
                break;
            }
        }
    }
    if (words)
        kept->name = NULL;
}

#ifdef __cplusplus
#define FIELD_C extern "C"
#else
#define FIELD_C extern
#endif
#define FIELD_VERSION                                                                                                  \
    FIELD_C const int assay_method_version;                                                                            \
    const int assay_method_version = ASSAY_METHOD_VERSION;
#define FIELD_METHODS(...)                                                                                             \
    FIELD_VERSION                                                                                                      \
    FIELD_C struct assay_method_double assay_methods_double[];                                                         \
    struct assay_method_double assay_methods_double[] = {__VA_ARGS__, {NULL, NULL, 0, 0, 0, NULL}};                    \
    __attribute__((constructor)) static void field_start(void)                                                         \
    {                                                                                                                  \
        field_choose(assay_methods_double, getenv("FIELD_INTEGRATORS"));                                               \
    }

#endif
