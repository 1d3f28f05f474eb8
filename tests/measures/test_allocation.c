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
EACH_STEPPING_ARITHMETIC(DEFINE_COUNT_STEPS)

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
    unsigned long allocations;

    if (cell->bits == FIXTURE_DOUBLE) {
        allocations = count_steps_double(own);
    } else {
        mpfr_precision_set(cell->bits);
        allocations = count_steps_mpfr(own);
    }
    return allocations;
}

static unsigned long count_run(const struct fixture_cell *cell)
{
    start_counting();
    fixture_run(cell);
    return stop_counting();
}

typedef unsigned visitor(struct fixture_cell *cell);

/* Sums `visit` over every listed method with every projection. */
static unsigned visit_all(struct fixture_cell cell, visitor *visit, unsigned *cells)
{
    struct method method;
    struct error error;
    unsigned sum = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            if (method_refuses(&method, row, MODEL_DEGENERATE, &error))
                continue;
            cell.method = method.name;
            cell.projection = row->name;
            sum += visit(&cell);
            (*cells)++;
        }
    }
    return sum;
}

static unsigned check_steps(struct fixture_cell *cell)
{
    unsigned long allocations = count_steps(cell);

    if (allocations)
        print_error("%s %s, %ld bits: %lu allocations in %d steps\n", cell->method, cell->projection,
                    cell->bits, allocations, COUNTED);
    return allocations != 0;
}

static unsigned check_lanes(struct fixture_cell *cell)
{
    unsigned long allocations = count_lanes(cell);

    if (allocations)
        print_error("%s %s, lanes: %lu allocations in %d steps\n", cell->method, cell->projection,
                    allocations, COUNTED);
    return allocations != 0;
}

static unsigned check_tangent_steps(struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    unsigned long allocations;

    mpfr_precision_set(cell->bits);
    allocations = count_steps_tangent(own);
    if (allocations)
        print_error("%s %s with tangents: %lu allocations\n", cell->method, cell->projection, allocations);
    return allocations != 0;
}

static unsigned check_run(struct fixture_cell *cell)
{
    unsigned long few, many;

    cell->steps = 2;
    few = count_run(cell);
    cell->steps = 12;
    many = count_run(cell);
    assert_true(few > 0); /* control: making the stepper is seen */
    if (few != many)
        print_error("%s %s, %ld bits: %lu allocations in 2 steps, %lu in 12\n", cell->method,
                    cell->projection, cell->bits, few, many);
    return few != many;
}

static void check_model(const char *path, long bits, const char *step, visitor *visit)
{
    struct fixture_model model = fixture_model_read(path);
    struct fixture_cell cell = {.model = &model, .step = step, .bits = bits};
    unsigned cells = 0, wrong;

    cell.coefficients = COEFFICIENTS_SPLIT;
    wrong = visit_all(cell, visit, &cells);
    cell.coefficients = COEFFICIENTS_ROUNDED;
    wrong += visit_all(cell, visit, &cells);
    assert_int_equal(wrong, 0);
    assert_true(cells > 200);
}

TEST(test_double)
{
    check_model("models/massless-charged-particle.lua", FIXTURE_DOUBLE, "1/10", check_steps);
    check_model("models/point-vortices.lua", FIXTURE_DOUBLE, "1/10", check_steps);
}

TEST(test_lanes)
{
    check_model("models/point-vortices.lua", FIXTURE_DOUBLE, "1/10", check_lanes);
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "9/4", check_lanes);
}

TEST(test_mpfr)
{
    check_model("models/massless-charged-particle.lua", BITS, "1/10", check_steps);
    check_model("models/point-vortices.lua", BITS, "1/10", check_steps);
}

TEST(test_tangent)
{
    check_model("models/massless-charged-particle.lua", BITS, "1/10", check_tangent_steps);
}

/* Newton's method fails and the solution is followed from h = 0: the paths of difficult steps. */
TEST(test_difficult_steps)
{
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "9/4", check_steps);
    check_model("tests/data/rational.lua", BITS, "9/4", check_steps);
}

TEST(test_runs)
{
    check_model("tests/data/rational.lua", FIXTURE_DOUBLE, "1/10", check_run);
    check_model("tests/data/rational.lua", BITS, "1/10", check_run);
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
