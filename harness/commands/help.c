/* The texts of --help: see help.h.  Every example is run by tests/demo_test.sh; examples/ and studies/ are folders of the
 * source, my-model.lua and my-study.lua are files of README.md. */
#include "harness/commands/help.h"

#include <string.h>

static const struct help table[] = {
    {"demo",
     "Runs three methods with five projections on two models, and prints tables and verdicts.",
     {"assay demo", "assay explain unprojected"}},
    {"list",
     "Lists what is built in and what was found in $ASSAY_PATH.",
     {"assay list", "assay list methods", "assay list claims"}},
    {"show",
     "Shows a model and what was checked of it, a method and what its coefficients prove, or a projection.",
     {"assay show gauss-3 --digits 40", "assay show lotka-volterra",
      "assay show gauss-2 --on lotka-volterra"}},
    {"integrate",
     "Runs one method on one model and prints the last state, the errors and the cost.",
     {"assay integrate lotka-volterra --method gauss-2 --step 0.1 --until 10",
      "assay integrate kepler --method rk4 --step 1/100 --steps 50 --precision 200"}},
    {"reference",
     "Computes the solution of a model at the time T; all printed digits are certified.",
     {"assay reference lotka-volterra --until 10 --digits 50"}},
    {"run",
     "Makes the runs of a study that the store lacks, judges its claims and writes its report.",
     {"assay run my-study.lua", "assay run demo --only 'gauss-2/symmetric' --dry-run",
      "assay run my-study.lua --shard 1/2 --store part-1.sqlite"}},
    {"report",
     "Writes the report of a study from the runs that the store has, and computes nothing.",
     {"assay report demo", "assay report my-study.lua --out out/mine"}},
    {"table",
     "Makes a table of any numbers that the store has of a study, as text, CSV, Markdown or LaTeX.",
     {"assay table demo --rows id --value order,verdict",
      "assay table my-study.lua --rows id --value verdict,evidence --format md"}},
    {"plot",
     "Plots any numbers that the store has of a study, as a gnuplot script with its data or as a picture.",
     {"assay plot my-study.lua --x h --y error --by id",
      "assay plot my-study.lua --x cost --y error --by id --format svg >work.svg"}},
    {"reproduce",
     "Makes the runs behind a paper, or behind one of its claims, tables or figures, and judges them.",
     {"assay reproduce kraus2017:K4", "assay list papers"}},
    {"explain",
     "Explains a claim, an order or a run: what was claimed, what was measured, why this verdict, what to "
     "run next.",
     {"assay explain unprojected", "assay explain 'point-vortices/default/gauss-2/none/128/0.1'",
      "assay explain my-study.lua kept"}},
    {"gate",
     "Compares the verdicts of studies with the expected ones, for continuous integration.",
     {"assay gate my-study.lua --junit out.xml", "assay gate my-study.lua --accept",
      "assay gate  # assay.lua in this folder: the claims of a library"}},
    {"status",
     "Says which shards of their studies the stores have and which are lost.",
     {"assay status part-*.sqlite"}},
    {"certify",
     "Writes one archive with what the store has of a study or a paper: documents, inputs, versions, "
     "checksums.",
     {"assay certify my-study.lua", "assay certify demo demo.tar"}},
    {"verify",
     "Runs the studies of a certificate again and says what agrees to the bit, what within its floor, and "
     "what "
     "does not.",
     {"assay verify my-study.certificate.tar", "assay verify my-study.certificate.tar --sample --seed 3"}},
    {"audit",
     "Tests a method against its claims; if a claim is refuted, names the coefficient to blame and a "
     "counterexample.",
     {"assay audit examples/gauss-2.lua --on henon-heiles",
      "assay audit gauss-2 --projection midpoint --claim order=4 --on my-model.lua",
      "assay audit --exec \"python3 examples/rk4.py\" --claim order=4 --on kepler"}},
    {"merge",
     "Copies the runs of several stores into one.",
     {"assay merge all.sqlite part-1.sqlite part-2.sqlite"}},
    {"compare",
     "Compares two versions of the same results (stores, report.json or baselines) and lists what differs.",
     {"assay compare out/my-study/data/report.json out/mine/data/report.json",
      "assay compare my-study.baseline my-study.baseline"}},
    {"selftest",
     "Checks that the installed program computes what an independent program computes.",
     {"assay selftest"}},
};

const struct help *help_find(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, name) == 0)
            return table + i;
    }
    return NULL;
}

void help_write(FILE *to, const char *text, int column, int indent)
{
    const char *between = "";

    while (*text) {
        const int length = (int)strcspn(text, " ");

        if (*between && column + 1 + length > HELP_COLUMNS) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
            between = "";
        }
        fprintf(to, "%s%.*s", between, length, text);
        column += (*between ? 1 : 0) + length;
        between = " ";
        text += length + (text[length] == ' ');
    }
    fputc('\n', to);
}
