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

/* Whether the text ends so, and has something before it. */
bool text_ends(const char *text, const char *ending);

/* Why a name cannot stand in ids, commands and names of files, in words that follow it: "is longer than 200 bytes;
 * write a shorter one"; NULL where it can. */
const char *text_name_fault(const char *name);

#endif
