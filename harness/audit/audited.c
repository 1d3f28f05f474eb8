/* What is audited: see audited.h. */
#include "harness/audit/audited.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/clock.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "integrators/methods/projection_file.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reports/words.h"

enum { STABILITY_BITS = 64 };
#define MOST_INCONSISTENT 0x1p-20 /* decimals of fewer digits are a mistake */

size_t audited_methods(const struct audited *audited)
{
    return audited->programs ? audited->programs : 1;
}

struct method audited_method(const struct audited *audited, size_t k)
{
    return audited->programs ? foreign_method_method(audited->program[k]) : audited->method;
}

/* Of a method that makes the claim and is no map of the state; NULL: there is none. */
static const struct relations *find_remembering(const struct audited *audited, const struct audit *audit,
                                                const struct claim_result *claim)
{
    return relations_against(audited->relations, audited_methods(audited), audit, claim->id);
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
    char order[32] = "", projection[100] = "", knobs[400] = "";

    if (audit_property_has_order(found->property))
        snprintf(order, sizeof order, "=%d", found->claimed);
    if (strcmp(audit->projection, "none") != 0)
        snprintf(projection, sizeof projection, " --projection %.80s", audit->projection);
    write_knobs(&audit->knobs->program, knobs, sizeof knobs);
    snprintf(command, OUTPUT_PATH, "assay audit %s%.1000s%s%s%s --on %.2000s --claim %s%s",
             audit->command ? "--exec '" : "", audit->command ? audit->command : audit->method,
             audit->command ? "'" : "", knobs, projection, found->path, audit_property_name(found->property),
             order);
    return command;
}

/* That against the claim, whatever its verdict; NULL where there is none. */
static const struct counterexample *find_against(const struct audited *audited,
                                                 const struct claim_result *claim)
{
    const struct counterexample *found = NULL;

    for (size_t i = 0; i < audited->founds; i++) {
        if (strcmp(audit_property_name(audited->found[i].property), claim->id) == 0)
            found = audited->found + i;
    }
    return found;
}

/* Why the multistep method of the file does not converge; false where it does, or there is none. */
static bool find_instability(const struct method_file *file, char sentence[RELATIONS_SENTENCE])
{
    struct multistep_stability found;
    double inconsistency;
    size_t count;
    mpfr_t *alpha;

    if (!file || file->form != METHOD_FORM_MULTISTEP)
        return false;
    alpha = multistep_file_evaluate(file, STABILITY_BITS, &count);
    multistep_stability_find(&found, alpha, count);
    inconsistency = multistep_stability_inconsistency(alpha, count);
    number_block_destroy(alpha);
    if (!found.stable)
        multistep_stability_sentence(&found, sentence);
    else if (inconsistency > MOST_INCONSISTENT)
        snprintf(sentence, RELATIONS_SENTENCE,
                 "the method is not consistent: sum_j alpha_j = 0 or sum_j j alpha_j = sum_j beta_j fails by "
                 "%.2g, and it converges to the solution of another equation",
                 inconsistency);
    return !found.stable || inconsistency > MOST_INCONSISTENT;
}

/* The order to which the coefficients make the method conjugate to a symplectic one, where that is below the order claimed
 * and its study does not refute it: its drift may lie below round-off in double.  0: there is none. */
static int find_conjugate_below(const struct audited *audited, const struct audit *audit,
                                const struct claim_result *claim)
{
    const struct tableau_conjugate *found = &audited->conjugate;
    int claimed = 0;

    for (size_t i = 0; i < audit->claims; i++) {
        const struct audit_claim *made = audit->claim + i;

        if (strcmp(audit_property_name(made->property), claim->id) == 0)
            claimed = made->property == AUDIT_CONJUGATE         ? found->most
                      : made->property == AUDIT_CONJUGATE_ORDER ? atoi(made->value)
                                                                : 0;
    }
    if (audit->on ? claim->verdict != VERDICT_HOLDS : claim->verdict == VERDICT_REFUTED)
        return 0;
    return found->symplectic < found->most && found->symplectic < claimed ? found->symplectic : 0;
}

/* What an order that holds of a method in double alone does not see. */
struct resolution {
    double error, step; /* the smallest error on which it rests; NaN: the claim is no such one */
    int order;          /* of a part of the error that a wrong coefficient leaves, */
    double part;        /* this number times the power of h, below which it is not seen */
};

/* A part r h^q of the error is surely seen only where it is as large as the error itself at the finest step: one of a share
 * of it moves the slopes by less than orders are known to.  A coefficient that is wrong by r leaves such a part, of q = 2
 * where symmetry or the sums of coefficients, which are seen at once, keep that; of an order of 2 one less. */
static struct resolution find_resolution(const struct audited *audited, const struct results *results,
                                         const struct claim_result *claim)
{
    const bool alone = audited->imprecise && claim->verdict == VERDICT_HOLDS &&
                       strcmp(claim->id, audit_property_name(AUDIT_ORDER)) == 0;
    struct resolution found = {.error = NAN, .part = INFINITY};

    for (size_t i = 0; alone && i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        const int p = (int)round(fit->order), q = p > 2 ? 2 : p - 1;

        if (!fit->claim || strcmp(fit->claim->id, claim->id) != 0 || fit->verdict != VERDICT_HOLDS || p < 2)
            continue;
        for (size_t k = 0; k < fit->points; k++) {
            const double h = fit->step_values[k], part = fit->errors[k] / pow(h, q);

            if (fit->used[k] && part < found.part)
                found = (struct resolution){fit->errors[k], h, q, part};
        }
    }
    return found;
}

/* What refutes the claim whatever its study comes to: steps that are no map, trees, or a multistep method that is not
 * consistent or lets errors grow.  False where there is nothing; else it is said. */
static bool find_sentence(const struct audited *audited, const struct audit *audit,
                          const struct claim_result *claim, char sentence[RELATIONS_SENTENCE])
{
    const struct relations *remembering = find_remembering(audited, audit, claim);
    const int conjugate = audit->on ? 0 : find_conjugate_below(audited, audit, claim);

    if (conjugate) {
        snprintf(sentence, RELATIONS_SENTENCE,
                 "the trees of its coefficients make it conjugate to a symplectic method to order %d and to "
                 "no higher one; what it drifts is not seen in double",
                 conjugate);
        return true;
    }
    if (!remembering)
        return strcmp(claim->id, audit_property_name(AUDIT_ORDER)) == 0 &&
               find_instability(audited->file, sentence);
    relations_sentence(remembering, sentence);
    return true;
}

/* The share by which the steps of a method that makes the claim of an order, which holds, are too long; 0: they are not. */
static double find_clock(const struct audited *audited, const struct claim_result *claim)
{
    double largest = 0;

    for (size_t i = 0; i < audited_methods(audited); i++) {
        const double clock = audited->relations[i].clock;

        if (fabs(clock) > CLOCK_RIGHT && fabs(clock) > fabs(largest))
            largest = clock;
    }
    return claim->verdict == VERDICT_HOLDS && strcmp(claim->id, audit_property_name(AUDIT_ORDER)) == 0
               ? largest
               : 0;
}

/* Nothing but the digits that its file does not print speaks against the claim. */
static bool holds_as_printed(const struct audited *audited, const struct claim_result *claim)
{
    return audited->digits && claim->verdict == VERDICT_REFUTED && !find_against(audited, claim);
}

/* The order in a power of a small parameter that the coefficients have, where it is below that claimed and measured;
 * NULL: there is none. */
static const int *find_contradicting(const struct audited *audited, const struct audit *audit,
                                     const struct claim_result *claim)
{
    for (size_t i = 0; audited->powers && claim->verdict == VERDICT_HOLDS && i < audit->claims; i++) {
        const struct audit_claim *made = audit->claim + i;

        if (made->property >= AUDIT_POWER && strcmp(audit_property_name(made->property), claim->id) == 0) {
            const size_t power = (size_t)(made->property - AUDIT_POWER), k = power ? power - 1 : 0;
            const int *order = audited->perturbed + (k < audited->powers ? k : audited->powers - 1);

            return *order < (power ? atoi(made->value) : 0) ? order : NULL;
        }
    }
    return NULL;
}

enum verdict audited_verdict(const struct audited *audited, const struct audit *audit,
                             const struct claim_result *claim)
{
    char ignored[RELATIONS_SENTENCE];

    if (find_sentence(audited, audit, claim, ignored))
        return VERDICT_REFUTED;
    return holds_as_printed(audited, claim) || find_contradicting(audited, audit, claim) ||
                   find_conjugate_below(audited, audit, claim) || find_clock(audited, claim) != 0
               ? VERDICT_INCONCLUSIVE
               : claim->verdict;
}

/* That of a claim which does not hold, be it that the model of --on leaves it open; NULL where there is none. */
static const struct counterexample *find_counterexample(const struct audited *audited,
                                                        const struct claim_result *claim)
{
    return claim->verdict != VERDICT_HOLDS ? find_against(audited, claim) : NULL;
}

void audited_print(const struct audited *audited, const struct results *results, const struct audit *audit)
{
    for (size_t i = 0; i < results->claims; i++) {
        const struct counterexample *found = find_counterexample(audited, results->claim + i);
        const int *order = find_contradicting(audited, audit, results->claim + i);
        const int conjugate = find_conjugate_below(audited, audit, results->claim + i);
        const struct resolution resolution = find_resolution(audited, results, results->claim + i);
        const double clock = find_clock(audited, results->claim + i);
        char sentence[COUNTEREXAMPLE_SENTENCE], command[OUTPUT_PATH], against[RELATIONS_SENTENCE];

        if (find_sentence(audited, audit, results->claim + i, against))
            printf("claim %s refuted: %s\n", results->claim[i].id, against);
        else if (clock == 0 && isfinite(resolution.error))
            printf(
                "claim %s holds in double, down to the error %.1e at the step %.2g: of a coefficient that is "
                "wrong by %.0e or less the part of order %d may not be seen; coefficients in a file, or a "
                "shared object with MPFR, show all digits\n",
                results->claim[i].id, resolution.error, resolution.step, resolution.part, resolution.order);
        if (holds_as_printed(audited, results->claim + i))
            printf(
                "claim %s inconclusive: it fails by no more than rounding the coefficients to the %d digits "
                "behind the point that are printed; write exact numbers, or more digits\n",
                results->claim[i].id, audited->digits);
        if (clock != 0)
            printf(
                "claim %s inconclusive: it was measured to hold, but with H = p - q, a straight line, steps "
                "are too long by %.1e of h: weights do not add up to 1, and the method converges to the "
                "solution of another equation\n",
                results->claim[i].id, clock);
        if (audit->on && conjugate)
            printf("claim %s inconclusive: it was measured to hold on this model, but the trees of its "
                   "coefficients make it conjugate to a symplectic method to order %d and to no higher one; "
                   "leave out --on\n",
                   results->claim[i].id, conjugate);
        if (order && *order < 0)
            printf("claim %s inconclusive: it was measured to hold, but the drifts add up to another time "
                   "than h: a "
                   "digit is wrong beyond what was measured; see the line 'blame'\n",
                   results->claim[i].id);
        else if (order)
            printf("claim %s inconclusive: it was measured to hold, but with kicks that perturb drifts the "
                   "coefficients have order %d: a digit is wrong beyond what was measured, or the drifts do "
                   "not solve the system without the perturbation; compare the line 'perturbed'\n",
                   results->claim[i].id, *order);
        if (found)
            printf("counterexample to %s: %s\n    model     %s\n    command   %s\n", results->claim[i].id,
                   counterexample_sentence(found, sentence), found->path,
                   write_command(found, audit, command));
    }
    for (size_t i = 0; i < audit->claims; i++) {
        if (audit->claim[i].refusal)
            printf("claim %s not applicable: %s\n", audit_property_name(audit->claim[i].property),
                   audit->claim[i].refusal);
    }
    relations_print(audited->relations, audited_methods(audited));
}

json_t *audited_claims_json(const struct audited *audited, const struct results *results,
                            const struct audit *audit)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;
        const struct counterexample *found = find_counterexample(audited, claim);
        struct words_statement words;
        const struct resolution resolution = find_resolution(audited, results, claim);
        const char *value = "true";
        char command[OUTPUT_PATH], against[RELATIONS_SENTENCE];

        for (size_t k = 0; k < audit->claims; k++) {
            if (strcmp(audit_property_name(audit->claim[k].property), claim->id) == 0)
                value = audit->claim[k].value;
        }
        words_state(results, claim, &words);
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "claim", claim->id, "value", value,
                      "source", claim->source, "measured", words.measured, "verdict",
                      term_word(TERM_VERDICT, audited_verdict(audited, audit, claim)), "evidence",
                      find_sentence(audited, audit, claim, against) ? against : words.evidence,
                      "counterexample",
                      found ? counterexample_json(found, write_command(found, audit, command)) : json_null(),
                      "printed_digits", audited->digits ? json_integer(audited->digits) : json_null(),
                      "resolution", isfinite(resolution.error) ? json_real(resolution.part) : json_null()));
    }
    for (size_t k = 0; k < audit->claims; k++) {
        const struct audit_claim *claim = audit->claim + k;

        if (claim->refusal)
            json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:n, s:s, s:s, s:n, s:n}", "claim",
                                                  audit_property_name(claim->property), "value", claim->value,
                                                  "source", claim->source, "measured", "verdict",
                                                  term_word(TERM_VERDICT, VERDICT_NOT_APPLICABLE), "evidence",
                                                  claim->refusal, "counterexample", "printed_digits"));
    }
    return list;
}

void audited_release(struct audited *audited)
{
    for (size_t i = 0; i < audited->programs; i++)
        foreign_method_destroy(audited->program[i]);
    free(audited->program);
    memory_release(audited->knobs.kept);
    free(audited->relations);
    method_file_destroy(audited->file);
    projection_file_destroy(audited->projection_file);
}
