/* The folder of a study's report: see report_folder.h. */
#include "harness/report_folder.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "reports/report.h"

static bool check_writable(const char *folder, struct error *error)
{
    struct output probe;

    if (!output_make_directory(folder, error) || !output_open(&probe, error, folder, ".writable"))
        return false;
    remove(probe.path);
    return output_close(&probe, error);
}

bool report_folder_prepare(char folder[OUTPUT_PATH], const struct study *study, const struct options *options,
                           struct error *error)
{
    static const char *const parts[] = {"tables", "figures", "data", "."};
    const char *out = options->out;
    int length =
        out ? snprintf(folder, OUTPUT_PATH, "%s", out) : snprintf(folder, OUTPUT_PATH, "out/%s", study->name);

    if (length >= OUTPUT_PATH)
        return error_set(error, "--out %.60s... is too long; write a shorter path", out ? out : folder);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char part[OUTPUT_PATH + 16];
        struct error reason;

        snprintf(part, sizeof part, "%s/%s", folder, parts[i]);
        if (!check_writable(part, &reason))
            return error_set(error, "%s; write --out with a folder that can be written", reason.text);
    }
    return true;
}

/* The fits with that verdict, each with its evidence and the next command; how many. */
static size_t print_verdicts(const struct results *results, const char *verdict, bool list)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->verdict || strcmp(fit->verdict, verdict) != 0)
            continue;
        count++;
        if (list)
            printf("%-12s %s: %s%s%s\n", verdict, fit->id, fit->reason ? fit->reason : "",
                   fit->next ? "; next: " : "", fit->next ? fit->next : "");
    }
    return count;
}

/* The refuted and the inconclusive with their evidence, the claims as a whole, the counts. */
static void print_summary(const struct results *results)
{
    size_t refuted = print_verdicts(results, "refuted", true);
    size_t inconclusive = print_verdicts(results, "inconclusive", true), broke_down = 0;

    for (size_t i = 0; i < results->cells; i++)
        broke_down += strcmp(results->cell[i].status, "broke-down") == 0;

    for (size_t i = 0; i < results->claims; i++)
        printf("claim %s %s: %s (%s)\n", results->claim[i].id, results->claim[i].verdict,
               results->claim[i].measured, results->claim[i].source);
    printf("%zu cells, %zu broke down; %zu fits; %zu claims on orders hold, %zu refuted, %zu inconclusive\n",
           results->cells, broke_down, results->fits, print_verdicts(results, "holds", false), refuted,
           inconclusive);
}

bool report_folder_write(const char *folder, const struct results *results, const struct options *options,
                         struct error *error)
{
    if (!report_write(results, folder, error))
        return false;
    if (options->json) {
        json_t *json = report_json(results);

        json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
        printf("\n");
        json_decref(json);
        return true;
    }
    print_summary(results);
    for (size_t i = 0; i < results->tables; i++)
        printf("table  %s/tables/%s.txt\n", folder, results->table[i].name);
    for (size_t i = 0; i < results->figures; i++)
        printf("figure %s/figures/%s.svg\n", folder, results->figure[i].name);
    printf("page   %s/index.html\n", folder);
    return true;
}
