/* Models of kind hamiltonian: what a model file may say and what it may not, and the equations that underlie their
 * constraints.  The pendulum's are known: with energy of motion p^2/2 and gravity gamma,
 *
 *     mu = (|p|^2 - gamma q_2) / |q|^2      q' = p      p' = -(0, gamma) - mu q */
#include "tests/fixtures/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/kinds/system.h"
#include "models/reader/model.h"
#include "numerics/evaluator.h"
#include "tests/fixtures/models/refusals_fixture.h"

TEST(test_model_files)
{
    refusals_check("hamiltonian", 9, 47);
}

static struct model *read_shipped(const char *path)
{
    struct model *model = kept(model_create(path, NULL, &said));

    assert_done(model, said);
    return model;
}

static void evaluate(const struct program *program, const double *x, double *value)
{
    struct evaluator_double *evaluator = evaluator_create_double(program, 1);

    evaluator_run_double(evaluator, 1, (const double *const[]){x}, (double *const[]){value});
    evaluator_destroy_double(evaluator);
}

TEST(test_coordinates)
{
    struct model *model = read_shipped("models/pendulum.lua");

    assert_int_equal(model->dimension, 4);
    assert_int_equal(model->positions, 2);
    assert_string_equal(model->coordinates[3], "p_y");
}

/* Off the manifold as well, where the equations are those of Leimkuhler and Reich, eq. 6. */
TEST(test_pendulum)
{
    struct model *model = read_shipped("models/pendulum.lua");
    struct system *system = system_create(model);
    const double x[4] = {0.75, -0.5, 0.25, 2}, mu = (0.0625 + 4 + 0.5) / 0.8125;
    const double field[4] = {0.25, 2, -mu * 0.75, -1 + mu * 0.5}, constraint[2] = {(0.8125 - 1) / 2, -0.8125};
    const double jacobian[8] = {0.75, -0.5, 0, 0, 0.25, 2, 0.75, -0.5};
    double value[8];

    evaluate(system->velocity, x, value);
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(value[i] - field[i]) < 1e-15);
    assert_int_equal(system->constraints, 2);
    evaluate(system->constrain, x, value);
    for (size_t i = 0; i < 2; i++)
        assert_true(value[i] == constraint[i]);
    evaluate(system->constraint_jacobian, x, value);
    for (size_t i = 0; i < 8; i++)
        assert_true(value[i] == jacobian[i]);
    system_destroy(system);
}

/* (d/dt) c = c' f = 0 of every constraint, at points on the manifold and off it for psi: {psi, H} - D mu = 0. */
TEST(test_hidden_constraints_are_kept)
{
    struct model *model = read_shipped("models/double-spherical-pendulum.lua");
    struct system *system = system_create(model);
    const double x[12] = {0.3, 0.1, -0.9, 0.2, 0.7, -0.4, 0.5, -0.6, 0.7, 0.8, -0.9, 1};
    double field[12], jacobian[4 * 12];

    evaluate(system->velocity, x, field);
    evaluate(system->constraint_jacobian, x, jacobian);
    for (size_t i = 2; i < 4; i++) {
        double rate = 0;

        for (size_t j = 0; j < 12; j++)
            rate += jacobian[i * 12 + j] * field[j];
        assert_true(fabs(rate) < 1e-14);
    }
    system_destroy(system);
}

TEST(test_gravity_moves_the_pendulum)
{
    const struct model_choice choice = {.initial = "free"};
    struct model *model = kept(model_create("models/pendulum.lua", &choice, &said));
    struct system *system = system_create(model);
    const double x[4] = {1, 0, 0, -2};
    double field[4];

    evaluate(system->velocity, x, field);
    assert_true(field[2] == -4 && field[3] == 0);
    system_destroy(system);
}
