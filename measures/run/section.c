/* Where a run crosses a section: see section.h.
 *
 * A crossing between z_n and z_(n+1) is found by fractions of the step: the theta for which s is zero after one step of
 * theta h from z_n, by the Illinois variant of the rule of false position. */
#include "measures/run/section.h"

#include <math.h>
#include <stdlib.h>

#include "models/kinds/system.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { MOST_FRACTIONS = 60, MOST_POINTS = 100000, MOST_COMPARED = 3000 };
static const double NARROW = 1e-14; /* of a step */

struct work {
    const struct setup *setup;
    struct setup fraction; /* its step: theta h, from the state before a crossing */
    mpq_t step;
    mpfr_t *before; /* that state */
    struct evaluator_double *evaluate;
    struct section *section;
    double *at; /* of a fraction: the state, then the values */
    size_t d, values, room;
};

/* s at the state of the stepper, which is kept with the values. */
static double find_value(struct work *w, const struct stepper_double *stepper)
{
    for (size_t i = 0; i < w->d; i++)
        w->at[i] = stepper->q[i];
    evaluator_run_double(w->evaluate, 1, (const real_double *const[]){stepper->q},
                         (real_double *const[]){w->at + w->d});
    return w->at[w->d];
}

/* s after one step of theta h from the state before; NaN where it is not solved */
static double try_fraction(struct work *w, double theta)
{
    struct stepper_double *stepper;
    double value = NAN;

    mpq_set_d(w->step, theta);
    mpq_mul(w->step, w->step, w->setup->step);
    stepper = w->fraction.method->family->create_double(&w->fraction);
    if (stepper->step(stepper) == NEWTON_CONVERGED)
        value = find_value(w, stepper);
    stepper->destroy(stepper);
    return value;
}

/* theta, where s changes from `low` < 0 to `high` >= 0 in the step; NaN where a fraction is not solved */
static double find_fraction(struct work *w, double low, double high)
{
    double a = 0, b = 1, theta = NAN;
    int side = 0;

    for (int k = 0; k < MOST_FRACTIONS && b - a > NARROW; k++) {
        double value;

        theta = fmin(fmax((a * high - b * low) / (high - low), a + NARROW / 4), b - NARROW / 4);
        value = try_fraction(w, theta);
        if (!(fabs(value) > 0)) /* found, or NaN */
            return isnan(value) ? NAN : theta;
        if (value < 0) {
            a = theta;
            low = value;
            high = side < 0 ? high / 2 : high;
        } else {
            b = theta;
            high = value;
            low = side > 0 ? low / 2 : low;
        }
        side = value < 0 ? -1 : 1;
    }
    return theta;
}

static void add_point(struct work *w, double time)
{
    struct section *section = w->section;
    const size_t columns = section->columns;
    double *point;

    if (section->points == w->room) {
        w->room = 2 * w->room + 16;
        section->point = memory_resize(section->point, w->room * columns, sizeof *section->point);
    }
    point = section->point + columns * section->points++;
    point[0] = time;
    for (size_t i = 1; i < columns; i++)
        point[i] = w->at[i - 1];
}

/* Crossings from below, as far as the run goes. */
static void follow(struct work *w, unsigned long steps)
{
    struct stepper_double *stepper = w->setup->method->family->create_double(w->setup);
    const double h = mpq_get_d(w->setup->step);
    double before = find_value(w, stepper);

    for (unsigned long n = 0; n < steps && w->section->points < MOST_POINTS; n++) {
        double value, theta;

        for (size_t i = 0; i < w->d; i++)
            mpfr_set_d(w->before[i], stepper->q[i], MPFR_RNDN);
        stepper->ahead.steps = steps - n - 1;
        if (stepper->step(stepper) != NEWTON_CONVERGED)
            break;
        value = find_value(w, stepper);
        if (before < 0 && value >= 0 && !isnan(theta = find_fraction(w, before, value)))
            add_point(w, ((double)n + theta) * h);
        before = value;
    }
    stepper->destroy(stepper);
}

struct section *section_create(const struct cell_request *request, size_t number, struct error *error)
{
    const struct model *model = request->problem->model;
    const struct model_section *wanted = model->section + number;
    const size_t d = model->dimension;
    struct cell_setup *own = cell_setup_create(request, error);
    struct program *program;

    if (!own)
        return NULL;
    struct work w = {.setup = &own->setup,
                     .fraction = own->setup,
                     .before = number_block_create(d, 64),
                     .section = memory_create(1, sizeof *w.section),
                     .at = memory_create(d + wanted->values, sizeof *w.at),
                     .d = d,
                     .values = wanted->values};
    *w.section = (struct section){.columns = 1 + d + w.values, .values = w.values};
    mpq_init(w.step);
    w.fraction.step = w.step;
    w.fraction.initial = w.before;
    program = system_compile_one(d, w.values, wanted->value);
    w.evaluate = evaluator_create_double(program, 1);
    follow(&w, request->steps);
    evaluator_destroy_double(w.evaluate);
    program_destroy(program);
    mpq_clear(w.step);
    number_block_destroy(w.before);
    free(w.at);
    cell_setup_destroy(own);
    return w.section;
}

void section_destroy(struct section *section)
{
    if (!section)
        return;
    free(section->point);
    free(section);
}

double section_time(const struct section *section, size_t crossing)
{
    return crossing < section->points ? section->point[crossing * section->columns] : NAN;
}

double section_value(const struct section *section, size_t crossing)
{
    return crossing < section->points && section->values > 1
               ? section->point[(crossing + 1) * section->columns - section->values + 1]
               : NAN;
}

/* ---- how the points lie ---- */

static double find_distance(const struct section *section, size_t i, size_t j)
{
    const size_t first = section->columns - section->values + 1;
    double sum = 0;

    for (size_t k = first; k < section->columns; k++) {
        const double difference =
            section->point[i * section->columns + k] - section->point[j * section->columns + k];

        sum += difference * difference;
    }
    return sqrt(sum);
}

static int compare_distances(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double section_dimension(const struct section *section)
{
    const size_t points = section->points < MOST_COMPARED ? section->points : MOST_COMPARED,
                 pairs = points * (points - (points > 0)) / 2;
    double *distance, dimension;
    size_t k = 0;

    if (points < SECTION_LEAST_POINTS || section->values < 2)
        return NAN;
    distance = memory_create(pairs, sizeof *distance);
    for (size_t i = 0; i < points; i++) {
        for (size_t j = 0; j < i; j++)
            distance[k++] = find_distance(section, i, j);
    }
    qsort(distance, pairs, sizeof *distance, compare_distances);
    dimension = log(10) / log(distance[pairs / 20] / distance[pairs / 200]);
    free(distance);
    return dimension;
}
