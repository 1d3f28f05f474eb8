/* Conjugate orders of Runge-Kutta methods: of methods by name, of Butcher's method of effective order 5, and of a
 * symplectic method between a step of Euler's and its inverse, which is no symplectic one and conjugate to it.
 * Control: with one coefficient changed the order is lost. */
#include "tests/fixtures/test.h"

#include "integrators/tableaux/tableau_conjugate.h"
#include "integrators/tableaux/tableau_order.h"

enum { BITS = 256, MOST = TABLEAU_CONJUGATE_MOST };

/* The a of a tableau alone. */
static struct tableau *create_plain(const char *name)
{
    struct error error = {""};
    struct tableau *pair = tableau_create(name, BITS, &error), *plain;

    assert_done(pair, error);
    plain = tableau_create_from(
        &(struct tableau){.stages = pair->stages, .a = pair->a, .b = pair->b, .c = pair->c}, BITS, &error);
    assert_done(plain, error);
    tableau_destroy(pair);
    return plain;
}

static struct tableau *create_from(size_t stages, mpfr_t *a, mpfr_t *b)
{
    struct error error = {""};
    struct tableau *tableau =
        tableau_create_from(&(struct tableau){.stages = stages, .a = a, .b = b}, BITS, &error);

    assert_done(tableau, error);
    return tableau;
}

static struct tableau_conjugate find(struct tableau *tableau)
{
    struct tableau_conjugate found;

    tableau_conjugate_find(&found, tableau, BITS);
    tableau_destroy(tableau);
    return found;
}

/* Symplectic methods in all orders; the trapezoidal rule, which is conjugate to the midpoint rule; Lobatto IIIA with three
 * stages to order 2s; others as far as their order. */
TEST(test_by_name)
{
    static const struct {
        const char *name;
        int order, symplectic;
    } methods[] = {
        {"euler", 1, 1},
        {"rk4", 4, 4},
        {"gauss-1", 2, MOST},
        {"gauss-2", 4, MOST},
        {"gauss-4", MOST, MOST},
        {"srk-3", 4, MOST},
        {"lobatto-iiia-iiib-2", 2, MOST},
        {"lobatto-iiia-iiib-3", 4, 6},
        {"lobatto-iiib-iiia-3", 4, 4},
        {"radau-iia-2", 3, 3},
    };

    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        const struct tableau_conjugate found = find(create_plain(methods[k].name));

        assert_int_equal(found.order, methods[k].order);
        assert_int_equal(found.symplectic, methods[k].symplectic);
    }
}

static void set(mpfr_t *x, size_t count, const char *const *text)
{
    for (size_t i = 0; i < count; i++) {
        mpq_t value;

        mpq_init(value);
        assert_int_equal(mpq_set_str(value, text[i], 10), 0);
        mpfr_set_q(x[i], value, MPFR_RNDN);
        mpq_clear(value);
    }
}

/* Butcher (1969), The effective order of Runge-Kutta methods, Lecture Notes in Mathematics 109, 133. */
TEST(test_effective_order_five)
{
    static const char *const a[] = {"0", "0", "0",   "0", "0",    "1/5", "0",    "0", "0",
                                    "0", "0", "2/5", "0", "0",    "0",   "3/16", "0", "5/16",
                                    "0", "0", "1/4", "0", "-5/4", "2",   "0"},
                             *const b[] = {"1/6", "0", "0", "2/3", "1/6"};
    mpfr_t *A = kept_numbers(25, BITS), *B = kept_numbers(5, BITS);
    struct tableau *tableau;
    struct tableau_conjugate found;

    set(A, 25, a);
    set(B, 5, b);
    tableau = create_from(5, A, B);
    assert_int_equal(tableau_order_by_trees(tableau, 6), 4);
    found = find(tableau);
    assert_int_equal(found.order, 5);
    mpfr_add_d(A[15], A[15], 0x1p-40, MPFR_RNDN); /* 3/16, and the node with it */
    assert_true(find(create_from(5, A, B)).order < 4);
}

/* Euler's step of h, Gauss with two stages, and back: x = y2 - h f(x). */
TEST(test_between_euler_and_its_inverse)
{
    struct tableau *gauss = create_plain("gauss-2"), *between;
    mpfr_t *A = kept_numbers(16, BITS), *B = kept_numbers(4, BITS);
    struct tableau_conjugate found;

    for (size_t k = 0; k < 16; k++)
        mpfr_set_zero(A[k], 1);
    mpfr_set_ui(B[0], 1, MPFR_RNDN);
    mpfr_set_si(B[3], -1, MPFR_RNDN);
    for (size_t j = 0; j < 2; j++) {
        mpfr_set(B[1 + j], gauss->b[j], MPFR_RNDN);
        for (size_t i = 0; i < 2; i++)
            mpfr_set(A[(1 + i) * 4 + 1 + j], gauss->a[i * 2 + j], MPFR_RNDN);
        mpfr_set_ui(A[(1 + j) * 4], 1, MPFR_RNDN);
    }
    for (size_t j = 0; j < 4; j++)
        mpfr_set(A[12 + j], B[j], MPFR_RNDN);
    between = create_from(4, A, B);
    assert_true(tableau_order_by_trees(between, 6) < 4);
    found = find(between);
    assert_int_equal(found.order, 4);
    assert_int_equal(found.symplectic, MOST);
    mpfr_add_d(A[5], A[5], 0x1p-60, MPFR_RNDN);
    assert_true(find(create_from(4, A, B)).symplectic < 4);
    tableau_destroy(gauss);
}

/* The trees of two colours say of a method that takes a for both what those of one colour say; pairs of Lobatto are
 * symplectic, and have the order that both have. */
TEST(test_pairs_by_name)
{
    static const char *const methods[] = {"rk4",
                                          "gauss-2",
                                          "radau-iia-2",
                                          "lobatto-iiia-iiib-2",
                                          "lobatto-iiia-iiib-3",
                                          "lobatto-iiib-iiia-3"},
                             *const pairs[] = {"lobatto-iiia-iiib-2", "lobatto-iiib-iiia-3",
                                               "lobatto-iiic-2"};
    enum { MOST_OF_PAIRS = TABLEAU_CONJUGATE_MOST_OF_PAIRS };

    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct tableau *alike = create_plain(methods[k]);
        const struct tableau_conjugate one = find(create_plain(methods[k]));
        struct tableau_conjugate both;

        alike->partitioned = true;
        both = find(alike);
        assert_int_equal(both.most, MOST_OF_PAIRS);
        assert_int_equal(both.order, one.order);
        assert_int_equal(both.symplectic, one.symplectic < MOST_OF_PAIRS ? one.symplectic : MOST_OF_PAIRS);
    }
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        struct error error = {""};
        struct tableau *pair = tableau_create(pairs[k], BITS, &error);
        const int order = tableau_order_by_trees(pair, MOST_OF_PAIRS);
        const struct tableau_conjugate found = find(pair);

        assert_int_equal(found.order, order);
        assert_int_equal(found.symplectic, MOST_OF_PAIRS);
    }
}

/* Euler's step of h for q alone, the Stoermer-Verlet pair, and back: q = q2 - h f(q, p2).  Its weights differ, it is of
 * order 1, and conjugate to a symplectic method of order 2.  Control: one coefficient of the pair. */
TEST(test_pair_between_euler_and_its_inverse)
{
    struct error error = {""};
    struct tableau *pair = tableau_create("lobatto-iiia-iiib-2", BITS, &error);
    mpfr_t *A[2] = {kept_numbers(16, BITS), kept_numbers(16, BITS)},
           *B[2] = {kept_numbers(4, BITS), kept_numbers(4, BITS)};
    struct tableau given = {
        .form = TABLEAU_PARTITIONED, .stages = 4, .a = A[0], .abar = A[1], .b = B[0], .bbar = B[1]};
    struct tableau *between;
    struct tableau_conjugate found;

    for (int colour = 0; colour < 2; colour++) {
        mpfr_t *a = colour ? pair->abar : pair->a;

        for (size_t k = 0; k < 16; k++)
            mpfr_set_zero(A[colour][k], 1);
        mpfr_set_ui(B[colour][0], colour == 0, MPFR_RNDN);
        mpfr_set_si(B[colour][3], -(colour == 0), MPFR_RNDN);
        for (size_t j = 0; j < 2; j++) {
            mpfr_set(B[colour][1 + j], pair->b[j], MPFR_RNDN);
            for (size_t i = 0; i < 2; i++)
                mpfr_set(A[colour][(1 + i) * 4 + 1 + j], a[i * 2 + j], MPFR_RNDN);
            mpfr_set_ui(A[colour][(1 + j) * 4], colour == 0, MPFR_RNDN);
        }
        for (size_t j = 0; j < 4; j++)
            mpfr_set(A[colour][12 + j], B[colour][j], MPFR_RNDN);
    }
    between = tableau_create_from(&given, BITS, &error);
    assert_done(between, error);
    assert_int_equal(tableau_order_by_trees(between, 6), 1);
    found = find(between);
    assert_int_equal(found.order, 2);
    assert_int_equal(found.symplectic, TABLEAU_CONJUGATE_MOST_OF_PAIRS);
    mpfr_add_d(A[0][5], A[0][5], 0x1p-60, MPFR_RNDN);
    between = tableau_create_from(&given, BITS, &error);
    assert_done(between, error);
    assert_true(find(between).symplectic < 3);
    tableau_destroy(pair);
}

/* Half a drift, a kick and half a drift, with weights (1/2, 1/2) of q and (1, 0) of p: b_i abar_ij + bbar_j a_ji =
 * b_i bbar_j, which is enough for H = T(p) + V(q).  For others the weights have to be the same. */
TEST(test_weights_apart)
{
    static const char *const a[] = {"1/2", "0", "1/2", "1/2"}, *const abar[] = {"0", "0", "1", "0"},
                             *const b[] = {"1/2", "1/2"}, *const bbar[] = {"1", "0"};
    mpfr_t *A = kept_numbers(4, BITS), *Abar = kept_numbers(4, BITS), *B = kept_numbers(2, BITS),
           *Bbar = kept_numbers(2, BITS);
    struct tableau given = {
        .form = TABLEAU_PARTITIONED, .stages = 2, .a = A, .abar = Abar, .b = B, .bbar = Bbar};
    struct error error = {""};
    struct tableau_conjugate found;
    struct tableau *leapfrog;

    set(A, 4, a);
    set(Abar, 4, abar);
    set(B, 2, b);
    set(Bbar, 2, bbar);
    leapfrog = tableau_create_from(&given, BITS, &error);
    assert_done(leapfrog, error);
    found = find(leapfrog);
    print_message("order %d, symplectic to order %d\n", found.order, found.symplectic);
    assert_int_equal(found.order, 1);
    assert_int_equal(found.symplectic, 1);
}

/* The trapezoidal rule with weights 1/2 + e, 1/2 - e misses the condition of order 2 by a multiple of e; Gauss' methods miss
 * none. */
TEST(test_missed)
{
    static const char *const b[] = {"1/2", "1/2"}, *const none[] = {"0", "0", "1/2", "1/2"};
    mpfr_t *A = kept_numbers(4, BITS), *B = kept_numbers(2, BITS);
    double missed[2];

    for (int k = 0; k < 2; k++) {
        struct tableau_conjugate found;

        set(A, 4, none);
        set(B, 2, b);
        for (int j = 0; j < 2; j++) {
            mpfr_add_d(A[2 + j], A[2 + j], j ? -ldexp(1, -40 * (k + 1)) : ldexp(1, -40 * (k + 1)), MPFR_RNDN);
            mpfr_set(B[j], A[2 + j], MPFR_RNDN);
        }
        found = find(create_from(2, A, B));
        assert_int_equal(found.symplectic, 1);
        missed[k] = found.missed;
    }
    assert_true(missed[0] > 0.1 * 0x1p-40 && missed[0] < 10 * 0x1p-40);
    assert_true(fabs(missed[1] / missed[0] * 0x1p40 - 1) < 1e-10);
    assert_true(find(create_plain("gauss-2")).missed == 0);
}
