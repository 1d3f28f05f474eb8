/* The expansion of a method in powers of the step.
 *
 *   prototype    the numbers of another program, in Python with MPFR, for Gauss methods on the Lotka-Volterra model
 *   composition  Yoshida's of order 6, of the midpoint rule
 *   Euler        on x' = y, y' = -x, whose errors are known: the matrix of n steps is (1 + h A)^n, that of the solution e^(nhA)
 *   defects      of the same method there: there and back is (1 - h A)(1 + h A) = 1 + h^2, and the difference from another
 *                method of order 4 begins with that from exp(h A)
 *   symplectic   Euler's method on q' = p, p' = -q multiplies dp ^ dq by 1 + h^2; of others the series at h = 2^-10 is the
 *                defect that tangents in MPFR give; RATTLE and Reich's method keep the form of their manifold
 *   multistep    the error of BDF-k grows by y_(k + 1)/(k + 1) h^(k + 1) a step, k = 2, 3, y_j a derivative of the solution
 *                (Hairer, Norsett, Wanner 1993, section III.2), but for parts that die out; one of a method that is not zero-stable grows like an exponential
 *   steps        of all sorts of methods on all kinds of models: the series at h = 2^-10 is the error of the steps that
 *                `mpfr` makes, against the solution by the Taylor series of the reference; and the order is that of Kraus
 *                (2017), tables 2 and 3, or of the method.  Control: one coefficient of a later power is off by 1/1000 */
#include "tests/fixtures/test.h"

#include <limits.h>

#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/run/problem.h"
#include "measures/expansion/expansion.h"
#include "measures/step/local_error.h"
#include "measures/step/step_measure.h"
#include "numerics/newton.h"
#include "numerics/number_block.h"

enum { TERMS = 16 };

static struct expansion *expand(struct problem *problem, const char *method, const char *projection)
{
    struct cell_request request = {.problem = problem, .projection = projection_find(projection)};
    struct expansion *expansion;

    assert_done(method_find(method, &request.method, &said), said);
    expansion = expansion_create(
        &(struct expansion_request){.cell = &request, .of = EXPANSION_RUN, .terms = TERMS}, &said);
    assert_done(expansion, said);
    return expansion;
}

static struct problem *open_problem(const char *model)
{
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &said);

    assert_done(problem, said);
    return problem;
}

static struct problem *lotka_volterra(void)
{
    static const char text[] =
        "return model { title = 'Lotka-Volterra', source = 'Kraus (2017), eq. 135', kind = 'degenerate',\n"
        "  coordinates = { 'q1', 'q2' }, parameters = { a1 = 1, a2 = 1, b1 = 1, b2 = 2 },\n"
        "  theta = function (q, c) return { log(q[2]) / q[1] + q[2], q[1] } end,\n"
        "  hamiltonian = function (q, c) return c.a1*q[1] + c.a2*q[2] - c.b1*log(q[1]) - c.b2*log(q[2]) "
        "end,\n"
        "  initial = { default = { 1, '1.3' } }, step = '0.1' }\n";
    struct problem *problem = problem_create_from_text("lotka-volterra-13", text, NULL, &said);

    assert_done(problem, said);
    return problem;
}

static void assert_near(double value, double expected, const char *of)
{
    if (!(fabs(value - expected) <= 2.1e-6)) /* it prints six decimals, of one step */
        fail_msg("%s: %.9g is not %.9g", of, value, expected);
}

/* ---- another program ---- */

TEST(test_prototype)
{
    struct problem *problem = lotka_volterra();
    struct expansion *one = expand(problem, "gauss-1", "none"), *two = expand(problem, "gauss-2", "none");
    const struct expansion_coefficient *c;

    c = one->quantity[0].coefficient + 3;
    assert_int_equal(c->growth, EXPANSION_POLYNOMIAL);
    assert_int_equal(c->degree, 1);
    assert_near(c->value[4], 5 * 0.0890315, "gauss-1, q1, h^3");
    c = one->quantity[1].coefficient + 2;
    assert_int_equal(c->growth, EXPANSION_ALTERNATES);
    assert_near(c->value[2], 0.0835630, "gauss-1, q2, h^2, odd n");
    assert_near(c->value[3], 0, "gauss-1, q2, h^2, even n");
    assert_near(one->quantity[1].coefficient[3].value[5], 6 * 0.1061667, "gauss-1, q2, h^3");
    assert_near(two->quantity[0].coefficient[5].value[1], 2 * -0.0028504, "gauss-2, q1, h^5");
    assert_near(two->quantity[1].coefficient[3].value[1], 2 * 0.0530833, "gauss-2, q2, h^3");
    assert_near(two->quantity[2].coefficient[3].value[3], 4 * -0.028583, "gauss-2, energy, h^3");
    assert_int_equal(two->quantity[1].coefficient[2].growth, EXPANSION_ZERO);
    assert_int_equal(expansion_order(one->quantity + 1), 2);
    assert_int_equal(expansion_order(two->quantity), 4);
    assert_int_equal(expansion_order(two->quantity + 1), 2);
    expansion_destroy(one);
    expansion_destroy(two);
    problem_destroy(problem);
}

/* ---- compositions ---- */

/* The lengths of the parts are not the alpha of a method that remembers steps, whose errors have more than 1, n, n^2, ... */
TEST(test_composition)
{
    struct problem *problem = open_problem("harmonic-oscillator");
    struct expansion *composed = expand(problem, "compose:runge-kutta:gauss-1:yoshida-6a", "none");

    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(expansion_order(composed->quantity + i), 6);
        assert_int_equal(composed->quantity[i].coefficient[7].growth, EXPANSION_POLYNOMIAL);
        assert_int_equal(composed->quantity[i].coefficient[7].degree, 1);
    }
    expansion_destroy(composed);
    problem_destroy(problem);
}

/* ---- known errors ---- */

static double binomial(int n, int k)
{
    double value = 1;

    for (int i = 0; i < k; i++)
        value *= (double)(n - i) / (i + 1);
    return value;
}

static const double start[2] = {3, 0.5};

static struct problem *turn(void)
{
    static const char text[] =
        "return model { title = 'turn', source = 'test', kind = 'ode', coordinates = { 'x', 'y' },\n"
        "  field = function (x, c) return { x[2], -x[1] } end,\n"
        "  reversal = function (x) return { x[1], -x[2] } end,\n"
        "  initial = { default = { 3, '1/2' } }, step = '0.1' }\n";
    struct problem *problem = problem_create_from_text("turn", text, NULL, &said);

    assert_done(problem, said);
    return problem;
}

TEST(test_euler)
{
    struct problem *problem = turn();
    struct expansion *expansion;

    expansion = expand(problem, "runge-kutta:euler", "none");
    for (int k = 2; k < 6; k++) {
        for (int n = 1; n <= EXPANSION_STEPS; n++) {
            const double error = binomial(n, k) - pow(n, k) / tgamma(k + 1);
            /* A^k z: A turns by a quarter. */
            const double x = start[k % 2] * (k % 4 >= 2 ? -1 : 1),
                         y = start[1 - k % 2] * ((k + 1) % 4 >= 2 ? -1 : 1);

            assert_near(expansion->quantity[0].coefficient[k].value[n - 1] / (1 + fabs(error)),
                        error * x / (1 + fabs(error)), "x");
            assert_near(expansion->quantity[1].coefficient[k].value[n - 1] / (1 + fabs(error)),
                        error * y / (1 + fabs(error)), "y");
            /* The modified equation is x' = log(1 + h A)/h x. */
            assert_near(expansion->quantity[0].coefficient[k].linear, (k % 2 ? x : -x) / k, "x'");
            assert_near(expansion->quantity[1].coefficient[k].linear, (k % 2 ? y : -y) / k, "y'");
        }
        assert_int_equal(expansion->quantity[0].coefficient[k].growth, EXPANSION_POLYNOMIAL);
        assert_int_equal(expansion->quantity[0].coefficient[k].degree, k - 1);
    }
    assert_int_equal(expansion_order(expansion->quantity), 1);
    expansion_destroy(expansion);
    problem_destroy(problem);
}

/* Coefficient k of the quantity is `expected` times what the state is at the start, and zero elsewhere. */
static void assert_defect(const struct expansion_quantity *quantity, long k, double expected)
{
    assert_int_equal(quantity->steps, 1);
    for (long i = 0; i < quantity->known; i++) {
        assert_int_equal(quantity->coefficient[i].growth, i == k ? EXPANSION_POLYNOMIAL : EXPANSION_ZERO);
        if (i == k)
            assert_near(quantity->coefficient[i].value[0], expected, "defect");
    }
    assert_int_equal(expansion_order(quantity), k);
}

TEST(test_defects)
{
    struct problem *problem = turn();
    const struct projection *none = projection_find("none");
    struct cell_request euler = {.problem = problem, .projection = none},
                        other = {.problem = problem, .projection = none};
    const struct expansion_request request = {
        .cell = &euler, .of = EXPANSION_STEP | EXPANSION_BIT(DIFFERENCE), .other = &other};
    const struct expansion_quantity *decides = NULL;
    struct expansion *expansion;

    assert_done(method_find("runge-kutta:euler", &euler.method, &said), said);
    assert_done(method_find("rk4", &other.method, &said), said);
    expansion = expansion_create(&request, &said);
    assert_done(expansion, said);
    assert_true(expansion_exists(expansion));
    assert_int_equal(expansion->quantities, 6);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(expansion->quantity[i].of, EXPANSION_OF_DIFFERENCE);
        assert_near(expansion->quantity[i].coefficient[2].value[0], start[i] / 2, "difference, h^2");
        assert_near(expansion->quantity[i].coefficient[2].value[4], 5 * start[i] / 2, "difference, h^2");
        assert_int_equal(expansion->quantity[2 + i].of, EXPANSION_OF_SYMMETRY);
        assert_defect(expansion->quantity + 2 + i, 2, start[i]);
        assert_int_equal(expansion->quantity[4 + i].of, EXPANSION_OF_REVERSIBILITY);
        assert_defect(expansion->quantity + 4 + i, 2, start[i]);
    }
    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_DIFFERENCE, &decides), 1);
    assert_ptr_equal(decides, expansion->quantity);
    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), INT_MAX);
    expansion_destroy(expansion);
    problem_destroy(problem);
}

/* ---- the form ---- */

/* sum_k c_k(n) h^k, and of the sizes of its terms, at h = 2^EXPONENT. */
enum { EXPONENT = -10, FEW = 3 };
static double add_terms(const struct expansion_quantity *quantity, int n, double *size)
{
    double sum = 0;

    *size = 0;
    for (int k = 0; k < quantity->known; k++) {
        sum += ldexp(quantity->coefficient[k].value[n - 1], EXPONENT * k);
        *size += fabs(ldexp(quantity->coefficient[k].value[n - 1], EXPONENT * k));
    }
    return sum;
}

/* The same by tangents in MPFR. */
static double measure_form(struct problem *problem, const char *method, const char *projection)
{
    struct cell_request request = {
        .problem = problem, .projection = projection_find(projection), .bits = 300, .steps = 1};
    double measured;
    mpfr_t value;
    mpq_t step;

    assert_done(method_find(method, &request.method, &said), said);
    mpq_init(step);
    mpfr_init2(value, 300);
    mpq_set_ui(step, 1, 1u << -EXPONENT);
    request.step = step;
    assert_done(step_measure_symplectic(&request, value, &said), said);
    measured = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    mpq_clear(step);
    return measured;
}

static struct expansion *expand_step(struct problem *problem, const char *method, const char *projection,
                                     unsigned of)
{
    struct cell_request request = {.problem = problem, .projection = projection_find(projection)};
    struct expansion *expansion;

    assert_done(method_find(method, &request.method, &said), said);
    expansion = expansion_create(&(struct expansion_request){.cell = &request, .of = of}, &said);
    assert_done(expansion, said);
    assert_true(expansion_exists(expansion));
    return expansion;
}

/* |M^T Om(z1) M - Om(z0)| / |Om(z0)| at h = 2^-10: of n x n entries the series has those above the diagonal. */
static double add_entries(const struct expansion *expansion)
{
    double sum = 0;

    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        double size;

        assert_int_equal(quantity->of, EXPANSION_OF_SYMPLECTIC);
        sum += 2 * pow(add_terms(quantity, 1, &size), 2);
    }
    return sqrt(sum);
}

TEST(test_symplectic)
{
    static const struct {
        const char *model, *method, *projection;
        double norm; /* of Om(z0); 0: canonical, or not asked */
        int order;
    } steps[] = {
        {"models/henon-heiles.lua", "rk4", "none", 2, 5},
        {"models/henon-heiles.lua", "runge-kutta:radau-iia-2", "none", 2, 4},
        {"models/henon-heiles.lua", "runge-kutta:gauss-2", "none", 2, INT_MAX},
        {"models/lotka-volterra.lua", "gauss-2", "none", 2, INT_MAX},
        {"models/lotka-volterra.lua", "gauss-2", "midpoint", 0, INT_MAX},
        {"models/lotka-volterra.lua", "gauss-2", "symplectic", 0, INT_MAX},
        {"models/point-vortices.lua", "gauss-2", "standard", 0, 6},
        {"models/double-spherical-pendulum.lua", "rattle", "none", 0, INT_MAX},
        {"models/double-spherical-pendulum.lua", "reich", "none", 0, INT_MAX},
        {"models/rigid-body.lua", "moser-veselov", "none", 0, INT_MAX},
    };

    for (size_t i = 0; i < COUNT(steps); i++) {
        struct problem *problem = open_problem(steps[i].model);
        struct expansion *expansion =
            expand_step(problem, steps[i].method, steps[i].projection, EXPANSION_BIT(SYMPLECTIC));

        assert_true(expansion->quantities > 0);
        if (expansion_least_order(expansion, EXPANSION_OF_SYMPLECTIC, NULL) != steps[i].order)
            fail_msg("%s on %s: the form is lost at h^%d, not h^%d", steps[i].method, steps[i].model,
                     expansion_least_order(expansion, EXPANSION_OF_SYMPLECTIC, NULL), steps[i].order);
        if (steps[i].norm > 0) {
            const double measured = measure_form(problem, steps[i].method, steps[i].projection),
                         found = add_entries(expansion) / steps[i].norm;

            if (!(fabs(found - measured) <= 1e-12 * measured + 1e-60))
                fail_msg("%s on %s: the series gives %g, MPFR %g", steps[i].method, steps[i].model, found,
                         measured);
        }
        expansion_destroy(expansion);
        problem_destroy(problem);
    }
}

/* (1 + h A)^T J (1 + h A) = (1 + h^2) J, and of n steps to the power n */
TEST(test_form_of_euler)
{
    static const char text[] =
        "return model { title = 'turn', source = 'test', kind = 'hamiltonian', coordinates = { 'q' },\n"
        "  hamiltonian = function (q, p) return (q[1]^2 + p[1]^2)/2 end,\n"
        "  initial = { default = { q = { 3 }, p = { '1/2' } } }, step = '0.1' }\n";
    struct problem *problem = problem_create_from_text("turn", text, NULL, &said);
    struct expansion *expansion;

    assert_done(problem, said);
    expansion = expand_step(problem, "runge-kutta:euler", "none",
                            EXPANSION_BIT(SYMPLECTIC) | EXPANSION_BIT(BILINEAR));
    assert_int_equal(expansion->quantities, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;

        assert_int_equal(quantity->steps, i == 0 ? EXPANSION_STEPS : 1);
        for (long k = 1; k < quantity->known; k++) {
            for (int n = 1; n <= quantity->steps; n++)
                assert_near(fabs(quantity->coefficient[k].value[n - 1]), k % 2 ? 0 : binomial(n, (int)k / 2),
                            "form");
        }
    }
    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_BILINEAR, NULL), 1);
    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SYMPLECTIC, NULL), 2);
    expansion_destroy(expansion);
    problem_destroy(problem);
}

static struct expansion *expand_file(struct problem *problem, const char *path)
{
    struct cell_request request = {.problem = problem, .projection = projection_find("none")};
    bool other_kind;
    struct method_file *file = method_file_create(path, &other_kind, &said);
    struct expansion *expansion;

    assert_done(file, said);
    request.method = method_file_method(file);
    expansion = expansion_create(&(struct expansion_request){.cell = &request, .of = EXPANSION_RUN}, &said);
    assert_done(expansion, said);
    method_file_destroy(file);
    return expansion;
}

TEST(test_multistep)
{
    struct problem *problem = turn();
    const double third[] = {-start[1], start[0]}; /* y_3 of the turn */
    struct expansion *expansion;

    for (int k = 2; k <= 3; k++) {
        expansion = expand_file(problem, k == 2 ? "tests/data/methods/bdf-2.lua"
                                                : "tests/data/methods/multistep/bdf-3.lua");
        for (size_t i = 0; i < 2; i++) {
            const struct expansion_coefficient *c = expansion->quantity[i].coefficient + k + 1;
            const int n = expansion->quantity[i].steps;

            assert_int_equal(c->growth, EXPANSION_DECAYS);
            assert_int_equal(c->degree, 1);
            assert_true(n > 12);
            if (k == 2)
                assert_near(c->value[n - 1] - c->value[n - 2], third[i] / 3, "BDF-2, h^3");
            else
                assert_true(fabs(c->value[n - 1] - c->value[n - 2] - start[i] / 4) < 1e-4);
        }
        assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), k);
        expansion_destroy(expansion);
    }
    expansion = expand_file(problem, "tests/data/methods/not-zero-stable.lua");
    assert_int_equal(expansion_least_order(expansion, EXPANSION_OF_SOLUTION, NULL), EXPANSION_UNSTABLE);
    expansion_destroy(expansion);
    problem_destroy(problem);
}

/* ---- steps in mpfr ---- */

static const struct {
    const char *model, *method, *projection;
    int order; /* of the coordinates; 0: not asked */
} pairs[] = {
    {"models/lotka-volterra.lua", "gauss-1", "none", 2},
    {"models/lotka-volterra.lua", "gauss-2", "none", 2},
    {"models/lotka-volterra.lua", "gauss-3", "none", 4},
    {"models/lotka-volterra.lua", "gauss-2", "standard", 4},
    {"models/lotka-volterra.lua", "gauss-2", "symmetric", 4},
    {"models/lotka-volterra.lua", "srk-3", "symplectic", 4},
    {"models/lotka-volterra.lua", "gauss-2", "midpoint", 4},
    {"models/point-vortices.lua", "gauss-3", "symmetric", 6},
    {"models/massless-charged-particle.lua", "lobatto-iiid-3", "symmetric", 4},
    {"models/henon-heiles.lua", "rk4", "none", 4},
    {"models/henon-heiles.lua", "runge-kutta:gauss-3", "none", 6},
    {"models/henon-heiles.lua", "compose:runge-kutta:gauss-1:suzuki-4", "none", 4},
    {"models/pendulum.lua", "rattle", "none", 2},
    {"models/double-spherical-pendulum.lua", "rattle", "none", 2},
    {"models/double-spherical-pendulum.lua", "reich", "none", 1},
    {"models/bicycle.lua", "index-one:gauss-2", "none", 4},
    {"models/heisenberg.lua", "index-one:gauss-1", "none", 2},
    {"models/rigid-body.lua", "moser-veselov", "none", 2},
    {"models/vertical-disk.lua", "dla:1/3", "none", 1},
    {"models/nonholonomic-particle.lua", "dla:1/2", "none", 2},
    {"models/pendulum.lua", "compose:rattle:suzuki-4", "none", 4},
    {"models/pendulum.lua", "bdf-2", "none", 2},
    {"models/vertical-disk.lua", "variational:1/3:second", "none", 1},
    {"models/nonholonomic-particle.lua", "variational-constrained:1/2:inside", "none", 2},
    {"models/pendulum.lua", "lobatto-jay-3", "none", 4},
};

/* The errors after 1 ... FEW steps in mpfr, less the series: the largest share. */
static double find_difference(struct problem *problem, const char *method, const char *projection,
                              struct expansion *expansion)
{
    struct cell_request request = {
        .problem = problem, .projection = projection_find(projection), .bits = 300};
    double largest = 0;
    mpq_t step;

    assert_done(method_find(method, &request.method, &said), said);
    mpq_init(step);
    mpq_set_ui(step, 1, 1u << -EXPONENT);
    request.step = step;
    for (int n = 1; n <= FEW; n++) {
        mpfr_t *error;

        request.steps = (unsigned long)n;
        error = local_error_create(&request);
        assert_non_null(error);
        for (size_t i = 0; i < problem->system->positions; i++) {
            double size, sum = add_terms(expansion->quantity + i, n, &size);

            /* What falls below the last power that is known. */
            size = fmax(size, ldexp(1, EXPONENT * (int)expansion->quantity[i].known + 20));
            largest = fmax(largest, fabs(mpfr_get_d(error[i], MPFR_RNDN) - sum) / size);
        }
        number_block_destroy(error);
    }
    mpq_clear(step);
    return largest;
}

TEST(test_steps)
{
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct problem *problem = open_problem(pairs[i].model);
        struct expansion *expansion = expand(problem, pairs[i].method, pairs[i].projection);
        int order = INT_MAX;
        double difference;

        if (expansion->status != NEWTON_CONVERGED)
            fail_msg("%s/%s on %s: %s", pairs[i].method, pairs[i].projection, pairs[i].model,
                     newton_status_text(expansion->status));
        difference = find_difference(problem, pairs[i].method, pairs[i].projection, expansion);
        if (!(difference < 1e-12))
            fail_msg("%s/%s on %s: the series misses the steps by %g", pairs[i].method, pairs[i].projection,
                     pairs[i].model, difference);
        for (size_t k = 0; k < problem->system->positions; k++) {
            const int own = expansion_order(expansion->quantity + k);

            order = own < order ? own : order;
        }
        if (order != pairs[i].order)
            fail_msg("%s/%s on %s: order %d, not %d", pairs[i].method, pairs[i].projection, pairs[i].model,
                     order, pairs[i].order);
        expansion_destroy(expansion);
        problem_destroy(problem);
    }
}

TEST(test_control)
{
    struct problem *problem = open_problem("models/henon-heiles.lua");
    struct expansion *expansion = expand(problem, "rk4", "none");

    expansion->quantity[1].coefficient[7].value[1] *= 1 + 1e-3;
    assert_true(find_difference(problem, "rk4", "none", expansion) > 1e-10);
    expansion_destroy(expansion);
    problem_destroy(problem);
}
