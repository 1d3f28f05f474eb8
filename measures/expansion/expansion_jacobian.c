/* The symplectic defect of steps in powers of h: see expansion.h.  Compiled for `series`.
 *
 * The steps are made with tangents along the columns of B, n x k, in the space on which a step is a map, eight at a time, so
 * that they bring M_n B of the Jacobian M_n of n steps.  With Om the form of that space (symplectic_form.h) the defect is the
 * matrix
 *
 *     (M_n B)^T Om(z_n) M_n B - B^T Om(z_0) B,        or  M_n Pi(z_0) M_n^T - Pi(z_n)  where the model gives Pi
 *
 * of which the entries above the diagonal are quantities.  B spans the tangents of the constraints at z_0 and at one time, and
 * is found by elimination in balls, or all directions.  A step that leads from beside the constraints to them has no
 * expansion in those directions: then there is no ambient defect. */
#include "measures/expansion/expansion_work.h"
#include "measures/step/step_measure.h"
#include "measures/step/step_state.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

#include <stdlib.h>

#if __has_include(<arb_mat.h>)
#include <arb_mat.h>
#else
#include <flint/arb_mat.h>
#endif

/* at a time; steps before a state (q, h lambda) is one as any other */
enum { MOST_TANGENTS = 8, STEPS_BEFORE = 2 };

struct work {
    const struct setup *setup;
    const struct system *system;
    enum step_space space;
    size_t d, n, k;
    int steps;
    real *B; /* n x k */
    struct X(evaluator) *momentum, *form, *push;
    real *z[EXPANSION_MOST_STEPS + 1]; /* n, after 0 ... steps */
    real *M[EXPANSION_MOST_STEPS + 1]; /* M_n B: n x k, likewise; the first has no use */
    real *form_start, *form_end;       /* n x n */
};

/* -- the Jacobian -- */

static void copy_values(real *to, const struct work *w, const struct X(stepper) *stepper)
{
    for (size_t i = 0; i < w->n; i++)
        real_set(to + i, X(step_state_component)(stepper, w->space, i));
}

/* Tangent t of the start is along column first + t. */
static void place_tangents(struct work *w, struct X(stepper) *stepper, size_t first)
{
    for (size_t i = 0; i < w->n; i++) {
        real *component = X(step_state_component)(stepper, w->space, i);

        for (int t = 0; t < mpfr_precision.tangents; t++) {
            series_set_tangent(component, t, 0);
            real_set(component->tangent + t, w->B + i * w->k + first + (size_t)t);
        }
    }
    if (w->space != STEP_MOMENTUM && w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(stepper->q), WRITES(stepper->p));
    stepper->restart(stepper);
}

static void copy_columns(real *M, const struct work *w, const struct X(stepper) *stepper, size_t first)
{
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < mpfr_precision.tangents; t++)
            real_set(M + i * w->k + first + (size_t)t,
                     series_tangent(X(step_state_component)(stepper, w->space, i), t));
    }
}

/* The h lambda of a state (q, h lambda) is 0 at the start of a run. */
static enum newton_status step_before(const struct work *w, struct X(stepper) *stepper)
{
    enum newton_status status = NEWTON_CONVERGED;

    for (int k = 0; w->space == STEP_MULTIPLIER && k < STEPS_BEFORE && status == NEWTON_CONVERGED; k++)
        status = stepper->step(stepper);
    return status;
}

static enum newton_status find_columns(struct work *w, size_t first)
{
    struct X(stepper) *stepper = w->setup->method->family->X(create)(w->setup);
    enum newton_status status = stepper ? step_before(w, stepper) : NEWTON_UNSUPPORTED;

    if (status == NEWTON_CONVERGED) {
        copy_values(w->z[0], w, stepper);
        mpfr_precision_set_tangents(w->k - first < MOST_TANGENTS ? (int)(w->k - first) : MOST_TANGENTS);
        place_tangents(w, stepper, first);
        for (int n = 1; n <= w->steps && status == NEWTON_CONVERGED; n++) {
            status = stepper->step(stepper);
            copy_columns(w->M[n], w, stepper, first);
            copy_values(w->z[n], w, stepper);
        }
        mpfr_precision_set_tangents(0);
    }
    if (stepper)
        stepper->destroy(stepper);
    return status;
}

/* -- the form -- */

/* The block of the form at (row, column) = sign value, d x d */
static void set_block(real *form, const struct work *w, size_t row, size_t column, const real *value,
                      int sign)
{
    const size_t d = w->d;

    for (size_t i = 0; i < d * d; i++) {
        real *entry = form + (row + i / d) * w->n + column + i % d;

        if (sign < 0)
            real_negate(entry, value + i);
        else
            real_set(entry, value + i);
    }
}

/* E_ij = d (p'(q)^T e)_i / d q_j; the tangents that z has are those of the step, which this derivative is not along. */
static void find_curvature(struct work *w, const real *z, real *value)
{
    const size_t d = w->d;
    real *at = X(vector_create)(3 * d), *pushed = at + 2 * d;

    for (size_t first = 0; first < d; first += MOST_TANGENTS) {
        mpfr_precision_set_tangents(d - first < MOST_TANGENTS ? (int)(d - first) : MOST_TANGENTS);
        X(vector_copy)(at, z, 2 * d);
        for (int k = 0; k < mpfr_precision.tangents; k++) {
            for (size_t i = 0; i < 2 * d; i++)
                series_set_tangent(at + i, k, i == first + (size_t)k);
        }
        X(evaluator_run)(w->push, 1, READS(at, at + d), WRITES(pushed));
        for (size_t i = 0; i < d; i++) {
            for (int k = 0; k < mpfr_precision.tangents; k++)
                real_set(value + i * d + first + (size_t)k, series_tangent(pushed + i, k));
        }
        mpfr_precision_set_tangents(0);
    }
    X(vector_destroy)(at);
}

static void find_form(struct work *w, const real *z, real *form)
{
    const size_t d = w->d, n = w->n;
    real *value = X(vector_create)(d * d);

    X(vector_zero)(form, n * n);
    if (!w->form) {
        for (size_t i = 0; i < n / 2; i++) {
            real_set_double(form + i * n + n / 2 + i, -1);
            real_set_double(form + (n / 2 + i) * n + i, 1);
        }
    } else {
        X(evaluator_run)(w->form, 1, READS(z), WRITES(value));
        set_block(form, w, 0, 0, value, 1);
    }
    if (w->space == STEP_MULTIPLIER) {
        set_block(form, w, d, d, value, -1);
        find_curvature(w, z, value);
        set_block(form, w, 0, d, value, 1);
        set_block(form, w, d, 0, value, -1);
    }
    X(vector_destroy)(value);
}

/* -- directions -- */

/* The entry of largest centre among rows from `row` on and columns that are not taken. */
static void find_pivot(arb_mat_t D, slong row, const bool *taken, slong *i, slong *j)
{
    double largest = -1;

    for (slong r = row; r < arb_mat_nrows(D); r++) {
        for (slong c = 0; c < arb_mat_ncols(D); c++) {
            const double size = fabs(arf_get_d(arb_midref(arb_mat_entry(D, r, c)), ARF_RND_NEAR));

            if (!taken[c] && size > largest) {
                largest = size;
                *i = r;
                *j = c;
            }
        }
    }
}

/* D, m x n, becomes the identity in the columns pivot[0 ... m - 1], by operations on rows. */
static void eliminate(arb_mat_t D, bool *taken, slong *pivot)
{
    const slong m = arb_mat_nrows(D), n = arb_mat_ncols(D);
    arb_t factor;

    arb_init(factor);
    for (slong row = 0; row < m; row++) {
        slong from = row;

        find_pivot(D, row, taken, &from, pivot + row);
        arb_mat_swap_rows(D, NULL, row, from);
        taken[pivot[row]] = true;
        arb_inv(factor, arb_mat_entry(D, row, pivot[row]), real_precision());
        for (slong c = 0; c < n; c++)
            arb_mul(arb_mat_entry(D, row, c), arb_mat_entry(D, row, c), factor, real_precision());
        for (slong r = 0; r < m; r++) {
            arb_set(factor, arb_mat_entry(D, r, pivot[row]));
            for (slong c = 0; c < n && r != row; c++)
                arb_submul(arb_mat_entry(D, r, c), factor, arb_mat_entry(D, row, c), real_precision());
        }
    }
    arb_clear(factor);
}

static void set_constant(real *x, arb_srcptr value)
{
    real_set_double(x, 0);
    series_end_with(x, 0, value);
}

/* D, rows x n: of the constraints or none, and of the times. */
static void find_rows(arb_mat_t D, const struct work *w, size_t m)
{
    const size_t n = w->n, d = w->d, moved = w->system->model->moved;
    size_t next = m;

    if (m) {
        struct X(evaluator) *evaluator = X(evaluator_create)(w->system->constraint_jacobian, 1);
        real *x = X(vector_create)(n + m * n);

        X(vector_set_mpfr)(x, w->setup->initial, n);
        X(evaluator_run)(evaluator, 1, READS(x), WRITES(x + n));
        for (size_t i = 0; i < m * n; i++)
            arb_set(arb_mat_entry(D, i / n, i % n), series_coefficient(x + n + i, 0));
        X(vector_destroy)(x);
        X(evaluator_destroy)(evaluator);
    }
    for (size_t i = 0; i < n && next < (size_t)arb_mat_nrows(D); i++) {
        if (i % d >= moved)
            arb_one(arb_mat_entry(D, next++, i));
    }
}

/* B and k: a basis of the vectors u with D u = 0. */
static void find_directions(struct work *w, bool constrained)
{
    const size_t n = w->n, m = constrained ? w->system->constraints : 0,
                 times = w->space == STEP_CANONICAL || w->system->poisson
                             ? 0
                             : n / w->d * (w->d - w->system->model->moved),
                 rows = m + times;
    bool *taken = memory_create(n, sizeof *taken);
    slong *pivot = memory_create(rows + 1, sizeof *pivot);
    size_t column = 0;
    arb_mat_t D;

    arb_mat_init(D, (slong)rows, (slong)n);
    find_rows(D, w, m);
    eliminate(D, taken, pivot);
    w->k = n - rows;
    X(vector_zero)(w->B, n * n);
    for (size_t c = 0; c < n; c++) {
        if (taken[c])
            continue;
        real_set_double(w->B + c * w->k + column, 1);
        for (size_t r = 0; r < rows; r++) {
            arb_neg(arb_mat_entry(D, r, c), arb_mat_entry(D, r, c));
            set_constant(w->B + (size_t)pivot[r] * w->k + column, arb_mat_entry(D, r, c));
        }
        column++;
    }
    arb_mat_clear(D);
    free(pivot);
    free(taken);
}

/* -- defects -- */

/* C (n x m) = A^T or A (n x k) times B (k x m) */
static void multiply(real *C, const real *A, const real *B, size_t n, size_t k, size_t m, bool transposed)
{
    X(vector_zero)(C, n * m);
    for (size_t i = 0; i < n; i++) {
        for (size_t l = 0; l < k; l++) {
            for (size_t j = 0; j < m; j++)
                real_add_product(C + i * m + j, transposed ? A + l * n + i : A + i * k + l, B + l * m + j);
        }
    }
}

/* result (k x k) = A^T form A of A n x k */
static void pull_back(real *result, const real *A, const real *form, size_t n, size_t k)
{
    real *right = X(vector_create)(n * k);

    multiply(right, form, A, n, n, k, false);
    multiply(result, A, right, k, n, k, true);
    X(vector_destroy)(right);
}

/* defect (k x k) after s steps */
static void find_defect(struct work *w, int s, real *defect)
{
    const size_t n = w->n, k = w->k;
    real *term = X(vector_create)(n * n);

    find_form(w, w->z[0], w->form_start);
    find_form(w, w->z[s], w->form_end);
    if (w->system->poisson) {
        for (size_t i = 0; i < n * n; i++)
            real_set(term + i, w->M[s] + i % n * n + i / n);
        pull_back(defect, term, w->form_start, n, n);
        X(vector_subtract)(defect, w->form_end, n * n);
    } else {
        pull_back(defect, w->M[s], w->form_end, n, k);
        pull_back(term, w->B, w->form_start, n, k);
        X(vector_subtract)(defect, term, k * k);
    }
    X(vector_destroy)(term);
}

static void add_defects(struct expansion **expansion, struct work *w, enum expansion_of of,
                        const struct expansion_parasites *parasites)
{
    const size_t k = w->k;
    real *defect[EXPANSION_MOST_STEPS];

    for (int s = 1; s <= w->steps; s++) {
        defect[s - 1] = X(vector_create)(k * k);
        find_defect(w, s, defect[s - 1]);
    }
    for (size_t j = 1; j < k; j++) {
        for (size_t i = 0; i < j; i++) {
            const real *value[EXPANSION_MOST_STEPS];

            for (int s = 0; s < w->steps; s++)
                value[s] = defect[s] + i * k + j;
            expansion_add(expansion, of, i + j * (j - 1) / 2, value, w->steps, parasites);
        }
    }
    for (int s = 0; s < w->steps; s++)
        X(vector_destroy)(defect[s]);
}

/* The defect, of a kind, in the directions of the constraints or all. */
static enum newton_status find_kind(struct expansion **expansion, struct work *w, enum expansion_of of,
                                    bool constrained, const struct expansion_parasites *parasites)
{
    enum newton_status status = NEWTON_CONVERGED;

    find_directions(w, constrained);
    for (size_t first = 0; first < w->k && status == NEWTON_CONVERGED; first += MOST_TANGENTS)
        status = find_columns(w, first);
    if (status == NEWTON_CONVERGED)
        add_defects(expansion, w, of, parasites);
    return status;
}

/* -- life -- */

static bool has_form(const struct work *w)
{
    return w->space == STEP_MOMENTUM || w->space == STEP_CANONICAL || w->form;
}

static void create(struct work *w, const struct setup *setup, int steps)
{
    const struct system *system = setup->system;
    const enum step_space space = method_space(setup->method, setup->projection);
    const size_t d = system->dimension, n = step_jacobian_size(space, d);
    const struct program *form = system->poisson ? system->poisson : system->symplectic;

    *w = (struct work){.setup = setup, .system = system, .space = space, .d = d, .n = n, .steps = steps};
    w->momentum = system->momentum ? X(evaluator_create)(system->momentum, 1) : NULL;
    if (form && (space == STEP_POSITION || space == STEP_MULTIPLIER))
        w->form = X(evaluator_create)(form, 1);
    if (space == STEP_MULTIPLIER)
        w->push = X(evaluator_create)(system->push, 1);
    for (int s = 0; s <= steps; s++) {
        w->z[s] = X(vector_create)(n);
        w->M[s] = X(vector_create)(n * n);
    }
    w->form_start = X(vector_create)(3 * n * n);
    w->form_end = w->form_start + n * n;
    w->B = w->form_end + n * n;
}

static void release(struct work *w)
{
    for (int s = 0; s <= w->steps; s++) {
        X(vector_destroy)(w->z[s]);
        X(vector_destroy)(w->M[s]);
    }
    X(vector_destroy)(w->form_start);
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->form);
    X(evaluator_destroy)(w->push);
}

enum newton_status expansion_jacobian(struct expansion **expansion, const struct setup *setup, unsigned of,
                                      int steps, const struct expansion_parasites *parasites)
{
    enum newton_status status = NEWTON_CONVERGED;
    struct work w;

    create(&w, setup, steps);
    if (has_form(&w)) {
        const bool constrained =
            w.space == STEP_POSITION && setup->system->constraints > 0 && !setup->system->poisson;

        if (of & EXPANSION_BIT(SYMPLECTIC))
            status = find_kind(expansion, &w, EXPANSION_OF_SYMPLECTIC, constrained, parasites);
        if (of & EXPANSION_BIT(BILINEAR) && status == NEWTON_CONVERGED)
            status = find_kind(expansion, &w, EXPANSION_OF_BILINEAR, constrained, parasites);
        if (of & EXPANSION_BIT(AMBIENT) && status == NEWTON_CONVERGED && constrained)
            find_kind(expansion, &w, EXPANSION_OF_AMBIENT, false, parasites);
    }
    release(&w);
    return status;
}
