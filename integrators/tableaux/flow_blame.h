/* What is wrong with the coefficients of splittings, of compositions and of multistep methods that do not do what is
 * claimed of them: the first condition that fails, the coefficient that would mend all of them, and other mistakes that
 * are easily made.  What tableau_blame.h is to tableaux. */
#ifndef ASSAY_FLOW_BLAME_H
#define ASSAY_FLOW_BLAME_H

#include "integrators/tableaux/coefficient_mend.h"

enum flow_form { FLOW_SPLITTING, FLOW_COMPOSITION, FLOW_MULTISTEP };

struct flow_given {
    enum flow_form form;
    size_t count;
    mpfr_t *x;    /* lengths in their order; alpha and then beta, oldest first */
    bool *second; /* those that are kicks; steps of the adjoint; of a multistep method those that are beta */
    int base_order; /* of a composition the order of what is composed, */
    bool base_symmetric;
    int order; /* claimed; 0: none */
    bool symmetric;
    /* Of a splitting, in the place of the order: those of the powers 1, 2, .. of a small parameter (flow_words.h). */
    size_t powers;
    int part[COEFFICIENT_POWERS];
    struct coefficient_slack slack; /* of the residuals of all that is claimed */
};

/* What restores all that is claimed; bits 1 << these. */
enum flow_repair {
    FLOW_REPAIR_EXCHANGED,          /* drifts and kicks; the method and its adjoint */
    FLOW_REPAIR_EXCHANGED_NYSTROEM, /* drifts and kicks, of a method for q'' = g(q): known to its caller alone */
    FLOW_REPAIR_MIRRORED,           /* the mirror image of the first coefficients appended */
    FLOW_REPAIR_SCALED, /* all divided by what they add up to; beta times what makes the method consistent */
    FLOW_REPAIR_ALTERNATED, /* every second step, from the first on, one of the adjoint; or from the second on */
    FLOW_REPAIR_REVERSED, /* beta in the opposite order */
    FLOW_REPAIR_FIRST,    /* as many drifts as kicks, which begin with the other kind */
    FLOW_REPAIRS
};

/* What changes: one coefficient; it and its mirror image; both, and what lies in the middle so that the sum stays. */
enum flow_change { FLOW_CHANGE_ONE, FLOW_CHANGE_PAIR, FLOW_CHANGE_KEEPS_SUM, FLOW_CHANGES };

struct flow_blame {
    bool fails;
    int order;                        /* of the first condition that fails; 0: none does */
    unsigned power;                   /* of the small parameter that it is about; 0: none */
    char condition[COEFFICIENT_TEXT]; /* "sum gamma_i^3 = 0" */
    double residual, largest;
    size_t
        singles; /* changes of the simplest kind that restore all that is claimed; of these the smallest: */
    enum flow_change change;
    size_t place, mirror; /* from 0 on */
    struct coefficient_mended mended;
    unsigned repairs; /* bits of enum flow_repair */
    size_t mirrored;  /* so many coefficients */
};

/* Conditions up to order FLOW_BLAME_ORDER. */
enum { FLOW_BLAME_ORDER = 8 };
void flow_blame_find(struct flow_blame *blame, const struct flow_given *given);
/* Whether all that is claimed is restored where x stands in the place of the coefficients. */
bool flow_blame_accepts(const struct flow_given *given, mpfr_t *x);
/* The largest residual of the conditions of each order 1, .., order, at most FLOW_BLAME_ORDER, whatever is claimed; and of
 * those of symmetry. */
void flow_blame_largest(const struct flow_given *given, int order, double largest[FLOW_BLAME_ORDER],
                        double *asymmetry);
/* The residuals of all that is claimed, `count` numbers, which the caller destroys (number_block.h). */
mpfr_t *flow_blame_residuals(const struct flow_given *given, size_t *count);
/* Bits of enum flow_repair, and how many are mirrored. */
unsigned flow_blame_repairs(const struct flow_given *given, size_t *mirrored);

#endif
