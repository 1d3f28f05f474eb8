/* assay audit and assay gate --accept from end to end, where what is measured cannot be had from a right program: numbers of
 * a store are changed between two calls. */
#include "tests/fixtures/test.h"

#include "harness/store/store.h"
#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

/* The values of the measure become `value`; how many cells have one. */
static size_t change_store(const char *name, const char *measure, const char *value)
{
    char head[64], path[PATH_SIZE];
    struct error error = {""};
    char *keys = store_sql_ask(path_in(path, fixture.folder, name), "SELECT group_concat(key) FROM cell");
    struct store *store = store_open(path, &error);
    size_t changed = 0;

    assert_done(store, error);
    snprintf(head, sizeof head, "[\"%s\",", measure);
    for (char *key = strtok(keys, ","); key; key = strtok(NULL, ",")) {
        char *line, *at, *text;

        assert_done(store_find(store, STORE_CELL, key, &line, &error), error);
        at = strstr(line, head);
        if (at) {
            const size_t before = (size_t)(at - line) + strlen(head);

            text = memory_create(strlen(line) + 100, 1);
            sprintf(text, "%.*s%s,\"%s\"%s", (int)before, line, value, value, strchr(line + before, ']'));
            assert_done(store_put(store, STORE_CELL, key, "changed", text, &error), error);
            free(text);
            changed++;
        }
        free(line);
    }
    store_close(store);
    return changed;
}

#define AUDIT "audit runge-kutta:gauss-1 --on kepler --store audit.sqlite --out audit --jobs 1"

/* The midpoint rule is symplectic, by its coefficients; the runs then say the defect 1/8. */
TEST(test_a_proof_that_runs_contradict)
{
    static const char first[] =
        "CONTRADICTION  runge-kutta:gauss-1: symplectic. The coefficients prove that it";
    char *text;

    check_run(0, "audit.txt", AUDIT " --claim symplectic --claim order=2");
    text = read_file("audit.txt");
    assert_null(strstr(text, "CONTRADICTION"));
    assert_says(text, "HOLDS    runge-kutta:gauss-1: symplectic, order 2 (2.00), on kepler.\n");
    assert_true(change_store("audit.sqlite", "symplectic_defect", "0.125") > 1);
    check_run(3, "audit.txt", AUDIT " --claim symplectic --claim order=2");
    text = read_file("audit.txt");
    assert_memory_equal(text, first, strlen(first));
    assert_says(text, "HOLDS    runge-kutta:gauss-1: order 2 (2.00) on kepler.\n");
    assert_null(strstr(text + 1, "CONTRADICTION"));
}

/* An integral in double whose floor is gone: all other values are accepted, and the status says that not all are. */
TEST(test_a_value_that_cannot_be_accepted)
{
    static const char study[] =
        "return study { title = 'Parts', models = { './first.lua' }, methods = { 'gauss-1' },"
        " projections = { 'none' }, steps = halving('0.1', 1), untiltime = '1', precisions = { 'double' },"
        " measures = { 'energy_error', 'poincare_1:noncanonical' }, claims = { { id = 'small', source = 'a "
        "test',"
        " method = 'gauss-1', projection = 'none', measure = 'energy_error', value = below '1' } } }";
    static const char accept[] = "gate ./loop.lua --store loop.sqlite --accept --jobs 1 >gate.txt 2>gate.err";

    write_file("loop.lua", study);
    check_shell(0, accept);
    check_says("loop.baseline", "double/energy_error", "double/poincare_1:noncanonical");
    forget("loop.baseline");
    assert_int_equal(change_store("loop.sqlite", "poincare_1:noncanonical:floor", "0.0"), 1);
    check_shell(3, accept);
    check_says("gate.err", "accepted: ./loop.baseline\n",
               "not accepted: first/default/gauss-1/none/double/poincare_1:noncanonical: it is in double, "
               "and no floor");
    check_says("loop.baseline", "double/energy_error");
    assert_null(strstr(read_file("loop.baseline"), "poincare"));
    check_run(0, "gate.txt", "gate ./loop.lua --store loop.sqlite --jobs 1");
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
