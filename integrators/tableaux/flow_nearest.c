/* The nearest scheme of the catalogue: see flow_nearest.h. */
#include "integrators/tableaux/flow_nearest.h"

#include "integrators/methods/composition.h"
#include "numerics/number_block.h"

static const char *const schemes[] = {"symmetrised", "triple-jump-4", "triple-jump-6", "suzuki-4",
                                      "suzuki-6",    "yoshida-6a",    "yoshida-8"};

/* The lengths of the flows of a splitting, 2s + 1, from those of s steps; gamma is destroyed. */
static mpfr_t *create_flows(mpfr_t *gamma, size_t s)
{
    mpfr_t *x = number_block_create(2 * s + 1, mpfr_get_prec(gamma[0]));

    for (size_t i = 0; i < s; i++) {
        mpfr_set(x[2 * i + 1], gamma[i], MPFR_RNDN);
        mpfr_div_2ui(gamma[i], gamma[i], 1, MPFR_RNDN);
        mpfr_add(x[2 * i], x[2 * i], gamma[i], MPFR_RNDN);
        mpfr_add(x[2 * i + 2], x[2 * i + 2], gamma[i], MPFR_RNDN);
    }
    number_block_destroy(gamma);
    return x;
}

/* NULL where it has another number of coefficients. */
static mpfr_t *create_scheme(const char *name, const struct flow_given *given)
{
    const bool splits = given->form == FLOW_SPLITTING;
    struct composition scheme;
    struct error ignored;
    size_t count = 0;
    mpfr_t *x = composition_read(name, &scheme, &ignored)
                    ? composition_create_coefficients(scheme, mpfr_get_prec(given->x[0]), &count, &ignored)
                    : NULL;

    if (x && (splits ? 2 * count + 1 : count) == given->count)
        return splits ? create_flows(x, count) : x;
    number_block_destroy(x);
    return NULL;
}

static struct flow_nearest compare(const struct flow_given *given, mpfr_t *meant)
{
    struct flow_nearest found = {.differing = 0};

    for (size_t i = 0; i < given->count; i++) {
        struct tableau_difference difference;

        if (!tableau_nearest_differs(given->x[i], meant[i], &difference))
            continue;
        if (!found.differing++ || difference.relative > found.most.relative) {
            found.most = difference;
            found.place = i;
        }
    }
    return found;
}

bool flow_nearest_find(const struct flow_given *given, struct flow_nearest *nearest)
{
    size_t fewest = given->count + 1;

    for (size_t k = 0; k < sizeof schemes / sizeof *schemes && given->form != FLOW_MULTISTEP; k++) {
        mpfr_t *meant = create_scheme(schemes[k], given);
        struct flow_nearest found;
        bool near;

        if (!meant)
            continue;
        found = compare(given, meant);
        near = found.differing < fewest &&
               (found.differing <= (given->count + 1) / 2 || flow_blame_accepts(given, meant));
        number_block_destroy(meant);
        if (!near)
            continue;
        fewest = found.differing;
        *nearest = found;
        nearest->name = schemes[k];
    }
    return fewest <= given->count;
}
