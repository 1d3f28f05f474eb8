/* assay: verifies numerical integrators for constrained and degenerate Hamiltonian systems. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "numerics/text.h"
#include "reports/output.h"
#include "reports/shell.h"
#include "reports/template.h"
#include "version.h"

#define PRINTS "verbose quiet color" /* of commands that run or judge */

static const struct command commands[] = {
    {"demo", "", "a first look in half a minute", "jobs out store fresh json " PRINTS, command_demo},
    {"list", "[models|methods|projections|studies|measures|papers|claims]",
     "models, methods, studies, claims, ...", "json", command_list},
    {"show", "NAME|FILE", "one model, method, projection, paper",
     "digits on projection drift initial param formulation json", command_show},
    {"integrate", "MODEL --method M|FILE --step H (--steps N | --until T)", "one run of one method",
     "method projection formulation step steps until precision initial coefficients uncompensated "
     "accepted every param json",
     command_integrate},
    {"reference", "MODEL --until T", "a certified solution of a model",
     "until digits initial param formulation json", command_reference},
    {"run", "STUDY...", "the runs and verdicts of a study",
     "only jobs out store fresh dry-run shard array refine full budget time-limit trusted json " PRINTS,
     command_run},
    {"report", "STUDY...", "the report of stored runs", "only refine full out template store json " PRINTS,
     command_report},
    {"table", "STUDY|report.json --rows NAMES --value NAMES", "a table of stored numbers",
     "rows columns value where format only refine full store json", command_table},
    {"plot", "STUDY|report.json --x NAME --y NAME", "a plot of stored numbers",
     "x y by panel where format only refine full store", command_plot},
    {"reproduce", "PAPER[:CLAIM|:TABLE|:FIGURE]", "a paper, or one claim of it",
     "jobs out store fresh refine full budget time-limit trusted json " PRINTS, command_reproduce},
    {"explain", "[STUDY] ID", "why a verdict is as it is", "only refine full store json", command_explain},
    {"gate", "[STUDY|FOLDER...]", "verdicts against the expected ones",
     "only jobs store fresh refine full budget time-limit trusted allow baseline accept junit summary "
     "json " PRINTS,
     command_gate},
    {"audit", "NAME|FILE|--exec COMMAND", "a method against its claims",
     "exec knob projection on claim states seed jobs out store fresh dry-run refine budget time-limit latex "
     "trusted describe-sandbox json " PRINTS,
     command_audit},
    {"merge", "OUT IN...", "several stores into one", "quiet", command_merge},
    {"status", "STORE...", "shards that are done, and those that are lost", "json " PRINTS, command_status},
    {"compare", "OLD NEW", "two versions of the same results", "json " PRINTS, command_compare},
    {"certify", "STUDY|PAPER [FILE]", "results, inputs and checksums in one archive",
     "refine full store json " PRINTS, command_certify},
    {"verify", "FILE", "a certificate, repeated", "sample seed jobs trusted json " PRINTS, command_verify},
    {"selftest", "", "a check of the installation", "json", command_selftest},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fputs("assay tests numerical integrators against what is claimed of them.\n", to);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-11s %s\n", commands[i].name, commands[i].summary);
    fputs("\nassay COMMAND --help says more.  A name is looked up in $ASSAY_PATH and in the\n"
          "installed data; one with '/' or '.lua' is a file.  Results: ./assay.sqlite.\n"
          "Exit status: 0 done, 1 differs or refuted, 2 wrong input, 3 incomplete.\n",
          to);
}

static void print_help(const struct command *command)
{
    const struct help *help = help_find(command->name);

    help_write(stdout, help ? help->sentence : command->summary, 0, 0);
    printf("\nusage: assay %s%s%s\n", command->name, *command->usage ? " " : "", command->usage);
    for (size_t i = 0; help && i < HELP_EXAMPLES && help->example[i]; i++)
        printf("%s    %s\n", i ? "" : "\nexamples:\n", help->example[i]);
    if (*command->options)
        printf("\noptions:\n");
    options_print(command->options, stdout);
}

/* The command line as one string, as a shell reads it, without bytes that no document may have. */
static char *join(int argc, char **argv)
{
    char *line = NULL;
    size_t size;
    FILE *file = open_memstream(&line, &size);

    for (int i = 0; file && i < argc; i++) {
        const size_t room = 4 * strlen(argv[i]) + 3;
        char *word = memory_create(room, 1);

        output_line(file, i > 0 ? shell_word(argv[i], word, room) : "assay");
        fputs(i + 1 < argc ? " " : "", file);
        free(word);
    }
    if (file)
        fclose(file);
    return line;
}

static bool is_option(const char *word, const char *name, const char *letter)
{
    return strcmp(word, name) == 0 || strcmp(word, letter) == 0;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        if (is_option(argv[i], "--help", "-h"))
            return true;
    }
    return false;
}

/* Cells are stored a quarter of a second after they came, and workers end with their parent: nothing is left to do. */
static void end_interrupted(int number)
{
    static const char line[] =
        "\nassay: interrupted; what is done is kept, and the same command goes on from it\n";

    (void)number;
    (void)!write(STDERR_FILENO, line, sizeof line - 1); /* nobody may be there to read it */
    _exit(STATUS_INCOMPLETE);
}

/* Signals that whoever started the program has it ignore stay ignored. */
static void catch_interrupts(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, action = {.sa_handler = end_interrupted};

        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    }
}

/* With --quiet: nothing is printed from here on.  Returns the stream of errors as it was, for unusable input alone. */
static FILE *silence(void)
{
    const int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
              nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return kept < 0 ? NULL : fdopen(kept, "w");
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options options = {.command_line = NULL};
    struct error error = {""};
    char *line = join(argc, argv);
    const bool good = options_read(&options, argc, argv, command->name, command->options, &error);
    FILE *errors = good && options.quiet ? silence() : NULL;
    int status;

    options.command_line = line;
    status = good ? command->run(&options, &error) : STATUS_UNUSABLE;
    fflush(stdout); /* what was said before stands before it */
    if (error.text[0])
        fprintf(errors && status == STATUS_UNUSABLE ? errors : stderr, "assay: %s\n", error.text);
    if (errors)
        fclose(errors);
    free(line);
    mpfr_precision_clear();
    return status;
}

static void refuse_command(const char *name)
{
    struct text_near near = {.wanted = name};
    char buffer[200] = "", alike[200];
    struct error error;

    for (size_t i = 0; i < COMMANDS; i++) {
        error_list(buffer, sizeof buffer, commands[i].name);
        text_near_add(&near, commands[i].name);
    }
    if (*text_near_list(&near, true, alike, sizeof alike))
        error_set(&error, "there is no command '%.60s'; near: %s", name, alike);
    else
        error_set(&error, "there is no command '%.60s'; write one of %s", name, buffer);
    fprintf(stderr, "assay: %s\n", error.text);
}

/* A descriptor that is closed would be given to the next file that is opened; what is written to such an output is
 * an error of writing. */
static void open_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) < 0)
            (void)!open("/dev/null", i == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/* NULL: there is none. */
static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands + i;
    }
    return NULL;
}

/* All that the help says, as one document. */
static json_t *help_document(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *command = commands + i;
        const struct help *said = help_find(command->name);
        json_t *examples = json_array();

        for (size_t k = 0; said && k < HELP_EXAMPLES && said->example[k]; k++)
            json_array_append_new(examples, json_string(said->example[k]));
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", command->name, "usage", command->usage,
                            "summary", command->summary, "sentence", said ? said->sentence : command->summary,
                            "examples", examples, "options", options_json(command->options)));
    }
    return json_pack("{s:s, s:o}", "version", ASSAY_VERSION, "commands", list);
}

/* The help in another form, which is installed: a manual page, or what completes words in a shell. */
static const char *const help_forms[] = {"man", "bash", "zsh", "fish"};
enum { HELP_FORMS = sizeof help_forms / sizeof *help_forms };

static int print_form(const char *form)
{
    json_t *document = help_document();
    struct error error = {""};
    char template[20];
    bool printed;

    snprintf(template, sizeof template, "help.%s", form);
    printed = template_write(stdout, template, document, &error);
    json_decref(document);
    if (!printed)
        fprintf(stderr, "assay: %s\n", error.text);
    return printed ? STATUS_COMPLETE : STATUS_UNUSABLE;
}

static int help(const char *name)
{
    const struct command *command = name ? find_command(name) : NULL;

    for (size_t i = 0; name && i < HELP_FORMS; i++) {
        if (strcmp(name, help_forms[i]) == 0)
            return print_form(name);
    }
    if (name && !command)
        return refuse_command(name), STATUS_UNUSABLE;
    if (command)
        print_help(command);
    else
        print_usage(stdout);
    return STATUS_COMPLETE;
}

static int run(int argc, char **argv)
{
    const struct command *command;

    if (argc < 2)
        return print_usage(stderr), STATUS_UNUSABLE;
    if (is_option(argv[1], "--help", "-h"))
        return help(NULL);
    if (strcmp(argv[1], "help") == 0)
        return help(argv[2]);
    if (is_option(argv[1], "--version", "-V"))
        return printf("assay %s, commit %s\n", ASSAY_VERSION, ASSAY_COMMIT), STATUS_COMPLETE;
    command = find_command(argv[1]);
    if (!command)
        return refuse_command(argv[1]), STATUS_UNUSABLE;
    if (asks_for_help(argc, argv))
        return help(command->name);
    catch_interrupts();
    return run_command(command, argc, argv);
}

int main(int argc, char **argv)
{
    int status;

    open_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a file that is too large is an error of writing */
    status = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "assay: the output could not be written (%s); write it to another place\n",
            strerror(errno));
    return status == STATUS_COMPLETE ? STATUS_INCOMPLETE : status;
}
