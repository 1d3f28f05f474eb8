/* Poincare's integrals of given states: areas, and the theorem of Stokes.
 *
 * Stokes: every two-form is the derivative of its one-form, so that the integral over a surface is that of
 * the one-form along the four sides of its boundary, whatever q, p and e are.  The two-forms hold derivatives
 * of theta that the one-forms do not: a wrong sign (eq. 122 of the paper as printed) is seen. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

enum { BITS = 200 };

/* -- areas -- */

/* q1 = r cos a, p1 = r sin a: the integral of p dq is -pi r^2, and that of dp dq over the square of side r
 * with p1 = r s, q1 = r t is r^2. */
TEST(test_area)
{
    enum { LOOP = 24, SIDE = 7 };
    const double radius = 0.375, pi = acos(-1);
    double values[POINCARE_FORMS];

    for (int order = 1; order <= 2; order++) {
        struct fixture_forms own = fixture_forms_create("models/point-vortices.lua", order);
        size_t n = order == 1 ? LOOP : SIDE, points = fixture_points(order, n), width = 3 * own.d;
        double *states = kept_memory(memory_create(points * width, sizeof *states));
        mpfr_ptr x = kept_block(number_block_create(n, BITS));

        quadrature_rule_points(x, fixture_kind(order), n);
        for (size_t k = 0; k < points; k++) {
            double s = mpfr_get_d(x + k / n, MPFR_RNDN), t = mpfr_get_d(x + k % n, MPFR_RNDN);

            states[k * width] = radius * (order == 1 ? cos(2 * pi * t) : t);
            states[k * width + own.d] = radius * (order == 1 ? sin(2 * pi * t) : s);
        }
        fixture_integrate(&own, states, n, values);
        assert_true(fabs(values[POINCARE_CANONICAL] - radius * radius * (order == 1 ? -pi : 1)) < 1e-15);
    }
}

/* -- Stokes -- */

enum { SIDE = 25, DEGREE = 3 };

/* A polynomial of degree 3 in s and in t about `centre`, of size `size`. */
static void fill_coordinate(double *values, size_t stride, mpfr_srcptr x, double centre, double size,
                            uint64_t *seed)
{
    double c[DEGREE][DEGREE];

    for (int a = 0; a < DEGREE; a++) {
        for (int b = 0; b < DEGREE; b++)
            c[a][b] = size * fixture_random_real(seed);
    }
    for (size_t k = 0; k < SIDE * SIDE; k++) {
        double s = mpfr_get_d(x + k / SIDE, MPFR_RNDN), t = mpfr_get_d(x + k % SIDE, MPFR_RNDN), sum = centre;

        for (int a = 0; a < DEGREE; a++) {
            for (int b = 0; b < DEGREE; b++)
                sum += c[a][b] * pow(s, a + 1) * pow(t, b + 1) + c[b][a] * (a < b ? s : t);
        }
        values[k * stride] = sum;
    }
}

/* Random q about the initial data, and random p and e that have nothing to do with it. */
static double *random_surface(const struct fixture_forms *own, uint64_t *seed)
{
    size_t width = 3 * own->d;
    double *states = kept_memory(memory_create(SIDE * SIDE * width, sizeof *states));
    mpfr_ptr x = kept_block(number_block_create(SIDE, BITS));
    mpfr_t *initial = kept_block(problem_initial_values(own->problem, BITS));

    quadrature_rule_points(x, QUADRATURE_CHEBYSHEV, SIDE);
    for (size_t i = 0; i < width; i++)
        fill_coordinate(states + i, width, x, i < own->d ? mpfr_get_d(initial[i], MPFR_RNDN) : 0,
                        i < own->d ? 0.01 : 0.1, seed);
    return states;
}

/* values += sign (the one-forms along the side that starts at `first` and whose points lie `stride` apart) */
static void add_side(const struct fixture_forms *own, const double *first, size_t stride, double sign,
                     double *values)
{
    size_t d = own->d;
    struct quadrature_double *rule = quadrature_create_double(QUADRATURE_CHEBYSHEV, SIDE);
    struct evaluator_double *one_form = evaluator_create_double(own->problem->system->momentum_push, 1);
    double *derivative = kept_memory(memory_create(SIDE * 3 * d, sizeof *derivative)),
           *line = kept_memory(memory_create(SIDE * 3 * d, sizeof *line));
    double *theta = kept_memory(memory_create(2 * d, sizeof *theta)), *pushed = theta + d;

    for (size_t k = 0; k < SIDE; k++)
        memcpy(line + k * 3 * d, first + k * stride, 3 * d * sizeof *line);
    for (size_t i = 0; i < 3 * d; i++)
        rule->differentiate(rule, derivative + i, line + i, 3 * d);
    for (size_t k = 0; k < SIDE; k++) {
        const double *z = line + k * 3 * d, *dz = derivative + k * 3 * d;
        double weight = sign * rule->weight[k];

        evaluator_run_double(one_form, 1, (const double *const[]){z, z + 2 * d},
                             (double *const[]){theta, pushed});
        for (size_t i = 0; i < d; i++) {
            values[POINCARE_NONCANONICAL] += weight * theta[i] * dz[i];
            values[POINCARE_CANONICAL] += weight * z[d + i] * dz[i];
            values[POINCARE_CORRECTED] += weight * (theta[i] + pushed[i]) * (dz[i] + dz[2 * d + i]);
            values[POINCARE_PRINTED] += weight * (theta[i] - pushed[i]) * (dz[i] - dz[2 * d + i]);
        }
    }
    evaluator_destroy_double(one_form);
    rule->destroy(rule);
}

/* The boundary of [0, 1]^2, counter-clockwise in (s, t). */
static void integrate_boundary(const struct fixture_forms *own, const double *states, double *values)
{
    size_t width = 3 * own->d, row = SIDE * width;

    memset(values, 0, POINCARE_FORMS * sizeof *values);
    add_side(own, states, row, 1, values);                       /* t = 0, s from 0 to 1 */
    add_side(own, states + (SIDE - 1) * row, width, 1, values);  /* s = 1, t from 0 to 1 */
    add_side(own, states + (SIDE - 1) * width, row, -1, values); /* t = 1 */
    add_side(own, states, width, -1, values);                    /* s = 0 */
}

static void check_stokes(const char *path, uint64_t *seed)
{
    struct fixture_forms own = fixture_forms_create(path, 2);
    double *states = random_surface(&own, seed), inside[POINCARE_FORMS], around[POINCARE_FORMS];

    fixture_integrate(&own, states, SIDE, inside);
    integrate_boundary(&own, states, around);
    for (enum poincare_form form = POINCARE_NONCANONICAL; form <= POINCARE_CORRECTED; form++) {
        if (!(fabs(inside[form] - around[form]) < 1e-12 + 1e-10 * fabs(around[form])))
            fail_msg("%s, form %d: %g inside, %g around", path, (int)form, inside[form], around[form]);
        assert_true(fabs(around[form]) > 1e-6);
    }
    /* (124) with either sign is the same one-form up to a differential; (122) as printed is not its
     * derivative */
    assert_true(fabs(around[POINCARE_PRINTED] - around[POINCARE_CORRECTED]) < 1e-12);
    assert_true(fabs(inside[POINCARE_PRINTED] - around[POINCARE_PRINTED]) > 1e-6);
}

TEST(test_stokes)
{
    static const char *const paths[] = {"models/point-vortices.lua", "models/massless-charged-particle.lua",
                                        "models/guiding-centre-tokamak.lua",
                                        "models/guiding-centre-symmetric.lua", "models/lotka-volterra.lua"};
    uint64_t seed = UINT64_C(20170507);

    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < COUNT(paths); i++) {
        for (int k = 0; k < 5; k++)
            check_stokes(paths[i], &seed);
    }
}
