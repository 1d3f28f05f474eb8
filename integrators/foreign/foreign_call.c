/* A shared object's method at work: its step is called, and calls the functions of the model.  The process is one of its own
 * (foreign_server.c). */
#include "integrators/foreign/foreign_caller.h"
#include "integrators/foreign/foreign_environment.h"
#include "integrators/foreign/foreign_function.h"
#include "integrators/foreign/foreign_library.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define ASSAY_DECLARATIONS_ALONE
#include "clients/c/assay_method.h"
#include "clients/c/assay_method.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(foreign_call) {
    struct X(foreign_caller) caller; /* first: a caller is a foreign_call */
    struct X(assay_call) call;
    struct X(foreign_functions) *functions;
    const struct X(assay_method) *method;   /* NULL: there is none for the arithmetic */
    struct foreign_environment environment; /* ours, before the shared object was loaded */
    unsigned long calls;
    int careful;            /* steps that are watched more closely, still */
    real *z, *fence, *work; /* d each, but work; what a step may not write */
};

enum { FENCE = -12345, CAREFUL = 20 /* steps */, BETWEEN_LOOKS = 16 /* at the environment */ };

static void rhs(const struct X(assay_call) *call, size_t points, const real *t, const real *z, real *f)
{
    struct X(foreign_call) *w = call->assay;

    w->caller.evaluations += points;
    X(foreign_function_run)(w->functions, FOREIGN_RHS, points, t, z, f);
}

_Static_assert((int)ASSAY_RHS == (int)FOREIGN_RHS && (int)ASSAY_ENERGY == (int)FOREIGN_HAMILTONIAN &&
                   (int)ASSAY_THETA == (int)FOREIGN_THETA && (int)ASSAY_FORCE == (int)FOREIGN_FORCE &&
                   (int)ASSAY_GRADIENT == (int)FOREIGN_GRADIENT &&
                   (int)ASSAY_CONSTRAINT == (int)FOREIGN_CONSTRAINT &&
                   (int)ASSAY_CONSTRAINT_JACOBIAN == (int)FOREIGN_CONSTRAINT_JACOBIAN,
               "the functions of assay_method.h are those of foreign_function.h");

static int evaluate(const struct X(assay_call) *call, enum assay_function which, size_t points, const real *t,
                    const real *z, real *values)
{
    struct X(foreign_call) *w = call->assay;

    if (!X(foreign_function_has)(w->functions, (enum foreign_function)which))
        return 1;
    X(foreign_function_run)(w->functions, (enum foreign_function)which, points, t, z, values);
    w->caller.evaluations += points;
    return 0;
}

static bool is_fenced(const struct X(foreign_call) *w)
{
    size_t i = 0;

    while (i < w->call.dimension && real_to_double(w->fence + i) == FENCE)
        i++;
    return i == w->call.dimension;
}

static void clear_work(struct X(foreign_call) *w, double value)
{
    const size_t count = w->method->vectors * w->call.dimension;
    real *work = w->work;

    for (size_t i = 0; i < count; i++)
        real_set_double(work + i, value);
}

/* What a step says that is not made. */
static enum newton_status refusal(int answer)
{
    return answer == ASSAY_UNSUPPORTED ? NEWTON_UNSUPPORTED
           : answer                    ? NEWTON_FOREIGN_FAILED
                                       : NEWTON_CONVERGED;
}

static int call(const struct X(foreign_call) *w, unsigned long n, real *z)
{
    return n == 1 && !w->caller.in_one_call ? w->method->step(&w->call, z) : w->method->steps(&w->call, n, z);
}

/* The same behind a fence, from work that is no number: with the first steps, not with all, which are short. */
static enum newton_status call_carefully(struct X(foreign_call) *w, unsigned long n, real *z)
{
    enum newton_status status;

    w->careful--;
    if (!(w->method->flags & ASSAY_SESSION))
        clear_work(w, NAN);
    X(vector_copy)(w->z, z, w->call.dimension);
    status = refusal(call(w, n, w->z));
    if (status == NEWTON_CONVERGED && !is_fenced(w))
        status = NEWTON_NO_ANSWER;
    X(vector_copy)(z, w->z, w->call.dimension);
    return status;
}

static enum newton_status advance(struct X(foreign_caller) *caller, unsigned long n, const real *t,
                                  const real *h, real *z)
{
    struct X(foreign_call) *w = (struct X(foreign_call) *)caller;
    enum newton_status status;
    bool looks;

    if (!w->method)
        return NEWTON_NO_ANSWER;
    w->call.t = t;
    w->call.h = h;
    looks = w->calls++ % BETWEEN_LOOKS == 0 || w->careful;
    status = w->careful ? call_carefully(w, n, z) : refusal(call(w, n, z));
    if (w->method->flags & ASSAY_SESSION)
        w->call.taken += n;
    return looks && !foreign_environment_restore(&w->environment) ? NEWTON_ENVIRONMENT : status;
}

static void reset(struct X(foreign_caller) *caller)
{
    struct X(foreign_call) *w = (struct X(foreign_call) *)caller;

    w->call.taken = 0;
    if (w->method)
        clear_work(w, 0);
}

static void destroy(struct X(foreign_caller) *caller)
{
    struct X(foreign_call) *w = (struct X(foreign_call) *)caller;

    X(foreign_function_destroy)(w->functions);
    X(vector_destroy)(w->z);
    X(vector_destroy)(w->work);
    free(w);
}

/* What could be loaded when it was listed and cannot be now says nothing of the method: the process is lost. */
static const struct X(assay_method) *find(const struct foreign_method *foreign)
{
    void *library = foreign_library_open(foreign->copy);
    const struct X(assay_method) *method = foreign_library_find(
        library, real_precision() == 53 && sizeof(real) == sizeof(double) ? "assay_methods_double"
                                                                          : "assay_methods_mpfr");

    if (!library)
        raise(SIGKILL);
    while (method && method->name && strcmp(method->name, foreign->name) != 0)
        method++;
    return method && method->name && (!foreign->together || method->steps) ? method : NULL;
}

struct X(foreign_caller) *X(foreign_call_create)(const struct foreign_method *method,
                                                 const struct foreign_model *model)
{
    struct X(foreign_call) *w = memory_create(1, sizeof *w);
    const size_t d = method->form == FOREIGN_DEGENERATE ? 2 * model->d : model->d;
    const struct foreign_environment environment = foreign_environment_keep();

    *w = (struct X(foreign_call)){.caller = {.advance = advance, .reset = reset, .destroy = destroy},
                                  .functions = X(foreign_function_create)(model),
                                  .method = find(method),
                                  .environment = environment,
                                  .careful = CAREFUL,
                                  .z = X(vector_create)(2 * d)};
    w->fence = w->z + d;
    for (size_t i = 0; i < d; i++)
        real_set_double(w->fence + i, FENCE);
    w->work = X(vector_create)(w->method ? w->method->vectors * d : 1);
    w->call = (struct X(assay_call)){.model = model->name,
                                     .dimension = d,
                                     .constraints = model->constraints,
                                     .work = w->work,
                                     .bits = real_precision(),
                                     .rhs = rhs,
                                     .evaluate = evaluate,
                                     .assay = w};
    return &w->caller;
}
