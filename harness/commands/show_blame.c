/* What is wrong with coefficients: see show.h. */
#include <math.h>
#include <stdio.h>

#include "harness/commands/show.h"

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
               show_place(blame->place, place), blame->given, blame->meant);
        if (blame->digit)
            printf(": off by %.2g, from its digit %d on", blame->difference, blame->digit);
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
                                      show_place(blame->place, place), "given", blame->given, "meant",
                                      blame->meant, "difference", blame->difference, "digit", blame->digit,
                                      "others", (int)blame->singles - 1));
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
               LABEL, "stage time", node.place.row, node.given, node.meant, node.difference);
    return json_pack("{s:i, s:s, s:s, s:f, s:i}", "stage", (int)node.place.row, "given", node.given,
                     "row_sum", node.meant, "difference", node.difference, "digit", node.digit);
}

json_t *show_blame(const struct method *method, const struct tableau_claims *claims, bool print_it)
{
    struct tableau_blame blame;
    struct error ignored;
    struct tableau *tableau;
    json_t *json, *node;

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
