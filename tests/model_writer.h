/* Degenerate Lagrangian models written by the tests: the same mathematics in other coordinates x = M y, with
 * another unit of time, in another gauge. */
#ifndef ASSAY_TESTS_MODEL_WRITER_H
#define ASSAY_TESTS_MODEL_WRITER_H

#include "tests/cell_fixture.h"

enum { MODEL_WRITER_SPACE = 8192, MODEL_WRITER_MOST = 4 };

/* L(y, y') = M^T (theta(x) + gauge(x)) . y' - factor H(x), x = M y.  Lua expressions in x[1], ..., x[d]. */
struct model_writer {
    size_t d;
    const char *theta, *hamiltonian;
    const char *gauge;                                         /* NULL: none */
    const char *factor;                                        /* NULL: 1 */
    const char *matrix[MODEL_WRITER_MOST * MODEL_WRITER_MOST]; /* row-major; matrix[0] NULL: the identity */
    const char *initial[MODEL_WRITER_MOST];                    /* of x */
};

/* Point vortices with circulation 1/10 that depends on the position. */
#define MODEL_WRITER_VORTICES                                                                                \
    .d = 4,                                                                                                  \
    .theta = "-x[2]*S(x[1], x[2])/20, x[1]*S(x[1], x[2])/20, -x[4]*S(x[3], x[4])/20, x[3]*S(x[3], x[4])/20", \
    .hamiltonian = "S(x[1], x[2])*S(x[3], x[4])*log((x[1] - x[3])^2 + (x[2] - x[4])^2)/(200*pi)",            \
    .initial = {"1", "1/10", "1", "-1/10"}

/* Point vortices of constant circulation: theta is linear. */
#define MODEL_WRITER_LINEAR                                                                                  \
    .d = 4, .theta = "-x[2]/20, x[1]/20, -x[4]/20, x[3]/20",                                                 \
    .hamiltonian = "log((x[1] - x[3])^2 + (x[2] - x[4])^2)/(200*pi)", .initial = {"1", "1/10", "1", "-1/10"}

/* A massless charged particle. */
#define MODEL_WRITER_PARTICLE                                                                                \
    .d = 2, .theta = "-x[2]*S(x[1], x[2])/2, x[1]*S(x[1], x[2])/2", .hamiltonian = "cos(x[1]) + sin(x[2])",  \
    .initial = {"1", "1"}

static inline void model_writer_add(char *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline void model_writer_add(char *text, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    assert_true((size_t)vsnprintf(text + used, MODEL_WRITER_SPACE - used, format, arguments) <
                MODEL_WRITER_SPACE - used);
    va_end(arguments);
}

/* M as rationals; the caller clears them with model_writer_clear. */
static inline mpq_t *model_writer_matrix(const struct model_writer *writer)
{
    size_t d = writer->d;
    mpq_t *matrix = memory_create(d * d, sizeof *matrix);

    for (size_t i = 0; i < d * d; i++) {
        mpq_init(matrix[i]);
        if (writer->matrix[0]) {
            assert_int_equal(mpq_set_str(matrix[i], writer->matrix[i], 10), 0);
            mpq_canonicalize(matrix[i]);
        } else if (i % (d + 1) == 0) {
            mpq_set_ui(matrix[i], 1, 1);
        }
    }
    return matrix;
}

static inline void model_writer_clear(mpq_t *matrix, size_t d)
{
    for (size_t i = 0; i < d * d; i++)
        mpq_clear(matrix[i]);
    free(matrix);
}

/* Solves M y = x by Gauss and Jordan, exactly; x is overwritten by y and M by the identity. */
static inline void model_writer_solve(mpq_t *matrix, mpq_t *x, size_t d)
{
    mpq_t factor, term;

    mpq_inits(factor, term, NULL);
    for (size_t k = 0; k < d; k++) {
        size_t pivot = k;

        while (mpq_sgn(matrix[pivot * d + k]) == 0)
            assert_true(++pivot < d);
        for (size_t j = 0; j < d && pivot != k; j++)
            mpq_swap(matrix[pivot * d + j], matrix[k * d + j]);
        if (pivot != k)
            mpq_swap(x[pivot], x[k]);
        mpq_inv(factor, matrix[k * d + k]);
        for (size_t j = 0; j < d; j++)
            mpq_mul(matrix[k * d + j], matrix[k * d + j], factor);
        mpq_mul(x[k], x[k], factor);
        for (size_t i = 0; i < d; i++) {
            if (i == k)
                continue;
            mpq_set(factor, matrix[i * d + k]);
            for (size_t j = 0; j < d; j++) {
                mpq_mul(term, factor, matrix[k * d + j]);
                mpq_sub(matrix[i * d + j], matrix[i * d + j], term);
            }
            mpq_mul(term, factor, x[k]);
            mpq_sub(x[i], x[i], term);
        }
    }
    mpq_clears(factor, term, NULL);
}

static inline void model_writer_add_initial(char *text, const struct model_writer *writer)
{
    size_t d = writer->d;
    mpq_t *matrix = model_writer_matrix(writer), x[MODEL_WRITER_MOST];

    for (size_t i = 0; i < d; i++) {
        mpq_init(x[i]);
        assert_int_equal(mpq_set_str(x[i], writer->initial[i], 10), 0);
    }
    model_writer_solve(matrix, x, d);
    model_writer_add(text, "  initial = { default = { ");
    for (size_t i = 0; i < d; i++) {
        char *number = mpq_get_str(NULL, 10, x[i]);

        model_writer_add(text, "'%s', ", number);
        free(number);
        mpq_clear(x[i]);
    }
    model_writer_add(text, "} },\n");
    model_writer_clear(matrix, d);
}

static inline void model_writer_add_maps(char *text, const struct model_writer *writer)
{
    mpq_t *matrix = model_writer_matrix(writer);

    model_writer_add(text, "local d, M = %zu, { ", writer->d);
    for (size_t i = 0; i < writer->d * writer->d; i++) {
        char *number = mpq_get_str(NULL, 10, matrix[i]);

        model_writer_add(text, "'%s', ", number);
        free(number);
    }
    model_writer_add(text, "}\n");
    model_writer_clear(matrix, writer->d);
    model_writer_add(text, "local function map(y)\n"
                           "  local x = {}\n"
                           "  for i = 1, d do\n"
                           "    x[i] = 0\n"
                           "    for j = 1, d do x[i] = x[i] + y[j]*M[(i - 1)*d + j] end\n"
                           "  end\n"
                           "  return x\n"
                           "end\n"
                           "local function pull(t)\n"
                           "  local y = {}\n"
                           "  for j = 1, d do\n"
                           "    y[j] = 0\n"
                           "    for i = 1, d do y[j] = y[j] + t[i]*M[(i - 1)*d + j] end\n"
                           "  end\n"
                           "  return y\n"
                           "end\n");
}

static inline struct fixture_model model_writer_write(const struct model_writer *writer)
{
    char text[MODEL_WRITER_SPACE] = "local function S(u, v) return 1 + u^2 + v^2 end\n";

    model_writer_add_maps(text, writer);
    model_writer_add(text, "local function theta(x)\n  local t, g = { %s }, { %s }\n", writer->theta,
                     writer->gauge ? writer->gauge : "0, 0, 0, 0");
    model_writer_add(text, "  for i = 1, d do t[i] = t[i] + g[i] end\n  return t\nend\n");
    model_writer_add(text, "local function H(x) return (%s)*(%s) end\n", writer->hamiltonian,
                     writer->factor ? writer->factor : "1");
    model_writer_add(text, "return model {\n  title = 'written', source = 'a test', kind = 'degenerate',\n");
    model_writer_add(text, "  coordinates = { %s },\n",
                     writer->d == 2 ? "'y1', 'y2'" : "'y1', 'y2', 'y3', 'y4'");
    model_writer_add(text, "  theta = function (q, c) return pull(theta(map(q))) end,\n");
    model_writer_add(text, "  hamiltonian = function (q, c) return H(map(q)) end,\n");
    model_writer_add_initial(text, writer);
    model_writer_add(text, "  step = '1/10',\n}\n");
    return fixture_model_write(text);
}

#endif
