/* assay merge: the cells of several stores in one. */
#include <stdio.h>

#include "harness/command.h"
#include "harness/store.h"

int command_merge(const struct options *options, struct error *error)
{
    struct store *store;
    bool good = true;
    size_t cells;

    if (options->words < 2) {
        error_set(error, "merge needs a store to write and stores to read; write assay merge all.sqlite "
                         "a.sqlite b.sqlite");
        return STATUS_UNUSABLE;
    }
    store = store_open(options->word[0], error);
    for (size_t i = 1; store && good && i < options->words; i++)
        good = store_merge(store, options->word[i], NULL, error);
    if (store && good && store_count(store, &cells, error))
        printf("%s: %zu cells\n", options->word[0], cells);
    store_close(store);
    return store && good ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
