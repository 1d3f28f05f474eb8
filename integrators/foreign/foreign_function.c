/* The functions of the model that foreign methods ask for: see foreign_function.h. */
#include "integrators/foreign/foreign_function.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

enum { TOGETHER = 16 }; /* points that are evaluated in one call */

static const char *const names[FOREIGN_FUNCTIONS] = {
    [FOREIGN_RHS] = "rhs",
    [FOREIGN_HAMILTONIAN] = "hamiltonian",
    [FOREIGN_THETA] = "theta",
    [FOREIGN_FORCE] = "force",
    [FOREIGN_GRADIENT] = "gradient",
    [FOREIGN_CONSTRAINT] = "constraint",
    [FOREIGN_CONSTRAINT_JACOBIAN] = "constraint_jacobian",
};

/* A method asks for few of the functions: their evaluators are made when it first does. */
struct function {
    const struct program *program;  /* NULL where the model has none */
    struct X(evaluator) *evaluator; /* NULL: not yet made; so are */
    struct X(evaluator) *single;    /* of one point at a time, which is faster, */
    size_t width, wanted;           /* of the program; as many as are given, of each of its rows the first */
    size_t rows;
    bool direct; /* it reads z alone, and gives what is wanted alone */
};

struct X(foreign_functions) {
    struct function function[FOREIGN_FUNCTIONS];
    struct X(evaluator) *velocity; /* and H_p, the second half of the gradient, of */
    const struct program *velocity_program;
    size_t d, reads;     /* of z; of what the programs read: (z, t) of a model that depends on the time */
    real *point, *value; /* TOGETHER x reads, TOGETHER x the widest */
    real *zero, *one;    /* of multipliers; of a step */
};

/* Functions of two arguments or of two programs. */
static bool is_at_one_point(enum foreign_function k)
{
    return k == FOREIGN_FORCE || k == FOREIGN_GRADIENT;
}

static void add(struct X(foreign_functions) *w, enum foreign_function k, const struct program *program,
                size_t rows, size_t wanted)
{
    if (!program || !rows || !wanted)
        return;
    w->function[k] = (struct function){
        .program = program,
        .width = program->output_width[0],
        .wanted = rows * wanted,
        .rows = rows,
        .direct = !is_at_one_point(k) && w->reads == w->d && program->output_width[0] == rows * wanted,
    };
}

static struct X(evaluator) *prepare(struct X(evaluator) **evaluator, const struct program *program,
                                    size_t points)
{
    if (!*evaluator)
        *evaluator = X(evaluator_create)(program, points);
    return *evaluator;
}

struct X(foreign_functions) *X(foreign_function_create)(const struct foreign_model *model)
{
    struct X(foreign_functions) *w = memory_create(1, sizeof *w);
    size_t widest = 1;

    w->d = model->d;
    w->reads = model->reads;
    for (int k = 0; k < FOREIGN_FUNCTIONS; k++)
        add(w, (enum foreign_function)k, model->program[k],
            k == FOREIGN_CONSTRAINT_JACOBIAN ? model->constraints : 1,
            k == FOREIGN_HAMILTONIAN  ? 1
            : k == FOREIGN_CONSTRAINT ? model->constraints
                                      : w->d);
    w->velocity_program = model->velocity;
    for (int k = 0; k < FOREIGN_FUNCTIONS; k++)
        widest = w->function[k].width > widest ? w->function[k].width : widest;
    w->value = X(vector_create)(TOGETHER * (widest + w->reads) + model->constraints + 2);
    w->point = w->value + TOGETHER * widest;
    w->one = w->point + TOGETHER * w->reads;
    w->zero = w->one + 1;
    real_set_double(w->one, 1);
    return w;
}

void X(foreign_function_destroy)(struct X(foreign_functions) *w)
{
    for (int k = 0; k < FOREIGN_FUNCTIONS; k++) {
        X(evaluator_destroy)(w->function[k].evaluator);
        X(evaluator_destroy)(w->function[k].single);
    }
    X(evaluator_destroy)(w->velocity);
    X(vector_destroy)(w->value);
    free(w);
}

/* A Hamiltonian without constraints has none of them: no numbers. */
static bool is_empty(const struct X(foreign_functions) *w, enum foreign_function k)
{
    return (k == FOREIGN_CONSTRAINT || k == FOREIGN_CONSTRAINT_JACOBIAN) && !w->function[k].program &&
           w->function[FOREIGN_GRADIENT].program;
}

bool X(foreign_function_has)(const struct X(foreign_functions) *w, enum foreign_function k)
{
    return k < FOREIGN_FUNCTIONS && (w->function[k].program || is_empty(w, k));
}

enum foreign_function X(foreign_function_find)(const struct X(foreign_functions) *w, const char *name,
                                               size_t length)
{
    int k = 0;

    while (k < FOREIGN_FUNCTIONS && (!X(foreign_function_has)(w, (enum foreign_function)k) ||
                                     strlen(names[k]) != length || strncmp(name, names[k], length) != 0))
        k++;
    return (enum foreign_function)k;
}

size_t X(foreign_function_reads)(const struct X(foreign_functions) *w, enum foreign_function k)
{
    return k == FOREIGN_FORCE ? 2 * w->d : w->d;
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

static void run_one(struct X(foreign_functions) *w, enum foreign_function k, const real *t, const real *z,
                    real *value)
{
    struct function *function = w->function + k;
    struct X(evaluator) *evaluator = prepare(&function->evaluator, function->program, TOGETHER);

    set_points(w, 1, t, z);
    if (k == FOREIGN_FORCE) {
        real *velocity = w->point + w->reads, *force = w->value + function->width;

        X(vector_copy)(velocity, z + w->d, w->d);
        if (w->reads > w->d)
            real_set_double(velocity + w->d, 1);
        X(evaluator_run)(evaluator, 1, READS(w->point, velocity, w->one), WRITES(w->value, force));
        X(vector_copy)(value, force, w->d);
        return;
    }
    X(evaluator_run)(evaluator, 1, READS(w->point, w->zero), WRITES(value, w->value));
    X(evaluator_run)(prepare(&w->velocity, w->velocity_program, 1), 1, READS(w->point),
                     WRITES(value + w->d / 2));
}

/* Through arrays of our own, so many points at a time as these have room for. */
static __attribute__((noinline)) void run_in_parts(struct X(foreign_functions) *w, enum foreign_function k,
                                                   size_t points, const real *t, const real *z, real *value)
{
    struct function *function = w->function + k;
    const size_t together = is_at_one_point(k) ? 1 : TOGETHER, reads = X(foreign_function_reads)(w, k),
                 width = function->width / function->rows, wanted = function->wanted / function->rows;

    for (size_t first = 0; first < points; first += together) {
        const size_t count = points - first < together ? points - first : together;

        if (together == 1) {
            run_one(w, k, t + first, z + first * reads, value + first * function->wanted);
            continue;
        }
        set_points(w, count, t + first, z + first * w->d);
        X(evaluator_run)(prepare(&function->evaluator, function->program, TOGETHER), count, READS(w->point),
                         WRITES(w->value));
        for (size_t i = 0; i < count * function->rows; i++)
            X(vector_copy)(value + first * function->wanted + i * wanted, w->value + i * width, wanted);
    }
}

void X(foreign_function_run)(struct X(foreign_functions) *w, enum foreign_function k, size_t points,
                             const real *t, const real *z, real *value)
{
    struct function *function = w->function + k;

    if (is_empty(w, k))
        return;
    if (function->direct && points == 1)
        X(evaluator_run)(prepare(&function->single, function->program, 1), 1, READS(z), WRITES(value));
    else if (function->direct && points <= TOGETHER)
        X(evaluator_run)(prepare(&function->evaluator, function->program, TOGETHER), points, READS(z),
                         WRITES(value));
    else
        run_in_parts(w, k, points, t, z, value);
}
