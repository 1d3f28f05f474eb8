/* The data and the script of a figure of convergence by themselves, without files and without gnuplot: every point with
 * the numbers of its fit, every slope that is drawn an order that was measured. */
#include "tests/fixtures/test.h"

#include "integrators/methods/projection.h"
#include "reports/figures/family.h"
#include "reports/figures/panels.h"
#include "tests/fixtures/reports/results_fixture.h"
#include "tests/fixtures/reports/script_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

static const struct fit *find_fit(const struct made *made, const char *method, const char *projection,
                                  const char *measure)
{
    for (size_t i = 0; i < made->results.fits; i++) {
        const struct fit *fit = made->fit + i;

        if (strcmp(fit->curve.method->name, method) == 0 &&
            strcmp(fit->curve.projection->name, projection) == 0 && strcmp(fit->measure_name, measure) == 0)
            return fit;
    }
    return NULL;
}

/* The points of a block, which stand in lines `h error used`, or `evaluations error used`. */
static void check_block(const struct fit *fit, const double *across, const char *lines)
{
    for (size_t i = 0; i < fit->points.count; i++) {
        char *end;
        double h = strtod(lines, &end), error = strtod(end, &end);

        assert_true(h == across[i]);
        if (isfinite(fit->points.errors[i]) && fit->points.errors[i] > 0)
            assert_true(error == fit->points.errors[i]);
        else
            assert_true(isnan(error));
        assert_int_equal(strtol(end, &end, 10), fit->order.used[i]);
        lines = end + 1;
    }
    assert_int_equal(*lines, '\n');
}

TEST(data)
{
    const struct made *made = kept_memory(make_results());
    struct panels *panels = kept(panels_create(&made->results, made->results.figure));
    size_t blocks = 0;

    for (size_t letter = 0; letter < panels->letters; letter++) {
        char *text = make_figure(&made->results, "figure.dat", letter), method[64], projection[64],
             measure[64];

        for (const char *at = text; (at = strstr(at, "\n# h error used\n")); blocks++) {
            const char *head = at;
            const struct fit *fit;

            while (head > text && head[-1] != '\n')
                head--;
            assert_int_equal(sscanf(head, "# %63s %63s %63s", method, projection, measure), 3);
            assert_string_equal(projection, projection_table[letter].name);
            fit = find_fit(made, method, projection, measure);
            assert_non_null(fit);
            at += strlen("\n# h error used\n");
            check_block(fit, fit->points.step_values, at);
        }
    }
    assert_true(blocks > 100);
}

/* Against work every error stands at the evaluations of its own step. */
TEST(work)
{
    struct made *made = kept_memory(make_results());
    char *text;

    made->figure->against_work = true;
    text = make_figure(&made->results, "figure.dat", 1);
    for (size_t i = 0; i < FITS; i++) {
        const struct fit *fit = made->fit + i;
        char head[200], *at;

        if (strcmp(fit->curve.projection->name, "standard") != 0 ||
            strcmp(fit->curve.method->name, "srk-3") == 0)
            continue;
        snprintf(head, sizeof head, "# %s standard %s\n# evaluations error used\n", fit->curve.method->name,
                 fit->measure_name);
        at = strstr(text, head);
        assert_non_null(at);
        check_block(fit, fit->points.evaluations, at + strlen(head));
    }
}

/* Each curve looks as the legend shows the method of its name, in the picture of each letter. */
TEST(legend)
{
    const struct made *made = kept_memory(make_results());
    struct panels *panels = kept(panels_create(&made->results, made->results.figure));
    size_t checked = 0, block = 0;

    for (size_t p = 0; p < panels->panels; p++) {
        const struct panels_panel *panel = panels->panel + p;
        const char *script = make_figure(&made->results, "figure.gp", panel->letter);

        block = p && panel[-1].letter == panel->letter ? block : 0;

        for (size_t c = 0; c < panel->curves; c++) {
            const struct panels_curve *curve = panel->curve + c;
            const struct family family = family_of(curve->label);
            char title[64];

            if (!curve->points)
                continue;
            assert_alike(look_of_block(script, block++),
                         look_of_sample(script, family_title(family, title, sizeof title),
                                        family_member(family, curve->label)),
                         curve->label);
            checked++;
        }
    }
    assert_true(checked > 100);
}

/* Letter k names projection k, over plots that name the measures in their order. */
TEST(headings)
{
    static const char *const titles[] = {"solution error", "energy error", "angular momentum error"};
    const struct made *made = kept_memory(make_results());
    struct panels *panels = kept(panels_create(&made->results, made->results.figure));
    const char *all = make_figure(&made->results, "figure.gp", panels->letters);

    for (size_t letter = 0; letter < PROJECTIONS; letter++) {
        char heading[100], name[40];
        const char *at = make_figure(&made->results, "figure.gp", letter);

        snprintf(heading, sizeof heading, "set label '(%c) %s projection' at screen", (char)('a' + letter),
                 letter ? projections[letter] : "no");
        snprintf(name, sizeof name, "data = 'fig20%c.dat'", (char)('a' + letter));
        assert_int_equal(count(at, heading), 1);
        assert_int_equal(count(at, name), MEASURES);
        assert_int_equal(count(all, heading), 1);
        assert_true(strstr(all, name) < strstr(all, heading));
        assert_int_equal(count(strstr(all, heading), name), MEASURES - 1);
        for (size_t k = 0; k < MEASURES; k++) {
            snprintf(heading, sizeof heading, "set title '%s'", titles[k]);
            assert_int_equal(count(at, heading), 1);
            at = strstr(at, heading);
        }
    }
}

/* What the guides of a plot are, from its script: the orders printed in the margin, and the lines. */
enum { MOST_GUIDES = 24 };
struct guides {
    size_t labels, lines;
    long label[MOST_GUIDES], order[MOST_GUIDES];
    double intercept[MOST_GUIDES];
};

static struct guides read_guides(const char *text, const char *end)
{
    static const char label[] = "' at graph 1.02,", line[] = "10**(";
    struct guides guides = {0};

    for (const char *at = text; (at = strstr(at, label)) && at < end; at++) {
        const char *quote = at;

        while (quote[-1] != '\'')
            quote--;
        assert_true(guides.labels < MOST_GUIDES);
        guides.label[guides.labels++] = strtol(quote, NULL, 10);
    }
    for (const char *at = text; (at = strstr(at, line)) && at < end; at++, guides.lines++)
        assert_int_equal(
            sscanf(at, "10**(%lf + %ld*", guides.intercept + guides.lines, guides.order + guides.lines), 2);
    return guides;
}

/* How far, in decades, the line runs below the lowest of the fits of its order, at their finest points used. */
static double distance_below(const struct made *made, const struct panels_panel *panel, long order,
                             double intercept)
{
    double least = INFINITY;

    for (size_t i = 0; i < made->results.fits; i++) {
        const struct fit *fit = made->fit + i;
        size_t finest = fit->points.count;

        if (strcmp(fit->curve.projection->name, panel->projection) != 0 ||
            strcmp(fit->measure_name, panel->measure) != 0 || fit->order.status != FIT_MEASURED ||
            fabs(fit->order.value - (double)order) > 0.25)
            continue;
        while (finest > 1 && !fit->order.used[finest - 1])
            finest--;
        least = fmin(least, log10(fit->points.errors[finest - 1]) -
                                (double)order * log10(fit->points.step_values[finest - 1]));
    }
    return least - intercept;
}

/* Every line has the slope that is printed beside it, and runs below the fits of that order, all equally far. */
TEST(slopes)
{
    const struct made *made = kept_memory(make_results());
    struct panels *panels = kept(panels_create(&made->results, made->results.figure));
    size_t lines = 0;

    for (size_t letter = 0; letter < panels->letters; letter++) {
        const struct panels_panel *panel = panels->panel;
        char *text = make_figure(&made->results, "figure.gp", letter);

        while (panel->letter != letter)
            panel++;
        assert_int_equal(count(text, "set title '"), panels->figure->measures.count + 1); /* and the legend */
        for (const char *at = strstr(text, "set title '"), *end; (end = strstr(at + 1, "set title '"));
             at = end) {
            const struct guides guides = read_guides(at, end);

            assert_int_equal(guides.labels, guides.lines);
            for (size_t g = 0; g < guides.lines; g++) {
                const double below = distance_below(made, panel, guides.order[g], guides.intercept[g]);

                assert_int_equal(guides.order[g], guides.label[g]);
                assert_true(below > 0 && below < 3);
                assert_true(fabs(below - distance_below(made, panel, guides.order[0], guides.intercept[0])) <
                            1e-5);
                lines++;
            }
            panel++;
        }
    }
    assert_true(lines > 10);
}

/* Every step of the most refined fit has its mark, whichever fit comes first. */
TEST(steps_of_all)
{
    struct made *made = kept_memory(make_results());
    char *marks;

    for (size_t i = 0; i < FITS; i++)
        made->fit[i].points.count -= i % 2 ? 0 : 2;
    marks = between(make_figure(&made->results, "figure.gp", 0), "set xtics (", ") noenhanced");
    assert_int_equal(count(marks, "'"), 2 * STEPS);
}
