/* Random models: what is written is a model that can be read, and what says less is one, too. */
#include "tests/fixtures/test.h"

#include "models/random/random_model.h"

enum { DRAWN = 12 };

static size_t dimension_of(enum random_model_family family, size_t k)
{
    return family == RANDOM_MODEL_FIELD || family == RANDOM_MODEL_FORCED ? 1 + k % 3 : 2 + 2 * (k % 2);
}

/* The model that the text is; NULL where it is refused. */
static struct model *read(const struct random_model *random, struct error *error)
{
    char *text = random_model_text(random, "1/4", "-- a comment\n");
    struct model *model = model_create_from_text("random", text, NULL, error);

    free(text);
    return model;
}

/* All are read but those that a loader has to refuse: theta without rank, data where the model is not finite. */
TEST(what_is_written_is_a_model)
{
    uint64_t random_state = 3;

    for (int family = 0; family < RANDOM_MODEL_FAMILIES; family++) {
        size_t refused = 0;

        for (size_t k = 0; k < DRAWN; k++) {
            struct random_model random;
            struct error error = {""};
            struct model *model;

            random_model_draw(&random, (enum random_model_family)family,
                              dimension_of((enum random_model_family)family, k), 3, &random_state);
            model = read(&random, &error);
            if (model) {
                assert_int_equal(model->kind, random_model_kind(random.family));
                assert_int_equal(model->moved, random.dimension);
                assert_int_equal(model->initials, 2);
                assert_true(random_model_is_reversible(&random) == (model->reversal != NULL));
            } else if (family != RANDOM_MODEL_DEGENERATE) {
                fail_msg("%s", error.text);
            }
            refused += !model;
            model_destroy(model);
        }
        assert_true(refused * 2 < DRAWN);
    }
}

/* The same after the same number, others after another. */
TEST(the_same_number_draws_the_same_models)
{
    char one[RANDOM_MODEL_FORMULA], same[RANDOM_MODEL_FORMULA], other[RANDOM_MODEL_FORMULA];
    uint64_t first = 5, again = 5, another = 6;
    struct random_model model;

    random_model_draw(&model, RANDOM_MODEL_HAMILTONIAN, 4, 3, &first);
    random_model_formula(&model, one);
    random_model_draw(&model, RANDOM_MODEL_HAMILTONIAN, 4, 3, &again);
    random_model_formula(&model, same);
    random_model_draw(&model, RANDOM_MODEL_HAMILTONIAN, 4, 3, &another);
    random_model_formula(&model, other);
    assert_string_equal(one, same);
    assert_string_not_equal(one, other);
}

static size_t total_power(const struct random_model *model)
{
    size_t sum = 0;

    for (size_t k = 0; k < model->terms; k++) {
        for (size_t i = 0; i < RANDOM_MODEL_DIMENSION; i++)
            sum += model->term[k].power[i];
        sum += (size_t)abs(model->term[k].coefficient) + (model->term[k].coefficient < 0) +
               (model->term[k].shape != RANDOM_MODEL_PRODUCT);
    }
    return sum;
}

/* Taking again and again the first that says less ends with one term, and no step says more. */
TEST(saying_less_ends)
{
    for (int family = 0; family < RANDOM_MODEL_FAMILIES; family++) {
        struct random_model model, simpler;
        uint64_t random_state = 11;
        size_t rounds = 0;

        random_model_draw(&model, (enum random_model_family)family,
                          dimension_of((enum random_model_family)family, 1), 4, &random_state);
        for (size_t k = 0; random_model_simplify(&simpler, &model, k); k++) {
            if (simpler.terms == 0)
                continue;
            assert_true(simpler.terms <= model.terms && simpler.dimension <= model.dimension);
            assert_true(simpler.terms < model.terms || total_power(&simpler) <= total_power(&model));
            model = simpler;
            k = (size_t)-1;
            assert_true(++rounds < 1000);
        }
        assert_int_equal(model.terms, 1);
        assert_true(total_power(&model) <= 2);
    }
}

/* "H = p1^2 - 2*sin(q1)", from numbers. */
TEST(a_formula)
{
    const struct random_model pendulum = {
        .family = RANDOM_MODEL_SEPARABLE,
        .dimension = 2,
        .terms = 2,
        .term = {{.coefficient = 1, .power = {0, 2}},
                 {.shape = RANDOM_MODEL_SINE, .coefficient = -2, .power = {1, 0}}},
        .initial = {2, -1},
    };
    char formula[RANDOM_MODEL_FORMULA], *text = random_model_text(&pendulum, "1/4", "");

    random_model_formula(&pendulum, formula);
    assert_string_equal(formula, "H = p1^2 - 2*sin(q1)");
    assert_says(text, "return p[1]^2 - 2*sin(q[1]) end", "default = { q = { \"1/2\" }, p = { \"-1/4\" } }",
                "other = { q = { \"9/14\" }, p = { \"-5/36\" } }", "step = \"1/4\"");
    assert_false(random_model_is_reversible(&(struct random_model){
        .family = RANDOM_MODEL_HAMILTONIAN, .dimension = 2, .terms = 1, .term = {{.power = {1, 1}}}}));
    free(text);
}
