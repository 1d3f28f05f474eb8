/* What an audit knows of claims beside their runs: of steps that are no map, of
 * trees, of clocks, of printed decimals.  Controls: what is right has none of it. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/audit/clock.h"
#include "harness/audit/findings.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "tests/fixtures/audit/findings_fixture.h"
#include "tests/fixtures/audit/method_file_fixture.h"

/* The verdicts that a finding turns into an open one. */
enum { HELD = 1U << VERDICT_HOLDS | 1U << VERDICT_HOLDS_TO_ROUND_OFF };

/* ---- refuted whatever was measured ---- */

/* The claims about maps are refuted, and no others. */
TEST(test_no_map)
{
    struct relations relations = {.method = "m", .model = "pendulum", .first = 1, .second = 2};
    struct audited audited = {.relations = &relations};
    struct audit *audit = findings_audit("order", "2", "energy");

    assert_null(findings_find(audit, &audited));
    relations.remembers = true;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP, "initial data of pendulum");
    relations.remembers = false;
    relations.width.coordinate = 4;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP,
                            "number 4 of its state has no more than 24 bits");
    relations.width.coordinate = 0;
    relations.growth = 5;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP, "grow 5 times");
    relations.growth = 0;
    relations.changes = true;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP, "not the same later");
    relations.later.apart = INFINITY;
    relations.second = relations.first;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP, "nowhere");
    relations.later.apart = 0;
    relations.second = relations.first + 1e-3;
    findings_assert_refuted(findings_find(audit, &audited), AUDIT_NO_MAP, "not the same later");
    audit->claim[0].refusal = "it is about something else";
    assert_null(findings_find(audit, &audited));
    memory_release(audited.kept);
}

/* What an iteration leaves that remembers where the last one ended: no claim about a map holds, and none is refuted. */
TEST(test_no_map_by_little)
{
    struct relations relations = {
        .method = "m", .model = "kepler", .first = 1, .second = 1 + 1e-9, .remembers = true};
    struct audited audited = {.relations = &relations};
    const struct audit_finding *found = findings_find(findings_audit("order", "2", "energy"), &audited);

    assert_true(found && found->known == AUDIT_NO_MAP && found->verdict == VERDICT_INCONCLUSIVE);
    assert_int_equal(found->of, HELD);
    assert_says(found->evidence, "so does an iteration that begins where the last one ended");
    found = findings_find(findings_audit("relation:repeated", "true", NULL), &audited);
    assert_true(found && found->verdict == VERDICT_REFUTED && found->of == 0);
    relations.second = relations.first;
    assert_says(findings_find(findings_audit("order", "2", NULL), &audited)->evidence, "end apart in MPFR");
    memory_release(audited.kept);
}

/* A relation that is claimed is refuted by whatever model shows it, and no other claim is. */
TEST(test_relation_differs)
{
    struct relations relations = {.method = "m"};
    struct audited audited = {.relations = &relations};
    const struct audit_finding *found;

    relations.relation[MEASURE_RELATION_AFFINE - MEASURE_RELATION_TIME] =
        (struct relation){.holds = 4, .differs = 1, .largest = 0.5, .model = "ring"};
    assert_null(findings_find(findings_audit("order", "2", "relation:scaling"), &audited));
    found = findings_find(findings_audit("relation:affine", "true", "energy"), &audited);
    assert_true(found && found->known == AUDIT_DIFFERS && found->verdict == VERDICT_REFUTED &&
                found->of == 0);
    assert_says(found->evidence, "by 0.5 on ring, on 1 of 5 models");
    memory_release(audited.kept);
}

/* Runs in MPFR do not speak for a double branch that is another method; of what is no program both are ours. */
TEST(test_arithmetics_apart)
{
    struct relations relations = {.method = "m"};
    struct audited audited = {.relations = &relations};
    struct audit *audit = findings_audit("order", "2", "relation:time");
    const struct audit_finding *found;

    relations.relation[MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME] =
        (struct relation){.holds = 4, .differs = 1, .largest = 0.5, .model = "ring"};
    assert_null(findings_find(audit, &audited));
    audit->foreign = true;
    found = findings_find(audit, &audited);
    assert_true(found && found->known == AUDIT_ARITHMETIC && found->verdict == VERDICT_INCONCLUSIVE);
    assert_int_equal(found->of, HELD);
    memory_release(audited.kept);
}

/* ---- trees ---- */

/* They refute on the panel, and leave what holds on one model open; what they reach they say nothing of. */
TEST(test_trees)
{
    struct relations relations = {.method = "m"};
    struct audited audited = {.relations = &relations,
                              .conjugate = {.most = 8, .symplectic = 4, .missed = 3e-9}};
    struct audit *audit = findings_audit("conjugate-symplectic", "true", NULL);
    const struct audit_finding *found = findings_find(audit, &audited);

    assert_non_null(found);
    assert_int_equal(found->known, AUDIT_TREES);
    assert_int_equal(found->of, 0);
    assert_int_equal(found->verdict, VERDICT_REFUTED);
    assert_int_equal(found->order, 4);
    assert_true(found->missed == 3e-9);
    assert_says(found->evidence, "to order 4", "of order 5 fail by 3e-09, in digit 9 behind the point");
    audit->on = "kepler";
    found = findings_find(audit, &audited);
    assert_int_equal(found->of, HELD);
    assert_int_equal(found->verdict, VERDICT_INCONCLUSIVE);
    assert_says(found->evidence, "leave out --on");
    assert_null(findings_find(findings_audit("conjugate-order", "4", NULL), &audited));
    assert_non_null(findings_find(findings_audit("conjugate-order", "5", NULL), &audited));
    audited.conjugate = (struct tableau_conjugate){.most = 8, .symplectic = 8};
    assert_null(findings_find(findings_audit("conjugate-symplectic", "true", NULL), &audited));
    memory_release(audited.kept);
}

/* ---- clocks ---- */

static struct foreign_method *create_splitting(const char *shares, size_t number, char path[200])
{
    const char *temporary = getenv("TMPDIR");
    struct error error = {""};
    struct foreign_method **methods, *method;
    char command[500];
    size_t count;

    snprintf(path, 200, "%.100s/clock-%ld-%zu.so", temporary ? temporary : "/tmp", (long)getpid(), number);
    snprintf(command, sizeof command,
             "${CC:-cc} -shared -fPIC '-DSHARES=%s' -Iclients/c tests/data/audit/pefrl.c -o '%s'", shares,
             path);
    assert_int_equal(system(command), 0);
    methods = foreign_method_create_library(path, &count, &error);
    assert_done(methods, error);
    method = methods[0];
    free(methods);
    return method;
}

static struct clock_error measure(struct foreign_method *foreign)
{
    struct cell_request request = {.method = foreign_method_method(foreign),
                                   .projection = projection_find("none")};
    struct clock_error found;
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, 16);
    request.step = step;
    found = clock_measure(&request);
    mpq_clear(step);
    return found;
}

/* Drifts whose shares add up to 1 + e go ahead by e in q, kicks in p, whatever the others do. */
TEST(test_clock)
{
    static const struct {
        const char *shares;
        double share;
        bool momentum;
    } cases[] = {{"0.5, 1, 0.5", 0, false},
                 {"0.5, 1, 0.5 + 1e-9", 1e-9, false},
                 {"0.5, 1 - 1e-7, 0.5", -1e-7, true},
                 {"0.5, 1 + 1e-8, 0.5 - 3e-9", 1e-8, true}};

    for (size_t i = 0; i < COUNT(cases); i++) {
        char path[200];
        struct foreign_method *method = create_splitting(cases[i].shares, i, path);
        const struct clock_error found = measure(method);

        if (!(fabs(found.share - cases[i].share) < CLOCK_RIGHT))
            fail_msg("%s: %.17g", cases[i].shares, found.share);
        if (cases[i].share != 0)
            assert_int_equal(found.momentum, cases[i].momentum);
        foreign_method_destroy(method);
        unlink(path);
    }
}

/* An order that was measured to hold is left open, other claims are not, and an order that is refuted stays so. */
TEST(test_clock_leaves_open)
{
    struct relations relations = {.method = "m", .clock = {1e-9, true}};
    struct audited audited = {.relations = &relations};
    const struct audit_finding *found = findings_find(findings_audit("order", "2", "symmetric"), &audited);

    assert_non_null(found);
    assert_int_equal(found->known, AUDIT_CLOCK);
    assert_int_equal(found->of, HELD);
    assert_int_equal(found->verdict, VERDICT_INCONCLUSIVE);
    assert_says(found->evidence, "steps of p are too long by 1.0e-09 of h");
    relations.clock.share = -1e-9;
    assert_says(findings_find(findings_audit("order", "2", NULL), &audited)->evidence,
                "too short by 1.0e-09 of h");
    relations.clock.share = CLOCK_RIGHT / 2;
    assert_null(findings_find(findings_audit("order", "2", NULL), &audited));
    relations.clock.share = NAN;
    assert_null(findings_find(findings_audit("order", "2", NULL), &audited));
    memory_release(audited.kept);
}

/* What is known of one of several methods says nothing of the claims that are made of another. */
TEST(test_one_of_several)
{
    struct foreign_method *program[2];
    struct relations relations[2] = {{.method = "right"}, {.method = "late", .clock = {1e-9, true}}};
    struct audited audited = {.programs = 2, .program = program, .relations = relations};
    struct audit audit = {.title = ""};
    struct error error = {""};

    for (size_t k = 0; k < 2; k++) {
        program[k] = memory_create(1, sizeof *program[k]);
        program[k]->name = relations[k].method;
        assert_done(audit_add_claim(&audit, "order", "2", "test", relations[k].method, &error), error);
    }
    findings_add(&audit, &audited);
    assert_int_equal(audit.findings, 1);
    assert_string_equal(audit.finding->claim->id, "order:late");
    assert_string_equal(audit.finding->method, "late");
    for (size_t k = 0; k < 2; k++)
        free(program[k]);
    audit_release(&audit);
    memory_release(audited.kept);
}

/* ---- decimals ---- */

/* They excuse a claim that is refuted, unless a counterexample shows more. */
TEST(test_decimals)
{
    struct relations relations = {.method = "m"};
    struct audited audited = {.relations = &relations, .digits = 16};
    struct counterexample example = {.property = AUDIT_ORDER, .path = "found.lua"};
    const struct audit_finding *found = findings_find(findings_audit("order", "2", NULL), &audited);

    assert_non_null(found);
    assert_int_equal(found->known, AUDIT_DECIMALS);
    assert_int_equal(found->of, 1U << VERDICT_REFUTED);
    assert_int_equal(found->verdict, VERDICT_INCONCLUSIVE);
    audited.found = &example;
    found = findings_find(findings_audit("order", "2", NULL), &audited);
    assert_int_equal(found->known, AUDIT_EXAMPLE);
    assert_int_equal(found->verdict, VERDICT_NONE);
    assert_false(found->of & HELD);
    assert_says(found->evidence, "counterexample found.lua: ");
    memory_release(audited.kept);
}

/* Nor an order of which a condition fails by more than they explain: Yoshida's method of order 6 (1990), as he prints it, and with
 * three coefficients off by a hundred units of the last digit. */
TEST(test_wrong_decimals)
{
    static const char text[] =
        "local a, c, d = '0.784513610477560', '0.235573213359357', '-1.17767998417%d'"
        " return composition { name = 'y', base = 'runge-kutta:gauss-1', claims = { order = 6 },"
        " coefficients = { a, c, d, '1.31518632068%d', d, c, a } }";

    for (int wrong = 0; wrong < 2; wrong++) {
        struct relations relations = {.method = "y"};
        struct audited audited = {.relations = &relations, .digits = 14};
        char written[sizeof text + 10];

        snprintf(written, sizeof written, text, wrong ? 987 : 887, wrong ? 4906 : 3906);
        audited.file = method_file_of_text(written);
        assert_int_equal(audited.file->printed, wrong ? 0 : 14);
        assert_int_equal(findings_find(findings_audit("order", "6", NULL), &audited) == NULL, wrong);
        assert_non_null(findings_find(findings_audit("symmetric", "true", NULL), &audited));
        method_file_destroy(audited.file);
        memory_release(audited.kept);
    }
}

/* One in many bits refutes what the panel leaves open; not what was measured to hold, and not of one model alone. */
TEST(test_counterexamples)
{
    struct relations relations = {.method = "m"};
    struct counterexample example = {.property = AUDIT_ORDER, .path = "found.lua", .exact = true};
    struct audited audited = {.relations = &relations, .found = &example};
    struct audit *audit = findings_audit("order", "2", NULL);
    const struct audit_finding *found;

    found = findings_find(audit, &audited);
    assert_int_equal(found->known, AUDIT_EXAMPLE);
    assert_int_equal(found->verdict, VERDICT_REFUTED);
    assert_true(found->of & 1U << VERDICT_INCONCLUSIVE);
    assert_false(found->of & HELD);
    example.exact = false;
    assert_int_equal(findings_find(findings_audit("order", "2", NULL), &audited)->verdict, VERDICT_NONE);
    example.exact = true;
    audit = findings_audit("order", "2", NULL);
    audit->on = "kepler";
    assert_int_equal(findings_find(audit, &audited)->verdict, VERDICT_NONE);
    memory_release(audited.kept);
}
