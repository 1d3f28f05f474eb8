/* The exponent of growth on data whose exponent is known: oscillations, random walks, drifts, square roots.
 *
 * Rates are counted over many seeds, which are 1, 2, 3, ...: a category is wrong when it is another one than
 * that of the data, `inconclusive` being none.  Controls: the ends of intervals, in place of their means, do
 * not see a walk under an oscillation; unperturbed copies of one walk are not an ensemble of walks. */
#include "tests/fixtures/test.h"

#include "harness/study/term.h"
#include "measures/ensemble/growth.h"
#include "numerics/memory.h"

enum { MEMBERS = GROWTH_LEAST_MEMBERS, STEPS = 16384, SEEDS = 20, CATEGORIES = GROWTH_INCONCLUSIVE + 1 };

/* e(n) = oscillation sin(2 pi n/77.7) + walk . (random walk of unit steps) + drift n + root sqrt(n) +
 * noise . (independent in [-1, 1)) */
struct data {
    double oscillation, walk, drift, root, noise;
    bool copies; /* all members walk alike */
    bool ends;   /* of intervals, in place of means */
};

static uint64_t next_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double value_at(const struct data *data, unsigned long n, double walk, double noise)
{
    double swing = data->oscillation > 0 ? data->oscillation * sin(2 * acos(-1) * (double)n / 77.7) : 0;

    return swing + data->walk * walk + data->drift * (double)n + data->root * sqrt((double)n) +
           data->noise * noise;
}

static void fill_member(const struct data *data, uint64_t seed, unsigned long steps, double *mean)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    double walk = 0, sum = 0, weights = 0;
    unsigned long start = 0;
    size_t k = 0;

    for (int warm = 0; warm < 20; warm++)
        next_bits(&state);
    for (unsigned long n = 1; n <= steps; n++) {
        uint64_t bits = next_bits(&state);
        unsigned long end = growth_boundary(steps, k);
        double x = ((double)(n - start) - 0.5) / (double)(end - start), weight = x * x * (1 - x) * (1 - x),
               value;

        walk += bits >> 63 ? 1 : -1;
        value = value_at(data, n, walk, (double)(bits & 0xffffff) * 0x1p-23 - 1);
        sum += weight * value;
        weights += weight;
        if (n == end) {
            mean[k++] = data->ends ? value : sum / weights;
            start = n;
            sum = weights = 0;
        }
    }
    assert_int_equal(k, growth_intervals(steps));
}

static double *fill(const struct data *data, uint64_t seed, unsigned long steps)
{
    size_t intervals = growth_intervals(steps);
    double *mean = kept_memory(memory_create(MEMBERS * intervals, sizeof *mean));

    for (size_t m = 0; m < MEMBERS; m++)
        fill_member(data, data->copies ? seed : seed * 1000 + m, steps, mean + m * intervals);
    return mean;
}

static double find_exponent(const struct data *data, uint64_t seed, unsigned long steps)
{
    double *mean = fill(data, seed, steps),
           exponent = growth_of_ensemble(mean, MEMBERS, growth_intervals(steps));

    return exponent;
}

struct rates {
    unsigned count[CATEGORIES];
    double low, high;
};

static struct rates count(const struct data *data)
{
    struct rates rates = {.low = INFINITY, .high = -INFINITY};

    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        double exponent = find_exponent(data, seed, STEPS);

        rates.count[growth_classify(exponent)]++;
        rates.low = fmin(rates.low, exponent);
        rates.high = fmax(rates.high, exponent);
    }
    return rates;
}

/* Every seed is right, and the exponent lies where theory has it. */
static void check(const struct data *data, enum growth expected, double low, double high)
{
    struct rates rates = count(data);

    assert_int_equal(rates.count[expected], SEEDS);
    assert_true(rates.low >= low && rates.high <= high);
}

TEST(test_known_exponents)
{
    check(&(struct data){.oscillation = 1}, GROWTH_BOUNDED, -4, -2);
    check(&(struct data){.noise = 1}, GROWTH_BOUNDED, -0.65, -0.35);
    check(&(struct data){.walk = 1}, GROWTH_RANDOM_WALK, 0.36, 0.64);
    check(&(struct data){.drift = 1}, GROWTH_SECULAR, 0.999, 1.001);
    check(&(struct data){.root = 1}, GROWTH_RANDOM_WALK, 0.499, 0.501);
}

/* What lies under what is larger and deterministic is seen. */
TEST(test_sums)
{
    check(&(struct data){.oscillation = 100, .walk = 0.2}, GROWTH_RANDOM_WALK, 0.35, 0.65);
    check(&(struct data){.oscillation = 100, .drift = 1e-2}, GROWTH_SECULAR, 0.8, 1.3);
    check(&(struct data){.walk = 1, .drift = 1}, GROWTH_SECULAR, 0.9, 1.01);
    check(&(struct data){.walk = 1, .noise = 10}, GROWTH_RANDOM_WALK, 0.36, 0.62);
}

/* -- the slope -- */

struct slope {
    double mean, spread;
};

static struct slope find_slope(const struct data *data, uint64_t seed)
{
    struct slope slope;

    slope.mean = growth_slope(fill(data, seed, STEPS), MEMBERS, STEPS, &slope.spread);
    return slope;
}

/* How many seeds see a drift. */
static unsigned count_drifts(const struct data *data)
{
    unsigned drifts = 0;

    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct slope slope = find_slope(data, seed);

        drifts += fabs(slope.mean) > slope.spread;
    }
    return drifts;
}

/* A unit walk of N steps has slopes of 1.45/sqrt(N): the difference of its means over [1/4, 1/2] and [1/2, 1], weighed
 * by 30 x^2 (1 - x)^2, has the variance (int w int w min(s, t)) = 0.29383 N, and their centres are 3/8 N apart. */
static double spread_of_walk(void)
{
    return sqrt(0.29383 / STEPS) / 0.375;
}

TEST(test_slopes)
{
    const double expected = spread_of_walk();
    const struct slope drift = find_slope(&(struct data){.drift = -3e-18}, 1),
                       swing = find_slope(&(struct data){.oscillation = 1}, 1);

    assert_true(fabs(drift.mean / -3e-18 - 1) < 1e-9 && drift.spread < 1e-30);
    assert_true(fabs(swing.mean) < 1e-9);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct slope walk = find_slope(&(struct data){.walk = 1}, seed),
                     both = find_slope(&(struct data){.walk = 1, .drift = 2 * expected}, seed);

        assert_true(fabs(walk.spread / expected - 1) < 0.25);
        assert_true(fabs(walk.mean) < walk.spread / 2);
        assert_true(fabs(both.mean) > both.spread && fabs(both.mean / expected - 2) < 0.5);
        assert_true(fabs(both.spread / walk.spread - 1) < 1e-9);
    }
    assert_int_equal(count_drifts(&(struct data){.walk = 1, .noise = 10}), 0);
    assert_int_equal(count_drifts(&(struct data){.walk = 1, .drift = expected / 2}),
                     0); /* hidden by the walk */
}

/* Copies of one walk, and the one walk that a run is, drift; and a slope takes two intervals. */
TEST(test_slope_controls)
{
    double spread = 0;

    assert_int_equal(count_drifts(&(struct data){.walk = 1, .copies = true}), SEEDS);
    assert_true(isnan(growth_slope(NULL, MEMBERS, 15, &spread)) && isnan(spread));
}

TEST(test_controls)
{
    const struct data without = {.oscillation = 100, .ends = true},
                      with = {.oscillation = 100, .walk = 0.2, .ends = true};
    struct rates copies = count(&(struct data){.walk = 1, .copies = true});

    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        assert_true(fabs(find_exponent(&with, seed, STEPS) - find_exponent(&without, seed, STEPS)) < 0.1);
    assert_true(copies.count[GROWTH_RANDOM_WALK] < 3 * SEEDS / 4);
    assert_true(copies.count[GROWTH_BOUNDED] + copies.count[GROWTH_SECULAR] > 0);
}

TEST(test_categories)
{
    static const struct {
        double exponent;
        enum growth growth;
        const char *name;
    } cases[] = {
        {-1, GROWTH_BOUNDED, "bounded"},
        {0.24, GROWTH_BOUNDED, "bounded"},
        {0.25, GROWTH_INCONCLUSIVE, "inconclusive"},
        {0.34, GROWTH_INCONCLUSIVE, "inconclusive"},
        {0.35, GROWTH_RANDOM_WALK, "random-walk"},
        {0.65, GROWTH_RANDOM_WALK, "random-walk"},
        {0.66, GROWTH_INCONCLUSIVE, "inconclusive"},
        {0.8, GROWTH_INCONCLUSIVE, "inconclusive"},
        {0.81, GROWTH_SECULAR, "secular"},
        {NAN, GROWTH_INCONCLUSIVE, "inconclusive"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(growth_classify(cases[i].exponent), cases[i].growth);
        assert_string_equal(term_word(TERM_GROWTH, cases[i].growth), cases[i].name);
    }
}

TEST(test_intervals)
{
    for (unsigned long steps = 0; steps < 3000; steps++) {
        size_t intervals = growth_intervals(steps);

        assert_true((intervals == 0) == (steps < 8));
        for (size_t k = 0; k < intervals; k++) {
            unsigned long end = growth_boundary(steps, k);

            if (k)
                assert_in_range(end, 2 * growth_boundary(steps, k - 1),
                                2 * growth_boundary(steps, k - 1) + 1);
            else
                assert_in_range(end, 8, 15);
        }
        assert_true(intervals == 0 || growth_boundary(steps, intervals - 1) == steps);
    }
}

/* What cannot be judged, and what does not change at all. */
TEST(test_edges)
{
    const struct data drift = {.drift = 1}, nothing = {0};
    double *mean = fill(&drift, 1, STEPS);
    size_t intervals = growth_intervals(STEPS);

    mean[5 * intervals + 2] = NAN;
    assert_true(isnan(growth_of_ensemble(mean, MEMBERS, intervals)));
    assert_true(find_exponent(&nothing, 1, STEPS) == 0);
    assert_true(isnan(find_exponent(&drift, 1, 1023)));
    assert_true(fabs(find_exponent(&drift, 1, 1024) - 1) < 1e-3);
    assert_true(isnan(growth_of_ensemble(NULL, MEMBERS, 0)));
    for (int size = -300; size <= 280; size += 290) { /* squares would overflow or vanish */
        const struct data scaled = {.drift = pow(10, size)};

        assert_true(fabs(find_exponent(&scaled, 1, STEPS) - 1) < 1e-3);
    }
}

/* -- one history -- */

enum { ENTRIES = 200, INSIDE = 100 };

/* The largest |e| in each of 200 equal intervals. */
static double find_from_history(const struct data *data, uint64_t seed)
{
    double time[ENTRIES], value[ENTRIES] = {0}, walk = 0;
    uint64_t bits = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;

    for (int warm = 0; warm < 20; warm++)
        next_bits(&bits);
    for (unsigned long n = 1; n <= ENTRIES * INSIDE; n++) {
        size_t i = (n - 1) / INSIDE;

        walk += next_bits(&bits) >> 63 ? 1 : -1;
        time[i] = (double)n * 0.1;
        value[i] = fmax(value[i], fabs(value_at(data, n, walk, 0)));
    }
    return growth_of_maxima(time, value, ENTRIES);
}

/* |1 - cos| rises like t^2 to its first maximum, at a fortieth of the run, and repeats it. */
TEST(test_on_the_way)
{
    enum { POINTS = 400 };
    double time[POINTS], value[POINTS], rising[POINTS];

    for (size_t i = 0; i < POINTS; i++) {
        time[i] = (double)(i + 1);
        value[i] = 1 - cos(40 * acos(-1) * time[i] / POINTS);
        rising[i] = value[i] * time[i];
    }
    assert_int_equal(growth_classify(growth_of_maxima(time, value, POINTS)), GROWTH_BOUNDED);
    assert_int_not_equal(growth_classify(growth_of_maxima(time, rising, POINTS)), GROWTH_BOUNDED);
}

TEST(test_history)
{
    unsigned walks[CATEGORIES] = {0}, total = 1000;

    assert_true(fabs(find_from_history(&(struct data){.oscillation = 1}, 1)) < 0.01);
    assert_true(fabs(find_from_history(&(struct data){.drift = -1}, 1) - 1) < 0.01);
    assert_true(fabs(find_from_history(&(struct data){.root = 1}, 1) - 0.5) < 0.01);
    for (unsigned seed = 1; seed <= total; seed++)
        walks[growth_classify(find_from_history(&(struct data){.walk = 1}, seed))]++;
    print_message("a random walk from one history, %u seeds: bounded %u, random walk %u, secular %u, "
                  "inconclusive %u\n",
                  total, walks[GROWTH_BOUNDED], walks[GROWTH_RANDOM_WALK], walks[GROWTH_SECULAR],
                  walks[GROWTH_INCONCLUSIVE]);
    assert_true(walks[GROWTH_RANDOM_WALK] > total * 3 / 4); /* the others are what an ensemble is for */
    assert_true(walks[GROWTH_BOUNDED] + walks[GROWTH_SECULAR] < total / 40);
}

TEST(test_history_edges)
{
    double time[16], value[16], zero[16] = {0};

    for (int i = 0; i < 16; i++) {
        time[i] = i; /* starts at 0 */
        value[i] = 7 * i;
    }
    assert_true(fabs(growth_of_maxima(time, value, 16) - 1) < 0.1);
    assert_true(growth_of_maxima(time, zero, 16) == 0);
    assert_true(isnan(growth_of_maxima(time, value, 4))); /* 1, 2, 3: two octaves */
    assert_true(isnan(growth_of_maxima(time, value, 0)));
    zero[15] = 1; /* a single octave */
    assert_true(isnan(growth_of_maxima(time, zero, 16)));
    value[3] = NAN;
    assert_true(isnan(growth_of_maxima(time, value, 16)));
}
