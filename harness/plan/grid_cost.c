/* What a cell takes: see grid_cost.h. */
#include "harness/plan/grid_cost.h"

#include "measures/ensemble/growth.h"

enum {
    CARRIED = 4,
    NUMBER_BYTES = 64
}; /* vectors that a trajectory carries; a number in mpfr beside its bits */

static const double MOST_BYTES = 0x1p31;

/* The trajectories beside its own that a run takes for some of its measures. */
struct crowd {
    const char *key; /* of the study */
    size_t number;   /* as the study says it */
    double members, bytes;
};

enum { CROWDS = 3 };

static void find_crowds(const struct grid_problem *p, bool in_mpfr, long bits, struct crowd crowds[CROWDS])
{
    static const enum measure_source sources[CROWDS] = {MEASURE_OF_ENSEMBLE, MEASURE_OF_LOOP,
                                                        MEASURE_OF_SURFACE};
    const struct result_settings *s = p->settings;
    const struct crowd all[CROWDS] = {{"ensemble", s->ensemble, (double)s->ensemble, 0},
                                      {"points", s->points, (double)s->points, 0},
                                      {"side", s->side, (double)s->side * (double)s->side, 0}};
    const double exact = NUMBER_BYTES + (double)bits / 8, number = in_mpfr ? exact : sizeof(double),
                 d = (double)p->problem->model->dimension,
                 kept = (double)(growth_intervals(p->count[p->steps - 1]) * p->problem->system->observables);

    for (size_t i = 0; i < CROWDS; i++) {
        bool taken = measure_taken_from(p->problem, sources[i], p->measures, p->measure) &&
                     !(sources[i] == MEASURE_OF_ENSEMBLE &&
                       (in_mpfr || s->ensemble == 1)); /* from the run's own history */

        crowds[i] = all[i];
        crowds[i].members = taken ? all[i].members : 0;
        crowds[i].bytes =
            crowds[i].members * (d * (exact + CARRIED * number) + (i == 0 ? kept * sizeof(double) : exact));
    }
}

double grid_cost_of(const struct grid *grid, size_t cell)
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;
    double stages = curve->method->stages ? (double)curve->method->stages : 3;
    double d = (double)p->problem->model->dimension, trajectories = 1;
    bool in_mpfr = found.bits != CELL_DOUBLE;
    struct crowd crowds[CROWDS];

    find_crowds(p, in_mpfr, found.bits, crowds);
    for (size_t i = 0; i < CROWDS; i++)
        trajectories += crowds[i].members / (i == 0 ? GRID_COST_LANES : 1);
    /* stages times (products of all stages, expressions), an order of magnitude more in mpfr */
    return ((double)p->count[found.step] * trajectories +
            (in_mpfr ? GRID_COST_BESIDE_IN_MPFR : GRID_COST_BESIDE)) *
           (stages + 2) * d * (10 + stages + d) * (in_mpfr ? 12 : 1);
}

double grid_cost_turn(const struct grid *grid, size_t cell, double cost)
{
    enum { LOOPS = 3, LONG_STEPS = 1000, TURN_OF_LONG = 6 };
    static const double turn = 0x1p60; /* more than anything costs */
    const struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_problem *p = grid->problem + grid->curve[found.curve].problem;
    size_t turns = found.step;

    if (!grid->study->matrix)
        return cost;
    if (p->part)
        turns = p->part->steps > LONG_STEPS ? TURN_OF_LONG : LOOPS;
    else if (found.bits != CELL_DOUBLE)
        turns += TURN_OF_LONG;
    return (double)turns * turn + cost;
}

bool grid_cost_check(const struct grid *grid, struct error *error)
{
    for (size_t c = 0; c < grid->curves; c++) {
        const struct grid_curve *curve = grid->curve + c;
        struct crowd crowds[CROWDS];
        char id[512];

        if (!curve->applies)
            continue;
        find_crowds(grid->problem + curve->problem, curve->bits != CELL_DOUBLE, curve->bits, crowds);
        for (size_t i = 0; i < CROWDS; i++) {
            if (crowds[i].bytes <= MOST_BYTES)
                continue;
            grid_cell_id(grid, grid->first_cell[c], id, sizeof id);
            return error_set(
                error, "%s: the cell %s would take about %.0f GB of memory with %s = %zu; write a smaller %s",
                grid->study->path, id, crowds[i].bytes / 0x1p30, crowds[i].key, crowds[i].number,
                crowds[i].key);
        }
    }
    return true;
}
