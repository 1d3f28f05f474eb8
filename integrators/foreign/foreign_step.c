/* The steps of a foreign program: a stepper that asks for each over the line protocol.
 *
 *     step N t h z_1 ... z_d       the step N
 *     evaluate N NAME k t z ...    the program asks for a function of the model at k points
 *     value N ...                  and gets its values, point by point
 *     done N z_1 ... z_d           the end of the step; or: failed N REASON
 *
 * A step is a function of (t, h, z) alone. */
#include "integrators/foreign/foreign_method.h"
#include "integrators/foreign/foreign_program.h"

#include <stdlib.h>
#include <string.h>

#include "integrators/steps/stepper.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number.h"
#include "numerics/vector.h"

enum { MOST_POINTS = 4096 };

/* What a program may ask for. */
enum { FUNCTIONS = 3 };
static const char *const function_names[FUNCTIONS] = {"rhs", "hamiltonian", "theta"};

struct function {
    struct X(evaluator) *evaluator; /* NULL where the model has none */
    size_t width, wanted;           /* of the program; as many as are sent */
};

struct X(foreign_step) {
    struct X(stepper) stepper; /* first: a stepper is a foreign_step */
    struct foreign_program *program;
    struct function function[FUNCTIONS];
    struct X(evaluator) *momentum;
    unsigned long asked; /* steps, ever */
    struct newton_counts counts;
    real *t, *h, *room;
    real *point, *value; /* of one point that is asked for */
    mpfr_t number;
};

/* ---- numbers in lines ---- */

static void say_numbers(struct X(foreign_step) *w, const real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text;

        real_get_mpfr(w->number, x + i);
        text = number_text(w->number, real_precision() == 53 ? 0 : real_precision(), 0);
        foreign_program_say(w->program, " %s", text);
        free(text);
    }
}

/* Reads `count` numbers from *text on; false where there are fewer. */
static bool read_numbers(struct X(foreign_step) *w, char **text, real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;

        mpfr_strtofr(w->number, *text, &end, 0, MPFR_RNDN);
        if (end == *text)
            return false;
        *text = end;
        real_set_mpfr(x + i, w->number);
    }
    return true;
}

static bool is_end(const char *text)
{
    return text[strspn(text, " \t\r")] == '\0';
}

/* ---- the functions of the model ---- */

static const struct function *find_function(const struct X(foreign_step) *w, const char *name, size_t length)
{
    for (int k = 0; k < FUNCTIONS; k++) {
        if (strlen(function_names[k]) == length && strncmp(name, function_names[k], length) == 0 &&
            w->function[k].evaluator)
            return w->function + k;
    }
    return NULL;
}

/* `text`: NAME k t z ... t z */
static void answer(struct X(foreign_step) *w, char *text)
{
    size_t length;
    const struct function *function;
    unsigned long points;

    text += strspn(text, " ");
    length = strcspn(text, " ");
    if (!(function = find_function(w, text, length))) {
        foreign_program_fail(w->program, "the program asked for '%.*s', which is no function of the model",
                             (int)(length < 40 ? length : 40), text);
        return;
    }
    points = strtoul(text + length, &text, 10);
    if (points < 1 || points > MOST_POINTS) {
        foreign_program_fail(w->program, "the program asked for %lu points; it may ask for 1 to %d", points,
                             MOST_POINTS);
        return;
    }
    foreign_program_say(w->program, "value %lu", w->asked);
    for (unsigned long k = 0; k < points; k++) {
        if (!read_numbers(w, &text, w->point, 1) || !read_numbers(w, &text, w->point, w->stepper.dimension)) {
            foreign_program_fail(w->program, "the program gave fewer numbers than the points it asked for");
            return;
        }
        X(evaluator_run)(function->evaluator, 1, READS(w->point), WRITES(w->value));
        say_numbers(w, w->value, function->wanted);
    }
    w->counts.residual_evaluations += points;
    foreign_program_send(w->program);
}

/* ---- steps ---- */

static enum newton_status take(struct X(foreign_step) *w, char *text)
{
    size_t d = w->stepper.dimension;

    if (!read_numbers(w, &text, w->value, d) || !is_end(text)) {
        foreign_program_fail(w->program, "the program answered with other than %zu numbers", d);
        return NEWTON_NO_ANSWER;
    }
    if (!mask_any(X(vector_is_finite)(w->value, d)))
        return NEWTON_NOT_FINITE;
    X(vector_copy)(w->stepper.q, w->value, d);
    real_add(w->t, w->t, w->h);
    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(w->stepper.q), WRITES(w->stepper.p));
    return NEWTON_CONVERGED;
}

/* The rest of a line that opens with `word` and the number of this step; NULL where it does not. */
static char *match(const struct X(foreign_step) *w, char *line, const char *word)
{
    size_t length = strlen(word);
    char *end;

    if (strncmp(line, word, length) != 0 || line[length] != ' ')
        return NULL;
    return strtoul(line + length, &end, 10) == w->asked && end != line + length ? end : NULL;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;
    char *line, *rest;

    w->asked++;
    foreign_program_say(w->program, "step %lu", w->asked);
    say_numbers(w, w->t, 1);
    say_numbers(w, w->h, 1);
    say_numbers(w, stepper->q, stepper->dimension);
    foreign_program_send(w->program);
    while ((line = foreign_program_hear(w->program))) {
        if ((rest = match(w, line, "evaluate")))
            answer(w, rest);
        else if ((rest = match(w, line, "done")))
            return choice_all(take(w, rest));
        else if (match(w, line, "failed"))
            return choice_all(NEWTON_FOREIGN_FAILED);
        else
            foreign_program_fail(w->program, "the program answered '%.60s' to step %lu", line, w->asked);
    }
    return choice_all(NEWTON_NO_ANSWER);
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    return ((const struct X(foreign_step) *)stepper)->counts;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;
    char *line;

    foreign_program_say(w->program, "reset");
    if (foreign_program_send(w->program) && (line = foreign_program_hear(w->program)) &&
        strcmp(line, "ok") != 0)
        foreign_program_fail(w->program, "the program answered '%.60s' to reset; it has to answer ok", line);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;

    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(stepper->q), WRITES(stepper->p));
    stepper->active = mask_all();
    forget(stepper);
}

static void start(struct X(stepper) *stepper)
{
    X(vector_zero)(((struct X(foreign_step) *)stepper)->t, 1);
    restart(stepper);
}

/* ---- life ---- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;

    for (int k = 0; k < FUNCTIONS; k++)
        X(evaluator_destroy)(w->function[k].evaluator);
    X(evaluator_destroy)(w->momentum);
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->room);
    mpfr_clear(w->number);
    foreign_program_destroy(w->program);
    free(w);
}

static void add_function(struct X(foreign_step) *w, int k, const struct program *program, size_t wanted)
{
    if (program && wanted)
        w->function[k] = (struct function){X(evaluator_create)(program, 1), program->output_width[0], wanted};
}

struct X(stepper) *X(foreign_step_create)(const struct setup *setup)
{
    struct X(foreign_step) *w = memory_create(1, sizeof *w);
    const struct system *system = setup->system;
    size_t d = system->dimension, widest = d > system->observables ? d : system->observables;

    w->stepper = (struct X(stepper)){.dimension = d,
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy};
    w->stepper.carries = (system->momentum ? 2 * d : d) + 1;
    w->stepper.carried = X(vector_create)(w->stepper.carries);
    w->stepper.q = w->stepper.carried;
    w->stepper.p = system->momentum ? w->stepper.q + d : NULL;
    w->t = w->stepper.carried + w->stepper.carries - 1;
    w->room = X(vector_create)(1 + d + widest);
    w->h = w->room;
    w->point = w->h + 1;
    w->value = w->point + d;
    mpfr_init2(w->number, real_precision());
    X(scheme_step)(w->h, setup->step);
    add_function(w, 0, system->velocity, d);
    add_function(w, 1, system->observe, system->has_energy);
    add_function(w, 2, system->momentum, d);
    if (system->momentum)
        w->momentum = X(evaluator_create)(system->momentum, 1);
    w->program = foreign_method_start(setup, real_precision());
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    start(&w->stepper);
    return &w->stepper;
}
