/* What a forked process gives up: see foreign_parting.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_parting.h"

#include <dirent.h>
#include <stdbool.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "numerics/memory.h"

static bool is_among(int descriptor, const int *kept, size_t count)
{
    size_t k = 0;

    while (k < count && kept[k] != descriptor)
        k++;
    return k < count;
}

void foreign_parting_close(const int *kept, size_t count)
{
    DIR *files = opendir("/proc/self/fd");
    struct dirent *file;

    while (files && (file = readdir(files))) {
        char *end;
        const long number = strtol(file->d_name, &end, 10);

        if (end != file->d_name && !*end && number != dirfd(files) && !is_among((int)number, kept, count))
            close((int)number);
    }
    if (files)
        closedir(files);
}

struct range {
    uintptr_t start, end;
};

/* Those are found before any is given up: the file says what there is as it is read. */
void foreign_parting_unmap(const void *kept)
{
    FILE *file = fopen("/proc/self/maps", "r");
    struct range *range = NULL, next;
    size_t count = 0, size = 0;
    char *line = NULL, may_write, shared;

    while (file && getline(&line, &size, file) > 0) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*c%c%*c%c", &next.start, &next.end, &may_write,
                   &shared) != 4 ||
            may_write != 'w' || shared != 's' || next.start == (uintptr_t)kept)
            continue;
        range = memory_resize(range, count + 1, sizeof *range);
        range[count++] = next;
    }
    for (size_t k = 0; k < count; k++)
        munmap((void *)range[k].start, range[k].end - range[k].start);
    free(range);
    free(line);
    if (file)
        fclose(file);
}
