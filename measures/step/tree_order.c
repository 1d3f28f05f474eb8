/* The order of a step by rooted trees, of a method whose coefficients nobody knows: see local_error.h.
 *
 * A model has a coordinate y_t for each of some rooted trees t, and
 *
 *     y_t' = y_1 ... y_m,  t = [t_1, ..., t_m],  y_t(0) = 0,  so that  y_t(h) = h^|t| / gamma(t)
 *
 * A step of a B-series method has h^|t| times the elementary weight of t there, so that its errors are what the conditions
 * of order leave, one in each coordinate (Butcher 2016, Numerical Methods for Ordinary Differential Equations, section
 * 312).  At leaves stands a mean of y of the single vertex and of the time, which are the same, with weights of each leaf's
 * own: a stage at a wrong time leaves something, too.
 *
 * The models are small, since methods of others may have room for few coordinates: each has one tree with all of its
 * subtrees, and further trees as long as there is room. */
#include "measures/step/local_error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "integrators/tableaux/rooted_trees.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { COORDINATES = 8 /* a tree of 8 vertices has no more subtrees */, SHARES = 11, SHARE_FACTOR = 7 };
#define RIGHT 1e-12 /* such a share of the solution is no round-off of a step */

/* Trees that have a coordinate of a model, subtrees first. */
struct forest {
    const struct rooted_trees *trees;
    size_t count, tree[COORDINATES + 1];
};

static size_t find(const struct forest *forest, size_t tree)
{
    size_t i = 0;

    while (i < forest->count && forest->tree[i] != tree)
        i++;
    return i;
}

/* With its subtrees; false where there is no room. */
static bool add(struct forest *forest, size_t tree)
{
    const struct rooted_tree *all = forest->trees->tree;

    if (find(forest, tree) < forest->count)
        return true;
    for (size_t t = tree; t > 0; t = all[t].prefix) {
        if (!add(forest, all[t].child))
            return false;
    }
    if (forest->count == COORDINATES)
        return false;
    forest->tree[forest->count++] = tree;
    return true;
}

static struct forest choose(const struct rooted_trees *trees, size_t first, const bool *done)
{
    struct forest forest = {.trees = trees};

    add(&forest, first);
    for (size_t t = first; t-- > 0;) {
        struct forest larger = forest;

        if (!done[t] && add(&larger, t))
            forest = larger;
    }
    return forest;
}

/* y_1 ... y_m; the share of a leaf by the tree whose last child it is */
static void write_product(FILE *file, const struct forest *forest, size_t tree)
{
    const struct rooted_tree *all = forest->trees->tree;

    fputs("1", file);
    for (size_t t = tree; t > 0; t = all[t].prefix) {
        const size_t child = find(forest, all[t].child) + 1, share = SHARE_FACTOR * t % SHARES;

        if (all[t].child)
            fprintf(file, "*y[%zu]", child);
        else
            fprintf(file, "*(%zu*t + %zu*y[%zu])/%d", share, SHARES - share, child, SHARES);
    }
}

/* The caller frees the text. */
static char *write_model(const struct forest *forest)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    fputs("return model { title = 'Rooted trees', source = '', kind = 'ode', coordinates = {", file);
    for (size_t i = 0; i < forest->count; i++)
        fprintf(file, " 'y%zu',", i + 1);
    fputs(" },\n  field = function (y, t, c) return {\n", file);
    for (size_t i = 0; i < forest->count; i++) {
        write_product(file, forest, forest->tree[i]);
        fputs(",\n", file);
    }
    fputs(" } end, initial = { default = {", file);
    for (size_t i = 0; i < forest->count; i++)
        fputs(" 0,", file);
    fputs(" } }, step = '1' }\n", file);
    fclose(file);
    return text;
}

/* The errors of a step of length 1, as shares of the solution; false where it is not made. */
static bool measure(const struct cell_request *request, const struct forest *forest,
                    double share[COORDINATES])
{
    char *text = write_model(forest);
    struct cell_request cell = *request;
    struct error ignored;
    struct problem *problem = problem_create_from_text("rooted-trees", text, "default", &ignored);
    mpfr_t *error = NULL;
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    cell.problem = problem;
    cell.step = step;
    cell.steps = 1;
    if (problem &&
        method_refuses_model(&cell.method, cell.projection, problem->model, &ignored) == METHOD_APPLIES)
        error = local_error_create(&cell);
    for (size_t i = 0; error && i < forest->count; i++)
        share[i] = fabs(mpfr_get_d(error[i], MPFR_RNDN) /
                        mpfr_get_d(error[problem->system->dimension + i], MPFR_RNDN));
    mpq_clear(step);
    problem_destroy(problem);
    free(text);
    if (!error)
        return false;
    number_block_destroy(error);
    return true;
}

/* The order up to which all conditions hold, of those to order `most`, where those to order `known` do; 0 also where a step
 * is not made. */
static int find_order(const struct cell_request *request, int known, unsigned most)
{
    struct rooted_trees *trees = rooted_trees_create(most, 1, ROOTED_TREES_ALL);
    bool *done = memory_create(trees->count, sizeof *done);
    int order = (int)most;

    for (size_t t = trees->count; t-- > 0 && order > known;) {
        const struct forest forest = choose(trees, t, done);
        double share[COORDINATES];
        bool made = done[t] || measure(request, &forest, share);

        for (size_t i = 0; i < forest.count && !done[t] && made; i++) {
            const int below = (int)trees->tree[forest.tree[i]].order - 1;

            if (!(share[i] <= RIGHT) && below < order)
                order = below;
        }
        for (size_t i = 0; i < forest.count; i++)
            done[forest.tree[i]] = true;
        if (!made)
            order = 0;
    }
    free(done);
    rooted_trees_destroy(trees);
    return order;
}

int tree_order_find(const struct cell_request *request)
{
    int order = 0;

    /* few have a high order: the many trees of one are looked at where all of fewer vertices are right */
    for (unsigned most = 2; most <= TREE_ORDER_MOST; most *= 2) {
        order = find_order(request, order, most);
        if (order < (int)most)
            break;
    }
    return order;
}
