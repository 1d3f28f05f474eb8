/* The formulas of BDF-2 on H(q, p) with holonomic constraints g(q) = 0: from the states z0 = (q0, p0) and z1 to
 * z2 = z1 + D,
 *
 *     (3 z2 - 4 z1 + z0)/(2 h) = (H_p, -H_q - G^T l) at z2      g(q2) = 0
 *
 * Unknowns: D_q, U = h D_p and L = h^2 l, all as large as q whatever h is.  Data: (z1, z0, h). */
#include "integrators/steps/step_families.h"
#include "integrators/formulas/step_formulas.h"

/* (3 D_q, 3 U) - (q1 - q0, h (p1 - p0)) = 2 h (H_p, -h H_q) - (0, 2 G^T L) */
struct step_formulas bdf_formulas(const struct step_symbols *w)
{
    const struct system_holonomic *own = &w->setup->system->holonomic;
    const size_t n = own->H_q.rows, m = own->g.rows;
    const expressions unknown = step_formulas_unknowns(w, 0, 2 * n), L = step_formulas_unknowns(w, 2 * n, m);
    const expressions D_q = graph_rows(unknown, 0, n), D_p = graph_over(graph_rows(unknown, n, n), w->h);
    const expressions D = graph_above(D_q, D_p), z2 = graph_sum(w->state, D);
    const expressions moved = graph_difference(w->state, w->more),
                      h_moved_p = graph_scaled(w->h, graph_rows(moved, n, n));
    const expressions hH_q = graph_scaled(w->h, step_formulas_at(own->H_q, z2));
    const expressions rate = graph_above(step_formulas_at(own->H_p, z2), graph_negative(hH_q));
    const expressions pull = graph_product(graph_transposed(step_formulas_at(own->G, z2)), L);
    const expressions left = graph_difference(graph_scaled(step_formulas_number(w, 3), unknown),
                                              graph_above(graph_rows(moved, 0, n), h_moved_p));
    const expressions right =
        graph_difference(graph_scaled(step_formulas_times_h(w, 2), rate),
                         graph_above(graph_zeros(w->graph, n, 1), graph_sum(pull, pull)));

    return (struct step_formulas){
        .residual = graph_above(graph_difference(left, right), step_formulas_at(own->g, z2)),
        .increment = D,
    };
}
