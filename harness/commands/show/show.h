/* What commands show: a method, a JSON document. */
#ifndef ASSAY_SHOW_H
#define ASSAY_SHOW_H

#include <jansson.h>

#include "harness/commands/options.h"
#include "harness/judge/results.h"
#include "integrators/methods/method.h"
#include "integrators/tableaux/flow_words.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_blame.h"
#include "integrators/tableaux/tableau_conjugate.h"
#include "integrators/tableaux/tableau_stability.h"

enum { SHOW_DEFAULT_DIGITS = 17, SHOW_MOST_DIGITS = 1000 };

/* The method, its coefficients to `digits` digits, its claims, and what the coefficients prove. */
bool show_method(const struct options *options, const struct method *method, long digits,
                 struct error *error);
/* The same of one that has no tableau. */
bool show_plain(const struct options *options, const struct method *method, long digits, struct error *error);
/* The coefficients of a tableau under the names that its form has for them, an object of texts; the same in print, of
 * the tableau that they are of. */
json_t *show_coefficients(const struct tableau *tableau, long digits);
void show_print_tableau(const struct tableau *tableau, const json_t *coefficients);
/* What the coefficients prove, which it prints as well, to a file unless that is NULL; NULL where there are none. */
json_t *show_algebra(const struct method *method, FILE *to);
/* Whether it is a splitting, a composition or a multistep method of a file; its coefficients, with the bits below, which
 * the caller destroys with `second`: false where a composition has none. */
enum { SHOW_FLOW_BITS = 512 };
bool show_is_flow(const struct method *method);
bool show_give_flow(const struct method *method, struct flow_given *given);
/* Lines with what is claimed above what the coefficients prove: the order, exactly or at least; a property, by a condition.
 * Of a file of printed decimals a property may fail by what rounding to them explains, ten units of the last one. */
void show_print_heading(FILE *to);
void show_print_order(FILE *to, const struct method *method, int order, bool exact, const char *proof);
void show_print_property(FILE *to, const struct method *method, const char *property, bool holds,
                         const char *condition, double residual);
/* What the coefficients of a composition or of a multistep method of a file prove, as show_algebra. */
json_t *show_flow_algebra(const struct method *method, FILE *to);
/* Of a splitting or a composition of a file its effective order, of a splitting that of perturbed systems; NULL of
 * others. */
json_t *show_effective_order(const struct method *method, FILE *to);
/* The latter: how many orders; 0 of others; the one order -1 where drifts do not add up to a step. */
size_t show_find_perturbed_order(const struct method *method, int order[COEFFICIENT_POWERS]);
/* What coefficients may be meant to be, and where they differ: a line with a label, and an object. */
void show_print_nearest(FILE *to, const struct tableau_nearest *nearest, int label_width);
/* The line alone: so many coefficients differ from those of that name, at a place the most. */
void show_print_differing(FILE *to, const char *name, size_t differing, const char *place, double difference,
                          int digit, int label_width);
json_t *show_nearest(const struct tableau_nearest *nearest);
/* What the coefficients prove beside their order; found at their precision, of the conditions up to the order after the
 * claimed one.  `decimals`: to which they are printed, 0: they are exact. */
enum { SHOW_MOST_ORDERS = TABLEAU_AUDIT_TREE_ORDER };
struct show_conditions {
    bool stable;  /* it has a stability function: */
    bool printed; /* what the digits may do that are not printed is no matter of stability */
    struct tableau_stability stability;
    struct tableau_conjugate conjugate; /* likewise */
    double clock;                       /* the sum of the weights less 1; NaN: it has none */
    double rounding;                    /* what rounding explains */
    int orders;
    double largest[SHOW_MOST_ORDERS]; /* residual of a condition of order 1, 2, ... */
};
void show_conditions_find(struct show_conditions *conditions, const struct tableau *tableau, int order,
                          int decimals);
/* To which order the method of the tableau is conjugate to a symplectic one; most = 0 of others, and of partitioned ones
 * unless `pairs`: on H = T(p) + V(q) these may do more than on all H. */
struct tableau_conjugate show_find_conjugate(const struct method *method, bool pairs);
/* Lines with a label, and keys of an object. */
void show_print_conditions(FILE *to, const struct show_conditions *conditions,
                           const struct tableau_audit *audit, int label_width);
void show_set_conditions(json_t *json, const struct show_conditions *conditions);
/* "a_1,2" */
const char *show_place(struct tableau_place place, enum tableau_form form, char text[64]);
/* What is wrong with the coefficients of a method that does not do what is claimed: an object, printed as that above; NULL where it has none, or nothing is wrong. */
json_t *show_blame(const struct method *method, const struct tableau_claims *claims, FILE *to);
/* The models of a study with the reasons why they are there, which it may print as well: a list. */
json_t *show_panel(const struct results *results, bool print);
/* What was measured, whatever is claimed: an object, by fit, as in reports; printed, the orders of each measure over the
 * models. */
json_t *show_measures(const struct results *results, bool print);
/* The names of kinds of models, which bits stand for: an array. */
json_t *show_kinds(unsigned kinds);

/* Whether there is a paper of that name with a ledger; what it claims, and its misprints; false with a message. */
bool show_is_paper(const char *name);
bool show_paper(const struct options *options, struct error *error);

/* A document on standard output, as all of them are printed. */
void show_document(const json_t *document);
/* The JSON object `json` as a document that is opened by the provenance; releases it. */
void show_json(const struct options *options, json_t *json);

#endif
