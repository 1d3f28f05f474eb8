/* The steps of the GNU Scientific Library (gsl_odeiv2), for assay: gsl_odeiv2_step_apply, and with the ending -steps
 * two of gsl_odeiv2_driver_apply_fixed_step in one call.  Implicit steps iterate until a tolerance of the driver's
 * is met, which is 1e-13 here.  Jacobians are central differences: what their iteration solves does not depend on them;
 * for bsimp, whose result does, of sixth order. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "../field.h"

static int field(double t, const double z[], double k[], void *unused)
{
    (void)unused;
    field_evaluate(t, z, k);
    return GSL_SUCCESS;
}

/* A central difference takes twice so many points. */
static int points = 1;

/* The derivative of the right-hand side along the coordinate j, or along t where j is the dimension. */
static void differentiate(double t, const double *z, size_t j, double *derivative)
{
    static const double weights[4][3] = {{0}, {30}, {40, -5}, {45, -9, 1}}, e = 1.0 / 128;
    const double *weight = weights[points];
    size_t d = field_dimension();
    double x[FIELD_MOST], k[FIELD_MOST];

    memset(derivative, 0, d * sizeof *derivative);
    for (int n = 1; n <= points; n++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(x, z, d * sizeof *x);
            if (j < d)
                x[j] += sign * n * e;
            field_evaluate(j < d ? t : t + sign * n * e, x, k);
            for (size_t i = 0; i < d; i++)
                derivative[i] += sign * weight[n - 1] * k[i] / (60 * e);
        }
    }
}

static int jacobian(double t, const double z[], double *matrix, double of_time[], void *unused)
{
    size_t d = field_dimension();
    double column[FIELD_MOST];

    (void)unused;
    for (size_t j = 0; j < d; j++) {
        differentiate(t, z, j, column);
        for (size_t i = 0; i < d; i++)
            matrix[i * d + j] = column[i];
    }
    differentiate(t, z, d, of_time);
    return GSL_SUCCESS;
}

static int one_step(const gsl_odeiv2_step_type *type, double t, double h, size_t d, double *z)
{
    gsl_odeiv2_system system = {field, jacobian, d, NULL};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, type, h, 1e-13, 1e-13);
    double error[FIELD_MOST];
    int status;

    points = type == gsl_odeiv2_step_bsimp ? 3 : 1;
    status = gsl_odeiv2_step_apply(driver->s, t, h, z, error, NULL, NULL, &system);

    gsl_odeiv2_driver_free(driver);
    return status;
}

/* The tolerance is that of an error estimate here, which refuses steps and does not change them. */
static int two_steps(const gsl_odeiv2_step_type *type, double t, double h, size_t d, double *z)
{
    gsl_odeiv2_system system = {field, jacobian, d, NULL};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, type, h / 2, 1e30, 0);
    int status = gsl_odeiv2_driver_apply_fixed_step(driver, &t, h / 2, 2, z);

    gsl_odeiv2_driver_free(driver);
    return status;
}

#define STEP(name)                                                                                                     \
    static int name(field_call *call, double *z)                                                                       \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return one_step(gsl_odeiv2_step_##name, t, h, d, z);                                                           \
    }
#define STEPS(name)                                                                                                    \
    STEP(name)                                                                                                         \
    static int name##_steps(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return two_steps(gsl_odeiv2_step_##name, t, h, d, z);                                                      \
    }
STEPS(rk2)
STEPS(rk4)
STEPS(rkf45)
STEPS(rkck)
STEPS(rk8pd)
STEP(rk1imp)
STEP(rk2imp)
STEP(rk4imp)
STEP(bsimp)

FIELD_METHODS({"gsl-rk2", rk2}, {"gsl-rk2-steps", rk2_steps}, {"gsl-rk4", rk4}, {"gsl-rk4-steps", rk4_steps},
              {"gsl-rkf45", rkf45}, {"gsl-rkf45-steps", rkf45_steps}, {"gsl-rkck", rkck}, {"gsl-rkck-steps", rkck_steps},
              {"gsl-rk8pd", rk8pd}, {"gsl-rk8pd-steps", rk8pd_steps}, {"gsl-rk1imp", rk1imp}, {"gsl-rk2imp", rk2imp},
              {"gsl-rk4imp", rk4imp}, {"gsl-bsimp", bsimp})

__attribute__((constructor)) static void start(void)
{
    gsl_set_error_handler_off();
}
