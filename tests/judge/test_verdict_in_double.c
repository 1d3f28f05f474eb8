/* The rule of harness/judge/verdict.h in double, where refinement adds neither steps nor bits; the rest of it is in
 * test_verdict.c. */
#include "tests/fixtures/test.h"

#include <string.h>

#include "harness/judge/unsettled.h"
#include "harness/judge/verdict.h"
#include "harness/judge/verdict_in_double.h"

#include "tests/fixtures/judge/random_fixture.h"
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

    e.context.fixed = true;
    check_open(&e, exactly(4.3), PRE_ASYMPTOTIC, STEPS);
    e.context.refinable = false;
    check_open(&e, exactly(4.3), PRE_ASYMPTOTIC, STEPS);
    set_floor(&data, data.errors[2] / 100);
    e = evidence_of(&data);
    e.context.fixed = true;
    check_open(&e, at_least(4), FLOOR, STEPS);
    e.curve.alone = true; /* nor are there more bits to be had */
    check_open(&e, exact(), FLOOR, NOTHING);
}

/* Noise far above the floor that does not fall: no smaller step takes it away. */
TEST(stalled)
{
    static const double noise[] = {1, 0.96, 1.04, 0.96, 1.02};
    struct data data = two_terms(8, 0.1, 4, 0, 1);
    struct fit e;

    data.errors[0] *= 1.3; /* of no order yet */
    for (size_t k = 0; k < 5; k++)
        data.errors[3 + k] = data.errors[3] * noise[k];
    e = evidence_of(&data);
    check_open(&e, at_least(4), PRE_ASYMPTOTIC, HALVINGS);
    e.context.fixed = true;
    check_open(&e, at_least(4), STALLED, NOTHING);
    e.context.refinable = e.context.fixed = false;
    check_open(&e, at_least(4), STALLED, NOTHING);
    data.errors[7] = 0.9 * data.errors[5] / 2; /* control: it fell */
    e = evidence_of(&data);
    e.context.fixed = true;
    check_open(&e, at_least(4), SIGN_CHANGE, STEPS);
    set_floor(&data, data.errors[3] / 50); /* control: near the floor */
    e = evidence_of(&data);
    e.context.fixed = true;
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
    e.curve.alone = e.context.fixed = true;
    e.floor.origin = FLOOR_BY_DATA;
    assert_true(verdict_refutes(&e, &claim));
    e.points.coarser = 1;
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
    e.curve.alone = e.context.fixed = true;
    check_open(&e, eight, SIGN_CHANGE, STEPS); /* control: nothing is known of trees */
    e.order.trees = 8;
    assert_int_equal(verdict_decide(&e, &eight).verdict, VERDICT_HOLDS);
    assert_int_equal(verdict_decide(&e, &seven).verdict, VERDICT_HOLDS);
    check_open(&e, nine, SIGN_CHANGE, STEPS);
    check_open(&e, just, SIGN_CHANGE, STEPS);
    e.curve.alone = false; /* with more bits runs decide */
    check_open(&e, eight, SIGN_CHANGE, STEPS);
    set_floor(&data, 1e-9); /* two errors are not enough */
    e = evidence_of(&data);
    e.curve.alone = e.context.fixed = true;
    e.order.trees = 8;
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
        e.curve.alone = e.context.fixed = true;
        e.order.trees = 8;
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
    e.curve.alone = e.context.fixed = true;
    e.floor.origin = FLOOR_BY_DATA;
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

/* What a splitting for Lotka and Volterra's equations, symplectic on p = theta(q), leaves of dq dp around it, where the floor
 * of the differences is high: no tolerance leaves as much as half of what is to be kept at every step. */
TEST(nothing_is_kept)
{
    static const double left[] = {0.683, 0.490, 0.525, 0.823, 3.03, 6.01, 12.0, 24.0};
    const struct claim_on_fit claim = exact();
    struct data data = two_terms(8, 0.1, 4, 0, 1);
    struct fit e;

    set_floor(&data, 5.5e-8);
    e = evidence_of(&data);
    e.curve.alone = e.context.fixed = true;
    e.floor.origin = FLOOR_BY_DATA;
    memcpy(data.errors, left, sizeof left);
    assert_true(verdict_refutes(&e, &claim));
    data.errors[2] = 0.09; /* control: at one step most of it is kept */
    assert_false(verdict_refutes(&e, &claim));
    check_open(&e, claim, STALLED, NOTHING);
    for (size_t k = 0; k < 8; k++) /* control: where the floor is as large it says nothing */
        data.errors[k] = left[k];
    set_floor(&data, 1e-3);
    assert_false(verdict_refutes(&e, &claim));
}

/* What a method in double alone left of what it claims to be exact, in ten steps of which three are larger than h0. */
static struct fit evidence_left(struct data *data, const double *left, double floor)
{
    struct fit e;

    *data = two_terms(10, 0, 4, 0, 1);
    memcpy(data->errors, left, 10 * sizeof *left);
    set_floor(data, floor);
    e = evidence_of(data);
    e.points.coarser = 3;
    e.curve.alone = e.context.fixed = true;
    e.floor.origin = FLOOR_BY_DATA;
    return e;
}

/* The two-form of a leapfrog whose steps end with a rotation by h^3/1000 (double pendulum): it does not fall at the
 * largest steps, where the next term is as large, and as h^2 from there on. */
TEST(power_of_the_step)
{
    static const double left[] = {NAN,     2.42e-5, 2.31e-5, 5.62e-6, 1.39e-6,
                                  3.45e-7, 8.54e-8, 2.14e-8, 2.9e-9,  1.9e-9};
    static const struct {
        int first; /* of the two values that are others */
        double changed[2], floor;
        bool refutes;
    } rows[] = {
        {1, {2.42e-5, 2.31e-5}, 2e-9, true}, /* none is */
        {1, {2.3e-5, 2.31e-5}, 2e-9, false}, /* control: it rises */
        {3, {2.2e-5, 2.1e-5}, 2e-9, false},  /* control: nor does it fall at h0 */
        {5, {9e-7, 8.54e-8}, 2e-9, false},   /* control: falls, and not as a power */
        {1,
         {2.42e-5, 2.31e-5},
         1e-8,
         false}, /* control: three halvings above ten floors, less than 1000 of them at h0 */
    };
    const struct claim_on_fit claim = exact();

    for (size_t i = 0; i < COUNT(rows); i++) {
        double changed[10];
        struct data data;
        struct fit e;

        memcpy(changed, left, sizeof changed);
        memcpy(changed + rows[i].first, rows[i].changed, sizeof rows[i].changed);
        e = evidence_left(&data, changed, rows[i].floor);
        if (verdict_refutes(&e, &claim) != rows[i].refutes)
            fail_msg("row %zu: %s", i, rows[i].refutes ? "not refuted" : "refuted");
    }
}

/* What an iteration leaves whose sweeps gain a factor of hL, of the last of which the increment c h (hL)^(m-1) is at most
 * the tolerance, at ten halvings. False where as many sweeps do at all steps: that is another method. */
static bool draw_left_at(double *left, double floor, double rate, double tolerance, double h0,
                         uint64_t *random)
{
    const double c = pow(10, uniform(random, -1, 1)), amplified = pow(10, uniform(random, -1, 2));
    int fewest = 1000, most = 0;

    for (int k = 0; k < 10; k++) {
        const double h = ldexp(h0, -k);
        int sweeps = 1;

        left[k] = NAN;
        while (h * rate < 1 && c * h * pow(h * rate, sweeps - 1) > tolerance)
            sweeps++;
        if (h * rate < 1)
            left[k] = amplified * c * h * pow(h * rate, sweeps) + uniform(random, 0, 1) * floor;
        if (left[k] <= 0.1 && left[k] > 10 * floor) {
            fewest = sweeps < fewest ? sweeps : fewest;
            most = sweeps > most ? sweeps : most;
        }
    }
    return fewest < most;
}

static bool draw_left(double *left, double *floor, uint64_t *random)
{
    const double rate = pow(10, uniform(random, -1, 1.5)), tolerance = pow(10, uniform(random, -12, -2)),
                 h0 = pow(10, uniform(random, -1, 0.4));

    *floor = 1e-16 * pow(10, uniform(random, 0, 4));
    return draw_left_at(left, *floor, rate, tolerance, h0, random);
}

static bool falls_at_every_halving(const double *left, double floor)
{
    for (int k = 0; k < 9; k++) {
        if (left[k] <= 0.1 && left[k] > 100 * floor && !(left[k + 1] <= 0.7 * left[k]))
            return false;
    }
    return true;
}

/* Of tolerances one in a thousand refutes, at most, that rises or stays at some halving. The control: by the finest
 * halvings alone one in a hundred would, at least. */
TEST(tolerances_refute_no_more)
{
    uint64_t random = seed() + 3;
    const struct claim_on_fit claim = exact();
    int cases = 0, refuted = 0, finest = 0;

    print_message("# seed %llu\n", (unsigned long long)(random - 3));
    for (int i = 0; i < 40000; i++) {
        double left[10], floor;
        struct data data;
        struct fit e;

        if (!draw_left(left, &floor, &random) || !(left[3] <= VERDICT_ALONE_LARGE * floor) ||
            falls_at_every_halving(left, floor))
            continue;
        e = evidence_left(&data, left, floor);
        cases++;
        refuted += verdict_refutes(&e, &claim);
        for (int k = 0; k < 5; k++) /* as if no larger steps had been taken */
            left[k] = NAN;
        e = evidence_left(&data, left, floor);
        finest += verdict_refutes(&e, &claim);
    }
    print_message("# %d tolerances: %d refute, %d by their finest halvings alone\n", cases, refuted, finest);
    assert_true(refuted * 1000 <= cases && finest * 100 >= cases);
}

/* The errors of so many steps, in double, and nothing else known. */
static struct fit evidence_fixed(struct data *data, const double *errors, size_t points)
{
    struct fit e;

    *data = two_terms(points, 0, 4, 0, 1);
    memcpy(data->errors, errors, points * sizeof *errors);
    e = evidence_of(data);
    e.context.fixed = true;
    return e;
}

/* Gauss with two stages whose equations are solved to 1e-9 (Henon and Heiles): slopes of 4.00 and then 2.2. So it is where
 * an error was zero between much larger steps (a pendulum). Fourth order in substeps whose number is 1 + floor(20 h)
 * (the same pendulum) does not change where that is a power of 2. Nothing there is a zero. */
TEST(no_sign_change)
{
    static const double tolerance[] = {0.0136,   9.1e-4,    5.857e-5,  3.687e-6, 2.313e-7,
                                       1.445e-8, 9.026e-10, 1.985e-10, 2.25e-11},
                        zero[] = {0.0224,  0.00503, 7.615e-5, 4.517e-6, 2.8016e-7,
                                  1.75e-8, 1.09e-9, 6.81e-11, 7.35e-11},
                        kink[] = {9.18e-8, 8.48e-8, 7.27e-8,  5.44e-8,   3.21e-8,
                                  3.21e-8, 3.21e-8, 2.068e-9, 1.3115e-10};
    const struct claim_on_fit claim = at_least(4);
    struct data data;
    struct fit e = evidence_fixed(&data, tolerance, 9);

    check_open(&e, claim, STALLED, NOTHING);
    e.context.fixed = false; /* with more bits and halvings it may fall again */
    check_open(&e, claim, PRE_ASYMPTOTIC, HALVINGS);
    e = evidence_fixed(&data, zero, 9);
    check_open(&e, claim, STALLED, NOTHING);
    e = evidence_fixed(&data, kink, 9);
    check_open(&e, claim, PRE_ASYMPTOTIC, STEPS);
}

/* Slopes that have passed a zero and fall from an order above are no longer about it (a multistep method of order 4 with
 * a starter of order 3, double pendulum); those that rise behind it to the order are (point vortices). */
TEST(zero_that_has_passed)
{
    static const double past[] = {0.0789, 1.136e-3, 2.581e-4, 1.2212e-5, 4.425e-7, 1.6276e-8, 6.608e-10},
                        near[] = {8.86e-3, 1.395e-4, 9.956e-6, 1.676e-6, 1.479e-7, 1.0719e-8, 7.178e-10};
    const struct claim_on_fit claim = at_least(4);
    struct data data;
    struct fit e = evidence_fixed(&data, past, 7);

    check_open(&e, claim, PRE_ASYMPTOTIC, STEPS);
    e = evidence_fixed(&data, near, 7);
    check_open(&e, claim, SIGN_CHANGE, STEPS);
}

/* Two terms of an error change their slopes as no tolerance does, whatever they are, zeros between steps included. */
TEST(terms_keep_their_order)
{
    uint64_t random = seed() + 4;

    print_message("# seed %llu\n", (unsigned long long)(random - 4));
    for (int i = 0; i < 20000; i++) {
        const double k = ceil(uniform(&random, 0, 4)), p = ceil(uniform(&random, 0, 6));
        const double root = exp2(uniform(&random, -12, 0)), sign = uniform(&random, -1, 1) < 0 ? -1 : 1;
        struct data data = two_terms(12, 0.1, p, sign * pow(root, -k), k);
        struct fit e = evidence_of(&data);

        if (unsettled_leaves_order(&e))
            fail_msg("p = %g, k = %g, a = %.17g", p, k, sign * pow(root, -k));
    }
}

/* What right and wrong methods left of what they claim to be exact, as it was measured: in steps from 8 h0 on. */
TEST(round_off)
{
    static const struct {
        enum verdict verdict;
        double left[10];
    } cases[] = {
        /* Gauss with three stages, symmetry (henon-heiles) */
        {VERDICT_HOLDS_TO_ROUND_OFF, {2.2e-16, 5.4e-17, 0, 2.2e-17, 0, 1e-18, 0, 0, 2e-19, 0}},
        /* the midpoint rule, whose iteration comes to its end at h0 (kepler) */
        {VERDICT_HOLDS_TO_ROUND_OFF,
         {NAN, 2.4e-12, 1.5e-13, 2.2e-17, 8.7e-18, 4.3e-18, 2.2e-18, 0, 4.9e-18, 2.7e-19}},
        /* the same, solved to 1e-10: of no order, and no round-off */
        {VERDICT_INCONCLUSIVE,
         {3e-9, 2e-11, 4e-11, 3.2e-11, 4.4e-13, 1.7e-13, 1.3e-12, 1.7e-12, 5.6e-15, 2.1e-16}},
        /* h^9, which is round-off from h0 on */
        {VERDICT_INCONCLUSIVE, {1.3e-8, 2.6e-11, 5.1e-14, 1e-16, 2e-17, 1e-18, 0, 0, 1e-18, 0}},
        /* h^11, which falls from 2 h0 to round-off */
        {VERDICT_INCONCLUSIVE, {8.6e-7, 4.2e-10, 2e-13, 1e-16, 2e-17, 1e-18, 0, 0, 1e-18, 0}},
        /* a coefficient that is wrong by 1e-12 */
        {VERDICT_INCONCLUSIVE, {2e-11, 2.5e-12, 3e-13, 4e-14, 5e-15, 6e-16, 7e-17, 0, 1e-18, 0}},
        /* too few steps are made */
        {VERDICT_INCONCLUSIVE, {NAN, NAN, NAN, 1e-17, 2e-17, 1e-18, NAN, NAN, NAN, NAN}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct claim_on_fit claim = exact();
        struct data data;
        struct fit e = evidence_left(&data, cases[i].left, 1.1e-16);
        const struct verdict_outcome outcome = verdict_decide(&e, &claim);

        if (outcome.verdict != cases[i].verdict)
            fail_msg("case %zu: %s, ground %d", i, term_word(TERM_VERDICT, outcome.verdict), outcome.ground);
    }
}

/* The two-form of the midpoint rule that makes 200 sweeps at most, as it was measured on forced-position: at 8 h0 these
 * leave 1.52e-11 (200 sweeps in 50 digits leave 1.525e-11), and half the step hides how it falls.  At three quarters of the
 * step it is round-off; as a power of the step, up to the sixteenth, it would not be. */
TEST(too_few_sweeps)
{
    static const double left[] = {1.523e-11, 1.9e-14, 9.3e-15, 3.5e-15, 1.3e-15,
                                  2.9e-15,   1.2e-15, 1.4e-14, 7.2e-15, 4.5e-15};
    double shorter[10] = {6e-15, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    struct round_off found;
    struct data data;
    struct fit e = evidence_left(&data, left, 8.3e-14);

    assert_false(verdict_in_double_is_round_off(&e, &found)); /* nobody asked */
    e.points.shorter = shorter;
    assert_true(verdict_in_double_is_round_off(&e, &found) && found.step == 1 && found.steps == 9);
    shorter[0] = 1.523e-11 * pow(0.75, 15);
    assert_false(verdict_in_double_is_round_off(&e, &found));
    shorter[0] = NAN;
    assert_false(verdict_in_double_is_round_off(&e, &found));
    shorter[0] = 6e-15;
    set_floor(&data, 2e-13); /* below it nothing is known of how it falls */
    assert_false(verdict_in_double_is_round_off(&e, &found));
    set_floor(&data, 8.3e-14);
    data.errors[1] = 1.523e-11 / 512; /* control: what is no round-off at the next step */
    data.floors[1] = 1e-15;
    assert_false(verdict_in_double_is_round_off(&e, &found));
}

/* The numbers of the verdict: the largest of all steps; an error within ten floors is round-off whatever it is, up to 1e5
 * units, since what hides more shows nothing. */
TEST(numbers_of_round_off)
{
    double left[10] = {8 * 0x1p-53, 1e-17, 7 * 0x1p-53, 0, 1e-17, 9 * 0x1p-53, NAN, 0, 1e-17, 0};
    struct round_off found;
    struct data data;
    struct fit e = evidence_left(&data, left, 1.1e-16);

    assert_true(verdict_in_double_is_round_off(&e, &found));
    assert_true(found.ulps == 9 && found.steps == 9 && found.step == 0 && found.states == 1);
    e.exact.elsewhere.left = 1e-17;
    e.exact.elsewhere.states = 80;
    assert_true(verdict_in_double_is_round_off(&e, &found) && found.states == 81);
    left[4] = 9e-13;
    e = evidence_left(&data, left, 1.1e-16);
    assert_false(verdict_in_double_is_round_off(&e, &found)); /* 8100 units */
    e = evidence_left(&data, left, 1e-13);
    assert_true(verdict_in_double_is_round_off(&e, &found));
    left[4] = 9e-11;
    e = evidence_left(&data, left, 1e-11);
    assert_false(verdict_in_double_is_round_off(&e, &found));
    left[4] = 1e-17;
    e = evidence_left(&data, left, 1.1e-16);
    e.curve.width = 24;
    assert_false(verdict_in_double_is_round_off(&e, &found));
}

/* The two-form of a leapfrog on Kepler's problem, as it was measured: of the largest step it is known to 3e-9 alone, which
 * says nothing of the others. */
TEST(floors_that_hide)
{
    static const double left[] = {7.4e-11, 2.9e-12, 1.6e-13, 2.1e-13, 1.3e-13,
                                  1.4e-13, 1.2e-13, 1.1e-13, 1.4e-13, 1e-13},
                        floors[] = {2.9e-10, 1.1e-11, 6.1e-13, 7.5e-13, 5.1e-13,
                                    5.1e-13, 5.1e-13, 5.1e-13, 5.1e-13, 5.1e-13};
    struct round_off found;
    struct data data;
    struct fit e = evidence_left(&data, left, 1e-16);

    memcpy(data.floors, floors, sizeof floors);
    assert_true(verdict_in_double_is_round_off(&e, &found) && found.step == 1 && found.steps == 9);
    data.floors[0] = 1e-13; /* control: it is seen */
    assert_false(verdict_in_double_is_round_off(&e, &found));
    data.floors[0] = 2.9e-10;
    data.errors[1] = data.errors[2] = 7.4e-11; /* control: nothing is seen at any larger step */
    data.floors[1] = data.floors[2] = 2.9e-10;
    assert_false(verdict_in_double_is_round_off(&e, &found));
    data.errors[1] = data.errors[2] = 1e-13;
    data.errors[3] = 7.4e-11; /* control: nothing is seen at h0 */
    data.floors[3] = 2.9e-10;
    assert_false(verdict_in_double_is_round_off(&e, &found));
}

/* What is left at the initial data in ten steps, and at the state that tells most beside them. */
static bool is_seen_elsewhere(double left, const double *told, double floor)
{
    double all[10];
    struct data data;
    struct fit e;

    for (int k = 0; k < 10; k++)
        all[k] = k == 3 ? left : left / 3;
    e = evidence_left(&data, all, 1.1e-16);
    memcpy(e.exact.told, told, sizeof e.exact.told);
    e.exact.told_floor = floor;
    e.exact.elsewhere.left = told[0];
    e.exact.elsewhere.floor = 1e-13;
    return verdict_in_double_is_seen(&e);
}

/* The two-form of a leapfrog that is an explicit midpoint rule far from the start (kepler), and the symmetry of Gauss with
 * two stages whose equations are solved to 1e-9 (kepler): both as they were measured. */
TEST(another_state)
{
    static const double method[] = {5.55e-5, 7.043e-6, 8.883e-7, 1.115e-7},
                        tolerance[] = {5.776e-11, 4.214e-13, 1.836e-15, 0},
                        slow[] = {5.55e-5, 7.043e-6, 8.883e-7, 8.1e-7},
                        turns[] = {5.55e-5, 7.043e-6, 8.883e-7, 1.6e-7},
                        small[] = {1e-11, 1.25e-12, 1.6e-13, 2e-14};

    assert_true(is_seen_elsewhere(1.2e-13, method, 3.4e-14));
    assert_false(is_seen_elsewhere(1.2e-11, tolerance, 0));
    assert_false(
        is_seen_elsewhere(1e-16, tolerance, 0)); /* at two halvings alone, and by slopes of 7.1 and 7.8 */
    assert_false(is_seen_elsewhere(1e-7, method, 3.4e-14)); /* as much is left where it does not fall */
    assert_false(is_seen_elsewhere(1.2e-13, method, 1e-7)); /* the distances of the states tell no more */
    assert_false(is_seen_elsewhere(1.2e-13, slow, 3.4e-14));
    assert_false(is_seen_elsewhere(1.2e-13, turns, 3.4e-14));
    assert_false(is_seen_elsewhere(1e-16, small, 1e-16)); /* what holds to round-off may be as much */
}

/* Of tolerances that refute nothing at the initial data one in a thousand does at another state, at most, where the field
 * is as fast or up to ten times slower. The control: what falls at the initial data would make it one in a hundred. */
TEST(tolerances_elsewhere_refute_no_more)
{
    uint64_t random = seed() + 4;
    const struct claim_on_fit claim = exact();
    int cases = 0, refuted = 0, larger = 0;

    print_message("# seed %llu\n", (unsigned long long)(random - 4));
    for (int i = 0; i < 100000; i++) {
        const double rate = pow(10, uniform(&random, -1, 1.5)),
                     tolerance = pow(10, uniform(&random, -12, -2)), h0 = pow(10, uniform(&random, -1, 0.4)),
                     floor = 1e-16 * pow(10, uniform(&random, 0, 4));
        double left[10], other[10];
        struct data data;
        struct fit e;

        draw_left_at(left, floor, rate, tolerance, h0, &random);
        draw_left_at(other, floor, rate * pow(10, uniform(&random, -1, 0)), tolerance, h0, &random);
        e = evidence_left(&data, left, floor);
        if (!isfinite(left[3]) || !isfinite(other[3]) || verdict_refutes(&e, &claim))
            continue;
        e.exact.elsewhere.left = other[3];
        e.exact.elsewhere.floor = e.exact.told_floor = floor;
        memcpy(e.exact.told, other + 3, sizeof e.exact.told);
        cases++;
        refuted += verdict_refutes(&e, &claim);
        larger += other[3] > VERDICT_ALONE_LARGE * floor;
    }
    print_message("# %d tolerances at another state: %d refute, %d are larger than any at the start may be\n",
                  cases, refuted, larger);
    assert_true(refuted * 1000 <= cases && larger * 100 >= cases);
}
