/* Zero-stability by measurement: see zero_stability.h. */
#include "harness/audit/zero_stability.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { COARSE_POWER = 16, FINE_POWER = 20, LEAST = 8 /* steps: a quarter of them has two */ };
#define LARGE 8.0 /* in ways of the first step */
#define GROWS 8.0 /* in a quarter of the steps: noise does not, twice */
#define ALIKE 0.25

struct course {
    size_t d;
    double *state; /* (ZERO_STABILITY_STEPS + 1) x d */
};

static void keep(void *context, const struct trajectory_point *point)
{
    const struct course *course = context;

    for (size_t i = 0; i < course->d; i++)
        course->state[point->n * course->d + i] = mpfr_get_d(point->q[i], MPFR_RNDN);
}

/* max_i |z_n - z_(n-1) - (z_m - z_(m-1))| in coordinate i */
static double find_change(const struct course *course, unsigned long n, unsigned long m)
{
    const size_t d = course->d;
    double largest = 0;

    for (size_t i = 0; i < d; i++) {
        const double *z = course->state + i,
                     change = fabs(z[n * d] - z[(n - 1) * d] - (m ? z[m * d] - z[(m - 1) * d] : 0));

        largest = change > largest ? change : largest;
    }
    return largest;
}

/* The largest of the changes of `count` steps up to the step n */
static double find_largest(const struct course *course, unsigned long n, unsigned long count)
{
    double largest = 0;

    for (unsigned long k = n - count + 1; k <= n; k++)
        largest = fmax(largest, find_change(course, k, k - 1));
    return largest;
}

/* Whether logarithms of growths are the same. */
static bool are_alike(double x, double y)
{
    return fabs(log(x) - log(y)) <= ALIKE * fmin(log(x), log(y));
}

/* That of errors up to where they are LARGE, from a quarter of the steps to the next: the last two must be alike, and more
 * than noise makes; 0 where they are not, or never LARGE. */
static double find_growth(const struct course *course, unsigned long steps)
{
    const double way = find_change(course, 1, 0);
    unsigned long n = LEAST, quarter;
    double last, before, first;

    while (n <= steps && !(find_change(course, n, n - 1) > LARGE * way))
        n++;
    if (!(way > 0) || n > steps)
        return 0;
    quarter = n / 4;
    last = find_largest(course, n, quarter);
    before = find_largest(course, n - quarter, quarter);
    first = find_largest(course, n - 2 * quarter, quarter);
    return last >= GROWS * before && before >= GROWS * first && are_alike(last / before, before / first)
               ? pow(last / before, 1.0 / (double)quarter)
               : 0;
}

static double growth_at(const struct cell_request *request, int power)
{
    struct course course = {.d = request->problem->system->dimension};
    struct cell_request cell = *request;
    struct trajectory *trajectory;
    struct error ignored;
    double growth = 0;
    mpq_t step;

    mpq_init(step);
    mpq_div_2exp(step, request->step, (mp_bitcnt_t)power);
    course.state = memory_create((ZERO_STABILITY_STEPS + 1) * course.d, sizeof *course.state);
    cell.step = step;
    cell.steps = ZERO_STABILITY_STEPS;
    cell.every = 1;
    cell.observer = keep;
    cell.context = &course;
    trajectory = cell_run(&cell, &ignored);
    if (trajectory)
        growth = find_growth(&course, trajectory->steps);
    trajectory_destroy(trajectory);
    free(course.state);
    mpq_clear(step);
    return growth;
}

double zero_stability_growth(const struct cell_request *request)
{
    const double coarse = growth_at(request, COARSE_POWER),
                 fine = coarse > 1 ? growth_at(request, FINE_POWER) : 0;

    return fine > 1 && are_alike(fine, coarse) ? fine : 0;
}

const char *zero_stability_sentence(double growth, const char *model, const char *step, char *sentence,
                                    size_t size)
{
    snprintf(
        sentence, size,
        "the method is not zero-stable: from the initial data of %s its errors grow %.3g times with "
        "every step, of "
        "%s/2^%d and of %s/2^%d alike, as by a root of that modulus of sum_j alpha_j z^j, however small the "
        "step is",
        model, growth, step, COARSE_POWER, step, FINE_POWER);
    return sentence;
}
