/* Rooted trees against their known numbers (OEIS A000081; A000151 with two colours) and against the
 * identity sum over trees of order n of n!/(sigma gamma) = (n - 1)! colours^(n - 1): the monotonic labellings
 * of a tree with coloured vertices other than the root are n!/(sigma gamma), and vertex k has k - 1 possible
 * parents.  sigma(t) is computed from the children's multiplicities, which the enumeration does not use. */
#include "tests/fixtures/test.h"

#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_order.h"

enum { ORDER = 8 };

TEST(test_numbers)
{
    static const size_t plain[ORDER] = {1, 1, 2, 4, 9, 20, 48, 115};
    static const size_t bicoloured[ORDER] = {2, 4, 14, 52, 214, 916, 4116, 18996};
    struct rooted_trees *one = rooted_trees_create(ORDER, 1, ROOTED_TREES_ALL),
                        *two = rooted_trees_create(ORDER, 2, ROOTED_TREES_ALL);

    for (size_t n = 1; n <= ORDER; n++) {
        assert_int_equal(one->first[n + 1] - one->first[n], plain[n - 1]);
        assert_int_equal(2 * (two->first[n + 1] - two->first[n]), bicoloured[n - 1]);
    }
    assert_int_equal(one->count, one->first[ORDER + 1]);
    rooted_trees_destroy(one);
    rooted_trees_destroy(two);
}

/* How often the last child of the tree occurs among its children. */
static uint64_t multiplicity(const struct rooted_trees *trees, size_t index)
{
    const struct rooted_tree *last = &trees->tree[index];
    uint64_t count = 0;

    for (const struct rooted_tree *t = last; t->order > 1; t = &trees->tree[t->prefix])
        count += t->child == last->child && t->colour == last->colour;
    return count;
}

static void check_labellings(unsigned colours)
{
    struct rooted_trees *trees = rooted_trees_create(ORDER, colours, ROOTED_TREES_ALL);
    uint64_t *symmetry = kept_memory(calloc(trees->count, sizeof *symmetry));
    uint64_t factorial = 1;

    assert_non_null(symmetry);
    symmetry[0] = 1;
    for (unsigned n = 2; n <= ORDER; n++) {
        uint64_t sum = 0, expected = factorial; /* (n - 1)! */

        factorial *= n;
        for (unsigned k = 1; k < n; k++)
            expected *= colours;
        for (size_t i = trees->first[n]; i < trees->first[n + 1]; i++) {
            const struct rooted_tree *t = &trees->tree[i];

            assert_true(t->order == n && t->prefix < i && t->child < i);
            symmetry[i] = symmetry[t->prefix] * symmetry[t->child] * multiplicity(trees, i);
            assert_int_equal(factorial % (symmetry[i] * t->density), 0);
            sum += factorial / (symmetry[i] * t->density);
        }
        assert_int_equal(sum, expected);
    }
    rooted_trees_destroy(trees);
}

TEST(test_labellings)
{
    check_labellings(1);
    check_labellings(2);
}

TEST(test_densities)
{
    struct rooted_trees *trees = rooted_trees_create(4, 1, ROOTED_TREES_ALL);
    uint64_t product = 1;

    /* Order 4: 4 (bush), 8, 12, 24 (tall tree), in some sequence. */
    for (size_t i = trees->first[4]; i < trees->first[5]; i++) {
        uint64_t density = trees->tree[i].density;

        assert_true(density == 4 || density == 8 || density == 12 || density == 24);
        product *= density;
    }
    assert_int_equal(product, 4 * 8 * 12 * 24);
    rooted_trees_destroy(trees);
}

/* Two proofs of one fact: simplifying assumptions, and trees beyond the eighth order. */
TEST(test_trees_against_assumptions)
{
    static const struct {
        const char *name;
        int trees, assumptions, max_order;
    } cases[] = {
        {"gauss-2", 4, 4, 8},
        {"gauss-3", 6, 6, 8},
        {"gauss-5", 10, 10, 11},
        {"gauss-6", 12, 12, 12},
        {"radau-iia-2", 3, 3, 8},
        {"radau-iia-3", 5, 5, 8},
        {"radau-iia-6", 11, 11, 12},
        {"lobatto-iiid-6", 10, 10, 11},
        {"lobatto-iiie-6", 10, 9, 11},
        {"lobatto-iiia-iiib-3", 4, 4, 6},
        {"lobatto-iiia-iiib-4", 6, 6, 8},
        {"lobatto-iiia-iiib-5", 8, 8, 9},
        {"lobatto-iiib-iiia-4", 6, 6, 8},
        {"lobatto-iiib-iiia-5", 8, 8, 9},
        {"lobatto-iiic-4", 6, 6, 8},
        {"lobatto-iiic-5", 8, 8, 9},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tableau *t = kept_tableau_of(cases[i].name, 200);

        assert_int_equal(tableau_order_by_trees(t, cases[i].max_order), cases[i].trees);
        assert_int_equal(tableau_order_by_assumptions(t), cases[i].assumptions);
    }
}

/* The audit without trees beyond order 3: assumptions take over, and say so. */
TEST(test_extension)
{
    struct tableau *gauss = kept_tableau_of("gauss-3", 200), *rk4 = kept_tableau_of("rk4", 200);
    struct tableau_audit audit;

    tableau_audit_with_trees(gauss, 3, &audit);
    assert_int_equal(audit.order, 6);
    assert_false(audit.order_by_trees);
    assert_true(audit.order_is_exact);
    tableau_audit_with_trees(rk4, 3, &audit);
    assert_int_equal(audit.order, 3);
    assert_false(audit.order_is_exact); /* the quadrature formula has order 4 */
}
