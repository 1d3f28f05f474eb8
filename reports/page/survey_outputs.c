/* Which figures and tables of the studies show a claim, and which of the paper's they are: see survey.h.
 *
 * A figure of a study is figure 20 of the paper where it is called fig20 (fig20a, fig20-long), or its source
 * says "figure 20"; a table likewise. */
#include "reports/page/survey.h"

#include <ctype.h>
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
        if (shown->measure[k] && strcmp(shown->measure[k], fit->measure_name) == 0)
            return shown->model && strcmp(fit->curve.problem->model->name, shown->model) == 0;
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

static void add(struct survey *survey, struct survey_outputs *outputs, size_t study,
                const struct shown *shown)
{
    struct survey_output *longer = memory_keep(&survey->kept, outputs->count + 1, sizeof *longer);

    for (size_t i = 0; i < outputs->count; i++)
        longer[i] = outputs->output[i];
    longer[outputs->count++] = (struct survey_output){study, shown->name, shown->title, shown->model};
    outputs->output = longer;
}

/* -- those of the paper -- */

/* In ascending order, each once. */
static void add_number(struct survey *survey, struct survey_numbers *all, unsigned number)
{
    struct survey_number *longer = memory_keep(&survey->kept, all->count + 1, sizeof *longer);
    size_t place = 0;

    while (place < all->count && all->number[place].number < number)
        place++;
    if (place < all->count && all->number[place].number == number)
        return;
    for (size_t i = 0; i < all->count; i++)
        longer[i + (i >= place)] = all->number[i];
    longer[place].number = number;
    all->number = longer;
    all->count++;
}

/* Beside the claims that it shows, and the numbers of the paper that it has. */
static void place(struct survey *survey, enum survey_kind kind, size_t study, const struct shown *shown)
{
    struct survey_numbers *all = &survey->numbers[kind];
    bool placed = false;

    for (size_t i = 0; i < survey->claims; i++) {
        struct survey_claim *claim = survey->claim + i;
        const struct ledger_claim *listed = ledger_find(survey->ledger, claim->row.id);

        if ((listed && is_among(kind, shown, numbers_of(listed, kind))) ||
            shows_claim(survey, claim, study, shown))
            add(survey, &claim->shown[kind], study, shown);
    }
    for (size_t i = 0; i < all->count; i++) {
        if (!has_number(kind, shown, all->number[i].number))
            continue;
        add(survey, &all->number[i].shown, study, shown);
        placed = true;
    }
    if (!placed)
        add(survey, &all->others, study, shown);
}

void survey_outputs_find(struct survey *survey)
{
    const struct ledger *ledger = survey->ledger;

    for (enum survey_kind kind = 0; kind < SURVEY_KINDS; kind++) {
        for (size_t i = 0; ledger && i < ledger->claims; i++) {
            const struct ledger_numbers *numbers = numbers_of(ledger->claim + i, kind);

            for (size_t k = 0; k < numbers->count; k++)
                add_number(survey, &survey->numbers[kind], numbers->number[k]);
        }
        for (size_t s = 0; s < survey->studies; s++) {
            for (size_t i = 0; i < count_shown(survey->study[s].results, kind); i++) {
                const struct shown shown = get_shown(survey->study[s].results, kind, i);

                place(survey, kind, s, &shown);
            }
        }
    }
}
