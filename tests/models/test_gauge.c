/* Gauge: theta + grad S has the same equation of motion; which methods see S?
 *
 * S quadratic, grad S = G x: T becomes T + G.  With abar = a every equation is unchanged when p is replaced
 * by p + G q: the stage equations since G Q_i = G qb + sum_j a_ij G W_j, the projections since G (q + w e) =
 * G q + w G e.  So q_n and e are the same for every projection, and p_n differs by G q_n.  With abar /= a the
 * stage equations gain sum_j (a_ij - abar_ij) G W_j.  For the Lobatto pairs IIIA-IIIB and IIIB-IIIA the null
 * vector n keeps W to polynomials of degree s - 2 in c, which a - abar maps to multiples of n_i / b_i: the
 * multiplier mu takes the gauge up, and q_n is the same again.  The pair IIIC-IIIC* has no mu and sees the
 * gauge, but for the standard projection, with which it is IIIA-IIIB (test_identities.c).
 *
 * A cubic S changes q_n for every variational method, and for none that integrates the explicit equations of
 * motion, which know Om alone. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/model_writer.h"

enum { BITS = 200, STEPS = 5 };
static const double TOLERANCE = 1e-55, VISIBLE = 1e-30;

static const char *const EQUAL_TABLEAUX[] = {"gauss-1",        "gauss-2",
                                             "gauss-3",        "gauss-5",
                                             "srk-3",          "lobatto-iiid-2",
                                             "lobatto-iiid-3", "lobatto-iiid-4",
                                             "lobatto-iiie-2", "lobatto-iiie-3",
                                             "lobatto-iiie-4", "radau-iia-2",
                                             "radau-iia-3",    NULL};
static const char *const WITH_NULL_VECTOR[] = {
    "lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3", "lobatto-iiia-iiib-4", "lobatto-iiib-iiia-2",
    "lobatto-iiib-iiia-3", "lobatto-iiib-iiia-4", "lobatto-iiia-iiib-5", NULL};
static const char *const IIIC[] = {"lobatto-iiic-2", "lobatto-iiic-3", "lobatto-iiic-4", NULL};
static const char *const EXPLICIT_EQUATIONS[] = {"rk4", "runge-kutta:gauss-2", "runge-kutta:lobatto-iiid-3",
                                                 NULL};

/* G of the quadratic gauges, symmetric */
static const char *const PLANE[] = {"1/3", "-1/5", "-1/5", "1/7"};
static const char *const SPACE[] = {"1/30", "-1/50", "0",    "1/70", "-1/50", "0",    "1/20", "1/90",
                                    "0",    "1/20",  "1/40", "0",    "1/70",  "1/90", "0",    "-1/30"};

static const struct model_writer PARTICLE = {MODEL_WRITER_PARTICLE};
static const struct model_writer PARTICLE_QUADRATIC = {MODEL_WRITER_PARTICLE,
                                                       .gauge = "x[1]/3 - x[2]/5, -x[1]/5 + x[2]/7"};
/* S = x1^3/15 + x1 x2^2/10 */
static const struct model_writer PARTICLE_CUBIC = {MODEL_WRITER_PARTICLE,
                                                   .gauge = "x[1]^2/5 + x[2]^2/10, x[1]*x[2]/5"};
static const struct model_writer VORTICES = {MODEL_WRITER_VORTICES};
static const struct model_writer VORTICES_QUADRATIC = {
    MODEL_WRITER_VORTICES,
    .gauge = "x[1]/30 - x[2]/50 + x[4]/70, -x[1]/50 + x[3]/20 + x[4]/90, x[2]/20 + x[3]/40, "
             "x[1]/70 + x[2]/90 - x[4]/30"};
/* S = x1^3/150 + x1 x2^2/100 + x3^2 x4/200 */
static const struct model_writer VORTICES_CUBIC = {
    MODEL_WRITER_VORTICES, .gauge = "x[1]^2/50 + x[2]^2/100, x[1]*x[2]/50, x[3]*x[4]/100, x[3]^2/200"};

/* The distances of q, and of p + G q - p_gauged when G is given. */
struct distances {
    double q, p;
};

static struct distances compare_cell(const struct fixture_cell *cell, const struct fixture_model *gauged,
                                     const char *const *matrix)
{
    struct fixture_cell other = *cell;
    struct trajectory *a = fixture_run(cell), *b;
    size_t d = a->dimension;
    struct distances result = {0, 0};

    other.model = gauged;
    b = fixture_run(&other);
    result.q = fixture_distance(a->q, b->q, d);
    if (matrix) {
        struct model_writer writer = {.d = d};
        mpfr_t *shift = kept_numbers(d, FIXTURE_DISTANCE_BITS);
        mpq_t *G;

        memcpy(writer.matrix, matrix, d * d * sizeof *matrix);
        G = model_writer_matrix(&writer);
        fixture_multiply(shift, G, a->q, d);
        for (size_t i = 0; i < d; i++)
            mpfr_add(shift[i], shift[i], a->p[i], MPFR_RNDN);
        result.p = fixture_distance(shift, b->p, d);
    }
    return result;
}

struct comparison {
    const struct model_writer *plain, *gauged;
    const char *const *methods;
    const char *const *matrix;
    const char *const *projections; /* NULL: all */
    bool same;
};

static bool is_wanted(const struct comparison *c, const char *projection)
{
    if (!c->projections)
        return true;
    for (const char *const *wanted = c->projections; *wanted; wanted++) {
        if (strcmp(*wanted, projection) == 0)
            return true;
    }
    return false;
}

/* Every method with every projection gives the same q (and p), or sees the gauge. */
static void compare_models(const struct comparison *c)
{
    struct fixture_model plain = model_writer_write(c->plain), gauged = model_writer_write(c->gauged);
    unsigned wrong = 0;

    for (const char *const *method = c->methods; *method; method++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct distances at;
            bool right;

            if (!fixture_accepts(*method, row) || !is_wanted(c, row->name))
                continue;
            at = compare_cell(
                &CELL_OF(&plain, *method, row->name, .step = "1/10", .steps = STEPS, .bits = BITS), &gauged,
                c->matrix);
            right = c->same ? at.q <= TOLERANCE && at.p <= TOLERANCE : at.q >= VISIBLE;
            if (!right)
                print_error("%s %s: q differs by %.2g, p by %.2g\n", *method, row->name, at.q, at.p);
            wrong += !right;
        }
    }
    assert_int_equal(wrong, 0);
}

TEST(test_quadratic)
{
    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_QUADRATIC, EQUAL_TABLEAUX, PLANE, NULL, true});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_QUADRATIC, EQUAL_TABLEAUX, SPACE, NULL, true});
}

TEST(test_quadratic_null_vector)
{
    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_QUADRATIC, WITH_NULL_VECTOR, PLANE, NULL, true});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_QUADRATIC, WITH_NULL_VECTOR, SPACE, NULL, true});
}

/* Control: the same gauge is seen where abar differs from a and no mu takes it up. */
TEST(test_quadratic_seen)
{
    static const char *const others[] = {"none", "symmetric", "symplectic", "midpoint", NULL};
    static const char *const standard[] = {"standard", NULL};

    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_QUADRATIC, IIIC, NULL, others, false});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_QUADRATIC, IIIC, NULL, others, false});
    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_QUADRATIC, IIIC, PLANE, standard, true});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_QUADRATIC, IIIC, SPACE, standard, true});
}

TEST(test_cubic)
{
    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_CUBIC, EQUAL_TABLEAUX, NULL, NULL, false});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_CUBIC, EQUAL_TABLEAUX, NULL, NULL, false});
}

TEST(test_explicit_equations)
{
    compare_models(&(struct comparison){&PARTICLE, &PARTICLE_CUBIC, EXPLICIT_EQUATIONS, NULL, NULL, true});
    compare_models(&(struct comparison){&VORTICES, &VORTICES_CUBIC, EXPLICIT_EQUATIONS, NULL, NULL, true});
}
