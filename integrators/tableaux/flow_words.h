/* Splittings and compositions as series of words.
 *
 * A splitting is a product of exp(x_i D) and exp(x_i K), of drifts D and kicks K, and has order p where its terms
 * up to degree p are those of exp(D + K).  A step of a method of order r is the exponential of a sum, one of its
 * adjoint as well,
 *
 *     Psi_x = exp(x Y_1 + x^(r+1) Y_(r+1) + x^(r+2) Y_(r+2) + ...),    Y_k -> (-1)^(k+1) Y_k,
 *
 * of Y_k with odd k alone where the method is its own adjoint, and a composition has order p where its terms up to
 * degree p are those of exp(Y_1).  The terms are words in D, K or in the Y_k.
 *
 * Sources: Murua, Sanz-Serna (1999); Hairer, Lubich, Wanner (2006), sections III.3 and III.5. */
#ifndef ASSAY_FLOW_WORDS_H
#define ASSAY_FLOW_WORDS_H

#include "integrators/tableaux/flow_blame.h"

/* prefix, and then a letter; the empty word is its own prefix */
struct flow_word {
    size_t prefix;
    unsigned letter, degree, length;
};

enum { FLOW_WORDS_PERTURBED = 20 };

struct flow_words {
    enum flow_form form;
    bool perturbed; /* the letters are the B_k below */
    unsigned letters, degree[FLOW_WORDS_PERTURBED];
    size_t count;
    struct flow_word *word; /* each behind its prefix, the empty one first */
    mpfr_t *rate, factor;   /* of each letter, in a step; room */
};

/* All words up to the degree `order`, in the precision of the coefficients; where powers are given those of n letters up to
 * the degree part[n - 1], none of more letters than powers.  The caller destroys them. */
void flow_words_create(struct flow_words *words, const struct flow_given *given, unsigned order);
/* Nothing where none were created. */
void flow_words_destroy(struct flow_words *words);
/* r = the product of all steps; where powers are given the empty word has what the drifts add up to. */
void flow_words_find(struct flow_words *words, const struct flow_given *given, mpfr_t *r);
/* The coefficient of the i-th word in exp(D + K), exp(Y_1), the solution. */
void flow_words_set_wanted(const struct flow_words *words, size_t i, mpfr_ptr wanted);
/* The largest q up to FLOW_BLAME_ORDER so that the steps are, but for a change of variables chi^-1 Phi_h chi
 * (processing), steps of order q: the effective order of Butcher (1969), of compositions Blanes, Casas, Murua (2004),
 * SIAM J. Numer. Anal. 42, 531.  0 where a step of h does not last h.  `bits`: to which the coefficients are meant;
 * what so much rounding explains counts as zero.  Not of multistep methods. */
int flow_words_effective_order(const struct flow_given *given, mpfr_prec_t bits);

/* The generalized order (s_1, .., s_m) of a splitting of H = A + e B, whose drifts are the flow of A and whose kicks are
 * that of e B: the error of its steps is O(e h^(s_1 + 1) + e^2 h^(s_2 + 1) + .. + e^m h^(s_m + 1)), s_1 >= s_2 >= ..,
 * and s_m is the order of the method.  McLachlan (1995), BIT 35; Laskar, Robutel (2001).
 *
 * A kick of x at the time c, to which the drifts before it add up, is exp(e x sum_k c^k B_k), where B_k is B behind k
 * brackets with A, [A, .. [A, B]]/k!, of degree k + 1 and of the first power of e; with these letters the words of the
 * solution are
 *
 *     B_(k_1) .. B_(k_n):    1 / (k_1 + 1) (k_1 + k_2 + 2) .. (k_1 + .. + k_n + n)
 *
 * Writes the orders, at most COEFFICIENT_POWERS, each at most FLOW_WORDS_PERTURBED; returns m, 0 where the drifts do not
 * follow A, since they do not add up to 1.  `bits` as above. */
size_t flow_words_perturbed_order(const struct flow_given *given, mpfr_prec_t bits,
                                  int order[COEFFICIENT_POWERS]);

#endif
