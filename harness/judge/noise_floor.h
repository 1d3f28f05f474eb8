/* The round-off floor of a measure, measured: the two finest runs again with more bits and the same steps. */
#ifndef ASSAY_NOISE_FLOOR_H
#define ASSAY_NOISE_FLOOR_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

/* Additional bits of the repeated runs (runs in double are repeated at 128), and the share of them by which
 * an error that is round-off alone must fall. */
#define NOISE_FLOOR_BITS 64
#define NOISE_FLOOR_FALL 0.8

/* |value - repeated| of two decimal numbers with all their digits: in double their difference would be lost.
 * NaN and a message where one of them is not a number. */
double noise_floor_difference(const char *value, const char *repeated, struct error *error);

/* Writes the floor of every point (coarsest first, `steps` integration steps each) from the differences of
 * the measure at the two finest.  All are NaN, which admits no point, where a difference has no value or
 * there are fewer than two points. */
void noise_floor_evaluate(size_t points, const unsigned long *steps, const double differences[2],
                          double *floors);

/* Whether an error is round-off alone: with `bits` more bits it falls by at least 2^(0.8 bits), or is zero
 * both times.  To be asked at the coarsest step, where the error of a method is largest.  False where one has
 * no value. */
bool noise_floor_falls(double error, double repeated, unsigned bits);

#endif
