/* Fields of a study file, read with a message for what is missing, unknown or of the wrong type.
 *
 * What is read belongs to the context of the sandbox (sandbox_context), which begins with a struct memory_kept *. */
#ifndef ASSAY_STUDY_FIELD_H
#define ASSAY_STUDY_FIELD_H

#include <lua.h>
#include <stdbool.h>

#include "harness/study/study.h"

/* Reads the file, a KIND { ... }, in a child first (sandbox_file.h): `read` fills `context` from the table on top of the
 * stack.  The caller frees *text, that of the file; false with a message. */
bool study_field_run(const char *path, const char *kind, lua_CFunction read, void *context, char **text,
                     struct error *error);

/* `count` zeroed elements of `size` bytes, and a copy of the text. */
void *study_field_create(lua_State *lua, size_t count, size_t size);
char *study_field_copy(lua_State *lua, const char *text);

/* Reads fields of the table on top of the stack, which stays: `keys` names all that it may have, separated by
 * blanks, with the mark `!` behind a string that must be there, `?` behind one that need not (NULL), `*` behind a
 * string or a list of them, none behind what is read elsewhere.  For each mark follows a char ** or a struct
 * study_strings *.  Other keys are refused, "a WHAT has no", and what is missing, "OWNER.KEY is missing". */
void study_field_read(lua_State *lua, const char *what, const char *owner, const char *keys, ...);
/* Refuses keys of the table on top of the stack, which stays, that are not among these. */
void study_field_check_keys(lua_State *lua, const char *what, const char *keys);
/* The verdict that the word is, of what is called `id` in the list `what`. */
enum verdict study_field_verdict(lua_State *lua, const char *what, const char *id, const char *word);
/* The string or integer on top of the stack, popped; NULL for nil. */
char *study_field_take_string(lua_State *lua, const char *what);
/* The same for the field `key` of the table on top of the stack, which stays; OWNER.KEY in messages. */
char *study_field_string(lua_State *lua, const char *owner, const char *key, bool needed);
/* A string or a list of strings on top of the stack, popped; they follow those that are there. */
void study_field_take_strings(lua_State *lua, const char *what, struct study_strings *strings);

#endif
