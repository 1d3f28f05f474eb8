/* Lets assay audit integrators that are written in C or C++.  Copy this file beside yours, in one file:
 *
 *     #include "assay_client.h"
 *
 *     static int euler(assay_field *f, double t, double h, size_t d, double *z)
 *     {
 *         double k[ASSAY_MOST];
 *
 *         f(t, z, k);                      k = f(t, z), the right-hand side of z' = f(t, z), which assay evaluates
 *         for (size_t i = 0; i < d; i++)
 *             z[i] += h * k[i];
 *         return 0;                        anything else: the step cannot be made
 *     }
 *
 *     int main(void)
 *     {
 *         static const struct assay_method methods[] = {{"my-euler", euler}, {NULL, NULL}};
 *
 *         return assay_serve(methods);
 *     }
 *
 * and then:  cc my_euler.c -o my-euler && assay audit --exec ./my-euler --claim order=1
 *
 * A step depends on (t, h, z) alone. */
#ifndef ASSAY_CLIENT_H
#define ASSAY_CLIENT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSAY_MOST = 1024, ASSAY_LINE = 1 << 20 };

typedef void assay_field(double t, const double *z, double *k);
typedef int assay_step(assay_field *f, double t, double h, size_t d, double *z);

struct assay_method {
    const char *name;
    assay_step *step;
};

static char assay_line[ASSAY_LINE];
static size_t assay_dimension;
static unsigned long assay_asked;

/* The next line; ends the program where there is none. */
static char *assay_hear(void)
{
    if (!fgets(assay_line, sizeof assay_line, stdin))
        exit(0);
    return assay_line;
}

static void assay_say(const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf(" %.17g", x[i]);
}

static void assay_read(char *text, double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] = strtod(text, &text);
}

/* The right-hand side at one point. */
static void assay_evaluate(double t, const double *z, double *k)
{
    char *text;

    printf("evaluate %lu rhs 1", assay_asked);
    assay_say(&t, 1);
    assay_say(z, assay_dimension);
    printf("\n");
    fflush(stdout);
    text = assay_hear();
    if (strncmp(text, "value ", 6) != 0)
        exit(1);
    strtoul(text + 6, &text, 10);
    assay_read(text, k, assay_dimension);
}

static void assay_answer_step(assay_step *step, char *text)
{
    double numbers[ASSAY_MOST + 2];

    assay_asked = strtoul(text, &text, 10);
    assay_read(text, numbers, assay_dimension + 2);
    if (step(assay_evaluate, numbers[0], numbers[1], assay_dimension, numbers + 2)) {
        printf("failed %lu the step cannot be made\n", assay_asked);
    } else {
        printf("done %lu", assay_asked);
        assay_say(numbers + 2, assay_dimension);
        printf("\n");
    }
}

/* Answers assay until it has enough; `methods` ends with one without a name. */
static int assay_serve(const struct assay_method *methods)
{
    const struct assay_method *method = methods;

    for (;;) {
        char *line = assay_hear();

        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "hello 1 precision double") == 0) {
            printf("methods");
            for (const struct assay_method *each = methods; each->name; each++)
                printf(" %s form ode", each->name);
            printf("\n");
        } else if (strncmp(line, "hello ", 6) == 0) {
            printf("unsupported these methods are written for double\n");
        } else if (strncmp(line, "select ", 7) == 0) {
            for (method = methods; method->name && strcmp(method->name, line + 7) != 0;)
                method++;
        } else if (strncmp(line, "model ", 6) == 0) {
            char *size = strstr(line, " dimension ");

            assay_dimension = size ? strtoul(size + 11, NULL, 10) : 0;
            if (assay_dimension == 0 || assay_dimension > ASSAY_MOST || !method->name)
                printf("unsupported the model is too large\n");
            else
                printf("ok\n");
        } else if (strcmp(line, "reset") == 0) {
            printf("ok\n");
        } else if (strncmp(line, "step ", 5) == 0) {
            assay_answer_step(method->step, line + 5);
        } else if (strcmp(line, "quit") == 0) {
            return 0;
        }
        fflush(stdout);
    }
}

#endif
