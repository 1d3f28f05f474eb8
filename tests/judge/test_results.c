/* Parts of results. */
#include "tests/fixtures/test.h"

#include "harness/judge/results.h"

TEST(test_results)
{
    const struct study study = {.claims = 0};
    const struct claim_result claim[] = {{.id = "A"}, {.id = "B"}};
    const struct study_table table[] = {{.name = "orders"}, {.name = "rough"}};
    const struct study_figure figure[] = {{.name = "orders"}};
    const struct results whole = {.study = &study,
                                  .fits = 7,
                                  .claims = 2,
                                  .claim = claim,
                                  .tables = 2,
                                  .table = table,
                                  .figures = 1,
                                  .figure = figure};
    struct results *part = results_focus_create(&whole, "orders");

    assert_int_equal(part->claims, 0);
    assert_int_equal(part->tables, 1);
    assert_string_equal(part->table[0].name, "orders");
    assert_int_equal(part->figures, 1);
    assert_int_equal(part->fits, 7);
    assert_ptr_equal(part->study, &study);
    results_focus_destroy(part);
    part = results_focus_create(&whole, "B");
    assert_int_equal(part->claims, 1);
    assert_string_equal(part->claim[0].id, "B");
    assert_int_equal(part->tables + part->figures, 0);
    results_focus_destroy(part);
}
