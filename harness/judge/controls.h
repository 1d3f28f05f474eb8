/* Whether a model can tell a method from those that are known to fail: comparison classes.
 *
 * A claim that holds on a model says something only if what is wrong would show there.  Every member of its comparison
 * class (comparison.h) that is refuted on some other model, of the study or of the panel (panel.h), has to be refuted
 * here too.  A claim about the model itself is
 * compared with the same method on other models: it has to be refuted on one of them. */
#ifndef ASSAY_CONTROLS_H
#define ASSAY_CONTROLS_H

#include "harness/judge/panel.h"

struct controls;

/* An index of the fits, which are borrowed and must outlive it, as the panel (NULL: none).  The caller owns the
 * result. */
struct controls *controls_create(const struct results *results, const struct panel *panel);
void controls_destroy(struct controls *controls);

/* What the class says of the claim on the fit, which holds. */
struct control controls_compare(const struct controls *controls, const struct fit *fit);

/* Whether the class of the claim on the fit has the member, of which a fit without runs is given, and which the panel
 * refutes. */
bool controls_miss(const struct controls *controls, const struct fit *fit, const struct fit *member);

/* Whether the model cannot tell the fit from a member that is refuted elsewhere, and passes here: its claim is vacuous there. */
bool controls_are_blind(const struct control *control);

#endif
