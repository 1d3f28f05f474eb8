/* The largest function of a model file, where the graph holds no more of it: see model.h. */
#include <stdlib.h>

#include "models/reader/model.h"
#include "models/sandbox/lua_source.h"
#include "numerics/memory.h"

struct largest {
    size_t nodes;
    const char *key;
    int line;
};

/* The nodes that f is made of; 0 of NULL. */
static size_t count_nodes(expression f)
{
    const size_t most = f ? f->id + 1 : 0;
    expression *waiting = memory_create(most + 1, sizeof *waiting);
    bool *met = memory_create(most + 1, sizeof *met);
    size_t count = 0, left = 0;

    if (f)
        waiting[left++] = f;
    while (left > 0) {
        const expression node = waiting[--left];
        expression argument;

        count++;
        for (size_t k = 0; (argument = graph_argument(node, k)); k++) {
            if (!met[argument->id])
                waiting[left++] = argument;
            met[argument->id] = true;
        }
    }
    free(waiting);
    free(met);
    return count;
}

static void take(struct largest *largest, const struct model *model, const char *parent, const char *key,
                 size_t count, const expression *f)
{
    const int line = lua_source_line(model->text, parent, key);
    size_t nodes = 0;

    for (size_t i = 0; f && line && i < count; i++) {
        const size_t one = count_nodes(f[i]);

        nodes = one > nodes ? one : nodes;
    }
    if (nodes > largest->nodes)
        *largest = (struct largest){nodes, key, line};
}

const char *model_largest(const struct model *model, int *line)
{
    const size_t n = model->positions, d = model->moved;
    struct largest largest = {0, "model", lua_source_line(model->text, NULL, "kind")};
    const struct {
        const char *key;
        size_t count;
        const expression *f;
    } of_file[] = {{"theta", d, model->theta},
                   {"constraints", model->constraints, model->constraint},
                   {"velocity_constraints", model->multipliers * n, model->velocity_constraint},
                   {"mass", n * n, model->mass},
                   {"lagrangian", MODEL_LAGRANGIANS, model->lagrangian},
                   {"field", d, model->field},
                   {"symplectic", d * d, model->symplectic},
                   {"poisson", d * d, model->poisson},
                   {"hamiltonian", 1, &model->generalized},
                   {"hamiltonian", 1, &model->hamiltonian},
                   {"exact", d, model->exact},
                   {"reversal", d, model->reversal}};

    for (size_t i = 0; i < sizeof of_file / sizeof *of_file; i++)
        take(&largest, model, NULL, of_file[i].key, of_file[i].count, of_file[i].f);
    for (size_t i = 0; i < model->invariants; i++)
        take(&largest, model, "invariants", model->invariant[i].name, 1, &model->invariant[i].value);
    largest.nodes *=
        2; /* H is made of all the functions: it is the potential that is large where these are small */
    take(&largest, model, NULL, "potential", 1, &model->generalized);
    *line = largest.line;
    return largest.key;
}

bool model_refuse_size(const struct model *model, const char *with, struct error *error)
{
    int line;
    const char *key = model_largest(model, &line);

    return error_set(error, "%s:%d: %s: with %s %s", model->path, line, key, with, graph_error(model->graph));
}
