/* Counterexamples to the claims of an audit: see audited.h. */
#include <stdlib.h>

#include "harness/audit/audited.h"
#include "numerics/memory.h"

enum { ATTEMPTS_OF_PROGRAMS = 2 /* each of their runs is a process of its own */ };

/* Of no method whose states have fewer bits than what is searched for, or that has no answers. */
static bool search(struct counterexample *found, const struct audited *audited, const struct audit *audit,
                   const struct audit_claim *claim)
{
    const size_t k = audited_made_of(audited, claim);
    const struct method method = audited_method(audited, k);
    struct counterexample_request request = {.method = &method,
                                             .projection = audited->projection,
                                             .property = claim->property,
                                             .order = atoi(claim->value),
                                             .digits = audited->digits,
                                             .seed = audit->seed,
                                             .families = audit->families,
                                             .attempts = audited->programs ? ATTEMPTS_OF_PROGRAMS : 0};

    if ((audit->on && !audit->families) || claim->refusal || !audit_property_is_of_steps(claim->property) ||
        audited->relations[k].width.bits || audited->relations[k].stopped)
        return false;
    if (counterexample_find(found, &request))
        return true;
    /* With printed decimals what is behind them says nothing, unless a condition fails by more than rounding explains. */
    request.digits = audited_digits(audited, claim);
    if (request.digits == audited->digits || !counterexample_find(found, &request))
        return false;
    found->printed = true;
    return found->power >= 0; /* else the smallest steps alone show it: what is behind the decimals */
}

bool audited_search(struct audited *audited, struct audit *audit, const char *folder, struct error *error)
{
    bool good = true;

    audited->found = memory_create(audit->claims, sizeof *audited->found);
    for (size_t i = 0; good && i < audit->claims; i++) {
        struct counterexample *found = audited->found + i;

        if (!search(found, audited, audit, audit->claim + i))
            continue;
        good = counterexample_write(found, audited->projection, folder, error);
        if (!audit->on) {
            audit->claim[i].file = found->path;
            audit->claim[i].model = found->name;
        }
    }
    return good;
}
