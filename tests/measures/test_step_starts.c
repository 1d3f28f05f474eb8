/* What is left of a step at other states than the initial data, in double.
 *
 *   oscillator    a step of RK4 multiplies areas by |R(ih)|^2 = 1 - h^6/72 + h^8/576 at every state
 *   neighbours    of a leapfrog, which is symplectic, in a force of high derivatives nothing is left but what the
 *                 distances of neighbouring states leave: with half the distances 2^-8 of it, so that the floor is above
 *                 it, and nothing is told
 *   asked         along the run and at random states, if the cell is to be asked everywhere */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/result.h"
#include "measures/run/step_starts.h"

#define MODEL(potential)                                                                                     \
    "return model { title = 'm', source = 'a test', kind = 'hamiltonian', coordinates = { 'x' },\n"          \
    "  hamiltonian = function (q, p, c) return p.x^2/2 + " potential " end,\n"                               \
    "  initial = { default = { q = { '1/2' }, p = { '1/3' } } }, step = '0.1' }\n"

static const char OSCILLATOR[] = MODEL("q.x^2/2"), WAVES[] = MODEL("cos(24*q.x)/24");

static double left_of(double h)
{
    return pow(h, 6) / 72 - pow(h, 8) / 576;
}

static struct step_told tell(const char *model, const char *method, double *largest)
{
    const struct geometry_case cell = {geometry_problem_of_text(model), method, "none", CELL_DOUBLE, 10, 0};
    struct cell_request request = geometry_request(&cell);
    struct step_starts *starts;
    struct step_told told;
    mpfr_t most;

    request.steps = 40;
    mpfr_init2(most, CELL_LEAST_BITS);
    starts = step_starts_create(&request);
    told = step_starts_tell(most, starts, &request, measure_table[MEASURE_BILINEAR_DEFECT_STEP].take);
    *largest = mpfr_get_d(most, MPFR_RNDN);
    mpfr_clear(most);
    step_starts_destroy(starts);
    return told;
}

TEST(test_told)
{
    double largest;
    const struct step_told told = tell(OSCILLATOR, "rk4", &largest);

    assert_true(told.states > STEP_STARTS_ALONG && told.states <= STEP_STARTS_MOST);
    assert_true(fabs(largest - left_of(0.1)) < 1e-12);
    for (int k = 0; k < STEP_STARTS_HALVINGS; k++)
        assert_true(fabs(told.value[k] - left_of(ldexp(0.1, -k))) < 1e-12);
    assert_true(told.floor < 1e-12);
}

TEST(distances_of_neighbours_are_the_floor)
{
    double largest;
    const struct step_told told = tell(WAVES, "rattle", &largest);

    assert_true(largest > 1e-3);
    assert_true(told.states > STEP_STARTS_ALONG && told.states <= STEP_STARTS_MOST);
    assert_true(isnan(told.value[0]) && isnan(told.floor));
}

TEST(the_two_form_is_asked_at_other_states)
{
    const struct geometry_case cell = {
        geometry_problem_of_text(OSCILLATOR), "rk4", "none", CELL_DOUBLE, 10, 0};
    const struct result_settings settings = {0};
    struct measure_id id = measure_of(cell.problem, MEASURE_BILINEAR_DEFECT_STEP, 0);
    double *scale = kept_memory(problem_scales(cell.problem));
    struct result_request request = {.cell = geometry_request(&cell),
                                     .measures = 1,
                                     .measure = &id,
                                     .scale = scale,
                                     .settings = &settings};
    const struct result_value *found;

    request.cell.steps = 40;
    for (int everywhere = 0; everywhere < 2; everywhere++) {
        struct result result = {.done = false};
        struct measure_id elsewhere = id;

        request.everywhere = (uint64_t)everywhere;
        assert_true(result_measure(&result, &request));
        elsewhere.aspect = MEASURE_ELSEWHERE;
        found = result_find(&result, elsewhere);
        assert_true(everywhere ? found && fabs(found->value - left_of(0.1)) < 1e-12 : !found);
        elsewhere.aspect = MEASURE_TOLD_EIGHTH;
        found = result_find(&result, elsewhere);
        assert_true(everywhere ? found && fabs(found->value - left_of(0.0125)) < 1e-12 : !found);
        result_clear(&result);
    }
}
