/* Rooted trees, enumerated.
 *
 * The order conditions of a Runge-Kutta method are sum_i b_i Phi_i(t) = 1/gamma(t), one for every rooted tree
 * t; a partitioned method has one for every tree with vertices of two colours (positions and momenta).
 *
 * A tree is the multiset of its children.  Sorting the children by (index of the tree, colour) makes it a
 * sequence that does not descend, and such a sequence is its prefix and a last child that is not smaller than
 * the last child of the prefix.  So every tree of order n arises exactly once from a prefix of order m and a
 * child of order n - m, m = 1, .., n - 1.  The same recursion gives gamma(t) and the elementary weights
 * (Phi(t) = Phi(prefix) times the branch of the child), so that nothing is computed twice.
 *
 * There are 1, 1, 2, 4, 9, 20, 48, 115 trees of order 1 to 8, and 2, 4, 14, 52, 214, 916, 4116, 18996 with
 * two colours, half as many when the root has none. Source: Butcher, Numerical Methods for Ordinary
 * Differential Equations (2016), chapter 3; Hairer, Lubich, Wanner (2006), III.1 and III.2. */
#include "integrators/tableaux/rooted_trees.h"

#include <stdbool.h>
#include <stdlib.h>

/* Appends; false when memory runs out. */
static bool append(struct rooted_trees *trees, struct rooted_tree tree, size_t *capacity)
{
    if (trees->count == *capacity) {
        size_t larger = 2 * *capacity + 64;
        struct rooted_tree *grown = realloc(trees->tree, larger * sizeof *grown);

        if (!grown)
            return false;
        trees->tree = grown;
        *capacity = larger;
    }
    trees->tree[trees->count++] = tree;
    return true;
}

/* May (child, colour) follow the last child of the prefix? */
static bool in_sequence(const struct rooted_tree *prefix, size_t child, unsigned colour)
{
    return prefix->order == 1 || prefix->child < child ||
           (prefix->child == child && prefix->colour <= colour);
}

/* Appends the trees with this prefix and a last child of the given order. */
static bool append_children(struct rooted_trees *trees, size_t prefix, unsigned child_order, size_t *capacity)
{
    for (size_t child = trees->first[child_order]; child < trees->first[child_order + 1]; child++) {
        for (unsigned colour = 0; colour < trees->colours; colour++) {
            const struct rooted_tree *stem = &trees->tree[prefix];
            struct rooted_tree tree = {prefix, child, colour, stem->order + child_order, 0};

            if (!in_sequence(stem, child, colour))
                continue;
            tree.density = tree.order * (stem->density / stem->order) * trees->tree[child].density;
            if (!append(trees, tree, capacity))
                return false;
        }
    }
    return true;
}

static bool append_order(struct rooted_trees *trees, unsigned order, size_t *capacity)
{
    for (unsigned stem = 1; stem < order; stem++) {
        for (size_t prefix = trees->first[stem]; prefix < trees->first[stem + 1]; prefix++) {
            if (!append_children(trees, prefix, order - stem, capacity))
                return false;
        }
    }
    return true;
}

struct rooted_trees *rooted_trees_create(unsigned max_order, unsigned colours)
{
    struct rooted_trees *trees = calloc(1, sizeof *trees);
    size_t capacity = 0;
    bool complete;

    if (!trees)
        return NULL;
    trees->max_order = max_order;
    trees->colours = colours;
    complete = append(trees, (struct rooted_tree){0, 0, 0, 1, 1}, &capacity);
    trees->first[2] = trees->count;
    for (unsigned order = 2; complete && order <= max_order; order++) {
        complete = append_order(trees, order, &capacity);
        trees->first[order + 1] = trees->count;
    }
    if (!complete) {
        rooted_trees_destroy(trees);
        return NULL;
    }
    return trees;
}

void rooted_trees_destroy(struct rooted_trees *trees)
{
    if (!trees)
        return;
    free(trees->tree);
    free(trees);
}
