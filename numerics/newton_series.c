/* The solver of newton.h for the arithmetic `series`: equations r(x; h) = 0 whose solution is a power series in h.
 *
 * Compiled for `series` in the place of newton.c.  Written in increments the equations are regular at h = 0.  There the
 * matrix J = dr/dx is inverted once, as balls; with the powers below h^k known, the next one follows from the residual,
 *
 *     x_k = -J^-1 [r(x_0 + ... + x_(k-1) h^(k-1))]_k
 *
 * which is a recursion, not an iteration: each x_k is a ball that contains the exact coefficient.
 *
 * A row of J may vanish at h = 0, as that of a constraint which a multiplier h lambda moves by h, or have a 1/h, as that of a
 * momentum of the velocity W/h.  Row i begins with h^v, -1 <= v <= 3, and its residual is read at h^(k + v); with v > 0 the
 * solution is known to v powers less.  The columns of J are found from residuals at x + h^m e_j, of which the powers
 * h^(m - 1) ... h^(2 m - 2) are linear: with m = 2 those of rows that begin with h^-1 or h^0, which most equations have
 * alone, and with m = 5 those of all.
 *
 * x_0 = 0 where that solves the equations at h = 0, as it does of increments.  Else the caller's guess takes its place, and
 * Newton's method goes on from there: a ball around its end in which J stays near the inverse of J^-1 (Krawczyk 1969) contains
 * the solution.  Else x_0 and x_1 h are those of the series that the caller has put in the place of the solution, as of
 * equations that depend on the velocity x/h in a nonlinear way, and Newton's method goes on from x_1.
 *
 * Tangents are found after the values, each by the same recursion. */
#include "numerics/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<arb_mat.h>)
#include <arb_mat.h>
#else
#include <flint/arb_mat.h>
#endif

#include "numerics/arithmetic/series_number.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum {
    LEAST_POWER = -1, /* v */
    MOST_POWER = 3,
    POWERS = MOST_POWER - LEAST_POWER + 1,
    MOST_MARGIN = 2,
    POWERS_BEFORE = 4, /* trim */
    MOST_ITERATIONS = 60
};

struct X(newton) {
    struct X(equations) equations;
    size_t n;
    real *r, *shifted, *guess;
    long *power; /* v of each row */
    long most;   /* of them, or 0 */
    long margin; /* more powers of x that are taken as known: solve_power */
    real *data;  /* of this solution */
    struct series_record *record;
    long same;    /* so many powers of x, or of its tangents, are those of the last evaluation */
    long *needed; /* of the residual: trim */
    long trimmed; /* where so many powers of x were taken as known */
    arb_mat_t matrix, inverse, right, solved; /* n x n, n x n, n x 1, n x 1 */
    /* The start of the data at which the matrix was inverted where x_0 = 0, none of whose rows vanishes: of data that start
     * there it is the same matrix. */
    bool kept;
    real *start;
    struct newton_counts counts;
};

struct X(newton) *X(newton_create)(struct X(equations) equations, struct DUAL(equations) matrix,
                                   struct newton_double *coarse)
{
    struct X(newton) *newton = memory_create(1, sizeof *newton);
    const size_t n = newton->n = equations.unknowns;

    newton->equations = equations;
    newton->r = X(vector_create)(n);
    newton->shifted = X(vector_create)(n);
    newton->guess = X(vector_create)(n);
    newton->start = X(vector_create)(equations.data);
    newton->data = X(vector_create)(equations.data);
    newton->record = series_record_create();
    newton->power = memory_create(n, sizeof *newton->power);
    newton->needed = memory_create(n, sizeof *newton->needed);
    arb_mat_init(newton->matrix, (slong)n, (slong)n);
    arb_mat_init(newton->inverse, (slong)n, (slong)n);
    arb_mat_init(newton->right, (slong)n, 1);
    arb_mat_init(newton->solved, (slong)n, 1);
    /* The matrix in double is not asked for. */
    if (matrix.destroy)
        matrix.destroy(matrix.context);
    newton_destroy_double(coarse);
    return newton;
}

void X(newton_destroy)(struct X(newton) *newton)
{
    if (!newton)
        return;
    if (newton->equations.destroy)
        newton->equations.destroy(newton->equations.context);
    X(vector_destroy)(newton->r);
    X(vector_destroy)(newton->shifted);
    X(vector_destroy)(newton->guess);
    X(vector_destroy)(newton->start);
    X(vector_destroy)(newton->data);
    series_record_destroy(newton->record);
    arb_mat_clear(newton->matrix);
    arb_mat_clear(newton->inverse);
    arb_mat_clear(newton->right);
    arb_mat_clear(newton->solved);
    free(newton->power);
    free(newton->needed);
    free(newton);
}

static void find_residual(struct X(newton) *w, const real *data, const real *x, enum series_record_use use)
{
    series_record_begin(w->record, use);
    w->equations.residual(w->equations.context, data, x, w->r);
    series_record_end();
    if (use == SERIES_RECORD_UPDATE)
        w->same = SERIES_CONSTANT;
    w->counts.residual_evaluations++;
    w->counts.evaluations += w->equations.points;
    w->counts.operations += w->equations.operations;
}

/* Powers of x from k on are others than those of the last evaluation. */
static void change_from(struct X(newton) *w, long k)
{
    w->same = k < w->same ? k : w->same;
}

/* What is evaluated next has nothing in common with what was. */
static void forget(struct X(newton) *w)
{
    series_record_clear(w->record);
    w->same = SERIES_CONSTANT;
}

/* r at x, of which as many powers are taken as known.  Of the values, or with tangents of these, `same` are those of the last
 * evaluation. */
static void evaluate(struct X(newton) *w, const real *data, const real *x, long known)
{
    for (size_t i = 0; i < w->n; i++) {
        real_set(w->shifted + i, x + i);
        series_set_known(w->shifted + i, known);
        series_set_same(w->shifted + i, mpfr_precision.tangents ? SERIES_CONSTANT : w->same, w->same);
    }
    series_record_set_ahead(w->record, known - w->trimmed);
    find_residual(w, data, w->shifted, SERIES_RECORD_UPDATE);
}

/* As the last evaluation for x_k did, those that follow need row i up to h^(k + v_i); what is computed on the way often
 * needs less, as it is multiplied by h.  At first zeros are in the way that do not last. */
static void trim(struct X(newton) *w, long k, long known)
{
    if (k != POWERS_BEFORE)
        return;
    for (size_t i = 0; i < w->n; i++)
        w->needed[i] = k + w->power[i] + 1;
    series_record_trim(w->record, w->r, w->needed, w->n);
    w->trimmed = known;
}

/* r at the last evaluation but for h^m in the place of component j, which has lower powers alone. */
static void evaluate_moved(struct X(newton) *w, const real *data, const real *x, size_t j, long m, long known)
{
    arb_t one;

    arb_init(one);
    arb_one(one);
    for (size_t i = 0; i < w->n; i++) {
        real_set(w->shifted + i, x + i);
        series_set_same(w->shifted + i, SERIES_CONSTANT, SERIES_CONSTANT);
        if (i == j)
            series_end_with(w->shifted + i, m, one);
        series_set_known(w->shifted + i, known);
    }
    arb_clear(one);
    find_residual(w, data, w->shifted, SERIES_RECORD_COMPARE);
}

/* r at the solution: what the equations have computed on the way are numbers again. */
static void evaluate_solution(struct X(newton) *w, const real *data, real *x)
{
    for (size_t i = 0; i < w->n; i++)
        series_set_same(x + i, mpfr_precision.tangents ? SERIES_CONSTANT : w->same, w->same);
    find_residual(w, data, x, SERIES_RECORD_TAKE);
    forget(w);
}

/* Entry (i, j) of the matrix at h^(LEAST_POWER + k): entry[(i n + j) POWERS + k], up to h^most.  False: too few powers are
 * known. */
static bool find_entries(struct X(newton) *w, const real *data, const real *x, long most, arb_ptr entry)
{
    const long m = most - 2 * LEAST_POWER, needed = m + most + 1;
    const size_t n = w->n;
    real *base = X(vector_create)(n);
    bool enough = true;

    evaluate(w, data, x, needed - LEAST_POWER); /* a 1/h costs one */
    X(vector_copy)(base, w->r, n);
    for (size_t i = 0; i < n; i++)
        enough &= base[i].known >= needed;
    for (size_t j = 0; j < n; j++) {
        evaluate_moved(w, data, x, j, m, needed - LEAST_POWER);
        for (size_t i = 0; i < n; i++) {
            for (long v = LEAST_POWER; v <= most; v++)
                arb_sub(entry + (i * n + j) * POWERS + v - LEAST_POWER, series_coefficient(w->r + i, m + v),
                        series_coefficient(base + i, m + v), real_precision());
        }
    }
    X(vector_destroy)(base);
    return enough;
}

/* The matrix, each row at the first power of h at which it does not vanish.  False: a row vanishes at all. */
static bool find_powers_of_rows(struct X(newton) *w, arb_srcptr entry)
{
    const size_t n = w->n;

    w->most = 0;
    for (size_t i = 0; i < n; i++) {
        arb_srcptr row = entry + i * n * POWERS;
        bool vanishes = true;
        long k;

        for (k = 0; k < POWERS && vanishes; k += vanishes) {
            for (size_t j = 0; j < n; j++)
                vanishes &= arb_contains_zero(row + j * POWERS + k) != 0;
        }
        if (vanishes)
            return false;
        for (size_t j = 0; j < n; j++)
            arb_set(arb_mat_entry(w->matrix, i, j), row + j * POWERS + k);
        w->power[i] = LEAST_POWER + k;
        w->most = w->power[i] > w->most ? w->power[i] : w->most;
    }
    return true;
}

static bool find_matrix(struct X(newton) *w, const real *data, const real *x)
{
    const slong entries = (slong)(w->n * w->n * POWERS);
    arb_ptr entry = _arb_vec_init(entries);
    bool regular;

    regular = (find_entries(w, data, x, 0, entry) && find_powers_of_rows(w, entry)) ||
              (find_entries(w, data, x, MOST_POWER, entry) && find_powers_of_rows(w, entry));
    _arb_vec_clear(entry, entries);
    return regular;
}

/* Whether the residual tells row i at h^(k + v_i). */
static bool tells_power(const struct X(newton) *w, long k)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->r[i].known <= k + w->power[i])
            return false;
    }
    return true;
}

/* solved = inverse right, of which row i is the coefficient of r_i at h^(k + v_i), with k terms of x known.  False: it is
 * not known.  Where equations divide by h more than v says, more zeros of x are taken as known, as of the first powers. */
static bool solve_power(struct X(newton) *w, const real *data, const real *x, long k)
{
    bool told;

    do {
        evaluate(w, data, x, k + w->most + 1 + w->margin);
        told = tells_power(w, k);
    } while (!told && (series_record_untrim(w->record) || (k <= 2 && w->margin++ < MOST_MARGIN)));
    if (!told)
        return false;
    for (size_t i = 0; i < w->n; i++) {
        if (k + w->power[i] >= 0)
            arb_set(arb_mat_entry(w->right, i, 0), series_coefficient(w->r + i, k + w->power[i]));
        else
            arb_zero(arb_mat_entry(w->right, i, 0));
    }
    arb_mat_mul(w->solved, w->inverse, w->right, real_precision());
    trim(w, k, k + w->most + 1 + w->margin);
    return true;
}

/* -- where it starts -- */

/* Whether x solves the equations as far as its first terms alone decide, up to h^start. */
static bool solves_start(struct X(newton) *w, const real *data, const real *x, long start)
{
    bool solved = true;

    evaluate(w, data, x, start + w->most + 1 + MOST_MARGIN);
    for (size_t i = 0; i < w->n; i++) {
        for (long k = 0; k <= start + w->power[i]; k++)
            solved &= arb_contains_zero(series_coefficient(w->r + i, k)) != 0;
    }
    return solved;
}

static void subtract_solved(struct X(newton) *w, real *x, long start)
{
    arb_t next;

    arb_init(next);
    for (size_t i = 0; i < w->n; i++) {
        arb_sub(next, series_coefficient(x + i, start), arb_mat_entry(w->solved, i, 0), real_precision());
        mag_zero(arb_radref(next));
        series_end_with(x + i, start, next);
    }
    forget(w);
    arb_clear(next);
}

/* Whether |1 - inverse J| < 1/2 for all x of the balls. */
static bool contracts(struct X(newton) *w, const real *data, const real *x)
{
    arb_mat_t kept, product, one;
    mag_t norm;
    bool below;

    arb_mat_init(kept, (slong)w->n, (slong)w->n);
    arb_mat_init(product, (slong)w->n, (slong)w->n);
    arb_mat_init(one, (slong)w->n, (slong)w->n);
    mag_init(norm);
    arb_mat_set(kept, w->inverse);
    below = find_matrix(w, data, x);
    arb_mat_mul(product, kept, w->matrix, real_precision());
    arb_mat_one(one);
    arb_mat_sub(product, product, one, real_precision());
    arb_mat_bound_inf_norm(norm, product);
    below = below && mag_cmp_2exp_si(norm, -1) < 0;
    arb_mat_clear(kept);
    arb_mat_clear(product);
    arb_mat_clear(one);
    mag_clear(norm);
    return below;
}

/* Newton's method for the coefficient of h^start until corrections no longer fall, and a ball around its end that is twice the
 * next one. */
static bool find_start(struct X(newton) *w, const real *data, real *x, long start)
{
    mag_t size, before;
    bool falls = true;

    mag_init(size);
    mag_init(before);
    mag_inf(before);
    for (int n = 0; n < MOST_ITERATIONS && falls; n++) {
        falls = find_matrix(w, data, x) && arb_mat_inv(w->inverse, w->matrix, real_precision());
        if (!falls)
            break;
        falls = solve_power(w, data, x, start);
        if (!falls)
            break;
        arb_mat_bound_frobenius_norm(size, w->solved);
        falls = mag_cmp(size, before) < 0;
        mag_set(before, size);
        if (falls)
            subtract_solved(w, x, start);
    }
    mag_mul_2exp_si(size, before, 1);
    for (size_t i = 0; i < w->n && !mag_is_inf(size); i++) {
        arb_t ball;

        arb_init(ball);
        arb_set(ball, series_coefficient(x + i, start));
        mag_add(arb_radref(ball), arb_radref(ball), size);
        series_end_with(x + i, start, ball);
        arb_clear(ball);
    }
    forget(w);
    falls = mag_cmp_2exp_si(size, -real_precision() / 2) < 0 && contracts(w, data, x);
    mag_clear(size);
    mag_clear(before);
    return falls;
}

/* -- the powers -- */

static bool may_vanish(const struct series *r)
{
    for (long k = 0; k < r->coefficient.length; k++) {
        if (!arb_contains_zero(series_coefficient(r, k)))
            return false;
    }
    return true;
}

/* Whether r(x) may be zero, as far as it is known. */
static bool is_solved(const struct X(newton) *w)
{
    for (size_t i = 0; i < w->n; i++) {
        if (!may_vanish(w->r + i))
            return false;
    }
    return true;
}

/* From the terms up to h^start on. */
static choice find_powers(struct X(newton) *w, const real *data, real *x, long start)
{
    long k;

    /* Of the data, and with them of r, fewer powers may be known. */
    for (k = start + 1; k < mpfr_precision.terms - w->most && solve_power(w, data, x, k); k++) {
        for (size_t i = 0; i < w->n; i++) {
            arb_neg(arb_mat_entry(w->solved, i, 0), arb_mat_entry(w->solved, i, 0));
            series_end_with(x + i, k, arb_mat_entry(w->solved, i, 0));
        }
        change_from(w, k);
    }
    for (size_t i = 0; i < w->n; i++)
        series_truncate(x + i, k);
    evaluate_solution(w, data, x);
    if (!is_solved(w))
        return NEWTON_NO_CONVERGENCE;
    return X(vector_is_finite)(x, w->n) ? NEWTON_CONVERGED : NEWTON_NOT_FINITE;
}

/* -- tangents -- */

/* Whether the residual tells the tangents of row i at h^(k + v_i). */
static bool tells_tangents(const struct X(newton) *w, long k)
{
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < mpfr_precision.tangents; t++) {
            if (series_tangent(w->r + i, t)->known <= k + w->power[i])
                return false;
        }
    }
    return true;
}

/* Coefficient k of tangent t of x, from those below; that of h^0 is 0 if it may be, as x_0 is.  False: it is not known. */
static bool solve_tangents(struct X(newton) *w, const real *data, real *x, long k, arb_mat_t right)
{
    const long known = k + w->most + 1 + w->margin;
    const slong tangents = mpfr_precision.tangents;
    bool told;

    do {
        evaluate(w, data, x, known);
        told = tells_tangents(w, k);
    } while (!told && series_record_untrim(w->record));
    if (!told)
        return false;
    trim(w, k, known);
    arb_mat_zero(right);
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < tangents; t++) {
            if (k + w->power[i] >= 0)
                arb_neg(arb_mat_entry(right, i, t),
                        series_coefficient(series_tangent(w->r + i, t), k + w->power[i]));
        }
    }
    arb_mat_mul(right, w->inverse, right, real_precision());
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < tangents; t++) {
            if (k == 0 && arb_contains_zero(arb_mat_entry(right, i, t)))
                arb_zero(arb_mat_entry(right, i, t));
            series_end_with(x[i].tangent + t, k, arb_mat_entry(right, i, t));
        }
    }
    change_from(w, k);
    return true;
}

/* Of the solution x: what r' + J x' = 0 says, power by power with the same matrix at h = 0. */
static choice find_tangents(struct X(newton) *w, const real *data, real *x)
{
    bool solved = true;
    arb_mat_t right;
    long k;

    if (w->equations.prepare)
        w->equations.prepare(w->equations.context, data);
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < mpfr_precision.tangents; t++)
            series_set_tangent(x + i, t, 0);
    }
    forget(w);
    arb_mat_init(right, (slong)w->n, mpfr_precision.tangents);
    for (k = 0; k < mpfr_precision.terms - w->most && solve_tangents(w, data, x, k, right);)
        k++;
    arb_mat_clear(right);
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < mpfr_precision.tangents; t++)
            series_truncate(x[i].tangent + t, k);
    }
    evaluate_solution(w, data, x);
    for (size_t i = 0; i < w->n; i++) {
        for (int t = 0; t < mpfr_precision.tangents; t++)
            solved &= may_vanish(series_tangent(w->r + i, t));
    }
    return solved ? NEWTON_CONVERGED : NEWTON_NO_CONVERGENCE;
}

/* The residual at the solution, which is looked at in any case, tells where the matrix is another after all. */
static bool starts_there(const struct X(newton) *w, const real *data)
{
    bool same = w->kept;

    for (size_t i = 0; i < w->equations.data && same; i++)
        same = arb_equal(series_coefficient(data + i, 0), series_coefficient(w->start + i, 0)) != 0;
    return same;
}

static void keep(struct X(newton) *w, const real *data)
{
    w->kept = true;
    for (size_t i = 0; i < w->equations.data; i++) {
        real_set(w->start + i, data + i);
        series_truncate(w->start + i, 1);
    }
}

/* Whether the terms of x up to h^start are those of a solution near which the matrix is regular. */
static bool starts_at(struct X(newton) *w, const real *data, const real *x, long start)
{
    return find_matrix(w, data, x) && solves_start(w, data, x, start);
}

/* x = the terms up to h^start of a solution: 0, or the guess at h = 0, or that with the h of the series that x was. */
static bool find_terms(struct X(newton) *w, const real *data, const narrow *guess, real *x, long *start)
{
    *start = 0;
    X(vector_zero)(x, w->n);
    forget(w);
    if (starts_at(w, data, x, 0)) {
        if (w->most == 0)
            keep(w, data);
        return true;
    }
    for (size_t i = 0; i < w->n; i++)
        real_set_double(x + i, guess[i]);
    forget(w);
    if (starts_at(w, data, x, 0) || (find_start(w, data, x, 0) && find_matrix(w, data, x)))
        return true;
    *start = 1;
    X(vector_copy)(x, w->guess, w->n);
    forget(w);
    return starts_at(w, data, x, 1) || (find_start(w, data, x, 1) && find_matrix(w, data, x));
}

/* Why there is no solution, by the residual at x = 0. */
static choice find_reason(struct X(newton) *w, const real *data, real *x)
{
    bool regular;

    X(vector_zero)(x, w->n);
    forget(w);
    regular = find_matrix(w, data, x) && arb_mat_inv(w->inverse, w->matrix, real_precision());
    for (size_t i = 0; i < w->n; i++)
        series_truncate(x + i, NEWTON_SERIES_LEAST_TERMS);
    evaluate_solution(w, data, x);
    return !X(vector_is_finite)(w->r, w->n) ? NEWTON_NOT_FINITE
           : regular                        ? NEWTON_NO_CONVERGENCE
                                            : NEWTON_SINGULAR;
}

/* The first two terms of x, which the caller may have set; the first is 0 if it may be, as that of a difference. */
static void copy_guess(struct X(newton) *w, const real *x)
{
    X(vector_copy)(w->guess, x, w->n);
    for (size_t i = 0; i < w->n; i++) {
        arb_poly_truncate(&w->guess[i].coefficient, 2);
        if (arb_contains_zero(series_coefficient(x + i, 0)) && w->guess[i].coefficient.length > 0)
            arb_zero(w->guess[i].coefficient.coeffs);
        w->guess[i].known = mpfr_precision.terms;
    }
}

static choice solve_values(struct X(newton) *newton, const real *data, const narrow *guess, real *x)
{
    choice status = NEWTON_NO_CONVERGENCE;
    long start;

    forget(newton);

    if (newton->equations.prepare)
        newton->equations.prepare(newton->equations.context, data);
    copy_guess(newton, x);
    X(vector_zero)(x, newton->n);
    if (starts_there(newton, data) && find_powers(newton, data, x, 0) == NEWTON_CONVERGED)
        return NEWTON_CONVERGED;
    newton->kept = false;
    if (find_terms(newton, data, guess, x, &start)) {
        if (arb_mat_inv(newton->inverse, newton->matrix, real_precision()))
            status = find_powers(newton, data, x, start);
        else
            newton->kept = false;
    }
    return status == NEWTON_CONVERGED ? status : find_reason(newton, data, x);
}

X(newton_status)
X(newton_solve)(struct X(newton) *newton, mask where, const real *data, narrow scale, narrow *guess, real *x)
{
    const int tangents = mpfr_precision.tangents;
    choice status;

    (void)scale;
    if (!where)
        return NEWTON_NO_CONVERGENCE;
    X(vector_copy)(newton->data, data, newton->equations.data);
    for (size_t i = 0; i < newton->equations.data; i++)
        series_set_same(newton->data + i, SERIES_CONSTANT, SERIES_CONSTANT);
    mpfr_precision_set_tangents(0);
    status = solve_values(newton, newton->data, guess, x);
    mpfr_precision_set_tangents(tangents);
    return status == NEWTON_CONVERGED && tangents ? find_tangents(newton, newton->data, x) : status;
}

void X(newton_take_last)(struct X(newton) *newton, bool takes_last)
{
    (void)newton;
    (void)takes_last;
}

void X(newton_forget)(struct X(newton) *newton, mask where)
{
    (void)newton;
    (void)where;
}

struct newton_counts X(newton_counts)(const struct X(newton) *newton, size_t lane)
{
    (void)lane;
    return newton->counts;
}

narrow X(newton_last_size)(const struct X(newton) *newton)
{
    (void)newton;
    return 0;
}

const real *X(newton_residual)(const struct X(newton) *newton)
{
    return newton->r;
}
