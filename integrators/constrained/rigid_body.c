/* The formulas of rigid bodies and tops in reduced variables, composed of the free motion and of kicks by gravity:
 *
 *     FREE(t): w^T J - J w = t m, w in SO(n) near 1;    m <- w m w^T, v <- w v
 *     KICK(t): m <- m - t (c (v chi^T - chi v^T) - M)
 *
 *     reich            KICK(h) FREE(h), the first first: McLachlan, Scovel (1994), eq. 9
 *     reich-adjoint    FREE(h) KICK(h): eq. 10
 *     rattle           KICK(h/2) FREE(h) KICK(h/2): eq. 11
 *     moser-veselov    FREE(h) of a free body, w by the factorisation of Moser and Veselov (theorem 6)
 *
 * The time goes on in FREE: a kick before it has c and M at the start of the step, one after it at its end.
 *
 * v stands for every vector that turns with the body, the rows of its attitude among them.  With w = 1 + e
 *
 *     w m w^T - m = e m - (e m)^T + e m e^T      w v - v = e v
 *
 * By iteration, section 6.2: e = ws + wa, ws symmetric and wa antisymmetric,
 *
 *     (i)   wa_ij = (ws_ij (alpha_j - alpha_i) - t m_ij) / (alpha_i + alpha_j)
 *     (ii)  ws    = -1/2 e^T e,
 *
 * of which sweeps converge with a factor O(t); Newton's method solves it.
 *
 * By factorisation, Moser and Veselov (1991): w^T J = S + P with S symmetric and P = t m/2, so that w is
 * orthogonal where (S - P)(S + P) = J^2, an equation of Riccati: with S = J + Y, L = Y - P, R = Y + P
 *
 *     J R + L J + L R = 0      J e = L
 *
 * Unknowns: ws or Y on and above the diagonal.  Data: (m above its diagonal, v, h).  The length h enters in t m alone:
 * products with a rounded h differ by factors that are the same in all steps, by which w would not be orthogonal. */
#include "integrators/steps/step_families.h"
#include "integrators/formulas/step_formulas.h"

/* The symmetric matrix (n x n) of the unknowns */
static expressions symmetric_unknown(const struct step_symbols *w, size_t n)
{
    return graph_symmetric(n, step_formulas_unknowns(w, 0, n * (n + 1) / 2));
}

/* -part h (c (v chi^T - chi v^T) - M) above the diagonal */
static expressions kick(const struct step_symbols *w, double part, expressions state)
{
    const struct system *system = w->setup->system;
    const size_t pairs = system->body * (system->body - 1) / 2;

    return system->torque.rows
               ? graph_scaled(step_formulas_times_h(w, -part), step_formulas_at(system->torque, state))
               : graph_zeros(w->graph, pairs, 1);
}

/* m at the free motion, antisymmetric */
static expressions find_momentum(const struct step_symbols *w)
{
    const size_t n = w->setup->system->body, pairs = n * (n - 1) / 2;
    const expressions m = graph_rows(w->state, 0, pairs);

    return graph_antisymmetric(n, graph_sum(m, kick(w, w->family->weights->a, w->state)));
}

/* The kicks, and the free motion between them, in which the time goes on */
static expressions move(const struct step_symbols *w, expressions m, expressions e)
{
    const size_t n = m.rows, pairs = n * (n - 1) / 2, vectors = (w->state.rows - pairs) / n,
                 turning = vectors * n, times = w->state.rows - pairs - turning;
    const expressions v = graph_matrix(w->graph, vectors, n, graph_rows(w->state, pairs, turning).entry);
    const expressions em = graph_product(e, m), e_T = graph_transposed(e);
    const expressions turned = graph_sum(graph_difference(em, graph_transposed(em)), graph_product(em, e_T));
    const expressions dm = graph_sum(kick(w, w->family->weights->a, w->state), graph_above_diagonal(turned));
    const expressions dv = graph_vector(graph_product(v, e_T));
    const expressions moved = graph_above(graph_above(dm, dv), graph_matrix(w->graph, times, 1, &w->h));
    const expressions after = kick(w, w->family->weights->c, graph_sum(w->state, moved));

    return graph_above(graph_sum(dm, after), graph_rows(moved, pairs, turning + times));
}

/* That which leads from the solution of r = 0 to e */
static struct step_formulas solve(const struct step_symbols *w, expressions r, expressions m, expressions e)
{
    return (struct step_formulas){
        .residual = r,
        .increment = move(w, m, e),
        .matrix = graph_jacobian(r, step_formulas_unknowns(w, 0, r.rows)),
    };
}

/* (i) */
static expressions find_antisymmetric(const struct step_symbols *w, expressions ws, expressions m)
{
    const size_t n = m.rows;
    const expressions alpha = graph_diagonal(w->setup->system->inertia), tm = graph_scaled(w->h, m);
    const expressions wa = graph_zeros(w->graph, n, n);

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            const size_t at = i * n + j;
            const expression sum = graph_add(w->graph, alpha.entry[i], alpha.entry[j]),
                             difference = graph_subtract(w->graph, alpha.entry[j], alpha.entry[i]);

            wa.entry[at] = graph_subtract(
                w->graph, graph_multiply(w->graph, graph_divide(w->graph, difference, sum), ws.entry[at]),
                graph_divide(w->graph, tm.entry[at], sum));
        }
    }
    return graph_antisymmetric(n, graph_above_diagonal(wa));
}

struct step_formulas rigid_body_iteration(const struct step_symbols *w)
{
    const expressions m = find_momentum(w), ws = symmetric_unknown(w, m.rows);
    const expressions e = graph_sum(ws, find_antisymmetric(w, ws, m));
    const expressions squares = graph_product(graph_transposed(e), e);

    return solve(w, graph_upper(graph_sum(ws, graph_scaled(step_formulas_number(w, 0.5), squares))), m, e);
}

struct step_formulas rigid_body_factorisation(const struct step_symbols *w)
{
    const expressions m = find_momentum(w), Y = symmetric_unknown(w, m.rows);
    const expressions P = graph_scaled(step_formulas_times_h(w, 0.5), m);
    const expressions L = graph_difference(Y, P), R = graph_sum(Y, P);
    const expressions J = w->setup->system->inertia, e = graph_zeros(w->graph, m.rows, m.rows);
    const expressions sum = graph_sum(graph_product(J, R), graph_product(L, J));

    for (size_t k = 0; k < m.rows * m.rows; k++)
        e.entry[k] = graph_divide(w->graph, L.entry[k], J.entry[k / m.rows * (m.rows + 1)]);
    return solve(w, graph_upper(graph_sum(sum, graph_product(L, R))), m, e);
}
