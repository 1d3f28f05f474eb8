/* Where results come from: see provenance.h. */
#include "harness/plan/provenance.h"

#include <inttypes.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#include "numerics/text.h"
#include "version.h"

/* The processor's name: transcendental functions of the C library may differ in the last bit between
 * machines. */
static const char *find_processor(char *name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];

    snprintf(name, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');

        if (colon && strncmp(line, "model name", 10) == 0) {
            colon[strcspn(colon, "\n")] = '\0';
            snprintf(name, size, "%s", colon + 2);
            break;
        }
    }
    if (file)
        fclose(file);
    return name;
}

struct provenance provenance_of(const char *command, const char *study_hash)
{
    static char processor[256]; /* written once, always with the same text */

    if (!processor[0])
        find_processor(processor, sizeof processor);
    return (struct provenance){
        .version = ASSAY_VERSION,
        .numerics_version = ASSAY_NUMERICS_VERSION,
        .commit = ASSAY_COMMIT,
        .compiler = ASSAY_COMPILER,
        .mpfr = mpfr_get_version(),
        .processor = processor,
        .study_hash = study_hash,
        .command = command,
    };
}

static const struct {
    const char *name, *label;
    size_t offset;
} parts[PROVENANCE_PARTS] = {{"version", "assay", offsetof(struct provenance, version)},
                             {"commit", "commit", offsetof(struct provenance, commit)},
                             {"numerics_version", "numerics", offsetof(struct provenance, numerics_version)},
                             {"compiler", "compiler", offsetof(struct provenance, compiler)},
                             {"mpfr", "MPFR", offsetof(struct provenance, mpfr)},
                             {"processor", "processor", offsetof(struct provenance, processor)},
                             {"study_hash", "study hash", offsetof(struct provenance, study_hash)},
                             {"command", "command", offsetof(struct provenance, command)}};

static const char *value_of(const struct provenance *provenance, size_t part)
{
    return *(const char *const *)((const char *)provenance + parts[part].offset);
}

struct provenance_part provenance_part(const struct provenance *provenance, size_t part)
{
    const char *value = value_of(provenance, part);

    return (struct provenance_part){parts[part].name, parts[part].label, value && *value ? value : "unknown"};
}

json_t *provenance_json(const struct provenance *provenance)
{
    json_t *object = json_pack("{s:i}", "schema", 1);

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const char *value = value_of(provenance, i);

        json_object_set_new(object, parts[i].name, value ? json_string(value) : json_null());
    }
    return object;
}

void provenance_hash(char hash[17], const char *text)
{
    snprintf(hash, 17, "%016" PRIx64, text_hash(text, strlen(text)));
}
