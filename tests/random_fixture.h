/* Random numbers of tests: the same for the same seed, ASSAY_TEST_SEED. */
#ifndef ASSAY_TESTS_RANDOM_FIXTURE_H
#define ASSAY_TESTS_RANDOM_FIXTURE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* splitmix64 (public domain, Vigna 2015). */
static inline double uniform(uint64_t *random, double low, double high)
{
    uint64_t z = (*random += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return low + (high - low) * ldexp((double)((z ^ (z >> 31)) >> 11), -53);
}

static inline uint64_t seed(void)
{
    const char *text = getenv("ASSAY_TEST_SEED");

    return text ? strtoull(text, NULL, 10) : 20170725u;
}

#endif
