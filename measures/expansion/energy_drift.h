/* The drift of the energy in powers of the step: expansions of one step, averaged over a periodic orbit.
 *
 * In one step from z the energy changes by sum_k d_k(z) h^(k + 1).  The states of a method of order p follow the solution of its
 * modified equation, which is h^p away from that of the model.  So over a run of many periods T the energy drifts at the rate
 *
 *     sum_k h^k D_k + O(h^(2p)),        D_k = 1/T integral_0^T d_k(z(t)) dt along the orbit of the model, p <= k < 2p
 *
 * up to what comes and goes with the orbit.  D_k = 0 for k < r says that the energy has no drift up to h^(r - 1) on this orbit:
 * so it is of each symplectic method and of those that are conjugate to one (secular_rate.h), whose d_k are not zero.  A D_k that
 * is not zero shows a method that is neither.
 *
 * The orbit is closed by Newton's method on the time at which it crosses the plane across its velocity again, and z(t) taken from
 * the solution in Taylor series, to 192 bits; the integral is the sum over equidistant points, which converges exponentially, with twice
 * the points until it does not change.
 *
 * Not of systems whose orbit does not close, of steps that leave the constraints (beside which the flow does not keep the energy), of steps from states (q, p) off the momentum of the model, or of methods that
 * remember.  Source: Hairer, Lubich, Wanner (2006), sections IX.8 and XI.2. */
#ifndef ASSAY_ENERGY_DRIFT_H
#define ASSAY_ENERGY_DRIFT_H

#include "measures/expansion/expansion.h"

enum energy_drift_status {
    ENERGY_DRIFT_FOUND,
    ENERGY_DRIFT_NOT_ASKED, /* the model has no energy that its flow keeps, or steps are no map of its states */
    ENERGY_DRIFT_NO_ORBIT,    /* it does not close, or not in the time that is looked at */
    ENERGY_DRIFT_NO_EXPANSION /* of the method, somewhere on the orbit */
};

struct energy_drift {
    enum energy_drift_status status;
    double period;
    size_t points;
    int order;   /* p, of the steps at all points */
    int leading; /* the first k whose D_k is not zero; INT_MAX */
    long known;  /* D_k is known for k below this, 2p at most */
    double rate; /* D_leading, of the energy in the units of the model */
    double
        error; /* of the rate, as a part of it: what one in 1e12 of the largest |d_leading| on the orbit is */
};

struct energy_drift energy_drift_find(const struct cell_request *request);

#endif
