/* Rooted trees as text: see rooted_trees.h. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "integrators/tableaux/rooted_trees.h"

/* The children of the tree from the first on; how many. */
static size_t list_children(const struct rooted_trees *trees, size_t tree,
                            struct rooted_tree child[ROOTED_TREES_MAX_ORDER])
{
    size_t count = 0;

    for (; trees->tree[tree].order > 1; tree = trees->tree[tree].prefix)
        child[count++] = trees->tree[tree];
    for (size_t i = 0; i < count / 2; i++) {
        const struct rooted_tree other = child[i];

        child[i] = child[count - 1 - i];
        child[count - 1 - i] = other;
    }
    return count;
}

struct writer {
    FILE *to;
    const struct rooted_trees *trees;
    const char *mark; /* of the second colour */
    char next;        /* letter that is free */
};

static void write_node(const struct writer *w, unsigned colour, char letter, size_t power)
{
    fprintf(w->to, " c%s_%c", colour ? w->mark : "", letter);
    if (power > 1)
        fprintf(w->to, "^%zu", power);
}

/* " c_i^2 a_ij c_j": what stands behind the vertex `letter`.  Of q'' = g(q) the children of a p are q, and each of these has a
 * p behind it or none. */
static void write_product(struct writer *w, size_t tree, char letter)
{
    const bool nystroem = w->trees->class == ROOTED_TREES_NYSTROEM;
    struct rooted_tree child[ROOTED_TREES_MAX_ORDER];
    const size_t count = list_children(w->trees, tree, child);

    for (size_t i = 0, same; i < count; i += same) {
        same = 1;
        if (child[i].child == 0) {
            while (i + same < count && child[i + same].child == 0 &&
                   child[i + same].colour == child[i].colour)
                same++;
            write_node(w, child[i].colour, letter, same);
            continue;
        }
        const char own = w->next++;

        fprintf(w->to, " a%s_%c%c", nystroem ? "bar" : child[i].colour ? w->mark : "", letter, own);
        write_product(w, nystroem ? w->trees->tree[child[i].child].child : child[i].child, own);
    }
}

void rooted_trees_condition(const struct rooted_trees *trees, size_t tree, unsigned root, const char *mark,
                            char *text, size_t size)
{
    struct writer w = {fmemopen(text, size, "w"), trees, mark, 'j'};
    const bool nystroem = trees->class == ROOTED_TREES_NYSTROEM;

    text[0] = '\0';
    if (!w.to)
        return;
    fprintf(w.to, "sum b%s_i", nystroem ? (root ? "" : "bar") : root ? mark : "");
    write_product(&w, nystroem && !root ? trees->tree[tree].child : tree, 'i');
    if (trees->tree[tree].density > 1)
        fprintf(w.to, " = 1/%llu", (unsigned long long)trees->tree[tree].density);
    else
        fputs(" = 1", w.to);
    fclose(w.to);
    text[size - 1] = '\0';
}

static void write_differential(FILE *to, const struct rooted_trees *trees, size_t tree, char name)
{
    struct rooted_tree child[ROOTED_TREES_MAX_ORDER];
    const size_t count = list_children(trees, tree, child);

    fputc(name, to);
    if (count > 3)
        fprintf(to, "^(%zu)", count);
    for (size_t i = 0; count <= 3 && i < count; i++)
        fputc('\'', to);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "(", to);
        write_differential(to, trees, child[i].child, "fg"[child[i].colour]);
    }
    fputs(count ? ")" : "", to);
}

void rooted_trees_differential(const struct rooted_trees *trees, size_t tree, unsigned root, char *text,
                               size_t size)
{
    FILE *to = fmemopen(text, size, "w");

    text[0] = '\0';
    if (!to)
        return;
    write_differential(to, trees, tree, "fg"[root]);
    fclose(to);
    text[size - 1] = '\0';
}
