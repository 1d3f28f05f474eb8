/* An audit as a study: see audit.h. */
#include "harness/audit/audit.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "models/reader/data_path.h"
#include "models/reader/model.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/output.h"

const char *audit_property_name(enum audit_property property)
{
    static const char *const names[AUDIT_RELATION] = {
        [AUDIT_ORDER] = "order",
        [AUDIT_SYMPLECTIC] = "symplectic",
        [AUDIT_SYMMETRIC] = "symmetric",
        [AUDIT_REVERSIBLE] = "reversible",
        [AUDIT_ENERGY] = "energy",
        [AUDIT_CONSTRAINT] = "constraint",
        [AUDIT_CONJUGATE] = "conjugate-symplectic",
        [AUDIT_CONJUGATE_ORDER] = "conjugate-order",
    };

    return property >= AUDIT_POWER ? measure_table[MEASURE_PERTURBED_ERROR + property - AUDIT_POWER].name
           : property >= AUDIT_RELATION
               ? measure_table[MEASURE_RELATION_TIME + property - AUDIT_RELATION].name
               : names[property];
}

enum measure_row audit_property_row(enum audit_property property, const struct method *method)
{
    static const enum measure_row rows[AUDIT_RELATION] = {
        [AUDIT_ORDER] = MEASURE_SOLUTION_ERROR,      [AUDIT_SYMPLECTIC] = MEASURE_SYMPLECTIC_DEFECT,
        [AUDIT_SYMMETRIC] = MEASURE_SYMMETRY_DEFECT, [AUDIT_REVERSIBLE] = MEASURE_REVERSIBILITY_DEFECT,
        [AUDIT_ENERGY] = MEASURE_ENERGY_ERROR,       [AUDIT_CONSTRAINT] = MEASURE_CONSTRAINT_ERROR,
        [AUDIT_CONJUGATE] = MEASURE_SECULAR_RATE,    [AUDIT_CONJUGATE_ORDER] = MEASURE_SECULAR_RATE};

    if (property >= AUDIT_POWER)
        return (enum measure_row)(MEASURE_PERTURBED_ERROR + (int)(property - AUDIT_POWER));
    if (property >= AUDIT_RELATION)
        return (enum measure_row)(MEASURE_RELATION_TIME + (int)(property - AUDIT_RELATION));
    return property == AUDIT_SYMPLECTIC && !method->family->create_tangent ? MEASURE_BILINEAR_DEFECT_STEP
                                                                           : rows[property];
}

bool audit_property_has_order(enum audit_property property)
{
    return property == AUDIT_ORDER || property == AUDIT_CONJUGATE_ORDER || property > AUDIT_POWER;
}

static bool is_of_drifts(enum audit_property property)
{
    return property == AUDIT_CONJUGATE || property == AUDIT_CONJUGATE_ORDER;
}

bool audit_property_is_of_steps(enum audit_property property)
{
    return property < AUDIT_CONJUGATE || property >= AUDIT_POWER;
}

/* ---- claims ---- */

static bool is_order(const char *value)
{
    return *value && strspn(value, "0123456789") == strlen(value) && strlen(value) < 3 && atoi(value) > 0;
}

/* Of the same method: the same property, or the drifts that another one is about. */
static const struct audit_claim *find_alike(const struct audit *audit, enum audit_property property,
                                            const char *method)
{
    for (size_t i = 0; i < audit->claims; i++) {
        const struct audit_claim *claim = audit->claim + i;

        if ((claim->property == property || (is_of_drifts(claim->property) && is_of_drifts(property))) &&
            (!claim->method || strcmp(claim->method, method) == 0))
            return claim;
    }
    return NULL;
}

static bool add(struct audit *audit, enum audit_property property, const char *value, const char *source,
                const char *method, struct error *error)
{
    const struct audit_claim *alike = find_alike(audit, property, method);
    const char *name = audit_property_name(property);

    if (audit_property_has_order(property) ? !is_order(value) : strcmp(value, "true") != 0)
        return error_set(error,
                         audit_property_has_order(property)
                             ? "the claim %s takes a whole number from 1 to 99; write %s=4"
                             : "the claim %s takes no value; write %s",
                         name, name);
    if (alike && alike->property == property)
        return error_set(error, "the claim %s is made twice; write it once", name);
    if (alike)
        return error_set(error, "the claims %s and %s are about the same drifts; write one of them",
                         audit_property_name(alike->property), name);
    audit->claim = memory_resize(audit->claim, audit->claims + 1, sizeof *audit->claim);
    audit->claim[audit->claims] = (struct audit_claim){
        .property = property,
        .id = memory_keep_print(&audit->kept, "%s%s%s", name, method ? ":" : "", method ? method : ""),
        .method = method,
        .source = source};
    snprintf(audit->claim[audit->claims].value, sizeof audit->claim->value, "%s", value);
    audit->claims++;
    return true;
}

/* "8,2": the orders of the powers 1 and 2, and nothing without the perturbation. */
static bool add_powers(struct audit *audit, const char *value, const char *source, const char *method,
                       struct error *error)
{
    const size_t most = AUDIT_PROPERTIES - AUDIT_POWER - 1, before_all = audit->claims;
    const char *rest = value;
    bool good = add(audit, AUDIT_POWER, "true", source, method, error);
    int before = INT_MAX;

    for (size_t k = 1; good && rest; k++) {
        const size_t length = strcspn(rest, ",");
        char word[4] = "";

        snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, rest);
        if (k > most || !is_order(word) || atoi(word) > before)
            good = error_set(error,
                             "the claim order is not '%.60s'; write order=8,2: up to %zu orders that do not "
                             "rise, of the powers 1, 2, ... of a small parameter",
                             value, most);
        else
            good = add(audit, (enum audit_property)(AUDIT_POWER + k), word, source, method, error);
        before = atoi(word);
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    audit->claims = good ? audit->claims : before_all;
    return good;
}

bool audit_add_claim(struct audit *audit, const char *property, const char *value, const char *source,
                     const char *method, struct error *error)
{
    struct text_near near = {.wanted = property};
    char names[400] = "", alike[300];
    int k = 0;

    while (k < AUDIT_PROPERTIES && strcmp(audit_property_name((enum audit_property)k), property) != 0) {
        text_near_add(&near, audit_property_name((enum audit_property)k));
        error_list(names, sizeof names, audit_property_name((enum audit_property)k++));
    }
    if (k == AUDIT_PROPERTIES)
        return error_set(error, "there is no claim '%.60s'; write order=4, or one of %s", property,
                         *text_near_list(&near, true, alike, sizeof alike) ? alike : names);
    return k == AUDIT_ORDER && strchr(value, ',')
               ? add_powers(audit, value, source, method, error)
               : add(audit, (enum audit_property)k, value, source, method, error);
}

/* ---- the study ---- */

/* NAME = "text", as Lua reads it */
static void write_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, strchr("\"\\\n", *text) ? "\\%c" : "%c", *text);
    fputc('"', to);
}

static void write_local(FILE *to, const char *name, const char *text)
{
    fprintf(to, "local %s = ", name);
    write_string(to, text);
    fputc('\n', to);
}

/* nil where there is no text */
static void write_optional(FILE *to, const char *name, const char *text)
{
    if (text)
        write_local(to, name, text);
    else
        fprintf(to, "local %s = nil\n", name);
}

/* Words of a command that are files: what its numbers depend on. */
static void write_depends(FILE *to, const char *command)
{
    char *words = strdup(command), *rest;

    for (char *word = strtok_r(words, " \t\"'", &rest); word; word = strtok_r(NULL, " \t\"'", &rest)) {
        struct stat status;

        if (stat(word, &status) == 0 && S_ISREG(status.st_mode)) {
            fputc(' ', to);
            write_string(to, word);
            fputc(',', to);
        }
    }
    free(words);
}

static void write_method(FILE *to, const struct audit *audit)
{
    fputs("local methods = { ", to);
    if (audit->command) {
        fputs("exec { cmd = ", to);
        write_string(to, audit->command);
        fputs(", depends = {", to);
        write_depends(to, audit->command);
        fputs(" }", to);
        audit_knobs_write(to, audit->knobs);
        fputs(" }", to);
    } else {
        write_string(to, audit->method);
    }
    fputs(" }\n", to);
}

/* As a set of names: a bit for each kind of model */
static void write_kinds(FILE *to, unsigned kinds)
{
    fputs("kinds = { ", to);
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++) {
        if (kinds & 1U << kind)
            fprintf(to, "[\"%s\"] = true, ", model_kind_name((enum model_kind)kind));
    }
    fputs("}", to);
}

static void write_found(FILE *to, const struct audit *audit)
{
    fputs("local found = {\n", to);
    for (size_t i = 0; i < audit->claims; i++) {
        const struct audit_claim *claim = audit->claim + i;

        if (!claim->file)
            continue;
        fputs("  { id = ", to);
        write_string(to, claim->id);
        fputs(", model = ", to);
        write_string(to, claim->file);
        fputs(", name = ", to);
        write_string(to, claim->model);
        fputs(" },\n", to);
    }
    fputs("}\n", to);
}

static void write_claim(FILE *to, const struct audit_claim *claim)
{
    fputs("  { id = ", to);
    write_string(to, claim->id);
    fprintf(to, ", property = \"%s\", value = \"%s\", source = ", audit_property_name(claim->property),
            claim->value);
    write_string(to, claim->source);
    if (claim->property >= AUDIT_POWER)
        fprintf(to, ", power = %d", claim->property - AUDIT_POWER);
    else if (claim->property >= AUDIT_RELATION)
        fputs(", relation = true", to);
    if (is_of_drifts(claim->property))
        fputs(", conjugate = true", to);
    if (claim->method) {
        fputs(", method = ", to);
        write_string(to, claim->method);
        fputs(", ", to);
        write_kinds(to, claim->kinds);
    }
    if (claim->refusal) {
        fputs(", refusal = ", to);
        write_string(to, claim->refusal);
    }
    fputs(" },\n", to);
}

/* Those that are about the map, or those that are not. */
static void write_claims(FILE *to, const char *name, const struct audit *audit, bool refused)
{
    fprintf(to, "local %s = {\n", name);
    for (size_t i = 0; i < audit->claims; i++) {
        if ((audit->claim[i].refusal != NULL) == refused)
            write_claim(to, audit->claim + i);
    }
    fputs("}\n", to);
}

static void write_findings(FILE *to, const struct audit *audit)
{
    fputs("local findings = {\n", to);
    for (size_t i = 0; i < audit->findings; i++) {
        const struct audit_finding *finding = audit->finding + i;

        fputs("  { claim = ", to);
        write_string(to, finding->claim->id);
        fputs(", ", to);
        if (finding->of) {
            fputs("of = {", to);
            for (enum verdict verdict = VERDICT_HOLDS; verdict <= VERDICT_NOT_APPLICABLE; verdict++)
                if (finding->of & 1U << verdict)
                    fprintf(to, " \"%s\",", term_word(TERM_VERDICT, verdict));
            fputs(" }, ", to);
        }
        if (finding->known == AUDIT_ORDER_BY_TREES) {
            fputs("method = ", to);
            write_string(to, finding->method);
            fprintf(to, ", trees = %d, ", finding->order);
        }
        if (finding->verdict)
            fprintf(to, "verdict = \"%s\", ", term_word(TERM_VERDICT, finding->verdict));
        fputs("evidence = ", to);
        write_string(to, finding->evidence);
        fputs(" },\n", to);
    }
    fputs("}\n\n", to);
}

static void write_section(FILE *to, const char *title, const char *text)
{
    if (!text || !*text)
        return;
    fprintf(to, "  { title = \"%s\", text = ", title);
    write_string(to, text);
    fputs(" },\n", to);
}

static void write_head(FILE *to, const struct audit *audit)
{
    fputs("-- An audit, written by assay.  assay run and assay explain take this file as they take any "
          "study.\n",
          to);
    write_local(to, "title", audit->title);
    write_method(to, audit);
    write_local(to, "projection", audit->projection);
    fprintf(to, "local variational, program, precise = %s, %s, %s\n", audit->variational ? "true" : "false",
            audit->foreign ? "true" : "false", audit->imprecise ? "false" : "true");
    fprintf(to, "local constrained = %s\n", audit->constrained ? "true" : "false");
    fprintf(to, "local formless, printed = %s, %s\n", audit->formless ? "true" : "false",
            audit->printed ? "true" : "false");
    fprintf(to, "local states, seed = %lu, %lu\n", audit->states, audit->seed);
    fputs("local ", to);
    write_kinds(to, audit->kinds);
    fputc('\n', to);
    write_optional(to, "on", audit->on);
    write_optional(to, "on_name", audit->on_name);
    write_optional(to, "on_kind", audit->on_kind);
    write_optional(to, "other", audit->other);
    write_found(to, audit);
    write_claims(to, "claimed", audit, false);
    write_claims(to, "refused", audit, true);
    write_findings(to, audit);
    fputs("local sections = {\n", to);
    write_section(to, "Coefficients", audit->coefficients);
    write_section(to, "Relations", audit->relations);
    fputs("}\n", to);
    write_optional(to, "audit", audit->known);
    fputs("\n", to);
}

bool audit_write(const struct audit *audit, const char *path, struct error *error)
{
    char *panel_path = data_path_in_studies("audit.panel");
    char *panel = panel_path ? sandbox_file_read(panel_path, error) : NULL;
    struct output output = {.file = panel ? fopen(path, "w") : NULL};
    bool written = output.file;

    if (!panel_path)
        error_set(error, "audit.panel is not among the studies; install assay again, or set ASSAY_PATH");
    else if (panel && !written)
        error_set(error, "%.400s: cannot write; write --out with a folder that can be written", path);
    if (written) {
        snprintf(output.path, sizeof output.path, "%.4000s", path);
        write_head(output.file, audit);
        fputs(panel, output.file);
        written = output_close(&output, error);
    }
    free(panel_path);
    free(panel);
    return written;
}

void audit_release(struct audit *audit)
{
    free(audit->claim);
    free(audit->finding);
    memory_release(audit->kept);
}
