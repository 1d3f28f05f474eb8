/* What the coefficients of splittings, compositions and multistep methods are and prove, and the orders that they have in
 * other variables and in the powers of a small parameter: see show.h.
 *
 * The conditions of a composition are those of its words (flow_words.h), those of a multistep method are
 * sum_j alpha_j j^q = q sum_j beta_j j^(q-1) (Hairer, Norsett, Wanner (1993), theorem III.2.4). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/show/show.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "integrators/tableaux/flow_words.h"
#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_splitting.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { LABEL = 16 };

/* Lengths of steps and what they are steps of. */
static bool give_composition(const struct method *method, struct flow_given *given)
{
    const struct method *base = &method->file->inner;
    const bool *adjoint;
    struct error ignored;

    given->form = FLOW_COMPOSITION;
    given->x = method_create_lengths(method, SHOW_FLOW_BITS, &given->count, &adjoint, &ignored);
    given->base_order = method_expected_order(base);
    given->base_symmetric = !method_adjoint(base);
    given->second = memory_create(given->count + 1, sizeof *given->second);
    for (size_t i = 0; i < given->count && adjoint; i++)
        given->second[i] = adjoint[i];
    return given->x && given->base_order > 0;
}

static bool give_splitting(const struct method_file *file, struct flow_given *given)
{
    mpfr_t *drift = file_reader_evaluate(file->b, file->stages, SHOW_FLOW_BITS),
           *kick = file_reader_evaluate(file->bbar, file->kicks, SHOW_FLOW_BITS);

    given->form = FLOW_SPLITTING;
    given->count = file->stages + file->kicks;
    given->x = number_block_create(given->count, SHOW_FLOW_BITS);
    given->second = memory_create(given->count, sizeof *given->second);
    for (size_t i = 0; i < given->count; i++) {
        given->second[i] = (i % 2 == 0) == file->kick_first;
        mpfr_set(given->x[i], given->second[i] ? kick[i / 2] : drift[i / 2], MPFR_RNDN);
    }
    number_block_destroy(drift);
    number_block_destroy(kick);
    return true;
}

static bool give_multistep(const struct method_file *file, struct flow_given *given)
{
    given->form = FLOW_MULTISTEP;
    given->x = multistep_file_evaluate(file, SHOW_FLOW_BITS, &given->count);
    given->second = memory_create(2 * given->count, sizeof *given->second);
    for (size_t i = 0; i < given->count; i++)
        given->second[given->count + i] = true;
    given->count *= 2;
    return true;
}

bool show_is_flow(const struct method *method)
{
    return method->file &&
           (method->file->form == METHOD_FORM_COMPOSITION || method->file->form == METHOD_FORM_SPLITTING ||
            method->file->form == METHOD_FORM_MULTISTEP);
}

bool show_give_flow(const struct method *method, struct flow_given *given)
{
    const struct method_file *file = method->file;

    return file->form == METHOD_FORM_COMPOSITION ? give_composition(method, given)
           : file->form == METHOD_FORM_SPLITTING ? give_splitting(file, given)
                                                 : give_multistep(file, given);
}

/* A digit has log2(10) bits. */
static mpfr_prec_t bits_of(int decimals)
{
    return decimals ? 332L * decimals / 100 : SHOW_FLOW_BITS;
}

/* What the method says of itself about the powers of a small parameter, "8,2"; NULL: nothing. */
static const struct method_claim *find_parts(const struct method *method)
{
    const struct method_claim *claim = method->family->claim;

    while (claim->property && !strchr(claim->value, ','))
        claim++;
    return claim->property ? claim : NULL;
}

/* Whether one of the orders is below that claimed; behind the last one they stay as they are. */
static bool contradicts(const int *order, size_t powers, const char *claimed)
{
    size_t k = 0;

    for (; claimed && powers; claimed = strchr(claimed, ',') ? strchr(claimed, ',') + 1 : NULL) {
        if (order[k] < atoi(claimed))
            return true;
        k += k + 1 < powers;
    }
    return claimed;
}

static void print_perturbed_order(FILE *to, const int *order, size_t powers,
                                  const struct method_claim *claimed)
{
    if (powers < 2 && !claimed)
        return;
    if (!powers) {
        fprintf(to, "  %-*s none: the drifts add up to another time than h; claimed %s: %s\n", LABEL,
                "perturbed", claimed->value, claimed->source);
        return;
    }
    fprintf(to, "  %-*s (", LABEL, "perturbed");
    for (size_t k = 0; k < powers; k++)
        fprintf(to, "%s%s%d", k ? ", " : "", order[k] == FLOW_WORDS_PERTURBED ? ">= " : "", order[k]);
    fprintf(to, ") where kicks are a perturbation of drifts, of a small e: the error is O(");
    for (size_t k = 0; k < powers; k++) {
        if (k)
            fprintf(to, " + e^%zu h^%d", k + 1, order[k]);
        else
            fprintf(to, "e h^%d", order[k]);
    }
    fprintf(to, ")");
    if (claimed)
        fprintf(to, "%s; claimed %s: %s",
                contradicts(order, powers, claimed->value) ? "; the coefficients contradict the claim" : "",
                claimed->value, claimed->source);
    fprintf(to, "\n");
}

/* Of a splitting on H = A + e B. */
static json_t *show_perturbed_order(const struct flow_given *given, const struct method *method,
                                    mpfr_prec_t bits, FILE *to)
{
    int order[COEFFICIENT_POWERS];
    const size_t powers = flow_words_perturbed_order(given, bits, order);
    json_t *json = json_array();

    for (size_t k = 0; k < powers; k++)
        json_array_append_new(json, json_integer(order[k]));
    if (to)
        print_perturbed_order(to, order, powers, find_parts(method));
    return json;
}

size_t show_find_perturbed_order(const struct method *method, int order[COEFFICIENT_POWERS])
{
    struct flow_given given = {.order = 1};
    size_t powers = 0;

    if (method->file && method->file->form == METHOD_FORM_SPLITTING && show_give_flow(method, &given)) {
        powers =
            flow_words_perturbed_order(&given, bits_of(file_reader_decimals(&method->file->file)), order);
        if (!powers)
            order[powers++] = -1;
    }
    number_block_destroy(given.x);
    free(given.second);
    return powers;
}

/* The order of a splitting on q'' = g(q), where it is higher than on all H = T(p) + V(q), to the digits that are printed. */
static void show_nystroem_order(json_t *json, const struct method *method, mpfr_prec_t bits, FILE *to)
{
    struct error ignored;
    struct tableau *splitting = method_create_tableau(method, bits, &ignored),
                   *nystroem = splitting ? tableau_splitting_nystroem(splitting) : NULL;
    const int order = nystroem ? tableau_order_by_trees(nystroem, TABLEAU_AUDIT_TREE_ORDER) : 0,
              general = nystroem ? tableau_order_by_trees(splitting, TABLEAU_AUDIT_TREE_ORDER) : 0;

    json_object_set_new(json, "nystroem_order", json_integer(order));
    if (to && order > general)
        fprintf(to,
                "  %-*s of order %d, by Nystroem trees: where the mass is constant, as in H = p^2/2 + V(q); "
                "elsewhere of order "
                "%d\n",
                LABEL, "on q'' = g(q)", order, general);
    tableau_destroy(splitting);
    tableau_destroy(nystroem);
}

json_t *show_effective_order(const struct method *method, FILE *to)
{
    struct flow_given given = {.order = 1};
    json_t *json = NULL;

    if (show_is_flow(method) && method->file->form != METHOD_FORM_MULTISTEP &&
        show_give_flow(method, &given)) {
        const mpfr_prec_t bits = bits_of(file_reader_decimals(&method->file->file));
        const int order = flow_words_effective_order(&given, bits);

        json = json_pack("{s:i}", "effective_order", order);
        if (to)
            fprintf(
                to, "  %-*s to a method of order %d (its effective order)%s; orders are looked at up to %d\n",
                LABEL, "conjugate", order, order == FLOW_BLAME_ORDER ? " at least" : "", FLOW_BLAME_ORDER);
        if (given.form == FLOW_SPLITTING) {
            json_object_set_new(json, "perturbed_order", show_perturbed_order(&given, method, bits, to));
            show_nystroem_order(json, method, bits, to);
        }
    }
    number_block_destroy(given.x);
    free(given.second);
    return json;
}

/* ---- what they prove ---- */

enum { PROOF_TEXT = 200 };

struct proof {
    const struct method_file *file;
    int order;
    bool exact; /* the order is no higher */
    double asymmetry;
    struct show_conditions conditions;
    struct multistep_stability stability; /* of a multistep method */
};

/* By how much the steps of a composition add up to more than one. */
static double find_clock(const struct flow_given *given)
{
    double clock;
    mpfr_t sum;

    mpfr_init2(sum, SHOW_FLOW_BITS);
    mpfr_set_si(sum, -1, MPFR_RNDN);
    for (size_t i = 0; i < given->count; i++)
        mpfr_add(sum, sum, given->x[i], MPFR_RNDN);
    clock = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clear(sum);
    return clock;
}

static void find_stability(struct proof *proof)
{
    size_t count;
    mpfr_t *x = multistep_file_evaluate(proof->file, MULTISTEP_FILE_BITS, &count),
           *unit = multistep_file_units(proof->file);

    multistep_stability_find(&proof->stability, x, unit, count);
    number_block_destroy(x);
    number_block_destroy(unit);
}

/* The order is that below the first condition that fails. */
static void find_proof(struct proof *proof, const struct method *method, const struct flow_given *given)
{
    struct show_conditions *conditions = &proof->conditions;
    const int claimed = method_claimed_order(method);
    int most;

    *proof = (struct proof){.file = method->file};
    conditions->rounding = ldexp(1, 16 - SHOW_FLOW_BITS);
    conditions->clock = given->form == FLOW_COMPOSITION ? find_clock(given) : NAN;
    flow_blame_largest(given, FLOW_BLAME_ORDER, conditions->largest, &proof->asymmetry);
    for (int k = 0; k < FLOW_BLAME_ORDER && given->form == FLOW_MULTISTEP; k++)
        conditions->largest[k] /=
            tgamma(k + 2); /* the constant of the error is that of the first order that fails */
    while (proof->order < FLOW_BLAME_ORDER && conditions->largest[proof->order] <= conditions->rounding)
        proof->order++;
    proof->exact = proof->order < FLOW_BLAME_ORDER;
    most = claimed > proof->order ? claimed : proof->order;
    conditions->orders = most < FLOW_BLAME_ORDER ? most + 1 : FLOW_BLAME_ORDER;
    if (given->form == FLOW_MULTISTEP)
        find_stability(proof);
}

/* The starter is half of the claim: of order p it needs one of order p - 1. */
static void print_multistep(FILE *to, const struct proof *proof)
{
    const struct method *starter = &proof->file->inner;
    const int order = method_expected_order(starter);
    char sentence[MULTISTEP_STABILITY_SENTENCE];

    fprintf(to, "  %-*s %s", LABEL, "starter", starter->name);
    if (order > 0)
        fprintf(to, ", of order %d", order);
    if (proof->order > 1)
        fprintf(to, "; order %d needs one of order %d", proof->order, proof->order - 1);
    fprintf(to, "\n");
    fprintf(to, "  %-*s %s\n", LABEL, "stability",
            proof->stability.stable
                ? "zero-stable: the roots of rho lie in the unit disc, those on the circle are simple"
                : multistep_stability_sentence(&proof->stability, sentence));
}

/* What the order is proved by: of a composition from what is known of its base. */
static const char *write_proof(const struct proof *proof, const struct flow_given *given,
                               char text[PROOF_TEXT])
{
    if (given->form == FLOW_COMPOSITION)
        snprintf(text, PROOF_TEXT,
                 "the series of its steps (words to order %d are examined), where %.60s is of order %d%s",
                 FLOW_BLAME_ORDER, proof->file->inner.name, given->base_order,
                 given->base_symmetric ? " and its own adjoint" : "");
    else
        snprintf(text, PROOF_TEXT, "sum_j alpha_j j^q = q sum_j beta_j j^(q-1) (to q = %d)",
                 FLOW_BLAME_ORDER);
    return text;
}

static json_t *proof_json(const struct proof *proof, const struct flow_given *given)
{
    char text[PROOF_TEXT];
    json_t *json =
        json_pack("{s:i, s:b, s:s, s:b, s:f}", "order", proof->order, "order_is_exact", proof->exact,
                  "order_by", write_proof(proof, given, text), "symmetric",
                  proof->asymmetry <= proof->conditions.rounding, "symmetric_residual", proof->asymmetry);

    if (proof->file->printed)
        json_object_set_new(json, "printed_decimals", json_integer(proof->file->printed));
    if (given->form == FLOW_MULTISTEP)
        json_object_set_new(json, "zero_stable", json_boolean(proof->stability.stable));
    show_set_conditions(json, &proof->conditions);
    return json;
}

json_t *show_flow_algebra(const struct method *method, FILE *to)
{
    struct flow_given given = {.order = 1};
    json_t *json = NULL, *effective;
    char text[PROOF_TEXT];
    struct proof proof;

    if (show_give_flow(method, &given)) {
        find_proof(&proof, method, &given);
        json = proof_json(&proof, &given);
        if (to) {
            show_print_heading(to);
            show_print_order(to, method, proof.order, proof.exact, write_proof(&proof, &given, text));
            show_print_property(to, method, "symmetric", proof.asymmetry <= proof.conditions.rounding,
                                given.form == FLOW_COMPOSITION
                                    ? "being the same read backwards, each step as its adjoint,"
                                    : "alpha_j = -alpha_(k-j), beta_j = beta_(k-j)",
                                proof.asymmetry);
            if (given.form == FLOW_MULTISTEP)
                print_multistep(to, &proof);
            show_print_conditions(to, &proof.conditions, NULL, LABEL);
        }
    }
    number_block_destroy(given.x);
    free(given.second);
    effective = show_effective_order(method, to);
    if (json && effective)
        json_object_update(json, effective);
    else if (effective)
        json = json_incref(effective);
    json_decref(effective);
    return json;
}
