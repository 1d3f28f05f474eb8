/* assay list: what there is. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "models/reader/data_path.h"
#include "harness/commands/show/show.h"
#include "reports/template.h"
#include "integrators/methods/method.h"
#include "measures/measure.h"
#include "models/reader/model.h"
#include "reports/words.h"
#include "harness/study/paper.h"

/* ---- What study files hold ---- */

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
static void join(struct words_text *text, const char *part)
{
    size_t length = part ? strlen(part) : 0;

    for (const char *at = text->buffer; length && (at = strstr(at, part)); at++) {
        if ((at == text->buffer || at[-1] == ' ') && (at[length] == '\0' || at[length] == ';'))
            return;
    }
    if (length)
        words_append(text, "%s%s", text->length ? "; " : "", part);
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

static void list_studies(json_t *list, const struct paper_study *studies, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_study(list, studies + i);
}

/* Each of the names, which it releases. */
static void add_each(json_t *list, char **names, size_t count, void add_one(json_t *list, const char *name))
{
    for (size_t i = 0; i < count; i++) {
        add_one(list, names[i]);
        free(names[i]);
    }
    free(names);
}

/* -- papers -- */

/* "2 studies, 1 claim, ..." */
static void add_paper(json_t *list, const char *name, const struct paper_study *study_of, size_t count)
{
    static const char *const keys[] = {"claims", "tables", "figures"};
    json_t *studies = json_array(), *study, *row;
    json_int_t sum[3] = {0};
    char buffer[200] = "";
    struct words_text text = {buffer, sizeof buffer, 0};
    size_t index;

    list_studies(studies, study_of, count);
    words_append(&text, "%zu %s", json_array_size(studies),
                 json_array_size(studies) == 1 ? "study" : "studies");
    for (int i = 0; i < 3; i++) {
        json_array_foreach(studies, index, study) sum[i] +=
            json_integer_value(json_object_get(study, keys[i]));
        words_append(&text, ", %lld %.*s", (long long)sum[i], (int)strlen(keys[i]) - (sum[i] == 1), keys[i]);
    }
    row = add(list, name, buffer);
    set_count(row, "claims", (size_t)sum[0]);
    json_object_set_new(row, "studies", studies);
}

/* Those in a folder are of one paper; they stand together. */
static void list_papers(json_t *list, const struct paper_study *studies, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        const size_t length = strcspn(studies[i].name, "/");
        char paper[256];

        for (next = i + 1; next < count && strncmp(studies[next].name, studies[i].name, length + 1) == 0;)
            next++;
        snprintf(paper, sizeof paper, "%.*s", (int)length, studies[i].name);
        if (studies[i].name[length])
            add_paper(list, paper, studies + i, next - i);
    }
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
    enum { TEXTS, MEASURES, SOURCES, CLAIMS, PARTS };
    char buffer[PARTS][600] = {""}, claimed[300];
    struct words_text part[PARTS];
    bool numbers = false;
    json_t *row;

    for (int i = 0; i < PARTS; i++)
        part[i] = (struct words_text){buffer[i], sizeof buffer[i], 0};
    for (size_t i = 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;

        if (strcmp(claim->id, id) != 0)
            continue;
        say(claimed, sizeof claimed, claim);
        join(part + TEXTS, claim->text);
        join(part + CLAIMS, claimed);
        numbers |= term_is_number(claim->kind);
        join(part + MEASURES, claim->measure);
        join(part + SOURCES, claim->source);
    }
    row = add(list, id, buffer[part[TEXTS].length ? TEXTS : numbers ? CLAIMS : MEASURES]);
    set_text(row, "measure", buffer[MEASURES]);
    set_text(row, "claimed", buffer[CLAIMS]);
    set_text(row, "source", buffer[SOURCES]);
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

/* One row for each id and study. */
static void list_claims(json_t *list, const struct paper_study *studies, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_claims(list, studies + i);
}

/* A file that cannot be used is part of the list, with the reason in the place of its title. */
static void add_model(json_t *list, const char *name)
{
    struct error error = {""};
    char *path = data_path_find(name, "models", NULL, &error);
    struct model *model = path ? model_create(path, &(struct model_choice){.unchecked = true}, &error) : NULL;
    json_t *row, *initial = json_array(), *invariants = json_array();

    row = add(list, name, model ? model->title : "cannot be used: ");
    for (size_t i = 0; model && i < model->initials; i++)
        json_array_append_new(initial, json_string(model->initial[i].name));
    for (size_t i = 0; model && i < model->invariants; i++)
        json_array_append_new(invariants, json_string(model->invariant[i].name));
    if (model)
        json_object_set_new(row, "kind", json_string(model_kind_name(model->kind)));
    else
        json_object_set_new(row, "error", json_string(error.text));
    json_object_set_new(row, "initial", initial);
    json_object_set_new(row, "invariants", invariants);
    model_destroy(model);
    free(path);
}

static void list_models(json_t *list)
{
    size_t count;
    char **names = data_path_list("models", &count);

    add_each(list, names, count, add_model);
}

/* The order is left out where none is claimed. */
static void add_method(json_t *list, const char *name, const struct method_family *family, int order)
{
    json_t *row = add(list, name, family->documentation);

    json_object_set_new(row, "kinds", show_kinds(family->kinds));
    json_object_set_new(row, "projections", json_boolean(method_projects(family)));
    if (order)
        json_object_set_new(row, "order", json_integer(order));
}

static void list_methods(json_t *list)
{
    struct method method;

    for (size_t k = 0; method_listed(k, &method); k++)
        add_method(list, method.name, method.family, method_claimed_order(&method));
    for (const struct method_family *family = method_families; family->name; family++) {
        char name[80];

        if (!family->names_tableau && !family->composes)
            continue;
        snprintf(name, sizeof name, "%s:%s", family->name, family->composes ? "METHOD:SCHEME" : "TABLEAU");
        add_method(list, name, family, 0);
    }
}

static void list_projections(json_t *list)
{
    for (const struct projection *row = projection_table; row->name; row++) {
        json_t *entry = add(list, row->name, row->documentation);

        json_object_set_new(entry, "source", json_string(row->source));
        json_object_set_new(entry, "kinds", show_kinds(row->kinds & ~0U >> (32 - MODEL_KINDS)));
    }
}

static void list_measures(json_t *list)
{
    for (size_t row = 0; row < MEASURE_ROWS; row++) {
        char text[MEASURE_TEXT];

        add(list, measure_title(measure_table + row, text), measure_sentence[row]);
    }
}

/* What is typed for a study is its name, or its file where the name has a folder. */
static const struct {
    const char *name;
    void (*fill)(json_t *list);
    void (*of_studies)(json_t *list, const struct paper_study *studies, size_t count);
} lists[] = {{"models", list_models, NULL},
             {"methods", list_methods, NULL},
             {"projections", list_projections, NULL},
             {"studies", NULL, list_studies},
             {"measures", list_measures, NULL},
             {"papers", NULL, list_papers},
             {"claims", NULL, list_claims}};
enum { LISTS = sizeof lists / sizeof *lists };

/* One list or, with `all`, every one under its name. */
static bool print(const struct options *options, json_t *found, bool all, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    json_t *document = json_pack("{s:O, s:b}", "lists", found, "all", all);
    const bool printed = template_print(stdout, "list.txt", document, &look, error);

    json_decref(document);
    return printed;
}

int command_list(const struct options *options, struct error *error)
{
    bool all = options->words == 0;
    json_t *document = json_object();
    struct paper_study *studies = NULL; /* read once */
    size_t count = 0;

    for (size_t i = 0; i < LISTS && options->words <= 1; i++) {
        if (!all && strcmp(options->word[0], lists[i].name) != 0)
            continue;
        json_t *list = json_array();

        if (lists[i].of_studies && !studies)
            studies = paper_create(NULL, &count);
        if (lists[i].of_studies)
            lists[i].of_studies(list, studies, count);
        else
            lists[i].fill(list);
        json_object_set_new(document, lists[i].name, list);
    }
    paper_destroy(studies, count);
    if (options->words > 1)
        error_set(error, "list takes one list or, for all of them, none; leave out '%s'", options->word[1]);
    else if (json_object_size(document) == 0)
        error_set(
            error,
            "there is no list '%s'; write one of models, methods, projections, studies, measures, papers, "
            "claims, or nothing for all of them",
            options->word[0]);
    else if (options->json)
        show_json(options, json_incref(document));
    bool found = json_object_size(document) > 0;

    if (found && !options->json)
        found = print(options, document, all, error);
    json_decref(document);
    return found ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
