/* The sandbox: Lua files that describe mathematics and can do nothing else.
 *
 * Globals: model, study, tableau, splitting, composition, multistep, method, projection, ledger, claim (each marks the table
 * given to it), sqrt, exp, log, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, pi, vectors, matrices and derivatives
 * (lua_matrix.h), ipairs, pairs (in the order of the keys), table.insert and include (sandbox_include.h). There is no way to read files, to load code, to catch an error or to reach a
 * metatable; time and memory are bounded.  The same file always builds the same expressions in the same
 * order. */
#ifndef ASSAY_SANDBOX_H
#define ASSAY_SANDBOX_H

#include <lua.h>
#include <stdint.h>

#include "numerics/error.h"
#include "numerics/graph/graph.h"

enum {
    SANDBOX_MAXIMAL_INSTRUCTIONS = 8000000,
    SANDBOX_MAXIMAL_MEBIBYTES = 64,
    SANDBOX_MAXIMAL_SECONDS = 5,
    SANDBOX_MAXIMAL_FILE = 1 << 20
};

struct sandbox;
struct sandbox_includes;

/* A sandbox whose expressions live in `graph`; `path` stands in messages for the file and is kept. */
struct sandbox *sandbox_create(struct graph *graph, const char *path);
void sandbox_destroy(struct sandbox *sandbox);

/* Runs the text, which must return the table marked by the constructor of the name given ("model", "study",
 * ...), and hands it, on top of the stack, to `read`, a Lua function in C that raises errors (sandbox_raise);
 * `context` is its sandbox_context().  False with a one-line message. */
bool sandbox_run(struct sandbox *sandbox, const char *text, const char *constructor, lua_CFunction read,
                 void *context, struct error *error);

/* Before a text is run: the files that it includes, borrowed. */
void sandbox_include(struct sandbox *sandbox, const struct sandbox_includes *includes);

/* Whether the text that was run returns something else, such as a study. */
bool sandbox_is_other_kind(const struct sandbox *sandbox);

/* Machine integers wrap around without a word: none that a file computes may be beyond this. */
#define SANDBOX_LARGEST_INTEGER (INT64_C(1) << 31)
#define SANDBOX_INTEGER_MESSAGE                                                                              \
    "the integer %lld is beyond 2^31, where machine integers may have wrapped around; write large numbers "  \
    "as strings and multiply those"

/* For C functions inside. */
void *sandbox_context(lua_State *lua);
struct graph *sandbox_graph(lua_State *lua);
/* The line of the Lua function that is running, or 0; for sandbox_raise_at, which knows from it the file, too.  As it is said: */
int sandbox_line(lua_State *lua);
int sandbox_line_said(int line);
/* Remembers the line of the constructor that is being called; the line of the last one, or 0. */
void sandbox_note_constructor(lua_State *lua);
int sandbox_constructor_line(lua_State *lua);
/* The line of errors that are raised while no Lua function runs: that of the entry which is read; 0: none. */
void sandbox_set_line(lua_State *lua, int line);
/* Raises an error at the line of the Lua function that is running; with an explicit line (0: none) the other.
 */
int sandbox_raise(lua_State *lua, const char *format, ...) __attribute__((format(printf, 2, 3)));
int sandbox_raise_at(lua_State *lua, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Replaces the table on top of the stack by a read-only view that raises on an unknown key, naming `what`
 * (such as "coordinate") and the keys `listed` there are; `length` is what # gives. */
void sandbox_protect(lua_State *lua, const char *what, const char *listed, size_t length);

#endif
