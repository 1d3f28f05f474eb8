/* Methods that are not ours: see foreign_method.h.
 *
 *     hello 1 precision double                                        and the program answers
 *     methods NAME form ode [session] [steps] [order P] ...           what it has
 *     select NAME
 *     model NAME dimension d constraints m size n
 *     ok                                or: unsupported REASON */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_method.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "integrators/foreign/foreign_library.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { MOST_METHODS = 256, PRECISE = 200 };

enum {
    EVERY_KIND = (1 << MODEL_KINDS) - 1,
    HALVED_KINDS = 1 << MODEL_HAMILTONIAN | 1 << MODEL_ODE /* whose state may be (q, p) */
};

static const struct {
    const char *name;
    unsigned kinds;
    enum step_space space;
} forms[FOREIGN_FORMS] = {
    [FOREIGN_ODE] = {"ode", EVERY_KIND, STEP_POSITION},
    [FOREIGN_HAMILTONIAN_FORM] = {"hamiltonian", 1 << MODEL_HAMILTONIAN | 1 << MODEL_INDEX_ONE,
                                  STEP_POSITION},
    [FOREIGN_DEGENERATE] = {"degenerate", 1 << MODEL_DEGENERATE, STEP_MOMENTUM},
};

/* ---- hello ---- */

/* The list of methods in the line that the program answered, or NULL with the program failed. */
static char *find_methods(struct foreign_program *program, char *line)
{
    if (!line)
        return NULL;
    if (strncmp(line, "methods ", 8) == 0)
        return line + 8;
    if (strncmp(line, "unsupported ", 12) == 0)
        foreign_program_fail(program, "%.150s", line + 12);
    else
        foreign_program_fail(
            program, "the program answered '%.60s' to hello; it has to answer methods NAME form ode", line);
    return NULL;
}

/* Says hello, and hears the answer; NULL: there is none. */
static char *greet(struct foreign_program *program, int precision)
{
    if (precision == 53)
        foreign_program_say(program, "hello 1 precision double");
    else
        foreign_program_say(program, "hello 1 precision %d", precision);
    return foreign_program_send(program) ? foreign_program_hear(program) : NULL;
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

/* What a method says after its form. */
struct traits {
    enum foreign_form form;
    bool session, steps, precise, own, velocities, constraints, manifold;
    char offset[sizeof((struct foreign_method){.library = false}).offset];
    char order[sizeof((struct foreign_method){.library = false}).order];
};

/* The methods of one program. */
struct list {
    const char *command, *suffix; /* of their names */
    bool library, precise;        /* precise: all of them */
    int copy;                     /* of the shared object */
    char *needs;                  /* NULL: none */
    size_t count;
    struct foreign_method **method;
    bool refused; /* for the first reason: */
    struct error reason;
};

static void refuse(struct list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(struct list *list, const char *format, ...)
{
    va_list arguments;

    if (list->refused)
        return;
    va_start(arguments, format);
    vsnprintf(list->reason.text, sizeof list->reason.text, format, arguments);
    va_end(arguments);
    list->refused = true;
}

static struct foreign_method *create(const struct list *list, const char *name, const struct traits *traits)
{
    struct foreign_method *method = memory_create(1, sizeof *method);
    const size_t bare = strlen(name), size = bare + strlen(list->suffix) + 1;
    const bool library = list->library, halves = traits->velocities || traits->offset[0];
    char *full = memory_create(size, 1);

    snprintf(full, size, "%s%s", name, list->suffix);
    *method = (struct foreign_method){
        .name = full,
        .bare = bare,
        .command = memory_copy_string(list->command),
        .form = traits->form,
        .copy = library ? fcntl(list->copy, F_DUPFD_CLOEXEC, 0) : -1,
        .needs = memory_copy_string(list->needs),
        .library = library,
        .own = traits->own,
        .velocities = traits->velocities,
        .together = traits->steps,
        .constrained = traits->constraints,
        .manifold = traits->manifold,
        .remembers = traits->session,
        .idle = memory_create(FOREIGN_METHOD_MOST_IDLE, sizeof(struct foreign_idle)),
        .told = memory_create(1, sizeof(pid_t)),
        .fate = memory_create_shared(sizeof(struct foreign_fate)),
    };
    strcpy(method->order, traits->order);
    strcpy(method->offset, traits->offset);
    method->family = (struct method_family){
        .name = method->name,
        .documentation = library ? "A shared object's method, called on x' = f(x)."
                                 : "A program's method, over the line protocol, on x' = f(x).",
        .kinds = forms[traits->form].kinds & (halves ? HALVED_KINDS : EVERY_KIND),
        .partition = halves ? PARTITION_PAIRED : PARTITION_NONE,
        .no_tableau = true,
        .remembers = traits->session,
        .takes_time = true,
        .space = traits->manifold ? STEP_POSITION : forms[traits->form].space,
        .no_projections = "a foreign method steps with x' = f(x) alone",
        .order_offset = atoi(traits->order),
        .claim = {{traits->order[0] ? "order" : NULL, method->order, "what the method says of itself"}},
        .create_double = foreign_step_create_double,
        .create_mpfr = traits->precise ? foreign_step_create_mpfr : NULL,
    };
    return method;
}

static bool is_order(const char *text)
{
    return text && strlen(text) < 3 && strspn(text, "0123456789") == strlen(text) && atoi(text) > 0;
}

static void read_offset(struct list *list, struct traits *traits, const char *text)
{
    struct error ignored;
    mpq_t offset;

    mpq_init(offset);
    if (text && strlen(text) < sizeof traits->offset && exact_parse(offset, text, &ignored))
        strcpy(traits->offset, text);
    else
        refuse(list, "the offset '%.20s' is no exact number of steps; write for example offset -1/2",
               text ? text : "");
    mpq_clear(offset);
}

static enum foreign_form find_form(const char *name)
{
    int k = 0;

    while (k < FOREIGN_FORMS && strcmp(forms[k].name, name) != 0)
        k++;
    return (enum foreign_form)k;
}

/* Reads what follows the form: session, steps, own, velocities, constraints, manifold, offset A, order P, precise (of a shared object); returns the
 * word after it, the name of the next method or NULL. */
static char *read_traits(struct list *list, struct traits *traits, char **rest)
{
    char *word = strtok_r(NULL, " \r", rest);

    for (; word; word = strtok_r(NULL, " \r", rest)) {
        if (strcmp(word, "session") == 0) {
            traits->session = true;
        } else if (strcmp(word, "steps") == 0) {
            traits->steps = true;
        } else if (strcmp(word, "precise") == 0) {
            traits->precise = true;
        } else if (strcmp(word, "own") == 0) {
            traits->own = true;
        } else if (strcmp(word, "velocities") == 0) {
            traits->velocities = true;
        } else if (strcmp(word, "constraints") == 0) {
            traits->constraints = true;
        } else if (strcmp(word, "manifold") == 0) {
            traits->manifold = true;
        } else if (strcmp(word, "offset") == 0) {
            read_offset(list, traits, strtok_r(NULL, " \r", rest));
        } else if (strcmp(word, "order") == 0) {
            char *order = strtok_r(NULL, " \r", rest);

            if (!is_order(order))
                refuse(list, "the order '%.20s' is no number from 1 to 99", order ? order : "");
            else
                strcpy(traits->order, order);
        } else {
            break;
        }
    }
    return word;
}

/* NAME form FORM ..., one after the other */
static void read_methods(struct list *list, char *line)
{
    char *rest, *name = strtok_r(line, " \r", &rest);

    while (name && !list->refused) {
        struct traits traits = {.precise = list->precise};
        char *word = strtok_r(NULL, " \r", &rest), *form = word ? strtok_r(NULL, " \r", &rest) : NULL, *next;

        if (!form || strcmp(word, "form") != 0 || !is_name(name) || list->count == MOST_METHODS) {
            refuse(list,
                   "the list of methods is wrong at '%.40s'; write "
                   "methods NAME form ode, a name of letters, digits, hyphens",
                   name);
            return;
        }
        traits.form = find_form(form);
        if (traits.form == FOREIGN_FORMS) {
            refuse(list, "the method %.40s has the form '%.40s'; write form ode, hamiltonian or degenerate",
                   name, form);
            return;
        }
        next = read_traits(list, &traits, &rest);
        if (traits.form == FOREIGN_DEGENERATE && (traits.own || traits.velocities || traits.offset[0]))
            refuse(list, "the method %.40s has variables of its own; write form ode", name);
        if (traits.constraints && traits.form != FOREIGN_HAMILTONIAN_FORM)
            refuse(list, "the method %.40s takes constraints; write form hamiltonian", name);
        if (traits.manifold && traits.form != FOREIGN_DEGENERATE)
            refuse(list, "the method %.40s steps on p = theta(q); write form degenerate", name);
        if (strlen(name) + strlen(list->suffix) >= sizeof((struct method){.stages = 0}).name)
            refuse(list, "the name %.40s%.60s is too long; give the knob a shorter one", name, list->suffix);
        list->method[list->count++] = create(list, name, &traits);
        name = next;
    }
}

/* Whether it answers in MPFR, too; `first` has failed where that is not known. */
static bool is_precise(struct foreign_program *first, const char *command)
{
    struct foreign_program *program = foreign_program_create(command);
    bool precise = find_methods(program, greet(program, PRECISE));

    if (foreign_program_is_lost(program))
        foreign_program_fail(first, "to hello 1 precision %d: %s", PRECISE, foreign_program_failure(program));
    foreign_program_destroy(program);
    return precise;
}

/* Ends the program; the text that it has said is what was written, or NULL with a message where it has failed. */
static char *end_asking(struct foreign_program *program, FILE *to, char **text, bool silent,
                        const char *command, const char *help, struct error *error)
{
    fclose(to);
    if (foreign_program_failure(program)) {
        error_set(error, "'%.100s': %s%s", command, foreign_program_failure(program), silent ? help : "");
        free(*text);
        *text = NULL;
    }
    foreign_program_destroy(program);
    return *text;
}

char *foreign_method_ask(const char *command, struct error *error)
{
    struct foreign_program *program = foreign_program_create(command);
    char *answer = greet(program, 53), *line = find_methods(program, answer), *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    if (line)
        fprintf(to, "%smethods %s\n", is_precise(program, command) ? "precise\n" : "", line);
    return end_asking(program, to, &text, !answer, command,
                      "; it has to answer the line 'hello 1 precision double' with methods NAME "
                      "form ode, as docs/protocol.md says",
                      error);
}

char *foreign_method_ask_library(int copy, const char *path, struct error *error)
{
    struct foreign_program *program = foreign_library_list(copy, path);
    char *text = NULL, *line, *methods;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    while ((line = foreign_program_hear(program)) && strncmp(line, "needs ", 6) == 0)
        fprintf(to, "%s\n", line);
    if ((methods = find_methods(program, line)))
        fprintf(to, "methods %s\n", methods);
    return end_asking(program, to, &text, !line, path,
                      "; it does not survive being loaded: compile it again, for this machine", error);
}

/* ---- what was said ---- */

static void add_need(struct list *list, const char *path)
{
    const size_t before = list->needs ? strlen(list->needs) : 0, more = strlen(path);

    list->needs = memory_resize(list->needs, before + more + 2, 1);
    snprintf(list->needs + before, more + 2, "%s\n", path);
}

/* NULL with a message where the text is not what a program may say. */
static struct foreign_method **read_said(struct list *list, const char *said, size_t *count,
                                         struct error *error)
{
    char *copy = memory_copy_string(said), *rest = copy, *line;

    list->method = memory_create(MOST_METHODS, sizeof(struct foreign_method *));
    while ((line = strtok_r(rest, "\n", &rest))) {
        if (strcmp(line, "precise") == 0)
            list->precise = true;
        else if (strncmp(line, "needs ", 6) == 0)
            add_need(list, line + 6);
        else if (strncmp(line, "methods ", 8) == 0)
            read_methods(list, line + 8);
    }
    if (list->count == 0)
        refuse(list, "there are no methods; write methods NAME form ode");
    if (list->refused) {
        error_set(error, "'%.100s': %s", list->command, list->reason.text);
        for (size_t i = 0; i < list->count; i++)
            foreign_method_destroy(list->method[i]);
        free(list->method);
        list->method = NULL;
    }
    *count = list->method ? list->count : 0;
    free(list->needs);
    free(copy);
    return list->method;
}

struct foreign_method **foreign_method_create_said(const char *said, const char *command, const char *suffix,
                                                   size_t *count, struct error *error)
{
    return read_said(&(struct list){.command = command, .suffix = suffix}, said, count, error);
}

struct foreign_method **foreign_method_create_library_said(const char *said, int copy, const char *path,
                                                           size_t *count, struct error *error)
{
    return read_said(&(struct list){.command = path, .suffix = "", .library = true, .copy = copy}, said,
                     count, error);
}

struct foreign_method **foreign_method_create_all(const char *command, const char *suffix, size_t *count,
                                                  struct error *error)
{
    char *said = foreign_method_ask(command, error);
    struct foreign_method **methods =
        said ? foreign_method_create_said(said, command, suffix, count, error) : NULL;

    free(said);
    return methods;
}

struct foreign_method **foreign_method_create_library(const char *path, size_t *count, struct error *error)
{
    const int copy = foreign_library_copy(path, error);
    char *said = copy < 0 ? NULL : foreign_method_ask_library(copy, path, error);
    struct foreign_method **methods =
        said ? foreign_method_create_library_said(said, copy, path, count, error) : NULL;

    free(said);
    if (copy >= 0)
        close(copy);
    return methods;
}

/* ---- programs that wait ---- */

/* Those of a process that this one was forked off from are that one's. */
static void clear(struct foreign_idle *idle)
{
    if (idle->program && idle->owner == getpid())
        foreign_program_destroy(idle->program);
    *idle = (struct foreign_idle){.program = NULL};
}

struct foreign_program *foreign_method_find_idle(const struct foreign_method *method, int precision)
{
    for (size_t k = 0; k < FOREIGN_METHOD_MOST_IDLE; k++) {
        struct foreign_idle *idle = method->idle + k;
        struct foreign_program *program = idle->program;

        if (program && idle->precision == precision && idle->owner == getpid()) {
            idle->program = NULL;
            return program;
        }
    }
    return NULL;
}

/* The one that waits for the longest gives way. */
static void keep_idle(const struct foreign_method *method, struct foreign_program *program, int precision)
{
    struct foreign_idle *idle = method->idle, *last = idle + FOREIGN_METHOD_MOST_IDLE - 1;

    while (idle < last && idle->program && idle->owner == getpid())
        idle++;
    if (idle->program && idle->owner == getpid()) {
        clear(method->idle);
        memmove(method->idle, method->idle + 1, (FOREIGN_METHOD_MOST_IDLE - 1) * sizeof *idle);
    }
    *idle = (struct foreign_idle){program, precision, getpid()};
}

void foreign_method_destroy(struct foreign_method *method)
{
    for (size_t k = 0; k < FOREIGN_METHOD_MOST_IDLE; k++)
        clear(method->idle + k);
    free(method->idle);
    free(method->told);
    memory_destroy_shared(method->fate, sizeof(struct foreign_fate));
    free(method->name);
    free(method->command);
    free(method->needs);
    if (method->copy >= 0)
        close(method->copy);
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

size_t foreign_method_size(const struct setup *setup)
{
    const size_t d = setup->system->model->moved;

    return foreign_method_of(setup->method)->form == FOREIGN_DEGENERATE ? 2 * d : d;
}

/* False where it says that it does not take the model. */
static bool select_model(struct foreign_program *program, const struct setup *setup)
{
    const struct model *model = setup->system->model;
    char *line;

    foreign_program_say(program, "select %.*s", (int)foreign_method_of(setup->method)->bare,
                        setup->method->name);
    foreign_program_send(program);
    foreign_program_say(program, "model %s dimension %zu constraints %zu size %zu", model->name, model->moved,
                        setup->system->constraints, foreign_method_size(setup));
    if (!foreign_program_send(program) || !(line = foreign_program_hear(program)))
        return true;
    if (strncmp(line, "unsupported ", 12) == 0)
        return false;
    if (strcmp(line, "ok") != 0)
        foreign_program_fail(program, "the program answered '%.60s' to model; it has to answer ok", line);
    return true;
}

struct foreign_program *foreign_method_start(const struct setup *setup, int precision, bool *takes)
{
    const struct foreign_method *method = foreign_method_of(setup->method);
    struct foreign_program *program = foreign_method_find_idle(method, precision);

    if (!program) {
        program = foreign_program_create(method->command);
        greet(program, precision);
    }
    *takes = foreign_program_failure(program) || select_model(program, setup);
    return program;
}

void foreign_method_stop(const struct foreign_method *method, struct foreign_program *program, int precision)
{
    const char *failure = foreign_program_failure(program);

    if (!failure) {
        keep_idle(method, program, precision);
        return;
    }
    if (*method->told != getpid())
        fprintf(stderr, "assay: %s: %s\n", method->name, failure);
    *method->told = getpid();
    method->fate->lost = method->fate->lost || foreign_program_is_lost(program);
    method->fate->crashed = method->library;
    foreign_program_destroy(program);
}

enum foreign_end foreign_method_end(const struct foreign_method *method)
{
    return method->fate->lost ? FOREIGN_LOST : method->fate->crashed ? FOREIGN_CRASHED : FOREIGN_ENDED;
}

void foreign_method_renew(const struct foreign_method *method)
{
    *method->fate = (struct foreign_fate){.lost = false};
    for (size_t k = 0; k < FOREIGN_METHOD_MOST_IDLE && method->library; k++)
        clear(method->idle + k);
}
