/* What steps cost, in evaluations of the model, against a count that knows nothing of methods.
 *
 * The program is linked with --wrap, so that every evaluation of a program in MPFR comes here; those of one function of the
 * model, or of the residuals of formulas, are counted point by point.  Of explicit methods the count is known beforehand. */
#include "tests/fixtures/test.h"

#include "integrators/formulas/step_formulas.h"
#include "numerics/evaluator.h"
#include "tests/fixtures/measures/cell_fixture.h"

enum { BITS = 100, STEPS = 7, MOST_EVALUATORS = 256, MOST_WATCHED = 4 };

static struct {
    const struct evaluator_mpfr *evaluator[MOST_EVALUATORS];
    const struct program *program[MOST_EVALUATORS];
    size_t evaluators;
    const struct program *watched[MOST_WATCHED];
    size_t points;
} counter;

struct evaluator_mpfr *__real_evaluator_create_mpfr(const struct program *program, size_t points);
void __real_evaluator_run_mpfr(struct evaluator_mpfr *evaluator, size_t points, const real_mpfr *const *input,
                               real_mpfr *const *output);
struct evaluator_mpfr *__wrap_evaluator_create_mpfr(const struct program *program, size_t points);
void __wrap_evaluator_run_mpfr(struct evaluator_mpfr *evaluator, size_t points, const real_mpfr *const *input,
                               real_mpfr *const *output);

struct evaluator_mpfr *__wrap_evaluator_create_mpfr(const struct program *program, size_t points)
{
    struct evaluator_mpfr *evaluator = __real_evaluator_create_mpfr(program, points);

    assert_true(counter.evaluators < MOST_EVALUATORS);
    counter.program[counter.evaluators] = program;
    counter.evaluator[counter.evaluators++] = evaluator;
    return evaluator;
}

void __wrap_evaluator_run_mpfr(struct evaluator_mpfr *evaluator, size_t points, const real_mpfr *const *input,
                               real_mpfr *const *output)
{
    const struct program *program = NULL;

    for (size_t i = 0; i < counter.evaluators; i++) { /* the last one at that address */
        if (counter.evaluator[i] == evaluator)
            program = counter.program[i];
    }
    for (size_t i = 0; i < MOST_WATCHED; i++) {
        if (program && counter.watched[i] == program)
            counter.points += points;
    }
    __real_evaluator_run_mpfr(evaluator, points, input, output);
}

/* -- one run -- */

/* What is counted beside the stepper, and what an evaluation is in it. */
enum watched {
    FIELD,      /* f, at a point */
    HALVES,     /* f, for one half of it at a time */
    STAGES,     /* p(x) and the force, at the stages */
    STAGES_END, /* the same, with the end of the step in each residual */
    FORCES,     /* H_q and what the constraints add to it, likewise */
    SLIPS,      /* discrete constraints */
    FORMULAS    /* residuals */
};

struct counted {
    struct newton_counts counts;
    size_t points;
};

static void watch(const struct setup *setup, enum watched watched)
{
    const struct system *system = setup->system;
    const struct step_family *phase = step_formulas_family(setup, setup->method->family);
    const struct program *const programs[] = {
        [FIELD] = system->velocity,         [HALVES] = system->velocity,
        [STAGES] = system->momentum_force,  [STAGES_END] = system->momentum_force,
        [FORCES] = system->holonomic.force, [SLIPS] = system->nonholonomic.slip,
    };

    memset(&counter, 0, sizeof counter);
    if (watched != FORMULAS) {
        counter.watched[0] = programs[watched];
        assert_non_null(counter.watched[0]);
        return;
    }
    for (size_t k = 0; phase; k++, phase = phase->then) {
        assert_true(k < MOST_WATCHED);
        counter.watched[k] = step_formulas_compile(setup, phase)->residual;
    }
}

static struct counted run(const struct fixture_cell *cell, enum watched watched)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct stepper_mpfr *stepper;
    struct counted counted;

    mpfr_precision_set(cell->bits);
    watch(&own->setup, watched);
    stepper = own->method.family->create_mpfr(&own->setup);
    counter.points = 0; /* the start of a run costs nothing */
    for (unsigned long n = 0; n < cell->steps; n++)
        assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
    counted = (struct counted){stepper->counts(stepper), counter.points};
    stepper->destroy(stepper);
    return counted;
}

static const char PENDULUM[] = "models/pendulum.lua", DOUBLE[] = "models/double-spherical-pendulum.lua",
                  KEPLER[] = "models/kepler.lua", LORENZ[] = "models/lorenz.lua",
                  PREY[] = "models/lotka-volterra.lua", VORTICES[] = "models/point-vortices.lua",
                  DISK[] = "models/vertical-disk.lua", SLEIGH[] = "models/chaplygin-sleigh.lua";
#define METHOD(name) "tests/data/methods/" name ".lua"

/* -- against what is counted independently -- */

TEST(test_counted)
{
    static const struct {
        const char *model, *method, *projection;
        enum watched watched;
        size_t stages;
    } cases[] = {
        {LORENZ, "rk4", "none", FIELD, 4},
        {KEPLER, "runge-kutta:gauss-2", "none", FIELD, 2},
        {LORENZ, "runge-kutta:lobatto-iiic-3", "none", FIELD, 3},
        {PREY, "runge-kutta:gauss-3", "none", FIELD, 3},
        {LORENZ, "compose:runge-kutta:gauss-1:suzuki-4", "none", FIELD, 1},
        {LORENZ, "compose:runge-kutta:gauss-2:triple-jump-6", "none", FIELD, 2},
        {LORENZ, METHOD("euler-and-adjoint"), "none", FIELD, 1},
        {LORENZ, METHOD("adams-moulton-4"), "none", FIELD, 4},
        {LORENZ, METHOD("bdf-2"), "none", FIELD, 1},
        {KEPLER, METHOD("low-starter"), "none", FIELD, 1},
        {KEPLER, METHOD("symplectic-euler"), "none", HALVES, 1},
        {KEPLER, METHOD("blanes-moan-6"), "none", HALVES, 11},
        {VORTICES, "gauss-2", "none", STAGES, 2},
        {PREY, "lobatto-iiia-iiib-3", "none", STAGES, 3},
        {VORTICES, "gauss-2", "standard", STAGES, 2},
        {VORTICES, "gauss-3", "symplectic", STAGES, 3},
        {VORTICES, "gauss-2", "symmetric", STAGES_END, 2},
        {PREY, "gauss-3", "midpoint", STAGES_END, 3},
        {PREY, "augmented:gauss-2", "none", STAGES_END, 2},
        {VORTICES, "hamilton-pontryagin:gauss-3", "none", STAGES, 3},
        {PENDULUM, "lobatto-jay-3", "none", FORCES, 3},
        {DOUBLE, "lobatto-jay-2", "none", FORCES, 2},
        {PENDULUM, "rattle", "none", FORMULAS, 1},
        {DOUBLE, "rattle", "none", FORMULAS, 1},
        {DOUBLE, "reich-cotangent", "none", FORMULAS, 1},
        {PENDULUM, "bdf-2", "none", FORMULAS, 1},
        {DISK, "dla:1/2", "none", SLIPS, 1},
        {SLEIGH, "dla:1/3", "none", SLIPS, 1},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct fixture_model model = fixture_model_read(cases[i].model);
        const struct counted counted = run(&CELL_OF(&model, cases[i].method, cases[i].projection,
                                                    .step = "1/50", .steps = STEPS, .bits = BITS),
                                           cases[i].watched);
        const double points = (double)counted.points, stages = (double)cases[i].stages,
                     residuals = points / stages, found = counted.counts.evaluations;
        double expected = points;

        switch (cases[i].watched) {
        case HALVES:
            expected = points / 2;
            break;
        case STAGES: /* and the projection of the end, where it is solved after the step */
            expected = points + ((double)counted.counts.residual_evaluations - residuals);
            break;
        case FORCES:
        case STAGES_END:
            expected = points + residuals;
            break;
        default:
            break;
        }
        if (!(points > 0) || found != expected)
            fail_msg("%s, %s, %s: %g evaluations instead of %g (%zu points)", cases[i].model, cases[i].method,
                     cases[i].projection, found, expected, counted.points);
    }
}

/* -- against what is known -- */

/* Of explicit methods: of a run's start once, and of each step. */
TEST(test_known)
{
    static const struct {
        const char *model, *method;
        double start, step;
    } cases[] = {
        {LORENZ, "rk4", 0, 4},
        {KEPLER, "runge-kutta:euler", 0, 1},
        {KEPLER, METHOD("symplectic-euler"), 0, 1},
        {KEPLER, METHOD("ruth-3"), 0, 3},
        {KEPLER, METHOD("blanes-moan-6"), 0, 10.5},
        {KEPLER, METHOD("stoermer-nystroem"), 0, 2},
        {KEPLER, METHOD("nystroem-5"), 0, 4},
        {KEPLER, "examples/partitioned-verlet.lua", 0, 2},
        {KEPLER, "examples/stoermer-verlet.lua", 0, 1.5},
        {KEPLER, METHOD("composed/thirds-of-ruth-3"), 0, 9},
        {LORENZ, METHOD("composed/three-of-rk4"), 0, 12},
        {LORENZ, METHOD("low-starter"), 3 * 1, 1},
        {LORENZ, "examples/adams-bashforth-4.lua", 3 * 4, 1},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct fixture_model model = fixture_model_read(cases[i].model);

        for (unsigned long steps = STEPS; steps <= 2 * STEPS; steps += STEPS) {
            struct trajectory *trajectory =
                fixture_run(&CELL_OF(&model, cases[i].method, "none", .step = "1/50", .steps = steps));
            const double expected = cases[i].start + (double)steps * cases[i].step;

            if (trajectory->counts.evaluations != expected)
                fail_msg("%s, %s: %g evaluations in %lu steps instead of %g", cases[i].model, cases[i].method,
                         trajectory->counts.evaluations, steps, expected);
        }
    }
}
