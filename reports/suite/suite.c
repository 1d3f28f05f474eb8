/* Blocks, pairs and fields: see suite.h. */
#include "reports/suite/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/figures/family.h"

/* Methods of one kind, of which each is a family of its own. */
static const struct {
    const char *prefix, *family;
} groups[] = {{"rattle", "constrained"},
              {"shake", "constrained"},
              {"reich", "constrained"},
              {"lobatto-jay-", "constrained"},
              {"midpoint-direct", "constrained"},
              {"bdf-", "constrained"},
              {"augmented:", "controls"},
              {"hamilton-pontryagin:", "controls"},
              {"without-null-vector:", "controls"}};

const char *suite_family(const struct method *method, char *buffer, size_t size)
{
    const size_t named = strcspn(method->name, ":");
    const char *group = method->file ? "files" : NULL;

    for (size_t i = 0; i < sizeof groups / sizeof *groups && !group; i++) {
        if (strncmp(method->name, groups[i].prefix, strlen(groups[i].prefix)) == 0)
            group = groups[i].family;
    }
    if (group)
        snprintf(buffer, size, "%s", group);
    else if (method->name[named])
        snprintf(buffer, size, "%.*s", (int)named, method->name);
    else
        family_title(family_of(method->name), buffer, size);
    return buffer;
}

/* -- pairs -- */

static bool same_family(const struct suite_pair *a, const struct suite_pair *b)
{
    char first[80], second[80];

    return strcmp(suite_family(a->method, first, sizeof first),
                  suite_family(b->method, second, sizeof second)) == 0;
}

static size_t find_pair(const struct suite_block *block, const struct suite_pair *pair)
{
    size_t i = 0;

    while (i < block->pairs && (strcmp(block->pair[i].method->name, pair->method->name) != 0 ||
                                strcmp(block->pair[i].projection->name, pair->projection->name) != 0))
        i++;
    return i;
}

/* Projections in the order of their table; others behind them. */
static size_t rank_of(const struct projection *projection)
{
    size_t rank = 0;

    while (projection_table[rank].name && strcmp(projection_table[rank].name, projection->name) != 0)
        rank++;
    return rank;
}

static bool same_method(const struct suite_pair *a, const struct suite_pair *b)
{
    return strcmp(a->method->name, b->method->name) == 0;
}

/* Behind the last pair of its method, else of its family, else of all; of a method by projections. */
static void add_pair(struct suite_block *block, const struct suite_pair *pair)
{
    bool has_method = false, has_family = false;
    size_t place = block->pairs;

    for (size_t i = 0; i < block->pairs; i++) {
        has_method |= same_method(block->pair + i, pair);
        has_family |= same_family(block->pair + i, pair);
    }
    while (place > 0 && (has_method ? !same_method(block->pair + place - 1, pair)
                                    : has_family && !same_family(block->pair + place - 1, pair)))
        place--;
    while (place > 0 && same_method(block->pair + place - 1, pair) &&
           rank_of(block->pair[place - 1].projection) > rank_of(pair->projection))
        place--;
    block->pair = memory_resize(block->pair, block->pairs + 1, sizeof *block->pair);
    memmove(block->pair + place + 1, block->pair + place, (block->pairs - place) * sizeof *block->pair);
    block->pair[place] = *pair;
    block->pairs++;
}

static struct suite_pair pair_of(const struct fit *fit)
{
    return (struct suite_pair){fit->curve.method, fit->curve.projection};
}

/* -- blocks -- */

static const char *kind_of(const struct model *model)
{
    return model_kind_name(model->kind);
}

/* Holonomic constraints, which make it another kind of model for methods. */
static bool is_constrained(const struct model *model)
{
    return model->constraints > 0 && (model->kind == MODEL_HAMILTONIAN || model->kind == MODEL_INDEX_ONE);
}

static struct suite_block *find_block(const struct suite *suite, const struct model *model)
{
    for (size_t i = 0; i < suite->blocks; i++) {
        if (strcmp(suite->block[i].kind, kind_of(model)) == 0 &&
            suite->block[i].constrained == is_constrained(model))
            return suite->block + i;
    }
    return NULL;
}

static size_t find_model(const struct suite_block *block, const struct model *model)
{
    size_t i = 0;

    while (i < block->models && strcmp(block->model[i]->name, model->name) != 0)
        i++;
    return i;
}

static struct suite_block *add_model(struct suite *suite, const struct model *model)
{
    struct suite_block *block = find_block(suite, model);

    if (!block) {
        suite->block = memory_resize(suite->block, suite->blocks + 1, sizeof *suite->block);
        block = suite->block + suite->blocks++;
        *block = (struct suite_block){.kind = kind_of(model), .constrained = is_constrained(model)};
    }
    if (find_model(block, model) == block->models) {
        block->model = memory_resize(block->model, block->models + 1, sizeof *block->model);
        block->model[block->models++] = model;
    }
    return block;
}

/* -- what does not apply -- */

/* The end of the fits of the same curve. */
static size_t end_of_curve(const struct results *results, size_t first)
{
    size_t end = first + 1;

    while (end < results->fits && results->fit[end].curve.problem == results->fit[first].curve.problem &&
           results->fit[end].curve.method == results->fit[first].curve.method &&
           results->fit[end].curve.projection == results->fit[first].curve.projection &&
           results->fit[end].curve.precision == results->fit[first].curve.precision)
        end++;
    return end;
}

/* The reason why nothing of the curve applies; NULL where something does. */
static const char *refusal_of(const struct results *results, size_t first, size_t end)
{
    const char *reason = results->fit[first].refusal;

    for (size_t i = first; i < end && reason; i++) {
        if (results->fit[i].order.status != FIT_NOT_APPLICABLE || !results->fit[i].refusal ||
            strcmp(results->fit[i].refusal, reason) != 0)
            reason = NULL;
    }
    return reason;
}

struct refused {
    const char *reason, *model;
    struct suite_pair pair;
};

static int compare_reasons(const struct refused *a, const struct refused *b)
{
    return a->reason == b->reason ? 0 : strcmp(a->reason, b->reason);
}

static int compare_pairs(const struct refused *a, const struct refused *b)
{
    const int order = strcmp(a->pair.method->name, b->pair.method->name);

    return order ? order : strcmp(a->pair.projection->name, b->pair.projection->name);
}

static int compare_models(const struct refused *a, const struct refused *b)
{
    return strcmp(a->model, b->model);
}

static int by_pair(const void *first, const void *second)
{
    const struct refused *a = first, *b = second;
    const int reason = compare_reasons(a, b), pair = compare_pairs(a, b);

    return reason ? reason : pair ? pair : compare_models(a, b);
}

static int by_model(const void *first, const void *second)
{
    const struct refused *a = first, *b = second;
    const int reason = compare_reasons(a, b), model = compare_models(a, b);

    return reason ? reason : model ? model : compare_pairs(a, b);
}

/* Everything of the block that is refused; the caller frees it. */
static struct refused *list_refused(const struct suite *suite, const struct suite_block *block, size_t *count)
{
    const struct results *results = suite->results;
    struct refused *list = memory_create(results->fits + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0, end; i < results->fits; i = end) {
        const struct fit *fit = results->fit + i;
        const char *reason;

        end = end_of_curve(results, i);
        reason = refusal_of(results, i, end);
        if (reason && find_block(suite, fit->curve.problem->model) == block)
            list[(*count)++] = (struct refused){reason, fit->curve.problem->model->name, pair_of(fit)};
    }
    return list;
}

/* Entries of a sorted list are the same where neither the reason nor what is compared changes. */
static void collect_refusals(const struct suite *suite, struct suite_block *block)
{
    size_t count, refusal = 0;
    struct refused *list = list_refused(suite, block, &count);

    qsort(list, count, sizeof *list, by_pair);
    for (size_t i = 0; i < count; i++) {
        const bool first = i == 0 || compare_reasons(list + i, list + i - 1) != 0;
        const bool pair = first || compare_pairs(list + i, list + i - 1) != 0;
        struct suite_refusal *entry;

        if (first) {
            block->refusal = memory_resize(block->refusal, block->refusals + 1, sizeof *block->refusal);
            block->refusal[block->refusals++] =
                (struct suite_refusal){.reason = list[i].reason, .pair = list[i].pair};
        }
        entry = block->refusal + block->refusals - 1;
        entry->pairs += pair;
        entry->fields += pair || compare_models(list + i, list + i - 1) != 0;
    }
    qsort(list, count, sizeof *list, by_model);
    for (size_t i = 0; i < count; i++) {
        const bool next = i > 0 && compare_reasons(list + i, list + i - 1) != 0;

        refusal += next;
        block->refusal[refusal].models += i == 0 || next || compare_models(list + i, list + i - 1) != 0;
    }
    free(list);
}

/* -- fields -- */

static struct suite_field *field_of(struct suite *suite, struct suite_block *block, const struct fit *fit)
{
    const struct suite_pair pair = pair_of(fit);
    const size_t model = find_model(block, fit->curve.problem->model), column = find_pair(block, &pair);
    struct suite_field **field = block->field + model * block->pairs + column;

    if (!*field) {
        *field = memory_keep(&suite->kept, 1, sizeof **field);
        **field = (struct suite_field){.model = model, .pair = column};
        block->fields++;
    }
    return *field;
}

static void add_to_field(struct suite_field *field, const struct fit *fit)
{
    field->fit = memory_resize(field->fit, field->fits + 1, sizeof *field->fit);
    field->fit[field->fits++] = fit;
}

/* First all columns, then what stands in them. */
static void collect(struct suite *suite, bool columns)
{
    const struct results *results = suite->results;

    for (size_t i = 0, end; i < results->fits; i = end) {
        const struct suite_pair pair = pair_of(results->fit + i);
        struct suite_block *block = columns ? add_model(suite, results->fit[i].curve.problem->model)
                                            : find_block(suite, results->fit[i].curve.problem->model);

        end = end_of_curve(results, i);
        if (refusal_of(results, i, end))
            continue;
        if (columns && find_pair(block, &pair) == block->pairs)
            add_pair(block, &pair);
        for (size_t k = i; k < end && !columns; k++)
            add_to_field(field_of(suite, block, results->fit + k), results->fit + k);
    }
}

struct suite *suite_create(const struct results *results)
{
    struct suite *suite = memory_create(1, sizeof *suite);

    suite->results = results;
    suite->words = words_open();
    collect(suite, true);
    for (size_t i = 0; i < suite->blocks; i++) {
        struct suite_block *block = suite->block + i;

        block->field = memory_create(block->models * block->pairs + 1, sizeof *block->field);
    }
    collect(suite, false);
    for (size_t i = 0; i < suite->blocks; i++) {
        struct suite_block *block = suite->block + i;

        for (size_t k = 0; k < block->models * block->pairs; k++) {
            if (block->field[k])
                suite_field_conclude(suite, block->field[k]);
        }
        collect_refusals(suite, block);
    }
    return suite;
}

void suite_destroy(struct suite *suite)
{
    if (!suite)
        return;
    for (size_t i = 0; i < suite->blocks; i++) {
        struct suite_block *block = suite->block + i;

        for (size_t k = 0; k < block->models * block->pairs; k++) {
            if (block->field[k])
                free(block->field[k]->fit);
        }
        free(block->model);
        free(block->pair);
        free(block->field);
        free(block->refusal);
    }
    words_close(suite->words);
    free(suite->block);
    memory_release(suite->kept);
    free(suite);
}
