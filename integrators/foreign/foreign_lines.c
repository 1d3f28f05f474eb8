/* A foreign program at work, over the line protocol.
 *
 *     step N t h z_1 ... z_d       the step N; or several in one call: steps N n t h z_1 ... z_d
 *     evaluate N NAME k t z ...    the program asks for a function of the model at k points
 *     value N ...                  and gets its values, point by point
 *     done N z_1 ... z_d           the end of the step; or: failed N REASON */
#include "integrators/foreign/foreign_caller.h"
#include "integrators/foreign/foreign_function.h"
#include "integrators/foreign/foreign_program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"
#include "numerics/number.h"
#include "numerics/vector.h"

enum { MOST_POINTS = 4096, MOST_ASKED = 100000 /* for a step, in lines */ };

struct X(foreign_lines) {
    struct X(foreign_caller) caller; /* first: a caller is foreign_lines */
    const struct foreign_method *method;
    struct foreign_program *program;
    struct foreign_model model;
    struct X(foreign_functions) *functions;
    size_t size, d;       /* of the state of a step; of the right-hand side */
    bool takes;           /* the model */
    unsigned long number; /* of the step asked for */
    size_t room;          /* numbers for which there is room, in each: */
    real *t, *z, *value;
    mpfr_t one;
};

/* ---- numbers in lines ---- */

enum { IS_DOUBLE = sizeof(real) == sizeof(double) };

static void say_numbers(struct X(foreign_lines) *w, const real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double number = real_to_double(x + i);
        char *text;

        if (IS_DOUBLE) { /* what is no number has no sign, which not every language reads */
            foreign_program_say(w->program, " %.17g", isnan(number) ? fabs(number) : number);
            continue;
        }
        real_get_mpfr(w->one, x + i);
        text = number_text(w->one, real_precision() == 53 ? 0 : real_precision(), 0);
        foreign_program_say(w->program, " %s", text);
        free(text);
    }
}

/* Reads `count` numbers from *text on; false where there are fewer. */
static bool read_numbers(struct X(foreign_lines) *w, char **text, real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;

        if (IS_DOUBLE) {
            real_set_double(x + i, strtod(*text, &end));
        } else {
            mpfr_strtofr(w->one, *text, &end, 0, MPFR_RNDN);
            real_set_mpfr(x + i, w->one);
        }
        if (end == *text)
            return false;
        *text = end;
    }
    return true;
}

static bool is_end(const char *text)
{
    return text[strspn(text, " \t\r")] == '\0';
}

/* ---- the functions of the model ---- */

static void make_room(struct X(foreign_lines) *w, size_t numbers)
{
    if (numbers <= w->room)
        return;
    X(vector_destroy)(w->t);
    w->room = numbers;
    w->t = X(vector_create)(3 * numbers);
    w->z = w->t + numbers;
    w->value = w->z + numbers;
}

/* `text`: t z ... t z, each z with so many numbers */
static bool read_points(struct X(foreign_lines) *w, char *text, size_t points, size_t reads)
{
    bool good = true;

    for (size_t k = 0; k < points && good; k++)
        good = read_numbers(w, &text, w->t + k, 1) && read_numbers(w, &text, w->z + k * reads, reads);
    if (!good || !is_end(text))
        foreign_program_fail(w->program, "the program gave %s numbers than the points it asked for",
                             good ? "more" : "fewer");
    return good && is_end(text);
}

/* `text`: NAME k t z ... t z */
static void answer(struct X(foreign_lines) *w, char *text)
{
    enum foreign_function function;
    size_t length, width, reads, points;
    long asked;

    text += strspn(text, " ");
    length = strcspn(text, " ");
    function = X(foreign_function_find)(w->functions, text, length);
    if (function == FOREIGN_FUNCTIONS) {
        foreign_program_fail(w->program, "the program asked for '%.*s', which is no function of the model",
                             (int)(length < 40 ? length : 40), text);
        return;
    }
    asked = strtol(text + length, &text, 10);
    if (asked < 1 || asked > MOST_POINTS) {
        foreign_program_fail(w->program, "the program asked for %ld points; it may ask for 1 to %d", asked,
                             MOST_POINTS);
        return;
    }
    points = (size_t)asked;
    width = X(foreign_function_width)(w->functions, function);
    reads = X(foreign_function_reads)(w->functions, function);
    make_room(w, points * (width > reads ? width : reads));
    if (!read_points(w, text, points, reads))
        return;
    X(foreign_function_run)(w->functions, function, points, w->t, w->z, w->value);
    foreign_program_say(w->program, "value %lu", w->number);
    say_numbers(w, w->value, points * width);
    w->caller.evaluations += points;
    foreign_program_reply(w->program);
}

/* ---- steps ---- */

static enum newton_status take(struct X(foreign_lines) *w, char *text, real *z)
{
    if (read_numbers(w, &text, z, w->size) && is_end(text))
        return NEWTON_CONVERGED;
    foreign_program_fail(w->program, "the program answered with other than %zu numbers", w->size);
    return NEWTON_NO_ANSWER;
}

/* The rest of a line that opens with `word` and the number of this step, as it was sent; NULL where it does not. */
static char *match(const struct X(foreign_lines) *w, char *line, const char *word)
{
    char head[40];
    const int length = snprintf(head, sizeof head, "%s %lu", word, w->number);

    return strncmp(line, head, (size_t)length) == 0 && strchr(" \t\r", line[length]) ? line + length : NULL;
}

static enum newton_status listen(struct X(foreign_lines) *w, real *z)
{
    char *line, *rest;

    for (int asked = 0; (line = foreign_program_hear(w->program)); asked++) {
        if ((rest = match(w, line, "done")))
            return take(w, rest, z);
        if (match(w, line, "failed"))
            return NEWTON_FOREIGN_FAILED;
        if (asked == MOST_ASKED)
            foreign_program_fail(w->program, "the program asked for the model more than %d times in a step",
                                 MOST_ASKED);
        else if ((rest = match(w, line, "evaluate")))
            answer(w, rest);
        else
            foreign_program_fail(w->program, "the program answered '%.60s' to step %lu", line, w->number);
    }
    return NEWTON_NO_ANSWER;
}

static enum newton_status advance(struct X(foreign_caller) *caller, unsigned long n, const real *t,
                                  const real *h, real *z)
{
    struct X(foreign_lines) *w = (struct X(foreign_lines) *)caller;

    if (!w->takes)
        return NEWTON_UNSUPPORTED;
    w->number++;
    if (n == 1 && !caller->in_one_call)
        foreign_program_say(w->program, "step %lu", w->number);
    else
        foreign_program_say(w->program, "steps %lu %lu", w->number, n);
    say_numbers(w, t, 1);
    say_numbers(w, h, 1);
    say_numbers(w, z, w->size);
    foreign_program_send(w->program);
    return listen(w, z);
}

static enum newton_status give_rhs(struct X(foreign_caller) *caller, const real *t, const real *z, real *f)
{
    struct X(foreign_lines) *w = (struct X(foreign_lines) *)caller;
    char *line, *rest;

    if (!w->takes)
        return NEWTON_UNSUPPORTED;
    w->number++;
    foreign_program_say(w->program, "evaluate %lu rhs 1", w->number);
    say_numbers(w, t, 1);
    say_numbers(w, z, w->d);
    if (!foreign_program_send(w->program) || !(line = foreign_program_hear(w->program)))
        return NEWTON_NO_ANSWER;
    rest = match(w, line, "value");
    if (rest && read_numbers(w, &rest, f, w->d) && is_end(rest))
        return NEWTON_CONVERGED;
    foreign_program_fail(w->program, "the program answered '%.60s' to evaluate %lu", line, w->number);
    return NEWTON_NO_ANSWER;
}

static void reset(struct X(foreign_caller) *caller)
{
    struct X(foreign_lines) *w = (struct X(foreign_lines) *)caller;
    char *line;

    if (!w->takes)
        return;
    foreign_program_say(w->program, "reset");
    if (foreign_program_send(w->program) && (line = foreign_program_hear(w->program)) &&
        strcmp(line, "ok") != 0)
        foreign_program_fail(w->program, "the program answered '%.60s' to reset; it has to answer ok", line);
}

/* ---- life ---- */

static void destroy(struct X(foreign_caller) *caller)
{
    struct X(foreign_lines) *w = (struct X(foreign_lines) *)caller;

    foreign_method_stop(w->method, w->program, real_precision());
    X(foreign_function_destroy)(w->functions);
    foreign_model_destroy(&w->model);
    X(vector_destroy)(w->t);
    mpfr_clear(w->one);
    free(w);
}

struct X(foreign_caller) *X(foreign_lines_create)(const struct setup *setup)
{
    struct X(foreign_lines) *w = memory_create(1, sizeof *w);

    *w = (struct X(foreign_lines)){
        .caller = {.advance = advance, .reset = reset, .rhs = give_rhs, .destroy = destroy},
        .method = foreign_method_of(setup->method),
        .model = foreign_model_create(setup->system),
        .size = foreign_method_size(setup),
        .d = setup->system->model->moved};
    w->functions = X(foreign_function_create)(&w->model);
    w->program = foreign_method_start(setup, real_precision(), &w->takes);
    mpfr_init2(w->one, real_precision());
    return &w->caller;
}
