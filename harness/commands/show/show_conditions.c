/* What the coefficients of a tableau prove beside its order: the simplifying assumptions, stability, conjugate
 * orders, the digits to which conditions of order hold, and the length of a step. */
#include <math.h>
#include <stdio.h>

#include "harness/commands/show/show.h"
#include "integrators/stages/stages.h"
#include "integrators/tableaux/tableau_order.h"

enum { FEWEST_DIGITS = 4 /* with fewer a condition does not hold at all */, CONJUGATE_BITS = 512 };

/* Those of a partitioned tableau are no multiple of a step y' = lambda y. */
static bool has_stability(const struct tableau *t)
{
    return t->form == TABLEAU_COMMON && !t->partitioned;
}

/* Splittings and Nystroem methods have words and trees of their own. */
static bool has_conjugate(const struct tableau *t)
{
    return t->form == TABLEAU_COMMON || t->form == TABLEAU_PARTITIONED;
}

/* The sum of the weights of what is no Nystroem method, less 1, with the larger one of the two colours. */
static double find_clock(const struct tableau *t)
{
    double clock[2];
    mpfr_t sum;

    mpfr_init2(sum, t->precision + 64);
    for (int colour = 0; colour < 2; colour++) {
        mpfr_set_si(sum, -1, MPFR_RNDN);
        for (size_t i = 0; i < t->stages; i++)
            mpfr_add(sum, sum, (colour ? t->bbar : t->b)[i], MPFR_RNDN);
        clock[colour] = mpfr_get_d(sum, MPFR_RNDN) + 0.0;
    }
    mpfr_clear(sum);
    return fabs(clock[1]) > fabs(clock[0]) ? clock[1] : clock[0];
}

/* Bits that the coefficients are meant to have, printed to so many decimals; 0: all. */
static mpfr_prec_t find_meant(const struct tableau *t, int decimals)
{
    const mpfr_prec_t printed = (mpfr_prec_t)ceil(decimals * log2(10));

    return printed && printed < t->precision ? printed : t->precision;
}

struct tableau_conjugate show_find_conjugate(const struct method *method, bool pairs)
{
    struct tableau_conjugate found = {.most = 0};
    struct error ignored;
    struct tableau *t = method_create_tableau(method, CONJUGATE_BITS, &ignored);

    if (t && has_conjugate(t) && (pairs || t->form == TABLEAU_COMMON))
        tableau_conjugate_find(&found, t,
                               find_meant(t, method->file ? file_reader_decimals(&method->file->file) : 0));
    tableau_destroy(t);
    return found;
}

void show_conditions_find(struct show_conditions *conditions, const struct tableau *t, int order,
                          int decimals)
{
    const mpfr_prec_t meant = find_meant(t, decimals);

    conditions->stable = has_stability(t);
    if (conditions->stable) { /* R(z) of stages more than there are has common zeros */
        struct tableau *reduced = stages_reduce(t);

        tableau_stability_find(&conditions->stability, reduced, meant);
        tableau_destroy(reduced);
    }
    conditions->conjugate = (struct tableau_conjugate){.most = 0};
    if (has_conjugate(t))
        tableau_conjugate_find(&conditions->conjugate, t, meant);
    conditions->printed = decimals != 0;
    conditions->clock = t->form == TABLEAU_NYSTROEM ? NAN : find_clock(t);
    conditions->rounding = ldexp(1, 16 - (int)t->precision);
    conditions->orders = order < SHOW_MOST_ORDERS ? order + 1 : SHOW_MOST_ORDERS;
    tableau_order_largest(t, conditions->orders, conditions->largest);
}

/* To which the conditions of the order hold; all that there are where rounding explains what is left. */
static int digits_of(const struct show_conditions *conditions, int order)
{
    const double residual = fmax(conditions->largest[order - 1], conditions->rounding);

    return isnan(conditions->largest[order - 1]) ? 0 : (int)fmax(0, floor(-log10(residual)));
}

static const char *stability_words(const struct show_conditions *conditions)
{
    static const char *const words[] = {[TABLEAU_NO] = "not A-stable",
                                        [TABLEAU_YES] = "A-stable, not L-stable",
                                        [TABLEAU_UNDECIDED] = "undecided"};

    return conditions->stability.l_stable == TABLEAU_YES ? "A-stable and L-stable"
                                                         : words[conditions->stability.a_stable];
}

/* Why not, or what leaves it open; "" where there is nothing to say. */
static const char *stability_reason(const struct tableau_stability *stability)
{
    return stability->poles == TABLEAU_NO          ? "R(z) has a pole in Re z <= 0"
           : stability->imaginary == TABLEAU_NO    ? "|R(iy)| > 1 for a real y"
           : stability->poles == TABLEAU_UNDECIDED ? "numerator and denominator of R(z) have a common zero"
           : stability->imaginary == TABLEAU_UNDECIDED ? "rounding hides whether |R(iy)| <= 1"
                                                       : "";
}

static void print_conjugate(FILE *to, const struct tableau_conjugate *conjugate, int label_width)
{
    fprintf(
        to,
        "  %-*s to a symplectic method %s order %d, to one of order %d%s; orders are looked at up to %d\n",
        label_width, "conjugate", conjugate->symplectic == conjugate->most ? "at least to" : "to",
        conjugate->symplectic, conjugate->order,
        conjugate->order == conjugate->most ? " at least" : " (its effective order)", conjugate->most);
}

static void print_digits(FILE *to, const struct show_conditions *conditions, int label_width)
{
    const char *before = "conditions";

    fprintf(to, "  %-*s ", label_width, "digits");
    for (int order = 1, last; order <= conditions->orders; order = last + 1) {
        const int digits = digits_of(conditions, order);

        for (last = order; last < conditions->orders && digits_of(conditions, last + 1) == digits;)
            last++;
        fprintf(to, "%s of order %d", before, order);
        if (last > order)
            fprintf(to, " to %d", last);
        if (digits < FEWEST_DIGITS)
            fprintf(to, " fail by %.2g", conditions->largest[last - 1]);
        else
            fprintf(to, " hold to %d digits", digits);
        before = ", those";
    }
    fprintf(to, "\n");
}

void show_print_conditions(FILE *to, const struct show_conditions *conditions,
                           const struct tableau_audit *audit, int label_width)
{
    const char *reason;

    if (conditions->stable) {
        reason = stability_reason(&conditions->stability);
        fprintf(to, "  %-*s %s", label_width, "stability", stability_words(conditions));
        if (isfinite(audit->r_infinity))
            fprintf(to, "; R(infinity) = %.6g", audit->r_infinity);
        fprintf(to, "%s%s%s\n", *reason ? "; " : "", reason,
                conditions->printed ? "; to the decimals that are printed" : "");
    }
    if (conditions->conjugate.most)
        print_conjugate(to, &conditions->conjugate, label_width);
    print_digits(to, conditions, label_width);
    if (fabs(conditions->clock) > conditions->rounding)
        fprintf(to, "  %-*s the weights sum to 1 %c %.2g: a step of h lasts h (1 %c %.2g)\n", label_width,
                "clock", conditions->clock < 0 ? '-' : '+', fabs(conditions->clock),
                conditions->clock < 0 ? '-' : '+', fabs(conditions->clock));
}

static json_t *answer_json(enum tableau_answer answer)
{
    return answer == TABLEAU_UNDECIDED ? json_null() : json_boolean(answer == TABLEAU_YES);
}

void show_set_conditions(json_t *json, const struct show_conditions *conditions)
{
    json_t *digits = json_array();

    if (conditions->stable) {
        json_object_set_new(json, "a_stable", answer_json(conditions->stability.a_stable));
        json_object_set_new(json, "l_stable", answer_json(conditions->stability.l_stable));
        json_object_set_new(json, "a_stable_reason", json_string(stability_reason(&conditions->stability)));
    }
    if (conditions->conjugate.most) {
        json_object_set_new(json, "conjugate_symplectic_order",
                            json_integer(conditions->conjugate.symplectic));
        json_object_set_new(json, "effective_order", json_integer(conditions->conjugate.order));
        json_object_set_new(json, "conjugate_orders_examined", json_integer(conditions->conjugate.most));
    }
    for (int order = 1; order <= conditions->orders; order++)
        json_array_append_new(digits, json_pack("{s:i, s:o, s:i}", "order", order, "residual",
                                                isfinite(conditions->largest[order - 1])
                                                    ? json_real(conditions->largest[order - 1])
                                                    : json_null(),
                                                "digits", digits_of(conditions, order)));
    json_object_set_new(json, "condition_digits", digits);
    json_object_set_new(json, "clock_error",
                        isfinite(conditions->clock) ? json_real(conditions->clock) : json_null());
}
