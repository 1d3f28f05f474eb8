/* From the table of a model file to struct model. */
#ifndef ASSAY_MODEL_READ_H
#define ASSAY_MODEL_READ_H

#include "models/reader/model.h"

struct model_request {
    struct model *model; /* name, path, text and graph are there; the rest is filled in */
    const char *initial; /* NULL: the default */
    size_t overrides;
    const struct model_override *override;
};

/* Runs the text of the model in a sandbox and reads the table it returns.  False with a one-line message; the
 * model then holds what had been read. */
bool model_read(const struct model_request *request, struct error *error);

#endif
