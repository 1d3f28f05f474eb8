/* The round-off floor of a measure.
 *
 * A run at b bits has an error e + r, e that of the method, r of the arithmetic.  The same run at b + 64 bits
 * has e + r 2^-64, so that the difference of the two is r, whatever the method does.  Round-off errors of N
 * steps are a random walk (Henrici 1962, Brouwer 1937): r grows like sqrt N.  The two finest runs are
 * repeated, because one difference alone may be small by accident; the larger of the two, each divided by its
 * sqrt N, counts.
 *
 * The same comparison tells an error that is round-off alone (e = 0: the property is exact) from an error of
 * the method that happens to be small: the first falls with the precision, the second stays.  It is made at
 * the coarsest step: at the finest an error of order 8 has fallen by 2^64 after eight halvings and would
 * pass. */
#include "harness/judge/noise_floor.h"

#include <math.h>

#include "numerics/exact.h"

double noise_floor_difference(const char *value, const char *repeated, struct error *error)
{
    mpq_t a, b;
    double difference = NAN;

    mpq_inits(a, b, NULL);
    if (exact_parse(a, value, error) && exact_parse(b, repeated, error)) {
        mpq_sub(a, a, b);
        difference = fabs(exact_to_double(a));
    }
    mpq_clears(a, b, NULL);
    return difference;
}

/* The floor of one step: NaN if either difference is. */
static double find_unit(size_t points, const unsigned long *steps, const double differences[2])
{
    double unit = 0;

    for (size_t i = 0; i < 2; i++) {
        double one = points < 2 ? NAN : differences[i] / sqrt((double)steps[points - 2 + i]);

        if (!(one >= 0 && isfinite(one)))
            return NAN;
        unit = one > unit ? one : unit;
    }
    return unit;
}

void noise_floor_evaluate(size_t points, const unsigned long *steps, const double differences[2],
                          double *floors)
{
    const double unit = find_unit(points, steps, differences);

    for (size_t i = 0; i < points; i++)
        floors[i] = unit * sqrt((double)steps[i]);
}

bool noise_floor_falls(double error, double repeated, unsigned bits)
{
    return isfinite(error) && repeated >= 0 && repeated <= exp2(-NOISE_FLOOR_FALL * bits) * error;
}
