/* The formulas of one-step methods for holonomic constraints g(q) = 0 on any H(q, p).
 *
 * First phase, from (q, p) to (Q, pt) with g(Q) = 0, G = g':
 *
 *     pt = p - h a H_q(q, pt) - G(q)^T l
 *     Q  = q + h (b_0 H_p(q, pt) + b_1 H_p(Q, pt))
 *     g(Q) = 0
 *
 * Second phase, from (Q, pt) to (Q, P) with psi(Q, P) = 0, psi = G H_p:
 *
 *     P = pt - h c H_q(Q, pt) - G(Q)^T m
 *     psi(Q, P) = 0
 *
 *                      a     b_0   b_1   c
 *     rattle           1/2   1/2   1/2   1/2
 *     shake            1/2   1/2   1/2   1/2      with m = 0
 *     reich            1     1     0     0        McLachlan, Scovel (1994), eq. 2-3
 *     reich-adjoint    0     0     1     1        eq. 10
 *
 * Where H depends on the time, the last number of a state (q, p, t), it is taken at t in (q, pt) and at t + h in
 * (Q, pt) and (Q, P).
 *
 * On T*N, where p is a covector of the manifold, eq. 9 and 11, psi = G p.
 *
 * Unknowns of the first phase are h l, and h (pt - p) and Q - q unless H_q depends on q alone, where these
 * follow; of the second m, unless psi = N(q) p, where that follows.  They are as large as q, and p,
 * whatever h is.  Data: (q, p, h).
 *
 * Where H_q is of q alone and H_pp constant, the first phase is affine in L = h l, with N = psi_p = G H_pp,
 *
 *     Q = q + D - N(q)^T L      dg(Q)/dL = -G(Q) N(q)^T
 *
 * and so is the second one in m where psi = N p: (N G^T) m = N (pt - h c H_q). */
#include "integrators/steps/step_families.h"
#include "integrators/formulas/step_formulas.h"

/* The model's part, and the numbers of the state, the time in no row where it is none */
struct parts {
    const struct system_holonomic *own;
    const struct step_weights *weight;
    size_t n, m;
    expressions q, p, time, step; /* step: of the time */
    expressions G_T;
};

static struct parts parts_of(const struct step_symbols *w)
{
    const struct system_holonomic *own = &w->setup->system->holonomic;
    const size_t n = own->H_q.rows, times = w->state.rows - 2 * n;

    return (struct parts){
        .own = own,
        .weight = w->family->weights,
        .n = n,
        .m = own->g.rows,
        .q = graph_rows(w->state, 0, n),
        .p = graph_rows(w->state, n, n),
        .time = graph_rows(w->state, 2 * n, times),
        .step = graph_matrix(w->graph, times, 1, &w->h),
        .G_T = graph_transposed(own->G),
    };
}

/* (q, pt, t), and (Q, pt, t + h) */
static expressions start(const struct parts *w, expressions pt)
{
    return graph_above(graph_above(w->q, pt), w->time);
}

static expressions end(const struct parts *w, expressions Q, expressions pt)
{
    return graph_above(graph_above(Q, pt), graph_sum(w->time, w->step));
}

/* h (b_0 H_p(q, pt) + b_1 H_p(Q, pt)), where b_0 + b_1 = 1 */
static expressions drift(const struct step_symbols *w, const struct parts *x, expressions Q, expressions pt)
{
    const expressions before = step_formulas_at(x->own->H_p, start(x, pt)),
                      after = step_formulas_at(x->own->H_p, end(x, Q, pt));

    if (x->own->explicit_force && !x->time.rows) /* it does not depend on q */
        return graph_scaled(w->h, before);
    return graph_sum(graph_scaled(step_formulas_times_h(w, x->weight->b0), before),
                     graph_scaled(step_formulas_times_h(w, x->weight->b1), after));
}

/* -part h H_q at a point */
static expressions kick(const struct step_symbols *w, const struct parts *x, double part, expressions point)
{
    return graph_scaled(step_formulas_times_h(w, -part), step_formulas_at(x->own->H_q, point));
}

/* Of H_q(q), where P and D follow from L, and H_p does not depend on q */
static struct step_formulas explicit_position(const struct step_symbols *w, const struct parts *x)
{
    const expressions L = step_formulas_unknowns(w, 0, x->m), l = graph_over(L, w->h);
    const expressions kicked = kick(w, x, x->weight->a, w->state);
    const expressions dp = graph_difference(kicked, graph_product(x->G_T, l));
    const expressions dq = drift(w, x, x->q, graph_sum(x->p, dp));

    return (struct step_formulas){
        .residual = step_formulas_at(x->own->g, graph_above(graph_sum(x->q, dq), x->p)),
        .increment = graph_above(graph_above(dq, dp), x->step),
    };
}

/* The same where H_pp is constant */
static struct step_formulas affine_position(const struct step_symbols *w, const struct parts *x)
{
    const expressions L = step_formulas_unknowns(w, 0, x->m), l = graph_over(L, w->h);
    const expressions kicked = kick(w, x, x->weight->a, w->state);
    const expressions D = drift(w, x, x->q, graph_sum(x->p, kicked));
    const expressions N_T = graph_transposed(x->own->psi_p), N_L = graph_product(N_T, L);
    const expressions end = graph_above(graph_difference(graph_sum(x->q, D), N_L), x->p);
    const expressions dp = graph_difference(kicked, graph_product(x->G_T, l));

    return (struct step_formulas){
        .residual = step_formulas_at(x->own->g, end),
        .increment = graph_above(graph_above(graph_difference(D, N_L), dp), x->step),
        .matrix = graph_product(step_formulas_at(x->own->G, end), graph_negative(N_T)),
    };
}

struct step_formulas rattle_position_formulas(const struct step_symbols *w)
{
    const struct parts x = parts_of(w);

    if (x.own->explicit_force)
        return x.m && x.own->constant_mass ? affine_position(w, &x) : explicit_position(w, &x);
    const expressions L = step_formulas_unknowns(w, 0, x.m), P = step_formulas_unknowns(w, x.m, x.n),
                      D = step_formulas_unknowns(w, x.m + x.n, x.n);
    const expressions pt = graph_sum(x.p, graph_over(P, w->h)), Q = graph_sum(x.q, D);
    const expressions force = graph_scaled(w->h, kick(w, &x, x.weight->a, start(&x, pt)));
    const expressions hdp = graph_difference(force, graph_product(x.G_T, L)), dq = drift(w, &x, Q, pt);
    const expressions moves = graph_above(graph_difference(P, hdp), graph_difference(D, dq));

    return (struct step_formulas){
        .residual = graph_above(step_formulas_at(x.own->g, graph_above(graph_sum(x.q, dq), pt)), moves),
        .increment = graph_above(graph_above(dq, graph_over(hdp, w->h)), x.step),
    };
}

/* Of the state (Q, pt) */
struct step_formulas rattle_momentum_formulas(const struct step_symbols *w)
{
    const struct parts x = parts_of(w);
    const bool cotangent = x.weight->end == STEP_END_COTANGENT,
               hidden = x.m && x.weight->end != STEP_END_FREE;
    const bool linear = cotangent || x.own->linear;
    const expressions N = cotangent ? x.own->G : x.own->psi_p, none = graph_zeros(w->graph, x.n, 1);
    const expressions still = graph_zeros(w->graph, x.time.rows, 1);
    const expressions kicked = kick(w, &x, x.weight->c, w->state), pt = graph_sum(x.p, kicked);
    const size_t unknowns = hidden && !linear ? x.m : 0;
    expressions m, dp = kicked;

    if (hidden) {
        m = unknowns ? step_formulas_unknowns(w, 0, unknowns)
                     : graph_solution(graph_symmetric(x.m, graph_upper(graph_product(N, x.G_T))),
                                      graph_product(N, pt));
        dp = graph_difference(kicked, graph_product(x.G_T, m));
    }
    return (struct step_formulas){
        .residual = graph_rows(step_formulas_at(x.own->psi, start(&x, graph_sum(x.p, dp))), 0, unknowns),
        .increment = graph_above(graph_above(none, dp), still),
    };
}
