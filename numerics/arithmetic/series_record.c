/* See series_record.h. */
#include "numerics/arithmetic/series_record.h"

#include <assert.h>
#include <stdlib.h>

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"

/* Of coefficients that are kept: what exceeds it is computed each time. */
enum { MOST_COEFFICIENTS = 1 << 20 };

struct entry {
    series_fill *fill; /* which operation it is; NULL: a decision */
    long decision;
    arb_ptr coefficient;
    long capacity, known; /* of coefficients */
    size_t a, b;          /* origins of the operands */
    long of_a, of_b;      /* series_record_result */
    long needed;          /* of the last evaluation before it was trimmed */
    bool lost;            /* too few powers were known for a result */
};

struct series_record {
    enum series_record_use use;
    bool differs; /* from the reference, which stays */
    bool trimmed;
    long ahead;
    size_t count, room, next;
    long coefficients;
    struct entry *entry;
};

struct series_record *series_record_create(void)
{
    return memory_create(1, sizeof(struct series_record));
}

void series_record_destroy(struct series_record *record)
{
    if (!record)
        return;
    for (size_t i = 0; i < record->room; i++)
        _arb_vec_clear(record->entry[i].coefficient, record->entry[i].capacity);
    free(record->entry);
    free(record);
}

void series_record_clear(struct series_record *record)
{
    record->count = 0;
    record->trimmed = false;
}

void series_record_begin(struct series_record *record, enum series_record_use use)
{
    assert(!mpfr_precision.record);
    record->use = use;
    record->next = 0;
    record->differs = false;
    mpfr_precision_set_record(record);
}

void series_record_end(void)
{
    mpfr_precision_set_record(NULL);
}

/* One more entry, empty. */
static struct entry *append(struct series_record *record)
{
    struct entry *entry;

    if (record->count == record->room) {
        const size_t room = 2 * record->room + 256;

        record->entry = memory_resize(record->entry, room, sizeof *record->entry);
        for (size_t i = record->room; i < room; i++)
            record->entry[i] = (struct entry){.fill = NULL};
        record->room = room;
    }
    entry = record->entry + record->count++;
    entry->known = 0;
    entry->needed = LONG_MAX / 4;
    entry->lost = false;
    return entry;
}

/* The entry of the next operation; NULL: there is none. */
static struct entry *find_next(series_fill *fill, long decision)
{
    struct series_record *record = mpfr_precision.record;
    struct entry *entry;

    if (!record || record->differs)
        return NULL;
    entry = record->next < record->count ? record->entry + record->next : NULL;
    if (!entry || entry->fill != fill || entry->decision != decision) {
        record->differs = record->use == SERIES_RECORD_COMPARE;
        if (record->differs)
            return NULL;
        record->count = record->next;
        entry = append(record);
        entry->fill = fill;
        entry->decision = decision;
    }
    record->next++;
    return entry;
}

void series_record_decide(long decision)
{
    find_next(NULL, decision);
}

static void set_operands(struct entry *entry, const struct series *a, const struct series *b, long of_a,
                         long of_b)
{
    entry->a = a->origin;
    entry->b = b->origin;
    entry->of_a = of_a;
    entry->of_b = of_b;
}

size_t series_record_pass(const struct series *a, const struct series *b, series_fill *fill)
{
    struct series_record *record = mpfr_precision.record;
    struct entry *entry = find_next(fill, 0);

    if (!entry || record->use == SERIES_RECORD_COMPARE)
        return 0;
    entry->known = 0;
    entry->lost = false;
    set_operands(entry, a, b, 0, 0);
    return record->next;
}

void series_record_lose(const struct series *a, const struct series *b, series_fill *fill)
{
    const size_t number = series_record_pass(a, b, fill);

    if (number)
        mpfr_precision.record->entry[number - 1].lost = true;
}

/* Room for so many coefficients; what is there stays.  False: too many are kept. */
static bool reserve(struct series_record *record, struct entry *entry, long known)
{
    const long capacity = known > mpfr_precision.terms ? known : mpfr_precision.terms;
    arb_ptr room;

    if (entry->capacity >= known)
        return true;
    if (record->coefficients > MOST_COEFFICIENTS)
        return false;
    room = _arb_vec_init(capacity);
    for (long i = 0; i < entry->capacity; i++)
        arb_swap(room + i, entry->coefficient + i);
    _arb_vec_clear(entry->coefficient, entry->capacity);
    record->coefficients += capacity - entry->capacity;
    entry->coefficient = room;
    entry->capacity = capacity;
    return true;
}

/* x has these coefficients, of which there are `known`, and owns the array or not. */
static void place(struct series *x, arb_ptr coefficient, long capacity, long known, bool is_view)
{
    if (!x->is_view)
        arb_poly_clear(&x->coefficient);
    x->coefficient = (arb_poly_struct){.coeffs = coefficient, .alloc = capacity, .length = known};
    x->is_view = is_view;
    _arb_poly_normalise(&x->coefficient);
}

/* The reference stays: what differs from it has an array of its own. */
static void compare(struct series *x, const struct series *a, const struct series *b, struct entry *entry,
                    long from, long known)
{
    arb_ptr own;

    if (from >= known) {
        place(x, entry->coefficient, entry->capacity, known, true);
        return;
    }
    own = _arb_vec_init(known);
    _arb_vec_set(own, entry->coefficient, from);
    entry->fill(own, from, known, a, b);
    place(x, own, known, known, false);
}

/* -- no more than is needed -- */

void series_record_set_ahead(struct series_record *record, long ahead)
{
    record->ahead = ahead;
}

bool series_record_untrim(struct series_record *record)
{
    const bool trimmed = record->trimmed;

    record->trimmed = false;
    return trimmed;
}

static void need(struct series_record *record, size_t origin, long needed)
{
    if (origin > 0 && origin <= record->count && record->entry[origin - 1].needed < needed)
        record->entry[origin - 1].needed = needed;
}

/* Backwards, from the results to what they depend on; decisions are made by first coefficients. */
void series_record_trim(struct series_record *record, const struct series *result, const long *needed,
                        size_t n)
{
    for (size_t i = 0; i < record->count; i++)
        record->entry[i].needed = 1;
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < mpfr_precision.tangents; k++)
            need(record, series_tangent(result + i, k)->origin, needed[i]);
        if (mpfr_precision.tangents == 0)
            need(record, result[i].origin, needed[i]);
    }
    for (size_t i = record->count; i-- > 0;) {
        const struct entry *entry = record->entry + i;

        if (entry->fill) {
            need(record, entry->a, entry->needed + entry->of_a);
            need(record, entry->b, entry->needed + entry->of_b);
        }
    }
    record->trimmed = true;
    record->ahead = 0;
}

/* -- operations -- */

bool series_record_apply(struct series *x, const struct series *a, const struct series *b, series_fill *fill,
                         struct series_record_result result)
{
    struct series_record *record = mpfr_precision.record;
    struct entry *entry = find_next(fill, 0);
    long known = result.known, from;

    if (!entry || (record->use != SERIES_RECORD_COMPARE && !reserve(record, entry, known))) {
        series_prepare(x, a, b);
        x->origin = 0;
        return false;
    }
    if (entry->lost)
        result.same = SERIES_NOTHING; /* what follows was computed of what is no number */
    from = result.same < entry->known ? result.same : entry->known;
    from = from > 0 ? from : 0;
    if (record->use == SERIES_RECORD_COMPARE) {
        compare(x, a, b, entry, from, known);
    } else {
        if (record->trimmed && record->use == SERIES_RECORD_UPDATE && known > entry->needed + record->ahead)
            known = entry->needed + record->ahead;
        entry->lost = false;
        set_operands(entry, a, b, result.of_a, result.of_b);
        if (from < known)
            fill(entry->coefficient, from, known, a, b);
        entry->known = from > known ? from : known;
        place(x, entry->coefficient, entry->capacity, known, record->use == SERIES_RECORD_UPDATE);
        if (record->use == SERIES_RECORD_TAKE) {
            record->coefficients -= entry->capacity;
            entry->coefficient = NULL;
            entry->capacity = entry->known = 0;
        }
    }
    x->known = known;
    x->same = result.same;
    x->origin = record->next;
    return true;
}
