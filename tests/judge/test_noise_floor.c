/* Measured floors: by the root of steps, from differences beyond double, and one for every point. */
#include "tests/fixtures/test.h"

#include "harness/judge/noise_floor.h"
#include "tests/fixtures/judge/verdict_fixture.h"

TEST(floors_by_the_root_of_steps)
{
    const unsigned long steps[] = {25, 100, 400, 1600};
    double floors[4];

    noise_floor_evaluate(4, steps, (double[]){2e-15, 3e-15}, floors); /* 1e-16 and 0.75e-16 a step */
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(floors[i] - 5e-16 * ldexp(1, (int)i)) < 1e-28);
    noise_floor_evaluate(4, steps, (double[]){0, 4e-15}, floors);
    assert_true(fabs(floors[3] - 4e-15) < 1e-28 && fabs(floors[0] - 5e-16) < 1e-28);
    noise_floor_evaluate(4, steps, (double[]){NAN, 4e-15}, floors);
    assert_true(isnan(floors[0]) && isnan(floors[3]));
    noise_floor_evaluate(4, steps, (double[]){1e-15, INFINITY}, floors);
    assert_true(isnan(floors[0]));
    noise_floor_evaluate(1, steps, (double[]){1e-15, 1e-15}, floors);
    assert_true(isnan(floors[0]));
}

TEST(differences_beyond_double)
{
    struct error error = {""};

    assert_true(
        fabs(noise_floor_difference("0.1000000000000000000000000000000000000003", "0.1", &error) / 3e-40 -
             1) < 1e-15);
    assert_true(noise_floor_difference("1e-200", "3e-200", &error) == 2e-200);
    assert_true(isnan(noise_floor_difference("nan", "0.1", &error)));
    assert_true(strlen(error.text) > 0);
    assert_true(noise_floor_falls(1e-16, 1e-33, 64));
    assert_true(noise_floor_falls(1e-16, 3.8e-32, 64)); /* 2^-51.2 is 3.9e-16 */
    assert_false(noise_floor_falls(1e-16, 4e-32, 64));
    assert_false(noise_floor_falls(NAN, 1e-35, 64));
    assert_false(noise_floor_falls(INFINITY, 1e-35, 64));
    assert_false(noise_floor_falls(0, 1e-60, 64));
    assert_false(noise_floor_falls(1e-16, NAN, 64));
    assert_false(noise_floor_falls(1e-16, INFINITY, 64));
    assert_true(noise_floor_falls(0, 0, 64));
}

/* One floor for all is what the scalar function does, to the last bit; and a floor of a point is its own. */
TEST(floors_by_point)
{
    struct data data = two_terms(8, 0.1, 4, 3, 2);
    struct order_fit one, many;

    for (size_t cut = 0; cut < 8; cut++) {
        bool used[MOST];

        set_floor(&data, data.errors[cut] / 100);
        many = evidence_of(&data).fit;
        one = order_fit_evaluate(8, data.h, data.errors, data.floors[0], true, used, data.slopes,
                                 data.extrapolated);
        assert_int_equal(one.status, many.status);
        assert_int_equal(one.used, many.used);
        assert_true(one.order == many.order || (isnan(one.order) && isnan(many.order)));
        assert_memory_equal(used, data.used, 8);
    }
    set_floor(&data, 0);
    data.floors[7] = data.errors[7];
    many = evidence_of(&data).fit;
    assert_int_equal(many.used, 7);
    assert_true(!data.used[7] && data.used[6]);
    data.floors[6] = NAN;
    assert_int_equal(evidence_of(&data).fit.used, 6);
}
