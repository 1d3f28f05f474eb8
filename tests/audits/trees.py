"""The order of a Runge-Kutta method by rooted trees, in exact fractions: Butcher (2016), section 301.

A tree is the sorted tuple of the trees that hang on its root.  A method has order p if, for every tree of at most p
vertices, the elementary weight sum_i b_i Phi_i is 1/gamma.
"""
from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=None)
def forests(vertices, largest):
    """The multisets of trees with so many vertices together, none with more than `largest`."""
    if vertices == 0:
        return ((),)
    found = set()
    for size in range(1, min(vertices, largest) + 1):
        for tree in trees(size):
            for rest in forests(vertices - size, size):
                found.add(tuple(sorted(rest + (tree,))))
    return tuple(sorted(found))


@lru_cache(maxsize=None)
def trees(vertices):
    return forests(vertices - 1, vertices - 1) if vertices > 1 else ((),)


def size(tree):
    return 1 + sum(map(size, tree))


def density(tree):
    product = size(tree)
    for child in tree:
        product *= density(child)
    return product


def stage_weights(a, tree, known):
    """Phi_i: of each stage, the product over the children of sum_j a_ij Phi_j(child)."""
    if tree not in known:
        weights = [Fraction(1)] * len(a)
        for child in tree:
            inner = stage_weights(a, child, known)
            weights = [w * sum(x * y for x, y in zip(row, inner)) for w, row in zip(weights, a)]
        known[tree] = weights
    return known[tree]


def order(a, b, most=6):
    """The largest p <= most of which all conditions hold."""
    known = {}
    for p in range(1, most + 1):
        for tree in trees(p):
            if sum(x * y for x, y in zip(b, stage_weights(a, tree, known))) != Fraction(1, density(tree)):
                return p - 1
    return most


def is_symplectic(a, b):
    s = range(len(b))
    return all(b[i] * a[i][j] + b[j] * a[j][i] == b[i] * b[j] for i in s for j in s)


def is_symmetric(a, b):
    """Of stages that stand in the order in which they are read backwards."""
    s = len(b)
    return all(b[i] == b[s - 1 - i] and a[s - 1 - i][s - 1 - j] + a[i][j] == b[j] for i in range(s) for j in range(s))
