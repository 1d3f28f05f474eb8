/* What a study asks for against what it runs. */
#ifndef ASSAY_STUDY_CHECK_H
#define ASSAY_STUDY_CHECK_H

#include "harness/plan/grid.h"
#include "harness/study/name_list.h"

/* Refuses, with a message that names it and what exists: a measure that no model of the study has, a claim
 * that matches no fit, a claim whose order cannot be read, a table or figure of something that the study does
 * not run.  The whole study counts, not only what is selected of it. */
bool study_check(const struct grid *grid, struct error *error);

/* "FILE: claim K asks for the method 'gauss-7', which the study does not have; write one of gauss-1", and false. */
bool study_check_refuse(const struct grid *grid, const char *who, const char *kind, const char *asked,
                        const struct name_list *there, struct error *error);

/* study_check_histories.c: */

/* Whether the loops and surfaces that a study names are those of its models; false with a line that names what
 * there is. */
bool study_check_loops(const struct grid *grid, struct error *error);

/* Refuses, with a message that begins with the study and `who`: initial data, a step, a channel or coordinates that no problem of the panel's model has, loops and surfaces over which the study takes no
 * integral, and any panel where runs keep no history.  The
 * model is one of the study. */
bool study_check_panel(const struct grid *grid, const char *who, const struct study_panel *panel,
                       struct error *error);

/* Whether no other figure has files of the same names: the panels of a figure f are fa, fb, ...; false with a message. */
bool study_check_files(const struct study *study, size_t figure, struct error *error);

#endif
