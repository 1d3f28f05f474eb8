/* Order conditions.
 *
 * Trees.  For q' = f(q, p), p' = g(q, p) every vertex of a tree is a q or a p; the edge from a parent to a
 * child carries a when the child is a q and abar when it is a p.  With the elementary weights
 *
 *     Phi_i(vertex) = 1,      Phi_i(t) = prod over children u of  sum_j a^(colour of u)_ij Phi_j(u),
 *
 * the order is p when sum_i b_i Phi_i(t) = 1/gamma(t) for all trees with at most p vertices.  The weights b
 * are common, hence the colour of the root does not matter; where they are not, b is for a q as root, bbar for
 * a p, and both conditions are asked for.  The branch sum_j a_ij Phi_j(u) is kept for every u.
 *
 * Separable systems have those of the trees alone in which no child has the colour of its parent.  For
 * q'' = g(q) a q has at most one child: it is v, with branch c_i, or stands between two p, and the branches of q
 * and p are
 *
 *     sum_j a_ij Phi_j(u),      Phi_i(u)
 *
 * so that the same recursion gives the conditions of Nystroem trees: Hairer, Norsett, Wanner, II.14.
 *
 * Simplifying assumptions (for abar: C^, D^ with eta^, zeta^):
 *
 *     B(p):     sum_i b_i c_i^(k-1)       = 1/k                    k = 1..p
 *     C(eta):   sum_j a_ij c_j^(k-1)      = c_i^k / k              k = 1..eta
 *     D(zeta):  sum_i b_i c_i^(k-1) a_ij  = b_j (1 - c_j^k) / k    k = 1..zeta
 *
 * Butcher (1964): B(p), C(eta), D(zeta) give order p when p <= eta + zeta + 1 and p <= 2 eta + 2.  His proof
 * for two colours: C replaces a subtree of at most eta vertices whose root has leaves only by leaves.  Two
 * disjoint subtrees that remain have more than 2 min(eta, eta^) + 2 vertices; so if p is not larger, what
 * remains is a chain from the root to one vertex v that carries leaves only, the root having k - 1 leaves and
 * one other child x.  D of the colour of x removes x as the root's child if k <= zeta(x), where k is p less
 * the vertices of the subtree of x: at least eta(v) + 1 if x = v, one more if not.  This asks for
 *
 *     p <= eta + zeta + 1,  eta^ + zeta^ + 1,  eta^ + zeta + 2,  eta + zeta^ + 2,  2 min(eta, eta^) + 2,
 *
 * sharp for Lobatto IIIA-IIIB, where (eta, zeta, eta^, zeta^) = (s, s-2, s-2, s) gives 2s - 2.
 * Source: Hairer, Norsett, Wanner, Solving ODEs I (1993), II.7; Jay (1996). */
#include "integrators/tableaux/tableau_order.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/tableaux/rooted_trees.h"
#include "numerics/number_block.h"

enum { EXTRA_BITS = 32 }; /* so that the audit measures the coefficients and not its own rounding */

/* An equation sum of products = right, and the sum of the absolute values of its terms. */
struct condition {
    const struct tableau *tableau;
    mpfr_t sum, term, right, power; /* power: scratch of who states it */
    double magnitude;
};

static void condition_init(struct condition *condition, const struct tableau *t)
{
    condition->tableau = t;
    mpfr_inits2(t->precision + EXTRA_BITS, condition->sum, condition->term, condition->right,
                condition->power, (mpfr_ptr)0);
}

static void condition_clear(struct condition *condition)
{
    mpfr_clears(condition->sum, condition->term, condition->right, condition->power, (mpfr_ptr)0);
}

static void condition_start(struct condition *condition)
{
    mpfr_set_si(condition->sum, 0, MPFR_RNDN);
    condition->magnitude = 0;
}

static void condition_add(struct condition *condition, const mpfr_t factor, const mpfr_t other)
{
    mpfr_mul(condition->term, factor, other, MPFR_RNDN);
    mpfr_add(condition->sum, condition->sum, condition->term, MPFR_RNDN);
    condition->magnitude += fabs(mpfr_get_d(condition->term, MPFR_RNDN));
}

/* Is the sum equal to the right-hand side, to 2^(16 - precision)?  False for NaN. */
static bool condition_holds(struct condition *condition)
{
    mpfr_ptr difference = condition->term, bound = condition->sum;

    mpfr_sub(difference, condition->sum, condition->right, MPFR_RNDN);
    mpfr_abs(difference, difference, MPFR_RNDN);
    mpfr_set_d(bound, fmax(1, condition->magnitude), MPFR_RNDN);
    mpfr_mul_2si(bound, bound, 16 - (long)condition->tableau->precision, MPFR_RNDN);
    return mpfr_lessequal_p(difference, bound) != 0;
}

/* Elementary weights of all trees. */
struct weights {
    const struct tableau *tableau;
    size_t stages;
    const struct rooted_trees *trees;
    mpfr_t *matrix[2]; /* of the two colours: a and abar */
    mpfr_t *phi;       /* trees x stages */
    mpfr_t *branch;    /* trees of less than the highest order x colours x stages */
    mpfr_t term;
};

static mpfr_t *weights_branch(const struct weights *w, size_t tree, unsigned colour)
{
    return w->branch + (tree * w->trees->colours + colour) * w->stages;
}

/* phi = phi of the prefix times the branch of the last child. */
static void compute_phi(struct weights *w, size_t index)
{
    const struct rooted_tree *tree = &w->trees->tree[index];
    mpfr_t *phi = w->phi + index * w->stages;

    for (size_t i = 0; i < w->stages; i++) {
        if (tree->order == 1)
            mpfr_set_si(phi[i], 1, MPFR_RNDN);
        else
            mpfr_mul(phi[i], w->phi[tree->prefix * w->stages + i],
                     weights_branch(w, tree->child, tree->colour)[i], MPFR_RNDN);
    }
}

/* Of q'' = g(q), where no matrix is asked for. */
static bool copies_branch(const struct weights *w, size_t index, unsigned colour)
{
    mpfr_t *branch = weights_branch(w, index, colour);

    if (w->trees->class != ROOTED_TREES_NYSTROEM || (colour == 0 && index > 0))
        return false;
    number_block_set(*branch, colour ? w->phi[index * w->stages] : *w->tableau->c, w->stages);
    return true;
}

static void compute_branches(struct weights *w, size_t index)
{
    mpfr_t *phi = w->phi + index * w->stages;

    for (unsigned colour = 0; colour < w->trees->colours; colour++) {
        mpfr_t *branch = weights_branch(w, index, colour);

        if (copies_branch(w, index, colour))
            continue;
        for (size_t i = 0; i < w->stages; i++) {
            for (size_t j = 0; j < w->stages; j++) {
                mpfr_mul(w->term, w->matrix[colour][i * w->stages + j], phi[j], MPFR_RNDN);
                mpfr_add(branch[i], branch[i], w->term, MPFR_RNDN);
            }
        }
    }
}

/* Both sides of the condition of this tree with a root of this colour. */
static void root_sum(const struct weights *w, size_t index, unsigned root, struct condition *condition)
{
    mpfr_t *b = root ? w->tableau->bbar : w->tableau->b;

    mpfr_set_ui(condition->right, (unsigned long)w->trees->tree[index].density, MPFR_RNDN);
    mpfr_ui_div(condition->right, 1, condition->right, MPFR_RNDN);
    condition_start(condition);
    for (size_t i = 0; i < w->stages; i++)
        condition_add(condition, b[i], w->phi[index * w->stages + i]);
}

/* Whether there is a condition of this tree with a root of this colour: of both where the weights differ.  A q alone stands
 * for v, whose weight is 1. */
static bool is_asked(const struct weights *w, size_t index, unsigned root)
{
    if (w->tableau->form == TABLEAU_COMMON)
        return root == 0;
    return w->trees->tree[index].roots >> root & 1U &&
           !(w->trees->class == ROOTED_TREES_NYSTROEM && root == 0 && index == 0);
}

/* Does the tableau satisfy it? */
static bool root_holds(const struct weights *w, size_t index, unsigned root, struct condition *condition)
{
    if (!is_asked(w, index, root))
        return true;
    root_sum(w, index, root, condition);
    return condition_holds(condition);
}

static bool tree_holds(const struct weights *w, size_t index, struct condition *condition)
{
    return root_holds(w, index, 0, condition) && root_holds(w, index, 1, condition);
}

static int count_orders(const struct tableau *t, struct weights *w, int max_order)
{
    struct condition condition;
    int order = 0;

    condition_init(&condition, t);
    while (order < max_order) {
        bool all_hold = true;

        for (size_t i = w->trees->first[order + 1]; all_hold && i < w->trees->first[order + 2]; i++) {
            compute_phi(w, i);
            all_hold = tree_holds(w, i, &condition);
            if (order + 1 < max_order)
                compute_branches(w, i);
        }
        if (!all_hold)
            break;
        order++;
    }
    condition_clear(&condition);
    return order;
}

static struct weights weights_create(const struct tableau *t, const struct rooted_trees *trees)
{
    struct weights w = {.tableau = t, .stages = t->stages, .trees = trees, .matrix = {t->a, t->abar}};

    w.phi = number_block_create(trees->count * t->stages, t->precision + EXTRA_BITS);
    w.branch = number_block_create(trees->first[trees->max_order] * trees->colours * t->stages,
                                   t->precision + EXTRA_BITS);
    mpfr_init2(w.term, t->precision + EXTRA_BITS);
    return w;
}

static void weights_destroy(struct weights *w)
{
    mpfr_clear(w->term);
    number_block_destroy(w->phi);
    number_block_destroy(w->branch);
}

struct rooted_trees *tableau_order_trees(const struct tableau *t, int max_order)
{
    static const enum rooted_trees_class classes[] = {[TABLEAU_COMMON] = ROOTED_TREES_ALL,
                                                      [TABLEAU_PARTITIONED] = ROOTED_TREES_ALL,
                                                      [TABLEAU_SEPARABLE] = ROOTED_TREES_ALTERNATING,
                                                      [TABLEAU_NYSTROEM] = ROOTED_TREES_NYSTROEM};
    const bool coloured = t->partitioned || t->form != TABLEAU_COMMON;

    return rooted_trees_create((unsigned)max_order, coloured ? 2 : 1, classes[t->form]);
}

int tableau_order_by_trees(const struct tableau *t, int max_order)
{
    struct rooted_trees *trees = tableau_order_trees(t, max_order);
    struct weights w = weights_create(t, trees);
    const int order = count_orders(t, &w, max_order);

    weights_destroy(&w);
    rooted_trees_destroy(trees);
    return order;
}

/* Of both colours of the root of this tree, as root_holds asks for them. */
static void raise_largest(double *largest, const struct weights *w, size_t index, struct condition *condition)
{
    for (unsigned root = 0; root < 2; root++) {
        double residual;

        if (!is_asked(w, index, root))
            continue;
        root_sum(w, index, root, condition);
        mpfr_sub(condition->term, condition->sum, condition->right, MPFR_RNDN);
        residual = fabs(mpfr_get_d(condition->term, MPFR_RNDN));
        *largest = isnan(*largest) || residual <= *largest ? *largest : residual;
    }
}

void tableau_order_largest(const struct tableau *t, int max_order, double *largest)
{
    struct rooted_trees *trees = tableau_order_trees(t, max_order);
    struct weights w = weights_create(t, trees);
    struct condition condition;

    condition_init(&condition, t);
    for (int order = 1; order <= max_order; order++)
        largest[order - 1] = 0;
    for (size_t i = 0; i < trees->count; i++) {
        compute_phi(&w, i);
        raise_largest(largest + trees->tree[i].order - 1, &w, i, &condition);
        if (trees->tree[i].order < trees->max_order)
            compute_branches(&w, i);
    }
    condition_clear(&condition);
    weights_destroy(&w);
    rooted_trees_destroy(trees);
}

size_t tableau_order_roots(const struct tableau *t)
{
    return t->form == TABLEAU_COMMON ? 1 : 2;
}

void tableau_order_residuals(const struct tableau *t, const struct rooted_trees *trees, mpfr_t *residual)
{
    struct weights w = weights_create(t, trees);
    struct condition condition;

    condition_init(&condition, t);
    for (size_t i = 0; i < trees->count; i++) {
        compute_phi(&w, i);
        for (unsigned root = 0; root < tableau_order_roots(t); root++, residual++) {
            mpfr_set_zero(*residual, 1);
            if (!is_asked(&w, i, root))
                continue;
            root_sum(&w, i, root, &condition);
            mpfr_sub(*residual, condition.sum, condition.right, MPFR_RNDN);
        }
        if (trees->tree[i].order < trees->max_order)
            compute_branches(&w, i);
    }
    condition_clear(&condition);
    weights_destroy(&w);
}

/* -- simplifying assumptions: does the one of index k hold for a matrix (a, abar; unused by B)? -- */

/* power = x^(k - 1) */
static void set_power(struct condition *s, const mpfr_t x, unsigned long k)
{
    mpfr_pow_ui(s->power, x, k - 1, MPFR_RNDN);
}

static bool satisfies_b(struct condition *s, mpfr_t *unused, unsigned long k)
{
    const struct tableau *t = s->tableau;

    (void)unused;
    condition_start(s);
    for (size_t i = 0; i < t->stages; i++) {
        set_power(s, t->c[i], k);
        condition_add(s, t->b[i], s->power);
    }
    mpfr_set_ui(s->right, 1, MPFR_RNDN);
    mpfr_div_ui(s->right, s->right, k, MPFR_RNDN);
    return condition_holds(s);
}

static bool satisfies_c(struct condition *s, mpfr_t *a, unsigned long k)
{
    const struct tableau *t = s->tableau;
    bool holds = true;

    for (size_t i = 0; holds && i < t->stages; i++) {
        condition_start(s);
        for (size_t j = 0; j < t->stages; j++) {
            set_power(s, t->c[j], k);
            condition_add(s, a[i * t->stages + j], s->power);
        }
        mpfr_pow_ui(s->right, t->c[i], k, MPFR_RNDN);
        mpfr_div_ui(s->right, s->right, k, MPFR_RNDN);
        holds = condition_holds(s);
    }
    return holds;
}

static bool satisfies_d(struct condition *s, mpfr_t *a, unsigned long k)
{
    const struct tableau *t = s->tableau;
    bool holds = true;

    for (size_t j = 0; holds && j < t->stages; j++) {
        condition_start(s);
        for (size_t i = 0; i < t->stages; i++) {
            set_power(s, t->c[i], k);
            mpfr_mul(s->power, s->power, t->b[i], MPFR_RNDN);
            condition_add(s, a[i * t->stages + j], s->power);
        }
        mpfr_pow_ui(s->right, t->c[j], k, MPFR_RNDN);
        mpfr_ui_sub(s->right, 1, s->right, MPFR_RNDN);
        mpfr_mul(s->right, s->right, t->b[j], MPFR_RNDN);
        mpfr_div_ui(s->right, s->right, k, MPFR_RNDN);
        holds = condition_holds(s);
    }
    return holds;
}

/* The highest p <= limit such that `satisfies` is true for k = 1..p. */
static int highest(const struct tableau *t, bool (*satisfies)(struct condition *, mpfr_t *, unsigned long),
                   mpfr_t *matrix, size_t limit)
{
    struct condition condition;
    unsigned long p = 0;

    condition_init(&condition, t);
    while (p < limit && satisfies(&condition, matrix, p + 1))
        p++;
    condition_clear(&condition);
    return (int)p;
}

int tableau_order_of_quadrature(const struct tableau *t)
{
    return highest(t, satisfies_b, NULL, 2 * t->stages);
}

int tableau_order_of_stages(const struct tableau *t)
{
    return highest(t, satisfies_c, t->a, t->stages);
}

int tableau_order_of_columns(const struct tableau *t)
{
    return highest(t, satisfies_d, t->a, t->stages);
}

static int minimum(int x, int y)
{
    return x < y ? x : y;
}

int tableau_order_by_assumptions(const struct tableau *t)
{
    if (t->form != TABLEAU_COMMON)
        return 0;

    int p = tableau_order_of_quadrature(t);
    int eta = tableau_order_of_stages(t);
    int zeta = tableau_order_of_columns(t);
    int etabar = highest(t, satisfies_c, t->abar, t->stages);
    int zetabar = highest(t, satisfies_d, t->abar, t->stages);

    if (minimum(eta, etabar) == 0)
        return 0; /* leaves of the two colours differ */
    p = minimum(p, 2 * minimum(eta, etabar) + 2);
    p = minimum(p, minimum(eta + zeta, etabar + zetabar) + 1);
    return t->partitioned ? minimum(p, minimum(etabar + zeta, eta + zetabar) + 2) : p;
}
