/* The files of a figure of histories: data and scripts that match, pictures that gnuplot draws without a word
 * and always the same, their place on the page, and nothing where there is nothing to show. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/panels_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"
#include "tests/fixtures/reports/script_fixture.h"

#include "reports/figures/panels.h"

/* Nothing of the fixture's own report is needed here. */
static int make_folder(void **state)
{
    struct histories *made = malloc(sizeof *made);

    (void)write_report, (void)remove_report;
    make_history_results(made);
    *state = made;
    snprintf(directory, sizeof directory, "/tmp/assay-panels-XXXXXX");
    return !mkdtemp(directory) || !report_write(&made->results, directory, &said);
}

static int remove_folder(void **state)
{
    free(*state);
    return nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- Data and scripts ---- */

/* Exactly what the runs kept, in the order of the curves; drift as worked out by hand in test_panels.c. */
TEST(data)
{
    char *text = read_report("figures/fig9a.dat"), *maxima = read_report("figures/fig9e.dat"),
         *orbit = read_report("figures/fig9f.dat"), *loop = read_report("figures/fig9g.dat");
    const char *broken = strstr(text, "# m/default/gauss-2/none/double/0.1 energy: breaks down at step 57\n"
                                      "# time value low high\n1 0.03 -0.01 0.03\n"
                                      "2 0.30000000000000004 -0.1 0.30000000000000004\n3 3 -1 3\n"
                                      "4 30 -10 30\n5 300 -100 300\n\n\n");

    assert_says(text, "# m/default/gauss-1/none/double/0.1 energy\n# time value low high\n1 3e-06 -1e-06 "
                      "3e-06\n2 6e-06 -2e-06 6e-06\n");
    assert_non_null(broken);
    assert_int_equal(count(text, "# time"), 2);
    assert_says(maxima, "# time drift maximum maximum\n2 0 6e-06 6e-06\n4 6e-06 1.2e-05 1.2e-05\n");
    assert_says(orbit, "# x y\n4.9106729782512");
    assert_says(loop, "# time value\n1 1e-14\n2 -2e-14\n");
}

/* Each block of the data is drawn, and none that is not there; the overview reads those of all panels. */
TEST(scripts)
{
    char name[64], index[64], *whole = read_report("figures/fig9.gp");
    static const size_t blocks[PANELS_MADE] = {2, 1, 2, 2, 2, 2, 2};

    for (size_t panel = 0; panel < PANELS_MADE; panel++) {
        char *script, *dat;

        snprintf(name, sizeof name, "figures/fig9%c.gp", (char)('a' + panel));
        script = read_report(name);
        snprintf(name, sizeof name, "figures/fig9%c.dat", (char)('a' + panel));
        dat = read_report(name);
        assert_int_equal(count(dat, "\n# m/"), blocks[panel]);
        for (size_t i = 0; i <= blocks[panel]; i++) {
            snprintf(index, sizeof index, "data index %zu ", i);
            assert_int_equal(count(script, index) > 0, i < blocks[panel]);
        }
        assert_int_equal(count(script, "every ::0::0"), panel != 1); /* the cross */
        assert_int_equal(count(script, "gauss-2: breaks down at step 57'"), panel != 1);
        snprintf(name, sizeof name, "data = 'fig9%c.dat'", (char)('a' + panel));
        assert_int_equal(count(script, name), 1);
        assert_int_equal(count(whole, name), 1);
    }
    assert_says(whole, "'(a) it''s _all_' at screen", "'srk-3: does not apply'", "'gauss-2: zero throughout'",
                "\"first Poincaré\\ninvariant (noncanonical) / 10^{-13}\"");
    assert_int_equal(count(whole, "fillstyle transparent"), 2);
}

/* Each curve looks as the legend of its panel shows the run of its name; of an orbit in points there is no line. */
TEST(legends)
{
    const struct histories *made = *state;
    struct panels *panels = kept(panels_create(&made->results, made->figure));
    size_t checked = 0;

    for (size_t p = 0; p < panels->panels; p++) {
        const struct panels_panel *panel = panels->panel + p;
        const char *script = make_figure(&made->results, "figure.gp", panel->letter);
        size_t block = 0;

        for (size_t c = 0; c < panel->curves; c++) {
            const struct panels_curve *curve = panel->curve + c;
            char name[400], end[64];

            if (!curve->points)
                continue;
            panels_end(curve, end, sizeof end);
            snprintf(name, sizeof name, "%s%s%s", curve->label, *end || p == 1 ? ": " : "",
                     p == 1 ? "zero throughout" : end);
            assert_alike(look_of_block(script, block++), look_of_sample(script, NULL, name), name);
            checked++;
        }
    }
    assert_int_equal(checked, 13);
}

/* The coordinates of an orbit name the axes in the order in which the study names them. */
TEST(axes)
{
    struct histories *made = *state, before = *made;
    char *script = make_figure(&made->results, "figure.gp", 5);

    assert_says(script, "set xlabel \"x\" font", "set label \"y\" at screen");
    made->panel[5].axes = (struct study_strings){2, (char *[]){(char *)"y", (char *)"x"}};
    script = make_figure(&made->results, "figure.gp", 5);
    assert_says(script, "set xlabel \"y\" font", "set label \"x\" at screen");
    script = make_figure(&made->results, "figure.gp", 0);
    assert_says(script, "set xlabel \"time\" font", "set label \"largest energy error");
    *made = before;
}

/* A name with control characters and bytes that are not UTF-8 leaves neither in a script, its data or the page, and
 * stays in its line. */
TEST(control_characters)
{
    static const char *const files[] = {"evil/figures/fig9.gp", "evil/figures/fig9a.dat", "evil/index.html"};
    struct histories *made = *state, before = *made;

    made->cell[0].id = "m\n1 2 3\x1b[31m\xff";
    made->panel[0].title = (char *)"a\n!touch X\n\x1b\xff";
    made->panel[0].channel = (char *)"energy";
    page_of_changed(&made->results, "evil");
    *made = before;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = read_report(files[i]);

        assert_null(strpbrk(text, "\x1b\xff"));
        assert_null(i < 2 ? strstr(text, "\n!touch") : NULL);
        assert_null(strstr(text, "\n1 2 3"));
    }
}

/* What gnuplot says of a script, drawn once more; empty when it has nothing to say. */
static void draw(const char *folder, const char *name, char *printed, size_t size)
{
    char command[512];
    FILE *pipe;
    size_t length;

    snprintf(command, sizeof command, "cd %s/%s/figures && gnuplot -d %s.gp 2>&1", directory, folder, name);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    length = fread(printed, 1, size - 1, pipe);
    printed[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
}

/* A block for each time, each of which is drawn as a closed line; the page says what it is. */
TEST(loops)
{
    static const char *const kinds[] = {"loop", "surface"};
    struct histories *made = *state, before = *made;
    double numbers[3 * LOOP_TIMES * LOOP_POINTS];

    for (size_t i = 0; i < 2; i++) {
        char name[64], index[64], printed[400], *page, *text, *script;

        make_loop(made, numbers, kinds[i]);
        made->panel[5].methods.text = (char *[]){(char *)"gauss-1"};
        page = page_of_changed(&made->results, kinds[i]);
        assert_says(page, i ? "(f) surface: the surface, its edges and a mesh, at some times of the run;"
                            : "(f) loop: the loop at some times of the run;");
        snprintf(name, sizeof name, "%s/figures/fig9f.dat", kinds[i]);
        text = read_report(name);
        snprintf(name, sizeof name, "%s/figures/fig9f.gp", kinds[i]);
        script = read_report(name);
        snprintf(name, sizeof name, "# m/default/gauss-1/none/double/0.1 %s, t = ", kinds[i]);
        assert_int_equal(count(text, name), 5);
        assert_says(text, ", t = 0\n# x y\n4 2\n2 2\n2 0\n4 0\n4 2\n\n\n# m",
                    ", t = 20\n# x y\n24 22\n-18 22\n-18 -20\n24 -20\n24 22\n\n\n");
        for (size_t block = 0; block <= 5; block++) {
            snprintf(index, sizeof index, "data index %zu using ($1):($2) with lines", block);
            assert_int_equal(count(script, index), block < 5);
        }
        assert_int_equal(count(script, "gauss-1, t = 15'"), 2); /* its title, and its name in the legend */
        draw(kinds[i], "fig9f", printed, sizeof printed);
        assert_string_equal(printed, "");
        *made = before;
    }
}

/* ---- Pictures ---- */

TEST(without_warnings)
{
    char name[16] = "fig9", printed[400], *before = read_report("figures/fig9.svg"), *after;

    for (size_t panel = 0; panel <= PANELS_MADE; panel++) {
        draw(".", name, printed, sizeof printed);
        if (*printed)
            fail_msg("%s: %s", name, printed);
        snprintf(name, sizeof name, "fig9%c", (char)('a' + panel));
    }
    after = read_report("figures/fig9.svg");
    assert_string_equal(before, after);
}

/* ---- The page ---- */

/* One picture with all panels; panels that are alike share a line. */
TEST(page)
{
    char *text = read_report("index.html");

    assert_int_equal(count(text, "<figure>"), 1);
    assert_int_equal(count(text, "<svg"), 1);
    assert_says(text, "<h3>Histories &lt;1&gt;</h3>\n<p class=\"source\">Kraus (2017), figure 9</p>",
                "(a) it&#39;s _all_, (b) symmetric: the energy error, largest magnitude in each "
                "interval of the run; m from the data default, h = 0.1, 200 steps, double "
                "precision. Data: figures/fig9a.dat, fig9b.dat.<br>",
                "(e) maxima: the energy error, largest magnitude in each tenth of the run less",
                "(f) orbit: the coordinates at the end of each interval of the run;");
    assert_int_equal(count(text, "<code>assay reproduce kraus2017:fig9</code>"), 1);
    assert_int_equal(count(text, "https:"), 0);
}

/* Caption k is that of panel k: its letter and title, what it draws, from which data with which steps, its file. */
TEST(captions)
{
    struct histories *made = *state, before = *made;
    char *text;

    made->panel[0].step = "0.05";
    made->panel[2].initial = "half";
    made->panel[3].precision = "113";
    text = page_of_changed(&made->results, "captions");
    *made = before;
    assert_says(
        text,
        "(a) it&#39;s _all_: the energy error, largest magnitude in each interval of the run; m from "
        "the data default, h = 0.05, 400 steps, double precision. Data: figures/fig9a.dat.<br>\n"
        "(b) symmetric: the energy error, largest magnitude in each interval of the run; m from the "
        "data default, h = 0.1, 200 steps, double precision. Data: figures/fig9b.dat.<br>\n"
        "(c) signed: the energy error, from the least to the largest of each interval, with its mean; "
        "m from the data half, h = 0.1, 200 steps, double precision. Data: figures/fig9c.dat.<br>\n"
        "(d) means: the energy error, mean of each interval of the run; m from the data default, h = "
        "0.1, 200 steps, 113 bits. Data: figures/fig9d.dat.<br>\n"
        "(e) maxima: ",
        "Data: figures/fig9e.dat.<br>\n(f) orbit: the coordinates ",
        "Data: figures/fig9f.dat.<br>\n(g) loop: the first Poincaré invariant (noncanonical), ",
        "Data: figures/fig9g.dat.<br>\nA cross");
}

/* A panel without data keeps its letter and leaves no files. */
TEST(missing_panel)
{
    struct histories *made = *state;
    struct study_panel second = made->panel[1];
    char *text, *script, path[512];

    made->panel[1].channel = "multiplier";
    text = page_of_changed(&made->results, "missing");
    made->panel[1] = second;
    script = read_report("missing/figures/fig9.gp");
    assert_int_equal(count(script, "fig9b.dat"), 0);
    assert_int_equal(count(script, "data = 'fig9c.dat'"), 1);
    assert_says(text, "(b) symmetric: no run has kept what it would show.<br>");
    snprintf(path, sizeof path, "%s/missing/figures/fig9b.dat", directory);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* A figure without any data; one of a study that is no paper's. */
TEST(nothing)
{
    struct histories *made = *state;
    struct results bare = made->results;
    struct study study = *bare.study;
    char *text, path[512];

    bare.cells = 0;
    study.path = (char *)"my study.lua";
    bare.study = &study;
    text = page_of_changed(&bare, "nothing");
    assert_int_equal(count(text, "<svg"), 0);
    assert_int_equal(count(text, "<p>No run has kept what it would show.</p>"), 1);
    assert_int_equal(count(text, "<code>assay run &#39;my study.lua&#39;</code>"), 1);
    snprintf(path, sizeof path, "%s/nothing/figures/fig9.gp", directory);
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST_GROUP(make_folder, remove_folder)
