/* The relations of a method: see relations.h.
 *
 * What is left of a relation that holds is round-off: at RELATIONS_BITS it is below SMALLEST, or falls with the
 * bits as round-off does; in double it is below SEEN_IN_DOUBLE, some 1e5 roundings.  It differs where it does
 * neither, in double as well as above: a method is as good as the worse of its arithmetics. */
#include "harness/audit/relations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/audit/zero_stability.h"
#include "integrators/foreign/foreign_library.h"
#include "integrators/foreign/foreign_method.h"
#include "measures/ensemble/shares.h"
#include "measures/step/relation.h"
#include "numerics/number_block.h"

#define SMALLEST       0x1p-150
#define FALL           0.8
#define SEEN_IN_DOUBLE 1e-11

enum { LONGEST_SECONDS = 5, STEPS_OF_NUMBERS = 64 };

/* Neither quadratic nor separable alone; in one, two and three dimensions; of the time in either equation, and in
 * what depends on the state; with theta; with constraints of each kind.  Methods refuse those that they do not step
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
                                     "point-vortices",
                                     "lotka-volterra",
                                     "massless-charged-particle",
                                     "modulated-particle"};
static const char step_text[] = "1/16";

struct search {
    struct relations *found;
    struct cell_request cell;
    bool stopped; /* a step that was not made took so long that no other is asked for */
};

/* ---- one relation on one model ---- */

static double measure_at(struct search *w, const struct measure *measure, long bits)
{
    struct cell_request cell = w->cell;
    const time_t begun = time(NULL);
    struct error ignored;
    double value = NAN;
    mpfr_t exact;

    cell.bits = bits;
    mpfr_init2(exact, bits ? bits : 53);
    if (measure->take(&cell, exact, &ignored))
        value = mpfr_get_d(exact, MPFR_RNDN);
    mpfr_clear(exact);
    w->stopped = w->stopped || (isnan(value) && time(NULL) - begun > LONGEST_SECONDS);
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

/* Whether it differs at the bits of RELATIONS_BITS, too much for round-off. */
static bool differs_in_mpfr(struct search *w, const struct measure *measure, double *value)
{
    *value = measure_at(w, measure, RELATIONS_BITS);
    return *value > SMALLEST && !(measure_at(w, measure, RELATIONS_MORE_BITS) <=
                                  *value * exp2(-FALL * (RELATIONS_MORE_BITS - RELATIONS_BITS)));
}

static void find_one(struct search *w, struct relation *relation, enum measure_row row)
{
    const struct method *method = &w->cell.method;
    const struct measure_id id = measure_of(w->cell.problem, row, 0);
    const char *refusal = measure_refusal(id, w->cell.problem, method, w->cell.projection);
    double in_double, in_mpfr = 0;

    if (refusal) {
        relation->reason = refusal;
        return;
    }
    in_double = measure_at(w, id.measure, CELL_DOUBLE);
    if (isnan(in_double)) {
        relation->reason = "no step was made of one of the two";
        return;
    }
    if (method->family->create_mpfr && differs_in_mpfr(w, id.measure, &in_mpfr))
        note(relation, w->cell.problem, in_mpfr, RELATIONS_BITS, true);
    else
        note(relation, w->cell.problem, in_double, CELL_DOUBLE,
             in_double > (w->found->width.bits ? ldexp(SEEN_IN_DOUBLE, CELL_LEAST_BITS - w->found->width.bits)
                                               : SEEN_IN_DOUBLE));
}

/* ---- a step that remembers ---- */

/* The coordinate in which the two ends differ most. */
static void note_ends(const struct search *w, mpfr_t *first, mpfr_t *second)
{
    const size_t d = w->cell.problem->model->dimension;
    struct relations *found = w->found;
    mpfr_t *start = problem_initial_values(w->cell.problem, 53);
    double apart = 0;

    snprintf(found->model, sizeof found->model, "%.70s", w->cell.problem->model->name);
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

    w->cell.problem = problem;
    snprintf(found->lasting, sizeof found->lasting, "%.70s", problem->model->name);
    relation_ask_later(&w->cell, &found->later, first, second);
    found->changes = !(found->later.apart <= RELATION_LATER_APART);
    if (found->changes)
        note_ends(w, first, second);
    number_block_destroy(first);
    problem_destroy(problem);
}

/* ---- all of them ---- */

/* Of a method that is not ours: whether it has fewer bits, and whether errors grow of one that remembers. */
static void find_of_foreign(const struct search *w)
{
    struct relations *found = w->found;
    struct cell_request cell = w->cell;
    struct error ignored;
    struct trajectory *trajectory;

    cell.steps = STEPS_OF_NUMBERS;
    trajectory = cell_run(&cell, &ignored);
    if (trajectory)
        found->width = trajectory->width;
    if (cell.method.family->remembers)
        found->growth = zero_stability_growth(&cell);
    if (found->width.coordinate || found->growth > 0)
        snprintf(found->model, sizeof found->model, "%.70s", cell.problem->model->name);
    trajectory_destroy(trajectory);
}

/* Whether steps are made on it. */
static bool find_on(struct search *w, const struct problem *problem)
{
    const struct relation *repeated =
        w->found->relation + (MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME);
    struct error ignored;

    if (method_refuses_model(&w->cell.method, w->cell.projection, problem->model, &ignored) != METHOD_APPLIES)
        return false;
    w->cell.problem = problem;
    if (foreign_method_of(&w->cell.method) &&
        isnan(measure_at(w, measure_table + MEASURE_RELATION_REPEATED, CELL_DOUBLE)))
        return false; /* it makes no step here */
    if (foreign_method_of(&w->cell.method) && !w->found->model[0] && !w->found->width.bits)
        find_of_foreign(w);
    for (int k = 0; k < RELATIONS && !w->stopped; k++)
        find_one(w, w->found->relation + k, (enum measure_row)(MEASURE_RELATION_TIME + k));
    if (repeated->differs && !w->found->remembers)
        find_calls(w);
    return true;
}

struct apart {
    const struct method *method;
    const struct projection *projection;
    const char *on;
    struct relations found;
};

static void find_all(void *context)
{
    struct apart *apart = context;
    const size_t count = apart->on ? 1 : sizeof models / sizeof *models;
    struct search w = {
        .found = &apart->found,
        .cell = {.method = *apart->method, .projection = apart->projection, .steps = 1, .bits = CELL_DOUBLE}};
    const char *first = NULL; /* model that it steps on */
    struct error ignored;
    mpq_t step;

    mpq_init(step);
    mpq_set_str(step, step_text, 10);
    w.cell.step = step;
    for (size_t k = 0; k < count && !w.stopped; k++) {
        const char *model = apart->on ? apart->on : models[k];
        struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &ignored);

        if (problem && find_on(&w, problem) && !first)
            first = model;
        problem_destroy(problem);
    }
    if (apart->found.width.bits)
        apart->found.relation[MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME].reason =
            "its states are numbers of 24 bits, single precision, by whose round-off it is judged";
    if (first && !w.stopped && !apart->found.remembers && foreign_method_of(apart->method))
        find_later(&w, first);
    mpq_clear(step);
}

void relations_find(struct relations *found, const struct method *method, const struct projection *projection,
                    const char *on)
{
    const struct foreign_method *foreign = foreign_method_of(method);
    struct apart *apart = shares_memory_create(sizeof *apart);

    *apart = (struct apart){.method = method, .projection = projection, .on = on};
    snprintf(apart->found.method, sizeof apart->found.method, "%s", method->name);
    if (foreign && foreign->library)
        foreign_library_isolate(find_all, apart);
    else
        find_all(apart);
    *found = apart->found;
    shares_memory_destroy(apart, sizeof *apart);
}

const struct relations *relations_against(const struct relations *found, size_t methods,
                                          const struct audit *audit, const char *claim)
{
    static const bool about_maps[AUDIT_PROPERTIES] = {[AUDIT_ORDER] = true,
                                                      [AUDIT_SYMPLECTIC] = true,
                                                      [AUDIT_SYMMETRIC] = true,
                                                      [AUDIT_REVERSIBLE] = true,
                                                      [AUDIT_RELATION_REPEATED] = true};

    for (size_t i = 0; i < methods; i++) {
        for (size_t k = 0; k < audit->claims; k++) {
            const struct audit_claim *made = audit->claim + k;
            const bool is_none = (found[i].remembers || found[i].changes) && about_maps[made->property];
            const bool has_order = !found[i].width.coordinate && !(found[i].growth > 0);

            if ((is_none || (!has_order && made->property == AUDIT_ORDER)) &&
                strcmp(audit_property_name(made->property), claim) == 0 &&
                (!made->method || strcmp(made->method, found[i].method) == 0))
                return found + i;
        }
    }
    return NULL;
}

static bool is_relation(enum audit_property property)
{
    return property >= AUDIT_RELATION && property < AUDIT_POWER;
}

const char *relations_refusal(const struct relations *found, size_t methods, const struct audit_claim *claim)
{
    const char *reason = NULL;

    for (size_t i = 0; is_relation(claim->property) && i < methods; i++) {
        const struct relation *relation = found[i].relation + (claim->property - AUDIT_RELATION);

        if (relation->holds || relation->differs || !relation->reason)
            return NULL;
        reason = relation->reason;
    }
    return reason;
}

/* ---- words ---- */

static const char *name_of(int k)
{
    return measure_table[MEASURE_RELATION_TIME + k].name + strlen("relation:");
}

static const char *verdict_of(const struct relation *relation)
{
    return relation->differs ? "differs" : relation->holds ? "holds" : "not applicable";
}

/* The second end, behind the steps of `later`. */
static void write_second(const struct relations *found, char *text, size_t size)
{
    if (isfinite(found->later.apart))
        snprintf(text, size, "with %.17g", found->second);
    else
        snprintf(text, size, "nowhere");
}

const char *relations_sentence(const struct relations *found, char sentence[RELATIONS_SENTENCE])
{
    char second[40];

    if (found->growth > 0)
        return zero_stability_sentence(found->growth, found->model, sentence, RELATIONS_SENTENCE);
    write_second(found, second, sizeof second);
    if (found->changes)
        snprintf(sentence, RELATIONS_SENTENCE,
                 "the method is not the same later: from the initial data of %s (number %zu is %.17g) %d "
                 "steps of %s end with "
                 "%.17g, and %s when the same process is asked for them again, %lu steps later",
                 found->model, found->coordinate + 1, found->start, RELATION_FIRST_STEPS, step_text,
                 found->first, second, found->later.calls);
    else if (!found->remembers)
        snprintf(
            sentence, RELATIONS_SENTENCE,
            "%s: number %zu of its state has no more than 24 bits in %d steps of %s from the initial data of "
            "%s, and others have more: it is in single precision, and no order shows below its round-off",
            found->method, found->width.coordinate, STEPS_OF_NUMBERS, step_text, found->model);
    else
        snprintf(
            sentence, RELATIONS_SENTENCE,
            "the method is no map: from the initial data of %s (number %zu is %.17g) a step of %s ends with "
            "%.17g, "
            "and the same step, asked for again behind two others, with %.17g; let it say that it is a "
            "session",
            found->model, found->coordinate + 1, found->start, step_text, found->first, found->second);
    return sentence;
}

/* Of methods that are not ours: for how many steps of a process the audit speaks. */
static void print_later(const struct relations *found)
{
    char sentence[RELATIONS_SENTENCE];

    if (found->changes)
        printf("    %-12s %-15s%s\n", "later", "differs", relations_sentence(found, sentence));
    else if (found->later.calls)
        printf("    %-12s %-15son %s, but for %.1e: the first %d steps again and again, %lu steps in one "
               "process\n",
               "later", "holds", found->lasting, found->later.apart, RELATION_FIRST_STEPS,
               found->later.calls);
}

static void print_one(const struct relation *relation)
{
    const size_t models_of = relation->holds + relation->differs;

    if (relation->differs)
        printf("by %.2g on %s%s, on %zu of %zu model%s\n", relation->largest, relation->model,
               relation->bits ? ", in MPFR" : "", relation->differs, models_of, models_of > 1 ? "s" : "");
    else if (relation->holds)
        printf("on %zu model%s, but for round-off of %.1e\n", models_of, models_of > 1 ? "s" : "",
               relation->largest);
    else
        printf("%s\n", relation->reason ? relation->reason : "no step was made");
}

void relations_print(const struct relations *found, size_t methods)
{
    for (size_t i = 0; i < methods; i++) {
        printf("relations of %s, which take neither a claim nor a reference\n", found[i].method);
        for (int k = 0; k < RELATIONS; k++) {
            printf("    %-12s %-15s", name_of(k), verdict_of(found[i].relation + k));
            print_one(found[i].relation + k);
        }
        print_later(found + i);
    }
}

/* Why it is as it is; NULL where that is no question. */
static json_t *reason_json(const struct relations *found, int k)
{
    const struct relation *relation = found->relation + k;
    char sentence[RELATIONS_SENTENCE];

    if (found->remembers && k == MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME)
        return json_string(relations_sentence(found, sentence));
    return !relation->holds && !relation->differs && relation->reason ? json_string(relation->reason)
                                                                      : json_null();
}

static json_t *one_json(const struct relations *found, int k)
{
    const struct relation *relation = found->relation + k;
    const bool applies = relation->holds + relation->differs;

    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:o, s:o, s:o}", "method", found->method, "relation",
                     name_of(k), "verdict", verdict_of(relation), "holds", (int)relation->holds, "differs",
                     (int)relation->differs, "largest", applies ? json_real(relation->largest) : json_null(),
                     "model", applies ? json_string(relation->model) : json_null(), "reason",
                     reason_json(found, k));
}

static json_t *later_json(const struct relations *found)
{
    char sentence[RELATIONS_SENTENCE];

    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:s, s:o}", "method", found->method, "relation", "later",
                     "verdict", found->changes ? "differs" : "holds", "steps", (int)found->later.calls,
                     "largest", isfinite(found->later.apart) ? json_real(found->later.apart) : json_null(),
                     "model", found->lasting, "reason",
                     found->changes ? json_string(relations_sentence(found, sentence)) : json_null());
}

json_t *relations_json(const struct relations *found, size_t methods)
{
    json_t *list = json_array();

    for (size_t i = 0; i < methods * RELATIONS; i++)
        json_array_append_new(list, one_json(found + i / RELATIONS, (int)(i % RELATIONS)));
    for (size_t i = 0; i < methods; i++) {
        if (found[i].later.calls)
            json_array_append_new(list, later_json(found + i));
    }
    return list;
}
