/* The reports on results made from formulas: files exist, parse, load back, and escape what has to be
 * escaped. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/json_fixture.h"

#include "reports/tables/document.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

/* Takes one field of RFC 4180 from *text into `field`; true when the row goes on. */
static bool read_field(const char **text, char *field, size_t size)
{
    bool quoted = **text == '"';
    size_t n = 0;

    *text += quoted;
    while (**text && (quoted ? !((*text)[0] == '"' && (*text)[1] != '"') : **text != ',' && **text != '\n')) {
        *text += quoted && **text == '"'; /* a doubled quote */
        assert_true(n + 1 < size);
        field[n++] = *(*text)++;
    }
    field[n] = '\0';
    *text += quoted;
    assert_true(**text == ',' || **text == '\n');
    return *(*text)++ == ',';
}

/* Finds the row whose column `key` reads `value` and copies its column `name`; false where there is none.
 * Checks on the way that all rows are as long as the header.  Returns the number of rows in *rows. */
static bool look_up(const char *text, const char *key, const char *value, const char *name, char *found,
                    size_t *rows)
{
    size_t columns = 0, key_column = 99, name_column = 99;
    char field[1024];
    bool good = false;

    assert_int_equal(text[0], '#');
    text = strchr(text, '\n') + 1;
    for (bool more = true; more; columns++) {
        more = read_field(&text, field, sizeof field);
        key_column = strcmp(field, key) == 0 ? columns : key_column;
        name_column = strcmp(field, name) == 0 ? columns : name_column;
    }
    assert_true(key_column < columns && name_column < columns);
    for (*rows = 0; *text; ++*rows) {
        char copy[1024] = "";
        bool match = false;
        size_t n = 0;

        for (bool more = true; more; n++) {
            more = read_field(&text, field, sizeof field);
            match |= n == key_column && strcmp(field, value) == 0;
            if (n == name_column)
                snprintf(copy, sizeof copy, "%s", field);
        }
        assert_int_equal(n, columns);
        if (match && !good) {
            strcpy(found, copy);
            good = true;
        }
    }
    return good;
}

/* ---- Tests ---- */

TEST(files)
{
    static const char *const names[] = {
        "index.html",         "data/cells.csv",     "data/fits.csv",      "data/points.csv",
        "data/timing.csv",    "data/report.json",   "data/claims.csv",    "tables/table2.txt",
        "tables/table2.md",   "tables/table2.csv",  "tables/table2.tex",  "tables/table3.txt",
        "figures/fig20a.svg", "figures/fig20b.svg", "figures/fig20c.svg", "figures/fig20d.svg",
        "figures/fig20e.svg", "figures/fig20.svg",  "figures/fig20.png",  "figures/fig20e.png",
        "figures/fig20.gp",   "figures/fig20a.gp",  "figures/fig20a.dat",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = read_report(names[i]);

        assert_true(strlen(text) > 0);
    }
}

/* The first row with that value: what its column says, or holds; NULL: there is no such row. */
static const struct {
    const char *file, *key, *value, *name, *found, *part;
    size_t rows;
} fields[] = {
    {"data/cells.csv", "id", "point-vortices/default/radau-iia-2/symplectic/0.4/200", "reason",
     "Newton: \"stalled\", step 17", NULL, CELLS},
    {"data/cells.csv", "id", "point-vortices/default/radau-iia-2/symplectic/0.4/200", "energy_error", "",
     NULL, CELLS},
    {"data/cells.csv", "id", "gauss-7", "reason", NULL, NULL, CELLS}, /* the control */
    {"data/fits.csv", "verdict", "refuted", "next", NULL, "gauss-4/midpoint/200/energy_error", FITS},
    {"data/fits.csv", "verdict", "inconclusive", "reason_code", "too-few", NULL, FITS},
    {"data/claims.csv", "id", "K1", "evidence", NULL, "default/gauss-4/midpoint 4.000", 3},
    {"data/claims.csv", "id", "K2", "text", awkward, NULL, 3},
    {"data/claims.csv", "id", "K4", "text", NULL, NULL, 3},
    {"tables/table3.csv", "method", "gauss-3", "formula", "s+1", NULL, METHODS *PROJECTIONS},
    {"tables/table3.csv", "method", "gauss-3", "verdict", "", NULL, METHODS *PROJECTIONS},
    {"tables/table2.csv", "verdict", "refuted", "method", "gauss-4", NULL, METHODS *PROJECTIONS},
    {"tables/table2.csv", "verdict", "inconclusive", "mark", "-", NULL,
     METHODS *PROJECTIONS}, /* the comparison */
};

TEST(rows)
{
    const struct made *made = *state;
    char *text, found[1024];
    size_t n;

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        text = read_report(fields[i].file);
        if (look_up(text, fields[i].key, fields[i].value, fields[i].name, found, &n) !=
            (fields[i].found || fields[i].part))
            fail_msg("%s has a row %s, or has none", fields[i].file, fields[i].value);
        if (fields[i].found)
            assert_string_equal(found, fields[i].found);
        if (fields[i].part)
            assert_says(found, fields[i].part);
        assert_int_equal(n, fields[i].rows);
    }
    text = read_report("data/cells.csv");
    assert_true(look_up(text, "id", made->cell[10].id, "energy_error", found, &n));
    assert_string_equal(found, made->measured[10][1].text);
    text = read_report("data/fits.csv");
    for (size_t i = 0; i < FITS; i += 17) {
        assert_true(look_up(text, "id", made->fit[i].id, "order", found, &n));
        assert_true(made->fit[i].order.status == FIT_MEASURED
                        ? strtod(found, NULL) == made->fit[i].order.value
                        : !*found);
    }
    text = read_report("data/points.csv");
    assert_true(look_up(text, "fit", made->fit[40].id, "error", found, &n));
    assert_true(strtod(found, NULL) == made->fit[40].points.errors[0]);
    assert_int_equal(n, FITS * STEPS);
}

static void check_text(const json_t *value, const char *expected)
{
    assert_non_null(value);
    if (expected)
        assert_string_equal(json_string_value(value), expected);
    else
        assert_true(json_is_null(value));
}

static void check_claim(const json_t *object, const struct made *made, const struct claim_result *claim)
{
    check_text(at(object, "id"), claim->id);
    char text[2 * WORDS_SENTENCE];

    check_text(at(object, "text"), said_of_claim(&made->results, claim, "text", text, sizeof text));
    check_text(at(object, "source"), claim->source);
    check_text(at(object, "measured"), said_of_claim(&made->results, claim, "measured", text, sizeof text));
    check_text(at(object, "verdict"), term_word(TERM_VERDICT, claim->verdict));
    check_text(at(object, "evidence"), said_of_claim(&made->results, claim, "evidence", text, sizeof text));
}

static void check_fit(const json_t *object, const struct fit *fit)
{
    bool missing = fit->order.status != FIT_MEASURED;

    assert_string_equal(text_at(object, "id"), fit->id);
    for (size_t n = 0; n < STEPS; n++) {
        const json_t *error = at(object, "errors/%zu", n);

        assert_true(isfinite(fit->points.errors[n]) ? json_real_value(error) == fit->points.errors[n]
                                                    : json_is_null(error));
        missing |= !isfinite(fit->points.errors[n]);
        assert_int_equal(json_is_true(at(object, "used/%zu", n)), fit->order.used[n]);
        assert_string_equal(text_at(object, "step_sizes/%zu", n), steps[n]);
    }
    if (fit->order.status == FIT_MEASURED)
        assert_true(number_at(object, "order") == fit->order.value);
    else
        assert_true(null_at(object, "order"));
    assert_true(json_is_string(at(object, "reason")) == (missing || fit->outcome.verdict));
    check_text(at(object, "verdict"), term_word(TERM_VERDICT, fit->outcome.verdict));
    check_text(at(object, "reason_code"), term_word(TERM_REASON, fit->outcome.reason));
    assert_true(json_is_string(at(object, "next")) == (fit->outcome.next != VERDICT_NEXT_NOTHING));
    assert_int_equal(size_at(object, "claims"), fit->claim != NULL);
    assert_int_equal(size_at(object, "steps"), STEPS);
    for (size_t n = 0; n < STEPS; n++)
        assert_int_equal(integer_at(object, "steps/%zu", n), 25u << n);
}

TEST(document)
{
    const struct made *made = *state;
    char path[512];
    json_t *loaded, *made_again = kept(document_create(&made->results));
    json_error_t error;

    snprintf(path, sizeof path, "%s/data/report.json", directory);
    loaded = load(path);
    if (!loaded)
        fail_msg("line %d: %s", error.line, error.text);
    assert_true(json_equal(loaded, made_again));
    assert_string_equal(json_object_iter_key(json_object_iter(loaded)), "assay");
    assert_int_equal(integer_at(loaded, "assay/schema"), 1);
    assert_string_equal(text_at(loaded, "title"), awkward);
    assert_int_equal(size_at(loaded, "cells"), CELLS);
    assert_int_equal(size_at(loaded, "fits"), FITS);
    for (size_t i = 0; i < FITS; i++)
        check_fit(at(loaded, "fits/%zu", i), &made->fit[i]);
    assert_int_equal(size_at(loaded, "claims"), 3);
    for (size_t i = 0; i < 3; i++)
        check_claim(at(loaded, "claims/%zu", i), made, &made->claim[i]);
    assert_string_equal(json_string_value(json_object_get(at(loaded, "cells/10/measures"), "energy_error")),
                        made->measured[10][1].text);
    json_object_set_new(made_again, "study", json_string("other")); /* the control */
    assert_false(json_equal(loaded, made_again));
}

TEST(text_and_markdown)
{
    char *text = read_report("tables/table2.txt");

    assert_says(text, "\nOf 65 orders claimed: 59 hold, 2 refuted, 4 inconclusive.\n");
    assert_int_equal(count(text, "6 | 4.000 REFUTED"), 1);
    assert_int_equal(count(text, "4 | 5.000 REFUTED"), 1);
    assert_int_equal(count(text, "REFUTED"), 2);
    assert_int_equal(count(text, " holds  ") + count(text, " holds\n"), 59);
    assert_int_equal(count(text, "2 | 2.000 inconclusive: sign-change"), 1);
    assert_int_equal(count(text, "12 | – inconclusive: too-few"), 3);
    assert_says(text, "at step 17, h = 0.4", "not asymptotic");
    assert_int_equal(count(text, " \n"), 0);
    text = read_report("tables/table3.txt");
    assert_int_equal(count(text, " exact "), 3);
    assert_int_equal(count(text, "6 | 4.000 BELOW"), 1); /* no verdict: a comparison */
    assert_int_equal(count(text, "BELOW") + count(text, "ABOVE") + count(text, "REFUTED"), 1);
    assert_int_equal(count(text, " agrees  ") + count(text, " agrees\n"), 61);
    assert_says(text, "61 agree, 0 above, 1 below, 3 without a measured order.");

    text = read_report("tables/table2.md");
    assert_int_equal(count(text, "**refuted**"), 2);
    assert_int_equal(count(text, "[1.95, 2.05] inconclusive: sign-change |"), 1);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == '|')
            assert_int_equal(count(line, "|") - count(line, "\\|"), PROJECTIONS + 2);
    }
}

/* Braces balance; a row of the outer tabular has as many columns as the tabular. */
TEST(latex)
{
    char *text = read_report("tables/table2.tex");

    assert_int_equal(count(text, "\\textbf{4.000 refuted}"), 1);
    assert_int_equal(count(text, "2.000 inconclusive: sign-change \\\\"), 1);
    text = read_report("tables/table3.tex");
    assert_int_equal(count(text, "\\begin{tabular}"), count(text, "\\end{tabular}"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int depth = 0;
        size_t columns = 1;

        if (line[0] == '%')
            continue;
        for (const char *c = line; *c; c++) {
            depth += *c == '{' && (c == line || c[-1] != '\\');
            depth -= *c == '}' && (c == line || c[-1] != '\\');
            columns += *c == '&' && c[-1] != '\\';
            assert_true(depth >= 0);
        }
        assert_int_equal(depth, 0);
        if (strncmp(line, "\\quad", 5) == 0)
            assert_int_equal(columns, 1 + 2 * PROJECTIONS);
        else if (strstr(line, "multicolumn"))
            assert_int_equal(columns, 1 + PROJECTIONS);
    }
}

/* A study without a result still has its page and its empty tables. */
TEST(nothing)
{
    struct made *made = *state;
    struct results results = made->results;
    char folder[512], path[600], *text;

    results.cells = results.fits = 0;
    snprintf(folder, sizeof folder, "%s/nothing/below", directory);
    assert_true(report_write(&results, folder, &said));
    snprintf(path, sizeof path, "%s/index.html", folder);
    text = read_file(path);
    assert_non_null(text);
    assert_says(text, "Nothing is claimed here.");
    assert_int_equal(count(text, "<svg"), 0);
}

/* Methods of no known family, and two initial data, which the rows of a table then name. */
TEST(strangers)
{
    struct made *made = *state;
    struct fit fits[5];
    struct results results = made->results;
    const char *const names[] = {"compose:rattle:suzuki-36", "rk4", "O'Neill_{x}-2", "rk4",
                                 "\"50%\"|θ~^\\#&$_漢`<b>-3"};
    char folder[512], path[600], *text;

    for (size_t i = 0; i < 5; i++) {
        fits[i] = made->fit[1];
        fits[i].curve.method = named_method(names[i]);
        fits[i].curve.problem = named_problem("point-vortices", i == 3 ? "other" : "default");
    }
    results.fit = fits;
    results.fits = 5;
    snprintf(folder, sizeof folder, "%s/strangers", directory);
    assert_true(report_write(&results, folder, &said));
    snprintf(path, sizeof path, "%s/tables/table2.txt", folder);
    text = read_file(path);
    assert_says(text, "\ncompose:rattle:suzuki ", "\n  rk4 (default) ", "\n  rk4 (other) ");
    snprintf(path, sizeof path, "%s/tables/table2.tex", folder); /* compiled by tests/fixtures/latex.sh */
    text = read_file(path);
    assert_says(text, "\\quad ''50\\%''\\textbar{}$\\theta$\\textasciitilde{}\\textasciicircum{}"
                      "\\textbackslash{}\\#\\&\\$\\_?\\textasciigrave{}\\textless{}b\\textgreater{}-3");
    snprintf(path, sizeof path, "%s/index.html", folder);
    text = read_file(path);
    assert_int_equal(count(text, "<svg") - count(text, "<svg class=\"chart\""),
                     2); /* what all of them share, and one by gnuplot, which read the names */
}

/* A second report of the same results has the same bytes, but for timing.csv. */
TEST(repeated)
{
    static const char *const names[] = {"index.html",        "data/cells.csv",    "data/fits.csv",
                                        "data/points.csv",   "data/report.json",  "tables/table2.tex",
                                        "tables/table2.md",  "figures/fig20.svg", "figures/fig20.gp",
                                        "figures/fig20b.dat"};
    struct made *made = *state;
    char *before[sizeof names / sizeof *names], *timing = read_report("data/timing.csv"), *after;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        before[i] = read_report(names[i]);
    made->cell[5].seconds = 17;
    assert_true(report_write(&made->results, directory, &said));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        after = read_report(names[i]);
        assert_string_equal(before[i], after);
    }
    after = read_report("data/timing.csv");
    assert_string_not_equal(timing, after);
}

TEST(unwritable)
{
    const struct made *made = *state;
    char path[512];

    snprintf(path, sizeof path, "%s/index.html/below", directory);
    assert_false(report_write(&made->results, path, &said));
    assert_says(said.text, "index.html");
    assert_null(strchr(said.text, '\n'));
}

/* ---- */

TEST_GROUP(write_report, remove_report)
