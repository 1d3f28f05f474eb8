/* The document of an audit: what the runs say of a claim, by models. */
#include "tests/fixtures/test.h"

#include "harness/judge/results.h"
#include "measures/run/problem.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/reports/json_fixture.h"

enum { FITS = 5 };

/* Fits of one claim on the order, with these verdicts and orders, on two models in turn. */
static json_t *document_of(const enum verdict verdict[FITS], const double order[FITS], enum verdict whole)
{
    static char known[] =
        "{\"method\": \"m\", \"claims\": [{\"id\": \"order\", \"claim\": \"order\", \"method\": "
        "\"m\", \"value\": \"4\", \"findings\": []}], \"relations\": []}";
    const char *const models[] = {"kepler", "lorenz"};
    struct problem *problem[2];
    json_t *document;
    const struct claim_on_fit claim = {
        .id = "order", .kind = CLAIM_AT_LEAST, .formula = "4", .value = 4, .source = "a test"};
    const struct grid_precision precision = {.text = "128"};
    const struct study study = {.audit = known};
    struct method method;
    struct fit fit[FITS];
    struct claim_result result = {.id = "order", .source = "a test", .verdict = whole, .of_runs = whole};
    struct results results = {.study = &study, .fits = FITS, .fit = fit, .claims = 1, .claim = &result};

    assert_done(method_find("rk4", &method, &said), said);
    for (size_t i = 0; i < COUNT(models); i++)
        assert_done(problem[i] = problem_create(models[i], NULL, NULL, 0, NULL, &said), said);
    for (size_t i = 0; i < FITS; i++)
        fit[i] = (struct fit){.id = "id",
                              .curve.problem = problem[i % 2],
                              .curve.method = &method,
                              .curve.projection = projection_find("none"),
                              .curve.precision = &precision,
                              .measure_name = "solution_error",
                              .claim = &claim,
                              .order.value = order[i],
                              .order.low = order[i],
                              .order.high = order[i],
                              .exact.error = 0.1,
                              .outcome = {.verdict = verdict[i],
                                          .ground = verdict[i] == VERDICT_HOLDS     ? GROUND_ORDER
                                                    : verdict[i] == VERDICT_REFUTED ? GROUND_ORDER_APART
                                                                                    : GROUND_TOO_FEW}};
    document = audited_document(&results);
    for (size_t i = 0; i < COUNT(models); i++)
        problem_destroy(problem[i]);
    return document;
}

/* A model counts once, by the gravest verdict of its data; orders are those of the fits that decide. */
TEST(test_gravest_of_a_model)
{
    static const enum verdict some[FITS] = {VERDICT_REFUTED, VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS,
                                            VERDICT_REFUTED},
                              none[FITS] = {VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS,
                                            VERDICT_HOLDS},
                              open[FITS] = {VERDICT_HOLDS, VERDICT_INCONCLUSIVE, VERDICT_HOLDS, VERDICT_HOLDS,
                                            VERDICT_HOLDS};
    static const double order[FITS] = {2.5, 4.01, 3.99, 4.02, 2.25};
    json_t *document = document_of(some, order, VERDICT_REFUTED);

    assert_int_equal(size_at(document, "claims/0/models/refuted"), 1);
    assert_string_equal(text_at(document, "claims/0/models/refuted/0"), "kepler");
    assert_int_equal(size_at(document, "claims/0/models/holds"), 1);
    assert_string_equal(text_at(document, "claims/0/models/holds/0"), "lorenz");
    assert_true(number_at(document, "claims/0/orders/low") == 2.25 &&
                number_at(document, "claims/0/orders/high") == 2.5);
    json_decref(document);
    document = document_of(none, order, VERDICT_HOLDS);
    assert_int_equal(size_at(document, "claims/0/models/holds"), 2);
    assert_true(number_at(document, "claims/0/orders/low") == 2.25 &&
                number_at(document, "claims/0/orders/high") == 4.02);
    json_decref(document);
    document = document_of(open, order, VERDICT_INCONCLUSIVE);
    assert_string_equal(text_at(document, "claims/0/models/inconclusive/0"), "lorenz");
    assert_string_equal(text_at(document, "claims/0/models/holds/0"), "kepler");
    assert_true(null_at(document, "claims/0/orders"));
    json_decref(document);
}

/* A study that no audit wrote has none. */
TEST(test_no_audit)
{
    const struct study study = {.audit = NULL};

    assert_null(audited_document(&(struct results){.study = &study}));
}
