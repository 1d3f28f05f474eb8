/* Comparison classes on results made by hand: two models, of which one may be unable to tell a method from
 * those that fail on the other; and what follows for a claim as a whole.
 *
 * The control of every test: the same results without the member that is refuted elsewhere, or with another
 * number there, give the other answer. */
#include "tests/fixtures/test.h"

#include "harness/judge/controls.h"
#include "harness/judge/judge.h"

#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/names_fixture.h"

enum { MOST = 24 };

struct study_of_fits {
    struct results results;
    struct fit fit[MOST];
};

static const struct claim_on_fit
    order_4 = {.id = "K", .kind = CLAIM_EXACTLY, .formula = "2*s", .value = 4, .source = "here"},
    order_2 = {.id = "K", .kind = CLAIM_EXACTLY, .formula = "2*s", .value = 2, .source = "here"},
    least_4 = {.id = "L", .kind = CLAIM_AT_LEAST, .formula = "4", .value = 4, .source = "here"},
    exact = {.id = "E", .kind = CLAIM_EXACT, .formula = "0", .value = 0, .source = "here"};

/* Adds a fit of this order. */
static struct fit *add(struct study_of_fits *s, const char *model, const char *method, const char *projection,
                       double order)
{
    struct fit *fit = s->fit + s->results.fits++;

    assert_true(s->results.fits <= MOST);
    *fit = (struct fit){.id = "id",
                        .curve.problem = named_problem(model, "default"),
                        .curve.method = named_method(method),
                        .curve.projection = named_projection(projection),
                        .curve.precision = named_precision("200"),
                        .measure = measure_find(NULL, "energy_error"),
                        .measure_name = "energy_error",
                        .order.status = FIT_MEASURED,
                        .order.value = order,
                        .order.low = order - 0.05,
                        .order.high = order + 0.05};
    s->results.fit = s->fit;
    return fit;
}

/* One whose error at the largest step changes by this factor with 64 more bits. */
static struct fit *add_exact(struct study_of_fits *s, const char *model, const char *method,
                             const char *projection, double factor)
{
    struct fit *fit = add(s, model, method, projection, 2);

    fit->exact.error = 1e-10;
    fit->exact.repeated = factor * 1e-10;
    fit->exact.bits = 64;
    return fit;
}

/* Whether the model of the first fit, whose claim holds, tells it apart; and what is said of it. */
static bool compare(const struct study_of_fits *s, char text[WORDS_SENTENCE])
{
    struct study_of_fits judged = *s;
    struct controls *controls;
    struct fit fit;

    judged.results.fit = judged.fit;
    for (size_t i = 0; i < s->results.fits; i++)
        judged.fit[i].exact.zero = verdict_find_zero(judged.fit + i);
    controls = controls_create(&judged.results, NULL);
    fit = judged.fit[0];
    fit.outcome.subject = verdict_subject_of(fit.claim);
    fit.context.control = controls_compare(controls, judged.fit);
    controls_destroy(controls);
    said_of_fit(&fit, "control", text, WORDS_SENTENCE);
    return !controls_are_blind(&fit.context.control);
}

static void check(const struct study_of_fits *s, bool expected, const char *sentence, int line)
{
    char text[WORDS_SENTENCE];
    bool apart = compare(s, text);

    if (apart != expected || strcmp(text, sentence) != 0)
        fail_msg("line %d: %s: %s", line, apart ? "told apart" : "vacuous", text);
}

#define check_apart(s, sentence)   check(s, true, sentence, __LINE__)
#define check_vacuous(s, sentence) check(s, false, sentence, __LINE__)

/* Nobody knows yet whether the model tells it apart: that is not vacuous. */
static void check_undecided(const struct study_of_fits *s, const char *sentence)
{
    struct controls *controls = controls_create(&s->results, NULL);
    const struct control control = controls_compare(controls, s->fit);

    controls_destroy(controls);
    assert_int_equal(control.kind, CONTROL_UNDECIDED);
    check_apart(s, sentence);
}

#define NOTHING_FAILS "no member of its class fails on another model: nothing to tell it from"

/* gauss-2/symmetric of order 4 on the pendulum, as claimed; gauss-2/none fails on the vortices. */
static void fill(struct study_of_fits *s, double order_here)
{
    *s = (struct study_of_fits){.results = {.study = NULL}};
    add(s, "pendulum", "gauss-2", "symmetric", 4)->claim = &order_4;
    add(s, "vortices", "gauss-2", "symmetric", 4)->claim = &order_4;
    add(s, "pendulum", "gauss-2", "none", order_here);
    add(s, "vortices", "gauss-2", "none", 2);
}

/* ---- the rule ---- */

TEST(a_model_that_tells_apart)
{
    struct study_of_fits s;

    fill(&s, 2);
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (2.00 here)");
}

TEST(a_model_that_does_not)
{
    struct study_of_fits s;

    fill(&s, 4);
    check_vacuous(&s, "cannot tell it from gauss-2/none: that is refuted on vortices (order 2.00) and passes "
                      "here (order 4.00)");
    s.results.fits = 3; /* the member that is refuted elsewhere */
    check_apart(&s, NOTHING_FAILS);
    fill(&s, 4);
    s.fit[3].order.value = 4, s.fit[3].order.low = 3.95, s.fit[3].order.high = 4.05; /* or it is not */
    check_apart(&s, NOTHING_FAILS);
}

/* Neither passing nor failing here leaves open whether the model can tell; breaking down is a difference. */
TEST(a_member_that_is_not_decided_here)
{
    struct study_of_fits s;

    fill(&s, 3.6);
    check_undecided(&s,
                    "not known to tell it from gauss-2/none: that is refuted on vortices (order 2.00) and "
                    "not decided here (order 3.60)");
    s.fit[2].order.status = FIT_TOO_FEW;
    check_undecided(&s,
                    "not known to tell it from gauss-2/none: that is refuted on vortices (order 2.00) and "
                    "not decided here (too few points)");
    s.fit[2].order.status = FIT_BROKE_DOWN;
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (broke down "
                    "here)");
    s.fit[2].order.status = FIT_NOT_APPLICABLE; /* nothing there to compare with */
    check_apart(&s, NOTHING_FAILS);
    s.fit[2].order.status = FIT_MEASURED; /* above `exactly`, before 12 halvings: apart all the same */
    s.fit[2].order.value = 6, s.fit[2].order.low = 5.95, s.fit[2].order.high = 6.05;
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (6.00 here)");
    s.fit[0].claim = &least_4; /* which `at least` has nothing against */
    check_vacuous(&s, "cannot tell it from gauss-2/none: that is refuted on vortices (order 2.00) and passes "
                      "here (order 6.00)");
}

TEST(nothing_to_compare_with)
{
    struct study_of_fits s;

    fill(&s, 4);
    s.fit[1].curve.problem = s.fit[3].curve.problem = named_problem("pendulum", "second");
    check_apart(&s, "no other model in this study: not compared");
    fill(&s, 4);
    s.fit[1].measure_name = s.fit[3].measure_name = "solution_error";
    s.fit[1].measure = s.fit[3].measure = measure_find(NULL, "solution_error");
    check_apart(&s, "no other model with this measure in this study: not compared");
    fill(&s, 4);
    s.fit[1].curve.precision = s.fit[3].curve.precision = named_precision("double");
    check_apart(&s, "no other model with this measure in this study: not compared");
}

/* The same initial data count, and others where there are no such. */
/* An error that is zero has any order, of a wrong method as well: somebody has to fail where it vanishes. */
TEST(an_error_that_is_zero)
{
    struct study_of_fits s;

    fill(&s, 2);
    s.fit[0].order.status = FIT_EXACT;
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (2.00 here)");
    s.results.fits = 2;
    check_apart(&s, NOTHING_FAILS); /* a defect that is zero is what a method is made for */
    s.fit[0].measure_name = "solution_error";
    s.fit[0].measure = measure_find(NULL, "solution_error");
    check_vacuous(&s, "the error whose order is claimed is zero here whatever the step, and no wrong method "
                      "is seen to have one");
}

TEST(initial_data)
{
    struct study_of_fits s;
    struct fit *other;

    fill(&s, 4);
    other = add(&s, "pendulum", "gauss-2", "none", 2);
    other->curve.problem = named_problem("pendulum", "aside"); /* sorted before the first */
    check_vacuous(&s, "cannot tell it from gauss-2/none: that is refuted on vortices (order 2.00) and passes "
                      "here (order 4.00)");
    s.fit[2].order.status = FIT_NOT_APPLICABLE;
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (2.00 here)");
    s.fit[3].curve.problem = named_problem("vortices", "aside"); /* elsewhere any will do */
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: gauss-2/none (2.00 here)");
}

/* A member that passes is named before one that is not decided, and three that are told apart at most. */
TEST(several_members)
{
    static const char *const projections[] = {"none", "standard", "midpoint", "symplectic"};
    struct study_of_fits s = {.results = {.study = NULL}};

    add(&s, "pendulum", "gauss-2", "symmetric", 4)->claim = &order_4;
    for (size_t i = 0; i < 4; i++) {
        add(&s, "pendulum", "gauss-2", projections[i], 2);
        add(&s, "vortices", "gauss-2", projections[i], 3);
    }
    check_apart(&s,
                "told apart from 4 members of its class that fail elsewhere: gauss-2/midpoint (2.00 here), "
                "gauss-2/none (2.00 here), gauss-2/standard (2.00 here), ...");
    s.fit[1].order.status = FIT_NOT_ASYMPTOTIC;
    check_apart(&s, /* that one is not decided takes nothing from the others */
                "told apart from 3 members of its class that fail elsewhere: gauss-2/midpoint (2.00 here), "
                "gauss-2/standard (2.00 here), gauss-2/symplectic (2.00 here)");
    s.fit[7].order.value = 4, s.fit[7].order.low = 3.95, s.fit[7].order.high = 4.05;
    check_vacuous(&s, "cannot tell it from gauss-2/symplectic: that is refuted on vortices (order 3.00) and "
                      "passes here (order 4.00)");
}

/* ---- who is in the class ---- */

/* Of `fit` with this claim and of a member that fails on the vortices and passes here. */
static void check_member(const char *method, const char *projection, const struct claim_on_fit *claim,
                         const char *member, const char *member_projection, bool is_one, int line)
{
    struct study_of_fits s = {.results = {.study = NULL}};
    char text[WORDS_SENTENCE];

    add(&s, "pendulum", method, projection, claim->value)->claim = claim;
    add(&s, "pendulum", member, member_projection, claim->value);
    add(&s, "vortices", member, member_projection, claim->value - 3);
    s.results.fits = 3;
    if (compare(&s, text) == is_one)
        fail_msg("line %d: %s", line, text);
}

#define check_is_member(a, b, claim, c, d)  check_member(a, b, claim, c, d, true, __LINE__)
#define check_not_member(a, b, claim, c, d) check_member(a, b, claim, c, d, false, __LINE__)

TEST(classes)
{
    check_is_member("gauss-2", "symmetric", &order_4, "gauss-2", "none");
    check_is_member("gauss-2", "symmetric", &order_4, "gauss-2", "midpoint");
    check_is_member("gauss-2", "symmetric", &order_4, "rk4", "none");
    check_is_member("gauss-3", "symmetric", &least_4, "gauss-1", "standard"); /* no s in the formula */
    check_is_member("gauss-3", "symmetric", &least_4, "srk-3", "none");
    check_is_member("lobatto-iiid-2", "symmetric", &order_2, "gauss-2", "none"); /* as many stages */
    check_not_member("gauss-3", "symmetric", &order_4, "gauss-2", "none");       /* 2*s of which s? */
    check_not_member("gauss-3", "symmetric", &order_4, "srk-3", "none");
    check_not_member("my-method", "symmetric", &order_4, "srk-3", "none");  /* neither has a known s */
    check_not_member("my-method", "none", &order_4, "your-method", "none"); /* nor a known form */
    check_not_member("gauss-2", "symmetric", &least_4, "gauss-3", "symmetric");
    check_not_member("gauss-2", "symmetric", &least_4, "lobatto-iiid-2", "none");
    check_is_member("gauss-2", "none", &order_4, "gauss-1", "none"); /* the tableaux of the form */
    check_is_member("gauss-2", "none", &order_4, "lobatto-iiid-3", "none");
    check_is_member("gauss-2", "none", &order_4, "rk4", "none");
    check_is_member("runge-kutta:gauss-2", "none", &order_4, "rk4", "none");
    check_is_member("runge-kutta:gauss-2", "none", &order_4, "runge-kutta:gauss-1", "none");
    check_not_member("gauss-2", "none", &order_4, "gauss-2", "symmetric");
    check_not_member("gauss-2", "none", &order_4, "runge-kutta:gauss-2", "none");
    check_not_member("runge-kutta:gauss-2", "none", &order_4, "gauss-2", "none");
}

/* The value of a member is that of the same formula on any fit of its method. */
TEST(values_of_formulas)
{
    static const struct claim_on_fit
        other = {.id = "K", .kind = CLAIM_EXACTLY, .formula = "s", .value = 1, .source = "here"},
        at_least = {.id = "K", .kind = CLAIM_AT_LEAST, .formula = "2*s", .value = 2, .source = "here"};
    struct study_of_fits s = {.results = {.study = NULL}};
    struct fit *carrier;

    add(&s, "pendulum", "gauss-2", "symmetric", 4)->claim = &order_4;
    add(&s, "pendulum", "gauss-1", "none", 2);
    add(&s, "vortices", "gauss-1", "none", 1); /* fails 2, as claimed of gauss-1, there alone */
    check_apart(&s, NOTHING_FAILS);
    carrier = add(&s, "pendulum", "gauss-1", "midpoint", 2);
    carrier->claim = &order_2;
    check_vacuous(&s, "cannot tell it from gauss-1/none: that is refuted on vortices (order 1.00) and passes "
                      "here (order 2.00)");
    carrier->claim = &other;
    check_apart(&s, NOTHING_FAILS);
    carrier->claim = &at_least;
    check_apart(&s, NOTHING_FAILS);
}

/* ---- exact properties ---- */

TEST(exact_properties)
{
    struct study_of_fits s = {.results = {.study = NULL}};

    add_exact(&s, "pendulum", "gauss-2", "symmetric", 1e-19)->claim = &exact;
    add_exact(&s, "pendulum", "rk4", "none", 1);
    add_exact(&s, "vortices", "rk4", "none", 1);
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: rk4/none (2.00 here)");
    s.fit[1].exact.repeated = 1e-29;
    check_vacuous(&s,
                  "cannot tell it from rk4/none: that is refuted on vortices (order 2.00) and passes here "
                  "(falls with the precision)");
    s.fit[1].exact.bits = 0;
    check_undecided(&s,
                    "not known to tell it from rk4/none: that is refuted on vortices (order 2.00) and not "
                    "decided here (order 2.00)");
    s.fit[2].exact.bits = 0; /* nothing is refuted by an order alone */
    check_apart(&s, NOTHING_FAILS);
}

/* What fails on a manifold of constraints counts there alone; what fails without one counts everywhere. */
TEST(manifolds)
{
    struct system constrained = {.constraints = 2};
    struct study_of_fits s = {.results = {.study = NULL}};
    struct problem sphere = *named_problem("sphere", "default"), torus = *named_problem("torus", "default");

    sphere.system = torus.system = &constrained;
    add_exact(&s, "pendulum", "gauss-2", "none", 1e-19)->claim = &exact;
    add_exact(&s, "pendulum", "gauss-1", "none", 1e-19);
    add_exact(&s, "pendulum", "rk4", "none", 1);
    add_exact(&s, "vortices", "rk4", "none", 1);
    add_exact(&s, "sphere", "gauss-1", "none", 1)->curve.problem = &sphere;
    check_apart(&s, "told apart from 1 member of its class that fails elsewhere: rk4/none (2.00 here)");
    s.fit[2].exact.repeated = 1e-29; /* a model that cannot tell is one, whatever stands beside it */
    check_vacuous(&s,
                  "cannot tell it from rk4/none: that is refuted on vortices (order 2.00) and passes here "
                  "(falls with the precision)");
    s.fit[2].exact.repeated = 1e-10;
    s.fit[4].curve.problem = named_problem("sphere", "default"); /* the same without its manifold */
    check_vacuous(&s,
                  "cannot tell it from gauss-1/none: that is refuted on sphere (order 2.00) and passes here "
                  "(falls with the precision)");
    s.fit[4].curve.problem = &sphere;
    s.fit[0].curve.problem = s.fit[1].curve.problem = s.fit[2].curve.problem =
        &torus; /* now the claim is about a manifold */
    check_vacuous(&s,
                  "cannot tell it from gauss-1/none: that is refuted on sphere (order 2.00) and passes here "
                  "(falls with the precision)");
    s.fit[1].exact.repeated = 1e-10;
    check_apart(&s, "told apart from 2 members of its class that fail elsewhere: gauss-1/none (2.00 here), "
                    "rk4/none (2.00 here)");
}

/* A claim about the model: the same method has to fail elsewhere, whatever others do.  A claim that something
 * fails is compared with nobody. */
TEST(claims_of_models)
{
    struct claim_on_fit of_model = exact,
                        denied = {
                            .id = "D", .kind = CLAIM_NOT_EXACT, .formula = "0", .value = 0, .source = "here"};
    struct study_of_fits s = {.results = {.study = NULL}};

    of_model.of_model = true;
    add_exact(&s, "pendulum", "gauss-2", "none", 1e-19)->claim = &of_model;
    check_apart(&s, "no other model in this study: not compared");
    add_exact(&s, "vortices", "gauss-2", "none", 1e-19);
    add_exact(&s, "pendulum", "gauss-1", "none", 1e-19);
    add_exact(&s, "vortices", "gauss-1", "none", 1);
    check_vacuous(&s, "cannot tell the model from the others: the same method fails on none of them");
    s.fit[1].exact.repeated = 1e-10;
    check_apart(&s, "the same method fails on vortices (order 2.00)");
    s.fit[0].claim = &exact; /* of the method: gauss-1 cannot be told from it here */
    check_vacuous(&s, "cannot tell it from gauss-1/none: that is refuted on vortices (order 2.00) and passes "
                      "here (falls with the precision)");
    s.fit[0].claim = &denied;
    check_apart(&s, "it says that something fails, and needs no comparison: the exact flow passes");
}

/* ---- the claim as a whole ---- */

static void check_whole(enum verdict a, enum verdict b, enum verdict c, enum verdict expected)
{
    struct study_of_fits s = {.results = {.study = NULL}};
    const enum verdict verdicts[] = {a, b, c};
    const struct study study = {.claims = 0};
    const struct study_claim entry = {.id = (char *)"K", .measure = (char *)"energy_error"};
    struct claim_result claim = {.id = "K", .entry = &entry, .verdict = expected, .of_runs = expected};
    struct claim_tally tally;
    char evidence[2 * WORDS_SENTENCE];

    s.results.study = &study;
    for (size_t i = 0; i < 3; i++) {
        struct fit *fit = add(&s, "pendulum", "gauss-2", "symmetric", 4);

        fit->claim = &order_4;
        fit->outcome.verdict = verdicts[i];
        fit->context.control.kind = CONTROL_MODELS_ALIKE;
    }
    add(&s, "vortices", "gauss-2", "symmetric", 4)->claim = &exact; /* another claim */
    s.fit[3].outcome.verdict = VERDICT_REFUTED;
    tally = judge_count(&s.results, "K");
    assert_string_equal(term_word(TERM_VERDICT, judge_whole(&tally, 0)), term_word(TERM_VERDICT, expected));
    said_of_claim(&s.results, &claim, "evidence", evidence, sizeof evidence);
    if (expected == VERDICT_VACUOUS)
        assert_string_equal(
            evidence, "pendulum/default/gauss-2/symmetric: cannot tell the model from the others: the same "
                      "method fails on none of them");
    else if (expected == VERDICT_REFUTED)
        assert_says(evidence, "pendulum/default/gauss-2/symmetric 4.000");
    else if (tally.fits[expected]) /* the first that decides it */
        assert_says(evidence, "pendulum/default/gauss-2/symmetric: order 4.00 in");
    else
        assert_string_equal(evidence, "");
}

TEST(whole_claims)
{
    struct study_of_fits none = {.results = {.study = NULL}};
    struct claim_tally tally = judge_count(&none.results, "K");

    check_whole(VERDICT_HOLDS, VERDICT_VACUOUS, VERDICT_NOT_APPLICABLE, VERDICT_HOLDS);
    check_whole(VERDICT_VACUOUS, VERDICT_VACUOUS, VERDICT_NOT_APPLICABLE, VERDICT_VACUOUS);
    check_whole(VERDICT_VACUOUS, VERDICT_INCONCLUSIVE, VERDICT_VACUOUS, VERDICT_INCONCLUSIVE);
    check_whole(VERDICT_HOLDS, VERDICT_INCONCLUSIVE, VERDICT_HOLDS, VERDICT_INCONCLUSIVE);
    check_whole(VERDICT_HOLDS, VERDICT_INCONCLUSIVE, VERDICT_REFUTED, VERDICT_REFUTED);
    check_whole(VERDICT_VACUOUS, VERDICT_REFUTED, VERDICT_VACUOUS, VERDICT_REFUTED);
    check_whole(VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE,
                VERDICT_NOT_APPLICABLE);
    assert_int_equal(judge_whole(&tally, 0), VERDICT_NOT_APPLICABLE);
}

/* "Almost all", with a fifth of exceptions: one of five, not two of nine; what is not decided may be one more, and what is
 * vacuous or not applicable grants none. */
TEST(almost_all)
{
    static const struct {
        size_t holds, refuted, inconclusive, vacuous, not_applicable;
        enum verdict whole;
    } claims[] = {{4, 1, 0, 0, 0, VERDICT_HOLDS},         {7, 2, 0, 0, 0, VERDICT_REFUTED},
                  {8, 2, 0, 0, 0, VERDICT_HOLDS},         {4, 0, 1, 0, 0, VERDICT_HOLDS},
                  {3, 1, 1, 0, 0, VERDICT_INCONCLUSIVE},  {3, 2, 0, 0, 0, VERDICT_REFUTED},
                  {3, 1, 0, 6, 0, VERDICT_REFUTED},       {3, 1, 0, 0, 6, VERDICT_REFUTED},
                  {3, 0, 1, 6, 0, VERDICT_INCONCLUSIVE},  {4, 1, 0, 6, 7, VERDICT_HOLDS},
                  {0, 0, 0, 0, 0, VERDICT_NOT_APPLICABLE}};

    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        const struct claim_tally tally = {.fits = {[VERDICT_HOLDS] = claims[i].holds,
                                                   [VERDICT_REFUTED] = claims[i].refuted,
                                                   [VERDICT_INCONCLUSIVE] = claims[i].inconclusive,
                                                   [VERDICT_VACUOUS] = claims[i].vacuous,
                                                   [VERDICT_NOT_APPLICABLE] = claims[i].not_applicable}};

        assert_int_equal(judge_whole(&tally, 0.2), claims[i].whole);
    }
}
