/* Fehlberg's method of order 8 (1968, NASA TR R-287, table X), in double alone.  tests/single_test.sh */
#include "assay_method.h"

enum { STAGES = 13, MOST = 16 };

static const double a[STAGES][STAGES] = {
    {0},
    {2. / 27},
    {1. / 36, 1. / 12},
    {1. / 24, 0, 1. / 8},
    {5. / 12, 0, -25. / 16, 25. / 16},
    {1. / 20, 0, 0, 1. / 4, 1. / 5},
    {-25. / 108, 0, 0, 125. / 108, -65. / 27, 125. / 54},
    {31. / 300, 0, 0, 0, 61. / 225, -2. / 9, 13. / 900},
    {2, 0, 0, -53. / 6, 704. / 45, -107. / 9, 67. / 90, 3},
    {-91. / 108, 0, 0, 23. / 108, -976. / 135, 311. / 54, -19. / 60, 17. / 6, -1. / 12},
    {2383. / 4100, 0, 0, -341. / 164, 4496. / 1025, -301. / 82, 2133. / 4100, 45. / 82, 45. / 164, 18. / 41},
    {3. / 205, 0, 0, 0, 0, -6. / 41, -3. / 205, -3. / 41, 3. / 41, 6. / 41},
    {-1777. / 4100, 0, 0, -341. / 164, 4496. / 1025, -289. / 82, 2193. / 4100, 51. / 82, 33. / 164, 12. / 41,
     0, 1},
};
static const double b[STAGES] = {0,       0,        0,        0, 0,         34. / 105, 9. / 35,
                                 9. / 35, 9. / 280, 9. / 280, 0, 41. / 840, 41. / 840};
static const double c[STAGES] = {0,      2. / 27, 1. / 9, 1. / 6, 5. / 12, 1. / 2, 5. / 6,
                                 1. / 6, 2. / 3,  1. / 3, 1,      0,       1};

static int step(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    const double h = *call->h;
    double *k = call->work, *x = k + STAGES * d;

    for (size_t i = 0; i < STAGES; i++) {
        const double t = *call->t + c[i] * h;

        for (size_t m = 0; m < d; m++) {
            double sum = 0;

            for (size_t j = 0; j < i; j++)
                sum += a[i][j] * k[j * d + m];
            x[m] = z[m] + h * sum;
        }
        call->rhs(call, 1, &t, x, k + i * d);
    }
    for (size_t m = 0; m < d; m++) {
        double sum = 0;

        for (size_t i = 0; i < STAGES; i++)
            sum += b[i] * k[i * d + m];
        z[m] += h * sum;
    }
    return 0;
}

ASSAY_METHODS({"fehlberg-8", step, .vectors = MOST, .order = 8})
