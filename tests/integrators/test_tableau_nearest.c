/* One coefficient of a tableau is changed in one digit: which tableau was meant, which coefficient it is, and in which
 * digit it is wrong. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/digit_fixture.h"

#include "integrators/tableaux/tableau_nearest.h"

enum { BITS = 256, MOST_STAGES = 4 };

static const int digits[] = {3, 8, 11, 16, 25};

/* Changes a_ij of a copy, finds it again, and says whether all is as it should be. */
static bool finds(const char *name, size_t i, size_t j, int digit)
{
    struct tableau *wrong = tableau_copy(kept_tableau_of(name, BITS), BITS);
    size_t k = i * wrong->stages + j;
    bool zero = mpfr_zero_p(wrong->a[k]), found;
    struct tableau_nearest nearest;

    if (!zero)
        digit_change(wrong->a[k], digit);
    if (!wrong->partitioned)
        mpfr_set(wrong->abar[k], wrong->a[k], MPFR_RNDN);
    found = tableau_nearest_find(wrong, &nearest);
    tableau_destroy(wrong);
    if (zero)
        return found && nearest.differing == 0;
    return found && strcmp(nearest.name, name) == 0 && nearest.differing == 1 &&
           nearest.array == TABLEAU_NEAREST_A && nearest.row == i + 1 && nearest.column == j + 1 &&
           nearest.digit == digit;
}

TEST(test_the_changed_coefficient_is_found)
{
    size_t all = 0, right = 0;

    for (const struct tableau_family *family = tableau_families; family->name; family++) {
        const bool one = family->name[strlen(family->name) - 1] != '-';
        size_t most = one ? family->fewest_stages : MOST_STAGES;

        for (size_t s = family->fewest_stages; s <= most; s++) {
            char name[64];

            snprintf(name, sizeof name, one ? "%s" : "%s%zu", family->name, s);
            for (size_t k = 0; k < s * s * COUNT(digits); k++) {
                all++;
                right += finds(name, k / COUNT(digits) / s, k / COUNT(digits) % s, digits[k % COUNT(digits)]);
            }
        }
    }
    print_message("# %zu of %zu changes are found\n", right, all);
    assert_true(all > 500);
    assert_true(right * 100 >= all * 95);
}

TEST(test_another_method_is_near_nothing)
{
    struct tableau *other = tableau_copy(kept_tableau_of("gauss-3", BITS), BITS);
    struct tableau_nearest nearest;

    for (size_t k = 0; k < 9; k++)
        digit_change(other->a[k], 2);
    assert_false(tableau_nearest_find(other, &nearest));
    tableau_destroy(other);
}
