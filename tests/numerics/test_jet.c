/* Jets against identities that no recurrence knows of: inverse functions, addition theorems, Cramer's rule;
 * and what happens at the edge of a domain. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/jet_fixture.h"

/* Coefficients computed for small steps must not be used for large ones: the saving is real. */
TEST(test_taper_saves)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression y[2] = {unary_of(&f, OPERATION_EXP, unary_of(&f, OPERATION_LOG, input_of(&f, 0))),
                       input_of(&f, 0)};

    compile(&f, y, 2, 500);
    set_random(&f, ORDER);
    jet_taper(f.jet, 0x1p-10);
    assert_true(extend_to(f.jet, ORDER));
    assert_true(distance(&f, 0, 1, 0x1p-10) < 10);
    assert_true(distance(&f, 0, 1, 1.0) > 40);
}

/* --- Identities
 * ------------------------------------------------------------------------------------------------- */

enum { IDENTITIES = 12, FALSE_IDENTITIES = 3 };

static expression compose(struct fixture *f, enum operation outer, enum operation inner)
{
    return unary_of(f, outer, unary_of(f, inner, input_of(f, 0)));
}

/* Both sides of identity `i`; the last ones are false. */
static void build_identity(struct fixture *f, size_t i, expression *sides)
{
    expression a = input_of(f, 0), b = input_of(f, 1), one = graph_integer(f->graph, 1);
    expression s = unary_of(f, OPERATION_SIN, a), c = unary_of(f, OPERATION_COS, a);
    expression sh = unary_of(f, OPERATION_SINH, a), ch = unary_of(f, OPERATION_COSH, a);
    expression quotient = binary(f, OPERATION_DIVIDE, a, b);
    expression sum = binary(f, OPERATION_ADD, a, b), difference = binary(f, OPERATION_SUBTRACT, a, b);
    expression four = graph_integer(f->graph, 4);
    const expression all[IDENTITIES + FALSE_IDENTITIES][2] = {
        {compose(f, OPERATION_EXP, OPERATION_LOG), a},
        {compose(f, OPERATION_LOG, OPERATION_EXP), a},
        {binary(f, OPERATION_ADD, square(f, s), square(f, c)), one},
        {binary(f, OPERATION_SUBTRACT, square(f, ch), square(f, sh)), one},
        {binary(f, OPERATION_MULTIPLY, unary_of(f, OPERATION_TAN, a), c), s},
        {binary(f, OPERATION_MULTIPLY, unary_of(f, OPERATION_TANH, a), ch), sh},
        {compose(f, OPERATION_SIN, OPERATION_ASIN), compose(f, OPERATION_COS, OPERATION_ACOS)},
        {compose(f, OPERATION_TAN, OPERATION_ATAN), a},
        {compose(f, OPERATION_SINH, OPERATION_ASINH), a},
        {square(f, unary_of(f, OPERATION_SQRT, a)), a},
        {binary(f, OPERATION_MULTIPLY, quotient, b), a},
        {binary(f, OPERATION_SUBTRACT, square(f, sum), square(f, difference)),
         binary(f, OPERATION_MULTIPLY, four, binary(f, OPERATION_MULTIPLY, a, b))},
        {binary(f, OPERATION_SUBTRACT, square(f, s), square(f, c)), one},
        {compose(f, OPERATION_SINH, OPERATION_ASIN), a},
        {square(f, sum), binary(f, OPERATION_ADD, square(f, a), square(f, b))},
    };

    sides[0] = all[i][0];
    sides[1] = all[i][1];
}

static double error_of_identity(size_t i, mpfr_prec_t precision, double taper)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression sides[2];

    build_identity(&f, i, sides);
    compile(&f, sides, 2, precision);
    jet_taper(f.jet, taper);
    set_random(&f, ORDER);
    assert_true(extend_to(f.jet, ORDER));

    return distance(&f, 0, 1, 1.0);
}

TEST(test_identities)
{
    for (size_t repetition = 0; repetition < 20; repetition++) {
        unsigned long at = jet_seed;
        mpfr_prec_t precision = random_precision();

        for (size_t i = 0; i < IDENTITIES; i++) {
            double full = error_of_identity(i, precision, INFINITY),
                   tapered = error_of_identity(i, precision, 1.0);

            if (full > 8 || tapered > 8)
                fail_msg("seed %lu: identity %zu, %ld bits: 2^%g, tapered 2^%g", at, i, (long)precision, full,
                         tapered);
        }
        for (size_t i = IDENTITIES; i < IDENTITIES + FALSE_IDENTITIES; i++)
            assert_true(error_of_identity(i, precision, INFINITY) > (double)precision - 20);
    }
}

/* --- Linear systems
 * ---------------------------------------------------------------------------------------------- */

static expression determinant(struct fixture *f, expression a, expression b, expression c, expression d)
{
    return binary(f, OPERATION_SUBTRACT, binary(f, OPERATION_MULTIPLY, a, d),
                  binary(f, OPERATION_MULTIPLY, b, c));
}

/* 2 x 2 against Cramer's rule; `skew` makes the diagonal zero, as in symplectic matrices. */
static void check_cramer(bool skew, mpfr_prec_t precision, unsigned long at)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression zero = graph_integer(f.graph, 0);
    expression A[4] = {skew ? zero : input_of(&f, 0),
                       binary(&f, OPERATION_ADD, graph_integer(f.graph, 1), input_of(&f, 1)),
                       binary(&f, OPERATION_SUBTRACT, input_of(&f, 2), graph_integer(f.graph, 1)),
                       skew ? zero : input_of(&f, 3)};
    expression b[2] = {input_of(&f, 4), input_of(&f, 5)}, y[4];
    expression det = determinant(&f, A[0], A[1], A[2], A[3]);

    assert_true(graph_solve(f.graph, 2, A, b, y));
    y[2] = binary(&f, OPERATION_DIVIDE, determinant(&f, b[0], A[1], b[1], A[3]), det);
    y[3] = binary(&f, OPERATION_DIVIDE, determinant(&f, A[0], b[0], A[2], b[1]), det);
    compile(&f, y, 4, precision);
    set_random(&f, ORDER);
    assert_true(extend_to(f.jet, ORDER));
    if (distance(&f, 0, 2, 1.0) > 10 || distance(&f, 1, 3, 1.0) > 10)
        fail_msg("seed %lu: Cramer's rule, %ld bits: 2^%g, 2^%g", at, (long)precision,
                 distance(&f, 0, 2, 1.0), distance(&f, 1, 3, 1.0));
    assert_true(distance(&f, 0, 3, 1.0) > 30);
}

/* 3 x 3: A y must be b. */
static void check_product(mpfr_prec_t precision, unsigned long at)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression A[9], b[3], y[6], solution[3];

    for (size_t i = 0; i < 9; i++)
        A[i] = i % 4 == 0 ? binary(&f, OPERATION_SUBTRACT, input_of(&f, i), graph_integer(f.graph, 2))
                          : input_of(&f, i);
    for (size_t i = 0; i < 3; i++)
        b[i] = input_of(&f, 9 + i);
    assert_true(graph_solve(f.graph, 3, A, b, solution));
    for (size_t i = 0; i < 3; i++) {
        y[i] = graph_integer(f.graph, 0);
        for (size_t j = 0; j < 3; j++)
            y[i] = binary(&f, OPERATION_ADD, y[i], binary(&f, OPERATION_MULTIPLY, A[3 * i + j], solution[j]));
        y[3 + i] = b[i];
    }
    compile(&f, y, 6, precision);
    set_random(&f, ORDER);
    assert_true(extend_to(f.jet, ORDER));
    for (size_t i = 0; i < 3; i++) {
        if (distance(&f, i, 3 + i, 1.0) > 10)
            fail_msg("seed %lu: A y = b, %ld bits: 2^%g", at, (long)precision, distance(&f, i, 3 + i, 1.0));
    }
    assert_true(distance(&f, 0, 4, 1.0) > 30);
}

TEST(test_linear_systems)
{
    for (size_t repetition = 0; repetition < 20; repetition++) {
        unsigned long at = jet_seed;
        mpfr_prec_t precision = random_precision();

        check_cramer(false, precision, at);
        check_cramer(true, precision, at);
        check_product(precision, at);
    }
}

/* ((a, a b), (c, c b)) is singular for every a, b, c, although no rounded determinant need vanish; ((a, a b),
 * (c, d)) is not. */
TEST(test_singular_matrix)
{
    for (int regular = 0; regular <= 1; regular++) {
        struct fixture f = {.graph = kept(graph_create())};
        expression a = input_of(&f, 0), b = input_of(&f, 1), c = input_of(&f, 2);
        expression A[4] = {a, binary(&f, OPERATION_MULTIPLY, a, b), c,
                           regular ? input_of(&f, 3) : binary(&f, OPERATION_MULTIPLY, c, b)};
        expression right[2] = {input_of(&f, 4), input_of(&f, 5)}, y[2];

        assert_true(graph_solve(f.graph, 2, A, right, y));
        compile(&f, y, 2, 150);
        for (size_t repetition = 0; repetition < 50; repetition++) {
            set_random(&f, 2);
            /* Inputs of fewer bits than the precision would have exact products. */
            for (size_t i = 0; i < 3; i++)
                mpfr_sqrt(jet_input(f.jet, 0, i, 0), jet_input(f.jet, 0, i, 0), MPFR_RNDN);
            assert_int_equal(jet_extend(f.jet, 0), regular);
        }
    }
}

/* --- Domains, constants, starting anew
 * ------------------------------------------------------------------------- */

static const struct {
    enum operation operation;
    double bad, good; /* expansion about `bad` + t fails */
} domains[] = {
    {OPERATION_LOG, -1, 1},   {OPERATION_LOG, 0, 1},    {OPERATION_SQRT, -1, 1},   {OPERATION_SQRT, 0, 1},
    {OPERATION_ASIN, 1, 0.5}, {OPERATION_ASIN, 2, 0.5}, {OPERATION_ACOS, -1, 0.5}, {OPERATION_ACOS, -2, 0.5},
};

TEST(test_domains)
{
    for (size_t i = 0; i < COUNT(domains); i++) {
        struct fixture f = {.graph = kept(graph_create())};
        expression y = unary_of(&f, domains[i].operation, input_of(&f, 0));

        compile(&f, &y, 1, 100);
        set_line(&f, domains[i].bad);
        assert_false(extend_to(f.jet, 2));
        set_line(&f, domains[i].good);
        assert_true(extend_to(f.jet, 2));
        set_line(&f, NAN);
        assert_false(jet_extend(f.jet, 0));
    }
}

/* A function at the edge of its domain is a constant where its argument is: asin(1), sqrt(0). */
TEST(test_constants)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression pi = graph_pi(f.graph);
    expression y[4] = {unary_of(&f, OPERATION_ASIN, input_of(&f, 1)),
                       unary_of(&f, OPERATION_SQRT, input_of(&f, 2)), unary_of(&f, OPERATION_LOG, pi),
                       binary(&f, OPERATION_MULTIPLY,
                              unary_of(&f, OPERATION_EXP, unary_of(&f, OPERATION_LOG, pi)), input_of(&f, 0))};

    compile(&f, y, 4, 120);
    set_random(&f, ORDER); /* what was a series in one expansion may be a constant in the next */
    assert_true(extend_to(f.jet, ORDER));
    assert_false(mpfr_zero_p(jet_output(f.jet, 0, 1, ORDER)));
    set_line(&f, 0);
    mpfr_set_ui(jet_input(f.jet, 0, 1, 0), 1, MPFR_RNDN);
    assert_true(extend_to(f.jet, ORDER));
    assert_true(mpfr_get_d(jet_output(f.jet, 0, 0, 0), MPFR_RNDN) == asin(1.0));
    assert_true(fabs(mpfr_get_d(jet_output(f.jet, 0, 2, 0), MPFR_RNDN) - log(acos(-1.0))) < 1e-15);
    assert_true(mpfr_get_d(jet_output(f.jet, 0, 3, 1), MPFR_RNDN) == acos(-1.0));
    for (size_t k = 2; k <= ORDER; k++) {
        for (size_t i = 0; i < 4; i++)
            assert_true(mpfr_zero_p(jet_output(f.jet, 0, i, k)));
    }
}

/* An expansion does not remember the one before it, whether that one went through or failed. */
TEST(test_starting_anew)
{
    mpfr_t first[ORDER + 1];
    struct fixture f = {.graph = kept(graph_create())};
    expression y = unary_of(&f, OPERATION_LOG, unary_of(&f, OPERATION_SIN, input_of(&f, 0)));

    compile(&f, &y, 1, 170);
    set_line(&f, 0.25);
    assert_true(extend_to(f.jet, ORDER));
    for (size_t k = 0; k <= ORDER; k++) {
        mpfr_init2(first[k], 170);
        mpfr_set(first[k], jet_output(f.jet, 0, 0, k), MPFR_RNDN);
    }
    set_line(&f, -0.5);
    assert_false(extend_to(f.jet, ORDER));
    set_random(&f, 5);
    assert_true(extend_to(f.jet, ORDER));
    assert_false(mpfr_equal_p(first[2], jet_output(f.jet, 0, 0, 2)));
    set_line(&f, 0.25);
    assert_true(extend_to(f.jet, ORDER));
    for (size_t k = 0; k <= ORDER; k++) {
        assert_true(mpfr_equal_p(first[k], jet_output(f.jet, 0, 0, k)));
        mpfr_clear(first[k]);
    }
}

TEST_GROUP(announce_seed, NULL)
