/* Models of kind body: the field and the Lie-Poisson tensor that are derived, against the brackets of the algebra
 * written out in a model of kind ode, whose loader proves Jacobi's identity and f = Pi grad H; coordinates,
 * invariants; and what is wrong in a model file. */
#include "tests/fixtures/test.h"

#include "models/kinds/system.h"
#include "models/reader/model.h"
#include "numerics/evaluator.h"
#include "tests/fixtures/measures/cell_fixture.h"

enum { N = 3, D = 6 };

/* The top by {m_ij, m_kl} and {m_ij, v_k}: {F, G} = (grad F)^T Pi grad G, entry by entry. */
static const char BRACKETS[] =
    "local alpha, chi, c = { \"0.44\", \"0.5\", 1 }, { \"1/3\", \"-2/3\", \"2/3\" }, \"0.7\"\n"
    "local pairs = { { 1, 2 }, { 1, 3 }, { 2, 3 } }\n"
    "local function delta(i, j) if i == j then return 1 end return 0 end\n"
    "local function m(x, i, j)\n"
    "  for k, pair in ipairs(pairs) do\n"
    "    if pair[1] == i and pair[2] == j then return x[k] end\n"
    "    if pair[1] == j and pair[2] == i then return -x[k] end\n"
    "  end\n"
    "  return 0\n"
    "end\n"
    "local function moments(x, p, r)\n"
    "  local i, j, k, l = p[1], p[2], r[1], r[2]\n"
    "  return delta(i, k)*m(x, j, l) - delta(j, k)*m(x, i, l) - delta(i, l)*m(x, j, k) + delta(j, l)*m(x, i, "
    "k)\n"
    "end\n"
    "local function mixed(x, p, k) return delta(p[1], k)*x[3 + p[2]] - delta(p[2], k)*x[3 + p[1]] end\n"
    "local function tensor(x)\n"
    "  local rows = {}\n"
    "  for a = 1, 6 do\n"
    "    rows[a] = {}\n"
    "    for b = 1, 6 do\n"
    "      if a <= 3 and b <= 3 then rows[a][b] = moments(x, pairs[a], pairs[b])\n"
    "      elseif a <= 3 then rows[a][b] = mixed(x, pairs[a], b - 3)\n"
    "      elseif b <= 3 then rows[a][b] = -mixed(x, pairs[b], a - 3)\n"
    "      else rows[a][b] = 0 end\n"
    "    end\n"
    "  end\n"
    "  return rows\n"
    "end\n"
    "local function slope(x)\n"
    "  local g = {}\n"
    "  for k, p in ipairs(pairs) do g[k] = x[k]/(alpha[p[1]] + 0*x[1] + alpha[p[2]]) end\n"
    "  for k = 1, 3 do g[3 + k] = c*chi[k] + 0*x[1] end\n"
    "  return g\n"
    "end\n"
    "return model { title = 't', source = 's', kind = 'ode', coordinates = { 'a', 'b', 'c', 'd', 'e', 'f' "
    "},\n"
    "  field = function (x)\n"
    "    local f, g, rows = {}, slope(x), tensor(x)\n"
    "    for a = 1, 6 do f[a] = 0*x[1] for b = 1, 6 do f[a] = f[a] + rows[a][b]*g[b] end end\n"
    "    return f\n"
    "  end,\n"
    "  hamiltonian = function (x)\n"
    "    local sum = 0*x[1]\n"
    "    for k, p in ipairs(pairs) do sum = sum + x[k]^2/2/(alpha[p[1]] + 0*x[1] + alpha[p[2]]) end\n"
    "    for k = 1, 3 do sum = sum + c*chi[k]*x[3 + k] end\n"
    "    return sum\n"
    "  end,\n"
    "  poisson = tensor, initial = { default = { '0.3', '-0.5', '0.8', '0.36', '0.48', '0.8' } }, step = "
    "'0.1' }\n";

static const char TOP[] =
    "return model { title = 't', source = 's', kind = 'body', alpha = { '0.44', '0.5', 1 }, c = '0.7',\n"
    "  chi = { '1/3', '-2/3', '2/3' }, initial = { default = { '0.3', '-0.5', '0.8', '0.36', '0.48', '0.8' } "
    "},\n"
    "  step = '0.1' }\n";

static void evaluate(double *values, const struct program *program, const double *x)
{
    struct evaluator_double *evaluator = evaluator_create_double(program, 1);

    evaluator_run_double(evaluator, 1, (const double *const[]){x}, (double *const[]){values});
    evaluator_destroy_double(evaluator);
}

/* The largest difference of the values of two programs at random points. */
static double find_difference(const struct program *a, const struct program *b, size_t width)
{
    double x[D], first[D * D], second[D * D], largest = 0;
    uint64_t seed = 1994;

    for (int k = 0; k < 8; k++) {
        for (size_t i = 0; i < D; i++)
            x[i] = fixture_random_real(&seed);
        evaluate(first, a, x);
        evaluate(second, b, x);
        for (size_t i = 0; i < width; i++)
            largest = fmax(largest, fabs(first[i] - second[i]));
    }
    return largest;
}

TEST(test_field_and_tensor)
{
    struct fixture_model top = fixture_model_write(TOP), brackets = fixture_model_write(BRACKETS);

    assert_true(find_difference(top.system->velocity, brackets.system->velocity, D) < 1e-14);
    assert_true(find_difference(top.system->poisson, brackets.system->poisson, D * D) < 1e-15);
    assert_true(find_difference(top.system->velocity, top.system->poisson, D) > 1e-2); /* control */
}

/* The rows of an attitude are vectors like that of gravity. */
TEST(test_attitude)
{
    struct fixture_model body = fixture_model_read("models/rigid-body.lua");
    const char *const names[] = {"m12", "m13", "m23", "q11", "q12", "q13",
                                 "q21", "q22", "q23", "q31", "q32", "q33"};
    double x[12] = {0.3, -0.5, 0.8, 0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1}, rate[12], Om[3][3] = {{0}};

    assert_int_equal(body.model->dimension, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(body.model->coordinates[i], names[i]);
    evaluate(rate, body.system->velocity, x);
    Om[0][1] = 0.3 / 0.94;
    Om[0][2] = -0.5 / 1.44;
    Om[1][2] = 0.8 / 1.5;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < i; j++)
            Om[i][j] = -Om[j][i];
    }
    for (size_t i = 0; i < N; i++) { /* q' = q Om */
        for (size_t j = 0; j < N; j++) {
            double sum = 0;

            for (size_t k = 0; k < N; k++)
                sum += x[3 + N * i + k] * Om[k][j];
            assert_true(fabs(rate[3 + N * i + j] - sum) < 1e-15);
        }
    }
}

static bool has_invariant(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->invariants; i++) {
        if (strcmp(model->invariant[i].name, name) == 0)
            return true;
    }
    return false;
}

TEST(test_invariants)
{
    struct fixture_model top = fixture_model_read("models/lagrange-top.lua"),
                         body = fixture_model_read("models/rigid-body-4.lua");

    assert_true(has_invariant(top.model, "m-v") && has_invariant(top.model, "v-v") &&
                has_invariant(top.model, "spin"));
    assert_false(has_invariant(top.model, "tr-m2"));
    assert_true(has_invariant(body.model, "pfaffian") && has_invariant(body.model, "tr-m2-J2"));
    assert_true(has_invariant(body.model, "momentum-34") && has_invariant(body.model, "q-qT-44"));
}

TEST(test_refused)
{
    static const struct {
        const char *fields, *words;
    } cases[] = {
        {"initial = { default = { 1 } },", "alpha is not a list of 2 to 6 numbers; write alpha"},
        {"alpha = { 1, 2, 0 }, initial = { default = { 1, 2, 3 } },", "alpha[3] is not positive; write"},
        {"alpha = { 1, 2, 3 }, c = 1, initial = { default = { 1, 2, 3 } },", "a top has both c and chi"},
        {"alpha = { 1, 2, 3 }, chi = { 0, 0, 1 }, initial = { default = { 1, 2, 3 } },",
         "a top has both c and chi"},
        {"alpha = { 1, 2, 3 }, c = 1, chi = { 0, 1 }, initial = { default = { 1, 2, 3 } },",
         "chi has 2 components; write 3"},
        {"alpha = { 1, 2, 3 }, attitude = 1, initial = { default = { 1, 2, 3 } },", "write attitude = true"},
        {"alpha = { 1, 2, 3 }, initial = { default = { 1, 2 } },", "the model has 3 coordinates"},
        {"alpha = { 1, 2, 3 }, coordinates = { 'q' }, initial = { default = { 1, 2, 3 } },",
         "unknown key 'coordinates'"},
        {"alpha = { 1, 2, 3 }, attitude = true, initial = { default = { 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, "
         "'1/10', 1 } },",
         "is no rotation: entry (2, 3) of q q^T - 1 is 0.1; write"},
        {"alpha = { 1, 2, 3 }, initial = { default = { 1, 2, 3 } }, invariants = { spin = function (x) "
         "return x.m12 end },",
         "spin is no invariant"},
        {"alpha = { 1, 1, 3 }, initial = { default = { 1, 2, 3 } }, invariants = { spin = function (x) "
         "return x.m12 end },",
         NULL},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[600];
        struct error error = {""};
        struct model *model;

        snprintf(text, sizeof text,
                 "return model { title = 't', source = 's', kind = 'body',\n %s\n step = '0.1' }",
                 cases[i].fields);
        model = model_create_from_text("m.lua", text, NULL, &error);
        if (!model != (cases[i].words != NULL) || (!model && !strstr(error.text, cases[i].words)))
            fail_msg("%s: %s", cases[i].fields, model ? "accepted" : error.text);
        model_destroy(model);
    }
}
