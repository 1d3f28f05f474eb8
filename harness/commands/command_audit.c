/* assay audit: a method of somebody else, or of ours, against what is claimed of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/audit/audit.h"
#include "harness/audit/audited.h"
#include "harness/audit/findings.h"
#include "measures/expansion/proof.h"
#include "harness/audit/referee.h"
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"
#include "harness/commands/show/show.h"
#include "harness/run/pool.h"
#include "integrators/foreign/foreign_library.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/foreign/foreign_program.h"
#include "integrators/foreign/foreign_walls.h"
#include "integrators/methods/method_file.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"
#include "reports/audit_document.h"
#include "reports/tables/columns.h"
#include "reports/template.h"
#include "reports/words.h"

enum { MOST_STATES = 1000 };

/* The program, or the shared object, is asked what it has; that it answers is a condition of the audit. */
static bool find_foreign(struct audited *audited, const struct options *options, struct error *error)
{
    struct foreign_method **methods =
        options->exec ? audit_knobs_create(&audited->knobs, options->exec, options->knob.pair,
                                           options->knob.count, &audited->programs, error)
                      : foreign_method_create_library(options->word[0], &audited->programs, error);

    if (!methods)
        return false;
    audited->program = methods;
    for (size_t i = 0; i < audited->programs && !options->on; i++)
        if (methods[i]->own)
            return error_set(error,
                             "%.100s brings a model of its own; write --on MODEL, which it is compared with",
                             methods[i]->name);
    audited->method = foreign_method_method(methods[0]);
    audited->imprecise = !methods[0]->family.create_mpfr;
    return true;
}

/* What is said of a file that is no method: that it is a projection, where it is one. */
static bool refuse_projection(const char *name, struct error *error)
{
    struct projection_file *file = NULL;
    struct error ignored;

    if (projection_file_find(name, &file, &ignored))
        error_set(error,
                  "%.200s is a projection; write a method before it, as in audit gauss-2 --projection %.200s",
                  name, name);
    projection_file_destroy(file);
    return false;
}

/* The study and what it is about, with another projection another one. */
static void name_study(struct audited *audited, const char *name)
{
    const bool plain = audited->projection == projection_find("none");
    const char *projection = plain ? "" : audited->projection->name;
    const int length = audited->programs ? (int)audited->program[0]->bare : 80;

    snprintf(audited->title, sizeof audited->title, "Audit of %.150s%s%.30s", name,
             plain ? "" : " with the projection ", projection);
    snprintf(audited->name, sizeof audited->name, "audit-%.*s%s%.40s", length, audited->method.name,
             plain ? "" : "-", projection);
    for (char *c = audited->name; *c; c++)
        *c = strchr(":/", *c) ? '-' : *c;
}

static bool find_named(struct audited *audited, const char *name, struct error *error)
{
    if (!method_file_is_named(name))
        return method_find(name, &audited->method, error);
    audited->file = method_file_create(name, NULL, error);
    if (!audited->file)
        return refuse_projection(name, error);
    audited->method = method_file_method(audited->file);
    audited->digits = file_reader_decimals(&audited->file->file);
    return true;
}

static bool find(struct audited *audited, const struct options *options, struct error *error)
{
    const char *name = options->words ? options->word[0] : NULL;

    audited->projection = projection_file_find(options->projection ? options->projection : "none",
                                               &audited->projection_file, error);
    if (!audited->projection)
        return false;
    if (options->exec && options->words)
        return error_set(error, "audit needs one method; leave out '%s' or --exec", name);
    if (options->states > MOST_STATES)
        return error_set(error, "--states takes %d at most: each model of the panel gets as many",
                         MOST_STATES);
    if (options->json && options->latex)
        return error_set(error, "--json and --latex print one or the other; leave out one of them");
    if (!options->exec &&
        !options_have_word(
            options, "audit needs one method",
            "a name of 'assay list methods', a file of coefficients, a shared object, or --exec COMMAND",
            error))
        return false;
    if (!options->exec && options->knob.count)
        return error_set(error, "--knob replaces {NAME} in the command of --exec; leave it out");
    if (name && foreign_program_is_source(name))
        return error_set(error,
                         "%s is a program or its source; write --exec \"...\" with the command that runs it, "
                         "or compile it to a shared object",
                         name);
    if (options->exec || foreign_library_is(name) ? !find_foreign(audited, options, error)
                                                  : !find_named(audited, name, error))
        return false;
    name_study(audited, name ? name : options->exec);
    return true;
}

/* The study, beside the folder of its report. */
static bool place_study(const struct audited *audited, const struct options *options, char path[OUTPUT_PATH],
                        struct error *error)
{
    const char *folder = options->out ? options->out : "out";

    snprintf(path, OUTPUT_PATH, "%.3000s/%s.lua", folder, audited->name);
    return output_make_directory(folder, error);
}

/* ---- what is known beside runs ---- */

/* Why the parts of the error with powers of a small parameter are not measured of the method, on the model that is named
 * (NULL: on those of the panel); NULL where they are. */
static const char *refuse_power(const struct method *method, const struct projection *projection,
                                const struct problem *problem)
{
    const struct measure_id id = {.measure = measure_table + MEASURE_PERTURBED_ERROR};

    return problem                        ? measure_refusal(id, problem, method, projection)
           : !method->family->create_mpfr ? measure_sentence_lack(MEASURE_NEEDS_MPFR)
           : method->family->remembers    ? measure_sentence_lack(MEASURE_NEEDS_MAP)
                                          : NULL;
}

/* Trees are of the method alone. */
static void find_conjugate(struct audited *audited, const struct audit *audit)
{
    bool claimed = false;

    for (size_t i = 0; i < audit->claims; i++)
        claimed = claimed || audit->claim[i].property == AUDIT_CONJUGATE ||
                  audit->claim[i].property == AUDIT_CONJUGATE_ORDER;
    if (claimed && !audited->programs && audited->projection == projection_find("none"))
        audited->conjugate = show_find_conjugate(&audited->method, !audit->on);
}

/* Of what is no program, and has no projection, on the model that is named. */
static void find_proof(struct audited *audited, const struct problem *problem)
{
    if (!audited->programs && audited->projection == projection_find("none"))
        audited->proof = proof_find(&audited->method, problem ? problem->model : NULL);
}

/* Of each method; a relation that applies to it on no model is not judged. */
static bool relate_all(struct audited *audited, struct audit *audit, const struct options *options,
                       const struct problem *problem, struct error *error)
{
    const size_t methods = audited_methods(audited);
    struct method *method = memory_create(methods, sizeof *method);
    bool good;

    audited->relations = memory_create(methods, sizeof *audited->relations);
    for (size_t i = 0; i < methods; i++)
        method[i] = audited_method(audited, i);
    good = relations_find_all(audited->relations, method, methods, audited->projection, options->on,
                              options->jobs ? options->jobs : pool_processors(), error);
    for (size_t i = 0; good && i < audit->claims; i++) {
        struct audit_claim *claim = audit->claim + i;
        const size_t k = audited_made_of(audited, claim);

        if (claim->property >= AUDIT_POWER)
            claim->refusal = refuse_power(method + k, audited->projection, problem);
        else if (claim->property >= AUDIT_RELATION)
            claim->refusal = relations_refusal(audited->relations + k, claim->property);
    }
    free(method);
    return good;
}

/* ---- what it comes to ---- */

static int conclude(const struct results *results, bool complete)
{
    bool open = !complete, refuted = false;

    for (size_t i = 0; i < results->claims; i++) {
        refuted = refuted || results->claim[i].verdict == VERDICT_REFUTED;
        open = open || !term_holds(results->claim[i].verdict);
    }
    return refuted ? STATUS_DIFFERENT : open ? STATUS_INCOMPLETE : STATUS_COMPLETE;
}

/* ---- beside the runs ---- */

static json_t *or_null(json_t *json)
{
    return json ? json : json_null();
}

/* The texts as they are printed, for the page as well; all that is known before the runs, for the study.  The caller owns
 * the document. */
static json_t *find_beside(struct audit *audit, const struct audited *audited, const char *path)
{
    const struct tableau_claims claims = audited_coefficient_claims(audited, audit);
    json_t *known = audited_json(audited, audit, path);
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    json_object_set_new(known, "algebra", or_null(show_algebra(&audited->method, to)));
    json_object_set_new(known, "blame", or_null(show_blame(&audited->method, &claims, to)));
    fclose(to);
    audit->coefficients = memory_keep_string(&audit->kept, text);
    free(text);
    to = open_memstream(&text, &size);
    relations_print(to, audited->relations, audited_methods(audited));
    fclose(to);
    audit->relations = memory_keep_string(&audit->kept, text);
    free(text);
    text = json_dumps(known, JSON_COMPACT | JSON_REAL_PRECISION(17));
    audit->known = memory_keep_string(&audit->kept, text);
    free(text);
    return known;
}

/* ---- with --verbose, all that is found ---- */

/* A proof that is contradicted is said first, whatever else was found. */
static void open_report(const void *context, const struct results *results)
{
    const struct audit *audit = context;
    struct words *words = words_open();
    json_t *document = audit_document(results, words), *claim;
    size_t i;

    json_array_foreach(json_object_get(document, "claims"), i, claim)
    {
        const json_t *contradiction = json_object_get(claim, "contradiction");

        if (json_is_string(contradiction))
            printf("CONTRADICTION in claim %s: %s\n", json_string_value(json_object_get(claim, "id")),
                   json_string_value(contradiction));
    }
    json_decref(document);
    words_close(words);
    fputs(audit->coefficients, stdout);
}

/* ---- the command ---- */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The answer, at the end of what is printed. */
static bool print_answer(const struct options *options, json_t *document, const struct report_entry *entry,
                         double start, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    char page[OUTPUT_PATH + 32];

    snprintf(page, sizeof page, "%s%s/index.html", entry->folder, entry->beside ? ".incomplete" : "");
    json_object_set_new(document, "page", columns_text(page));
    json_object_set_new(document, "seconds", json_real(now() - start));
    return template_print(stdout, "audit.txt", document, &look, error);
}

static int run(const struct options *options, const struct audit *audit, const struct audited *audited,
               const char *path, double start, struct error *error)
{
    const bool verbose = options->verbose && !options->json && !options->latex;
    struct options asked = *options;
    struct report_series series = {
        .options = &asked, .silent = !verbose, .open = open_report, .context = audit};
    json_t *document;
    int status = STATUS_UNUSABLE;

    asked.counts_alone = true;
    if (report_series_add(&series, path, NULL, error) &&
        report_series_place(&series, options->out ? options->out : "out", true, error))
        status = report_series_measure(&series, true, error);
    if (status != STATUS_UNUSABLE && series.entry[0]->results) {
        const struct results *results = series.entry[0]->results;
        struct words *words = words_open();

        document = audit_document(results, words);
        words_close(words);
        json_object_set_new(document, "panel", show_panel(results, verbose));
        json_object_set_new(document, "measures", show_measures(results, verbose));
        status = conclude(results, series.entry[0]->complete);
        if (verbose)
            audited_print(audited, results, audit);
        if (options->json)
            show_json(options, json_incref(document));
        else if (options->latex)
            referee_write(stdout, results, path, json_object_get(document, "claims"));
        else if (!print_answer(options, document, series.entry[0], start, error))
            status = STATUS_INCOMPLETE;
        json_decref(document);
    }
    report_series_clear(&series);
    return status;
}

/* What the study would compute; it is written as it is for a run. */
static int plan(const struct options *options, const char *path, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    struct options own = *options;
    struct report_series series = {.options = &own, .use = STUDY_RUN_PLANS};
    int status = STATUS_UNUSABLE;
    json_t *document = NULL;

    own.starts = true; /* the method has been started before */
    if (report_series_add(&series, path, NULL, error)) {
        document = study_run_plan(series.entry[0]->run, error);
        status = document && template_print(stdout, "run-plan.txt", document, &look, error)
                     ? STATUS_COMPLETE
                     : STATUS_INCOMPLETE;
    }
    json_decref(document);
    report_series_clear(&series);
    return status;
}

/* Why the property is nothing that the method could lack on the model; NULL: it is. */
static const char *find_refusal(const struct audit *audit, enum audit_property property,
                                const struct method *method, const struct problem *problem)
{
    const struct measure_id id = measure_of(problem, audit_property_row(property, method), 0);

    if (property == AUDIT_CONSTRAINT && problem->system->momentum && !audit->variational)
        return "the method steps on q alone, and has no p that could differ from theta(q)";
    return measure_refusal(id, problem, NULL, NULL);
}

/* What helps the author of a model on which the method does not step. */
static const char *find_remedy(const struct method *method, const struct model *model)
{
    if (method_kinds(method) == 1U << MODEL_DEGENERATE && model->kind == MODEL_HAMILTONIAN)
        return "write H(q, p) as a degenerate Lagrangian (docs/models.md, 'H(q, p) as a degenerate "
               "Lagrangian'), or audit runge-kutta:TABLEAU, which steps on every kind";
    return "leave out --on, or write another model";
}

/* Whether one of the methods steps on the model; the claims on others are refused. */
static bool find_methods_on(struct audit *audit, const struct audited *audited, const struct model *model,
                            struct error *error)
{
    const bool projects = projection_projects(audited->projection);
    bool any = false;

    for (size_t k = audited_methods(audited); k-- > 0;) {
        const struct method method = audited_method(audited, k);
        struct error refusal;

        if (method_refuses_model(&method, audited->projection, model, &refusal) == METHOD_APPLIES) {
            any = true;
            continue;
        }
        error_set(error, "%.100s cannot be audited%s%.60s on %.100s: %.300s; %s", method.name,
                  projects ? " with " : "", projects ? audited->projection->name : "", model->name,
                  refusal.text, find_remedy(&method, model));
        for (size_t i = 0; i < audit->claims; i++)
            if (!audit->claim[i].refusal && audited_made_of(audited, audit->claim + i) == k)
                audit->claim[i].refusal = memory_keep_string(&audit->kept, refusal.text);
    }
    return any;
}

/* A model with one set of data alone has others around it, where the motion goes on from there. */
static bool has_random_data(const struct audit *audit)
{
    struct error ignored;
    struct problem *problem = problem_create(audit->on, "random-1-1", NULL, 0, NULL, &ignored);
    const bool has = problem;

    problem_destroy(problem);
    return has;
}

/* Of the model that is named: its further initial data, since a refutation takes two; and the claims that are about
 * nothing that it has, whatever the method. */
static bool find_model(struct audit *audit, const struct audited *audited, struct problem **problem,
                       struct error *error)
{
    if (!audit->on)
        return true;
    *problem = problem_create(audit->on, NULL, NULL, 0, NULL, error);
    if (!*problem || !find_methods_on(audit, audited, (*problem)->model, error))
        return false;
    audit->on_name = (*problem)->model->name;
    audit->families = counterexample_families((*problem)->system);
    audit->on_kind = model_kind_name((*problem)->model->kind);
    audit->formless = measure_refusal(measure_of(*problem, MEASURE_BILINEAR_DEFECT, 0), *problem, NULL, NULL);
    if ((*problem)->model->initials > 1)
        audit->other = (*problem)->model->initial[1].name;
    else if (has_random_data(audit))
        audit->other = "random-1-1";
    for (size_t i = 0; i < audit->claims; i++) {
        struct audit_claim *claim = audit->claim + i;
        const struct method method = audited_method(audited, audited_made_of(audited, claim));

        if (claim->property < AUDIT_RELATION && !claim->refusal)
            claim->refusal = find_refusal(audit, claim->property, &method, *problem);
    }
    return true;
}

/* An audit that claims nothing would be green whatever is measured. */
static bool claims_something(const struct audited *audited, const struct audit *audit, struct error *error)
{
    return audit->claims ||
           error_set(
               error,
               "%.100s claims nothing; write what is claimed of it: --claim order=4, --claim symplectic",
               audited->method.name);
}

/* Whether its states are (q, p) of degenerate Lagrangians. */
static bool steps_on_momenta(const struct audited *audited)
{
    return audited->method.base->space == STEP_MOMENTUM ||
           (audited->programs && audited->program[0]->form == FOREIGN_DEGENERATE);
}

static bool takes_constraints(const struct audited *audited)
{
    bool any = false;

    for (size_t k = 0; k < audited->programs; k++)
        any = any || audited->program[k]->constrained;
    return any;
}

/* The walls, each by its name, and whether it is raised here. */
static int describe_walls(const struct options *options, struct error *error)
{
    static const char *const names[FOREIGN_WALLS] = {
        [FOREIGN_WALL_PRIVILEGES] = "privileges", [FOREIGN_WALL_ENVIRONMENT] = "environment",
        [FOREIGN_WALL_FILES] = "files",           [FOREIGN_WALL_NETWORK] = "network",
        [FOREIGN_WALL_SIGNALS] = "signals",       [FOREIGN_WALL_PROCESSES] = "processes"};
    const bool down = foreign_walls_are_down();
    json_t *document = json_pack("{s:b, s:[]}", "trusted", down, "walls");
    const struct template_look look = options_look(options, stdout);
    int status = STATUS_COMPLETE;

    for (int k = 0; k < FOREIGN_WALLS; k++)
        json_array_append_new(json_object_get(document, "walls"),
                              json_pack("{s:s, s:b}", "name", names[k], "raised",
                                        !down && foreign_walls_has((enum foreign_wall)k)));
    if (options->json)
        show_json(options, json_incref(document));
    else if (!template_print(stdout, "walls.txt", document, &look, error))
        status = STATUS_UNUSABLE;
    json_decref(document);
    return status;
}

int command_audit(const struct options *options, struct error *error)
{
    struct audited audited = {.file = NULL};
    struct problem *problem = NULL;
    struct audit audit = {.claims = 0};
    json_t *known = NULL;
    char path[OUTPUT_PATH];
    const double start = now();
    int status = STATUS_UNUSABLE;

    if (options->describe_sandbox)
        return describe_walls(options, error);
    if (find(&audited, options, error)) {
        audited.powers = show_find_perturbed_order(&audited.method, audited.perturbed);
        audit = (struct audit){.title = audited.title,
                               .method = options->words ? options->word[0] : NULL,
                               .command = options->exec,
                               .knobs = &audited.knobs,
                               .foreign = audited.program,
                               .variational = steps_on_momenta(&audited),
                               .constrained = takes_constraints(&audited),
                               .imprecise = audited.imprecise,
                               .printed = audited.file && audited.file->printed,
                               .kinds = audited_kinds(&audited),
                               .states = options->states,
                               .seed = options->seed ? options->seed : 1,
                               .projection = options->projection ? options->projection : "none",
                               .on = options->on,
                               .store = options->store};
        if (audited_projects(&audited, error) &&
            audited_add_claims(&audited, &audit, options->claim.pair, options->claim.count, error) &&
            claims_something(&audited, &audit, error) && find_model(&audit, &audited, &problem, error) &&
            place_study(&audited, options, path, error) &&
            relate_all(&audited, &audit, options, problem, error)) {
            find_conjugate(&audited, &audit);
            find_proof(&audited, problem);
            if (audited_search(&audited, &audit, options->out ? options->out : "out", error)) {
                findings_add(&audit, &audited);
                known = find_beside(&audit, &audited, path);
                if (audit_write(&audit, path, error)) {
                    if (!options->dry_run)
                        status = run(options, &audit, &audited, path, start, error);
                    else if (!options->json)
                        status = plan(options, path, error);
                    else
                        status = (show_json(options, json_incref(known)), STATUS_COMPLETE);
                }
            }
        }
    }
    json_decref(known);
    problem_destroy(problem);
    audit_release(&audit);
    audited_release(&audited);
    return status;
}
