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

    assert_done(audit_add_claim(&audit, "order", "4", "a source", &error), error);
    assert_done(audit_add_claim(&audit, "symplectic", "true", "another", &error), error);
    study = write_and_read(&audit);
    assert_string_equal(study->title, audit.title);
    assert_string_equal(study->methods.text[0], "rk4");
    assert_int_equal(study->models.count, 1);
    assert_int_equal(study->claims, 2);
    assert_string_equal(study->claim[0].measure, "solution_error");
    assert_string_equal(study->claim[0].formula, "4");
    assert_string_equal(study->claim[1].measure, "symplectic_defect");
    assert_string_equal(study->claim[1].source, "another");
    assert_string_equal(study->witness[0].initial, "rounder");
    study_destroy(study);
}

TEST(test_a_program_depends_on_the_files_of_its_command)
{
    struct audit audit = {
        .title = "t", .command = "sh examples/gauss-2.lua no-such-file", .projection = "none"};
    struct study *study = write_and_read(&audit);

    assert_int_equal(study->programs, 1);
    assert_string_equal(study->program[0].command, audit.command);
    assert_int_equal(study->program[0].depends.count, 1);
    assert_string_equal(study->program[0].depends.text[0], "examples/gauss-2.lua");
    study_destroy(study);
}

TEST(test_claims_that_are_none_are_refused)
{
    static const char *const wrong[][2] = {{"order", "0"},   {"order", "-1"},       {"order", "100"},
                                           {"order", "4.0"}, {"symplectic", "yes"}, {"stable", "true"}};
    struct audit audit = {.claims = 0};
    struct error error;

    for (size_t i = 0; i < COUNT(wrong); i++) {
        if (audit_add_claim(&audit, wrong[i][0], wrong[i][1], "", &error))
            fail_msg("%s = %s", wrong[i][0], wrong[i][1]);
    }
    for (size_t i = 0; i < AUDIT_MOST_CLAIMS; i++)
        assert_done(audit_add_claim(&audit, "energy", "true", "", &error), error);
    assert_false(audit_add_claim(&audit, "energy", "true", "", &error));
}
