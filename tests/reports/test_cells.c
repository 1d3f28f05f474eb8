/* The cells of the files of a table, read back: each is that of its fit.  Intervals are all different here, so that the
 * cell of a neighbour, or the two ends of an interval exchanged, are seen. */
#include "tests/fixtures/test.h"

#include "reports/page/survey.h"
#include "reports/tables/document.h"
#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

static char *texts[4];
static const char *const endings[] = {"csv", "tex", "txt", "md"};

static int setup(void **state)
{
    struct made *made = make_results();
    bool good;

    *state = made;
    for (size_t i = 0; i < FITS; i++) {
        made->fit[i].order.low = made->fit[i].order.value - 0.01 * (double)(1 + i % 41);
        made->fit[i].order.high = made->fit[i].order.value + 0.01 * (double)(1 + i % 37);
    }
    snprintf(directory, sizeof directory, "/tmp/assay-cells-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    made->results.figures = 0;
    good = report_write(&made->results, directory, &said);
    for (size_t i = 0; good && i < 4; i++) {
        char name[64];

        snprintf(name, sizeof name, "tables/%s.%s", made->results.table->name, endings[i]);
        texts[i] = read_report(name);
    }
    return !good;
}

static const struct fit *find_fit(const struct made *made, const char *method, const char *projection)
{
    for (size_t i = 0; i < made->results.fits; i++) {
        const struct fit *fit = made->fit + i;

        if (strcmp(fit->curve.method->name, method) == 0 &&
            strcmp(fit->curve.projection->name, projection) == 0 &&
            strcmp(fit->measure_name, made->results.table->measure) == 0)
            return fit;
    }
    return NULL;
}

/* The n-th field of a line whose fields are not quoted, as the first line calls them. */
static const char *field(const char *names, const char *line, const char *name, char *value, size_t size)
{
    while (strncmp(names, name, strlen(name)) != 0 || !strchr(",\n", names[strlen(name)])) {
        names = strchr(names, ',') + 1;
        line = strchr(line, ',') + 1;
    }
    snprintf(value, size, "%.*s", (int)strcspn(line, ",\n"), line);
    return value;
}

/* Numbers of a CSV file are those of the fits to the last bit. */
TEST_WITH(csv, setup, remove_report)
{
    const struct made *made = *state;
    const char *names = strstr(texts[0], "\ntable,") + 1;
    size_t checked = 0;

    for (const char *line = strchr(names, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        char method[64], projection[64], value[64];
        const struct fit *fit = find_fit(made, field(names, line, "method", method, sizeof method),
                                         field(names, line, "projection", projection, sizeof projection));

        assert_non_null(fit);
        if (fit->order.status != FIT_MEASURED)
            continue;
        assert_true(strtod(field(names, line, "order", value, sizeof value), NULL) == fit->order.value);
        assert_true(strtod(field(names, line, "low", value, sizeof value), NULL) == fit->order.low);
        assert_true(strtod(field(names, line, "high", value, sizeof value), NULL) == fit->order.high);
        if (fit->claim)
            assert_true(strtod(field(names, line, "claimed", value, sizeof value), NULL) ==
                        fit->claim->value);
        checked++;
    }
    assert_true(checked > 80);
}

/* In the row of each method the orders and intervals of its fits, column by column; `begin` stands before the name. */
static void check_rows(const struct made *made, const char *text, const char *begin, const char *behind)
{
    size_t checked = 0;

    for (size_t m = 0; m < METHODS; m++) {
        char wanted[100];
        const char *at, *next;

        snprintf(wanted, sizeof wanted, "%s%s%s", begin, m + 1 < METHODS ? methods[m + 1] : "", behind);
        next = m + 1 < METHODS ? strstr(text, wanted) : NULL;
        snprintf(wanted, sizeof wanted, "%s%s%s", begin, methods[m], behind);
        at = strstr(text, wanted);
        assert_non_null(at);
        for (int numbers = 0; numbers < 2; numbers++) {
            const char *end = at;

            for (size_t p = 0; p < PROJECTIONS; p++) {
                const struct fit *fit = find_fit(made, methods[m], projections[p]);

                if (fit->order.status != FIT_MEASURED)
                    continue;
                if (numbers)
                    snprintf(wanted, sizeof wanted, "[%.2f, %.2f]", fit->order.low, fit->order.high);
                else
                    snprintf(wanted, sizeof wanted, "%.3f", fit->order.value);
                end = strstr(end, wanted);
                if (!end)
                    fail_msg("%s, %s: %s is missing in %.400s", methods[m], projections[p], wanted, at);
                end += strlen(wanted);
                checked++;
            }
            if (next && next > at && end > next)
                fail_msg("%s: a number of its row stands in the next: %.600s", methods[m], at);
        }
    }
    assert_true(checked > 160);
}

TEST_WITH(formats, setup, remove_report)
{
    check_rows(*state, texts[1], "\\quad ", " &");
    check_rows(*state, texts[2], "\n  ", " ");
    check_rows(*state, texts[3], "| ", " |");
}

/* The table in the paper's shape has a row for each family; its entries are all that have a verdict, and each that does not hold
 * is named in the column of its projection. */
TEST_WITH(shape, setup, remove_report)
{
    const struct made *made = *state;
    json_t *study = document_create(&made->results), *survey;
    struct study of_a_paper = *made->results.study;
    const struct survey_study source = {&of_a_paper, study, true};
    const json_t *shape;
    json_int_t hold = 0, of = 0;
    size_t named = 0, r, c, failed = 0;
    json_t *row, *cell;

    of_a_paper.text = (char *)"";
    survey = survey_document("paper", NULL, 1, &source, "assay", directory, &said);
    assert_non_null(survey);
    shape = at(survey, "tables/others/0/shape");
    assert_int_equal(size_at(shape, "columns"), PROJECTIONS);
    json_array_foreach(at(shape, "rows"), r, row)
    {
        json_array_foreach(at(row, "cells"), c, cell)
        {
            hold += json_integer_value(at(cell, "hold"));
            of += json_integer_value(at(cell, "of"));
            named += size_at(cell, "exceptions");
        }
        assert_int_equal(c, PROJECTIONS);
    }
    assert_in_range(r, 5, 9); /* families of 24 methods */
    for (size_t i = 0; i < made->results.fits; i++) {
        const struct fit *fit = made->fit + i;
        const enum verdict verdict = fit->outcome.verdict;
        char member[32];
        bool found = false;

        if (strcmp(fit->measure_name, made->results.table->measure) != 0 || !verdict ||
            verdict == VERDICT_NOT_APPLICABLE)
            continue;
        of--;
        hold -= verdict == VERDICT_HOLDS || verdict == VERDICT_HOLDS_TO_ROUND_OFF;
        if (verdict != VERDICT_REFUTED)
            continue;
        failed++;
        snprintf(member, sizeof member, "s = %d: ", stages(fit->curve.method->name));
        json_array_foreach(at(shape, "rows"), r, row)
        {
            for (size_t k = 0; k < PROJECTIONS; k++) {
                size_t index;
                json_t *exception;

                json_array_foreach(at(row, "cells/%zu/exceptions", k), index, exception) found |=
                    strcmp(text_at(shape, "columns/%zu", k), fit->curve.projection->name) == 0 &&
                    strncmp(text_at(exception, "text"), member, strlen(member)) == 0;
            }
        }
        if (!found)
            fail_msg("%s is not named", fit->id);
    }
    assert_int_equal(of, 0);
    assert_int_equal(hold, 0);
    assert_true(failed > 1 && named >= failed);
    json_decref(survey);
    json_decref(study);
}
