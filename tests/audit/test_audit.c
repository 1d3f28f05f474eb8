/* An audit as a study: what its file says is what the study reads, and claims that are none are refused. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/audit/audit.h"
#include "harness/study/study.h"

static struct study *write_and_read(const struct audit *audit)
{
    char folder[] = "/tmp/assay-audit-XXXXXX", path[64];
    struct error error = {""};
    struct study *study;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/audit.lua", folder);
    assert_done(audit_write(audit, path, &error), error);
    study = study_create(path, false, &error);
    unlink(path);
    rmdir(folder);
    assert_done(study, error);
    return study;
}

TEST(test_the_study_says_what_is_audited)
{
    struct audit audit = {.title = "a \"title\" with \\",
                          .method = "rk4",
                          .projection = "none",
                          .on = "kepler",
                          .on_name = "kepler",
                          .other = "rounder"};
    struct error error = {""};
    struct study *study;

    assert_done(audit_add_claim(&audit, "order", "4", "a source", NULL, &error), error);
    assert_done(audit_add_claim(&audit, "symplectic", "true", "another", NULL, &error), error);
    study = write_and_read(&audit);
    assert_string_equal(study->title, audit.title);
    assert_string_equal(study->methods.text[0], "rk4");
    assert_int_equal(study->models.count, 1);
    assert_int_equal(study->claims, 2);
    assert_string_equal(study->claim[0].measure, "solution_error");
    assert_string_equal(study->claim[0].formula, "4");
    assert_string_equal(study->claim[1].measure, "symplectic_defect");
    assert_string_equal(study->claim[1].source, "another");
    assert_string_equal(study->witness[0].text, "rounder");
    study_destroy(study);
    audit_release(&audit);
}

TEST(test_a_program_depends_on_the_files_of_its_command)
{
    struct audit audit = {
        .title = "t", .command = "sh examples/gauss-2.lua no-such-file", .kinds = ~0U, .projection = "none"};
    struct study *study = write_and_read(&audit);

    assert_int_equal(study->programs, 1);
    assert_string_equal(study->program[0].command, audit.command);
    assert_int_equal(study->program[0].depends.count, 1);
    assert_string_equal(study->program[0].depends.text[0], "examples/gauss-2.lua");
    study_destroy(study);
}

static const char *find_reason(const struct study *study, const char *model)
{
    for (size_t i = 0; i < study->reasons; i++) {
        if (strcmp(study->reason[i].model, model) == 0)
            return study->reason[i].text;
    }
    return NULL;
}

static const char *find_witness(const struct study *study, const char *model)
{
    for (size_t i = 0; i < study->witnesses; i++) {
        if (strcmp(study->witness[i].model, model) == 0)
            return study->witness[i].text;
    }
    return NULL;
}

/* Models that a method of these kinds is tried on, each with a reason and with other data, which a refutation takes, as many
 * as there are. */
static void check_panel(const struct audit *audit, const char *const *model, size_t count)
{
    struct study *study = write_and_read(audit);

    assert_int_equal(study->models.count, count);
    assert_int_equal(study->reasons, count);
    for (size_t i = 0; i < count; i++) {
        const char *reason = find_reason(study, model[i]);

        if (!reason || !*reason || !study_says(&study->models, model[i]))
            fail_msg("%s is not in the panel, or without a reason", model[i]);
        if (!find_witness(study, model[i]))
            fail_msg("%s has one set of data alone", model[i]);
    }
    study_destroy(study);
}

TEST(test_the_panel_has_what_the_method_steps_on)
{
    static const char *const any[] = {
        "kepler",           "henon-heiles",       "exchanged-kepler", "relativistic-pendulum",
        "quartic-momentum", "double-pendulum",    "skew-pendulum",    "lorenz",
        "lotka-volterra",   "point-vortices",     "free-top",         "forced-momentum",
        "forced-position",  "modulated-pendulum", "modulated-chain",  "ring"};
    static const char *const variational[] = {"lotka-volterra", "point-vortices", "massless-charged-particle",
                                              "modulated-particle"};
    static const char *const index_one[] = {"isokinetic", "hopf-sphere-potential"};
    struct audit audit = {
        .title = "t", .method = "rk4", .projection = "none", .kinds = (1U << MODEL_KINDS) - 1};

    check_panel(&audit, any, COUNT(any));
    audit = (struct audit){.title = "t",
                           .method = "gauss-1",
                           .projection = "none",
                           .variational = true,
                           .kinds = 1U << MODEL_DEGENERATE};
    check_panel(&audit, variational, COUNT(variational));
    audit.kinds = 1U << MODEL_INDEX_ONE;
    check_panel(&audit, index_one, COUNT(index_one));
}

/* Errors of high order lie above the decimals of a file, as above those of double, at large steps alone. */
TEST(test_larger_steps)
{
    static const struct {
        bool imprecise, printed;
        size_t steps, larger;
    } cases[] = {{false, false, 7, 0}, {false, true, 10, 3}, {true, false, 10, 3}};

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct audit audit = {.title = "t",
                                    .method = "rk4",
                                    .projection = "none",
                                    .kinds = 1U << MODEL_ODE,
                                    .imprecise = cases[i].imprecise,
                                    .printed = cases[i].printed};
        struct study *study = write_and_read(&audit);
        const struct study_steps *steps = study_find_steps(study, "kepler", "default");

        assert_int_equal(steps->automatic, cases[i].steps);
        assert_int_equal(steps->doublings, cases[i].larger);
        study_destroy(study);
    }
}

TEST(test_claims_that_are_none_are_refused)
{
    static const char *const wrong[][2] = {{"order", "0"},   {"order", "-1"},       {"order", "100"},
                                           {"order", "4.0"}, {"symplectic", "yes"}, {"stable", "true"}};
    struct audit audit = {.claims = 0};
    struct error error;

    for (size_t i = 0; i < COUNT(wrong); i++) {
        if (audit_add_claim(&audit, wrong[i][0], wrong[i][1], "", NULL, &error))
            fail_msg("%s = %s", wrong[i][0], wrong[i][1]);
    }
    assert_done(audit_add_claim(&audit, "order", "4", "", NULL, &error), error);
    assert_false(audit_add_claim(&audit, "order", "5", "", NULL, &error));
    assert_says(error.text, "the claim order is made twice");
    assert_false(audit_add_claim(&audit, "order", "8,9", "", NULL, &error));
    assert_int_equal(audit.claims, 1);
    audit_release(&audit);
}

/* Each of several methods has its claims, however many there are, and a model on which it fails is about its claim alone. */
TEST(test_claims_of_several_methods)
{
    enum { METHODS = 40 };
    struct audit audit = {
        .title = "t", .method = "rk4", .projection = "none", .on = "kepler", .on_name = "kepler"};
    char name[METHODS][12];
    struct error error = {""};
    struct study *study;

    for (size_t k = 0; k < METHODS; k++) {
        snprintf(name[k], sizeof name[k], "m-%zu", k);
        assert_done(audit_add_claim(&audit, "order", "4", "test", name[k], &error), error);
    }
    assert_false(audit_add_claim(&audit, "order", "5", "", "m-7", &error));
    audit.claim[METHODS - 1].file = "models/henon-heiles.lua";
    audit.claim[METHODS - 1].model = "henon-heiles";
    study = write_and_read(&audit);
    assert_int_equal(study->claims, METHODS + 1);
    assert_string_equal(study->claim[0].id, "order:m-0");
    for (size_t k = METHODS - 1; k <= METHODS; k++) {
        assert_string_equal(study->claim[k].id, "order:m-39");
        assert_string_equal(study->claim[k].methods.text[0], "m-39");
    }
    assert_string_equal(study->claim[METHODS].model, "henon-heiles");
    study_destroy(study);
    audit_release(&audit);
}
