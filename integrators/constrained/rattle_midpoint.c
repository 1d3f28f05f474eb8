/* The formulas of a RATTLE step with the midpoint rule inside, on Hamiltonian systems with holonomic constraints
 * g(q) = 0, G = g'(q), and velocity constraints whose multipliers are eliminated:
 *
 *     p+ = p0 - G(q0)^T e
 *     K  = h (H_p, -H_q) at (q0, p+) + K/2,      (q1, p-) = (q0, p+) + K
 *     g(q1) = 0
 *     p1 = p- - G(q1)^T e1,      G(q1) H_p(q1, p1) = 0
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8, with e = h m/2 and e1 = h n/2.  The last line is the
 * second phase of rattle.c.  Here the unknowns are D = K_q, L = h K_p and E = h e: as large as q whatever h is, and
 * so are the second derivatives of the equations, in which momenta are what is known divided by h,
 *
 *     D = h H_p,   L = -h^2 H_q   at (q0 + D/2, p0 + (L/2 - G(q0)^T E)/h)
 *     g(q0 + h H_p) = 0
 *
 * (with K_p itself, since H_q is of second degree in e, they would be as large as 1/h, and a matrix in double at an
 * e that is known to a rounding over h would be that of other equations).  The increment is made of H_p and H_q; what
 * round-off leaves in e, of its size over h, is in the range of G^T, which the second phase settles.  Data:
 * (q, p, h).  Without constraints it is the midpoint rule. */
#include "integrators/steps/step_families.h"
#include "integrators/formulas/step_formulas.h"

struct step_formulas rattle_midpoint_formulas(const struct step_symbols *w)
{
    const struct system_holonomic *own = &w->setup->system->holonomic;
    const size_t n = own->H_q.rows, m = own->g.rows;
    const expression half = step_formulas_number(w, 0.5), h2 = graph_multiply(w->graph, w->h, w->h);
    const expressions q = graph_rows(w->state, 0, n), p = graph_rows(w->state, n, n);
    const expressions D = step_formulas_unknowns(w, 0, n), L = step_formulas_unknowns(w, n, n),
                      E = step_formulas_unknowns(w, 2 * n, m);
    const expressions pull = graph_product(graph_transposed(own->G), E);
    const expressions P = graph_difference(graph_scaled(half, L), pull);
    const expressions middle =
        graph_above(graph_sum(q, graph_scaled(half, D)), graph_sum(p, graph_over(P, w->h)));
    const expressions hH_p = graph_scaled(w->h, step_formulas_at(own->H_p, middle));
    const expressions hhH_q = graph_scaled(h2, step_formulas_at(own->H_q, middle));
    const expressions q1 = graph_above(graph_sum(q, hH_p), p);
    const expressions g = step_formulas_at(own->g, q1);

    return (struct step_formulas){
        .residual = graph_above(graph_above(graph_difference(D, hH_p), graph_sum(L, hhH_q)), g),
        .increment = graph_above(hH_p, graph_over(graph_negative(graph_sum(hhH_q, pull)), w->h)),
    };
}
