/* Which orders a claim, a table and a figure of a study take, and what is shown of its results. */
#include "tests/fixtures/test.h"

#include "harness/plan/focus.h"

#define LIST(...)                                                                                            \
    {                                                                                                        \
        sizeof((char *[]){__VA_ARGS__}) / sizeof(char *), (char *[])                                         \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/* Claims A (two entries, one of them on any model) and B, a table and a figure that share a name, another
 * table in double. */
static struct study_claim claims[] = {
    {.id = "A", .model = "m", .methods = LIST("gauss-*"), .projection = "sym*", .measure = "energy_error"},
    {.id = "B", .model = "m", .methods = LIST("gauss-1"), .projection = "none", .measure = "energy_error"},
    {.id = "A", .methods = LIST("rk4"), .projection = "none", .measure = "solution_error"},
    {.id = "V",
     .methods = LIST("gauss-*"),
     .projection = "none",
     .measure = "energy_error",
     .kind = CLAIM_ABOVE,
     .precision = "double",
     .relative = {.projection = "symmetric"}},
    {.id = "W",
     .methods = LIST("gauss-1"),
     .projection = "*",
     .measure = "energy_error",
     .kind = CLAIM_BELOW,
     .precision = "double",
     .relative = {.method = "rk4", .precision = "320"}},
};
static struct study_table tables[] = {
    {.name = "orders", .model = "m", .measure = "energy_error", .precision = "320"},
    {.name = "rough", .model = "m", .measure = "energy_error", .precision = "double"},
};
static struct study_panel panels[] = {
    {.model = "m", .methods = LIST("gauss-?"), .projection = "sym*", .precision = "double"},
    {.model = "n", .initial = "half", .methods = LIST("rk4"), .projection = "none", .precision = "*"},
};
static struct study_figure figures[] = {
    {.name = "drift", .panels = 2, .panel = panels},
    {.name = "orders", .model = "n", .precision = "128", .measures = LIST("solution_error", "energy_error")},
};
static const struct study study = {
    .path = "s.lua",
    .precisions = LIST("double", "128", "320", "64"),
    .claims = 5,
    .claim = claims,
    .tables = 2,
    .table = tables,
    .figures = 2,
    .figure = figures,
};

/* Whether the part takes model/method/projection/precision/measure. */
static bool wants(const char *part, const char *model, const char *method, const char *projection,
                  const char *precision, const char *measure)
{
    struct focus *focus = focus_create(&study, part, &said);
    bool wanted;

    assert_non_null(focus);
    wanted = focus_wants(focus, model, "default", method, projection, precision, measure);
    if (strcmp(part, "drift") != 0)
        assert_int_equal(focus_wants(focus, model, "half", method, projection, precision, measure), wanted);
    focus_destroy(focus);
    return wanted;
}

TEST(test_claim)
{
    for (size_t i = 0; i < study.precisions.count; i++) {
        assert_true(wants("A", "m", "gauss-2", "symmetric", study.precisions.text[i], "energy_error"));
        assert_true(wants("B", "m", "gauss-1", "none", study.precisions.text[i], "energy_error"));
    }
    /* What it is compared with. */
    assert_true(wants("A", "m", "gauss-2", "none", "320", "energy_error"));
    assert_true(wants("B", "m", "srk-3", "symmetric", "320", "energy_error"));
    /* Another model, another measure. */
    assert_false(wants("A", "n", "gauss-2", "symmetric", "320", "energy_error"));
    assert_false(wants("B", "n", "gauss-1", "none", "320", "energy_error"));
    assert_false(wants("B", "m", "gauss-1", "none", "320", "solution_error"));
    /* The entry that names no model. */
    assert_true(wants("A", "m", "rk4", "none", "320", "solution_error"));
    assert_true(wants("A", "n", "rk4", "none", "double", "solution_error"));
}

/* The precisions that are judged, and the curves that a value is relative to. */
TEST(test_number)
{
    assert_true(wants("V", "m", "gauss-2", "none", "double", "energy_error"));
    assert_true(wants("V", "m", "gauss-2", "symmetric", "double", "energy_error"));
    assert_false(wants("V", "m", "gauss-2", "none", "320", "energy_error"));
    assert_false(wants("V", "m", "gauss-2", "symmetric", "320", "energy_error"));
    assert_false(wants("V", "m", "gauss-2", "midpoint", "double", "energy_error"));
    assert_false(wants("V", "m", "rk4", "symmetric", "double", "energy_error"));
    assert_false(wants("V", "m", "gauss-2", "symmetric", "double", "solution_error"));
    assert_true(wants("W", "m", "gauss-1", "midpoint", "double", "energy_error"));
    assert_true(wants("W", "m", "rk4", "midpoint", "320", "energy_error"));
    assert_false(wants("W", "m", "rk4", "midpoint", "double", "energy_error"));
    assert_false(wants("W", "m", "gauss-1", "midpoint", "320", "energy_error"));
}

TEST(test_table_and_figure)
{
    /* The table in 320 bits, with double for its floor; every method and projection. */
    assert_true(wants("orders", "m", "gauss-2", "none", "320", "energy_error"));
    assert_true(wants("orders", "m", "srk-3", "midpoint", "double", "energy_error"));
    assert_false(wants("orders", "m", "gauss-2", "none", "128", "energy_error"));
    assert_false(wants("orders", "m", "gauss-2", "none", "320", "solution_error"));
    /* The figure of the same name, on another model. */
    assert_true(wants("orders", "n", "gauss-2", "none", "128", "energy_error"));
    assert_true(wants("orders", "n", "gauss-2", "none", "double", "solution_error"));
    assert_false(wants("orders", "n", "gauss-2", "none", "320", "energy_error"));
    assert_false(wants("orders", "n", "gauss-2", "none", "128", "momentum_error"));
    /* A table in double takes its floor from the most bits. */
    assert_true(wants("rough", "m", "gauss-2", "none", "double", "energy_error"));
    assert_true(wants("rough", "m", "gauss-2", "none", "320", "energy_error"));
    assert_false(wants("rough", "m", "gauss-2", "none", "128", "energy_error"));
    assert_false(wants("rough", "m", "gauss-2", "none", "64", "energy_error"));
    /* However double is rounded, a floor may be taken from it. */
    assert_true(wants("orders", "m", "srk-3", "midpoint", "double:split", "energy_error"));
    assert_false(wants("orders", "m", "srk-3", "midpoint", "320:split", "energy_error"));
}

/* Whatever the measure; no other precision for a floor; the initial data of a panel that names them. */
TEST(test_panels)
{
    struct focus *focus = focus_create(&study, "drift", &said);

    assert_true(wants("drift", "m", "gauss-2", "symmetric", "double", "energy_error"));
    assert_false(wants("drift", "m", "gauss-2", "midpoint", "double", "momentum_error"));
    assert_true(wants("drift", "m", "gauss-2", "symmetric", "double", "momentum_error"));
    assert_false(wants("drift", "m", "gauss-12", "symmetric", "double", "energy_error"));
    assert_false(wants("drift", "m", "gauss-2", "symmetric", "320", "energy_error"));
    assert_false(wants("drift", "m", "rk4", "none", "double", "energy_error"));
    assert_false(wants("drift", "n", "rk4", "none", "double", "energy_error"));
    assert_true(focus_wants(focus, "n", "half", "rk4", "none", "320", "energy_error"));
    assert_true(focus_wants(focus, "n", "half", "rk4", "none", "double", "energy_error"));
    assert_false(focus_wants(focus, "m", "half", "rk4", "none", "double", "energy_error"));
    assert_false(wants("orders", "m", "gauss-2", "symmetric", "double", "momentum_error"));
    focus_destroy(focus);
}

TEST(test_everything)
{
    assert_true(focus_wants(NULL, "m", "default", "gauss-2", "none", "128", "momentum_error"));
}

/* A list that is full stays what it is. */
TEST(test_long_list)
{
    struct study_claim many[100];
    const struct study full = {.path = "full.lua", .claims = 100, .claim = many};
    char id[100][24], *list = kept_memory(calloc(64, 1));

    for (size_t i = 0; i < 100; i++) {
        snprintf(id[i], sizeof id[i], "a-rather-long-name-%zu", i);
        many[i] = (struct study_claim){.id = i == 60 ? (char *)"" : id[i]};
    }
    focus_list(&full, list, 64);
    assert_int_equal(strlen(list), 63);
    assert_memory_equal(list, "claims a-rather-long-name-0, a-rather", 37);
}

TEST(test_names)
{
    const struct study bare = {.path = "bare.lua"};
    char list[200] = "it has ";

    assert_true(focus_exists(&study, "A") && focus_exists(&study, "orders") && focus_exists(&study, "rough"));
    assert_false(focus_exists(&study, "C") || focus_exists(&study, "") || focus_exists(&study, "a"));
    focus_list(&study, list, sizeof list);
    assert_string_equal(list, "it has claims A, B, V, W; tables orders, rough; figures drift, orders");
    assert_null(focus_create(&study, "C", &said));
    assert_string_equal(
        said.text, "s.lua: there is no claim, table or figure 'C'; write one of claims A, B, V, W; tables "
                   "orders, rough; figures drift, orders");
    assert_null(focus_create(&bare, "C", &said));
    assert_string_equal(said.text, "bare.lua: there is no claim, table or figure 'C'; it has none");
}
