/* assay selftest: what is installed, against values that an independent program computed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/commands/show/show.h"
#include "measures/run/cell.h"
#include "models/reader/data_path.h"

#define VALUES "selftest.values"

enum { BITS = 200, HEADING = 5, MOST_VALUES = 24, LINE = 4096 };

/* In the arithmetics of a run: its bits, and the largest difference, relative to the largest value. */
static const struct arithmetic {
    const char *name;
    long bits;
    double tolerance;
} arithmetics[] = {{"mpfr", BITS, 1e-50}, {"double", CELL_DOUBLE, 1e-12}};
enum { ARITHMETICS = sizeof arithmetics / sizeof *arithmetics };

/* A line of the file, in words that stand in it. */
struct row {
    char *model, *initial, *method, *projection, *step, *steps;
    size_t values;
    char *value[MOST_VALUES];
};

struct tally {
    unsigned long runs, different;
    double largest[ARITHMETICS]; /* of what agrees */
};

static bool read_row(char *line, struct row *row)
{
    char **const heading[HEADING] = {&row->model, &row->method, &row->projection, &row->step, &row->steps};
    size_t words = 0;

    row->values = 0;
    for (char *word = strtok(line, "\t\n"); word; word = strtok(NULL, "\t\n"), words++) {
        if (words < HEADING)
            *heading[words] = word;
        else if (row->values < MOST_VALUES)
            row->value[row->values++] = word;
    }
    row->initial = words > HEADING ? strchr(row->model, ':') : NULL;
    if (!row->initial)
        return false;
    *row->initial++ = '\0';
    return true;
}

/* max |ours - theirs| / max |theirs|; NaN where the run has no such values. */
static double find_distance(const struct trajectory *run, const struct row *row)
{
    double largest = 0, difference = 0;
    mpfr_t theirs;

    if (run->status != TRAJECTORY_COMPLETED || row->values > 2 * run->dimension)
        return NAN;
    mpfr_init2(theirs, 2 * BITS);
    for (size_t i = 0; i < row->values; i++) {
        if (mpfr_set_str(theirs, row->value[i], 10, MPFR_RNDN) != 0)
            mpfr_set_nan(theirs);
        largest = fmax(largest, fabs(mpfr_get_d(theirs, MPFR_RNDN)));
        mpfr_sub(theirs, theirs, run->q[i], MPFR_RNDN);
        /* A number that is none stays. */
        if (!(fabs(mpfr_get_d(theirs, MPFR_RNDN)) <= difference))
            difference = fabs(mpfr_get_d(theirs, MPFR_RNDN));
    }
    mpfr_clear(theirs);
    return difference / largest;
}

/* The distance of the run in one arithmetic; NaN with a message where it cannot be made. */
static double measure(const struct row *row, const struct problem *problem, long bits, struct error *error)
{
    struct cell_request request = {.problem = problem, .steps = strtoul(row->steps, NULL, 10), .bits = bits};
    struct trajectory *run = NULL;
    double distance = NAN;
    mpq_t step;

    mpq_init(step);
    request.step = step;
    request.projection = projection_find(row->projection);
    if (cell_parse_step(row->step, step, error) && method_find(row->method, &request.method, error) &&
        request.projection)
        run = cell_run(&request, error);
    if (run)
        distance = find_distance(run, row);
    trajectory_destroy(run);
    mpq_clear(step);
    return distance;
}

static void compare(const struct row *row, const struct options *options, struct tally *tally)
{
    struct error error = {""};
    struct problem *problem = problem_create(row->model, NULL, row->initial, 0, NULL, &error);

    for (size_t a = 0; a < ARITHMETICS; a++) {
        const double distance = problem ? measure(row, problem, arithmetics[a].bits, &error) : NAN;
        const bool agrees = distance <= arithmetics[a].tolerance;

        tally->runs++;
        tally->different += !agrees;
        tally->largest[a] = agrees ? fmax(tally->largest[a], distance) : tally->largest[a];
        if (agrees || options->json)
            continue;
        printf("DIFFERS  %s/%s/%s/%s in %s, %s steps of %s: ", row->model, row->initial, row->method,
               row->projection, arithmetics[a].name, row->steps, row->step);
        if (isnan(distance))
            printf("no value%s%s\n", error.text[0] ? ": " : "", error.text);
        else
            printf("by %.1e\n", distance);
    }
    problem_destroy(problem);
}

static void print_tally(const struct options *options, const struct tally *tally)
{
    if (options->json)
        show_json(options, json_pack("{s:I, s:I, s:f, s:f}", "runs", (json_int_t)tally->runs, "different",
                                     (json_int_t)tally->different, arithmetics[0].name, tally->largest[0],
                                     arithmetics[1].name, tally->largest[1]));
    else
        printf("%s  %lu of %lu runs end where an independent program ends: within %.0e in MPFR of %d bits, "
               "%.0e in double\n",
               tally->different ? "FAILED" : "PASSED", tally->runs - tally->different, tally->runs,
               arithmetics[0].tolerance, BITS, arithmetics[1].tolerance);
}

int command_selftest(const struct options *options, struct error *error)
{
    char *path = data_path_in_studies(VALUES), line[LINE];
    FILE *file = path ? fopen(path, "r") : NULL;
    struct tally tally = {0};
    bool whole = file != NULL;

    while (whole && fgets(line, sizeof line, file)) {
        struct row row;

        if (*line == '#')
            continue;
        whole = read_row(line, &row);
        if (whole)
            compare(&row, options, &tally);
    }
    if (file)
        fclose(file);
    if (!whole || tally.runs == 0)
        error_set(error, "%s: the values of the self-test are not there or not whole; install assay again",
                  path ? path : VALUES);
    else
        print_tally(options, &tally);
    free(path);
    return error->text[0] ? STATUS_UNUSABLE : tally.different ? STATUS_DIFFERENT : STATUS_COMPLETE;
}
