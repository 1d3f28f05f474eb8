/* The rule of harness/judge/verdict.h in double, where refinement adds neither steps nor bits; the rest of it is in
 * test_verdict.c. */
#include "tests/fixtures/test.h"

#include <string.h>

#include "harness/judge/verdict.h"
#include "harness/judge/verdict_in_double.h"

#include "tests/fixtures/judge/verdict_fixture.h"

static void check(const struct fit *evidence, struct claim_on_fit claim, enum verdict_reason reason,
                  enum verdict_next next, int line)
{
    const struct verdict_outcome outcome = verdict_decide(evidence, &claim);

    if (outcome.verdict != VERDICT_INCONCLUSIVE || outcome.reason != reason || outcome.next != next)
        fail_msg("line %d: %s, reason %s, next %s", line, term_word(TERM_VERDICT, outcome.verdict),
                 term_word(TERM_REASON, outcome.reason), term_word(TERM_NEXT, outcome.next));
}

#define check_open(evidence, claim, reason, next)                                                            \
    check(evidence, claim, VERDICT_REASON_##reason, VERDICT_NEXT_##next, __LINE__)

/* In double refinement adds nothing, whatever the budget: the reason is what it is. */
TEST(in_double)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);

    e.fixed = true;
    check_open(&e, exactly(4.3), PRE_ASYMPTOTIC, STEPS);
    e.refinable = false;
    check_open(&e, exactly(4.3), PRE_ASYMPTOTIC, STEPS);
    set_floor(&data, data.errors[2] / 100);
    e = evidence_of(&data);
    e.fixed = true;
    check_open(&e, at_least(4), FLOOR, STEPS);
    e.alone = true; /* nor are there more bits to be had */
    check_open(&e, exact(), FLOOR, NOTHING);
}

/* Noise far above the floor that does not fall: no smaller step takes it away. */
TEST(stalled)
{
    static const double noise[] = {1, 0.96, 1.04, 0.96, 1.02};
    struct data data = two_terms(8, 0.1, 4, 0, 1);
    struct fit e;

    for (size_t k = 0; k < 5; k++)
        data.errors[3 + k] = data.errors[3] * noise[k];
    e = evidence_of(&data);
    check_open(&e, at_least(4), PRE_ASYMPTOTIC, HALVINGS);
    e.fixed = true;
    check_open(&e, at_least(4), STALLED, NOTHING);
    e.refinable = e.fixed = false;
    check_open(&e, at_least(4), STALLED, NOTHING);
    data.errors[7] = 0.9 * data.errors[5] / 2; /* control: it fell */
    e = evidence_of(&data);
    e.fixed = true;
    check_open(&e, at_least(4), SIGN_CHANGE, STEPS);
    set_floor(&data, data.errors[3] / 50); /* control: near the floor */
    e = evidence_of(&data);
    e.fixed = true;
    check_open(&e, at_least(4), FLOOR, STEPS);
}

/* What a method in double alone does in steps larger than h0 says nothing of what it claims to be exact. */
TEST(larger_steps)
{
    struct data data = two_terms(7, 0, 4, 0, 1);
    struct fit e;
    struct claim_on_fit claim = exact();

    data.errors[0] = 0.1;
    set_floor(&data, 1e-16);
    e = evidence_of(&data);
    e.alone = e.fixed = true;
    e.floor_origin = FLOOR_BY_DATA;
    assert_true(verdict_refutes(&e, &claim));
    e.coarser = 1;
    assert_false(verdict_refutes(&e, &claim));
}

/* Errors of Fehlberg's method of order 8 (Kepler's problem, e = 0.6): the slopes have not settled where round-off begins. */
TEST(rooted_trees)
{
    static const double errors[] = {1.09e-3, 7.94e-6, 5.09e-8, 1.98e-10, 7.1e-13, 2.8e-15, 8.3e-15};
    const struct claim_on_fit eight = at_least(8), seven = at_least(7), nine = at_least(9), just = exactly(8);
    struct data data = two_terms(7, 1, 8, 0, 1);
    struct fit e;

    memcpy(data.errors, errors, sizeof errors);
    set_floor(&data, 1e-14);
    e = evidence_of(&data);
    e.alone = e.fixed = true;
    check_open(&e, eight, SIGN_CHANGE, STEPS); /* control: nothing is known of trees */
    e.trees = 8;
    assert_int_equal(verdict_decide(&e, &eight).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&e, &seven).verdict, VERDICT_HOLDS);
    check_open(&e, nine, SIGN_CHANGE, STEPS);
    check_open(&e, just, SIGN_CHANGE, STEPS);
    e.alone = false; /* with more bits runs decide */
    check_open(&e, eight, SIGN_CHANGE, STEPS);
    set_floor(&data, 1e-9); /* two errors are not enough */
    e = evidence_of(&data);
    e.alone = e.fixed = true;
    e.trees = 8;
    check_open(&e, eight, FLOOR, STEPS);
}

/* Errors that fall more slowly than trees let them, all the way or at its end, have something that trees do not show. */
TEST(against_rooted_trees)
{
    static const double errors[2][5] = {{1e-2, 1e-4, 2e-6, 1e-8, 2e-10}, {1e-1, 1e-6, 4e-9, 2e-11, 1e-12}};
    const struct claim_on_fit claim = at_least(8);

    for (int i = 0; i < 2; i++) {
        struct data data = two_terms(5, 1, 8, 0, 1);
        struct fit e;

        memcpy(data.errors, errors[i], sizeof errors[i]);
        set_floor(&data, 1e-15);
        e = evidence_of(&data);
        e.alone = e.fixed = true;
        e.trees = 8;
        assert_int_equal(verdict_decide(&e, &claim).verdict, VERDICT_INCONCLUSIVE);
    }
}

/* What a solver with the tolerance 1e-10 leaves of the symmetry of Gauss with two stages: as large from step to step,
 * and none of round-off, but nothing against the method. */
TEST(tolerance_of_a_solver)
{
    static const double left[] = {3.2e-11, 4.4e-13, 1.7e-13, 1.3e-12, 1.7e-12, 5.6e-15, 2.1e-16};
    const struct claim_on_fit claim = exact();
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    struct fit e;

    set_floor(&data, 1.1e-16);
    e = evidence_of(&data);
    e.alone = e.fixed = true;
    e.floor_origin = FLOOR_BY_DATA;
    assert_true(verdict_refutes(&e, &claim)); /* control: it falls as the order says */
    for (size_t k = 0; k < 7; k++)
        data.errors[k] = left[k];
    assert_false(verdict_refutes(&e, &claim));
    check_open(&e, claim, STALLED, NOTHING);
    for (size_t k = 0; k < 7; k++) /* control: no tolerance is as large as that */
        data.errors[k] = 1e6 * left[k];
    assert_true(verdict_refutes(&e, &claim));
    for (size_t k = 0; k < 7; k++) /* control: one halving does not tell */
        data.errors[k] = k ? 0 : left[0];
    assert_false(verdict_refutes(&e, &claim));
}
