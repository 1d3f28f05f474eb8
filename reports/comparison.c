/* Two versions of the same results: see comparison.h. */
#include "reports/comparison.h"

#include <math.h>
#include <string.h>

#include "harness/judge/baseline.h"

#define ORDER_CHANGE  1e-3 /* of an order without an interval */
#define NUMBER_CHANGE 1e-6 /* of a number in MPFR */

/* What differs, by kind: the keys of the result. */
enum change { CHANGED_VERDICT, CHANGED_ORDER, CHANGED_NUMBER, CHANGED_MISSING, CHANGED_NEW, CHANGES };
static const char *const keys[CHANGES] = {"verdicts", "orders", "numbers", "missing", "new"};

struct comparison {
    json_t *list[CHANGES];
    json_int_t same;
};

/* One fit, or claim, of a study in both. */
struct pair {
    const char *study, *kind, *id;
    const json_t *before, *after;
};

static double number_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static double number_at(const json_t *object, const char *key)
{
    return number_of(json_object_get(object, key));
}

/* Takes `before` and `after`; `more` are further keys, and is taken (NULL: none). */
static void add(struct comparison *w, enum change change, const struct pair *pair, json_t *before,
                json_t *after, json_t *more)
{
    json_t *row = json_pack("{s:s, s:s, s:s, s:o, s:o}", "study", pair->study, "id", pair->id, "kind",
                            pair->kind, "old", before, "new", after);

    if (more)
        json_object_update_new(row, more);
    json_array_append_new(w->list[change], row);
}

static json_t *copy_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return value ? json_deep_copy(value) : json_null();
}

/* ---- verdicts ---- */

static bool compare_verdicts(struct comparison *w, const struct pair *pair)
{
    const json_t *before = json_object_get(pair->before, "verdict"),
                 *after = json_object_get(pair->after, "verdict");

    if (!before || !after || json_equal(before, after))
        return true;
    add(w, CHANGED_VERDICT, pair, json_deep_copy(before), json_deep_copy(after),
        json_pack("{s:o}", "evidence",
                  copy_of(pair->after, strcmp(pair->kind, "claim") == 0 ? "evidence" : "reason")));
    return false;
}

/* ---- orders ---- */

static json_t *order_of(const json_t *fit)
{
    const double order = number_at(fit, "order"), low = number_at(fit, "low"), high = number_at(fit, "high");

    if (isnan(order))
        return NULL;
    return json_pack("{s:f, s:f, s:f}", "order", order, "low", isnan(low) ? order - ORDER_CHANGE : low,
                     "high", isnan(high) ? order + ORDER_CHANGE : high);
}

static bool lies_outside(const json_t *order, const json_t *interval)
{
    const double value = number_at(order, "order");

    return value < number_at(interval, "low") || value > number_at(interval, "high");
}

static bool compare_orders(struct comparison *w, const struct pair *pair)
{
    json_t *before = order_of(pair->before), *after = order_of(pair->after);
    const bool same =
        before && after ? !(lies_outside(before, after) && lies_outside(after, before)) : !before && !after;

    if (same) {
        json_decref(before);
        json_decref(after);
    } else {
        add(w, CHANGED_ORDER, pair, before ? before : json_null(), after ? after : json_null(), NULL);
    }
    return same;
}

/* ---- numbers ---- */

/* Where the step is among those of the fit: by its text, or, of accepted values, by its place. */
static size_t find_step(const json_t *fit, const json_t *step, size_t place)
{
    const json_t *steps = json_object_get(fit, "step_sizes");
    size_t count = json_array_size(steps);

    if (!step || !steps)
        return place;
    for (size_t i = 0; i < count; i++) {
        if (json_equal(json_array_get(steps, i), step))
            return i;
    }
    return json_array_size(json_object_get(fit, "errors"));
}

static bool is_in_double(const json_t *fit)
{
    const char *precision = json_string_value(json_object_get(fit, "precision"));

    return precision ? strncmp(precision, "double", 6) == 0 : json_is_array(json_object_get(fit, "floors"));
}

static double floor_at(const json_t *fit, size_t place)
{
    return number_of(json_array_get(json_object_get(fit, "floors"), place));
}

/* Whether the two numbers tell the same as far as their floors let them say. */
static bool agree(double before, double after, double floor, bool in_double)
{
    const double larger = fmax(fabs(before), fabs(after)), change = fabs(before - after);

    if (isnan(before) || isnan(after))
        return isnan(before) && isnan(after);
    if (in_double)
        return isnan(floor) || change <= BASELINE_FLOORS * floor;
    return change <= NUMBER_CHANGE * larger || larger <= BASELINE_MARGIN * floor;
}

/* Accepted values have nothing in place of a number at its floor, and say nothing there. */
static bool is_left_out(const json_t *fit, double value)
{
    return isnan(value) && !json_object_get(fit, "precision");
}

static bool compare_numbers(struct comparison *w, const struct pair *pair)
{
    const json_t *before = json_object_get(pair->before, "errors"),
                 *after = json_object_get(pair->after, "errors"),
                 *steps = json_object_get(pair->before, "step_sizes");
    const bool in_double = is_in_double(pair->before) && is_in_double(pair->after);
    bool same = true;

    for (size_t i = 0; i < json_array_size(before); i++) {
        const json_t *step = json_array_get(steps, i);
        const size_t k = find_step(pair->after, step, i);
        const double old = number_of(json_array_get(before, i)), new = number_of(json_array_get(after, k)),
                     floor = fmax(floor_at(pair->before, i), floor_at(pair->after, k));

        if (k >= json_array_size(after) || is_left_out(pair->before, old) || is_left_out(pair->after, new) ||
            agree(old, new, floor, in_double))
            continue;
        same = false;
        add(w, CHANGED_NUMBER, pair, json_deep_copy(json_array_get(before, i)),
            json_deep_copy(json_array_get(after, k)),
            json_pack("{s:o, s:o}", "step", step ? json_deep_copy(step) : json_null(), "floor",
                      isnan(floor) ? json_null() : json_real(floor)));
    }
    return same;
}

/* ---- all ---- */

/* The rows of a list by a key of theirs; the caller owns it. */
static json_t *index_of(const json_t *list, const char *key)
{
    json_t *index = json_object();

    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *row = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(row, key));

        if (name)
            json_object_set(index, name, row);
    }
    return index;
}

static void compare_pair(struct comparison *w, const struct pair *pair)
{
    const bool fit = strcmp(pair->kind, "fit") == 0, verdict = compare_verdicts(w, pair),
               order = !fit || compare_orders(w, pair), numbers = !fit || compare_numbers(w, pair);

    w->same += fit && verdict && order && numbers;
}

/* The rows of one list of a study, by their ids. */
static void compare_lists(struct comparison *w, struct pair pair, const char *key, const json_t *before,
                          const json_t *after)
{
    json_t *old = index_of(json_object_get(before, key), "id"),
           *new = index_of(json_object_get(after, key), "id"), *row;

    json_object_foreach(old, pair.id, row)
    {
        pair.before = row;
        pair.after = json_object_get(new, pair.id);
        if (pair.after)
            compare_pair(w, &pair);
        else
            add(w, CHANGED_MISSING, &pair, copy_of(row, "verdict"), json_null(), NULL);
    }
    json_object_foreach(new, pair.id, row)
    {
        if (!json_object_get(old, pair.id))
            add(w, CHANGED_NEW, &pair, json_null(), copy_of(row, "verdict"), NULL);
    }
    json_decref(old);
    json_decref(new);
}

/* Accepted values have no claims. */
static void compare_study(struct comparison *w, const char *name, const json_t *before, const json_t *after)
{
    struct pair pair = {.study = name, .kind = "claim"};

    if (!before || !after) {
        pair.kind = "study";
        pair.id = name;
        add(w, before ? CHANGED_MISSING : CHANGED_NEW, &pair, json_null(), json_null(), NULL);
        return;
    }
    if (json_object_get(before, "claims") && json_object_get(after, "claims"))
        compare_lists(w, pair, "claims", before, after);
    pair.kind = "fit";
    compare_lists(w, pair, "fits", before, after);
}

json_t *comparison_create(const json_t *before, const json_t *after)
{
    struct comparison w = {.same = 0};
    json_t *old = index_of(before, "study"), *new = index_of(after, "study"), *study, *result;
    const char *name;

    for (size_t i = 0; i < CHANGES; i++)
        w.list[i] = json_array();
    json_object_foreach(old, name, study) compare_study(&w, name, study, json_object_get(new, name));
    json_object_foreach(new, name, study)
    {
        if (!json_object_get(old, name))
            compare_study(&w, name, NULL, study);
    }
    json_decref(old);
    json_decref(new);
    result = json_pack("{s:I}", "same", w.same);
    for (size_t i = 0; i < CHANGES; i++)
        json_object_set_new(result, keys[i], w.list[i]);
    return result;
}

bool comparison_is_same(const json_t *comparison)
{
    bool same = json_integer_value(json_object_get(comparison, "same")) > 0;

    for (size_t i = 0; i < CHANGES; i++)
        same = same && json_array_size(json_object_get(comparison, keys[i])) == 0;
    return same;
}
