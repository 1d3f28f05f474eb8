/* The two-forms on the spaces of steps, and what a fault in the machinery of symplectic defects does.
 *
 *   forms    each is the canonical form pulled back to its space by a map that central differences linearise:
 *            q -> (q, theta(q)) and (q, e) -> (q + e, theta(q) + T(q)^T e).  Controls: the wrong sign of e,
 *            another point
 *   faults   a step of the symplectic projection has its defect at round-off; with the wrong sign of E, with
 *            the form of the start at both ends, and with one derivative missing it is far above */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "models/kinds/system.h"
#include "measures/step/symplectic_form.h"
#include "numerics/evaluator.h"
#include "numerics/vector.h"

enum { BITS = 200, OFFSET = 66 };
static const double ROUND_OFF = 0x1p-188; /* 2^12 units in the last place */

/* -- forms -- */

/* (q, p) of z: the map by which the canonical form is pulled back */
static void to_phase_space(const struct system *system, enum step_space space, mpfr_t *z,
                           struct evaluator_mpfr *momentum_push, real_mpfr *phase)
{
    size_t d = system->dimension;
    real_mpfr *q = kept_vector_mpfr(d), *e = kept_vector_mpfr(d), *pushed = kept_vector_mpfr(d);

    vector_set_mpfr_mpfr(q, z, d);
    if (space == STEP_MULTIPLIER)
        vector_set_mpfr_mpfr(e, z + d, d);
    evaluator_run_mpfr(momentum_push, 1, (const real_mpfr *const[]){q, e},
                       (real_mpfr *const[]){phase + d, pushed});
    vector_copy_mpfr(phase, q, d);
    vector_add_mpfr(phase, e, d);
    vector_add_mpfr(phase + d, pushed, d);
}

/* M (2d x n): the derivative of that map at z, by central differences */
static void differentiate(const struct system *system, enum step_space space, mpfr_t *z, mpfr_t *M)
{
    size_t d = system->dimension, n = step_jacobian_size(space, d);
    struct evaluator_mpfr *evaluator = evaluator_create_mpfr(system->momentum_push, 1);
    real_mpfr *high = kept_vector_mpfr(2 * d), *low = kept_vector_mpfr(2 * d);

    for (size_t j = 0; j < n; j++) {
        mpfr_add_d(z[j], z[j], ldexp(1, -OFFSET), MPFR_RNDN);
        to_phase_space(system, space, z, evaluator, high);
        mpfr_sub_d(z[j], z[j], ldexp(2, -OFFSET), MPFR_RNDN);
        to_phase_space(system, space, z, evaluator, low);
        mpfr_add_d(z[j], z[j], ldexp(1, -OFFSET), MPFR_RNDN);
        for (size_t i = 0; i < 2 * d; i++) {
            mpfr_sub(M[i * n + j], high + i, low + i, MPFR_RNDN);
            mpfr_mul_2ui(M[i * n + j], M[i * n + j], OFFSET - 1, MPFR_RNDN);
        }
    }
    evaluator_destroy_mpfr(evaluator);
}

/* pulled = M^T J M: p_s . q_t - p_t . q_s for the columns s, t of M (2d x n) */
static void pull_back_canonical(mpfr_t *pulled, mpfr_t *M, size_t d, size_t n)
{
    mpfr_ptr term = kept_number(BITS);

    for (size_t s = 0; s < n; s++) {
        for (size_t t = 0; t < n; t++) {
            mpfr_set_zero(pulled[s * n + t], 1);
            for (size_t i = 0; i < d; i++) {
                mpfr_mul(term, M[(d + i) * n + s], M[i * n + t], MPFR_RNDN);
                mpfr_add(pulled[s * n + t], pulled[s * n + t], term, MPFR_RNDN);
                mpfr_mul(term, M[(d + i) * n + t], M[i * n + s], MPFR_RNDN);
                mpfr_sub(pulled[s * n + t], pulled[s * n + t], term, MPFR_RNDN);
            }
        }
    }
}

/* A point near the initial data, with e of the given size. */
static mpfr_t *random_point(const struct fixture_model *model, size_t n, double size, uint64_t *seed)
{
    size_t d = model->model->dimension;
    mpfr_t *z = kept_numbers(n, BITS);

    for (size_t i = 0; i < n; i++) {
        double displacement = fixture_random_real(seed) * (i < d ? 0.125 : size);

        mpfr_set_zero(z[i], 1);
        if (i < d)
            graph_value(z[i], model->model->initial[0].values[i], NULL);
        mpfr_add_d(z[i], z[i], displacement, MPFR_RNDN);
    }
    return z;
}

static void check_form(const struct fixture_model *model, enum step_space space, uint64_t *seed)
{
    size_t d = model->model->dimension, n = step_jacobian_size(space, d);
    mpfr_t *z = random_point(model, n, 1, seed), *M = kept_numbers(2 * d * n, BITS),
           *pulled = kept_numbers(n * n, BITS), *omega = kept_numbers(n * n, BITS);

    differentiate(model->system, space, z, M);
    pull_back_canonical(pulled, M, d, n);
    symplectic_form_evaluate(model->system, space, z, omega);
    assert_true(fixture_distance(omega, pulled, n * n) < 0x1p-120);
    if (space == STEP_MULTIPLIER) { /* control: the wrong sign of E */
        for (size_t i = d; i < n; i++)
            mpfr_neg(z[i], z[i], MPFR_RNDN);
    } else { /* control: another point */
        mpfr_add_d(z[0], z[0], 0x1p-60, MPFR_RNDN);
    }
    symplectic_form_evaluate(model->system, space, z, omega);
    assert_true(fixture_distance(omega, pulled, n * n) > 0x1p-70);
}

TEST(test_forms)
{
    static const char *const models[] = {"models/point-vortices.lua", "models/massless-charged-particle.lua",
                                         "models/lotka-volterra.lua"};
    uint64_t seed = 5772;

    print_message("# seed %llu\n", (unsigned long long)seed);
    mpfr_precision_set(BITS);
    for (size_t i = 0; i < COUNT(models); i++) {
        struct fixture_model model = fixture_model_read(models[i]);

        check_form(&model, STEP_POSITION, &seed);
        check_form(&model, STEP_MULTIPLIER, &seed);
    }
}

/* -- faults -- */

/* A step of the symplectic projection with what is needed to get its defect wrong. */
struct fault_case {
    size_t d, n;
    const struct system *system;
    mpfr_t *z0, *z1, *M, *start_form, *end_form;
};

static double defect_in(struct fault_case *w)
{
    symplectic_form_evaluate(w->system, STEP_MULTIPLIER, w->z0, w->start_form);
    mpfr_ptr defect = kept_number(BITS);
    symplectic_defect(defect, w->n, w->n, w->M, w->start_form, w->end_form);
    return mpfr_get_d(defect, MPFR_RNDN);
}

static void negate(mpfr_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mpfr_neg(numbers[i], numbers[i], MPFR_RNDN);
}

/* Each of the faults that a wrong machinery would have. */
static void check_faults(struct fault_case *w)
{
    size_t n = w->n;
    mpfr_t kept;

    symplectic_form_evaluate(w->system, STEP_MULTIPLIER, w->z1, w->end_form);
    assert_true(defect_in(w) < ROUND_OFF);

    negate(w->z0 + w->d, w->d); /* E of the wrong sign at both ends */
    negate(w->z1 + w->d, w->d);
    symplectic_form_evaluate(w->system, STEP_MULTIPLIER, w->z1, w->end_form);
    assert_true(defect_in(w) > 1e-9);
    negate(w->z0 + w->d, w->d);
    negate(w->z1 + w->d, w->d);

    symplectic_form_evaluate(w->system, STEP_MULTIPLIER, w->z0, w->end_form); /* the form of the start */
    assert_true(defect_in(w) > 1e-6);
    symplectic_form_evaluate(w->system, STEP_MULTIPLIER, w->z1, w->end_form);

    mpfr_init2(kept, BITS); /* one derivative missing */
    for (size_t i = 0; i < n; i++) {
        mpfr_set(kept, w->M[i * n + i], MPFR_RNDN);
        mpfr_set_zero(w->M[i * n + i], 1);
        assert_true(defect_in(w) > 1e-6);
        mpfr_set_nan(w->M[i * n + i]); /* and one that is no number */
        assert_true(isnan(defect_in(w)));
        mpfr_set(w->M[i * n + i], kept, MPFR_RNDN);
    }
    mpfr_clear(kept);
    assert_true(defect_in(w) < ROUND_OFF);
}

TEST(test_faults)
{
    struct fixture_model model = fixture_model_read("models/point-vortices.lua");
    struct fixture_setup *own =
        fixture_setup_create(&CELL_OF(&model, "gauss-2", "symplectic", .step = "1/2", .bits = BITS));
    struct fault_case w = {.d = own->dimension, .n = 2 * own->dimension, .system = model.system};
    uint64_t seed = 31;

    mpfr_precision_set(BITS);
    w.z0 = random_point(&model, w.n, 0.015, &seed);
    w.z1 = kept_numbers(w.n, BITS);
    w.M = kept_numbers(w.n * w.n, BITS);
    w.start_form = kept_numbers(w.n * w.n, BITS);
    w.end_form = kept_numbers(w.n * w.n, BITS);
    assert_int_equal(step_jacobian_evaluate(&own->setup, &own->method, w.z0, w.z1, w.M), NEWTON_CONVERGED);
    check_faults(&w);
}
