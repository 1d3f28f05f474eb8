/* Who is to blame in splittings, compositions and multistep methods: one coefficient is changed in one of its digits, alone
 * or with its mirror image, and found again; natural mistakes are named; what is right has nobody to blame, and does not
 * have one order more. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/digit_fixture.h"

#include "integrators/methods/composition.h"
#include "integrators/tableaux/flow_nearest.h"
#include "numerics/exact.h"
#include "numerics/number_block.h"

enum { BITS = 512, MOST = 40 };

struct flow {
    struct flow_given given;
    bool second[MOST];
};

static void destroy(struct flow *flow)
{
    number_block_destroy(flow->given.x);
}

/* x = 1/(2 - 2^(1/3)) */
static void set_jump(mpfr_t x)
{
    mpfr_set_ui(x, 2, MPFR_RNDN);
    mpfr_cbrt(x, x, MPFR_RNDN);
    mpfr_ui_sub(x, 2, x, MPFR_RNDN);
    mpfr_ui_div(x, 1, x, MPFR_RNDN);
}

/* Forest and Ruth: drifts x/2, (1 - x)/2, (1 - x)/2, x/2 and kicks x, 1 - 2x, x. */
static void create_splitting(struct flow *flow)
{
    *flow = (struct flow){.given = {.form = FLOW_SPLITTING, .count = 7, .order = 4, .symmetric = true}};
    flow->given.second = flow->second;
    flow->given.x = number_block_create(7, BITS);
    for (size_t i = 0; i < 7; i++) {
        mpfr_ptr x = flow->given.x[i];

        flow->second[i] = i % 2;
        set_jump(x);
        if (i == 3)
            mpfr_mul_si(x, x, -2, MPFR_RNDN);
        if (i == 2 || i == 4)
            mpfr_neg(x, x, MPFR_RNDN);
        if (i >= 2 && i <= 4)
            mpfr_add_ui(x, x, 1, MPFR_RNDN);
        if (i % 2 == 0)
            mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    }
}

static void create_composition(struct flow *flow, const char *scheme, int order)
{
    struct composition composition;
    struct error error = {""};

    *flow = (struct flow){.given = {.form = FLOW_COMPOSITION,
                                    .order = order,
                                    .symmetric = true,
                                    .base_order = 2,
                                    .base_symmetric = true}};
    flow->given.second = flow->second;
    assert_done(composition_read(scheme, &composition, &error), error);
    flow->given.x = composition_create_coefficients(composition, BITS, &flow->given.count, &error);
    assert_done(flow->given.x, error);
}

/* Adams and Bashforth with four steps, order 4; with `implicit` Milne's, order 4 and symmetric. */
static void create_multistep(struct flow *flow, bool symmetric)
{
    static const long adams[] = {0, 0, 0, -24, 24, -9, 37, -59, 55, 0}, /* in 24ths */
        milne[] = {-24, 0, 24, 8, 32, 8};

    *flow = (struct flow){.given = {.form = FLOW_MULTISTEP,
                                    .count = symmetric ? COUNT(milne) : COUNT(adams),
                                    .order = 4,
                                    .symmetric = symmetric}};
    flow->given.second = flow->second;
    flow->given.x = number_block_create(flow->given.count, BITS);
    for (size_t i = 0; i < flow->given.count; i++) {
        flow->second[i] = i >= flow->given.count / 2;
        mpfr_set_si(flow->given.x[i], symmetric ? milne[i] : adams[i], MPFR_RNDN);
        mpfr_div_ui(flow->given.x[i], flow->given.x[i], 24, MPFR_RNDN);
    }
}

enum { FLOWS = 6 };

static void create(struct flow *flow, size_t which)
{
    static const struct {
        const char *scheme;
        int order;
    } compositions[] = {{"triple-jump-4", 4}, {"suzuki-4", 4}, {"yoshida-6a", 6}};

    if (which < COUNT(compositions))
        create_composition(flow, compositions[which].scheme, compositions[which].order);
    else if (which == COUNT(compositions))
        create_splitting(flow);
    else
        create_multistep(flow, which == COUNT(compositions) + 2);
}

TEST(nobody_is_to_blame_where_all_is_right)
{
    for (size_t k = 0; k < FLOWS; k++) {
        struct flow flow;
        struct flow_blame blame;

        create(&flow, k);
        flow_blame_find(&blame, &flow.given);
        if (blame.fails || blame.order || blame.singles || blame.repairs)
            fail_msg("%zu: %s fails by %g", k, blame.condition, blame.residual);
        flow.given.order++;
        flow_blame_find(&blame, &flow.given);
        if (!blame.fails || blame.order != flow.given.order)
            fail_msg("%zu has order %d", k, flow.given.order);
        destroy(&flow);
    }
}

/* Hairer, Norsett, Wanner (1993), table III.2.1: the constants of the error are 251/720 and -1/90, those of the conditions of
 * order 5 divided by 5!. */
TEST(the_conditions_of_each_order)
{
    static const double constants[] = {251.0 / 720, 1.0 / 90};
    double largest[FLOW_BLAME_ORDER], asymmetry;

    for (size_t k = 0; k < FLOWS; k++) {
        struct flow flow;

        create(&flow, k);
        flow_blame_largest(&flow.given, flow.given.order + 1, largest, &asymmetry);
        for (int order = 1; order <= flow.given.order; order++)
            assert_true(largest[order - 1] < 1e-140);
        assert_true(largest[flow.given.order] > 1e-2);
        if (k >= FLOWS - 2)
            assert_true(fabs(largest[4] / 120 / constants[k - (FLOWS - 2)] - 1) < 1e-14);
        assert_true(flow.given.symmetric ? asymmetry == 0 : asymmetry > 0.1);
        mpfr_add_d(flow.given.x[0], flow.given.x[0], 1e-20, MPFR_RNDN); /* control */
        flow_blame_largest(&flow.given, flow.given.order, largest, &asymmetry);
        assert_true(largest[0] > 1e-21 && largest[0] < 1e-19 && asymmetry > 1e-21);
        destroy(&flow);
    }
}

TEST(the_coefficient_and_its_digit)
{
    static const int digits[] = {3, 8, 16, 25};
    size_t tried = 0, found = 0;

    for (size_t k = 0; k < FLOWS; k++) {
        for (size_t d = 0; d < COUNT(digits); d++) {
            struct flow flow;
            struct flow_blame blame;
            size_t place;

            create(&flow, k);
            place = (3 * d + k) % flow.given.count;
            while (mpfr_zero_p(flow.given.x[place]))
                place = (place + 1) % flow.given.count;
            digit_change(flow.given.x[place], digits[d]);
            flow_blame_find(&blame, &flow.given);
            tried++;
            found += blame.singles == 1 && blame.change == FLOW_CHANGE_ONE && blame.place == place &&
                     blame.mended.digit == digits[d];
            if (blame.place != place)
                print_message("# flow %zu, digit %d: %zu for %zu, %zu singles\n", k, digits[d], blame.place,
                              place, blame.singles);
            destroy(&flow);
        }
    }
    assert_int_equal(found, tried);
}

TEST(a_coefficient_and_its_mirror_image)
{
    struct flow flow;
    struct flow_blame blame;

    create_composition(&flow, "yoshida-6a", 6);
    digit_change(flow.given.x[1], 9);
    mpfr_set(flow.given.x[5], flow.given.x[1], MPFR_RNDN);
    flow_blame_find(&blame, &flow.given);
    assert_true(blame.singles == 1 && blame.change == FLOW_CHANGE_PAIR && blame.place == 1 &&
                blame.mirror == 5 && blame.mended.digit == 9);
    destroy(&flow);
}

/* z, 1 - 2z, z with z = 1/(2 - sqrt 2): z is to blame, and what it would be is known. */
TEST(the_wrong_root)
{
    struct flow flow;
    struct flow_blame blame;
    mpfr_t meant;

    create_composition(&flow, "triple-jump-4", 4);
    mpfr_init2(meant, BITS);
    mpfr_set(meant, flow.given.x[0], MPFR_RNDN);
    mpfr_sqrt_ui(flow.given.x[0], 2, MPFR_RNDN);
    mpfr_ui_sub(flow.given.x[0], 2, flow.given.x[0], MPFR_RNDN);
    mpfr_ui_div(flow.given.x[0], 1, flow.given.x[0], MPFR_RNDN);
    mpfr_set(flow.given.x[2], flow.given.x[0], MPFR_RNDN);
    mpfr_mul_si(flow.given.x[1], flow.given.x[0], -2, MPFR_RNDN);
    mpfr_add_ui(flow.given.x[1], flow.given.x[1], 1, MPFR_RNDN);
    flow_blame_find(&blame, &flow.given);
    assert_string_equal(blame.condition, "sum gamma_i^3 = 0");
    assert_true(blame.order == 3 && blame.change == FLOW_CHANGE_KEEPS_SUM && blame.place == 0);
    assert_true(fabs(strtod(blame.mended.meant, NULL) - mpfr_get_d(meant, MPFR_RNDN)) < 1e-14);
    mpfr_clear(meant);
    destroy(&flow);
}

/* ---- other mistakes ---- */

static unsigned repairs_of(const struct flow *flow, size_t *mirrored)
{
    struct flow_blame blame;

    flow_blame_find(&blame, &flow->given);
    assert_true(blame.fails);
    *mirrored = blame.mirrored;
    return blame.repairs;
}

TEST(natural_mistakes)
{
    static const long newest_first[] = {0, 55, -59, 37, -9};
    struct flow flow;
    size_t mirrored;

    create_splitting(&flow); /* the mirror image of its first flow left out */
    flow.given.count = 6;
    assert_true(repairs_of(&flow, &mirrored) & 1U << FLOW_REPAIR_MIRRORED);
    assert_int_equal(mirrored, 1);
    flow.given.count = 4; /* its first half alone */
    assert_true(repairs_of(&flow, &mirrored) & 1U << FLOW_REPAIR_MIRRORED);
    assert_int_equal(mirrored, 3);
    destroy(&flow);

    create_multistep(&flow, false); /* beta, the newest first */
    for (size_t j = 0; j < COUNT(newest_first); j++) {
        mpfr_set_si(flow.given.x[5 + j], newest_first[j], MPFR_RNDN);
        mpfr_div_ui(flow.given.x[5 + j], flow.given.x[5 + j], 24, MPFR_RNDN);
    }
    assert_int_equal(repairs_of(&flow, &mirrored), 1U << FLOW_REPAIR_REVERSED);
    destroy(&flow);

    create_composition(&flow, "triple-jump-4", 4); /* its steps by twice their length */
    for (size_t i = 0; i < 3; i++)
        mpfr_mul_2ui(flow.given.x[i], flow.given.x[i], 1, MPFR_RNDN);
    assert_int_equal(repairs_of(&flow, &mirrored), 1U << FLOW_REPAIR_SCALED);
    destroy(&flow);
}

/* What would have the order but for a double root 1 is no repair: (z - 1)^2 with beta (0, -1, 1), and with (-1, 1, 0) in the
 * opposite order.  Control: z^2 - 1 with beta (0, 1, 0), the half of that of the leapfrog. */
TEST(no_repair_is_unstable)
{
    static const struct {
        long x[6];
        size_t singles;
        unsigned repairs;
    } cases[] = {{{1, -2, 1, 0, 0, 1}, 0, 0},
                 {{1, -2, 1, 0, 1, -1}, 0, 0},
                 {{-1, 0, 1, 0, 1, 0}, 1, 1U << FLOW_REPAIR_SCALED}};

    for (size_t k = 0; k < COUNT(cases); k++) {
        struct flow flow;
        struct flow_blame blame;

        create_multistep(&flow, true);
        flow.given.symmetric = false;
        flow.given.order = 2;
        for (size_t i = 0; i < 6; i++)
            mpfr_set_si(flow.given.x[i], cases[k].x[i], MPFR_RNDN);
        flow_blame_find(&blame, &flow.given);
        assert_true(blame.fails);
        assert_int_equal(blame.singles, cases[k].singles);
        assert_int_equal(blame.repairs, cases[k].repairs);
        destroy(&flow);
    }
}

/* Two half steps of a method of order 1, the second of which should be one of its adjoint. */
TEST(the_adjoint_forgotten)
{
    struct flow flow = {.given = {.form = FLOW_COMPOSITION, .count = 2, .order = 2, .base_order = 1}};
    struct flow_blame blame;

    flow.given.second = flow.second;
    flow.given.x = number_block_create(2, BITS);
    mpfr_set_d(flow.given.x[0], 0.5, MPFR_RNDN);
    mpfr_set_d(flow.given.x[1], 0.5, MPFR_RNDN);
    flow_blame_find(&blame, &flow.given);
    assert_true(blame.fails && blame.order == 2 && !blame.singles &&
                blame.repairs & 1U << FLOW_REPAIR_ALTERNATED);
    flow.second[1] = true;
    flow_blame_find(&blame, &flow.given);
    assert_false(blame.fails);
    destroy(&flow);
}

/* Ruth (1983), order 3: kicks 7/24, 3/4, -1/24 and drifts 2/3, -2/3, 1, in that order, taken for one another, and begun
 * with the drift. */
TEST(drift_and_kick)
{
    static const long in_24ths[] = {7, 16, 18, -16, -1, 24};
    struct flow flow = {.given = {.form = FLOW_SPLITTING, .count = 6, .order = 3}};
    struct flow_blame blame;
    size_t mirrored;

    flow.given.second = flow.second;
    flow.given.x = number_block_create(6, BITS);
    for (size_t i = 0; i < 6; i++) {
        flow.second[i] = i % 2 == 0;
        mpfr_set_si(flow.given.x[i], in_24ths[i], MPFR_RNDN);
        mpfr_div_ui(flow.given.x[i], flow.given.x[i], 24, MPFR_RNDN);
    }
    flow_blame_find(&blame, &flow.given);
    assert_false(blame.fails);
    for (size_t i = 0; i < 6; i++) {
        flow.second[i] = i % 2 == 1;
        mpfr_set_si(flow.given.x[i], in_24ths[i ^ 1], MPFR_RNDN);
        mpfr_div_ui(flow.given.x[i], flow.given.x[i], 24, MPFR_RNDN);
    }
    assert_int_equal(repairs_of(&flow, &mirrored), 1U << FLOW_REPAIR_FIRST);
    destroy(&flow);
}

/* ---- the nearest scheme ---- */

static void check_nearest(const struct flow *flow, const char *name)
{
    struct flow_nearest nearest;
    mpfr_t kept;

    mpfr_init2(kept, BITS);
    assert_true(flow_nearest_find(&flow->given, &nearest));
    assert_string_equal(nearest.name, name);
    assert_int_equal(nearest.differing, 0);
    for (size_t i = 0; i < flow->given.count; i++) {
        mpfr_set(kept, flow->given.x[i], MPFR_RNDN);
        for (int digit = 3; digit <= 25; digit++) {
            digit_change(flow->given.x[i], digit);
            assert_true(flow_nearest_find(&flow->given, &nearest));
            if (strcmp(nearest.name, name) != 0 || nearest.differing != 1 || nearest.place != i ||
                nearest.most.digit != digit)
                fail_msg("%s, coefficient %zu, digit %d: %s, %zu differ, %zu in digit %d", name, i, digit,
                         nearest.name, nearest.differing, nearest.place, nearest.most.digit);
            mpfr_set(flow->given.x[i], kept, MPFR_RNDN);
        }
    }
    mpfr_clear(kept);
}

/* Forest and Ruth's splitting, whose coefficients are made here, and compositions: one digit, each of the third to the
 * 25th, of one coefficient.  Control: Adams' method is near to none, nor is a splitting of which most differ. */
TEST(the_nearest_scheme)
{
    static const char *const names[] = {"triple-jump-4", "suzuki-4", "yoshida-6a"};
    struct flow_nearest nearest;
    struct flow flow;

    for (size_t k = 0; k < COUNT(names); k++) {
        create(&flow, k);
        check_nearest(&flow, names[k]);
        destroy(&flow);
    }
    create_splitting(&flow);
    check_nearest(&flow, "triple-jump-4");
    for (size_t i = 0; i < 5; i++)
        digit_change(flow.given.x[i], 8);
    assert_true(flow_nearest_find(&flow.given, &nearest)); /* it does what is claimed */
    assert_int_equal(nearest.differing, 5);
    flow.given.order = 6;
    assert_false(flow_nearest_find(&flow.given, &nearest));
    destroy(&flow);
    create_multistep(&flow, false);
    assert_false(flow_nearest_find(&flow.given, &nearest));
    destroy(&flow);
}
