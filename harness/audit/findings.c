/* What is known beside the runs: see findings.h.
 *
 *     refuted whatever the runs say   steps that are no map; an order that is lower on more coordinates or in other units; a relation that differs on other models; a multistep method that does not converge, or whose
 *                                     coefficients have a lower order than is claimed; trees that make the method
 *                                     conjugate to a symplectic one to a lower order than is claimed
 *     left open where the runs hold   steps that are no map by what iterations leave; steps in double that are not
 *                                     those in MPFR; a process that gave no answer any more; the same trees, where the runs are on one model of the command line; drifts and
 *                                     kicks whose order is lower than was measured; steps that are too long
 *     nothing, but runs in double     the order of a method by rooted trees, in whose light the judge sees runs that are too
 *                                     few, or that have not settled, above round-off (harness/judge/verdict_in_double.h)
 *     left open where they refute     coefficients that prove it; published decimals, where no counterexample shows more than these explain
 *     refuted where they leave open   a counterexample in many bits, where the runs are on no model of the command line
 *     nothing, but a remedy           steps whose space may be another than that on which they were looked at
 *
 * The graver stand first: the first that speaks of a claim has the verdict. */
#include "harness/audit/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/clock.h"
#include "measures/expansion/proof.h"
#include "harness/audit/sizes.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "numerics/number_block.h"
#include "reports/tables/columns.h"

enum {
    HELD = 1U << VERDICT_HOLDS | 1U << VERDICT_HOLDS_TO_ROUND_OFF,
    FAILED = 1U << VERDICT_REFUTED,
    CLOCKED = 1U << RANDOM_MODEL_NEWTONIAN | 1U << RANDOM_MODEL_DEGENERATE,
    NOT_HELD = FAILED | 1U << VERDICT_INCONCLUSIVE | 1U << VERDICT_VACUOUS
};
#define MOST_INCONSISTENT 0x1p-20 /* decimals of fewer digits are a mistake */

struct work {
    struct audit *audit;
    struct audited *audited;
    const struct audit_claim *claim;
    const struct relations *relations; /* of the method of which it is made */
};

static struct audit_finding *add(const struct work *w, enum audit_known known, unsigned of,
                                 enum verdict verdict, const char *evidence)
{
    struct audit *audit = w->audit;
    struct audit_finding *finding;

    audit->finding = memory_resize(audit->finding, audit->findings + 1, sizeof *audit->finding);
    finding = audit->finding + audit->findings++;
    *finding = (struct audit_finding){.known = known,
                                      .claim = w->claim,
                                      .of = of,
                                      .verdict = verdict,
                                      .evidence = memory_keep_string(&w->audited->kept, evidence),
                                      .method = w->relations->method,
                                      .missed = NAN,
                                      .order = -1};
    return finding;
}

/* ---- whatever the runs say ---- */

static void add_no_map(const struct work *w)
{
    char sentence[RELATIONS_SENTENCE];

    if (relations_refute(w->relations, w->claim->property))
        add(w, AUDIT_NO_MAP, 0, VERDICT_REFUTED, relations_sentence(w->relations, sentence));
    else if (relations_doubt(w->relations, w->claim->property))
        add(w, AUDIT_NO_MAP, HELD, VERDICT_INCONCLUSIVE,
            memory_keep_print(&w->audited->kept,
                              "it was measured to hold, but %s: so does an iteration that begins where the "
                              "last one ended and stops early; solve to round-off, or begin each step anew",
                              relations_sentence(w->relations, sentence)));
}

/* Of all systems: of one that the command line names, others say nothing. */
static void add_sizes(const struct work *w)
{
    const struct sizes *sizes = &w->relations->sizes;
    char sentence[SIZES_SENTENCE];

    if (w->claim->property != AUDIT_ORDER || w->audit->on || !(sizes->apart > 0) ||
        !(sizes->order < atoi(w->claim->value)))
        return;
    add(w, AUDIT_SIZES, 0, VERDICT_REFUTED, sizes_sentence(sizes, sentence))->missed = sizes->apart;
}

/* What the panel shows of a relation, other models may not. */
static void add_relation(const struct work *w)
{
    const struct relation *relation = relations_claimed(w->relations, w->claim->property);
    char sentence[RELATIONS_SENTENCE];

    if (relation && relation->differs && !relations_refute(w->relations, w->claim->property))
        add(w, AUDIT_DIFFERS, 0, VERDICT_REFUTED,
            memory_keep_print(&w->audited->kept, "it differs %s", relations_difference(relation, sentence)));
}

/* Of a multistep method that is consistent: its order by its coefficients, to the decimals that are printed. */
static void add_moments(const struct work *w)
{
    const int claimed = atoi(w->claim->value), order = multistep_file_order(w->audited->file, claimed);
    char sentence[RELATIONS_SENTENCE];

    if (order >= claimed)
        return;
    snprintf(
        sentence, sizeof sentence,
        "its coefficients have order %d and no higher one: sum_j alpha_j j^%d = %d sum_j beta_j j^%d fails",
        order, order + 1, order + 1, order);
    add(w, AUDIT_MOMENTS, 0, VERDICT_REFUTED, sentence)->order = order;
}

/* Of a multistep method in a file. */
static void add_multistep(const struct work *w)
{
    const struct method_file *file = w->audited->file;
    struct multistep_stability found;
    char sentence[RELATIONS_SENTENCE];
    double inconsistency;
    size_t count;
    mpfr_t *alpha, *unit;

    if (!file || file->form != METHOD_FORM_MULTISTEP || w->claim->property != AUDIT_ORDER)
        return;
    alpha = multistep_file_evaluate(file, MULTISTEP_FILE_BITS, &count);
    unit = multistep_file_units(file);
    multistep_stability_find(&found, alpha, unit, count);
    inconsistency = multistep_stability_inconsistency(alpha, count);
    number_block_destroy(alpha);
    number_block_destroy(unit);
    if (!found.stable)
        multistep_stability_sentence(&found, sentence);
    else if (inconsistency > MOST_INCONSISTENT)
        snprintf(sentence, sizeof sentence,
                 "the method is not consistent: sum_j alpha_j = 0 or sum_j j alpha_j = sum_j beta_j fails by "
                 "%.2g, and it converges to the solution of another equation",
                 inconsistency);
    if (!found.stable || inconsistency > MOST_INCONSISTENT)
        add(w, AUDIT_UNSTABLE, 0, VERDICT_REFUTED, sentence);
    else
        add_moments(w);
}

/* What drifts so slowly is not seen in double; of one model trees say nothing by themselves. */
static void add_trees(const struct work *w)
{
    const struct tableau_conjugate *found = &w->audited->conjugate;
    const int claimed = w->claim->property == AUDIT_CONJUGATE         ? found->most
                        : w->claim->property == AUDIT_CONJUGATE_ORDER ? atoi(w->claim->value)
                                                                      : 0;
    char sentence[RELATIONS_SENTENCE];
    struct audit_finding *finding;

    if (found->symplectic >= found->most || found->symplectic >= claimed)
        return;
    snprintf(sentence, sizeof sentence,
             "the trees of its coefficients make it conjugate to a symplectic method to order %d and to no "
             "higher one: the conditions of order %d fail by %.2g, in digit %.0f behind the point%s",
             found->symplectic, found->symplectic + 1, found->missed, fmax(1, ceil(-log10(found->missed))),
             w->audit->on ? "; it was measured to hold on this model; leave out --on" : "");
    finding = add(w, AUDIT_TREES, w->audit->on ? HELD : 0,
                  w->audit->on ? VERDICT_INCONCLUSIVE : VERDICT_REFUTED, sentence);
    finding->order = found->symplectic;
    finding->missed = found->missed;
}

/* ---- where they hold ---- */

/* The order in a power of a small parameter that the coefficients have, where it is below that claimed. */
static void add_powers(const struct work *w)
{
    const struct audited *audited = w->audited;
    const size_t power = w->claim->property < AUDIT_POWER ? 0 : (size_t)(w->claim->property - AUDIT_POWER),
                 k = power ? power - 1 : 0;
    char sentence[RELATIONS_SENTENCE];
    int order;

    if (!audited->powers || w->claim->property < AUDIT_POWER)
        return;
    order = audited->perturbed[k < audited->powers ? k : audited->powers - 1];
    if (order < 0) {
        add(w, AUDIT_DRIFTS, HELD, VERDICT_INCONCLUSIVE,
            "it was measured to hold, but the drifts add up to another time than h: a digit is wrong beyond "
            "what was measured; see the line 'blame' of the audit");
    } else if (order < (power ? atoi(w->claim->value) : 0)) {
        snprintf(sentence, sizeof sentence,
                 "it was measured to hold, but with kicks that perturb drifts the coefficients have order "
                 "%d: a digit is wrong beyond what was measured, or the drifts do not solve the system "
                 "without the perturbation; compare the line 'perturbed' of the audit",
                 order);
        add(w, AUDIT_KICKS, HELD, VERDICT_INCONCLUSIVE, sentence)->order = order;
    }
}

/* Runs in MPFR say nothing of steps in double that are others: those of two branches of a source, or a constant with the
 * digits of double. */
static void add_arithmetic(const struct work *w)
{
    const struct relation *precision =
        w->relations->relation + (MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME);
    char sentence[RELATIONS_SENTENCE];

    if (!w->audit->foreign || !precision->differs || w->claim->property >= AUDIT_RELATION)
        return;
    add(w, AUDIT_ARITHMETIC, HELD, VERDICT_INCONCLUSIVE,
        memory_keep_print(
            &w->audited->kept,
            "it was measured to hold in MPFR, but steps in double, or in more bits, are others, %s: "
            "audit each arithmetic alone",
            relations_difference(precision, sentence)));
}

/* Runs that it did not finish may have been the others. */
static void add_gone(const struct work *w)
{
    char sentence[RELATIONS_SENTENCE];

    if (!w->relations->later.gone && !w->relations->stopped)
        return;
    if (w->relations->stopped)
        snprintf(sentence, sizeof sentence, "it was measured to hold, but of %s %s; run the audit again",
                 w->relations->method, relations_stopped);
    else
        snprintf(
            sentence, sizeof sentence,
            "it was measured to hold, but %s gave no answer any more after %lu steps in one process: let it "
            "answer as long as it is asked",
            w->relations->method, w->relations->later.calls);
    add(w, AUDIT_GONE, HELD, VERDICT_INCONCLUSIVE, sentence);
}

static void add_clock(const struct work *w)
{
    const struct clock_error clock = w->relations->clock;
    char sentence[RELATIONS_SENTENCE];
    struct audit_finding *finding;

    /* It is about q'' = g(q); what the model of the command line is not says nothing of the claim. */
    if (w->claim->property != AUDIT_ORDER || !(fabs(clock.share) > CLOCK_RIGHT) ||
        (w->audit->on && !(w->audit->families & CLOCKED)))
        return;
    snprintf(sentence, sizeof sentence,
             "it was measured to hold, but with H = |p|^2/2 - q2, straight lines, steps of %s are too %s by "
             "%.1e of "
             "h: weights do not add up to 1, and the method converges to the solution of another equation",
             clock.momentum ? "p" : "q", clock.share > 0 ? "long" : "short", fabs(clock.share));
    finding = add(w, AUDIT_CLOCK, HELD, VERDICT_INCONCLUSIVE, sentence);
    finding->missed = clock.share;
    finding->momentum = clock.momentum;
}

/* ---- where they do not ---- */

static void add_order_by_trees(const struct work *w)
{
    const struct relations *found = w->relations;
    char sentence[RELATIONS_SENTENCE];

    if (!w->audit->imprecise || w->claim->property != AUDIT_ORDER || found->trees < atoi(w->claim->value))
        return;
    snprintf(sentence, sizeof sentence,
             "a step of %s meets the order conditions of all rooted trees to order %d, to 12 digits",
             found->method, found->trees);
    add(w, AUDIT_ORDER_BY_TREES, 0, VERDICT_NONE, sentence)->order = found->trees;
}

/* Whether it proves the claim. */
static bool proof_covers(const struct proof *proof, const struct audit_claim *claim)
{
    return claim->property == AUDIT_ORDER        ? proof->order >= atoi(claim->value)
           : claim->property == AUDIT_SYMPLECTIC ? proof->symplectic
           : claim->property == AUDIT_SYMMETRIC  ? proof->symmetric
                                                 : false;
}

/* Neither runs nor a counterexample refute what is proved. */
static void add_proof(const struct work *w)
{
    const struct counterexample *found = audited_counterexample(w->audited, w->audit, w->claim);
    const bool order = w->claim->property == AUDIT_ORDER, refutes = found && found->exact && !w->audit->on;
    char sentence[RELATIONS_SENTENCE];

    if (!proof_covers(&w->audited->proof, w->claim))
        return;
    snprintf(
        sentence, sizeof sentence,
        "the coefficients prove %s%s: where runs refute it a model is less smooth than the proof needs, or "
        "assay is wrong; compare another model with --on, and report it",
        order ? "order " : "that it is ", order ? w->claim->value : audit_property_name(w->claim->property));
    add(w, AUDIT_PROVED, refutes ? NOT_HELD : FAILED, VERDICT_INCONCLUSIVE, sentence);
}

/* Whether the claim is refuted whatever the runs say. */
static bool is_refuted(const struct work *w)
{
    for (size_t i = 0; i < w->audit->findings; i++) {
        const struct audit_finding *finding = w->audit->finding + i;

        if (finding->claim == w->claim && !finding->of && finding->verdict == VERDICT_REFUTED)
            return true;
    }
    return false;
}

static void add_decimals(const struct work *w)
{
    const int digits = audited_digits(w->audited, w->claim);
    char sentence[RELATIONS_SENTENCE];

    if (!digits || is_refuted(w))
        return;
    if (audited_counterexample(w->audited, w->audit, w->claim))
        return;
    snprintf(sentence, sizeof sentence,
             "it fails by no more than rounding the coefficients to the %d digits behind the point that are "
             "printed; write exact numbers, or more digits",
             digits);
    add(w, AUDIT_DECIMALS, FAILED, VERDICT_INCONCLUSIVE, sentence)->order = digits;
}

/* It refutes what the panel leaves open: of all systems, not of one model of the command line. */
static void add_counterexample(const struct work *w)
{
    const struct counterexample *found = audited_counterexample(w->audited, w->audit, w->claim);
    char sentence[COUNTEREXAMPLE_SENTENCE];

    if (found)
        add(w, AUDIT_EXAMPLE, NOT_HELD, found->exact && !w->audit->on ? VERDICT_REFUTED : VERDICT_NONE,
            memory_keep_print(&w->audited->kept, "counterexample %s: %s", found->path,
                              counterexample_sentence(found, sentence)));
}

static bool is_of_space(enum audit_property property)
{
    return property == AUDIT_SYMPLECTIC || property == AUDIT_SYMMETRIC || property == AUDIT_REVERSIBLE;
}

/* What is symplectic or symmetric on p = theta(q) need not be around it. */
static void add_space(const struct work *w)
{
    const struct audited *audited = w->audited;
    const struct foreign_method *foreign =
        audited->programs ? audited->program[audited_made_of(audited, w->claim)] : NULL;
    char sentence[RELATIONS_SENTENCE];

    if (!foreign || foreign->form != FOREIGN_DEGENERATE || foreign->manifold ||
        !is_of_space(w->claim->property))
        return;
    snprintf(sentence, sizeof sentence, "if its steps are a map of p = theta(q) alone, say so: %s",
             foreign->library ? "flag ASSAY_MANIFOLD" : "trait manifold");
    add(w, AUDIT_SPACE, NOT_HELD, VERDICT_NONE, sentence);
}

void findings_add(struct audit *audit, struct audited *audited)
{
    static void (*const adds[])(const struct work *) = {
        add_no_map,         add_sizes,      add_relation,       add_multistep, add_trees,
        add_powers,         add_arithmetic, add_gone,           add_clock,     add_proof,
        add_order_by_trees, add_decimals,   add_counterexample, add_space};

    for (size_t i = 0; i < audit->claims; i++) {
        const struct audit_claim *claim = audit->claim + i;
        const struct work w = {audit, audited, claim, audited->relations + audited_made_of(audited, claim)};

        for (size_t k = 0; !w.claim->refusal && k < sizeof adds / sizeof *adds; k++)
            adds[k](&w);
    }
}

/* ---- JSON ---- */

static json_t *finding_json(const struct audit_finding *finding)
{
    static const char *const names[AUDIT_KNOWN] = {
        [AUDIT_NO_MAP] = "no map",         [AUDIT_UNSTABLE] = "not convergent",
        [AUDIT_SIZES] = "sizes",           [AUDIT_MOMENTS] = "moments",
        [AUDIT_TREES] = "trees",           [AUDIT_DECIMALS] = "digits",
        [AUDIT_DRIFTS] = "drifts",         [AUDIT_KICKS] = "kicks",
        [AUDIT_CLOCK] = "clock",           [AUDIT_PROVED] = "proof",
        [AUDIT_GONE] = "no answer",        [AUDIT_DIFFERS] = "relation",
        [AUDIT_ARITHMETIC] = "arithmetic", [AUDIT_EXAMPLE] = "counterexample",
        [AUDIT_SPACE] = "space",           [AUDIT_ORDER_BY_TREES] = "order by trees"};
    json_t *object =
        json_pack("{s:s, s:o}", "kind", names[finding->known], "evidence", columns_text(finding->evidence));

    if (finding->order >= 0)
        json_object_set_new(object, finding->known == AUDIT_DECIMALS ? "digits" : "order",
                            json_integer(finding->order));
    if (isfinite(finding->missed))
        json_object_set_new(object, "error", json_real(finding->missed));
    if (finding->known == AUDIT_CLOCK)
        json_object_set_new(object, "component", json_string(finding->momentum ? "p" : "q"));
    return object;
}

json_t *findings_known_json(const struct audit *audit, const struct audit_claim *claim)
{
    json_t *list = json_array();

    for (size_t i = 0; i < audit->findings; i++) {
        if (audit->finding[i].claim == claim)
            json_array_append_new(list, finding_json(audit->finding + i));
    }
    return list;
}
