/* The audit against the literature, against perturbed coefficients, and against the methods at work: the
 * order that trees give must be the one with which the local error of the partitioned method falls. */
#include "tests/fixtures/test.h"

#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_order.h"

struct known {
    const char *name;
    int order, stage_order;
    bool symplectic, symmetric;
    double r_infinity; /* of a; NaN: does not exist */
};

/* Hairer, Lubich, Wanner (2006), II.1 and VI.4; Hairer, Wanner (1996), IV.5; Kraus (2017), 4.1. */
static const struct known table[] = {
    {"gauss-1", 2, 1, true, true, -1},
    {"gauss-2", 4, 2, true, true, 1},
    {"gauss-3", 6, 3, true, true, -1},
    {"gauss-4", 8, 4, true, true, 1},
    {"gauss-5", 10, 5, true, true, -1},
    {"gauss-6", 12, 6, true, true, 1},
    {"gauss-10", 20, 10, true, true, 1},
    {"srk-3", 4, 1, true, true, -1},
    {"rk4", 4, 1, false, false, NAN},
    {"radau-iia-1", 1, 1, false, false, 0},
    {"radau-iia-2", 3, 2, false, false, 0},
    {"radau-iia-3", 5, 3, false, false, 0},
    {"radau-iia-6", 11, 6, false, false, 0},
    {"lobatto-iiia-iiib-2", 2, 2, true, true, -1},
    {"lobatto-iiia-iiib-3", 4, 3, true, true, 1},
    {"lobatto-iiia-iiib-4", 6, 4, true, true, -1},
    {"lobatto-iiia-iiib-5", 8, 5, true, true, 1},
    {"lobatto-iiia-iiib-7", 12, 7, true, true, 1},
    {"lobatto-iiib-iiia-2", 2, 0, true, true, -1},
    {"lobatto-iiib-iiia-3", 4, 1, true, true, 1},
    {"lobatto-iiib-iiia-4", 6, 2, true, true, -1},
    {"lobatto-iiib-iiia-6", 10, 4, true, true, -1},
    {"lobatto-iiic-2", 2, 1, true, false, 0},
    {"lobatto-iiic-3", 4, 2, true, false, 0},
    {"lobatto-iiic-4", 6, 3, true, false, 0},
    {"lobatto-iiic-6", 10, 5, true, false, 0},
    {"lobatto-iiid-2", 2, 1, true, true, 1},
    {"lobatto-iiid-3", 4, 2, true, true, -1},
    {"lobatto-iiid-4", 6, 3, true, true, 1},
    {"lobatto-iiid-6", 10, 5, true, true, 1},
    {"lobatto-iiie-2", 2, 0, true, true, 1},
    {"lobatto-iiie-3", 4, 1, true, true, -1},
    {"lobatto-iiie-4", 6, 2, true, true, 1},
    {"lobatto-iiie-6", 10, 4, true, true, 1},
};

enum { TABLE = COUNT(table) };

static void check_known(const struct known *known, mpfr_prec_t precision)
{
    struct tableau *t = kept_tableau_of(known->name, precision);
    struct tableau_audit audit;

    tableau_audit(t, &audit);
    if (audit.order != known->order)
        fail_msg("%s at %ld bits: order %d, not %d", known->name, (long)precision, audit.order, known->order);
    assert_int_equal(audit.order, t->claimed_order);
    assert_true(audit.order_is_exact);
    assert_true(audit.order_by_trees == (known->order <= TABLEAU_AUDIT_TREE_ORDER));
    assert_int_equal(audit.stage_order, known->stage_order);
    assert_true(audit.symplectic == known->symplectic);
    assert_true(audit.symmetric == known->symmetric);
    assert_true(known->symplectic || audit.symplectic_residual > 1e-3);
    assert_true(known->symmetric || audit.symmetric_residual > 1e-3);
    assert_true(isnan(known->r_infinity) == isnan(audit.r_infinity));
    if (!isnan(known->r_infinity)) {
        assert_true(fabs(audit.r_infinity - known->r_infinity) <= ldexp(1, 16 - (int)precision));
        /* The R(infinity) of IIIC is a convention, and neither of its limits. */
        assert_true((audit.r_infinity_residual < 0.5) ==
                    (known->symmetric || known->r_infinity == t->r_infinity));
    }
    assert_true(isnan(audit.null_vector_residual) == !t->has_null_vector);
    assert_false(audit.null_vector_residual > audit.threshold);
}

TEST(test_literature)
{
    for (size_t i = 0; i < TABLE; i++) {
        check_known(&table[i], 256);
        if (table[i].order <= 12)
            check_known(&table[i], 64);
    }
    check_known(&table[2], 2000); /* residuals underflow in double: the verdicts must not */
}

/* Does the audit see the loss of order and of symplecticity? */
static void assert_refuted(const struct tableau *t, const char *what, size_t index)
{
    struct tableau_audit audit;

    tableau_audit(t, &audit);
    if (audit.order >= t->claimed_order || audit.symplectic)
        fail_msg("a change of %s[%zu] goes unseen: order %d, residual %g", what, index, audit.order,
                 audit.symplectic_residual);
}

/* And of symmetry?  (Not every change breaks it.) */
static void assert_not_symmetric(const struct tableau *t)
{
    struct tableau_audit audit;

    tableau_audit(t, &audit);
    assert_false(audit.symmetric);
}

/* Adds sign x (2^-40, 1e-12 or 1e-30). */
static void change(mpfr_t x, int kind, int sign)
{
    static const char *const size[] = {"0x1p-40", "1e-12", "1e-30"};
    mpfr_ptr difference = kept_number(mpfr_get_prec(x));

    mpfr_set_str(difference, size[kind], 0, MPFR_RNDN);
    mpfr_mul_si(difference, difference, sign, MPFR_RNDN);
    mpfr_add(x, x, difference, MPFR_RNDN);
}

static void check_changes(const char *name)
{
    struct tableau *original = kept_tableau_of(name, 200);
    size_t s = original->stages;

    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < s * s; i++) {
            struct tableau *t = kept(tableau_copy(original, 200));

            change(t->a[i], kind, 1);
            if (!t->partitioned)
                change(t->abar[i], kind, 1);
            assert_refuted(t, "a", i);
            assert_not_symmetric(t);

            t = kept(tableau_copy(original, 200)); /* row sums, and the sum of weights, stay */
            change(t->a[i], kind, 1);
            change(t->a[i % s == 0 ? i + s - 1 : i - 1], kind, -1);
            if (!t->partitioned) {
                change(t->abar[i], kind, 1);
                change(t->abar[i % s == 0 ? i + s - 1 : i - 1], kind, -1);
            }
            assert_refuted(t, "a", i);

            t = kept(tableau_copy(original, 200));
            change(t->b[i % s], kind, 1);
            change(t->b[(i + 1) % s], kind, -1);
            assert_refuted(t, "b", i % s);
        }
    }
}

TEST(test_changed_coefficients)
{
    check_changes("gauss-3");
    check_changes("gauss-5");
    check_changes("lobatto-iiia-iiib-3");
    check_changes("lobatto-iiib-iiia-4");
    check_changes("lobatto-iiid-3");
}

/* The same change in the momentum half alone, where only bicoloured trees look; and of the null vector. */
TEST(test_changed_momentum_half)
{
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < 9; i++) {
            struct tableau *t = kept_tableau_of("lobatto-iiia-iiib-3", 200);
            struct tableau_audit audit;

            change(t->abar[i], kind, 1);
            assert_refuted(t, "abar", i);
            change(t->null_vector[i / 3], kind, 1);
            tableau_audit(t, &audit);
            assert_true(audit.null_vector_residual > audit.threshold);
        }
    }
}

/* Thirty wrong digits are not seen with 53 bits; NaN is never a pass. */
TEST(test_limits)
{
    struct tableau *t = kept_tableau_of("gauss-3", 53);
    struct tableau_audit audit;

    change(t->a[4], 2, 1);
    tableau_audit(t, &audit);
    assert_int_equal(audit.order, 6);
    mpfr_set_nan(t->a[4]);
    tableau_audit(t, &audit);
    assert_true(audit.order <= 1);
    assert_true(isnan(audit.symplectic_residual) && isnan(audit.symmetric_residual));
    assert_true(isnan(audit.r_infinity_residual));
    assert_false(audit.symplectic || audit.symmetric);
    mpfr_set_nan(t->b[1]);
    tableau_audit(t, &audit);
    assert_int_equal(audit.order, 0);
}

/* The wrong sign of R(infinity) is found. */
TEST(test_sign_of_r_infinity)
{
    for (size_t i = 0; i < TABLE; i++) {
        struct tableau *t = kept_tableau_of(table[i].name, 128);
        struct tableau_audit audit;

        t->r_infinity = -t->r_infinity;
        tableau_audit(t, &audit);
        if (t->r_infinity != 0)
            assert_true(audit.r_infinity_residual > 0.9);
    }
}

/* ---- The methods at work, in long double ----------------------------------------------------------------
 */

enum { MOST = 8 };

struct method {
    size_t s;
    long double a[MOST][MOST], abar[MOST][MOST], b[MOST];
};

static void read_method(struct method *m, mpfr_t *a, mpfr_t *abar, mpfr_t *b, size_t stages)
{
    m->s = stages;
    for (size_t i = 0; i < stages; i++) {
        m->b[i] = mpfr_get_ld(b[i], MPFR_RNDN);
        for (size_t j = 0; j < stages; j++) {
            m->a[i][j] = mpfr_get_ld(a[i * stages + j], MPFR_RNDN);
            m->abar[i][j] = mpfr_get_ld(abar[i * stages + j], MPFR_RNDN);
        }
    }
}

/* A vector field without structure that an order condition could hide behind. */
static long double velocity(long double q, long double p)
{
    return 1 + sinl(p) + q * p / 2 + q * q / 3;
}

static long double force(long double q, long double p)
{
    return cosl(2 * q) - p * q / 3 + p * p / 4 + q / 5;
}

/* One step; the stage equations by iteration. */
static void step(const struct method *m, long double h, long double *q, long double *p)
{
    long double v[MOST] = {0}, f[MOST] = {0};

    for (int iteration = 0; iteration < 120; iteration++) {
        long double vn[MOST], fn[MOST];

        for (size_t i = 0; i < m->s; i++) {
            long double Q = *q, P = *p;

            for (size_t j = 0; j < m->s; j++) {
                Q += h * m->a[i][j] * v[j];
                P += h * m->abar[i][j] * f[j];
            }
            vn[i] = velocity(Q, P);
            fn[i] = force(Q, P);
        }
        for (size_t i = 0; i < m->s; i++) {
            v[i] = vn[i];
            f[i] = fn[i];
        }
    }
    for (size_t i = 0; i < m->s; i++) {
        *q += h * m->b[i] * v[i];
        *p += h * m->b[i] * f[i];
    }
}

/* The error of one step of size h; the exact solution from 8 steps of gauss-8. */
static long double local_error(const struct method *m, const struct method *exact, long double h)
{
    long double q = 0.4L, p = 0.7L, q_exact = q, p_exact = p;

    step(m, h, &q, &p);
    for (int n = 0; n < 8; n++)
        step(exact, h / 8, &q_exact, &p_exact);
    return hypotl(q - q_exact, p - p_exact);
}

/* The power of h of the local error, less one: two slopes, extrapolated to h = 0.  Methods of high order
 * reach the floor of the arithmetic at the steps at which those of low order become asymptotic. */
static double measured_order(const struct method *m, const struct method *exact, int expected)
{
    long double h = ldexpl(1, expected > 4 ? -5 : -7);
    long double coarse = local_error(m, exact, h), middle = local_error(m, exact, h / 2),
                fine = local_error(m, exact, h / 4);

    return (double)(2 * log2l(middle / fine) - log2l(coarse / middle)) - 1;
}

static void read_exact(struct method *exact)
{
    struct tableau *gauss = kept_tableau_of("gauss-8", 128);

    read_method(exact, gauss->a, gauss->abar, gauss->b, 8);
}

TEST(test_local_errors)
{
    struct method exact, m;

    read_exact(&exact);
    for (size_t i = 0; i < TABLE; i++) {
        struct tableau *t;

        if (table[i].order > 6) /* beyond, round-off */
            continue;
        t = kept_tableau_of(table[i].name, 128);
        read_method(&m, t->a, t->abar, t->b, t->stages);
        if (fabs(measured_order(&m, &exact, table[i].order) - table[i].order) > 0.25)
            fail_msg("%s: measured order %g", table[i].name, measured_order(&m, &exact, table[i].order));
    }
}

/* The order by trees at `bits`, by measurement, and as it should be are one. */
static void assert_measured(const struct method *exact, const struct tableau *t, mpfr_prec_t bits, int order)
{
    struct tableau *rounded = kept(tableau_copy(t, bits));
    struct tableau_audit audit;
    struct method m;
    double measured;

    tableau_audit(rounded, &audit);
    read_method(&m, t->a, t->abar, t->b, t->stages);
    measured = measured_order(&m, exact, order);
    if (fabs(measured - audit.order) > 0.3 || audit.order != order)
        fail_msg("%zu stages: trees give %d, the local error %g, theory %d", t->stages, audit.order, measured,
                 order);
}

/* Any two Lobatto matrices make a partitioned method of order 2s - 2 (Jay 1996). */
TEST(test_all_pairs)
{
    static const char *const source[] = {"lobatto-iiia-iiib", "lobatto-iiib-iiia", "lobatto-iiic",
                                         "lobatto-iiid", "lobatto-iiie"};
    struct tableau *t[5];
    struct method exact;

    read_exact(&exact);
    for (size_t s = 2; s <= 4; s++) {
        mpfr_t *matrix[6];

        for (size_t k = 0; k < 5; k++) {
            char name[40];

            snprintf(name, sizeof name, "%s-%zu", source[k], s);
            t[k] = kept_tableau_of(name, 128);
            matrix[k] = t[k]->a;
        }
        matrix[5] = t[2]->abar; /* IIIC* */
        for (size_t k = 0; k < 36; k++) {
            struct tableau given = {.stages = s, .a = matrix[k / 6], .abar = matrix[k % 6], .b = t[0]->b};
            struct tableau *pair = kept(tableau_create_from(&given, 128, &said));

            assert_measured(&exact, pair, 128, 2 * (int)s - 2);
        }
    }
}

/* The weights of a divided difference on the first `order` + 1 nodes, scaled to a largest one of 1:
 * orthogonal to 1, c, .., c^(order - 1). */
static void divided_difference(long double *weight, const long double *c, size_t order, size_t stages)
{
    long double largest = 0;

    for (size_t i = 0; i < stages; i++) {
        weight[i] = i <= order;
        for (size_t k = 0; k <= order && i <= order; k++)
            weight[i] /= k == i ? 1 : c[i] - c[k];
        largest = fmaxl(largest, fabsl(weight[i]));
    }
    for (size_t i = 0; i < stages; i++)
        weight[i] /= largest;
}

/* Adds u w^T / 20 to a matrix, w orthogonal to the powers of c below `right`, (b_i u_i) to those below
 * `left`: of the conditions with one such edge the first to fail is b c^left (u w^T) c^right, of order left +
 * right + 2, of those with two b (u w^T c^right)^2, of order 2 right + 3. */
static void disturb(mpfr_t *matrix, const struct tableau *t, size_t left, size_t right)
{
    long double c[MOST], u[MOST], w[MOST];
    mpfr_ptr change = kept_number(64);

    for (size_t i = 0; i < t->stages; i++)
        c[i] = mpfr_get_ld(t->c[i], MPFR_RNDN);
    divided_difference(u, c, left, t->stages);
    divided_difference(w, c, right, t->stages);
    for (size_t i = 0; i < t->stages; i++) {
        for (size_t j = 0; j < t->stages; j++) {
            mpfr_set_ld(change, u[i] * w[j] / mpfr_get_ld(t->b[i], MPFR_RNDN) / 20, MPFR_RNDN);
            mpfr_add(matrix[i * t->stages + j], matrix[i * t->stages + j], change, MPFR_RNDN);
        }
    }
}

/* Pairs of lower order: one half disturbed, or both. */
TEST(test_disturbed_pairs)
{
    struct method exact;

    read_exact(&exact);
    for (size_t k = 0; k < 3 * 4 * 4; k++) {
        size_t left = k / 4 % 4, right = k % 4, half = k / 16;
        int single = (int)(left + right + 1), squared = (int)(2 * right + 2);
        int order = single < squared ? single : squared;
        struct tableau *t = kept_tableau_of("lobatto-iiia-iiib-4", 128);

        if (half != 1)
            disturb(t->a, t, left, right);
        if (half != 0)
            disturb(t->abar, t, left, right);
        /* Audited at fewer bits than the divided differences have. */
        assert_measured(&exact, t, 53, order < 6 ? order : 6);
    }
}
