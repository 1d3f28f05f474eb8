/* The rule of harness/judge/verdict_value.h: by hand either side of every threshold; at random against bounds that
 * the number was made from; and for runs that are too short against longer ones, which must not take back
 * what a shorter one said. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/names_fixture.h"
#include "tests/fixtures/judge/random_fixture.h"

enum { CASES = 20000 };

static const char *const kinds[] = {"below", "above", "between"};

/* ---- claims ---- */

static struct claim_number exactly(double value)
{
    return (struct claim_number){.least = value, .most = value, .step = "0.1"};
}

static struct claim_number at_least(double value)
{
    return (struct claim_number){.least = value, .most = INFINITY, .step = "0.1"};
}

static struct claim_number missing(enum number_status status)
{
    return (struct claim_number){.status = status, .least = NAN, .most = NAN, .step = "0.1"};
}

static struct claim_on_fit claim_of(const char *word, double bound, double upper, struct claim_number number)
{
    const enum claim_kind kind = (enum claim_kind)term_find(TERM_CLAIM, word);

    return (struct claim_on_fit){.id = "K",
                                 .kind = kind,
                                 .formula = "b",
                                 .source = "here",
                                 .low = kind == CLAIM_BELOW ? -INFINITY : bound,
                                 .high = kind == CLAIM_BELOW     ? bound
                                         : kind == CLAIM_BETWEEN ? upper
                                                                 : INFINITY,
                                 .number = number};
}

static struct claim_on_fit grows(const char *word, double exponent)
{
    return (struct claim_on_fit){.id = "K",
                                 .kind = CLAIM_GROWTH,
                                 .growth = (enum growth)term_find(TERM_GROWTH, word),
                                 .formula = word,
                                 .value = NAN,
                                 .number = exactly(exponent)};
}

static void check(struct claim_on_fit claim, enum verdict verdict, enum verdict_reason reason, int line)
{
    const struct fit nothing = {.points.count = 0, .order.status = FIT_TOO_FEW};
    struct verdict_outcome outcome = verdict_decide(&nothing, &claim);
    char sentence[WORDS_SENTENCE];

    sentence_of(sentence, sizeof sentence, &nothing, &claim);
    if (outcome.verdict != verdict || outcome.reason != reason)
        fail_msg("line %d: %s, reason %s: %s", line, term_word(TERM_VERDICT, outcome.verdict),
                 term_word(TERM_REASON, outcome.reason), sentence);
    assert_false(verdict_refutes(&nothing, &claim) || verdict_agrees(&nothing, &claim)); /* no witness */
}

#define CHECK(claim, verdict, reason) check(claim, VERDICT_##verdict, VERDICT_REASON_##reason, __LINE__)

/* ---- by hand ---- */

TEST(values)
{
    CHECK(claim_of("below", 1e-11, NAN, exactly(1e-11)), HOLDS, NONE);
    CHECK(claim_of("below", 1e-11, NAN, exactly(1.001e-11)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("below", 1e-11, NAN, exactly(1.999e-11)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("below", 1e-11, NAN, exactly(2.001e-11)), REFUTED, NONE);
    CHECK(claim_of("above", 0.1, NAN, exactly(0.1)), HOLDS, NONE);
    CHECK(claim_of("above", 0.1, NAN, exactly(0.099)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("above", 0.1, NAN, exactly(0.0501)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("above", 0.1, NAN, exactly(0.0499)), REFUTED, NONE);
    CHECK(claim_of("between", 1, 4, exactly(1)), HOLDS, NONE);
    CHECK(claim_of("between", 1, 4, exactly(4)), HOLDS, NONE);
    CHECK(claim_of("between", 1, 4, exactly(0.51)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("between", 1, 4, exactly(7.9)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("between", 1, 4, exactly(0.49)), REFUTED, NONE);
    CHECK(claim_of("between", 1, 4, exactly(8.1)), REFUTED, NONE);
    /* Zero has no margin; that of negative bounds lies on their other side. */
    CHECK(claim_of("below", 0, NAN, exactly(1e-300)), REFUTED, NONE);
    CHECK(claim_of("between", -1, 1, exactly(-1.9)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("between", -1, 1, exactly(-2.1)), REFUTED, NONE);
    CHECK(claim_of("below", -1, NAN, exactly(-0.51)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("below", -1, NAN, exactly(-0.49)), REFUTED, NONE);
    CHECK(claim_of("above", -1, NAN, exactly(-2.1)), REFUTED, NONE);
    /* Neither holds nor refutes. */
    CHECK(claim_of("below", NAN, NAN, exactly(1)), INCONCLUSIVE, MARGIN);
    CHECK(claim_of("below", 1, NAN, exactly(NAN)), INCONCLUSIVE, TOO_FEW);
}

TEST(short_runs)
{
    CHECK(claim_of("above", 1e6, NAN, at_least(1e6)), HOLDS, NONE);
    CHECK(claim_of("above", 1e6, NAN, at_least(1e3)), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("below", 1e3, NAN, at_least(900)), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("below", 1e3, NAN, at_least(2000)), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("below", 1e3, NAN, at_least(2001)), REFUTED, NONE);
    CHECK(claim_of("between", 125000, 500000, at_least(200000)), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("between", 125000, 500000, at_least(1000001)), REFUTED, NONE);
}

TEST(without_a_number)
{
    CHECK(claim_of("below", 1, NAN, missing(NUMBER_BROKE_DOWN)), INCONCLUSIVE, BROKE_DOWN);
    CHECK(claim_of("below", 1, NAN, missing(NUMBER_NOT_RUN)), INCONCLUSIVE, TOO_FEW);
    CHECK(claim_of("below", 1, NAN, missing(NUMBER_NONE)), INCONCLUSIVE, TOO_FEW);
    CHECK(claim_of("below", 1, NAN, missing(NUMBER_NO_DIVISOR)), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("below", 1, NAN, missing(NUMBER_NOT_APPLICABLE)), NOT_APPLICABLE, NONE);
}

TEST(sharp_bounds)
{
    struct claim_on_fit claim = claim_of("below", 1, NAN, exactly(1.0001));

    claim.sharp = true;
    CHECK(claim, REFUTED, NONE);
    claim.number = exactly(1);
    CHECK(claim, HOLDS, NONE);
}

/* Within 10 floors a number lies anywhere below these. */
TEST(own_floors)
{
    struct claim_number number = exactly(1e-12);

    number.floor = 1e-13;
    CHECK(claim_of("above", 1e-12, NAN, number), HOLDS, NONE);
    CHECK(claim_of("below", 2e-13, NAN, number), REFUTED, NONE);
    CHECK(claim_of("below", 1e-13, NAN, number), REFUTED, NONE);
    number.floor = 1.1e-13;
    CHECK(claim_of("above", 1e-12, NAN, number), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("above", 1, NAN, number), REFUTED, NONE);
    CHECK(claim_of("below", 1e-13, NAN, number), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("between", 1e-14, 1e-11, number), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("below", 1e-11, NAN, number), HOLDS, NONE);
    number.floor = NAN;
    CHECK(claim_of("below", 1e-11, NAN, number), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("above", 1e-14, NAN, number), INCONCLUSIVE, FLOOR);
}

TEST(growths)
{
    static const struct {
        double exponent;
        const char *word;
    } table[] = {{-0.5, "bounded"},     {0.249, "bounded"},    {0.25, NULL},  {0.349, NULL},
                 {0.35, "random-walk"}, {0.65, "random-walk"}, {0.651, NULL}, {0.8, NULL},
                 {0.801, "secular"},    {2, "secular"},        {NAN, NULL}};
    static const char *const words[] = {"bounded", "random-walk", "secular"};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (size_t k = 0; k < 3; k++) {
            const struct claim_on_fit claim = grows(words[k], table[i].exponent);

            if (isnan(table[i].exponent))
                CHECK(claim, INCONCLUSIVE, TOO_FEW);
            else if (!table[i].word)
                CHECK(claim, INCONCLUSIVE, MARGIN);
            else if (strcmp(table[i].word, words[k]) == 0)
                CHECK(claim, HOLDS, NONE);
            else
                CHECK(claim, REFUTED, NONE);
        }
    }
    /* Nothing was seen to change. */
    CHECK(grows("bounded", 0), HOLDS, NONE);
    CHECK(grows("secular", 0), INCONCLUSIVE, FLOOR);
    CHECK(grows("random-walk", 0), INCONCLUSIVE, FLOOR);
    assert_true(term_find(TERM_GROWTH, "linear") < 0 && term_find(TERM_GROWTH, NULL) < 0);
}

static struct claim_on_fit grows_with_slope(const char *word, double exponent, double slope, double spread)
{
    struct claim_on_fit claim = grows(word, exponent);

    claim.number.of_ensemble = true;
    claim.number.slope = slope;
    claim.number.spread = spread;
    return claim;
}

/* A drift has a slope that differs from zero by its spread, a walk has none; a bounded error may have any. */
TEST(growths_with_slopes)
{
    CHECK(grows_with_slope("secular", 1, -2e-18, 1e-18), HOLDS, NONE);
    CHECK(grows_with_slope("secular", 1, 0.9e-18, 1e-18), INCONCLUSIVE, MARGIN);
    CHECK(grows_with_slope("random-walk", 1, 0.9e-18, 1e-18), INCONCLUSIVE, MARGIN);
    CHECK(grows_with_slope("random-walk", 1, 2e-18, 1e-18), REFUTED, NONE);
    CHECK(grows_with_slope("random-walk", 0.5, 1e-19, 1e-18), HOLDS, NONE);
    CHECK(grows_with_slope("secular", 0.5, 1e-19, 1e-18), REFUTED, NONE);
    CHECK(grows_with_slope("secular", 0.5, -1.1e-18, 1e-18), INCONCLUSIVE, MARGIN);
    CHECK(grows_with_slope("random-walk", 0.5, 1.1e-18, 1e-18), INCONCLUSIVE, MARGIN);
    CHECK(grows_with_slope("bounded", -3, 1e-9, 1e-18), HOLDS, NONE);
    CHECK(grows_with_slope("secular", -3, 1e-9, 1e-18), REFUTED, NONE);
    CHECK(grows_with_slope("bounded", -0.5, 1e-19, 1e-18), HOLDS, NONE);
    CHECK(grows_with_slope("bounded", -0.5, 2.7e-9, 1e-18), INCONCLUSIVE,
          MARGIN); /* it may yet outgrow what hides it */
    CHECK(grows_with_slope("secular", 0.1, 2.9e-12, 1e-18), INCONCLUSIVE, MARGIN);
    CHECK(grows_with_slope("secular", 1, NAN, NAN), INCONCLUSIVE, MARGIN);
}

/* All of the range inside holds, all of it beyond the margin refutes. */
TEST(ranges)
{
    struct claim_number slope = {.least = 1e-18, .most = 3e-18, .step = "0.1"},
                        walk = {.least = -1e-18, .most = 2e-18, .step = "0.1"};

    CHECK(claim_of("above", 0, NAN, slope), HOLDS, NONE);
    CHECK(claim_of("below", 0, NAN, slope), REFUTED, NONE);
    CHECK(claim_of("above", 0, NAN, walk), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("below", 0, NAN, walk), INCONCLUSIVE, TOO_SHORT);
    CHECK(claim_of("between", -1e-17, 1e-17, walk), HOLDS, NONE);
    CHECK(claim_of("between", -1e-20, 1e-20, slope), REFUTED, NONE);
}

/* ---- what a run knows ---- */

static void check_number(struct claim_number number, enum number_status status, double least, double most)
{
    assert_int_equal(number.status, status);
    if (status != NUMBER_MEASURED)
        assert_true(isnan(number.least) && isnan(number.most));
    else
        assert_true(number.least == least && number.most == most);
}

TEST(one_run)
{
    check_number(verdict_value_read(measure_find(NULL, "energy_error").measure, 100, true, 1e-3),
                 NUMBER_MEASURED, 1e-3, 1e-3);
    check_number(verdict_value_read(measure_find(NULL, "energy_error").measure, 100, true, 100),
                 NUMBER_MEASURED, 100, 100);
    check_number(verdict_value_read(measure_find(NULL, "energy_error").measure, 100, true, NAN), NUMBER_NONE,
                 0, 0);
    check_number(verdict_value_read(measure_find(NULL, "energy_error").measure, 100, false, 1e-3),
                 NUMBER_BROKE_DOWN, 0, 0);
    check_number(verdict_value_read(measure_find(NULL, "stable_steps").measure, 100, true, 100),
                 NUMBER_MEASURED, 100, INFINITY);
    check_number(verdict_value_read(measure_find(NULL, "stable_steps").measure, 100, true, 99),
                 NUMBER_MEASURED, 99, 99);
    check_number(verdict_value_read(measure_find(NULL, "stable_steps").measure, 100, false, 99),
                 NUMBER_MEASURED, 99, 99);
    check_number(verdict_value_read(measure_find(NULL, "breakdown_step").measure, 100, false, 7),
                 NUMBER_MEASURED, 7, 7);
    check_number(verdict_value_read(measure_find(NULL, "breakdown_step").measure, 100, true, NAN),
                 NUMBER_MEASURED, 100, INFINITY);
    check_number(verdict_value_read(measure_find(NULL, "first_energy_step").measure, 100, true, NAN),
                 NUMBER_MEASURED, 100, INFINITY);
    check_number(verdict_value_read(measure_find(NULL, "first_energy_step").measure, 100, true, 7),
                 NUMBER_MEASURED, 7, 7);
    check_number(verdict_value_read(measure_find(NULL, "first_energy_step").measure, 100, false, NAN),
                 NUMBER_BROKE_DOWN, 0, 0);
    check_number(verdict_value_read(measure_find(NULL, "largest:energy").measure, 100, false, 0.2),
                 NUMBER_MEASURED, 0.2, 0.2);
    check_number(verdict_value_read(measure_find(NULL, "largest:energy").measure, 100, false, NAN),
                 NUMBER_BROKE_DOWN, 0, 0);
    check_number(verdict_value_read(measure_find(NULL, "largest").measure, 100, false, 0.2),
                 NUMBER_BROKE_DOWN, 0, 0);
}

TEST(quotients)
{
    struct claim_number floored = exactly(1e-12);

    check_number(verdict_value_divide(exactly(6), exactly(2)), NUMBER_MEASURED, 3, 3);
    check_number(verdict_value_divide(exactly(-6), exactly(2)), NUMBER_MEASURED, -3, -3);
    check_number(verdict_value_divide(at_least(6), exactly(2)), NUMBER_MEASURED, 3, INFINITY);
    check_number(verdict_value_divide(exactly(6), at_least(2)), NUMBER_MEASURED, 0, 3);
    check_number(verdict_value_divide(at_least(6), at_least(2)), NUMBER_MEASURED, 0, INFINITY);
    check_number(verdict_value_divide((struct claim_number){.least = -6, .most = 4},
                                      (struct claim_number){.least = 2, .most = 4}),
                 NUMBER_MEASURED, -3, 2);
    check_number(verdict_value_divide((struct claim_number){.least = 1, .most = 6},
                                      (struct claim_number){.least = -4, .most = -2}),
                 NUMBER_MEASURED, -3, -0.25);
    check_number(verdict_value_divide(exactly(6), (struct claim_number){.least = -1, .most = 2}),
                 NUMBER_NO_DIVISOR, 0, 0);
    check_number(verdict_value_divide(exactly(6), exactly(0)), NUMBER_NO_DIVISOR, 0, 0);
    check_number(verdict_value_divide(exactly(6), missing(NUMBER_BROKE_DOWN)), NUMBER_BROKE_DOWN, 0, 0);
    check_number(verdict_value_divide(exactly(6), missing(NUMBER_NOT_RUN)), NUMBER_NOT_RUN, 0, 0);
    check_number(verdict_value_divide(missing(NUMBER_NONE), exactly(0)), NUMBER_NONE, 0, 0);
    floored.floor = 1e-13;
    check_number(verdict_value_divide(exactly(1), floored), NUMBER_MEASURED, 1 / 1e-12, 1 / 1e-12);
    floored.floor = 1.1e-13;
    check_number(verdict_value_divide(exactly(1), floored), NUMBER_MEASURED, 1 / 1.1e-12, INFINITY);
    CHECK(claim_of("below", 1e11, NAN, verdict_value_divide(exactly(1), floored)), REFUTED, NONE);
    CHECK(claim_of("below", 1e12, NAN, verdict_value_divide(exactly(1), floored)), INCONCLUSIVE, FLOOR);
    CHECK(claim_of("above", 1e11, NAN, verdict_value_divide(exactly(1), floored)), HOLDS, NONE);
    check_number(verdict_value_divide(floored, floored), NUMBER_NO_DIVISOR, 0, 0);
    floored.floor = NAN;
    check_number(verdict_value_divide(exactly(1), floored), NUMBER_NO_DIVISOR, 0, 0);
    floored.floor = 4e-13;
    assert_true(verdict_value_divide(floored, exactly(4)).floor == 1e-13);
    assert_string_equal(verdict_value_divide(exactly(1), exactly(2)).step, "0.1");
}

/* ---- at random ---- */

static uint64_t say_seed(void)
{
    print_message("# seed %llu\n", (unsigned long long)seed());
    return seed();
}

/* Binary digits from the nearer bound outwards decide: 0 or less inside, more than 1 beyond the margin. */
static enum verdict judge_distance(double distance)
{
    return distance <= 0 ? VERDICT_HOLDS : distance > 1 ? VERDICT_REFUTED : VERDICT_INCONCLUSIVE;
}

/* The number is made from the bound and its distance in binary digits, which the rule does not see. */
TEST(distances)
{
    uint64_t random = say_seed();
    size_t found[VERDICT_NOT_APPLICABLE + 1] = {0};

    for (int n = 0; n < CASES; n++) {
        const double low = uniform(&random, -300, 300), width = uniform(&random, 0.1, 3),
                     distance = uniform(&random, -width / 2, 2);
        const bool over = n % 3 == 0 || (n % 3 == 2 && n % 2);
        const double x = over ? low + width + distance : low - distance,
                     bound = exp2(n % 3 == 0 ? low + width : low);
        struct claim_on_fit claim = claim_of(kinds[n % 3], bound, exp2(low + width), exactly(exp2(x)));
        const enum verdict expected = judge_distance(distance),
                           verdict = verdict_value_decide(&claim).verdict;

        if (fabs(distance) < 1e-9 || fabs(distance - 1) < 1e-9)
            continue;
        if (verdict != expected)
            fail_msg("case %d: 2^%g claimed %s 2^%g (2^%g): %s, not %s", n, x, claim.kind, log2(bound),
                     low + width, term_word(TERM_VERDICT, verdict), term_word(TERM_VERDICT, expected));
        found[verdict]++;
    }
    assert_true(found[VERDICT_HOLDS] > CASES / 10 && found[VERDICT_REFUTED] > CASES / 10 &&
                found[VERDICT_INCONCLUSIVE] > CASES / 10);
}

/* What a run of so many steps knows of something that happens at a step. */
static struct claim_number look(double happens, double steps)
{
    return happens < steps ? exactly(happens) : at_least(steps);
}

static bool is_decided(enum verdict verdict)
{
    return verdict == VERDICT_HOLDS || verdict == VERDICT_REFUTED;
}

/* A decided verdict of a short run, of one step count or of the quotient of two, is that of the longest. */
TEST(longer_runs)
{
    uint64_t random = say_seed() + 1;
    size_t decided = 0, too_short = 0;

    for (int n = 0; n < CASES; n++) {
        const double a = floor(exp2(uniform(&random, 0, 20))), b = floor(exp2(uniform(&random, 0, 20))),
                     steps = floor(exp2(uniform(&random, 0, 20))), low = exp2(uniform(&random, -5, 20));
        const bool quotient = n % 2;
        struct claim_number shorter = look(a, steps), longest = exactly(a);
        struct claim_on_fit claim;
        struct verdict_outcome now, last;

        if (quotient) {
            shorter = verdict_value_divide(shorter, look(b, steps));
            longest = verdict_value_divide(longest, exactly(b));
        }
        claim = claim_of(kinds[n % 3], low, low * exp2(uniform(&random, 0.1, 5)), shorter);
        now = verdict_value_decide(&claim);
        claim.number = longest;
        last = verdict_value_decide(&claim);
        if (is_decided(now.verdict) && last.verdict != now.verdict)
            fail_msg("case %d: %g/%g after %g steps, %s %g: %s, then %s", n, a, b, steps, claim.kind, low,
                     term_word(TERM_VERDICT, now.verdict), term_word(TERM_VERDICT, last.verdict));
        assert_true(last.reason != VERDICT_REASON_TOO_SHORT);
        decided += is_decided(now.verdict) && shorter.least < shorter.most;
        too_short += now.reason == VERDICT_REASON_TOO_SHORT;
    }
    assert_true(decided > CASES / 20 && too_short > CASES / 20);
}

static enum verdict judge_at(struct claim_on_fit claim, double happens)
{
    claim.number = exactly(happens);
    return verdict_value_decide(&claim).verdict;
}

/* Nor is more to be had: where a run is too short, of the things that may still happen (at once, between the
 * bounds, never) not all are judged alike. */
TEST(no_more_to_be_had)
{
    uint64_t random = say_seed() + 2;

    for (int n = 0; n < CASES; n++) {
        const double steps = floor(exp2(uniform(&random, 0, 20))), low = exp2(uniform(&random, 0, 20));
        const struct claim_on_fit claim =
            claim_of(kinds[n % 3], low, low * exp2(uniform(&random, 0.1, 5)), at_least(steps));
        const enum verdict soon = judge_at(claim, steps), inside = judge_at(claim, fmax(steps, low)),
                           never = judge_at(claim, 1e300);

        if (verdict_value_decide(&claim).reason == VERDICT_REASON_TOO_SHORT)
            assert_false(is_decided(soon) && soon == inside && soon == never);
    }
}

/* ---- words ---- */

static void check_words(struct claim_on_fit claim, const char *expected)
{
    struct fit nothing = {.points.count = 0};
    char sentence[WORDS_SENTENCE];

    sentence_of(sentence, sizeof sentence, &nothing, &claim);
    assert_string_equal(sentence, expected);
}

TEST(words)
{
    struct claim_on_fit claim = claim_of("below", 1e-11, NAN, exactly(3.1e-12));
    const struct study_relative relative = {.projection = (char *)"none"};
    const struct fit fit = {.curve.problem = named_problem("m", "default"),
                            .curve.method = named_method("gauss-1"),
                            .curve.projection = named_projection("symmetric"),
                            .curve.precision = named_precision("double"),
                            .measure = measure_find(NULL, "drift:energy"),
                            .measure_name = "drift:energy",
                            .claim = &claim,
                            .outcome.verdict = VERDICT_INCONCLUSIVE,
                            .outcome.subject = SUBJECT_NUMBER,
                            .outcome.reason = VERDICT_REASON_TOO_SHORT};
    char text[WORDS_SENTENCE];

    claim.formula = "1e-11";
    check_words(claim, "claimed: below 1e-11; measured 3.1e-12 at h = 0.1");
    claim.number = exactly(1.1e-11);
    check_words(claim, "claimed: below 1e-11; measured 1.1e-11 at h = 0.1; outside, but not by a factor 2");
    claim.number = missing(NUMBER_BROKE_DOWN);
    check_words(claim, "claimed: below 1e-11; the run broke down and leaves no value at h = 0.1");
    claim = claim_of("above", 1e6, NAN, at_least(125000));
    claim.formula = "1e6";
    claim.number.relative = &relative;
    assert_string_equal(said_of_fit(&fit, "reason", text, sizeof text),
                        "claimed: above 1e6; measured at least 125000 at h = 0.1, relative to "
                        "m/default/gauss-1/none/double/drift:energy; the run is too short to tell");
    check_words(grows("secular", 0.7),
                "claimed: growth secular; measured the exponent 0.7 at h = 0.1; between two kinds of growth");
    assert_string_equal(term_word(TERM_REASON, VERDICT_REASON_MARGIN), "margin");
    assert_string_equal(term_word(TERM_REASON, VERDICT_REASON_TOO_SHORT), "too-short");
}
