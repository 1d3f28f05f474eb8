/* Shared objects that provide methods: see foreign_library.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define ASSAY_DECLARATIONS_ALONE
#include "clients/c/assay_method.h"
#include "integrators/foreign/foreign_walls.h"

enum { MOST_METHODS = 64 };

bool foreign_library_is(const char *name)
{
    const size_t length = strlen(name);

    return length > 3 && strcmp(name + length - 3, ".so") == 0;
}

/* ---- the copy ---- */

#define DESCRIPTORS "/proc/self/fd/"

static bool copy_bytes(int from, int to)
{
    char bytes[1 << 16];
    ssize_t count;

    while ((count = read(from, bytes, sizeof bytes)) > 0) {
        for (ssize_t written = 0; written < count;) {
            const ssize_t more = write(to, bytes + written, (size_t)(count - written));

            if (more < 0)
                return false;
            written += more;
        }
    }
    return count == 0;
}

int foreign_library_copy(const char *path, struct error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC),
              copy = file < 0 ? -1 : memfd_create("shared-object", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const bool good = copy >= 0 && copy_bytes(file, copy) &&
                      fcntl(copy, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
    const int reason = errno;

    if (file >= 0)
        close(file);
    if (copy >= 0 && !good)
        close(copy);
    if (!good)
        error_set(error, "'%s': the shared object cannot be loaded: %s", path, strerror(reason));
    return good ? copy : -1;
}

const char *foreign_library_path(int copy, char path[FOREIGN_LIBRARY_PATH])
{
    snprintf(path, FOREIGN_LIBRARY_PATH, DESCRIPTORS "%d", copy);
    return path;
}

/* The copy that is looked for among what is loaded, and the name under which it was. */
struct image {
    struct stat file;
    char path[FOREIGN_LIBRARY_PATH];
};

static int find_image(struct dl_phdr_info *info, size_t size, void *context)
{
    struct image *image = context;
    struct stat other;

    (void)size;
    if (strncmp(info->dlpi_name, DESCRIPTORS, strlen(DESCRIPTORS)) != 0 ||
        stat(info->dlpi_name, &other) != 0 || other.st_dev != image->file.st_dev ||
        other.st_ino != image->file.st_ino)
        return 0;
    snprintf(image->path, sizeof image->path, "%s", info->dlpi_name);
    return 1;
}

/* What is loaded keeps a descriptor of its own for good, since the loader tells names apart before it tells files.  It is
 * opened again by its first name alone: each other name would be one of the library for good, also when the descriptor of
 * that number is one of another. */
static void *open_library(int copy, int flags)
{
    struct image image = {.path = ""};
    int kept;

    flags |= RTLD_LOCAL | RTLD_NODELETE;
    if (fstat(copy, &image.file) != 0)
        return NULL;
    if (dl_iterate_phdr(find_image, &image))
        return dlopen(image.path, flags);
    kept = fcntl(copy, F_DUPFD_CLOEXEC, 0);
    return kept < 0 ? NULL : dlopen(foreign_library_path(kept, image.path), flags);
}

void *foreign_library_open(int copy)
{
    return open_library(copy, RTLD_LAZY);
}

const void *foreign_library_find(void *library, const char *symbol)
{
    return library ? dlsym(library, symbol) : NULL;
}

/* ---- the process that loads it ---- */

/* AddressSanitizer maps more than any limit. */
static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    setrlimit(RLIMIT_DATA, &(struct rlimit){FOREIGN_PROGRAM_MOST_BYTES, FOREIGN_PROGRAM_MOST_BYTES});
#endif
}

/* What it writes is nobody's, and there is nothing to read. */
static void silence(void)
{
    const int nowhere = open("/dev/null", O_RDWR);

    for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
        dup2(nowhere, k);
}

void foreign_library_enter(const char *const *reads)
{
    silence();
    limit_memory();
    foreign_walls_raise(reads);
}

/* ---- the list ---- */

static void list_methods(FILE *to, void *library)
{
    const struct assay_method_double *method = foreign_library_find(library, "assay_methods_double");
    const bool precise = foreign_library_find(library, "assay_methods_mpfr");

    fputs("methods", to);
    for (int k = 0; method && method[k].name && k < MOST_METHODS; k++) {
        fprintf(to, " %s form %s", method[k].name,
                method[k].flags & ASSAY_HAMILTONIAN  ? "hamiltonian"
                : method[k].flags & ASSAY_DEGENERATE ? "degenerate"
                                                     : "ode");
        if (method[k].flags & ASSAY_SESSION)
            fputs(" session", to);
        if (method[k].flags & ASSAY_CONSTRAINTS)
            fputs(" constraints", to);
        if (method[k].flags & ASSAY_MANIFOLD)
            fputs(" manifold", to);
        if (method[k].steps)
            fputs(" steps", to);
        if (method[k].order)
            fprintf(to, " order %u", method[k].order);
        if (precise)
            fputs(" precise", to);
    }
    fputs(" \n", to);
}

/* What is loaded, by its number from the first on. */
struct loaded {
    FILE *to;
    size_t known, count; /* those that were there before */
};

static int count_loaded(struct dl_phdr_info *info, size_t size, void *context)
{
    struct loaded *loaded = context;

    (void)size;
    if (loaded->to && loaded->count >= loaded->known && info->dlpi_name[0] == '/' &&
        strncmp(info->dlpi_name, "/proc/", 6) != 0)
        fprintf(loaded->to, "needs %s\n", info->dlpi_name);
    loaded->count++;
    return 0;
}

struct listed {
    int copy;
    const char *path;
};

/* In a process of its own. */
static void list(const void *context, int lines, void *shared)
{
    const struct listed *listed = context;
    struct loaded loaded = {.to = NULL};
    FILE *to = fdopen(lines, "w");
    const char *reason, *colon;
    const int *version;
    void *library;

    (void)shared;
    foreign_library_enter((const char *const[]){listed->path, NULL});
    dl_iterate_phdr(count_loaded, &loaded);
    loaded = (struct loaded){.to = to, .known = loaded.count};
    library = open_library(listed->copy, RTLD_NOW); /* all that it calls is there, looked at but once */
    reason = library ? NULL : dlerror();
    colon = reason ? strstr(reason, ": ") : NULL; /* behind the name of the copy */
    version = foreign_library_find(library, "assay_method_version");
    if (library)
        dl_iterate_phdr(count_loaded, &loaded);
    if (!library)
        fprintf(to, "unsupported the shared object cannot be loaded: %s\n",
                colon ? colon + 2 : "the loader gives no reason");
    else if (!version)
        fprintf(to, "unsupported the shared object has no methods; write ASSAY_METHODS of assay_method.h\n");
    else if (*version != ASSAY_METHOD_VERSION)
        fprintf(
            to,
            "unsupported the shared object is of version %d of assay_method.h; compile it with version %d\n",
            *version, ASSAY_METHOD_VERSION);
    else
        list_methods(to, library);
    fflush(to);
}

struct foreign_program *foreign_library_list(int copy, const char *path)
{
    return foreign_program_fork(list, &(struct listed){copy, path}, copy, 0);
}
