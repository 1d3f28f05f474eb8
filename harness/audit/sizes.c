/* Orders of products and in other units: see sizes.h. */
#include "harness/audit/sizes.h"

#include <math.h>
#include <stdio.h>

#include "numerics/exact.h"

enum { HALVINGS = 4, STRIDE = 2 /* between units, a power of 2 */ };
static const double SEEN = 1e-10, /* what is further apart is no round-off in double */
    DOUBT = 0.5;                  /* of a slope */

typedef double measure_apart(const struct cell_request *request, struct transformed_units units);

static double of_product(const struct cell_request *request, struct transformed_units units)
{
    struct error ignored;
    double value = NAN;
    mpfr_t exact;

    (void)units;
    mpfr_init2(exact, CELL_LEAST_BITS);
    if (relation_product(request, exact, &ignored))
        value = mpfr_get_d(exact, MPFR_RNDN);
    mpfr_clear(exact);
    return value;
}

static double of_units(const struct cell_request *request, struct transformed_units units)
{
    return relation_in_units(request, units).distance;
}

/* The largest of the last two slopes, less one; INFINITY where round-off is reached before, or no step is made. */
static double find_order(const struct cell_request *request, measure_apart *apart,
                         struct transformed_units units, double *first)
{
    struct cell_request cell = *request;
    double value[HALVINGS + 1], slope = -INFINITY;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, request->step);
    cell.step = step;
    for (int k = 0; k <= HALVINGS; k++) {
        value[k] = apart(&cell, units);
        mpq_div_2exp(step, step, 1);
        if (k >= HALVINGS - 1)
            slope = fmax(slope, log2(value[k - 1] / value[k]));
        if (!(value[k] > SEEN))
            slope = INFINITY;
    }
    mpq_clear(step);
    *first = value[0];
    return slope + DOUBT - 1;
}

/* The units in which the method ends furthest apart, beyond what a tolerance leaves; false where there are none. */
static bool find_units(const struct cell_request *request, struct transformed_units *found)
{
    double largest = SIZES_TOLERANCE;

    for (int power = -RELATION_FARTHEST; power <= RELATION_FARTHEST; power += STRIDE) {
        for (int k = 0; k < 3; k++) {
            const struct transformed_units units = {k == 0 ? power : 0, k == 1 ? power : 0,
                                                    k == 2 ? power : 0};
            const struct relation_apart apart = relation_in_units(request, units);

            if (!(apart.distance > SEEN && apart.absolute > largest))
                continue;
            largest = apart.absolute;
            *found = units;
        }
    }
    return largest > SIZES_TOLERANCE;
}

struct sizes sizes_find(const struct cell_request *request, bool product, bool scaling)
{
    struct sizes found = {.order = INFINITY, .step = exact_to_double(request->step)}, other = found;

    if (product) {
        found.product = true;
        found.order = find_order(request, of_product, found.units, &found.apart);
    }
    if (scaling && transformed_multiplies(request->problem->model) && find_units(request, &other.units)) {
        other.order = find_order(request, of_units, other.units, &other.apart);
        if (other.order < found.order)
            found = other;
    }
    snprintf(found.model, sizeof found.model, "%.70s", request->problem->model->name);
    return found;
}

const char *sizes_sentence(const struct sizes *sizes, char sentence[SIZES_SENTENCE])
{
    const struct transformed_units units = sizes->units;
    const double order = fmax(0, floor(sizes->order + DOUBT));
    const int power = units.length ? units.length : units.time ? units.time : units.mass;

    if (sizes->product)
        snprintf(
            sentence, SIZES_SENTENCE,
            "on copies of %s side by side, up to %d numbers, two steps of %g end beside those on each copy "
            "alone by %.2g, and the difference falls with h as that of a method of order %.0f",
            sizes->model, RELATION_WIDEST, sizes->step, sizes->apart, order);
    else
        snprintf(sentence, SIZES_SENTENCE,
                 "on %s in a unit of %s of 2^%d (%.1e), two steps of %g of the model end beside those in its "
                 "own units by "
                 "%.2g, and the difference falls with h as that of a method of order %.0f",
                 sizes->model,
                 units.length ? "length"
                 : units.time ? "time"
                              : "mass",
                 power, ldexp(1, power), sizes->step, sizes->apart, order);
    return sentence;
}
