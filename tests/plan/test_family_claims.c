/* claims = { families = true }: what families claim of themselves is claimed of their members, with the projections that keep
 * it, and of nothing else. */
#include "tests/fixtures/test.h"

#include <mpfr.h>

#include "harness/plan/claims/family_claims.h"
#include "harness/plan/grid_claim.h"
#include "tests/fixtures/runs/run_fixture.h"

static const char study_text[] =
    "return study { title = 'Two of everything', models = { 'point-vortices', 'pendulum', 'double-pendulum', "
    "'free-top' },"
    "  methods = { 'all' }, projections = 'all', steps = halving('1/8', 4), untiltime = '1/2',"
    "  precisions = { 'double', 128 }, measures = { 'all', 'reversibility_defect' },"
    "  claims = { families = true } }";

static struct grid *grid;

static int create(void **state)
{
    char path[PATH_SIZE];
    struct study *study;

    if (fixture_create(state) != 0)
        return 1;
    write_file("claiming.lua", study_text);
    study = kept(study_create(path_in(path, fixture.folder, "claiming.lua"), false, &said));
    assert_done(study, said);
    assert_done(family_claims_add(study, &said), said);
    grid = kept(grid_create(study, NULL, NULL, &said));
    assert_done(grid, said);
    return 0;
}

/* The formula that is claimed of the measure on the pair; NULL: nothing is, or there is no such pair. */
static const char *claimed(const char *model, const char *method, const char *projection, const char *measure)
{
    const struct study_claim *claim = NULL;

    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;

        if (strcmp(grid->problem[curve->problem].problem->model->name, model) == 0 &&
            strcmp(curve->method->name, method) == 0 && strcmp(curve->projection->name, projection) == 0 &&
            grid->precision[curve->precision].bits != CELL_DOUBLE)
            claim = grid_claim_find(grid, curve, measure);
    }
    return claim ? claim->formula : NULL;
}

#define CLAIMS(model, method, projection, measure, formula)                                                  \
    assert_string_equal(claimed(model, method, projection, measure), formula)
#define SILENT(model, method, projection, measure) assert_null(claimed(model, method, projection, measure))

/* Gauss methods restore their order with projections at the ends of a step, and are symplectic without one. */
TEST_WITH(test_degenerate, create, fixture_destroy)
{
    CLAIMS("point-vortices", "gauss-2", "symmetric", "energy_error", "2*s");
    CLAIMS("point-vortices", "gauss-3", "standard", "solution_error", "2*s");
    SILENT("point-vortices", "gauss-2", "midpoint", "energy_error");
    SILENT("point-vortices", "gauss-2", "none", "energy_error");
    CLAIMS("point-vortices", "srk-3", "midpoint", "energy_error", "4");
    CLAIMS("point-vortices", "gauss-2", "none", "symplectic_defect", "0");
    CLAIMS("point-vortices", "gauss-2", "symplectic", "symplectic_defect", "0");
    SILENT("point-vortices", "gauss-2", "symmetric", "symplectic_defect");
    CLAIMS("point-vortices", "gauss-2", "symmetric", "symmetry_defect", "0");
    SILENT("point-vortices", "gauss-2", "standard", "symmetry_defect");
    CLAIMS("point-vortices", "gauss-2", "standard", "constraint_error:phi", "0");
    SILENT("point-vortices", "gauss-2", "none", "constraint_error:phi");
    CLAIMS("point-vortices", "radau-iia-3", "none", "constraint_error:phi", "0");
    SILENT("point-vortices", "runge-kutta:gauss-2", "none", "symplectic_defect"); /* theta is not linear */
    CLAIMS("point-vortices", "compose:gauss-1:yoshida-6a", "symmetric", "solution_error", "6");
    SILENT("point-vortices", "augmented:gauss-2", "none", "solution_error");
}

TEST_WITH(test_holonomic, create, fixture_destroy)
{
    CLAIMS("pendulum", "rattle", "none", "energy_error", "2");
    CLAIMS("pendulum", "rattle", "none", "symplectic_defect", "0");
    CLAIMS("pendulum", "rattle", "none", "constraint_error:psi", "0");
    CLAIMS("pendulum", "lobatto-jay-3", "none", "solution_error", "2*s - 2");
    CLAIMS("pendulum", "compose:rattle:triple-jump-4", "none", "solution_error", "4");
    CLAIMS("pendulum", "shake", "none", "solution_error", "1");
    SILENT("pendulum", "shake", "none", "constraint_error:psi");
    SILENT("pendulum", "bdf-2", "none", "symplectic_defect");
    CLAIMS("pendulum", "runge-kutta:gauss-3", "standard", "solution_error", "6");
    SILENT("pendulum", "runge-kutta:gauss-3", "symplectic", "solution_error");
    CLAIMS("pendulum", "runge-kutta:gauss-3", "symplectic", "constraint_error:g", "0");
    SILENT("pendulum", "runge-kutta:gauss-3", "none", "symplectic_defect"); /* underlying equations */
}

/* What coefficients prove is claimed of a method that is the name of a tableau. */
TEST_WITH(test_coefficients, create, fixture_destroy)
{
    CLAIMS("double-pendulum", "runge-kutta:gauss-3", "none", "solution_error", "6");
    CLAIMS("double-pendulum", "runge-kutta:gauss-3", "none", "symplectic_defect", "0");
    CLAIMS("double-pendulum", "runge-kutta:radau-iia-3", "none", "solution_error", "5");
    SILENT("double-pendulum", "runge-kutta:radau-iia-3", "none", "symplectic_defect");
    CLAIMS("double-pendulum", "runge-kutta:euler", "none", "solution_error", "1");
    CLAIMS("free-top", "runge-kutta:gauss-3", "none", "symmetry_defect", "0");
    SILENT("free-top", "runge-kutta:gauss-3", "none", "symplectic_defect"); /* a Poisson tensor */
    CLAIMS("free-top", "compose:runge-kutta:gauss-1:suzuki-4", "none", "solution_error", "4");
    mpfr_free_cache();
}
