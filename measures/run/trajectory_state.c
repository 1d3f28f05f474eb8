/* The state of a run as a line of text: see trajectory_state.h. */
#include <stdio.h> /* before mpfr.h, which then declares mpfr_fprintf */

#include "measures/run/trajectory_state.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/rounding.h"
#include "numerics/text.h"

static const char AFRESH[] = "drop it and run the cell from its start";
enum { SHOWN = 160 }; /* characters of a run's name in a message */

char *trajectory_state_run(const struct setup *setup, const struct trajectory_state_sizes *sizes)
{
    char *step = mpq_get_str(NULL, 10, setup->step), *text = NULL, rounding[ROUNDING_TEXT];
    size_t size;
    FILE *file = open_memstream(&text, &size);

    rounding_write(setup->rounding, rounding);
    fprintf(file, "%s,%ld,%s,%s,%s,%s,%zu,%zu,%zu,%lu", sizes->arithmetic, (long)sizes->bits, step,
            setup->projection->name, rounding, setup->method->name, setup->system->dimension, sizes->carried,
            sizes->observables, sizes->every);
    fclose(file);
    free(step);
    return text;
}

char *trajectory_state_write(const struct trajectory_state *state, const char *run)
{
    const struct newton_counts *counts = &state->counts;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    fprintf(file, "%s,%lu,%lu,%a,%lu,%lu,%lu,%a", run, state->n, counts->residual_evaluations,
            counts->evaluations, counts->iterations, counts->matrix_evaluations, counts->operations,
            counts->worst_stall);
    for (size_t i = 0; i < state->numbers; i++)
        mpfr_fprintf(file, ",%Ra", state->number + i);
    fflush(file); /* text and size are what has been written */
    fprintf(file, ",%016" PRIx64, text_hash(text, size));
    fclose(file);
    return text;
}

/* Where the checksum starts; NULL when the line does not end with that of what stands before it. */
static const char *find_end(const char *line)
{
    const char *comma = strrchr(line, ',');
    char expected[32];

    if (!comma)
        return NULL;
    snprintf(expected, sizeof expected, "%016" PRIx64, text_hash(line, (size_t)(comma - line)));
    return strcmp(comma + 1, expected) == 0 ? comma + 1 : NULL;
}

/* Each field ends with a comma: the last one of the line stands before the checksum. */
struct reader {
    const char *at;
    bool good;
};

static void end_field(struct reader *reader, const char *end, bool good)
{
    reader->good &= good && *end == ',';
    if (reader->good)
        reader->at = end + 1;
}

static unsigned long read_count(struct reader *reader)
{
    char *end;
    unsigned long value;

    errno = 0;
    value = strtoul(reader->at, &end, 10);
    end_field(reader, end, isdigit((unsigned char)*reader->at) && errno == 0);
    return value;
}

static double read_double(struct reader *reader)
{
    char *end;
    double value = strtod(reader->at, &end);

    end_field(reader, end, end > reader->at);
    return value;
}

/* A number that needs more bits than there are is none of this run's. */
static void read_number(struct reader *reader, mpfr_ptr number)
{
    char *end;
    int rounded = mpfr_strtofr(number, reader->at, &end, 16, MPFR_RNDN);

    end_field(reader, end, end > reader->at && rounded == 0);
}

static bool read_fields(struct trajectory_state *state, struct reader reader, const char *end)
{
    state->n = read_count(&reader);
    state->counts.residual_evaluations = read_count(&reader);
    state->counts.evaluations = read_double(&reader);
    state->counts.iterations = read_count(&reader);
    state->counts.matrix_evaluations = read_count(&reader);
    state->counts.operations = read_count(&reader);
    state->counts.worst_stall = read_double(&reader);
    for (size_t i = 0; reader.good && i < state->numbers; i++)
        read_number(&reader, state->number + i);
    return reader.good && reader.at == end;
}

bool trajectory_state_read(struct trajectory_state *state, const char *line, const char *run,
                           unsigned long every, unsigned long steps, struct error *error)
{
    const char *end = find_end(line);
    size_t name = strlen(run);

    if (!end)
        return error_set(error, "the saved state is damaged; %s", AFRESH);
    if (strncmp(line, run, name) != 0 || line[name] != ',')
        return error_set(error, "the saved state (%.*s) is of another run than this (%.*s); %s", SHOWN, line,
                         SHOWN, run, AFRESH);
    if (!read_fields(state, (struct reader){line + name + 1, true}, end))
        return error_set(error, "the saved state does not have the %zu numbers of this run; %s",
                         state->numbers, AFRESH);
    if (state->n == 0 || state->n > steps || state->n % every != 0)
        return error_set(error, "the saved state is of step %lu, which is no checkpoint of %lu steps; %s",
                         state->n, steps, AFRESH);
    return true;
}
