/* assay merge: the cells of several stores in one. */
#include <stdio.h>

#include "harness/commands/command.h"
#include "harness/store/store.h"
#include "reports/output.h"

/* Before the store to write is created: what cannot be read leaves nothing behind. */
static bool check_inputs(const struct options *options, struct error *error)
{
    for (size_t i = 1; i < options->words; i++) {
        struct store *input = store_open_other(options->word[i], error);

        if (!input)
            return false;
        store_close(input);
    }
    return true;
}

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
    store = check_inputs(options, error) ? store_open(options->word[0], error) : NULL;
    for (size_t i = 1; store && good && i < options->words; i++)
        good = store_merge(store, options->word[i], NULL, error);
    if (store && good && store_count(store, &cells, error))
        output_print(stdout, output_line, "%s: %zu cells\n", options->word[0], cells);
    store_close(store);
    return store && good ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
