/* Lists of what study files hold: see list_studies.h. */
#include "harness/commands/list_studies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words.h"
#include "harness/study/paper.h"
#include "harness/judge/verdict_value.h"

static json_t *add(json_t *list, const char *name, const char *text)
{
    json_t *row = json_pack("{s:s, s:s}", "name", name, "text", text);

    json_array_append_new(list, row);
    return row;
}

static void set_text(json_t *row, const char *key, const char *text)
{
    json_object_set_new(row, key, json_string(text ? text : ""));
}

static void set_count(json_t *row, const char *key, size_t count)
{
    json_object_set_new(row, key, json_integer((json_int_t)count));
}

/* Appends to texts separated by "; ", unless it is one of them. */
static void join(char *text, size_t size, const char *part)
{
    size_t used = strlen(text), length = part ? strlen(part) : 0;

    for (const char *at = text; length && (at = strstr(at, part)); at++) {
        if ((at == text || at[-1] == ' ') && (at[length] == '\0' || at[length] == ';'))
            return;
    }
    if (length)
        snprintf(text + used, size - used, "%s%s", used ? "; " : "", part);
}

/* Whether an earlier entry of the study makes a claim of the same id. */
static bool is_repeated(const struct study *study, size_t claim)
{
    for (size_t i = 0; i < claim; i++) {
        if (strcmp(study->claim[i].id, study->claim[claim].id) == 0)
            return true;
    }
    return false;
}

static size_t count_claims(const struct study *study)
{
    size_t count = 0;

    for (size_t i = 0; study && i < study->claims; i++)
        count += !is_repeated(study, i);
    return count;
}

/* -- studies -- */

static void add_study(json_t *list, const struct paper_study *entry)
{
    const struct study *study = entry->study;
    json_t *row = add(list, entry->name, study ? study->title : "cannot be used: ");

    set_text(row, "path", entry->path);
    if (!study) {
        set_text(row, "error", entry->error.text);
        return;
    }
    set_text(row, "source", study->source);
    set_count(row, "claims", count_claims(study));
    set_count(row, "tables", study->tables);
    set_count(row, "figures", study->figures);
}

static void add_studies(json_t *list, const char *paper)
{
    size_t count;
    struct paper_study *studies = paper_create(paper, &count);

    for (size_t i = 0; i < count; i++)
        add_study(list, studies + i);
    paper_destroy(studies, count);
}

void list_studies_fill(json_t *list)
{
    add_studies(list, NULL);
}

/* -- papers -- */

/* "1 table", "2 tables" */
static void append_count(char *text, size_t size, size_t count, const char *one, const char *several)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, "%s%zu %s", used ? ", " : "", count, count == 1 ? one : several);
}

static size_t sum(const json_t *rows, const char *key)
{
    json_int_t all = 0;
    size_t index;
    json_t *row;

    json_array_foreach(rows, index, row) all += json_integer_value(json_object_get(row, key));
    return (size_t)all;
}

static void add_paper(json_t *list, const char *name)
{
    json_t *studies = json_array(), *row;
    char text[200] = "";

    add_studies(studies, name);
    append_count(text, sizeof text, json_array_size(studies), "study", "studies");
    append_count(text, sizeof text, sum(studies, "claims"), "claim", "claims");
    append_count(text, sizeof text, sum(studies, "tables"), "table", "tables");
    append_count(text, sizeof text, sum(studies, "figures"), "figure", "figures");
    row = add(list, name, text);
    set_count(row, "claims", sum(studies, "claims"));
    json_object_set_new(row, "studies", studies);
}

void list_studies_papers(json_t *list)
{
    size_t count;
    char **names = paper_list(&count);

    for (size_t i = 0; i < count; i++) {
        add_paper(list, names[i]);
        free(names[i]);
    }
    free(names);
}

/* -- claims -- */

/* "exactly 2*s"; with its measure where it is a number: "energy_error below 1e-11 at h = 0.1". */
static void say(char *text, size_t size, const struct study_claim *claim)
{
    char value[300];
    const bool exact = term_is_exact(claim->kind);

    if (term_is_number(claim->kind))
        snprintf(text, size, "%.60s %.200s", claim->measure, words_value(claim, value, sizeof value));
    else
        snprintf(text, size, "%s%s%s", term_word(TERM_CLAIM, claim->kind), exact ? "" : " ",
                 exact ? "" : claim->formula);
}

/* What the entries of a claim say together: its text, else what it measures; and its sources. */
static void add_claim(json_t *list, const struct paper_study *entry, const char *id)
{
    const struct study *study = entry->study;
    char texts[600] = "", measures[600] = "", sources[600] = "", claims[600] = "", claimed[300];
    bool numbers = false;
    json_t *row;

    for (size_t i = 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;

        if (strcmp(claim->id, id) != 0)
            continue;
        say(claimed, sizeof claimed, claim);
        join(texts, sizeof texts, claim->text);
        join(claims, sizeof claims, claimed);
        numbers |= term_is_number(claim->kind);
        join(measures, sizeof measures, claim->measure);
        join(sources, sizeof sources, claim->source);
    }
    row = add(list, id, *texts ? texts : numbers ? claims : measures);
    set_text(row, "measure", measures);
    set_text(row, "claimed", claims);
    set_text(row, "source", sources);
    set_text(row, "study", entry->name);
    set_text(row, "path", entry->path);
}

/* A study that cannot be read stands in the place of its claims. */
static void add_claims(json_t *list, const struct paper_study *entry)
{
    for (size_t i = 0; entry->study && i < entry->study->claims; i++) {
        if (!is_repeated(entry->study, i))
            add_claim(list, entry, entry->study->claim[i].id);
    }
    if (!entry->study) {
        json_t *row = add(list, "-", "cannot be used: ");

        set_text(row, "error", entry->error.text);
        set_text(row, "study", entry->name);
        set_text(row, "path", entry->path);
    }
}

void list_studies_claims(json_t *list)
{
    size_t count;
    struct paper_study *studies = paper_create(NULL, &count);

    for (size_t i = 0; i < count; i++)
        add_claims(list, studies + i);
    paper_destroy(studies, count);
}
