#!/bin/sh
# Runs that are killed: a study is started from an empty store, its program is killed (SIGKILL) at a random moment, and
# the run is resumed.  No worker may live a second after its parent, and the report must be that of an undisturbed run,
# byte for byte (timing.csv, the seconds that cells took, apart), and so must what the store keeps of every run, its
# histories included: stores that contradict each other do not merge.  Then the same with three shards, each killed and
# resumed, and merged: one round for every ten kills before.
#
# Workers are found by a variable of their environment that is another for each start, so that only processes of this
# start count.  Controls: at least one kill found workers at work, and the comparison sees a byte that was added.
#
#     tests/kills.sh [COUNT] [SEED]      COUNT 50; SEED is printed, and repeats the moments
#     STUDY, ONLY                        (environment) another study or part of it; with histories over checkpoints:
#                                        STUDY=tests/data/long-histories.lua ONLY='*'
#
# The last line is: N kills, M identical, W surviving workers.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
program=$(cd "$root" && readlink -f "${ASSAY:-./assay}")
count=${1:-50}
seed=${2:-$(date +%s)}
study=${STUDY:-studies/kraus2017/convergence.lua}
only=${ONLY:-gauss-2/s*}
unset ASSAY_PATH
ASSAY_STORE=store.sqlite
export ASSAY_STORE
temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
process=
trap '[ -z "$process" ] || kill -9 $process 2>/dev/null; exit 130' INT TERM

# The command of a run is part of its report: all runs have the same, in the same folder.
mkdir "$temporary/work" && cd "$temporary/work" || exit 1
ln -s "$root/studies" "$root/models" "$root/tests" .

run() { # more arguments
    "$program" run "$study" --only "$only" --out out "$@" >"$temporary/run.out" 2>"$temporary/run.err"
}

now() { # in milliseconds
    date +%s%3N
}

# A random number below `limit`: the one that belongs to this start.
random() { # limit
    awk -v seed="$seed" -v draws=$starts -v limit="$1" 'BEGIN { srand(seed); while (draws-- >= 0) r = rand(); print int(r * limit) }'
}

# Processes alive that were started with MARK in their environment; zombies have none any more.
find_marked() { # mark
    grep -laF "$1" /proc/[0-9]*/environ 2>/dev/null | sed 's,^/proc/\([0-9]*\)/.*,\1,'
}

kills=0
workers=0
survivors=0
starts=0

# Starts a run and kills it after a random part of TIME milliseconds; false when it was over before.
kill_run() { # time, more arguments
    starts=$((starts + 1))
    mark="KILLED_RUN=$temporary/$starts"
    pause=$(random "$1")
    shift
    env "$mark" "$program" run "$study" --only "$only" --out out "$@" >/dev/null 2>&1 &
    process=$!
    sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
    seen=$(find_marked "$mark" | grep -cvx $process)
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
    status=$?
    process=
    [ $status -eq 137 ] || return 1
    kills=$((kills + 1))
    workers=$((workers + seen))
    end=$(($(now) + 1000))
    while left=$(find_marked "$mark") && [ -n "$left" ] && [ "$(now)" -lt $end ]; do
        sleep 0.05
    done
    if [ -n "$left" ]; then
        echo "not ok - kill $kills after $pause ms: these live on: $(echo "$left" | tr "\n" " ")"
        survivors=$((survivors + $(echo "$left" | wc -l)))
        # They are this script's own.
        # shellcheck disable=SC2086
        kill -9 $left 2>/dev/null
    fi
}

is_same() { # folder, folder
    diff -rq --exclude=timing.csv "$1" "$2"
}

# How many cells the stores have together; fails where they contradict each other.
count_cells() { # stores
    rm -f "$temporary/merged.sqlite"
    "$program" merge "$temporary/merged.sqlite" "$@" >"$temporary/merge.out" 2>&1 && sed 's/.*: //' "$temporary/merge.out"
}

forget_all() {
    rm -rf out ./*.sqlite ./*.sqlite-journal
}

# ---- undisturbed ---------------------------------------------------------------------------------------------------

echo "# seed $seed"
start=$(now)
run || { echo "not ok - the undisturbed run: $(tail -n 1 "$temporary/run.err")"; exit 1; }
whole=$(($(now) - start))
mv out "$temporary/undisturbed"
cp store.sqlite "$temporary/undisturbed.sqlite"
cells=$(count_cells store.sqlite) || { echo "not ok - merge: $(tail -n 1 "$temporary/merge.out")"; exit 1; }
cp -r "$temporary/undisturbed" "$temporary/changed"
echo >>"$temporary/changed/index.html"
if is_same "$temporary/undisturbed" "$temporary/changed" >/dev/null; then
    echo "not ok - control: the comparison does not see a byte that was added"
    exit 1
fi
echo "# undisturbed: $whole ms, $cells, $(find "$temporary/undisturbed" -type f | wc -l) files"

# ---- killed and resumed --------------------------------------------------------------------------------------------

identical=0

# Compares the report in `out`, whose run was killed as many times as given, and its store.
judge() { # kills, what
    if [ "$(count_cells store.sqlite)" != "$cells" ] ||
        [ "$(count_cells "$temporary/undisturbed.sqlite" store.sqlite)" != "$cells" ]; then
        echo "not ok - $2: $(tail -n 1 "$temporary/merge.out")"
    elif difference=$(is_same "$temporary/undisturbed" out 2>&1); then
        identical=$((identical + $1))
    else
        echo "not ok - $2: $(echo "$difference" | head -n 1)"
    fi
}

while [ $kills -lt "$count" ] && [ $starts -lt $((2 * count + 10)) ]; do
    forget_all
    kill_run $whole || continue
    run || echo "not ok - kill $kills: resumed, it ended with $?: $(tail -n 1 "$temporary/run.err")"
    judge 1 "kill $kills after $pause ms"
done

# ---- shards --------------------------------------------------------------------------------------------------------

rounds=$(((count + 9) / 10))
while [ $rounds -gt 0 ]; do
    rounds=$((rounds - 1))
    forget_all
    before=$kills
    for shard in 1 2 3; do
        kill_run $((whole / 3)) --store "shard-$shard.sqlite" --shard $shard/3
        run --store "shard-$shard.sqlite" --shard $shard/3 || echo "not ok - shard $shard ended with $?"
    done
    "$program" merge store.sqlite shard-1.sqlite shard-2.sqlite shard-3.sqlite >"$temporary/run.out" 2>&1 ||
        echo "not ok - merge: $(tail -n 1 "$temporary/run.out")"
    rm -rf out
    run || echo "not ok - the merged run ended with $?: $(tail -n 1 "$temporary/run.err")"
    judge $((kills - before)) "three shards, merged"
done

[ $workers -gt 0 ] || echo "not ok - control: no run was killed while its workers were at work"
echo "# $workers workers were at work when their parents were killed"
echo "$kills kills, $identical identical, $survivors surviving workers"
[ $kills -ge "$count" ] && [ $identical -eq $kills ] && [ $survivors -eq 0 ] && [ $workers -gt 0 ]
