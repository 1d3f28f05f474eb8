/* The nearest tableau of the catalogue: see tableau_nearest.h. */
#include "integrators/tableaux/tableau_nearest.h"

#include <math.h>
#include <stdio.h>

/* Bits by which rounding may move a coefficient of size 1. */
enum { ROUNDED_BITS = 8 };

struct comparison {
    struct tableau_nearest found;
    double largest; /* difference relative to the coefficient */
};

int tableau_nearest_exponent(double x)
{
    return (int)floor(log10(fabs(x)) + 1e-9);
}

int tableau_nearest_digit(double difference, double size)
{
    int behind;

    if (difference == 0)
        return 0;
    behind = tableau_nearest_exponent(size) - tableau_nearest_exponent(difference);
    return behind > 0 ? 1 + behind : 1;
}

bool tableau_nearest_differs(const mpfr_t given, const mpfr_t meant, struct tableau_difference *difference)
{
    const double size = fabs(mpfr_get_d(meant, MPFR_RNDN));
    mpfr_t apart;

    mpfr_init2(apart, mpfr_get_prec(given));
    mpfr_sub(apart, given, meant, MPFR_RNDN);
    difference->difference = mpfr_get_d(apart, MPFR_RNDN);
    mpfr_clear(apart);
    difference->relative = size > 0 ? fabs(difference->difference) / size : HUGE_VAL;
    difference->digit = size > 0 ? tableau_nearest_digit(difference->difference, size) : 0;
    return fabs(difference->difference) > ldexp(1, ROUNDED_BITS - (int)mpfr_get_prec(given));
}

static void compare(struct comparison *c, const mpfr_t given, const mpfr_t meant,
                    struct tableau_nearest place)
{
    struct tableau_difference difference;

    if (!tableau_nearest_differs(given, meant, &difference))
        return;
    place.difference = difference.difference;
    place.digit = difference.digit;
    place.differing = c->found.differing + 1;
    if (difference.relative > c->largest) {
        c->found = place;
        c->largest = difference.relative;
    }
    c->found.differing = place.differing;
}

static void compare_all(struct comparison *c, const struct tableau *given, const struct tableau *meant)
{
    size_t s = given->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            struct tableau_nearest place = {.row = i + 1, .column = j + 1};
            size_t k = i * s + j;

            place.array = TABLEAU_NEAREST_A;
            compare(c, given->a[k], meant->a[k], place);
            place.array = TABLEAU_NEAREST_ABAR;
            if (given->partitioned || meant->partitioned)
                compare(c, given->abar[k], meant->abar[k], place);
        }
        compare(c, given->b[i], meant->b[i],
                (struct tableau_nearest){.array = TABLEAU_NEAREST_B, .column = i + 1});
    }
}

bool tableau_nearest_find(const struct tableau *tableau, struct tableau_nearest *nearest)
{
    size_t fewest = tableau->stages + 1;

    for (const struct tableau_family *family = tableau_families; family->name; family++) {
        struct comparison c = {.largest = 0};
        struct error ignored;
        struct tableau *meant;
        char name[sizeof nearest->name];
        size_t length = (size_t)snprintf(name, sizeof name, "%s", family->name);

        if (name[length - 1] == '-')
            snprintf(name + length, sizeof name - length, "%zu", tableau->stages);
        else if (family->fewest_stages != tableau->stages)
            continue;
        if (tableau->stages < family->fewest_stages ||
            !(meant = tableau_create(name, tableau->precision, &ignored)))
            continue;
        compare_all(&c, tableau, meant);
        tableau_destroy(meant);
        if (c.found.differing < fewest) {
            fewest = c.found.differing;
            *nearest = c.found;
            snprintf(nearest->name, sizeof nearest->name, "%s", name);
        }
    }
    return fewest <= tableau->stages;
}
