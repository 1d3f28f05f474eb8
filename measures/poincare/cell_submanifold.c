/* The points of a loop or a surface: see cell_submanifold.h. */
#include "measures/poincare/cell_submanifold.h"

#include <stdlib.h>
#include <string.h>

#include "measures/poincare/quadrature_rule.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { RADIUS_INVERSE = 200, MOST_NAMES = 300 };

static const struct model_submanifold *list(const struct model *model, int order, size_t *count)
{
    *count = order == 1 ? model->loops : model->surfaces;
    return order == 1 ? model->loop : model->surface;
}

static bool refuse(const struct model *model, int order, const char *name, struct error *error)
{
    char names[MOST_NAMES] = "";
    const char *kind = order == 1 ? "loop" : "surface";
    size_t count, used = 0;
    const struct model_submanifold *known = list(model, order, &count);

    if (count == 0)
        return error_set(error, "%s has no %s called '%.100s'; write no name: one is laid around its data",
                         model->name, kind, name);
    for (size_t i = 0; i < count && used + strlen(known[i].name) + 3 < sizeof names; i++) {
        strcat(strcat(names, i ? ", " : ""), known[i].name);
        used = strlen(names);
    }
    return error_set(error, "%s has no %s called '%.100s'; write %s", model->name, kind, name, names);
}

/* NULL where the model has none; false with a message where none has that name. */
static bool find(const struct model *model, int order, const char *name,
                 const struct model_submanifold **found, struct error *error)
{
    size_t count;
    const struct model_submanifold *known = list(model, order, &count);

    *found = !name && count ? known : NULL;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(known[i].name, name ? name : "default") == 0)
            *found = known + i;
    }
    return *found || !name || refuse(model, order, name, error);
}

struct points {
    const struct problem *problem;
    int order;
    const struct model_submanifold *submanifold; /* NULL: the default */
    mpfr_t *initial, *value;                     /* d: z0; a point of the model's */
    mpfr_t place[2];                             /* a, or (s, t) */
    mpfr_t part[4];                              /* x, y, y, x^2 - y^2 */
};

/* x and y at the place */
static void find_direction(struct points *w)
{
    for (int k = 0; k < 2; k++) {
        if (w->order == 1) {
            (k == 0 ? mpfr_cos : mpfr_sin)(w->part[k], w->place[0], MPFR_RNDN);
        } else {
            mpfr_mul_2ui(w->part[k], w->place[k], 1, MPFR_RNDN);
            mpfr_sub_ui(w->part[k], w->part[k], 1, MPFR_RNDN);
        }
    }
}

/* row = z0 + 5e-3 (x, y, y, x^2 - y^2, 0, ...) */
static void write_default(struct points *w, mpfr_ptr row)
{
    size_t d = w->problem->model->dimension;

    find_direction(w);
    mpfr_set(w->part[2], w->part[1], MPFR_RNDN);
    mpfr_fmms(w->part[3], w->part[0], w->part[0], w->part[1], w->part[1], MPFR_RNDN);
    for (size_t i = 0; i < d; i++) {
        mpfr_set(row + i, w->initial[i], MPFR_RNDN);
        if (i < 4) {
            mpfr_div_ui(w->part[i], w->part[i], RADIUS_INVERSE, MPFR_RNDN);
            mpfr_add(row + i, row + i, w->part[i], MPFR_RNDN);
        }
    }
}

/* row = the point of the model's loop or surface */
static void write_own(struct points *w, mpfr_ptr row)
{
    size_t d = w->problem->model->dimension;
    mpfr_t *const inputs[] = {[MODEL_BLOCK_PLACE] = w->place};

    graph_value_all(w->value, d, w->submanifold->point, inputs);
    for (size_t i = 0; i < d; i++)
        mpfr_set(row + i, w->value[i], MPFR_RNDN);
}

static void write_points(struct points *w, mpfr_ptr rows, mpfr_srcptr x, size_t n)
{
    size_t d = w->problem->model->dimension;

    for (size_t k = 0; k < (w->order == 1 ? n : n * n); k++) {
        if (w->order == 1) {
            mpfr_const_pi(w->place[0], MPFR_RNDN);
            mpfr_mul_2ui(w->place[0], w->place[0], 1, MPFR_RNDN);
            mpfr_mul(w->place[0], w->place[0], x + k, MPFR_RNDN);
        } else {
            mpfr_set(w->place[0], x + k / n, MPFR_RNDN);
            mpfr_set(w->place[1], x + k % n, MPFR_RNDN);
        }
        (w->submanifold ? write_own : write_default)(w, rows + k * d);
    }
}

mpfr_ptr cell_submanifold_create(const struct problem *problem, int order, const char *name, size_t n,
                                 mpfr_prec_t precision, struct error *error)
{
    struct points w = {.problem = problem, .order = order};
    size_t d = problem->model->dimension;
    mpfr_ptr rows, x;

    if (!find(problem->model, order, name, &w.submanifold, error))
        return NULL;
    rows = number_block_create((order == 1 ? n : n * n) * d, precision);
    x = number_block_create(n, precision);
    w.initial = problem_initial_values(problem, precision);
    w.value = problem_initial_values(problem, precision);
    mpfr_inits2(precision, w.place[0], w.place[1], w.part[0], w.part[1], w.part[2], w.part[3], (mpfr_ptr)0);
    quadrature_rule_points(x, order == 1 ? QUADRATURE_FOURIER : QUADRATURE_CHEBYSHEV, n);
    write_points(&w, rows, x, n);
    mpfr_clears(w.place[0], w.place[1], w.part[0], w.part[1], w.part[2], w.part[3], (mpfr_ptr)0);
    problem_clear(w.initial, d);
    problem_clear(w.value, d);
    number_block_destroy(x);
    return rows;
}

bool cell_submanifold_exists(const struct problem *problem, int order, const char *name, struct error *error)
{
    const struct model_submanifold *found;

    return find(problem->model, order, name, &found, error);
}
