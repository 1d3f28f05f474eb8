/* A sentence never contradicts the verdict that it stands beside, whatever the evidence: random cases, in which every ground
 * occurs that a verdict can have.
 *
 * Errors at halved steps are drawn in many shapes, with repetitions, floors, expansions, witnesses and flags as they may come
 * together.  For each verdict some words must not stand in its sentence, and one of others has to. */
#include "tests/fixtures/test.h"

#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/verdict.h"
#include "harness/judge/verdict_in_double.h"
#include "reports/words.h"
#include "tests/fixtures/judge/random_fixture.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"
#include "tests/fixtures/reports/json_fixture.h"

enum { CASES = 120000, EVERY = 3, RARE = 1000, MOST_WORDS = 24 };

static bool chance(uint64_t *random, double share)
{
    return uniform(random, 0, 1) < share;
}

static int below(uint64_t *random, int n)
{
    return (int)(uniform(random, 0, 1) * n);
}

/* ---- evidence ---- */

/* A power of the step, or two, noise, a plateau, nothing but round-off, or zero; some of it missing. */
static struct data draw_errors(uint64_t *random)
{
    struct data data = {.points = (size_t)(1 + below(random, 12)), .symmetric = chance(random, 0.5)};
    const double c = pow(10, uniform(random, -20, 1)), p = below(random, 9), a = uniform(random, -40, 40);
    const double noise = chance(random, 0.5) ? 0 : uniform(random, 0, 1),
                 plateau = chance(random, 0.3) ? pow(10, uniform(random, -18, -2)) : 0,
                 floor = pow(10, uniform(random, -30, -8)), missing = chance(random, 0.2) ? 0.4 : 0;
    const bool zero = chance(random, 0.1), two = chance(random, 0.4);

    for (size_t i = 0; i < data.points; i++) {
        const double h = ldexp(0.25, -(int)i),
                     error = c * pow(h, p) * (two ? 1 + a * h : 1) * (1 + uniform(random, -noise, noise));

        data.h[i] = h;
        data.floors[i] = floor * sqrt(ldexp(1, (int)i));
        data.errors[i] = zero ? 0 : fabs(error) + plateau * uniform(random, 0.9, 1.1);
        if (chance(random, 0.5))
            data.errors[i] += data.floors[i] * uniform(random, 0, 1);
        if (chance(random, missing))
            data.errors[i] = NAN;
    }
    return data;
}

static void draw_repetition(struct fit *e, uint64_t *random)
{
    size_t k = fit_floor_coarsest(e);

    e->exact.told[0] = e->exact.told_floor = NAN;
    e->exact.elsewhere.left = e->exact.error = e->exact.repeated = e->exact.own_floor =
        e->exact.repeated_floor = e->exact.coarse_excess = NAN;
    if (k == e->points.count)
        return;
    e->exact.error = e->points.errors[k];
    if (e->exact.has_own_floor) {
        e->exact.own_floor = e->floor.of_points[k];
        e->exact.repeated = chance(random, 0.9) ? e->exact.error * pow(10, uniform(random, -12, 1)) : NAN;
        e->exact.repeated_floor = e->exact.own_floor * pow(10, uniform(random, -12, 0));
        e->exact.coarse_excess = chance(random, 0.9) ? pow(10, uniform(random, -3, 3)) : NAN;
    } else if (!e->curve.alone && chance(random, 0.8)) {
        e->exact.bits = chance(random, 0.9) ? 64 : 32;
        e->exact.repeated = e->exact.error * (chance(random, 0.5) ? exp2(uniform(random, -70, 0)) : 1);
        if (e->exact.error == 0 && chance(random, 0.5))
            e->exact.repeated = 1e-40;
    }
}

/* What is left at another state, less or more than at the initial data, and of a step from there that is halved. */
static void draw_elsewhere(struct fit *e, uint64_t *random)
{
    const size_t k = fit_floor_coarsest(e);
    const double p = below(random, 5);

    if (k == e->points.count || e->exact.has_own_floor || chance(random, 0.5))
        return;
    e->exact.elsewhere.states = 15;
    e->exact.elsewhere.floor = e->floor.of_points[k] * pow(10, uniform(random, 0, 2));
    e->exact.elsewhere.left = chance(random, 0.5)
                                  ? e->points.errors[k] * pow(10, uniform(random, -3, 6))
                                  : e->exact.elsewhere.floor * pow(10, uniform(random, -2, 12));
    if (e->exact.error < e->exact.elsewhere.left && e->exact.repeated >= 0)
        e->exact.repeated *= e->exact.elsewhere.left / e->exact.error;
    e->exact.error = fmax(e->exact.error, e->exact.elsewhere.left);
    e->exact.told_floor = e->floor.of_points[k] * pow(10, uniform(random, 0, 1));
    for (int i = 0; i < 4; i++)
        e->exact.told[i] = e->exact.elsewhere.left * uniform(random, 0.9, 1) * exp2(-p * i);
}

/* The error of a function of the state that has a lower order. */
static const struct fit *draw_lower(struct fit *lower, const struct fit *e, uint64_t *random)
{
    *lower = (struct fit){.measure_name = "energy_error",
                          .order.value = e->order.value - 1,
                          .order.high = e->order.value - 0.9};
    return strcmp(e->measure_name, "solution_error") == 0 && chance(random, 0.3) ? lower : NULL;
}

static struct fit draw_evidence(struct data *data, struct fit *lower, uint64_t *random)
{
    static const char *const measures[] = {"solution_error",     "energy_error",     "symmetry_defect",
                                           "bilinear_defect",    "relation:scaling", "poincare_1:canonical",
                                           "secular_rate:energy"};
    static const char *const steps[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    struct fit e;

    *data = draw_errors(random);
    e = evidence_of(data);
    e.measure_name = measures[below(random, 7)];
    e.measure = measure_find(NULL, e.measure_name);
    e.exact.has_own_floor = verdict_has_own_floor(e.measure);
    e.points.step_sizes = steps;
    e.curve.alone = !e.exact.has_own_floor && chance(random, 0.5);
    e.curve.bits = e.curve.alone || chance(random, 0.3) ? 0 : 192;
    e.context.fixed = e.curve.bits == 0;
    e.context.refinable = chance(random, 0.7);
    e.curve.width = chance(random, 0.05) ? 24 : 0;
    e.floor.origin = e.curve.alone && chance(random, 0.9) ? FLOOR_BY_DATA : FLOOR_BY_BITS;
    e.points.coarser = e.curve.alone && e.points.count > 5 ? 3 : 0;
    e.floor.reference_error = chance(random, 0.1) ? e.floor.of_points[0] : 0;
    e.context.witness = (enum verdict_witness)below(random, 4);
    e.context.decides_alone = e.exact.has_own_floor && chance(random, 0.3);
    e.order.trees = chance(random, 0.1) ? (double)below(random, 9) : (double)NAN;
    if (chance(random, 0.3))
        e.order.limit =
            (struct limit){.status = (enum limit_status)below(random, 5),
                           .order = below(random, 10),
                           .known = 4 + (long)below(random, 20),
                           .term = {.power = 3, .degree = 1, .coefficient = -1e-3},
                           .scale = 1,
                           .at_data = {.order = chance(random, 0.1) ? (double)NAN : below(random, 10),
                                       .leads_below = chance(random, 0.5) ? 0 : 1}};
    if (e.order.status == FIT_TOO_FEW && chance(random, 0.2))
        e.order.status = FIT_BROKE_DOWN;
    if (chance(random, 0.03))
        e.order.status = FIT_NOT_APPLICABLE;
    if (e.order.status == FIT_NOT_APPLICABLE && chance(random, 0.5))
        e.refusal = "asks for a reference";
    e.context.missing = chance(random, 0.5);
    e.order.lower = draw_lower(lower, &e, random);
    draw_repetition(&e, random);
    draw_elsewhere(&e, random);
    return e;
}

static struct claim_on_fit draw_claim(uint64_t *random)
{
    struct claim_on_fit claim = chance(random, 0.5) ? at_least(below(random, 9)) : exact();

    if (chance(random, 0.3))
        claim.kind = claim.kind == CLAIM_EXACT ? CLAIM_NOT_EXACT : CLAIM_EXACTLY;
    return claim;
}

/* ---- words ---- */

/* Of a sentence beside a verdict: what must not stand in it, and of which one has to, where there are any. */
struct expected {
    const char *never[MOST_WORDS], *some[MOST_WORDS];
};

#define OPEN_WORDS                                                                                           \
    "floor", "round-off", "no more bits", "not yet repeated", "no run has a value", "an order takes",        \
        "no order", "a refutation takes two", "not with the other", "as the step goes to zero",              \
        "rise as before", "halvings only", "neither within", "no further refinement", "stops falling",       \
        "leaves its order", "it grows", "reference", "not known to fall", "any order", "too few to tell",    \
        "in the same runs", "have not come to their end"

static const struct expected *expect(enum verdict verdict, const struct claim_on_fit *claim)
{
    static const struct expected
        holds_exact = {{"not exact", "refut", "no more bits", "not yet repeated", "no run has", "not known",
                        "does not apply", "hides", "stops falling"},
                       {"exact", "round-off"}},
        holds_not_exact = {{"refut", "no more bits", "not yet repeated", "no run has",
                            ": exact:", "does not apply", "not known"},
                           {"not exact"}},
        holds_order = {{"refut", "not known", "no further", "neither", "hides", "rise as", "stops falling"},
                       {"order ", "zero"}},
        refuted_exact = {{"not with the other", "takes two", "no more bits", "not yet repeated", "not known",
                          "does not apply"},
                         {"refuted on two sets", "no other initial data", "so at every state",
                          "not to be zero", "powers vanish", "is not zero"}},
        refuted_order = {{"not with the other", "takes two", "superconvergent", "neither", "no further",
                          "not known"},
                         {"refuted on two sets", "no other initial data", "so at every state",
                          "not to be zero", "powers vanish", "is not zero"}},
        open = {{"refuted on two", "refuted: ", "superconvergent", "falls with the precision: zero"},
                {OPEN_WORDS}},
        not_applicable = {{"exact", "order", "floor", "falls"}, {"does not apply"}};
    const bool is_exact = verdict_is_exact(claim);

    switch (verdict) {
    case VERDICT_HOLDS:
    case VERDICT_HOLDS_TO_ROUND_OFF:
        return !is_exact ? &holds_order : verdict_denies(claim) ? &holds_not_exact : &holds_exact;
    case VERDICT_REFUTED:
        return is_exact ? &refuted_exact : &refuted_order;
    case VERDICT_INCONCLUSIVE:
        return &open;
    default:
        return &not_applicable;
    }
}

/* What is wrong with the sentence beside the verdict; NULL: nothing. */
static const char *find_fault(const char *sentence, enum verdict verdict, const struct claim_on_fit *claim,
                              const struct fit *e)
{
    const struct expected *expected = expect(verdict, claim);
    bool has = !*expected->some;

    if (e->refusal)
        return strcmp(sentence, e->refusal) == 0 || strstr(sentence, e->refusal) ? NULL : "no refusal";
    for (size_t i = 0; i < MOST_WORDS && expected->never[i]; i++) {
        if (strstr(sentence, expected->never[i]))
            return expected->never[i];
    }
    for (size_t i = 0; i < MOST_WORDS && expected->some[i]; i++)
        has |= strstr(sentence, expected->some[i]) != NULL;
    return has ? NULL : "nothing that says so";
}

/* What the sentence calls more than so many floors is that. */
static const char *find_wrong_number(const struct verdict_outcome *outcome, const struct fit *e)
{
    const double floor = outcome->elsewhere ? fmin(e->exact.elsewhere.floor, e->exact.told_floor)
                                            : e->floor.of_points[outcome->point];

    if (outcome->ground != GROUND_NO_ROUND_OFF && outcome->ground != GROUND_STALLED)
        return NULL;
    return outcome->left > VERDICT_ALONE_FLOORS * floor ? NULL : "not so many floors";
}

/* Every arm of the decision is one of these. */
static void check_grounds(const int of_ground[GROUNDS])
{
    int unreached = 0;

    for (size_t g = 0; g < GROUNDS; g++) {
        print_message("# %s: %d\n", g ? words_ground_name((enum verdict_ground)g) : "none", of_ground[g]);
        unreached += of_ground[g] == 0;
    }
    assert_int_equal(unreached, 0);
}

TEST(sentences_agree_with_verdicts)
{
    uint64_t random = seed() + 5;
    int contradicting = 0, of_verdict[VERDICTS_OF_FITS] = {0}, of_ground[GROUNDS] = {0};

    print_message("# seed %llu\n", (unsigned long long)(random - 5));
    for (int i = 0; i < CASES; i++) {
        struct data data;
        struct fit lower;
        const struct fit e = draw_evidence(&data, &lower, &random);
        const struct claim_on_fit claim = draw_claim(&random);
        const struct verdict_outcome outcome = verdict_decide(&e, &claim);
        char sentence[WORDS_SENTENCE] = "";
        const bool is_read =
            i % EVERY == 0 || of_ground[outcome.ground] < RARE; /* a sentence takes longest */
        const char *wrong = find_wrong_number(&outcome, &e),
                   *fault = wrong     ? wrong
                            : is_read ? find_fault(sentence_of(sentence, sizeof sentence, &e, &claim),
                                                   outcome.verdict, &claim, &e)
                                      : NULL;

        of_ground[outcome.ground]++;
        of_verdict[outcome.verdict]++;
        if (fault && contradicting++ < 40)
            print_message("# case %d, %s, %s: %s: %s [%s]\n", i, e.measure_name,
                          term_word(TERM_VERDICT, outcome.verdict), term_word(TERM_CLAIM, claim.kind),
                          sentence, fault);
    }
    for (size_t v = VERDICT_HOLDS; v < VERDICTS_OF_FITS; v++)
        print_message("# %s: %d\n", term_word(TERM_VERDICT, (unsigned)v), of_verdict[v]);
    print_message("# %d of %d sentences contradict\n", contradicting, CASES);
    assert_int_equal(contradicting, 0);
    of_ground[verdict_decide(&(struct fit){.order.status = FIT_TOO_FEW}, NULL).ground]++;
    of_ground[verdict_decide(&(struct fit){.order.status = FIT_TOO_FEW},
                             &(struct claim_on_fit){.kind = CLAIM_BELOW})
                  .ground]++;
    check_grounds(of_ground);
}

/* ---- the table of sentences ---- */

/* Every ground has a sentence, and the name that the schema of documents has in its place. */
TEST(every_ground_has_a_sentence)
{
    static const double floors[] = {1e-16, 1e-16, 1e-16, 1e-16}, errors[] = {1e-3, 1e-4, 1e-5, 1e-6};
    static const char *const steps[] = {"1", "1/2", "1/4", "1/8"};
    static double slopes[3] = {3, 3, 3}, extrapolated[2] = {3, 3};
    static bool used[4] = {true, true, true, true};
    static const struct fit lower = {.measure_name = "energy_error", .order.value = 2};
    const struct claim_on_fit claim = at_least(4);
    const json_t *schema = load("docs/report.schema.json");

    assert_int_equal(size_at(schema, "$defs/fit/properties/ground/enum"), GROUNDS);
    assert_true(null_at(schema, "$defs/fit/properties/ground/enum/0"));
    for (size_t g = 0; g < GROUNDS; g++) {
        struct fit fit = {.measure = measure_find(NULL, "symplectic_defect"),
                          .order.status = FIT_MEASURED,
                          .order.value = 3,
                          .points.count = 4,
                          .order.end = 4,
                          .order.window = 4,
                          .points.step_sizes = steps,
                          .points.errors = errors,
                          .floor.of_points = floors,
                          .order.slopes = slopes,
                          .order.extrapolated = extrapolated,
                          .order.used = used,
                          .order.lower = &lower,
                          .claim = &claim,
                          .outcome = {.verdict = VERDICT_INCONCLUSIVE,
                                      .subject = SUBJECT_PROPERTY,
                                      .ground = (enum verdict_ground)g,
                                      .says = GROUND_OPEN}};
        char sentence[WORDS_SENTENCE];

        if (g != GROUND_NONE)
            assert_string_equal(words_ground_name((enum verdict_ground)g),
                                text_at(schema, "$defs/fit/properties/ground/enum/%zu", g));
        assert_true(*said_of_fit(&fit, "reason", sentence, sizeof sentence));
        assert_null(strchr(sentence, '{')); /* a name that stands for nothing */
    }
}
