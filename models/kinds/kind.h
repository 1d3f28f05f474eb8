/* Kinds of models: what a model file of each says, what is checked of it, and the system that it becomes.  A
 * kind is one row, in a file of its own. */
#ifndef ASSAY_KIND_H
#define ASSAY_KIND_H

#include <lua.h>

#include "models/kinds/system.h"
#include "models/reader/model_trial.h"

/* A function of a model file that may be of the time: its key, and its arguments without it (0: those of functions of
 * the state). */
struct kind_timed {
    const char *key;
    int arguments;
};

struct kind {
    const char *name;
    char state;        /* what a model file calls the state, or its first half: 'q' */
    char second;       /* and its second half, of which it names no coordinates: 'p'; 0 where there is none */
    bool even;         /* whether the number of coordinates must be */
    bool formulations; /* a model of it with constraints has several: enum model_formulation */
    const char *bracket;     /* the rate of an invariant %s along the flow, in words */
    const char *const *keys; /* of a model file, ended by NULL */
    /* Those of them whose functions may be of the time, (x, t, c) for (x, c), beside the invariants; ended by one
     * without a key.  NULL: none, and no invariant either. */
    const struct kind_timed *timed;
    /* Puts the list `coordinates` into the table of a model file that has none; raises.  NULL where it has. */
    void (*name_coordinates)(lua_State *lua);
    /* Reads the fields that belong to this kind; raises. */
    void (*read)(lua_State *lua);
    /* Fills in the field and what else the kind knows of the system, which is incomplete where the graph refuses some. */
    void (*derive)(struct system *system);
    /* system_create_two_forms; NULL where the kind has no momenta. */
    struct program *(*create_two_forms)(const struct system *system);
    /* Adds to the invariants those that the model file does not name; NULL: there are none. */
    void (*add_invariants)(struct model *model);
    /* What is claimed of the model, at initial data; false with a message. */
    bool (*check)(struct model_trial *w, const struct model_initial *initial);
};

/* By enum model_kind. */
extern const struct kind *const kind_table[MODEL_KINDS];
extern const struct kind degenerate_kind, ode_kind, hamiltonian_kind, index_one_kind, nonholonomic_kind,
    body_kind;

/* Adds an invariant, of which the name is copied. */
void kind_add_invariant(struct model *model, const char *name, expression value);
/* The optional `constraints` of a model file of state (q, p); raises. */
void hamiltonian_read_constraints(lua_State *lua);

#endif
