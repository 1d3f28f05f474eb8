/* Steps in the arithmetic `tangent`: the same steps, with their exact Jacobian.
 *
 *   values      all methods with all projections take, step after step, the bits that `mpfr` takes; tangents
 *               change nothing.  Control: more bits
 *   Jacobian    against central differences of the step in `mpfr` at 200 bits with offset 2^-66, whose own
 *               error is 2^-132; on two, four and six coordinates (twelve directions: two passes), with and
 *               without multiplier in the state.  Controls: one entry off by 2^-100, another projection
 *   residuals   at 53 bits the tangents of a step's equations are the matrix that `dual` gives, bit for bit
 */
#define ARITHMETIC_TANGENT
#include "tests/fixtures/test.h"
#include "numerics/evaluator.h"
#include "numerics/arithmetic.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "integrators/steps/step_families.h"
#include "measures/step/step_jacobian.h"
#include "measures/step/step_state.h"
#include "numerics/jacobian.h"
#include "numerics/vector.h"

enum { STEPS = 6, BITS = 200, MORE_BITS = 16, OFFSET = 66, ALL = 6 };
static const double TOLERANCE = 0x1p-118; /* of the largest entry */

static const char PLANE[] = "tests/data/rational.lua";
static const char CHARGE[] = "models/massless-charged-particle.lua";
static const char VORTICES[] = "models/point-vortices.lua";

/* Six coordinates, nonlinear theta. */
static const char SIX[] =
    "return model {\n"
    "  title = 'six dimensions', source = 'test', kind = 'degenerate',\n"
    "  coordinates = { 'q1', 'q2', 'q3', 'q4', 'q5', 'q6' },\n"
    "  theta = function (q, c)\n"
    "    return { q[2] + q[1]*q[2]^2/4, q[1]^2*q[3]/3 - q[1], q[4] + q[2]*q[3]^2/5,\n"
    "             q[1]*q[4]^2/6 - q[3], q[6] + q[5]*q[1]^2/4, q[5]^2*q[6]/7 - q[5] + q[2]*q[3] }\n"
    "  end,\n"
    "  hamiltonian = function (q, c)\n"
    "    return (q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 + q[5]^2 + q[6]^2)/2 + q[1]*q[5]*q[3]/4 + cos(q[6])\n"
    "  end,\n"
    "  initial = { default = { '1/2', '1/3', '-1/4', '1/5', '2/5', '-1/6' } },\n"
    "  step = '1/10',\n"
    "}\n";

/* -- values -- */

static bool same_numbers(const real_mpfr *a, const real *b, size_t n)
{
    bool same = !a == !b;

    for (size_t i = 0; i < n && a && b; i++)
        same &= mpfr_equal_p(a + i, b[i].part) || (mpfr_nan_p(a + i) && mpfr_nan_p(b[i].part));
    return same;
}

/* Whether all steps end at the same numbers, or break down at the same step for the same reason. */
static bool same_steps(struct stepper_mpfr *plain, struct stepper_tangent *tangent)
{
    size_t d = plain->dimension;
    bool same = true;
    enum newton_status status = NEWTON_CONVERGED;

    for (int n = 0; n < STEPS && same && status == NEWTON_CONVERGED; n++) {
        status = plain->step(plain);
        same = tangent->step(tangent) == status && same_numbers(plain->q, tangent->q, d) &&
               same_numbers(plain->p, tangent->p, d) &&
               same_numbers(plain->multiplier, tangent->multiplier, d);
    }
    return same;
}

/* All steps, with tangents that are not zero. */
static bool compare_values(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct stepper_mpfr *plain;
    struct stepper_tangent *tangent;
    bool same;

    mpfr_precision_set(cell->bits);
    plain = own->method.family->create_mpfr(&own->setup);
    tangent = own->method.family->create_tangent(&own->setup);
    for (size_t i = 0; i < own->dimension; i++)
        real_set_tangent(tangent->q + i, (int)(i % TANGENT_COUNT), 1);
    tangent->restart(tangent);
    same = same_steps(plain, tangent);
    plain->destroy(plain);
    tangent->destroy(tangent);
    return same;
}

/* One step, against mpfr with some bits more. */
static bool compare_with_more_bits(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    size_t d = own->dimension;
    mpfr_t *kept = kept_numbers(d, cell->bits + MORE_BITS);
    struct stepper_mpfr *plain;
    struct stepper_tangent *tangent;
    bool same = true;

    mpfr_precision_set(cell->bits + MORE_BITS);
    plain = own->method.family->create_mpfr(&own->setup);
    plain->step(plain);
    for (size_t i = 0; i < d; i++)
        mpfr_set(kept[i], plain->q + i, MPFR_RNDN);
    plain->destroy(plain);
    mpfr_precision_set(cell->bits);
    tangent = own->method.family->create_tangent(&own->setup);
    tangent->step(tangent);
    for (size_t i = 0; i < d; i++)
        same &= mpfr_equal_p(kept[i], tangent->q[i].part) != 0;
    tangent->destroy(tangent);
    return same;
}

/* Calls `check` for every listed method of at most so many stages with every projection. */
static unsigned for_all(const struct fixture_cell *base, size_t stages,
                        void (*check)(const struct fixture_cell *, void *), void *context)
{
    struct method method;
    unsigned count = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell = *base;

            if (method.stages > stages || method_refuses(&method, row, MODEL_DEGENERATE, &said))
                continue;
            cell.method = method.name;
            cell.projection = row->name;
            check(&cell, context);
            count++;
        }
    }
    return count;
}

static void check_values(const struct fixture_cell *cell, void *context)
{
    (void)context;
    if (!compare_values(cell))
        fail_msg("%s %s on %s at %ld bits: not the step of mpfr", cell->method, cell->projection,
                 cell->model->model->name, cell->bits);
}

static void count_different(const struct fixture_cell *cell, void *context)
{
    *(unsigned *)context += !compare_with_more_bits(cell);
}

TEST(test_values)
{
    const char *const models[] = {PLANE, VORTICES};
    const long bits[] = {53, 200};
    unsigned runs = 0, different = 0;

    for (size_t i = 0; i < 2; i++) {
        struct fixture_model model = fixture_model_read(models[i]);

        for (size_t j = 0; j < 2; j++)
            runs += for_all(
                &(struct fixture_cell){.model = &model, .step = "1/10", .bits = bits[j], .accepted = i == j},
                ALL, check_values, NULL);
        if (i == 0) {
            unsigned controls = for_all(&(struct fixture_cell){.model = &model, .step = "1/10", .bits = 200},
                                        ALL, count_different, &different);

            assert_int_equal(different, controls);
        }
    }
}

/* -- the Jacobian -- */

struct map {
    enum step_space space;
    size_t d, n;
    mpfr_t *z0, *z1, *M, *differences;
};

/* (q_0, theta(q_0)) or (q_0, 0) as the mpfr stepper has it, displaced at random in the second half */
static struct map map_create(const struct fixture_setup *own, uint64_t *seed)
{
    struct stepper_mpfr *stepper = own->method.family->create_mpfr(&own->setup);
    enum step_space space = method_space(&own->method, own->setup.projection);
    size_t d = own->dimension, n = step_jacobian_size(space, d);
    struct map map = {space, d, n, NULL, NULL, NULL, NULL};

    map.z0 = kept_numbers(n, mpfr_precision.bits);
    map.z1 = kept_numbers(n, mpfr_precision.bits);
    map.M = kept_numbers(n * n, mpfr_precision.bits);
    map.differences = kept_numbers(n * n, mpfr_precision.bits);
    for (size_t i = 0; i < n; i++)
        mpfr_add_d(map.z0[i], step_state_component_mpfr(stepper, space, i),
                   i < d ? 0 : fixture_random_real(seed) / 4096, MPFR_RNDN);
    stepper->destroy(stepper);
    return map;
}

/* Column j of the differences += sign times the step from z0 + sign 2^-OFFSET e_j, made in mpfr. */
static void add_displaced(struct map *map, struct stepper_mpfr *stepper, struct evaluator_mpfr *momentum,
                          size_t j, int sign)
{
    for (size_t i = 0; i < map->n; i++)
        mpfr_set(step_state_component_mpfr(stepper, map->space, i), map->z0[i], MPFR_RNDN);
    mpfr_add_d(step_state_component_mpfr(stepper, map->space, j), map->z0[j], sign * ldexp(1, -OFFSET),
               MPFR_RNDN);
    if (map->space == STEP_POSITION)
        evaluator_run_mpfr(momentum, 1, (const real_mpfr *const[]){stepper->q},
                           (real_mpfr *const[]){stepper->p});
    stepper->restart(stepper);
    assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
    for (size_t i = 0; i < map->n; i++) {
        mpfr_ptr entry = map->differences[i * map->n + j];

        (sign > 0 ? mpfr_add : mpfr_sub)(entry, entry, step_state_component_mpfr(stepper, map->space, i),
                                         MPFR_RNDN);
    }
}

static void evaluate_differences(struct map *map, const struct fixture_setup *own)
{
    struct stepper_mpfr *stepper = own->method.family->create_mpfr(&own->setup);
    struct evaluator_mpfr *momentum = evaluator_create_mpfr(own->setup.system->momentum, 1);

    for (size_t i = 0; i < map->n * map->n; i++)
        mpfr_set_zero(map->differences[i], 1);
    for (size_t j = 0; j < map->n; j++) {
        add_displaced(map, stepper, momentum, j, 1);
        add_displaced(map, stepper, momentum, j, -1);
    }
    for (size_t i = 0; i < map->n * map->n; i++)
        mpfr_mul_2ui(map->differences[i], map->differences[i], OFFSET - 1, MPFR_RNDN);
    stepper->destroy(stepper);
    evaluator_destroy_mpfr(momentum);
}

static double jacobian_distance(const struct map *map)
{
    return fixture_distance(map->M, map->differences, map->n * map->n);
}

/* The distance of the Jacobian from the differences; of those of another method too where one is given. */
static double compare_jacobian(const struct fixture_cell *cell, const char *other, uint64_t *seed)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct map map;
    double distance;

    mpfr_precision_set(cell->bits);
    map = map_create(own, seed);
    assert_int_equal(step_jacobian_evaluate(&own->setup, &own->method, map.z0, map.z1, map.M),
                     NEWTON_CONVERGED);
    if (other) {
        own = fixture_setup_create(
            &CELL_OF(cell->model, other, cell->projection, .step = cell->step, .bits = cell->bits));
    }
    evaluate_differences(&map, own);
    distance = jacobian_distance(&map);
    mpfr_add_d(map.M[map.n * map.n - 1], map.M[map.n * map.n - 1], 0x1p-100, MPFR_RNDN); /* control */
    assert_true(jacobian_distance(&map) > TOLERANCE);
    return distance;
}

struct jacobian_tally {
    uint64_t seed;
    double worst;
};

static void check_jacobian(const struct fixture_cell *cell, void *context)
{
    struct jacobian_tally *tally = context;
    double distance = compare_jacobian(cell, NULL, &tally->seed);

    tally->worst = fmax(tally->worst, distance);
    if (!(distance <= TOLERANCE))
        fail_msg("%s %s on %s: Jacobian off by %.2g", cell->method, cell->projection,
                 cell->model->model->name, distance);
}

TEST(test_jacobian)
{
    struct jacobian_tally tally = {271, 0};
    struct fixture_model models[] = {fixture_model_read(CHARGE), fixture_model_read(VORTICES),
                                     fixture_model_write(SIX)};
    const size_t stages[] = {4, 4, 2};
    unsigned maps = 0;

    print_message("# seed %llu\n", (unsigned long long)tally.seed);
    for (size_t i = 0; i < COUNT(models); i++) {
        struct fixture_cell cell = {.model = models + i, .step = "1/20", .bits = BITS};

        maps += for_all(&cell, stages[i], check_jacobian, &tally);
        cell.method = "gauss-2";
        cell.projection = "symmetric";
        assert_true(compare_jacobian(&cell, "gauss-3", &tally.seed) > 1e-12); /* control */
    }
}

/* -- residuals: tangent at 53 bits and dual -- */

/* matrix (n x n) from the tangents, column by column */
static void tangent_matrix(struct equations_tangent *equations, const double *data, const double *x,
                           double *matrix)
{
    size_t n = equations->unknowns;
    real *at = kept_vector_tangent(equations->data), *unknowns = kept_vector_tangent(n),
         *r = kept_vector_tangent(n);

    vector_import_tangent(at, data, equations->data);
    for (size_t j = 0; j < n; j++) {
        vector_import_tangent(unknowns, x, n);
        real_set_tangent(unknowns + j, (int)(j % TANGENT_COUNT), 1);
        equations->residual(equations->context, at, unknowns, r);
        for (size_t i = 0; i < n; i++)
            matrix[i * n + j] = mpfr_get_d(r[i].part + 1 + j % TANGENT_COUNT, MPFR_RNDN);
    }
}

static size_t count_different_entries(const double *A, const double *B, size_t n)
{
    size_t different = 0;

    for (size_t i = 0; i < n * n; i++)
        different += !(A[i] == B[i]);
    return different;
}

static void check_residual(const struct fixture_cell *cell, void *context)
{
    struct fixture_setup *own = fixture_setup_create(cell);

    if (own->method.family->steps == &step_families_vprk) {
        mpfr_precision_set(53);
        struct equations_tangent equations = step_families_vprk.create_tangent(&own->setup).equations;
        struct jacobian_dual *dual =
            jacobian_create_dual(step_families_vprk.create_dual(&own->setup).equations);
        size_t n = equations.unknowns;
        double *data = kept_memory(memory_create(equations.data, sizeof(double))),
               *x = kept_memory(memory_create(n, sizeof(double))),
               *A = kept_memory(memory_create(n * n, sizeof(double))),
               *B = kept_memory(memory_create(n * n, sizeof(double)));

        for (size_t i = 0; i < equations.data; i++)
            data[i] = 0.5 + fixture_random_real(context) / 4;
        for (size_t i = 0; i < n; i++)
            x[i] = fixture_random_real(context) / 16;
        tangent_matrix(&equations, data, x, A);
        jacobian_evaluate_dual(dual, data, x, B);
        if (count_different_entries(A, B, n) != 0)
            fail_msg("%s %s: tangents differ from dual", cell->method, cell->projection);
        x[0] += 0x1p-10; /* control */
        jacobian_evaluate_dual(dual, data, x, B);
        assert_true(count_different_entries(A, B, n) > 0);
        equations.destroy(equations.context);
        jacobian_destroy_dual(dual);
    }
}

TEST(test_residuals)
{
    struct fixture_model model = fixture_model_read(PLANE);
    uint64_t seed = 161803;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for_all(&(struct fixture_cell){.model = &model, .step = "1/10", .bits = 53}, ALL, check_residual, &seed);
}
