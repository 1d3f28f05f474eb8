/* Tables by themselves: a small one in each format, letter by letter; and the cells of the tables of orders against the
 * numbers of the fits that they show. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/json_fixture.h"

#include "reports/tables/columns.h"
#include "reports/template.h"
#include "reports/words.h"
#include "tests/fixtures/reports/report_fixture.h"

TEST_GROUP(write_report, remove_report)

/* ---- Formats ---- */

/* What the template of the name makes of a table with a title, a row of two entries, and a note on the first. */
static void check(const char *name, const char *head, const char *expected, const char *foot)
{
    static const char document[] =
        "{\"assay\": {\"version\": \"1\", \"commit\": \"2\", \"numerics_version\": \"3\", \"compiler\": "
        "\"4\", \"mpfr\": \"5\", \"processor\": \"6\", \"study_hash\": null, \"command\": \"8\"}, "
        "\"tables\": [{\"name\": \"n\", \"title\": \"T\", \"source\": \"S\", \"model\": \"m\", "
        "\"measure\": \"e\", \"precision\": \"128\"}], \"projections\": [\"other\", \"none\", \"a|b\"], "
        "\"families\": {\"gauss-1\": {\"prefix\": \"gauss-\", \"title\": \"Gauss\", \"member\": \"1\", "
        "\"known\": true}}, \"fits\": ["
        "{\"model\": \"m\", \"initial\": \"d\", \"method\": \"gauss-1\", \"projection\": \"a|b\", "
        "\"precision\": \"128\", \"measure\": \"e\", \"aside\": false, \"subject\": \"order\", \"claims\": "
        "[{\"kind\": \"at least\", \"formula\": \"2*s\", \"words\": \"\"}], \"shown\": {\"claimed\": "
        "\"≥ 4\", \"measured\": \"2\", \"detail\": \"<2>\", \"word\": \"refuted\", \"mark\": "
        "\"refuted\"}}, "
        "{\"model\": \"m\", \"initial\": \"d\", \"method\": \"gauss-1\", \"projection\": \"none\", "
        "\"precision\": \"128\", \"measure\": \"e\", \"aside\": false, \"subject\": \"property\", "
        "\"claims\": [{\"kind\": \"exact\", \"formula\": \"0\", \"words\": \"exact\"}], \"control\": "
        "\"N\", \"shown\": {\"claimed\": \"2\", \"measured\": \"1.998\", \"detail\": \"[1.95, 2.05]\", "
        "\"word\": \"vacuous\", \"mark\": \"vacuous\"}}, "
        "{\"model\": \"another\", \"method\": \"gauss-1\", \"projection\": \"other\", \"precision\": "
        "\"128\", \"measure\": \"e\", \"aside\": false}]}";
    const struct template_look look = {.width = 100};
    struct template_document *texts = template_open(kept(json_loads(document, 0, NULL)), &look, &said);
    json_t *about = kept(json_pack("{s:i, s:b}", "table", 1, "legend", 1));
    char *text, whole[4000];
    FILE *file = open_text();

    assert_done(texts, said);
    assert_done(template_fill(file, name, texts, about, &said), said);
    template_close(texts);
    text = close_text(file);
    snprintf(whole, sizeof whole, "%s%s%s", head, expected, foot);
    if (strncmp(text, whole, strlen(whole)) != 0)
        fail_msg("%s: %s instead of %s", name, text, whole);
}

#define MADE   "assay 1; commit 2; numerics 3; compiler 4; MPFR 5; processor 6; study hash unknown; command 8"
#define COUNTS "Of 1 order and 1 exact property claimed: 0 hold, 1 refuted, 0 inconclusive, 1 vacuous."

TEST(formats)
{
    check("orders.txt", "T\nS\n" COUNTS "\n\n",
          "method     none               a|b\n"
          "---------------------------------------------\n"
          "Gauss      exact              ≥ 2s\n"
          "  gauss-1  2 | 1.998 vacuous  ≥ 4 | 2 REFUTED\n"
          "               [1.95, 2.05]         <2>\n",
          "\ngauss-1, none: vacuous: N\n\nEach entry: ");
    check("orders.md", "**T** (S)\n\n" COUNTS "\n\n",
          "| method | none | a\\|b |\n| --- | --- | --- |\n"
          "| **Gauss** | *exact* | *≥ 2s* |\n"
          "| gauss-1 | 2 \\| 1.998 [1.95, 2.05] vacuous | ≥ 4 \\| 2 &lt;2&gt; **refuted** |\n",
          "\n- gauss-1, none: vacuous: N\n\nEach entry: ");
    check("orders.tex",
          "% " MADE "\n% T\n% " COUNTS "\n% Needs \\usepackage{booktabs}; with graphicx "
          "\\resizebox{\\textwidth}{!}{\\input{n}} fits a page.\n",
          "\\begin{tabular}{lrlrl}\n\\toprule\n"
          " & \\multicolumn{2}{c}{none} & \\multicolumn{2}{c}{a\\textbar{}b} \\\\\n"
          "\\cmidrule(lr){2-3}\n\\cmidrule(lr){4-5}\n"
          "\\emph{Gauss} & \\multicolumn{2}{l}{exact} & \\multicolumn{2}{l}{$\\ge$ 2s} \\\\\n"
          "\\quad gauss-1 & 2 & \\begin{tabular}[t]{@{}l@{}}1.998 vacuous \\\\ {\\scriptsize [1.95, "
          "2.05]}\\end{tabular} & $\\ge$ 4 & \\begin{tabular}[t]{@{}l@{}}\\textbf{2 refuted} \\\\ "
          "{\\scriptsize \\textless{}2\\textgreater{}}\\end{tabular} \\\\\n"
          "\\bottomrule\n\\end{tabular}\n",
          "");
}

/* The lists of a command: columns begin below each other, whatever characters take. */
TEST(lists)
{
    FILE *file = open_text();
    json_t *lists = kept(json_pack(
        "{s:b, s:{s:[{s:s, s:s}, {s:s, s:s}], s:[{s:s, s:s, s:s, s:s}, {s:s, s:s, s:s}]}}", "all", 0, "lists",
        "models", "name", "a", "text", "first", "name", "λ12", "error", "second", "studies", "name", "b",
        "path", "c/b", "text", "third", "source", "S", "name", "long", "path", "d", "text", "fourth"));

    assert_done(template_write(file, "list.txt", lists, &said), said);
    assert_string_equal(close_text(file),
                        "a    first\nλ12  second\nb     c/b  third (S)\nlong  d    fourth\n");
}

/* ---- Cells and numbers ---- */

/* The cell of a line of Markdown, its first being 0; false where the line ends before. */
static bool find_cell(const char *line, size_t cell, char *buffer, size_t size)
{
    const char *begin = line + 1, *end;

    for (end = begin; *end && *end != '\n'; end++) {
        if (*end != '|' || end[-1] == '\\')
            continue;
        if (cell-- == 0) {
            snprintf(buffer, size, "%.*s", (int)(end - begin), begin);
            return true;
        }
        begin = end + 1;
    }
    return false;
}

/* The line of the method, and its cell of the projection. */
static bool find_entry(const char *text, const char *method, const char *projection, char *cell, size_t size)
{
    char start[100], name[100];
    const char *head = strstr(text, "| method |"), *line;

    snprintf(start, sizeof start, "\n| %s |", method);
    line = strstr(text, start);
    for (size_t c = 1; head && line && find_cell(head, c, name, sizeof name); c++) {
        if (strncmp(name + 1, projection, strlen(projection)) == 0 && name[1 + strlen(projection)] == ' ')
            return find_cell(line + 1, c, cell, size);
    }
    return false;
}

/* Orders to three digits behind the point, intervals to two; behind a claim where there is one. */
static size_t check_cell(const struct fit *fit, const char *cell)
{
    const char *bar = strstr(cell, "\\| "), *bracket = strchr(cell, '[');
    const enum words_mark mark = words_shown_of(fit);
    const bool differs = mark == WORDS_ABOVE || mark == WORDS_BELOW || mark == WORDS_REFUTED;
    double order, low, high;

    if (fit->order.status != FIT_MEASURED || !bracket)
        return 0;
    assert_int_equal(bar != NULL, fit->claim != NULL);
    if (bar)
        assert_true(strtod(cell + strspn(cell, " ≥"), NULL) == fit->claim->value);
    order = strtod(bar ? bar + 3 : cell, NULL);
    assert_int_equal(sscanf(bracket, "[%lf, %lf]", &low, &high), 2);
    assert_true(fabs(order - fit->order.value) <= 0.0005 + 1e-12);
    assert_true(fabs(low - fit->order.low) <= 0.005 + 1e-12 && fabs(high - fit->order.high) <= 0.005 + 1e-12);
    assert_int_equal(strstr(cell, "**") != NULL, differs);
    return 1;
}

TEST(orders)
{
    const struct made *made = *state;
    size_t checked = 0;

    for (size_t t = 0; t < made->results.tables; t++) {
        const char *measure = made->results.table[t].measure;
        char name[100], cell[300], *text;

        snprintf(name, sizeof name, "tables/%s.md", made->results.table[t].name);
        text = read_report(name);
        for (size_t i = 0; i < made->results.fits; i++) {
            const struct fit *fit = made->fit + i;

            if (strcmp(fit->measure_name, measure) == 0 &&
                find_entry(text, fit->curve.method->name, fit->curve.projection->name, cell, sizeof cell))
                checked += check_cell(fit, cell);
        }
    }
    assert_true(checked > 100);
}
