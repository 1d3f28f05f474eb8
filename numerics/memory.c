/* Allocation that ends the process when the machine has no memory left: see memory.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "numerics/memory.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *or_exit(void *block)
{
    if (!block) {
        fputs("assay: out of memory\n", stderr);
        abort();
    }
    return block;
}

void *memory_create(size_t count, size_t size)
{
    return or_exit(calloc(count ? count : 1, size ? size : 1));
}

void *memory_resize(void *block, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return or_exit(NULL);
    return or_exit(realloc(block, count && size ? count * size : 1));
}

void *memory_create_shared(size_t size)
{
    void *memory = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return or_exit(memory == MAP_FAILED ? NULL : memory);
}

void memory_destroy_shared(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size ? size : 1);
}

char *memory_copy_string(const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(memory_create(size, 1), text, size);
}

struct memory_kept {
    struct memory_kept *next;
    alignas(max_align_t) char content[];
};

void *memory_keep(struct memory_kept **kept, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - sizeof(struct memory_kept)) / size)
        return or_exit(NULL);
    struct memory_kept *block = memory_create(sizeof *block + count * size, 1);

    block->next = *kept;
    *kept = block;
    return block->content;
}

char *memory_keep_string(struct memory_kept **kept, const char *text)
{
    return text ? strcpy(memory_keep(kept, strlen(text) + 1, 1), text) : NULL;
}

char *memory_keep_print(struct memory_kept **kept, const char *format, ...)
{
    va_list arguments, again;
    char *text;
    size_t size;

    va_start(arguments, format);
    va_copy(again, arguments);
    size = (size_t)vsnprintf(NULL, 0, format, arguments) + 1;
    text = memory_keep(kept, size, 1);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void memory_release(struct memory_kept *kept)
{
    for (struct memory_kept *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
}
