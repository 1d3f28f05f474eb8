/* What results consist of: see results.h. */
#include "harness/judge/results.h"

#include <stdlib.h>
#include <string.h>

#include "harness/judge/verdict.h"
#include "harness/study/ledger.h"
#include "harness/study/selection.h"
#include "integrators/methods/rounding.h"
#include "numerics/memory.h"

bool results_names(const struct fit *fit, const char *id)
{
    const char *const part[] = {fit->curve.problem->model->name, fit->curve.problem->initial->name,
                                fit->curve.method->name,         fit->curve.projection->name,
                                fit->curve.precision->text,      fit->measure_name};

    return (fit->claim && strcmp(fit->claim->id, id) == 0) ||
           selection_matches(id, sizeof part / sizeof *part, part);
}

const struct claim_result *results_find_claim(const struct results *results, const char *id)
{
    for (size_t i = 0; i < results->claims; i++) {
        if (strcmp(results->claim[i].id, id) == 0)
            return results->claim + i;
    }
    return NULL;
}

bool results_have(const struct results *results, const char *id)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (results->fit[i].outcome.verdict && results_names(results->fit + i, id))
            return true;
    }
    return results_find_claim(results, id) != NULL;
}

bool results_decides(const struct fit *fit, const struct claim_result *claim)
{
    return fit->claim && fit->outcome.verdict && !fit->context.aside &&
           strcmp(fit->claim->id, claim->id) == 0 && fit->outcome.verdict == claim->of_runs;
}

bool results_speaks(const struct study_finding *finding, const struct claim_result *claim)
{
    return !finding->trees && strcmp(finding->claim, claim->id) == 0 &&
           (!finding->of || finding->of & 1U << claim->of_runs);
}

bool results_same_model(const struct problem *a, const struct problem *b)
{
    return a == b || strcmp(a->model->name, b->model->name) == 0;
}

bool results_are_witnesses(const struct fit *a, const struct fit *b)
{
    return a->curve.problem != b->curve.problem && a->curve.method == b->curve.method &&
           a->curve.projection == b->curve.projection && a->curve.precision == b->curve.precision &&
           measure_same(a->measure, b->measure) && a->curve.combination == b->curve.combination &&
           results_same_model(a->curve.problem, b->curve.problem) &&
           a->context.confirms == b->context.confirms &&
           (!a->context.confirms || strcmp(a->curve.problem->data, b->curve.problem->data) != 0);
}

size_t results_holds_without_time(const struct results *results, const struct fit *fit)
{
    size_t count[VERDICTS_OF_FITS] = {0};

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;

        if (other->claim && strcmp(other->claim->id, fit->claim->id) == 0 &&
            other->curve.method == fit->curve.method && other->curve.projection == fit->curve.projection &&
            !other->context.aside && !other->curve.problem->model->time_dependent)
            count[other->outcome.verdict]++;
    }
    return count[VERDICT_REFUTED] ? 0 : count[VERDICT_HOLDS] + count[VERDICT_HOLDS_TO_ROUND_OFF];
}

/* Runs of a curve that was given more bits have these. */
bool results_uses(const struct fit *fit, const struct cell *cell)
{
    return cell->problem == fit->curve.problem && cell->method == fit->curve.method &&
           cell->projection == fit->curve.projection && cell->precision->bits == fit->curve.bits &&
           rounding_equals(cell->precision->rounding, fit->curve.precision->rounding);
}

struct results *results_focus_create(const struct results *results, const char *part)
{
    struct results *shown = memory_create(1, sizeof *shown);
    struct claim_result *claims = memory_create(results->claims + 1, sizeof *claims);
    struct study_table *tables = memory_create(results->tables + 1, sizeof *tables);
    struct study_figure *figures = memory_create(results->figures + 1, sizeof *figures);

    *shown = *results;
    shown->claims = shown->tables = shown->figures = 0;
    for (size_t i = 0; i < results->claims; i++) {
        if (ledger_is_part(results->claim[i].id, part))
            claims[shown->claims++] = results->claim[i];
    }
    for (size_t i = 0; i < results->tables; i++) {
        if (strcmp(results->table[i].name, part) == 0)
            tables[shown->tables++] = results->table[i];
    }
    for (size_t i = 0; i < results->figures; i++) {
        if (strcmp(results->figure[i].name, part) == 0)
            figures[shown->figures++] = results->figure[i];
    }
    shown->claim = claims;
    shown->table = tables;
    shown->figure = figures;
    return shown;
}

void results_focus_destroy(struct results *results)
{
    if (!results)
        return;
    free((void *)results->claim);
    free((void *)results->table);
    free((void *)results->figure);
    free(results);
}
