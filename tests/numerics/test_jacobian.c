/* The matrix of Newton's method: the dual arithmetic's derivative of every step's equations, against central
 * differences of the same residual in MPFR.
 *
 * All methods with all projections on two models, and the equations of the projection alone.  With 500 bits
 * and offsets of 2^-150 the differences are exact to 90 digits.  Control: entries a little wrong, and another
 * projection's matrix. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "integrators/methods/method.h"
#include "integrators/steps/step_families.h"
#include "numerics/jacobian.h"
#include "numerics/vector.h"

enum { BITS = 500, OFFSET = 150 };
static const double TOLERANCE = 1e-13; /* of the largest entry */

static const char *const MODELS[] = {"models/massless-charged-particle.lua", "models/point-vortices.lua"};

/* Where the matrix is taken: doubles, so that both arithmetics are at the same point. */
struct place {
    size_t unknowns, data;
    double *x, *at;
};

static struct place place_create(const struct fixture_setup *own, size_t unknowns, size_t data,
                                 uint64_t *seed)
{
    struct place place = {unknowns, data, kept_memory(memory_create(unknowns, sizeof(double))),
                          kept_memory(memory_create(data, sizeof(double)))};
    size_t d = own->dimension;

    for (size_t i = 0; i < unknowns; i++)
        place.x[i] = fixture_random_real(seed) / 16;
    for (size_t i = 0; i < data; i++)
        place.at[i] = fixture_random_real(seed) / 8;
    for (size_t i = 0; i < d; i++)
        place.at[i] = mpfr_get_d(own->initial[i], MPFR_RNDN);
    if (data != 2 * d)
        place.at[data - 1] = 0.125; /* h */
    return place;
}

/* Column by column; the matrix is rounded to double. */
static double *difference_matrix(const struct equations_mpfr *equations, const struct place *place)
{
    size_t n = equations->unknowns;
    real_mpfr *data = kept_vector_mpfr(equations->data), *x = kept_vector_mpfr(n),
              *high = kept_vector_mpfr(n), *low = kept_vector_mpfr(n);
    double *matrix = kept_memory(memory_create(n * n, sizeof *matrix));

    vector_import_mpfr(data, place->at, equations->data);
    for (size_t j = 0; j < n; j++) {
        vector_import_mpfr(x, place->x, n);
        mpfr_add_d(x + j, x + j, ldexp(1, -OFFSET), MPFR_RNDN);
        equations->residual(equations->context, data, x, high);
        mpfr_sub_d(x + j, x + j, ldexp(1, 1 - OFFSET), MPFR_RNDN);
        equations->residual(equations->context, data, x, low);
        for (size_t i = 0; i < n; i++) {
            mpfr_sub(high + i, high + i, low + i, MPFR_RNDN);
            mpfr_mul_2ui(high + i, high + i, OFFSET - 1, MPFR_RNDN);
            matrix[i * n + j] = mpfr_get_d(high + i, MPFR_RNDN);
        }
    }
    return matrix;
}

/* max |A - B| / max |B| */
static double matrix_distance(const double *A, const double *B, size_t n)
{
    double worst = 0, largest = 0;

    for (size_t i = 0; i < n * n; i++) {
        double difference = fabs(A[i] - B[i]);

        worst = difference == difference ? fmax(worst, difference) : INFINITY;
        largest = fmax(largest, fabs(B[i]));
    }
    assert_true(largest > 0);
    return worst / largest;
}

/* Takes both equations. */
static double compare(struct equations_mpfr exact, struct equations_dual dual,
                      const struct fixture_setup *own, uint64_t *seed)
{
    size_t n = exact.unknowns;
    struct place place = place_create(own, n, exact.data, seed);
    double *differences = difference_matrix(&exact, &place),
           *matrix = kept_memory(memory_create(n * n, sizeof *matrix));
    struct jacobian_dual *jacobian = jacobian_create_dual(dual);
    double distance;

    assert_int_equal(dual.unknowns, n);
    assert_int_equal(dual.data, exact.data);
    jacobian_evaluate_dual(jacobian, place.at, place.x, matrix);
    distance = matrix_distance(matrix, differences, n);
    matrix[n * n - 1] += 1e-11; /* control */
    assert_true(matrix_distance(matrix, differences, n) > TOLERANCE);
    jacobian_destroy_dual(jacobian);
    exact.destroy(exact.context);
    return distance;
}

static double compare_family(const struct step_family *family, const struct setup *exact,
                             const struct setup *dual, const struct fixture_setup *own, uint64_t *seed)
{
    return compare(family->create_mpfr(exact).equations, family->create_dual(dual).equations, own, seed);
}

static double compare_cell(const struct fixture_cell *cell, uint64_t *seed)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    const struct setup *setup = &own->setup;
    double distance;

    mpfr_precision_set(BITS);
    distance = compare_family(own->method.family->steps, setup, setup, own, seed);
    if (!own->method.family->no_projections && projection_projects(setup->projection))
        distance = fmax(distance, compare_family(&step_families_projector, setup, setup, own, seed));
    return distance;
}

static void check_method(const struct fixture_model *model, const char *method, uint64_t *seed, double *worst,
                         unsigned *matrices)
{
    for (const struct projection *row = projection_table; row->name; row++) {
        double distance;

        if (!fixture_accepts(method, row))
            continue;
        distance = compare_cell(&CELL_OF(model, method, row->name, .step = "1/8", .bits = BITS,
                                         .coefficients = fixture_coefficients(method, *matrices)),
                                seed);
        *worst = fmax(*worst, distance);
        ++*matrices;
        if (!(distance <= TOLERANCE))
            print_error("%s %s: the matrix is wrong by %.2g\n", method, row->name, distance);
    }
}

TEST(test_steps)
{
    uint64_t seed = 424242;
    double worst = 0;
    unsigned matrices = 0;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < COUNT(MODELS); i++) {
        struct fixture_model model = fixture_model_read(MODELS[i]);
        struct method method;

        for (size_t k = 0; method_listed(k, &method); k++)
            check_method(&model, method.name, &seed, &worst, &matrices);
        check_method(&model, "runge-kutta:gauss-3", &seed, &worst, &matrices);
    }
    assert_true(worst <= TOLERANCE);
    assert_true(matrices > 200);
}

/* Control: the matrix of the midpoint projection is not that of the symmetric one. */
TEST(test_control)
{
    struct fixture_model model = fixture_model_read(MODELS[0]);
    struct fixture_cell cell = CELL_OF(&model, "gauss-2", "symmetric", .step = "1/8", .bits = BITS);
    struct fixture_setup *symmetric = fixture_setup_create(&cell), *midpoint;
    uint64_t seed = 5;
    double distance;

    cell.projection = "midpoint";
    midpoint = fixture_setup_create(&cell);
    mpfr_precision_set(BITS);
    distance = compare_family(&step_families_vprk, &symmetric->setup, &midpoint->setup, symmetric, &seed);
    assert_true(distance > 1e-4);
}
