/* Claims of the command line, of files and of methods: see audited.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/audit/audited.h"
#include "integrators/methods/projection_file.h"

/* Why what the method says of itself is about another map than the one that is audited; NULL: it is not. */
static const char *about_another_map(const struct method_claim *claim, enum audit_property property,
                                     const struct projection *projection)
{
    const bool alone = projection == projection_find("none");

    if (claim->about != CLAIM_OF_ALL && alone)
        return "it is claimed of the method with a projection; write --projection symmetric, or --claim to "
               "judge it without one";
    if (claim->about == CLAIM_OF_PROJECTED_AT_ENDS && projection->project_at == PROJECTION_MIDPOINT)
        return "it is claimed of the method with a projection at an end of the step; write --projection "
               "symmetric, or --claim to judge it with this one";
    if (!alone &&
        (property == AUDIT_SYMPLECTIC || property == AUDIT_SYMMETRIC || property == AUDIT_CONJUGATE))
        return "it is claimed of the method alone, of which a projection makes another; write --claim to "
               "judge it with this projection";
    return NULL;
}

/* Of several methods the k-th by its name, since each has its claims; NULL where there is one. */
static const char *of_several(const struct audited *audited, size_t k)
{
    return audited->programs > 1 ? audited->program[k]->name : NULL;
}

/* What the projection says of methods with it (`from` is NULL), or a method of itself; `of`: of several methods this
 * one. */
static void add_own_claims(struct audit *audit, const struct method_claim *claim, const struct method *method,
                           const struct audited *from, const char *of)
{
    struct error ignored;

    for (; claim->property; claim++) {
        char order[16];
        const bool formula =
            claim->value[strspn(claim->value, "0123456789,")] && strcmp(claim->value, "true") != 0;

        const size_t before = audit->claims;

        snprintf(order, sizeof order, "%d", method_claimed_order(method));
        audit_add_claim(audit, claim->property, formula ? order : claim->value, claim->source, of, &ignored);
        for (size_t i = before; i < audit->claims; i++)
            audit->claim[i].refusal =
                from ? about_another_map(claim, audit->claim[i].property, from->projection) : NULL;
    }
}

bool audited_add_claims(const struct audited *audited, struct audit *audit,
                        const struct model_override *given, size_t count, struct error *error)
{
    const struct projection_file *projection = audited->projection_file;

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < audited_methods(audited); k++)
            if (!audit_add_claim(audit, given[i].name, given[i].value, "the command line",
                                 of_several(audited, k), error))
                return false;
    }
    for (size_t k = 0; !count && k < audited_methods(audited); k++) {
        const struct method method = audited_method(audited, k);

        if (projection && projection->claim->property)
            add_own_claims(audit, projection->claim, &method, NULL, of_several(audited, k));
        else
            add_own_claims(audit, method.family->claim, &method, audited, of_several(audited, k));
    }
    for (size_t i = 0; i < audit->claims; i++) {
        const struct method method = audited_method(audited, audited_made_of(audited, audit->claim + i));

        audit->claim[i].kinds = method_kinds(&method);
    }
    return true;
}

struct tableau_claims audited_coefficient_claims(const struct audited *audited, const struct audit *audit)
{
    const bool alone = audited->projection == projection_find("none");
    struct tableau_claims claims = {.order = 0};
    int part[COEFFICIENT_POWERS] = {0};

    for (size_t i = 0; i < audit->claims; i++) {
        const struct audit_claim *claim = audit->claim + i;

        if (claim->property == AUDIT_ORDER)
            claims.order = atoi(claim->value);
        if (claim->property > AUDIT_POWER)
            part[claim->property - AUDIT_POWER - 1] = atoi(claim->value);
        claims.symplectic |= alone && claim->property == AUDIT_SYMPLECTIC;
        claims.symmetric |= alone && claim->property == AUDIT_SYMMETRIC;
    }
    /* The conditions of a power take those of all lower ones: of a power that is claimed alone there are none. */
    for (; claims.powers < COEFFICIENT_POWERS && part[claims.powers]; claims.powers++)
        claims.part[claims.powers] = part[claims.powers];
    return claims;
}
