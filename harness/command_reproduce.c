/* assay reproduce: a paper, or one claim, table or figure of it, beside what is measured. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/command.h"
#include "harness/focus.h"
#include "harness/paper.h"
#include "harness/report_series.h"
#include "numerics/memory.h"

struct reproduction {
    const struct options *options;
    char *paper;      /* the word up to the ':' */
    const char *part; /* what follows it; NULL: the whole paper */
    size_t studies;
    struct paper_study *study;
};

/* -- what is asked for -- */

static bool refuse_paper(const char *paper, struct error *error)
{
    char list[600] = "";
    size_t count;
    char **names = paper_list(&count);

    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(list);

        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
        free(names[i]);
    }
    free(names);
    return error_set(error, "there is no paper '%.60s'; write one of %s", paper, list);
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
    char list[800] = "";

    for (size_t i = 0; i < r->studies; i++) {
        size_t used;

        if (has_part(r->study + i, r->part))
            return true;
        used = strlen(list);
        if (r->studies > 1)
            snprintf(list + used, sizeof list - used, "%s%s: ", used ? "; " : "", r->study[i].name);
        focus_list(r->study[i].study, list, sizeof list);
    }
    return error_set(error, "%s has no claim, table or figure '%.60s'; it has %s", r->paper, r->part, list);
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
    return check_readable(r, error) && check_part(r, error);
}

/* -- what is done -- */

static bool add_studies(struct report_series *series, const struct reproduction *r, struct error *error)
{
    for (size_t i = 0; i < r->studies; i++) {
        if (has_part(r->study + i, r->part) && !report_series_add(series, r->study[i].path, r->part, error))
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

/* --out, else out/PAPER or out/PAPER-PART; below it a folder for each study of a paper, or of several with
 * that part. */
static bool place(struct report_series *series, const struct reproduction *r, struct error *error)
{
    char *folder = memory_create(strlen(r->options->word[0]) + sizeof "out/", 1);
    bool good;

    sprintf(folder, "out/%s%s%s", r->paper, r->part ? "-" : "", r->part ? r->part : "");
    make_plain(folder + sizeof "out/" - 1);
    good = report_series_place(series, r->options->out ? r->options->out : folder,
                               !r->part || report_series_count(series) > 1, error);
    free(folder);
    return good;
}

static int reproduce(const struct reproduction *r, struct error *error)
{
    struct report_series *series = report_series_create(r->options);
    int status = STATUS_UNUSABLE;

    if (add_studies(series, r, error) && place(series, r, error))
        status = report_series_write(series, true, r->part != NULL, error);
    report_series_destroy(series);
    return status;
}

int command_reproduce(const struct options *options, struct error *error)
{
    struct reproduction r = {.options = options};
    int status = read_request(&r, error) ? reproduce(&r, error) : STATUS_UNUSABLE;

    paper_destroy(r.study, r.studies);
    free(r.paper);
    return status;
}
