/* The rules by which a report speaks: see page.h.
 *
 * Every number comes from the header of the measure that uses it, so that the page cannot say what the
 * program does not do. */
#include "reports/page/page.h"

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict_value.h"
#include "reports/page/html.h"

static void write_orders(FILE *file)
{
    fprintf(file,
            "<li><b>Points.</b> The step size is halved. A point is admitted when its error is at least %g "
            "times its floor, which includes the error of the reference, and at most %g. The window is the "
            "unbroken run of admitted points that ends at the finest one; it has at least %d points.</li>\n",
            ORDER_FIT_FLOORS, ORDER_FIT_LARGEST, ORDER_FIT_POINTS);
    fprintf(file,
            "<li><b>Floor.</b> The runs at the two finest steps are repeated with %d more bits (those in "
            "double precision at 128) and the same steps. The difference of the measure is the floor there; "
            "it is carried to the other steps with the square root of the number of steps.</li>\n",
            GRID_REPEAT_BITS);
    fprintf(
        file,
        "<li><b>Order.</b> Local slopes s<sub>i</sub> = log(e<sub>i</sub>/e<sub>i+1</sub>) / "
        "log(h<sub>i</sub>/h<sub>i+1</sub>) are extrapolated once, x<sub>i</sub> = s<sub>i+1</sub> + "
        "(s<sub>i+1</sub> − s<sub>i</sub>)/(2<sup>k</sup> − 1), with k = 2 for symmetric maps and k = 1 "
        "otherwise. The order is the last x; its interval spans the last s and the last two x, widened by "
        "%g. Where it is wider than %g, or the last two slopes differ by more than %g, the errors are "
        "called not asymptotic. No line of least squares is used.</li>\n",
        ORDER_FIT_WIDENED, ORDER_FIT_WIDEST, ORDER_FIT_LARGEST_CHANGE);
    fprintf(file,
            "<li><b>Exact.</b> An error that is round-off at every step is exact: at the largest usable step "
            "it falls, with p more bits, by 2<sup>−%g p</sup> at least, p ≥ %d. A property claimed to be "
            "exact that does not fall so is refuted, and its order in h is reported.</li>\n",
            VERDICT_FALL, GRID_REPEAT_BITS);
}

static void write_verdicts(FILE *file)
{
    fprintf(
        file,
        "<li><b>Verdict.</b> A claim says <q>exactly p</q> or <q>at least p</q>. It <b>holds</b> if the "
        "order differs from p by at most %g and half the interval; above <q>at least p</q> it holds too. "
        "It is <b>refuted</b> if the whole interval lies more than %g below p, for <q>exactly</q> away "
        "from p, on two sets of initial data or final times; above <q>exactly p</q> only after %d "
        "halvings. All else is <b>inconclusive</b>, for one of these reasons: floor (round-off leaves too "
        "few points), pre-asymptotic (the slopes have not settled), superconvergent (above the order "
        "claimed), sign-change (the error passes through zero), broke-down, too-few (points or sets of "
        "initial data), reference-limited, budget. An entry without a verdict says how the two orders "
        "compare: agrees, above, below.</li>\n",
        VERDICT_TOLERANCE, VERDICT_DISTANCE, VERDICT_HALVINGS);
    fprintf(
        file,
        "<li><b>Numbers.</b> A claim may give a measure at one step, or its quotient by that of another "
        "method, projection or precision, a bound: below, above, between. It holds inside and is refuted "
        "outside by more than a factor %g; else it is inconclusive (margin), or, where the run ended before "
        "the number was known, too-short. An exponent of growth is <q>bounded</q> below %g, "
        "<q>random-walk</q> from %g to %g, <q>secular</q> above %g. These claims are about the data they "
        "name: they need no second initial data and no comparison class.</li>\n",
        VERDICT_VALUE_MARGIN, GROWTH_BOUNDED_BELOW, GROWTH_WALK_LEAST, GROWTH_WALK_MOST,
        GROWTH_SECULAR_ABOVE);
    fputs(
        "<li><b>Controls.</b> The positive control is the reference flow, of which the property has to hold. "
        "The comparison class of a claim on a projection is the projections on gauss-1, gauss-2 and "
        "srk-3; on a tableau, the tableaux of the same form; and always RK4. That a claim holds on a model "
        "counts only if every member of the class that is refuted on some other model is refuted on this "
        "one too. Otherwise the claim is <b>vacuous</b>: the model cannot tell the method from that member. "
        "A property holds if at least one model that is not vacuous says so and none refutes it.</li>\n",
        file);
    fputs("<li><b>Breakdown.</b> A step whose equations were not solved, or that leaves the domain, ends the "
          "run; the run is a result, its points have no value. <b>Not applicable</b>: the measure or the "
          "method does not apply.</li>\n",
          file);
}

void page_rules_write(FILE *file)
{
    html_heading(file, "rules", "Rules");
    fputs("<ul class=\"rules\">\n", file);
    write_orders(file);
    write_verdicts(file);
    fputs("</ul>\n", file);
}
