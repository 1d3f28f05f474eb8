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
layers="numerics models integrators reference measures harness/study harness/plan harness/judge harness/store harness/run reports
        harness/audit harness/commands"
count=0

# ---- what is allowed ------------------------------------------------------------------------------------------------
# The layer that a file belongs to.
layer_of() { # FILE
    case $1 in
    harness/*/*) inner=${1#harness/} && echo "harness/${inner%%/*}" ;;
    *) echo "${1%%/*}" ;;
    esac
}

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
#   gate_print   the words of gate.h
allowed_prefixes="
harness/commands/main main
numerics/vector matrix_
reports/gate_print gate_
"

# FILE SYMBOL: what can be written.  Reasons:
#   mpfr_precision   one working precision and its scratch numbers in a process: part of the arithmetic
#   processor        written once, always with the same text
allowed_data="
numerics/arithmetic/mpfr_precision mpfr_precision
harness/plan/provenance processor
"

# ---- includes -------------------------------------------------------------------------------------------------------
# "FILE: includes HEADER" for every include of the house HOUSE that goes upwards, or out of the house.
find_wrong_includes() { # HOUSE
    for layer in $layers; do
        [ -d "$1/$layer" ] || continue
        allowed_below "$layer" >"$work/allowed"
        find "$1/$layer" -name '*.[ch]' | sort | while read -r file; do
            sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file" | while read -r header; do
                grep -qx "$(layer_of "$header")" "$work/allowed" && continue
                # written by make: what was built of what, where its data are installed, the style of pages and
                # their rules; what those include who write a shared object
                case $layer/$header in harness/*/version.h | models/version.h | reports/style.h | reports/rules.h | integrators/clients/c/assay_method.h) continue ;; esac
                echo "${file#"$1"/}: includes $header"
            done
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
    find "$2" -name '*.o' | sort | while read -r object; do
        inside=${object#"$2"/}
        folder=${inside%%/*}
        source=${inside#*/}
        source=${source%.o}
        case " $(echo $layers) " in *" $(layer_of "$source") "*) ;; *) continue ;; esac
        [ -f "$1/$source.c" ] && echo "$folder $source $object"
    done
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

# Tools of the compiler (sanitizers, coverage) export names of their own, which start with underscores.
exported_names() { # OBJECT
    nm -g --defined-only "$1" | awk 'NF == 3 && $3 !~ /^_/ { print $3 }'
}

# "FILE: exports NAME".  What is compiled for several arithmetics also ends with the name of the arithmetic.
find_wrong_names() { # HOUSE BUILD
    list_objects "$1" "$2" >"$work/objects"
    while read -r folder source object; do
        exported_names "$object" | while read -r name; do
            is_prefixed "$1" "$source" "$name" || echo "$source.c: exports $name"
            [ "$folder" != neutral ] && [ "$(grep -c "^[a-z]* $source " "$work/objects")" -gt 1 ] || continue
            case $name in *_"$folder") ;; *) echo "$source.c: exports $name for $folder without its suffix" ;; esac
        done
    done <"$work/objects"
}

# Data that can be written: objects in .data, .bss or common storage, thread-local ones too.  Constant tables of
# pointers lie in .data.rel.ro, which the loader makes read-only.  A static of a function is NAME.NUMBER to gcc and
# FUNCTION.NAME to clang: NAME is printed.
writable_data() { # OBJECT
    objdump -t "$1" | awk '
        { section = ""; for (i = 2; i < NF; i++) if ($i ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/) section = $i }
        section == "" || section ~ /^\.data\.rel\.ro/ { next }
        $NF == section || $NF ~ /^[._]/ || $NF ~ /^\$/ { next }   # the section itself; names of the compiler
        { name = $NF; sub(/\.[0-9]+$/, "", name); sub(/^.*\./, "", name); print name }'
}

find_mutable_data() { # HOUSE BUILD
    list_objects "$1" "$2" | while read -r folder source object; do
        writable_data "$object" | while read -r name; do
            case "$allowed_data" in *"
$source $name
"*) continue ;; esac
            echo "$source.c: $name can be written ($folder)"
        done
    done
}

# ---- rooms ----------------------------------------------------------------------------------------------------------
most_files=30 # in a folder
most_lines=450 # in a file

# "FOLDER: N files" for every folder with more than a person takes in at a glance; the catalogue of faults is a list.
find_full_folders() { # HOUSE
    find "$1" -type d ! -path '*/.*' ! -path '*/build*' ! -path '*/out*' ! -path '*/tests/faults' | sort | while read -r folder; do
        files=$(find "$folder" -maxdepth 1 -type f | wc -l)
        [ "$files" -le "$most_files" ] || echo "${folder#"$1"/}: $files files"
    done
}

# "FILE: N lines" for every file of C that is longer than one idea takes.
find_long_files() { # HOUSE
    for folder in $layers tests; do
        [ -d "$1/$folder" ] || continue
        find "$1/$folder" -name '*.[ch]' | sort | while read -r file; do
            lines=$(wc -l <"$file")
            [ "$lines" -le "$most_lines" ] || echo "${file#"$1"/}: $lines lines"
        done
    done
}

# "HEADER: has one user" for every header that fewer than two files include, tests among them; the file of its own name
# does not count.  A header that exists so that one code can be compiled for several arithmetics has one place to be
# chosen in: numerics/arithmetic/.
find_lonely_headers() { # HOUSE
    for folder in $layers tests; do
        [ -d "$1/$folder" ] && find "$1/$folder" -name '*.[ch]' -exec sed -n \
            "s,^[[:space:]]*#[[:space:]]*include[[:space:]]*\"\([^\"]*\)\".*,{} \1,p" {} \;
    done | sed "s,^$1/,," | awk '{ own = $1; sub(/\.[ch]$/, ".h", own); if (own != $2) print $2 }' | sort | uniq -c >"$work/users"
    for folder in $layers; do
        [ -d "$1/$folder" ] || continue
        find "$1/$folder" -name '*.h' ! -path '*/arithmetic/*' | sed "s,^$1/,," | sort | while read -r header; do
            users=$(awk -v header="$header" '$2 == header { print $1 }' "$work/users")
            [ "${users:-0}" -ge 2 ] || echo "$header: has ${users:-0} users"
        done
    done
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

mkdir -p "$house/reports/full" "$house/tests"
for number in $(seq 31); do : >"$house/reports/full/$number.lua"; done
seq 451 >"$house/models/long.c"
for header in own two; do : >"$house/reports/$header.h"; done
printf '%s\n' '#include "reports/own.h"' '#include "reports/two.h"' >"$house/reports/own.c"
printf '%s\n' '#include "reports/own.h"' '#include "reports/two.h"' >"$house/tests/test_own.c"
expect "$(find_full_folders "$house")" "reports/full: 31 files" "a folder with more than 30 files"
expect "$(find_long_files "$house")" "models/long.c: 451 lines" "a file of more than 450 lines"
expect "$(find_lonely_headers "$house")" "reports/own.h: has 1 users
reports/report.h: has 1 users" "a header with one user"

# ---- the house ------------------------------------------------------------------------------------------------------
conclude "$(find_missing_objects . "$build")" "every file has an object in $build"
conclude "$(find_wrong_includes .)" "no layer includes a header of a higher one"
conclude "$(find_compared_words .)" "no file compares the words of terms"
conclude "$(find_wrong_names . "$build")" "exported names start with the name of their file"
conclude "$(find_mutable_data . "$build")" "no data can be written but what is listed"
conclude "$(find_full_folders .)" "no folder has more than $most_files files"
conclude "$(find_long_files .)" "no file of C has more than $most_lines lines"
conclude "$(find_lonely_headers .)" "every header has two users"
echo "1..$count"
