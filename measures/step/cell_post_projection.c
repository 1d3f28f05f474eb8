/* The post-projection defect of a cell: see cell_post_projection.h. */
#include "measures/step/cell_post_projection.h"

#include "measures/run/cell_setup.h"
#include "measures/step/post_projection.h"
#include "measures/step/step_jacobian.h"

bool cell_post_projection_applies(const struct method *method, const struct projection *projection)
{
    return step_jacobian_space(method, projection) == STEP_MULTIPLIER;
}

bool cell_post_projection(const struct cell_request *request, const double *excursion, mpfr_t defect,
                          mpfr_t *q, struct error *error)
{
    const struct method_family *family = request->method.family;
    struct cell_request unprojected = *request;
    struct cell_setup *own;
    struct setup projected;

    if (!method_accepts(&request->method, request->projection, error))
        return false;
    if (!cell_post_projection_applies(&request->method, request->projection))
        return error_set(error, "the projection '%s' is not compared with post-projection; write symplectic",
                         request->projection->name);
    unprojected.projection = projection_find("none");
    own = cell_setup_create(&unprojected, error);
    if (!own)
        return false;
    projected = own->setup;
    projected.projection = request->projection;
    if (request->bits == CELL_DOUBLE)
        post_projection_defect_double(defect, q, &projected, family->create_double(&own->setup),
                                      request->steps, excursion);
    else
        post_projection_defect_mpfr(defect, q, &projected, family->create_mpfr(&own->setup), request->steps,
                                    excursion);
    cell_setup_destroy(own);
    return true;
}
