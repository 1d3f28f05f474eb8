/* Projections of files: those that are symmetric by the places of their row return to where they started. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "integrators/methods/projection_file.h"
#include "tests/fixtures/models/model_writer.h"

enum { BITS = 200, STEPS = 10 };

/* |q_0 after STEPS steps and STEPS steps back - q_0| with the projection of the table that is `row` in Lua */
static double return_distance(const struct fixture_model *model, const char *row, bool *symmetric)
{
    char path[] = "/tmp/assay-row-XXXXXX.lua";
    const int descriptor = mkstemps(path, 4);
    struct projection_file *projection;
    struct fixture_cell cell = CELL_OF(model, "gauss-2", path, .step = "1/20", .steps = STEPS, .bits = BITS);
    struct trajectory *there, *back;
    mpfr_t *start = kept_numbers(model->model->dimension, BITS);
    FILE *file = fdopen(descriptor, "w");

    assert_non_null(file);
    fprintf(file, "return projection { name = \"row\", %s }\n", row);
    fclose(file);
    assert_done((projection = projection_file_create(path, NULL, &said)), said);
    *symmetric = projection->projection.symmetric;
    projection_file_destroy(projection);
    there = fixture_run(&cell);
    for (size_t i = 0; i < there->dimension; i++)
        graph_value(start[i], model->model->initial[0].values[i], NULL);
    cell.initial = there->q;
    cell.step = "-1/20";
    back = fixture_run(&cell);
    unlink(path);
    return fixture_distance(back->q, start, there->dimension);
}

TEST(test_symmetric_by_the_places_of_the_row)
{
    static const struct model_writer vortices = {MODEL_WRITER_VORTICES};
    static const char *const points[] = {"q0", "q1", "qm"};
    const struct fixture_model model = model_writer_write(&vortices);

    for (size_t k = 0; k < 9; k++) {
        char row[160];
        bool symmetric;
        double distance;

        snprintf(row, sizeof row, "perturb = { at = \"%s\" }, project = { at = \"%s\", weight = \"R\" }",
                 points[k / 3], points[k % 3]);
        distance = return_distance(&model, row, &symmetric);
        if (symmetric ? !(distance < 1e-52) : !(distance > 1e-20))
            fail_msg("%s: returns to a distance of %.2g", row, distance);
    }
}

/* T of a projection that perturbs nothing, at each place: none is symmetric, and no two are the same map. */
TEST(test_places_of_the_end)
{
    static const struct model_writer vortices = {MODEL_WRITER_VORTICES};
    const struct fixture_model model = model_writer_write(&vortices);
    double distance[3];
    bool symmetric;

    distance[0] = return_distance(&model, "project = { at = \"q0\" }", &symmetric);
    distance[1] = return_distance(&model, "project = { at = \"q1\" }", &symmetric);
    distance[2] = return_distance(&model, "project = { at = \"qm\" }", &symmetric);
    for (size_t i = 0; i < 3; i++) {
        assert_true(distance[i] > 1e-20 && !symmetric);
        assert_true(distance[i] != distance[(i + 1) % 3]);
    }
}
