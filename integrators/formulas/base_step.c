/* The step of a variational partitioned Runge-Kutta method in the graph of the model: see formula_file.h. */
#include "integrators/formulas/formula_file.h"
#include "integrators/tableaux/tableau.h"

/* The numbers are exact, of more bits than a run has. */
static expression take(const struct step_symbols *w, mpfr_srcptr value)
{
    return formula_symbols_number(w->graph, value);
}

/* first + sum_j row_j x_j, of vectors x_j one after the other */
static expressions combine(const struct step_symbols *w, expressions first, mpfr_t *row, expressions x)
{
    const size_t d = first.rows;
    expressions sum = first;

    for (size_t j = 0; j < x.rows / d; j++) {
        if (!mpfr_zero_p(row[j]))
            sum = graph_sum(sum, graph_scaled(take(w, row[j]), graph_rows(x, j * d, d)));
    }
    return sum;
}

/* f at Q and the time t + c h, the time being that of the start */
static expressions evaluate(const struct step_symbols *w, expressions f, expressions Q, mpfr_srcptr c)
{
    const size_t d = Q.rows, times = w->state.rows - d;
    expressions point = Q;

    if (times)
        point = graph_above(
            point, graph_sum(graph_rows(w->state, d, 1),
                             graph_matrix(w->graph, 1, 1,
                                          (const expression[]){graph_multiply(w->graph, take(w, c), w->h)})));
    return graph_at(f, MODEL_BLOCK_COORDINATES, point);
}

struct base_step base_step_formulas(const struct step_symbols *w, const struct tableau *tableau,
                                    expressions W, expressions mu, expressions q, expressions p)
{
    const struct model *model = w->setup->system->model;
    const size_t s = tableau->stages, d = model->moved;
    const expressions coordinates = graph_variables(w->graph, MODEL_BLOCK_COORDINATES, 0, d),
                      theta = graph_matrix(w->graph, d, 1, model->theta),
                      T = graph_jacobian(theta, coordinates),
                      H_q = graph_gradient(model->hamiltonian, coordinates),
                      none = graph_zeros(w->graph, 0, 1);
    expressions F = none, P = none, r = none;
    mpfr_t ratio;

    for (size_t i = 0; i < s; i++) {
        const expressions Q = combine(w, q, tableau->a + i * s, W),
                          pushed = graph_product(graph_transposed(evaluate(w, T, Q, tableau->c[i])),
                                                 graph_rows(W, i * d, d));

        P = graph_above(P, evaluate(w, theta, Q, tableau->c[i]));
        F = graph_above(F, graph_difference(pushed, graph_scaled(w->h, evaluate(w, H_q, Q, tableau->c[i]))));
    }
    mpfr_init2(ratio, mpfr_get_prec(tableau->b[0]));
    for (size_t i = 0; i < s; i++) {
        expressions stage =
            graph_difference(graph_rows(P, i * d, d), combine(w, p, tableau->abar + i * s, F));

        if (mu.rows) {
            mpfr_div(ratio, tableau->null_vector[i], tableau->b[i], MPFR_RNDN);
            stage = graph_sum(stage, graph_scaled(take(w, ratio), mu));
        }
        r = graph_above(r, stage);
    }
    mpfr_clear(ratio);
    if (mu.rows)
        r = graph_above(r, combine(w, graph_zeros(w->graph, d, 1), tableau->null_vector, W));
    return (struct base_step){r, combine(w, q, tableau->b, W), combine(w, p, tableau->b, F)};
}
