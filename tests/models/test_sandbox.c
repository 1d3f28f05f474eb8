/* Model files that are wrong, hostile or both: each gives its one line, and what a sentence says is the place
 * and the remedy.  Every case is a change of one good file, which itself is accepted. */
#include "tests/fixtures/models/refusals_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

#include "numerics/memory.h"

TEST(test_table)
{
    refusals_check("sandbox", 9, 132);
}

/* The file with this hamiltonian. */
static void check_hamiltonian(const char *hamiltonian, const char *beginning, const char *remedy)
{
    char *values = kept_memory(memory_create(strlen(hamiltonian) + 20, 1));

    sprintf(values, "hamiltonian = %s", hamiltonian);
    refusals_check_text(refusals_text("sandbox", values), beginning, remedy);
}

static char *repeat(const char *open, const char *middle, const char *close, size_t count)
{
    char *text = kept_memory(memory_create((strlen(open) + strlen(close)) * count + strlen(middle) + 1, 1));
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
    char *quoted = kept_memory(memory_create(1000100, 1));

    check_hamiltonian(nested, "m.lua", "C stack overflow; write");
    check_hamiltonian(digits, "m.lua:6: a number of 1000000 characters", "string");
    snprintf(quoted, 1000100, "\"%s\"*q[1]", digits);
    check_hamiltonian(quoted, "m.lua:6: \"7777", "write");
    snprintf(quoted, 1000100, "\"%.2000s\"*q[1]", digits);
    check_hamiltonian(quoted, "m.lua:6: \"7777", "write");
}

static void check_path(const char *path, const char *beginning)
{
    assert_null(model_create(path, NULL, &said));
    if (strncmp(said.text, path, strlen(path)) != 0 || !strstr(said.text, beginning))
        fail_msg("got: %s\nexpected: %s%s", said.text, path, beginning);
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
