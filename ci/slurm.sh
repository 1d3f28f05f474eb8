#!/bin/sh
#SBATCH --job-name=assay
#SBATCH --array=1-8
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
# A study on a cluster with Slurm, one shard for each job of the array:
#
#     sbatch --array=1-8 --time=60 ci/slurm.sh my-study.lua
#     assay status part-*.sqlite                          # names the shards that are lost, as --array takes them
#     sbatch --array=3,7 --export=ALL,ASSAY_SHARDS=8 ci/slurm.sh my-study.lua
#     assay merge all.sqlite part-*.sqlite && assay report my-study.lua --store all.sqlite
#
# Each shard has a store of its own, part-I.sqlite, in the folder of sbatch.  A job that is ended (a time limit, a preemption, a
# node that goes down) keeps what is done and is queued again, at most 20 times; it goes on where it was, on any node that sees
# the folder.
#
# Environment: ASSAY, the program (default assay); ASSAY_SHARDS, the number of shards if the array does not have all of them.
set -u
"${ASSAY:-assay}" run "$@" --array --store "part-$SLURM_ARRAY_TASK_ID.sqlite" --jobs "${SLURM_CPUS_PER_TASK:-1}" &
child=$!
trap 'kill -TERM $child 2>/dev/null' TERM
wait $child
status=$?
trap '' TERM
if kill -0 $child 2>/dev/null || [ $status -gt 128 ]; then # the signal ended the wait, not the program
    wait $child
    status=$?
fi
if [ $status -eq 3 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
    echo "slurm.sh: shard $SLURM_ARRAY_TASK_ID is queued again"
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit $status
