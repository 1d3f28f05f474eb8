#!/bin/sh
# ci/slurm.sh on a cluster of one node: a study in four shards, of which one is ended and queued again, and one is lost and found;
# merged, they give the report of a run in one piece.  Needs slurm-wlm, and root to start it.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
export ASSAY
if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo "ok 1 - a study on a cluster # skip: slurm-wlm is not installed, or this is not root"
    echo "1..1"
    exit 0
fi
. tests/fixtures/check.sh
job=$(pwd)/ci/slurm.sh
unset ASSAY_PATH ASSAY_STORE ASSAY_SHARDS
stop() {
    scancel --user=root 2>/dev/null && sleep 3
    for name in slurmd slurmctld munged; do [ ! -f "$temporary/$name.pid" ] || kill "$(cat "$temporary/$name.pid")" 2>/dev/null; done
    sleep 1
    rm -rf "$temporary"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$temporary"
mkdir "$temporary/munge" "$temporary/spool" "$temporary/state" "$temporary/work"
chown munge "$temporary/munge"
runuser -u munge -- munged --force --socket="$temporary/munge/socket" --pid-file="$temporary/munge/pid" --log-file="$temporary/munge/log" \
    --seed-file="$temporary/munge/seed" 2>/dev/null
cp "$temporary/munge/pid" "$temporary/munged.pid"
node=$(hostname -s)
cat >"$temporary/slurm.conf" <<end
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthInfo=socket=$temporary/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmctldPidFile=$temporary/slurmctld.pid
SlurmdPidFile=$temporary/slurmd.pid
SlurmdSpoolDir=$temporary/spool
StateSaveLocation=$temporary/state
SlurmctldLogFile=$temporary/slurmctld.log
SlurmdLogFile=$temporary/slurmd.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
end
SLURM_CONF=$temporary/slurm.conf
export SLURM_CONF
slurmctld && slurmd
cd "$temporary/work" || exit 1
cat >my-study.lua <<'end'
return study { title = "Long enough to be ended", models = { "lotka-volterra" }, methods = { "gauss-1", "gauss-2" }, projections = { "none", "standard" },
  steps = halving("0.1", 6), untiltime = "1000", precisions = { "double" }, measures = { "energy_error" },
  claims = { { id = "order", methods = "gauss-1", projection = "none", measure = "energy_error", order = at_least "2", source = "s" } } }
end
queue() { squeue -h -r -o '%K %T' 2>/dev/null; }
await() { # SECONDS COMMAND...: until it succeeds
    left=$1
    shift
    while [ "$left" -gt 0 ] && ! "$@"; do
        sleep 1
        left=$((left - 1))
    done
    [ "$left" -gt 0 ]
}
is_up() { sinfo -h -o %T | grep -q idle; }
is_empty() { [ -z "$(queue)" ]; }
runs() { queue | grep -q "^$1 RUNNING"; }
await 30 is_up
check "Slurm is up on one node" $?
id=$(sbatch --parsable --array=1-3 --export=ALL,ASSAY_SHARDS=4 "$job" my-study.lua)
await 60 runs 2 && await 60 [ -s part-2.sqlite ] # it has begun
scancel --batch --signal=TERM "${id}_2"
check "the second job of the array is ended while it runs" $?
await 900 is_empty
check "the queue empties" $?
grep -q 'assay: interrupted' slurm-*_2.out && grep -q 'shard 2 is queued again' slurm-*_2.out
check "the job that was ended kept what was done and was queued again" $?
"$ASSAY" status part-*.sqlite >said
[ $? -eq 3 ] && grep -q 'my-study.lua: 3 of 4 shards; lost: 4' said
check "assay status names the shard that was not made" $?
sbatch --parsable --array="$(sed -n 's/.*lost: //p' said)" --export=ALL,ASSAY_SHARDS=4 "$job" my-study.lua >/dev/null
await 900 is_empty
"$ASSAY" status part-*.sqlite >said && grep -q '4 of 4 shards' said
check "queued by that number, it is found" $?
"$ASSAY" merge all.sqlite part-*.sqlite >/dev/null 2>&1 && "$ASSAY" report my-study.lua --store all.sqlite --out merged -q &&
    "$ASSAY" run my-study.lua --store single.sqlite --out single -q
same=$?
for file in fits claims points; do
    grep -v '^#' merged/data/$file.csv >one
    grep -v '^#' single/data/$file.csv | cmp -s - one || same=1
done
[ $same -eq 0 ]
check "the report of the merged store is that of a run in one piece" $?
[ $number -eq 7 ] || tail -n 5 "$temporary/slurmctld.log" "$temporary/slurmd.log" | sed 's/^/# /'
echo "1..$number"
