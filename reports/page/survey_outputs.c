/* Figures and tables of a survey: see survey_outputs.h.
 *
 * A figure of a study is figure 20 of the paper where it is called fig20 (fig20a, fig20-long), or its source
 * says "figure 20"; a table likewise. */
#include "reports/page/survey_outputs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/ledger_mention.h"
#include "numerics/memory.h"

/* Figures and tables alike. */
struct shown {
    const char *name, *title, *source, *model;
    size_t measures;
    const char *const *measure;
};

struct kind {
    const char *word, *head; /* figure, fig20 */
    size_t (*count)(const struct results *results);
    struct shown (*get)(const struct results *results, size_t i);
    const struct ledger_numbers *(*numbers)(const struct ledger_claim *claim);
};

static size_t count_figures(const struct results *results)
{
    return results->figures;
}

static size_t count_tables(const struct results *results)
{
    return results->tables;
}

static struct shown get_figure(const struct results *results, size_t i)
{
    const struct results_figure *f = results->figure + i;

    return (struct shown){f->name, f->title, f->source, f->model, f->measures, f->measure};
}

static struct shown get_table(const struct results *results, size_t i)
{
    const struct results_table *t = results->table + i;

    return (struct shown){t->name, t->title, t->source, t->model, 1, &t->measure};
}

static const struct ledger_numbers *numbers_of_figures(const struct ledger_claim *claim)
{
    return &claim->figures;
}

static const struct ledger_numbers *numbers_of_tables(const struct ledger_claim *claim)
{
    return &claim->tables;
}

static const struct kind figures = {"figure", "fig", count_figures, get_figure, numbers_of_figures};
static const struct kind tables = {"table", "table", count_tables, get_table, numbers_of_tables};

/* -- numbers -- */

static bool has_number(const struct kind *kind, const struct shown *shown, unsigned number)
{
    char name[32];
    int length = snprintf(name, sizeof name, "%s%u", kind->head, number);

    return (strncmp(shown->name, name, (size_t)length) == 0 &&
            !isdigit((unsigned char)shown->name[length])) ||
           ledger_mention_number(shown->source, kind->word, number);
}

static bool is_among(const struct kind *kind, const struct shown *shown, const struct ledger_numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        if (has_number(kind, shown, numbers->number[i]))
            return true;
    }
    return false;
}

/* -- what shows a claim -- */

/* A measure of the claim, on its model. */
static bool shows_fits(const struct shown *shown, const struct results *results, const char *claim)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->claim || strcmp(fit->claim->id, claim) != 0 || !shown->model ||
            strcmp(fit->model, shown->model) != 0)
            continue;
        for (size_t k = 0; k < shown->measures; k++) {
            if (shown->measure[k] && strcmp(shown->measure[k], fit->measure) == 0)
                return true;
        }
    }
    return false;
}

static bool shows_claim(const struct survey *survey, const struct survey_claim *claim, size_t study,
                        const struct shown *shown)
{
    for (size_t i = 0; i < claim->parts; i++) {
        if (claim->part[i].study == study &&
            shows_fits(shown, survey->study[study].results, claim->part[i].claim->id))
            return true;
    }
    return false;
}

static void add(struct survey_outputs *outputs, size_t study, const struct shown *shown)
{
    outputs->output = memory_resize(outputs->output, outputs->count + 1, sizeof *outputs->output);
    outputs->output[outputs->count++] = (struct survey_output){study, shown->name, shown->title};
}

static void find(const struct survey *survey, const struct survey_claim *claim,
                 const struct ledger_claim *listed, const struct kind *kind, struct survey_outputs *outputs)
{
    for (size_t s = 0; s < survey->studies; s++) {
        const struct results *results = survey->study[s].results;

        for (size_t i = 0; results && i < kind->count(results); i++) {
            const struct shown shown = kind->get(results, i);

            if ((listed && is_among(kind, &shown, kind->numbers(listed))) ||
                shows_claim(survey, claim, s, &shown))
                add(outputs, s, &shown);
        }
    }
}

void survey_outputs_find(const struct survey *survey, struct survey_claim *claim, const struct ledger *ledger)
{
    const struct ledger_claim *listed = ledger_find(ledger, claim->id);

    find(survey, claim, listed, &figures, &claim->figures);
    find(survey, claim, listed, &tables, &claim->tables);
}

/* -- those of the paper -- */

static int compare_numbers(const void *a, const void *b)
{
    unsigned first = ((const struct survey_number *)a)->number,
             second = ((const struct survey_number *)b)->number;

    return (first > second) - (first < second);
}

static void collect(struct survey_numbers *all, const struct ledger_numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        size_t k = 0;

        while (k < all->count && all->number[k].number != numbers->number[i])
            k++;
        if (k < all->count)
            continue;
        all->number = memory_resize(all->number, all->count + 1, sizeof *all->number);
        all->number[all->count++] = (struct survey_number){.number = numbers->number[i]};
    }
}

static void place(struct survey_numbers *all, const struct kind *kind, size_t study,
                  const struct shown *shown)
{
    bool placed = false;

    for (size_t i = 0; i < all->count; i++) {
        if (!has_number(kind, shown, all->number[i].number))
            continue;
        add(&all->number[i].shown, study, shown);
        placed = true;
    }
    if (!placed)
        add(&all->others, study, shown);
}

static void number(const struct survey *survey, const struct ledger *ledger, const struct kind *kind,
                   struct survey_numbers *all)
{
    for (size_t i = 0; ledger && i < ledger->claims; i++)
        collect(all, kind->numbers(ledger->claim + i));
    if (all->count)
        qsort(all->number, all->count, sizeof *all->number, compare_numbers);
    for (size_t s = 0; s < survey->studies; s++) {
        const struct results *results = survey->study[s].results;

        for (size_t i = 0; results && i < kind->count(results); i++) {
            const struct shown shown = kind->get(results, i);

            place(all, kind, s, &shown);
        }
    }
}

void survey_outputs_number(struct survey *survey, const struct ledger *ledger)
{
    number(survey, ledger, &figures, &survey->figures);
    number(survey, ledger, &tables, &survey->tables);
}

static void clear(struct survey_numbers *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->number[i].shown.output);
    free(all->number);
    free(all->others.output);
}

void survey_outputs_clear(struct survey *survey)
{
    for (size_t i = 0; i < survey->claims; i++) {
        free(survey->claim[i].figures.output);
        free(survey->claim[i].tables.output);
    }
    clear(&survey->figures);
    clear(&survey->tables);
}
