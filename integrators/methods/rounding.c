/* How numbers are rounded: see rounding.h. */
#include "integrators/methods/rounding.h"

#include <stdio.h>
#include <string.h>

#include "integrators/methods/method.h"
#include "integrators/steps/step_equations.h"
#include "integrators/tableaux/tableau_audit.h"

/* The coefficients, then what is switched, in the order in which they are written. */
enum { UNCOMPENSATED = COEFFICIENTS_SYMPLECTIC + 1, ACCEPTED, CORRECTED, WORDS };
static const char *const words[WORDS] = {"rounded",       "split",    "symplectic",
                                         "uncompensated", "accepted", "corrected"};
enum { TABLEAU_BITS = 128 /* tell whether a tableau is symplectic */ };

const char *rounding_coefficients_name(enum coefficients coefficients)
{
    return words[coefficients];
}

/* The number of the word; WORDS when it is none. */
static int find_word(const char *word, size_t length)
{
    int i = 0;

    while (i < WORDS && (strlen(words[i]) != length || strncmp(words[i], word, length) != 0))
        i++;
    return i;
}

bool rounding_read_coefficients(const char *text, enum coefficients *coefficients, struct error *error)
{
    int found = find_word(text, strlen(text));

    if (found > COEFFICIENTS_SYMPLECTIC)
        return error_set(error, "'%.60s' is not a kind of coefficients; write rounded, split or symplectic",
                         text);
    *coefficients = (enum coefficients)found;
    return true;
}

void rounding_write(struct rounding rounding, char text[ROUNDING_TEXT])
{
    snprintf(text, ROUNDING_TEXT, "%s%s%s", words[rounding.coefficients],
             rounding.uncompensated ? ":uncompensated" : "", rounding.accepted ? ":accepted" : "");
}

/* What words are about; none may be said twice. */
struct said {
    bool coefficients, sums, stages;
};

/* One word; false with a message about `text`, which it belongs to. */
static bool read_word(const char *word, size_t length, const char *text, struct rounding *rounding,
                      struct said *said, struct error *error)
{
    int found = find_word(word, length);
    bool *about = found <= COEFFICIENTS_SYMPLECTIC ? &said->coefficients
                  : found == UNCOMPENSATED         ? &said->sums
                                                   : &said->stages;

    if (found == WORDS)
        return error_set(error,
                         "'%.60s' does not say how numbers are rounded; write words of rounded, split, "
                         "symplectic, uncompensated, accepted, with ':' between them",
                         text);
    if (*about)
        return error_set(error, "'%.60s' says twice how numbers are rounded; leave out one word", text);
    *about = true;
    rounding->uncompensated |= found == UNCOMPENSATED;
    rounding->accepted |= found == ACCEPTED;
    if (found <= COEFFICIENTS_SYMPLECTIC)
        rounding->coefficients = (enum coefficients)found;
    return true;
}

bool rounding_read(const char *text, struct rounding *rounding, struct error *error)
{
    struct said said = {false, false, false};

    *rounding = (struct rounding){.coefficients = COEFFICIENTS_ROUNDED};
    for (const char *word = text;;) {
        size_t length = strcspn(word, ":");

        if (!read_word(word, length, text, rounding, &said, error))
            return false;
        if (!word[length])
            return true;
        word += length + 1;
    }
}

bool rounding_equals(struct rounding a, struct rounding b)
{
    return a.coefficients == b.coefficients && a.uncompensated == b.uncompensated && a.accepted == b.accepted;
}

/* As they are: what the rounded ones would be made of. */
static bool is_symplectic(const struct tableau *tableau)
{
    mpfr_t residual;
    bool symplectic;

    mpfr_init2(residual, tableau->precision);
    tableau_audit_symplecticity(residual, tableau);
    symplectic =
        !mpfr_nan_p(residual) && mpfr_cmp_ui_2exp(residual, 1, 16 - (mpfr_exp_t)tableau->precision) <= 0;
    mpfr_clear(residual);
    return symplectic;
}

bool rounding_accepts(struct rounding rounding, const struct method *method, const struct tableau *tableau,
                      struct error *error)
{
    static const char instead[] = "write split instead";

    if (rounding.coefficients != COEFFICIENTS_SYMPLECTIC)
        return true;
    if (!tableau || !method->base->steps || !method->base->steps->weighs)
        return error_set(error, "the equations of %s are not written for symplectic coefficients; %s",
                         method->name, instead);
    for (size_t i = 0; i < tableau->stages; i++) {
        if (mpfr_zero_p(tableau->b[i]))
            return error_set(error,
                             "the coefficients of %s cannot be symplectic after rounding: the weight b[%zu] "
                             "is zero; %s",
                             method->name, i + 1, instead);
    }
    if (is_symplectic(tableau) && (!method->base->no_projections || !tableau->partitioned))
        return true;
    return error_set(error,
                     "the coefficients of %s cannot be symplectic after rounding, since they are not before; "
                     "%s",
                     method->name, instead);
}

bool rounding_accepts_method(struct rounding rounding, const struct method *method, struct error *error)
{
    struct tableau *tableau;
    bool accepted;

    if (rounding.coefficients != COEFFICIENTS_SYMPLECTIC)
        return true;
    tableau = *method->tableau ? method_create_coefficients(method, TABLEAU_BITS, error) : NULL;
    accepted = rounding_accepts(rounding, method, tableau, error);
    tableau_destroy(tableau);
    return accepted;
}
