/* What is audited: see audited.h. */
#include "harness/audit/audited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/findings.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection_file.h"
#include "numerics/memory.h"
#include "reports/shell.h"
#include "reports/tables/columns.h"

size_t audited_methods(const struct audited *audited)
{
    return audited->programs ? audited->programs : 1;
}

struct method audited_method(const struct audited *audited, size_t k)
{
    return audited->programs ? foreign_method_method(audited->program[k]) : audited->method;
}

size_t audited_made_of(const struct audited *audited, const struct audit_claim *claim)
{
    size_t k = 0;

    while (claim->method && k + 1 < audited->programs &&
           strcmp(audited->program[k]->name, claim->method) != 0)
        k++;
    return k;
}

/* As the command line has them. */
static void write_knobs(const struct study_program *program, char *text, size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < program->knobs; i++) {
        for (size_t k = 0; k < program->knob[i].values.count && n < size; k++) {
            if (k == 0)
                n += (size_t)snprintf(text + n, size - n, " --knob %.80s=", program->knob[i].parameter);
            if (n < size)
                n += (size_t)snprintf(text + n, size - n, "%s%.80s", k ? "," : "",
                                      program->knob[i].values.text[k]);
        }
    }
}

/* What shows it to anybody; returns the buffer. */
static const char *write_command(const struct counterexample *found, const struct audit *audit,
                                 char command[OUTPUT_PATH])
{
    char order[32] = "", projection[500] = "", knobs[400] = "", method[4110], on[OUTPUT_PATH], word[420],
         store[4110];

    if (audit_property_has_order(found->property))
        snprintf(order, sizeof order, "=%d", found->claimed);
    if (strcmp(audit->projection, "none") != 0)
        snprintf(projection, sizeof projection, " --projection %s",
                 shell_word(audit->projection, word, sizeof word));
    write_knobs(&audit->knobs->program, knobs, sizeof knobs);
    if (audit->command)
        shell_quote(audit->command, method, sizeof method);
    else
        shell_word(audit->method, method, sizeof method);
    snprintf(command, OUTPUT_PATH, "assay audit %s%.1000s%s%s --on %.2000s --claim %s%s%.900s",
             audit->command ? "--exec " : "", method, knobs, projection,
             shell_word(found->path, on, sizeof on), audit_property_name(found->property), order,
             shell_store(audit->store, store, sizeof store));
    return command;
}

int audited_digits(const struct audited *audited, const struct audit_claim *claim)
{
    const bool misses = audited->file && claim->property == AUDIT_ORDER &&
                        method_file_misses(audited->file, atoi(claim->value));

    return misses ? 0 : audited->digits;
}

const struct counterexample *audited_counterexample(const struct audited *audited, const struct audit *audit,
                                                    const struct audit_claim *claim)
{
    const struct counterexample *found = audited->found ? audited->found + (claim - audit->claim) : NULL;

    return found && found->path[0] ? found : NULL;
}

/* What the audit has of the claim; NULL where it has none of that name. */
static const struct audit_claim *find_made(const struct audit *audit, const struct claim_result *claim)
{
    for (size_t i = 0; i < audit->claims; i++) {
        if (strcmp(audit->claim[i].id, claim->id) == 0)
            return audit->claim + i;
    }
    return NULL;
}

unsigned audited_kinds(const struct audited *audited)
{
    unsigned kinds = method_kinds(&audited->method);

    for (size_t i = 0; i < audited->programs; i++)
        kinds |= audited->program[i]->family.kinds;
    return kinds;
}

/* The reason is that on models which the projection is for, where there are any. */
bool audited_projects(const struct audited *audited, struct error *error)
{
    struct error reason = {""}, found;

    for (size_t k = 0; k < audited_methods(audited); k++) {
        const struct method method = audited_method(audited, k);
        const unsigned kinds = method_kinds(&method);

        for (unsigned kind = 0; kind < MODEL_KINDS; kind++) {
            if (!(kinds & 1U << kind))
                continue;
            if (method_refuses(&method, audited->projection, (enum model_kind)kind, &found) == METHOD_APPLIES)
                return true;
            if (!*reason.text || audited->projection->kinds & 1U << kind)
                reason = found;
        }
    }
    return error_set(error, "the projection %.60s does not apply to %.100s: %.300s; leave out --projection",
                     audited->projection->name, audited->method.name, reason.text);
}

/* That which is shown beside the claim: not where it was measured to hold. */
static const struct counterexample *find_shown(const struct audited *audited, const struct audit *audit,
                                               const struct claim_result *claim)
{
    const struct audit_claim *made = find_made(audit, claim);

    return made && !term_holds(claim->of_runs) ? audited_counterexample(audited, audit, made) : NULL;
}

void audited_print(const struct audited *audited, const struct results *results, const struct audit *audit)
{
    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;
        const struct counterexample *found = find_shown(audited, audit, claim);
        char sentence[COUNTEREXAMPLE_SENTENCE], command[OUTPUT_PATH];

        if (found)
            printf("counterexample to %s: %s\n    model     %s\n    command   %s\n", claim->id,
                   counterexample_sentence(found, sentence), found->path,
                   write_command(found, audit, command));
    }
    relations_print(stdout, audited->relations, audited_methods(audited));
}

/* The counterexample, which may be NULL, with its command. */
static json_t *example_json(const struct counterexample *found, const struct audit *audit)
{
    char command[OUTPUT_PATH];

    return found ? counterexample_json(found, write_command(found, audit, command)) : json_null();
}

static json_t *known_json(const struct audited *audited, const struct audit *audit,
                          const struct audit_claim *claim)
{
    const struct method method = audited_method(audited, audited_made_of(audited, claim));

    return json_pack("{s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "claim",
                     audit_property_name(claim->property), "id", claim->id, "method",
                     columns_text(method.name), "value", claim->value, "source", columns_text(claim->source),
                     "findings", findings_known_json(audit, claim), "counterexample",
                     example_json(audited_counterexample(audited, audit, claim), audit), "printed_digits",
                     audited->digits ? json_integer(audited->digits) : json_null());
}

json_t *audited_json(const struct audited *audited, const struct audit *audit, const char *path)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < audit->claims; i++)
        json_array_append_new(claims, known_json(audited, audit, audit->claim + i));
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o}", "method", columns_text(audited->method.name), "projection",
        projection_projects(audited->projection) ? columns_text(audited->projection->name) : json_null(),
        "on", columns_text(audit->on), "study", columns_text(path), "claims", claims, "relations",
        relations_json(audited->relations, audited_methods(audited)));
}

void audited_release(struct audited *audited)
{
    for (size_t i = 0; i < audited->programs; i++)
        foreign_method_destroy(audited->program[i]);
    free(audited->program);
    memory_release(audited->knobs.kept);
    memory_release(audited->kept);
    free(audited->relations);
    free(audited->found);
    method_file_destroy(audited->file);
    projection_file_destroy(audited->projection_file);
}
