/* Which figures and tables of the studies show a claim, and which of the paper's they are: see survey.h.
 *
 * A figure of a study is figure 20 of the paper where it is called fig20 (fig20a, fig20-long), or its source
 * says "figure 20"; a table likewise. */
#include "reports/page/survey.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/ledger.h"
#include "numerics/memory.h"

static const struct {
    const char *folder, *word, *head; /* of names: fig20 */
} kinds[SURVEY_KINDS] = {{"figures", "figure", "fig"}, {"tables", "table", "table"}};

/* A figure or a table of a study. */
struct shown {
    const char *name, *title, *source, *model;
    size_t measures;
    const char *const *measure;
};

static size_t count_shown(const struct results *results, enum survey_kind kind)
{
    return !results ? 0 : kind == SURVEY_FIGURES ? results->figures : results->tables;
}

static struct shown get_shown(const struct results *results, enum survey_kind kind, size_t i)
{
    const struct study_figure *f = results->figure + i;
    const struct study_table *t = results->table + i;

    if (kind == SURVEY_FIGURES)
        return (struct shown){f->name,  f->title,          f->source,
                              f->model, f->measures.count, (const char *const *)f->measures.text};
    return (struct shown){t->name, t->title, t->source, t->model, 1, (const char *const *)&t->measure};
}

static const struct ledger_numbers *numbers_of(const struct ledger_claim *claim, enum survey_kind kind)
{
    return kind == SURVEY_FIGURES ? &claim->figures : &claim->tables;
}

const char *survey_outputs_folder(enum survey_kind kind)
{
    return kinds[kind].folder;
}

const char *survey_outputs_path(const struct survey *survey, const struct survey_output *output,
                                enum survey_kind kind, const char *ending, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s/%s/%s.%s", survey->study[output->study].study->name, kinds[kind].folder,
             output->name, ending);
    return buffer;
}

/* -- numbers -- */

static bool has_number(enum survey_kind kind, const struct shown *shown, unsigned number)
{
    char name[32];
    int length = snprintf(name, sizeof name, "%s%u", kinds[kind].head, number);

    return (strncmp(shown->name, name, (size_t)length) == 0 &&
            !isdigit((unsigned char)shown->name[length])) ||
           ledger_mentions(shown->source, kinds[kind].word, number);
}

static bool is_among(enum survey_kind kind, const struct shown *shown, const struct ledger_numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        if (has_number(kind, shown, numbers->number[i]))
            return true;
    }
    return false;
}

/* -- what shows a claim -- */

static bool shows_fit(const struct shown *shown, const struct fit *fit)
{
    for (size_t k = 0; k < shown->measures; k++) {
        if (shown->measure[k] && strcmp(shown->measure[k], fit->measure) == 0)
            return shown->model && strcmp(fit->problem->model->name, shown->model) == 0;
    }
    return false;
}

/* A measure of the claim, on its model. */
static bool shows_claim(const struct survey *survey, const struct survey_claim *claim, size_t study,
                        const struct shown *shown)
{
    const struct results *results = survey->study[study].results;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        for (size_t k = 0; fit->claim && k < claim->parts; k++) {
            if (claim->part[k].study == study && strcmp(fit->claim->id, claim->part[k].row.id) == 0 &&
                shows_fit(shown, fit))
                return true;
        }
    }
    return false;
}

static void add(struct survey_outputs *outputs, size_t study, const struct shown *shown)
{
    outputs->output = memory_resize(outputs->output, outputs->count + 1, sizeof *outputs->output);
    outputs->output[outputs->count++] = (struct survey_output){study, shown->name, shown->title};
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

/* Beside the claims that it shows, and the numbers of the paper that it has. */
static void place(struct survey *survey, const struct ledger *ledger, enum survey_kind kind, size_t study,
                  const struct shown *shown)
{
    struct survey_numbers *all = &survey->numbers[kind];
    bool placed = false;

    for (size_t i = 0; i < survey->claims; i++) {
        struct survey_claim *claim = survey->claim + i;
        const struct ledger_claim *listed = ledger_find(ledger, claim->row.id);

        if ((listed && is_among(kind, shown, numbers_of(listed, kind))) ||
            shows_claim(survey, claim, study, shown))
            add(&claim->shown[kind], study, shown);
    }
    for (size_t i = 0; i < all->count; i++) {
        if (!has_number(kind, shown, all->number[i].number))
            continue;
        add(&all->number[i].shown, study, shown);
        placed = true;
    }
    if (!placed)
        add(&all->others, study, shown);
}

void survey_outputs_find(struct survey *survey, const struct ledger *ledger)
{
    for (enum survey_kind kind = 0; kind < SURVEY_KINDS; kind++) {
        struct survey_numbers *all = &survey->numbers[kind];

        for (size_t i = 0; ledger && i < ledger->claims; i++)
            collect(all, numbers_of(ledger->claim + i, kind));
        if (all->count)
            qsort(all->number, all->count, sizeof *all->number, compare_numbers);
        for (size_t s = 0; s < survey->studies; s++) {
            for (size_t i = 0; i < count_shown(survey->study[s].results, kind); i++) {
                const struct shown shown = get_shown(survey->study[s].results, kind, i);

                place(survey, ledger, kind, s, &shown);
            }
        }
    }
}

void survey_outputs_clear(struct survey *survey)
{
    for (enum survey_kind kind = 0; kind < SURVEY_KINDS; kind++) {
        struct survey_numbers *all = &survey->numbers[kind];

        for (size_t i = 0; i < survey->claims; i++)
            free(survey->claim[i].shown[kind].output);
        for (size_t i = 0; i < all->count; i++)
            free(all->number[i].shown.output);
        free(all->number);
        free(all->others.output);
    }
}
