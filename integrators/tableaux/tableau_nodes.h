/* Nodes of the Gauss, Lobatto and Radau quadratures on [0, 1]. */
#ifndef ASSAY_TABLEAU_NODES_H
#define ASSAY_TABLEAU_NODES_H

#include <mpfr.h>
#include <stddef.h>

/* Each writes `stages` nodes in ascending order, computed in the precision of c[0]; a few of the last bits
 * are lost (about 2 log2(stages)), so that the caller brings guard bits. */
void tableau_nodes_gauss(mpfr_t *c, size_t stages);   /* stages >= 1 */
void tableau_nodes_lobatto(mpfr_t *c, size_t stages); /* stages >= 2; c_1 = 0, c_s = 1 */
void tableau_nodes_radau(mpfr_t *c, size_t stages);   /* stages >= 1; c_s = 1 */

#endif
