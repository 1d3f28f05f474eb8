/* What a foreign method gets to know of a model: see foreign_model.h. */
#include "integrators/foreign/foreign_model.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/graph/program_stream.h"
#include "numerics/memory.h"

struct foreign_model foreign_model_create(const struct system *system)
{
    struct foreign_model model = {.name = memory_copy_string(system->model->name),
                                  .d = system->model->moved,
                                  .reads = system->dimension,
                                  .constraints = system->constraints,
                                  .program = {[FOREIGN_RHS] = system->velocity,
                                              [FOREIGN_THETA] = system->momentum,
                                              [FOREIGN_FORCE] = system->momentum_force,
                                              [FOREIGN_GRADIENT] = system->holonomic.force,
                                              [FOREIGN_CONSTRAINT] = system->constrain,
                                              [FOREIGN_CONSTRAINT_JACOBIAN] = system->constraint_jacobian},
                                  .velocity = system->holonomic.velocity};

    if (system->model->hamiltonian) /* (z, t) -> H, whether it is kept or not */
        model.program[FOREIGN_HAMILTONIAN] = model.own[FOREIGN_HAMILTONIAN] =
            system_compile_one(model.reads, 1, &system->model->hamiltonian);
    return model;
}

void foreign_model_destroy(struct foreign_model *model)
{
    for (int k = 0; k <= FOREIGN_FUNCTIONS; k++)
        program_destroy(model->own[k]);
    free(model->name);
}

static const struct program *program_of(const struct foreign_model *model, int k)
{
    return k < FOREIGN_FUNCTIONS ? model->program[k] : model->velocity;
}

void foreign_model_write(FILE *to, const struct foreign_model *model)
{
    const size_t sizes[] = {strlen(model->name), model->d, model->reads, model->constraints};

    fwrite(sizes, sizeof sizes, 1, to);
    fputs(model->name, to);
    for (int k = 0; k <= FOREIGN_FUNCTIONS; k++) {
        fputc(program_of(model, k) != NULL, to);
        if (program_of(model, k))
            program_stream_write(to, program_of(model, k));
    }
}

struct foreign_model foreign_model_read(FILE *from)
{
    struct foreign_model model = {.name = NULL};
    size_t sizes[4] = {0, 0, 0, 0}, read = fread(sizes, sizeof sizes, 1, from);

    model.name = memory_create(sizes[0] + 1, 1);
    read += fread(model.name, 1, sizes[0], from);
    model.d = sizes[1];
    model.reads = sizes[2];
    model.constraints = sizes[3];
    for (int k = 0; k <= FOREIGN_FUNCTIONS; k++) {
        if (fgetc(from) != 1)
            continue;
        model.own[k] = program_stream_read(from);
        if (k < FOREIGN_FUNCTIONS)
            model.program[k] = model.own[k];
    }
    model.velocity = model.own[FOREIGN_FUNCTIONS];
    (void)read;
    return model;
}
