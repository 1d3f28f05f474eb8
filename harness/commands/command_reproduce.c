/* assay reproduce: a paper, or one claim, table or figure of it, beside what is measured. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/plan/focus.h"
#include "harness/run/pool.h"
#include "harness/study/ledger.h"
#include "harness/study/paper.h"
#include "harness/commands/report_folder.h"
#include "harness/commands/report_series.h"
#include "harness/commands/show/show.h"
#include "reports/page/survey.h"
#include "reports/tables/columns.h"
#include "reports/template.h"
#include "reports/words.h"
#include "numerics/memory.h"
#include "numerics/text.h"

struct reproduction {
    const struct options *options;
    char *paper;      /* the word up to the ':' */
    const char *part; /* what follows it; NULL: the whole paper */
    size_t studies;
    struct paper_study *study;
    struct ledger *ledger; /* NULL: the paper has none */
};

/* -- what is asked for -- */

static bool refuse_paper(const char *paper, struct error *error)
{
    struct text_near near = {.wanted = paper};
    char known[600] = "", alike[700];
    size_t count;
    char **names = paper_list(&count);

    for (size_t i = 0; i < count; i++) {
        error_list(known, sizeof known, names[i]);
        text_near_add(&near, names[i]);
        free(names[i]);
    }
    free(names);
    text_near_list(&near, true, alike, sizeof alike);
    if (!*known)
        return error_set(error,
                         "there is no paper '%.60s', and no other; set ASSAY_PATH to a folder that has some",
                         paper);
    return error_set(error, "there is no paper '%.60s'; write one of %s", paper, *alike ? alike : known);
}

static bool check_readable(const struct reproduction *r, struct error *error)
{
    for (size_t i = 0; i < r->studies; i++) {
        if (!r->study[i].study)
            return error_set(error, "%s", r->study[i].error.text);
    }
    return true;
}

static bool has_part(const struct paper_study *study, const char *part)
{
    return !part || focus_exists(study->study, part);
}

/* The paper has the part in one study at least. */
static bool check_part(const struct reproduction *r, struct error *error)
{
    struct text_near near = {.wanted = r->part ? r->part : ""};
    char list[800] = "", alike[TEXT_NEAR * (TEXT_NEAR_LENGTH + 2)];
    const struct ledger_claim *claim = r->part ? ledger_find(r->ledger, r->part) : NULL;

    for (size_t i = 0; i < r->studies; i++) {
        size_t used;

        if (has_part(r->study + i, r->part))
            return true;
        used = strlen(list);
        if (r->studies > 1)
            snprintf(list + used, sizeof list - used, "%s%s: ", used ? "; " : "", r->study[i].name);
        focus_list(r->study[i].study, list, sizeof list);
        focus_near(r->study[i].study, &near);
    }
    if (claim && strcmp(claim->id, r->part) == 0)
        return error_set(error, "no study of %s examines claim %.60s (%.100s); write one of %s", r->paper,
                         claim->id, claim->where, list);
    if (*text_near_list(&near, true, alike, sizeof alike))
        return error_set(error, "%s has no claim, table or figure '%.60s'; near: %s", r->paper, r->part,
                         alike);
    return error_set(error, "%s has no claim, table or figure '%.60s'; write one of %s", r->paper, r->part,
                     list);
}

static bool read_request(struct reproduction *r, struct error *error)
{
    char *colon;

    if (r->options->words != 1)
        return error_set(error,
                         "reproduce needs one paper, with a claim, a table or a figure of it: PAPER or "
                         "PAPER:PART; 'assay list papers' names them");
    r->paper = memory_copy_string(r->options->word[0]);
    colon = strchr(r->paper, ':');
    if (colon) {
        *colon = '\0';
        r->part = colon + 1;
    }
    r->study = paper_create(r->paper, &r->studies);
    if (!r->studies)
        return refuse_paper(r->paper, error);
    r->ledger = ledger_create(r->paper, error);
    return !error->text[0] && check_readable(r, error) && check_part(r, error);
}

/* -- what is done -- */

/* Whether the study can be run here; says so where it cannot. */
static bool is_runnable(const struct paper_study *study)
{
    const char *missing = study_programs_missing(study->study);

    if (missing)
        fprintf(stderr, "%s is left out: it needs the program %s, which is not installed\n", study->name,
                missing);
    return !missing;
}

static bool add_studies(struct report_series *series, const struct reproduction *r, struct error *error)
{
    for (size_t i = 0; i < r->studies; i++) {
        if (has_part(r->study + i, r->part) && is_runnable(r->study + i) &&
            !report_series_add(series, r->study[i].path, r->part, error))
            return false;
    }
    return true;
}

/* The id of a claim may hold what means something in a path. */
static void make_plain(char *name)
{
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && !strchr("-_+", *name))
            *name = '-';
    }
}

/* --out, else out/PAPER or out/PAPER-PART.  The caller frees it. */
static char *choose_folder(const struct reproduction *r)
{
    char *folder;

    if (r->options->out)
        return memory_copy_string(r->options->out);
    folder = memory_create(strlen(r->options->word[0]) + sizeof "out/", 1);
    sprintf(folder, "out/%s%s%s", r->paper, r->part ? "-" : "", r->part ? r->part : "");
    make_plain(folder + sizeof "out/" - 1);
    return folder;
}

/* After the studies: all claims of the paper. */
static int finish_paper(const struct report_series *series, const struct reproduction *r, const char *folder,
                        struct error *error)
{
    struct survey_study *studies = memory_create(r->studies + 1, sizeof *studies);
    struct report_folder place;
    json_t *document;
    bool complete = true, written;

    for (size_t i = 0; i < series->count; i++) {
        const struct report_entry *entry = series->entry[i];

        studies[i] = (struct survey_study){
            .study = study_run_study(entry->run), .document = entry->document, .complete = entry->complete};
        complete &= entry->complete;
    }
    document =
        survey_document(r->paper, r->ledger, series->count, studies, r->options->command_line, folder, error);
    free(studies);
    if (!document)
        return STATUS_INCOMPLETE;
    written = report_folder_begin(&place, folder, complete, error) &&
              report_folder_end(&place, survey_write(document, place.beside, error), error);
    if (r->options->json) {
        json_object_set(document, "studies", series->documents);
        show_document(document);
    } else if (written) {
        const struct template_look look = options_look(r->options, stdout);

        json_object_set_new(document, "page", columns_text(place.path));
        json_object_set_new(document, "seconds", json_real(pool_seconds() - series->start));
        written = template_print(stdout, r->options->verbose ? "survey-verbose.txt" : "survey.txt", document,
                                 &look, error);
    }
    json_decref(document);
    return written ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

/* The whole paper: a report for each study, then that of the paper, which is written whatever became of a
 * study. */
static int reproduce_paper(struct report_series *series, const struct reproduction *r, const char *folder,
                           struct error *error)
{
    struct error reason = {""};
    int status = report_series_measure(series, false, error),
        finished = finish_paper(series, r, folder, &reason);

    if (reason.text[0] && error->text[0])
        fprintf(stderr, "assay: %s\n", error->text);
    if (reason.text[0])
        *error = reason;
    return status > finished ? status : finished;
}

static int reproduce(const struct reproduction *r, struct error *error)
{
    struct report_series series = {.options = r->options};
    char *folder = choose_folder(r);
    int status = STATUS_UNUSABLE;

    /* Below it a folder for each study of a paper, or of several with that part. */
    if (add_studies(&series, r, error) &&
        report_series_place(&series, folder, !r->part || series.count > 1, error))
        status =
            r->part ? report_series_write(&series, true, error) : reproduce_paper(&series, r, folder, error);
    report_series_clear(&series);
    free(folder);
    return status;
}

int command_reproduce(const struct options *options, struct error *error)
{
    struct reproduction r = {.options = options};
    int status = read_request(&r, error) ? reproduce(&r, error) : STATUS_UNUSABLE;

    paper_destroy(r.study, r.studies);
    ledger_destroy(r.ledger);
    free(r.paper);
    return status;
}
