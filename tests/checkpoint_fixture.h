/* Runs that keep their states, and runs that resume from them. */
#ifndef ASSAY_TESTS_CHECKPOINT_FIXTURE_H
#define ASSAY_TESTS_CHECKPOINT_FIXTURE_H

#include "tests/cell_fixture.h" /* first: mpfr_fprintf needs stdio.h before mpfr.h */

#include "measures/run/problem.h"
#include "measures/run/trajectory_state.h"
#include "numerics/number_block.h"

enum { CHECKPOINT_STEPS = 40, CHECKPOINT_EVERY = 7, CHECKPOINT_KEPT = 5, CHECKPOINT_BITS = 200 };

struct checkpoint_states {
    size_t count;
    unsigned long step[CHECKPOINT_KEPT];
    char *text[CHECKPOINT_KEPT];
};

static inline void checkpoint_keep(void *context, unsigned long n, const char *state)
{
    struct checkpoint_states *states = context;

    assert_true(states->count < CHECKPOINT_KEPT);
    states->step[states->count] = n;
    states->text[states->count++] = memory_copy_string(state);
}

static inline void checkpoint_drop(struct checkpoint_states *states)
{
    for (size_t i = 0; i < states->count; i++)
        free(states->text[i]);
    states->count = 0;
}

static inline struct problem *checkpoint_problem(const char *path)
{
    struct error error = {""};
    struct problem *problem = problem_create(path, NULL, NULL, 0, NULL, &error);

    if (!problem)
        fail_msg("%s", error.text);
    return problem;
}

static inline struct cell_request checkpoint_request(const struct problem *problem, const char *method,
                                                     const char *projection, long bits, mpq_srcptr step)
{
    struct cell_request request = {
        .problem = problem,
        .projection = projection_find(projection),
        .step = step,
        .steps = CHECKPOINT_STEPS,
        .bits = bits,
        .checkpoint_every = CHECKPOINT_EVERY,
    };
    struct error error = {""};

    if (!method_find(method, &request.method, &error))
        fail_msg("%s", error.text);
    return request;
}

/* All of a result that a later run could differ in; the caller frees it. */
static inline char *checkpoint_describe(const struct trajectory *t)
{
    struct {
        const char *name;
        mpfr_t *number;
        size_t count;
    } const part[] = {{"q", t->q, t->dimension},
                      {"p", t->p, t->dimension},
                      {"multiplier", t->multiplier, t->multiplier ? t->dimension : 0},
                      {"at the start", t->observable_initial, t->observables},
                      {"errors", t->observable_error, t->observables},
                      {"constraint", t->constraint_error, 1}};
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    fprintf(file, "status %d, steps %lu, broke down at %lu (%d)\n", (int)t->status, t->steps,
            t->broke_down_at, (int)t->newton);
    fprintf(file, "counts %lu %lu %lu %a\n", t->counts.residual_evaluations, t->counts.iterations,
            t->counts.matrix_evaluations, t->counts.worst_stall);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        fprintf(file, "%s", part[i].name);
        for (size_t k = 0; k < part[i].count; k++)
            mpfr_fprintf(file, " %Ra", part[i].number[k]);
        fputc('\n', file);
    }
    fclose(file);
    return text;
}

/* Runs, with the state to resume or NULL, and describes the result; the caller frees it. */
static inline char *checkpoint_run(struct cell_request request, const char *resume)
{
    struct error error = {""};
    struct trajectory *trajectory;
    char *text;

    request.resume = resume;
    trajectory = cell_run(&request, &error);
    if (!trajectory)
        fail_msg("refused: %s", error.text);
    text = checkpoint_describe(trajectory);
    trajectory_destroy(trajectory);
    return text;
}

static inline char *checkpoint_run_and_keep(struct cell_request request, struct checkpoint_states *states)
{
    request.checkpoint = checkpoint_keep;
    request.checkpoint_context = states;
    return checkpoint_run(request, NULL);
}

/* RUN in the line: all before the fields n, three counts, stall, numbers and checksum. */
static inline char *checkpoint_copy_run(const char *line, size_t numbers)
{
    char *copy = memory_copy_string(line);

    for (size_t fields = 0; fields < numbers + 6; fields++)
        *strrchr(copy, ',') = '\0';
    return copy;
}

static inline size_t checkpoint_count_numbers(const char *line)
{
    size_t commas = 0;

    for (; *line; line++)
        commas += *line == ',';
    return commas - 10 - 5; /* ten words name the run */
}

#endif
