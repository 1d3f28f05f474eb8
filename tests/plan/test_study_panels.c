#define _DEFAULT_SOURCE /* mkstemps */
/* Figures of histories in a study: what panels take from their figure, and what is refused, when it is read
 * and when it is held against what the study runs. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/study_fixture.h"

#include <mpfr.h>

#include "harness/plan/grid.h"
#include "harness/plan/study_check.h"

/* Three figures: of panels that override, of pairs of axes, and one that is its own panel. */
static const char study_text[] =
    "return study {\n"
    "  title = \"t\", models = { \"lotka-volterra\", \"point-vortices\" }, initial = { \"default\" },\n"
    "  methods = { \"gauss-1\", \"gauss-2\", \"srk-3\" }, projections = { \"none\", \"symmetric\" },\n"
    "  steps = { \"0.2\", \"0.1\" }, untiltime = \"10\", precisions = { \"double\", 113 },\n"
    "  measures = { \"energy_error\" },\n"
    "  figures = {\n"
    "    { name = \"fig9\", title = \"F\", source = \"S\", kind = \"history\", channel = \"energy\",\n"
    "      model = \"lotka-volterra\", precision = \"double\", step = \"0.1\",\n"
    "      panels = {\n"
    "        { title = \"one\", methods = \"gauss-*\", projection = \"symmetric\" },\n"
    "        { title = \"two\", methods = { \"srk-3\", \"gauss-1\" }, model = \"point-vortices\", step = "
    "\"0.2\",\n"
    "          channel = \"angular-momentum\", draw = \"signed\", precision = 113, initial = \"default\" },\n"
    "        { title = \"three\", kind = \"maxima\" },\n"
    "      } },\n"
    "    { name = \"fig11\", title = \"G\", kind = \"orbit\", model = \"point-vortices\", precision = "
    "\"double\",\n"
    "      aspect = \"free\", axes = { { \"x1\", \"y1\" }, { \"x2\", \"y2\" } } },\n"
    "    { name = \"fig23\", title = \"H\", kind = \"history\", channel = \"poincare_1:noncanonical\",\n"
    "      model = \"lotka-volterra\", precision = \"*\" },\n"
    "  },\n"
    "}\n";

static struct study *read_good(void)
{
    struct error error;
    struct study *study = read_text(study_text, &error);

    if (!study)
        fail_msg("%s", error.text);
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
    study_destroy(study);
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
    study_destroy(study);
}

/* What a loop and a surface are, where the study says no more than that. */
TEST(test_submanifolds)
{
    static const char *const kinds[] = {"loop", "surface"};

    for (size_t i = 0; i < 2; i++) {
        char text[4000], kind[32];
        struct error error;
        struct study *study;

        snprintf(kind, sizeof kind, "kind = \"%s\"", kinds[i]);
        study_replace(text, sizeof text, study_text, "kind = \"orbit\"", kind);
        study = read_text(text, &error);
        assert_non_null(study);
        check_panel(study->figure[1].panel, (const char *[]){NULL, kinds[i], kinds[i], "run",
                                                             "point-vortices", NULL, NULL, "*", "double"});
        study_destroy(study);
    }
}

/* -- refusals -- */

#define TEN       "aaaaaaaaaa"
#define LONG_NAME "\"" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "b\""

static void refuse(const char *from, const char *to, const char *message)
{
    study_refuse(study_text, from, to, message);
}

TEST(test_refusals)
{
    refuse("\"fig11\"", "\"-fig11\"",
           "the figure name '-fig11' is not a name of a file; write letters, digits and");
    refuse("\"fig11\"", "\"..\"", "the figure name '..' is not a name of a file");
    refuse("\"fig11\"", LONG_NAME, "a letter or a digit first, 100 at most");
    refuse("kind = \"maxima\"", "kind = \"pie\"",
           "panel 3 of figure fig9: the kind 'pie' is none; write kind = \"history\", \"orbit\", \"loop\", "
           "\"surface\" or \"maxima\"");
    refuse("kind = \"history\", ", "", "panel 1 of figure fig9 has no kind; write kind = \"history\"");
    refuse("channel = \"energy\",", "", "panel 1 of figure fig9 has no channel; write channel = \"energy\"");
    refuse("channel = \"energy\"", "channel = \"state\"", "write kind = \"orbit\"");
    refuse("aspect = \"free\"", "channel = \"energy\"", "an orbit has the channel state, not 'energy'");
    refuse("aspect = \"free\"", "channel = \"loop\"", "an orbit has the channel state, not 'loop'");
    refuse("kind = \"orbit\"", "kind = \"loop\", channel = \"state\"",
           "a loop has the channel loop, not 'state'");
    refuse("kind = \"orbit\"", "kind = \"surface\", channel = \"loop\"",
           "a surface has the channel surface, not");
    refuse("channel = \"energy\"", "channel = \"loop\"",
           "the loop is not drawn against time; write kind = \"loop\"");
    refuse("channel = \"energy\"", "channel = \"surface\"", "write kind = \"surface\"");
    refuse("kind = \"orbit\"", "kind = \"loop\", draw = \"lines\"",
           "figure fig11: a loop is not drawn as 'lines'; write draw = \"run\" or \"first-tenth\"");
    refuse("kind = \"maxima\"", "kind = \"surface\", channel = \"surface\"", "has no axes; write axes =");
    refuse("\"free\"", "\"wide\"", "the aspect 'wide' is none; write aspect = \"equal\" or \"free\"");
    refuse("draw = \"signed\"", "draw = \"lines\"", "a history is not drawn as 'lines'; write draw =");
    refuse("aspect = \"free\"", "draw = \"signed\"", "an orbit is not drawn as 'signed'; write draw =");
    refuse("kind = \"maxima\"", "kind = \"maxima\", draw = \"signed\"", "leave out draw");
    refuse("precision = \"double\", step", "step", "panel 1 of figure fig9 has no precision");
    refuse("model = \"lotka-volterra\", precision = \"*\"", "precision = \"*\"", "figure fig23 has no model");
    refuse("title = \"two\", ", "", "panel.title is missing");
    refuse("title = \"two\", ", "title = \"two\", panels = {},", "a panel has no 'panels'");
    refuse("{ title = \"three\", kind = \"maxima\" }", "5", "panel 3 of figure fig9 is a number; write");
    refuse("source = \"S\"", "measures = \"energy_error\"", "leave out one of them");
    refuse(", axes = { { \"x1\", \"y1\" }, { \"x2\", \"y2\" } }", "",
           "figure fig11 has no axes; write axes =");
    refuse("{ { \"x1\", \"y1\" }, { \"x2\", \"y2\" } }", "{ \"x1\", \"y1\", \"x2\" }", "axes are not two");
    refuse("{ \"x2\", \"y2\" }", "{ \"x2\" }", "entry 2 of axes is not a pair; write { \"x1\", \"y1\" }");
    refuse("aspect = \"free\"", "panels = {}",
           "figure fig11: panels are not a list of 1 to 26; write panels");
    refuse("title = \"H\", kind = \"history\", channel = \"poincare_1:noncanonical\"", "title = \"H\"",
           "figure fig23 has no measures; write measures = { \"energy_error\" }, or kind = \"history\"");
}

/* -- against what is run -- */

/* The message of study_check; empty where it accepts. */
static void check_text(const char *text, size_t history, struct error *error)
{
    struct study *study = read_text(text, error);
    struct grid *grid;

    if (!study)
        fail_msg("%s", error->text);
    study->settings.history = history;
    grid = grid_create(study, NULL, NULL, error);
    if (!grid)
        fail_msg("%s", error->text);
    error->text[0] = '\0';
    study_check(grid, error);
    grid_destroy(grid);
    study_destroy(study);
}

static void refuse_run(const char *from, const char *to, const char *message)
{
    char text[4000];
    struct error error;

    study_replace(text, sizeof text, study_text, from, to);
    check_text(text, 200, &error);
    if (!strstr(error.text, message) || strchr(error.text, '\n'))
        fail_msg("'%s' does not say '%s'", error.text, message);
}

TEST(test_against_runs)
{
    char loop[4000], text[4000];
    struct error error;

    check_text(study_text, 200, &error);
    assert_string_equal(error.text, "");
    refuse_run(
        "\"fig11\"", "\"fig9b\"",
        "the files of figure fig9b have the names of those of panel b of figure fig9; write another name");
    study_replace(text, sizeof text, study_text, "\"fig11\"", "\"fig9d\""); /* fig9 has three panels */
    check_text(text, 200, &error);
    assert_string_equal(error.text, "");
    check_text(study_text, 0, &error);
    assert_non_null(strstr(error.text,
                           "panel 1 of figure fig9 shows a history, but the runs of the study keep "
                           "none; write history = 200"));
    refuse_run(
        "{ title = \"three\", ", "{ title = \"three\", model = \"lotka\", ",
        "panel 3 of figure fig9 asks for the model 'lotka', which the study does not have; write one of");
    refuse_run("{ \"srk-3\", \"gauss-1\" }, model", "\"rk4\", model",
               "panel 2 of figure fig9 asks for the method 'rk4', which");
    refuse_run("projection = \"symmetric\"", "projection = \"mid*\"",
               "panel 1 of figure fig9 asks for the projection 'mid*', which");
    refuse_run("initial = \"default\" }", "initial = \"half\" }",
               "panel 2 of figure fig9 asks for the initial data 'half', which the study does not have; "
               "write one of "
               "default");
    refuse_run("step = \"0.2\"", "step = \"0.3\"",
               "panel 2 of figure fig9 asks for the step '0.3', which the study does not have; write one of "
               "0.2, 0.1");
    refuse_run("precision = 113", "precision = 256",
               "asks for the precision '256', which the study does not have; write one of double, 113");
    refuse_run("channel = \"energy\"", "channel = \"angular-momentum\"",
               "has the channel 'angular-momentum', which is none of lotka-volterra; write one of energy, "
               "constraint, multiplier, state, multiplier:COORDINATE, poincare_1:FORM");
    refuse_run("1:noncanonical", "3:noncanonical",
               "has the channel 'poincare_3:noncanonical', which is none");
    refuse_run("1:noncanonical\"",
               "1:noncanonical\", panels = { { title = \"q\", channel = \"multiplier:q2\" "
               "}, { title = \"p\", channel = \"multiplier:p2\" } }",
               "panel 2 of figure fig23 has the channel 'multiplier:p2', which is none of");
    refuse_run("1:noncanonical", "1:conical", "has the channel 'poincare_1:conical', which is none of");
    refuse_run(
        "kind = \"orbit\"", "kind = \"loop\"",
        "panel 1 of figure fig11 shows a loop, but the study takes no integral over one; write measures "
        "= { \"poincare_1:noncanonical\" }");
    study_replace(loop, sizeof loop, study_text, "kind = \"orbit\"", "kind = \"loop\"");
    study_replace(text, sizeof text, loop, "{ \"energy_error\" }", "{ \"poincare_1:canonical\" }");
    check_text(text, 200, &error);
    assert_string_equal(error.text, "");
    refuse_run("kind = \"orbit\"", "kind = \"surface\"", "write measures = { \"poincare_2:noncanonical\" }");
    refuse_run(
        "\"x2\", \"y2\"", "\"x9\", \"y2\"",
        "panel 1 of figure fig11 has the axis 'x9', which is no coordinate of point-vortices; write two "
        "of");
}

TEST_GROUP(NULL, release_mpfr)
