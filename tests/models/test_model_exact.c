/* Exact solutions and named defaults in model files: what is checked of them, and what is refused.
 *
 * The model of the tests turns clockwise: theta = (q2/2, -q1/2), H = (q1^2 + q2^2)/2. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/refusals_fixture.h"

static void check_good(const char *exact, bool present)
{
    struct model *model = refusals_model("exact", exact, NULL);

    assert_int_equal(model->exact != NULL, present);
    assert_int_equal(model->checks, present ? 3 : 1);
    if (present)
        assert_says(model->check[1], "x(x0, 0) - x0 = 0 at 8 random points");
}

TEST(test_exact_solutions)
{
    check_good("", false);
    check_good("third = exact = function (q0, c, t) return { q0.q1*cos(c.a*t) + q0.q2*sin(c.a*t),"
               " q0.q2*cos(c.a*t) - q0.q1*sin(c.a*t) } end,",
               true);
    /* defined for short times only: its points and times draw nearer until it is */
    check_good(
        "third = exact = function (q0, c, t) local s = sqrt(1 - sin(t)^2) * sqrt(1 - t^2)/sqrt(1 - t^2)"
        " return { q0[1]*s + q0[2]*sin(t), q0[2]*s - q0[1]*sin(t) } end,",
        true);
}

/* Functions that are nearly the flow, and defaults that are none. */
TEST(test_wrong_solutions)
{
    refusals_check("exact", 0, 15);
}

#define TWO "late = { q = { 2, 1 }, step = \"1/4\" }, early = { 3, 1 }"

static void check_default(const char *initial, const char *selected, const char *name, const char *step)
{
    struct model *model = refusals_model("exact", initial, selected);

    assert_string_equal(model->initial[model->selected].name, name);
    assert_ptr_equal(model_find_initial(model, selected), &model->initial[model->selected]);
    assert_ptr_equal(model_find_initial(model, "default"), &model->initial[0]);
    if (step)
        assert_string_equal(model->step, step);
    else
        assert_null(model->step);
    assert_int_equal(model->initials, 2);
}

TEST(test_named_default)
{
    check_default("fourth = initial = { default = \"late\", " TWO " },", NULL, "late", "1/4");
    check_default("fourth = initial = { default = \"late\", " TWO " },", "default", "late", "1/4");
    check_default("fourth = initial = { default = \"late\", " TWO " },", "early", "early", NULL);
    check_default("fourth = initial = { default = \"early\", " TWO " },", NULL, "early", NULL);
    assert_null(model_create_from_text(
        "m.lua", refusals_text("exact", "fourth = initial = { default = \"late\", " TWO " },"),
        &(struct model_choice){.initial = "never"}, &said));
    assert_says(said.text, "m.lua: no initial data 'never'; the initial data are late, early");
}
