/* Where results come from: see provenance.h. */
#include "harness/plan/provenance.h"

#include <inttypes.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

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

json_t *provenance_json(const struct provenance *provenance)
{
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s?, s:s}", "schema", 1, "version",
                     provenance->version, "commit", provenance->commit, "numerics_version",
                     provenance->numerics_version, "compiler", provenance->compiler, "mpfr", provenance->mpfr,
                     "processor", provenance->processor, "study_hash", provenance->study_hash, "command",
                     provenance->command);
}

void provenance_hash(char hash[17], const char *text)
{
    uint64_t state = UINT64_C(14695981039346656037);

    for (; *text; text++) {
        state ^= (unsigned char)*text;
        state *= UINT64_C(1099511628211);
    }
    snprintf(hash, 17, "%016" PRIx64, state);
}
