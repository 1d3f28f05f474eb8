/* assay explain: the evidence behind a verdict.
 *
 * With the id alone the store says which of the studies that were reported have it, and which part of each was; all of
 * them answer, the one with the worst verdict first.  What a paper claims is said with the words of its ledger,
 * measured or not. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/command.h"
#include "harness/commands/show/show.h"
#include "harness/plan/focus.h"
#include "harness/run/study_run.h"
#include "harness/store/store.h"
#include "harness/study/ledger.h"
#include "harness/study/paper.h"
#include "harness/study/selection.h"
#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/explain.h"
#include "reports/shell.h"
#include "reports/words.h"

/* -- what studies answer -- */

struct answer {
    struct study_run *run;
    const struct results *results;
    bool complete;
    int rank; /* of the fit that comes first */
};

/* What the study at `path` says of the id; false with a message. */
static bool ask(struct answer *answer, const char *path, const char *id, const struct options *options,
                struct error *error)
{
    const struct fit **fit = NULL;
    size_t count;
    bool found = false;

    struct options about = *options;

    about.about = id;
    answer->run = options_run(&about, path, STUDY_RUN_READS, error);
    if (answer->run)
        answer->results = study_run_measure(answer->run, &answer->complete, error);
    if (answer->results && explain_find_cell(answer->results, id))
        return true;
    if (answer->results)
        fit = explain_find(answer->results, id, &count, error);
    found = fit != NULL;
    if (found)
        answer->rank = explain_rank(fit[0]->outcome.verdict);
    free(fit);
    return found;
}

static int compare(const void *a, const void *b)
{
    const struct answer *x = a, *y = b;

    return x->rank != y->rank ? x->rank - y->rank : strcmp(words_study(x->results), words_study(y->results));
}

static bool print_json(const struct answer *answers, size_t count, const char *id, struct error *error)
{
    json_t *documents = json_array();
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        good = json_array_append_new(documents, explain_json(answers[i].results, id, error)) == 0;
    if (good)
        show_document(count == 1 ? json_array_get(documents, 0) : documents);
    json_decref(documents);
    return good;
}

/* Prints the answers; the status, with a message where it is not complete. */
static int print(struct answer *answers, size_t count, const char *id, const struct options *options,
                 struct error *error)
{
    bool complete = true, good = true;

    qsort(answers, count, sizeof *answers, compare);
    for (size_t i = 0; i < count; i++)
        complete &= answers[i].complete;
    for (size_t i = 0; i < count && good && !options->json; i++) {
        if (count > 1)
            printf("%s%s\n", i ? "\n" : "", words_study(answers[i].results));
        good = explain_print(answers[i].results, id, stdout, error);
    }
    if (!good || (options->json && !print_json(answers, count, id, error)))
        return STATUS_UNUSABLE;
    for (size_t i = count; i-- > 0;) {
        char command[800];
        struct words_text text = {command, sizeof command, 0};

        if (answers[i].complete)
            continue;
        words_append_again(&text, answers[i].results);
        error_set(error, "the store does not have all cells of the study; '%s' computes them", command);
    }
    return complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

static int explain(const char *study, const char *id, const struct options *options, struct error *error)
{
    struct answer answer = {NULL, NULL, false, 0};
    int status =
        ask(&answer, study, id, options, error) ? print(&answer, 1, id, options, error) : STATUS_UNUSABLE;

    study_run_destroy(answer.run);
    return status;
}

/* -- an id alone -- */

struct question {
    const char *id;
    size_t studies, asked; /* of the store; that have the id */
    struct store_study *study;
    struct memory_kept *kept;         /* the texts of these, and of: */
    char *paper;                      /* NULL: the id is no claim of a paper */
    struct ledger *ledger;            /* its */
    const struct ledger_claim *claim; /* that the id is, or is a part of */
    size_t examined;                  /* by so many studies of the paper, of which the store has not all */
    struct paper_study *examining;
};

/* Whether `id` is that of a run with the names of a fit: they begin alike, and the step stands in the place of the measure. */
static bool names_run(const char *const name[STORE_NAMES], const char *id)
{
    const char *measure = name[STORE_ID] ? strrchr(name[STORE_ID], '/') : NULL;
    const size_t length = measure ? (size_t)(measure + 1 - name[STORE_ID]) : 0;

    return length > 0 && strncmp(id, name[STORE_ID], length) == 0 && isdigit((unsigned char)id[length]);
}

/* The id of a fit, a claim of it, globs for its parts (see results_names), or the id of one of its runs. */
static bool names(const char *const name[STORE_NAMES], const char *id)
{
    return names_run(name, id) || (name[STORE_CLAIM] && ledger_is_part(name[STORE_CLAIM], id)) ||
           selection_matches(id, STORE_CLAIM - STORE_MODEL, name + STORE_MODEL);
}

/* The studies of the store; none where there is no store.  False with a message. */
static bool read_store(struct question *question, const struct options *options, struct error *error)
{
    const char *path = options_store(options);
    struct store *store;
    bool good;

    if (access(path, F_OK) != 0 && errno == ENOENT)
        return question->claim ||
               error_set(error,
                         "there is no store %.300s; run the study first, or name the study: assay explain "
                         "STUDY ID",
                         path);
    store = store_open_other(path, error);
    if (!store)
        return false;
    good = store_studies_find(store, names, question->id, &question->kept, &question->study,
                              &question->studies, error);
    store_close(store);
    for (size_t i = 0; i < question->studies; i++)
        question->asked += question->study[i].fits > 0;
    return good;
}

/* Which claim of which paper the id is: K19, K19-step or kraus2017:K19. */
static void find_claim(struct question *question)
{
    size_t count, prefix = strcspn(question->id, ":");
    char **papers = paper_list(&count);

    for (size_t i = 0; i < count; i++) {
        const bool named = strlen(papers[i]) == prefix && strncmp(papers[i], question->id, prefix) == 0;
        struct error ignored;
        struct ledger *ledger = question->claim ? NULL : ledger_create(papers[i], &ignored);
        const char *id = question->id + (named && question->id[prefix] ? prefix + 1 : 0);

        question->claim = question->claim ? question->claim : ledger_find(ledger, id);
        if (ledger && question->claim) {
            question->ledger = ledger;
            question->paper = memory_keep_string(&question->kept, papers[i]);
            question->id = id;
        } else {
            ledger_destroy(ledger);
        }
        free(papers[i]);
    }
    free(papers);
    if (question->claim)
        question->examining = paper_create(question->paper, &question->examined);
}

static bool fail_to_find(const struct question *question, struct error *error)
{
    char buffer[500] = "";

    for (size_t i = 0; i < question->studies; i++)
        error_list(buffer, sizeof buffer, question->study[i].path);
    if (!question->studies)
        return error_set(
            error,
            "the store has no results of a study; write 'assay run STUDY' first, or 'assay report STUDY' "
            "if its runs are there");
    return error_set(
        error,
        "no study in the store has an order or a claim %.200s; for similar ids write assay explain STUDY ID, "
        "with one of the studies %s",
        question->id, buffer);
}

/* Whether the study of the store is this one of a paper, wherever the paper's studies are: kraus2017/vortices. */
static bool is_study(const struct store_study *study, const char *name)
{
    const size_t length = strlen(study->path), tail = strlen(name) + strlen(".lua");

    return length >= tail && strncmp(study->path + length - tail, name, strlen(name)) == 0;
}

/* A study beside the paper that has claims of the same name answers for itself, unless the paper is named. */
static void sort_out(struct question *question, bool named)
{
    for (size_t i = 0; question->claim && i < question->studies; i++) {
        struct store_study *study = question->study + i;
        bool examines = false;

        for (size_t k = 0; k < question->examined; k++)
            examines |= is_study(study, question->examining[k].name);
        if (examines || !study->fits)
            continue;
        question->claim = named ? question->claim : NULL;
        question->asked -= named;
        study->fits = named ? 0 : study->fits;
    }
}

/* All that have the id; false with a message. */
static bool ask_all(const struct question *question, struct answer *answers, const struct options *options,
                    struct error *error)
{
    size_t count = 0;

    for (size_t i = 0; i < question->studies; i++) {
        const struct store_study *study = question->study + i;
        struct options part = *options;

        if (!study->fits)
            continue;
        if (access(study->path, R_OK) != 0)
            return error_set(error,
                             "the store has %.200s of the study %.300s, whose file is not there (a path from "
                             "the folder of its run); write assay explain STUDY ID with its file",
                             question->id, study->path);
        part.store_checked = true; /* by read_store */
        part.only = study->only;
        part.focus = study->focus;
        part.full |= study->full;
        if (!ask(answers + count++, study->path, question->id, &part, error))
            return false;
    }
    return true;
}

/* What a claim of a study says of the paper's: with exceptions where it holds but for some, nothing where it is assay's own. */
static enum verdict verdict_of(const struct claim_result *claim)
{
    const size_t *fits = claim->tally.fits;

    if (claim->entry && claim->entry->own)
        return VERDICT_NONE;
    return claim->verdict == VERDICT_HOLDS && claim->of_runs == VERDICT_HOLDS &&
                   fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] > 0
               ? VERDICT_EXCEPTIONS
               : claim->verdict;
}

/* The worst verdict on the claim or a part of it that a study gives; the corrected statement of a misprint makes it an
 * erratum if it holds. */
static enum verdict conclude(const struct question *question, const struct answer *answers)
{
    static const enum verdict worst[] = {
        VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_EXCEPTIONS,    VERDICT_HOLDS_TO_ROUND_OFF,
        VERDICT_HOLDS,   VERDICT_VACUOUS,      VERDICT_NOT_APPLICABLE};
    unsigned found = 0;

    for (size_t i = 0; i < question->asked; i++) {
        for (size_t k = 0; k < answers[i].results->claims; k++) {
            const struct claim_result *claim = answers[i].results->claim + k;

            if (ledger_is_part(claim->id, question->id))
                found |= 1U << verdict_of(claim);
        }
    }
    for (size_t i = 0; i < sizeof worst / sizeof *worst; i++) {
        if (found & 1U << worst[i])
            return worst[i] == VERDICT_HOLDS && question->claim->erratum ? VERDICT_ERRATUM : worst[i];
    }
    return VERDICT_NONE;
}

/* What the paper says, and of the studies that examine it those that the store does not have; how many these are. */
static size_t print_claim(const struct question *question, const struct answer *answers, bool in_json)
{
    const enum verdict verdict = conclude(question, answers);
    size_t examining = 0, missing = 0;

    if (!in_json)
        printf("%s, %s, %s%s%s\n%s%s%s\n\n", question->id, question->ledger->source, question->claim->where,
               verdict ? ": " : "", verdict ? term_word(TERM_VERDICT, verdict) : "", question->claim->text,
               question->claim->erratum ? " Erratum: " : "",
               question->claim->erratum ? question->claim->erratum : "");
    for (size_t i = 0; i < question->examined; i++) {
        const struct paper_study *study = question->examining + i;
        bool there = false;

        if (!study->study || !focus_exists(study->study, question->id))
            continue;
        for (size_t k = 0; k < question->studies; k++)
            there |= question->study[k].fits && is_study(question->study + k, study->name);
        if (!there && !in_json)
            printf("not measured   %s\n", study->path);
        examining++;
        missing += !there;
    }
    if (!in_json && !examining)
        printf("not examined   no study of %s examines this claim\n", question->paper);
    if (!in_json && missing)
        puts("");
    return missing;
}

static int answer_question(const struct question *question, const struct options *options,
                           struct error *error)
{
    struct answer *answers = memory_create(question->asked + 1, sizeof *answers);
    int status = STATUS_UNUSABLE;

    if (ask_all(question, answers, options, error)) {
        const bool missing = question->claim && print_claim(question, answers, options->json) > 0;

        status = STATUS_COMPLETE;
        if (question->asked)
            status = print(answers, question->asked, question->id, options, error);
        else if (options->json)
            show_json(options,
                      json_pack("{s:{s:s, s:s, s:s}, s:[]}", "claim", "id", question->claim->id, "text",
                                question->claim->text, "source", question->claim->where, "fits"));
        if (missing && status == STATUS_COMPLETE) {
            char option[500];

            error_set(error,
                      "the store lacks some studies of the claim; 'assay reproduce %.60s:%.60s%s' "
                      "runs them",
                      question->paper, question->id, shell_store(options->store, option, sizeof option));
            status = STATUS_INCOMPLETE;
        }
    }
    for (size_t i = 0; i < question->asked; i++)
        study_run_destroy(answers[i].run);
    free(answers);
    return status;
}

static int explain_alone(const char *id, const struct options *options, struct error *error)
{
    struct question question = {.id = id};
    int status = STATUS_UNUSABLE;

    find_claim(&question);
    if (read_store(&question, options, error)) {
        sort_out(&question, question.id != id);
        if (question.asked || question.claim)
            status = answer_question(&question, options, error);
        else
            fail_to_find(&question, error);
    }
    free(question.study);
    memory_release(question.kept);
    paper_destroy(question.examining, question.examined);
    ledger_destroy(question.ledger);
    return status;
}

int command_explain(const struct options *options, struct error *error)
{
    const char *const *word = options->word;

    if (options->words == 2)
        return explain(word[0], word[1], options, error);
    if (options->words < 2 && options->only)
        return error_set(error,
                         "explain takes --only with a study; write assay explain STUDY ID --only %.200s",
                         options->only),
               STATUS_UNUSABLE;
    if (options->words == 1 && !text_is_lua_file(word[0]))
        return explain_alone(word[0], options, error);
    if (options->words == 1)
        return error_set(error,
                         "explain needs an id after the study %.300s; write for example 'gauss-2/symmetric'",
                         word[0]),
               STATUS_UNUSABLE;
    error_set(error, "explain needs an id, or a study and an id; write for example assay explain "
                     "'gauss-2/symmetric'");
    return STATUS_UNUSABLE;
}
