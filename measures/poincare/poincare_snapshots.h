/* A loop or a surface as it is carried along: where its points are at a few times, for pictures.
 *
 * Times: the first, five that cut the run into equal parts, and five that do the same to its first tenth: of
 * each the last observed time that is not after it.
 *
 * Points: one line that can be drawn without lifting the pen.  Of a loop all of them, or every second, third,
 * ... where there are more than 512, and the first again.  Of a surface a mesh of five lines each way, its
 * edges among them: along the lines of constant s, forth and back and from line to line on the edges, and
 * then in the same way along those of constant t, back to where it began. */
#ifndef ASSAY_POINCARE_SNAPSHOTS_H
#define ASSAY_POINCARE_SNAPSHOTS_H

#include <stdbool.h>
#include <stddef.h>

enum { POINCARE_SNAPSHOTS_PARTS = 5, POINCARE_SNAPSHOTS_MOST = 2 * POINCARE_SNAPSHOTS_PARTS + 1 };

struct poincare_snapshots {
    size_t dimension, length; /* numbers of a point, points of the line */
    size_t *member;           /* length: which they are */
    size_t wanted, taken;
    size_t time[POINCARE_SNAPSHOTS_MOST]; /* wanted: which of the observed times, from 0, increasing */
    double *q;                            /* wanted x length x dimension */
};

/* Of a loop of n points (order 1) or a surface of n x n (2, n at least 5, t the faster), observed at that
 * many times; the caller owns it. */
struct poincare_snapshots *poincare_snapshots_create(int order, size_t n, size_t dimension, size_t times);
/* NULL is allowed. */
void poincare_snapshots_destroy(struct poincare_snapshots *snapshots);

/* Where the points (length x dimension) of observed time k are to be written, which are then taken; NULL
 * where they are not wanted.  Times are asked for in their order. */
double *poincare_snapshots_take(struct poincare_snapshots *snapshots, size_t k);

#endif
