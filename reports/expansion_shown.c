/* Expansions in print and as JSON: see expansion_shown.h. */
#include "reports/expansion_shown.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN = 2, WIDTH = 24, FIRST_VALUES = 4 };

static const char *const beside[] = {[EXPANSION_POLYNOMIAL] = "",
                                     [EXPANSION_ALTERNATES] = ", and (-1)^n",
                                     [EXPANSION_DECAYS] = ", and decays",
                                     [EXPANSION_EXPONENTIAL] = ", and an exponential"};
static const char *const growth_names[] = {[EXPANSION_ZERO] = "zero",
                                           [EXPANSION_POLYNOMIAL] = "polynomial",
                                           [EXPANSION_ALTERNATES] = "alternates",
                                           [EXPANSION_DECAYS] = "decays",
                                           [EXPANSION_EXPONENTIAL] = "exponential",
                                           [EXPANSION_OTHER] = "other"};

/* What stands before the name of a coordinate. */
static const char *const kind_names[EXPANSION_KINDS] = {
    [EXPANSION_OF_CONSTRAINT] = "p - theta",        [EXPANSION_OF_MULTIPLIER] = "multiplier",
    [EXPANSION_OF_DIFFERENCE] = "difference",       [EXPANSION_OF_SYMMETRY] = "symmetry",
    [EXPANSION_OF_REVERSIBILITY] = "reversibility", [EXPANSION_OF_BILINEAR] = "bilinear",
    [EXPANSION_OF_SYMPLECTIC] = "symplectic",       [EXPANSION_OF_AMBIENT] = "symplectic ambient",
};

/* Of the state on which a step is a map: q1, then p, q1 or e, q1. */
static void write_component(const struct problem *problem, const struct expansion_quantity *quantity,
                            char name[PROBLEM_MULTIPLIER])
{
    const struct system *system = problem->system;
    const bool moved = quantity->index >= system->positions;
    const size_t k = moved ? (quantity->index - system->positions) % system->dimension : quantity->index;

    snprintf(name, PROBLEM_MULTIPLIER, "%s, %s%s", kind_names[quantity->of], moved ? "p or e of " : "",
             problem->model->coordinates[k]);
}

static const char *constraint_name(const struct system *system, size_t k, char name[PROBLEM_MULTIPLIER])
{
    for (size_t group = 0; group < system->constraint_groups; group++) {
        const struct system_constraint *row = system->constraint_group + group;

        if (k < row->count) {
            snprintf(name, PROBLEM_MULTIPLIER, row->count > 1 ? "%s-%zu" : "%s", row->name, k + 1);
            return name;
        }
        k -= row->count;
    }
    return "constraint";
}

static const char *quantity_name(const struct problem *problem, const struct expansion_quantity *quantity,
                                 char name[PROBLEM_MULTIPLIER])
{
    const struct system *system = problem->system;
    const size_t k = quantity->index;

    if (quantity->of == EXPANSION_OF_SOLUTION)
        return problem->model->coordinates[k];
    if (quantity->of == EXPANSION_OF_OBSERVABLE)
        return problem_observable_name(problem, k);
    if (quantity->of == EXPANSION_OF_CONSTRAINT && !system->momentum)
        return constraint_name(system, k, name);
    if (quantity->of == EXPANSION_OF_MULTIPLIER && system->reactions) {
        char own[PROBLEM_MULTIPLIER];

        snprintf(name, PROBLEM_MULTIPLIER, "multiplier, %.80s", problem_multiplier_name(problem, k, own));
        return name;
    }
    if (quantity->of == EXPANSION_OF_BILINEAR || quantity->of >= EXPANSION_OF_SYMPLECTIC)
        snprintf(name, PROBLEM_MULTIPLIER, "%s, %zu", kind_names[quantity->of], quantity->index);
    else
        write_component(problem, quantity, name);
    return name;
}

static bool is_term(const struct expansion_coefficient *coefficient)
{
    return coefficient->growth != EXPANSION_ZERO;
}

/* ---- in print ---- */

/* How c(n) grows, and its first values. */
static void print_coefficient(const struct expansion_coefficient *c)
{
    if (c->growth == EXPANSION_POLYNOMIAL && c->degree == 0) {
        printf("%.7g", c->value[0]);
    } else if (c->growth == EXPANSION_POLYNOMIAL && c->degree == 1 &&
               fabs(c->value[1] - 2 * c->value[0]) <= 1e-14 * fabs(c->value[1])) {
        printf("%.7g n", c->value[0]);
    } else if (c->growth == EXPANSION_ALTERNATES && c->degree == 0) {
        printf("%.7g if n is odd, %.7g if n is even", c->value[0], c->value[1]);
    } else {
        if (c->growth == EXPANSION_OTHER)
            printf("no polynomial in n: ");
        else
            printf("degree %d in n%s: ", c->degree, beside[c->growth]);
        for (int n = 0; n < FIRST_VALUES; n++)
            printf("%.7g, ", c->value[n]);
        printf("...");
    }
}

static void print_order(const struct expansion_quantity *quantity)
{
    const int order = expansion_order(quantity);

    if (order == INT_MAX)
        printf("zero up to h^%ld", quantity->known - 1);
    else if (order == EXPANSION_UNSTABLE)
        printf("not stable");
    else if (order == EXPANSION_OPEN)
        printf("order open");
    else
        printf("order %d", order);
}

static void print_quantity(const struct problem *problem, const struct expansion_quantity *quantity)
{
    char name[PROBLEM_MULTIPLIER];
    int shown = 0;

    printf("  %-*s ", WIDTH, quantity_name(problem, quantity, name));
    print_order(quantity);
    printf("\n");
    for (long k = 0; k < quantity->known && shown < SHOWN; k++) {
        if (is_term(quantity->coefficient + k)) {
            printf("  %*s   h^%-3ld ", WIDTH, "", k);
            print_coefficient(quantity->coefficient + k);
            printf("\n");
            shown++;
        }
    }
}

void expansion_shown_print(const struct method *method, const struct projection *projection,
                           const struct problem *problem, const char *initial,
                           const struct expansion *expansion)
{
    printf("%s with projection %s on %s from initial data '%s': errors after n steps of length h,\n"
           "expanded in powers of h (balls of %d bits or more, n = 1 ... %d)\n\n",
           method->name, projection->name, problem->model->name, initial, EXPANSION_BITS, EXPANSION_STEPS);
    for (size_t i = 0; i < expansion->quantities; i++)
        print_quantity(problem, expansion->quantity + i);
    printf("\nThe order of a run is the least of k less the degree of the coefficient of h^k in n.\n");
}

/* ---- as JSON ---- */

static json_t *coefficient_json(const struct expansion_coefficient *c, int steps, long power)
{
    json_t *values = json_array();

    for (int n = 0; n < steps; n++)
        json_array_append_new(values, json_real(c->value[n]));
    return json_pack("{s:I, s:f, s:o, s:s, s:o, s:o}", "power", (json_int_t)power, "coefficient", c->value[0],
                     "radius_log2", isfinite(c->radius) ? json_real(c->radius) : json_null(), "depends_on_n",
                     growth_names[c->growth], "degree",
                     c->growth == EXPANSION_OTHER ? json_null() : json_integer(c->degree), "values", values);
}

static json_t *quantity_json(const struct problem *problem, const struct expansion_quantity *quantity)
{
    const int order = expansion_order(quantity);
    char name[PROBLEM_MULTIPLIER];
    json_t *terms = json_array();

    for (long k = 0; k < quantity->known; k++) {
        if (is_term(quantity->coefficient + k))
            json_array_append_new(terms, coefficient_json(quantity->coefficient + k, quantity->steps, k));
    }
    return json_pack("{s:s, s:I, s:o, s:o}", "quantity", quantity_name(problem, quantity, name), "known",
                     (json_int_t)quantity->known, "order",
                     order < 0 || order == INT_MAX ? json_null() : json_integer(order), "expansion", terms);
}

json_t *expansion_shown_json(const struct method *method, const struct projection *projection,
                             const struct problem *problem, const char *initial,
                             const struct expansion *expansion)
{
    json_t *quantities = json_array();

    for (size_t i = 0; i < expansion->quantities; i++)
        json_array_append_new(quantities, quantity_json(problem, expansion->quantity + i));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:o}", "method", method->name, "projection", projection->name,
                     "model", problem->model->name, "initial", initial, "steps", EXPANSION_STEPS,
                     "quantities", quantities);
}
