/* What the files of methods and of projections have in common: a name, exact numbers, claims.
 *
 * Each kind of file is a struct that begins with a struct file_reader, and a Lua function that reads its table, at
 * stack index 1; what it says wrong is raised. */
#ifndef ASSAY_FILE_READER_H
#define ASSAY_FILE_READER_H

#include <lua.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/sandbox/sandbox_file.h"
#include "models/sandbox/sandbox_include.h"
#include "numerics/graph/graph.h"
#include "numerics/memory.h"

struct method_claim;
struct file_reader_kind;

struct file_reader {
    struct memory_kept *kept; /* what is read */
    size_t size;
    const struct file_reader_kind *kind;
    char *path, *text, *name;
    struct sandbox_includes includes;
    const char *what; /* the constructor of the file, which opens messages: tableau */
    struct graph *graph;
};

enum { FILE_READER_MOST_CLAIMS = 5, FILE_READER_PUBLISHED = 14 };

/* ---- inside: these raise ---- */

/* Refuses keys of the table on top of the stack, `owner`, that are not among `known`, ended by NULL. */
void file_reader_check_keys(lua_State *lua, const char *owner, const char *const *known);
/* The string of the key in the table at `index`; NULL where there is none. */
char *file_reader_word(lua_State *lua, struct file_reader *file, int index, const char *key);
/* Which of the words, ended by NULL, the string of the key is; `missing` where there is none. */
int file_reader_choice(lua_State *lua, struct file_reader *file, int index, const char *key,
                       const char *const *words, int missing);
/* The integer of the key in the table at `index`; 0 where there is none. */
int file_reader_integer(lua_State *lua, struct file_reader *file, int index, const char *key, int low,
                        int high);
/* The name of what is described, which has to be there. */
void file_reader_name(lua_State *lua, struct file_reader *file);
/* How many numbers the list of the key has: 1 to `most`.  `example` is what is to be written. */
size_t file_reader_count(lua_State *lua, struct file_reader *file, const char *key, size_t most,
                         const char *example);
/* `rows` lists of `width` numbers one after the other, or with rows 0 the list itself; NULL where there is no such
 * key. */
expression *file_reader_numbers(lua_State *lua, struct file_reader *file, const char *key, size_t rows,
                                size_t width);
/* Those that are claimed: claims = { order = 4, symplectic = true, symmetric = true }; order = { 8, 2 } claims an order
 * "8,2" beside the last of them.  `claim` has room for FILE_READER_MOST_CLAIMS and one that ends them.  The order; 0:
 * none. */
int file_reader_claims(lua_State *lua, struct file_reader *file, struct method_claim *claim);

/* ---- outside ---- */

/* `size` bytes that begin with a struct file_reader, of the file at `path`, whose table has one of the constructors
 * (ended by one without a name).  `finish` (NULL: nothing is left) is called after the table was read; what it makes of
 * the file is checked in a child process first, as its reading is.  The caller owns the result (file_reader_destroy).
 * NULL with a one-line message; *other_kind (NULL: not asked) is whether the file is of another constructor. */
struct file_reader_kind {
    const char *constructor;
    lua_CFunction read;
    bool (*finish)(struct file_reader *file, struct error *error);
    bool includes; /* whether it may include others: published decimals are looked for in the file alone */
};
struct file_reader *file_reader_create(size_t size, const char *path, const struct file_reader_kind *kinds,
                                       bool *other_kind, struct error *error);
/* A published decimal: a number of the file with FILE_READER_PUBLISHED decimals or more, or as many figures, zeros at its end
 * not counted (0.50000000000000 is 1/2).  Beside these, a number of ten decimals or more may end with zeros of the others; where
 * there are none, ten decimals are enough of three numbers or more. */
struct file_reader_decimal {
    size_t last; /* the place in the text of its last digit that is not zero, and that behind it: */
    size_t end;
    int decimals; /* digits behind the point, up to that one */
    double units; /* of that digit: it is off by less */
};
/* The first at the place `from` of the text or behind it; false where there is none. */
bool file_reader_next_decimal(const struct file_reader *file, size_t from, struct file_reader_decimal *found);
/* How many decimals the shortest of those published has, unless it is taken to end with zeros; 0 where there is none. */
int file_reader_decimals(const struct file_reader *file);
/* The same of the published decimals that are this number of the file or its negative; 0: none is. */
int file_reader_decimals_of(const struct file_reader *file, expression number);
/* The file as it reads with the digit at the place `last` changed by one, and so all that is computed from it, but not
 * finished.  The caller owns the result; NULL where there is then no such table. */
struct file_reader *file_reader_create_changed(const struct file_reader *file, size_t last);
/* NULL is allowed. */
void file_reader_destroy(struct file_reader *file);
/* `count` numbers at `precision` bits, which the caller destroys (number_block.h); NULL where f is. */
mpfr_t *file_reader_evaluate(const expression *f, size_t count, mpfr_prec_t precision);
/* The same, each a finite number; else NULL with a message that names `key`. */
mpfr_t *file_reader_finite(const struct file_reader *file, const char *key, const expression *f, size_t count,
                           mpfr_prec_t precision, struct error *error);

#endif
