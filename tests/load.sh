#!/bin/bash
# Do two workers keep two processors busy, and how much memory does a worker take?  Runs a study of some minutes with
# --jobs 2 from an empty store and compares processor time / (2 x wall time) of the whole run, report included, with
# 0.95, and the largest resident set of a worker (VmHWM of /proc, sampled) with 200 MiB.
#
# The first says something on a quiet machine with two processors or more only: what other programs take is missing.
# The load average before the run is printed.
#
#     tests/load.sh
#     STUDY, ONLY      (environment) another study or part of it
set -u
program=$(readlink -f "${ASSAY:-./assay}")
study=${STUDY:-studies/kraus2017/convergence.lua}
only=${ONLY:-gauss-*/s*}
temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT TERM
mark="LOAD_RUN=$temporary"

# The largest resident sets so far, in KiB: of the parent, and of any other process of the run that is the program.
sample() { # process of the parent
    local environment folder name=${program##*/}
    for environment in $(grep -laF "$mark" /proc/[0-9]*/environ 2>/dev/null); do
        folder=${environment%/environ}
        awk -v who="$([ "${folder##*/}" = "$1" ] && echo parent || echo worker)" -v name="${name:0:15}" \
            '$1 == "Name:" { own = $2 == name || $2 == "assay-worker" } $1 == "VmHWM:" && own { print who, $2 }' "$folder/status" 2>/dev/null
    done
}

echo "# load before: $(cut -d ' ' -f 1-3 /proc/loadavg), $(nproc) processors"
TIMEFORMAT='%R %U %S'
{
    time env "$mark" "$program" run "$study" --only "$only" --jobs 2 --store "$temporary/store.sqlite" \
        --out "$temporary/out" >"$temporary/run.out" 2>"$temporary/run.err"
    echo $? >"$temporary/status"
} 2>"$temporary/time" &
while ! parent=$(grep -laF "$mark" /proc/[0-9]*/environ 2>/dev/null | head -n 1) || [ -z "$parent" ]; do
    [ ! -e "$temporary/status" ] || break
done
parent=${parent%/environ}
while [ ! -e "$temporary/status" ]; do
    sample "${parent##*/}" >>"$temporary/memory"
    sleep 0.2
done
wait
status=$(cat "$temporary/status")
if [ "$status" -ne 0 ]; then
    echo "not ok - the run ended with $status: $(tail -n 1 "$temporary/run.err")"
    exit 1
fi

awk -v least=0.95 '{ busy = ($2 + $3) / (2 * $1)
    printf "%s - processor time / (2 x wall time) = %.3f (%.1f s in %.1f s), at least %.2f\n",
        (busy >= least ? "ok" : "not ok"), busy, $2 + $3, $1, least
    exit busy < least }' "$temporary/time"
busy=$?
awk -v most=200 '$2 > peak[$1] { peak[$1] = $2 } END {
    mib = peak["worker"] / 1024
    printf "%s - resident memory of a worker at most %.1f MiB (of the parent %.1f MiB), under %d\n",
        (mib > 0 && mib < most ? "ok" : "not ok"), mib, peak["parent"] / 1024, most
    exit !(mib > 0 && mib < most) }' "$temporary/memory"
[ $? -eq 0 ] && [ $busy -eq 0 ]
