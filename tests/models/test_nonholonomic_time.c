/* Nonholonomic models of the time, against what nobody here wrote.
 *
 *   exact       a skate that is steered and pulled in time, whose equations are solved in closed form (the loader checks
 *               the field against it): the reference, and the orders of methods, against this solution
 *   by hand     its discrete equations solved by hand: with e at the angle of a time, F = a cos(2t) (1, 0), and tc = t +
 *               alpha h,
 *
 *                   W = sigma e(tc),    sigma cos(tc - t)/h = e(t) . (p + (1 - alpha) h F(tc))
 *                   p1 = W/h + alpha h F(tc)
 *
 *   gauge       L + d(t^2 x)/dt has the same solutions, and the same steps where alpha is 1/2
 *   extension   t as one more state: the same steps of Runge-Kutta methods on the equations by hand
 *   energy      kept where A alone is of the time, and not where L is, also where v . L_v - L is not
 *   bits        double and MPFR at 53 bits
 *   geometry    a Hamiltonized Lagrangian with a gauge of the time: the form of (q, p), and the steps without it */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "reference/reference.h"

enum { BITS = 200 };

static const char SKATE[] = "models/forced/steered-skate.lua";

#define NONHOLONOMIC(L, A, data)                                                                             \
    "return model { kind = 'nonholonomic', coordinates = { 'x', 'y' },\n"                                    \
    "  lagrangian = function (q, v, t, c) return " L " end,\n"                                               \
    "  constraints = function (q, v, t, c) return { " A " } end,\n"                                          \
    "  initial = { default = { q = { 0, 0 }, v = { 1, " data " } } } }"
#define PULLED "(v.x^2 + v.y^2)/2 + q.x*cos(2*t)/2"
static const char PLAIN[] = NONHOLONOMIC(PULLED, "sin(t)*v.x - cos(t)*v.y", "0");
static const char GAUGED[] = NONHOLONOMIC(PULLED " + 2*t*q.x + t^2*v.x", "sin(t)*v.x - cos(t)*v.y", "0");
/* Of + - * / alone */
static const char RATIONAL[] =
    NONHOLONOMIC("(v.x^2*(1 + q.y^2/4) + v.y^2*(1 + t/4))/2 - (1 + t^2)*q.x^2/3", "v.y - (t + q.x)*v.x", "0");
static const char STEERED[] =
    NONHOLONOMIC("(v.x^2*(1 + q.y^2) + v.y^2)/2 - q.x^2 - q.x*q.y", "(t + q.y)*v.x - v.y*(1 + t^2)", "0");
static const char SHIFTED[] = NONHOLONOMIC("(v.x^2 + v.y^2)/2 + t^2*v.x", "v.y - t*v.x", "0");
/* The equations of SKATE, t a coordinate. */
static const char EXTENDED[] =
    "return model { kind = 'ode', coordinates = { 'x', 'y', 'u', 'w', 's' }, secular = { 's' },\n"
    "  field = function (x, c)\n"
    "    local F, C, S = cos(2*x.s)/2, cos(x.s), sin(x.s)\n"
    "    local along, turn = F*C, C*x.u + S*x.w\n"
    "    return { x.u, x.w, along*C - turn*S, along*S + turn*C, 1 }\n"
    "  end,\n"
    "  initial = { default = { 0, 0, 1, 0, 0 } } }";

static struct problem *problem_of(const char *model)
{
    if (model != SKATE)
        return geometry_problem_of_text(model);
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &said));

    assert_done(problem, said);
    return problem;
}

static struct trajectory *run_at(const char *model, const char *method, unsigned long steps_per_unit,
                                 int bits)
{
    return geometry_run_to_one(problem_of(model), method, steps_per_unit, bits);
}

static mpfr_t *run(const char *model, const char *method, unsigned long steps_per_unit)
{
    return run_at(model, method, steps_per_unit, BITS)->q;
}

static struct reference *reference_of(const char *model)
{
    struct problem *problem = problem_of(model);
    struct reference *reference =
        kept(reference_create(problem->system, problem->initial->values, kept_rational(1, 1), 50, &said));

    assert_done(reference, said);
    return reference;
}

/* ---- exact ---- */

TEST(test_the_reference_is_the_exact_solution)
{
    const struct problem *problem = problem_of(SKATE);
    mpfr_t *numbers = kept_numbers(10, BITS), *exact = numbers + 5;
    mpfr_t *const inputs[] = {[MODEL_BLOCK_COORDINATES] = numbers, [MODEL_BLOCK_TIME] = numbers + 4};

    for (size_t i = 0; i < 4; i++)
        mpfr_set_ui(numbers[i], i == 2, MPFR_RNDN); /* v_x at the start is 1 */
    mpfr_set_ui(numbers[4], 1, MPFR_RNDN);
    graph_value_all(exact, 4, problem->model->exact, inputs);
    assert_true(fixture_distance(reference_of(SKATE)->state, exact, 4) < 1e-49);
}

TEST(test_orders)
{
    static const struct {
        const char *model, *method;
        int order;
    } row[] = {{SKATE, "dla:1/2", 2},    {SKATE, "dla:0", 1},
               {SKATE, "dla:1", 1},      {SKATE, "runge-kutta:gauss-2", 4},
               {SKATE, "rk4", 4},        {RATIONAL, "dla:1/2", 2},
               {RATIONAL, "dla:1/3", 1}, {RATIONAL, "runge-kutta:radau-iia-2", 3}};

    for (size_t i = 0; i < COUNT(row); i++) {
        mpfr_t *exact = reference_of(row[i].model)->state;
        const double coarse = fixture_distance(run(row[i].model, row[i].method, 16), exact, 2),
                     fine = fixture_distance(run(row[i].model, row[i].method, 32), exact, 2);

        if (!(fabs(log2(coarse / fine) - row[i].order) < 0.2))
            fail_msg("%s: %.3f\n%s", row[i].method, log2(coarse / fine), row[i].model);
    }
}

/* ---- by hand ---- */

/* value = e(t) . (x, y) */
static void along(mpfr_ptr value, mpfr_srcptr t, mpfr_t *vector)
{
    mpfr_t sine, cosine;

    mpfr_inits2(BITS, sine, cosine, (mpfr_ptr)NULL);
    mpfr_sin_cos(sine, cosine, t, MPFR_RNDN);
    mpfr_fmma(value, cosine, vector[0], sine, vector[1], MPFR_RNDN);
    mpfr_clears(sine, cosine, (mpfr_ptr)NULL);
}

/* The state after `steps` steps of length 1/8 from one step of the solution, all but the first by the equations. */
static mpfr_t *by_hand(double alpha, int steps)
{
    const double h = 0.125;
    mpfr_t *w = kept_numbers(16, BITS), *q = w, *p = w + 4, *W = w + 6, *push = w + 8, *turn = w + 10,
           *F = w + 11;
    struct reference *solution = reference_create(
        problem_of(PLAIN)->system, problem_of(PLAIN)->initial->values, kept_rational(1, 8), 58, &said);
    mpfr_t *first = solution->state, sine, cosine, tc;

    mpfr_inits2(BITS, sine, cosine, tc, (mpfr_ptr)NULL);
    for (int i = 0; i < 2; i++)
        mpfr_set_zero(q[i], 1);
    for (int k = 0; k < steps; k++) {
        const double t = k * h;

        mpfr_set_d(tc, t + alpha * h, MPFR_RNDN); /* exact: alpha is dyadic */
        mpfr_sin_cos(sine, cosine, tc, MPFR_RNDN);
        mpfr_mul_ui(*F, tc, 2, MPFR_RNDN);
        mpfr_cos(*F, *F, MPFR_RNDN);
        mpfr_div_ui(*F, *F, 2, MPFR_RNDN);
        if (k == 0) { /* x moves as the solution does */
            mpfr_div(*turn, first[0], cosine, MPFR_RNDN);
        } else {
            mpfr_t start;

            mpfr_init2(start, BITS);
            mpfr_set_d(start, t, MPFR_RNDN);
            mpfr_mul_d(push[0], *F, (1 - alpha) * h, MPFR_RNDN);
            mpfr_add(push[0], push[0], p[0], MPFR_RNDN);
            mpfr_set(push[1], p[1], MPFR_RNDN);
            along(*turn, start, push);
            mpfr_mul_d(*turn, *turn, h, MPFR_RNDN);
            mpfr_set_d(start, alpha * h, MPFR_RNDN);
            mpfr_cos(start, start, MPFR_RNDN);
            mpfr_div(*turn, *turn, start, MPFR_RNDN);
            mpfr_clear(start);
        }
        mpfr_mul(W[0], *turn, cosine, MPFR_RNDN);
        mpfr_mul(W[1], *turn, sine, MPFR_RNDN);
        for (int i = 0; i < 2; i++) {
            mpfr_add(q[i], q[i], W[i], MPFR_RNDN);
            mpfr_div_d(q[2 + i], W[i], h, MPFR_RNDN);
            mpfr_set(p[i], q[2 + i], MPFR_RNDN);
        }
        mpfr_mul_d(push[0], *F, alpha * h, MPFR_RNDN);
        mpfr_add(p[0], p[0], push[0], MPFR_RNDN);
    }
    reference_destroy(solution);
    mpfr_clears(sine, cosine, tc, (mpfr_ptr)NULL);
    return q;
}

TEST(test_steps_by_hand)
{
    static const struct {
        const char *method;
        double alpha;
    } row[] = {{"dla:1/2", 0.5}, {"dla:0", 0}, {"dla:1/4", 0.25}, {"dla:1", 1}};

    for (size_t i = 0; i < COUNT(row); i++) {
        const double distance = fixture_distance(run(PLAIN, row[i].method, 8), by_hand(row[i].alpha, 8), 4);

        if (!(distance < 1e-54))
            fail_msg("%s: %g", row[i].method, distance);
    }
    assert_true(fixture_distance(run(PLAIN, "dla:1/2", 8), by_hand(0.25, 8), 4) > 1e-4);
}

/* ---- gauge ---- */

TEST(test_gauge)
{
    assert_true(fixture_distance(reference_of(PLAIN)->state, reference_of(GAUGED)->state, 4) < 1e-49);
    assert_true(fixture_distance(run(PLAIN, "rk4", 8), run(GAUGED, "rk4", 8), 4) < 1e-56);
    assert_true(fixture_distance(run(PLAIN, "dla:1/2", 8), run(GAUGED, "dla:1/2", 8), 4) < 1e-55);
    assert_true(fixture_distance(run(PLAIN, "dla:1", 8), run(GAUGED, "dla:1", 8), 4) > 1e-4);
}

/* ---- extension ---- */

TEST(test_the_time_as_a_state)
{
    static const char *const names[] = {"rk4", "runge-kutta:gauss-2", "compose:rk4:suzuki-4"};

    for (size_t i = 0; i < COUNT(names); i++)
        assert_true(fixture_distance(run(PLAIN, names[i], 8), run(EXTENDED, names[i], 8), 5) < 1e-56);
    assert_true(fixture_distance(run(PLAIN, "rk4", 8), run(EXTENDED, "runge-kutta:gauss-2", 8), 5) > 1e-8);
}

/* ---- energy ---- */

/* The energy at t = 1 less that at the start, on the solution. */
static double energy_drift(const char *model)
{
    const struct problem *problem = problem_of(model);
    mpfr_t *energy = kept_numbers(2, BITS);
    mpfr_t *start = kept_numbers(problem->system->dimension, BITS);

    for (size_t i = 0; i < problem->system->dimension; i++)
        graph_value(start[i], problem->initial->values[i], NULL);
    graph_value_all(energy, 1, &problem->model->hamiltonian, (mpfr_t *const[]){start});
    graph_value_all(energy + 1, 1, &problem->model->hamiltonian,
                    (mpfr_t *const[]){reference_of(model)->state});
    mpfr_sub(energy[0], energy[0], energy[1], MPFR_RNDN);
    return fabs(mpfr_get_d(energy[0], MPFR_RNDN));
}

TEST(test_energy)
{
    static const char THETA[] = "return model { kind = 'degenerate', coordinates = { 'x', 'y' },\n"
                                "  theta = function (q, t, c) return { q.y*(1 + t), 0 } end,\n"
                                "  hamiltonian = function (q, c) return q.x^2 + q.y^2 end,\n"
                                "  initial = { default = { 1, 1 } } }";

    assert_true(problem_of(STEERED)->system->has_energy);
    assert_true(energy_drift(STEERED) < 1e-48);
    assert_false(problem_of(SHIFTED)->system->has_energy);
    assert_true(energy_drift(SHIFTED) > 1e-2);
    assert_false(problem_of(PLAIN)->system->has_energy);
    assert_false(problem_of(THETA)->system->has_energy);
    assert_true(energy_drift(THETA) > 1e-2);
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const names[] = {"dla:1/2", "dla:1", "rk4", "runge-kutta:gauss-2"};

    for (size_t i = 0; i < COUNT(names); i++) {
        struct trajectory *in_double = run_at(RATIONAL, names[i], 8, CELL_DOUBLE),
                          *in_mpfr = run_at(RATIONAL, names[i], 8, 53);

        for (size_t k = 0; k < 5; k++)
            assert_true(mpfr_equal_p(in_double->q[k], in_mpfr->q[k]));
    }
}

/* ---- geometry ---- */

#define FREE(L, gauge)                                                                                       \
    "return model { kind = 'nonholonomic', coordinates = { 'x', 'y', 'z' },\n"                               \
    "  lagrangian = function (q, v, c) return (v.x^2 + v.y^2 + v.z^2)/2 end,\n"                              \
    "  constraints = function (q, v, c) return { v.z + q.x*v.y } end,\n"                                     \
    "  hamiltonized = function (q, v, " gauge "c) return { " L " } end,\n"                                   \
    "  initial = { default = { q = { '1/2', 0, 0 }, v = { 1, 1, '-1/2' } } } }"
#define HAMILTONIZED "v.x^2/2 + sqrt(1 + q.x^2)/(2*v.x)*(v.y^2 + v.z^2/q.x)"

static double measured(const char *method, geometry_measure *measure)
{
    static const char gauged[] = FREE(HAMILTONIZED " + 2*t*q.x + t^2*v.x", "t, ");
    const struct geometry_case cell = {problem_of(gauged), method, "none", BITS, 256, 0};
    struct cell_request request = geometry_request(&cell);
    const double excursion[7] = {0};
    mpfr_ptr value = kept_number(BITS);

    request.excursion = excursion;
    assert_done(measure(&request, value, &said), said);
    return mpfr_get_d(value, MPFR_RNDN);
}

TEST(test_hamiltonized)
{
    static const char gauged[] = FREE(HAMILTONIZED " + 2*t*q.x + t^2*v.x", "t, ");
    static const char method[] = "variational:1/2:first";

    assert_true(fixture_distance(run(FREE(HAMILTONIZED, ""), method, 16), run(gauged, method, 16), 3) <
                1e-50);
    assert_true(measured(method, step_measure_symplectic) < 1e-50);
    assert_true(measured(method, step_measure_bilinear) < 1e-30);
    assert_true(measured(method, step_measure_symmetry) < 1e-50);
    assert_true(measured("variational:1/4:first", step_measure_symmetry) > 1e-9);
}
