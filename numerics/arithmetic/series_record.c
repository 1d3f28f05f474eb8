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
};

struct series_record {
    enum series_record_use use;
    bool differs; /* from the reference, which stays */
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

void series_record_pass(series_fill *fill)
{
    struct entry *entry = find_next(fill, 0);

    if (entry && mpfr_precision.record->use != SERIES_RECORD_COMPARE)
        entry->known = 0;
}

/* Room for as many coefficients as there may be, so that views stay where they are.  False: too many are kept. */
static bool reserve(struct series_record *record, struct entry *entry)
{
    const long terms = mpfr_precision.terms;

    if (entry->capacity >= terms)
        return true;
    if (record->coefficients > MOST_COEFFICIENTS)
        return false;
    _arb_vec_clear(entry->coefficient, entry->capacity);
    record->coefficients += terms - entry->capacity;
    entry->coefficient = _arb_vec_init(terms);
    entry->capacity = terms;
    entry->known = 0;
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

bool series_record_apply(struct series *x, const struct series *a, const struct series *b, series_fill *fill,
                         long known, long same)
{
    struct series_record *record = mpfr_precision.record;
    struct entry *entry = find_next(fill, 0);
    long from;

    if (!entry || (record->use != SERIES_RECORD_COMPARE && !reserve(record, entry))) {
        series_prepare(x, a, b);
        return false;
    }
    from = same < entry->known ? same : entry->known;
    from = from > 0 ? from : 0;
    if (record->use == SERIES_RECORD_COMPARE) {
        compare(x, a, b, entry, from, known);
    } else {
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
    x->same = same;
    return true;
}
