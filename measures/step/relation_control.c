/* The controls of relations: see relation_control.h. */
#include "measures/step/relation_control.h"

#include <math.h>

#include "measures/step/relation.h"

#define SMALLEST 0x1p-150
#define FALL     0.8

static double measure_at(const struct measure *measure, const struct cell_request *request, long bits)
{
    struct cell_request cell = *request;
    struct error ignored;
    double value = NAN;
    mpfr_t exact;

    cell.bits = bits;
    mpfr_init2(exact, bits);
    if (measure->take(&cell, exact, &ignored))
        value = mpfr_get_d(exact, MPFR_RNDN);
    mpfr_clear(exact);
    return value;
}

bool relation_control_differs(const struct measure *measure, const struct cell_request *request,
                              double *value)
{
    *value = measure_at(measure, request, RELATION_CONTROL_BITS);
    return *value > SMALLEST &&
           !(measure_at(measure, request, RELATION_CONTROL_MORE_BITS) <=
             *value * exp2(-FALL * (RELATION_CONTROL_MORE_BITS - RELATION_CONTROL_BITS)));
}

static const struct {
    const char *method; /* spoiled, where */
    bool flawed;
    enum flaw flaw;
    const char *reason;
} controls[MEASURE_RELATION_PRECISION - MEASURE_RELATION_TIME + 1] = {
#define CONTROL(NAME, ...)                                                                                   \
    [MEASURE_RELATION_##NAME - MEASURE_RELATION_TIME] = {__VA_ARGS__ " keeps it on the model as well"}
    CONTROL(TIME, "rk4", true, FLAW_ALIKE, "a clock that runs at another rate"),
    CONTROL(PERMUTATION, "rk4", true, FLAW_BY_NUMBER, "a method that treats each coordinate in another way"),
    CONTROL(SCALING, "rk4", true, FLAW_BY_UNIT, "a method that sees the units"),
    CONTROL(AFFINE, "rk4", true, FLAW_BY_SIZE, "a method that sees the size of each coordinate"),
    CONTROL(EXCHANGE, "rattle", false, FLAW_ALIKE, "rattle, which takes q and p in turn,"),
    CONTROL(GAUGE, "lobatto-iiic-2", false, FLAW_ALIKE, "lobatto-iiic-2, whose a and abar differ,"),
    CONTROL(BACKWARDS, "rk4", true, FLAW_FORWARDS, "a method that steps otherwise where h < 0"),
    CONTROL(PRODUCT, "rk4", true, FLAW_BY_NUMBER, "a method that treats each coordinate in another way"),
    CONTROL(NEARBY, "rk4", true, FLAW_NARROW, "a method in single precision"),
    CONTROL(REPEATED, "rk4", true, FLAW_BY_CALLS, "a method that counts its steps"),
    CONTROL(PRECISION, "rk4", true, FLAW_BY_BITS, "a method that goes by the bits"),
#undef CONTROL
};

/* The method as it would be with the flaw; its family is filled. */
static void spoil(struct method *method, struct flawed_family *family, enum flaw flaw)
{
    *family = (struct flawed_family){.family = *method->family, .right = method->family, .flaw = flaw};
    family->family.create_double = flawed_step_create_double;
    family->family.create_mpfr = flawed_step_create_mpfr;
    method->family = &family->family;
}

static ptrdiff_t number_of(const struct measure *measure)
{
    return measure - (measure_table + MEASURE_RELATION_TIME);
}

bool relation_control_keeps(const struct measure *measure, const struct cell_request *request, double *value)
{
    const ptrdiff_t k = number_of(measure);
    struct cell_request control = {.problem = request->problem,
                                   .projection = projection_find("none"),
                                   .step = request->step,
                                   .steps = 1};
    struct flawed_family family;
    struct error ignored;

    if (!method_find(controls[k].method, &control.method, &ignored))
        return false;
    if (controls[k].flawed)
        spoil(&control.method, &family, controls[k].flaw);
    return method_refuses_model(&control.method, control.projection, request->problem->model, &ignored) ==
               METHOD_APPLIES &&
           !relation_control_differs(measure, &control, value) && !isnan(*value);
}

const char *relation_control_sentence(const struct measure *measure)
{
    return controls[number_of(measure)].reason;
}
