/* Formulas of steps: see step_formulas.h. */
#include "integrators/formulas/step_formulas.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/formulas/formula_file.h"
#include "integrators/methods/method.h"
#include "integrators/tableaux/tableau.h"
#include "numerics/memory.h"
#include "numerics/text.h"

/* Where a run starts nothing is known yet. */
enum { BLOCK_KNOWN = 2, BLOCK_SHARED = 3, BLOCK_BEFORE = BLOCK_KNOWN };

/* -- what formulas are written with -- */

struct step_symbols step_formulas_symbols(const struct setup *setup, const struct step_family *family)
{
    const size_t d = setup->system->dimension, more = family->moves_momentum || family->remembers ? d : 0;
    struct graph *graph = setup->system->model->graph;

    return (struct step_symbols){
        .setup = setup,
        .family = family,
        .graph = graph,
        .state = graph_variables(graph, MODEL_BLOCK_COORDINATES, 0, d),
        .more = graph_variables(graph, MODEL_BLOCK_COORDINATES, d, more),
        .h = graph_input(graph, MODEL_BLOCK_COORDINATES, d + more),
    };
}

expressions step_formulas_unknowns(const struct step_symbols *w, size_t first, size_t count)
{
    return graph_variables(w->graph, MODEL_BLOCK_VELOCITIES, first, count);
}

expressions step_formulas_carried(const struct step_symbols *w, size_t first, size_t count)
{
    return graph_variables(w->graph, MODEL_BLOCK_COORDINATES, w->h->index + 1 + first, count);
}

expressions step_formulas_before(const struct step_symbols *w)
{
    return graph_variables(w->graph, BLOCK_BEFORE, 0, w->state.rows);
}

expression step_formulas_number(const struct step_symbols *w, double value)
{
    expression number;
    mpq_t exact;

    mpq_init(exact);
    mpq_set_d(exact, value);
    number = graph_constant(w->graph, exact);
    mpq_clear(exact);
    return number;
}

expression step_formulas_times_h(const struct step_symbols *w, double factor)
{
    return graph_multiply(w->graph, step_formulas_number(w, factor), w->h);
}

expressions step_formulas_at(expressions f, expressions point)
{
    return graph_at(f, MODEL_BLOCK_COORDINATES, point);
}

/* -- their programs -- */

static bool is_complete(expressions A)
{
    size_t complete = 0;

    while (complete < A.rows * A.columns && A.entry[complete])
        complete++;
    return complete == A.rows * A.columns;
}

/* An output without numbers is none: a caller need not name it. */
static struct program *compile(expressions first, expressions second)
{
    const struct program_output output[] = {{first.rows, first.entry}, {second.rows, second.entry}};

    return program_create(0, NULL, second.rows ? 2 : 1, output);
}

static void destroy(void *made)
{
    struct step_programs *programs = made;

    program_destroy(programs->prepare);
    program_destroy(programs->residual);
    program_destroy(programs->increment);
    program_destroy(programs->guess);
    program_destroy(programs->matrix);
    program_destroy(programs->start);
    free(programs);
}

/* All in one vector, so that what is known is found once for all of them; NULL where the graph refuses something. */
static struct step_programs *compile_all(const struct step_symbols *w)
{
    const struct step_formulas formulas = w->family->formulate(w);
    const size_t n = formulas.residual.rows, moves = formulas.increment.rows,
                 entries = formulas.matrix.rows * n;
    const expressions none = graph_zeros(w->graph, 0, 1);
    expressions A =
        graph_above(graph_above(formulas.residual, formulas.increment), graph_vector(formulas.matrix));

    if (!is_complete(A) || !is_complete(formulas.guess) || !is_complete(formulas.start))
        return NULL;
    const expressions known = n ? graph_parts_without(&A, MODEL_BLOCK_VELOCITIES, BLOCK_KNOWN) : none;
    const expressions r = graph_rows(A, 0, n);
    expressions matrix = graph_rows(A, n + moves, entries);
    const expressions shared = is_complete(A) ? graph_parts_shared(&matrix, r, BLOCK_SHARED) : none;

    if (!is_complete(A) || !is_complete(known))
        return NULL;
    struct step_programs *programs = memory_create(1, sizeof *programs);
    *programs = (struct step_programs){
        .unknowns = n,
        .judged = n - formulas.multipliers,
        .data = w->h->index + 1 + formulas.start.rows,
        .carries = formulas.start.rows,
        .line = formulas.line,
        .earlier = formulas.start.rows && !graph_is_free(formulas.start, step_formulas_before(w)),
        .start = formulas.start.rows ? compile(formulas.start, none) : NULL,
        .known = known.rows,
        .shared = shared.rows,
        .prepare = known.rows ? compile(known, none) : NULL,
        .residual = compile(r, shared),
        .increment = compile(graph_rows(A, n, moves), none),
        .guess = n && formulas.guess.rows && !graph_vanishes(formulas.guess) ? compile(formulas.guess, none)
                                                                             : NULL,
        .matrix = entries ? compile(matrix, none) : NULL,
    };
    return programs;
}

/* The coefficients of what is projected, which are in the programs of such a step. */
static const void *key_of_base(const struct tableau *tableau)
{
    const size_t s = tableau->stages;
    mpfr_t *const all[] = {tableau->a, tableau->abar, tableau->b,
                           tableau->has_null_vector ? tableau->null_vector : tableau->b};
    uint64_t key = (uint64_t)(int64_t)tableau->r_infinity;

    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < (k < 2 ? s * s : s); i++) {
            char text[40 + sizeof key], *digits;
            mpfr_exp_t exponent;

            digits = mpfr_get_str(NULL, &exponent, 16, 0, all[k][i], MPFR_RNDN);
            snprintf(text, sizeof text, "%" PRIx64 ",%" PRIx64 ",%ld", key, text_hash(digits, strlen(digits)),
                     (long)exponent);
            mpfr_free_str(digits);
            key = text_hash(text, strlen(text));
        }
    }
    return (const void *)(uintptr_t)key;
}

/* Where the programs are kept */
static void **place_of(const struct setup *setup, const struct step_family *family)
{
    if (family->file && family->file->projects)
        return system_made(setup->system, family, key_of_base(setup->tableau), destroy);
    return system_made(setup->system, family, setup->projection, destroy);
}

const struct step_programs *step_formulas_compile(const struct setup *setup, const struct step_family *family)
{
    void **made = place_of(setup, family);

    if (!*made) {
        const struct step_symbols symbols = step_formulas_symbols(setup, family);

        *made = compile_all(&symbols);
    }
    return *made;
}

const struct step_family *step_formulas_family(const struct setup *setup, const struct method_family *family)
{
    if (setup->projection && setup->projection->steps)
        return setup->projection->steps;

    const struct step_family *own = setup->system->body && family->body ? family->body : family->steps;

    return own && own->onto_manifold && projection_projects(setup->projection) ? own->onto_manifold : own;
}

static bool check(const struct setup *setup, const struct method_family *family, struct error *error)
{
    char with[200];
    const struct step_family *phase = step_formulas_family(setup, family);

    for (; phase; phase = phase->then) {
        const struct step_symbols symbols = step_formulas_symbols(setup, phase);

        if (phase->file && !*place_of(setup, phase) && !formula_file_check(&symbols, error))
            return false;
        if (phase->formulate && !step_formulas_compile(setup, phase)) {
            snprintf(with, sizeof with, "the equations of %s", family->name);
            return model_refuse_size(setup->system->model, with, error);
        }
    }
    return true;
}

bool step_formulas_check(const struct setup *setup, struct error *error)
{
    return check(setup, setup->method->base, error) &&
           (!setup->adjoint || check(setup, setup->adjoint, error));
}
