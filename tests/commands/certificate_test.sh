#!/bin/sh
# A certificate repeats what it certifies, and a number, a verdict, an input or a file that was changed in it is found, also with
# new checksums.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
unset ASSAY_PATH ASSAY_STORE
mkdir "$temporary/desk" "$temporary/elsewhere"
cp examples/gauss-2.lua "$temporary/desk/my-gauss.lua"
cd "$temporary/desk" || exit 1
cat >my-study.lua <<'END'
return study { title = "Two methods", models = { "lotka-volterra", "henon-heiles" }, methods = { "rk4", "./my-gauss.lua" },
  projections = { "none" }, steps = halving("0.2", 5), untiltime = "2", precisions = { "double", 128 }, measures = { "solution_error" },
  claims = { { id = "order", methods = "*", projection = "none", measure = "solution_error", order = at_least "4", source = "me" },
             { id = "high", methods = "rk4", projection = "none", measure = "solution_error", order = at_least "5", source = "me",
               precision = "double" } },
  expect = { { id = "high", verdict = "refuted" } } }
END
sed -i 's/id = "order", methods = "\*"/id = "order", methods = "*", precision = "128"/' my-study.lua
run() { # STATUS SAYS ARGUMENT...
    expected=$1 says=$2
    shift 2
    "$ASSAY" "$@" >"$temporary/out" 2>"$temporary/err"
    status=$?
    cat "$temporary/err" >>"$temporary/out"
    tr -s ' \n' ' ' <"$temporary/out" >"$temporary/flat"
    [ $status -eq "$expected" ] && grep -qF -e "$says" "$temporary/flat"
}
run 2 "the store assay.sqlite cannot be opened" certify my-study.lua && [ ! -e my-study.certificate.tar ]
check "what was not run is not certified" $?
"$ASSAY" run my-study.lua -q
run 0 "my-study.certificate.tar: 1 study, 2 claims: 1 holds, 1 refuted; 2 inputs." certify my-study.lua
check "a study is certified" $?
cp my-study.certificate.tar first.tar
"$ASSAY" certify my-study.lua >/dev/null && cmp -s first.tar my-study.certificate.tar
check "the same results make the same archive" $?
cat >including.lua <<'END'
return study { title = "Formulas", models = { "henon-heiles" }, methods = { "./member.lua" }, projections = { "none" },
  steps = halving("0.2", 2), untiltime = "2", precisions = { "double" }, measures = { "solution_error" } }
END
echo 'return include "family.lua" { theta = "1/3" }' >member.lua
cat >family.lua <<'END'
return function (own)
  return method { name = "member", kinds = { "ode" }, step = function (s) return s.x + own.theta * s.h * s.f(s.x) end }
end
END
"$ASSAY" run including.lua -q
run 0 "; 3 inputs." certify including.lua && tar -tf including.certificate.tar | grep -q inputs/family.lua
check "what a file includes is an input" $?
rm including* member.lua family.lua
cd "$temporary/elsewhere" || exit 1
run 0 "AGREES 40 of 40 runs, 8 of 8 fits, 2 of 2 claims agree to the bit" verify ../desk/first.tar && [ -z "$(ls)" ]
check "verify repeats all of it, elsewhere, and leaves nothing behind" $?
run 0 ", 1 of 1 fits agree to the bit" verify ../desk/first.tar --sample --seed 3
check "or a sample" $?

# Unpacks the archive, changes it with the words, and packs it again with its checksums ("sums": with new ones).
changed() { # SUMS COMMAND
    rm -rf "$temporary/files"
    mkdir "$temporary/files"
    (cd "$temporary/files" && tar -xf ../desk/first.tar && eval "$2" &&
        { [ "$1" = old ] || find certificate.json codecheck.yml documents inputs -type f -print0 | xargs -0 sha256sum >SHA256SUMS; } &&
        tar -cf ../changed.tar SHA256SUMS *[!S]*)
}
edit() { # CODE: sees d, the document
    python3 -c 'import json, sys
d = json.load(open("documents/my-study.json"))
exec(sys.argv[1])
json.dump(d, open("documents/my-study.json", "w"))' "$1"
}
changed old 'sed -i s/Two/2/ inputs/my-study.lua'
run 1 "changed inputs/my-study.lua: its checksum is another" verify ../changed.tar
check "an input that was changed" $?
changed old ': >inputs/more'
run 1 "changed inputs/more" verify ../changed.tar
check "a file that was added" $?
changed new 'edit "f = d[\"fits\"][0]; f[\"errors\"][1] *= 1.4"'
run 1 "DIFFERS" verify ../changed.tar && grep -qE 'at h = 0.1: certified [0-9.e-]+, found [0-9.e-]+' "$temporary/flat"
check "a number, with new checksums" $?
changed new 'edit "f = d[\"fits\"][0]; f[\"errors\"][1] *= 1 + 2e-16"'
run 1 "DIFFERS 40 of 40 runs, 7 of 8 fits, 2 of 2 claims agree to the bit; 1 not, and 0 differ by more than their floors" verify ../changed.tar
check "its last bit, by the same program" $?
changed new 'edit "f = d[\"fits\"][0]; f[\"errors\"][1] *= 1 + 2e-16; d[\"assay\"][\"processor\"] = \"another\""'
run 0 "AGREES 40 of 40 runs, 7 of 8 fits" verify ../changed.tar
check "control: of another processor the last bit may be another one" $?
changed new 'edit "d[\"claims\"][1][\"verdict\"] = \"holds\""'
run 1 "my-study: high: certified holds, found refuted" verify ../changed.tar
check "a verdict" $?
changed new 'sed -i "s,sqrt(3)/6,sqrt(3)/7," inputs/my-gauss.lua'
run 1 "certified holds, found " verify ../changed.tar
check "the coefficients of an input" $?
changed new 'sed -i "s,\"path\": \"my-study,\"path\": \"../my-study," certificate.json'
run 2 "there is no such document in the certificate" verify ../changed.tar
check "refused: a path that leads out of the archive" $?
changed new 'ln -s /etc/passwd inputs/link'
run 2 "this is no certificate" verify ../changed.tar
check "refused: a link" $?
run 2 "this is no certificate" verify ../desk/my-study.lua
check "refused: another file" $?
mkdir -p ../desk/papers/mine && cd ../desk && sed 's,"./my-gauss.lua",,' my-study.lua >papers/mine/one.lua && cp papers/mine/one.lua papers/mine/two.lua &&
    echo 'return ledger { title = "A method", source = "me", claims = { { id = "order", where = "1", name = "order", text = "4" } } }' >papers/mine/claims.ledger &&
    ASSAY_PATH=papers && export ASSAY_PATH && "$ASSAY" reproduce mine -q && unset ASSAY_PATH &&
    ASSAY_PATH=papers run 0 "mine.certificate.tar: 2 studies, 4 claims: 2 holds, 2 refuted; 3 inputs." certify mine &&
    tar -tf mine.certificate.tar | grep -q '^inputs/papers/mine/claims.ledger$' && cd ../elsewhere &&
    run 0 "4 of 4 claims agree to the bit" verify ../desk/mine.certificate.tar
check "a paper, with its ledger, where nobody knows it" $?
unset ASSAY_PATH
cd ../desk && mkdir inside && sed 's,"./my-gauss.lua","../my-gauss.lua",' my-study.lua >inside/other.lua && cd inside &&
    cp ../assay.sqlite . && "$ASSAY" run other.lua -q && run 2 "certify it in a folder that has both" certify other.lua
check "refused: an input that lies elsewhere" $?
echo "1..$number"
