/* The Butcher tables of ARKODE (SUNDIALS), for assay: one internal step of a fixed size with ERKStep (explicit tables) or
 * ARKStep (diagonally implicit ones, and pairs of both, of which the explicit one takes the even coordinates and the
 * implicit one the odd ones).  A name with the ending -embedding is the embedded method of the same table.  Implicit
 * stages are solved with ARKODE's own difference quotient Jacobian to 1e-13. */
#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "../field.h"

#define EXPLICIT(X)                                                                                                    \
    X(HEUN_EULER_2_1_2) X(BOGACKI_SHAMPINE_4_2_3) X(ARK324L2SA_ERK_4_2_3) X(ZONNEVELD_5_3_4) X(ARK436L2SA_ERK_6_3_4)   \
    X(SAYFY_ABURUB_6_3_4) X(CASH_KARP_6_4_5) X(FEHLBERG_6_4_5) X(DORMAND_PRINCE_7_4_5) X(ARK548L2SA_ERK_8_4_5)         \
    X(VERNER_8_5_6) X(FEHLBERG_13_7_8) X(KNOTH_WOLKE_3_3) X(ARK437L2SA_ERK_7_3_4) X(ARK548L2SAb_ERK_8_4_5)
#define IMPLICIT(X)                                                                                                    \
    X(SDIRK_2_1_2) X(BILLINGTON_3_3_2) X(TRBDF2_3_3_2) X(KVAERNO_4_2_3) X(ARK324L2SA_DIRK_4_2_3) X(CASH_5_2_4)         \
    X(CASH_5_3_4) X(SDIRK_5_3_4) X(KVAERNO_5_3_4) X(ARK436L2SA_DIRK_6_3_4) X(KVAERNO_7_4_5) X(ARK548L2SA_DIRK_8_4_5)   \
    X(ARK437L2SA_DIRK_7_3_4) X(ARK548L2SAb_DIRK_8_4_5) X(ESDIRK324L2SA_4_2_3) X(ESDIRK325L2SA_5_2_3)                   \
    X(ESDIRK32I5L2SA_5_2_3) X(ESDIRK436L2SA_6_3_4) X(ESDIRK43I6L2SA_6_3_4) X(QESDIRK436L2SA_6_3_4)                     \
    X(ESDIRK437L2SA_7_3_4) X(ESDIRK547L2SA_7_4_5) X(ESDIRK547L2SA2_7_4_5)
#define PAIRS(X)                                                                                                       \
    X(ARK324L2SA, ARK324L2SA_ERK_4_2_3, ARK324L2SA_DIRK_4_2_3) X(ARK436L2SA, ARK436L2SA_ERK_6_3_4, ARK436L2SA_DIRK_6_3_4) \
    X(ARK437L2SA, ARK437L2SA_ERK_7_3_4, ARK437L2SA_DIRK_7_3_4) X(ARK548L2SA, ARK548L2SA_ERK_8_4_5, ARK548L2SA_DIRK_8_4_5) \
    X(ARK548L2SAb, ARK548L2SAb_ERK_8_4_5, ARK548L2SAb_DIRK_8_4_5)

static int take(double t, N_Vector z, N_Vector k, int from)
{
    field_evaluate(t, N_VGetArrayPointer(z), N_VGetArrayPointer(k));
    for (size_t i = 0; from < 2 && i < field_dimension(); i++)
        if (i % 2 != (size_t)from)
            N_VGetArrayPointer(k)[i] = 0;
    return 0;
}

static int whole(double t, N_Vector z, N_Vector k, void *unused)
{
    (void)unused;
    return take(t, z, k, 2);
}

static int even(double t, N_Vector z, N_Vector k, void *unused)
{
    (void)unused;
    return take(t, z, k, 0);
}

static int odd(double t, N_Vector z, N_Vector k, void *unused)
{
    (void)unused;
    return take(t, z, k, 1);
}

/* The weights of the embedded method take the place of the weights. */
static void embed(ARKodeButcherTable table)
{
    for (int i = 0; i < table->stages; i++)
        table->b[i] = table->d[i];
    table->q = table->p;
}

static int explicit_step(ARKODE_ERKTableID id, int embedding, double t, double h, size_t d, double *z)
{
    SUNContext context;
    ARKodeButcherTable table = ARKodeButcherTable_LoadERK(id);
    N_Vector y;
    void *memory;
    int status;

    SUNContext_Create(NULL, &context);
    y = N_VMake_Serial((sunindextype)d, z, context);
    memory = ERKStepCreate(whole, t, y, context);
    if (embedding)
        embed(table);
    ERKStepSetTable(memory, table);
    ERKStepSetFixedStep(memory, h);
    ERKStepSetInterpolantDegree(memory, 0);
    status = ERKStepEvolve(memory, t + h, y, &t, ARK_ONE_STEP);
    ERKStepFree(&memory);
    ARKodeButcherTable_Free(table);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return status < 0;
}

/* `of_explicit` is ARKODE_ERK_NONE where the implicit table takes all coordinates. */
static int implicit_step(ARKODE_ERKTableID of_explicit, ARKODE_DIRKTableID id, int embedding, double t, double h, size_t d,
                         double *z)
{
    int alone = of_explicit == ARKODE_ERK_NONE;
    SUNContext context;
    ARKodeButcherTable implicit_table = ARKodeButcherTable_LoadDIRK(id);
    ARKodeButcherTable explicit_table = alone ? NULL : ARKodeButcherTable_LoadERK(of_explicit);
    SUNLinearSolver solver;
    SUNMatrix matrix;
    N_Vector y;
    void *memory;
    int status;

    SUNContext_Create(NULL, &context);
    y = N_VMake_Serial((sunindextype)d, z, context);
    memory = ARKStepCreate(alone ? NULL : even, alone ? whole : odd, t, y, context);
    matrix = SUNDenseMatrix((sunindextype)d, (sunindextype)d, context);
    solver = SUNLinSol_Dense(y, matrix, context);
    if (embedding)
        embed(implicit_table);
    ARKStepSetTables(memory, implicit_table->q, implicit_table->p, implicit_table, explicit_table);
    ARKStepSetLinearSolver(memory, solver, matrix);
    ARKStepSStolerances(memory, 1e-13, 1e-13);
    ARKStepSetNonlinConvCoef(memory, 0.1);
    ARKStepSetMaxNonlinIters(memory, 50);
    ARKStepSetFixedStep(memory, h);
    ARKStepSetInterpolantDegree(memory, 0);
    status = ARKStepEvolve(memory, t + h, y, &t, ARK_ONE_STEP);
    ARKStepFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    ARKodeButcherTable_Free(implicit_table);
    ARKodeButcherTable_Free(explicit_table);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return status < 0;
}

#define EXPLICIT_STEPS(name)                                                                                           \
    static int step_##name(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return explicit_step(ARKODE_##name, 0, t, h, d, z);                                                            \
    }                                                                                                                  \
    static int embedding_##name(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return explicit_step(ARKODE_##name, 1, t, h, d, z);                                                            \
    }
#define IMPLICIT_STEPS(name)                                                                                           \
    static int step_##name(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return implicit_step(ARKODE_ERK_NONE, ARKODE_##name, 0, t, h, d, z);                                           \
    }                                                                                                                  \
    static int embedding_##name(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return implicit_step(ARKODE_ERK_NONE, ARKODE_##name, 1, t, h, d, z);                                           \
    }
#define PAIR_STEPS(name, of_explicit, of_implicit)                                                                     \
    static int step_##name(field_call *call, double *z)                                                               \
    {                                                                                                                  \
        FIELD_STEP(call);                                                                                              \
        return implicit_step(ARKODE_##of_explicit, ARKODE_##of_implicit, 0, t, h, d, z);                               \
    }
EXPLICIT(EXPLICIT_STEPS)
IMPLICIT(IMPLICIT_STEPS)
PAIRS(PAIR_STEPS)

#define ROWS(name) {"arkode-" #name, step_##name}, {"arkode-" #name "-embedding", embedding_##name},
#define ROW(name, of_explicit, of_implicit) {"arkode-" #name, step_##name},

FIELD_METHODS(EXPLICIT(ROWS) IMPLICIT(ROWS) PAIRS(ROW) {NULL, NULL})
