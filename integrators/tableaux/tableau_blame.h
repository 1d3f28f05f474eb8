/* What is wrong with coefficients that do not do what is claimed of them: the first condition that fails, the single
 * coefficient that would mend all of them, and other mistakes that are easily made. */
#ifndef ASSAY_TABLEAU_BLAME_H
#define ASSAY_TABLEAU_BLAME_H

#include "integrators/tableaux/coefficient_mend.h"
#include "integrators/tableaux/tableau_nearest.h"

/* What is claimed; order 0: nothing of it. */
struct tableau_claims {
    int order;
    bool symplectic, symmetric;
    size_t powers; /* of a splitting: the orders in the powers 1, 2, .. of a small parameter (flow_words.h) */
    int part[COEFFICIENT_POWERS];
    struct coefficient_slack slack; /* of the residuals of all of it */
};

/* What restores all that is claimed; bits 1 << these. */
enum tableau_repair {
    TABLEAU_REPAIR_TRANSPOSED, /* a_ij and a_ji exchanged, likewise abar */
    TABLEAU_REPAIR_REVERSED,   /* the weights in the opposite order */
    TABLEAU_REPAIR_ABAR,       /* abar from a, so that the pair is symplectic; and the other way round: */
    TABLEAU_REPAIR_A,
    TABLEAU_REPAIR_EQUAL, /* abar = a */
    TABLEAU_REPAIRS
};

enum { TABLEAU_BLAME_TEXT = COEFFICIENT_TEXT };

struct tableau_blame {
    bool fails; /* something of what is claimed */
    /* The first condition of order that fails; order 0: none does. */
    int order;
    char condition[TABLEAU_BLAME_TEXT];    /* "sum b_i a_ij c_j = 1/6" */
    char differential[TABLEAU_BLAME_TEXT]; /* its elementary differential, "f'(f'(f))" */
    double residual;
    /* The largest residual of all conditions: of order, symplecticity and symmetry as claimed. */
    double largest;
    /* Single coefficients that restore all that is claimed, and of these the one that needs the smallest change
     * relative to its size: */
    size_t singles;
    struct tableau_place place;
    struct coefficient_mended mended;
    unsigned repairs; /* bits of enum tableau_repair */
};

/* Of trees up to order TABLEAU_BLAME_ORDER, with two colours up to TABLEAU_BLAME_PARTITIONED. */
enum { TABLEAU_BLAME_ORDER = 8, TABLEAU_BLAME_PARTITIONED = 6 };
void tableau_blame_find(struct tableau_blame *blame, const struct tableau *tableau,
                        const struct tableau_claims *claims);

/* The residuals of all that is claimed, `count` numbers, which the caller destroys (number_block.h). */
mpfr_t *tableau_blame_residuals(const struct tableau *tableau, const struct tableau_claims *claims,
                                size_t *count);

/* The first node c_i that is not the sum of its row of a, which methods on forced systems take it for: false where all
 * are.  place.row is i; mended.given is c_i, mended.meant the sum.  Nodes may differ by `slack`. */
bool tableau_blame_find_node(struct tableau_blame *blame, const struct tableau *tableau,
                             const struct coefficient_slack *slack);

#endif
