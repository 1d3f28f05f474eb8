/* The sentences that say why a verdict is what it is. */
#include "tests/fixtures/test.h"

#include <string.h>

#include "harness/judge/verdict.h"
#include "reports/words.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"

TEST(words)
{
    struct data data = two_terms(13, 0.1, 4, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit claim = at_least(6);
    char text[WORDS_SENTENCE], tiny[8];

    assert_string_equal(sentence_of(text, sizeof text, &e, &claim),
                        "order 4.00 in [3.95, 4.05] from 13 steps down to 12 halvings; claimed: at least 6; "
                        "refuted on two sets of initial data or final times");
    e.context.witness = VERDICT_WITNESS_NONE;
    sentence_of(text, sizeof text, &e, &claim);
    assert_says(text, "a refutation takes two");
    sentence_of(tiny, sizeof tiny, &e, &claim);
    assert_string_equal(tiny, "order 4");
    for (enum verdict_reason r = VERDICT_REASON_FLOOR; r <= VERDICT_REASON_BUDGET; r++) {
        for (enum verdict_reason other = VERDICT_REASON_FLOOR; other < r; other++)
            assert_string_not_equal(term_word(TERM_REASON, r), term_word(TERM_REASON, other));
    }
    assert_string_equal(term_word(TERM_VERDICT, VERDICT_NOT_APPLICABLE), "not applicable");
    assert_string_equal(term_word(TERM_REASON, VERDICT_REASON_BUDGET), "budget");
    assert_null(term_word(TERM_VERDICT, VERDICT_NONE));
    assert_null(term_word(TERM_REASON, VERDICT_REASON_NONE));
    assert_null(term_word(TERM_NEXT, VERDICT_NEXT_NOTHING));
    assert_string_equal(term_word(TERM_NEXT, VERDICT_NEXT_BUDGET), "more refinement than the study allows");
}

/* Of runs that broke down the first is named, with the reason; no budget is to blame. */
TEST(words_of_runs_that_broke_down)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);
    const struct claim_on_fit claim = at_least(4);
    char sentence[WORDS_SENTENCE];
    struct fit e;

    for (size_t k = 0; k < 7; k++)
        data.errors[k] = NAN;
    e = evidence_of(&data);
    e.context.refinable = false;
    e.order.status = FIT_BROKE_DOWN;
    e.points.broken_step = "1/8";
    e.points.broken_at = 3;
    e.points.broken_reason = "the equations have no solution";
    sentence_of(sentence, sizeof sentence, &e, &claim);
    assert_says(sentence, "at h = 1/8, in step 3: the equations have no solution; claimed: at least 4");
    assert_null(strstr(sentence, "allows no"));
}

/* What a tolerance leaves stops falling; what grows at a halving by far does not come of one. */
TEST(words_of_errors_that_stop_falling)
{
    static const char *const steps[] = {"1/4", "1/8", "1/16", "1/32", "1/64", "1/128", "1/256"};
    static const struct {
        const char *says;
        double errors[7];
    } cases[] = {
        {"it grows 2.3e+06-fold from h = 1/64 to h = 1/128",
         {2.7e-2, 8.8e-4, 2.97e-5, 6.58e-8, 5.2e-9, 1.172e-2, 1.163e-2}},
        {"it leaves its order at once, far above round-off: a tolerance",
         {1e-2, 6.25e-4, 3.906e-5, 2.441e-6, 1e-6, 5e-7, 3e-7}},
        {"it stops falling, far above round-off: a tolerance", {9e-4, 1e-3, 9e-4, 1e-3, 9e-4, 1e-3, 9e-4}},
    };
    const struct claim_on_fit claim = at_least(4);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct data data = two_terms(7, 0.1, 4, 0, 1);
        char text[WORDS_SENTENCE];
        struct fit e;

        memcpy(data.errors, cases[i].errors, sizeof cases[i].errors);
        e = evidence_of(&data);
        e.points.step_sizes = steps;
        e.context.fixed = true;
        assert_says(sentence_of(text, sizeof text, &e, &claim), cases[i].says);
        assert_int_equal(strstr(text, "tolerance") != NULL, i > 0);
    }
}

/* The limit of a relation in double is another than that of a defect. */
TEST(words_of_relations)
{
    const double floors[] = {1e-16};
    double errors[] = {1e-9};
    const struct claim_on_fit claim = {.id = "A1", .kind = CLAIM_EXACT, .formula = "0", .source = "test"};
    struct fit e = {.measure = measure_find(NULL, "relation:affine"),
                    .points.step_sizes = (const char *const[]){"1/4"},
                    .points.count = 1,
                    .points.errors = errors,
                    .floor.of_points = floors,
                    .curve.alone = true,
                    .order.used = (bool[]){false}};
    char text[WORDS_SENTENCE];

    assert_says(sentence_of(text, sizeof text, &e, &claim),
                "not exact: at the largest usable step more than 100000 roundings of double");
    e.floor.origin = FLOOR_BY_DATA;
    assert_says(sentence_of(text, sizeof text, &e, &claim), "more than 100000 times its floor in double");
    errors[0] = 1e-14;
    assert_says(sentence_of(text, sizeof text, &e, &claim),
                "exact: at the largest usable step at most 100000 times its floor in double");
    e.measure = measure_find(NULL, "bilinear_defect");
    errors[0] = 1e-9;
    assert_says(sentence_of(text, sizeof text, &e, &claim),
                "1.0e-09 at the largest usable step, more than 1000 times its floor in double");
}

/* What decides is said with its coefficient, and where it leads. */
TEST(words_of_the_expansion)
{
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit claim = exactly(2);
    char text[WORDS_SENTENCE];

    e.order.limit = expanded(1, 8, 1e-5);
    e.order.limit.term = (struct run_term){.power = 2, .degree = 1, .coefficient = -0.00285};
    assert_string_equal(
        sentence_of(text, sizeof text, &e, &claim),
        "order 2.00 in [1.95, 2.05] from 7 steps down to 6 halvings; order 1 as the step goes "
        "to zero; the error of a run contains -0.00285 t h, which leads below h = 1e-05; "
        "claimed: exactly 2; refuted: this coefficient is proved not to be zero");
    e.order.limit.at_data.leads_below = 1; /* steps are smaller */
    assert_says(sentence_of(text, sizeof text, &e, &claim), "and should lead below h = 1");
    e.order.limit.at_data =
        (struct limit_at_data){.order = 2, .term = {.power = 3, .degree = 1, .coefficient = 0.1}};
    e.order.limit.term.state = RUN_STATE_RANDOM;
    assert_says(
        sentence_of(text, sizeof text, &e, &claim),
        "the error of a run contains -0.00285 t h at a random state, and 0.1 t h^2 at the data; claimed");
    e.order.limit.order = 2;
    e.order.limit.term = (struct run_term){.power = 2, .coefficient = 0.5, .alternates = true};
    claim = exactly(3);
    assert_says(sentence_of(text, sizeof text, &e, &claim), "the error of a run contains 0.5 (-1)^n h^2");
}

/* Of a drift the expansion has a mean over a period, which is computed and not proved. */
TEST(words_of_drifts)
{
    struct data data = two_terms(7, 1e-3, 4, 0, 1);
    struct fit e = evidence_of(&data);
    struct claim_on_fit claim = exact();
    char text[WORDS_SENTENCE];

    e.measure = measure_find(NULL, "secular_rate:energy");
    e.exact.error = 1e-3;
    e.exact.repeated = 1e-3;
    e.order.limit = expanded(4, 8, 0);
    e.order.limit.term = (struct run_term){.power = 4, .coefficient = -0.001687};
    assert_says(sentence_of(text, sizeof text, &e, &claim),
                "; the rate over a period contains -0.001687 h^4; claimed: exact; refuted: this mean over a "
                "period is not zero");
}

static void assert_sentence(const struct fit *e, const char *expected)
{
    struct claim_on_fit claim = exact();
    char text[WORDS_SENTENCE];

    assert_string_equal(sentence_of(text, sizeof text, e, &claim), expected);
}

TEST(words_of_exact_properties)
{
    struct data data = two_terms(7, 0.1, 2, 0, 1);
    struct fit e = evidence_of(&data);

    assert_sentence(&e, "order 2.00 in [1.95, 2.05] from 7 steps down to 6 halvings; claimed: exact; not yet "
                        "repeated with 64 more bits");
    set_falls(&e, false);
    assert_sentence(&e, "not exact: of order 2.00 in h, and 1.0 times as large with 64 more bits; claimed: "
                        "exact; refuted on two sets of initial data or final times");
    e.context.witness = VERDICT_WITNESS_NONE;
    assert_sentence(&e, "not exact: of order 2.00 in h, and 1.0 times as large with 64 more bits; claimed: "
                        "exact; refuted: what is exact is so at every state");
    e.exact.repeated = 0.25 * e.exact.error;
    assert_sentence(&e, "not exact: of order 2.00 in h, and 0.25 times as large with 64 more bits; claimed: "
                        "exact; refuted with these initial data and this final time only: a refutation takes "
                        "two");
    set_falls(&e, true);
    assert_sentence(&e, "exact: 1.0e-30 at the largest usable step falls to 1.0e-49 with 64 more bits; "
                        "claimed: exact");
    e.exact.error = e.exact.repeated = 0;
    assert_sentence(&e, "exact: zero at the largest usable step, and zero with 64 more bits; claimed: exact");
    e.order.status = FIT_NOT_ASYMPTOTIC;
    e.exact.repeated = 1e-9;
    assert_sentence(
        &e, "zero at the largest usable step, but 1.0e-09 with 64 more bits; no order from 7 "
            "steps: the last two slopes are 2.00 and 2.00; claimed: exact; it does not fall as round-off "
            "does");
}

TEST(words_of_own_floors)
{
    struct fit e = evidence_alone(1e-13, 1e-14, VERDICT_WITNESS_NONE);
    const struct claim_on_fit claim = exact();
    char text[WORDS_SENTENCE];

    sentence_of(text, sizeof text, &e, &claim);
    assert_string_equal(text, "exact: 1.0e-13 at the largest usable step, within 10 of its floors of "
                              "1.0e-14, and with more bits 1.0e-16, "
                              "of 1.0e-17; claimed: exact");
    e = evidence_alone(1e-3, 1e-14, VERDICT_WITNESS_NONE);
    sentence_of(text, sizeof text, &e, &claim);
    assert_string_equal(
        text, "not exact: 1.0e-03 at the largest usable step, above 10 of its floors of "
              "1.0e-14, and with more bits 1.0e-06, of 1.0e-17; over half of the points above them; "
              "claimed: exact; refuted: what is exact is so at every state");
}
