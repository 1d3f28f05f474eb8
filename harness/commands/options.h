/* The command line. */
#ifndef ASSAY_OPTIONS_H
#define ASSAY_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/run/study_run.h"
#include "models/reader/model.h"
#include "numerics/error.h"
#include "reports/template.h"

enum { OPTIONS_MOST_WORDS = 1024, OPTIONS_MOST_PAIRS = 32 };

/* What may be given again: NAME=VALUE. */
struct options_pairs {
    size_t count;
    struct model_override pair[OPTIONS_MOST_PAIRS];
};

/* Whether verdicts are coloured: on a terminal, unless NO_COLOR is set. */
enum options_color { OPTIONS_COLOR_AUTO, OPTIONS_COLOR_ALWAYS, OPTIONS_COLOR_NEVER };

struct options {
    const char *command_line; /* all of it, for provenance */
    size_t words;             /* what is no option */
    const char *word[OPTIONS_MOST_WORDS];
    const char *method, *projection, *initial, *step, *until, *precision, *coefficients;
    const char *only, *out, *store, *shard, *junit, *summary, *allow, *baseline, *exec, *on;
    unsigned long steps, every, digits, jobs, budget, time_limit, seed, states; /* 0: not given */
    const char *template, *rows, *columns, *value, *x, *y, *by, *panel, *format;
    const char *focus;  /* the part of the study (focus.h), set by commands; NULL: all of it */
    const char *about;  /* the id that is explained, set by commands; NULL: none */
    bool starts;        /* not an option: programs are started, though nothing is computed */
    bool store_checked; /* the store was opened by the command, and is not damaged; set by commands */
    bool json, latex, fresh, accept, dry_run, refine, full, uncompensated, accepted, drift;
    bool trusted, describe_sandbox, sample, array;
    bool verbose, quiet; /* quiet: main has closed both outputs, but for unusable input */
    enum options_color color;
    bool color_given;
    bool counts_alone; /* no option: what is shown while a study runs has no line for each fit */
    struct options_pairs parameter, claim, knob, where; /* a claim without a value is "true" */
};

/* Reads argv[2 ..] for `command`, which takes the options named in `allowed` (separated by blanks).  Keeps
 * pointers into argv.  False with a message. */
bool options_read(struct options *options, int argc, char **argv, const char *command, const char *allowed,
                  struct error *error);
/* How a text that is printed to the file looks: in at most 80 columns, fewer on a narrower terminal. */
struct template_look options_look(const struct options *options, FILE *to);
/* The path of the store: --store, else $ASSAY_STORE, else assay.sqlite. */
const char *options_store(const struct options *options);

/* The study at work as the options say: --only, --jobs, --shard, its store, ...  Its
 * texts are borrowed; the caller destroys it.  NULL with a message. */
struct study_run *options_run(const struct options *options, const char *study, enum study_run_use use,
                              struct error *error);

/* Prints the options named in `allowed`, a line or more each of at most 80 columns: how they are written
 * and what they do. */
void options_print(const char *allowed, FILE *to);
/* The same as a list of {"name", "value", "meaning", "letter"}; the caller owns it. */
json_t *options_json(const char *allowed);

/* Whether there is one word that is no option; else false with "NEEDS; WHICH", or with the word to be left out. */
bool options_have_word(const struct options *options, const char *needs, const char *which,
                       struct error *error);

#endif
