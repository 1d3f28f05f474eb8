/* The rules by which a report speaks: see page.h.
 *
 * They stand in rules.html.  Every number comes from the header of the measure that uses it, so that the page cannot say
 * what the program does not do. */
#include "reports/page/page.h"

#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"
#include "harness/judge/verdict_value.h"
#include "reports/page/html.h"
#include "rules.h"

#define NUMBER(name)                                                                                         \
    {                                                                                                        \
        "{" #name "}", name                                                                                  \
    }

static const struct {
    const char *name;
    double value;
} numbers[] = {
    NUMBER(ORDER_FIT_FLOORS),     NUMBER(ORDER_FIT_LARGEST),  NUMBER(ORDER_FIT_POINTS),
    NUMBER(ORDER_FIT_WIDENED),    NUMBER(ORDER_FIT_WIDEST),   NUMBER(ORDER_FIT_LARGEST_CHANGE),
    NUMBER(GRID_REPEAT_BITS),     NUMBER(VERDICT_FALL),       NUMBER(VERDICT_TOLERANCE),
    NUMBER(VERDICT_DISTANCE),     NUMBER(VERDICT_HALVINGS),   NUMBER(VERDICT_VALUE_MARGIN),
    NUMBER(GROWTH_BOUNDED_BELOW), NUMBER(GROWTH_WALK_LEAST),  NUMBER(GROWTH_WALK_MOST),
    NUMBER(GROWTH_SECULAR_ABOVE), NUMBER(GROWTH_FALLS_BELOW), NUMBER(VERDICT_OWN_FLOORS),
};

/* A number at the beginning of the text, written; returns the length of its name, 0 where there is none. */
static size_t write_number(FILE *file, const char *text)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strncmp(text, numbers[i].name, strlen(numbers[i].name)) == 0)
            return fprintf(file, "%g", numbers[i].value) > 0 ? strlen(numbers[i].name) : 0;
    }
    return 0;
}

void page_rules_write(FILE *file, const struct results *results)
{
    (void)results; /* they are the same for all */
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (const char *c = rules[i]; *c;) {
            const size_t length = write_number(file, c);

            if (length == 0)
                fputc(*c++, file);
            c += length;
        }
        fputc(' ', file);
    }
}
