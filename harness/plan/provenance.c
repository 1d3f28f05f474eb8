/* Where results come from: see provenance.h. */
#define _GNU_SOURCE
#include "harness/plan/provenance.h"

#include <dlfcn.h>
#include <fftw3.h>
#include <gmp.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <lapacke.h>
#include <limits.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/digest.h"
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

/* The file of the library that has the function: there are several of one interface, as of BLAS. */
static const char *file_of(const char *function, char path[PATH_MAX])
{
    void *found = dlsym(RTLD_DEFAULT, function);
    Dl_info info;
    const char *name;

    if (!found || !dladdr(found, &info) || !realpath(info.dli_fname, path))
        return "unknown";
    name = strrchr(path, '/');
    return name ? name + 1 : path;
}

/* The C library has several of each transcendental function, and takes those with fused operations where it can. */
static int has_fused(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") != 0;
#else
    return 0;
#endif
}

void provenance_libraries(char text[PROVENANCE_LIBRARIES])
{
    char lapack[PATH_MAX], blas[PATH_MAX];
    lapack_int major = 0, minor = 0, patch = 0;

    LAPACKE_ilaver(&major, &minor, &patch);
    snprintf(text, PROVENANCE_LIBRARIES,
             "glibc %s fused %d, MPFR %s, GMP %s, %s, LAPACK %d.%d.%d %.80s %.80s", gnu_get_libc_version(),
             has_fused(), mpfr_get_version(), gmp_version, fftw_version, (int)major, (int)minor, (int)patch,
             file_of("dgeev_", lapack), file_of("dgemm_", blas));
}

void provenance_numerics_version(char version[PROVENANCE_VERSION], const char *build, const char *libraries)
{
    struct digest digest;
    char text[DIGEST_TEXT];

    digest_begin(&digest);
    digest_add_text(&digest, "build", build);
    digest_add_text(&digest, "libraries", libraries);
    digest_end(&digest, text);
    snprintf(version, PROVENANCE_VERSION, "%.*s", PROVENANCE_VERSION - 1, text);
}

struct provenance provenance_of(const char *command, const char *study_hash)
{
    static char processor[256], version[PROVENANCE_VERSION]; /* written once, always with the same text */
    char libraries[PROVENANCE_LIBRARIES];

    if (!processor[0])
        find_processor(processor, sizeof processor);
    if (!version[0]) {
        provenance_libraries(libraries);
        provenance_numerics_version(version, ASSAY_NUMERICS_VERSION, libraries);
    }
    return (struct provenance){
        .version = ASSAY_VERSION,
        .numerics_version = version,
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
