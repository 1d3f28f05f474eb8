/* The names of measures that long runs, ensembles, loops and surfaces are taken by.
 *
 *     stable_steps, first_energy_step, breakdown_step      of a history
 *     drift:CHANNEL, final_part:CHANNEL, largest:CHANNEL   of a history; CHANNEL: energy, an invariant,
 *                                                          constraint, multiplier
 *     growth:CHANNEL                                       of an ensemble for energy and invariants in
 * double, else of a history poincare_1:FORM, poincare_2:FORM, growth:poincare_1:FORM, growth:poincare_2:FORM
 */
#ifndef ASSAY_MEASURE_NAME_H
#define ASSAY_MEASURE_NAME_H

#include "measures/run/problem.h"
#include "measures/poincare/poincare_integral.h"

enum measure_source {
    MEASURE_OTHER, /* none of these */
    MEASURE_HISTORY,
    MEASURE_ENSEMBLE,
    MEASURE_LOOP,
    MEASURE_SURFACE
};

/* What the measure is taken from on this problem. */
enum measure_source measure_name_source(const struct problem *problem, const char *measure);
/* 0 for "energy", k for the name of the k-th invariant, -1 for anything else. */
int measure_name_observable(const struct problem *problem, const char *channel);
/* The form of poincare_1:FORM, poincare_2:FORM or growth: of these; POINCARE_FORMS where it is none. */
enum poincare_form measure_name_form(const char *measure);

#endif
