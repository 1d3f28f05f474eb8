/* Workers as others see them: what they answer, what they refuse; references, which are computed once.
 *
 * A reference in the store that was changed on purpose shows in the solution errors: it was used, not
 * computed again.  With --fresh it is computed, and the errors are right again. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

#include <math.h>

#include "harness/run/references.h"
#include "harness/store/store.h"
#include "numerics/exact.h"

/* -- the text of a reference -- */

static struct reference *create_reference(struct problem **problem, const char *folder, const char *until)
{
    char path[PATH_SIZE];
    struct error error;
    struct reference *reference;
    mpq_t time;

    *problem = problem_create(path_in(path, folder, "first.lua"), NULL, NULL, 0, NULL, &error);
    assert_non_null(*problem);
    mpq_init(time);
    mpq_set_str(time, until, 10);
    reference = reference_create((*problem)->system, (*problem)->initial->values, time, 40, &error);
    mpq_clear(time);
    assert_non_null(reference);
    return reference;
}

static void check_equal(const struct reference *a, const struct reference *b)
{
    assert_int_equal(a->dimension, b->dimension);
    assert_int_equal(a->observables, b->observables);
    assert_int_equal(a->agreed_digits, b->agreed_digits);
    assert_int_equal(a->digits, b->digits);
    for (size_t i = 0; i < a->dimension; i++) {
        assert_true(mpfr_equal_p(a->state[i], b->state[i]));
        assert_true(a->excursion[i] == b->excursion[i]);
    }
    for (size_t i = 0; i < a->observables; i++) {
        assert_true(mpfr_equal_p(a->observable[i], b->observable[i]));
        assert_true(a->drift[i] == b->drift[i]);
    }
}

TEST(test_text)
{
    const struct fixture *fixture = *state;
    struct problem *problem;
    struct reference *reference = create_reference(&problem, fixture->folder, "3/2"), *read;
    char *line = references_write(reference);

    read = references_read(line);
    assert_non_null(read);
    check_equal(reference, read);
    reference_destroy(read);
    /* The flow keeps the energy to the digits that were asked for. */
    assert_true(reference->drift[0] < 1e-38);
    /* Damaged at every place: refused, or another reference, never a crash. */
    for (size_t i = 0; line[i]; i++) {
        char kept = line[i];

        line[i] = '\0';
        assert_null(references_read(line));
        line[i] = kept;
    }
    assert_null(references_read("{}"));
    assert_null(references_read("not a reference"));
    free(line);
    reference_destroy(reference);
    problem_destroy(problem);
}

/* -- the reference of the store is used -- */

static double solution_error(const struct fixture *fixture, const char *name)
{
    json_t *json = load(fixture, name), *cell, *measure;
    size_t index;
    double found = NAN;

    json_array_foreach(json_object_get(json, "cells"), index, cell)
    {
        measure = json_object_get(json_object_get(cell, "measures"), "solution_error");
        if (isnan(found) && measure)
            found = json_number_value(measure);
    }
    json_decref(json);
    return found;
}

/* Forgets the cells of the store; the key of its only reference, which the caller frees. */
static char *forget_cells(const struct fixture *fixture)
{
    char path[PATH_SIZE];

    run_sql_in(fixture, "store.sqlite", "DELETE FROM record WHERE kind = 'cell'");
    assert_int_equal(ask(fixture, "store.sqlite", "SELECT count(*) FROM reference"), 1);
    return store_sql_ask(path_in(path, fixture->folder, "store.sqlite"), "SELECT key FROM reference");
}

/* Moves the first coordinate of the only reference of the store, and forgets the cells. */
static void move_reference(const struct fixture *fixture)
{
    char path[PATH_SIZE], *key = forget_cells(fixture), *line;
    struct problem *problem;
    struct reference *reference = create_reference(&problem, fixture->folder, "2");
    struct error error;
    struct store *store;

    mpfr_add_d(reference->state[0], reference->state[0], 0.5, MPFR_RNDN);
    line = references_write(reference);
    store = store_open(path_in(path, fixture->folder, "store.sqlite"), &error);
    assert_non_null(store);
    assert_true(store_put(store, STORE_REFERENCE, key, "", line, &error));
    store_close(store);
    free(key);
    free(line);
    reference_destroy(reference);
    problem_destroy(problem);
}

TEST(test_reference_is_kept)
{
    const struct fixture *fixture = *state;
    const char *run = "run ./good.lua --store store.sqlite --out o --json";

    assert_int_equal(run_program(fixture, run, "right.json"), 0);
    move_reference(fixture);
    assert_int_equal(run_program(fixture, run, "wrong.json"), 0);
    assert_true(solution_error(fixture, "right.json") < 0.01);
    assert_true(solution_error(fixture, "wrong.json") > 0.1);
    assert_int_equal(
        run_program(fixture, "run ./good.lua --store store.sqlite --fresh --out o --json", "fresh.json"), 0);
    assert_true(solution_error(fixture, "fresh.json") == solution_error(fixture, "right.json"));
}

/* -- what a worker answers -- */

static void check_worker(const struct fixture *fixture, const char *line, const char *words)
{
    write_file(fixture, "job.txt", line);
    assert_int_equal(run_shell(fixture, "worker ./tiny.lua < job.txt > answer.txt 2> /dev/null"), 0);
    check_says(fixture, "answer.txt", words);
}

TEST(test_refusals)
{
    const struct fixture *fixture = *state;
    char *key = forget_cells(fixture), job[PATH_SIZE];

    check_worker(fixture, "nonsense\n", "not a job of the study");
    check_worker(fixture, "{\"job\":\"cell\",\"number\":100000,\"bits\":0,\"key\":\"\"}\n",
                 "not a job of the study");
    check_worker(fixture, "{\"job\":\"reference\",\"number\":7}\n", "not a job of the study");
    check_worker(fixture, "{\"job\":\"cell\",\"number\":0,\"bits\":0,\"further\":false,\"key\":\"0123\"}\n",
                 "was changed while it ran");
    check_worker(fixture, "{\"job\":\"reference\",\"number\":0,\"key\":\"0123\"}\n",
                 "was changed while it ran");
    snprintf(job, sizeof job, "{\"job\":\"reference\",\"number\":0,\"key\":\"%s\"}\n", key);
    free(key);
    check_worker(fixture, job, "\"agreed_digits\"");
}

/* -- what a person sees -- */

/* A line for every fit, with its verdict, on standard error; the results alone on standard output. */
TEST(test_lines)
{
    const struct fixture *fixture = *state;
    char *text;

    assert_int_equal(run_shell(fixture, "run ./tiny.lua --store lines.sqlite --out o > out.txt 2> err.txt"),
                     0);
    check_says(fixture, "err.txt",
               "holds          first/default/gauss-2/symmetric/128/energy_error  order 4.0");
    check_says(fixture, "err.txt", "refuted        first/default/gauss-2/none/128/energy_error  order ");
    check_says(fixture, "err.txt", "measured       first/default/gauss-1/none/128/solution_error  order 2.0");
    check_says(fixture, "out.txt", "claim false refuted");
    /* Nothing is computed the second time, and nothing said. */
    assert_int_equal(run_shell(fixture, "run ./tiny.lua --store lines.sqlite --out o > out.txt 2> err.txt"),
                     0);
    check_says(fixture, "err.txt", "");
    text = read_output(fixture, "err.txt");
    assert_string_equal(text, "");
    free(text);
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
