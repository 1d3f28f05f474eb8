/* Keys of cells.  End to end: of two studies that differ in one thing that a result depends on, the second takes
 * nothing from the store; of two that differ in anything else it takes all.  And field by field: the hash is that of
 * the text of all fields, as the program sha256sum computes it. */
#include "tests/fixtures/test.h"

#include "harness/plan/grid_key.h"
#include "harness/plan/provenance.h"
#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/study_fixture.h"
#include "version.h"

static const char model_text[] = "-- first\n"
                                 "return model { title = 'm', kind = 'degenerate', coordinates = { 'q', 'p' "
                                 "}, parameters = { rate = 1 },\n"
                                 "  theta = function (z, c) return { z.p, 0 } end,\n"
                                 "  hamiltonian = function (z, c) return c.rate*(z.q^2 + z.p^2)/2 end,\n"
                                 "  loops = { default = function (a) return { cos(a), sin(a) } end,\n"
                                 "            wide = function (a) return { 2*cos(a), sin(a) } end },\n"
                                 "  surfaces = { default = function (a, b) return { a, b } end,\n"
                                 "               wide = function (a, b) return { 2*a, b } end },\n"
                                 "  initial = { default = { 1, 0 }, other = { 0, 1 } } }\n";

static const char study_text[] =
    "return study { title = 'first', models = './keys.lua', methods = { 'gauss-1' }, projections = { 'none' "
    "},\n"
    "  initial = 'default', parameters = { rate = 1 }, steps = { '1/4' }, untiltime = '1/2',\n"
    "  precisions = { 'double' }, history = 2, ensemble = 64, loop = 'default', points = 8,\n"
    "  surface = 'default', side = 5, refine = 0, measures = { 'energy_error', 'growth:energy',\n"
    "  'poincare_1:noncanonical', 'poincare_2:noncanonical' } }\n";

/* What is written instead, in the model or in the study, and how many cells are to be computed then. */
static const struct {
    const char *from, *to;
    size_t cells;
} changes[] = {
    {"title = 'first'", "title = 'second'", 0},
    {"'./keys.lua'", "{ './keys.lua' }", 0},
    {"'1/4'", "'0.25'", 0},
    {"refine = 0", "budget = 7", 0},
    {"-- first", "-- second", 1},
    {"rate = 1 }, steps", "rate = 2 }, steps", 1},
    {"'default', parameters", "'other', parameters", 1},
    {"gauss-1", "gauss-2", 1},
    {"'none'", "'symmetric'", 1},
    {"'1/4' }, untiltime = '1/2'", "'1/8' }, untiltime = '1/4'", 1}, /* as many steps */
    {"'1/2'", "'1'", 1},                                             /* of the same size */
    {"'double'", "100", 1},
    {"'double'", "'double:split'", 1},
    {"'double'", "'double', 200", 2}, /* the reference has more digits */
    {"history = 2", "history = 1", 1},
    {"history = 2,", "", 1},
    {"ensemble = 64", "ensemble = 128", 1},
    {"loop = 'default'", "loop = 'wide'", 1},
    {"points = 8", "points = 10", 1},
    {"surface = 'default'", "surface = 'wide'", 1},
    {"side = 5", "side = 7", 1},
};

TEST(test_studies_that_differ_in_one_thing)
{
    write_file("keys.lua", model_text);
    write_file("study.lua", study_text);
    check_run(0, "run.txt", "run study.lua --store s.sqlite");
    assert_int_equal(count_to_compute("study.lua", "s.sqlite", ""), 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bool of_model = strncmp(changes[i].from, "--", 2) == 0;
        char text[4000];
        size_t count;

        study_replace(text, sizeof text, of_model ? model_text : study_text, changes[i].from, changes[i].to);
        write_file(of_model ? "keys.lua" : "study.lua", text);
        count = count_to_compute("study.lua", "s.sqlite", "");
        if (count != changes[i].cells)
            fail_msg("%s: %zu cells to compute", changes[i].to, count);
        write_file("keys.lua", model_text);
        write_file("study.lua", study_text);
    }
}

static void hash_elsewhere(const char *text, char hash[65])
{
    FILE *answer;

    write_file("text", text);
    answer = popen("sha256sum <text", "r");
    assert_non_null(answer);
    assert_int_equal(fscanf(answer, "%64s", hash), 1);
    pclose(answer);
}

/* NAME LENGTH:TEXT for every field, in this order; lists begin with their length. */
TEST(test_key_is_what_sha256sum_says)
{
    static const char settings[] = "history 2 kept ensemble 64 loop default 8 surface default 5 ";
    const char *version = provenance_of("", NULL).numerics_version;
    char text[4000], key[CELL_KEY_TEXT], expected[65];

    write_file("keys.lua", model_text);
    write_file("study.lua", study_text);
    grid_key_create(grid_of("./study.lua"), 0, key);
    snprintf(
        text, sizeof text,
        "model %zu:%s\nparameters 1:1\nname 4:rate\nvalue 1:1\ninitial 1:2\nname 1:q\nvalue 1:1\n"
        "name 1:p\nvalue 1:0\nmethod 7:gauss-1\nformulation 0:\nprojection 4:none\nstep 3:1/4\nsteps 1:2\n"
        "bits 1:0\ncoefficients 7:rounded\nsettings %zu:%s\nreference_digits 2:30\nnumerics_version %zu:%s\n",
        strlen(model_text), model_text, strlen(settings), settings, strlen(version), version);
    hash_elsewhere(text, expected);
    assert_string_equal(key, expected);
}

/* What the system says of a library that the program is linked with. */
static void version_of(const char *command, char version[64])
{
    FILE *answer = popen(command, "r");

    assert_non_null(answer);
    assert_int_equal(fscanf(answer, "%63s", version), 1);
    pclose(answer);
}

/* Libraries compute, too: their versions, as others find them, are in that of the numbers. */
TEST(test_libraries)
{
    static const struct {
        const char *name, *command;
    } libraries[] = {{"glibc ", "getconf GNU_LIBC_VERSION | cut -d ' ' -f 2"},
                     {"MPFR ", "pkg-config --modversion mpfr"},
                     {"GMP ", "pkg-config --modversion gmp"},
                     {"fftw-", "pkg-config --modversion fftw3"},
                     {"LAPACK ", "pkg-config --modversion lapack"}};
    char text[PROVENANCE_LIBRARIES], first[PROVENANCE_VERSION], other[PROVENANCE_VERSION], expected[80],
        version[64];

    provenance_libraries(text);
    provenance_numerics_version(first, "build", text);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        char *digit;

        version_of(libraries[i].command, version);
        snprintf(expected, sizeof expected, "%s%s", libraries[i].name, version);
        assert_says(text, expected);
        digit = strstr(text, expected) + strlen(libraries[i].name);
        *digit ^= 1;
        provenance_numerics_version(other, "build", text);
        *digit ^= 1;
        assert_string_not_equal(first, other);
    }
    assert_null(strstr(text, "unknown"));
    provenance_numerics_version(other, "another build", text);
    assert_string_not_equal(first, other);
    assert_string_not_equal(provenance_of("", NULL).numerics_version, ASSAY_NUMERICS_VERSION);
}

/* ---- two of everything ---- */

enum {
    PAIRS = 4 * 3 * 2 * (2 * (2 + 1 + 1) + 1)
}; /* parameters, data, steps; precisions and projections of methods, a program */

struct keys {
    size_t count;
    char key[2 * PAIRS][CELL_KEY_TEXT];
};

static void find_keys(struct keys *keys)
{
    const struct grid *grid = grid_of("./pairs.lua");

    keys->count = 0;
    for (size_t i = 0; i < grid->cells; i++) {
        if (grid_wants(grid, i) && !grid_cell_of(grid, i).perturbed)
            grid_key_create(grid, i, keys->key[keys->count++]);
    }
}

static size_t count_of(const struct keys *keys, const char *key)
{
    size_t found = 0;

    for (size_t i = 0; i < keys->count; i++)
        found += strcmp(keys->key[i], key) == 0;
    return found;
}

/* A second element that is written otherwise, and how many of the cells have other keys then. */
static const struct {
    const char *file, *from, *to;
    size_t cells;
} seconds[] = {
    {"pairs.lua", "\"3/2\"", "\"7/4\"", PAIRS / 2},
    {"pairs.lua", "\"5/4\"", "\"7/4\"", PAIRS / 2},
    {"pairs.lua", "\"1/10\"", "\"1/20\"", PAIRS / 2},
    {"pairs.lua", "random-7-2", "random-7-3", PAIRS / 3},
    {"pairs.lua", "one two", "one three", PAIRS / 9},
    {"pairs.lua", "double\", 100", "double:split\", 100", PAIRS * 5 / 9},
    {"pairs.lua", "\"1/4\", \"1/10\" },\n  untiltime   = \"1\"",
     "\"1/2\", \"1/10\" },\n  untiltime   = \"2\"", PAIRS},
    {"pair.lua", "1/2", "2/3", PAIRS},
    {"tableau.lua", "3/5", "4/5", PAIRS * 2 / 9},
    {"composition.lua", "2/3", "3/4", PAIRS * 2 / 9},
    {"base.lua", "3/4", "4/5", PAIRS * 2 / 9},
    {"row.lua", "\"R\"", "\"1\"", PAIRS * 2 / 9},
    {"program.sh", "Stands", "It stands", PAIRS / 9},
    {"data", "data", "datb", PAIRS / 9},
};

static void copy_pairs(void)
{
    char command[PATH_SIZE + 40];

    snprintf(command, sizeof command, "cp -r '%s/../pairs/.' .", fixture.data);
    assert_int_equal(system(command), 0);
}

/* All keys are different, and each knows all elements. */
TEST(test_second_elements)
{
    static struct keys all, others;

    copy_pairs();
    find_keys(&all);
    assert_int_equal(all.count, PAIRS);
    for (size_t i = 0; i < all.count; i++)
        assert_int_equal(count_of(&all, all.key[i]), 1);
    for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
        char *kept_text = strdup(read_file(seconds[k].file)), text[4000];
        size_t changed = 0;

        study_replace(text, sizeof text, kept_text, seconds[k].from, seconds[k].to);
        write_file(seconds[k].file, text);
        find_keys(&others);
        for (size_t i = 0; i < others.count; i++)
            changed += count_of(&all, others.key[i]) == 0;
        write_file(seconds[k].file, kept_text);
        free(kept_text);
        if (changed != seconds[k].cells)
            fail_msg("%s of %s: %zu other keys, not %zu", seconds[k].to, seconds[k].file, changed,
                     seconds[k].cells);
    }
}

/* The same bytes again are another file: there may have been others in between. */
TEST(test_changed_files)
{
    const struct grid *grid;

    copy_pairs();
    grid = grid_of("./pairs.lua");
    assert_true(grid_methods_are_unchanged(&grid->methods));
    usleep(20000); /* more than a tick of the file system's clock */
    write_file("data", read_file("data"));
    assert_false(grid_methods_are_unchanged(&grid->methods));
}

TEST_GROUP(fixture_create, fixture_destroy)