/* A tableau as people draw it, and as JSON: see show_tableau.h.
 *
 *     c | a          c | abar
 *     --+--          --+-----
 *       | b            | b */
#include "harness/commands/show_tableau.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/number.h"

enum { WIDEST_LINE = 120 };

/* A column; numbers without a sign leave a blank for it. */
static void print_padded(mpfr_srcptr value, long digits, int width)
{
    char *text = number_text(value, 1, digits);

    printf(" %s%-*s", *text == '-' ? "" : " ", *text == '-' ? width + 1 : width, text);
    free(text);
}

static void print_row(mpfr_t *values, size_t count, long digits, int width)
{
    for (size_t j = 0; j + 1 < count; j++)
        print_padded(values[j], digits, width);
    print_padded(values[count - 1], digits, 0);
    printf("\n");
}

static size_t widest(mpfr_t *values, size_t count, long digits, size_t so_far)
{
    for (size_t i = 0; i < count; i++) {
        char *text = number_text(values[i], 1, digits);
        size_t length = strlen(text) - (*text == '-');

        so_far = length > so_far ? length : so_far;
        free(text);
    }
    return so_far;
}

/* The widest coefficient, without its sign, of the whole tableau, so that all columns are alike. */
static size_t column_width(const struct tableau *t, long digits)
{
    size_t s = t->stages, width = widest(t->a, s * s, digits, 1);

    width = widest(t->abar, s * s, digits, width);
    width = widest(t->b, s, digits, width);
    return widest(t->c, s, digits, width);
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

static void print_square(const struct tableau *t, const char *name, mpfr_t *matrix, long digits, int width)
{
    size_t s = t->stages;

    printf("\n  %-*s  |  %s\n", width, "c", name);
    print_rule(width, s);
    for (size_t i = 0; i < s; i++) {
        print_padded(t->c[i], digits, width);
        printf("  |");
        print_row(matrix + i * s, s, digits, width);
    }
    print_rule(width, s);
    printf("  %-*s  |", width, "b");
    print_row(t->b, s, digits, width);
}

static void print_list(const char *name, mpfr_t *values, size_t count, long digits)
{
    for (size_t i = 0; i < count; i++) {
        char *text = number_text(values[i], 1, digits);

        printf("  %s[%zu] = %s\n", name, i + 1, text);
        free(text);
    }
}

static void print_matrix_list(const char *name, mpfr_t *matrix, size_t s, long digits)
{
    for (size_t i = 0; i < s * s; i++) {
        char *text = number_text(matrix[i], 1, digits);

        printf("  %s[%zu][%zu] = %s\n", name, i / s + 1, i % s + 1, text);
        free(text);
    }
}

static void print_lists(const struct tableau *t, long digits)
{
    printf("\n");
    print_list("c", t->c, t->stages, digits);
    print_matrix_list("a", t->a, t->stages, digits);
    if (t->partitioned)
        print_matrix_list("abar", t->abar, t->stages, digits);
    print_list("b", t->b, t->stages, digits);
}

void show_tableau_print(const struct tableau *t, long digits)
{
    size_t width = column_width(t, digits);

    if ((t->stages + 1) * (width + 2) > WIDEST_LINE) {
        print_lists(t, digits);
    } else {
        print_square(t, t->partitioned ? "a, for the positions" : "a = abar", t->a, digits, (int)width);
        if (t->partitioned)
            print_square(t, "abar, for the momenta", t->abar, digits, (int)width);
    }
    if (t->has_null_vector) {
        printf("\n");
        print_list("null_vector", t->null_vector, t->stages, digits);
    }
}

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

json_t *show_tableau_json(const struct tableau *t, long digits)
{
    size_t s = t->stages;

    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "a", matrix_json(t->a, s, digits), "abar",
                     matrix_json(t->abar, s, digits), "b", list_json(t->b, s, digits), "c",
                     list_json(t->c, s, digits), "null_vector",
                     t->has_null_vector ? list_json(t->null_vector, s, digits) : json_null());
}
