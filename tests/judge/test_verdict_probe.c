/* Verdicts with the local probe: the order of what was measured is that of the leading term however small it is, or
 * there is no verdict.
 *
 * e(h) = |sum c_j h^(p + j k)| + round-off of two or three terms, whose coefficients of either sign lie anywhere within
 * twelve decades, has the order p; the probe says p or p + 1.  The steps are halved and bits added as verdicts ask for
 * it, as a study would.  The control: without the probe some of the same verdicts are wrong.  Where the next term is of
 * order p + 1 (k = 1), which the probe cannot tell from p, wrong ones are counted and printed, not forbidden. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict.h"

#include "tests/fixtures/judge/random_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"

enum { CASES = 20000, TERMS_OF_CURVE = 3, ROUNDS = 8 };

/* ---- one curve ---- */

struct curve {
    struct data data;
    double p, k, coefficient[TERMS_OF_CURVE], unit, round_off[MOST];
};

static struct curve draw(uint64_t *random)
{
    struct curve c = {.data.points = 5 + (size_t)uniform(random, 0, 4),
                      .data.symmetric = uniform(random, 0, 1) < 0.5,
                      .p = floor(uniform(random, 1, 9)),
                      .unit = pow(10, -uniform(random, 16, 60))};
    const double h0 = exp2(-uniform(random, 0, 4));
    const size_t terms = uniform(random, 0, 1) < 0.5 ? 2 : 3;

    c.k = c.data.symmetric ? 2 : 1;
    for (size_t j = 0; j < terms; j++)
        c.coefficient[j] = (uniform(random, 0, 1) < 0.5 ? -1 : 1) * pow(10, uniform(random, -12, 0));
    for (size_t i = 0; i < MOST; i++) {
        c.data.h[i] = ldexp(h0, -(int)i);
        c.round_off[i] = uniform(random, -1, 1);
    }
    return c;
}

/* The same method on other initial data. */
static struct curve draw_other(const struct curve *curve, uint64_t *random)
{
    struct curve other = draw(random);

    other.p = curve->p;
    other.k = curve->k;
    other.data.symmetric = curve->data.symmetric;
    return other;
}

static struct fit measure(struct curve *c, bool probed)
{
    struct fit fit;

    for (size_t i = 0; i < c->data.points; i++) {
        double error = 0;

        for (size_t j = 0; j < TERMS_OF_CURVE; j++)
            error += c->coefficient[j] * pow(c->data.h[i], c->p + (double)j * c->k);
        c->data.floors[i] = c->unit * sqrt(ldexp(10, (int)i));
        c->data.errors[i] = fabs(error + c->round_off[i] * c->data.floors[i]);
    }
    fit = evidence_of(&c->data);
    fit.refinable = c->data.points < MOST;
    if (probed)
        fit.probe = (struct probe){PROBE_ORDER, c->p, c->p + 1};
    fit.exact_error = c->data.errors[0];
    fit.exact_repeated = fit.exact_error; /* it does not fall */
    fit.exact_bits = 64;
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
        fit.witness = verdict_refutes(&witness, claim)  ? VERDICT_WITNESS_REFUTES
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

static void count(const struct curve *c, const struct curve *other, bool probed, struct counts *n)
{
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

TEST(no_wrong_verdict_with_the_probe)
{
    uint64_t random = seed();
    struct counts with = {0}, without = {0}, near = {0};

    print_message("# seed %llu\n", (unsigned long long)random);
    for (size_t i = 0; i < CASES; i++) {
        const struct curve c = draw(&random), other = draw_other(&c, &random);

        count(&c, &other, true, c.k > 1 ? &with : &near);
        if (with.wrong)
            fail_msg("case %zu: p = %g, k = %g, coefficients %g, %g, %g", i, c.p, c.k, c.coefficient[0],
                     c.coefficient[1], c.coefficient[2]);
        if (i % 4 == 0)
            count(&c, &other, false, &without);
    }
    print_message(
        "# with the probe: %zu verdicts, none wrong, %.1f %% inconclusive, %.1f %% of the true claims "
        "hold\n# without it: %zu verdicts, %zu wrong, %.1f %% inconclusive\n",
        with.all, 100. * (double)with.inconclusive / (double)with.all,
        100. * (double)with.held / (double)with.true_claims, without.all, without.wrong,
        100. * (double)without.inconclusive / (double)without.all);
    print_message("# where the next term is one order higher: %zu verdicts, %zu wrong\n", near.all,
                  near.wrong);
    assert_true(without.wrong > 0);
    assert_true(with.held * 3 > with.true_claims); /* a rule that decides nothing is never wrong */
}

/* ---- by hand ---- */

static struct verdict_outcome judge_small(size_t points, bool probed, double order)
{
    struct data data = two_terms(points, 1e-8, 2, 1e8, 2);
    struct fit fit = evidence_of(&data);
    const struct claim_on_fit claim = exactly(order);

    if (probed)
        fit.probe = (struct probe){PROBE_ORDER, 2, 2};
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
    fit.probe = (struct probe){PROBE_ORDER, 3, 4};
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_REFUTED);
    fit.probe = (struct probe){.status = PROBE_ZERO};
    assert_int_equal(verdict_decide(&fit, &two).verdict, VERDICT_INCONCLUSIVE);
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
    fit.probe = (struct probe){PROBE_ORDER, 2, 2};
    assert_int_equal(verdict_decide(&fit, &zero).reason, VERDICT_REASON_FLOOR);
    assert_int_equal(verdict_decide(&fit, &three).reason, VERDICT_REASON_FLOOR);
    assert_int_equal(verdict_decide(&fit, &one).verdict, VERDICT_HOLDS);
}
