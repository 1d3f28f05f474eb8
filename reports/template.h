/* Text from templates: NAME.lua in reports/templates or its folders tables, figures, suite, survey and study, or a file of that name in a folder of
 * $ASSAY_PATH.
 *
 * A template looks like what it makes.  It is given the document as the global `document`: objects and arrays as tables,
 * null as nil (false in an array).  The ending of its name, as in gate.xml, says how values are escaped: xml and html, md,
 * tex, csv, gp (a string of gnuplot, with its quotes); of others, such as txt, a value is kept on one line.  Lua's basic functions, string, table and math are there;
 * files are not, but include(NAME) gives what the code of NAME.lua there returns, and insert(NAME, DOCUMENT) the text that the
 * template of the name makes.  The rest of the syntax is in
 * reports/templates/template.engine.lua; functions that wrap and colour text are in template.helpers.lua.  A page has the
 * style sheet of all pages in the global `style`.
 * A name with '/' or ending in .lua is a file as it stands.  A template that takes more than 200 million instructions
 * of Lua, or a gibibyte, is refused. */
#ifndef ASSAY_TEMPLATE_H
#define ASSAY_TEMPLATE_H

#include <jansson.h>
#include <lua.h>
#include <stdbool.h>
#include <stdio.h>

#include "numerics/error.h"

/* How a text looks to the person who reads it. */
struct template_look {
    int width;  /* columns, where lines are wrapped at words */
    bool color; /* of verdicts */
};

/* The width of the terminal, at least 40; 80 where `to` is none. */
int template_width(FILE *to);
/* Writes the document to the file as the template of the name says; false with a message (template, line, what is wrong), and
 * nothing written. */
bool template_write(FILE *to, const char *name, const json_t *document, struct error *error);
/* The same in another look than 80 columns without colours. */
bool template_print(FILE *to, const char *name, const json_t *document, const struct template_look *look,
                    struct error *error);
/* One document of which several texts are made (NULL: none, of a state of code); the caller closes it.  NULL with a message. */
struct template_document;
struct template_document *template_open(const json_t *document, const struct template_look *look,
                                        struct error *error);
void template_close(struct template_document *made);
/* As template_print, of that document; `about`, NULL for none, says in the global of that name which part of it is meant.  A
 * template changes nothing of the document. */
bool template_fill(FILE *to, const char *name, struct template_document *made, const json_t *about,
                   struct error *error);
bool template_fill_path(const char *path, const char *name, struct template_document *made,
                        const json_t *about, struct error *error);
/* Another document that the code of NAME.lua derives from the global `document`: it returns a table, and the list of all keys in the
 * order in which objects have them.  A value is null if it is the global `null`; an empty table is an array unless it was given to
 * the function object.  The caller owns it; NULL with a message. */
json_t *template_derive(const char *name, const json_t *document, struct error *error);
/* Calls a function of the table that the code of NAME.lua returns with what `push` puts on the stack of Lua.  *made, unless it is
 * NULL, is what it returns, as of template_derive but with the keys of objects in any order; the caller owns it.  False with a
 * message.  The same state may be called again and again, and fills no templates. */
struct template_call {
    const char *name, *function;
    void (*push)(lua_State *lua, const void *argument);
    const void *argument;
};
bool template_call(struct template_document *code, const struct template_call *what, json_t **made,
                   struct error *error);
/* As template_write, to a file of that path. */
bool template_write_path(const char *path, const char *name, const json_t *document, struct error *error);

#endif
