/* The effective order of splittings and compositions.  That the steps of a method are taken in turn, or behind a step and
 * before its inverse, changes the variables and nothing else: the order stays (Butcher 1969).  Controls: what is no such
 * change loses the order; the order itself is lost by turning, too. */
#include "tests/fixtures/test.h"

#include "integrators/methods/composition.h"
#include "integrators/tableaux/flow_words.h"
#include "integrators/tableaux/tableau.h"
#include "numerics/number_block.h"

enum { BITS = 512, MOST = 200 };

struct flow {
    struct flow_given given;
    bool second[MOST];
};

static void destroy(struct flow *flow)
{
    number_block_destroy(flow->given.x);
}

/* The steps of the scheme in turn, from the step `first` on. */
static void create_composition(struct flow *flow, const char *scheme, size_t first)
{
    struct composition composition;
    struct error error = {""};
    size_t count;
    mpfr_t *gamma;

    assert_done(composition_read(scheme, &composition, &error), error);
    gamma = composition_create_coefficients(composition, BITS, &count, &error);
    assert_done(gamma, error);
    *flow = (struct flow){
        .given = {.form = FLOW_COMPOSITION, .count = count, .base_order = 2, .base_symmetric = true}};
    flow->given.second = flow->second;
    flow->given.x = number_block_create(count, BITS);
    for (size_t i = 0; i < count; i++)
        mpfr_set(flow->given.x[i], gamma[(first + i) % count], MPFR_RNDN);
    number_block_destroy(gamma);
}

/* Drifts and kicks in turn. */
static void create_splitting(struct flow *flow, size_t count, const double *x)
{
    *flow = (struct flow){.given = {.form = FLOW_SPLITTING, .count = count}};
    flow->given.second = flow->second;
    flow->given.x = number_block_create(count, BITS);
    for (size_t i = 0; i < count; i++) {
        flow->second[i] = i % 2;
        mpfr_set_d(flow->given.x[i], x[i], MPFR_RNDN);
    }
}

static int order_of(struct flow *flow)
{
    struct flow_blame blame;

    for (flow->given.order = 1; flow->given.order <= FLOW_BLAME_ORDER; flow->given.order++) {
        flow_blame_find(&blame, &flow->given);
        if (blame.fails)
            break;
    }
    return flow->given.order - 1;
}

TEST(steps_in_turn)
{
    static const struct {
        const char *scheme;
        int order;
    } schemes[] = {{"triple-jump-4", 4}, {"suzuki-4", 4}, {"yoshida-6a", 6}, {"yoshida-8", 8}};
    struct flow flow;

    for (size_t k = 0; k < COUNT(schemes); k++) {
        for (size_t first = 0; first < 3; first++) {
            create_composition(&flow, schemes[k].scheme, first);
            assert_int_equal(flow_words_effective_order(&flow.given, BITS), schemes[k].order);
            destroy(&flow);
        }
    }
    create_composition(&flow, "triple-jump-4", 1); /* no palindrome any more */
    assert_int_equal(order_of(&flow), 3);
    destroy(&flow);
    /* Up to order 6 sums of powers are all that counts, in whatever order the steps are; then [Y_3, [Y_1, Y_3]] as well. */
    for (size_t k = 2; k < COUNT(schemes); k++) {
        create_composition(&flow, schemes[k].scheme, 0);
        mpfr_swap(flow.given.x[0], flow.given.x[2]);
        assert_int_equal(flow_words_effective_order(&flow.given, BITS), 6);
        destroy(&flow);
    }
}

TEST(splittings)
{
    struct flow flow;

    create_splitting(&flow, 2,
                     (double[]){1, 1}); /* the symplectic Euler method is the leapfrog in other variables */
    assert_int_equal(order_of(&flow), 1);
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 2);
    destroy(&flow);
    create_splitting(&flow, 3, (double[]){0.5, 1, 0.5});
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 2);
    destroy(&flow);
    create_splitting(&flow, 3, (double[]){0.25, 1, 0.75});
    assert_int_equal(order_of(&flow), 1);
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 2);
    destroy(&flow);
    create_splitting(&flow, 4, (double[]){0.25, 0.5, 0.75, 0.5}); /* this is none */
    assert_int_equal(order_of(&flow), 1);
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 2);
    destroy(&flow);
    create_splitting(&flow, 2, (double[]){1, 1.5});
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 0);
    destroy(&flow);
}

/* Of order 1 and not symmetric: its second term is no bracket, and no change of variables removes it. */
TEST(steps_that_are_not_symmetric)
{
    struct flow flow = {.given = {.form = FLOW_COMPOSITION, .count = 1, .base_order = 1}};

    flow.given.second = flow.second;
    flow.given.x = number_block_create(2, BITS);
    mpfr_set_ui(flow.given.x[0], 1, MPFR_RNDN);
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 1);
    flow.given.count = 2; /* with its adjoint */
    flow.second[1] = true;
    mpfr_set_d(flow.given.x[0], 0.5, MPFR_RNDN);
    mpfr_set_d(flow.given.x[1], 0.5, MPFR_RNDN);
    assert_int_equal(flow_words_effective_order(&flow.given, BITS), 2);
    destroy(&flow);
}

/* ---- perturbed systems ---- */

/* Kicks with the weights of the quadrature at its nodes, SABA_n of Gauss's and SBAB_n of Lobatto's (Laskar, Robutel 2001),
 * with h in the steps of the composition one after the other (NULL: one step of h). */
static void create_quadrature(struct flow *flow, const char *quadrature, const char *scheme)
{
    struct composition composition;
    struct error error = {""};
    struct tableau *t = tableau_create(quadrature, BITS, &error);
    size_t steps = 1;
    mpfr_t *gamma = NULL, time;

    assert_done(t, error);
    if (scheme) {
        assert_done(composition_read(scheme, &composition, &error), error);
        gamma = composition_create_coefficients(composition, BITS, &steps, &error);
    }
    *flow = (struct flow){.given = {.form = FLOW_SPLITTING}};
    flow->given.second = flow->second;
    flow->given.x = number_block_create(steps * (2 * t->stages + 1), BITS);
    mpfr_init2(time, BITS);
    for (size_t step = 0; step < steps; step++) {
        for (size_t i = 0; i <= 2 * t->stages; i++) {
            mpfr_ptr x = flow->given.x[flow->given.count];

            flow->second[flow->given.count++] = i % 2;
            mpfr_set_ui(time, 1, MPFR_RNDN);
            if (i % 2)
                mpfr_set(x, t->b[i / 2], MPFR_RNDN);
            else
                mpfr_sub(x, i / 2 < t->stages ? t->c[i / 2] : time, i ? t->c[i / 2 - 1] : x, MPFR_RNDN);
            if (gamma)
                mpfr_mul(x, x, gamma[step], MPFR_RNDN);
        }
    }
    mpfr_clear(time);
    number_block_destroy(gamma);
    tableau_destroy(t);
}

/* The same orders by all words of drifts and kicks, up to degree FLOW_BLAME_ORDER: of those with so many kicks, or with
 * fewer, the first that fails. */
static int order_by_words(const struct flow *flow, size_t kicks)
{
    struct flow_words words;
    unsigned fails = FLOW_BLAME_ORDER + 1;
    mpfr_t *value, wanted;

    flow_words_create(&words, &flow->given, FLOW_BLAME_ORDER);
    value = number_block_create(words.count, BITS);
    mpfr_init2(wanted, BITS);
    flow_words_find(&words, &flow->given, value);
    for (size_t i = 0; i < words.count; i++) {
        size_t has = 0;

        for (size_t at = i; at; at = words.word[at].prefix)
            has += words.word[at].letter == 1;
        flow_words_set_wanted(&words, i, wanted);
        mpfr_sub(wanted, wanted, value[i], MPFR_RNDN);
        if (has <= kicks && words.word[i].degree < fails && !mpfr_zero_p(wanted) &&
            mpfr_get_exp(wanted) > 32 - BITS)
            fails = words.word[i].degree;
    }
    mpfr_clear(wanted);
    number_block_destroy(value);
    flow_words_destroy(&words);
    return (int)fails - 1;
}

/* (first, second, ..), 0 where there are no more. */
static void check_perturbed(const struct flow *flow, const int wanted[COEFFICIENT_POWERS])
{
    int order[COEFFICIENT_POWERS];
    const size_t powers = flow_words_perturbed_order(&flow->given, BITS, order);

    for (size_t k = 0; k < COEFFICIENT_POWERS; k++) {
        const int by_words = k < powers ? order_by_words(flow, k + 1) : 0;

        assert_int_equal(k < powers ? order[k] : 0, wanted[k]);
        assert_int_equal(by_words, wanted[k] < FLOW_BLAME_ORDER ? wanted[k] : FLOW_BLAME_ORDER);
    }
}

TEST(perturbed_systems)
{
    static const struct {
        const char *quadrature, *scheme;
        int order[COEFFICIENT_POWERS];
    } cases[] = {
        {"gauss-1", NULL, {2}},
        {"gauss-2", NULL, {4, 2}},
        {"gauss-3", NULL, {6, 2}},
        {"gauss-4", NULL, {8, 2}},
        {"gauss-8", NULL, {16, 2}},
        {"lobatto-iiic-2", NULL, {2}},
        {"lobatto-iiic-3", NULL, {4, 2}},
        {"lobatto-iiic-5", NULL, {8, 2}},
        {"radau-iia-2", NULL, {3, 2}},
        {"gauss-1", "triple-jump-4", {4}}, /* what a composition removes, it removes at all powers */
        {"gauss-4", "triple-jump-4", {8, 4}},
        {"gauss-5", "suzuki-4", {10, 4}},
        {"gauss-4", "yoshida-6a", {8, 6}},
    };
    struct flow flow;

    for (size_t k = 0; k < COUNT(cases); k++) {
        create_quadrature(&flow, cases[k].quadrature, cases[k].scheme);
        check_perturbed(&flow, cases[k].order);
        destroy(&flow);
    }
}

/* Controls: a node, or a weight, wrong in its 11th digit; drifts that do not add up. */
TEST(perturbed_systems_with_a_wrong_digit)
{
    int order[COEFFICIENT_POWERS];
    struct flow flow;

    create_quadrature(&flow, "gauss-4", NULL);
    for (int i = 0; i < 2; i++) { /* the sum of the nodes stays what it is */
        mpfr_add_d(flow.given.x[i ? 8 : 0], flow.given.x[i ? 8 : 0], 1e-11, MPFR_RNDN);
        mpfr_sub_d(flow.given.x[i ? 6 : 2], flow.given.x[i ? 6 : 2], 1e-11, MPFR_RNDN);
    }
    check_perturbed(&flow, (int[COEFFICIENT_POWERS]){2});
    destroy(&flow);
    create_quadrature(&flow, "gauss-4", NULL);
    mpfr_add_d(flow.given.x[1], flow.given.x[1], 1e-11, MPFR_RNDN);
    assert_int_equal(flow_words_perturbed_order(&flow.given, BITS, order), 1);
    assert_int_equal(order[0], 0);
    mpfr_add_d(flow.given.x[0], flow.given.x[0], 1e-11, MPFR_RNDN);
    assert_int_equal(flow_words_perturbed_order(&flow.given, BITS, order), 0);
    destroy(&flow);
}

static struct flow_blame blame_of(struct flow *flow, int first, int second)
{
    struct flow_blame blame;

    flow->given.powers = 2;
    flow->given.part[0] = first;
    flow->given.part[1] = second;
    flow_blame_find(&blame, &flow->given);
    return blame;
}

/* SABA_4 is of order (8, 2): its order in each power, a weight that is wrong in its 25th digit, a node that is. */
TEST(perturbed_systems_and_who_is_to_blame)
{
    struct flow_blame blame;
    struct flow flow;
    mpfr_t wrong;

    create_quadrature(&flow, "gauss-4", NULL);
    assert_false(blame_of(&flow, 8, 2).fails);
    blame = blame_of(&flow, 9, 2);
    assert_true(blame.power == 1 && blame.order == 9 && blame.singles == 0);
    blame = blame_of(&flow, 8, 3);
    assert_true(blame.power == 2 && blame.order == 3 && blame.singles == 0);
    mpfr_init2(wrong, BITS);
    mpfr_set_str(wrong, "1e-25", 10, MPFR_RNDN);
    for (size_t place = 0; place < 2; place++) { /* a drift, a kick */
        mpfr_add(flow.given.x[place], flow.given.x[place], wrong, MPFR_RNDN);
        blame = blame_of(&flow, 8, 2);
        assert_true(blame.fails && blame.power == place && blame.order == 1 && blame.singles == 1);
        assert_true(blame.change == FLOW_CHANGE_ONE && blame.place == place);
        assert_float_equal(blame.mended.difference, 1e-25, 1e-30);
        mpfr_sub(flow.given.x[place], flow.given.x[place], wrong, MPFR_RNDN);
    }
    mpfr_clear(wrong);
    destroy(&flow);
}
