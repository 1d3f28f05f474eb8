/* Rooted trees and bicoloured rooted trees, the index set of order conditions. */
#ifndef ASSAY_ROOTED_TREES_H
#define ASSAY_ROOTED_TREES_H

#include <stddef.h>
#include <stdint.h>

enum { ROOTED_TREES_MAX_ORDER = 12 };

/* A tree is a prefix (the same tree without its last child) joined with that child.  The single vertex, tree
 * 0, has neither. */
/* With two colours, positions (0) and momenta (1), which trees there are:
 *
 *     all           every vertex but the root has a colour
 *     alternating   no child has the colour of its parent: the trees of q' = f(p), p' = g(q)
 *     Nystroem      of these, those where a position has at most one child: f is linear */
enum rooted_trees_class { ROOTED_TREES_ALL, ROOTED_TREES_ALTERNATING, ROOTED_TREES_NYSTROEM };

struct rooted_tree {
    size_t prefix;    /* index of a tree */
    size_t child;     /* index of a tree */
    unsigned colour;  /* of the last child's root: 0 or, with two colours, 1 */
    unsigned order;   /* number of vertices */
    unsigned roots;   /* the colours that the root may have: bits 1 << colour */
    uint64_t density; /* gamma(t) = |t| times the densities of the children */
};

struct rooted_trees {
    unsigned max_order, colours;
    enum rooted_trees_class class;
    size_t count;
    struct rooted_tree *tree;
    size_t first[ROOTED_TREES_MAX_ORDER + 2]; /* trees of order n: first[n] <= index < first[n + 1] */
};

/* All trees to max_order (1 to ROOTED_TREES_MAX_ORDER), each once, by order; prefix and child come before the
 * tree.  With two colours every vertex but the root has one: conditions do not depend on the root's.
 * The caller owns the result. */
struct rooted_trees *rooted_trees_create(unsigned max_order, unsigned colours, enum rooted_trees_class class);

/* The order condition of the tree with a root of this colour, "sum b_i c_i a_ij c_j = 1/8", and its elementary
 * differential, "f''(f, f'(f))"; with two colours a, b and c of the second bear the mark ("abar", or "ahat"), and g belongs
 * to it.  Those of Nystroem trees are written for q'' = g(q), with abar and, of positions, bbar. */
void rooted_trees_condition(const struct rooted_trees *trees, size_t tree, unsigned root, const char *mark,
                            char *text, size_t size);
void rooted_trees_differential(const struct rooted_trees *trees, size_t tree, unsigned root, char *text,
                               size_t size);

/* NULL is allowed. */
void rooted_trees_destroy(struct rooted_trees *trees);

#endif
