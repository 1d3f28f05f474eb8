/* The panel of known failures: what fails where, measured once by studies/panel.lua and kept in studies/panel.results.
 *
 * With it a comparison does not depend on which other models a study has. */
#ifndef ASSAY_PANEL_H
#define ASSAY_PANEL_H

#include "harness/judge/results.h"

struct panel;

/* The caller destroys it; empty where the file is not installed. */
struct panel *panel_create(void);
void panel_destroy(struct panel *panel);

/* A fit of the method and projection of `member` under its measure, on another model than `here`, that refutes the
 * claim; NULL where there is none.  It has no points, and a model that is a name. */
const struct fit *panel_find_refuted(const struct panel *panel, const struct fit *member,
                                     const struct problem *here, const struct claim_on_fit *claim);

#endif
