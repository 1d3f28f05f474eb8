/* Who is to blame: in tableaux of the catalogue one coefficient is changed in one of its digits, and found again with its
 * digit; the tableaux as they are have nobody to blame.  Conditions and elementary differentials as in the books. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/digit_fixture.h"

#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_blame.h"

enum { BITS = 256 };

static const char *const names[] = {
    "rk4",
    "gauss-1",
    "gauss-2",
    "gauss-3",
    "radau-iia-2",
    "radau-iia-3",
    "lobatto-iiic-2",
    "lobatto-iiic-3",
    "lobatto-iiid-2",
    "lobatto-iiie-3",
    "lobatto-iiia-iiib-2",
    "lobatto-iiia-iiib-3",
    "srk-3",
};

static struct tableau *create(const char *name)
{
    struct error error = {""};
    struct tableau *tableau = tableau_create(name, BITS, &error);

    assert_done(tableau, error);
    return tableau;
}

/* What the coefficients prove. */
static struct tableau_claims claims_of(const struct tableau *tableau)
{
    struct tableau_audit audit;

    tableau_audit_with_trees(tableau, 6, &audit);
    return (struct tableau_claims){
        .order = audit.order, .symplectic = audit.symplectic, .symmetric = audit.symmetric};
}

TEST(nobody_is_to_blame_where_all_is_right)
{
    for (size_t i = 0; i < COUNT(names); i++) {
        struct tableau *tableau = create(names[i]);
        const struct tableau_claims claims = claims_of(tableau);
        struct tableau_blame blame;

        tableau_blame_find(&blame, tableau, &claims);
        if (blame.fails || blame.order || blame.singles || blame.repairs)
            fail_msg("%s: %s fails by %g", names[i], blame.condition, blame.residual);
        tableau_destroy(tableau);
    }
}

static mpfr_t *place_of(struct tableau *tableau, struct tableau_place place)
{
    mpfr_t *const arrays[] = {tableau->a, tableau->abar, tableau->b, tableau->bbar, tableau->c};

    return arrays[place.array] + (place.row ? place.row - 1 : 0) * tableau->stages + place.column - 1;
}

/* y = A x */
static void apply(const struct tableau *t, mpfr_t *y, size_t stride, mpfr_t *x)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        mpfr_set_zero(y[i * stride], 1);
        for (size_t j = 0; j < s; j++)
            mpfr_fma(y[i * stride], t->a[i * s + j], x[j], y[i * stride], MPFR_RNDN);
    }
}

/* A method for q'' = g(q) by a Runge-Kutta method of the first-order system: A^2, b^T A, b and c.  With weights of its own
 * the pair stays what it is. */
static struct tableau *create_as(const char *name, enum tableau_form form)
{
    struct tableau *tableau = create(name), *of = create(name);
    const size_t s = of->stages;

    tableau->form = form;
    if (form == TABLEAU_NYSTROEM) {
        tableau->partitioned = true;
        for (size_t j = 0; j < s; j++) {
            mpfr_t column[8];

            for (size_t i = 0; i < s; i++) {
                mpfr_init2(column[i], BITS);
                mpfr_set(column[i], of->a[i * s + j], MPFR_RNDN);
            }
            apply(of, tableau->a + j, s, column);
            mpfr_set_zero(tableau->b[j], 1);
            for (size_t i = 0; i < s; i++) {
                mpfr_fma(tableau->b[j], of->b[i], column[i], tableau->b[j], MPFR_RNDN);
                mpfr_clear(column[i]);
            }
        }
    }
    tableau_destroy(of);
    return tableau;
}

/* Another digit there; false where the coefficient is zero. */
static bool change(struct tableau *tableau, struct tableau_place place, int digit)
{
    mpfr_t *x = place_of(tableau, place);

    if (mpfr_zero_p(*x))
        return false;
    digit_change(*x, digit);
    if (place.array == TABLEAU_NEAREST_B && tableau->form == TABLEAU_COMMON)
        mpfr_set(tableau->bbar[place.column - 1], *x, MPFR_RNDN);
    if (place.array == TABLEAU_NEAREST_A && !tableau->partitioned)
        mpfr_set(tableau->abar[(place.row - 1) * tableau->stages + place.column - 1], *x, MPFR_RNDN);
    return true;
}

static bool is_found(const char *name, enum tableau_form form, struct tableau_place place, int digit,
                     bool *changed)
{
    struct tableau *tableau = create_as(name, form);
    const struct tableau_claims claims = claims_of(tableau);
    struct tableau_blame blame;
    bool found = true;

    *changed = change(tableau, place, digit);
    if (*changed) {
        tableau_blame_find(&blame, tableau, &claims);
        if (!blame.fails)
            fail_msg("%s: nothing fails with another digit %d", name, digit);
        found = blame.singles > 0 && blame.place.array == place.array && blame.place.row == place.row &&
                blame.place.column == place.column && blame.mended.digit == digit;
        if (!found)
            print_message("# %s: digit %d of %d %zu,%zu is taken for digit %d of %d %zu,%zu (%zu could be)\n",
                          name, digit, place.array, place.row, place.column, blame.mended.digit,
                          blame.place.array, blame.place.row, blame.place.column, blame.singles);
    }
    tableau_destroy(tableau);
    return found;
}

struct count {
    size_t all, found;
};

/* All coefficients of the array that are not zero, each with the next digit. */
static void count_array(struct count *count, const char *name, enum tableau_form form,
                        enum tableau_nearest_array array)
{
    static const int digits[] = {3, 8, 11, 16, 25};
    struct tableau *tableau = create(name);
    const size_t s = tableau->stages;
    const bool matrix = array == TABLEAU_NEAREST_A || array == TABLEAU_NEAREST_ABAR,
               there = array != TABLEAU_NEAREST_ABAR || tableau->partitioned;

    tableau_destroy(tableau);
    for (size_t k = 0; there && k < (matrix ? s * s : s); k++) {
        const struct tableau_place place = {array, matrix ? k / s + 1 : 0, k % s + 1};
        bool changed, found = is_found(name, form, place, digits[count->all % COUNT(digits)], &changed);

        count->found += found && changed;
        count->all += changed;
    }
}

TEST(the_coefficient_and_its_digit)
{
    struct count count = {0};

    for (size_t i = 0; i < COUNT(names); i++) {
        for (enum tableau_nearest_array array = 0; array < TABLEAU_NEAREST_ARRAYS; array++)
            count_array(&count, names[i], TABLEAU_COMMON, array);
    }
    print_message("# %zu of %zu\n", count.found, count.all);
    assert_true(count.all >= 100 && count.found * 100 >= count.all * 95);
}

/* Pairs with weights of their own, and methods for q'' = g(q), whose nodes are coefficients as well. */
TEST(of_other_forms)
{
    static const char *const pairs[] = {"lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3"}, *const nystroem[] = {
                                                                                           "gauss-2",
                                                                                           "gauss-3",
                                                                                           "gauss-4"};
    struct count of_pairs = {0}, of_nystroem = {0};

    for (size_t i = 0; i < COUNT(pairs); i++) {
        for (enum tableau_nearest_array array = 0; array <= TABLEAU_NEAREST_BBAR; array++)
            count_array(&of_pairs, pairs[i], TABLEAU_PARTITIONED, array);
    }
    for (size_t i = 0; i < COUNT(nystroem); i++) {
        count_array(&of_nystroem, nystroem[i], TABLEAU_NYSTROEM, TABLEAU_NEAREST_A);
        for (enum tableau_nearest_array array = TABLEAU_NEAREST_B; array < TABLEAU_NEAREST_ALL; array++)
            count_array(&of_nystroem, nystroem[i], TABLEAU_NYSTROEM, array);
    }
    print_message("# %zu of %zu, %zu of %zu\n", of_pairs.found, of_pairs.all, of_nystroem.found,
                  of_nystroem.all);
    assert_true(of_pairs.all >= 20 && of_pairs.found * 100 >= of_pairs.all * 95);
    assert_true(of_nystroem.all >= 50 && of_nystroem.found * 100 >= of_nystroem.all * 95);
}

/* Two coefficients that are wrong are not one. */
TEST(nobody_alone_is_to_blame_for_two)
{
    struct tableau *tableau = create("gauss-2");
    const struct tableau_claims claims = claims_of(tableau);
    struct tableau_blame blame;

    change(tableau, (struct tableau_place){TABLEAU_NEAREST_A, 1, 2}, 5);
    change(tableau, (struct tableau_place){TABLEAU_NEAREST_A, 2, 1}, 6);
    tableau_blame_find(&blame, tableau, &claims);
    assert_true(blame.fails && blame.singles == 0);
    tableau_destroy(tableau);
}

/* Natural mistakes, and what restores them. */
TEST(repairs)
{
    struct tableau *tableau = create("radau-iia-2"), *pair = create("lobatto-iiia-iiib-3");
    struct tableau_claims claims = claims_of(tableau);
    struct tableau_blame blame;

    mpfr_swap(tableau->a[1], tableau->a[2]);
    mpfr_swap(tableau->abar[1], tableau->abar[2]);
    tableau_blame_find(&blame, tableau, &claims);
    assert_true(blame.fails && blame.repairs == 1U << TABLEAU_REPAIR_TRANSPOSED);
    claims = claims_of(pair);
    for (size_t i = 0; i < 9; i++)
        mpfr_set(pair->abar[i], pair->a[i], MPFR_RNDN);
    tableau_blame_find(&blame, pair, &claims);
    assert_true(blame.fails && blame.repairs & 1U << TABLEAU_REPAIR_ABAR);
    assert_false(blame.repairs & 1U << TABLEAU_REPAIR_REVERSED);
    tableau_destroy(tableau);
    tableau_destroy(pair);
}

/* A node that is not the sum of its row. */
TEST(nodes)
{
    struct tableau *tableau = create("rk4");
    struct tableau_blame blame;

    assert_false(tableau_blame_find_node(&blame, tableau, &(struct coefficient_slack){.count = 0}));
    mpfr_mul_d(tableau->c[2], tableau->c[2], 1 + 0x1p-20, MPFR_RNDN);
    assert_true(tableau_blame_find_node(&blame, tableau, &(struct coefficient_slack){.count = 0}));
    assert_true(blame.place.row == 3 && blame.mended.digit == 7 && blame.mended.difference == 0x1p-21);
    assert_string_equal(blame.mended.meant, "0.5");
    tableau_destroy(tableau);
}

/* As in Hairer, Lubich, Wanner (2006), table III.1.1. */
TEST(conditions_and_differentials)
{
    static const char *const conditions[] = {"sum b_i = 1",
                                             "sum b_i c_i = 1/2",
                                             "sum b_i a_ij c_j = 1/6",
                                             "sum b_i c_i^2 = 1/3",
                                             "sum b_i a_ij a_jk c_k = 1/24",
                                             "sum b_i a_ij c_j^2 = 1/12",
                                             "sum b_i c_i a_ij c_j = 1/8",
                                             "sum b_i c_i^3 = 1/4"};
    static const char *const differentials[] = {"f",
                                                "f'(f)",
                                                "f'(f'(f))",
                                                "f''(f, f)",
                                                "f'(f'(f'(f)))",
                                                "f'(f''(f, f))",
                                                "f''(f, f'(f))",
                                                "f'''(f, f, f)"};
    struct rooted_trees *trees = rooted_trees_create(4, 1, ROOTED_TREES_ALL);
    char text[100];

    assert_int_equal(trees->count, COUNT(conditions));
    for (size_t k = 0; k < COUNT(conditions); k++) {
        bool found[2] = {false, false};

        for (size_t i = 0; i < trees->count; i++) {
            rooted_trees_condition(trees, i, 0, "bar", text, sizeof text);
            found[0] |= strcmp(text, conditions[k]) == 0;
            rooted_trees_differential(trees, i, 0, text, sizeof text);
            found[1] |= strcmp(text, differentials[k]) == 0;
        }
        if (!found[0] || !found[1])
            fail_msg("%s, %s", conditions[k], differentials[k]);
    }
    rooted_trees_destroy(trees);
}
