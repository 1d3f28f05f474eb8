#!/bin/sh
# Unusable input, as a person or a script would meet it: exit status 2, nothing on standard output, and on standard
# error one line that starts with "assay: " and names what is wrong.  The same commands put right end with 0.
# The checks themselves are tried on programs that misbehave.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).
set -u
LC_ALL=C
export LC_ALL
unset ASSAY_PATH
assay=${ASSAY:-./assay}
assay=$(cd "$(dirname "$assay")" && pwd)/$(basename "$assay")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
count=0

report() { # ok|"not ok" NAME
    count=$((count + 1))
    echo "$1 $count - $2"
}

# Runs a command within a minute; leaves $work/out, $work/err and $status.
run() {
    timeout 60 "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# What is wrong with the refusal in $work/out, $work/err, $status, in $fault; empty when nothing is.  PATTERN: a fixed string.
find_fault_of_refusal() {
    fault= line= more=
    { IFS= read -r line || fault="no line"; IFS= read -r more && fault="more than one line"; } <"$work/err"
    if [ "$status" -ne 2 ]; then
        fault="exit status $status, not 2"
    elif [ -s "$work/out" ]; then
        fault="something on standard output"
    elif [ -n "$fault" ] || [ -n "$more" ]; then
        fault="not one line on standard error"
    else
        case $line in "assay: "*) ;; *) fault="the line does not start with 'assay: '" ;; esac
        case $line in *"$1"*) ;; *) fault="the line does not contain '$1'" ;; esac
    fi
}

find_fault_of_success() {
    fault=
    if [ "$status" -ne 0 ]; then fault="exit status $status, not 0"
    elif [ -s "$work/err" ]; then fault="something on standard error"
    elif [ ! -s "$work/out" ]; then fault="nothing on standard output"
    fi
}

conclude() { # NAME: of what $fault is about
    if [ -z "$fault" ]; then
        report ok "$1"
    else
        report "not ok" "$1"
        echo "# $fault"
        head -n 3 "$work/err" | cut -c 1-300 | sed 's/^/# error: /'
        head -n 3 "$work/out" | cut -c 1-300 | sed 's/^/# output: /'
    fi
}

# The words in one line, without the folder, in $named.
name_command() {
    named="$*"
    case $named in *"$work/"*) named=${named%%"$work/"*}${named#*"$work/"} ;; esac
    case $named in *"$newline"*) named=${named%%"$newline"*} ;; esac
}
newline=$(printf '\nx')
newline=${newline%x}

bad() { # PATTERN ARGUMENT...
    pattern=$1
    shift
    run "$assay" "$@"
    find_fault_of_refusal "$pattern"
    name_command "$@"
    conclude "refused: assay $(printf '%.100s' "$named")"
}

good() { # ARGUMENT...
    run "$assay" "$@"
    find_fault_of_success
    name_command "$@"
    conclude "accepted: assay $named"
}

# ---- the checks on programs that misbehave -------------------------------------------------------------------------
misbehaves() { # SHELL-CODE WHAT
    run sh -c "$1"
    find_fault_of_refusal wrong
    if [ -n "$fault" ]; then
        report ok "control: $2 is seen"
    else
        report "not ok" "control: $2 is seen"
    fi
}
run sh -c 'echo "assay: wrong" >&2; exit 2'
find_fault_of_refusal wrong
conclude "control: a proper refusal passes"
misbehaves 'echo "assay: wrong" >&2; exit 1' "another exit status"
misbehaves 'echo "assay: wrong" >&2; exit 0' "exit status 0"
misbehaves 'echo "assay: wrong" >&2; kill -SEGV $$' "a crash"
misbehaves 'echo "assay: wrong" >&2; echo 1.0; exit 2' "a result beside the message"
misbehaves 'printf "assay: wrong\nassay: more\n" >&2; exit 2' "a second line"
misbehaves 'exit 2' "silence"
misbehaves 'echo "wrong" >&2; exit 2' "a line of somebody else"
misbehaves 'echo "assay: bad" >&2; exit 2' "a line that does not name the culprit"

# ---- commands and options ------------------------------------------------------------------------------------------
run "$assay"
if [ "$status" -eq 2 ] && [ ! -s "$work/out" ] && grep -q integrate "$work/err"; then
    report ok "no command: the usage on standard error, status 2"
else
    report "not ok" "no command: the usage on standard error, status 2"
fi
good --help
good -h
good --version
good -V
good integrate --help
good help integrate
good integrate -h
bad "no command 'integrat'; near: integrate" help integrat
bad "no command 'worker'" help worker
bad "no command 'integrat'" integrat lotka-volterra
bad "no command 'a b'" 'a
b'
bad "--method" integrate lotka-volterra --metod gauss-2 --step 0.1 --steps 10
bad "-m" integrate lotka-volterra -m gauss-2 --step 0.1 --steps 10
bad "--steps needs a value" integrate lotka-volterra --method gauss-2 --step 0.1 --steps
bad "--step needs a value" integrate lotka-volterra --method gauss-2 --step --steps 10
bad "--step needs a value" integrate lotka-volterra --method gauss-2 --step '' --steps 10
bad "--step needs a value" integrate lotka-volterra --method gauss-2 --step= --steps 10
bad "--step is given twice" integrate lotka-volterra --method gauss-2 --step 0.1 --step 0.2 --steps 10
bad "--json is given twice" integrate lotka-volterra --method gauss-2 --step 0.1 --steps 10 --json --json
bad "--json takes no value" integrate lotka-volterra --method gauss-2 --step 0.1 --steps 10 --json=yes
bad "one model" integrate --method gauss-2 --step 0.1 --steps 10
bad "one model" integrate lotka-volterra point-vortices --method gauss-2 --step 0.1 --steps 10
bad "leave out '2'" integrate 1 2 3
# shellcheck disable=SC2046
bad "too many arguments" integrate $(seq 1025)
bad "empty argument" integrate '' --method gauss-2
bad "no list 'nothing'" list nothing
bad "leave out 'methods'" list models methods
for what in models methods projections measures studies papers claims; do good list "$what"; done
good list

# ---- names ---------------------------------------------------------------------------------------------------------
bad "no model 'lotka'" integrate lotka --method gauss-2 --step 0.1 --steps 10
bad "no model 'lotka'" reference lotka --until 1
bad "no method 'gauss'" integrate lotka-volterra --method gauss --step 0.1 --steps 10
bad "near: gauss-S (S from 1), with S up to 32" integrate lotka-volterra --method gauss --step 0.1 --steps 10
bad "with S up to 32" integrate lotka-volterra --method gauss-33 --step 0.1 --steps 10
bad "no method 'gauss-0'" integrate lotka-volterra --method gauss-0 --step 0.1 --steps 10
bad "no method 'gauss-99999999999999999999'" integrate lotka-volterra --method gauss-99999999999999999999 --step 0.1 --steps 1
bad "no method 'gauss-2x'" integrate lotka-volterra --method gauss-2x --step 0.1 --steps 10
bad "no method 'runge-kutta:none'" integrate lotka-volterra --method runge-kutta:none --step 0.1 --steps 10
bad "needs a method" integrate lotka-volterra --step 0.1 --steps 10
bad "no projection 'symetric'" integrate lotka-volterra --method gauss-2 --projection symetric --step 0.1 --steps 10
bad "no initial data 'half'" integrate lotka-volterra --method gauss-2 --initial half --step 0.1 --steps 10
bad "nothing called 'nothing'" show nothing
bad "one model, method, projection or paper" show
bad "one model, method, projection or paper" show gauss-1 gauss-2
bad "kraus2017 is a paper, leave it out" show kraus2017 --digits 9
bad "nothing called 'a b'" show 'a
b'
long=$(printf '%05000d' 0)
bad "nothing called '000" show "$long"
bad "no model '000" integrate "$long" --method gauss-2 --step 0.1 --steps 1
bad "; write one of ball-on-turntable, bicycle, " integrate "$long" --method gauss-2 --step 0.1 --steps 1
bad "; write one of gauss-S" integrate lotka-volterra --method "$long" --step 0.1 --steps 1
bad "; write one of ci, " run "$long"
bad "and others that 'assay list studies' shows, or a file such as ./nothing.lua" run nothing
bad "the study is the file " run kraus2017/convergence
bad "nothing called '%s%n'" show '%s%n'
bad "near: lotka-volterra" show lotka_voltera
bad "near: symmetric" show symetric
bad "no model 'lotka-voltera'; near: lotka-volterra; write one of 'assay list models'" integrate lotka-voltera --method gauss-2 --step 0.1 --steps 1
bad "no method 'gauss-99'; near: gauss-S (S from 1), with S up to 32; write one of " integrate lotka-volterra --method gauss-99 --step 0.1 --steps 1
bad "no command 'shwo'; near: show" shwo
bad "one formulation alone" integrate lotka-volterra --method gauss-2 --step 0.1 --steps 1 --formulation dirac
bad "needs one model; leave out 'pendulum'" integrate lotka-volterra pendulum --method gauss-2 --step 0.1 --steps 1
bad "needs one method; leave out 'order=4'" audit gauss-2 order=4
bad "no claim 'ordr'; write order=4, or one of order" audit gauss-2 --claim ordr=4
bad "no claim 'conjugate_symplectic'; write order=4, or one of conjugate-symplectic" audit gauss-2 --claim conjugate_symplectic
bad "leave out 'gauss-2' or --exec" audit gauss-2 --exec cat
bad "knob replaces {NAME} in the command of --exec" audit gauss-2 --knob tolerance=1
bad "has a place for a knob and fails as it is; write --knob tolerance=VALUE" audit --exec "python3 examples/fixed_point.py {tolerance}"
bad "examples/end-projection.lua is a projection; write a method before it" audit examples/end-projection.lua
bad "the projection symmetric does not apply to python-rk4: a foreign method steps with x' = f(x) alone; leave out --projection" \
    audit --exec "python3 examples/rk4.py" --projection symmetric
bad "gauss-2 cannot be audited with symmetric on henon-heiles: it does not step on ode models, but on those of the kind degenerate" \
    audit gauss-2 --projection symmetric --on henon-heiles
bad "write H(q, p) as a degenerate Lagrangian (docs/models.md, 'H(q, p) as a degenerate Lagrangian'), or audit runge-kutta:TABLEAU, which steps on every kind" \
    audit gauss-3 --projection midpoint --on pendulum --claim order=4
bad "states takes 1000 at most" audit gauss-2 --states 100000
bad "cannot be loaded: No such file or directory" audit ./nothing.so
bad "is not text; write a Lua file, or 'assay audit FILE.so' for a shared object, 'assay audit --exec COMMAND' for a program" audit /bin/true
good integrate lotka-volterra --method gauss-2 --step 0.1 --steps 10
good integrate lotka-volterra --method gauss-2 --projection symmetric --step 0.1 --steps 10
good integrate lotka-volterra --method radau-iia-2 --step 0.1 --steps 10
good integrate lotka-volterra --method radau-iia-2 --projection none --step 0.1 --steps 10
good integrate lotka-volterra --method rk4 --step 0.1 --steps 10
good integrate lotka-volterra --method runge-kutta:gauss-2 --step 0.1 --steps 10
good integrate point-vortices --method gauss-2 --initial half --step 0.1 --steps 10
for name in gauss-3 lobatto-iiic-2 rk4 runge-kutta:gauss-2 none symplectic point-vortices; do good show "$name"; done
good show point-vortices --initial half

# ---- numbers -------------------------------------------------------------------------------------------------------
integrate="integrate lotka-volterra --method gauss-2"
for step in 0 -0.1 0/3; do bad "step must be positive" $integrate --step "$step" --steps 10; done
for step in nan inf abc 0.1x 0,1 1//2 0x10 --; do bad "step" $integrate --step "$step" --steps 10; done
bad "divides by zero" $integrate --step 1/0 --steps 10
bad "outside the range of double" $integrate --step 1e-400 --steps 10
bad "outside the range of double" $integrate --step 1e400 --steps 10
bad "1e-1001" $integrate --step 1e-1001 --steps 10
good $integrate --step 1e-400 --steps 2 --precision 64
good $integrate --step=1/10 --steps 10
for steps in 0 -1 1.5 1e3 ten 0x10 99999999999999999999 ' 5' +5; do bad "--steps" $integrate --step 0.1 --steps "$steps"; done
bad "too large" $integrate --step 0.1 --steps 1000000000000000000000
bad "write fewer steps" $integrate --step 0.1 --steps 999999999999999999
bad "one of --steps N and --until T" $integrate --step 0.1
bad "only one of --steps N and --until T" $integrate --step 0.1 --steps 10 --until 1
bad "write for example --step 0.25" $integrate --step 0.3 --until 1
bad "time must be positive" $integrate --step 0.1 --until 0
bad "time must be positive" $integrate --step 0.1 --until -1
bad "write a larger step" $integrate --step 0.1 --until 1e300
for until in abc nan 1/0; do bad "--until" $integrate --step 0.1 --until "$until"; done
bad "--every" $integrate --step 0.1 --steps 10 --every 0
bad "--every" $integrate --step 0.1 --steps 10 --every often
good $integrate --step 0.25 --until 1
good $integrate --step 1/3 --until 1 --every 2
for bits in 0 52 9999999 foo -64 6.4e1 99999999999999999999; do bad "is not a precision" $integrate --step 0.1 --steps 10 --precision "$bits"; done
good $integrate --step 0.1 --steps 10 --precision 53
good $integrate --step 0.1 --steps 10 --precision double
bad "kind of coefficients" $integrate --step 0.1 --steps 10 --coefficients exact
good $integrate --step 0.1 --steps 10 --coefficients split
good $integrate --step 0.1 --steps 10 --coefficients symplectic --uncompensated
good $integrate --step 0.1 --steps 10 --precision 64:split:uncompensated
bad "does not say how numbers are rounded" $integrate --step 0.1 --steps 10 --precision double:exact
bad "says twice how numbers are rounded" $integrate --step 0.1 --steps 10 --precision double:split:symplectic
bad "leave out --coefficients" $integrate --step 0.1 --steps 10 --precision double:split --coefficients split
bad "leave out --coefficients" $integrate --step 0.1 --steps 10 --precision double:split --uncompensated
bad "leave out --coefficients" $integrate --step 0.1 --steps 10 --precision double:accepted --accepted
good $integrate --step 0.1 --steps 10 --accepted --coefficients split
good $integrate --step 0.1 --steps 10 --precision 64:accepted
bad "takes no value" $integrate --step 0.1 --steps 10 --uncompensated=1
bad "the coefficients of rk4 cannot be symplectic" integrate lotka-volterra --method rk4 --step 0.1 --steps 10 --coefficients symplectic
bad "no parameter 'a3'" $integrate --step 0.1 --steps 10 --param a3=1
bad "is not NAME=VALUE" $integrate --step 0.1 --steps 10 --param a1
bad "is not NAME=VALUE" $integrate --step 0.1 --steps 10 --param a1=
bad "is not NAME=VALUE" $integrate --step 0.1 --steps 10 --param =1
bad "--param a1 is given twice" $integrate --step 0.1 --steps 10 --param a1=1 --param a1=2
for value in abc nan 1/0 '1 2'; do bad "parameter a1" $integrate --step 0.1 --steps 10 --param "a1=$value"; done
good $integrate --step 0.1 --steps 10 --param a1=3/2 --param b2=2.5
for digits in 0 foo -3 1.5; do bad "--digits" show gauss-2 --digits "$digits"; done
bad "more than 1000" show gauss-2 --digits 1001
bad "coefficients of a method" show lotka-volterra --digits 10
bad "is for models" show gauss-2 --initial default
bad "is for models" show symmetric --param a=1
good show gauss-2 --digits 1000
for digits in 0 foo 1e2; do bad "--digits" reference lotka-volterra --until 1 --digits "$digits"; done
bad "write fewer digits" reference lotka-volterra --until 1 --digits 100000
bad "needs a time" reference lotka-volterra
for until in abc inf 1/0; do bad "--until" reference lotka-volterra --until "$until"; done
good reference lotka-volterra --until 1/3 --digits 40
for until in 1e900 1e10; do bad "too far: it needs more than a million steps" reference lotka-volterra --until $until; done

# ---- model files ---------------------------------------------------------------------------------------------------
# Line 6 is theta, line 7 the hamiltonian.
model() { # FILE THETA HAMILTONIAN
    cat >"$work/$1.lua" <<END
return model {
  title = "Harmonic oscillator",
  kind = "degenerate",
  coordinates = { "q1", "q2" },
  parameters = { a = 1 },
  theta = function (q, c) $2 end,
  hamiltonian = function (q, c) $3 end,
  initial = { default = { 1, 0 } },
  step = "0.1",
}
END
}
oscillator='return c.a*(q[1]^2 + q[2]^2)/2'
form='return { q[2], 0 }'
refused_model() { # PATTERN FILE
    bad "$1" integrate "$work/$2.lua" --method gauss-2 --step 0.1 --steps 10
}
refused_function() { # PATTERN FILE THETA
    model "$2" "$3" "$oscillator"
    refused_model "$1" "$2"
}

model good "$form" "$oscillator"
good integrate "$work/good.lua" --method gauss-2 --step 0.1 --steps 10
good show "$work/good.lua"
good reference "$work/good.lua" --until 1
refused_function "syntax.lua:6: " syntax 'return { q[2], 0 '
refused_function "float.lua:6: 0.5 is a floating-point number" float 'return { 0.5*q[2], 0 }'
refused_function "quotient.lua:6: 0.5 is a floating-point number" quotient 'return { 1/2*q[2], 0 }'
refused_function "parameter.lua:6: no parameter 'b'" parameter 'return { c.b*q[2], 0 }'
refused_function "coordinate.lua:6: no coordinate '3'" coordinate 'return { q[3], 0 }'
refused_function "component.lua:6: theta has 1 component" component 'return { q[2] }'
refused_function "nothing.lua:6: theta returns nothing; write return { ... }" nothing ''
refused_function "text.lua:6: theta returns a string; write return { ... }" text 'return "x"'
refused_function "singular.lua:6: the symplectic matrix" singular 'return { q[1], q[2] }'
refused_function "domain.lua:6: " domain 'return { log(-q[1])*q[2], 0 }'
refused_function "global.lua:6: " global 'return { x*q[2], 0 }'
refused_function "loop.lua:6: " loop 'while true do end'
refused_function "recursion.lua: needs more than 64 MiB" recursion 'local function f() return 1 + f() end return { f(), 0 }'
refused_function "metatable.lua:6: " metatable 'local t = setmetatable({}, { __index = function (t, k) return t[k] end }) return { t.x, 0 }'
refused_function "pattern.lua:6: " pattern 'return { (("a"):rep(30)):find(("a?"):rep(30)), 0 }'
refused_function "string.lua:6: " string 'return { string.rep("a", 1000000000), 0 }'
refused_function "memory.lua: needs more than 64 MiB" memory 'local s = "x" while true do s = s .. s end'
refused_function "table.lua: needs more than 64 MiB" table 'local t = {} while true do table.insert(t, { nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil }) end'
refused_function "nodes.lua:6: " nodes 'local e = q[1] for i = 1, 1000000 do e = sin(e) + q[2] end return { e, 0 }'
refused_function "tower.lua:6: " tower 'local e = c.a + 1 for i = 1, 30 do e = e^64 end return { e*q[2], 0 }'
for call in 'io.open("/etc/passwd")' 'os.execute("true")' 'require("os")' 'dofile("/etc/passwd")' \
    'loadfile("/etc/passwd")' 'load("return 1")' 'pcall(error)' 'coroutine.wrap(print)' 'debug.getinfo(1)' 'print(1)'; do
    refused_function "call.lua:6: " call "return { $call, 0 }"
done
digits=$(head -c 1000000 /dev/zero | tr '\0' 7)
refused_function "digits.lua:6: " digits "return { $digits*q[2], 0 }"
refused_function "text.lua:6: " text "return { \"$digits\"*q[2], 0 }"
deep=$(head -c 50000 /dev/zero | tr '\0' '(')
refused_function "deep.lua: C stack overflow" deep "return { $deep q[2], 0 }"

: >"$work/empty.lua"
refused_model "empty.lua" empty
echo 'local x = 1' >"$work/returns.lua"
refused_model "returns.lua" returns
echo 'return 42' >"$work/number.lua"
refused_model "number.lua" number
echo 'return study { title = "x" }' >"$work/study.lua"
refused_model "study.lua" study
printf '\033LuaT\000\031\223\r\n\032\n' >"$work/bytecode.lua"
refused_model "bytecode.lua" bytecode
head -c 4096 /dev/zero >"$work/zeros.lua"
refused_model "zeros.lua" zeros
head -c 4096 "$(command -v sh)" >"$work/binary.lua"
refused_model "binary.lua" binary
head -c 3000000 /dev/zero | tr '\0' ' ' >"$work/large.lua"
refused_model "large.lua" large
mkdir "$work/folder.lua"
refused_model "folder.lua" folder
bad "$work/" integrate "$work/" --method gauss-2 --step 0.1 --steps 10
bad "missing.lua" integrate "$work/missing.lua" --method gauss-2 --step 0.1 --steps 10
bad "missing.lua" show "$work/missing.lua"
mkfifo "$work/pipe.lua"
refused_model "pipe.lua" pipe
ln -s loop-of-links.lua "$work/loop-of-links.lua"
refused_model "loop-of-links.lua" loop-of-links
bad "/dev/zero" integrate /dev/zero --method gauss-2 --step 0.1 --steps 10
: >"$work/closed.lua"
chmod 000 "$work/closed.lua"
refused_model "closed.lua" closed

# A model that cannot be used does not hide the others.
run env ASSAY_PATH="$work" "$assay" list models
if [ "$status" -eq 0 ] && grep -q '^lotka-volterra ' "$work/out" && grep -q '^good .*Harmonic' "$work/out" &&
    grep -q '^syntax .*cannot be used: .*syntax.lua:6' "$work/out"; then
    report ok "a list with unusable files names them and the others"
else
    report "not ok" "a list with unusable files names them and the others"
fi

# ---- studies -------------------------------------------------------------------------------------------------------
# A good study with one line replaced by LINE: the one that starts with the same key, or one more.
study() { # FILE LINE
    cat >"$work/base" <<'END'
title = "A test",
models = { "lotka-volterra" },
methods = { "gauss-1" },
projections = { "none" },
steps = halving("0.1", 2),
untiltime = "1",
precisions = { "double" },
measures = { "energy_error" },
END
    { echo "return study {"; grep -v "^${2%% *} " "$work/base"; echo "$2"; echo "}"; } >"$work/$1.lua"
}
refused_study() { # PATTERN FILE [LINE]
    [ $# -lt 3 ] || study "$2" "$3"
    bad "$1" run "$work/$2.lua" --out "$work/refused-$2"
}
claim='id = "K", source = "a source", method = "gauss-1", projection = "none", measure = "energy_error", order = exactly "2"'
claim() { echo "claims = { { $(echo "$claim" | sed "$1") } },"; }
table='name = "t", title = "T", model = "lotka-volterra", measure = "energy_error", precision = "double"'
table() { echo "tables = { { $(echo "$table" | sed "$1") } },"; }

run_study() { # FILE: progress may stand on standard error
    run "$assay" run "$work/$1.lua" --out "$work/out-$1"
    : >"$work/err"
    find_fault_of_success
    conclude "accepted: assay run $1.lua"
}
study plain 'title = "A test",'
run_study plain
study claim "$(claim '')"
run_study claim
study table "$(table '')"
run_study table
bad "no study 'nothing'" run nothing --out "$work/nothing"
bad "assay: run needs a study" run
bad "would write the same folder plain" run "$work/plain.lua" "$work/plain.lua"
bad "assay: show needs one" show
bad "assay: integrate needs one" integrate
bad "assay: reference needs one" reference
bad "missing-study.lua" run "$work/missing-study.lua" --out "$work/nothing"
bad "returns a model instead of a study" run "$work/good.lua" --out "$work/nothing"
bad "plain.lua: --only 'nothing' selects nothing" run "$work/plain.lua" --only nothing --out "$work/nothing"
for only in '' / 'gauss-1/' 'gauss-1/symmetric' 'lotka-volterra/gauss-1' 'gauss-1/none/double/solution_error' \
    'lotka-volterra/default/gauss-1/none/double/energy_error/1' 'lotka-*/none'; do
    bad "--only" run "$work/plain.lua" --only "$only" --out "$work/nothing"
done
only() { # SELECTION
    run "$assay" run "$work/plain.lua" --out "$work/out-plain" --only "$1" -v
    : >"$work/err"
    find_fault_of_success
    grep -q '^2 cells, 0 broke down; 1 fits' "$work/out" || fault="$fault not 2 cells and 1 fit"
    conclude "accepted: assay run plain.lua --only '$1'"
}
for only in 'gauss-*' none double 'gauss-*/none' 'lotka-*/default/gauss-1' '*/*/*/*/*/*' 'none/double/energy_error' \
    'lotka-volterra/default/gauss-1/none/double' 'lotka-volterra/default/gauss-1/none/double/energy_error'; do
    only "$only"
done
: >"$work/file"
bad "$work/file: cannot create folder" run "$work/plain.lua" --out "$work/file"
bad "$work/file: cannot create folder" run "$work/plain.lua" --out "$work/file/deeper"
bad "/proc/no: cannot create folder" run "$work/plain.lua" --out /proc/no
mkdir "$work/occupied"
: >"$work/occupied/data"
bad "occupied/data: cannot create folder" run "$work/plain.lua" --out "$work/occupied"
bad "too long" run "$work/plain.lua" --out "$work/$long"
for jobs in 0 -1 many; do bad "--jobs" run "$work/plain.lua" --jobs "$jobs" --out "$work/nothing"; done
for shard in 0/3 4/3 1/0 0/0 x 1 1/ /3 1/3x 1/2/3 -1/3 1/-3 '1/ 3' +1/3 1/9999999999999999999 99999999999999999999/3; do
    bad "--shard $shard is not I/N" run "$work/plain.lua" --shard "$shard" --out "$work/nothing"
done
bad "--shard needs a value" run "$work/plain.lua" --shard
bad "the store $work is a folder" run "$work/plain.lua" --store "$work" --out "$work/nothing"
bad "plain.lua is not a store of assay" run "$work/plain.lua" --store "$work/plain.lua" --out "$work/nothing"
bad "/proc/no.sqlite" run "$work/plain.lua" --store /proc/no.sqlite --out "$work/nothing"
bad "--dry-run takes no value" run "$work/plain.lua" --dry-run=yes
bad "--verbose is given twice" run "$work/plain.lua" -v --verbose
bad "--color takes auto, always or never" run "$work/plain.lua" --color purple
bad "--color is given twice" run "$work/plain.lua" --color=auto --color=auto
bad "--quiet prints nothing" run "$work/plain.lua" -q -v
bad "--quiet prints nothing" run "$work/plain.lua" --json -q
bad "run has no option -x" run "$work/plain.lua" -x
bad "run has no option -vq" run "$work/plain.lua" -vq
bad "list has no option -v" list -v
bad "there is no study 'nosuch'" run nosuch -q
run "$assay" run "$work/plain.lua" --store "$work/quiet.sqlite" --out "$work/quiet" -q
if [ "$status" -eq 0 ] && [ ! -s "$work/out" ] && [ ! -s "$work/err" ] && [ -f "$work/quiet/index.html" ]; then
    report ok "-q: the report is written and nothing is printed"
else
    report "not ok" "-q: the report is written and nothing is printed"
fi
bad "--fresh is given twice" run "$work/plain.lua" --fresh --fresh
bad "report has no option --jobs" report "$work/plain.lua" --jobs 2
bad "assay: report needs a study" report
bad "the store $work is a folder" report "$work/plain.lua" --store "$work" --out "$work/nothing"
bad "assay: gate needs a study" gate
bad "no study 'nothing'" gate nothing
bad "no study 'nothing'" gate "$work/plain.lua" nothing
bad "no claim, so that nothing can be compared" gate "$work/plain.lua"
bad "--allow refuted" gate "$work/claim.lua" --allow refuted
bad "--allow maybe" gate "$work/claim.lua" --allow inconclusive,maybe
bad "$work/none/file" gate "$work/claim.lua" --allow inconclusive --junit "$work/none/file"
bad "$work/none/file" gate "$work/claim.lua" --allow inconclusive --summary "$work/none/file"
bad "assay: merge needs a store to write" merge
bad "assay: merge needs a store to write" merge "$work/one.sqlite"
bad "missing.sqlite" merge "$work/one.sqlite" "$work/missing.sqlite"
bad "plain.lua is not a store of assay" merge "$work/one.sqlite" "$work/plain.lua"
bad "one.sqlite cannot be opened" merge "$work/one.sqlite" "$work/one.sqlite"
if [ ! -e "$work/one.sqlite" ]; then report ok "a merge that is refused leaves no store"; else report "not ok" "one.sqlite is there"; fi
"$assay" run "$work/plain.lua" --out "$work/out-plain" --store "$work/one.sqlite" >/dev/null 2>&1
bad "cannot be merged with itself" merge "$work/one.sqlite" "$work/one.sqlite"
good merge "$work/two.sqlite" "$work/one.sqlite"
bad "assay: explain needs an id, or a study and an id" explain
bad "assay: explain needs an id after the study $work/claim.lua" explain "$work/claim.lua"
bad "assay: explain needs an id, or a study and an id" explain "$work/claim.lua" gauss-1 none
bad "gauss-7: no order of study claim has this in its id" explain "$work/claim.lua" gauss-7
good explain "$work/claim.lua" gauss-1
refused_study "line of expect has no 'why'" expect-key 'expect = { { id = "K", verdict = "holds", why = "x" } },'
refused_study "study.expect is not a list" expect-alone 'expect = "K",'
refused_study "'K' names neither a claim nor an order" expect-nothing 'expect = { { id = "K", verdict = "holds" } },'
refused_study "no verdict 'fine'" expect-verdict 'expect = { { id = "gauss-1", verdict = "fine" } },'
refused_study "has no 'extra'" key 'extra = 1,'
refused_study "models is missing" models 'models = nil,'
refused_study "no model 'lotka'" model 'models = { "lotka" },'
refused_study "no-file.lua" file 'models = { "./no-file.lua" },'
refused_study "no initial data 'half'" initial 'initial = { "half" },'
refused_study "gaus-1" method 'methods = { "gaus-1" },'
refused_study "'non'" projection 'projections = { "non" },'
refused_study "0.3" step 'steps = { "0.3" },'
refused_study "halving" halving 'steps = halving("0.1", 0),'
refused_study "no steps for the model" steps-by-model 'steps = { lotka = halving("0.1", 2) },'
refused_study "until.lua: untiltime must be positive" until 'untiltime = "-1",'
refused_study "time.lua: untiltime: \"soon\" is not an exact number" time 'untiltime = "soon",'
refused_study "thirds.lua: the step 0.1 does not go into the time 1/3" thirds 'untiltime = "1/3",'
refused_study "the step 0.05 is not half of the one before, 0.2," not-halved 'steps = { "0.2", "0.05" },'
refused_study "the step 0.2 is not half of the one before, 0.1," growing 'steps = { "0.1", "0.2" },'
refused_study "the step 0.1 is not half of the one before, 0.1," repeated 'steps = { "0.1", "0.1" },'
study halved 'steps = { "0.2", "1/10", "5e-2" },'
run_study halved
refused_study "single" precision 'precisions = { "single" },'
refused_study "measure.lua: no model of the study has the measure 'energy'; write one of solution_error, position_error, energy_error" \
    measure 'measures = { "energy" },'
refused_study "no model of the study has the measure 'energy'" one-measure 'measures = { "energy_error", "energy" },'
refused_study "none of the measures" no-invariant 'measures = { "invariant_error" },'
study some-invariant 'measures = { "energy_error", "invariant_error" },'
run_study some-invariant
refused_study "invariant_error:angular-momentum" of-another 'measures = { "invariant_error:angular-momentum" },'
refused_study "does not say how numbers are rounded" rounding 'precisions = { "double", "double:exact" },'
refused_study "selects nothing that applies: the coefficients of radau-iia-2 cannot be symplectic" rounding-method \
    'precisions = { "double:symplectic" }, methods = { "radau-iia-2" },'
study rounding-good 'precisions = { "double", "double:split", "64:uncompensated:split" },'
run_study rounding-good
refused_study "'double' twice" twice 'precisions = { "double", "double" },'
refused_study "invariant_error:spin" invariant 'measures = { "invariant_error:spin" },'
refused_study "endless.lua:10: does not end" endless "source = (function () while true do end end)(),"
refused_study "claim K" claim-formula "$(claim 's/"2"/"2*z"/')"
refused_study "claim K" claim-order "$(claim 's/exactly "2"/2/')"
refused_study "claim K" claim-infinite "$(claim 's/"2"/"2\/(s - 1)"/')"
refused_study "claim.source is missing" claim-source "$(claim 's/source = "a source",//')"
refused_study "claim K asks for the method 'gauss-7', which the study does not have; write one of gauss-1" claim-of-nothing \
    "$(claim 's/gauss-1/gauss-7/')"
refused_study "claim K asks for the projection 'nine'" claim-projection "$(claim 's/none/nine/')"
refused_study "claim K asks for the projection 'symmetric'" claim-other-projection "$(claim 's/none/symmetric/')"
refused_study "claim K asks for the measure 'energy'" claim-measure "$(claim 's/energy_error/energy/')"
refused_study "claim K asks for the measure 'solution_error'" claim-other-measure "$(claim 's/energy_error/solution_error/')"
refused_study "claim K asks for the model 'lotka'" claim-model "$(claim 's/method =/model = "lotka", method =/')"
refused_study "claim K and a later claim L are both about lotka-volterra/default/gauss-1/none/double/energy_error" \
    claims-of-one-order "claims = { { $claim }, { $(echo "$claim" | sed 's/"K"/"L"/') } },"
refused_study "study.claims is not a list" claim-alone "claims = { $claim },"
refused_study "entry 1 of study.claims is a string" claim-string 'claims = { "K" },'
refused_study "../t" table-name "$(table 's,"t","../t",')"
refused_study "table.name is empty" table-name "$(table 's,"t","",')"
for name in / . .. 't.txt' 'a b' 'a_b' 'a%b'; do refused_study "table name" table-name "$(table "s,\"t\",\"$name\",")"; done
study table-good-name "$(table 's,"t","Table-2",')"
run_study table-good-name
refused_study "table t asks for the model 'lotka'" table-model "$(table 's/lotka-volterra/lotka/')"
refused_study "table t asks for the measure 'energy'" table-measure "$(table 's/energy_error/energy/')"
refused_study "table t asks for the precision '200'" table-precision "$(table 's/double/200/')"
refused_study "two tables t" table-twice "tables = { { $table }, { $table } },"
figure='name = "f", title = "F", model = "lotka-volterra", measures = { "energy_error" }, precision = "double"'
figure() { echo "figures = { { $(echo "$figure" | sed "$1") } },"; }
refused_study "../f" figure-name "$(figure 's,"f","../f",')"
refused_study "figure f asks for the model 'lotka'" figure-model "$(figure 's/lotka-volterra/lotka/')"
refused_study "figure f asks for the measure 'energy'" figure-measure "$(figure 's/energy_error"/energy_error", "energy"/')"
refused_study "figure f asks for the precision '200'" figure-precision "$(figure 's/double/200/')"

# A study of gauss-1 and rk4 with two claims: LINE is its projections.
two_methods() { # FILE LINE [CLAIM]
    study "$1" "$2"
    sed 's/"gauss-1" }/"gauss-1", "rk4" }/' "$work/$1.lua" >"$work/base"
    { grep -v '^}$' "$work/base"; echo "claims = { { $claim }, { $(echo "$claim" | sed "$3") } },"; echo "}"; } >"$work/$1.lua"
}
two_methods two 'projections = { "none", "symmetric" },' 's/K/L/; s/gauss-1/rk4/'
run_study two
run "$assay" run "$work/two.lua" --only gauss-1/none --out "$work/out-two"
: >"$work/err"
find_fault_of_success
conclude "accepted: a claim outside of what --only selects"
bad "two.lua: selects nothing that applies: the projection symmetric does not apply to rk4" \
    run "$work/two.lua" --only rk4/symmetric --out "$work/nothing"
two_methods apart 'projections = { "none", "symmetric" },' 's/K/L/; s/gauss-1/rk4/; s/none/symmetric/'
refused_study "claim L asks for 'rk4' with the projection 'symmetric'" apart
two_methods without-s 'projections = { "none" },' 's/K/L/; s/gauss-1/rk4/; s/"2"/"2*s"/'
refused_study "of claim L has an s" without-s
sed 's/"gauss-1" }/"rk4" }/' "$work/plain.lua" | sed 's/"none"/"symmetric"/' >"$work/rk4.lua"
refused_study "rk4.lua: selects nothing that applies" rk4

# Nothing of what is refused has been run.
leaves_no_folder() { # FOLDER...
    found=$(ls -d "$@" 2>/dev/null)
    if [ -z "$found" ]; then report ok "a refused study leaves no folder"; else report "not ok" "$found is there"; fi
}
leaves_no_folder "$work/nothing" "$work"/refused-*

# ---- loops, and orders of steps that give none ----------------------------------------------------------------------
long_study() { # NAME FIELDS
    echo "return study { title = \"t\", models = { \"guiding-centre-symmetric\" }, methods = { \"gauss-2\" }, projections = { \"none\" }, \
        precisions = { \"double\" }, steps = each { \"0.1\" }, untilsteps = 5, measures = { \"energy_error\", \"poincare_1:canonical\" }, $2 }" >"$work/$1.lua"
}
long_study no-loop 'loop = "nope"'
refused_study "has no loop called 'nope'; write " no-loop
long_study no-surface 'surface = "nope"'
refused_study "has no surface called 'nope'; write " no-surface
long_study no-order 'claims = { { id = "K", source = "s", methods = "*", projection = "*", measure = "energy_error", order = exactly "4" } }'
refused_study "claim K is about an order, and the steps for guiding-centre-symmetric are not halvings" no-order

# ---- papers, budgets, help -----------------------------------------------------------------------------------------
mkdir "$work/papers"
cd "$work/papers" || exit 1 # where ./out and ./assay.sqlite would be
bad "reproduce needs one paper" reproduce
bad "reproduce needs one paper" reproduce kraus2017 kraus2017
bad "no paper 'kraus2018'; write one of " reproduce kraus2018
bad "no paper 'ci'; write one of " reproduce ci
bad "no paper ''" reproduce :K1
bad "no paper '000" reproduce "$long"
bad "kraus2017 has no claim, table or figure 'nothing'; write one of kraus2017/convergence: claims K1" reproduce kraus2017:nothing
bad "near: table2, table3" reproduce kraus2017:table
bad "has no claim, table or figure ''" reproduce kraus2017:
bad "has no claim, table or figure 'K1:K2'" reproduce kraus2017:K1:K2
bad "reproduce has no option --only" reproduce kraus2017 --only gauss-1
bad "reference has no option --full" reference lotka-volterra --full
for option in budget time-limit; do
    for number in 0 -1 1.5 many 1e3 99999999999999999999; do bad "--$option" run "$work/plain.lua" --$option $number --out "$work/nothing"; done
done
bad "--refine takes no value" gate "$work/plain.lua" --refine=2
bad "report has no option --budget" report "$work/plain.lua" --budget 3
bad "merge has no option --json; it takes --quiet" merge a b --json
bad "demo takes no argument" demo now
bad "there is no store $work/no.sqlite" explain gauss-1 --store "$work/no.sqlite"
bad "the store has no results of a study" explain gauss-1 --store "$work/two.sqlite"
bad "no study in the store has an order or a claim gauss-9" explain gauss-9 --store "$work/one.sqlite"
good explain gauss-1 --store "$work/one.sqlite"
rm "$work/plain.lua"
bad "plain.lua, whose file is not there" explain gauss-1 --store "$work/one.sqlite"
leaves_no_folder "$work/nothing" "$work"/papers/*

# Every option that a command names where it refuses one is in its help.
for command in demo list show integrate reference run report reproduce explain gate merge; do
    run "$assay" $command --nonsense
    options=$(grep -o -e '--[a-z-]*' "$work/err" | grep -v -e --nonsense)
    run "$assay" $command --help
    find_fault_of_success
    for option in $options; do grep -q "^    \(-., \)*$option .* [a-zA-Z]" "$work/out" || fault="$fault no $option"; done
    conclude "help: $command"
done

# ---- a disk that is full -------------------------------------------------------------------------------------------
if [ -c /dev/full ]; then
    "$assay" list >/dev/full 2>"$work/err" </dev/null
    status=$?
    if [ "$status" -eq 3 ] && grep -q "^assay: the output could not be written ([A-Z][a-z ]*); write" "$work/err"; then
        report ok "a full disk is an incomplete result"
    else
        report "not ok" "a full disk is an incomplete result"
    fi
fi

# ---- what show says ------------------------------------------------------------------------------------------------
says() { # YES|NO PATTERN ARGUMENT...
    wanted=$1
    pattern=$2
    shift 2
    run "$assay" "$@"
    found=NO
    if grep -qF -e "$pattern" "$work/out"; then found=YES; fi
    find_fault_of_success
    [ "$wanted" = "$found" ] || fault="'$pattern' on standard output: $found, wanted: $wanted"
    conclude "assay $*: '$pattern' $wanted"
}
# A pair that does not apply is a result, as a breakdown is.
says YES "# not applicable: rattle does not apply to lorenz: it does not step on ode models, but on those of the kind hamiltonian, index-one, body" \
    integrate lorenz --method rattle --step 0.1 --steps 4
for method in "radau-iia-2 --projection symmetric" "rk4 --projection midpoint" "runge-kutta:gauss-2 --projection standard"; do
    says YES "not applicable: the projection '${method##* }' does not apply to ${method%% *}: " \
        integrate lotka-volterra --method $method --step 0.1 --steps 10
done
bad "a whole number of times" integrate lorenz --method rattle --step 0.3 --until 1
says YES "a convention: the stability function" show lobatto-iiic-3
says YES "a convention: the stability function" show lobatto-iiic-2 --json
for name in gauss-3 lobatto-iiia-iiib-3 lobatto-iiid-3 radau-iia-2 rk4; do says NO "a convention" show $name; done
says YES "order 6 " show gauss-3
says YES "claimed 2*s = 6: " show gauss-3
says YES "proved by rooted trees (those to order 8 are examined); a condition of order 7 fails" show gauss-3
says YES "order 12 " show gauss-6
says YES "simplifying assumptions" show gauss-6
says YES "not symplectic" show radau-iia-3
says YES "a_sj = b_j (stiffly accurate) holds" show radau-iia-3
says YES "not symmetric" show lobatto-iiic-3
says NO "not symplectic" show lobatto-iiic-3
# The plain Runge-Kutta method of a pair uses a alone, which is symplectic only together with abar.
says NO "not symplectic" show lobatto-iiia-iiib-3
says YES "not symplectic" show runge-kutta:lobatto-iiia-iiib-3
for name in $("$assay" list methods | sed -n 's/^\([a-z0-9-]*\)  .*/\1/p'); do says NO "contradict" show "$name"; done

# ---- JSON ----------------------------------------------------------------------------------------------------------
# Well formed by a parser where there is one; the keys of the interface in any case.
if command -v python3 >/dev/null 2>&1 && python3 -c 'import json' 2>/dev/null; then
    parse() { python3 -c 'import json, sys; json.load(sys.stdin, parse_constant=sys.exit)' <"$1"; }
elif command -v jq >/dev/null 2>&1; then
    parse() { jq -e . <"$1" >/dev/null; }
else
    parse() { head -c 1 "$1" | grep -q '{' && tail -n 1 "$1" | grep -q '^}$'; }
fi
printf '{"a": NaN}\n}' >"$work/wrong.json"
if parse "$work/wrong.json" 2>/dev/null && [ "$(command -v python3 || command -v jq)" ]; then
    report "not ok" "control: a wrong document does not parse"
else
    report ok "control: a wrong document does not parse"
fi

json() { # "KEY KEY..." ARGUMENT...
    keys="assay schema version commit numerics_version compiler mpfr processor study_hash command $1"
    shift
    run "$assay" "$@" --json
    find_fault_of_success
    [ -n "$fault" ] || parse "$work/out" || fault="not JSON"
    for key in $keys; do
        grep -q "\"$key\":" "$work/out" || fault="$fault no key '$key'"
    done
    conclude "JSON: assay $(echo "$*" | sed "s,$work/,,")"
}
for what in models methods projections studies measures papers claims; do json "$what" list "$what"; done
json "models methods projections studies measures" list
json "name kinds claims claim value source tableau a abar b c null_vector r_infinity algebra order symplectic_residual symmetric_residual stage_order assumptions condition_digits clock_error" \
    show lobatto-iiia-iiib-3
json "name kinds claims tableau r_infinity r_infinity_reason algebra stability_limit_reason a_stable l_stable a_stable_reason" show rk4
json "name source perturb project multiplier" show symplectic
json "name kind title source coordinates parameters initial step invariants checks" show point-vortices --initial half
json "model initial time digits agreed_digits state energy invariants" reference point-vortices --until 1
json "model initial method projection formulation step steps precision coefficients compensated status final time state momentum multiplier measures cost residual_evaluations newton_iterations trajectory" \
    integrate lotka-volterra --method gauss-2 --projection symmetric --step 0.1 --steps 4 --every 2
json "status measures" integrate lotka-volterra --method gauss-2 --step 0.1 --steps 4 --precision 100
json "status broke_down_at reason final measures cost" integrate lotka-volterra --method gauss-2 --step 100 --steps 40

# ---- reference solutions against another program --------------------------------------------------------------------
# Lines "model time component value" of a plain computation in PARI/GP: 50 digits after the point are the same.
disagreement() { # OURS THEIRS
    if [ "${#1}" -lt 52 ]; then echo "not 50 digits: '$1'"
    elif [ "$(echo "$1" | sed 's/\(\..\{50\}\).*/\1/')" != "$(echo "$2" | sed 's/\(\..\{50\}\).*/\1/')" ]; then echo "gp finds $2"
    fi
}

compare_references() {
    gp -q -f -s 256M "$here/independent/reference.gp" </dev/null >"$work/independent" 2>"$work/err"
    if [ "$(grep -c . "$work/independent")" -eq 8 ]; then
        fault=
        conclude "gp finds 8 numbers"
    else
        fault="$(grep -c . "$work/independent") lines"
        conclude "gp finds 8 numbers"
    fi
    while read -r model time component value; do
        run "$assay" reference "$model" --until "$time" --digits 60
        ours=$(sed -n "s/^$component //p" "$work/out")
        fault=$(disagreement "$ours" "$value")
        conclude "reference: $model, $component at $time, as by gp"
    done <"$work/independent"
    wrong=$(echo "$value" | sed 's/\(\..\{49\}\)[0-4]/\1x/; t; s/\(\..\{49\}\)./\10/')
    if [ -n "$(disagreement "$ours" "$wrong")" ]; then
        report ok "control: one wrong digit, the 50th, is seen"
    else
        report "not ok" "control: one wrong digit, the 50th, is seen"
    fi
}

# a_12 of gauss-2 is 1/4 - sqrt(3)/6.
compare_coefficients() {
    for digits in 17 100 1000; do
        theirs=$(echo "default(realprecision, 1100); default(format, \"f.1050\"); print(1/4 - sqrt(3)/6)" | gp -q -f)
        run "$assay" show gauss-2 --digits $digits --json
        ours=$(sed -n 's/^ *"\(-0\.0[0-9]*\)",*$/\1/p' "$work/out" | head -n 1)
        find_fault_of_success
        [ "$(echo "$ours" | cut -c 1-$((digits + 3)))" = "$(echo "$theirs" | cut -c 1-$((digits + 3)))" ] || fault="$ours"
        [ ${#ours} -eq $((digits + 4)) ] || fault="not $digits digits: $ours"
        conclude "a_12 of gauss-2 to $digits digits, as by gp"
    done
}

if command -v gp >/dev/null 2>&1; then
    compare_references
    compare_coefficients
else
    report ok "reference solutions as by gp # SKIP gp is not installed"
fi
echo "1..$count"
