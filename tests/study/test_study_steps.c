/* Steps of a study: halved exactly, chosen by the program, refused. */
#include "tests/fixtures/test.h"

#include <gmp.h>
#include <mpfr.h>

#include "harness/study/study.h"
#include "tests/fixtures/runs/study_fixture.h"

static struct study *read_with_steps(const char *steps, struct error *error)
{
    char text[1000];

    snprintf(text, sizeof text,
             "return study { title = 't', models = 'm', methods = 'gauss-1', projections = 'none', untiltime "
             "= 1, precisions = 'double', measures = 'energy_error', steps = %s }",
             steps);
    return read_text(text, error);
}

TEST(test_halving)
{
    static const char *const cases[][2] = {
        {"halving('0.4', 6)", "0.4 0.2 0.1 0.05 0.025 0.0125"},
        {"halving('1/3', 3)", "1/3 1/6 1/12"},
        {"halving('1e-1', 2)", "0.1 0.05"},
        {"halving('4', 4)", "4 2 1 0.5"},
        {"halving('0.7', 1)", "0.7"},
        {"{ '0.2', '1/10' }", "0.2 1/10"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct study *study = read_with_steps(cases[i][0], &said);

        assert_done(study, said);
        check_strings(&study_find_steps(study, "anything", "default")->step, cases[i][1]);
    }
}

/* The same table with other steps and another time. */
static struct study *read_with_time(const char *steps, const char *until, struct error *error)
{
    char text[1000];

    snprintf(text, sizeof text,
             "return study { title = 't', models = 'm', methods = 'gauss-1', projections = 'none', "
             "precisions = 'automatic', measures = 'all', initial = 'all', untiltime = %s, steps = %s }",
             until, steps);
    return read_text(text, error);
}

TEST(test_automatic)
{
    struct study *study = read_with_time("automatic(7)", "'automatic'", &said);

    assert_done(study, said);
    assert_int_equal(study_find_steps(study, "m", "default")->automatic, 7);
    check_strings(&study_find_steps(study, "m", "default")->step, "");
    assert_string_equal(study->until, STUDY_AUTOMATIC);
    check_strings(&study->precisions, "automatic");
    check_strings(&study->measures, "all");
    assert_true(study_says(&study->initials, STUDY_ALL));
    assert_true(study->budget == 0 && study->axes == 0);
    study = read_with_time("{ m = automatic(3), n = automatic(5) }", "'automatic'", &said);
    assert_done(study, said);
    assert_int_equal(study_find_steps(study, "m", "default")->automatic, 3);
    assert_int_equal(study_find_steps(study, "n", "default")->automatic, 5);
    assert_null(study_find_steps(study, "k", "default"));
    study = read_with_time("automatic(10, 3)", "'automatic'", &said); /* of which three are larger than h0 */
    assert_done(study, said);
    assert_int_equal(study_find_steps(study, "m", "default")->automatic, 10);
    assert_int_equal(study_find_steps(study, "m", "default")->doublings, 3);
    study = read_with_time("{ automatic = { '0.1' }, halving = { '0.2' } }", "1", &said); /* models */
    assert_done(study, said);
    check_strings(&study_find_steps(study, "automatic", "default")->step, "0.1");
    check_strings(&study_find_steps(study, "halving", "default")->step, "0.2");
}

TEST(test_automatic_refusals)
{
    static const char *const cases[][3] = {
        {"automatic(0)", "'automatic'", "automatic(0): write a count from 1 to 40"},
        {"automatic(41)", "'automatic'", "automatic(41): write a count from 1 to 40"},
        {"automatic(10, 5)", "'automatic'", "automatic(10, 5): the larger steps are 0 to 4 of them"},
        {"automatic(3, 3)", "'automatic'", "automatic(3, 3): the larger steps are 0 to 4 of them"},
        {"automatic(3, '1')", "'automatic'", "automatic takes a count"},
        {"automatic('7')", "'automatic'", "automatic takes a count"},
        {"automatic()", "'automatic'", "automatic takes a count"},
        {"automatic(7)", "10", "write untiltime = \"automatic\""},
        {"halving('0.1', 6)", "'automatic'", "write steps = automatic(7)"},
        {"{ m = automatic(3), n = halving('0.1', 6) }", "'automatic'", "automatic steps for n; write"},
        {"'automatic'", "'automatic'", "study.steps is missing"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct study *study = read_with_time(cases[i][0], cases[i][1], &said);

        if (study)
            fail_msg("accepted: steps = %s, untiltime = %s", cases[i][0], cases[i][1]);
        if (!strstr(said.text, cases[i][2]))
            fail_msg("'%s' does not say '%s'", said.text, cases[i][2]);
    }
}

/* a * 2^k in decimals is digit for digit what GMP says of first / 2^k: forty steps from 1/10. */
TEST(test_halving_is_exact)
{
    struct study *study = read_with_steps("halving('0.1', 40)", &said);

    assert_non_null(study);
    assert_int_equal(study->steps[0].step.count, 40);
    for (unsigned long k = 0; k < 40; k++) {
        const char *text = study->steps[0].step.text[k];
        unsigned long decimals = k + 1; /* 1/(10 2^k) = 5^k/10^(k+1) */
        mpz_t digits, five;

        assert_memory_equal(text, "0.", 2);
        assert_int_equal(strlen(text), decimals + 2);
        mpz_init_set_str(digits, text + 2, 10);
        mpz_init(five);
        mpz_ui_pow_ui(five, 5, k);
        assert_int_equal(mpz_cmp(digits, five), 0);
        mpz_clears(digits, five, NULL);
    }
}

TEST_GROUP(NULL, release_mpfr)
