/* Figures of histories in a study: what panels take from their figure, and what is refused, when it is read
 * and when it is held against what the study runs. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/study_fixture.h"

#include <mpfr.h>

#include "harness/plan/grid.h"
#include "harness/plan/study_check.h"

#define PANELS study_data("panels.lua")

static struct study *read_good(void)
{
    struct study *study = read_text(PANELS, &said);

    assert_done(study, said);
    study->settings.history = 200;
    return study;
}

static void check_panel(const struct study_panel *panel, const char *const *texts)
{
    const char *const there[] = {panel->title,    term_word(TERM_PANEL, panel->kind),
                                 panel->channel,  term_word(TERM_DRAW, panel->draw),
                                 panel->model,    panel->initial,
                                 panel->step,     panel->projection,
                                 panel->precision};

    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        if (texts[i])
            assert_string_equal(there[i], texts[i]);
        else
            assert_null(there[i]);
    }
}

TEST(test_panels)
{
    struct study *study = read_good();
    const struct study_figure *figure = study->figure;

    assert_int_equal(study->figures, 3);
    assert_int_equal(figure->panels, 3);
    assert_int_equal(figure->measures.count, 0);
    assert_string_equal(figure->source, "S");
    check_panel(figure->panel, (const char *[]){"one", "history", "energy", "magnitude", "lotka-volterra",
                                                NULL, "0.1", "symmetric", "double"});
    check_strings(&figure->panel[0].methods, "gauss-*");
    check_panel(figure->panel + 1, (const char *[]){"two", "history", "angular-momentum", "signed",
                                                    "point-vortices", "default", "0.2", "*", "113"});
    check_strings(&figure->panel[1].methods, "srk-3 gauss-1");
    check_panel(figure->panel + 2, (const char *[]){"three", "maxima", "energy", NULL, "lotka-volterra", NULL,
                                                    "0.1", "*", "double"});
    check_strings(&figure->panel[2].methods, "*");
}

/* A figure without panels is its only one. */
TEST(test_single)
{
    struct study *study = read_good();
    const struct study_figure *figure = study->figure + 1;

    assert_int_equal(figure->panels, 1);
    check_panel(figure->panel, (const char *[]){NULL, "orbit", "state", "points", "point-vortices", NULL,
                                                NULL, "*", "double"});
    check_strings(&figure->panel->axes, "x1 y1 x2 y2");
    assert_true(figure->panel->free);
    figure++;
    assert_int_equal(figure->panels, 1);
    check_panel(figure->panel, (const char *[]){NULL, "history", "poincare_1:noncanonical", "signed",
                                                "lotka-volterra", NULL, NULL, "*", "*"});
}

/* What a loop and a surface are, where the study says no more than that. */
TEST(test_submanifolds)
{
    static const char *const kinds[] = {"loop", "surface"};

    for (size_t i = 0; i < 2; i++) {
        char text[4000], kind[32];
        struct study *study;

        snprintf(kind, sizeof kind, "kind = '%s'", kinds[i]);
        study_replace(text, sizeof text, PANELS, "kind = 'orbit'", kind);
        study = read_text(text, &said);
        assert_non_null(study);
        check_panel(study->figure[1].panel, (const char *[]){NULL, kinds[i], kinds[i], "run",
                                                             "point-vortices", NULL, NULL, "*", "double"});
    }
}

/* -- refusals -- */

TEST(test_refusals)
{
    study_refusals("panels.lua", "panels", 30);
}

/* -- against what is run -- */

/* What study_check says of it; nothing where it accepts. */
static bool check_text(const char *text, size_t history)
{
    struct study *study = read_text(text, &said);
    struct grid *grid;

    assert_done(study, said);
    study->settings.history = history;
    grid = kept(grid_create(study, NULL, NULL, &said));
    assert_done(grid, said);
    return study_check(grid, &said);
}

static bool check_with_history(const char *text)
{
    return check_text(text, 200);
}

TEST(test_against_runs)
{
    char loop[4000], text[4000];

    assert_done(check_text(PANELS, 200), said);
    study_refusals_of("panels.lua", "panels-run", 14, check_with_history);
    study_replace(text, sizeof text, PANELS, "'fig11'", "'fig9d'"); /* fig9 has three panels */
    assert_done(check_text(text, 200), said);
    assert_false(check_text(PANELS, 0));
    assert_says(
        said.text,
        "panel 1 of figure fig9 shows a history, but the runs of the study keep none; write history = 200");
    study_replace(loop, sizeof loop, PANELS, "kind = 'orbit'", "kind = 'loop'");
    study_replace(text, sizeof text, loop, "{ 'energy_error' }", "{ 'poincare_1:canonical' }");
    assert_done(check_text(text, 200), said);
}

TEST_GROUP(NULL, release_mpfr)
