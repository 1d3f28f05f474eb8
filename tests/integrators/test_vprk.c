/* Steps of small tableaux on a model where they are linear, against the solution of the equations by determinants.
 *
 *     theta(q) = A q      H = q . B q/2      F_i = A^T V_i - B Q_i
 *
 *     Q_i = q + h sum_j a_ij V_j
 *     A Q_i - p - h sum_j abar_ij F_j + mu n_i / b_i = 0
 *     sum_i n_i V_i = 0                                      where there is a null vector n
 *     q' = q + h sum_i b_i V_i
 *     p' = p + h sum_i b_i F_i
 *     (A - A^T) e = p' - A q'    q' + e    p' + A^T e        standard projection */
#include "tests/fixtures/measures/cell_fixture.h"
#include "tests/fixtures/numerics/expression_fixture.h"

enum { D = 2, MOST_UNKNOWNS = 6, STEPS = 3, BITS = 200, EXACT = FIXTURE_PRECISION };

/* Of tests/data/models/linear.lua. */
static const double A[D][D] = {{1, 1.5}, {0.5, -1}}, B[D][D] = {{2, 0.25}, {0.25, 1}}, H = 0.125;

struct step {
    const struct tableau *tableau;
    size_t n;                      /* unknowns: V and mu */
    mpfr_t *q, *p, *Q, *F, *x, *r; /* r: the residual at x */
};

static void add_scaled(mpfr_ptr sum, double factor, mpfr_srcptr x)
{
    mpfr_ptr term = kept_number(EXACT);

    mpfr_mul_d(term, x, factor, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
}

/* sum + h a x */
static void add_stage(mpfr_ptr sum, mpfr_srcptr a, mpfr_srcptr x, double h)
{
    mpfr_ptr term = kept_number(EXACT);

    mpfr_mul(term, a, x, MPFR_RNDN);
    add_scaled(sum, h, term);
}

static void evaluate(struct step *w)
{
    const struct tableau *t = w->tableau;
    size_t s = t->stages;
    mpfr_t *V = w->x, *mu = w->x + s * D;
    mpfr_ptr term = kept_number(EXACT);

    for (size_t i = 0; i < s * D; i++) {
        mpfr_set(w->Q[i], w->q[i % D], MPFR_RNDN);
        for (size_t j = 0; j < s; j++)
            add_stage(w->Q[i], t->a[i / D * s + j], V[j * D + i % D], H);
    }
    for (size_t i = 0; i < s * D; i++) {
        mpfr_set_zero(w->F[i], 1);
        for (size_t l = 0; l < D; l++) {
            add_scaled(w->F[i], A[l][i % D], V[i / D * D + l]);
            add_scaled(w->F[i], -B[i % D][l], w->Q[i / D * D + l]);
        }
    }
    for (size_t i = 0; i < s * D; i++) {
        mpfr_neg(w->r[i], w->p[i % D], MPFR_RNDN);
        for (size_t l = 0; l < D; l++)
            add_scaled(w->r[i], A[i % D][l], w->Q[i / D * D + l]);
        for (size_t j = 0; j < s; j++)
            add_stage(w->r[i], t->abar[i / D * s + j], w->F[j * D + i % D], -H);
        if (t->has_null_vector) {
            mpfr_div(term, t->null_vector[i / D], t->b[i / D], MPFR_RNDN);
            add_stage(w->r[i], term, mu[i % D], 1);
        }
    }
    for (size_t i = s * D; i < w->n; i++) {
        mpfr_set_zero(w->r[i], 1);
        for (size_t j = 0; j < s; j++)
            add_stage(w->r[i], t->null_vector[j], V[j * D + i % D], 1);
    }
}

/* x with M x = r, by Cramer's rule. */
static void solve(mpfr_t *x, mpfr_t *M, mpfr_t *r, size_t n)
{
    mpfr_srcptr matrix[MOST_UNKNOWNS * MOST_UNKNOWNS], replaced[MOST_UNKNOWNS * MOST_UNKNOWNS];
    mpfr_ptr whole = kept_number(EXACT);

    for (size_t i = 0; i < n * n; i++)
        matrix[i] = M[i];
    determinant(whole, matrix, n, n);
    for (size_t column = 0; column < n; column++) {
        for (size_t i = 0; i < n * n; i++)
            replaced[i] = i % n == column ? r[i / n] : matrix[i];
        determinant(x[column], replaced, n, n);
        mpfr_div(x[column], x[column], whole, MPFR_RNDN);
    }
}

/* The residual is affine in x: r(x) = r(0) + M x. */
static void solve_stages(struct step *w)
{
    mpfr_t *start = create_numbers(w->n), *M = create_numbers(w->n * w->n);

    for (size_t column = 0; column <= w->n; column++) {
        for (size_t i = 0; i < w->n; i++)
            mpfr_set_si(w->x[i], column > 0 && i == column - 1, MPFR_RNDN);
        evaluate(w);
        for (size_t i = 0; i < w->n; i++) {
            if (column == 0)
                mpfr_neg(start[i], w->r[i], MPFR_RNDN);
            else
                mpfr_add(M[i * w->n + column - 1], w->r[i], start[i], MPFR_RNDN);
        }
    }
    solve(w->x, M, start, w->n);
    evaluate(w);
}

static void project(struct step *w)
{
    mpfr_t *M = create_numbers(D * D), *r = create_numbers(D), *e = create_numbers(D);

    for (size_t i = 0; i < D; i++) {
        mpfr_set(r[i], w->p[i], MPFR_RNDN);
        for (size_t l = 0; l < D; l++) {
            mpfr_set_d(M[i * D + l], A[i][l] - A[l][i], MPFR_RNDN);
            add_scaled(r[i], -A[i][l], w->q[l]);
        }
    }
    solve(e, M, r, D);
    for (size_t i = 0; i < D; i++) {
        add_scaled(w->q[i], 1, e[i]);
        for (size_t l = 0; l < D; l++)
            add_scaled(w->p[i], A[l][i], e[l]);
    }
}

/* STEPS steps from the initial data of the model. */
static struct step take_steps(const char *name, bool projected)
{
    struct tableau *t = kept(tableau_create(name, EXACT, &said));
    size_t s = t->stages, n = s * D + (t->has_null_vector ? D : 0);
    struct step w = {t,
                     n,
                     create_numbers(D),
                     create_numbers(D),
                     create_numbers(n),
                     create_numbers(n),
                     create_numbers(n),
                     create_numbers(n)};

    mpfr_set_d(w.q[0], 1, MPFR_RNDN);
    mpfr_set_d(w.q[1], 0.5, MPFR_RNDN);
    for (size_t i = 0; i < D; i++)
        mpfr_set_d(w.p[i], A[i][0] + A[i][1] * 0.5, MPFR_RNDN);
    for (int step = 0; step < STEPS; step++) {
        solve_stages(&w);
        for (size_t i = 0; i < s * D; i++) {
            add_stage(w.q[i % D], t->b[i / D], w.x[i], H);
            add_stage(w.p[i % D], t->b[i / D], w.F[i], H);
        }
        if (projected)
            project(&w);
    }
    return w;
}

/* How far the steps of a method are from it, in q and p. */
static double distance(const struct step *w, const char *method, bool projected, long bits)
{
    struct fixture_model model = fixture_model_read("tests/data/models/linear.lua");
    struct trajectory *run = fixture_run(&CELL_OF(&model, method, projected ? "standard" : "none",
                                                  .step = "1/8", .steps = STEPS, .bits = bits));

    return fmax(fixture_distance(run->q, w->q, D), fixture_distance(run->p, w->p, D));
}

TEST(test_linear_steps)
{
    static const char *const names[] = {"gauss-1",
                                        "gauss-2",
                                        "gauss-3",
                                        "srk-3",
                                        "lobatto-iiic-2",
                                        "lobatto-iiid-2",
                                        "lobatto-iiid-3",
                                        "lobatto-iiie-2",
                                        "lobatto-iiia-iiib-2",
                                        "lobatto-iiib-iiia-2"};

    for (size_t i = 0; i < COUNT(names); i++) {
        for (int projected = 0; projected < 2; projected++) {
            struct step w = take_steps(names[i], projected);
            const char *other = i == 0 ? "gauss-2" : "gauss-1";

            if (!(distance(&w, names[i], projected, FIXTURE_DOUBLE) < 0x1p-48))
                fail_msg("%s in double: %.3g", names[i], distance(&w, names[i], projected, FIXTURE_DOUBLE));
            if (!(distance(&w, names[i], projected, BITS) < 0x1p-192))
                fail_msg("%s in mpfr: %.3g", names[i], distance(&w, names[i], projected, BITS));
            if (strcmp(names[i], "lobatto-iiib-iiia-2") != 0) /* it is gauss-1 */
                assert_true(distance(&w, other, projected, BITS) > 1e-6);
        }
    }
}

/* The projection moves what does not lie on p = theta(q). */
TEST(test_projection_moves)
{
    struct step w = take_steps("lobatto-iiia-iiib-2", true);

    assert_true(distance(&w, "lobatto-iiia-iiib-2", false, BITS) > 1e-6);
}
