/* Templates: what they make of a document, and what is said of one that is wrong. */
#include "tests/fixtures/test.h"

#include "reports/template.h"
#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[40];

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Writes a template of that name where it is found. */
static void write_template(const char *name, const char *text)
{
    char path[100];

    snprintf(folder, sizeof folder, "/tmp/assay-template-XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("ASSAY_PATH", folder, 1), 0);
    snprintf(path, sizeof path, "%s/%s.lua", folder, name);
    write_file(path, text);
}

static void remove_template(const char *name)
{
    char path[100];

    snprintf(path, sizeof path, "%s/%s.lua", folder, name);
    unlink(path);
    rmdir(folder);
    unsetenv("ASSAY_PATH");
}

static bool make(const char *name, const char *template, const char *document, char **text)
{
    json_t *json = json_loads(document, JSON_DECODE_ANY, NULL);
    FILE *file = open_text();
    bool made;

    assert_non_null(json);
    write_template(name, template);
    made = template_write(file, name, json, &said);
    *text = close_text(file);
    remove_template(name);
    json_decref(json);
    return made;
}

static void check(const char *name, const char *template, const char *document, const char *expected)
{
    char *text;

    if (!make(name, template, document, &text))
        fail_msg("%s", said.text);
    assert_string_equal(text, expected);
}

TEST(test_values)
{
    check("a.txt", "<%- document.a %> <%= document.b[2].c %> <%= document.none %>|<%- #document.b %>\n",
          "{\"a\": 1.5, \"b\": [7, {\"c\": \"two\"}, null], \"none\": null}", "1.5 two |3\n");
    check("a.txt", "<% for i, x in ipairs(document) do %><%- i %>:<%- x %> <% end %>.\n", "[10, 20, true]",
          "1:10 2:20 3:true .\n");
    check("a.txt", "100 % and \"quotes\" \\ and ]] stay\n", "{}", "100 % and \"quotes\" \\ and ]] stay\n");
}

/* Code that has a line of its own leaves nothing of it, other code leaves its line. */
TEST(test_lines_of_code)
{
    check("a.txt",
          "<% local x = 1 %>\na\n  <% if x == 1 then %>\nb\n  <% else %>\nc\n<% end %>\nd <% x = 2 %>\n<%- x "
          "%>\n",
          "{}", "a\nb\nd \n2\n");
    check("a.txt", "<% for _, x in ipairs(document) do\n   local y = x + 1 %>\n<%- y %>\n<% end %>\n",
          "[1, 2]", "2\n3\n");
}

TEST(test_escapes)
{
    static const struct {
        const char *name, *expected;
    } rows[] = {{"a.xml", "a&lt;b&gt; &amp; &quot;|_\n; a<b> & \"|_\n\n"},
                {"a.html", "a&lt;b&gt; &amp; &quot;|_\n; a<b> & \"|_\n\n"},
                {"a.md", "a&lt;b&gt; &amp; \"\\|\\_ ; a<b> & \"|_\n\n"},
                {"a.csv", "\"a<b> & \"\"|_\n\"; a<b> & \"|_\n\n"},
                {"a.txt", "a<b> & \"|_ ; a<b> & \"|_\n\n"}};

    for (size_t i = 0; i < COUNT(rows); i++)
        check(rows[i].name, "<%= document %>; <%- document %>\n", "\"a<b> & \\\"|_\\n\"", rows[i].expected);
}

/* A loop without an end is left, also by a template that catches errors; so is one that fills the memory. */
TEST(test_bounds)
{
    char *text;

    assert_false(make("a.txt",
                      "one\n<% while true do\n  pcall(function ()\n    while true do end\n  end)\nend %>\n",
                      "{}", &text));
    assert_string_equal(text, "");
    assert_says(said.text, "a.txt.lua:4: takes more than ");
    assert_false(make("a.txt", "one <% local t = ('x'):rep(2^31 - 1) %>\n", "{}", &text));
    assert_says(said.text, "a.txt.lua: needs more than ");
}

/* A name with a slash, or ending in .lua, is a file; its format is that of the name without this ending. */
TEST(test_files)
{
    const json_t *document = kept(json_string("a|b"));
    char path[100];
    FILE *file = open_text();

    write_template("mine.md", "<%= document %> <% if document == 'none' then error('one') end %>\n");
    snprintf(path, sizeof path, "%s/mine.md.lua", folder);
    unsetenv("ASSAY_PATH");
    assert_true(template_write(file, path, document, &said));
    assert_string_equal(close_text(file), "a\\|b \n");
    file = open_text();
    assert_false(template_write(file, path, kept(json_string("none")), &said));
    assert_says(said.text, path);
    assert_says(said.text, "mine.md.lua:1: one");
    close_text(file);
    remove_template("mine.md");
}

TEST(test_faults)
{
    static const struct {
        const char *template, *said;
    } rows[] = {{"one\n<% if true then %>\nthree\n", "a.txt.lua:"},
                {"one\ntwo <%- document.a.b %>\n", "a.txt.lua:2: "},
                {"<% local x %>\n<% local y %>\n<%\n\n%><%- x.z %>\n", "a.txt.lua:5: "},
                {"<% error('no') %>\n", "a.txt.lua:1: no"},
                {"<% io.open('x') %>\n", "a.txt.lua:1: "},
                {"<% load('x') %>\n", "a.txt.lua:1: "},
                {"<% dofile('x') %>\n", "a.txt.lua:1: "},
                {"<% os.exit(1) %>\n", "a.txt.lua:1: "},
                {"one\ntwo <% three\n", "a.txt.lua:2: <% has no %>"},
                {"<% error({}) %>\n", "a.txt.lua: an error without a message"},
                {"<% error('no\\nway; stop', 0) %>\n", "a.txt.lua: no way; stop"}};
    char *text;

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_false(make("a.txt", rows[i].template, "{}", &text));
        assert_string_equal(text, "");
        assert_says(said.text, rows[i].said);
    }
    assert_says(said.text, "; stop");
    assert_false(template_write(stdout, "no-such", json_null(), &said));
    assert_says(said.text, "no-such");
}

static void check_look(struct template_look look, const char *template, const char *document,
                       const char *expected)
{
    json_t *json = json_loads(document, JSON_DECODE_ANY, NULL);
    FILE *file = open_text();
    char *text;

    assert_non_null(json);
    write_template("a.txt", template);
    if (!template_print(file, "a.txt", json, &look, &said))
        fail_msg("%s", said.text);
    text = close_text(file);
    remove_template("a.txt");
    json_decref(json);
    assert_string_equal(text, expected);
}

/* Lines break at words, and what is wider than a line stays whole; characters are counted, not bytes. */
TEST(test_wrap)
{
    static const char lines[] = "<%- table.concat(wrap(document, '- ', '  '), '\\n') %>\n",
                      beside[] = "<%- table.concat(wrap_beside(document, 'right', '- ', '  '), '\\n') %>\n";

    check_look((struct template_look){.width = 10}, lines, "\"one two three four\"",
               "- one two\n  three\n  four\n");
    check_look((struct template_look){.width = 10}, lines, "\"a/path/that/is/long and on\"",
               "- a/path/that/is/long\n  and on\n");
    check_look((struct template_look){.width = 10}, lines,
               "\"\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9\u00e9 x\"",
               "- \u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9\u00e9\n  x\n");
    check_look((struct template_look){.width = 10}, lines, "\"a\\nb\"", "- a b\n");
    check_look((struct template_look){.width = 12}, beside, "\"one\"", "- one  right\n");
    check_look((struct template_look){.width = 11}, beside, "\"one\"", "- one\n  right\n");
}

/* Ids are broken after a slash, commands between words, with a backslash; quoted words stay whole. */
TEST(test_wrap_of_ids_and_commands)
{
    static const char id[] =
        "<% for _, line in ipairs(wrap(document, '- ', '  ', true)) do %><%- line %>|<% end %>",
                      command[] = "<% for _, line in ipairs(wrap_command(document, '  ', '    ')) do %>"
                                  "<%- line %>|<% end %>";
    const struct template_look narrow = {.width = 12};

    check_look(narrow, id, "\"a/model/default/x: no\"", "- a/model/|  default/x:|  no|");
    check_look(narrow, id, "\"no-slash-anywhere a/b\"", "- no-slash-anywhere|  a/b|");
    check_look(narrow, command, "\"gate 'a b' -v\"", "  gate \\|    'a b' -v|");
    check_look(narrow, command, "\"gate -v\"", "  gate -v|");
}

TEST(test_cut)
{
    static const char template[] =
        "<% for _, line in ipairs(cut(wrap(document), 2)) do %><%- line %>|<% end %>";
    const struct template_look narrow = {.width = 8};

    check_look(narrow, template, "\"one two three\"", "one two|three|");
    check_look(narrow, template, "\"one two x three four\"", "one two|x …|");
}

TEST(test_as_many_as_fit)
{
    static const char template[] = "<% local lines, more = take({ { 'a' }, { 'b', 'c' }, { 'd' } }, width) %>"
                                   "<%- table.concat(lines) %>;<%- more %>";

    check_look((struct template_look){.width = 4}, template, "0", "abcd;0");
    check_look((struct template_look){.width = 3}, template, "0", "a;2"); /* and the line that counts */
    check_look((struct template_look){.width = 1}, template, "0", ";3");
}

TEST(test_durations)
{
    check("a.txt", "<% for _, s in ipairs(document) do %><%- duration(s) %>;<% end %>",
          "[0.4, 59.4, 59.6, 3599, 7260]", "0 s;59 s;1 min 0 s;59 min 59 s;2 h 1 min;");
}

TEST(test_colors)
{
    static const char template[] = "<%- paint(document, 'red') %>|\n";

    check_look((struct template_look){.width = 80}, template, "\"no\"", "no|\n");
    check_look((struct template_look){.width = 80, .color = true}, template, "\"no\"",
               "\033[1;31mno\033[0m|\n");
}

/* Code of a file of its own is found where templates are, and has their globals; it is no template. */
TEST(test_include)
{
    json_t *json = json_pack("[i, i]", 1, 7);
    FILE *file = open_text();
    char path[100], *text;

    write_template("a.txt", "<%- include('part').twice('x') %> <%- include('part').document[2] %>\n");
    snprintf(path, sizeof path, "%s/part.lua", folder);
    write_file(path,
               "return { document = document, twice = function (text) return text .. '<%-' .. text end }\n");
    assert_true(template_write(file, "a.txt", json, &said));
    json_decref(json);
    text = close_text(file);
    unlink(path);
    remove_template("a.txt");
    assert_string_equal(text, "x<%-x 7\n");

    file = open_text();
    write_template("a.txt", "\n<% include('no-such-part') %>\n");
    assert_false(template_write(file, "a.txt", json_null(), &said));
    assert_string_equal(close_text(file), "");
    remove_template("a.txt");
    assert_says(said.text, "no-such-part");
}
