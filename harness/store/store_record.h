/* Records of a store: sealed contents by key, and what is put within a transaction. */
#ifndef ASSAY_STORE_RECORD_H
#define ASSAY_STORE_RECORD_H

#include "harness/plan/digest.h"
#include "harness/store/store_query.h"

enum store_record_kind { STORE_CELL, STORE_REFERENCE, STORE_CHECKPOINT };

struct store_record {
    char *label;   /* the id of a cell, the step of a checkpoint */
    void *content; /* with a zero after its `size` bytes; NULL when there is no such record */
    size_t size;
};

/* The digest of a record. */
void store_record_seal(const char *key, const char *label, const void *content, size_t size,
                       char seal[DIGEST_TEXT]);
/* The record of that key; the caller frees label and content.  False with a line when the store cannot be
 * read or the record is not what was put. */
bool store_record_find(struct store *store, enum store_record_kind kind, const char *key,
                       struct store_record *record, struct error *error);

/* These belong into a transaction that the caller began. */
bool store_record_put(struct store *store, enum store_record_kind kind, const char *key, const char *label,
                      const void *content, size_t size, struct error *error);
bool store_record_put_cell(struct store *store, const char *key, const char *id, const char *line,
                           struct error *error);
bool store_record_put_measures(struct store *store, const char *key, size_t measures,
                               const struct row_measure *measure, struct error *error);

/* Runs the statement with the key as its one value. */
bool store_record_drop(struct store *store, const char *sql, const char *key, struct error *error);

#endif
