/* Model files that are wrong, hostile or both: each gives its one line, and what a sentence says is the place
 * and the remedy.  Every case is a change of one good file, which itself is accepted. */
#include "tests/fixtures/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mpfr.h>

#include "models/reader/model.h"
#include "numerics/memory.h"

/* The good file; a case replaces some of it. */
struct file {
    const char *before;                               /* line 1 */
    const char *coordinates;                          /* line 3 */
    const char *theta, *hamiltonian, *initial, *more; /* lines 5 to 8 */
};

static char *write_text(const struct file *file)
{
    const char *theta = file->theta ? file->theta : "q[2], 0";
    const char *hamiltonian = file->hamiltonian ? file->hamiltonian : "q[1]^2 + c.a*q[2]^2";
    const char *initial = file->initial ? file->initial : "{ default = { 1, \"1/2\" } }";
    const char *coordinates = file->coordinates ? file->coordinates : "{ \"q1\", \"q2\" }";
    const char *before = file->before ? file->before : "";
    const char *more = file->more ? file->more : "";
    size_t size = 400 + strlen(theta) + strlen(hamiltonian) + strlen(initial) + strlen(before) + strlen(more);
    char *text = memory_create(size, 1);

    snprintf(text, size,
             "%s\nreturn model {\ncoordinates = %s,\nparameters = { a = 1 },\n"
             "theta = function (q, c) return { %s } end,\nhamiltonian = function (q, c) return %s end,\n"
             "initial = %s,\n%s\nkind = \"degenerate\" }\n",
             before, coordinates, theta, hamiltonian, initial, more);
    return text;
}

/* The text is refused with one line that opens with `beginning` and contains `remedy`. */
static void check_text(const char *text, const char *beginning, const char *remedy)
{
    struct error error = {""};
    struct model *model = model_create_from_text("m.lua", text, 0, NULL, &error);

    if (model)
        fail_msg("accepted, instead of: %s", beginning);
    if (strncmp(error.text, beginning, strlen(beginning)) != 0 || !strstr(error.text, remedy) ||
        strchr(error.text, '\n'))
        fail_msg("got: %s\nexpected: %s ... %s", error.text, beginning, remedy);
}

static void check_file(const struct file *file, const char *beginning, const char *remedy)
{
    char *text = write_text(file);

    check_text(text, beginning, remedy);
    free(text);
}

static void check_good(const struct file *file)
{
    struct error error = {""};
    char *text = write_text(file);
    struct model *model = model_create_from_text("m.lua", text, 0, NULL, &error);

    if (!model)
        fail_msg("%s", error.text);
    model_destroy(model);
    free(text);
}

struct refused {
    struct file file;
    const char *beginning, *remedy;
};

static void check_all(const struct refused *refused, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_file(&refused[i].file, refused[i].beginning, refused[i].remedy);
}

#define CHECK_ALL(refused) check_all(refused, sizeof(refused) / sizeof *(refused))

TEST(test_good_files)
{
    static const struct file GOOD[] = {
        {.before = ""},
        {.hamiltonian = "\"1/3\"*2*q.q1^2 - -\"0.5\"*q[2]^\"3/2\" + 2^\"1/2\"*q[2]"},
        {.hamiltonian =
             "(function() local s = 0 for _, x in ipairs(q) do s = s + x^2 end return s + #q end)()"},
        {.hamiltonian = "(function() local s = 0 for _, x in pairs(q) do s = s + x^2 end return s end)()"},
        {.before =
             "-- 0.5 // 7 % 2 & ~ << [[ \n --[==[ 1.5 ]] // ]==] local s = '%//' .. \"\\\"0.5\" .. [[ & ]]"},
        {.more =
             "invariants = { H2 = function (q, c) return (q[1]^2 + q[2]^2)^2 end }, secular = { \"q1\" },"},
        {.initial = "{ default = { 1, 1 }, other = { q = { 2, \"1e-3\" }, parameters = { a = 2 }, step = "
                    "\"1/8\" } }"},
        {.before = "local t = {} table.insert(t, 2) table.insert(t, 1, 1) function f(x) return x end local a "
                   "= f(t[2])"},
        {.before = "if 1 ~= 2 and \"1/3\" * 3 <= \"2\" * 1 then goto done end ::done::"},
    };

    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        check_good(&GOOD[i]);
}

TEST(test_inexact_numbers)
{
    static const struct refused CASES[] = {
        {{.hamiltonian = "0.5*q[1]"}, "m.lua:6: 0.5 is a floating-point number", "\"0.5\" or \"1/2\""},
        {{.hamiltonian = "1e3*q[1]"}, "m.lua:6: 1e3 is a floating-point number", "\"1e3\""},
        {{.hamiltonian = "0x1p4*q[1]"}, "m.lua:6: 0x1p4 is a floating-point number", "string"},
        {{.hamiltonian = "q[1]*(1/2)"}, "m.lua:6: 0.5 is a floating-point number", "\"1/2\""},
        {{.hamiltonian = "q[1]^(1/3)"}, "m.lua:6: 0.3333333333333333 is a floating-point", "\"1/3\""},
        {{.hamiltonian = "q[1]*2^3"}, "m.lua:6: 8 is a floating-point number", "\"8\""},
        {{.hamiltonian = "sqrt(1/2)*q[1]"}, "m.lua:6: 0.5 is", "string"},
        {{.hamiltonian = "q[4/2]"}, "m.lua:6: 2 is a floating-point number", "string"},
        {{.hamiltonian = "3/2"}, "m.lua:6: hamiltonian: 1.5 is", "\"3/2\""},
        {{.theta = "q[2], 1/2"}, "m.lua:5: component 2 of theta: 0.5 is", "\"1/2\""},
        {{.initial = "{ default = { 1/3, 1 } }"}, "m.lua:7: default: 0.333", "\"1/3\""},
        {{.more = "step = 1/10,"}, "m.lua:8: step: 0.1 is", "\"1/10\""},
        {{.hamiltonian = "99999999999999999999*q[1]"},
         "m.lua:6: 99999999999999999999 is too large",
         "string"},
        {{.hamiltonian = "3037000500*3037000500*q[1]"},
         "m.lua:6: the integer -9223372036709301616",
         "wrapped"},
        {{.hamiltonian = "7 // 2 * q[1]"}, "m.lua:6: the operator //", "write"},
        {{.hamiltonian = "7 % 2 * q[1]"}, "m.lua:6: the operator %", "write"},
        {{.hamiltonian = "(7 & 2) * q[1]"}, "m.lua:6: the operator &", "write"},
        {{.hamiltonian = "(7 | 2) * q[1]"}, "m.lua:6: the operator |", "write"},
        {{.hamiltonian = "(7 << 2) * q[1]"}, "m.lua:6: the operator <<", "write"},
        {{.hamiltonian = "(7 >> 2) * q[1]"}, "m.lua:6: the operator >>", "write"},
        {{.hamiltonian = "~7 * q[1]"}, "m.lua:6: the operator ~", "write"},
        {{.before = "--[[\n0.5 ]] local a = [[\n]] .. 'b\\\nc'", .hamiltonian = "0.25*q[1]"},
         "m.lua:9: 0.25",
         "1/4"},
    };

    CHECK_ALL(CASES);
}

TEST(test_wrong_expressions)
{
    static const struct refused CASES[] = {
        {{.hamiltonian = "q[1] +* 2"}, "m.lua:6: unexpected symbol near '*'", ""},
        {{.hamiltonian = "c.xyz*q[1]"}, "m.lua:6: no parameter 'xyz'", "the parameters are a"},
        {{.hamiltonian = "q.z"}, "m.lua:6: no coordinate 'z'", "the coordinates are q1, q2"},
        {{.hamiltonian = "q[3]"}, "m.lua:6: no coordinate '3'", "q1, q2"},
        {{.hamiltonian = "foo*q[1]"}, "m.lua:6: undefined name 'foo'", "write"},
        {{.before = "local y", .hamiltonian = "y*q[1]"}, "m.lua:6: nil is not an expression", "misspelt"},
        {{.hamiltonian = "sin"}, "m.lua:6: hamiltonian: a function is not an expression", "write"},
        {{.hamiltonian = "q[1](2)"}, "m.lua:6: an expression is not a function", "write *"},
        {{.hamiltonian = "sin()"}, "m.lua:6: sin takes one expression", "sin(x)"},
        {{.hamiltonian = "sin(1, 2)"}, "m.lua:6: sin takes one expression", "sin(x)"},
        {{.hamiltonian = "q[1] < q[2]"}, "m.lua:6: expressions have no order", "constants"},
        {{.hamiltonian = "q[1]^q[2]"}, "m.lua:6: an exponent must be a rational number", "exp(y*log(x))"},
        {{.hamiltonian = "q[1]^65"}, "m.lua:6: an exponent beyond +-64", ""},
        {{.hamiltonian = "q[1]/0"}, "m.lua:6: division by zero", ""},
        {{.hamiltonian = "q[1] .. \"x\""}, "m.lua:6: this operator has no meaning", "write"},
        {{.hamiltonian = "\"abc\"*q[1]"}, "m.lua:6: \"abc\": an unknown name", "sqrt"},
        {{.hamiltonian = "\"1e900\"*\"1e900\"*q[1]"}, "m.lua:6: a constant has more than 4096 bits", ""},
        {{.before = "local function f(x) return x.y.z end", .hamiltonian = "f(q)"},
         "m.lua:1: no coordinate 'y'",
         ""},
        {{.before = "local function f(x) x[1] = 2 end", .hamiltonian = "f(q)"},
         "m.lua:1: a coordinate cannot be",
         ""},
    };

    CHECK_ALL(CASES);
}

TEST(test_wrong_fields)
{
    static const struct refused CASES[] = {
        {{.theta = "q[2]"}, "m.lua:5: theta has 1 component; the model has 2 coordinates", ""},
        {{.theta = "q[2], 0, 0"}, "m.lua:5: theta has 3 components", ""},
        {{.theta = "q[2], {}"}, "m.lua:5: component 2 of theta: a table is not", "write"},
        {{.theta = "q[1], q[2]"}, "m.lua:5: the symplectic matrix", "singular (rank 0 of 2)"},
        {{.coordinates = "{ \"q1\" }"}, "m.lua:3: 1 coordinates", "even"},
        {{.coordinates = "{ \"q1\", \"q1\" }"}, "m.lua:3: the coordinate 'q1' appears twice", ""},
        {{.coordinates = "{ \"q1\", \"q 2\" }"}, "m.lua:3: 'q 2' is not a name", "letters"},
        {{.coordinates = "{ \"q1\", 2 }"}, "m.lua:3: coordinate 2 is a number", "string"},
        {{.coordinates = "3"}, "m.lua:3: coordinates is not a list", "write"},
        {{.initial = "{ default = { 1 } }"}, "m.lua:7: the initial data 'default' have 1 component;", "2"},
        {{.initial = "{ other = { 1, 1 } }"}, "m.lua:7: initial has no data called default", "write"},
        {{.initial = "{ 1, 1 }"}, "m.lua:7: initial has no data called default", "write"},
        {{.initial = "{ default = { 1, 1 }, 3 }"}, "m.lua:7: initial has an entry without a name", "NAME"},
        {{.initial = "{ default = { 1, \"pi\" } }"},
         "m.lua:7: default: this number must be rational",
         "write"},
        {{.initial = "{ default = { 1, 1, step = 2 } }"}, "m.lua:7: the initial data 'default' mix", "q = {"},
        {{.initial = "{ default = { q = { 1, 1 }, h = 2 } }"},
         "m.lua:7: unknown key 'h'",
         "q, parameters, step"},
        {{.initial = "{ default = { q = { 1, 1 }, parameters = { b = 2 } } }"},
         "m.lua:7: the initial data",
         "are a"},
        {{.hamiltonian = "log(q[1] - 1)"},
         "m.lua:6: the hamiltonian or its derivative is not finite",
         "default"},
        {{.more = "hamiltonain = 1,"}, "m.lua:8: unknown key 'hamiltonain'", "the keys are title"},
        {{.more = "step = \"-1\","}, "m.lua:8: step is not positive", "write"},
        {{.more = "step = {},"}, "m.lua:8: step: a table is not", "write"},
        {{.more = "secular = { \"phi\" },"}, "m.lua:8: secular names no coordinate: 'phi'", "q1, q2"},
        {{.more = "title = 3,"}, "m.lua:8: title is a number", "write"},
        {{.more = "invariants = 3,"}, "m.lua:8: invariants is a number", "write"},
        {{.more = "invariants = { p = 3 },"}, "m.lua:8: p is not a function", "write"},
        {{.more = "invariants = { p = function (q) return q[1] end },"},
         "m.lua:8: p is no invariant",
         "{p, H}"},
        {{.more = "invariants = { p = function (q) return 3 end },"},
         "m.lua:8: p does not depend on q",
         "leave"},
        {{.more = "invariants = { [\"a b\"] = function (q) return 3 end },"},
         "m.lua:8: 'a b' is not a name",
         ""},
        {{.more = "invariants = { p = function (q) end },"}, "m.lua:8: p is missing", "return"},
    };

    CHECK_ALL(CASES);
    check_text("local x = 3", "m.lua: returns nil instead of a model", "return model { ... }");
    check_text("return 3", "m.lua: returns a number instead of a model", "return model { ... }");
    check_text("return study { }", "m.lua: returns a study instead of a model", "return model { ... }");
    check_text("\n\nreturn model { }", "m.lua:3: kind is missing", "degenerate");
    check_text("return model { kind = \"odd\" }", "m.lua:1: unknown kind 'odd'", "degenerate");
    check_text("return model(3)", "m.lua:1: model takes one table", "write");
    check_text("return model { title = \"abc\n", "m.lua:1: unfinished string", "");
}

TEST(test_escapes)
{
    static const char *const NAMES[] = {
        "io",           "os",        "require", "dofile", "load",     "loadstring", "pcall", "setmetatable",
        "getmetatable", "coroutine", "debug",   "string", "rawset",   "rawget",     "print", "collectgarbage",
        "next",         "error",     "xpcall",  "select", "tostring", "tonumber",   "type",  "math",
        "package",      "loadfile",  "utf8",    "_G",     "assert"};
    char before[100], beginning[100];

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(before, sizeof before, "local x = %s", NAMES[i]);
        snprintf(beginning, sizeof beginning, "m.lua:1: undefined name '%s'", NAMES[i]);
        check_file(&(struct file){.before = before}, beginning, "write");
    }
    check_file(&(struct file){.before = "local x = (\"x\"):rep(1000000000)"},
               "m.lua:1: a string has no fields", "");
    check_file(&(struct file){.before = "local x = table.concat({})"}, "m.lua:1: attempt to call a nil value",
               "");
    check_file(&(struct file){.before = "table.insert(model {}, 2)"},
               "m.lua:1: table.insert takes a plain table", "");
    check_text("\033Lua", "m.lua: attempt to load a binary chunk", "");
}

TEST(test_endless_files)
{
    static const struct refused CASES[] = {
        {{.before = "while true do end"}, "m.lua:1: does not end: more than 20000000 instructions", "write"},
        {{.hamiltonian = "(function () repeat local x = 1 until false end)()"},
         "m.lua:6: does not end",
         "write"},
        {{.before = "::again:: goto again"}, "m.lua:1: does not end", "write"},
        {{.before = "local t = {} while true do table.insert(t, \"x\") end"},
         "m.lua: needs more than 64 MiB",
         ""},
        {{.before = "local s = \"x\" while true do s = s .. s end"}, "m.lua: needs more than 64 MiB", ""},
        {{.before = "local function f(n) return 1 + f(n + 1) end f(1)"}, "m.lua:1: stack overflow", "write"},
        {{.before = "local function h(x) while true do x = x*x + \"1/3\" end end", .hamiltonian = "h(q[1])"},
         "m.lua:1: the expressions need more than 100000 nodes",
         "write"},
    };

    CHECK_ALL(CASES);
}

static char *repeat(const char *open, const char *middle, const char *close, size_t count)
{
    char *text = memory_create((strlen(open) + strlen(close)) * count + strlen(middle) + 1, 1);
    char *at = text;

    for (size_t i = 0; i < count; i++)
        at += sprintf(at, "%s", open);
    at += sprintf(at, "%s", middle);
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, "%s", close);
    return text;
}

TEST(test_oversized_texts)
{
    char *nested = repeat("(", "q[1]", ")", 10000);
    char *digits = repeat("7", "", "", 1000000);
    char *quoted = memory_create(1000100, 1);

    check_file(&(struct file){.hamiltonian = nested}, "m.lua", "C stack overflow; write");
    check_file(&(struct file){.hamiltonian = digits}, "m.lua:6: a number of 1000000 characters", "string");
    snprintf(quoted, 1000100, "\"%s\"*q[1]", digits);
    check_file(&(struct file){.hamiltonian = quoted}, "m.lua:6: \"7777", "write");
    snprintf(quoted, 1000100, "\"%.2000s\"*q[1]", digits);
    check_file(&(struct file){.hamiltonian = quoted}, "m.lua:6: \"7777", "write");
    free(nested);
    free(digits);
    free(quoted);
}

/* A loop inside C code counts no instructions: the limit on processor time ends it. */
TEST(test_processor_time)
{
    check_file(&(struct file){.before = "local t = {} for i = 1, 1000000 do table.insert(t, 1, i) end"},
               "m.lua: needs more than 5 seconds", "write");
}

static void check_path(const char *path, const char *beginning)
{
    struct error error = {""};

    assert_null(model_create(path, 0, NULL, &error));
    if (strncmp(error.text, path, strlen(path)) != 0 || !strstr(error.text, beginning))
        fail_msg("got: %s\nexpected: %s%s", error.text, path, beginning);
}

static void write_bytes(const char *path, const char *bytes, size_t length, size_t times)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    for (size_t i = 0; i < times; i++)
        assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

TEST(test_files_that_are_no_text)
{
    char folder[] = "/tmp/assay-test-XXXXXX", path[200];

    assert_non_null(mkdtemp(folder));
    check_path(folder, ": is a directory");
    snprintf(path, sizeof path, "%s/a-name-so-long-that-lua-itself-would-shorten-it-in-its-messages.lua",
             folder);
    check_path(path, ": cannot be opened: No such file");
    write_bytes(path, "", 1, 0);
    check_path(path, ": is empty");
    write_bytes(path, "return 1\0", 9, 1);
    check_path(path, ": is not text");
    write_bytes(path, "\033LuaT\0\x19\x93", 8, 1);
    check_path(path, ": is not text");
    write_bytes(path, "-- a comment\n", 13, 100000);
    check_path(path, ": is larger than 1048576 bytes");
    write_bytes(path, "return\n+ 1", 10, 1);
    check_path(path, ":2: unexpected symbol near '+'");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    check_path(path, ": is not a plain file");
    unlink(path);
    rmdir(folder);
}

static int release_mpfr(void **state)
{
    (void)state;
    mpfr_free_cache();
    return 0;
}

TEST_GROUP(NULL, release_mpfr)
