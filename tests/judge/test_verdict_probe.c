/* Verdicts with the local probe: the order of what was measured is that of the leading term however small it is, or
 * there is no verdict.
 *
 * The error after n steps of size h is a sum of two or three terms of the orders p, p + k, p + 2 k, whose coefficients
 * of either sign lie anywhere within twelve decades, and round-off:
 *
 *     c h^q n h (1 + r n h)     the errors c h^(q + 1) of the steps add up
 *     c h^q (n odd)             those of neighbouring steps cancel
 *
 * The study sees the largest at the time 1, the probe the first steps at small h: both see the same error, and nothing
 * else tells the probe the order p.  The steps are halved and bits added as verdicts ask for it, as a study would.
 * The control: without the probe some of the same verdicts are wrong. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict.h"
#include "measures/step/local_probe.h"

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
    struct probe probe;
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

static double logarithm(double error, double floor)
{
    return log2(fmax(fabs(error), ldexp(1, (int)floor - 16))); /* round-off */
}

/* What the probe finds. */
static struct probe ask(const struct curve *c)
{
    double error[LOCAL_PROBE_STEPS], early[LOCAL_PROBE_STEPS], late[LOCAL_PROBE_STEPS], order;
    const double floor = 16 - LOCAL_PROBE_BITS;

    for (int k = 0; k < LOCAL_PROBE_STEPS; k++) {
        const double h = ldexp(1, -(LOCAL_PROBE_FIRST + LOCAL_PROBE_SPACING * k));
        double after[LOCAL_PROBE_RUN + 1], largest = 0;

        for (int n = 1; n <= LOCAL_PROBE_RUN; n++) {
            after[n] = error_after(c, n, h, n % 2);
            largest = fmax(largest, fabs(after[n]));
        }
        error[k] = logarithm(largest, floor);
        early[k] = logarithm(after[LOCAL_PROBE_RUN / 2] - after[LOCAL_PROBE_RUN / 4], floor);
        late[k] = logarithm(after[LOCAL_PROBE_RUN] - after[LOCAL_PROBE_RUN / 2], floor);
    }
    order = local_probe_run_order(error, early, late, floor);
    return (struct probe){isfinite(order) ? PROBE_ORDER : PROBE_UNCERTAIN, order};
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
    c.probe = ask(&c);
    return c;
}

static struct fit measure(struct curve *c, bool probed)
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
    if (probed)
        fit.order.probe = c->probe;
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
                                    bool probed)
{
    struct verdict_outcome outcome;
    size_t round = 0;

    do {
        struct fit fit = measure(&c, probed), witness;

        other.data.points = c.data.points;
        other.unit = c.unit;
        witness = measure(&other, probed);
        fit.context.witness = verdict_refutes(&witness, claim)  ? VERDICT_WITNESS_REFUTES
                              : verdict_agrees(&witness, claim) ? VERDICT_WITNESS_AGREES
                                                                : VERDICT_WITNESS_UNDECIDED;
        outcome = verdict_decide(&fit, claim);
    } while (outcome.verdict == VERDICT_INCONCLUSIVE && round++ < ROUNDS && refine(&c, outcome.next));
    return outcome;
}

/* ---- many ---- */

struct counts {
    size_t all, wrong, inconclusive, held, true_claims, curves, known;
};

static void count(const struct curve *c, const struct curve *other, bool probed, struct counts *n)
{
    n->curves++;
    n->known += c->probe.status == PROBE_ORDER;
    for (int d = -1; d <= 3; d++) {
        const struct claim_on_fit claims[] = {exactly(c->p + d), at_least(c->p + d)};

        for (size_t i = 0; i < 2; i++) {
            const enum verdict verdict = judge(*c, *other, claims + i, probed).verdict;
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
    print_message("# %s: %zu verdicts, %zu wrong, %.1f %% inconclusive, %.1f %% of the true claims hold; of "
                  "%.1f %% of the "
                  "curves the probe knows the order\n",
                  what, n->all, n->wrong, 100. * (double)n->inconclusive / (double)n->all,
                  100. * (double)n->held / (double)n->true_claims,
                  100. * (double)n->known / (double)n->curves);
}

TEST(no_wrong_verdict_with_the_probe)
{
    uint64_t random = seed();
    struct counts with[2] = {{0}}, without = {0};

    print_message("# seed %llu\n", (unsigned long long)random);
    for (size_t i = 0; i < CASES; i++) {
        const double p = floor(uniform(&random, 1, 13));
        const bool symmetric = i % 2;
        const struct curve c = draw(p, symmetric, &random), other = draw(p, symmetric, &random);
        struct counts *n = with + symmetric;

        assert_true(c.probe.status != PROBE_ORDER || fabs(c.probe.order - p) < 0.05);
        count(&c, &other, true, n);
        if (n->wrong)
            fail_msg("case %zu: p = %g, k = %g, coefficients %g, %g, %g", i, c.p, c.k, c.part[0].coefficient,
                     c.part[1].coefficient, c.part[2].coefficient);
        if (i % 8 < 2)
            count(&c, &other, false, &without);
    }
    print("terms one order apart", with);
    print("terms two orders apart", with + 1);
    print("without the probe", &without);
    assert_true(without.wrong > 0);
    for (size_t k = 0; k < 2; k++) /* a rule that decides nothing is never wrong */
        assert_true(with[k].held * 3 > with[k].true_claims && with[k].known * 10 > with[k].curves * 9);
}

/* ---- by hand ---- */

static struct verdict_outcome judge_small(size_t points, bool probed, double order)
{
    struct data data = two_terms(points, 1e-8, 2, 1e8, 2);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit claim = exactly(order);

    if (probed)
        fit.order.probe = (struct probe){PROBE_ORDER, 2};
    return verdict_decide(&fit, &claim);
}

/* A leading term of 1e-8 h^2 under one of h^4: whatever is claimed, the order is 2 or not known.  The control: six steps
 * alone say 4. */
TEST(the_same_data_have_one_order)
{
    for (double order = 2; order <= 4; order += 2) {
        assert_int_equal(judge_small(6, true, order).verdict, VERDICT_INCONCLUSIVE);
        assert_int_equal(judge_small(6, true, order).reason, VERDICT_REASON_PRE_ASYMPTOTIC);
        assert_int_equal(judge_small(6, true, order).next, VERDICT_NEXT_HALVINGS);
    }
    assert_int_equal(judge_small(20, true, 2).verdict, VERDICT_HOLDS);
    assert_int_equal(judge_small(20, true, 4).verdict, VERDICT_REFUTED);
    assert_int_equal(judge_small(6, false, 4).verdict, VERDICT_HOLDS);
}

/* An order that the probe has, too, needs neither 12 halvings nor settled slopes. */
TEST(an_order_that_agrees)
{
    struct data data = two_terms(6, 0.1, 4, 0, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit two = exactly(2);

    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
    fit.order.probe = (struct probe){PROBE_ORDER, 4};
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_REFUTED);
    fit.order.probe = (struct probe){.status = PROBE_ZERO};
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
}

/* A method that claims order 4 and has a leading term of 1e-8 h^2 is refuted on two sets of data, whatever six steps show.
 * Controls: a claim on these steps alone, an order that is no lower, a probe that is not certain. */
TEST(an_order_that_falls_refutes_a_method)
{
    struct data data = two_terms(6, 1e-8, 2, 1e8, 2);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit four = at_least(4), two = at_least(2), here = exactly(4);

    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_HOLDS);
    fit.order.probe = (struct probe){PROBE_ORDER, 2};
    fit.context.witness = VERDICT_WITNESS_NONE;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &four).next, VERDICT_NEXT_WITNESS);
    assert_true(verdict_refutes(&fit, &four));
    fit.context.witness = VERDICT_WITNESS_REFUTES;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(verdict_decide(&fit, &here).verdict, VERDICT_INCONCLUSIVE);
    fit.order.probe.status = PROBE_UNCERTAIN;
    assert_int_equal(verdict_decide(&fit, &four).verdict, VERDICT_INCONCLUSIVE);
}

/* What falls with the precision is zero only if the probe has no order for it. */
TEST(zero_or_small)
{
    struct data data = two_terms(6, 0, 4, 0, 1);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit zero = exact(), one = at_least(1), three = at_least(3);

    set_falls(&fit, true);
    assert_int_equal(verdict_decide(&fit, &zero).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&fit, &three).verdict, VERDICT_HOLDS);
    fit.order.probe = (struct probe){PROBE_ORDER, 2};
    assert_int_equal(verdict_decide(&fit, &zero).reason, VERDICT_REASON_FLOOR);
    assert_int_equal(verdict_decide(&fit, &three).verdict, VERDICT_REFUTED);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
}
