/* The command line: see options.h. */
#include "harness/commands/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/help.h"
#include "integrators/foreign/foreign_walls.h"
#include "reports/report.h"
#include "reports/words.h"

enum kind {
    TEXT,
    NUMBER /* whole, from 1 on */,
    FLAG,
    CHOICE,
    COLOR,
    PARAMETER,
    CLAIM,
    KNOB,
    WHERE /* these four may be given again */
};

struct option {
    const char *name;
    const char *value; /* what stands for it in --help */
    enum kind kind;
    size_t offset; /* in struct options, of a const char *, an unsigned long, the bool of a flag */
    const char *meaning;
    char letter; /* -L is the same flag; 0: there is none */
};

#define FIELD(field) offsetof(struct options, field)

static const struct option table[] = {
    {"method", "M", TEXT, FIELD(method), "name of the method (assay list methods)"},
    {"projection", "P", TEXT, FIELD(projection),
     "name of the projection (assay list projections), or a file"},
    {"initial", "NAME", TEXT, FIELD(initial), "name of the initial data, if the model has several"},
    {MODEL_FORMULATION, "F", CHOICE, FIELD(parameter),
     "formulation of holonomic constraints: standard, weak-dirac, dirac, simplified-dirac or charts"},
    {"step", "H", TEXT, FIELD(step), "step size, exact: 0.1, 1/3"},
    {"steps", "N", NUMBER, FIELD(steps), "number of steps"},
    {"until", "T", TEXT, FIELD(until), "final time, exact"},
    {"precision", "double|BITS", TEXT, FIELD(precision),
     "\"double\", or the bits of MPFR; double:split as in a study"},
    {"coefficients", "KIND", TEXT, FIELD(coefficients),
     "\"rounded\", \"split\" into a high and a low part, or \"symplectic\" after rounding"},
    {"uncompensated", "", FLAG, FIELD(uncompensated), "sum increments without compensation"},
    {"accepted", "", FLAG, FIELD(accepted), "leave out the last correction of Newton's method, as a control"},
    {"every", "K", NUMBER, FIELD(every), "print every K-th step"},
    {"digits", "D", NUMBER, FIELD(digits), "decimal digits"},
    {"drift", "", FLAG, FIELD(drift), "of an expansion: the drift of the energy over a period of the orbit"},
    {"param", "NAME=VALUE", PARAMETER, FIELD(parameter),
     "value of a parameter of the model, exact; may be repeated"},
    {"claim", "NAME[=VALUE]", CLAIM, FIELD(claim),
     "order=4, symplectic, conjugate-symplectic, conjugate-order=6, symmetric, reversible, energy, "
     "constraint, relation:NAME, or order=8,2 for a perturbed system; may be repeated"},
    {"exec", "COMMAND", TEXT, FIELD(exec),
     "command of a program that speaks the line protocol (docs/protocol.md)"},
    {"knob", "NAME=VALUE,...", KNOB, FIELD(knob),
     "values that replace {NAME} in the command of --exec; may be repeated"},
    {"on", "MODEL", TEXT, FIELD(on), "one model (default: a panel of models)"},
    {"only", "ID", TEXT, FIELD(only),
     "select by globs: parts of model/initial/method/projection/precision/measure, in this order"},
    {"jobs", "N", NUMBER, FIELD(jobs), "number of workers (default: one for each processor)"},
    {"out", "DIR", TEXT, FIELD(out), "folder of the report; several studies get a folder each inside"},
    {"template", "FILE", TEXT, FIELD(template),
     "write what this template makes of the results, instead of a report (docs/tables-and-plots.md)"},
    {"rows", "NAMES", TEXT, FIELD(rows),
     "columns of the data whose values become the rows of the table: model,method"},
    {"columns", "NAMES", TEXT, FIELD(columns),
     "columns whose values become the columns of the table: projection"},
    {"value", "NAMES", TEXT, FIELD(value), "what the table shows: order, or order,verdict"},
    {"x", "NAME", TEXT, FIELD(x), "horizontal axis: h, cost (evaluations), or any column of numbers"},
    {"y", "NAME", TEXT, FIELD(y), "vertical axis: a measure, or any column of numbers"},
    {"by", "NAMES", TEXT, FIELD(by), "one curve for each value of these columns: method"},
    {"panel", "NAMES", TEXT, FIELD(panel), "one panel for each value of these columns: model"},
    {"where", "NAME=VALUE", WHERE, FIELD(where),
     "select by value: 'method=gauss-*', precision=double,128; may be repeated"},
    {"format", "FORMAT", TEXT, FIELD(format),
     "of a table: text (default), csv, md or latex; of a plot: gnuplot (default), svg, png or pdf"},
    {"store", "FILE", TEXT, FIELD(store),
     "where results are kept (default: $ASSAY_STORE, else ./assay.sqlite)"},
    {"shard", "I/N", TEXT, FIELD(shard), "make only the I-th of N parts of the runs, without a report"},
    {"array", "", FLAG, FIELD(array),
     "take the shard from the variables of an array job of Slurm, Grid Engine, LSF or PBS (docs/cluster.md)"},
    {"junit", "FILE", TEXT, FIELD(junit), "write the outcome as JUnit XML"},
    {"summary", "FILE", TEXT, FIELD(summary), "write the outcome as Markdown"},
    {"allow", "WORDS", TEXT, FIELD(allow), "verdicts that count as expected, such as inconclusive,vacuous"},
    {"baseline", "FILE", TEXT, FIELD(baseline), "accepted values (default: STUDY.baseline beside the study)"},
    {"accept", "", FLAG, FIELD(accept), "write the measured values to the baseline"},
    {"budget", "N", NUMBER, FIELD(budget), "limit of what refinement may cost, in residual evaluations"},
    {"time-limit", "SECONDS", NUMBER, FIELD(time_limit),
     "stop a single run after this time and leave it incomplete"},
    {"states", "N", NUMBER, FIELD(states),
     "add N random initial data to those of each model: random-SEED-1, ..."},
    {"seed", "N", NUMBER, FIELD(seed), "seed of random initial data and of the search for counterexamples"},
    {"refine", "", FLAG, FIELD(refine), "halve the steps further if a verdict is still open"},
    {"full", "", FLAG, FIELD(full), "run the full version of the study, if it has a field `full`"},
    {"fresh", "", FLAG, FIELD(fresh), "compute everything again, whatever the store has"},
    {"trusted", "", FLAG, FIELD(trusted),
     "run programs and shared objects without walls around them (SECURITY.md)"},
    {"describe-sandbox", "", FLAG, FIELD(describe_sandbox),
     "say which walls this system has for programs and shared objects; run nothing"},
    {"sample", "", FLAG, FIELD(sample), "repeat one fit of each study, which --seed chooses"},
    {"dry-run", "", FLAG, FIELD(dry_run), "print what would be computed and its cost; compute nothing"},
    {"latex", "", FLAG, FIELD(latex), "print two sentences on each claim for a referee, as LaTeX"},
    {"json", "", FLAG, FIELD(json), "print the result as JSON"},
    {"verbose", "", FLAG, FIELD(verbose), "print everything, not only the answer", 'v'},
    {"quiet", "", FLAG, FIELD(quiet), "print nothing; the exit status is the answer", 'q'},
    {"color", "WHEN", COLOR, FIELD(color),
     "colour verdicts: always, never, or auto (on a terminal, unless NO_COLOR is set)"},
};
enum { OPTIONS = sizeof table / sizeof *table };

static bool is_allowed(const char *name, size_t length, const char *allowed)
{
    while (*allowed) {
        size_t word = strcspn(allowed, " ");

        if (word == length && strncmp(allowed, name, length) == 0)
            return true;
        allowed += word + (allowed[word] == ' ');
    }
    return false;
}

static const struct option *find_option(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
            return table + i;
    }
    return NULL;
}

/* The option -L; NULL: there is none. */
static const struct option *find_letter(const char *argument)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (table[i].letter && argument[1] == table[i].letter && !argument[2])
            return table + i;
    }
    return NULL;
}

static bool add_pair(struct options_pairs *list, const struct option *option, char *text, struct error *error)
{
    char *equals = strchr(text, '=');
    const char *value = equals ? equals + 1 : option->kind == CLAIM ? "true" : "";
    const char *example = option->kind == CLAIM   ? "order=4"
                          : option->kind == KNOB  ? "tolerance=1e-6,1e-9"
                          : option->kind == WHERE ? "measure=energy_error"
                                                  : "alpha=1/2";

    if (!*value || equals == text)
        return error_set(error, "--%s %s is not %s; write for example --%s %s", option->name, text,
                         option->value, option->name, example);
    if (equals)
        *equals = '\0';
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->pair[i].name, text) == 0)
            return error_set(error, "--%s %s is given twice; leave out one of them", option->name, text);
    }
    if (list->count == OPTIONS_MOST_PAIRS)
        return error_set(error, "there are more than %d --%s; leave out some", OPTIONS_MOST_PAIRS,
                         option->name);
    list->pair[list->count++] = (struct model_override){text, value};
    return true;
}

/* What --NAME VALUE says is what --param NAME=VALUE does. */
static bool add_choice(struct options_pairs *list, const struct option *option, char *value,
                       struct error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->pair[i].name, option->name) == 0)
            return error_set(error, "--%s is given twice; leave out one of them", option->name);
    }
    if (list->count == OPTIONS_MOST_PAIRS)
        return error_set(error, "there are more than %d --param; leave out some", OPTIONS_MOST_PAIRS);
    list->pair[list->count++] = (struct model_override){option->name, value};
    return true;
}

static bool refuse_option(const char *option, size_t length, const char *command, const char *allowed,
                          struct error *error)
{
    char buffer[400] = "";
    struct words_text list = {buffer, sizeof buffer, 0};

    for (size_t word; *allowed; allowed += word + (allowed[word] == ' ')) {
        word = strcspn(allowed, " ");
        words_append(&list, "%s--%.*s", list.length ? ", " : "", (int)word, allowed);
    }
    return error_set(error, "%s has no option %.*s; it takes %s", command, (int)length, option,
                     *buffer ? buffer : "none");
}

static bool set_flag(bool *flag, const char *name, size_t length, bool with_value, struct error *error)
{
    if (with_value)
        return error_set(error, "--%.*s takes no value; leave out what follows the '='", (int)length, name);
    if (*flag)
        return error_set(error, "--%.*s is given twice; leave out one of them", (int)length, name);
    *flag = true;
    return true;
}

static bool set_number(unsigned long *place, const char *option, const char *text, struct error *error)
{
    const bool whole = strspn(text, "0123456789") == strlen(text);

    if (*place)
        return error_set(error, "--%s is given twice; leave out one of them", option);
    if (whole && strlen(text) > 18)
        return error_set(error, "--%s %.40s is too large; write a smaller number", option, text);
    *place = whole ? strtoul(text, NULL, 10) : 0;
    return *place ||
           error_set(error, "--%s takes a whole number from 1 on, not '%s'; write for example --%s 10",
                     option, text, option);
}

static bool set_color(struct options *options, const char *text, struct error *error)
{
    static const char *const words[] = {
        [OPTIONS_COLOR_AUTO] = "auto", [OPTIONS_COLOR_ALWAYS] = "always", [OPTIONS_COLOR_NEVER] = "never"};
    size_t i = 0;

    while (i < sizeof words / sizeof *words && strcmp(words[i], text) != 0)
        i++;
    if (options->color_given)
        return error_set(error, "--color is given twice; leave out one of them");
    if (i == sizeof words / sizeof *words)
        return error_set(error,
                         "--color takes auto, always or never, not '%.60s'; write for example "
                         "--color=always",
                         text);
    options->color = (enum options_color)i;
    return options->color_given = true;
}

static bool set_value(struct options *options, const struct option *option, char *value, struct error *error)
{
    void *field = (char *)options + option->offset;
    const char **text = field;

    if (option->kind == PARAMETER || option->kind == CLAIM || option->kind == KNOB || option->kind == WHERE)
        return add_pair(field, option, value, error);
    if (option->kind == CHOICE)
        return add_choice(field, option, value, error);
    if (option->kind == COLOR)
        return set_color(options, value, error);
    if (option->kind == NUMBER)
        return set_number(field, option->name, value, error);
    if (*text)
        return error_set(error, "--%s is given twice; leave out one of them", option->name);
    *text = value;
    return true;
}

/* One "--name value" or "--name=value"; *taken says how many arguments it was. */
static bool read_option(struct options *options, char *argument, char *next, const char *command,
                        const char *allowed, int *taken, struct error *error)
{
    char *name = argument + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    char *value = equals ? equals + 1 : next;
    const struct option *option = find_option(name, length);

    *taken = 1;
    if (!option || !is_allowed(name, length, allowed))
        return refuse_option(argument, length + 2, command, allowed, error);
    if (option->kind == FLAG)
        return set_flag((bool *)((char *)options + option->offset), name, length, equals != NULL, error);
    if (!value || !*value || (!equals && strncmp(value, "--", 2) == 0))
        return error_set(error, "--%s needs a value after it; write --%s %s", option->name, option->name,
                         option->value);
    *taken = equals ? 1 : 2;
    return set_value(options, option, value, error);
}

/* An argument that begins with '-'. */
static bool read_argument(struct options *options, char *argument, char *next, const char *command,
                          const char *allowed, int *taken, struct error *error)
{
    const struct option *letter = find_letter(argument);

    if (letter && is_allowed(letter->name, strlen(letter->name), allowed))
        return set_flag((bool *)((char *)options + letter->offset), letter->name, strlen(letter->name), false,
                        error);
    if (argument[1] == '-' && argument[2])
        return read_option(options, argument, next, command, allowed, taken, error);
    return refuse_option(argument, strlen(argument), command, allowed, error);
}

static bool check_outputs(const struct options *options, struct error *error)
{
    if (options->quiet && (options->verbose || options->json))
        return error_set(error, "--quiet prints nothing, --%s %s; leave out one of them",
                         options->json ? "json" : "verbose", options->json ? "the result" : "everything");
    return true;
}

bool options_read(struct options *options, int argc, char **argv, const char *command, const char *allowed,
                  struct error *error)
{
    for (int i = 2; i < argc;) {
        int taken = 1;

        if (argv[i][0] == '-') {
            if (!read_argument(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL, command, allowed, &taken,
                               error))
                return false;
        } else if (!argv[i][0]) {
            return error_set(error, "there is an empty argument; leave it out");
        } else if (options->words == OPTIONS_MOST_WORDS) {
            return error_set(error, "there are too many arguments, from '%s' on; write more than one command",
                             argv[i]);
        } else {
            options->word[options->words++] = argv[i];
        }
        i += taken;
    }
    if (options->trusted)
        setenv(FOREIGN_WALLS_TRUSTED, "1", 1);
    return check_outputs(options, error);
}

static bool is_colored(const struct options *options, FILE *to)
{
    const char *none = getenv("NO_COLOR");

    if (options->color != OPTIONS_COLOR_AUTO)
        return options->color == OPTIONS_COLOR_ALWAYS;
    return !(none && *none) && isatty(fileno(to));
}

struct template_look options_look(const struct options *options, FILE *to)
{
    enum { MOST = 80 };
    const int width = template_width(to);

    return (struct template_look){.width = width < MOST ? width : MOST, .color = is_colored(options, to)};
}

void options_print(const char *allowed, FILE *to)
{
    enum { COLUMN = 27 };

    for (size_t i = 0; i < OPTIONS; i++) {
        const char letter[] = {'-', table[i].letter, ',', ' ', '\0'};
        int column;

        if (!is_allowed(table[i].name, strlen(table[i].name), allowed))
            continue;
        column = fprintf(to, "    %s--%s %s ", table[i].letter ? letter : "", table[i].name, table[i].value);
        if (column < COLUMN)
            column += fprintf(to, "%*s", COLUMN - column, "");
        help_write(to, table[i].meaning, column, COLUMN);
    }
}

json_t *options_json(const char *allowed)
{
    json_t *list = json_array();

    for (size_t i = 0; i < OPTIONS; i++) {
        const char letter[] = {table[i].letter, '\0'};

        if (is_allowed(table[i].name, strlen(table[i].name), allowed))
            json_array_append_new(list,
                                  json_pack("{s:s, s:s, s:s, s:s}", "name", table[i].name, "value",
                                            table[i].value, "meaning", table[i].meaning, "letter", letter));
    }
    return list;
}

static bool read_shard(const char *text, struct study_run_settings *settings, struct error *error)
{
    char after;

    settings->shard = settings->shards = 1;
    if (!text)
        return true;
    if (strspn(text, "0123456789/") == strlen(text) && strlen(text) <= 18 &&
        sscanf(text, "%lu/%lu%c", &settings->shard, &settings->shards, &after) == 2 && settings->shard >= 1 &&
        settings->shard <= settings->shards)
        return true;
    return error_set(error, "--shard %.60s is not I/N with I from 1 to N; write for example --shard 1/4",
                     text);
}

/* The variables of an array job: the number of this one, the first, the last, and the distance from one to the next. */
static const struct array_job {
    const char *number, *first, *last, *distance;
} array_jobs[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"},
    {"SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"},
    {"LSB_JOBINDEX", NULL, "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"},
    {"PBS_ARRAY_INDEX", NULL, NULL, NULL}, /* PBS does not say how many there are */
    {"PBS_ARRAYID", NULL, NULL, NULL},
};
enum { ARRAY_JOBS = sizeof array_jobs / sizeof *array_jobs, ARRAY_MOST = 1000000 };

/* A whole number from 0 on in the variable, `otherwise` where there is none; < 0: it is something else. */
static long read_variable(const char *name, long otherwise)
{
    const char *text = name ? getenv(name) : NULL;
    char *end;
    long value;

    if (!text || !*text)
        return otherwise;
    value = strtol(text, &end, 10);
    return *end || value < 0 || value > ARRAY_MOST ? -1 : value;
}

/* With ASSAY_SHARDS, how many there are, the number counts from 1 on: an array of lost shards is not the whole one.  Else the
 * variables say which of them this is. */
static bool read_array(struct study_run_settings *settings, struct error *error)
{
    const struct array_job *job = array_jobs;
    const long told = read_variable("ASSAY_SHARDS", 0);
    long number, first, last, distance;

    while (job < array_jobs + ARRAY_JOBS && read_variable(job->number, -1) < 0)
        job++;
    if (job == array_jobs + ARRAY_JOBS)
        return error_set(error,
                         "--array finds no array job, for no SLURM_ARRAY_TASK_ID, SGE_TASK_ID, LSB_JOBINDEX "
                         "or PBS_ARRAY_INDEX is set; write for example --shard 1/4");
    number = read_variable(job->number, -1);
    first = told ? 1 : read_variable(job->first, 1);
    distance = told ? 1 : read_variable(job->distance, 1);
    last = told ? told : read_variable(job->last, -1);
    if (distance > 0 && first >= 0 && number >= first && number <= last && (number - first) % distance == 0) {
        settings->shard = (unsigned long)((number - first) / distance) + 1;
        settings->shards = (unsigned long)((last - first) / distance) + 1;
        return true;
    }
    return error_set(error,
                     "--array: %s = %ld is none of %s ... %s; set ASSAY_SHARDS to the number of shards, or "
                     "write --shard I/N",
                     job->number, number, told || !job->first ? "1" : job->first,
                     told || !job->last ? "ASSAY_SHARDS" : job->last);
}

static bool find_shard(const struct options *options, struct study_run_settings *settings,
                       struct error *error)
{
    if (options->array && options->shard)
        return error_set(error, "--array finds the shard that --shard gives; leave out one of them");
    return read_shard(options->shard, settings, error) && (!options->array || read_array(settings, error));
}

const char *options_store(const struct options *options)
{
    const char *store = options->store ? options->store : getenv("ASSAY_STORE");

    return store && *store ? store : "assay.sqlite";
}

struct study_run *options_run(const struct options *options, const char *study, enum study_run_use use,
                              struct error *error)
{
    struct study_run_settings settings = {.command_line = options->command_line,
                                          .only = options->only,
                                          .focus = options->focus,
                                          .about = options->about,
                                          .store = options_store(options),
                                          .named_store = options->store,
                                          .store_checked = options->store_checked,
                                          .use = use,
                                          .starts = options->starts,
                                          .fresh = options->fresh,
                                          .refine = options->refine,
                                          .full = options->full,
                                          .counts_alone = options->counts_alone || !options->verbose,
                                          .jobs = options->jobs,
                                          .budget = options->budget,
                                          .time_limit = options->time_limit};

    return find_shard(options, &settings, error) ? study_run_create(study, &settings, &report_words, error)
                                                 : NULL;
}

bool options_have_word(const struct options *options, const char *needs, const char *which,
                       struct error *error)
{
    if (options->words > 1)
        return error_set(error, "%s; leave out '%.60s'", needs, options->word[1]);
    return options->words == 1 || error_set(error, "%s; %s", needs, which);
}
