/* Orders as the step goes to zero, computed: from expansions in powers of the step at several states.
 *
 * A run is expanded (expansion.h) from the initial data of the cell, and from two random states around the data
 * (random_data.h), where what vanishes at special data does not.  If the data are special, or there are no such states, a point
 * of the solution one step of the cell later shows what the run comes to.  Of each channel
 *
 *     energy, invariants    the change of the observable
 *     constraint            p - theta(q), or the constraints of the system; of each group by itself, too
 *     solution              the coordinates that distances are taken of, less the solution
 *
 * the errors after n steps are sum_k c_k(n) h^k, and the order is the least k - (degree of c_k in n) over all c_k that are
 * not zero, and all components of the channel.  Errors that are zero in all powers that are known are taken for zero.
 *
 * The defects of one step (symmetry, reversibility, symplectic) are expanded up to h^(2p + 4), p the order that is expected of
 * the method, at one random state, or the later point if there is none, and with fewer powers at the data.  Their order is the
 * first power that is not zero.
 *
 * The drift of the energy is that of energy_drift.h: the power of its rate where that is not zero, or how many are.
 *
 * Of runs so many powers are kept that three lie from the leading one of the solution on: they show from which step on down it
 * leads.  The number depends on the cell alone, and not on what is claimed. */
#ifndef ASSAY_RUN_ORDERS_H
#define ASSAY_RUN_ORDERS_H

#include "measures/expansion/expansion.h"
#include "measures/result.h"

/* Why there is no order. */
enum run_order_missing {
    RUN_ORDER_FOUND,
    RUN_ORDER_NO_SERIES, /* the method does not step in power series */
    RUN_ORDER_SINGULAR,  /* the matrix of its equations is singular at h = 0 */
    RUN_ORDER_ANALYTIC,  /* a function is not analytic there, or an equation not solved */
    RUN_ORDER_GROWTH,    /* coefficients grow with the number of steps as no polynomial does */
    RUN_ORDER_NO_ORBIT   /* of drifts: no orbit that closes, or no energy that the flow keeps */
};

/* A coefficient that is not zero, as it stands in a history: of the component in which most is left. */
enum run_state {
    RUN_STATE_INITIAL,
    RUN_STATE_LATER,
    RUN_STATE_RANDOM, /* the first of them */
    RUN_STATES = RUN_STATE_RANDOM + 2
};
enum { RUN_TERM_COLUMNS = 8, RUN_TERM_NO_DEGREE = -1 /* more than so few steps tell */ };
struct run_term {
    int state; /* enum run_state, or a later random one */
    int power, degree;
    bool alternates;
    double coefficient; /* of n^degree, or the largest where the degree is 0 */
    double linear; /* the largest of n of all components: of the modified equation; 0 of what alternates */
    double radius; /* log2 of that of its ball */
    size_t component;
};

#define RUN_DRIFT (1U << EXPANSION_KINDS)

struct run_order {
    enum run_order_missing missing;
    int order;     /* at the data and the later point; INT_MAX: zero */
    int elsewhere; /* at random states, likewise; */
    size_t states; /* how many of these there are */
    int power;     /* the first that is not zero of a step; INT_MAX */
    long known;    /* powers; of defects at the other state */
    size_t terms;
    struct run_term term[RUN_STATES * EXPANSION_MOST_TERMS];
};

/* Of all channels of MEASURE_LOCAL, so many; `defects` are the bits of the EXPANSION_STEP and EXPANSION_OF_AMBIENT that are
 * expanded, too, and RUN_DRIFT.  The caller frees the result.  The step of the request says where the later point is. */
size_t run_orders_channels(const struct system *system);
struct run_order *run_orders_create(const struct cell_request *request, unsigned defects);

/* Adds the measures `local_order` of the channels with their histories, the coefficients: the first power that is not
 * zero, 0 where all are, NaN where nothing is known; under the aspects MEASURE_RUN the order of a run from the data,
 * MEASURE_ELSEWHERE that at random states (both NaN of zero) and MEASURE_ELSEWHERE_STATES how many these are, MEASURE_KNOWN how
 * many powers are known, MEASURE_MISSING why nothing is.  Of defects those that are among the measures.  Of a method in
 * double alone it is known whether it is consistent, no more: the order 0 of the solution is added where it is not
 * (local_error_is_inconsistent). */
void run_orders_measure(struct result *result, const struct cell_request *request, size_t measures,
                        const struct measure_id *measure);

/* The term that column values of a history stand for. */
struct run_term run_orders_read_term(const double column[RUN_TERM_COLUMNS]);

/* The first term of a history, which may be NULL, that has this order at the states from `first` to `last`; of the state -1
 * where there is none. */
struct run_term run_orders_find_term(const struct result_history *history, double order, int first, int last);
/* |c| t^degree: what is left of a term at a time, over h^order. */
double run_orders_size(const struct run_term *term, double time);
/* The step below which a term leads a run to this time: it is ten times each later one of its state. Each adds what is
 * bounded, or linear in n, and what grows with its highest power of n. INFINITY where no later one is known. */
double run_orders_lead(const struct result_history *history, const struct run_term *leading, double time);

#endif
