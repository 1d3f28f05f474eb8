/* What is proved of tableaux and what is measured: random tableaux of every form, symplectic by construction or with one
 * coefficient changed.  What the conditions say is what the Jacobian of a step shows, on two degrees of freedom. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "integrators/tableaux/tableau_audit.h"

enum { FEW = 3, SIZE = 4, KINDS = 5, DRAWS = 4 };

struct drawn {
    enum tableau_form form;
    bool two; /* matrices */
    long double a[FEW][FEW], abar[FEW][FEW], b[FEW], bbar[FEW], c[FEW];
};

/* (H_p, -H_q) of H = K (p1^2/2 + p2^2 + p1 p2/3 + p1^3/9 + p2^3/7) + cos(q1 + 2 q2) + q1^2 q2/2, K = 1 + q1/3 + q2^2/4, or
 * 1 where H is separable; of a Nystroem method H_p = p. */
static void find_rates(enum tableau_form form, const long double *x, long double *f)
{
    const long double q = x[0], r = x[1], u = x[2], v = x[3], s = sinl(q + 2 * r);
    const bool mixed = form == TABLEAU_COMMON || form == TABLEAU_PARTITIONED;
    const long double K = mixed ? 1 + q / 3 + r * r / 4 : 1;
    const long double T = mixed ? u * u / 2 + v * v + u * v / 3 + u * u * u / 9 + v * v * v / 7 : 0;

    f[0] = form == TABLEAU_NYSTROEM ? u : K * (u + v / 3 + u * u / 3);
    f[1] = form == TABLEAU_NYSTROEM ? v : K * (2 * v + u / 3 + 3 * v * v / 7);
    f[2] = s - q * r - T / 3;
    f[3] = 2 * s - q * q / 2 - T * r / 2;
}

/* One step by 1/5; stages by iteration. */
static void step_drawn(const struct drawn *m, long double *x)
{
    const long double h = 0.2L;
    const bool nystroem = m->form == TABLEAU_NYSTROEM;
    long double f[FEW][SIZE] = {{0}};

    for (int iteration = 0; iteration < 80; iteration++) {
        long double next[FEW][SIZE];

        for (size_t i = 0; i < FEW; i++) {
            long double X[SIZE];

            for (size_t k = 0; k < SIZE; k++) {
                X[k] = x[k] + (nystroem && k < 2 ? m->c[i] * h * x[k + 2] : 0);
                for (size_t j = 0; j < FEW; j++)
                    X[k] += k >= 2     ? h * m->abar[i][j] * f[j][k]
                            : nystroem ? h * h * m->a[i][j] * f[j][k + 2]
                                       : h * m->a[i][j] * f[j][k];
            }
            find_rates(m->form, X, next[i]);
        }
        memcpy(f, next, sizeof f);
    }
    for (size_t k = 0; k < 2 && nystroem; k++)
        x[k] += h * x[k + 2];
    for (size_t i = 0; i < FEW; i++) {
        for (size_t k = 0; k < 2; k++) {
            x[k] += nystroem ? h * h * m->b[i] * f[i][k + 2] : h * m->b[i] * f[i][k];
            x[k + 2] += h * m->bbar[i] * f[i][k + 2];
        }
    }
}

/* The largest entry of M^T J M - J, M the Jacobian of the step. */
static double measured_defect(const struct drawn *m)
{
    static const long double at[SIZE] = {0.4L, -0.3L, 0.7L, 0.5L}, e = 1e-5L;
    long double M[SIZE][SIZE], largest = 0;

    for (size_t j = 0; j < SIZE; j++) {
        long double above[SIZE], below[SIZE];

        memcpy(above, at, sizeof above);
        memcpy(below, at, sizeof below);
        above[j] += e;
        below[j] -= e;
        step_drawn(m, above);
        step_drawn(m, below);
        for (size_t i = 0; i < SIZE; i++)
            M[i][j] = (above[i] - below[i]) / (2 * e);
    }
    for (size_t i = 0; i < SIZE; i++) {
        for (size_t j = 0; j < SIZE; j++) {
            long double form = i + 2 == j ? -1 : i == j + 2 ? 1 : 0;

            for (size_t k = 0; k < 2; k++)
                form += M[k][i] * M[k + 2][j] - M[k + 2][i] * M[k][j];
            largest = fmaxl(largest, fabsl(form));
        }
    }
    return (double)largest;
}

static void draw_weights(long double *b, uint64_t *seed)
{
    for (size_t i = 0; i < FEW; i++)
        b[i] = (1 + fixture_random_real(seed) / 2) / FEW;
}

/* Symplectic tableaux: one matrix; two with common weights; two with weights of their own that are the same numbers; the
 * same with others, for separable systems; Nystroem. */
static struct drawn draw(size_t kind, uint64_t *seed)
{
    static const enum tableau_form forms[KINDS] = {TABLEAU_COMMON, TABLEAU_COMMON, TABLEAU_PARTITIONED,
                                                   TABLEAU_SEPARABLE, TABLEAU_NYSTROEM};
    struct drawn m = {.form = forms[kind], .two = kind > 0};

    draw_weights(m.b, seed);
    draw_weights(m.bbar, seed);
    if (kind < 3)
        memcpy(m.bbar, m.b, sizeof m.b);
    for (size_t i = 0; i < FEW; i++) {
        m.c[i] = 0.5L + fixture_random_real(seed) / 2;
        for (size_t j = 0; j < FEW; j++)
            m.a[i][j] = fixture_random_real(seed) / 3;
        if (kind == 4)
            m.b[i] = m.bbar[i] * (1 - m.c[i]);
    }
    for (size_t i = 0; i < FEW; i++) {
        for (size_t j = 0; j < FEW; j++) {
            if (kind == 0 && i >= j)
                m.a[i][j] = i == j ? m.b[j] / 2 : m.b[j] - m.b[j] * m.a[j][i] / m.b[i];
            if (kind == 4 && i > j)
                m.a[i][j] = m.b[j] - m.bbar[j] * (m.b[i] - m.a[j][i]) / m.bbar[i];
        }
    }
    for (size_t i = 0; i < FEW; i++) {
        for (size_t j = 0; j < FEW; j++)
            m.abar[i][j] = kind == 0 ? m.a[i][j] : m.bbar[j] - m.bbar[j] * m.a[j][i] / m.b[i];
    }
    return m;
}

static mpfr_t *keep_row(const long double *x, size_t count)
{
    mpfr_t *kept_row = kept_numbers(count, 53);

    for (size_t i = 0; i < count; i++)
        mpfr_set_ld(kept_row[i], x[i], MPFR_RNDN);
    return kept_row;
}

/* Whether the coefficients are symplectic; fails where the step is not what they say. */
static bool check_drawn(const struct drawn *m, const char *what)
{
    const bool own = m->form != TABLEAU_COMMON, nystroem = m->form == TABLEAU_NYSTROEM;
    const struct tableau given = {.form = m->form,
                                  .stages = FEW,
                                  .a = keep_row(m->a[0], FEW * FEW),
                                  .abar = m->two && !nystroem ? keep_row(m->abar[0], FEW * FEW) : NULL,
                                  .b = keep_row(m->b, FEW),
                                  .bbar = own ? keep_row(m->bbar, FEW) : NULL,
                                  .c = nystroem ? keep_row(m->c, FEW) : NULL};
    struct tableau *t = kept(tableau_create_from(&given, 53, &said));
    const double measured = measured_defect(m);
    struct tableau_audit audit;

    assert_done(t, said);
    tableau_audit_with_trees(t, 1, &audit);
    if (audit.symplectic ? !(measured < 1e-8) : !(measured > 1e-6))
        fail_msg("form %d, %s: residual %g, defect of a step %g", (int)m->form, what,
                 audit.symplectic_residual, measured);
    return audit.symplectic;
}

TEST(test_proof_and_measurement)
{
    uint64_t seed = 26;

    for (size_t k = 0; k < KINDS * DRAWS; k++) {
        const size_t kind = k % KINDS;
        const struct drawn right = draw(kind, &seed);
        size_t changed_proofs = 0;

        assert_true(check_drawn(&right, "as drawn"));
        for (size_t i = 0; i < FEW * FEW; i++) {
            struct drawn wrong = right;

            wrong.a[i / FEW][i % FEW] += 0.125L;
            if (!wrong.two)
                wrong.abar[i / FEW][i % FEW] += 0.125L;
            changed_proofs += check_drawn(&wrong, "a changed");
            wrong = right;
            wrong.abar[i / FEW][i % FEW] += 0.125L;
            if (wrong.two && kind != 4)
                assert_false(check_drawn(&wrong, "abar changed"));
        }
        assert_int_equal(changed_proofs, kind == 4 ? FEW : 0); /* a_ii of a Nystroem method are free */
        for (size_t i = 0; i < FEW; i++) {
            struct drawn wrong = right;

            wrong.b[i] += 0.125L;
            if (kind < 2)
                wrong.bbar[i] += 0.125L;
            assert_false(check_drawn(&wrong, "b changed"));
            wrong = right;
            wrong.bbar[i] += 0.125L;
            for (size_t j = 0; j < FEW && kind == 2; j++) /* all but b = bbar stays */
                wrong.abar[j][i] = wrong.bbar[i] - wrong.bbar[i] * wrong.a[i][j] / wrong.b[j];
            if (kind >= 2)
                assert_false(check_drawn(&wrong, "bbar changed"));
            wrong = right;
            wrong.c[i] += 0.125L;
            if (kind == 4)
                assert_false(check_drawn(&wrong, "c changed"));
        }
    }
}
