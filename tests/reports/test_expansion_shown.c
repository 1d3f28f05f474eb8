/* Expansions as JSON: names of quantities, powers in order, and numbers that are those of the expansion.  In print: the errors
 * of Euler's method on a turn are known, (n over k) - n^k/k! times a component, as polynomials in n; the modified equation is
 * x' = log(1 + h A)/h x. */
#include "tests/fixtures/test.h"

#include "measures/run/problem.h"
#include "reports/expansion_shown.h"
#include "reports/template.h"

static json_t *show(const char *model, const char *method, struct expansion **expansion)
{
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &said);
    struct cell_request request = {.problem = problem, .projection = projection_find("none")};
    json_t *json;

    assert_done(problem, said);
    assert_done(method_find(method, &request.method, &said), said);
    assert_done(*expansion = expansion_create(
                    &(struct expansion_request){.cell = &request, .of = EXPANSION_RUN, .terms = 12}, &said),
                said);
    json = expansion_shown_json(&request.method, request.projection, problem, "default", *expansion,
                                &(struct energy_drift){.status = ENERGY_DRIFT_NOT_ASKED});
    problem_destroy(problem);
    return json;
}

TEST(test_names)
{
    static const char *const names[] = {"q1", "q2", "energy", "p - theta, q1", "p - theta, q2"};
    struct expansion *expansion;
    json_t *json = show("models/lotka-volterra.lua", "gauss-2", &expansion),
           *list = json_object_get(json, "quantities");

    assert_int_equal(json_array_size(list), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(list, i), "quantity")),
                            names[i]);
    json_decref(json);
    expansion_destroy(expansion);
}

TEST(test_numbers)
{
    struct expansion *expansion;
    json_t *json = show("models/pendulum.lua", "rattle", &expansion),
           *list = json_object_get(json, "quantities");

    for (size_t i = 0; i < json_array_size(list); i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        json_t *terms = json_object_get(json_array_get(list, i), "expansion"), *term;
        json_int_t before = -1;
        size_t k;

        json_array_foreach(terms, k, term)
        {
            const json_int_t power = json_integer_value(json_object_get(term, "power"));
            const struct expansion_coefficient *c = quantity->coefficient + power;

            assert_true(power > before && power < quantity->known);
            before = power;
            assert_true(json_real_value(json_array_get(json_object_get(term, "values"), 2)) == c->value[2]);
            assert_true(json_real_value(json_object_get(term, "coefficient")) == c->value[0]);
            assert_int_not_equal(c->growth, EXPANSION_ZERO);
        }
    }
    assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 1), "order")), 2);
    json_decref(json);
    expansion_destroy(expansion);
}

TEST(test_print)
{
    static const char text[] =
        "return model { title = 'turn', source = 'test', kind = 'ode', coordinates = { 'x', 'y' },\n"
        "  field = function (x, c) return { x[2], -x[1] } end,\n"
        "  initial = { default = { 3, '1/2' } }, step = '0.1' }\n";
    static const char *const lines[] = {
        "  x                  order 1: h^2 (1.5 n) + h^3 (0.25 n^2 - 0.1666667 n) + …\n",
        "  y                  order 1: h^2 (0.25 n) + h^3 (-1.5 n^2 + n) + …\n",
        "  x'                 1.5 h - 0.1666667 h^2 + …\n",
        "  y'                 0.25 h + 1 h^2 + …\n",
        "  and one back       h^2 (3) + … in x\n",
    };
    struct problem *problem = problem_create_from_text("turn", text, NULL, &said);
    struct cell_request request = {.problem = problem, .projection = projection_find("none")};
    struct expansion *expansion;
    char *printed;
    size_t size;
    FILE *to = open_memstream(&printed, &size);
    json_t *json;

    assert_done(problem, said);
    assert_done(method_find("runge-kutta:euler", &request.method, &said), said);
    expansion = expansion_create(
        &(struct expansion_request){.cell = &request, .of = EXPANSION_RUN | EXPANSION_STEP}, &said);
    assert_done(expansion, said);
    json = expansion_shown_json(&request.method, request.projection, problem, "default", expansion,
                                &(struct energy_drift){.status = ENERGY_DRIFT_NOT_ASKED});
    assert_done(template_write(to, "expansion.txt", json, &said), said);
    fclose(to);
    for (size_t i = 0; i < COUNT(lines); i++) {
        if (!strstr(printed, lines[i]))
            fail_msg("no line '%s' in\n%s", lines[i], printed);
    }
    assert_null(strstr(printed, "energy")); /* the model has none */
    for (const char *line = printed; *line; line = strchr(line, '\n') + 1)
        assert_true(strcspn(line, "\n") <= 83); /* 80 columns, and the bytes of an ellipsis */
    free(printed);
    json_decref(json);
    expansion_destroy(expansion);
    problem_destroy(problem);
}
