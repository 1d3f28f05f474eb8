/* How far a command is: see work.h. */
#include "harness/run/work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/plan/grid_cost.h"

enum { TERMINAL_SECONDS = 1, PLAIN_SECONDS = 30, USUAL_COLUMNS = 80 };

/* Seconds that a unit of cost takes on a processor of 2023, on average over all pairs of studies/suite.lua. */
static const double usual[WORK_KINDS] = {[WORK_DOUBLE] = 1.4e-8,
                                         [WORK_DOUBLE_EXPANDED] = 1.4e-6,
                                         [WORK_MPFR] = 8e-9,
                                         [WORK_MPFR_EXPANDED] = 1.7e-7};

struct work work_begin(size_t studies, bool terminal, double now)
{
    return (struct work){.terminal = terminal, .studies = studies, .start = now, .shown = now};
}

enum work_kind work_kind_of(const struct grid *grid, size_t cell)
{
    const struct grid_cell found = grid_cell_of(grid, cell);
    const bool expanded = grid->curve[found.curve].expanded && found.step == 0 && !found.repeat;

    return found.bits == CELL_DOUBLE ? (expanded ? WORK_DOUBLE_EXPANDED : WORK_DOUBLE)
                                     : (expanded ? WORK_MPFR_EXPANDED : WORK_MPFR);
}

double work_usual(enum work_kind kind, double cost)
{
    return cost * usual[kind];
}

void work_expect(struct work *work, enum work_kind kind, double cost)
{
    work->part[kind].later += cost;
}

void work_next_study(struct work *work, const double expected[WORK_KINDS])
{
    work->study++;
    work->wanted = work->done = work->broke_down = 0;
    for (size_t i = 0; i < WORK_KINDS; i++) {
        struct work_part *part = work->part + i;

        part->later -= expected[i];
        part->wanted = part->done = part->seconds = 0;
    }
}

void work_want(struct work *work, enum work_kind kind, double cost)
{
    work->wanted++;
    work->part[kind].wanted += cost;
}

void work_drop(struct work *work, enum work_kind kind, double cost)
{
    work->wanted--;
    work->part[kind].wanted -= cost;
}

/* The seconds of workers that are left: a kind of which nothing is done is as much faster or slower than usual as the others
 * are. */
static double find_left(const struct work *work)
{
    double seconds = 0, foreseen = 0, left = 0;

    for (size_t i = 0; i < WORK_KINDS; i++) {
        seconds += work->part[i].all_seconds;
        foreseen += work->part[i].all_done * usual[i];
    }
    for (size_t i = 0; i < WORK_KINDS; i++) {
        const struct work_part *part = work->part + i;
        const double all = part->all_done > 0 ? part->all_seconds / part->all_done
                           : foreseen > 0     ? usual[i] * seconds / foreseen
                                              : usual[i];

        left += fmax(part->wanted - part->done, 0) * (part->done > 0 ? part->seconds / part->done : all) +
                fmax(part->later, 0) * all;
    }
    return left;
}

void work_do(struct work *work, enum work_kind kind, double cost, double seconds, double now)
{
    struct work_part *part = work->part + kind;
    double all = 0;

    work->done++;
    part->done += cost;
    part->seconds += seconds;
    part->all_done += cost;
    part->all_seconds += seconds;
    for (size_t i = 0; i < WORK_KINDS; i++)
        all += work->part[i].all_seconds;
    if (all > 0)
        work->end = now + find_left(work) * (work->ran + now - work->since) / all;
}

void work_do_ahead(struct work *work, enum work_kind kind, double cost, double seconds)
{
    struct work_part *part = work->part + kind;

    part->later -= cost;
    part->all_done += cost;
    part->all_seconds += seconds;
}

void work_start(struct work *work, double now)
{
    work->since = now;
}

void work_stop(struct work *work, double now)
{
    work->ran += now - work->since;
    work->since = 0;
}

double work_left(const struct work *work, double now)
{
    return work->end > 0 ? fmax(work->end - now, 0) : -1;
}

/* Adds a piece if there is room for it. */
static bool add(char line[WORK_LINE], int columns, const char *piece)
{
    const size_t used = strlen(line), room = (size_t)(columns < WORK_LINE ? columns : WORK_LINE - 1);

    if (used + strlen(piece) > room)
        return false;
    memcpy(line + used, piece, strlen(piece) + 1);
    return true;
}

void work_say(struct work *work, double now, int columns, char line[WORK_LINE])
{
    const double left = work_left(work, now), elapsed = now - work->start;
    char piece[80];
    bool room = true;

    if (left >= 0)
        work->share = fmax(work->share, elapsed / (elapsed + left));
    *line = '\0';
    if (work->studies > 1) {
        snprintf(piece, sizeof piece, "study %zu of %zu: ", work->study, work->studies);
        room = add(line, columns, piece);
    }
    snprintf(piece, sizeof piece, "%.0f %%", floor(100 * fmin(work->share, 0.99)));
    room = room && add(line, columns, piece);
    if (left >= 0) {
        snprintf(piece, sizeof piece,
                 left < 90     ? ", %.0f s left"
                 : left < 5400 ? ", %.0f min left"
                               : ", %.0f h left",
                 left < 90     ? left
                 : left < 5400 ? left / 60
                               : left / 3600);
        room = room && add(line, columns, piece);
    }
    snprintf(piece, sizeof piece, ", %zu of %zu runs", work->done, work->wanted);
    room = room && add(line, columns, piece);
    snprintf(piece, sizeof piece, ", %zu broke down", work->broke_down);
    if (room && work->broke_down)
        add(line, columns, piece);
}

/* What fits into one line of the terminal: what wraps cannot be overwritten. */
static int find_columns(void)
{
    struct winsize window = {.ws_col = 0};

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col - 1
                                                                               : USUAL_COLUMNS - 1;
}

void work_show(struct work *work, double now)
{
    char line[WORK_LINE];

    if (now - work->shown < (work->terminal ? TERMINAL_SECONDS : PLAIN_SECONDS))
        return;
    work->shown = now;
    work_say(work, now, work->terminal ? find_columns() : USUAL_COLUMNS, line);
    fprintf(stderr, work->terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(stderr);
}

void work_hide(const struct work *work)
{
    if (work->terminal)
        fputs("\r\033[K", stderr);
}
