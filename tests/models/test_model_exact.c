/* Exact solutions and named defaults in model files: what is checked of them, and what is refused.
 *
 * The model of the tests turns clockwise: theta = (q2/2, -q1/2), H = (q1^2 + q2^2)/2. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/expression_fixture.h"

#include <stdio.h>
#include <string.h>

#include "models/reader/model.h"

/* Lines 3 and 4 are given. */
static struct model *read_model(const char *exact, const char *initial, const char *selected,
                                struct error *error)
{
    char text[2000];

    snprintf(text, sizeof text,
             "return model { kind = \"degenerate\", coordinates = { \"q1\", \"q2\" },\n"
             "  parameters = { a = 1 },\n%s\n%s\n"
             "  theta = function (q, c) return { q[2]/2, -q[1]/2 } end,\n"
             "  hamiltonian = function (q, c) return c.a*(q[1]^2 + q[2]^2)/2 end }",
             exact, initial);
    return model_create_from_text_with("m.lua", text, selected, 0, NULL, error);
}

static const char PLAIN[] = "initial = { default = { 1, \"1/2\" } },";

static void check_good(const char *exact, bool present)
{
    struct error error = {""};
    struct model *model = read_model(exact, PLAIN, NULL, &error);

    if (!model)
        fail_msg("%s: %s", exact, error.text);
    assert_int_equal(model->exact != NULL, present);
    assert_int_equal(model->checks, present ? 2 : 1);
    if (present)
        assert_non_null(strstr(model->check[1], "the exact solution starts at q0 and satisfies"));
    model_destroy(model);
}

static void check_refused(const char *exact, const char *initial, const char *selected, const char *words)
{
    struct error error = {""};
    struct model *model = read_model(exact, initial, selected, &error);

    assert_null(model);
    if (strncmp(error.text, words, strlen(words)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", error.text, words);
}

TEST(test_exact_solutions)
{
    check_good("", false);
    check_good("exact = function (q0, c, t) return { q0.q1*cos(c.a*t) + q0.q2*sin(c.a*t),"
               " q0.q2*cos(c.a*t) - q0.q1*sin(c.a*t) } end,",
               true);
    /* defined for short times only: its points and times draw nearer until it is */
    check_good("exact = function (q0, c, t) local s = sqrt(1 - sin(t)^2) * sqrt(1 - t^2)/sqrt(1 - t^2)"
               " return { q0[1]*s + q0[2]*sin(t), q0[2]*s - q0[1]*sin(t) } end,",
               true);
}

#define TURN(first, second) "exact = function (q0, c, t) return { " first ", " second " } end,"

/* The controls: functions that are nearly the flow. */
TEST(test_wrong_solutions)
{
    static const char *const CASES[][2] = {
        {TURN("q0[1]*cos(t) - q0[2]*sin(t)", "q0[2]*cos(t) + q0[1]*sin(t)"),
         "m.lua:3: the exact solution is none: the derivative of its component"},
        {TURN("q0[1]*cos(t) + q0[2]*sin(t)", "q0[2]*cos(t) - q0[1]*sin(t) + \"1e-29\"*t"),
         "m.lua:3: the exact solution is none: the derivative of its component 2 differs"},
        {TURN("q0[1]*cos(t + \"1e-29\") + q0[2]*sin(t + \"1e-29\")",
              "q0[2]*cos(t + \"1e-29\") - q0[1]*sin(t + \"1e-29\")"),
         "m.lua:3: the exact solution does not start at q0: at t = 0 its component 2"},
        {TURN("q0[1]", "q0[2]"), "m.lua:3: the exact solution is none"},
        {TURN("log(-1 - q0[1]^2)", "q0[2]"), "m.lua:3: the exact solution or its derivative is not finite"},
        {TURN("q0[1]", "t^(1/2)"), "m.lua:3: "},
        {TURN("q0[1]", "nil"), "m.lua:3: exact has 1 component; the model has 2 coordinates"},
        {TURN("q0[3]", "q0[1]"), "m.lua:3: "},
        {"exact = 3,", "m.lua:3: exact is not a function of (q0, c, t) but a number; write exact = function "
                       "(q0, c, t) return ... end"},
        {"exact = function (q0, c, t) return t end,", "m.lua:3: exact returns a "},
        {"exact = function (q0, c, t) end,", "m.lua:3: exact returns nothing; write return { ... }"},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_refused(CASES[i][0], PLAIN, NULL, CASES[i][1]);
}

#define TWO "late = { q = { 2, 1 }, step = \"1/4\" }, early = { 3, 1 }"

static void check_default(const char *initial, const char *selected, const char *name, const char *step)
{
    struct error error = {""};
    struct model *model = read_model("", initial, selected, &error);

    if (!model)
        fail_msg("%s: %s", initial, error.text);
    assert_string_equal(model->initial[model->selected].name, name);
    assert_ptr_equal(model_find_initial(model, selected), &model->initial[model->selected]);
    assert_ptr_equal(model_find_initial(model, "default"), &model->initial[0]);
    if (step)
        assert_string_equal(model->step, step);
    else
        assert_null(model->step);
    assert_int_equal(model->initials, 2);
    model_destroy(model);
}

TEST(test_named_default)
{
    check_default("initial = { default = \"late\", " TWO " },", NULL, "late", "1/4");
    check_default("initial = { default = \"late\", " TWO " },", "default", "late", "1/4");
    check_default("initial = { default = \"late\", " TWO " },", "early", "early", NULL);
    check_default("initial = { default = \"early\", " TWO " },", NULL, "early", NULL);
    check_refused("", "initial = { default = \"never\", " TWO " },", NULL,
                  "m.lua:4: the default 'never' is none of the initial data; write default = { ... }");
    check_refused("", "initial = { default = \"default\", " TWO " },", NULL,
                  "m.lua:4: the default 'default' is none of the initial data");
    check_refused("", "initial = { default = \"late\", early = \"late\", late = { 1, 1 } },", NULL,
                  "m.lua:4: the initial data 'early' are a string");
    check_refused("", "initial = { " TWO " },", NULL, "m.lua:4: initial has no data called default");
    check_refused("", "initial = { default = \"late\", " TWO " },", "never",
                  "m.lua: no initial data 'never'; the initial data are late, early");
}
