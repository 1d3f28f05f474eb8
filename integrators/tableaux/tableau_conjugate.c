/* Conjugation of B-series: see tableau_conjugate.h.
 *
 * The method is the flow at time 1 of its modified equation, a series b = sum_t b(t) F(t) over rooted trees, in
 * which f is the tree of one vertex.  With the product g b = g'(y) b(y), the derivative of the field g along b,
 *
 *     Phi_h(y) - y = b + b b / 2! + (b b) b / 3! + ..      F(t) F(u) = sum_v F(t with u grafted to its vertex v)
 *
 * The flow of a series c changes the variables, and b into
 *
 *     b~ = b + [c, b] + [c, [c, b]] / 2! + ..              [c, b] = c b - b c
 *
 * Its terms of order k have those of c of order k - 1 in [c, f] alone: they follow from those before by linear
 * equations with integer coefficients, order by order, and k is reached as long as these have a solution.  The
 * equations are
 *
 *     order        b~(t) = 0                                                       for each tree of order k
 *     symplectic   sigma(u o v) b~(u o v) + sigma(v o u) b~(v o u) = 0             for each pair with |u| + |v| = k
 *
 * (u o v is u with v grafted to its root; sigma counts symmetries), the second of them those of a Hamiltonian
 * field: Hairer, Lubich, Wanner (2006), theorem IX.9.3.  What they leave free in c is Hamiltonian, and changes
 * nothing later.
 *
 * A partitioned method has the same for trees whose vertices are positions or momenta, each with its root's colour: f is
 * the sum of both vertices, b and c have a number for each colour of the root, and the conditions of a Hamiltonian field
 * are those of u, v with roots of different colours, and
 *
 *     b~(t with a position as root) = b~(t with a momentum)                            for each tree of order k
 *
 * (theorem VI.7.4 and its counterpart for fields, section IX.10).  In the program a tree is a number, that of the tree
 * without the colour of its root times the number of colours, plus that colour. */
#include "integrators/tableaux/tableau_conjugate.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_order.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { MOST = TABLEAU_CONJUGATE_MOST };

struct algebra {
    struct rooted_trees *trees;
    size_t colours, count;
    size_t *joined; /* count x count: u o v, of those that are not too large */
    unsigned long *sigma;
    mpfr_prec_t precision, bits;
    mpfr_t product;
};

static const struct rooted_tree *tree_of(const struct algebra *w, size_t tree)
{
    return w->trees->tree + tree / w->colours;
}

static unsigned order_of(const struct algebra *w, size_t tree)
{
    return tree_of(w, tree)->order;
}

/* The first tree of the order. */
static size_t first_of(const struct algebra *w, unsigned order)
{
    return w->trees->first[order] * w->colours;
}

static bool is_vertex(const struct algebra *w, size_t tree)
{
    return tree < w->colours;
}

static size_t prefix_of(const struct algebra *w, size_t tree)
{
    return tree_of(w, tree)->prefix * w->colours + tree % w->colours;
}

static size_t child_of(const struct algebra *w, size_t tree)
{
    return tree_of(w, tree)->child * w->colours + tree_of(w, tree)->colour;
}

/* ---- trees ---- */

/* The children of a tree do not descend: a smaller one goes before its last. */
static size_t join(const struct algebra *w, size_t u, size_t v)
{
    if (is_vertex(w, u) || child_of(w, u) <= v)
        return w->joined[u * w->count + v];
    return join(w, join(w, prefix_of(w, u), v), child_of(w, u));
}

/* Writes t with u grafted to each of its vertices, as many as these are. */
static size_t graft(const struct algebra *w, size_t t, size_t u, size_t *grafted)
{
    size_t before, behind;

    if (is_vertex(w, t)) {
        *grafted = join(w, t, u);
        return 1;
    }
    before = graft(w, prefix_of(w, t), u, grafted);
    for (size_t k = 0; k < before; k++)
        grafted[k] = join(w, grafted[k], child_of(w, t));
    behind = graft(w, child_of(w, t), u, grafted + before);
    for (size_t k = before; k < before + behind; k++)
        grafted[k] = join(w, prefix_of(w, t), grafted[k]);
    return before + behind;
}

static void fill_trees(struct algebra *w)
{
    for (size_t vertex = 0; vertex < w->colours; vertex++)
        w->sigma[vertex] = 1;
    for (size_t t = w->colours; t < w->count; t++) {
        const size_t prefix = prefix_of(w, t), child = child_of(w, t);
        unsigned long equal = 1;

        w->joined[prefix * w->count + child] = t;
        for (size_t p = prefix; !is_vertex(w, p) && child_of(w, p) == child; p = prefix_of(w, p))
            equal++;
        w->sigma[t] = w->sigma[prefix] * w->sigma[child] * equal;
    }
}

static struct algebra algebra_create(mpfr_prec_t precision, mpfr_prec_t bits, unsigned colours, unsigned most)
{
    struct algebra w = {.trees = rooted_trees_create(most, colours, ROOTED_TREES_ALL),
                        .colours = colours,
                        .precision = precision,
                        .bits = bits};

    w.count = w.trees->count * colours;
    w.joined = memory_create(w.count * w.count, sizeof *w.joined);
    w.sigma = memory_create(w.count, sizeof *w.sigma);
    mpfr_init2(w.product, precision);
    fill_trees(&w);
    return w;
}

static void algebra_clear(struct algebra *w)
{
    rooted_trees_destroy(w->trees);
    free(w->joined);
    free(w->sigma);
    mpfr_clear(w->product);
}

/* ---- series ---- */

static mpfr_t *series_create(const struct algebra *w)
{
    return number_block_create(w->count, w->precision);
}

/* result += or -= g b */
static void add_product(struct algebra *w, mpfr_t *result, mpfr_t *g, mpfr_t *b, bool subtract)
{
    size_t grafted[MOST];

    for (size_t t = 0; t < w->count; t++) {
        for (size_t u = 0; u < w->count && order_of(w, t) + order_of(w, u) <= w->trees->max_order; u++) {
            if (mpfr_zero_p(g[t]) || mpfr_zero_p(b[u]))
                continue;
            mpfr_mul(w->product, g[t], b[u], MPFR_RNDN);
            if (subtract)
                mpfr_neg(w->product, w->product, MPFR_RNDN);
            for (size_t k = graft(w, t, u, grafted); k-- > 0;)
                mpfr_add(result[grafted[k]], result[grafted[k]], w->product, MPFR_RNDN);
        }
    }
}

/* With [c, .] for D where `bracket` is, sum = x + D x + D^2 x / 2! + ..; else with the product by c, and terms
 * divided by (n + 1)!, as a flow has them. */
static void exponentiate(struct algebra *w, mpfr_t *sum, mpfr_t *x, mpfr_t *c, bool bracket)
{
    mpfr_t *term = series_create(w), *next = series_create(w);

    for (size_t t = 0; t < w->count; t++) {
        mpfr_set(term[t], x[t], MPFR_RNDN);
        mpfr_set(sum[t], x[t], MPFR_RNDN);
    }
    for (unsigned long n = 1; n < w->trees->max_order; n++) {
        for (size_t t = 0; t < w->count; t++)
            mpfr_set_zero(next[t], 1);
        add_product(w, next, term, c, bracket);
        if (bracket)
            add_product(w, next, c, term, false);
        for (size_t t = 0; t < w->count; t++) {
            mpfr_div_ui(term[t], next[t], bracket ? n : n + 1, MPFR_RNDN);
            mpfr_add(sum[t], sum[t], term[t], MPFR_RNDN);
        }
    }
    number_block_destroy(term);
    number_block_destroy(next);
}

/* The modified equation of the series `step`, order by order. */
static void find_modified(struct algebra *w, mpfr_t *b, mpfr_t *step)
{
    mpfr_t *flow = series_create(w);

    for (unsigned order = 1; order <= w->trees->max_order; order++) {
        exponentiate(w, flow, b, b, false);
        for (size_t t = first_of(w, order); t < first_of(w, order + 1); t++)
            mpfr_sub(b[t], step[t], flow[t], MPFR_RNDN);
    }
    number_block_destroy(flow);
}

/* step(t) = sum_i b_i Phi_i(t) / sigma(t), with bbar where the root of t is a momentum */
static void fill_step(struct algebra *w, mpfr_t *step, const struct tableau *tableau)
{
    mpfr_t *residual = number_block_create(w->trees->count, w->precision);

    for (size_t colour = 0; colour < w->colours; colour++) {
        struct tableau rooted = *tableau;

        rooted.b = colour ? tableau->bbar : tableau->b;
        rooted.form = TABLEAU_COMMON; /* one weight at a time */
        tableau_order_residuals(&rooted, w->trees, residual);
        for (size_t t = colour; t < w->count; t += w->colours) {
            mpfr_set_ui(step[t], 1, MPFR_RNDN);
            mpfr_div_ui(step[t], step[t], (unsigned long)tree_of(w, t)->density, MPFR_RNDN);
            mpfr_add(step[t], step[t], residual[t / w->colours], MPFR_RNDN);
            mpfr_div_ui(step[t], step[t], w->sigma[t], MPFR_RNDN);
        }
    }
    number_block_destroy(residual);
}

/* ---- equations ---- */

/* Conditions on the terms of one order of b~: rows of integers, one number for each of its trees. */
struct conditions {
    size_t rows, columns;
    long *entry;
};

/* Whether u and v are a pair of the conditions of a Hamiltonian field, each pair once. */
static bool is_pair(const struct algebra *w, size_t u, size_t v)
{
    return w->colours == 1 ? u <= v : u % 2 == 0 && v % 2 == 1;
}

static struct conditions conditions_create(const struct algebra *w, unsigned order, bool symplectic)
{
    const size_t first = first_of(w, order), columns = first_of(w, order + 1) - first;
    struct conditions result = {.columns = columns,
                                .entry = memory_create(order * columns * columns, sizeof *result.entry)};

    for (size_t t = 0; t < columns && !symplectic; t++)
        result.entry[result.rows++ * columns + t] = 1;
    for (size_t t = 0; t < columns && symplectic && w->colours == 2; t += 2) {
        result.entry[result.rows * columns + t] = 1;
        result.entry[result.rows++ * columns + t + 1] = -1;
    }
    for (size_t u = 0; u < first && symplectic; u++) {
        for (size_t v = 0; v < first; v++) {
            long *row = result.entry + result.rows * columns;

            if (order_of(w, u) + order_of(w, v) != order || !is_pair(w, u, v))
                continue;
            row[join(w, u, v) - first] += (long)w->sigma[join(w, u, v)];
            row[join(w, v, u) - first] += (long)w->sigma[join(w, v, u)];
            result.rows++;
        }
    }
    return result;
}

/* The linear system row . [c, f] = -row . b~, of exact rows and right-hand sides. */
struct equations {
    size_t rows, unknowns;
    mpq_t *matrix;
    mpfr_t *right;
    size_t *pivot; /* unknown of each row; `unknowns`: none */
};

static void fill_column(const struct algebra *w, struct equations *e, const struct conditions *conditions,
                        unsigned order, size_t column)
{
    const size_t tree = first_of(w, order - 1) + column, first = first_of(w, order);
    size_t grafted[2 * MOST], terms = 0;

    for (size_t vertex = 0; vertex < w->colours; vertex++)
        terms += graft(w, tree, vertex, grafted + terms);
    for (size_t i = 0; i < conditions->rows; i++) {
        const long *row = conditions->entry + i * conditions->columns;
        long sum = 0;

        for (size_t vertex = 0; vertex < w->colours; vertex++)
            sum -= row[join(w, vertex, tree) - first];
        for (size_t k = 0; k < terms; k++)
            sum += row[grafted[k] - first];
        mpq_set_si(e->matrix[i * e->unknowns + column], sum, 1);
    }
}

static struct equations equations_create(struct algebra *w, const struct conditions *conditions,
                                         unsigned order, mpfr_t *changed)
{
    const size_t first = first_of(w, order);
    struct equations e = {.rows = conditions->rows, .unknowns = first - first_of(w, order - 1)};

    e.matrix = memory_create(e.rows * e.unknowns, sizeof *e.matrix);
    for (size_t k = 0; k < e.rows * e.unknowns; k++)
        mpq_init(e.matrix[k]);
    e.right = number_block_create(e.rows, w->precision);
    e.pivot = memory_create(e.rows, sizeof *e.pivot);
    for (size_t column = 0; column < e.unknowns; column++)
        fill_column(w, &e, conditions, order, column);
    for (size_t i = 0; i < e.rows; i++) {
        for (size_t t = 0; t < conditions->columns; t++) {
            mpfr_mul_si(w->product, changed[first + t], -conditions->entry[i * conditions->columns + t],
                        MPFR_RNDN);
            mpfr_add(e.right[i], e.right[i], w->product, MPFR_RNDN);
        }
    }
    return e;
}

static void equations_clear(struct equations *e)
{
    for (size_t k = 0; k < e->rows * e->unknowns; k++)
        mpq_clear(e->matrix[k]);
    free(e->matrix);
    free(e->pivot);
    number_block_destroy(e->right);
}

static void swap_rows(struct equations *e, size_t i, size_t k)
{
    for (size_t j = 0; j < e->unknowns; j++)
        mpq_swap(e->matrix[i * e->unknowns + j], e->matrix[k * e->unknowns + j]);
    mpfr_swap(e->right[i], e->right[k]);
}

/* Row i loses its multiple of row k, which has a 1 in the column. */
static void eliminate(struct algebra *w, struct equations *e, size_t i, size_t k, size_t column)
{
    mpq_t factor, term;

    mpq_inits(factor, term, NULL);
    mpq_set(factor, e->matrix[i * e->unknowns + column]);
    for (size_t j = column; j < e->unknowns && mpq_sgn(factor); j++) {
        if (mpq_sgn(e->matrix[k * e->unknowns + j]) == 0)
            continue;
        mpq_mul(term, factor, e->matrix[k * e->unknowns + j]);
        mpq_sub(e->matrix[i * e->unknowns + j], e->matrix[i * e->unknowns + j], term);
    }
    mpfr_mul_q(w->product, e->right[k], factor, MPFR_RNDN);
    mpfr_sub(e->right[i], e->right[i], w->product, MPFR_RNDN);
    mpq_clears(factor, term, NULL);
}

/* By Gauss and Jordan; the number of rows that are not zero. */
static size_t reduce(struct algebra *w, struct equations *e)
{
    size_t rank = 0;

    for (size_t column = 0; column < e->unknowns && rank < e->rows; column++) {
        size_t k = rank;
        mpq_t scale;

        while (k < e->rows && mpq_sgn(e->matrix[k * e->unknowns + column]) == 0)
            k++;
        if (k == e->rows)
            continue;
        swap_rows(e, rank, k);
        mpq_init(scale);
        mpq_inv(scale, e->matrix[rank * e->unknowns + column]);
        for (size_t j = column; j < e->unknowns; j++)
            mpq_mul(e->matrix[rank * e->unknowns + j], e->matrix[rank * e->unknowns + j], scale);
        mpfr_mul_q(e->right[rank], e->right[rank], scale, MPFR_RNDN);
        mpq_clear(scale);
        for (size_t i = 0; i < e->rows; i++) {
            if (i != rank)
                eliminate(w, e, i, rank, column);
        }
        e->pivot[rank++] = column;
    }
    return rank;
}

/* |x|; 0 where the bits of the coefficients explain it. */
static double size_of(const struct algebra *w, mpfr_srcptr x)
{
    return mpfr_zero_p(x) || mpfr_get_exp(x) < 24 - w->bits ? 0 : fabs(mpfr_get_d(x, MPFR_RNDA));
}

/* By how much the terms of the order miss what they have to be, whatever those of c of the order before are, which are set. */
static double reach(struct algebra *w, mpfr_t *b, mpfr_t *c, unsigned order, bool symplectic)
{
    mpfr_t *changed = series_create(w);
    struct conditions conditions = conditions_create(w, order, symplectic);
    struct equations e;
    size_t rank;
    double missed = 0;

    exponentiate(w, changed, b, c, true);
    e = equations_create(w, &conditions, order, changed);
    rank = reduce(w, &e);
    for (size_t i = rank; i < e.rows; i++)
        missed = fmax(missed, size_of(w, e.right[i]));
    for (size_t i = 0; i < rank; i++)
        mpfr_set(c[first_of(w, order - 1) + e.pivot[i]], e.right[i], MPFR_RNDN);
    equations_clear(&e);
    free(conditions.entry);
    number_block_destroy(changed);
    return missed;
}

/* The highest order that is reached; 0 where a step of h does not last h.  *missed: by how much the next one is not. */
static int find_highest(struct algebra *w, mpfr_t *b, bool symplectic, double *missed)
{
    mpfr_t *c = series_create(w);
    unsigned order;

    *missed = 0;
    for (size_t vertex = 0; vertex < w->colours; vertex++) {
        mpfr_sub_ui(w->product, b[vertex], 1, MPFR_RNDN);
        *missed = fmax(*missed, size_of(w, w->product));
    }
    order = *missed > 0 ? 0 : 1;
    while (order > 0 && order < w->trees->max_order && (*missed = reach(w, b, c, order + 1, symplectic)) <= 0)
        order++;
    number_block_destroy(c);
    return (int)order;
}

void tableau_conjugate_find(struct tableau_conjugate *conjugate, const struct tableau *tableau,
                            mpfr_prec_t bits)
{
    const bool pair = tableau->partitioned || tableau->form == TABLEAU_PARTITIONED;
    const unsigned most = pair ? TABLEAU_CONJUGATE_MOST_OF_PAIRS : TABLEAU_CONJUGATE_MOST;
    struct algebra w = algebra_create(tableau->precision + 64, bits, pair ? 2 : 1, most);
    mpfr_t *step = series_create(&w), *b = series_create(&w);

    fill_step(&w, step, tableau);
    find_modified(&w, b, step);
    conjugate->most = (int)most;
    conjugate->order = find_highest(&w, b, false, &conjugate->missed);
    conjugate->symplectic = find_highest(&w, b, true, &conjugate->missed);
    number_block_destroy(step);
    number_block_destroy(b);
    algebra_clear(&w);
}
