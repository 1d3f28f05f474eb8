/* A method does not see how the coordinates are chosen: linear changes of coordinates, permutations, other
 * units of time.
 *
 * With x = M y, theta_y(y) = M^T theta(M y) and H_y(y) = H(M y), every equation of a variational partitioned
 * Runge-Kutta step and of its projection is multiplied by M^T or M, so that x_n = M y_n, p_y = M^T p_x and
 * e_x = M e_y exactly.  With 2 H and h/2, h f(q, w/h) = T^T w - h grad H is what it was: the same points,
 * twice the multiplier lambda = e/h.  All at 200 bits (60 digits), to 55 digits.
 *
 * Controls: another matrix for the comparison, a nonlinear part of theta that is not pulled back, another
 * step. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/model_writer.h"

/* lobatto-iiic-2 without projection breaks down on the vortices at step 10. */
enum { BITS = 200, STEPS = 8 };
static const double TOLERANCE = 1e-55;

static const char *const METHODS[] = {
    "gauss-1",
    "gauss-2",
    "gauss-4",
    "srk-3",
    "lobatto-iiia-iiib-2",
    "lobatto-iiia-iiib-3",
    "lobatto-iiib-iiia-3",
    "lobatto-iiic-2",
    "lobatto-iiic-3",
    "lobatto-iiid-3",
    "lobatto-iiie-3",
    "radau-iia-2",
    "rk4",
    "runge-kutta:gauss-2",
};

static const struct model_writer VORTICES = {MODEL_WRITER_VORTICES};
static const struct model_writer PARTICLE = {MODEL_WRITER_PARTICLE};

static struct model_writer with_matrix(struct model_writer writer, const char *const *matrix)
{
    for (size_t i = 0; i < writer.d * writer.d; i++)
        writer.matrix[i] = matrix[i];
    return writer;
}

/* y = M^T x */
static void multiply_transposed(mpfr_t *y, mpq_t *matrix, mpfr_t *x, size_t d)
{
    mpq_t *transposed = kept_rationals(d * d);

    for (size_t i = 0; i < d * d; i++)
        mpq_set(transposed[i], matrix[i % d * d + i / d]);
    fixture_multiply(y, transposed, x, d);
}

/* How far the run in y is from the run in x: q, p and the multiplier. */
static double distance(struct trajectory *x, struct trajectory *y, mpq_t *matrix)
{
    size_t d = x->dimension;
    mpfr_t *mapped = kept_numbers(d, FIXTURE_DISTANCE_BITS);
    double worst;

    fixture_multiply(mapped, matrix, y->q, d);
    worst = fixture_distance(x->q, mapped, d);
    multiply_transposed(mapped, matrix, x->p, d);
    worst = fmax(worst, fixture_distance(y->p, mapped, d));
    assert_int_equal(x->multiplier != NULL, y->multiplier != NULL);
    if (x->multiplier) {
        /* e may be round-off: against q */
        fixture_multiply(mapped, matrix, y->multiplier, d);
        for (size_t i = 0; i < d; i++) {
            mpfr_add(mapped[i], mapped[i], x->q[i], MPFR_RNDN);
            mpfr_sub(mapped[i], mapped[i], x->multiplier[i], MPFR_RNDN);
        }
        worst = fmax(worst, fixture_distance(mapped, x->q, d));
    }
    return worst;
}

static double compare_cell(const struct fixture_cell *in_x, const struct fixture_cell *in_y, mpq_t *matrix)
{
    struct trajectory *x = fixture_run(in_x), *y = fixture_run(in_y);

    return distance(x, y, matrix);
}

/* Every method with every projection; the worst distance. */
static double compare_models(const struct model_writer *in_x, const struct model_writer *in_y,
                             const char *step_x, const char *step_y, mpq_t *matrix, bool report)
{
    struct fixture_model x = model_writer_write(in_x), y = model_writer_write(in_y);
    double worst = 0;

    for (size_t i = 0; i < COUNT(METHODS); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell =
                CELL_OF(&x, METHODS[i], row->name, .step = step_x, .steps = STEPS, .bits = BITS);
            struct fixture_cell other = cell;
            double error;

            if (!fixture_accepts(METHODS[i], row))
                continue;
            other.model = &y;
            other.step = step_y;
            error = compare_cell(&cell, &other, matrix);
            if (report && !(error <= TOLERANCE))
                print_error("%s %s: distance %.2g\n", METHODS[i], row->name, error);
            worst = fmax(worst, error);
        }
    }
    return worst;
}

static void compare_coordinates(const struct model_writer *base, const char *const *text)
{
    struct model_writer mapped = with_matrix(*base, text);
    mpq_t *matrix = model_writer_matrix(&mapped);
    double worst = compare_models(base, &mapped, "1/10", "1/10", matrix, true);

    assert_true(worst <= TOLERANCE);
}

static const char *const PLANE[] = {"1", "1/2", "-1/3", "3/2"};
static const char *const SPACE[] = {"1", "1/2",  "0", "-1/3", "1/4", "3/2", "1/5",  "0",
                                    "0", "-1/7", "1", "2/3",  "1/2", "0",   "-1/4", "5/4"};

TEST(test_linear_particle)
{
    compare_coordinates(&PARTICLE, PLANE);
}

TEST(test_linear_vortices)
{
    compare_coordinates(&VORTICES, SPACE);
}

TEST(test_permutation)
{
    static const char *const plane[] = {"0", "1", "1", "0"};
    static const char *const space[] = {"0", "0", "1", "0", "1", "0", "0", "0",
                                        "0", "0", "0", "1", "0", "1", "0", "0"};

    compare_coordinates(&PARTICLE, plane);
    compare_coordinates(&VORTICES, space);
}

/* q and p, and lambda = e/h, which doubles. */
static double distance_in_time(struct trajectory *slow, struct trajectory *quick)
{
    size_t d = slow->dimension;
    double worst = fmax(fixture_distance(slow->q, quick->q, d), fixture_distance(slow->p, quick->p, d));

    for (size_t k = 0; slow->multiplier && k < d; k++) {
        mpfr_mul_2ui(slow->multiplier[k], slow->multiplier[k], 1, MPFR_RNDN);
        mpfr_sub(slow->multiplier[k], slow->multiplier[k], quick->multiplier[k], MPFR_RNDN);
        worst = fmax(worst, fabs(mpfr_get_d(slow->multiplier[k], MPFR_RNDN)));
    }
    return worst;
}

static void compare_time(const struct model_writer *base)
{
    struct model_writer fast = *base;
    struct fixture_model x, y;
    double worst = 0;

    fast.factor = "2";
    x = model_writer_write(base);
    y = model_writer_write(&fast);
    for (size_t i = 0; i < COUNT(METHODS); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell =
                CELL_OF(&x, METHODS[i], row->name, .step = "1/10", .steps = STEPS, .bits = BITS);
            struct fixture_cell other = cell;
            struct trajectory *slow, *quick;

            if (!fixture_accepts(METHODS[i], row))
                continue;
            other.model = &y;
            other.step = "1/20";
            slow = fixture_run(&cell);
            quick = fixture_run(&other);
            worst = fmax(worst, distance_in_time(slow, quick));
        }
    }
    assert_true(worst <= TOLERANCE);
}

TEST(test_time)
{
    compare_time(&PARTICLE);
    compare_time(&VORTICES);
}

/* Each comparison with something a little wrong. */
TEST(test_control)
{
    static const char *const slightly_off[] = {"1", "1/2", "-1/3",
                                               "3000000000000000000000001/2000000000000000000000000"};
    struct model_writer mapped = with_matrix(PARTICLE, PLANE), off = with_matrix(PARTICLE, slightly_off),
                        other_gauge = with_matrix(PARTICLE, PLANE);
    mpq_t *matrix = model_writer_matrix(&mapped), *wrong = model_writer_matrix(&off);

    other_gauge.gauge = "x[1]^2*'1/1000000000000', 0";
    assert_true(compare_models(&PARTICLE, &mapped, "1/10", "1/10", wrong, false) > 1e-30);
    assert_true(compare_models(&PARTICLE, &off, "1/10", "1/10", matrix, false) > 1e-30);
    assert_true(compare_models(&PARTICLE, &mapped, "1/10", "1000000000001/10000000000000", matrix, false) >
                1e-15);
    assert_true(compare_models(&PARTICLE, &other_gauge, "1/10", "1/10", matrix, false) > 1e-20);
}
