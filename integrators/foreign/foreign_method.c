/* Methods that programs provide: see foreign_method.h.
 *
 *     hello 1 precision double          and the program answers
 *     methods NAME form ode ...         what it has
 *     select NAME
 *     model NAME dimension d constraints m size n
 *     ok                                or: unsupported REASON */
#include "integrators/foreign/foreign_method.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

enum { MOST_METHODS = 256, PRECISE = 200 };

/* The one form so far: x' = f(x), with f as `rhs`, on every kind of model. */
static const char FORM[] = "ode";

/* ---- hello ---- */

/* Says hello; the list of methods that follows, or NULL with the program failed. */
static char *greet(struct foreign_program *program, int precision)
{
    char *line;

    if (precision == 53)
        foreign_program_say(program, "hello 1 precision double");
    else
        foreign_program_say(program, "hello 1 precision %d", precision);
    if (!foreign_program_send(program) || !(line = foreign_program_hear(program)))
        return NULL;
    if (strncmp(line, "methods ", 8) == 0)
        return line + 8;
    if (strncmp(line, "unsupported ", 12) == 0)
        foreign_program_fail(program, "the program does not support this precision: %.120s", line + 12);
    else
        foreign_program_fail(
            program, "the program answered '%.60s' to hello; it has to answer methods NAME form ode", line);
    return NULL;
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (const char *c = name; *c; c++) {
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_' && *c != '.')
            return false;
    }
    return length > 0 && length < sizeof((struct method){.stages = 0}).name && isalpha((unsigned char)*name);
}

static struct foreign_method *create(const char *command, const char *name, bool precise)
{
    struct foreign_method *method = memory_create(1, sizeof *method);

    method->name = memory_copy_string(name);
    method->command = memory_copy_string(command);
    method->family = (struct method_family){
        .name = method->name,
        .documentation = "A program's method, over the line protocol, on x' = f(x).",
        .kinds = ~0U >> (32 - MODEL_KINDS),
        .no_tableau = true,
        .space = STEP_POSITION,
        .no_projections = "a program steps with x' = f(x) alone",
        .create_double = foreign_step_create_double,
        .create_mpfr = precise ? foreign_step_create_mpfr : NULL,
    };
    return method;
}

/* NAME form FORM ..., one after the other */
static bool read_methods(struct foreign_program *program, char *line, const char *command, bool precise,
                         struct foreign_method **methods, size_t *count)
{
    char *rest, *name, *word, *form;

    for (name = strtok_r(line, " \r", &rest); name; name = strtok_r(NULL, " \r", &rest)) {
        word = strtok_r(NULL, " \r", &rest);
        form = word ? strtok_r(NULL, " \r", &rest) : NULL;
        if (!form || strcmp(word, "form") != 0 || !is_name(name) || *count == MOST_METHODS)
            foreign_program_fail(program,
                                 "the program's list of methods is wrong at '%.40s'; write "
                                 "methods NAME form ode, a name of letters, digits, hyphens",
                                 name);
        else if (strcmp(form, FORM) != 0)
            foreign_program_fail(program, "the method %.40s has the form '%.40s'; write form ode, x' = f(x)",
                                 name, form);
        if (foreign_program_failure(program))
            return false;
        methods[(*count)++] = create(command, name, precise);
    }
    if (*count == 0)
        foreign_program_fail(program, "the program has no methods; write methods NAME form ode");
    return *count > 0;
}

/* Whether it answers in MPFR, too. */
static bool is_precise(const char *command)
{
    struct foreign_program *program = foreign_program_create(command);
    bool precise = greet(program, PRECISE);

    foreign_program_destroy(program);
    return precise;
}

struct foreign_method **foreign_method_create_all(const char *command, size_t *count, struct error *error)
{
    struct foreign_program *program = foreign_program_create(command);
    struct foreign_method **methods;
    char *line;

    *count = 0;
    methods = memory_create(MOST_METHODS, sizeof(struct foreign_method *));
    line = greet(program, 53);
    if (!line || !read_methods(program, line, command, is_precise(command), methods, count)) {
        error_set(error, "'%.100s': %s", command, foreign_program_failure(program));
        for (size_t i = 0; i < *count; i++)
            foreign_method_destroy(methods[i]);
        free(methods);
        methods = NULL;
    }
    foreign_program_destroy(program);
    return methods;
}

void foreign_method_destroy(struct foreign_method *method)
{
    free(method->name);
    free(method->command);
    free(method->version);
    free(method);
}

struct method foreign_method_method(const struct foreign_method *foreign)
{
    struct method method = {.family = &foreign->family, .base = &foreign->family};

    snprintf(method.name, sizeof method.name, "%s", foreign->name);
    return method;
}

const struct foreign_method *foreign_method_of(const struct method *method)
{
    return method->base->create_double == foreign_step_create_double
               ? (const struct foreign_method *)method->base
               : NULL;
}

/* ---- a program at work ---- */

static bool select_model(struct foreign_program *program, const struct setup *setup)
{
    const struct model *model = setup->system->model;
    char *line;

    foreign_program_say(program, "select %s", setup->method->name);
    foreign_program_send(program);
    foreign_program_say(program, "model %s dimension %zu constraints 0 size %zu", model->name,
                        setup->system->dimension, setup->system->dimension);
    if (!foreign_program_send(program) || !(line = foreign_program_hear(program)))
        return false;
    if (strncmp(line, "unsupported ", 12) == 0)
        foreign_program_fail(program, "the program does not support the model: %.120s", line + 12);
    else if (strcmp(line, "ok") != 0)
        foreign_program_fail(program, "the program answered '%.60s' to model; it has to answer ok", line);
    return !foreign_program_failure(program);
}

struct foreign_program *foreign_method_start(const struct setup *setup, int precision)
{
    const struct foreign_method *method = foreign_method_of(setup->method);
    struct foreign_program *program = foreign_program_create(method->command);

    if (greet(program, precision))
        select_model(program, setup);
    return program;
}
