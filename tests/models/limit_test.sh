#!/bin/sh
# A model whose expressions, or their derivatives, need more nodes than the graph has ends with one line that names the file
# or the method, the limit and the remedy, and with status 2: every kind, and each of the functions that it is made of.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
ASSAY=${ASSAY:-./assay}
temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
number=0
failed=0

# The file limit.lua, of the arguments of `model`; many(x, y, n) is a sum of n terms, no two of which share anything.
write() { # ARGUMENTS
    cat >"$temporary/limit.lua" <<END
local function many(x, y, n)
  local s = 0
  for i = 1, n do s = s + sin(x*i + y) * cos(y*i) / i end
  return s
end
return model { title = "a sum of many terms", source = "a test", step = "0.1", $1 }
END
}

# Whether assay says so of the model, with what is expected before the limit.
refuses() { # DESCRIPTION, EXPECTED, ARGUMENTS OF assay...
    number=$((number + 1))
    what=$1 expected=$2
    shift 2
    "$ASSAY" "$@" >"$temporary/output" 2>"$temporary/errors"
    status=$?
    if [ $status -eq 2 ] && [ "$(wc -l <"$temporary/errors")" -eq 1 ] &&
        grep -q "$expected.*the expressions need more than 100000 nodes; write a smaller model\$" "$temporary/errors"; then
        echo "ok $number - $what"
    else
        sed "s/^/# status $status: /" "$temporary/errors"
        echo "not ok $number - $what"
        failed=1
    fi
}
beyond() { # DESCRIPTION, ARGUMENTS of model
    write "$2"
    refuses "$1" 'limit\.lua:[1-9][0-9]*: ' show "$temporary/limit.lua"
}

one='initial = { default = { 1, "1/2" } }'
plane='initial = { default = { q = { 1, 0 }, p = { 0, 1 } } }'
kinetic='(p.x^2 + p.y^2)/2'
beyond "ode: the field" 'kind = "ode", coordinates = { "x", "y" }, field = function (z) return { many(z.x, z.y, 20000), -z.x } end, '"$one"
beyond "ode: the constraints" 'kind = "ode", coordinates = { "x", "y" }, field = function (z) return { z.y, -z.x } end,
  constraints = function (z) return { many(z.x, z.y, 6000) } end, '"$one"
beyond "ode: the Poisson matrix" 'kind = "ode", coordinates = { "x", "y" }, field = function (z) return { z.y, -z.x } end,
  hamiltonian = function (z) return (z.x^2 + z.y^2)/2 end,
  poisson = function (z) local s = many(z.x, z.y, 16000) return { { 0, 1 + s }, { -1 - s, 0 } } end, '"$one"
for formulation in a b; do
    [ $formulation = a ] && g='q.x^2 + q.y^2 - 1' H="$kinetic + many(q.x, q.y, 6000)" name="the energy"
    [ $formulation = b ] && g='q.x^2 + q.y^2 - 1 + q.y*many(q.x, q.y, 6000)' H="$kinetic" name="the constraint"
    beyond "hamiltonian, one constraint: $name" 'kind = "hamiltonian", coordinates = { "x", "y" }, hamiltonian = function (q, p) return '"$H"' end,
      constraints = function (q) return { '"$g"' } end, '"$plane"
done
beyond "hamiltonian, two constraints" 'kind = "hamiltonian", coordinates = { "x", "y", "z" }, hamiltonian = function (q, p) return '"$kinetic"' + p.z^2/2 end,
  constraints = function (q) return { q.x^2 + q.y^2 - 1, q.z*(2 + many(q.x, q.y, 6000)) } end,
  initial = { default = { q = { 1, 0, 0 }, p = { 0, 1, 0 } } }'
beyond "hamiltonian: an invariant" 'kind = "hamiltonian", coordinates = { "x", "y" }, hamiltonian = function (q, p) return '"$kinetic"' end,
  invariants = { a = function (q, p) return p.x + many(q.x, q.y, 9000) end }, '"$plane"
beyond "hamiltonian: the reversal" 'kind = "hamiltonian", coordinates = { "x", "y" }, hamiltonian = function (q, p) return '"$kinetic"' end,
  reversal = function (q, p) return { q.x + q.y*many(q.x, q.y, 9000), q.y, -p.x, -p.y } end, '"$plane"
beyond "degenerate: the one-form" 'kind = "degenerate", coordinates = { "x", "y" }, theta = function (q) return { q.y + many(q.x, q.y, 6000), q.x^2 } end,
  hamiltonian = function (q) return q.x^2 + q.y^2 end, '"$one"
beyond "degenerate: the energy" 'kind = "degenerate", coordinates = { "x", "y" }, theta = function (q) return { q.y, 0 } end,
  hamiltonian = function (q) return q.x^2 + many(q.x, q.y, 9000) end, '"$one"
sphere='initial = { default = { q = { "1/2", "1/2", "1/2", "1/2" }, p = { "0.575", "-0.225", "0.075", "-0.425" } } }'
for part in potential constraint velocity; do
    V='q[1]' g='(q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 - 1)/2' a='-q[4]'
    case $part in
    potential) V="q[1] + many(q[1], q[3], 9000)" ;;
    constraint) g="$g + (q[1] - q[2])*many(q[1], q[3], 9000)" ;;
    velocity) a="$a*(1 + many(q[1], q[3], 9000)^2)" ;;
    esac
    beyond "index-one: the $part" 'kind = "index-one", coordinates = { "a", "b", "c", "d" },
      velocity_constraints = function (q) return { { -q[2], q[1], '"$a"', q[3] } } end,
      constraints = function (q) return { '"$g"' } end, potential = function (q) return '"$V"' end, '"$sphere"
done
beyond "nonholonomic: the coefficients" 'kind = "nonholonomic", coordinates = { "phi", "x", "y" }, inertias = function () return { 1, 1, 1 } end,
  coefficients = function (q) return { many(q.phi, q.phi, 20000) } end, initial = { default = { q = { 0, 0, 0 }, v = { 1, 0, 0 } } }'
beyond "nonholonomic: the Lagrangian" 'kind = "nonholonomic", coordinates = { "x", "y", "z" },
  lagrangian = function (q, v) return (v.x^2 + v.y^2 + v.z^2)/2 + many(q.x, q.y, 20000) end,
  constraints = function (q) return { { 0, 0, 1 } } end, initial = { default = { q = { 0, 0, 0 }, v = { 1, 1, 0 } } }'
beyond "nonholonomic: the constraints" 'kind = "nonholonomic", coordinates = { "x", "y", "z" },
  lagrangian = function (q, v) return (v.x^2 + v.y^2 + v.z^2)/2 end,
  constraints = function (q) return { { many(q.x, q.y, 20000), 0, 1 } } end, initial = { default = { q = { 0, 0, 0 }, v = { 1, 1, 0 } } }'

beyond "body: an invariant" 'kind = "body", alpha = { "1/2", "3/4", 1 }, invariants = { a = function (x, c) return many(x.m12, x.m13, 9000) end },
  initial = { default = { "0.3", "0.2", "-0.9" } }'
beyond "body: the torque" 'kind = "body", alpha = { "1/2", "3/4", 1 }, torque = function (t, c) return { many(t, t, 20000), 0, 0 } end,
  initial = { default = { "0.3", "0.2", "-0.9" } }'
beyond "hamiltonian: the charts" 'kind = "hamiltonian", coordinates = { "x", "y" }, hamiltonian = function (q, p) return '"$kinetic"' end,
  constraints = function (q) return { q.x^2 + q.y^2 - 1 } end, charts = { right = {
    map = function (d, c) return { sqrt(1 - d[1]^2), d[1]*many(d[1], d[1], 9000) } end,
    inverse = function (q, c) return { q.y } end, where = function (q, c) return q.x end } }, '"$plane"

# A model that is read, and a method whose equations are beyond it.
write 'kind = "hamiltonian", coordinates = { "x", "y" }, hamiltonian = function (q, p) return (1 + many(q.x, q.y, 3500)^2)*'"$kinetic"' end, '"$plane"
refuses "the equations of a method" 'limit\.lua:6: hamiltonian: with the equations of rattle ' integrate "$temporary/limit.lua" --method rattle --step 1/100 --steps 1
echo "1..$number"
exit $failed
