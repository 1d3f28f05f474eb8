/* What an audit found, in two sentences for each claim that a referee can put into a report: LaTeX that loads no
 * packages. */
#ifndef ASSAY_REFEREE_H
#define ASSAY_REFEREE_H

#include <jansson.h>
#include <stdio.h>

#include "harness/judge/results.h"

/* Of each of the claims, which are those of the results as the audit states them in JSON, with its method: the first sentence says what is
 * claimed, the verdict, and on what it rests; the second one has the counterexample with the command that shows it or,
 * where there is none, the measurement that lies furthest from the claim.  `study` is what repeats all of it. */
void referee_write(FILE *file, const struct results *results, const char *study, const json_t *claims);

/* A formula as counterexamples are written, "H = 2*p1^2 + sin(q1)", in mathematical type. */
void referee_write_formula(FILE *file, const char *formula);

#endif
