/* Models of kind ode: what a model file says, what is checked of it, and the messages about what is wrong.
 *
 * The model of the tests is a pendulum without its sine, x' = (p, -q - q^3), whose flow keeps
 * H = (p^2 + q^2)/2 + q^4/4. */
#include "tests/fixtures/test.h"

#include "models/kinds/system.h"
#include "models/reader/model.h"

#define FIELD    "field = function (x, c) return { x.p, -x.q - x.q^3 } end,"
#define ENERGY   "hamiltonian = function (x, c) return (x.p^2 + x.q^2)/2 + x.q^4/4 end,"
#define REVERSAL "reversal = function (x, c) return { x.q, -x.p } end,"
#define MATRIX   "symplectic = { { 0, -1 }, { 1, 0 } },"

/* Lines 3, 4, ... are given. */
static struct model *read_model(const char *coordinates, const char *initial, const char *lines,
                                struct error *error)
{
    char text[2000];

    snprintf(text, sizeof text,
             "return model { kind = \"ode\", coordinates = { %s },\n"
             "  initial = { default = { %s } },\n%s\n}",
             coordinates, initial, lines);
    return model_create_from_text("m.lua", text, NULL, error);
}

static struct model *read_good(const char *coordinates, const char *initial, const char *lines)
{
    struct model *model = read_model(coordinates, initial, lines, &said);

    if (!model)
        fail_msg("%s: %s", lines, said.text);
    return model;
}

static bool has_check(const struct model *model, const char *words)
{
    for (size_t i = 0; i < model->checks; i++) {
        if (strstr(model->check[i], words))
            return true;
    }
    return false;
}

TEST(test_all_that_a_model_may_say)
{
    struct model *model =
        read_good("'q', 'p'", "1, 0",
                  FIELD ENERGY MATRIX REVERSAL
                  "invariants = { twice = function (x) return x.p^2 + x.q^2 + x.q^4/2 end },");
    struct system *system = system_create(model);

    assert_int_equal(model->kind, MODEL_ODE);
    assert_true(has_check(model, "grad H . f = 0"));
    assert_true(has_check(model, "A + A^T = 0"));
    assert_true(has_check(model, "Om f - grad H = 0"));
    assert_true(has_check(model, "grad twice . f = 0"));
    assert_true(has_check(model, "rho(rho) - 1 = 0"));
    assert_non_null(system->symplectic);
    assert_null(system->poisson);
    assert_null(system->momentum);
    assert_null(system->momentum_force);
    assert_true(system->has_energy);
    assert_int_equal(system->observables, 2);
    system_destroy(system);
    model_destroy(model);
}

/* A field alone, of an odd number of coordinates. */
TEST(test_field_alone)
{
    struct model *model =
        read_good("'x', 'y', 'z'", "0, 1, 0",
                  "field = function (x) return { x.y - x.x, -x.x*x.z, x.x*x.y - x.z } end,");
    struct system *system = system_create(model);

    assert_int_equal(model->checks, 1);
    assert_null(system->symplectic);
    assert_false(system->has_energy);
    assert_int_equal(system->observables, 1);
    system_destroy(system);
    model_destroy(model);
}

#define TOP_ENERGY "hamiltonian = function (x) return x[1]^2/2 + x[2]^2/4 + x[3]^2/6 end,"

/* Euler's equations of a rigid body with the moments 1, 2, 3 (HLW, section VII.5), x' = x cross grad H, in a
 * time that runs x_1 times as fast: Pi grad H with a bracket that stays one, since there are three coordinates. */
TEST(test_poisson_matrix_of_the_state)
{
    struct model *model = read_good(
        "'a', 'b', 'c'", "1, '1/2', '1/3'",
        "field = function (x) return { -x[1]*x[2]*x[3]/6, x[3]*x[1]^2*2/3, -x[1]^2*x[2]/2 } end," TOP_ENERGY
        "poisson = function (x) local y = x[1] return { { 0, -y*x[3], y*x[2] }, { y*x[3], 0, -y*x[1] }, { "
        "-y*x[2], y*x[1], 0 } } end,"
        "invariants = { size = function (x) return x[1]^2 + x[2]^2 + x[3]^2 end },");
    struct system *system = system_create(model);

    assert_true(has_check(model, "Pi grad H - f = 0"));
    assert_true(has_check(model, "[Pi, Pi] = 0"));
    assert_non_null(system->poisson);
    assert_null(system->symplectic);
    system_destroy(system);
    model_destroy(model);
}

/* What is wrong, and where: each breaks one claim. */
TEST(test_refusals)
{
    static const struct {
        const char *coordinates, *initial, *lines, *words;
    } cases[] = {
        {"'q', 'p'", "1, 0", ENERGY,
         "m.lua:1: field is missing; write field = function (x, c) return ... end"},
        {"'q', 'p'", "1, 0", "field = function (x) return { x.p } end,",
         "m.lua:3: field has 1 component; the model has 2 coordinates"},
        {"'q', 'p'", "1, 0", FIELD "\ntheta = function (q) return { q.p, 0 } end,",
         "m.lua:4: unknown key 'theta' in model; the keys are title"},
        {"'q', 'p'", "1, 0", "field = function (x) return { 1/x.p, x.q } end,",
         "m.lua:3: component 1 of field or its derivative is not finite at the initial data 'default'"},
        {"'q', 'p'", "1, 0", FIELD "\nhamiltonian = function (x) return x.p^2 + x.q^2 end,",
         "m.lua:4: the hamiltonian is no invariant: grad H . f is"},
        {"'q', 'p'", "1, 0", FIELD "\ninvariants = { spin = function (x) return x.p*x.q end },",
         "m.lua:4: spin is no invariant: grad spin . f is"},
        {"'q', 'p'", "1, 0", FIELD "\nreversal = function (x) return { -x.q, -x.p } end,",
         "m.lua:4: the reversal does not reverse the flow"},
        {"'q', 'p'", "1, 0", FIELD "\nexact = function (x0, c, t) return { x0.q + t*x0.p, x0.p } end,",
         "m.lua:4: the exact solution does not solve the equations"},
        {"'q', 'p'", "1, 0", FIELD "\nexact = function (x0, c, t) return { 2*x0.q, x0.p } end,",
         "m.lua:4: the exact solution does not start at its initial data"},
        {"'q', 'p'", "1, 0", FIELD "\n" MATRIX,
         "m.lua:4: there is no hamiltonian that the matrix belongs to"},
        {"'q', 'p'", "1, 0", FIELD ENERGY MATRIX "\npoisson = { { 0, 1 }, { -1, 0 } },",
         "m.lua:4: symplectic and poisson are both given; write one of them"},
        {"'q', 'p'", "1, 0", FIELD ENERGY "\nsymplectic = { { 0, -1 } },",
         "m.lua:4: symplectic is not a list of 2 rows"},
        {"'q', 'p'", "1, 0", FIELD ENERGY "\nsymplectic = { { 0, -1 }, { 1 } },",
         "m.lua:4: row 2 of symplectic has 1 component"},
        {"'q', 'p'", "1, 0", FIELD ENERGY "\nsymplectic = { { 0, -1 }, { 1, \"1e-29\" } },",
         "m.lua:4: the matrix A is not antisymmetric"},
        {"'q', 'p'", "1, 0", FIELD ENERGY "\nsymplectic = { { 0, 1 }, { -1, 0 } },",
         "m.lua:4: field, hamiltonian and matrix contradict each other: component"},
        {"'q', 'p'", "1, 0", FIELD ENERGY "\npoisson = { { 0, -1 }, { 1, 0 } },",
         "m.lua:4: field, hamiltonian and matrix contradict each other: component"},
        {"'a', 'b', 'c'", "1, 2, 3",
         "field = function (x) return { 0, 0, 0 } end, hamiltonian = function (x) return 1 end,\n"
         "symplectic = { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 0 } },",
         "m.lua:4: the symplectic matrix is singular (rank 2 of 3)"},
        {"'a', 'b', 'c'", "1, 2, 3",
         "field = function (x) return { 0, 0, 0 } end, hamiltonian = function (x) return 1 end,\n"
         "poisson = function (x) return { { 0, 1, -x.a }, { -1, 0, 0 }, { x.a, 0, 0 } } end,",
         "m.lua:4: the bracket does not satisfy Jacobi's identity: "},
        {"'a', 'b', 'c', 'd'", "1, 2, 3, 4",
         "field = function (x) return { 0, 0, 0, 0 } end, hamiltonian = function (x) return 1 end,\n"
         "symplectic = function (x) return { { 0, x.c, 0, 0 }, { -x.c, 0, 0, 0 }, { 0, 0, 0, 1 }, { 0, 0, "
         "-1, 0 } } end,",
         "m.lua:4: the two-form is not closed: "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model *model = read_model(cases[i].coordinates, cases[i].initial, cases[i].lines, &said);

        if (model)
            fail_msg("taken: %s", cases[i].lines);
        if (strncmp(said.text, cases[i].words, strlen(cases[i].words)) != 0)
            fail_msg("\"%s\" does not begin with \"%s\"", said.text, cases[i].words);
    }
}
