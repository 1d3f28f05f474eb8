/* The orders of TSARKIMEXBPR3 and of three types of TSROSW, with PETSc alone:
 *
 *     gcc reproduce.c -o reproduce $(pkg-config --cflags --libs petsc ompi-c) && ./reproduce
 *
 * u' = -u^2/3 (explicit) - 2 u^2/3 (implicit), u(0) = 1, whose solution is 1/(1 + t); errors at t = 2 with 8, 16, ..., 128
 * steps and the order between the last two.  "mended" is bpr3 with 3/4 in the place of 3/5 in the last row of its explicit
 * table, whose sum then is 1, as that of the implicit one.
 *
 * TSROSW takes u' = -u^2 whole, in one TSSolve and with a TS for every step.  The last stage of lassp3p4s2c, llssp3p4s2c
 * and ark3 is explicit.  TSStep_RosW sets SNESSetLagJacobian to -2 in its first stage and restores it in its last one only
 * where that is implicit: else all later steps solve with the matrix that the explicit stage leaves behind, -J without its
 * shift.  And in a step the matrix I/(gamma_11 h) - J of the first stage is used for all stages: lassp3p4s2c and llssp3p4s2c
 * have other gamma_ii in other stages.  ra34pw2, whose gamma_ii are equal and whose last stage is implicit, has its order
 * in both ways. */
#include <math.h>
#include <petscts.h>

static PetscErrorCode explicit_part(TS ts, PetscReal t, Vec u, Vec f, void *unused)
{
    const PetscScalar *x;
    (void)ts, (void)t, (void)unused;
    VecGetArrayRead(u, &x);
    VecSet(f, -x[0] * x[0] / 3);
    return VecRestoreArrayRead(u, &x);
}

static PetscErrorCode implicit_part(TS ts, PetscReal t, Vec u, Vec derivative, Vec f, void *unused)
{
    const PetscScalar *x, *y;
    (void)ts, (void)t, (void)unused;
    VecGetArrayRead(u, &x);
    VecGetArrayRead(derivative, &y);
    VecSet(f, y[0] + 2 * x[0] * x[0] / 3);
    VecRestoreArrayRead(derivative, &y);
    return VecRestoreArrayRead(u, &x);
}

static PetscErrorCode jacobian(TS ts, PetscReal t, Vec u, Vec derivative, PetscReal shift, Mat matrix, Mat other, void *unused)
{
    const PetscScalar *x;
    (void)ts, (void)t, (void)derivative, (void)other, (void)unused;
    VecGetArrayRead(u, &x);
    MatSetValue(matrix, 0, 0, shift + 4 * x[0] / 3, INSERT_VALUES);
    VecRestoreArrayRead(u, &x);
    MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
    return MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
}

/* ---- TSROSW: u' = -u^2, all of it implicit ---- */

static PetscErrorCode whole(TS ts, PetscReal t, Vec u, Vec derivative, Vec f, void *unused)
{
    const PetscScalar *x, *y;
    (void)ts, (void)t, (void)unused;
    VecGetArrayRead(u, &x);
    VecGetArrayRead(derivative, &y);
    VecSet(f, y[0] + x[0] * x[0]);
    VecRestoreArrayRead(derivative, &y);
    return VecRestoreArrayRead(u, &x);
}

static PetscErrorCode whole_jacobian(TS ts, PetscReal t, Vec u, Vec derivative, PetscReal shift, Mat matrix, Mat other, void *unused)
{
    const PetscScalar *x;
    (void)ts, (void)t, (void)derivative, (void)other, (void)unused;
    VecGetArrayRead(u, &x);
    MatSetValue(matrix, 0, 0, shift + 2 * x[0], INSERT_VALUES);
    VecRestoreArrayRead(u, &x);
    MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
    return MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
}

/* u after that many steps of h in one TSSolve */
static double solve(const char *type, double from, double h, int steps)
{
    const PetscScalar *x;
    double found;
    Mat matrix;
    Vec u;
    TS ts;

    VecCreateSeq(PETSC_COMM_SELF, 1, &u);
    VecSet(u, from);
    MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &matrix);
    TSCreate(PETSC_COMM_SELF, &ts);
    TSSetType(ts, TSROSW);
    TSRosWSetType(ts, type);
    TSSetIFunction(ts, NULL, whole, NULL);
    TSSetIJacobian(ts, matrix, matrix, whole_jacobian, NULL);
    TSSetTimeStep(ts, h);
    TSSetMaxSteps(ts, steps);
    TSSetMaxTime(ts, 2 * h * steps); /* so that the number of steps ends it */
    TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER);
    TSSetErrorIfStepFails(ts, PETSC_FALSE);
    TSSetFromOptions(ts);
    TSSolve(ts, u);
    VecGetArrayRead(u, &x);
    found = x[0];
    VecRestoreArrayRead(u, &x);
    TSDestroy(&ts);
    MatDestroy(&matrix);
    VecDestroy(&u);
    return found;
}

enum way { ONE_SOLVE, A_TS_A_STEP };

static double rosw_error(const char *type, enum way way, int steps)
{
    double u = 1;

    if (way != A_TS_A_STEP)
        return fabs(solve(type, u, 2.0 / steps, steps) - 1.0 / 3);
    for (int i = 0; i < steps; i++)
        u = solve(type, u, 2.0 / steps, 1);
    return fabs(u - 1.0 / 3);
}

static void show_rosw(const char *type)
{
    static const char *const words[] = {"one TSSolve", "a TS a step"};

    for (enum way way = ONE_SOLVE; way <= A_TS_A_STEP; way++) {
        double last = 0, now = 0, order = 0;

        printf("%-12s %-12s errors", type, words[way]);
        for (int steps = 8; steps <= 256; steps *= 2) {
            now = rosw_error(type, way, steps);
            order = log2(last / now);
            last = now;
            printf(" %.1e", now);
        }
        printf(order > 0.5 ? "  order %.2f\n" : "  they do not fall\n", order);
    }
}

/* ---- TSARKIMEX ---- */

static double error(const char *type, int steps)
{
    const PetscScalar *x;
    double found;
    Mat matrix;
    Vec u;
    TS ts;

    VecCreateSeq(PETSC_COMM_SELF, 1, &u);
    VecSet(u, 1);
    MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &matrix);
    TSCreate(PETSC_COMM_SELF, &ts);
    TSSetType(ts, TSARKIMEX);
    TSARKIMEXSetType(ts, type);
    TSSetRHSFunction(ts, NULL, explicit_part, NULL);
    TSSetIFunction(ts, NULL, implicit_part, NULL);
    TSSetIJacobian(ts, matrix, matrix, jacobian, NULL);
    TSSetTimeStep(ts, 2.0 / steps);
    TSSetMaxTime(ts, 2);
    TSSetMaxSteps(ts, steps);
    TSSetExactFinalTime(ts, TS_EXACTFINALTIME_MATCHSTEP);
    TSSetFromOptions(ts);
    TSSolve(ts, u);
    VecGetArrayRead(u, &x);
    found = fabs(x[0] - 1.0 / 3);
    VecRestoreArrayRead(u, &x);
    TSDestroy(&ts);
    MatDestroy(&matrix);
    VecDestroy(&u);
    return found;
}

static void show(const char *type)
{
    double last = 0, now = 0, order = 0;

    printf("%-8s errors", type);
    for (int steps = 8; steps <= 128; steps *= 2) {
        now = error(type, steps);
        order = log2(last / now);
        last = now;
        printf(" %.1e", now);
    }
    printf("  order %.2f\n", order);
}

int main(void)
{
    static const PetscReal a[5][5] = {{0}, {1}, {4. / 9, 2. / 9}, {1. / 4, 0, 3. / 4}, {1. / 4, 0, 3. / 4}};
    static const PetscReal implicit_a[5][5] = {
        {0}, {.5, .5}, {5. / 18, -1. / 9, .5}, {.5, 0, 0, .5}, {.25, 0, .75, -.5, .5}};

    PetscInitializeNoArguments();
    PetscOptionsInsertString(NULL, "-ts_adapt_type none -snes_rtol 1e-14 -snes_atol 1e-15 -snes_stol 1e-15 -pc_type lu");
    TSARKIMEXRegister("mended", 3, 5, implicit_a[0], NULL, NULL, a[0], NULL, NULL, NULL, NULL, 0, NULL, NULL);
    show("3");
    show("ars443");
    show("bpr3");
    show("mended");
    show_rosw("ra34pw2");
    show_rosw("lassp3p4s2c");
    show_rosw("llssp3p4s2c");
    show_rosw("ark3");
    return PetscFinalize();
}
