/* What rounding the published decimals of a file explains: of numbers that are known exactly, printed to any number of digits. */
#include "tests/fixtures/test.h"

#include "integrators/methods/method_file.h"
#include "tests/fixtures/audit/method_file_fixture.h"

enum { AUDIT_BITS = 256 };

/* So many decimals of the number, rounded or cut off, the last of them changed by some units. */
static const char *print_number(char *text, size_t size, mpfr_srcptr number, int decimals, bool cut,
                                int units)
{
    mpfr_t changed;

    mpfr_init2(changed, AUDIT_BITS);
    mpfr_set_si(changed, -decimals, MPFR_RNDN);
    mpfr_exp10(changed, changed, MPFR_RNDN);
    mpfr_mul_si(changed, changed, units, MPFR_RNDN);
    mpfr_add(changed, changed, number, MPFR_RNDN);
    mpfr_snprintf(text, size, cut ? "%.*RZf" : "%.*RNf", decimals, changed);
    mpfr_clear(changed);
    return text;
}

static void set_triple_jump(mpfr_t number)
{
    mpfr_set_ui(number, 2, MPFR_RNDN);
    mpfr_cbrt(number, number, MPFR_RNDN);
    mpfr_ui_sub(number, 2, number, MPFR_RNDN);
    mpfr_ui_div(number, 1, number, MPFR_RNDN);
}

static void set_gauss(mpfr_t number)
{
    mpfr_sqrt_ui(number, 3, MPFR_RNDN);
    mpfr_div_ui(number, number, 6, MPFR_RNDN);
}

/* Or not, where the second of two numbers is off by some units. */
static void assert_explained(const char *format, mpfr_srcptr number, int decimals, bool cut, int units)
{
    char one[64], other[64], text[1000];
    struct method_file *file;

    snprintf(text, sizeof text, format, print_number(one, sizeof one, number, decimals, cut, 0),
             print_number(other, sizeof other, number, decimals, cut, units));
    file = method_file_of_text(text);
    if (file->printed != (units ? 0 : decimals) || method_file_misses(file, 4) != (units != 0))
        fail_msg("%s: %d decimals explain it", text, file->printed);
    method_file_destroy(file);
}

/* g = 1/(2 - 2^(1/3)), with which (g, 1 - 2g, g) is of order 4 (Suzuki, Yoshida 1990), and sqrt(3)/6 of Gauss' method of order
 * 4, to any number of decimals: what is not printed is explained, however it is left out, and ten units of the last digit of one
 * number are not. */
TEST(test_last_digits)
{
    static const char *const texts[] = {
        "return composition { name = 'g', base = 'runge-kutta:gauss-1', claims = { order = 4 },"
        " coefficients = { '%1$s', '1 - 2*%1$s', '%2$s' } }",
        "local g, f = '%1$s', '%2$s' return splitting { name = 'g', claims = { order = 4 }, first = 'drift',"
        " drift = { '1/2'*g, '1/2' - '1/2'*g, '1/2' - '1/2'*g, '1/2'*f }, kick = { g, 1 - 2*g, g } }",
        "local r, s = '%1$s', '%2$s' return tableau { name = 'g', claims = { order = 4 }, b = { '1/2', '1/2' "
        "},"
        " a = { { '1/4', '1/4' - r }, { '1/4' + s, '1/4' } } }"};
    static const int decimals[] = {14, 15, 16, 18, 25, 39};
    mpfr_t number;

    mpfr_init2(number, AUDIT_BITS);
    for (size_t form = 0; form < COUNT(texts); form++) {
        if (form < 2)
            set_triple_jump(number);
        else
            set_gauss(number);
        for (size_t i = 0; i < COUNT(decimals); i++) {
            for (int cut = 0; cut < 2; cut++) {
                assert_explained(texts[form], number, decimals[i], cut, 0);
                assert_explained(texts[form], number, decimals[i], cut, 10);
            }
        }
    }
    mpfr_clear(number);
}

/* Heun's method, b_1 = 1/4: a digit that is one too large is neither rounded nor cut off.  A number in double is rounded before
 * it is printed with 17 digits: sqrt(3)/6 + 1/2 = 0.788675134594812882.  What is zero from the middle on is exact, and excuses no
 * digit of another number; nor has a comment digits. */
TEST(test_units_of_last_digits)
{
    static const struct {
        const char *text;
        int printed;
    } files[] = {
        {"return tableau { name = 'h', a = { { 0, 0, 0 }, { '1/3', 0, 0 }, { 0, '0.66666666666666667', 0 } },"
         " b = { '1/4', 0, '0.75' }, claims = { order = 3 } }",
         17},
        {"return tableau { name = 'h', a = { { 0, 0, 0 }, { '1/3', 0, 0 }, { 0, '2/3', 0 } },"
         " b = { '0.2500000000000001', 0, '0.75' }, claims = { order = 3 } }",
         0},
        {"return tableau { name = 'g', claims = { order = 4 }, b = { '1/2', '1/2' },"
         " a = { { '1/4', '-0.03867513459481287' }, { '0.78867513459481287' - '1/4', '1/4' } } }",
         17},
        {"local r = '0.288675134594812882' -- 0.28867513459481\n"
         "return tableau { name = 'g', claims = { order = 4 }, b = { '1/2', '1/2' },"
         " a = { { '1/4', '1/4' - r }, { '1/4' + r, '1/4' } } }",
         18},
        {"local half = '0.50000000000000' return tableau { name = 'g', claims = { order = 4 }, b = { half, "
         "half },"
         " a = { { '1/4', '-0.03867513459481288225' }, { '0.53867513459481288225', '1/4' } } }",
         20},
        {"local half = '0.50000000000000' return tableau { name = 'g', claims = { order = 4 }, b = { half, "
         "half },"
         " a = { { '1/4', '-0.03867513459481288225' }, { '0.53867513459481288255', '1/4' } } }",
         0}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct method_file *file = method_file_of_text(files[i].text);

        if (file->printed != files[i].printed)
            fail_msg("%s: %d decimals explain it", files[i].text, file->printed);
        method_file_destroy(file);
    }
}

/* The same numbers spelled in other ways are the same file: of order 4 to its decimals, or off by ten units of the last. */
TEST(test_spelling)
{
    static const char *const right[] = {"0.2886751345948129", "0.28867513459481290",
                                        ".2886751345948129000000", "2886751345948129e-16",
                                        "28.867513459481290E-2"},
                             *const wrong[] = {"0.2886751345948139", "0.28867513459481390",
                                               ".2886751345948139000000", "2886751345948139e-16",
                                               "28.867513459481390E-2"};

    for (size_t i = 0; i < COUNT(right); i++) {
        for (int off = 0; off < 2; off++) {
            char text[1000];
            struct method_file *file;

            snprintf(text, sizeof text,
                     "return tableau { name = 'g2-1', claims = { order = 4 }, b = { '1/2', '0.50' },"
                     " a = { { '1/4', '1/4 - %s' }, { '1/4 + %s', '1/4' } } }",
                     right[i], off ? wrong[i] : right[i]);
            file = method_file_of_text(text);
            if (file->printed != (off ? 0 : 16) || method_file_misses(file, 4) != off)
                fail_msg("%s: %d decimals explain it", text, file->printed);
            method_file_destroy(file);
        }
    }
}

/* Of 15 decimals that are printed two or three are zeros at the end of a number: Heun's b_1 = 1/4 and b_3 = 3/4 in parts, of
 * which one ends so. */
TEST(test_zeros_at_the_end)
{
    static const struct {
        const char *one, *other;
        int printed;
    } parts[] = {{"0.123456789012000", "0.126543210987999", 15},
                 {"0.123456789012", "0.126543210987999", 15},
                 {"0.123456789012000", "0.126543210987989", 0},
                 {"0.123456789012", "0.126543210987989", 0}};

    for (size_t i = 0; i < COUNT(parts); i++) {
        char text[1000];
        struct method_file *file;

        snprintf(text, sizeof text,
                 "return tableau { name = 'h', a = { { 0, 0, 0 }, { '1/3', 0, 0 }, { 0, '2/3', 0 } },"
                 " b = { '%s + %s', 0, '0.75' }, claims = { order = 3 } }",
                 parts[i].one, parts[i].other);
        file = method_file_of_text(text);
        if (file->printed != parts[i].printed)
            fail_msg("%s: %d decimals explain it", text, file->printed);
        method_file_destroy(file);
    }
}

/* Nodes that are printed beside an exact tableau, of Dormand and Prince (1980), whose c_5 is 8/9: as forced systems need them, to
 * the last digit and no further; others find an exact method.  c_7 is of a stage without weight. */
TEST(test_printed_nodes)
{
    static const struct {
        const char *fifth, *last;
        int printed;
    } nodes[] = {{"0.8888888888888889", "1", 16},
                 {"0.8888888888888888", "1", 16},
                 {"0.8888888888888869", "1", 0},
                 {"0.8888888888888889", "2", 16},
                 {"8/9", "1", 0}};

    for (size_t i = 0; i < COUNT(nodes); i++) {
        char text[1000];
        struct method_file *file;

        snprintf(
            text, sizeof text,
            "return tableau { name = 'd', claims = { order = 5 }, c = { 0, '1/5', '3/10', '4/5', '%s', 1, "
            "'%s' }, a = { { 0, 0, 0, 0, 0, 0, 0 }, { '1/5', 0, 0, 0, 0, 0, 0 }, { '3/40', '9/40', 0, 0, 0, "
            "0, 0 }, { '44/45', '-56/15', '32/9', 0, 0, 0, 0 }, { '19372/6561', '-25360/2187', "
            "'64448/6561', '-212/729', 0, 0, 0 }, { '9017/3168', '-355/33', '46732/5247', '49/176', "
            "'-5103/18656', 0, 0 }, { '35/384', 0, '500/1113', '125/192', '-2187/6784', '11/84', 0 } }, "
            "b = { '35/384', 0, '500/1113', '125/192', '-2187/6784', '11/84', 0 } }",
            nodes[i].fifth, nodes[i].last);
        file = method_file_of_text(text);
        if (method_file_printed(file, true) != nodes[i].printed || method_file_printed(file, false))
            fail_msg("c_5 = %s: %d decimals explain it", nodes[i].fifth, file->printed);
        method_file_destroy(file);
    }
}
