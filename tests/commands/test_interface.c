/* What scripts read: every key that the pages promise in a document, and its type; the files of a report; the views
 * of the store.  Keys may be added to these lists; none is taken out. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

#include <sqlite3.h>

/* -- documents against lists of "path:types" --
 *
 * A path is of keys; "*" stands for every entry of a list, one at least.  Each letter of the types allows one:
 * s text, n number, i integer, b true or false, o object, l list, z null. */

static char letter_of(const json_t *json)
{
    static const char letters[] = {
        [JSON_OBJECT] = 'o', [JSON_ARRAY] = 'l', [JSON_STRING] = 's', [JSON_INTEGER] = 'i',
        [JSON_REAL] = 'n',   [JSON_TRUE] = 'b',  [JSON_FALSE] = 'b',  [JSON_NULL] = 'z'};

    return letters[json_typeof(json)];
}

static bool allows(const char *types, const json_t *json)
{
    return strchr(types, letter_of(json)) || (json_is_integer(json) && strchr(types, 'n'));
}

/* NULL where each that the path names is there with a type that is allowed; else where it is not: kept. */
static const char *find_fault(const json_t *json, const char *path, const char *types)
{
    char key[64];
    const size_t length = strcspn(path, "/");
    const char *rest = path[length] ? path + length + 1 : NULL, *fault = NULL;

    snprintf(key, sizeof key, "%.*s", (int)length, path);
    if (strcmp(key, "*") == 0) {
        if (json_array_size(json) == 0)
            return "an empty list";
        for (size_t i = 0; !fault && i < json_array_size(json); i++) {
            const json_t *entry = json_array_get(json, i);

            fault = rest                   ? find_fault(entry, rest, types)
                    : allows(types, entry) ? NULL
                                           : "a type of an entry";
        }
        return fault;
    }
    json = json_object_get(json, key);
    if (!json)
        return "no such key";
    return rest ? find_fault(json, rest, types) : allows(types, json) ? NULL : "another type";
}

/* Each word of the list; its types follow the last colon, since names of measures hold colons. */
static const char *find_fault_of_list(const json_t *document, const char *list, char *word)
{
    const char *fault = NULL;

    while (!fault && sscanf(list, "%127s", word) == 1) {
        char path[128], *types;

        list = strstr(list, word) + strlen(word);
        strcpy(path, word);
        types = strrchr(path, ':');
        *types++ = '\0';
        fault = find_fault(document, path, types);
    }
    return fault;
}

#define HEAD                                                                                                 \
    "assay/schema:i assay/version:s assay/commit:s assay/numerics_version:s assay/compiler:s assay/mpfr:s "  \
    "assay/processor:s assay/study_hash:sz assay/command:s "

static void check_keys(const json_t *document, const char *list)
{
    char word[128];
    const char *fault = find_fault_of_list(document, HEAD, word);

    if (!fault)
        fault = find_fault_of_list(document, list, word);
    if (fault)
        fail_msg("%s: %s", word, fault);
    assert_string_equal(json_object_iter_key(json_object_iter((json_t *)document)), "assay");
    assert_int_equal(integer_at(document, "assay/schema"), 1);
}

static json_t *get_document(int status, const char *arguments)
{
    check_run(status, "document.json", "%s --json", arguments);
    return load("document.json");
}

TEST(test_control_a_fault_is_found)
{
    static const char *const wrong[] = {"assay/key:s", "assay/schema:s", "assay/version:i",
                                        "checks/*:i",  "invariants/*:o", "checks/*/name:s"};
    const json_t *document = get_document(0, "show pendulum");
    char word[128];

    assert_null(find_fault_of_list(document, "assay/schema:i checks:l checks/*:s", word));
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_non_null(find_fault_of_list(document, wrong[i], word));
}

/* -- one run -- */

TEST(test_reference)
{
    const json_t *document = get_document(0, "reference point-vortices --until 1/2 --digits 40");

    check_keys(document,
               "model:s initial:s time:s digits:i agreed_digits:i state:o state/x1:s energy:s invariants:o "
               "invariants/angular-momentum:s");
    assert_string_equal(text_at(document, "time"), "1/2");
    assert_true(strlen(text_at(document, "state/x1")) >= 40);
}

#define INTEGRATE                                                                                            \
    "model:s initial:s method:s projection:s formulation:sz step:s steps:i precision:s coefficients:s "      \
    "status:s "                                                                                              \
    "broke_down_at:iz reason:sz measures:o "
#define RUN                                                                                                  \
    "final/time:s final/state:o final/multiplier:l cost/residual_evaluations:i cost/evaluations:n "          \
    "cost/newton_iterations:i "

TEST(test_integrate_in_double)
{
    const json_t *document = get_document(
        0,
        "integrate point-vortices --method gauss-2 --projection symmetric --step 1/10 --until 1 --every 5");

    check_keys(document, INTEGRATE RUN
               "final/state/x1:n final/momentum/x1:n final/multiplier/*:n measures/energy_error:n "
               "measures/invariant_error:angular-momentum:n measures/constraint_error:phi:n "
               "trajectory/*/n:i trajectory/*/time:s trajectory/*/state/x1:n");
    assert_string_equal(text_at(document, "step"), "1/10");
    assert_string_equal(text_at(document, "precision"), "double");
    assert_string_equal(text_at(document, "status"), "completed");
    assert_int_equal(size_at(document, "trajectory"), 3);
}

TEST(test_integrate_in_mpfr)
{
    const json_t *document =
        get_document(0, "integrate pendulum --method rattle --step 0.1 --steps 4 --precision 200 --every 4");

    check_keys(document,
               INTEGRATE RUN "final/state/x:s final/momentum:oz final/multiplier/*:s "
                             "measures/energy_error:s measures/constraint_error:g:s trajectory/*/state/x:s");
    assert_string_equal(text_at(document, "precision"), "200");
    assert_true(strlen(text_at(document, "final/state/x")) > 60);
}

TEST(test_integrate_that_breaks_down)
{
    const json_t *document =
        get_document(0, "integrate lotka-volterra --method gauss-2 --step 100 --steps 40");

    check_keys(document, INTEGRATE RUN "broke_down_at:i reason:s");
    assert_string_equal(text_at(document, "status"), "broke-down");
    assert_int_equal(integer_at(document, "broke_down_at"), 1);
}

TEST(test_integrate_of_a_pair_that_does_not_apply)
{
    static const char *const pairs[][2] = {
        {"integrate lorenz --method rattle --step 0.1 --steps 4 --every 2", "it does not step on ode models"},
        {"integrate lotka-volterra --method rk4 --projection midpoint --step 0.1 --steps 4",
         "does not apply to rk4"},
    };

    for (size_t i = 0; i < COUNT(pairs); i++) {
        const json_t *document = get_document(0, pairs[i][0]);

        check_keys(document, INTEGRATE "broke_down_at:z reason:s final:z cost:z");
        assert_string_equal(text_at(document, "status"), "not-applicable");
        assert_says(text_at(document, "reason"), pairs[i][1]);
        assert_int_equal(json_object_size(at(document, "measures")), 0);
    }
}

/* -- methods and models -- */

TEST(test_show)
{
    check_keys(
        get_document(0, "show lobatto-iiia-iiib-3"),
        "name:s kinds/*:s claims/*/claim:s claims/*/value:s claims/*/source:s tableau/a/*/*:s "
        "tableau/abar/*/*:s tableau/b/*:s tableau/c/*:s tableau/null_vector/*:s tableau/r_infinity:nsz "
        "algebra/order:i algebra/symplectic_residual:n algebra/symmetric_residual:n algebra/stage_order:i");
    check_keys(get_document(0, "show gauss-2 --digits 50"), "digits:i tableau/a/*/*:s");
    check_keys(
        get_document(0, "show point-vortices"),
        "name:s kind:s coordinates/*:s parameters:o initial:o initial/default/values/x1:s invariants/*:so "
        "checks/*:s");
}

/* -- a study, its gate and its report -- */

#define CELLS                                                                                                \
    "cells/*/id:s cells/*/model:s cells/*/initial:s cells/*/parameters:o cells/*/method:s "                  \
    "cells/*/formulation:sz "                                                                                \
    "cells/*/projection:s cells/*/step:s cells/*/steps:i cells/*/precision:s cells/*/status:s "              \
    "cells/*/measures:o "                                                                                    \
    "cells/*/cost:o "
#define FITS                                                                                                 \
    "fits/*/id:s fits/*/model:s fits/*/initial:s fits/*/method:s fits/*/formulation:sz fits/*/projection:s " \
    "fits/*/precision:s fits/*/measure:s fits/*/order:nz fits/*/low:nz fits/*/high:nz fits/*/points:i "      \
    "fits/*/step_sizes/*:s fits/*/errors/*:nsz fits/*/used/*:b fits/*/floor:nz fits/*/claims:l "             \
    "fits/*/verdict:sz "                                                                                     \
    "fits/*/reason_code:sz fits/*/ground:sz fits/*/reason:sz fits/*/next:sz "
#define CLAIMS                                                                                               \
    "claims/*/id:s claims/*/text:sz claims/*/source:s claims/*/measured:s claims/*/verdict:s "               \
    "claims/*/evidence:s "

/* A measure is a number in double, a text in MPFR; a value that is none has a reason beside it. */
static void check_measures(const json_t *cell)
{
    const bool in_double = strcmp(text_at(cell, "precision"), "double") == 0;
    const char *name;
    json_t *value;

    json_object_foreach(at(cell, "measures"), name, value)
    {
        if (!allows(in_double ? "nz" : "sz", value))
            fail_msg("%s of %s: another type", name, text_at(cell, "id"));
        if (json_is_null(value))
            assert_true(*text_at(cell, "reason"));
    }
}

TEST(test_study)
{
    const json_t *document = get_document(0, "run ./tiny.lua --store tiny.sqlite --out tiny"), *cell;
    size_t index;
    const json_t *claim =
        at(get_entry(document, "fits", "first/default/gauss-2/none/128/energy_error"), "claims/0");

    check_keys(document, "assay/study_hash:s study:s " CELLS FITS CLAIMS);
    json_array_foreach(at(document, "cells"), index, cell) check_measures(cell);
    assert_true(*text_at(claim, "claim") && *text_at(claim, "source"));
    assert_float_equal(number_at(claim, "value"), 5, 0);
    check_keys(get_document(0, "report ./tiny.lua --store tiny.sqlite --out tiny"),
               "study:s " CELLS FITS CLAIMS);
    check_keys(get_document(1, "gate ./tiny.lua --store tiny.sqlite"),
               "as_expected:i different:i incomplete:i differences/*/id:s differences/*/expected:s "
               "differences/*/verdict:s differences/*/evidence:s");
}

/* The rows of the files, as views of the store: the names of the first line are columns. */
static void check_view(const char *store, const char *view)
{
    char path[PATH_SIZE], *line, *rest, sql[200];
    sqlite3 *database;
    sqlite3_stmt *statement;

    snprintf(path, sizeof path, "tiny/data/%s.csv", view);
    line = between(read_file(path), "\n", "\n");
    assert_int_equal(sqlite3_open_v2(store, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (char *name = strtok_r(line, ",\n", &rest); name; name = strtok_r(NULL, ",\n", &rest)) {
        snprintf(sql, sizeof sql, "SELECT [%s] FROM [%s]", name, view);
        if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK ||
            sqlite3_step(statement) != SQLITE_ROW)
            fail_msg("%s: %s", sql, sqlite3_errmsg(database));
        sqlite3_finalize(statement);
    }
    sqlite3_close(database);
}

TEST(test_files_and_views)
{
    static const char *const files[] = {"index.html",        "data/cells.csv",    "data/fits.csv",
                                        "data/claims.csv",   "data/points.csv",   "data/report.json",
                                        "data/timing.csv",   "tables/orders.txt", "tables/orders.md",
                                        "tables/orders.csv", "tables/orders.tex"},
                             *const views[] = {"cells", "fits", "claims", "points"};
    char path[PATH_SIZE];
    struct comparison comparison = {0};

    check_run(0, "run.txt", "run ./tiny.lua --store files.sqlite --out tiny");
    for (size_t i = 0; i < COUNT(files); i++) {
        if (!is_there(path_in(path, "tiny", files[i])))
            fail_msg("no %s", path);
    }
    assert_says(read_file("tiny/data/points.csv"), ",floor,used\n");
    for (size_t i = 0; i < COUNT(views); i++)
        check_view("files.sqlite", views[i]);
    /* timing.csv is the only file that differs between two runs. */
    assert_int_equal(rename("tiny", "first"), 0);
    check_run(0, "run.txt", "run ./tiny.lua --store again.sqlite --out tiny");
    compare_folders(&comparison, "first", "tiny", "files.sqlite", "again.sqlite");
    if (comparison.different)
        fail_msg("%s differs", comparison.example);
    assert_true(comparison.files > COUNT(files) - 2);
}

/* -- an audit -- */

#define AUDIT                                                                                                \
    "method:s claims/*/claim:s claims/*/value:s claims/*/source:s claims/*/measured:sz claims/*/verdict:s "  \
    "claims/*/evidence:s claims/*/findings:l claims/*/counterexample:oz claims/*/printed_digits:iz "         \
    "claims/*/resolution:nz algebra/order:i measures:o projection:sz on:s study:s claims/*/text:s "          \
    "claims/*/of_runs:sz claims/*/contradiction:sz claims/*/models:o claims/*/orders:oz "                    \
    "claims/*/shown:oz claims/*/round_off:oz claims/*/autonomous:b blame:oz relations:l counts/models:i "    \
    "counts/runs:i counts/broke_down:i counts/fits:i "

TEST(test_audit)
{
    char arguments[2 * PATH_SIZE];
    const json_t *document;

    snprintf(arguments, sizeof arguments, "audit %s/examples/wrong-digit.lua --on henon-heiles",
             fixture.home);
    document = get_document(1, arguments);
    check_keys(document,
               AUDIT "claims/*/measured:s claims/*/findings/*/kind:s claims/*/findings/*/evidence:s");
    assert_non_null(at(entry_with(at(document, "claims"), "claim", "order"), "counterexample/model"));
}

/* A claim about what the model does not have is an entry like the others. */
TEST(test_audit_of_what_does_not_apply)
{
    const json_t *document = get_document(3, "audit rk4 --on lorenz --claim energy --claim order=4");

    check_keys(document, AUDIT);
    assert_string_equal(text_at(entry_with(at(document, "claims"), "claim", "energy"), "verdict"),
                        "not applicable");
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
