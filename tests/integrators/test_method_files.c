/* Files of methods against what they write out, and the trees of their order. */
#include "tests/fixtures/test.h"

#include <math.h>

#include "integrators/methods/method_file.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/multistep/multistep_stability.h"
#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_splitting.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "tests/fixtures/measures/cell_fixture.h"

enum { BITS = 200, AUDIT_BITS = 256 };

static void destroy_file(void *file)
{
    method_file_destroy(file);
}

/* The tableau of a file. */
static struct tableau *tableau_of(const char *path)
{
    struct method_file *file = method_file_create(path, NULL, &said);
    struct method method;
    struct tableau *tableau;

    assert_done(file, said);
    method = method_file_method(kept_with(file, destroy_file));
    tableau = method_create_coefficients(&method, AUDIT_BITS, &said);
    assert_done(tableau, said);
    return kept(tableau);
}

/* ---- what the coefficients prove ---- */

TEST(test_orders_by_trees)
{
    static const struct {
        const char *path;
        int order;
        bool symplectic, symmetric;
    } files[] = {
        {"examples/stoermer-verlet.lua", 2, true, true},
        {"examples/forest-ruth.lua", 4, true, true},
        {"examples/partitioned-verlet.lua", 2, true, true},
        {"examples/nystroem-4.lua", 4, false, false},
        {"tests/data/methods/suzuki-4.lua", 4, true, true},
        {"tests/data/methods/ruth-3.lua", 3, true, false},
        {"tests/data/methods/symplectic-euler.lua", 1, true, false},
        {"tests/data/methods/lobatto-pair-3.lua", 4, true, true},
        {"tests/data/methods/stoermer-nystroem.lua", 2, true, true},
        {"tests/data/methods/nystroem-5.lua", 5, false, false},
    };

    for (size_t i = 0; i < COUNT(files); i++) {
        struct tableau_audit audit;

        tableau_audit(tableau_of(files[i].path), &audit);
        if (audit.order != files[i].order || audit.symplectic != files[i].symplectic ||
            audit.symmetric != files[i].symmetric)
            fail_msg("%s: order %d, symplectic %d (%.2g), symmetric %d (%.2g)", files[i].path, audit.order,
                     audit.symplectic, audit.symplectic_residual, audit.symmetric, audit.symmetric_residual);
    }
}

TEST(test_published_decimals)
{
    static const struct {
        const char *path;
        int printed;
    } files[] = {{"examples/blanes-moan.lua", 15},
                 {"tests/data/methods/quadruple-decimals.lua", 34},
                 {"tests/data/methods/yoshida-6-decimals.lua", 14},
                 {"tests/data/methods/exchanged-yoshida-6.lua", 0},
                 {"tests/data/methods/atela-4.lua", 19},
                 {"tests/data/methods/commented-digits.lua", 0},
                 {"tests/data/methods/scientific-decimals.lua", 16},
                 {"examples/triple-jump.lua", 0},
                 {"tests/data/methods/wrong-blanes-moan.lua", 0},
                 {"examples/wrong-digit.lua", 0},
                 {"tests/data/audit/short-decimals.lua", 12},
                 {"examples/forest-ruth.lua", 0}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct method_file *file = method_file_create(files[i].path, NULL, &said);

        assert_done(file, said);
        assert_int_equal(file->printed, files[i].printed);
        method_file_destroy(file);
    }
}

/* What is its own adjoint by its coefficients, whatever it claims, and whether decimals keep a floor under its errors. */
TEST(test_symmetry_of_files)
{
    static const struct {
        const char *path;
        bool symmetric, fixed_floor;
    } files[] = {{"tests/data/methods/blanes-moan-10.lua", true, true},
                 {"tests/data/methods/blanes-moan-nystroem-6.lua", true, true},
                 {"examples/forest-ruth.lua", true, false},
                 {"examples/triple-jump.lua", true, false},
                 {"tests/data/methods/trapezoidal.lua", true, false},
                 {"tests/data/methods/atela-4.lua", false, true},
                 {"tests/data/methods/ruth-3.lua", false, false},
                 {"tests/data/methods/euler.lua", false, false}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct method_file *file = method_file_create(files[i].path, NULL, &said);
        struct method method;

        assert_done(file, said);
        method = method_file_method(file);
        assert_int_equal(method_is_symmetric(&method), files[i].symmetric);
        assert_int_equal(method_has_fixed_floor(&method), files[i].fixed_floor);
        method_file_destroy(file);
    }
}

/* Splittings as Nystroem methods: the conditions of symplecticity are theirs, and the order is at least that on all
 * H = T(p) + V(q); higher where the source says so. */
TEST(test_splittings_as_nystroem_methods)
{
    static const struct {
        const char *path;
        mpfr_prec_t bits; /* to which the coefficients are meant */
        int order;
    } files[] = {{"examples/stoermer-verlet.lua", AUDIT_BITS, 2},
                 {"examples/forest-ruth.lua", AUDIT_BITS, 4},
                 {"tests/data/methods/suzuki-4.lua", AUDIT_BITS, 4},
                 {"tests/data/methods/ruth-3.lua", AUDIT_BITS, 3},
                 {"tests/data/methods/atela-4.lua", 58, 4}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct tableau *nystroem = kept(tableau_splitting_nystroem(tableau_of(files[i].path)));
        struct tableau_audit audit;

        tableau_audit(kept(tableau_copy(nystroem, files[i].bits)), &audit);
        assert_int_equal(audit.order, files[i].order);
        assert_true(audit.symplectic);
    }
    assert_int_equal(
        tableau_order_by_trees(kept(tableau_copy(tableau_of("tests/data/methods/atela-4.lua"), 58)), 5), 3);
}

/* 2, 2, 4, 8, 18, 40, 96 alternating trees of order 1 to 7: a tree of one colour with either root; and of Nystroem trees
 * those of order n with a momentum as root: 1, 1, 2, 3, 6, 10, 20 (Hairer, Norsett, Wanner, table II.14.2). */
TEST(test_trees_of_classes)
{
    static const size_t alternating[] = {2, 2, 4, 8, 18, 40, 96}, nystroem[] = {1, 1, 2, 3, 6, 10, 20};
    struct rooted_trees *two = rooted_trees_create(7, 2, ROOTED_TREES_ALTERNATING),
                        *second = rooted_trees_create(7, 2, ROOTED_TREES_NYSTROEM);

    for (unsigned order = 1; order <= 7; order++) {
        size_t count = 0, momenta = 0;

        for (size_t i = two->first[order]; i < two->first[order + 1]; i++)
            count += (two->tree[i].roots & 1U) + (two->tree[i].roots >> 1);
        for (size_t i = second->first[order]; i < second->first[order + 1]; i++)
            momenta += second->tree[i].roots >> 1;
        assert_int_equal(count, alternating[order - 1]);
        assert_int_equal(momenta, nystroem[order - 1]);
    }
    rooted_trees_destroy(two);
    rooted_trees_destroy(second);
}

/* ---- their steps ---- */

/* H(q, p): Kepler's problem; a pendulum forced in time; a kinetic energy that is not quadratic; both with a product of q
 * and p. */
static const char KEPLER[] =
    "return model { title = '', source = '', kind = 'hamiltonian', coordinates = { 'x', 'y' }, "
    "hamiltonian = function (q, p) return (p[1]^2 + p[2]^2)/2 - 1/sqrt(q[1]^2 + q[2]^2) end, "
    "initial = { default = { q = { 1, 0 }, p = { 0, '6/5' } } } }";
static const char FORCED[] =
    "return model { title = '', source = '', kind = 'hamiltonian', coordinates = { 'x' }, "
    "hamiltonian = function (q, p, t, c) return p[1]^2/2 - cos(q[1]) + q[1]*cos(7*t/5)/2 end, "
    "initial = { default = { q = { 1 }, p = { '1/2' } } } }";
static const char MODULATED[] = /* its mass is of the time */
    "return model { title = '', source = '', kind = 'hamiltonian', coordinates = { 'x' }, "
    "hamiltonian = function (q, p, t, c) return p[1]^2*(1 + t^2)/2 - cos(q[1]) end, "
    "initial = { default = { q = { 1 }, p = { '1/2' } } } }";
static const char RELATIVISTIC[] =
    "return model { title = '', source = '', kind = 'hamiltonian', coordinates = { 'x' }, "
    "hamiltonian = function (q, p) return sqrt(1 + p[1]^2) - cos(q[1]) end, "
    "initial = { default = { q = { 1 }, p = { '1/2' } } } }";
static const char MIXED[] =
    "return model { title = '', source = '', kind = 'hamiltonian', coordinates = { 'x' }, "
    "hamiltonian = function (q, p) return p[1]^2/2*(1 + q[1]^2) + q[1]^2/2 end, "
    "initial = { default = { q = { 1 }, p = { '1/2' } } } }";

/* max |x_i - y_i| / max |y_i| after 20 steps of two methods on the same model */
static double distance(const char *text, const char *method, const char *other)
{
    const struct fixture_model model = fixture_model_write(text);
    struct fixture_cell cell = CELL_OF(&model, method, "none", .step = "1/10", .steps = 20, .bits = BITS);
    struct trajectory *mine = fixture_run(&cell), *theirs;

    cell.method = other;
    theirs = fixture_run(&cell);
    return fixture_distance(mine->q, theirs->q, mine->dimension);
}

static const double SAME = 1e-55, OTHER = 1e-6;

TEST(test_files_of_the_same_method)
{
    /* rattle without constraints is the Stoermer-Verlet method that begins with a kick, reich the symplectic Euler
     * method; and triple-jump-4 of it the method of Forest and Ruth that begins with a kick. */
    assert_true(distance(KEPLER, "examples/stoermer-verlet.lua", "rattle") < SAME);
    assert_true(distance(KEPLER, "tests/data/methods/stoermer-nystroem.lua", "rattle") < SAME);
    assert_true(distance(FORCED, "tests/data/methods/stoermer-nystroem.lua", "rattle") < SAME);
    assert_true(distance(RELATIVISTIC, "examples/partitioned-verlet.lua", "rattle") < SAME);
    assert_true(distance(RELATIVISTIC, "tests/data/methods/symplectic-euler.lua", "reich") < SAME);
    assert_true(distance(MIXED, "examples/partitioned-verlet.lua", "rattle") < SAME);
    assert_true(distance(MIXED, "tests/data/methods/stages/rk4-pair.lua", "rk4") < SAME); /* explicit */
    assert_true(distance(RELATIVISTIC, "tests/data/methods/stages/rk4-pair.lua", "rk4") < SAME);
    assert_true(
        distance(KEPLER, "tests/data/methods/kicked-forest-ruth.lua", "compose:rattle:triple-jump-4") < SAME);
    assert_true(distance(KEPLER, "examples/triple-jump.lua", "compose:runge-kutta:gauss-1:triple-jump-4") <
                SAME);
    assert_true(distance(KEPLER, "tests/data/methods/euler-and-adjoint.lua",
                         "compose:runge-kutta:euler:symmetrised") < SAME);
}

#define STAGES "tests/data/methods/stages/"

/* Stages at one node: the start of the next step is extrapolated from one of them, in double as in more bits. */
TEST(test_equal_nodes)
{
    static const char *const same[][2] = {{STAGES "doubled-midpoint.lua", "runge-kutta:gauss-1"},
                                          {STAGES "twice-trapezoidal.lua", STAGES "halved-trapezoidal.lua"}};
    const struct fixture_model model = fixture_model_write(KEPLER);

    for (size_t i = 0; i < COUNT(same); i++) {
        struct fixture_cell cell = CELL_OF(&model, same[i][0], "none", .step = "1/10", .steps = 20);
        struct trajectory *mine = fixture_run(&cell), *theirs;

        cell.method = same[i][1];
        theirs = fixture_run(&cell);
        assert_true(fixture_distance(mine->q, theirs->q, mine->dimension) < 1e-13);
        assert_true(distance(KEPLER, same[i][0], same[i][1]) < SAME);
    }
    assert_true(distance(KEPLER, same[0][0], same[1][0]) > OTHER);
}

/* Listed in another order, stages of an explicit method are still evaluated one after the other: bit for bit. */
TEST(test_stages_out_of_order)
{
    assert_true(distance(KEPLER, STAGES "halved-reversed-rk4.lua", STAGES "halved-rk4.lua") == 0);
    assert_true(distance(KEPLER, STAGES "reversed-nystroem-4.lua", "examples/nystroem-4.lua") < SAME);
    assert_true(distance(KEPLER, STAGES "reversed-rk4.lua", "runge-kutta:gauss-1") > OTHER);
}

TEST(test_mass_of_the_time)
{
    struct method_file *file = method_file_create("examples/nystroem-4.lua", NULL, &said);
    struct model *model = kept(model_create_from_text("m.lua", MODULATED, NULL, &said));
    struct method method;

    assert_done(file && model, said);
    method = method_file_method(kept_with(file, destroy_file));
    assert_int_equal(method_refuses_model(&method, projection_find("none"), model, &said),
                     METHOD_REFUSES_KIND);
    assert_says(said.text, "the velocity q' is not linear in p");
}

/* Where the model uses + - x / and roots alone. */
TEST(test_53_bits_are_double)
{
    static const char *const methods[] = {"examples/stoermer-verlet.lua", "examples/partitioned-verlet.lua",
                                          "examples/nystroem-4.lua",
                                          "tests/data/methods/euler-and-adjoint.lua"};
    const struct fixture_model model = fixture_model_write(KEPLER);

    for (size_t i = 0; i < COUNT(methods); i++) {
        struct fixture_cell cell =
            CELL_OF(&model, methods[i], "none", .step = "1/10", .steps = 20, .accepted = true);
        struct trajectory *in_double = fixture_run(&cell), *in_mpfr;

        cell.bits = 53;
        in_mpfr = fixture_run(&cell);
        for (size_t k = 0; k < in_double->dimension; k++) {
            if (!mpfr_equal_p(in_double->q[k], in_mpfr->q[k]))
                fail_msg("%s: component %zu is %.17g, and %.17g in MPFR", methods[i], k,
                         mpfr_get_d(in_double->q[k], MPFR_RNDN), mpfr_get_d(in_mpfr->q[k], MPFR_RNDN));
        }
    }
}

/* The control: drifts and kicks exchanged are another method. */
TEST(test_roles_exchanged)
{
    assert_true(distance(KEPLER, "tests/data/methods/drifted-verlet.lua", "rattle") > OTHER);
    assert_true(distance(KEPLER, "examples/forest-ruth.lua", "compose:rattle:triple-jump-4") > OTHER);
    assert_true(distance(KEPLER, "examples/wrong-composition.lua",
                         "compose:runge-kutta:gauss-1:triple-jump-4") > OTHER);
}

/* ---- multistep methods ---- */

static const char BDF[] = "tests/data/methods/bdf-2.lua", ADAMS[] = "examples/adams-bashforth-4.lua",
                  MOULTON[] = "tests/data/methods/adams-moulton-4.lua";

TEST(test_orders_of_multistep_methods)
{
    static const struct {
        const char *path;
        int order;
    } files[] = {{BDF, 2}, {ADAMS, 4}, {MOULTON, 4}, {"tests/data/methods/one-step-trapezoidal.lua", 2}};

    for (size_t i = 0; i < COUNT(files); i++) {
        struct method_file *file = method_file_create(files[i].path, NULL, &said);

        assert_done(file, said);
        assert_int_equal(multistep_file_order(file, 20), files[i].order);
        method_file_destroy(file);
    }
}

/* The state after so many steps. */
static mpfr_t *state_after(const struct fixture_model *model, const char *method, unsigned long steps)
{
    struct fixture_cell cell = CELL_OF(model, method, "none", .step = "1/10", .steps = steps, .bits = BITS);

    return fixture_run(&cell)->q;
}

/* The largest component of sum_j alpha_j y_j - h sum_j beta_j f(y_j) over the states after `last - k` to `last` steps. */
static double recurrence_residual(const char *path, unsigned long last)
{
    const struct fixture_model model = fixture_model_write(KEPLER);
    struct method_file *file = method_file_create(path, NULL, &said);
    const size_t d = model.model->dimension;
    mpfr_t *sum = kept_numbers(d, BITS), *f = kept_numbers(d, BITS), *alpha, term;
    double largest = 0;
    size_t count;

    assert_done(file, said);
    alpha = multistep_file_evaluate(file, BITS, &count);
    mpfr_init2(term, BITS);
    for (size_t k = 0; k < d; k++)
        mpfr_set_zero(sum[k], 1);
    for (size_t j = 0; j < count; j++) {
        mpfr_t *y = state_after(&model, path, last + 1 - count + j);

        assert_true(graph_value_of_program(f, model.system->velocity, (mpfr_t *const[]){y}, BITS));
        for (size_t k = 0; k < d; k++) {
            mpfr_mul(term, alpha[j], y[k], MPFR_RNDN);
            mpfr_add(sum[k], sum[k], term, MPFR_RNDN);
            mpfr_mul(term, alpha[count + j], f[k], MPFR_RNDN);
            mpfr_div_ui(term, term, 10, MPFR_RNDN);
            mpfr_sub(sum[k], sum[k], term, MPFR_RNDN);
        }
    }
    for (size_t k = 0; k < d; k++)
        largest = fmax(largest, fabs(mpfr_get_d(sum[k], MPFR_RNDN)));
    mpfr_clear(term);
    number_block_destroy(alpha);
    method_file_destroy(file);
    return largest;
}

TEST(test_recurrences)
{
    const struct fixture_model model = fixture_model_write(KEPLER);

    assert_true(recurrence_residual(BDF, 12) < SAME);
    assert_true(recurrence_residual(MOULTON, 12) < SAME);
    assert_true(recurrence_residual(ADAMS, 12) < SAME);
    /* The first steps are those of the starter, which do not satisfy it. */
    assert_true(recurrence_residual(ADAMS, 4) < SAME);
    assert_true(fixture_distance(state_after(&model, ADAMS, 3), state_after(&model, "rk4", 3), 4) < SAME);
    assert_true(fixture_distance(state_after(&model, ADAMS, 4), state_after(&model, "rk4", 4), 4) >
                OTHER / 1e3);
}

/* On a degenerate Lagrangian p is theta(q), after a step of the starter and after those of the method; theta of this model
 * is (q2 + ln q2/q1, q1). */
TEST(test_momenta_of_multistep_methods)
{
    const char *const files[] = {ADAMS, MOULTON, BDF};
    const struct fixture_model model = fixture_model_read("models/lotka-volterra.lua");
    mpfr_t *theta = kept_numbers(2, BITS);

    for (unsigned long k = 0; k < COUNT(files) * 2; k++) {
        struct fixture_cell cell =
            CELL_OF(&model, files[k / 2], "none", .step = "1/10", .steps = k % 2 ? 12 : 1, .bits = BITS);
        const struct trajectory *run = fixture_run(&cell);

        mpfr_log(theta[0], run->q[1], MPFR_RNDN);
        mpfr_div(theta[0], theta[0], run->q[0], MPFR_RNDN);
        mpfr_add(theta[0], theta[0], run->q[1], MPFR_RNDN);
        mpfr_set(theta[1], run->q[0], MPFR_RNDN);
        assert_true(fixture_distance(run->p, theta, 2) < SAME);
        mpfr_set_ui(theta[1], 1, MPFR_RNDN); /* control: it is not that of the start */
        assert_true(fixture_distance(run->p, theta, 2) > OTHER / 1e3);
    }
}

/* With k = 1 it is a Runge-Kutta method. */
TEST(test_multistep_of_one_step)
{
    assert_true(distance(KEPLER, "tests/data/methods/one-step-trapezoidal.lua",
                         "tests/data/methods/trapezoidal.lua") < SAME);
}

/* ---- models that they do not serve ---- */

TEST(test_partitions)
{
    static const struct {
        const char *text;
        bool serves[4]; /* by enum partition */
    } models[] = {{KEPLER, {true, true, true, true}},
                  {RELATIVISTIC, {true, true, true, false}},
                  {MIXED, {true, true, false, false}}};

    for (size_t i = 0; i < COUNT(models); i++) {
        const struct fixture_model model = fixture_model_write(models[i].text);

        for (unsigned k = PARTITION_NONE; k <= PARTITION_SECOND; k++)
            assert_int_equal(partition_serves((enum partition)k, model.model, &said), models[i].serves[k]);
    }
    assert_false(partition_serves(PARTITION_HALVES, fixture_model_read("models/lorenz.lua").model, &said));
    assert_true(
        partition_serves(PARTITION_SECOND, fixture_model_read("models/henon-heiles.lua").model, &said));
}
