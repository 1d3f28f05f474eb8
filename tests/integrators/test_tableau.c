/* Tableaux against closed forms, quadrature, their defining identities, and themselves at more bits. */
#include "tests/fixtures/test.h"

#include "integrators/tableaux/tableau.h"

static const mpfr_prec_t precisions[] = {24, 53, 113, 256, 700};
enum { PRECISIONS = 5 };

static const char *const lobatto[] = {"lobatto-iiia-iiib", "lobatto-iiib-iiia", "lobatto-iiic",
                                      "lobatto-iiid", "lobatto-iiie"};
enum { LOBATTO = 5 };

static struct tableau *create(const char *family, size_t stages, mpfr_prec_t precision)
{
    char name[64];

    snprintf(name, sizeof name, "%s-%zu", family, stages);
    return kept_tableau_of(stages ? name : family, precision);
}

/* Is |x| <= 2^exponent? */
static bool is_small(const mpfr_t x, mpfr_exp_t exponent)
{
    return !mpfr_nan_p(x) && mpfr_cmp_ui_2exp(x, 1, exponent) <= 0 && mpfr_cmp_si_2exp(x, -1, exponent) >= 0;
}

/* Closed forms: (u + v sqrt(root)) / w, rounded once. */
static void set_surd(mpfr_t x, long u, long v, unsigned long root, long w)
{
    mpfr_ptr exact = kept_number(mpfr_get_prec(x) + 100);

    mpfr_sqrt_ui(exact, root, MPFR_RNDN);
    mpfr_mul_si(exact, exact, v, MPFR_RNDN);
    mpfr_add_si(exact, exact, u, MPFR_RNDN);
    mpfr_div_si(exact, exact, w, MPFR_RNDN);
    mpfr_set(x, exact, MPFR_RNDN);
}

struct surd {
    long u, v;
    unsigned long root;
    long w;
};

static void assert_surds(mpfr_t *array, const struct surd *expected, size_t count)
{
    mpfr_ptr x = kept_number(mpfr_get_prec(array[0]));

    for (size_t i = 0; i < count; i++) {
        set_surd(x, expected[i].u, expected[i].v, expected[i].root, expected[i].w);
        if (!mpfr_equal_p(x, array[i]))
            fail_msg("entry %zu at %ld bits is %.17g, not %.17g", i, (long)mpfr_get_prec(x),
                     mpfr_get_d(array[i], MPFR_RNDN), mpfr_get_d(x, MPFR_RNDN));
        mpfr_nextabove(x);
        assert_false(mpfr_equal_p(x, array[i]));
    }
}

#define RATIO(u, w)                                                                                          \
    {                                                                                                        \
        u, 0, 0, w                                                                                           \
    }

/* NULL: not checked. */
static void check_closed(const char *name, const struct surd *a, const struct surd *abar,
                         const struct surd *b, const struct surd *c, int r_infinity)
{
    for (size_t p = 0; p < PRECISIONS; p++) {
        struct tableau *t = kept_tableau_of(name, precisions[p]);
        mpfr_t *const array[] = {t->a, t->abar, t->b, t->c};
        const struct surd *const expected[] = {a, abar, b, c};

        for (size_t k = 0; k < COUNT(array); k++) {
            if (expected[k])
                assert_surds(array[k], expected[k], k < 2 ? t->stages * t->stages : t->stages);
        }
        assert_int_equal(t->r_infinity, r_infinity);
    }
}

/* Hairer, Lubich, Wanner (2006), II.1.3. */
TEST(test_gauss_closed_forms)
{
    static const struct surd a2[] = {RATIO(1, 4), {3, -2, 3, 12}, {3, 2, 3, 12}, RATIO(1, 4)};
    static const struct surd c2[] = {{3, -1, 3, 6}, {3, 1, 3, 6}};
    static const struct surd b2[] = {RATIO(1, 2), RATIO(1, 2)};
    static const struct surd a3[] = {RATIO(5, 36),     {10, -3, 15, 45}, {25, -6, 15, 180},
                                     {10, 3, 15, 72},  RATIO(2, 9),      {10, -3, 15, 72},
                                     {25, 6, 15, 180}, {10, 3, 15, 45},  RATIO(5, 36)};
    static const struct surd b3[] = {RATIO(5, 18), RATIO(4, 9), RATIO(5, 18)};
    static const struct surd c3[] = {{5, -1, 15, 10}, RATIO(1, 2), {5, 1, 15, 10}};
    static const struct surd half[] = {RATIO(1, 2)}, one[] = {RATIO(1, 1)};

    check_closed("gauss-1", half, half, one, NULL, -1);
    check_closed("gauss-2", a2, NULL, b2, c2, 1);
    check_closed("gauss-3", a3, a3, b3, c3, -1);
}

/* Hairer, Wanner (1996), tables IV.5.7 to IV.5.12; Hairer, Lubich, Wanner (2006), table II.1.1; null vectors:
 * Kraus (2017), 4.1. */
TEST(test_lobatto_closed_forms)
{
    static const struct surd iiia[] = {RATIO(0, 1),   RATIO(0, 1), RATIO(0, 1), RATIO(5, 24), RATIO(1, 3),
                                       RATIO(-1, 24), RATIO(1, 6), RATIO(2, 3), RATIO(1, 6)};
    static const struct surd iiib[] = {RATIO(1, 6), RATIO(-1, 6), RATIO(0, 1), RATIO(1, 6), RATIO(1, 3),
                                       RATIO(0, 1), RATIO(1, 6),  RATIO(5, 6), RATIO(0, 1)};
    static const struct surd iiic[] = {RATIO(1, 6),   RATIO(-1, 3), RATIO(1, 6), RATIO(1, 6), RATIO(5, 12),
                                       RATIO(-1, 12), RATIO(1, 6),  RATIO(2, 3), RATIO(1, 6)};
    static const struct surd iiic_star[] = {RATIO(0, 1), RATIO(0, 1), RATIO(0, 1), RATIO(1, 4), RATIO(1, 4),
                                            RATIO(0, 1), RATIO(0, 1), RATIO(1, 1), RATIO(0, 1)};
    static const struct surd iiid[] = {RATIO(1, 12),  RATIO(-1, 6), RATIO(1, 12), RATIO(5, 24), RATIO(1, 3),
                                       RATIO(-1, 24), RATIO(1, 12), RATIO(5, 6),  RATIO(1, 12)};
    static const struct surd iiie[] = {RATIO(1, 12),  RATIO(-1, 12), RATIO(0, 1), RATIO(3, 16), RATIO(1, 3),
                                       RATIO(-1, 48), RATIO(1, 6),   RATIO(3, 4), RATIO(1, 12)};
    static const struct surd *const expected[LOBATTO][2] = {
        {iiia, iiib}, {iiib, iiia}, {iiic, iiic_star}, {iiid, iiid}, {iiie, iiie}};
    static const struct surd c4[] = {RATIO(0, 1), {5, -1, 5, 10}, {5, 1, 5, 10}, RATIO(1, 1)};
    static const struct surd n2[] = {RATIO(1, 1), RATIO(-1, 1)};
    static const struct surd n3[] = {RATIO(1, 2), RATIO(-1, 1), RATIO(1, 2)};
    static const struct surd n4[] = {{0, 1, 5, 5}, RATIO(-1, 1), RATIO(1, 1), {0, -1, 5, 5}};
    static const struct surd *const null_vector[] = {n2, n3, n4};

    for (size_t p = 0; p < PRECISIONS; p++) {
        for (size_t f = 0; f < LOBATTO; f++) {
            struct tableau *three = create(lobatto[f], 3, precisions[p]);
            struct tableau *four = create(lobatto[f], 4, precisions[p]);

            assert_surds(three->a, expected[f][0], 9);
            assert_surds(three->abar, expected[f][1], 9);
            assert_surds(four->c, c4, 4);
            assert_true(three->partitioned == (f < 3));
            assert_true(three->has_null_vector == (f < 2));
            assert_int_equal(three->claimed_order, 4);
            assert_int_equal(three->r_infinity, f < 3 ? 1 : -1);
            assert_int_equal(four->r_infinity, f < 3 ? -1 : 1);
        }
        for (size_t s = 2; s <= 4; s++) {
            for (size_t f = 0; f < 2; f++) {
                struct tableau *t = create(lobatto[f], s, precisions[p]);

                assert_surds(t->null_vector, null_vector[s - 2], s);
            }
        }
    }
}

TEST(test_other_closed_forms)
{
    static const struct surd radau_a2[] = {RATIO(5, 12), RATIO(-1, 12), RATIO(3, 4), RATIO(1, 4)};
    static const struct surd radau_b2[] = {RATIO(3, 4), RATIO(1, 4)};
    static const struct surd radau_c3[] = {{4, -1, 6, 10}, {4, 1, 6, 10}, RATIO(1, 1)};
    static const struct surd radau_a3[] = {{88, -7, 6, 360},    {296, -169, 6, 1800}, {-2, 3, 6, 225},
                                           {296, 169, 6, 1800}, {88, 7, 6, 360},      {-2, -3, 6, 225},
                                           {16, -1, 6, 36},     {16, 1, 6, 36},       RATIO(1, 9)};
    static const struct surd srk_a[] = {RATIO(5, 36),      RATIO(2, 9), {25, -18, 15, 180},
                                        RATIO(5, 36),      RATIO(2, 9), RATIO(5, 36),
                                        {25, 18, 15, 180}, RATIO(2, 9), RATIO(5, 36)};
    static const struct surd rk4_a[] = {RATIO(0, 1), RATIO(0, 1), RATIO(0, 1), RATIO(0, 1),
                                        RATIO(1, 2), RATIO(0, 1), RATIO(0, 1), RATIO(0, 1),
                                        RATIO(0, 1), RATIO(1, 2), RATIO(0, 1), RATIO(0, 1),
                                        RATIO(0, 1), RATIO(0, 1), RATIO(1, 1), RATIO(0, 1)};
    static const struct surd rk4_b[] = {RATIO(1, 6), RATIO(1, 3), RATIO(1, 3), RATIO(1, 6)};

    check_closed("radau-iia-2", radau_a2, radau_a2, radau_b2, NULL, 0);
    check_closed("radau-iia-3", radau_a3, NULL, NULL, radau_c3, 0);
    check_closed("srk-3", srk_a, NULL, NULL, NULL, -1);
    check_closed("rk4", rk4_a, NULL, rk4_b, NULL, create("rk4", 0, 53)->r_infinity);
    assert_int_equal(create("radau-iia", 3, 53)->claimed_order, 5);
}

static bool same_arrays(mpfr_t *x, mpfr_t *y, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!mpfr_equal_p(x[i], y[i]))
            return false;
    }
    return true;
}

static bool same_tableaux(const struct tableau *x, const struct tableau *y)
{
    size_t s = x->stages;

    return x->stages == y->stages && x->precision == y->precision && same_arrays(x->a, y->a, s * s) &&
           same_arrays(x->abar, y->abar, s * s) && same_arrays(x->b, y->b, s) && same_arrays(x->c, y->c, s) &&
           same_arrays(x->null_vector, y->null_vector, s) && x->partitioned == y->partitioned &&
           x->has_null_vector == y->has_null_vector && x->r_infinity == y->r_infinity &&
           x->claimed_order == y->claimed_order;
}

/* Correct to the last bit: the same as computed with 200 more bits and then rounded. */
static void check_rounding(const char *family, size_t stages)
{
    for (size_t p = 0; p < PRECISIONS; p++) {
        struct tableau *rounded = create(family, stages, precisions[p]);
        struct tableau *more = create(family, stages, precisions[p] + 200);
        struct tableau *copy = kept(tableau_copy(more, precisions[p]));

        if (!same_tableaux(rounded, copy))
            fail_msg("%s-%zu at %ld bits is not correctly rounded", family, stages, (long)precisions[p]);
        mpfr_nextabove(copy->abar[stages * stages - 1]);
        assert_false(same_tableaux(rounded, copy));
    }
}

TEST(test_last_bit)
{
    static const size_t stages[] = {2, 3, 4, 5, 6, 7, 8, 12, 20};

    for (size_t k = 0; k < COUNT(stages); k++) {
        check_rounding("gauss", stages[k]);
        check_rounding("radau-iia", stages[k]);
        for (size_t f = 0; f < LOBATTO; f++)
            check_rounding(lobatto[f], stages[k]);
    }
    check_rounding("gauss", 1);
    check_rounding("radau-iia", 1);
}

/* Entries that are zero by theory are no remnants of rounding: rows that vanish make a stage explicit. */
TEST(test_exact_zeros)
{
    for (size_t s = 2; s <= 13; s++) {
        struct tableau *ab = create("lobatto-iiia-iiib", s, 200), *cc = create("lobatto-iiic", s, 200);

        for (size_t i = 0; i < s; i++) {
            assert_true(mpfr_zero_p(ab->a[i]));                /* A: first row */
            assert_true(mpfr_zero_p(ab->abar[i * s + s - 1])); /* B: last column */
            assert_true(mpfr_zero_p(cc->abar[i]));             /* C*: first row */
            assert_true(mpfr_zero_p(cc->abar[i * s + s - 1])); /* C*: last column */
            assert_false(mpfr_zero_p(cc->a[i]));
            assert_true(mpfr_equal_p(ab->a[(s - 1) * s + i], ab->b[i])); /* A, C: stiffly accurate */
            assert_true(mpfr_equal_p(cc->a[(s - 1) * s + i], cc->b[i]));
        }
    }
}

/* The largest of |b_i abar_ij + b_j a_ji - b_i b_j|, as b_j (a_ji - b_i) + b_i abar_ij. */
static void conjugacy_defect(mpfr_t defect, const struct tableau *t)
{
    size_t s = t->stages;
    mpfr_ptr term = kept_number(t->precision + 50);

    mpfr_set_si(defect, 0, MPFR_RNDN);
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_sub(term, t->a[j * s + i], t->b[i], MPFR_RNDN);
            mpfr_fmma(term, term, t->b[j], t->b[i], t->abar[i * s + j], MPFR_RNDN);
            if (mpfr_cmpabs(term, defect) > 0)
                mpfr_abs(defect, term, MPFR_RNDN);
        }
    }
}

TEST(test_symplectic_identity)
{
    mpfr_t defect;

    for (size_t p = 0; p < PRECISIONS; p++) {
        mpfr_init2(defect, precisions[p]);
        for (size_t s = 2; s <= 9; s++) {
            for (size_t f = 0; f <= LOBATTO + 1; f++) {
                const char *family = f < LOBATTO ? lobatto[f] : f == LOBATTO ? "gauss" : "radau-iia";
                struct tableau *t = create(family, s, precisions[p]);

                conjugacy_defect(defect, t);
                assert_true(is_small(defect, 2 - (mpfr_exp_t)precisions[p]) == (f <= LOBATTO));
                if (f <= LOBATTO) {
                    /* Control: an error far below double precision is seen where there are bits for it. */
                    mpfr_ptr change = kept_number(53);
                    mpfr_set_ui_2exp(change, 1, 12 - (mpfr_exp_t)precisions[p], MPFR_RNDN);
                    mpfr_add(t->a[s], t->a[s], change, MPFR_RNDN);
                    conjugacy_defect(defect, t);
                    assert_false(is_small(defect, 2 - (mpfr_exp_t)precisions[p]));
                }
            }
        }
        mpfr_clear(defect);
    }
}

/* sum b_i c_i^(k-1) - 1/k */
static void quadrature_defect(mpfr_t defect, const struct tableau *t, unsigned long k)
{
    mpfr_ptr term = kept_number(t->precision + 50);

    mpfr_set_si(defect, -1, MPFR_RNDN);
    mpfr_div_ui(defect, defect, k, MPFR_RNDN);
    for (size_t i = 0; i < t->stages; i++) {
        mpfr_pow_ui(term, t->c[i], k - 1, MPFR_RNDN);
        mpfr_fma(defect, term, t->b[i], defect, MPFR_RNDN);
    }
}

/* Gauss, Radau and Lobatto formulas have the orders 2s, 2s - 1 and 2s - 2, and no higher one. */
static void check_quadrature(const char *family, size_t stages, unsigned long order)
{
    const mpfr_prec_t precision = 400;
    struct tableau *t = create(family, stages, precision);
    mpfr_ptr defect = kept_number(precision);

    for (unsigned long k = 1; k <= order; k++) {
        quadrature_defect(defect, t, k);
        assert_true(is_small(defect, 8 - (mpfr_exp_t)precision));
    }
    quadrature_defect(defect, t, order + 1);
    assert_false(is_small(defect, -200));
}

TEST(test_quadrature)
{
    for (size_t s = 2; s <= 30; s += s < 12 ? 1 : 9) {
        check_quadrature("gauss", s, 2 * s);
        check_quadrature("radau-iia", s, 2 * s - 1);
        check_quadrature("lobatto-iiic", s, 2 * s - 2);
    }
    check_quadrature("srk-3", 0, 6);
    check_quadrature("rk4", 0, 4);
}

/* Newton's method found every zero, and each once: the nodes ascend.  Those of Gauss and Lobatto are
 * symmetric. */
TEST(test_nodes)
{
    static const size_t stages[] = {1, 2, 3, 10, 31, 100};
    static const char *const families[] = {"gauss", "radau-iia", "lobatto-iiia-iiib"};
    mpfr_ptr sum = kept_number(200);

    for (size_t f = 0; f < 3; f++) {
        for (size_t k = f == 2; k < COUNT(stages); k++) {
            size_t s = stages[k];
            struct tableau *t = create(families[f], s, 100);

            assert_true(mpfr_sgn(t->c[0]) >= (f < 2) && mpfr_cmp_ui(t->c[s - 1], 1) <= (f > 0 ? 0 : -1));
            for (size_t i = 1; i < s; i++)
                assert_true(mpfr_greater_p(t->c[i], t->c[i - 1]));
            for (size_t i = 0; f != 1 && i < s; i++) {
                mpfr_add(sum, t->c[i], t->c[s - 1 - i], MPFR_RNDN);
                mpfr_sub_ui(sum, sum, 1, MPFR_RNDN);
                assert_true(is_small(sum, -99));
            }
        }
    }
}

/* A (n/b) = 0 for the member A of the pair; B has another kernel. */
TEST(test_null_vector)
{
    const mpfr_prec_t precision = 300;
    mpfr_t sum, term, largest;

    mpfr_inits2(precision + 50, sum, term, largest, (mpfr_ptr)0);
    for (size_t s = 2; s <= 12; s++) {
        struct tableau *t = create("lobatto-iiia-iiib", s, precision);
        bool iiib_kernel = true;

        mpfr_set_si(largest, 0, MPFR_RNDN);
        for (size_t i = 0; i < s; i++) {
            for (size_t member = 0; member < 2; member++) {
                mpfr_set_si(sum, 0, MPFR_RNDN);
                for (size_t j = 0; j < s; j++) {
                    mpfr_div(term, t->null_vector[j], t->b[j], MPFR_RNDN);
                    mpfr_fma(sum, term, (member ? t->abar : t->a)[i * s + j], sum, MPFR_RNDN);
                }
                if (member == 0)
                    assert_true(is_small(sum, 8 - (mpfr_exp_t)precision));
                else
                    iiib_kernel = iiib_kernel && is_small(sum, -20);
            }
            if (mpfr_cmpabs(t->null_vector[i], largest) > 0)
                mpfr_abs(largest, t->null_vector[i], MPFR_RNDN);
        }
        assert_false(iiib_kernel);
        assert_true(mpfr_cmp_ui(largest, 1) == 0);
        assert_true(mpfr_sgn(t->null_vector[0]) > 0);
    }
    mpfr_clears(sum, term, largest, (mpfr_ptr)0);
}

TEST(test_names)
{
    static const char *const unknown[] = {"",         "gauss",          "gauss-",
                                          "gauss-0",  "gauss-02",       "gauss-+2",
                                          "gauss-2 ", "gauss-101",      "gauss-99999999999999999999",
                                          "Gauss-2",  "lobatto-iiic-1", "lobatto-iiia-2",
                                          "srk-4",    "rk4-2",          "radau-iia-x"};

    for (size_t i = 0; i < COUNT(unknown); i++) {
        said.text[0] = '\0';
        assert_null(tableau_create(unknown[i], 53, &said));
        assert_non_null(strstr(said.text, unknown[i]));
        assert_true(strlen(said.text) > strlen(unknown[i]) + 10);
    }
    said.text[0] = '\0';
    assert_null(tableau_create("gauss-2", 1, &said));
    assert_non_null(strstr(said.text, "bits"));
}

/* The coefficients of a tableau, given back, are that tableau. */
TEST(test_create_from)
{
    struct tableau *t = create("lobatto-iiia-iiib", 4, 120), *again, *plain;
    struct tableau given = *t;

    for (size_t i = 0; i < 4; i++)
        mpfr_mul_si(t->null_vector[i], t->null_vector[i], -4, MPFR_RNDN);
    again = kept(tableau_create_from(&given, 120, &said));
    assert_non_null(again);
    for (size_t i = 0; i < 4; i++)
        mpfr_div_si(t->null_vector[i], t->null_vector[i], -4, MPFR_RNDN);
    for (size_t i = 0; i < 4; i++) { /* rounded row sums may differ from the nodes in the last bit */
        mpfr_sub(t->c[i], t->c[i], again->c[i], MPFR_RNDN);
        assert_true(is_small(t->c[i], -118));
        mpfr_set(t->c[i], again->c[i], MPFR_RNDN);
    }
    assert_true(same_tableaux(t, again));

    given.abar = NULL;
    given.null_vector = NULL;
    plain = kept(tableau_create_from(&given, 53, &said));
    assert_non_null(plain);
    assert_false(plain->partitioned);
    assert_false(plain->has_null_vector);
    assert_true(mpfr_equal_p(plain->abar[5], plain->a[5]));
    assert_int_equal(plain->precision, 53);
}

TEST(test_create_from_refuses)
{
    struct tableau *t = create("gauss", 2, 53);
    struct tableau given = *t;

    assert_null(tableau_create_from(&given, 53, &said));
    assert_string_equal(said.text, "the null vector is zero; write one that is not, or none");
    given.null_vector = NULL;
    mpfr_set_nan(t->a[2]);
    assert_null(tableau_create_from(&given, 53, &said));
    assert_string_equal(said.text, "a[2][1] is not a finite number; write one such as 1/2");
    mpfr_set_si(t->a[2], 1, MPFR_RNDN);
    mpfr_set_inf(t->b[1], 1);
    assert_null(tableau_create_from(&given, 53, &said));
    assert_string_equal(said.text, "b[2] is not a finite number; write one such as 1/2");
    given.stages = 0;
    assert_null(tableau_create_from(&given, 53, &said));
    assert_string_equal(said.text, "a tableau needs at least one stage; write as many weights b as it has");
}
