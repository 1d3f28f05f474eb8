/* The functions of the model that foreign methods ask for: see foreign_function.h. */
#include "integrators/foreign/foreign_function.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

enum { TOGETHER = 16 }; /* points that are evaluated in one call */

static const char *const names[FOREIGN_FUNCTIONS] = {
    [FOREIGN_RHS] = "rhs", [FOREIGN_HAMILTONIAN] = "hamiltonian", [FOREIGN_THETA] = "theta"};

struct function {
    struct X(evaluator) *evaluator; /* NULL where the model has none */
    size_t width, wanted;           /* of the program; as many as are given */
};

struct X(foreign_functions) {
    struct function function[FOREIGN_FUNCTIONS];
    size_t d, reads;     /* of z; of what the programs read: (z, t) of a model that depends on the time */
    real *point, *value; /* TOGETHER x reads, TOGETHER x the widest */
};

static void add(struct X(foreign_functions) *w, enum foreign_function k, const struct program *program,
                size_t wanted)
{
    if (program && wanted)
        w->function[k] =
            (struct function){X(evaluator_create)(program, TOGETHER), program->output_width[0], wanted};
}

struct X(foreign_functions) *X(foreign_function_create)(const struct system *system)
{
    struct X(foreign_functions) *w = memory_create(1, sizeof *w);
    size_t widest = 1;

    w->d = system->model->moved;
    w->reads = system->dimension;
    add(w, FOREIGN_RHS, system->velocity, w->d);
    add(w, FOREIGN_HAMILTONIAN, system->observe, system->has_energy);
    add(w, FOREIGN_THETA, system->momentum, w->d);
    for (int k = 0; k < FOREIGN_FUNCTIONS; k++)
        widest = w->function[k].width > widest ? w->function[k].width : widest;
    w->value = X(vector_create)(TOGETHER * (widest + w->reads));
    w->point = w->value + TOGETHER * widest;
    return w;
}

void X(foreign_function_destroy)(struct X(foreign_functions) *w)
{
    for (int k = 0; k < FOREIGN_FUNCTIONS; k++)
        X(evaluator_destroy)(w->function[k].evaluator);
    X(vector_destroy)(w->value);
    free(w);
}

enum foreign_function X(foreign_function_find)(const struct X(foreign_functions) *w, const char *name,
                                               size_t length)
{
    int k = 0;

    while (k < FOREIGN_FUNCTIONS &&
           (!w->function[k].evaluator || strlen(names[k]) != length || strncmp(name, names[k], length) != 0))
        k++;
    return (enum foreign_function)k;
}

size_t X(foreign_function_width)(const struct X(foreign_functions) *w, enum foreign_function k)
{
    return w->function[k].wanted;
}

static void set_points(struct X(foreign_functions) *w, size_t count, const real *t, const real *z)
{
    for (size_t i = 0; i < count; i++) {
        X(vector_copy)(w->point + i * w->reads, z + i * w->d, w->d);
        if (w->reads > w->d)
            X(vector_copy)(w->point + i * w->reads + w->d, t + i, 1);
    }
}

void X(foreign_function_run)(struct X(foreign_functions) *w, enum foreign_function k, size_t points,
                             const real *t, const real *z, real *value)
{
    const struct function *function = w->function + k;

    for (size_t first = 0; first < points; first += TOGETHER) {
        const size_t count = points - first < TOGETHER ? points - first : TOGETHER;

        set_points(w, count, t + first, z + first * w->d);
        X(evaluator_run)(function->evaluator, count, READS(w->point), WRITES(w->value));
        for (size_t i = 0; i < count; i++)
            X(vector_copy)(value + (first + i) * function->wanted, w->value + i * function->width,
                           function->wanted);
    }
}
