/* Which tableau of the catalogue coefficients may be meant to be: see show.h. */
#include <stdio.h>

#include "harness/commands/show.h"

const char *show_place(struct tableau_place place, char text[64])
{
    static const char *const names[TABLEAU_NEAREST_ARRAYS] = {"a", "abar", "b"};

    if (place.array == TABLEAU_NEAREST_B)
        snprintf(text, 64, "b_%zu", place.column);
    else
        snprintf(text, 64, "%s_%zu,%zu", names[place.array], place.row, place.column);
    return text;
}

/* Of the coefficient that differs most. */
static const char *write_place(const struct tableau_nearest *nearest, char text[64])
{
    return show_place((struct tableau_place){nearest->array, nearest->row, nearest->column}, text);
}

void show_print_differing(const char *name, size_t differing, const char *place, double difference, int digit,
                          int label_width)
{
    printf("  %-*s ", label_width, "nearest");
    if (differing == 0) {
        printf("%s: all coefficients agree\n", name);
        return;
    }
    printf("%s: %zu coefficient%s differ%s; %s by %.2g", name, differing, differing == 1 ? "" : "s",
           differing == 1 ? "s" : "", place, difference);
    if (digit)
        printf(", from its digit %d on", digit);
    printf("%s\n", differing == 1 ? "" : ", the most");
}

void show_print_nearest(const struct tableau_nearest *nearest, int label_width)
{
    char place[64];

    show_print_differing(nearest->name, nearest->differing, write_place(nearest, place), nearest->difference,
                         nearest->digit, label_width);
}

json_t *show_nearest(const struct tableau_nearest *nearest)
{
    char place[64];

    return json_pack("{s:s, s:i, s:s?, s:f, s:i}", "name", nearest->name, "differing",
                     (int)nearest->differing, "coefficient",
                     nearest->differing ? write_place(nearest, place) : NULL, "difference",
                     nearest->difference, "digit", nearest->digit);
}
