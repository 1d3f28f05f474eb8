/* How numbers are rounded: the words for it, coefficients that are symplectic to the last bit, what they do
 * to a quadratic invariant over many steps, and sums without compensation.
 *
 * The identities are checked in MPFR with so many bits that nothing rounds. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "integrators/methods/rounding.h"
#include "integrators/steps/scheme.h"
#include "numerics/vector.h"

enum { PRECISION = 300, EXACT = 2048, MPFR_BITS = 100 };

static const struct rounding ROUNDED = {.coefficients = COEFFICIENTS_ROUNDED},
                             SYMPLECTIC = {.coefficients = COEFFICIENTS_SYMPLECTIC};

/* -- words -- */

TEST(test_words)
{
    static const struct {
        const char *read, *written;
        struct rounding rounding;
    } good[] = {
        {"rounded", "rounded", {COEFFICIENTS_ROUNDED, false, false}},
        {"split", "split", {COEFFICIENTS_SPLIT, false, false}},
        {"symplectic", "symplectic", {COEFFICIENTS_SYMPLECTIC, false, false}},
        {"uncompensated", "rounded:uncompensated", {COEFFICIENTS_ROUNDED, true, false}},
        {"uncompensated:split", "split:uncompensated", {COEFFICIENTS_SPLIT, true, false}},
        {"symplectic:uncompensated", "symplectic:uncompensated", {COEFFICIENTS_SYMPLECTIC, true, false}},
        {"accepted", "rounded:accepted", {COEFFICIENTS_ROUNDED, false, true}},
        {"accepted:split", "split:accepted", {COEFFICIENTS_SPLIT, false, true}},
        {"accepted:symplectic:uncompensated",
         "symplectic:uncompensated:accepted",
         {COEFFICIENTS_SYMPLECTIC, true, true}},
    };
    static const char *const bad[] = {"",
                                      "exact",
                                      "split:",
                                      ":split",
                                      "splits",
                                      "spli",
                                      "split:split",
                                      "rounded:symplectic",
                                      "split ",
                                      "uncompensated:split:uncompensated",
                                      "corrected:corrected",
                                      "accepted:corrected",
                                      "accepted:accepted"};
    struct rounding rounding;
    char text[ROUNDING_TEXT];

    for (size_t i = 0; i < COUNT(good); i++) {
        assert_true(rounding_read(good[i].read, &rounding, &said));
        rounding_write(rounding, text);
        assert_string_equal(text, good[i].written);
        for (size_t k = 0; k < COUNT(good); k++)
            assert_int_equal(rounding_equals(rounding, good[k].rounding), i == k);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_false(rounding_read(bad[i], &rounding, &said));
}

TEST(test_precisions)
{
    static const struct {
        const char *read, *written;
        long bits;
        bool in_double;
    } good[] = {
        {"double", "double", PRECISION_DOUBLE, true},
        {"double:rounded", "double", PRECISION_DOUBLE, true},
        {"113", "113", 113, false},
        {"double:split", "double:split", PRECISION_DOUBLE, true},
        {"double:uncompensated:symplectic", "double:symplectic:uncompensated", PRECISION_DOUBLE, true},
        {"113:uncompensated", "113:uncompensated", 113, false},
        {"double:accepted", "double:accepted", PRECISION_DOUBLE, true},
        {"double:corrected:split", "double:split", PRECISION_DOUBLE, true},
        {"8192:accepted:uncompensated:symplectic", "8192:symplectic:uncompensated:accepted", 8192, false},
    };
    static const char *const bad[] = {"single",  "double:",    "double:exact", "52:split", "113:double",
                                      "doubles", "split",      "113split",     ":split",   "",
                                      "113:",    "double:113", "-64",          "9999999"};
    struct rounding rounding;
    char text[PRECISION_TEXT];
    long bits;

    for (size_t i = 0; i < COUNT(good); i++) {
        assert_true(precision_read(good[i].read, &bits, &rounding, &said));
        assert_int_equal(bits, good[i].bits);
        precision_write(bits, rounding, text);
        assert_string_equal(text, good[i].written);
        assert_int_equal(precision_is_double(good[i].read), good[i].in_double);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_false(precision_read(bad[i], &bits, &rounding, &said));
}

/* -- the identity -- */

static mpfr_t *exact_of(const double *x, const real_mpfr *y, size_t n)
{
    mpfr_t *numbers = kept_numbers(n, EXACT);

    for (size_t i = 0; i < n; i++) {
        if (x)
            assert_int_equal(mpfr_set_d(numbers[i], x[i], MPFR_RNDN), 0);
        else
            assert_int_equal(mpfr_set(numbers[i], y + i, MPFR_RNDN), 0);
    }
    return numbers;
}

/* How many of the pairs do not have m_ij + mhat_ji = 1. */
static unsigned count_unpaired(mpfr_t *m, mpfr_t *mhat, size_t s)
{
    unsigned unpaired = 0;
    mpfr_ptr sum = kept_number(EXACT);

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            assert_int_equal(mpfr_add(sum, m[i * s + j], mhat[j * s + i], MPFR_RNDN), 0);
            unpaired += mpfr_cmp_ui(sum, 1) != 0;
        }
    }
    return unpaired;
}

/* |m_ij - a_ij / b_j| is at most half a unit in the last place of the larger of the pair, which is below
 * bound. */
static void check_near(mpfr_t *m, mpfr_t *a, const struct tableau *tableau, long bits)
{
    size_t s = tableau->stages;
    mpfr_t distance, size;

    mpfr_inits2(PRECISION, distance, size, (mpfr_ptr)0);
    for (size_t i = 0; i < s * s; i++) {
        mpfr_div(distance, a[i], tableau->b[i % s], MPFR_RNDN);
        mpfr_abs(size, distance, MPFR_RNDN);
        mpfr_add_ui(size, size, 1, MPFR_RNDN);
        mpfr_mul_2si(size, size, -bits, MPFR_RNDN);
        mpfr_sub(distance, distance, m[i], MPFR_RNDN);
        assert_true(mpfr_cmpabs(distance, size) <= 0);
    }
    mpfr_clears(distance, size, (mpfr_ptr)0);
}

static void check_scheme(mpfr_t *mu, mpfr_t *muhat, const struct tableau *tableau, long bits)
{
    size_t s = tableau->stages;

    assert_int_equal(count_unpaired(mu, muhat, s), 0);
    check_near(mu, tableau->a, tableau, bits);
    check_near(muhat, tableau->abar, tableau, bits);
    for (size_t i = 0; !tableau->partitioned && i < s; i++) {
        assert_int_equal(mpfr_cmp_d(mu[i * s + i], 0.5), 0);
        for (size_t j = 0; j < s; j++)
            assert_true(mpfr_equal_p(mu[i * s + j], muhat[i * s + j]));
    }
}

/* Rounded coefficients, also when the rounded a_ij / b_j is taken: the control. */
static unsigned count_rounded(const struct tableau *tableau)
{
    size_t s = tableau->stages;
    double *ratio = kept_memory(memory_create(s * s, sizeof *ratio)),
           *other = kept_memory(memory_create(s * s, sizeof *other));
    mpfr_t *m, *mhat;
    mpfr_ptr quotient = kept_number(PRECISION);

    for (size_t i = 0; i < s * s; i++) {
        mpfr_div(quotient, tableau->a[i], tableau->b[i % s], MPFR_RNDN);
        ratio[i] = mpfr_get_d(quotient, MPFR_RNDN);
        mpfr_div(quotient, tableau->abar[i], tableau->b[i % s], MPFR_RNDN);
        other[i] = mpfr_get_d(quotient, MPFR_RNDN);
    }
    m = exact_of(ratio, NULL, s * s);
    mhat = exact_of(other, NULL, s * s);
    return count_unpaired(m, mhat, s);
}

/* How many b_i a_ij + b_j abar_ji differ from b_i b_j, with the coefficients as they are rounded. */
static unsigned count_residuals(const struct tableau *tableau)
{
    struct scheme_double *scheme = scheme_create_double(tableau, ROUNDED);
    size_t s = tableau->stages;
    mpfr_t *a = exact_of(scheme->a.high, NULL, s * s), *abar = exact_of(scheme->abar.high, NULL, s * s),
           *b = exact_of(scheme->b.high, NULL, s), sum, term;
    unsigned residuals = 0;

    mpfr_inits2(EXACT, sum, term, (mpfr_ptr)0);
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_mul(sum, b[i], abar[i * s + j], MPFR_RNDN);
            mpfr_mul(term, b[j], a[j * s + i], MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
            mpfr_mul(term, b[i], b[j], MPFR_RNDN);
            residuals += !mpfr_equal_p(sum, term);
        }
    }
    mpfr_clears(sum, term, (mpfr_ptr)0);
    scheme_destroy_double(scheme);
    return residuals;
}

TEST(test_identity)
{
    unsigned schemes = 0, unpaired = 0, residuals = 0;
    struct method method;

    for (size_t k = 0; method_listed(k, &method); k++) {
        struct tableau *tableau = kept(tableau_create(method.tableau, PRECISION, &said));

        if (rounding_accepts(SYMPLECTIC, &method, tableau, &said)) {
            struct scheme_double *in_double = scheme_create_double(tableau, SYMPLECTIC);
            struct scheme_mpfr *in_mpfr;
            size_t n = tableau->stages * tableau->stages;

            mpfr_precision_set(MPFR_BITS);
            in_mpfr = scheme_create_mpfr(tableau, SYMPLECTIC);
            check_scheme(exact_of(in_double->a.high, NULL, n), exact_of(in_double->abar.high, NULL, n),
                         tableau, 53);
            check_scheme(exact_of(NULL, in_mpfr->a.high, n), exact_of(NULL, in_mpfr->abar.high, n), tableau,
                         MPFR_BITS);
            unpaired += count_rounded(tableau);
            residuals += count_residuals(tableau);
            schemes++;
            scheme_destroy_double(in_double);
            scheme_destroy_mpfr(in_mpfr);
        }
    }
    assert_true(schemes > 20);
    assert_true(unpaired > 10 && residuals > 100); /* control */
}

/* What is weighed and summed: b_i W_i by 1, n_i / b_i both times. */
TEST(test_weights)
{
    static const char *const names[] = {"gauss-3", "lobatto-iiia-iiib-4"};

    for (size_t k = 0; k < COUNT(names); k++) {
        struct tableau *tableau = kept(tableau_create(names[k], PRECISION, &said));
        struct scheme_double *symplectic = scheme_create_double(tableau, SYMPLECTIC),
                             *rounded = scheme_create_double(tableau, ROUNDED);
        size_t s = tableau->stages;
        double W[8] = {1, -3, 2, 7, 5, 11, -13, 17}, weighted[8];

        assert_ptr_equal(scheme_weigh_double(rounded, weighted, W, 2), W);
        assert_ptr_equal(scheme_weigh_double(symplectic, weighted, W, 2), weighted);
        for (size_t i = 0; i < s; i++) {
            assert_true(weighted[2 * i] == rounded->b.high[i] * W[2 * i] &&
                        weighted[2 * i + 1] == rounded->b.high[i] * W[2 * i + 1]);
            assert_true(symplectic->b.high[i] == 1);
            if (tableau->has_null_vector)
                assert_true(symplectic->null_vector.high[i] == rounded->null_ratio.high[i] &&
                            symplectic->null_ratio.high[i] == rounded->null_ratio.high[i]);
        }
        assert_int_equal(tableau->has_null_vector, symplectic->null_ratio.high != NULL);
        scheme_destroy_double(symplectic);
        scheme_destroy_double(rounded);
    }
}

/* -- what is refused -- */

static bool accepts(const char *name, enum coefficients coefficients, struct error *error)
{
    struct method method;
    struct tableau *tableau;

    assert_true(method_find(name, &method, error));
    tableau = kept(tableau_create(method.tableau, PRECISION, error));
    return rounding_accepts((struct rounding){.coefficients = coefficients, .uncompensated = true}, &method,
                            tableau, error);
}

TEST(test_refused)
{
    static const char *const bad[] = {"rk4", "runge-kutta:radau-iia-2", "runge-kutta:lobatto-iiia-iiib-3"};
    static const char *const good[] = {"gauss-1", "srk-3", "runge-kutta:gauss-2", "lobatto-iiic-3"};
    struct method method;
    struct tableau *tableau;

    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(accepts(bad[i], COEFFICIENTS_SYMPLECTIC, &said));
        assert_non_null(strstr(said.text, "cannot be symplectic"));
        assert_non_null(strstr(said.text, bad[i]));
        assert_true(accepts(bad[i], COEFFICIENTS_SPLIT, &said));
    }
    for (size_t i = 0; i < COUNT(good); i++)
        assert_true(accepts(good[i], COEFFICIENTS_SYMPLECTIC, &said));
    assert_true(method_find("gauss-2", &method, &said));
    tableau = kept(tableau_create("gauss-2", PRECISION, &said));
    mpfr_set_zero(tableau->b[1], 1);
    assert_false(rounding_accepts(SYMPLECTIC, &method, tableau, &said));
    assert_non_null(strstr(said.text, "the weight b[2] is zero"));
}

/* -- over many steps -- */

#define OSCILLATOR                                                                                           \
    "return model { title = 'Oscillator', source = 'the test', kind = 'degenerate',\n"                       \
    "  coordinates = { 'q1', 'q2' }, theta = function (q) return { q[2]/2, -q[1]/2 } end,\n"                 \
    "  hamiltonian = function (q) return (q[1]^2 + q[2]^2)/2 end, initial = { default = { 1, '1/3' } } }\n"

/* The largest error of the energy, which symplectic Runge-Kutta methods keep, over the methods. */
static double worst_energy(const struct fixture_model *model, enum coefficients coefficients)
{
    static const char *const methods[] = {"runge-kutta:gauss-4", "runge-kutta:gauss-7"};
    double worst = 0;

    for (size_t i = 0; i < COUNT(methods); i++) {
        struct trajectory *trajectory = fixture_run(&CELL_OF(model, methods[i], "none", .step = "1/10",
                                                             .steps = 200000, .coefficients = coefficients));

        worst = fmax(worst, mpfr_get_d(trajectory->observable_error[0], MPFR_RNDN));
    }
    return worst;
}

TEST(test_quadratic_invariant)
{
    struct fixture_model model = fixture_model_write(OSCILLATOR);
    double rounded = worst_energy(&model, COEFFICIENTS_ROUNDED),
           split = worst_energy(&model, COEFFICIENTS_SPLIT),
           symplectic = worst_energy(&model, COEFFICIENTS_SYMPLECTIC);

    assert_true(symplectic < rounded / 4 && split < rounded / 4);
}

/* With many bits the symplectic coefficients are those of the same method. */
TEST(test_same_method)
{
    static const char *const methods[] = {"gauss-2", "lobatto-iiia-iiib-3", "lobatto-iiic-2",
                                          "lobatto-iiid-3", "srk-3"};
    struct fixture_model model = fixture_model_read("models/lotka-volterra.lua");

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell =
                CELL_OF(&model, methods[i], row->name, .step = "1/20", .steps = 5, .bits = MPFR_BITS);
            struct trajectory *rounded = fixture_run(&cell), *symplectic;

            cell.coefficients = COEFFICIENTS_SYMPLECTIC;
            symplectic = fixture_run(&cell);
            if (!(fixture_distance(symplectic->q, rounded->q, 2) < 0x1p-80))
                fail_msg("%s %s: another solution", methods[i], row->name);
        }
    }
}

/* -- sums -- */

#define UNIFORM                                                                                              \
    "return model { title = 'Uniform motion', source = 'the test', kind = 'degenerate',\n"                   \
    "  coordinates = { 'q1', 'q2' }, theta = function (q) return { q[2], 0 } end,\n"                         \
    "  hamiltonian = function (q) return q[2] end, initial = { default = { 0, 1 } } }\n"

/* q1 after many steps of 1/10. */
static double move(const struct fixture_model *model, const char *method, bool uncompensated)
{
    struct trajectory *trajectory = fixture_run(
        &CELL_OF(model, method, "none", .step = "1/10", .steps = 10000, .uncompensated = uncompensated));
    double q1 = mpfr_get_d(trajectory->q[0], MPFR_RNDN);

    return q1;
}

TEST(test_sums)
{
    static const char *const methods[] = {"runge-kutta:gauss-1", "gauss-1", "hamilton-pontryagin:gauss-1"};
    struct fixture_model model = fixture_model_write(UNIFORM);
    double naive = 0;

    for (int n = 0; n < 10000; n++)
        naive += 0.1;
    assert_true(fabs(naive - 1000) > 1e-10);
    for (size_t i = 0; i < COUNT(methods); i++) {
        assert_true(move(&model, methods[i], true) == naive);
        assert_true(fabs(move(&model, methods[i], false) - 1000) < 1e-12);
    }
}

/* Without gravity the midpoint rule keeps the energy |p|^2/2 of the pendulum and its psi = q.p: what is left is round-off,
 * not what an iteration leaves that stops early. */
TEST(test_iteration_leaves_round_off)
{
    struct problem *problem = kept(problem_create("models/pendulum.lua", NULL, "free", 0, NULL, &said));
    mpq_ptr h = kept_rational(1, 10);
    struct cell_request request = {
        .problem = problem, .step = h, .steps = 10000, .projection = projection_find("none")};
    struct trajectory *trajectory;

    assert_done(problem, said);
    assert_done(method_find("runge-kutta:gauss-1", &request.method, &said), said);
    trajectory = kept(cell_run(&request, &said));
    assert_done(trajectory, said);
    assert_int_equal(trajectory->constraints, 2);
    assert_true(mpfr_get_d(trajectory->observable_error[0], MPFR_RNDN) < 1e-10);
    assert_true(mpfr_get_d(trajectory->constraint_error[1], MPFR_RNDN) < 1e-13);
    assert_true(trajectory->counts.worst_stall <= 16);
}
