/* Jacobians of residuals: see jacobian.h.
 *
 * Eight columns a sweep: tangent k of unknown j is 1 where j is the k-th column of the sweep. */
#include "numerics/jacobian.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(jacobian) {
    struct X(equations) equations;
    real *data, *x, *r;
};

struct X(jacobian) *X(jacobian_create)(struct X(equations) equations)
{
    struct X(jacobian) *jacobian = memory_create(1, sizeof *jacobian);

    jacobian->equations = equations;
    jacobian->data = X(vector_create)(equations.data);
    jacobian->x = X(vector_create)(equations.unknowns);
    jacobian->r = X(vector_create)(equations.unknowns);
    return jacobian;
}

static void run_program(void *context, const real *data, const real *x, real *r)
{
    (void)data;
    X(evaluator_run)(context, 1, (const real *const[]){x}, (real *const[]){r});
}

static void destroy_program(void *context)
{
    X(evaluator_destroy)(context);
}

struct X(jacobian) *X(jacobian_create_program)(const struct program *program, size_t n)
{
    return X(jacobian_create)((struct X(equations)){
        .unknowns = n,
        .residual = run_program,
        .destroy = destroy_program,
        .context = X(evaluator_create)(program, 1),
    });
}

void X(jacobian_destroy)(struct X(jacobian) *jacobian)
{
    if (!jacobian)
        return;
    jacobian->equations.destroy(jacobian->equations.context);
    X(vector_destroy)(jacobian->data);
    X(vector_destroy)(jacobian->x);
    X(vector_destroy)(jacobian->r);
    free(jacobian);
}

static void evaluate_columns(struct X(jacobian) *jacobian, const double *x, size_t first, size_t count,
                             double *matrix)
{
    const struct X(equations) *equations = &jacobian->equations;
    size_t n = equations->unknowns;

    X(vector_import)(jacobian->x, x, n);
    for (size_t k = 0; k < count; k++)
        jacobian->x[first + k].tangent[k] = 1;
    equations->residual(equations->context, jacobian->data, jacobian->x, jacobian->r);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < count; k++)
            matrix[i * n + first + k] = jacobian->r[i].tangent[k];
    }
}

void X(jacobian_evaluate)(struct X(jacobian) *jacobian, const double *data, const double *x, double *matrix)
{
    size_t n = jacobian->equations.unknowns;

    X(vector_import)(jacobian->data, data, jacobian->equations.data);
    if (jacobian->equations.prepare)
        jacobian->equations.prepare(jacobian->equations.context, jacobian->data);
    for (size_t first = 0; first < n; first += DUAL_TANGENTS) {
        size_t count = n - first < DUAL_TANGENTS ? n - first : DUAL_TANGENTS;

        evaluate_columns(jacobian, x, first, count, matrix);
    }
}
