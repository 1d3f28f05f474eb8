/* What the text of a Lua file shows before it runs. */
#ifndef ASSAY_LUA_SOURCE_H
#define ASSAY_LUA_SOURCE_H

#include <stddef.h>

#include "numerics/error.h"

/* Refuses what exact arithmetic has no meaning for: the operators // % & | ~ << >>, floating-point literals,
 * integer literals of more than 63 bits, and constants that Lua would multiply before it runs, beyond that; and
 * text that is not UTF-8, control characters, and escapes in strings that could make either, so that no string
 * of a file has them.  `path` opens the message. */
bool lua_source_check(const char *path, const char *text, struct error *error);
/* The line where the table key `key` is given (`key =` or `["key"] =`), after the key `parent` unless that is
 * NULL; 0 when there is none. */
int lua_source_line(const char *text, const char *parent, const char *key);
/* The k-th place of the text where include "NAME" or include("NAME") is called: its line, and the name; "" where that is not written
 * out, or has no room.  False past the last. */
bool lua_source_include(const char *text, size_t k, char *name, size_t size, int *line);
/* The floating-point number as it should have been written: `0.5 is a floating-point number; write ...`. */
void lua_source_explain_float(char *message, size_t size, const char *literal, double value);

#endif
