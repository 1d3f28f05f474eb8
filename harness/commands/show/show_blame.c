/* What is wrong with coefficients, and which ones of the catalogue may be meant: see show.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/show/show.h"
#include "integrators/methods/tableau_file.h"
#include "integrators/tableaux/flow_nearest.h"
#include "integrators/tableaux/flow_words.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { BLAME_BITS = SHOW_FLOW_BITS, LABEL = 16 };

/* ---- the nearest ones ---- */

/* The names of arrays are those that files have for them. */
const char *show_place(struct tableau_place place, enum tableau_form form, char text[64])
{
    static const char *const common[TABLEAU_NEAREST_ALL] = {"a", "abar", "b", "bbar", "c"},
                             *const partitioned[] = {"a", "ahat", "b", "bhat", "c"},
                             *const nystroem[] = {"abar", "a", "bbar", "b", "c"};
    const char *const *names = form == TABLEAU_PARTITIONED ? partitioned
                               : form == TABLEAU_NYSTROEM  ? nystroem
                                                           : common;

    if (place.row == 0)
        snprintf(text, 64, "%s_%zu", names[place.array], place.column);
    else
        snprintf(text, 64, "%s_%zu,%zu", names[place.array], place.row, place.column);
    return text;
}

/* Of the coefficient that differs most. */
static const char *write_place(const struct tableau_nearest *nearest, char text[64])
{
    return show_place((struct tableau_place){nearest->array, nearest->row, nearest->column}, TABLEAU_COMMON,
                      text);
}

void show_print_differing(FILE *to, const char *name, size_t differing, const char *place, double difference,
                          int digit, int label_width)
{
    fprintf(to, "  %-*s ", label_width, "nearest");
    if (differing == 0) {
        fprintf(to, "%s: all coefficients agree\n", name);
        return;
    }
    fprintf(to, "%s: %zu coefficient%s differ%s; %s by %.2g", name, differing, differing == 1 ? "" : "s",
            differing == 1 ? "s" : "", place, difference);
    if (digit)
        fprintf(to, ", from its digit %d on", digit);
    fprintf(to, "%s\n", differing == 1 ? "" : ", the most");
}

void show_print_nearest(FILE *to, const struct tableau_nearest *nearest, int label_width)
{
    char place[64];

    show_print_differing(to, nearest->name, nearest->differing, write_place(nearest, place),
                         nearest->difference, nearest->digit, label_width);
}

json_t *show_nearest(const struct tableau_nearest *nearest)
{
    char place[64];

    return json_pack("{s:s, s:i, s:s?, s:f, s:i}", "name", nearest->name, "differing",
                     (int)nearest->differing, "coefficient",
                     nearest->differing ? write_place(nearest, place) : NULL, "difference",
                     nearest->difference, "digit", nearest->digit);
}

/* ---- tableaux ---- */

static const char *const repairs[TABLEAU_REPAIRS] = {
    [TABLEAU_REPAIR_TRANSPOSED] = "a transposed",
    [TABLEAU_REPAIR_REVERSED] = "the weights in the opposite order",
    [TABLEAU_REPAIR_ABAR] = "abar_ij = b_j (1 - a_ji/b_i)",
    [TABLEAU_REPAIR_A] = "a_ij = b_j (1 - abar_ji/b_i)",
    [TABLEAU_REPAIR_EQUAL] = "abar = a",
};

static void print(FILE *to, const struct tableau_blame *blame, enum tableau_form form)
{
    char place[64];

    if (blame->order)
        fprintf(to, "  %-*s order %d: %s fails by %.2g; the elementary differential is %s\n", LABEL, "blame",
                blame->order, blame->condition, blame->residual, blame->differential);
    if (blame->singles) {
        fprintf(to, "  %-*s %s is %s and would be %s", LABEL, blame->order ? "" : "blame",
                show_place(blame->place, form, place), blame->mended.given, blame->mended.meant);
        if (blame->mended.digit)
            fprintf(to, ": off by %.2g, from its digit %d on", blame->mended.difference, blame->mended.digit);
        fprintf(to, "; that alone restores all that is claimed");
        if (blame->singles > 1)
            fprintf(to, ", as does another coefficient");
        fprintf(to, "\n");
    }
    for (unsigned k = 0; k < TABLEAU_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            fprintf(to, "  %-*s %s restores all that is claimed\n", LABEL, "repair", repairs[k]);
    }
}

static json_t *to_json(const struct tableau_blame *blame, enum tableau_form form)
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
                                      show_place(blame->place, form, place), "given", blame->mended.given,
                                      "meant", blame->mended.meant, "difference", blame->mended.difference,
                                      "digit", blame->mended.digit, "others", (int)blame->singles - 1));
    for (unsigned k = 0; k < TABLEAU_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            json_array_append_new(list, json_string(repairs[k]));
    }
    json_object_set_new(json, "residual", json_real(blame->largest));
    json_object_set_new(json, "repairs", list);
    return json;
}

/* What published decimals explain; the caller destroys the bound. */
static struct coefficient_slack find_slack(const struct method_file *file, published_residuals *find,
                                           const struct tableau_claims *claims)
{
    struct coefficient_slack slack = {.count = 0};

    if (file) {
        slack.bound = published_bounds(file, find, claims, &slack.count);
        slack.decimals = file_reader_decimals(&file->file);
    }
    return slack;
}

static mpfr_t *find_tableau_residuals(const struct method_file *file, const struct tableau_claims *claims,
                                      mpfr_prec_t precision, size_t *count)
{
    struct error ignored;
    struct tableau *t = tableau_file_evaluate(file, precision, &ignored);
    mpfr_t *r = t ? tableau_blame_residuals(t, claims, count) : NULL;

    tableau_destroy(t);
    return r;
}

/* c_i - sum_j a_ij, whatever is claimed. */
static mpfr_t *find_nodes(const struct method_file *file, const struct tableau_claims *claims,
                          mpfr_prec_t precision, size_t *count)
{
    struct error ignored;
    struct tableau *t = tableau_file_evaluate(file, precision, &ignored);
    mpfr_t *r = NULL;

    (void)claims;
    *count = file->stages;
    if (t)
        r = number_block_create(*count, precision);
    for (size_t i = 0; r && i < *count; i++) {
        mpfr_set(r[i], t->c[i], MPFR_RNDN);
        for (size_t j = 0; j < *count; j++)
            mpfr_sub(r[i], r[i], t->a[i * *count + j], MPFR_RNDN);
    }
    tableau_destroy(t);
    return r;
}

/* Of a file that gives c. */
static json_t *show_node(const struct tableau *tableau, const struct method_file *file, FILE *to)
{
    struct coefficient_slack slack = find_slack(file, find_nodes, &(struct tableau_claims){.order = 1});
    struct tableau_blame node;
    const bool found = tableau_blame_find_node(&node, tableau, &slack);

    number_block_destroy(slack.bound);
    if (!found)
        return NULL;
    if (to)
        fprintf(to,
                "  %-*s c_%zu is %s, and the sum of its row of a is %s: off by %.2g; on forced systems the "
                "order needs "
                "both to be the same\n",
                LABEL, "stage time", node.place.row, node.mended.given, node.mended.meant,
                node.mended.difference);
    return json_pack("{s:i, s:s, s:s, s:f, s:i}", "stage", (int)node.place.row, "given", node.mended.given,
                     "row_sum", node.mended.meant, "difference", node.mended.difference, "digit",
                     node.mended.digit);
}

/* ---- flows and multistep methods ---- */

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
        [FLOW_REPAIR_EXCHANGED_NYSTROEM] = "drift and kick exchanged, on q'' = g(q),",
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

static void print_flow(FILE *to, const struct flow_given *given, const struct flow_blame *blame)
{
    char text[160];

    if (blame->power)
        fprintf(to, "  %-*s power %u of e, order %d: %s fails by %.2g\n", LABEL, "blame", blame->power,
                blame->order, blame->condition, blame->residual);
    else if (blame->order)
        fprintf(to, "  %-*s order %d: %s fails by %.2g\n", LABEL, "blame", blame->order, blame->condition,
                blame->residual);
    if (blame->singles) {
        fprintf(to, "  %-*s %s is %s and would be %s", LABEL, blame->order ? "" : "blame",
                name_change(given, blame, text), blame->mended.given, blame->mended.meant);
        if (blame->mended.digit)
            fprintf(to, ": off by %.2g, from its digit %d on", blame->mended.difference, blame->mended.digit);
        fprintf(to, "; that alone restores all that is claimed%s\n",
                blame->singles > 1 ? ", as does another coefficient" : "");
    }
    for (unsigned k = 0; k < FLOW_REPAIRS; k++) {
        if (blame->repairs & 1U << k)
            fprintf(to, "  %-*s %s restores all that is claimed\n", LABEL, "repair",
                    repair_of_flow(given, k, blame->mirrored, text));
    }
}

static json_t *flow_json(const struct flow_given *given, const struct flow_blame *blame)
{
    json_t *json = json_pack("{s:f}", "residual", blame->largest), *list = json_array();
    char text[160];

    if (blame->order)
        json_object_set_new(json, "condition",
                            json_pack("{s:i, s:i, s:s, s:f}", "order", blame->order, "power",
                                      (int)blame->power, "condition", blame->condition, "residual",
                                      blame->residual));
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
static json_t *show_scheme(const struct flow_given *given, FILE *to)
{
    struct flow_nearest nearest;
    char name[96], place[32];

    if (!flow_nearest_find(given, &nearest))
        return NULL;
    snprintf(name, sizeof name, "%s%s", nearest.name,
             given->form == FLOW_SPLITTING ? " of Stoermer and Verlet's splitting" : "");
    name_coefficient(given, nearest.place, place);
    if (to)
        show_print_differing(to, name, nearest.differing, place, nearest.most.difference, nearest.most.digit,
                             LABEL);
    return json_pack("{s:s, s:f, s:i, s:s?, s:i}", "name", nearest.name, "difference",
                     nearest.most.difference, "differing", (int)nearest.differing, "coefficient",
                     nearest.differing ? place : NULL, "digit", nearest.most.digit);
}

/* Of a multistep method its starter. */
static json_t *show_starter(const struct method_file *file, int order, FILE *to)
{
    const int has = file->form == METHOD_FORM_MULTISTEP ? method_expected_order(&file->inner) : order;

    if (file->stages < 3 || has <= 0 || has >= order - 1)
        return NULL;
    if (to)
        fprintf(to, "  %-*s %s is of order %d, and order %d needs one of order %d\n", LABEL, "starter",
                file->inner.name, has, order, order - 1);
    return json_pack("{s:s, s:i, s:i}", "name", file->inner.name, "order", has, "needed", order - 1);
}

/* The orders claimed in powers of a small parameter: behind the last one they stay what they are. */
static void give_powers(struct flow_given *given, const struct tableau_claims *claims)
{
    for (size_t k = 0; k < COEFFICIENT_POWERS && claims->powers && given->form == FLOW_SPLITTING; k++) {
        const int part = claims->part[k < claims->powers ? k : claims->powers - 1];

        given->part[k] = part < FLOW_WORDS_PERTURBED ? part : FLOW_WORDS_PERTURBED;
        given->powers = k + 1;
    }
}

static struct flow_given give_claims(const struct tableau_claims *claims)
{
    return (struct flow_given){.order = claims->order, .symmetric = claims->symmetric};
}

static mpfr_t *find_flow_residuals(const struct method_file *file, const struct tableau_claims *claims,
                                   mpfr_prec_t precision, size_t *count)
{
    const struct method method = method_file_method(file);
    struct flow_given given = give_claims(claims);
    mpfr_t *r = NULL;

    (void)precision; /* that in which blame is found */
    if (show_give_flow(&method, &given)) {
        give_powers(&given, claims);
        r = flow_blame_residuals(&given, count);
    }
    number_block_destroy(given.x);
    free(given.second);
    return r;
}

/* Drift and kick exchanged, where the order that is claimed is one on q'' = g(q). */
static bool is_exchanged(const struct method_file *file, const struct flow_given *given)
{
    double largest[FLOW_BLAME_ORDER], asymmetry = 0;

    if (given->symmetric)
        flow_blame_largest(given, 1, largest, &asymmetry);
    return given->form == FLOW_SPLITTING && asymmetry == 0 && tableau_file_is_exchanged(file, given->order);
}

static void find_blame_of(struct flow_blame *blame, struct flow_given *given, const struct method_file *file,
                          const struct tableau_claims *claims)
{
    given->slack = find_slack(file, find_flow_residuals, claims);
    flow_blame_find(blame, given);
    number_block_destroy(given->slack.bound);
    given->slack = (struct coefficient_slack){.count = 0};
}

/* The orders in powers of a small parameter first, where they are claimed, and then the order itself. */
static void find_flow_blame(struct flow_blame *blame, struct flow_given *given,
                            const struct method_file *file, const struct tableau_claims *claims)
{
    struct tableau_claims order = *claims;

    give_powers(given, claims);
    find_blame_of(blame, given, file, claims);
    if (!blame->fails && given->powers) {
        given->powers = order.powers = 0;
        find_blame_of(blame, given, file, &order);
    }
    if (blame->fails && !given->powers && !(blame->repairs & 1U << FLOW_REPAIR_EXCHANGED) &&
        is_exchanged(file, given))
        blame->repairs |= 1U << FLOW_REPAIR_EXCHANGED_NYSTROEM;
}

static json_t *show_flow(const struct method *method, const struct tableau_claims *claims, FILE *to)
{
    const struct method_file *file = method->file;
    struct flow_given given = give_claims(claims);
    const bool known = show_give_flow(method, &given);
    struct flow_blame blame = {.fails = false};
    json_t *json = NULL, *starter = show_starter(file, claims->order, to), *scheme;

    if (known && !file->printed) /* rounding its numbers explains what is missed */
        find_flow_blame(&blame, &given, file, claims);
    if (blame.fails && to)
        print_flow(to, &given, &blame);
    if (blame.fails) {
        json = flow_json(&given, &blame);
        scheme = show_scheme(&given, to);
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

json_t *show_blame(const struct method *method, const struct tableau_claims *claims, FILE *to)
{
    struct tableau_claims judged = *claims;
    struct tableau_blame blame;
    struct error ignored;
    struct tableau *tableau;
    json_t *json, *node;

    if (show_is_flow(method))
        return show_flow(method, claims, to);
    if (!*method->tableau || method->composition.scheme ||
        !(tableau = method_create_tableau(method, BLAME_BITS, &ignored)))
        return NULL;
    judged.slack = find_slack(method->file, find_tableau_residuals, claims);
    blame.fails = false;
    if (tableau->form != TABLEAU_SEPARABLE)
        tableau_blame_find(&blame, tableau, &judged);
    number_block_destroy(judged.slack.bound);
    if (blame.fails && to)
        print(to, &blame, tableau->form);
    json = blame.fails ? to_json(&blame, tableau->form) : NULL;
    node = method->file && tableau->form == TABLEAU_COMMON && !tableau->partitioned
               ? show_node(tableau, method->file, to)
               : NULL;
    tableau_destroy(tableau);
    if (node && !json)
        json = json_object();
    if (node)
        json_object_set_new(json, "stage_time", node);
    return json;
}
