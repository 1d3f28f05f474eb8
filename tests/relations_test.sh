#!/bin/sh
# The relations that assay audit looks at, each with methods that break it, and what it says of a step that remembers.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
compile() { # SOURCE
    ${CC:-cc} -std=c11 -O2 -shared -fPIC -Iclients/c "tests/data/audit/$1.c" -lmpfr -lm -o "$temporary/$1.so"
}
# The relations of the method that differ, in the order in which they are printed.
differing() { # METHOD
    awk -v method="$1" '/^relations of/ { here = $3 == method "," } here && /^    [a-z]/ && $2 == "differs" { list = list " " $1 } END { print list }' "$temporary/output"
}
breaks() { # METHOD RELATIONS...
    method=$1
    shift
    [ "$(differing "$method")" = "${*:+ $*}" ]
    check "$method breaks ${*:-nothing}" $?
}

# A Hamiltonian of the time with two degrees of freedom, so that all relations but that of theta mean something.
cat >"$temporary/model.lua" <<'END'
return model {
  title = "two oscillators", source = "test", kind = "hamiltonian", coordinates = { "x", "y" },
  hamiltonian = function (q, p, t, c)
    return p.x^2*(1 + q.y^2/4)/2 + p.y^2 + q.x^2*(1 + cos(t)/2) + q.x*q.y^2/3 + q.y^4/4
  end,
  initial = { default = { q = { "1/2", "1/3" }, p = { "2/5", "-3/7" } }, other = { q = { "1/5", "2/3" }, p = { "-2/5", "3/8" } } },
  step = "1/10",
}
END
compile relations && audit 1 "$temporary/relations.so" --on "$temporary/model.lua"
check "the audit of methods of which one is no map refutes" $?
breaks so-right
breaks so-time time
breaks so-order permutation affine exchange product
breaks so-units time scaling affine exchange backwards
breaks so-origin time affine
breaks so-halves time exchange
breaks so-forwards time scaling backwards
breaks so-single time permutation affine exchange product nearby
breaks so-remembers repeated
has "claim order:so-remembers refuted: the method is no map: from the initial data of model (number" &&
    has "and the same step, asked for again behind two others, with" && has "claim order:so-right holds"
check "that a step remembers refutes the order that it claims, with both calls" $?
# The same as claims: of a study, with verdicts.
claims() { # RELATIONS...: the options
    for each; do printf ' --claim relation:%s' "$each"; done
}
refutes() { # RELATION METHODS...: whether the claim is refuted of these methods and of no others
    relation=$1
    shift
    [ "$(sed -n "s|^refuted .*default/\([^/]*\)/none/[a-z0-9]*/relation:$relation: .*|\1|p" "$temporary/output" | tr '\n' ' ')" = "$* " ]
    check "the claim relation:$relation is refuted of $* alone" $?
}
audit 1 "$temporary/relations.so" --on "$temporary/model.lua" $(claims time permutation scaling affine exchange gauge backwards product nearby repeated precision)
check "eleven relations can be claimed" $?
refutes time so-time so-units so-origin so-halves so-forwards so-single
refutes permutation so-order so-single
refutes scaling so-units so-forwards
refutes product so-order so-single
refutes affine so-order so-units so-origin so-single
refutes exchange so-order so-units so-halves so-single
refutes backwards so-units so-forwards
refutes nearby so-single
refutes repeated so-remembers
! grep -q '^[a-z]* *model/[a-z]*/so-right/' "$temporary/output" && has "claim relation:gauge:so-right not applicable: the model has no one-form theta" &&
    has "claim relation:precision:so-right not applicable: the method steps in double alone"
check "nothing is open or refuted of so-right, and two relations do not apply" $?
"$ASSAY" audit "$temporary/relations.so" --on henon-heiles --claim energy --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>/dev/null
[ $? -ne 1 ] || ! has '"evidence": "the method is no map'
check "control: of what a run keeps it says nothing" $?
has '"relation": "permutation"' && has '"verdict": "differs"' && has '"reason": "the method is no map: '
check "JSON has the relations" $?

# What another model alone shows.
compile habits && audit 0 "$temporary/habits.so" --on "$temporary/model.lua" --claim relation:repeated
check "habits are no memory" $?
breaks so-named time permutation scaling affine exchange backwards product
breaks so-tolerant scaling

# The same on a manifold, of which programs and shared objects see the field.
audit 1 "$temporary/relations.so" --on pendulum --claim relation:permutation --claim relation:nearby
breaks so-right
breaks so-order permutation affine
breaks so-forwards backwards
has "claim relation:nearby:so-right not applicable: the states lie on a manifold"
check "beside a manifold there are no points nearby" $?

# Each of these is made of one source for both arithmetics.
compile narrow && audit 0 "$temporary/narrow.so" --on "$temporary/model.lua" --claim relation:repeated
check "methods in MPFR" $?
breaks so-euler
differing so-narrow | grep -q nearby && has "in MPFR"
check "so-narrow, whose slopes are no more than double, breaks nearby in MPFR" $?
breaks so-apart precision
audit 1 "$temporary/narrow.so" --on "$temporary/model.lua" --claim relation:nearby
refutes nearby so-narrow
audit 1 "$temporary/narrow.so" --on "$temporary/model.lua" --claim relation:precision
has "claim relation:precision:so-apart refuted" && has "claim relation:precision:so-euler holds"
check "the claim relation:precision is refuted of so-apart" $?

# Programs: the same by lines, in one that goes on where another has ended.
cat >"$temporary/remembers.c" <<'END'
#include "assay_client.h"
static int step(assay_field *f, double t, double h, size_t d, double *z)
{
    static double before[ASSAY_MOST];
    double k[ASSAY_MOST];
    f(t, z, k);
    for (size_t i = 0; i < d; i++) {
        z[i] += h * (3 * k[i] - before[i]) / 2;
        before[i] = k[i];
    }
    return 0;
}
int main(void)
{
    static const struct assay_method methods[] = {{"c-remembers", step}, {NULL, NULL}};
    return assay_serve(methods);
}
END
${CC:-cc} -Iclients/c "$temporary/remembers.c" -o "$temporary/remembers" 2>"$temporary/output"
audit 1 --exec "$temporary/remembers" --on henon-heiles --claim order=2 --claim symmetric &&
    has "claim order refuted: the method is no map" && has "claim symmetric refuted: the method is no map"
check "a program that remembers without saying so is refuted" $?

# More coordinates than models of the panel have, and other units: Heun's method with one thing wrong.  The tolerance is
# absolute, as its author means it, and refutes nothing.
cat >"$temporary/sizes.c" <<'END'
#include "assay_method.h"
#include <string.h>
static int step(const struct assay_call_double *c, double *z, size_t whole, double threshold)
{
    const size_t d = c->dimension;
    const double h = *c->h, end = *c->t + h;
    double *k = c->work, *l = k + d, *x = l + d, largest = 0;
    c->rhs(c, 1, c->t, z, k);
    for (size_t i = 0; i < d; i++) x[i] = z[i] + h * k[i];
    c->rhs(c, 1, &end, x, l);
    for (size_t i = 0; i < d; i++) {
        largest = fmax(largest, fmax(fabs(k[i]), fabs(l[i])));
        x[i] = z[i] + h * (i < whole ? k[i] + l[i] : 2 * k[i]) / 2;
    }
    if (!(largest < threshold)) memcpy(z, x, d * sizeof *z);
    return 0;
}
static int right(const struct assay_call_double *c, double *z) { return step(c, z, c->dimension, 0); }
static int blocks(const struct assay_call_double *c, double *z) { return step(c, z, c->dimension < 8 ? c->dimension : c->dimension / 8 * 8, 0); }
static int small(const struct assay_call_double *c, double *z) { return step(c, z, c->dimension, 1e-6); }
static int midpoint(const struct assay_call_double *c, double *z)
{
    const size_t d = c->dimension;
    const double middle = *c->t + *c->h / 2;
    double *k = c->work, *next = k + d, *y = next + d, change;
    int n = 0;
    memcpy(y, z, d * sizeof *z);
    do {
        change = 0;
        for (size_t i = 0; i < d; i++) next[i] = (z[i] + y[i]) / 2;
        c->rhs(c, 1, &middle, next, k);
        for (size_t i = 0; i < d; i++) {
            change = fmax(change, fabs(z[i] + *c->h * k[i] - y[i]));
            y[i] = z[i] + *c->h * k[i];
        }
    } while (change > 1e-12 && ++n < 100);
    memcpy(z, y, d * sizeof *z);
    return 0;
}
ASSAY_METHODS({"so-right", right, .vectors = 3}, {"so-blocks", blocks, .vectors = 3}, {"so-small", small, .vectors = 3},
              {"so-tolerant", midpoint, .vectors = 3})
END
${CC:-cc} -O2 -shared -fPIC -Iclients/c "$temporary/sizes.c" -lm -o "$temporary/sizes.so"
"$ASSAY" audit "$temporary/sizes.so" --claim order=2 --dry-run --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
[ "$(grep -c '"kind": "sizes"' "$temporary/output")" -eq 2 ] && has "copies of kepler side by side, up to 40 numbers" && has "on kepler in a unit of time of 2^-" && has "of order 1" && has "of order 0"
check "a remainder behind blocks of eight and an absolute threshold lose the order, an absolute tolerance does not" $?

# Methods built in, on the models that tell the relations apart; those of the whole panel are in tests/audit_test.sh.
holding() { # CLAIMED ALL: whether so many relations are claimed and hold, and so many hold of all that are looked at
    [ "$(grep -c '^claim relation:[a-z]* holds: ' "$output")" -eq "$1" ] && [ "$(grep -c '^    [a-z]* *holds ' "$output")" -eq "$2" ]
}
audit 3 rk4 $(claims time permutation scaling affine exchange gauge backwards product nearby repeated precision) --on "$temporary/model.lua" &&
    holding 10 10 && has "claim relation:gauge not applicable: the model has no one-form theta"
check "of rk4 ten can be claimed where there is no one-form" $?
audit 0 rk4 --claim relation:gauge --on point-vortices && holding 1 9
check "and the eleventh where there is one" $?
audit 3 rk4 --on kepler --claim relation:time && has "claim relation:time not applicable: the functions of the model do not depend on the time"
check "the time on a model that is not of it: not applicable, with the reason" $?
audit 1 lobatto-iiic-2 --claim relation:gauge --on point-vortices && has "claim relation:gauge refuted" &&
    answer | grep -q "^REFUTED  lobatto-iiic-2: the relation gauge. It differs by "
check "the gauge is refuted of lobatto-iiic-2" $?
audit 0 lobatto-iiic-2 --claim symmetric --on lotka-volterra || true
[ "$(differing lobatto-iiic-2)" = " gauge" ]
check "lobatto-iiic-2, whose a and abar differ, sees the gauge and nothing else" $?
audit 0 examples/stoermer-verlet.lua --on exchanged-kepler --claim relation:exchange && has "claim relation:exchange holds"
check "a splitting has the exchange: a drift takes the place of a kick" $?
audit 3 rattle --on exchanged-kepler --claim relation:exchange && has "claim relation:exchange not applicable: the method takes q and p in turn"
check "the exchange of rattle: not applicable, with the reason" $?

# A relation that nothing breaks says nothing: where the time has no effect, and where nothing moves.
vacuous() { # NAME HAMILTONIAN Q P RELATIONS...: in the order in which they are printed
    name=$1
    cat >"$temporary/$name.lua" <<END
return model { title = "$name", source = "test", kind = "hamiltonian", coordinates = { "x", "y" },
  hamiltonian = function (q, p, t, c) return $2 end,
  initial = { default = { q = { $3 }, p = { $4 } } }, step = "1/10" }
END
    shift 4
    "$ASSAY" audit -v rk4 --on "$temporary/$name.lua" --store "$temporary/store.sqlite" --out "$temporary/out" >"$output" 2>&1
    [ "$(sed -n 's/^    \([a-z]*\) *vacuous .*keeps it on the model as well$/\1/p' "$output" | tr '\n' ' ')" = "$*${*:+ }" ]
    check "$name: vacuous ${*:-is nothing}" $?
}
vacuous moving '(p.x^2 + p.y^2)/2 + q.x^2/3 + q.y^4/4 + q.x*q.y*cos(t)' '"1/2", "1/3"' '"2/5", "-3/7"'
vacuous calm '(p.x^2 + p.y^2)/2 + q.x^2/3 + q.y^4/4 + q.x*(q.x - 3*q.y)*0*cos(t)' '"1/2", "1/3"' '"2/5", "-3/7"' time
vacuous resting '(p.x^2 + p.y^2)/2 + (q.x - q.y)^2*cos(t)' '"1/2", "1/2"' '0, 0' time permutation scaling affine exchange backwards repeated precision

# In a study, as any measure.
cat >"$temporary/study.lua" <<END
return study { title = "relations", source = "", models = { "$temporary/model.lua" }, projections = { "none" },
  methods = { "rk4", "compose:rattle:suzuki-4" }, steps = halving("0.1", 4), untiltime = "1", precisions = { 128 },
  measures = { "relation:affine", "relation:exchange" }, witness = { model = "other" },
  claims = { { id = "affine", method = "*", projection = "*", measure = "relation:affine", exact = true, source = "test" },
             { id = "exchange", method = "*", projection = "*", measure = "relation:exchange", exact = true, source = "test" } } }
END
"$ASSAY" run "$temporary/study.lua" -v --store "$temporary/store.sqlite" --out "$temporary/study" >"$temporary/output" 2>&1
has "claim exchange holds" && has "claim affine holds" && ! grep -q "rattle.*relation:exchange" "$temporary/output"
check "measures of a study: with rattle, which has no partner, the exchange is not applicable" $?
# The first model in other units: what differs is the same, and a right method is as right.
in_units() { # NAME, those of x and y, of the action, what single precision breaks besides
    cat >"$temporary/$1.lua" <<END
return model { title = "$1", source = "a test", kind = "hamiltonian", coordinates = { "x", "y" },
  parameters = { a = "$2", b = "$3", s = "$4" },
  hamiltonian = function (q, p, t, c)
    local x, y, px, py = q.x/c.a, q.y/c.b, p.x*c.a/c.s, p.y*c.b/c.s
    return (px^2*(1 + y^2/4)/2 + py^2 + x^2*(1 + cos(t)/2) + x*y^2/3 + y^4/4)*c.s
  end,
  initial = { default = { q = { "$2/2", "$3/3" }, p = { "2/5*$4/($2)", "-3/7*$4/($3)" } } }, step = "1/10" }
END
    audit 1 "$temporary/relations.so" --on "$temporary/$1.lua"
    breaks so-right
    breaks so-order permutation affine exchange product
    breaks so-origin time affine
    breaks so-single time permutation ${5:+$5 }affine exchange product nearby
    audit 0 rk4 --on "$temporary/$1.lua" --claim relation:affine && breaks rk4
}
in_units tiny 1e-30 1e-30 1e-60 scaling # beyond the range of its numbers
in_units huge 1e20 1e20 1e40
in_units mixed 6.4e6 1e-3 1e4
echo "1..$number"
