/* The archive of a certificate: a folder of files with their checksums, packed so that equal files make equal archives. */
#ifndef ASSAY_ARCHIVE_H
#define ASSAY_ARCHIVE_H

#include <jansson.h>

#include "reports/output.h"

#define ARCHIVE_SUMS "SHA256SUMS" /* the first file of an archive, which begins with its name */

/* An empty folder for temporary files; false with a message.  archive_remove is due. */
bool archive_make_folder(char folder[OUTPUT_PATH], struct error *error);
void archive_remove(const char *folder);

/* Copies the file to FOLDER/NAME, with the folders on the way. */
bool archive_copy(const char *path, const char *folder, const char *name, struct error *error);
/* Writes the checksums of all files of the folder, and packs it. */
bool archive_pack(const char *folder, const char *path, struct error *error);
/* Unpacks into the empty folder.  False with a message for what is no such archive, or has other things than files. */
bool archive_unpack(const char *path, const char *folder, struct error *error);
/* The files of the folder whose checksum is another, which are missing, or have none: a list of names, which the caller owns;
 * NULL with a message. */
json_t *archive_changed(const char *folder, struct error *error);

#endif
