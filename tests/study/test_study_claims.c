/* Claims of a study: their orders against exact arithmetic; claims on numbers, and those refused. */
#include "tests/fixtures/test.h"

#include "harness/study/study.h"
#include "tests/fixtures/runs/study_fixture.h"

/* -- orders -- */

static const struct {
    const char *formula;
    long factor, offset, divisor; /* (factor s + offset)/divisor */
} formulas[] = {
    {"2*s", 2, 0, 1}, {"s + 1", 1, 1, 1},    {"s", 1, 0, 1},         {"s/2", 1, 0, 2},
    {"4", 0, 4, 1},   {"2*s - 2", 2, -2, 1}, {"(s + 1)/2", 1, 1, 2}, {"2*(s - 1)", 2, -2, 1},
    {"s+s", 2, 0, 1}, {"3/2", 0, 3, 2},
};

TEST(test_orders)
{
    struct study study = {.path = (char *)"study.lua"};

    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct study_claim claim = {.id = (char *)"K", .formula = (char *)formulas[i].formula};

        for (size_t s = 1; s <= 12; s++) {
            double expected =
                (double)(formulas[i].factor * (long)s + formulas[i].offset) / (double)formulas[i].divisor;
            double value = -1;

            assert_true(study_evaluate_claim(&study, &claim, s, &value, &said));
            assert_true(value == expected);
        }
    }
}

TEST(test_orders_that_are_none)
{
    static const char *const wrong[] = {"2*z", "", "2s", "s/0", "1/(s - 3)", "s +", "ss", "log(0*s)", "2*S"};
    struct study study = {.path = (char *)"study.lua"};
    struct study_claim claim = {.id = (char *)"K7", .formula = NULL};
    char sum[4001] = "";
    double value;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        claim.formula = (char *)wrong[i];
        if (study_evaluate_claim(&study, &claim, 3, &value, &said))
            fail_msg("'%s' is %g", wrong[i], value);
        assert_says(said.text, "study.lua: the order", "claim K7");
    }
    for (size_t i = 0; i < 2000; i++)
        memcpy(sum + 2 * i, i ? "+s" : " s", 2);
    claim.formula = sum;
    assert_false(study_evaluate_claim(&study, &claim, 3, &value, &said));
    claim.formula = (char *)"2*s"; /* of a method without stages in its name */
    assert_false(study_evaluate_claim(&study, &claim, 0, &value, &said));
    claim.formula = (char *)"4";
    assert_true(study_evaluate_claim(&study, &claim, 0, &value, &said));
}

/* -- claims on numbers -- */

/* What K3 of the good study says. */
#define SAYS "measure = 'symmetry_defect', exact = true"

/* The good study with K3 made to say something else. */
static struct study *claim_of(const char *says)
{
    char text[4000];
    struct study *study;

    study_replace(text, sizeof text, study_data("good.lua"), SAYS, says);
    study = read_text(text, &said);
    if (!study)
        fail_msg("%s: %s", says, said.text);
    return study;
}

TEST(test_values)
{
    static const struct {
        const char *says;
        enum claim_kind kind;
        const char *formula;
        double low, high;
    } cases[] = {
        {"measure = 'm', value = below '1e-11'", CLAIM_BELOW, "1e-11", -INFINITY, 1e-11},
        {"measure = 'm', value = above(3)", CLAIM_ABOVE, "3", 3, INFINITY},
        {"measure = 'm', value = above '1/3'", CLAIM_ABOVE, "1/3", 1.0 / 3, INFINITY},
        {"measure = 'm', value = between('1e5', 500000)", CLAIM_BETWEEN, "1e5 and 500000", 1e5, 5e5},
        {"measure = 'growth:energy', grows = 'random-walk'", CLAIM_GROWTH, "random-walk", 0, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct study *study = claim_of(cases[i].says);
        const struct study_claim *claim = study->claim + 2;

        assert_int_equal(claim->kind, cases[i].kind);
        assert_string_equal(claim->formula, cases[i].formula);
        assert_true(claim->low == cases[i].low && claim->high == cases[i].high);
        assert_null(claim->step);
        assert_null(claim->precision);
        assert_null(claim->condition);
        assert_true(!claim->relative.method && !claim->relative.projection && !claim->relative.precision);
    }
}

TEST(test_value_keys)
{
    struct study *study =
        claim_of("measure = 'm', value = below '1', step = '1/10', precision = 200, condition = 'h is "
                 "small', relative = { method = 'rk4', projection = 'none', precision = 96 }");
    const struct study_claim *claim = study->claim + 2;

    assert_string_equal(claim->step, "1/10");
    assert_string_equal(claim->precision, "200");
    assert_string_equal(claim->condition, "h is small");
    assert_string_equal(claim->relative.method, "rk4");
    assert_string_equal(claim->relative.projection, "none");
    assert_string_equal(claim->relative.precision, "96");
    /* An order may name its precision, and a condition. */
    study = claim_of("measure = 'm', order = exactly '4', precision = 'double*', condition = 'c'");
    assert_string_equal(study->claim[2].precision, "double*");
    assert_string_equal(study->claim[2].condition, "c");
}

/* A list of orders is the claims on each power of a small parameter, whose measures the study takes. */
TEST(test_powers)
{
    static const char *const formulas_of[] = {"0", "8", "2"};
    struct study *study = claim_of("order = { 8, 2 }");
    const size_t taken = study->measures.count;

    for (size_t k = 0; k < 3; k++) {
        const struct study_claim *claim = study->claim + 2 + k;
        char measure[40];

        snprintf(measure, sizeof measure, "perturbed_error:%zu", k);
        assert_string_equal(claim->id, "K3");
        assert_string_equal(claim->measure, measure);
        assert_string_equal(study->measures.text[taken - 3 + k], measure);
        assert_int_equal(claim->kind, k ? CLAIM_AT_LEAST : CLAIM_EXACT);
        assert_string_equal(claim->formula, formulas_of[k]);
    }
    study = claim_of("measure = 'energy_error', order = exactly '2'"); /* control */
    assert_int_equal(study->measures.count, taken - 3);
}

TEST(test_value_refusals)
{
    study_refusals("good.lua", "claims", 30);
}

TEST_GROUP(NULL, release_mpfr)
