/* The effective order of splittings and compositions.  That the steps of a method are taken in turn, or behind a step and
 * before its inverse, changes the variables and nothing else: the order stays (Butcher 1969).  Controls: what is no such
 * change loses the order; the order itself is lost by turning, too. */
#include "tests/fixtures/test.h"

#include "integrators/methods/composition.h"
#include "integrators/tableaux/flow_words.h"
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
