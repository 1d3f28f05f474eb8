/* The data of a model file: parameters, initial data, steps. */
#ifndef ASSAY_MODEL_DATA_H
#define ASSAY_MODEL_DATA_H

#include <lua.h>

/* Each reads its fields of the model table at stack index 1 into the model and raises on what is wrong. */
void model_data_read_parameters(lua_State *lua);
/* After the coordinates and the parameters: reads all initial data and selects those asked for. */
void model_data_read_initial(lua_State *lua);
/* Puts the parameters of the selected data and then the overrides in the place of the model's own. */
void model_data_apply_overrides(lua_State *lua);

#endif
