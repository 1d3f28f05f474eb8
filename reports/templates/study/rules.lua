-- The rules by which a report speaks.  Numbers are those of the document, so that the page cannot say what the program does not
-- do.
local text = [[
<ul class="rules">
<li><b>Points.</b> The step size is halved. A point is admitted when its error is at least {order_fit_floors} times its
floor, which includes the error of the reference, and at most {order_fit_largest}. The window is the unbroken run of
admitted points that ends at the finest one; it has at least {order_fit_points} points.</li>
<li><b>Floor.</b> The runs at the two finest steps are repeated with {grid_repeat_bits} more bits (those in double
precision at 128) and the same steps. The difference of the measure is the floor there; it is carried to the other steps
with the square root of the number of steps.</li>
<li><b>Order.</b> Local slopes s<sub>i</sub> = log(e<sub>i</sub>/e<sub>i+1</sub>) /
log(h<sub>i</sub>/h<sub>i+1</sub>) are extrapolated once, x<sub>i</sub> = s<sub>i+1</sub> + (s<sub>i+1</sub> −
s<sub>i</sub>)/(2<sup>k</sup> − 1), with k = 2 for symmetric maps and k = 1 otherwise. The order is the last x; its
interval spans the last s and the last two x, widened by {order_fit_widened}. Where it is wider than {order_fit_widest},
or the last two slopes differ by more than {order_fit_largest_change}, the errors are called not asymptotic. No line of
least squares is used. Where single steps, from h = 2<sup>−8</sup> down to 2<sup>−60</sup>, say with certainty that the
order is another as the step goes to zero, the errors are pre-asymptotic.</li>
<li><b>Exact.</b> An error that is round-off at every step is exact: at the largest usable step it falls, with p more
bits, by 2<sup>−{verdict_fall} p</sup> at least, p ≥ {grid_repeat_bits}. A property claimed to be exact that does not
fall so is refuted, and its order in h is reported. Integral invariants and rates of drifts have floors of their own, measured
beside them: they are exact within {verdict_own_floors} of these, and refuted above, also with more bits, or half the
step.</li>
<li><b>Verdict.</b> A claim says <q>exactly p</q> or <q>at least p</q>. It <b>holds</b> if the order differs from p by at
most {verdict_tolerance} and half the interval; above <q>at least p</q> it holds too. It is <b>refuted</b> if the whole
interval lies more than {verdict_distance} below p, for <q>exactly</q> away from p, on two sets of initial data or final
times; above <q>exactly p</q> only after {verdict_halvings} halvings. All else is <b>inconclusive</b>, for one of these
reasons: floor (round-off leaves too few points), pre-asymptotic (the slopes have not settled), superconvergent (above
the order claimed), sign-change (the error passes through zero), broke-down, too-few (points or sets of initial data),
reference-limited, budget. An entry without a verdict says how the two orders compare: agrees, above, below.</li>
<li><b>Numbers.</b> A claim may give a measure at one step, or its quotient by that of another method, projection or
precision, a bound: below, above, between. It holds inside and is refuted outside by more than a factor
{verdict_value_margin}; else it is inconclusive (margin), or, where the run ended before the number was known, too-short.
No number is judged within {verdict_own_floors} of its floors (floor). A claim may say how many steps the run has that it
is about: a shorter run decides only what no longer one can change, such as a largest error that has been exceeded, or a
step that could not be made; all else is too-short.
An exponent of growth is <q>bounded</q> below {growth_bounded_below}, <q>random-walk</q> from {growth_walk_least} to
{growth_walk_most}, <q>secular</q> above {growth_secular_above}; of an ensemble it is secular only where its slope
differs from zero by its spread, and random-walk, or bounded, only where it does not (an exponent below {growth_falls_below} is bounded all the same). A slope is judged with its spread. These claims are about the data they name: they need no
second initial data and no comparison class.</li>
<li><b>Controls.</b> The positive control is the reference flow, of which the property has to hold. The comparison class
of a claim on a projection is the projections on gauss-1, gauss-2 and srk-3; on a tableau, the tableaux of the same form;
always RK4, and, for drifts, symmetric collocation of order 4. That a claim holds on a model counts only if every member of the class that is refuted on some other
model is refuted on this one too. Otherwise the claim is <b>vacuous</b>: the model cannot tell the method from that
member. A property holds if at least one model that is not vacuous says so and none refutes it.</li>
<li><b>Breakdown.</b> A step whose equations were not solved, or that leaves the domain, ends the run; the run is a
result, its points have no value. <b>Not applicable</b>: the measure or the method does not apply.</li>
</ul>
]]
return (text:gsub("\n", " "):gsub("{([%l_]+)}", function (name) return ("%g"):format(document.thresholds[name]) end))
