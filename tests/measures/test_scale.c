/* The scale of an observable, max(|I|, 1e-3 sum_i |dI/dz_i| |z_i|): by hand.
 *
 * At (1, 1), where nothing moves, so that all of these are invariants:
 *
 *     a^2 - b^2     0, and the sum is 4
 *     a - b/2       1/2, and the sum is 3/2: a thousandth of it is the smaller one
 *     a/2^20        2^-20, as is the sum */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

TEST(test_by_hand)
{
    struct problem *problem =
        geometry_problem_of_text("return model { kind = 'ode', coordinates = { 'a', 'b' },\n"
                                 "  field = function (x) return { 0*x.a, 0*x.b } end,\n"
                                 "  hamiltonian = function (x) return x.a^2 - x.b^2 end,\n"
                                 "  invariants = { a = function (x) return x.a - x.b/2 end, b = function (x) "
                                 "return x.a/1048576 end },\n"
                                 "  initial = { default = { 1, 1 } } }");
    static const double expected[] = {4e-3, 0.5, 0x1p-20};
    double *scale = kept_memory(problem_scales(problem));

    assert_int_equal(problem->system->observables, COUNT(expected));
    for (size_t k = 0; k < COUNT(expected); k++)
        assert_true(fabs(scale[k] - expected[k]) <= 1e-15 * expected[k]);
}
