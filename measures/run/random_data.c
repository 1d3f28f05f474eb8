/* Random initial data: see random_data.h. */
#include "measures/run/random_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "measures/run/timescale.h"
#include "models/reader/model_trial.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* CONSTRAINT_BITS: to which the constraints hold, more than any run has.  GRID_BITS: of a coordinate, beside its size. */
enum { TIMES = 8, HALVINGS = 6, GRID_BITS = 10, CONSTRAINT_BITS = 2048, PROJECTIONS = 20 };

static const double RADIUS = 0.25, FASTER = 8;

struct scatter {
    struct model *model;
    const struct system *system;
    const struct model_initial *around;
    double *center, *size;   /* dimension each */
    struct timescale motion; /* from the center, over: */
    double time;
    mpfr_t *point;
};

/* The excursion; of a coordinate that does not move its value, and without one the largest size of any other of its kind. */
static void measure_sizes(struct scatter *w)
{
    const size_t d = w->model->dimension, n = w->model->positions;
    double largest[2] = {0, 0}; /* of positions, or all; of momenta */

    timescale_excursion(w->system, w->center, w->time, w->size);
    for (size_t i = 0; i < d; i++) {
        double *among = largest + (n && i >= n);

        w->size[i] = w->size[i] > 0 ? w->size[i] : fabs(w->center[i]);
        *among = i < w->model->moved ? fmax(*among, w->size[i]) : *among;
    }
    for (size_t i = 0; i < d; i++)
        w->size[i] = w->size[i] > 0 ? w->size[i] : largest[n && i >= n];
}

static bool read(const char *name, unsigned long *seed, unsigned long *number)
{
    int end = 0;

    return name && sscanf(name, "random-%9lu-%9lu%n", seed, number, &end) == 2 && end > 0 && !name[end];
}

bool random_data_is(const char *name)
{
    unsigned long seed, number;

    return read(name, &seed, &number);
}

/* Coordinates that are shifted. */
static size_t count_moved(const struct model *model)
{
    return model->body.n ? model->body.n * (model->body.n - 1) / 2 : model->moved;
}

static void scatter(struct scatter *w, double radius, uint64_t state)
{
    for (size_t i = 0; i < w->model->dimension; i++) {
        const double shift = radius * w->size[i] * model_trial_random(&state);

        if (i < count_moved(w->model) && w->size[i] > 0) {
            const double unit = ldexp(1, ilogb(w->size[i]) - GRID_BITS);

            mpfr_set_d(w->point[i], unit * round((w->center[i] + shift) / unit), MPFR_RNDN);
        } else {
            graph_value(w->point[i], w->around->values[i], NULL);
        }
    }
}

/* Newton's method, to the last bit */
static void project(struct scatter *w)
{
    const size_t d = w->model->dimension;
    const expression *shift = system_nearer(w->system);
    mpfr_t *nearer = number_block_create(d, CONSTRAINT_BITS);

    for (int k = 0; k < PROJECTIONS && shift; k++) {
        graph_value_all(nearer, d, shift, (mpfr_t *const[]){w->point});
        number_block_set(*w->point, *nearer, d);
    }
    number_block_destroy(nearer);
}

/* Whether the motion from the point is much like that from the center. */
static bool is_alike(const struct scatter *w)
{
    const size_t d = w->model->dimension;
    double *start = memory_create(d, sizeof *start);
    struct timescale motion;

    for (size_t i = 0; i < d; i++)
        start[i] = mpfr_get_d(w->point[i], MPFR_RNDN);
    motion = timescale_measure(w->system, start, w->time);
    free(start);
    return motion.reach >= w->motion.reach && motion.rate <= FASTER * w->motion.rate;
}

static bool find(struct scatter *w, unsigned long seed, unsigned long number)
{
    uint64_t state = (uint64_t)seed << 32 | number;
    double radius = RADIUS;

    model_trial_random(&state); /* neighbouring numbers are no neighbours any more */
    for (int k = 0; k < HALVINGS; k++, radius /= 2) {
        scatter(w, radius, state);
        project(w);
        if (is_alike(w))
            return true;
    }
    return false;
}

/* A coordinate that is as it was keeps its expression. */
static void set_value(const struct scatter *w, struct model_initial *data, size_t i)
{
    const struct model_initial *center = w->around;
    char *text;
    mpq_t value;

    data->values[i] = center->values[i];
    data->text[i] = center->text[i];
    graph_value(w->point[w->model->dimension], center->values[i], NULL);
    if (mpfr_equal_p(w->point[w->model->dimension], w->point[i]))
        return;
    mpq_init(value);
    mpfr_get_q(value, w->point[i]);
    text = exact_text_decimal(value);
    data->values[i] = graph_constant(w->model->graph, value);
    data->text[i] = memory_keep_string(&w->model->kept, text);
    free(text);
    mpq_clear(value);
}

static void add(const struct scatter *w, const char *name)
{
    struct model *model = w->model;
    struct model_initial *all = memory_keep(&model->kept, model->initials + 1, sizeof *all);
    struct model_initial *data = all + model->initials;

    for (size_t i = 0; i < model->initials; i++)
        all[i] = model->initial[i];
    *data = (struct model_initial){
        .name = memory_keep_string(&model->kept, name),
        .text = memory_keep(&model->kept, model->dimension, sizeof *data->text),
        .values = memory_keep(&model->kept, model->dimension, sizeof *data->values),
    };
    for (size_t i = 0; i < model->dimension; i++)
        set_value(w, data, i);
    model->initial = all;
    model->initials++;
}

static void begin(struct scatter *w, struct model *model, const struct system *system,
                  const struct model_initial *around)
{
    const size_t d = model->dimension;

    *w = (struct scatter){.model = model,
                          .system = system,
                          .around = around,
                          .center = memory_create(2 * d, sizeof *w->center),
                          .point = number_block_create(d + 1, CONSTRAINT_BITS)};
    w->size = w->center + d;
    for (size_t i = 0; i < d; i++) {
        graph_value(*w->point, around->values[i], NULL);
        w->center[i] = mpfr_get_d(*w->point, MPFR_RNDN);
    }
    w->time = TIMES / timescale_measure(system, w->center, 0).rate;
    w->motion = timescale_measure(system, w->center, w->time);
    measure_sizes(w);
}

static void end(struct scatter *w)
{
    number_block_destroy(w->point);
    free(w->center);
}

bool random_data_add(struct model *model, const struct system *system, const char *name, struct error *error)
{
    struct scatter w;
    unsigned long seed = 0, number = 0;
    bool found;

    begin(&w, model, system, model->initial);
    found = read(name, &seed, &number) && find(&w, seed, number);
    if (found)
        add(&w, name);
    else
        error_set(
            error,
            "%s: around its default data no data %s are found from which the motion goes on; write others",
            model->path, name);
    end(&w);
    return found;
}

bool random_data_point(mpfr_t *point, struct model *model, const struct system *system,
                       const struct model_initial *around, unsigned long seed, unsigned long number)
{
    struct scatter w;
    bool found;

    begin(&w, model, system, around);
    found = find(&w, seed, number);
    if (found)
        number_block_set(*point, *w.point, model->dimension);
    end(&w);
    return found;
}
