/* The figures of a report: scripts that match their data, PDF without a clock, no gnuplot. */
#include "tests/fixtures/test.h"

#include "reports/figures/pdf.h"
#include "tests/fixtures/reports/report_fixture.h"

/* The script asks for exactly the blocks that the data file has. */
static void check_panel(char letter, size_t blocks, const char *note)
{
    char name[64], index[32], *script, *data;

    snprintf(name, sizeof name, "figures/fig20%c.gp", letter);
    script = read_report(name);
    snprintf(name, sizeof name, "figures/fig20%c.dat", letter);
    data = read_report(name);
    assert_int_equal(count(data, "# h error used"), blocks);
    for (size_t i = 0; i <= blocks; i++) {
        snprintf(index, sizeof index, "data index %zu using", i);
        assert_int_equal(count(script, index), i < blocks);
    }
    assert_int_equal(count(script, "not drawn"), note != NULL ? count(script, note) : 0);
    assert_true(!note || strstr(script, note));
}

TEST(panels)
{
    check_panel('a', METHODS * MEASURES - 3, "not drawn: 3 exact'");
    check_panel('c', METHODS * MEASURES, NULL);
    check_panel('e', (METHODS - 2) * MEASURES, "not drawn: 2 not applicable'");
}

/* Two drawings differ in the date alone, and in nothing once it is fixed. */
TEST(pdf)
{
    static const char document_text[] = "%PDF-1.5\n/CreationDate (D:20261121145413Z)\n"
                                        "/ModDate (D:20261121145413+01'00)\n/Other (D:20261121145413Z)\n";
    static const char fixed[] = "%PDF-1.5\n/CreationDate (D:20000101000000Z)\n"
                                "/ModDate (D:20000101000000+00'00)\n/Other (D:20261121145413Z)\n";
    char path[512], *text;
    FILE *file;

    snprintf(path, sizeof path, "%s/dates.pdf", directory);
    assert_false(pdf_fix_dates(path));
    for (int whole = 1; whole >= 0; whole--) {
        file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(document_text, 1, whole ? strlen(document_text) : 30, file); /* 30: within the date */
        fclose(file);
        assert_int_equal(pdf_fix_dates(path), whole);
        text = read_file(path);
        assert_true(!whole || strcmp(text, fixed) == 0);
    }
    file = fopen(path, "wb");
    assert_non_null(file);
    fputs("%PDF-1.7 with its dates compressed", file);
    fclose(file);
    assert_false(pdf_fix_dates(path));
}

static bool has_pdf(void)
{
    return system("gnuplot -e \"if (strstrt(GPVAL_TERMINALS, 'pdfcairo') == 0) { exit status 1 }\" "
                  "2>/dev/null") == 0;
}

static bool same_bytes(const char *path_a, const char *path_b)
{
    FILE *a = fopen(path_a, "rb"), *b = fopen(path_b, "rb");
    bool same = a && b;

    for (int c = 0; same && c != EOF;) {
        c = getc(a);
        same = c == getc(b);
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return same;
}

/* The figures of two reports made at different seconds. */
TEST(pdf_repeated)
{
    struct made *made = *state;
    char folder[400], first[600], second[600];

    if (!has_pdf()) { /* then none is left behind */
        snprintf(first, sizeof first, "%s/figures/fig20a.pdf", directory);
        assert_null(fopen(first, "r"));
        return;
    }
    snprintf(folder, sizeof folder, "%s/again", directory);
    sleep(1);
    assert_true(report_write(&made->results, folder, &said));
    for (const char *c = "abcde"; *c; c++) {
        snprintf(first, sizeof first, "%s/figures/fig20%c.pdf", directory, *c);
        snprintf(second, sizeof second, "%s/figures/fig20%c.pdf", folder, *c);
        if (!same_bytes(first, second))
            fail_msg("%s and %s differ", first, second);
    }
    assert_false(same_bytes(first, strcat(folder, "/figures/fig20a.pdf"))); /* the control */
}

/* Without gnuplot the report is there, and no picture of an earlier run is shown for one of this. */
TEST(without_gnuplot)
{
    static const char *const extensions[] = {"svg", "png", "pdf"};
    const struct made *made = *state;
    char *path = kept(strdup(getenv("PATH"))), *text, picture[512];

    setenv("PATH", "/nowhere", 1);
    assert_true(report_write(&made->results, directory, &said));
    setenv("PATH", path, 1);
    text = read_report("index.html");
    assert_int_equal(count(text, "<svg"),
                     count(text, "<svg class=\"chart\"") + 1); /* those, and their parts, need no gnuplot */
    assert_int_equal(count(text, "The picture was not drawn"), PROJECTIONS);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        snprintf(picture, sizeof picture, "%s/figures/fig20a.%s", directory, extensions[i]);
        assert_int_not_equal(access(picture, F_OK), 0);
    }
}

/* A figure shows one of several initial data, and says which; of the only ones it says nothing. */
TEST(several_initial_data)
{
    struct made *made = *state;
    struct fit *last = made->fit + FITS - 1;
    const struct problem *before = last->curve.problem;
    char *text, *script = read_report("figures/fig20a.gp");

    assert_null(strstr(script, "initial data"));
    last->curve.problem = named_problem("point-vortices", "half");
    text = page_of_changed(&made->results, "several");
    script = read_report("several/figures/fig20a.gp");
    last->curve.problem = before;
    assert_int_equal(count(text, "<p>Drawn are the initial data default;"), 1);
    assert_int_equal(count(script, "initial data: default'"), 1);
}

TEST_GROUP(write_report, remove_report)
