/* The explicit midpoint rule, and the same with a weight of 1.01, which does not converge to the solution.
 *
 * cc -Iclients/c examples/midpoint.c -o midpoint && assay audit --exec ./midpoint --claim order=2 */
#include "assay_client.h"

static int step(assay_field *f, double t, double h, size_t d, double *z, double weight)
{
    double k[ASSAY_MOST], middle[ASSAY_MOST];

    f(t, z, k);
    for (size_t i = 0; i < d; i++)
        middle[i] = z[i] + h / 2 * k[i];
    f(t + h / 2, middle, k);
    for (size_t i = 0; i < d; i++)
        z[i] += weight * h * k[i];
    return 0;
}

static int midpoint(assay_field *f, double t, double h, size_t d, double *z)
{
    return step(f, t, h, d, z, 1);
}

static int wrong(assay_field *f, double t, double h, size_t d, double *z)
{
    return step(f, t, h, d, z, 1.01);
}

int main(void)
{
    static const struct assay_method methods[] = {{"c-midpoint", midpoint}, {"c-wrong", wrong}, {NULL, NULL}};

    return assay_serve(methods);
}
