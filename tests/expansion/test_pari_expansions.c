/* Expansions in powers of the step against those of another program, which has its own power series and solves the same
 * equations power by power: tests/independent/expansions/, in PARI/GP.  Their values are in tests/data/expansions.values,
 * and `tests/independent/expansions.sh` computes them again.
 *
 * Each coefficient agrees to 30 digits, and what is zero there is zero here.  Control: one unit of the 28th digit. */
#include "tests/fixtures/test.h"

#include "integrators/methods/method_file.h"
#include "integrators/methods/projection.h"
#include "measures/expansion/expansion.h"
#include "measures/run/problem.h"

enum { FIELDS = 24, PLACES = 30, FEWEST = 60, ROOM = 8 };
/* Lines of one step are of its defects, those of more steps of their errors. */
enum {
    ERRORS = EXPANSION_BIT(SOLUTION) | EXPANSION_BIT(OBSERVABLE) | EXPANSION_BIT(CONSTRAINT),
    DEFECTS = EXPANSION_BIT(SYMMETRY) | EXPANSION_BIT(SYMPLECTIC)
};
static const double ZERO = 1e-38;

/* A line of the file. */
struct row {
    char *text, *field[FIELDS];
    size_t fields;
};
enum { MODEL, METHOD, PROJECTION, STEPS, QUANTITY, FIRST };

static bool read_row(FILE *file, struct row *row)
{
    size_t room = 0;
    char *rest;

    do {
        if (getline(&row->text, &room, file) < 0)
            return false;
    } while (*row->text == '#');
    row->text[strcspn(row->text, "\n")] = '\0';
    row->fields = 0;
    rest = row->text;
    for (char *word; (word = strsep(&rest, "\t")); row->field[row->fields++] = word)
        assert_true(row->fields < FIELDS);
    assert_true(row->fields > FIRST);
    return true;
}

static bool is_same_case(const struct row *row, const struct row *before)
{
    if (!before->text)
        return false;
    for (size_t i = MODEL; i < QUANTITY; i++) {
        if (strcmp(row->field[i], before->field[i]) != 0)
            return false;
    }
    return true;
}

static struct expansion *expand(const struct row *row)
{
    struct cell_request request = {.projection = projection_find(row->field[PROJECTION])};
    struct problem *problem;
    struct method_file *file = NULL;
    char names[80], *model, *initial, *formulation;
    struct expansion *expansion;

    snprintf(names, sizeof names, "%s", row->field[MODEL]);
    model = strtok(names, ":");
    initial = strtok(NULL, ":");
    formulation = strtok(NULL, ":");
    request.problem = problem = problem_create(model, NULL, initial, formulation != NULL,
                                               &(struct model_override){"formulation", formulation}, &said);
    assert_done(problem, said);
    if (strstr(row->field[METHOD], ".lua")) {
        file = method_file_create(row->field[METHOD], NULL, &said);
        assert_done(file, said);
        request.method = method_file_method(file);
    } else {
        assert_done(method_find(row->field[METHOD], &request.method, &said), said);
    }
    expansion = expansion_create(
        &(struct expansion_request){.cell = &request,
                                    .of = strcmp(row->field[STEPS], "1") == 0 ? DEFECTS : ERRORS,
                                    .terms = (long)(row->fields - FIRST) + ROOM},
        &said);
    assert_done(expansion, said);
    if (!expansion_exists(expansion))
        fail_msg("%s on %s: %s", row->field[METHOD], row->field[MODEL], expansion_reason(expansion));
    problem_destroy(problem);
    method_file_destroy(file);
    return expansion;
}

static size_t find_quantity(const struct expansion *expansion, const char *name)
{
    static const char *const names[] = {"solution", "observable", "constraint", "symmetry", "symplectic"};
    static const enum expansion_of kinds[] = {EXPANSION_OF_SOLUTION, EXPANSION_OF_OBSERVABLE,
                                              EXPANSION_OF_CONSTRAINT, EXPANSION_OF_SYMMETRY,
                                              EXPANSION_OF_SYMPLECTIC};
    const size_t length = strcspn(name, ":"), index = strtoul(name + length + 1, NULL, 10);

    for (size_t i = 0; i < expansion->quantities; i++) {
        for (size_t k = 0; k < COUNT(names); k++) {
            if (strlen(names[k]) == length && strncmp(name, names[k], length) == 0 &&
                expansion->quantity[i].of == kinds[k] && expansion->quantity[i].index == index)
                return i;
        }
    }
    fail_msg("there is no %s", name);
    return 0;
}

/* |value - expected| <= 10^-PLACES |expected|; where zero is expected, |value| < ZERO */
static bool is_near(mpfr_srcptr value, const char *expected)
{
    mpfr_t other, distance;
    bool near;

    mpfr_inits2(256, other, distance, (mpfr_ptr)0);
    assert_int_equal(mpfr_set_str(other, expected, 10, MPFR_RNDN), 0);
    mpfr_sub(distance, value, other, MPFR_RNDN);
    if (mpfr_zero_p(other)) {
        near = mpfr_cmpabs(distance, other) == 0 || fabs(mpfr_get_d(distance, MPFR_RNDN)) < ZERO;
    } else {
        mpfr_div(distance, distance, other, MPFR_RNDN);
        near = fabs(mpfr_get_d(distance, MPFR_RNDN)) <= pow(10, -PLACES);
    }
    mpfr_clears(other, distance, (mpfr_ptr)0);
    return near;
}

static void compare(const struct expansion *expansion, const struct row *row)
{
    const size_t i = find_quantity(expansion, row->field[QUANTITY]);
    const unsigned steps = (unsigned)strtoul(row->field[STEPS], NULL, 10);

    for (size_t k = 1; FIRST + k - 1 < row->fields; k++) {
        const char *expected = row->field[FIRST + k - 1];

        if ((long)k >= expansion->quantity[i].known)
            fail_msg("%s/%s on %s, %s: h^%zu is not known", row->field[METHOD], row->field[PROJECTION],
                     row->field[MODEL], row->field[QUANTITY], k);
        if (!is_near(expansion_centre(expansion, i, (long)k, steps), expected) ||
            (expansion->quantity[i].coefficient[k].growth == EXPANSION_ZERO && strcmp(expected, "0") != 0))
            fail_msg("%s/%s on %s, %s, h^%zu, %u steps: %.17g is not %s", row->field[METHOD],
                     row->field[PROJECTION], row->field[MODEL], row->field[QUANTITY], k, steps,
                     mpfr_get_d(expansion_centre(expansion, i, (long)k, steps), MPFR_RNDN), expected);
    }
}

TEST(test_coefficients)
{
    FILE *file = fopen("tests/data/expansions.values", "r");
    struct row row = {0}, before = {0};
    struct expansion *expansion = NULL;
    int cases = 0;

    assert_non_null(file);
    while (read_row(file, &row)) {
        if (!is_same_case(&row, &before)) {
            expansion_destroy(expansion);
            expansion = expand(&row);
            cases++;
        }
        compare(expansion, &row);
        free(before.text);
        before = row;
        row.text = NULL;
    }
    assert_true(cases >= FEWEST);
    expansion_destroy(expansion);
    free(before.text);
    free(row.text);
    fclose(file);
}

TEST(test_control)
{
    static const char expected[] = "-3.88101620360889608944091111497e-3",
                      other[] = "-3.88101620360889608944091112497e-3";
    mpfr_t value;

    mpfr_init2(value, 256);
    mpfr_set_str(value, expected, 10, MPFR_RNDN);
    assert_true(is_near(value, expected));
    assert_false(is_near(value, other));
    assert_false(is_near(value, "0"));
    mpfr_set_d(value, 1e-37, MPFR_RNDN);
    assert_false(is_near(value, "0"));
    mpfr_clear(value);
}
