/* The rows of one run, one fit and one claim, whose numbers and words are all different: each column of each CSV file
 * and each key of the document has the one that it is named after. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

enum { SIZES = 4 };

static const char *const sizes[SIZES] = {"1/2", "1/4", "1/8", "1/16"};
static const double step_values[SIZES] = {0.5, 0.25, 0.125, 0.0625},
                    errors[SIZES] = {0.011, 0.012, 0.013, 0.014}, evaluations[SIZES] = {101, 202, 403, 804},
                    floors[SIZES] = {1e-5, 2e-5, 3e-5, 4e-5};
static double slopes[SIZES - 1] = {2.1, 2.2, 2.3}, extrapolated[SIZES - 2] = {3.1, 3.2};
static bool used[SIZES] = {false, true, true, true};

static struct measured values[2] = {{"energy_error", 0.021, "2.1000000000e-2"},
                                    {"solution_error", 0.022, "2.2000000000e-2"}};

static struct problem problem;
static struct model_override overrides[2] = {{.name = (char *)"mass", .value = (char *)"3/7"},
                                             {.name = (char *)"charge", .value = (char *)"-5"}};

/* A model of the time, whose data have a parameter of their own. */
static struct model model;
static struct model_initial initial;
static char *coordinates[3] = {(char *)"x", (char *)"y", (char *)"t"},
            *values_at_start[3] = {(char *)"1/7", (char *)"-2.50", (char *)"1/3"};
static struct model_parameter of_data[1] = {{.name = (char *)"length", .text = (char *)"9/4"}};

static const struct cell run = {.id = "the-run",
                                .problem = &problem,
                                .step = "1/32",
                                .step_value = 0.03125,
                                .steps = 31,
                                .status = CELL_BROKE_DOWN,
                                .reason = "no root",
                                .broke_down_at = 32,
                                .measures = 2,
                                .measure = values,
                                .residual_evaluations = 33,
                                .newton_iterations = 34,
                                .seconds = 35.5};

static const struct claim_on_fit on_fit = {"K9", CLAIM_AT_LEAST, "s+3", 2.5, "a paper"};

static const struct fit lower = {.id = "the-lower-fit"};
static const struct fit measured = {.id = "the-fit",
                                    .curve.problem = &problem,
                                    .measure_name = "energy_error",
                                    .order.status = FIT_MEASURED,
                                    .order.value = 2.41,
                                    .order.low = 2.42,
                                    .order.high = 2.43,
                                    .points.count = SIZES,
                                    .order.window = 3,
                                    .order.end = SIZES,
                                    .points.step_sizes = sizes,
                                    .points.step_values = step_values,
                                    .points.errors = errors,
                                    .points.evaluations = evaluations,
                                    .order.used = used,
                                    .order.lower = &lower,
                                    .order.slopes = slopes,
                                    .order.extrapolated = extrapolated,
                                    .floor.value = 4e-5,
                                    .floor.of_points = floors,
                                    .floor.reference_error = 5e-6,
                                    .floor.origin = FLOOR_BY_MPFR,
                                    .curve.bits = 128,
                                    .exact.error = 0.61,
                                    .exact.repeated = 0.62,
                                    .exact.bits = 63,
                                    .claim = &on_fit,
                                    .context.control = {.kind = CONTROL_NO_MODEL},
                                    .context.positive = POSITIVE_DIGITS,
                                    .context.positive_value = 30,
                                    .outcome.verdict = VERDICT_INCONCLUSIVE,
                                    .outcome.reason = VERDICT_REASON_PRE_ASYMPTOTIC,
                                    .outcome.next = VERDICT_NEXT_HALVINGS,
                                    .outcome.subject = SUBJECT_ORDER,
                                    .outcome.ground = GROUND_UNSETTLED};

static struct study_claim stated = {.id = (char *)"K9",
                                    .text = (char *)"what is stated",
                                    .source = (char *)"a paper",
                                    .condition = (char *)"far away"};

/* What the files of the folder then are. */
static int write_rows(void **state)
{
    static char *energy[] = {(char *)"energy_error"};
    static char *midpoint[] = {(char *)"midpoint"};
    static struct study study = {.name = (char *)"rows",
                                 .projections = {1, midpoint},
                                 .title = (char *)"Rows",
                                 .source = (char *)"a book",
                                 .claims = 1,
                                 .claim = &stated};
    static struct study_figure figure = {.name = (char *)"work",
                                         .title = (char *)"Work",
                                         .source = (char *)"a thesis",
                                         .model = (char *)"spring",
                                         .measures = {1, energy},
                                         .precision = (char *)"128",
                                         .against_work = true};
    static struct cell cell;
    static struct fit fit;
    static struct claim_result claim = {.id = "K9",
                                        .source = "a paper",
                                        .entry = &stated,
                                        .verdict = VERDICT_INCONCLUSIVE,
                                        .of_runs = VERDICT_INCONCLUSIVE,
                                        .tally.fits = {[VERDICT_INCONCLUSIVE] = 1}};
    struct results results = {
        .study = &study,
        .provenance = {"0.1", "n-12", "abc123", "gcc", "4.2.0", "x86-64", "77aa", "assay run"},
        .cells = 1,
        .cell = &cell,
        .fits = 1,
        .fit = &fit,
        .figures = 1,
        .figure = &figure,
        .claims = 1,
        .claim = &claim};

    (void)state, (void)write_report;
    problem = *named_problem("spring", "stretched");
    model = *problem.model;
    model.moved = 2;
    model.coordinates = coordinates;
    model.time_dependent = true;
    initial = *problem.initial;
    initial.text = values_at_start;
    initial.parameters = 1;
    initial.parameter = of_data;
    initial.step = (char *)"1/6";
    problem.model = &model;
    problem.initial = &initial;
    problem.overrides = 2;
    problem.override = overrides;
    cell = run;
    cell.method = named_method("gauss-3");
    cell.projection = named_projection("symmetric");
    cell.precision = named_precision("double");
    fit = measured;
    fit.curve.method = named_method("gauss-2");
    fit.curve.projection = named_projection("midpoint");
    fit.curve.precision = named_precision("128");
    snprintf(directory, sizeof directory, "/tmp/assay-rows-XXXXXX");
    return !mkdtemp(directory) || !report_write(&results, directory, &said);
}

static int remove_rows(void **state)
{
    (void)state, (void)remove_report, (void)page_of_changed;
    return nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- CSV ---- */

#define COMMAND                                                                                              \
    "assay run rows --only 'spring/*/gauss-2/midpoint/128/energy_error' --refine --out out/refined"
#define NEXT     "two more halvings of the step, and the bits for them: " COMMAND
#define ORIGIN   "difference from the same runs in mpfr at the two finest steps"
#define CONTROL  "no other model in this study: not compared"
#define POSITIVE "two integrations of the reference, of other order, step and precision, agree to 30 digits"
#define FIT      "the-fit,spring,stretched,gauss-2,midpoint,128,energy_error,"
#define WORK     "spring,stretched,gauss-2,midpoint,128,energy_error,"
#define EVIDENCE "order 2.41 in [2.42, 2.43] from 3 steps down to 3 halvings; claimed: at least 2.5"

static const struct {
    const char *name, *text;
} files[] = {
    {"cells.csv",
     "id,model,initial,method,projection,step,precision,status,steps,broke_down_at,residual_evaluations,"
     "newton_iterations,reason,energy_error,solution_error\n"
     "the-run,spring,stretched,gauss-3,symmetric,1/32,double,broke-down,31,32,33,34,no root,"
     "0.021,0.022\n"},
    {"fits.csv",
     "id,model,initial,method,projection,precision,measure,status,order,low,high,floor,claimed,points,used,"
     "claim,kind,formula,source,mark,verdict,reason_code,reason,next\n" FIT
     "measured,2.41,2.42,2.43,4e-05,2.5,4,3,K9,at least,s+3,a paper,agrees,inconclusive,pre-asymptotic,"
     "\"" EVIDENCE "\",\"" NEXT "\"\n"},
    {"evidence.csv",
     "fit,bits,reference_error,exact_error,exact_repeated,exact_bits,floor_origin,control,positive_control\n"
     "the-fit,128,5e-06,0.61,0.62,63," ORIGIN "," CONTROL ",\"" POSITIVE "\"\n"},
    {"claims.csv", "id,text,source,measured,verdict,evidence\n"
                   "K9,what is stated,a paper,\"0 of 1 hold, 0 refuted, 1 inconclusive\",inconclusive,"
                   "\"spring/stretched/gauss-2/midpoint: " EVIDENCE "\"\n"},
    {"points.csv",
     "fit,model,initial,method,projection,precision,measure,step,step_value,error,slope,extrapolated,floor,"
     "used\n" FIT "1/2,0.5,0.011,,,1e-05,0\n" FIT "1/4,0.25,0.012,2.1,,2e-05,1\n" FIT
     "1/8,0.125,0.013,2.2,3.1,3e-05,1\n" FIT "1/16,0.0625,0.014,2.3,3.2,4e-05,1\n"},
    {"timing.csv", "id,seconds\nthe-run,35.5\n"},
    {"work_precision.csv",
     "model,initial,method,projection,precision,measure,step,evaluations,error,floor,used\n" WORK
     "1/2,101,0.011,1e-05,0\n" WORK "1/4,202,0.012,2e-05,1\n" WORK "1/8,403,0.013,3e-05,1\n" WORK
     "1/16,804,0.014,4e-05,1\n"},
};

TEST(csv)
{
    for (size_t i = 0; i < COUNT(files); i++) {
        char path[64];
        const char *text;

        snprintf(path, sizeof path, "data/%s", files[i].name);
        text = read_report(path);
        assert_string_equal(strchr(text, '\n') + 1, files[i].text); /* behind the line of provenance */
    }
}

/* ---- The document ---- */

#define DATA                                                                                                 \
    "'data': {'values': {'x': '1/7', 'y': '-2.50'}, 'time': '1/3', 'parameters': {'length': '9/4'}, "        \
    "'step': '1/6'}"

static const char document[] =
    "{'assay': {'schema': 1, 'version': '0.1', 'commit': 'abc123', 'numerics_version': 'n-12', 'compiler': "
    "'gcc',"
    " 'mpfr': '4.2.0', 'processor': 'x86-64', 'study_hash': '77aa', 'command': 'assay run'},"
    " 'study': 'rows', 'title': 'Rows', 'source': 'a book', 'full': false, 'path': null,"
    " 'cells': [{'id': 'the-run', 'model': 'spring', 'initial': 'stretched',"
    "  'parameters': {'mass': '3/7', 'charge': '-5'}, " DATA ", 'method': 'gauss-3', 'formulation': null,"
    "  'projection': 'symmetric', 'step': '1/32', 'steps': 31, 'precision': 'double', 'status': 'broke-down',"
    "  'broke_down_at': 32, 'reason': 'no root', 'measures': {'energy_error': 0.021, 'solution_error': "
    "0.022},"
    "  'cost': {'residual_evaluations': 33, 'newton_iterations': 34}}],"
    " 'fits': [{'id': 'the-fit', 'model': 'spring', 'initial': 'stretched',"
    "  'parameters': {'mass': '3/7', 'charge': '-5'}, " DATA ", 'method': 'gauss-2', 'formulation': null,"
    "  'projection': 'midpoint', 'precision': '128', 'measure': 'energy_error', 'status': 'measured',"
    "  'order': 2.41, 'low': 2.42, 'high': 2.43, 'points': 4, 'step_sizes': ['1/2', '1/4', '1/8', '1/16'],"
    "  'step_values': [0.5, 0.25, 0.125, 0.0625],"
    "  'steps': [null, null, null, null],"
    "  'errors': [0.011, 0.012, 0.013, 0.014], 'evaluations': [101.0, 202.0, 403.0, 804.0],"
    "  'used': [false, true, true, true], 'slopes': [2.1, 2.2, 2.3], 'extrapolated': [3.1, 3.2], 'floor': "
    "4e-5,"
    "  'floors': [1e-5, 2e-5, 3e-5, 4e-5], 'reference_error': 5e-6, 'floor_origin': '" ORIGIN
    "', 'bits': 128,"
    "  'exact': {'error': 0.61, 'repeated': 0.62, 'bits': 63}, 'expansion': null,"
    "  'claims': [{'id': 'K9', 'claim': 'at least s+3', 'kind': 'at least', 'formula': 's+3', 'value': 2.5,"
    "   'source': 'a paper', 'words': 'at least s+3 = 2.5'}],"
    "  'mark': 'agrees', 'verdict': 'inconclusive', 'reason_code': 'pre-asymptotic', 'ground': 'unsettled', "
    "'reason': '" EVIDENCE "',"
    "  'next': \"" NEXT "\", 'control': '" CONTROL "', 'positive_control': '" POSITIVE "',"
    "  'contradicted_by': 'the-lower-fit', 'remedy': 'two more halvings of the step, and the bits for them',"
    "  'command': \"" COMMAND "\", 'subject': 'order', 'aside': false,"
    "  'shown': {'claimed': '≥ 2.5', 'measured': '2.410', 'detail': '[2.42, 2.43]',"
    "   'word': 'inconclusive: pre-asymptotic', 'mark': 'inconclusive'}}],"
    " 'claims': [{'id': 'K9', 'text': 'what is stated', 'source': 'a paper',"
    "  'measured': '0 of 1 hold, 0 refuted, 1 inconclusive', 'verdict': 'inconclusive',"
    "  'evidence': 'spring/stretched/gauss-2/midpoint: " EVIDENCE
    "', 'expected': null, 'condition': 'far away', 'of_runs': 'inconclusive', 'own': false,"
    "  'entries': {'of': 1, 'hold': 0, 'refuted': 0, 'inconclusive': 1, 'vacuous': 0, 'to_round_off': 0},"
    "  'brief': '0 of 1 hold, 0 refuted, 1 inconclusive'}]}";

/* What else it has. */
static const char around[] =
    "{'commands': {'run': 'assay run rows', 'explain': 'assay explain rows', 'asked': '', 'store': ''},"
    " 'runs': {'all': 1, 'broke_down': 1}, 'measures': ['energy_error', 'solution_error'],"
    " 'words': {'energy_error': 'energy error', '128': '128 bits', 'double': 'double precision'},"
    " 'projections': ['none', 'standard', 'symmetric', 'symplectic', 'midpoint'],"
    " 'expectations': [], 'refused': [], 'sections': [], 'models': [], 'tables': [], 'beside': [], 'audit': "
    "null,"
    " 'families': {'gauss-2': {'prefix': 'gauss-', 'title': 'Gauss–Legendre', 'member': '2', 'known': true}},"
    " 'thresholds': {'order_fit_floors': 100.0, 'order_fit_largest': 0.1, 'order_fit_points': 4.0,"
    "  'order_fit_widened': 0.05, 'order_fit_widest': 0.3, 'order_fit_largest_change': 0.1,"
    "  'grid_repeat_bits': 64.0, 'verdict_fall': 0.8, 'verdict_tolerance': 0.1, 'verdict_distance': 0.5,"
    "  'verdict_halvings': 12.0, 'verdict_value_margin': 2.0, 'verdict_own_floors': 10.0,"
    "  'growth_bounded_below': 0.25, 'growth_walk_least': 0.35, 'growth_walk_most': 0.65,"
    "  'growth_secular_above': 0.8, 'growth_falls_below': -1.0},"
    " 'figures': [{'name': 'work', 'title': 'Work', 'source': 'a thesis', 'kind': 'work', 'alone': true,"
    "  'initial': null, 'model': 'spring', 'panels': ["
    "{'letter': 0, 'projection': 'none', 'measure': 'energy_error', 'fits': []},"
    "{'letter': 1, 'projection': 'standard', 'measure': 'energy_error', 'fits': []},"
    "{'letter': 2, 'projection': 'symmetric', 'measure': 'energy_error', 'fits': []},"
    "{'letter': 3, 'projection': 'symplectic', 'measure': 'energy_error', 'fits': []},"
    "{'letter': 4, 'projection': 'midpoint', 'measure': 'energy_error', 'fits': [0]}]}]}";

/* Single quotes, but for those in a text between double ones, stand for double ones. */
static json_t *read_quoted(const char *quoted)
{
    char *text = kept_memory(strdup(quoted));
    bool inside = false;

    for (char *c = text; *c; c++) {
        inside ^= *c == '"';
        *c = *c == '\'' && !inside ? '"' : *c;
    }
    return kept(json_loads(text, 0, NULL));
}

static json_t *read_expected(void)
{
    json_t *expected = read_quoted(document), *rest = read_quoted(around);

    json_object_update(expected, rest);
    return expected;
}

/* Names the first key under which they differ. */
static void check_same(const json_t *found, const json_t *expected, const char *path)
{
    const char *key;
    json_t *value;
    char deeper[200];

    if (json_is_object(expected)) {
        assert_int_equal(json_object_size(found), json_object_size(expected));
        json_object_foreach((json_t *)expected, key, value)
        {
            snprintf(deeper, sizeof deeper, "%s/%s", path, key);
            check_same(json_object_get(found, key), value, deeper);
        }
    } else if (json_is_array(expected) && json_is_object(json_array_get(expected, 0))) {
        assert_int_equal(json_array_size(found), json_array_size(expected));
        for (size_t i = 0; i < json_array_size(expected); i++)
            check_same(json_array_get(found, i), json_array_get(expected, i), path);
    } else if (!json_equal(found, expected)) {
        fail_msg("%s: %s, expected %s", path, kept_memory(json_dumps(found, JSON_ENCODE_ANY)),
                 kept_memory(json_dumps(expected, JSON_ENCODE_ANY)));
    }
}

TEST(json)
{
    json_t *expected = read_expected(), *found;
    char path[300];

    snprintf(path, sizeof path, "%s/data/report.json", directory);
    found = load(path);
    assert_non_null(expected);
    check_same(found, expected, "");
    json_object_set_new(at(expected, "cells/0/parameters"), "mass", json_string("3")); /* the control */
    assert_false(json_equal(found, expected));
}

TEST_GROUP(write_rows, remove_rows)
