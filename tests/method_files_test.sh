#!/bin/sh
# Methods and projections that somebody else writes as files: each takes the steps of what it writes out, its numbers
# are stored under its text, and what is wrong in a file is refused in one line.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
study() { # MODEL METHODS PROJECTIONS MEASURES: runs it
    cat >"$temporary/study.lua" <<END
return study { title = "files", source = "", models = { "$1" }, methods = { $2 }, projections = { $3 },
  steps = halving("0.1", 3), untiltime = "1", precisions = { "double", 200 }, measures = { $4 } }
END
    "$ASSAY" run "$temporary/study.lua" -v --store "$temporary/store.sqlite" --out "$temporary/study" >"$output" 2>&1
    cells=$temporary/study/data/cells.csv
}
stored() { # TO COMPUTE, STORED: whether the last study finds so many cells in the store
    "$ASSAY" run "$temporary/study.lua" --store "$temporary/store.sqlite" --dry-run >"$output" 2>&1
    has "$1 cells to compute, $2 in the store"
}
# The numbers of the cells of a method and a projection in the last study.
numbers() { # METHOD PROJECTION
    grep -v '^#' "$cells" | sed -n "s/.*,$1,$2,//p"
}
same() { # METHOD PROJECTION METHOD PROJECTION: whether all their numbers are, of which there are six cells
    numbers "$1" "$2" >"$temporary/mine"
    numbers "$3" "$4" >"$temporary/ours"
    [ "$(wc -l <"$temporary/mine")" -eq 6 ] && cmp -s "$temporary/mine" "$temporary/ours"
}
write() { # FILE TEXT
    printf '%s\n' "$2" >"$temporary/$1.lua"
}
refused() { # MESSAGE COMMAND...: one line with the message, and exit status 2
    message=$1
    shift
    "$ASSAY" "$@" >"$output" 2>&1
    [ $? -eq 2 ] && has "$message" && [ "$(grep -c '^assay: ' "$output")" -eq 1 ]
    check "refused: $message" $?
}

# ---- one run ----

state() { # METHOD: the last state of one run
    "$ASSAY" integrate kepler --method "$1" --step 1/16 --steps 8 --precision 128 | grep -v '^#'
}
[ -n "$(state rk4)" ] && [ "$(state examples/gauss-2.lua)" = "$(state runge-kutta:gauss-2)" ] &&
    [ "$(state examples/gauss-2.lua)" != "$(state rk4)" ]
check "integrate takes a file, and its steps are those of the method that it writes out" $?
head -c 100 /dev/zero >"$temporary/none.so"
refused "is not text; write a Lua file, or 'assay audit FILE.so' for a shared object, 'assay audit --exec COMMAND' for a program" \
    integrate kepler --method "$temporary/none.so" --step 1/16 --steps 8
ASSAY_PATH=$temporary refused "instead of a tableau" integrate kepler --method models/kepler.lua --step 1/16 --steps 8

# ---- projections ----------------------------------------------------------------------------------------------------

for row in 'symmetric perturb={at="q0"},project={at="q1",weight="R"}' \
    'standard project={at="q1"}' \
    'symplectic perturb={at="q0"},project={at="q1",weight="R"},multiplier="previous"' \
    'midpoint perturb={at="qm"},project={at="qm",weight="R"}'; do
    write "${row%% *}" "return projection { name = \"my-${row%% *}\", ${row#* } }"
done
files=
for name in symmetric standard symplectic midpoint; do
    files="$files \"$temporary/$name.lua\", \"$name\","
done
study point-vortices '"gauss-2", "gauss-1"' "$files" '"energy_error", "symplectic_defect", "solution_error"'
for name in symmetric standard symplectic midpoint; do
    same gauss-1 "my-$name" gauss-1 "$name" && same gauss-2 "my-$name" gauss-2 "$name"
    check "a file with the row of the $name projection has its numbers" $?
done
! same gauss-1 my-symmetric gauss-1 midpoint
check "control: not those of another row" $?

write row 'return projection { name = "row", perturb = { at = "q0" }, project = { at = "q1", weight = "R" } }'
study lotka-volterra '"gauss-1"' "\"$temporary/row.lua\", \"symmetric\"" '"energy_error"'
stored 0 12
check "its numbers are stored" $?
write row 'return projection { name = "row", project = { at = "q1" } }'
stored 6 6
check "under the text of its file" $?

audit 0 gauss-2 --projection examples/end-projection.lua --on massless-charged-particle &&
    has "HOLDS    gauss-2: order 4 (4.00), symmetric, on massless-charged-particle."
check "an audit with the projection of the example: every claim holds" $?
has "claim order holds" && has "claim symmetric holds" && has "(examples/end-projection.lua)"
check "the claims are those of its file" $?
write one-sided 'return projection { name = "one-sided", perturb = { at = "q0" }, project = { at = "qm", weight = "R" },
  claims = { symmetric = true } }'
audit 1 gauss-2 --projection "$temporary/one-sided.lua" --on point-vortices
check "a projection that is not symmetric and claims it is refuted" $?

"$ASSAY" show examples/end-projection.lua >"$output" 2>&1
has 'pb = theta(q0) + T(q1)^T e' && has 'theta(q1) = pb1 + R T(q0)^T e'
check "assay show writes a projection as equations" $?
"$ASSAY" integrate lotka-volterra --method gauss-2 --projection "$temporary/symmetric.lua" --step 0.1 --steps 5 2>&1 | grep -v '^#' >"$output"
"$ASSAY" integrate lotka-volterra --method gauss-2 --projection symmetric --step 0.1 --steps 5 2>&1 | grep -v '^#' | cmp -s - "$output" && [ -s "$output" ]
check "assay integrate takes it" $?

projection_refused() { # MESSAGE KEYS
    write refused "return projection { $2 }"
    refused "$1" show "$temporary/refused.lua"
}
projection_refused 'projection.name is missing' 'project = { at = "q1" }'
projection_refused 'projection.project is missing' 'name = "m"'
projection_refused 'does not say where it is' 'name = "m", project = { weight = "1" }'
projection_refused "projection.at is 'q2'; write one of at = \"q0\", at = \"q1\", at = \"qm\"" 'name = "m", project = { at = "q2" }'
projection_refused "projection.weight is '2'; write one of weight = \"1\", weight = \"R\"" 'name = "m", project = { at = "q1", weight = "2" }'
projection_refused 'perturbs at q0 and projects at q1' 'name = "m", perturb = { at = "qm" }, project = { at = "q1" }, multiplier = "previous"'
projection_refused "there is another projection called 'symmetric'" 'name = "symmetric", project = { at = "q1" }'
projection_refused "unknown key 'start' in projection" 'name = "m", start = 1'
write refused 'return tableau { name = "m", a = { { 0 } }, b = { 1 } }'
refused 'returns a tableau instead of a projection' audit gauss-2 --projection "$temporary/refused.lua"

# ---- methods --------------------------------------------------------------------------------------------------------

for example in stoermer-verlet forest-ruth partitioned-verlet nystroem-4 triple-jump; do
    audit 0 "examples/$example.lua" --on henon-heiles && ! has refuted: && ! has "contradict"
    check "examples/$example.lua: every claim holds" $?
done
# Printed decimals of a high order, which lies above them at large steps alone.
for model in henon-heiles relativistic-pendulum; do
    audit 0 tests/data/methods/blanes-moan-6.lua --on $model && has "claim order holds" &&
        has "of order 6 to the 15 decimals that are printed"
    check "order 6 to 15 decimals holds on $model" $?
done
sed 's/0.067307604692185/0.067307604792185/' tests/data/methods/blanes-moan-6.lua >"$temporary/sixth.lua"
audit 1 "$temporary/sixth.lua" --on henon-heiles && has "claim order refuted"
check "control: with a wrong digit it is refuted" $?
audit 0 tests/data/methods/blanes-moan-nystroem-6.lua --on henon-heiles && has "claim order holds" &&
    has "steps between those of the study"
check "so does order 6 on q'' = g(q), on steps between those of the audit" $?
audit 0 tests/data/methods/blanes-moan-10.lua --on relativistic-pendulum && has "claim order holds" && has "to the 15 decimals"
check "and order 10" $?
sed -E 's/"(-?0\.[0-9]+)"/"\100000"/g' tests/data/methods/blanes-moan-6.lua >"$temporary/padded.lua"
grep -q '"0.06730760469218500000"' "$temporary/padded.lua" && audit 0 "$temporary/padded.lua" --on henon-heiles &&
    has "claim order holds" && has "to the 15 decimals" && grep '^    evidence' "$output" >"$temporary/padded"
check "numbers that are padded with zeros hold the order as well" $?
audit 0 tests/data/methods/blanes-moan-6.lua --on henon-heiles && grep '^    evidence' "$output" >"$temporary/cut" &&
    cmp "$temporary/padded" "$temporary/cut"
check "by the same evidence as without the zeros" $?

# So do symplecticity and symmetry, to what rounding leaves of them.
write rounded 'return tableau { name = "rounded", a = { { "1/4", "-0.0386751345948128823" }, { "0.538675134594812882", "1/4" } },
  b = { "1/2", "1/2" }, claims = { order = 4, symplectic = true, symmetric = true } }'
"$ASSAY" show "$temporary/rounded.lua" >"$temporary/output"
has "to the 18 decimals that are printed; b_i abar_ij" && has "to the 18 decimals that are printed; a_ij + a_" && ! has contradict
check "a method to its decimals is symplectic and symmetric to these" $?
sed 's/8128823/8129823/' "$temporary/rounded.lua" >"$temporary/wrong.lua"
"$ASSAY" show "$temporary/wrong.lua" >"$temporary/output"
has "contradict the claim; b_i abar_ij" && has "contradict the claim; a_ij + a_"
check "control: with a wrong digit it is neither" $?

# A stage that is there twice is one: of the conditions, and of R(z), whose common zeros it would be.
"$ASSAY" show tests/data/methods/stages/doubled-midpoint.lua >"$temporary/output"
has "  symplectic " && has "  symmetric " && has "A-stable, not L-stable; R(infinity) = -1" && ! has contradict
check "the midpoint rule with its stage twice is the midpoint rule" $?
sed 's,"1/6","1/6 + 1/10^24",' tests/data/methods/stages/doubled-midpoint.lua >"$temporary/doubled.lua"
"$ASSAY" show "$temporary/doubled.lua" >"$temporary/output"
has "  not symplectic " && has "  not symmetric " && has "contradict the claim"
check "control: with two stages that nearly agree it is not" $?

# What has no number is not printed as one: a weight that should be zero, and a distance that is none.
write tiny 'return tableau { name = "tiny", a = { { 0, 0, 0 }, { "1/2", 0, 0 }, { 0, "1/2", 0 } }, b = { 0, 1, "1/10^20" }, claims = { order = 2 } }'
audit 1 "$temporary/tiny.lua" --on henon-heiles && has "b_3 is 1e-20 and would be 0; that alone restores"
check "a coefficient that would be zero is said to be" $?
write semi 'return splitting { name = "semi", drift = { 1 }, kick = { 1 }, first = "kick", claims = { order = 1 } }'
"$ASSAY" show "$temporary/semi.lua" >"$output" && has "being the same read backwards fails" && ! has inf &&
    "$ASSAY" show "$temporary/semi.lua" --json >"$output" && has '"symmetric_residual": null' && has '"symmetric_residual_reason"'
check "a splitting that has no mirror image is not symmetric, by no number" $?

# Printed decimals of what is claimed of q'' = g(q) alone.
audit 0 tests/data/methods/atela-4.lua --on henon-heiles && ! has contradict &&
    has "of order 4 to the 19 decimals that are printed, on q'' = g(q) alone" &&
    has "on q'' = g(q)    of order 4, by Nystroem trees"
check "a splitting for kinetic energies that are quadratic holds there, to its decimals" $?
audit 1 tests/data/methods/atela-4.lua --on relativistic-pendulum && has "claim order refuted" && has "none 3.0"
check "and is refuted elsewhere" $?
sed 's/0.75632000051/0.75632000050/' tests/data/methods/atela-4.lua >"$temporary/atela.lua"
audit 1 "$temporary/atela.lua" --on henon-heiles && has "claim order refuted" && has contradict
check "control: with a wrong digit it is refuted there, too" $?
audit 1 examples/wrong-composition.lua --on henon-heiles
has "claim order refuted" && has "claim symplectic holds" && has "claim symmetric holds"
check "a composition that claims order 4 and converges at order 2 is refuted, and is symplectic and symmetric" $?
has "blame            order 3: sum gamma_i^3 = 0 fails" && has "with what keeps the sum in the middle, is 1.7071" &&
    has "would be 1.35120719195965" && has "nearest          triple-jump-4"
check "the condition that fails, the coefficient that is to blame and what it would be, and the scheme that is meant" $?
"$ASSAY" show examples/forest-ruth.lua >"$output" 2>&1
has "drift[1] = 0.6756035959798288" && has "order 4 " && has "bicoloured trees of separable systems"
check "assay show writes a splitting, and proves its order" $?

for example in saba-3:6 sbab-3:6 saba-4:8; do
    "$ASSAY" show "examples/${example%:*}.lua" >"$output" 2>&1
    has "perturbed        (${example#*:}, 2)" && has "O(e h^${example#*:} + e^2 h^2); claimed ${example#*:},2" && ! has contradict
    check "examples/${example%:*}.lua: the generalized order for perturbed systems is proved" $?
done
sed 's/{ 8, 2 }/{ 10, 2 }/' examples/saba-4.lua >"$temporary/claims-10.lua"
"$ASSAY" show "$temporary/claims-10.lua" >"$output" 2>&1
has "(8, 2) where kicks" && has "contradict the claim; claimed 10,2: "
check "one that is claimed too high is contradicted" $?

audit 0 examples/blanes-moan.lua --on henon-heiles && has "of order 4 to the 15 decimals that are printed"
check "published decimals hold their order up to the last of them" $?
audit 1 tests/data/methods/wrong-blanes-moan.lua --on henon-heiles && has "claim order refuted" && has "contradict the claim"
check "a digit that is wrong before is refuted" $?
has "drift[2] = drift[6], with what keeps the sum in the middle, is 0.353172906149774" && has "from its digit 10 on"
check "and named with its digit" $?
audit 0 examples/adams-bashforth-4.lua --on henon-heiles
check "a multistep method with its starter: every claim holds" $?
audit 1 tests/data/methods/low-starter.lua --on henon-heiles && has "claim order refuted"
check "the same with a starter of low order is refuted" $?
has "starter          runge-kutta:euler is of order 1, and order 4 needs one of order 3" && ! has "  blame"
check "and it is the starter that is to blame" $?
"$ASSAY" show tests/data/methods/low-starter.lua >"$output" 2>&1
has "beta[0] = -0.375" && has "order 4, proved by" && has "starter runge-kutta:euler, of order 1" && has ", with a starter of order 3"
check "assay show writes a multistep method, and proves its order" $?
decimals() { # NAME BETA_1
    write "$1" "return multistep { name = \"$1\", alpha = { 0, 0, 0, -1, 1 }, starter = \"rk4\", claims = { order = 4 },
  beta = { \"-0.375000000000000\", \"$2\", \"-2.458333333333333\", \"2.291666666666667\", 0 } }"
    "$ASSAY" show "$temporary/$1.lua" >"$output" 2>&1
}
decimals printed 1.541666666666667 && has "order 4, proved by" && has "to the 15 decimals that are printed"
check "of printed decimals to these" $?
decimals mistyped 1.541666666676667 && has "order 0, proved by"
check "control: not where one of their digits is wrong" $?

base=$temporary/base.lua
write base 'return tableau { name = "base", a = { { 0 } }, b = { 1 } }'
write composed 'return composition { name = "composed", base = "./base.lua", coefficients = { "1/2", "1/2" }, adjoint = { true, false } }'
study henon-heiles "\"$temporary/composed.lua\", \"compose:runge-kutta:euler:symmetrised\"" '"none"' '"energy_error", "symplectic_defect"'
same composed none compose:runge-kutta:euler:symmetrised none
check "a composition of the steps of a file and of its adjoint" $?
stored 0 12
check "its numbers are stored" $?
write base 'return tableau { name = "base", a = { { 0, 0 }, { 1, 0 } }, b = { "1/2", "1/2" } }'
stored 6 6
check "under the text of its base" $?

cat >"$temporary/mixed.lua" <<'END'
return model { title = "Mixed", source = "", kind = "hamiltonian", coordinates = { "x" },
  hamiltonian = function (q, p) return p[1]^2/2*(1 + q[1]^2) + q[1]^2/2 end, initial = { default = { q = { 1 }, p = { 1 } } }, step = "0.1" }
END
refused 'H(q, p) is not a sum of T(p) and V(q)' audit examples/stoermer-verlet.lua --on "$temporary/mixed.lua" --out "$temporary/out"
sed 's/p\[1\]^2\/2\*(1 + q\[1\]^2)/sqrt(1 + p[1]^2)/' "$temporary/mixed.lua" >"$temporary/relativistic.lua"
refused "not of the form q'' = f(q)" audit examples/nystroem-4.lua --on "$temporary/relativistic.lua" --out "$temporary/out"
refused 'no two halves' audit examples/partitioned-verlet.lua --on lorenz --out "$temporary/out"

method_refused() { # MESSAGE CONSTRUCTOR KEYS
    write refused "return $2 { $3 }"
    refused "$1" show "$temporary/refused.lua"
}
method_refused 'splitting.drift is not a list of 1 to 64 numbers' splitting 'name = "m", kick = { 1 }'
method_refused 'splitting.first is missing' splitting 'name = "m", drift = { 1 }, kick = { 1 }'
method_refused 'do not alternate' splitting 'name = "m", drift = { 1, 1, 1 }, kick = { 1 }'
method_refused 'an entry that is not an order, or is larger than the one before; write order = { 8, 2 }' splitting \
    'name = "m", drift = { 1 }, kick = { 1 }, first = "kick", claims = { order = { 2, 8 } }'
method_refused 'splitting.claims.order has 1 entries, not 2 to 4' splitting \
    'name = "m", drift = { 1 }, kick = { 1 }, first = "kick", claims = { order = { 8 } }'
method_refused 'log of a number that is not positive' splitting 'name = "m", drift = { 1 }, kick = { "log(0)" }, first = "kick"'
method_refused 'composition.base is missing' composition 'name = "m", coefficients = { 1 }'
method_refused "there is no method 'rk5'" composition 'name = "m", base = "rk5", coefficients = { 1 }'
method_refused 'compose a method that is not' composition 'name = "m", base = "compose:rk4:suzuki-4", coefficients = { 1 }'
method_refused 'is not a list of 1 values' composition 'name = "m", base = "rk4", coefficients = { 1 }, adjoint = { }'
method_refused 'the adjoint of shake is not known' composition 'name = "m", base = "shake", coefficients = { 1 }, adjoint = { true }'
method_refused 'multistep.beta is missing' multistep 'name = "m", alpha = { -1, 1 }'
method_refused 'multistep.starter is missing' multistep 'name = "m", alpha = { 0, -1, 1 }, beta = { 0, 1, 0 }'
method_refused 'do not add up to 0' multistep 'name = "m", alpha = { 1, 1 }, beta = { 1, 0 }'
method_refused 'that of the new state, is 0' multistep 'name = "m", alpha = { 1, -1, 0 }, beta = { 1, 0, 0 }, starter = "rk4"'
method_refused 'tableau.ahat is missing' tableau 'name = "m", a = { { 0 } }, b = { 1 }, bhat = { 1 }'
method_refused 'tableau.c is missing' tableau 'name = "m", abar = { { 0 } }, bbar = { "1/2" }, b = { 1 }'
method_refused 'has no meaning for form = "partitioned"' tableau 'name = "m", a = { { 0 } }, b = { 1 }, abar = { { 0 } }, ahat = { { 0 } }, form = "partitioned"'

echo "1..$number"
