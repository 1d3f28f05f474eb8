/* Panels of histories: which runs they show under which names, what points and axes are, against values
 * worked out by hand from the formulas of the fixture. */
#include "tests/fixtures/test.h"

#include "reports/figures/panels.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "tests/fixtures/reports/panels_fixture.h"
#include "tests/fixtures/reports/script_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

/* "LABEL [END]" of all curves, then "; ". */
static void check_curves(const struct histories *made, size_t panel, const char *expected)
{
    struct panels *panels = kept(panels_create(&made->results, made->figure));
    char text[1000] = "", end[64];

    for (size_t c = 0; c < panels->panel[panel].curves; c++) {
        const struct panels_curve *curve = panels->panel[panel].curve + c;

        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s [%s]; ", curve->label,
                 curve->history ? "" : " -", panels_end(curve, end, sizeof end));
    }
    assert_string_equal(text, expected);
}

/* ---- Which runs ---- */

TEST(selection)
{
    struct histories *made = make_histories();

    check_curves(made, 0, "gauss-1 []; gauss-2 [breaks down at step 57]; srk-3 - [does not apply]; ");
    check_curves(made, 1, "gauss-2 []; ");
    made->panel[0].step = "0.05";
    check_curves(made, 0, "gauss-1 []; ");
    made->panel[0].step = NULL;
    made->panel[0].initial = "half";
    check_curves(made, 0, "gauss-1 []; ");
    made->panel[0].initial = NULL;
    made->panel[0].projection = "*";
    check_curves(
        made, 0,
        "gauss-1, no projection []; gauss-2, no projection [breaks down at step 57]; gauss-2, symmetric "
        "[]; srk-3, no projection - [does not apply]; ");
    made->panel[0].projection = "none";
    made->panel[0].precision = "*";
    made->panel[0].methods.text = (char *[]){(char *)"gauss-1"};
    check_curves(made, 0, "gauss-1, double precision []; gauss-1, 113 bits []; ");
    made->panel[0].model = "n";
    check_curves(made, 0, "");
    made->panel[5].axes = (struct study_strings){4, (char *[]){"x", "y", "y", "z"}};
    check_curves(
        made, 5,
        "gauss-1 (x, y) []; gauss-1 (y, z) - [has none]; gauss-2 (x, y) [breaks down at step 57]; gauss-2 "
        "(y, z) - [breaks down at step 57]; ");
}

/* The axes of a panel and its curves, as the script draws them. */
struct panel_axes {
    int logarithmic, x_power, y_power;
    double x_low, x_high, y_low, y_high;
    char *
        curves; /* a line for each: colour, dashes, marker, and where the cross of its end is, if it has one */
};

static struct panel_axes read_axes(json_t *document, size_t panel, double aspect)
{
    struct panel_axes axes;
    json_t *about =
        json_pack("{s:i, s:I, s:f}", "figure", 1, "panel", (json_int_t)panel + 1, "aspect", aspect);
    struct template_document *made = template_open(document, &(struct template_look){.width = 80}, &said);
    FILE *file = open_text();
    int read = 0;

    assert_non_null(made);
    if (!template_fill(file, "tests/data/panel.txt.lua", made, about, &said))
        fail_msg("%s", said.text);
    template_close(made);
    json_decref(about);
    axes.curves = close_text(file);
    assert_int_equal(sscanf(axes.curves, "%d %lf %lf %d %lf %lf %d%n", &axes.logarithmic, &axes.x_low,
                            &axes.x_high, &axes.x_power, &axes.y_low, &axes.y_high, &axes.y_power, &read),
                     7);
    axes.curves += read + 1;
    return axes;
}

static struct panel_axes axes_of(const struct histories *made, size_t panel, double aspect)
{
    json_t *document = document_create(&made->results);
    const struct panel_axes axes = read_axes(document, panel, aspect);

    json_decref(document);
    return axes;
}

/* The line of a curve. */
static const char *line_of(const struct panel_axes *axes, size_t curve)
{
    const char *line = axes->curves;

    while (curve--)
        line = strchr(line, '\n') + 1;
    return line;
}

static bool has_end(const struct panel_axes *axes, size_t curve, double *x, double *y)
{
    return sscanf(line_of(axes, curve), "%*s %*s %*d at %lf %lf", x, y) == 2;
}

static bool look_alike(const struct histories *made, size_t panel_a, size_t a, size_t panel_b, size_t b)
{
    const struct panel_axes x = axes_of(made, panel_a, 1), y = axes_of(made, panel_b, 1);
    char look[2][3][40] = {{""}};

    for (int k = 0; k < 2; k++)
        assert_int_equal(
            sscanf(k ? line_of(&y, b) : line_of(&x, a), "%39s %39s %39s", look[k][0], look[k][1], look[k][2]),
            3);
    return memcmp(look[0], look[1], sizeof look[0]) == 0;
}

/* Curves of one name look the same in all panels, others do not. */
TEST(styles)
{
    struct histories *made = make_histories();

    for (size_t c = 0; c < 3; c++) {
        for (size_t d = 0; d < 3; d++)
            assert_int_equal(look_alike(made, 0, c, 0, d), c == d);
    }
    assert_true(look_alike(made, 0, 1, 1, 0)); /* gauss-2 */
    assert_true(look_alike(made, 0, 1, 5, 1));
}

TEST(has_data)
{
    struct histories *made = make_histories();
    json_t *document;
    const json_t *figure;

    made->panel[0].methods.text = (char *[]){(char *)"srk-3"};
    made->panel[1].channel = "multiplier";
    made->panel[2].precision = "256";
    document = document_create(&made->results);
    figure = json_array_get(json_object_get(document, "figures"), 0);
    for (int letter = 0; letter < PANELS_MADE; letter++)
        assert_int_equal(document_shows(figure, letter), letter > 2);
    assert_true(document_shows(figure, -1));
    assert_int_equal(document_letters(figure), PANELS_MADE);
    json_decref(document);
}

TEST(channels)
{
    static const char *const cases[][2] = {
        {"energy", "energy error"},
        {"angular-momentum", "angular momentum error"},
        {"poincare_2:corrected", "second Poincaré invariant (corrected)"},
        {"multiplier:x", "component x of the multiplier λ"},
        {"constraint", "constraint error |p − ϑ(q)|"},
    };
    struct system system = {.dimension = 2};
    char text[100];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(panels_channel(cases[i][0], &system, text, sizeof text), cases[i][1]);
    system.constraint_groups = 2; /* a pendulum has no one-form theta */
    system.constraint_group[0] = (struct system_constraint){"g", 1};
    system.constraint_group[1] = (struct system_constraint){"psi", 1};
    assert_string_equal(panels_channel("constraint", &system, text, sizeof text),
                        "constraint error |g|, |ψ|");
}

/* Two panels of one channel: 1e-6 and 1e-3 share their axis, 1e-6 and 1e180 do not. */
TEST(panels_of_their_own_axis)
{
    static const char panel[] = "{s:i, s:s, s:s, s:b, s:[], s:[{s:s, s:s, s:b, s:f, s:[[f, f]]}]}";
    double large = 1e-3;

    for (int apart = 0; apart <= 1; apart++, large = 1e180) {
        json_t *small = json_pack(panel, "letter", 0, "look", "magnitude", "channel", "energy", "free", 0,
                                  "axes", "curves", "label", "a", "status", "completed", "kept", 1,
                                  "duration", 1., "points", 1., 1e-6),
               *other = json_pack(panel, "letter", 1, "look", "magnitude", "channel", "energy", "free", 0,
                                  "axes", "curves", "label", "a", "status", "completed", "kept", 1,
                                  "duration", 1., "points", 1., large),
               *document = json_pack("{s:[{s:s, s:s, s:b, s:[o, o]}]}", "figures", "name", "f", "kind",
                                     "histories", "alone", 0, "panels", small, other);
        const struct panel_axes first = read_axes(document, 0, 1), second = read_axes(document, 1, 1);

        if (apart)
            assert_true(first.y_high < 0 && first.y_low < -6 && second.y_low > 100);
        else
            assert_true(first.y_low == second.y_low && first.y_high == second.y_high && first.y_high >= -3);
        json_decref(document);
    }
}

/* A paper shows an orbit and an error of one run with one letter. */
TEST(joined_panels)
{
    struct histories *made = make_histories();
    struct panels *panels;

    made->panel[1].joined = made->panel[2].joined = true;
    panels = kept(panels_create(&made->results, made->figure));
    assert_int_equal(panels->panel[0].letter, 0);
    assert_int_equal(panels->panel[2].letter, 0);
    assert_int_equal(panels->panel[3].letter, 1);
    assert_int_equal(panels->letters, panels->panels - 2);
}

/* ---- Loops ---- */

/* A curve for each time: of the run, or of its first tenth, which ends at 2; a run without a loop has none.
 */
TEST(loops)
{
    static const char *const kinds[] = {"loop", "surface"};
    struct histories *made = make_histories();
    double numbers[3 * LOOP_TIMES * LOOP_POINTS];

    for (size_t i = 0; i < 2; i++) {
        make_loop(made, numbers, kinds[i]);
        check_curves(made, 5,
                     "gauss-1, t = 0 []; gauss-1, t = 5 []; gauss-1, t = 10 []; gauss-1, t = 15 []; gauss-1, "
                     "t = 20 []; gauss-2 - [breaks down at step 57]; ");
        made->panel[5].draw = DRAW_FIRST_TENTH;
        check_curves(
            made, 5,
            "gauss-1, t = 0 []; gauss-1, t = 1 []; gauss-1, t = 2 []; gauss-2 - [breaks down at step "
            "57]; ");
    }
    made->panel[5].axes = (struct study_strings){4, (char *[]){"x", "y", "y", "x"}};
    made->panel[5].methods.text = (char *[]){(char *)"gauss-1"};
    check_curves(made, 5,
                 "gauss-1 (x, y), t = 0 []; gauss-1 (x, y), t = 1 []; gauss-1 (x, y), t = 2 []; gauss-1 (y, "
                 "x), t = 0 []; gauss-1 (y, x), t = 1 []; gauss-1 (y, x), t = 2 []; ");
}

/* Styles of the times are those of the panel; of a loop whose run breaks down nothing is marked. */
TEST(loop_styles)
{
    struct histories *made = make_histories();
    double numbers[3 * LOOP_TIMES * LOOP_POINTS], x, y;

    make_loop(made, numbers, "loop");
    made->cell[0].status = CELL_BROKE_DOWN;
    for (size_t c = 0; c < 5; c++) {
        const struct panel_axes axes = axes_of(made, 5, 1);

        for (size_t d = 0; d < c; d++)
            assert_false(look_alike(made, 5, c, 5, d));
        assert_false(has_end(&axes, c, &x, &y));
    }
    assert_true(look_alike(made, 6, 0, 0, 0));
}

/* ---- Points ---- */

static const struct panels_curve *curve_of(const struct histories *made, size_t panel, size_t curve)
{
    return kept(panels_create(&made->results, made->figure))->panel[panel].curve + curve;
}

static struct panels_point point_of(const struct histories *made, size_t panel, size_t curve, size_t i)
{
    assert_true(i < curve_of(made, panel, curve)->points);
    return curve_of(made, panel, curve)->point[i];
}

TEST(points)
{
    struct histories *made = make_histories();

    near(point_of(made, 0, 0, 6).x, 7);
    near(point_of(made, 0, 0, 6).y, 21e-6);
    made->energy[0][4 * 6 + 1] = -1e-3; /* now the least is the largest in magnitude */
    near(point_of(made, 0, 0, 6).y, 1e-3);
    near(point_of(made, 2, 0, 7).low, -8e-6);
    near(point_of(made, 2, 0, 7).high, 24e-6);
    near(point_of(made, 2, 0, 7).y, 8e-6);
    near(point_of(made, 3, 0, 7).y, 8e-6);
    near(point_of(made, 3, 0, 7).low, -8e-6); /* which is not drawn */
    near(point_of(made, 5, 0, 1).x, 3 + 2 * cos(0.6));
    near(point_of(made, 5, 0, 1).y, 1 + sin(0.6));
    near(point_of(made, 6, 0, 3).y, -4e-14);
}

/* The corners of the squares, and axes that hold them all. */
TEST(loop_points)
{
    struct histories *made = make_histories();
    double numbers[3 * LOOP_TIMES * LOOP_POINTS];
    struct panel_axes axes;

    make_loop(made, numbers, "loop");
    assert_int_equal(curve_of(made, 5, 0)->points, LOOP_POINTS);
    assert_int_equal(curve_of(made, 5, 4)->points, LOOP_POINTS);
    near(point_of(made, 5, 0, 1).x, 2);
    near(point_of(made, 5, 0, 2).y, 0);
    near(point_of(made, 5, 1, 0).x, 9);
    near(point_of(made, 5, 4, 2).x, -18);
    near(point_of(made, 5, 4, 4).y, 22);
    made->panel[5].methods.text = (char *[]){(char *)"gauss-1"};
    made->panel[5].free = true;
    axes = axes_of(made, 5, 1);
    near(axes.x_low, -18 - 0.06 * 42);
    near(axes.y_high, 22 + 0.06 * 42);
    made->panel[5].draw = DRAW_FIRST_TENTH;
    axes = axes_of(made, 5, 1);
    near(axes.x_low, 0 - 0.06 * 6);
    near(point_of(made, 5, 2, 0).x, 6);
}

/* Ten intervals of two entries each: the largest of the k-th, from 0, is 3 (2k + 2) e-6, 6 k e-6 more than
 * that of the first.  The run that broke down has 5 of 20 entries: two whole tenths and the half of a third.
 */
TEST(maxima)
{
    struct histories *made = make_histories();

    assert_int_equal(curve_of(made, 4, 0)->points, 10);
    for (size_t k = 0; k < 10; k++) {
        near(point_of(made, 4, 0, k).x, 2 * (double)(k + 1));
        assert_true(fabs(point_of(made, 4, 0, k).y - 6e-6 * (double)k) < 1e-18);
    }
    assert_int_equal(curve_of(made, 4, 1)->points, 3);
    near(point_of(made, 4, 1, 1).y, 3 * (10 - 0.1));
    near(point_of(made, 4, 1, 2).y, 3 * (100 - 0.1));
    made->energy[0][4 * 7 + 1] = -1; /* in the fourth tenth, below zero */
    near(point_of(made, 4, 0, 3).y, 1 - 6e-6);
}

/* ---- Axes ---- */

/* Magnitudes: gauss-1 from 3e-6 to 6e-5, gauss-2 to 300, cut at 10; the same in both panels.  Zero has no
 * place. */
TEST(decades)
{
    struct histories *made = make_histories();

    for (size_t panel = 0; panel < 2; panel++) {
        const struct panel_axes axes = axes_of(made, panel, 1.5);

        assert_true(axes.logarithmic);
        near(axes.y_low, -6);
        near(axes.y_high, 2);
        near(axes.x_high, 20);
        assert_true(axes.x_low == 0 && axes.x_power == 0);
    }
}

/* Runs that completed need -2e-5 to 6e-5 and a margin of 6 % on both sides; the one that broke down is cut
 * after as much again on either side. */
TEST(linear)
{
    struct histories *made = make_histories();
    struct panel_axes axes = axes_of(made, 2, 1.5);

    assert_int_equal(axes.y_power, -4);
    near(axes.y_low, (-2e-5 - 8e-5 - 0.06 * 24e-5) / 1e-4);
    near(axes.y_high, (6e-5 + 8e-5 + 0.06 * 24e-5) / 1e-4);
    made->panel[2].methods.text = (char *[]){(char *)"gauss-1"};
    axes = axes_of(made, 2, 1.5);
    assert_int_equal(axes.y_power, -5);
    near(axes.y_low, (-2e-5 - 0.06 * 8e-5) / 1e-5);
    near(axes.x_high, 20);
    made->panel[2].methods.text = (char *[]){(char *)"gauss-2"}; /* it ends at 5 and is shown whole */
    axes = axes_of(made, 2, 1.5);
    near(axes.x_high, 5.5);
    near(axes.y_high, 300 + 0.06 * 400);
}

/* A scale of the axes as for a picture twice as broad as high; the circle in it whole. */
TEST(equal)
{
    struct histories *made = make_histories();
    struct panel_axes axes = axes_of(made, 5, 2);
    double x = (axes.x_high - axes.x_low) * pow(10, axes.x_power),
           y = (axes.y_high - axes.y_low) * pow(10, axes.y_power);

    near(x, 2 * y);
    assert_true(axes.x_low < 1 && axes.x_high > 5 && axes.y_low < 0 && axes.y_high > 2);
    made->panel[5].free = true;
    axes = axes_of(made, 5, 2);
    assert_true(axes.y_high - axes.y_low < 2.4);
}

/* The cross of the run that broke down: where its last point is, or at the edge. */
TEST(ends)
{
    struct histories *made = make_histories();
    double x = 0, y = 0;

    for (size_t panel = 0; panel < PANELS_MADE; panel++) {
        const struct panel_axes axes = axes_of(made, panel, 1.5);

        if (panel == 1)
            continue;
        assert_false(has_end(&axes, 0, &x, &y));
        assert_true(has_end(&axes, 1, &x, &y));
        if (panel == 0) {
            near(x, 5);
            near(y, 100); /* 300 is beyond */
        }
        if (panel == 2)
            near(y, axes.y_high);
        if (panel == 6)
            near(y, 5e-14 / pow(10, axes.y_power));
    }
}

/* An exponent of the numbers only where they would be long. */
TEST(powers)
{
    struct histories *made = make_histories();

    assert_int_equal(axes_of(made, 6, 1).y_power, -13);
    for (size_t c = 0; c < CELLS_WITH_HISTORY; c++)
        made->cell[c].step_value *= 1e5;
    assert_int_equal(axes_of(made, 6, 1).x_power, 6);
    near(axes_of(made, 6, 1).x_high, 2);
}
