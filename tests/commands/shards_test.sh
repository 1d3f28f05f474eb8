#!/bin/sh
# Shards: --array takes them from the variables of schedulers, and assay status names those that are lost.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
unset ASSAY_PATH ASSAY_STORE ASSAY_SHARDS SLURM_ARRAY_TASK_ID SGE_TASK_ID LSB_JOBINDEX PBS_ARRAY_INDEX PBS_ARRAYID
cd "$temporary" || exit 1
cat >my-study.lua <<'end'
return study { title = "Small", models = { "lotka-volterra" }, methods = { "gauss-1", "gauss-2" }, projections = { "none", "standard", "midpoint" },
  steps = halving("0.1", 4), untiltime = "1", precisions = { "double" }, measures = { "energy_error" } }
end
run() { # STORE VARIABLE=VALUE...
    store=$1
    shift
    env "$@" "$ASSAY" run my-study.lua --array --store "$store.sqlite" --jobs 1 >out 2>err
}
status() { # STATUS SAYS STORE...
    expected=$1 says=$2
    shift 2
    "$ASSAY" status "$@" >out 2>err
    [ $? -eq "$expected" ] && grep -qxF -e "$says" out
}
run 1 SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=12 SLURM_ARRAY_TASK_MAX=20 SLURM_ARRAY_TASK_STEP=2 &&
    run 2 SGE_TASK_ID=2 SGE_TASK_FIRST=1 SGE_TASK_LAST=5 SGE_TASK_STEPSIZE=1 SLURM_ARRAY_TASK_ID= &&
    run 5 PBS_ARRAY_INDEX=5 ASSAY_SHARDS=5 SGE_TASK_ID=undefined &&
    status 3 "LOST  my-study.lua: 3 of 5 shards; lost: 3-4" 1.sqlite 2.sqlite 5.sqlite
check "shards of Slurm, Grid Engine and PBS; those that are lost are named" $?
run 3 SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_STEP=1 ASSAY_SHARDS=5 &&
    status 3 "LOST  my-study.lua: 4 of 5 shards; lost: 4" [1-5].sqlite &&
    run 4 LSB_JOBINDEX=4 LSB_JOBINDEX_END=5 && status 0 "DONE  my-study.lua: 5 of 5 shards" [1-5].sqlite
check "of an array of lost shards ASSAY_SHARDS says how many there are in all" $?
"$ASSAY" merge all.sqlite [1-5].sqlite >/dev/null 2>&1 && "$ASSAY" status all.sqlite --json | python3 -c 'import json, sys
assert [(s["shards"], s["done"], s["lost"]) for s in json.load(sys.stdin)["studies"]] == [(5, 5, [])]' &&
    "$ASSAY" report my-study.lua --store all.sqlite --out merged -q && "$ASSAY" run my-study.lua --store one.sqlite --out single -q &&
    grep -v '^#' merged/data/points.csv >a && grep -v '^#' single/data/points.csv | cmp -s - a
check "merged, they are all there, and give the points of a run in one piece" $?
bad() { # SAYS COMMAND...
    says=$1
    shift
    "$@" >out 2>err
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$says" err
    check "refused: $says" $?
}
bad "--array finds no array job" "$ASSAY" run my-study.lua --array
bad "PBS_ARRAY_INDEX = 3 is none of 1 ... ASSAY_SHARDS; set ASSAY_SHARDS" env PBS_ARRAY_INDEX=3 "$ASSAY" run my-study.lua --array
bad "SLURM_ARRAY_TASK_ID = 4 is none of SLURM_ARRAY_TASK_MIN ... SLURM_ARRAY_TASK_MAX" env SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=3 \
    SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_STEP=2 "$ASSAY" run my-study.lua --array
bad "leave out one of them" env PBS_ARRAY_INDEX=1 ASSAY_SHARDS=2 "$ASSAY" run my-study.lua --array --shard 1/2
bad "status needs stores" "$ASSAY" status
bad "is not a store of assay" "$ASSAY" status my-study.lua
bad "nowhere.sqlite cannot be opened" "$ASSAY" status all.sqlite nowhere.sqlite
echo "1..$number"
