/* The families of tableaux: nodes, the conditions that define a, and what the literature says of each.
 *
 *     gauss            collocation on the Gauss nodes; symplectic, abar = a
 *     radau-iia        collocation on the right Radau nodes; abar = a (not symplectic)
 *     lobatto IIIA     A: collocation on the Lobatto nodes          IIIB  B: symplectic conjugate of A
 *     lobatto IIIC     C: first column b_1 and C(s-1)               IIIC* its symplectic conjugate
 *     lobatto IIID     (C + C*)/2                                   IIIE  (A + B)/2
 *     srk-3            Kraus (2017), table 1: a symplectic three-stage method of order 4
 *     rk4              the classical explicit method of order 4
 *
 * R(infinity) of the pair IIIC-IIIC* is a convention: its members have the limits 0 and infinity.
 * Source: Kraus (2017), section 4.1; Jay (1996); Hairer, Lubich, Wanner (2006), II.1, VI.4. */
#include "integrators/tableaux/tableau_families.h"

#include <string.h>

#include "integrators/tableaux/tableau_array.h"
#include "integrators/tableaux/tableau_collocation.h"
#include "integrators/tableaux/tableau_nodes.h"

/* (-1)^exponent */
static int sign_of_power(size_t exponent)
{
    return exponent % 2 == 0 ? 1 : -1;
}

static void set_properties(struct tableau *t, bool partitioned, size_t order, int r_infinity)
{
    if (!partitioned)
        tableau_array_round(t->abar, t->a, t->stages * t->stages);
    t->partitioned = partitioned;
    t->claimed_order = (int)order;
    t->r_infinity = r_infinity;
}

static void fill_gauss(struct tableau *t)
{
    tableau_nodes_gauss(t->c, t->stages);
    tableau_collocation_weights(t->b, t->c, t->stages);
    tableau_collocation_matrix(t->a, t->c, t->stages);
    set_properties(t, false, 2 * t->stages, sign_of_power(t->stages));
}

static void fill_radau_iia(struct tableau *t)
{
    tableau_nodes_radau(t->c, t->stages);
    tableau_collocation_weights(t->b, t->c, t->stages);
    tableau_collocation_matrix(t->a, t->c, t->stages);
    set_properties(t, false, 2 * t->stages - 1, 0);
}

static void fill_lobatto_quadrature(struct tableau *t)
{
    tableau_nodes_lobatto(t->c, t->stages);
    tableau_collocation_weights(t->b, t->c, t->stages);
}

static void fill_lobatto_iiia_iiib(struct tableau *t)
{
    fill_lobatto_quadrature(t);
    tableau_collocation_matrix(t->a, t->c, t->stages);
    tableau_collocation_conjugate(t->abar, t->a, t->b, t->stages);
    tableau_collocation_null_vector(t->null_vector, t->b, t->c, t->stages);
    t->has_null_vector = true;
    set_properties(t, true, 2 * t->stages - 2, sign_of_power(t->stages - 1));
}

static void fill_lobatto_iiib_iiia(struct tableau *t)
{
    mpfr_t *iiia;

    fill_lobatto_iiia_iiib(t);
    iiia = t->a;
    t->a = t->abar;
    t->abar = iiia;
}

static void fill_lobatto_iiic(struct tableau *t)
{
    fill_lobatto_quadrature(t);
    tableau_collocation_iiic_matrix(t->a, t->b, t->c, t->stages);
    tableau_collocation_conjugate(t->abar, t->a, t->b, t->stages);
    set_properties(t, true, 2 * t->stages - 2, sign_of_power(t->stages - 1));
}

/* Turns a pair into the unpartitioned tableau (a + abar)/2. */
static void take_mean(struct tableau *t)
{
    for (size_t i = 0; i < t->stages * t->stages; i++) {
        mpfr_add(t->a[i], t->a[i], t->abar[i], MPFR_RNDN);
        mpfr_div_2ui(t->a[i], t->a[i], 1, MPFR_RNDN);
    }
    set_properties(t, false, 2 * t->stages - 2, sign_of_power(t->stages));
}

static void fill_lobatto_iiid(struct tableau *t)
{
    fill_lobatto_iiic(t);
    take_mean(t);
}

static void fill_lobatto_iiie(struct tableau *t)
{
    fill_lobatto_quadrature(t);
    tableau_collocation_matrix(t->a, t->c, t->stages);
    tableau_collocation_conjugate(t->abar, t->a, t->b, t->stages);
    take_mean(t);
}

static void set_ratio(mpfr_t x, long numerator, unsigned long denominator)
{
    mpfr_set_si(x, numerator, MPFR_RNDN);
    mpfr_div_ui(x, x, denominator, MPFR_RNDN);
}

static void fill_srk_3(struct tableau *t)
{
    static const long weight[3] = {5, 8, 5}; /* b_j in eighteenths; a_ij is b_j/2 but for two corners */
    mpfr_t tenth_root;

    mpfr_init2(tenth_root, t->precision);
    mpfr_sqrt_ui(tenth_root, 15, MPFR_RNDN);
    mpfr_div_ui(tenth_root, tenth_root, 10, MPFR_RNDN);
    for (size_t j = 0; j < 3; j++) {
        set_ratio(t->b[j], weight[j], 18);
        set_ratio(t->c[j], 1, 2);
        for (size_t i = 0; i < 3; i++)
            set_ratio(t->a[3 * i + j], weight[j], 36);
    }
    mpfr_sub(t->c[0], t->c[0], tenth_root, MPFR_RNDN);
    mpfr_add(t->c[2], t->c[2], tenth_root, MPFR_RNDN);
    mpfr_sub(t->a[2], t->a[2], tenth_root, MPFR_RNDN);
    mpfr_add(t->a[6], t->a[6], tenth_root, MPFR_RNDN);
    mpfr_clear(tenth_root);
    set_properties(t, false, 4, -1);
}

static void fill_rk4(struct tableau *t)
{
    set_ratio(t->a[1 * 4 + 0], 1, 2);
    set_ratio(t->a[2 * 4 + 1], 1, 2);
    set_ratio(t->a[3 * 4 + 2], 1, 1);
    set_ratio(t->b[0], 1, 6);
    set_ratio(t->b[1], 1, 3);
    set_ratio(t->b[2], 1, 3);
    set_ratio(t->b[3], 1, 6);
    set_ratio(t->c[1], 1, 2);
    set_ratio(t->c[2], 1, 2);
    set_ratio(t->c[3], 1, 1);
    set_properties(t, false, 4, 0);
}

static const struct tableau_family families[] = {
    {"gauss-", 1, fill_gauss},
    {"lobatto-iiia-iiib-", 2, fill_lobatto_iiia_iiib},
    {"lobatto-iiib-iiia-", 2, fill_lobatto_iiib_iiia},
    {"lobatto-iiic-", 2, fill_lobatto_iiic},
    {"lobatto-iiid-", 2, fill_lobatto_iiid},
    {"lobatto-iiie-", 2, fill_lobatto_iiie},
    {"radau-iia-", 1, fill_radau_iia},
    {"srk-3", 3, fill_srk_3},
    {"rk4", 4, fill_rk4},
};

#define FAMILY_COUNT (sizeof families / sizeof families[0])
#define MOST_STAGES  100

/* The number that `digits` spells; 0 when it is not a number without sign and leading zero, or is too large.
 */
static size_t read_stages(const char *digits)
{
    size_t number = 0;

    if (digits[0] == '0')
        return 0;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9')
            return 0;
        number = 10 * number + (size_t)(*digits - '0');
        if (number > MOST_STAGES)
            return 0;
    }
    return number;
}

const struct tableau_family *tableau_families_find(const char *name, size_t *stages, struct error *error)
{
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        const struct tableau_family *family = &families[i];
        size_t length = strlen(family->name);

        if (family->name[length - 1] != '-') {
            *stages = family->fewest_stages;
            if (strcmp(name, family->name) == 0)
                return family;
        } else if (strncmp(name, family->name, length) == 0) {
            *stages = read_stages(name + length);
            if (*stages >= family->fewest_stages)
                return family;
            error_set(error, "tableau '%.80s': write %ss with a number of stages s from %zu to %d", name,
                      family->name, family->fewest_stages, MOST_STAGES);
            return NULL;
        }
    }
    error_set(error,
              "unknown tableau '%.80s': known are gauss-s, lobatto-iiia-iiib-s, lobatto-iiib-iiia-s, "
              "lobatto-iiic-s, lobatto-iiid-s, lobatto-iiie-s, radau-iia-s (s stages), srk-3 and rk4",
              name);
    return NULL;
}
