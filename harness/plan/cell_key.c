/* The key of a cell: see cell_key.h.
 *
 * SHA-256 of the named fields below (digest.h).  Lists are preceded by their length, so that the last
 * parameter cannot be taken for the first initial value.  No field tells how cells are stored: a new schema
 * of the store leaves all keys as they are. */
#include "harness/plan/cell_key.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/plan/digest.h"
#include "numerics/memory.h"

static void add_integer(struct digest *digest, const char *name, long long value)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", value);
    digest_add_text(digest, name, text);
}

static void add_unsigned(struct digest *digest, const char *name, unsigned long long value)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", value);
    digest_add_text(digest, name, text);
}

/* As a quotient in lowest terms. */
static void add_rational(struct digest *digest, const char *name, mpq_srcptr value)
{
    char *text;
    mpq_t lowest;

    mpq_init(lowest);
    mpq_set(lowest, value);
    mpq_canonicalize(lowest);
    text =
        memory_create(mpz_sizeinbase(mpq_numref(lowest), 10) + mpz_sizeinbase(mpq_denref(lowest), 10) + 3, 1);
    mpq_get_str(text, 10, lowest);
    digest_add_text(digest, name, text);
    free(text);
    mpq_clear(lowest);
}

static void add_values(struct digest *digest, const char *name, size_t count,
                       const struct cell_key_value *values)
{
    add_unsigned(digest, name, count);
    for (size_t i = 0; i < count; i++) {
        digest_add_text(digest, "name", values[i].name);
        digest_add_text(digest, "value", values[i].text);
    }
}

void cell_key_create(const struct cell_key_parts *parts, char key[CELL_KEY_TEXT])
{
    struct digest digest;

    digest_begin(&digest);
    digest_add_text(&digest, "model", parts->model);
    add_values(&digest, "parameters", parts->parameters, parts->parameter);
    add_values(&digest, "initial", parts->initials, parts->initial);
    digest_add_text(&digest, "method", parts->method);
    digest_add_text(&digest, "formulation", parts->formulation);
    digest_add_text(&digest, "projection", parts->projection);
    add_rational(&digest, "step", parts->step);
    add_unsigned(&digest, "steps", parts->steps);
    add_integer(&digest, "bits", parts->bits);
    digest_add_text(&digest, "coefficients", parts->coefficients);
    if (parts->settings && *parts->settings)
        digest_add_text(&digest, "settings", parts->settings);
    add_integer(&digest, "reference_digits", parts->reference_digits);
    digest_add_text(&digest, "numerics_version", parts->numerics_version);
    digest_end(&digest, key);
}
