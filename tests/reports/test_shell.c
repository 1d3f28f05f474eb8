/* Words of a command: what a shell reads is what was meant; plain words stay as they are. */
#include "tests/fixtures/test.h"

#include "reports/shell.h"

/* The word as sh reads it. */
static void read_back(const char *word, char *read, size_t size)
{
    char command[400], quoted[200];
    size_t length;
    FILE *pipe;

    snprintf(command, sizeof command, "printf %%s %s", shell_word(word, quoted, sizeof quoted));
    pipe = popen(command, "r");
    assert_non_null(pipe);
    length = fread(read, 1, size - 1, pipe);
    read[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
}

TEST(test_read_back)
{
    static const char *const words[] = {
        "studies/demo.lua", "my dir/s.lua",        "it's",       "'",         "a''b",
        "$HOME `id` \\",    "default[b2=1:3]/*/?", "\"x\" > y;", "two\nlines"};
    char read[200];

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        read_back(words[i], read, sizeof read);
        assert_string_equal(read, words[i]);
    }
}

TEST(test_plain_words_stay)
{
    char buffer[64];

    assert_string_equal(shell_word("studies/kraus2017/convergence.lua", buffer, sizeof buffer),
                        "studies/kraus2017/convergence.lua");
    assert_string_equal(shell_word("", buffer, sizeof buffer), "''");
    assert_string_equal(shell_word("a b", buffer, sizeof buffer), "'a b'");
}

/* What does not fit is cut off, and nothing is written behind the buffer. */
TEST(test_small_buffer)
{
    char buffer[9] = "12345678";

    assert_string_equal(shell_word("a''''b", buffer, 6), "'a'");
    assert_string_equal(buffer + 6, "78");
    assert_string_equal(shell_word("abc", buffer, 1), "");
}
