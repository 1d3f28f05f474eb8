/* The table of measures: see measure.h. */
#include "measures/measure.h"

#include <stdio.h>
#include <string.h>

#include "measures/poincare/poincare_integral.h"

#define CORRECTED                                                                                            \
    "the corrected invariants are those of a projection that carries its multiplier from step to step"
#define PARASITIC                                                                                            \
    "parasitic multipliers are those of a variational method without projection, which steps on (q, p)"

const struct measure measure_table[MEASURE_ROWS] = {
    [MEASURE_SOLUTION_ERROR] =
        {.name = "solution_error",
         .sentence =
             "distance of the last state from the reference, weighted by the scales of the coordinates",
         .in_all = true,
         .reference = true},
    [MEASURE_ENERGY_ERROR] = {.name = "energy_error",
                              .sentence =
                                  "max over all steps of |H(q_n) - H(q_0)|, divided by the scale of H",
                              .in_all = true},
    [MEASURE_INVARIANT_ERROR] = {.name = "invariant_error",
                                 .sentence = "the same for an invariant of the model",
                                 .channels = MEASURE_INVARIANTS,
                                 .in_all = true},
    [MEASURE_CONSTRAINT_ERROR] = {.name = "constraint_error:phi",
                                  .sentence = "max over all steps of |p - theta(q)|",
                                  .in_all = true},
    [MEASURE_SYMMETRY_DEFECT] =
        {.name = "symmetry_defect",
         .sentence = "|Phi_-h(Phi_h(z)) - z| at the initial data, weighted as the solution error",
         .source = MEASURE_OF_STEP,
         .take = step_measure_symmetry,
         .in_all = true,
         .reference = true},
    [MEASURE_SYMPLECTIC_DEFECT] =
        {.name = "symplectic_defect",
         .sentence =
             "|M^T Om(z1) M - Om(z0)| / |Om(z0)|, M the exact Jacobian of a step; the space is the method's",
         .source = MEASURE_OF_STEP,
         .take = step_measure_symplectic,
         .flow = step_measure_flow,
         .in_all = true},
    [MEASURE_REVERSIBILITY_DEFECT] =
        {.name = "reversibility_defect",
         .sentence =
             "|rho Phi_h rho Phi_h(z) - z| at the initial data, weighted likewise, rho the reversal of "
             "the model",
         .source = MEASURE_OF_STEP,
         .take = step_measure_reversibility,
         .reference = true,
         .reversal = true},
    [MEASURE_BILINEAR_DEFECT] =
        {.name = "bilinear_defect",
         .sentence =
             "|u_n^T Om v_n / u_0^T Om v_0 - 1| at the end of the run or after 1000 steps, by central "
             "differences",
         .source = MEASURE_OF_STEP,
         .take = step_measure_bilinear},
    [MEASURE_BILINEAR_DEFECT_PAPER] = {.name = "bilinear_defect:paper",
                                       .sentence =
                                           "the same by one-sided differences of 1e-8, as in Kraus (2017)",
                                       .source = MEASURE_OF_STEP,
                                       .take = step_measure_bilinear_of_paper},
    [MEASURE_PARASITIC] =
        {.name = "parasitic",
         .sentence =
             "the largest multiplier of a step on (q, p) off the constraint manifold, of unprojected methods",
         .source = MEASURE_OF_STEP,
         .take = step_measure_parasitic,
         .spaces = 1U << STEP_MOMENTUM,
         .elsewhere = PARASITIC},
    [MEASURE_PARASITIC_DEPARTURE] = {.name = "parasitic:departure",
                                     .sentence = "the largest distance of these multipliers from R(infinity)",
                                     .source = MEASURE_OF_STEP,
                                     .take = step_measure_departure,
                                     .spaces = 1U << STEP_MOMENTUM,
                                     .elsewhere = PARASITIC},
    [MEASURE_POST_PROJECTION_DEFECT] =
        {.name = "post_projection_defect",
         .sentence =
             "|q of n steps with the symplectic projection - q of n steps without and one projection|, "
             "n <= 10",
         .source = MEASURE_OF_STEP,
         .take = step_measure_post_projection,
         .reference = true,
         .spaces = 1U << STEP_MULTIPLIER,
         .elsewhere = "the symplectic projection alone is compared with post-projection"},
    [MEASURE_STIFF_ACCURACY_RESIDUAL] = {.name = "stiff_accuracy_residual",
                                         .sentence = "max_j |a_sj - b_j| over a and abar of the tableau",
                                         .source = MEASURE_OF_STEP,
                                         .take = step_measure_stiff_accuracy},
    [MEASURE_SYMPLECTICITY_RESIDUAL] = {.name = "symplecticity_residual",
                                        .sentence =
                                            "max_ij |b_i abar_ij + b_j a_ji - b_i b_j| of the tableau",
                                        .source = MEASURE_OF_STEP,
                                        .take = step_measure_symplecticity},
    [MEASURE_COST] = {.name = "cost", .sentence = "residual evaluations per step"},
    [MEASURE_STABLE_STEPS] =
        {.name = "stable_steps",
         .sentence =
             "steps until the run breaks down or |energy error| exceeds 5 %; all of them where it never "
             "does",
         .source = MEASURE_OF_HISTORY,
         .survives = true,
         .bound = MEASURE_LIFETIME},
    [MEASURE_BREAKDOWN_STEP] = {.name = "breakdown_step",
                                .sentence = "the step that could not be made",
                                .source = MEASURE_OF_HISTORY,
                                .survives = true,
                                .bound = MEASURE_EVENT},
    [MEASURE_FIRST_ENERGY_STEP] = {.name = "first_energy_step",
                                   .sentence = "the first step with an energy error beyond 5 %",
                                   .source = MEASURE_OF_HISTORY,
                                   .survives = true,
                                   .bound = MEASURE_EVENT},
    [MEASURE_DRIFT] =
        {.name = "drift",
         .sentence =
             "slope in time of the means of the signed error; CHANNEL: energy, an invariant, constraint, "
             "multiplier",
         .channels = MEASURE_CHANNELS,
         .source = MEASURE_OF_HISTORY},
    [MEASURE_GROWTH] = {.name = "growth",
                        .sentence =
                            "exponent of growth: bounded < 0.25, random walk 0.35 to 0.65, secular > 0.8",
                        .channels = MEASURE_CHANNELS,
                        .source = MEASURE_OF_ENSEMBLE,
                        .grows = true},
    [MEASURE_LARGEST] = {.name = "largest",
                         .sentence = "largest |value|, also of a run that broke down",
                         .channels = MEASURE_CHANNELS,
                         .source = MEASURE_OF_HISTORY,
                         .survives = true},
    [MEASURE_FINAL_PART] = {.name = "final_part",
                            .sentence = "largest |value| of the last tenth of the run over that of the first",
                            .channels = MEASURE_CHANNELS,
                            .source = MEASURE_OF_HISTORY},
    [MEASURE_POINCARE_1] =
        {.name = "poincare_1",
         .sentence = "drift of the integral over a loop; FORM: noncanonical, canonical, corrected, printed",
         .channels = MEASURE_FORMS,
         .source = MEASURE_OF_LOOP,
         .own_floor = true,
         .spaces = 1U << STEP_MULTIPLIER,
         .elsewhere = CORRECTED},
    [MEASURE_POINCARE_2] = {.name = "poincare_2",
                            .sentence = "the same over a surface",
                            .channels = MEASURE_FORMS,
                            .source = MEASURE_OF_SURFACE,
                            .own_floor = true,
                            .spaces = 1U << STEP_MULTIPLIER,
                            .elsewhere = CORRECTED},
    [MEASURE_GROWTH_POINCARE_1] = {.name = "growth:poincare_1",
                                   .sentence = "exponent of growth of that drift over a loop",
                                   .channels = MEASURE_FORMS,
                                   .source = MEASURE_OF_LOOP,
                                   .grows = true,
                                   .spaces = 1U << STEP_MULTIPLIER,
                                   .elsewhere = CORRECTED},
    [MEASURE_GROWTH_POINCARE_2] = {.name = "growth:poincare_2",
                                   .sentence = "the same over a surface",
                                   .channels = MEASURE_FORMS,
                                   .source = MEASURE_OF_SURFACE,
                                   .grows = true,
                                   .spaces = 1U << STEP_MULTIPLIER,
                                   .elsewhere = CORRECTED},
};

static const char *const aspects[] = {
    [MEASURE_VALUE] = "",
    [MEASURE_FLOOR] = ":floor",
    [MEASURE_INITIAL] = ":initial",
    [MEASURE_FLOW] = ":flow",
};
enum { ASPECTS = sizeof aspects / sizeof *aspects };

static const char *const forms[] = {
    [POINCARE_NONCANONICAL] = "noncanonical",
    [POINCARE_CANONICAL] = "canonical",
    [POINCARE_CORRECTED] = "corrected",
    [POINCARE_PRINTED] = "printed",
};

/* ---- channels ---- */

const char *measure_channel(const struct problem *problem, enum measure_channels channels, int k)
{
    static const char *const others[] = {"constraint", "multiplier"};
    int observables = problem ? (int)problem->system->observables : 1;

    if (channels == MEASURE_FORMS)
        return k < POINCARE_FORMS ? forms[k] : NULL;
    if (channels == MEASURE_WHOLE || (channels == MEASURE_INVARIANTS && k == 0))
        return NULL;
    if (k < observables)
        return k ? problem_observable_name(problem, (size_t)k) : "energy";
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
        [MEASURE_FORMS] = ":FORM",
    };

    snprintf(text, MEASURE_TEXT, "%s%s", measure->name, words[measure->channels]);
    return text;
}

/* ---- where it applies ---- */

const char *measure_refusal(struct measure_id id, const struct problem *problem, const struct method *method,
                            const struct projection *projection)
{
    const struct measure *m = id.measure;

    if (!m || id.channel < 0 || id.aspect != MEASURE_VALUE)
        return "the model has no such invariant";
    if (m->reversal && !problem->model->reversal)
        return "the model file gives no reversal";
    if (!method || !m->spaces || (m->channels == MEASURE_FORMS && id.channel < POINCARE_CORRECTED))
        return NULL;
    return m->spaces & 1U << step_jacobian_space(method, projection) ? NULL : m->elsewhere;
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
