/* The smallest counterexample to a claim: see counterexample.h. */
#include "harness/audit/counterexample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/refutation.h"
#include "integrators/methods/partition.h"
#include "measures/ensemble/shares.h"
#include "measures/run/problem.h"
#include "numerics/memory.h"
#include "reports/tables/columns.h"

enum { STEP_TEXT = 32, SEARCH_POWER = 3 };

struct search {
    const struct counterexample_request *request;
    mpq_t step; /* at which models are tried */
};

static const char *step_text(int power, char text[STEP_TEXT])
{
    if (power == 0)
        snprintf(text, STEP_TEXT, "1");
    else
        snprintf(text, STEP_TEXT, "1/%llu", 1ULL << power);
    return text;
}

/* ---- one model ---- */

static struct problem *create_problem(const struct random_model *model, const char *initial)
{
    char *text = random_model_text(model, "1/8", "");
    struct error ignored;
    struct problem *problem = problem_create_from_text("random", text, initial, &ignored);

    free(text);
    return problem;
}

static struct refutation_request asked(const struct search *w, const struct problem *problem)
{
    return (struct refutation_request){.method = w->request->method,
                                       .projection = w->request->projection,
                                       .property = w->request->property,
                                       .order = w->request->order,
                                       .digits = w->request->digits,
                                       .problem = problem,
                                       .step = w->step};
}

/* At the step at which models are tried, and at a smaller one, where equations of a step have one solution. */
static struct refutation find_from(const struct search *w, const struct random_model *model,
                                   const char *initial)
{
    struct problem *problem = create_problem(model, initial);
    struct refutation_request request = asked(w, problem);
    struct refutation found = problem ? refutation_find(&request) : (struct refutation){.measured = NAN};
    double ignored[2];

    if (found.shown && !audit_property_has_order(request.property))
        found.shown = refutation_find_step(&request, SEARCH_POWER, ignored, ignored + 1) >= 0;
    problem_destroy(problem);
    return found;
}

/* A refutation takes two sets of data.  An order has to be the same from both: where it is higher from simple values, a term
 * of the error vanishes there by chance.  `highest`: no higher order than that is sought. */
static bool is_shown(const struct search *w, const struct random_model *model, double highest,
                     double *measured)
{
    const struct refutation first = find_from(w, model, "default"),
                            second = first.shown ? find_from(w, model, "other") : first;

    *measured = first.measured;
    return first.shown && second.shown &&
           (!audit_property_has_order(w->request->property) ||
            (first.measured == second.measured && first.measured <= highest));
}

/* ---- families ---- */

unsigned counterexample_families(const struct system *system)
{
    enum {
        NEWTONIAN = 1U << RANDOM_MODEL_NEWTONIAN | 1U << RANDOM_MODEL_PERTURBED,
        SEPARABLE = NEWTONIAN | 1U << RANDOM_MODEL_SEPARABLE,
        CANONICAL = SEPARABLE | 1U << RANDOM_MODEL_HAMILTONIAN,
        FIELDS = CANONICAL | 1U << RANDOM_MODEL_SECOND_ORDER | 1U << RANDOM_MODEL_FIELD
    };
    const struct model *model = system->model;
    const size_t n = model->moved / 2;
    bool second_order = model->kind == MODEL_ODE && model->moved % 2 == 0;
    struct error ignored;

    if (model->kind == MODEL_DEGENERATE)
        return 1U << RANDOM_MODEL_DEGENERATE;
    if ((model->kind != MODEL_ODE && model->kind != MODEL_HAMILTONIAN) || model->constraints ||
        model->periodic)
        return 0;
    for (size_t i = 0; i < n && second_order; i++)
        second_order = model->field[i] == graph_input(model->graph, MODEL_BLOCK_COORDINATES, n + i);
    if (partition_serves(PARTITION_SECOND, model, &ignored))
        return NEWTONIAN;
    if (partition_serves(PARTITION_SEPARABLE, model, &ignored))
        return SEPARABLE;
    return model->kind == MODEL_HAMILTONIAN ? CANONICAL
           : second_order                   ? NEWTONIAN | 1U << RANDOM_MODEL_SECOND_ORDER
           : system->leveled.entry          ? 0
           : model->time_dependent          ? FIELDS | 1U << RANDOM_MODEL_FORCED
                                            : FIELDS;
}

/* Whether the claim means something on the family: with a constant symplectic matrix, where there is a choice. */
static bool is_meant(const struct search *w, enum random_model_family family)
{
    const unsigned kinds = method_kinds(w->request->method);
    const bool canonical = kinds & 1U << random_model_kind(RANDOM_MODEL_HAMILTONIAN);
    const enum audit_property property = w->request->property;

    const unsigned all = ~(1U << RANDOM_MODEL_NEWTONIAN |
                           1U << RANDOM_MODEL_SECOND_ORDER), /* parts of others */
        families = w->request->families ? w->request->families : all;

    if (!(kinds & 1U << random_model_kind(family)) || !(families & 1U << family) ||
        (family == RANDOM_MODEL_FORCED && property != AUDIT_ORDER) ||
        (family == RANDOM_MODEL_PERTURBED) != (property >= AUDIT_POWER))
        return false;
    if (property == AUDIT_SYMPLECTIC || property == AUDIT_REVERSIBLE)
        return random_model_is_canonical(family) == canonical;
    return true;
}

/* The k-th model: of more degrees of freedom and terms the later it comes. */
static void draw(const struct search *w, struct random_model *model, enum random_model_family family,
                 size_t k, uint64_t *state)
{
    const bool even = family != RANDOM_MODEL_FIELD && family != RANDOM_MODEL_FORCED;
    const size_t dimension = even ? (k < 6 ? 2 : 4) : 1 + k % 3;

    do {
        random_model_draw(model, family, dimension, 1 + k / 4, state);
    } while (w->request->property == AUDIT_REVERSIBLE && random_model_is_canonical(family) &&
             !random_model_is_reversible(model));
}

static bool search(const struct search *w, struct random_model *model, double *measured)
{
    const size_t attempts = w->request->attempts ? w->request->attempts : COUNTEREXAMPLE_ATTEMPTS;
    uint64_t state = w->request->seed;
    bool found = false;

    for (size_t k = 0; k < attempts && !found; k++) {
        for (int family = 0; family < RANDOM_MODEL_FAMILIES && !found; family++) {
            if (is_meant(w, (enum random_model_family)family)) {
                draw(w, model, (enum random_model_family)family, k, &state);
                found = is_shown(w, model, INFINITY, measured);
            }
        }
    }
    return found;
}

/* As long as one that says less shows it, too. */
static void shrink(const struct search *w, struct random_model *model, double measured)
{
    struct random_model simpler;
    double again;

    for (size_t k = 0; random_model_simplify(&simpler, model, k); k++) {
        if (simpler.terms && is_shown(w, &simpler, measured, &again)) {
            *model = simpler;
            measured = again;
            k = (size_t)-1;
        }
    }
}

bool counterexample_find(struct counterexample *found, const struct counterexample_request *request)
{
    const struct foreign_method *foreign = foreign_method_of(request->method);
    struct search w = {.request = request};
    bool shown;

    *found = (struct counterexample){
        .property = request->property, .method = *request->method, .claimed = request->order};
    mpq_init(w.step);
    mpq_set_ui(w.step, 1, 1U << SEARCH_POWER);
    shown = search(&w, &found->model, &found->measured);
    if (shown) {
        struct problem *problem;
        struct refutation_request smallest;

        shrink(&w, &found->model, found->measured);
        problem = create_problem(&found->model, "default");
        smallest = asked(&w, problem);
        found->exact = refutation_is_precise(&smallest);
        found->measured = refutation_find(&smallest).measured;
        found->error = found->measured;
        found->power = refutation_find_step(&smallest, 0, &found->error, &found->halved);
        if (!audit_property_has_order(request->property))
            found->measured = found->error;
        problem_destroy(problem);
    }
    if (foreign) {
        shown = shown && foreign_method_end(foreign) == FOREIGN_ENDED;
        foreign_method_renew(foreign);
    }
    mpq_clear(w.step);
    return shown;
}

/* ---- words ---- */

const char *counterexample_sentence(const struct counterexample *c, char sentence[COUNTEREXAMPLE_SENTENCE])
{
    static const char *const defects[AUDIT_PROPERTIES] = {
        [AUDIT_SYMPLECTIC] = "has the symplectic defect",
        [AUDIT_SYMMETRIC] = "and one back end beside the start by",
        [AUDIT_REVERSIBLE] = "and its reversal end beside the start by",
        [AUDIT_ENERGY] = "changes the energy by",
        [AUDIT_CONSTRAINT] = "leaves the constraint by",
        [AUDIT_POWER] = "without the perturbation has the error over h",
    };
    char formula[RANDOM_MODEL_FORMULA], step[STEP_TEXT], half[STEP_TEXT], part[40] = "", limit[60] = "";

    random_model_formula(&c->model, formula);
    if (c->property > AUDIT_POWER)
        snprintf(part, sizeof part, ", in the power %d of epsilon", (int)c->property - AUDIT_POWER);
    if (!c->printed)
        snprintf(limit, sizeof limit, "; order %.0f as the step goes to zero", c->measured);
    if (!audit_property_has_order(c->property))
        snprintf(sentence, COUNTEREXAMPLE_SENTENCE, "%s: one step of %s %s %.3g", formula,
                 step_text(c->power < 0 ? SEARCH_POWER : c->power, step), defects[c->property], c->measured);
    else if (c->power < 0)
        snprintf(sentence, COUNTEREXAMPLE_SENTENCE, "%s: order %.0f as the step goes to zero%s", formula,
                 c->measured, part);
    else
        snprintf(sentence, COUNTEREXAMPLE_SENTENCE,
                 "%s: one step of %s has the error %.3g, one of %s %.3g: %.3g times less where order %d has "
                 "%.0f%s%s",
                 formula, step_text(c->power, step), exp2(c->error), step_text(c->power + 1, half),
                 exp2(c->halved), exp2(c->error - c->halved), c->claimed, exp2(c->claimed + 1), limit, part);
    return sentence;
}

bool counterexample_write(struct counterexample *c, const struct projection *projection, const char *folder,
                          struct error *error)
{
    const bool plain = projection == projection_find("none");
    char sentence[COUNTEREXAMPLE_SENTENCE], comment[COUNTEREXAMPLE_SENTENCE + 300], step[STEP_TEXT], *text;
    struct output output;

    snprintf(comment, sizeof comment, "-- The claim '%s' fails here.  %s.\n",
             audit_property_name(c->property), counterexample_sentence(c, sentence));
    text = random_model_text(&c->model, step_text(c->power < 0 ? SEARCH_POWER : c->power, step), comment);
    snprintf(c->name, sizeof c->name, "counterexample-%.80s%s%.40s-%s", c->method.name, plain ? "" : "-",
             plain ? "" : projection->name, audit_property_name(c->property));
    for (char *at = c->name; *at; at++)
        *at = strchr("/:", *at) ? '-' : *at;
    if (!output_open(&output, error, folder, "%s.lua", c->name)) {
        free(text);
        return false;
    }
    snprintf(c->path, sizeof c->path, "%s", output.path);
    fputs(text, output.file);
    free(text);
    return output_close(&output, error);
}

/* Its initial values, exact. */
static json_t *initial_json(const struct random_model *model)
{
    json_t *list = json_array();

    for (size_t i = 0; i < model->dimension; i++)
        json_array_append_new(list, json_sprintf("%g", model->initial[i] / 4.0));
    return list;
}

json_t *counterexample_json(const struct counterexample *c, const char *command)
{
    char sentence[COUNTEREXAMPLE_SENTENCE], formula[RANDOM_MODEL_FORMULA], step[STEP_TEXT];

    random_model_formula(&c->model, formula);
    return json_pack("{s:o, s:s, s:o, s:i, s:b, s:s, s:i, s:f, s:s, s:o}", "model", columns_text(c->path),
                     "formula", formula, "initial", initial_json(&c->model), "terms", (int)c->model.terms,
                     "autonomous", random_model_is_autonomous(&c->model), "step",
                     step_text(c->power < 0 ? SEARCH_POWER : c->power, step), "steps", 1, "measured",
                     c->measured, "sentence", counterexample_sentence(c, sentence), "command",
                     columns_text(command));
}
