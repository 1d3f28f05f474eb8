/* What Newton's method reports: see newton.h. */
#include "numerics/newton.h"

const char *newton_status_text(enum newton_status status)
{
    static const char *const text[] = {
        [NEWTON_CONVERGED] = "converged",
        [NEWTON_NO_CONVERGENCE] = "Newton's iteration did not converge",
        [NEWTON_DIVERGED] = "Newton's iteration diverged",
        [NEWTON_SINGULAR] = "the matrix of Newton's iteration is singular",
        [NEWTON_NOT_FINITE] = "the equations are not finite (the solution left the domain)",
        [NEWTON_UNSUPPORTED] = "the method says that it does not take the model",
        [NEWTON_FOREIGN_FAILED] = "the program of the method says that the step cannot be made",
        [NEWTON_NO_ANSWER] = "the program of the method gave no answer to a step, or a wrong one",
        [NEWTON_REMEMBERS] =
            ("the same step, asked for twice, has two ends: the method remembers others; let it "
             "say that it is a session"),
        [NEWTON_CALLS_DIFFER] = "several steps in one call end elsewhere than as many calls: of 1, 2, 3, 7 "
                                "and 64 steps, by more than 1e-6 of the way",
        [NEWTON_OTHER_MODEL] = "the model that the method brings with it is not that of the model file",
        [NEWTON_ENVIRONMENT] = "the method leaves another rounding, range of exponents or decimal point "
                               "behind it; let it restore them, "
                               "and compile it without -ffast-math",
        [NEWTON_CRASHED] = "the method crashed or ended its process",
    };

    return text[status];
}

void newton_counts_add(struct newton_counts *sum, const struct newton_counts *other)
{
    sum->residual_evaluations += other->residual_evaluations;
    sum->evaluations += other->evaluations;
    sum->iterations += other->iterations;
    sum->matrix_evaluations += other->matrix_evaluations;
    sum->operations += other->operations;
    if (other->worst_stall > sum->worst_stall)
        sum->worst_stall = other->worst_stall;
}
