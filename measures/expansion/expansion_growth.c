/* Coefficients as functions of the number of steps: see expansion.h.
 *
 * Differences of a polynomial of degree d vanish from the (d + 1)st on.  Beside it there may be parasitic parts, r^n times a
 * polynomial of degree below m: with s(z) a polynomial that vanishes at all r, sum_j s_j c(n + j) lowers these degrees by
 * one, and m such filters leave a polynomial of the degree that c has without them.  s = z + 1 where nothing else is
 * known; of a linear multistep method it is that of its alpha, less the root 1.  Any other single root is found where the
 * differences of c are geometric. */
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

/* x_i = sum_j s_j x_(i + j), of which m values leave m - parasites->degree. */
static void filter(arb_ptr x, int m, const struct expansion_parasites *parasites)
{
    arb_t sum;

    arb_init(sum);
    for (int i = 0; i + parasites->degree < m; i++) {
        arb_zero(sum);
        for (int j = 0; j <= parasites->degree; j++)
            arb_addmul(sum, parasites->s + j, x + i + j, mpfr_precision.bits);
        arb_set(x + i, sum);
    }
    arb_clear(sum);
}

/* x_j = sum_i (-m over i) 2^-i x_(j + i): (1 + D/2)^-m of a polynomial whose differences are the x. */
static void unfilter(arb_ptr x, int count, int m)
{
    arb_t sum, weight;

    arb_init(sum);
    arb_init(weight);
    for (int j = 0; j < count; j++) {
        arb_zero(sum);
        arb_one(weight);
        for (int i = 0; j + i < count; i++) {
            arb_addmul(sum, weight, x + j + i, mpfr_precision.bits);
            arb_mul_si(weight, weight, -(m + i), mpfr_precision.bits);
            arb_div_si(weight, weight, 2 * (i + 1), mpfr_precision.bits);
        }
        arb_set(x + j, sum);
    }
    arb_clear(sum);
    arb_clear(weight);
}

/* d/dn at n = 0 of sum_k x_k (n - first over k) */
static double differentiate(arb_srcptr x, int count, int first)
{
    arb_poly_t basis, factor, sum;
    arb_t slope;
    double found;

    arb_poly_init(basis);
    arb_poly_init(factor);
    arb_poly_init(sum);
    arb_init(slope);
    arb_poly_one(basis);
    for (int k = 0; k < count; k++) {
        arb_poly_scalar_mul(factor, basis, x + k, mpfr_precision.bits);
        arb_poly_add(sum, sum, factor, mpfr_precision.bits);
        arb_poly_set_coeff_si(factor, 0, -(first + k));
        arb_poly_set_coeff_si(factor, 1, 1);
        arb_poly_truncate(factor, 2);
        arb_poly_mul(basis, basis, factor, mpfr_precision.bits);
        arb_set_si(slope, k + 1);
        arb_poly_scalar_div(basis, basis, slope, mpfr_precision.bits);
    }
    arb_poly_get_coeff_arb(slope, sum, 1);
    found = arb_contains_zero(slope) ? 0 : arf_get_d(arb_midref(slope), ARF_RND_NEAR);
    arb_clear(slope);
    arb_poly_clear(sum);
    arb_poly_clear(factor);
    arb_poly_clear(basis);
    return found;
}

/* With (E + 1)/2 applied as often as parts (-1)^n ask for, a polynomial is left, and what it was before follows from its
 * differences. */
static double find_linear(arb_srcptr values, int steps, int times, int first)
{
    const int left = steps - times;
    arb_ptr x = _arb_vec_init(steps), differences = _arb_vec_init(left);
    double found;

    _arb_vec_set(x, values, steps);
    for (int k = 0; k < times; k++)
        difference(x, steps - k, true);
    for (int j = 0; j < left; j++) {
        arb_mul_2exp_si(differences + j, x, -times);
        difference(x, left - j, false);
    }
    unfilter(differences, left, times);
    found = differentiate(differences, left, first);
    _arb_vec_clear(x, steps);
    _arb_vec_clear(differences, left);
    return found;
}

/* A polynomial in n and parasitic parts, after `times` filters; false where it is not. */
static bool find_filtered(struct expansion_coefficient *coefficient, arb_srcptr values, int steps,
                          const struct expansion_parasites *parasites, int times, int first)
{
    const int left = steps - times * parasites->degree;
    arb_ptr x = _arb_vec_init(steps);
    int degree;

    _arb_vec_set(x, values, steps);
    for (int k = 0; k < times; k++)
        filter(x, steps - k * parasites->degree, parasites);
    degree = find_degree(x, left);
    if (degree < left) {
        coefficient->growth = times == 0             ? EXPANSION_POLYNOMIAL
                              : parasites->on_circle ? EXPANSION_ALTERNATES
                                                     : EXPANSION_DECAYS;
        if (parasites->on_circle && degree < times - 1)
            degree = times - 1;
        coefficient->degree = degree > 0 ? degree : 0;
        if (degree < 0 && times == 0)
            coefficient->growth = EXPANSION_ZERO;
        if (parasites->degree <= 1)
            coefficient->linear = find_linear(values, steps, times, first);
    }
    _arb_vec_clear(x, steps);
    return degree < left;
}

/* Whether x_(i + 1)^2 = x_i x_(i + 2) of all m values, none of which vanishes: x_i = a root^i. */
static bool is_geometric(double *root, arb_srcptr x, int m)
{
    bool geometric = m >= 2 + LEAST_CONFIRMED;
    arb_t square;

    arb_init(square);
    for (int i = 0; i + 2 < m && geometric; i++) {
        arb_mul(square, x + i + 1, x + i + 1, mpfr_precision.bits);
        arb_submul(square, x + i, x + i + 2, mpfr_precision.bits);
        geometric = !arb_contains_zero(x + i) && arb_contains_zero(square);
    }
    if (geometric) {
        arb_div(square, x + 1, x, mpfr_precision.bits);
        *root = arf_get_d(arb_midref(square), ARF_RND_NEAR);
    }
    arb_clear(square);
    return geometric;
}

/* A polynomial of degree below d and a root^n: its differences of order d are geometric. */
static bool find_root(struct expansion_coefficient *coefficient, arb_srcptr values, int steps)
{
    arb_ptr x = _arb_vec_init(steps);
    bool found = false;

    _arb_vec_set(x, values, steps);
    for (int d = 0; steps - d >= 2 + LEAST_CONFIRMED && !found; d++) {
        double root;

        found = is_geometric(&root, x, steps - d);
        if (found) {
            coefficient->growth = fabs(root) > 1 ? EXPANSION_EXPONENTIAL : EXPANSION_DECAYS;
            coefficient->degree = d > 0 ? d - 1 : 0;
        }
        difference(x, steps - d, false);
    }
    _arb_vec_clear(x, steps);
    return found;
}

/* The first values may be beside the rest: a starter makes them, and what a step damps at once is in them. */
static void classify_run(struct expansion_coefficient *coefficient, arb_srcptr values, int steps,
                         const struct expansion_parasites *parasites)
{
    const int most = (steps - LEAST_CONFIRMED) / (parasites->degree > 0 ? parasites->degree : 1);

    for (int skipped = parasites->starts; skipped <= parasites->starts + steps / 4; skipped++) {
        for (int times = 0; times <= most && (times == 0 || parasites->degree > 0); times++) {
            if (steps - skipped - times * parasites->degree > LEAST_CONFIRMED &&
                find_filtered(coefficient, values + skipped, steps - skipped, parasites, times,
                              1 + skipped)) {
                if (skipped > parasites->starts && coefficient->growth <= EXPANSION_POLYNOMIAL)
                    coefficient->growth = EXPANSION_DECAYS;
                return;
            }
        }
        if (skipped == parasites->starts && find_root(coefficient, values + skipped, steps - skipped))
            return;
    }
    coefficient->growth = EXPANSION_OTHER;
}

static void classify(struct expansion_coefficient *coefficient, arb_srcptr values, int steps,
                     const struct expansion_parasites *parasites)
{
    if (steps == 1)
        coefficient->growth = arb_contains_zero(values) ? EXPANSION_ZERO : EXPANSION_POLYNOMIAL;
    else
        classify_run(coefficient, values, steps, parasites);
    /* What a starter alone leaves is not zero. */
    if (steps > 1 && coefficient->growth == EXPANSION_ZERO && !vanish(values, parasites->starts))
        coefficient->growth = EXPANSION_DECAYS;
}

static void describe(struct expansion_coefficient *coefficient, const struct series *const *value, int steps,
                     const struct expansion_parasites *parasites, long k)
{
    arb_ptr values = _arb_vec_init(steps);
    mag_t largest;

    mag_init(largest);
    for (int i = 0; i < steps; i++) {
        arb_set(values + i, series_coefficient(value[i], k));
        if (!arb_contains_zero(values + i))
            coefficient->value[i] = arf_get_d(arb_midref(values + i), ARF_RND_NEAR);
        mag_max(largest, largest, arb_radref(values + i));
    }
    coefficient->linear = NAN;
    coefficient->radius = mag_is_zero(largest) ? -INFINITY : mag_get_d_log2_approx(largest);
    classify(coefficient, values, steps, parasites);
    mag_clear(largest);
    _arb_vec_clear(values, steps);
}

void expansion_growth_describe(struct expansion_quantity *quantity, const struct series *const *value,
                               int steps, const struct expansion_parasites *parasites)
{
    quantity->steps = steps;
    quantity->known = mpfr_precision.terms;
    for (int n = 0; n < steps; n++)
        quantity->known = value[n]->known < quantity->known ? value[n]->known : quantity->known;
    quantity->centre = number_block_create((size_t)quantity->known * (size_t)steps, EXPANSION_BITS_KEPT);
    for (long k = 0; k < quantity->known; k++) {
        describe(quantity->coefficient + k, value, steps, parasites, k);
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

static bool is_unstable(const struct expansion_quantity *quantity)
{
    for (long k = 0; k < quantity->known; k++) {
        if (quantity->coefficient[k].growth == EXPANSION_EXPONENTIAL)
            return true;
    }
    return false;
}

/* Whether b, at h^k, is found at a smaller power than a, at h^*power. */
static bool leads(const struct expansion_coefficient *a, long power, const struct expansion_coefficient *b,
                  long k)
{
    if (b->growth == EXPANSION_ZERO)
        return false;
    if (!a || b->growth == EXPANSION_EXPONENTIAL)
        return !a || a->growth != EXPANSION_EXPONENTIAL;
    return a->growth != EXPANSION_EXPONENTIAL && a->growth != EXPANSION_OTHER &&
           b->growth != EXPANSION_OTHER && k - b->degree < power - a->degree;
}

const struct expansion_coefficient *expansion_leading(const struct expansion_quantity *quantity, long *power)
{
    const struct expansion_coefficient *leading = NULL;

    for (long k = 0; k < quantity->known; k++) {
        const struct expansion_coefficient *c = quantity->coefficient + k;

        if (leads(leading, leading ? *power : 0, c, k)) {
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
    if (is_unstable(quantity))
        return EXPANSION_UNSTABLE;
    return leading->growth == EXPANSION_OTHER ? EXPANSION_OPEN : (int)power - leading->degree;
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
