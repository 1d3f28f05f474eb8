/* The gate and its reports on a small study with a verdict of every kind. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/text_fixture.h"

#include "tests/fixtures/reports/json_fixture.h"

#include "harness/judge/gate.h"
#include "reports/gate_document.h"
#include "reports/template.h"
#include "tests/fixtures/judge/gate_fixture.h"

static enum gate_state state_of(const struct gate_outcome *outcome, const char *id)
{
    for (size_t i = 0; i < outcome->checks; i++) {
        if (strcmp(outcome->check[i].id, id) == 0)
            return outcome->check[i].state;
    }
    fail_msg("%s was not checked", id);
    return GATE_INCOMPLETE;
}

/* The ids of what differs, separated by blanks, without the equal parts of the ids. */
static void assert_different(const struct gate_fixture *f, const char *allowed, const char *expected)
{
    struct gate_outcome *outcome = fixture_gate(f, allowed);
    char found[400] = "";

    for (size_t i = 0; i < outcome->checks; i++) {
        const struct gate_check *check = outcome->check + i;

        if (check->state != GATE_DIFFERENT)
            continue;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s%s", found[0] ? " " : "",
                 check->fit ? check->fit->curve.method->name : check->id, check->fit ? "/" : "",
                 check->fit ? check->fit->curve.projection->name : "");
    }
    assert_string_equal(found, expected);
    assert_int_equal(gate_whole(outcome), expected[0] ? GATE_DIFFERENT : GATE_AS_EXPECTED);
}

static void assert_refused(const struct gate_fixture *f, const char *allowed, const char *part)
{
    const struct results *results = &f->results;

    assert_null(gate_create(1, &results, allowed, &said));
    if (!strstr(said.text, part))
        fail_msg("the message does not say %s: %s", part, said.text);
}

/* Of several studies each is checked, and the number of its verdicts is part of what it expects: witnesses and parts of
 * a study apart. */
TEST(test_number_of_verdicts)
{
    struct gate_fixture f[3];
    const struct results *results[3];
    struct gate_outcome *outcome;

    for (size_t i = 0; i < 3; i++) {
        fixture_fill(f + i);
        fixture_expect_all(f + i);
        results[i] = &f[i].results;
    }
    outcome = kept(gate_create(3, results, NULL, &said));
    assert_int_equal(outcome->checks % 3, 0);
    for (size_t i = 0; i < outcome->checks; i++)
        assert_ptr_equal(outcome->check[i].results, results[i / (outcome->checks / 3)]);
    for (size_t i = 0; i < FITS; i++)
        f[2].results.verdicts += f[2].fit[i].outcome.verdict && i != HOLDS;
    assert_null(gate_create(3, results, NULL, &said));
    assert_says(said.text, " are expected; see what");
    f[2].fit[HOLDS].context.on_witness = true;
    outcome = kept(gate_create(3, results, NULL, &said));
    assert_non_null(outcome);
    f[0].fit[HOLDS].outcome.verdict = VERDICT_INCONCLUSIVE; /* what differs is told first */
    f[2].results.verdicts = 17;
    outcome = kept(gate_create(3, results, NULL, &said));
    assert_non_null(outcome);
}

/* ---- what is expected ---- */

TEST(test_holds_is_expected_by_default)
{
    struct gate_fixture *f = fixture_made();
    struct gate_outcome *outcome;

    assert_different(f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    outcome = fixture_gate(f, NULL);
    assert_int_equal(outcome->as_expected, 4); /* two that hold, one that does not apply, K3 */
    f->fit[HOLDS].outcome.verdict = VERDICT_REFUTED;
    assert_different(f, NULL, "gauss-1/none gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    f->claim[2].verdict = VERDICT_NOT_APPLICABLE; /* a claim that applies nowhere shows nothing */
    assert_different(f, NULL, "gauss-1/none gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2 K3");
}

TEST(test_an_expected_fit_leads_its_claim)
{
    struct gate_fixture *f = fixture_made();

    fixture_expect(f, "gauss-1/symm*/200", "refuted");
    assert_different(f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    fixture_expect(f, "dla:1/3/none", "inconclusive"); /* with a slash in the name of the method */
    assert_different(f, NULL, "gauss-2/symmetric");
    fixture_expect(f, "gauss-2", "vacuous"); /* also names one that is not applicable */
    assert_different(f, NULL, "gauss-2/midpoint");
    f->fit[REFUTED].outcome.verdict = VERDICT_HOLDS; /* a refutation that is gone differs too */
    f->claim[0].verdict = VERDICT_HOLDS;
    assert_different(f, NULL, "gauss-1/symmetric gauss-2/midpoint");
    f->claim[0].verdict = VERDICT_REFUTED; /* by no fit that was expected to be */
    assert_different(f, NULL, "gauss-1/symmetric gauss-2/midpoint K1");
}

TEST(test_an_expected_claim_lets_fits_hold)
{
    struct gate_fixture *f = fixture_made();

    fixture_expect(f, "K1", "refuted");
    assert_different(f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    f->claim[0].verdict = VERDICT_HOLDS;
    f->fit[REFUTED].outcome.verdict = VERDICT_HOLDS;
    assert_different(f, NULL, "dla:1/3/none gauss-2/symmetric K1 K2");
    f->fit[REFUTED].outcome.verdict = VERDICT_INCONCLUSIVE; /* neither refuted nor holding */
    assert_different(f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
}

TEST(test_the_last_expectation_counts)
{
    struct gate_fixture *f = fixture_made();

    fixture_expect(f, "gauss-1", "refuted");
    fixture_expect(f, "gauss-1/none", "holds");
    assert_different(f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    f->results.expectations = 0;
    fixture_expect(f, "gauss-1/none", "holds");
    fixture_expect(f, "gauss-1", "refuted");
    assert_different(f, NULL, "gauss-1/none dla:1/3/none gauss-2/symmetric gauss-1/none K2");
}

TEST(test_allowed_verdicts)
{
    struct gate_fixture *f = fixture_made();

    assert_different(f, "inconclusive", "gauss-1/symmetric gauss-2/symmetric K1");
    assert_different(f, "vacuous", "gauss-1/symmetric dla:1/3/none K1 K2");
    assert_different(f, "vacuous,inconclusive", "gauss-1/symmetric K1");
    fixture_expect(f, "midpoint", "refuted");
    assert_different(f, "vacuous,inconclusive", "gauss-1/symmetric gauss-2/midpoint K1");
    assert_different(f, "vacuous,inconclusive,not-applicable", "gauss-1/symmetric K1");
    assert_refused(f, "refuted", "expect = ");
    assert_refused(f, "inconclusive,vacous", "--allow vacous");
}

TEST(test_unusable_expectations)
{
    struct gate_fixture *f = fixture_made();

    fixture_expect(f, "K9", "refuted");
    assert_refused(f, NULL, "expect: K9: neither a claim nor an order");
    f->results.expectations = 0;
    fixture_expect(f, "double", "holds"); /* without a verdict, so that it would never be compared */
    assert_refused(f, NULL, "expect: double");
    f->results.expectations = 0;
    f->results.claims = 0;
    for (size_t i = 0; i < FITS; i++)
        f->fit[i].outcome.verdict = VERDICT_NONE;
    assert_refused(f, NULL, "nothing can be compared");
}

/* A claim that is vacuous as a whole differs, unless it is expected to be or allowed. */
TEST(test_vacuous_claims)
{
    struct gate_fixture *f = fixture_made();

    f->fit[INCONCLUSIVE].outcome.verdict = VERDICT_VACUOUS;
    f->claim[1].verdict = VERDICT_VACUOUS;
    assert_different(f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    assert_different(f, "vacuous", "gauss-1/symmetric K1");
    assert_different(f, "inconclusive,not-applicable",
                     "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    fixture_expect(f, "K2", "vacuous");
    assert_different(f, NULL, "gauss-1/symmetric K1");
}

/* ---- broken runs ---- */

TEST(test_broken_runs_are_incomplete)
{
    struct gate_fixture *f = fixture_made();
    struct gate_outcome *outcome;

    fixture_expect_all(f);
    assert_different(f, NULL, "");
    f->cell[OTHER_MODEL * STEPS + 3].status = CELL_CRASHED;
    f->cell[IN_DOUBLE * STEPS].status = CELL_INCOMPLETE;
    f->cell[CELLS] = f->cell[0]; /* of no fit */
    f->cell[CELLS].id = "lone";
    f->cell[CELLS].problem = named_problem("lonely", "default");
    f->cell[CELLS].status = CELL_CRASHED;
    f->results.cells++;
    outcome = fixture_gate(f, NULL);
    assert_int_equal(outcome->different, 0);
    assert_int_equal(outcome->incomplete, 4);
    assert_int_equal(state_of(outcome, f->fit[OTHER_MODEL].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K3"), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, f->fit[IN_DOUBLE].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "lone"), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K1"), GATE_AS_EXPECTED);
    assert_int_equal(gate_whole(outcome), GATE_INCOMPLETE);

    f->fit[OTHER_MODEL].outcome.verdict = VERDICT_INCONCLUSIVE; /* perhaps because of what is missing */
    f->claim[2].verdict = VERDICT_INCONCLUSIVE;
    outcome = fixture_gate(f, NULL);
    assert_int_equal(state_of(outcome, f->fit[OTHER_MODEL].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K3"), GATE_INCOMPLETE);

    f->fit[OTHER_MODEL].outcome.verdict = VERDICT_REFUTED; /* by the runs that ended */
    outcome = fixture_gate(f, NULL);
    assert_int_equal(state_of(outcome, f->fit[OTHER_MODEL].id), GATE_DIFFERENT);
    assert_int_equal(gate_whole(outcome), GATE_DIFFERENT);
}

/* A run that broke down is a result. */
TEST(test_a_breakdown_is_complete)
{
    struct gate_fixture *f = fixture_made();

    fixture_expect_all(f);
    f->cell[OTHER_MODEL * STEPS + 3].status = CELL_BROKE_DOWN;
    assert_different(f, NULL, "");
}

/* ---- JSON, lines, Markdown ---- */

TEST(test_json)
{
    struct gate_fixture *f = fixture_made();
    struct gate_outcome *outcome;
    json_t *json, *difference;

    fixture_spoil(f);
    f->awkward.formula = "1";
    f->cell[OTHER_MODEL * STEPS].status = CELL_CRASHED;
    outcome = fixture_gate(f, NULL);
    json = kept(gate_document(outcome, &f->results.provenance));
    assert_non_null(json);
    assert_int_equal(integer_at(json, "as_expected"), 2);
    assert_int_equal(integer_at(json, "different"), 5);
    assert_int_equal(integer_at(json, "incomplete"), 2);
    assert_int_equal(size_at(json, "differences"), 5);
    assert_int_equal(size_at(json, "unfinished"), 2);
    difference = at(json, "differences/0");
    assert_string_equal(text_at(difference, "id"), f->fit[REFUTED].id);
    assert_string_equal(text_at(difference, "expected"), "holds");
    assert_string_equal(text_at(difference, "verdict"), "refuted");
    assert_string_equal(text_at(difference, "evidence"), "claimed: below 1; measured 3 at h = 0.1");
    assert_string_equal(text_at(difference, "next"),
                        "two more halvings of the step, and the bits for them; see assay explain small "
                        "'lotka-volterra/default/gauss-1/symmetric/200/energy_error'");
    assert_string_equal(text_at(json, "assay/study_hash"), "77aa");
}

/* What a template makes, which the caller frees. */
static char *write_text(const struct gate_fixture *f, bool markdown)
{
    json_t *document = kept(gate_document(fixture_gate(f, NULL), &f->results.provenance));
    FILE *file = open_text();

    assert_true(template_write(file, markdown ? "gate.md" : "gate-verbose.txt", document, &said));
    return close_text(file);
}

TEST(test_lines)
{
    struct gate_fixture *f = fixture_made();
    char *text;

    fixture_spoil(f);
    f->cell[OTHER_MODEL * STEPS].status = CELL_CRASHED;
    text = write_text(f, false);
    assert_says(text,
                "differs     lotka-volterra/default/gauss-1/symmetric/200/energy_error: expected "
                "holds, found refuted\n            claimed: below a<b> ",
                "energy_error'\n            assay explain small 'lotka-volterra/",
                "incomplete  pendulum/default/gauss-1/none/200/energy_error\n            1 of 6 runs "
                "without an end, one of them crashed at h = 0.8; order ",
                "\n2 as expected, 5 different, 2 incomplete\n");
    assert_null(strpbrk(text, "\x01\x1b"));
}

/* Every row of a Markdown table has its six bars. */
static void check_rows(const char *text)
{
    for (size_t i = 1; text[i]; i++) {
        size_t bars = 0;

        if (text[i - 1] != '\n' || text[i] != '|')
            continue;
        for (; text[i] && text[i] != '\n'; i++)
            bars += text[i] == '|' && text[i - 1] != '\\';
        assert_int_equal(bars, 6);
    }
}

TEST(test_markdown)
{
    struct gate_fixture *f = fixture_made();
    char *text;

    fixture_spoil(f);
    text = write_text(f, true);
    assert_says(text, "## assay gate: small\n\n**Different**: 4 as expected, 5 different, 0 incomplete\n",
                "\n| lotka-volterra/default/gauss-1/symmetric/200/energy\\_error | holds | refuted | "
                "claimed: below a&lt;b&gt; &amp; \"c\" \\| ");
    assert_null(strstr(text, "### Incomplete"));
    check_rows(text);
    fixture_expect_all(f);
    text = write_text(f, true);
    assert_says(text, "**As expected**: 9 as expected, 0 different, 0 incomplete\n");
    assert_null(strstr(text, "### Different"));
}
