/* No symplectic tableau with b_s != 0 is stiffly accurate in a and abar (Kraus 2017, section 3.5): of the
 * listed ones none has both residuals zero, and the larger residual of stiff accuracy is at least |b_s|/2, as
 * the proof in integrators/tableaux/tableau_audit.h says.  Radau IIA is stiffly accurate in both and not symplectic;
 * half of the coefficients can have it, as Lobatto IIIA-IIIB does.
 *
 * Controls: a symplectic tableau with b_s = 0, to which the theorem does not apply, has both; and a tableau
 * made stiffly accurate by force is no longer symplectic. */
#define _DEFAULT_SOURCE
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"
#include "integrators/tableaux/tableau_audit.h"

enum { BITS = 256 };
static const double ROUND_OFF = 1e-70;

TEST(test_listed)
{
    struct method method;
    size_t symplectic = 0, half = 0, accurate = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        struct error error = {""};
        struct tableau *t = kept(method_create_tableau(&method, BITS, &error));
        struct tableau_audit audit;
        double last, larger;

        if (!*method.tableau)
            continue;
        assert_non_null(t);
        tableau_audit(t, &audit);
        last = fabs(mpfr_get_d(t->b[t->stages - 1], MPFR_RNDN));
        larger = fmax(audit.stiff_residual, audit.stiff_residual_of_abar);
        if (audit.symplectic && (audit.stiffly_accurate || !(larger >= last / 2 * (1 - 1e-12))))
            fail_msg("%s is symplectic, with b_s = %g and residuals %g, %g", method.name, last,
                     audit.stiff_residual, audit.stiff_residual_of_abar);
        assert_false(audit.symplectic_residual <= ROUND_OFF && larger <= ROUND_OFF);
        symplectic += audit.symplectic;
        half += audit.symplectic && fmin(audit.stiff_residual, audit.stiff_residual_of_abar) <= ROUND_OFF;
        accurate += audit.stiffly_accurate;
        if (audit.stiffly_accurate && strncmp(method.name, "radau-iia-", 10) != 0)
            fail_msg("%s is stiffly accurate", method.name);
    }
    assert_int_equal(accurate, 2);
    assert_true(symplectic >= 20);
    assert_true(half >= 9);
}

/* -- other coefficients -- */

struct small {
    const char *a[4], *abar[4], *b[2];
};

static void audit_small(const struct small *small, struct tableau_audit *audit)
{
    mpfr_t *number = kept_numbers(10, BITS);
    struct error error = {""};
    struct tableau *t;

    for (size_t i = 0; i < 10; i++) {
        const char *text = i < 4 ? small->a[i] : i < 8 ? small->abar[i - 4] : small->b[i - 8];

        mpfr_set_q(number[i], kept_rational_of(text), MPFR_RNDN);
    }
    t = kept(tableau_create_from(
        &(struct tableau){.stages = 2, .a = number, .abar = number + 4, .b = number + 8}, BITS, &error));
    assert_non_null(t);
    tableau_audit(t, audit);
}

TEST(test_small)
{
    /* The midpoint rule with a last stage at the end, of weight zero. */
    static const struct small weightless = {{"1/2", "0", "1", "0"}, {"1/2", "0", "1", "0"}, {"1", "0"}};
    /* Stormer-Verlet: Lobatto IIIA-IIIB, a stiffly accurate. */
    static const struct small verlet = {{"0", "0", "1/2", "1/2"}, {"1/2", "0", "1/2", "0"}, {"1/2", "1/2"}};
    /* The same with abar_2j = b_j. */
    static const struct small forced = {{"0", "0", "1/2", "1/2"}, {"1/2", "0", "1/2", "1/2"}, {"1/2", "1/2"}};
    struct tableau_audit audit;

    audit_small(&weightless, &audit);
    assert_true(audit.symplectic && audit.stiffly_accurate);
    audit_small(&verlet, &audit);
    assert_true(audit.symplectic && !audit.stiffly_accurate);
    assert_true(audit.stiff_residual == 0 && audit.stiff_residual_of_abar == 0.5);
    audit_small(&forced, &audit);
    assert_true(!audit.symplectic && audit.stiffly_accurate);
    assert_true(audit.symplectic_residual == 0.25);
}

/* -- the measures of a study -- */

TEST(test_measures)
{
    static const struct {
        const char *method;
        double stiff, symplectic;
    } cases[] = {{"gauss-1", 0.5, 0},
                 {"lobatto-iiia-iiib-2", 0.5, 0},
                 {"radau-iia-2", 0, 1. / 16},
                 {"lobatto-iiic-2", 0.5, 0},
                 {"runge-kutta:lobatto-iiia-iiib-2", 0, 0.25}};
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");

    for (size_t i = 0; i < COUNT(cases); i++) {
        for (unsigned long steps = 10; steps <= 20; steps += 10) {
            struct geometry_case cell = {problem, cases[i].method, "none", BITS, steps, 0};
            double stiff = geometry_find(&cell, step_measure_stiff_accuracy);
            double symplectic = geometry_find(&cell, step_measure_symplecticity);

            if (!(fabs(stiff - cases[i].stiff) <= 1e-18) ||
                !(fabs(symplectic - cases[i].symplectic) <= 1e-18))
                fail_msg("%s: %.17g %.17g", cases[i].method, stiff, symplectic);
        }
    }
    /* At the bits of the cell: round-off of the coefficients, which falls with the precision. */
    struct geometry_case cell = {problem, "gauss-3", "none", CELL_DOUBLE, 10, 0};
    assert_true(geometry_find(&cell, step_measure_symplecticity) < 1e-16);
    assert_true(geometry_find(&cell, step_measure_symplecticity) > 1e-20);
    cell.bits = BITS;
    assert_true(geometry_find(&cell, step_measure_symplecticity) < ROUND_OFF);
}
