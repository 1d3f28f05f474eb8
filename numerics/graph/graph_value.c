/* The values of expressions, by a program in series that end after their first term: see graph_value.h. */
#include "numerics/graph/graph_value.h"

#include "numerics/jets/jet.h"

bool graph_value_of_program(mpfr_t *results, const struct program *program, mpfr_t *const *inputs,
                            mpfr_prec_t precision)
{
    struct jet *jet = jet_create(program, 0, precision);
    bool finite;

    for (size_t b = 0; b < program->input_blocks; b++) {
        for (size_t i = 0; i < program->input[b].width; i++)
            mpfr_set(jet_input(jet, b, i, 0), inputs[b][i], MPFR_RNDN);
    }
    finite = jet_extend(jet, 0);
    for (size_t i = 0; i < program->output_width[0]; i++) {
        if (finite)
            mpfr_set(results[i], jet_output(jet, 0, i, 0), MPFR_RNDN);
        else
            mpfr_set_nan(results[i]);
    }
    jet_destroy(jet);
    return finite;
}

void graph_value_all(mpfr_t *results, size_t count, const expression *f, mpfr_t *const *inputs)
{
    struct program *program = program_create(0, NULL, 1, &(struct program_output){count, f});
    bool finite = program && graph_value_of_program(results, program, inputs, mpfr_get_prec(results[0]));

    if (!program && count == 1)
        mpfr_set_nan(results[0]);
    program_destroy(program);
    for (size_t i = 0; i < count && !finite && count > 1; i++)
        graph_value(results[i], f[i], inputs);
}

void graph_value(mpfr_t result, expression f, mpfr_t *const *inputs)
{
    graph_value_all((mpfr_t *)result, 1, &f, inputs);
}
