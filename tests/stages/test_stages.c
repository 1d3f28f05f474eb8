/* Stages listed in another order, stages that nothing takes, and stages twice: the method is the same, and so is what its
 * coefficients prove.  Controls: what is not symmetric is not in any order, and a stage that is nearly another one is a
 * stage of its own. */
#include "tests/fixtures/test.h"

#include "integrators/stages/stages.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_blame.h"
#include "numerics/number_block.h"

enum { BITS = 256, ORDERS = 6 };

static struct tableau *create_zero(enum tableau_form form, size_t s)
{
    mpfr_t *zeros = kept_block(number_block_create(2 * s * s + 3 * s, BITS));
    const struct tableau given = {.form = form,
                                  .stages = s,
                                  .a = zeros,
                                  .abar = zeros + s * s,
                                  .b = zeros + 2 * s * s,
                                  .bbar = zeros + 2 * s * s + s,
                                  .c = zeros + 2 * s * s + 2 * s};

    return kept(tableau_create_from(&given, BITS, &said));
}

/* y = A x */
static void apply(const struct tableau *t, mpfr_t *y, size_t stride, mpfr_t *x)
{
    const size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++)
            mpfr_fma(y[i * stride], t->a[i * s + j], x[j * stride], y[i * stride], MPFR_RNDN);
    }
}

/* The Nystroem method A^2, b^T A, b, c */
static struct tableau *create_nystroem(const char *name)
{
    const struct tableau *of = kept_tableau_of(name, BITS);
    const size_t s = of->stages;
    struct tableau *t = create_zero(TABLEAU_NYSTROEM, s);

    for (size_t j = 0; j < s; j++) {
        apply(of, t->a + j, s, of->a + j);
        for (size_t i = 0; i < s; i++) {
            mpfr_set(t->abar[i * s + j], t->a[i * s + j], MPFR_RNDN);
            mpfr_fma(t->b[j], of->b[i], of->a[i * s + j], t->b[j], MPFR_RNDN);
        }
        mpfr_set(t->bbar[j], of->b[j], MPFR_RNDN);
        mpfr_set(t->c[j], of->c[j], MPFR_RNDN);
    }
    return t;
}

/* h/2 of the method, then h/2 of its adjoint: symmetric; of rk4 with two pairs of equal nodes, and no stage is another. */
static struct tableau *create_symmetrised(const char *name)
{
    const struct tableau *of = kept_tableau_of(name, BITS), *adjoint = kept(tableau_create_adjoint(of));
    const size_t s = of->stages;
    struct tableau *t = create_zero(TABLEAU_COMMON, 2 * s);

    for (size_t i = 0; i < 2 * s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_set(t->a[2 * s * i + j], i < s ? of->a[i * s + j] : of->b[j], MPFR_RNDN);
            if (i >= s)
                mpfr_set(t->a[2 * s * i + s + j], adjoint->a[(i - s) * s + j], MPFR_RNDN);
        }
        mpfr_set(t->b[i], i < s ? of->b[i] : adjoint->b[i - s], MPFR_RNDN);
        mpfr_div_2ui(t->b[i], t->b[i], 1, MPFR_RNDN);
        mpfr_set(t->bbar[i], t->b[i], MPFR_RNDN);
    }
    for (size_t k = 0; k < 4 * s * s; k++) {
        mpfr_div_2ui(t->a[k], t->a[k], 1, MPFR_RNDN);
        mpfr_set(t->abar[k], t->a[k], MPFR_RNDN);
        mpfr_add(t->c[k / (2 * s)], t->c[k / (2 * s)], t->a[k], MPFR_RNDN);
    }
    return t;
}

static const char *const names[] = {"gauss-3",        "gauss-6", "lobatto-iiid-4", "lobatto-iiia-iiib-3",
                                    "lobatto-iiic-3", "srk-3",   "radau-iia-3",    "rk4"};

/* Method `index` of those above, then two that are no tableaux of the catalogue. */
static struct tableau *create(size_t index)
{
    return index < COUNT(names)    ? kept_tableau_of(names[index], BITS)
           : index == COUNT(names) ? create_nystroem("gauss-3")
                                   : create_symmetrised("rk4");
}

enum { METHODS = COUNT(names) + 2 };

/* order[i] = the i-th of another order: k = 0, 1, .. */
static void fill_order(size_t *order, size_t s, size_t k)
{
    for (size_t i = 0; i < s; i++)
        order[i] = k % 2 ? s - 1 - i : i;
    for (size_t i = s - 1; i > 0; i--) {
        const size_t j = (k + 1) * 7919 / (i + 1) % (i + 1), other = order[i];

        order[i] = order[j];
        order[j] = other;
    }
}

static void assert_same(const struct tableau *t, const struct tableau *meant, size_t index)
{
    struct tableau_audit audit, of_meant;

    tableau_audit_with_trees(t, 2, &audit);
    tableau_audit_with_trees(meant, 2, &of_meant);
    if (audit.symplectic != of_meant.symplectic || audit.symmetric != of_meant.symmetric)
        fail_msg("method %zu: symplectic %d by %g, symmetric %d by %g", index, audit.symplectic,
                 audit.symplectic_residual, audit.symmetric, audit.symmetric_residual);
}

TEST(in_another_order)
{
    size_t order[32];

    for (size_t index = 0; index < METHODS; index++) {
        for (size_t k = 0; k < ORDERS; k++) {
            struct tableau *t = create(index);

            fill_order(order, t->stages, k);
            stages_permute(t, order);
            assert_same(t, create(index), index);
        }
    }
}

/* The method with one stage more than it has: its last stage again, the parts 1/3 and 2/3 of the column of row i
 * exchanged where i is odd; with no weight at all where it is not `taken`. */
static struct tableau *create_longer(const struct tableau *of, bool taken)
{
    const size_t s = of->stages, n = s + 1;
    struct tableau *t = create_zero(of->form, n);
    mpfr_t *const from[] = {of->a, of->abar, of->b, of->bbar}, *const to[] = {t->a, t->abar, t->b, t->bbar};

    for (size_t array = 0; array < COUNT(from); array++) {
        for (size_t i = 0; i < (array < 2 ? n : 1); i++) {
            mpfr_t *row = to[array] + i * n, *source = from[array] + (i < s ? i : s - 1) * s;

            for (size_t j = 0; j < s; j++)
                mpfr_set(row[j], source[j], MPFR_RNDN);
            if (!taken)
                continue;
            mpfr_div_ui(row[i % 2 ? s : s - 1], source[s - 1], 3, MPFR_RNDN);
            mpfr_sub(row[i % 2 ? s - 1 : s], source[s - 1], row[i % 2 ? s : s - 1], MPFR_RNDN);
        }
    }
    for (size_t i = 0; i < n; i++)
        mpfr_set(t->c[i], of->c[i < s ? i : s - 1], MPFR_RNDN);
    return t;
}

TEST(stages_more_than_there_are)
{
    for (size_t index = 0; index < METHODS; index++) {
        const struct tableau *of = create(index);

        for (int taken = 0; taken < 2; taken++) {
            const struct tableau *longer = create_longer(of, taken), *reduced = kept(stages_reduce(longer));

            assert_int_equal(longer->stages, of->stages + 1);
            assert_int_equal(reduced->stages, of->stages);
            for (size_t k = 0; k < of->stages * of->stages; k++) {
                mpfr_sub(reduced->a[k], reduced->a[k], of->a[k], MPFR_RNDN);
                assert_true(fabs(mpfr_get_d(reduced->a[k], MPFR_RNDN)) < 1e-70);
            }
            assert_same(longer, of, index);
        }
        assert_int_equal(kept(stages_reduce(of))->stages, of->stages);
    }
}

/* Off by 1e-24 the last stage is no other; and no order makes up for it. */
TEST(nearly_another_stage)
{
    mpfr_ptr little = kept_number(BITS);
    struct tableau_audit audit;

    mpfr_set_str(little, "1e-24", 10, MPFR_RNDN);
    for (size_t index = 0; index < 4; index++) {
        struct tableau *t = create_longer(create(index), true);
        mpfr_t *last = t->a + t->stages * t->stages - 1;

        mpfr_add(*last, *last, little, MPFR_RNDN);
        assert_int_equal(kept(stages_reduce(t))->stages, t->stages);
        tableau_audit_with_trees(t, 2, &audit);
        assert_false(audit.symplectic);
        assert_false(audit.symmetric);
    }
}

/* The coefficient that is off is named where it stands, in whatever order the stages are. */
TEST(blame_in_another_order)
{
    const struct tableau_claims claims = {.order = 6, .symplectic = true, .symmetric = true};
    size_t order[3];

    for (size_t k = 0; k < ORDERS; k++) {
        struct tableau *t = kept_tableau_of("gauss-3", BITS);
        struct tableau_blame blame;

        fill_order(order, 3, k);
        stages_permute(t, order);
        mpfr_mul_d(t->a[5], t->a[5], 1 + 0x1p-40, MPFR_RNDN);
        mpfr_set(t->abar[5], t->a[5], MPFR_RNDN);
        tableau_blame_find(&blame, t, &claims);
        assert_true(blame.fails && blame.singles == 1);
        assert_true(blame.place.array == TABLEAU_NEAREST_A && blame.place.row == 2 &&
                    blame.place.column == 3);
    }
}

/* Where the method has fewer stages, the conditions are not held against its coefficients. */
TEST(nobody_is_to_blame_for_a_stage_twice)
{
    const struct tableau_claims claims = {.order = 6, .symplectic = true, .symmetric = true};
    struct tableau_blame blame;

    tableau_blame_find(&blame, create_longer(kept_tableau_of("gauss-3", BITS), true), &claims);
    assert_false(blame.fails);
}
