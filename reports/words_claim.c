/* What sentences on claims are made from: which fits and findings speak of them.  See words_tables.h. */
#include "reports/words_tables.h"

#include <math.h>
#include <string.h>

#include "harness/judge/resolution.h"
#include "reports/lua_json.h"
#include "reports/words.h"

struct claim_said {
    const struct results *results;
    const struct claim_result *claim;
};

enum { MOST_AGAINST = 64 }; /* fits whose names are more than what is listed of them */

static bool is_of(const struct fit *fit, const struct claim_result *claim)
{
    return fit->claim && strcmp(fit->claim->id, claim->id) == 0;
}

/* Whether the fit is the first that refutes the claim with its method and its projection, and on its model or on any. */
static bool is_first_refuted(const struct claim_said *said, const struct fit *fit, bool of_model)
{
    const struct fit *other = said->results->fit;

    if (fit->outcome.verdict != VERDICT_REFUTED || !is_of(fit, said->claim))
        return false;
    while (other < fit &&
           !(other->outcome.verdict == VERDICT_REFUTED && is_of(other, said->claim) &&
             other->curve.method == fit->curve.method && other->curve.projection == fit->curve.projection &&
             (!of_model || results_same_model(other->curve.problem, fit->curve.problem))))
        other++;
    return other == fit;
}

/* What is refuted on models of the time and on no other. */
static void set_autonomous(lua_State *lua, const struct claim_said *said)
{
    const struct results *results = said->results;

    lua_newtable(lua);
    for (const struct fit *fit = results->fit; fit < results->fit + results->fits; fit++) {
        const size_t holds =
            is_first_refuted(said, fit, false) ? results_holds_without_time(results, fit) : 0;

        if (!holds)
            continue;
        words_push_member(lua, fit);
        lua_json_set_count(lua, "holds", holds);
        lua_newtable(lua);
        for (const struct fit *other = fit; other < results->fit + results->fits; other++) {
            if (other->curve.method != fit->curve.method ||
                other->curve.projection != fit->curve.projection || !is_first_refuted(said, other, true))
                continue;
            lua_pushstring(lua, other->curve.problem->model->name);
            lua_json_add(lua);
        }
        lua_setfield(lua, -2, "models");
        lua_json_add(lua);
    }
    lua_setfield(lua, -2, "autonomous");
}

/* The fits that refute the claim, the exceptions from what holds, or the first one that is vacuous. */
static void set_against(lua_State *lua, const struct claim_said *said)
{
    const struct results *results = said->results;
    const enum verdict of_runs = said->claim->of_runs;
    const struct fit *vacuous = NULL;

    lua_newtable(lua);
    for (const struct fit *fit = results->fit; fit < results->fit + results->fits; fit++) {
        const enum verdict verdict = fit->outcome.verdict;

        if ((verdict == VERDICT_REFUTED || verdict == VERDICT_INCONCLUSIVE || verdict == VERDICT_VACUOUS) &&
            is_of(fit, said->claim)) {
            if (of_runs == VERDICT_VACUOUS && verdict == VERDICT_VACUOUS && !vacuous)
                vacuous = fit;
            else if (!fit->context.aside && lua_rawlen(lua, -1) < MOST_AGAINST &&
                     (verdict == VERDICT_REFUTED ||
                      (verdict == VERDICT_INCONCLUSIVE && of_runs == VERDICT_HOLDS))) {
                words_push_fit(lua, results, fit, false);
                lua_json_add(lua);
            }
        }
    }
    lua_setfield(lua, -2, "against");
    if (vacuous) {
        words_push_fit(lua, results, vacuous, false);
        lua_setfield(lua, -2, "vacuous");
    }
}

/* What is known beside the runs, of those findings that speak now. */
static void set_findings(lua_State *lua, const struct claim_said *said)
{
    const struct study *study = said->results->study;
    size_t own = 0;

    lua_newtable(lua);
    for (size_t i = 0; i < study->findings; i++) {
        const struct study_finding *finding = study->finding + i;

        if (!results_speaks(finding, said->claim) ||
            (finding->verdict && finding->verdict != said->claim->verdict))
            continue;
        lua_pushstring(lua, finding->evidence);
        lua_json_add(lua);
    }
    lua_setfield(lua, -2, "findings");
    while (own < study->findings && strcmp(study->finding[own].claim, said->claim->id) != 0)
        own++;
    lua_json_set_text(lua, "text", own < study->findings ? study->finding[own].text : NULL);
}

/* The conditions of the entries of the claim, each once. */
static void set_conditions(lua_State *lua, const struct study *study, const char *id)
{
    lua_newtable(lua);
    for (size_t i = 0; i < study->claims; i++) {
        const char *condition = study->claim[i].condition;
        size_t k = 0;

        if (!condition || strcmp(study->claim[i].id, id) != 0)
            continue;
        while (k < i && !(study->claim[k].condition && strcmp(study->claim[k].id, id) == 0 &&
                          strcmp(study->claim[k].condition, condition) == 0))
            k++;
        if (k < i)
            continue;
        lua_pushstring(lua, condition);
        lua_json_add(lua);
    }
    lua_setfield(lua, -2, "conditions");
}

static void set_entry(lua_State *lua, const struct study_claim *entry)
{
    char measure[128], value[300];

    if (!entry)
        return;
    lua_newtable(lua);
    lua_json_set_text(lua, "text", entry->text);
    if (!entry->text) {
        lua_json_set_text(lua, "measure", words_measure(entry->measure, measure, sizeof measure));
        lua_json_set_text(lua, "value",
                          term_is_number(entry->kind)  ? words_value(entry, value, sizeof value)
                          : term_is_exact(entry->kind) ? term_word(TERM_CLAIM, entry->kind)
                                                       : NULL);
    }
    lua_json_set_number(lua, "exceptions", entry->exceptions);
    lua_setfield(lua, -2, "entry");
}

static void set_tally(lua_State *lua, const char *key, const struct claim_tally *tally)
{
    const size_t *fits = tally->fits, hold = fits[VERDICT_HOLDS] + fits[VERDICT_HOLDS_TO_ROUND_OFF];

    lua_newtable(lua);
    lua_json_set_count(lua, "hold", hold);
    lua_json_set_count(lua, "to_round_off", fits[VERDICT_HOLDS_TO_ROUND_OFF]);
    lua_json_set_count(lua, "refuted", fits[VERDICT_REFUTED]);
    lua_json_set_count(lua, "inconclusive", fits[VERDICT_INCONCLUSIVE]);
    lua_json_set_count(lua, "vacuous", fits[VERDICT_VACUOUS]);
    lua_json_set_count(lua, "of",
                       hold + fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] + fits[VERDICT_VACUOUS]);
    lua_json_set_number(lua, "ulps", tally->round_off.ulps);
    lua_json_set_count(lua, "states", tally->round_off.states);
    lua_json_set_count(lua, "steps", tally->round_off.steps);
    lua_setfield(lua, -2, key);
}

/* Why what is claimed is measured nowhere; NULL where nobody says so. */
static const char *find_refusal(const struct claim_said *said)
{
    const char *refusal = NULL;

    for (size_t i = 0; i < said->results->fits && !refusal; i++) {
        if (strcmp(said->results->fit[i].measure_name, said->claim->entry->measure) == 0)
            refusal = said->results->fit[i].refusal;
    }
    return refusal;
}

/* What an order that holds in double alone does not see. */
static void set_unseen(lua_State *lua, const struct claim_said *said)
{
    const struct resolution found = resolution_find(said->results, said->claim);

    if (!isfinite(found.error))
        return;
    lua_newtable(lua);
    lua_json_set_number(lua, "error", found.error);
    lua_json_set_number(lua, "step", found.step);
    lua_json_set_number(lua, "part", found.part);
    lua_json_set_count(lua, "order", (size_t)found.order);
    lua_setfield(lua, -2, "unseen");
}

/* The first fit that decides it. */
static void set_first(lua_State *lua, const struct claim_said *said)
{
    const struct results *results = said->results;
    size_t i = 0;

    while (i < results->fits && !results_decides(results->fit + i, said->claim))
        i++;
    if (i == results->fits)
        return;
    words_push_fit(lua, results, results->fit + i, false);
    lua_setfield(lua, -2, "first");
}

void words_push_claim(lua_State *lua, const struct results *results, const struct claim_result *claim)
{
    const struct claim_said about = {results, claim}, *said = &about;

    lua_newtable(lua);
    lua_json_set_text(lua, "verdict", term_word(TERM_VERDICT, claim->verdict));
    lua_json_set_text(lua, "of_runs", term_word(TERM_VERDICT, claim->of_runs));
    set_entry(lua, claim->entry);
    if (claim->entry && claim->verdict == VERDICT_NOT_APPLICABLE)
        lua_json_set_text(lua, "refusal", find_refusal(said));
    set_tally(lua, "tally", &claim->tally);
    set_tally(lua, "confirmed", &claim->confirmed);
    set_findings(lua, said);
    set_autonomous(lua, said);
    set_against(lua, said);
    set_first(lua, said);
    set_conditions(lua, results->study, claim->id);
    set_unseen(lua, said);
}
