/* Workers as others see them: what they answer, what they refuse; references, which are computed once.
 *
 * A reference in the store that was changed on purpose shows in the solution errors: it was used, not
 * computed again.  With --fresh it is computed, and the errors are right again. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

#include "harness/run/references.h"
#include "harness/run/worker.h"
#include "harness/store/store.h"
#include "tests/fixtures/runs/grid_fixture.h"

/* -- the text of a reference -- */

static struct reference *create_reference(mpq_srcptr until)
{
    const struct problem *problem = kept(problem_create("./first.lua", NULL, NULL, 0, NULL, &said));
    struct reference *reference;

    assert_done(problem, said);
    reference = kept(reference_create(problem->system, problem->initial->values, until, 40, &said));
    assert_done(reference, said);
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
    const struct reference *reference = create_reference(kept_rational(3, 2)), *read;
    char *line = kept(references_write(reference));

    read = kept(references_read(line));
    assert_non_null(read);
    check_equal(reference, read);
    /* The flow keeps the energy to the digits that were asked for. */
    assert_true(reference->drift[0] < 1e-38);
    /* Damaged at every place: refused, or another reference, never a crash. */
    for (size_t i = 0; line[i]; i++) {
        char letter = line[i];

        line[i] = '\0';
        assert_null(references_read(line));
        line[i] = letter;
    }
    assert_null(references_read("{}"));
    assert_null(references_read("not a reference"));
}

/* -- the reference of the store is used -- */

static double solution_error(const char *name)
{
    json_t *json = load(name), *cell, *measure;
    size_t index;
    double found = NAN;

    json_array_foreach(at(json, "cells"), index, cell)
    {
        measure = at(cell, "measures/solution_error");
        if (isnan(found) && measure)
            found = json_number_value(measure);
    }
    return found;
}

/* Forgets the cells of the store; the key of its only reference, which is kept. */
static char *forget_cells(void)
{
    run_sql_in("store.sqlite", "DELETE FROM record WHERE kind = 'cell'");
    assert_int_equal(ask("store.sqlite", "SELECT count(*) FROM reference"), 1);
    return store_sql_ask("store.sqlite", "SELECT key FROM reference");
}

/* Moves the first coordinate of the only reference of the store, and forgets the cells. */
static void move_reference(void)
{
    const char *key = forget_cells();
    struct reference *reference = create_reference(kept_rational(2, 1));
    struct store *store = store_open("store.sqlite", &said);

    assert_done(store, said);
    mpfr_add_d(reference->state[0], reference->state[0], 0.5, MPFR_RNDN);
    assert_true(store_put(store, STORE_REFERENCE, key, "", kept(references_write(reference)), &said));
    store_close(store);
}

TEST(test_reference_is_kept)
{
    const char *run = "run ./good.lua --store store.sqlite --out o --json";

    check_run(0, "right.json", "%s", run);
    move_reference();
    check_run(0, "wrong.json", "%s", run);
    assert_true(solution_error("right.json") < 0.01);
    assert_true(solution_error("wrong.json") > 0.1);
    check_run(0, "fresh.json", "run ./good.lua --store store.sqlite --fresh --out o --json");
    assert_true(solution_error("fresh.json") == solution_error("right.json"));
}

/* -- what a worker answers -- */

static void check_worker(const char *line, const char *words)
{
    FILE *jobs, *answers;

    write_file("job.txt", line);
    jobs = fopen("job.txt", "r");
    answers = fopen("answer.txt", "w");
    assert_true(jobs && answers);
    worker_serve(grid_of("./tiny.lua"), jobs, answers);
    fclose(jobs);
    fclose(answers);
    check_says("answer.txt", words);
}

TEST(test_refusals)
{
    check_worker("nonsense\n", "not a job of the study");
    check_worker("{\"job\":\"cell\",\"number\":100000,\"bits\":0}\n", "not a job of the study");
    check_worker("{\"job\":\"reference\",\"number\":7}\n", "not a job of the study");
    check_worker("{\"job\":\"reference\",\"number\":0}\n", "\"agreed_digits\"");
    check_worker("{\"job\":\"cell\",\"number\":0,\"bits\":128,\"processes\":1,\"further\":false}\n",
                 "\"completed\":true");
}

/* -- what a person sees -- */

/* A line for every fit, with its verdict, on standard error; the results alone on standard output. */
TEST(test_lines)
{
    check_shell(0, "run ./tiny.lua --verbose --store lines.sqlite --out o > out.txt 2> err.txt");
    check_says("err.txt", "holds          first/default/gauss-2/symmetric/128/energy_error  order 4.0",
               "refuted        first/default/gauss-2/none/128/energy_error  order ",
               "measured       first/default/gauss-1/none/128/solution_error  order 2.0");
    check_says("out.txt", "claim false refuted");
    /* Nothing is computed the second time, and nothing said. */
    check_shell(0, "run ./tiny.lua --verbose --store lines.sqlite --out o > out.txt 2> err.txt");
    check_says("err.txt");
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
