/* The verdict on relations in double: more bits would not show an order, and they may differ in double alone. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict.h"
#include "harness/judge/verdict_in_double.h"

static bool decides(const struct fit *evidence, enum verdict verdict, enum verdict_reason reason)
{
    const struct claim_on_fit claim = {.id = "A1", .kind = CLAIM_EXACT, .formula = "0", .source = "test"};
    const struct verdict_outcome outcome = verdict_decide(evidence, &claim);

    return outcome.verdict == verdict && outcome.reason == reason;
}

/* A defect may lie below the floor. */
TEST(relations_in_double)
{
    const double floors[] = {1e-16};
    double errors[] = {0.99 * 0x1p-53 * VERDICT_RELATION_FLOORS};
    struct fit e = {.measure = measure_find(NULL, "relation:precision"),
                    .order.status = FIT_EXACT,
                    .points.count = 1,
                    .points.errors = errors,
                    .floor.of_points = floors,
                    .order.used = (bool[]){false},
                    .exact.error = 1e-10,
                    .exact.repeated = 1e-35,
                    .exact.bits = 64,
                    .context.witness = VERDICT_WITNESS_REFUTES};

    assert_true(decides(&e, VERDICT_HOLDS, VERDICT_REASON_NONE));
    errors[0] = 1.01 * 0x1p-53 * VERDICT_RELATION_FLOORS;
    assert_true(decides(&e, VERDICT_REFUTED, VERDICT_REASON_NONE)); /* whatever is seen with more bits */
    e.curve.bits = 128;
    assert_true(decides(&e, VERDICT_HOLDS, VERDICT_REASON_NONE));
    e.curve.bits = CELL_DOUBLE;
    e.curve.alone = true;
    e.floor.origin = FLOOR_BY_DATA;
    errors[0] = 0.99e-16 * VERDICT_RELATION_FLOORS;
    assert_true(decides(&e, VERDICT_HOLDS, VERDICT_REASON_NONE));
    errors[0] = 1.01e-16 * VERDICT_RELATION_FLOORS;
    assert_true(decides(&e, VERDICT_REFUTED, VERDICT_REASON_NONE));
    e.context.witness = VERDICT_WITNESS_NONE;
    assert_true(decides(&e, VERDICT_INCONCLUSIVE, VERDICT_REASON_TOO_FEW));
    e.exact.bits = 0;
    errors[0] = 1e-14;
    assert_true(decides(&e, VERDICT_HOLDS, VERDICT_REASON_NONE));
    e.measure = measure_find(NULL, "symplectic_defect");
    assert_true(decides(&e, VERDICT_INCONCLUSIVE, VERDICT_REASON_FLOOR));
}
