/* The suite as a document, of fits made by hand: two models, two pairs, two precisions, all numbers different; and as
 * pages that templates make of it. */
#include "tests/fixtures/test.h"

#include <ftw.h>

#include "harness/judge/results.h"
#include "reports/suite/suite.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "tests/fixtures/judge/names_fixture.h"
#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

enum { MODELS = 2, PAIRS = 3, PRECISIONS = 2, POINTS = 4 };
enum which { SOLUTION, SYMPLECTIC, SYMMETRY, GROWTH, ENERGY, MEASURES };
enum { FITS = MODELS * PAIRS * PRECISIONS * MEASURES };

static const char *const models[MODELS] = {"one <a>", "two"};
static const char *const pairs[PAIRS][2] = {{"gauss-2", "symmetric"}, {"rk4", "none"}, {"gauss-2", "none"}};
static const char *const precisions[PRECISIONS] = {"double", "200"};
static const char *const measures[MEASURES] = {"solution_error", "symplectic_defect", "symmetry_defect",
                                               "growth:energy", "energy_error"};
static const char *const steps[POINTS] = {"0.4", "0.2", "0.1", "0.05"};
static const double step_values[POINTS] = {0.4, 0.2, 0.1, 0.05};
static const char refusal[] = "it needs <a> degenerate Lagrangian";

struct suite_made {
    struct results results;
    struct study study;
    struct fit fit[FITS];
    struct claim_on_fit claim;
    double errors[FITS][POINTS], slopes[FITS][POINTS];
    bool used[FITS][POINTS];
    char id[FITS][100];
};

static void assert_number(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.17g is not %.17g", found, expected);
}

static size_t number(size_t model, size_t pair, size_t precision, enum which measure)
{
    return ((model * PAIRS + pair) * PRECISIONS + precision) * MEASURES + measure;
}

static struct fit *fit_at(struct suite_made *made, size_t model, size_t pair, size_t precision,
                          enum which measure)
{
    return made->fit + number(model, pair, precision, measure);
}

/* The order of a fit is 2 and a bit, that bit another one for each. */
static double order_of(size_t i)
{
    return 2 + 0.001 * (double)i;
}

static void make_fit(struct suite_made *made, size_t m, size_t p, size_t b, enum which k)
{
    const size_t i = number(m, p, b, k);

    snprintf(made->id[i], sizeof made->id[i], "%s/default/%s/%s/%s/%s", models[m], pairs[p][0], pairs[p][1],
             precisions[b], measures[k]);
    for (size_t n = 0; n < POINTS; n++) {
        made->errors[i][n] = k == GROWTH ? 0.01 * (double)i : pow(step_values[n], order_of(i));
        made->used[i][n] = true;
    }
    made->fit[i] = (struct fit){.id = made->id[i],
                                .curve.problem = named_problem(models[m], "default"),
                                .curve.method = named_method(pairs[p][0]),
                                .curve.projection = named_projection(pairs[p][1]),
                                .curve.precision = named_precision(precisions[b]),
                                .measure = measure_find(NULL, measures[k]),
                                .measure_name = measures[k],
                                .points.count = POINTS,
                                .points.step_sizes = steps,
                                .points.step_values = step_values,
                                .points.errors = made->errors[i],
                                .order.used = made->used[i],
                                .order.slopes = made->slopes[i],
                                .order.extrapolated = made->slopes[i],
                                .order.status = k == GROWTH ? FIT_TOO_FEW : FIT_MEASURED,
                                .order.value = order_of(i),
                                .order.low = order_of(i) - 0.01,
                                .order.high = order_of(i) + 0.02,
                                .order.trees = NAN,
                                .exact.zero = GROUND_UNREPEATED};
    made->fit[i].measure.channel = 0;
}

/* On the second model rk4 does not apply. */
static void refuse(struct suite_made *made)
{
    for (size_t b = 0; b < PRECISIONS; b++) {
        for (enum which k = 0; k < MEASURES; k++) {
            struct fit *fit = fit_at(made, 1, 1, b, k);

            fit->refusal = refusal;
            fit->order.status = FIT_NOT_APPLICABLE;
            fit->points.count = 0;
        }
    }
}

static void claim(struct fit *fit, const struct claim_on_fit *on, enum verdict verdict)
{
    fit->claim = on;
    fit->outcome.subject = SUBJECT_ORDER;
    fit->outcome.verdict = verdict;
}

static struct suite_made *make_suite(void)
{
    struct suite_made *made = kept_memory(memory_create(1, sizeof *made));

    for (size_t m = 0; m < MODELS; m++) {
        for (size_t p = 0; p < PAIRS; p++) {
            for (size_t b = 0; b < PRECISIONS; b++) {
                for (enum which k = 0; k < MEASURES; k++)
                    make_fit(made, m, p, b, k);
            }
        }
    }
    refuse(made);
    made->claim = (struct claim_on_fit){
        .id = "C", .kind = CLAIM_AT_LEAST, .formula = "2*s", .value = 4, .source = "Nobody (2017)"};
    made->study =
        (struct study){.name = "suite", .title = "A <suite> & \"more\"", .source = "", .matrix = true};
    made->results = (struct results){.study = &made->study, .fits = FITS, .fit = made->fit};
    return made;
}

static json_t *document_of(struct suite_made *made)
{
    struct suite *suite = suite_create(&made->results);
    json_t *document = kept(suite_document(suite));

    suite_destroy(suite);
    return document;
}

/* -- the document -- */

/* Pairs of a method stand together, by projections, and have a column each; models are rows. */
TEST(test_places)
{
    json_t *document = document_of(make_suite());
    const json_t *block = at(document, "blocks/0");

    assert_int_equal(size_at(document, "blocks"), 1);
    assert_string_equal(text_at(block, "kind"), "degenerate");
    assert_int_equal(size_at(block, "pairs"), PAIRS);
    assert_string_equal(text_at(block, "pairs/0/slug"), "gauss-2--none");
    assert_string_equal(text_at(block, "pairs/1/slug"), "gauss-2--symmetric");
    assert_string_equal(text_at(block, "pairs/2/slug"), "rk4--none");
    assert_string_equal(text_at(block, "models/0/name"), "one <a>");
    assert_string_equal(text_at(block, "models/0/slug"), "one__a_");
    assert_int_equal(integer_at(block, "fields"), MODELS * PAIRS - 1);
    assert_true(null_at(block, "models/1/fields/2"));
}

/* The order of each place is that of its own fit: of the solution, in double and in MPFR. */
TEST(test_orders)
{
    json_t *document = document_of(make_suite());
    static const size_t columns[PAIRS] = {1, 2, 0}; /* of the pairs as they were made */

    for (size_t m = 0; m < MODELS; m++) {
        for (size_t p = 0; p < PAIRS; p++) {
            const json_t *field = at(document, "blocks/0/models/%zu/fields/%zu", m, columns[p]);

            if (m == 1 && p == 1)
                continue;
            assert_number(number_at(field, "orders/double/order"), order_of(number(m, p, 0, SOLUTION)), 0);
            assert_number(number_at(field, "orders/mpfr/order"), order_of(number(m, p, 1, SOLUTION)), 0);
            assert_string_equal(text_at(field, "verdict"), "no claim");
            assert_string_equal(text_at(field, "symplectic"), "no");
            assert_int_equal(size_at(field, "conflicts"), 0);
        }
    }
}

/* Of several data the lowest order stands in the field; data that only speak about an entry do not count. */
TEST(test_lowest_order)
{
    struct suite_made *made = make_suite();
    struct fit *other = fit_at(made, 0, 0, 0, ENERGY);
    json_t *document;

    other->measure = measure_find(NULL, "solution_error");
    other->order.value = 1.5;
    document = document_of(made);
    assert_number(number_at(document, "blocks/0/models/0/fields/1/orders/double/order"), 1.5, 0);
    other->context.on_witness = true;
    document = document_of(made);
    assert_number(number_at(document, "blocks/0/models/0/fields/1/orders/double/order"),
                  order_of(number(0, 0, 0, SOLUTION)), 0);
}

/* Without a solution it is the order of the energy, and without an order the reason. */
TEST(test_instead_of_an_order)
{
    struct suite_made *made = make_suite();
    json_t *document;

    fit_at(made, 0, 2, 0, SOLUTION)->order.status = FIT_NOT_APPLICABLE;
    fit_at(made, 0, 2, 1, SOLUTION)->order.status = FIT_NOT_ASYMPTOTIC;
    document = document_of(made);
    assert_number(number_at(document, "blocks/0/models/0/fields/0/orders/double/order"),
                  order_of(number(0, 2, 0, ENERGY)), 0);
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/0/orders/double/measure"),
                        "energy_error");
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/0/orders/mpfr/status"), "not-asymptotic");
    assert_true(null_at(document, "blocks/0/models/0/fields/0/orders/mpfr/order"));
}

/* Of a run that was not made yet nothing is said; one that broke down is named. */
TEST(test_runs_that_are_missing)
{
    struct suite_made *made = make_suite();
    struct fit *broken = fit_at(made, 0, 2, 0, SOLUTION), *missing = fit_at(made, 0, 2, 1, SOLUTION);
    json_t *document;

    broken->order.status = missing->order.status = FIT_BROKE_DOWN;
    broken->points.count = missing->points.count = 0;
    broken->points.broken_step = "1/8";
    document = document_of(made);
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/0/orders/double/status"), "broke-down");
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/0/orders/mpfr/status"), "not-run");
}

/* The gravest verdict; what is vacuous counts where nothing else holds. */
TEST(test_verdicts)
{
    static const struct {
        enum verdict first, second;
        const char *verdict;
    } rows[] = {{VERDICT_HOLDS, VERDICT_REFUTED, "refuted"},
                {VERDICT_INCONCLUSIVE, VERDICT_REFUTED, "refuted"},
                {VERDICT_HOLDS, VERDICT_INCONCLUSIVE, "inconclusive"},
                {VERDICT_HOLDS, VERDICT_VACUOUS, "holds"},
                {VERDICT_VACUOUS, VERDICT_VACUOUS, "vacuous"},
                {VERDICT_HOLDS, VERDICT_HOLDS, "holds"}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct suite_made *made = make_suite();
        const json_t *row;

        claim(fit_at(made, 1, 0, 0, SOLUTION), &made->claim, rows[i].first);
        claim(fit_at(made, 1, 0, 1, ENERGY), &made->claim, rows[i].second);
        row = at(document_of(made), "blocks/0/models");
        assert_string_equal(text_at(row, "1/fields/1/verdict"), rows[i].verdict);
        assert_string_equal(text_at(row, "0/fields/1/verdict"), "no claim");
        assert_string_equal(text_at(row, "1/fields/0/verdict"), "no claim");
    }
}

/* A field whose runs have not been made says so. */
TEST(test_not_run)
{
    struct suite_made *made = make_suite();

    for (size_t b = 0; b < PRECISIONS; b++) {
        for (enum which k = 0; k < MEASURES; k++) {
            for (size_t n = 0; n < POINTS; n++)
                made->errors[number(0, 1, b, k)][n] = NAN;
        }
    }
    assert_string_equal(text_at(document_of(made), "blocks/0/models/0/fields/2/verdict"), "not run");
}

/* A property is there if one precision shows it and none the contrary. */
TEST(test_answers)
{
    static const struct {
        enum verdict_ground in_double, in_mpfr;
        const char *answer;
    } rows[] = {{GROUND_FALLS, GROUND_FALLS, "yes"},           {GROUND_ROUND_OFF, GROUND_STAYS, "no"},
                {GROUND_FALLS, GROUND_STALLED, "yes"},         {GROUND_STALLED, GROUND_STALLED, "open"},
                {GROUND_UNREPEATED, GROUND_UNREPEATED, "yes"}, /* at the floor of MPFR */
                {GROUND_STAYS, GROUND_STALLED, "no"}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct suite_made *made = make_suite();
        json_t *document;

        for (size_t b = 0; b < PRECISIONS; b++) {
            struct fit *fit = fit_at(made, 0, 0, b, SYMPLECTIC);

            fit->order.status = i == 3 ? FIT_TOO_FEW : FIT_EXACT;
            fit->exact.zero = b ? rows[i].in_mpfr : rows[i].in_double;
        }
        document = document_of(made);
        assert_string_equal(text_at(document, "blocks/0/models/0/fields/1/symplectic"), rows[i].answer);
        assert_string_equal(text_at(document, "blocks/0/models/0/fields/1/symmetric"), "no");
        assert_string_equal(text_at(document, "blocks/0/models/1/fields/1/symplectic"), "no");
        assert_true(null_at(document, "blocks/0/models/0/fields/1/reversible"));
    }
}

/* A pair that keeps one form of an integral invariant keeps it; a form has to be kept in both precisions. */
TEST(test_forms)
{
    static const enum verdict_ground rows[][4] = {
        {GROUND_WITHIN_FLOOR, GROUND_WITHIN_FLOOR, GROUND_ABOVE_FLOOR, GROUND_ABOVE_FLOOR},
        {GROUND_WITHIN_FLOOR, GROUND_ABOVE_FLOOR, GROUND_ABOVE_FLOOR, GROUND_WITHIN_FLOOR}};
    static const char *const answers[] = {"yes", "no"};

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct suite_made *made = make_suite();
        json_t *document;

        for (size_t k = 0; k < 4; k++) { /* of the first form in both precisions, then of the second */
            struct fit *fit = fit_at(made, 0, 0, k % 2, k < 2 ? SYMMETRY : GROWTH);

            fit->measure = measure_find(NULL, "poincare_1:canonical");
            fit->measure.channel = (int)k / 2;
            fit->exact.zero = rows[i][k];
        }
        document = document_of(made);
        assert_string_equal(text_at(document, "blocks/0/models/0/fields/1/poincare_1"), answers[i]);
        assert_true(null_at(document, "blocks/0/models/1/fields/1/poincare_1"));
    }
}

/* The larger exponent of the two precisions. */
TEST(test_growth)
{
    struct suite_made *made = make_suite();
    json_t *document;

    made->errors[number(0, 0, 0, GROWTH)][0] = 0.93;
    document = document_of(made);
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/1/growth/kind"), "secular");
    assert_number(number_at(document, "blocks/0/models/0/fields/1/growth/exponent"), 0.93, 0);
    assert_string_equal(text_at(document, "blocks/0/models/0/fields/2/growth/kind"), "bounded");
    assert_number(number_at(document, "blocks/0/models/0/fields/2/growth/exponent"),
                  0.01 * (double)number(0, 1, 1, GROWTH), 1e-15);
}

/* Where the energy error is within a hundred of its floors at the largest step, what grows is round-off, and no drift. */
TEST(test_growth_of_round_off)
{
    static const double floors[] = {1. / 50, 1. / 200};
    static const char *const kinds[] = {"round-off", "secular"};

    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct suite_made *made = make_suite();

        made->errors[number(0, 0, 0, GROWTH)][0] = 0.93;
        fit_at(made, 0, 0, 0, ENERGY)->floor.value = floors[i] * made->errors[number(0, 0, 0, ENERGY)][0];
        assert_string_equal(text_at(document_of(made), "blocks/0/models/0/fields/1/growth/kind"), kinds[i]);
    }
}

/* Every way in which two numbers of a field contradict each other. */
TEST(test_conflicts)
{
    struct suite_made *made = make_suite();
    const json_t *fields;

    fit_at(made, 0, 0, 1, SOLUTION)->order.limit =
        (struct limit){.status = LIMIT_ORDER, .order = 3.25, .at_data.order = 3.25, .disagrees = true};
    fit_at(made, 0, 1, 1, SOLUTION)->order.limit = /* explained */
        (struct limit){.status = LIMIT_ORDER, .order = 3.25, .at_data.order = 3.25};
    fit_at(made, 0, 1, 0, SOLUTION)->order.value = 2.75;
    fit_at(made, 1, 0, 0, SOLUTION)->order.lower = fit_at(made, 1, 0, 0, ENERGY);
    fit_at(made, 1, 2, 0, ENERGY)->order.trees = 3;
    fields = at(document_of(made), "blocks/0/models");
    assert_int_equal(size_at(fields, "0/fields/1/conflicts"), 1);
    assert_string_equal(text_at(fields, "0/fields/1/conflicts/0/kind"), "expansion");
    assert_number(number_at(fields, "0/fields/1/conflicts/0/there"), 3.25, 0);
    assert_number(number_at(fields, "0/fields/1/conflicts/0/here"), order_of(number(0, 0, 1, SOLUTION)), 0);
    assert_int_equal(size_at(fields, "0/fields/2/conflicts"), 1);
    assert_string_equal(text_at(fields, "0/fields/2/conflicts/0/kind"), "precisions");
    assert_number(number_at(fields, "0/fields/2/conflicts/0/here"), 2.75, 0);
    assert_string_equal(text_at(fields, "1/fields/1/conflicts/0/kind"), "lower");
    assert_string_equal(text_at(fields, "1/fields/1/conflicts/0/other"), "energy_error");
    assert_string_equal(text_at(fields, "1/fields/0/conflicts/0/kind"), "algebra");
    assert_number(number_at(fields, "1/fields/0/conflicts/0/there"), 3, 0);
    assert_int_equal(size_at(fields, "0/fields/0/conflicts"), 0);
}

/* Double against MPFR, of a property. */
TEST(test_conflict_of_answers)
{
    struct suite_made *made = make_suite();
    const json_t *fields;

    fit_at(made, 0, 0, 0, SYMMETRY)->exact.zero = GROUND_FALLS;
    fit_at(made, 0, 0, 1, SYMMETRY)->exact.zero = GROUND_STAYS;
    fields = at(document_of(made), "blocks/0/models");
    assert_int_equal(size_at(fields, "0/fields/1/conflicts"), 1);
    assert_string_equal(text_at(fields, "0/fields/1/conflicts/0/measure"), "symmetry_defect");
    assert_true(null_at(fields, "0/fields/1/conflicts/0/here"));
}

/* What does not apply takes no field, and is counted once for both precisions. */
TEST(test_refusals)
{
    const json_t *refusals = at(document_of(make_suite()), "blocks/0/refusals");

    assert_int_equal(json_array_size(refusals), 1);
    assert_string_equal(text_at(refusals, "0/reason"), refusal);
    assert_int_equal(integer_at(refusals, "0/pairs"), 1);
    assert_int_equal(integer_at(refusals, "0/models"), 1);
    assert_int_equal(integer_at(refusals, "0/fields"), 1);
    assert_string_equal(text_at(refusals, "0/pair/method"), "rk4");
}

/* So is what the study left out, in one line for each reason. */
TEST(test_left_out)
{
    static struct grid_refused refused[] = {{.reason = "no <a>", .pairs = 57, .example = "one/rk4/standard"},
                                            {.reason = "no b", .pairs = 3, .example = "two/rk4/midpoint"}};
    struct suite_made *made = make_suite();
    const json_t *list;

    made->results.refusals = COUNT(refused);
    made->results.refused = refused;
    list = at(document_of(made), "refused");
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(text_at(list, "0/reason"), "no <a>");
    assert_int_equal(integer_at(list, "1/pairs"), 3);
    assert_string_equal(text_at(list, "1/example"), "two/rk4/midpoint");
}

/* Below a field stand its fits with their points, and the command that makes it again. */
TEST(test_model)
{
    struct suite_made *made = make_suite();
    struct suite *suite = suite_create(&made->results);
    json_t *document = kept(suite_document_of_model(suite, 0, 1));
    const json_t *field = at(document, "fields/1");

    suite_destroy(suite);
    assert_int_equal(size_at(document, "fields"), PAIRS - 1);
    assert_string_equal(text_at(document, "model/name"), "two");
    assert_int_equal(size_at(field, "fits"), PRECISIONS * MEASURES);
    assert_string_equal(text_at(field, "fits/1/id"),
                        "two/default/gauss-2/symmetric/double/symplectic_defect");
    assert_number(number_at(field, "fits/1/points/2/error"), pow(0.1, order_of(number(1, 0, 0, SYMPLECTIC))),
                  1e-15);
    assert_string_equal(text_at(field, "command"), "assay run suite --only 'two/*/gauss-2/symmetric'");
}

/* -- pages -- */

static char folder[60];

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

static void write_pages(struct suite_made *made)
{
    snprintf(folder, sizeof folder, "/tmp/assay-suite-XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_done(suite_files_write(&made->results, folder, &said), said);
}

static char *read_page(const char *name)
{
    char path[200];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_file(path);
}

/* A row for each field, in every format; the numbers of CSV in full. */
TEST(test_tables_and_figures)
{
    struct suite_made *made = make_suite();
    char *csv, *md, *tex, *script, expected[200];

    claim(fit_at(made, 0, 1, 0, SOLUTION), &made->claim, VERDICT_REFUTED);
    write_pages(made);
    csv = read_page("tables/suite.csv");
    md = read_page("tables/suite.md");
    tex = read_page("tables/suite.tex");
    script = read_page("figures/suite-a3.gp");
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(count(csv, "\ndegenerate,"), MODELS * PAIRS - 1);
    snprintf(expected, sizeof expected,
             "degenerate,one <a>,rk4,rk4,none,refuted,,%.17g,measured,%.17g,measured,",
             order_of(number(0, 1, 0, SOLUTION)), order_of(number(0, 1, 1, SOLUTION)));
    assert_says(csv, expected);
    assert_int_equal(count(md, " 2\\|2 "), MODELS * PAIRS - 1);
    assert_says(md, "| rk4 | none | 2\\|2 ✗ |  |");
    assert_int_equal(count(tex, "2\\,$|$\\,2"), MODELS * PAIRS - 1);
    assert_int_equal(count(script, "\"2|2"), MODELS * PAIRS - 1);
    assert_says(script, "set label 'one <a>' at ");
}

/* Each field is one link to a place that exists; names and titles are escaped. */
TEST(test_pages)
{
    struct suite_made *made = make_suite();
    char *page, *model, *pair;

    claim(fit_at(made, 0, 1, 0, SOLUTION), &made->claim, VERDICT_REFUTED);
    write_pages(made);
    page = read_page("index.html");
    model = read_page("models/one__a_.html");
    pair = read_page("pairs/gauss-2--none.html");
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(count(page, "<td class="), MODELS * PAIRS);
    assert_int_equal(count(page, "<b>2|2</b>"), MODELS * PAIRS - 1);
    assert_int_equal(count(page, "<td class=\"c f f2 refuted\"><a href=\"models/one__a_.html#rk4--none\""),
                     1);
    assert_int_equal(count(page, "A &lt;suite&gt; &amp; &quot;more&quot;"), 2);
    assert_int_equal(count(page, "<a>") + count(model, "<a>") + count(pair, "<a>"), 0);
    assert_says(page, "3 pairs of a method and a projection run on 2 models, in double and in MPFR: 5 fields",
                "1 order or property is claimed of them: 0 hold, 1 are refuted, 0 are inconclusive",
                "1 pair on 1 model, such as rk4: it needs &lt;a&gt; degenerate Lagrangian");
    assert_int_equal(count(model, "<section class=\"field\" id=\""), PAIRS);
    assert_int_equal(count(model, "id=\"gauss-2--symmetric\""), 1);
    assert_int_equal(count(model, "<svg "), PAIRS);
    assert_int_equal(count(pair, "<th scope=\"row\">"), MODELS);
    assert_says(pair, "../models/two.html#gauss-2--none");
}

/* What is refuted, open or in disagreement is told by pairs, those on the fewest models first. */
TEST(test_lists_of_pairs)
{
    struct suite_made *made = make_suite();
    char *page;

    claim(fit_at(made, 0, 2, 0, SOLUTION), &made->claim, VERDICT_REFUTED);
    claim(fit_at(made, 1, 2, 0, ENERGY), &made->claim, VERDICT_REFUTED);
    claim(fit_at(made, 1, 0, 1, SYMMETRY), &made->claim, VERDICT_REFUTED);
    write_pages(made);
    page = read_page("index.html");
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    assert_says(
        page, "on every model <a href=\"pairs/gauss-2--none.html\">gauss-2</a> (2 models);",
        "on some <a href=\"pairs/gauss-2--symmetric.html\">gauss-2, symmetric</a> (1 of 2 models).",
        "gauss-2</a> on all 2 models: <a href=\"models/one__a_.html#gauss-2--none\">one &lt;a&gt;</a>, "
        "<a href=\"models/two.html#gauss-2--none\">two</a>. On one &lt;a&gt;: solution_error has order 2.");
    assert_int_equal(count(page, "<li><span class=\"verdict refuted\">"), 2 + 1); /* and in the legend */
    assert_true(strstr(page, "gauss-2, symmetric on two</a>") < strstr(page, "gauss-2</a> on all 2 models"));
}

/* The page of a model answers which projections keep an order, and which pairs drift; that of a pair, where. */
TEST(test_questions)
{
    struct suite_made *made = make_suite();
    char *model, *pair;

    fit_at(made, 0, 2, 0, SOLUTION)->order.value = fit_at(made, 0, 2, 1, SOLUTION)->order.value = 1;
    made->errors[number(0, 0, 0, GROWTH)][0] = 0.93;
    write_pages(made);
    model = read_page("models/one__a_.html");
    pair = read_page("pairs/gauss-2--none.html");
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    assert_says(
        model, "with 1 of 3: <a href=\"#gauss-2--symmetric\">gauss-2, symmetric</a>.",
        "<tr><th scope=\"row\">gauss-2</th><td class=\"lower\"><a href=\"#gauss-2--none\">1|1</a></td>"
        "<td><a href=\"#gauss-2--symmetric\">2|2</a></td></tr>");
    assert_says(pair, "The order of the solution: 2 on two; 1 on one &lt;a&gt;.",
                "The energy drifts on no model.");
}

/* -- the document, which is never whole in memory -- */

static struct suite_made *make_claimed(void)
{
    struct suite_made *made = make_suite();

    claim(fit_at(made, 0, 0, 0, SOLUTION), &made->claim, VERDICT_HOLDS);
    claim(fit_at(made, 0, 2, 1, ENERGY), &made->claim, VERDICT_REFUTED);
    claim(fit_at(made, 1, 2, 0, SYMMETRY), &made->claim, VERDICT_INCONCLUSIVE);
    return made;
}

/* Written fit by fit it is, byte for byte, what jansson makes of the whole. */
TEST(test_document_in_parts)
{
    static const size_t flags[] = {JSON_INDENT(1) | JSON_REAL_PRECISION(17),
                                   JSON_COMPACT | JSON_REAL_PRECISION(17)};

    for (size_t i = 0; i < COUNT(flags) * 3; i++) {
        struct suite_made *made = i < 4 ? make_claimed() : make_suite(); /* then there is no fit to keep */
        char *text = NULL, *expected;
        size_t size;
        FILE *file = open_memstream(&text, &size);

        made->study.matrix = i >= 2;
        expected = kept_memory(json_dumps(kept(document_create_kept(&made->results)), flags[i % 2]));
        document_write_kept(&made->results, file, flags[i % 2]);
        fclose(file);
        assert_string_equal(kept_memory(text), expected);
    }
}

static char *rows_of(const struct results *results, size_t first, size_t end, bool further)
{
    const struct template_look look = {.width = 100};
    struct template_document *texts =
        template_open(kept(document_create_part(results, first, end)), &look, &said);
    json_t *about = kept(json_pack("{s:b}", "first", !further));
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_done(template_fill(file, "fits.csv", texts, about, &said), said);
    fclose(file);
    template_close(texts);
    return kept_memory(text);
}

/* Rows of a table that is made in parts follow each other, with one head; a part may have none. */
TEST(test_rows_in_parts)
{
    struct suite_made *made = make_claimed();
    const size_t cuts[] = {0, number(0, 0, 0, SOLUTION) + 1, number(0, 0, 1, SOLUTION), FITS};
    char *whole = rows_of(&made->results, 0, FITS, false), joined[20000] = "";

    for (size_t i = 0; i + 1 < COUNT(cuts); i++)
        strncat(joined, rows_of(&made->results, cuts[i], cuts[i + 1], i > 0),
                sizeof joined - strlen(joined) - 1);
    assert_int_equal(count(whole, "\n"), 2 + 3);
    assert_string_equal(joined, whole);
}
