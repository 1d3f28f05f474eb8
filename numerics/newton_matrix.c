/* The matrix of Newton's method: see newton_matrix.h. */
#include "numerics/newton_matrix.h"

#include <limits.h>
#include <stdlib.h>

#include "numerics/jacobian.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct matrix {
    struct X(newton_matrix) public; /* first: a newton_matrix is a matrix */
    struct DUAL(jacobian) * jacobian;
    const struct X(equations) *own;
    size_t n, length; /* of the unknowns, of the data */
    narrow *factors;
    pivot_row *pivot;
    narrow *new_matrix; /* while it is factorised: the matrix itself where there is one lane */
    pivot_row *new_pivot;
    real_count evaluations;
    /* Of one lane, while its matrix is evaluated: */
    double *lane_data, *lane_x, *lane_matrix;
};

struct X(newton_matrix) *X(newton_matrix_create)(struct DUAL(equations) equations,
                                                 const struct X(equations) *own)
{
    struct matrix *matrix = memory_create(1, sizeof *matrix);
    size_t n = equations.unknowns, length = equations.data, parts = REAL_LANES > 1 ? 2 : 1;

    matrix->jacobian = DUAL(jacobian_create)(equations);
    matrix->own = own;
    matrix->n = n;
    matrix->length = length;
    matrix->public.data = NARROW(vector_create)(length);
    matrix->public.correction = NARROW(vector_create)(REAL_PARTS * n);
    matrix->factors = NARROW(vector_create)(parts * n * n);
    matrix->new_matrix = matrix->factors + (parts - 1) * n * n;
    matrix->pivot = memory_create(parts * n, sizeof *matrix->pivot);
    matrix->new_pivot = matrix->pivot + (parts - 1) * n;
    matrix->lane_data = memory_create(length + n + n * n, sizeof(double));
    matrix->lane_x = matrix->lane_data + length;
    matrix->lane_matrix = matrix->lane_x + n;
    return &matrix->public;
}

void X(newton_matrix_destroy)(struct X(newton_matrix) *public)
{
    struct matrix *matrix = (struct matrix *)public;

    DUAL(jacobian_destroy)(matrix->jacobian);
    NARROW(vector_destroy)(public->data);
    NARROW(vector_destroy)(public->correction);
    NARROW(vector_destroy)(matrix->factors);
    free(matrix->pivot);
    free(matrix->lane_data);
    free(matrix);
}

/* The matrix of one lane at x. */
static void evaluate_lane(struct matrix *matrix, const real *x, size_t lane)
{
    for (size_t i = 0; i < matrix->length; i++)
        matrix->lane_data[i] = narrow_lane(matrix->public.data + i, lane);
    for (size_t i = 0; i < matrix->n; i++) {
        const narrow value = real_to_narrow(x + i);

        matrix->lane_x[i] = narrow_lane(&value, lane);
    }
    DUAL(jacobian_evaluate)(matrix->jacobian, matrix->lane_data, matrix->lane_x, matrix->lane_matrix);
    for (size_t i = 0; i < matrix->n * matrix->n; i++)
        narrow_set_lane(matrix->new_matrix + i, lane, matrix->lane_matrix[i]);
}

static void evaluate(struct matrix *matrix, mask where, const real *x)
{
    if (matrix->own->matrix) {
        matrix->own->matrix(matrix->own->context, matrix->new_matrix);
        return;
    }
    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        if (mask_lane(where, lane))
            evaluate_lane(matrix, x, lane);
    }
}

void X(newton_matrix_refresh)(struct X(newton_matrix) *public, mask where, const real *x, mask *running,
                              X(newton_status) *status)
{
    struct matrix *matrix = (struct matrix *)public;
    size_t n = matrix->n;
    mask finite, regular;

    if (!mask_any(where))
        return;
    evaluate(matrix, where, x);
    real_count_add(&matrix->evaluations, where);
    finite = NARROW(vector_is_finite)(matrix->new_matrix, n * n);
    regular = NARROW(lu_factorise)(matrix->new_matrix, n, matrix->new_pivot) & where;
    for (size_t i = 0; i < n * n; i++)
        matrix->factors[i] = narrow_select(regular, matrix->new_matrix[i], matrix->factors[i]);
    for (size_t i = 0; i < n; i++)
        matrix->pivot[i] = pivot_select(regular, matrix->new_pivot[i], matrix->pivot[i]);
    matrix->public.factorised = (matrix->public.factorised & mask_not(where)) | regular;
    where &= mask_not(regular);
    *status = choice_where(
        where, choice_where(finite, choice_all(NEWTON_SINGULAR), choice_all(NEWTON_NOT_FINITE)), *status);
    *running &= mask_not(where);
}

/* correction = r 2^-exponent, with the largest component of order one (over MPFR). */
static long narrow_residual(const real *r, size_t n, int part, narrow *correction)
{
    long largest = LONG_MIN, exponent;

    for (size_t i = 0; i < n; i++) {
        correction[i] = real_to_double_scaled(r + i, part, &exponent);
        if (exponent > largest && mask_any(mask_not(narrow_is(correction[i], 0))))
            largest = exponent;
    }
    if (largest == LONG_MIN || !REAL_SCALES)
        return 0;
    for (size_t i = 0; i < n; i++) {
        narrow mantissa = real_to_double_scaled(r + i, part, &exponent);

        if (exponent != largest)
            correction[i] = narrow_scale(mantissa, exponent - largest);
    }
    return largest;
}

narrow X(newton_matrix_solve)(const struct X(newton_matrix) *public, const real *r, int part, long *exponent)
{
    const struct matrix *matrix = (const struct matrix *)public;
    narrow *correction = public->correction + (size_t)part * matrix->n;
    const size_t judged = matrix->own->judged ? matrix->own->judged : matrix->n;
    narrow sum = narrow_all(0), largest = narrow_all(0);

    *exponent = narrow_residual(r, matrix->n, part, correction);
    if (public->approximate)
        matrix->own->correct(matrix->own->context, correction);
    else
        NARROW(lu_solve)(matrix->factors, matrix->n, matrix->pivot, correction);
    narrow_add_distance(&sum, correction, NULL, matrix->n);
    narrow_raise(&largest, correction, judged);
    /* a maximum alone would lose a NaN */
    return narrow_select(narrow_is_finite(sum), largest, sum);
}

unsigned long X(newton_matrix_evaluations)(const struct X(newton_matrix) *public, size_t lane)
{
    return real_count_lane(&((const struct matrix *)public)->evaluations, lane);
}
