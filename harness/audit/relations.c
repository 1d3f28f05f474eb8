/* The relations of a method: see relations.h.
 *
 * What is left of a relation that holds is round-off: at RELATION_CONTROL_BITS it is below 2^-150, or falls with the
 * bits as round-off does; in double it is below SEEN_IN_DOUBLE, some 1e5 roundings.  It differs where it does
 * neither, in double as well as above: a method is as good as the worse of its arithmetics. */
#include "harness/audit/relations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/clock.h"
#include "measures/step/local_error.h"
#include "harness/audit/zero_stability.h"
#include "harness/plan/default_steps.h"
#include "integrators/foreign/foreign_method.h"
#include "measures/ensemble/shares.h"
#include "measures/step/relation.h"
#include "measures/step/relation_control.h"
#include "numerics/exact.h"
#include "numerics/number_block.h"
#include "numerics/memory.h"

#define SEEN_IN_DOUBLE 1e-11
#define SEEN_OF_MEMORY                                                                                       \
    1e-6 /* of a step: what iterations leave is less, as in integrators/foreign/foreign_step.c */

/* Neither quadratic nor separable alone; of one, two, three and seven coordinates; of the time in either equation, and in
 * what depends on the state, of one and of three degrees of freedom; with theta; with constraints of each kind.  Methods refuse those that they do not step
 * on. */
static const char *const models[] = {"kepler",
                                     "henon-heiles",
                                     "lorenz",
                                     "exchanged-kepler",
                                     "pendulum",
                                     "double-spherical-pendulum",
                                     "isokinetic",
                                     "hopf-sphere-potential",
                                     "knife-edge",
                                     "nonholonomic-particle",
                                     "forced-momentum",
                                     "forced-position",
                                     "modulated-pendulum",
                                     "modulated-chain",
                                     "ring",
                                     "point-vortices",
                                     "lotka-volterra",
                                     "massless-charged-particle",
                                     "modulated-particle"};

struct search {
    struct relations *found;
    mpq_t step;
    struct cell_request cell; /* its step is this one, of the problem */
    bool stopped;             /* an answer was lost (foreign_program.h): nothing more is asked */
};

/* The steps are h, the power of 2 above the automatic one: in other units of the time it is as many of them, but for
 * what the rounding to a power takes; OTHERWISE where the orbit leaves the domain and there is no automatic one. */
#define OTHERWISE "1/16"

static void ask_on(struct search *w, const struct problem *problem)
{
    struct error ignored;
    double rate = 0;
    mpq_t until;

    mpq_init(until);
    w->cell.problem = problem;
    if (default_steps_find(problem, &rate, 0, DEFAULT_STEPS_COUNT, w->step, until, &ignored))
        exact_set_power(w->step, ilogb(exact_to_double(w->step)) + 1);
    else
        mpq_set_str(w->step, OTHERWISE, 10);
    mpq_clear(until);
}

/* What is found is found on its problem. */
static void note_where(const struct search *w)
{
    char *step = exact_text_decimal(w->step);

    snprintf(w->found->model, sizeof w->found->model, "%.70s", w->cell.problem->model->name);
    snprintf(w->found->step, sizeof w->found->step, "%.30s", step);
    free(step);
}

/* ---- one relation on one model ---- */

static void note_lost(struct search *w)
{
    const struct foreign_method *foreign = foreign_method_of(&w->cell.method);

    w->stopped = w->stopped || (foreign && foreign_method_end(foreign) != FOREIGN_ENDED);
}

static double measure_in_double(struct search *w, const struct measure *measure)
{
    struct error ignored;
    double value = NAN;
    mpfr_t exact;

    mpfr_init2(exact, CELL_LEAST_BITS);
    if (measure->take(&w->cell, exact, &ignored))
        value = mpfr_get_d(exact, MPFR_RNDN);
    mpfr_clear(exact);
    note_lost(w);
    return value;
}

static void note(struct relation *relation, const struct problem *problem, double value, long bits,
                 bool differs)
{
    const bool first = differs && !relation->differs;

    relation->holds += !differs;
    relation->differs += differs;
    if (!first && (value <= relation->largest || (relation->differs && !differs)))
        return;
    relation->largest = value;
    relation->bits = bits;
    snprintf(relation->model, sizeof relation->model, "%.70s", problem->model->name);
}

/* Whether it differs in MPFR. */
static bool differs_in_mpfr(struct search *w, const struct measure *measure, double *value)
{
    const bool differs = relation_control_differs(measure, &w->cell, value);

    note_lost(w);
    return differs;
}

static void find_one(struct search *w, struct relation *relation, enum measure_row row)
{
    const struct method *method = &w->cell.method;
    const struct measure_id id = measure_of(w->cell.problem, row, 0);
    const char *refusal = measure_refusal(id, w->cell.problem, method, w->cell.projection);
    double in_double, in_mpfr = 0, kept;

    if (refusal) {
        relation->reason = refusal;
        return;
    }
    in_double = measure_in_double(w, id.measure);
    if (isnan(in_double)) {
        relation->reason = "no step was made of one of the two";
        return;
    }
    const bool above = method->family->create_mpfr && differs_in_mpfr(w, id.measure, &in_mpfr),
               differs =
                   above || in_double > (w->found->width.bits
                                             ? ldexp(SEEN_IN_DOUBLE, CELL_LEAST_BITS - w->found->width.bits)
                                             : SEEN_IN_DOUBLE);
    if (!differs && relation_control_keeps(id.measure, &w->cell, &kept)) {
        relation->vacuous++;
        relation->reason = relation_control_sentence(id.measure);
    } else {
        note(relation, w->cell.problem, above ? in_mpfr : in_double,
             above ? RELATION_CONTROL_BITS : CELL_DOUBLE, differs);
    }
}

/* ---- a step that remembers ---- */

/* The coordinate in which the two ends differ most. */
static void note_ends(const struct search *w, mpfr_t *first, mpfr_t *second)
{
    const size_t d = w->cell.problem->model->dimension;
    struct relations *found = w->found;
    mpfr_t *start = problem_initial_values(w->cell.problem, 53);
    double apart = 0;

    note_where(w);
    for (size_t i = 0; i < d; i++) {
        const double a = mpfr_get_d(first[i], MPFR_RNDN), b = mpfr_get_d(second[i], MPFR_RNDN);

        if (fabs(a - b) <= apart)
            continue;
        apart = fabs(a - b);
        found->coordinate = i;
        found->start = mpfr_get_d(start[i], MPFR_RNDN);
        found->first = a;
        found->second = b;
    }
    number_block_destroy(start);
}

static void find_calls(const struct search *w)
{
    const size_t d = w->cell.problem->model->dimension;
    mpfr_t *first = number_block_create(2 * d, 53), *second = first + d;

    w->found->remembers = relation_ask_twice(&w->cell, first, second);
    note_ends(w, first, second);
    number_block_destroy(first);
}

/* Whether the method is one for its first calls, and another later: of one that is not ours, when all else was asked. */
static void find_later(struct search *w, const char *model)
{
    struct error ignored;
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &ignored);
    const size_t d = problem->model->dimension;
    struct relations *found = w->found;
    mpfr_t *first = number_block_create(2 * d, 53), *second = first + d;

    ask_on(w, problem);
    snprintf(found->lasting, sizeof found->lasting, "%.70s", problem->model->name);
    relation_ask_later(&w->cell, &found->later, first, second);
    note_lost(w);
    found->changes = !(found->later.apart <= RELATION_LATER_APART);
    if (found->changes)
        note_ends(w, first, second);
    number_block_destroy(first);
    problem_destroy(problem);
}

/* Of a method that is not ours.  Trees say nothing of steps that are others in other affine coordinates, nor of one that
 * steps in single precision. */
static void find_by_itself(struct search *w)
{
    const struct relation *affine = w->found->relation + (MEASURE_RELATION_AFFINE - MEASURE_RELATION_TIME);

    if (w->stopped || w->found->remembers || w->found->width.bits)
        return;
    w->found->clock = clock_measure(&w->cell);
    if (affine->holds && !affine->differs)
        w->found->trees = tree_order_find(&w->cell);
}

/* ---- all of them ---- */

/* Of a method that is not ours: whether it has fewer bits, and whether errors grow of one that remembers. */
static void find_of_foreign(const struct search *w)
{
    struct relations *found = w->found;
    struct cell_request cell = w->cell;
    struct error ignored;
    struct trajectory *trajectory;

    cell.steps = RELATIONS_STEPS;
    trajectory = cell_run(&cell, &ignored);
    if (trajectory)
        found->width = trajectory->width;
    if (cell.method.family->remembers)
        found->growth = zero_stability_growth(&cell);
    if (found->width.coordinate || found->growth > 0)
        note_where(w);
    trajectory_destroy(trajectory);
}

/* Of a method in double that is not ours: what becomes of its order on the model where it is larger, or in other units. */
static void find_sizes(struct search *w)
{
    const struct relation *first = w->found->relation - MEASURE_RELATION_TIME;
    const char *model = w->cell.problem->model->name;
    const struct relation *product = first + MEASURE_RELATION_PRODUCT,
                          *scaling = first + MEASURE_RELATION_SCALING;
    const bool grows = product->differs && strcmp(product->model, model) == 0,
               scales = scaling->differs && strcmp(scaling->model, model) == 0;
    struct sizes found;

    if (w->stopped || w->found->width.bits || isfinite(w->found->sizes.order) || !(grows || scales))
        return;
    found = sizes_find(&w->cell, grows, scales);
    note_lost(w);
    if (found.order < w->found->sizes.order)
        w->found->sizes = found;
}

/* Whether steps are made on it. */
static bool find_on(struct search *w, const struct problem *problem)
{
    const struct relation *repeated =
        w->found->relation + (MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME);
    struct error ignored;

    if (method_refuses_model(&w->cell.method, w->cell.projection, problem->model, &ignored) != METHOD_APPLIES)
        return false;
    ask_on(w, problem);
    if (foreign_method_of(&w->cell.method) &&
        isnan(measure_in_double(w, measure_table + MEASURE_RELATION_REPEATED)))
        return false; /* it makes no step here */
    if (foreign_method_of(&w->cell.method) && !w->found->model[0] && !w->found->width.bits)
        find_of_foreign(w);
    for (int k = 0; k < RELATIONS && !w->stopped; k++)
        find_one(w, w->found->relation + k, (enum measure_row)(MEASURE_RELATION_TIME + k));
    if (foreign_method_of(&w->cell.method))
        find_sizes(w);
    if (repeated->differs && !w->found->remembers)
        find_calls(w);
    return true;
}

void relations_find(struct relations *found, const struct method *method, const struct projection *projection,
                    const char *on)
{
    const struct foreign_method *foreign = foreign_method_of(method);
    const size_t count = on ? 1 : sizeof models / sizeof *models;
    struct search w = {
        .found = found,
        .cell = {.method = *method, .projection = projection, .steps = 1, .bits = CELL_DOUBLE}};
    const char *first = NULL; /* model that it steps on */
    struct error ignored;

    *found = (struct relations){.sizes.order = INFINITY};
    snprintf(found->method, sizeof found->method, "%s", method->name);
    mpq_init(w.step);
    w.cell.step = w.step;
    for (size_t k = 0; k < count && !w.stopped; k++) {
        const char *model = on ? on : models[k];
        struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &ignored);

        if (problem && find_on(&w, problem) && !first)
            first = model;
        problem_destroy(problem);
    }
    if (found->width.bits)
        found->relation[MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME].reason =
            "its states are numbers of 24 bits, single precision, by whose round-off it is judged";
    if (first && !w.stopped && !found->remembers && foreign)
        find_later(&w, first);
    found->clock = (struct clock_error){.share = NAN};
    if (foreign)
        find_by_itself(&w);
    note_lost(&w);
    found->stopped = w.stopped;
    if (foreign)
        foreign_method_renew(foreign);
    mpq_clear(w.step);
}

struct all {
    struct relations *found;
    const struct method *method;
    size_t methods, shares;
    const struct projection *projection;
    const char *on;
};

static void find_share(void *context, size_t k)
{
    const struct all *all = context;

    for (; k < all->methods; k += all->shares)
        relations_find(all->found + k, all->method + k, all->projection, all->on);
}

bool relations_find_all(struct relations *found, const struct method *method, size_t methods,
                        const struct projection *projection, const char *on, size_t processes,
                        struct error *error)
{
    struct all all = {.found = memory_create_shared(methods * sizeof *found),
                      .method = method,
                      .methods = methods,
                      .shares = processes < methods ? processes : methods,
                      .projection = projection,
                      .on = on};
    const bool good = shares_run(all.shares, find_share, &all, error);

    memcpy(found, all.found, methods * sizeof *found);
    memory_destroy_shared(all.found, methods * sizeof *found);
    return good;
}

/* By which share of a step the two ends of the same one lie apart, of a method that is no map. */
static double find_memory(const struct relations *found)
{
    return isfinite(found->later.apart)
               ? fabs(found->second - found->first) / fabs(found->first - found->start)
               : INFINITY;
}

static bool is_about_map(enum audit_property property)
{
    static const bool about_maps[AUDIT_PROPERTIES] = {[AUDIT_ORDER] = true,
                                                      [AUDIT_SYMPLECTIC] = true,
                                                      [AUDIT_SYMMETRIC] = true,
                                                      [AUDIT_REVERSIBLE] = true,
                                                      [AUDIT_RELATION_REPEATED] = true};

    return about_maps[property];
}

bool relations_refute(const struct relations *found, enum audit_property property)
{
    const bool is_none = (found->remembers || found->changes) &&
                         (property == AUDIT_RELATION_REPEATED || find_memory(found) > SEEN_OF_MEMORY);
    const bool has_order = !found->width.coordinate && !(found->growth > 0);

    return (is_none && is_about_map(property)) || (!has_order && property == AUDIT_ORDER);
}

bool relations_doubt(const struct relations *found, enum audit_property property)
{
    return (found->remembers || found->changes) && is_about_map(property) &&
           !relations_refute(found, property);
}

const struct relation *relations_claimed(const struct relations *found, enum audit_property property)
{
    return property >= AUDIT_RELATION && property < AUDIT_POWER
               ? found->relation + (property - AUDIT_RELATION)
               : NULL;
}

const char *relations_refusal(const struct relations *found, enum audit_property property)
{
    const struct relation *relation = relations_claimed(found, property);

    return relation && !relation->holds && !relation->differs ? relation->reason : NULL;
}
