/* From the table of a model file to a model that was checked: the files that read and check its parts. */
#ifndef ASSAY_MODEL_READ_H
#define ASSAY_MODEL_READ_H

#include <lua.h>

#include "models/reader/model_trial.h"

struct model_request {
    struct model *model; /* name, path, text and graph are there; the rest is filled in */
    struct model_choice choice;
    bool other_kind; /* the file returns no model, but a study, say */
};

/* Runs the text of the model in a sandbox and reads the table it returns.  False with a one-line message; the
 * model then holds what had been read. */
bool model_read(struct model_request *request, struct error *error);
/* Checks what can be checked of a model before anybody integrates it, with a sentence for each; false with a
 * one-line message. */
bool model_check(struct model *model, struct error *error);

/* Each reads its fields of the model table at stack index 1 into the model and raises on what is wrong. */
void model_data_read_parameters(lua_State *lua);
/* After the coordinates and the parameters: reads all initial data, selects those asked for, and puts their
 * parameters and then the overrides in the place of the model's own. */
void model_data_read_initial(lua_State *lua);

/* Reads `loops` and `surfaces` after the parameters have been pushed (model_field.h). */
void model_poincare_read(lua_State *lua);
/* Loops are closed, and on loops and surfaces theta and H are finite and the tangents independent somewhere:
 * with a sentence for each; false with a message. */
bool model_poincare_check(struct model_trial *w);

#endif
