/* The root condition: see multistep_stability.h.
 *
 * All roots but those that are 0 at once, by the iteration of Weierstrass (Durand 1960, Kerner 1966),
 *
 *     z_i <- z_i - w_i,    w_i = rho(z_i) / (alpha_k prod_(j != i) (z_i - z_j)).
 *
 * The discs of radius k |w_i| about the z_i hold all roots, and so many of them that touch each other hold as many (Smith
 * 1970); with what the coefficients may be off added to |rho(z_i)|, those of all polynomials that may be meant.  So a disc
 * by itself holds a simple root, and what does not lie apart is a multiple one as far as can be known. */
#include "integrators/multistep/multistep_stability.h"

#include <math.h>
#include <stdio.h>

#include "numerics/number_block.h"

enum { BITS = 512, ITERATIONS = 1000 };
#define REAL       0x1p-40 /* imaginary parts that are not written */
#define AT_ONE     1e-3    /* moduli that are written with their distance from 1 */
#define MOST_ROOTS MULTISTEP_STABILITY_ROOTS

/* A complex number is two in sequence. */
struct roots {
    size_t degree;
    mpfr_t *rho, *unit;                         /* degree + 1 */
    mpfr_t *z;                                  /* 2 x degree */
    mpfr_t *radius, *modulus;                   /* degree */
    mpfr_t *value, *others, *difference, *room; /* 2 */
    size_t group[MOST_ROOTS];                   /* the number of a disc to which this one is joined */
};

/* ---- the roots ---- */

/* z = z by */
static void multiply(mpfr_t *z, mpfr_t *by, mpfr_t *room)
{
    mpfr_fmms(room[0], z[0], by[0], z[1], by[1], MPFR_RNDN);
    mpfr_fmma(room[1], z[0], by[1], z[1], by[0], MPFR_RNDN);
    number_block_set(*z, *room, 2);
}

static void set_difference(struct roots *w, size_t i, size_t j)
{
    for (size_t part = 0; part < 2; part++)
        mpfr_sub(w->difference[part], w->z[2 * i + part], w->z[2 * j + part], MPFR_RNDN);
}

/* value = rho(z_i), others = alpha_k prod_(j != i) (z_i - z_j) */
static void evaluate(struct roots *w, size_t i)
{
    const size_t k = w->degree;

    mpfr_set(w->value[0], w->rho[k], MPFR_RNDN);
    mpfr_set(w->others[0], w->rho[k], MPFR_RNDN);
    mpfr_set_zero(w->value[1], 1);
    mpfr_set_zero(w->others[1], 1);
    for (size_t j = k; j-- > 0;) {
        multiply(w->value, w->z + 2 * i, w->room);
        mpfr_add(w->value[0], w->value[0], w->rho[j], MPFR_RNDN);
    }
    for (size_t j = 0; j < k; j++) {
        set_difference(w, i, j);
        if (j != i)
            multiply(w->others, w->difference, w->room);
    }
}

/* What the coefficients may be off is off in rho(z_i): sum_j unit_j |z_i|^j. */
static void set_doubt(struct roots *w, mpfr_ptr doubt, size_t i)
{
    mpfr_hypot(w->modulus[i], w->z[2 * i], w->z[2 * i + 1], MPFR_RNDN);
    mpfr_set_zero(doubt, 1);
    for (size_t j = w->degree + 1; j-- > 0;)
        mpfr_fma(doubt, doubt, w->modulus[i], w->unit[j], MPFR_RNDN);
}

/* Moves z_i unless it may be a root; false where it may. */
static bool improve(struct roots *w, size_t i)
{
    mpfr_t *moved = w->value, *room = w->room;

    evaluate(w, i);
    mpfr_hypot(room[0], w->value[0], w->value[1], MPFR_RNDN);
    set_doubt(w, room[1], i);
    if (mpfr_lessequal_p(room[0], room[1]))
        return false;
    mpfr_neg(w->others[1], w->others[1], MPFR_RNDN);
    multiply(moved, w->others, room);
    mpfr_fmma(room[0], w->others[0], w->others[0], w->others[1], w->others[1], MPFR_RNDN);
    for (size_t part = 0; part < 2 && mpfr_regular_p(room[0]); part++) {
        mpfr_div(moved[part], moved[part], room[0], MPFR_RNDN);
        mpfr_sub(w->z[2 * i + part], w->z[2 * i + part], moved[part], MPFR_RNDN);
    }
    return true;
}

/* From powers of a number that has no symmetry. */
static void find_roots(struct roots *w)
{
    bool moves = true;

    mpfr_set_d(w->difference[0], 0.4, MPFR_RNDN);
    mpfr_set_d(w->difference[1], 0.9, MPFR_RNDN);
    mpfr_set_ui(w->z[0], 1, MPFR_RNDN);
    for (size_t i = 1; i < w->degree; i++) {
        number_block_set(w->z[2 * i], w->z[2 * i - 2], 2);
        multiply(w->z + 2 * i, w->difference, w->room);
    }
    for (int n = 0; n < ITERATIONS && moves; n++) {
        moves = false;
        for (size_t i = 0; i < w->degree; i++)
            moves |= improve(w, i);
    }
}

/* ---- their discs ---- */

/* The degree times |rho(z_i)|, with what it may be off, over |others|. */
static void find_disc(struct roots *w, size_t i)
{
    mpfr_ptr radius = w->radius[i];

    evaluate(w, i);
    set_doubt(w, radius, i);
    mpfr_hypot(w->room[0], w->value[0], w->value[1], MPFR_RNDN);
    mpfr_add(radius, radius, w->room[0], MPFR_RNDN);
    mpfr_hypot(w->room[0], w->others[0], w->others[1], MPFR_RNDN);
    mpfr_div(radius, radius, w->room[0], MPFR_RNDN);
    mpfr_mul_ui(radius, radius, w->degree, MPFR_RNDN);
}

static bool touches(struct roots *w, size_t i, size_t j)
{
    set_difference(w, i, j);
    mpfr_hypot(w->room[0], w->difference[0], w->difference[1], MPFR_RNDN);
    mpfr_add(w->room[1], w->radius[i], w->radius[j], MPFR_RNDN);
    return !mpfr_greater_p(w->room[0], w->room[1]);
}

static void join_discs(struct roots *w)
{
    for (size_t i = 0; i < w->degree; i++) {
        w->group[i] = i;
        for (size_t j = 0; j < i; j++) {
            const size_t from = w->group[j];

            if (!touches(w, i, j))
                continue;
            for (size_t k = 0; k < i; k++)
                w->group[k] = w->group[k] == from ? i : w->group[k];
        }
    }
}

/* How much of the disc lies outside the unit circle: -1 nothing, 1 all of it. */
static int side_of(struct roots *w, size_t i)
{
    mpfr_sub_ui(w->room[0], w->modulus[i], 1, MPFR_RNDN);
    return mpfr_cmpabs(w->room[0], w->radius[i]) > 0 ? mpfr_sgn(w->room[0]) : 0;
}

/* ---- the condition ---- */

/* What the disc says of the condition: a simple root outside, or one of several that do not lie inside. */
static struct multistep_stability find_root(struct roots *w, size_t i)
{
    const int side = side_of(w, i);
    size_t near = 0;
    bool inside = true;

    for (size_t j = 0; j < w->degree; j++) {
        if (w->group[j] != w->group[i])
            continue;
        near++;
        inside = inside && side_of(w, j) < 0;
    }
    mpfr_sub_ui(w->room[0], w->modulus[i], 1, MPFR_RNDN);
    return (struct multistep_stability){.stable = inside || (near == 1 && side < 1),
                                        .re = mpfr_get_d(w->z[2 * i], MPFR_RNDN),
                                        .im = mpfr_get_d(w->z[2 * i + 1], MPFR_RNDN),
                                        .modulus = mpfr_get_d(w->modulus[i], MPFR_RNDN),
                                        .beyond = mpfr_get_d(w->room[0], MPFR_RNDN),
                                        .multiple = !inside && near > 1 && side < 1};
}

static void find(struct multistep_stability *found, struct roots *w)
{
    find_roots(w);
    for (size_t i = 0; i < w->degree; i++)
        find_disc(w, i);
    join_discs(w);
    *found = (struct multistep_stability){.stable = true};
    for (size_t i = 0; i < w->degree; i++) {
        const struct multistep_stability root = find_root(w, i);

        if (root.stable == found->stable ? root.modulus > found->modulus : found->stable)
            *found = root;
    }
}

void multistep_stability_find(struct multistep_stability *found, mpfr_t *alpha, mpfr_t *unit, size_t count)
{
    struct roots w = {.degree = count - 1, .rho = alpha, .unit = unit};
    mpfr_t *room;

    for (; w.degree && mpfr_zero_p(*w.rho); w.degree--, w.unit++)
        w.rho++;
    room = (mpfr_t *)number_block_create(4 * w.degree + 8, BITS);
    w.z = room;
    w.radius = w.z + 2 * w.degree;
    w.modulus = w.radius + w.degree;
    w.value = w.modulus + w.degree;
    w.others = w.value + 2;
    w.difference = w.others + 2;
    w.room = w.difference + 2;
    find(found, &w);
    number_block_destroy(room);
}

double multistep_stability_inconsistency(mpfr_t *alpha, size_t count)
{
    const mpfr_t *beta = (const mpfr_t *)alpha + count;
    double constants = 0, lines = 0;

    for (size_t j = 0; j < count; j++) {
        const double a = mpfr_get_d(alpha[j], MPFR_RNDN);

        constants += a;
        lines += (double)j * a - mpfr_get_d(beta[j], MPFR_RNDN);
    }
    return fmax(fabs(constants), fabs(lines));
}

const char *multistep_stability_sentence(const struct multistep_stability *found,
                                         char sentence[MULTISTEP_STABILITY_SENTENCE])
{
    char root[64], modulus[32];

    if (fabs(found->im) <= REAL)
        snprintf(root, sizeof root, "%.6g", found->re);
    else
        snprintf(root, sizeof root, "%.6g %c %.6g i", found->re, found->im < 0 ? '-' : '+', fabs(found->im));
    if (found->beyond < AT_ONE)
        snprintf(modulus, sizeof modulus, "1 + %.2g", found->beyond);
    else
        snprintf(modulus, sizeof modulus, "%.6g", found->modulus);
    if (found->multiple)
        snprintf(sentence, MULTISTEP_STABILITY_SENTENCE,
                 "the method is not zero-stable: sum_j alpha_j z^j has the multiple root %s on the unit "
                 "circle, and "
                 "errors add up without bound as the step falls",
                 root);
    else
        snprintf(sentence, MULTISTEP_STABILITY_SENTENCE,
                 "the method is not zero-stable: sum_j alpha_j z^j has the root %s of modulus %s, by which "
                 "errors "
                 "grow with every step, however small it is",
                 root, modulus);
    return sentence;
}
