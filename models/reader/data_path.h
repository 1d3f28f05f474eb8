/* Where named files are: models and studies. */
#ifndef ASSAY_DATA_PATH_H
#define ASSAY_DATA_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

/* Whether the argument is a file: it has a '/', or ends in .lua. */
bool data_path_is_file(const char *name);

/* The file that `name` means: an argument with '/' or ending in .lua is a file as it stands, or in `beside` when
 * it is not there; anything else is name.lua in `beside` (NULL: skipped), in each folder of $ASSAY_PATH, or in `folder` of the installed data
 * (beside the program when it was not installed), relative to the folder one is in where it lies below that.
 * The caller frees the result.  NULL with a message when there is none. */
char *data_path_find(const char *name, const char *folder, const char *beside, struct error *error);

/* The names (without .lua) of all files of `folder` in $ASSAY_PATH and the installed data, sorted, each once.
 * The caller frees each name and the array. */
char **data_path_list(const char *folder, size_t *count);

/* A file in studies/ by its whole name, such as kraus2017/claims.ledger, relative to the folder one is in where it
 * lies below that.  The caller frees the result; NULL when there is none. */
char *data_path_in_studies(const char *name);
/* What commands are given for a name of that list: the name, or its file where the name has a '/'. */
char *data_path_typed(const char *name, const char *folder);

#endif
