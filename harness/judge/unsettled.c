/* What slopes show that have not settled: see unsettled.h.
 *
 * Sign change: with two terms the error is c h^p |1 - (h/h')^k|.  The local slopes rise towards the zero h'
 * and drop below p behind it; two terms of one sign give slopes that fall from p + k to p.  A peak or a
 * trough of the slopes, or a rise at the finest step, therefore betrays the zero; slopes that turn more often
 * are noise, and those that fall at once from an order that was there reach a tolerance. */
#include "harness/judge/unsettled.h"

#include <math.h>

#include "harness/judge/order_fit.h"

enum { SETTLED = 2 }; /* changes of slopes */
#define SUDDEN 32.0   /* times as much as a slope changed before: a next term, of h^k, does so 2^k times */
#define GROWN  10.0   /* times as large after a halving: no noise of an error that does not fall */
#define TURN   0.25   /* smallest rise or fall from slope to slope that is neither noise nor curvature */

bool unsettled_leaves_order(const struct fit *e)
{
    const size_t end = e->order.end, begin = end - e->order.window;

    for (size_t i = begin; e->order.status == FIT_NOT_ASYMPTOTIC && i + 4 < end; i++) {
        const double *s = e->order.slopes + i;
        const double change = fmax(fabs(s[1] - s[0]), fabs(s[2] - s[1])), fall = s[2] - s[3];

        if (change <= ORDER_FIT_LARGEST_CHANGE && fall >= TURN && fall > SUDDEN * change)
            return true;
    }
    return false;
}

enum verdict_stall unsettled_find_stall(const struct fit *e, size_t *grows)
{
    for (size_t k = 0; k + 1 < e->points.count; k++) {
        if (e->order.used[k] && e->order.used[k + 1] &&
            e->points.errors[k + 1] > GROWN * e->points.errors[k]) {
            *grows = k;
            return STALL_GROWS;
        }
    }
    return unsettled_leaves_order(e) ? STALL_LEAVES : STALL_STOPS;
}

/* Falls of at least TURN count as -1, rises as +1, anything else as 0. */
static int turn_of(double change)
{
    return change >= TURN ? 1 : change <= -TURN ? -1 : 0;
}

bool unsettled_only_falls(const struct fit *e)
{
    const size_t end = e->order.end, begin = end - e->order.window;

    for (size_t i = begin; i + 2 < end; i++) {
        if (turn_of(e->order.slopes[i + 1] - e->order.slopes[i]) > 0)
            return false;
    }
    return e->order.status == FIT_NOT_ASYMPTOTIC;
}

/* Slopes that agree have passed what was before them, and fall behind a zero from a peak alone: one that rose, or is the
 * first, and is no lower than the last slope. So a kink does not count, nor a fall from an order that was there. */
bool unsettled_changes_sign(const struct fit *e)
{
    const size_t end = e->order.end, begin = end - e->order.window;
    int turns = 0, direction = 0, level = 0;
    bool rises = false, settled = false;
    double peak = INFINITY; /* as long as none falls */

    for (size_t i = begin; i + 2 < end; i++) {
        const double change = e->order.slopes[i + 1] - e->order.slopes[i];
        const int turn = turn_of(change);

        level = turn == 0 ? level + 1 : 0;
        if (level >= SETTLED) {
            turns = direction = 0;
            rises = false;
            peak = INFINITY;
            settled = true;
        }
        if (turn < 0 && direction == 0 && settled)
            return false;
        if (turn < 0 && direction >= 0)
            peak = e->order.slopes[i];
        turns += turn != 0 && turn == -direction;
        direction = turn != 0 ? turn : direction;
        rises |= turn > 0;
    }
    return rises && turns <= 2 && peak >= e->order.slopes[end - 2] - TURN;
}
