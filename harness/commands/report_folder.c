/* The folder of a study's report: see report_folder.h. */
#include "harness/commands/report_folder.h"

#include <string.h>
#include <unistd.h>

#include "reports/tables/orders.h"
#include "reports/words.h"

static bool check_writable(const char *folder, struct error *error)
{
    struct output probe;

    if (!output_make_directory(folder, error) || !output_open(&probe, error, folder, ".writable"))
        return false;
    remove(probe.path);
    return output_close(&probe, error);
}

bool report_folder_prepare(const char *folder, struct error *error)
{
    static const char *const parts[] = {"tables", "figures", "data", "."};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char part[OUTPUT_PATH + 16];
        struct error reason;

        snprintf(part, sizeof part, "%s/%s", folder, parts[i]);
        if (!check_writable(part, &reason))
            return error_set(error, "%s; write --out with a folder that can be written", reason.text);
    }
    return true;
}

/* -- tables -- */

/* The table as it was written; its legend only where `legend`: several tables have the same. */
static void print_table(const char *folder, const char *name, bool legend, FILE *to)
{
    char path[OUTPUT_PATH + 300], line[1000];
    FILE *file;

    snprintf(path, sizeof path, "%s/tables/%s.txt", folder, name);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (!legend && strncmp(line, orders_legend(), 20) == 0)
            break;
        fputs(line, to);
    }
    if (legend)
        fputs("\n", to);
    if (file)
        fclose(file);
}

/* -- verdicts -- */

/* The fits with that verdict, each with its evidence and the next command; how many. */
static size_t print_verdicts(const struct results *results, enum verdict verdict, FILE *to)
{
    char text[WORDS_SENTENCE], command[WORDS_SENTENCE];
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (fit->verdict != verdict)
            continue;
        count++;
        if (to)
            fprintf(to, "%-12s %s: %s; next: %s\n", term_word(TERM_VERDICT, verdict), fit->id,
                    words_reason(fit, text, sizeof text),
                    fit->next ? words_next(results, fit, command, sizeof command)
                              : words_command(results, fit, command, sizeof command));
    }
    return count;
}

static void print_claim(const struct results *results, const struct claim_result *claim, bool in_full,
                        FILE *to)
{
    struct words_statement words;

    words_state(results, claim, &words);
    fprintf(to, "claim %s %s: %s (%s)\n", claim->id, term_word(TERM_VERDICT, claim->verdict), words.measured,
            claim->source);
    if (!in_full)
        return;
    fprintf(to, "    claimed   ");
    output_line(to, words.text);
    fprintf(to, "\n");
    if (*words.evidence) {
        fprintf(to, "    evidence  ");
        output_line(to, words.evidence);
        fprintf(to, "\n");
    }
    if (words.condition) {
        fprintf(to, "    condition ");
        output_line(to, words.condition);
        fprintf(to, "\n");
    }
}

static void print_summary(const struct results *results, bool in_full, FILE *to)
{
    size_t refuted = print_verdicts(results, VERDICT_REFUTED, to);
    size_t inconclusive = print_verdicts(results, VERDICT_INCONCLUSIVE, to);
    size_t vacuous = print_verdicts(results, VERDICT_VACUOUS, to), broke_down = 0;

    for (size_t i = 0; i < results->cells; i++)
        broke_down += results->cell[i].status == CELL_BROKE_DOWN;
    for (size_t i = 0; i < results->claims; i++)
        print_claim(results, results->claim + i, in_full, to);
    fprintf(to, "%zu cells, %zu broke down; %zu fits; %zu claims hold, %zu refuted, %zu inconclusive",
            results->cells, broke_down, results->fits, print_verdicts(results, VERDICT_HOLDS, NULL), refuted,
            inconclusive);
    if (vacuous)
        fprintf(to, ", %zu vacuous", vacuous);
    fprintf(to, "\n");
}

/* -- files -- */

/* The picture, or where it was not drawn the script that draws it. */
static void print_figure(const char *folder, const char *name, FILE *to)
{
    char path[OUTPUT_PATH + 300];

    snprintf(path, sizeof path, "%s/figures/%s.svg", folder, name);
    if (access(path, R_OK) == 0)
        fprintf(to, "figure %s\n", path);
    else
        fprintf(to, "figure %s/figures/%s.gp (gnuplot draws it)\n", folder, name);
}

void report_folder_print(const char *folder, const struct results *results, bool in_full, FILE *to)
{
    for (size_t i = 0; in_full && i < results->tables; i++)
        print_table(folder, results->table[i].name, i + 1 == results->tables, to);
    print_summary(results, in_full, to);
    for (size_t i = 0; i < results->tables; i++)
        fprintf(to, "table  %s/tables/%s.txt\n", folder, results->table[i].name);
    for (size_t i = 0; i < results->figures; i++)
        print_figure(folder, results->figure[i].name, to);
    fprintf(to, "page   %s/index.html\n", folder);
}
