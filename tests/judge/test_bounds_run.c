/* What runs leave open, from end to end: those that are shorter than the claim, and numbers near their floors. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

/* A run of 20 steps says of 2000 what cannot change: the largest error is at least as large, and what happens happens
 * later.  The control: of its own length it decides all. */
TEST(test_length)
{
    static const struct {
        const char *measure, *value, *verdict, *alone;
    } cases[] = {{"energy_error", "below \"1e-9\"", "refuted", "refuted"},
                 {"energy_error", "above \"1e-9\"", "holds", "holds"},
                 {"energy_error", "below \"1\"", "inconclusive", "holds"},
                 {"final_part:energy", "below \"1e9\"", "inconclusive", "holds"},
                 {"final_part:energy", "above \"1e9\"", "inconclusive", "refuted"},
                 {"stable_steps", "above \"20\"", "holds", "holds"},
                 {"stable_steps", "above \"1000\"", "inconclusive", "inconclusive"},
                 {"cost", "below \"1e9\"", "holds", "holds"}};
    const struct fixture *fixture = *state;

    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const bool alone = i % 2;
        const char *measure = cases[i / 2].measure;
        char id[PATH_SIZE], measures[64], more[500];
        json_t *report;

        snprintf(measures, sizeof measures, "\"%s\"", measure);
        snprintf(
            more, sizeof more,
            "claims = { { id = \"K\", source = \"here\", method = \"gauss-1\", projection = \"symmetric\", "
            "measure = %s, value = %s, length = \"%s\" } },",
            measures, cases[i / 2].value, alone ? "20" : "2000");
        write_study(fixture, &(struct parts){"values", "\"gauss-1\"", "\"symmetric\"", "\"0.1\", 1", "2",
                                             "\"double\"", measures, more});
        report = run_study(fixture, "values", "");
        snprintf(id, sizeof id, "first/default/gauss-1/symmetric/double/%s", measure);
        if (strcmp(word_of(report, id, "verdict"), alone ? cases[i / 2].alone : cases[i / 2].verdict) != 0)
            fail_msg("%s %s: %s", measure, cases[i / 2].value, word_of(report, id, "reason"));
        if (!alone && strcmp(cases[i / 2].verdict, "inconclusive") == 0) {
            assert_string_equal(word_of(report, id, "reason_code"), "too-short");
            assert_non_null(
                strstr(word_of(report, id, "next"), "a run of the length claimed: assay integrate "));
            assert_non_null(strstr(word_of(report, id, "next"), " --steps 2000 "));
        }
        json_decref(report);
    }
}

/* Errors of order 12 are round-off in double: no claim on their quotient is judged, and none on that of parts of a run.
 * The control: at 200 bits they are there. */
TEST(test_quotients_of_round_off)
{
    static const struct {
        const char *precision, *verdict, *reason;
    } cases[] = {{"double", "inconclusive", "floor"}, {"200", "refuted", ""}};
    const struct fixture *fixture = *state;

    for (size_t i = 0; i < 2; i++) {
        char id[PATH_SIZE], precision[16];
        json_t *report;

        snprintf(precision, sizeof precision, "\"%s\"", cases[i].precision);
        write_study(
            fixture,
            &(struct parts){
                "values", "\"gauss-6\"", "\"none\", \"symmetric\"", "\"0.1\", 2", "4", precision,
                "\"energy_error\", \"final_part:energy\"",
                "claims = { { id = \"worse\", source = \"here\", method = \"gauss-6\", projection = "
                "\"none\", measure = \"energy_error\", value = above \"1e9\", relative = { projection = "
                "\"symmetric\" } }, { id = \"part\", source = \"here\", method = \"gauss-6\", projection "
                "= \"symmetric\", measure = \"final_part:energy\", value = above \"1e9\" } },"});
        report = run_study(fixture, "values", "");
        snprintf(id, sizeof id, "first/default/gauss-6/none/%s/energy_error", cases[i].precision);
        assert_string_equal(word_of(report, id, "verdict"), cases[i].verdict);
        assert_string_equal(word_of(report, id, "reason_code"), cases[i].reason);
        snprintf(id, sizeof id, "first/default/gauss-6/symmetric/%s/final_part:energy", cases[i].precision);
        assert_string_equal(word_of(report, id, "verdict"), cases[i].verdict);
        json_decref(report);
    }
}

TEST_GROUP(fixture_create_models, fixture_destroy)
