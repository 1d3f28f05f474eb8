/* What the coefficients of multistep methods say of their claims: roots outside the unit circle or multiple on it, and the
 * order that their moments leave, to the decimals that are printed.  Controls: what is right has none of it. */
#include "tests/fixtures/test.h"

#include <math.h>

#include "harness/audit/findings.h"
#include "integrators/methods/method_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "numerics/memory.h"
#include "tests/fixtures/audit/findings_fixture.h"
#include "tests/fixtures/audit/method_file_fixture.h"

enum { BITS = 200 };

/* ---- roots ---- */

/* By how much each of eight numbers may be off. */
static mpfr_t *kept_units(double value)
{
    mpfr_t *unit = kept_numbers(8, BITS);

    for (size_t j = 0; j < 8; j++)
        mpfr_set_d(unit[j], value, MPFR_RNDN);
    return unit;
}

/* Roots that are known: of (z - 1)(z + 5); of Milne and Simpson's z^2 - 1; of (z - 1)^2 and (z - 1)(z^2 + 1)^2; and those
 * of the formulas of backward differentiation, which are stable up to order 6 (Cryer 1972): the largest by PARI/GP. */
TEST(test_root_condition)
{
    static const struct {
        size_t count;
        double alpha[8], modulus;
        bool stable, multiple;
    } cases[] = {
        {3, {-5, 4, 1}, 5, false, false},
        {3, {-1, 0, 1}, 1, true, false},
        {3, {1, -2, 1}, 1, false, true},
        {6, {-1, 1, -2, 2, -1, 1}, 1, false, true},
        {4, {-1, 1, -1, 1}, 1, true, false},
        {5, {0, 0, 0, -1, 1}, 1, true, false},
        {7, {10, -72, 225, -400, 450, -360, 147}, 1, true, false},
        {8, {-60, 490, -1764, 3675, -4900, 4410, -2940, 1089}, 1.02221824, false, false},
    };
    mpfr_t *alpha = kept_numbers(8, BITS), *unit = kept_units(0x1p-150);

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct multistep_stability found;

        for (size_t j = 0; j < cases[i].count; j++)
            mpfr_set_d(alpha[j], cases[i].alpha[j], MPFR_RNDN);
        multistep_stability_find(&found, alpha, unit, cases[i].count);
        assert_int_equal(found.stable, cases[i].stable);
        assert_int_equal(found.multiple, cases[i].multiple);
        assert_true(fabs(found.modulus - cases[i].modulus) < 1e-4);
    }
}

/* rho = a b */
static void set_product(mpfr_t *rho, const double a[3], const double b[3])
{
    mpfr_t term;

    mpfr_init2(term, BITS);
    for (size_t k = 0; k < 5; k++)
        mpfr_set_zero(rho[k], 1);
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            mpfr_set_d(term, a[i], MPFR_RNDN);
            mpfr_mul_d(term, term, b[j], MPFR_RNDN);
            mpfr_add(rho[i + j], rho[i + j], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

/* Products of quadratic factors, whose roots are known: z^2 - 2 c z + m has the modulus sqrt(m), and a root is simple however
 * near another one lies.  What rounding of the coefficients may do to roots on the circle is none of the method. */
TEST(test_roots_near_the_circle)
{
    static const struct {
        double factor[2][3], unit;
        bool stable, multiple;
    } cases[] = {
        {{{-1, 0, 1}, {1, 0, 0}}, 0x1p-150, true, false},
        {{{-1 - 0x1p-13, -0x1p-13, 1}, {1, 0, 0}}, 0x1p-150, false, false}, /* 1 + 2^-13 and -1 */
        {{{-1 - 0x1p-50, -0x1p-50, 1}, {1, 0, 0}}, 0x1p-150, false, false},
        {{{-1 - 0x1p-50, -0x1p-50, 1}, {1, 0, 0}}, 0x1p-49, true, false},
        {{{-1 - 0x1p-40, -0x1p-40, 1}, {1, 0, 0}}, 0x1p-49, false, false},
        {{{1, -2 + 0x1p-28, 1}, {-1, 0, 1}}, 0x1p-150, true, false}, /* 1 and exp(+-i 2^-14) */
        {{{1, -2 + 0x1p-50, 1}, {-1, 0, 1}}, 0x1p-150, true, false},
        {{{1, -2 + 0x1p-50, 1}, {-1, 0, 1}}, 0x1p-49, false, true},
        {{{1, -1, 1}, {1, -1, 1}}, 0x1p-150, false, true},
        {{{1, -1, 0.25}, {-1, 0, 1}}, 0x1p-150, false, false}, /* (1 - z/2)^2 */
        {{{0.25, -1, 1}, {-1, 0, 1}}, 0x1p-150, true, false},  /* (z - 1/2)^2 */
    };
    mpfr_t *rho = kept_numbers(8, BITS);

    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t count = cases[i].factor[1][2] != 0 ? 5 : 3;
        struct multistep_stability found;

        set_product(rho, cases[i].factor[0], cases[i].factor[1]);
        multistep_stability_find(&found, rho, kept_units(cases[i].unit), count);
        if (found.stable != cases[i].stable || found.multiple != cases[i].multiple)
            fail_msg("case %zu: %d, %d, %.17g %.17g, |z| - 1 = %g", i, found.stable, found.multiple, found.re,
                     found.im, found.beyond);
    }
}

/* ---- findings ---- */

TEST(test_not_zero_stable)
{
    static const char *const paths[] = {
        "tests/data/methods/not-zero-stable.lua", "tests/data/methods/not-consistent.lua",
        "tests/data/methods/bdf-2.lua", "tests/data/methods/adams-moulton-4.lua", "examples/gauss-2.lua"};
    struct relations relations = {.method = "m"};
    struct error error = {""};

    for (size_t i = 0; i < COUNT(paths); i++) {
        struct audited audited = {.relations = &relations,
                                  .file = method_file_create(paths[i], NULL, &error)};
        const struct audit_finding *found;

        assert_done(audited.file, error);
        found = findings_find(findings_audit("order", "2", "symmetric"), &audited);
        if (i > 1)
            assert_null(found);
        else
            findings_assert_refuted(found, AUDIT_UNSTABLE, i ? "not consistent" : "zero-stable");
        method_file_destroy(audited.file);
        memory_release(audited.kept);
    }
}

/* Adams and Moulton's method of order 4 with three steps. */
TEST(test_order_of_coefficients)
{
    struct relations relations = {.method = "m"};
    struct error error = {""};
    struct audited audited = {.relations = &relations,
                              .file =
                                  method_file_create("tests/data/methods/adams-moulton-4.lua", NULL, &error)};
    const struct audit_finding *found;

    assert_done(audited.file, error);
    assert_null(findings_find(findings_audit("order", "4", "symmetric"), &audited));
    found = findings_find(findings_audit("order", "5", "symmetric"), &audited);
    findings_assert_refuted(found, AUDIT_MOMENTS, "have order 4 and no higher one: sum_j alpha_j j^5");
    assert_int_equal(found->order, 4);
    method_file_destroy(audited.file);
    memory_release(audited.kept);
}

/* The file of a multistep method with these numbers. */
static struct method_file *create_multistep(const char *alpha, const char *beta)
{
    char text[500];

    snprintf(text, sizeof text,
             "return multistep { name = 'm', alpha = { %s }, beta = { %s }, starter = 'rk4', "
             "claims = { order = 4 } }",
             alpha, beta);
    return method_file_of_text(text);
}

/* Adams and Bashforth's numbers -9/24, 37/24, -59/24, 55/24 to as many decimals as are printed; wrong in digits that are
 * printed they have the order that these leave, whatever else is printed, or is computed of them. */
TEST(test_order_of_decimals)
{
    static const struct {
        const char *alpha, *beta;
        int order, printed;
    } cases[] = {
        {"0, 0, 0, -1, 1",
         "'-0.375000000000000', '1.541666666666667', '-2.458333333333333', "
         "'2.291666666666667', 0",
         4, 15},
        {"0, 0, 0, -1, 1", "'-0.37500000000000', '37/24', '-59/24', '55/24', 0", 4, 0},
        {"0, 0, 0, -1, 1",
         "'-0.37500000000000000000', '1.54166666666666666667', "
         "'1.54166666666666666667 - 4', '2.29166666666666666667', 0",
         4, 20},
        {"0, 0, 0, -1, 1",
         "'-0.375000000000000', '1.541666666666967', '-2.458333333333633', "
         "'2.291666666666667', 0",
         1, 0},
        {"0, 0, 0, -1, 1",
         "'-0.375000000000000', '1.541666666666667', '-2.458333333333333', "
         "'2.291666666766667', 0",
         0, 0},
        {"0, 0, 0, -1, 1", "'-0.37500000000000', '37/24 + 1/10^10', '-59/24 - 1/10^10', '55/24', 0", 1, 0},
        {"'0.00000000000000', -1, 1", "'-1/2 + 1/10^8', '3/2 - 1/10^8', 0", 1, 0},
        {"0, -1, 1", "'-0.50000100000000', '1.50000100000000', 0", 1, 0}};
    struct relations relations = {.method = "m"};

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audited audited = {.relations = &relations,
                                  .file = create_multistep(cases[i].alpha, cases[i].beta)};
        const struct audit_finding *found;

        audited.digits = file_reader_decimals(&audited.file->file);
        assert_int_equal(audited.file->printed, cases[i].printed);
        found = findings_find(findings_audit("order", "4", NULL), &audited);
        if (cases[i].order == 4) {
            assert_true(audited.digits ? found->known == AUDIT_DECIMALS : !found);
        } else {
            findings_assert_refuted(found, AUDIT_MOMENTS, "and no higher one");
            assert_int_equal(found->order, cases[i].order);
        }
        method_file_destroy(audited.file);
        memory_release(audited.kept);
    }
}

/* (z - 1)(z^2 - 2 c z + m) with m = 1 + 1e-15: printed to 15 decimals m may be 1, a fraction it is not. */
TEST(test_roots_of_decimals)
{
    static const char *const alpha[] = {
        "'-1.000000000000001', '2.080604611736281', '-2.080604611736280', 1",
        "'-1 - 1/10^15', '2 + 80604611736281/10^15', '-2 - 80604611736280/10^15', 1"};
    struct relations relations = {.method = "m"};

    for (size_t i = 0; i < COUNT(alpha); i++) {
        struct audited audited = {
            .relations = &relations,
            .file = create_multistep(alpha[i], "0, 0, '919395388263721/10^15', 0"),
        };
        const struct audit_finding *found = findings_find(findings_audit("order", "1", NULL), &audited);

        if (i)
            findings_assert_refuted(found, AUDIT_UNSTABLE, "of modulus 1 + 5e-16");
        else
            assert_null(found);
        method_file_destroy(audited.file);
        memory_release(audited.kept);
    }
}
