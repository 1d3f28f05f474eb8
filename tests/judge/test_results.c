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

/* A witness differs in its initial data and in nothing else. */
TEST(test_witnesses)
{
    const struct model model = {.name = (char *)"m"}, other_model = {.name = (char *)"n"};
    const struct problem here = {.model = (struct model *)&model}, there = here,
                         elsewhere = {.model = (struct model *)&other_model};
    const struct method method = {.name = "gauss-1"}, other_method = {.name = "gauss-2"};
    const struct grid_precision precision = {.bits = 128}, other_precision = {.bits = 192};
    const struct fit fit = {.curve.problem = &here,
                            .curve.method = &method,
                            .curve.projection = projection_table,
                            .curve.precision = &precision,
                            .measure = measure_find(NULL, "energy_error")};
    struct fit other[7];

    for (size_t i = 0; i < 7; i++) {
        other[i] = fit;
        other[i].curve.problem = &there;
    }
    other[1].curve.problem = &here;
    other[2].curve.problem = &elsewhere;
    other[3].curve.method = &other_method;
    other[4].curve.projection++;
    other[5].curve.precision = &other_precision;
    other[6].curve.combination++;
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(results_are_witnesses(&fit, other + i), i == 0);
    other[0].measure = measure_find(NULL, "solution_error");
    assert_false(results_are_witnesses(&fit, other));
}
