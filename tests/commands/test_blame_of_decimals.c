/* Blame in files of published decimals starts behind what rounding them explains, and names drifts and kicks that are
 * exchanged. */
#include "tests/fixtures/test.h"

#include "harness/commands/show/show.h"
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

/* ---- the number to paste ---- */

enum { MOST_NUMBERS = 12 };

/* A right method, %s for each of its numbers, and each number as it is published: a wrong one is proposed as it stands there. */
static const struct published_file {
    const char *text, *number[MOST_NUMBERS];
    struct tableau_claims claims;
} published[] = {
    /* Yoshida (1990), solution A */
    {"return composition { name = 'y', base = 'runge-kutta:gauss-1',"
     " coefficients = { '%s', '%s', '%s', '%s', '%s', '%s', '%s' } }",
     {"0.784513610477560", "0.235573213359357", "-1.17767998417887", "1.315186320683906", "-1.17767998417887",
      "0.235573213359357", "0.784513610477560"},
     {.order = 6, .symmetric = true}},
    /* Blanes, Moan (2002), of order 4 with six kicks, the mirror images written out */
    {"return splitting { name = 'b', first = 'drift', drift = { '%s', '%s', '%s', '%s', '%s', '%s', '%s' },"
     " kick = { '0.209515106613362', '-0.143851773179818', '0.434336666566456', '0.434336666566456',"
     " '-0.143851773179818', '0.209515106613362' } }",
     {"0.0792036964311957", "0.353172906049774", "-0.0420650803577195", "0.2193769557534996",
      "-0.0420650803577195", "0.353172906049774", "0.0792036964311957"},
     {.order = 4, .symmetric = true}},
    /* Forest, Ruth (1990), to ten decimals */
    {"return splitting { name = 'f', first = 'drift', drift = { '%s', '%s', '%s', '%s' },"
     " kick = { '%s', '%s', '%s' } }",
     {"0.6756035960", "-0.1756035960", "-0.1756035960", "0.6756035960", "1.3512071919", "-1.7024143839",
      "1.3512071919"},
     {.order = 4, .symmetric = true}},
    /* Gauss' method of order 4, to few decimals */
    {"return tableau { name = 'g', b = { '1/2', '1/2' }, a = { { '1/4', '%s' }, { '%s', '1/4' } } }",
     {"-0.03867513", "0.53867513"},
     {.order = 4, .symplectic = true, .symmetric = true}},
};

/* With another text for the k-th number. */
static json_t *blame_with(const struct published_file *file, size_t k, const char *other)
{
    const char *number[MOST_NUMBERS];
    char text[1000];

    memcpy(number, file->number, sizeof number);
    number[k] = other;
    snprintf(text, sizeof text, file->text, number[0], number[1], number[2], number[3], number[4], number[5],
             number[6]);
    return blame_of(text, &file->claims);
}

/* But for zeros at the end. */
static bool is_number(const char *text, const char *number)
{
    const size_t length = strlen(text);

    return !strncmp(text, number, length) && strspn(number + length, "0") == strlen(number + length);
}

/* Pasted, the number that is proposed restores the claims, and has no more decimals than that published, which it is where the
 * mirror image says so. */
static void check_number(const struct published_file *file, size_t k, size_t at, bool exact)
{
    const char *number = file->number[k], *meant;
    char wrong[40];
    json_t *blame, *found;

    snprintf(wrong, sizeof wrong, "%s", number);
    wrong[at] = (char)('1' + (wrong[at] - '0' + 4) % 9);
    blame = blame_with(file, k, wrong);
    found = json_object_get(blame, "coefficient");
    meant = json_string_value(json_object_get(found, "meant"));
    if (!meant || strlen(meant) > strlen(number) || (exact && !is_number(meant, number)))
        fail_msg("%s for %s in '%s': %s is proposed", wrong, number, file->text, meant ? meant : "nothing");
    if (!is_number(meant, number))
        assert_null(blame_with(file, k, meant));
    json_decref(blame);
}

/* A digit from the third decimal on to the last but one, of each number, in the half of a pair too. */
TEST(test_the_number_that_is_published)
{
    for (size_t i = 0; i < COUNT(published); i++) {
        const struct published_file *file = published + i;

        for (size_t k = 0; file->number[k]; k++) {
            const size_t from = (size_t)(strchr(file->number[k], '.') - file->number[k]) + 3;
            bool exact = false;

            for (size_t j = 0; file->number[j]; j++)
                exact = exact || (j != k && !strcmp(file->number[j], file->number[k]));
            for (size_t at = from + (i + k) % 6; at + 2 < strlen(file->number[k]); at += 6)
                check_number(file, k, at, exact);
        }
    }
}
