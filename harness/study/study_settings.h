/* What a study says of long runs, ensembles, loops and surfaces. */
#ifndef ASSAY_STUDY_SETTINGS_H
#define ASSAY_STUDY_SETTINGS_H

#include <lua.h>

#include "harness/study/study.h"

enum {
    STUDY_SETTINGS_INTERVALS = 100, /* of a history that a measure needs and nobody asks for */
    STUDY_SETTINGS_ENSEMBLE = 64,
    STUDY_SETTINGS_POINTS = 64,
    STUDY_SETTINGS_SIDE = 17
};

/* Reads untiltime or untilsteps, history, ensemble, loop, points, surface and side of the table at index 1.
 */
void study_settings_read(lua_State *lua, struct study *study);

#endif
