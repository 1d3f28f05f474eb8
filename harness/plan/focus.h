/* A part of a study: one of its claims, tables or figures, and the orders that it takes. */
#ifndef ASSAY_FOCUS_H
#define ASSAY_FOCUS_H

#include "harness/study/study.h"
#include "numerics/text.h"

struct focus;

/* The part of the study that `part` names: the id of a claim (K19 is also its parts K19-...), the name of a
 * table or of a figure, or several of these at once.  Study and part are borrowed.  The caller owns the
 * result; NULL with a message when the study has no such part. */
struct focus *focus_create(const struct study *study, const char *part, struct error *error);
void focus_destroy(struct focus *focus);

/* Whether the study has a part of that name. */
bool focus_exists(const struct study *study, const char *part);
/* Appends to `text`, of that size and cut to it, "claims K1, K2; tables table2; figures fig20"; nothing where
 * the study has no part. */
void focus_list(const struct study *study, char *text, size_t size);
/* Adds the names of its parts to those that may come near the one that is wanted. */
void focus_near(const struct study *study, struct text_near *near);

/* Whether the part takes the order of the measure on that curve, or takes the curve for the round-off floor
 * of one that it takes.  NULL wants everything. */
bool focus_wants(const struct focus *focus, const char *model, const char *initial, const char *method,
                 const char *projection, const char *precision, const char *measure);

#endif
