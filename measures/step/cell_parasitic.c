/* The parasitic multipliers of a cell: see cell_parasitic.h. */
#include "measures/step/cell_parasitic.h"

#include <math.h>
#include <stdlib.h>

#include "measures/step/cell_jacobian.h"
#include "measures/step/parasitic.h"
#include "numerics/memory.h"

bool cell_parasitic_applies(const struct method *method, const struct projection *projection)
{
    return step_jacobian_space(method, projection) == STEP_MOMENTUM;
}

bool cell_parasitic_multipliers(const struct cell_request *request, double *re, double *im,
                                struct error *error)
{
    const struct system *system = request->problem->system;
    struct cell_jacobian *map;

    if (!cell_parasitic_applies(&request->method, request->projection))
        return error_set(error,
                         "%s with the projection '%s' does not step on (q, p): it has no parasitic "
                         "multipliers",
                         request->method.name, request->projection->name);
    map = cell_jacobian_create(request, error);
    if (!map)
        return false;
    if (!map->solved || !parasitic_multipliers(system, map->z0, map->z1, map->M, re, im)) {
        for (size_t i = 0; i < system->dimension; i++)
            re[i] = im[i] = NAN;
    }
    cell_jacobian_destroy(map);
    return true;
}

/* The largest distance of the multipliers from `centre`. */
static bool find_largest(const struct cell_request *request, double centre, mpfr_t largest,
                         struct error *error)
{
    size_t d = request->problem->system->dimension;
    double *re = memory_create(2 * d, sizeof *re), *im = re + d;
    bool found = cell_parasitic_multipliers(request, re, im, error);

    mpfr_set_zero(largest, 1);
    for (size_t i = 0; i < d; i++) {
        double distance = hypot(re[i] - centre, im[i]);

        if (!found || isnan(distance) || mpfr_cmp_d(largest, distance) < 0)
            mpfr_set_d(largest, found ? distance : NAN, MPFR_RNDN);
        if (mpfr_nan_p(largest))
            break;
    }
    free(re);
    return found;
}

bool cell_parasitic_largest(const struct cell_request *request, mpfr_t largest, struct error *error)
{
    return find_largest(request, 0, largest, error);
}

bool cell_parasitic_departure(const struct cell_request *request, mpfr_t departure, struct error *error)
{
    struct tableau *tableau = tableau_create(request->method.tableau, 53, error);
    bool found;

    mpfr_set_nan(departure);
    if (!tableau)
        return false;
    found = find_largest(request, tableau->r_infinity, departure, error);
    tableau_destroy(tableau);
    return found;
}
