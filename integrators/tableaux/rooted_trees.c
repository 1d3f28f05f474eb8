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
 * Of a class of trees a tree is kept with the colours that its root may have; where its prefix and its child are of the
 * class, so is it, unless the colours of the child and the root exclude each other.
 *
 * There are 1, 1, 2, 4, 9, 20, 48, 115 trees of order 1 to 8, and 2, 4, 14, 52, 214, 916, 4116, 18996 with
 * two colours, half as many when the root has none. Source: Butcher, Numerical Methods for Ordinary
 * Differential Equations (2016), chapter 3; Hairer, Lubich, Wanner (2006), III.1 and III.2. */
#include "integrators/tableaux/rooted_trees.h"

#include <stdbool.h>
#include <stdlib.h>

#include "numerics/memory.h"

static void append(struct rooted_trees *trees, struct rooted_tree tree, size_t *capacity)
{
    if (trees->count == *capacity) {
        *capacity = 2 * *capacity + 64;
        trees->tree = memory_resize(trees->tree, *capacity, sizeof *trees->tree);
    }
    trees->tree[trees->count++] = tree;
}

/* May (child, colour) follow the last child of the prefix? */
static bool in_sequence(const struct rooted_tree *prefix, size_t child, unsigned colour)
{
    return prefix->order == 1 || prefix->child < child ||
           (prefix->child == child && prefix->colour <= colour);
}

/* The colours of the root that the prefix, its new child of this colour and the class allow. */
static unsigned allowed_roots(const struct rooted_trees *trees, size_t prefix, size_t child, unsigned colour)
{
    unsigned roots = trees->tree[prefix].roots;

    if (trees->class != ROOTED_TREES_ALL)
        roots &= trees->tree[child].roots & 1U << colour ? 1U << (1 - colour) : 0;
    if (trees->class == ROOTED_TREES_NYSTROEM && prefix != 0)
        roots &= ~1U; /* the root has two children */
    return roots;
}

/* Appends the trees with this prefix and a last child of the given order. */
static void append_children(struct rooted_trees *trees, size_t prefix, unsigned child_order, size_t *capacity)
{
    for (size_t child = trees->first[child_order]; child < trees->first[child_order + 1]; child++) {
        for (unsigned colour = 0; colour < trees->colours; colour++) {
            const struct rooted_tree *stem = &trees->tree[prefix];
            struct rooted_tree tree = {prefix, child, colour, stem->order + child_order, 0, 0};

            tree.density = tree.order * (stem->density / stem->order) * trees->tree[child].density;
            tree.roots = allowed_roots(trees, prefix, child, colour);
            if (tree.roots && in_sequence(stem, child, colour))
                append(trees, tree, capacity);
        }
    }
}

struct rooted_trees *rooted_trees_create(unsigned max_order, unsigned colours, enum rooted_trees_class class)
{
    struct rooted_trees *trees = memory_create(1, sizeof *trees);
    size_t capacity = 0;

    trees->max_order = max_order;
    trees->colours = colours;
    trees->class = class;
    append(trees, (struct rooted_tree){0, 0, 0, 1, (1U << colours) - 1, 1}, &capacity);
    trees->first[2] = trees->count;
    for (unsigned order = 2; order <= max_order; order++) {
        for (unsigned stem = 1; stem < order; stem++) {
            for (size_t prefix = trees->first[stem]; prefix < trees->first[stem + 1]; prefix++)
                append_children(trees, prefix, order - stem, &capacity);
        }
        trees->first[order + 1] = trees->count;
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
