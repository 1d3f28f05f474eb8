/* A shared object's method in a process of its own, which takes steps and measures nothing.
 *
 *     we        a question: steps of h from (t, z), in shared memory    ->  the process, behind walls, which has called
 *     we        <-  the answer: the state after each of them                the shared object (foreign_call.c)
 *
 * The process is forked off where a method first steps, gets to know each model, and is one of foreign_program.h: a line tells it that there is a question,
 * a line tells us that there is an answer.  It has no descriptor of ours but these lines, no memory that anybody else has, and no way to
 * signal others; whatever the shared object writes, closes or ends, it can only answer with other steps than it has taken.
 * All that comes from there is copied before it is looked at.
 *
 * To ask costs as much as many steps.  So the steps that will be asked for next (stepper_ahead) are taken with the first, at
 * most FEW_AHEAD more than were asked for so far, and handed out as they are asked for, where the question is the one that was
 * foreseen to the last bit.  Where it is not, as where an end is brought to another turn of a period before the next step, the
 * next question is for as many steps as were handed out of the last, and for twice as many once all are. */
#include "integrators/foreign/foreign_caller.h"
#include "integrators/foreign/foreign_library.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

enum {
    MOST_AHEAD = 4096,
    FEW_AHEAD = 64,
    TOGETHER = 512 /* steps, which are handed out while others are taken */
};
enum { LONGEST_LINE = 20, BETWEEN_LOOKS = 16 };
enum { IS_DOUBLE = sizeof(real) == sizeof(double) };
static const char MODEL[] = "model", QUESTION[] = "take", MORE[] = "more" /* to come */, ANSWER[] = "taken";

/* What is shared, and BYTES in all: numbers follow, t, h, z, then a state for each step; or a model (foreign_model.h). */
#define BYTES (1UL << 26)
struct shared {
    /* the question */
    unsigned long n;     /* steps in one call */
    unsigned long count; /* of calls, <= MOST_AHEAD */
    unsigned long cycle; /* stepper_ahead */
    bool reset;          /* another trajectory begins */
    bool in_one_call;
    /* the answer */
    unsigned long taken;
    struct {
        int status;
        unsigned long evaluations;
    } call[MOST_AHEAD];
};

/* ---- numbers in shared memory ---- */

/* A number of MPFR that can be copied: +-sum limb_i 2^(64 i) 2^exponent. */
struct number {
    enum { IS_NAN, IS_INFINITE, IS_ZERO, IS_REGULAR } kind;
    int negative;
    long exponent;
    size_t limbs;
    uint64_t limb[];
};
#define MOST_EXPONENT (1L << 40) /* beyond it there is no number */

/* Where they lie, and what is needed to get them there. */
struct room {
    unsigned char *first;
    size_t size, limbs; /* bytes of one */
    mpfr_t value;
    mpz_t digits;
    struct number *copy;
};

static size_t size_of_number(size_t limbs)
{
    return IS_DOUBLE ? sizeof(double) : sizeof(struct number) + limbs * sizeof(uint64_t);
}

static struct room create_room(struct shared *shared)
{
    struct room room = {.first = (unsigned char *)(shared + 1), .limbs = (size_t)real_precision() / 64 + 2};

    room.size = size_of_number(room.limbs);
    mpfr_init2(room.value, real_precision());
    mpz_init(room.digits);
    room.copy = memory_create(room.size, 1);
    return room;
}

static void clear_room(struct room *room)
{
    mpfr_clear(room->value);
    mpz_clear(room->digits);
    free(room->copy);
}

static void write_precise(struct room *room, const real *x)
{
    struct number *number = room->copy;

    real_get_mpfr(room->value, x);
    memset(number, 0, room->size);
    number->negative = mpfr_signbit(room->value) != 0;
    number->kind = mpfr_nan_p(room->value)    ? IS_NAN
                   : mpfr_inf_p(room->value)  ? IS_INFINITE
                   : mpfr_zero_p(room->value) ? IS_ZERO
                                              : IS_REGULAR;
    if (number->kind != IS_REGULAR)
        return;
    number->exponent = mpfr_get_z_2exp(room->digits, room->value);
    mpz_export(number->limb, &number->limbs, -1, sizeof *number->limb, 0, 0, room->digits);
}

/* Whatever the bytes are, a number comes of them. */
static void read_precise(struct room *room, real *x)
{
    const struct number *number = room->copy;
    const int sign = number->negative ? -1 : 1;

    if (number->kind == IS_INFINITE) {
        mpfr_set_inf(room->value, sign);
    } else if (number->kind == IS_ZERO) {
        mpfr_set_zero(room->value, sign);
    } else if (number->kind == IS_REGULAR && number->limbs <= room->limbs &&
               number->exponent < MOST_EXPONENT && number->exponent > -MOST_EXPONENT) {
        mpz_import(room->digits, number->limbs, -1, sizeof *number->limb, 0, 0, number->limb);
        mpfr_set_z_2exp(room->value, room->digits, number->exponent, MPFR_RNDN);
        mpfr_setsign(room->value, room->value, number->negative, MPFR_RNDN);
    } else {
        mpfr_set_nan(room->value);
    }
    real_set_mpfr(x, room->value);
}

static void write_numbers(struct room *room, size_t place, const real *x, size_t count)
{
    unsigned char *to = room->first + place * room->size;

    if (IS_DOUBLE) {
        memcpy(to, x, count * sizeof *x);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        write_precise(room, x + i);
        memcpy(to + i * room->size, room->copy, room->size);
    }
}

static void read_numbers(struct room *room, size_t place, real *x, size_t count)
{
    const unsigned char *from = room->first + place * room->size;

    if (IS_DOUBLE) {
        memcpy(x, from, count * sizeof *x);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(room->copy, from + i * room->size, room->size);
        read_precise(room, x + i);
    }
}

/* Of t, h, z; of the state after the step k */
enum { PLACE_T, PLACE_H, PLACE_Z };
static size_t place_of_state(size_t d, unsigned long k)
{
    return PLACE_Z + (k + 1) * d;
}

/* Steps for which there is room. */
static unsigned long count_most(const struct room *room, size_t d)
{
    const size_t most = (BYTES - sizeof(struct shared)) / room->size / d - 2;

    return most < MOST_AHEAD ? most : MOST_AHEAD;
}

/* ---- the process ---- */

struct server {
    const struct foreign_method *method;
    struct foreign_model model;
    struct X(foreign_caller) *caller; /* NULL: there was no model yet */
    struct shared *shared;
    struct room room;
    size_t d;
    real *t, *h, *z; /* 1, 1, d */
    int lines;
};

static void forget_model(struct server *w)
{
    w->caller->destroy(w->caller);
    foreign_model_destroy(&w->model);
    X(vector_destroy)(w->t);
}

static void take_model(struct server *w)
{
    FILE *from = fmemopen(w->room.first, BYTES - sizeof(struct shared), "r");

    if (w->caller)
        forget_model(w);
    w->model = foreign_model_read(from);
    w->caller = X(foreign_call_create)(w->method, &w->model);
    w->d = w->method->form == FOREIGN_DEGENERATE ? 2 * w->model.d : w->model.d;
    w->t = X(vector_create)(2 + w->d);
    w->h = w->t + 1;
    w->z = w->h + 1;
    fclose(from);
}

static time_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time.tv_sec;
}

static void begin(struct server *w)
{
    read_numbers(&w->room, PLACE_T, w->t, 1);
    read_numbers(&w->room, PLACE_H, w->h, 1);
    read_numbers(&w->room, PLACE_Z, w->z, w->d);
    if (w->shared->reset)
        w->caller->reset(w->caller);
}

/* Takes the step k; whether others may follow it. */
static bool take(struct server *w, unsigned long k)
{
    const unsigned long before = w->caller->evaluations;
    const enum newton_status status = w->caller->advance(w->caller, w->shared->n, w->t, w->h, w->z);

    w->shared->call[k].status = (int)status;
    w->shared->call[k].evaluations = w->caller->evaluations - before;
    write_numbers(&w->room, place_of_state(w->d, k), w->z, w->d);
    __atomic_store_n(&w->shared->taken, k + 1, __ATOMIC_RELEASE);
    real_add(w->t, w->t, w->h);
    return status == NEWTON_CONVERGED && mask_any(X(vector_is_finite)(w->z, w->d));
}

/* It answers about once in a second, so that it is known whether a step is too long: what is left is asked for again.  To look
 * at the clock takes as long as a short step does. */
static void answer(struct server *w)
{
    const struct shared *shared = w->shared;
    const time_t start = now();
    unsigned long every = 1;

    w->caller->in_one_call = shared->in_one_call;
    for (unsigned long k = 0; k < shared->count; k++) {
        if (k == 0 || (shared->cycle && k % shared->cycle == 0))
            begin(w);
        if (!take(w, k))
            break;
        if ((k + 1) % TOGETHER == 0)
            dprintf(w->lines, "%s\n", MORE);
        if ((k + 1) % every == 0) {
            if (now() != start)
                break;
            every = every < BETWEEN_LOOKS ? every + 1 : every;
        }
    }
}

static bool begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static void serve(const void *context, int lines, void *shared)
{
    const struct foreign_method *method = context;
    struct server w = {.method = method, .shared = shared, .room = create_room(shared), .lines = lines};
    FILE *from = fdopen(lines, "r");
    char line[LONGEST_LINE];
    bool good = true;

    foreign_library_enter((const char *const[]){method->command, method->needs ? method->needs : "", NULL});
    while (good && fgets(line, sizeof line, from)) {
        if (begins_with(line, MODEL))
            take_model(&w);
        else if (w.caller && begins_with(line, QUESTION))
            answer(&w);
        else
            break;
        good = dprintf(lines, "%s\n", ANSWER) > 0;
    }
}

/* ---- what asks it ---- */

struct X(foreign_server) {
    struct X(foreign_caller) caller; /* first: a caller is a foreign_server */
    const struct foreign_method *method;
    struct foreign_program *program; /* NULL: the method makes no step any more */
    struct shared *shared;
    struct room room;
    size_t d;
    bool reset;               /* of the next question */
    unsigned long most;       /* steps that can be asked for */
    unsigned long asked;      /* for so many steps so far */
    unsigned long useful;     /* steps of a question that are likely to be handed out */
    bool resets, in_one_call; /* of the last question, as are: */
    unsigned long n, cycle, count;
    unsigned long given, taken; /* steps that are handed out, that there are */
    bool complete;              /* no more of them come */
    real *start_t, *start_z;    /* of it; 1, d */
    real *t, *h, *z;            /* of the next step of it; 1, 1, d */
};

/* To the last bit. */
static bool is_same(const real *x, const real *y, size_t count)
{
    size_t i = 0;

    if (IS_DOUBLE)
        return count == 1 ? memcmp(x, y, sizeof *x) == 0 : memcmp(x, y, count * sizeof *x) == 0;
    while (i < count && real_is_finite(x + i) && real_compare(x + i, y + i) == 0 &&
           !signbit(real_to_double(x + i)) == !signbit(real_to_double(y + i)))
        i++;
    return i == count;
}

static bool begins_again(const struct X(foreign_server) *w)
{
    return w->cycle && w->given && w->given % w->cycle == 0;
}

/* Whether the step is the next one of the last question. */
static bool is_foreseen(const struct X(foreign_server) *w, unsigned long n, const real *t, const real *h,
                        const real *z)
{
    return w->given < w->count && n == 1 && w->n == 1 && w->caller.in_one_call == w->in_one_call &&
           w->reset == (w->resets && begins_again(w)) && is_same(t, w->t, 1) && is_same(h, w->h, 1) &&
           is_same(z, w->z, w->d);
}

/* Hears of more steps. */
static void hear(struct X(foreign_server) *w)
{
    const char *line = foreign_program_hear(w->program);

    w->complete = !line || strcmp(line, MORE) != 0;
    if (line && w->complete && strcmp(line, ANSWER) != 0)
        foreign_program_fail(w->program, "the program answered '%.60s' to a step", line);
}

/* Whether there is a next one; it may have been taken by a process that has failed since. */
static bool wait_for_next(struct X(foreign_server) *w)
{
    while (w->given >= w->taken) {
        const unsigned long taken = __atomic_load_n(&w->shared->taken, __ATOMIC_ACQUIRE);

        w->taken = taken < w->count ? taken : w->count;
        if (w->given < w->taken)
            break;
        if (w->complete)
            return false;
        hear(w);
    }
    return true;
}

static void wait_for_end(struct X(foreign_server) *w)
{
    while (!w->complete)
        hear(w);
}

static unsigned long count_steps(const struct X(foreign_server) *w)
{
    const unsigned long most = w->asked < MOST_AHEAD - FEW_AHEAD ? w->asked + FEW_AHEAD : MOST_AHEAD;

    const unsigned long wanted = w->caller.ahead.steps < most ? 1 + w->caller.ahead.steps : most,
                        useful = w->useful < w->most ? w->useful : w->most;

    return wanted < useful ? wanted : useful;
}

/* Sends the line; what comes is more steps, or their end. */
static void send(struct X(foreign_server) *w, const char *line)
{
    foreign_program_say(w->program, "%s", line);
    w->complete = !foreign_program_send(w->program);
}

static void tell_model(struct X(foreign_server) *w, const struct system *system)
{
    FILE *to = fmemopen(w->room.first, BYTES - sizeof(struct shared), "w");
    struct foreign_model model = foreign_model_create(system);

    foreign_model_write(to, &model);
    if (fclose(to) != 0)
        foreign_program_fail(w->program, "the model is too large for a shared object");
    foreign_model_destroy(&model);
    send(w, MODEL);
    wait_for_end(w);
}

static void ask(struct X(foreign_server) *w, unsigned long n, const real *t, const real *h, const real *z)
{
    wait_for_end(w);
    if (w->given < w->count)
        w->useful = w->given > 1 ? w->given : 1;
    else if (w->useful < MOST_AHEAD)
        w->useful *= 2;
    w->n = n;
    w->count = count_steps(w);
    w->cycle = w->caller.ahead.cycle;
    w->resets = w->reset;
    w->in_one_call = w->caller.in_one_call;
    w->given = w->taken = 0;
    X(vector_copy)(w->start_t, t, 1);
    X(vector_copy)(w->start_z, z, w->d);
    X(vector_copy)(w->t, t, 1);
    X(vector_copy)(w->h, h, 1);
    w->shared->n = n;
    w->shared->count = w->count;
    w->shared->cycle = w->cycle;
    w->shared->reset = w->reset;
    w->shared->in_one_call = w->in_one_call;
    w->shared->taken = 0;
    write_numbers(&w->room, PLACE_T, t, 1);
    write_numbers(&w->room, PLACE_H, h, 1);
    write_numbers(&w->room, PLACE_Z, z, w->d);
    send(w, QUESTION);
}

/* What a step may say, whatever stands there. */
static enum newton_status read_status(int status)
{
    return status == NEWTON_CONVERGED || status == NEWTON_FOREIGN_FAILED || status == NEWTON_UNSUPPORTED ||
                   status == NEWTON_ENVIRONMENT
               ? (enum newton_status)status
               : NEWTON_NO_ANSWER;
}

static enum newton_status hand_out(struct X(foreign_server) *w, real *z)
{
    const volatile struct shared *shared = w->shared;
    const unsigned long k = w->given++;
    const enum newton_status status = read_status(shared->call[k].status);

    w->caller.evaluations += shared->call[k].evaluations;
    if (status != NEWTON_CONVERGED)
        return status;
    read_numbers(&w->room, place_of_state(w->d, k), z, w->d);
    real_add(w->t, w->t, w->h);
    X(vector_copy)(w->z, begins_again(w) ? w->start_z : z, w->d);
    if (begins_again(w))
        X(vector_copy)(w->t, w->start_t, 1);
    return status;
}

static int precision(void)
{
    return IS_DOUBLE ? 0 : real_precision();
}

/* The process is asked no more. */
static enum newton_status give_up(struct X(foreign_server) *w)
{
    if (w->program)
        foreign_method_stop(w->method, w->program, precision());
    w->program = NULL;
    return foreign_method_end(w->method) == FOREIGN_CRASHED ? NEWTON_CRASHED : NEWTON_NO_ANSWER;
}

static enum newton_status advance(struct X(foreign_caller) *caller, unsigned long n, const real *t,
                                  const real *h, real *z)
{
    struct X(foreign_server) *w = (struct X(foreign_server) *)caller;

    if (w->program && !(is_foreseen(w, n, t, h, z) && wait_for_next(w)))
        ask(w, n, t, h, z);
    if (!w->program || !wait_for_next(w))
        return give_up(w);
    w->reset = false;
    w->asked++;
    return hand_out(w, z);
}

static void reset(struct X(foreign_caller) *caller)
{
    ((struct X(foreign_server) *)caller)->reset = true;
}

/* A step that was not asked for may have failed. */
static void destroy(struct X(foreign_caller) *caller)
{
    struct X(foreign_server) *w = (struct X(foreign_server) *)caller;

    if (w->program)
        wait_for_end(w);
    if (w->program && foreign_program_failure(w->program))
        foreign_program_destroy(w->program);
    else if (w->program)
        foreign_method_stop(w->method, w->program, precision());
    clear_room(&w->room);
    X(vector_destroy)(w->start_t);
    free(w);
}

struct X(foreign_caller) *X(foreign_server_create)(const struct setup *setup)
{
    const struct foreign_method *method = foreign_method_of(setup->method);
    struct X(foreign_server) *w = memory_create(1, sizeof *w);

    *w = (struct X(foreign_server)){.caller = {.advance = advance, .reset = reset, .destroy = destroy},
                                    .method = method,
                                    .d = foreign_method_size(setup),
                                    .useful = MOST_AHEAD,
                                    .complete = true};
    if (foreign_method_end(method) == FOREIGN_ENDED)
        w->program = foreign_method_find_idle(method, precision());
    if (foreign_method_end(method) == FOREIGN_ENDED && !w->program)
        w->program = foreign_program_fork(serve, method, method->copy, BYTES);
    w->shared = w->program ? foreign_program_shared(w->program) : NULL;
    w->room = create_room(w->shared);
    w->most = count_most(&w->room, w->d);
    w->start_t = X(vector_create)(3 + 2 * w->d);
    w->t = w->start_t + 1;
    w->h = w->t + 1;
    w->start_z = w->h + 1;
    w->z = w->start_z + w->d;
    if (w->program)
        tell_model(w, setup->system);
    return &w->caller;
}
