/* The smallest counterexample to a claim: a model of few terms with small integer coefficients on which the method does
 * not do what is claimed of it, found among random models (models/random/random_model.h) and then made smaller as long
 * as it still shows it; at the end the largest step that does, and one step of it. */
#ifndef ASSAY_COUNTEREXAMPLE_H
#define ASSAY_COUNTEREXAMPLE_H

#include <jansson.h>

#include "harness/audit/audit.h"
#include "integrators/methods/method.h"
#include "models/random/random_model.h"
#include "reports/output.h"

struct counterexample_request {
    const struct method *method;
    const struct projection *projection;
    enum audit_property property;
    int order;  /* claimed, where that is the property */
    int digits; /* to which its coefficients are printed; 0: they are exact */
    uint64_t seed;
    size_t attempts; /* models tried; 0: COUNTEREXAMPLE_ATTEMPTS */
    /* Bits 1 << enum random_model_family: models of other families say nothing of the claim.  0: those of systems of all
     * kinds that the method steps on. */
    unsigned families;
};

/* The families whose models are all in the narrowest class that a model is in, of H(q, p), H = T(p) + V(q),
 * q'' = g(q), q'' = f(q, q'), x' = f(x), x' = f(x, t), and degenerate Lagrangians (systems that are not of the time are
 * among those that may be): what a method that is audited on that
 * model does beside the class is nothing that is claimed.  0: no family is in it, as of manifolds, levels and angles, and nothing
 * can be searched. */
unsigned counterexample_families(const struct system *system);

enum { COUNTEREXAMPLE_ATTEMPTS = 12 };

struct counterexample {
    enum audit_property property;
    struct method method; /* that fails */
    struct random_model model;
    double measured; /* the order; the defect at the step */
    int claimed;     /* the order */
    bool printed;    /* its smallest steps show what is behind printed decimals: no order is said of them */
    bool exact;      /* it is shown in so many bits that nothing is left to round-off */
    int power;       /* the largest step that shows it is 2^-power */
    double error, halved; /* of an order: log2 of the errors of one step of 2^-power, and of half of it */
    char path[OUTPUT_PATH], name[200]; /* of the model file */
};

/* The same for the same seed.  False where none of the models shows it. */
bool counterexample_find(struct counterexample *found, const struct counterexample_request *request);
/* Writes the model file counterexample-METHOD-PROPERTY.lua to the folder, which is there; its path is kept.  With a
 * projection its name follows that of the method, so that audits with different ones keep theirs apart.  False with a
 * message. */
bool counterexample_write(struct counterexample *counterexample, const struct projection *projection,
                          const char *folder, struct error *error);

enum { COUNTEREXAMPLE_SENTENCE = 1200 };
/* "H = p1^2 + q1^3 from (1, 1): one step of 1/2 ..."; returns the buffer. */
const char *counterexample_sentence(const struct counterexample *counterexample,
                                    char sentence[COUNTEREXAMPLE_SENTENCE]);
/* With the command that shows it: an object; the caller's. */
json_t *counterexample_json(const struct counterexample *counterexample, const char *command);

#endif
