/* To how many digits the tables of Cash satisfy the conditions of order 4, with ARKODE alone:
 *
 *     gcc reproduce.c -o reproduce -lsundials_arkode -lm && ./reproduce
 *
 * Printed are sum b_i c_i^(k-1) - 1/k for k = 1 to 4, sum b_i a_ij c_j - 1/6, and the largest sum_j a_ij - c_i; beside them
 * those of another table of order 4. */
#include <stdio.h>

#include <arkode/arkode_butcher_dirk.h>
#include <math.h>

static void show(const char *name, ARKODE_DIRKTableID id)
{
    ARKodeButcherTable table = ARKodeButcherTable_LoadDIRK(id);
    long double rows = 0, nested = -1.0L / 6;

    printf("%-20s", name);
    for (int k = 1; k <= 4; k++) {
        long double sum = -1.0L / k;

        for (int i = 0; i < table->stages; i++)
            sum += table->b[i] * powl(table->c[i], k - 1);
        printf(" %8.1Le", sum);
    }
    for (int i = 0; i < table->stages; i++) {
        long double row = -(long double)table->c[i];

        for (int j = 0; j < table->stages; j++) {
            nested += (long double)table->b[i] * table->A[i][j] * table->c[j];
            row += table->A[i][j];
        }
        rows = fmaxl(rows, fabsl(row));
    }
    printf("   %8.1Le   %8.1Le\n", nested, rows);
    ARKodeButcherTable_Free(table);
}

int main(void)
{
    show("CASH_5_2_4", ARKODE_CASH_5_2_4);
    show("CASH_5_3_4", ARKODE_CASH_5_3_4);
    show("KVAERNO_5_3_4", ARKODE_KVAERNO_5_3_4);
    return 0;
}
