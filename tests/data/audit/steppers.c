/* Programs in double for tests/audits.sh, whose coefficients are their arguments:
 *
 *     steppers explicit  S  a_11 ... a_SS  b_1 ... b_S     an explicit Runge-Kutta method
 *     steppers midpoints S  l_1 ... l_S                    steps of the implicit midpoint rule of lengths l_i h
 *     steppers averages  S  l_1 ... l_S                    steps of the average vector field method, Gauss's rule of 5 points
 *
 * The implicit equations are solved by iteration until the changes no longer fall. */
#include "assay_client.h"

#include <math.h>

enum { MOST_STAGES = 8 };

static size_t stages;
static double coefficient[(MOST_STAGES + 1) * MOST_STAGES];

static int explicit(assay_field *f, double t, double h, size_t d, double *z)
{
    static double k[MOST_STAGES][ASSAY_MOST], x[ASSAY_MOST];
    const double *a = coefficient, *b = coefficient + stages * stages;

    for (size_t i = 0; i < stages; i++) {
        double c = 0;

        memcpy(x, z, d * sizeof *z);
        for (size_t j = 0; j < i; j++) {
            c += a[i * stages + j];
            for (size_t m = 0; m < d; m++)
                x[m] += h * a[i * stages + j] * k[j][m];
        }
        f(t + c * h, x, k[i]);
    }
    for (size_t m = 0; m < d; m++) {
        for (size_t i = 0; i < stages; i++)
            z[m] += h * b[i] * k[i][m];
    }
    return 0;
}

/* z_1 = z + h sum_i w_i f(z + s_i (z_1 - z)) */
static int implicit(assay_field *f, double t, double h, size_t d, double *z, size_t points, const double *s,
                    const double *w)
{
    static double y[ASSAY_MOST], x[ASSAY_MOST], k[ASSAY_MOST], sum[ASSAY_MOST];
    double change = 1e6, before;

    memcpy(y, z, d * sizeof *z);
    do {
        before = change;
        memset(sum, 0, d * sizeof *z);
        for (size_t i = 0; i < points; i++) {
            for (size_t m = 0; m < d; m++)
                x[m] = z[m] + s[i] * (y[m] - z[m]);
            f(t + s[i] * h, x, k);
            for (size_t m = 0; m < d; m++)
                sum[m] += w[i] * k[m];
        }
        change = 0;
        for (size_t m = 0; m < d; m++) {
            change = fmax(change, fabs(z[m] + h * sum[m] - y[m]));
            y[m] = z[m] + h * sum[m];
        }
    } while (change > 0 && change < before);
    memcpy(z, y, d * sizeof *z);
    return !(change < 1e-10);
}

/* One step after the other. */
static int composed(assay_field *f, double t, double h, size_t d, double *z, size_t points, const double *s,
                    const double *w)
{
    for (size_t i = 0; i < stages; i++) {
        if (implicit(f, t, coefficient[i] * h, d, z, points, s, w))
            return 1;
        t += coefficient[i] * h;
    }
    return 0;
}

static int midpoints(assay_field *f, double t, double h, size_t d, double *z)
{
    return composed(f, t, h, d, z, 1, (const double[]){0.5}, (const double[]){1});
}

static int averages(assay_field *f, double t, double h, size_t d, double *z)
{
    const double inner = sqrt(5 - 2 * sqrt(10.0 / 7)) / 6, outer = sqrt(5 + 2 * sqrt(10.0 / 7)) / 6,
                 w = (322 + 13 * sqrt(70)) / 1800, v = (322 - 13 * sqrt(70)) / 1800;

    return composed(f, t, h, d, z, 5, (const double[]){0.5 - outer, 0.5 - inner, 0.5, 0.5 + inner, 0.5 + outer},
                    (const double[]){v, w, 64.0 / 225, w, v});
}

int main(int count, char **word)
{
    static const struct assay_method methods[] = {{"explicit", explicit}, {"midpoints", midpoints}, {"averages", averages}};

    for (size_t k = 0; k < 3 && count > 3; k++) {
        stages = strtoul(word[2], NULL, 10);
        if (strcmp(methods[k].name, word[1]) != 0 || stages > MOST_STAGES)
            continue;
        for (int i = 3; i < count && i - 3 < (MOST_STAGES + 1) * MOST_STAGES; i++)
            coefficient[i - 3] = strtod(word[i], NULL);
        return assay_serve((const struct assay_method[]){methods[k], {NULL, NULL}});
    }
    return 2;
}
