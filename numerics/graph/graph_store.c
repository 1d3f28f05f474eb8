/* The node table of an expression graph: hash-consing.
 *
 * Every node lives in an array by id and, by the hash of what it says, in an open-addressing table.  A
 * candidate is looked up before it is stored, so that a graph never holds two equal nodes.  Arguments are
 * compared as pointers: they are unique already. */
#include "numerics/graph/graph_store.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

enum { INITIAL_BUCKETS = 1024 };

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t mix_integer(uint64_t hash, mpz_srcptr integer)
{
    size_t limbs = mpz_size(integer);

    hash = mix(hash, (uint64_t)(mpz_sgn(integer) + 1));
    for (size_t i = 0; i < limbs; i++)
        hash = mix(hash, mpz_getlimbn(integer, (mp_size_t)i));
    return hash;
}

static uint64_t hash_node(const struct node *node)
{
    uint64_t hash = mix(UINT64_C(0x2545f4914f6cdd1d), (uint64_t)node->operation);

    hash = mix(hash, node->left ? node->left->id + 1 : 0);
    hash = mix(hash, node->right ? node->right->id + 1 : 0);
    hash = mix(hash, node->block);
    hash = mix(hash, node->index);
    if (node->operation == OPERATION_CONSTANT) {
        hash = mix_integer(hash, mpq_numref(node->value));
        hash = mix_integer(hash, mpq_denref(node->value));
    }
    if (node->system)
        hash = mix(hash, node->system->right[0]->id);
    return hash;
}

static bool equal_nodes(const struct node *a, const struct node *b)
{
    return a->operation == b->operation && a->left == b->left && a->right == b->right &&
           a->block == b->block && a->index == b->index && a->system == b->system &&
           (a->operation != OPERATION_CONSTANT || mpq_equal(a->value, b->value));
}

/* The bucket that holds an equal node, or the empty one where it belongs. */
static size_t find_bucket(const struct graph *graph, const struct node *candidate)
{
    size_t at = (size_t)hash_node(candidate) & (graph->buckets - 1);

    while (graph->bucket[at] && !equal_nodes(graph->node[graph->bucket[at] - 1], candidate))
        at = (at + 1) & (graph->buckets - 1);
    return at;
}

static void grow_table(struct graph *graph)
{
    free(graph->bucket);
    graph->buckets = graph->buckets ? 2 * graph->buckets : INITIAL_BUCKETS;
    graph->bucket = memory_create(graph->buckets, sizeof *graph->bucket);
    for (size_t id = 0; id < graph->size; id++)
        graph->bucket[find_bucket(graph, graph->node[id])] = id + 1;
}

static expression store(struct graph *graph, const struct node *candidate)
{
    struct node *node = memory_create(1, sizeof *node);

    *node = *candidate;
    node->id = graph->size;
    if (node->operation == OPERATION_CONSTANT) {
        mpq_init(node->value);
        mpq_set(node->value, candidate->value);
    }
    if (graph->size == graph->capacity) {
        graph->capacity = graph->capacity ? 2 * graph->capacity : INITIAL_BUCKETS;
        graph->node = memory_resize(graph->node, graph->capacity, sizeof *graph->node);
    }
    graph->node[graph->size++] = node;
    return node;
}

expression graph_store_find(const struct graph *graph, const struct node *candidate)
{
    const size_t at = graph->buckets ? graph->bucket[find_bucket(graph, candidate)] : 0;

    return at ? graph->node[at - 1] : NULL;
}

expression graph_store_intern(struct graph *graph, const struct node *candidate)
{
    if (2 * (graph->size + 1) > graph->buckets)
        grow_table(graph);

    size_t at = find_bucket(graph, candidate);
    if (graph->bucket[at])
        return graph->node[graph->bucket[at] - 1];
    if (graph->size >= GRAPH_MAXIMAL_NODES)
        return graph_store_fail(graph, "the expressions need more than %d nodes; write a smaller model",
                                GRAPH_MAXIMAL_NODES);
    expression node = store(graph, candidate);
    graph->bucket[at] = node->id + 1;
    return node;
}

static bool same_system(const struct linear_system *system, size_t n, const expression *matrix,
                        const expression *right)
{
    return system->n == n && memcmp(system->right, right, n * sizeof *right) == 0 &&
           memcmp(system->matrix, matrix, n * n * sizeof *matrix) == 0;
}

const struct linear_system *graph_store_system(struct graph *graph, size_t n, const expression *matrix,
                                               const expression *right, bool *is_new)
{
    *is_new = false;
    for (size_t i = 0; i < graph->systems; i++) {
        if (same_system(graph->system[i], n, matrix, right))
            return graph->system[i];
    }
    *is_new = true;

    struct linear_system *system = memory_keep(&graph->kept, 1, sizeof *system);
    system->n = n;
    system->matrix = memory_keep(&graph->kept, n * n, sizeof *matrix);
    system->right = memory_keep(&graph->kept, n, sizeof *right);
    memcpy(system->matrix, matrix, n * n * sizeof *matrix);
    memcpy(system->right, right, n * sizeof *right);
    graph->system = memory_resize(graph->system, graph->systems + 1, sizeof *graph->system);
    graph->system[graph->systems++] = system;
    return system;
}

bool *graph_store_needed(const struct graph *graph, const expression *known, expression f)
{
    bool *needed = memory_create(f->id + 1, sizeof *needed);

    needed[f->id] = !known[f->id];
    for (size_t id = f->id + 1; id-- > 0;) {
        expression argument;

        for (size_t k = 0; needed[id] && (argument = graph_argument(graph->node[id], k)); k++)
            needed[argument->id] |= !known[argument->id];
    }
    return needed;
}

expression graph_store_fail(struct graph *graph, const char *format, ...)
{
    va_list arguments;

    if (graph->error[0])
        return NULL;
    va_start(arguments, format);
    vsnprintf(graph->error, sizeof graph->error, format, arguments);
    va_end(arguments);
    return NULL;
}
