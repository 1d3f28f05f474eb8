/* Our own code allocates nothing in a step.
 *
 * The program is linked with --wrap, so that calls of malloc, calloc, realloc, mpfr_init and mpfr_init2 from
 * our own objects come here and are counted while a flag is set; what libraries do inside is not seen.  Every
 * listed method with every projection, in double, in lanes, at 200 bits and with tangents: after two steps,
 * three steps without an allocation.  A run with its measures allocates as often for 2 steps as for 12.
 * Control: allocations in between are counted. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/ensemble/ensemble.h"

enum { BITS = 200, WARM = 2, COUNTED = 3, MOST_DIMENSIONS = 4 };

/* volatile: compilers know that malloc does not write to our variables. */
static volatile struct {
    bool counting;
    unsigned long allocations;
} counter;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_mpfr_init(mpfr_ptr x);
void __real_mpfr_init2(mpfr_ptr x, mpfr_prec_t precision);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_mpfr_init(mpfr_ptr x);
void __wrap_mpfr_init2(mpfr_ptr x, mpfr_prec_t precision);

void *__wrap_malloc(size_t size)
{
    counter.allocations += counter.counting;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    counter.allocations += counter.counting;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    counter.allocations += counter.counting;
    return __real_realloc(block, size);
}

void __wrap_mpfr_init(mpfr_ptr x)
{
    counter.allocations += counter.counting;
    __real_mpfr_init(x);
}

void __wrap_mpfr_init2(mpfr_ptr x, mpfr_prec_t precision)
{
    counter.allocations += counter.counting;
    __real_mpfr_init2(x, precision);
}

static void start_counting(void)
{
    counter.allocations = 0;
    counter.counting = true;
}

static unsigned long stop_counting(void)
{
    counter.counting = false;
    return counter.allocations;
}

/* Allocations in steps WARM + 1, ..., WARM + COUNTED.  A step that is not solved is counted like any other.
 */
#define DEFINE_COUNT_STEPS(A)                                                                                \
    static unsigned long count_steps_##A(const struct fixture_setup *own)                                    \
    {                                                                                                        \
        struct stepper_##A *stepper = own->method.family->create_##A(&own->setup);                           \
        unsigned long allocations;                                                                           \
                                                                                                             \
        for (int n = 0; n < WARM; n++)                                                                       \
            stepper->step(stepper);                                                                          \
        start_counting();                                                                                    \
        for (int n = 0; n < COUNTED; n++)                                                                    \
            stepper->step(stepper);                                                                          \
        allocations = stop_counting();                                                                       \
        stepper->destroy(stepper);                                                                           \
        return allocations;                                                                                  \
    }
DEFINE_COUNT_STEPS(double)
DEFINE_COUNT_STEPS(mpfr)
DEFINE_COUNT_STEPS(tangent)

/* Eight trajectories from the initial data, in every build of lanes that runs here. */
static unsigned long count_lanes(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct ensemble_member member[LANES];
    double q[LANES * MOST_DIMENSIONS];
    unsigned long allocations = 0;

    for (size_t i = 0; i < LANES * own->dimension; i++)
        q[i] = mpfr_get_d(own->initial[i % own->dimension], MPFR_RNDN);
    for (size_t k = 0; ensemble_build(k); k++) {
        const struct ensemble_build_double *build = ensemble_build(k);
        void *group = build->create(&own->setup, own->method.family);

        build->watch(group);
        build->start(group, q, LANES);
        build->advance(group, WARM, member);
        start_counting();
        build->advance(group, COUNTED, member);
        allocations += stop_counting();
        build->destroy(group);
    }
    return allocations;
}

static unsigned long count_steps(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);

    if (cell->bits == FIXTURE_DOUBLE)
        return count_steps_double(own);
    mpfr_precision_set(cell->bits);
    return count_steps_mpfr(own);
}

static unsigned long count_tangent_steps(const struct fixture_cell *cell)
{
    mpfr_precision_set(cell->bits);
    return count_steps_tangent(fixture_setup_create(cell));
}

static unsigned long count_run(struct fixture_cell cell, unsigned long steps)
{
    cell.steps = steps;
    start_counting();
    fixture_run(&cell);
    return stop_counting();
}

/* More for 12 steps than for 2 */
static unsigned long count_further_steps(const struct fixture_cell *cell)
{
    unsigned long few;

    count_run(*cell, 2); /* what is made once for a model and kept with its programs */
    few = count_run(*cell, 2);
    assert_true(few > 0); /* control: making the stepper is seen */
    return count_run(*cell, 12) - few;
}

typedef unsigned long counter_of(const struct fixture_cell *cell);

/* Every listed method with every projection, with rounded and with split coefficients. */
static void check_model(const char *path, long bits, const char *step, counter_of *count)
{
    struct fixture_model model = fixture_model_read(path);
    struct method method;
    unsigned cells = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell = CELL_OF(&model, method.name, row->name, .step = step, .bits = bits);

            if (method_refuses(&method, row, MODEL_DEGENERATE, &said))
                continue;
            for (int split = 0; split < 2; split++, cells++) {
                unsigned long allocations;

                cell.coefficients = split ? COEFFICIENTS_SPLIT : COEFFICIENTS_ROUNDED;
                if ((allocations = count(&cell)))
                    fail_msg("%s %s, %ld bits: %lu allocations", cell.method, cell.projection, bits,
                             allocations);
            }
        }
    }
    assert_true(cells > 200);
}

TEST(test_double)
{
    check_model("models/massless-charged-particle.lua", FIXTURE_DOUBLE, "1/10", count_steps);
    check_model("models/point-vortices.lua", FIXTURE_DOUBLE, "1/10", count_steps);
}

TEST(test_lanes)
{
    check_model("models/point-vortices.lua", FIXTURE_DOUBLE, "1/10", count_lanes);
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "9/4", count_lanes);
}

TEST(test_mpfr)
{
    check_model("models/massless-charged-particle.lua", BITS, "1/10", count_steps);
    check_model("models/point-vortices.lua", BITS, "1/10", count_steps);
}

TEST(test_tangent)
{
    check_model("models/massless-charged-particle.lua", BITS, "1/10", count_tangent_steps);
}

/* Newton's method fails and the solution is followed from h = 0: the paths of difficult steps. */
TEST(test_difficult_steps)
{
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "9/4", count_steps);
    check_model("tests/data/rational.lua", BITS, "9/4", count_steps);
}

TEST(test_runs)
{
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "1/10", count_further_steps);
    check_model("tests/data/rational.lua", BITS, "1/10", count_further_steps);
}

TEST(test_control)
{
    void *volatile block;
    mpfr_t number;

    start_counting();
    block = malloc(1);
    assert_int_equal(counter.allocations, 1);
    block = realloc(block, 2);
    assert_int_equal(counter.allocations, 2);
    free(block);
    block = calloc(1, 1);
    assert_int_equal(counter.allocations, 3);
    free(block);
    mpfr_init(number);
    assert_int_equal(counter.allocations, 4);
    mpfr_clear(number);
    mpfr_init2(number, 100);
    assert_int_equal(counter.allocations, 5);
    mpfr_clear(number);
    free(memory_create(3, 3)); /* from one of our own objects */
    assert_int_equal(stop_counting(), 6);
    free(malloc(1));
    assert_int_equal(counter.allocations, 6);
}
