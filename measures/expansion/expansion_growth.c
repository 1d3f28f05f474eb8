/* Coefficients as functions of the number of steps: see expansion.h.
 *
 * Differences of a polynomial of degree d vanish from the (d + 1)st on, c(n) + c(n + 1) has nothing of (-1)^n left. */
#include "measures/expansion/expansion_work.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/number_block.h"

enum { LEAST_CONFIRMED = 2 };

/* x_i = x_(i + 1) - x_i, or the sum, of which m values leave m - 1. */
static void difference(arb_ptr x, int m, bool sum)
{
    for (int i = 0; i + 1 < m; i++) {
        if (sum)
            arb_add(x + i, x + i + 1, x + i, mpfr_precision.bits);
        else
            arb_sub(x + i, x + i + 1, x + i, mpfr_precision.bits);
    }
}

static bool vanish(arb_srcptr x, int m)
{
    for (int i = 0; i < m; i++) {
        if (!arb_contains_zero(x + i))
            return false;
    }
    return true;
}

/* The degree of a polynomial with these m values, that of zero -1; m where so many values do not confirm it. */
static int find_degree(arb_ptr x, int m)
{
    for (int degree = -1; m - degree - 1 >= LEAST_CONFIRMED; degree++) {
        if (vanish(x, m - degree - 1))
            return degree;
        difference(x, m - degree - 1, false);
    }
    return m;
}

static void classify_run(struct expansion_coefficient *coefficient, arb_srcptr values, int steps)
{
    arb_ptr x = _arb_vec_init(steps);
    int degree;

    _arb_vec_set(x, values, steps);
    degree = find_degree(x, steps);
    if (degree < 0) {
        coefficient->growth = EXPANSION_ZERO;
    } else if (degree < steps) {
        coefficient->growth = EXPANSION_POLYNOMIAL;
        coefficient->degree = degree;
    } else {
        _arb_vec_set(x, values, steps);
        difference(x, steps, true);
        degree = find_degree(x, steps - 1);
        coefficient->growth = degree < steps - 1 ? EXPANSION_ALTERNATES : EXPANSION_OTHER;
        coefficient->degree = degree > 0 ? degree : 0;
    }
    _arb_vec_clear(x, steps);
}

static void classify(struct expansion_coefficient *coefficient, arb_srcptr values, int steps)
{
    if (steps > 1)
        classify_run(coefficient, values, steps);
    else
        coefficient->growth = arb_contains_zero(values) ? EXPANSION_ZERO : EXPANSION_POLYNOMIAL;
}

static void describe(struct expansion_coefficient *coefficient, const struct series *const *value, int steps,
                     long k)
{
    arb_ptr values = _arb_vec_init(steps);
    mag_t largest;

    mag_init(largest);
    for (int i = 0; i < steps; i++) {
        arb_set(values + i, series_coefficient(value[i], k));
        coefficient->value[i] = arf_get_d(arb_midref(values + i), ARF_RND_NEAR);
        mag_max(largest, largest, arb_radref(values + i));
    }
    coefficient->radius = mag_is_zero(largest) ? -INFINITY : mag_get_d_log2_approx(largest);
    classify(coefficient, values, steps);
    mag_clear(largest);
    _arb_vec_clear(values, steps);
}

void expansion_growth_describe(struct expansion_quantity *quantity, const struct series *const *value,
                               int steps)
{
    quantity->steps = steps;
    quantity->known = mpfr_precision.terms;
    for (int n = 0; n < steps; n++)
        quantity->known = value[n]->known < quantity->known ? value[n]->known : quantity->known;
    quantity->centre = number_block_create((size_t)quantity->known * (size_t)steps, EXPANSION_BITS_KEPT);
    for (long k = 0; k < quantity->known; k++) {
        describe(quantity->coefficient + k, value, steps, k);
        for (int n = 0; n < steps; n++)
            arf_get_mpfr(quantity->centre[k * steps + n], arb_midref(series_coefficient(value[n], k)),
                         MPFR_RNDN);
    }
}

mpfr_srcptr expansion_centre(const struct expansion *expansion, size_t quantity, long k, unsigned n)
{
    const struct expansion_quantity *of = expansion->quantity + quantity;

    assert(k < of->known && n >= 1 && n <= (unsigned)of->steps);
    return of->centre[k * of->steps + (long)n - 1];
}

const struct expansion_coefficient *expansion_leading(const struct expansion_quantity *quantity, long *power)
{
    const struct expansion_coefficient *leading = NULL;

    for (long k = 0; k < quantity->known; k++) {
        const struct expansion_coefficient *c = quantity->coefficient + k;

        if (c->growth != EXPANSION_ZERO && (!leading || k - c->degree < *power - leading->degree)) {
            if (leading && c->growth == EXPANSION_OTHER)
                continue;
            leading = c;
            *power = k;
        }
    }
    return leading;
}

int expansion_order(const struct expansion_quantity *quantity)
{
    long power;
    const struct expansion_coefficient *leading = expansion_leading(quantity, &power);

    if (!leading)
        return INT_MAX;
    return leading->growth == EXPANSION_OTHER ? -1 : (int)power - leading->degree;
}

int expansion_least_order(const struct expansion *expansion, enum expansion_of of,
                          const struct expansion_quantity **decides)
{
    int least = INT_MAX;

    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        const int order = quantity->of == of ? expansion_order(quantity) : INT_MAX;

        if (order < least) {
            least = order;
            if (decides)
                *decides = quantity;
        }
    }
    return least;
}
