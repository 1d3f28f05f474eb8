/* Text from templates: reports/templates/NAME.lua, or a file of that name in a folder of $ASSAY_PATH.
 *
 * A template looks like what it makes.  It is given the document as the global `document`: objects and arrays as tables,
 * null as nil (false in an array).  The ending of its name, as in gate.xml, says how values are escaped: xml and html, md,
 * tex, csv; of others, such as txt, a value is kept on one line.  Lua's basic functions, string, table and math are there;
 * files are not.  The rest of the syntax is in reports/templates/template.engine.lua. */
#ifndef ASSAY_TEMPLATE_H
#define ASSAY_TEMPLATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "numerics/error.h"

/* Writes the document to the file as the template of the name says; false with a message (template, line, what is wrong), and
 * nothing written. */
bool template_write(FILE *to, const char *name, const json_t *document, struct error *error);
/* The same to a file of that path. */
bool template_write_path(const char *path, const char *name, const json_t *document, struct error *error);

#endif
