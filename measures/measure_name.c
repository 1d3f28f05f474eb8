/* The names of measures: see measure_name.h. */
#include "measures/measure_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "measures/poincare/cell_poincare.h"

/* What follows the prefix; NULL where it is not there. */
static const char *behind(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

int measure_name_observable(const struct problem *problem, const char *channel)
{
    for (size_t k = 0; k < problem->system->observables; k++) {
        if (strcmp(channel, problem_observable_name(problem, k)) == 0)
            return (int)k;
    }
    return -1;
}

static bool is_channel(const struct problem *problem, const char *channel)
{
    return measure_name_observable(problem, channel) >= 0 || strcmp(channel, "constraint") == 0 ||
           strcmp(channel, "multiplier") == 0;
}

enum poincare_form measure_name_form(const char *measure)
{
    const char *growth = behind(measure, "growth:");
    const char *form = behind(growth ? growth : measure, "poincare_1:");

    if (!form)
        form = behind(growth ? growth : measure, "poincare_2:");
    for (int f = 0; form && f < POINCARE_FORMS; f++) {
        if (strcmp(form, cell_poincare_form_name((enum poincare_form)f)) == 0)
            return (enum poincare_form)f;
    }
    return POINCARE_FORMS;
}

static enum measure_source find_growth(const struct problem *problem, const char *channel)
{
    if (measure_name_observable(problem, channel) >= 0)
        return MEASURE_ENSEMBLE;
    return is_channel(problem, channel) ? MEASURE_HISTORY : MEASURE_OTHER;
}

enum measure_source measure_name_source(const struct problem *problem, const char *measure)
{
    static const char *const whole[] = {"stable_steps", "first_energy_step", "breakdown_step"},
                             *const prefixes[] = {"drift:", "final_part:", "largest:"};
    const char *channel;

    for (size_t i = 0; i < 3; i++) {
        if (strcmp(measure, whole[i]) == 0)
            return MEASURE_HISTORY;
        channel = behind(measure, prefixes[i]);
        if (channel && is_channel(problem, channel))
            return MEASURE_HISTORY;
    }
    if (measure_name_form(measure) != POINCARE_FORMS)
        return strstr(measure, "poincare_1:") ? MEASURE_LOOP : MEASURE_SURFACE;
    channel = behind(measure, "growth:");
    return channel ? find_growth(problem, channel) : MEASURE_OTHER;
}
