/* The sentences for a referee: what they say of a claim that holds and of one that fails, and that no name gets into
 * LaTeX as it is. */
#include "tests/fixtures/runs/run_fixture.h"

#include "harness/audit/referee.h"

TEST_GROUP(fixture_create, fixture_destroy)

static void audit(const char *claims)
{
    check_run(strstr(claims, "order=5") ? 1 : 0, "referee.tex",
              "audit rk4 --on henon-heiles %s --latex --out 100%%_out --store s.sqlite", claims);
}

TEST(test_a_refuted_claim)
{
    audit("--claim order=5");
    check_says("referee.tex", "The method \\texttt{rk4} is claimed to be of order 5 (the command line)",
               "this claim is \\emph{refuted}, with 0 of 1 measurements in its favour: order 4.00",
               "on \\texttt{henon-heiles} (default, 128 bits, $h = 0.15, \\ldots, 0.00234$)",
               "A counterexample is $H = ", "30.3 times less where order 5 has 64", "\\cdot10^{-6}$",
               "--claim order=5 --store s.sqlite} shows.");
}

TEST(test_a_claim_that_holds)
{
    audit("--claim order=4");
    check_says("referee.tex", "this claim \\emph{holds}, with 1 of 1 measurements in its favour",
               "All of it is repeated by \\texttt{assay run ");
}

TEST(test_names_are_escaped)
{
    char *text;

    audit("--claim order=5");
    check_says("referee.tex", "100\\%\\_out/counterexample-rk4-order.lua");
    text = read_file("referee.tex");
    for (const char *c = text; *c; c++) {
        if (strchr("%&#", *c) && (c == text || c[-1] != '\\'))
            fail_msg("a bare '%c' in %s", *c, text);
    }
}

TEST(test_formulas)
{
    static const char *const pairs[][2] = {
        {"H = 2*p1^2 + sin(q1)", "$H = 2\\,p_{1}^{2} + \\sin(q_{1})$"},
        {"theta = (q2, -q1^3), H = 12*cos(q1*q2)",
         "$\\vartheta = (q_{2}, -q_{1}^{3}), H = 12\\,\\cos(q_{1}\\,q_{2})$"},
        {"x' = (1, t*x1)", "$x' = (1, t\\,x_{1})$"},
    };

    for (size_t i = 0; i < COUNT(pairs); i++) {
        char *text;
        size_t size;
        FILE *file = open_memstream(&text, &size);

        referee_write_formula(file, pairs[i][0]);
        fclose(file);
        assert_string_equal(kept_text(text), pairs[i][1]);
    }
}
