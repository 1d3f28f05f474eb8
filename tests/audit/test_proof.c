/* What coefficients prove, against runs that contradict it: here each contradiction is deliberate. */
#include "tests/fixtures/test.h"

#include "harness/judge/results.h"
#include "integrators/methods/method_file.h"
#include "numerics/memory.h"
#include "tests/fixtures/audit/findings_fixture.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/measures/cell_fixture.h"
#include "tests/fixtures/reports/json_fixture.h"

#include <stdlib.h>

/* On the panel where no model is named. */
static struct proof prove(const char *name, const char *model)
{
    struct error error = {""};
    struct method_file *file = NULL;
    struct method method;
    struct proof proof;

    if (method_file_is_named(name)) {
        file = method_file_create(name, NULL, &error);
        assert_done(file, error);
        method = method_file_method(file);
    } else {
        assert_done(method_find(name, &method, &error), error);
    }
    proof = proof_find(&method, model ? fixture_model_read(model).model : NULL);
    method_file_destroy(file);
    return proof;
}

/* Orders and properties that books give; nothing of what the conditions are not about. */
TEST(test_proofs)
{
    static const struct {
        const char *method, *model;
        struct proof proof;
    } cases[] = {
        {"rk4", NULL, {4, false, false}},
        {"runge-kutta:gauss-3", NULL, {6, true, true}},
        {"runge-kutta:radau-iia-2", NULL, {3, false, false}},
        {"runge-kutta:lobatto-iiia-iiib-3", NULL, {4, false, true}}, /* IIIA alone */
        {"examples/partitioned-verlet.lua", NULL, {2, true, true}},
        {"examples/nystroem-4.lua", NULL, {4, false, false}},
        {"examples/stoermer-verlet.lua", NULL, {2, true, true}},
        {"tests/data/methods/symplectic-euler.lua", NULL, {1, true, false}},
        /* the second stage at a wrong time: right where nothing is of the time */
        {"tests/data/methods/late-midpoint.lua", NULL, {0, false, false}},
        {"tests/data/methods/late-midpoint.lua", "models/kepler.lua", {2, false, false}},
        {"tests/data/methods/late-midpoint.lua", "models/forced/forced-momentum.lua", {0, false, false}},
        /* a form that depends on the point is kept by variational methods alone, whose order trees do not prove */
        {"runge-kutta:gauss-2", "models/kepler.lua", {4, true, true}},
        {"runge-kutta:gauss-2", "models/panel/double-pendulum.lua", {4, true, true}},
        {"runge-kutta:gauss-2", "models/lotka-volterra.lua", {4, false, true}},
        {"runge-kutta:gauss-2", "models/pendulum.lua", {4, false, true}},
        {"gauss-2", "models/lotka-volterra.lua", {0, true, true}},
        {"radau-iia-2", "models/lotka-volterra.lua", {0, false, false}},
        {"without-null-vector:lobatto-iiia-iiib-2", NULL, {0, false, false}},
        {"rattle", NULL, {0, false, false}},
        {"examples/adams-bashforth-4.lua", NULL, {0, false, false}},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct proof found = prove(cases[i].method, cases[i].model), expected = cases[i].proof;

        if (found.order != expected.order || found.symplectic != expected.symplectic ||
            found.symmetric != expected.symmetric)
            fail_msg("%s on %s: order %d, symplectic %d, symmetric %d", cases[i].method,
                     cases[i].model ? cases[i].model : "the panel", found.order, found.symplectic,
                     found.symmetric);
    }
}

/* Whether the document says so, of a study with that one finding whose runs have come to the verdict. */
static bool contradicts(const struct audit *audit, enum verdict of_runs)
{
    char name[] = "order", sentence[] = "words";
    struct study_finding finding = {
        .claim = name, .evidence = sentence, .of = audit->finding->of, .verdict = audit->finding->verdict};
    json_t *known = json_pack("{s:[{s:s, s:o}]}", "claims", "id", "order", "findings",
                              findings_known_json(audit, audit->claim));
    char *text = json_dumps(known, 0);
    const struct study study = {.findings = 1, .finding = &finding, .audit = text};
    const struct claim_result claim = {.id = "order", .source = "a test", .of_runs = of_runs};
    const struct results results = {.study = &study, .claims = 1, .claim = &claim};
    json_t *document = audited_document(&results);
    const bool contradicts = !null_at(document, "claims/0/contradiction");

    if (contradicts)
        assert_string_equal(text_at(document, "claims/0/contradiction"), sentence);
    json_decref(document);
    json_decref(known);
    free(text);
    return contradicts;
}

/* What is proved is left open where runs refute it, and that is said first; what is claimed beyond the proof is not. */
TEST(test_contradiction)
{
    struct relations relations = {.method = "m"};
    struct audited audited = {.relations = &relations, .proof = {4, true, false}};
    struct audit *audit = findings_audit("order", "5", "energy");
    const struct audit_finding *found;

    assert_null(findings_find(audit, &audited));
    assert_null(findings_find(findings_audit("symmetric", "true", NULL), &audited));
    assert_non_null(findings_find(findings_audit("symplectic", "true", NULL), &audited));
    audit = findings_audit("order", "4", NULL);
    found = findings_find(audit, &audited);
    assert_non_null(found);
    assert_int_equal(found->known, AUDIT_PROVED);
    assert_int_equal(found->verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(found->of, 1U << VERDICT_REFUTED);
    assert_says(found->evidence, "prove order 4", "where runs refute it");
    assert_true(contradicts(audit, VERDICT_REFUTED));
    assert_false(contradicts(audit, VERDICT_HOLDS));
    assert_false(contradicts(audit, VERDICT_INCONCLUSIVE));
    audit->finding->known = AUDIT_DECIMALS;
    assert_false(contradicts(audit, VERDICT_REFUTED));
    memory_release(audited.kept);
}

/* A counterexample in many bits does not refute it either, where the panel leaves it open. */
TEST(test_counterexample)
{
    struct relations relations = {.method = "m"};
    struct counterexample example = {.property = AUDIT_ORDER, .path = "found.lua", .exact = true};
    struct audited audited = {.relations = &relations, .found = &example, .proof = {2, false, false}};
    struct audit *audit = findings_audit("order", "2", NULL);

    audit->findings = 0;
    findings_add(audit, &audited);
    assert_int_equal(audit->findings, 2);
    assert_int_equal(audit->finding[0].known, AUDIT_PROVED);
    assert_true(audit->finding[0].of & 1U << VERDICT_INCONCLUSIVE);
    assert_int_equal(audit->finding[1].known, AUDIT_EXAMPLE);
    example.exact = false;
    audit->findings = 0;
    findings_add(audit, &audited);
    assert_int_equal(audit->finding[0].of, 1U << VERDICT_REFUTED);
    memory_release(audited.kept);
}
