/* What is seen of integral invariants: the same with few points and with many, over every second one and with more
 * bits; and a control that can fail. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

/* A cell with step 1/10, observed at its end. */
static struct cell_request cell_of(const struct problem *problem, const char *method, const char *projection,
                                   unsigned long steps)
{
    struct cell_request request =
        checkpoint_request(problem, method, projection, CELL_DOUBLE, kept_rational(1, 10));

    request.steps = request.every = steps;
    return request;
}

/* Neither the standard nor the midpoint projection preserves anything, and with 25 points a side that is seen as it
 * is with 33.  What is preserved stays within its floors over all points, over every second one and with more bits. */
TEST(test_evidence)
{
    static const struct {
        const char *method, *projection;
        enum poincare_form form;
        bool exact;
    } cases[] = {{"gauss-2", "standard", POINCARE_NONCANONICAL, false},
                 {"gauss-2", "midpoint", POINCARE_NONCANONICAL, false},
                 {"gauss-3", "midpoint", POINCARE_NONCANONICAL, false},
                 {"gauss-2", "symplectic", POINCARE_CORRECTED, true},
                 {"gauss-2", "none", POINCARE_CANONICAL, true}};
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");

    for (size_t i = 0; i < COUNT(cases); i++) {
        for (size_t side = 25; side <= 33; side += 8) {
            struct cell_request request = cell_of(problem, cases[i].method, cases[i].projection, 30);
            const enum poincare_form f = cases[i].form;
            struct cell_poincare *result;
            const struct poincare_form_drift *form;

            request.every = 10;
            result = fixture_measure(&request, 2, side);
            form = result->drift->form + f;
            print_message("# %s %s, %zu: %.1e of %.1e, coarse %.1e of %.1e, repeated %.1e of %.1e\n",
                          cases[i].method, cases[i].projection, side, form->maximum, result->floor[f],
                          form->coarse_maximum, result->coarse_floor[f], result->repeated[f],
                          result->repeated_floor[f]);
            assert_true(cell_poincare_is_seen(result, f) == !cases[i].exact);
            if (cases[i].exact) {
                assert_true(form->coarse_maximum <= 10 * result->coarse_floor[f]);
                assert_true(result->repeated[f] <= 10 * result->repeated_floor[f]);
            } else {
                assert_true(result->repeated[f] > 1e5 * result->repeated_floor[f]);
            }
        }
    }
}

/* A variational method whose steps lose a part of 1e-9 of a momentum: its canonical invariant drifts. */
struct leaking {
    struct stepper_double stepper; /* first: it is one of these, with the numbers of the base */
    struct stepper_double *base;
};

static enum newton_status leak(struct stepper_double *stepper)
{
    struct stepper_double *base = ((struct leaking *)stepper)->base;
    enum newton_status status = base->step(base);

    stepper->p[0] *= 1 - 1e-9;
    return status;
}

#define DEFINE_PASS(verb)                                                                                    \
    static void pass_##verb(struct stepper_double *stepper)                                                  \
    {                                                                                                        \
        struct stepper_double *base = ((struct leaking *)stepper)->base;                                     \
                                                                                                             \
        base->verb(base);                                                                                    \
    }
DEFINE_PASS(start)
DEFINE_PASS(forget)
DEFINE_PASS(destroy)

static void destroy_leaking(struct stepper_double *stepper)
{
    pass_destroy(stepper);
    free(stepper);
}

static struct stepper_double *create_leaking(const struct setup *setup)
{
    struct leaking *w = memory_create(1, sizeof *w);
    struct method whole;

    assert_true(method_find("gauss-1", &whole, &said));
    w->base = whole.family->create_double(setup);
    w->stepper = *w->base;
    w->stepper.step = leak;
    w->stepper.start = pass_start;
    w->stepper.forget = pass_forget;
    w->stepper.destroy = destroy_leaking;
    return &w->stepper;
}

/* The control is not measured against itself: one that drifts is seen to. */
TEST(test_control_can_fail)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    struct cell_request request = cell_of(problem, "gauss-1", "none", 20);
    struct method_family leaking = *request.method.family;
    struct cell_poincare *whole = fixture_measure(&request, 1, 128), *failing;

    leaking.create_double = create_leaking;
    leaking.lanes = NULL;
    request.method.family = &leaking;
    failing = fixture_measure(&request, 1, 128);
    assert_false(cell_poincare_is_seen(whole, POINCARE_CANONICAL));
    assert_true(failing->drift->form[POINCARE_CANONICAL].maximum > 1e-10);
    assert_true(cell_poincare_is_seen(failing, POINCARE_CANONICAL));
}
