/* Matrices of expressions against loops over their values in MPFR, and identities that make equal expressions, which
 * are one in the graph.  Random tests print their seed. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/expression_fixture.h"

#include "numerics/graph/graph_algebra.h"

enum { ROUNDS = 20, DEPTH = 3, BITS = 300, M = 2, L = 3, N = 4 };

struct world {
    uint64_t seed;
    struct graph *graph;
    mpfr_t *point;
    expressions x, A, B; /* variables; M x L, L x N */
};

static expressions random_matrix(struct world *w, size_t rows, size_t columns)
{
    const expressions A = graph_zeros(w->graph, rows, columns);

    for (size_t k = 0; k < rows * columns; k++)
        A.entry[k] = random_expression(&w->seed, w->graph, DEPTH, false);
    return A;
}

static struct world create_world(uint64_t seed)
{
    struct world w = {.seed = seed, .graph = kept(graph_create()), .point = create_numbers(FIXTURE_INPUTS)};

    printf("seed %llu\n", (unsigned long long)seed);
    set_random_point(&w.seed, w.point, FIXTURE_INPUTS);
    w.x = graph_variables(w.graph, 0, 0, FIXTURE_INPUTS);
    w.A = random_matrix(&w, M, L);
    w.B = random_matrix(&w, L, N);
    return w;
}

static mpfr_t *values_at(expressions A, mpfr_t *point)
{
    mpfr_t *values = create_numbers(A.rows * A.columns);
    mpfr_t *const inputs[] = {point};

    graph_value_all(values, A.rows * A.columns, A.entry, inputs);
    return values;
}

static bool is_same(expressions A, expressions B)
{
    bool same = A.rows == B.rows && A.columns == B.columns;

    for (size_t k = 0; same && k < A.rows * A.columns; k++)
        same = A.entry[k] && A.entry[k] == B.entry[k];
    return same;
}

/* Whether C has the values sum_k A_ik B_kj. */
static bool is_product(const struct world *w, expressions C, expressions A, expressions B)
{
    mpfr_t *a = values_at(A, w->point), *b = values_at(B, w->point), *c = values_at(C, w->point);
    mpfr_t *work = create_numbers(2);
    bool valid = C.rows == A.rows && C.columns == B.columns;

    for (size_t i = 0; i < A.rows; i++) {
        for (size_t j = 0; j < B.columns; j++) {
            mpfr_set_zero(work[0], 1);
            for (size_t k = 0; k < A.columns; k++) {
                mpfr_mul(work[1], a[i * A.columns + k], b[k * B.columns + j], MPFR_RNDN);
                mpfr_add(work[0], work[0], work[1], MPFR_RNDN);
            }
            valid = valid && agree(work[0], c[i * C.columns + j], BITS);
        }
    }
    return valid;
}

/* A B; y with A y = b; and the rows of terms, which sum to A b.  Control: A B is not the product of A and 2 B. */
TEST(test_products)
{
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct world w = create_world(seed);
        const expressions AB = graph_product(w.A, w.B), square = random_matrix(&w, L, L);
        const expressions b = random_matrix(&w, L, 1), y = graph_solution(square, b);
        const expressions ones = graph_variables(w.graph, 0, 0, L), terms = graph_terms(w.A, b);

        assert_true(is_product(&w, AB, w.A, w.B));
        assert_false(is_product(&w, AB, w.A, graph_sum(w.B, w.B)));
        assert_true(is_product(&w, b, square, y));
        for (size_t i = 0; i < L; i++)
            ones.entry[i] = graph_integer(w.graph, 1);
        assert_true(is_same(graph_product(terms, ones), graph_product(w.A, b)));
        assert_ptr_equal(graph_dot(b, y), graph_product(graph_transposed(b), y).entry[0]);
    }
}

/* What is put together is found where it was put. */
TEST(test_blocks)
{
    struct world w = create_world(1);
    const expressions above = graph_above(w.A, random_matrix(&w, 1, L));
    const expressions beside = graph_beside(w.B, random_matrix(&w, L, 1));

    assert_true(is_same(graph_rows(above, 0, M), w.A));
    assert_true(is_same(graph_rows(graph_transposed(beside), 0, N), graph_transposed(w.B)));
    assert_int_equal(above.rows, M + 1);
    assert_int_equal(beside.columns, N + 1);
    assert_true(is_same(graph_transposed(graph_transposed(w.A)), w.A));
    assert_ptr_equal(graph_transposed(w.A).entry[1], w.A.entry[L]);
    assert_ptr_equal(graph_diagonal(above).entry[1], above.entry[L + 1]);
    assert_ptr_equal(graph_vector(above).entry[L + 1], above.entry[L + 1]);
    assert_int_equal(graph_vector(above).rows, above.rows * above.columns);
    assert_true(is_same(graph_matrix(w.graph, M, L, w.A.entry), w.A));
    assert_true(is_same(graph_product(w.A, graph_unit(w.graph, L)), w.A));
    const expressions square = random_matrix(&w, L, L), wide = graph_widened(square, N);
    assert_true(is_same(graph_rows(wide, L, N - L), graph_zeros(w.graph, N - L, N)));
    assert_true(is_same(graph_rows(wide, 0, L), graph_beside(square, graph_zeros(w.graph, L, N - L))));
}

TEST(test_sums)
{
    struct world w = create_world(2);
    const expressions C = random_matrix(&w, M, L), sum = graph_sum(w.A, C);
    mpfr_t *a = values_at(w.A, w.point), *c = values_at(C, w.point), *s = values_at(sum, w.point);

    for (size_t k = 0; k < M * L; k++) {
        mpfr_add(a[k], a[k], c[k], MPFR_RNDN);
        assert_true(agree(a[k], s[k], BITS));
    }
    assert_true(is_same(graph_difference(w.A, w.A), graph_zeros(w.graph, M, L)));
    assert_true(is_same(graph_sum(w.A, w.A),
                        graph_entrywise(OPERATION_MULTIPLY, graph_filled(w.graph, M, L, 2), w.A)));
    assert_true(is_same(graph_negative(graph_negative(w.A)), w.A));
    assert_ptr_equal(graph_total(graph_terms(graph_rows(w.A, 1, 1), graph_rows(w.x, 0, L))),
                     graph_dot(graph_rows(w.A, 1, 1), w.x));
    assert_true(is_same(graph_entrywise(OPERATION_SUBTRACT, w.A, C), graph_difference(w.A, C)));
}

/* A at y is what A is where the inputs are the values of y. */
TEST(test_substitution)
{
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct world w = create_world(seed);
        const expressions y = random_matrix(&w, FIXTURE_INPUTS, 1);
        mpfr_t *expected = values_at(w.A, values_at(y, w.point));
        mpfr_t *found = values_at(graph_at(w.A, 0, y), w.point);

        for (size_t k = 0; k < M * L; k++)
            assert_true(agree(expected[k], found[k], BITS));
    }
}

/* The derivative of C z by z is C, that of z . z is 2 z, and the chain rule: that of f(y(x)) is f'(y) y'. */
/* What is taken out and put back makes the same expressions; nothing but inputs and constants is left to take. */
TEST(test_parts)
{
    enum { OF = 0, PLACE = 7, COUNT_OF_INPUTS = FIXTURE_INPUTS };

    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct world w = create_world(seed);
        expression moved[COUNT_OF_INPUTS];

        for (size_t i = 0; i < COUNT_OF_INPUTS; i++) /* every second variable is of another block */
            moved[i] = graph_input(w.graph, i % 2 ? OF : OF + 1, i);
        const expressions y = graph_matrix(w.graph, COUNT_OF_INPUTS, 1, moved);
        const expressions A = graph_at(w.A, OF, y), B = graph_at(w.B, OF, y), AB = graph_product(A, B);
        expressions left = graph_matrix(w.graph, M, N, AB.entry),
                    both = graph_matrix(w.graph, M, N, AB.entry);
        const expressions parts = graph_parts_without(&left, OF, PLACE),
                          shared = graph_parts_shared(&both, A, PLACE);

        assert_true(is_same(graph_at(left, PLACE, parts), AB));
        assert_true(is_same(graph_at(both, PLACE, shared), AB));
        assert_true(graph_is_free(parts, w.x));
        assert_int_equal(graph_parts_without(&left, OF, PLACE + 1).rows, 0);
        for (size_t k = 0; k < parts.rows; k++)
            assert_true(parts.entry[k]->left || parts.entry[k]->system);
    }
}

TEST(test_derivatives)
{
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct world w = create_world(seed);
        const expressions z = graph_variables(w.graph, 1, 2, L), twice = graph_sum(z, z);
        const expressions f = random_matrix(&w, M, 1), y = random_matrix(&w, FIXTURE_INPUTS, 1);
        const expressions outer = graph_at(graph_jacobian(f, w.x), 0, y);

        assert_true(is_same(graph_jacobian(graph_product(w.A, z), z), w.A));
        assert_true(is_same(graph_gradient(graph_dot(z, z), z), twice));
        assert_true(is_product(&w, graph_jacobian(graph_at(f, 0, y), w.x), outer, graph_jacobian(y, w.x)));
    }
}

TEST(test_what_is_free)
{
    struct world w = create_world(3);
    const expressions z = graph_variables(w.graph, 1, 0, L), last = graph_rows(z, L - 1, 1);
    const expressions some = graph_product(w.A, z);

    assert_true(graph_is_free(w.A, z));
    assert_false(graph_is_free(some, z));
    assert_false(graph_is_free(z, last));
    assert_true(graph_is_free(graph_rows(z, 0, L - 1), last));
    assert_true(graph_is_free(graph_zeros(w.graph, 0, 1), z));
    assert_true(graph_vanishes(graph_difference(some, some)));
    assert_false(graph_vanishes(graph_above(graph_zeros(w.graph, M, 1), z)));
    assert_true(is_same(graph_solution(graph_zeros(w.graph, 1, 1), last), last));
}

/* What the graph refuses is NULL in whatever is made of it, and free of nothing. */
TEST(test_refused)
{
    struct world w = create_world(4);
    const expressions z = graph_variables(w.graph, 1, 0, L);

    w.A.entry[0] = graph_divide(w.graph, z.entry[0], graph_integer(w.graph, 0));
    assert_null(w.A.entry[0]);
    assert_null(graph_product(w.A, w.B).entry[0]);
    assert_non_null(graph_product(w.A, w.B).entry[N]);
    assert_null(graph_beside(w.A, w.A).entry[L]);
    assert_null(graph_negative(w.A).entry[0]);
    assert_null(graph_at(w.A, 0, w.x).entry[0]);
    assert_false(graph_is_free(graph_rows(w.A, 0, 1), z));
    assert_null(graph_solution(graph_rows(w.A, 0, 1), z).entry[0]);
}
