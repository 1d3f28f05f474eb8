/* The table of measures: see measure.h. */
#include "measures/measure.h"

#include <stdio.h>
#include <string.h>

#include "integrators/methods/method_file.h"
#include "measures/poincare/poincare_integral.h"
#include "measures/step/relation.h"
#include "models/kinds/transformed.h"

#define MULTIPLIER        (1U << STEP_MULTIPLIER)
#define STEP(function)    .source = MEASURE_OF_STEP, .take = step_measure_##function
#define FINER(function)   STEP(function), .finer = true
#define HISTORY(CHANNELS) .source = MEASURE_OF_HISTORY, .channels = MEASURE_##CHANNELS
#define RELATION(name, function, NEEDS)                                                                      \
    {                                                                                                        \
        "relation:" name, .needs = (NEEDS), .source = MEASURE_OF_STEP, .take = relation_##function           \
    }
#define PERTURBED(power, k)                                                                                  \
    {                                                                                                        \
        "perturbed_error:" power, .needs = MEASURE_NEEDS_SMALL | MEASURE_NEEDS_MPFR | MEASURE_NEEDS_MAP,     \
                                  .source = MEASURE_OF_STEP, .take = perturbed_error_##k, .finer = true      \
    }
#define SECTION(CHANNELS)                                                                                    \
    .needs = MEASURE_NEEDS_MAP, .source = MEASURE_OF_SECTION, .channels = MEASURE_##CHANNELS
#define FORMS(SOURCE)                                                                                        \
    .needs = MEASURE_NEEDS_ONE_FORM | MEASURE_NEEDS_LANES | MEASURE_NEEDS_AUTONOMOUS,                        \
    .source = MEASURE_OF_##SOURCE, .channels = MEASURE_FORMS, .spaces = MULTIPLIER

/* clang-format off */
const struct measure measure_table[MEASURE_ROWS] = {
    [MEASURE_SOLUTION_ERROR] = {"solution_error", .in_all = true, .reference = true},
    [MEASURE_POSITION_ERROR] = {"position_error", .reference = true},
    [MEASURE_ENERGY_ERROR] = {"energy_error", .needs = MEASURE_NEEDS_ENERGY, .in_all = true, .bound = MEASURE_LARGEST_YET, .everywhere = true},
    [MEASURE_INVARIANT_ERROR] = {"invariant_error", .channels = MEASURE_INVARIANTS, .in_all = true, .bound = MEASURE_LARGEST_YET, .everywhere = true},
    [MEASURE_CONSTRAINT_ERROR] = {"constraint_error", .channels = MEASURE_CONSTRAINTS, .needs = MEASURE_NEEDS_CONSTRAINT, .in_all = true, .bound = MEASURE_LARGEST_YET, .everywhere = true},
    [MEASURE_SYMMETRY_DEFECT] = {"symmetry_defect", STEP(symmetry), .in_all = true, .reference = true, .needs = MEASURE_NEEDS_MAP, .everywhere = true},
    [MEASURE_SYMPLECTIC_DEFECT] = {"symplectic_defect", .needs = MEASURE_NEEDS_MATRIX | MEASURE_NEEDS_TANGENT | MEASURE_NEEDS_MAP, FINER(symplectic), .in_all = true, .flow = step_measure_flow, .everywhere = true},
    [MEASURE_SYMPLECTIC_DEFECT_AMBIENT] = {"symplectic_defect:ambient", .needs = MEASURE_NEEDS_FORM | MEASURE_NEEDS_MANIFOLD | MEASURE_NEEDS_AROUND | MEASURE_NEEDS_TANGENT | MEASURE_NEEDS_MAP, FINER(symplectic_ambient)},
    [MEASURE_REVERSIBILITY_DEFECT] = {"reversibility_defect", STEP(reversibility), .reference = true, .needs = MEASURE_NEEDS_REVERSAL | MEASURE_NEEDS_MAP, .everywhere = true},
    [MEASURE_BILINEAR_DEFECT] = {"bilinear_defect", .needs = MEASURE_NEEDS_FORM | MEASURE_NEEDS_MAP, STEP(bilinear)},
    [MEASURE_BILINEAR_DEFECT_STEP] = {"bilinear_defect:step", .needs = MEASURE_NEEDS_FORM | MEASURE_NEEDS_MAP, STEP(bilinear_of_step), .everywhere = true},
    [MEASURE_BILINEAR_DEFECT_PAPER] = {"bilinear_defect:paper", .needs = MEASURE_NEEDS_FORM | MEASURE_NEEDS_MAP, STEP(bilinear_of_paper)},
    [MEASURE_PARASITIC] = {"parasitic", .needs = MEASURE_NEEDS_TANGENT | MEASURE_NEEDS_AUTONOMOUS, FINER(parasitic), .spaces = 1U << STEP_MOMENTUM},
    [MEASURE_PARASITIC_DEPARTURE] = {"parasitic:departure", .needs = MEASURE_NEEDS_TANGENT | MEASURE_NEEDS_AUTONOMOUS, FINER(departure), .spaces = 1U << STEP_MOMENTUM},
    [MEASURE_POST_PROJECTION_DEFECT] = {"post_projection_defect", .needs = MEASURE_NEEDS_AUTONOMOUS, STEP(post_projection), .reference = true, .spaces = MULTIPLIER},
    [MEASURE_STIFF_ACCURACY_RESIDUAL] = {"stiff_accuracy_residual", STEP(stiff_accuracy)},
    [MEASURE_SYMPLECTICITY_RESIDUAL] = {"symplecticity_residual", STEP(symplecticity)},
    [MEASURE_CONTRACTION] = {"contraction", STEP(contraction)},
    [MEASURE_EULER_LAGRANGE_DEFECT] = {"euler_lagrange_defect", .needs = MEASURE_NEEDS_LAGRANGIAN | MEASURE_NEEDS_MPFR, .source = MEASURE_OF_STEP, .take = euler_lagrange_defect, .finer = true},
    [MEASURE_REGULARITY] = {"regularity", .needs = MEASURE_NEEDS_LAGRANGIAN | MEASURE_NEEDS_MPFR, .source = MEASURE_OF_STEP, .take = euler_lagrange_regularity, .finer = true},
    [MEASURE_PERTURBED_ERROR] = PERTURBED("0", 0),
    [MEASURE_PERTURBED_ERROR + 1] = PERTURBED("1", 1),
    [MEASURE_PERTURBED_ERROR + 2] = PERTURBED("2", 2),
    [MEASURE_PERTURBED_ERROR + 3] = PERTURBED("3", 3),
    [MEASURE_PERTURBED_ERROR_LAST] = PERTURBED("4", 4),
    [MEASURE_RELATION_TIME] = RELATION("time", time, MEASURE_NEEDS_VARIABLES | MEASURE_NEEDS_TIME | MEASURE_NEEDS_EXTENSION),
    [MEASURE_RELATION_PERMUTATION] = RELATION("permutation", permutation, MEASURE_NEEDS_LINES | MEASURE_NEEDS_VARIABLES | MEASURE_NEEDS_SEVERAL),
    [MEASURE_RELATION_SCALING] = RELATION("scaling", scaling, MEASURE_NEEDS_LINES | MEASURE_NEEDS_VARIABLES),
    [MEASURE_RELATION_AFFINE] = RELATION("affine", affine, MEASURE_NEEDS_LINES | MEASURE_NEEDS_VARIABLES),
    [MEASURE_RELATION_EXCHANGE] = RELATION("exchange", exchange, MEASURE_NEEDS_VARIABLES | MEASURE_NEEDS_PAIRS | MEASURE_NEEDS_PARTNER),
    [MEASURE_RELATION_GAUGE] = RELATION("gauge", gauge, MEASURE_NEEDS_VARIABLES | MEASURE_NEEDS_ONE_FORM),
    [MEASURE_RELATION_BACKWARDS] = RELATION("backwards", backwards, MEASURE_NEEDS_VARIABLES),
    [MEASURE_RELATION_PRODUCT] = RELATION("product", product, MEASURE_NEEDS_VARIABLES | MEASURE_NEEDS_FACTORS),
    [MEASURE_RELATION_NEARBY] = RELATION("nearby", nearby, MEASURE_NEEDS_ROOM),
    [MEASURE_RELATION_REPEATED] = RELATION("repeated", repeated, MEASURE_NEEDS_MAP),
    [MEASURE_RELATION_PRECISION] = RELATION("precision", precision, MEASURE_NEEDS_MPFR),
    [MEASURE_COST] = {"cost"},
    [MEASURE_COST_OPERATIONS] = {"cost:operations"},
    [MEASURE_STABLE_STEPS] = {"stable_steps", HISTORY(WHOLE), .survives = true, .bound = MEASURE_LIFETIME},
    [MEASURE_BREAKDOWN_STEP] = {"breakdown_step", HISTORY(WHOLE), .survives = true, .bound = MEASURE_EVENT},
    [MEASURE_FIRST_ENERGY_STEP] = {"first_energy_step", .needs = MEASURE_NEEDS_ENERGY, HISTORY(WHOLE), .survives = true, .bound = MEASURE_EVENT},
    [MEASURE_DRIFT] = {"drift", HISTORY(CHANNELS)},
    [MEASURE_SLOPE] = {"slope", .needs = MEASURE_NEEDS_LANES, .source = MEASURE_OF_ENSEMBLE, .channels = MEASURE_OBSERVABLES},
    [MEASURE_GROWTH] = {"growth", .needs = MEASURE_NEEDS_LANES, .source = MEASURE_OF_ENSEMBLE, .channels = MEASURE_CHANNELS, .grows = true},
    [MEASURE_SECULAR_RATE] = {"secular_rate", .source = MEASURE_OF_LONGER_RUN, .channels = MEASURE_OBSERVABLES, .own_floor = true},
    [MEASURE_LARGEST] = {"largest", HISTORY(CHANNELS), .survives = true, .bound = MEASURE_LARGEST_YET},
    [MEASURE_FINAL_PART] = {"final_part", HISTORY(CHANNELS)},
    [MEASURE_POINCARE_1] = {"poincare_1", FORMS(LOOP), .own_floor = true},
    [MEASURE_POINCARE_2] = {"poincare_2", FORMS(SURFACE), .own_floor = true},
    [MEASURE_GROWTH_POINCARE_1] = {"growth:poincare_1", FORMS(LOOP), .grows = true},
    [MEASURE_GROWTH_POINCARE_2] = {"growth:poincare_2", FORMS(SURFACE), .grows = true},
    [MEASURE_EVENT_TIME] = {"event_time", SECTION(EVENTS), .survives = true},
    [MEASURE_EVENT_VALUE] = {"event_value", SECTION(EVENTS), .survives = true},
    [MEASURE_SECTION_DIMENSION] = {"section_dimension", SECTION(SECTIONS)},
    [MEASURE_LOCAL_ORDER] = {"local_order", .needs = MEASURE_NEEDS_MPFR, .source = MEASURE_OF_EXPANSION, .channels = MEASURE_LOCAL},
};
/* clang-format on */

long measure_bits(const struct measure *measure, long bits)
{
    const long made = bits != CELL_DOUBLE ? bits
                      : measure->finer    ? STEP_MEASURE_BITS_OF_DOUBLE
                                          : CELL_LEAST_BITS;

    switch (measure - measure_table) {
    case MEASURE_BILINEAR_DEFECT:
        return made - made / 3;
    case MEASURE_BILINEAR_DEFECT_STEP: /* the weights of its differences take two more */
        return made - made / 7 - 2;
    case MEASURE_BILINEAR_DEFECT_PAPER:
        return STEP_MEASURE_BITS_OF_PAPER;
    default:
        return made;
    }
}

bool measure_is_of_solution(const struct measure *measure)
{
    return measure == measure_table + MEASURE_SOLUTION_ERROR ||
           measure == measure_table + MEASURE_POSITION_ERROR;
}

bool measure_is_relation(const struct measure *measure)
{
    return measure >= measure_table + MEASURE_RELATION_TIME &&
           measure <= measure_table + MEASURE_RELATION_PRECISION;
}

int measure_power(const struct measure *measure)
{
    const ptrdiff_t power = measure - (measure_table + MEASURE_PERTURBED_ERROR);

    return power > 0 && power <= MEASURE_PERTURBED_ERROR_LAST - MEASURE_PERTURBED_ERROR ? (int)power : 0;
}

static const char *const aspects[] = {
    [MEASURE_VALUE] = "",
    [MEASURE_FLOOR] = ":floor",
    [MEASURE_INITIAL] = ":initial",
    [MEASURE_FLOW] = ":flow",
    [MEASURE_COARSE] = ":coarse",
    [MEASURE_COARSE_FLOOR] = ":coarse_floor",
    [MEASURE_REPEATED] = ":repeated",
    [MEASURE_REPEATED_FLOOR] = ":repeated_floor",
    [MEASURE_SPREAD] = ":spread",
    [MEASURE_RUN] = ":run",
    [MEASURE_KNOWN] = ":known",
    [MEASURE_MISSING] = ":missing",
    [MEASURE_ELSEWHERE] = ":elsewhere",
    [MEASURE_ELSEWHERE_STATES] = ":elsewhere_states",
    [MEASURE_TOLD] = ":told",
    [MEASURE_TOLD_FLOOR] = ":told_floor",
    [MEASURE_TOLD_HALF] = ":told_half",
    [MEASURE_TOLD_QUARTER] = ":told_quarter",
    [MEASURE_TOLD_EIGHTH] = ":told_eighth",
    [MEASURE_SHORTER] = ":shorter",
};
enum { ASPECTS = sizeof aspects / sizeof *aspects };

static const char *const forms[] = {
    [POINCARE_NONCANONICAL] = "noncanonical",
    [POINCARE_CANONICAL] = "canonical",
    [POINCARE_CORRECTED] = "corrected",
    [POINCARE_PRINTED] = "printed",
};

/* ---- channels ---- */

static const char *constraint_name(const struct problem *problem, int k)
{
    const struct system *system = problem ? problem->system : NULL;

    if (system && system->constraint_groups)
        return k < (int)system->constraint_groups ? system->constraint_group[k].name : NULL;
    return k == 0 ? "phi" : NULL;
}

/* A group by its name, where that is not "constraint". */
static const char *local_constraint(const struct problem *problem, int k)
{
    return k < (int)problem->system->constraint_groups ? constraint_name(problem, k) : NULL;
}

/* Of crossing k, the first MODEL_EVENTS those of the first section. */
static const char *section_name(const struct problem *problem, int k)
{
    return problem && k / MODEL_EVENTS < (int)problem->model->sections
               ? problem->model->section[k / MODEL_EVENTS].name[k % MODEL_EVENTS]
               : NULL;
}

const char *measure_channel(const struct problem *problem, enum measure_channels channels, int k)
{
    static const char *const others[] = {"constraint", "multiplier"},
                             *const local[] = {
                                 [LOCAL_CONSTRAINT] = "constraint", [LOCAL_SOLUTION] = "solution",
                                 [LOCAL_SYMMETRY] = "symmetry",     [LOCAL_REVERSIBILITY] = "reversibility",
                                 [LOCAL_SYMPLECTIC] = "symplectic", [LOCAL_AMBIENT] = "symplectic-ambient",
                                 [LOCAL_DRIFT] = "drift",
                             };
    int observables = problem ? (int)problem->system->observables : 1;

    if (channels == MEASURE_FORMS)
        return k < POINCARE_FORMS ? forms[k] : NULL;
    if (channels == MEASURE_CONSTRAINTS)
        return constraint_name(problem, k);
    if (channels == MEASURE_SECTIONS || channels == MEASURE_EVENTS)
        return section_name(problem, channels == MEASURE_EVENTS ? k : k * MODEL_EVENTS);
    if (channels == MEASURE_WHOLE || (channels == MEASURE_INVARIANTS && k == 0))
        return NULL;
    if (k < observables)
        return k ? problem_observable_name(problem, (size_t)k) : "energy";
    if (channels == MEASURE_LOCAL)
        return k < observables + LOCAL_CHANNELS ? local[k - observables]
               : problem                        ? local_constraint(problem, k - observables - LOCAL_CHANNELS)
                                                : NULL;
    return channels == MEASURE_CHANNELS && k < observables + 2 ? others[k - observables] : NULL;
}

static bool equals(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* Gives the id the channel that the text names; false where there is none. */
static bool find_channel(struct measure_id *id, const struct problem *problem, const char *text,
                         size_t length)
{
    enum measure_channels channels = id->measure->channels;
    const char *name;

    for (int k = channels == MEASURE_INVARIANTS; (name = measure_channel(problem, channels, k)); k++) {
        if (equals(text, length, name)) {
            id->channel = k;
            id->name = name;
            return true;
        }
    }
    return false;
}

/* ---- ids and text ---- */

/* The row, and what follows its name: the longest name that fits. */
static const struct measure *find_row(const char *text, const char **rest)
{
    const struct measure *found = NULL;
    size_t longest = 0;

    for (const struct measure *m = measure_table; m < measure_table + MEASURE_ROWS; m++) {
        size_t length = strlen(m->name);

        if (length > longest && strncmp(text, m->name, length) == 0 &&
            (text[length] == '\0' || text[length] == ':')) {
            found = m;
            longest = length;
        }
    }
    *rest = text + longest;
    return found;
}

/* `rest`: "", ":CHANNEL", ":floor", ":CHANNEL:floor" */
static bool find_rest(struct measure_id *id, const struct problem *problem, const char *rest)
{
    const bool whole = id->measure->channels == MEASURE_WHOLE;
    size_t length = strlen(rest);

    for (int a = 0; a < ASPECTS; a++) {
        size_t tail = strlen(aspects[a]);

        id->aspect = (enum measure_aspect)a;
        if (tail > length || strcmp(rest + length - tail, aspects[a]) != 0)
            continue;
        if (whole ? tail == length
                  : length - tail > 1 && find_channel(id, problem, rest + 1, length - tail - 1))
            return true;
    }
    return false;
}

struct measure_id measure_of(const struct problem *problem, enum measure_row row, int k)
{
    const struct measure *m = measure_table + row;

    return (struct measure_id){.measure = m, .channel = k, .name = measure_channel(problem, m->channels, k)};
}

struct measure_id measure_find(const struct problem *problem, const char *text)
{
    const char *rest;
    struct measure_id id = {.measure = find_row(text, &rest)};

    if (!id.measure || find_rest(&id, problem, rest))
        return id.measure ? id : (struct measure_id){.channel = -1, .name = text};
    if (id.measure->channels == MEASURE_WHOLE || *rest == '\0')
        return (struct measure_id){.channel = -1, .name = text};
    return (struct measure_id){.measure = id.measure, .channel = -1, .name = rest + 1};
}

enum measure_row measure_row_of(const char *text)
{
    const char *rest;
    const struct measure *found = find_row(text, &rest);

    return found && found->channels != MEASURE_WHOLE && strcmp(rest, ":*") == 0
               ? (enum measure_row)(found - measure_table)
               : MEASURE_ROWS;
}

bool measure_same(struct measure_id a, struct measure_id b)
{
    return a.measure == b.measure && a.aspect == b.aspect &&
           (a.name && b.name ? strcmp(a.name, b.name) == 0 : a.name == b.name);
}

const char *measure_write(struct measure_id id, char text[MEASURE_TEXT])
{
    snprintf(text, MEASURE_TEXT, "%s%s%s%s", id.measure ? id.measure->name : "",
             id.measure && id.name ? ":" : "", id.name ? id.name : "", aspects[id.aspect]);
    return text;
}

const char *measure_title(const struct measure *measure, char text[MEASURE_TEXT])
{
    static const char *const words[] = {
        [MEASURE_WHOLE] = "",
        [MEASURE_INVARIANTS] = ":NAME",
        [MEASURE_CHANNELS] = ":CHANNEL",
        [MEASURE_OBSERVABLES] = ":CHANNEL",
        [MEASURE_FORMS] = ":FORM",
        [MEASURE_SECTIONS] = ":SECTION",
        [MEASURE_EVENTS] = ":SECTION",
        [MEASURE_LOCAL] = ":CHANNEL",
        [MEASURE_CONSTRAINTS] = ":NAME",
    };

    snprintf(text, MEASURE_TEXT, "%s%s", measure->name, words[measure->channels]);
    return text;
}

/* ---- expansions ---- */

static const enum measure_row local_defects[LOCAL_CHANNELS] = {
    [LOCAL_SYMMETRY] = MEASURE_SYMMETRY_DEFECT,     [LOCAL_REVERSIBILITY] = MEASURE_REVERSIBILITY_DEFECT,
    [LOCAL_SYMPLECTIC] = MEASURE_SYMPLECTIC_DEFECT, [LOCAL_AMBIENT] = MEASURE_SYMPLECTIC_DEFECT_AMBIENT,
    [LOCAL_DRIFT] = MEASURE_SECULAR_RATE,
};

/* The defect of one step that a channel of expansions is of; NULL: it is of a run. */
static const struct measure *defect_of_channel(int channel, const struct problem *problem)
{
    const int k = channel - (int)problem->system->observables;

    return k >= LOCAL_SYMMETRY && k < LOCAL_CHANNELS ? measure_table + local_defects[k] : NULL;
}

struct measure_id measure_expansion(struct measure_id id, const struct problem *problem)
{
    const int observables = (int)problem->system->observables;
    const ptrdiff_t row = id.measure - measure_table;
    int channel = -1;

    for (int k = LOCAL_SYMMETRY; k < LOCAL_CHANNELS; k++)
        channel = row == (ptrdiff_t)local_defects[k] && id.channel == 0 ? observables + k : channel;
    if (row == MEASURE_ENERGY_ERROR)
        channel = 0;
    else if (row == MEASURE_INVARIANT_ERROR)
        channel = id.channel;
    else if (row == MEASURE_SOLUTION_ERROR)
        channel = observables + LOCAL_SOLUTION;
    else if (row == MEASURE_CONSTRAINT_ERROR)
        channel = observables +
                  (problem->system->constraint_groups ? LOCAL_CHANNELS + id.channel : (int)LOCAL_CONSTRAINT);
    return channel < 0 ? (struct measure_id){.channel = -1}
                       : measure_of(problem, MEASURE_LOCAL_ORDER, channel);
}

/* ---- where it applies ---- */

/* What the measure needs of a model; of a channel, also what the channel is of. */
static unsigned find_needs(struct measure_id id, const struct problem *problem)
{
    const int observables = (int)problem->system->observables;
    unsigned needs = id.measure->needs;

    if ((id.measure->channels == MEASURE_OBSERVABLES || id.measure->channels == MEASURE_CHANNELS ||
         id.measure->channels == MEASURE_LOCAL) &&
        id.channel == 0)
        needs |= MEASURE_NEEDS_ENERGY;
    if ((id.measure->channels == MEASURE_CHANNELS &&
         (id.channel == observables || (id.channel > observables && !problem->system->reactions))) ||
        (id.measure->channels == MEASURE_LOCAL && id.channel == observables + LOCAL_CONSTRAINT))
        needs |= MEASURE_NEEDS_CONSTRAINT;
    if (needs & MEASURE_NEEDS_ENERGY)
        needs |= MEASURE_NEEDS_CONSERVED;
    return needs;
}

enum {
    OF_METHODS = MEASURE_NEEDS_TANGENT | MEASURE_NEEDS_MPFR | MEASURE_NEEDS_LANES | MEASURE_NEEDS_MAP |
                 MEASURE_NEEDS_EXTENSION | MEASURE_NEEDS_PARTNER
};

/* Whether steps are maps of (q, p) beside the state: of the method, or of some method. */
static bool is_canonical(const struct system *system, const struct method *method,
                         const struct projection *projection)
{
    return method ? method_space(method, projection) == STEP_CANONICAL
                  : system->nonholonomic.lagrangian[MODEL_HAMILTONIZED_FIRST] != NULL;
}

/* Those that the system does not meet, nor the method. */
static unsigned find_lack(unsigned needs, const struct system *system, bool canonical)
{
    const unsigned has =
        (system->model->hamiltonian ? MEASURE_NEEDS_ENERGY : 0) |
        (system->has_energy ? MEASURE_NEEDS_CONSERVED : 0) |
        (system->model->time_dependent ? MEASURE_NEEDS_TIME : MEASURE_NEEDS_AUTONOMOUS) |
        (transformed_serves(system->model) ? MEASURE_NEEDS_VARIABLES : 0) |
        (transformed_exchanges(system->model) ? MEASURE_NEEDS_PAIRS : 0) |
        (transformed_block(system->model) > 1 ? MEASURE_NEEDS_SEVERAL : 0) |
        (system->momentum ? MEASURE_NEEDS_CONSTRAINT | MEASURE_NEEDS_ONE_FORM : 0) |
        (system->constraints ? MEASURE_NEEDS_CONSTRAINT | MEASURE_NEEDS_MANIFOLD : MEASURE_NEEDS_ROOM) |
        (system->model->reversal ? MEASURE_NEEDS_REVERSAL : 0) |
        (system->model->periodic || (system->constraints && system->model->kind == MODEL_ODE)
             ? 0
             : MEASURE_NEEDS_LINES) |
        (relation_multiplies(system) ? MEASURE_NEEDS_FACTORS : 0) |
        (system->model->small ? MEASURE_NEEDS_SMALL : 0) |
        (system->symplectic || system->poisson || canonical ? MEASURE_NEEDS_MATRIX : 0) |
        (system->symplectic ? MEASURE_NEEDS_FORM : 0) | (system->charts ? 0 : MEASURE_NEEDS_AROUND) |
        (system->model->coefficient ? MEASURE_NEEDS_LAGRANGIAN : 0) | OF_METHODS;

    return needs & ~has;
}

/* Those that a method (NULL: any) does not serve on a model.  A Hamiltonized Lagrangian of which the time is a
 * coordinate is singular. */
static unsigned find_unserved(unsigned needs, const struct method *method, const struct model *model)
{
    const struct method_family *family = method ? method->family : NULL;
    struct method_file_exchanged partner;

    if (!family)
        return 0;
    if (family->remembers && needs & MEASURE_NEEDS_MAP)
        return MEASURE_NEEDS_MAP; /* the reason, whatever else is not served */
    return needs &
           ((family->create_tangent ? 0 : MEASURE_NEEDS_TANGENT) |
            (method_kinds(method) & 1U << transformed_kind(model) ? 0 : MEASURE_NEEDS_VARIABLES) |
            (method->discretization.lagrangian ? MEASURE_NEEDS_EXTENSION : 0) |
            (method_file_exchange(&partner, method) ? 0 : MEASURE_NEEDS_PARTNER) |
            (family->discretization ? 0 : MEASURE_NEEDS_LAGRANGIAN) |
            (family->create_mpfr ? 0 : MEASURE_NEEDS_MPFR) | (family->lanes ? 0 : MEASURE_NEEDS_LANES));
}

const char *measure_refusal(struct measure_id id, const struct problem *problem, const struct method *method,
                            const struct projection *projection)
{
    const struct measure *m = id.measure;
    unsigned lack;

    if (!m || id.channel < 0 || id.aspect != MEASURE_VALUE)
        return "the model has no such invariant";
    if (m->channels == MEASURE_LOCAL && defect_of_channel(id.channel, problem)) {
        id = (struct measure_id){.measure = defect_of_channel(id.channel, problem)};
        m = id.measure;
    }
    if ((lack = find_lack(find_needs(id, problem), problem->system,
                          is_canonical(problem->system, method, projection))) ||
        (lack = find_unserved(find_needs(id, problem), method, problem->model)))
        return measure_sentence_lack(lack);
    if (m == measure_table + MEASURE_POST_PROJECTION_DEFECT && projection && projection->steps)
        return "the projection is one of formulas, and has no part that would be made behind the steps";
    if (!method || !m->spaces || (m->channels == MEASURE_FORMS && id.channel < POINCARE_CORRECTED))
        return NULL;
    return m->spaces & 1U << method_space(method, projection) ? NULL
                                                              : measure_sentence_elsewhere[m - measure_table];
}

enum measure_source measure_source(struct measure_id id, const struct problem *problem)
{
    const bool observable = (size_t)id.channel < problem->system->observables;

    return id.measure->source == MEASURE_OF_ENSEMBLE && !observable ? MEASURE_OF_HISTORY : id.measure->source;
}

bool measure_taken(enum measure_row row, size_t measures, const struct measure_id *measure)
{
    for (size_t i = 0; i < measures; i++) {
        if (measure[i].measure == measure_table + row)
            return true;
    }
    return false;
}

bool measure_taken_from(const struct problem *problem, enum measure_source source, size_t measures,
                        const struct measure_id *measure)
{
    for (size_t i = 0; i < measures; i++) {
        if (!measure_refusal(measure[i], problem, NULL, NULL) &&
            measure_source(measure[i], problem) == source)
            return true;
    }
    return false;
}
