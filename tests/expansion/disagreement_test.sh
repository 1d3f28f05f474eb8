#!/bin/sh
# Runs and expansions that disagree, for real: near-kink.lua has a place of which its expansion at the data knows nothing.
# Gauss with two stages crosses it after a third or two thirds of a step, with an error of order 2; its expansion has
# -t h^4/4320, that of the quadrature of cos x, and leads below 0.16.  By the way, a third leaves nothing of it in Simpson's rule:
# of rk4 nothing disagrees, and its claim holds: the control.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
cat >"$temporary/study.lua" <<'EOF'
return study {
  title = "Next to a kink", source = "", models = { "../models/near-kink.lua" }, methods = { "rk4", "runge-kutta:gauss-2" },
  projections = { "none" }, steps = halving("3/16", 6), untiltime = "6", precisions = { 128 }, measures = { "solution_error" },
  claims = { { id = "order", methods = { "rk4", "runge-kutta:gauss-2" }, projection = "none", measure = "solution_error",
               order = at_least(4), source = "test" } },
}
EOF
mkdir "$temporary/studies" && cp -R tests/data/models "$temporary/models" && mv "$temporary/study.lua" "$temporary/studies"
first() { # whether the output begins with the disagreement, said once, and nothing else does
    sed 1q "$output" | grep -q '^DISAGREES  .*gauss-2/none/128/solution_error' && [ "$(grep -c DISAGREES "$output")" -eq 1 ] &&
        sed 's/^ *//' "$output" | tr '\n' ' ' |
        grep -qF 'slopes show order 2.00, and its expansion has order 4 by the term -0.0002315 t h^4, which should lead below h = 0.16'
}
study=$temporary/studies/study.lua
"$ASSAY" run "$study" --jobs 1 --store "$temporary/store.sqlite" --out "$temporary/out" >"$output" 2>/dev/null
first && has "1 of 2 hold, 1 inconclusive"
check "run prints it before all verdicts, and the claim is open" $?
"$ASSAY" gate "$study" --jobs 1 --store "$temporary/store.sqlite" >"$output" 2>/dev/null
[ $? -eq 1 ] && first
check "gate prints it first, and ends with 1" $?
echo "1..$number"
