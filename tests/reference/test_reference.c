/* Reference solutions against exact ones, against an independent integrator, and against what every flow
 * does: invariants, time reversal, composition. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/reference_fixture.h"

/* --- Exact solutions
 * ------------------------------------------------------------------------------------------- */

TEST(test_rotation)
{
    static const struct {
        long numerator;
        unsigned long denominator;
        long digits;
    } cases[] = {{1, 3, 200}, {22, 7, 20},         {-5, 3, 50}, {100, 1, 60},
                 {0, 1, 40},  {1, 1000000000, 30}, {1, 1, 1}};
    struct fixture f = rotation();

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reference *reference = solve(&f, cases[i].numerator, cases[i].denominator, cases[i].digits);
        mpfr_t *exact = kept_numbers(3, 1000);

        mpfr_set_ui(exact[0], 3, MPFR_RNDN);
        mpfr_div_ui(exact[0], exact[0], 7, MPFR_RNDN);
        mpfr_sqrt_ui(exact[1], 2, MPFR_RNDN);
        mpfr_set_si(exact[2], cases[i].numerator, MPFR_RNDN);
        mpfr_div_ui(exact[2], exact[2], cases[i].denominator, MPFR_RNDN);
        turn(exact[0], exact[1], exact[2]);
        assert_true(error_in_units(reference, exact, reference->agreed_digits) < 2);
        if (cases[i].numerator != 0) { /* control: a solution at another time is not near */
            mpfr_mul_d(exact[2], exact[2], 1e-18, MPFR_RNDN);
            turn(exact[0], exact[1], exact[2]);
            assert_true(cases[i].digits < 30 || error_in_units(reference, exact, cases[i].digits) > 100);
        }
    }
}

/* Two equal vortices at distance r turn about their centre at the rate 2 g / (pi r^2). */
TEST(test_vortex_pair)
{
    struct fixture f = shipped("point-vortices-linear", (const char *[]){"3/2", "1/5", "1/2", "1/5"});
    mpfr_t *exact = kept_numbers(6, 400);
    mpfr_ptr angle = exact[4], pi = exact[5];

    struct reference *reference = solve(&f, 10, 1, 80);

    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_ui_div(angle, 2, pi, MPFR_RNDN); /* 2 (1/10) 10 / (pi 1^2) */
    mpfr_neg(angle, angle, MPFR_RNDN);
    mpfr_set_d(exact[0], 0.5, MPFR_RNDN);
    mpfr_set_zero(exact[1], 1);
    turn(exact[0], exact[1], angle);
    mpfr_neg(exact[2], exact[0], MPFR_RNDN);
    mpfr_neg(exact[3], exact[1], MPFR_RNDN);
    for (size_t i = 0; i < 4; i++) {
        mpfr_set_ui(pi, i % 2 == 0 ? 5 : 1, MPFR_RNDN); /* centre (1, 1/5) */
        mpfr_div_ui(pi, pi, 5, MPFR_RNDN);
        mpfr_add(exact[i], exact[i], pi, MPFR_RNDN);
    }
    assert_true(error_in_units(reference, exact, 80) < 1);
    mpfr_add_d(exact[3], exact[3], 1e-79, MPFR_RNDN);
    assert_true(error_in_units(reference, exact, 80) > 1);
}

/* What is not preserved is seen to change from the initial data to T: of a rotation, a' = +-b in place of the energy. */
TEST(test_drift_of_what_moves)
{
    struct fixture f = rotation();
    struct system moving = *f.system;
    struct program *velocity = program_create(1, &(struct program_block){2, false}, 1,
                                              &(struct program_output){1, f.system->field.entry});
    struct reference *reference;
    double moved;

    moving.observe = velocity;
    reference = kept(reference_create(&moving, f.initial, kept_rational(22, 7), 30, &said));
    assert_done(reference, said);
    moved = fabs(mpfr_get_d(reference->state[1], MPFR_RNDN) - sqrt(2));
    assert_true(moved > 0.1 && fabs(reference->drift[0] - moved) < 1e-14);
    program_destroy(velocity);
}

/* How far the solution goes, where its powers of the time have coefficients beyond what a double holds: y' = t^(3/2) from t0 =
 * 1e-12 on, y - y0 = 2/5 ((1 + t0)^(5/2) - t0^(5/2)); and a turn around (0, 0) in units of which a period has 1e-12. */
TEST(test_excursion_in_any_unit)
{
    struct fixture branch = read_model(
                       "return model { kind = 'ode', coordinates = { 't', 'y' }, field = function "
                       "(x) return { 1, x.t*sqrt(x.t) } end, initial = { default = { '1e-12', 1 } } }",
                       NULL),
                   quick =
                       read_model("return model { kind = 'ode', coordinates = { 'a', 'b' }, field = "
                                  "function (x) return { x.b*'1e12', -x.a*'1e12' } end, initial = { default "
                                  "= { 3, 4 } } }",
                                  NULL);
    const struct reference *reference = solve(&branch, 1, 1, 30);

    assert_true(fabs(reference->excursion[0] - 1) < 1e-14 && fabs(reference->excursion[1] - 0.4) < 1e-11);
    reference = solve(&quick, 1, 100000000000, 30); /* by 10 radians: each goes from -5 to 5 */
    assert_true(fabs(reference->excursion[0] - 8) < 0.1 && fabs(reference->excursion[1] - 9) < 0.1);
}

/* --- An independent integrator: extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer)
 * ------------- */

enum { COLUMNS = 18, BITS = 300 };
typedef void field(mpfr_t *v, mpfr_t *q);

/* q1' = q1 (q2 - 2), q2' = q2 (1 - q1). */
static void lotka_volterra_field(mpfr_t *v, mpfr_t *q)
{
    mpfr_sub_ui(v[0], q[1], 2, MPFR_RNDN);
    mpfr_mul(v[0], v[0], q[0], MPFR_RNDN);
    mpfr_ui_sub(v[1], 1, q[0], MPFR_RNDN);
    mpfr_mul(v[1], v[1], q[1], MPFR_RNDN);
}

/* x' = -cos y / (1 + 2 r^2), y' = -sin x / (1 + 2 r^2). */
static void massless_charged_particle_field(mpfr_t *v, mpfr_t *q)
{
    mpfr_ptr b = kept_number(BITS);

    mpfr_fmma(b, q[0], q[0], q[1], q[1], MPFR_RNDN);
    mpfr_mul_si(b, b, -2, MPFR_RNDN);
    mpfr_sub_ui(b, b, 1, MPFR_RNDN);
    mpfr_cos(v[0], q[1], MPFR_RNDN);
    mpfr_sin(v[1], q[0], MPFR_RNDN);
    mpfr_div(v[0], v[0], b, MPFR_RNDN);
    mpfr_div(v[1], v[1], b, MPFR_RNDN);
}

/* end = q after n (even) substeps of the modified midpoint rule over the time 1/steps; work holds 3 states.
 */
static void modified_midpoint(mpfr_t *end, mpfr_t *q, field *velocity, unsigned long n, unsigned long steps,
                              mpfr_t *work)
{
    mpfr_t *before = work, *now = work + 2, *v = work + 4;

    velocity(v, q);
    for (size_t i = 0; i < 2; i++) {
        mpfr_set(before[i], q[i], MPFR_RNDN);
        mpfr_div_ui(v[i], v[i], n * steps, MPFR_RNDN);
        mpfr_add(now[i], q[i], v[i], MPFR_RNDN);
    }
    for (unsigned long k = 1; k <= n; k++) {
        velocity(v, now);
        for (size_t i = 0; i < 2; i++) {
            mpfr_div_ui(v[i], v[i], n * steps, MPFR_RNDN);
            mpfr_mul_2ui(v[i], v[i], 1, MPFR_RNDN);
            mpfr_add(v[i], v[i], before[i], MPFR_RNDN);
            mpfr_set(before[i], now[i], MPFR_RNDN);
            mpfr_set(now[i], v[i], MPFR_RNDN);
        }
        if (k + 1 == n) /* keep q_{n-1} for the smoothing step */
            for (size_t i = 0; i < 2; i++)
                mpfr_set(end[i], before[i], MPFR_RNDN);
    }
    for (size_t i = 0; i < 2; i++) { /* (q_{n-1} + 2 q_n + q_{n+1}) / 4 */
        mpfr_add(end[i], end[i], now[i], MPFR_RNDN);
        mpfr_div_2ui(end[i], end[i], 1, MPFR_RNDN);
        mpfr_add(end[i], end[i], before[i], MPFR_RNDN);
        mpfr_div_2ui(end[i], end[i], 1, MPFR_RNDN);
    }
}

/* One step over 1/steps, extrapolated from 2, 4, ..., 2 COLUMNS substeps (Aitken and Neville in 1/n^2). */
static void extrapolated_step(mpfr_t *q, field *velocity, unsigned long steps, mpfr_t *table, mpfr_t *work)
{
    for (unsigned long j = 0; j < COLUMNS; j++) {
        modified_midpoint(table + 2 * j, q, velocity, 2 * (j + 1), steps, work);
        for (unsigned long m = j; m-- > 0;) {
            /* T_m += (T_{m+1} - T_m) / (1 - (n_m / n_j)^2), table position m holds the column j - m */
            unsigned long square = (j + 1) * (j + 1), low = (m + 1) * (m + 1);

            for (size_t i = 0; i < 2; i++) {
                mpfr_sub(work[i], table[2 * (m + 1) + i], table[2 * m + i], MPFR_RNDN);
                mpfr_mul_ui(work[i], work[i], square, MPFR_RNDN);
                mpfr_div_ui(work[i], work[i], square - low, MPFR_RNDN);
                mpfr_add(table[2 * m + i], table[2 * m + i], work[i], MPFR_RNDN);
            }
        }
    }
    for (size_t i = 0; i < 2; i++)
        mpfr_set(q[i], table[i], MPFR_RNDN);
}

static void extrapolate(mpfr_t *q, field *velocity, unsigned long until, unsigned long steps)
{
    mpfr_t *table = kept_numbers(2 * COLUMNS, BITS), *work = kept_numbers(6, BITS);

    mpfr_set_ui(q[0], 1, MPFR_RNDN);
    mpfr_set_ui(q[1], 1, MPFR_RNDN);
    for (unsigned long step = 0; step < until * steps; step++)
        extrapolated_step(q, velocity, steps, table, work);
}

static void check_against_extrapolation(const char *model, field *velocity)
{
    mpfr_t *q = kept_numbers(2, BITS);
    struct fixture f = shipped(model, NULL);
    struct reference *reference = solve(&f, 10, 1, 50);

    extrapolate(q, velocity, 10, 8);
    assert_true(error_in_units(reference, q, 30) < 1);
    extrapolate(q, velocity, 10, 1); /* control: a coarse integration differs */
    assert_true(error_in_units(reference, q, 30) > 100);
}

TEST(test_against_extrapolation)
{
    check_against_extrapolation("lotka-volterra", lotka_volterra_field);
    check_against_extrapolation("massless-charged-particle", massless_charged_particle_field);
}

/* --- What every flow does
 * -------------------------------------------------------------------------------------- */

static void check_invariants(const struct fixture *f)
{
    struct reference *begin = solve(f, 0, 1, 50), *end = solve(f, 10, 1, 50);
    mpfr_ptr error = kept_number(begin->precision);

    assert_int_equal(begin->observables, 1 + f->model->invariants);
    for (size_t i = 0; i < begin->observables; i++) {
        mpfr_reldiff(error, begin->observable[i], end->observable[i], MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(error, MPFR_RNDN)) < 1e-49);
    }
    mpfr_reldiff(error, begin->state[0], end->state[0], MPFR_RNDN);
    assert_true(fabs(mpfr_get_d(error, MPFR_RNDN)) > 1e-3); /* it has moved */
}

/* There and back again; and in two parts. */
static void check_flow(const struct fixture *f)
{
    expression initial[MAXIMAL_DIMENSION];
    struct reference *begin = solve(f, 0, 1, 60), *end = solve(f, 10, 1, 60), *middle = solve(f, 22, 7, 60);

    as_initial(f, end, initial);
    struct reference *back = solve_from(f, initial, -10, 1, 60);

    as_initial(f, middle, initial);
    struct reference *composed = solve_from(f, initial, 48, 7, 60);

    assert_true(error_in_units(back, begin->state, 55) < 1);
    assert_true(error_in_units(composed, end->state, 55) < 1);
    assert_true(error_in_units(middle, end->state, 2) > 1);
}

TEST(test_flows)
{
    struct fixture lotka_volterra = shipped("lotka-volterra", NULL);
    struct fixture particle = shipped("massless-charged-particle", NULL);
    struct fixture vortices = shipped("point-vortices", NULL);

    check_invariants(&lotka_volterra);
    check_flow(&lotka_volterra);
    check_invariants(&particle);
    check_flow(&particle);
    check_invariants(&vortices);
}
