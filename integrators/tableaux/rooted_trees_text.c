/* Rooted trees as text: see rooted_trees.h. */
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

/* " c_i^2 a_ij c_j": what stands behind the vertex `letter`; *next is the next letter that is free. */
static void write_product(FILE *to, const struct rooted_trees *trees, size_t tree, char letter, char *next)
{
    static const char *const bar[] = {"", "bar"};
    struct rooted_tree child[ROOTED_TREES_MAX_ORDER];
    const size_t count = list_children(trees, tree, child);

    for (size_t i = 0, same; i < count; i += same) {
        const char own = *next;

        same = 1;
        if (child[i].child == 0) {
            while (i + same < count && child[i + same].child == 0 &&
                   child[i + same].colour == child[i].colour)
                same++;
            fprintf(to, same > 1 ? " c%s_%c^%zu" : " c%s_%c", bar[child[i].colour], letter, same);
            continue;
        }
        ++*next;
        fprintf(to, " a%s_%c%c", bar[child[i].colour], letter, own);
        write_product(to, trees, child[i].child, own, next);
    }
}

void rooted_trees_condition(const struct rooted_trees *trees, size_t tree, char *text, size_t size)
{
    FILE *to = fmemopen(text, size, "w");
    char next = 'j';

    text[0] = '\0';
    if (!to)
        return;
    fputs("sum b_i", to);
    write_product(to, trees, tree, 'i', &next);
    if (trees->tree[tree].density > 1)
        fprintf(to, " = 1/%llu", (unsigned long long)trees->tree[tree].density);
    else
        fputs(" = 1", to);
    fclose(to);
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

void rooted_trees_differential(const struct rooted_trees *trees, size_t tree, char *text, size_t size)
{
    FILE *to = fmemopen(text, size, "w");

    text[0] = '\0';
    if (!to)
        return;
    write_differential(to, trees, tree, 'f');
    fclose(to);
    text[size - 1] = '\0';
}
