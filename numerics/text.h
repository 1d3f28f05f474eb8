/* Characters of UTF-8, and names made of them. */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character of UTF-8 at `text`, and its number; 0 where there is none that a document may have. */
size_t text_character(const char *text, uint32_t *number);

/* A hash of the text: FNV-1a, 64 bits (Fowler, Noll, Vo). */
uint64_t text_hash(const char *text, size_t size);

/* Whether the name ends in .lua, and has something before that. */
bool text_is_lua_file(const char *name);

/* Why a name cannot stand in ids, commands and names of files, in words that follow it: "is longer than 200 bytes;
 * write a shorter one"; NULL where it can. */
const char *text_name_fault(const char *name);

/* The names that come nearest to one that is not there, nearest first, each once, by Levenshtein's distance, without
 * regard to small and capital letters.  A name ends at its first blank; what follows is a remark.  All zero but for
 * what is wanted: none yet. */
enum { TEXT_NEAR = 3, TEXT_NEAR_LENGTH = 200 };

struct text_near {
    const char *wanted;
    struct {
        size_t distance;
        char text[TEXT_NEAR_LENGTH];
    } name[TEXT_NEAR];
};

void text_near_add(struct text_near *near, const char *name);

/* The names as a list "a, b", all of them or those `alike` alone, which have at most a third of their letters changed
 * or begin with what is wanted.  Returns `list`, which may be empty. */
char *text_near_list(const struct text_near *near, bool alike, char *list, size_t size);

#endif
