/* The data and the script of a figure of convergence by themselves, without files and without gnuplot: every point with
 * the numbers of its fit, every slope that is drawn an order that was measured. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "tests/fixtures/test.h"

#include "integrators/methods/projection.h"
#include "reports/figures/script.h"
#include "tests/fixtures/reports/results_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

static int setup(void **state)
{
    struct made *made = make_results();

    *state = made;
    return made ? 0 : -1;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static const struct fit *find_fit(const struct made *made, const char *method, const char *projection,
                                  const char *measure)
{
    for (size_t i = 0; i < made->results.fits; i++) {
        const struct fit *fit = made->fit + i;

        if (strcmp(fit->method->name, method) == 0 && strcmp(fit->projection->name, projection) == 0 &&
            strcmp(fit->measure, measure) == 0)
            return fit;
    }
    return NULL;
}

/* The points of a block, which stand in lines `h error used`. */
static void check_block(const struct fit *fit, const char *lines)
{
    for (size_t i = 0; i < fit->points; i++) {
        char *end;
        double h = strtod(lines, &end), error = strtod(end, &end);

        assert_true(h == fit->step_values[i]);
        if (isfinite(fit->errors[i]) && fit->errors[i] > 0)
            assert_true(error == fit->errors[i]);
        else
            assert_true(isnan(error));
        assert_int_equal(strtol(end, &end, 10), fit->used[i]);
        lines = end + 1;
    }
    assert_int_equal(*lines, '\n');
}

TEST_WITH(data, setup, teardown)
{
    const struct made *made = *state;
    struct panels *panels = panels_create(&made->results, made->results.figure);
    size_t blocks = 0, size;

    for (size_t letter = 0; letter < panels->letters; letter++) {
        char *text, method[64], projection[64], measure[64];
        FILE *file = open_memstream(&text, &size);

        script_write_data(file, panels, letter);
        fclose(file);
        for (const char *at = text; (at = strstr(at, "\n# h error used\n")); blocks++) {
            const char *head = at;
            const struct fit *fit;

            while (head > text && head[-1] != '\n')
                head--;
            assert_int_equal(sscanf(head, "# %63s %63s %63s", method, projection, measure), 3);
            assert_string_equal(projection, projection_table[letter].name);
            fit = find_fit(made, method, projection, measure);
            assert_non_null(fit);
            at += strlen("\n# h error used\n");
            check_block(fit, at);
        }
        free(text);
    }
    assert_true(blocks > 100);
    panels_destroy(panels);
}

/* In the plots of one letter: every order printed in a margin is that of a fit, but for a quarter. */
TEST_WITH(slopes, setup, teardown)
{
    const struct made *made = *state;
    struct panels *panels = panels_create(&made->results, made->results.figure);
    size_t labels = 0, size;

    for (size_t letter = 0; letter < panels->letters; letter++) {
        static const char label[] = "' at graph 1.02,";
        char *text;
        FILE *file = open_memstream(&text, &size);

        script_write(file, panels, letter);
        fclose(file);
        for (const char *at = text; (at = strstr(at, label)); at++, labels++) {
            const char *quote = at;
            bool found = false;
            long order;

            while (quote[-1] != '\'')
                quote--;
            order = strtol(quote, NULL, 10);
            for (size_t i = 0; i < made->results.fits; i++)
                found |= made->fit[i].projection == projection_table + letter &&
                         made->fit[i].status == FIT_MEASURED &&
                         fabs(made->fit[i].order - (double)order) <= 0.25;
            assert_true(found);
        }
        assert_int_equal(count(text, "set title '"), panels->figure->measures.count + 1); /* and the legend */
        free(text);
    }
    assert_true(labels > 10);
    panels_destroy(panels);
}
