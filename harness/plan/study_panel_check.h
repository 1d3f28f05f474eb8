/* What a panel of histories asks for against what the runs of the study keep. */
#ifndef ASSAY_STUDY_PANEL_CHECK_H
#define ASSAY_STUDY_PANEL_CHECK_H

#include "harness/plan/grid.h"

/* Refuses, with a message that begins with the study and `who`: initial data, a step, a precision, a channel
 * or coordinates that no problem of the panel's model has, loops and surfaces over which the study takes no
 * integral, and any panel where runs keep no history.  The
 * model is one of the study. */
bool study_panel_check(const struct grid *grid, const char *who, const struct study_panel *panel,
                       struct error *error);

#endif
