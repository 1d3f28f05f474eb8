/* The integrators of PETSc's TS with fixed steps, for assay: one TSStep after TSRestartStep, without adaptivity.  Types of
 * arkimex treat the even coordinates explicitly and the odd ones implicitly; rosw, theta, cn and beuler take all
 * implicitly.  The Jacobian of the implicit part is a difference of sixth order; Newton's method is asked for 1e-13.
 * */
#include <petscts.h>

#include "../field.h"

enum part { EVEN, ODD, WHOLE };
static enum part implicit_part = WHOLE;

static PetscErrorCode take(double t, Vec z, Vec k, enum part part)
{
    const PetscScalar *x;
    PetscScalar *y;

    VecGetArrayRead(z, &x);
    VecGetArray(k, &y);
    field_evaluate(t, x, y);
    for (size_t i = 0; part != WHOLE && i < field_dimension(); i++)
        if (i % 2 != (size_t)part)
            y[i] = 0;
    VecRestoreArray(k, &y);
    VecRestoreArrayRead(z, &x);
    return 0;
}

static PetscErrorCode whole(TS ts, PetscReal t, Vec z, Vec k, void *unused)
{
    (void)ts, (void)unused;
    return take(t, z, k, WHOLE);
}

static PetscErrorCode even(TS ts, PetscReal t, Vec z, Vec k, void *unused)
{
    (void)ts, (void)unused;
    return take(t, z, k, EVEN);
}

/* z' - f(t, z), of the part that is implicit */
static PetscErrorCode residual(TS ts, PetscReal t, Vec z, Vec derivative, Vec to, void *unused)
{
    (void)ts, (void)unused;
    take(t, z, to, implicit_part);
    return VecAYPX(to, -1, derivative);
}

static PetscErrorCode jacobian(TS ts, PetscReal t, Vec z, Vec derivative, PetscReal shift, Mat matrix, Mat other, void *unused)
{
    static const double weight[3] = {45, -9, 1}, e = 1.0 / 128;
    PetscInt d = (PetscInt)field_dimension();
    Vec x, k, column;

    (void)ts, (void)derivative, (void)matrix, (void)unused;
    VecDuplicate(z, &x), VecDuplicate(z, &k), VecDuplicate(z, &column);
    for (PetscInt j = 0; j < d; j++) {
        const PetscScalar *numbers;

        VecSet(column, 0);
        for (int n = 1; n <= 3; n++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                VecCopy(z, x);
                VecSetValue(x, j, sign * n * e, ADD_VALUES);
                take(t, x, k, implicit_part);
                VecAXPY(column, -sign * weight[n - 1] / (60 * e), k);
            }
        }
        VecSetValue(column, j, shift, ADD_VALUES);
        VecGetArrayRead(column, &numbers);
        for (PetscInt i = 0; i < d; i++)
            MatSetValue(other, i, j, numbers[i], INSERT_VALUES);
        VecRestoreArrayRead(column, &numbers);
    }
    VecDestroy(&x), VecDestroy(&k), VecDestroy(&column);
    MatAssemblyBegin(other, MAT_FINAL_ASSEMBLY);
    return MatAssemblyEnd(other, MAT_FINAL_ASSEMBLY);
}

/* ---- separable systems, whose position is the first half of the state ---- */

static double position[FIELD_MOST], momentum[FIELD_MOST];

static void take_half(const double *q, const double *p, Vec to, size_t from)
{
    double z[FIELD_MOST], k[FIELD_MOST];
    size_t half = field_dimension() / 2;
    PetscScalar *y;

    memcpy(z, q, half * sizeof *z);
    memcpy(z + half, p, half * sizeof *z);
    field_evaluate(0, z, k);
    VecGetArray(to, &y);
    memcpy(y, k + from, half * sizeof *y);
    VecRestoreArray(to, &y);
}

static PetscErrorCode velocity(TS ts, PetscReal t, Vec z, Vec k, void *unused)
{
    const PetscScalar *x;

    (void)ts, (void)t, (void)unused;
    VecGetArrayRead(z, &x); /* the momenta alone */
    take_half(position, x, k, 0);
    return VecRestoreArrayRead(z, &x);
}

static PetscErrorCode force(TS ts, PetscReal t, Vec z, Vec k, void *unused)
{
    const PetscScalar *x;

    (void)ts, (void)t, (void)unused;
    VecGetArrayRead(z, &x);
    take_half(x, momentum, k, field_dimension() / 2);
    return VecRestoreArrayRead(z, &x);
}

static void split(TS ts)
{
    PetscInt half = (PetscInt)field_dimension() / 2;
    IS positions, momenta;

    ISCreateStride(PETSC_COMM_SELF, half, 0, 1, &positions);
    ISCreateStride(PETSC_COMM_SELF, half, half, 1, &momenta);
    TSRHSSplitSetIS(ts, "position", positions), TSRHSSplitSetIS(ts, "momentum", momenta);
    TSRHSSplitSetRHSFunction(ts, "position", NULL, velocity, NULL);
    TSRHSSplitSetRHSFunction(ts, "momentum", NULL, force, NULL);
    ISDestroy(&positions), ISDestroy(&momenta);
}

/* ---- steps ---- */

struct kind {
    const char *name, *type, *option, *value; /* an option of PETSc, and its value */
    enum { EXPLICIT, IMPLICIT, BOTH, SPLIT } form;
    enum { KEPT, FRESH, CHAINED } ts; /* one TS restarted at every step, a TS a step, or a TS a trajectory as in TSSolve */
};

static const struct kind kinds[] = {
#define RK(name) {"petsc-rk" name, TSRK, "-ts_rk_type", name, EXPLICIT, KEPT}
    RK("1fe"), RK("2a"), RK("2b"), RK("3"), RK("3bs"), RK("4"), RK("5f"), RK("5dp"), RK("5bs"), RK("6vr"), RK("7vr"), RK("8vr"),
#define SSP(name, stages) {"petsc-ssp-" name "-" stages, TSSSP, "-ts_ssp_type " name " -ts_ssp_nstages", stages, EXPLICIT, KEPT}
    SSP("rks2", "2"), SSP("rks2", "5"), SSP("rks3", "4"), SSP("rks3", "9"), SSP("rk104", "10"),
    {"petsc-euler", TSEULER, NULL, NULL, EXPLICIT, KEPT},
    {"petsc-beuler", TSBEULER, NULL, NULL, IMPLICIT, KEPT},
    {"petsc-cn", TSCN, NULL, NULL, IMPLICIT, KEPT},
    {"petsc-theta", TSTHETA, NULL, NULL, IMPLICIT, KEPT},
#define ARKIMEX(name) {"petsc-arkimex-" name, TSARKIMEX, "-ts_arkimex_type", name, BOTH, KEPT}
    ARKIMEX("1bee"), ARKIMEX("a2"), ARKIMEX("l2"), ARKIMEX("ars122"), ARKIMEX("2c"), ARKIMEX("2d"), ARKIMEX("2e"),
    ARKIMEX("prssp2"), ARKIMEX("3"), ARKIMEX("bpr3"), ARKIMEX("ars443"), ARKIMEX("4"), ARKIMEX("5"),
#define ROSW(name) {"petsc-rosw-" name, TSROSW, "-ts_rosw_type", name, IMPLICIT, KEPT}
    ROSW("theta1"), ROSW("theta2"), ROSW("2m"), ROSW("2p"), ROSW("ra3pw"), ROSW("ra34pw2"), ROSW("rodas3"), ROSW("sandu3"),
    ROSW("assp3p3s1c"), ROSW("grk4t"), ROSW("shamp4"), ROSW("veldd4"), ROSW("4l"),
/* their last stage is explicit, and they do not leave a TS as they find it */
#define ROSW_IN_TWO_WAYS(name)                                                                                         \
    {"petsc-rosw-" name, TSROSW, "-ts_rosw_type", name, IMPLICIT, CHAINED},                                            \
        {"petsc-rosw-" name "-fresh", TSROSW, "-ts_rosw_type", name, IMPLICIT, FRESH}
    ROSW_IN_TWO_WAYS("lassp3p4s2c"), ROSW_IN_TWO_WAYS("llssp3p4s2c"), ROSW_IN_TWO_WAYS("ark3"),
#define SYMPLECTIC(name) {"petsc-basicsymplectic-" name, TSBASICSYMPLECTIC, "-ts_basicsymplectic_type", name, SPLIT, KEPT}
    SYMPLECTIC("1"), SYMPLECTIC("2"), SYMPLECTIC("3"), SYMPLECTIC("4"),
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static TS create(const struct kind *kind, Vec z)
{
    PetscInt d = (PetscInt)field_dimension();
    char options[300];
    TSAdapt adapt;
    Mat matrix;
    TS ts;

    PetscOptionsClear(NULL);
    snprintf(options, sizeof options, "-ts_adapt_type none -snes_rtol 1e-14 -snes_atol 1e-15 -snes_stol 1e-15 -snes_max_it 50 -ksp_type preonly -pc_type lu %s %s",
             kind->option ? kind->option : "", kind->option ? kind->value : "");
    PetscOptionsInsertString(NULL, options);
    TSCreate(PETSC_COMM_SELF, &ts);
    TSSetProblemType(ts, TS_NONLINEAR);
    TSSetType(ts, kind->type);
    if (kind->form == EXPLICIT)
        TSSetRHSFunction(ts, NULL, whole, NULL);
    if (kind->form == BOTH)
        TSSetRHSFunction(ts, NULL, even, NULL);
    if (kind->form == IMPLICIT || kind->form == BOTH) {
        implicit_part = kind->form == BOTH ? ODD : WHOLE;
        MatCreateSeqDense(PETSC_COMM_SELF, d, d, NULL, &matrix);
        TSSetIFunction(ts, NULL, residual, NULL);
        TSSetIJacobian(ts, matrix, matrix, jacobian, NULL);
        MatDestroy(&matrix);
    }
    if (kind->form == SPLIT) {
        TSSetRHSFunction(ts, NULL, whole, NULL);
        split(ts);
    }
    TSGetAdapt(ts, &adapt);
    TSAdaptSetType(adapt, TSADAPTNONE);
    TSSetMaxSteps(ts, 1000000000);
    TSSetMaxTime(ts, 1e30);
    TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER);
    TSSetErrorIfStepFails(ts, PETSC_FALSE);
    TSSetSolution(ts, z);
    TSSetFromOptions(ts);
    TSSetUp(ts);
    return ts;
}

static TS kept; /* that of the last integrator and dimension */
static Vec state;
static const struct kind *kept_kind;
static size_t kept_dimension;

static int step(const struct kind *kind, size_t taken, double t, double h, size_t d, double *z)
{
    TSConvergedReason reason;
    PetscScalar *x;

    if (kind->form == SPLIT && d % 2)
        return 1;
    if (!PetscInitializeCalled) {
        setenv("OMPI_MCA_ess_singleton_isolated", "1", 1); /* one process: Open MPI starts no daemon for it, */
        setenv("OMPI_MCA_pml", "ob1", 1);                  /* and looks for no network, which takes 0.2 s */
        setenv("OMPI_MCA_btl", "self", 1);
        PetscInitializeNoArguments();
        PetscPopSignalHandler();
        PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL);
    }
    if (kept_kind != kind || kept_dimension != d || kind->ts == FRESH || (kind->ts == CHAINED && taken == 0)) {
        TSDestroy(&kept);
        VecDestroy(&state);
        VecCreateSeq(PETSC_COMM_SELF, (PetscInt)d, &state);
        kept = create(kind, state);
        kept_kind = kind;
        kept_dimension = d;
    }
    memcpy(position, z, d / 2 * sizeof *z);
    memcpy(momentum, z + d / 2, d / 2 * sizeof *z);
    VecGetArray(state, &x);
    memcpy(x, z, d * sizeof *z);
    VecRestoreArray(state, &x);
    TSSetTime(kept, t);
    TSSetTimeStep(kept, h);
    TSSetConvergedReason(kept, TS_CONVERGED_ITERATING);
    if (kind->ts == KEPT)
        TSRestartStep(kept);
    TSStep(kept);
    TSGetConvergedReason(kept, &reason);
    VecGetArray(state, &x);
    memcpy(z, x, d * sizeof *z);
    VecRestoreArray(state, &x);
    return reason < 0;
}

/* A step has no argument for its kind: there is a function for each number. */
#define STEP(n)                                                                                                        \
    static int step_##n(field_call *call, double *z)                                                                   \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return step(kinds + n, call->taken, t, h, d, z);                                                                            \
    }
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define SIXTY(X)                                                                                                       \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5)
SIXTY(STEP)
#define NAME(n) step_##n,
static int (*const steps[])(field_call *call, double *z) = {SIXTY(NAME)};

FIELD_VERSION
extern struct assay_method_double assay_methods_double[];
struct assay_method_double assay_methods_double[KINDS + 1];

__attribute__((constructor)) static void start(void)
{
    for (int i = 0; i < KINDS; i++)
        assay_methods_double[i] = (struct assay_method_double){
            .name = kinds[i].name, .step = steps[i], .flags = kinds[i].ts == CHAINED ? ASSAY_SESSION : 0};
    field_choose(assay_methods_double, getenv("FIELD_INTEGRATORS"));
}
