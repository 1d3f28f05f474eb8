/* The tables and views of a store. */
#ifndef ASSAY_STORE_SCHEMA_H
#define ASSAY_STORE_SCHEMA_H

#include "harness/store/store_query.h"

enum { STORE_SCHEMA_VERSION = 2 };

/* False with a line unless this is a sound store of this schema; an empty file becomes one when `create`. */
bool store_schema_check(struct store *store, bool create, struct error *error);

/* Makes the view cells again, with a column for every measure that some cell of some study has. */
bool store_schema_make_cells(struct store *store, struct error *error);

#endif
