/* How curves look: see panels.h.
 *
 * Families of methods are told apart by colour and marker, numbers of stages by dashes; runs by colour, marker and
 * dashes together.  The colours are those of Okabe and Ito ("Color universal design", 2008), with their yellow,
 * which is too faint for a line on white, replaced by a grey. */
#include "reports/figures/panels.h"

#include "numerics/memory.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

size_t panels_family(const struct panels *panels, const char *method)
{
    const struct family family = family_of(method);
    size_t f = 0;

    while (f < panels->families && !family_equal(panels->family[f], family))
        f++;
    return f;
}

size_t panels_stage(const char *method)
{
    long stage = strtol(family_member(family_of(method), method), NULL, 10);

    return stage > 0 && stage < 100 ? (size_t)stage : 1;
}

/* Later families are drawn on top of earlier ones with smaller markers, so that both show where they coincide. */
static struct panels_style style_of_method(const struct panels *panels, const char *method)
{
    static const struct panels_style styles[] = {
        {"#0072B2", NULL, 7, 6, 0.62},   {"#000000", NULL, 3, 3, 0.75},   {"#D55E00", NULL, 5, 4, 0.56},
        {"#E69F00", NULL, 9, 8, 0.56},   {"#009E73", NULL, 11, 10, 0.52}, {"#CC79A7", NULL, 13, 12, 0.48},
        {"#56B4E9", NULL, 15, 14, 0.38}, {"#6F6F6F", NULL, 2, 2, 0.6},
    };
    static const char *const dashes[] = {"(2,3)", "1", "(9,4)", "(14,3,3,3)", "(5,3)", "(14,3,3,3,3,3)"};
    struct panels_style style = styles[panels_family(panels, method) % COUNT(styles)];

    style.dashes = dashes[(panels_stage(method) - 1) % COUNT(dashes)];
    return style;
}

/* Neighbours differ in colour and in marker; crosses are left to runs that broke down. */
static struct panels_style style_of_run(size_t n)
{
    static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#000000",
                                          "#CC79A7", "#E69F00", "#56B4E9", "#6F6F6F"};
    static const int markers[] = {7, 4, 9, 12, 5, 10, 13, 6, 11, 8, 15};
    static const char *const dashes[] = {"1", "(9,4)", "(4,3)", "(12,3,3,3)"};
    const int marker = markers[n % COUNT(markers)];

    return (struct panels_style){colours[n % COUNT(colours)], dashes[n / COUNT(colours) % COUNT(dashes)],
                                 marker, marker, 0.45};
}

/* The curve of that name in an earlier panel, or earlier in this; NULL where it is the first.  Times are those of
 * one panel alone. */
static const struct panels_curve *find_namesake(const struct panels *panels, size_t panel, size_t curve)
{
    const char *label = panels->panel[panel].curve[curve].label;

    for (size_t p = 0; p <= panel; p++) {
        for (size_t c = 0; c < (p < panel ? panels->panel[p].curves : curve); c++) {
            if (!panels_at_times(panels->panel[p].look) &&
                strcmp(panels->panel[p].curve[c].label, label) == 0)
                return panels->panel[p].curve + c;
        }
    }
    return NULL;
}

static void add_method(struct panels *panels, const struct panels_curve *curve)
{
    if (panels_family(panels, curve->label) == panels->families && panels->families < PANELS_FAMILIES)
        panels->family[panels->families++] = family_of(curve->label);
    panels->method = memory_resize(panels->method, panels->methods + 1, sizeof *panels->method);
    panels->method[panels->methods++] = curve;
}

void panels_give_styles(struct panels *panels)
{
    size_t styles = 0, blocks = 0;

    for (size_t p = 0; p < panels->panels; p++) {
        const bool times = panels_at_times(panels->panel[p].look);

        if (p > 0 && panels->panel[p].letter != panels->panel[p - 1].letter)
            blocks = 0;

        for (size_t c = 0; c < panels->panel[p].curves; c++) {
            struct panels_curve *curve = panels->panel[p].curve + c;
            const struct panels_curve *namesake = times ? NULL : find_namesake(panels, p, c);

            if (curve->fit && !namesake)
                add_method(panels, curve);
            curve->block = blocks;
            blocks += curve->points > 0;
            curve->style = namesake     ? namesake->style
                           : curve->fit ? style_of_method(panels, curve->label)
                                        : style_of_run(times ? c : styles++);
        }
    }
}
