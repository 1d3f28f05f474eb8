/* The key of a cell of a grid: see grid_key.h.
 *
 * SHA-256 of the named fields below (digest.h).  Lists are preceded by their length, so that the last
 * parameter cannot be taken for the first initial value.  No field tells how cells are stored: a new schema
 * of the store leaves all keys as they are. */
#include "harness/plan/grid_key.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/plan/grid_methods.h"
#include "harness/plan/provenance.h"
#include "integrators/methods/rounding.h"
#include "numerics/memory.h"

static void add_integer(struct digest *digest, const char *name, long long value)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", value);
    digest_add_text(digest, name, text);
}

/* As a quotient in lowest terms. */
static void add_rational(struct digest *digest, const char *name, mpq_srcptr value)
{
    char *text =
        memory_create(mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3, 1);

    digest_add_text(digest, name, mpq_get_str(text, 10, value));
    free(text);
}

static void add_value(struct digest *digest, const char *name, const char *text)
{
    digest_add_text(digest, "name", name);
    digest_add_text(digest, "value", text);
}

static void add_data(struct digest *digest, const struct problem *problem)
{
    const struct model *model = problem->model;

    digest_add_text(digest, "model", model->text);
    add_integer(digest, "parameters", (long long)model->parameters);
    for (size_t i = 0; i < model->parameters; i++)
        add_value(digest, model->parameter[i].name, model->parameter[i].text);
    add_integer(digest, "initial", (long long)model->dimension);
    for (size_t i = 0; i < model->dimension; i++)
        add_value(digest, model->coordinates[i], problem->initial->text[i]);
}

static void end_key(struct digest *digest, const struct grid *grid, char key[CELL_KEY_TEXT])
{
    add_integer(digest, "reference_digits", grid_reference_digits(grid));
    digest_add_text(digest, "numerics_version", provenance_of("", NULL).numerics_version);
    digest_end(digest, key);
}

void grid_key_create(const struct grid *grid, size_t cell, char key[CELL_KEY_TEXT])
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;
    char settings[300], rounding[ROUNDING_TEXT];
    struct digest digest;

    grid_problem_settings(p, settings, sizeof settings);
    rounding_write(grid->precision[curve->precision].rounding, rounding);
    digest_begin(&digest);
    add_data(&digest, p->problem);
    grid_methods_digest(&digest, curve->method);
    digest_add_text(&digest, "formulation", "");
    grid_methods_digest_projection(&digest, curve->projection);
    add_rational(&digest, "step", p->step[found.step]);
    add_integer(&digest, "steps", (long long)p->count[found.step]);
    add_integer(&digest, "bits", found.bits);
    if (found.perturbed)
        digest_add_text(&digest, "initial", "perturbed");
    digest_add_text(&digest, "coefficients", rounding);
    if (*settings)
        digest_add_text(&digest, "settings", settings);
    end_key(&digest, grid, key);
}

void grid_key_of_reference(const struct grid *grid, size_t problem, char key[CELL_KEY_TEXT])
{
    struct digest digest;

    digest_begin(&digest);
    add_data(&digest, grid->problem[problem].problem);
    add_rational(&digest, "until", grid->problem[problem].until);
    end_key(&digest, grid, key);
}
