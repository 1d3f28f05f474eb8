/* Verdicts with the expansion of a run: no wrong one and none open, whatever the slopes.
 *
 * The error after n steps of size h is a sum of two or three terms of the orders p, p + k, p + 2 k, whose coefficients
 * of either sign lie anywhere within twelve decades, and round-off:
 *
 *     c h^q n h (1 + r n h)     the errors c h^(q + 1) of the steps add up
 *     c h^q (n odd)             those of neighbouring steps cancel
 *
 * The study sees the largest at the time 1, the expansion the terms as n h goes to 0.  The steps are halved and bits added as
 * verdicts ask for it, as a study would.  The control: without the expansion some of the same verdicts are wrong, and some
 * open. */
#include "tests/fixtures/test.h"

#include <limits.h>

#include "harness/judge/verdict.h"

#include "tests/fixtures/judge/random_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"

enum { CASES = 20000, TERMS_OF_CURVE = 3, ROUNDS = 8 };

/* ---- one curve ---- */

struct part {
    double order, coefficient, rate; /* r */
    bool alternates;
};

struct curve {
    struct data data;
    double p, k, unit, round_off[MOST];
    struct part part[TERMS_OF_CURVE];
    struct limit limit;
};

/* After n steps of size h; without the terms that alternate where n is even. */
static double error_after(const struct curve *c, double n, double h, bool odd)
{
    double error = 0;

    for (size_t j = 0; j < TERMS_OF_CURVE; j++) {
        const struct part *t = c->part + j;
        const double grown = t->alternates ? odd : n * h * (1 + t->rate * n * h);

        error += t->coefficient * pow(h, t->order) * grown;
    }
    return error;
}

/* What an expansion has of it: the order of the leading term, and from which step on it is ten times the others. */
static struct limit expand(const struct curve *c)
{
    struct limit limit = expanded(c->p, 20, INFINITY);

    limit.term = (struct run_term){.power = (int)c->p + !c->part[0].alternates,
                                   .degree = !c->part[0].alternates,
                                   .coefficient = c->part[0].coefficient};
    for (size_t j = 1; j < TERMS_OF_CURVE; j++) {
        if (c->part[j].coefficient != 0)
            limit.at_data.leads_below = fmin(limit.at_data.leads_below,
                                             pow(fabs(c->part[0].coefficient / (10 * c->part[j].coefficient)),
                                                 1 / (c->part[j].order - c->p)));
    }
    limit.at_data.term = limit.term;
    return limit;
}

/* Of the order p, in powers of h^k, with `terms` terms. */
static struct curve draw(double p, bool symmetric, uint64_t *random)
{
    struct curve c = {.data.points = 5 + (size_t)uniform(random, 0, 4),
                      .data.symmetric = symmetric,
                      .p = p,
                      .k = symmetric ? 2 : 1,
                      .unit = pow(10, -uniform(random, 16, 60))};
    const double h0 = exp2(-uniform(random, 0, 4));
    const size_t terms = uniform(random, 0, 1) < 0.5 ? 2 : 3;

    for (size_t j = 0; j < terms; j++)
        c.part[j] = (struct part){p + (double)j * c.k,
                                  (uniform(random, 0, 1) < 0.5 ? -1 : 1) * pow(10, uniform(random, -12, 0)),
                                  uniform(random, -0.5, 0.5), uniform(random, 0, 1) < 0.3};
    for (size_t i = 0; i < MOST; i++) {
        c.data.h[i] = ldexp(h0, -(int)i);
        c.round_off[i] = uniform(random, -1, 1);
    }
    c.limit = expand(&c);
    return c;
}

static struct fit measure(struct curve *c, bool expanded)
{
    struct fit fit;

    for (size_t i = 0; i < c->data.points; i++) {
        const double h = c->data.h[i], odd = error_after(c, 1 / h, h, true),
                     even = error_after(c, 1 / h, h, false);

        c->data.floors[i] = c->unit * sqrt(ldexp(10, (int)i));
        c->data.errors[i] = fmax(fabs(odd), fabs(even)) + c->round_off[i] * c->data.floors[i];
        c->data.errors[i] = fabs(c->data.errors[i]);
    }
    fit = evidence_of(&c->data);
    fit.context.refinable = c->data.points < MOST;
    if (expanded)
        fit.order.limit = c->limit;
    fit.exact.error = c->data.errors[0];
    fit.exact.repeated = fit.exact.error; /* it does not fall */
    fit.exact.bits = 64;
    return fit;
}

/* What is asked for next; false when nothing is. */
static bool refine(struct curve *c, enum verdict_next next)
{
    if (next == VERDICT_NEXT_HALVINGS && c->data.points + 2 <= MOST)
        c->data.points += 2;
    else if (next == VERDICT_NEXT_BITS && c->unit > 1e-120)
        c->unit = ldexp(c->unit, -64);
    else
        return false;
    return true;
}

/* The verdict when nothing more is to be had; curves are refined alike. */
static struct verdict_outcome judge(struct curve c, struct curve other, const struct claim_on_fit *claim,
                                    bool expanded)
{
    struct verdict_outcome outcome;
    size_t round = 0;

    do {
        struct fit fit = measure(&c, expanded), witness;

        other.data.points = c.data.points;
        other.unit = c.unit;
        witness = measure(&other, expanded);
        fit.context.witness = verdict_refutes(&witness, claim)  ? VERDICT_WITNESS_REFUTES
                              : verdict_agrees(&witness, claim) ? VERDICT_WITNESS_AGREES
                                                                : VERDICT_WITNESS_UNDECIDED;
        outcome = verdict_decide(&fit, claim);
    } while (outcome.verdict == VERDICT_INCONCLUSIVE && round++ < ROUNDS && refine(&c, outcome.next));
    return outcome;
}

/* ---- many ---- */

struct counts {
    size_t all, wrong, inconclusive, held, true_claims;
};

static void count(const struct curve *c, const struct curve *other, bool expanded, struct counts *n)
{
    for (int d = -1; d <= 3; d++) {
        const struct claim_on_fit claims[] = {exactly(c->p + d), at_least(c->p + d)};

        for (size_t i = 0; i < 2; i++) {
            const enum verdict verdict = judge(*c, *other, claims + i, expanded).verdict;
            const bool is_true = i ? d <= 0 : d == 0;

            n->all++;
            n->wrong += verdict == (is_true ? VERDICT_REFUTED : VERDICT_HOLDS);
            n->inconclusive += verdict == VERDICT_INCONCLUSIVE;
            n->true_claims += is_true;
            n->held += is_true && verdict == VERDICT_HOLDS;
        }
    }
}

static void print(const char *what, const struct counts *n)
{
    print_message("# %s: %zu verdicts, %zu wrong, %zu inconclusive, %.1f %% of the true claims hold\n", what,
                  n->all, n->wrong, n->inconclusive, 100. * (double)n->held / (double)n->true_claims);
}

TEST(no_wrong_verdict_and_none_open)
{
    uint64_t random = seed();
    struct counts with[2] = {{0}}, without = {0};

    print_message("# seed %llu\n", (unsigned long long)random);
    for (size_t i = 0; i < CASES; i++) {
        const double p = floor(uniform(&random, 1, 13));
        const bool symmetric = i % 2;
        const struct curve c = draw(p, symmetric, &random), other = draw(p, symmetric, &random);
        struct counts *n = with + symmetric;

        count(&c, &other, true, n);
        if (n->wrong || n->inconclusive)
            fail_msg("case %zu: p = %g, k = %g, coefficients %g, %g, %g", i, c.p, c.k, c.part[0].coefficient,
                     c.part[1].coefficient, c.part[2].coefficient);
        if (i % 8 < 2)
            count(&c, &other, false, &without);
    }
    print("terms one order apart", with);
    print("terms two orders apart", with + 1);
    print("without the expansion", &without);
    assert_true(without.wrong > 0 && without.inconclusive > 0);
}

/* ---- by hand ---- */

/* 1e-8 h^2 + h^4 at steps from 1/4 on, of which the first leads below 1e-4. */
static struct fit two_orders(struct data *data, size_t points)
{
    struct fit fit;

    *data = two_terms(points, 1e-8, 2, 1e8, 2);
    fit = evidence_of(data);
    fit.context.witness = VERDICT_WITNESS_NONE;
    return fit;
}

static const struct limit small = {.status = LIMIT_ORDER,
                                   .order = 2,
                                   .known = 9,
                                   .term = {.power = 3, .degree = 1, .coefficient = 1e-8},
                                   .scale = 1,
                                   .at_data = {.order = 2, .leads_below = 3e-5}};

/* A coefficient below the claimed power refutes, on one set of data and whatever six steps show.  Controls: without it they
 * show order 4; what is claimed is no more. */
TEST(a_coefficient_refutes)
{
    struct data data;
    struct fit fit = two_orders(&data, 6);
    const struct claim_on_fit least = at_least(4), same = exactly(4), two = at_least(2), below = exactly(2);

    assert_int_equal(verdict_decide(&fit, &least).verdict, VERDICT_HOLDS);
    fit.order.limit = small;
    assert_int_equal(verdict_decide(&fit, &least).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &least).ground, GROUND_ORDER_POWER);
    assert_int_equal(verdict_decide(&fit, &same).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &below).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &below).ground, GROUND_ORDER_EXPANDED);
    assert_true(verdict_refutes(&fit, &least) && verdict_agrees(&fit, &below));
}

/* Zeros up to the claimed power make it hold, where slopes do not settle or are too few.  Controls: no expansion; one that is
 * zero in fewer powers than are claimed; runs that broke down. */
TEST(zeros_hold)
{
    struct data data = two_terms(5, 1, 4, -9, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit four = at_least(4), nine = at_least(9);

    assert_int_not_equal(fit.order.status, FIT_MEASURED);
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    fit.order.limit = expanded(4, 8, 1e-3);
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_HOLDS);
    fit.order.limit = (struct limit){.status = LIMIT_ZERO, .known = 10, .at_data.order = NAN};
    assert_int_equal(verdict_decide(&fit, &nine).verdict, VERDICT_HOLDS);
    fit.order.limit.known = 9;
    assert_int_not_equal(verdict_decide(&fit, &nine).verdict, VERDICT_HOLDS);
    fit.order.limit = expanded(4, 8, 0);
    fit.points.broken_step = "1/4"; /* the finest come to their end */
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_HOLDS);
    data.errors[4] = NAN;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    data.errors[4] = 1;
    fit.order.status = FIT_BROKE_DOWN;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
}

/* Errors of order 2 at steps at which a term of order 4 should lead, or of order 1: nothing is decided.  Controls: steps at
 * which it does not lead yet; claims that both are above or below. */
TEST(slopes_that_are_not_explained)
{
    struct data data = two_terms(6, 0.1, 2, 0, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit least = at_least(4), same = exactly(4), two = exactly(2), one = at_least(1),
                              below = at_least(2);

    fit.order.limit = expanded(4, 8, 1);
    assert_true(verdict_is_contradicted(&fit));
    assert_int_equal(verdict_decide(&fit, &least).ground, GROUND_ORDER_OTHER_LIMIT);
    assert_int_equal(verdict_decide(&fit, &same).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
    fit.order.limit.at_data.leads_below = 1e-6;
    assert_int_equal(verdict_decide(&fit, &least).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_REFUTED);
    fit.order.limit = expanded(1, 8, 1);
    assert_true(verdict_is_contradicted(&fit));
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &below).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &least).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
}

/* Errors that stop falling where a term of order 4 should lead, as those of an iteration that ends too early: they are not the
 * expansion's, and what is claimed of these runs is open.  Controls: steps at which the term does not lead yet, a claim below the
 * last slope, errors that pass through zero, such that fall faster, and
 * slopes that rose and never agreed. */
TEST(slopes_that_turn_away)
{
    struct data data = two_terms(6, 0.1, 4, 0, 1), crossing = two_terms(6, 0.1, 4, -20, 1),
                faster = two_terms(5, 1, 4, 9, 1);
    struct fit fit;
    const struct claim_on_fit four = at_least(4), same = exactly(4), one = at_least(1), five = at_least(5);

    for (size_t i = 0; i < data.points; i++)
        data.errors[i] += 2e-9;
    fit = evidence_of(&data);
    assert_int_equal(fit.order.status, FIT_NOT_ASYMPTOTIC);
    assert_true(fit.order.slopes[4] > 1.5 && fit.order.slopes[4] < 2);
    fit.order.limit = expanded(4, 8, 1);
    assert_true(verdict_is_contradicted(&fit) && verdict_disagrees(&fit));
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &four).ground, GROUND_ORDER_OTHER_LIMIT);
    assert_int_equal(verdict_decide(&fit, &same).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &five).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
    fit.order.limit.at_data.leads_below = 0; /* where two slopes show that the term led */
    assert_true(verdict_is_contradicted(&fit));
    fit.order.slopes[0] = fit.order.slopes[2] = 4.2;
    assert_false(verdict_is_contradicted(&fit));
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_HOLDS);
    fit.order.limit = (struct limit){.status = LIMIT_ZERO, .known = 8, .at_data.order = NAN};
    assert_true(verdict_is_contradicted(&fit));

    fit.order.limit = expanded(4, 8, 1);
    fit.order.slopes[0] = 3; /* they rise, as they do before they settle */
    assert_false(verdict_is_contradicted(&fit));
    for (size_t i = 1; i < 4; i++)
        fit.order.slopes[i] = 4; /* and agree */
    assert_true(verdict_is_contradicted(&fit));

    fit = evidence_of(&crossing);
    fit.order.limit = expanded(4, 8, 1);
    assert_int_equal(fit.order.status, FIT_NOT_ASYMPTOTIC);
    assert_false(verdict_is_contradicted(&fit));
    fit = evidence_of(&faster);
    fit.order.limit = expanded(4, 8, 1);
    assert_int_equal(fit.order.status, FIT_NOT_ASYMPTOTIC);
    assert_false(verdict_is_contradicted(&fit));
}

/* Data may be special: the runs are beside what the expansion has at the data, and not beside what it has at random states.
 * Errors of order 6 where these have 4 are explained.  Controls: they are not where the data have 4 too, unless the term comes
 * and goes with the number of steps; nor are errors of order 6 where the data have 8. */
TEST(special_data)
{
    struct data data = two_terms(6, 0.1, 6, 0, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit four = at_least(4), six = at_least(6);

    fit.order.limit = expanded(4, 10, 1);
    fit.order.limit.term.state = RUN_STATE_RANDOM;
    fit.order.limit.at_data.order = 6;
    assert_false(verdict_is_contradicted(&fit));
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &six).verdict, VERDICT_REFUTED);
    fit.order.limit.at_data.order = 8;
    assert_true(verdict_is_contradicted(&fit));
    fit.order.limit.at_data.order = NAN;
    assert_true(verdict_is_contradicted(&fit));
    fit.order.limit.at_data.order = 4;
    assert_true(verdict_is_contradicted(&fit));
    fit.order.limit.at_data.term.alternates = true;
    assert_false(verdict_is_contradicted(&fit));
}

/* Coefficients that prove an order, or that a defect is zero, and an expansion with a term below: one of them is wrong, and nothing
 * is decided, unless the runs show the term as well. */
TEST(coefficients_that_prove_otherwise)
{
    struct data data, low = two_terms(6, 0.1, 2, 0, 1), none = two_terms(6, 0, 4, 0, 1);
    struct fit fit = two_orders(&data, 6), shown = evidence_of(&low), zero = evidence_of(&none);
    const struct claim_on_fit four = at_least(4), exact_claim = exact();

    fit.order.limit = shown.order.limit = zero.order.limit = small;
    fit.order.limit.proved = shown.order.limit.proved = 4;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    assert_true(verdict_disagrees(&fit) && !verdict_refutes(&fit, &four));
    assert_int_equal(verdict_decide(&shown, &four).verdict, VERDICT_REFUTED);
    assert_true(verdict_disagrees(&shown));
    fit.order.status = FIT_TOO_FEW;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    zero.order.limit.term.state = RUN_STATE_RANDOM; /* beside which no run is */
    set_falls(&zero, true);
    zero.exact.elsewhere.left = NAN;
    assert_int_equal(verdict_decide(&zero, &exact_claim).verdict, VERDICT_REFUTED);
    zero.order.limit.proved = INT_MAX;
    assert_int_equal(verdict_decide(&zero, &exact_claim).ground, GROUND_OTHER_POWER);
    assert_true(verdict_disagrees(&zero));
}

/* A function of the state whose errors fall more slowly than those of the state contradicts them: but not where both have
 * expansions, beside which each stands, or where that of the state falls as slowly.  Controls: no expansion; one of the state
 * alone, of the order of its slopes. */
TEST(slopes_of_one_run_that_differ)
{
    struct data of_state = two_terms(6, 0.1, 4, 0, 1), of_energy = two_terms(6, 1e-12, 1, 0, 1);
    struct fit solution = evidence_of(&of_state), energy = evidence_of(&of_energy);

    assert_false(verdict_explains(&solution, &energy));
    solution.order.limit = expanded(4, 9, 1);
    assert_false(verdict_explains(&solution, &energy));
    energy.order.limit = expanded(1, 9, 1);
    assert_true(verdict_explains(&solution, &energy));
    energy.order.limit = (struct limit){.status = LIMIT_NONE};
    solution.order.limit = expanded(1, 9, 1e-5);
    assert_true(verdict_explains(&solution, &energy));
}

/* Of what is small slopes at small steps tell: they refute a method on two sets of data. */
TEST(slopes_at_small_steps)
{
    struct data data;
    struct fit fit = two_orders(&data, 6);
    const struct claim_on_fit four = at_least(4), two = at_least(2), here = exactly(4);

    fit.order.limit = (struct limit){.status = LIMIT_MEASURED, .order = 2};
    assert_int_equal(verdict_decide(&fit, &four).next, VERDICT_NEXT_WITNESS);
    fit.context.witness = VERDICT_WITNESS_REFUTES;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &here).verdict, VERDICT_INCONCLUSIVE);
    fit.order.limit.status = LIMIT_UNCERTAIN;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
}

/* What falls with the precision is zero only if the expansion has no coefficient for it: one below the last bit refutes, one
 * that should be seen leaves it open. */
TEST(zero_or_small)
{
    struct data data = two_terms(6, 0, 4, 0, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit zero = exact(), one = at_least(1), three = at_least(3);

    set_falls(&fit, true);
    assert_int_equal(verdict_decide(&fit, &zero).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &three).verdict, VERDICT_HOLDS);
    fit.order.limit = small;
    fit.order.limit.term.coefficient = 1;
    assert_int_equal(verdict_decide(&fit, &zero).ground, GROUND_OTHER_POWER);
    fit.order.limit.term.coefficient = fit.exact.error;
    assert_int_equal(verdict_decide(&fit, &zero).ground, GROUND_POWER);
    assert_int_equal(verdict_decide(&fit, &zero).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &three).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
}
