/* Zero-stability by measurement: see zero_stability.h. */
#include "harness/audit/zero_stability.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { COARSE_POWER = 16, FINE_POWER = 20, OVER = 4 /* steps */ };
#define LARGE 8.0 /* in ways of the first step */
#define GROWS 1.1 /* what shows in so many steps */
#define ALIKE 0.1

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

/* That of errors in the last OVER steps before they are LARGE; 0 where they never are. */
static double find_growth(const struct course *course, unsigned long steps)
{
    const double way = find_change(course, 1, 0);
    unsigned long n = OVER + 2;

    while (n <= steps && !(find_change(course, n, n - 1) > LARGE * way))
        n++;
    return way > 0 && n <= steps
               ? pow(find_change(course, n, n - 1) / find_change(course, n - OVER, n - OVER - 1), 1.0 / OVER)
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
                 fine = coarse > GROWS ? growth_at(request, FINE_POWER) : 0;

    return fine > GROWS && fabs(fine - coarse) <= ALIKE * fine ? fine : 0;
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
