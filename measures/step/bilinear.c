/* Whether a run of many steps preserves its two-form: |u_n^T Om(z_n) v_n - u_0^T Om(z_0) v_0|, relative to
 * the second term, for two tangent vectors u, v that are carried along.
 *
 * z is the state on which a step is a map and Om the form that belongs to it (symplectic_form.h).  Tangents
 * are differences of neighbouring runs, so that nothing is asked of the method but its steps:
 *
 *     central      u_n = (z_n(z_0 + delta u) - z_n(z_0 - delta u)) / (2 delta),    delta = 2^-floor(p/3)
 *     one-sided    u_n = (z_n(z_0 + delta u) - z_n(z_0)) / delta,                  delta = 1e-8, as printed
 *     wide         u_1 = sum_j c_j (z_1(z_0 + j delta u) - z_1(z_0 - j delta u)) / delta, j = 1, ..., 4,
 *                  c = 4/5, -1/5, 4/105, -1/280,                                    delta = 2^-floor(p/7)
 *
 * u_0 = S (1, 1/2, 1/3, ...) and v_0 along S^2 Om(z_0)^T u_0, so that the term they are relative to is not small, S the
 * sizes of the coordinates at the start and after one step (scale.h; of multipliers those of q), of one-sided differences
 * 1; v_0 is as large as u_0 beside S.  Both are taken as the differences of the starts after these were rounded.
 *
 * Floor: with p bits central differences leave O(delta^2) of the third derivative of the map and round-off
 * 2^-p / delta, both about 2^(-2p/3) (in double 2e-11) times what the run amplifies; one-sided ones leave
 * O(1e-8).  Wide ones, of order 8 (Fornberg 1988), are for single steps, whose map is smooth over such distances: they
 * leave 2^-(6p/7) or so, 1e-14 in double.  Below that nothing is said.  A repetition from perturbed data takes half of delta, so that its difference
 * shows three quarters of what central differences leave. */
#include "measures/step/step_defect.h"

#include <math.h>
#include <stdlib.h>

#include "measures/run/scale.h"
#include "measures/step/step_state.h"
#include "measures/step/symplectic_form.h"
#include "measures/step/tangent_space.h"
#include "models/kinds/transformed.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { EXTRA_BITS = 64, WIDEST = 4 };
enum difference { CENTRAL, ONE_SIDED, WIDE };

/* c_j over their common denominator, which drops out of the quotient */
static const int weights[][WIDEST] = {[CENTRAL] = {1}, [ONE_SIDED] = {1}, [WIDE] = {672, -168, 32, -3}};

struct bilinear {
    size_t n, pairs,
        runs; /* of z_0 + j delta u and z_0 - j delta u, of u and of v; with the run from z_0 itself */
    enum step_space space;
    struct X(stepper) *stepper;
    const struct setup *setup;
    mpfr_prec_t precision; /* of what is computed with states; they are kept exactly */
    mpfr_ptr offset;       /* delta */
    mpfr_ptr direction;    /* u, then v: n each */
    mpfr_ptr start,
        end; /* of the runs from z_0, z_0 + delta u, z_0 - delta u, z_0 + 2 delta u, ..., and with v: n each */
    mpfr_ptr form;    /* n x n */
    double *size;     /* S: n */
    mpfr_ptr tangent; /* u_k, then v_k */
};

static void read_state(const struct bilinear *w, mpfr_ptr z)
{
    for (size_t i = 0; i < w->n; i++)
        real_get_mpfr(z + i, X(step_state_component)(w->stepper, w->space, i));
}

/* The state at the start of a run, from its numbers. */
static void place_state(const struct bilinear *w, mpfr_ptr z)
{
    for (size_t i = 0; i < w->n; i++)
        real_set_mpfr(X(step_state_component)(w->stepper, w->space, i), z + i);
    for (size_t i = w->setup->system->model->moved; i < w->stepper->dimension && w->space == STEP_CANONICAL;
         i++)
        real_set_mpfr(w->stepper->q + i, w->setup->initial[i]); /* the time, which is none of (q, p) */
    if (w->space == STEP_POSITION)
        w->stepper->start(w->stepper);
    else
        w->stepper->restart(w->stepper);
}

/* form = Om(z) */
static void find_form(const struct bilinear *w, mpfr_ptr z)
{
    symplectic_form_evaluate(w->setup->system, w->space, (mpfr_t *)z, (mpfr_t *)w->form);
}

static void project_direction(const struct bilinear *w, mpfr_ptr u)
{
    const struct system *system = w->setup->system;

    if (w->space == STEP_POSITION && tangent_space_codimension(system))
        tangent_space_project(system, (mpfr_t *)w->start, (mpfr_t *)u);
    for (size_t i = 0; system->model->time_dependent && i < w->n; i++) {
        if (i % system->dimension >= system->model->moved)
            mpfr_set_zero(u + i, 1);
    }
}

/* v over the largest |v_i|/s_i */
static void normalize(const struct bilinear *w, mpfr_ptr v)
{
    double largest = 0;

    for (size_t i = 0; i < w->n; i++)
        largest = fmax(largest, fabs(mpfr_get_d(v + i, MPFR_RNDN)) / w->size[i]);
    for (size_t i = 0; i < w->n && largest > 0; i++)
        mpfr_div_d(v + i, v + i, ldexp(1, ilogb(largest)), MPFR_RNDN);
}

/* v = S^2 Om^T u, both in the tangent space of the constraint manifold where there is one */
static void find_directions(const struct bilinear *w, enum difference difference)
{
    mpfr_ptr u = w->direction, v = u + w->n;
    mpfr_t term;

    mpfr_init2(term, w->precision);
    for (size_t i = 0; i < w->n; i++) {
        mpfr_set_ui(u + i, 1, MPFR_RNDN);
        mpfr_div_ui(u + i, u + i, i + 1, MPFR_RNDN);
        mpfr_mul_d(u + i, u + i, w->size[i], MPFR_RNDN);
    }
    project_direction(w, u);
    for (size_t i = 0; i < w->n; i++) {
        mpfr_set_zero(v + i, 1);
        for (size_t j = 0; j < w->n; j++) {
            mpfr_mul(term, w->form + j * w->n + i, u + j, MPFR_RNDN);
            mpfr_add(v + i, v + i, term, MPFR_RNDN);
        }
        mpfr_mul_d(v + i, v + i, w->size[i] * w->size[i], MPFR_RNDN);
    }
    project_direction(w, v);
    if (difference != ONE_SIDED)
        normalize(w, v);
    mpfr_clear(term);
}

/* S, by the start and one step from it; false where none is made. */
static bool find_sizes(const struct bilinear *w, enum difference difference)
{
    const struct model *model = w->setup->system->model;
    const size_t half = w->space == STEP_POSITION ? transformed_block(model) : w->n / 2;

    for (size_t i = 0; i < w->n; i++)
        w->size[i] = 1;
    if (difference == ONE_SIDED)
        return true;
    if (w->stepper->step(w->stepper) != NEWTON_CONVERGED)
        return false;
    read_state(w, w->end);
    scale_sizes(w->size, w->n, half, (mpfr_t *)w->start, (mpfr_t *)w->end);
    for (size_t i = half; i < w->n && w->space == STEP_MULTIPLIER; i++)
        w->size[i] = w->size[i - half];
    return true;
}

/* The starts of the runs from 1 on, as the arithmetic rounds them. */
static void find_starts(const struct bilinear *w)
{
    mpfr_t shifted;

    mpfr_init2(shifted, w->precision);
    for (size_t run = 1; run < w->runs; run++) {
        const size_t along = (run - 1) / (2 * w->pairs), multiple = (run - 1) % (2 * w->pairs) / 2 + 1;
        mpfr_ptr direction = w->direction + along * w->n;

        for (size_t i = 0; i < w->n; i++) {
            mpfr_mul(shifted, w->offset, direction + i, MPFR_RNDN);
            mpfr_mul_ui(shifted, shifted, multiple, MPFR_RNDN);
            if (run % 2 == 0)
                mpfr_neg(shifted, shifted, MPFR_RNDN);
            mpfr_add(shifted, shifted, w->start + i, MPFR_RNDN);
            real_set_mpfr(X(step_state_component)(w->stepper, w->space, i), shifted);
        }
        read_state(w, w->start + run * w->n);
    }
    mpfr_clear(shifted);
}

static bool carry(const struct bilinear *w, size_t run, unsigned long steps)
{
    place_state(w, w->start + run * w->n);
    for (unsigned long k = 0; k < steps; k++) {
        if (w->stepper->step(w->stepper) != NEWTON_CONVERGED)
            return false;
    }
    read_state(w, w->end + run * w->n);
    return true;
}

static bool carry_all(const struct bilinear *w, unsigned long steps, enum difference difference)
{
    for (size_t run = 0; run < w->runs; run++) {
        bool used = run % 2 == 1 || run == 0 || difference != ONE_SIDED;

        if (used && !carry(w, run, steps))
            return false;
    }
    return true;
}

/* value = u^T form v of the runs at their starts or ends; the offset drops out of the quotient, but for the
 * factor 2 that central differences have at both times */
static void pair(mpfr_ptr value, const struct bilinear *w, mpfr_ptr states, enum difference difference)
{
    mpfr_ptr u = w->tangent, v = u + w->n;
    mpfr_t term;

    mpfr_init2(term, w->precision);
    for (size_t i = 0; i < 2 * w->n; i++)
        mpfr_set_zero(w->tangent + i, 1);
    for (size_t k = 0; k < 2 * w->pairs; k++) {
        mpfr_ptr forward = states + (2 * k + 1) * w->n, sum = w->tangent + k / w->pairs * w->n;
        mpfr_ptr other = difference == ONE_SIDED ? states : forward + w->n;

        for (size_t i = 0; i < w->n; i++) {
            mpfr_sub(term, forward + i, other + i, MPFR_RNDN);
            mpfr_mul_si(term, term, weights[difference][k % w->pairs], MPFR_RNDN);
            mpfr_add(sum + i, sum + i, term, MPFR_RNDN);
        }
    }
    mpfr_set_zero(value, 1);
    for (size_t i = 0; i < w->n * w->n; i++) {
        mpfr_mul(term, w->form + i, u + i / w->n, MPFR_RNDN);
        mpfr_mul(term, term, v + i % w->n, MPFR_RNDN);
        mpfr_add(value, value, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

static void compare(mpfr_ptr defect, const struct bilinear *w, enum difference difference)
{
    mpfr_t before, after;

    mpfr_inits2(w->precision, before, after, (mpfr_ptr)0);
    find_form(w, w->start);
    pair(before, w, w->start, difference);
    find_form(w, w->end);
    pair(after, w, w->end, difference);
    mpfr_sub(after, after, before, MPFR_RNDN);
    mpfr_div(after, after, before, MPFR_RNDN);
    mpfr_abs(defect, after, MPFR_RNDN);
    mpfr_clears(before, after, (mpfr_ptr)0);
}

/* Of a repetition half as large: what the differences leave is then another part of what they left. */
static void set_offset(const struct bilinear *w, enum difference difference, unsigned long halvings)
{
    if (difference == ONE_SIDED)
        mpfr_set_d(w->offset, 1e-8, MPFR_RNDN);
    else
        mpfr_set_ui_2exp(w->offset, 1, -(mpfr_exp_t)(real_precision() / (difference == WIDE ? 7 : 3)),
                         MPFR_RNDN);
    mpfr_div_2ui(w->offset, w->offset, halvings, MPFR_RNDN);
}

/* From where the step object is. */
static void find_one(mpfr_ptr defect, const struct bilinear *w, unsigned long steps,
                     enum difference difference)
{
    read_state(w, w->start);
    find_form(w, w->start);
    mpfr_set_nan(defect);
    if (find_sizes(w, difference)) {
        find_directions(w, difference);
        find_starts(w);
        if (carry_all(w, steps, difference))
            compare(defect, w, difference);
    }
}

/* After so many steps, or as many as the cell has, from the initial data; or the largest at other states. */
static void find_defect(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup,
                        enum difference difference, unsigned long most)
{
    enum step_space space = method_space(setup->method, setup->projection);
    struct X(stepper) *stepper = setup->method->family->X(create)(setup);
    unsigned long steps = request->steps < most ? request->steps : most;
    size_t n = step_jacobian_size(space, stepper->dimension);
    mpfr_prec_t precision = 2 * (mpfr_prec_t)real_precision() + EXTRA_BITS;
    const size_t pairs = difference == WIDE ? WIDEST : 1, runs = 1 + 4 * pairs;
    mpfr_ptr block = number_block_create(1 + (4 + 2 * runs) * n + n * n, precision);
    struct bilinear w = {
        .n = n,
        .pairs = pairs,
        .runs = runs,
        .space = space,
        .stepper = stepper,
        .setup = setup,
        .precision = precision,
        .offset = block,
        .direction = block + 1,
        .tangent = block + 1 + 2 * n,
        .start = block + 1 + 4 * n,
        .end = block + 1 + (4 + runs) * n,
        .form = block + 1 + (4 + 2 * runs) * n,
        .size = memory_create(n, sizeof *w.size),
    };
    mpfr_t value;

    set_offset(&w, difference,
               (request->perturbed != 0 ? 1UL : 0) + (request->starts && request->starts->nearer ? 1UL : 0));
    mpfr_init2(value, mpfr_get_prec(defect));
    for (size_t k = 0; k < STEP_DEFECT_STARTS(request); k++) {
        X(step_state_place)(stepper, request->starts, k);
        find_one(value, &w, steps, difference);
        step_defect_raise(defect, value, request->starts, k);
    }
    mpfr_clear(value);
    free(w.size);
    number_block_destroy(block);
    stepper->destroy(stepper);
}

void X(bilinear_central)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    find_defect(defect, request, setup, CENTRAL, BILINEAR_MOST_STEPS);
}

void X(bilinear_one_sided)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    find_defect(defect, request, setup, ONE_SIDED, BILINEAR_MOST_STEPS);
}

void X(bilinear_of_step)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    find_defect(defect, request, setup, WIDE, 1);
}
