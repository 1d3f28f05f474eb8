/* The matrix of Newton's method: see newton_matrix.h. */
#include "numerics/newton_matrix.h"

#include <limits.h>
#include <stdlib.h>

#include "numerics/jacobian.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* As many are factorised faster one by one: pivots differ. */
enum { FEW_LANES = 3 };

struct matrix {
    struct X(newton_matrix) public; /* first: a newton_matrix is a matrix */
    struct DUAL(jacobian) * jacobian;
    const struct X(equations) *own;
    size_t n, length; /* of the unknowns, of the data */
    narrow *factors;
    pivot_row *pivot;
    narrow *together; /* matrices of many lanes, while they are factorised */
    pivot_row *pivot_together;
    real_count evaluations;
    /* Of one lane, while its matrix is evaluated and factorised: */
    double *lane_data, *lane_x, *lane_matrix;
    size_t *lane_pivot;
};

struct X(newton_matrix) *X(newton_matrix_create)(struct DUAL(equations) equations,
                                                 const struct X(equations) *own)
{
    struct matrix *matrix = memory_create(1, sizeof *matrix);
    size_t n = equations.unknowns, length = equations.data;

    matrix->jacobian = DUAL(jacobian_create)(equations);
    matrix->own = own;
    matrix->n = n;
    matrix->length = length;
    matrix->public.data = NARROW(vector_create)(length);
    matrix->public.correction = NARROW(vector_create)(REAL_PARTS * n);
    matrix->factors = NARROW(vector_create)(2 * n * n);
    matrix->together = matrix->factors + n * n;
    matrix->pivot = memory_create(2 * n, sizeof *matrix->pivot);
    matrix->pivot_together = matrix->pivot + n;
    matrix->lane_pivot = memory_create(n, sizeof *matrix->lane_pivot);
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
    free(matrix->lane_pivot);
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
}

/* to = the matrix of that lane */
static void place_lane(const struct matrix *matrix, size_t lane, narrow *to)
{
    for (size_t i = 0; i < matrix->n * matrix->n; i++)
        narrow_set_lane(to + i, lane, matrix->lane_matrix[i]);
}

/* Its factors, found alone; returns why there are none, or that there are. */
static enum newton_status factorise_lane(struct matrix *matrix, size_t lane)
{
    const size_t n = matrix->n;
    const bool finite = vector_is_finite_double(matrix->lane_matrix, n * n);

    if (!lu_factorise_double(matrix->lane_matrix, n, matrix->lane_pivot))
        return finite ? NEWTON_SINGULAR : NEWTON_NOT_FINITE;
    place_lane(matrix, lane, matrix->factors);
    for (size_t i = 0; i < n; i++)
        pivot_set_lane(matrix->pivot + i, lane, matrix->lane_pivot[i]);
    return NEWTON_CONVERGED;
}

/* Those of all lanes of `where`, together */
static choice factorise_together(struct matrix *matrix, mask where)
{
    const size_t n = matrix->n;
    const mask finite = NARROW(vector_is_finite)(matrix->together, n * n),
               regular = NARROW(lu_factorise)(matrix->together, n, matrix->pivot_together);

    NARROW(vector_set_where)(matrix->factors, where & regular, matrix->together, n * n);
    for (size_t i = 0; i < n; i++)
        matrix->pivot[i] = pivot_select(where & regular, matrix->pivot_together[i], matrix->pivot[i]);
    return choice_where(regular, choice_all(NEWTON_CONVERGED),
                        choice_where(finite, choice_all(NEWTON_SINGULAR), choice_all(NEWTON_NOT_FINITE)));
}

static choice factorise(struct matrix *matrix, mask where, const real *x)
{
    choice found = choice_all(NEWTON_CONVERGED);
    size_t lanes = 0;

    if (matrix->own->matrix) {
        matrix->own->matrix(matrix->own->context, matrix->together);
        return factorise_together(matrix, where);
    }
    for (size_t lane = 0; lane < REAL_LANES; lane++)
        lanes += mask_lane(where, lane);
    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        if (!mask_lane(where, lane))
            continue;
        evaluate_lane(matrix, x, lane);
        if (lanes > FEW_LANES)
            place_lane(matrix, lane, matrix->together);
        else
            choice_set_lane(&found, lane, factorise_lane(matrix, lane));
    }
    return lanes > FEW_LANES ? factorise_together(matrix, where) : found;
}

void X(newton_matrix_refresh)(struct X(newton_matrix) *public, mask where, const real *x, mask *running,
                              X(newton_status) *status)
{
    struct matrix *matrix = (struct matrix *)public;
    choice found;
    mask missing;

    if (!mask_any(where))
        return;
    found = factorise(matrix, where, x);
    real_count_add(&matrix->evaluations, where);
    missing = where & mask_not(choice_is(found, NEWTON_CONVERGED));
    matrix->public.factorised = (matrix->public.factorised | where) & mask_not(missing);
    *status = choice_where(missing, found, *status);
    *running &= mask_not(missing);
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
