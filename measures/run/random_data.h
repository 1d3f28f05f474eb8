/* Random initial data: `random-S-K` are those of the seed S and the number K, of every model.
 *
 * They lie around the default data z: each coordinate but the time is moved by up to a quarter of its excursion, so that the
 * data are as far away in any units, and then all to where the constraints hold; one that stands still by a quarter of its
 * value or, where that is 0, of what the others of its kind move, so that data in a plane that is special leave it.  Of a body the momentum alone is moved: a shift
 * would take the attitude off its group. */
#ifndef ASSAY_RANDOM_DATA_H
#define ASSAY_RANDOM_DATA_H

#include <mpfr.h>

#include "models/kinds/system.h"
#include "models/reader/model.h"

/* Whether the name is one of these; NULL is none. */
bool random_data_is(const char *name);
/* Adds them to the data of the model.  False with a message where none are found on which the motion goes on as long as
 * from the default data, and no more than eight times as fast. */
bool random_data_add(struct model *model, const struct system *system, const char *name, struct error *error);

/* The same state around other data of the model, to the bits of the point: its moved coordinates have few bits, but where
 * constraints hold.  False where none is found. */
bool random_data_point(mpfr_t *point, struct model *model, const struct system *system,
                       const struct model_initial *around, unsigned long seed, unsigned long number);

#endif
