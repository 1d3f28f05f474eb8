/* Reading a study file inside the sandbox. */
#ifndef ASSAY_STUDY_READ_H
#define ASSAY_STUDY_READ_H

#include <lua.h>

/* For sandbox_run: fills the struct study that is its context from the table on top of the stack. */
int study_read(lua_State *lua);

#endif
