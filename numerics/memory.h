/* Memory that is there: allocation for code that has no use for a failed one.
 *
 * Sizes are bounded by the bounds on models and runs, so that exhaustion means that the machine is out of
 * memory: these functions then end the process with a message. */
#ifndef ASSAY_MEMORY_H
#define ASSAY_MEMORY_H

#include <stddef.h>

/* `count` zeroed elements of `size` bytes; never NULL. */
void *memory_create(size_t count, size_t size);
/* `block` with room for `count` elements of `size` bytes; never NULL. */
void *memory_resize(void *block, size_t count, size_t size);
/* `size` zero bytes that processes forked off later share; never NULL.  NULL may be destroyed. */
void *memory_create_shared(size_t size);
void memory_destroy_shared(void *memory, size_t size);
/* A copy of the string; NULL for NULL. */
char *memory_copy_string(const char *text);

/* What is freed together with its owner: zeroed elements as of memory_create, and a copy of the string (NULL for
 * NULL), which join the blocks in *kept, NULL at first. */
struct memory_kept;
void *memory_keep(struct memory_kept **kept, size_t count, size_t size);
char *memory_keep_string(struct memory_kept **kept, const char *text);
/* What printf would write, which joins them too. */
char *memory_keep_print(struct memory_kept **kept, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void memory_release(struct memory_kept *kept);

#endif
