/* Whether a few steps refute a claim: see refutation.h. */
#include "harness/audit/refutation.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/foreign/foreign_method.h"
#include "measures/measure.h"
#include "measures/step/local_error.h"
#include "measures/expansion/run_orders.h"
#include "measures/step/perturbed_error.h"
#include "measures/step/step_measure.h"
#include "numerics/memory.h"

enum {
    FINEST_POWER = 48,
    FINEST_OF_PROPERTY = 8,
    FINEST_OF_DIGITS = 3,
    FINEST_IN_DOUBLE = 4,
    HIDDEN_IN_DOUBLE = -40,
    LEFT_IN_DOUBLE = -36,
    LEAST_BITS_OF_ORDER = 512,
    SEEN_BITS = 150 /* of what is left at REFUTATION_BITS, far above round-off */
};
#define ORDER_AWAY 0.5
#define WHOLE      0.15 /* from a whole number, and from each other, of slopes in double */

/* Where double leaves of what is zero, but for round-off: more than 1e3 floors is seen. */
static const double seen_in_double[AUDIT_PROPERTIES] = {
    [AUDIT_SYMPLECTIC] = 1e-7, [AUDIT_SYMMETRIC] = 1e-11,  [AUDIT_REVERSIBLE] = 1e-11,
    [AUDIT_ENERGY] = 1e-11,    [AUDIT_CONSTRAINT] = 1e-11,
};

/* Of a program each run is a process of its own: it is asked in double alone, but for what double does not know. */
bool refutation_is_precise(const struct refutation_request *request)
{
    return request->method->family->create_mpfr &&
           (request->property >= AUDIT_POWER || !foreign_method_of(request->method));
}

static struct cell_request cell_of(const struct refutation_request *request, long bits)
{
    return (struct cell_request){.problem = request->problem,
                                 .method = *request->method,
                                 .projection = request->projection,
                                 .step = request->step,
                                 .steps = 1,
                                 .bits = refutation_is_precise(request) ? bits : CELL_DOUBLE};
}

static enum measure_row row_of(const struct refutation_request *request)
{
    return audit_property_row(request->property, request->method);
}

static bool applies(const struct refutation_request *request)
{
    const struct measure_id id = measure_of(request->problem, row_of(request), 0);
    struct error ignored;

    if (request->method->family->remembers)
        return false; /* a step alone is one of its starter */
    return method_refuses_model(request->method, request->projection, request->problem->model, &ignored) ==
               METHOD_APPLIES &&
           !measure_refusal(id, request->problem, request->method, request->projection);
}

/* ---- properties ---- */

/* What a step changes of an observable or a constraint. */
static bool find_change(const struct cell_request *cell, mpfr_t change, bool constraint)
{
    struct error ignored;
    struct trajectory *trajectory = cell_run(cell, &ignored);
    const bool there = trajectory && (constraint ? trajectory->constraints : trajectory->observables);

    mpfr_set_nan(change);
    if (there)
        mpfr_set(change, constraint ? trajectory->constraint_error[0] : trajectory->observable_error[0],
                 MPFR_RNDN);
    trajectory_destroy(trajectory);
    return there;
}

/* What is left of the property with so many bits; NaN where nothing is known. */
static double find_defect(const struct refutation_request *request, long bits)
{
    double *excursion = memory_create(request->problem->system->dimension, sizeof *excursion);
    struct cell_request cell = cell_of(request, bits);
    const enum measure_row row = row_of(request);
    struct error ignored;
    mpfr_t defect;
    double found = NAN;
    bool there;

    cell.excursion = excursion;
    mpfr_init2(defect, bits);
    there = measure_table[row].take ? measure_table[row].take(&cell, defect, &ignored)
                                    : find_change(&cell, defect, request->property == AUDIT_CONSTRAINT);
    if (there)
        found = fabs(mpfr_get_d(defect, MPFR_RNDN));
    mpfr_clear(defect);
    free(excursion);
    return found;
}

/* log2 of what coefficients may leave that are rounded to so many digits: of a defect, and of the factor of a power of h,
 * which has the derivatives of the model in it; -infinity where they are exact. */
static double rounding_of(const struct refutation_request *request)
{
    const double larger = audit_property_has_order(request->property) ? 1e4 : 1e2;

    return request->digits ? log2(larger) - request->digits * log2(10) : -INFINITY;
}

static struct refutation find_property(const struct refutation_request *request)
{
    struct refutation found = {.applies = true, .measured = find_defect(request, REFUTATION_BITS)};

    if (!refutation_is_precise(request)) {
        found.shown = isfinite(found.measured) && found.measured > seen_in_double[request->property];
    } else if (isfinite(found.measured) &&
               log2(found.measured) > (double)-measure_bits(measure_table + row_of(request), SEEN_BITS)) {
        const double again = find_defect(request, REFUTATION_MORE_BITS);

        found.shown =
            fabs(again - found.measured) <= found.measured / 2 && log2(again) > rounding_of(request);
    }
    return found;
}

/* ---- orders ---- */

/* At which an error of the claimed order in the smallest steps is no round-off. */
static long precision_of_order(const struct refutation_request *request)
{
    const long bits = (FINEST_POWER + 8) * (request->order + 2);

    return bits > LEAST_BITS_OF_ORDER ? bits : LEAST_BITS_OF_ORDER;
}

/* log2 of what round-off may leave of an error, and a little more */
static double hidden_below(const struct refutation_request *request)
{
    return refutation_is_precise(request) ? (double)(32 - precision_of_order(request)) : HIDDEN_IN_DOUBLE;
}

/* log2 of the error of one step of 2^-power, at so many bits, or of the part of it that the claim is about */
static double find_error(const struct refutation_request *request, int power, long bits)
{
    const int small = measure_power(measure_table + row_of(request));
    struct cell_request cell = cell_of(request, bits);
    mpq_t step;
    double error;

    if (small)
        return perturbed_error_size(&cell, small, -power, bits);
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    mpq_div_2exp(step, step, (mp_bitcnt_t)power);
    cell.step = step;
    error = local_error(&cell);
    mpq_clear(step);
    return error;
}

/* The order of a run, whose errors may not simply add up, as its expansion has it; NaN: none. */
static double find_order_of_run(const struct refutation_request *request)
{
    const struct cell_request cell = cell_of(request, LEAST_BITS_OF_ORDER);
    struct run_order *orders = run_orders_create(&cell, 0),
                     *solution = orders + request->problem->system->observables + LOCAL_SOLUTION;
    const double order = solution->missing            ? NAN
                         : solution->order == INT_MAX ? INFINITY
                                                      : (double)solution->order;

    free(orders);
    return order;
}

/* Errors of a map of the state that is compared add up: one less than the power of h of one step; NaN where the
 * smallest steps have no whole one. */
static double find_order_of_step(const struct refutation_request *request)
{
    const long bits = precision_of_order(request);
    double coarse = find_error(request, FINEST_POWER - 8, bits),
           middle = find_error(request, FINEST_POWER - 4, bits),
           fine = find_error(request, FINEST_POWER, bits);
    const double power = (middle - fine) / 4, before = (coarse - middle) / 4;

    return fine > hidden_below(request) && fabs(power - round(power)) <= 0.02 && fabs(before - power) <= 0.02
               ? round(power) - 1
               : NAN;
}

/* Of errors of single steps in double, or with printed coefficients: the last three slopes above what rounding leaves are
 * one whole number.  Or an error is left, larger than round-off in double, that no small step removes. */
static struct refutation find_order_above_rounding(const struct refutation_request *request)
{
    enum { COARSEST = 1, FINEST = 24, SLOPES = 3, MORE_THAN_HIDDEN = 64 };
    const double hidden = fmax(hidden_below(request), rounding_of(request));
    const long bits = MORE_THAN_HIDDEN - (long)floor(hidden);
    struct refutation found = {.applies = true, .measured = NAN};
    double slope[SLOPES] = {NAN, NAN, NAN}, before = find_error(request, COARSEST, bits), error;

    for (int power = COARSEST + 1; power <= FINEST; power++, before = error) {
        error = find_error(request, power, bits);
        if (!(error > hidden))
            break;
        slope[0] = slope[1];
        slope[1] = slope[2];
        slope[2] = before - error;
    }
    if (find_error(request, FINEST, bits) > LEFT_IN_DOUBLE)
        return (struct refutation){.applies = true, .shown = true, .measured = 0};
    if (!(fabs(slope[0] - slope[2]) <= WHOLE && fabs(slope[1] - slope[2]) <= WHOLE &&
          fabs(slope[2] - round(slope[2])) <= WHOLE))
        return found;
    found.measured = round(slope[2]) - 1;
    found.shown = found.measured < request->order;
    return found;
}

static struct refutation find_order(const struct refutation_request *request)
{
    const bool adds = request->property >= AUDIT_POWER ||
                      method_space(request->method, request->projection) == STEP_POSITION;
    struct refutation found = {.applies = true,
                               .measured = adds ? find_order_of_step(request) : find_order_of_run(request)};

    found.shown = found.measured < request->order - ORDER_AWAY; /* false for NaN */
    if (found.shown && request->digits)                         /* the factor of its power of h */
        found.shown = find_error(request, FINEST_POWER, precision_of_order(request)) +
                          FINEST_POWER * (found.measured + 1) >
                      rounding_of(request);
    if (!found.shown && request->digits) /* the smallest steps show the rounding alone */
        return find_order_above_rounding(request);
    return found;
}

struct refutation refutation_find(const struct refutation_request *request)
{
    if (!applies(request))
        return (struct refutation){.measured = NAN};
    if (!audit_property_has_order(request->property))
        return find_property(request);
    return refutation_is_precise(request) ? find_order(request) : find_order_above_rounding(request);
}

/* ---- the largest step ---- */

/* The errors are those of steps of 1, 1/2, ..., and fall from the result on, more slowly than claimed. */
static int find_crossing(const double *error, int count, int order)
{
    int power = count - 1;

    while (power > 0 && error[power - 1] > error[power] &&
           error[power - 1] - error[power] < order + ORDER_AWAY)
        power--;
    return power < count - 1 ? power : -1;
}

static int find_order_step(const struct refutation_request *request, double *measured, double *halved)
{
    double error[FINEST_POWER];
    int count = 0, power;

    while (count < FINEST_POWER) {
        error[count] = find_error(request, count, precision_of_order(request));
        if (!(error[count] > hidden_below(request)))
            break;
        count++;
    }
    power = find_crossing(error, count, request->order);
    if (power >= 0) {
        *measured = error[power];
        *halved = error[power + 1];
    }
    return power;
}

int refutation_find_step(const struct refutation_request *request, int coarsest, double *measured,
                         double *halved)
{
    struct refutation_request larger = *request;
    int found = -1, power = request->digits                  ? FINEST_OF_DIGITS
                            : refutation_is_precise(request) ? FINEST_OF_PROPERTY
                                                             : FINEST_IN_DOUBLE;
    mpq_t step;

    if (audit_property_has_order(request->property))
        return find_order_step(request, measured, halved);
    mpq_init(step);
    larger.step = step;
    for (; power >= coarsest; power--) {
        struct refutation at;

        mpq_set_ui(step, 1, 1);
        mpq_div_2exp(step, step, (mp_bitcnt_t)power);
        at = refutation_find(&larger);
        if (!at.shown || (found >= 0 && !(at.measured > *measured)))
            break;
        *measured = at.measured;
        found = power;
    }
    mpq_clear(step);
    return found;
}
