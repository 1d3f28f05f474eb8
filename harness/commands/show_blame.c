/* What is wrong with coefficients: see show.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/show.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/tableaux/flow_nearest.h"
#include "integrators/tableaux/flow_words.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { BLAME_BITS = 512, LABEL = 16 };

static const char *const repairs[TABLEAU_REPAIRS] = {
    [TABLEAU_REPAIR_TRANSPOSED] = "a transposed",
    [TABLEAU_REPAIR_REVERSED] = "the weights in the opposite order",
    [TABLEAU_REPAIR_ABAR] = "abar_ij = b_j (1 - a_ji/b_i)",
    [TABLEAU_REPAIR_A] = "a_ij = b_j (1 - abar_ji/b_i)",
    [TABLEAU_REPAIR_EQUAL] = "abar = a",
};

static void print(const struct tableau_blame *blame)
{
    char place[64];

    if (blame->order)
        printf("  %-*s order %d: %s fails by %.2g; the elementary differential is %s\n", LABEL, "blame",
               blame->order, blame->condition, blame->residual, blame->differential);
    if (blame->singles) {
        printf("  %-*s %s is %s and would be %s", LABEL, blame->order ? "" : "blame",
               show_place(blame->place, place), blame->mended.given, blame->mended.meant);
        if (blame->mended.digit)
            printf(": off by %.2g, from its digit %d on", blame->mended.difference, blame->mended.digit);
        printf("; that alone restores all that is claimed");
        if (blame->singles > 1)
            printf(", as does another coefficient");
        printf("\n");
    }
    for (unsigned k = 0; k < TABLEAU_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            printf("  %-*s %s restores all that is claimed\n", LABEL, "repair", repairs[k]);
    }
}

static json_t *to_json(const struct tableau_blame *blame)
{
    json_t *json = json_object(), *list = json_array();
    char place[64];

    if (blame->order)
        json_object_set_new(json, "condition",
                            json_pack("{s:i, s:s, s:s, s:f}", "order", blame->order, "condition",
                                      blame->condition, "differential", blame->differential, "residual",
                                      blame->residual));
    if (blame->singles)
        json_object_set_new(json, "coefficient",
                            json_pack("{s:s, s:s, s:s, s:f, s:i, s:i}", "name",
                                      show_place(blame->place, place), "given", blame->mended.given, "meant",
                                      blame->mended.meant, "difference", blame->mended.difference, "digit",
                                      blame->mended.digit, "others", (int)blame->singles - 1));
    for (unsigned k = 0; k < TABLEAU_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            json_array_append_new(list, json_string(repairs[k]));
    }
    json_object_set_new(json, "residual", json_real(blame->largest));
    json_object_set_new(json, "repairs", list);
    return json;
}

/* Of a file that gives c. */
static json_t *show_node(const struct tableau *tableau, bool print_it)
{
    struct tableau_blame node;

    if (!tableau_blame_find_node(&node, tableau))
        return NULL;
    if (print_it)
        printf("  %-*s c_%zu is %s, and the sum of its row of a is %s: off by %.2g; on forced systems the "
               "order needs "
               "both to be the same\n",
               LABEL, "stage time", node.place.row, node.mended.given, node.mended.meant,
               node.mended.difference);
    return json_pack("{s:i, s:s, s:s, s:f, s:i}", "stage", (int)node.place.row, "given", node.mended.given,
                     "row_sum", node.mended.meant, "difference", node.mended.difference, "digit",
                     node.mended.digit);
}

/* ---- flows and multistep methods ---- */

/* Lengths of steps and what they are steps of. */
static bool give_composition(const struct method *method, struct flow_given *given)
{
    const struct method *base = &method->file->inner;
    const bool *adjoint;
    struct error ignored;

    given->form = FLOW_COMPOSITION;
    given->x = method_create_lengths(method, BLAME_BITS, &given->count, &adjoint, &ignored);
    given->base_order = method_expected_order(base);
    given->base_symmetric = !method_adjoint(base);
    given->second = memory_create(given->count + 1, sizeof *given->second);
    for (size_t i = 0; i < given->count && adjoint; i++)
        given->second[i] = adjoint[i];
    return given->x && given->base_order > 0;
}

static bool give_splitting(const struct method_file *file, struct flow_given *given)
{
    mpfr_t *drift = file_reader_evaluate(file->b, file->stages, BLAME_BITS),
           *kick = file_reader_evaluate(file->bbar, file->kicks, BLAME_BITS);

    given->form = FLOW_SPLITTING;
    given->count = file->stages + file->kicks;
    given->x = number_block_create(given->count, BLAME_BITS);
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
    given->x = multistep_file_evaluate(file, BLAME_BITS, &given->count);
    given->second = memory_create(2 * given->count, sizeof *given->second);
    for (size_t i = 0; i < given->count; i++)
        given->second[given->count + i] = true;
    given->count *= 2;
    return true;
}

/* The k-th coefficient as its file has it. */
static const char *name_coefficient(const struct flow_given *given, size_t k, char text[32])
{
    const bool second = given->second[k];

    if (given->form == FLOW_COMPOSITION)
        snprintf(text, 32, "coefficients[%zu]", k + 1);
    else if (given->form == FLOW_MULTISTEP)
        snprintf(text, 32, "%s_%zu", second ? "beta" : "alpha", k % (given->count / 2));
    else
        snprintf(text, 32, "%s[%zu]", second ? "kick" : "drift", k / 2 + 1);
    return text;
}

static const char *repair_of_flow(const struct flow_given *given, unsigned repair, size_t mirrored,
                                  char text[96])
{
    static const char *const of_composition[FLOW_REPAIRS] = {
        [FLOW_REPAIR_EXCHANGED] = "the method and its adjoint exchanged",
        [FLOW_REPAIR_SCALED] = "all divided by what they add up to",
        [FLOW_REPAIR_ALTERNATED] = "every second step one of the adjoint",
    };
    static const char *const of_others[FLOW_REPAIRS] = {
        [FLOW_REPAIR_EXCHANGED] = "drift and kick exchanged",
        [FLOW_REPAIR_SCALED] = "drifts and kicks each divided by what they add up to",
        [FLOW_REPAIR_REVERSED] = "beta in the opposite order",
        [FLOW_REPAIR_FIRST] = "the other kind of flows first",
    };

    if (repair == FLOW_REPAIR_MIRRORED && mirrored > 1)
        snprintf(text, 96, "the mirror image of the first %zu appended", mirrored);
    else if (repair == FLOW_REPAIR_MIRRORED)
        snprintf(text, 96, "the mirror image of the first one appended");
    else if (repair == FLOW_REPAIR_SCALED && given->form == FLOW_MULTISTEP)
        snprintf(text, 96, "beta times the number that makes the method consistent");
    else
        snprintf(text, 96, "%s", (given->form == FLOW_COMPOSITION ? of_composition : of_others)[repair]);
    return text;
}

/* What changes, in words. */
static const char *name_change(const struct flow_given *given, const struct flow_blame *blame, char text[160])
{
    char one[32], other[32];

    name_coefficient(given, blame->place, one);
    name_coefficient(given, blame->mirror, other);
    if (blame->change == FLOW_CHANGE_ONE)
        snprintf(text, 160, "%s", one);
    else
        snprintf(text, 160, "%s = %s%s", one, other,
                 blame->change == FLOW_CHANGE_PAIR ? "" : ", with what keeps the sum in the middle,");
    return text;
}

static void print_flow(const struct flow_given *given, const struct flow_blame *blame)
{
    char text[160];

    if (blame->order)
        printf("  %-*s order %d: %s fails by %.2g\n", LABEL, "blame", blame->order, blame->condition,
               blame->residual);
    if (blame->singles) {
        printf("  %-*s %s is %s and would be %s", LABEL, blame->order ? "" : "blame",
               name_change(given, blame, text), blame->mended.given, blame->mended.meant);
        if (blame->mended.digit)
            printf(": off by %.2g, from its digit %d on", blame->mended.difference, blame->mended.digit);
        printf("; that alone restores all that is claimed%s\n",
               blame->singles > 1 ? ", as does another coefficient" : "");
    }
    for (unsigned k = 0; k < FLOW_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            printf("  %-*s %s restores all that is claimed\n", LABEL, "repair",
                   repair_of_flow(given, k, blame->mirrored, text));
    }
}

static json_t *flow_json(const struct flow_given *given, const struct flow_blame *blame)
{
    json_t *json = json_pack("{s:f}", "residual", blame->largest), *list = json_array();
    char text[160];

    if (blame->order)
        json_object_set_new(json, "condition",
                            json_pack("{s:i, s:s, s:f}", "order", blame->order, "condition", blame->condition,
                                      "residual", blame->residual));
    if (blame->singles)
        json_object_set_new(json, "coefficient",
                            json_pack("{s:s, s:s, s:s, s:f, s:i, s:i}", "name",
                                      name_change(given, blame, text), "given", blame->mended.given, "meant",
                                      blame->mended.meant, "difference", blame->mended.difference, "digit",
                                      blame->mended.digit, "others", (int)blame->singles - 1));
    for (unsigned k = 0; k < FLOW_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            json_array_append_new(list, json_string(repair_of_flow(given, k, blame->mirrored, text)));
    }
    json_object_set_new(json, "repairs", list);
    return json;
}

/* The scheme of the catalogue that may be meant. */
static json_t *show_scheme(const struct flow_given *given, bool print_it)
{
    struct flow_nearest nearest;
    char name[96], place[32];

    if (!flow_nearest_find(given, &nearest))
        return NULL;
    snprintf(name, sizeof name, "%s%s", nearest.name,
             given->form == FLOW_SPLITTING ? " of Stoermer and Verlet's splitting" : "");
    name_coefficient(given, nearest.place, place);
    if (print_it)
        show_print_differing(name, nearest.differing, place, nearest.most.difference, nearest.most.digit,
                             LABEL);
    return json_pack("{s:s, s:f, s:i, s:s?, s:i}", "name", nearest.name, "difference",
                     nearest.most.difference, "differing", (int)nearest.differing, "coefficient",
                     nearest.differing ? place : NULL, "digit", nearest.most.digit);
}

/* Of a multistep method its starter. */
static json_t *show_starter(const struct method_file *file, int order, bool print_it)
{
    const int has = file->form == METHOD_FORM_MULTISTEP ? method_expected_order(&file->inner) : order;

    if (file->stages < 3 || has <= 0 || has >= order - 1)
        return NULL;
    if (print_it)
        printf("  %-*s %s is of order %d, and order %d needs one of order %d\n", LABEL, "starter",
               file->inner.name, has, order, order - 1);
    return json_pack("{s:s, s:i, s:i}", "name", file->inner.name, "order", has, "needed", order - 1);
}

static bool give(const struct method *method, struct flow_given *given)
{
    const struct method_file *file = method->file;

    return file->form == METHOD_FORM_COMPOSITION ? give_composition(method, given)
           : file->form == METHOD_FORM_SPLITTING ? give_splitting(file, given)
                                                 : give_multistep(file, given);
}

static json_t *show_flow(const struct method *method, const struct tableau_claims *claims, bool print_it)
{
    const struct method_file *file = method->file;
    struct flow_given given = {.order = claims->order, .symmetric = claims->symmetric};
    const bool known = give(method, &given);
    struct flow_blame blame = {.fails = false};
    json_t *json = NULL, *starter = show_starter(file, claims->order, print_it), *scheme;

    if (known && !file->printed) /* rounding its numbers explains what is missed */
        flow_blame_find(&blame, &given);
    if (blame.fails && print_it)
        print_flow(&given, &blame);
    if (blame.fails) {
        json = flow_json(&given, &blame);
        scheme = show_scheme(&given, print_it);
        if (scheme)
            json_object_set_new(json, "nearest", scheme);
    }
    if (starter) {
        json = json ? json : json_object();
        json_object_set_new(json, "starter", starter);
    }
    number_block_destroy(given.x);
    free(given.second);
    return json;
}

static bool is_flow(const struct method *method)
{
    return method->file &&
           (method->file->form == METHOD_FORM_COMPOSITION || method->file->form == METHOD_FORM_SPLITTING ||
            method->file->form == METHOD_FORM_MULTISTEP);
}

/* A digit has log2(10) bits. */
static mpfr_prec_t bits_of(int decimals)
{
    return decimals ? 332L * decimals / 100 : BLAME_BITS;
}

/* What is claimed of the powers of a small parameter, "8,2"; NULL: nothing. */
static const char *find_parts(const struct method *method)
{
    const struct method_claim *claim = method->family->claim;

    while (claim->property && !strchr(claim->value, ','))
        claim++;
    return claim->property ? claim->value : NULL;
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

static void print_perturbed_order(const int *order, size_t powers, const char *claimed)
{
    if (powers < 2 && !claimed)
        return;
    printf("  %-*s (", LABEL, "perturbed");
    for (size_t k = 0; k < powers; k++)
        printf("%s%s%d", k ? ", " : "", order[k] == FLOW_WORDS_PERTURBED ? ">= " : "", order[k]);
    printf(") where kicks are a perturbation of drifts, of a small e: the error is O(");
    for (size_t k = 0; k < powers; k++) {
        if (k)
            printf(" + e^%zu h^%d", k + 1, order[k]);
        else
            printf("e h^%d", order[k]);
    }
    printf(")%s%s%s\n", contradicts(order, powers, claimed) ? "; the coefficients contradict the claim" : "",
           claimed ? "; claimed " : "", claimed ? claimed : "");
}

/* Of a splitting on H = A + e B. */
static json_t *show_perturbed_order(const struct flow_given *given, const struct method *method,
                                    mpfr_prec_t bits, bool print_it)
{
    int order[FLOW_WORDS_POWERS];
    const size_t powers = flow_words_perturbed_order(given, bits, order);
    json_t *json = json_array();

    for (size_t k = 0; k < powers; k++)
        json_array_append_new(json, json_integer(order[k]));
    if (print_it)
        print_perturbed_order(order, powers, find_parts(method));
    return json;
}

size_t show_find_perturbed_order(const struct method *method, int order[FLOW_WORDS_POWERS])
{
    struct flow_given given = {.order = 1};
    size_t powers = 0;

    if (method->file && method->file->form == METHOD_FORM_SPLITTING && give(method, &given))
        powers =
            flow_words_perturbed_order(&given, bits_of(file_reader_decimals(&method->file->file)), order);
    number_block_destroy(given.x);
    free(given.second);
    return powers;
}

json_t *show_effective_order(const struct method *method, bool print_it)
{
    struct flow_given given = {.order = 1};
    json_t *json = NULL;

    if (is_flow(method) && method->file->form != METHOD_FORM_MULTISTEP && give(method, &given)) {
        const mpfr_prec_t bits = bits_of(file_reader_decimals(&method->file->file));
        const int order = flow_words_effective_order(&given, bits);

        json = json_pack("{s:i}", "effective_order", order);
        if (print_it)
            printf("  %-*s to a method of order %d (its effective order)%s; orders are looked at up to %d\n",
                   LABEL, "conjugate", order, order == FLOW_BLAME_ORDER ? " at least" : "", FLOW_BLAME_ORDER);
        if (given.form == FLOW_SPLITTING)
            json_object_set_new(json, "perturbed_order",
                                show_perturbed_order(&given, method, bits, print_it));
    }
    number_block_destroy(given.x);
    free(given.second);
    return json;
}

json_t *show_blame(const struct method *method, const struct tableau_claims *claims, bool print_it)
{
    struct tableau_blame blame;
    struct error ignored;
    struct tableau *tableau;
    json_t *json, *node;

    if (is_flow(method))
        return show_flow(method, claims, print_it);
    if (!*method->tableau || method->composition.scheme ||
        !(tableau = method_create_tableau(method, BLAME_BITS, &ignored)))
        return NULL;
    blame.fails = false;
    if (tableau->form == TABLEAU_COMMON) /* those of other forms have conditions of their own */
        tableau_blame_find(&blame, tableau, claims);
    if (blame.fails && print_it)
        print(&blame);
    json = blame.fails ? to_json(&blame) : NULL;
    node = method->file && tableau->form == TABLEAU_COMMON && !tableau->partitioned
               ? show_node(tableau, print_it)
               : NULL;
    tableau_destroy(tableau);
    if (node && !json)
        json = json_object();
    if (node)
        json_object_set_new(json, "stage_time", node);
    return json;
}
