#!/bin/sh
# Orders in the powers of a small parameter, as splittings for perturbed systems claim them.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
rotors=perturbed-rotors
# One rotor, for what is wrong already there.
cat >"$temporary/rotor.lua" <<'END'
return model { title = "a rotor under a small force", source = "test", kind = "hamiltonian", coordinates = { "a" },
  parameters = { epsilon = "1/10" }, small = "epsilon", hamiltonian = function (q, p, c) return p.a^2/2 + c.epsilon*cos(q.a) end,
  initial = { default = { q = { 1 }, p = { "3/4" } }, other = { q = { "1/2" }, p = { "-4/5" } } }, step = "1/4" }
END
rotor=$temporary/rotor.lua

audit 0 examples/saba-4.lua --claim order=8,2 --on $rotors && has "perturbed_error:0 holds" &&
    has "perturbed_error:1 holds" && has "perturbed_error:2 holds" && has "perturbed        (8, 2)"
check "SABA_4 is of order (8, 2), measured and proved" $?
audit 1 examples/saba-4.lua --claim order=10,2 --on "$rotor" && has "perturbed_error:1 refuted" && has "perturbed_error:2 holds"
check "and not of order (10, 2): the first power fails" $?
has "counterexample to perturbed_error:1: H = p1 + epsilon*(cos(q1)): one step of 1 has the error" &&
    has ", in the power 1 of epsilon" && has "--claim perturbed_error:1=10" && ! has "counterexample to perturbed_error:2" &&
    eval "$(sed -n "s,^    command   assay ,'$ASSAY' ,p" "$output") -v --out '$temporary/again'" \
        >"$output" 2>&1
[ $? -eq 1 ] && has "claim perturbed_error:1 refuted: 0 of 1 hold"
check "the smallest counterexample is printed with a command that shows it" $?
audit 1 examples/sbab-3.lua --claim order=6,3 --on "$rotor" && has "perturbed_error:1 holds" && has "perturbed_error:2 refuted" &&
    has "power 2 of e, order 3: the coefficient of B_0 B_1"
check "SBAB_3 is of order (6, 2), not (6, 3): the second power fails" $?
audit 1 examples/stoermer-verlet.lua --claim order=4,2 --on "$rotor" && has "perturbed_error:1 refuted"
check "Stoermer and Verlet's splitting is not of order (4, 2)" $?
sed 's/drift = { "1\/2" - far/drift = { "1\/2" - far + "1e-11"/' examples/saba-4.lua >"$temporary/node.lua"
sed 's/kick = { b/kick = { b + "1e-11"/' examples/saba-4.lua >"$temporary/weight.lua"
audit 1 "$temporary/weight.lua" --claim order=8,2 --on "$rotor" && has "perturbed_error:0 holds" && has "perturbed_error:1 refuted"
check "a weight that is wrong in its 11th digit is refuted, and the unperturbed system is solved" $?
audit 1 tests/data/methods/late-saba-4.lua --claim order=8,2 --on $rotors && has "claim perturbed_error:1 refuted" &&
    has "order 0 as the step goes to zero; claimed: at least 8; refuted on two sets" &&
    has "power 1 of e, order 1: sum of all kicks = 1 fails by 1e-25" && has "from its digit 25 on; that alone restores all"
check "so is one that is wrong in its 25th digit, as the step goes to zero" $?
sed 's/1e-11/1e-140/' "$temporary/weight.lua" >"$temporary/latest.lua"
audit 3 "$temporary/latest.lua" --claim order=8,2 --on "$rotor" && has "claim perturbed_error:1 inconclusive: it was measured to hold, but"
check "a weight that is wrong behind all that is measured does not hold" $?
audit 1 "$temporary/node.lua" --claim order=8,2 --on "$rotor" && has "perturbed_error:0 refuted"
check "so is a node: the drifts do not follow the unperturbed system" $?
has "counterexample to perturbed_error:0: H = p1: one step of" && has "without the perturbation has the error over h 1e-11"
check "with one without a perturbation" $?
sed 's/1e-11/1e-60/' "$temporary/node.lua" >"$temporary/drifts.lua"
audit 1 "$temporary/drifts.lua" --claim order=8,2 --on "$rotor" && ! has "claim perturbed_error:0 holds" &&
    has "claim perturbed_error:2 inconclusive: it was measured to hold, but the drifts add up to another time than h"
check "nor does one with a node that is wrong in its 60th digit" $?
audit 1 examples/saba-3.lua --claim order=6,2 --on tests/data/models/perturbed-oscillator.lua && has "perturbed_error:0 refuted"
check "nor do they follow one with a potential of its own" $?
audit 3 examples/saba-3.lua --claim order=6,2 --on tests/data/models/perturbed-force.lua && ! has refuted: &&
    has "perturbed_error:1 vacuous" && has "perturbed_error:2 vacuous"
check "a part that is zero on the model is vacuous" $?
audit 0 rk4 --claim order=4,4 --on perturbed-particle && has "perturbed_error:1 holds" && has "perturbed_error:2 holds"
check "a method that is no splitting is measured as well" $?
audit 3 examples/saba-4.lua --claim order=8,2 --on henon-heiles && has "not applicable: the model file names none of its parameters as small"
check "a model without a small parameter: not applicable" $?
audit 3 examples/adams-bashforth-4.lua --claim order=4,4 --on $rotors && has "not applicable: the method remembers the steps before"
check "a method whose steps are no maps: not applicable" $?
for order in 8,x 2,8 8, 9,8,7,6,5; do
    audit 2 examples/saba-4.lua --claim order=$order && has "the claim order is not '$order'; write order=8,2"
    check "refused: order=$order" $?
done
cat >"$temporary/model.lua" <<'END'
return model { title = "m", source = "a test", kind = "ode", coordinates = { "x" }, parameters = { a = 1 }, small = "e",
  field = function (x) return { x[1] } end, initial = { default = { 1 } } }
END
"$ASSAY" show "$temporary/model.lua" >"$output" 2>&1
[ $? -eq 2 ] && has "small names no parameter: 'e'; the parameters are a"
check "refused: a small parameter that there is not" $?
"$ASSAY" show $rotors >"$output" 2>&1 && has "epsilon = 1/10; epsilon is small"
check "assay show says which parameter is small" $?
echo "1..$number"
