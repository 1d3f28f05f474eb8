#!/bin/sh
# The house has layers: no file includes a header of a higher layer, what an object exports carries the name of its
# file, and nothing can be written that is not on the stack, on the heap or listed here.  Output: TAP.
#
#     numerics -> models -> integrators, reference -> measures -> harness/study -> plan -> judge -> store -> run
#     -> reports -> harness/audit -> harness/commands
#
# Each check is a function that prints what is wrong; each is tried on a small house with that fault in it.
#
# Environment: BUILD, the folder of the objects (default build/release).  Run from the root of the repository.
set -u
LC_ALL=C
export LC_ALL
build=${BUILD:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# Where other tests write meanwhile, if that is within the house.
written=$(cd "$(dirname "$work")" && pwd)
case $written in "$PWD"/*) written=./${written#"$PWD"/} ;; *) written=./none ;; esac
layers="numerics models integrators reference measures harness/study harness/plan harness/judge harness/store harness/run reports
        harness/audit harness/commands"
count=0

# ---- what is allowed ------------------------------------------------------------------------------------------------
# The layer that a file belongs to, for awk.
layer_of='function layer_of(file, part) { split(file, part, "/"); return part[1] == "harness" && part[3] ? part[1] "/" part[2] : part[1] }'

# The layers that a layer may include: itself and those before it.
allowed_below() { # LAYER
    for lower in $layers; do
        echo "$lower"
        [ "$lower" != "$1" ] || break
    done
}

# FILE PREFIX: names that are exported without the name of the file.  Reasons:
#   main         the entry point of the program
#   vector       the verbs of vectors and of matrices stored as vectors are one table
allowed_prefixes="
harness/commands/main main
numerics/vector matrix_
"

# FILE SYMBOL: what can be written.  Reasons:
#   mpfr_precision   one working precision and its scratch numbers in a process: part of the arithmetic
#   processor        written once, always with the same text
#   version          the same
allowed_data="
numerics/arithmetic/mpfr_precision mpfr_precision
harness/plan/provenance processor
harness/plan/provenance version
"

# ---- includes -------------------------------------------------------------------------------------------------------
# "FILE HEADER" for every header in quotes that the files of C in FOLDER include.
list_includes() { # HOUSE FOLDER
    [ -d "$1/$2" ] || return 0
    grep -rE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1/$2" |
        sed -e "s,^$1/,," -e 's/:[^"]*"\([^"]*\)".*/ \1/' | sort
}

# "FILE: includes HEADER" for every include of the house HOUSE that goes upwards, or out of the house.
find_wrong_includes() { # HOUSE
    for layer in $layers; do
        allowed_below "$layer" >"$work/allowed"
        list_includes "$1" "$layer" >"$work/includes"
        awk "$layer_of"' NR == FNR { allowed[$1]; next } !(layer_of($2) in allowed)' "$work/allowed" "$work/includes" |
            while read -r file header; do
                # written by make: what was built of what, where its data are installed, the style of pages and
                # their rules; what those include who write a shared object
                case $layer/$header in harness/*/version.h | models/version.h | reports/style.h | integrators/clients/c/assay_method.h) continue ;; esac
                echo "$file: includes $header"
            done
    done
}

# ---- words ----------------------------------------------------------------------------------------------------------
# "FILE: compares WORDS" for every comparison with a word of a term: harness/study/term.c alone reads and writes them.
find_compared_words() { # HOUSE
    sed -n '/^static const char \*const words/,/^};/p' harness/study/term.c | grep -o '"[^"]*"' | sort -u >"$work/words"
    for layer in $layers; do
        [ -d "$1/$layer" ] || continue
        find "$1/$layer" -name '*.[ch]' | sort | while read -r file; do
            grep -E 'str(n|case|ncase)?(cmp|str)\(' "$file" | grep -o -F -f "$work/words" |
                sed "s,^,${file#"$1"/}: compares ,"
        done
    done
}

# ---- objects --------------------------------------------------------------------------------------------------------
# The objects of files that (still) exist: "FOLDER SOURCE OBJECT", FOLDER being neutral, double, mpfr, dual, ...
list_objects() { # HOUSE BUILD
    find "$1" -name '*.c' ! -path '*/.*/*' ! -path "$written/*/*" | sed -e "s,^$1/,," -e 's/\.c$//' >"$work/sources"
    find "$2" -name '*.o' | sort | awk -v build="$2/" -v layers="$layers" "$layer_of"'
        BEGIN { split(layers, list); for (i in list) is_layer[list[i]] }
        NR == FNR { exists[$1]; next }
        { source = substr($1, length(build) + 1); folder = source
          sub(/\/.*/, "", folder); sub(/^[^\/]*\//, "", source); sub(/\.o$/, "", source) }
        layer_of(source) in is_layer && source in exists { print folder, source, $1 }' "$work/sources" -
}

# "FILE: has no object", which the checks of objects would not see.
find_missing_objects() { # HOUSE BUILD
    list_objects "$1" "$2" | awk '{ print $2 ".c" }' | sort -u >"$work/compiled"
    for layer in $layers; do
        [ -d "$1/$layer" ] || continue
        find "$1/$layer" -name '*.c' | sed "s,^$1/,," | sort | comm -23 - "$work/compiled" | sed 's/$/: has no object/'
    done
}

# Whether NAME starts with the name of the file, or with a shorter name that ends before an underscore where a module
# of that name exists beside the file (graph_store.c belongs to graph.h), or is listed above.
is_prefixed() { # HOUSE SOURCE NAME
    home=${2%/*}
    stem=${2##*/}
    while :; do
        if [ "$home/$stem" = "$2" ] || [ -f "$1/$home/$stem.h" ]; then
            case $3 in "$stem" | "$stem"_*) return 0 ;; esac
        fi
        case $stem in *_*) stem=${stem%_*} ;; *) break ;; esac
    done
    for prefix in $(echo "$allowed_prefixes" | sed -n "s,^$2 ,,p"); do
        case $3 in "$prefix"*) return 0 ;; esac
    done
    return 1
}

# What a tool prints of all objects, in awk: `object` is the one that a line is of, of[object] its folder and source.
by_object='NR == FNR { of[$3] = $1 " " $2; next } /\.o:( |$)/ { object = $1; sub(/:.*/, "", object) }'

# "FOLDER SOURCE NAME".  Tools of the compiler (sanitizers, coverage) export names of their own, which start with
# underscores.
exported_names() { # OBJECTS
    cut -d ' ' -f 3 "$1" | xargs nm -g --defined-only |
        awk "$by_object"' NF == 3 && $3 !~ /^_/ { print of[object], $3 }' "$1" -
}

# "FILE: exports NAME".  What is compiled for several arithmetics also ends with the name of the arithmetic.
find_wrong_names() { # HOUSE BUILD
    list_objects "$1" "$2" >"$work/objects"
    exported_names "$work/objects" >"$work/names"
    while read -r folder source name; do
        is_prefixed "$1" "$source" "$name" || echo "$source.c: exports $name"
    done <"$work/names"
    awk 'NR == FNR { builds[$2]++; next }
        $1 != "neutral" && builds[$2] > 1 && $3 !~ ("_" $1 "$") { print $2 ".c: exports " $3 " for " $1 " without its suffix" }' \
        "$work/objects" "$work/names"
}

# "FOLDER SOURCE NAME": data that can be written, objects in .data, .bss or common storage, thread-local ones too.
# Constant tables of pointers lie in .data.rel.ro, which the loader makes read-only.  A static of a function is
# NAME.NUMBER to gcc and FUNCTION.NAME to clang: NAME is printed.
writable_data() { # OBJECTS
    cut -d ' ' -f 3 "$1" | xargs objdump -t | awk "$by_object"'
        { section = ""; for (i = 2; i < NF; i++) if ($i ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/) section = $i }
        section == "" || section ~ /^\.data\.rel\.ro/ { next }
        $NF == section || $NF ~ /^[._]/ || $NF ~ /^\$/ { next }   # the section itself; names of the compiler
        { name = $NF; sub(/\.[0-9]+$/, "", name); sub(/^.*\./, "", name); print of[object], name }' "$1" -
}

find_mutable_data() { # HOUSE BUILD
    list_objects "$1" "$2" >"$work/objects"
    writable_data "$work/objects" | while read -r folder source name; do
        case "$allowed_data" in *"
$source $name
"*) continue ;; esac
        echo "$source.c: $name can be written ($folder)"
    done
}

# ---- questions ------------------------------------------------------------------------------------------------------
# What is said of a verdict is made from its outcome: the rules that decided are not asked again.  What lies above the
# runs calls, of the judge, only what looks things up (results, resolution) or compares with what is expected.
answers="results gate baseline resolution"

# "FILE: asks NAME" for every other function of harness/judge that a report, an audit or a command calls.
find_questions() { # HOUSE BUILD
    list_objects "$1" "$2" >"$work/objects"
    exported_names "$work/objects" | awk -v answers="$answers" '
        BEGIN { split(answers, list); for (i in list) is_answer["harness/judge/" list[i]] }
        $2 ~ /^harness\/judge\// && !($2 in is_answer) { print $3 }' >"$work/rules"
    grep -E '^[^ ]* (reports|harness/audit|harness/commands)/' "$work/objects" | while read -r folder source object; do
        nm -u "$object" | awk '{ print $2 }' | grep -xF -f "$work/rules" | sed "s,^,$source.c: asks ,"
    done
}

# ---- rooms ----------------------------------------------------------------------------------------------------------
most_files=30 # in a folder
most_lines=700 # in a file

# "FOLDER: N files" for every folder with more than a person takes in at a glance; the catalogue of faults is a list.
find_full_folders() { # HOUSE
    find "$1" -type f ! -path '*/.*/*' ! -path '*/build*/*' ! -path '*/out*/*' ! -path '*/tests/faults/*' ! -path "$written/*/*" |
        sed -e "s,^$1/,," -e '/\//!s,^,./,' -e 's,/[^/]*$,,' | sort | uniq -c |
        awk -v most="$most_files" '$1 > most { print $2 ": " $1 " files" }'
}

# "FILE: N lines" for every file of C that is longer than one idea takes.
find_long_files() { # HOUSE
    for folder in $layers tests; do
        [ -d "$1/$folder" ] || continue
        find "$1/$folder" -name '*.[ch]' -exec grep -c '' /dev/null {} + | sed "s,^$1/,," |
            awk -F : -v most="$most_lines" '$2 > most { print $1 ": " $2 " lines" }'
    done
}

# "HEADER: has one user" for every header that fewer than two files include, tests among them; the file of its own name
# does not count.  A header that exists so that one code can be compiled for several arithmetics has one place to be
# chosen in: numerics/arithmetic/.
find_lonely_headers() { # HOUSE
    for folder in $layers tests; do
        list_includes "$1" "$folder"
    done >"$work/users"
    for layer in $layers; do
        [ -d "$1/$layer" ] && find "$1/$layer" -name '*.h' ! -path '*/arithmetic/*'
    done | sed "s,^$1/,," | sort | awk 'NR == FNR { own = $1; sub(/\.[ch]$/, ".h", own); users[$2] += own != $2; next }
        users[$1] < 2 { print $1 ": has " users[$1] + 0 " users" }' "$work/users" -
}

# ---- verdicts -------------------------------------------------------------------------------------------------------
conclude() { # FAULTS NAME
    count=$((count + 1))
    if [ -z "$1" ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        echo "$1" | sort -u | head -n 30 | sed 's/^/# /'
    fi
}

# The control: the check finds exactly what was put in, LINES (sorted, one a line).
expect() { # FOUND LINES NAME
    count=$((count + 1))
    if [ "$(echo "$1" | sort -u)" = "$2" ]; then
        echo "ok $count - control: $3"
    else
        echo "not ok $count - control: $3"
        echo "$1" | sort -u | sed 's/^/# found: /'
    fi
}

# ---- a house with faults --------------------------------------------------------------------------------------------
house="$work/house"
for layer in $layers; do mkdir -p "$house/$layer"; done
mkdir -p "$house/numerics/arithmetic" "$house/numerics/graph" "$house/models/reader"

write() { # FILE; the text on standard input
    cat >"$house/$1"
}
write numerics/graph/graph.h <<'END'
int graph_size(void);
END
write numerics/graph/graph.c <<'END'
#include "models/reader/model.h"
#include <stdio.h>
int graph_size(void) { return 1; }
int graphic(void) { return 1; }
END
write numerics/graph/graph_store.c <<'END'
#include "numerics/graph/graph.h"
int graph_fill(void) { static int calls; return ++calls; }
int store_fill(void) { return graph_fill(); }
END
write numerics/lone_file.c <<'END'
int lone_other(void);
int lone_other(void) { return 0; }
int lone_file_size(void) { return 0; }
END
write numerics/vector.c <<'END'
#ifndef NAME
#define NAME(verb) verb
#endif
int NAME(vector_add)(void) { return 0; }
int NAME(matrix_add)(void) { return 0; }
int vector_zero(void) { return 0; }
END
write models/reader/model.h <<'END'
#include "numerics/graph/graph.h"
END
write models/reader/model.c <<'END'
#include "models/reader/model.h"
static const char *const words[] = { "a", "b" };
const char *const *const model_words = words;
const int model_sizes[2] = { 1, 2 };
int model_count = 3;
static int hidden;
_Thread_local int model_thread;
int *model_hidden(void) { return &hidden; }
const char *model_word(int i) { return words[i]; }
int model_refutes(const char *word) { return strcmp(word, "refuted") == 0 || strcmp(word, "mine") == 0; }
END
write reference/reference.c <<'END'
#include "models/reader/model.h"
#  include "integrators/methods/method.h"
#include "nowhere.h"
#include "version.h"
int reference_create(void) { return 0; }
END
write reports/report.h <<'END'
#include "harness/judge/results.h"
#include "harness/commands/cell.h"
END
write harness/plan/provenance.c <<'END'
#include "version.h"
#include "reports/report.h"
char *provenance_of(void) { static char processor[9]; return processor; }
char *provenance_other(void) { static char other[9]; return other; }
END
write numerics/arithmetic/mpfr_precision.c <<'END'
int mpfr_precision = 53;
int mpfr_precision_scratch = 53;
END
: >"$house/numerics/arithmetic/mpfr_precision.h"

expect "$(find_wrong_includes "$house")" "harness/plan/provenance.c: includes reports/report.h
numerics/graph/graph.c: includes models/reader/model.h
reference/reference.c: includes nowhere.h
reference/reference.c: includes version.h
reports/report.h: includes harness/commands/cell.h" "an include of a higher layer, from nowhere"

expect "$(find_compared_words "$house")" 'models/reader/model.c: compares "refuted"' "a comparison with a word of a term"

compile() { # FOLDER SOURCE FLAG...
    object="$work/objects-of-house/$1/$2.o"
    file="$house/$2.c"
    mkdir -p "$(dirname "$object")"
    shift 2
    # The includes are wrong on purpose: objects are made without them.
    sed '/^#.*include "/d' "$file" | ${CC:-cc} -x c -w -fPIE -O1 "$@" -c - -o "$object"
}
for source in numerics/graph/graph numerics/graph/graph_store numerics/lone_file models/reader/model reference/reference harness/plan/provenance \
    numerics/arithmetic/mpfr_precision; do compile neutral "$source"; done
compile double numerics/vector '-DNAME(verb)=verb##_double'
compile mpfr numerics/vector '-DNAME(verb)=verb##_mpfr'
rm "$work/objects-of-house/neutral/reference/reference.o"
expect "$(find_missing_objects "$house" "$work/objects-of-house")" "reference/reference.c: has no object" "a file that was not compiled"
expect "$(find_wrong_names "$house" "$work/objects-of-house")" "numerics/graph/graph.c: exports graphic
numerics/graph/graph_store.c: exports store_fill
numerics/lone_file.c: exports lone_other
numerics/vector.c: exports vector_zero for double without its suffix
numerics/vector.c: exports vector_zero for mpfr without its suffix" "a name without that of its file, or without its arithmetic"
expect "$(find_mutable_data "$house" "$work/objects-of-house")" "harness/plan/provenance.c: other can be written (neutral)
models/reader/model.c: hidden can be written (neutral)
models/reader/model.c: model_count can be written (neutral)
models/reader/model.c: model_thread can be written (neutral)
numerics/arithmetic/mpfr_precision.c: mpfr_precision_scratch can be written (neutral)
numerics/graph/graph_store.c: calls can be written (neutral)" "data that can be written, constant tables apart"

write harness/judge/results.c <<'END'
int results_find(void) { return 1; }
END
write harness/judge/verdict.c <<'END'
int results_find(void);
int verdict_falls(void) { return results_find(); }
END
write reports/words.c <<'END'
int results_find(void), verdict_falls(void);
int words_say(void) { return results_find() + verdict_falls(); }
END
for source in harness/judge/results harness/judge/verdict reports/words; do compile neutral "$source"; done
expect "$(find_questions "$house" "$work/objects-of-house")" "reports/words.c: asks verdict_falls" "a report that asks the judge again"

mkdir -p "$house/reports/full" "$house/tests"
for number in $(seq 31); do : >"$house/reports/full/$number.lua"; done
seq 701 >"$house/models/long.c"
for header in own two; do : >"$house/reports/$header.h"; done
printf '%s\n' '#include "reports/own.h"' '#include "reports/two.h"' >"$house/reports/own.c"
printf '%s\n' '#include "reports/own.h"' '#include "reports/two.h"' >"$house/tests/test_own.c"
expect "$(find_full_folders "$house")" "reports/full: 31 files" "a folder with more than 30 files"
expect "$(find_long_files "$house")" "models/long.c: 701 lines" "a file of more than 700 lines"
expect "$(find_lonely_headers "$house")" "reports/own.h: has 1 users
reports/report.h: has 1 users" "a header with one user"

# ---- the house ------------------------------------------------------------------------------------------------------
conclude "$(find_missing_objects . "$build")" "every file has an object in $build"
conclude "$(find_wrong_includes .)" "no layer includes a header of a higher one"
conclude "$(find_compared_words .)" "no file compares the words of terms"
conclude "$(find_wrong_names . "$build")" "exported names start with the name of their file"
conclude "$(find_mutable_data . "$build")" "no data can be written but what is listed"
conclude "$(find_questions . "$build")" "no report, audit or command asks the judge why it decided"
conclude "$(find_full_folders .)" "no folder has more than $most_files files"
conclude "$(find_long_files .)" "no file of C has more than $most_lines lines"
conclude "$(find_lonely_headers .)" "every header has two users"
echo "1..$count"
