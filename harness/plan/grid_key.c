/* The key of a cell of a grid: see grid_key.h. */
#include "harness/plan/grid_key.h"

#include <stdlib.h>

#include "harness/plan/provenance.h"
#include "integrators/methods/rounding.h"
#include "numerics/memory.h"

void grid_key_create(const struct grid *grid, size_t cell, char key[CELL_KEY_TEXT])
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;
    const struct model *model = p->problem->model;
    char settings[300];
    struct cell_key_value *values = memory_create(model->parameters + model->dimension, sizeof *values);
    char rounding[ROUNDING_TEXT];

    rounding_write(grid->precision[curve->precision].rounding, rounding);
    for (size_t i = 0; i < model->parameters; i++)
        values[i] = (struct cell_key_value){model->parameter[i].name, model->parameter[i].text};
    for (size_t i = 0; i < model->dimension; i++)
        values[model->parameters + i] =
            (struct cell_key_value){model->coordinates[i], p->problem->initial->text[i]};
    cell_key_create(
        &(struct cell_key_parts){
            .model = model->text,
            .parameters = model->parameters,
            .parameter = values,
            .initials = model->dimension,
            .initial = values + model->parameters,
            .method = curve->method->name,
            .projection = curve->projection->name,
            .step = p->step[found.step],
            .steps = p->count[found.step],
            .bits = found.bits,
            .coefficients = rounding,
            .settings = grid_problem_settings(p, settings, sizeof settings),
            .reference_digits = grid_reference_digits(grid),
            .numerics_version = provenance_of("", NULL).numerics_version,
        },
        key);
    free(values);
}
