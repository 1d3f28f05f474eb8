/* The rule of harness/judge/verdict.h by hand: every branch, either side of every threshold.  Random cases are in
 * test_verdict_random.c. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict.h"

#include "reports/words.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"

static void check(const struct fit *evidence, struct claim_on_fit claim, enum verdict verdict,
                  enum verdict_reason reason, enum verdict_next next, int line)
{
    struct verdict_outcome outcome = verdict_decide(evidence, &claim);
    char sentence[WORDS_SENTENCE];

    sentence_of(sentence, sizeof sentence, evidence, &claim);
    if (outcome.verdict != verdict || outcome.reason != reason || outcome.next != next)
        fail_msg("line %d: %s, reason %s, next %s: %s", line, term_word(TERM_VERDICT, outcome.verdict),
                 term_word(TERM_REASON, outcome.reason), term_word(TERM_NEXT, outcome.next), sentence);
}

#define check_outcome(evidence, claim, verdict, reason, next)                                                \
    check(evidence, claim, VERDICT_##verdict, VERDICT_REASON_##reason, VERDICT_NEXT_##next, __LINE__)

/* ---- the rule, by hand ---- */

/* The interval of a pure power is 0.1 wide: tolerance 0.15, refuted from 0.55 away. */
TEST(holds_within_the_tolerance)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    check_outcome(&e, exactly(4), HOLDS, NONE, NOTHING);
    check_outcome(&e, exactly(4.149), HOLDS, NONE, NOTHING);
    check_outcome(&e, exactly(3.851), HOLDS, NONE, NOTHING);
    check_outcome(&e, at_least(4.149), HOLDS, NONE, NOTHING);
    check_outcome(&e, at_least(3.851), HOLDS, NONE, NOTHING);
    check_outcome(&e, exactly(4.151), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, at_least(4.151), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, exactly(3.849), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    check_outcome(&e, at_least(3.849), HOLDS, SUPERCONVERGENT, NOTHING);
    check_outcome(&e, exactly(NAN), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, at_least(NAN), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    /* A wider interval tolerates more. */
    e.order.low = 3.8, e.order.high = 4.1;
    check_outcome(&e, exactly(4.249), HOLDS, NONE, NOTHING);
    check_outcome(&e, exactly(4.251), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
}

TEST(refuted_below)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    check_outcome(&e, exactly(4.549), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, at_least(4.549), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, exactly(4.551), REFUTED, NONE, NOTHING);
    check_outcome(&e, at_least(4.551), REFUTED, NONE, NOTHING);
    /* The whole interval counts, not the order. */
    e.order.high = 4.2;
    check_outcome(&e, at_least(4.551), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
}

TEST(refuted_above_after_twelve_halvings)
{
    struct claim_on_fit two = exactly(2);
    struct data data = two_terms(12, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    assert_int_equal(verdict_halvings(&e), 11);
    check_outcome(&e, exactly(2), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    check_outcome(&e, at_least(2), HOLDS, SUPERCONVERGENT, NOTHING);
    data = two_terms(13, 0.1, 4, 0, 1);
    e = evidence_of(&data);
    check_outcome(&e, exactly(2), REFUTED, NONE, NOTHING);
    check_outcome(&e, exactly(3.449), REFUTED, NONE, NOTHING);
    assert_true(verdict_refutes(&e, &two));
    two = at_least(2);
    assert_false(verdict_refutes(&e, &two));
    check_outcome(&e, exactly(3.451), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    check_outcome(&e, at_least(2), HOLDS, SUPERCONVERGENT, NOTHING);
    /* Halvings into the floor are not evidence: bits are needed, not steps. */
    set_floor(&data, data.errors[11] / 50);
    e = evidence_of(&data);
    check_outcome(&e, exactly(2), INCONCLUSIVE, SUPERCONVERGENT, BITS);
}

TEST(a_refutation_takes_two)
{
    struct data data = two_terms(13, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    e.context.witness = VERDICT_WITNESS_NONE;
    check_outcome(&e, at_least(6), INCONCLUSIVE, TOO_FEW, WITNESS);
    check_outcome(&e, exactly(6), INCONCLUSIVE, TOO_FEW, WITNESS);
    check_outcome(&e, exactly(2), INCONCLUSIVE, SUPERCONVERGENT, WITNESS);
    check_outcome(&e, exactly(4), HOLDS, NONE, NOTHING);
    e.context.witness = VERDICT_WITNESS_UNDECIDED;
    check_outcome(&e, at_least(6), INCONCLUSIVE, PRE_ASYMPTOTIC, WITNESS);
    check_outcome(&e, exactly(2), INCONCLUSIVE, SUPERCONVERGENT, WITNESS);
    for (enum verdict_witness w = VERDICT_WITNESS_NONE; w <= VERDICT_WITNESS_UNDECIDED; w++) {
        struct claim_on_fit six = at_least(6), four = at_least(4);

        e.context.witness = w; /* a witness is judged without its own witness */
        assert_true(verdict_refutes(&e, &six));
        assert_false(verdict_refutes(&e, &four));
    }
}

TEST(without_budget)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    e.context.refinable = false;
    check_outcome(&e, exactly(2), INCONCLUSIVE, BUDGET, BUDGET);
    check_outcome(&e, exactly(4.3), INCONCLUSIVE, BUDGET, BUDGET);
    check_outcome(&e, exactly(6), REFUTED, NONE, NOTHING);
    check_outcome(&e, exactly(4), HOLDS, NONE, NOTHING);
    e.context.witness = VERDICT_WITNESS_NONE; /* other data are not refinement */
    check_outcome(&e, exactly(6), INCONCLUSIVE, TOO_FEW, WITNESS);
}

/* ---- no order ---- */

TEST(too_few_points)
{
    struct data data = two_terms(3, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    check_outcome(&e, at_least(4), INCONCLUSIVE, TOO_FEW, HALVINGS);
    data = two_terms(7, 0.1, 4, 0, 1);
    set_floor(&data, data.errors[2] / 100);
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), INCONCLUSIVE, FLOOR, BITS);
    e.floor.reference_error = data.floors[0] / 3;
    check_outcome(&e, at_least(4), INCONCLUSIVE, FLOOR, BITS);
    e.floor.reference_error = data.floors[0];
    check_outcome(&e, at_least(4), INCONCLUSIVE, REFERENCE_LIMITED, REFERENCE);
    e.context.refinable = false; /* a better reference is no refinement */
    check_outcome(&e, at_least(4), INCONCLUSIVE, REFERENCE_LIMITED, REFERENCE);
    e.floor.reference_error = 0;
    check_outcome(&e, at_least(4), INCONCLUSIVE, BUDGET, BUDGET);
}

TEST(runs_that_broke_down)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e;

    data.errors[2] = NAN;
    e = evidence_of(&data);
    check_outcome(&e, exactly(4), HOLDS, NONE, NOTHING);
    data.errors[4] = NAN;
    e = evidence_of(&data);
    check_outcome(&e, exactly(4), INCONCLUSIVE, BROKE_DOWN, HALVINGS);
    check_outcome(&e, at_least(9), INCONCLUSIVE, BROKE_DOWN, HALVINGS);
    e.context.refinable = false; /* smaller steps come to their end: with a larger budget */
    check_outcome(&e, at_least(9), INCONCLUSIVE, BROKE_DOWN, BUDGET);
    data.errors[6] = NAN; /* no budget helps */
    e = evidence_of(&data);
    check_outcome(&e, at_least(9), INCONCLUSIVE, BROKE_DOWN, HALVINGS);
    e.context.refinable = false;
    check_outcome(&e, at_least(9), INCONCLUSIVE, BROKE_DOWN, ENDING);
    e.context.refinable = e.context.fixed = true;
    check_outcome(&e, at_least(9), INCONCLUSIVE, BROKE_DOWN, ENDING);
}

TEST(nothing_to_decide)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    assert_int_equal(verdict_decide(&e, NULL).verdict, VERDICT_NONE);
    assert_false(verdict_refutes(&e, NULL));
    e.order.status = FIT_NOT_APPLICABLE;
    check_outcome(&e, at_least(4), NOT_APPLICABLE, NONE, NOTHING);
    e.order.status = FIT_MEASURED; /* numbers that are none neither hold nor refute */
    e.order.value = e.order.low = e.order.high = NAN;
    check_outcome(&e, at_least(4), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    check_outcome(&e, exactly(4), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
}

/* Zero at h = 0.0577, steps 0.0625 and 0.03125 around it.  The controls: two terms of one sign, and noise. */
TEST(sign_change)
{
    static const double noise[] = {1, 1.5, 0.6, 1.6, 0.5, 1.5, 0.6};
    struct data data = two_terms(6, 1, 2, -300, 2);
    struct fit e = evidence_of(&data);

    check_outcome(&e, exactly(2), INCONCLUSIVE, SIGN_CHANGE, HALVINGS);
    for (double root = 0.02; root < 0.2; root *= 1.1) { /* wherever it is, if three steps follow */
        for (size_t points = 4; points <= 8; points++) {
            data = two_terms(points, 0.1, 2, -1 / (root * root), 2);
            e = evidence_of(&data);
            if (e.order.status != FIT_NOT_ASYMPTOTIC || root < data.h[points - 3] || root > data.h[1])
                continue;
            check_outcome(&e, exactly(2), INCONCLUSIVE, SIGN_CHANGE, HALVINGS);
        }
    }
    for (double root = 0.02; root < 0.2; root *= 1.1) {
        data = two_terms(6, 0.1, 2, 1 / (root * root), 2);
        e = evidence_of(&data);
        if (e.order.status == FIT_NOT_ASYMPTOTIC)
            check_outcome(&e, exactly(2), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
    }
    data = two_terms(7, 0.1, 2, 0, 2);
    for (size_t i = 0; i < 7; i++)
        data.errors[i] *= noise[i];
    e = evidence_of(&data);
    check_outcome(&e, exactly(2), INCONCLUSIVE, PRE_ASYMPTOTIC, HALVINGS);
}

TEST(exact_errors)
{
    struct data data = two_terms(6, 0, 4, 0, 1);
    struct fit e = evidence_of(&data);

    check_outcome(&e, at_least(12), INCONCLUSIVE, FLOOR, BITS);
    set_falls(&e, true);
    check_outcome(&e, at_least(12), HOLDS, SUPERCONVERGENT, NOTHING);
    check_outcome(&e, exactly(4), INCONCLUSIVE, SUPERCONVERGENT, WITNESS);
    set_falls(&e, false);
    check_outcome(&e, at_least(12), INCONCLUSIVE, FLOOR, BITS);
    check_outcome(&e, exactly(4), INCONCLUSIVE, FLOOR, BITS);
    e.context.refinable = false;
    check_outcome(&e, at_least(12), INCONCLUSIVE, BUDGET, BUDGET);
}

/* ---- exact properties ---- */

/* The rule needs two precisions: neither an error at the floor nor an order decides without them. */
TEST(exact_needs_two_precisions)
{
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit claim = exact();

    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, BITS);
    assert_false(verdict_refutes(&e, &claim));
    assert_false(verdict_agrees(&e, &claim));
    set_falls(&e, true);
    check_outcome(&e, exact(), HOLDS, NONE, NOTHING);
    assert_true(verdict_agrees(&e, &claim));
    e.exact.bits = 63; /* too near to tell */
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, BITS);
    set_falls(&e, true);
    e.exact.repeated = NAN;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, BITS);
    e.exact.repeated = 1e-49, e.exact.error = INFINITY;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, BITS);
    data = two_terms(7, 0, 2, 0, 1);
    e = evidence_of(&data); /* zero at every step, and once more */
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, BITS);
    e.exact.bits = 64;
    check_outcome(&e, exact(), HOLDS, NONE, NOTHING);
    e.exact.repeated = 1e-60; /* zero by accident */
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, BITS);
}

/* Differences of neighbouring runs lose a third of the bits, and of those that are added as well. */
TEST(exact_by_the_bits_of_the_measure)
{
    static const char *const measures[] = {"bilinear_defect", "symplectic_defect", NULL};
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);

    for (int i = 0; i < 3; i++) {
        set_falls(&e, true);
        e.measure = measures[i] ? measure_find(NULL, measures[i]) : (struct measure_id){NULL};
        e.curve.bits = 128;
        for (int fall = 30; fall <= 60; fall++) {
            e.exact.repeated = ldexp(e.exact.error, -fall);
            assert_int_equal(verdict_falls(&e), fall >= (i ? 52 : 35)); /* 0.8 of 64, of 43 */
        }
    }
}

TEST(exact_is_refuted_by_an_order)
{
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit claim = exact();

    set_falls(&e, false);
    assert_true(verdict_refutes(&e, &claim));
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e.context.witness =
        VERDICT_WITNESS_NONE; /* as large with more bits: what is exact is so at every state */
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e.context.witness = VERDICT_WITNESS_AGREES;
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e.curve.alone = true;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    e.curve.alone = false;
    e.exact.repeated = e.exact.error / 4; /* it has an order, and may yet be something else */
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    e.context.witness = VERDICT_WITNESS_NONE;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    e.exact.repeated = e.exact.error * ldexp(1, -51); /* 2^-51.2 is asked of 64 bits */
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    e.exact.repeated = e.exact.error * ldexp(1, -52);
    check_outcome(&e, exact(), HOLDS, NONE, NOTHING);
    /* Of no order that can be measured: as large with more bits, or larger, it is not zero. */
    data = two_terms(6, 1, 2, -300, 2);
    e = evidence_of(&data);
    set_falls(&e, false);
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e.exact.repeated = 3.5 * e.exact.error;
    e.context.witness = VERDICT_WITNESS_NONE;
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    /* It falls, but not as round-off does: what the fit lacks. */
    e.exact.repeated = 0.49 * e.exact.error;
    check_outcome(&e, exact(), INCONCLUSIVE, SIGN_CHANGE, HALVINGS);
    data = two_terms(3, 0.1, 4, 0, 1);
    e = evidence_of(&data);
    set_falls(&e, false);
    e.exact.repeated = 0.49 * e.exact.error;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, HALVINGS);
    e.order.status = FIT_BROKE_DOWN;
    e.exact.bits = 0;
    check_outcome(&e, exact(), INCONCLUSIVE, BROKE_DOWN, HALVINGS);
    e.order.status = FIT_NOT_APPLICABLE;
    check_outcome(&e, exact(), NOT_APPLICABLE, NONE, NOTHING);
}

TEST(what_is_denied)
{
    struct claim_on_fit claim = {.kind = CLAIM_NOT_EXACT, .formula = "0"};
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);

    check_outcome(&e, claim, INCONCLUSIVE, TOO_FEW, BITS);
    set_falls(&e, false);
    check_outcome(&e, claim, HOLDS, NONE, NOTHING);
    set_falls(&e, true);
    check_outcome(&e, claim, REFUTED, NONE, NOTHING);
    e.context.witness = VERDICT_WITNESS_NONE;
    check_outcome(&e, claim, INCONCLUSIVE, TOO_FEW, WITNESS);
}

/* ---- above `at least p` ---- */

/* The errors of slopes given, finest last. */
static struct data from_slopes(size_t slopes, const double *slope)
{
    struct data data = {.points = slopes + 1, .symmetric = true};

    data.h[0] = 0.25;
    data.errors[0] = 1e-3;
    for (size_t i = 0; i < slopes; i++) {
        data.h[i + 1] = data.h[i] / 2;
        data.errors[i + 1] = data.errors[i] * exp2(-slope[i]);
    }
    return data;
}

TEST(superconvergence_that_rises)
{
    struct data data = from_slopes(5, (double[]){4.1, 4.1, 4.14, 4.55, 4.55});
    struct fit e = evidence_of(&data);

    e.context.witness = VERDICT_WITNESS_NONE; /* as before a zero of an error of order 2 */
    check_outcome(&e, at_least(4), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    e.context.witness = VERDICT_WITNESS_UNDECIDED;
    check_outcome(&e, at_least(4), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    e.context.witness = VERDICT_WITNESS_AGREES;
    check_outcome(&e, at_least(4), HOLDS, SUPERCONVERGENT, NOTHING);
    e.context.refinable = false;
    e.context.witness = VERDICT_WITNESS_NONE;
    check_outcome(&e, at_least(4), INCONCLUSIVE, SUPERCONVERGENT, WITNESS);
    check_outcome(&e, at_least(4.5), HOLDS, NONE, NOTHING); /* not above it */
    /* Rising to the limit from below, falling to it from above, and level. */
    data = from_slopes(5, (double[]){2, 3.4, 4.3, 4.5, 4.55});
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), HOLDS, SUPERCONVERGENT, NOTHING);
    data = from_slopes(5, (double[]){6, 5.2, 4.8, 4.6, 4.55});
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), HOLDS, SUPERCONVERGENT, NOTHING);
    data = from_slopes(4, (double[]){4.51, 4.5, 4.54, 4.55});
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), HOLDS, SUPERCONVERGENT, NOTHING);
    data = from_slopes(4, (double[]){4.51, 4.5, 4.56, 4.57});
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
    data = from_slopes(3, (double[]){4.5, 4.5, 4.5}); /* four points do not show it */
    e = evidence_of(&data);
    check_outcome(&e, at_least(4), INCONCLUSIVE, SUPERCONVERGENT, HALVINGS);
}

TEST(agreement)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit two = at_least(2), four = exactly(4.1), other = exactly(2), five = at_least(5);

    assert_true(verdict_agrees(&e, &two) && verdict_agrees(&e, &four));
    assert_false(verdict_agrees(&e, &other) || verdict_agrees(&e, &five) || verdict_agrees(&e, NULL));
    data = two_terms(6, 0, 4, 0, 1);
    e = evidence_of(&data);
    assert_false(verdict_agrees(&e, &two));
    set_falls(&e, true);
    assert_true(verdict_agrees(&e, &two));
    assert_false(verdict_agrees(&e, &four));
}

/* ---- a floor of its own ---- */

TEST(a_floor_of_its_own)
{
    struct claim_on_fit denied = exact();
    struct fit e = evidence_alone(1e-13, 1e-14, VERDICT_WITNESS_NONE);

    denied.kind = CLAIM_NOT_EXACT;
    check_outcome(&e, exact(), HOLDS, NONE, NOTHING);
    check_outcome(&e, denied, INCONCLUSIVE, FLOOR, POINTS); /* what is denied may lie below the floor */
    e = evidence_alone(1.01e-13, 1e-14, VERDICT_WITNESS_NONE);
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    check_outcome(&e, denied, HOLDS, NONE, NOTHING);
    /* Other initial data that exist have to refute too. */
    e = evidence_alone(1e-3, 1e-14, VERDICT_WITNESS_REFUTES);
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e = evidence_alone(1e-3, 1e-14, VERDICT_WITNESS_AGREES);
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    e = evidence_alone(1e-3, 1e-14, VERDICT_WITNESS_NONE);
    e.context.decides_alone = false;
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, WITNESS);
    /* A large floor says nothing, and none either. */
    e = evidence_alone(1e-3, 1e-6, VERDICT_WITNESS_NONE);
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e = evidence_alone(1e-3, 1.01e-6, VERDICT_WITNESS_NONE);
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, POINTS);
    check_outcome(&e, denied, INCONCLUSIVE, FLOOR, POINTS);
    e = evidence_alone(1e-3, NAN, VERDICT_WITNESS_NONE);
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, POINTS);
    e = evidence_alone(NAN, 1e-14, VERDICT_WITNESS_NONE);
    check_outcome(&e, exact(), INCONCLUSIVE, TOO_FEW, POINTS);
    /* Exact takes all three: its floor, that of half of the points, and that of more bits, which alone refutes. */
    e = evidence_alone(1e-13, 1e-14, VERDICT_WITNESS_NONE);
    e.exact.coarse_excess = 10.1;
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, POINTS);
    e.exact.coarse_excess = NAN;
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, POINTS);
    e = evidence_alone(1e-13, 1e-14, VERDICT_WITNESS_NONE);
    e.exact.repeated = NAN;
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, POINTS);
    e.exact.repeated = 1e-14; /* a thousand times its floor */
    check_outcome(&e, exact(), REFUTED, NONE, NOTHING);
    e = evidence_alone(1e-10, 1e-14, VERDICT_WITNESS_NONE);
    e.exact.repeated = 0;
    check_outcome(&e, exact(), INCONCLUSIVE, FLOOR, POINTS);
    check_outcome(&e, denied, INCONCLUSIVE, FLOOR, POINTS);
    assert_true(verdict_has_own_floor(measure_find(NULL, "poincare_2:printed")));
    assert_false(verdict_has_own_floor(measure_find(NULL, "energy_error")) ||
                 verdict_has_own_floor((struct measure_id){NULL}));
}
