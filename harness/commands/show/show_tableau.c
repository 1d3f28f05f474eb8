/* assay show of a tableau: its coefficients, as people draw it and as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/show/show.h"
#include "numerics/number.h"

/* ---- A tableau as people draw it, and as JSON ----
 *
 *     c | a          c | abar
 *     --+--          --+-----
 *       | b            | b */

enum { WIDEST_LINE = 120 };

static json_t *list_json(mpfr_t *values, size_t count, long digits)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char *text = number_text(values[i], 1, digits);

        json_array_append_new(list, json_string(text));
        free(text);
    }
    return list;
}

static json_t *matrix_json(mpfr_t *matrix, size_t s, long digits)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < s; i++)
        json_array_append_new(rows, list_json(matrix + i * s, s, digits));
    return rows;
}

json_t *show_coefficients(const struct tableau *t, long digits)
{
    size_t s = t->stages;

    if (t->form == TABLEAU_SEPARABLE)
        return json_pack("{s:o, s:o}", "drift", list_json(t->b, s, digits), "kick",
                         list_json(t->bbar, s, digits));
    if (t->form == TABLEAU_NYSTROEM)
        return json_pack("{s:o, s:o, s:o, s:o}", "abar", matrix_json(t->a, s, digits), "bbar",
                         list_json(t->b, s, digits), "b", list_json(t->bbar, s, digits), "c",
                         list_json(t->c, s, digits));
    if (t->form == TABLEAU_PARTITIONED)
        return json_pack("{s:o, s:o, s:o, s:o, s:o}", "a", matrix_json(t->a, s, digits), "b",
                         list_json(t->b, s, digits), "c", list_json(t->c, s, digits), "ahat",
                         matrix_json(t->abar, s, digits), "bhat", list_json(t->bbar, s, digits));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "a", matrix_json(t->a, s, digits), "abar",
                     matrix_json(t->abar, s, digits), "b", list_json(t->b, s, digits), "c",
                     list_json(t->c, s, digits), "null_vector",
                     t->has_null_vector ? list_json(t->null_vector, s, digits) : json_null());
}

/* A column; numbers without a sign leave a blank for it. */
static void print_padded(const json_t *value, int width)
{
    const char *text = json_string_value(value);

    printf(" %s%-*s", *text == '-' ? "" : " ", *text == '-' ? width + 1 : width, text);
}

static void print_row(const json_t *row, int width)
{
    const size_t count = json_array_size(row);

    for (size_t j = 0; j < count; j++)
        print_padded(json_array_get(row, j), j + 1 < count ? width : 0);
    printf("\n");
}

/* The length of the longest coefficient, without its sign. */
static int widest(const json_t *values)
{
    const char *text = json_string_value(values);
    int width = text ? (int)strlen(text) - (*text == '-') : 1;
    size_t i;
    json_t *value;

    json_array_foreach(values, i, value)
    {
        const int other = widest(value);

        width = other > width ? other : width;
    }
    return width;
}

static void print_rule(int width, size_t stages)
{
    printf("  ");
    for (int k = 0; k < width + 2; k++)
        putchar('-');
    putchar('+');
    for (size_t k = 0; k < stages * (size_t)(width + 2); k++)
        putchar('-');
    putchar('\n');
}

static void print_square(const json_t *t, const char *name, const json_t *matrix, int width)
{
    size_t i;
    json_t *row;

    printf("\n  %-*s  |  %s\n", width, "c", name);
    print_rule(width, json_array_size(matrix));
    json_array_foreach(matrix, i, row)
    {
        print_padded(json_array_get(json_object_get(t, "c"), i), width);
        printf("  |");
        print_row(row, width);
    }
    print_rule(width, json_array_size(matrix));
    printf("  %-*s  |", width, "b");
    print_row(json_object_get(t, "b"), width);
}

/* NAME[1] = ..., of a matrix NAME[1][1] = ... */
static void print_list(const char *name, const json_t *values)
{
    size_t i;
    json_t *value;

    if (json_is_string(values))
        printf("  %s = %s\n", name, json_string_value(values));
    json_array_foreach(values, i, value)
    {
        char longer[80];

        snprintf(longer, sizeof longer, "%s[%zu]", name, i + 1);
        print_list(longer, value);
    }
}

/* c, a and b as a Butcher tableau, abar below where it differs from a, and the null vector; one coefficient
 * to a line where the digits would not fit into lines that can be read. */
void show_print_tableau(const struct tableau *t, const json_t *json)
{
    const char *key;
    json_t *value;

    static const char *const names[] = {"c", "a", "abar", "b"};
    const json_t *null_vector = json_object_get(json, "null_vector");
    int width = 1; /* of the whole tableau, so that all columns are alike */
    bool in_lines;

    if (t->form != TABLEAU_COMMON) {
        putchar('\n');
        json_object_foreach((json_t *)json, key, value) print_list(key, value);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int other = widest(json_object_get(json, names[i]));

        width = other > width ? other : width;
    }
    in_lines = (t->stages + 1) * (size_t)(width + 2) > WIDEST_LINE;
    printf("%s", in_lines ? "\n" : "");
    for (size_t i = 0; i < sizeof names / sizeof *names && in_lines; i++) {
        if (t->partitioned || strcmp(names[i], "abar") != 0)
            print_list(names[i], json_object_get(json, names[i]));
    }
    if (!in_lines)
        print_square(json, t->partitioned ? "a, for the positions" : "a = abar", json_object_get(json, "a"),
                     width);
    if (!in_lines && t->partitioned)
        print_square(json, "abar, for the momenta", json_object_get(json, "abar"), width);
    printf("%s", t->has_null_vector ? "\n" : "");
    print_list("null_vector", null_vector);
}
