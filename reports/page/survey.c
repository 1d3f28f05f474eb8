/* A survey of a paper: see survey.h.
 *
 * The verdict on a claim is the worst that a study gives it or one of its parts: refuted before inconclusive
 * before holds, as one fit refutes the claim of a study (judge.h).  What assay says by itself stands beside it and decides
 * nothing.  Of a misprint the corrected statement is judged; where that holds, the claim is an erratum. */
#include "reports/page/survey.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/shell.h"

/* -- which claims there are -- */

/* K19 for K19-step, where what stands before the hyphen ends in a digit; else all of it. */
static size_t root_length(const char *id)
{
    const char *hyphen = strchr(id, '-');

    return hyphen > id && isdigit((unsigned char)hyphen[-1]) ? (size_t)(hyphen - id) : strlen(id);
}

static struct survey_claim *find_claim(const struct survey *survey, const char *id)
{
    const struct ledger_claim *listed = ledger_find(survey->ledger, id);
    const size_t length = listed ? strlen(listed->id) : root_length(id);

    for (size_t i = 0; i < survey->claims; i++) {
        const char *own = survey->claim[i].row.id;

        if (strlen(own) == length && strncmp(own, listed ? listed->id : id, length) == 0)
            return survey->claim + i;
    }
    return NULL;
}

/* With room for all parts that it may have. */
static void add_claim(struct survey *survey, const char *id, const char *text, const char *source,
                      size_t parts)
{
    survey->claim[survey->claims++] =
        (struct survey_claim){.row = {.id = id,
                                      .text = text,
                                      .source = source,
                                      .measured = "",
                                      .verdict = VERDICT_NOT_EXAMINED,
                                      .evidence = ""},
                              .part = memory_keep(&survey->kept, parts, sizeof(struct survey_part))};
}

static void collect_claims(struct survey *survey)
{
    const struct ledger *ledger = survey->ledger;
    size_t most = 0;

    for (size_t i = 0; i < survey->studies; i++)
        most += survey->study[i].study->claims;
    survey->claim = memory_keep(&survey->kept, (ledger ? ledger->claims : 0) + most, sizeof *survey->claim);
    for (size_t i = 0; ledger && i < ledger->claims; i++)
        add_claim(survey, ledger->claim[i].id, ledger->claim[i].text,
                  memory_keep_print(&survey->kept, "%s, %s", ledger->source, ledger->claim[i].where), most);
    for (size_t i = 0; i < survey->studies; i++) {
        const struct study *study = survey->study[i].study;

        for (size_t k = 0; k < study->claims; k++) {
            const char *id = study->claim[k].id;

            if (!find_claim(survey, id))
                add_claim(survey, memory_keep_print(&survey->kept, "%.*s", (int)root_length(id), id), "",
                          study->claim[k].source, most);
        }
    }
}

/* -- what the studies say -- */

static void add_parts(struct survey *survey, size_t study)
{
    const struct results *results = survey->study[study].results;

    for (size_t i = 0; results && i < results->claims; i++) {
        struct survey_claim *claim = find_claim(survey, results->claim[i].id);

        if (claim) /* else of a study that changed meanwhile */
            claim->part[claim->parts++] = (struct survey_part){.study = study, .claim = results->claim + i};
    }
}

int survey_rank(enum verdict verdict)
{
    static const int ranks[] = {
        [VERDICT_NONE] = 7,           [VERDICT_HOLDS] = 4,        [VERDICT_HOLDS_TO_ROUND_OFF] = 3,
        [VERDICT_REFUTED] = 0,        [VERDICT_INCONCLUSIVE] = 1, [VERDICT_VACUOUS] = 5,
        [VERDICT_NOT_APPLICABLE] = 6, [VERDICT_EXCEPTIONS] = 2,   [VERDICT_INCOMPLETE] = 1,
        [VERDICT_NOT_EXAMINED] = 1,   [VERDICT_ERRATUM] = 3};

    return ranks[verdict];
}

enum verdict survey_part_verdict(const struct claim_result *claim)
{
    const size_t *fits = claim->tally.fits;

    if (claim->entry && claim->entry->own)
        return VERDICT_NONE;
    return claim->verdict == VERDICT_HOLDS && claim->of_runs == VERDICT_HOLDS &&
                   fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] > 0
               ? VERDICT_EXCEPTIONS
               : claim->verdict;
}

enum verdict survey_whole_verdict(const struct ledger_claim *listed, enum verdict worst)
{
    return listed && listed->erratum && worst == VERDICT_HOLDS ? VERDICT_ERRATUM : worst;
}

const struct survey_part *survey_worst_part(const struct survey_claim *claim)
{
    const struct survey_part *worst = NULL;

    for (size_t i = 0; i < claim->parts; i++) {
        const enum verdict verdict = survey_part_verdict(claim->part[i].claim);

        if (verdict && (!worst || survey_rank(verdict) < survey_rank(survey_part_verdict(worst->claim))))
            worst = claim->part + i;
    }
    return worst;
}

/* What the only part measured (with its id, where it is a part indeed), or the counts of all. */
static const char *sum_counts(struct survey *survey, const struct survey_claim *claim)
{
    struct claim_tally sum = {{0}};
    char text[120];

    if (claim->parts == 1) {
        const char *id = claim->part->claim->id, *measured = claim->part->row.measured;

        return strcmp(id, claim->row.id) == 0 ? measured
                                              : memory_keep_print(&survey->kept, "%s: %s", id, measured);
    }
    for (size_t i = 0; i < claim->parts; i++) {
        for (size_t k = 0; survey_part_verdict(claim->part[i].claim) && k < VERDICTS_OF_FITS; k++)
            sum.fits[k] += claim->part[i].claim->tally.fits[k];
    }
    return memory_keep_print(&survey->kept, "%s", words_tally(&sum, text, sizeof text));
}

/* The conditions of the parts that decide: a claim that holds says for which data and over which time. */
static const char *join_conditions(struct survey *survey, const struct survey_claim *claim)
{
    const char *joined = NULL;

    for (size_t i = 0; i < claim->parts; i++) {
        const char *condition = claim->part[i].row.condition;

        if (!condition || !survey_part_verdict(claim->part[i].claim) || (joined && strstr(joined, condition)))
            continue;
        joined = joined ? memory_keep_print(&survey->kept, "%s; %s", joined, condition) : condition;
    }
    return joined;
}

/* Whether the full version of the study may decide a fit of the part. */
static bool needs_full(const struct survey *survey, const struct survey_part *part)
{
    const struct survey_study *source = survey->study + part->study;

    for (size_t i = 0; source->study->has_full && !source->study->in_full && i < source->results->fits; i++) {
        const struct fit *fit = source->results->fit + i;

        if (fit->outcome.reason == VERDICT_REASON_TOO_SHORT && results_decides(fit, part->claim))
            return true;
    }
    return false;
}

static void say_without_results(struct survey *survey, struct survey_claim *claim)
{
    for (size_t i = 0; i < survey->studies; i++) {
        const struct survey_study *source = survey->study + i;

        for (size_t k = 0; !source->results && k < source->study->claims; k++) {
            if (find_claim(survey, source->study->claim[k].id) != claim)
                continue;
            claim->row.verdict = VERDICT_INCOMPLETE;
            claim->row.evidence = memory_keep_print(&survey->kept, "%s has no results", source->study->path);
        }
    }
}

static void conclude_part(const struct survey *survey, const struct survey_claim *claim,
                          struct survey_part *part)
{
    const struct survey_study *source = survey->study + part->study;

    words_state(source->results, part->claim, &part->row);
    part->row.verdict =
        survey_part_verdict(part->claim) ? survey_part_verdict(part->claim) : part->claim->verdict;
    part->row.expected = NULL;
    part->row.studies = source->study->name;
    part->row.part_of = claim->row.id;
}

/* The studies with a part of the claim, each once. */
static const char *join_studies(struct survey *survey, const struct survey_claim *claim)
{
    const char *joined = "";

    for (size_t i = 0; i < survey->studies; i++) {
        if (survey_examines(survey, claim, i))
            joined = memory_keep_print(&survey->kept, "%s%s%s", joined, *joined ? ", " : "",
                                       survey->study[i].study->name);
    }
    return joined;
}

/* The results of some study; all of them are of one command.  NULL where none has any. */
static const struct results *find_results(const struct survey *survey)
{
    for (size_t i = 0; i < survey->studies; i++) {
        if (survey->study[i].results)
            return survey->study[i].results;
    }
    return NULL;
}

/* "assay reproduce kraus2017:K19 --store paper.sqlite", as a shell reads it. */
static const char *command_of(struct survey *survey, const struct words_statement *row)
{
    const struct results *results = find_results(survey);
    char part[300], word[1203], option[4110];

    snprintf(part, sizeof part, "%s:%s", survey->paper, row->id);
    return memory_keep_print(&survey->kept, "assay reproduce %s%s", shell_word(part, word, sizeof word),
                             shell_store(results ? results->provenance.store : NULL, option, sizeof option));
}

/* All of a claim that follows from its parts. */
static void conclude(struct survey *survey, struct survey_claim *claim)
{
    const struct survey_part *worst = survey_worst_part(claim);
    struct words_statement *row = &claim->row;
    const struct ledger_claim *listed = ledger_find(survey->ledger, row->id);
    const char *command = command_of(survey, row);

    for (size_t i = 0; i < claim->parts; i++)
        conclude_part(survey, claim, claim->part + i);
    if (!worst) {
        say_without_results(survey, claim);
    } else {
        row->verdict = survey_whole_verdict(listed, survey_part_verdict(worst->claim));
        row->measured = sum_counts(survey, claim);
        row->evidence = worst->row.evidence;
        row->condition = join_conditions(survey, claim);
        row->text = *row->text ? row->text : worst->row.text;
    }
    if (listed && listed->erratum)
        row->text = memory_keep_print(&survey->kept, "%s Erratum: %s", row->text, listed->erratum);
    row->studies = join_studies(survey, claim);
    if (row->verdict != VERDICT_NOT_EXAMINED)
        row->command = memory_keep_print(&survey->kept, "%s%s", command, survey->full ? " --full" : "");
    for (size_t i = 0; i < claim->parts && row->verdict == VERDICT_INCONCLUSIVE; i++) {
        if (needs_full(survey, claim->part + i))
            row->next = memory_keep_print(&survey->kept, "%s --full", command);
    }
}

/* -- all of it -- */

/* Of the hashes of the studies. */
static void hash_studies(struct survey *survey)
{
    const char *all = "";

    for (size_t i = 0; i < survey->studies; i++) {
        provenance_hash(survey->hash, survey->study[i].study->text);
        all = memory_keep_print(&survey->kept, "%s%s", all, survey->hash);
    }
    provenance_hash(survey->hash, all);
}

struct survey *survey_create(const char *paper, const struct ledger *ledger, size_t studies,
                             const struct survey_study *study, const char *command)
{
    struct survey *survey = memory_create(1, sizeof *survey);

    *survey = (struct survey){.paper = paper,
                              .title = ledger ? ledger->title : paper,
                              .source = ledger ? ledger->source : "",
                              .ledger = ledger,
                              .studies = studies,
                              .study = study};
    survey->provenance = provenance_of(command, survey->hash);
    hash_studies(survey);
    collect_claims(survey);
    for (size_t i = 0; i < studies; i++) {
        survey->full |= study[i].study->in_full;
        add_parts(survey, i);
    }
    for (size_t i = 0; i < survey->claims; i++)
        conclude(survey, survey->claim + i);
    survey_outputs_find(survey);
    return survey;
}

void survey_destroy(struct survey *survey)
{
    if (survey)
        memory_release(survey->kept);
    free(survey);
}

/* -- what is said of it -- */

const char *survey_sentence(const struct survey *survey, char *buffer, size_t size)
{
    static const struct {
        enum verdict verdict;
        const char *one, *several;
    } words[] = {{VERDICT_HOLDS, "holds", "hold"},
                 {VERDICT_HOLDS_TO_ROUND_OFF, "holds to round-off", "hold to round-off"},
                 {VERDICT_EXCEPTIONS, "holds with exceptions", "hold with exceptions"},
                 {VERDICT_ERRATUM, "is an erratum", "are errata"},
                 {VERDICT_REFUTED, "is refuted", "are refuted"},
                 {VERDICT_INCONCLUSIVE, "is inconclusive", "are inconclusive"},
                 {VERDICT_VACUOUS, "is vacuous", "are vacuous"},
                 {VERDICT_NOT_APPLICABLE, "does not apply", "do not apply"},
                 {VERDICT_INCOMPLETE, "is incomplete", "are incomplete"},
                 {VERDICT_NOT_EXAMINED, "is not examined", "are not examined"}};
    struct words_text text = {buffer, size, 0};
    const char *before = ": ";

    words_append(&text, "%zu claim%s", survey->claims, survey->claims == 1 ? "" : "s");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t count = 0;

        for (size_t k = 0; k < survey->claims; k++)
            count += survey->claim[k].row.verdict == words[i].verdict;
        if (!count)
            continue;
        words_append(&text, "%s%zu %s", before, count, count == 1 ? words[i].one : words[i].several);
        before = ", ";
    }
    return buffer;
}

bool survey_examines(const struct survey *survey, const struct survey_claim *claim, size_t study)
{
    size_t i = 0;

    while (i < claim->parts && claim->part[i].study != study)
        i++;
    return study < survey->studies && i < claim->parts;
}
