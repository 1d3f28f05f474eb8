/* What methods and projections say of themselves: the kinds of models that they serve, the space of a step. */
#include "tests/fixtures/test.h"

#include "integrators/methods/method.h"

static struct method find(const char *name)
{
    struct method method;

    assert_done(method_find(name, &method, &said), said);
    return method;
}

static enum method_refusal refusal(const char *name, const char *projection, enum model_kind kind,
                                   struct error *reason)
{
    struct method method = find(name);

    reason->text[0] = '\0';
    return method_refuses(&method, projection_find(projection), kind, reason);
}

TEST(test_kinds)
{
    struct error reason;

    assert_int_equal(refusal("gauss-2", "symmetric", MODEL_DEGENERATE, &reason), METHOD_APPLIES);
    assert_string_equal(reason.text, "");
    assert_int_equal(refusal("gauss-2", "none", MODEL_ODE, &reason), METHOD_REFUSES_KIND);
    assert_string_equal(reason.text, "it does not step on ode models, but on those of the kind degenerate");
    assert_int_equal(refusal("hamilton-pontryagin:gauss-2", "none", MODEL_ODE, &reason), METHOD_REFUSES_KIND);
    for (int kind = 0; kind < MODEL_KINDS; kind++) {
        assert_int_equal(refusal("rk4", "none", (enum model_kind)kind, &reason), METHOD_APPLIES);
        assert_int_equal(refusal("runge-kutta:gauss-3", "none", (enum model_kind)kind, &reason),
                         METHOD_APPLIES);
    }
}

TEST(test_projections)
{
    struct error reason;

    for (const struct projection *row = projection_table; row->name; row++) {
        bool projects = projection_projects(row);

        assert_int_equal(refusal("gauss-2", row->name, MODEL_DEGENERATE, &reason), METHOD_APPLIES);
        assert_int_equal(refusal("rk4", row->name, MODEL_DEGENERATE, &reason),
                         projects ? METHOD_REFUSES_PROJECTION : METHOD_APPLIES);
        assert_int_equal(refusal("rk4", row->name, MODEL_ODE, &reason),
                         projects ? METHOD_REFUSES_PROJECTION : METHOD_APPLIES);
        assert_int_equal(refusal("radau-iia-2", row->name, MODEL_DEGENERATE, &reason),
                         projects ? METHOD_REFUSES_PROJECTION : METHOD_APPLIES);
    }
    assert_int_equal(refusal("radau-iia-2", "standard", MODEL_DEGENERATE, &reason),
                     METHOD_REFUSES_PROJECTION);
    assert_string_equal(reason.text, find("radau-iia-2").family->no_projections);
}

TEST(test_names)
{
    char names[PROJECTION_NAMES];

    projection_names(names);
    for (const struct projection *row = projection_table; row->name; row++)
        assert_non_null(strstr(names, row->name));
}

TEST(test_spaces)
{
    static const struct {
        const char *method, *projection;
        enum step_space space;
    } cases[] = {
        {"gauss-2", "none", STEP_MOMENTUM},     {"gauss-2", "standard", STEP_POSITION},
        {"gauss-2", "midpoint", STEP_POSITION}, {"srk-3", "symplectic", STEP_MULTIPLIER},
        {"radau-iia-2", "none", STEP_POSITION}, {"augmented:gauss-2", "none", STEP_MOMENTUM},
        {"rk4", "none", STEP_POSITION},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct method method = find(cases[i].method);

        assert_int_equal(method_space(&method, projection_find(cases[i].projection)), cases[i].space);
    }
}
