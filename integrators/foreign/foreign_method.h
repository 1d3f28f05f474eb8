/* Methods that are not ours: of programs in any language (foreign_program.h), of shared objects (foreign_library.h). */
#ifndef ASSAY_FOREIGN_METHOD_H
#define ASSAY_FOREIGN_METHOD_H

#include <sys/types.h>

#include "integrators/foreign/foreign_keeper.h"
#include "integrators/foreign/foreign_program.h"
#include "integrators/methods/method.h"
#include "integrators/steps/scheme.h"

/* A program, or a process that has loaded a shared object, that waits for its next trajectory, with the precision and the process that it
 * belongs to. */
struct foreign_idle {
    struct foreign_program *program; /* NULL: none */
    int precision;                   /* that of hello; of a shared object's 0 in double */
    pid_t owner;
};
enum { FOREIGN_METHOD_MOST_IDLE = 4 };

/* How programs of a method came to their end, in this process or in one that it has forked off. */
struct foreign_fate {
    bool lost;    /* an answer: nothing follows from what was measured */
    bool crashed; /* the process of a shared object: it makes no step any more */
};

/* What a step maps: the state of the model, (q, p) of Hamiltonians, or (q, p) beside a state q that has its momenta. */
enum foreign_form { FOREIGN_ODE, FOREIGN_HAMILTONIAN_FORM, FOREIGN_DEGENERATE, FOREIGN_FORMS };

/* A family of one method. */
struct foreign_method {
    struct method_family family; /* first: the family of a foreign method is one */
    char *name;                  /* that of the program, and what its knobs are behind it: */
    size_t bare;                 /* the length of the first */
    char *command;               /* of its program; a shared object's file, */
    int copy;    /* the bytes of that (foreign_library_copy), which are what is loaded; else < 0 */
    char *needs; /* other shared objects that come with it, in a line each; NULL */
    enum foreign_form form;
    bool library;     /* it is a shared object's */
    bool own;         /* it steps on a model that it brings with it, */
    bool velocities;  /* in (q, v), v = q' */
    char offset[16];  /* of these or of its momenta, in steps, exact; "": none */
    bool constrained; /* it takes models with constraints, too */
    bool manifold;    /* its state (q, p) lies on p = theta(q), where its step is a map */
    bool together;    /* it can be asked for several steps in one call */
    bool remembers;   /* its steps depend on those before: a session */
    char order[8];    /* that it claims; "": none */
    char *version;    /* of the files that it is made of, set by the caller and freed with it; NULL */
    struct foreign_idle *idle;
    pid_t *told; /* the process that has said why its program failed: each says it once */
    struct foreign_fate *fate;
};

/* The methods that the program, or the shared object, says it has: as many as *count, each of which
 * foreign_method_destroy gives back.  NULL with a message where it cannot be started, answers wrongly or has none.
 * `suffix` stands behind the names of a program, "" or ":tolerance=1e-6". */
struct foreign_method **foreign_method_create_all(const char *command, const char *suffix, size_t *count,
                                                  struct error *error);
struct foreign_method **foreign_method_create_library(const char *path, size_t *count, struct error *error);
/* The same in two parts.  What a program, or the copy of a shared object (foreign_library_copy), says that it has, in lines:
 * precise, if it steps in MPFR, needs PATH for each other shared object, methods NAME form ode ... The caller frees it; NULL with a
 * message.  And its methods, for which nothing is started. */
char *foreign_method_ask(const char *command, struct error *error);
char *foreign_method_ask_library(int copy, const char *path, struct error *error);
struct foreign_method **foreign_method_create_said(const char *said, const char *command, const char *suffix,
                                                   size_t *count, struct error *error);
struct foreign_method **foreign_method_create_library_said(const char *said, int copy, const char *path,
                                                           size_t *count, struct error *error);
/* The method for a study; `foreign` must outlive it.  The other way round, NULL where it is ours. */
struct method foreign_method_method(const struct foreign_method *foreign);
const struct foreign_method *foreign_method_of(const struct method *method);
void foreign_method_destroy(struct foreign_method *method);
/* The end that its programs have come to since foreign_method_renew: FOREIGN_LOST: no number that was measured since says
 * anything; FOREIGN_CRASHED: a shared object's method makes no step any more. */
enum foreign_end foreign_method_end(const struct foreign_method *method);
/* Begins anew: what follows depends on nothing that a shared object has kept. */
void foreign_method_renew(const struct foreign_method *method);

/* Numbers of the state that a step of the method maps. */
size_t foreign_method_size(const struct setup *setup);
/* A program that is about to step with the method of the setup on its system at `precision` bits; it may have failed
 * already, or say that it does not take the model.  foreign_method_stop gives it back. */
struct foreign_program *foreign_method_start(const struct setup *setup, int precision, bool *takes);
void foreign_method_stop(const struct foreign_method *method, struct foreign_program *program, int precision);
/* One that waits, and waits no more; NULL: there is none. */
struct foreign_program *foreign_method_find_idle(const struct foreign_method *method, int precision);

#define DECLARE_FOREIGN(A) struct stepper_##A *foreign_step_create_##A(const struct setup *setup);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_FOREIGN)

#endif
