/* The views cells, fits, claims and points against the CSV files of the report of the same results: the same
 * columns, the same rows. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_fixture.h"

#include <signal.h>
#include <sys/resource.h>

#include "reports/report.h"
#include "reports/report.h"
#include "tests/fixtures/reports/results_fixture.h"

/* ---- CSV ---------------------------------------------------------------------------------------------- */

/* The next field of a line in `field`; false at the end of the line. */
static bool read_field(FILE *file, char *field, size_t size)
{
    size_t n = 0;
    bool quoted = false;
    int c;

    while ((c = fgetc(file)) != EOF) {
        if (c == '"') {
            int next = fgetc(file);

            if (quoted && next == '"') {
                field[n++] = '"';
                continue;
            }
            quoted = !quoted;
            ungetc(next, file);
        } else if (!quoted && (c == ',' || c == '\n')) {
            break;
        } else {
            field[n++] = (char)c;
        }
        assert_true(n < size);
    }
    field[n] = '\0';
    return c == ',';
}

/* The file after its line of provenance. */
static FILE *open_csv(const char *name)
{
    char path[200];
    FILE *file;
    int c;

    snprintf(path, sizeof path, "%s/data/%s", place.folder, name);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fgetc(file), '#');
    while ((c = fgetc(file)) != '\n')
        assert_int_not_equal(c, EOF);
    return file;
}

/* Numbers are equal as numbers, all else as text; no value is an empty field. */
static bool is_same(sqlite3_stmt *statement, int column, const char *field)
{
    const char *text;

    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return *field == '\0';
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
        return *field && sqlite3_column_double(statement, column) == strtod(field, NULL);
    default:
        text = (const char *)sqlite3_column_text(statement, column);
        return strcmp(text, field) == 0;
    }
}

static void assert_header(FILE *file, sqlite3_stmt *statement)
{
    int column = 0;
    char field[400];
    bool more;

    do {
        more = read_field(file, field, sizeof field);
        assert_string_equal(sqlite3_column_name(statement, column++), field);
    } while (more);
    assert_string_equal(sqlite3_column_name(statement, column), "study");
    assert_int_equal(sqlite3_column_count(statement), column + 1);
}

/* How many fields of the view are not those of the file. */
static size_t count_differences(FILE *file, sqlite3_stmt *statement, size_t rows)
{
    int columns = sqlite3_column_count(statement) - 1;
    size_t differences = 0;
    char field[400];

    for (size_t row = 0; row < rows; row++) {
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        for (int column = 0; column < columns; column++) {
            assert_int_equal(read_field(file, field, sizeof field), column + 1 < columns);
            differences += !is_same(statement, column, field);
        }
        assert_string_equal(sqlite3_column_text(statement, columns), "kraus2017");
    }
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    assert_int_equal(fgetc(file), EOF);
    return differences;
}

static size_t compare(const char *view, size_t rows)
{
    char sql[100], name[40];
    sqlite3 *database = connect_plainly(place.path);
    sqlite3_stmt *statement = NULL;
    FILE *file;
    size_t differences;

    snprintf(name, sizeof name, "%s.csv", view);
    file = open_csv(name);
    snprintf(sql, sizeof sql, "SELECT * FROM %s WHERE study = 'kraus2017'", view);
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(database));
    assert_header(file, statement);
    differences = count_differences(file, statement, rows);
    fclose(file);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return differences;
}

/* ---- tests -------------------------------------------------------------------------------------------- */

static bool put_report(struct store *store, const struct results *results, struct error *error)
{
    char *document = kept(report_words.document(results));
    bool done = store_put_report(
        store, &(struct store_report){.study = results->study->name, .document = document}, error);

    return done;
}

static void put_results(const struct results *results)
{
    struct store *store = open_place(place.path);

    assert_done(put_report(store, results, &said), said);
    store_close(store);
}

static void write_files(const struct results *results)
{
    struct results without = *results;

    without.figures = 0;
    assert_done(report_write(&without, place.folder, &said), said);
}

TEST_WITH(views_are_the_csv_files, make_place, remove_place)
{
    static const char *const fractions[STEPS] = {"1", "1/3", "1/7", "1/10", "2/49", "1e-2", "1/300"};
    const double values[STEPS] = {1, 1.0 / 3, 1.0 / 7, 0.1, 2.0 / 49, 0.01, 1.0 / 300};
    struct made *made = kept_memory(make_results());

    made->fit[1].points.step_sizes = fractions;
    made->fit[1].points.step_values = values;
    made->entry[4].claim.kind = CLAIM_EXACT;
    made->entry[7].claim.kind = CLAIM_NOT_EXACT;
    made->entry[10].claim.formula = "1 and 2";
    made->fit[10].floor.of_points = made->entry[10].errors;
    put_results(&made->results);
    write_files(&made->results);
    assert_int_equal(compare("cells", CELLS), 0);
    assert_int_equal(compare("fits", FITS), 0);
    assert_int_equal(compare("points", FITS * STEPS), 0);
    assert_true(made->results.claims > 1);
    assert_int_equal(compare("claims", made->results.claims), 0);

    /* A later report replaces the rows: what was not changed in the files now differs. */
    made->cell[3].steps++;
    made->measured[4][1].value *= 1 + 1e-15;
    snprintf(made->digits[4][1], sizeof made->digits[4][1], "%.30e", made->measured[4][1].value);
    made->fit[7].floor.value *= 2;
    made->claim[1].id = "K77";
    put_results(&made->results);
    assert_int_equal(compare("cells", CELLS), 2);
    assert_int_equal(compare("fits", FITS), 1);
    assert_int_equal(compare("points", FITS * STEPS), STEPS);
    assert_int_equal(compare("claims", made->results.claims), 1);
}

TEST_WITH(studies_stand_side_by_side, make_place, remove_place)
{
    struct made *made = kept_memory(make_results());
    struct results other = made->results;
    struct study study = *other.study;
    struct cell cell = made->cell[0];
    const struct measured measured = {"weird \"name\", it's", 0.5, "0.5"};
    char count[32];

    cell.measures = 1;
    cell.measure = &measured;
    study.name = (char *)"o'brien";
    other.study = &study;
    other.cells = 1;
    other.cell = &cell;
    other.fits = 2;
    other.claims = 1;
    put_results(&made->results);
    write_files(&made->results);
    put_results(&other);
    put_results(&other);
    assert_int_equal(compare("fits", FITS), 0);
    assert_int_equal(compare("claims", made->results.claims), 0);
    assert_sql(place.path, "SELECT count(*) FROM claims WHERE study = 'o''brien'", "1");
    snprintf(count, sizeof count, "%d", CELLS + 1);
    assert_sql(place.path, "SELECT count(*) FROM cells", count);
    assert_sql(place.path, "SELECT \"weird \"\"name\"\", it's\" FROM cells WHERE study = 'o''brien'", "0.5");
    assert_sql(place.path, "SELECT energy_error FROM cells WHERE study = 'o''brien'", "NULL");
    other.cells = other.fits = 0; /* the column goes with the last cell that has it */
    put_results(&other);
    assert_int_equal(compare("cells", CELLS), 0);
}

/* Results whose writing fails leave those that were there. */
TEST_WITH(a_full_disk_keeps_the_results, make_place, remove_place)
{
    struct made *made = kept_memory(make_results());
    struct results none = made->results;
    struct store *store;
    struct rlimit limit;
    bool done;

    none.cells = none.fits = 1;
    put_results(&none);
    store = open_place(place.path);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){200000, limit.rlim_max});
    done = put_report(store, &made->results, &said);
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_false(done);
    assert_line(&said, "cannot be written");
    assert_sql(place.path, "SELECT count(*) FROM cells", "1");
    assert_sql(place.path, "SELECT count(*) FROM fits", "1");
    assert_true(put_report(store, &made->results, &said));
    store_close(store);
    write_files(&made->results);
    assert_int_equal(compare("cells", CELLS), 0);
}

TEST_WITH(an_empty_store_has_the_views, make_place, remove_place)
{
    store_close(open_place(place.path));
    assert_sql(place.path, "SELECT count(*) FROM cells", "0");
    assert_sql(place.path, "SELECT count(*) FROM fits", "0");
    assert_sql(place.path, "SELECT count(*) FROM claims", "0");
    assert_sql(place.path, "SELECT count(*) FROM points", "0");
}
