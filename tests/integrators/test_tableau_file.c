/* Files of coefficients against the tableaux that they write out, and their claims. */
#include "tests/fixtures/test.h"

#include "integrators/methods/tableau_file.h"

enum { BITS = 200 };

static void assert_same(mpfr_t *x, mpfr_t *y, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!mpfr_equal_p(x[i], y[i]))
            fail_msg("number %zu is %.17g, not %.17g", i, mpfr_get_d(x[i], MPFR_RNDN),
                     mpfr_get_d(y[i], MPFR_RNDN));
    }
}

static void assert_tableau(const char *path, const char *name, size_t stages, bool same_c)
{
    struct method_file *file = method_file_create(path, NULL, &said);
    struct tableau *expected = kept_tableau_of(name, BITS), *given;

    assert_done(file, said);
    given = tableau_file_evaluate(file, BITS, &said);
    assert_done(given, said);
    assert_int_equal(given->stages, stages);
    assert_same(given->a, expected->a, stages * stages);
    assert_same(given->abar, expected->abar, stages * stages);
    assert_same(given->b, expected->b, stages);
    if (same_c)
        assert_same(given->c, expected->c, stages);
    assert_int_equal(given->r_infinity, file->form == METHOD_FORM_VARIATIONAL ? expected->r_infinity : 0);
    tableau_destroy(given);
    method_file_destroy(file);
}

TEST(test_a_runge_kutta_method_is_written_out)
{
    assert_tableau("examples/gauss-2.lua", "gauss-2", 2, true);
}

TEST(test_a_variational_method_is_written_out)
{
    assert_tableau("examples/lobatto-pair.lua", "lobatto-iiic-2", 2, true);
}

/* The control: a coefficient in its 12th digit. */
TEST(test_another_digit_is_another_tableau)
{
    struct method_file *file = method_file_create("examples/wrong-digit.lua", NULL, &said);
    struct tableau *expected = kept_tableau_of("gauss-2", BITS), *given;

    assert_done(file, said);
    given = tableau_file_evaluate(file, BITS, &said);
    assert_done(given, said);
    assert_false(mpfr_equal_p(given->a[1], expected->a[1]));
    tableau_destroy(given);
    method_file_destroy(file);
}

TEST(test_claims_and_form_are_those_of_the_file)
{
    static const struct {
        const char *path;
        bool variational, projects;
        int order;
        size_t claims;
    } files[] = {{"examples/gauss-2.lua", false, false, 4, 3},
                 {"examples/lobatto-pair.lua", true, true, 2, 1}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct method_file *file = method_file_create(files[i].path, NULL, &said);
        struct method method;
        size_t claims = 0;

        assert_done(file, said);
        method = method_file_method(file);
        assert_int_equal(file->form == METHOD_FORM_VARIATIONAL, files[i].variational);
        assert_int_equal(method.family->no_projections == NULL, files[i].projects);
        assert_int_equal(method_claimed_order(&method), files[i].order);
        while (method.family->claim[claims].property)
            claims++;
        assert_int_equal(claims, files[i].claims);
        method_file_destroy(file);
    }
}

TEST(test_a_model_is_of_another_kind)
{
    bool other_kind = false;

    assert_null(method_file_create("models/kepler.lua", &other_kind, &said));
    assert_true(other_kind);
    assert_null(method_file_create("examples/none.lua", &other_kind, &said));
    assert_false(other_kind);
}
