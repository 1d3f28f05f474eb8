/* Hostile input for every reader: seeds that are changed at random, under the sanitizers.
 *
 *     fuzz [SECONDS [SEED]]        600 seconds, seed 1
 *     fuzz replay FILE             the input that a run has left
 *
 * Needs no instrumentation but that of the sanitizers.  The inputs follow from the seed alone; each is written to
 * build/fuzz/input before it is read, so that the one that ends the program is there, and `fuzz replay` reads it
 * again.  Readers that work in a child process report its end as a sentence, which counts as the end of the program;
 * so does an input that needs more than 30 seconds of the processor.
 * Seeds are the files of models and studies, and tests/fuzz/seeds.txt. */
#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "harness/judge/baseline.h"
#include "harness/plan/result_text.h"
#include "harness/run/job.h"
#include "harness/run/references.h"
#include "harness/study/ledger.h"
#include "harness/study/selection.h"
#include "harness/study/study.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection_file.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { LARGEST = 1 << 16, SLOW = 30 };
static const char FOLDER[] = "build/fuzz", INPUT[] = "build/fuzz/input";

static void fail(const char *path)
{
    perror(path);
    exit(2);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");

    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail(path);
}

/* The child of a reader that ends otherwise than by a refusal. */
static void check(const struct error *error)
{
    if (strstr(error->text, "ends its reader")) {
        fprintf(stderr, "%s\n", error->text);
        abort();
    }
}

/* -- the readers -- */

static void read_model(const char *text)
{
    struct error error = {""};

    model_destroy(model_create_from_text("fuzz.lua", text, NULL, &error));
    check(&error);
}

static void read_study(const char *text)
{
    struct error error = {""};

    write_text("build/fuzz/study.lua", text);
    study_destroy(study_create("build/fuzz/study.lua", false, &error));
    check(&error);
}

static void read_ledger(const char *text)
{
    struct error error = {""};

    write_text("build/fuzz/paper/claims.ledger", text);
    ledger_destroy(ledger_create("paper", &error));
    check(&error);
}

static void read_expression(const char *text)
{
    struct graph *graph = graph_create();
    struct error error;
    mpq_t value;

    mpq_init(value);
    graph_parse(graph, text, &error);
    exact_parse(value, text, &error);
    mpq_clear(value);
    graph_destroy(graph);
}

static void read_method(const char *text)
{
    struct error error;
    struct method method;

    if (method_find(text, &method, &error))
        tableau_destroy(method_create_tableau(&method, 64, &error));
}

/* Coefficients, compositions, formulas. */
static void read_method_file(const char *text)
{
    struct error error = {""};

    write_text("build/fuzz/method.lua", text);
    method_file_destroy(method_file_create("build/fuzz/method.lua", NULL, &error));
    check(&error);
}

static void read_projection_file(const char *text)
{
    struct error error = {""};

    write_text("build/fuzz/projection.lua", text);
    projection_file_destroy(projection_file_create("build/fuzz/projection.lua", NULL, &error));
    check(&error);
}

static void read_baseline(const char *text)
{
    struct error error;

    write_text("build/fuzz/baseline", text);
    baseline_destroy(baseline_create("build/fuzz/baseline", &error));
}

/* What a program says of its methods, as a store has it. */
static void read_said(const char *text)
{
    struct error error;
    size_t count = 0;
    struct foreign_method **methods = foreign_method_create_said(text, "fuzz", "", &count, &error);

    for (size_t k = 0; k < count; k++)
        foreign_method_destroy(methods[k]);
    free(methods);
}

/* What is selected; the parts of the id that it is selected from are the same text. */
static void read_selection(const char *text)
{
    const char *const part[] = {text, "gauss-3", "energy_error"};

    selection_matches(text, 3, part);
    ledger_is_part(text, "K19");
    ledger_mentions(text, "figure", 13);
}

static void read_job(const char *text)
{
    struct error error;
    struct job job;

    job_read(&job, text);
    free(job.text);
    job_is_refused(text, &error);
}

static void read_result(const char *text)
{
    static struct problem *problem;
    struct error error;
    struct result result = {0};

    if (!problem)
        problem = problem_create("point-vortices", NULL, NULL, 0, NULL, &error);
    if (result_text_read(&result, problem, text))
        free(result_text_write(&result));
    free(result_text_join(text, text));
    result_clear(&result);
}

static void read_reference(const char *text)
{
    struct reference *reference = references_read(text);

    if (reference)
        free(references_write(reference));
    reference_destroy(reference);
}

/* Seeds: files that match a glob, or the lines of seeds.txt that begin with the name. */
static const struct target {
    const char *name;
    void (*read)(const char *text);
    const char *files;
} TARGETS[] = {
    {"model", read_model, "models/*.lua"},
    {"study", read_study, "studies/*.lua"},
    {"ledger", read_ledger, "studies/*/claims.ledger"},
    {"method_file", read_method_file, "examples/*.lua"},
    {"formulas", read_method_file, "examples/formulas/*.lua"},
    {"projection_file", read_projection_file, "examples/*projection*.lua"},
    {"baseline", read_baseline, "studies/*.baseline"},
    {"said", read_said, NULL},
    {"expression", read_expression, NULL},
    {"method", read_method, NULL},
    {"selection", read_selection, NULL},
    {"job", read_job, NULL},
    {"result", read_result, NULL},
    {"reference", read_reference, NULL},
};
enum { COUNT = sizeof TARGETS / sizeof *TARGETS };

/* -- seeds -- */

struct seeds {
    size_t count;
    char **text;
};

static void add_seed(struct seeds *seeds, const char *text)
{
    seeds->text = memory_resize(seeds->text, seeds->count + 1, sizeof *seeds->text);
    seeds->text[seeds->count++] = memory_copy_string(text);
}

static void add_file(struct seeds *seeds, const char *path)
{
    static char text[LARGEST];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, LARGEST - 1, file) : 0;

    text[length] = '\0';
    if (length)
        add_seed(seeds, text);
    if (file)
        fclose(file);
}

static struct seeds find_seeds(const struct target *target)
{
    struct seeds seeds = {0, NULL};
    char line[4096];
    FILE *file = fopen("tests/fuzz/seeds.txt", "r");
    size_t name = strlen(target->name);

    glob_t found;

    if (target->files && glob(target->files, 0, NULL, &found) == 0) {
        for (size_t k = 0; k < found.gl_pathc; k++)
            add_file(&seeds, found.gl_pathv[k]);
        globfree(&found);
    }
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, target->name, name) == 0 && line[name] == ' ')
            add_seed(&seeds, line + name + 1);
    }
    if (!seeds.count || fclose(file) != 0)
        fail("no seeds; run this in the folder of the sources");
    return seeds;
}

/* -- changes -- */

/* A linear congruential generator (Knuth's MMIX): below `bound`. */
static size_t random_below(uint64_t *state, size_t bound)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(*state >> 33) % (bound ? bound : 1);
}

/* Puts `length` bytes in the place of `gone` at `at`, where there is room. */
static void splice(char *text, size_t at, size_t gone, const char *from, size_t length)
{
    size_t size = strlen(text);

    if (size - gone + length >= LARGEST)
        return;
    memmove(text + at + length, text + at + gone, size - at - gone + 1);
    memcpy(text + at, from, length);
}

static const char WORDS[] =
    "0 -1 9223372036854775807 18446744073709551616 1e999 1e-999 nan inf 1/0 \"\" .. / * { } [ ( "
    ") , = %s \x1b[ \xff \xed\xa0\x80 --[==[ null {} nil ^ \n";

static void change(char *text, const struct seeds *seeds, uint64_t *state)
{
    size_t size = strlen(text), at = random_below(state, size + 1), span = random_below(state, 1 + size - at);
    const char *other = seeds->text[random_below(state, seeds->count)];
    const char *word = WORDS + random_below(state, sizeof WORDS);
    size_t from = random_below(state, strlen(other) + 1), few = span < 40 ? span : random_below(state, 40);
    char byte = (char)(1 + random_below(state, 255));

    switch (random_below(state, 6)) {
    case 0: /* another byte */
        splice(text, at, at < size, &byte, 1);
        break;
    case 1: /* a part is gone */
        splice(text, at, few, "", 0);
        break;
    case 2: /* a word */
        word += strspn(word, " ");
        splice(text, at, random_below(state, 2) ? few : 0, word, strcspn(word, " "));
        break;
    case 3: /* a part of another seed */
        splice(text, at, few, other + from, random_below(state, 1 + strlen(other) - from) % 200);
        break;
    case 4: /* a digit is another one */
        at += strcspn(text + at, "0123456789");
        if (text[at])
            text[at] = (char)('0' + random_below(state, 10));
        break;
    default: /* the end is missing */
        text[random_below(state, 8) ? size : at] = '\0';
    }
}

/* The file INPUT in memory: what stands there when the program ends stays. */
static char *open_input(void)
{
    int file = open(INPUT, O_RDWR | O_CREAT | O_TRUNC, 0666);
    char *input = MAP_FAILED;

    if (file >= 0 && ftruncate(file, LARGEST + 100) == 0)
        input = mmap(NULL, LARGEST + 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (input == MAP_FAILED)
        fail(INPUT);
    close(file);
    return input;
}

/* One input of the target. */
static void run(const struct target *target, const struct seeds *seeds, uint64_t *state, char *input)
{
    static char text[LARGEST + 1];
    size_t changes = 1 + random_below(state, 8);

    strcpy(text, seeds->text[random_below(state, seeds->count)]);
    while (changes--)
        change(text, seeds, state);
    memset(input, 0, LARGEST + 100);
    snprintf(input, LARGEST + 100, "%s\n%s", target->name, text);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SLOW}, NULL);
    target->read(text);
}

static int replay(const char *path)
{
    static struct seeds seeds;
    char *text;

    add_file(&seeds, path);
    text = seeds.count ? strchr(seeds.text[0], '\n') : NULL;
    for (size_t i = 0; text && i < COUNT; i++) {
        if (strncmp(seeds.text[0], TARGETS[i].name, (size_t)(text - seeds.text[0])) == 0) {
            TARGETS[i].read(text + 1);
            return 0;
        }
    }
    fprintf(stderr, "%s is no input of this program\n", path);
    return 2;
}

int main(int count, char **argument)
{
    time_t end = time(NULL) + (count > 1 ? atoi(argument[1]) : 600);
    uint64_t seed = count > 2 ? strtoull(argument[2], NULL, 10) : 1;
    static struct seeds seeds[COUNT];
    unsigned long runs[COUNT] = {0};
    char *input;

    mkdir("build", 0777);
    mkdir(FOLDER, 0777);
    mkdir("build/fuzz/paper", 0777);
    setenv("ASSAY_PATH", FOLDER, 1);
    if (count == 3 && strcmp(argument[1], "replay") == 0)
        return replay(argument[2]);
    input = open_input();
    for (size_t i = 0; i < COUNT; i++)
        seeds[i] = find_seeds(&TARGETS[i]);
    while (time(NULL) < end) {
        for (size_t i = 0; i < COUNT; i++) {
            /* readers without a child are much quicker */
            for (int k = i < 3 ? 1 : 50; k-- > 0; runs[i]++)
                run(&TARGETS[i], &seeds[i], &seed, input);
        }
    }
    for (size_t i = 0; i < COUNT; i++)
        printf("%s: %lu inputs\n", TARGETS[i].name, runs[i]);
    return 0;
}
