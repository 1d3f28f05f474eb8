/* Blame in files of published decimals starts behind what rounding them explains, and names drifts and kicks that are
 * exchanged. */
#include "tests/fixtures/test.h"

#include "harness/commands/show.h"
#include "tests/fixtures/audit/method_file_fixture.h"

/* Blanes, Moan (2002), J. Comput. Appl. Math. 142, table 3: of order 6 on q'' = g(q), and of order 2 else.  The a are lengths of
 * drifts, the b of kicks; `a_1`, `b_1` are those of a_1 and b_1. */
#define BLANES_MOAN                                                                                          \
    "local a = { '%s', '0.290553797799558', '-0.127049212625417', '-0.246331761062075', "                    \
    "'0.357208872795928' }"                                                                                  \
    " local b = { '%s', '0.198128671918067', '-0.0400061921041533', '0.0752539843015807',"                   \
    " '-0.0115113874206879' } local sa, sb = 0, 0 for i = 1, 5 do sa, sb = sa + a[i], sb + b[i] end"         \
    " local A = { a[1], a[2], a[3], a[4], a[5], 1 - 2*sa, a[5], a[4], a[3], a[2], a[1] }"                    \
    " local B = { b[1], b[2], b[3], b[4], b[5], '1/2' - sb, '1/2' - sb, b[5], b[4], b[3], b[2], b[1] }"      \
    " return splitting { name = 'moan', first = '%s', %s = B, %s = A,"                                       \
    " claims = { order = 6, symmetric = true } }"

/* What is said of a file, which the caller releases; NULL: nothing. */
static json_t *blame_of(const char *text, const struct tableau_claims *claims)
{
    struct method_file *file = method_file_of_text(text);
    const struct method method = method_file_method(file);
    json_t *blame = show_blame(&method, claims, NULL);

    method_file_destroy(file);
    return blame;
}

static json_t *blame_of_splitting(const char *a_1, const char *b_1, bool exchanged)
{
    const char *of_b = exchanged ? "drift" : "kick";
    char text[2000];

    snprintf(text, sizeof text, BLANES_MOAN, a_1, b_1, of_b, of_b, exchanged ? "kick" : "drift");
    return blame_of(text, &(struct tableau_claims){.order = 6, .symmetric = true});
}

static bool names_exchange(const json_t *blame)
{
    const json_t *repairs = json_object_get(blame, "repairs");

    return json_array_size(repairs) == 1 &&
           !strcmp(json_string_value(json_array_get(repairs, 0)), "drift and kick exchanged, on q'' = g(q),");
}

/* In the roles of the paper nobody is to blame; exchanged, the conditions of order 3 and 4 hold to the decimals, and the blame
 * is at order 5.  A digit that is wrong besides is no exchange, and its condition the first that it breaks. */
TEST(test_exchanged_roles)
{
    static const char a_1[] = "0.123229775946271", b_1[] = "0.0414649985182624";
    json_t *right = blame_of_splitting(a_1, b_1, false), *exchanged = blame_of_splitting(a_1, b_1, true),
           *padded = blame_of_splitting("0.12322977594627100000", "0.0414649985182624000", true),
           *wrong = blame_of_splitting("0.123239775946271", b_1, true);

    assert_null(right);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(exchanged, "condition"), "order")),
                     5);
    assert_true(names_exchange(exchanged) && json_equal(exchanged, padded));
    assert_true(json_integer_value(json_object_get(json_object_get(wrong, "condition"), "order")) == 3);
    assert_false(names_exchange(wrong));
    json_decref(exchanged);
    json_decref(padded);
    json_decref(wrong);
}

/* Gauss' method of order 4, whose coefficients sqrt(3)/6 are printed, and nodes 1/2 -+ sqrt(3)/6 beside them: nothing is
 * wrong but the one digit. */
TEST(test_tableaux)
{
    static const char *const format =
        "return tableau { name = 'g', b = { '1/2', '1/2' }, c = { '0.2113248654051871', '%s' },"
        " a = { { '1/4', '-0.0386751345948129' }, { '%s', '1/4' } } }";
    static const struct {
        const char *c, *a;
        int order; /* of the condition; 0: none fails */
        bool node;
    } files[] = {{"0.7886751345948129", "0.5386751345948129", 0, false},
                 {"0.7886751355948129", "0.5386751345948129", 0, true},
                 {"0.7886751345948129", "0.5386751355948129", 2, true}};

    for (size_t i = 0; i < COUNT(files); i++) {
        char text[1000];
        json_t *blame, *condition;

        snprintf(text, sizeof text, format, files[i].c, files[i].a);
        blame = blame_of(text, &(struct tableau_claims){.order = 4, .symplectic = true, .symmetric = true});
        condition = json_object_get(blame, "condition");
        if (json_integer_value(json_object_get(condition, "order")) != files[i].order ||
            (json_object_get(blame, "stage_time") != NULL) != files[i].node)
            fail_msg("%zu: %s", i, json_dumps(blame, 0));
        if (condition)
            assert_true(fabs(json_real_value(json_object_get(condition, "residual"))) > 1e-10);
        json_decref(blame);
    }
}
