/* A hundred wrong methods and a hundred right ones: every wrong one has a counterexample, nine in ten of at most three
 * terms, and no right one has any; of a coefficient that was changed the blame names that coefficient in 95 of 100.
 *
 * Wrong are a coefficient changed in its 3rd, 8th, 11th, 16th or 25th digit, a stage time, an order claimed one too
 * high, compositions, splittings, partitioned and Nystroem methods in files, and the methods of
 * tests/data/audit/programs.c.  Right are as many of the same forms.  Every eighth is tried; with WRONG_METHODS=all in the
 * environment, all of them. */
#include "tests/fixtures/test.h"

#include "harness/audit/counterexample.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_blame.h"
#include "tests/fixtures/audit/method_file_fixture.h"
#include "tests/fixtures/audit/programs_fixture.h"

enum { BITS = 640, SAMPLE = 8, TREES = 6 };

TEST_GROUP(compile_programs, remove_programs)

struct tally {
    size_t tried, found, small, blamed, faults;
};

static size_t stride(void)
{
    const char *which = getenv("WRONG_METHODS");

    return which && strcmp(which, "all") == 0 ? 1 : SAMPLE;
}

/* ---- claims ---- */

static bool is_refuted(const struct method *method, enum audit_property property, int order, uint64_t number,
                       size_t attempts, struct counterexample *found)
{
    const struct counterexample_request request = {.method = method,
                                                   .projection = projection_find("none"),
                                                   .property = property,
                                                   .order = order,
                                                   .seed = number,
                                                   .attempts = attempts};

    return counterexample_find(found, &request);
}

/* Whether one of the claims is refuted: the order is none of a method on positions alone that has momenta. */
static bool is_any_refuted(const struct method *method, const struct tableau_claims *claims, uint64_t number,
                           struct counterexample *found)
{
    return (claims->order && is_refuted(method, AUDIT_ORDER, claims->order, number, 0, found)) ||
           (claims->symplectic && is_refuted(method, AUDIT_SYMPLECTIC, 0, number, 0, found)) ||
           (claims->symmetric && is_refuted(method, AUDIT_SYMMETRIC, 0, number, 0, found));
}

static void count(struct tally *tally, bool found, const struct counterexample *counterexample)
{
    tally->tried++;
    tally->found += found;
    tally->small += found && counterexample->model.terms <= 3;
}

/* ---- files ---- */

struct form {
    const char *tableau;
    bool variational;
};

static const struct form forms[] = {
    {"rk4", false},           {"euler", false},          {"gauss-1", false},
    {"gauss-2", false},       {"gauss-3", false},        {"radau-iia-2", false},
    {"radau-iia-3", false},   {"lobatto-iiic-2", false}, {"lobatto-iiic-3", false},
    {"lobatto-iiie-2", true}, {"lobatto-iiid-3", true},  {"lobatto-iiia-iiib-2", true},
    {"gauss-2", true},        {"gauss-1", true},         {"lobatto-iiia-iiib-3", true},
    {"srk-3", true},
};

/* The coefficients, without a pair unless they are used as one. */
static struct tableau *create(struct form form)
{
    struct error error = {""};
    struct tableau *tableau = tableau_create(form.tableau, BITS, &error);

    assert_done(tableau, error);
    for (size_t i = 0; !form.variational && i < tableau->stages * tableau->stages; i++)
        mpfr_set(tableau->abar[i], tableau->a[i], MPFR_RNDN);
    tableau->partitioned &= form.variational;
    return tableau;
}

/* What the coefficients prove; a variational method has its order with momenta that no run compares. */
static struct tableau_claims claims_of(const struct tableau *tableau, bool variational)
{
    struct tableau_audit audit;

    tableau_audit_with_trees(tableau, TREES, &audit);
    return (struct tableau_claims){
        .order = variational ? 0 : audit.order, .symplectic = audit.symplectic, .symmetric = audit.symmetric};
}

/* x + 3 10^-digit of its size */
static void change(mpfr_t x, int digit)
{
    mpfr_t factor;

    mpfr_init2(factor, BITS);
    mpfr_set_ui(factor, 10, MPFR_RNDN);
    mpfr_pow_si(factor, factor, -digit, MPFR_RNDN);
    mpfr_mul_ui(factor, factor, 3, MPFR_RNDN);
    mpfr_add_ui(factor, factor, 1, MPFR_RNDN);
    mpfr_mul(x, x, factor, MPFR_RNDN);
    mpfr_clear(factor);
}

/* One of the coefficients that are not zero. */
static struct tableau_place choose(struct tableau *t, bool variational, uint64_t *number, mpfr_t **at)
{
    const size_t s = t->stages;
    mpfr_t *const arrays[] = {t->a, t->abar, t->b};

    for (;;) {
        struct tableau_place place = {.row = 0};

        *number = *number * 6364136223846793005U + 1442695040888963407U;
        place.array = (enum tableau_nearest_array)((*number >> 33) % TABLEAU_NEAREST_ARRAYS);
        place.column = 1 + (*number >> 40) % s;
        place.row = place.array == TABLEAU_NEAREST_B ? 0 : 1 + (*number >> 48) % s;
        *at = arrays[place.array] + (place.row ? place.row - 1 : 0) * s + place.column - 1;
        if (!mpfr_zero_p(**at) && (variational || place.array != TABLEAU_NEAREST_ABAR))
            return place;
    }
}

static void try_coefficient(struct tally *tally, struct form form, int digit, uint64_t number)
{
    struct tableau *tableau = create(form);
    struct tableau_claims claims = claims_of(tableau, form.variational), all = claims;
    struct tableau_blame blame;
    struct counterexample found;
    struct method_file *file;
    struct method method;
    struct tableau_place place;
    mpfr_t *at;
    bool is_found;

    all.order = all.order ? all.order : 2;
    place = choose(tableau, form.variational, &number, &at);
    change(*at, digit);
    if (!tableau->partitioned && place.array == TABLEAU_NEAREST_A)
        mpfr_set(tableau->abar[(place.row - 1) * tableau->stages + place.column - 1], *at, MPFR_RNDN);
    tableau->partitioned = tableau->partitioned || place.array == TABLEAU_NEAREST_ABAR;
    for (size_t i = 0; !form.variational && i < tableau->stages; i++) { /* a method's author sums the rows */
        mpfr_set_zero(tableau->c[i], 1);
        for (size_t j = 0; j < tableau->stages; j++)
            mpfr_add(tableau->c[i], tableau->c[i], tableau->a[i * tableau->stages + j], MPFR_RNDN);
    }
    file = method_file_of(tableau, form.variational);
    method = method_file_method(file);
    is_found = is_any_refuted(&method, &claims, number | 1, &found);
    count(tally, is_found, &found);
    if (!is_found)
        print_message("# %s, digit %d of %d %zu,%zu: nothing is found\n", form.tableau, digit, place.array,
                      place.row, place.column);
    tableau_blame_find(&blame, tableau, &all);
    tally->faults++;
    tally->blamed += blame.singles && blame.place.array == place.array && blame.place.row == place.row &&
                     blame.place.column == place.column;
    method_file_destroy(file);
    tableau_destroy(tableau);
}

static void try_stage_time(struct tally *tally, struct form form, int digit, size_t stage)
{
    struct tableau *tableau = create(form);
    const struct tableau_claims claims = {.order = claims_of(tableau, false).order};
    struct tableau_blame blame;
    struct counterexample found;
    struct method_file *file;
    struct method method;
    bool is_found;

    stage %= tableau->stages;
    if (mpfr_zero_p(tableau->c[stage]))
        stage = tableau->stages - 1;
    change(tableau->c[stage], digit);
    file = method_file_of(tableau, false);
    method = method_file_method(file);
    is_found = is_any_refuted(&method, &claims, 1, &found);
    count(tally, is_found, &found);
    if (!is_found)
        print_message("# %s, time of stage %zu: nothing is found\n", form.tableau, stage + 1);
    assert_true(tableau_blame_find_node(&blame, tableau, &(struct coefficient_slack){.count = 0}) &&
                blame.place.row == stage + 1);
    method_file_destroy(file);
    tableau_destroy(tableau);
}

/* Claims what it proves, or an order more. */
static void try_file(struct tally *tally, struct form form, int more, uint64_t number)
{
    struct tableau *tableau = create(form);
    struct tableau_claims claims = claims_of(tableau, form.variational);
    struct method_file *file = method_file_of(tableau, form.variational);
    const struct method method = method_file_method(file);
    struct counterexample found;
    char sentence[COUNTEREXAMPLE_SENTENCE];
    bool is_found;

    claims.order += claims.order ? more : 0;
    is_found = is_any_refuted(&method, &claims, number, &found);
    count(tally, is_found, &found);
    if (is_found != (more > 0))
        print_message("# %s: %s\n", form.tableau,
                      is_found ? counterexample_sentence(&found, sentence) : "nothing is found");
    method_file_destroy(file);
    tableau_destroy(tableau);
}

/* ---- programs and names ---- */

struct claimed {
    const char *method;
    enum audit_property property;
    int order;
};

static const struct claimed wrong_programs[] = {
    {"euler", AUDIT_ORDER, 2},
    {"heun", AUDIT_ORDER, 3},
    {"kutta", AUDIT_ORDER, 4},
    {"classical", AUDIT_ORDER, 5},
    {"implicit-midpoint", AUDIT_ORDER, 3},
    {"heavy", AUDIT_ORDER, 2},
    {"single-last", AUDIT_ORDER, 4},
    {"single-first", AUDIT_ORDER, 4},
    {"single-force", AUDIT_ORDER, 4},
    {"trapezoid", AUDIT_SYMPLECTIC, 0},
    {"average", AUDIT_SYMPLECTIC, 0},
    {"classical", AUDIT_SYMPLECTIC, 0},
    {"kick-drift", AUDIT_ORDER, 2},
    {"same-twice", AUDIT_ORDER, 2},
    {"exchanged", AUDIT_ORDER, 2},
    {"leapfrog", AUDIT_ORDER, 2},
    {"nystroem", AUDIT_ORDER, 2},
    {"remembers", AUDIT_ORDER, 2},
    {"low-starter", AUDIT_ORDER, 3},
    {"heun", AUDIT_SYMMETRIC, 0},
    {"classical", AUDIT_ENERGY, 0},
};

/* Files of other forms, by their paths. */
static const struct claimed wrong_files[] = {
    {"examples/wrong-composition.lua", AUDIT_ORDER, 4},
    {"examples/partitioned-verlet.lua", AUDIT_ENERGY, 0},
    {"tests/data/methods/wrong-blanes-moan.lua", AUDIT_ORDER, 4},
    {"tests/data/methods/ruth-3.lua", AUDIT_SYMMETRIC, 0},
    {"tests/data/methods/stoermer-nystroem.lua", AUDIT_ORDER, 3},
    {"tests/data/methods/euler-and-adjoint.lua", AUDIT_ORDER, 3},
    {"tests/data/methods/symplectic-euler.lua", AUDIT_ORDER, 2},
    {"tests/data/methods/lobatto-pair-3.lua", AUDIT_ORDER, 5},
};

static const struct claimed right_files[] = {
    {"examples/forest-ruth.lua", AUDIT_ORDER, 4},
    {"examples/forest-ruth.lua", AUDIT_SYMPLECTIC, 0},
    {"examples/forest-ruth.lua", AUDIT_SYMMETRIC, 0},
    {"examples/partitioned-verlet.lua", AUDIT_ORDER, 2},
    {"examples/partitioned-verlet.lua", AUDIT_SYMPLECTIC, 0},
    {"examples/nystroem-4.lua", AUDIT_ORDER, 4},
    {"examples/triple-jump.lua", AUDIT_ORDER, 4},
    {"examples/triple-jump.lua", AUDIT_SYMMETRIC, 0},
    {"examples/stoermer-verlet.lua", AUDIT_ORDER, 2},
    {"examples/stoermer-verlet.lua", AUDIT_SYMPLECTIC, 0},
    {"tests/data/methods/nystroem-5.lua", AUDIT_ORDER, 5},
    {"tests/data/methods/ruth-3.lua", AUDIT_ORDER, 3},
    {"tests/data/methods/ruth-3.lua", AUDIT_SYMPLECTIC, 0},
    {"tests/data/methods/suzuki-4.lua", AUDIT_ORDER, 4},
    {"tests/data/methods/lobatto-pair-3.lua", AUDIT_ORDER, 4},
    {"tests/data/methods/euler-and-adjoint.lua", AUDIT_ORDER, 2},
};

static const struct claimed right_programs[] = {
    {"euler", AUDIT_ORDER, 1},       {"heun", AUDIT_ORDER, 2},
    {"kutta", AUDIT_ORDER, 3},       {"classical", AUDIT_ORDER, 4},
    {"ralston", AUDIT_ORDER, 2},     {"midpoint", AUDIT_ORDER, 2},
    {"average", AUDIT_ORDER, 2},     {"implicit-midpoint", AUDIT_SYMPLECTIC, 0},
    {"trapezoid", AUDIT_ORDER, 2},   {"trapezoid", AUDIT_SYMMETRIC, 0},
    {"average", AUDIT_SYMMETRIC, 0}, {"kick-drift", AUDIT_ORDER, 1},
};

static const struct claimed right_names[] = {
    {"compose:runge-kutta:gauss-1:triple-jump-4", AUDIT_ORDER, 4},
    {"compose:runge-kutta:gauss-1:suzuki-4", AUDIT_ORDER, 4},
    {"compose:runge-kutta:gauss-1:suzuki-4", AUDIT_SYMPLECTIC, 0},
    {"compose:runge-kutta:gauss-1:yoshida-6a", AUDIT_SYMMETRIC, 0},
    {"compose:runge-kutta:gauss-1:triple-jump-6", AUDIT_ORDER, 6},
    {"compose:runge-kutta:gauss-2:triple-jump-4", AUDIT_ORDER, 4},
    {"rk4", AUDIT_ORDER, 4},
    {"gauss-2", AUDIT_SYMPLECTIC, 0},
    {"gauss-3", AUDIT_SYMMETRIC, 0},
    {"gauss-1", AUDIT_ORDER, 2},
    {"runge-kutta:gauss-4", AUDIT_ORDER, 8},
    {"runge-kutta:gauss-5", AUDIT_ORDER, 10},
};

static void try_program(struct tally *tally, const struct claimed *claimed, bool wrong)
{
    size_t methods;
    struct foreign_method **all = start_programs(&methods);
    struct counterexample found;
    bool is_found = false;

    for (size_t i = 0; i < methods; i++) {
        const struct method method = foreign_method_method(all[i]);

        if (strcmp(method.name, claimed->method) == 0)
            is_found = is_refuted(&method, claimed->property, claimed->order, 1, 2, &found);
        foreign_method_destroy(all[i]);
    }
    free(all);
    count(tally, is_found, &found);
    if (is_found != wrong) {
        char sentence[COUNTEREXAMPLE_SENTENCE];

        print_message("# %s, %s: %s\n", claimed->method, audit_property_name(claimed->property),
                      is_found ? counterexample_sentence(&found, sentence) : "nothing is found");
    }
}

static void try_name(struct tally *tally, const struct claimed *claimed, uint64_t number)
{
    struct error error = {""};
    struct counterexample found;
    struct method method;
    bool is_found;

    assert_done(method_find(claimed->method, &method, &error), error);
    is_found = is_refuted(&method, claimed->property, claimed->order, number, 0, &found);
    count(tally, is_found, &found);
    if (is_found) {
        char sentence[COUNTEREXAMPLE_SENTENCE];

        print_message("# %s: %s\n", claimed->method, counterexample_sentence(&found, sentence));
    }
}

static void try_path(struct tally *tally, const struct claimed *claimed, bool wrong, uint64_t number)
{
    struct error error = {""};
    struct method_file *file = method_file_create(claimed->method, NULL, &error);
    struct counterexample found;
    struct method method;
    bool is_found;

    assert_done(file, error);
    method = method_file_method(file);
    is_found = is_refuted(&method, claimed->property, claimed->order, number, 0, &found);
    count(tally, is_found, &found);
    if (is_found != wrong) {
        char sentence[COUNTEREXAMPLE_SENTENCE];

        print_message("# %s, %s: %s\n", claimed->method, audit_property_name(claimed->property),
                      is_found ? counterexample_sentence(&found, sentence) : "nothing is found");
    }
    method_file_destroy(file);
}

/* ---- all of them ---- */

TEST(a_hundred_wrong_methods)
{
    static const int digits[] = {3, 8, 11, 16, 25};
    struct tally tally = {0};

    for (size_t k = 0; k < 100; k += stride()) {
        if (k < 50)
            try_coefficient(&tally, forms[k % COUNT(forms)], digits[k % COUNT(digits)], 17 * k + 5);
        else if (k < 61)
            try_stage_time(&tally, forms[k % 9 == 1 ? 0 : k % 9], digits[k % COUNT(digits)], k);
        else if (k < 71)
            try_file(&tally, forms[k % 9], 1, k);
        else if (k < 71 + COUNT(wrong_files))
            try_path(&tally, wrong_files + (k - 71), true, k);
        else
            try_program(&tally, wrong_programs + (k - 71 - COUNT(wrong_files)), true);
    }
    print_message(
        "# %zu wrong methods: %zu refuted, %zu by at most three terms; %zu of %zu coefficients blamed\n",
        tally.tried, tally.found, tally.small, tally.blamed, tally.faults);
    assert_int_equal(tally.found, tally.tried);
    assert_true(tally.small * 10 >= tally.tried * 9);
    assert_true(tally.blamed * 20 >= tally.faults * 19);
}

TEST(a_hundred_right_methods)
{
    struct tally tally = {0};

    for (size_t k = 0; k < 100; k += stride()) {
        if (k < 60)
            try_file(&tally, forms[k % COUNT(forms)], 0, k + 1);
        else if (k < 60 + COUNT(right_files))
            try_path(&tally, right_files + (k - 60), false, k);
        else if (k < 88)
            try_name(&tally, right_names + (k - 76), k);
        else
            try_program(&tally, right_programs + (k - 88), false);
    }
    print_message("# %zu right methods: %zu refuted\n", tally.tried, tally.found);
    assert_int_equal(tally.found, 0);
}
