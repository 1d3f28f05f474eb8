/* What is audited, what was found against its claims beside the study, and what the claims come to with it. */
#ifndef ASSAY_AUDITED_H
#define ASSAY_AUDITED_H

#include <jansson.h>

#include "harness/audit/audit.h"
#include "harness/audit/counterexample.h"
#include "measures/expansion/proof.h"
#include "harness/audit/relations.h"
#include "harness/judge/results.h"
#include "integrators/tableaux/flow_words.h"
#include "integrators/tableaux/tableau_blame.h"
#include "integrators/tableaux/tableau_conjugate.h"

enum { AUDITED_TITLE = 240 };

struct audited {
    struct method_file *file;
    struct projection_file *projection_file;
    const struct projection *projection;
    size_t programs; /* methods of a program or a shared object: */
    struct foreign_method **program;
    struct method method; /* of several, any */
    char title[AUDITED_TITLE];
    char name[140]; /* of the study */
    struct audit_knobs knobs;
    bool imprecise; /* it steps in double alone */
    int digits;     /* to which its file prints the coefficients; 0: they are exact */
    /* Of a splitting whose kicks perturb its drifts: the orders that its coefficients have in the powers 1, 2, .. */
    size_t powers;
    int perturbed[COEFFICIENT_POWERS];
    struct proof proof;                 /* what the coefficients prove of its steps */
    struct tableau_conjugate conjugate; /* of a tableau of which that is claimed; else most = 0 */
    struct counterexample *found;       /* to each of the claims; one without a path is none */
    struct relations *relations;        /* of each method that is audited */
    struct memory_kept *kept;           /* words of findings */
};

/* How many methods it is, one at least, and the k-th of them. */
size_t audited_methods(const struct audited *audited);
struct method audited_method(const struct audited *audited, size_t k);
/* The kinds of models that one of them steps on: bits 1 << enum model_kind. */
unsigned audited_kinds(const struct audited *audited);
/* Whether the projection applies to one of them on models of some kind; false with a message. */
bool audited_projects(const struct audited *audited, struct error *error);
/* Adds the claims that are given, by name and value, of each method; without any those of the projection's file; without
 * any those of the methods.  False with a message. */
bool audited_add_claims(const struct audited *audited, struct audit *audit,
                        const struct model_override *given, size_t count, struct error *error);
/* What is claimed of the coefficients: of the method as it is, without a projection. */
struct tableau_claims audited_coefficient_claims(const struct audited *audited, const struct audit *audit);
/* Of which of them the claim is made. */
size_t audited_made_of(const struct audited *audited, const struct audit_claim *claim);
/* Searches a counterexample to each claim and writes it to the folder, which is there; it stands in the study unless that
 * names its model.  False with a message. */
bool audited_search(struct audited *audited, struct audit *audit, const char *folder, struct error *error);
/* To how many decimals the coefficients are printed, where rounding them may be what fails of the claim; 0: it is not. */
int audited_digits(const struct audited *audited, const struct audit_claim *claim);
/* That to the claim, whatever its verdict; NULL where there is none. */
const struct counterexample *audited_counterexample(const struct audited *audited, const struct audit *audit,
                                                    const struct audit_claim *claim);
/* Behind the report of the study: what it does not say, counterexamples, relations. */
void audited_print(const struct audited *audited, const struct results *results, const struct audit *audit);
/* Before there are results of the study, which is written to `path`: what is claimed, what is known of it, counterexamples, relations. */
json_t *audited_json(const struct audited *audited, const struct audit *audit, const char *path);
/* Gives back what is owned, but not the structure itself. */
void audited_release(struct audited *audited);

#endif
