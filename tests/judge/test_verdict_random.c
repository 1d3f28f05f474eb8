/* Verdicts on errors whose order is known because they were made from a formula: random ones.
 *
 * e(h) = |c h^p (1 + a h^k + b h^2k)| (1 + noise) + round-off has order p.  From finitely many steps that
 * shows only if the leading term does, so a case counts if, at the finest admitted step, the leading term is
 * at least as large as the others together, and at the step before at least 1/16 of one other (which leaves a
 * zero of two terms between the two steps, up to k = 4, anywhere) or half of two; noise is at most 30 % of a
 * single term (what slopes can turn by then, log2(1.3/0.7) = 0.89 over two halvings, is less than a wrong
 * verdict needs) and at most 2 % otherwise; and round-off stays below the floor.  Beyond this rule, and
 * beyond any that looks at the same steps alone:
 *   - a leading term that the next hides at all admitted steps: these are the errors of an order p + k;
 *   - two terms that hide it at all but the finest, where they then cancel it as far as the slopes need;
 *   - a floor that is too small by a factor of 100: the plateau above it is an order 0.
 *
 * Each case comes with other initial data: the same steps, p and k, and constants of their own. */
#include "tests/fixtures/test.h"

#include "harness/judge/verdict.h"

#include "reports/words.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"
#include "tests/fixtures/judge/random_fixture.h"

enum { CASES = 10000 };

enum kind { SINGLE, SAME_SIGN, SIGN_CHANGE, THREE_TERMS, ZERO, HIDDEN, KINDS };

static const char *const kind_names[] = {"one term",    "two terms", "sign change",
                                         "three terms", "zero",      "below the floor"};

struct sample {
    enum kind kind;
    struct data data;
    double p, k, a, b;
    double repeated; /* the error at the coarsest step, with 64 more bits */
};

static size_t choose(uint64_t *random, size_t low, size_t high)
{
    return low + (size_t)(uniform(random, 0, 1) * (double)(high - low + 1));
}

/* ---- the generator ---- */

/* The finest step whose leading term lies above the floor. */
static size_t find_finest(const struct sample *s, double c)
{
    size_t i = s->data.points - 1;

    while (i > 1 && c * pow(s->data.h[i], s->p) < ORDER_FIT_FLOORS * s->data.floors[i])
        i--;
    return i;
}

/* The other terms, of size 2^-12 to 2^k of the leading one at the second finest step. */
static void draw_terms(struct sample *s, double c, uint64_t *random)
{
    double h = s->data.h[find_finest(s, c)], size = exp2(uniform(random, -12 - s->k, 0));
    double share = s->kind == THREE_TERMS ? uniform(random, 0, 1) : 1;

    if (s->kind != SAME_SIGN && s->kind != SIGN_CHANGE && s->kind != THREE_TERMS)
        return;
    s->a = size * share / pow(h, s->k);
    s->b = size * (1 - share) / pow(h, 2 * s->k);
    if (s->kind == SIGN_CHANGE || (s->kind == THREE_TERMS && uniform(random, 0, 1) < 0.5))
        s->a = -s->a;
    if (s->kind == THREE_TERMS && uniform(random, 0, 1) < 0.5)
        s->b = -s->b;
}

/* Steps of N = 10 2^i; round-off of a unit times sqrt N is the floor. */
static void draw_steps(struct sample *s, uint64_t *random)
{
    struct data *data = &s->data;
    double h0 = exp2(-uniform(random, 0, 4)), unit = pow(10, -uniform(random, 16, 60));

    data->points = choose(random, 5, 14);
    data->symmetric = uniform(random, 0, 1) < 0.5;
    for (size_t i = 0; i < data->points; i++) {
        data->h[i] = ldexp(h0, -(int)i);
        data->floors[i] = unit * sqrt(ldexp(10, (int)i));
    }
}

static double largest_noise(enum kind kind, uint64_t *random)
{
    return uniform(random, 0, 1) < 0.3 ? 0
           : kind == SINGLE            ? uniform(random, 0, 0.3)
                                       : uniform(random, 0, 0.02);
}

/* Runs that broke down: the coarsest few, or any. */
static void break_some(struct data *data, uint64_t *random)
{
    double which = uniform(random, 0, 1);

    for (size_t i = 0, n = choose(random, 1, 3); which < 0.1 && i < n; i++)
        data->errors[i] = NAN;
    for (size_t n = 0; which > 0.9 && n < 2; n++)
        data->errors[choose(random, 0, data->points - 1)] = NAN;
}

/* Constants, noise and round-off on the steps and with the exponents of the sample. */
static void draw_errors(struct sample *s, uint64_t *random)
{
    const enum kind kind = s->kind;
    double c, noise, repeated = NAN;

    c = kind == ZERO ? 0 : pow(10, uniform(random, -4, 1));
    if (kind == HIDDEN) /* at the coarsest step 1 to 90 floors */
        c = uniform(random, 1, 90) * s->data.floors[0] / pow(s->data.h[0], s->p);
    draw_terms(s, c, random);
    noise = largest_noise(kind, random);
    for (size_t i = 0; i < s->data.points; i++) {
        double h = s->data.h[i], others = s->a * pow(h, s->k) + s->b * pow(h, 2 * s->k);
        double error = c * pow(h, s->p) * (1 + others) * (1 + uniform(random, -noise, noise));
        double round_off = uniform(random, -1, 1) * s->data.floors[i];

        s->data.errors[i] = fabs(error + round_off);
        repeated = i > 0 ? repeated : fabs(error + round_off * 0x1p-64);
    }
    break_some(&s->data, random);
    s->repeated = repeated;
}

static struct sample draw(enum kind kind, uint64_t *random)
{
    struct sample s = {.kind = kind};

    draw_steps(&s, random);
    s.p = (double)choose(random, 1, 12);
    s.k = (double)(s.data.symmetric ? 2 * choose(random, 1, 2) : choose(random, 1, 3));
    draw_errors(&s, random);
    return s;
}

/* The same method on other initial data. */
static struct sample draw_witness(const struct sample *s, uint64_t *random)
{
    struct sample witness = *s;

    witness.a = witness.b = 0;
    draw_errors(&witness, random);
    return witness;
}

static struct fit evidence_of_sample(struct sample *s)
{
    struct fit e = evidence_of(&s->data);

    e.exact.error = s->data.errors[0];
    e.exact.repeated = s->repeated;
    e.exact.bits = GRID_REPEAT_BITS;
    return e;
}

/* Whether the order shows at all: see above. */
static bool counts(const struct sample *s, const struct fit *e)
{
    size_t finest = verdict_halvings(e);

    if (e->order.window < 2)
        return true;
    for (size_t i = finest - 1; i <= finest; i++) {
        double h = s->data.h[i], most = i == finest ? 1 : s->kind == THREE_TERMS ? 2 : 16;

        if (fabs(s->a) * pow(h, s->k) + fabs(s->b) * pow(h, 2 * s->k) > most)
            return false;
    }
    return true;
}

/* What the other initial data say of the claim. */
static enum verdict_witness ask(const struct fit *e, const struct claim_on_fit *claim)
{
    return verdict_refutes(e, claim)  ? VERDICT_WITNESS_REFUTES
           : verdict_agrees(e, claim) ? VERDICT_WITNESS_AGREES
                                      : VERDICT_WITNESS_UNDECIDED;
}

/* ---- what is true ---- */

struct judged {
    struct claim_on_fit claim;
    bool may_hold, may_refute;
};

/* All that is claimed of an order p, and which verdicts are not wrong.  An error of zero has no order. */
static size_t list_claims(const struct sample *s, struct judged *judged)
{
    const bool zero = s->kind == ZERO;
    size_t n = 0;

    for (int d = -1; d <= 2; d++) {
        judged[n++] = (struct judged){exactly(s->p + d), !zero && d == 0, !zero && d != 0};
        judged[n++] = (struct judged){at_least(s->p + d), zero || d <= 0, !zero && d > 0};
    }
    return n;
}

static void fail_case(int number, const struct sample *s, const struct fit *e,
                      const struct claim_on_fit *claim)
{
    struct verdict_outcome outcome = verdict_decide(e, claim);
    char sentence[WORDS_SENTENCE];

    fail_msg("case %d, %s, p = %g, k = %g, a = %.17g, b = %.17g: %s: %s", number, kind_names[s->kind], s->p,
             s->k, s->a, s->b, term_word(TERM_VERDICT, outcome.verdict),
             sentence_of(sentence, sizeof sentence, e, claim));
}

struct counts {
    int cases, beyond, decided, inconclusive, held, truth, reasons[VERDICT_REASON_BUDGET + 1];
};

static void judge_claim(int number, const struct sample *s, struct fit *e, const struct judged *judged,
                        enum verdict_witness witness, struct counts *n)
{
    struct verdict_outcome o;

    e->context.witness = witness;
    o = verdict_decide(e, &judged->claim);
    if ((o.verdict == VERDICT_HOLDS && !judged->may_hold) ||
        (o.verdict == VERDICT_REFUTED && !judged->may_refute))
        fail_case(number, s, e, &judged->claim);
    n->inconclusive += o.verdict == VERDICT_INCONCLUSIVE;
    n->decided += o.verdict != VERDICT_INCONCLUSIVE;
    n->reasons[o.verdict == VERDICT_INCONCLUSIVE ? o.reason : VERDICT_REASON_NONE]++;
    if (judged->claim.value == s->p) {
        n->truth++;
        n->held += o.verdict == VERDICT_HOLDS;
    }
}

/* Every claim with what the other initial data say of it, and alone. */
static void judge_sample(int number, struct sample *s, struct sample *witness, struct counts *n)
{
    struct fit e = evidence_of_sample(s), other = evidence_of_sample(witness);
    struct judged judged[8];
    size_t claims = list_claims(s, judged);

    n->cases++;
    if (!counts(s, &e)) {
        n->beyond++;
        return;
    }
    for (size_t i = 0; i < claims; i++) {
        judge_claim(number, s, &e, judged + i, ask(&other, &judged[i].claim), n);
        judge_claim(number, s, &e, judged + i, VERDICT_WITNESS_NONE, n);
    }
}

static void print_counts(const char *name, const struct counts *n)
{
    print_message(
        "# %s: %d cases, %d beyond the rule; %.1f %% of the verdicts inconclusive, %.1f %% of the true "
        "claims hold\n",
        name, n->cases, n->beyond, 100. * n->inconclusive / (n->inconclusive + n->decided),
        100. * n->held / n->truth);
}

TEST(no_wrong_verdict)
{
    uint64_t random = seed();
    struct counts of_kind[KINDS] = {0};
    int reasons[VERDICT_REASON_BUDGET + 1] = {0};

    print_message("# seed %llu\n", (unsigned long long)random);
    for (int i = 0; i < CASES; i++) {
        enum kind kind = (enum kind)(i % KINDS);
        struct sample s = draw(kind, &random), witness = draw_witness(&s, &random);

        judge_sample(i, &s, &witness, &of_kind[kind]);
    }
    for (size_t k = 0; k < KINDS; k++) {
        print_counts(kind_names[k], &of_kind[k]);
        assert_true(of_kind[k].beyond * 4 < of_kind[k].cases);
        for (size_t r = 0; r <= VERDICT_REASON_BUDGET; r++)
            reasons[r] += of_kind[k].reasons[r];
    }
    for (enum verdict_reason r = VERDICT_REASON_FLOOR; r < VERDICT_REASON_REFERENCE_LIMITED; r++)
        print_message("# inconclusive, %s: %d\n", term_word(TERM_REASON, r), reasons[r]);
    /* A rule that decides nothing is never wrong.  Of the changes of sign some hide the order. */
    assert_true(of_kind[SINGLE].held * 4 > of_kind[SINGLE].truth);
    assert_true(of_kind[SAME_SIGN].held * 3 > of_kind[SAME_SIGN].truth);
    assert_true(of_kind[SIGN_CHANGE].held * 4 > of_kind[SIGN_CHANGE].truth);
}

/* ---- the edges of the rule ---- */

/* h^4 |1 + a h^k|, the second term `ratio` times the leading one at the finest of `points` steps. */
static struct data finest_ratio(size_t points, double ratio, double k, bool symmetric)
{
    struct data data = two_terms(points, 0.1, 4, ratio / pow(ldexp(0.25, 1 - (int)points), k), k);

    data.symmetric = symmetric;
    for (size_t i = 0; i < points; i++)
        data.errors[i] = ldexp(data.errors[i], -200);
    return data;
}

/* Whether the interval lies where it refutes, apart from the order. */
static bool is_apart(const struct fit *e, double p)
{
    return e->order.status == FIT_MEASURED &&
           (e->order.low > p + VERDICT_DISTANCE || e->order.high < p - VERDICT_DISTANCE);
}

static bool holds_wrongly(struct data *data)
{
    struct fit e = evidence_of(data);
    struct claim_on_fit more = at_least(5);

    e.context.witness = VERDICT_WITNESS_NONE;
    return verdict_decide(&e, &more).verdict == VERDICT_HOLDS;
}

static bool is_wrong(struct data *data)
{
    struct fit e = evidence_of(data);

    return is_apart(&e, 4) || holds_wrongly(data);
}

/* An error that passes through zero between the two finest steps, where 1 < (h/h')^k < 2^k at the last but
 * one. At some places of the zero the last three slopes agree by accident, about an order of p + k + 1/2, and
 * the fit takes it for measured.  No verdict does: the slope before them rose.  (A refutation would take the
 * same accident twice.)  And the fit never does once the step is halved again. */
TEST(resonance)
{
    const int places = 20000;

    for (int k = 1; k <= 4; k++) {
        for (int symmetric = 0; symmetric <= (k % 2 == 0); symmetric++) {
            int trapped = 0;

            for (int i = 0; i < places; i++) {
                double ratio = exp2(-k * (i + 0.5) / places);
                struct data data = finest_ratio(13, -ratio, k, symmetric);
                struct fit e = evidence_of(&data);

                assert_false(holds_wrongly(&data));
                if (!is_apart(&e, 4))
                    continue;
                trapped++;
                data = finest_ratio(14, -ldexp(ratio, -k), k, symmetric);
                assert_false(is_wrong(&data));
            }
            print_message(
                "# zero between the two finest steps, k = %d, %ssymmetric: %.2f %% of its places trap the "
                "fit\n",
                k, symmetric ? "" : "not ", 100. * trapped / places);
            assert_true(trapped * 40 < places);
            assert_true(k < 3 && !symmetric ? trapped == 0 : trapped > 0);
        }
    }
}

/* Terms of one sign: no verdict is wrong where the leading term is at least 30 % of the error at the finest
 * step. The control: where it is 3 %, it is hidden. */
TEST(hidden_leading_term)
{
    for (int k = 1; k <= 6; k++) {
        for (int symmetric = 0; symmetric <= (k % 2 == 0); symmetric++) {
            struct data hidden = finest_ratio(13, 0.97 / 0.03, k, symmetric);

            for (double share = 0.3; share < 1; share += 0.001) {
                struct data data = finest_ratio(13, (1 - share) / share, k, symmetric);

                assert_false(is_wrong(&data));
            }
            assert_true(is_wrong(&hidden));
        }
    }
}

/* ---- what changes no verdict ---- */

static void compare_verdicts(int number, struct sample *s, struct sample *other)
{
    struct fit e = evidence_of_sample(s), f = evidence_of_sample(other);
    struct judged judged[8];
    size_t claims = list_claims(s, judged);

    for (size_t i = 0; i < claims; i++) {
        if (verdict_decide(&e, &judged[i].claim).verdict != verdict_decide(&f, &judged[i].claim).verdict)
            fail_case(number, other, &f, &judged[i].claim);
    }
}

/* Another unit of the error: with it the floors, and all errors below 0.1 before and after. */
TEST(units_change_no_verdict)
{
    uint64_t random = seed() + 1;

    print_message("# seed %llu\n", (unsigned long long)(random - 1));
    for (int n = 0; n < CASES / 4; n++) {
        struct sample s = draw((enum kind)(n % KINDS), &random), scaled;
        int power = -(int)choose(&random, 1, 60);

        for (size_t i = 0; i < s.data.points; i++) {
            s.data.errors[i] = ldexp(s.data.errors[i], -60);
            s.data.floors[i] = ldexp(s.data.floors[i], -60);
        }
        scaled = s;
        for (size_t i = 0; i < s.data.points; i++) {
            bool small = !(s.data.errors[i] > ORDER_FIT_LARGEST);

            scaled.data.errors[i] = small ? ldexp(s.data.errors[i], power) : s.data.errors[i];
            scaled.data.floors[i] = ldexp(s.data.floors[i], power);
        }
        compare_verdicts(n, &s, &scaled);
    }
}

/* Finer steps with nothing but round-off.  Where no point is admitted they are evidence that the error is at
 * the floor. */
TEST(floored_points_change_no_verdict)
{
    uint64_t random = seed() + 2;

    print_message("# seed %llu\n", (unsigned long long)(random - 2));
    for (int n = 0; n < CASES / 4; n++) {
        struct sample s = draw((enum kind)(n % KINDS), &random), more = s;
        size_t added = choose(&random, 1, 6);

        for (size_t i = s.data.points; i < s.data.points + added; i++) {
            more.data.h[i] = more.data.h[i - 1] / 2;
            more.data.floors[i] = more.data.floors[i - 1] * sqrt(2);
            more.data.errors[i] = fabs(uniform(&random, -99, 99)) * more.data.floors[i];
            more.data.points++;
        }
        if (evidence_of(&s.data).order.window > 0)
            compare_verdicts(n, &s, &more);
    }
}
